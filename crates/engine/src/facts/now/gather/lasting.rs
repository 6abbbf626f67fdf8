//! What lasting effects give (rule 1309), and what a given static ability says about the card that has it.

use super::{DEEPEST, Given, Query, Taker};
use crate::facts::game::Game;
use crate::facts::now::x_of;
use crate::facts::text::{Scope, condition};
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use vocab::ability::{AbilityKind, Change, Grant, Pattern, Reference, Rule};

impl<'a> Query<'a> {
    /// What lasting effects do to a card (rule 1309).
    pub(super) fn by_lasting(self, card: Slot, f: Taker<'_, 'a>) {
        for record in &*self.game.state.lasting {
            if !self.game.catalog.node(record.node).topics.meets(self.topics) {
                continue;
            }
            let list = record.changes(self.game, card, self.depth + 1);
            if !list.is_empty() {
                let giver = record.this.unwrap_or(card);
                let quoted = &self.game.catalog.node(record.node).inner;
                let scope = record.scope(self.game, self.depth + 1).looking_at(card);
                self.changes(list, quoted, giver, scope, Some(record.values), &mut |given| {
                    self.with_own(given, scope, f);
                });
            }
        }
    }

    /// Hands out what a card is given, and what a static ability among it says about the card ("gets 'This unit gets ...'").
    pub(super) fn with_own(self, given: Given<'a>, scope: Scope<'a>, f: Taker<'_, 'a>) {
        f(given);
        let (Given::Ability(id, giver), Some(card)) = (given, scope.each) else { return };
        let game = self.game;
        if let AbilityKind::Static(Rule::Cards { who: Pattern::Known(who), changes, condition }) =
            &game.catalog.ability(id).kind
            && (*who == Reference::This || (*who == Reference::Giver && giver == card))
            && scope.depth <= DEEPEST + 1
        {
            let mut own = Scope::of_card(game, card, scope.depth).given_by(giver).looking_at(card);
            own.x = x_of(own, id);
            if condition.as_ref().is_none_or(|only| condition::holds(own, only)) {
                game.catalog.see(id);
                self.changes(changes, game.catalog.inner(id), giver, own, None, f);
            }
        }
    }
}

/// The abilities of other cards that were chosen for a card.
pub(super) fn chosen_abilities(game: &Game, card: Slot) -> Vec<AbilityId> {
    let records = game.state.lasting.iter().filter(|record| !record.words.is_empty());
    let gets = |list: &[Change]| list.iter().any(|change| matches!(change, Change::Gets(Grant::Chosen(_))));
    records
        .filter(|record| gets(record.changes(game, card, 1)))
        .flat_map(|record| record.abilities(&game.state))
        .collect()
}
