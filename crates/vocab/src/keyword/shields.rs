//! Shields X: whoever attacks the unit rolls fewer dice.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Shields,
    name: "Shields",
    section: 1753,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Roll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Units attacking this one roll X fewer dice.",
    example: "Shields 1: 3 dice become 2.",
    definition: "A unit that attacks this unit has X less power for that roll, but never rolls fewer than 0 \
        dice. Only the moment when the attack dice are rolled matters, so Shields gained later are too \
        late. They don't help against dice of damage, fixed damage or Overkill. All values add up. An \
        effect that takes Shields away takes all of them, however gained, and the unit can't gain any \
        while that effect lasts.",
    sheets: Some(Sheets::SAME),
};
