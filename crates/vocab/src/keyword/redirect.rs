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
    definition: "Played in the attack POP by a unit that is attacked, also one that became the defender by \
        Intercept or Redirect. Its controller names a different unit of his or hers in this arena, which \
        becomes the defending unit. That unit must be one that the attacker can attack, Stealth and texts \
        that forbid it considered; it must be able to be damaged, and no ability may by itself prevent all \
        damage to it. The attack stays the same one, and the new defender is attacked. Each instance works \
        once per attack. If the attacker has Precision, nothing changes.",
    sheets: None,
};
