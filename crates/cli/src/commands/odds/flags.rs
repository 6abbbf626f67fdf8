//! Flags become units: what a flag says replaces what was there.

use crate::cli::odds::{AttackerFlags, DefenderFlags};
use odds::{Attacker, Defender, DeflectAt, Neighbour, Prevention, PreventionKind, Retaliate};
use vocab::Keyword;

fn set<T, U: From<T>>(place: &mut U, flag: Option<T>) {
    if let Some(value) = flag {
        *place = value.into();
    }
}

impl AttackerFlags {
    /// Puts the flags on a unit.
    pub fn put_on(&self, attacker: &mut Attacker) {
        set(&mut attacker.power, self.power);
        set(&mut attacker.accuracy, self.accuracy);
        set(&mut attacker.critical_hit, self.crit);
        set(&mut attacker.fury, self.fury);
        set(&mut attacker.backfire, self.backfire);
        set(&mut attacker.focus, self.focus);
        set(&mut attacker.overload, self.overload);
        set(&mut attacker.resilience, self.resilience);
        set(&mut attacker.lucky, self.lucky);
        set(&mut attacker.reroll, self.reroll);
        set(&mut attacker.stun, self.stun);
        set(&mut attacker.tenacity, self.tenacity);
        set(&mut attacker.health, self.attacker_health.map(Some));
        set(&mut attacker.counters, self.attacker_damage);
        for (wanted, keyword) in [
            (self.cunning, Keyword::Cunning),
            (self.double_damage, Keyword::DoubleDamage),
            (self.double_strike, Keyword::DoubleStrike),
            (self.ferocity, Keyword::Ferocity),
            (self.overkill.is_some(), Keyword::Overkill),
            (self.attacker_armor, Keyword::Armor),
        ] {
            if wanted {
                attacker.keywords.insert(keyword);
            }
        }
    }

    /// The unit that Overkill moves hits to.
    pub fn neighbour(&self) -> Option<Neighbour> {
        self.overkill.map(|remaining| Neighbour { remaining: Some(remaining) })
    }
}

impl DefenderFlags {
    /// Puts the flags on a unit; prevention is added to what it has.
    pub fn put_on(&self, defender: &mut Defender) {
        set(&mut defender.shields, self.shields);
        set(&mut defender.parry, self.parry);
        set(&mut defender.riposte, self.riposte);
        set(&mut defender.lucky, self.their_lucky);
        set(&mut defender.reroll, self.their_reroll);
        set(&mut defender.health, self.health.map(Some));
        set(&mut defender.counters, self.damage);
        set(&mut defender.force, self.force.map(Some));
        set(&mut defender.prevent, self.prevent);
        for (wanted, keyword) in [(self.armor, Keyword::Armor), (self.fortitude, Keyword::Fortitude)] {
            if wanted {
                defender.keywords.insert(keyword);
            }
        }
        if self.deflect_elsewhere {
            defender.deflect_at = DeflectAt::Elsewhere;
        }
        for (kind, paid) in [
            (PreventionKind::Evade, &self.evade),
            (PreventionKind::Deflect, &self.deflect),
            (PreventionKind::Absorb, &self.absorb),
            (PreventionKind::Persuade, &self.persuade),
            (PreventionKind::Protect, &self.protect),
        ] {
            let abilities =
                paid.iter().map(|paid| Prevention { kind, amount: paid.amount, force: paid.force });
            defender.preventions.extend(abilities);
        }
        let retaliates = self.retaliate.iter().map(|paid| Retaliate { dice: paid.amount, force: paid.force });
        defender.retaliates.extend(retaliates);
    }
}
