//! The cheap sieve: which goals a position may be about, before anything is counted.

use crate::goal::{Aim, Goal, Until};
use engine::state::{Moment, Slot, Where};
use engine::{Choice, Game, Mode};
use vocab::{Arena, Keyword, Role};

/// A unit is at stake that is worth at least so many build points.
const WORTH: u16 = 5;

/// The goals that the asked player can have, the largest first.
pub fn goals(game: &Game, who: Role) -> Vec<Goal> {
    let state = game.whole();
    let goal = |aim: Aim, until: Until| Goal { who, aim, until, turn: state.turn, moment: state.moment };
    let mut goals = Vec::new();
    if can_win(game, who) {
        goals.push(goal(Aim::Win, Until::Turn));
    }
    if can_win(game, who.other()) {
        goals.push(goal(Aim::DoNotLose, Until::Turn));
    }
    let Moment::BattleStep(arena) = state.moment else { return goals };
    // Of each side the dearest unit that the others here could destroy, of those that a goal can name.
    for side in [who.other(), who] {
        let mut units: Vec<(u16, Slot)> =
            game.units_of(side, arena).map(|unit| (points(game, unit), unit)).collect();
        units.retain(|(points, unit)| {
            *points >= WORTH && is_named(game, *unit) && is_in_reach(game, arena, &[*unit])
        });
        units.sort_by_key(|(points, unit)| (std::cmp::Reverse(*points), *unit));
        if let Some((_, unit)) = units.first() {
            let aim = if side == who { Aim::Keep(*unit) } else { Aim::Destroy(*unit) };
            goals.push(goal(aim, Until::Step));
        }
    }
    goals
}

/// Whether a unit is the only one of its name in the arenas.
fn is_named(game: &Game, unit: Slot) -> bool {
    let name = game.name_of(unit);
    let mut units = Arena::ALL.into_iter().flat_map(|arena| game.units_in(arena));
    units.all(|other| other == unit || game.name_of(other) != name)
}

/// Whether the units that can still act against these could do so much damage, and are expected to do a good part of it:
/// half of their dice hit.
fn is_in_reach(game: &Game, arena: Arena, units: &[Slot]) -> bool {
    let state = game.whole();
    let Some(side) = units.first().map(|unit| state.card(*unit).controller) else { return true };
    let mode = match arena {
        Arena::Space => Mode::IonCannon,
        Arena::Ground => Mode::Bombard,
        Arena::Character => Mode::Barrage,
    };
    let strikes = state.slots().filter(|slot| {
        let card = state.card(*slot);
        card.controller != side && !card.is_tapped() && game.is_unit(*slot)
    });
    let power: i32 = strikes
        .map(|slot| match state.card(slot).place {
            Where::Arena(own) if own == arena => i32::from(game.attack_power(slot, Mode::Normal)),
            Where::Arena(own)
                if own as u8 >= now(game)
                    && mode.keyword().is_some_and(|keyword| game.now(slot).has(keyword)) =>
            {
                i32::from(game.attack_power(slot, mode))
            }
            _ => 0,
        })
        .sum();
    // An attack that is on, or damage that waits, counts as it is.
    let attack = state.attack().filter(|attack| units.contains(&attack.defender));
    let on = attack.map_or(0, |attack| match attack.dice.len() {
        0 => i32::from(game.attack_power(attack.attacker, attack.mode)),
        dice => dice as i32,
    });
    let pending: i32 = state
        .instances()
        .iter()
        .filter(|instance| units.contains(&instance.to))
        .map(|instance| i32::from(instance.amount) + i32::from(instance.dice))
        .sum();
    let left = |unit: &Slot| i32::from(game.now(*unit).health) - i32::from(state.card(*unit).damage);
    let left: i32 = units.iter().map(left).sum();
    let most = power + on.max(2 * pending);
    most >= left && 5 * most >= 4 * left
}

/// The place of the arena whose battle step is on.
fn now(game: &Game) -> u8 {
    match game.whole().moment {
        Moment::BattleStep(arena) => arena as u8,
        Moment::Preparation
        | Moment::Setup
        | Moment::Ready
        | Moment::BuildStep(_)
        | Moment::RetreatStep(_)
        | Moment::BattlePhase
        | Moment::TurnEnd => 0,
    }
}

/// The build cost of a unit with everything in its stack.
pub fn points(game: &Game, unit: Slot) -> u16 {
    let state = game.whole();
    let cost = |slot: Slot| u16::from(game.catalog().facts(state.card(slot).definition).cost);
    cost(unit) + state.on(unit).map(cost).sum::<u16>()
}

/// Whether a player could hold two arenas when the turn ends, if each of its units that can still act destroyed one that is
/// in its way.
fn can_win(game: &Game, who: Role) -> bool {
    let state = game.whole();
    let is_over = |arena: Arena| match state.moment {
        Moment::BattleStep(now) => (arena as u8) < now as u8,
        Moment::TurnEnd => true,
        Moment::Preparation
        | Moment::Setup
        | Moment::Ready
        | Moment::BuildStep(_)
        | Moment::RetreatStep(_)
        | Moment::BattlePhase => false,
    };
    let ready = |arena: Arena| game.units_of(who, arena).filter(|unit| !state.card(*unit).is_tapped());
    let from_elsewhere = |arena: Arena| {
        let keyword = match arena {
            Arena::Space => Keyword::IonCannon,
            Arena::Ground => Keyword::Bombard,
            Arena::Character => Keyword::Barrage,
        };
        let others = Arena::ALL.into_iter().filter(move |other| *other != arena && !is_over(*other));
        others.flat_map(ready).filter(|unit| game.now(*unit).has(keyword)).count()
    };
    let could_hold = |arena: &Arena| {
        let own = game.units_of(who, *arena).count();
        let theirs = game.units_of(who.other(), *arena).count();
        let attack = state.attack().is_some_and(|attack| attack.at == Where::Arena(*arena));
        let strikes = ready(*arena).count() + from_elsewhere(*arena) + usize::from(attack);
        let in_way: Vec<Slot> = game.units_of(who.other(), *arena).collect();
        let can = || theirs <= strikes && is_in_reach(game, *arena, &in_way);
        own > 0 && (theirs == 0 || !is_over(*arena) && can())
    };
    Arena::ALL.iter().filter(|arena| could_hold(arena)).count() >= 2
}

/// Whether a question has two answers that don't come to the same.
pub fn is_choice(game: &Game, who: Role) -> bool {
    let choices: Vec<Choice> =
        game.choices().iter().copied().filter(|choice| *choice != Choice::Back).collect();
    choices.iter().any(|choice| !ai::are_alike(game, who, *choice, choices[0]))
}

#[cfg(test)]
mod tests {
    use super::goals;
    use crate::goal::Aim;
    use dejarik::Cards;
    use vocab::Role;

    #[test]
    fn what_is_at_stake_is_seen_from_both_sides() {
        let cards = Cards::core();
        let game = |space: &str| {
            let text = format!(
                "dark space: Hunter 40/4/3 cost 6\nlight space: {space}\ndark ground: Hauler 10/1/4 tapped cost 2\n\
                 light character: Soldier 40/3/3 tapped cost 2\nstart battle space\n"
            );
            cards.reach(&judge::parse(&text).expect("a position")).expect("a question")
        };
        let aims = |space: &str, who: Role| {
            goals(&game(space), who).into_iter().map(|goal| goal.aim).collect::<Vec<_>>()
        };
        // One ship each: either may clear Space, and only one of them is worth five points.
        let dark = aims("Runner 20/3/3 cost 3", Role::Dark);
        assert!(matches!(dark[..], [Aim::Win, Aim::DoNotLose, Aim::Keep(_)]), "{dark:?}");
        let light = aims("Runner 20/3/3 cost 3", Role::Light);
        assert!(matches!(light[..], [Aim::Win, Aim::DoNotLose, Aim::Destroy(_)]), "{light:?}");
        // Two ships are too many for one.
        let dark = aims("Runner 20/3/3 cost 3; Other 20/3/3 cost 3", Role::Dark);
        assert!(matches!(dark[..], [Aim::DoNotLose, Aim::Keep(_)]), "{dark:?}");
    }
}
