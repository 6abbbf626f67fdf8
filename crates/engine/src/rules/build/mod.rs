//! Build and retreat steps, completing, stacks, Pilots, Equipment (chapters 7 to 10).

mod action;
pub(crate) mod class;
mod complete;
pub(crate) mod cost;
mod equipment;
pub(crate) mod price;
mod retreat;
mod spot;
pub(crate) mod stack;
mod start;
pub(crate) mod way;

use crate::facts::game::Game;
use crate::facts::now::summary;
pub(crate) use crate::records::build::{Frame, Way};
use crate::records::decision::{Ask, Choice, Spot, Why};
use crate::records::frame::Flow;
use crate::records::kind::EventKind;
use crate::records::pop::Chance;
use crate::records::state::{Mark, Moment, Slot};
use crate::rules::keywords::{damage_control, equip, pilot, upkeep};
use crate::rules::{check, pop, trigger};

pub(crate) use complete::{clear_for_location, numbered_way, replace_resource};
pub(crate) use equipment::{equip as attach, fits as equipment_fits};
pub(crate) use retreat::{refused as retreat_refused, retreat};
pub(crate) use spot::{bring_in, leave, put, spots, stack_under, start};
pub(crate) use way::{due_after, pay_extra, trap_is_ready};

use vocab::ability::{CostTerms, Edge, Pool};
use vocab::{Keyword, Role};

impl Frame {
    /// Completing a card outside of the frames of the build step: by Hidden Cost or an effect (rule 1731.1).
    pub(crate) const fn complete(who: Role, card: Slot, way: Way) -> Frame {
        Frame::Destination(who, card, way)
    }

    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Start(who) => start::begin(game, who),
            Frame::Items(who) => start::next(game, who),
            Frame::Begun(who) => chance(game, Frame::Choose(who), Edge::Start, who),
            Frame::Choose(who) => {
                check::settle(game);
                // 904.5: what was put right may leave a choice.
                if game.state.waiting.is_empty() {
                    summary::refresh_plays(game, who);
                    Flow::Ask
                } else {
                    Flow::push(self, trigger::Frame::Resolve)
                }
            }
            Frame::Destination(who, card, way) => complete::destination(game, who, card, way),
            Frame::Paying(who, card, spot, way, paid) => complete::pay(game, who, card, spot, way, paid),
            Frame::Completing(who, card, spot, way) => complete::finish(game, who, card, spot, way),
            Frame::Resolved(card) => complete::resolved(game, card),
            Frame::EquipPaid(who, card, nth, host) => equip::paid(game, who, card, nth, host),
            Frame::Equipping(equipment, host) => equip::finish(game, equipment, host),
            Frame::End(who) => action::end(game, who),
            Frame::Ended(who) => action::ended(game, who),
            Frame::RetreatStart(who) => retreat::begin(game, who),
            Frame::DamageControl(..)
            | Frame::Upkeep(..)
            | Frame::Counters(..)
            | Frame::Ways(..)
            | Frame::X(..)
            | Frame::Enhance(..)
            | Frame::Host(..)
            | Frame::ExcessPilot(_)
            | Frame::Retreat(_) => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Items(who) => start::ask(game, who, choices),
            Frame::DamageControl(who, unit) => damage_control::ask(game, who, unit, choices),
            Frame::Upkeep(who, card, id) => upkeep::ask(game, who, card, id, choices),
            Frame::Choose(who) => {
                choices.push(Choice::Done);
                action::offers(game, who, choices);
                Some(Ask::new(who, Why::Build, 603, 5))
            }
            Frame::Counters(who, card) => {
                choices.push(Choice::Back);
                let most = u8::try_from(game.pool(who, Pool::BuildPoints)).unwrap_or(u8::MAX);
                choices.extend((1..=most).map(Choice::Number));
                Some(Ask::new(who, Why::BuildCounters, 702, 1).about(card))
            }
            Frame::Ways(who, card, keyword) => complete::ask_ways(game, who, card, keyword, choices),
            Frame::Destination(who, card, way) => complete::ask(game, who, card, way, choices),
            Frame::X(who, card) => complete::ask_x(game, who, card, choices),
            Frame::Enhance(who, card, ..) => {
                choices.extend([Choice::Yes, Choice::No]);
                Some(Ask::new(who, Why::Keyword(Keyword::Enhance), 1722, 3).about(card))
            }
            Frame::Host(who, card, nth) => equip::ask(game, who, card, nth, choices),
            Frame::ExcessPilot(unit) => pilot::ask_excess(game, unit, choices),
            Frame::Retreat(who) => retreat::ask(game, who, choices),
            Frame::Start(_)
            | Frame::Begun(_)
            | Frame::Completing(..)
            | Frame::Resolved(_)
            | Frame::Paying(..)
            | Frame::EquipPaid(..)
            | Frame::Equipping(..)
            | Frame::End(_)
            | Frame::Ended(_)
            | Frame::RetreatStart(_) => None,
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match (self, choice) {
            (Frame::Items(who), Choice::Option(item)) => start::chosen(game, who, item),
            (Frame::DamageControl(who, unit), Choice::Number(n)) => {
                damage_control::remove(game, who, unit, n)
            }
            (Frame::Upkeep(who, card, id), Choice::Option(n)) => upkeep::pay(game, who, card, id, n),
            (Frame::Choose(who), choice) => action::chosen(game, who, choice),
            (Frame::Counters(who, card), Choice::Number(n)) => action::put_counters(game, who, card, n),
            (Frame::Ways(who, card, keyword), Choice::Option(nth)) => {
                complete::by_way(game, who, card, keyword, nth)
            }
            (Frame::X(who, card), Choice::Number(x)) => complete::choose_x(game, who, card, x),
            (Frame::Enhance(who, card, spot, way), answer) => {
                if answer == Choice::Yes {
                    game.mark(card, Mark::Paid);
                }
                Flow::next(Frame::Paying(who, card, spot, way, 0))
            }
            (Frame::Destination(who, card, way), Choice::Put(_, spot)) => {
                complete::commit(game, who, card, spot, way)
            }
            (Frame::Host(who, card, nth), Choice::Put(_, Spot::Attach(host))) => {
                equip::commit(game, who, card, nth, host)
            }
            (Frame::ExcessPilot(unit), choice) => pilot::excess_chosen(game, unit, choice),
            (Frame::Retreat(who), choice) => retreat::chosen(game, who, choice),
            // Choice::Back: nothing was committed, the build step or the chance goes on.
            _ => Flow::Done,
        }
    }
}

/// The chance for what may be played when a build step starts, or in that of the opponent, and what comes after it; both
/// at the start and before the end of the step (rules 603.6, 1307.5). Hardly any game has such a text.
fn chance(game: &Game, next: Frame, edge: Edge, who: Role) -> Flow {
    if game.state.moments.has(EventKind::Stage) {
        Flow::push(next, pop::Frame::new(Chance::At(edge, Moment::BuildStep(who))))
    } else {
        Flow::next(next)
    }
}

/// How an effect has a card completed: its cost paid with build points, or not at all (rule 1602.1).
const fn way_of(terms: CostTerms) -> Way {
    match terms {
        CostTerms::Paid => Way::Bought,
        CostTerms::Waived => Way::Free,
    }
}

/// Whether a player can complete a card by an effect. What lies face-up in a build zone is complete already (rules 303.1,
/// 704.1).
pub(crate) fn can_be_completed(game: &Game, who: Role, card: Slot, terms: CostTerms) -> bool {
    let own = game.state.card(card);
    let is_complete = own.place.is_on_the_table() && !own.is_face_down();
    !is_complete && way::can(game, who, card, way_of(terms))
}

/// The frame that completes a card by an effect.
pub(crate) fn complete_card(who: Role, card: Slot, terms: CostTerms) -> crate::records::frame::Frame {
    Frame::complete(who, card, way_of(terms)).into()
}

/// Whether a player is in his or her own build step.
pub(crate) fn is_own_step(game: &Game, who: Role) -> bool {
    game.state.moment == Moment::BuildStep(who)
}

#[cfg(test)]
mod tests;
