//! Chances of the opening hand (rules 502.5 and 502.6), from exact binomials.

use serde::Serialize;
use vocab::{Arenas, ByArena};

/// The cards of an opening hand (rule 502.6).
pub const HAND: u32 = 7;

/// Where the Resource that a player may put into their hand comes from (rule 502.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PulledResource {
    /// The player brings none.
    None,
    /// From the deck.
    Deck,
    /// From outside the deck.
    Outside,
}

/// The chances of an opening hand; a Resource is pulled if the player brings one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// Where the first card of the hand comes from.
    pub resource: PulledResource,
    /// The number of cards drawn: 7, or 6 with a Resource.
    pub drawn: u32,
    /// The number of cards to draw from.
    pub from: u32,
    /// The expected number of units.
    pub units: f64,
    /// The expected build cost of all units in the hand, if every unit's cost is a number.
    pub unit_cost: f64,
    /// The chance of no unit at all.
    pub no_unit: f64,
    /// The chance of at least one unit of each arena, one arena at a time.
    pub by_arena: ByArena<f64>,
    /// The chance of a hand with a unit for every arena.
    pub every_arena: f64,
    /// The chance of exactly 0, 1, 2... units.
    pub unit_counts: Vec<f64>,
}

impl Opening {
    /// The chances for a deck of `cards` cards with these units: arenas, number of copies, cost.
    pub fn of(cards: u32, resource: PulledResource, units: &[(Arenas, u32, u8)]) -> Opening {
        let (most, from) = match resource {
            PulledResource::None => (HAND, cards),
            PulledResource::Deck => (HAND - 1, cards.saturating_sub(1)),
            PulledResource::Outside => (HAND - 1, cards),
        };
        let drawn = most.min(from);
        let count = |wanted: &dyn Fn(&Arenas) -> bool| -> u32 {
            units.iter().filter(|(arenas, _, _)| wanted(arenas)).map(|(_, count, _)| count).sum()
        };
        let all = count(&|_| true);
        let cost: u32 = units.iter().map(|(_, count, cost)| count * u32::from(*cost)).sum();
        let expected =
            |n: u32| if from == 0 { 0.0 } else { f64::from(drawn) * f64::from(n) / f64::from(from) };
        Opening {
            resource,
            drawn,
            from,
            units: expected(all),
            unit_cost: expected(cost),
            no_unit: chance_of_none(from, all, drawn),
            by_arena: ByArena::from_fn(|arena| {
                1.0 - chance_of_none(from, count(&|arenas| arenas.contains(arena)), drawn)
            }),
            every_arena: every_arena(from, drawn, &|missing| {
                count(&|arenas| arenas.iter().any(|arena| missing & (1 << arena as u32) != 0))
            }),
            unit_counts: (0..=drawn).map(|k| chance_of_exactly(from, all, drawn, k)).collect(),
        }
    }
}

/// Inclusion and exclusion over the arenas that a hand may miss.
fn every_arena(from: u32, drawn: u32, touching: &dyn Fn(u32) -> u32) -> f64 {
    (0_u32..8)
        .map(|missing| {
            let none = chance_of_none(from, touching(missing), drawn);
            if missing.count_ones() % 2 == 0 { none } else { -none }
        })
        .sum::<f64>()
        .clamp(0.0, 1.0)
}

/// The chance that `drawn` of `from` cards hold none of `special` ones.
pub fn chance_of_none(from: u32, special: u32, drawn: u32) -> f64 {
    chance_of_exactly(from, special, drawn, 0)
}

fn chance_of_exactly(from: u32, special: u32, drawn: u32, hits: u32) -> f64 {
    let ways = choose(special, hits) * choose(from.saturating_sub(special), drawn.saturating_sub(hits));
    match choose(from, drawn) {
        0 => 0.0,
        all => ways as f64 / all as f64,
    }
}

/// The number of ways to choose `k` of `n`; exact for hands of up to 7 of up to 2,000 cards.
fn choose(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::{Opening, PulledResource, choose};
    use vocab::{Arena, Arenas};

    #[test]
    fn binomials_are_exact() {
        assert_eq!(choose(60, 7), 386_206_920);
        assert_eq!((choose(5, 0), choose(5, 5), choose(5, 6)), (1, 1, 0));
        assert!(choose(2_000, 7) > u128::from(u64::MAX));
    }

    #[test]
    fn chances_of_a_small_deck_are_the_counted_ones() {
        // Eight cards, one of them a Space unit, one a Ground/Character unit: 8 hands of 7, each lacks one card.
        let units = [(Arenas::one(Arena::Space), 1, 3), (Arenas::parse("Ground/Character").unwrap(), 1, 5)];
        let hand = Opening::of(8, PulledResource::None, &units);
        assert!((hand.by_arena[Arena::Space] - 7.0 / 8.0).abs() < 1e-12);
        assert!((hand.every_arena - 6.0 / 8.0).abs() < 1e-12);
        assert!((hand.units - 14.0 / 8.0).abs() < 1e-12 && (hand.unit_cost - 7.0).abs() < 1e-12);
        assert!(hand.no_unit.abs() < 1e-12 && (hand.unit_counts.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_pulled_resource_is_one_of_the_seven() {
        // 502.6: taken from the deck, it leaves one card fewer to draw from.
        let drawn = |resource| {
            let hand = Opening::of(60, resource, &[]);
            (hand.drawn, hand.from)
        };
        assert_eq!(drawn(PulledResource::None), (7, 60));
        assert_eq!(drawn(PulledResource::Deck), (6, 59));
        assert_eq!(drawn(PulledResource::Outside), (6, 60));
        assert_eq!(Opening::of(0, PulledResource::None, &[]).drawn, 0);
    }
}
