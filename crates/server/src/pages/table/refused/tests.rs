//! Why something can't be done: the referee's reasons, in positions that show one each, and over whole games.

use super::sight::Sight;
use super::tests::{setup, world};
use super::{moves, why_not};
use dejarik::judge::parse;
use engine::state::{Chance as Luck, Seed, Slot, Stream, Where};
use engine::{Game, Refusal, Viewer, Why};
use table::Table;
use vocab::{CardType, Role};

/// The game that a scenario leads to, with the refusals of a card by its name, for Light.
fn refused(text: &str, name: &str) -> Vec<Refusal> {
    let world = world();
    let scenario =
        parse(&format!("F1 Refusals\n\n{text}\n")).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let game: Game = world.cards.reach(&scenario).unwrap_or_else(|| panic!("{text}"));
    let sight = game.sight(Viewer::Seat(Role::Light));
    assert!(sight.asked().is_some(), "{text}: Light is asked");
    let card: Slot =
        sight.view().cards.iter().map(|card| card.slot).find(|slot| game.name_of(*slot) == name).expect(name);
    sight.refused(card).into_iter().map(|(_, refusal)| refusal).collect()
}

#[test]
fn each_reason_is_the_referees() {
    let duel = "light space: Runner 60/3/3; Friend 20/1/3\ndark space: Target 10/2/3; Ghost 10/1/3 \"Stealth\"\n\
        dark ground: Far 10/1/3\nstart battle space";
    // 1755.1, 1105.1, 1105.8
    assert_eq!(refused(duel, "Ghost"), [Refusal::Stealth]);
    assert_eq!(refused(duel, "Far"), [Refusal::OutOfReach]);
    assert_eq!(refused(duel, "Friend"), [Refusal::OwnSide]);
    assert_eq!(refused(duel, "Target"), []);
    // 603.5, 1307.6, 706.2
    let hand = "light hand: @Scout Wing; @Desperate Run\nlight force 2\nlight space: Runner 60/3/3\n\
        dark space: Target 10/2/3\nstart battle space";
    assert_eq!(refused(hand, "Scout Wing"), [Refusal::Built]);
    assert!(
        matches!(refused(hand, "Desperate Run")[..], [Refusal::Moment(_)]),
        "{:?}",
        refused(hand, "Desperate Run")
    );
    let retreat =
        "light ground: Guard 10/1/3 tapped; Other 10/1/3\ndark ground: Enemy 10/1/3\nstart retreat light";
    assert_eq!(refused(retreat, "Guard"), [Refusal::Tapped]);
    assert_eq!(refused(retreat, "Other"), []);
}

#[test]
fn what_is_not_offered_has_a_reason_and_what_is_offered_has_none() {
    let world = world();
    let (mut reasons, mut silent) = (std::collections::BTreeSet::new(), Vec::new());
    for seed in 1..=3 {
        let mut table = Table::new(world.catalog.clone(), setup(&world, seed), &[]).expect("a game");
        let mut luck = Luck::new(Seed::from(seed));
        for _ in 0..260 {
            let Some(who) = table.asked() else { break };
            let sight = Sight::new(&world, table.seen(Viewer::Seat(who)), "abcdefghij");
            let decision = sight.decision.clone().expect("a question");
            for card in &sight.view.cards {
                let Some(definition) = sight.definition(card) else { continue };
                let offered = sight.offers_of(card.slot).next().is_some();
                let reason = why_not(&sight, card);
                assert!(!(offered && reason.is_some()), "{definition} is offered and refused");
                let is_target = decision.why == Why::Act
                    && card.controller != who
                    && matches!(card.place, Where::Arena(_));
                let is_card = card.place == Where::Hand && card.controller == who;
                let is_battle_card = definition.card_type == CardType::Battle;
                let asks = matches!(decision.why, Why::Act | Why::PlayOrPass | Why::Build)
                    && is_card
                    && is_battle_card;
                if (is_target || asks) && !offered && reason.is_none() {
                    silent.push(format!("{definition}, {:?}", decision.why));
                }
                if let Some((words, rule)) = reason {
                    assert!(vocab::rulebook::rule(rule).is_some(), "{rule}");
                    assert!(words.len() < 90 && !words.ends_with('.'), "{words}");
                    reasons.insert(words);
                }
            }
            // The list says everything that is offered, and gives each reason once.
            let list = moves::moves(&sight, &[]).0;
            for offer in sight.offers.iter().filter(|offer| offer.listed) {
                assert!(list.contains(&format!("value=\"{}\"", offer.path)), "{} is missing", offer.title);
            }
            let choice = luck.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
    }
    assert!(silent.is_empty(), "no reason for {silent:?}");
    // 702.1
    assert!(reasons.len() >= 6 && reasons.contains("You have no build points left"), "{reasons:?}");
}
