//! The keywords, each in its file, called from the step where the rulebook puts it.

pub(crate) mod absorb;
pub(crate) mod accuracy;
pub(crate) mod adapt;
pub(crate) mod alternative_cost;
pub(crate) mod ambush;
pub(crate) mod area_damage;
pub(crate) mod armor;
pub(crate) mod avenge;
pub(crate) mod backfire;
pub(crate) mod bounty;
pub(crate) mod consume;
pub(crate) mod critical_hit;
pub(crate) mod cunning;
pub(crate) mod damage_control;
pub(crate) mod deflect;
pub(crate) mod deploy;
pub(crate) mod double_damage;
pub(crate) mod double_strike;
pub(crate) mod enhance;
pub(crate) mod equip;
pub(crate) mod evade;
pub(crate) mod ferocity;
pub(crate) mod focus;
pub(crate) mod foresight;
pub(crate) mod forewarning;
pub(crate) mod fortitude;
pub(crate) mod fury;
pub(crate) mod hidden_cost;
pub(crate) mod intercept;
pub(crate) mod last_stand;
pub(crate) mod lucky;
pub(crate) mod meditate;
pub(crate) mod overkill;
pub(crate) mod overload;
pub(crate) mod parry;
pub(crate) mod persuade;
pub(crate) mod pilot;
pub(crate) mod precision;
pub(crate) mod protect;
pub(crate) mod redirect;
pub(crate) mod reduced_cost;
pub(crate) mod retaliate;
pub(crate) mod riposte;
pub(crate) mod shields;
pub(crate) mod stack;
pub(crate) mod stun;
pub(crate) mod surge;
pub(crate) mod tenacity;
pub(crate) mod upkeep;
pub(crate) mod velocity;

use crate::facts::game::Game;
use crate::records::attack::{Fact, Stored};
use crate::records::damage::Instance;
use crate::records::decision::Choice;
use crate::records::event::What;
use crate::records::frame;
use crate::records::id::AbilityId;
use crate::records::play::Period;
use crate::records::pop::Chance;
use crate::records::recalled::Recalled;
use crate::records::state::{Slot, Where};
use crate::records::trigger::{self, Waiting};
use crate::rules::{damage, play};
use vocab::keyword::Step;
use vocab::{Keyword, Role, RuleNumber};

/// An activated keyword was paid for and resolves, as a use of this ability, which counts against its limit (rules
/// 1204.4, 1705.2, 1717.8).
pub(crate) fn begin(
    game: &mut Game,
    unit: Slot,
    keyword: Keyword,
    value: i16,
    ability: AbilityId,
) -> Option<frame::Frame> {
    let value = value.clamp(0, 100) as u8;
    match keyword {
        Keyword::Evade | Keyword::Absorb | Keyword::Persuade | Keyword::Protect | Keyword::Deflect => {
            game.state.sequences.last_mut()?.using = Some(ability);
            Some(damage::Frame::Choose { unit, keyword, value }.into())
        }
        Keyword::Intercept => {
            intercept::begin(game, unit);
            None
        }
        Keyword::Retaliate => {
            retaliate::begin(game, unit, value);
            None
        }
        Keyword::Redirect => redirect::begin(game, unit),
        Keyword::Ambush => ambush::begin(game, unit, value, ability),
        // No other keyword is activated in a battle (chapter 17).
        _ => None,
    }
}

/// An activated keyword was played and doesn't resolve: it has been used all the same, on one instance of damage or for
/// this entering (rule 1308.2). What is counted by attack is counted where abilities are played.
pub(crate) fn spend(game: &mut Game, unit: Slot, keyword: Keyword, ability: AbilityId) {
    let step = keyword.row().step;
    if step == Step::Prevention {
        damage::spend(game, unit, keyword, ability);
    } else if step == Step::Entering {
        ambush::spend(game, unit, ability);
    }
}

/// Whether this ability of a unit, an activated keyword, can be used now: timing, and for prevention and Ambush also
/// its limit. Once per attack (Intercept, Redirect, Retaliate) is counted where abilities are played (rule 1304.2).
pub(crate) fn may_be_used(
    game: &Game,
    unit: Slot,
    keyword: Keyword,
    chance: Chance,
    ability: AbilityId,
) -> bool {
    match (chance, keyword) {
        (
            Chance::Prevention,
            Keyword::Evade | Keyword::Absorb | Keyword::Persuade | Keyword::Protect | Keyword::Deflect,
        ) => {
            // 1314.1: the abilities of a unit work in an arena.
            is_in_arena(game, unit)
                && damage::can_be_declared(game, unit, keyword, Some(ability))
                    .unwrap_or_else(|| !damage::candidates(game, unit, keyword, Some(ability)).is_empty())
        }
        (Chance::Attack, Keyword::Intercept) => intercept::is_possible(game, unit),
        (Chance::Attack, Keyword::Redirect) => redirect::is_possible(game, unit),
        (Chance::Attack, Keyword::Retaliate) => retaliate::is_possible(game, unit),
        (Chance::Entered, Keyword::Ambush) => ambush::is_possible(game, unit, ability),
        (Chance::General | Chance::Attack, Keyword::Equip) => equip::is_possible(game, unit, ability),
        _ => false,
    }
}

/// Keywords that are used in a chance without being played: Lucky in the reroll POP.
#[inline]
pub(crate) fn offers(game: &Game, who: Role, chance: Chance, choices: &mut Vec<Choice>) {
    if chance == Chance::Reroll {
        lucky::offers(game, who, choices);
    }
}

/// Begins what [`offers`] listed; `None` if the choice is a play.
pub(crate) fn chosen(game: &mut Game, chance: Chance, choice: Choice) -> Option<frame::Frame> {
    match (chance, choice) {
        (Chance::Reroll, Choice::Card(unit)) => lucky::begin(game, unit),
        // Where it goes is decided before it is paid for (rule 1002.1).
        (Chance::General | Chance::Attack, Choice::Use(card, id)) => {
            equip::begin(game, game.state.card(card).controller, card, id).map(Into::into)
        }
        _ => None,
    }
}

/// A chance is over.
pub(crate) fn over(game: &mut Game, chance: Chance) {
    if chance == Chance::Entered {
        play::period_ends(game, Period::Entering);
        ambush::over(game);
    }
}

/// The unit that is attacking, if any (rule 1105.7).
fn attacking(game: &Game) -> Option<Slot> {
    game.state.attack().filter(|attack| attack.is_on()).map(|attack| attack.attacker)
}

/// What a keyword of this unit and this player does to other units begins to wait with what else was triggered (rule
/// 1305.4). It is one thing to order, however many units there are.
fn wait(game: &mut Game, keyword: Keyword, (this, you): (Slot, Role), units: &[Slot], value: i16) {
    let sort = trigger::Sort::Keyword(keyword);
    for some in units.chunks(Recalled::ROOM) {
        let mut waiting = Waiting::of(sort, Some(this), you);
        waiting.that_much = value;
        for unit in some {
            // As many as fit were taken.
            let _ = waiting.bound.push(0, *unit);
        }
        game.wait(waiting);
    }
}

/// What damage triggered comes: the frame that asks for the rest, if there is something to ask (rules 1110.3, 1111.2).
pub(crate) fn resolve(game: &mut Game, waiting: &Waiting, keyword: Keyword) -> Option<frame::Frame> {
    let (this, value) = (waiting.this?, waiting.that_much);
    let units = waiting.bound.cards();
    match keyword {
        Keyword::AreaDamage => return area_damage::resolve(game, waiting).map(Into::into),
        Keyword::Consume => units.for_each(|fallen| consume::resolve(game, this, fallen)),
        Keyword::Stun => units.for_each(|unit| stun::resolve(game, this, unit, value)),
        Keyword::Surge => return Some(damage::Frame::Surge(this, value.clamp(0, 100) as u8).into()),
        // No other keyword waits after damage (chapter 17).
        _ => {}
    }
    None
}

/// The sources of these instances, each once.
fn sources(instances: &[Instance]) -> Vec<Slot> {
    let mut sources: Vec<Slot> = Vec::new();
    for instance in instances {
        if !sources.contains(&instance.from) {
            sources.push(instance.from);
        }
    }
    sources
}

/// Stores something for the end of the attack (rule 1112.1).
fn store(game: &mut Game, stored: Stored) {
    note(game, stored.from, stored.keyword, i16::from(stored.amount));
    if game.state.attacks.last_mut().is_some_and(|attack| attack.stored.push(stored).is_err()) {
        game.stop();
    }
}

/// Tells that a keyword did something.
fn note(game: &mut Game, unit: Slot, keyword: Keyword, value: i16) {
    // 1715.1: what hidden dice have done is not told before they are shown.
    let is_secret = matches!(keyword, Keyword::Backfire | Keyword::Focus)
        && game.state.attack().is_some_and(|attack| attack.facts.has(Fact::Hidden));
    if is_secret {
        return;
    }
    let section = 1701 + keyword as u16;
    game.note(What::Keyword { unit, keyword, value }, RuleNumber::new(section, 1), Some(unit));
}

fn is_in_arena(game: &Game, unit: Slot) -> bool {
    game.is_unit(unit) && matches!(game.state.card(unit).place, Where::Arena(_))
}

/// Whether a card is a unit card, wherever it is: damage may come from a unit that has left (rule 1112.3).
fn is_unit_card(game: &Game, card: Slot) -> bool {
    game.catalog.card_type(game.state.card(card).definition).is_unit()
}
