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
    plain: "When an attack destroys another of your units here, roll X dice at the attacker afterwards.",
    example: "Your trooper falls; 3 dice at whoever did it.",
    definition: "Each time damage from an attacking unit gets another of your units in this unit's arena \
        discarded, this unit rolls X dice of damage against the attacker at the end of the attack. Damage \
        that the attacker moved with Overkill counts, and two of your units discarded in one attack mean \
        two rolls. It doesn't matter if the attack came from another arena or the attacker is your own; \
        the attacker only has to be in an arena when the dice are due. If this unit is gone by then, the \
        dice are rolled anyway. A unit never avenges itself.",
    sheets: Some(Sheets::SAME),
};
