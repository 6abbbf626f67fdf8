//! What is dealt anew for a seat: hidden cards alone, each where such a card can be, and what is offered with them.

use crate::text::*;
use dejarik_engine::state::{Mark, Slot, Where};
use dejarik_engine::{Begin, Choice, Game, Position, Spot};
use vocab::{CardType, Definition, DefinitionId};

/// As many deals as are looked at: each rule must hold in all of them.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=40;

fn cards() -> Vec<Definition> {
    let units = ["Tank", "Truck", "Crane", "Own", "Mine", "Open"];
    let battles = ["Feint", "Ruse", "Rally", "Retort", "Reserve"];
    let mut cards: Vec<Definition> = units.map(|name| unit(name, "40/3/4", "", vec![])).into();
    cards.extend(battles.map(|name| battle(name, vec![])));
    cards
}

/// Light has two cards under construction, five in hand, two in the deck; Dark a card of each sort.
fn dealt() -> Position {
    let mut table = table(cards());
    for name in ["Tank", "Truck"] {
        let card = lay(&mut table, Light, name, Where::BuildZone);
        table.mark(card, Mark::FaceDown);
    }
    for name in ["Crane", "Feint", "Ruse", "Rally", "Retort"] {
        lay(&mut table, Light, name, Where::Hand);
    }
    for name in ["Reserve", "Feint"] {
        lay(&mut table, Light, name, Where::Deck);
    }
    lay(&mut table, Light, "Open", GROUND);
    lay(&mut table, Dark, "Own", Where::Hand);
    let mine = lay(&mut table, Dark, "Mine", Where::BuildZone);
    table.mark(mine, Mark::FaceDown);
    for name in ["Rally", "Own", "Feint", "Ruse"] {
        lay(&mut table, Dark, name, Where::Deck);
    }
    table
}

fn slots(game: &Game, who: vocab::Role, is: impl Fn(Where) -> bool) -> Vec<Slot> {
    let state = game.whole();
    state.slots().filter(|slot| state.card(*slot).owner == who && is(state.card(*slot).place)).collect()
}

fn definitions(game: &Game, slots: &[Slot]) -> Vec<DefinitionId> {
    slots.iter().map(|slot| game.whole().card(*slot).definition).collect()
}

fn sorted(mut all: Vec<DefinitionId>) -> Vec<DefinitionId> {
    all.sort_unstable();
    all
}

#[test]
fn only_what_a_seat_does_not_know_is_dealt_anew() {
    let game = dealt().play(Begin::BuildStep(Dark));
    let is_known = |place: Where| matches!(place, Where::Hand | Where::BuildZone | Where::Arena(_));
    let known = [slots(&game, Dark, is_known), slots(&game, Light, |place| matches!(place, Where::Arena(_)))];
    let deck = slots(&game, Dark, |place| place == Where::Deck);
    let is_hidden = |place: Where| matches!(place, Where::Hand | Where::BuildZone | Where::Deck);
    let hidden = slots(&game, Light, is_hidden);
    let (mut hands, mut decks) = (0, 0);
    for seed in SEEDS {
        let other = game.seat(Dark).determinise(seed.into());
        for slots in &known {
            assert_eq!(definitions(&other, slots), definitions(&game, slots), "seed {seed}");
        }
        for slots in [&hidden, &deck] {
            let (own, other) = (definitions(&game, slots), definitions(&other, slots));
            assert_eq!(sorted(own), sorted(other), "each player keeps his or her own cards, seed {seed}");
        }
        // 702.6: what lies face-down in a build zone can be built.
        for slot in slots(&other, Light, |place| place == Where::BuildZone) {
            let kind = other.catalog().card_type(other.whole().card(slot).definition);
            assert!(kind.is_built(), "seed {seed}: a {kind:?} is being built");
        }
        hands += usize::from(definitions(&other, &hidden) != definitions(&game, &hidden));
        decks += usize::from(definitions(&other, &deck) != definitions(&game, &deck));
    }
    assert!(hands > 20 && decks > 0, "hidden cards are dealt anew: {hands} hands, {decks} decks");
}

#[test]
fn what_the_opponent_is_offered_follows_from_the_cards_that_were_dealt() {
    let game = dealt().play(Begin::BuildStep(Light));
    assert_eq!(game.asked().map(|ask| ask.who), Some(Light));
    let is_built = |game: &Game, card: Slot| {
        let kind: CardType = game.catalog().card_type(game.whole().card(card).definition);
        kind.is_built()
    };
    let mut without = 0;
    for seed in SEEDS {
        let other = game.seat(Dark).determinise(seed.into());
        let hand = slots(&other, Light, |place| place == Where::Hand);
        let offered = |card: Slot| other.choices().contains(&Choice::Put(card, Spot::BuildZone));
        for card in &hand {
            assert_eq!(offered(*card), is_built(&other, *card), "seed {seed}: {:?}", other.decision());
        }
        without += usize::from(!hand.iter().any(|card| is_built(&other, *card)));
        // The player who is asked has seen the own choices.
        assert_eq!(game.seat(Light).determinise(seed.into()).choices(), game.choices());
    }
    assert!(without > 0, "a hand without anything to build was never dealt");
}
