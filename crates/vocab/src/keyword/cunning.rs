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
    plain: "Your opponent must choose how to prevent damage before seeing this unit's attack dice.",
    example: "Evade now, or save it? They can't tell.",
    definition: "This unit's attack dice are rolled in secret. Its controller may look at them; the \
        opponent sees them only once damage prevention is over. So the attack always has a damage \
        prevention POP, whether or not any damage is pending, and prevention is announced blind: for the \
        defending unit or, if the attacker has Overkill, for any unit in that arena. When the dice are \
        shown, Parry and other prevention that looks at dice comes first, then the announced uses in \
        order, as far as there is damage left; a use that finds none is spent. Fury, Riposte, Critical Hit \
        and other effects that depend on the dice still work. An opponent who rerolls with Lucky says how \
        many dice before seeing them and picks which ones afterwards. If the dice can't be hidden, the \
        prevention POP comes before the roll instead.",
    sheets: None,
};
