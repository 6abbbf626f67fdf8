//! Prevention of pending damage (rule 1204).

use super::{Frame, Instance, Kind, Preventability, Use, blind, start};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::damage::Aim;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::rules::keywords::{absorb, deflect, evade, fortitude, persuade, protect};
use vocab::{Keyword, RuleNumber};

/// The instances on which a unit can use a prevention keyword: those with pending damage to itself, for Protect to
/// another unit; once for each instance, Deflect once for each source (rules 1204.4, 1717.8).
pub(crate) fn candidates(game: &Game, unit: Slot, keyword: Keyword, ability: Option<AbilityId>) -> Vec<u8> {
    let Some(sequence) = game.state.sequences.last() else { return Vec::new() };
    let is_used = |index: usize, instance: &Instance| {
        let own = sequence.uses.iter().filter(|used| used.unit == unit && Some(used.ability) == ability);
        own.map(|used| usize::from(used.instance)).any(|other| {
            let same_source =
                game.state.instances().get(other).is_some_and(|other| other.from == instance.from);
            other == index || (keyword == Keyword::Deflect && same_source)
        })
    };
    let fits = |index: usize, instance: &Instance| {
        let is_open = index >= usize::from(sequence.closed) && instance.amount > 0;
        let is_reached = match keyword {
            Keyword::Protect => protect::reaches(game, unit, instance.to),
            _ => instance.to == unit,
        };
        is_open && is_reached && !is_used(index, instance)
    };
    let all = game.state.instances().iter().enumerate();
    all.filter(|(index, instance)| fits(*index, instance)).map(|(index, _)| index as u8).collect()
}

/// A prevention keyword was played and doesn't resolve, before it was said on what: it has been used on the instance with
/// the most damage of those that it could prevent, on the first of equal ones (rules 1204.4, 1308.2).
pub(crate) fn spend(game: &mut Game, unit: Slot, keyword: Keyword, ability: AbilityId) {
    if blind::is_on(game) {
        let first = blind::open_units(game, unit, keyword, Some(ability)).first().copied();
        if let Some(to) = first {
            blind::note_use(game, to, Some(Preventer { card: unit, ability, copies: 1 }));
        }
        return;
    }
    let open = candidates(game, unit, keyword, Some(ability));
    let amount = |index: &u8| instance(game, usize::from(*index)).map_or(0, |one| one.amount);
    let Some(instance) = open.into_iter().rev().max_by_key(amount) else { return };
    let uses = game.state.sequences.last_mut().map(|sequence| &mut sequence.uses);
    if uses.is_some_and(|uses| uses.push(Use { unit, ability, instance }).is_err()) {
        game.stop();
    }
}

/// How much of an instance a card can prevent, out of this amount (rules 1204.1, 1205.1).
fn most(game: &Game, instance: &Instance, amount: u8, by: Slot, using: Option<Keyword>) -> u8 {
    let is_possible = instance.preventable.allows(game, instance.from, by, using)
        || fortitude::helps(game, instance.to, by);
    if is_possible { amount.min(instance.amount) } else { 0 }
}

/// Prevents damage of one instance; how much it was.
pub(super) fn prevent_instance(
    game: &mut Game,
    index: usize,
    amount: u8,
    by: Slot,
    using: Option<Keyword>,
) -> u8 {
    prevent_as(game, index, amount, (by, by), using)
}

/// The same, where one card may prevent it and the text is another's.
fn prevent_as(
    game: &mut Game,
    index: usize,
    amount: u8,
    (by, whose): (Slot, Slot),
    using: Option<Keyword>,
) -> u8 {
    let Some(instance) = instance(game, index) else { return 0 };
    let prevented = most(game, &instance, amount, by, using);
    if prevented > 0 {
        game.state.instances_mut()[index].amount -= prevented;
        let attack = (instance.kind == Kind::Attack).then_some(instance.from);
        let what = What::Prevented { to: instance.to, amount: prevented, by: whose, using, attack };
        game.note(what, RuleNumber::new(1204, 1), Some(whose));
    }
    prevented
}

/// The card and the ability by which damage is prevented, and how often the card has the ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preventer {
    pub card: Slot,
    pub ability: AbilityId,
    pub copies: u8,
}

/// The instances of pending damage to a unit from such sources, one bit each, on which a preventer can still use its
/// ability (rule 1204.4). While dice are hidden it is used once for each unit, and any bit stands for it (rule 1715.7).
pub(crate) fn open_instances(
    game: &Game,
    to: Slot,
    by: Option<Preventer>,
    is_source: &dyn Fn(Slot) -> bool,
) -> u32 {
    let Some(sequence) = game.state.sequences.last() else { return 0 };
    if blind::is_on(game) {
        return u32::from(
            start::pending(game).iter().any(|one| one.to == to) && blind::is_open(game, to, by),
        );
    }
    let is_used = |index: usize, by: Preventer| {
        let is_it = |used: &&Use| {
            used.unit == by.card && used.ability == by.ability && usize::from(used.instance) == index
        };
        sequence.uses.iter().filter(is_it).count() >= usize::from(by.copies)
    };
    let mut open = 0;
    for (index, one) in game.state.instances().iter().enumerate().skip(usize::from(sequence.closed)) {
        let is_pending = one.to == to && one.amount > 0 && is_source(one.from);
        if is_pending && !by.is_some_and(|by| is_used(index, by)) {
            open |= 1 << index;
        }
    }
    open
}

/// Prevention that is played is aimed at these instances of damage to these units; that is a use of the preventer's
/// ability on each of them.
pub(crate) fn aim(game: &mut Game, open: &[(Slot, u32)], by: Option<Preventer>) {
    if blind::is_on(game) {
        for (to, _) in by.iter().flat_map(|_| open.iter().filter(|(_, instances)| *instances != 0)) {
            blind::note_use(game, *to, by);
        }
        return;
    }
    let aimed = open.iter().fold(0, |all, (_, instances)| all | instances);
    let instances = game.state.instances().len() as u8;
    let Some(sequence) = game.state.sequences.last_mut() else { return };
    sequence.aimed = Aim::of(aimed);
    let uses = (0..instances).filter(|index| aimed & (1 << index) != 0);
    let is_full = by.is_some_and(|by| {
        let mut uses = uses.map(|instance| Use { unit: by.card, ability: by.ability, instance });
        uses.any(|used| sequence.uses.push(used).is_err())
    });
    if is_full {
        game.stop();
    }
}

/// Prevents pending damage from these sources to a unit in these instances of the current sequence, one bit each; how
/// much it was. While dice are hidden it is declared and applied when they are shown (rule 1715.3): nothing is known
/// then, and the answer is 0.
pub(crate) fn prevent(
    game: &mut Game,
    to: Slot,
    amount: u8,
    by: Slot,
    sources: &[Slot],
    instances: u32,
) -> u8 {
    if blind::is_on(game) {
        blind::declare(game, by, to, None, amount, None);
        return 0;
    }
    let Some(sequence) = game.state.sequences.last() else { return 0 };
    let (first, last) = (usize::from(sequence.closed), game.state.instances().len());
    let mut rest = amount;
    for index in first..last {
        let is_it = |instance: Instance| instance.to == to && sources.contains(&instance.from);
        if instances & (1 << index) != 0 && instance(game, index).is_some_and(is_it) {
            rest -= prevent_instance(game, index, rest, by, None);
        }
    }
    amount - rest
}

/// What texts may prevent of an instance by themselves (rule 1204.2); several amounts where their order matters.
fn by_itself(game: &Game, index: u8) -> Option<(Instance, Vec<u8>)> {
    let instance = instance(game, usize::from(index))?;
    let Instance { to, from, amount, kind, .. } = instance;
    let is_possible = most(game, &instance, amount, to, None) > 0;
    is_possible
        .then(|| (instance, permission::static_prevention(game, to, from, amount, kind == Kind::Attack)))
}

/// The first instances, from what has joined the sequence last on, that texts prevent by themselves, and whose they are:
/// that waits with Parry and whatever else is triggered, in the order of their player (rules 1109.1, 1109.5).
pub(crate) fn waits_by_itself(game: &Game) -> impl Iterator<Item = (Slot, u8)> + '_ {
    let joined = game.state.sequences.last().map_or(u8::MAX, |sequence| sequence.joined);
    (joined..game.state.instances().len() as u8).filter_map(|index| {
        let (instance, amounts) = by_itself(game, index)?;
        amounts.into_iter().any(|amount| amount > 0).then_some((instance.to, index))
    })
}

/// Texts prevent an instance by themselves. Where their order matters, the player whose unit it is says how much it comes
/// to (rule 1109.5); where it doesn't, there is one answer.
pub(super) fn by_text(game: &Game, index: u8) -> Flow {
    if by_itself(game, index).is_some() { Flow::Ask } else { Flow::Done }
}

pub(super) fn by_text_ask(game: &Game, index: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let (instance, amounts) = by_itself(game, index)?;
    choices.extend(amounts.into_iter().map(Choice::Number));
    Some(Ask::new(instance.who, Why::Prevent, 1109, 5).about(instance.to))
}

pub(super) fn by_text_chosen(game: &mut Game, index: u8, choice: Choice) {
    if let (Choice::Number(amount), Some((instance, _))) = (choice, by_itself(game, index)) {
        let Instance { to, from, kind, .. } = instance;
        let whose = permission::static_preventer(game, to, from, kind == Kind::Attack);
        prevent_as(game, usize::from(index), amount, (to, whose), None);
    }
}

/// Whether texts have stepped in before all damage of the sequence.
pub(super) fn is_joined(game: &Game) -> bool {
    let instances = game.state.instances().len();
    game.state.sequences.last().is_none_or(|one| usize::from(one.joined) >= instances)
}

/// All damage so far has been through what steps in before it and prevents it by itself.
pub(super) fn join(game: &mut Game) {
    let joined = game.state.instances().len() as u8;
    if let Some(sequence) = game.state.sequences.last_mut() {
        sequence.joined = joined;
    }
}

/// Prevents damage of the attack to its defending unit (rule 1742.8).
pub(crate) fn prevent_attack(game: &mut Game, amount: u8, by: Slot, using: Keyword) {
    if let Some(index) = game.state.instances().iter().position(|one| one.kind == Kind::Attack) {
        prevent_instance(game, index, amount, by, Some(using));
    }
}

fn instance(game: &Game, index: usize) -> Option<Instance> {
    game.state.instances().get(index).copied()
}

/// What a prevention keyword can be used on: an instance (rule 1204.4), or a unit while the dice are hidden (rule 1715.7).
fn options(game: &Game, unit: Slot, keyword: Keyword) -> Vec<Choice> {
    let ability = game.state.sequences.last().and_then(|sequence| sequence.using);
    if blind::is_on(game) {
        blind::open_units(game, unit, keyword, ability).into_iter().map(Choice::Card).collect()
    } else {
        candidates(game, unit, keyword, ability).into_iter().map(Choice::Option).collect()
    }
}

/// A prevention keyword resolves: first on what, if there are several (rule 1204.3).
pub(super) fn choose(game: &Game, unit: Slot, keyword: Keyword, value: u8) -> Flow {
    match options(game, unit, keyword)[..] {
        [] => Flow::Done,
        [only] => chosen(unit, keyword, value, only),
        [_, ..] => Flow::Ask,
    }
}

pub(super) fn choose_ask(
    game: &Game,
    unit: Slot,
    keyword: Keyword,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    choices.extend(options(game, unit, keyword));
    let (section, rule) = if blind::is_on(game) { (1715, 7) } else { (1204, 4) };
    Some(Ask::new(game.state.card(unit).controller, Why::Keyword(keyword), section, rule).about(unit))
}

/// Goes on to how much, for what was chosen.
pub(super) fn chosen(unit: Slot, keyword: Keyword, value: u8, choice: Choice) -> Flow {
    match choice {
        Choice::Option(instance) => Flow::next(Frame::Amount { unit, keyword, value, instance }),
        Choice::Card(to) => Flow::next(Frame::Declare { unit, keyword, value, to }),
        _ => Flow::Ask,
    }
}

/// How much is prevented of at most that much, or where it is deflected to; and back if it was chosen on what.
pub(super) fn amounts(game: &Game, unit: Slot, keyword: Keyword, most: u8, choices: &mut Vec<Choice>) {
    if keyword == Keyword::Deflect {
        // 1717.2: as much as possible; 1717.4: doing the damage is optional.
        choices.push(Choice::Done);
        choices.extend(deflect::targets(game, unit).into_iter().map(Choice::Card));
    } else {
        evade::amounts(most, choices);
    }
    if options(game, unit, keyword).len() > 1 {
        choices.push(Choice::Back);
    }
}

/// The question how much is prevented.
pub(super) fn question(game: &Game, unit: Slot, keyword: Keyword, (section, rule): (u16, u8)) -> Ask {
    let why = if keyword == Keyword::Deflect { Why::Keyword(keyword) } else { Why::Prevent };
    Ask::new(game.state.card(unit).controller, why, section, rule).about(unit)
}

/// Whether there is something to decide once the instance is known.
pub(super) fn amount(game: &mut Game, unit: Slot, keyword: Keyword, value: u8, index: u8) -> Flow {
    let Some(instance) = instance(game, usize::from(index)) else { return Flow::Done };
    if most(game, &instance, value, unit, Some(keyword)) == 0 {
        // 1205.3: the cost is paid and nothing is prevented.
        mark_used(game, unit, index);
        return Flow::Done;
    }
    Flow::Ask
}

pub(super) fn amount_ask(
    game: &Game,
    unit: Slot,
    keyword: Keyword,
    value: u8,
    index: u8,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    let instance = instance(game, usize::from(index))?;
    amounts(game, unit, keyword, most(game, &instance, value, unit, Some(keyword)), choices);
    Some(question(game, unit, keyword, (1204, 6)))
}

pub(super) fn amount_chosen(
    game: &mut Game,
    (unit, keyword, value): (Slot, Keyword, u8),
    index: u8,
    choice: Choice,
) -> Flow {
    if choice == Choice::Back {
        return Flow::next(Frame::Choose { unit, keyword, value });
    }
    let amount = if let Choice::Number(amount) = choice { amount.min(value) } else { value };
    let target = if let Choice::Card(target) = choice { Some(target) } else { None };
    mark_used(game, unit, index);
    apply(game, usize::from(index), amount, unit, Some(keyword), target);
    Flow::next(Frame::Join)
}

/// Prevents, with everything that the keyword does besides.
pub(super) fn apply(
    game: &mut Game,
    index: usize,
    amount: u8,
    by: Slot,
    using: Option<Keyword>,
    target: Option<Slot>,
) {
    let prevented = prevent_instance(game, index, amount, by, using);
    match (using, target) {
        (Some(Keyword::Absorb), _) => absorb::prevented(game, by, prevented),
        (Some(Keyword::Persuade), _) => persuade::prevented(game, prevented),
        (Some(Keyword::Deflect), Some(target)) => deflect(game, by, target, prevented),
        // 1902.53: the unit itself does it.
        (None, Some(target)) => {
            if let Some(from) = instance(game, index).map(|one| one.to) {
                let preventable = Preventability::YES;
                pend(game, start::Hit { to: target, from, amount: prevented, preventable }, None);
            }
        }
        _ => {}
    }
}

/// What a unit does to another in return for what a card prevents is pending in the same sequence (rule 1902.53); while
/// dice are hidden, the card that prevents remembers to whom.
pub(crate) fn answer(
    game: &mut Game,
    card: Option<Slot>,
    from: Slot,
    to: Slot,
    amount: u8,
    preventable: Preventability,
) -> Option<crate::records::frame::Frame> {
    if blind::is_on(game) {
        let by = card?;
        let mut declared = game.state.declared.iter_mut().rev();
        let own = declared.find(|one| one.by == by && one.to == from && one.using.is_none())?;
        own.target = Some(to);
        return None;
    }
    pend(game, start::Hit { to, from, amount, preventable }, None);
    Some(Frame::Join.into())
}

/// 1717.6: the new damage is pending in the same sequence; the deflecting unit is its source (1717.5).
fn deflect(game: &mut Game, from: Slot, to: Slot, amount: u8) {
    let hit = start::Hit { to, from, amount, preventable: Preventability::YES };
    pend(game, hit, Some(Keyword::Deflect));
}

fn pend(game: &mut Game, hit: start::Hit, using: Option<Keyword>) {
    let start::Hit { to, from, amount, .. } = hit;
    if amount == 0 {
        return;
    }
    let instance = Instance { using, ..game.instance(hit, Kind::Deflected) };
    if game.state.add_instance(instance).is_err() {
        game.stop();
    }
    game.note(What::Pending { to, from, amount }, RuleNumber::new(1717, 6), Some(from));
}

fn mark_used(game: &mut Game, unit: Slot, instance: u8) {
    let Some(sequence) = game.state.sequences.last_mut() else { return };
    if let Some(ability) = sequence.using
        && sequence.uses.push(Use { unit, ability, instance }).is_err()
    {
        game.stop();
    }
}
