//! The table as plain text, so that a terminal and a screen reader can follow, and for programs.

use crate::output::{BOLD, Out, count, paint};
use engine::state::Where;
use engine::{Face, Game, SeenCard, View};
use serde_json::{Map, Value, json};
use std::io;
use vocab::{Arena, Cost, Role};

/// The places that are shown, each with its label.
const ZONES: [(Where, &str); 6] = [
    (Where::Arena(Arena::Space), Arena::Space.name()),
    (Where::Arena(Arena::Ground), Arena::Ground.name()),
    (Where::Arena(Arena::Character), Arena::Character.name()),
    (Where::BuildZone, "Build zone"),
    (Where::EventZone, "Event"),
    (Where::Hand, "Hand"),
];

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
        for (place, label) in ZONES {
            let cards = cards(game, view, who, place);
            if !cards.is_empty() {
                out.hanging(&format!("  {label}: "), "    ", &cards.join("; "))?;
            }
        }
    }
    Ok(())
}

/// The cards of a player in one place, each in words.
pub fn cards(game: &Game, view: &View, who: Role, place: Where) -> Vec<String> {
    cards_in(view, who, place).map(|card| one(game, view, card)).collect()
}

/// The same for programs; stable.
pub fn json(game: &Game, view: &View, names: [&str; 2]) -> Value {
    let player = |(who, name): (Role, &str)| {
        let player = &view.players[who];
        let zones: Map<String, Value> = ZONES
            .into_iter()
            .map(|(place, label)| {
                let cards = cards_in(view, who, place).map(|card| one_as_json(game, view, card));
                (label.to_lowercase().replace(' ', "_"), cards.collect())
            })
            .collect();
        json!({
            "name": name, "force": player.force, "build_points": player.build, "deck": player.deck, "zones": zones,
        })
    };
    Role::ALL.into_iter().zip(names).map(player).collect()
}

fn cards_in(view: &View, who: Role, place: Where) -> impl Iterator<Item = &SeenCard> {
    view.cards.iter().filter(move |card| card.controller == who && card.place == place)
}

/// A card with its cost as long as it's to be paid, its numbers, its counters and what lies on it.
fn one(game: &Game, view: &View, card: &SeenCard) -> String {
    let mut text = name(game, card);
    if let Some(cost) = to_pay(game, card) {
        text.push_str(&format!(" (cost {cost})"));
    }
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

/// What a card in hand or one that is being built costs; some kinds have no cost.
fn to_pay(game: &Game, card: &SeenCard) -> Option<Cost> {
    let is_unpaid = card.place == Where::Hand || card.place == Where::BuildZone && card.face_down;
    match card.face {
        Face::Known(id) if is_unpaid => {
            Some(game.catalog().definition(id).cost).filter(|cost| *cost != Cost::None)
        }
        Face::Known(_) | Face::Unknown => None,
    }
}

fn one_as_json(game: &Game, view: &View, card: &SeenCard) -> Value {
    let (speed, power, health) = card
        .values
        .map_or((None, None, None), |(speed, power, health)| (Some(speed), Some(power), Some(health)));
    let counters: Map<String, Value> =
        card.counters.iter().map(|(counter, n)| (counter.name().to_string(), json!(n))).collect();
    let on_it = view.cards.iter().filter(|other| lies_on(other, card));
    json!({
        "name": name(game, card), "speed": speed, "power": power, "health": health, "tapped": card.tapped,
        "face_down": card.face_down, "counters": counters,
        "with": on_it.map(|other| one_as_json(game, view, other)).collect::<Vec<Value>>(),
    })
}

fn lies_on(other: &SeenCard, card: &SeenCard) -> bool {
    other.place == Where::Piloting(card.slot) || other.place == Where::Attached(card.slot)
}

/// What lies on a card; a Pilot may carry the Equipment that makes it one.
fn carried(game: &Game, view: &View, card: &SeenCard, text: &mut String) {
    for other in &view.cards {
        if lies_on(other, card) {
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
