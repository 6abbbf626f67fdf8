//! What is true of a unit now: speed, power, health and keywords from printed values, stack and everything else.
//!
//! The one home of derived values: nobody else adds anything up (rules 1302 and 1313).

pub(crate) mod gather;
pub(crate) mod identity;
pub(crate) mod permission;
pub(crate) mod reach;
mod reasons;
pub(crate) mod restriction;
pub(crate) mod source;
pub(crate) mod summary;

use crate::facts::attack;
use crate::facts::game::Game;
use crate::facts::keywords::{consume, elude, inspiration, intimidation, resilience};
use crate::facts::matching::used_keywords;
use crate::facts::text::{Scope, amount};
use crate::records::attack::Mode;
use crate::records::id::AbilityId;
use crate::records::state::{Mark, Slot, Where};
use crate::records::topics::Topics;
pub use reasons::{Part, Reason};

use gather::{DEEPEST, Given, Query, Rules};
use vocab::ability::{AbilityClass, AbilityKind, Grant, KeywordAbility, Loss, Statistic, X};
use vocab::keyword::Combination;
use vocab::{Arena, Keyword, KeywordSet, Role};

/// What the texts are about that values come from.
pub(super) const OF_VALUES: Topics = Topics::VALUES.or(Topics::ABILITIES).or(Topics::GAINS);

/// The values of a unit at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Never below 0 (rule 1313.2).
    pub speed: i16,
    /// May be below 0 for comparisons; gives 0 dice then (rule 1313.2).
    pub power: i16,
    /// At 0 or less the unit is discarded (rule 1207.6).
    pub health: i16,
    /// The power before additions, which Bombard and its like replace (rule 1107.1).
    base_power: i16,
    keywords: [i8; 61],
    present: u64,
}

/// Whether the units around a unit count for its values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    Present,
    Absent,
}

impl Now {
    /// Whether the unit has a keyword. Elude is Precision (rule 1721.1).
    pub const fn has(&self, keyword: Keyword) -> bool {
        self.present & (1 << elude::now(keyword) as u32) != 0
    }

    /// The value of a keyword: for cumulative ones the sum (rule 1302.1), otherwise the largest.
    pub fn value(&self, keyword: Keyword) -> i16 {
        i16::from(self.keywords[elude::now(keyword) as usize])
    }

    /// Adds an instance of a keyword.
    pub fn add(&mut self, keyword: Keyword, value: i16) {
        let keyword = elude::now(keyword);
        let own = &mut self.keywords[keyword as usize];
        let value = i8::try_from(value.clamp(-100, 100)).unwrap_or(0);
        *own = match keyword.combination() {
            Combination::Cumulative => own.saturating_add(value),
            Combination::Layered | Combination::Isolated | Combination::Selective => (*own).max(value),
        };
        self.present |= 1 << keyword as u32;
    }

    /// Takes a keyword away, all instances of it (rule 1753.5).
    fn lose(&mut self, keyword: Keyword) {
        self.keywords[elude::now(keyword) as usize] = 0;
        self.present &= !(1 << elude::now(keyword) as u32);
    }
}

/// What X is in an ability whose X is worked out (rule 1313.6).
pub(crate) fn x_of(scope: Scope, ability: AbilityId) -> i16 {
    match &scope.game.catalog.ability(ability).x {
        X::Is(of) => amount::amount(scope, of),
        X::Chosen | X::ChosenUpTo(_) => scope.x,
    }
}

/// The number of a keyword ability; a keyword without one has 0.
fn value_of(scope: Scope, keyword: &KeywordAbility) -> i16 {
    keyword.value().map_or(0, |value| amount::amount(scope, value))
}

/// The bonus of something that counts like a card of the stack: 10 speed, 1 power, 1 health (rules 804.2, 1733.1).
fn enlarge(now: &mut Now, times: i16) {
    now.speed += 10 * times;
    now.power += times;
    now.health += times;
}

impl Game {
    /// The values of a unit now. `unit` is its top card.
    pub fn now(&self, unit: Slot) -> Now {
        self.now_at(unit, 0)
    }

    /// The same, given what is in force about values.
    pub(crate) fn now_by(&self, unit: Slot, rules: &Rules) -> Now {
        let now = self.now_from(unit, 0, Some(rules));
        debug_assert_eq!(now, self.now(unit), "rules are not those that are in force");
        now
    }

    /// What is in force about values of units.
    pub(crate) const fn ruling_values(&self) -> Rules<'_> {
        Rules::about(self, OF_VALUES)
    }

    /// Whether a unit has a keyword now; most units are seen not to without working out their values.
    pub(crate) fn has(&self, unit: Slot, keyword: Keyword) -> bool {
        self.may_have(unit, keyword) && self.now(unit).has(keyword)
    }

    /// The value of a keyword that a unit has now, 0 without it; most units are seen not to have it.
    pub(crate) fn value(&self, unit: Slot, keyword: Keyword) -> i16 {
        if self.may_have(unit, keyword) { self.now(unit).value(keyword) } else { 0 }
    }

    /// Whether a text that gives this unit a keyword may be there: its own, of what lies on it, of a rule, or lasting.
    pub(crate) fn may_have(&self, unit: Slot, keyword: Keyword) -> bool {
        let facts = self.catalog.facts(self.state.card(unit).definition);
        let keyword = keyword.in_play();
        if facts.mentions.contains(keyword) || self.may_last(keyword) {
            return true;
        }
        // Few keywords are given by other cards; where no active text gives it, none gives it to this one.
        let is_given = summary::texts(self).keywords.contains(keyword);
        debug_assert!(
            is_given || !self.may_be_given(unit, keyword),
            "a text that gives it was not looked at"
        );
        is_given && self.may_be_given(unit, keyword)
    }

    /// Whether what lies on a unit, or a static rule, may give it a keyword.
    fn may_be_given(&self, unit: Slot, keyword: Keyword) -> bool {
        let facts = |card: Slot| self.catalog.facts(self.state.card(card).definition);
        let says = |card: Slot| facts(card).gives.contains(keyword);
        // What lies on a Pilot may give the Pilot what it gives on.
        let is_on = |card: Slot| says(card) || self.state.on(card).any(says);
        self.state.on(unit).any(is_on)
            || gather::sources(self, OF_VALUES)
                .iter()
                .any(|source| says(source) || self.state.on(source).any(is_on))
    }

    /// Whether a lasting effect may give a keyword.
    pub(crate) fn may_last(&self, keyword: Keyword) -> bool {
        self.state.lasting.iter().any(|record| {
            let mut chosen = record.abilities(&self.state).into_iter();
            self.catalog.node(record.node).mentions.contains(keyword)
                || chosen.any(|id| self.catalog.mentions(id).contains(keyword))
        })
    }

    /// The values of a unit, looked up within other values: beyond a bound only its own text counts.
    pub(crate) fn now_at(&self, unit: Slot, depth: u8) -> Now {
        self.now_from(unit, depth, None)
    }

    /// What a unit has without the units around it: they ask each other whether they inspire, and come to an end so.
    pub(crate) fn by_itself(&self, unit: Slot, depth: u8) -> Now {
        self.values(unit, depth, None, Company::Absent)
    }

    /// The same, given what is in force about values where that is known.
    fn now_from(&self, unit: Slot, depth: u8, rules: Option<&Rules>) -> Now {
        self.values(unit, depth, rules, Company::Present)
    }

    fn values(&self, unit: Slot, depth: u8, rules: Option<&Rules>, company: Company) -> Now {
        let facts = self.catalog.facts(self.state.card(unit).definition);
        let mut now = Now {
            speed: facts.speed,
            power: facts.power,
            health: facts.health,
            base_power: facts.power,
            keywords: [0; 61],
            present: 0,
        };
        let under = self.under(unit);
        // A value that is looked up within itself too often is what is printed.
        if depth > DEEPEST + 1 {
            enlarge(&mut now, under);
            return now;
        }
        let (mut more, mut less) = ([0_i16; 3], [0_i16; 3]);
        let mut fixed_values = restriction::Fixed::default();
        let (mut lost, mut kept) = (KeywordSet::default(), KeywordSet::default());
        let mut loses_all = false;
        // What texts forbid to gain: only what is printed counts then.
        let mut forbidden = KeywordSet::default();
        let mut count = |given: Given<'_>| match given {
            Given::Ability(id, giver) => self.count_ability(&mut now, unit, id, giver, depth),
            Given::Grant(grant, scope, fixed) => {
                let read = |of| fixed.unwrap_or_else(|| amount::amount(scope, of));
                match grant {
                    Grant::Bonus(statistic, of) => {
                        let value = read(of);
                        let totals = if value > 0 { &mut more } else { &mut less };
                        let total = &mut totals[*statistic as usize];
                        *total = total.saturating_add(value);
                    }
                    Grant::Set(statistic, of) => {
                        let value = read(of);
                        fixed_values.set(*statistic, value);
                        match statistic {
                            Statistic::Speed => now.speed = value,
                            Statistic::Power => (now.power, now.base_power) = (value, value),
                            Statistic::Health => now.health = value,
                        }
                    }
                    Grant::Keyword(keyword) if self.can_have(unit, keyword.keyword()) => {
                        let value = fixed.unwrap_or_else(|| value_of(scope, keyword));
                        now.add(keyword.keyword(), value);
                    }
                    Grant::Lose(Loss::Keyword(keyword) | Loss::Abilities(AbilityClass::Keyword(keyword))) => {
                        lost.insert(elude::now(*keyword));
                    }
                    Grant::Lose(Loss::Abilities(AbilityClass::Any)) => loses_all = true,
                    Grant::Keyword(_)
                    | Grant::Ability(_)
                    | Grant::Subtype(_)
                    | Grant::SubtypesOf(_)
                    | Grant::Name(_)
                    | Grant::Side(_)
                    | Grant::Types(_)
                    | Grant::Chosen(_)
                    | Grant::Lose(_) => {}
                }
            }
            Given::Change(change, _) => {
                fixed_values.look_at(change);
                restriction::hold_keywords(change, &mut forbidden, &mut kept);
            }
        };
        match rules {
            Some(rules) => rules.each(unit, &mut count),
            None => Query::new(self, OF_VALUES).at(depth).everything(unit, &mut count),
        }
        if loses_all {
            (now.keywords, now.present) = ([0; 61], 0);
        }
        if self.state.card(unit).marks.has(Mark::Exposed) {
            // 1755.5, 1761.6.
            forbidden.insert(Keyword::Stealth);
        }
        if !forbidden.is_empty() {
            forbidden.iter().for_each(|keyword| self.ungain(&mut now, unit, keyword, depth));
        }
        if !lost.is_empty() {
            lost.iter().filter(|keyword| !kept.contains(*keyword)).for_each(|keyword| now.lose(keyword));
        }
        // 1313.1: printed or set values first, then the stack (804.2), then additions.
        enlarge(&mut now, under);
        let battle = attack::battle_power(self, unit);
        more[1] = more[1].saturating_add(battle.max(0));
        less[1] = less[1].saturating_add(battle.min(0));
        let total = |statistic: Statistic| {
            fixed_values.total(statistic, more[statistic as usize], less[statistic as usize])
        };
        now.speed = now.speed.saturating_add(total(Statistic::Speed));
        now.power = now.power.saturating_add(total(Statistic::Power));
        now.health = now.health.saturating_add(total(Statistic::Health));
        if now.has(Keyword::Consume) {
            enlarge(&mut now, consume::swallowed(self, unit));
        }
        if depth < DEEPEST && company == Company::Present {
            let opposed = intimidation::opposed(self, unit, &now);
            enlarge(&mut now, opposed);
            enlarge(&mut now, inspiration::inspired(self, unit, depth));
        }
        now.power += resilience::power(self, unit, &now);
        // 1761.1, 1761.3: Velocity, and never below 0.
        now.speed += i16::from(self.state.velocity(unit));
        now.speed = fixed_values.kept(Statistic::Speed, now.speed).max(0);
        now.power = fixed_values.kept(Statistic::Power, now.power);
        now.health = fixed_values.kept(Statistic::Health, now.health);
        now
    }

    /// How many cards lie under the top card of a unit's stack (rule 804.2).
    fn under(&self, unit: Slot) -> i16 {
        let is_under = |card: &Slot| self.state.card(*card).place == Where::Stacked(unit);
        self.state.on(unit).filter(is_under).count() as i16
    }

    /// Takes away every instance of a keyword that is not printed on the unit.
    fn ungain(&self, now: &mut Now, unit: Slot, keyword: Keyword, depth: u8) {
        now.lose(keyword);
        Query::new(self, Topics::ABILITIES).at(depth).direct(unit, &mut |given| {
            if let Given::Ability(id, giver) = given
                && giver == unit
                && let AbilityKind::Keyword(own) = &self.catalog.ability(id).kind
                && elude::now(own.keyword()) == elude::now(keyword)
            {
                now.add(keyword, value_of(Scope::of_card(self, unit, depth + 1), own));
            }
        });
    }

    /// What an ability that a unit has counts for.
    fn count_ability(&self, now: &mut Now, unit: Slot, id: AbilityId, giver: Slot, depth: u8) {
        match &self.catalog.ability(id).kind {
            // The grant that it comes from is counted.
            AbilityKind::Keyword(_) if self.catalog.brief(id).is_grant => {}
            AbilityKind::Keyword(keyword) if self.can_have(unit, keyword.keyword()) => {
                self.catalog.see(id);
                let mut scope = Scope::of_card(self, unit, depth + 1).given_by(giver);
                scope.x = x_of(scope, id);
                now.add(keyword.keyword(), value_of(scope, keyword));
            }
            AbilityKind::Wrapper(wrapper) => now.add(wrapper.keyword(), 0),
            AbilityKind::Keyword(_)
            | AbilityKind::Static(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => {}
        }
    }

    /// Whether a unit can have a keyword at all: some belong to unique cards (rules 1733.2, 1735.2, 1802.19).
    fn can_have(&self, unit: Slot, keyword: Keyword) -> bool {
        let unique_only = match keyword {
            Keyword::Inspiration => inspiration::is_for_unique(self),
            Keyword::Intimidation => true,
            _ => false,
        };
        !unique_only || self.catalog.is_unique(self.state.card(unit).definition)
    }

    /// The values of all instances of a keyword on a unit, for layered and selective ones (rules 1302.3, 1302.4).
    pub fn instances(&self, unit: Slot, keyword: Keyword) -> Vec<i16> {
        let mut values = Vec::new();
        if !self.has(unit, keyword) {
            return values;
        }
        Query::new(self, OF_VALUES).everything(unit, &mut |given| match given {
            Given::Ability(id, giver) => {
                if let AbilityKind::Keyword(own) = &self.catalog.ability(id).kind
                    && elude::now(own.keyword()) == elude::now(keyword)
                    && !self.catalog.brief(id).is_grant
                {
                    values.push(value_of(Scope::of_card(self, unit, 1).given_by(giver), own));
                }
            }
            Given::Grant(Grant::Keyword(own), scope, fixed) => {
                if elude::now(own.keyword()) == elude::now(keyword) {
                    values.push(fixed.unwrap_or_else(|| value_of(scope, own)));
                }
            }
            Given::Grant(..) | Given::Change(..) => {}
        });
        values
    }

    /// The power of a unit in an attack of this mode: X replaces the printed power, changes are added (rule 1107.1).
    pub fn attack_power(&self, unit: Slot, mode: Mode) -> i16 {
        self.attack_power_of(unit, &self.now(unit), mode)
    }

    /// The same for a unit with these values.
    pub(crate) fn attack_power_of(&self, unit: Slot, now: &Now, mode: Mode) -> i16 {
        let power = now.power + attack::next_attack_power(self, unit);
        let changes = power - now.base_power;
        match mode {
            Mode::Normal => power,
            Mode::Bombard => now.value(Keyword::Bombard) + changes,
            Mode::Barrage => now.value(Keyword::Barrage) + changes,
            Mode::IonCannon => now.value(Keyword::IonCannon) + changes,
        }
    }

    /// The units in an arena, both players', in the order of their slots.
    pub fn units_in(&self, arena: Arena) -> impl Iterator<Item = Slot> + '_ {
        self.state.at(Where::Arena(arena)).filter(|slot| self.is_unit(*slot))
    }

    /// Whether a card is a unit: face-up in an arena or a build zone (rule 204.1).
    pub fn is_unit(&self, slot: Slot) -> bool {
        let card = self.state.card(slot);
        let in_place = matches!(card.place, Where::Arena(_) | Where::BuildZone);
        in_place && !card.is_face_down() && self.catalog.facts(card.definition).is_unit
    }

    /// The units of a player in an arena.
    pub fn units_of(&self, who: Role, arena: Arena) -> impl Iterator<Item = Slot> + '_ {
        self.state.zone(who, Where::Arena(arena)).filter(|slot| self.is_unit(*slot))
    }
}

/// The largest value of a keyword that a unit has behind a cost: "Pay 2 Force -> Evade 2".
pub(crate) fn activated_keyword(game: &Game, unit: Slot, keyword: Keyword, depth: u8) -> Option<i16> {
    let mut found = None;
    Query::new(game, Topics::ABILITIES).at(depth).everything(unit, &mut |given| {
        if let Given::Ability(id, giver) = given
            && let AbilityKind::Activated(play) = &game.catalog.ability(id).kind
        {
            let is_it = |own: &&KeywordAbility| elude::now(own.keyword()) == elude::now(keyword);
            for own in used_keywords(&play.effect).filter(is_it) {
                let value = value_of(Scope::of_card(game, unit, depth).given_by(giver), own);
                found = Some(found.map_or(value, |other: i16| other.max(value)));
            }
        }
    });
    found
}
