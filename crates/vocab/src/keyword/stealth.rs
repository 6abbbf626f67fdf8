//! Stealth: the unit cannot be attacked while it is untapped and undamaged.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Stealth,
    name: "Stealth",
    section: 1755,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Declaration,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "This unit can't be attacked until it is tapped or damaged.",
    example: "Act last and stay unseen longest.",
    definition: "While this unit is untapped and has no damage counters, it can't be attacked. When it's \
        tapped or damaged it can't use Stealth, though it still has it. Damage other than from attacks on \
        it (Overkill, Ambush, effects) can still hit it. An untapped, undamaged unit may activate its \
        Intercept but doesn't become the defender, unless the attacker can attack units with Stealth. An \
        attack that has been declared continues, whether Stealth is gained or lost. While a Velocity \
        change applies to the unit, it can't gain Stealth.",
    sheets: Some(Sheets {
        definition: Some(
            "While this unit is untapped and has no damage counters, it can't be attacked. When it's tapped \
                or damaged it can't use Stealth, though it still has it. Damage other than from attacks on \
                it (Overkill, Ambush, effects) can still hit it. An attack that has been declared \
                continues, whether Stealth is gained or lost. The sheets don't say what happens if the \
                unit intercepts.",
        ),
        differences: &[Difference {
            rule: rule(1802, 26),
            sheets: "Damaged units cannot use Stealth.",
            current: "It adds that they can be attacked, that a unit with Stealth does not become the \
                defender by Intercept while untapped and undamaged, and that Stealth is not gained after \
                Velocity.",
            in_play: "Current: Intercept and Velocity are settled.",
        }],
    }),
};
