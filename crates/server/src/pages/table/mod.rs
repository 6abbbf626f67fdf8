//! The table: one page for a game, as one viewer sees it. The body is a part of its own, so that the script can swap it.

mod arena;
mod desk;
mod explain;
mod lane;
mod mine;
pub mod offer;
mod players;
mod prompt;
pub mod sight;
pub mod text;
mod track;
mod why_not;
mod words;

#[cfg(test)]
mod tests;

use super::head;
use crate::web::settings::Settings;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};
use sight::Sight;
use std::hash::{DefaultHasher, Hash, Hasher};

pub use desk::{Panel, whole_log};
pub use why_not::why_not;

/// What the page needs besides the sight.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// The invitation to show: the other seat is free.
    pub invitation: Option<String>,
    /// At a table with one screen: whose cards wait to be shown.
    pub curtain: Option<vocab::Role>,
    /// What the desk shows.
    pub panel: Panel,
    /// What a hint says.
    pub hint: Option<String>,
    /// In a replay: where it is, and how many answers there are.
    pub replay: Option<(usize, usize)>,
    /// What was refused, if something was.
    pub refused: Option<String>,
    /// What the players said, where there are two of them.
    pub chat: Option<Vec<Said>>,
    /// What the visitor wants of every table.
    pub settings: Settings,
    /// Which version of the table is shown; empty in a replay.
    pub version: String,
    /// How many people watch.
    pub watchers: usize,
    /// Whether the game doesn't fit today's rules and can be ended without a result.
    pub stuck: bool,
    /// What was promised, as far as it is shown; nothing in games from before there were promises.
    pub fair: Option<super::fair::Shown>,
}

/// Something that a player said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether the viewer said it.
    pub own: bool,
    /// The name of the player.
    pub name: String,
    /// What was said.
    pub text: String,
}

/// The whole page.
pub fn page(sight: &Sight, extra: &Extra) -> Html<String> {
    let title = match sight.view.turn {
        0 => "Setup".to_string(),
        turn => format!("Turn {turn}"),
    };
    let waits = sight.live && sight.decision.is_none() && sight.view.outcome.is_none();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (head(&title, &["table.css"]))
                @if waits { noscript { meta http-equiv="refresh" content="2"; } }
            }
            (body(sight, extra))
        }
    };
    Html(page.into_string())
}

/// The number by which a form is known again when it is sent twice. It follows from what is shown, so a page drawn
/// again is the same page.
pub fn request(sight: &Sight, extra: &Extra, what: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (sight.id, &extra.version, sight.near() as usize, what).hash(&mut hasher);
    // 0 means that a request has no number.
    hasher.finish() | 1
}

/// The fields of a form that answers the step that is shown.
pub fn bound(sight: &Sight, extra: &Extra, what: &str) -> Markup {
    html! {
        input type="hidden" name="n" value=(sight.seen.number());
        input type="hidden" name="request" value=(request(sight, extra, what));
    }
}

/// The part of the page that changes.
pub fn body(sight: &Sight, extra: &Extra) -> Markup {
    let battle = sight.battle();
    let mode = if sight.is_building() { "build" } else { "battle" };
    html! {
        body.table data-mode=(mode) data-game=(sight.id) data-live=[sight.live.then_some("yes")]
            data-number=(sight.seen.number()) data-version=(extra.version)
            data-still=[extra.settings.still.then_some("yes")]
            data-asked=[sight.decision.is_some().then_some("yes")] data-attack=[sight.seen.lane().map(|lane| lane.number)] {
            a.skip href="#prompt" { "Skip to your decision" }
            h1.vh { (track::spoken(sight)) }
            form.vh id="answer" method="post" action={ "/t/" (sight.id) "/answer" } {
                (bound(sight, extra, "answer"))
            }
            (track::track(sight, extra))
            (players::them(sight))
            (arena::tabs(sight))
            main.arenas data-battle=[battle.map(|arena| arena.name().to_lowercase())] {
                @for arena in vocab::Arena::ALL { (arena::arena(sight, arena)) }
            }
            @if mode == "battle" { (arena::order(sight)) }
            div.dock {
                (prompt::prompt(sight, extra))
                (mine::mine(sight))
            }
            (desk::desk(sight, extra))
        }
    }
}
