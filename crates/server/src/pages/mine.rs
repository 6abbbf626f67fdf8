//! What belongs to a visitor: their games in lists and numbers, and the way to be forgotten.

use super::page;
use super::talk::how_long;
use crate::record::{Record, Tally, called};
use axum::response::Html;
use maud::{Markup, html};
use store::Outcome;

/// The games of a visitor.
pub struct Games<'a> {
    /// Whose.
    pub holder: &'a str,
    /// All of them in numbers.
    pub record: &'a Record,
    /// Those of this page.
    pub shown: &'a [&'a Outcome],
    /// Which page of the list, and which is the last.
    pub page: usize,
    /// The last.
    pub last: usize,
    /// Whether there may be more games than were counted.
    pub capped: bool,
}

/// A visitor without games.
pub fn nothing() -> Html<String> {
    page(
        "My games",
        "",
        &html! {
            h1 { "My games" }
            p.lead { "You haven’t played here yet. " a href="/" { "Play now" } ", and your games appear here when they’re over." }
        },
    )
}

/// Games as people count them.
fn counted(games: usize) -> String {
    format!("{games} {}", if games == 1 { "game" } else { "games" })
}

/// A table of tallies.
fn tallies(heading: &str, id: &str, of: &str, rows: &[(String, Tally)]) -> Markup {
    html! { section.box aria-labelledby=(id) {
        h2 id=(id) { (heading) }
        div.scroll tabindex="0" role="group" aria-labelledby=(id) { table.plain-table.record {
            thead { tr { th scope="col" { (of) } th scope="col" { "Games" } th scope="col" { "Won" } th scope="col" { "Drawn" } th scope="col" { "Lost" } th scope="col" { "Points" } } }
            tbody { @for (name, tally) in rows { tr {
                th scope="row" { (name) }
                td { (tally.games()) } td { (tally.won) } td { (tally.drawn) } td { (tally.lost) } td { (format!("{:.0} %", tally.share() * 100.0)) }
            } } }
        } }
    } }
}

/// A finished game in the list.
fn line(outcome: &Outcome, holder: &str, now: i64) -> Markup {
    let Some(role) = outcome.role_of(holder) else { return html! {} };
    let (own, other) = (outcome.side(role), outcome.side(role.other()));
    let score = outcome.score_of(role);
    let result = if score > 0.75 {
        "Won"
    } else if score < 0.25 {
        "Lost"
    } else {
        "Drawn"
    };
    html! { li { a href={ "/t/" (outcome.game) "/end" } {
        span { b { (result) } " against " (called(other)) }
        small { (own.deck) " against " (other.deck) @if outcome.rated { ", rated" } ", " (how_long(now - outcome.at)) " ago" }
        span.go aria-hidden="true" { "›" }
    } } }
}

/// The page.
pub fn games(list: &Games, now: i64) -> Html<String> {
    let Games { holder, record, shown, page: at, last, capped } = list;
    if record.all.games() == 0 {
        return nothing();
    }
    let Tally { won, drawn, lost } = record.all;
    page(
        "My games",
        "",
        &html! {
            h1 { "My games" }
            p.lead { @if *capped { "Your last " } (counted(record.all.games())) ": " (won) " won, " (drawn) " drawn, " (lost) " lost." }
            div.halves.later {
                (tallies("By deck", "d-h", "Your deck", &record.decks))
                (tallies("By opponent", "o-h", "Opponent", &record.opponents))
            }
            section.box.later aria-labelledby="g-h" {
                h2 id="g-h" { "Games" }
                ul.ways { @for outcome in *shown { (line(outcome, holder, now)) } }
                @if *last > 0 { nav.btns.later aria-label="Pages of games" {
                    @if *at > 0 { a.btn.line rel="prev" href={ "/me/games?page=" (at - 1) } { "Later games" } }
                    span.eyebrow { "Page " (at + 1) " of " (last + 1) }
                    @if at < last { a.btn.line rel="next" href={ "/me/games?page=" (at + 1) } { "Earlier games" } }
                } }
            }
            p.later { "Lessons, studies, games alone and games at one screen aren’t counted." }
        },
    )
}

/// What being forgotten means.
pub fn before(running: usize, against: usize) -> Html<String> {
    page(
        "Forget me",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "You" }
                h1 { "Shall this server forget you?" }
                p.lead { "Your name, decks, recovery key, rating, blocks and what you’ve learned are deleted, and all your browsers are strangers again. Nobody can undo this." }
                p.later { "Your opponents keep your finished games, with “Somebody” in place of your name; a deck that you played stays part of its game. If you were reported, or reported somebody, that stays with what was decided." }
                @if running > 0 { p.later { b { (counted(running)) @if running == 1 { " of yours goes on." } @else { " of yours go on." } }
                    @if against > 0 { " Against other people you concede, or the game is called off if it has hardly begun." } } }
                p.later { a href="/me/data" { "Download what’s stored about you" } " first, if you’d like to keep it." }
                form method="post" action="/me/forget" {
                    p.later { label { input type="checkbox" name="sure" value="yes" required; " I’m sure." } }
                    div.btns { button.btn.main { "Forget me" } a.btn.line href="/me" { "Back" } }
                }
            } }
        },
    )
}

/// Somebody was forgotten.
pub fn forgotten(unreadable: usize) -> Html<String> {
    page(
        "Forgotten",
        "",
        &html! {
            section.verdict { div {
                h1 { "You’re forgotten." }
                p.lead { "This browser is a stranger here now. Thank you for playing." }
                @if unreadable > 0 { p { (counted(unreadable)) @if unreadable == 1 { " can’t be read by this version of the program, and still has" } @else { " can’t be read by this version of the program, and still have" } " the name you had there." } }
                p.btns { a.btn.main href="/" { "Start page" } }
            } }
        },
    )
}
