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
    plain: "This unit is hit only on 5 or more.",
    example: "4 4 6 is 1 hit, not 3.",
    definition: "A die needs a 5 or more to hit this unit, not a 4. That goes for attack dice and dice of \
        damage. Armor changes the number needed and not the die, so Accuracy still counts: with Accuracy 1 \
        a 4 is enough. A second Armor adds nothing. It doesn't help against damage that isn't rolled \
        against this unit: fixed damage, Overkill, Critical Hit and Deflect.",
    sheets: Some(Sheets::SAME),
};
