//! Prevention: which abilities the defender uses on a given amount of damage, and what they cost (section 1204).

use crate::unit::{Defender, Prevent, Prevention, PreventionKind};
use vocab::Keyword;

/// What prevention does to one instance of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Damage prevented by all abilities together.
    pub prevented: u32,
    /// Force paid.
    pub force: u32,
    /// Damage that Deflect does in turn.
    pub deflected: u32,
    /// Power that the attacker's next attack loses by Persuade.
    pub persuaded: u32,
    /// Power that the unit's next attack gains by Absorb.
    pub absorbed: u32,
}

/// The ways to use a unit's abilities.
pub struct Means {
    policy: Prevent,
    /// Every set of abilities that the Force pays for.
    sets: Vec<Set>,
    /// Counters for each damage.
    per_damage: u32,
    remaining: Option<u32>,
}

/// A set of abilities that are used together.
#[derive(Clone, Copy, Default)]
struct Set {
    amounts: [u32; PreventionKind::ALL.len()],
    force: u32,
    uses: u32,
}

impl Set {
    fn with(mut self, prevention: &Prevention) -> Set {
        self.amounts[prevention.kind as usize] += prevention.amount;
        self.force += prevention.force;
        self.uses += 1;
        self
    }

    /// What the set does to this much damage.
    fn against(&self, pending: u32) -> Use {
        let mut left = pending;
        // 1717.2: Deflect prevents as much as it can; 1204.6: the others up to their number.
        let parts = self.amounts.map(|amount| {
            let part = amount.min(left);
            left -= part;
            part
        });
        Use {
            prevented: pending - left,
            force: self.force,
            deflected: parts[PreventionKind::Deflect as usize],
            persuaded: parts[PreventionKind::Persuade as usize],
            absorbed: parts[PreventionKind::Absorb as usize],
        }
    }
}

/// Whether the damage of a unit can be prevented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preventable {
    /// By everything.
    Yes,
    /// 1729.1, 1729.3: only by the unit's own abilities, because it has Fortitude.
    ByItself,
    /// 1725.1, 1205.1: not at all.
    No,
}

impl Preventable {
    /// Damage of an attacker with these keywords to this unit.
    pub fn of(attacker: vocab::KeywordSet, defender: &Defender) -> Preventable {
        match (attacker.contains(Keyword::Ferocity), defender.has(Keyword::Fortitude)) {
            (false, _) => Preventable::Yes,
            (true, true) => Preventable::ByItself,
            (true, false) => Preventable::No,
        }
    }

    const fn by(self, kind: PreventionKind) -> bool {
        match (self, kind) {
            (Preventable::Yes, _) => true,
            (Preventable::ByItself, PreventionKind::Protect) | (Preventable::No, _) => false,
            (
                Preventable::ByItself,
                PreventionKind::Deflect
                | PreventionKind::Persuade
                | PreventionKind::Absorb
                | PreventionKind::Evade,
            ) => true,
        }
    }
}

impl Means {
    /// The means of a unit against damage that puts this many counters each.
    pub fn new(
        defender: &Defender,
        preventable: Preventable,
        force: Option<u32>,
        remaining: Option<u32>,
        per_damage: u32,
    ) -> Means {
        let mut sets = vec![Set::default()];
        let usable = match defender.prevent {
            Prevent::Never => &[],
            Prevent::WhenItSaves | Prevent::Always => &defender.preventions[..],
        };
        for prevention in usable.iter().filter(|prevention| preventable.by(prevention.kind)) {
            // 1204.4: each ability once; 1204.5: several together.
            let more: Vec<Set> = sets
                .iter()
                .map(|set| set.with(prevention))
                .filter(|set| force.is_none_or(|force| set.force <= force))
                .collect();
            sets.extend(more);
        }
        Means { policy: defender.prevent, sets, per_damage, remaining }
    }

    /// What the defender does about damage that it sees.
    pub fn seen(&self, pending: u32) -> Use {
        let saves = |set: &Set| !self.destroys(pending - set.against(pending).prevented);
        let free = |set: &Set| set.force == 0;
        match self.policy {
            Prevent::Never => Use::default(),
            Prevent::Always => self.most(pending, |_| true),
            Prevent::WhenItSaves if !self.destroys(pending) => self.most(pending, free),
            Prevent::WhenItSaves => {
                match self.sets.iter().filter(|set| saves(set)).map(|set| set.force).min() {
                    Some(cheapest) => self.most(pending, |set| saves(set) && set.force == cheapest),
                    None => self.most(pending, free),
                }
            }
        }
    }

    /// What a defender declares who does not see the damage (rule 1715.3) and fears this much of it.
    pub fn unseen(&self, worst: u32) -> impl Fn(u32) -> Use {
        let force = match self.policy {
            Prevent::Never => 0,
            Prevent::Always => u32::MAX,
            Prevent::WhenItSaves => {
                if self.destroys(worst) {
                    u32::MAX
                } else {
                    0
                }
            }
        };
        let declared = self
            .sets
            .iter()
            .filter(|set| set.force <= force)
            .max_by_key(|set| {
                let done = set.against(worst);
                (done.prevented, std::cmp::Reverse(set.force), done.deflected, done.persuaded, done.absorbed)
            })
            .copied()
            .unwrap_or_default();
        // 1715.7: a use that finds no damage is spent.
        move |pending| declared.against(pending)
    }

    fn destroys(&self, damage: u32) -> bool {
        self.remaining.is_some_and(|remaining| damage * self.per_damage >= remaining)
    }

    /// The most prevention; then the cheapest, the most damage and power turned, the fewest abilities.
    fn most(&self, pending: u32, allowed: impl Fn(&Set) -> bool) -> Use {
        self.sets
            .iter()
            .filter(|set| allowed(set))
            .map(|set| (set.against(pending), set.uses))
            .max_by_key(|(done, uses)| {
                let turned = (done.deflected, done.persuaded, done.absorbed);
                (done.prevented, std::cmp::Reverse(done.force), turned, std::cmp::Reverse(*uses))
            })
            .map(|(done, _)| done)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Means, Preventable, Use};
    use crate::unit::{Defender, Prevent, Prevention, PreventionKind};

    fn unit(abilities: &[(PreventionKind, u32, u32)]) -> Defender {
        let prevention = |(kind, amount, force): &(PreventionKind, u32, u32)| Prevention {
            kind: *kind,
            amount: *amount,
            force: *force,
        };
        Defender { preventions: abilities.iter().map(prevention).collect(), ..Defender::default() }
    }

    fn seen(unit: &Defender, force: u32, remaining: Option<u32>, pending: u32) -> (u32, u32) {
        let done = Means::new(unit, Preventable::Yes, Some(force), remaining, 1).seen(pending);
        (done.prevented, done.force)
    }

    #[test]
    fn the_cheapest_abilities_that_prevent_most_are_used() {
        let unit = unit(&[
            (PreventionKind::Evade, 2, 2),
            (PreventionKind::Evade, 3, 4),
            (PreventionKind::Protect, 1, 0),
        ]);
        assert_eq!(seen(&unit, 9, None, 0), (0, 0));
        assert_eq!(seen(&unit, 9, None, 1), (1, 0));
        assert_eq!(seen(&unit, 9, None, 3), (3, 2));
        assert_eq!(seen(&unit, 9, None, 4), (4, 4));
        assert_eq!(seen(&unit, 9, None, 9), (6, 6));
        assert_eq!(seen(&unit, 5, None, 9), (4, 4));
        assert_eq!(seen(&unit, 1, None, 9), (1, 0));
    }

    #[test]
    fn force_is_saved_when_the_unit_lives_or_dies_anyway() {
        let mut unit = unit(&[(PreventionKind::Evade, 2, 2), (PreventionKind::Absorb, 1, 0)]);
        unit.prevent = Prevent::WhenItSaves;
        assert_eq!(seen(&unit, 9, Some(5), 4), (1, 0));
        assert_eq!(seen(&unit, 9, Some(5), 5), (1, 0));
        assert_eq!(seen(&unit, 9, Some(5), 6), (3, 2));
        assert_eq!(seen(&unit, 9, Some(5), 8), (1, 0));
    }

    #[test]
    fn a_unit_is_saved_from_double_damage_in_time() {
        // 1719.1: two damage are four counters, three are six.
        let mut unit = unit(&[(PreventionKind::Evade, 2, 2)]);
        unit.prevent = Prevent::WhenItSaves;
        let force = |pending| Means::new(&unit, Preventable::Yes, None, Some(5), 2).seen(pending).force;
        assert_eq!([2, 3, 4, 5].map(force), [0, 2, 2, 0]);
    }

    #[test]
    fn deflect_takes_its_part_first() {
        // 1717.2, 1717.3.
        let unit = unit(&[(PreventionKind::Evade, 3, 1), (PreventionKind::Deflect, 2, 1)]);
        let done = Means::new(&unit, Preventable::Yes, None, None, 1).seen(4);
        assert_eq!(done, Use { prevented: 4, force: 2, deflected: 2, persuaded: 0, absorbed: 0 });
    }

    #[test]
    fn fortitude_helps_only_the_units_own_abilities() {
        // 1729.3.
        let unit = unit(&[(PreventionKind::Evade, 1, 0), (PreventionKind::Protect, 4, 0)]);
        let prevented = |by| Means::new(&unit, by, None, None, 1).seen(9).prevented;
        assert_eq!(prevented(Preventable::Yes), 5);
        assert_eq!(prevented(Preventable::ByItself), 1);
        assert_eq!(prevented(Preventable::No), 0);
    }
}
