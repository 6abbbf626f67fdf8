//! Facts about a deck: what it holds, what it costs, what an opening hand may bring.

use super::odds::{Opening, PulledResource};
use super::{Copies, ResolvedDeck};
use crate::collection::Collection;
use crate::printing::Printing;
use serde::Serialize;
use std::collections::BTreeMap;
use vocab::{ByArena, CardType, Cost, Keyword, KeywordSet, Side};

/// The cards of one build cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CostStep {
    /// A number or X.
    pub cost: Cost,
    /// Units of this cost.
    pub units: u32,
    /// Other cards of this cost.
    pub others: u32,
}

/// The versions of one unique card in a deck (rule 202.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Versions {
    /// The name without version.
    pub name: String,
    /// How many different versions.
    pub versions: u32,
    /// How many cards of all versions.
    pub cards: u32,
}

/// Facts about the cards in the deck itself; only the keywords are from all zones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// The number of cards.
    pub cards: u32,
    /// The number of cards outside the deck.
    pub outside: u32,
    /// The number of different cards.
    pub different: u32,
    /// The number of units; one of several arenas counts once (rule 401.3).
    pub units: u32,
    /// The units of each arena; one of several arenas counts in each (rule 401.3).
    pub by_arena: ByArena<u32>,
    /// The units of more than one arena.
    pub multi_arena: u32,
    /// The cards of each type that occurs, by the word of the type.
    pub by_type: Vec<(&'static str, u32)>,
    /// The cards of each side that occurs.
    pub by_side: Vec<(Side, u32)>,
    /// The cost curve: numbers from small to large, then X.
    pub curve: Vec<CostStep>,
    /// The average cost of units with a number as cost.
    pub unit_cost: Option<f64>,
    /// The average cost of all cards with a number as cost.
    pub cost: Option<f64>,
    /// How many units of average cost the 30 points of setup pay for (rule 502.1).
    pub setup_units: Option<f64>,
    /// Cards that are unique (rule 202.2).
    pub unique: u32,
    /// Unique cards and their versions, the ones with the most versions first.
    pub versions: Vec<Versions>,
    /// How many cards of the deck mention a keyword.
    pub by_keyword: Vec<(Keyword, u32)>,
    /// The keywords of all zones.
    pub keywords: KeywordSet,
    /// The opening hand.
    pub opening: Opening,
}

impl Stats {
    /// The facts of a deck.
    pub fn of(deck: &ResolvedDeck, collection: &Collection) -> Stats {
        let main: Vec<(&Printing, u32)> =
            deck.main().map(|Copies { printing, count }| (collection.get(printing), count)).collect();
        let sum = |wanted: &dyn Fn(&Printing) -> bool| -> u32 {
            main.iter().filter(|(card, _)| wanted(card)).map(|(_, count)| count).sum()
        };
        let is_unit = |card: &Printing| card.card_type.is_deck_unit();
        let cards = sum(&|_| true);
        let is_resource = |copies: Copies| collection.get(copies.printing).card_type == CardType::Resource;
        // A Resource from outside leaves the deck untouched, so it's taken first.
        let resource = match (deck.outside().any(is_resource), deck.main().any(is_resource)) {
            (true, _) => PulledResource::Outside,
            (false, true) => PulledResource::Deck,
            (false, false) => PulledResource::None,
        };
        let units: Vec<_> = main.iter().filter_map(|(card, count)| unit(card, *count)).collect();
        let curve = curve(&main);
        let unit_cost = average(curve.iter().map(|step| (step.cost, step.units)));
        Stats {
            cards,
            outside: deck.outside().map(|copies| copies.count).sum(),
            different: deck.cards(collection).len() as u32,
            units: sum(&is_unit),
            by_arena: ByArena::from_fn(|arena| {
                sum(&|card| is_unit(card) && card.card_type.is_unit_of(arena))
            }),
            multi_arena: sum(&|card| matches!(card.card_type, CardType::Unit(arenas) if arenas.is_multi())),
            by_type: by_type(&main),
            by_side: Side::ALL
                .into_iter()
                .map(|side| (side, sum(&|card| card.side == Some(side))))
                .filter(|(_, count)| *count > 0)
                .collect(),
            unit_cost,
            cost: average(curve.iter().map(|step| (step.cost, step.units + step.others))),
            setup_units: unit_cost.filter(|cost| *cost > 0.0).map(|cost| 30.0 / cost),
            curve,
            unique: sum(&|card| card.name.is_unique()),
            versions: versions(&main),
            by_keyword: Keyword::all()
                .map(|keyword| (keyword, sum(&|card| card.keywords.contains(keyword))))
                .filter(|(_, count)| *count > 0)
                .collect(),
            keywords: deck.keywords(collection),
            opening: Opening::of(cards, resource, &units),
        }
    }
}

fn unit(card: &Printing, count: u32) -> Option<(vocab::Arenas, u32, u8)> {
    let CardType::Unit(arenas) = card.card_type else { return None };
    Some((arenas, count, card.cost.points().unwrap_or(0)))
}

fn by_type(main: &[(&Printing, u32)]) -> Vec<(&'static str, u32)> {
    let mut types: BTreeMap<&'static str, u32> = BTreeMap::new();
    for (card, count) in main {
        *types.entry(card.card_type.word()).or_default() += count;
    }
    let mut types: Vec<_> = types.into_iter().collect();
    types.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    types
}

/// Cards that aren't built have no place in the curve; a missing cost counts as 0 (rule 201.2).
fn curve(main: &[(&Printing, u32)]) -> Vec<CostStep> {
    // X comes after every number.
    let mut steps: BTreeMap<u16, CostStep> = BTreeMap::new();
    for (card, count) in main.iter().filter(|(card, _)| card.card_type.is_built()) {
        let (place, cost) = match card.cost {
            Cost::None => (0, Cost::Points(0)),
            Cost::Points(n) => (u16::from(n), card.cost),
            Cost::X => (u16::MAX, Cost::X),
        };
        let step = steps.entry(place).or_insert(CostStep { cost, units: 0, others: 0 });
        if card.card_type.is_deck_unit() {
            step.units += count;
        } else {
            step.others += count;
        }
    }
    steps.into_values().collect()
}

fn average(costs: impl Iterator<Item = (Cost, u32)>) -> Option<f64> {
    let numbers = costs.filter_map(|(cost, count)| cost.points().map(|points| (u32::from(points), count)));
    let (sum, cards) =
        numbers.fold((0, 0), |(sum, cards), (points, count)| (sum + points * count, cards + count));
    (cards > 0).then(|| f64::from(sum) / f64::from(cards))
}

fn versions(main: &[(&Printing, u32)]) -> Vec<Versions> {
    let mut all: BTreeMap<&str, (Vec<vocab::Version>, u32)> = BTreeMap::new();
    for (card, count) in main {
        if let Some(version) = card.name.version {
            let (versions, cards) = all.entry(card.name.base()).or_default();
            if !versions.contains(&version) {
                versions.push(version);
            }
            *cards += count;
        }
    }
    let counted = |(name, (versions, cards)): (&str, (Vec<_>, u32))| Versions {
        name: name.to_string(),
        versions: versions.len() as u32,
        cards,
    };
    let mut all: Vec<Versions> = all.into_iter().map(counted).collect();
    all.sort_by_key(|one| std::cmp::Reverse((one.versions, one.cards)));
    all
}
