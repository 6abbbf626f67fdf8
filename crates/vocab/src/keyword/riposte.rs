//! Riposte X: a natural 2 among the attack dice hurts the attacker.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Riposte,
    name: "Riposte",
    section: 1752,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Hits,
    resolves: Some(Step::AttackEnd),
    works_in: Places::ARENA,
    limits: &[],
    definition: "If the final attack dice against this unit have a natural 2, this unit deals X damage to \
        the attacker at the attack end, even if it has been discarded by then. The amount is fixed and dealt \
        once per attack, however many 2s there are; the attack may come from another arena. Only the dice as \
        they lie after all rerolls are looked at; Accuracy cannot make a natural 2, dice of damage do not \
        count, and Riposte gained after the roll is too late.",
    sheets: None,
};
