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
    definition: "A natural 6 among the final attack dice of this unit adds X to the damage of the attack, \
        once however many 6s there are. Only the dice as they lie after all rerolls are looked at; Accuracy \
        cannot make a natural 6, and a 6 that misses because of negative Accuracy still counts. The extra \
        damage forms one instance with the hits and can be prevented like them. It is damage and not a hit: \
        Overkill cannot move it, and it does not count for predictions. Dice of damage never cause it, and \
        gained after the roll it is too late.",
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
