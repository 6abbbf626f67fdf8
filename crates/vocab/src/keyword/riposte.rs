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
    plain: "If the final attack dice against it show a 2, the attacker takes X damage afterwards.",
    example: "They roll 6 2 2: Riposte 2 does 2, once.",
    definition: "If the final attack dice against this unit show a natural 2, this unit does X damage to \
        the attacker at the end of the attack, even if it has been discarded by then. The amount is fixed \
        and done once per attack, however many 2s there are; the attack may come from another arena. Only \
        the dice left after all rerolls count; Accuracy can't make a natural 2, dice of damage don't \
        count, and Riposte gained after the roll is too late.",
    sheets: None,
};
