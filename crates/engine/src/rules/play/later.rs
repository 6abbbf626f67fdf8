//! "Play only if" sentences about what the play itself chooses: it can be played if there is such a choice, and only
//! such a choice can be made (rules 1306.1, 1306.2).

use crate::facts::game::Game;
use crate::facts::text::{Scope, condition};
use crate::records::effect::{Bound, Context, Objects};
use crate::records::id::{NodeId, SelectorId};
use crate::records::state::Slot;
use crate::rules::effect::select;
use vocab::Arena;
use vocab::ability::{self, AbilityKind, Action, ArenaRef, Choosable, Condition, Effect, PlayOnly};

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
    for (slot, what) in choices {
        for bound in options(scope, what) {
            is_open = true;
            if holds_with(scope.game, &scope.to_context(), slot, bound, condition) {
                return true;
            }
        }
    }
    !is_open && condition::holds(scope, condition)
}

/// Keeps the cards of a choice of which the play's conditions hold; all of them where the conditions are about
/// something else.
pub(crate) fn keep_fitting(game: &Game, context: &Context, id: SelectorId, open: &mut Vec<Slot>) {
    let Some((slot, _)) = own(game, context, |what| matches!(what, Chosen::Card(own) if own == id)) else {
        return;
    };
    let fitting = |card: &Slot| fits(game, context, slot, of_card(*card));
    if open.iter().any(fitting) {
        open.retain(fitting);
    }
}

/// The same for arenas.
pub(crate) fn keep_fitting_arenas(game: &Game, context: &Context, open: &mut Vec<Arena>) {
    let Some((slot, _)) = own(game, context, |what| matches!(what, Chosen::Arena(_))) else { return };
    let fitting = |arena: &Arena| fits(game, context, slot, of_arena(*arena));
    if open.iter().any(fitting) {
        open.retain(fitting);
    }
}

/// The conditions of the play that resolves or is announced, and of its mode.
fn conditions<'a>(game: &'a Game, context: &Context) -> impl Iterator<Item = &'a Condition> {
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
    let only = timings.flat_map(|timing| &timing.only);
    only.filter_map(|only| match only {
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

/// The choice of the play that is meant, if there are conditions at all.
fn own(game: &Game, context: &Context, is_it: impl Fn(Chosen) -> bool) -> Option<(ability::Slot, Chosen)> {
    conditions(game, context).next()?;
    let mut choices = Vec::new();
    chosen(game, game.catalog.entry(context.ability).root?, &mut choices);
    choices.into_iter().find(|(_, what)| is_it(*what))
}

fn fits(game: &Game, context: &Context, slot: ability::Slot, bound: Bound) -> bool {
    conditions(game, context).all(|condition| holds_with(game, context, slot, bound, condition))
}

/// The choices of steps that the text refers to, and where it looks for them.
fn chosen(game: &Game, id: NodeId, into: &mut Vec<(ability::Slot, Chosen)>) {
    let node = game.catalog.node(id);
    if let (Effect::Named(slot, inner), [kid]) = (&node.effect, &node.kids[..]) {
        let step = game.catalog.node(*kid);
        let selector = step.selector.or_else(|| game.catalog.action(step.action?).selectors.first().copied());
        if let Effect::Act(Action::Choose(Choosable::Arena(_, named))) = &**inner {
            into.push((*slot, Chosen::Arena(*named)));
        } else if let Some(id) = selector {
            into.push((*slot, Chosen::Card(id)));
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
    // A list for twelve has room for one.
    let _ = objects.push(Some(card));
    Bound { objects, ..Bound::default() }
}

fn of_arena(arena: Arena) -> Bound {
    Bound { arena: Some(arena), ..Bound::default() }
}

fn holds_with(
    game: &Game,
    context: &Context,
    slot: ability::Slot,
    bound: Bound,
    condition: &Condition,
) -> bool {
    let mut with = *context;
    if let Some(result) = with.results.get_mut(usize::from(slot.0)) {
        *result = bound;
    }
    condition::holds(Scope::of_context(game, &with), condition)
}
