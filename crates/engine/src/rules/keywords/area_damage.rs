//! Area Damage X: when the attack gets a unit discarded, dice of damage against another unit there (rule 1706).

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::damage::{Frame, Instance, Kind, Preventability};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::state::{Slot, Where};
use crate::records::trigger::{Sort, Waiting};
use crate::rules::damage;
use vocab::{Arena, Keyword, Role};

/// Begins to wait for each unit that the attack's damage got discarded, of whatever is left of the attacker (rules
/// 1305.6, 1706.5).
pub(crate) fn check(game: &mut Game, fallen: &[Instance]) {
    for Instance { from, kind, at, .. } in fallen {
        let dice = source::area_damage(game, *from);
        let (Kind::Attack | Kind::Overkill, Where::Arena(arena), 1..) = (*kind, *at, dice) else { continue };
        let you = source::controller(game, *from);
        let mut waiting = Waiting::of(Sort::Keyword(Keyword::AreaDamage), Some(*from), you);
        waiting.arena = Some(arena);
        waiting.that_much = dice;
        game.wait(waiting);
    }
}

/// It resolves: against a unit in the arena of the discarded one, if there is any (rule 1706.3).
pub(crate) fn resolve(game: &Game, waiting: &Waiting) -> Option<Frame> {
    let (from, arena, who) = (waiting.this?, waiting.arena?, waiting.you);
    let dice = waiting.that_much.clamp(0, 24) as u8;
    game.units_in(arena).next().map(|_| Frame::AreaDamage { from, who, arena, dice })
}

/// Whether, and against which unit.
pub(crate) fn ask(
    game: &Game,
    from: Slot,
    who: Role,
    arena: Arena,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    choices.push(Choice::Done);
    choices.extend(game.units_in(arena).map(Choice::Card));
    Some(Ask::new(who, Why::Keyword(Keyword::AreaDamage), 1706, 1).about(from))
}

/// The dice of damage against the unit that was chosen (rule 1706.1).
pub(crate) fn chosen(
    game: &mut Game,
    from: Slot,
    dice: u8,
    choice: Choice,
) -> Option<crate::records::frame::Frame> {
    let Choice::Card(unit) = choice else { return None };
    let using = Some(Keyword::AreaDamage);
    Some(damage::dice_by(game, from, &[unit], dice, Preventability::YES, using))
}
