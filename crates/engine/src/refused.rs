//! Why the referee doesn't offer what a viewer might want to do: asked by pages, answered by the tests that offer things.

use crate::facts::attack;
use crate::records::decision::{Choice, Why};
use crate::records::id::AbilityId;
use crate::records::pop::Chance;
use crate::records::refusal::Refusal;
use crate::records::state::{Slot, Where};
use crate::rules::{build, play};
use crate::sight::Sight;
use vocab::ability::Pool;

impl Sight<'_> {
    /// What a card that the viewer sees could do at another time, or somebody could do to it, and why the question that
    /// waits for the viewer doesn't offer it: the card itself (`None`), or its abilities. Empty where nothing is refused.
    pub fn refused(self, card: Slot) -> Vec<(Option<AbilityId>, Refusal)> {
        let Some(ask) = self.asked().filter(|_| self.card(card).is_some()) else { return Vec::new() };
        let (game, who) = (self.game, ask.who);
        let record = game.state.card(card);
        let is_built = || game.catalog.card_type(game.state.card(card).definition).is_built();
        let in_hand = record.place == Where::Hand && record.controller == who;
        let mut refused = match ask.why {
            Why::Act => {
                let Some(unit) = ask.source else { return Vec::new() };
                let mut refused = play::refused(game, who, card, Chance::WouldAttack(unit));
                if matches!(record.place, Where::Arena(_)) && card != unit {
                    refused.insert(0, (None, attack::refused(game, unit, card)));
                }
                refused
            }
            Why::PlayOrPass => {
                let Some(chance) = self.chance() else { return Vec::new() };
                play::refused(game, who, card, chance)
            }
            Why::Build if in_hand && is_built() => {
                let is_broke = game.pool(who, Pool::BuildPoints) == 0;
                if is_broke { vec![(None, Refusal::NoBuildPoints)] } else { Vec::new() }
            }
            Why::Build => play::refused(game, who, card, Chance::BuildStep),
            Why::Retreat => {
                build::retreat_refused(game, who, card).map(|why| (None, why)).into_iter().collect()
            }
            Why::PlayEvent
            | Why::PullResource
            | Why::Mulligan
            | Why::SetupBuild
            | Why::SetupPartial
            | Why::BuildCounters
            | Why::BuildStepStart
            | Why::Destination
            | Why::NextUnit
            | Why::Bid
            | Why::Order
            | Why::Optional
            | Why::PayOrNot
            | Why::Keyword(_)
            | Why::Choose
            | Why::Mode
            | Why::X
            | Why::Pay
            | Why::Prevent
            | Why::Divide
            | Why::Equip
            | Why::Untap
            | Why::ByHand
            | Why::Agree => return Vec::new(),
        };
        if in_hand && is_built() && matches!(ask.why, Why::Act | Why::PlayOrPass | Why::Retreat) {
            refused.insert(0, (None, Refusal::Built));
        }
        // What is offered isn't refused.
        let offered = |ability: &Option<AbilityId>| {
            self.choices().iter().any(|choice| match (choice, ability) {
                (Choice::Use(own, id), Some(ability)) => *own == card && id == ability,
                (Choice::Use(..), None) | (_, Some(_)) => false,
                (choice, None) => choice.card() == Some(card),
            })
        };
        refused.retain(|(ability, _)| !offered(ability));
        refused
    }
}
