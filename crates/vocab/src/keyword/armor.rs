//! Armor: dice need a 5 to hit the unit.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Armor,
    name: "Armor",
    section: 1707,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Hits,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "A die needs 5 or more, instead of 4, to hit this unit; attack dice and dice of damage \
        alike. Armor changes the number needed and not the die, so Accuracy is still added: with Accuracy 1 \
        a 4 is enough. A second Armor adds nothing. It is no help against damage that is not rolled for this \
        unit: fixed damage, Overkill, Critical Hit and Deflect damage.",
    sheets: Some(Sheets::SAME),
};
