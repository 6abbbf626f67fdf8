//! The record of an attack that is going on.

use crate::records::id::AbilityId;
use crate::records::list::List;
use crate::records::state::{Slot, Slot0, Where};
use vocab::{Keyword, Role};

/// How an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In the attacker's own arena.
    #[default]
    Normal,
    /// At the Ground arena (rule 1711.1).
    Bombard,
    /// At the Character arena (rule 1710.1).
    Barrage,
    /// At the Space arena (rule 1736.1).
    IonCannon,
}

impl Mode {
    /// The keyword that allows it.
    pub const fn keyword(self) -> Option<Keyword> {
        match self {
            Mode::Normal => None,
            Mode::Bombard => Some(Keyword::Bombard),
            Mode::Barrage => Some(Keyword::Barrage),
            Mode::IonCannon => Some(Keyword::IonCannon),
        }
    }
}

/// Whether the attacker taps for the attack (rules 1105.3, 1113.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Taps {
    /// It does: the normal case.
    #[default]
    Yes,
    /// It does not: Double Strike, Tenacity, effects.
    No,
}

/// How far an attack is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// It can still be disrupted (rule 1105.4).
    #[default]
    Declared,
    /// The unit is attacking; the defender may change (rule 1106).
    Attacking,
    /// Dice have been rolled and may be changed (rule 1107.7).
    Rerolling,
    /// The dice are final (rules 1107.9 to 1111).
    Damage,
    /// Effects that waited for the end resolve; nobody is attacking any more (rules 1112.1, 1743.6).
    Ending,
    /// Effects "for this attack" are over (rule 1112.5).
    Ended,
}

/// A small fact about an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fact {
    /// The attacker's first attack this turn (rule 1759.2).
    First = 1,
    /// The opponent does not know the dice yet (rule 1715.1).
    Hidden = 2,
    /// It ends before its time (rule 1114.3).
    Stopped = 4,
    /// The attacker may attack the same unit again (rule 1759.1).
    Tenacious = 8,
    /// A text that it triggered has disrupted it (rule 1308.7).
    Disrupted = 16,
    /// The attacker may strike twice by a text that was about this attack and is over with it (rule 1720.9).
    Strikes = 32,
}

/// A set of small facts about an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts(u8);

impl Facts {
    /// Whether the fact holds.
    pub const fn has(self, fact: Fact) -> bool {
        self.0 & fact as u8 != 0
    }

    /// Makes the fact hold.
    pub fn set(&mut self, fact: Fact) {
        self.0 |= fact as u8;
    }

    /// Makes the fact not hold.
    pub fn clear(&mut self, fact: Fact) {
        self.0 &= !(fact as u8);
    }
}

/// Keyword values as they are when the attack dice are first rolled (rule 1107.12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values {
    /// The attacker's Accuracy.
    pub accuracy: i16,
    /// The attacker's Critical Hit.
    pub critical_hit: i16,
    /// The attacker's Fury.
    pub fury: i16,
    /// The defender's Parry.
    pub parry: i16,
    /// The defender's Riposte.
    pub riposte: i16,
    /// The defender's Shields.
    pub shields: i16,
}

/// A guess of the number of hits (rules 1727.1, 1728.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prediction {
    /// Whose Foresight or Forewarning it is.
    pub unit: Slot,
    /// The ability that a right guess earns.
    pub ability: AbilityId,
    /// The card that gives it.
    pub giver: Slot,
    /// Foresight or Forewarning.
    pub keyword: Keyword,
    /// The guess.
    pub hits: u8,
}

impl Default for Prediction {
    fn default() -> Prediction {
        let (unit, ability) = (Slot::default(), AbilityId::default());
        Prediction { unit, ability, giver: unit, keyword: Keyword::Foresight, hits: 0 }
    }
}

/// Damage that waits for the attack end (rule 1112.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stored {
    /// The keyword that stored it.
    pub keyword: Keyword,
    /// The source.
    pub from: Slot,
    /// The unit to be damaged.
    pub to: Slot,
    /// Who controls the effect (rule 1112.2).
    pub who: Role,
    /// Dice of damage; damage for Riposte.
    pub amount: u8,
}

impl Default for Stored {
    fn default() -> Stored {
        let (from, to) = (Slot::default(), Slot::default());
        Stored { keyword: Keyword::Retaliate, from, to, who: Role::Dark, amount: 0 }
    }
}

/// As many attack dice as an attack can have.
pub(crate) const DICE: usize = 40;

/// An attack that is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The number of the attack in the game: what is "for this attack" names it.
    pub number: u16,
    /// The attacking unit.
    pub attacker: Slot,
    /// The defending unit.
    pub defender: Slot,
    /// Where the attacker was when it declared.
    pub from: Where,
    /// Where the defender is attacked.
    pub at: Where,
    /// How it is made.
    pub mode: Mode,
    /// Whether the attacker tapped for it.
    pub taps: Taps,
    /// How far it is.
    pub stage: Stage,
    /// Small facts.
    pub facts: Facts,
    /// Power that Overload adds (rule 1741.1).
    pub overload: u8,
    /// A number of dice that an effect has set (rule 1107.3).
    pub dice_set: Option<u8>,
    /// What a text adds to each die (rule 1702.7).
    pub modifier: i16,
    /// Keyword values at the roll.
    pub values: Values,
    /// How many dice the first roll had.
    pub first_dice: u8,
    /// Which naturals the first roll had, one bit each (rule 1107.4).
    pub first: u8,
    /// The dice as they are now, natural (rule 1107.10).
    pub dice: List<u8, DICE>,
    /// Units whose Lucky has been used (rule 1738.2).
    pub lucky: [Slot0; 2],
    /// How many hidden dice the defender's Lucky will have rerolled (rule 1715.5).
    pub blind_lucky: u8,
    /// Damage that effects add to what the defending unit gets (rule 1603.3).
    pub more: u8,
    /// Hits of the final dice.
    pub hits: u8,
    /// The second unit of Overkill and the hits it gets (rule 1740.1).
    pub overkill: Option<(Slot, u8)>,
    /// Damage done to all units by this attack (rule 1759.6).
    pub damage_done: u8,
    /// Predictions.
    pub predictions: List<Prediction, 6>,
    /// What waits for the attack end.
    pub stored: List<Stored, 10>,
}

impl Attack {
    /// Whether a unit is attacking: from the declaration to the attack end (rule 1105.7).
    pub fn is_on(&self) -> bool {
        matches!(self.stage, Stage::Attacking | Stage::Rerolling | Stage::Damage)
    }

    /// Whether the dice show this number somewhere (rule 1107.10).
    pub fn shows(&self, natural: u8) -> bool {
        self.dice.contains(&natural)
    }

    /// Whether the first roll had this number (rule 1107.4).
    pub const fn first_had(&self, natural: u8) -> bool {
        self.first & (1 << natural) != 0
    }
}

/// Power for a unit's next attack: Absorb, Focus, Persuade (rules 1701.2, 1726.1, 1743.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NextAttack {
    /// The unit.
    pub unit: Slot,
    /// How much.
    pub power: i8,
    /// The number of the attack for which it is in force; 0 before it is declared.
    pub attack: u16,
}

/// Power until the battle phase ends: Stun and Surge (rules 1756.1, 1757.1, 1309.2, 1309.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PowerChange {
    /// The unit.
    pub unit: Slot,
    /// How much.
    pub power: i8,
}

/// A stage of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The attack is declared (rule 1105.1).
    Declare {
        /// Who attacks.
        attacker: Slot,
        /// Who is attacked.
        defender: Slot,
        /// How.
        mode: Mode,
        /// Whether the attacker taps.
        taps: Taps,
    },
    /// Texts have stepped in before the attack (rule 1310.1).
    Stepped,
    /// The disrupt POP is over (rule 1105.4).
    Declared,
    /// Whether Overload is used (rule 1741.4).
    Overload,
    /// The attack POP begins (rule 1106.1).
    AttackPop,
    /// The defending unit is final (rules 1106.5, 1106.6).
    DefenderFinal,
    /// A prediction is made (rule 1106.5).
    Predict(u8),
    /// The dice are rolled (rule 1107.4).
    Roll,
    /// The first stage of the reroll POP (rule 1107.7).
    AddDice,
    /// The second stage.
    Reroll,
    /// The third stage.
    ChangeDice,
    /// The dice are final (rule 1107.9).
    FinalDice,
    /// A prediction is compared (rule 1107.11).
    Compare(u8),
    /// Which unit gets hits by Overkill (rule 1740.1).
    OverkillTo,
    /// How many.
    OverkillAmount(Slot),
    /// The damage is pending (rule 1108).
    PendingDamage,
    /// The attack end begins (rule 1112).
    Ending,
    /// What waits for the attack end resolves (rule 1112.1).
    End,
    /// The attack end POP begins (rule 1112.6).
    EndPop,
    /// Another attack on the same unit (rule 1113.1).
    Tenacity,
    /// Another attack (rule 1113.2).
    DoubleStrike,
    /// Dice are picked for the Lucky of this unit (rule 1738.3).
    Lucky(Slot),
    /// Hidden dice have been shown; those to be rerolled are picked (rule 1715.5).
    ShownLucky,
    /// Dice are picked for an effect, and rerolled or changed.
    Pick {
        /// Who picks.
        who: Role,
        /// How many at least.
        least: u8,
        /// How many at most.
        most: u8,
        /// What they are changed to; 0: they are rerolled.
        to: u8,
    },
    /// Which unit an attack is redirected to by this one (rule 1747.1).
    Redirect(Slot),
    /// Whether the price for attacking the new defender is paid (rule 1106.4).
    Price(Slot),
}
