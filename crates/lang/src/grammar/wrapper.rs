//! Keywords with a body: "Reserves: ...", "Bounty: ...", "Switch: A/B", "Starfighter Pilot. The Starfighter gets: ...".

use super::class::{read_class, write_class};
use super::clause::{read_ability, read_given_text, write_ability};
use super::condition::{read_condition, write_condition};
use super::cost::{own, read_alternative, read_costs, write_alternative, write_costs};
use super::effect::{read_effect, write_effect};
use super::filter::read_classes;
use super::grant::{read_grants, read_some, write_grant, write_grants};
use super::keyword::read_keyword_ability;
use super::reference::read_reference;
use super::rule::read_condition_after;
use super::timing::{read_timing, write_timing};
use super::with::{read_with, write_with};
use crate::parser::{Parser, Scope};
use crate::token::Kind;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Ability, Action, Activity, Change, Class, Costs, Duration, Effect, Enhance, Enhancement, Grant, Mode,
    Noun, Pattern, Payment, Pilot, Player, Quality, Reference, Rule, Selector, Timing, Uniqueness, Upkeep,
    Wrapper, X,
};
use vocab::{CardType, Keyword};

/// A keyword with its body; INSERT and Reserves may hold several abilities, so this is a list.
pub fn read_wrapper(p: &mut Parser) -> Option<Vec<Wrapper>> {
    if let Some(pilot) = p.attempt(read_pilot) {
        return Some(vec![Wrapper::Pilot(pilot)]);
    }
    let keyword = p.keyword()?;
    if keyword == Keyword::ReducedCost {
        let cost = u8::try_from(p.number()?).ok()?;
        p.words(":").then_some(())?;
        p.words("if").then_some(())?;
        let condition = Box::new(read_condition(p)?);
        p.words(".");
        return Some(vec![Wrapper::ReducedCost(cost, condition)]);
    }
    p.words(":").then_some(())?;
    let one = match keyword {
        Keyword::Insert => {
            return Some(read_ability(p)?.into_iter().map(|a| Wrapper::Insert(Box::new(a))).collect());
        }
        Keyword::Reserves => {
            return Some(read_ability(p)?.into_iter().map(|a| Wrapper::Reserves(Box::new(a))).collect());
        }
        Keyword::Bounty => {
            p.in_bounty = true;
            let effect = read_effect(p);
            p.in_bounty = false;
            // "Bounty: Gain 1 build point when your next build step starts": that's when a Bounty is paid (rule 1712.1).
            Wrapper::Bounty(match effect? {
                Effect::Delayed(events, bonus)
                    if events[..] == [vocab::ability::Event::YOUR_BUILD_STEP_STARTS] =>
                {
                    *bonus
                }
                effect => effect,
            })
        }
        Keyword::Deploy => Wrapper::Deploy(read_effect(p)?),
        Keyword::LastStand => Wrapper::LastStand(read_effect(p)?),
        Keyword::Foresight => Wrapper::Foresight(read_effect(p)?),
        Keyword::Forewarning => Wrapper::Forewarning(read_effect(p)?),
        Keyword::Switch => Wrapper::Switch(read_slots(p)?),
        Keyword::Adapt => Wrapper::Adapt(read_slots(p)?),
        Keyword::AlternativeCost => {
            let costs = read_costs(p)?;
            p.words(".");
            Wrapper::AlternativeCost(costs)
        }
        Keyword::Upkeep => Wrapper::Upkeep(read_upkeep(p)?),
        Keyword::Stack => Wrapper::Stack(read_stack(p)?),
        Keyword::Enhance => Wrapper::Enhance(Box::new(read_enhance(p)?)),
        _ => return None,
    };
    Some(vec![one])
}

/// "A/B/C", "None" for nothing.
fn read_slots(p: &mut Parser) -> Option<Vec<Vec<Grant>>> {
    let mut slots = Vec::new();
    loop {
        let plain = p.attempt(|p| {
            let mut grants = if p.words("none") { Vec::new() } else { read_grants(p)? };
            // Some cards forget the comma.
            while let Some(next) = p.attempt(read_keyword_ability) {
                grants.push(Grant::Keyword(next));
            }
            (p.at_end() || p.sees(|p| p.words("/") || p.words("."))).then_some(grants)
        });
        // "Overkill, Tap -> Protect 3": the last of them without quotation marks.
        let mixed = |p: &mut Parser| {
            let mut grants = read_grants(p)?;
            p.one_of(&[", and", "and", ","])?;
            grants.push(Grant::Ability(Box::new(read_given_text(p, "/")?)));
            Some(grants)
        };
        slots.push(match plain.or_else(|| p.attempt(mixed)) {
            Some(grants) => grants,
            None => vec![Grant::Ability(Box::new(read_given_text(p, "/")?))],
        });
        if !p.words("/") {
            break;
        }
    }
    p.words(".");
    (slots.len() > 1).then_some(slots)
}

/// "Pay 1 Force or tap this unit" is a cost, "Gain 1 Force" simply happens (rules 1760.2, 1760.7).
fn read_upkeep(p: &mut Parser) -> Option<Upkeep> {
    p.attempt(|p| {
        let costs = p.attempt(read_upkeep_costs).or_else(|| Some(vec![read_costs(p)?]))?;
        super::amount::read_where_x(p);
        p.words(".");
        (p.at_end() && (costs.len() > 1 || costs.iter().any(is_price))).then_some(Upkeep::Costs(costs))
    })
    .or_else(|| p.attempt(|p| read_effect(p).and_then(upkeep_of)))
}

/// A choice of things to do is a cost like any other (rule 1760.2).
fn upkeep_of(effect: Effect) -> Option<Upkeep> {
    let Effect::ChooseOne(who, modes) = effect else { return Some(Upkeep::Effect(Box::new(effect))) };
    let act = |mode: Mode| match mode {
        Mode { costs, effect: Effect::Act(action), timing } => (costs == Costs::free()
            && timing == Timing::usual())
        .then(|| Costs::act(own(action, Player::You))),
        _ => None,
    };
    let costs: Option<Vec<Costs>> = modes.into_iter().map(act).collect();
    costs.filter(|_| who == Player::You).map(Upkeep::Costs)
}

/// "Pay 1 Force, discard a card from your hand, or tap this unit": each is enough (rule 1760.2).
fn read_upkeep_costs(p: &mut Parser) -> Option<Vec<Costs>> {
    let (mut costs, mut is_choice) = (vec![read_alternative(p)?], false);
    while let Some((or, next)) = p.attempt(|p| {
        let or = p.choice(&[(", or", true), ("or", true), (",", false)])?;
        Some((or, read_alternative(p)?))
    }) {
        is_choice |= or;
        costs.push(next);
    }
    is_choice.then_some(costs)
}

/// Whether something is paid: Force, build points, or a choice of things to do.
fn is_price(costs: &Costs) -> bool {
    costs.0.iter().any(|payment| match payment {
        Payment::Force(_) | Payment::BuildPoints(_) | Payment::TapThis | Payment::OneOf(..) => true,
        Payment::Act(action) => matches!(**action, Action::Units(_)),
    })
}

/// "Any unique Jedi", "Gorla Vash, Rook Talla, and Sarn Vekk".
fn read_stack(p: &mut Parser) -> Option<Vec<Class>> {
    let mut classes = Vec::new();
    loop {
        let any = p.words("any");
        // "any unique Jedi or Sith": both are unique.
        let mut list = if any { read_classes(p)? } else { vec![read_class(p)?] };
        let class = list.last_mut()?;
        // "any unit with 'Solo' in its name".
        if let Some(with) = p.attempt(read_with) {
            with.iter().all(is_name_part).then_some(())?;
            class.adjectives.extend(with);
        }
        let named = matches!(class.adjectives.last(), Some(Quality::Name(_)));
        (any || named || !classes.is_empty()).then_some(())?;
        classes.append(&mut list);
        if p.one_of(&[", and", ", or", "and", "or", ","]).is_none() {
            break;
        }
    }
    p.words(".");
    Some(classes)
}

/// What follows the noun about its name.
fn is_name_part(quality: &Quality) -> bool {
    match quality {
        Quality::NameContains(_) => true,
        Quality::AnyOf(parts) => parts.iter().all(is_name_part),
        _ => false,
    }
}

fn read_enhance(p: &mut Parser) -> Option<Enhance> {
    p.in_enhance = true;
    // 1722.6: the duration of the normal effect.
    let usual = (p.setting.card_type == CardType::Battle).then_some(Duration::EndOfTurn);
    p.unstated = p.normal.clone().or(usual);
    let read = p.attempt(|p| {
        let costs = p.attempt(|p| {
            let costs = read_costs(p)?;
            p.kind(Kind::Arrow, "->").then_some(costs)
        });
        let condition = p.attempt(|p| {
            p.words("if").then_some(())?;
            let condition = read_condition(p)?;
            p.words(",").then_some(())?;
            // 1722.1: who has paid gets what the text says, whatever it depends on then.
            (costs.is_none() || p.sees(|p| read_undisrupted(p).is_some())).then_some(condition)
        });
        (costs.is_some() || condition.is_some()).then_some(())?;
        if p.attempt(read_undisrupted).is_some() {
            return Some(Enhance {
                costs: costs.unwrap_or_default(),
                condition,
                enhancement: Enhancement::Undisrupted,
                effect: Effect::Sequence(Vec::new()),
                timing: read_timing(p)?,
            });
        }
        let effect = read_effect(p)?;
        let timing = read_timing(p)?;
        let enhancement = p.enhancement?;
        // "Can't be disrupted" isn't an effect of the play itself: it would come too late (rule 1308.2).
        (!is_about_disrupting(&effect)).then_some(())?;
        Some(Enhance { costs: costs.unwrap_or_default(), condition, enhancement, effect, timing })
    });
    p.in_enhance = false;
    p.unstated = None;
    read
}

/// "this Battle card can't be disrupted".
fn read_undisrupted(p: &mut Parser) -> Option<()> {
    p.words("also ,");
    (read_reference(p)? == Reference::This).then_some(())?;
    p.words("also");
    p.words("can't be disrupted").then_some(())?;
    (p.words(".") || p.at_end()).then_some(())
}

fn is_about_disrupting(effect: &Effect) -> bool {
    match effect {
        Effect::Lasting(lasting) => match &lasting.rule {
            Rule::Cards { who: Selector::THIS, changes, .. } => {
                changes.iter().any(|change| matches!(change, Change::Modal(_, Activity::BeDisrupted)))
            }
            Rule::Cards { .. } | Rule::Players { .. } => false,
        },
        Effect::Sequence(steps) => steps.iter().any(is_about_disrupting),
        _ => false,
    }
}

/// "[Pilot] Starfighter Pilot. The Starfighter gets: *+1 power *Accuracy 1".
fn read_pilot(p: &mut Parser) -> Option<Pilot> {
    let marked = p.kind(Kind::Pilot, "[pilot]");
    let of = read_piloted_classes(p)?;
    (p.words("pilot") || marked).then_some(())?;
    (p.words(".") || p.words(":")).then_some(())?;
    p.one_of(&["the", "that", "this"])?;
    let mut again = read_classes(p)?;
    // "The unique Squadron gets": only then.
    let unique = Quality::Uniqueness(Uniqueness::Unique);
    let mut of = of;
    let said = |classes: &[Class]| classes.iter().all(|class| class.adjectives.first() == Some(&unique));
    if said(&again) && !said(&of) {
        for class in &mut again {
            class.adjectives.remove(0);
        }
        for class in &mut of {
            class.adjectives.insert(0, unique.clone());
        }
        (again.len() == of.len()).then_some(())?;
        again.clone_from(&of);
    }
    // "the Space unit": any Space unit.
    let is_any = |class: &Class| {
        class.noun == Noun::Unit && class.adjectives.iter().all(|q| matches!(q, Quality::Type(_)))
    };
    let same = again == of || (again.len() == 1 && again.iter().all(is_any));
    same.then_some(())?;
    p.words("gets").then_some(())?;
    let listed = p.words(":") || p.words(".");
    p.piloted.clone_from(&again);
    p.scope = Scope::Given;
    let gets = if p.sees(Parser::bullet) || (listed && p.sees(|p| p.words("*"))) {
        read_bullets(p)
    } else {
        p.attempt(read_given_list).or_else(|| p.attempt(read_bullets))
    };
    p.scope = Scope::Own;
    p.piloted.clear();
    Some(Pilot { of, gets: gets? })
}

/// "Starfighter", "Capital Ship or Transport": subtypes before the word Pilot.
fn read_piloted_classes(p: &mut Parser) -> Option<Vec<Class>> {
    let mut classes = Vec::new();
    loop {
        let mut adjectives = Vec::new();
        while let Some(quality) = p.attempt(|p| {
            (!p.sees(|p| p.words("pilot"))).then_some(())?;
            if p.words("unique") {
                return Some(Quality::Uniqueness(Uniqueness::Unique));
            }
            if let Some(name) = p.card_name() {
                return Some(Quality::Name(name.into()));
            }
            if let Some(arena) = p.choice(&[("space", vocab::Arena::Space), ("ground", vocab::Arena::Ground)])
            {
                return Some(Quality::Type(arena));
            }
            p.subtype(0).map(Quality::subtype)
        }) {
            adjectives.push(quality);
        }
        p.words("unit");
        if adjectives.is_empty() {
            return None;
        }
        classes.push(Class { adjectives, noun: Noun::Unit });
        if p.one_of(&[", or", ", and", "or", "and", ","]).is_none() {
            return Some(classes);
        }
    }
}

/// "+1 power and Accuracy 1 when attacking a Jedi": a sentence without bullets.
fn read_given_list(p: &mut Parser) -> Option<Vec<Grant>> {
    let grants = read_grants(p)?;
    let given = p.attempt(|p| conditional(p, &grants));
    p.words(".");
    p.at_end().then(|| given.map_or(grants, |given| vec![given]))
}

/// "... when attacking a damaged unit": everything in the list is given only then.
fn conditional(p: &mut Parser, grants: &[Grant]) -> Option<Grant> {
    p.refs.mention(Reference::This);
    let condition = read_condition_after(p, Reference::This)?;
    let rule = Rule::gets(Pattern::THIS, grants.iter().cloned()).when(condition);
    Some(Grant::Ability(Box::new(Ability::static_rule(rule))))
}

/// Some cards forget the first bullet of the list.
fn read_bullets(p: &mut Parser) -> Option<Vec<Grant>> {
    let mut grants = Vec::new();
    while p.bullet() || grants.is_empty() {
        let plain = p.attempt(|p| {
            let some = read_some(p)?;
            super::amount::read_where_x(p);
            let given = p.attempt(|p| conditional(p, &some));
            p.words(".");
            (p.at_end() || p.sees(Parser::bullet)).then(|| given.map_or(some, |given| vec![given]))
        });
        match plain {
            Some(some) => grants.extend(some),
            None => grants.push(Grant::Ability(Box::new(read_given_text(p, "*")?))),
        }
    }
    (!grants.is_empty()).then_some(grants)
}

/// Writes what `read_wrapper` reads; X belongs to the whole ability.
pub fn write_wrapper(w: &mut Writer, wrapper: &Wrapper, x: &X) -> Written {
    if let Wrapper::Pilot(pilot) = wrapper {
        return write_pilot(w, pilot);
    }
    if let Wrapper::ReducedCost(cost, condition) = wrapper {
        w.say(format!("Reduced Cost {cost}: If"));
        write_condition(w, condition)?;
        w.stop();
        return Ok(());
    }
    w.say(wrapper.keyword().name());
    w.say(":");
    w.capital();
    match wrapper {
        Wrapper::Insert(ability) | Wrapper::Reserves(ability) => write_ability(w, ability),
        Wrapper::Bounty(effect) => {
            w.in_bounty = true;
            let written = write_effect(w, effect);
            w.in_bounty = false;
            written
        }
        Wrapper::Deploy(effect)
        | Wrapper::LastStand(effect)
        | Wrapper::Foresight(effect)
        | Wrapper::Forewarning(effect) => write_effect(w, effect),
        Wrapper::Switch(slots) | Wrapper::Adapt(slots) => {
            for (i, slot) in slots.iter().enumerate() {
                if i > 0 {
                    w.say("/");
                }
                if slot.is_empty() {
                    w.say("None");
                } else {
                    write_grants(w, slot)?;
                }
            }
            Ok(())
        }
        Wrapper::AlternativeCost(costs) => {
            write_costs(w, costs, x, false)?;
            w.stop();
            Ok(())
        }
        Wrapper::Upkeep(Upkeep::Costs(costs)) => {
            let options = costs.len();
            for (i, costs) in costs.iter().enumerate() {
                if i > 0 {
                    w.say("or");
                }
                match options {
                    1 => write_costs(w, costs, x, false)?,
                    _ => write_alternative(w, costs, x)?,
                }
            }
            w.stop();
            Ok(())
        }
        Wrapper::Upkeep(Upkeep::Effect(effect)) => write_effect(w, effect),
        Wrapper::Stack(classes) => w.list(classes, "and", |w, class| {
            if !matches!(class.adjectives.last(), Some(Quality::Name(_))) {
                w.say("any");
            }
            let (said, before): (Vec<Quality>, Vec<Quality>) =
                class.adjectives.iter().cloned().partition(is_name_part);
            write_class(w, &Class { adjectives: before, noun: class.noun }, false)?;
            said.iter().try_for_each(|quality| write_with(w, quality, false))
        }),
        Wrapper::Enhance(enhance) => write_enhance(w, enhance, x),
        Wrapper::Pilot(_) | Wrapper::ReducedCost(..) => Err(Unwritable("this wrapper")),
    }
}

fn write_enhance(w: &mut Writer, enhance: &Enhance, x: &X) -> Written {
    if enhance.costs != Costs::free() {
        write_costs(w, &enhance.costs, x, true)?;
        w.say("->");
        w.capital();
    }
    if let Some(condition) = &enhance.condition {
        w.say("if");
        write_condition(w, condition)?;
        w.say(",");
    }
    match enhance.enhancement {
        Enhancement::Undisrupted => {
            w.say("also,");
            super::reference::write_reference(w, Reference::This)?;
            w.say("can't be disrupted");
            w.stop();
        }
        Enhancement::Also => {
            w.say("also,");
            write_effect(w, &enhance.effect)?;
        }
        Enhancement::Instead => {
            write_effect(w, &enhance.effect)?;
            let text = w.take();
            let whole = text.strip_suffix('.').ok_or(Unwritable("`instead` after a keyword"))?;
            w.say(whole);
            w.say("instead.");
        }
    }
    write_timing(w, &enhance.timing)
}

fn write_pilot(w: &mut Writer, pilot: &Pilot) -> Written {
    w.say("[Pilot]");
    w.list(&pilot.of, "or", |w, class| write_class(w, class, false))?;
    w.say("Pilot. The");
    w.list(&pilot.of, "or", |w, class| write_class(w, class, false))?;
    w.say("gets:");
    w.scope = Scope::Given;
    w.piloted.clone_from(&pilot.of);
    for grant in &pilot.gets {
        w.say("*");
        write_grant(w, grant)?;
    }
    w.scope = Scope::Own;
    w.piloted.clear();
    Ok(())
}
