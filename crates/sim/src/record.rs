//! One game of a batch, and what is kept of it.

use crate::batch::Batch;
use ai::Player;
use engine::state::{ByRole, Outcome, Where};
use engine::{Game, SetupError, What};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vocab::{Arena, DefinitionId, Role, RuleNumber};

/// One of the two that meet in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The first deck and player.
    A,
    /// The second.
    B,
}

impl Party {
    /// Both.
    pub const ALL: [Party; 2] = [Party::A, Party::B];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Party {
        match self {
            Party::A => Party::B,
            Party::B => Party::A,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Control of two arenas at the end of a turn (rule 1502.2).
    Arenas,
    /// A card that says so (rules 1502.1, 1502.4).
    Card,
    /// An empty deck, where that loses (rule 1502.10).
    DeckOut,
    /// Nobody won (rules 1502.6, 1502.11).
    Draw,
    /// The game grew beyond what the referee can hold.
    Stopped,
}

impl Way {
    /// All.
    pub const ALL: [Way; 5] = [Way::Arenas, Way::Card, Way::DeckOut, Way::Draw, Way::Stopped];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Way::Arenas => "control of two arenas",
            Way::Card => "a card",
            Way::DeckOut => "an empty deck",
            Way::Draw => "nobody",
            Way::Stopped => "stopped",
        }
    }
}

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the batch, counted from 0.
    pub game: u64,
    /// What its chance came from.
    pub seed: u64,
    /// Who had the Dark Side role.
    pub dark: Party,
    /// Who won, if anybody.
    pub winner: Option<Party>,
    /// How it ended.
    pub way: Way,
    /// The rule that ended it.
    pub rule: String,
    /// The turn in which it ended.
    pub turns: u16,
    /// How many questions the players answered.
    pub decisions: u32,
    /// How long A and B thought, in milliseconds; not part of what is reproducible.
    #[serde(skip)]
    pub thought: [u64; 2],
    /// How many questions A and B answered.
    pub answered: [u32; 2],
    /// Who held each arena when each turn ended: Space, Ground, Character.
    pub control: Vec<[Option<Party>; 3]>,
    /// How often the lead, the number of arenas held, went from one to the other.
    pub lead_changes: u16,
    /// When the cards of A and B were first drawn, came into play and were lost, by name.
    pub cards: [Vec<Times>; 2],
    /// The cards that A and B drew, opening hands included, each once, by name.
    pub drawn: [Vec<String>; 2],
    /// The cards that A and B deployed, completed or played, each once, by name.
    pub deployed: [Vec<String>; 2],
}

/// In which turn something first happened to a card; setup is turn 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Its name.
    pub card: String,
    /// When it was drawn.
    pub drawn: Option<u16>,
    /// When it was deployed, completed or played.
    pub played: Option<u16>,
    /// When it was discarded from the table.
    pub lost: Option<u16>,
}

/// How often the lead changed, turn by turn.
fn lead_changes(control: &[[Option<Party>; 3]]) -> u16 {
    let mut leader = None;
    let mut changes = 0;
    for arenas in control {
        let held = |party: Party| arenas.iter().filter(|holder| **holder == Some(party)).count();
        let now = match held(Party::A).cmp(&held(Party::B)) {
            std::cmp::Ordering::Greater => Some(Party::A),
            std::cmp::Ordering::Less => Some(Party::B),
            // Nobody has taken it yet.
            std::cmp::Ordering::Equal => leader,
        };
        changes += u16::from(leader.is_some() && now != leader);
        leader = now;
    }
    changes
}

fn won_by(rule: RuleNumber) -> Way {
    if rule == RuleNumber::new(1502, 2) {
        Way::Arenas
    } else if rule == RuleNumber::new(1502, 10) {
        Way::DeckOut
    } else {
        Way::Card
    }
}

/// Plays a game of a batch; `None` if the batch is stopped meanwhile.
pub(crate) fn play(batch: &Batch, number: u64, stop: &AtomicBool) -> Result<Option<Record>, SetupError> {
    let dark = batch.dark(number);
    let party = |role: Role| if role == Role::Dark { dark } else { dark.other() };
    let seed = batch.seed_of(number);
    let mut game = Game::new(batch.catalog.clone(), &batch.setup(number))?;
    let mut players = ByRole::from_fn(|role| {
        let of = party(role);
        let entrant = batch.of(of);
        Player::new(entrant.player, seed ^ (0x5EED + of as u64)).knowing(entrant.knowledge)
    });
    let mut seen: ByRole<BTreeMap<DefinitionId, [Option<u16>; 3]>> = ByRole::default();
    let mut control = Vec::new();
    let mut answered = [0; 2];
    let mut thought = [Duration::ZERO; 2];
    let mut turn = 0;
    loop {
        let now = game.whole().turn;
        if now > turn || game.outcome().is_some() {
            if turn > 0 {
                control.push(Arena::ALL.map(|arena| engine::control(&game, arena).map(party)));
            }
            turn = now;
        }
        for event in game.take_events() {
            let (who, card, kind) = match event.what {
                What::Drew { who, card } => (who, card, 0),
                What::Deployed { who, card, .. }
                | What::Completed { who, card, .. }
                | What::Played { who, card } => (who, card, 1),
                // 503.1: in setup units are put, not deployed.
                What::Moved { card, from: Where::Hand, to: Where::Arena(_) } => {
                    (game.whole().card(card).owner, card, 1)
                }
                What::Discarded { card, from, .. } if from.is_on_the_table() => {
                    (game.whole().card(card).owner, card, 2)
                }
                _ => continue,
            };
            let times = seen[who].entry(game.whole().card(card).definition).or_default();
            times[kind].get_or_insert(now);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(ask) = game.asked() else { break };
        let started = Instant::now();
        let index = players[ask.who].choose(game.seat(ask.who));
        thought[party(ask.who) as usize] += started.elapsed();
        answered[party(ask.who) as usize] += 1;
        if game.answer(index).is_err() {
            break;
        }
    }
    let (winner, way, rule) = match game.outcome() {
        Some(Outcome::Won(role, rule)) => (Some(party(role)), won_by(rule), rule.to_string()),
        Some(Outcome::Draw(rule)) => (None, Way::Draw, rule.to_string()),
        Some(Outcome::Stopped) | None => (None, Way::Stopped, String::new()),
    };
    let times = Party::ALL.map(|of| {
        let role = if of == dark { Role::Dark } else { Role::Light };
        let mut times: Vec<Times> = seen[role]
            .iter()
            .map(|(id, [drawn, played, lost])| Times {
                card: game.catalog().definition(*id).to_string(),
                drawn: *drawn,
                played: *played,
                lost: *lost,
            })
            .collect();
        times.sort_by(|a, b| a.card.cmp(&b.card));
        times
    });
    let names = |is_in: fn(&Times) -> bool| {
        [0, 1].map(|of: usize| {
            let own = times[of].iter().filter(|times| is_in(times));
            own.map(|times| times.card.clone()).collect()
        })
    };
    let (drawn, deployed) = (names(|times| times.drawn.is_some()), names(|times| times.played.is_some()));
    Ok(Some(Record {
        game: number,
        seed,
        dark,
        winner,
        way,
        rule,
        turns: game.whole().turn,
        decisions: answered.iter().sum(),
        thought: thought.map(|thought| thought.as_millis() as u64),
        answered,
        lead_changes: lead_changes(&control),
        control,
        cards: times,
        drawn,
        deployed,
    }))
}

#[cfg(test)]
mod tests {
    use super::{Party, lead_changes};

    #[test]
    fn the_lead_changes_when_the_other_one_holds_more() {
        let (a, b) = (Some(Party::A), Some(Party::B));
        assert_eq!(lead_changes(&[]), 0);
        assert_eq!(lead_changes(&[[a, None, None], [a, b, None], [None, b, None]]), 1);
        assert_eq!(lead_changes(&[[a, None, None], [b, None, None], [a, a, b]]), 2);
        assert_eq!(
            lead_changes(&[[a, b, None], [None, None, b]]),
            0,
            "the first to lead takes it from nobody"
        );
    }
}
