//! Velocity X: the unit may be faster, or slower, for the turn.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Velocity,
    name: "Velocity",
    section: 1761,
    class: Some(Combination::Selective),
    nature: Nature::StaticWithTrigger,
    parameter: Parameter::Number,
    step: Step::BattleStepStart,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When its arena's battle starts, it may be X faster this turn (slower, too, without Stealth).",
    example: "60, or 80, or 40: you choose.",
    definition: "When the battle step of this unit's arena starts, its controller may raise its speed by X \
        for the rest of the turn; if the unit doesn't have Stealth when this resolves, they may lower it \
        by X instead. It's the full X or nothing, but speed never falls below 0. A unit that arrives later \
        can't use it. If it has several Velocities, use one. While the change lasts, the unit can't gain \
        Stealth.",
    sheets: None,
};
