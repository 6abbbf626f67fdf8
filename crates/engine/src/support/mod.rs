//! Which texts the referee carries out. Whatever is not known to be carried out is refused (law: no silent rule).

mod actions;
mod parts;
mod rules;

use crate::effect::RESULTS;
use crate::lasting;
use parts::{Check, Refusal, no};
use rules::{change, grant, rule};
use vocab::ability::{
    Ability, AbilityKind, Choice, Costs, Duration, Effect, Frequency, Newcomers, Optional, Payment, Play,
    Rule, Selector, Tense, Timing, Trigger, Upkeep, Wrapper, X,
};
use vocab::{CardType, Definition, Library};

/// The first construct of a card that the referee does not carry out; Subordinates are not looked up.
pub fn unsupported(definition: &Definition) -> Option<String> {
    of_definition(definition, None).err()
}

/// The same, with the library in which the Subordinates are that a text creates.
pub(crate) fn unsupported_in(definition: &Definition, library: &Library) -> Option<String> {
    of_definition(definition, Some(library)).err()
}

/// Whether a choice points back to nothing that an earlier step of its effect came to.
pub(crate) fn stands_alone(choice: &Choice) -> bool {
    let before = Check { x: true, later: true, ..Check::new(None) };
    let without_arena = Check { delayed: true, ..before };
    before.choice(choice).is_ok() && without_arena.choice(choice).is_ok()
}

fn of_definition(definition: &Definition, library: Option<&Library>) -> Refusal {
    let texts = definition.abilities.iter().filter(|ability| matches!(ability.kind, AbilityKind::OneShot(_)));
    // Behind the text with the cost, further texts of a Battle card must be free of costs, modes and timing.
    if matches!(definition.card_type, CardType::Battle) {
        for further in texts.skip(1) {
            if let AbilityKind::OneShot(play) = &further.kind {
                let plain = play.costs.0.is_empty() && play.timing == Timing::usual();
                if !plain || matches!(play.effect, Effect::ChooseOne(..)) || further.x != X::Chosen {
                    return no("a second play on one card");
                }
            }
        }
    }
    definition.abilities.iter().try_for_each(|text| ability(text, library, Place::Own))
}

/// Where an ability stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On a card, or given by the card itself, its stack, Pilots or Equipment.
    Own,
    /// Given by a static ability or a lasting effect.
    Given,
    /// Working by itself for a while.
    Meanwhile,
}

fn ability(text: &Ability, library: Option<&Library>, place: Place) -> Refusal {
    let mut check = Check::new(library);
    match &text.x {
        X::Chosen => {}
        X::ChosenUpTo(of) => check.amount(of)?,
        X::Is(of) => {
            check.amount(of)?;
            check.x = true;
        }
    }
    check.x |= has_chosen_x(&text.kind);
    check.later = place == Place::Meanwhile;
    let fits = match place {
        Place::Own => true,
        Place::Given => matches!(
            text.kind,
            AbilityKind::Keyword(_)
                | AbilityKind::Activated(_)
                | AbilityKind::Triggered(_)
                | AbilityKind::Wrapper(Wrapper::LastStand(_))
        ),
        Place::Meanwhile => matches!(text.kind, AbilityKind::Triggered(_)),
    };
    if !fits {
        return no("an ability of this kind that is given for a while");
    }
    match &text.kind {
        AbilityKind::Keyword(keyword) => keyword.value().map_or(Ok(()), |of| check.amount(of)),
        AbilityKind::Wrapper(text) => wrapper(&mut check, text),
        AbilityKind::Static(text) => {
            check.later = true;
            rule(&mut check, text, |check, who| check.pattern(who))
        }
        AbilityKind::Activated(text) | AbilityKind::OneShot(text) => play(&mut check, text),
        AbilityKind::Triggered(text) => {
            trigger(&mut check, &text.trigger, place)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            effect(&mut check, &text.effect)
        }
        AbilityKind::Replacement(_) => no("a replacement (\"would ... instead\")"),
        AbilityKind::Equipped(text) => {
            check.later = true;
            check.filter(&text.who)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            text.changes.iter().try_for_each(|one| change(&mut check, one, Place::Own))
        }
        AbilityKind::Trap(text) => {
            if text.tense == Tense::Would {
                return no("a Trap that steps in before its event");
            }
            trigger(&mut check, &text.trigger, Place::Own)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            effect(&mut check, &text.effect)
        }
        AbilityKind::ToComplete(text) => {
            costs(&mut check, &text.costs)?;
            text.condition.iter().try_for_each(|only| check.condition(only))
        }
    }
}

fn has_chosen_x(kind: &AbilityKind) -> bool {
    use vocab::ability::Amount;
    let (AbilityKind::Activated(play) | AbilityKind::OneShot(play)) = kind else { return false };
    let is_x =
        |payment: &Payment| matches!(payment, Payment::Force(Amount::X) | Payment::BuildPoints(Amount::X));
    play.costs.0.iter().any(is_x)
}

fn wrapper(check: &mut Check, text: &Wrapper) -> Refusal {
    match text {
        Wrapper::Adapt(lists) | Wrapper::Switch(lists) => {
            check.later = true;
            lists.iter().flatten().try_for_each(|one| grant(check, one, Place::Own))
        }
        Wrapper::AlternativeCost(list) => costs(check, list),
        Wrapper::Bounty(inner)
        | Wrapper::Deploy(inner)
        | Wrapper::Foresight(inner)
        | Wrapper::Forewarning(inner)
        | Wrapper::LastStand(inner) => effect(check, inner),
        Wrapper::Enhance(text) => {
            if text.timing != Timing::usual() {
                return no("an Enhance with its own timing");
            }
            costs(check, &text.costs)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            effect(check, &text.effect)
        }
        Wrapper::Insert(inner) | Wrapper::Reserves(inner) => ability(inner, check.library, Place::Own),
        Wrapper::Pilot(text) => {
            check.later = true;
            text.of.iter().try_for_each(|class| check.class(class))?;
            text.gets.iter().try_for_each(|one| grant(check, one, Place::Own))
        }
        Wrapper::ReducedCost(_, only) => check.condition(only),
        Wrapper::Stack(classes) => classes.iter().try_for_each(|class| check.class(class)),
        Wrapper::Upkeep(Upkeep::Costs(lists)) => lists.iter().try_for_each(|list| costs(check, list)),
        Wrapper::Upkeep(Upkeep::Effect(inner)) => effect(check, inner),
    }
}

fn trigger(check: &mut Check, text: &Trigger, place: Place) -> Refusal {
    if text.frequency == Frequency::Next && place != Place::Meanwhile {
        return no("\"the next time\" on a card");
    }
    text.events.iter().try_for_each(|event| check.event(event))
}

fn play(check: &mut Check, text: &Play) -> Refusal {
    costs(check, &text.costs)?;
    check.timing(&text.timing)?;
    effect(check, &text.effect)
}

fn costs(check: &mut Check, list: &Costs) -> Refusal {
    list.0.iter().try_for_each(|payment| match payment {
        Payment::TapThis => Ok(()),
        Payment::Force(of) | Payment::BuildPoints(of) => check.amount(of),
        Payment::Act(action) => actions::action(check, action, actions::Use::Cost),
        Payment::OneOf(lists) => lists.iter().try_for_each(|list| costs(check, list)),
    })
}

fn effect(check: &mut Check, text: &Effect) -> Refusal {
    match text {
        Effect::Sequence(steps) => steps.iter().try_for_each(|step| effect(check, step)),
        Effect::Named(slot, inner) => {
            if usize::from(slot.0) >= RESULTS {
                return no("more than three results in one ability");
            }
            effect(check, inner)
        }
        Effect::Act(action) => actions::action(check, action, actions::Use::Effect),
        Effect::Keyword(keyword, narrowed) => {
            if narrowed.is_some() && keyword.keyword() != vocab::Keyword::Equip {
                return no("a keyword for some cards only");
            }
            narrowed.iter().try_for_each(|filter| check.filter(filter))?;
            keyword.value().map_or(Ok(()), |of| check.amount(of))
        }
        Effect::Lasting(text) => lasting(check, text),
        Effect::Do { optional, what, then, otherwise } => {
            if let Optional::May(who) = optional {
                check.one_player(*who)?;
            }
            effect(check, what)?;
            [then, otherwise].into_iter().flatten().try_for_each(|inner| effect(check, inner))
        }
        Effect::If { condition, then, otherwise } => {
            check.condition(condition)?;
            effect(check, then)?;
            otherwise.iter().try_for_each(|inner| effect(check, inner))
        }
        Effect::ChooseOne(who, modes) => {
            check.one_player(*who)?;
            modes.iter().try_for_each(|mode| {
                if mode.timing.usage.is_some() {
                    return no("a limit of use on one option");
                }
                check.timing(&mode.timing)?;
                costs(check, &mode.costs)?;
                effect(check, &mode.effect)
            })
        }
        Effect::Unless { who, costs: list, effect: inner } => {
            check.one_player(*who)?;
            costs(check, list)?;
            effect(check, inner)
        }
        Effect::Pay(who, list) => {
            check.one_player(*who)?;
            costs(check, list)
        }
        Effect::Table(who, rows) => {
            check.one_player(*who)?;
            rows.iter().try_for_each(|row| {
                check.range(&row.roll)?;
                effect(check, &row.effect)
            })
        }
        Effect::ForEach(pattern, inner) => {
            if check.in_round {
                return no("\"for each\" within \"for each\"");
            }
            check.pattern(pattern)?;
            check.in_round = true;
            let found = effect(check, inner);
            check.in_round = false;
            found
        }
        Effect::Delayed(events, inner) => {
            let before = check.begin_later();
            events.iter().try_for_each(|event| check.event(event))?;
            check.delayed = true;
            let found = effect(check, inner);
            check.end_later(before);
            found
        }
        Effect::Meanwhile(inner, duration) => {
            of_duration(check, duration)?;
            ability(inner, check.library, Place::Meanwhile)
        }
    }
}

fn lasting(check: &mut Check, text: &vocab::ability::Lasting) -> Refusal {
    let included = text.newcomers == Newcomers::Included;
    if let Rule::Cards { who, changes, condition } = &text.rule {
        if changes.iter().filter(|change| lasting::amount_of(change).is_some()).count() > lasting::VALUES {
            return no("a lasting effect with more than three numbers");
        }
        if included && !matches!(who, Selector::Each(_)) {
            return no("newcomers of a choice");
        }
        check.selector(who)?;
        // Amounts are fixed when the effect resolves; everything else is looked at later.
        changes.iter().filter_map(lasting::amount_of).try_for_each(|of| check.amount(of))?;
        check.takes_text = !included && condition.is_none();
    }
    let before = check.begin_later();
    let amounts = check.x;
    check.amounts_fixed = true;
    let found = rule(check, &text.rule, |check, who| match who {
        Selector::Each(filter) if included => check.filter(filter),
        _ => Ok(()),
    });
    check.amounts_fixed = false;
    check.takes_text = false;
    check.x = amounts;
    check.end_later(before);
    found?;
    of_duration(check, &text.duration)
}

fn of_duration(check: &mut Check, duration: &Duration) -> Refusal {
    let before = check.begin_later();
    let found = match duration {
        Duration::ThisAttack
        | Duration::NextAttack
        | Duration::EndOfTurn
        | Duration::EndOfBattle
        | Duration::NextTurn
        | Duration::EndOfNextTurn
        | Duration::EndOfGame => Ok(()),
        Duration::Until(events) => events.iter().try_for_each(|event| check.event(event)),
        Duration::AsLongAs(only) => check.condition(only),
    };
    check.end_later(before);
    found
}
