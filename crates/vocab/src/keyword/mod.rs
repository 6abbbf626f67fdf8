//! The 61 keywords of the game (chapter 17): the table, look-up by name, and sets of keywords.
//!
//! Each keyword has one file here with its row; its behaviour has one file of the same name in the engine.

mod lookup;
mod older;
mod row;
mod set;

mod absorb;
mod accuracy;
mod adapt;
mod alternative_cost;
mod ambush;
mod area_damage;
mod armor;
mod avenge;
mod backfire;
mod barrage;
mod bombard;
mod bounty;
mod consume;
mod critical_hit;
mod cunning;
mod damage_control;
mod deflect;
mod deploy;
mod double_damage;
mod double_strike;
mod elude;
mod enhance;
mod equip;
mod evade;
mod ferocity;
mod focus;
mod foresight;
mod forewarning;
mod fortitude;
mod fury;
mod hidden_cost;
mod insert;
mod inspiration;
mod intercept;
mod intimidation;
mod ion_cannon;
mod last_stand;
mod lucky;
mod meditate;
mod overkill;
mod overload;
mod parry;
mod persuade;
mod pilot;
mod precision;
mod protect;
mod redirect;
mod reduced_cost;
mod reserves;
mod resilience;
mod retaliate;
mod riposte;
mod shields;
mod stack;
mod stealth;
mod stun;
mod surge;
mod switch;
mod tenacity;
mod upkeep;
mod velocity;

pub use lookup::Lookup;
pub use row::{Combination, Difference, Limit, Nature, Parameter, Places, Row, Sheets, Step};
pub use set::KeywordSet;

use crate::rulebook::{self, Rule};
use crate::{Edition, RuleNumber};
use serde::{Serialize, Serializer};
use std::fmt;

/// A keyword, in alphabetical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Keyword {
    /// Section 1701.
    Absorb,
    /// Section 1702.
    Accuracy,
    /// Section 1703.
    Adapt,
    /// Section 1704.
    AlternativeCost,
    /// Section 1705.
    Ambush,
    /// Section 1706.
    AreaDamage,
    /// Section 1707.
    Armor,
    /// Section 1708.
    Avenge,
    /// Section 1709.
    Backfire,
    /// Section 1710.
    Barrage,
    /// Section 1711.
    Bombard,
    /// Section 1712.
    Bounty,
    /// Section 1713.
    Consume,
    /// Section 1714.
    CriticalHit,
    /// Section 1715.
    Cunning,
    /// Section 1716.
    DamageControl,
    /// Section 1717.
    Deflect,
    /// Section 1718.
    Deploy,
    /// Section 1719.
    DoubleDamage,
    /// Section 1720.
    DoubleStrike,
    /// Section 1721.
    Elude,
    /// Section 1722.
    Enhance,
    /// Section 1723.
    Equip,
    /// Section 1724.
    Evade,
    /// Section 1725.
    Ferocity,
    /// Section 1726.
    Focus,
    /// Section 1727.
    Foresight,
    /// Section 1728.
    Forewarning,
    /// Section 1729.
    Fortitude,
    /// Section 1730.
    Fury,
    /// Section 1731.
    HiddenCost,
    /// Section 1732.
    Insert,
    /// Section 1733.
    Inspiration,
    /// Section 1734.
    Intercept,
    /// Section 1735.
    Intimidation,
    /// Section 1736.
    IonCannon,
    /// Section 1737.
    LastStand,
    /// Section 1738.
    Lucky,
    /// Section 1739.
    Meditate,
    /// Section 1740.
    Overkill,
    /// Section 1741.
    Overload,
    /// Section 1742.
    Parry,
    /// Section 1743.
    Persuade,
    /// Section 1744.
    Pilot,
    /// Section 1745.
    Precision,
    /// Section 1746.
    Protect,
    /// Section 1747.
    Redirect,
    /// Section 1748.
    ReducedCost,
    /// Section 1749.
    Reserves,
    /// Section 1750.
    Resilience,
    /// Section 1751.
    Retaliate,
    /// Section 1752.
    Riposte,
    /// Section 1753.
    Shields,
    /// Section 1754.
    Stack,
    /// Section 1755.
    Stealth,
    /// Section 1756.
    Stun,
    /// Section 1757.
    Surge,
    /// Section 1758.
    Switch,
    /// Section 1759.
    Tenacity,
    /// Section 1760.
    Upkeep,
    /// Section 1761.
    Velocity,
}

const TABLE: [&Row; 61] = [
    &absorb::ROW,
    &accuracy::ROW,
    &adapt::ROW,
    &alternative_cost::ROW,
    &ambush::ROW,
    &area_damage::ROW,
    &armor::ROW,
    &avenge::ROW,
    &backfire::ROW,
    &barrage::ROW,
    &bombard::ROW,
    &bounty::ROW,
    &consume::ROW,
    &critical_hit::ROW,
    &cunning::ROW,
    &damage_control::ROW,
    &deflect::ROW,
    &deploy::ROW,
    &double_damage::ROW,
    &double_strike::ROW,
    &elude::ROW,
    &enhance::ROW,
    &equip::ROW,
    &evade::ROW,
    &ferocity::ROW,
    &focus::ROW,
    &foresight::ROW,
    &forewarning::ROW,
    &fortitude::ROW,
    &fury::ROW,
    &hidden_cost::ROW,
    &insert::ROW,
    &inspiration::ROW,
    &intercept::ROW,
    &intimidation::ROW,
    &ion_cannon::ROW,
    &last_stand::ROW,
    &lucky::ROW,
    &meditate::ROW,
    &overkill::ROW,
    &overload::ROW,
    &parry::ROW,
    &persuade::ROW,
    &pilot::ROW,
    &precision::ROW,
    &protect::ROW,
    &redirect::ROW,
    &reduced_cost::ROW,
    &reserves::ROW,
    &resilience::ROW,
    &retaliate::ROW,
    &riposte::ROW,
    &shields::ROW,
    &stack::ROW,
    &stealth::ROW,
    &stun::ROW,
    &surge::ROW,
    &switch::ROW,
    &tenacity::ROW,
    &upkeep::ROW,
    &velocity::ROW,
];

impl Keyword {
    /// All keywords in alphabetical order.
    pub fn all() -> impl DoubleEndedIterator<Item = Keyword> + ExactSizeIterator {
        TABLE.iter().map(|row| row.keyword)
    }

    /// The keywords of an edition: 61 or 33.
    pub fn of(edition: Edition) -> impl Iterator<Item = Keyword> {
        Keyword::all().filter(move |keyword| keyword.definition(edition).is_some())
    }

    /// Its row of the table.
    pub const fn row(self) -> &'static Row {
        TABLE[self as usize]
    }

    /// Its name on cards.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name with its parameter, as a heading: `Evade X`, `Bounty: [effect]`.
    pub fn heading(self) -> String {
        let name = self.name();
        match self.row().parameter {
            Parameter::None => name.to_string(),
            Parameter::Number => format!("{name} X"),
            Parameter::SignedNumber => format!("{name} X/-X"),
            Parameter::Effect => format!("{name}: [effect]"),
            Parameter::Ability => format!("{name}: [ability]"),
            Parameter::Text => format!("{name}: [effect]"),
            Parameter::Cost => format!("{name}: [cost]"),
            Parameter::CostAndEffect => format!("{name}: [cost -> effect]"),
            Parameter::NumberAndCondition => format!("{name} X: [condition]"),
            Parameter::CardList => format!("{name}: [list]"),
            Parameter::Alternatives => format!("{name}: [A/B/...]"),
            Parameter::OnePerArena => format!("{name}: [first/second/third arena]"),
            Parameter::SubtypesAndAbilities => format!("[subtype] {name}"),
        }
    }

    /// The definition in an edition; `None` for a keyword that the older sheets don't have.
    pub fn definition(self, edition: Edition) -> Option<&'static str> {
        let row = self.row();
        match (edition, &row.sheets) {
            (Edition::Current, _) => Some(row.definition),
            (Edition::Sheets, Some(sheets)) => Some(sheets.definition.unwrap_or(row.definition)),
            (Edition::Sheets, None) => None,
        }
    }

    /// The rulings: the numbered rules of its section.
    pub fn rulings(self) -> &'static [Rule] {
        rulebook::section(self.row().section).map_or(&[], |section| &section.rules)
    }

    /// The differences between the editions (table 1802).
    pub const fn differences(self) -> &'static [Difference] {
        match &self.row().sheets {
            Some(sheets) => sheets.differences,
            None => &[],
        }
    }

    /// The keyword that counts in play: Elude is the old name of Precision (rule 1721.1).
    pub const fn in_play(self) -> Keyword {
        match self {
            Keyword::Elude => Keyword::Precision,
            other => other,
        }
    }

    /// How several instances combine; texts without a class are layered (rules 1302.5, 1302.8).
    pub fn combination(self) -> Combination {
        self.row().class.unwrap_or(Combination::Layered)
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Keyword {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

/// Shorthand for the rows.
const fn rule(section: u16, rule: u8) -> RuleNumber {
    RuleNumber::new(section, rule)
}

#[cfg(test)]
mod tests;
