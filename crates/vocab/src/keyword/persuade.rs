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
    definition: "Played in the damage prevention POP when damage is pending to this unit. Its controller \
        prevents as much of it as wanted, at most X, and the attacking unit has that much less power in its \
        next attack. This falls on the attacking unit even if the damage comes from another unit in that \
        attack, as by Deflect. Outside an attack, and at the attack end where nobody is attacking any more, \
        it only prevents. Each Persuade can be used once against each instance of damage; several uses add \
        up.",
    sheets: None,
};
