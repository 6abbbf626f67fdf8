//! "Play only if" sentences about what the play itself chooses or is paid with: it can be played if there is such a
//! choice, and only such a choice can be made (rules 1306.1, 1306.2).

use super::{announce, fit};
use crate::facts::game::Game;
use crate::facts::text::{Scope, condition};
use crate::records::effect::{Bound, Context, Objects};
use crate::records::id::{ActionId, NodeId, SelectorId};
use crate::records::state::{Moment, Slot};
use crate::records::{battle, frame};
use crate::rules::effect::select;
use vocab::ability::{
    AbilityKind, Action, ArenaRef, Choosable, Condition, Effect, Pattern, PlayOnly, Reference, Stage,
};
use vocab::{Arena, ability};

/// What a step of a play chooses.
#[derive(Clone, Copy)]
enum Chosen {
    Card(SelectorId),
    Arena(ArenaRef),
}

/// Whether a condition holds, or could hold of something that the play can choose.
pub(super) fn may_hold(scope: Scope, root: Option<NodeId>, condition: &Condition) -> bool {
    let mut choices = Vec::new();
    if let Some(root) = root {
        chosen(scope.game, root, &mut choices);
    }
    let mut is_open = false;
    for (of, what) in choices {
        for bound in options(scope, what) {
            is_open = true;
            if holds_with(scope.game, &scope.to_context(), of, bound, condition) {
                return true;
            }
        }
    }
    if !is_open && condition::holds(scope, condition) {
        return true;
    }
    let mut paid = paid(scope.game, &scope.to_context()).into_iter();
    paid.any(|(of, what)| {
        let mut bounds = options(scope, what).into_iter();
        bounds.any(|bound| holds_with(scope.game, &scope.to_context(), of, bound, condition))
    })
}

/// Whether a unit can be what a play will choose or be paid with, so that its conditions hold.
pub(super) fn may_be(scope: Scope, text: &fit::Text, of: Reference, unit: Slot) -> bool {
    let context = scope.to_context();
    let mut choices = paid(scope.game, &context);
    if let Some(root) = text.root {
        chosen(scope.game, root, &mut choices);
    }
    let can_be = |what: Chosen| match what {
        Chosen::Card(id) => select::choice_of(scope.game.catalog.selector(id))
            .is_some_and(|choice| select::candidates(scope, id, choice).contains(&unit)),
        Chosen::Arena(_) => false,
    };
    let holds = |only: &PlayOnly| match only {
        PlayOnly::If(condition) => holds_with(scope.game, &context, of, of_card(unit), condition),
        _ => true,
    };
    choices.into_iter().any(|(other, what)| other == of && can_be(what))
        && text.only.iter().copied().flatten().all(holds)
}

/// Whether an arena can be what a step of a play chooses.
pub(super) fn may_be_arena(scope: Scope, root: Option<NodeId>, slot: ability::Slot, arena: Arena) -> bool {
    let mut choices = Vec::new();
    if let Some(root) = root {
        chosen(scope.game, root, &mut choices);
    }
    choices.into_iter().any(|(of, what)| {
        of == Reference::Result(slot) && matches!(what, Chosen::Arena(named) if scope.is_arena(named, arena))
    })
}

/// Keeps the cards of a choice of which the play's conditions hold; all of them where the conditions are about
/// something else.
pub(crate) fn keep_fitting(game: &Game, context: &Context, id: SelectorId, open: &mut Vec<Slot>) {
    let Some((of, _)) = own(game, context, |what| matches!(what, Chosen::Card(own) if own == id)) else {
        return;
    };
    let fitting = |card: &Slot| {
        fits(game, context, of, of_card(*card))
            && sentences(game, context).all(|only| is_moment_of(game, only, of, *card))
    };
    if open.iter().any(fitting) {
        open.retain(fitting);
    }
}

/// The same for arenas.
pub(crate) fn keep_fitting_arenas(game: &Game, context: &Context, open: &mut Vec<Arena>) {
    // "Play only when the chosen arena's battle step starts": of the step that is going on.
    let is_of_step =
        |only: &PlayOnly| matches!(only, PlayOnly::At(_, Stage::BattleStep(ArenaRef::Chosen(_))));
    if let Moment::BattleStep(now) = game.state.moment
        && sentences(game, context).any(is_of_step)
    {
        open.retain(|arena| *arena == now);
    }
    let Some((of, _)) = own(game, context, |what| matches!(what, Chosen::Arena(_))) else { return };
    let fitting = |arena: &Arena| fits(game, context, of, of_arena(*arena));
    if open.iter().any(fitting) {
        open.retain(fitting);
    }
}

/// Whether it is this card's moment to attack, if the sentence says so of what is chosen.
fn is_moment_of(game: &Game, only: &PlayOnly, of: Reference, card: Slot) -> bool {
    match only {
        PlayOnly::WouldAttack(Pattern::Known(meant)) if *meant == of => {
            let acting = game.state.frames.iter().rev().find_map(|frame| match frame {
                frame::Frame::Battle(battle::Frame::Act(_, _, unit, _)) => Some(*unit),
                _ => None,
            });
            acting == Some(card)
        }
        _ => true,
    }
}

/// The "play only" sentences of the play that resolves or is announced, and of its mode.
fn sentences<'a>(game: &'a Game, context: &Context) -> impl Iterator<Item = &'a PlayOnly> {
    let timing = match &game.catalog.ability(context.ability).kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => Some(&play.timing),
        AbilityKind::Keyword(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => None,
    };
    let root = game.catalog.entry(context.ability).root.map(|root| &game.catalog.node(root).effect);
    let mode = match (root, context.mode.checked_sub(1)) {
        (Some(Effect::ChooseOne(_, modes)), Some(place)) => modes.get(usize::from(place)),
        _ => None,
    };
    let timings = timing.into_iter().chain(mode.map(|mode| &mode.timing));
    timings.flat_map(|timing| &timing.only)
}

/// Its conditions.
fn conditions<'a>(game: &'a Game, context: &Context) -> impl Iterator<Item = &'a Condition> {
    sentences(game, context).filter_map(|only| match only {
        PlayOnly::If(condition) => Some(&**condition),
        PlayOnly::During(_)
        | PlayOnly::At(..)
        | PlayOnly::NoUnitAttacking
        | PlayOnly::WouldAttack(_)
        | PlayOnly::When(_)
        | PlayOnly::WhenWould(_)
        | PlayOnly::Before(_)
        | PlayOnly::AnyTime => None,
    })
}

/// The choice of the play that is meant, if there are sentences about it at all.
fn own(game: &Game, context: &Context, is_it: impl Fn(Chosen) -> bool) -> Option<(Reference, Chosen)> {
    let is_about =
        |only: &PlayOnly| matches!(only, PlayOnly::If(_) | PlayOnly::WouldAttack(Pattern::Known(_)));
    sentences(game, context).find(|only| is_about(only))?;
    let mut choices = paid(game, context);
    chosen(game, game.catalog.entry(context.ability).root?, &mut choices);
    choices.into_iter().find(|(_, what)| is_it(*what))
}

fn fits(game: &Game, context: &Context, of: Reference, bound: Bound) -> bool {
    conditions(game, context).all(|condition| holds_with(game, context, of, bound, condition))
}

/// The choices of cards that the play is paid with.
fn paid(game: &Game, context: &Context) -> Vec<(Reference, Chosen)> {
    let Some(id) = announce::own_cost(game, context) else { return Vec::new() };
    let choice = |(place, action): (u8, &Option<ActionId>)| {
        let selector = game.catalog.action((*action)?).selectors.first()?;
        Some((Reference::Paid(place), Chosen::Card(*selector)))
    };
    (0..).zip(&game.catalog.cost(id).actions).filter_map(choice).collect()
}

/// The choices of steps that the text refers to, and where it looks for them.
fn chosen(game: &Game, id: NodeId, into: &mut Vec<(Reference, Chosen)>) {
    let node = game.catalog.node(id);
    if let (Effect::Named(slot, inner), [kid]) = (&node.effect, &node.kids[..]) {
        let step = game.catalog.node(*kid);
        let selector = step.selector.or_else(|| game.catalog.action(step.action?).selectors.first().copied());
        if let Effect::Act(Action::Choose(Choosable::Arena(_, named))) = &**inner {
            into.push((Reference::Result(*slot), Chosen::Arena(*named)));
        } else if let Some(id) = selector {
            into.push((Reference::Result(*slot), Chosen::Card(id)));
        }
    }
    node.kids.iter().for_each(|kid| chosen(game, *kid, into));
}

fn options(scope: Scope, what: Chosen) -> Vec<Bound> {
    match what {
        Chosen::Card(id) => select::choice_of(scope.game.catalog.selector(id))
            .map_or_else(Vec::new, |choice| {
                select::candidates(scope, id, choice).into_iter().map(of_card).collect()
            }),
        Chosen::Arena(named) => {
            let meant = Arena::ALL.into_iter().filter(|arena| scope.is_arena(named, *arena));
            meant.map(of_arena).collect()
        }
    }
}

fn of_card(card: Slot) -> Bound {
    let mut objects = Objects::default();
    // A list for a few has room for one.
    let _ = objects.push(Some(card));
    Bound { objects, ..Bound::default() }
}

fn of_arena(arena: Arena) -> Bound {
    Bound { arena: Some(arena), ..Bound::default() }
}

fn holds_with(game: &Game, context: &Context, of: Reference, bound: Bound, condition: &Condition) -> bool {
    let mut with = *context;
    let place = match of {
        Reference::Result(slot) => with.results.get_mut(usize::from(slot.0)),
        Reference::Paid(item) => with.paid.get_mut(usize::from(item)),
        _ => None,
    };
    if let Some(place) = place {
        *place = bound;
    }
    condition::holds(Scope::of_context(game, &with), condition)
}
