//! Selectors: who or what an action is done to, by choices of one card at a time (rule 1311).

use super::{Frame, Scope, filter, is_gone, is_in_play, plan, total};
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::facts::support;
use crate::facts::text::total::wanted;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::select::Stage;
use crate::records::effect::{Context, Picks, Target};
use crate::records::frame::Flow;
use crate::records::id::SelectorId;
use crate::records::state::{Slot, Stream, Where};
use crate::rules::play;
use vocab::Role;
use vocab::ability::{self, Chooser, Place, Player, PlayerActivity, Selector, Together};

/// Begins to resolve a selector.
pub(crate) fn begin(game: &mut Game, id: SelectorId, out: u8) -> Frame {
    game.with_context(|context| context.picks[usize::from(out & 1)] = Picks::default());
    Frame::Select(id, out & 1, Stage::Known)
}

/// Fills a list of the context.
pub(crate) fn fill(game: &mut Game, cards: &[Slot], list: impl Fn(&mut Context) -> &mut Picks) {
    let mut full = false;
    game.with_context(|context| {
        let list = list(context);
        list.clear();
        cards.iter().for_each(|card| full |= list.push(Some(*card)).is_err());
    });
    if full {
        game.stop();
    }
}

fn add(game: &mut Game, out: u8, card: Slot) {
    let mut full = false;
    game.with_context(|context| {
        let picks = &mut context.picks[usize::from(out)];
        full = !picks.contains(&Some(card)) && picks.push(Some(card)).is_err();
    });
    if full {
        game.stop();
    }
}

/// The choice within a selector: there is at most one.
pub(crate) fn choice_of(selector: &Selector) -> Option<&ability::Choice> {
    match selector {
        Selector::Known(_) | Selector::Each(_) => None,
        Selector::Choose(choice) => Some(choice),
        Selector::Together(parts) => parts.iter().find_map(choice_of),
    }
}

/// The cards that a selector names without a choice.
pub(crate) fn known(scope: Scope, selector: &Selector) -> Vec<Slot> {
    match selector {
        Selector::Known(reference) => scope.objects(*reference).to_vec(),
        // "Each player discards all of their Droids": nobody in particular acts, so each does (rule 102.1).
        Selector::Each(filter) if filter.control == Some(Player::That) && scope.that.is_none() => {
            let mut found = Vec::new();
            for role in Role::ALL {
                let mut scope = scope;
                scope.that = Some(role);
                found.extend(filter::matching(scope, filter));
            }
            found
        }
        Selector::Each(filter) => filter::matching(scope, filter).into_iter().collect(),
        Selector::Choose(_) => Vec::new(),
        Selector::Together(parts) => parts.iter().flat_map(|part| known(scope, part)).collect(),
    }
}

/// The cards that can be chosen, in the order of their slots.
pub(crate) fn candidates(scope: Scope, id: SelectorId, choice: &ability::Choice) -> Vec<Slot> {
    let places = scope.game.catalog.searched(id);
    if !places.is_empty() {
        let mut of = choice.of.clone();
        let open =
            places.iter().filter(|place| !matches!(place, Place::Deck(_)) || may_search(scope, choice));
        let found = open.flat_map(|place| {
            of.place = Some(*place);
            filter::matching(scope, &of)
        });
        return found.collect();
    }
    match choice.of.place {
        Some(Place::TopOfDeck(player)) => {
            let n = usize::try_from(wanted(scope, choice).1).unwrap_or(0);
            let top = |role: Role| {
                let deck = &scope.game.state.players[role].deck;
                deck.iter().rev().copied().flatten().take(n)
            };
            match player {
                // "the top card of each player's deck": that many of both (rule 102.1).
                Player::Each => scope.players(player).flat_map(top).collect(),
                one => top(scope.player(one)).collect(),
            }
        }
        _ => filter::matching(scope, &choice.of).into_iter().collect(),
    }
}

/// What is chosen so far in this choice, and what can still be chosen.
struct Progress {
    open: Vec<Slot>,
    chosen: i16,
    least: i16,
    most: i16,
    /// Whether what is chosen comes to what it must come to together.
    is_enough: bool,
}

fn progress(game: &Game, context: &Context, id: SelectorId, out: u8) -> Option<Progress> {
    let selector = game.catalog.selector(id);
    let choice = choice_of(selector)?;
    let scope = Scope::of_context(game, context);
    let picks = &context.picks[usize::from(out)];
    let fixed = known(scope, selector);
    let chosen: Vec<Slot> = picks.iter().copied().flatten().filter(|card| !fixed.contains(card)).collect();
    let (least, most) = wanted(scope, choice);
    let mut open = candidates(scope, id, choice);
    open.retain(|card| !picks.contains(&Some(*card)));
    let rest = open.clone();
    open.retain(|card| {
        goes_with(scope, choice, &chosen, *card, &rest)
            && (context.announced || play::may_be_chosen(game, context, id, *card))
            && plan::leaves_enough(game, context, &chosen, *card)
    });
    play::keep_fitting(game, context, id, &mut open);
    // Where each player chooses, only the present one's count.
    let own = |card: &&Slot| !is_by_each(context, selector) || filter::fits(scope, &choice.of, **card);
    let is_enough = total::is_reached(scope, choice, &chosen);
    Some(Progress { open, chosen: chosen.iter().filter(own).count() as i16, least, most, is_enough })
}

/// Whether one more card fits what must be true of the chosen cards as a set.
pub(super) fn goes_with(
    scope: Scope,
    choice: &ability::Choice,
    chosen: &[Slot],
    card: Slot,
    rest: &[Slot],
) -> bool {
    let name = |card: &Slot| scope.game.catalog.facts(scope.game.state.card(*card).definition).name;
    match &choice.together {
        None | Some(Together::InOrder) => true,
        Some(Together::SameArena) => {
            let arena = |card: &Slot| scope.arena_of(*card);
            arena(&card).is_some() && chosen.iter().all(|other| arena(other) == arena(&card))
        }
        Some(Together::DifferentNames) => chosen.iter().all(|other| name(other) != name(&card)),
        Some(Together::Total(..)) => {
            let chosen: Vec<Slot> = chosen.iter().copied().chain([card]).collect();
            let rest: Vec<Slot> = rest.iter().copied().filter(|other| *other != card).collect();
            total::can_be_reached(scope, choice, &chosen, &rest)
        }
    }
}

pub(super) fn step(game: &mut Game, id: SelectorId, out: u8, stage: Stage) -> Flow {
    let catalog = game.catalog.clone();
    let selector = catalog.selector(id);
    let context = game.context();
    if stage == Stage::Known {
        for card in known(Scope::of_context(game, &context), selector) {
            if !points_at_gone(game, &context, selector, card) {
                add(game, out, card);
            }
        }
        if choice_of(selector).is_none() {
            if matches!(selector, Selector::Each(_)) {
                game.look_anew();
            }
            return Flow::Done;
        }
        // 1306.1: chosen when the play was announced; 1306.3: what is gone is left out.
        if context.announced && play::announced(game, &context).contains(&id) {
            for target in context.targets.iter().filter(|target| target.selector == id) {
                // 702.5: a card that is being built can be chosen as well.
                let is_there =
                    |card: &Slot| is_in_play(game, *card) || game.state.card(*card).place == Where::BuildZone;
                if let Some(card) = target.card.filter(is_there) {
                    add(game, out, card);
                }
            }
            return Flow::Done;
        }
        game.look_anew();
        // 102.1: each player, DS first.
        if is_by_each(&context, selector) {
            game.with_context(|context| context.that = Some(Role::Dark));
        }
        return Flow::next(Frame::Select(id, out, Stage::Choosing));
    }
    let (Some(choice), Some(progress)) = (choice_of(selector), progress(game, &context, id, out)) else {
        return Flow::Done;
    };
    if progress.open.is_empty() || progress.chosen >= progress.most {
        return next_chooser(game, id, out);
    }
    let is_top = matches!(choice.of.place, Some(Place::TopOfDeck(_)));
    let left = progress.least.saturating_sub(progress.chosen);
    // 1311.7: as many as possible; where all must be taken there is nothing to choose.
    let all = usize::try_from(left).is_ok_and(|left| left >= progress.open.len());
    let is_last = choice.together == Some(Together::InOrder) && progress.open.len() == 1;
    if (all && choice.together.is_none()) || is_last || is_top {
        for card in progress.open {
            add(game, out, card);
        }
        return next_chooser(game, id, out);
    }
    match choice.chooser {
        Chooser::By(_) => Flow::Ask,
        // 1311.7: chance says which, the player how many.
        Chooser::Random if progress.least < progress.most => Flow::Ask,
        Chooser::Random => {
            // 1311.6: one at a time.
            let place = game.random(Stream::Choice, progress.open.len());
            if let Some(card) = progress.open.get(place) {
                add(game, out, *card);
            }
            Flow::next(Frame::Select(id, out, stage))
        }
    }
}

/// Whether a selector points at a unit that has left play (rule 1306.3).
fn points_at_gone(game: &Game, context: &Context, selector: &Selector, card: Slot) -> bool {
    let points = match selector {
        Selector::Known(_) => true,
        Selector::Together(parts) => parts.iter().any(|part| matches!(part, Selector::Known(_))),
        Selector::Each(_) | Selector::Choose(_) => false,
    };
    points && is_gone(game, context, card)
}

/// Whether no text forbids the searching player to search a deck (rule 1312.1).
pub(super) fn may_search(scope: Scope, find: &ability::Choice) -> bool {
    let searches = |activity: &PlayerActivity, _: Scope| matches!(activity, PlayerActivity::Search);
    permission::player_can(scope.game, chooser(scope, find), &searches)
}

/// Whether each player chooses among cards of his or her own; otherwise it is who does what each player may do.
fn is_by_each(context: &Context, selector: &Selector) -> bool {
    !context.by_each
        && choice_of(selector).is_some_and(|choice| {
            choice.chooser == Chooser::By(Player::Each) && choice.of.control == Some(Player::That)
        })
}

/// One player has chosen; where each player chooses, the other one follows.
fn next_chooser(game: &mut Game, id: SelectorId, out: u8) -> Flow {
    let context = game.context();
    if is_by_each(&context, game.catalog.selector(id)) && context.that == Some(Role::Dark) {
        game.with_context(|context| context.that = Some(Role::Light));
        return Flow::next(Frame::Select(id, out, Stage::Choosing));
    }
    Flow::Done
}

/// Who chooses (rule 1311.1).
fn chooser(scope: Scope, choice: &ability::Choice) -> Role {
    match choice.chooser {
        Chooser::By(Player::Each) => scope.that.unwrap_or(scope.you),
        Chooser::By(player) => scope.player(player),
        Chooser::Random => scope.you,
    }
}

pub(super) fn ask(game: &Game, id: SelectorId, out: u8, choices: &mut Vec<Choice>) -> Option<Ask> {
    let context = game.context();
    let selector = game.catalog.selector(id);
    let choice = choice_of(selector)?;
    let progress = progress(game, &context, id, out)?;
    if choice.chooser == Chooser::Random {
        let most = u8::try_from(progress.most).unwrap_or(0).min(progress.open.len() as u8);
        let least = u8::try_from(progress.least).unwrap_or(0);
        choices.extend((least.min(most)..=most).map(Choice::Number));
        let who = context.doer.unwrap_or(context.you);
        let ask = Ask::new(who, Why::Choose, 1311, 7);
        return Some(context.this.map_or(ask, |card| ask.about(card)));
    }
    choices.extend(progress.open.into_iter().map(Choice::Card));
    if progress.chosen >= progress.least && progress.is_enough {
        choices.push(Choice::Done);
    }
    let who = chooser(Scope::of_context(game, &context), choice);
    let ask = Ask::new(who, Why::Choose, 1311, 1);
    Some(context.this.map_or(ask, |card| ask.about(card)))
}

pub(super) fn chosen(game: &mut Game, id: SelectorId, out: u8, stage: Stage, choice: Choice) -> Flow {
    match choice {
        Choice::Card(card) => {
            add(game, out, card);
            Flow::next(Frame::Select(id, out, stage))
        }
        // 1311.6: so many at random, one at a time.
        Choice::Number(number) => {
            for _ in 0..number {
                let context = game.context();
                let open = progress(game, &context, id, out).map_or_else(Vec::new, |now| now.open);
                let place = game.random(Stream::Choice, open.len().max(1));
                if let Some(card) = open.get(place) {
                    add(game, out, *card);
                }
            }
            next_chooser(game, id, out)
        }
        _ => next_chooser(game, id, out),
    }
}

/// Whether a choice is made when the play is announced: among cards on the table, by its controller (rule 1306.1).
pub(crate) fn is_announced(selector: &Selector) -> bool {
    let on_table = |place: Option<Place>| match place {
        None | Some(Place::InPlay | Place::Arena(_) | Place::BuildZone(_) | Place::ArenaOrBuildZone(..)) => {
            true
        }
        Some(
            Place::Hand(_)
            | Place::Deck(_)
            | Place::TopOfDeck(_)
            | Place::DiscardPile(_)
            | Place::Supply(_)
            | Place::Stack(_)
            | Place::StackedWith(_)
            | Place::Beneath(_),
        ) => false,
    };
    choice_of(selector).is_some_and(|choice| {
        matches!(choice.chooser, Chooser::By(Player::You))
            && on_table(choice.of.place)
            && support::stands_alone(choice)
    })
}

/// Keeps what was chosen for a selector until the effect resolves.
pub(crate) fn keep(game: &mut Game, id: SelectorId) {
    let picks = game.context().picks[0];
    let mut full = false;
    game.with_context(|context| {
        for card in picks.iter() {
            full |= context.targets.push(Target { selector: id, card: *card }).is_err();
        }
    });
    if full {
        game.stop();
    }
}

/// Whether a card is still where an effect can find it: on the table, in a pile, or set aside until it is returned (rule
/// 301.3).
pub(crate) fn is_found(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    record.place != Where::Nowhere || record.is_set_aside()
}
