//! Switch: the unit's text depends on the arena it is in.

use super::{Combination, Difference, Keyword, Limit, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Switch,
    name: "Switch",
    section: 1758,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::OnePerArena,
    step: Step::Always,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[Limit::MultiArenaOnly],
    plain: "Which of these texts this unit has depends on the arena it is in.",
    example: "In Space +10 speed, on the Ground Armor.",
    definition: "This unit has the first text in the first arena on its type line, the second text in the \
        second, and the third, if there is one, in the third: one text for each type, in that order. \
        \"None\" means no text. When the unit changes arenas, its text changes at once; in the build zone \
        it has none of them. Switch doesn't itself let a unit change arenas in the battle phase.",
    sheets: Some(Sheets {
        definition: None,
        differences: &[Difference {
            rule: rule(1802, 27),
            sheets: "The texts are named by \"1st/2nd/3rd type\".",
            current: "They are named by \"First/Second/Third unit type\".",
            in_play: "Nothing.",
        }],
    }),
};
