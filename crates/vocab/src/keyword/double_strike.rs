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
    plain: "After an attack for which it tapped, it may attack once more.",
    example: "Destroy one unit, then shoot at the next.",
    definition: "After the attack end POP of an attack that this unit tapped for, its controller may name \
        an opposing unit that it can attack, the same one or another; this unit then attacks it. It \
        doesn't tap for the second attack, so there's no third; if it untaps and later attacks by tapping, \
        it may strike twice again. The unit must still be in its arena, and a disrupted first attack \
        doesn't count. Either attack may use Bombard, Barrage or Ion Cannon.",
    sheets: Some(Sheets {
        definition: Some(
            "After the attack end POP of an attack that this unit tapped for, its controller may name a \
                unit that it can attack, the same one or another; this unit then attacks it. It doesn't \
                tap for the second attack, so there's no third; if it untaps and later attacks by tapping, \
                it may strike twice again. The unit must still be in its arena, and a disrupted first \
                attack doesn't count. Either attack may use Bombard or Ion Cannon. Double Strike alone \
                doesn't let you attack your own units.",
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
