//! Lucky X: attack dice by or against the unit may be rerolled.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Lucky,
    name: "Lucky",
    section: 1738,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Reroll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Once per attack by or against this unit, you may have up to X attack dice rerolled.",
    example: "Roll your 1 again, or make them reroll a 6.",
    definition: "In each attack by this unit, its controller may pick up to X of its attack dice and reroll \
        them; in each attack on it, up to X of the dice rolled against it. You use it once per attack, in \
        the reroll POP after triggered rerolls, and all the dice you pick are rerolled together: any of \
        them, including Fury's extra dice, but no more than were rolled. Both players may use theirs, DS \
        first; once both pass, unused Lucky is lost for this attack.",
    sheets: Some(Sheets::SAME),
};
