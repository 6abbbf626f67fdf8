//! The table: one page for a game, as one viewer sees it. The body is a part of its own, so that the script can swap it.

pub mod advice;
mod arena;
pub mod clock;
mod desk;
pub mod ends;
mod explain;
pub mod hand;
mod lane;
pub mod lesson;
mod mine;
pub mod moves;
pub mod offer;
mod players;
mod prompt;
pub mod puzzle;
mod result;
pub mod sight;
mod stage;
pub mod text;
mod track;
mod why_not;
mod words;

#[cfg(test)]
#[path = "plain/tests.rs"]
mod plain;
#[cfg(test)]
#[path = "refused/tests.rs"]
mod refused;
#[cfg(test)]
pub(crate) mod tests;

use super::drawn::{Draw, Drawn};
use super::head;
use crate::web::assets::build;
use crate::web::settings::Settings;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};
use sight::Sight;
use std::hash::{DefaultHasher, Hash, Hasher};

pub use desk::{Panel, sentence, whole_log};
pub use why_not::why_not;
pub use words::question;

/// What the page needs besides the sight.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// The invitation to show: the other seat is free.
    pub invitation: Option<String>,
    /// At a table with one screen: whose cards wait to be shown.
    pub curtain: Option<vocab::Role>,
    /// What the desk shows.
    pub panel: Panel,
    /// What the coach says, to somebody who meets something for the first time.
    pub coach: Option<String>,
    /// What a hint says.
    pub hint: Option<String>,
    /// The place of the choice that it means.
    pub hinted: Option<usize>,
    /// In a replay: where it is.
    pub replay: Option<Replay>,
    /// What was refused, if something was.
    pub refused: Option<String>,
    /// What the players said, where there are two of them.
    pub chat: Option<Talk>,
    /// What the visitor wants of every table.
    pub settings: Settings,
    /// Which version of the table is shown; empty in a replay.
    pub version: String,
    /// How many people watch.
    pub watchers: usize,
    /// The clocks, at a table that has them.
    pub time: Option<clock::Shown>,
    /// Who of the players is away.
    pub absence: Option<ends::Absent>,
    /// Why the game has stopped, if it has.
    pub stopped: Option<Stopped>,
    /// A judge's position instead of a game: the text that leads to it.
    pub position: Option<String>,
    /// A puzzle instead of a game.
    pub puzzle: Option<puzzle::Shown>,
    /// In a lesson: what the coach does.
    pub lesson: Option<lesson::Shown>,
    /// The coach's last word, when the script of a lesson is over and the game goes on.
    pub last_word: Option<String>,
    /// What was promised, as far as it is shown; nothing in games from before there were promises.
    pub fair: Option<super::fair::Shown>,
}

/// A point of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// After how many answers.
    pub at: usize,
    /// How many there are.
    pub of: usize,
    /// After how many answers attacks were declared.
    pub attacks: Vec<usize>,
    /// After how many answers turns started.
    pub turns: Vec<usize>,
    /// The cards in both hands, Dark's first, if they are open.
    pub open: Option<[Vec<vocab::DefinitionId>; 2]>,
}

/// Why a game has stopped before it was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It doesn't fit today's rules or cards: a player can go on from where it still holds, or end it.
    Stuck,
    /// It doesn't any more, but it was over before: there is a record of it.
    StuckAfterwards,
    /// It was ended without a result.
    Ended,
    /// A lab table that made room for a newer one.
    MadeRoom,
}

/// What is said at a table, as the viewer hears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// What was said.
    pub said: Vec<Said>,
    /// With whom the viewer talks.
    pub with: With,
}

/// With whom somebody talks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// With the other player.
    Opponent {
        /// Whether the viewer doesn't want to read what the other writes.
        muted: bool,
        /// Whether the two talk in phrases alone.
        phrases: bool,
    },
    /// With the others who watch.
    Watchers,
}

/// Something that somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether the viewer said it.
    pub own: bool,
    /// What they are called.
    pub name: String,
    /// What was said.
    pub text: String,
}

/// The whole page.
pub fn page(sight: &Sight, extra: &Extra) -> Html<String> {
    let title = track::title(sight);
    let waits = sight.live && sight.decision.is_none() && sight.view.outcome.is_none();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (head(&title, &["table.css", "stage.css", "rooms.css"]))
                @if let Some(time) = &extra.time { meta name="now" content=(time.now); }
                @if let Some(run) = extra.puzzle.as_ref().and_then(|shown| shown.run.as_ref()) {
                    meta name="now" content=(run.now);
                    meta http-equiv="refresh" content={ (run.left / 1000 + 1) "; url=/puzzles/storm" };
                }
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

/// The forms that answer the step that is shown, and what makes a form one that was not sent before. Their buttons and
/// fields are elsewhere, in regions that don't change with every step.
fn step(sight: &Sight, extra: &Extra) -> Markup {
    if let Some(shown) = &extra.puzzle {
        return html! { div hidden data-region="step" { (puzzle::form(shown)) } };
    }
    if let Some(text) = &extra.position {
        // An answer is one more line of the script.
        return html! { div hidden data-region="step" { form id="answer" method="get" action="/judge/table" {
        input type="hidden" name="q" value=(text); input type="hidden" name="seat" value=(store::role_word(sight.near())); } } };
    }
    let form = |what: &str| html! { form id=(what) method="post" action={ "/t/" (sight.id) "/" (what) } { (bound(sight, extra, what)) } };
    html! {
        div hidden data-region="step" {
            @for what in ["answer", "undo", "hold"] { (form(what)) }
            form id="silence" method="post" action={ "/t/" (sight.id) "/silence" } {}
            @for what in ["agree", "say"] { input type="hidden" form=(what) name="request" value=(request(sight, extra, what)); }
        }
    }
}

/// The part of the page that changes.
pub fn body(sight: &Sight, extra: &Extra) -> Markup {
    let drawn = drawn(sight, extra);
    match extra.panel {
        Panel::Log => drawn.body(),
        // A card on the desk is nothing that the server remembers.
        Panel::Card(_) => {
            let usual = self::drawn(sight, &Extra { panel: Panel::Log, ..extra.clone() });
            drawn.known_as(&usual).body()
        }
    }
}

fn numbers(all: &[usize]) -> String {
    all.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// The same in regions.
pub fn drawn(sight: &Sight, extra: &Extra) -> Drawn {
    let draw = Draw::default();
    let mode = if sight.is_building() { "build" } else { "battle" };
    let frame = html! {
        a.skip href="#prompt" { "Skip to your decision" }
        (draw.region("spoken", &html! { h1.vh data-region="spoken" { (track::spoken(sight)) } }))
        (draw.region("step", &step(sight, extra)))
        (track::track(sight, extra, &draw))
        (draw.region("them", &players::them(sight, extra)))
        (draw.region("tabs", &arena::tabs(sight)))
        main.arenas {
            @for arena in vocab::Arena::ALL {
                (draw.region(&format!("arena-{}", arena.name().to_lowercase()), &arena::arena(sight, arena, &draw)))
            }
        }
        (draw.region("order", &arena::order(sight)))
        div.dock {
            (draw.region("prompt", &prompt::prompt(sight, extra)))
            (stage::stage())
            (mine::mine(sight, extra, &draw))
        }
        (desk::desk(sight, extra, &draw))
        (stage::layer())
    };
    let yes = |is: bool| is.then(|| "yes".to_string());
    let attributes = vec![
        ("class", Some("table".into())),
        ("data-mode", Some(mode.into())),
        ("data-game", (extra.position.is_none() && extra.puzzle.is_none()).then(|| sight.id.to_string())),
        ("data-live", yes(sight.live)),
        ("data-number", Some(sight.seen.number().to_string())),
        ("data-version", Some(extra.version.clone())),
        ("data-still", yes(extra.settings.still)),
        ("data-asked", yes(sight.decision.is_some())),
        ("data-attack", sight.seen.lane().map(|lane| lane.number.to_string())),
        ("data-hide", extra.lesson.as_ref().map(|lesson| lesson.hide.clone())),
        ("data-battle", sight.battle().map(|arena| arena.name().to_lowercase())),
        ("data-title", Some(track::title(sight))),
        ("data-watch", yes(sight.live && sight.viewer == engine::Viewer::Public && extra.curtain.is_none())),
        ("data-at", extra.replay.as_ref().map(|replay| replay.at.to_string())),
        ("data-attacks", extra.replay.as_ref().map(|replay| numbers(&replay.attacks))),
        ("data-turns", extra.replay.as_ref().map(|replay| numbers(&replay.turns))),
        ("data-next", sight.seen.moved_on().map(str::to_string)),
        ("data-script", Some(build().into())),
    ];
    draw.finish(frame, attributes)
}
