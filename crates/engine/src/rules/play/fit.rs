//! Which effects fit into which chance (rules 1307.6, 1601).

use super::{Chances, Sort, Tried, Try, later, offers, preventing};
use crate::facts::game::Game;
use crate::facts::history;
use crate::facts::matching::{is_of_class, matches};
use crate::facts::now::permission;
use crate::facts::text::{Scope, condition};
use crate::records::effect::Context;
use crate::records::event::What;
use crate::records::id::{AbilityId, NodeId, SelectorId};
use crate::records::play::Period;
use crate::records::pop::Chance;
use crate::records::state::{Moment, Slot};
use crate::rules::effect::act::means;
use crate::rules::effect::{handle, select};
use crate::rules::{attack, damage, hand, keywords};
use vocab::ability::{
    AbilityKind, Action, ArenaRef, CombatAction, Disruptable, Edge, Effect, Event, Pattern, PlayOnly,
    Reference, Span, Stage, Timing, Usage,
};
use vocab::keyword::Step;
use vocab::{Role, RuleNumber, ability};

/// Whether an effect prevents damage (rule 1307.6).
pub(crate) fn prevents(game: &Game, root: NodeId) -> bool {
    game.catalog.node(root).sort == Sort::Prevent
}

/// Over which stretch uses are counted, and how many there may be; `None` for any number (rules 1304.2, 1601.11).
pub(super) fn limit(sort: Sort, usage: Option<Usage>) -> Option<(u8, Period)> {
    let period = |of: ability::Period| match of {
        ability::Period::Attack => Period::Attack,
        ability::Period::Turn => Period::Turn,
        ability::Period::Game => Period::Game,
    };
    match usage {
        Some(Usage::Times(times, of)) => return Some((times, period(of))),
        Some(Usage::AnyNumber(_)) => return None,
        None => {}
    }
    Some((
        1,
        match sort {
            Sort::Prevent => Period::Damage,
            Sort::AddDice | Sort::Dice | Sort::ChangeDice => Period::Roll,
            Sort::Attack => Period::Attack,
            Sort::Keyword(keyword) => match keyword.row().step {
                // The keywords' own files count them by instance of damage and by entering.
                Step::Prevention | Step::Entering => return None,
                Step::AttackPop | Step::Declaration | Step::Prediction | Step::Roll | Step::Hits => {
                    Period::Attack
                }
                Step::Reroll => Period::Roll,
                _ => Period::Turn,
            },
            Sort::Disrupt | Sort::ByHand | Sort::Other => Period::Turn,
        },
    ))
}

/// A text that may fit into a chance.
pub(super) struct Text<'a> {
    /// What it is for.
    pub sort: Sort,
    /// The kinds of chances into which it can fit.
    pub chances: Chances,
    /// Its effect.
    pub root: Option<NodeId>,
    /// Its "play only" sentences, and those of the mode.
    pub only: [&'a [PlayOnly]; 2],
}

/// Whether a text can be played in a chance. Most texts do not fit into most chances by their words alone: that is
/// looked at first.
pub(super) fn fits(scope: Scope, chance: Chance, text: &Text) -> bool {
    let game = scope.game;
    if !text.chances.has(chance)
        || !text.only.iter().copied().flatten().all(|only| match only {
            PlayOnly::If(condition) => later::may_hold(scope, text.root, condition),
            // "that unit" is one that the play will choose or be paid with.
            PlayOnly::WouldAttack(Pattern::Known(of @ (Reference::Result(_) | Reference::Paid(_)))) => {
                matches!(chance, Chance::WouldAttack(unit) if later::may_be(scope, text, *of, unit))
            }
            // "the chosen arena's battle step": the play will choose that arena.
            PlayOnly::At(edge, Stage::BattleStep(ArenaRef::Chosen(slot))) => {
                matches!(chance, Chance::At(now, Moment::BattleStep(arena))
                    if now == *edge && later::may_be_arena(scope, text.root, *slot, arena))
            }
            other => holds(scope, chance, other),
        })
    {
        return false;
    }
    // 1316.2, 1316.7: whoever does nothing by hand, or has done enough, isn't offered it.
    if text.sort == Sort::ByHand {
        return !is_of_build_step(chance) && hand::may_begin(game, scope.you);
    }
    if let Sort::Keyword(keyword) = text.sort {
        return scope.this.zip(scope.context).is_some_and(|(unit, context)| {
            keywords::may_be_used(game, unit, keyword, chance, context.ability)
        });
    }
    let is_about_dice = || text.root.is_some_and(|root| is_about_dice(scope, root));
    match chance {
        Chance::Disrupt => text.root.is_some_and(|root| can_disrupt(scope, root)),
        Chance::AddDice | Chance::ChangeDice => is_about_dice(),
        // The roll for build points has one chance for rerolls and changes (rule 602.5).
        Chance::Reroll => (text.sort == Sort::Dice || game.state.moment == Moment::Ready) && is_about_dice(),
        Chance::Prevention => {
            text.sort != Sort::Prevent
                || text.root.is_some_and(|root| preventing::is_possible(scope, root, u8::MAX))
        }
        Chance::General
        | Chance::Attack
        | Chance::AttackEnd
        | Chance::At(..)
        | Chance::BuildStep
        | Chance::WouldAttack(_)
        | Chance::WouldBeDiscarded
        | Chance::Just
        | Chance::Entered => true,
    }
}

/// Whether the dice on the table are those that an effect is for.
fn is_about_dice(scope: Scope, id: NodeId) -> bool {
    let node = scope.game.catalog.node(id);
    match &node.effect {
        Effect::Act(Action::Dice(dice)) => {
            handle::dice_of(dice).is_some_and(|which| handle::are_meant(scope, which))
        }
        _ => node.kids.iter().any(|kid| is_about_dice(scope, *kid)),
    }
}

/// Whether what a text waits for would happen now. "That unit" is a unit that the text can choose (rule 1110.4).
fn would_happen(scope: Scope, chance: Chance, wanted: &Event) -> bool {
    let game = scope.game;
    let is_it = |what: What| is_it(scope, wanted, what);
    match (chance, wanted) {
        (
            Chance::WouldBeDiscarded,
            Event::Discarded { what: Pattern::Known(Reference::Result(slot)), .. },
        ) => {
            let id = scope.context.and_then(|context| chosen_for(game, context.ability, *slot));
            let choice = id.and_then(|id| Some((id, select::choice_of(game.catalog.selector(id))?)));
            let can_be_chosen =
                choice.map_or_else(Vec::new, |(id, choice)| select::candidates(scope, id, choice));
            damage::doomed(game).iter().any(|unit| can_be_chosen.contains(unit))
        }
        (Chance::WouldBeDiscarded, Event::Discarded { .. }) => damage::doomed(game).into_iter().any(|card| {
            let from = game.state.card(card).place;
            is_it(What::Discarded { card, from, cause: damage::cause_of_discard(game, card) })
        }),
        (Chance::Prevention, Event::Damage { .. }) => damage::pending(game).into_iter().any(|one| {
            is_it(What::Damaged { unit: one.to, from: one.from, amount: one.amount, using: one.using })
        }),
        _ => false,
    }
}

fn is_it(scope: Scope, wanted: &Event, what: What) -> bool {
    let event = crate::records::event::Event { what, rule: RuleNumber::new(1601, 2), cause: None };
    matches(scope, wanted, &event).is_some()
}

/// The choice that the step with this result makes.
pub(super) fn chosen_for(game: &Game, ability: AbilityId, slot: ability::Slot) -> Option<SelectorId> {
    fn find(game: &Game, id: NodeId, slot: ability::Slot) -> Option<NodeId> {
        let node = game.catalog.node(id);
        match (&node.effect, &node.kids[..]) {
            (Effect::Named(own, _), [kid]) if *own == slot => Some(*kid),
            (_, kids) => kids.iter().find_map(|kid| find(game, *kid, slot)),
        }
    }
    let step = game.catalog.node(find(game, game.catalog.entry(ability).root?, slot)?);
    step.selector.or_else(|| game.catalog.action(step.action?).selectors.first().copied())
}

/// Whether a card can be chosen when a play is announced: "play only when that unit would be discarded" (rule 1110.4);
/// for prevention a unit with pending damage (rule 1204.3).
pub(crate) fn may_be_chosen(game: &Game, context: &Context, id: SelectorId, card: Slot) -> bool {
    let (AbilityKind::Activated(play) | AbilityKind::OneShot(play)) =
        &game.catalog.ability(context.ability).kind
    else {
        return true;
    };
    if preventing::is_timely(game, context)
        && !preventing::may_be_chosen(game, context, id, card, offers::copies(game, context))
    {
        return false;
    }
    play.timing.only.iter().all(|only| match only {
        PlayOnly::WhenWould(event) => match &**event {
            Event::Discarded { what: Pattern::Known(Reference::Result(slot)), .. } => {
                chosen_for(game, context.ability, *slot) != Some(id) || damage::doomed(game).contains(&card)
            }
            _ => true,
        },
        _ => true,
    })
}

/// Whether the "play only" sentences of a card that would be completed hold (rules 207.2, 1306.2).
pub(crate) fn may_be_completed(game: &Game, who: Role, card: Slot, timing: &Timing) -> bool {
    let mut scope = Scope::of_card(game, card, 0);
    scope.you = who;
    timing.only.iter().all(|only| holds(scope, Chance::BuildStep, only))
}

/// Whether one "play only" sentence holds now (rule 1306.2).
fn holds(scope: Scope, chance: Chance, only: &PlayOnly) -> bool {
    let parties = attack::parties(scope.game);
    match only {
        PlayOnly::During(stage) => condition::is_during(scope, *stage),
        PlayOnly::At(edge, stage) => match chance {
            Chance::At(now, moment) => {
                let (edge, moment) = (*edge, moment);
                edge == now && is_edge_stage(scope, *stage, moment, edge)
            }
            _ => false,
        },
        PlayOnly::NoUnitAttacking => scope.game.state.attacks.is_empty(),
        PlayOnly::When(event) => match &**event {
            Event::Attacks { attacker, defender, using } => parties.is_some_and(|(by, against)| {
                let mode = scope.game.state.attack().and_then(|attack| attack.mode.keyword());
                means(scope, Some(attacker), Some(by))
                    && means(scope, defender.as_ref(), Some(against))
                    && (using.is_none() || *using == mode)
            }),
            Event::IsAttacked { defender, attacker } => parties.is_some_and(|(by, against)| {
                means(scope, Some(defender), Some(against)) && means(scope, attacker.as_ref(), Some(by))
            }),
            Event::AttackEnds(who) => {
                chance == Chance::AttackEnd
                    && parties.is_some_and(|(by, _)| means(scope, Some(who), Some(by)))
            }
            wanted => {
                chance == Chance::Just && scope.game.state.just.is_some_and(|what| is_it(scope, wanted, what))
            }
        },
        // 1310.3: instead of attacking.
        PlayOnly::WouldAttack(who) => {
            matches!(chance, Chance::WouldAttack(unit) if means(scope, Some(who), Some(unit)))
        }
        PlayOnly::If(condition) => condition::holds(scope, condition),
        PlayOnly::AnyTime => !is_of_build_step(chance),
        PlayOnly::WhenWould(event) => would_happen(scope, chance, event),
        PlayOnly::Before(event) => {
            !is_of_build_step(chance) && history::times(scope, event, Span::ThisTurn) == 0
        }
    }
}

/// Whether a chance is only for what says that it may be played at the start of a build step or in the opponent's (rule
/// 603.6).
pub(super) const fn is_of_build_step(chance: Chance) -> bool {
    matches!(chance, Chance::At(_, Moment::BuildStep(_)))
}

fn is_edge_stage(scope: Scope, stage: Stage, moment: Moment, _edge: Edge) -> bool {
    condition::is_stage(scope, stage, moment)
}

/// Whether a disrupt effect names what is being tried (rules 1308.1, 1308.5).
fn can_disrupt(scope: Scope, root: NodeId) -> bool {
    let Some(tried) = scope.game.state.tries.last().copied() else { return false };
    let mut found = false;
    visit(scope.game, root, &mut |effect| {
        if let Effect::Act(Action::Combat(CombatAction::Disrupt(what))) = effect {
            found |= names(scope, what, tried);
        }
    });
    found
}

fn visit(game: &Game, id: NodeId, f: &mut dyn FnMut(&Effect)) {
    let node = game.catalog.node(id);
    f(&node.effect);
    node.kids.iter().for_each(|kid| visit(game, *kid, f));
}

fn names(scope: Scope, what: &Disruptable, tried: Try) -> bool {
    let game = scope.game;
    let card = |pattern: &Pattern, card: Slot| {
        means(scope.as_cards(), Some(pattern), Some(card)) && permission::can_be_disrupted(game, card, false)
    };
    match (what, tried.what) {
        (Disruptable::Attack { by, against }, Tried::Attack(unit)) => {
            let defender = attack::parties(game).map(|(_, defender)| defender);
            means(scope, by.as_ref(), Some(unit))
                && means(scope, against.as_ref(), defender)
                && permission::can_be_disrupted(game, unit, true)
        }
        (Disruptable::Card(pattern), Tried::Card(played) | Tried::Disrupt(played)) => card(pattern, played),
        (Disruptable::Card(pattern) | Disruptable::Deployment(pattern), Tried::Deployment(unit)) => {
            card(pattern, unit)
        }
        (Disruptable::Ability(class, pattern), Tried::Ability(unit, id)) => {
            is_of_class(scope, class, id)
                && means(scope, pattern.as_ref(), Some(unit))
                && permission::can_be_disrupted(game, unit, false)
                && permission::can_ability_be_disrupted(game, unit, &|class, scope| {
                    is_of_class(scope, class, id)
                })
        }
        (Disruptable::Disrupt, Tried::Disrupt(played)) => permission::can_be_disrupted(game, played, false),
        (Disruptable::OneOf(all), _) => all.iter().any(|one| names(scope, one, tried)),
        (
            Disruptable::Attack { .. }
            | Disruptable::Card(_)
            | Disruptable::Deployment(_)
            | Disruptable::Ability(..)
            | Disruptable::Disrupt,
            _,
        ) => false,
    }
}
