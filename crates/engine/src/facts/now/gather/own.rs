//! What a card has by itself: printed text, INSERT of its stack, its Pilots and Equipment.

use super::{DEEPEST, Given, Query, Taker};
use crate::facts::keywords::insert;
use crate::facts::now::{permission, x_of};
use crate::facts::text::{Scope, condition, filter, is_in_play};
use crate::records::id::AbilityId;
use crate::records::state::{Slot, Where};
use crate::records::topics::Topics;
use vocab::Keyword;
use vocab::ability::{AbilityKind, Wrapper};

impl<'a> Query<'a> {
    /// What a card has by itself.
    pub fn direct(self, card: Slot, f: Taker<'_, 'a>) {
        self.by_itself(card, None, f);
    }

    /// The same; of the card's own abilities only those that are about something, quoted ones included.
    pub(super) fn by_itself(self, card: Slot, about: Option<Topics>, f: Taker<'_, 'a>) {
        let game = self.game;
        let record = game.state.card(card);
        let is_asked = |id| self.topics.meets(game.catalog.changes(id).or(Topics::ABILITIES));
        if is_asked(record.definition) && !self.has_lost_text(card) {
            for id in &game.catalog.facts(record.definition).abilities {
                let brief = game.catalog.brief(*id);
                if about.is_none_or(|about| brief.deep.meets(about))
                    && self.topics.meets(brief.deep.or(Topics::ABILITIES))
                    && !self.has_lost_ability(card, *id)
                {
                    self.printed(card, *id, f);
                }
            }
        }
        if !is_in_play(game, card) || self.depth > DEEPEST + 1 {
            return;
        }
        for other in game.state.on(card) {
            let definition = game.state.card(other).definition;
            if !is_asked(definition) && !game.state.places.hosts().contains(other) {
                continue;
            }
            match game.state.card(other).place {
                // 1732.1: given to the top card by every card of the stack.
                Where::Stacked(_) => {
                    for id in &game.catalog.facts(definition).abilities {
                        if insert::is_insert(&game.catalog.ability(*id).kind)
                            && self.topics.meets(game.catalog.brief(*id).deep.or(Topics::ABILITIES))
                        {
                            self.open(card, *id, other, f);
                        }
                    }
                }
                Where::Piloting(_) => self.pilot(card, other, f),
                Where::Attached(_) => self.equipment(card, other, f),
                _ => {}
            }
        }
    }

    /// What a Pilot gives: to the unit alone, once for each subtype (rules 902.3, 902.4).
    fn pilot(self, unit: Slot, pilot: Slot, f: Taker<'_, 'a>) {
        let game = self.game;
        if !matches!(game.state.card(unit).place, Where::Arena(_) | Where::BuildZone) {
            return;
        }
        let mut give = |id: AbilityId| {
            if let AbilityKind::Wrapper(Wrapper::Pilot(text)) = &game.catalog.ability(id).kind
                && self.topics.meets(game.catalog.brief(id).deep)
            {
                let mut scope = Scope::of_card(game, unit, self.depth).given_by(pilot);
                scope.x = x_of(scope, id);
                let fits = |class| filter::is_of_class(scope, class, unit);
                let passes = |class| permission::is_piloted_as(game, unit, class, self.depth);
                if text.of.is_empty() || text.of.iter().any(fits) || text.of.iter().any(passes) {
                    game.catalog.see(id);
                    self.texts(unit, &text.gets, game.catalog.inner(id), scope, f);
                }
            }
        };
        let facts = game.catalog.facts(game.state.card(pilot).definition);
        // Hardly ever is a Pilot ability given: what is printed is all there is.
        if !facts.gives.contains(Keyword::Pilot) && !game.state.places.hosts().contains(pilot) {
            if !self.has_lost_text(pilot) {
                facts.abilities.iter().for_each(|id| give(*id));
            }
            return;
        }
        Query::new(game, Topics::ABILITIES).at(self.depth).direct(pilot, &mut |given| {
            if let Given::Ability(id, _) = given {
                give(id);
            }
        });
    }

    /// What an Equipment gives to the card it is on (rules 1001.3, 1001.4); to one that pilots as to the card that is
    /// printed (rule 1004.7).
    fn equipment(self, host: Slot, equipment: Slot, f: Taker<'_, 'a>) {
        let game = self.game;
        if self.has_lost_text(equipment) {
            return;
        }
        let pilots = matches!(game.state.card(host).place, Where::Piloting(_));
        for id in &game.catalog.facts(game.state.card(equipment).definition).abilities {
            if let AbilityKind::Equipped(text) = &game.catalog.ability(*id).kind
                && self.topics.meets(game.catalog.brief(*id).deep)
            {
                let mut scope = Scope::of_card(game, equipment, self.depth + 1).looking_at(host);
                scope.as_cards = pilots;
                let applies = filter::fits(scope, &text.who, host)
                    && text.condition.as_ref().is_none_or(|only| condition::holds(scope, only));
                if applies {
                    game.catalog.see(*id);
                    self.changes(&text.changes, game.catalog.inner(*id), equipment, scope, None, f);
                }
            }
        }
    }
}
