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
    plain: "Damage of its attack that gets through puts two damage counters on the defender instead of one.",
    example: "2 hits, 1 evaded: 2 counters.",
    definition: "At damage placement, the unit defending against this unit's attack gets a second damage \
        counter for every damage that got through; prevented damage isn't doubled. Only the damage of the \
        attack itself is doubled: not what Overkill moves to a second unit, and not what this unit does \
        with Deflect or another ability during the attack. Counters placed for anything else stay as they \
        are. The unit counts as having done the undoubled damage. Two Double Damages work like one.",
    sheets: None,
};
