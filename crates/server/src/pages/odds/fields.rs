//! The fields of the calculator: what an address says about two units. A card says the rest.

use crate::world::World;
use cards::{Found, Printing, PrintingId};
use dejarik::{LeftOut, MatchupError};
use odds::card::Neighbours;
use odds::{
    Aim, Attack, Attacker, Defender, DeflectAt, Neighbour, Prevent, Prevention, PreventionKind, Reroll,
    Retaliate, Roller,
};
use std::collections::HashMap;
use vocab::{Keyword, Side};

/// A number of one unit: its name in the address, its label, how it is set, and what a card says.
pub struct Number<U> {
    /// In the address.
    pub name: &'static str,
    /// On the page.
    pub label: &'static str,
    set: fn(&mut U, i32),
    get: fn(&U) -> i32,
}

/// A keyword without a number.
pub struct Word {
    /// In the address.
    pub name: &'static str,
    /// On the page.
    pub label: &'static str,
    whose: Whose,
    keyword: Keyword,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Attacker,
    Defender,
}

fn whole(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn known(number: Option<u32>) -> i32 {
    number.map_or(0, plain)
}

fn plain(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn health(number: i32) -> Option<u32> {
    (number > 0).then(|| whole(number))
}

const fn number<U>(
    name: &'static str,
    label: &'static str,
    set: fn(&mut U, i32),
    get: fn(&U) -> i32,
) -> Number<U> {
    Number { name, label, set, get }
}

/// The attacker's numbers.
pub const ATTACKER: [Number<Attacker>; 13] = [
    number("power", "Power", |unit, x| unit.power = x, |unit| unit.power),
    number("accuracy", "Accuracy", |unit, x| unit.accuracy = x, |unit| unit.accuracy),
    number("crit", "Critical Hit", |unit, x| unit.critical_hit = whole(x), |unit| plain(unit.critical_hit)),
    number("fury", "Fury", |unit, x| unit.fury = whole(x), |unit| plain(unit.fury)),
    number("aLucky", "Lucky", |unit, x| unit.lucky = whole(x), |unit| plain(unit.lucky)),
    number("focus", "Focus", |unit, x| unit.focus = whole(x), |unit| plain(unit.focus)),
    number("overload", "Overload", |unit, x| unit.overload = whole(x), |unit| plain(unit.overload)),
    number("backfire", "Backfire", |unit, x| unit.backfire = whole(x), |unit| plain(unit.backfire)),
    number("resilience", "Resilience", |unit, x| unit.resilience = x, |unit| unit.resilience),
    number("stun", "Stun", |unit, x| unit.stun = whole(x), |unit| plain(unit.stun)),
    number("tenacity", "Tenacity", |unit, x| unit.tenacity = whole(x), |unit| plain(unit.tenacity)),
    number("ahealth", "Health", |unit, x| unit.health = health(x), |unit| known(unit.health)),
    number("adamage", "Damage on it", |unit, x| unit.counters = whole(x), |unit| plain(unit.counters)),
];

/// The defender's numbers.
pub const DEFENDER: [Number<Defender>; 6] = [
    number("health", "Health", |unit, x| unit.health = health(x), |unit| known(unit.health)),
    number("damage", "Damage on it", |unit, x| unit.counters = whole(x), |unit| plain(unit.counters)),
    number("shields", "Shields", |unit, x| unit.shields = whole(x), |unit| plain(unit.shields)),
    number("parry", "Parry", |unit, x| unit.parry = whole(x), |unit| plain(unit.parry)),
    number("riposte", "Riposte", |unit, x| unit.riposte = whole(x), |unit| plain(unit.riposte)),
    number("dLucky", "Lucky", |unit, x| unit.lucky = whole(x), |unit| plain(unit.lucky)),
];

/// What the defender plays, each with its price in Force: in the address, and on the page. The price is the name and `For`.
pub const PLAYED: [(&str, &str); 6] = [
    ("evade", "Evade"),
    ("deflect", "Deflect"),
    ("absorb", "Absorb"),
    ("persuade", "Persuade"),
    ("protect", "Protect"),
    ("retaliate", "Retaliate"),
];

const fn word(name: &'static str, label: &'static str, whose: Whose, keyword: Keyword) -> Word {
    Word { name, label, whose, keyword }
}

/// The attacker's keywords without a number.
pub const ATTACKER_WORDS: [Word; 5] = [
    word("doubledamage", "Double Damage", Whose::Attacker, Keyword::DoubleDamage),
    word("doublestrike", "Double Strike, at the same unit", Whose::Attacker, Keyword::DoubleStrike),
    word("ferocity", "Ferocity", Whose::Attacker, Keyword::Ferocity),
    word("cunning", "Cunning", Whose::Attacker, Keyword::Cunning),
    word("aarmor", "Armor, against what comes back", Whose::Attacker, Keyword::Armor),
];

/// The defender's keywords without a number.
pub const DEFENDER_WORDS: [Word; 2] = [
    word("armor", "Armor", Whose::Defender, Keyword::Armor),
    word("fortitude", "Fortitude", Whose::Defender, Keyword::Fortitude),
];

/// Choices from a list: the word in the address, and the words on the page. The first is the usual one.
pub const REROLL: [(&str, &str); 4] = [
    ("simple", "misses, 1s first"),
    ("damage", "best for damage"),
    ("destroy", "best for destroying"),
    ("none", "never"),
];
/// The defender's way to use Lucky.
pub const THEIR_REROLL: [(&str, &str); 4] = [
    ("simple", "hits, 6s first"),
    ("damage", "best against damage"),
    ("survive", "best for surviving"),
    ("none", "never"),
];
/// When the defender pays.
pub const PREVENT: [(&str, &str); 3] =
    [("always", "as much as possible"), ("saves", "only to save the unit"), ("never", "never")];

/// What an address asks.
pub struct Asked {
    /// The attack.
    pub attack: Attack,
    /// What the two cards say by themselves: shown where a field is empty.
    pub cards: Attack,
    /// Whether there are two cards.
    pub is_cards: bool,
    /// What of the cards isn't counted.
    pub left_out: Vec<LeftOut>,
    /// What is wrong with the address.
    pub wrong: Vec<String>,
}

impl<U> Number<U> {
    /// What the unit has.
    pub fn of(&self, unit: &U) -> i32 {
        (self.get)(unit)
    }
}

impl Word {
    /// Whether the attack has it.
    pub fn is_in(&self, attack: &Attack) -> bool {
        match self.whose {
            Whose::Attacker => attack.attacker.has(self.keyword),
            Whose::Defender => attack.defender.has(self.keyword),
        }
    }
}

/// The fields of an address.
struct Fields<'a> {
    query: &'a HashMap<String, String>,
    wrong: Vec<String>,
}

impl Fields<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    fn is_on(&self, name: &str) -> bool {
        self.text(name) == Some("1")
    }

    fn number(&mut self, name: &str, label: &str) -> Option<i32> {
        let text = self.text(name)?.to_string();
        match text.parse::<i32>() {
            Ok(number) => Some(number.clamp(-99, 99)),
            Err(_) => {
                let short: String = text.chars().take(20).collect();
                self.wrong.push(format!("{label}: “{short}” isn’t a whole number."));
                None
            }
        }
    }
}

/// Reads an address.
pub fn read(world: &World, query: &HashMap<String, String>) -> Asked {
    let mut fields = Fields { query, wrong: Vec::new() };
    let neighbour = fields.number("overkill", "Overkill").filter(|remaining| *remaining > 0);
    let neighbours = if neighbour.is_some() { Neighbours::Named } else { Neighbours::None };
    let (mut attack, mut left_out, mut is_cards) = (Attack::of_power(5), Vec::new(), false);
    match (fields.text("attacker"), fields.text("defender")) {
        (Some(attacker), Some(defender)) => match meet(world, attacker, defender, neighbours) {
            Ok((met, not_counted)) => (attack, left_out, is_cards) = (met, not_counted, true),
            Err(wrong) => fields.wrong.push(wrong),
        },
        (Some(_), None) => fields.wrong.push("Name the card that defends, too.".into()),
        (None, Some(_)) => fields.wrong.push("Name the card that attacks, too.".into()),
        (None, None) => {}
    }
    let cards = attack.clone();
    for field in &ATTACKER {
        if let Some(number) = fields.number(field.name, field.label) {
            (field.set)(&mut attack.attacker, number);
        }
    }
    for field in &DEFENDER {
        if let Some(number) = fields.number(field.name, field.label) {
            (field.set)(&mut attack.defender, number);
        }
    }
    for (name, label) in PLAYED {
        let amount = fields.number(name, label).map_or(0, whole);
        let force = fields.number(&format!("{name}For"), label).map_or(0, whole);
        if amount == 0 {
            continue;
        }
        match prevention(name) {
            Some(kind) => attack.defender.preventions.push(Prevention { kind, amount, force }),
            None => attack.defender.retaliates.push(Retaliate { dice: amount, force }),
        }
    }
    for word in ATTACKER_WORDS.iter().chain(&DEFENDER_WORDS) {
        if fields.is_on(word.name) {
            match word.whose {
                Whose::Attacker => attack.attacker.keywords.insert(word.keyword),
                Whose::Defender => attack.defender.keywords.insert(word.keyword),
            }
        }
    }
    if let Some(remaining) = neighbour {
        attack.attacker.keywords.insert(Keyword::Overkill);
        attack.neighbour = Some(Neighbour { remaining: Some(whole(remaining)) });
    }
    if let Some(force) = fields.number("force", "Force") {
        attack.defender.force = Some(whole(force));
    }
    if fields.is_on("elsewhere") {
        attack.defender.deflect_at = DeflectAt::Elsewhere;
    }
    attack.attacker.reroll = reroll(fields.text("reroll"));
    attack.defender.reroll = reroll(fields.text("theirReroll"));
    attack.defender.prevent = match fields.text("prevent") {
        Some("never") => Prevent::Never,
        Some("saves") => Prevent::WhenItSaves,
        _ => Prevent::Always,
    };
    match fields.text("luckyOrder") {
        Some("d") => attack.first = Roller::Defender,
        Some("a") => attack.first = Roller::Attacker,
        _ => {}
    }
    Asked { attack, cards, is_cards, left_out, wrong: fields.wrong }
}

fn prevention(name: &str) -> Option<PreventionKind> {
    PreventionKind::ALL.into_iter().find(|kind| kind.keyword().name().eq_ignore_ascii_case(name))
}

fn reroll(word: Option<&str>) -> Reroll {
    match word {
        Some("none") => Reroll::None,
        Some("damage") => Reroll::Best(Aim::Damage),
        Some("destroy" | "survive") => Reroll::Best(Aim::Destruction),
        _ => Reroll::Simple,
    }
}

/// A card by its name as people type it.
fn find<'a>(world: &'a World, typed: &str) -> Result<&'a Printing, String> {
    let all = world.cards.collection();
    let names = |ids: &[PrintingId]| {
        let names: Vec<&str> = ids.iter().take(8).map(|id| all.get(*id).name.full()).collect();
        names.join(", ")
    };
    let typed: String = typed.chars().take(80).collect();
    match all.find(&typed) {
        Found::One(id) => Ok(all.get(id)),
        Found::Several(ids) => Err(format!("Which “{typed}”? {}.", names(&ids))),
        Found::Near(ids) if ids.is_empty() => Err(format!("There’s no card called “{typed}” here.")),
        Found::Near(ids) => Err(format!("There’s no card called “{typed}” here. Close: {}.", names(&ids))),
    }
}

/// Two cards by name.
fn meet(
    world: &World,
    attacker: &str,
    defender: &str,
    neighbours: Neighbours,
) -> Result<(Attack, Vec<LeftOut>), String> {
    let (attacking, defending) = (find(world, attacker)?, find(world, defender)?);
    let met = world
        .cards
        .meet(attacking, defending, neighbours)
        .map_err(|error: MatchupError| format!("{error}."))?;
    // 1738.5: the Dark Side player rerolls first.
    let place = |side: Option<Side>| match side {
        Some(Side::Dark) => 0,
        Some(Side::YuuzhanVong) => 1,
        Some(Side::Neutral) | None => 2,
        Some(Side::Light) => 3,
    };
    let first =
        if place(defending.side) < place(attacking.side) { Roller::Defender } else { Roller::Attacker };
    let attack = Attack { attacker: met.attacker, defender: met.defender, neighbour: None, first };
    Ok((attack, [met.of_attacker, met.of_defender].concat()))
}
