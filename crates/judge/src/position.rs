//! Laying the cards of a scenario on the table.

use crate::scenario::{CardLine, Placed, Scenario, Spot, Start};
use engine::state::{DeckOut, Mark, Options, Seed, Slot, Where};
use engine::{Begin, Position};
use vocab::ability::{Ability, Uniqueness};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Definition, EquipmentFit, Role, Side, Stat, Version,
};

/// Turns the text of a card into abilities, or says what it does not understand.
pub type Compile<'a> = dyn Fn(&CardLine, CardType) -> Result<Vec<Ability>, String> + 'a;

/// Finds a card of the open folder by its name, or says why it is not there.
pub type Printed<'a> = dyn Fn(&str) -> Result<Definition, String> + 'a;

/// Where the cards of a scenario come from.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Texts in the scenario.
    pub compile: &'a Compile<'a>,
    /// Cards of a folder.
    pub printed: &'a Printed<'a>,
}

/// A position and the names in it.
pub(crate) struct Table {
    pub position: Position,
    pub names: Vec<(String, Slot)>,
}

/// Lays everything down; the error names the line.
pub(crate) fn lay(scenario: &Scenario, sources: Sources<'_>) -> Result<Table, (u32, String)> {
    let mut definitions: Vec<Definition> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for placed in &scenario.cards {
        let definition = define(placed, scenario, sources).map_err(|reason| (placed.line, reason))?;
        shown.push(definition.to_string());
        if !definitions.contains(&definition) {
            definitions.push(definition);
        }
    }
    let options = Options { edition: scenario.edition, deck_out: DeckOut::Harmless, passes: scenario.passes };
    let mut position =
        Position::new(definitions, Seed::from(1), options).map_err(|error| (0, error.to_string()))?;
    let mut names: Vec<(String, Slot)> = Vec::new();
    for (placed, shown) in scenario.cards.iter().zip(&shown) {
        let place = place(&placed.spot, &names).ok_or((placed.line, "no such card to lie on".to_string()))?;
        let slot = position
            .put(placed.who, if placed.card.printed { shown } else { &placed.card.name }, place)
            .ok_or((placed.line, format!("`{}` cannot be laid down", placed.card.name)))?;
        if placed.tapped {
            position.mark(slot, Mark::Tapped);
        }
        if matches!(placed.spot, Spot::Building | Spot::Beneath(_)) {
            position.mark(slot, Mark::FaceDown);
        }
        position.counters(slot, placed.damage, placed.build);
        for (kind, amount) in &placed.others {
            position.put_counters(slot, *kind, *amount);
        }
        names.push((placed.card.name.clone(), slot));
    }
    // 502.1: what a player has to build with in setup, unless the scenario says how much is left.
    if scenario.start == Start::Setup {
        Role::ALL.into_iter().for_each(|who| position.pools(who, 0, 30));
    }
    for pools in &scenario.pools {
        position.pools(pools.who, pools.force, pools.build);
    }
    Ok(Table { position, names })
}

fn place(spot: &Spot, names: &[(String, Slot)]) -> Option<Where> {
    let host = |name: &String| names.iter().find(|(own, _)| own == name).map(|(_, slot)| *slot);
    Some(match spot {
        Spot::Arena(arena) => Where::Arena(*arena),
        Spot::BuildZone | Spot::Building => Where::BuildZone,
        Spot::Hand => Where::Hand,
        Spot::Deck => Where::Deck,
        Spot::DiscardPile => Where::DiscardPile,
        Spot::Supply => Where::Supply,
        Spot::Under(name) => Where::Stacked(host(name)?),
        Spot::Pilot(name) => Where::Piloting(host(name)?),
        Spot::On(name) => Where::Attached(host(name)?),
        Spot::Beneath(name) => Where::Beneath(host(name)?),
        Spot::Removed => Where::Removed,
        Spot::EventZone => Where::EventZone,
    })
}

fn define(placed: &Placed, scenario: &Scenario, sources: Sources<'_>) -> Result<Definition, String> {
    let line = &placed.card;
    if line.printed {
        return (sources.printed)(&line.name);
    }
    let card_type = card_type(placed, scenario)?;
    let (name, version) = name_and_version(&line.name);
    let value = |n: i16| if card_type.is_unit() { Stat::Value(n) } else { Stat::None };
    let (speed, power, health) = line.values.unwrap_or_default();
    Ok(Definition {
        name: name.into(),
        version,
        uniqueness: if version.is_some() { Uniqueness::Unique } else { Uniqueness::NonUnique },
        side: side(placed),
        card_type,
        subtypes: line.subtypes.as_str().into(),
        cost: match card_type.is_built() {
            true if line.costs_x => Cost::X,
            true => Cost::Points(line.cost),
            false => Cost::None,
        },
        speed: value(speed),
        power: value(power),
        health: value(health),
        abilities: if line.text.is_empty() { Vec::new() } else { (sources.compile)(line, card_type)? },
        expansion: Box::default(),
        words: line.text.to_lowercase().into(),
        completeness: Completeness::Exact,
    })
}

/// The side in the line, or that of the player's role.
pub(crate) fn side(placed: &Placed) -> Side {
    placed.card.side.unwrap_or(match placed.who {
        Role::Dark => Side::Dark,
        Role::Light => Side::Light,
    })
}

/// The type in the line, or the one that the place implies.
pub(crate) fn card_type(placed: &Placed, scenario: &Scenario) -> Result<CardType, String> {
    let all = Arenas::parse("Space/Ground/Character");
    if let Some(word) = &placed.card.card_type {
        let (arenas, word) = word.split_once(' ').unwrap_or(("", word));
        if (arenas, word) == ("location", "equipment") {
            return Ok(CardType::Equipment(Some(EquipmentFit::Location)));
        }
        let all = if arenas.is_empty() { all } else { Arenas::parse(arenas) };
        return match word {
            "battle" => Ok(CardType::Battle),
            "mission" => Ok(CardType::Mission),
            "trap" => Ok(CardType::Trap),
            "campaign" => Ok(CardType::Campaign),
            "location" => Ok(CardType::Location(all)),
            "equipment" => Ok(CardType::Equipment(all.map(EquipmentFit::Units))),
            "resource" => Ok(CardType::Resource),
            "subordinate" => Ok(CardType::Subordinate(all)),
            "event" => Ok(CardType::Event),
            arenas => Arenas::parse(arenas)
                .map(CardType::Unit)
                .ok_or_else(|| format!("`{arenas}` is no type of card")),
        };
    }
    match &placed.spot {
        Spot::Arena(arena) => Ok(CardType::Unit(Arenas::one(*arena))),
        Spot::Under(host) => {
            let host = scenario.cards.iter().find(|other| other.card.name == *host);
            host.map_or_else(|| Err("no such card to lie under".into()), |host| card_type(host, scenario))
        }
        Spot::On(_) => Ok(CardType::Equipment(all.map(EquipmentFit::Units))),
        Spot::Pilot(_)
        | Spot::BuildZone
        | Spot::Building
        | Spot::Hand
        | Spot::Deck
        | Spot::DiscardPile
        | Spot::Removed
        | Spot::Beneath(_)
        | Spot::EventZone
        | Spot::Supply => Ok(CardType::Unit(Arenas::one(Arena::Character))),
    }
}

/// `Hunter (A)` is Hunter, version A.
fn name_and_version(name: &str) -> (&str, Option<Version>) {
    let parts = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match parts.and_then(|(base, letter)| Some((base, letter.parse().ok()?))) {
        Some((base, version)) => (base, Some(version)),
        None => (name, None),
    }
}

/// Where play begins; `None` if nothing is played.
pub(crate) const fn begin(start: Start) -> Option<Begin> {
    match start {
        Start::Deck => None,
        Start::Preparation => Some(Begin::Preparation),
        Start::Setup => Some(Begin::Setup),
        Start::Turn => Some(Begin::Turn),
        Start::BuildStep(who) => Some(Begin::BuildStep(who)),
        Start::RetreatStep(who) => Some(Begin::RetreatStep(who)),
        Start::BattlePhase => Some(Begin::BattlePhase),
        Start::BattleStep(arena) => Some(Begin::BattleStep(arena)),
    }
}
