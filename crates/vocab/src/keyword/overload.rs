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
    definition: "On declaring an attack, before the attack POP, the controller may raise this unit's power \
        by X for that attack. The price is X dice of damage by the unit against itself at the attack end, \
        even if no attack dice were rolled. Several values are one sum, to be taken as a whole or not at \
        all.",
    sheets: None,
};
