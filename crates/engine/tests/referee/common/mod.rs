//! A small table for tests: units in a line of text, scripted dice, answers by meaning.
#![allow(dead_code, reason = "each test file uses its own part")]

use dejarik_engine::state::{Options, Slot, Where};
use dejarik_engine::{Choice, Decision, Event, Game, Mode, Position, What, Why};
use vocab::ability::{Ability, Costs, Effect, KeywordAbility, Uniqueness, Wrapper};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Counter, Definition, Edition, Keyword, Role, Side, Stat,
};

/// A unit card: name, "speed/power/health", arena, abilities.
pub fn unit(name: &str, values: &str, arena: Arena, abilities: Vec<Ability>) -> Definition {
    let values: Vec<i16> = values.split('/').map(|value| value.parse().expect("a number")).collect();
    Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type: CardType::Unit(Arenas::one(arena)),
        subtypes: "".into(),
        cost: Cost::Points(3),
        speed: Stat::Value(values[0]),
        power: Stat::Value(values[1]),
        health: Stat::Value(values[2]),
        abilities,
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

/// A keyword without a number.
pub fn has(keyword: Keyword) -> Ability {
    Ability::keyword(KeywordAbility::plain(keyword).expect("a keyword without a number"))
}

/// A keyword with a number; one that is activated costs nothing.
pub fn x(keyword: Keyword, value: i16) -> Ability {
    Ability::keyword(KeywordAbility::number(keyword, value).expect("a keyword with a number"))
}

/// "Pay n Force -> keyword".
pub fn pay(force: i16, keyword: Keyword, value: Option<i16>) -> Ability {
    let keyword = KeywordAbility::new(keyword, value.map(Into::into)).expect("a keyword");
    Ability::activated(Costs::force(force), Effect::keyword(keyword))
}

/// A keyword with the body "gain 1 Force".
pub fn body(wrapper: fn(Effect) -> Wrapper) -> Ability {
    Ability::new(vocab::ability::AbilityKind::Wrapper(wrapper(Effect::gain_force(1))))
}

/// A card of a scenario: who has it, and what it is.
pub type Laid = (Role, Definition);

/// A DS unit in the Ground arena.
pub fn ds(name: &str, values: &str, abilities: Vec<Ability>) -> Laid {
    (Role::Dark, unit(name, values, Arena::Ground, abilities))
}

/// An LS unit in the Ground arena.
pub fn ls(name: &str, values: &str, abilities: Vec<Ability>) -> Laid {
    (Role::Light, unit(name, values, Arena::Ground, abilities))
}

/// The same unit in another arena.
pub fn elsewhere(arena: Arena, (who, mut definition): Laid) -> Laid {
    definition.card_type = CardType::Unit(Arenas::one(arena));
    (who, definition)
}

/// A position with these units in play, both players with 10 Force.
pub fn position<const N: usize>(units: [Laid; N], dice: &[u8]) -> (Position, [Slot; N]) {
    in_edition(Edition::Current, units, dice)
}

/// The same in an edition.
pub fn in_edition<const N: usize>(edition: Edition, units: [Laid; N], dice: &[u8]) -> (Position, [Slot; N]) {
    let definitions: Vec<Definition> = units.iter().map(|(_, definition)| definition.clone()).collect();
    let options = Options { edition, ..Options::default() };
    let mut position = Position::new(definitions, 1.into(), options).expect("a position");
    let slots = units.map(|(who, definition)| {
        let arena = definition.card_type.unit_arenas().expect("a unit").as_slice()[0];
        position.put(who, &definition.name, Where::Arena(arena)).expect("room")
    });
    Role::ALL.into_iter().for_each(|who| position.pools(who, 10, 0));
    position.dice(dice);
    (position, slots)
}

/// One normal attack of the first unit on the second.
pub fn attack<const N: usize>(units: [Laid; N], dice: &[u8]) -> (Game, [Slot; N]) {
    let (position, slots) = position(units, dice);
    (position.attacks(&[(slots[0], slots[1], Mode::Normal)]), slots)
}

/// Talking with a game.
pub trait Talk {
    /// The question that waits.
    fn question(&self) -> Decision;
    /// Answers with this choice.
    fn choose(&mut self, choice: Choice);
    /// Uses the first ability that a unit can use, after passing until its controller is asked.
    fn play(&mut self, unit: Slot);
    /// Whether a unit is offered an ability in the chance that is on (the other player passes first if need be).
    fn is_offered(&self, unit: Slot) -> bool;
    /// Passes until something other than a play-or-pass chance is asked or nothing is.
    fn pass(&mut self);
    /// Damage counters on a unit.
    fn counters(&self, unit: Slot) -> u8;
    /// How many dice were rolled, roll by roll.
    fn rolls(&mut self) -> Vec<u8>;
    /// Whether a unit is in an arena.
    fn is_there(&self, unit: Slot) -> bool;
    /// A player's Force.
    fn force(&self, who: Role) -> u16;
}

impl Talk for Game {
    fn question(&self) -> Decision {
        self.decision().expect("a question")
    }

    fn choose(&mut self, choice: Choice) {
        let decision = self.question();
        let index = decision.choices.iter().position(|other| *other == choice);
        let index = index.unwrap_or_else(|| panic!("{choice:?} is not offered: {decision:?}"));
        self.answer(index).expect("offered");
    }

    fn play(&mut self, unit: Slot) {
        for _ in 0..2 {
            let decision = self.question();
            assert_eq!(decision.why, Why::PlayOrPass, "{decision:?}");
            let own = |choice: &&Choice| matches!(choice, Choice::Use(other, _) if *other == unit);
            if let Some(choice) = decision.choices.iter().find(own) {
                self.choose(*choice);
                return;
            }
            self.choose(Choice::Pass);
        }
        panic!("nothing of {unit:?} is offered");
    }

    fn is_offered(&self, unit: Slot) -> bool {
        let mut game = self.clone();
        for _ in 0..2 {
            let Some(decision) = game.decision() else { return false };
            if decision.why != Why::PlayOrPass {
                return false;
            }
            let own = |choice: &Choice| matches!(choice, Choice::Use(other, _) | Choice::Card(other) if *other == unit);
            if decision.choices.iter().any(own) {
                return true;
            }
            game.choose(Choice::Pass);
        }
        false
    }

    fn pass(&mut self) {
        while self.decision().is_some_and(|decision| decision.why == Why::PlayOrPass) {
            self.choose(Choice::Pass);
        }
    }

    fn counters(&self, unit: Slot) -> u8 {
        self.whole().counters(unit, Counter::Damage)
    }

    fn rolls(&mut self) -> Vec<u8> {
        let rolled = |event: Event| match event.what {
            What::Rolled { dice, .. } => Some(dice),
            _ => None,
        };
        self.take_events().into_iter().filter_map(rolled).collect()
    }

    fn is_there(&self, unit: Slot) -> bool {
        matches!(self.whole().card(unit).place, Where::Arena(_))
    }

    fn force(&self, who: Role) -> u16 {
        self.whole().players[who].force
    }
}
