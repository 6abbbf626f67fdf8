//! Hidden Cost X: a partially built card may be completed at nearly any time, with Force for the rest.

use super::{Combination, Difference, Keyword, Limit, Nature, Parameter, Places, Row, Sheets, Step, rule};

pub(super) const ROW: Row = Row {
    keyword: Keyword::HiddenCost,
    name: "Hidden Cost",
    section: 1731,
    class: Some(Combination::Selective),
    nature: Nature::Static,
    parameter: Parameter::Number,
    step: Step::Completion,
    resolves: None,
    works_in: Places::BUILD_ZONE,
    limits: &[Limit::BuiltCardsOnly],
    plain: "Face down with X counters, finish it almost any time by paying Force for the rest.",
    example: "Costs 4, 3 on it: 1 Force, and it's there.",
    definition: "When this card is partially built with X or more build counters, or with enough for its \
        current cost if that's less, you may complete it at almost any time, paying Force for whatever the \
        counters don't cover. Almost any time means your own build step and every POP except those for \
        disrupting, rerolling and preventing damage. Anything that makes the card cheaper, including \
        stacking, lowers its current cost, perhaps below X; if the counters cover it, completing the card \
        is free, and nothing is refunded. Any card that is built can have it, and a unit may go onto a \
        stack this way, but a Pilot can't go onto a unit. A unit deployed in the battle phase is untapped \
        and can act in its arena's battle step unless that step is over. Hidden Cost isn't activated, but \
        completing the card can be disrupted. If there are several, choose one.",
    sheets: Some(Sheets {
        definition: Some(
            "When this card is partially built with X or more build counters, or with enough for the unit's \
                current cost if that's less, you may complete it at almost any time, paying Force for \
                whatever the counters don't cover; it may be deployed to the build zone. Almost any time \
                means your own build step and every POP except those for disrupting, rerolling and \
                preventing damage. Anything that makes the card cheaper, including stacking, lowers its \
                current cost; a cost of X or less takes no Force. The last sentence on the sheet asks for \
                no Force as soon as there are X counters, even for a more expensive card, which \
                contradicts the first. A Pilot can't be deployed onto a unit this way. If there are \
                several, choose one.",
        ),
        differences: &[
            Difference {
                rule: rule(1802, 13),
                sheets: "The counters are measured by X or the current build cost of the unit.",
                current: "They are measured by X or the current build cost of the card.",
                in_play: "Current: also for cards that are not units.",
            },
            Difference {
                rule: rule(1802, 14),
                sheets: "No Force at all is needed once the counters reach the Hidden Cost number.",
                current: "Force is needed for the part of the current cost that the counters do not cover.",
                in_play: "Large: a cost 7 card with Hidden Cost 4 and 4 counters takes 0 Force by that \
                    sentence, 3 Force now. The older sheet contradicts itself; its first sentence already \
                    asks Force for the rest.",
            },
            Difference {
                rule: rule(1802, 15),
                sheets: "It says that the card may be deployed to the build zone.",
                current: "Nothing is said.",
                in_play: "Nothing: a deployed unit may always go to the build zone (704.4).",
            },
            Difference {
                rule: rule(1802, 16),
                sheets: "Any time, \"even\" in POPs that are not of the three special kinds.",
                current: "Any time, \"except\" in the three special POPs (reroll, prevention, disrupt).",
                in_play: "Nothing: the same moments, stated as an exception.",
            },
            Difference {
                rule: rule(1802, 30),
                sheets: "No Force if the cost lies within the Hidden Cost number.",
                current: "No Force if the counters cover the cost.",
                in_play: "Nothing in that case: such a cost must be covered by counters in both editions \
                    (1802.14 is the sentence that differs).",
            },
        ],
    }),
};
