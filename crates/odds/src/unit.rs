//! Who fights: the numbers of both units that an attack looks at, and how their players play.

use vocab::{Keyword, KeywordSet};

/// What a player who plays as well as possible plays for: the attacker for it, the defender against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Much (or little) damage that gets through.
    Damage,
    /// The destruction (or the survival) of the defending unit.
    Destruction,
}

/// How a player uses Lucky (section 1738).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reroll {
    /// Never.
    None,
    /// The attacker as many misses as allowed, 1s first; the defender as many hits as allowed, 6s first.
    #[default]
    Simple,
    /// The best choice for an aim, expecting the other player's own way of playing.
    Best(Aim),
}

/// One of the two players at the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Roller {
    /// The attacking unit's controller.
    #[default]
    Attacker,
    /// The defending unit's controller.
    Defender,
}

/// The attacking unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacker {
    /// Speed: the order of several attackers (rule 1103.1).
    pub speed: u32,
    /// Power with everything but Overload, Resilience and Shields; below 0 it gives no dice (rule 1313.2).
    pub power: i32,
    /// Accuracy, with its sign.
    pub accuracy: i32,
    /// Critical Hit.
    pub critical_hit: u32,
    /// Fury.
    pub fury: u32,
    /// Backfire.
    pub backfire: u32,
    /// Focus.
    pub focus: u32,
    /// Overload, if its controller uses it for the attack.
    pub overload: u32,
    /// The sum of all Resilience values, with its sign.
    pub resilience: i32,
    /// Lucky.
    pub lucky: u32,
    /// How Lucky is used.
    pub reroll: Reroll,
    /// Stun.
    pub stun: u32,
    /// Tenacity; counts in a [`Sequence`](crate::Sequence).
    pub tenacity: u32,
    /// Keywords without a number: Armor, Cunning, Double Damage, Double Strike, Ferocity, Overkill.
    pub keywords: KeywordSet,
    /// Health, if its destruction is of interest.
    pub health: Option<u32>,
    /// Damage counters on it.
    pub counters: u32,
}

impl Attacker {
    /// Whether it has a keyword without a number.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword)
    }

    /// Power for an attack with this many damage counters on the unit.
    pub(crate) fn total_power(&self, counters: u32) -> i32 {
        // 1750.1, 1750.2: the sum S gives S power while at least |S| counters lie on the unit.
        let resilience = if counters >= self.resilience.unsigned_abs() { self.resilience } else { 0 };
        // 1741.1: X more power for the attack.
        self.power + resilience + self.overload as i32
    }
}

/// The defending unit and what its player can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Shields.
    pub shields: u32,
    /// Parry.
    pub parry: u32,
    /// Riposte.
    pub riposte: u32,
    /// Lucky.
    pub lucky: u32,
    /// How Lucky is used.
    pub reroll: Reroll,
    /// Keywords without a number: Armor, Fortitude.
    pub keywords: KeywordSet,
    /// Health, if the destruction is of interest.
    pub health: Option<u32>,
    /// Damage counters on it.
    pub counters: u32,
    /// The abilities that prevent damage to it, each once for each instance of damage (rule 1204.4).
    pub preventions: Vec<Prevention>,
    /// When they are used.
    pub prevent: Prevent,
    /// The Force that may be spent; `None` is enough for everything.
    pub force: Option<u32>,
    /// Where Deflect sends its damage.
    pub deflect_at: DeflectAt,
    /// Its Retaliates, each used once per attack while the Force lasts (rule 1751.7).
    pub retaliates: Vec<Retaliate>,
}

impl Defender {
    /// Whether it has a keyword without a number.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(keyword)
    }
}

/// Another unit in the arena, to which Overkill moves hits (section 1740).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbour {
    /// Its remaining health, if its destruction is of interest.
    pub remaining: Option<u32>,
}

/// An ability that prevents damage to the defending unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prevention {
    /// Which one.
    pub kind: PreventionKind,
    /// How much damage it prevents.
    pub amount: u32,
    /// What it costs.
    pub force: u32,
}

/// The activated keywords that prevent damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreventionKind {
    /// Also does the damage to another unit (section 1717).
    Deflect,
    /// Also takes power from the attacker's next attack (section 1743).
    Persuade,
    /// Also gives power for the unit's next attack (section 1701).
    Absorb,
    /// Prevents (section 1724).
    Evade,
    /// Of another unit of the same player (section 1746).
    Protect,
}

impl PreventionKind {
    /// All, in the order in which damage is given to them: first those that do something with it.
    pub const ALL: [PreventionKind; 5] = [
        PreventionKind::Deflect,
        PreventionKind::Persuade,
        PreventionKind::Absorb,
        PreventionKind::Evade,
        PreventionKind::Protect,
    ];

    /// The keyword.
    pub const fn keyword(self) -> Keyword {
        match self {
            PreventionKind::Deflect => Keyword::Deflect,
            PreventionKind::Persuade => Keyword::Persuade,
            PreventionKind::Absorb => Keyword::Absorb,
            PreventionKind::Evade => Keyword::Evade,
            PreventionKind::Protect => Keyword::Protect,
        }
    }
}

/// When the defender pays for prevention. What costs nothing is used whenever it prevents something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Prevent {
    /// No prevention is played at all.
    Never,
    /// Only to keep the unit in play, as cheaply as possible.
    WhenItSaves,
    /// As much damage as the Force allows, as cheaply as possible.
    #[default]
    Always,
}

/// Where Deflect sends the damage that it prevents (rule 1717.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeflectAt {
    /// Back to the attacking unit.
    #[default]
    Attacker,
    /// To another unit, or nowhere.
    Elsewhere,
}

/// Retaliate (section 1751).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retaliate {
    /// Dice of damage against the attacker.
    pub dice: u32,
    /// What it costs.
    pub force: u32,
}
