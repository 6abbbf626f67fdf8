//! Three moments of a finished game: what was chosen and what was better, apart from the dice; each can be played from there.

use super::page;
use crate::moments::{Found, Told};
use ai::moments::Lesson;
use axum::response::Html;
use maud::{Markup, html};

/// The page.
pub fn moments(game: &str, found: &Found) -> Html<String> {
    let given: Vec<&Told> = found.told.iter().filter(|told| told.lesson == Lesson::Better).collect();
    let next = given.first().or(found.told.first().as_ref()).map(|told| told.practise);
    page(
        "Moments",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { a href={ "/t/" (game) "/end" } { "The game" } " · what you chose, apart from what you rolled" }
                h1 { @match (given.len(), found.told.len()) {
                    (0, 0) => "Nothing to regret.",
                    (0, _) if found.told.iter().all(|told| told.lesson == Lesson::Luck) => "That was dice.",
                    (0, _) => "Well played.",
                    (1, 1) => "One moment",
                    (_, 2) => "Two moments",
                    (_, _) => "Moments to learn from",
                } }
                p.lead { "We looked at " (found.looked_at) " of your " (found.decisions) " decisions with only what you could see, and dealt the hidden cards and the dice anew for each." }
                @if found.told.is_empty() { p.lead { "None of them gave away much: what went wrong was dice." } }
            } }
            ol.points-list { @for told in &found.told { (moment(game, told)) } }
            @if let Some((address, name)) = next { p.lead.later { "One thing to practise next: " a href=(address) { (name) } "." } }
        },
    )
}

fn moment(game: &str, told: &Told) -> Markup {
    let good = match told.lesson {
        Lesson::Better => false,
        Lesson::Find => true,
        Lesson::Luck => told.points >= 0,
    };
    let points = told.points.abs();
    html! { li {
        h3 { span { "Turn " (told.turn) ": " (told.title) } span.swing.good[good].bad[!good] { @if good { "+" } @else { "−" } (points) @if points == 1 { " point" } @else { " points" } } }
        p { (told.text) }
        form method="post" action={ "/r/" (game) "/continue" } {
            input type="hidden" name="at" value=(told.answers);
            button.btn.line { "Play on from here" } " " a.btn.line href={ "/r/" (game) "?at=" (told.answers) } { "Look" }
        }
    } }
}
