//! Costs: what comes before the arrow, after Upkeep and Alternative Cost, and in "unless you pay".

use super::{Action, Amount, Player};
use serde::Serialize;

/// Costs in the order written, which is the order of payment (rule 1304.8); the payer pays all or none (rule 102.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Costs(pub Vec<Payment>);

/// One item of a cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Payment {
    /// `[tap]`: tap this card, which must be untapped (rule 1304.4).
    TapThis,
    /// "pay 2 Force" (rule 1602.9).
    Force(Amount),
    /// "pay 1 build point" (rule 701.2).
    BuildPoints(Amount),
    /// "discard a card from your hand", "tap one of your units", "remove 2 counters": done in full or not paid.
    Act(Box<Action>),
    /// "choose one: pay 2 Force. Or: discard a card": the player chooses which.
    OneOf(Player, Vec<Costs>),
}

impl Costs {
    /// No cost at all (rule 206.2).
    pub const fn free() -> Costs {
        Costs(Vec::new())
    }

    /// "Pay n Force".
    pub fn force(n: impl Into<Amount>) -> Costs {
        Costs(vec![Payment::Force(n.into())])
    }

    /// "Pay n build points".
    pub fn build_points(n: impl Into<Amount>) -> Costs {
        Costs(vec![Payment::BuildPoints(n.into())])
    }

    /// `[tap]`.
    pub fn tap() -> Costs {
        Costs(vec![Payment::TapThis])
    }

    /// "discard a card from your hand" and other things to do.
    pub fn act(action: impl Into<Action>) -> Costs {
        Costs(vec![Payment::Act(Box::new(action.into()))])
    }

    /// The same costs and then these: `[tap], pay 1 Force`.
    #[must_use]
    pub fn and(mut self, more: Costs) -> Costs {
        self.0.extend(more.0);
        self
    }
}
