//! Attacks between units with random keywords, answered at random: what must hold for every attack.

use crate::common::{body, has, pay, unit, x};
use dejarik_engine::state::{Options, Slot, Where};
use dejarik_engine::{Attack, Game, Mode, Position, Stage};
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::prop_assert;
use vocab::ability::{Ability, AbilityKind, Wrapper};
use vocab::{Arena, Edition, Keyword, Role};

/// A small generator: the property is about one number.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn keyword(&mut self) -> Ability {
        const PLAIN: [Keyword; 12] = [
            Keyword::Armor,
            Keyword::Consume,
            Keyword::Cunning,
            Keyword::DoubleDamage,
            Keyword::DoubleStrike,
            Keyword::Ferocity,
            Keyword::Fortitude,
            Keyword::Intercept,
            Keyword::Overkill,
            Keyword::Precision,
            Keyword::Redirect,
            Keyword::Stealth,
        ];
        const NUMBER: [Keyword; 22] = [
            Keyword::Absorb,
            Keyword::Accuracy,
            Keyword::AreaDamage,
            Keyword::Avenge,
            Keyword::Backfire,
            Keyword::Barrage,
            Keyword::Bombard,
            Keyword::CriticalHit,
            Keyword::Deflect,
            Keyword::Evade,
            Keyword::Focus,
            Keyword::Fury,
            Keyword::IonCannon,
            Keyword::Lucky,
            Keyword::Overload,
            Keyword::Parry,
            Keyword::Persuade,
            Keyword::Protect,
            Keyword::Retaliate,
            Keyword::Riposte,
            Keyword::Shields,
            Keyword::Stun,
        ];
        let value = self.below(3) as i16 + 1;
        match self.below(10) {
            0..3 => has(PLAIN[self.below(PLAIN.len())]),
            3 => x(Keyword::Surge, value),
            4 => x(Keyword::Tenacity, value),
            5 => body([Wrapper::Bounty, Wrapper::Foresight, Wrapper::Forewarning][self.below(3)]),
            6 => pay(1, [Keyword::Evade, Keyword::Deflect, Keyword::Absorb][self.below(3)], Some(value)),
            _ => x(NUMBER[self.below(NUMBER.len())], value),
        }
    }
}

/// Three units for each player in random arenas, with up to eight keywords each, two of them Bounties.
fn table(random: &mut Random) -> (Position, Vec<Slot>) {
    let arenas = [Arena::Space, Arena::Ground, Arena::Ground, Arena::Character];
    let definitions: Vec<_> = (0..6)
        .map(|number| {
            let mut abilities: Vec<Ability> = (0..2 + random.below(7)).map(|_| random.keyword()).collect();
            // Of a unit that has left three Bounties are remembered, and ten that were earned: with more the game is
            // stopped.
            let mut bounties = 0;
            abilities.retain(|ability| {
                let is_bounty = matches!(ability.kind, AbilityKind::Wrapper(Wrapper::Bounty(_)));
                bounties += usize::from(is_bounty);
                !is_bounty || bounties <= 2
            });
            let values = format!("40/{}/{}", random.below(7), 1 + random.below(9));
            unit(&format!("U{number}"), &values, arenas[random.below(arenas.len())], abilities)
        })
        .collect();
    let edition = [Edition::Current, Edition::Sheets][random.below(2)];
    let options = Options { edition, ..Options::default() };
    let mut position = Position::new(definitions.clone(), random.0.into(), options).expect("a position");
    let mut slots = Vec::new();
    for (number, definition) in definitions.iter().enumerate() {
        let who = Role::ALL[number % 2];
        let arena = definition.card_type.unit_arenas().expect("a unit").as_slice()[0];
        slots.push(position.put(who, &definition.name, Where::Arena(arena)).expect("room"));
    }
    Role::ALL.into_iter().for_each(|who| position.pools(who, 8, 0));
    (position, slots)
}

/// The dice of an attack before anything was added: the first roll and what Fury brought (rules 1107.1, 1107.5).
fn are_dice_right(attack: &Attack) -> bool {
    let fury = if attack.first_had(4) { attack.values.fury } else { 0 };
    attack.stage != Stage::Rerolling || attack.dice.len() as i16 == i16::from(attack.first_dice) + fury
}

fn holds(game: &Game) -> bool {
    let state = game.whole();
    let damage = state.instances().iter();
    state.attacks.iter().all(are_dice_right) && damage.clone().all(|instance| instance.amount < 100)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn every_attack_comes_to_its_end_and_every_offered_choice_is_accepted(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (position, slots) = table(&mut random);
        let mut attacks: Vec<(Slot, Slot, Mode)> = Vec::new();
        for unit in slots {
            let targets = position.targets(unit);
            if !targets.is_empty() {
                let (target, mode) = targets[random.below(targets.len())];
                attacks.push((unit, target, mode));
            }
        }
        let mut game = position.attacks(&attacks);
        let (start, mut answers) = (game.clone(), Vec::new());
        for _ in 0..2000 {
            let Some(decision) = game.decision() else { break };
            prop_assert!(holds(&game), "{:?}", game.whole().attacks);
            // Every choice is tried on a copy.
            for index in 0..decision.choices.len() {
                let mut copy = game.clone();
                prop_assert!(copy.answer(index).is_ok());
                prop_assert!(copy.outcome().is_none(), "{:?} by {:?}", copy.outcome(), decision);
            }
            let index = random.below(decision.choices.len());
            answers.push(index);
            prop_assert!(game.answer(index).is_ok());
        }
        prop_assert!(game.decision().is_none(), "{:?}", game.decision());
        let state = game.whole();
        prop_assert!(state.frames.is_empty() && state.attacks.is_empty() && state.sequences.is_empty());
        prop_assert!(state.outcome.is_none());
        // A copy plays the same.
        let mut copy = start;
        prop_assert!(answers.iter().all(|index| copy.answer(*index).is_ok()));
        prop_assert!(copy.whole() == state);
    }
}
