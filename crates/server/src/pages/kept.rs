//! A deck that a visitor keeps: its versions, compared and shared.

use super::decks::{self, Address};
use super::page;
use crate::changed::{self, OnDisk};
use crate::world::World;
use axum::response::Html;
use cards::Deck;
use cards::deck::{Change, ZoneName};
use maud::{Markup, html};
use store::{DeckVersion, KeptDeck, Listed, ListedDeck};

/// A kept deck as somebody looks at it.
pub struct Shown {
    /// Its address.
    pub id: String,
    /// All of it.
    pub kept: KeptDeck,
    /// Whether it is theirs.
    pub own: bool,
    /// The number of the version that is shown, from 1 on.
    pub shown: usize,
    /// The number of the one that it is compared with.
    pub with: Option<usize>,
    /// Milliseconds since 1970.
    pub now: i64,
}

/// The list of a version.
pub fn list(version: &DeckVersion) -> Deck {
    let read = Deck::read(&version.name, version.list.as_bytes()).map(|read| read.deck);
    Deck { name: version.name.clone(), ..read.unwrap_or_else(|_| Deck::new(&version.name)) }
}

/// How long ago something was.
fn ago(now: i64, at: i64) -> String {
    let minutes = (now - at).max(0) / 60_000;
    let (number, unit) = match minutes {
        0 => return "just now".into(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" })
}

/// The page.
pub fn deck(world: &World, look: &Shown) -> Html<String> {
    let Shown { id, kept, own, shown, with, .. } = look;
    let version = &kept.versions[shown - 1];
    let offer = world.offer(list(version));
    page(
        &version.name,
        "/decks",
        &html! {
            @if *own { p.eyebrow { "Your deck" @if *shown < kept.versions.len() { ", version " (shown) " of " (kept.versions.len()) } @if kept.shared { ", shared" } } }
            @else { p.eyebrow { "A deck that somebody shares" } }
            (since(world, look))
            (decks::deck(world, &offer, &[], &version.list, Some(&address(look))))
            @if let Some(with) = with { (difference(*shown.min(with), *shown.max(with), &changes_of(world, look, *with))) }
            (owner(look))
            (history(look))
            form.btns.later method="post" action="/decks/build" {
                input type="hidden" name="list" value=(version.list); input type="hidden" name="name" value=(version.name);
                @if *own { input type="hidden" name="kept" value=(id); button.btn.main { "Change it in the builder" } }
                @else { button.btn.main { "Copy it into the builder" } }
            }
        },
    )
}

/// Where the version that is shown is found.
fn address(look: &Shown) -> Address {
    let version = (look.shown < look.kept.versions.len()).then_some(look.shown);
    Address { path: format!("/decks/kept/{}", look.id), version }
}

/// What changed between two versions, the older of which comes first.
fn changes_of(world: &World, look: &Shown, with: usize) -> Vec<Change> {
    let [older, newer] =
        [look.shown.min(with), look.shown.max(with)].map(|number| &look.kept.versions[number - 1]);
    list(older).changes(&list(newer), world.cards.collection())
}

fn difference(older: usize, newer: usize, changed: &[Change]) -> Markup {
    html! { section.box.later id="changes" aria-labelledby="c-h" {
        h2 id="c-h" { "From version " (older) " to version " (newer) }
        @if changed.is_empty() { p { "The same cards." } }
        ul.changes { @for change in changed {
            @let more = change.difference();
            li { b.good[more > 0].bad[more < 0] { (format!("{more:+}").replace('-', "−")) } " " a href=(super::cards::address(&change.card)) { (change.card) }
                @if change.zone != ZoneName::Deck { " " small { (change.zone) } } }
        } }
    } }
}

/// What its owner can do with it.
fn owner(look: &Shown) -> Markup {
    let Shown { id, kept, own, .. } = look;
    html! { @if *own { section.box.later aria-labelledby="s-h" {
        h2 id="s-h" { "Share it" }
        form.btns method="post" action={ "/decks/kept/" (id) "/share" } {
            @if kept.shared {
                p { "Whoever has the address of this page sees the deck and its versions, and can copy it." }
                button.btn.line name="shared" value="no" { "Stop sharing" }
            } @else {
                p { "Only you see this deck." }
                button.btn.line name="shared" value="yes" { "Share it by its address" }
            }
        }
        details.sure { summary { "Forget this deck…" }
            p { "All of its versions go with it. This can’t be taken back." }
            form method="post" action={ "/decks/kept/" (id) "/forget" } { button.btn.line { "Yes, forget it" } }
        }
    } } }
}

fn history(look: &Shown) -> Markup {
    let Shown { id, kept, shown, now, .. } = look;
    html! { section.box.later aria-labelledby="v-h" {
        h2 id="v-h" { "Versions" }
        ol.versions reversed { @for (place, version) in kept.versions.iter().enumerate().rev() {
            @let number = place + 1;
            li { @if number == *shown { b { (version.name) } } @else { a href={ "/decks/kept/" (id) "?v=" (number) } { (version.name) } }
                ", " (list(version).len()) " cards, " time datetime=(version.at) { (ago(*now, version.at)) }
                @if number != *shown { " · " a href={ "/decks/kept/" (id) "?v=" (shown) "&with=" (number) "#changes" } { "Compare" } }
            }
        } }
        @if kept.versions.len() > 1 {
            form.compare method="get" action={ "/decks/kept/" (id) "#changes" } {
                (versions_field("v", "Compare version", kept.versions.len(), *shown))
                (versions_field("with", "with version", kept.versions.len(), if *shown > 1 { shown - 1 } else { 2 }))
                button.btn.line { "Compare" }
            }
        }
    } }
}

fn versions_field(name: &str, label: &str, all: usize, chosen: usize) -> Markup {
    html! { label { (label) " " select name=(name) { @for number in (1..=all).rev() {
        option value=(number) selected[number == chosen] { (number) }
    } } } }
}

/// What a visitor is told when card files have changed: which decks and which running games have such cards. Nothing where
/// none has and the files are those that the server has read.
pub fn notice(world: &World, own: &[ListedDeck], games: &[(Listed, Vec<String>)], disk: &OnDisk) -> Markup {
    let mut decks: Vec<(&ListedDeck, Vec<String>)> = Vec::new();
    for deck in own {
        let mut cards = changed::since(world, &deck.last);
        let names = deck.last.cards.lines().filter_map(|line| Some(line.split_once('\t')?.0));
        cards.extend(names.filter(|name| disk.changed.contains(*name)).map(str::to_string));
        cards.sort();
        cards.dedup();
        if !cards.is_empty() {
            decks.push((deck, cards));
        }
    }
    let waits = !disk.changed.is_empty() || disk.new > 0;
    html! { @if waits || !decks.is_empty() || !games.is_empty() {
        section.box.notice aria-labelledby="n-c" {
            h2 id="n-c" { "The card files have changed" }
            @if waits { p { (disk.changed.len()) @if disk.changed.len() == 1 { " card is" } @else { " cards are" } " different on the disk and " (disk.new) @if disk.new == 1 { " is" } @else { " are" } " new. The server goes on with the cards that it has read; a restart uses the new ones." } }
            @if !decks.is_empty() { p { "Your decks with such cards:" } ul { @for (deck, cards) in &decks {
                li { a href={ "/decks/kept/" (deck.id) } { (deck.last.name) } ": " (changed::named(cards)) }
            } } }
            @if !games.is_empty() { p { "Your running games with such cards, which go on with them as they were:" } ul { @for (game, cards) in games {
                li { a href={ "/t/" (game.game) } { (game.note) } ": " (changed::named(cards)) }
            } } }
        }
    } }
}

/// What has changed since a version was saved.
fn since(world: &World, look: &Shown) -> Markup {
    let cards = changed::since(world, &look.kept.versions[look.shown - 1]);
    html! { @if !cards.is_empty() { section.box.notice aria-labelledby="n-c" {
        h2 id="n-c" { "Cards have changed since this version was saved" }
        p { @for (place, card) in cards.iter().enumerate() { @if place > 0 { ", " } a href=(super::cards::address(card)) { (card) } } "." }
        @if look.own { p { "Save it again, and it’s a version with the cards as they are now." } }
    } } }
}

/// The decks of a visitor, in a list of decks.
pub fn own(decks: &[ListedDeck], now: i64) -> Markup {
    html! { @if !decks.is_empty() {
        h2 { "Your decks" }
        ul.deck-list { @for deck in decks {
            li.box {
                h2 { a href={ "/decks/kept/" (deck.id) } { (deck.last.name) } }
                p { (list(&deck.last).len()) " cards, saved " (ago(now, deck.last.at)) }
                p.eyebrow { (deck.versions) @if deck.versions == 1 { " version" } @else { " versions" } @if deck.shared { ", shared" } }
            }
        } }
        h2.later { "Decks of this server" }
    } }
}

/// The decks of a visitor as options of a list; their values begin with `kept:`.
pub fn options(decks: &[ListedDeck]) -> Markup {
    html! { @if !decks.is_empty() { optgroup label="Your decks" { @for deck in decks {
        option value={ "kept:" (deck.id) } { (deck.last.name) }
    } } } }
}

#[cfg(test)]
mod tests {
    use super::ago;

    #[test]
    fn times_are_told_as_people_do() {
        let minute = 60_000;
        for (past, told) in [
            (0, "just now"),
            (minute, "1 minute ago"),
            (119 * minute, "1 hour ago"),
            (25 * 60 * minute, "1 day ago"),
            (-5, "just now"),
        ] {
            assert_eq!(ago(10_000_000_000, 10_000_000_000 - past), told);
        }
    }
}
