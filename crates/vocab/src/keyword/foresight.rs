//! Foresight: guess the hits of the unit's attack and gain an effect.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Foresight,
    name: "Foresight",
    section: 1727,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::Effect,
    step: Step::Prediction,
    resolves: Some(Step::Hits),
    works_in: Places::ARENA,
    limits: &[],
    plain: "Before it attacks, guess the number of hits; guess right and get the effect.",
    example: "4 dice: say 2, the likeliest number.",
    definition: "In each attack by this unit, its controller may guess the number of hits; a right guess \
        earns the effect. You guess once the defending unit is final, before the roll. The guess is \
        compared with the hits on the final dice, after rerolls and counting Accuracy and Armor. With no \
        dice the number is 0, and Critical Hit damage isn't a hit. If the dice are secret because of \
        Cunning, they're compared when they're shown. Each Foresight has its own guess.",
    sheets: None,
};
