//! Preparation and setup (chapter 5).

mod building;
mod preparation;

use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
pub(crate) use crate::records::setup::Frame;
use crate::records::state::Moment;
use crate::rules::change::By;
use crate::rules::{trigger, turn};
use vocab::Role;
use vocab::ability::Pool;

/// The build points of setup (rule 502.1).
const SETUP_POINTS: u16 = 30;

impl Frame {
    /// The beginning of every game.
    pub const START: Frame = Frame::Start;

    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Start => {
                for who in Role::ALL {
                    game.gain(who, Pool::BuildPoints, SETUP_POINTS, By::rule(502, 1));
                }
                Flow::next(Frame::Event(Role::Dark))
            }
            Frame::Deal => {
                preparation::deal(game);
                Flow::next(Frame::Mulligan(Role::Dark, 0))
            }
            Frame::Begin => {
                game.begin(Moment::Setup, By::rule(502, 8));
                Flow::push(Frame::Build(Role::Dark), trigger::Frame::Resolve)
            }
            // 504.5: who has stopped does nothing more.
            Frame::Build(who) if game.state.players[who].steps.stopped => Flow::next(Frame::End),
            Frame::End => {
                game.note(What::Ended(Moment::Setup), By::rule(504, 6).rule, None);
                Flow::push(turn::Frame::Start, trigger::Frame::Resolve)
            }
            Frame::Event(_)
            | Frame::Resource(_)
            | Frame::Mulligan(..)
            | Frame::Build(_)
            | Frame::Stop(_)
            | Frame::Partial(..) => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Event(who) => {
                choices.push(Choice::Pass);
                choices.extend(preparation::events(game, who).map(Choice::Card));
                Some(Ask::new(who, Why::PlayEvent, 502, 4))
            }
            Frame::Resource(who) => {
                choices.push(Choice::Pass);
                choices.extend(preparation::resources(game, who).map(Choice::Card));
                Some(Ask::new(who, Why::PullResource, 502, 5))
            }
            Frame::Mulligan(who, _) => {
                choices.push(Choice::Done);
                choices.extend(preparation::exchangeable(game, who).map(Choice::Card));
                Some(Ask::new(who, Why::Mulligan, 502, 7))
            }
            Frame::Build(who) => {
                choices.push(Choice::Done);
                building::offers(game, who, choices);
                Some(Ask::new(who, Why::SetupBuild, 503, 1))
            }
            Frame::Stop(who) => {
                choices.push(Choice::Done);
                if game.pool(who, Pool::BuildPoints) > 0 {
                    choices.extend(building::units_in_hand(game, who).map(Choice::Card));
                }
                Some(Ask::new(who, Why::SetupPartial, 504, 3))
            }
            Frame::Partial(who, card) => {
                choices.push(Choice::Back);
                let most = u8::try_from(game.pool(who, Pool::BuildPoints)).unwrap_or(u8::MAX);
                choices.extend((1..=most).map(Choice::Number));
                Some(Ask::new(who, Why::BuildCounters, 504, 3).about(card))
            }
            Frame::Start | Frame::Deal | Frame::Begin | Frame::End => None,
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match (self, choice) {
            (Frame::Event(who), choice) => {
                preparation::play_event(game, choice);
                next_player(who, Frame::Event, Frame::Resource(Role::Dark))
            }
            (Frame::Resource(who), choice) => {
                preparation::pull_resource(game, choice);
                next_player(who, Frame::Resource, Frame::Deal)
            }
            (Frame::Mulligan(who, discarded), Choice::Card(card)) => {
                preparation::exchange(game, card);
                Flow::next(Frame::Mulligan(who, discarded + 1))
            }
            (Frame::Mulligan(who, discarded), _) => {
                for _ in 0..discarded {
                    game.draw(who, By::rule(502, 7));
                }
                next_player(who, |who| Frame::Mulligan(who, 0), Frame::Begin)
            }
            (Frame::Build(who), Choice::Put(card, spot)) => building::build(game, who, card, spot),
            (Frame::Build(who), _) => Flow::next(Frame::Stop(who)),
            (Frame::Stop(who), Choice::Card(card)) => Flow::next(Frame::Partial(who, card)),
            (Frame::Stop(who), _) => building::stop(game, who),
            (Frame::Partial(who, card), Choice::Number(counters)) => {
                building::partially_build(game, who, card, counters);
                building::stop(game, who)
            }
            // Nothing is committed before the counters are put.
            (Frame::Partial(who, _), _) => Flow::next(Frame::Build(who)),
            (Frame::Start | Frame::Deal | Frame::Begin | Frame::End, _) => Flow::Done,
        }
    }
}

/// The same stage for the other player, or the next one (rule 102.1).
fn next_player(who: Role, same: impl Fn(Role) -> Frame, next: Frame) -> Flow {
    Flow::next(match who {
        Role::Dark => same(Role::Light),
        Role::Light => next,
    })
}
