//! Retaliate X: an attacked unit strikes back at the attack end.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Retaliate,
    name: "Retaliate",
    section: 1751,
    class: Some(Combination::Layered),
    nature: Nature::Activated,
    parameter: Parameter::Number,
    step: Step::AttackPop,
    resolves: Some(Step::AttackEnd),
    works_in: Places::ARENA,
    limits: &[],
    plain: "When attacked from its own arena, it may roll X dice at the attacker afterwards.",
    example: "Even if it falls, 4 dice come back.",
    definition: "Play it in the attack POP for a unit that is attacked from within its own arena: it rolls \
        X dice of damage against the attacker at the end of the attack, even if it has been discarded by \
        then. Without a printed cost it costs 0 Force and is still activated. Each Retaliate works once \
        per attack; every unit that was the defender during that POP may use its own, and they resolve in \
        the order they were activated. If X is based on power, the total power at activation counts. The \
        dice aren't attack dice; Stun works with them. It can't answer attacks from the build zone or \
        another arena. A unit that attacks itself may retaliate against itself.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 33),
            sheets: "The free Retaliate is printed with one arrow sign.",
            current: "It is printed with another sign.",
            in_play: "Nothing.",
        }],
    }),
};
