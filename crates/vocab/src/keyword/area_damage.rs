//! Area Damage X: when the unit's attack gets a unit discarded, the blast may reach a neighbour.

use super::{Combination, Keyword, Nature, Parameter, Places, Row, Step};

pub(super) const ROW: Row = Row {
    keyword: Keyword::AreaDamage,
    name: "Area Damage",
    section: 1706,
    class: Some(Combination::Cumulative),
    nature: Nature::Triggered,
    parameter: Parameter::Number,
    step: Step::Discard,
    resolves: None,
    works_in: Places::ARENA,
    limits: &[],
    plain: "When its attack destroys a unit, you may roll X dice at another unit there.",
    example: "Drone gone; 3 dice at the tank beside it.",
    definition: "Each time damage from this unit's attack gets a unit discarded, its controller may roll X \
        dice of damage against one other unit in the arena where that unit was, whoever controls it. The \
        attacker itself can be chosen only if it's in that arena. This happens in the discard step, as \
        separate damage with its own prevention. This unit is the source, so its Ferocity, Stun, Bounty \
        and Consume apply. An attack that gets two units discarded earns two rolls. Area Damage isn't \
        attack damage and never triggers itself; Retaliate, Riposte and other damage outside the attack \
        don't trigger it either.",
    sheets: None,
};
