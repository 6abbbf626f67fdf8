//! The state of a game: one flat value that is copied as a whole.

mod card;
mod chance;
mod crowd;
mod departed;
mod places;
mod rare;
mod slot;

use crate::records::arrival::{Arrival, Entering};
use crate::records::attack::{Attack, NextAttack, PowerChange};
use crate::records::build::Item;
use crate::records::damage::{Bounty, Declared, INSTANCES, Instance, Sequence};
use crate::records::effect::Context;
use crate::records::event::What;
use crate::records::frame::Frame;
pub use crate::records::hand::{Agreement, ByHand, Hands};
use crate::records::history::{Asked, PASTS, Past};
use crate::records::kind::EventKinds;
use crate::records::lasting::Lasting;
use crate::records::list::List;
use crate::records::play::{Try, Used};
use crate::records::trigger::{Applied, Delayed, Waiting, Would};
use crate::records::word::Chosen;
pub use card::{Card, Mark, Marks, On, Where};
pub use chance::{Chance, Sealed, Seed, Stream};
pub use departed::{Departed, Left, LeftPlaces};
pub use places::Places;
pub(crate) use places::{Text, Texts};
pub use rare::{Rare, Rarity};
pub use slot::{SLOTS, Slot, SlotSet, Slots};

use std::ops::{Index, IndexMut};
use vocab::{Arena, DefinitionId, Edition, Role};

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T>([T; 2]);

impl<T> ByRole<T> {
    /// Builds both values, the Dark Side player's first.
    pub fn from_fn(mut f: impl FnMut(Role) -> T) -> ByRole<T> {
        ByRole(Role::ALL.map(&mut f))
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}

/// Where the game is in the order of steps (rule 601.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Before setup (rule 502).
    #[default]
    Preparation,
    /// Setup building (rule 503).
    Setup,
    /// The ready phase (rule 602).
    Ready,
    /// A build step (rule 603.2).
    BuildStep(Role),
    /// A retreat step (rule 706).
    RetreatStep(Role),
    /// The battle phase outside of a battle step (rule 1101).
    BattlePhase,
    /// The battle step of an arena (rule 1102).
    BattleStep(Arena),
    /// The end of the turn (rule 605).
    TurnEnd,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has won.
    Won(Role, vocab::RuleNumber),
    /// Nobody has (rules 1502.6, 1502.11).
    Draw(vocab::RuleNumber),
    /// The game grew beyond what a state can hold; it is stopped rather than played wrongly.
    Stopped,
}

/// How players end a game that the rules wouldn't have ended yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A player concedes (rule 1502.8).
    Concession(Role),
    /// Both agree to a draw (rule 1502.12).
    Agreement,
    /// A player's time has run out (rule 1502.13).
    Time(Role),
    /// A player has left, and the other claims the game (rule 1502.14).
    Absence(Role),
}

impl Ending {
    /// What it comes to.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Concession(who) => Outcome::Won(who.other(), vocab::RuleNumber::new(1502, 8)),
            Ending::Agreement => Outcome::Draw(vocab::RuleNumber::new(1502, 12)),
            Ending::Time(who) => Outcome::Won(who.other(), vocab::RuleNumber::new(1502, 13)),
            Ending::Absence(who) => Outcome::Won(who.other(), vocab::RuleNumber::new(1502, 14)),
        }
    }
}

impl Outcome {
    /// How the players brought it about, if they did.
    pub fn ending(self) -> Option<Ending> {
        let by_one = [Ending::Concession, Ending::Time, Ending::Absence];
        let lost = by_one.into_iter().flat_map(|ending| Role::ALL.map(ending));
        lost.chain([Ending::Agreement]).find(|ending| ending.outcome() == self)
    }
}

/// What a player has besides cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// Force (rule 104.1).
    pub force: u16,
    /// Build points (rule 104.3).
    pub build: u16,
    /// Points spent in setup (rule 503.2).
    pub spent: u8,
    /// What has happened that happens once.
    pub steps: Steps,
    /// The deck, the top card last.
    pub deck: List<Slot0, 96>,
}

/// Things that a player does once in a setup or turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps {
    /// Has put a card in setup (rule 503.2).
    pub built: bool,
    /// Has stopped building in setup (rule 504.5).
    pub stopped: bool,
    /// Has had the start of the build step this turn (rule 603.3).
    pub build_started: bool,
    /// The build step goes on after the opponent's (rule 603.3).
    pub build_continues: bool,
}

/// A slot in a list, where the empty places are none.
pub type Slot0 = Option<Slot>;

/// Rules that a setup can choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whose keyword wordings are played (chapter 18).
    pub edition: Edition,
    /// A player who must draw from an empty deck loses (rule 1502.10).
    pub deck_out: DeckOut,
    /// What becomes of a chance in which a player can only pass (rule 1307.10).
    pub passes: Passes,
    /// What each player makes of texts that aren't enforced (rule 1316.1).
    pub by_hand: Agreement,
}

/// What becomes of a chance in which a player can only pass (rule 1307.10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passes {
    /// It is skipped: quick, but the opponent sees that nothing could be played.
    #[default]
    Skipped,
    /// Who has cards that the opponent does not see is asked all the same.
    Asked,
}

/// What drawing from an empty deck means (rule 1502.10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeckOut {
    /// Nothing (rule 302.1).
    #[default]
    Harmless,
    /// A loss.
    Loses,
}

/// What a frame that is done reports to the frame below it, which reads it in its next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Report {
    /// Nothing.
    #[default]
    Nothing,
    /// The disrupt chance is over: whether what was tried was disrupted (rule 1308.2).
    Tried {
        /// It was.
        disrupted: bool,
    },
    /// Texts have stepped in before something: whether something else took its place (rule 1310.1).
    Would {
        /// It did.
        replaced: bool,
    },
    /// A text has made the acting unit attack this one (rule 1104.5).
    Led(Slot),
    /// A damage sequence is over: this much was done.
    Damage(u8),
}

/// Everything that is true of a game. What every copy reads lies together, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct State {
    /// Chance.
    pub chance: Chance,
    /// Dice that a player is picking, one bit each.
    pub picked: u64,
    /// Which cards are where.
    pub places: Places,
    /// The players.
    pub players: ByRole<Player>,
    /// How many records are in use.
    pub used: u8,
    /// The turn, counted from 1; 0 before the first.
    pub turn: u16,
    /// The step of the turn.
    pub moment: Moment,
    /// How many attacks there have been: what is "for this attack" names its number.
    pub attacks_made: u16,
    /// The kinds of events directly after which something can be played (rule 1601.2).
    pub moments: EventKinds,
    /// The event of the chance that is open or waits for that.
    pub just: Option<What>,
    /// The rules that the setup chose.
    pub options: Options,
    /// What has come of texts that are carried out by hand.
    pub hands: Hands,
    /// What the last frame reports.
    pub report: Report,
    /// The number of the last arrival.
    pub serial: u16,
    /// Turns in a row in which nothing happened (rule 1502.11).
    pub idle_turns: u8,
    /// The roll for build points of this turn, until it is given out (rule 602.5).
    pub build_roll: u8,
    /// The bids for a contested unit (rule 806.2).
    pub bids: ByRole<u8>,
    /// Who controls each arena, as last seen (rule 1501.4).
    pub control: [Option<Role>; 3],
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The kinds of events that they ask about.
    pub asked: Asked,
    /// Battle steps that are still to come, the next last (rule 1101.1).
    pub steps: List<Option<Arena>, 8>,
    /// What is going on, the innermost last.
    pub frames: List<Frame, 34>,
    /// The records of all cards.
    pub cards: [Card; SLOTS],
    /// What hardly any card has.
    pub rarities: List<Rarity, 44>,
    /// What is still to do at the start of the build step (rule 603.2).
    pub todo: List<Item, 20>,
    /// Abilities that have been used in the present period.
    pub uses: List<Used, 24>,
    /// Lasting effects.
    pub lasting: List<Lasting, 32>,
    /// Attacks that are going on, the innermost last.
    pub attacks: List<Attack, 3>,
    /// Damage sequences that are going on, the innermost last.
    pub sequences: List<Sequence, 3>,
    /// The instances of damage of all of them, those of the innermost last.
    pub(crate) instances: List<Instance, INSTANCES>,
    /// Prevention declared without knowing the damage of the innermost attack (rule 1715.3).
    pub declared: List<Declared, 14>,
    /// Power for a unit's next attack (rule 1309.4).
    pub next_attack: List<NextAttack, 10>,
    /// Power until the battle phase ends, by Stun and Surge.
    pub battle_power: List<PowerChange, 24>,
    /// Units that have left play this turn, as sources of damage.
    pub departed: List<Departed, 8>,
    /// Where cards were, and whose, that have left these places this turn.
    pub left: LeftPlaces,
    /// Bonuses that wait for a build step (rule 1712.1).
    pub bounties: List<Bounty, 16>,
    /// Units that have just come into an arena (rule 1705.1), the innermost last.
    pub entering: List<Entering, 3>,
    /// Units whose coming into an arena has still to be dealt with (rule 1705.3).
    pub arrivals: List<Arrival, 12>,
    /// Effects that are resolving, the innermost last.
    pub contexts: List<Context, 7>,
    /// Triggered effects that wait to resolve.
    pub waiting: List<Waiting, 20>,
    /// Effects that wait for an event.
    pub delayed: List<Delayed, 8>,
    /// Cards that steps had to do with and something may still refer to, where there are more than a few.
    pub crowds: List<SlotSet, 4>,
    /// The words that steps chose and something may still refer to.
    pub chosen: List<Chosen, 5>,
    /// What can be disrupted at the moment, the innermost last (rule 1308.1).
    pub tries: List<Try, 6>,
    /// What would happen and is being stepped in before, the innermost last (rule 1310).
    pub would: List<Would, 8>,
    /// The texts that have stepped in before any of it, those before the innermost last.
    pub(crate) applied: List<Applied, 20>,
    /// What has happened, as far as the cards of the game ask about it.
    pub history: List<Past, PASTS>,
}

/// As many records as are copied at once: copies of two kilobytes and more take longer to begin.
const PIECE: usize = 64;

impl State {
    /// Becomes a copy of another state; what is in use of either is copied, for behind it both are the same. Every field is
    /// named, so that none is forgotten.
    pub fn copy_from(&mut self, from: &State) {
        let State {
            cards,
            used,
            places,
            players,
            turn,
            moment,
            frames,
            attacks,
            sequences,
            instances,
            declared,
            attacks_made,
            picked,
            next_attack,
            battle_power,
            bounties,
            departed,
            left,
            entering,
            arrivals,
            contexts,
            waiting,
            delayed,
            lasting,
            crowds,
            chosen,
            tries,
            uses,
            would,
            applied,
            history,
            asked,
            moments,
            just,
            chance,
            options,
            hands,
            report,
            serial,
            idle_turns,
            build_roll,
            todo,
            rarities,
            steps,
            bids,
            control,
            outcome,
        } = from;
        let records = usize::from(self.used.max(*used));
        let pieces = self.cards[..records].chunks_mut(PIECE).zip(cards[..records].chunks(PIECE));
        pieces.for_each(|(to, from)| to.copy_from_slice(from));
        self.used = *used;
        self.places = *places;
        self.players = *players;
        self.turn = *turn;
        self.moment = *moment;
        self.frames.copy_from(frames);
        self.attacks.copy_from(attacks);
        self.sequences.copy_from(sequences);
        self.instances.copy_from(instances);
        self.declared.copy_from(declared);
        self.attacks_made = *attacks_made;
        self.picked = *picked;
        self.next_attack.copy_from(next_attack);
        self.battle_power.copy_from(battle_power);
        self.bounties.copy_from(bounties);
        self.departed.copy_from(departed);
        self.left = *left;
        self.entering.copy_from(entering);
        self.arrivals.copy_from(arrivals);
        self.contexts.copy_from(contexts);
        self.waiting.copy_from(waiting);
        self.delayed.copy_from(delayed);
        self.lasting.copy_from(lasting);
        self.crowds.copy_from(crowds);
        self.chosen.copy_from(chosen);
        self.tries.copy_from(tries);
        self.uses.copy_from(uses);
        self.would.copy_from(would);
        self.applied.copy_from(applied);
        self.history.copy_from(history);
        self.asked = *asked;
        self.moments = *moments;
        self.just = *just;
        self.chance = *chance;
        self.options = *options;
        self.hands = *hands;
        self.report = *report;
        self.serial = *serial;
        self.idle_turns = *idle_turns;
        self.build_roll = *build_roll;
        self.todo.copy_from(todo);
        self.rarities.copy_from(rarities);
        self.steps.copy_from(steps);
        self.bids = *bids;
        self.control = *control;
        self.outcome = *outcome;
    }
}

impl State {
    /// An empty table.
    pub fn new(seed: Seed, options: Options) -> State {
        State {
            cards: [Card::new(DefinitionId(0), Role::Dark); SLOTS],
            used: 0,
            places: Places::default(),
            players: ByRole::default(),
            turn: 0,
            moment: Moment::Preparation,
            frames: List::default(),
            attacks: List::default(),
            sequences: List::default(),
            instances: List::default(),
            declared: List::default(),
            attacks_made: 0,
            picked: 0,
            next_attack: List::default(),
            battle_power: List::default(),
            bounties: List::default(),
            departed: List::default(),
            left: LeftPlaces::default(),
            entering: List::default(),
            arrivals: List::default(),
            contexts: List::default(),
            waiting: List::default(),
            delayed: List::default(),
            lasting: List::default(),
            crowds: List::default(),
            chosen: List::default(),
            tries: List::default(),
            uses: List::default(),
            would: List::default(),
            applied: List::default(),
            history: List::default(),
            asked: Asked::default(),
            moments: EventKinds::NONE,
            just: None,
            chance: Chance::new(seed),
            options,
            hands: Hands::default(),
            report: Report::Nothing,
            serial: 0,
            idle_turns: 0,
            build_roll: 0,
            todo: List::default(),
            rarities: List::default(),
            steps: List::default(),
            bids: ByRole::default(),
            control: [None; 3],
            outcome: None,
        }
    }

    /// The record of a card.
    pub const fn card(&self, slot: Slot) -> &Card {
        &self.cards[slot.index()]
    }

    /// The record of a card, to be changed by `change.rs` alone.
    pub(crate) fn card_mut(&mut self, slot: Slot) -> &mut Card {
        &mut self.cards[slot.index()]
    }

    /// All cards of the game.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..usize::from(self.used)).filter_map(Slot::new)
    }

    /// Puts a card somewhere: nobody else writes its place.
    pub(crate) fn put(&mut self, slot: Slot, place: Where) {
        let from = std::mem::replace(&mut self.cards[slot.index()].place, place);
        self.moved(slot, from, place);
    }

    /// Lays down a card that is new to the game.
    pub(crate) fn bring(&mut self, slot: Slot, record: Card, texts: Texts) {
        self.cards[slot.index()] = record;
        self.places.bring(slot, &record, texts);
        if record.place.host().is_some() {
            self.look_at_hosts([record.place.host(), None]);
        }
    }

    /// Replaces the record of a card.
    pub(crate) fn replace(&mut self, slot: Slot, record: Card) {
        let from = self.card(slot).place;
        self.cards[slot.index()] = record;
        self.places.given(slot, record.controller);
        self.moved(slot, from, record.place);
        self.look_at_damage(slot);
    }

    /// Notes whether a card has damage counters, after they were written.
    pub(crate) fn look_at_damage(&mut self, slot: Slot) {
        let is_hurt = self.card(slot).damage > 0;
        self.places.set_hurt(slot, is_hurt);
    }

    /// Puts a card on a player's side: nobody else writes its controller.
    pub(crate) fn give(&mut self, slot: Slot, who: Role) {
        self.cards[slot.index()].controller = who;
        self.places.given(slot, who);
    }

    /// The cards on a player's side (rule 105.1), wherever they are.
    pub fn controlled_by(&self, who: Role) -> SlotSet {
        self.places.controlled_by(who)
    }

    /// Keeps the sets of places true after a card's place was written.
    fn moved(&mut self, slot: Slot, from: Where, to: Where) {
        self.places.moved(slot, from, to);
        if from.host().is_some() || to.host().is_some() {
            self.look_at_hosts([from.host(), to.host()]);
        }
    }

    /// Notes whether cards still lie on or under these.
    fn look_at_hosts(&mut self, hosts: [Slot0; 2]) {
        for host in hosts.into_iter().flatten() {
            let carries = self.is_carrying(host);
            self.places.set_host(host, carries);
        }
    }

    fn is_carrying(&self, host: Slot) -> bool {
        self.carried().iter().any(|card| self.card(card).place.host() == Some(host))
    }

    /// The cards that lie on or under a card.
    pub fn on(&self, host: Slot) -> impl Iterator<Item = Slot> + '_ {
        let carried = if self.places.hosts().contains(host) { self.carried() } else { SlotSet::default() };
        carried.iter().filter(move |card| self.card(*card).place.host() == Some(host))
    }

    /// The cards in a place, in the order of their slots.
    pub fn at(&self, place: Where) -> impl Iterator<Item = Slot> + '_ {
        self.places.of(place).iter().filter(move |slot| self.card(*slot).place == place)
    }

    /// The cards in places of the same sort: both players', and on whatever card.
    pub(crate) const fn everywhere_like(&self, place: Where) -> SlotSet {
        self.places.of(place)
    }

    /// The top cards of units, Locations and everything else that lies in arenas.
    pub fn in_arenas(&self) -> SlotSet {
        let [space, ground, character] = Arena::ALL.map(|arena| self.places.of(Where::Arena(arena)));
        space.or(ground).or(character)
    }

    /// The cards in arenas and build zones.
    pub fn laid_out(&self) -> SlotSet {
        self.in_arenas().or(self.places.of(Where::BuildZone))
    }

    /// The cards that are one of their own: in arenas and build zones, Pilots and Equipment (rules 801.1, 801.5).
    pub(crate) fn by_themselves(&self) -> SlotSet {
        let host = Slot::default();
        let on_units = self.places.of(Where::Piloting(host)).or(self.places.of(Where::Attached(host)));
        self.laid_out().or(on_units)
    }

    /// The cards that lie on or under others, whatever those are.
    pub fn carried(&self) -> SlotSet {
        // The hosts do not matter: places on different cards are of one sort.
        let host = Slot::default();
        let stacked = self.places.of(Where::Stacked(host)).or(self.places.of(Where::Beneath(host)));
        stacked.or(self.places.of(Where::Piloting(host))).or(self.places.of(Where::Attached(host)))
    }

    /// All cards on the table: arenas, build zones, Events, and what lies on or under them.
    pub const fn on_the_table(&self) -> SlotSet {
        self.places.on_the_table()
    }

    /// Whether the sets of places say the same as the records.
    pub fn places_are_true(&self) -> bool {
        self.slots().all(|slot| self.places.of(self.card(slot).place).contains(slot))
            && self.slots().all(|slot| self.controlled_by(self.card(slot).controller).contains(slot))
            && self.slots().all(|slot| self.places.hosts().contains(slot) == self.is_carrying(slot))
            && self.slots().all(|slot| self.places.hurt().contains(slot) == (self.card(slot).damage > 0))
            && self.places.on_the_table()
                == self.laid_out().or(self.carried()).or(self.places.of(Where::EventZone))
            && (0..Where::SORTS).map(|sort| self.places.count(sort)).sum::<usize>() == usize::from(self.used)
    }

    /// The cards of a player's zone: what the player controls in play, what the player owns elsewhere.
    pub fn zone(&self, who: Role, place: Where) -> impl Iterator<Item = Slot> + '_ {
        let own = self.places.of(place).and(self.controlled_by(who));
        own.iter().filter(move |slot| self.card(*slot).place == place)
    }

    /// The number of the last card that has moved, never 0: cards with a later one have moved since.
    pub(crate) const fn now(&self) -> u16 {
        if self.serial == 0 { 1 } else { self.serial }
    }

    /// The attack that is going on, if there is one.
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
}

#[cfg(test)]
mod tests {
    use super::State;

    #[test]
    fn a_state_is_small_and_flat() {
        // Copying it is the computer player's hottest move: it must stay within a few kilobytes.
        assert!(size_of::<State>() <= 10 << 10, "{} bytes", size_of::<State>());
    }
}
