//! Backfire X: a natural 3 in the first roll of its attack makes the unit hurt itself.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Backfire,
    name: "Backfire",
    section: 1709,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Roll,
    resolves: Some(Step::AttackEnd),
    works_in: Places::ARENA,
    limits: &[],
    plain: "If the first roll of its attack shows a 3, roll X dice at itself afterwards.",
    example: "Roll 6 3 1: one hit, then 1 die at itself.",
    definition: "If the first roll of this unit's attack has a natural 3, the unit rolls X dice of damage \
        against itself at the end of the attack; once per attack, however many 3s there are. Rerolling the \
        3 later doesn't help, and a 3 that comes from a reroll or on Fury's extra dice does no harm. Dice \
        of damage don't count. The unit may prevent this damage with its own abilities, unless it has \
        Ferocity without Fortitude.",
    sheets: None,
};
