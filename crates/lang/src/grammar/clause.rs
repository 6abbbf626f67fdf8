//! Clauses: what kind of ability a clause is, judging by its shape and its card's type.

use super::amount::write_pending_x;
use super::attack_result::read_attack_result;
use super::condition::{read_condition, write_condition};
use super::cost::{is_priced_by_result, read_costs, write_costs};
use super::effect::{read_effect, write_effect, write_sentence};
use super::equipment::{read_equipped, write_equipped};
use super::identity::write_treated;
use super::keyword::{read_keyword_ability, write_keyword_ability};
use super::reach::{is_in_discard_pile, reach_of, reach_of_costs, reach_of_rule, reach_of_trigger};
use super::reference::read_reference;
use super::rule::write_rule;
use super::shapes::{
    first_step, read_conditional_keyword, read_doubled, read_extra_draw, read_only_once, read_only_one,
};
use super::statics::read_static;
use super::threshold::{read_threshold, write_threshold};
use super::timing::{pay_while_building, read_either_timing, read_timing, write_timing};
use super::trigger::{read_trigger, write_trigger};
use super::wording::{read_only_on, read_secret_dice};
use super::wrapper::{read_wrapper, write_wrapper};
use crate::parser::{Parser, Scope, State, Stop};
use crate::referents::Referents;
use crate::token::{Kind, Source};
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Ability, AbilityKind, Action, CardAction, Change, Condition, Costs, Destination, Duration, Effect,
    Enhancement, Event, Frequency, Grant, Mode, Noun, Outcome, Pattern, Payment, Period, Play, PlayOnly,
    Player, Reach, Reference, Replacement, Rule, Selector, Stage, Tense, Timing, ToComplete, Trap, Trigger,
    Triggered, Usage, X,
};
use vocab::{CardType, Keyword};

/// One way to read a whole clause.
type Shape = fn(&mut Parser) -> Option<Vec<Ability>>;

/// All shapes of clauses. Each one is tried, because two different readings are an error.
const SHAPES: [Shape; 12] = [
    read_keywords,
    read_wrapped,
    read_activated,
    read_equipment,
    read_in_build_step,
    read_triggered,
    read_trap_modes,
    read_extra_draw,
    read_doubled,
    read_to_complete,
    read_static,
    read_one_shot,
];

/// Why a clause wasn't read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No shape fits.
    Unread(Stop),
    /// Two shapes fit and mean different things.
    Ambiguous(Vec<Ability>, Vec<Ability>),
}

/// Tries every way to read a whole clause; the reader ends up after the one that worked.
pub fn read_clause(p: &mut Parser) -> Result<Vec<Ability>, Failure> {
    match read_shapes(p)? {
        Some((abilities, state)) => {
            p.resume(state);
            Ok(abilities)
        }
        None => {
            // Read it once more, to find out what could have come next.
            if p.is_asked_why && !p.is_noting() {
                let again = p.noting(read_shapes)?;
                debug_assert!(again.is_none(), "a first word is missing in `first.rs`: {:?}", p.stop());
            }
            Err(Failure::Unread(p.stop()))
        }
    }
}

fn read_shapes(p: &mut Parser) -> Result<Option<(Vec<Ability>, State)>, Failure> {
    let mut found: Option<(Vec<Ability>, State)> = None;
    for shape in SHAPES {
        let mut reading = None;
        p.sees(|p| {
            reading = shape(p).filter(|_| p.at_end()).map(|abilities| (abilities, p.state()));
            true
        });
        match (&found, reading) {
            (_, None) => {}
            (None, Some(reading)) => found = Some(reading),
            (Some((first, _)), Some((second, _))) if *first != second => {
                return Err(Failure::Ambiguous(first.clone(), second));
            }
            (Some(_), Some(_)) => {}
        }
    }
    Ok(found)
}

/// The body of INSERT and Reserves: the first shape that fits what's left.
pub fn read_ability(p: &mut Parser) -> Option<Vec<Ability>> {
    SHAPES.into_iter().find_map(|shape| p.attempt(|p| shape(p).filter(|_| p.at_end())))
}

/// An ability in quotation marks.
pub fn read_given(p: &mut Parser) -> Option<Ability> {
    let start = p.place();
    let words = p.quoted_words()?.to_string();
    given(p, &words, start + 1)
}

/// A bullet or slot without quotation marks: everything up to the next one.
pub fn read_given_text(p: &mut Parser, separator: &str) -> Option<Ability> {
    let start = p.place();
    let words = p.up_to(separator)?.to_string();
    // A bare keyword is the keyword itself; only quotation marks make an ability of it.
    given(p, &words, start).filter(|given| !matches!(given.kind, AbilityKind::Keyword(_)))
}

/// Reads the text as another card's ability, with its own slots and X.
fn given(p: &mut Parser, words: &str, start: usize) -> Option<Ability> {
    p.charge(words.len());
    let source = Source::new(words);
    let read = |plan: Option<Vec<u8>>| {
        let mut inner = Parser::new(&source, p.lexicon, p.setting).within(p, start);
        inner.scope = Scope::Given;
        inner.depth = p.depth;
        inner.is_asked_why = p.is_noting();
        inner.piloted.clone_from(&p.piloted);
        inner.bearer.clone_from(&p.bearer);
        if let Some(plan) = plan {
            inner = inner.with_plan(plan);
        }
        let read = read_clause(&mut inner);
        (read, inner.used_steps())
    };
    let (mut result, used) = read(None);
    if !used.is_empty() && result.is_ok() {
        result = read(Some(used)).0;
    }
    match result {
        Ok(mut abilities) if abilities.len() == 1 => abilities.pop(),
        Ok(_) => {
            p.expect("one ability");
            None
        }
        Err(Failure::Unread(stop)) => {
            p.stopped_within(start, &stop);
            None
        }
        Err(Failure::Ambiguous(..)) => {
            p.expect("a text with one meaning");
            None
        }
    }
}

/// The ability, with the X that was explained along the way.
pub(super) fn ability(p: &mut Parser, kind: impl Into<AbilityKind>) -> Ability {
    let x = p.take_x();
    Ability::new(kind).where_x(x)
}

/// Whether bare sentences of this card happen once.
pub(super) fn happens_once(p: &Parser) -> bool {
    p.scope == Scope::Own && matches!(p.setting.card_type, CardType::Battle | CardType::Mission)
}

/// "Armor", "Evade 2 and Stealth".
fn read_keywords(p: &mut Parser) -> Option<Vec<Ability>> {
    if let Some(cunning) = p.attempt(read_secret_dice) {
        return Some(vec![ability(p, cunning)]);
    }
    let mut keywords = vec![read_keyword_ability(p)?];
    while let Some(next) = p.attempt(|p| {
        // Some cards forget the comma.
        p.one_of(&[", and", "and", ",", "."]);
        read_keyword_ability(p)
    }) {
        keywords.push(next);
    }
    super::amount::read_where_x(p);
    p.words(".");
    let explained = *p.x() != X::Chosen;
    (!explained || keywords.len() == 1).then_some(())?;
    Some(keywords.into_iter().map(|keyword| ability(p, keyword)).collect())
}

fn read_wrapped(p: &mut Parser) -> Option<Vec<Ability>> {
    let wrappers = read_wrapper(p)?;
    let x = p.take_x();
    Some(wrappers.into_iter().map(|wrapper| Ability::new(wrapper).where_x(x.clone())).collect())
}

/// "Pay 2 Force -> ...": on a Battle card its effect, elsewhere an activated ability.
fn read_activated(p: &mut Parser) -> Option<Vec<Ability>> {
    (p.has_arrow() || p.is_noting()).then_some(())?;
    let costs = read_costs(p)?;
    p.kind(Kind::Arrow, "->").then_some(())?;
    p.unstated = Some(Duration::EndOfTurn);
    let played = p.attempt(read_conditional_keyword).map(|played| vec![played]);
    let saw_x = p.saw_x;
    let played = played
        .or_else(|| if is_tapped(&costs) { p.attempt(read_played_either) } else { None })
        .or_else(|| {
            p.saw_x = saw_x;
            None
        })
        .or_else(|| read_played(p).map(|played| vec![played]));
    p.unstated = None;
    let played = played?;
    let meditates = played.iter().any(|(effect, _)| is_meditate(first_step(effect)));
    let x = p.take_x();
    // "Pay X Force -> ..., where X is the build cost of that Location": nobody knows yet what is to be paid.
    (!is_priced_by_result(&costs, &x)).then_some(())?;
    let own = p.scope == Scope::Own && !meditates;
    let made = played.into_iter().map(|(effect, timing)| {
        let mut play = Play { costs: costs.clone(), effect, timing };
        let kind = match p.setting.card_type {
            CardType::Battle if own => AbilityKind::OneShot(play),
            // No rule says what an arrow means on a Mission, apart from Meditate.
            CardType::Mission | CardType::Trap if own => return None,
            _ => {
                pay_while_building(&mut play);
                AbilityKind::Activated(play)
            }
        };
        let reach = match &kind {
            AbilityKind::Activated(play) => reach_of(play),
            _ => reach_of_costs(&costs).map_or(Reach::Usual, Reach::Only),
        };
        Some(Ability::new(kind).where_x(x.clone()).working(reach))
    });
    made.collect()
}

/// Whether the card taps for it, and so is played once (rule 1304.4).
fn is_tapped(costs: &Costs) -> bool {
    costs.0.contains(&Payment::TapThis)
}

/// "... Play only during your build step or when this unit would attack.": one ability for each.
fn read_played_either(p: &mut Parser) -> Option<Vec<(Effect, Timing)>> {
    (p.setting.card_type != CardType::Battle || p.scope == Scope::Given).then_some(())?;
    let effect = read_effect(p)?;
    let timings = read_either_timing(p)?;
    p.sees(Parser::at_end).then_some(())?;
    let timed = |timing: Timing| match effect.clone() {
        // The options of a choice have timings of their own.
        Effect::ChooseOne(who, mut modes) => {
            for mode in &mut modes {
                mode.timing.clone_from(&timing);
            }
            (Effect::ChooseOne(who, modes), Timing::usual())
        }
        effect => (effect, timing),
    };
    Some(timings.into_iter().map(timed).collect())
}

/// Sentences with "Play only ..." among them.
fn read_played(p: &mut Parser) -> Option<(Effect, Timing)> {
    let mut effect = read_effect(p)?;
    read_only_on(p, &mut effect)?;
    let mut timing = timing_of_options(&mut effect).unwrap_or_default();
    if timing == Timing::usual() {
        timing = read_timing(p)?;
    }
    while timing != Timing::usual() && !p.sees(Parser::at_end) {
        let mut steps = match effect {
            Effect::Sequence(steps) => steps,
            Effect::Keyword(..) => return None,
            one => vec![one],
        };
        match read_effect(p)? {
            Effect::Sequence(more) => steps.extend(more),
            one => steps.push(one),
        }
        effect = Effect::Sequence(steps);
        let more = read_timing(p)?;
        (timing.usage.is_none() || more.usage.is_none()).then_some(())?;
        timing.only.extend(more.only);
        timing.usage = timing.usage.or(more.usage);
    }
    Some((effect, timing))
}

/// "Choose a unit. Choose one: A. Or: B. Play only ...": this limits the whole play, which can't start otherwise.
fn timing_of_options(effect: &mut Effect) -> Option<Timing> {
    let modes = last_options(effect, false)?;
    let (last, before) = modes.split_last_mut()?;
    let alike = before.iter().all(|mode| mode.timing == Timing::usual())
        || before.iter().all(|mode| mode.timing == last.timing);
    alike.then_some(())?;
    let timing = std::mem::take(&mut last.timing);
    for mode in before {
        mode.timing = Timing::usual();
    }
    Some(timing)
}

/// The options at the end of an effect, if they're chosen after the play is announced.
fn last_options(effect: &mut Effect, later: bool) -> Option<&mut Vec<Mode>> {
    match effect {
        Effect::ChooseOne(_, modes) if later => Some(modes),
        Effect::Sequence(steps) => last_options(steps.last_mut()?, true),
        Effect::Table(_, rows) => last_options(&mut rows.last_mut()?.effect, true),
        Effect::Named(_, inner) => last_options(inner, true),
        _ => None,
    }
}

/// Meditate is an activated ability on every card (rule 1739.1).
fn is_meditate(effect: &Effect) -> bool {
    matches!(effect, Effect::Keyword(keyword, _) if keyword.keyword() == Keyword::Meditate)
}

fn read_equipment(p: &mut Parser) -> Option<Vec<Ability>> {
    matches!(p.setting.card_type, CardType::Equipment(_)).then_some(())?;
    if let Some(limits) = p.attempt(read_only_one) {
        return Some(limits.into_iter().map(|limit| ability(p, limit)).collect());
    }
    let equipped = read_equipped(p)?;
    Some(vec![ability(p, equipped)])
}

/// "During your build step, you may A. If you do, B.": A is the cost of B, played in the build step (rule 1601.3).
fn read_in_build_step(p: &mut Parser) -> Option<Vec<Ability>> {
    (!happens_once(p)).then_some(())?;
    let battle = Timing::only(PlayOnly::During(Stage::BattlePhase));
    let timing = p.choice(&[
        ("during your build step , you may", Timing::your_build_step()),
        ("during the battle phase , you may", battle),
        ("once per turn , you may", Timing::usual().limited(Usage::Times(1, Period::Turn))),
        ("once per game , you may", Timing::usual().limited(Usage::Times(1, Period::Game))),
    ])?;
    p.unstated = Some(Duration::EndOfTurn);
    let bought = p.attempt(|p| {
        let costs = read_costs(p)?;
        p.words(". if you do ,").then_some(())?;
        Some((costs, read_effect(p)?))
    });
    // "Once per turn, you may A.": it costs nothing.
    let bought = bought.or_else(|| {
        p.attempt(|p| {
            timing.usage.is_some().then_some(())?;
            let effect = read_effect(p)?;
            let free = !matches!(effect, Effect::Keyword(..) | Effect::Do { .. });
            (free && p.at_end()).then_some((Costs::free(), effect))
        })
    });
    p.unstated = None;
    let (costs, effect) = bought?;
    // 1002.1, 1902.61: units are equipped in the build step, also without the price.
    let timing = match timing.usage {
        Some(usage) if costs == Costs::free() && is_equipping(&effect) => {
            Timing::your_build_step().limited(usage)
        }
        Some(_) | None => timing,
    };
    let play = Play { costs, effect, timing };
    let reach = reach_of(&play);
    Some(vec![ability(p, AbilityKind::Activated(play)).working(reach)])
}

/// "attach one of your Skills to this unit", all that is done.
fn is_equipping(effect: &Effect) -> bool {
    matches!(effect, Effect::Act(Action::Cards(CardAction::Put(Selector::Choose(choice), Destination::AttachedTo(_))))
        if choice.of.classes.iter().all(|class| class.noun == Noun::Equipment))
}

/// "When ..., ...": a trigger, a replacement, or the condition of a Trap.
pub(super) fn read_triggered(p: &mut Parser) -> Option<Vec<Ability>> {
    (!happens_once(p)).then_some(())?;
    let discard_pile = p.attempt(|p| {
        p.words("if").then_some(())?;
        let reference = read_reference(p)?;
        (reference == Reference::This && p.words("is in your discard pile")).then_some(())
    });
    // "As long as ..., whenever ..., ...": the condition of the event.
    let before = p.attempt(|p| {
        (p.words("as long as") || p.words("if")).then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    let fruitless = p.attempt(read_attack_result).or_else(|| p.attempt(read_threshold));
    let limited = p.sees(|p| p.words("once per turn"));
    let (mut trigger, tense) = match &fruitless {
        Some((trigger, _)) => (trigger.clone(), Tense::Happens),
        None => read_trigger(p)?,
    };
    // Some cards forget the comma.
    (p.words(",")
        || p.sees(|p| p.one_of(&["you may", "choose", "take", "prevent", "gain", "if you have"]).is_some()))
    .then_some(())?;
    let condition = p.attempt(|p| {
        (p.words("if") || p.words("as long as")).then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    let condition = match (fruitless, condition) {
        (Some((_, fruitless)), Some(condition)) => Some(Condition::All(vec![fruitless, condition])),
        (Some((_, fruitless)), None) => Some(fruitless),
        (None, condition) => condition,
    };
    let condition = match (before, condition) {
        (Some(before), Some(condition)) => Some(Condition::All(vec![before, condition])),
        (before, condition) => before.or(condition),
    };
    p.in_enhance = tense == Tense::Would;
    p.in_damage = p.in_enhance && trigger.events.iter().all(|event| matches!(event, Event::Damage { .. }));
    let effect = read_effect(p);
    (p.in_enhance, p.in_damage) = (false, false);
    // "..., draw a card if you have a Jedi" is "..., if you have a Jedi, draw a card" (rule 1305.5).
    let (condition, effect) = match (condition, effect?) {
        (None, Effect::If { condition, then, otherwise: None }) => (Some(condition), *then),
        (condition, effect) => (condition, effect),
    };
    // "Once per turn, when ..., you may ...": if it isn't used the first time, it can be used later.
    let is_choice =
        matches!(first_step(&effect), Effect::Do { optional: vocab::ability::Optional::May(_), .. });
    if limited && is_choice {
        trigger.frequency = Frequency::Once(Period::Turn);
    }
    if let Some(period) = p.attempt(read_only_once) {
        (trigger.frequency == Frequency::Every).then_some(())?;
        trigger.frequency = match (is_choice, period) {
            (false, Period::Turn) => Frequency::FirstEachTurn,
            (true, _) | (false, Period::Game) => Frequency::Once(period),
            (false, Period::Attack) => return None,
        };
    }
    // There are no words for what happens on every occasion it can't be used.
    let once = matches!(trigger.frequency, Frequency::Once(Period::Turn | Period::Attack));
    (!once || is_choice).then_some(())?;
    let disrupts = matches!(&effect, Effect::Act(Action::Combat(vocab::ability::CombatAction::Disrupt(_))));
    // Once complete, a card can no longer be disrupted (rule 704.2).
    let completed = trigger.events.iter().any(|event| matches!(event, Event::Completes { .. }));
    (!(disrupts && completed && tense == Tense::Happens)).then_some(())?;
    // "Play only if ..." after what a trigger does is the trigger's condition.
    let only = if condition.is_none() { p.attempt(read_only_if) } else { None };
    let condition = condition.or(only);
    // "When ..., if this card is in your discard pile, ...": it works there (rule 1314.4).
    let (discard_pile, condition) = match condition {
        Some(only) if is_in_discard_pile(&only) => (Some(()), None),
        condition => (discard_pile, condition),
    };
    let manner = p.enhancement.take();
    let trap = p.setting.card_type == CardType::Trap && p.scope == Scope::Own;
    let kind: AbilityKind = match manner {
        None if trap => Trap { tense, trigger, condition, effect }.into(),
        // A Trap is sprung by an event (rule 212.2): nothing says what it would do in place of one.
        Some(_) if trap => return None,
        _ => kind_after_trigger(tense, manner, trigger, condition, effect)?,
    };
    let reach = match discard_pile {
        Some(()) => Reach::Only(vocab::Zone::DiscardPile),
        None => reach_of_trigger(&kind),
    };
    Some(vec![ability(p, kind).working(reach)])
}

/// "Play only if you have a Jedi in any arena.": something that is true before the effect begins.
fn read_only_if(p: &mut Parser) -> Option<Condition> {
    (p.words("play only if") || p.words("play this ability only if")).then_some(())?;
    let steps = p.used_count();
    let condition = read_condition(p)?;
    (p.used_count() == steps && (p.words(".") || p.at_end())).then_some(condition)
}

/// "Choose one: When ..., ... Or: When ..., ...": a Trap with several moments (rule 212.2).
fn read_trap_modes(p: &mut Parser) -> Option<Vec<Ability>> {
    (p.setting.card_type == CardType::Trap && p.scope == Scope::Own && p.words("choose one :"))
        .then_some(())?;
    let mut traps = Vec::new();
    loop {
        p.refs = Referents::default();
        traps.extend(read_triggered(p)?);
        if !p.words("or :") {
            break;
        }
    }
    let is_trap = |ability: &Ability| matches!(ability.kind, AbilityKind::Trap(_));
    (traps.len() > 1 && traps.iter().all(is_trap)).then_some(traps)
}

/// A trigger if the event has happened, a replacement if it would happen.
pub fn kind_after_trigger(
    tense: Tense,
    manner: Option<Enhancement>,
    trigger: Trigger,
    condition: Option<Condition>,
    effect: Effect,
) -> Option<AbilityKind> {
    Some(match (tense, manner) {
        (Tense::Happens, None) => Triggered { trigger, condition, effect }.into(),
        (Tense::Would, Some(Enhancement::Instead)) => {
            Replacement { trigger, condition, outcome: Outcome::Instead(effect) }.into()
        }
        (Tense::Would, None) => Replacement { trigger, condition, outcome: Outcome::First(effect) }.into(),
        (_, Some(_)) => return None,
    })
}

/// "To complete this Mission, you must also tap one of your Rebels."
fn read_to_complete(p: &mut Parser) -> Option<Vec<Ability>> {
    let only = p.attempt(|p| {
        p.one_of(&["you may complete", "you can complete", "you may deploy", "you can deploy"])?;
        (read_reference(p)? == Reference::This && p.words("only if you have")).then_some(())?;
        super::condition::read_you_have(p)
    });
    if let Some(condition) = only {
        p.words(".");
        let first = ability(p, ToComplete { costs: Costs::free(), condition: Some(condition) });
        return with_effect(p, first);
    }
    (p.words("to complete") || p.words("to finish building")).then_some(())?;
    (read_reference(p)? == Reference::This).then_some(())?;
    p.words(",").then_some(())?;
    // "To finish building this unit, reveal your hand": some cards forget "you must".
    (p.words("you must") || p.sees(|p| p.words("reveal") || p.words("put"))).then_some(())?;
    p.words("also");
    let condition = p.attempt(|p| {
        p.sees(|p| p.words("have")).then_some(())?;
        p.advance(1);
        super::condition::read_you_have(p)
    });
    let costs = if condition.is_none() { read_costs(p)? } else { Costs::free() };
    p.words(".");
    let first = ability(p, ToComplete { costs, condition });
    with_effect(p, first)
}

/// What completing it takes, and then the effect, if any.
fn with_effect(p: &mut Parser, first: Ability) -> Option<Vec<Ability>> {
    let mut abilities = vec![first];
    if !p.sees(Parser::at_end) {
        // The effect is a separate ability: it can't refer to what was paid.
        p.refs = Referents::default();
        let is_trap = p.setting.card_type == CardType::Trap && p.scope == Scope::Own;
        abilities.extend(if is_trap { read_triggered(p)? } else { read_one_shot(p)? });
    }
    Some(abilities)
}

/// "Treat this unit as a Jedi" works everywhere, under a condition as well (rules 202.8, 1314.3).
pub(super) fn is_identity(rule: &Rule<Pattern>) -> bool {
    match rule {
        Rule::Cards { who: Pattern::Known(Reference::This), changes, .. } => changes.iter().all(|change| {
            matches!(change, Change::Gets(Grant::Subtype(_) | Grant::Name(_) | Grant::Side(_)))
        }),
        Rule::Cards { .. } | Rule::Players { .. } => false,
    }
}

/// The effect of a Mission, or of a Battle card without a cost.
fn read_one_shot(p: &mut Parser) -> Option<Vec<Ability>> {
    happens_once(p).then_some(())?;
    p.unstated = (p.setting.card_type == CardType::Battle).then_some(Duration::EndOfTurn);
    let played = read_played(p);
    p.unstated = None;
    let (effect, timing) = played?;
    (!matches!(effect, Effect::Keyword(..))).then_some(())?;
    Some(vec![ability(p, AbilityKind::OneShot(Play { costs: Costs::free(), effect, timing }))])
}

/// An ability within quotation marks.
pub fn write_given(w: &mut Writer, ability: &Ability) -> Written {
    let mut inner = Writer::new(w.lexicon, w.setting);
    inner.scope = Scope::Given;
    inner.piloted.clone_from(&w.piloted);
    write_ability(&mut inner, ability)?;
    let text = inner.take();
    w.quote(|w| {
        w.say(&text);
        Ok(())
    })
}

/// Writes an ability as a clause.
pub fn write_ability(w: &mut Writer, ability: &Ability) -> Written {
    let x = &ability.x;
    w.actor = Player::You;
    w.bare = false;
    w.x = Some(x.clone()).filter(|x| matches!(x, X::Is(_)));
    match (ability.reach, &ability.kind) {
        (Reach::Usual, _) => {}
        (Reach::Everywhere, AbilityKind::Static(rule)) => {
            if !is_identity(rule) {
                return Err(Unwritable("this rule in every zone"));
            }
            if matches!(rule, Rule::Cards { condition: None, .. }) {
                write_treated(w, rule)?;
                w.stop();
                return Ok(());
            }
        }
        (reach @ Reach::Only(_), kind @ AbilityKind::Triggered(_)) if reach_of_trigger(kind) == reach => {}
        (Reach::Only(vocab::Zone::DiscardPile), AbilityKind::Triggered(_) | AbilityKind::Replacement(_)) => {
            w.say("if this card is in your discard pile");
        }
        (Reach::Only(_), AbilityKind::Activated(play)) if reach_of(play) == ability.reach => {}
        (Reach::Only(_), AbilityKind::Static(rule)) if reach_of_rule(rule) == ability.reach => {}
        (Reach::Everywhere | Reach::Only(_), _) => return Err(Unwritable("this reach")),
    }
    match &ability.kind {
        AbilityKind::Keyword(keyword) => {
            write_keyword_ability(w, keyword)?;
            write_pending_x(w)
        }
        AbilityKind::Wrapper(wrapper) => {
            write_wrapper(w, wrapper, x)?;
            write_where_x_after(w)
        }
        AbilityKind::Static(rule) => {
            if is_identity(rule) && ability.reach != Reach::Everywhere {
                return Err(Unwritable("an identity in one zone"));
            }
            write_rule(w, rule)?;
            write_pending_x(w)?;
            w.stop();
            Ok(())
        }
        AbilityKind::Activated(play) if play.costs == Costs::free() => {
            let only = match &play.timing.only[..] {
                [PlayOnly::During(Stage::BuildStep(Player::You))] if is_equipping(&play.effect) => &[],
                only => only,
            };
            let once = match (only, play.timing.usage) {
                ([], Some(Usage::Times(1, Period::Turn))) => "once per turn, you may",
                ([], Some(Usage::Times(1, Period::Game))) => "once per game, you may",
                _ => return Err(Unwritable("an ability that costs nothing")),
            };
            if matches!(play.effect, Effect::Keyword(..) | Effect::Do { .. }) {
                return Err(Unwritable("a choice that costs nothing"));
            }
            w.say(once);
            write_effect(w, &play.effect)?;
            write_where_x_after(w)
        }
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => write_play(w, play, x),
        AbilityKind::Triggered(triggered) => {
            let condition = triggered.condition.as_ref();
            if write_threshold(w, &triggered.trigger, condition)? {
                write_after_trigger(w, None, &triggered.effect)?;
                return write_where_x_after(w);
            }
            write_trigger(w, &triggered.trigger, Tense::Happens)?;
            write_after_trigger(w, condition, &triggered.effect)?;
            write_where_x_after(w)
        }
        AbilityKind::Replacement(replacement) => {
            write_trigger(w, &replacement.trigger, Tense::Would)?;
            match &replacement.outcome {
                Outcome::First(effect) => write_after_trigger(w, replacement.condition.as_ref(), effect)?,
                Outcome::Instead(effect) => {
                    write_after_trigger(w, replacement.condition.as_ref(), effect)?;
                    w.instead();
                }
            }
            write_where_x_after(w)
        }
        AbilityKind::Equipped(equipped) => {
            write_equipped(w, equipped)?;
            write_pending_x(w)?;
            w.stop();
            Ok(())
        }
        AbilityKind::Trap(trap) => {
            write_trigger(w, &trap.trigger, trap.tense)?;
            write_after_trigger(w, trap.condition.as_ref(), &trap.effect)?;
            write_where_x_after(w)
        }
        AbilityKind::ToComplete(to_complete) => {
            w.say("to complete");
            super::reference::write_reference(w, Reference::This)?;
            w.say(", you must");
            match (&to_complete.condition, to_complete.costs == Costs::free()) {
                (Some(condition), true) => {
                    super::condition::write_you_have(w, condition)?;
                }
                (None, false) => {
                    w.say("also");
                    write_costs(w, &to_complete.costs, x, false)?;
                }
                _ => return Err(Unwritable("a price and a condition in one sentence")),
            }
            w.stop();
            Ok(())
        }
    }
}

/// What follows the event: its condition and the effect.
pub fn write_after_trigger(w: &mut Writer, condition: Option<&Condition>, effect: &Effect) -> Written {
    w.say(",");
    if let Some(condition) = condition {
        w.say("if");
        write_condition(w, condition)?;
        w.say(",");
    }
    if matches!(effect, Effect::Keyword(..)) {
        return Err(Unwritable("a keyword used by a trigger"));
    }
    // "When ..., A. If B, C instead."
    if let (None, Effect::If { condition: only, then, otherwise: Some(usual) }) = (condition, effect)
        && matches!(**usual, Effect::Act(_) | Effect::Lasting(_) | Effect::ForEach(..))
    {
        write_sentence(w, usual)?;
        w.stop();
        write_sentence(w, &Effect::when(only.clone(), (**then).clone()))?;
        w.say("instead");
        w.stop();
        return Ok(());
    }
    // An effect that begins with "if" would be read as the condition of the trigger.
    let first = if let Effect::Sequence(steps) = effect { steps.first() } else { Some(effect) };
    if condition.is_none() && matches!(first, Some(Effect::If { .. })) {
        return Err(Unwritable("a condition directly after the event"));
    }
    write_effect(w, effect)
}

fn write_play(w: &mut Writer, play: &Play, x: &X) -> Written {
    if play.costs != Costs::free() {
        write_costs(w, &play.costs, x, false)?;
        w.say("->");
        w.capital();
    }
    write_effect(w, &play.effect)?;
    write_where_x_after(w)?;
    write_timing(w, &play.timing)
}

/// ", where X is ...", before the full stop that is already there.
pub fn write_where_x_after(w: &mut Writer) -> Written {
    if w.x.is_none() {
        return Ok(());
    }
    let text = w.take();
    let (body, stopped) = text.strip_suffix('.').map_or((&*text, false), |body| (body, true));
    w.say(body);
    write_pending_x(w)?;
    if stopped {
        w.stop();
    }
    Ok(())
}
