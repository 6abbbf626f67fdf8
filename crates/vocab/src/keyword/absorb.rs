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
    plain: "Take up to X less damage; this unit's next attack gets as much more power.",
    example: "Absorb 2 stops 2: power 4 rolls 6 dice next time.",
    definition: "Play it in the damage prevention POP when damage is pending to this unit. Prevent up to X \
        of that damage, as much as you like; the unit gets that much more power in its next attack. Only \
        damage that was really prevented counts, so unpreventable damage gives no power. Each Absorb can \
        be used once against each instance of damage. Several uses add up. The whole bonus goes to the \
        next attack, whether this turn or later, and ends with it.",
    sheets: None,
};
