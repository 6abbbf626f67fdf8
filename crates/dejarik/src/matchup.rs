//! One card attacks another: units from the cards' own texts, and what of the texts the odds leave out.

use crate::open::{Cards, UnknownCard};
use cards::Printing;
use lang::compile_card;
use odds::card::{Neighbours, Reason, add_to_attacker, add_to_defender};
use odds::{Attack, Attacker, Defender, Odds, Refusal};
use std::fmt;
use thiserror::Error;
use vocab::Stat;
use vocab::ability::Ability;

/// One card attacking another, before anything is played.
///
/// ```
/// let cards = dejarik::Cards::core();
/// let matchup = cards.matchup("Jessa Korr (A)", "Infantry Automaton")?;
/// println!("{}", matchup.odds()?);
/// for left_out in &matchup.left_out {
///     println!("not counted: {left_out}");
/// }
/// # Ok::<(), dejarik::MatchupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchup {
    /// The attack; change it to try out other numbers.
    pub attack: Attack,
    /// The parts of both texts that the odds don't count.
    pub left_out: Vec<LeftOut>,
}

/// A part of a card that the odds don't count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The card.
    pub card: String,
    /// The clause.
    pub clause: String,
    /// Why.
    pub reason: Uncounted,
}

/// Why the odds don't count a part of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// The clause isn't understood.
    NotUnderstood,
    /// The statistic is a star: the text sets it.
    SetByText,
    /// The ability isn't one that the odds look at.
    Ability(Reason),
}

/// Two cards whose attack has no odds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchupError {
    /// There's no such card.
    #[error(transparent)]
    Unknown(#[from] UnknownCard),
    /// It's not a unit.
    #[error("{card} has no {statistic}: only units fight")]
    NotAUnit {
        /// The card.
        card: String,
        /// What it lacks.
        statistic: &'static str,
    },
    /// The numbers are out of bounds.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl fmt::Display for Uncounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncounted::NotUnderstood => f.write_str("not understood"),
            Uncounted::SetByText => f.write_str("set by its text"),
            Uncounted::Ability(reason) => reason.fmt(f),
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.card, self.clause, self.reason)
    }
}

impl Matchup {
    /// The odds of the attack.
    pub fn odds(&self) -> Result<Odds, Refusal> {
        self.attack.odds()
    }
}

impl Cards {
    /// One card attacks another; both are given by name.
    pub fn matchup(&self, attacker: &str, defender: &str) -> Result<Matchup, MatchupError> {
        let (attacker, defender) = (self.card(attacker)?, self.card(defender)?);
        let (attacker, mut left_out) = self.attacker(attacker, Neighbours::None)?;
        let (defender, more) = self.defender(defender)?;
        left_out.extend(more);
        Ok(Matchup { attack: Attack { attacker, defender, ..Attack::default() }, left_out })
    }

    /// A card as an attacking unit, and what of it isn't counted.
    pub fn attacker(
        &self,
        card: &Printing,
        neighbours: Neighbours,
    ) -> Result<(Attacker, Vec<LeftOut>), MatchupError> {
        let mut left_out = Vec::new();
        let mut number = |what, stat| statistic(card, what, stat, &mut left_out);
        let speed = number("speed", card.speed)?.and_then(|speed| u32::try_from(speed).ok());
        let health = number("health", card.health)?.and_then(|health| u32::try_from(health).ok());
        // 201.4: a power that the text sets is 0 until then.
        let power = number("power", card.power)?.unwrap_or(0);
        let unit = Attacker { speed: speed.unwrap_or(0), power, health, ..Attacker::default() };
        let add = |unit: &mut Attacker, ability: &Ability| add_to_attacker(unit, ability, neighbours);
        Ok((self.add_clauses(card, unit, add, &mut left_out), left_out))
    }

    /// A card as a defending unit, and what of it isn't counted.
    pub fn defender(&self, card: &Printing) -> Result<(Defender, Vec<LeftOut>), MatchupError> {
        let mut left_out = Vec::new();
        let health = statistic(card, "health", card.health, &mut left_out)?;
        let health = health.and_then(|health| u32::try_from(health).ok());
        let unit = Defender { health, ..Defender::default() };
        Ok((self.add_clauses(card, unit, add_to_defender, &mut left_out), left_out))
    }

    /// Adds clause by clause: all abilities of a clause, or none of them and it's named.
    fn add_clauses<U: Clone>(
        &self,
        card: &Printing,
        mut unit: U,
        add: impl Fn(&mut U, &Ability) -> Result<(), Reason>,
        left_out: &mut Vec<LeftOut>,
    ) -> U {
        for clause in compile_card(card, self.lexicon()).clauses {
            let mut changed = unit.clone();
            let added = match &clause.outcome {
                Ok(abilities) => abilities
                    .iter()
                    .try_for_each(|ability| add(&mut changed, ability))
                    .map_err(Uncounted::Ability),
                Err(_) => Err(Uncounted::NotUnderstood),
            };
            match added {
                Ok(()) => unit = changed,
                Err(reason) => left_out.push(left(card, clause.text.trim(), reason)),
            }
        }
        unit
    }
}

fn left(card: &Printing, clause: &str, reason: Uncounted) -> LeftOut {
    LeftOut { card: card.name.full().to_string(), clause: clause.to_string(), reason }
}

/// A printed statistic; `None`, and named among what's left out, if the text sets it.
fn statistic(
    card: &Printing,
    what: &'static str,
    stat: Stat,
    left_out: &mut Vec<LeftOut>,
) -> Result<Option<i32>, MatchupError> {
    match stat {
        Stat::Value(value) => Ok(Some(value.into())),
        Stat::Star => {
            left_out.push(left(card, &format!("{what} *"), Uncounted::SetByText));
            Ok(None)
        }
        Stat::None => Err(MatchupError::NotAUnit { card: card.name.full().to_string(), statistic: what }),
    }
}
