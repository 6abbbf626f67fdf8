//! Inspiration: the unit makes its friends in the arena faster, stronger and tougher.

use super::{Combination, Difference, Keyword, Limit, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Inspiration,
    name: "Inspiration",
    section: 1733,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Always,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[Limit::UniqueOnly],
    definition: "All other units of the same player in this unit's arena have 10 more speed, 1 more power \
        and 1 more health. Two units with Inspiration help each other, and both help a third; a second \
        instance on one unit adds nothing. When the unit leaves the arena the bonus ends at once, and a unit \
        whose health then is no more than its damage is discarded. Only unique cards can have Inspiration, \
        whether it is printed or gained.",
    sheets: Some(Sheets {
        definition: Some(
            "All other units of the same player in this unit's arena have 10 more speed, 1 more power and 1 \
                more health. Two units with Inspiration help each other, and both help a third; a second \
                instance on one unit adds nothing. When the unit leaves the arena the bonus ends at once, \
                and a unit whose health then is no more than its damage is discarded. Any unit can have it, \
                unique or not.",
        ),
        differences: &[Difference {
            rule: rule(1802, 19),
            sheets: "There is no restriction.",
            current: "A card that is not unique cannot have it.",
            in_play: "Older: non-unique units can have or gain it. Current: they never have it.",
        }],
    }),
};
