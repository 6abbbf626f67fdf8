//! The flags of `dejarik odds`.

use super::Json;
use clap::{Args, ValueEnum};
use odds::{Aim, Prevent, Reroll, Roller};
use std::str::FromStr;

/// An attack: by flags, by cards, or by a query of the community's calculator.
#[derive(Debug, Clone, Args)]
pub struct Odds {
    /// Attacking cards and, last, the defending card; or a query such as `power=6&accuracy=1`
    pub cards: Vec<String>,
    /// An address of the community's calculator, or its query
    #[arg(long, value_name = "URL", conflicts_with = "cards")]
    pub url: Option<String>,
    /// Only damage dice; add --armor if the unit has it
    #[arg(long, value_name = "X", conflicts_with_all = ["cards", "url"])]
    pub damage_dice: Option<u32>,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub attacker: AttackerFlags,
    #[command(flatten)]
    pub defender: DefenderFlags,
    /// Who uses Lucky first: the Dark Side player [default: by the cards' sides, else the attacker]
    #[arg(
        long,
        value_name = "attacker|defender",
        hide_possible_values = true,
        help_heading = "How it's played"
    )]
    pub first: Option<First>,
    /// A later attack on the same unit, as a query: `power=4&accuracy=1`; may be repeated
    #[arg(long, value_name = "QUERY", help_heading = "How it's played")]
    pub then: Vec<String>,
}

/// The attacking unit (with cards: the first one; a flag replaces what the card says).
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "The attacking unit")]
pub struct AttackerFlags {
    /// Power
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=60))]
    pub power: Option<i32>,
    /// Accuracy, may be negative
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub accuracy: Option<i32>,
    /// Critical Hit
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub crit: Option<u32>,
    /// Fury
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub fury: Option<u32>,
    /// Backfire
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub backfire: Option<u32>,
    /// Focus
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub focus: Option<u32>,
    /// Overload, used for this attack
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub overload: Option<u32>,
    /// Resilience, may be negative; see --attacker-damage
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub resilience: Option<i32>,
    /// Lucky
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub lucky: Option<u32>,
    /// How to use it: never, on misses (1s first), or in the best way for damage or destruction
    #[arg(long, value_name = "none|simple|damage|destroy", hide_possible_values = true)]
    pub reroll: Option<AttackerReroll>,
    /// Stun
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub stun: Option<u32>,
    /// Tenacity
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub tenacity: Option<u32>,
    /// Cunning
    #[arg(long)]
    pub cunning: bool,
    /// Double Damage
    #[arg(long)]
    pub double_damage: bool,
    /// Double Strike, against the same unit
    #[arg(long)]
    pub double_strike: bool,
    /// Ferocity
    #[arg(long)]
    pub ferocity: bool,
    /// Overkill onto a unit with this remaining health
    #[arg(long, value_name = "HEALTH", value_parser = keyword_number())]
    pub overkill: Option<u32>,
    /// Armor of the attacker, against what comes back
    #[arg(long)]
    pub attacker_armor: bool,
    /// Health of the attacker
    #[arg(long, value_name = "N")]
    pub attacker_health: Option<u32>,
    /// Damage counters on the attacker
    #[arg(long, value_name = "N")]
    pub attacker_damage: Option<u32>,
}

/// The defending unit.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "The defending unit")]
pub struct DefenderFlags {
    /// Armor
    #[arg(long)]
    pub armor: bool,
    /// Fortitude
    #[arg(long)]
    pub fortitude: bool,
    /// Shields
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub shields: Option<u32>,
    /// Parry
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub parry: Option<u32>,
    /// Riposte
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub riposte: Option<u32>,
    /// Lucky of the defending unit
    #[arg(long, value_name = "X", value_parser = keyword_number())]
    pub their_lucky: Option<u32>,
    /// How to use it: never, on hits (6s first), or in the best way against damage or for survival
    #[arg(long, value_name = "none|simple|damage|survive", hide_possible_values = true)]
    pub their_reroll: Option<DefenderReroll>,
    /// Health
    #[arg(long, value_name = "N")]
    pub health: Option<u32>,
    /// Damage counters on it
    #[arg(long, value_name = "N")]
    pub damage: Option<u32>,
    /// Evade X, for FORCE (0 if left out); this and the next ones may be repeated
    #[arg(long, value_name = "X[:FORCE]")]
    pub evade: Vec<Paid>,
    /// Deflect X at the attacker
    #[arg(long, value_name = "X[:FORCE]")]
    pub deflect: Vec<Paid>,
    /// Deflect at a unit other than the attacker
    #[arg(long)]
    pub deflect_elsewhere: bool,
    /// Absorb X
    #[arg(long, value_name = "X[:FORCE]")]
    pub absorb: Vec<Paid>,
    /// Persuade X
    #[arg(long, value_name = "X[:FORCE]")]
    pub persuade: Vec<Paid>,
    /// Protect X of another unit
    #[arg(long, value_name = "X[:FORCE]")]
    pub protect: Vec<Paid>,
    /// Retaliate X
    #[arg(long, value_name = "X[:FORCE]")]
    pub retaliate: Vec<Paid>,
    /// The defender's Force [default: enough]
    #[arg(long, value_name = "N")]
    pub force: Option<u32>,
    /// When the defender pays for prevention: never, only when it saves the unit, or always
    #[arg(long, value_name = "never|saves|always", hide_possible_values = true)]
    pub prevent: Option<When>,
}

/// A keyword's number; a keyword with 0 isn't one.
fn keyword_number() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=99)
}

/// An ability with a number that may cost Force: `2` or `2:1`.
#[derive(Debug, Clone, Copy)]
pub struct Paid {
    /// The number.
    pub amount: u32,
    /// The Force.
    pub force: u32,
}

impl FromStr for Paid {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Paid, &'static str> {
        let (amount, force) = text.split_once(':').unwrap_or((text, "0"));
        match (amount.parse(), force.parse()) {
            (Ok(1..), Ok(force)) => Ok(Paid { amount: amount.parse().unwrap_or(0), force }),
            (Ok(0), _) => Err("the number is at least 1"),
            (Ok(_) | Err(_), _) => Err("a number, or a number and its cost in Force: `2` or `2:1`"),
        }
    }
}

/// Who rerolls first.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum First {
    /// The attacker.
    Attacker,
    /// The defender.
    Defender,
}

impl From<First> for Roller {
    fn from(first: First) -> Roller {
        match first {
            First::Attacker => Roller::Attacker,
            First::Defender => Roller::Defender,
        }
    }
}

/// The attacker's way to reroll.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum AttackerReroll {
    /// Never.
    None,
    /// Misses, 1s first.
    Simple,
    /// For damage.
    Damage,
    /// For destruction.
    Destroy,
}

impl From<AttackerReroll> for Reroll {
    fn from(reroll: AttackerReroll) -> Reroll {
        match reroll {
            AttackerReroll::None => Reroll::None,
            AttackerReroll::Simple => Reroll::Simple,
            AttackerReroll::Damage => Reroll::Best(Aim::Damage),
            AttackerReroll::Destroy => Reroll::Best(Aim::Destruction),
        }
    }
}

/// The defender's way to reroll.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum DefenderReroll {
    /// Never.
    None,
    /// Hits, 6s first.
    Simple,
    /// Against damage.
    Damage,
    /// For survival.
    Survive,
}

impl From<DefenderReroll> for Reroll {
    fn from(reroll: DefenderReroll) -> Reroll {
        match reroll {
            DefenderReroll::None => Reroll::None,
            DefenderReroll::Simple => Reroll::Simple,
            DefenderReroll::Damage => Reroll::Best(Aim::Damage),
            DefenderReroll::Survive => Reroll::Best(Aim::Destruction),
        }
    }
}

/// When prevention is paid for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum When {
    /// Not at all.
    Never,
    /// When it saves the unit.
    Saves,
    /// Always.
    Always,
}

impl From<When> for Prevent {
    fn from(when: When) -> Prevent {
        match when {
            When::Never => Prevent::Never,
            When::Saves => Prevent::WhenItSaves,
            When::Always => Prevent::Always,
        }
    }
}
