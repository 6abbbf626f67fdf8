//! What stands in abilities and actions: effects, costs, quoted abilities, grants, selectors.

use std::borrow::Cow;
use vocab::Keyword;
use vocab::ability::{
    Ability, AbilityKind, Action, Amount, CardAction, Change, Choosable, CombatAction, Costs, CounterAction,
    DamageAction, Destination, Effect, Event, Filter, Grant, Loss, Outcome, Payment, PlayOnly, Player,
    Portion, Preventable, Quality, Quantity, Range, Rule, Selector, Stage, UnitAction, Upkeep, Wrapper,
};
use vocab::keyword::Nature;

pub(super) fn keyword_of(grant: &Grant) -> Option<Keyword> {
    if let Grant::Keyword(keyword) = grant { Some(keyword.keyword()) } else { None }
}

pub(super) fn keyword_of_change(change: &Change) -> Option<Keyword> {
    if let Change::Gets(grant) = change { keyword_of(grant) } else { None }
}

/// The effect of an ability, if it has one.
pub(super) fn effect_of(kind: &AbilityKind) -> Option<&Effect> {
    match kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => Some(&play.effect),
        AbilityKind::Triggered(triggered) => Some(&triggered.effect),
        AbilityKind::Replacement(replacement) => match &replacement.outcome {
            Outcome::Instead(effect) | Outcome::First(effect) => Some(effect),
        },
        AbilityKind::Trap(trap) => Some(&trap.effect),
        AbilityKind::Wrapper(wrapper) => match wrapper {
            Wrapper::Bounty(effect)
            | Wrapper::Deploy(effect)
            | Wrapper::Foresight(effect)
            | Wrapper::Forewarning(effect)
            | Wrapper::LastStand(effect) => Some(effect),
            Wrapper::Upkeep(Upkeep::Effect(effect)) => Some(effect),
            Wrapper::Enhance(enhance) => Some(&enhance.effect),
            Wrapper::Adapt(_)
            | Wrapper::AlternativeCost(_)
            | Wrapper::Insert(_)
            | Wrapper::Pilot(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::Reserves(_)
            | Wrapper::Stack(_)
            | Wrapper::Switch(_)
            | Wrapper::Upkeep(Upkeep::Costs(_)) => None,
        },
        AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::ToComplete(_) => None,
    }
}

pub(super) fn costs_of(kind: &AbilityKind) -> Vec<&Costs> {
    match kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => vec![&play.costs],
        AbilityKind::ToComplete(extra) => vec![&extra.costs],
        AbilityKind::Wrapper(Wrapper::AlternativeCost(costs)) => vec![costs],
        AbilityKind::Wrapper(Wrapper::Enhance(enhance)) => vec![&enhance.costs],
        AbilityKind::Wrapper(Wrapper::Upkeep(Upkeep::Costs(lists))) => lists.iter().collect(),
        AbilityKind::Wrapper(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_) => Vec::new(),
    }
}

/// The abilities that stand within an ability as something to be had.
pub(super) fn quoted_in(kind: &AbilityKind) -> Vec<Cow<'_, Ability>> {
    if let AbilityKind::Wrapper(Wrapper::Insert(inner) | Wrapper::Reserves(inner)) = kind {
        return vec![Cow::Borrowed(inner)];
    }
    grants_in(kind).into_iter().filter_map(quoted).collect()
}

pub(super) fn grants_of(changes: &[Change]) -> impl Iterator<Item = &Grant> {
    changes.iter().filter_map(|change| if let Change::Gets(grant) = change { Some(grant) } else { None })
}

/// The grants that an ability makes.
pub(super) fn grants_in(kind: &AbilityKind) -> Vec<&Grant> {
    match kind {
        AbilityKind::Wrapper(Wrapper::Pilot(pilot)) => pilot.gets.iter().collect(),
        AbilityKind::Wrapper(Wrapper::Switch(lists) | Wrapper::Adapt(lists)) => {
            lists.iter().flatten().collect()
        }
        AbilityKind::Equipped(equipped) => grants_of(&equipped.changes).collect(),
        AbilityKind::Static(Rule::Cards { changes, .. }) => grants_of(changes).collect(),
        AbilityKind::Static(Rule::Players { .. })
        | AbilityKind::Wrapper(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => Vec::new(),
    }
}

/// The changes that an ability makes.
pub(super) fn changes_in(kind: &AbilityKind) -> &[Change] {
    match kind {
        AbilityKind::Static(Rule::Cards { changes, .. }) => changes,
        AbilityKind::Equipped(text) => &text.changes,
        AbilityKind::Static(Rule::Players { .. })
        | AbilityKind::Keyword(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => &[],
    }
}

/// What a change says about preventing damage.
pub(super) const fn preventable_of(change: &Change) -> Option<&Preventable> {
    match change {
        Change::DamageFrom(text) => Some(text),
        _ => None,
    }
}

/// Whether a grant changes what a card is called or counted as.
pub(super) const fn is_identity(grant: &Grant) -> bool {
    match grant {
        Grant::Subtype(_)
        | Grant::SubtypesOf(_)
        | Grant::Name(_)
        | Grant::Side(_)
        | Grant::Types(_)
        | Grant::Chosen(_) => true,
        Grant::Lose(loss) => matches!(loss, Loss::Subtype(_)),
        Grant::Bonus(..) | Grant::Set(..) | Grant::Keyword(_) | Grant::Ability(_) => false,
    }
}

pub(super) fn quoted_in_changes(changes: &[Change]) -> Vec<Cow<'_, Ability>> {
    grants_of(changes).filter_map(quoted).collect()
}

/// The ability that a grant quotes, or that a keyword is which is played: what is played needs a number.
fn quoted(grant: &Grant) -> Option<Cow<'_, Ability>> {
    match grant {
        Grant::Ability(ability) => Some(Cow::Borrowed(ability)),
        Grant::Keyword(keyword) if is_quoted(grant) => Some(Cow::Owned(Ability::keyword(keyword.clone()))),
        _ => None,
    }
}

/// Whether a grant stands among the quoted abilities of its text.
pub(crate) fn is_quoted(grant: &Grant) -> bool {
    match grant {
        Grant::Ability(_) => true,
        Grant::Keyword(keyword) => keyword.keyword().row().nature == Nature::Activated,
        _ => false,
    }
}

/// The selectors of an action in the order in which they are resolved: those that it acts on, then where to.
pub(super) fn selectors_of(action: &Action) -> Vec<Selector> {
    match action {
        Action::Damage(damage) => match damage {
            DamageAction::Do { to, .. } | DamageAction::Prevent { to, .. } | DamageAction::DoThatTo(to) => {
                vec![to.clone()]
            }
            DamageAction::PreventThat(_) | DamageAction::AddToThat(_) | DamageAction::MultiplyThat(_) => {
                Vec::new()
            }
        },
        Action::Counters(counters) => match counters {
            CounterAction::Put { on, .. } | CounterAction::Until { on, .. } => vec![on.clone()],
            CounterAction::Remove { from, .. } | CounterAction::AllBut { from, .. } => vec![from.clone()],
            CounterAction::Move { from, to, .. } => vec![from.clone(), to.clone()],
        },
        Action::Cards(cards) => match cards {
            CardAction::Draw(..) | CardAction::RevealUntil(..) | CardAction::Shuffle(_) => Vec::new(),
            CardAction::Search { places, find, to, .. } => {
                let mut find = find.clone();
                find.of.place = places.first().copied();
                // Whoever searches may fail to find.
                if let Quantity::Exactly(number) = find.quantity {
                    find.quantity = Quantity::UpTo(number);
                }
                std::iter::once(Selector::Choose(Box::new(find))).chain(selector_of_place(to)).collect()
            }
            CardAction::Reveal(what)
            | CardAction::LookAt(_, what)
            | CardAction::Discard(what)
            | CardAction::Detach(what)
            | CardAction::Complete(what, _)
            | CardAction::Play(what, _) => vec![what.clone()],
            CardAction::Put(what, to) | CardAction::Move(what, to) => {
                std::iter::once(what.clone()).chain(selector_of_place(to)).collect()
            }
            CardAction::Create(_, _, to) => selector_of_place(to).into_iter().collect(),
        },
        Action::Units(units) => match units {
            UnitAction::Tap(what)
            | UnitAction::Untap(what)
            | UnitAction::SkipNextUntap(what)
            | UnitAction::Retreat(what)
            | UnitAction::GainControl { what, .. } => vec![what.clone()],
        },
        Action::Combat(combat) => match combat {
            CombatAction::Attack { attacker, defender } => vec![attacker.clone(), defender.clone()],
            CombatAction::ChangeDefender(to) => vec![to.clone()],
            CombatAction::EndAttack | CombatAction::MoreDamage(_) | CombatAction::Disrupt(_) => Vec::new(),
        },
        Action::Dice(_) | Action::Steps(_) | Action::Gain(..) | Action::Lose(..) | Action::EndGame(..) => {
            Vec::new()
        }
        Action::Choose(choosable) => match choosable {
            Choosable::Objects(what) | Choosable::Ability(_, what, _) => vec![what.clone()],
            Choosable::Arena(..)
            | Choosable::Subtype(_)
            | Choosable::CardType(_)
            | Choosable::Name(..)
            | Choosable::Number(..) => Vec::new(),
        },
    }
}

fn selector_of_place(to: &Destination) -> Option<Selector> {
    match to {
        Destination::Stack(on)
        | Destination::Beneath(on, _)
        | Destination::AttachedTo(on)
        | Destination::Piloting(on) => Some(on.clone()),
        Destination::Hand
        | Destination::HandOf(_)
        | Destination::Deck(_)
        | Destination::DiscardPile
        | Destination::Discarded
        | Destination::RemovedFromGame
        | Destination::Supply
        | Destination::BuildZone { .. }
        | Destination::Arena(..) => None,
    }
}

/// Whether a list of costs uses X: it is chosen before anything is paid (rule 1304.8).
pub(crate) fn uses_x(costs: &Costs) -> bool {
    costs.0.iter().any(|payment| match payment {
        Payment::Force(of) | Payment::BuildPoints(of) => is_x(of),
        Payment::TapThis => false,
        Payment::OneOf(_, lists) => lists.iter().any(uses_x),
        Payment::Act(action) => does_x(action),
    })
}

/// Whether an action uses X.
fn does_x(action: &Action) -> bool {
    let amount = match action {
        Action::Counters(CounterAction::Until { .. } | CounterAction::AllBut { .. }) => false,
        Action::Counters(
            CounterAction::Put { quantity, .. }
            | CounterAction::Remove { quantity, .. }
            | CounterAction::Move { quantity, .. },
        )
        | Action::Cards(CardAction::Draw(_, quantity)) => is_x_quantity(quantity),
        Action::Gain(_, _, of) | Action::Lose(_, _, of) => is_x(of),
        Action::Damage(DamageAction::PreventThat(Portion::Exactly(of))) => is_x(of),
        Action::Damage(_)
        | Action::Cards(_)
        | Action::Units(_)
        | Action::Combat(_)
        | Action::Dice(_)
        | Action::Choose(_)
        | Action::Steps(_)
        | Action::EndGame(..) => false,
    };
    amount || selectors_of(action).iter().any(is_x_selector)
}

/// Whether an effect that may be done says how much X is: "you may discard X cards".
pub(crate) fn chooses_x(effect: &Effect) -> bool {
    match effect {
        Effect::Act(action) => does_x(action),
        Effect::Pay(_, costs) => uses_x(costs),
        Effect::Named(_, inner) => chooses_x(inner),
        _ => false,
    }
}

/// "X", "X+1".
fn is_x(of: &Amount) -> bool {
    match of {
        Amount::X => true,
        Amount::Sum(parts) => parts.iter().any(is_x),
        Amount::Minus(from, what) => is_x(from) || is_x(what),
        Amount::Times(_, of) => is_x(of),
        _ => false,
    }
}

fn is_x_quantity(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Exactly(of) | Quantity::UpTo(of) if is_x(of))
}

fn is_x_selector(selector: &Selector) -> bool {
    match selector {
        Selector::Known(_) => false,
        Selector::Each(filter) => is_x_filter(filter),
        Selector::Choose(choice) => is_x_quantity(&choice.quantity) || is_x_filter(&choice.of),
        Selector::Together(parts) => parts.iter().any(is_x_selector),
    }
}

/// "with printed power X", "with total build cost X".
fn is_x_filter(filter: &Filter) -> bool {
    let adjectives = filter.classes.iter().flat_map(|class| &class.adjectives);
    adjectives.chain(&filter.with).any(|quality| match quality {
        Quality::Measure(_, range) | Quality::Counters(_, range) | Quality::Keyword(_, Some(range)) => {
            *range == Range::Exactly(Amount::X)
        }
        _ => false,
    })
}

/// Whether something may be played at the start of a build step, or in that of the opponent (rules 603.6, 1307.5).
pub(crate) const fn is_of_build_steps(only: &PlayOnly) -> bool {
    matches!(
        only,
        PlayOnly::At(_, Stage::BuildStep(_))
            | PlayOnly::During(Stage::BuildStep(Player::Opponent | Player::Any | Player::Each))
    )
}

/// The event directly after which something is played; what is played in an attack has chances of its own.
pub(crate) fn moment_of(only: &PlayOnly) -> Option<&Event> {
    let PlayOnly::When(event) = only else { return None };
    let in_attack =
        matches!(**event, Event::Attacks { .. } | Event::IsAttacked { .. } | Event::AttackEnds(_));
    (!in_attack).then_some(event)
}
