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
    plain: "When another of your units here is attacked, this one can become the target instead.",
    example: "The guard takes the shot for the envoy.",
    definition: "Play it in the attack POP when another of your units in this unit's arena is attacked: \
        this unit becomes the defending unit. It's still the same attack, which neither ends nor starts \
        over: \"for this attack\" effects don't trigger again, nothing that was used up can be played \
        again, and effects that need a certain kind of defender continue only if this unit is of that \
        kind. Any number of units may intercept in turn, each instance once per attack, and each of them \
        has been attacked. You can use it against an attack by another unit of yours, but never against \
        this unit's own. If the attacker has Precision or can't attack this unit, you may pay the cost, \
        but the defender doesn't change. Intercept isn't prevention.",
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
