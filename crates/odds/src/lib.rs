//! The odds of attacks: every outcome with its exact chance, nothing tried at random.
//!
//! ```
//! use dejarik_odds::{Aim, Attack, Reroll};
//!
//! let mut attack = Attack::of_power(6);
//! attack.attacker.critical_hit = 3;
//! assert_eq!(attack.exact()?.expect("few dice").mean.to_string(), "77687/15552");
//!
//! attack.attacker.lucky = 2;
//! attack.attacker.reroll = Reroll::Best(Aim::Damage);
//! attack.defender.health = Some(5);
//! let odds = attack.odds()?;
//! assert!(odds.damage.mean() > 5.0 && odds.destroyed.expect("health is known") > 0.5);
//!
//! attack.attacker.power = 61;
//! assert_eq!(attack.odds().unwrap_err().to_string(), "power 61: at most 60");
//! # Ok::<(), dejarik_odds::Refusal>(())
//! ```
//!
//! # Where to go next
//!
//! - [`Attack`]: one attacking and one defending unit; [`Odds`]: hits, damage, prevention, destruction, what comes back
//! - [`Sequence`]: several attacks on one unit
//! - [`card`]: units from compiled cards; [`calculator`]: the community's query
//! - docs/ODDS.md: which choices the players make
//! - inside: [`mod@unit`] says who fights, `dice` which faces matter, `first_roll` what falls first, `reroll` what each
//!   player rerolls; `strike` puts the dice together, `damage` and `prevention` turn hits into damage, `back` sends some
//!   of it back, [`attack`] and [`sequence`] (with `node` and `moment`) collect the answers

pub mod attack;
mod back;
pub mod calculator;
pub mod card;
mod damage;
mod dice;
mod distribution;
mod exact;
mod first_roll;
mod fraction;
mod lattice;
mod mass;
pub mod meeting;
mod moment;
mod node;
mod plan;
mod prevention;
mod refusal;
mod reroll;
pub mod sequence;
mod strike;
pub mod unit;

pub use attack::{Attack, NeighbourOdds, Odds};
pub use dice::{Natural, Naturals, damage_dice};
pub use distribution::Distribution;
pub use exact::Exact;
pub use fraction::Fraction;
pub use refusal::Refusal;
pub use sequence::{Sequence, SequenceOdds, Strike, StrikeKind};

pub use unit::{
    Aim, Attacker, Defender, DeflectAt, Neighbour, Prevent, Prevention, PreventionKind, Reroll, Retaliate,
    Roller,
};
