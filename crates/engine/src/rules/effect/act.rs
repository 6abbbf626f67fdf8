//! Actions: one thing that is done, as an effect or as a cost.

use super::amount::amount;
use super::node::by;
use super::word;
use super::{Asked, Context, Frame, Scope, attach, cards, cost, counters, filter, handle, select};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::attack::{Mode, Taps};
use crate::records::damage::Preventability;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::stage::ActionStage;
use crate::records::frame::Flow;
use crate::records::id::ActionId;
use crate::records::state::{Outcome, Report, Slot, Where};
use crate::records::word::{WORDS, Word};
use crate::rules::damage::Hit;
use crate::rules::{attack, damage, play};
use vocab::ability::{
    Action, Amount, CardAction, Choosable, CombatAction, Damage, DamageAction, Disruptable, Player, Portion,
    Quantity, Share, StepAction, UnitAction, Verdict,
};
use vocab::{Arena, Role, RuleNumber};

pub(super) fn step(game: &mut Game, id: ActionId, at: ActionStage) -> Flow {
    let catalog = game.catalog.clone();
    let entry = catalog.action(id);
    match at {
        ActionStage::Asks => Flow::Ask,
        ActionStage::Does => {
            cost::fix_x(game);
            perform(game, id)
        }
        ActionStage::After => {
            let number = if let Report::Damage(done) = game.state.report { i16::from(done) } else { 0 };
            let objects: Vec<Slot> = picks(&game.context(), 0);
            game.leave(&objects, number, !objects.is_empty());
            Flow::Done
        }
        ActionStage::Selects(at) => match entry.selectors.get(usize::from(at)) {
            // They are found when it is done, however many there are.
            Some(_) if at == 0 && cards::whole(&entry.action).is_some() => {
                Flow::next(Frame::Action(id, ActionStage::Selects(1)))
            }
            Some(selector) => Flow::push(
                Frame::Action(id, ActionStage::Selects(at + 1)),
                select::begin(game, *selector, at),
            ),
            None if stands_for_units(&entry.action) && whole_units(game) => {
                Flow::next(Frame::Action(id, ActionStage::Selects(at)))
            }
            None if question(game, &game.context(), &entry.action).len() > 1 => {
                Flow::next(Frame::Action(id, ActionStage::Asks))
            }
            None => match question(game, &game.context(), &entry.action).first() {
                Some(only) => chosen(game, id, *only),
                None => Flow::next(Frame::Action(id, ActionStage::Does)),
            },
        },
    }
}

/// Whether an action is done to units, and not to their cards.
const fn stands_for_units(action: &Action) -> bool {
    match action {
        Action::Counters(_) | Action::Units(_) | Action::Damage(_) | Action::Combat(_) => true,
        Action::Cards(_)
        | Action::Dice(_)
        | Action::Steps(_)
        | Action::Gain(..)
        | Action::Lose(..)
        | Action::Choose(_)
        | Action::EndGame(..) => false,
    }
}

/// What is done to a card of a stack, "put 1 damage counter on it" of one that was deployed there, is done to the unit: it
/// is one (rules 804.6, 1401.6). Whether there was such a card.
pub(super) fn whole_units(game: &mut Game) -> bool {
    let mut is_changed = false;
    for out in 0..2 {
        let cards = picks(&game.context(), out);
        let unit = |card: &Slot| match game.state.card(*card).place {
            Where::Stacked(unit) => unit,
            _ => *card,
        };
        let mut units: Vec<Slot> = Vec::new();
        for unit in cards.iter().map(unit) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        if units != cards {
            is_changed = true;
            select::fill(game, &units, |context| &mut context.picks[out]);
        }
    }
    is_changed
}

/// The cards picked for a selector of the action.
pub(super) fn picks(context: &Context, out: usize) -> Vec<Slot> {
    context.picks[out].iter().copied().flatten().collect()
}

fn numbers(from: i16, to: i16) -> Vec<Choice> {
    (from.max(0)..=to.clamp(0, 60)).filter_map(|n| u8::try_from(n).ok()).map(Choice::Number).collect()
}

/// What is still to be asked before the action is done; none or one choice asks nothing.
fn question(game: &Game, context: &Context, action: &Action) -> Vec<Choice> {
    let scope = Scope::of_context(game, context);
    match action {
        Action::Damage(DamageAction::Prevent { portion: Portion::UpTo(of), to: _, from }) => {
            let sources = sources_of(game, context, from.as_ref());
            let unit = picks(context, 0).first().copied();
            let pending = unit.map_or(0, |unit| pending_to(game, unit, &sources, aimed_at(game, context)));
            numbers(0, pending.min(amount(scope, of)))
        }
        Action::Damage(DamageAction::PreventThat(Portion::UpTo(of))) => {
            numbers(0, i16::from(damage::that_much(game)).min(amount(scope, of)))
        }
        Action::Cards(CardAction::Draw(_, Quantity::UpTo(of))) => numbers(0, amount(scope, of)),
        Action::Cards(CardAction::Draw(_, Quantity::Between(least, most))) => numbers(*least, *most),
        Action::Cards(CardAction::Draw(who, Quantity::AnyNumber)) => {
            numbers(0, game.state.players[scope.player(*who)].deck.len() as i16)
        }
        Action::Cards(cards_action) => cards::question(game, context, cards_action),
        Action::Choose(Choosable::Arena(_, named)) | Action::Steps(StepAction::Battle(named)) => {
            let mut meant: Vec<Arena> =
                Arena::ALL.into_iter().filter(|arena| scope.is_arena(*named, *arena)).collect();
            play::keep_fitting_arenas(game, context, &mut meant);
            meant.into_iter().map(Choice::Arena).collect()
        }
        Action::Choose(Choosable::Number(_, from, to)) => numbers(i16::from(*from), i16::from(*to)),
        Action::Choose(Choosable::Subtype(_)) => word::subtypes(game),
        Action::Choose(Choosable::CardType(_)) => word::types(),
        Action::Choose(Choosable::Name(who, noun)) => word::names(scope, *who, *noun),
        Action::Choose(Choosable::Ability(class, _, each)) => word::abilities(game, context, class, each),
        Action::Damage(_)
        | Action::Counters(_)
        | Action::Units(_)
        | Action::Combat(_)
        | Action::Dice(_)
        | Action::Steps(StepAction::Build(_))
        | Action::Gain(..)
        | Action::Lose(..)
        | Action::Choose(Choosable::Objects(_))
        | Action::EndGame(..) => Vec::new(),
    }
}

/// How much damage from these sources is pending to a unit in these instances, one bit each.
fn pending_to(game: &Game, unit: Slot, sources: &[Slot], instances: u32) -> i16 {
    let counts = |one: &&damage::Instance| one.to == unit && sources.contains(&one.from);
    damage::pending_in(game, instances).iter().filter(counts).map(|one| i16::from(one.amount)).sum()
}

/// The instances that a text can prevent: of a play those that it was aimed at (rule 1204.4).
fn aimed_at(game: &Game, context: &Context) -> u32 {
    if context.announced { damage::aimed_at(game) } else { u32::MAX }
}

/// The sources of pending damage that a text means: all if it names none.
fn sources_of(game: &Game, context: &Context, from: Option<&vocab::ability::Pattern>) -> Vec<Slot> {
    let scope = Scope::of_context(game, context);
    let sources = damage::pending(game).into_iter().map(|one| one.from);
    sources.filter(|source| means(scope.seeing(*source), from, Some(*source))).collect()
}

pub(super) fn ask(game: &Game, id: ActionId, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let action = &game.catalog.action(id).action;
    choices.extend(question(game, &context, action));
    let scope = Scope::of_context(game, &context);
    let who = match action {
        Action::Choose(
            Choosable::Arena(who, _)
            | Choosable::Number(who, ..)
            | Choosable::Subtype(who)
            | Choosable::CardType(who)
            | Choosable::Name(who, _),
        )
        | Action::Cards(CardAction::Draw(who, _)) => scope.player(*who),
        _ => context.you,
    };
    let why = if matches!(action, Action::Damage(_)) { Why::Prevent } else { Why::Choose };
    let ask = Ask::new(who, why, 1311, 7);
    Some(context.this.map_or(ask, |card| ask.about(card)))
}

/// Keeps an answer for the action.
fn store(game: &mut Game, choice: Choice) {
    match choice {
        Choice::Number(number) => game.with_context(|context| context.last.number = i16::from(number)),
        Choice::Arena(arena) => game.with_context(|context| context.last.arena = Some(arena)),
        Choice::Word(word) => word::choose(game, word),
        Choice::Ability(_, id) => word::choose(game, Word::Ability(id)),
        _ => {}
    }
}

pub(super) fn chosen(game: &mut Game, id: ActionId, choice: Choice) -> Flow {
    store(game, choice);
    let catalog = game.catalog.clone();
    let entry = catalog.action(id);
    // One ability each: the next card's comes next.
    let more = matches!(choice, Choice::Ability(..))
        && game.state.words(game.context().last.words).len() < WORDS
        && !question(game, &game.context(), &entry.action).is_empty();
    let stage = if more { ActionStage::Selects(entry.selectors.len() as u8) } else { ActionStage::Does };
    Flow::next(Frame::Action(id, stage))
}

/// Does what the action says to what was picked.
fn perform(game: &mut Game, id: ActionId) -> Flow {
    let catalog = game.catalog.clone();
    let context = game.context();
    match &catalog.action(id).action {
        Action::Damage(action) => return damage(game, &context, id, action),
        Action::Combat(action) => return combat(game, &context, id, action),
        Action::Counters(_) => return counters::begin(game, id),
        Action::Cards(CardAction::Discard(_)) => return Flow::next(Frame::Discard(id, 0, Asked::No)),
        Action::Cards(CardAction::Complete(..) | CardAction::Play(..)) => {
            game.with_context(|context| context.last.number = 0);
            return Flow::next(Frame::Play(id, 0));
        }
        Action::Cards(action) if cards::go_apart(game, &context, action) => {
            return Flow::next(Frame::Enter(id, 0));
        }
        Action::Cards(action) => {
            cards::perform(game, &context, action);
            game.look_anew();
        }
        Action::Units(UnitAction::GainControl { who, .. }) => {
            let who = Scope::of_context(game, &context).player(*who);
            if let Some(node) = catalog.action(id).lasts {
                attach::control(game, node, who);
            }
        }
        Action::Units(action) => handle::units(game, &context, action),
        Action::Dice(action) => {
            if let Some(frame) = handle::dice(game, &context, action) {
                return Flow::Push(Frame::Action(id, ActionStage::After).into(), frame);
            }
        }
        Action::Steps(action) => handle::steps(game, &context, action),
        Action::Gain(who, pool, of) | Action::Lose(who, pool, of) => {
            let scope = Scope::of_context(game, &context);
            let mut due = amount(scope, of).max(0);
            let gains = matches!(&catalog.action(id).action, Action::Gain(..));
            let roles: Vec<Role> = scope.players(*who).collect();
            for role in roles {
                let by = by(&context, 1602, 9);
                // "Each player loses all of his or her Force": his or hers.
                if *who == Player::Each {
                    let mut own = Scope::of_context(game, &context);
                    own.that = Some(role);
                    due = amount(own, of).max(0);
                }
                if gains {
                    game.gain(role, *pool, due.unsigned_abs(), by);
                } else {
                    game.lose(role, *pool, due.unsigned_abs(), by);
                }
            }
            game.leave(&[], due, true);
        }
        Action::Choose(what) => {
            if let Choosable::Ability(class, _, Quantity::All) = what {
                word::take_all(game, class);
            }
            let context = game.context();
            let objects = picks(&context, 0);
            let is_word = matches!(what, Choosable::Ability(..));
            let did = context.last.arena.is_some()
                || !context.last.words.is_empty()
                || (!objects.is_empty() && !is_word);
            game.leave(&objects, context.last.number, did);
        }
        Action::EndGame(who, verdict) => {
            for role in Scope::of_context(game, &context).players(*who) {
                let winner = if *verdict == Verdict::Wins { role } else { role.other() };
                // 1502.5: who can't win does not, nor does who plays against somebody who can't lose.
                if permission::can_win(game, winner) {
                    game.over(Outcome::Won(winner, RuleNumber::new(1502, 4)));
                }
            }
            game.leave(&[], 0, true);
        }
    }
    Flow::Done
}

fn is_target(game: &Game, unit: Slot) -> bool {
    game.is_unit(unit) && matches!(game.state.card(unit).place, Where::Arena(_) | Where::BuildZone)
}

fn damage(game: &mut Game, context: &Context, id: ActionId, action: &DamageAction) -> Flow {
    let scope = Scope::of_context(game, context);
    match action {
        DamageAction::Do { source, damage, share, preventable, .. } => {
            let Some(from) = scope.object(*source) else {
                game.leave(&[], 0, false);
                return Flow::Done;
            };
            let targets: Vec<Slot> =
                picks(context, 0).into_iter().filter(|unit| is_target(game, *unit)).collect();
            let preventable = Preventability::of(&game.catalog, preventable);
            let (Damage::Points(of) | Damage::Dice(of)) = damage;
            let due = u8::try_from(amount(scope, of).max(0)).unwrap_or(u8::MAX);
            // 1902.53: what a unit does in return for the damage that is prevented is done as by Deflect.
            if let (Damage::Points(Amount::Result(_)), [to]) = (damage, &targets[..])
                && play::is_preventing(game, context)
            {
                let frame = damage::answer(game, context.this, from, *to, due, preventable);
                game.leave(&[*to], 0, true);
                return frame.map_or(Flow::Done, Flow::Next);
            }
            if targets.is_empty() || due == 0 {
                game.leave(&[], 0, false);
                return Flow::Done;
            }
            let frame = match (damage, share) {
                (Damage::Points(_), Share::Each) => {
                    let hit = |to: &Slot| Hit { to: *to, from, amount: due, preventable };
                    let hits: Vec<Hit> = targets.iter().map(hit).collect();
                    damage::deal(game, &hits)
                }
                (Damage::Points(_), Share::Divided) => {
                    damage::deal_divided(game, from, &targets, due, preventable)
                }
                (Damage::Dice(_), Share::Each) => damage::dice(game, from, &targets, due, preventable),
                (Damage::Dice(_), Share::Divided) => {
                    damage::dice_divided(game, from, &targets, due, preventable)
                }
            };
            Flow::Push(Frame::Action(id, ActionStage::After).into(), frame)
        }
        DamageAction::Prevent { portion, from, .. } => {
            let by = context.this;
            let mut total = 0;
            let units = picks(context, 0);
            let aimed = aimed_at(game, context);
            for unit in &units {
                let sources = sources_of(game, context, from.as_ref());
                let due = portion_of(game, context, portion, pending_to(game, *unit, &sources, aimed));
                if let (Some(by), true) = (by, due > 0) {
                    total += i16::from(damage::prevent(game, *unit, due, by, &sources, aimed));
                }
            }
            game.leave(&units, total, total > 0);
            Flow::Done
        }
        DamageAction::PreventThat(portion) => {
            let due = portion_of(game, context, portion, i16::from(damage::that_much(game)));
            let prevented = context.this.map_or(0, |by| damage::prevent_that(game, due, by));
            game.leave(&[], i16::from(prevented), prevented > 0);
            Flow::Done
        }
        DamageAction::AddToThat(of) => {
            let more = u8::try_from(amount(scope, of).max(0)).unwrap_or(u8::MAX);
            let did = damage::change_that(game, |that| that.amount = that.amount.saturating_add(more));
            game.leave(&[], i16::from(more), did);
            Flow::Done
        }
        DamageAction::MultiplyThat(times) => {
            let did = damage::change_that(game, |that| that.amount = that.amount.saturating_mul(*times));
            game.leave(&[], i16::from(damage::that_much(game)), did);
            Flow::Done
        }
        DamageAction::DoThatTo(_) => {
            let unit = picks(context, 0).into_iter().find(|unit| is_target(game, *unit));
            let did = unit.is_some_and(|unit| damage::do_that_to(game, unit));
            let units: Vec<Slot> = unit.into_iter().collect();
            game.leave(&units, i16::from(damage::that_much(game)), did);
            Flow::Done
        }
    }
}

/// How much of pending damage a text prevents (rules 1204.6, 1204.7).
fn portion_of(game: &Game, context: &Context, portion: &Portion, pending: i16) -> u8 {
    let scope = Scope::of_context(game, context);
    let due = match portion {
        Portion::Exactly(of) => amount(scope, of),
        Portion::UpTo(_) => context.last.number,
        Portion::All => pending,
        Portion::AllBut(of) => pending - amount(scope, of),
    };
    u8::try_from(due.clamp(0, pending)).unwrap_or(0)
}

fn combat(game: &mut Game, context: &Context, id: ActionId, action: &CombatAction) -> Flow {
    match action {
        CombatAction::Attack { .. } => match (&picks(context, 0)[..], &picks(context, 1)[..]) {
            // 1310.1: the attack that would be declared goes to another unit.
            ([attacker, ..], [defender, ..]) if attack::is_about_to_attack(game, *attacker) => {
                let did = attack::aim_at(game, *defender);
                game.leave(&[*defender], 0, did);
            }
            ([attacker, ..], [defender, ..]) if is_target(game, *attacker) && is_target(game, *defender) => {
                let frame = attack::Frame::declare(*attacker, *defender, Mode::Normal, Taps::No);
                return Flow::Push(Frame::Action(id, ActionStage::After).into(), frame);
            }
            _ => game.leave(&[], 0, false),
        },
        CombatAction::ChangeDefender(_) => {
            let to = picks(context, 0).first().copied().filter(|unit| is_target(game, *unit));
            let attacking = attack::parties(game).is_some();
            if let (Some(to), true) = (to, attacking) {
                attack::change_defender(game, to);
                game.leave(&[to], 0, true);
            } else {
                game.leave(&[], 0, false);
            }
        }
        CombatAction::EndAttack => {
            let attacking = attack::parties(game).is_some();
            if attacking {
                attack::end(game);
            }
            game.leave(&[], 0, attacking);
        }
        CombatAction::MoreDamage(of) => {
            let due = amount(Scope::of_context(game, context), of);
            let did = attack::add_damage(game, due);
            game.leave(&[], due, did);
        }
        CombatAction::Disrupt(what) => {
            let did = match what {
                // 1308.7: what the attack has triggered comes after its disrupt chance.
                Disruptable::Attack { .. } if game.state.tries.is_empty() => {
                    attack::disrupt(game, by(context, 1308, 7))
                }
                _ => play::disrupt(game, by(context, 1308, 2)),
            };
            game.leave(&[], 0, did);
        }
    }
    Flow::Done
}

/// The cards that a pattern means for a player who disrupts.
pub(crate) fn means(scope: Scope, pattern: Option<&vocab::ability::Pattern>, card: Option<Slot>) -> bool {
    pattern.is_none_or(|pattern| card.is_some_and(|card| filter::is_meant(scope, pattern, card)))
}
