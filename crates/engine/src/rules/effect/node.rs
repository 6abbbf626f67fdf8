//! The parts of an effect: sequences, choices, conditions, tables, lasting and delayed parts.

use super::cost::Extent;
use super::{Frame, Scope, act, amount, attach, condition, cost, filter, select};
use crate::facts::catalog::{chooses_x, uses_x};
use crate::facts::game::Game;
use crate::facts::matching::binds_x;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::stage::{ActionStage, NodeStage, PayStage};
use crate::records::effect::{Context, RESULTS};
use crate::records::frame::Flow;
use crate::records::id::{NodeId, SelectorId};
use crate::records::state::Slot;
use crate::records::trigger::Delayed;
use crate::rules::change::By;
use crate::rules::{damage, hand, keywords, trigger, turn};
use vocab::Role;
use vocab::ability::{
    AbilityKind, Action, Condition, DamageAction, Effect, Optional, Pattern, Place, PlayOnly, Player,
    Reference, Selector, UnitAction, X,
};

fn next(node: NodeId) -> Flow {
    Flow::next(Frame::Node(node, NodeStage::START))
}

fn push(stay: Frame, node: NodeId) -> Flow {
    Flow::push(stay, Frame::Node(node, NodeStage::START))
}

/// Nothing was done.
fn nothing(game: &mut Game) -> Flow {
    game.leave(&[], 0, false);
    Flow::Done
}

pub(super) fn step(game: &mut Game, id: NodeId, at: NodeStage) -> Flow {
    if at == NodeStage::Asks {
        return Flow::Ask;
    }
    let catalog = game.catalog.clone();
    let node = catalog.node(id);
    let context = game.context();
    match &node.effect {
        Effect::Sequence(_) => {
            let before = at.step().checked_sub(1).and_then(|step| node.kids.get(usize::from(step)));
            let has_failed = at.has_failed()
                || before.is_some_and(|kid| {
                    node.is_condition && is_done_or_not(&catalog.node(*kid).effect) && !context.last.did
                });
            match node.kids.get(usize::from(at.step())) {
                Some(kid) => push(Frame::Node(id, NodeStage::after(at.step() + 1, has_failed)), *kid),
                None => {
                    // 102.4: "if you do" asks for all of it.
                    if has_failed {
                        game.with_context(|context| context.last.did = false);
                    }
                    Flow::Done
                }
            }
        }
        Effect::Named(slot, _) => match (at, node.kids.first()) {
            (NodeStage::START, Some(kid)) => push(Frame::Node(id, NodeStage::Step(1)), *kid),
            (_, kid) => {
                // "Characters can't attack this turn. Tap those units": those that are there now.
                if let Some(kid) =
                    kid.map(|kid| catalog.node(*kid)).filter(|kid| attach::is_open(&kid.effect))
                    && let Some(who) = kid.selector
                {
                    let cards = select::known(Scope::of_context(game, &context), catalog.selector(who));
                    game.leave(&cards, cards.len() as i16, true);
                }
                name_result(game, usize::from(slot.0));
                Flow::Done
            }
        },
        Effect::Act(_) => {
            game.with_context(|context| context.last = super::Bound::default());
            match node.action {
                Some(action) => Flow::next(Frame::Action(action, ActionStage::START)),
                None => Flow::Done,
            }
        }
        Effect::Keyword(keyword, _) => use_keyword(game, &context, keyword),
        Effect::Lasting(_) => match (at, node.selector) {
            (NodeStage::START, Some(selector)) if !attach::is_open(&node.effect) => {
                Flow::push(Frame::Node(id, NodeStage::Step(1)), select::begin(game, selector, 0))
            }
            _ => {
                act::whole_units(game);
                attach::lasting(game, id);
                Flow::Done
            }
        },
        Effect::Do { optional, then, otherwise, .. } => {
            let Some(what) = node.kids.first().copied() else { return Flow::Done };
            match (at, optional) {
                (NodeStage::Over, _) => {
                    game.with_context(|context| context.by_each = false);
                    Flow::Done
                }
                (NodeStage::START, Optional::Must) => push(Frame::Node(id, NodeStage::Step(1)), what),
                (NodeStage::START, Optional::By(who)) => {
                    let doer = Scope::of_context(game, &context).player(*who);
                    game.with_context(|context| context.doer = Some(doer));
                    push(Frame::Node(id, NodeStage::Step(1)), what)
                }
                (NodeStage::START | NodeStage::Second, Optional::May(who)) => {
                    // 102.1: each player, DS first.
                    if *who == Player::Each {
                        let that = if at == NodeStage::Second { Role::Light } else { Role::Dark };
                        game.with_context(|context| (context.that, context.by_each) = (Some(that), true));
                    }
                    let context = game.context();
                    let is_open = match asks_x(game, &context, what) {
                        true => !values_of_x(game, &context, what).is_empty(),
                        false => {
                            // 1311.7, 102.4: as far as possible, unless something depends on it.
                            let is_whole = then.is_some() || otherwise.is_some();
                            let extent = if is_whole { Extent::All } else { Extent::Some };
                            is_possible(game, &context, what, extent)
                                || (then.is_none() && is_meant_later(game, &context, what))
                        }
                    };
                    if is_open {
                        return Flow::next(Frame::Node(id, NodeStage::Asks));
                    }
                    game.leave(&[], 0, false);
                    Flow::next(Frame::Node(id, NodeStage::Step(1)))
                }
                _ => {
                    game.with_context(|context| context.doer = None);
                    let did = context.last.did;
                    let place = match (did, then, otherwise) {
                        (true, Some(_), _) | (false, None, Some(_)) => Some(1),
                        (false, Some(_), Some(_)) => Some(2),
                        (true, None, _) | (false, _, None) => None,
                    };
                    let kid = place.and_then(|place| node.kids.get(place));
                    let is_first =
                        *optional == Optional::May(Player::Each) && context.that == Some(Role::Dark);
                    let rest = match *optional == Optional::May(Player::Each) {
                        true if is_first => Some(Frame::Node(id, NodeStage::Second)),
                        true => Some(Frame::Node(id, NodeStage::Over)),
                        false => None,
                    };
                    match (kid, rest) {
                        (Some(kid), Some(rest)) => push(rest, *kid),
                        (None, Some(rest)) => Flow::next(rest),
                        (Some(kid), None) => next(*kid),
                        (None, None) => Flow::Done,
                    }
                }
            }
        }
        Effect::If { condition, .. } => {
            let holds = condition::holds(Scope::of_context(game, &context), condition);
            // "If that unit is discarded, put it ...": the text knows where the card has gone.
            if holds && asks_for_discard(condition) {
                game.look_anew();
            }
            let place = usize::from(!holds);
            node.kids.get(place).map_or_else(|| nothing(game), |kid| next(*kid))
        }
        Effect::ChooseOne(..) => choose_one(game, &context, id, at),
        Effect::Unless { who, .. } => {
            let (Some(kid), Some(price)) = (node.kids.first(), node.costs.first()) else { return Flow::Done };
            let scope = Scope::of_context(game, &context);
            let payer = scope.player(*who);
            match at {
                // 602.9: paid for when the unit would untap.
                NodeStage::START if is_untap_price(game, id) && !turn::is_untap_step(game) => {
                    attach::untap_price(game, id);
                    Flow::Done
                }
                NodeStage::START if cost::can_pay(scope, payer, *price) => {
                    Flow::next(Frame::Node(id, NodeStage::Asks))
                }
                NodeStage::Paid if context.last.did => nothing(game),
                _ => next(*kid),
            }
        }
        Effect::Pay(who, _) => {
            let Some(price) = node.costs.first().copied() else { return Flow::Done };
            let scope = Scope::of_context(game, &context);
            let payer = scope.player(*who);
            if !cost::can_pay(scope, payer, price) {
                return nothing(game);
            }
            game.with_context(|context| context.payer = payer);
            Flow::next(Frame::Pay(price, PayStage::START))
        }
        Effect::Table(who, rows) => {
            let who = Scope::of_context(game, &context).player(*who);
            let by = by(&context, 1601, 9);
            let roll = game.roll(who, 1, by).first().copied().map_or(0, i16::from);
            let scope = Scope::of_context(game, &context);
            let row = rows.iter().position(|row| amount::in_range(scope, roll, &row.roll));
            game.leave(&[], roll, true);
            // 1310.1: a roll that leads to nothing takes the place of nothing.
            if row.is_none() {
                game.with_context(|context| context.failed = true);
            }
            row.and_then(|row| node.kids.get(row)).map_or(Flow::Done, |kid| next(*kid))
        }
        Effect::ForEach(pattern, _) => {
            if at == NodeStage::START {
                let cards = filter::cards_of(Scope::of_context(game, &context), pattern);
                select::fill(game, &cards, |context| &mut context.round);
                if matches!(pattern, Pattern::Any(_)) {
                    game.look_anew();
                }
            }
            let round = game.context().round;
            let each = round.get(usize::from(at.step())).copied().flatten();
            game.with_context(|context| context.each = each);
            match (each, node.kids.first()) {
                (Some(_), Some(kid)) => push(Frame::Node(id, NodeStage::Step(at.step() + 1)), *kid),
                _ => Flow::Done,
            }
        }
        Effect::Delayed(..) => {
            attach::delayed(game, id);
            Flow::Done
        }
        Effect::Meanwhile(..) => {
            attach::meanwhile(game, id);
            Flow::Done
        }
        Effect::ByHand => Flow::next(hand::Frame::Begin),
    }
}

/// Whether a condition is that a card has left play.
fn asks_for_discard(condition: &Condition) -> bool {
    match condition {
        Condition::Happened(event, ..) => trigger::is_discard(event),
        Condition::Is(_, such) => {
            matches!(
                such.place,
                Some(Place::DiscardPile(_) | Place::Hand(_) | Place::Deck(_) | Place::Supply(_))
            )
        }
        Condition::All(all) | Condition::Any(all) => all.iter().any(asks_for_discard),
        Condition::Compare(..)
        | Condition::Controls(..)
        | Condition::During(_)
        | Condition::UnitAttacking
        | Condition::Not(_) => false,
    }
}

/// The reason of what an effect does: its card.
pub(super) const fn by(context: &Context, section: u16, rule: u8) -> By {
    match context.bindings.this {
        Some(card) => By::card(card, section, rule),
        None => By::rule(section, rule),
    }
}

/// Whether a part is a price without which a known unit doesn't untap in the next untap step (rule 602.9).
pub(crate) fn is_untap_price(game: &Game, id: NodeId) -> bool {
    untap_price(game, id).is_some()
}

fn untap_price(game: &Game, id: NodeId) -> Option<&Selector> {
    let node = game.catalog.node(id);
    let (Effect::Unless { .. }, Some(kid)) = (&node.effect, node.kids.first()) else { return None };
    match &game.catalog.node(*kid).effect {
        Effect::Act(Action::Units(UnitAction::SkipNextUntap(what @ Selector::Known(_)))) => Some(what),
        _ => None,
    }
}

/// The units that a price was put off for.
pub(crate) fn kept_tapped(game: &Game, delayed: &Delayed) -> Vec<Slot> {
    let context = trigger::context_of(game, &delayed.waiting);
    let what = untap_price(game, delayed.node);
    what.map(|what| select::known(Scope::of_context(game, &context), what)).unwrap_or_default()
}

fn name_result(game: &mut Game, slot: usize) {
    let last = game.context().last;
    // `support` lets no more results be named than there is room for.
    if slot >= RESULTS {
        game.stop();
        return;
    }
    game.with_context(|context| context.results[slot] = last);
}

/// A keyword is used: by its own file.
fn use_keyword(game: &mut Game, context: &Context, keyword: &vocab::ability::KeywordAbility) -> Flow {
    let Some(unit) = context.this else { return Flow::Done };
    let scope = Scope::of_context(game, context);
    let value = keyword.value().map_or(0, |value| amount::amount(scope, value));
    match keywords::begin(game, unit, keyword.keyword(), value, context.ability) {
        Some(frame) => Flow::Next(frame),
        None => Flow::Done,
    }
}

/// Whether X is chosen with what may be done: nothing else says what it is.
fn asks_x(game: &Game, context: &Context, what: NodeId) -> bool {
    let entry = game.catalog.entry(context.ability);
    let is_paid = entry.costs.iter().any(|id| uses_x(&game.catalog.cost(*id).costs));
    let is_bound = match &entry.ability.kind {
        AbilityKind::Triggered(text) => text.trigger.events.iter().any(binds_x),
        AbilityKind::Replacement(text) => text.trigger.events.iter().any(binds_x),
        AbilityKind::Trap(text) => text.trigger.events.iter().any(binds_x),
        _ => false,
    };
    entry.ability.x == X::Chosen
        && context.x == 0
        && !is_paid
        && !is_bound
        && chooses_x(&game.catalog.node(what).effect)
}

/// The values of X from 1 with which it can be done.
fn values_of_x(game: &Game, context: &Context, what: NodeId) -> Vec<u8> {
    let can = |x: &u8| is_possible(game, &context.with_x(i16::from(*x)), what, Extent::All);
    let is_of_damage =
        matches!(game.catalog.node(what).effect, Effect::Act(Action::Damage(DamageAction::PreventThat(_))));
    let most = if is_of_damage { damage::that_much(game) } else { 60 };
    (1..=most).filter(can).collect()
}

/// Whether a unit can be chosen to be tapped or untapped though it is already: what comes later is done to it (rule
/// 1602.11).
fn is_meant_later(game: &Game, context: &Context, id: NodeId) -> bool {
    let node = game.catalog.node(id);
    if let Effect::Sequence(_) = &node.effect {
        return node.kids.iter().any(|kid| is_meant_later(game, context, *kid));
    }
    let (Effect::Named(..), Some(kid)) = (&node.effect, node.kids.first()) else { return false };
    let kid = game.catalog.node(*kid);
    let selector = kid.action.and_then(|action| game.catalog.action(action).selectors.first().copied());
    let (Effect::Act(Action::Units(UnitAction::Tap(what) | UnitAction::Untap(what))), Some(id)) =
        (&kid.effect, selector)
    else {
        return false;
    };
    let scope = Scope::of_context(game, context);
    select::choice_of(what).is_some_and(|choice| !select::candidates(scope, id, choice).is_empty())
}

/// Whether a part is one of those that are done or are not.
fn is_done_or_not(effect: &Effect) -> bool {
    match effect {
        Effect::Act(_) | Effect::Pay(..) => true,
        Effect::Named(_, inner) => is_done_or_not(inner),
        _ => false,
    }
}

/// Whether "you may ..." can be done to this extent; what is to be paid must be payable (rule 102.6).
fn is_possible(game: &Game, context: &Context, id: NodeId, extent: Extent) -> bool {
    let node = game.catalog.node(id);
    let scope = Scope::of_context(game, context);
    match (&node.effect, node.action, node.costs.first()) {
        (Effect::Pay(who, _), _, Some(price)) => cost::can_pay(scope, scope.player(*who), *price),
        (Effect::Named(..), _, _) => {
            node.kids.first().is_none_or(|kid| is_possible(game, context, *kid, extent))
        }
        (Effect::Act(_), Some(action), _) => cost::can_be_done(scope, action, extent),
        // 102.4, 102.6: "you may tap this unit and pay 1 Force. If you do": who can't do all of it doesn't begin.
        (Effect::Sequence(_), _, _) if node.is_condition => {
            let can = |kid: NodeId| points_at_result(game, kid) || is_possible(game, context, kid, extent);
            node.kids.iter().all(|kid| can(*kid))
        }
        // "remove a counter and pay 1 Force": what can't be paid can't be begun; of the rest as much is done as is possible
        // (rule 102.4).
        (Effect::Sequence(_), _, _) => {
            let is_paid = |kid: &NodeId| matches!(game.catalog.node(*kid).effect, Effect::Pay(..));
            let can = |kid: &NodeId| is_possible(game, context, *kid, extent);
            let (paid, done): (Vec<NodeId>, Vec<NodeId>) = node.kids.iter().copied().partition(is_paid);
            paid.iter().all(can) && done.iter().any(|kid| !points_at_result(game, *kid) && can(kid))
        }
        _ => true,
    }
}

/// Whether a part is about what an earlier step is yet to come to: "... and put 1 damage counter on each of them".
fn points_at_result(game: &Game, id: NodeId) -> bool {
    let node = game.catalog.node(id);
    let known = |selector: &SelectorId| {
        matches!(game.catalog.selector(*selector), Selector::Known(Reference::Result(_)))
    };
    match node.action {
        Some(action) => game.catalog.action(action).selectors.iter().any(known),
        None => {
            matches!(node.effect, Effect::Named(..))
                && node.kids.iter().any(|kid| points_at_result(game, *kid))
        }
    }
}

fn choose_one(game: &mut Game, context: &Context, id: NodeId, at: NodeStage) -> Flow {
    let catalog = game.catalog.clone();
    let node = catalog.node(id);
    // 1306.4: decided and paid for when the play was announced.
    if context.mode > 0 && catalog.entry(context.ability).root == Some(id) {
        return node.kids.get(usize::from(context.mode - 1)).map_or(Flow::Done, |kid| next(*kid));
    }
    if let NodeStage::Option(option) = at {
        let kid = node.kids.get(usize::from(option));
        return match kid {
            Some(kid) if context.last.did => next(*kid),
            Some(_) | None => nothing(game),
        };
    }
    if open_options(game, context, id).is_empty() {
        nothing(game)
    } else {
        Flow::next(Frame::Node(id, NodeStage::Asks))
    }
}

/// The options of "choose one" that can be paid for.
fn open_options(game: &Game, context: &Context, id: NodeId) -> Vec<u8> {
    let node = game.catalog.node(id);
    let Effect::ChooseOne(who, modes) = &node.effect else { return Vec::new() };
    let scope = Scope::of_context(game, context);
    let payer = scope.player(*who);
    let is_open = |place: &usize| {
        let only = modes.get(*place).map_or(&[][..], |mode| &mode.timing.only);
        let holds = |only: &PlayOnly| match only {
            PlayOnly::If(condition) => condition::holds(scope, condition),
            PlayOnly::During(stage) => condition::holds(scope, &Condition::During(*stage)),
            PlayOnly::NoUnitAttacking => !condition::holds(scope, &Condition::UnitAttacking),
            // Effects that are not played have nothing else (`support`).
            PlayOnly::At(..)
            | PlayOnly::WouldAttack(_)
            | PlayOnly::When(_)
            | PlayOnly::WhenWould(_)
            | PlayOnly::Before(_)
            | PlayOnly::AnyTime => true,
        };
        only.iter().all(holds)
            && node.costs.get(*place).is_some_and(|price| cost::can_pay(scope, payer, *price))
    };
    (0..modes.len()).filter(is_open).map(|place| place as u8).collect()
}

/// Who is asked by a part.
fn asked(game: &Game, context: &Context, effect: &Effect) -> Role {
    let scope = Scope::of_context(game, context);
    match effect {
        Effect::Do { optional: Optional::May(Player::Each), .. } => context.that.unwrap_or(context.you),
        Effect::Do { optional: Optional::May(who), .. }
        | Effect::Unless { who, .. }
        | Effect::ChooseOne(who, _) => scope.player(*who),
        _ => context.you,
    }
}

pub(super) fn ask(game: &Game, id: NodeId, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let effect = &game.catalog.node(id).effect;
    let (why, rule) = match effect {
        Effect::ChooseOne(..) => {
            choices.extend(open_options(game, &context, id).into_iter().map(Choice::Option));
            (Why::Mode, (1306, 4))
        }
        Effect::Unless { .. } => {
            choices.extend([Choice::Yes, Choice::No]);
            (Why::PayOrNot, if is_untap_price(game, id) { (602, 9) } else { (1204, 10) })
        }
        _ => {
            let what = game.catalog.node(id).kids.first().copied();
            match what.filter(|what| asks_x(game, &context, *what)) {
                Some(what) => {
                    choices.extend(values_of_x(game, &context, what).into_iter().map(Choice::Number));
                    choices.push(Choice::No);
                }
                None => choices.extend([Choice::Yes, Choice::No]),
            }
            (Why::Optional, (1305, 1))
        }
    };
    let ask = Ask::new(asked(game, &context, effect), why, rule.0, rule.1);
    Some(context.this.map_or(ask, |card| ask.about(card)))
}

pub(super) fn chosen(game: &mut Game, id: NodeId, at: NodeStage, choice: Choice) -> Flow {
    let catalog = game.catalog.clone();
    let node = catalog.node(id);
    let who = asked(game, &game.context(), &node.effect);
    match (&node.effect, choice) {
        (Effect::Do { .. }, Choice::Number(x)) => {
            game.with_context(|context| (context.x, context.doer) = (i16::from(x), Some(who)));
            node.kids.first().map_or(Flow::Done, |kid| push(Frame::Node(id, NodeStage::Step(1)), *kid))
        }
        (Effect::Do { .. }, Choice::Yes) => match node.kids.first() {
            Some(kid) => {
                game.with_context(|context| context.doer = Some(who));
                push(Frame::Node(id, NodeStage::Step(1)), *kid)
            }
            None => Flow::Done,
        },
        (Effect::Do { .. }, _) => {
            game.leave(&[], 0, false);
            Flow::next(Frame::Node(id, NodeStage::Step(1)))
        }
        (Effect::Unless { .. }, Choice::Yes) => match node.costs.first() {
            Some(price) => {
                game.with_context(|context| context.payer = who);
                Flow::push(Frame::Node(id, NodeStage::Paid), Frame::Pay(*price, PayStage::START))
            }
            None => Flow::Done,
        },
        (Effect::Unless { .. }, _) => node.kids.first().map_or(Flow::Done, |kid| next(*kid)),
        (Effect::ChooseOne(..), Choice::Option(option)) => match node.costs.get(usize::from(option)) {
            Some(price) => {
                game.with_context(|context| context.payer = who);
                Flow::push(Frame::Node(id, NodeStage::Option(option)), Frame::Pay(*price, PayStage::START))
            }
            None => Flow::Done,
        },
        _ => Flow::next(Frame::Node(id, at)),
    }
}
