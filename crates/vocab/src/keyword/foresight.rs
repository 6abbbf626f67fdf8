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
    definition: "In each attack by this unit its controller may guess how many hits there will be; a right \
        guess earns the effect. The guess is made when the defending unit is final, before the roll. It is \
        compared with the hits on the final dice, after rerolls and with Accuracy and Armor; with no dice \
        the number is 0, and Critical Hit damage is not a hit. If the dice are secret (Cunning), it is \
        compared when they are shown. Each Foresight has its own guess.",
    sheets: None,
};
