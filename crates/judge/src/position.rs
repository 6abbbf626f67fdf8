//! Laying the cards of a scenario on the table.

use crate::names::{Names, fold, without_version};
use crate::scenario::{CardLine, Placed, Scenario, Spot, Start};
use crate::verdict::Failure;
use engine::state::{Agreement, DeckOut, Mark, Options, Seed, Where};
use engine::{Begin, Position};
use vocab::ability::{Ability, Text, Uniqueness, waiting};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Definition, EquipmentFit, Role, Side, Stat, Version,
};

/// Turns the text of a card into abilities, or says what it does not understand.
pub type Compile<'a> = dyn Fn(&CardLine, CardType) -> Result<Vec<Ability>, String> + 'a;

/// Finds a card of the open folder by its name, or says why it is not there.
pub type Printed<'a> = dyn Fn(&str) -> Result<Definition, String> + 'a;

/// Writes an ability of a card in the words of the card, if it can be written.
pub type Write<'a> = dyn Fn(&Definition, &Ability) -> Option<String> + 'a;

/// Where the cards of a scenario come from, and how their texts are written.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Texts in the scenario.
    pub compile: &'a Compile<'a>,
    /// Cards of a folder.
    pub printed: &'a Printed<'a>,
    /// Abilities in words, to tell choices apart that look alike.
    pub write: &'a Write<'a>,
}

/// A position and the names in it.
pub(crate) struct Table {
    pub position: Position,
    pub names: Names,
}

/// Lays everything down; the failure names the line.
pub(crate) fn lay(scenario: &Scenario, sources: Sources<'_>, seed: Seed) -> Result<Table, Failure> {
    let failure = |line: u32, message: String| Failure { line, column: 0, message };
    let mut definitions: Vec<Definition> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for placed in &scenario.cards {
        let definition =
            define(placed, scenario, sources).map_err(|message| failure(placed.line, message))?;
        shown.push(definition.to_string());
        if !definitions.contains(&definition) {
            definitions.push(definition);
        }
    }
    let options = Options {
        edition: scenario.edition,
        deck_out: DeckOut::Harmless,
        passes: scenario.passes,
        by_hand: scenario.by_hand,
    };
    let mut position = Position::new(definitions.clone(), seed, options).map_err(|error| {
        // What the referee doesn't carry out is said at the card.
        let is_it = |shown: &String| {
            let alone = definitions.iter().filter(|definition| definition.to_string() == *shown);
            Position::new(alone.cloned().collect(), seed, options).is_err()
        };
        let card = scenario.cards.iter().zip(&shown).find(|(_, shown)| is_it(shown));
        failure(card.map_or(0, |(placed, _)| placed.line), error.to_string())
    })?;
    let mut names = Names::default();
    for (placed, shown) in scenario.cards.iter().zip(&shown) {
        let place = place(&placed.spot, &names).map_err(|message| failure(placed.line, message))?;
        let slot = position
            .put(placed.who, shown, place)
            .ok_or_else(|| failure(placed.line, format!("`{shown}` can't be laid down")))?;
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
        names.add(shown, slot);
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

fn place(spot: &Spot, names: &Names) -> Result<Where, String> {
    let host = |name: &String| match names.find(name) {
        Ok(slots) => slots.first().copied().ok_or_else(|| format!("no card here is called `{name}`")),
        Err(unclear) => Err(unclear.says(name)),
    };
    Ok(match spot {
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
        let definition = (sources.printed)(&line.name)?;
        let unread = definition.completeness.unread();
        // 1316.1: whoever carries texts out by hand may bring it.
        return if unread.is_empty() || scenario.by_hand != Agreement::default() {
            Ok(definition)
        } else {
            let clauses: Vec<String> = unread.iter().map(|clause| format!("`{clause}`")).collect();
            Err(format!("{definition}: {} was not understood", clauses.join(" and ")))
        };
    }
    let card_type = card_type(placed, scenario)?;
    let (name, version) = name_and_version(&line.name);
    let value = |n: i16| if card_type.is_unit() { Stat::Value(n) } else { Stat::None };
    let (speed, power, health) = line.values.unwrap_or_default();
    let (abilities, unread) = texts(line, card_type, scenario, sources)?;
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
        abilities,
        expansion: Box::default(),
        words: line.text.to_lowercase().into(),
        completeness: Completeness::of(unread).waiting(|clause| {
            let read = |text: &str| {
                (sources.compile)(&CardLine { text: text.into(), ..line.clone() }, card_type).ok()
            };
            waiting(clause, read)
        }),
    })
}

/// What the text of a card says, and the clauses that aren't understood where those are carried out by hand.
fn texts(
    line: &CardLine,
    card_type: CardType,
    scenario: &Scenario,
    sources: Sources<'_>,
) -> Result<(Vec<Ability>, Vec<Text>), String> {
    let reason = match line.text.as_str() {
        "" => return Ok((Vec::new(), Vec::new())),
        _ => match (sources.compile)(line, card_type) {
            Ok(abilities) => return Ok((abilities, Vec::new())),
            Err(reason) => reason,
        },
    };
    if scenario.by_hand == Agreement::default() {
        return Err(format!("{}: {reason}", line.name));
    }
    let (mut abilities, mut unread) = (Vec::new(), Vec::new());
    for clause in line.text.split(" | ") {
        match (sources.compile)(&CardLine { text: clause.into(), ..line.clone() }, card_type) {
            Ok(read) => abilities.extend(read),
            Err(_) => unread.push(clause.into()),
        }
    }
    Ok((abilities, unread))
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
                .ok_or_else(|| format!("`{arenas}` isn't a type of card")),
        };
    }
    match &placed.spot {
        Spot::Arena(arena) => Ok(CardType::Unit(Arenas::one(*arena))),
        Spot::Under(host) => {
            let found = scenario.cards.iter().find(|other| is_called(&other.card.name, host));
            found.map_or_else(
                || Err(format!("no card here is called `{host}`")),
                |host| card_type(host, scenario),
            )
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

/// Whether a card's name is this one, with or without its version letter.
fn is_called(own: &str, name: &str) -> bool {
    let (own, name) = (fold(own), fold(name));
    own == name || without_version(&own) == name
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
