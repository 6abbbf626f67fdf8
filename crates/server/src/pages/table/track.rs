//! The line of phases, the turn, and the menu.

use super::ends::{self, Way};
use super::sight::Sight;
use super::{Extra, Stopped, bound};
use crate::pages::drawn::Draw;
use crate::pages::means;
use engine::Viewer;
use engine::state::Moment;
use maud::{Markup, html};
use table::stops::{Hands, Stop};
use vocab::{Arena, Role};

/// The phases as players know them: the long name, the short name, the moment, the side.
const PHASES: [(&str, &str, Moment, Option<&str>); 9] = [
    ("Untap, Force, Build", "Ready", Moment::Ready, None),
    ("Draw, Build: Dark", "Build D", Moment::BuildStep(Role::Dark), Some("D")),
    ("Draw, Build: Light", "Build L", Moment::BuildStep(Role::Light), Some("L")),
    ("Retreat: Dark", "Retreat D", Moment::RetreatStep(Role::Dark), Some("D")),
    ("Retreat: Light", "Retreat L", Moment::RetreatStep(Role::Light), Some("L")),
    ("Battle: Space", "Space", Moment::BattleStep(Arena::Space), None),
    ("Battle: Ground", "Ground", Moment::BattleStep(Arena::Ground), None),
    ("Battle: Character", "Character", Moment::BattleStep(Arena::Character), None),
    ("End", "End", Moment::TurnEnd, None),
];

/// Where the game is, for screen readers.
pub fn spoken(sight: &Sight) -> String {
    let phase = PHASES.iter().find(|(_, _, moment, _)| *moment == sight.view.moment);
    let step = match (phase, sight.view.moment) {
        (Some((name, ..)), _) => *name,
        (None, Moment::Preparation) => "Preparation",
        (None, Moment::Setup) => "Setup",
        (None, _) => "Battle",
    };
    let asked = match sight.view.asked {
        Some(role) if sight.viewer == Viewer::Seat(role) => "It’s your decision.".to_string(),
        Some(role) => format!("{} is deciding.", sight.called(role)),
        None => "The game is over.".into(),
    };
    format!("Turn {}, {step}. {asked}", sight.view.turn)
}

/// What the page is called: who is asked comes first, so that a tab among many says it.
pub fn title(sight: &Sight) -> String {
    let turn = match sight.view.turn {
        0 => "Setup".to_string(),
        turn => format!("Turn {turn}"),
    };
    match (sight.view.outcome, &sight.decision) {
        (Some(_), _) => format!("Over, {}", turn.to_lowercase()),
        (None, Some(_)) => format!("Your turn, {}", turn.to_lowercase()),
        (None, None) => turn,
    }
}

/// The line.
pub fn track(sight: &Sight, extra: &Extra, draw: &Draw) -> Markup {
    let now = PHASES.iter().position(|(_, _, moment, _)| *moment == sight.view.moment);
    let before = sight.view.moment == Moment::BattlePhase;
    let phases = html! {
        ol.phases data-region="phases" tabindex="0" data-tips=".now" aria-label="Phases of the turn" {
            @if sight.view.turn == 0 {
                li.now aria-current="step" title=(means::step(sight.view.moment)) { @if sight.view.moment == Moment::Setup { "Setup" } @else { "Preparation" } }
            }
            @for (place, (long, short, moment, side)) in PHASES.iter().enumerate() {
                li.done[now.is_some_and(|now| place < now) || (before && place < 5)].now[now == Some(place)]
                    aria-current=[(now == Some(place)).then_some("step")] title=(means::step(*moment)) {
                    span.vh { (long) }
                    @if let Some(side) = side { span.dot data-side=(side) {} }
                    span aria-hidden="true" { (short) }
                }
            }
        }
    };
    let turn = html! { b data-region="turn" { @if sight.view.turn == 0 { "Setup" } @else { "Turn " (sight.view.turn) } } };
    let watching = html! {
        span.watching data-region="watching" hidden[extra.watchers == 0] title=(format!("{} {} this game", extra.watchers, if extra.watchers == 1 { "person is watching" } else { "people are watching" })) { (extra.watchers) " watching" }
    };
    let undo = html! { span.undo data-region="undo" { @if sight.seen.can_go_back() && !matches!(extra.stopped, Some(Stopped::Ended | Stopped::MadeRoom)) { button.btn.quiet form="undo" data-key="u" { "Undo" } } } };
    html! {
        header.track {
            a.brand href="/" { span.mark {} "Dejarik" }
            (draw.region("phases", &phases))
            div.turn {
                (draw.region("turn", &turn))
                button.btn.quiet.speed type="button" data-speed hidden {}
                (draw.region("watching", &watching))
                @if let Viewer::Seat(role) = sight.viewer && sight.live {
                    (draw.region("undo", &undo))
                    a.btn.quiet href={ "/t/" (sight.id) "/report" } title="Report a wrong ruling" aria-label="Report a wrong ruling" { "⚑" }
                    (stops(sight, role, extra, draw))
                }
                @match &extra.position {
                    None if extra.puzzle.is_some() => a.btn.quiet href="/puzzles" { "All puzzles" },
                    None => (menu(sight, extra, draw)),
                    Some(text) => {
                        a.btn.quiet href=(crate::pages::judge::table_address(text, Some(sight.near().other()))) { "The other side" }
                        a.btn.quiet href={ "/judge?q=" (crate::pages::encoded(text)) } { "To the desk" }
                    }
                }
            }
        }
    }
}

fn stops(sight: &Sight, role: Role, extra: &Extra, draw: &Draw) -> Markup {
    let fields = html! { form.sheet-menu data-region="wishes" method="post" action={ "/t/" (sight.id) "/wishes" } { (wishes(sight, role, extra)) } };
    html! {
        details.menu name="menu" {
            summary.btn.quiet { "Stops" }
            (draw.region("wishes", &fields))
        }
    }
}

/// The fields of a player's preferences.
pub fn wishes(sight: &Sight, role: Role, extra: &Extra) -> Markup {
    let wishes = sight.seen.wishes(role);
    let settings = extra.settings;
    html! {
        h2 { "Ask me" }
        p.eyebrow { "We skip questions when you have nothing to play, or when no answer would make a difference, unless this game always asks." }
        @for stop in Stop::ALL {
            label { input type="checkbox" name=(stop.word()) checked[wishes.stops_at(stop)]; (stop.name()) }
        }
        label { input type="checkbox" name="hands" checked[wishes.hands == Hands::Always]; "Whenever I can carry out a text by hand" }
        label { input type="checkbox" name="all" checked[wishes.asks_all()]; "Even if no answer would make a difference" }
        @if wishes.silences() { button.btn form="silence" { "Ask about all cards again" } }
        h2 { "Show me" }
        label { input type="checkbox" name="coach" checked[wishes.coach]; "Explain what I meet for the first time" }
        button.btn formaction={ "/t/" (sight.id) "/coach" } name="again" value="1" { "Explain everything again" }
        label { input type="checkbox" name="still" checked[settings.still]; "Turn animations off" }
        label { input type="checkbox" name="text" checked[settings.text]; "Open tables as plain text" }
        @if sight.world.pictures.is_empty() { @if settings.drawn { input type="hidden" name="drawn" value="on"; } }
        @else { label { input type="checkbox" name="drawn" checked[settings.drawn]; "Draw cards instead of showing pictures" } }
        p.eyebrow { "This browser remembers it for your other games." }
        button.btn { "Save" }
    }
}

fn menu(sight: &Sight, extra: &Extra, draw: &Draw) -> Markup {
    let game = html! {
        div.bare data-region="game" {
                h2 { "This game" }
                p { (sight.names()[0]) " (" (sight.seen.player(Role::Dark).deck) ") against " (sight.names()[1]) " (" (sight.seen.player(Role::Light).deck) "), edition " (sight.seen.edition()) }
                @if let Some(stands) = ends::stands(sight) { p { (stands) } }
                p { a href={ "/t/" (sight.id) "/text" } { "As plain text" } " · " a href={ "/t/" (sight.id) "/log" } { "The whole log" } " · " a href="/learn/page" { "How to play" } " · " a href="/" { "Start page" } }
                @match &extra.replay {
                    None => p { a href={ "/t/" (sight.id) "/report" } { "Report a wrong ruling" } },
                    Some(replay) => p { a href={ "/t/" (sight.id) "/report?at=" (replay.at) } { "Report a wrong ruling" } },
                }
                @if sight.seen.has_hands() { p { a href={ "/t/" (sight.id) "/hand" } { "Texts carried out by hand" } } }
                @if extra.replay.is_some() || sight.view.outcome.is_some() {
                    p { a href={ "/r/" (sight.id) } { "Replay" } " · " a href={ "/r/" (sight.id) "/file" } { "Download" } }
                }
                (ends::ways(sight, extra, Way::Table))
                @if matches!(extra.stopped, Some(Stopped::Stuck | Stopped::StuckAfterwards)) && matches!(sight.viewer, Viewer::Seat(_)) {
                    form method="post" action={ "/t/" (sight.id) "/abandon" } { (bound(sight, extra, "abandon")) button.btn { "End without a result" } }
                }
        }
    };
    html! {
        details.menu name="menu" {
            summary.btn.quiet { "Menu" }
            div.sheet-menu {
                (draw.region("game", &game))
                h2 { "Fair dice" }
                @match &extra.fair {
                    Some(shown) => (crate::pages::fair::menu(shown, draw)),
                    None => p.eyebrow { "The server chose this game’s dice before it began; there’s no promise you could check." },
                }
                div.kept hidden {
                    h2 { "This browser" }
                    label { "Theme " select data-keeps="theme" data-usual="dark" { (crate::pages::themes()) } }
                    label { input type="checkbox" data-keeps="sound" data-usual="off"; "Sound" }
                    label { input type="checkbox" data-keeps="keys" data-usual="on"; "Single keys, as listed below" }
                    label { input type="checkbox" data-keeps="notices" data-usual="off"; "Notify me when it’s my turn and I’m somewhere else" }
                }
                h2 { "Keys" }
                dl.keys-list {
                    @for (key, what) in KEYS { div { dt { kbd { (key) } } dd { (what) } } }
                }
            }
        }
    }
}

pub(super) const KEYS: [(&str, &str); 13] = [
    ("1–9, 0, A …", "choose"),
    ("P", "pass"),
    ("H", "pass until the next attack"),
    ("E", "done"),
    ("Esc", "back one step"),
    ("B", "carry out a text by hand"),
    ("U", "undo"),
    ("S G C", "go to an arena"),
    ("Y", "go to your hand"),
    ("L O", "log, odds"),
    ("I", "a hint"),
    ("W", "what can I do?"),
    ("R", "the rule behind this decision"),
];
