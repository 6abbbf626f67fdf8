//! Absorb X: damage that the unit prevents turns into power for its next attack.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Absorb,
    name: "Absorb",
    section: 1701,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "Played in the damage prevention POP when damage is pending to this unit. Its controller \
        prevents as much of it as wanted, at most X, and the unit has that much more power in its next \
        attack. Only what was really prevented counts, so unpreventable damage gives no power. Each Absorb \
        can be used once against each instance of damage. What several uses earn is added together; all of \
        it belongs to the one attack that comes next, in this turn or a later one, and ends with it.",
    sheets: None,
};
