//! Build steps and completions that are going on (chapters 7 to 10).

use super::decision::Spot;
use super::id::AbilityId;
use super::state::Slot;
use vocab::{Keyword, Role};

/// A stage of a build or retreat step, or of a completion. Everything from `Counters` to `Equipping` stands above the
/// frame of the build step or of the chance in which it was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// A build step begins (rule 603.2).
    Start(Role),
    /// What comes before everything else, in any order (rule 603.2).
    Items(Role),
    /// How many damage counters Damage Control removes (rule 1716.1).
    DamageControl(Role, Slot),
    /// Which cost of an Upkeep is paid (rule 1760.2).
    Upkeep(Role, Slot, AbilityId),
    /// What the player does next (rule 603.5).
    Choose(Role),
    /// How many counters are put on a card (rules 702.1, 702.3).
    Counters(Role, Slot),
    /// Which of several costs the card is completed by (rules 1704.7, 1731.11).
    Ways(Role, Slot, Keyword),
    /// Where a card goes when it is completed (rule 704.4).
    Destination(Role, Slot, Way),
    /// How much X is for a card that costs X (rule 201.3).
    X(Role, Slot),
    /// Whether the Enhance text of a Mission is paid for (rule 1722.3).
    Enhance(Role, Slot, Spot, Way),
    /// The prices of a completion are paid, this many of them already (rule 704.2).
    Paying(Role, Slot, Spot, Way, u8),
    /// A completion after its disrupt chance (rule 704.2).
    Completing(Role, Slot, Spot, Way),
    /// The text of a Mission has resolved (rule 207.1).
    Resolved(Slot),
    /// What an Equipment is attached to, by the ability with this place in its text (rule 1002.1).
    Host(Role, Slot, u8),
    /// The Equip cost is paid (rule 1002.5).
    EquipPaid(Role, Slot, u8, Slot),
    /// An Equipment after the disrupt chance (rule 1002.5).
    Equipping(Slot, Slot),
    /// A unit has more Pilots than it can carry: which of them goes (rule 904.5).
    ExcessPilot(Slot),
    /// The build step ends (rule 603.7).
    End(Role),
    /// The unspent build points are lost (rule 104.4).
    Ended(Role),
    /// A retreat step begins (rule 706.1).
    RetreatStart(Role),
    /// Which units retreat (rule 706.1).
    Retreat(Role),
    /// What comes before everything else in a build step is done (rule 603.6).
    Begun(Role),
}

/// How a card is completed. Abilities are named by their place in the card's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// By its build counters (rule 704.1).
    Counters,
    /// By Hidden Cost: counters and Force (rule 1731.1).
    Hidden,
    /// By this Alternative Cost (rule 1704.1).
    Alternative(u8),
    /// Out of the discard pile by this Meditate (rule 1739.1).
    Meditate(u8),
    /// A Trap whose moment has come (rule 212.2).
    Trap,
    /// By an effect, with build points for what its counters do not cover (rules 703.6, 1602.1).
    Bought,
    /// By an effect that asks for nothing.
    Free,
    /// By this Alternative Cost, which a text gives to the card (rule 1704.1).
    GivenAlternative(AbilityId),
    /// Out of the discard pile by this Meditate, which a text gives to the card (rule 1739.1).
    GivenMeditate(AbilityId),
}

/// Something to do at the start of a build step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Item {
    /// The draw.
    #[default]
    Draw,
    /// The Upkeep of a card (rule 1760.1).
    Upkeep(Slot, AbilityId),
    /// Damage Control of a unit (rule 1716.1).
    DamageControl(Slot),
    /// A Bounty that was earned (rule 1712.1).
    Bounty {
        /// Whose it was.
        unit: Slot,
        /// The card that gave it.
        giver: Slot,
        /// The ability.
        ability: AbilityId,
        /// The unit that was discarded.
        fallen: Slot,
    },
    /// Everything that triggers when the build step starts.
    Triggers,
}
