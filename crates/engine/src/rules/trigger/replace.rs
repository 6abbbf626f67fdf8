//! What steps in before an event or takes its place: "would ..." (rule 1310).

use super::find::{
    ActiveText, each_active_text, is_attached_trait, is_due_now, is_trap_ready, triggers, waiting,
    with_parties,
};
use super::resolve::{choice_of, context_of};
use super::{Frame, Sort, Waiting};
use crate::facts::game::Game;
use crate::facts::now::{gather, summary};
use crate::facts::text::{Scope, condition};
use crate::records::attack::{Mode, Taps};
use crate::records::damage as damage_record;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::stage::NodeStage;
use crate::records::event::{Event, What};
use crate::records::frame;
use crate::records::frame::Flow;
use crate::records::id::{AbilityId, NodeId};
use crate::records::kind::EventKind;
use crate::records::state::{Report, Text};
use crate::records::trigger::{About, Applied};
use crate::rules::keywords::parry;
use crate::rules::{damage, effect, play};
use vocab::ability::{
    self, AbilityKind, Action, CombatAction, Condition, DamageAction, Effect, Frequency, Outcome, Tense,
    Trigger,
};
use vocab::{Keyword, RuleNumber};

/// The events that would happen, each with its number.
fn events(game: &Game, about: About) -> Vec<(u8, Event)> {
    let whats: Vec<(u8, What)> = match about {
        About::Damage | About::Pending => damage::would_be_done(game),
        About::Fallen => damage::would_be_discarded(game),
        About::Attack => game.state.attack().map_or_else(Vec::new, |attack| {
            let (attacker, defender, mode) = (attack.attacker, attack.defender, attack.mode);
            vec![
                (0, What::Attacks { attacker, defender, mode }),
                (1, What::IsAttacked { defender, attacker }),
            ]
        }),
        About::Discard(card, cause) => {
            vec![(0, What::Discarded { card, from: game.state.card(card).place, cause })]
        }
        About::BuildRoll => vec![(0, What::BuildRoll(0))],
        About::Gain(who, pool, amount) => {
            vec![(0, What::Pool { who, flow: ability::Flow::Gain, pool, amount })]
        }
        About::Complete(who, card) => vec![(0, What::Completed { who, card, x: 0 })],
        // No text has named whom it would attack.
        About::Act(unit) => vec![(0, What::Attacks { attacker: unit, defender: unit, mode: Mode::Normal })],
        About::Led(_) => Vec::new(),
    };
    let rule = RuleNumber::new(1310, 1);
    whats.into_iter().map(|(at, what)| (at, Event { what, rule, cause: None })).collect()
}

/// Whether a text belongs to this moment: prevention comes when the damage is pending (rules 1108.3, 1109.1), and who
/// decides how a unit attacks does so before its controller decides anything (rule 1104.5).
fn belongs(game: &Game, about: About, trigger: &Trigger, root: NodeId) -> bool {
    let leads = || trigger.events.iter().any(names_no_defender) && contains(game, root, &attacks);
    match about {
        About::Damage => !contains(game, root, &prevents),
        About::Pending => contains(game, root, &prevents),
        About::Act(_) => leads(),
        // An attack that is not the unit's own moment had no such moment before.
        About::Attack => game.state.attack().is_none_or(|attack| attack.taps == Taps::No) || !leads(),
        About::Fallen
        | About::Led(_)
        | About::Discard(..)
        | About::BuildRoll
        | About::Gain(..)
        | About::Complete(..) => true,
    }
}

const fn names_no_defender(event: &ability::Event) -> bool {
    matches!(event, ability::Event::Attacks { defender: None, using: None, .. })
}

const fn attacks(effect: &Effect) -> bool {
    matches!(effect, Effect::Act(Action::Combat(CombatAction::Attack { .. })))
}

const fn prevents(effect: &Effect) -> bool {
    matches!(effect, Effect::Act(Action::Damage(DamageAction::PreventThat(_))))
}

fn contains(game: &Game, id: NodeId, is: &dyn Fn(&Effect) -> bool) -> bool {
    let node = game.catalog.node(id);
    is(&node.effect) || node.kids.iter().any(|kid| contains(game, *kid, is))
}

/// The texts that fit an event that would happen, in the order of the cards.
fn fitting(game: &Game, event: &Event, about: About) -> Vec<Waiting> {
    let Some(kind) = EventKind::of(&event.what) else { return Vec::new() };
    let cards = gather::cards_with(game, None, Text::Waits, |hooks| hooks.would.has(kind));
    let mut found = Vec::new();
    each_active_text(game, cards, &mut |ActiveText { scope, id, .. }| {
        if let AbilityKind::Replacement(text) = &game.catalog.ability(id).kind {
            let text = (&text.trigger, text.condition.as_ref());
            found.extend(consider(scope, id, text, event, about));
        }
    });
    for card in cards {
        if !is_trap_ready(game, card) {
            continue;
        }
        for id in &game.catalog.facts(game.state.card(card).definition).abilities {
            if let AbilityKind::Trap(text) = &game.catalog.ability(*id).kind
                && text.tense == Tense::Would
            {
                let scope = Scope::of_card(game, card, 0);
                let ready = consider(scope, *id, (&text.trigger, text.condition.as_ref()), event, about);
                found.extend(ready.map(|ready| Waiting { sort: Sort::Trap, ..ready }));
            }
        }
    }
    found
}

fn consider(
    scope: Scope,
    id: AbilityId,
    (trigger, only): (&Trigger, Option<&Condition>),
    event: &Event,
    about: About,
) -> Option<Waiting> {
    let root = scope.game.catalog.entry(id).root?;
    let parties = triggers(scope, trigger, event).filter(|_| belongs(scope.game, about, trigger, root))?;
    let scope = with_parties(scope, parties);
    let applies = only.is_none_or(|only| condition::holds(scope, only))
        && is_due_now(scope, id, trigger.frequency)
        && !is_attached_trait(scope, id);
    if applies { waiting(scope, id, parties) } else { None }
}

/// What can still be applied, with the number of its event: DS's first (rules 1108.3, 1310.2).
fn open_texts(game: &Game, about: About, applied: &[Applied]) -> Vec<(u8, Waiting)> {
    let mut open = Vec::new();
    // One after another: what is prevented of one instance has nothing to do with another.
    if about == About::Pending
        && let Some((unit, at)) = damage::waits_by_itself(game)
            .find(|(_, at)| last_by_itself(applied).is_none_or(|last| last < *at))
    {
        let you = game.state.card(unit).controller;
        open.push((at, Waiting::of(Sort::ByItself, Some(unit), you)));
    }
    let parry = (about == About::Pending).then(|| parry::waits(game)).flatten();
    // It has no number as an ability, and comes once.
    if let Some((unit, at)) = parry.filter(|(_, at)| !applied.contains(&(*at, None, AbilityId::default()))) {
        let you = game.state.card(unit).controller;
        let sort = Sort::Keyword(Keyword::Parry);
        open.push((at, Waiting::of(sort, Some(unit), you)));
    }
    // Hardly ever does a text step in before anything.
    if summary::texts(game).would.is_empty() && game.state.lasting.is_empty() {
        return open;
    }
    for (at, event) in events(game, about) {
        let mut seen = Vec::new();
        for waiting in fitting(game, &event, about) {
            let key = (at, waiting.this, waiting.ability);
            // A card that has the same ability twice applies it twice.
            let times = applied.iter().filter(|applied| **applied == key).count();
            let before = seen.iter().filter(|other| **other == key).count();
            seen.push(key);
            if before >= times {
                open.push((at, waiting));
            }
        }
    }
    open.sort_by_key(|(_, waiting)| waiting.you);
    open
}

/// Marks the instance up to which all that prevents damage by itself has been applied: it has no number as an ability.
const BY_ITSELF: u8 = 1 << 7;

/// The last instance that was prevented by itself.
fn last_by_itself(applied: &[Applied]) -> Option<u8> {
    applied.iter().find(|(at, ..)| at & BY_ITSELF != 0).map(|(at, ..)| at & !BY_ITSELF)
}

/// Something would happen: the frame in which texts step in, if there are any. It reports whether something else took its
/// place (rule 1310.1).
pub(crate) fn would(game: &mut Game, about: About) -> Option<frame::Frame> {
    if !is_awaited(game, about) {
        return None;
    }
    if game.state.begin_would(about).is_err() {
        game.stop();
    }
    Some(Frame::Would.into())
}

/// Whether some text steps in before this.
pub(crate) fn is_awaited(game: &Game, about: About) -> bool {
    !open_texts(game, about, &[]).is_empty()
}

/// Whether the frame above replaced the event: read once.
pub(crate) fn was_replaced(game: &mut Game) -> bool {
    std::mem::take(&mut game.state.report) == Report::Would { replaced: true }
}

/// The texts of the player who is next, those that are the same once.
fn orders(open: &[(u8, Waiting)]) -> Vec<Choice> {
    let Some((_, first)) = open.first() else { return Vec::new() };
    let mut choices = Vec::new();
    for (_, waiting) in open.iter().filter(|(_, waiting)| waiting.you == first.you) {
        if let Some(choice) = choice_of(waiting)
            && !choices.contains(&choice)
        {
            choices.push(choice);
        }
    }
    choices
}

pub(super) fn step(game: &mut Game) -> Flow {
    let Some(would) = game.state.would.last().copied() else { return Flow::Done };
    let open = if would.replaced { Vec::new() } else { open_texts(game, would.about, game.state.applied()) };
    if orders(&open).len() > 1 {
        if let Some(would) = game.state.would.last_mut() {
            would.asked = open.first().map(|(_, waiting)| waiting.you);
        }
        return Flow::Ask;
    }
    match open.first() {
        Some((at, waiting)) => begin(game, *at, waiting),
        None => {
            game.state.end_would();
            game.state.report = match would.about {
                About::Led(target) => Report::Led(target),
                _ => Report::Would { replaced: would.replaced },
            };
            Flow::Done
        }
    }
}

pub(super) fn ask(game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
    let would = game.state.would.last()?;
    choices.extend(orders(&open_texts(game, would.about, game.state.applied())));
    // Where the opponent's face-down cards were dealt anew there may be nothing to order: it goes on.
    if choices.is_empty() {
        choices.push(Choice::Done);
    }
    Some(Ask::new(would.asked?, Why::Order, 1310, 2))
}

pub(super) fn chosen(game: &mut Game, choice: Choice) -> Flow {
    let Some(would) = game.state.would.last().copied() else { return Flow::Done };
    let is_it = |(_, waiting): &&(u8, Waiting)| choice_of(waiting) == Some(choice);
    match open_texts(game, would.about, game.state.applied()).iter().find(is_it) {
        Some((at, waiting)) => begin(game, *at, waiting),
        None => Flow::next(Frame::Would),
    }
}

/// Begins a text: a Trap is completed if its owner wants to (rule 212.6), anything else happens.
fn begin(game: &mut Game, at: u8, waiting: &Waiting) -> Flow {
    let is_parry = matches!(waiting.sort, Sort::Keyword(_));
    let is_by_itself = waiting.sort == Sort::ByItself;
    let key = if is_by_itself {
        (at | BY_ITSELF, None, AbilityId::default())
    } else {
        (at, waiting.this.filter(|_| !is_parry), waiting.ability)
    };
    if let Some(would) = game.state.would.last_mut() {
        (would.at, would.changed) = (at, false);
    }
    let mut applied = game.state.applied_mut().iter_mut();
    match applied.find(|(at, ..)| is_by_itself && at & BY_ITSELF != 0) {
        Some(earlier) => *earlier = key,
        None => {
            if game.state.applied.push(key).is_err() {
                game.stop();
            }
        }
    }
    if is_parry {
        return Flow::push(Frame::Would, damage_record::Frame::Parry);
    }
    if is_by_itself {
        return Flow::push(Frame::Would, damage_record::Frame::ByText(at));
    }
    let context = context_of(game, waiting);
    game.open(context);
    if waiting.sort == Sort::Trap {
        return Flow::push(Frame::Would, Frame::Trap);
    }
    use_up(game, waiting);
    Flow::push(Frame::Replaced, effect::Frame::Node(waiting.root, NodeStage::START))
}

/// "The first time each turn" and "the next time" are over.
fn use_up(game: &mut Game, waiting: &Waiting) {
    let frequency = match &game.catalog.ability(waiting.ability).kind {
        AbilityKind::Replacement(text) => text.trigger.frequency,
        _ => return,
    };
    match (frequency, waiting.this) {
        (Frequency::FirstEachTurn, Some(card)) => {
            play::count_use(game, card, waiting.ability, play::Period::Turn);
        }
        (Frequency::Next, this) => super::find::use_up(game, this, waiting.ability),
        (Frequency::FirstEachTurn, None) | (Frequency::Every | Frequency::First | Frequency::Once(_), _) => {}
    }
}

/// A text has stepped in. What could not be done, or was not chosen, leaves the event as it was (rules 1310.1, 1310.5).
pub(super) fn replaced(game: &mut Game) -> Flow {
    let context = game.context();
    game.state.contexts.pop();
    super::find::count_once(game, &context);
    let Some(would) = game.state.would.last_mut() else { return Flow::Done };
    let changed = std::mem::take(&mut would.changed);
    let (about, at) = (would.about, would.at);
    let entry = game.catalog.entry(context.ability);
    let instead = matches!(&entry.ability.kind, AbilityKind::Replacement(text)
        if matches!(text.outcome, Outcome::Instead(_)));
    if !instead || changed || !context.did_something || context.failed {
        return Flow::next(Frame::Would);
    }
    match about {
        About::Damage | About::Pending => damage::undo(game, at),
        About::Fallen => damage::spare(game, at),
        About::Act(_) | About::Led(_) => {}
        About::Attack | About::Discard(..) | About::BuildRoll | About::Gain(..) | About::Complete(..) => {
            if let Some(would) = game.state.would.last_mut() {
                would.replaced = true;
            }
        }
    }
    Flow::next(Frame::Would)
}
