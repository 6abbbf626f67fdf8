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
    definition: "While it is untapped and has no damage counter, this unit cannot be attacked. Tapped or \
        damaged it cannot use Stealth, though it still has it. Damage outside attacks on it (Overkill, \
        Ambush, effects) can hit it all the same. An untapped, undamaged unit may activate its Intercept but \
        does not become the defender, unless the attacker can attack units with Stealth. An attack that has \
        been declared goes on, be Stealth gained or lost. While a Velocity change of the unit is in effect, \
        it cannot gain Stealth.",
    sheets: Some(Sheets {
        definition: Some(
            "While it is untapped and has no damage counter, this unit cannot be attacked. Tapped or damaged \
                it cannot use Stealth, though it still has it. Damage outside attacks on it (Overkill, \
                Ambush, effects) can hit it all the same. An attack that has been declared goes on, be \
                Stealth gained or lost. What happens if the unit intercepts is not said.",
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
