//! Evade X: the unit prevents damage to itself.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Evade,
    name: "Evade",
    section: 1724,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Prevention,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Dodge up to X damage, once each time this unit would be damaged.",
    example: "3 damage coming, Evade 2: 1 lands.",
    definition: "Play it in the damage prevention POP when damage is pending to this unit: prevent any \
        amount of it, up to X. Each Evade can be used once against each instance of damage; two Evades \
        give two uses.",
    sheets: Some(Sheets::SAME),
};
