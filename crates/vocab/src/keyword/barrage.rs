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
    definition: "When it attacks, this unit can choose its target in the Character arena in place of its own \
        arena. For that attack its base power is X, and all power changes are added, the bonus of a stack \
        included. It works from whatever other arena the unit is in, when the unit acts there, and a normal \
        attack is always possible instead. Targets outside the Character arena cannot be chosen with it. \
        Several Barrage values add up. Retaliate cannot be used against such an attack; Intercept can, by \
        another unit in the Character arena.",
    sheets: None,
};
