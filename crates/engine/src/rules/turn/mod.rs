//! The order of the turn (chapter 6).

mod end;
mod ready;

use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::Moment;
use crate::records::trigger::About;
pub(crate) use crate::records::turn::Frame;
use crate::rules::change::By;
use crate::rules::{battle, build, check, pop, trigger};
pub(crate) use end::is_activity;

use vocab::ability::{Edge, Pool};
use vocab::{Role, RuleNumber};

/// Force gained in every ready phase (rule 602.4).
const FORCE: u16 = 4;

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Start => {
                ready::start(game);
                Flow::push(Frame::Prices, trigger::Frame::Resolve)
            }
            Frame::Prices => {
                ready::ask_prices(game);
                Flow::push(Frame::Untap(Role::Dark), trigger::Frame::Resolve)
            }
            Frame::Untap(who) => {
                ready::untap(game, who);
                Flow::next(Frame::MayUntap(who, None))
            }
            Frame::MayUntap(who, after) => match ready::undecided(game, who, after) {
                Some(_) => Flow::Ask,
                None if who == Role::Dark => Flow::next(Frame::Untap(Role::Light)),
                None => Flow::next(Frame::Force),
            },
            Frame::Force => {
                for who in Role::ALL {
                    game.gain(who, Pool::Force, FORCE, By::rule(602, 4));
                }
                Flow::next(Frame::Roll)
            }
            Frame::Roll => {
                ready::untapped(game);
                match trigger::would(game, About::BuildRoll) {
                    Some(above) => Flow::push(Frame::RollOrNot, above),
                    None => roll(game),
                }
            }
            // 104.7: a roll that something else took the place of is not made.
            Frame::RollOrNot if trigger::was_replaced(game) => {
                ready::give_out_more(game);
                Flow::push(Frame::Build(Role::Dark), trigger::Frame::Resolve)
            }
            Frame::RollOrNot => roll(game),
            Frame::Rolled => {
                ready::give_out(game);
                Flow::push(Frame::Build(Role::Dark), trigger::Frame::Resolve)
            }
            Frame::Build(Role::Dark) => {
                Flow::push(Frame::Build(Role::Light), build::Frame::Start(Role::Dark))
            }
            Frame::Build(Role::Light) => {
                Flow::push(Frame::Retreat(Role::Dark), build::Frame::Start(Role::Light))
            }
            // 603.3: build steps that continue come after both.
            Frame::Retreat(Role::Dark) if continued(game).is_some() => {
                let who = continued(game).unwrap_or(Role::Dark);
                game.state.players[who].steps.build_continues = false;
                Flow::push(self, build::Frame::Start(who))
            }
            Frame::Retreat(Role::Dark) => {
                Flow::push(Frame::Retreat(Role::Light), build::Frame::RetreatStart(Role::Dark))
            }
            Frame::Retreat(Role::Light) => Flow::push(Frame::Battle, build::Frame::RetreatStart(Role::Light)),
            Frame::Battle => Flow::push(Frame::End, battle::Frame::Start),
            Frame::End => {
                end::end(game);
                Flow::push(Frame::EndChance, trigger::Frame::Resolve)
            }
            Frame::EndChance => {
                Flow::push(Frame::Check, pop::Frame::new(Chance::At(Edge::End, Moment::BattlePhase)))
            }
            Frame::Check => {
                check::settle(game);
                end::check(game);
                Flow::next(Frame::Start)
            }
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        let Frame::MayUntap(who, after) = self else { return None };
        choices.extend([Choice::Yes, Choice::No]);
        Some(Ask::new(who, Why::Untap, 602, 2).about(ready::undecided(game, who, after)?))
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        let Frame::MayUntap(who, after) = self else { return Flow::Done };
        let Some(unit) = ready::undecided(game, who, after) else { return Flow::Ask };
        if choice == Choice::Yes {
            game.untap(unit, By::rule(602, 2));
        }
        Flow::next(Frame::MayUntap(who, Some(unit)))
    }
}

/// The roll for build points is made, and may be rerolled (rule 602.5).
fn roll(game: &mut Game) -> Flow {
    ready::roll(game);
    Flow::push(Frame::Rolled, pop::Frame::new(Chance::Reroll))
}

/// The player whose build step goes on, DS first (rule 603.3).
fn continued(game: &Game) -> Option<Role> {
    Role::ALL.into_iter().find(|who| game.state.players[*who].steps.build_continues)
}

/// Whether the roll for build points has been made and nobody has got anything for it yet (rule 602.5).
pub(crate) fn is_build_roll_open(game: &Game) -> bool {
    game.state.frames.contains(&Frame::Rolled.into())
}

/// Whether the untap step has come, and with it what must be paid for it (rule 602.9).
pub(crate) fn is_untap_step(game: &Game) -> bool {
    game.state.frames.contains(&Frame::Untap(Role::Dark).into())
}

/// Changes the roll for build points. What was given out for it already is given out anew (rules 602.5, 602.7).
pub(crate) fn change_build_roll(game: &mut Game, to: u8, by: By) {
    let from = std::mem::replace(&mut game.state.build_roll, to);
    if is_build_roll_open(game) {
        return;
    }
    for who in Role::ALL {
        game.gain(who, Pool::BuildPoints, u16::from(to.saturating_sub(from)), by);
        game.lose(who, Pool::BuildPoints, u16::from(from.saturating_sub(to)), by);
    }
}

/// Notes that a stage of the game ended.
pub(crate) fn ended(game: &mut Game, moment: Moment, rule: RuleNumber) {
    game.note(What::Ended(moment), rule, None);
}
