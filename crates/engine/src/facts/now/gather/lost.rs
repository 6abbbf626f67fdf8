//! What texts take away: game text, abilities.

use super::{DEEPEST, Query, may_be_given};
use crate::facts::game::Game;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use vocab::ability::{AbilityClass, Change, Grant, Loss};

/// Whether a text took a card's game text, or all its abilities.
#[inline]
pub(crate) fn has_lost_text(game: &Game, card: Slot) -> bool {
    Query::new(game, Topics::TEXT).has_lost_text(card)
}

/// Whether a text took a card's triggered abilities.
pub(crate) fn has_lost_triggers(game: &Game, card: Slot) -> bool {
    let is_it = |loss: &Loss| matches!(loss, Loss::Abilities(AbilityClass::Any | AbilityClass::Triggered));
    Query::new(game, Topics::TEXT).has_lost(card, &is_it)
}

impl Query<'_> {
    /// Whether a text took a card's game text, or all its abilities.
    #[inline]
    pub(super) fn has_lost_text(self, card: Slot) -> bool {
        self.game.catalog.takes_text()
            && self
                .has_lost(card, &|loss| matches!(loss, Loss::GameText | Loss::Abilities(AbilityClass::Any)))
    }

    /// Whether a text took this ability from a card: "that unit loses the chosen ability".
    pub(super) fn has_lost_ability(self, card: Slot, id: AbilityId) -> bool {
        let is_it = |change: &Change| matches!(change, Change::Gets(Grant::Lose(Loss::Chosen(_))));
        self.depth <= DEEPEST
            && self.game.state.lasting.iter().any(|record| {
                !record.words.is_empty()
                    && record.abilities(&self.game.state).contains(&id)
                    && record.changes(self.game, card, self.depth + 1).iter().any(is_it)
            })
    }

    /// Whether a lasting effect or a rule takes this from a card. Beyond a bound of looking up no rule does: so two cards
    /// that take each other's text come to an end.
    fn has_lost(self, card: Slot, is_it: &dyn Fn(&Loss) -> bool) -> bool {
        let game = self.game;
        if !game.catalog.takes_text() || self.depth > DEEPEST {
            return false;
        }
        let takes = |list: &[Change]| {
            list.iter().any(|change| matches!(change, Change::Gets(Grant::Lose(loss)) if is_it(loss)))
        };
        let by_effect = game.state.lasting.iter().any(|record| {
            game.catalog.node(record.node).topics.meets(Topics::TEXT)
                && takes(record.changes(game, card, self.depth + 1))
        });
        if by_effect {
            return true;
        }
        let query = Query::new(game, Topics::TEXT).at(self.depth + 1);
        let mut lost = false;
        if may_be_given(game, Topics::TEXT) {
            query.each_rule(Some(card), &mut |rule| {
                let (source, ..) = rule;
                lost |= source != card && query.applies(card, rule, &takes).is_some();
            });
        }
        lost
    }
}
