//! Plays that are going on, and uses that count (rules 1304, 1306, 1308).

use super::id::AbilityId;
use super::pop::Chance;
use super::state::{Slot, Slot0};
use vocab::Role;

/// What is tried and can be disrupted (rule 1308.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tried {
    /// Nothing.
    #[default]
    Nothing,
    /// An attack by this unit (rule 1105.4).
    Attack(Slot),
    /// A Battle card, a Mission or another card that is played or completed.
    Card(Slot),
    /// The deployment of this unit (rule 704.3).
    Deployment(Slot),
    /// An activated ability of this card; an Equip is one (rule 1002.5).
    Ability(Slot, AbilityId),
    /// A disrupt by this card (rule 1308.4).
    Disrupt(Slot),
}

/// Something that is tried, and whether it was disrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Try {
    /// What.
    pub what: Tried,
    /// By whom.
    pub who: Role,
    /// Whether it was disrupted (rule 1308.2).
    pub disrupted: bool,
}

impl Default for Try {
    fn default() -> Try {
        Try { what: Tried::Nothing, who: Role::Dark, disrupted: false }
    }
}

/// A stage of playing something (rule 1306.1); what is played is in the last context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// X is chosen (rule 1304.8).
    X(Chance),
    /// A mode is chosen (rule 1306.4).
    Mode(Chance),
    /// The Enhance texts are declared one after another (rule 1722.3).
    Enhance(u8),
    /// Everything that the text tells to choose, one choice after another.
    Targets(u8),
    /// What was chosen is kept.
    Keep(u8),
    /// The costs are paid, one list after another.
    Pay(u8),
    /// The disrupt chance is over.
    Tried,
    /// It resolves, one text after another.
    Resolve(u8),
    /// It has been dealt with.
    Finish,
}

/// The stretch over which uses are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Period {
    /// One instance of damage; the damage sequence counts them (rule 1204.4).
    Damage,
    /// One roll of dice.
    Roll,
    /// One unit entering an arena.
    Entering,
    /// One attack.
    Attack,
    /// One turn.
    #[default]
    Turn,
    /// As long as the card stays in play: "the next time" of a card that comes back is another.
    Stay,
    /// The whole game, wherever the card has been in between (rule 1601.11).
    Game,
}

/// A use of an ability that counts against its limit (rule 1304.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Used {
    /// The card that has it.
    pub card: Slot0,
    /// The ability.
    pub ability: AbilityId,
    /// The stretch over which it counts.
    pub period: Period,
    /// Which of several attacks or sequences within each other.
    pub level: u8,
    /// How often.
    pub times: u8,
}
