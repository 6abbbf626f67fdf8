//! Fury X: a natural 4 in the first roll brings additional attack dice.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Fury,
    name: "Fury",
    section: 1730,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Roll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "If the first roll in an attack by this unit has a natural 4, X dice are rolled and added. \
        That happens once per attack: more 4s, 4s from a reroll or 4s on the added dice bring nothing, and \
        rerolling the 4 later does not take the dice away. The added dice are attack dice: they can be \
        rerolled and count for hits, Critical Hit, Parry and Riposte. Accuracy cannot make a natural 4, dice \
        of damage do not count, and Fury gained after the roll is too late.",
    sheets: Some(Sheets::SAME),
};
