//! Why the referee doesn't offer something.

use super::pop::Chance;
use super::state::Moment;
use vocab::RuleNumber;
use vocab::ability::Edge;

/// Why something that a player could do another time isn't offered now: the first test that it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Only units are attacked.
    NotAUnit,
    /// Its own side isn't attacked.
    OwnSide,
    /// It is where the attacker doesn't reach.
    OutOfReach,
    /// Stealth hides it.
    Stealth,
    /// A text forbids it.
    Forbidden,
    /// Attacking it has a price in Force that can't be paid.
    AttackPrice(u16),
    /// A text demands another target.
    Demanded,
    /// It has another moment: the kinds of chances that it is for.
    Moment(Vec<Chance>),
    /// It fits such a chance, and its text asks for something that isn't so now.
    Text,
    /// It has been used as often as it can be.
    UsedUp(Again),
    /// What it costs can't be paid.
    Price,
    /// It is tapped.
    Tapped,
    /// There are no build points left.
    NoBuildPoints,
    /// It is built in the build step.
    Built,
}

/// When something that was used can be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// With the next roll.
    Roll,
    /// With the next damage.
    Damage,
    /// In the next attack.
    Attack,
    /// In the next turn.
    Turn,
    /// With the next unit that comes in.
    Entering,
    /// When it has left and come back.
    Stay,
    /// Not in this game.
    Never,
}

impl Refusal {
    /// The rule that refuses it.
    pub const fn rule(&self) -> RuleNumber {
        let (section, rule) = match self {
            Refusal::NotAUnit => (208, 5),
            Refusal::OwnSide => (1105, 8),
            Refusal::OutOfReach => (1105, 1),
            Refusal::Stealth => (1755, 1),
            Refusal::Forbidden => (1312, 1),
            Refusal::AttackPrice(_) => (1105, 2),
            Refusal::Demanded => (1312, 2),
            Refusal::Moment(_) => (1307, 6),
            Refusal::Text => (1306, 2),
            Refusal::UsedUp(_) => (1304, 2),
            Refusal::Price => (102, 6),
            Refusal::Tapped => (706, 2),
            Refusal::NoBuildPoints => (702, 1),
            Refusal::Built => (603, 5),
        };
        RuleNumber::new(section, rule)
    }
}

/// Every kind of chance, with something in the place of what sets chances of a kind apart.
pub(crate) const KINDS: [Chance; 13] = [
    Chance::General,
    Chance::Attack,
    Chance::AddDice,
    Chance::Reroll,
    Chance::ChangeDice,
    Chance::Prevention,
    Chance::WouldBeDiscarded,
    Chance::AttackEnd,
    Chance::Disrupt,
    Chance::Entered,
    Chance::BuildStep,
    Chance::At(Edge::Start, Moment::TurnEnd),
    Chance::Just,
];
