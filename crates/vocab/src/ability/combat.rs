//! Attacks made, changed and ended by effects, and dice (chapter 11).

use super::{Amount, Disruptable, Player, Quantity, Reference, Selector};
use serde::Serialize;

/// Something done to or by an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CombatAction {
    /// "Have that unit attack one of your opponent's units": a new attack without tapping (rule 1113.4).
    Attack {
        /// Who attacks.
        attacker: Selector,
        /// Who is attacked.
        defender: Selector,
    },
    /// "That unit becomes the defending unit", "attacks this unit instead" (rule 1106.2).
    ChangeDefender(Selector),
    /// "It does 1 more damage" in this attack: part of the damage to the defending unit (rules 1108.6, 1603.3).
    MoreDamage(Amount),
    /// "The attack ends." (rule 1114.3)
    EndAttack,
    /// "Disrupt an attack against one of your units." (rule 1308.1)
    Disrupt(Disruptable),
}

/// Something done with dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum DiceAction {
    /// "Roll a die": "that much" is the total shown. A list of results is an `Effect::Table`.
    Roll(Player, Amount),
    /// "Reroll up to 2 of its attack dice." (rule 1602.22)
    Reroll(Dice, Quantity),
    /// "Roll 2 more attack dice": dice are added to the roll (rule 1107.5).
    Add(Dice, Amount),
    /// "Change one die to a 6" (rule 1107.7).
    Change(Dice, Quantity, u8),
    /// "Add 1 to the roll", "subtract 1 from each attack die" (rule 1702.7).
    Modify(Dice, Amount),
    /// "Roll only 1 die": sets the number of dice (rule 1107.3).
    RollOnly(Dice, Amount),
}

/// Which dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Dice {
    /// "the attack dice" of the attack by that unit (rule 1201.2).
    OfAttackBy(Reference),
    /// "your attack dice": of an attack by one of that player's units (rule 1201.2).
    OfPlayer(Player),
    /// "the roll for build points" (rule 602.5).
    BuildRoll,
    /// "any dice", "that roll": the roll whose reroll chance it is (rule 1307.4).
    Any,
}
