//! What a numbered option stands for, so that whoever shows it can say it in words.

use crate::facts::game::Game;
use crate::facts::keywords::adapt;
use crate::records::decision::Why;
use crate::records::frame::Frame;
use crate::records::state::Slot;
use crate::records::{battle, build, effect, play};
use crate::rules::build::numbered_way;
use vocab::Keyword;
use vocab::ability::{Ability, AbilityKind, Costs, Effect, Mode, Payment, Play, Upkeep, Wrapper};

/// What an option stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Words that need no card.
    Words(String),
    /// A clause of the card that asks, to be written in card English. Costs by themselves are written as an Upkeep.
    Ability(Box<Ability>),
}

impl Game {
    /// What an option of the open question stands for; `None` if it is no more than its number.
    pub fn option(&self, option: u8) -> Option<Meaning> {
        let place = usize::from(option);
        let ask = self.asked()?;
        if let (Why::Keyword(keyword), Some(source)) = (ask.why, ask.source) {
            return self.option_of_keyword(keyword, source, place);
        }
        match *self.state.frames.last()? {
            Frame::Play(play::Frame::Mode(_)) => {
                let root = self.catalog.entry(self.context().ability).root?;
                self.mode(&self.catalog.node(root).effect, place)
            }
            Frame::Effect(effect::Frame::Node(id, _)) => self.mode(&self.catalog.node(id).effect, place),
            Frame::Effect(effect::Frame::Pay(id, at)) => {
                let costs = &self.catalog.cost(id).costs.0;
                match costs.get(usize::from(at.item()))? {
                    Payment::OneOf(_, options) => Some(price_alone(options.get(place)?.clone())),
                    Payment::TapThis | Payment::Force(_) | Payment::BuildPoints(_) | Payment::Act(_) => None,
                }
            }
            Frame::Build(build::Frame::Ways(_, card, keyword)) => {
                let (_, id) = numbered_way(self, card, keyword, option)?;
                Some(Meaning::Ability(Box::new(self.catalog.ability(id).clone())))
            }
            Frame::Hand(_) => self.deed_in_words(option).map(Meaning::Words),
            _ => None,
        }
    }

    fn mode(&self, effect: &Effect, place: usize) -> Option<Meaning> {
        let Effect::ChooseOne(_, modes) = effect else { return None };
        let Mode { costs, effect, timing } = modes.get(place)?.clone();
        Some(Meaning::Ability(Box::new(Ability::new(AbilityKind::OneShot(Play { costs, effect, timing })))))
    }

    fn option_of_keyword(&self, keyword: Keyword, source: Slot, place: usize) -> Option<Meaning> {
        match keyword {
            Keyword::Velocity => {
                let value = *self.instances(source, Keyword::Velocity).get(place / 2)?;
                let value = if place.is_multiple_of(2) { value } else { -value };
                Some(Meaning::Words(format!("{value:+} speed")))
            }
            Keyword::Upkeep => match *self.state.frames.last()? {
                Frame::Build(build::Frame::Upkeep(_, _, id)) => match &self.catalog.ability(id).kind {
                    AbilityKind::Wrapper(Wrapper::Upkeep(Upkeep::Costs(costs))) => {
                        Some(price_alone(costs.get(place)?.clone()))
                    }
                    _ => None,
                },
                _ => None,
            },
            Keyword::Adapt => match *self.state.frames.last()? {
                Frame::Battle(battle::Frame::Adapt(unit, nth)) => {
                    let text = adapt::text(self, unit, nth, place)?;
                    let alone = AbilityKind::Wrapper(Wrapper::Adapt(vec![text]));
                    Some(Meaning::Ability(Box::new(Ability::new(alone))))
                }
                _ => None,
            },
            // 1204.4: which of several instances of damage a prevention is for.
            _ => {
                let instance = self.state.instances().get(place)?;
                let [to, from] = [instance.to, instance.from].map(|card| self.name_of(card));
                Some(Meaning::Words(format!("{} damage to {to} from {from}", instance.amount)))
            }
        }
    }
}

fn price_alone(costs: Costs) -> Meaning {
    Meaning::Ability(Box::new(Ability::new(AbilityKind::Wrapper(Wrapper::Upkeep(Upkeep::Costs(vec![
        costs,
    ]))))))
}
