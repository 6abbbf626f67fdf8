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
    definition: "If the first roll in an attack by this unit has a natural 3, the unit rolls X dice of \
        damage against itself at the attack end; once per attack, however many 3s there are. Rerolling the 3 \
        afterwards does not help, and a 3 that comes from a reroll or on dice added by Fury does no harm. \
        Dice of damage are not looked at. The unit may prevent this damage by its own abilities, except \
        where it has Ferocity without Fortitude.",
    sheets: None,
};
