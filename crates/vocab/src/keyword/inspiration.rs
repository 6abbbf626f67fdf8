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
    plain: "Everyone else of yours here gets +10 speed, +1 power, +1 health.",
    example: "A 20/2/2 droid becomes 30/3/3.",
    definition: "All your other units in this unit's arena get 10 more speed, 1 more power and 1 more \
        health. Two units with Inspiration help each other, and both help a third; a second Inspiration on \
        the same unit adds nothing. When the unit leaves the arena, the bonus ends at once, and any unit \
        with as much damage as health is discarded. Only unique cards can have Inspiration, printed or \
        gained.",
    sheets: Some(Sheets {
        definition: Some(
            "All your other units in this unit's arena get 10 more speed, 1 more power and 1 more health. \
                Two units with Inspiration help each other, and both help a third; a second Inspiration on \
                the same unit adds nothing. When the unit leaves the arena, the bonus ends at once, and \
                any unit with as much damage as health is discarded. Any unit can have it, unique or not.",
        ),
        differences: &[Difference {
            rule: rule(1802, 19),
            sheets: "There is no restriction.",
            current: "A card that is not unique cannot have it.",
            in_play: "Older: non-unique units can have or gain it. Current: they never have it.",
        }],
    }),
};
