//! The conditions of a game, as an invitation shows them.

use crate::world::World;
use maud::{Markup, html};
use table::clock::PRESETS;
use table::conditions::Conditions;
use table::series::{LENGTHS, Series};
use table::setup::{Passing, Undo, Watching};
use vocab::Edition;

/// The names of the formats, the open one first.
pub fn formats(world: &World) -> Vec<&str> {
    let mut names: Vec<&str> = world.cards.formats().iter().map(|format| &*format.name).collect();
    names.sort_by_key(|name| *name != cards::Format::open().name);
    names
}

/// The choice of a format for a new game.
pub fn format_field(world: &World, prefix: &str) -> Markup {
    html! { div.field { label for={ (prefix) "format" } { "Format" } select id={ (prefix) "format" } name="format" {
        option value="" selected { "Any deck" }
        @for name in formats(world) { option value=(name) { (name) } }
    } } }
}

/// The choice of a clock for a new game.
pub fn clock_field(prefix: &str) -> Markup {
    let own = |name: &str, words: &str, usual: &str| {
        html! { div.field { label for={ (prefix) (name) } { (words) }
        input id={ (prefix) (name) } name=(name) type="number" min="0" max="600" value=(usual) inputmode="numeric"; } }
    };
    html! {
        div.field { label for={ (prefix) "clock" } { "Clock" } select id={ (prefix) "clock" } name="clock" {
            option value="" selected { "None" }
            @for (word, clock) in PRESETS { option value=(word) { (named(word)) ": " (clock.in_words()) } }
            option value="own" { "Your own numbers, below" }
        } }
        details { summary { "Your own clock" } div.three {
            (own("bank", "Minutes each", "10"))
            (own("free", "Free seconds for each answer", "5"))
            (own("bonus", "Seconds more with each turn", "0"))
        } }
    }
}

/// The choice of a clock among those that everybody knows.
pub fn clock_presets(prefix: &str) -> Markup {
    html! { div.field { label for={ (prefix) "clock" } { "Clock" } select id={ (prefix) "clock" } name="clock" {
        option value="" selected { "None" }
        @for (word, clock) in PRESETS { option value=(word) { (named(word)) ": " (clock.in_words()) } }
    } } }
}

/// The choice of a match for a new game.
pub fn series_field(prefix: &str) -> Markup {
    html! { div.field { label for={ (prefix) "games" } { "Match" } select id={ (prefix) "games" } name="games" {
        option value="" selected { "One game" }
        @for length in LENGTHS { option value=(length) { (Series::new(length).in_words()) } }
    } } }
}

/// A clock to choose from, in a word.
fn named(word: &str) -> &'static str {
    match word {
        "quick" => "Quick",
        "slow" => "By days",
        _ => "Usual",
    }
}

/// What a game's players agree to by sitting down.
pub struct Told {
    /// What the table was set up for.
    pub conditions: Conditions,
    /// Whose keyword wordings are played.
    pub edition: Edition,
    /// Who may take answers back.
    pub undo: Undo,
    /// What becomes of chances in which a player can only pass.
    pub passing: Passing,
    /// Who may watch.
    pub watching: Watching,
    /// How many cards have a text that is carried out by hand.
    pub by_hand: usize,
}

/// The list of them.
pub fn conditions(told: &Told) -> Markup {
    html! { dl.pairs.conditions {
        div { dt { "Format" } dd { (told.conditions.format.as_deref().unwrap_or("Any deck")) } }
        div { dt { "Keywords" } dd { @match told.edition { Edition::Current => "Current edition", Edition::Sheets => "Older sheets" } } }
        div { dt { "Clock" } dd { @match told.conditions.clock { Some(clock) => (clock.in_words()), None => "None" } } }
        div { dt { "Match" } dd { @match &told.conditions.series { Some(series) => { (series.in_words()) ", with the same decks" } None => "One game" } } }
        div { dt { "Hints" } dd { "None" } }
        div { dt { "Taking back" } dd { @match told.undo { Undo::Agreed => "If the other agrees", Undo::Never => "Never" } } }
        div { dt { "With nothing to play" } dd { @match told.passing { Passing::AtOnce => "The question is skipped", Passing::Asked => "You’re asked anyway" } } }
        div { dt { "Watchers" } dd { (watchers(told.watching)) } }
        div { dt { "Texts by hand" } dd { @match told.by_hand { 0 => "None", 1 => "1 card", cards => { (cards) " cards" } } } }
    } }
}

fn watchers(watching: Watching) -> String {
    match watching {
        Watching::Open => "Anyone with the table’s address".into(),
        Watching::Later(seconds) => {
            let minutes = seconds / 60;
            let unit = if minutes == 1 { "minute" } else { "minutes" };
            format!("Anyone with the table’s address, {minutes} {unit} later")
        }
        Watching::Nobody => "Nobody".into(),
    }
}
