//! Overkill: hits that the defending unit does not need may fall on a neighbour.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Sheets, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Overkill,
    name: "Overkill",
    section: 1740,
    class: Some(Combination::Isolated),
    nature: Nature::Triggered,
    parameter: Parameter::None,
    step: Step::PendingDamage,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "Hits beyond the defender's remaining health may go to one other unit there.",
    example: "5 hits on 2 health: 3 go to its neighbour.",
    definition: "When this unit attacks and rolls more hits than the defending unit has health left, its \
        controller may split the surplus between the defending unit and one other unit in that arena, of \
        either player. You decide this once, before damage prevention. What you move counts as damage from \
        this ability and not from dice, so the second unit's Shields, Armor and Parry don't help, but all \
        other prevention does. The second unit isn't attacked, so Stealth doesn't save it. Critical Hit \
        damage isn't a hit and stays on the defending unit.",
    sheets: Some(Sheets::SAME),
};
