//! Prevention that is played: which pending damage a text can be aimed at, each instance once (rules 1204.3, 1204.4).

use super::announce::roots;
use super::fit::chosen_for;
use crate::facts::game::Game;
use crate::facts::text::{Scope, filter};
use crate::records::effect::Context;
use crate::records::frame;
use crate::records::id::{NodeId, SelectorId};
use crate::records::pop::Chance;
use crate::records::state::Slot;
use crate::rules::damage::{self, Preventer};
use crate::rules::effect::act::means;
use crate::rules::effect::select;
use crate::rules::keywords;
use vocab::Keyword;
use vocab::ability::{AbilityKind, Action, DamageAction, Effect, Filter, Pattern, Reference, Selector};

/// A step of a text that prevents pending damage.
struct Aim<'a> {
    /// Whose damage.
    to: SelectorId,
    /// The sources of the damage; all if it names none.
    from: Option<&'a Pattern>,
}

fn aims(game: &Game, root: NodeId) -> Vec<Aim<'_>> {
    let node = game.catalog.node(root);
    if let Effect::Act(Action::Damage(DamageAction::Prevent { from, .. })) = &node.effect {
        let to = node.action.and_then(|action| game.catalog.action(action).selectors.first().copied());
        return to.map(|to| Aim { to, from: from.as_ref() }).into_iter().collect();
    }
    node.kids.iter().flat_map(|kid| aims(game, *kid)).collect()
}

impl Aim<'_> {
    /// The choice of the unit: the step's own, or that of an earlier step to which it points back.
    fn choice(&self, scope: Scope) -> Option<SelectorId> {
        match (scope.game.catalog.selector(self.to), scope.context) {
            (Selector::Known(Reference::Result(slot)), Some(context)) => {
                chosen_for(scope.game, context.ability, *slot)
            }
            _ => Some(self.to),
        }
    }

    /// The units whose damage it can prevent.
    fn units(&self, scope: Scope) -> Vec<Slot> {
        let game = scope.game;
        let pending = || damage::pending(game).into_iter().map(|one| one.to).collect::<Vec<_>>();
        let known = matches!(
            game.catalog.selector(self.to),
            Selector::Known(Reference::Paid(_) | Reference::Each | Reference::Subject | Reference::Object)
        );
        let Some(id) = self.choice(scope).filter(|_| !known) else {
            // Nobody knows yet which unit it will be.
            return pending();
        };
        let selector = game.catalog.selector(id);
        let choice = select::choice_of(selector);
        if let Some(choice) = choice.filter(|_| !select::is_announced(selector)) {
            // "in that arena" of a card that is still to be paid with: nobody knows yet where it will be.
            let of = Filter { place: None, ..choice.of.clone() };
            return pending().into_iter().filter(|unit| filter::fits(scope, &of, *unit)).collect();
        }
        let chosen = choice.map(|choice| select::candidates(scope, id, choice)).into_iter().flatten();
        select::known(scope, selector).into_iter().chain(chosen).collect()
    }

    /// The pending damage to a unit that it may still be used on, one bit for each instance.
    fn open(&self, scope: Scope, unit: Slot, copies: u8) -> u32 {
        let preventer = scope.context.and_then(|context| preventer(context, copies));
        // "from the chosen unit", which isn't chosen yet: any that can be.
        let unchosen = match (self.from, scope.context) {
            (Some(Pattern::Known(of @ Reference::Result(slot))), Some(context))
                if scope.objects(*of).is_empty() =>
            {
                chosen_for(scope.game, context.ability, *slot)
            }
            _ => None,
        };
        let is_source = |source: Slot| match unchosen {
            Some(id) => select::choice_of(scope.game.catalog.selector(id))
                .is_some_and(|choice| select::candidates(scope, id, choice).contains(&source)),
            None => means(scope.seeing(source), self.from, Some(source)),
        };
        damage::open_instances(scope.game, unit, preventer, &is_source)
    }
}

/// Who prevents, by an ability that the card has this many times; a limit of `u8::MAX` is none.
fn preventer(context: &Context, copies: u8) -> Option<Preventer> {
    context.this.filter(|_| copies < u8::MAX).map(|card| Preventer { card, ability: context.ability, copies })
}

/// Whether what resolves was played to prevent damage, in the chance for that (rule 1204.3).
pub(crate) fn is_preventing(game: &Game, context: &Context) -> bool {
    let chance = game.state.frames.iter().rev().find_map(|frame| match frame {
        frame::Frame::Pop(pop) => Some(pop.chance),
        _ => None,
    });
    let root = game.catalog.entry(context.ability).root;
    context.announced
        && chance == Some(Chance::Prevention)
        && root.is_some_and(|root| !aims(game, root).is_empty())
}

/// Whether what is played may prevent damage that is going to be done.
pub(super) fn is_timely(game: &Game, context: &Context) -> bool {
    !game.state.sequences.is_empty() && game.catalog.entry(context.ability).chances.has(Chance::Prevention)
}

/// Whether damage is pending to a unit that a text can be aimed at (rule 1204.3), on which an ability that the card has
/// this many times has not been used yet (rule 1204.4).
pub(super) fn is_possible(scope: Scope, root: NodeId, copies: u8) -> bool {
    let can = |aim: &Aim| aim.units(scope).into_iter().any(|unit| aim.open(scope, unit, copies) != 0);
    aims(scope.game, root).iter().any(can)
}

/// Whether a unit can be chosen for a text that prevents damage: only with pending damage (rule 1204.3).
pub(super) fn may_be_chosen(game: &Game, context: &Context, id: SelectorId, unit: Slot, copies: u8) -> bool {
    let scope = Scope::of_context(game, context);
    let mut own = roots(game, context).into_iter().flat_map(|root| aims(game, root));
    own.all(|aim| aim.choice(scope) != Some(id) || aim.open(scope, unit, copies) != 0)
}

/// A play is aimed at what it was announced for; of an ability that counts as a use on each of these instances, also if
/// it is disrupted (rules 1204.4, 1308.2).
pub(super) fn aim(game: &mut Game, context: &Context, copies: u8) {
    let scope = Scope::of_context(game, context);
    let mut open = Vec::new();
    for aim in roots(game, context).into_iter().flat_map(|root| aims(game, root)) {
        let id = aim.choice(scope);
        let announced = context.targets.iter().filter(|target| Some(target.selector) == id);
        let announced: Vec<Slot> = announced.filter_map(|target| target.card).collect();
        let units = if announced.is_empty() { aim.units(scope) } else { announced };
        open.extend(units.into_iter().map(|unit| (unit, aim.open(scope, unit, copies))));
    }
    damage::aim(game, &open, preventer(context, copies));
}

/// A play that doesn't resolve, because it was disrupted or not paid for in full, has used its keywords that are counted
/// by instance of damage or by entering (rules 1204.4, 1304.9, 1308.2, 1705.2).
pub(super) fn spend(game: &mut Game, context: &Context) {
    let Some(unit) = context.this else { return };
    let mut found = Vec::new();
    if let AbilityKind::Keyword(keyword) = &game.catalog.ability(context.ability).kind {
        found.push(keyword.keyword());
    }
    for root in roots(game, context) {
        keywords_in(game, context, root, &mut found);
    }
    for keyword in found {
        keywords::spend(game, unit, keyword, context.ability);
    }
}

/// The keywords that a text uses, of several modes those of the chosen one.
fn keywords_in(game: &Game, context: &Context, id: NodeId, found: &mut Vec<Keyword>) {
    let node = game.catalog.node(id);
    match (&node.effect, context.mode.checked_sub(1)) {
        (Effect::Keyword(keyword, _), _) => found.push(keyword.keyword()),
        (Effect::ChooseOne(..), Some(mode)) => {
            let kid = node.kids.get(usize::from(mode));
            kid.into_iter().for_each(|kid| keywords_in(game, context, *kid, found));
        }
        (_, _) => node.kids.iter().for_each(|kid| keywords_in(game, context, *kid, found)),
    }
}
