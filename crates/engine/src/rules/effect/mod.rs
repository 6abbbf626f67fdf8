//! Effects that resolve (chapter 13): the interpreter of the ability model.
//!
//! The effect on top always works with the last context; whoever begins an effect puts its context there.

pub(crate) mod act;
pub(crate) mod attach;
mod cards;
pub(crate) mod cost;
mod counters;
pub(crate) mod handle;
mod node;
mod plan;
pub(crate) mod select;
mod word;

pub(crate) use node::{is_untap_price, kept_tapped};

use crate::facts::game::Game;
use crate::facts::now;
use crate::facts::now::gather::Query;
pub(crate) use crate::facts::text::{Scope, amount, condition, filter, is_in_play, total};
use crate::records::decision::{Ask, Choice};
use crate::records::effect::stage::{NodeStage, PayStage};
pub(crate) use crate::records::effect::{Asked, Bound, Context, Crowd, Frame};
use crate::records::frame::Flow;
use crate::records::id::{AbilityId, CostId, NodeId};
use crate::records::state::Slot;
use crate::records::topics::Topics;
use crate::rules::keywords::enhance;
use crate::rules::trigger;

use vocab::Role;
use vocab::ability::{AbilityKind, Condition, Enhancement};

/// Whether a player can pay lists of costs that abilities of a card ask for, one after another, and this much Force besides
/// (rule 102.6).
pub(crate) fn can_pay(game: &Game, card: Slot, who: Role, costs: &[CostId], force: u16, x: i16) -> bool {
    // Each list is paid for an ability of its own: none of them is the cost of a play, which texts may change.
    let context = Context::new(card, card, who, AbilityId::default()).with_x(x);
    cost::can_pay_all(Scope::of_context(game, &context), who, costs, force)
}

/// The frame that pays one of the costs that an ability of a card asks for (rule 1304.8).
pub(crate) fn pay(
    game: &mut Game,
    card: Slot,
    who: Role,
    ability: AbilityId,
    option: u8,
) -> Option<crate::records::frame::Frame> {
    let id = *game.catalog.entry(ability).costs.get(usize::from(option))?;
    let mut context = Context::new(card, card, who, ability);
    context.x = now::x_of(Scope::of_context(game, &context), ability);
    game.open(context);
    Some(Frame::PayAlone(id).into())
}

/// The frame that resolves the text of a Mission that was completed (rule 207.1), for the X that was chosen.
pub(crate) fn resolve_card(
    game: &mut Game,
    card: Slot,
    who: Role,
    x: i16,
) -> Option<crate::records::frame::Frame> {
    let first = texts(game, card).first().copied()?;
    game.open(Context::new(card, card, who, first).with_x(x));
    Some(Frame::Texts(0).into())
}

/// The frame that resolves what an ability does: a Bounty, a prediction, an Upkeep that gives something (rules 1712.1,
/// 1727.1, 1760.7).
pub(crate) fn resolve_ability(
    game: &mut Game,
    card: Slot,
    ability: AbilityId,
    who: Role,
) -> Option<crate::records::frame::Frame> {
    let root = game.catalog.entry(ability).root?;
    let found = Query::new(game, Topics::ABILITIES).abilities(card, |id| id == ability);
    let giver = found.first().map(|(_, giver)| *giver);
    let mut context = Context::new(card, giver.unwrap_or(card), who, ability);
    context.x = now::x_of(Scope::of_context(game, &context), ability);
    Some(begin(game, context, root))
}

/// Whether a condition is true for the controller of a card.
pub(crate) fn holds(game: &Game, card: Slot, who: Role, condition: &Condition) -> bool {
    let mut scope = Scope::of_card(game, card, 0);
    scope.you = who;
    condition::holds(scope, condition)
}

/// The texts of a card that happen once, in written order; its Enhance text, if it was paid for, after them or in their
/// place (rule 1722.2).
fn texts(game: &Game, card: Slot) -> Vec<AbilityId> {
    let happens = |id: &AbilityId| {
        matches!(game.catalog.ability(*id).kind, AbilityKind::OneShot(_) | AbilityKind::Trap(_))
    };
    let facts = game.catalog.facts(game.state.card(card).definition);
    let mut texts: Vec<AbilityId> = facts.abilities.iter().copied().filter(happens).collect();
    if let Some(id) = enhance::paid_for(game, card) {
        match enhance::text(game, id).map(|text| text.enhancement) {
            Some(Enhancement::Instead) => texts = vec![id],
            Some(Enhancement::Also) => texts.push(id),
            Some(Enhancement::Undisrupted) | None => {}
        }
    }
    texts
}

/// Goes on with the next text of a card; each has its own results.
fn next_text(game: &mut Game, place: u8) -> Flow {
    let context = game.context();
    let id = context.this.and_then(|card| {
        let texts = texts(game, card);
        let is_trap = |id: &&AbilityId| matches!(game.catalog.ability(**id).kind, AbilityKind::Trap(_));
        // "Choose one: When ... Or: When ...": the one whose moment has come (rules 212.2, 1306.4).
        if texts.iter().filter(is_trap).count() > 1 {
            return (place == 0).then_some(context.ability);
        }
        texts.get(usize::from(place)).copied()
    });
    match id.and_then(|id| Some((id, game.catalog.entry(id).root?))) {
        Some((id, root)) => {
            // What the normal effect has chosen is what Enhance means by "that unit".
            let is_more = enhance::text(game, id).is_some();
            let results = if is_more { context.results } else { Default::default() };
            let mut fresh = Context { ability: id, results, ..context };
            fresh.x = now::x_of(Scope::of_context(game, &fresh), id);
            game.with_context(|context| *context = fresh);
            Flow::push(Frame::Texts(place + 1), Frame::Node(root, NodeStage::START))
        }
        None => Flow::next(Frame::End),
    }
}

/// Whether a unit that a text speaks of has left play since its words came to stand for it. Its card in the discard pile,
/// the hand or the deck is a new object, to which nothing is done any more (rules 304.2, 1306.3).
pub(crate) fn is_gone(game: &Game, context: &Context, card: Slot) -> bool {
    let record = game.state.card(card);
    let is_later = record.arrived.wrapping_sub(context.since) as i16 > 0;
    context.since != 0
        && is_later
        && record.place.is_out_of_play()
        && game.state.left(card).is_some()
        && game.catalog.facts(record.definition).is_unit
}

/// Begins an effect: its context is put on top.
pub(crate) fn begin(game: &mut Game, context: Context, root: NodeId) -> crate::records::frame::Frame {
    game.open(context);
    Frame::Root(root).into()
}

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Root(node) => Flow::push(Frame::End, Frame::Node(node, NodeStage::START)),
            Frame::PayAlone(id) => Flow::push(Frame::End, Frame::Pay(id, PayStage::START)),
            Frame::End => {
                let context = game.context();
                game.state.contexts.pop();
                trigger::count_once(game, &context);
                Flow::Done
            }
            Frame::Node(id, at) => node::step(game, id, at),
            Frame::Action(id, at) => act::step(game, id, at),
            Frame::Select(id, out, stage) => select::step(game, id, out, stage),
            Frame::Pay(id, at) => cost::step(game, id, at),
            Frame::Discard(id, place, asked) => cards::discard(game, id, place, asked),
            Frame::Play(id, place) => cards::play(game, id, place),
            Frame::Counters(id, stage) => counters::step(game, id, stage),
            Frame::Texts(place) => next_text(game, place),
            Frame::Enter(id, place) => cards::enter_next(game, id, place),
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        match self {
            Frame::Root(_)
            | Frame::End
            | Frame::PayAlone(_)
            | Frame::Discard(..)
            | Frame::Play(..)
            | Frame::Texts(_) => None,
            Frame::Node(id, _) => node::ask(game, id, choices),
            Frame::Action(id, _) => act::ask(game, id, choices),
            Frame::Select(id, out, _) => select::ask(game, id, out, choices),
            Frame::Pay(id, at) => cost::ask(game, id, at, choices),
            Frame::Counters(id, stage) => counters::ask(game, id, stage, choices),
            Frame::Enter(id, place) => cards::ask_arena(game, id, place, choices),
        }
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match self {
            Frame::Root(_)
            | Frame::End
            | Frame::PayAlone(_)
            | Frame::Discard(..)
            | Frame::Play(..)
            | Frame::Texts(_) => Flow::Done,
            Frame::Node(id, at) => node::chosen(game, id, at, choice),
            Frame::Action(id, _) => act::chosen(game, id, choice),
            Frame::Select(id, out, stage) => select::chosen(game, id, out, stage, choice),
            Frame::Pay(id, at) => cost::chosen(game, id, at, choice),
            Frame::Counters(id, stage) => counters::chosen(game, id, stage, choice),
            Frame::Enter(id, place) => cards::chosen_arena(game, id, place, choice),
        }
    }
}

impl Game {
    /// Puts a context on top.
    pub(crate) fn open(&mut self, context: Context) {
        self.catalog.see(context.ability);
        let since = if context.since == 0 { self.state.now() } else { context.since };
        if self.state.contexts.push(Context { since, ..context }).is_err() {
            self.stop();
        }
    }

    /// The context of the effect that is going on.
    pub(crate) fn context(&self) -> Context {
        self.state.contexts.last().copied().unwrap_or_default()
    }

    /// What the words of the effect stand for now is there, wherever it has gone: the effect itself has just found or moved
    /// it.
    pub(crate) fn look_anew(&mut self) {
        let since = self.state.now();
        self.with_context(|context| context.since = since);
    }

    /// Changes the context of the effect that is going on.
    pub(crate) fn with_context(&mut self, change: impl FnOnce(&mut Context)) {
        if let Some(context) = self.state.contexts.last_mut() {
            change(context);
        }
    }

    /// Leaves what a step came to.
    pub(crate) fn leave(&mut self, objects: &[Slot], number: i16, did: bool) {
        // What the last step had to do with nobody asks any more.
        self.with_context(|context| context.last.crowd = Crowd::default());
        let Ok(mut last) = self.state.bind(objects, Bound { number, did, ..Bound::default() }) else {
            return self.stop();
        };
        self.with_context(|context| {
            // A chosen arena stays for the step that asked for it.
            last.arena = context.last.arena;
            // So do chosen words.
            last.words = context.last.words;
            context.last = last;
            context.did_something |= did;
        });
    }
}
