//! Reserves: an ability that works only in the build zone.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Reserves,
    name: "Reserves",
    section: 1749,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::Ability,
    step: Step::Always,
    resolves: None,
    works_in: Places::BUILD_ZONE,
    limits: &[],
    plain: "Works only while this unit is face up in your build zone.",
    example: "Leads from behind: hunters get +1 power.",
    definition: "The unit has the ability only while it's face-up in the build zone. The ability keeps its \
        kind and its normal timing: an activated one can be disrupted, and one that prevents damage is \
        played in the damage prevention POP. Several Reserves each work on their own.",
    sheets: Some(Sheets::SAME),
};
