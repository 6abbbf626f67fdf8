//! Pilot: the card rides on a unit of the named subtype and gives it abilities.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Pilot,
    name: "Pilot",
    section: 1744,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::SubtypesAndAbilities,
    step: Step::BuildStep,
    resolves: None,
    works_in: Places::ARENA.and(Places::BUILD_ZONE).and(Places::PILOTING),
    limits: &[],
    plain: "In your build step, move this card onto a unit of that kind to give it the bonuses.",
    example: "+20 speed and Critical Hit 1 for the starfighter.",
    definition: "Once in each of your build steps this card may climb onto or leave a unit of yours that \
        has the named subtype and isn't a Droid. While it pilots it isn't a unit itself; its text is \
        ignored except for its name, subtypes, health and Upkeep, and what its Pilot part lists belongs to \
        the piloted unit alone. A unit takes only as many Pilots as its subtype and card text allow, \
        normally one. All of a card's Pilot abilities for one subtype count as one. The sign \">o<\" that \
        may come before it has no meaning of its own.",
    sheets: Some(Sheets {
        definition: Some(
            "Once in each of your build steps this card may climb onto or leave a Space or Ground unit of \
                yours that has the named subtype and isn't a Droid. While it pilots it isn't a unit \
                itself; its text is ignored except for its name, subtypes, health and Upkeep, and what its \
                Pilot part lists belongs to the piloted unit alone. A unit never takes more than one \
                Pilot, unless card text says so. All of a card's Pilot abilities for one subtype count as \
                one.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 22),
                sheets: "It takes a unit of type Space or Ground that is not a Droid.",
                current: "It takes any unit that is not a Droid.",
                in_play: "Current: a Character unit of the right subtype (for example Creature or Cyborg) \
                    can be piloted.",
            },
            Difference {
                rule: rule(1802, 23),
                sheets: "Never more than one Pilot.",
                current: "As many Pilots as the unit's subtype allows.",
                in_play: "Older: extra Pilots only through card text that overrides. Current: the limit is a \
                    property of the unit.",
            },
            Difference {
                rule: rule(1802, 32),
                sheets: "It is written without a sign.",
                current: "It is written with the sign \">o<\".",
                in_play: "Nothing.",
            },
        ],
    }),
};
