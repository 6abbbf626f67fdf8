//! How players end a game that the rules wouldn't have ended yet: they concede, agree to a draw, or never really begin.

use super::Extra;
use super::sight::Sight;
use engine::Viewer;
use maud::{Markup, html};

/// Where a form comes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The table.
    Table,
    /// The table as plain text.
    Text,
}

impl Way {
    const fn query(self) -> &'static str {
        match self {
            Way::Table => "",
            Way::Text => "?text=1",
        }
    }

    /// The style of a button that isn't the first choice.
    const fn button(self) -> &'static str {
        match self {
            Way::Table => "btn quiet",
            Way::Text => "btn line",
        }
    }
}

/// A draw that is offered: the other player answers, whoever offers it waits.
pub fn offered(sight: &Sight, way: Way) -> Markup {
    let (Viewer::Seat(role), Some(by)) = (sight.viewer, sight.seen.offers_draw()) else { return html! {} };
    if by == role {
        return html! { p.wish { "You’ve offered a draw." } };
    }
    html! { form.wish method="post" action={ "/t/" (sight.id) "/draw" (way.query()) } {
        b { (sight.called(by)) " offers a draw." } " "
        button.btn name="draw" value="yes" { "Agree" } " " button class=(way.button()) name="draw" value="no" { "Play on" }
    } }
}

/// What a player can do to end the game, in a menu.
pub fn ways(sight: &Sight, extra: &Extra, way: Way) -> Markup {
    if !sight.seen.can_end() || !sight.live || extra.stopped.is_some() {
        return html! {};
    }
    let form = |action: &str, words: &str| {
        html! { form method="post" action={ "/t/" (sight.id) "/" (action) (way.query()) } {
            button class=(way.button()) { (words) }
        } }
    };
    html! { div.ends {
        @if sight.seen.may_offer_draw() { (form("draw", "Offer a draw")) }
        // What has hardly begun has no result.
        @if sight.seen.may_abort() { (form("abort", "Call the game off")) }
        // Nobody concedes by a slip of the hand.
        details.sure { summary class=(way.button()) { "Concede…" }
            p { "Your opponent wins. This can’t be taken back." }
            (form("concede", "Yes, I concede"))
        }
    } }
}
