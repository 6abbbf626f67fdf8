//! Ambush X: the unit fires at an opposing unit that is brought into its arena.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Ambush,
    name: "Ambush",
    section: 1705,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::Entering,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When your opponent brings a unit into this arena, you may roll X dice at it.",
    example: "Ambush 3: newcomer, 3 dice, 5 2 4: 2 damage.",
    definition: "Play it when your opponent brings a unit into this unit's arena by deploying, moving or \
        putting it there: roll X dice of damage against the newcomer, with this unit as the source. You \
        play it right after the unit has entered, in any phase; if there are several, the players take \
        turns choosing, DS first. Each Ambush works once for each unit that enters, so a unit that leaves \
        and comes back can be ambushed again. A tapped unit can use it, unless tapping is the cost. Some \
        arrivals are safe: units placed in setup, an opposing unit that your own effect brings in, and a \
        card stacked onto a unit already there, because no unit enters.",
    sheets: Some(Sheets::SAME),
};
