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
    plain: "Each die of its attack counts as X higher for hitting (Accuracy −X: lower).",
    example: "Accuracy 1: a 3 counts as 4 and hits.",
    definition: "Each attack die this unit rolls counts as X higher than it shows, or X lower if the value \
        is negative. All values on the unit are added up, signs included. A hit takes a 4, or a 5 against \
        Armor, so with Accuracy 1 a 4 is enough even there. The natural number on a die doesn't change: \
        Parry, Riposte, Focus, Fury, Backfire and Critical Hit don't notice. Accuracy gained after the \
        roll is too late for that attack. Dice of damage never change. Card text that subtracts from each \
        attack die adds up with Accuracy but isn't the Accuracy ability.",
    sheets: Some(Sheets {
        definition: Some(
            "Each attack die this unit rolls counts as X higher than it shows, or X lower if the value is \
                negative. All values on the unit are added up, signs included. A hit takes a 4, or a 5 \
                against Armor, so with Accuracy 1 a 4 is enough even there. The natural number on a die \
                doesn't change: Parry, Fury and Critical Hit don't notice. Accuracy gained after the roll \
                is too late for that attack. Dice of damage never change.",
        ),
        differences: &[Difference {
            rule: rule(1802, 1),
            sheets: "Natural rolls are protected for Critical Hit, Fury and Parry.",
            current: "Backfire, Focus and Riposte are named as well.",
            in_play: "Nothing for the old keywords; the new ones fall under the same principle.",
        }],
    }),
};
