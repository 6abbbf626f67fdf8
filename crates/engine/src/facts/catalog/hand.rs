//! Cards with texts that aren't enforced: what of them is, and what their players carry out by hand (rule 1316.1).

use crate::facts::support;
use vocab::ability::{
    Ability, AbilityKind, Cause, Costs, Edge, Effect, Event, Filter, Outcome, Pattern, Period, Play, Player,
    Replacement, Stage, Tense, Text, Timing, Trap, Trigger, Triggered, Usage, Wrapper,
};
use vocab::{CardType, Definition, Library};

/// A text of a card that its players carry out by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// It isn't read: its words, as the card has them.
    Unread(Text),
    /// It is read, and the referee can't carry it out: what it says, and what of it is the matter.
    Unplayed(Box<Ability>, String),
}

/// A card that isn't enforced in full.
pub(super) struct Split {
    /// The places of the abilities that are enforced, in the order of its text.
    pub enforced: Vec<usize>,
    /// What stands for the rest: one ability for each clause.
    pub by_hand: Vec<(Ability, Clause)>,
}

impl Split {
    /// What of a card is enforced and what isn't; nothing if all of it is, as `found` says of what was read.
    pub fn of(definition: &Definition, library: &Library, found: &Result<(), String>) -> Option<Split> {
        let unread = definition.completeness.unread();
        if unread.is_empty() && found.is_ok() {
            return None;
        }
        let mut split = Split { enforced: Vec::new(), by_hand: Vec::new() };
        let is_supported =
            |own: &&Ability| support::verdicts(&only(definition, own), library).iter().all(Result::is_ok);
        for (place, words) in unread.iter().enumerate() {
            // 1316.2: a clause whose moment is read comes up at that moment.
            let waits = definition.completeness.waits(place);
            let waits = waits.filter(|text| waits_as(definition.card_type, &text.kind));
            let ability = waits.filter(is_supported).cloned();
            let ability = ability.unwrap_or_else(|| from_print(definition.card_type));
            split.by_hand.push((ability, Clause::Unread(words.clone())));
        }
        for (place, verdict) in support::verdicts(definition, library).into_iter().enumerate() {
            let Err(construct) = verdict else {
                split.enforced.push(place);
                continue;
            };
            let ability = &definition.abilities[place];
            let instead = carried_out(ability).filter(|own| is_supported(&own));
            let instead = instead.unwrap_or_else(|| from_print(definition.card_type));
            split.by_hand.push((instead, Clause::Unplayed(Box::new(ability.clone()), construct)));
        }
        Some(split)
    }
}

/// Whether a text of such a card waits for its moment: while the card lies there, or as a Trap that is completed then.
/// Others are played or completed for theirs.
const fn waits_as(card_type: CardType, kind: &AbilityKind) -> bool {
    match card_type {
        CardType::Trap => matches!(kind, AbilityKind::Trap(_)),
        CardType::Unit(_)
        | CardType::Subordinate(_)
        | CardType::Campaign
        | CardType::Location(_)
        | CardType::Equipment(_)
        | CardType::Resource
        | CardType::Event => matches!(kind, AbilityKind::Triggered(_) | AbilityKind::Replacement(_)),
        CardType::Battle | CardType::Mission | CardType::Reminder => false,
    }
}

/// The card with one text alone.
fn only(definition: &Definition, ability: &Ability) -> Definition {
    Definition { abilities: vec![ability.clone()], ..definition.clone() }
}

/// The same text with its effect carried out by hand: its cost, its timing and the moment it waits for stay enforced.
fn carried_out(ability: &Ability) -> Option<Ability> {
    let by_hand = |play: &Play| Play { effect: Effect::ByHand, ..play.clone() };
    let kind = match &ability.kind {
        AbilityKind::Activated(play) => AbilityKind::Activated(by_hand(play)),
        AbilityKind::OneShot(play) => AbilityKind::OneShot(by_hand(play)),
        AbilityKind::Triggered(text) => {
            AbilityKind::Triggered(Triggered { effect: Effect::ByHand, ..text.clone() })
        }
        AbilityKind::Trap(text) => AbilityKind::Trap(Trap { effect: Effect::ByHand, ..text.clone() }),
        AbilityKind::Replacement(text) => {
            let outcome = match text.outcome {
                Outcome::Instead(_) => Outcome::Instead(Effect::ByHand),
                Outcome::First(_) => Outcome::First(Effect::ByHand),
            };
            AbilityKind::Replacement(Replacement { outcome, ..text.clone() })
        }
        AbilityKind::Wrapper(wrapper) => AbilityKind::Wrapper(match wrapper {
            Wrapper::Bounty(_) => Wrapper::Bounty(Effect::ByHand),
            Wrapper::Deploy(_) => Wrapper::Deploy(Effect::ByHand),
            Wrapper::Foresight(_) => Wrapper::Foresight(Effect::ByHand),
            Wrapper::Forewarning(_) => Wrapper::Forewarning(Effect::ByHand),
            Wrapper::LastStand(_) => Wrapper::LastStand(Effect::ByHand),
            Wrapper::Adapt(_)
            | Wrapper::AlternativeCost(_)
            | Wrapper::Enhance(_)
            | Wrapper::Insert(_)
            | Wrapper::Pilot(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::Reserves(_)
            | Wrapper::Stack(_)
            | Wrapper::Switch(_)
            | Wrapper::Upkeep(_) => return None,
        }),
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::ToComplete(_) => return None,
    };
    Some(Ability { kind, ..ability.clone() })
}

/// A text of which nothing is known but the card that has it (rule 1316.2).
fn from_print(card_type: CardType) -> Ability {
    let play = Play::new(Costs::free(), Effect::ByHand);
    Ability::new(match card_type {
        CardType::Battle | CardType::Mission => AbilityKind::OneShot(play),
        CardType::Trap => AbilityKind::Trap(Trap {
            tense: Tense::Happens,
            trigger: Trigger::any(occasions()),
            condition: None,
            effect: Effect::ByHand,
        }),
        CardType::Unit(_)
        | CardType::Subordinate(_)
        | CardType::Campaign
        | CardType::Location(_)
        | CardType::Equipment(_)
        | CardType::Resource
        | CardType::Event
        | CardType::Reminder => {
            let often = Timing::usual().limited(Usage::AnyNumber(Period::Turn));
            AbilityKind::Activated(play.timed(often))
        }
    })
}

/// The moments at which the player of a Trap that isn't read is asked.
fn occasions() -> Vec<Event> {
    let cards = || Pattern::Any(Filter::cards());
    let units = || Pattern::Any(Filter::units());
    vec![
        Event::Stage(Edge::Start, Stage::BuildStep(Player::You)),
        Event::Stage(Edge::Start, Stage::BuildStep(Player::Opponent)),
        Event::Stage(Edge::Start, Stage::BattlePhase),
        Event::Deploys { who: Player::Opponent, what: cards(), using: None },
        Event::Plays { who: Player::Opponent, what: cards() },
        Event::Completes { who: Player::Opponent, what: cards() },
        Event::Attacks { attacker: units(), defender: None, using: None },
        Event::AttackEnds(units()),
        Event::Discarded { what: units(), from: None, cause: Cause::Any },
        Event::Retreats(units()),
        Event::Stage(Edge::End, Stage::BattlePhase),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Cause, Clause, Costs, Effect, Filter, Outcome, Play, Replacement, Tense, Trap, only};
    use crate::common::unit;
    use crate::facts::catalog::Catalog;
    use crate::facts::support;
    use crate::records::state::ByHand;
    use vocab::ability::{Ability, AbilityKind, Event, Pattern, Text, Trigger, Triggered, deeds};
    use vocab::{Arena, CardType, Completeness, Definition, DefinitionId, Library};

    fn catalog(definition: Definition) -> Catalog {
        Catalog::new(Library::new(vec![definition]).expect("one card")).expect("a catalog")
    }

    #[test]
    fn the_referee_can_do_everything_that_is_done_by_hand() {
        let plain = unit("Singer", "40/3/4", Arena::Ground, Vec::new());
        for deed in deeds() {
            let text = Play::new(Costs::free(), deed.effect.clone());
            let card = only(&plain, &Ability::new(AbilityKind::OneShot(text)));
            assert_eq!(support::unsupported(&card), None, "{}", deed.words);
        }
    }

    #[test]
    fn a_text_that_is_not_read_is_left_to_its_player_and_the_rest_is_enforced() {
        let armor = Ability::keyword(vocab::ability::KeywordAbility::plain(vocab::Keyword::Armor).unwrap());
        let words: Text = "Sing aloud.".into();
        let singer = Definition {
            completeness: Completeness::of(vec![words.clone()]),
            ..unit("Singer", "40/3/4", Arena::Ground, vec![armor.clone()])
        };
        let catalog = catalog(singer);
        let id = DefinitionId(0);
        assert_eq!(catalog.by_hand(id), [Clause::Unread(words)]);
        assert!(catalog.check(id).is_err(), "1316.1: only where that was settled");
        assert_eq!(catalog.check_for(id, ByHand::Used), Ok(()));
        let texts = &catalog.facts(id).abilities;
        assert_eq!(texts.iter().filter(|text| catalog.is_by_hand(**text)).count(), 1);
        assert!(texts.iter().any(|text| *catalog.ability(*text) == armor));
    }

    #[test]
    fn of_a_text_that_is_not_read_its_moment_is_if_that_was() {
        let text = Triggered {
            trigger: Trigger::from(Event::Taps(Pattern::THIS)),
            condition: None,
            effect: Effect::ByHand,
        };
        let completeness = Completeness::of(vec!["When this unit taps, sing aloud.".into()]);
        let completeness = completeness.waiting(|_| Some(Ability::new(text.clone())));
        let singer = Definition { completeness, ..unit("Singer", "40/3/4", Arena::Ground, Vec::new()) };
        let catalog = catalog(singer);
        let [only] = catalog.facts(DefinitionId(0)).abilities[..] else { panic!("one text") };
        assert_eq!(*catalog.ability(only), Ability::new(text), "1316.2");
        assert!(matches!(catalog.by_hand(DefinitionId(0)), [Clause::Unread(_)]));
    }

    #[test]
    fn a_trap_waits_for_its_own_moment_if_that_was_read_and_for_many_if_not() {
        let text = Trap {
            tense: Tense::Happens,
            trigger: Trigger::from(Event::Untaps(Pattern::Any(Filter::units()))),
            condition: None,
            effect: Effect::ByHand,
        };
        let unread = Completeness::of(vec!["When a unit untaps, sing aloud.".into()]);
        let read = unread.clone().waiting(|_| Some(Ability::new(AbilityKind::Trap(text.clone()))));
        let of = |completeness: Completeness| {
            let plain = unit("Snare", "0/0/0", Arena::Ground, Vec::new());
            let snare = Definition { card_type: CardType::Trap, completeness, ..plain };
            let catalog = catalog(snare);
            let [only] = catalog.facts(DefinitionId(0)).abilities[..] else { panic!("one text") };
            let AbilityKind::Trap(trap) = &catalog.ability(only).kind else { panic!("a Trap's text") };
            trap.clone()
        };
        assert_eq!(of(read), text, "1316.2");
        let many = of(unread).trigger.events;
        assert!(many.len() > 10 && !many.iter().any(|event| matches!(event, Event::Untaps(_))), "{many:?}");
    }

    #[test]
    fn a_moment_that_does_not_fit_the_card_is_not_its_own() {
        let text = Triggered {
            trigger: Trigger::from(Event::Taps(Pattern::THIS)),
            condition: None,
            effect: Effect::ByHand,
        };
        for card_type in [CardType::Trap, CardType::Mission, CardType::Battle] {
            let completeness = Completeness::of(vec!["When this unit taps, sing aloud.".into()]);
            let completeness = completeness.waiting(|_| Some(Ability::new(text.clone())));
            let plain = unit("Snare", "0/0/0", Arena::Ground, Vec::new());
            let catalog = catalog(Definition { card_type, completeness, ..plain });
            let [only] = catalog.facts(DefinitionId(0)).abilities[..] else { panic!("one text") };
            assert!(!matches!(catalog.ability(only).kind, AbilityKind::Triggered(_)), "{card_type:?}");
        }
    }

    #[test]
    fn what_is_done_instead_of_an_event_stays_instead_of_it() {
        let discarded = Event::Discarded { what: Pattern::THIS, from: None, cause: Cause::Any };
        for outcome in [Outcome::Instead as fn(Effect) -> Outcome, Outcome::First] {
            // More results than an ability can have: read, but not carried out.
            let text = Replacement {
                trigger: Trigger::from(discarded.clone()),
                condition: None,
                outcome: outcome(Effect::gain_force(1).named(vocab::ability::Slot(200))),
            };
            let texts = vec![Ability::new(AbilityKind::Replacement(text.clone()))];
            let catalog = catalog(unit("Singer", "40/3/4", Arena::Ground, texts));
            let [only] = catalog.facts(DefinitionId(0)).abilities[..] else { panic!("one text") };
            let by_hand = Replacement { outcome: outcome(Effect::ByHand), ..text };
            assert_eq!(catalog.ability(only).kind, AbilityKind::Replacement(by_hand));
        }
    }

    #[test]
    fn a_health_that_only_a_text_by_hand_would_set_is_one() {
        let star =
            Definition { health: vocab::Stat::Star, ..unit("Singer", "40/3/4", Arena::Ground, Vec::new()) };
        let unread =
            Definition { completeness: Completeness::of(vec!["Sing aloud.".into()]), ..star.clone() };
        let [enforced, by_hand] = [star, unread].map(|card| catalog(card).facts(DefinitionId(0)).health);
        assert_eq!((enforced, by_hand), (0, 1), "1316.10");
    }

    #[test]
    fn without_hands_nobody_can_bring_such_a_card_to_use_it() {
        let completeness = Completeness::of(vec!["Sing aloud.".into()]);
        let singer = Definition { completeness, ..unit("Singer", "40/3/4", Arena::Ground, Vec::new()) };
        let library = Library::new(vec![singer]).expect("one card");
        let catalog = Catalog::without_hands(library).expect("a catalog");
        let id = DefinitionId(0);
        assert_eq!((catalog.check_for(id, ByHand::Unused), catalog.deeds().count()), (Ok(()), 0));
        assert!(catalog.check_for(id, ByHand::Used).is_err());
    }

    #[test]
    fn of_a_text_that_is_read_its_moment_stays_enforced() {
        // More results than an ability can have: read, but not carried out.
        let effect = Effect::gain_force(1).named(vocab::ability::Slot(200));
        let trigger = Trigger::from(Event::Taps(Pattern::THIS));
        let text = Triggered { trigger: trigger.clone(), condition: None, effect };
        let catalog = catalog(unit("Singer", "40/3/4", Arena::Ground, vec![Ability::new(text)]));
        let id = DefinitionId(0);
        assert!(matches!(catalog.by_hand(id), [Clause::Unplayed(..)]));
        let [only] = catalog.facts(id).abilities[..] else { panic!("one text") };
        let by_hand = Triggered { trigger, condition: None, effect: Effect::ByHand };
        assert_eq!(*catalog.ability(only), Ability::new(by_hand));
    }
}
