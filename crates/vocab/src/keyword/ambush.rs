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
    definition: "Playable when the opponent brings a unit into this unit's arena, be it by deploying, moving \
        or putting: roll X dice of damage against the newcomer, with this unit as their source. It is played \
        directly after the entering is complete, in any phase; where there are several, the players choose \
        one after the other, DS first. Each Ambush works once for every such entering, so a unit that leaves \
        and is brought in again can be met again. A tapped unit can use it, unless the cost is to tap. Safe \
        are units that enter during setup, an opposing unit that an effect of your own brings in, and a card \
        stacked onto a unit that is already there, because no unit enters.",
    sheets: Some(Sheets::SAME),
};
