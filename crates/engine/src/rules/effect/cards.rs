//! Cards drawn, searched, shown, put, discarded and created (rule 1602).

use super::act::picks;
use super::amount::amount;
use super::node::by;
use super::{Asked, Context, Frame, Scope, filter, plan, select};
use crate::facts::game::Game;
use crate::facts::now::{identity, permission};
use crate::facts::text::total::wanted;
use crate::records::decision::{Ask, Choice, Spot, Why};
use crate::records::event::{DiscardCause, What};
use crate::records::frame::Flow;
use crate::records::id::ActionId;
use crate::records::state::{Slot, Where};
use crate::records::trigger::About;
use crate::rules::change::By;
use crate::rules::{build, play, trigger};
use vocab::ability::{
    AbilityKind, Action, ArenaRef, CardAction, Chooser, Destination, End, Entry, Event, Face, Place, Player,
    PlayerActivity, Quantity, Selector, Shown, TapState, Wrapper,
};
use vocab::{Arena, CardType, Counter, Role};

/// The arenas that a text names for cards that are there already.
const fn to_arena(action: &CardAction) -> Option<ArenaRef> {
    match action {
        CardAction::Put(_, Destination::Arena(named, _))
        | CardAction::Move(_, Destination::Arena(named, _))
        | CardAction::Search { to: Destination::Arena(named, _), .. } => Some(*named),
        _ => None,
    }
}

/// The arena to be named before cards are put there: one of those that the text means and the cards fit.
pub(super) fn question(game: &Game, context: &Context, action: &CardAction) -> Vec<Choice> {
    if let CardAction::Create(_, token, Destination::Arena(named, _)) = action {
        // 204.4: an arena that the text names is open, whatever the type line says; "its arena" is one of its own.
        let types = token_definition(game, &token.name).and_then(|id| game.catalog.arenas(id));
        let fits = types.filter(|_| *named == ArenaRef::Any);
        return arenas(game, context, *named, |arena| fits.is_none_or(|all| all.contains(arena)));
    }
    match (to_arena(action), &picks(context, 0)[..]) {
        (None, _) => Vec::new(),
        (Some(named), []) => arenas(game, context, named, |_| true),
        (Some(named), [card]) => arenas_for(game, context, named, *card),
        // "into their arenas": each has its own.
        (Some(named), [_, _, ..]) if are_several(game, context, named) => Vec::new(),
        (Some(named), [first, rest @ ..]) => {
            let fits_all = |arena: &Choice| {
                rest.iter().all(|card| arenas_for(game, context, named, *card).contains(arena))
            };
            arenas_for(game, context, named, *first).into_iter().filter(fits_all).collect()
        }
    }
}

/// Whether a text leaves open which arena is meant.
fn are_several(game: &Game, context: &Context, named: ArenaRef) -> bool {
    arenas(game, context, named, |_| true).len() > 1
}

/// Whether several cards are put into arenas, each into one of its own (rule 205.2).
pub(super) fn go_apart(game: &Game, context: &Context, action: &CardAction) -> bool {
    picks(context, 0).len() > 1 && to_arena(action).is_some_and(|named| are_several(game, context, named))
}

/// The arenas that a text means and a card fits.
fn arenas_for(game: &Game, context: &Context, named: ArenaRef, card: Slot) -> Vec<Choice> {
    arenas(game, context, named, |arena| match game.catalog.card_type(game.state.card(card).definition) {
        CardType::Location(_) => build::spots(game, context.you, card).contains(&Spot::Arena(arena)),
        _ => identity::arenas(game, card, 0).has(arena),
    })
}

/// The next card that is put into an arena of its own, and the arenas that are open to it.
fn next_apart(game: &Game, id: ActionId, place: u8) -> Option<(Slot, Vec<Choice>)> {
    let context = game.context();
    let card = picks(&context, 0).get(usize::from(place)).copied()?;
    let Action::Cards(action) = &game.catalog.action(id).action else { return None };
    let is_there = select::is_found(game, card) && !has_moved_on(game, &context, card);
    let named = to_arena(action).filter(|_| is_there);
    Some((card, named.map(|named| arenas_for(game, &context, named, card)).unwrap_or_default()))
}

/// Puts the next card into its arena, or asks into which; after the last one the action is done.
pub(super) fn enter_next(game: &mut Game, id: ActionId, place: u8) -> Flow {
    let catalog = game.catalog.clone();
    let Action::Cards(action) = &catalog.action(id).action else { return Flow::Done };
    match next_apart(game, id, place) {
        None => {
            perform(game, &game.context(), action);
            game.look_anew();
            Flow::Done
        }
        Some((_, open)) => match open[..] {
            [] => Flow::next(Frame::Enter(id, place.saturating_add(1))),
            [only] => chosen_arena(game, id, place, only),
            [_, _, ..] => Flow::Ask,
        },
    }
}

pub(super) fn ask_arena(game: &Game, id: ActionId, place: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let (card, open) = next_apart(game, id, place)?;
    choices.extend(open);
    let record = game.state.card(card);
    // 205.2: that of the unit, if it is in play.
    let who = if super::is_in_play(game, card) { record.controller } else { game.context().you };
    Some(Ask::new(who, Why::Choose, 205, 2).about(card))
}

pub(super) fn chosen_arena(game: &mut Game, id: ActionId, place: u8, choice: Choice) -> Flow {
    let catalog = game.catalog.clone();
    if let (Choice::Arena(arena), Some((card, _)), Action::Cards(action)) =
        (choice, next_apart(game, id, place), &catalog.action(id).action)
        && let CardAction::Put(_, to) | CardAction::Move(_, to) | CardAction::Search { to, .. } = action
    {
        let entry = if matches!(action, CardAction::Move(..)) { Entry::Moved } else { Entry::Put };
        let mut context = game.context();
        if matches!(action, CardAction::Search { shown: Shown::ToOpponent, .. }) {
            let reason = by(&context, 1602, 4);
            game.note(What::Revealed(card), reason.rule, reason.card);
        }
        context.last.arena = Some(arena);
        put(game, &context, card, to, entry);
    }
    Flow::next(Frame::Enter(id, place.saturating_add(1)))
}

/// Whether a text about a discard refers to the discarded card, which has left the discard pile before the text resolves
/// (rule 807.4). After a step that did something it may be where the text itself has put it.
fn has_moved_on(game: &Game, context: &Context, card: Slot) -> bool {
    let is_of_discard = match &game.catalog.ability(context.ability).kind {
        AbilityKind::Wrapper(wrapper) => matches!(wrapper, Wrapper::LastStand(_)),
        AbilityKind::Triggered(text) => {
            text.trigger.events.iter().all(|event| matches!(event, Event::Discarded { .. }))
        }
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => false,
    };
    let is_there = matches!(game.state.card(card).place, Where::DiscardPile | Where::Supply);
    is_of_discard && context.subject == Some(card) && !context.did_something && !is_there
}

fn arenas(game: &Game, context: &Context, named: ArenaRef, fits: impl Fn(Arena) -> bool) -> Vec<Choice> {
    let scope = Scope::of_context(game, context);
    let meant = |arena: &Arena| scope.is_arena(named, *arena) && fits(*arena);
    Arena::ALL.into_iter().filter(meant).map(Choice::Arena).collect()
}

/// The definition of a Subordinate by its name (rule 215.2).
fn token_definition(game: &Game, name: &str) -> Option<vocab::DefinitionId> {
    game.catalog.library().versions(name).first().copied()
}

/// Whether no text forbids a player to look at a card where it is (rule 1312.1).
fn can_look_at(game: &Game, who: Role, card: Slot) -> bool {
    permission::player_can(
        game,
        who,
        &|activity, scope| matches!(activity, PlayerActivity::LookAt(place) if filter::is_at(scope, *place, card)),
    )
}

/// Reveals cards from the top of a deck until enough of them are what is looked for, or none is left (rule 102.4).
fn reveal_until(game: &mut Game, context: &Context, who: Player, find: &vocab::ability::Choice) {
    let scope = Scope::of_context(game, context);
    let wanted = wanted(scope, find).0;
    let deck: Vec<Slot> =
        game.state.players[scope.player(who)].deck.iter().rev().copied().flatten().collect();
    let reason = by(context, 1602, 16);
    let mut found = Vec::new();
    for card in deck {
        if found.len() as i16 >= wanted {
            break;
        }
        game.note(What::Revealed(card), reason.rule, reason.card);
        if filter::fits(Scope::of_context(game, context), &find.of, card) {
            found.push(card);
        }
    }
    game.leave(&found, 0, !found.is_empty());
}

/// All cards of a sort that an action shows or puts into a pile: there may be as many as a deck has.
pub(super) fn whole(action: &Action) -> Option<&Selector> {
    match action {
        Action::Cards(action) => whole_of(action),
        _ => None,
    }
}

fn whole_of(action: &CardAction) -> Option<&Selector> {
    let all = match action {
        CardAction::Reveal(all) | CardAction::LookAt(_, all) => all,
        CardAction::Put(all, to) | CardAction::Move(all, to) => match to {
            Destination::Hand
            | Destination::HandOf(_)
            | Destination::Deck(_)
            | Destination::DiscardPile
            | Destination::RemovedFromGame
            | Destination::Supply => all,
            Destination::Discarded
            | Destination::BuildZone { .. }
            | Destination::Arena(..)
            | Destination::Stack(_)
            | Destination::Beneath(..)
            | Destination::AttachedTo(_)
            | Destination::Piloting(_) => return None,
        },
        CardAction::Draw(..)
        | CardAction::Search { .. }
        | CardAction::RevealUntil(..)
        | CardAction::Discard(_)
        | CardAction::Shuffle(_)
        | CardAction::Detach(_)
        | CardAction::Create(..)
        | CardAction::Complete(..)
        | CardAction::Play(..) => return None,
    };
    matches!(all, Selector::Each(_)).then_some(all)
}

pub(super) fn perform(game: &mut Game, context: &Context, action: &CardAction) {
    let mut cards = match whole_of(action) {
        Some(all) => select::known(Scope::of_context(game, context), all),
        None => picks(context, 0),
    };
    cards.retain(|card| select::is_found(game, *card));
    cards.retain(|card| !has_moved_on(game, context, *card));
    let reason = by(context, 1602, 4);
    // Each of them has gone its own way already.
    let is_apart = go_apart(game, context, action);
    let mut did = !cards.is_empty();
    match action {
        CardAction::Draw(who, quantity) => return draw(game, context, *who, quantity),
        CardAction::Search { places, find, shown, to } => {
            // 1312.1: a deck that can't be searched is not shuffled either.
            let may_search = select::may_search(Scope::of_context(game, context), find);
            if *shown == Shown::ToOpponent && !is_apart {
                cards.iter().for_each(|card| game.note(What::Revealed(*card), reason.rule, reason.card));
            }
            for card in cards.iter().filter(|_| !is_apart) {
                put(game, context, *card, to, Entry::Put);
            }
            // 106.5: a deck that was searched is shuffled.
            for place in places {
                if let (Place::Deck(player), true) = (place, may_search) {
                    for role in Scope::of_context(game, context).players(*player) {
                        game.note(What::Searched(role), reason.rule, reason.card);
                        game.shuffle(role, By::rule(106, 5));
                    }
                }
            }
        }
        CardAction::RevealUntil(who, find) => return reveal_until(game, context, *who, find),
        CardAction::Reveal(_) => {
            cards.iter().for_each(|card| game.note(What::Revealed(*card), reason.rule, reason.card));
        }
        CardAction::LookAt(who, _) => {
            let who = Scope::of_context(game, context).player(*who);
            cards.retain(|card| can_look_at(game, who, *card));
            did = !cards.is_empty();
            for card in &cards {
                game.note(What::LookedAt { who, card: *card }, reason.rule, reason.card);
            }
        }
        CardAction::Put(_, to) | CardAction::Move(_, to) => {
            let entry = if matches!(action, CardAction::Move(..)) { Entry::Moved } else { Entry::Put };
            for card in cards.iter().filter(|_| !is_apart) {
                put(game, context, *card, to, entry);
            }
            if *to == Destination::Deck(End::Shuffled) {
                for role in [Role::Dark, Role::Light] {
                    if cards.iter().any(|card| game.state.card(*card).owner == role) {
                        game.shuffle(role, reason);
                    }
                }
            }
        }
        // One after another: each may be replaced.
        CardAction::Discard(_) => did = false,
        CardAction::Shuffle(who) => {
            for role in Scope::of_context(game, context).players(*who) {
                game.shuffle(role, reason);
            }
            did = true;
        }
        CardAction::Detach(_) => {
            for card in &cards {
                if let Where::Attached(host) = game.state.card(*card).place {
                    let reason = by(context, 1004, 3);
                    game.relocate(*card, Where::BuildZone, reason);
                    game.note(What::Detached { equipment: *card, host }, reason.rule, reason.card);
                }
            }
        }
        CardAction::Create(of, token, to) => return create(game, context, of, &token.name, to),
        // One after another: each is a play of its own.
        CardAction::Complete(..) | CardAction::Play(..) => did = false,
    }
    let number = cards.len() as i16;
    game.leave(&cards, number, did);
}

/// Who discards: a cost is discarded by the one who pays it, "your opponent discards that card" by whom it says, a card
/// that somebody chooses by that player.
fn discarder(game: &Game, context: &Context, id: ActionId) -> Role {
    let selector = game.catalog.action(id).selectors.first();
    let choice = selector.and_then(|selector| select::choice_of(game.catalog.selector(*selector)));
    match choice.map(|choice| choice.chooser) {
        _ if plan::is_paying(game) => context.payer,
        _ if context.doer.is_some_and(|doer| doer != context.you) => context.doer.unwrap_or(context.you),
        Some(Chooser::By(who)) => Scope::of_context(game, context).player(who),
        Some(Chooser::Random) | None => context.you,
    }
}

/// Discards the next picked card, unless a replacement takes its place (rules 1310.1, 1304.9).
pub(super) fn discard(game: &mut Game, id: ActionId, place: u8, asked: Asked) -> Flow {
    let context = game.context();
    let cards = picks(&context, 0);
    let Some(card) = cards.get(usize::from(place)).copied() else {
        let is_gone = |card: &Slot| {
            matches!(game.state.card(*card).place, Where::DiscardPile | Where::Removed | Where::Supply)
        };
        let did = !cards.is_empty() && cards.iter().all(is_gone);
        game.leave(&cards, cards.len() as i16, did);
        game.look_anew();
        return Flow::Done;
    };
    let next = Flow::next(Frame::Discard(id, place.saturating_add(1), Asked::No));
    if (asked == Asked::Yes && trigger::was_replaced(game)) || !select::is_found(game, card) {
        return next;
    }
    let cause = DiscardCause::Player(discarder(game, &context, id));
    if let (Asked::No, Some(above)) = (asked, trigger::would(game, About::Discard(card, cause))) {
        return Flow::push(Frame::Discard(id, place, Asked::Yes), above);
    }
    game.discard(card, cause, by(&context, 1602, 5));
    next
}

/// Completes or plays the next picked card, if that is possible (rules 1602.1, 1602.26).
pub(super) fn play(game: &mut Game, id: ActionId, place: u8) -> Flow {
    let context = game.context();
    let cards = picks(&context, 0);
    let Some(card) = cards.get(usize::from(place)).copied() else {
        game.leave(&cards, context.last.number, context.last.number > 0);
        game.look_anew();
        return Flow::Done;
    };
    let catalog = game.catalog.clone();
    let next = Frame::Play(id, place.saturating_add(1));
    let Action::Cards(CardAction::Complete(_, terms) | CardAction::Play(_, terms)) =
        &catalog.action(id).action
    else {
        return Flow::Done;
    };
    let is_battle = matches!(catalog.card_type(game.state.card(card).definition), CardType::Battle);
    let can = if is_battle {
        play::can_be_played(game, context.you, card, *terms)
    } else {
        build::can_be_completed(game, context.you, card, *terms)
    };
    if !can {
        return Flow::next(next);
    }
    game.with_context(|context| context.last.number += 1);
    let above = if is_battle {
        play::play_card(game, context.you, card, *terms)
    } else {
        Some(build::complete_card(context.you, card, *terms))
    };
    match above {
        Some(above) => Flow::Push(next.into(), above),
        None => Flow::next(next),
    }
}

/// Draws cards one by one; each is an event of its own (rule 1305.3).
fn draw(game: &mut Game, context: &Context, who: Player, quantity: &Quantity) {
    let scope = Scope::of_context(game, context);
    let roles: Vec<Role> = scope.players(who).collect();
    let due = match quantity {
        Quantity::Exactly(of) => amount(scope, of),
        Quantity::UpTo(_) | Quantity::Between(..) | Quantity::AnyNumber => context.last.number,
        Quantity::All => 96,
    };
    let mut drawn = Vec::new();
    for role in roles {
        for _ in 0..due.clamp(0, 96) {
            drawn.extend(game.draw(role, by(context, 1602, 15)));
        }
    }
    game.leave(&drawn, drawn.len() as i16, !drawn.is_empty());
}

/// Puts one card where the text says: its owner's pile (rule 105.3), unless it names a player's hand (rule 105.7).
fn put(game: &mut Game, context: &Context, card: Slot, to: &Destination, entry: Entry) {
    let reason = by(context, 1602, 4);
    // Nothing lies on itself, nor on what lies on it, nor on a card that has left play meanwhile.
    let is_free = |unit: &Slot| {
        *unit != card && game.state.card(*unit).place.host() != Some(card) && super::is_in_play(game, *unit)
    };
    let host = picks(context, 1).first().copied().filter(is_free);
    match to {
        Destination::Hand => build::leave(game, card, Where::Hand, reason),
        Destination::HandOf(player) => {
            let who = Scope::of_context(game, context).player(*player);
            game.hold(card, who, by(context, 105, 7));
        }
        Destination::Deck(end) => {
            build::leave(game, card, Where::Deck, reason);
            // 215.5: a Subordinate has gone to the supply.
            if *end == End::Bottom && game.state.card(card).place == Where::Deck {
                let owner = game.state.card(card).owner;
                game.state.players[owner].deck.rotate_right(1);
            }
        }
        Destination::DiscardPile => build::leave(game, card, Where::DiscardPile, reason),
        Destination::Discarded => {
            game.discard(card, DiscardCause::Player(context.you), by(context, 1602, 5));
        }
        Destination::RemovedFromGame => build::leave(game, card, Where::Removed, reason),
        Destination::Supply => build::leave(game, card, Where::Supply, reason),
        Destination::BuildZone { face, counters } => {
            let due = amount(Scope::of_context(game, context), counters).clamp(0, 200);
            let owner = game.state.card(card).controller;
            build::put(game, card, Spot::BuildZone, owner, reason);
            // 204.1, 701.1: what still needs counters is partially built; put face-up, both have seen it.
            if *face == Face::Up && due > 0 {
                game.reveal(card, reason);
            }
            if *face == Face::Down || due > 0 {
                game.turn_down(card);
            }
            game.put_counters(card, Counter::Build, u8::try_from(due).unwrap_or(0), context.you, reason);
        }
        Destination::Arena(_, tapped) => {
            if let Some(arena) = context.last.arena {
                enter(game, context, card, (arena, entry), *tapped);
            }
        }
        Destination::Stack(_) => {
            if let Some(unit) = host {
                build::stack_under(game, card, unit, reason);
            }
        }
        Destination::Beneath(_, face) => {
            if let Some(unit) = host {
                // 804.6: a unit goes as a whole.
                let whole: Vec<Slot> = build::stack::cards(game, card).collect();
                build::leave(game, card, Where::Beneath(unit), reason);
                if *face == Face::Down {
                    whole.into_iter().for_each(|card| game.turn_down(card));
                }
            }
        }
        Destination::AttachedTo(_) => {
            // 1001.2: what doesn't fit stays where it is.
            if let Some(unit) = host.filter(|unit| build::equipment_fits(game, card, *unit)) {
                build::attach(game, card, unit, by(context, 1002, 7));
            }
        }
        Destination::Piloting(_) => {
            if let Some(unit) = host {
                let who = game.state.card(unit).controller;
                // 902.1, 904.5: it is no unit any more, so nobody pilots it.
                let pilots: Vec<Slot> = game.state.at(Where::Piloting(card)).collect();
                for pilot in pilots {
                    game.relocate(pilot, Where::BuildZone, By::card(pilot, 904, 5));
                }
                build::put(game, card, Spot::Pilot(unit), who, reason);
            }
        }
    }
}

/// A card goes into an arena by an effect: put or moved, not deployed (rule 1602.2).
fn enter(game: &mut Game, context: &Context, card: Slot, to: (Arena, Entry), tapped: TapState) {
    // 1312.1: what can't move isn't moved by an effect either.
    let stays = |from: Arena| {
        !permission::can_move(game, card) || !permission::can_move_between(game, card, from, to.0)
    };
    // 1602.3: from one place to another; nothing moves to where it is.
    if let (Where::Arena(from), Entry::Moved) = (game.state.card(card).place, to.1)
        && (from == to.0 || stays(from))
    {
        return;
    }
    let reason = by(context, 1602, 2);
    if matches!(game.catalog.card_type(game.state.card(card).definition), CardType::Location(_)) {
        build::clear_for_location(game, card, to.0);
    }
    build::bring_in(game, card, to, context.doer.unwrap_or(context.you), reason);
    match tapped {
        TapState::Tapped => game.tap(card, reason),
        TapState::Untapped => game.untap(card, reason),
        TapState::Unstated => {}
    }
}

/// Takes Subordinates from the supply, or new ones (rule 215.1).
fn create(game: &mut Game, context: &Context, of: &vocab::ability::Amount, name: &str, to: &Destination) {
    let scope = Scope::of_context(game, context);
    let times = amount(scope, of).clamp(0, 20);
    // Where they go is all that was chosen.
    let mut context = *context;
    context.picks[1] = context.picks[0];
    let context = &context;
    let mut made = Vec::new();
    for _ in 0..times {
        let Some(definition) = token_definition(game, name) else { break };
        let waiting = game
            .state
            .zone(context.you, Where::Supply)
            .find(|card| game.state.card(*card).definition == definition);
        let card = waiting.or_else(|| game.bring(definition, context.you, Where::Supply));
        if let Some(card) = card {
            put(game, context, card, to, Entry::Put);
            made.push(card);
        }
    }
    game.leave(&made, made.len() as i16, !made.is_empty());
}
