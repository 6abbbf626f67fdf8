//! Intercept: the unit takes an attack upon itself.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Intercept,
    name: "Intercept",
    section: 1734,
    class: Some(Combination::Selective),
    nature: Nature::Activated,
    parameter: Parameter::None,
    step: Step::AttackPop,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "Played in the attack POP when a different unit of yours in this unit's arena is under \
        attack: this unit becomes the defending unit. The attack stays the same one and neither ends nor \
        begins anew: \"for this attack\" effects are not triggered again, nothing that was used up can be \
        played once more, and effects that need a certain kind of defender go on only if this unit is of \
        that kind. Units may intercept in turn, as many as there are, each instance once per attack, and \
        each of them has been attacked. It can be used against an attack by another unit of yours, never \
        against this unit's own. If the attacker has Precision or cannot attack this unit, the cost may be \
        paid but the defender does not change. Intercept is not prevention.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 20),
            sheets: "Against your own attacker it works if that unit can attack the interceptor.",
            current: "It works if the interceptor is a legal target for the attacker.",
            in_play: "Nothing: the same meaning, said more clearly; paying the cost without effect stays \
                possible.",
        }],
    }),
};
