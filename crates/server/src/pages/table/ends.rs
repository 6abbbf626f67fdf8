//! How players end a game that the rules wouldn't have ended yet (they concede, agree to a draw, leave, or never really
//! begin), and how they begin another.

use super::clock::words;
use super::sight::Sight;
use super::{Extra, request};
use crate::owner::Absence;
use engine::Viewer;
use maud::{Markup, html};
use vocab::Role;

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

/// Somebody who is away, and what the server's clock says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absent {
    /// Who, and when the game may be claimed.
    pub absence: Absence,
    /// Milliseconds since 1970.
    pub now: i64,
}

/// The opponent is away: the player waits, or claims the game once that is possible (rule 1502.14).
pub fn away(sight: &Sight, extra: &Extra, way: Way) -> Markup {
    let (Viewer::Seat(role), Some(Absent { absence, now })) = (sight.viewer, extra.absence) else {
        return html! {};
    };
    if absence.role == role || !sight.live || extra.stopped.is_some() {
        return html! {};
    }
    let name = sight.called(absence.role);
    if absence.may_claim {
        return html! { form.wish.away method="post" action={ "/t/" (sight.id) "/claim" (way.query()) } {
            b { (name) " has been away for more than a minute." } " You can claim the game, or go on waiting. "
            button.btn { "Claim the game" }
        } };
    }
    html! { p.wish.away {
        b { (name) " isn’t at the table right now." }
        @if let Some(from) = absence.claim_from {
            @let left = u64::try_from(from - now).unwrap_or(0);
            " You can claim the game in "
            // Who listens isn't told every second.
            time role="timer" aria-live="off" data-left=(left) data-from=(now) { (words(left)) } ", or go on waiting."
        }
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
            @if sight.seen.stands().is_some() { form method="post" action={ "/t/" (sight.id) "/concede" (way.query()) } {
                button class=(way.button()) name="what" value="match" { "I concede the whole match" }
            } }
        }
    } }
}

/// Between two games of a match: the way out of it.
pub fn give_up(sight: &Sight) -> Markup {
    html! { @if matches!(sight.viewer, Viewer::Seat(_)) && sight.live && sight.seen.match_goes_on() {
        details.sure { summary.btn.quiet { "Concede the match…" }
            p { "Your opponent wins it. This can’t be taken back." }
            form method="post" action={ "/t/" (sight.id) "/concede" } { button.btn.quiet name="what" value="match" { "Yes, I concede the match" } }
        }
    } }
}

/// How many games a player has won in the match, beside the player's name.
pub fn games_won(sight: &Sight, role: Role) -> Markup {
    html! { @if let Some((series, stands)) = sight.seen.series() {
        @let won = stands.won[role as usize];
        " " b.won title={ (series.in_words()) ", game " (stands.number) } { (won) span.vh { @if won == 1 { " game won" } @else { " games won" } } }
    } }
}

/// How the match stands, as the viewer puts it.
pub fn stands(sight: &Sight) -> Option<String> {
    let (series, stands) = sight.seen.series()?;
    let near = sight.near();
    let [own, other] = [near, near.other()].map(|role| stands.won[role as usize]);
    let score = format!("{own} to {other}");
    let by = match sight.viewer {
        Viewer::Seat(_) => String::new(),
        Viewer::Public => format!(" for {}", sight.called(near)),
    };
    Some(match stands.winner {
        Some(role) if sight.viewer == Viewer::Seat(role) => format!("You’ve won the match, {score}."),
        Some(role) => format!("{} has won the match, {score}{by}.", sight.called(role)),
        None => format!("{}, game {}: {score}{by}.", series.in_words(), stands.number),
    })
}

/// Another game of the same players. Of two people each is asked, and they go to the next table together.
pub fn again(sight: &Sight, extra: &Extra) -> Markup {
    let link = |to: &str| html! { li { a.choice href=(to) data-key="3" { kbd { "3" } span.title { "To the next table" } } } };
    let button = |words: &str| {
        html! { li { form method="post" action={ "/t/" (sight.id) "/again" } {
            input type="hidden" name="request" value=(request(sight, extra, "again"));
            button.choice data-key="3" { kbd { "3" } span.title { (words) } }
        } } }
    };
    match (sight.viewer, sight.seen.moved_on()) {
        (Viewer::Seat(_), Some(to)) => link(to),
        (Viewer::Seat(role), None) if sight.seen.is_between_two() => {
            if sight.seen.match_goes_on() {
                return button("The next game of the match");
            }
            match [role, role.other()].map(|who| sight.seen.asks_again(who)) {
                [true, true] => button("To the next table"),
                [true, false] => html! { li { p.wish { "You’ve asked for a rematch." } } },
                [false, true] => button(&format!("Rematch: {} wants one, too", sight.called(role.other()))),
                [false, false] => button("Rematch"),
            }
        }
        (Viewer::Seat(_), None) if sight.seen.match_goes_on() => button("The next game of the match"),
        (Viewer::Seat(_) | Viewer::Public, _) => button("Rematch"),
    }
}
