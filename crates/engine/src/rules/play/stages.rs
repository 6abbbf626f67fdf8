//! The stages of a play: choices, costs, disrupt, resolution (rule 1306.1).

use super::Sort;
use super::announce::{announced, can_pay_prices, extra_force, has_x, modes, prices, roots, values};
use super::offers::{copies, limit_of};
use super::uses::count_use;
use super::{Frame, Period, Tried, open, preventing, was_disrupted};
use crate::facts::catalog::uses_x;
use crate::facts::game::Game;
use crate::facts::now;
use crate::facts::text::amount::{amount, is_of_price, is_of_this};
use crate::facts::text::{Scope, condition};
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::Context;
use crate::records::effect::stage::NodeStage;
use crate::records::effect::stage::PayStage;
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::id::{AbilityId, NodeId};
use crate::records::state::{Mark, Slot, Where};
use crate::rules::change::By;
use crate::rules::effect::select;
use crate::rules::keywords::{enhance, meditate};
use crate::rules::{effect, keywords, trigger};
use vocab::ability::{AbilityKind, Effect, PlayOnly, Pool, X};
use vocab::{CardType, Keyword};

pub(super) fn step(frame: Frame, game: &mut Game) -> Flow {
    let context = game.context();
    match frame {
        Frame::X(chance) => {
            // What costs nothing has an X of 0.
            if has_x(game, &context) && !context.waived {
                return Flow::Ask;
            }
            let x = now::x_of(Scope::of_context(game, &context), context.ability);
            game.with_context(|context| context.x = x);
            Flow::next(Frame::Mode(chance))
        }
        Frame::Mode(chance) => {
            if modes(game, &context, chance).is_empty() {
                Flow::next(Frame::Enhance(0))
            } else {
                Flow::Ask
            }
        }
        Frame::Enhance(place) => match enhance::texts(game, &context).get(usize::from(place)) {
            None => Flow::next(Frame::Targets(0)),
            Some(id) if can_enhance(game, &context, *id, place) => Flow::Ask,
            Some(_) => Flow::next(Frame::Enhance(place + 1)),
        },
        Frame::Targets(place) => match announced(game, &context).get(usize::from(place)) {
            Some(selector) => Flow::push(Frame::Keep(place), select::begin(game, *selector, 0)),
            None => {
                reveal(game, &context);
                game.with_context(|context| context.announced = true);
                Flow::next(Frame::Pay(0))
            }
        },
        Frame::Keep(place) => {
            if let Some(selector) = announced(game, &context).get(usize::from(place)) {
                select::keep(game, *selector);
            }
            Flow::next(Frame::Targets(place + 1))
        }
        Frame::Pay(place) => pay(game, &context, place),
        Frame::Tried => {
            if was_disrupted(game) {
                preventing::spend(game, &context);
                Flow::next(Frame::Finish)
            } else {
                Flow::next(Frame::Resolve(0))
            }
        }
        Frame::Resolve(place) => resolve(game, &context, place),
        Frame::Finish => finish(game, &context),
    }
}

/// A Battle card is shown and laid aside while it is played.
fn reveal(game: &mut Game, context: &Context) {
    let Some(card) = context.this else { return };
    let is_battle = matches!(game.catalog.card_type(game.state.card(card).definition), CardType::Battle);
    let by = By::card(card, 1306, 1);
    if context.meditate > 0 {
        meditate::lay(game, card, Where::Nowhere, by);
    } else if is_battle && game.state.card(card).place != Where::Nowhere {
        game.relocate(card, Where::Nowhere, by);
    } else {
        return;
    }
    game.note(What::Revealed(card), by.rule, by.card);
}

fn pay(game: &mut Game, context: &Context, place: u8) -> Flow {
    let Some(card) = context.this else { return Flow::next(Frame::Finish) };
    // 1304.9: what was not paid does not resolve, but counts as played.
    if place > 0 && !context.last.did {
        count(game, context, card);
        preventing::spend(game, context);
        return Flow::next(Frame::Finish);
    }
    if place == 0 {
        let extra = extra_force(game, context);
        if extra > 0 && game.pay(context.you, Pool::Force, extra, By::card(card, 1304, 6)).is_err() {
            return Flow::next(Frame::Finish);
        }
    }
    if let Some(price) = prices(game, context).get(usize::from(place)) {
        return Flow::push(Frame::Pay(place + 1), effect::Frame::Pay(*price, PayStage::START));
    }
    count(game, context, card);
    let is_disrupt = context.mode == 0 && game.catalog.entry(context.ability).sort == Sort::Disrupt
        || chosen_kid(game, context).is_some_and(|kid| game.catalog.node(kid).sort == Sort::Disrupt);
    let tried = if is_disrupt {
        Tried::Disrupt(card)
    } else if game.state.card(card).place == Where::Nowhere {
        Tried::Card(card)
    } else {
        Tried::Ability(card, context.ability)
    };
    if enhance::is_undisrupted(game, context) {
        return Flow::next(Frame::Resolve(0));
    }
    let pop = open(game, tried, context.you);
    Flow::Push(Frame::Tried.into(), pop)
}

/// The effect of the chosen mode.
fn chosen_kid(game: &Game, context: &Context) -> Option<NodeId> {
    let root = game.catalog.entry(context.ability).root?;
    let mode = context.mode.checked_sub(1)?;
    game.catalog.node(root).kids.get(usize::from(mode)).copied()
}

/// The play is announced to those who wait for it, and counts against its limit (rule 1308.2).
fn count(game: &mut Game, context: &Context, card: Slot) {
    let by = By::card(card, 1306, 1);
    if preventing::is_timely(game, context) {
        preventing::aim(game, context, copies(game, context));
    }
    if game.state.card(card).place == Where::Nowhere {
        game.note(What::Played { who: context.you, card }, by.rule, by.card);
        return;
    }
    if let Some((_, period)) = limit_of(game, context)
        && period != Period::Damage
    {
        count_use(game, card, context.ability, period);
    }
    game.note(What::Used { card, ability: context.ability }, by.rule, by.card);
}

/// An X that a text works out is fixed when the effect resolves (rule 1313.6), unless the cost used it, it was read off what
/// paid, or it is that of a card that has left since; that of Retaliate is fixed when it is activated (rule 1751.5).
fn fix_x(game: &mut Game, context: &Context) {
    let entry = game.catalog.entry(context.ability);
    let X::Is(of) = &entry.ability.x else { return };
    let is_spent = entry.costs.iter().any(|id| uses_x(&game.catalog.cost(*id).costs));
    let is_gone = context.this.is_some_and(|card| game.state.card(card).place.is_out_of_play());
    let root = entry.root.map(|root| &game.catalog.node(root).effect);
    let is_retaliate =
        matches!(root, Some(Effect::Keyword(ability, _)) if ability.keyword() == Keyword::Retaliate);
    let is_settled = is_spent || is_retaliate || is_of_price(of, None) || (is_gone && is_of_this(of));
    if !is_settled {
        let x = amount(Scope::of_context(game, context), of);
        game.with_context(|context| context.x = x);
    }
}

fn resolve(game: &mut Game, context: &Context, place: u8) -> Flow {
    if place == 0 {
        fix_x(game, context);
    }
    if let Some(root) = roots(game, context).get(usize::from(place)) {
        return Flow::push(Frame::Resolve(place + 1), effect::Frame::Node(*root, NodeStage::START));
    }
    // A keyword without a cost and without a text around it.
    if let (0, AbilityKind::Keyword(keyword), Some(unit)) =
        (place, &game.catalog.clone().ability(context.ability).kind, context.this)
    {
        let scope = Scope::of_context(game, context);
        let value = keyword.value().map_or(0, |of| amount(scope, of));
        if let Some(frame) = keywords::begin(game, unit, keyword.keyword(), value, context.ability) {
            return Flow::Push(Frame::Finish.into(), frame);
        }
    }
    Flow::next(Frame::Finish)
}

/// A Battle card goes to the discard pile, also when disrupted (rule 1306.5); then triggers resolve (rule 1305.2).
fn finish(game: &mut Game, context: &Context) -> Flow {
    if let Some(card) = context.this {
        let record = game.state.card(card);
        if record.place == Where::Nowhere {
            let is_meditated = record.marks.has(Mark::Meditated);
            let to = if is_meditated { Where::Removed } else { Where::DiscardPile };
            game.relocate(card, to, By::card(card, 1306, 5));
        }
    }
    game.state.contexts.pop();
    // Within another play they wait for that one to be dealt with.
    if game.state.tries.is_empty() { Flow::next(trigger::Frame::Resolve) } else { Flow::Done }
}

fn can_enhance(game: &Game, context: &Context, id: AbilityId, place: u8) -> bool {
    let with = Context { enhanced: context.enhanced | 1 << place, ..*context };
    let scope = Scope::of_context(game, &with);
    let may_be_played = |only: &PlayOnly| match only {
        PlayOnly::If(condition) => condition::holds(scope, condition),
        // `support` lets nothing else pass.
        PlayOnly::During(_)
        | PlayOnly::At(..)
        | PlayOnly::NoUnitAttacking
        | PlayOnly::WouldAttack(_)
        | PlayOnly::When(_)
        | PlayOnly::WhenWould(_)
        | PlayOnly::Before(_)
        | PlayOnly::AnyTime => false,
    };
    enhance::text(game, id).is_some_and(|enhance| {
        enhance.condition.as_ref().is_none_or(|only| condition::holds(scope, only))
            && enhance.timing.only.iter().all(may_be_played)
    }) && can_pay_prices(game, &with)
}

pub(super) fn ask(frame: Frame, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let ask = |why, rule: (u16, u8)| {
        let ask = Ask::new(context.you, why, rule.0, rule.1);
        Some(context.this.map_or(ask, |card| ask.about(card)))
    };
    match frame {
        Frame::X(_) => {
            choices.extend(values(game, &context));
            ask(Why::X, (1304, 8))
        }
        Frame::Mode(chance) => {
            choices.extend(modes(game, &context, chance).into_iter().map(Choice::Option));
            ask(Why::Mode, (1306, 4))
        }
        Frame::Enhance(_) => {
            choices.extend([Choice::Yes, Choice::No]);
            ask(Why::Keyword(Keyword::Enhance), (1722, 3))
        }
        Frame::Targets(_)
        | Frame::Keep(_)
        | Frame::Pay(_)
        | Frame::Tried
        | Frame::Resolve(_)
        | Frame::Finish => None,
    }
}

pub(super) fn chosen(frame: Frame, game: &mut Game, choice: Choice) -> Flow {
    match (frame, choice) {
        (Frame::X(chance), Choice::Number(x)) => {
            game.with_context(|context| context.x = i16::from(x));
            Flow::next(Frame::Mode(chance))
        }
        (Frame::Mode(_), Choice::Option(mode)) => {
            game.with_context(|context| context.mode = mode + 1);
            Flow::next(Frame::Enhance(0))
        }
        (Frame::Enhance(place), choice) => {
            if choice == Choice::Yes {
                game.with_context(|context| context.enhanced |= 1 << place);
            }
            Flow::next(Frame::Enhance(place + 1))
        }
        (frame, _) => Flow::next(frame),
    }
}
