//! Redirect: an attacked unit passes the attack on to a friend.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Redirect,
    name: "Redirect",
    section: 1747,
    class: Some(Combination::Selective),
    nature: Nature::Activated,
    parameter: Parameter::None,
    step: Step::AttackPop,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When this unit is attacked, you may make another of your units here the target.",
    example: "Let the armored one take it.",
    definition: "Play it in the attack POP for a unit that is attacked, even one that became the defender \
        by Intercept or Redirect. Its controller names another of their units in this arena, which becomes \
        the defending unit. The attacker must be able to attack that unit, taking Stealth and texts that \
        forbid it into account; it must be possible to damage the unit, and no ability may prevent all \
        damage to it by itself. It's still the same attack, and the new defender has been attacked. Each \
        instance works once per attack. If the attacker has Precision, nothing changes.",
    sheets: None,
};
