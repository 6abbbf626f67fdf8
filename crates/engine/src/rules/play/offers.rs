//! What a player can play in a chance (rules 1304.1, 1307.6).

use super::fit;
use super::uses::uses;
use super::{Chances, Frame, Period, announce, preventing};
use crate::facts::catalog::{Entry, Hooks, is_played, moment_of};
use crate::facts::chances;
use crate::facts::game::Game;
use crate::facts::matching::{is_of_class, matches};
use crate::facts::now::gather::{Given, Query, Rules};
use crate::facts::now::{gather, permission, restriction, summary};
use crate::facts::support;
use crate::facts::text::Scope;
use crate::facts::text::amount::amount;
use crate::records::decision::Choice;
use crate::records::effect::Context;
use crate::records::event::Event;
use crate::records::frame;
use crate::records::id::{AbilityId, NodeId};
use crate::records::kind::EventKind;
use crate::records::pop::Chance;
use crate::records::refusal::{Again, Refusal};
use crate::records::state::{Slot, Text, Where};
use crate::records::topics::Topics;
use crate::records::trigger::{Sort, Waiting};
use crate::rules::keywords::{meditate, reduced_cost};
use vocab::ability::{
    AbilityKind, Charge, CostTerms, Effect, Grant, Loss, Mode, Payment, Period as Stretch, Reach, Timing,
    Usage,
};
use vocab::keyword::Step;
use vocab::{CardType, Keyword, Role};

/// Lists what a player can play in a chance.
pub(crate) fn offers(game: &Game, who: Role, chance: Chance, choices: &mut Vec<Choice>) {
    if may_offer(game, summary::plays(game, who), chance) {
        list(game, who, chance, choices);
    } else if cfg!(debug_assertions) {
        let before = choices.len();
        list(game, who, chance, choices);
        debug_assert_eq!(choices.len(), before, "something can be played that the summary left out");
    }
}

/// Whether a text of a player whose texts fit into these chances, or a lasting one, may fit into this; most do not.
pub(crate) fn may_offer(game: &Game, plays: Chances, chance: Chance) -> bool {
    plays.has(chance) || gather::is_given_by_lasting(game, &|hooks: &Hooks| hooks.plays.has(chance))
}

fn list(game: &Game, who: Role, chance: Chance, choices: &mut Vec<Choice>) {
    let in_hand = game.state.places.with(Text::Plays).and(game.state.everywhere_like(Where::Hand));
    let in_play = gather::cards_with(game, Some(who), Text::Plays, |hooks| hooks.plays.has(chance));
    let charging = permission::charging(game);
    let can_play = |card: Slot, giver: Slot, id: AbilityId, instances: u8| {
        let bare = Context::new(card, giver, who, id);
        // What changes of costs come to is worked out for what fits.
        is_timely(game, &bare, chance)
            && is_possible(game, &charged(game, bare, card, &charging), chance, instances)
    };
    // 1314.4: abilities that speak of the hand or the discard pile work there.
    let list_elsewhere = |card: Slot, choices: &mut Vec<Choice>| {
        if !game.catalog.facts(game.state.card(card).definition).works_elsewhere {
            return;
        }
        let fits = |id: AbilityId| {
            game.catalog.entry(id).chances.has(chance)
                && matches!(game.catalog.ability(id).reach, Reach::Only(_))
        };
        for (id, giver, instances) in activated(game, card, &fits) {
            if can_play(card, giver, id, instances) {
                choices.push(Choice::Use(card, id));
            }
        }
    };
    for card in in_hand.or(in_play).and(game.state.controlled_by(who)) {
        let record = game.state.card(card);
        match record.place {
            Where::Hand => {
                if game.catalog.facts(record.definition).hooks.plays.has(chance)
                    && let Some(id) = battle_card(game, card)
                    && can_play(card, card, id, 1)
                {
                    choices.push(Choice::Play(card));
                }
                list_elsewhere(card, choices);
            }
            // 1739.2: a Battle card only when it could be played.
            Where::DiscardPile => {
                if let Some(context) = meditated(game, who, card)
                    && is_timely(game, &context, chance)
                    && is_possible(game, &context, chance, 1)
                {
                    choices.push(Choice::PlayBy(card, Keyword::Meditate));
                }
                list_elsewhere(card, choices);
            }
            Where::Arena(_) | Where::BuildZone | Where::EventZone | Where::Attached(_) => {
                if record.is_face_down() {
                    continue;
                }
                let fits = |id: AbilityId| game.catalog.entry(id).chances.has(chance);
                for (id, giver, instances) in activated(game, card, &fits) {
                    if can_play(card, giver, id, instances) {
                        choices.push(Choice::Use(card, id));
                    }
                }
            }
            Where::Nowhere
            | Where::Deck
            | Where::Removed
            | Where::Supply
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Beneath(_) => {}
        }
    }
}

/// Something has happened: whoever can play something directly after it gets a chance to (rule 1601.2).
pub(crate) fn notice_moment(game: &mut Game, event: &Event, kind: EventKind) {
    if !game.state.moments.has(kind) || game.state.just.is_some() {
        return;
    }
    let fits = |card: Slot, giver: Slot, id: AbilityId| {
        let context = Context::new(card, giver, game.state.card(card).controller, id);
        let scope = Scope::of_context(game, &context);
        let root = game.catalog.entry(id).root.map(|root| &game.catalog.node(root).effect);
        let modes = if let Some(Effect::ChooseOne(_, modes)) = root { &modes[..] } else { &[] };
        let own = timing(game, id);
        let only = modes.iter().flat_map(|mode| &mode.timing.only).chain(&own.only);
        only.filter_map(moment_of).any(|wanted| matches(scope, wanted, event).is_some())
    };
    let in_hand = game.state.everywhere_like(Where::Hand);
    let is_waited_for =
        in_hand.or(game.state.on_the_table()).iter().any(|card| match game.state.card(card).place {
            Where::Hand => battle_card(game, card).is_some_and(|id| fits(card, card, id)),
            Where::Arena(_) | Where::BuildZone | Where::EventZone | Where::Attached(_) => {
                activated(game, card, &|_| true).into_iter().any(|(id, giver, _)| fits(card, giver, id))
            }
            Where::Nowhere
            | Where::Deck
            | Where::DiscardPile
            | Where::Removed
            | Where::Supply
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Beneath(_) => false,
        });
    if is_waited_for {
        game.state.just = Some(event.what);
        game.wait(Waiting { sort: Sort::Chance, ..Waiting::default() });
    }
}

/// The text of a Battle card that says what it costs; without one its first.
pub(super) fn battle_card(game: &Game, card: Slot) -> Option<AbilityId> {
    if !is_battle_card(game, card) {
        return None;
    }
    let abilities = &game.catalog.facts(game.state.card(card).definition).abilities;
    let is_main = |id: &&AbilityId| support::is_main_text(game.catalog.ability(**id));
    let is_play = |id: &&AbilityId| matches!(game.catalog.ability(**id).kind, AbilityKind::OneShot(_));
    abilities.iter().find(is_main).or_else(|| abilities.iter().find(is_play)).copied()
}

/// The activated abilities of a card that are such, each with its giver and how often it has it (rule 1302.5).
pub(super) fn activated(
    game: &Game,
    card: Slot,
    is: &dyn Fn(AbilityId) -> bool,
) -> Vec<(AbilityId, Slot, u8)> {
    let mut found: Vec<(AbilityId, Slot, u8)> = Vec::new();
    let mut lost = Vec::new();
    // What takes abilities away is about texts.
    Query::new(game, Topics::ABILITIES.or(Topics::TEXT)).everything(card, &mut |given| match given {
        Given::Ability(id, giver) => {
            if is(id) && is_played(&game.catalog.ability(id).kind) {
                match found.iter_mut().find(|other| other.0 == id) {
                    Some(other) => other.2 = other.2.saturating_add(1),
                    None => found.push((id, giver, 1)),
                }
            }
        }
        Given::Grant(Grant::Lose(Loss::Abilities(class)), scope, _) => lost.push((class, scope)),
        Given::Grant(..) | Given::Change(..) => {}
    });
    found.retain(|(id, ..)| !lost.iter().any(|(class, scope)| is_of_class(*scope, class, *id)));
    found
}

/// The timing of an ability without "play only".
static USUAL: Timing = Timing::usual();

/// The "play only" sentences of an ability.
pub(super) fn timing(game: &Game, id: AbilityId) -> &Timing {
    match &game.catalog.ability(id).kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => &play.timing,
        _ => &USUAL,
    }
}

/// How often a play may be made, and over which stretch: of several modes the chosen one tells.
pub(super) fn limit_of(game: &Game, context: &Context) -> Option<(u8, Period)> {
    let own = timing(game, context.ability).usage;
    let (sort, usage) = match mode_of(game, context) {
        Some((root, mode)) => (game.catalog.node(root).sort, mode.timing.usage.or(own)),
        None => (game.catalog.entry(context.ability).sort, own),
    };
    // 213.5: an effect of a Resource is played once per turn, whatever it is for.
    let of_type = |card| game.catalog.card_type(game.state.card(card).definition);
    let is_resource = context.this.is_some_and(|card| of_type(card) == CardType::Resource);
    let once = Usage::Times(1, Stretch::Turn);
    // 1204.4: prevention by a keyword that hangs on a roll has been used also if the roll fails.
    let root = game.catalog.entry(context.ability).root.map(|root| &game.catalog.node(root).effect);
    let is_tried = matches!(sort, chances::Sort::Keyword(keyword) if keyword.row().step == Step::Prevention)
        && matches!(root, Some(Effect::If { .. }));
    let tried = is_tried.then_some(Usage::Times(1, Stretch::Attack));
    fit::limit(sort, if is_resource { usage.or(Some(once)) } else { usage.or(tried) })
}

/// The mode that was chosen, if there are several (rule 1306.4).
fn mode_of<'a>(game: &'a Game, context: &Context) -> Option<(NodeId, &'a Mode)> {
    let node = game.catalog.node(game.catalog.entry(context.ability).root?);
    let Effect::ChooseOne(_, modes) = &node.effect else { return None };
    let place = usize::from(context.mode.checked_sub(1)?);
    Some((*node.kids.get(place)?, modes.get(place)?))
}

/// Whether a play has been made as often as its limit allows, if its card has the ability so many times.
pub(super) fn is_used_up(game: &Game, context: &Context, copies: u8) -> bool {
    let Some(card) = context.this.filter(|card| !is_battle_card(game, *card)) else { return false };
    match limit_of(game, context) {
        // 1204.4: prevention is used once for each instance of damage.
        Some((times, Period::Damage)) => {
            let mode = mode_of(game, context).map(|(root, _)| root);
            let root = mode.or(game.catalog.entry(context.ability).root);
            let scope = Scope::of_context(game, context);
            !root.is_some_and(|root| preventing::is_possible(scope, root, times.saturating_mul(copies)))
        }
        Some((times, period)) => uses(game, card, context.ability, period) >= times.saturating_mul(copies),
        None => false,
    }
}

/// Whether a play fits a chance, leaving aside what it costs. Of several modes each is looked at by itself.
pub(super) fn is_timely(game: &Game, context: &Context, chance: Chance) -> bool {
    let entry = game.catalog.entry(context.ability);
    if is_modal(game, entry) {
        return entry.chances.has(chance);
    }
    let only = [&timing(game, context.ability).only[..], &[]];
    let text = fit::Text { sort: entry.sort, chances: entry.chances, root: entry.root, only };
    fit::fits(Scope::of_context(game, context), chance, &text)
}

fn is_modal(game: &Game, entry: &Entry) -> bool {
    entry.root.is_some_and(|root| matches!(game.catalog.node(root).effect, Effect::ChooseOne(..)))
}

/// Whether a play that fits a chance is not used up and can be paid for.
fn is_possible(game: &Game, context: &Context, chance: Chance, copies: u8) -> bool {
    impossible(game, context, chance, copies).is_none()
}

/// Why a play that fits a chance can't be made all the same, if it can't.
pub(super) fn impossible(game: &Game, context: &Context, chance: Chance, copies: u8) -> Option<Refusal> {
    let (Some(card), id) = (context.this, context.ability) else { return Some(Refusal::Text) };
    let is_modal = is_modal(game, game.catalog.entry(id));
    if !is_battle_card(game, card) {
        // Each mode has a limit of its own.
        if !is_modal && is_used_up(game, context, copies) {
            return Some(Refusal::UsedUp(again(game, context)));
        }
        if !permission::can_use(game, card, &|class, scope| is_of_class(scope, class, id)) {
            return Some(Refusal::Forbidden);
        }
    } else if !restriction::may_play(game, context.you, card) {
        return Some(Refusal::Forbidden);
    }
    if !announce::can_be_paid(game, context) {
        return Some(Refusal::Price);
    }
    (is_modal && announce::modes(game, context, chance).is_empty()).then_some(Refusal::Text)
}

/// When a play that is used up can be made again.
fn again(game: &Game, context: &Context) -> Again {
    match limit_of(game, context) {
        Some((_, Period::Roll)) => Again::Roll,
        Some((_, Period::Damage)) => Again::Damage,
        Some((_, Period::Attack)) => Again::Attack,
        Some((_, Period::Turn)) | None => Again::Turn,
        Some((_, Period::Entering)) => Again::Entering,
        Some((_, Period::Stay)) => Again::Stay,
        Some((_, Period::Game)) => Again::Never,
    }
}

/// How often an ability that prevents damage can be used on one instance of it: as often as its card has the ability;
/// without a limit where its text says how often it can be used, and for a card that is played (rule 1204.4).
pub(super) fn copies(game: &Game, context: &Context) -> u8 {
    let card = context.this.filter(|card| !is_battle_card(game, *card));
    let limit = limit_of(game, context).filter(|(_, period)| *period == Period::Damage);
    let (Some(card), Some((times, _))) = (card, limit) else { return u8::MAX };
    times.saturating_mul(held(game, card, context.ability))
}

/// How many times a card has an ability.
pub(super) fn held(game: &Game, card: Slot, id: AbilityId) -> u8 {
    let has = activated(game, card, &|other| other == id).into_iter().find(|(other, ..)| *other == id);
    has.map_or(1, |(.., copies)| copies)
}

/// Whether a card is a Battle card, which is played itself; other cards have abilities that are played.
fn is_battle_card(game: &Game, card: Slot) -> bool {
    matches!(game.catalog.card_type(game.state.card(card).definition), CardType::Battle)
}

/// The chance in which an effect resolves: the innermost that is going on, otherwise the build step.
fn present_chance(game: &Game) -> Chance {
    let innermost = game.state.frames.iter().rev().find_map(|frame| match frame {
        frame::Frame::Pop(pop) if pop.chance != Chance::Disrupt => Some(pop.chance),
        _ => None,
    });
    innermost.unwrap_or(Chance::BuildStep)
}

fn by_effect(game: &Game, who: Role, card: Slot, terms: CostTerms) -> Option<Context> {
    let id = battle_card(game, card)?;
    Some(Context { waived: terms == CostTerms::Waived, ..context(game, who, card, card, id) })
}

/// Whether an effect can have a Battle card played from where it is, with its normal timing (rule 1602.26).
pub(crate) fn can_be_played(game: &Game, who: Role, card: Slot, terms: CostTerms) -> bool {
    let chance = present_chance(game);
    by_effect(game, who, card, terms)
        .is_some_and(|context| is_timely(game, &context, chance) && is_possible(game, &context, chance, 1))
}

/// The frame that plays a Battle card by an effect.
pub(crate) fn play_card(game: &mut Game, who: Role, card: Slot, terms: CostTerms) -> Option<frame::Frame> {
    let context = by_effect(game, who, card, terms)?;
    let chance = present_chance(game);
    game.open(context);
    Some(Frame::X(chance).into())
}

/// The context of a play, with what changes of costs add to it.
pub(super) fn context(game: &Game, who: Role, card: Slot, giver: Slot, id: AbilityId) -> Context {
    charged(game, Context::new(card, giver, who, id), card, &permission::charging(game))
}

/// The context of a play of a card with what changes of costs add to it (rules 1304.5, 1304.6).
fn charged(game: &Game, mut context: Context, card: Slot, charging: &Rules) -> Context {
    let (who, id) = (context.you, context.ability);
    let is_card = is_battle_card(game, card);
    let changes = permission::charges(charging, card, &|charge, scope| match charge {
        Charge::Play => is_card,
        Charge::Activate(class) => !is_card && is_of_class(scope, class, id),
        Charge::Deploy | Charge::DeployTo(_) | Charge::Complete | Charge::Equip(..) => false,
    });
    // 1748.2: the Reduced Cost of a Battle card stands in place of its Force cost.
    let reduced = reduced_cost::cost(game, who, card).filter(|_| is_card);
    let saved = reduced.map_or(0, |reduced| (i16::from(reduced) - printed_force(game, &context)).min(0));
    // No card costs as much as that.
    let small = |number: i16| i8::try_from(number.clamp(-127, 127)).unwrap_or(0);
    context.surcharge = small(changes.total.saturating_add(saved));
    context.floor = small(changes.least);
    context
}

/// The Force that the cost of a play asks for, as printed.
fn printed_force(game: &Game, context: &Context) -> i16 {
    let Some(id) = announce::own_cost(game, context) else { return 0 };
    let force = game.catalog.cost(id).costs.0.iter().map(|payment| match payment {
        Payment::Force(of) => amount(Scope::of_context(game, context), of),
        Payment::TapThis | Payment::BuildPoints(_) | Payment::Act(_) | Payment::OneOf(..) => 0,
    });
    force.sum()
}

/// The context of a Battle card in the discard pile that is played by Meditate; changes of its normal cost do not apply
/// (rules 1739.1, 1739.7).
fn meditated(game: &Game, who: Role, card: Slot) -> Option<Context> {
    let id = battle_card(game, card)?;
    let meditate = meditate::payable(game, who, card)? + 1;
    Some(Context { meditate, ..Context::new(card, card, who, id) })
}

/// Begins a play that was offered.
pub(crate) fn begin(game: &mut Game, who: Role, chance: Chance, choice: Choice) -> Option<frame::Frame> {
    let context = match choice {
        Choice::Play(card) => context(game, who, card, card, battle_card(game, card)?),
        Choice::PlayBy(card, Keyword::Meditate) => meditated(game, who, card)?,
        Choice::Use(card, id) => {
            let (_, giver, _) =
                activated(game, card, &|other| other == id).into_iter().find(|(other, ..)| *other == id)?;
            context(game, who, card, giver, id)
        }
        _ => return None,
    };
    game.open(context);
    Some(Frame::X(chance).into())
}
