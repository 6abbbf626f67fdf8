//! The one door for every change to the table: changing and announcing are one function, so that no caller does half.

use crate::facts::game::Game;
use crate::facts::now::source;
use crate::facts::now::{permission, restriction};
use crate::facts::text;
use crate::records::event::{DiscardCause, Event, What};
use crate::records::state::Left;
use crate::records::state::{DeckOut, Mark, Moment, On, Outcome, Slot, SlotSet, Where};
use crate::records::trigger::{About, Depth, Sort, Waiting};
use crate::rules::keywords::{ambush, meditate};
use crate::rules::{attack, history, lasting, play, trigger};
use vocab::ability::{Entry, Flow as PoolFlow, PlayerActivity, Pool};
use vocab::{Arena, CardType, Counter, DefinitionId, Role, RuleNumber};

/// Why something is changed: the rule, and the card that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// The rule.
    pub rule: RuleNumber,
    /// The card.
    pub card: Option<Slot>,
}

impl By {
    /// By a rule alone.
    pub const fn rule(section: u16, rule: u8) -> By {
        By { rule: RuleNumber::new(section, rule), card: None }
    }

    /// By a rule, because of a card.
    pub const fn card(card: Slot, section: u16, rule: u8) -> By {
        By { rule: RuleNumber::new(section, rule), card: Some(card) }
    }
}

/// As many effects as trigger each other, one after another (rule 1305.9).
const LONGEST: u8 = 32;

impl Game {
    fn announce(&mut self, what: What, by: By) {
        self.note(what, by.rule, by.card);
    }

    /// Moves one card. Cards that lie on it are the caller's business; a card that leaves play loses its counters
    /// (rule 1401.5) and goes back to its owner (rule 105.3).
    pub(crate) fn relocate(&mut self, card: Slot, to: Where, by: By) {
        let record = self.state.card(card);
        // 105.7: a card that is played from a hand is the player's who has it there.
        let is_played = to == Where::Nowhere && record.place == Where::Hand;
        let holder = if is_played { record.controller } else { record.owner };
        self.relocate_for(card, to, holder, by);
    }

    /// Puts a card from a pile into the hand of a player who need not be its owner (rule 105.7).
    pub(crate) fn hold(&mut self, card: Slot, who: Role, by: By) {
        self.relocate_for(card, Where::Hand, who, by);
    }

    /// The same; off the table the card is this player's.
    fn relocate_for(&mut self, card: Slot, to: Where, holder: Role, by: By) {
        let to = self.home_of(card, to);
        let from = self.state.card(card).place;
        let knew = self.told.is_some().then(|| self.knowers(card));
        if from == Where::Deck {
            let owner = self.state.card(card).owner;
            let deck = &mut self.state.players[owner].deck;
            // Most cards leave it from the top.
            if let Some(place) = deck.iter().rposition(|other| *other == Some(card)) {
                deck.remove(place);
            }
        }
        if to.is_out_of_play() && !from.is_out_of_play() {
            self.remember(card);
        } else if !to.is_out_of_play() {
            self.state.departed.retain(|record| record.card != card);
        }
        self.note_left(card, to);
        // 301.4, 1401.6: counters are on the unit, and there is none any more.
        let ends_a_unit = matches!(to, Where::Stacked(_) | Where::Beneath(_)) && self.is_unit(card);
        self.state.serial = self.state.serial.wrapping_add(1);
        let serial = self.state.serial;
        self.state.put(card, to);
        let record = self.state.card_mut(card);
        record.arrived = serial;
        record.left_with = None;
        if !to.is_on_the_table() {
            record.leave_play(to);
            self.state.strip(card);
            self.state.look_at_damage(card);
            self.state.give(card, holder);
            attack::forget(self, card);
        } else if ends_a_unit {
            record.lie_under(to);
            self.state.strip(card);
            self.state.look_at_damage(card);
            attack::forget(self, card);
        }
        if to == Where::Deck {
            let owner = self.state.card(card).owner;
            if self.state.players[owner].deck.push(Some(card)).is_err() {
                self.stop();
            }
        }
        let place = self.told.as_ref().map_or(0, Vec::len);
        self.announce(What::Moved { card, from, to }, by);
        if let (Some(told), Some(knew)) = (&mut self.told, knew)
            && let Some(moved) = told.get_mut(place)
        {
            moved.knew = knew;
        }
    }

    /// Where a card goes that is to go there: a Subordinate that leaves the arenas and build zones for any other zone goes to
    /// its owner's supply (rule 215.5).
    fn home_of(&self, card: Slot, to: Where) -> Where {
        let definition = self.state.card(card).definition;
        let is_subordinate = || matches!(self.catalog.card_type(definition), CardType::Subordinate(_));
        match to {
            Where::Hand | Where::Deck | Where::DiscardPile | Where::Removed if is_subordinate() => {
                Where::Supply
            }
            _ => to,
        }
    }

    /// Notes where a card was before it moves there. A card that has left play keeps that until it comes back, wherever
    /// it goes meanwhile.
    fn note_left(&mut self, card: Slot, to: Where) {
        let record = self.state.card(card);
        if record.place.is_out_of_play() && to.is_out_of_play() {
            return;
        }
        let (who, arena) = (record.controller, text::arena_of(self, card));
        let matters = !record.place.is_out_of_play();
        self.state.note_left(card, matters.then_some(Left { arena, who }));
    }

    /// Remembers a unit that is about to leave play, as it is: its damage may still come, and earn something.
    pub(crate) fn remember(&mut self, unit: Slot) {
        if !self.is_unit(unit) || self.state.departed.iter().any(|record| record.card == unit) {
            return;
        }
        match source::to_be_remembered(self, unit) {
            Ok(Some(record)) => {
                if self.nothing_comes_of_departed() {
                    self.state.departed.clear();
                }
                if self.state.departed.push(record).is_err() {
                    self.stop();
                }
            }
            Ok(None) => {}
            Err(_) => self.stop(),
        }
    }

    /// Whether no damage can come any more from units that have left: nothing is going on and nothing waits.
    fn nothing_comes_of_departed(&self) -> bool {
        let state = &self.state;
        state.attacks.is_empty()
            && state.sequences.is_empty()
            && state.waiting.is_empty()
            && state.delayed.is_empty()
            && state.contexts.is_empty()
    }

    /// Forgets units that were to leave play and did not.
    pub(crate) fn forget_who_stayed(&mut self) {
        let state = &self.state;
        let stays = |card: Slot| !state.card(card).place.is_out_of_play();
        let stayed: Vec<Slot> =
            state.departed.iter().map(|record| record.card).filter(|card| stays(*card)).collect();
        self.state.departed.retain(|record| !stayed.contains(&record.card));
    }

    /// A unit leaves play: forget what left with it before.
    pub(crate) fn forget_companions(&mut self, unit: Slot) {
        // A card that left with another lies where it was put then: elsewhere it is forgotten.
        let places = [Where::DiscardPile, Where::Removed, Where::Supply, Where::BuildZone];
        let left = places.map(|place| self.state.everywhere_like(place)).into_iter();
        for card in left.fold(SlotSet::default(), SlotSet::or) {
            let record = self.state.card_mut(card);
            record.left_with = record.left_with.filter(|with| *with != unit);
        }
        debug_assert!(
            self.state.slots().all(|card| self.state.card(card).left_with != Some(unit)),
            "a card that left with a unit was not looked at"
        );
    }

    /// A card that was on a unit has left play with it (rules 807.3, 1004.2).
    pub(crate) fn left_with(&mut self, card: Slot, unit: Slot) {
        self.state.card_mut(card).left_with = Some(unit);
    }

    /// Begins a stage of the game.
    pub(crate) fn begin(&mut self, moment: Moment, by: By) {
        self.state.moment = moment;
        self.announce(What::Started(moment), by);
    }

    /// Gives a card to a player to control (rule 105.1).
    pub(crate) fn give(&mut self, card: Slot, who: Role) {
        self.state.give(card, who);
    }

    /// Makes a small fact true of a card.
    pub(crate) fn mark(&mut self, card: Slot, mark: Mark) {
        if mark == Mark::FaceDown && !self.state.card(card).is_face_down() {
            self.state.places.turned();
        }
        self.state.card_mut(card).marks.set(mark);
    }

    /// Makes a small fact untrue of a card.
    pub(crate) fn unmark(&mut self, card: Slot, mark: Mark) {
        if mark == Mark::FaceDown && self.state.card(card).is_face_down() {
            self.state.places.turned();
        }
        self.state.card_mut(card).marks.clear(mark);
    }

    /// Another card of a unit becomes its top card; whatever is on the unit stays on it (rules 802.5, 805.3).
    pub(crate) fn new_top(&mut self, unit: Slot, top: Slot, by: By) {
        let mut old = *self.state.card(unit);
        let mut new = *self.state.card(top);
        new.take_over(&mut old);
        old.place = Where::Stacked(top);
        self.state.replace(unit, old);
        self.state.replace(top, new);
        self.state.hand_rarities(unit, top);
        for card in self.state.carried() {
            let place = self.state.card(card).place;
            if place.host() == Some(unit) {
                self.state.put(card, place.on(top));
            }
        }
        lasting::transfer(self, unit, top);
        attack::hand_over(self, unit, top);
        history::hand_over(self, unit, top);
        self.announce(What::NewTop { unit, top }, by);
    }

    /// Taps a card that is untapped.
    pub(crate) fn tap(&mut self, card: Slot, by: By) {
        if !self.state.card(card).is_tapped() {
            self.state.card_mut(card).marks.set(Mark::Tapped);
            self.announce(What::Tapped(card), by);
        }
    }

    /// Untaps a card that is tapped.
    pub(crate) fn untap(&mut self, card: Slot, by: By) {
        if self.state.card(card).is_tapped() {
            self.state.card_mut(card).marks.clear(Mark::Tapped);
            self.announce(What::Untapped(card), by);
        }
    }

    /// Turns a card face-up.
    pub(crate) fn reveal(&mut self, card: Slot, by: By) {
        self.unmark(card, Mark::FaceDown);
        self.announce(What::Revealed(card), by);
    }

    /// Turns a card face-down.
    pub(crate) fn turn_down(&mut self, card: Slot) {
        self.mark(card, Mark::FaceDown);
        if self.told.is_none() {
            return;
        }
        // It came there face-down: nobody saw it lie there open meanwhile.
        let knowers = self.knowers(card);
        for told in self.told.iter_mut().flatten().rev() {
            for own in told.cards.iter_mut().flatten().filter(|own| own.slot == card) {
                own.knowers = knowers;
            }
            if matches!(told.event.what, What::Moved { card: moved, .. } if moved == card) {
                break;
            }
        }
    }

    /// Puts counters on a card.
    pub(crate) fn put_counters(&mut self, card: Slot, kind: Counter, amount: u8, who: Role, by: By) {
        if amount > 0 {
            let counters = self.state.counters(card, kind).saturating_add(amount);
            if self.state.set_counters(card, kind, counters).is_err() {
                self.stop();
            }
            self.announce(What::PutCounters { card, kind, amount, who }, by);
        }
    }

    /// Removes counters from a card, at most as many as there are (rule 1602.14); how many that was.
    pub(crate) fn remove_counters(&mut self, card: Slot, kind: Counter, amount: u8, who: Role, by: By) -> u8 {
        let counters = self.state.counters(card, kind);
        let removed = amount.min(counters);
        if self.state.set_counters(card, kind, counters - removed).is_err() {
            self.stop();
        }
        if removed > 0 {
            self.announce(What::RemovedCounters { card, kind, amount: removed, who }, by);
        }
        removed
    }

    /// Gives a player Force or build points.
    pub(crate) fn gain(&mut self, who: Role, pool: Pool, amount: u16, by: By) {
        // 1312.1: a text may forbid gaining Force.
        let may = pool != Pool::Force
            || permission::player_can(self, who, &|activity, _| {
                matches!(activity, PlayerActivity::GainForce)
            });
        if amount == 0 || !may {
            return;
        }
        if trigger::is_awaited(self, About::Gain(who, pool, amount)) {
            let mut waiting = Waiting::of(Sort::Gain(pool), None, who);
            waiting.that = Some(who);
            waiting.that_much = i16::try_from(amount).unwrap_or(i16::MAX);
            self.wait(waiting);
        } else {
            self.gain_at_once(who, pool, amount, by);
        }
    }

    /// The same, when no text steps in any more (rule 1310.1).
    pub(crate) fn gain_at_once(&mut self, who: Role, pool: Pool, amount: u16, by: By) {
        let total = self.pool_mut(who, pool);
        *total = total.saturating_add(amount);
        self.announce(What::Pool { who, flow: PoolFlow::Gain, pool, amount }, by);
    }

    /// Something waits to resolve (rule 1305.2).
    pub(crate) fn wait(&mut self, mut waiting: Waiting) {
        let chain = self.state.contexts.last().map_or(0, |context| context.chain + 1);
        waiting.depth = Depth::new(self.state.sequences.len() as u8, chain);
        // 1305.9: effects that trigger each other without end come to one.
        if let (Sort::Effect, LONGEST.., Some(card)) = (waiting.sort, chain, waiting.this) {
            self.announce(What::ChainEnded(card), By::card(card, 1305, 9));
        } else if self.state.waiting.push(waiting).is_err() {
            self.stop();
        }
    }

    /// Takes Force or build points from a player, as far as there are any (rule 102.5).
    pub(crate) fn lose(&mut self, who: Role, pool: Pool, amount: u16, by: By) -> u16 {
        let total = self.pool_mut(who, pool);
        let lost = amount.min(*total);
        *total -= lost;
        if lost > 0 {
            self.announce(What::Pool { who, flow: PoolFlow::Lose, pool, amount: lost }, by);
        }
        lost
    }

    /// Pays Force or build points in full, or not at all (rule 102.6).
    pub(crate) fn pay(&mut self, who: Role, pool: Pool, amount: u16, by: By) -> Result<(), NotPaid> {
        let total = self.pool_mut(who, pool);
        *total = total.checked_sub(amount).ok_or(NotPaid)?;
        self.announce(What::Pool { who, flow: PoolFlow::Pay, pool, amount }, by);
        Ok(())
    }

    /// What a player has.
    pub(crate) fn pool(&self, who: Role, pool: Pool) -> u16 {
        match pool {
            Pool::Force => self.state.players[who].force,
            Pool::BuildPoints => self.state.players[who].build,
        }
    }

    fn pool_mut(&mut self, who: Role, pool: Pool) -> &mut u16 {
        match pool {
            Pool::Force => &mut self.state.players[who].force,
            Pool::BuildPoints => &mut self.state.players[who].build,
        }
    }

    /// Gives a unit and everything on it to a player (rules 105.4, 105.5).
    pub(crate) fn take_control(&mut self, unit: Slot, who: Role, by: By) {
        // A Pilot on it may be a stack, and carry what makes it a Pilot.
        let is_on_it = |card: Slot| {
            let mut on = self.state.card(card).place;
            loop {
                on = match on {
                    Where::Stacked(host) | Where::Piloting(host) | Where::Attached(host) if host == unit => {
                        return true;
                    }
                    Where::Stacked(host) | Where::Piloting(host) | Where::Attached(host) => {
                        self.state.card(host).place
                    }
                    _ => return false,
                };
            }
        };
        let all: Vec<Slot> =
            self.state.on_the_table().iter().filter(|card| *card == unit || is_on_it(*card)).collect();
        for card in all {
            self.state.give(card, who);
        }
        self.announce(What::Controlled { unit, who }, by);
    }

    /// Draws a card, if there is one (rule 302.1).
    pub(crate) fn draw(&mut self, who: Role, by: By) -> Option<Slot> {
        // 1312.1: a text may forbid drawing.
        if !permission::player_can(self, who, &|activity, _| matches!(activity, PlayerActivity::Draw)) {
            return None;
        }
        let Some(card) = self.state.players[who].deck.last().copied().flatten() else {
            if self.state.options.deck_out == DeckOut::Loses {
                self.over(Outcome::Won(who.other(), RuleNumber::new(1502, 10)));
            }
            return None;
        };
        self.relocate(card, Where::Hand, by);
        self.announce(What::Drew { who, card }, by);
        Some(card)
    }

    /// Shuffles a player's deck. The cards are dealt anew to its slots, so that the number of a slot never follows a
    /// card that somebody has seen through the shuffle.
    pub(crate) fn shuffle(&mut self, who: Role, by: By) {
        let deck = self.state.players[who].deck;
        let mut cards: Vec<(DefinitionId, Slot)> = Vec::with_capacity(deck.len());
        cards.extend(deck.iter().flatten().map(|slot| (self.state.card(*slot).definition, *slot)));
        self.state.chance.shuffle_of(self.sealed.as_deref(), who, &mut cards);
        for (slot, (definition, _)) in deck.iter().flatten().zip(&cards) {
            self.define(*slot, *definition);
        }
        let moves = || deck.iter().flatten().zip(&cards).map(|(to, (_, from))| (*from, *to));
        play::hand_over(self, moves);
        self.announce(What::Shuffled(who), by);
    }

    /// Rolls dice; the results in the order rolled.
    pub(crate) fn roll(&mut self, who: Role, dice: u8, by: By) -> Vec<u8> {
        self.announce(What::Rolled { who, dice }, by);
        (0..dice)
            .map(|_| {
                let natural = self.die();
                self.announce(What::Die { natural }, by);
                natural
            })
            .collect()
    }

    /// Rolls dice that the opponent does not see (rule 1715.1): they are announced when they are shown.
    pub(crate) fn roll_hidden(&mut self, who: Role, dice: u8, by: By) -> Vec<u8> {
        self.announce(What::Rolled { who, dice }, by);
        (0..dice).map(|_| self.die()).collect()
    }

    /// Shows a die that was hidden.
    pub(crate) fn show_die(&mut self, natural: u8, by: By) {
        self.announce(What::Die { natural }, by);
    }

    /// Rolls a hidden die again.
    pub(crate) fn reroll_hidden(&mut self) -> u8 {
        self.die()
    }

    /// Turns a die to another result (rule 1107.7).
    pub(crate) fn turn_die(&mut self, from: u8, to: u8, by: By) -> u8 {
        self.announce(What::Rerolled { from, to }, by);
        to
    }

    /// Rolls a die again (rule 1107.8); the new result.
    pub(crate) fn reroll(&mut self, from: u8, by: By) -> u8 {
        let to = self.die();
        self.announce(What::Rerolled { from, to }, by);
        to
    }

    /// Discards a card because a rule says so, as soon as texts have stepped in (rule 1310.2).
    pub(crate) fn discard_by_rule(&mut self, card: Slot, cause: DiscardCause, by: By) {
        if !trigger::is_awaited(self, About::Discard(card, cause)) {
            self.discard(card, cause, by);
        } else if !self.is_to_be_discarded(card) {
            let you = self.state.card(card).controller;
            let mut waiting = Waiting::of(Sort::Due(cause), None, you);
            waiting.subject = Some(card);
            self.wait(waiting);
        }
    }

    /// Whether a card waits to be discarded.
    pub(crate) fn is_to_be_discarded(&self, card: Slot) -> bool {
        let is_it = |waiting: &Waiting| matches!(waiting.sort, Sort::Due(_)) && waiting.subject == Some(card);
        self.state.waiting.iter().any(is_it)
    }

    /// Discards a whole unit (rules 807.1, 904.1, 1004.1) or a single card: the cards of the stack and its Pilots go
    /// to their owners' discard piles, Equipment to its controller's build zone, cards beneath to the discard piles.
    pub(crate) fn discard(&mut self, card: Slot, cause: DiscardCause, by: By) {
        let from = self.state.card(card).place;
        if !restriction::can_be_discarded(self, card, cause) {
            return;
        }
        self.remember(card);
        // 1739.8, 1739.9: a single card that is removed instead is not discarded; the unit of a stack is.
        let is_discarded = !meditate::is_removed_instead(&self.state, card);
        // What the card says when it is discarded is looked up while it is still there (rules 1305.1, 1737.1).
        if is_discarded {
            let event = Event { what: What::Discarded { card, from, cause }, rule: by.rule, cause: by.card };
            trigger::notice_leaving(self, event);
        }
        let on_it: Vec<(Slot, Where)> = self
            .state
            .carried()
            .iter()
            .filter_map(|other| {
                let place = self.state.card(other).place;
                (place.host() == Some(card)).then_some((other, place))
            })
            .collect();
        self.forget_companions(card);
        for (other, place) in on_it {
            match place.on_card() {
                Some((On::Equipment, host)) => {
                    self.relocate(other, Where::BuildZone, By::rule(1004, 1));
                    self.left_with(other, card);
                    self.announce(What::Detached { equipment: other, host }, By::rule(1004, 1));
                }
                Some((On::Stack, _)) => {
                    self.bury(other, by);
                    self.left_with(other, card);
                }
                Some((On::Beneath, _)) => self.bury(other, by),
                // A Pilot may be a stack itself; it leaves with its unit (904.1).
                Some((On::Pilot, _)) => self.discard(other, cause, By::rule(904, 1)),
                None => {}
            }
        }
        self.bury(card, by);
        if is_discarded {
            self.announce(What::Discarded { card, from, cause }, by);
        }
    }

    /// Puts one card where discarded cards go: the discard pile, for Subordinates the supply (rule 215.5), out of the
    /// game for cards played by Meditate (rule 1739.3).
    pub(crate) fn bury(&mut self, card: Slot, by: By) {
        let is_meditated = self.state.card(card).marks.has(Mark::Meditated);
        let to = if is_meditated { Where::Removed } else { Where::DiscardPile };
        self.relocate(card, to, by);
    }

    /// Announces that a unit has come into an arena (rule 1705.1): after it was relocated there.
    pub(crate) fn entered(&mut self, who: Role, unit: Slot, arena: Arena, entry: Entry, by: By) {
        self.announce(What::Entered { who, unit, arena, by: entry }, by);
        ambush::arrived(self, unit, who);
    }
}

/// A cost that could not be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPaid;
