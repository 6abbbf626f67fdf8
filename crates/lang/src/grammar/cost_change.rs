//! Changed costs: "costs 1 less build counter to deploy", "activated abilities cost 1 more Force to play".

use super::activity::{ability_class_words, read_ability_class};
use super::amount::{is_value, read_for_each, read_value, write_for_each, write_value};
use super::range::read_range;
use super::selector::{read_pattern, write_pattern};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{AbilityClass, Activity, Amount, Change, Charge, Modality, Pattern, Pool};

/// "'s activated abilities cost 1 less Force to play".
pub fn read_abilities_cost(p: &mut Parser) -> Option<Vec<Change>> {
    let classes = read_ability_classes(p)?;
    if p.words("can't be disrupted") {
        let safe = |class| Change::Modal(Modality::Cant, Activity::HaveAbilityDisrupted(class));
        return Some(classes.into_iter().map(safe).collect());
    }
    (p.words("costs") || p.words("cost")).then_some(())?;
    let mut changes = read_cost_of(p, classes)?;
    // "... and Protect abilities cost 1 more Force to play".
    while let Some(more) = p.attempt(|p| {
        p.words("and").then_some(())?;
        let classes = read_ability_classes(p)?;
        (p.words("costs") || p.words("cost")).then_some(())?;
        read_cost_of(p, classes)
    }) {
        changes.extend(more);
    }
    Some(changes)
}

/// The same change in cost for abilities of each of these classes.
pub fn read_cost_of(p: &mut Parser, classes: Vec<AbilityClass>) -> Option<Vec<Change>> {
    let first = classes.first()?.clone();
    let changes = read_cost_change(p, Some(first))?;
    let [Change::Cost { by, at_least, .. }] = &changes[..] else { return None };
    let cost = |class| Change::Cost { charge: Charge::Activate(class), by: by.clone(), at_least: *at_least };
    Some(classes.into_iter().map(cost).collect())
}

/// "activated abilities", "Intercept and Protect abilities", "Force-activated abilities that cost 2 or more Force".
pub fn read_ability_classes(p: &mut Parser) -> Option<Vec<AbilityClass>> {
    let mut classes = vec![read_ability_class(p)?];
    if matches!(classes[..], [AbilityClass::Keyword(_)]) {
        while let Some(next) = p.attempt(|p| {
            p.one_of(&[", and", ", or", "and", "or", ","])?;
            p.keyword()
        }) {
            classes.push(AbilityClass::Keyword(next));
        }
        p.one_of(&["activated abilities", "abilities", "ability"])?;
        return Some(classes);
    }
    let bounded = p.attempt(|p| {
        matches!(classes[..], [AbilityClass::Activated | AbilityClass::ForceActivated(None)]).then_some(())?;
        (p.words("that cost") || p.words("that costs")).then_some(())?;
        let range = read_range(p)?;
        p.words("force").then_some(())?;
        p.words("now");
        Some(vec![AbilityClass::ForceActivated(Some(range))])
    });
    Some(bounded.unwrap_or(classes))
}

/// "1 less build counter to deploy", "2 more Force to play", "1 less build point and 1 less Force to attach".
pub fn read_cost_change(p: &mut Parser, of: Option<AbilityClass>) -> Option<Vec<Change>> {
    let mut parts = vec![read_cost_part(p)?];
    while let Some(next) = p.attempt(|p| {
        p.words("and").then_some(())?;
        read_cost_part(p)
    }) {
        parts.push(next);
    }
    let charge = match of {
        Some(class) => {
            (p.words("to play") || p.words("to activate")).then_some(())?;
            Charge::Activate(class)
        }
        None => p.choice(&[
            ("to deploy", Charge::Deploy),
            ("to complete", Charge::Complete),
            ("to build", Charge::Complete),
            ("to play", Charge::Play),
            ("to equip", Charge::Equip(Pool::Force, None)),
            ("to attach", Charge::Equip(Pool::Force, None)),
        ])?,
    };
    if let Charge::Equip(..) = charge {
        return read_equip_change(p, parts);
    }
    let there = if charge == Charge::Deploy {
        p.attempt(|p| {
            (p.words("to") || p.words("in")).then_some(())?;
            super::place::read_arena(p)
        })
    } else {
        None
    };
    let charge = there.map_or(charge, Charge::DeployTo);
    if let [(first, sign, true)] = &parts[..]
        && matches!(charge, Charge::Complete | Charge::Deploy)
        && let Amount::Number(n) = first
        && let Some(second) = p.attempt(|p| {
            p.words("and").then_some(())?;
            let (amount, sign, build) = read_cost_part(p)?;
            let Amount::Number(n) = amount else { return None };
            (!build && p.one_of(&["to equip", "to attach"]).is_some()).then_some(sign * n)
        })
    {
        let change = |charge, by: i16| Change::Cost { charge, by: Amount::Number(by), at_least: None };
        let equip = Charge::Equip(Pool::Force, read_equipped_to(p));
        return Some(vec![change(charge, sign * n), change(equip, second)]);
    }
    let [(amount, sign, build)] = &parts[..] else { return None };
    (*build == matches!(charge, Charge::Deploy | Charge::DeployTo(_) | Charge::Complete)).then_some(())?;
    let each = match amount {
        Amount::Number(n) => match read_for_each(p, Amount::Number(sign * n)) {
            each @ Amount::Times(..) => Some(each),
            _ => None,
        },
        _ => None,
    };
    let by = match (each, amount) {
        (Some(each), _) => each,
        (None, Amount::Number(n)) => Amount::Number(sign * n),
        (None, other) if *sign == 1 => other.clone(),
        (None, other) => Amount::Times(-1, Box::new(other.clone())),
    };
    let at_least = p.attempt(read_least);
    Some(vec![Change::Cost { charge, by, at_least }])
}

/// "1 less build point and 1 less Force to attach to this unit": a change for each.
fn read_equip_change(p: &mut Parser, parts: Vec<(Amount, i16, bool)>) -> Option<Vec<Change>> {
    let to = read_equipped_to(p);
    let at_least = p.attempt(read_least);
    let change = |(amount, sign, build): (Amount, i16, bool)| {
        let Amount::Number(n) = amount else { return None };
        let pool = if build { Pool::BuildPoints } else { Pool::Force };
        let charge = Charge::Equip(pool, to.clone());
        Some(Change::Cost { charge, by: Amount::Number(sign * n), at_least })
    };
    parts.into_iter().map(change).collect()
}

/// "to this unit", "to a Jedi": what an Equipment is attached to.
fn read_equipped_to(p: &mut Parser) -> Option<Box<Pattern>> {
    p.attempt(|p| {
        (p.words("to") || p.words("on")).then_some(())?;
        read_pattern(p).map(Box::new)
    })
}

/// "1 less build counter": the number, its sign and whether it means build counters.
fn read_cost_part(p: &mut Parser) -> Option<(Amount, i16, bool)> {
    let amount = read_value(p)?;
    let sign = p.choice(&[("less", -1_i16), ("fewer", -1), ("more", 1)])?;
    let build = p.choice(&[
        ("build counters", true),
        ("build counter", true),
        ("build points", true),
        ("build point", true),
        ("counter", true),
        ("counters", true),
        ("force", false),
    ])?;
    Some((amount, sign, build))
}

/// "(but not less than 1)", ". Abilities that cost 1 or more Force can't cost less than 1 Force".
fn read_least(p: &mut Parser) -> Option<u8> {
    if let Some(least) = p.attempt(read_least_sentence) {
        return Some(least);
    }
    let opened = p.words("(");
    p.words(",");
    p.one_of(&["but not less than", "but can't cost less than", "to a minimum of"])?;
    let least = u8::try_from(p.number()?).ok()?;
    (!opened || p.words(")")).then_some(least)
}

/// ". They can't cost less than 1 Force", ". Mission cards that cost 1 or more build counters can't cost less than 1".
pub fn read_least_sentence(p: &mut Parser) -> Option<u8> {
    const POOLS: [&str; 5] = ["force", "build counters", "build counter", "build points", "build point"];
    p.words(".").then_some(())?;
    if !p.words("they") {
        p.words("each of your");
        let abilities = [
            "abilities",
            "his abilities",
            "her abilities",
            "its abilities",
            "those abilities",
            "those cards",
        ];
        if p.one_of(&abilities).is_none() {
            super::filter::read_classes(p)?;
        }
        (p.words("that cost") || p.words("that costs")).then_some(())?;
        read_range(p)?;
        p.one_of(&POOLS)?;
    }
    p.words("can't cost less than").then_some(())?;
    let least = u8::try_from(p.number()?).ok()?;
    p.one_of(&POOLS)?;
    // It lasts as long as the change itself.
    let _ = p.attempt(super::duration::read_duration);
    Some(least)
}

/// Writes what `read_cost_change` reads.
pub fn write_cost_change(w: &mut Writer, charge: &Charge, by: &Amount, at_least: Option<u8>) -> Written {
    let (word, amount) = match by {
        Amount::Number(n) if *n < 0 => ("less", Amount::Number(-n)),
        Amount::Times(-1, of) if is_value(of) => ("less", (**of).clone()),
        Amount::Times(n, _) if *n < 0 => ("less", Amount::Number(-n)),
        Amount::Times(n, _) => ("more", Amount::Number(*n)),
        other => ("more", other.clone()),
    };
    if !is_value(&amount) {
        return Err(Unwritable("this change of a cost"));
    }
    if let Charge::Activate(AbilityClass::ForceActivated(Some(range))) = charge {
        w.say("activated abilities that cost");
        super::range::write_range(w, range)?;
        w.say("Force cost");
    } else if let Charge::Activate(class) = charge {
        w.say(ability_class_words(class)?);
        w.say(if matches!(class, AbilityClass::Keyword(_)) { "abilities cost" } else { "cost" });
    }
    write_value(w, &amount)?;
    w.say(word);
    let one = amount == Amount::Number(1);
    w.say(match charge {
        Charge::Deploy | Charge::DeployTo(_) if one => "build counter to deploy",
        Charge::Deploy | Charge::DeployTo(_) => "build counters to deploy",
        Charge::Complete if one => "build counter to complete",
        Charge::Complete => "build counters to complete",
        Charge::Play | Charge::Activate(_) => "Force to play",
        Charge::Equip(Pool::Force, _) => "Force to equip",
        Charge::Equip(Pool::BuildPoints, _) if one => "build point to equip",
        Charge::Equip(Pool::BuildPoints, _) => "build points to equip",
    });
    if let Charge::DeployTo(arena) = charge {
        w.say("to");
        super::place::write_arena(w, *arena)?;
    }
    if let Charge::Equip(_, to) = charge {
        if !matches!(by, Amount::Number(_)) {
            return Err(Unwritable("this change of an Equip cost"));
        }
        if let Some(to) = to {
            w.say("to");
            write_pattern(w, to, false)?;
        }
    }
    match by {
        Amount::Times(_, each) if !is_value(each) => write_for_each(w, each)?,
        _ => {}
    }
    if let Some(least) = at_least {
        w.say(format!("(but not less than {least})"));
    }
    Ok(())
}
