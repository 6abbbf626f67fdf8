//! Which texts the referee can play. Whatever isn't known to be playable is refused (law: no silent rule).

mod actions;
mod parts;
mod rules;

use crate::facts::catalog::{chooses_x, uses_x};
use crate::facts::chances::{Chances, Sort};
use crate::facts::keywords::meditate::is_meditate;
use crate::facts::text::word::Elsewhere;
use crate::facts::{lasting, matching};
use crate::records::effect::RESULTS;
use crate::records::lasting::VALUES;
use parts::{Check, Disrupts, Refusal, no};
use rules::{change, grant, rule};
use std::cell::RefCell;
use vocab::ability::{
    Ability, AbilityKind, Action, Activity, CardAction, Change, Choice, Choosable, Chooser, Costs,
    DamageAction, Duration, Effect, Event, Flow, Grant, Modality, Newcomers, Optional, Outcome, Pattern,
    Payment, Play, PlayOnly, Player, Reference, Rule, Selector, Span, Tense, Timing, Trigger, UnitAction,
    Upkeep, Wrapper, X,
};
use vocab::{CardType, Cost, Definition, Keyword, Library};

/// The first construct of a card that the referee can't play; Subordinates are not looked up.
pub fn unsupported(definition: &Definition) -> Option<String> {
    of_definition(definition, Check::new(None)).err()
}

/// The same, with the library in which the Subordinates are that a text creates: what a game says to it.
pub fn unsupported_in(definition: &Definition, library: &Library) -> Option<String> {
    of_definition(definition, Check::new(Some(library))).err()
}

/// The events that a card looks back on, and how far; and the first construct of it that can't be played, with the
/// library in which the Subordinates are that its text creates.
pub(crate) fn looked_through(
    definition: &Definition,
    library: &Library,
) -> (Vec<(Event, Span)>, Result<(), String>) {
    let asked = RefCell::default();
    let found = of_definition(definition, Check { asked: Some(&asked), ..Check::new(Some(library)) });
    (asked.take(), found)
}

/// Which of a card's texts can be played, each by itself; of the others what is the matter.
pub(crate) fn verdicts(definition: &Definition, library: &Library) -> Vec<Result<(), String>> {
    let is_battle = matches!(definition.card_type, CardType::Battle);
    let from = of_card(definition, Check::new(Some(library)));
    let mut mains = 0;
    let verdict = |text: &Ability| {
        enhanced(definition, text)?;
        ability(text, &from, Place::Own)?;
        mains += usize::from(is_battle && is_main_text(text));
        if mains > 1 && is_main_text(text) { no(SECOND_PLAY) } else { Ok(()) }
    };
    definition.abilities.iter().map(verdict).collect()
}

/// What the referee says to a Battle card with two costs.
const SECOND_PLAY: &str = "a second play on one card";

/// Whether a choice points back to nothing that an earlier step of its effect came to.
pub(crate) fn stands_alone(choice: &Choice) -> bool {
    Check { x: true, later: true, alone: true, ..Check::new(None) }.choice(choice).is_ok()
}

/// Whether an event is described by what its cards are, and none of them is pointed at.
pub(crate) fn points_at_nothing(event: &Event) -> bool {
    Check { x: true, nameless: true, ..Check::new(None) }.event(event).is_ok()
}

/// Whether a text of a Battle card says what playing it costs, when it is played or what is chosen (rule 206.1).
pub(crate) fn is_main_text(text: &Ability) -> bool {
    let AbilityKind::OneShot(play) = &text.kind else { return false };
    !play.costs.0.is_empty()
        || play.timing != Timing::usual()
        || matches!(play.effect, Effect::ChooseOne(..))
        || text.x != X::Chosen
}

fn of_definition(definition: &Definition, from: Check) -> Refusal {
    // Beside the text with the cost, further texts of a Battle card must be free of costs, modes and timing.
    if matches!(definition.card_type, CardType::Battle)
        && definition.abilities.iter().filter(|text| is_main_text(text)).count() > 1
    {
        return no(SECOND_PLAY);
    }
    let from = of_card(definition, from);
    definition.abilities.iter().try_for_each(|text| {
        enhanced(definition, text)?;
        ability(text, &from, Place::Own)
    })
}

/// Enhance is paid for when a Battle card is played or a Mission is completed, which has one such text at most.
fn enhanced(definition: &Definition, text: &Ability) -> Refusal {
    let is_enhance = |text: &Ability| matches!(text.kind, AbilityKind::Wrapper(Wrapper::Enhance(_)));
    match definition.card_type {
        _ if !is_enhance(text) => Ok(()),
        CardType::Battle => Ok(()),
        CardType::Mission if definition.abilities.iter().filter(|text| is_enhance(text)).count() == 1 => {
            Ok(())
        }
        CardType::Mission => no("two Enhance texts of a Mission"),
        CardType::Unit(_)
        | CardType::Subordinate(_)
        | CardType::Trap
        | CardType::Campaign
        | CardType::Location(_)
        | CardType::Equipment(_)
        | CardType::Resource
        | CardType::Event
        | CardType::Reminder => no("an Enhance of a card that is neither a Battle card nor a Mission"),
    }
}

/// What is known of all texts of a card.
fn of_card<'a>(definition: &Definition, from: Check<'a>) -> Check<'a> {
    // 201.3: X is chosen when a Mission is completed.
    let costs_x = definition.cost == Cost::X
        && matches!(definition.card_type, CardType::Mission | CardType::Trap | CardType::Location(_));
    Check { costs_x, ..from }
}

/// Where an ability stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Printed on a card.
    Own,
    /// Given by the card itself, its stack, Pilots or Equipment.
    Carried,
    /// In an INSERT, which a card by itself has as if it were printed (rule 1732.2).
    Inserted,
    /// Given by a static ability or a lasting effect.
    Given,
    /// Working by itself for a while.
    Meanwhile,
}

fn ability(text: &Ability, from: &Check, place: Place) -> Refusal {
    let mut check = from.within();
    match &text.x {
        X::Chosen => {}
        X::ChosenUpTo(of) => check.amount(of)?,
        X::Is(of) => {
            check.amount(of)?;
            check.x = true;
            check.x_of_each = is_of_each(of);
        }
    }
    check.x |= has_chosen_x(&text.kind)
        || (from.costs_x && matches!(text.kind, AbilityKind::OneShot(_) | AbilityKind::Trap(_)));
    check.later = place == Place::Meanwhile;
    check.giverless =
        place == Place::Given && matches!(text.kind, AbilityKind::Wrapper(Wrapper::AlternativeCost(_)));
    check.costs_x = from.costs_x;
    // 1739.2: a Trap is meditated when its moment comes, where no X is chosen.
    if from.costs_x && is_meditate(text) && has_chosen_x(&text.kind) {
        return no("an X that is paid for a Trap by Meditate");
    }
    let fits = match place {
        Place::Own => true,
        // A Battle card is in no stack, and of an INSERT nothing is asked for besides the counters.
        Place::Inserted => {
            !matches!(text.kind, AbilityKind::ToComplete(_) | AbilityKind::Wrapper(Wrapper::Enhance(_)))
        }
        // What a card costs, and what is paid beside that, is read off its print (rules 1704, 1722, 1739, 1748).
        Place::Carried => {
            let is_cost = matches!(
                text.kind,
                AbilityKind::ToComplete(_)
                    | AbilityKind::Wrapper(
                        Wrapper::AlternativeCost(_) | Wrapper::ReducedCost(..) | Wrapper::Enhance(_)
                    )
            );
            !is_cost && !is_meditate(text)
        }
        // Equip is read off the print of the Equipment (rule 1723).
        Place::Given if is_equip(text) => false,
        Place::Given => match &text.kind {
            AbilityKind::Keyword(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_) => true,
            // What a card says about itself; a rule about others would have to be looked for everywhere.
            AbilityKind::Static(Rule::Cards { who, .. }) => {
                *who == Pattern::THIS || (from.to_itself && *who == Pattern::Known(Reference::Giver))
            }
            AbilityKind::Wrapper(wrapper) => match (Elsewhere::of(wrapper), wrapper) {
                (Elsewhere::Works, _) => true,
                // Of what is unwrapped rules and lasting effects hand out the body of Reserves alone.
                (Elsewhere::Unwraps, Wrapper::Reserves(inner)) => matches!(
                    inner.kind,
                    AbilityKind::Activated(_) | AbilityKind::Triggered(_) | AbilityKind::Replacement(_)
                ),
                // A card that isn't in play yet gets it (rule 1704.1).
                (Elsewhere::Silent, Wrapper::AlternativeCost(_)) => true,
                (Elsewhere::Unwraps | Elsewhere::Pilots | Elsewhere::Silent, _) => false,
            },
            AbilityKind::Static(Rule::Players { .. })
            | AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => false,
        },
        Place::Meanwhile => matches!(text.kind, AbilityKind::Triggered(_) | AbilityKind::Replacement(_)),
    };
    match (fits, place) {
        (true, _) => {}
        (false, Place::Carried | Place::Inserted) => return no("a cost of a card that another text gives"),
        (false, _) => return no("an ability of this kind that is given for a while"),
    }
    match &text.kind {
        AbilityKind::Keyword(keyword) => keyword.value().map_or(Ok(()), |of| check.amount(of)),
        AbilityKind::Wrapper(text) => wrapper(&mut check, text),
        AbilityKind::Static(text) => {
            check.later = true;
            check.to_itself = matches!(text, Rule::Cards { who, .. } if *who == Pattern::THIS);
            if let Rule::Cards { who, changes, .. } = text {
                let can = matches!(who, Pattern::Any(of) if rules::can_be_meditated(of));
                rules::meditates(changes, can)?;
                if let Pattern::Any(of) = who {
                    rules::lacks_what_it_gets(of, changes)?;
                }
            }
            rule(&mut check, text, |check, who| check.pattern(who))
        }
        AbilityKind::Activated(text) | AbilityKind::OneShot(text) => play(&mut check, text),
        AbilityKind::Triggered(text) => {
            trigger(&mut check, &text.trigger)?;
            check.disrupts = Disrupts::after(&text.trigger.events, false);
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            let is_own =
                |event: &Event| matches!(event, Event::Discarded { what, .. } if *what == Pattern::THIS);
            check.departed = text.trigger.events.iter().any(is_own);
            effect(&mut check, &text.effect)
        }
        AbilityKind::Replacement(text) => {
            would(&mut check, &text.trigger)?;
            check.disrupts = Disrupts::after(&text.trigger.events, true);
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            let is_completion = |event: &Event| matches!(event, Event::Completes { .. });
            if matches!(text.outcome, Outcome::Instead(_)) && text.trigger.events.iter().any(is_completion) {
                return no("something in place of a completion");
            }
            let (Outcome::Instead(inner) | Outcome::First(inner)) = &text.outcome;
            effect(&mut check, inner)
        }
        AbilityKind::Equipped(text) => {
            check.later = true;
            check.filter(&text.who)?;
            rules::lacks_what_it_gets(&text.who, &text.changes)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            text.changes.iter().try_for_each(|one| change(&mut check, one, Place::Carried))
        }
        AbilityKind::Trap(text) => {
            match text.tense {
                Tense::Happens => trigger(&mut check, &text.trigger)?,
                Tense::Would => would(&mut check, &text.trigger)?,
            }
            check.disrupts = Disrupts::after(&text.trigger.events, text.tense == Tense::Would);
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            effect(&mut check, &text.effect)
        }
        AbilityKind::ToComplete(text) => {
            costs(&mut check, &text.costs)?;
            text.condition.iter().try_for_each(|only| check.condition(only))
        }
    }
}

fn is_equip(text: &Ability) -> bool {
    matches!(&text.kind, AbilityKind::Activated(play)
        if matches!(&play.effect, Effect::Keyword(keyword, _) if keyword.keyword() == Keyword::Equip))
}

fn has_chosen_x(kind: &AbilityKind) -> bool {
    let (AbilityKind::Activated(play) | AbilityKind::OneShot(play)) = kind else { return false };
    uses_x(&play.costs)
}

fn wrapper(check: &mut Check, text: &Wrapper) -> Refusal {
    match text {
        Wrapper::Adapt(lists) | Wrapper::Switch(lists) => {
            check.later = true;
            lists.iter().flatten().try_for_each(|one| grant(check, one, Place::Carried))
        }
        Wrapper::AlternativeCost(list) => no_search(list).and_then(|()| costs(check, list)),
        Wrapper::Bounty(inner)
        | Wrapper::Deploy(inner)
        | Wrapper::Foresight(inner)
        | Wrapper::Forewarning(inner)
        | Wrapper::LastStand(inner) => {
            check.disrupts = Disrupts::Nothing;
            check.departed = matches!(text, Wrapper::LastStand(_));
            effect(check, inner)
        }
        Wrapper::Enhance(text) => {
            // It is declared before anything is chosen (rule 1722.3): only what is known then can be asked for.
            let is_condition = |only: &PlayOnly| matches!(only, PlayOnly::If(_));
            if text.timing.usage.is_some() || !text.timing.only.iter().all(is_condition) {
                return no("an Enhance with its own timing");
            }
            Check { later: true, alone: true, ..*check }.timing(&text.timing)?;
            costs(check, &text.costs)?;
            text.condition.iter().try_for_each(|only| check.condition(only))?;
            effect(check, &text.effect)
        }
        Wrapper::Insert(inner) => ability(inner, check, Place::Inserted),
        Wrapper::Reserves(inner) => {
            // Nothing attacks from the build zone (rule 303.2), so it could never be played.
            let would_attack = |only: &PlayOnly| *only == PlayOnly::WouldAttack(Pattern::THIS);
            if let AbilityKind::Activated(play) = &inner.kind
                && play.timing.only.iter().any(would_attack)
            {
                return no("an ability for the build zone that is played when its unit would attack");
            }
            ability(inner, check, Place::Carried)
        }
        Wrapper::Pilot(text) => {
            check.later = true;
            text.of.iter().try_for_each(|class| check.class(class))?;
            text.gets.iter().try_for_each(|one| grant(check, one, Place::Carried))
        }
        Wrapper::ReducedCost(_, only) => check.condition(only),
        Wrapper::Stack(classes) => classes.iter().try_for_each(|class| check.class(class)),
        Wrapper::Upkeep(Upkeep::Costs(lists)) => lists.iter().try_for_each(|list| costs(check, list)),
        Wrapper::Upkeep(Upkeep::Effect(inner)) => effect(check, inner),
    }
}

fn trigger(check: &mut Check, text: &Trigger) -> Refusal {
    // "Gain X Force": the event says what X is.
    let says_x = |event: &Event| match event {
        Event::Completes { .. } => check.costs_x && matching::binds_x(event),
        other => matching::binds_x(other),
    };
    check.x |= text.events.iter().any(says_x);
    // What has left its arena says nothing there any more; an effect that waits for it does.
    if text.events.iter().any(|event| matches!(event, Event::Leaves(_))) {
        return no("a text of its own for a unit that leaves its arena");
    }
    text.events.iter().try_for_each(|event| check.event(event))
}

/// A trigger whose event has not happened yet (rule 1310).
fn would(check: &mut Check, text: &Trigger) -> Refusal {
    let is_known = |event: &Event| match event {
        Event::Damage { .. }
        | Event::Discarded { .. }
        | Event::Attacks { .. }
        | Event::IsAttacked { .. }
        | Event::Completes { .. } => true,
        Event::Pool { flow, .. } => *flow == Flow::Gain,
        Event::BuildRoll => true,
        Event::Stage(..)
        | Event::Deploys { .. }
        | Event::Plays { .. }
        | Event::Enters { .. }
        | Event::Moves(_)
        | Event::Leaves(_)
        | Event::Retreats(_)
        | Event::AttackEnds(_)
        | Event::Prevents { .. }
        | Event::Taps(_)
        | Event::Untaps(_)
        | Event::Counters { .. }
        | Event::Attached(..)
        | Event::Stacked(..)
        | Event::Uses(..)
        | Event::Works(..)
        | Event::Draws(_)
        | Event::Searches(_)
        | Event::Disrupted(_)
        | Event::GainsArena(..) => false,
    };
    if !text.events.iter().all(is_known) {
        return no("a text that steps in before this event");
    }
    check.in_damage = text.events.iter().all(|event| matches!(event, Event::Damage { .. }));
    trigger(check, text)
}

fn play(check: &mut Check, text: &Play) -> Refusal {
    // These are looked for as the whole of an ability (rules 1723.1, 1739.1).
    let is_whole = |step: &Effect| matches!(step, Effect::Keyword(keyword, _) if matches!(keyword.keyword(), Keyword::Equip | Keyword::Meditate));
    if matches!(&text.effect, Effect::Sequence(steps) if steps.iter().any(is_whole)) {
        return no("Equip or Meditate together with something else");
    }
    let only: Vec<&PlayOnly> = text.timing.only.iter().collect();
    // Equip, Meditate and their like aren't played in chances at all.
    let fitting = |keyword, only: &[&PlayOnly]| Chances::fitting(Sort::Keyword(keyword), only);
    if let Some(keyword) = first_keyword(&text.effect)
        && fitting(keyword, &[]) != Chances::default()
        && fitting(keyword, &only) == Chances::default()
    {
        return no("a keyword at a time when it isn't used");
    }
    no_search(&text.costs)?;
    costs(check, &text.costs)?;
    check.timing(&text.timing)?;
    // 1110.4: when a unit would be discarded the damage has been placed, and there is nothing to prevent any more.
    let is_late = |only: &PlayOnly| matches!(only, PlayOnly::WhenWould(event) if matches!(**event, Event::Discarded { .. }));
    if text.timing.only.iter().any(is_late) && prevents(&text.effect) {
        return no("a prevention for a unit that would be discarded");
    }
    check.root = matches!(text.effect, Effect::ChooseOne(..));
    effect(check, &text.effect)
}

/// The keyword that an effect begins with.
fn first_keyword(text: &Effect) -> Option<Keyword> {
    match text {
        Effect::Keyword(keyword, _) => Some(keyword.keyword()),
        Effect::Sequence(steps) => steps.first().and_then(first_keyword),
        _ => None,
    }
}

/// Whether a step of an effect prevents damage.
fn prevents(text: &Effect) -> bool {
    match text {
        Effect::Sequence(steps) => steps.iter().any(prevents),
        Effect::Named(_, inner) => prevents(inner),
        Effect::Act(Action::Damage(DamageAction::Prevent { .. })) => true,
        _ => false,
    }
}

fn costs(check: &mut Check, list: &Costs) -> Refusal {
    list.0.iter().try_for_each(|payment| match payment {
        Payment::TapThis => Ok(()),
        Payment::Force(of) | Payment::BuildPoints(of) => check.amount(of),
        Payment::Act(action) => actions::action(check, action),
        Payment::OneOf(Player::You | Player::Opponent, lists) => {
            lists.iter().try_for_each(|list| costs(check, list))
        }
        Payment::OneOf(..) => no("a price that this player chooses"),
    })
}

/// What is paid for something: a search of one's own may find less than that (rules 102.6, 106.5).
fn no_search(list: &Costs) -> Refusal {
    let is_own = |payment: &Payment| {
        let Payment::Act(action) = payment else { return false };
        matches!(&**action, Action::Cards(CardAction::Search { find, .. }) if find.chooser == Chooser::By(Player::You))
    };
    if list.0.iter().any(is_own) { no("a search of one's own that is a price") } else { Ok(()) }
}

fn effect(check: &mut Check, text: &Effect) -> Refusal {
    match text {
        Effect::Sequence(steps) => steps.iter().try_for_each(|step| effect(check, step)),
        Effect::Named(slot, inner) => {
            if usize::from(slot.0) >= RESULTS {
                return no("more than three results in one ability");
            }
            effect(check, inner)?;
            check.meditable &= !(1 << slot.0);
            if let Effect::Act(Action::Choose(Choosable::Objects(what))) = &**inner
                && can_be_meditated(check, what)
            {
                check.meditable |= 1 << slot.0;
            }
            Ok(())
        }
        Effect::Act(action) => actions::action(check, action),
        Effect::Keyword(keyword, narrowed) => {
            if narrowed.is_some() && keyword.keyword() != Keyword::Equip {
                return no("a keyword for some cards only");
            }
            narrowed.iter().try_for_each(|filter| check.filter(filter))?;
            keyword.value().map_or(Ok(()), |of| check.amount(of))
        }
        Effect::Lasting(text) => lasting(check, text),
        Effect::Do { optional, what, then, otherwise } => {
            match optional {
                Optional::May(Player::Each) | Optional::Must => {}
                Optional::May(who) | Optional::By(who) => check.one_player(*who)?,
            }
            // "You may discard X cards": X is chosen with that.
            check.x |= matches!(optional, Optional::May(_)) && chooses_x(what);
            let by_each = std::mem::replace(&mut check.by_each, *optional == Optional::May(Player::Each));
            effect(check, what)?;
            check.by_each = by_each;
            [then, otherwise].into_iter().flatten().try_for_each(|inner| effect(check, inner))
        }
        Effect::If { condition, then, otherwise } => {
            check.condition(condition)?;
            effect(check, then)?;
            otherwise.iter().try_for_each(|inner| effect(check, inner))
        }
        Effect::ChooseOne(who, modes) => {
            check.one_player(*who)?;
            // Only the options of the whole play are chosen when it is announced (rule 1306.4).
            let announced = std::mem::take(&mut check.root);
            let is_condition = |only: &PlayOnly| {
                matches!(only, PlayOnly::If(_) | PlayOnly::During(_) | PlayOnly::NoUnitAttacking)
            };
            modes.iter().try_for_each(|mode| {
                if mode.timing.usage.is_some() {
                    return no("a limit of use on one option");
                }
                if !announced && !mode.timing.only.iter().all(is_condition) {
                    return no("the timing of an option that is chosen later");
                }
                check.timing(&mode.timing)?;
                costs(check, &mode.costs)?;
                effect(check, &mode.effect)
            })
        }
        Effect::Unless { who, costs: list, effect: inner } => {
            check.one_player(*who)?;
            costs(check, list)?;
            // 602.9: the price is asked for later, so the unit must be known by then.
            if let Effect::Act(Action::Units(UnitAction::SkipNextUntap(what))) = &**inner
                && !matches!(what, Selector::Known(_))
            {
                return no("a choice of units that untap for a price");
            }
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
            let in_damage = std::mem::take(&mut check.in_damage);
            let disrupts = std::mem::replace(&mut check.disrupts, Disrupts::after(events, false));
            let found = effect(check, inner);
            (check.in_damage, check.disrupts) = (in_damage, disrupts);
            check.end_later(before);
            found
        }
        Effect::Meanwhile(inner, duration) => {
            of_duration(check, duration)?;
            ability(inner, check, Place::Meanwhile)
        }
        Effect::ByHand => Ok(()),
    }
}

/// Whether a text can give these cards a Meditate.
fn can_be_meditated(check: &Check, who: &Selector) -> bool {
    match who {
        Selector::Each(of) => rules::can_be_meditated(of),
        Selector::Choose(choice) => rules::can_be_meditated(&choice.of),
        Selector::Known(Reference::Result(slot)) => check.meditable & 1 << slot.0 != 0,
        Selector::Known(_) | Selector::Together(_) => false,
    }
}

/// "where X is that unit's printed health".
fn is_of_each(of: &vocab::ability::Amount) -> bool {
    use vocab::ability::{Amount, Pattern, Reference};
    match of {
        Amount::Measure(_, pattern) => **pattern == Pattern::Known(Reference::Each),
        Amount::Half(of, _) => is_of_each(of),
        _ => false,
    }
}

fn lasting(check: &mut Check, text: &vocab::ability::Lasting) -> Refusal {
    let included = text.newcomers == Newcomers::Included;
    if let Rule::Cards { who, changes, condition: _ } = &text.rule {
        if changes.iter().filter(|change| lasting::amount_of(change).is_some()).count() > VALUES {
            return no("a lasting effect with more than four numbers");
        }
        if included && !matches!(who, Selector::Each(_)) {
            return no("newcomers of a choice");
        }
        // 1313.6: X is fixed when the effect resolves, for those that are there.
        if included && check.x_of_each {
            return no("a number of its own for each newcomer");
        }
        // 1105.2: when "this attack" is known, its target is as well.
        let permits = |change: &Change| matches!(change, Change::Modal(Modality::Can, Activity::Attack(_)));
        let gives = |change: &Change| match change {
            Change::Gets(Grant::Ability(ability)) => match &ability.kind {
                AbilityKind::Static(Rule::Cards { changes, .. }) => changes.iter().any(permits),
                _ => false,
            },
            change => permits(change),
        };
        if text.duration == Duration::ThisAttack && changes.iter().any(gives) {
            return no("a target for an attack that has been declared");
        }
        check.selector(who)?;
        rules::meditates(changes, can_be_meditated(check, who))?;
        // Amounts are fixed when the effect resolves; everything else is looked at later.
        changes.iter().filter_map(lasting::amount_of).try_for_each(|of| check.amount(of))?;
        check.to_itself = *who == Selector::THIS;
    }
    let before = check.begin_later();
    let amounts = check.x;
    check.amounts_fixed = true;
    let found = rule(check, &text.rule, |check, who| match who {
        Selector::Each(filter) if included => check.filter(filter),
        _ => Ok(()),
    });
    check.amounts_fixed = false;
    check.to_itself = false;
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
