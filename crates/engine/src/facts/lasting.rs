//! What lasting effects change now, and how their texts see the table (rule 1309).

use crate::facts::game::Game;
use crate::facts::text::{Scope, amount, condition, filter};
use crate::records::id::{AbilityId, NodeId};
use crate::records::lasting::{Lasting, VALUES};
use crate::records::state::{Slot, State};
use crate::records::word::Word;
use vocab::ability::{Action, Amount, Change, Duration, Effect, Grant, Rule, Selector, UnitAction};

impl Lasting {
    /// The abilities that were chosen.
    pub(crate) fn abilities(&self, state: &State) -> Vec<AbilityId> {
        if self.words.is_empty() {
            return Vec::new();
        }
        let words = state.words(self.words);
        words.iter().filter_map(|word| if let Word::Ability(id) = word { Some(*id) } else { None }).collect()
    }

    /// How its text sees the table.
    pub(crate) fn scope<'a>(&self, game: &'a Game, depth: u8) -> Scope<'a> {
        let scope = Scope::of_bindings(game, self.bindings, depth);
        Scope { bound: self.bound, numbers: self.values, ..scope }
    }

    /// Whether it is true at the moment: begun, not over, its condition met.
    pub(crate) fn is_active(&self, game: &Game, depth: u8) -> bool {
        match duration(game, self.node) {
            Some(Duration::NextAttack) => self.begun,
            Some(Duration::NextTurn) => game.state.turn > self.turn,
            Some(Duration::AsLongAs(only)) => condition::holds(self.scope(game, depth), only),
            Some(
                Duration::ThisAttack
                | Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::EndOfNextTurn
                | Duration::EndOfGame
                | Duration::Until(_),
            ) => true,
            None => false,
        }
    }

    /// The changes that it makes to a card now.
    pub(crate) fn changes<'a>(&self, game: &'a Game, card: Slot, depth: u8) -> &'a [Change] {
        let Effect::Lasting(lasting) = &game.catalog.node(self.node).effect else { return &[] };
        let Rule::Cards { who, changes, condition } = &lasting.rule else { return &[] };
        let mut scope = self.scope(game, depth).looking_at(card);
        scope.as_cards = filter::apply_to_cards(changes);
        let concerned = match self.who {
            Some(who) => who == card,
            None => matches!(who, Selector::Each(all) if filter::fits(scope, all, card)),
        };
        let applies = concerned
            && self.is_active(game, depth)
            && condition.as_ref().is_none_or(|only| condition::holds(scope, only));
        if applies { changes } else { &[] }
    }
}

/// The amount of a grant, if it has one.
pub(crate) fn amount_of(change: &Change) -> Option<&Amount> {
    match change {
        Change::Gets(Grant::Bonus(_, amount) | Grant::Set(_, amount)) => Some(amount),
        Change::Gets(Grant::Keyword(keyword)) => keyword.value(),
        Change::Gets(
            Grant::Ability(_)
            | Grant::Subtype(_)
            | Grant::SubtypesOf(_)
            | Grant::Name(_)
            | Grant::Side(_)
            | Grant::Types(_)
            | Grant::Chosen(_)
            | Grant::Lose(_),
        )
        | Change::Modal(..)
        | Change::Unless { .. }
        | Change::Cost { .. }
        | Change::Prevent { .. }
        | Change::DamageFrom(_)
        | Change::Limit(..) => None,
    }
}

/// The amounts of changes as they are now.
pub(crate) fn fix(scope: Scope, changes: &[Change]) -> [i8; VALUES] {
    let mut values = [0; VALUES];
    for (value, number) in values.iter_mut().zip(changes.iter().filter_map(amount_of)) {
        *value = amount::amount(scope, number).clamp(-120, 120) as i8;
    }
    values
}

/// How long a lasting effect lasts.
pub(crate) fn duration(game: &Game, node: NodeId) -> Option<&Duration> {
    match &game.catalog.node(node).effect {
        Effect::Lasting(lasting) => Some(&lasting.duration),
        Effect::Meanwhile(_, duration)
        | Effect::Act(Action::Units(UnitAction::GainControl { duration, .. })) => Some(duration),
        Effect::Act(_)
        | Effect::Sequence(_)
        | Effect::Named(..)
        | Effect::Keyword(..)
        | Effect::Do { .. }
        | Effect::If { .. }
        | Effect::ChooseOne(..)
        | Effect::Unless { .. }
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::ForEach(..)
        | Effect::Delayed(..)
        | Effect::ByHand => None,
    }
}
