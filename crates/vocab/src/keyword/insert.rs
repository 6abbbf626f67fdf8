//! INSERT: whichever card of a stack is on top has the effect that this card gives.

use super::{Combination, Difference, Keyword, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::Insert,
    name: "INSERT",
    section: 1732,
    class: Some(Combination::Layered),
    nature: Nature::Static,
    parameter: Parameter::Text,
    step: Step::Stacking,
    resolves: None,
    works_in: Places::ARENA.and(Places::BUILD_ZONE).and(Places::UNDER_TOP),
    limits: &[],
    plain: "The top card of its stack gets this effect, wherever in the stack this card is.",
    example: "Armor from below covers the hero on top.",
    definition: "The top card of the stack that this card is in has the effect, whether that's this card or \
        another one; a card on its own has it too. The effect keeps its kind, so an activated one can be \
        disrupted. All INSERTs in a stack count, and cumulative keywords given this way add up. INSERT \
        also works in the build zone, but there the effect does something only if such an effect works in \
        the build zone.",
    sheets: Some(Sheets {
        definition: Some(
            "In play or beneath a unit, this card gives that unit the ability, wherever in the stack it is. \
                The ability keeps its kind, so an activated one can be disrupted. All INSERTs in a stack \
                count, and cumulative keywords given this way add up. INSERT also works in the build zone; \
                whether the ability does something there is up to its own rule.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 17),
                sheets: "The card must be in play or under the unit.",
                current: "The card must be the top card or lie under it.",
                in_play: "Nothing for a unit in an arena or in the build zone: the current wording covers a \
                    card that is alone and speaks of the top card instead of the unit.",
            },
            Difference {
                rule: rule(1802, 18),
                sheets: "INSERT works in the build zone; whether the granted effect does is left to the rule \
                    of that effect.",
                current: "The same, said in full: the granted effect works there only if such an effect \
                    works there.",
                in_play: "Nothing; clarified.",
            },
            Difference {
                rule: rule(1802, 29),
                sheets: "What is granted is called an ability.",
                current: "What is granted is called an effect.",
                in_play: "Current: also covers granted texts that are not abilities.",
            },
        ],
    }),
};
