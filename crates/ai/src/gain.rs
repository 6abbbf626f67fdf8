//! What a choice brings beyond its cost: the test against gifts.
//!
//! A play after which only its cost has changed is worse than passing. Whether that's so is tried out on deals of the
//! hidden cards: the choice is made, every way of aiming it is followed until it has happened, and the table is compared
//! with the one before. Nothing here knows a card by name.

use crate::policy;
use crate::quick::{best, seed};
use crate::strike;
use engine::state::{Chance, Moment, Rare, Seed, Slot, State, Where};
use engine::{Ask, Choice, Event, Game, Now, Seat, What, Why};
use vocab::{Counter, Role};

/// On how many deals a choice is tried before it's called useless.
const DEALS: usize = 4;
/// How many ways of aiming it are followed in each.
const LEAVES: usize = 24;
/// How many answers a way may take.
const STEPS: usize = 30;
/// So few cards are left in a deck that is nearly used up.
const FEW: usize = 10;

/// What has changed for a player between two positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Something is better than it was: more of the own, less of the opponent's, something seen, something that waits.
    pub gained: bool,
    /// Something is worse: a card, Force or build points spent, a unit lost, tapped or weaker.
    pub paid: bool,
    /// Something is better that can't be seen in the values of the units on the table.
    pub beyond: bool,
    /// Something lies elsewhere, was chosen anew, or waits: whether that's better can't be seen.
    pub open: bool,
}

impl Change {
    fn note(&mut self, before: i32, after: i32) {
        self.gained |= after > before;
        self.paid |= after < before;
    }

    /// The same of something that the opponent has.
    fn note_theirs(&mut self, before: i32, after: i32) {
        self.note(after, before);
    }

    /// Something is better, if this is so, that can't be seen in the values of units.
    fn note_beyond(&mut self, gained: bool) {
        self.gained |= gained;
        self.beyond |= gained;
    }

    /// Compares two positions of one game. `events` tell what happened between them.
    pub fn between(before: &Game, after: &Game, events: &[Event], who: Role) -> Change {
        let mut change = Change::default();
        let (old, new) = (before.whole(), after.whole());
        for slot in new.slots() {
            compare_card(&mut change, before, after, slot, who);
        }
        for player in Role::ALL {
            let count = |state: &State, place: Where| state.zone(player, place).count() as i32;
            let pools = |state: &State| {
                [
                    i32::from(state.players[player].force),
                    i32::from(state.players[player].build),
                    count(state, Where::Hand),
                ]
            };
            for (before, after) in pools(old).into_iter().zip(pools(new)) {
                change.note_beyond(if player == who { after > before } else { after < before });
                change.paid |= if player == who { after < before } else { after > before };
            }
        }
        compare_counters(&mut change, old, new, who);
        change.open |= is_something_new(old, new) || is_attack_changed(old, new, who);
        change.gained |= new.lasting.len() > old.lasting.len() || is_attack_changed(old, new, who);
        change.note_beyond(is_something_new(old, new));
        change.note_beyond(events.iter().any(|event| match event.what {
            What::LookedAt { who: looker, .. } | What::Searched(looker) => looker == who,
            What::Revealed(card) => new.card(card).owner != who,
            What::Disrupted(card) => new.card(card).owner != who,
            _ => false,
        }));
        change
    }
}

/// Counters of the rarer kinds. What is good for whom, only texts know: new ones are a gain, and so are old ones that are
/// gone, unless they are what a player saves up.
fn compare_counters(change: &mut Change, old: &State, new: &State, who: Role) {
    for rarity in old.rarities.iter().chain(new.rarities.iter()) {
        let Rare::Counters(kind) = rarity.what else { continue };
        let [before, after] = [old, new].map(|state| state.counters(rarity.card, kind));
        let saved = match kind {
            Counter::Resource | Counter::Mastery | Counter::Credit => true,
            Counter::Build
            | Counter::Damage
            | Counter::Corruption
            | Counter::Captivity
            | Counter::Redemption => false,
        };
        if before > after && saved && old.card(rarity.card).controller == who {
            change.paid = true;
        } else {
            change.note_beyond(before != after);
        }
    }
}

/// How a card stands: what a player would rather have more of.
fn standing(game: &Game, slot: Slot) -> Option<[i32; 8]> {
    let card = game.whole().card(slot);
    let place = match card.place {
        Where::Arena(_) => 3,
        Where::Stacked(_) | Where::Piloting(_) | Where::Attached(_) | Where::EventZone => 2,
        Where::BuildZone => 1,
        Where::Nowhere
        | Where::Deck
        | Where::Hand
        | Where::DiscardPile
        | Where::Removed
        | Where::Supply
        | Where::Beneath(_) => return None,
    };
    let counters = i32::from(card.build);
    if !game.is_unit(slot) {
        return Some([place, counters, 0, 0, 0, 0, 0, 0]);
    }
    let now: Now = game.now(slot);
    let (mut keywords, mut values) = (0, 0);
    for keyword in vocab::Keyword::all() {
        if now.has(keyword) {
            keywords += 1;
            values += i32::from(now.value(keyword));
        }
    }
    // Damage that is about to be done counts as done.
    let instances = game.whole().instances().iter().filter(|instance| instance.to == slot);
    let pending: i32 = instances.map(|instance| i32::from(instance.amount) + i32::from(instance.dice)).sum();
    let left = i32::from(now.health) - i32::from(card.damage) - pending;
    let ready = i32::from(!card.is_tapped());
    Some([place, counters, left, i32::from(now.power), i32::from(now.speed), keywords, values, ready])
}

fn compare_card(change: &mut Change, before: &Game, after: &Game, slot: Slot, who: Role) {
    let (old, new) = (before.whole().card(slot), after.whole().card(slot));
    // A card in hand that wasn't there: it may be better than one that was discarded for it.
    change.note_beyond(new.place == Where::Hand && old.place != Where::Hand && new.owner == who);
    // Most cards have not been touched, and no value of theirs is asked for.
    if !old.place.is_on_the_table() && !new.place.is_on_the_table() {
        return;
    }
    let sides = (old.controller == who, new.controller == who);
    match (standing(before, slot), standing(after, slot)) {
        (None, None) => {}
        (None, Some(_)) if sides.1 => change.note_beyond(true),
        (None, Some(_)) => change.paid = true,
        (Some(_), None) if sides.0 => change.paid = true,
        // What it was worth can be seen.
        (Some(_), None) => change.gained = true,
        (Some(_), Some(_)) if sides.0 != sides.1 => {
            change.open = true;
            if sides.1 {
                change.note_beyond(true);
            } else {
                change.paid = true;
            }
        }
        (Some(one), Some(other)) => {
            // It lies elsewhere, or something about it was chosen anew: what that is good for can't be seen yet.
            let other_ways = |game: &Game| {
                let card = game.whole().card(slot);
                (card.place, card.is_face_down(), game.whole().adapted(slot))
            };
            change.open |= other_ways(before) != other_ways(after);
            change.note_beyond(other_ways(before) != other_ways(after));
            // Build counters are for later, and so is a unit that is tapped or untapped.
            let later = [1, 7].into_iter();
            let mut later = later
                .map(|place| if sides.1 { other[place] > one[place] } else { other[place] < one[place] });
            change.beyond |= later.any(|is_so| is_so);
            for (before, after) in one.into_iter().zip(other) {
                if sides.1 { change.note(before, after) } else { change.note_theirs(before, after) }
            }
        }
    }
}

/// Whether something waits or lasts that didn't: what it is good for can't be seen yet.
fn is_something_new(old: &State, new: &State) -> bool {
    new.delayed.len() > old.delayed.len()
        || new.waiting.len() > old.waiting.len()
        || new.next_attack.len() > old.next_attack.len()
        || new.battle_power.len() > old.battle_power.len()
        || new.bounties.len() > old.bounties.len()
        || new.declared.len() > old.declared.len()
}

/// Whether the attack that goes on has another course, or there is one that there wasn't.
fn is_attack_changed(old: &State, new: &State, who: Role) -> bool {
    match (old.attack(), new.attack()) {
        (None, None) => false,
        (None, Some(_)) => true,
        // An attack of the opponent's that is over before its time.
        (Some(attack), None) => old.card(attack.attacker).controller != who,
        (Some(one), Some(other)) => {
            let course = |attack: &engine::Attack| {
                (
                    attack.defender,
                    attack.dice,
                    attack.dice_set,
                    attack.modifier,
                    attack.more,
                    attack.hits,
                    attack.facts,
                )
            };
            course(one) != course(other)
                || one.predictions != other.predictions
                || one.stored != other.stored
                || one.overload != other.overload
        }
    }
}

/// Whether a choice is to do nothing.
pub(crate) const fn is_passing(choice: Choice) -> bool {
    matches!(choice, Choice::Pass | Choice::Done | Choice::No | Choice::Number(0))
}

/// Whether a question offers something that costs and could as well be left.
pub(crate) fn can_be_left(ask: &Ask, choices: &[Choice]) -> bool {
    let asks = match ask.why {
        Why::PlayOrPass | Why::Optional | Why::PayOrNot | Why::Keyword(_) | Why::Choose | Why::Build => true,
        Why::PlayEvent
        | Why::PullResource
        | Why::Mulligan
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::BuildCounters
        | Why::BuildStepStart
        | Why::Destination
        | Why::Retreat
        | Why::NextUnit
        | Why::Act
        | Why::Bid
        | Why::Order
        | Why::Mode
        | Why::X
        | Why::Pay
        | Why::Prevent
        | Why::Divide
        | Why::Equip
        | Why::Untap
        | Why::ByHand
        | Why::Agree => false,
    };
    asks && choices.iter().any(|choice| is_passing(*choice))
}

/// Whether a choice of such a question is tried. Attacks and what is built are judged elsewhere.
pub(crate) fn is_tried(ask: &Ask, choice: Choice) -> bool {
    match choice {
        Choice::Use(..) | Choice::Play(_) | Choice::PlayBy(..) => true,
        Choice::Yes | Choice::Card(_) | Choice::Number(_) | Choice::Option(_) => {
            ask.why != Why::Build && !is_passing(choice)
        }
        Choice::Pass
        | Choice::Done
        | Choice::No
        | Choice::Back
        | Choice::Put(..)
        | Choice::Keyword(..)
        | Choice::Attack(..)
        | Choice::Die(_)
        | Choice::Arena(_)
        | Choice::Counter(_)
        | Choice::Word(_)
        | Choice::Ability(..) => false,
    }
}

/// Whether a question asks how a play is aimed, or what is given up for it.
pub(crate) const fn is_aim(ask: &Ask) -> bool {
    matches!(ask.why, Why::Choose | Why::Mode)
}

/// For each choice of the question that waits for a seat, whether it brings nothing beyond its cost, as far as the seat
/// can know. Passing is never useless. Where nothing can be left, an aim is useless that brings nothing if another one
/// brings something.
pub fn useless(seat: Seat<'_>) -> Vec<bool> {
    useless_within(seat, usize::MAX)
}

/// The same, looking at no more than so many answers: what can't be told by then isn't called useless.
pub fn useless_within(seat: Seat<'_>, answers: usize) -> Vec<bool> {
    let mut answers = answers;
    let Some(ask) = seat.asked() else { return Vec::new() };
    let choices = seat.choices();
    let mut useless = vec![false; choices.len()];
    let is_left = can_be_left(&ask, choices);
    let tried = |choice: Choice| if is_left { is_tried(&ask, choice) } else { choice != Choice::Back };
    if !(is_left || is_aim(&ask)) || choices.len() < 2 || !choices.iter().any(|choice| tried(*choice)) {
        return useless;
    }
    let mut chance = Chance::new(Seed([u64::from(seat.turn()), 0x6A1]));
    let seeds: Vec<Seed> = (0..DEALS).map(|_| seed(&mut chance)).collect();
    // Most choices bring something on the first deal: the others are dealt if they are asked for.
    let mut deals: Vec<Game> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        if tried(*choice) {
            useless[index] = !(0..DEALS).any(|number| {
                if deals.len() == number {
                    let mut game = seat.determinise(seeds[number]);
                    game.forget_events();
                    deals.push(game);
                }
                gains(&deals[number], index, seat.who(), &mut answers)
            });
        }
    }
    if !is_left && choices.iter().zip(&useless).all(|(choice, useless)| *useless || !tried(*choice)) {
        useless.fill(false);
    }
    useless
}

/// Whether something is gained by a choice in a game, however it is aimed.
fn gains(before: &Game, index: usize, who: Role, answers: &mut usize) -> bool {
    let mut left = Left { leaves: LEAVES, answers };
    let mut game = before.clone();
    if game.answer(index).is_err() {
        return false;
    }
    follow(before, game, who, STEPS, &mut left)
}

/// How much may still be looked at: better not to call something useless than to look at everything.
struct Left<'a> {
    leaves: usize,
    answers: &'a mut usize,
}

/// Follows what a choice leads to until it has happened.
fn follow(before: &Game, mut game: Game, who: Role, steps: usize, left: &mut Left<'_>) -> bool {
    let scene = Scene::of(before);
    for step in 0..steps {
        let Some(ask) = game.asked() else { break };
        if scene.is_over(&game, &ask) {
            break;
        }
        if *left.answers == 0 {
            return true;
        }
        *left.answers -= 1;
        let choices = game.choices();
        let pass = choices.iter().position(|choice| is_passing(*choice));
        let next = match pass {
            // Whoever can step in lets it happen.
            Some(pass) if lets_happen(&ask, who) => pass,
            _ if ask.who == who && choices.len() > 1 => {
                let rest = steps - step - 1;
                let ways = 0..choices.len();
                for way in ways.filter(|way| game.choices()[*way] != Choice::Back) {
                    if left.leaves == 0 {
                        return true;
                    }
                    let mut other = game.clone();
                    if other.answer(way).is_ok() && follow(before, other, who, rest, left) {
                        return true;
                    }
                }
                return false;
            }
            _ => {
                let mut scores = Vec::new();
                policy::scores(&game, &ask, strike::near, &mut scores);
                best(&scores)
            }
        };
        if game.answer(next).is_err() {
            break;
        }
    }
    left.leaves = left.leaves.saturating_sub(1);
    let events = game.take_events();
    Change::between(before, &game, &events, who).gained
}

/// Whether passing a question lets happen what a player has begun: others don't step in. To what is done by hand one
/// agrees (1316.9); not to agree takes it back.
pub(crate) fn lets_happen(ask: &Ask, who: Role) -> bool {
    ask.why == Why::PlayOrPass || ask.who != who && ask.why != Why::Agree
}

/// Whether something may be done that only brings: nothing is paid for it, and nothing lies elsewhere afterwards.
pub(crate) fn only_brings(seat: Seat<'_>, index: usize) -> bool {
    let (who, mut chance) = (seat.who(), Chance::new(Seed([u64::from(seat.turn()), 0xA11])));
    let mut scores = Vec::new();
    (0..DEALS).all(|_| {
        let mut before = seat.determinise(seed(&mut chance));
        before.forget_events();
        let (scene, mut game) = (Scene::of(&before), before.clone());
        if game.answer(index).is_err() {
            return false;
        }
        for _ in 0..STEPS {
            let Some(ask) = game.asked().filter(|ask| !scene.is_over(&game, ask)) else { break };
            policy::scores(&game, &ask, strike::near, &mut scores);
            if game.answer(best(&scores)).is_err() {
                return false;
            }
        }
        let events = game.take_events();
        let change = Change::between(&before, &game, &events, who);
        let cards = |game: &Game| {
            let count = |place: Where| game.whole().zone(who, place).count();
            count(Where::Deck) + count(Where::Hand)
        };
        // Whoever draws the last cards loses sooner.
        let has_cards = game.whole().zone(who, Where::Deck).count() > FEW && cards(&game) >= cards(&before);
        change.gained && !change.paid && !change.open && has_cards
    })
}

/// Where a choice was made: what is going on there besides, and the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    frames: usize,
    moment: Moment,
}

impl Scene {
    pub(crate) fn of(game: &Game) -> Scene {
        Scene { frames: game.whole().frames.len(), moment: game.whole().moment }
    }

    /// Whether what was chosen there has happened: a question of the course of the game is asked, or of another step, not
    /// one of the choice itself.
    pub(crate) fn is_over(self, game: &Game, ask: &Ask) -> bool {
        let frames = game.whole().frames.len();
        let is_asked = match ask.why {
            Why::PlayOrPass => frames <= self.frames,
            why => why.is_of_step() || frames < self.frames,
        };
        is_asked || game.whole().moment != self.moment
    }
}
