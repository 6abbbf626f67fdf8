//! Overload X: the unit attacks with more power and hurts itself for it.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Overload,
    name: "Overload",
    section: 1741,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Declaration,
    resolves: Some(Step::AttackEnd),
    works_in: Places::ARENA,
    limits: &[],
    plain: "You may attack with +X power; then roll X dice at this unit itself.",
    example: "3 dice become 5, then 2 dice hit back at you.",
    definition: "When you declare an attack, before the attack POP, you may raise this unit's power by X \
        for that attack. In return it rolls X dice of damage against itself at the end of the attack, even \
        if no attack dice were rolled. Several values add up, to be taken in full or not at all.",
    sheets: None,
};
