//! The table as plain text: headings, lists and one form, for screen readers and small devices.

use super::Extra;
use super::sight::Sight;
use super::words::{question, rule_of};
use crate::pages::{face, page, rule};
use axum::response::Html;
use engine::state::Where;
use maud::{Markup, html};
use vocab::{Arena, Role};

/// The page.
pub fn text(sight: &Sight, extra: &Extra) -> Html<String> {
    let names = sight.names();
    page(
        "Table as text",
        "",
        &html! {
            h1 { "Turn " (sight.view.turn) ", as text" }
            p.lead { (super::track::spoken(sight)) " " a href={ "/t/" (sight.id) } { "The drawn table" } }
            section.box aria-labelledby="q" {
                @match (&sight.decision, extra.curtain) {
                    (_, Some(role)) => { h2 id="q" { "Hand the screen to " (sight.table.setup.player(role).name) }
                        form method="post" action={ "/t/" (sight.id) "/screen?text=1" } { button.btn.main name="role" value=(crate::store::role_word(role)) { "Show the cards" } } }
                    (Some(decision), None) => {
                        @let asked = question(sight, decision);
                        h2 id="q" { (asked.title) " " (rule(rule_of(sight, decision))) }
                        p { (asked.detail) }
                        form method="post" action={ "/t/" (sight.id) "/answer?text=1" } {
                            input type="hidden" name="n" value=(sight.table.answers.len());
                            ol.text-choices { @for offer in sight.offers.iter().filter(|offer| offer.listed || offer.price.is_some()) {
                                li { button.btn.line name="a" value=(offer.path) { (offer.title) } " " @for line in &offer.body { span { (line) " " } } }
                            } }
                        }
                    }
                    (None, None) => { h2 id="q" { "Not your decision" } p { a href={ "/t/" (sight.id) "/text" } { "Look again" } } }
                }
            }
            section.box { h2 { "What happened last" }
                ul { @for line in sight.table.log.iter().rev().take(12).rev() { @if let Some(told) = line.told(sight.viewer, names) { li { (told) @for die in &line.dice { @if !sight.dice_hidden() { " " (die) } } } } } } }
            @for role in [sight.near(), sight.near().other()] { (player(sight, role)) }
        },
    )
}

fn player(sight: &Sight, role: Role) -> Markup {
    let player = &sight.view.players[role];
    let list = |title: &str, place: Where| {
        let cards: Vec<_> = sight.at(role, place).collect();
        html! { @if !cards.is_empty() { h3 { (title) } ul { @for card in cards { li { (face::spoken(sight, card)) } } } } }
    };
    html! {
        section.box {
            h2 { (sight.called(role)) }
            p { "Force " (player.force) ", build points " (player.build) ", " (player.hand) " cards in hand, " (player.deck) " in the deck" }
            @for arena in Arena::ALL { (list(&format!("{} arena", arena.name()), Where::Arena(arena))) }
            (list("Build zone", Where::BuildZone))
            (list("Event zone", Where::EventZone))
            (list("Hand", Where::Hand))
        }
    }
}
