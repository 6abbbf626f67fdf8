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
    plain: "If the first roll of its attack shows a 4, roll X more attack dice.",
    example: "Fury 2: 4 1 becomes 4 1 and two more.",
    definition: "If the first roll of this unit's attack has a natural 4, roll X more dice and add them. \
        This happens once per attack: more 4s, 4s from a reroll or 4s on the added dice bring nothing, and \
        rerolling the 4 later doesn't take the dice away. The added dice are attack dice: they can be \
        rerolled, and they count for hits, Critical Hit, Parry and Riposte. Accuracy can't make a natural \
        4, dice of damage don't count, and Fury gained after the roll is too late.",
    sheets: Some(Sheets::SAME),
};
