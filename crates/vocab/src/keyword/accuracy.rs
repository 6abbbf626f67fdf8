//! Accuracy X: every attack die of the unit counts for more, or with a minus sign for less, than it shows.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Accuracy,
    name: "Accuracy",
    section: 1702,
    class: Some(Combination::Cumulative),
    nature: Nature::Static,
    parameter: Parameter::SignedNumber,
    step: Step::Hits,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "Each attack die that this unit rolls counts as X higher than it shows, or as X lower where \
        the value is negative; all values on the unit are added with their signs. That helps to reach the 4 \
        which a hit needs, or the 5 which Armor demands: with Accuracy 1 a die showing 4 is enough there. \
        The natural number of a die stays what it is, so Parry, Riposte, Focus, Fury, Backfire and Critical \
        Hit notice nothing. Accuracy gained when the dice have been rolled comes too late for that attack. \
        Dice of damage never change. A printed text that takes something off every attack die is added to it \
        but is not the Accuracy ability.",
    sheets: Some(Sheets {
        definition: Some(
            "Each attack die that this unit rolls counts as X higher than it shows, or as X lower where the \
                value is negative; all values on the unit are added with their signs. That helps to reach \
                the 4 which a hit needs, or the 5 which Armor demands: with Accuracy 1 a die showing 4 is \
                enough there. The natural number of a die stays what it is, so Parry, Fury and Critical Hit \
                notice nothing. Accuracy gained when the dice have been rolled comes too late for that \
                attack. Dice of damage never change.",
        ),
        differences: &[Difference {
            rule: rule(1802, 1),
            sheets: "Natural rolls are protected for Critical Hit, Fury and Parry.",
            current: "Backfire, Focus and Riposte are named as well.",
            in_play: "Nothing for the old keywords; the new ones fall under the same principle.",
        }],
    }),
};
