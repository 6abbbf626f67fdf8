//! The start page: one button into a game, and every other way to play.

use super::conditions::{clock_field, format_field, series_field};
use super::learn::{is_lesson, next};
use super::{face, hand, kept, page};
use crate::computer;
use crate::learned::Learned;
use crate::world::{Offer, World};
use axum::response::Html;
use maud::{Markup, html};
use store::{Listed, ListedDeck};

/// The page. The number marks its forms, so that a double click sets up one table.
pub fn start(
    world: &World,
    games: &[Listed],
    own: &[ListedDeck],
    learned: &Learned,
    request: u64,
    public: bool,
) -> Html<String> {
    let suggested = world.suggested();
    // Whoever has never played a game is shown the way in first, as long as there are lessons to take.
    let is_new = games.iter().all(is_lesson);
    let lesson = next(world.lessons(), learned).filter(|_| is_new);
    page(
        "Play",
        "/",
        &html! {
            section.hero {
                div.hero-text {
                    h1 { "The Star Wars Trading Card Game, with a judge who knows every rule." }
                    @match suggested {
                        Some((mine, theirs)) => {
                            form method="post" action="/play" {
                                input type="hidden" name="mine" value=(mine.slug);
                                input type="hidden" name="theirs" value=(theirs.slug);
                                input type="hidden" name="request" value=(request);
                                @match lesson {
                                    Some(lesson) => span.first {
                                        button.btn.main.large formaction={ "/learn/" (lesson.lesson.scenario.id) } {
                                            @if lesson.lesson.scenario.id == "L01" { "Learn by playing (8 minutes)" } @else { "Next lesson: " (lesson.lesson.name()) } }
                                        button.btn.line.play { "I know the game: play now" }
                                    },
                                    None => button.btn.main.play { "Play now" },
                                }
                            }
                            p.duel { "You with " b class=(mine.side.letter()) { (mine.name) } " against the computer with "
                                b class=(theirs.side.letter()) { (theirs.name) } "." br; "No account, nothing to install. " a href="/learn" { "All lessons" } " · " a href="/learn/page" { "How to play" } @if public { " · " a href="/lobby" { "Find an opponent" } " · " a href="/watch" { "Watch" } } }
                        }
                        None => p.lead { "None of these decks can be played yet. The decks page shows which cards are in the way." }
                    }
                }
                (board(world))
            }
            div.start-grid {
                (change(world, own, request))
                (ways(world, request))
                (running(games))
            }
        },
    )
}

fn board(world: &World) -> Markup {
    let shown = suggested_cards(world);
    html! { ul.board aria-hidden="true" inert {
        @for (place, definition) in shown.iter().enumerate() {
            li.unit.{ "at" (place) } data-side=(definition.side.letter()) { span.card { (face::plain(definition, None)) } }
        }
    } }
}

/// A few cards of the suggested decks, to look at.
fn suggested_cards(world: &World) -> Vec<&vocab::Definition> {
    let Some((mine, theirs)) = world.suggested() else { return Vec::new() };
    let mut shown = Vec::new();
    for (offer, number) in [(theirs, 2), (mine, 2)] {
        let Ok(deck) = &offer.playable else { continue };
        let mut units: Vec<&vocab::Definition> = deck
            .cards
            .iter()
            .map(|id| world.catalog.definition(*id))
            .filter(|card| card.card_type.is_unit() && card.side == offer.side)
            .collect();
        units.sort_by_key(|card| std::cmp::Reverse(card.cost.points()));
        units.dedup_by_key(|card| card.name.clone());
        shown.extend(units.into_iter().take(number));
    }
    shown
}

/// The options of a list of decks.
pub fn deck_options(world: &World, chosen: Option<&str>) -> Markup {
    options(world.decks.iter(), chosen)
}

/// Decks of the server as options.
pub fn options<'a>(offers: impl Iterator<Item = &'a Offer>, chosen: Option<&str>) -> Markup {
    html! { @for offer in offers {
        option value=(offer.slug) selected[chosen == Some(offer.slug.as_str())] disabled[offer.playable.is_err()] {
            (offer.name) " (" (offer.side) ", " (offer.difficulty().words()) ")" @if offer.playable.is_err() { " – refused" } @else if !offer.texts.is_empty() { " – " (hand::cards(&offer.texts)) " by hand" }
        }
    } }
}

/// The fields of a new game: level and edition.
pub fn rules_fields(prefix: &str) -> Markup {
    html! {
        div {
            fieldset.field { legend { "Level" } div.seg {
                @for level in ai::Level::ALL {
                    input.vh type="radio" name="level" value=(level.name()) id={ (prefix) (level.name()) } checked[level == computer::usual()];
                    label for={ (prefix) (level.name()) } title=(level.description()) { (computer::title(level)) }
                }
            } }
            fieldset.field { legend { "Edition" } div.seg {
                input.vh type="radio" name="edition" value="current" id={ (prefix) "current" } checked;
                label for={ (prefix) "current" } { "Current" }
                input.vh type="radio" name="edition" value="sheets" id={ (prefix) "sheets" };
                label for={ (prefix) "sheets" } { "Sheets" }
            } }
        }
    }
}

fn change(world: &World, own: &[ListedDeck], request: u64) -> Markup {
    let (mine, theirs) = match world.suggested() {
        Some((mine, theirs)) => (Some(mine.slug.as_str()), Some(theirs.slug.as_str())),
        None => (None, None),
    };
    html! {
        section.box aria-labelledby="c-h" {
            h2 id="c-h" { "Change the game" }
            form method="post" action="/play" {
                // Each form has a number of its own.
                input type="hidden" name="request" value=(request ^ 1);
                div.two {
                    div.field { label for="mine" { "Your deck" } select id="mine" name="mine" { (kept::options(own)) (deck_options(world, mine)) } }
                    div.field { label for="theirs" { "Their deck" } select id="theirs" name="theirs" { (deck_options(world, theirs)) } }
                }
                (format_field(world, "c-"))
                (clock_field("c-"))
                (series_field("c-"))
                (rules_fields("c-"))
                fieldset.field { legend { "Against" } div.seg {
                    @for (way, name) in [("computer", "Computer"), ("friend", "A friend"), ("hotseat", "Hot seat"), ("watch", "Watch")] {
                        input.vh type="radio" name="way" value=(way) id={ "w-" (way) } checked[way == "computer"];
                        label for={ "w-" (way) } { (name) }
                    }
                } }
                fieldset.field { legend { "With nothing to play" } div.seg {
                    input.vh type="radio" name="passing" value="at-once" id="p-at-once" checked;
                    label for="p-at-once" { "Skip the question" }
                    input.vh type="radio" name="passing" value="asked" id="p-asked";
                    label for="p-asked" title="Your opponent can’t tell from a quick pass that you have nothing to play" { "Ask anyway" }
                } }
                fieldset.field { legend { "Who can watch" } div.seg {
                    @for (word, name, title) in [
                        ("open", "Anyone", "Anyone with the address can watch"),
                        ("later", "1 min later", "Anyone with the address can watch, a minute later"),
                        ("much-later", "3 min later", "Anyone with the address can watch, three minutes later"),
                        ("nobody", "Nobody", "Only the players see the game while it’s played"),
                    ] {
                        input.vh type="radio" name="watching" value=(word) id={ "v-" (word) } checked[word == "open"];
                        label for={ "v-" (word) } title=(title) { (name) }
                    }
                } }
                button.btn.line { "Play with these" }
            }
            (not_playable(world))
        }
    }
}

fn not_playable(world: &World) -> Markup {
    let refused: Vec<(&Offer, &String)> =
        world.decks.iter().filter_map(|offer| Some((offer, offer.playable.as_ref().err()?))).collect();
    html! { @if !refused.is_empty() {
        details.refused { summary { (refused.len()) @if refused.len() == 1 { " deck" } @else { " decks" } " can’t be played yet" }
            ul { @for (offer, reason) in refused { li { b { (offer.name) } ": " (reason) } } } }
    } }
}

fn ways(world: &World, request: u64) -> Markup {
    let playable = world.suggested();
    let way = |way: &str, name: &str, note: &str| {
        html! { li { form method="post" action="/play" {
            @if let Some((mine, theirs)) = playable {
                input type="hidden" name="mine" value=(mine.slug); input type="hidden" name="theirs" value=(theirs.slug); }
            input type="hidden" name="way" value=(way);
            input type="hidden" name="request" value=(request.rotate_left(way.len() as u32));
            button.way { span { (name) } small { (note) } span.go aria-hidden="true" { "›" } }
        } } }
    };
    html! {
        section.box aria-labelledby="o-h" {
            h2 id="o-h" { "Other ways to play" }
            ul.ways {
                (way("friend", "Play a friend", "Get a link to send"))
                (way("hotseat", "Hot seat", "Two players, one screen"))
                (way("watch", "Watch", "The computer against itself"))
                li { a href="/decks#bring" { span { "Bring your deck" } small { "Paste a list or drop a .dek file" } span.go aria-hidden="true" { "›" } } }
                li { a href="/judge" { span { "Judge" } small { "Set up a position and see what the rules make of it" } span.go aria-hidden="true" { "›" } } }
                li { a href="/lab" { span { "Lab" } small { "Type a card’s text and see how the game reads it" } span.go aria-hidden="true" { "›" } } }
            }
        }
    }
}

/// Whether a game waits for the visitor.
fn is_your_turn(game: &Listed) -> bool {
    !game.over && !is_lesson(game) && game.asks == Some(game.role)
}

fn running(games: &[Listed]) -> Markup {
    let list = |over: bool| {
        // A table that was left before its game began is nothing to come back to.
        let wanted = |game: &&Listed| {
            game.over == over && !is_lesson(game) && !(over && game.note.ends_with(table::NOT_BEGUN))
        };
        html! { ul.ways { @for game in games.iter().filter(wanted).take(6) {
            li { a href={ @if over { "/t/" (game.game) "/end" } @else { "/t/" (game.game) } } {
                span.mine-turn[!over] { (game.note) } small { @if over { "Summary and replay" } @else if is_your_turn(game) { "Your turn" } @else if game.asks.is_some() { "Their turn" } @else { "Continue" } } span.go aria-hidden="true" { "›" } } }
        } } }
    };
    let turns = games.iter().filter(|game| is_your_turn(game)).count();
    // A browser follows as many as are listed.
    let followed = games.iter().filter(|game| !game.over && !is_lesson(game)).take(6);
    let followed: Vec<&str> = followed.map(|game| &*game.game).collect();
    html! {
        section.box id="mine" data-turns=(turns) data-games=(followed.join(" ")) aria-labelledby="r-h" {
            h2 id="r-h" { "Continue" }
            @if turns > 0 { p.turns role="status" { "It’s your turn in " (turns) @if turns == 1 { " game." } @else { " games." } } }
            @if games.iter().any(|game| !game.over && !is_lesson(game)) { (list(false)) } @else { p.eyebrow { "No games waiting for you." } }
            h2.later { "Replays" }
            @if games.iter().any(|game| game.over && !is_lesson(game)) { (list(true)) } @else { p.eyebrow { "Your finished games appear here." } }
            p.later { a href="/me/games" { "My games" } " · " a href="/me" { "You, and other devices" } }
        }
    }
}
