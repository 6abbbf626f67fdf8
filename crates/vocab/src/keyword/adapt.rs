//! Adapt: the unit takes one of several texts when the battle step of its arena starts.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Adapt,
    name: "Adapt",
    section: 1703,
    class: Some(Combination::Layered),
    nature: Nature::StaticWithTrigger,
    parameter: Parameter::Alternatives,
    step: Step::BattleStepStart,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When the battle in its arena starts, choose one text; the unit has it this turn.",
    example: "Shields 1 or +2 power, new each turn.",
    definition: "When the battle step of this unit's arena starts, its controller must pick one of the \
        texts between the slashes, and the unit has that text for the rest of the turn. A unit that \
        arrives later in the step doesn't adapt. Two Adapt abilities mean two separate picks. A text that \
        itself does something when the battle step starts comes too late this time. If the arena has \
        another battle step, the unit adapts again and keeps its earlier pick as well. It can't gain \
        Stealth this way while a Velocity change applies to it; that pick is wasted.",
    sheets: None,
};
