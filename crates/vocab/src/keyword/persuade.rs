//! Persuade X: damage that the unit prevents is taken off the attacker's next attack.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Persuade,
    name: "Persuade",
    section: 1743,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Take up to X less damage; the attacker's next attack loses as much power.",
    example: "Stop 2: their 5 dice become 3 next time.",
    definition: "Play it in the damage prevention POP when damage is pending to this unit. Prevent up to X \
        of that damage, as much as you like; the attacking unit has that much less power in its next \
        attack. That hits the attacking unit even if another unit did the damage in that attack, as with \
        Deflect. Outside an attack, or at the end of one when nobody is attacking any more, it only \
        prevents. Each Persuade can be used once against each instance of damage; several uses add up.",
    sheets: None,
};
