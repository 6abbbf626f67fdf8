//! Cunning: the opponent must choose prevention before seeing the attack dice.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Cunning,
    name: "Cunning",
    section: 1715,
    class: Some(Combination::Isolated),
    nature: Nature::Static,
    parameter: Parameter::None,
    step: Step::Roll,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    definition: "The attack dice of this unit are rolled in secret; its controller may see them, the \
        opponent does only when damage prevention is over. So the attack always has a damage prevention POP, \
        whether anything is pending or not, and prevention is announced blindly: for the defending unit or, \
        if the attacker has Overkill, for any unit in that arena. When the dice are shown, Parry and other \
        prevention that looks at dice applies first, then the announced uses in their order, as far as there \
        is damage; a use that finds none is spent. Fury, Riposte, Critical Hit and other effects that depend \
        on the dice still work; an opponent who rerolls (Lucky) says how many dice before seeing them and \
        chooses which afterwards. Only where the dice cannot be hidden is the prevention POP held before the \
        roll.",
    sheets: None,
};
