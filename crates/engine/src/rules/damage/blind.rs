//! Prevention while the dice are hidden: declared first, applied when they are shown (rules 1715.3, 1715.7, 1715.8).

use super::prevent::Preventer;
use super::{Declared, Frame, Kind, prevent, start};
use crate::facts::game::Game;
use crate::records::attack::Fact;
use crate::records::decision::{Ask, Choice};
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::state::{Slot, Where};
use crate::rules::attack;
use crate::rules::keywords::{overkill, protect};
use vocab::Keyword;

/// Whether the current sequence is that of an attack whose dice are hidden.
pub(super) fn is_on(game: &Game) -> bool {
    let (Some(sequence), Some(attack)) = (game.state.sequences.last(), game.state.attack()) else {
        return false;
    };
    sequence.attack == Some(attack.number) && attack.facts.has(Fact::Hidden)
}

/// The units for which prevention may be declared: the defending unit; against Overkill any unit in its arena
/// (rules 1715.7, 1902.33).
pub(super) fn units(game: &Game) -> Vec<Slot> {
    let Some(attack) = game.state.attack() else { return Vec::new() };
    match attack.at {
        Where::Arena(arena) if overkill::has(game, attack.attacker) => game.units_in(arena).collect(),
        _ => vec![attack.defender],
    }
}

/// The units for which this ability can be declared; each once.
pub(super) fn open_units(game: &Game, unit: Slot, keyword: Keyword, ability: Option<AbilityId>) -> Vec<Slot> {
    let fits = |to: &Slot| {
        let is_reached = match keyword {
            Keyword::Protect => protect::reaches(game, unit, *to),
            _ => *to == unit,
        };
        let same = |other: &Declared| other.by == unit && other.to == *to && other.ability == ability;
        is_reached && !(ability.is_some() && game.state.declared.iter().any(same))
    };
    units(game).into_iter().filter(fits).collect()
}

/// Whether a prevention keyword can be declared; `None` if the dice are not hidden.
pub(crate) fn can_be_declared(
    game: &Game,
    unit: Slot,
    keyword: Keyword,
    ability: Option<AbilityId>,
) -> Option<bool> {
    is_on(game).then(|| !open_units(game, unit, keyword, ability).is_empty())
}

/// Whether an ability can still be declared for a unit: as often as its card has it.
pub(super) fn is_open(game: &Game, to: Slot, by: Option<Preventer>) -> bool {
    by.is_none_or(|by| {
        let same = |one: &&Declared| one.by == by.card && one.ability == Some(by.ability) && one.to == to;
        game.state.declared.iter().filter(same).count() < usize::from(by.copies)
    })
}

/// Notes that an ability without a keyword is used for a unit; how much it prevents is declared when it resolves.
pub(super) fn note_use(game: &mut Game, to: Slot, by: Option<Preventer>) {
    let Some(Preventer { card, ability, .. }) = by else { return };
    let used = Declared { by: card, ability: Some(ability), to, using: None, amount: 0, target: None };
    if game.state.declared.push(used).is_err() {
        game.stop();
    }
}

/// Notes a declaration.
pub(super) fn declare(
    game: &mut Game,
    by: Slot,
    to: Slot,
    using: Option<Keyword>,
    amount: u8,
    target: Option<Slot>,
) {
    let Some(sequence) = game.state.sequences.last() else { return };
    let ability = using.and(sequence.using);
    if game.state.declared.push(Declared { by, ability, to, using, amount, target }).is_err() {
        game.stop();
    }
}

pub(super) fn declare_ask(
    game: &Game,
    (unit, keyword, value): (Slot, Keyword, u8),
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    prevent::amounts(game, unit, keyword, value, choices);
    Some(prevent::question(game, unit, keyword, (1715, 3)))
}

pub(super) fn declare_chosen(
    game: &mut Game,
    (unit, keyword, value): (Slot, Keyword, u8),
    to: Slot,
    choice: Choice,
) -> Flow {
    if choice == Choice::Back {
        return Flow::next(Frame::Choose { unit, keyword, value });
    }
    let amount = if let Choice::Number(amount) = choice { amount } else { value };
    let target = if let Choice::Card(target) = choice { Some(target) } else { None };
    declare(game, unit, to, Some(keyword), amount, target);
    Flow::Done
}

/// The dice are shown: the opponent's Lucky first, for it was declared before (rule 1715.5).
pub(super) fn show(game: &mut Game) -> Flow {
    attack::show_dice(game);
    game.state.picked = 0;
    if game.state.attack().is_some_and(|attack| attack.blind_lucky > 0) {
        return Flow::push(Frame::Shown, attack::Frame::ShownLucky);
    }
    Flow::next(Frame::Shown)
}

/// The dice are final and open: what they would do is known (rules 1715.8, 1902.25).
pub(super) fn shown(game: &mut Game) {
    attack::settle_dice(game);
    // 1114.3: an attack that has been stopped does nothing any more.
    let is_stopped = game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Stopped));
    if let Some((own, second)) = start::parts(game) {
        for instance in game.state.instances_mut() {
            match instance.kind {
                Kind::Attack | Kind::Overkill if is_stopped => instance.amount = 0,
                Kind::Attack => instance.amount = own,
                Kind::Overkill => instance.amount = second.map_or(0, |(_, moved)| moved),
                Kind::Other | Kind::Deflected => {}
            }
        }
        let closed = game.state.instances().len() as u8;
        if let Some(sequence) = game.state.sequences.last_mut() {
            sequence.closed = closed;
        }
    }
}

/// Applies what was declared, in the order of declaring (rule 1715.8).
pub(super) fn apply(game: &mut Game) {
    for declared in std::mem::take(&mut game.state.declared).iter().copied() {
        let Some(sequence) = game.state.sequences.last() else { return };
        let closed = game.state.instances().iter().take(usize::from(sequence.closed));
        let found =
            closed.enumerate().find(|(_, instance)| instance.to == declared.to && instance.amount > 0);
        if let Some(index) = found.map(|(index, _)| index) {
            let Declared { by, using, amount, target, .. } = declared;
            prevent::apply(game, index, amount, by, using, target);
        }
    }
}
