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
    definition: "When the battle step of this unit's arena starts, its controller has to pick one of the \
        texts between the slashes, and the unit has that text for the rest of the turn. A unit that comes \
        into the arena later in the step does not adapt. Two Adapt abilities are picked for separately. A \
        text that itself acts when the battle step starts is too late for this one. In a further battle step \
        of the same arena the unit adapts again and keeps the earlier pick too. Stealth cannot be gained in \
        this way while a Velocity change of the unit is in effect; the pick is then used up.",
    sheets: None,
};
