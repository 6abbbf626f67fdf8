//! Events in sentences: the log, the judge's timeline, a screen reader.

use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::records::attack::Mode;
use crate::records::decision::Spot;
use crate::records::event::{DiscardCause, Event, Told, What};
use crate::records::state::{Ending, Moment, Outcome, Slot, Where};
use vocab::ability::{Flow, Pool};
use vocab::{Counter, DefinitionId, Role};

impl Game {
    /// An event in a sentence, with everything in it: for judges and finished games.
    pub fn tell(&self, event: &Event) -> String {
        self.sentence(event, &|card| self.name_of(card), side)
    }

    /// An event in a sentence for one viewer: cards that the viewer does not see have no name; `None` for what is
    /// told by another event already.
    pub fn tell_to(&self, event: &Event, viewer: Viewer) -> Option<String> {
        let name = |card: Slot| match self.known_to(card, viewer) {
            Some(_) => self.name_of(card),
            None => "a card".into(),
        };
        (!is_told_already(event)).then(|| self.sentence(event, &name, side))
    }

    /// An event in a sentence for one viewer, who reads what was to be seen when it happened: a card that was shown and
    /// is hidden again has its name.
    pub fn retell_to(&self, told: &Told, viewer: Viewer) -> Option<String> {
        let name = |card: Slot| match told.card(card, viewer.place()) {
            Some(definition) => self.catalog().definition(definition).to_string(),
            None => "a card".into(),
        };
        (!is_told_already(&told.event)).then(|| self.sentence(&told.event, &name, side))
    }

    /// The same for a table, with names of its own: `name` gets each card of the sentence, and which card it was if the
    /// viewer could see that. Players are `DS` and `LS`, which no card is called, so that a table can put in their names.
    pub fn retell_with(
        &self,
        told: &Told,
        viewer: Viewer,
        name: &dyn Fn(Slot, Option<DefinitionId>) -> String,
    ) -> Option<String> {
        let name = |card: Slot| name(card, told.card(card, viewer.place()));
        (!is_told_already(&told.event)).then(|| self.sentence(&told.event, &name, mark))
    }

    fn sentence(
        &self,
        event: &Event,
        name: &dyn Fn(Slot) -> String,
        role: fn(Role) -> &'static str,
    ) -> String {
        match event.what {
            What::Started(moment) => format!("{} starts", self.moment_in_words(moment, role)),
            What::Ended(moment) => format!("{} ends", self.moment_in_words(moment, role)),
            What::Moved { card, from, to } => moved_in_words(&name(card), from, to, name),
            What::Drew { who, .. } => format!("{} draws a card", role(who)),
            What::Shuffled(who) => format!("{} shuffles the deck", role(who)),
            What::Searched(who) => format!("{} searches a deck", role(who)),
            What::Revealed(card) => format!("{} is revealed", name(card)),
            What::LookedAt { who, card } => format!("{} looks at {}", role(who), name(card)),
            What::Completed { who, card, .. } => format!("{} completes {}", role(who), name(card)),
            What::Deployed { who, card, spot, using } => {
                let by = using.map_or(String::new(), |keyword| format!(" by {keyword}"));
                format!("{} deploys {} {}{by}", role(who), name(card), spot_in_words(spot, name))
            }
            What::Entered { unit, arena, .. } => format!("{} enters the {arena} arena", name(unit)),
            What::Retreated(unit) => format!("{} retreats", name(unit)),
            What::Tapped(card) => format!("{} taps", name(card)),
            What::Untapped(card) => format!("{} untaps", name(card)),
            What::PutCounters { card, kind, amount, .. } => {
                format!("{} gets {}", name(card), counters(amount, kind))
            }
            What::RemovedCounters { card, kind, amount, .. } => {
                format!("{} loses {}", name(card), counters(amount, kind))
            }
            What::Pool { who, flow, pool, amount } => {
                let verb = match flow {
                    Flow::Gain => "gains",
                    Flow::Lose => "loses",
                    Flow::Pay => "pays",
                };
                let what = match pool {
                    Pool::Force => "Force",
                    Pool::BuildPoints if amount == 1 => "build point",
                    Pool::BuildPoints => "build points",
                };
                format!("{} {verb} {amount} {what}", role(who))
            }
            What::Rolled { who, dice } => {
                format!("{} rolls {}", role(who), count(dice.into(), "die", "dice"))
            }
            What::Die { natural } => format!("a die shows {natural}"),
            What::Rerolled { from, to } => format!("a {from} becomes a {to}"),
            What::Attacks { attacker, defender, mode } => {
                let by = match mode {
                    Mode::Normal => "",
                    Mode::Bombard => " by Bombard",
                    Mode::Barrage => " by Barrage",
                    Mode::IonCannon => " by Ion Cannon",
                };
                format!("{} attacks {}{by}", name(attacker), name(defender))
            }
            What::IsAttacked { defender, attacker } => {
                format!("{} is attacked by {}", name(defender), name(attacker))
            }
            What::Hits { attacker, hits, .. } => {
                format!("{} {}", name(attacker), hits_in_words(hits))
            }
            What::Pending { to, from, amount } => {
                format!("{amount} damage is coming to {} from {}", name(to), name(from))
            }
            What::Prevented { to, amount, using, .. } => {
                let by = using.map_or(String::new(), |keyword| format!(" by {keyword}"));
                format!("{amount} damage to {} is prevented{by}", name(to))
            }
            What::Damaged { unit, from, amount, .. } => {
                format!("{} does {amount} damage to {}", name(from), name(unit))
            }
            What::Discarded { card, cause, .. } => discard_in_words(card, cause, name),
            What::AttackEnded { attacker, .. } => format!("{}'s attack ends", name(attacker)),
            What::Used { card, ability } => {
                format!("{} uses {}", name(card), self.use_in_words(card, ability))
            }
            What::Played { who, card } => format!("{} plays {}", role(who), name(card)),
            What::Disrupted(card) => format!("{} is disrupted", name(card)),
            What::Keyword { unit, keyword, value: 0 } => format!("{}'s {keyword} works", name(unit)),
            What::Keyword { unit, keyword, value } => format!("{}'s {keyword} works: {value}", name(unit)),
            What::Predicted { unit, hits } => {
                format!("{} predicts {}", name(unit), count(hits.into(), "hit", "hits"))
            }
            What::Attached { equipment, host } => {
                format!("{} is attached to {}", name(equipment), name(host))
            }
            What::Detached { equipment, host } => {
                format!("{} is detached from {}", name(equipment), name(host))
            }
            What::Stacked { card, unit } => format!("{} joins {}'s stack", name(card), name(unit)),
            What::NewTop { top, .. } => format!("{} is now the top card", name(top)),
            What::Controlled { unit, who } => format!("{} gains control of {}", role(who), name(unit)),
            What::BuildRoll(roll) => format!("the roll for build points is {roll}"),
            What::GainedArena { who, arena } => format!("{} gains control of the {arena} arena", role(who)),
            What::ChainEnded(card) => {
                format!("effects trigger each other without end: {} doesn't trigger again", name(card))
            }
            What::ByHand { who, card, .. } => {
                format!("{} carries out a text of {} by hand", role(who), name(card))
            }
            What::Agreed { who, card } => {
                format!("{} agrees to what was done by hand for {}", role(who), name(card))
            }
            What::TakenBack { who: Some(who), card } => {
                format!("{} has what was done by hand for {} taken back", role(who), name(card))
            }
            What::TakenBack { who: None, card } => format!(
                "what was done by hand for {} is taken back: it is more than the referee can keep track of",
                name(card)
            ),
            What::Bid { who, amount } => format!("{} bids {amount} Force", role(who)),
            What::Over(outcome) => match (outcome, outcome.ending()) {
                (_, Some(Ending::Concession(who))) => format!("{} concedes", role(who)),
                (_, Some(Ending::Time(who))) => format!("{} has no time left", role(who)),
                (_, Some(Ending::Absence(who))) => format!("{} has left the game", role(who)),
                (_, Some(Ending::Agreement)) => "the players agree to a draw".into(),
                (Outcome::Won(who, _), None) => format!("{} wins the game", role(who)),
                (Outcome::Draw(_), None) => "the game is a draw".into(),
                (Outcome::Stopped, None) => "the game is stopped".into(),
            },
        }
    }

    fn moment_in_words(&self, moment: Moment, role: fn(Role) -> &'static str) -> String {
        match moment {
            Moment::Preparation => "preparation".into(),
            Moment::Setup => "setup".into(),
            Moment::Ready => format!("turn {}", self.state().turn),
            Moment::BuildStep(who) => format!("{}'s build step", role(who)),
            Moment::RetreatStep(who) => format!("{}'s retreat step", role(who)),
            Moment::BattlePhase => "the battle phase".into(),
            Moment::BattleStep(arena) => format!("the {arena} battle step"),
            Moment::TurnEnd => "the end of the turn".into(),
        }
    }
}

/// "hits once", "misses".
fn hits_in_words(hits: u8) -> String {
    match hits {
        0 => "misses".into(),
        1 => "hits once".into(),
        2 => "hits twice".into(),
        more => format!("hits {more} times"),
    }
}

/// Whether another event tells it: a draw is told once, as a draw (rule 106.2).
const fn is_told_already(event: &Event) -> bool {
    matches!(
        event.what,
        What::Moved { from: Where::Deck, to: Where::Hand, .. } | What::ByHand { announced: true, .. }
    )
}

/// "Scout returns to the hand", "a card goes from the deck to the build zone".
fn moved_in_words(card: &str, from: Where, to: Where, name: &dyn Fn(Slot) -> String) -> String {
    let place = |place: Where| place_in_words(place, name);
    match (from, to) {
        // 105.7: into the hand of the other player.
        (Where::Hand, Where::Hand) => format!("{card} goes from one hand to the other"),
        (Where::Deck, Where::Deck) => format!("{card} gets another place in the deck"),
        (Where::BuildZone, Where::BuildZone) => format!("{card} stays in the build zone"),
        (_, Where::Removed) => format!("{card} is removed from the game"),
        (Where::Nowhere | Where::Removed, Where::Hand) => {
            format!("{card} comes into the hand from outside the game")
        }
        (_, Where::Supply) => format!("{card} goes back to the supply"),
        (Where::Supply, Where::Hand) => format!("{card} comes into the hand from the supply"),
        (Where::Arena(_), Where::Hand) => format!("{card} returns to the hand"),
        (Where::Beneath(_), Where::Hand) => format!("{card} is taken from {} into the hand", place(from)),
        (_, Where::Hand) => format!("{card} returns from {} to the hand", place(from)),
        (_, Where::Deck) => format!("{card} is put from {} into the deck", place(from)),
        (Where::Nowhere | Where::Supply, Where::Beneath(_)) => format!("{card} is put {}", place(to)),
        (_, Where::Beneath(_)) => format!("{card} is put from {} {}", place(from), place(to)),
        (Where::Attached(host), Where::BuildZone) => {
            format!("{card} leaves {} for the build zone", name(host))
        }
        (Where::Piloting(ship), Where::BuildZone) => {
            format!("{card} leaves the pilot seat of {} for the build zone", name(ship))
        }
        (Where::BuildZone, Where::Piloting(ship)) => format!("{card} takes the pilot seat of {}", name(ship)),
        (_, Where::Piloting(ship)) => {
            format!("{card} moves from {} to the pilot seat of {}", place(from), name(ship))
        }
        (
            _,
            Where::Nowhere
            | Where::DiscardPile
            | Where::EventZone
            | Where::BuildZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Attached(_),
        ) => format!("{card} goes from {} to {}", place(from), place(to)),
    }
}

fn place_in_words(place: Where, name: &dyn Fn(Slot) -> String) -> String {
    match place {
        Where::Nowhere => "outside".into(),
        Where::Deck => "the deck".into(),
        Where::Hand => "the hand".into(),
        Where::DiscardPile => "the discard pile".into(),
        Where::Removed => "outside the game".into(),
        Where::Supply => "the supply".into(),
        Where::EventZone => "the Event zone".into(),
        Where::BuildZone => "the build zone".into(),
        Where::Arena(arena) => format!("the {arena} arena"),
        Where::Stacked(unit) => format!("the stack of {}", name(unit)),
        Where::Piloting(unit) => format!("the pilot seat of {}", name(unit)),
        Where::Attached(host) => name(host),
        Where::Beneath(host) => format!("beneath {}", name(host)),
    }
}

/// What damage discards is destroyed.
fn discard_in_words(card: Slot, cause: DiscardCause, name: &dyn Fn(Slot) -> String) -> String {
    let it = name(card);
    match cause {
        DiscardCause::Damage(from) | DiscardCause::AttackDamage(from) if from == card => {
            format!("{it} destroys itself")
        }
        DiscardCause::Damage(from) | DiscardCause::AttackDamage(from) => {
            format!("{} destroys {it}", name(from))
        }
        DiscardCause::Health => format!("{it} is destroyed because its health fell"),
        DiscardCause::Uniqueness => format!("{it} is discarded because another unit has its name"),
        DiscardCause::Player(_) | DiscardCause::Rule => format!("{it} is discarded"),
    }
}

/// Where a card is put, after its name.
pub(crate) fn spot_in_words(spot: Spot, name: &dyn Fn(Slot) -> String) -> String {
    match spot {
        Spot::Arena(arena) => format!("to the {arena} arena"),
        Spot::BuildZone => "to the build zone".into(),
        Spot::OnTop(unit) => format!("on top of {}", name(unit)),
        Spot::Under(unit) => format!("under {}", name(unit)),
        Spot::Pilot(unit) => format!("as Pilot onto {}", name(unit)),
        Spot::Attach(host) => format!("onto {}", name(host)),
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Won(Role::Dark, rule) => write!(f, "The Dark Side wins (rule {rule})."),
            Outcome::Won(Role::Light, rule) => write!(f, "The Light Side wins (rule {rule})."),
            Outcome::Draw(rule) => write!(f, "The game is a draw (rule {rule})."),
            Outcome::Stopped => f.write_str("The game was stopped: it grew too large for the referee."),
        }
    }
}

/// What people call a player whose name nobody knows.
const fn side(who: Role) -> &'static str {
    match who {
        Role::Dark => "Dark",
        Role::Light => "Light",
    }
}

/// Stands for a player's name.
const fn mark(who: Role) -> &'static str {
    match who {
        Role::Dark => "DS",
        Role::Light => "LS",
    }
}

/// `1 damage counter`, `2 build counters`.
fn counters(amount: u8, kind: Counter) -> String {
    let many = if amount == 1 { "counter" } else { "counters" };
    format!("{amount} {} {many}", kind.name())
}

/// `no hits`, `1 hit`, `2 hits`.
fn count(number: u16, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
