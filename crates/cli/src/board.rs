//! The table as plain text, so that a terminal and a screen reader can follow.

use crate::output::{BOLD, Out, count, paint};
use engine::state::Where;
use engine::{Face, Game, SeenCard, View};
use std::io;
use vocab::{Arena, Role};

/// Both players with their numbers, arenas and build zones, as the view shows them.
pub fn show(out: &mut Out, game: &Game, view: &View, names: [&str; 2]) -> io::Result<()> {
    for (who, name) in Role::ALL.into_iter().zip(names) {
        let player = &view.players[who];
        let numbers = format!(
            "{} Force, {}, {} in hand, {} in the deck",
            player.force,
            count(player.build.into(), "build point", "build points"),
            count(player.hand.into(), "card", "cards"),
            player.deck
        );
        out.line(format!("{}: {numbers}", paint(BOLD, name)))?;
        for arena in Arena::ALL {
            zone(out, game, view, who, Where::Arena(arena), arena.name())?;
        }
        zone(out, game, view, who, Where::BuildZone, "Build zone")?;
        zone(out, game, view, who, Where::EventZone, "Event")?;
        zone(out, game, view, who, Where::Hand, "Hand")?;
    }
    Ok(())
}

fn zone(out: &mut Out, game: &Game, view: &View, who: Role, place: Where, name: &str) -> io::Result<()> {
    let cards: Vec<String> = view
        .cards
        .iter()
        .filter(|card| card.controller == who && card.place == place)
        .map(|card| one(game, view, card))
        .collect();
    if cards.is_empty() { Ok(()) } else { out.hanging(&format!("  {name}: "), "    ", &cards.join("; ")) }
}

/// A card with its numbers, its counters and what lies on it.
fn one(game: &Game, view: &View, card: &SeenCard) -> String {
    let mut text = name(game, card);
    if let Some((speed, power, health)) = card.values {
        text.push_str(&format!(" {speed}/{power}/{health}"));
    }
    for (counter, n) in &card.counters {
        text.push_str(&format!(", {n} {}", counter.name()));
    }
    if card.tapped {
        text.push_str(", tapped");
    }
    carried(game, view, card, &mut text);
    text
}

/// What lies on a card; a Pilot may carry the Equipment that makes it one.
fn carried(game: &Game, view: &View, card: &SeenCard, text: &mut String) {
    for other in &view.cards {
        if other.place == Where::Piloting(card.slot) || other.place == Where::Attached(card.slot) {
            text.push_str(&format!(", with {}", name(game, other)));
            carried(game, view, other, text);
        }
    }
}

fn name(game: &Game, card: &SeenCard) -> String {
    match card.face {
        Face::Known(id) => game.catalog().definition(id).to_string(),
        Face::Unknown => "a face-down card".into(),
    }
}
