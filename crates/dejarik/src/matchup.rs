//! One card attacks another: units from the cards' own texts, and what of the texts the odds leave out.

use crate::open::{Cards, UnknownCard};
use cards::Printing;
use lang::{compile_card, define_from};
use odds::card::{Neighbours, Reason, add};
use odds::meeting::{Meeting, Party};
use odds::{Attack, Attacker, Defender, Odds, Refusal};
use std::fmt;
use thiserror::Error;
use vocab::Stat;

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
        let met = self.meet(attacker, defender, Neighbours::None)?;
        let attack = Attack { attacker: met.attacker, defender: met.defender, ..Attack::default() };
        Ok(Matchup { attack, left_out: [met.of_attacker, met.of_defender].concat() })
    }

    /// The two cards as units, clause by clause: all abilities of a clause are counted, or none of them and it's named.
    /// What a text says about units like the other card counts if that card is one ("when attacking a Capital Ship").
    pub fn meet(
        &self,
        attacker: &Printing,
        defender: &Printing,
        neighbours: Neighbours,
    ) -> Result<Met, MatchupError> {
        let (mut of_attacker, mut of_defender) = (Vec::new(), Vec::new());
        let mut pair =
            (bare_attacker(attacker, &mut of_attacker)?, bare_defender(defender, &mut of_defender)?);
        let compiled = [attacker, defender].map(|card| compile_card(card, self.lexicon()));
        let definitions = [define_from(attacker, &compiled[0]), define_from(defender, &compiled[1])];
        let meeting = Meeting::new(Some(&definitions[0]), Some(&definitions[1]));
        for (this, card, compiled) in
            [(Party::Attacker, attacker, &compiled[0]), (Party::Defender, defender, &compiled[1])]
        {
            for clause in &compiled.clauses {
                let mut changed = pair.clone();
                let added = match &clause.outcome {
                    Ok(abilities) => abilities
                        .iter()
                        .try_for_each(|ability| add(&mut changed, ability, this, &meeting, neighbours))
                        .map_err(Uncounted::Ability),
                    Err(_) => Err(Uncounted::NotUnderstood),
                };
                let left_out = match this {
                    Party::Attacker => &mut of_attacker,
                    Party::Defender => &mut of_defender,
                };
                match added {
                    Ok(()) => pair = changed,
                    Err(reason) => left_out.push(left(card, clause.text.trim(), reason)),
                }
            }
        }
        Ok(Met { attacker: pair.0, defender: pair.1, of_attacker, of_defender })
    }
}

/// Two cards as the units of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The attacking unit.
    pub attacker: Attacker,
    /// The defending unit.
    pub defender: Defender,
    /// What of the attacking card isn't counted.
    pub of_attacker: Vec<LeftOut>,
    /// What of the defending card isn't counted.
    pub of_defender: Vec<LeftOut>,
}

fn bare_attacker(card: &Printing, left_out: &mut Vec<LeftOut>) -> Result<Attacker, MatchupError> {
    let mut number = |what, stat| statistic(card, what, stat, left_out);
    let speed = number("speed", card.speed)?.and_then(|speed| u32::try_from(speed).ok());
    let health = number("health", card.health)?.and_then(|health| u32::try_from(health).ok());
    // 201.4: a power that the text sets is 0 until then.
    let power = number("power", card.power)?.unwrap_or(0);
    Ok(Attacker { speed: speed.unwrap_or(0), power, health, ..Attacker::default() })
}

fn bare_defender(card: &Printing, left_out: &mut Vec<LeftOut>) -> Result<Defender, MatchupError> {
    let health = statistic(card, "health", card.health, left_out)?;
    let health = health.and_then(|health| u32::try_from(health).ok());
    Ok(Defender { health, ..Defender::default() })
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
