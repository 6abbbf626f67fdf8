//! How far a part of an effect, or an action, is.

use std::hash::{Hash, Hasher};

/// How far a part of an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeStage {
    /// This many steps, or cards of "for each", are done.
    Step(u8),
    /// Somebody is asked.
    Asks,
    /// A price has been paid, or has not.
    Paid,
    /// The second of both players is asked.
    Second,
    /// Both players have been asked.
    Over,
    /// The costs of this option have been paid, or have not.
    Option(u8),
}

impl NodeStage {
    /// Nothing is done yet.
    pub const START: NodeStage = NodeStage::Step(0);

    /// The bit of steps of which one was not done.
    const FAILED: u8 = 0x80;

    /// So many steps are done, or one of them was not.
    pub const fn after(steps: u8, has_failed: bool) -> NodeStage {
        NodeStage::Step(if has_failed { steps | NodeStage::FAILED } else { steps })
    }

    /// Whether one of the steps was not done.
    pub const fn has_failed(self) -> bool {
        matches!(self, NodeStage::Step(step) if step & NodeStage::FAILED != 0)
    }

    /// How many steps are done.
    pub const fn step(self) -> u8 {
        match self {
            NodeStage::Step(step) => step & !NodeStage::FAILED,
            NodeStage::Asks
            | NodeStage::Paid
            | NodeStage::Second
            | NodeStage::Over
            | NodeStage::Option(_) => 0,
        }
    }
}

impl Hash for NodeStage {
    /// As one number: recorded games compare hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(match self {
            NodeStage::Step(step) => *step,
            NodeStage::Asks => 100,
            NodeStage::Paid => 101,
            NodeStage::Second => 102,
            NodeStage::Over => 103,
            NodeStage::Option(option) => option.wrapping_add(110),
        });
    }
}

/// How far the paying of a list of costs is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayStage {
    /// This item is next.
    Next(u8),
    /// This item was paid, or was not.
    After(u8),
}

impl PayStage {
    /// Nothing is paid yet.
    pub const START: PayStage = PayStage::Next(0);

    /// The item that it is about.
    pub const fn item(self) -> u8 {
        match self {
            PayStage::Next(item) | PayStage::After(item) => item,
        }
    }
}

/// How far an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionStage {
    /// What it acts on is selected, by the selector with this number.
    Selects(u8),
    /// Somebody is asked.
    Asks,
    /// It is done.
    Does,
    /// The attack or damage that it made is over.
    After,
}

impl ActionStage {
    /// Nothing is selected yet.
    pub const START: ActionStage = ActionStage::Selects(0);
}

impl Hash for ActionStage {
    /// As one number: recorded games compare hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(match self {
            ActionStage::Selects(selector) => *selector,
            ActionStage::Asks => 100,
            ActionStage::Does => 101,
            ActionStage::After => 102,
        });
    }
}
