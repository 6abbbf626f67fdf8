//! Equip: pay to attach the Equipment to a card of a type that it fits.

use super::{Combination, Difference, Keyword, Limit, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Equip,
    name: "Equip",
    section: 1723,
    class: Some(Combination::Selective),
    nature: Nature::Activated,
    parameter: Parameter::None,
    step: Step::BuildStep,
    resolves: None,
    // Paid for while the Equipment lies unattached in the build zone or is on another card (rules 1001.1,
    // 1002.1).
    works_in: Places::BUILD_ZONE.and(Places::ATTACHED),
    limits: &[Limit::EquipmentOnly],
    plain: "Once in your build step, pay this to attach the Equipment to a card it fits.",
    example: "Pay 1 Force, and the saber is on your Jedi.",
    definition: "In your build step you may pay the Equip cost to attach this Equipment to a card you \
        control whose type is among the Equipment's subtypes. The Equipment can be unattached or on \
        another card of yours. A unit with two types takes Equipment for either, and the card needn't be a \
        unit if the Equipment is made for another type. It may be in an arena or in your build zone. You \
        can pay the cost once per turn for each Equipment; if there are several Equip costs, choose one. \
        Equip is activated and can be disrupted; the Equipment then stays where it was.",
    sheets: Some(Sheets {
        definition: Some(
            "In your build step you may pay the Equip cost to attach this Equipment to a unit you control, \
                in an arena or in your build zone. The Equipment can be unattached or on another card of \
                yours. The keyword doesn't ask for a type. You can pay the cost once per turn for each \
                Equipment; if there are several Equip costs, choose one. Equip is activated and can be \
                disrupted; the Equipment then stays where it was.",
        ),
        differences: &[Difference {
            rule: rule(1802, 12),
            sheets: "The Equipment is attached to a unit.",
            current: "It is attached to a card whose type is among the Equipment's subtypes.",
            in_play: "Older: no type check in the keyword. Current: the type must match, and cards other \
                than units can be equipped if theirs does.",
        }],
    }),
};
