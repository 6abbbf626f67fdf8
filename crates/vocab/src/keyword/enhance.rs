//! Enhance: pay more for a card and get more from it.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Enhance,
    name: "Enhance",
    section: 1722,
    class: Some(Combination::Selective),
    nature: Nature::Static,
    parameter: Parameter::CostAndEffect,
    step: Step::Play,
    resolves: None,
    // Built cards are played by completing them (rules 704.2, 1739.5); a card played by Meditate may be
    // enhanced too (1739.6).
    works_in: Places::HAND.and(Places::BUILD_ZONE),
    limits: &[],
    plain: "Pay this extra price when you play the card to get the extra effect.",
    example: "2 Force: +3 power; 2 more: Critical Hit 2 too.",
    definition: "When you play this card, you may pay the additional cost as well to get the Enhance \
        effect. \"Instead\" means that it replaces the normal effect, \"also\" that it comes on top. You \
        must say so when you announce the card, or you get nothing; you pay before the disrupt POP, so \
        before anything on the card happens. The card's normal cost is paid either way. If there are \
        several Enhance texts, each can be chosen once. An Enhance text that names no duration has that of \
        the normal effect.",
    sheets: Some(Sheets {
        definition: Some(
            "When you play this card, you may pay the additional cost as well to get the Enhance effect. \
                \"Instead\" means that it replaces the normal effect, \"also\" that it comes on top. You \
                must say so when you announce the card, or you get nothing; the sheets don't say when you \
                pay. The card's normal cost is paid either way. If there are several Enhance texts, each \
                can be chosen once. An Enhance text that names no duration has that of the normal effect.",
        ),
        differences: &[Difference {
            rule: rule(1802, 11),
            sheets: "It must be declared.",
            current: "It must be declared, and paid before anything resolves and before the disrupt POP.",
            in_play: "Current: a disrupt always comes after the Enhance cost was paid and hits the enhanced \
                effect.",
        }],
    }),
};
