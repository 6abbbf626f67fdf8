//! What a viewer sees of cards, attacks and pending damage, against what was laid there (rules 106.1 to 106.4, 1715.1).

use crate::common;
use crate::text::*;
use dejarik_engine::state::{Mark, Slot, Where};
use dejarik_engine::{Face, Mode, SeenAttack, SeenCard, SeenDamage, View, Viewer};
use vocab::{Counter, Keyword};

fn card_of(view: &View, slot: Slot) -> Option<&SeenCard> {
    view.cards.iter().find(|card| card.slot == slot)
}

#[test]
fn every_viewer_sees_the_table_as_it_was_laid() {
    let mut table = table(vec![
        unit("Trooper", "40/3/4", "", vec![has(Keyword::Armor)]),
        unit("Recruit", "10/1/2", "", vec![]),
        battle("Feint", vec![]),
    ]);
    let open = lay(&mut table, Dark, "Trooper", GROUND);
    let under = lay(&mut table, Dark, "Recruit", Where::Stacked(open));
    let hand = lay(&mut table, Dark, "Recruit", Where::Hand);
    let feint = lay(&mut table, Dark, "Feint", Where::Hand);
    let building = lay(&mut table, Dark, "Recruit", Where::BuildZone);
    let discarded = lay(&mut table, Light, "Trooper", Where::DiscardPile);
    let deck = lay(&mut table, Light, "Recruit", Where::Deck);
    table.mark(building, Mark::FaceDown);
    table.mark(open, Mark::Tapped);
    table.build(building, 1);
    table.damage(open, 2);
    let trooper = table.state_mut().card(open).definition;
    let recruit = table.state_mut().card(under).definition;
    let game = table.offer(dejarik_engine::Chance::General);
    for viewer in Viewer::ALL {
        let view = game.view(viewer);
        let is_own = viewer == Viewer::Seat(Dark);
        let seen = card_of(&view, open).expect("it lies open");
        // 804.2: the stack adds 10 speed, 1 power, 1 health.
        assert_eq!((seen.face, seen.values), (Face::Known(trooper), Some((50, 4, 5))), "{viewer:?}");
        assert_eq!((seen.owner, seen.controller, seen.place), (Dark, Dark, GROUND));
        assert_eq!((seen.tapped, seen.face_down), (true, false));
        assert_eq!(seen.counters, [(Counter::Damage, 2)]);
        let beneath = card_of(&view, under).expect("a stack lies open");
        assert_eq!((beneath.face, beneath.values), (Face::Known(recruit), None), "only a unit has values");
        let gone = card_of(&view, discarded).expect("discard piles are open");
        assert_eq!((gone.face, gone.values), (Face::Known(trooper), None), "only a unit has values");
        let down = card_of(&view, building).expect("everybody sees that it is there");
        let face = if is_own { Face::Known(recruit) } else { Face::Unknown };
        assert_eq!((down.face, down.face_down, down.values), (face, true, None), "{viewer:?}");
        assert_eq!(down.counters, [(Counter::Build, 1)]);
        for own in [hand, feint] {
            assert_eq!(card_of(&view, own).is_some(), is_own, "{viewer:?} and a hand");
            assert!(card_of(&view, own).is_none_or(|card| card.values.is_none()));
        }
        assert_eq!(card_of(&view, deck), None, "nobody sees a deck");
        assert_eq!((view.players[Dark].hand, view.players[Light].deck), (2, 1));
    }
}

#[test]
fn an_attack_and_its_damage_are_seen_unless_its_dice_are_hidden() {
    for keywords in [vec![], vec![common::has(Keyword::Cunning)]] {
        let is_hidden = !keywords.is_empty();
        let units = [
            common::ds("A", "40/3/9", keywords),
            common::ls("D", "40/1/9", vec![common::x(Keyword::Evade, 3)]),
        ];
        let (game, [a, d]) = common::attack(units, &[6, 6, 1]);
        for viewer in Viewer::ALL {
            let view = game.view(viewer);
            let sees = !is_hidden || viewer == Viewer::Seat(Dark);
            let attack = SeenAttack {
                attacker: a,
                defender: d,
                mode: Mode::Normal,
                from: GROUND,
                hidden: !sees,
                count: 3,
                dice: sees.then(|| vec![6, 6, 1]),
            };
            assert_eq!(view.attack, Some(attack), "{viewer:?}");
            if !is_hidden {
                let damage = SeenDamage { to: d, from: a, who: Light, amount: 2 };
                assert_eq!(view.pending, [damage], "{viewer:?}");
            } else if !sees {
                assert_eq!(view.pending, [], "{viewer:?}");
            }
        }
    }
    let units = [common::ds("A", "40/3/9", vec![]), common::ls("D", "40/1/9", vec![])];
    let (game, _) = common::attack(units, &[1, 1, 1]);
    assert_eq!((game.view(Viewer::Public).attack, game.view(Viewer::Public).pending), (None, vec![]));
}
