//! The three arenas, their tabs on small screens, and the speed order of the one in battle.

use super::lane;
use super::sight::Sight;
use crate::pages::drawn::Draw;
use crate::pages::face::{self, Form};
use crate::pages::means;
use engine::SeenCard;
use engine::state::{Moment, Where};
use maud::{Markup, html};
use vocab::{Arena, CardType, Role};

fn word(arena: Arena) -> String {
    arena.name().to_lowercase()
}

fn units<'a>(sight: &'a Sight, who: Role, arena: Arena) -> Vec<&'a SeenCard> {
    let mut units: Vec<&SeenCard> =
        sight.at(who, Where::Arena(arena)).filter(|card| card.values.is_some()).collect();
    // Of equally fast ones the first that came.
    units.sort_by_key(|card| std::cmp::Reverse(card.values.map(|(speed, ..)| speed)));
    units
}

fn locations<'a>(sight: &'a Sight, arena: Arena) -> impl Iterator<Item = &'a SeenCard> {
    sight.view.cards.iter().filter(move |card| card.place == Where::Arena(arena) && card.values.is_none())
}

/// The tabs of small screens.
pub fn tabs(sight: &Sight) -> Markup {
    let near = sight.near();
    let number = |arena: Arena| units(sight, near, arena).len() + units(sight, near.other(), arena).len();
    // In a lesson most arenas may be empty: the fullest is the one to look at.
    let fullest = Arena::ALL.into_iter().rev().max_by_key(|arena| number(*arena));
    let usual = fullest.filter(|_| sight.seen.is_scripted()).unwrap_or(Arena::Space);
    let shown = sight.battle().unwrap_or(usual);
    html! {
        fieldset.tabs data-region="tabs" {
            legend.vh { "Arena shown" }
            @for arena in Arena::ALL {
                input.vh type="radio" name="tab" id={ "tab-" (word(arena)) } checked[arena == shown];
                label for={ "tab-" (word(arena)) } { (arena.name()) " "
                    small { (units(sight, near.other(), arena).len()) " : " (units(sight, near, arena).len()) } }
            }
            input.vh type="radio" name="tab" id="tab-build";
            label for="tab-build" { "Build zone " small { (sight.at(near, Where::BuildZone).count()) } }
        }
    }
}

/// One arena.
pub fn arena(sight: &Sight, arena: Arena, draw: &Draw) -> Markup {
    let battle = sight.battle() == Some(arena);
    let (near, far) = (sight.near(), sight.near().other());
    let standing = match sight.seen.sight().control(arena) {
        Some(role) if role == near && sight.viewer == engine::Viewer::Seat(near) => "yours".to_string(),
        Some(role) => format!("{}’s", sight.seen.player(role).name),
        None if units(sight, near, arena).is_empty() && units(sight, far, arena).is_empty() => "empty".into(),
        None => "contested".into(),
    };
    let held = match sight.seen.sight().control(arena) {
        Some(role) if role == near => "near",
        Some(_) => "far",
        None => "none",
    };
    let step = match sight.view.moment {
        Moment::BattleStep(now) if now == arena => "battle now, ",
        Moment::BattleStep(now) if (now as usize) > arena as usize => "battle over, ",
        _ => "",
    };
    let row = |who: Role, class: &str| {
        let units = units(sight, who, arena);
        html! {
            @let list = format!("{}-{class}", word(arena));
            ul class={ "row " (class) " n" (units.len().clamp(1, 9)) } data-list=(list) aria-label={ (sight.called(who)) ": units in the " (arena.name()) " arena" } {
                (face::cards(sight, draw, &list, &units, Form::Arena))
            }
        }
    };
    html! {
        section.arena.now[battle] data-region={ "arena-" (word(arena)) } data-arena=(word(arena)) id={ "arena-" (word(arena)) } tabindex="0" data-tips=".arena-head > [title], .arena-head > [data-tip]" aria-labelledby={ "a-" (word(arena)) } {
            header.arena-head data-held=(held) data-name=(standing) {
                h2 id={ "a-" (word(arena)) } title=(means::arena(arena)) { (arena.name()) } " "
                span.eyebrow title=(means::HELD) { (step) (standing) }
                @for location in locations(sight, arena) { (plaque(sight, location)) }
            }
            (row(far, "theirs"))
            @if battle && sight.seen.lane().is_some() && lane::belongs(sight, arena) { (lane::lane(sight)) } @else { div.mid {} }
            (row(near, "yours"))
        }
    }
}

fn plaque(sight: &Sight, card: &SeenCard) -> Markup {
    let text = sight
        .definition(card)
        .filter(|definition| matches!(definition.card_type, CardType::Location(_)))
        .and_then(|definition| sight.world.printing(definition))
        .map(|printing| face::shortened(&printing.text));
    html! {
        a.plaque data-side=(sight.side(card)) href={ "?card=" (sight.token(card.slot)) "#desk" } data-card=(sight.token(card.slot)) title=(means::LOCATION) {
            span.vh { "Location: " } b { (sight.name(card)) }
            @if let Some(text) = text { " " small { (text) } }
        }
    }
}

/// The order in which units act.
pub fn order(sight: &Sight) -> Markup {
    let Some(arena) = sight.battle() else {
        return html! { section.order data-region="order" aria-label="Speed order" {} };
    };
    let mut all: Vec<&SeenCard> = Role::ALL.into_iter().flat_map(|role| units(sight, role, arena)).collect();
    // 1103.1, 1103.2: the fastest first; of equally fast ones the Dark Side player's.
    all.sort_by_key(|card| (std::cmp::Reverse(card.values.map(|(speed, ..)| speed)), card.controller as u8));
    let acts = |card: &SeenCard| matches!(sight.party(card.slot), Some("attacking" | "acting"));
    // Units that differ in nothing that is said here share a place.
    let told = |card: &SeenCard| {
        let speed = card.values.map(|(speed, ..)| speed);
        (speed, card.controller, sight.name(card), card.tapped, acts(card))
    };
    html! {
        section.order data-region="order" aria-labelledby="order-h" {
            h2.eyebrow id="order-h" title=(means::ORDER) { "Speed order" }
            // A narrow screen scrolls it: it can be focused, so that the keyboard can, too.
            ol tabindex="0" aria-labelledby="order-h" title=(means::ORDER) { @for alike in all.chunk_by(|one, other| told(one) == told(other)) {
                @let (card, acting) = (alike[0], acts(alike[0]));
                li.done[card.tapped && !acting].now[acting] data-side=(sight.side(card)) aria-current=[acting.then_some("true")] {
                    b { (card.values.map_or(0, |(speed, ..)| speed)) } " " (short(&sight.name(card)))
                    @if alike.len() > 1 { " ×" (alike.len()) }
                    @if card.tapped && !acting { span.vh { @if alike.len() > 1 { " have acted" } @else { " has acted" } } }
                }
            } }
        }
    }
}

/// A name that fits into a line of many.
fn short(name: &str) -> String {
    let plain = name.split(" (").next().unwrap_or(name);
    if plain.chars().count() <= 20 {
        return plain.to_string();
    }
    let words: Vec<&str> = plain.split(' ').collect();
    words[words.len().saturating_sub(2)..].join(" ")
}
