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
    definition: "When you play this card you may pay the additional cost as well and get the Enhance effect. \
        \"Instead\" in it means that it replaces the normal effect, \"also\" that it is added. It has to be \
        declared when the card is announced, or it gives nothing; it is paid before the disrupt POP, hence \
        before anything of the card happens. The normal cost of the card is paid in any case. Each of \
        several Enhance texts can be chosen once. Where the Enhance text names no duration, that of the \
        normal effect holds.",
    sheets: Some(Sheets {
        definition: Some(
            "When you play this card you may pay the additional cost as well and get the Enhance effect. \
                \"Instead\" in it means that it replaces the normal effect, \"also\" that it is added. It \
                has to be declared when the card is announced, or it gives nothing; when it is paid is not \
                said. The normal cost of the card is paid in any case. Each of several Enhance texts can be \
                chosen once. Where the Enhance text names no duration, that of the normal effect holds.",
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
