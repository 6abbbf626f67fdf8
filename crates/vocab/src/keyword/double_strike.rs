//! Double Strike: after an attack for which it tapped, the unit may attack once more.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::DoubleStrike,
    name: "Double Strike",
    section: 1720,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::AfterAttack,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "When the attack end POP of an attack is over for which this unit tapped, its controller may \
        name an opposing unit that the unit is able to attack, the same as before or another; the unit then \
        attacks it. It does not tap for this second attack, so no third one follows; if it untaps and later \
        attacks by tapping, it may strike twice again. The unit must still be in its arena, and a disrupted \
        first attack is no attack. Bombard, Barrage and Ion Cannon may be used for either attack.",
    sheets: Some(Sheets {
        definition: Some(
            "When the attack end POP of an attack is over for which this unit tapped, its controller may \
                name a unit that the unit is able to attack, the same as before or another; the unit then \
                attacks it. It does not tap for this second attack, so no third one follows; if it untaps \
                and later attacks by tapping, it may strike twice again. The unit must still be in its \
                arena, and a disrupted first attack is no attack. Bombard and Ion Cannon may be used for \
                either attack. Double Strike by itself does not open up your own units as targets.",
        ),
        differences: &[Difference {
            rule: rule(1802, 8),
            sheets: "The target is any unit that it can attack; a later sentence excludes your own units.",
            current: "The target must be an opposing unit.",
            in_play: "Older: a unit that may attack its own side could in principle choose such a unit. \
                Current: only the opponent's units, without doubt.",
        }],
    }),
};
