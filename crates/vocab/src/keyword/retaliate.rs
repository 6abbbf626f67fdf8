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
    definition: "Played in the attack POP by a unit that is being attacked from within its own arena: it \
        rolls X dice of damage against the attacker at the attack end, even if it has been discarded by \
        then. Without a printed cost it costs 0 Force and is still activated. Each Retaliate works once per \
        attack; every unit that was the defender during that POP may have used its own, and they resolve in \
        the order of activation. If X is based on power, the total power on activation counts. The dice are \
        not attack dice; Stun works with them. Attacks from the build zone or another arena cannot be \
        answered with it. A unit that attacks itself may retaliate against itself.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 33),
            sheets: "The free Retaliate is printed with one arrow sign.",
            current: "Another sign stands there.",
            in_play: "Nothing.",
        }],
    }),
};
