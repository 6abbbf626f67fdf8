//! Critical Hit X: a natural 6 among the final attack dice adds damage to the attack.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::CriticalHit,
    name: "Critical Hit",
    section: 1714,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::PendingDamage,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "If any of its final attack dice shows a 6, the attack does X extra damage, once.",
    example: "Critical Hit 2: 6 6 1 is 2 hits + 2 = 4.",
    definition: "A natural 6 among this unit's final attack dice adds X to the damage of the attack, once, \
        however many 6s there are. Only the dice left after all rerolls count; Accuracy can't make a \
        natural 6, and a 6 that misses because of negative Accuracy still counts. The extra damage is part \
        of the same instance as the hits and can be prevented with them. It's damage, not a hit: Overkill \
        can't move it, and it doesn't count for predictions. Dice of damage never cause it, and it's too \
        late to gain it after the roll.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 6),
            sheets: "It triggers during the pending damage POP.",
            current: "It triggers during the pending damage step.",
            in_play: "Nothing: in both editions only triggered effects happen there, and Overkill is still \
                said to use the POP.",
        }],
    }),
};
