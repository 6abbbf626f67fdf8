//! Avenge X: the unit strikes back at an attacker whose damage gets a friend discarded.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Avenge,
    name: "Avenge",
    section: 1708,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Discard,
    resolves: Some(Step::AttackEnd),
    works_in: Places::ARENA,
    limits: &[],
    definition: "Each time damage by an attacking unit gets a different unit of yours in this unit's arena \
        discarded, this unit rolls X dice of damage against the attacker at the attack end. Damage that the \
        attacker moved by Overkill counts, and two of your units discarded in one attack give two rolls. It \
        does not matter whether the attack came from another arena, or whether the attacker is your own; it \
        only has to be in an arena when the dice are due. If this unit has left by then, the dice are rolled \
        all the same. The unit never avenges itself.",
    sheets: Some(Sheets::SAME),
};
