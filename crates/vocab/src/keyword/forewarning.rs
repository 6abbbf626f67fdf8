//! Forewarning: guess the hits of an attack on the unit and gain an effect.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Forewarning,
    name: "Forewarning",
    section: 1728,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::Effect,
    step: Step::Prediction,
    resolves: Some(Step::Hits),
    works_in: Places::ARENA,
    limits: &[],
    plain: "When it is attacked, guess the number of hits; guess right and get the effect.",
    example: "3 dice come: say 1 or 2.",
    definition: "In each attack on this unit, its controller may guess the number of hits; a right guess \
        earns the effect. Only the final defending unit guesses, before the roll. The guess is compared \
        with the hits on the final dice; with no dice the number is 0. An effect that prevents damage is \
        used in the prevention step of that attack. Each Forewarning has its own guess, and both players \
        may make the same guess and be right.",
    sheets: None,
};
