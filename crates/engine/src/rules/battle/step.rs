//! The battle step of an arena: which unit is next and what it does (rules 1102 to 1104).

use super::{Frame, Played, Round, contests};
use crate::facts::game::Game;
use crate::facts::now::{gather, permission, restriction, summary};
use crate::records::attack::{Mode, Taps};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
use crate::records::pop::Chance;
use crate::records::state::{Moment, Report, Slot, SlotSet, Where};
use crate::records::topics::Topics;
use crate::records::trigger::About;
use crate::rules::change::By;
use crate::rules::{attack, check, play, trigger, turn};
use vocab::{Arena, Role};

/// The unit that acts next, a choice between tied units, or the end of the step (rules 1102.3, 1102.4).
pub(super) fn next(game: &mut Game, arena: Arena, round: Round) -> Flow {
    check::settle(game);
    if let Some(contests) = contests(game) {
        return Flow::push(Frame::Next(arena, round), contests);
    }
    if let Round::Opening(who) = round {
        return match first(game, arena, who)[..] {
            [] => Flow::next(Frame::Next(arena, after(round))),
            [..] => Flow::Ask,
        };
    }
    let mut fastest = fastest(game, arena).into_iter();
    match (fastest.next(), fastest.next()) {
        (None, _) if round != Round::More => Flow::next(Frame::Ends(arena)),
        (None, _) => Flow::next(Frame::NextStep),
        (Some(unit), None) => Flow::next(Frame::Moment(arena, round, unit)),
        (Some(_), Some(_)) => Flow::Ask,
    }
}

/// Who may come next with a unit that can attack first; then the speed decides.
pub(super) const fn after(round: Round) -> Round {
    match round {
        Round::Opening(Role::Dark) => Round::Opening(Role::Light),
        Round::Opening(Role::Light) | Round::First => Round::First,
        Round::More => Round::More,
    }
}

/// A player's untapped units that can attack first in this step, though others are faster (rule 1103.1).
fn first(game: &Game, arena: Arena, who: Role) -> Vec<Slot> {
    if !gather::has_rules_about(game, Topics::ATTACK) {
        return Vec::new();
    }
    let can = |unit: &Slot| {
        let card = game.state.card(*unit);
        !card.is_tapped() && card.controller == who && restriction::attacks_first(game, *unit, arena)
    };
    game.units_in(arena).filter(can).collect()
}

/// Lines the three battle steps up, with those that effects have added before (rule 1101.1).
pub(super) fn line_up(game: &mut Game) {
    let added = std::mem::take(&mut game.state.steps);
    for arena in Arena::ALL.into_iter().rev() {
        let times = 1 + added.iter().filter(|other| **other == Some(arena)).count();
        for _ in 0..times {
            line_up_one(game, arena);
        }
    }
}

fn line_up_one(game: &mut Game, arena: Arena) {
    if game.state.steps.push(Some(arena)).is_err() {
        game.stop();
    }
}

/// Adds a battle step: after the one of that arena if it is still to come, otherwise next (rule 1101.1).
pub(crate) fn add(game: &mut Game, arena: Arena) {
    let later = std::mem::take(&mut game.state.steps);
    let is_to_come = later.contains(&Some(arena));
    for step in later.iter().copied().flatten() {
        if step == arena && !game.state.steps.contains(&Some(arena)) {
            line_up_one(game, arena);
        }
        line_up_one(game, step);
    }
    if !is_to_come {
        line_up_one(game, arena);
    }
}

/// The untapped units of the highest current speed; of both players' DS's (rules 1103.1 to 1103.4).
fn fastest(game: &Game, arena: Arena) -> SlotSet {
    let untapped: SlotSet = game.units_in(arena).filter(|unit| !game.state.card(*unit).is_tapped()).collect();
    // One unit need not be compared with anyone.
    if untapped.len() < 2 {
        return untapped;
    }
    let (mut best, mut tied) = (None, SlotSet::default());
    let rules = game.ruling_values();
    for unit in untapped {
        let own = Some((game.now_by(unit, &rules).speed, restriction::wins_ties(game, unit)));
        if own > best {
            (best, tied) = (own, SlotSet::default());
        }
        if own == best {
            tied.insert(unit);
        }
    }
    let dark = tied.and(game.state.controlled_by(Role::Dark));
    if dark.is_empty() { tied } else { dark }
}

pub(super) fn ask_next(game: &Game, arena: Arena, round: Round, choices: &mut Vec<Choice>) -> Option<Ask> {
    if let Round::Opening(who) = round {
        choices.push(Choice::Pass);
        choices.extend(first(game, arena, who).into_iter().map(Choice::Card));
        return Some(Ask::new(who, Why::NextUnit, 1103, 1));
    }
    let units = fastest(game, arena);
    let who = game.state.card(units.iter().next()?).controller;
    choices.extend(units.into_iter().map(Choice::Card));
    Some(Ask::new(who, Why::NextUnit, 1103, 3))
}

/// A unit's moment has come: whoever decides how it attacks does so before its controller chooses (rule 1104.5).
pub(super) fn moment(game: &mut Game, arena: Arena, round: Round, unit: Slot) -> Flow {
    match trigger::would(game, About::Act(unit)) {
        Some(above) => Flow::push(Frame::Led(arena, round, unit), above),
        None => Flow::next(Frame::Act(arena, round, unit, Played::No)),
    }
}

/// The unit attacks as it was decided; otherwise its controller chooses what it does.
pub(super) fn led(game: &mut Game, arena: Arena, round: Round, unit: Slot) -> Flow {
    match std::mem::take(&mut game.state.report) {
        Report::Led(target) => act(game, arena, round, unit, Choice::Attack(target, Mode::Normal)),
        Report::Nothing | Report::Tried { .. } | Report::Would { .. } | Report::Damage(_) => {
            Flow::next(Frame::Act(arena, round, unit, Played::No))
        }
    }
}

/// Whether the unit is still there to act: an ability may have tapped or moved it (rules 1103.6, 1104.2).
pub(super) fn may_act(game: &mut Game, arena: Arena, round: Round, unit: Slot) -> Flow {
    let card = *game.state.card(unit);
    if card.place != Where::Arena(arena) || card.is_tapped() {
        return Flow::next(Frame::Acted(arena, round));
    }
    summary::refresh_plays(game, card.controller);
    Flow::Ask
}

/// Attacks, abilities played instead of attacking, nothing (rules 1104.1, 1104.3).
pub(super) fn ask_act(game: &Game, unit: Slot, played: Played, choices: &mut Vec<Choice>) -> Ask {
    let who = game.state.card(unit).controller;
    let mut targets = attack::targets(game, unit);
    // 1312.2: demanded as far as possible; a price need not be paid for it.
    let is_free = |target: Slot| permission::attack_price(game, unit, target) == 0;
    let is_demanded = |target: Slot| restriction::must_attack_it(game, unit, target) && is_free(target);
    let is_forced = targets.iter().any(|(target, _)| is_demanded(*target));
    if is_forced {
        targets.retain(|(target, _)| is_demanded(*target));
    }
    let must_attack =
        permission::must_attack(game, unit) && targets.iter().any(|(target, _)| is_free(*target));
    choices.extend(targets.into_iter().map(|(target, mode)| Choice::Attack(target, mode)));
    if choices.is_empty() || !(is_forced || must_attack) {
        if played == Played::No {
            play::offers(game, who, Chance::WouldAttack(unit), choices);
        }
        choices.push(Choice::Pass);
    }
    Ask::new(who, Why::Act, 1104, 1).about(unit)
}

/// The unit does what its controller chose; in the end it is tapped (rule 1104.2).
pub(super) fn act(game: &mut Game, arena: Arena, round: Round, unit: Slot, choice: Choice) -> Flow {
    match choice {
        Choice::Attack(target, mode) => {
            let attack = attack::Frame::declare(unit, target, mode, Taps::Yes);
            Flow::push(Frame::Acted(arena, round), attack)
        }
        Choice::Pass => {
            game.tap(unit, By::card(unit, 1104, 2));
            Flow::next(Frame::Acted(arena, round))
        }
        play => {
            let who = game.state.card(unit).controller;
            match play::begin(game, who, Chance::WouldAttack(unit), play) {
                Some(above) => Flow::push(Frame::Act(arena, round, unit, Played::Yes), above),
                None => Flow::Ask,
            }
        }
    }
}

/// No untapped unit is left and both have passed: the step ends (rule 1102.4).
pub(super) fn ends(game: &mut Game, arena: Arena) -> Flow {
    turn::ended(game, Moment::BattleStep(arena), By::rule(1102, 4).rule);
    Flow::push(Frame::EndChance(arena), trigger::Frame::Resolve)
}
