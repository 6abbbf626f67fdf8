//! The lobby: what somebody looks for, who else waits, which games can be watched.

use super::conditions::{clock_presets, format_field, series_field};
use super::kept;
use super::page;
use super::start::deck_options;
use super::talk::how_long;
use crate::lobby::Waiting;
use crate::world::World;
use axum::response::Html;
use maud::{Markup, html};
use store::{Listed, ListedDeck};
use table::glicko::Rating;

/// From this deviation on a rating is a guess.
const UNSURE: f64 = 110.0;

/// What the lobby shows.
pub struct Lobby<'a> {
    /// The visitor's own seek, if they wait.
    pub own: Option<(&'a str, Option<Waiting>)>,
    /// Who else waits.
    pub others: &'a [Waiting],
    /// The visitor's decks.
    pub decks: &'a [ListedDeck],
    /// Games that can be watched.
    pub games: &'a [Listed],
    /// The visitor's rating and the games it follows from, for somebody who can be known again.
    pub rating: Option<(Rating, u32)>,
    /// What it looks like, in a word.
    pub version: &'a str,
    /// What the visitor is called.
    pub name: Option<&'a str>,
    /// Milliseconds since 1970.
    pub now: i64,
}

/// A rating as people read it: with a question mark as long as it is a guess.
pub fn rating(rating: Rating) -> String {
    format!("{:.0}{}", rating.rating, if rating.deviation > UNSURE { "?" } else { "" })
}

/// The page.
pub fn lobby(world: &World, lobby: &Lobby) -> Html<String> {
    let live = match &lobby.own {
        Some((id, _)) => format!("/lobby/live?seek={id}"),
        None => "/lobby/live".to_string(),
    };
    let body = html! {
        div id="lobby" data-live=(live) data-version=(lobby.version) {
            h1 { "Lobby" }
            @match &lobby.own {
                Some((id, waiting)) => (waits(id, waiting.as_ref(), lobby.now)),
                None => (seek(world, lobby)),
            }
            (running(lobby.games))
        }
    };
    if lobby.own.is_some() {
        super::waiting_page("Lobby", "/lobby", &body)
    } else {
        page("Lobby", "/lobby", &body)
    }
}

/// Somebody waits.
fn waits(id: &str, waiting: Option<&Waiting>, now: i64) -> Markup {
    html! { section.box.later aria-labelledby="w-h" {
        h2 id="w-h" { "Looking for an opponent…" }
        @if let Some(Waiting { seek, wants }) = waiting {
            p { b { (wants.deck) } ", " @if wants.anything { "any conditions" } @else { (wants.asks.in_words()) } "." @if now - seek.at >= 60_000 { " You’ve waited for " (how_long(now - seek.at)) "." } }
        }
        p.eyebrow.later { "Keep this page open. You’ll sit down as soon as somebody fits." }
        form.btns method="post" action="/lobby" { input type="hidden" name="take" value=(id); button.btn.line name="do" value="withdraw" { "Stop looking" } }
    } }
}

/// The form of a seek, with the games that others look for.
fn seek(world: &World, lobby: &Lobby) -> Markup {
    let suggested = world.suggested().map(|(mine, _)| mine.slug.as_str());
    html! {
        form.lobby method="post" action="/lobby" {
            section.box.later aria-labelledby="s-h" {
                h2 id="s-h" { "Find a game" }
                @match lobby.rating {
                    Some((own, 0)) => p.eyebrow { "Rated games begin at " (rating(own)) "." },
                    Some((own, games)) => p { "Your rating: " b { (rating(own)) } ", after " (games) @if games == 1 { " game." } @else { " games." } },
                    None => p.eyebrow { "For rated games, make a recovery key first: " a href="/me" { "You" } "." },
                }
                div.two {
                    div.field { label for="l-name" { "Your name" } input id="l-name" name="name" value=[lobby.name] maxlength="24" autocomplete="nickname" placeholder="Guest"; }
                    div.field { label for="l-deck" { "Your deck" } select id="l-deck" name="deck" { (kept::options(lobby.decks)) (deck_options(world, suggested)) } }
                }
                p { label { input type="checkbox" name="hands"; " Texts by hand are fine with me, mine and my opponent’s" } }
                p { label { input type="checkbox" name="talk" checked; " I’d like to chat freely, if my opponent does, too" } }
                div.btns { button.btn.main name="do" value="anything" { "Play anybody" } }
                details { summary { "Conditions" }
                    (format_field(world, "l-"))
                    (clock_presets("l-"))
                    (series_field("l-"))
                    @if lobby.rating.is_some() { p { label { input type="checkbox" name="rated"; " Rated: it counts, without takebacks and texts by hand" } } }
                    div.btns { button.btn.line name="do" value="seek" { "Look for such a game" } }
                }
            }
            section.box.later aria-labelledby="o-h" {
                h2 id="o-h" { "Looking for a game" }
                @if lobby.others.is_empty() { p.eyebrow { "Nobody at the moment." } }
                ul.seeks { @for Waiting { seek, wants } in lobby.others { li {
                    span { b { (wants.name) } @if wants.kept { " (" (format!("{:.0}", wants.rating)) ")" } ", "
                    @if wants.anything { "any conditions" } @else { (wants.asks.in_words()) }
                    @if lobby.now - seek.at >= 60_000 { ", for " (how_long(lobby.now - seek.at)) } }
                    button.btn.line name="take" value=(seek.id) { "Play with the deck above" }
                } } }
            }
        }
    }
}

fn running(games: &[Listed]) -> Markup {
    html! { section.box.later aria-labelledby="g-h" {
        h2 id="g-h" { "Games to watch" }
        @if games.is_empty() { p.eyebrow { "None at the moment." } }
        ul.ways { @for game in games.iter().take(40) { li { a href={ "/t/" (game.game) } { span { (game.note) } small { "Watch, a minute late" } span.go aria-hidden="true" { "›" } } } } }
    } }
}

/// Games that can be watched.
pub fn watch(games: &[Listed]) -> Html<String> {
    page("Watch", "", &html! { h1 { "Watch" } (running(games)) })
}
