//! When something happens later, once: "when your next build step starts", "when the attack ends".

use crate::parser::Parser;
use vocab::ability::{Edge, Event, Player, Stage};

const TURN_STARTS: Event = Event::Stage(Edge::Start, Stage::Turn);
const BATTLE_STARTS: Event = Event::Stage(Edge::Start, Stage::BattlePhase);
const BATTLE_ENDS: Event = Event::Stage(Edge::End, Stage::BattlePhase);

/// Before what happens then, with its comma.
pub fn read_next(p: &mut Parser) -> Option<Event> {
    p.choice(&[
        ("when your next build step starts ,", Event::YOUR_BUILD_STEP_STARTS),
        ("when the next turn starts ,", TURN_STARTS),
        ("when the next battle phase starts ,", BATTLE_STARTS),
    ])
}

/// Behind what happens then.
pub fn read_later(p: &mut Parser) -> Option<Event> {
    let others = Event::Stage(Edge::Start, Stage::BuildStep(p.other()));
    p.choice(&[
        ("when your next build step starts", Event::YOUR_BUILD_STEP_STARTS),
        ("at the start of your next build step", Event::YOUR_BUILD_STEP_STARTS),
        ("when his or her next build step starts", others.clone()),
        ("when their next build step starts", others),
        (
            "when your opponent's next build step starts",
            Event::Stage(Edge::Start, Stage::BuildStep(Player::Opponent)),
        ),
        ("when the attack ends", Event::ATTACK_ENDS),
        ("when the battle phase ends", BATTLE_ENDS),
        ("when the turn ends", Event::Stage(Edge::End, Stage::Turn)),
        ("when this turn ends", Event::Stage(Edge::End, Stage::Turn)),
        ("when the next turn starts", TURN_STARTS),
    ])
}
