//! Who meets whom: whether a text applies in an attack of one card on another, as far as the two cards tell.

use vocab::ability::{
    AbilityKind, Amount, ArenaRef, Change, Class, Condition, Effect, Filter, Grant, Measure, Noun, Pattern,
    Place, Player, Quality, Range, Reading, Reference, Rule, Stage, Statistic,
};
use vocab::{Arenas, Cost, Definition, Keyword, subtype};

/// One of the two units of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The attacking unit.
    Attacker,
    /// The defending unit.
    Defender,
}

impl Party {
    /// Both.
    pub const BOTH: [Party; 2] = [Party::Attacker, Party::Defender];
}

/// Two cards in an attack within an arena, each a unit of one card, with nothing else on the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meeting<'a> {
    /// The attacking card, if it's known.
    pub attacker: Option<&'a Definition>,
    /// The defending card, if it's known.
    pub defender: Option<&'a Definition>,
    /// How deep one text asks about another.
    depth: u8,
    /// The unit that a text about each unit is looking at.
    each: Option<Party>,
}

/// Texts that ask about each other in a circle are given up here.
const DEEPEST: u8 = 3;

impl<'a> Meeting<'a> {
    /// One card attacks another.
    pub const fn new(attacker: Option<&'a Definition>, defender: Option<&'a Definition>) -> Meeting<'a> {
        Meeting { attacker, defender, depth: 0, each: None }
    }

    /// Whether a static text of `this` reaches a unit: "each unit gets ... when attacking this unit".
    pub fn reaches(
        &self,
        who: &Pattern,
        condition: Option<&Condition>,
        unit: Party,
        this: Party,
    ) -> Option<bool> {
        let looking = Meeting { each: Some(unit), ..*self };
        let applies = condition.map_or(Some(true), |condition| looking.holds(condition, this));
        all([applies, looking.fits(who, unit, this)])
    }
}

/// True, false, or not to be told from two cards.
type Known = Option<bool>;

fn all(parts: impl IntoIterator<Item = Known>) -> Known {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

fn any(parts: impl IntoIterator<Item = Known>) -> Known {
    all(parts.into_iter().map(not)).map(|none| !none)
}

fn not(known: Known) -> Known {
    known.map(|known| !known)
}

impl Meeting<'_> {
    fn card(&self, party: Party) -> Option<&Definition> {
        match party {
            Party::Attacker => self.attacker,
            Party::Defender => self.defender,
        }
    }

    /// The unit of the attack that a word means.
    fn party(&self, reference: Reference, this: Party) -> Option<Party> {
        match reference {
            Reference::This => Some(this),
            Reference::Attacker => Some(Party::Attacker),
            Reference::Defender => Some(Party::Defender),
            Reference::Each => self.each,
            Reference::Giver
            | Reference::Subject
            | Reference::Object
            | Reference::Paid(_)
            | Reference::Result(_) => None,
        }
    }

    /// Whether a condition of a text of `this` is true in the attack.
    pub fn holds(&self, condition: &Condition, this: Party) -> Known {
        match condition {
            Condition::Is(what, filter) => self.matches(filter, self.party(*what, this)?, this),
            Condition::All(parts) => all(parts.iter().map(|part| self.holds(part, this))),
            Condition::Any(parts) => any(parts.iter().map(|part| self.holds(part, this))),
            Condition::Not(inner) => not(self.holds(inner, this)),
            Condition::UnitAttacking => Some(true),
            Condition::During(Stage::Turn | Stage::BattlePhase) => Some(true),
            Condition::During(Stage::Setup | Stage::BuildStep(_) | Stage::RetreatStep(_)) => Some(false),
            Condition::During(Stage::BattleStep(arena)) => self.is_in(*arena),
            Condition::Compare(..) | Condition::Controls(..) | Condition::Happened(..) => None,
        }
    }

    /// Whether a text of `this` means this unit.
    pub fn fits(&self, pattern: &Pattern, unit: Party, this: Party) -> Known {
        match pattern {
            Pattern::Known(reference) => Some(self.party(*reference, this)? == unit),
            Pattern::Any(filter) => self.matches(filter, unit, this),
            Pattern::OneOf(patterns) => any(patterns.iter().map(|part| self.fits(part, unit, this))),
        }
    }

    fn matches(&self, filter: &Filter, unit: Party, this: Party) -> Known {
        let control = match filter.control {
            None | Some(Player::Each | Player::Any) => Some(true),
            Some(Player::You) => Some(unit == this),
            Some(Player::Opponent) => Some(unit != this),
            Some(Player::That | Player::ControllerOf(_) | Player::OwnerOf(_) | Player::InRole(_)) => None,
        };
        let place = match filter.place {
            None | Some(Place::InPlay) => Some(true),
            Some(Place::Arena(arena) | Place::ArenaOrBuildZone(arena, _)) => self.is_in(arena),
            Some(Place::BuildZone(_) | Place::Hand(_) | Place::Deck(_) | Place::TopOfDeck(_)) => Some(false),
            Some(Place::DiscardPile(_) | Place::Supply(_)) => Some(false),
            Some(Place::Stack(_) | Place::StackedWith(_) | Place::Beneath(_)) => None,
        };
        let with = all(filter.with.iter().map(|quality| self.has(quality, unit, this)));
        let classes = any(filter.classes.iter().map(|class| self.is_of(class, unit, this)));
        all([control, place, with, classes])
    }

    fn is_of(&self, class: &Class, unit: Party, this: Party) -> Known {
        let noun = Some(matches!(class.noun, Noun::Card | Noun::Unit));
        all(class.adjectives.iter().map(|quality| self.has(quality, unit, this)).chain([noun]))
    }

    /// Whether the attack is in that arena: known if the cards share one arena alone.
    fn is_in(&self, arena: ArenaRef) -> Known {
        match arena {
            ArenaRef::Any | ArenaRef::Of(Reference::This | Reference::Attacker | Reference::Defender) => {
                Some(true)
            }
            ArenaRef::Named(arenas) => {
                let of = |card: Option<&Definition>| card.and_then(|card| card.card_type.arenas());
                let shared: Vec<_> = of(self.attacker)?
                    .iter()
                    .filter(|arena| of(self.defender).is_none_or(|own| own.contains(*arena)))
                    .collect();
                let inside = shared.iter().filter(|arena| arenas.contains(**arena)).count();
                match (inside, shared.len()) {
                    (_, 0) => None,
                    (0, _) => Some(false),
                    (inside, all) if inside == all => Some(true),
                    _ => None,
                }
            }
            ArenaRef::Of(_) | ArenaRef::Chosen(_) => None,
        }
    }

    fn has(&self, quality: &Quality, unit: Party, this: Party) -> Known {
        // What follows from the attack alone.
        match quality {
            Quality::Attacking(whom) => {
                let whom = whom.as_ref().map_or(Some(true), |whom| self.fits(whom, Party::Defender, this));
                return all([Some(unit == Party::Attacker), whom]);
            }
            Quality::Defending(by) => {
                let by = by.as_ref().map_or(Some(true), |by| self.fits(by, Party::Attacker, this));
                return all([Some(unit == Party::Defender), by]);
            }
            // An attack in its own arena uses none of them.
            Quality::Using(Keyword::Bombard | Keyword::Barrage | Keyword::IonCannon) => return Some(false),
            Quality::OtherThan(other) => return Some(self.party(*other, this)? != unit),
            Quality::Not(inner) => return not(self.has(inner, unit, this)),
            Quality::AnyOf(parts) => return any(parts.iter().map(|part| self.has(part, unit, this))),
            Quality::FaceUp => return Some(true),
            Quality::FaceDown | Quality::PartiallyBuilt => return Some(false),
            // 1105.3: it taps for the attack.
            Quality::Tapped if unit == Party::Attacker => return Some(true),
            Quality::Untapped if unit == Party::Attacker => return Some(false),
            _ => {}
        }
        let card = self.card(unit)?;
        let printed = |fits: bool| if fits { Some(true) } else { (!changes_itself(card)).then_some(false) };
        match quality {
            Quality::Subtype(word) => printed(subtype::has(&card.subtypes, word)),
            Quality::Type(arena) => printed(arenas(card)?.contains(*arena)),
            Quality::MultiArena => printed(arenas(card)?.iter().count() > 1),
            Quality::Name(name) => printed(card.name == *name),
            Quality::NameContains(word) => printed(card.name.to_lowercase().contains(&word.to_lowercase())),
            Quality::TextContains(word) => Some(card.words.contains(&word.to_lowercase())),
            Quality::Side(side) => printed(card.side == *side),
            Quality::Kind(noun) => Some(matches!(noun, Noun::Card | Noun::Unit | Noun::UnitCard)),
            Quality::Uniqueness(uniqueness) => Some(card.uniqueness == *uniqueness),
            Quality::Keyword(keyword, range) => self.has_keyword(unit, *keyword, range.as_ref()),
            Quality::Measure(measure, range) => in_range(i32::from(measured(card, *measure)?), range),
            Quality::SameName(_)
            | Quality::SameExpansion(_)
            | Quality::CanPilot(_)
            | Quality::Chosen(_)
            | Quality::Tapped
            | Quality::Untapped
            | Quality::Damaged
            | Quality::Undamaged
            | Quality::Using(_)
            | Quality::Piloted
            | Quality::Stacked
            | Quality::Cornered
            | Quality::Extreme(..)
            | Quality::Counters(..)
            | Quality::Has(..)
            | Quality::On(..)
            | Quality::AttackableBy(_)
            | Quality::Among(_) => None,
            Quality::Attacking(_)
            | Quality::Defending(_)
            | Quality::OtherThan(_)
            | Quality::Not(_)
            | Quality::AnyOf(_)
            | Quality::FaceUp
            | Quality::FaceDown
            | Quality::PartiallyBuilt => None,
        }
    }

    /// Whether a unit has a keyword: printed plainly, behind a price, or by a text of one of the two cards.
    fn has_keyword(&self, unit: Party, keyword: Keyword, range: Option<&Range>) -> Known {
        if self.depth == DEEPEST {
            return None;
        }
        let deeper = Meeting { depth: self.depth + 1, ..*self };
        let mut values = Vec::new();
        for this in Party::BOTH {
            // A card that nobody knows may have any text.
            for ability in &self.card(this)?.abilities {
                match &ability.kind {
                    AbilityKind::Keyword(own) if this == unit && own.keyword() == keyword => {
                        values.push(own.value());
                    }
                    AbilityKind::Activated(play) if this == unit => match &play.effect {
                        Effect::Keyword(own, _) if own.keyword() == keyword => values.push(own.value()),
                        _ => {}
                    },
                    AbilityKind::Static(Rule::Cards { who, changes, condition }) => {
                        let reaches = deeper.reaches(who, condition.as_ref(), unit, this);
                        if reaches == Some(false) {
                            continue;
                        }
                        for change in changes {
                            let Change::Gets(grant) = change else { continue };
                            match grant {
                                Grant::Keyword(own) if own.keyword() == keyword => {
                                    reaches?;
                                    values.push(own.value());
                                }
                                Grant::Ability(_) | Grant::Chosen(_) | Grant::Lose(_) => return None,
                                _ => {}
                            }
                        }
                    }
                    AbilityKind::Wrapper(_) => return None,
                    _ => {}
                }
            }
        }
        let Some(range) = range else { return Some(!values.is_empty()) };
        if values.is_empty() {
            return Some(false);
        }
        let number = |value: &Option<&Amount>| match value {
            Some(Amount::Number(number)) => Some(i32::from(*number)),
            Some(_) => None,
            None => Some(0),
        };
        in_range(values.iter().map(number).sum::<Option<i32>>()?, range)
    }
}

fn arenas(card: &Definition) -> Option<Arenas> {
    card.card_type.arenas()
}

/// Whether a card's own text may make something else of it than what is printed.
fn changes_itself(card: &Definition) -> bool {
    let changes = |change: &Change| {
        matches!(
            change,
            Change::Gets(
                Grant::Subtype(_)
                    | Grant::SubtypesOf(_)
                    | Grant::Name(_)
                    | Grant::Side(_)
                    | Grant::Types(_)
                    | Grant::Chosen(_)
            )
        )
    };
    card.abilities.iter().any(|ability| match &ability.kind {
        AbilityKind::Static(Rule::Cards { changes: list, .. }) => list.iter().any(changes),
        AbilityKind::Wrapper(_) => true,
        AbilityKind::Keyword(_) | AbilityKind::Activated(_) => false,
        _ => false,
    })
}

/// A number that is printed. What a unit's values come to in play isn't known from the card alone (rule 1313.3), but a
/// unit of one card has the build cost of that card (rule 804.4).
fn measured(card: &Definition, measure: Measure) -> Option<i16> {
    match measure {
        Measure::Statistic(statistic, Reading::Printed) => match statistic {
            Statistic::Speed => card.speed.value(),
            Statistic::Power => card.power.value(),
            Statistic::Health => card.health.value(),
        },
        Measure::BuildCost(_) => match card.cost {
            Cost::Points(points) => Some(points.into()),
            _ => None,
        },
        Measure::CardsInStack => Some(1),
        Measure::Statistic(..) | Measure::RemainingHealth | Measure::Keyword(_) => None,
    }
}

fn in_range(value: i32, range: &Range) -> Known {
    let number = |amount: &Amount| match amount {
        Amount::Number(number) => Some(i32::from(*number)),
        _ => None,
    };
    Some(match range {
        Range::Exactly(amount) => value == number(amount)?,
        Range::AtLeast(amount) => value >= number(amount)?,
        Range::AtMost(amount) => value <= number(amount)?,
        Range::MoreThan(amount) => value > number(amount)?,
        Range::LessThan(amount) => value < number(amount)?,
        Range::OneOf(numbers) => numbers.iter().any(|number| i32::from(*number) == value),
        Range::Odd => value % 2 != 0,
        Range::Even => value % 2 == 0,
    })
}

#[cfg(test)]
mod tests {
    use super::{Meeting, Party};
    use vocab::ability::{
        Ability, Amount, Costs, Effect, Filter, Grant, KeywordAbility, Measure, Pattern, Player, Quality,
        Range, Reading, Rule, Statistic, Uniqueness,
    };
    use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Keyword, Side, Stat};

    fn card(abilities: Vec<Ability>) -> Definition {
        Definition {
            name: "Card".into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side: Side::Neutral,
            card_type: CardType::Unit(Arenas::one(Arena::Ground)),
            subtypes: "".into(),
            cost: Cost::Points(1),
            speed: Stat::Value(10),
            power: Stat::Value(1),
            health: Stat::Value(1),
            abilities,
            expansion: "".into(),
            words: "".into(),
            completeness: Completeness::Exact,
        }
    }

    fn keyword(keyword: Keyword, value: Option<i16>) -> KeywordAbility {
        KeywordAbility::new(keyword, value.map(Amount::Number)).expect("the keyword takes it that way")
    }

    fn printed(word: Keyword, value: Option<i16>) -> Ability {
        Ability::keyword(keyword(word, value))
    }

    /// Whether the defending unit has the keyword, with this value or more.
    fn defender_has(
        attacker: Vec<Ability>,
        defender: Vec<Ability>,
        word: Keyword,
        least: Option<i16>,
    ) -> Option<bool> {
        let (attacker, defender) = (card(attacker), card(defender));
        let quality = Quality::Keyword(word, least.map(|least| Range::AtLeast(Amount::Number(least))));
        let unit = Pattern::Any(Filter::units().with(quality));
        Meeting::new(Some(&attacker), Some(&defender)).fits(&unit, Party::Defender, Party::Attacker)
    }

    #[test]
    fn one_unit_attacks_and_the_other_defends() {
        let other = card(Vec::new());
        let meeting = Meeting::new(Some(&other), Some(&other));
        let fits = |quality: Quality, unit: Party| {
            meeting.fits(&Pattern::Any(Filter::units().with(quality)), unit, Party::Attacker)
        };
        assert_eq!(fits(Quality::Attacking(None), Party::Attacker), Some(true));
        assert_eq!(fits(Quality::Attacking(None), Party::Defender), Some(false));
        assert_eq!(fits(Quality::Defending(None), Party::Attacker), Some(false));
        assert_eq!(fits(Quality::Defending(None), Party::Defender), Some(true));
        // 1105.3: the attacker taps for the attack; the defender may have tapped before.
        assert_eq!(fits(Quality::Tapped, Party::Attacker), Some(true));
        assert_eq!(fits(Quality::Untapped, Party::Attacker), Some(false));
        assert_eq!(fits(Quality::Tapped, Party::Defender), None);
        assert_eq!(fits(Quality::Untapped, Party::Defender), None);
    }

    #[test]
    fn printed_numbers_are_known_and_others_are_not() {
        // 10 speed, 1 power, 1 health, and a build cost of 1.
        let other = card(Vec::new());
        let meeting = Meeting::new(Some(&other), Some(&other));
        let is = |measure: Measure, number: i16| {
            let quality = Quality::Measure(measure, Range::Exactly(Amount::Number(number)));
            meeting.fits(&Pattern::Any(Filter::units().with(quality)), Party::Defender, Party::Attacker)
        };
        let printed = |statistic| Measure::Statistic(statistic, Reading::Printed);
        assert_eq!(is(printed(Statistic::Speed), 10), Some(true));
        assert_eq!(is(printed(Statistic::Speed), 1), Some(false));
        assert_eq!(is(printed(Statistic::Power), 1), Some(true));
        assert_eq!(is(printed(Statistic::Health), 10), Some(false));
        assert_eq!(is(Measure::BuildCost(Reading::Printed), 1), Some(true));
        assert_eq!(is(Measure::CardsInStack, 1), Some(true));
        // 1313.3: what they come to in play isn't on the card.
        assert_eq!(is(Measure::RemainingHealth, 1), None);
        assert_eq!(is(Measure::Statistic(Statistic::Power, Reading::Total), 1), None);
    }

    #[test]
    fn a_unit_has_a_keyword_that_is_printed_on_its_own_card() {
        let armor = || vec![printed(Keyword::Armor, None)];
        let parry = || vec![printed(Keyword::Parry, Some(2))];
        assert_eq!(defender_has(Vec::new(), armor(), Keyword::Armor, None), Some(true));
        assert_eq!(defender_has(Vec::new(), Vec::new(), Keyword::Armor, None), Some(false));
        assert_eq!(defender_has(armor(), Vec::new(), Keyword::Armor, None), Some(false), "it's the other's");
        assert_eq!(defender_has(Vec::new(), parry(), Keyword::Armor, None), Some(false), "another keyword");
        assert_eq!(defender_has(Vec::new(), parry(), Keyword::Parry, Some(2)), Some(true));
        assert_eq!(defender_has(Vec::new(), parry(), Keyword::Parry, Some(3)), Some(false));
    }

    #[test]
    fn a_unit_has_a_keyword_that_it_can_play_or_is_given() {
        let paid =
            || vec![Ability::activated(Costs::force(1), Effect::keyword(keyword(Keyword::Evade, Some(2))))];
        assert_eq!(defender_has(Vec::new(), paid(), Keyword::Evade, None), Some(true));
        assert_eq!(defender_has(paid(), Vec::new(), Keyword::Evade, None), Some(false), "it's the other's");
        assert_eq!(defender_has(Vec::new(), paid(), Keyword::Parry, None), Some(false), "another keyword");
        let gives = |who: Filter| {
            let rule = Rule::gets(who, [Grant::Keyword(keyword(Keyword::Armor, None))]);
            vec![Ability::static_rule(rule)]
        };
        let theirs = || gives(Filter::units().of(Player::Opponent));
        assert_eq!(defender_has(theirs(), Vec::new(), Keyword::Armor, None), Some(true));
        assert_eq!(defender_has(theirs(), Vec::new(), Keyword::Parry, None), Some(false), "another keyword");
        let own = || gives(Filter::units().of(Player::You));
        assert_eq!(defender_has(own(), Vec::new(), Keyword::Armor, None), Some(false), "the attacker has it");
    }
}
