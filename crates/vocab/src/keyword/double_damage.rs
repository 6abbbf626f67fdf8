//! Double Damage: the defending unit gets a second counter for each damage that gets through.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::DoubleDamage,
    name: "Double Damage",
    section: 1719,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Placement,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "At damage placement the defending unit of this unit's attack receives a second damage \
        counter for every damage that got through; prevented damage is not doubled. The counters that are \
        placed anyway stay as they are. Only the damage of the attack itself is doubled: not what Overkill \
        moves to a second unit, and not what this unit does by Deflect or another ability during the attack. \
        The unit is considered to have done the undoubled damage. Two Double Damages count once.",
    sheets: None,
};
