//! Barrage X: the unit may attack into the Character arena.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Barrage,
    name: "Barrage",
    section: 1710,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Declaration,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "May attack into the Character arena, using X instead of its printed power.",
    example: "A walker with Barrage 4 rolls 4 dice at a hero.",
    definition: "When this unit attacks, it may choose a target in the Character arena instead of its own. \
        For that attack its base power is X, plus or minus everything that changes its power, including \
        the bonus of a stack. It works from any other arena when the unit acts there, and a normal attack \
        is always possible instead. It can't be used on targets outside the Character arena. Several \
        Barrage values add up. Retaliate can't answer such an attack; another unit in the Character arena \
        can intercept it.",
    sheets: None,
};
