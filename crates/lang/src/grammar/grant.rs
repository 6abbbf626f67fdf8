//! What a card gets: "+2 power, Accuracy 1 and '...'".

use super::amount::{
    is_value, read_for_each, read_statistic, read_value, read_where_x, statistic_name, write_for_each,
    write_value,
};
use super::clause::{read_given, write_given};
use super::keyword::{read_keyword_ability, write_keyword_ability};
use crate::parser::Parser;
use crate::referents::Word;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    AbilityClass, AbilityKind, Action, Amount, Effect, Grant, KeywordAbility, Loss, Pattern, Slot, Wrapper,
};
use vocab::{Arena, Arenas};

/// A list of grants.
pub fn read_grants(p: &mut Parser) -> Option<Vec<Grant>> {
    let mut grants = read_some(p)?;
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", ",", "and"])?;
        read_some(p)
    }) {
        grants.extend(next);
    }
    multiply_all(&mut grants);
    read_where_x(p);
    Some(grants)
}

/// "+1 power and +1 health for each counter on it": the ending multiplies every number in the list, back to one that
/// has a "for each" of its own.
fn multiply_all(grants: &mut [Grant]) {
    let Some((last, before)) = grants.split_last_mut() else { return };
    let Some(Amount::Times(_, each)) = number_of(last).filter(|_| is_for_each(last)) else { return };
    for grant in before.iter_mut().rev().take_while(|grant| !is_for_each(grant)) {
        let Some(Amount::Number(n)) = number_of(grant) else { continue };
        let times = Amount::Times(*n, each.clone());
        match grant {
            Grant::Bonus(_, amount) => *amount = times,
            Grant::Keyword(keyword) => {
                // A keyword that takes a number can take any.
                if let Ok(multiplied) = KeywordAbility::number(keyword.keyword(), times) {
                    *keyword = multiplied;
                }
            }
            _ => {}
        }
    }
}

/// The number of a grant, if it has one.
const fn number_of(grant: &Grant) -> Option<&Amount> {
    match grant {
        Grant::Bonus(_, amount) => Some(amount),
        Grant::Keyword(keyword) => keyword.value(),
        Grant::Set(..)
        | Grant::Ability(_)
        | Grant::Subtype(_)
        | Grant::SubtypesOf(_)
        | Grant::Name(_)
        | Grant::Side(_)
        | Grant::Types(_)
        | Grant::Chosen(_)
        | Grant::Lose(_) => None,
    }
}

/// Whether the "for each" at the end of a list would wrongly multiply this number too.
pub fn is_multiplied_by_list(grants: &[Grant]) -> bool {
    let mut read = grants.to_vec();
    multiply_all(&mut read);
    read != grants
}

/// One grant, or the subtypes of "the Republic Soldier subtype".
pub fn read_some(p: &mut Parser) -> Option<Vec<Grant>> {
    p.attempt(read_subtypes).or_else(|| read_grant(p).map(|grant| vec![grant]))
}

/// One grant.
pub fn read_grant(p: &mut Parser) -> Option<Grant> {
    p.attempt(read_bonus)
        .or_else(|| p.attempt(read_subtypes_of))
        .or_else(|| read_keyword_ability(p).map(Grant::Keyword))
        .or_else(|| p.attempt(|p| read_given(p).map(|ability| Grant::Ability(Box::new(ability)))))
        .or_else(|| p.attempt(read_bare_adapt))
        .or_else(|| p.attempt(read_types))
        .or_else(|| p.attempt(read_chosen).map(Grant::Chosen))
        .or_else(|| p.attempt(read_taken).map(Grant::Chosen))
        .or_else(|| p.attempt(read_subtypes).filter(|grants| grants.len() == 1).and_then(|mut one| one.pop()))
}

/// "Adapt: A/B" without quotation marks: everything up to the end.
fn read_bare_adapt(p: &mut Parser) -> Option<Grant> {
    p.sees(|p| p.words("adapt :")).then_some(())?;
    let adapt = super::clause::read_given_text(p, "*")?;
    matches!(adapt.kind, AbilityKind::Wrapper(Wrapper::Adapt(_))).then(|| Grant::Ability(Box::new(adapt)))
}

/// "+2 power", "-X speed", "+1 power for each ...".
fn read_bonus(p: &mut Parser) -> Option<Grant> {
    let sign = p.choice(&[("+", 1_i16), ("-", -1)])?;
    let value = match read_value(p)? {
        Amount::Number(n) => Amount::Number(sign * n),
        other if sign == 1 => other,
        other => Amount::Times(-1, Box::new(other)),
    };
    let statistic = read_statistic(p)?;
    Some(Grant::Bonus(statistic, read_for_each(p, value)))
}

/// "the Jedi subtype", "the Republic Soldier subtype".
fn read_subtypes(p: &mut Parser) -> Option<Vec<Grant>> {
    p.words("the");
    let mut grants = vec![Grant::Subtype(p.subtype(0)?.into())];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","]);
        p.subtype(0)
    }) {
        grants.push(Grant::Subtype(next.into()));
    }
    (p.words("subtype") || p.words("subtypes")).then_some(grants)
}

/// "the chosen Officer's complete subtype", "the subtypes of each card in its stack".
fn read_subtypes_of(p: &mut Parser) -> Option<Grant> {
    let of = p.attempt(|p| {
        p.one_of(&[
            "the subtypes of",
            "the subtype of",
            "the complete subtype of",
            "the complete subtypes of",
        ])?;
        super::selector::read_pattern(p)
    });
    let of = of.or_else(|| {
        let known = super::reference::read_owner_reference(p)?;
        p.one_of(&["complete subtype", "subtypes", "subtype"]).map(|_| Pattern::Known(known))
    })?;
    // A card has its own anyway.
    (of != Pattern::THIS).then(|| Grant::SubtypesOf(Box::new(of)))
}

/// "the chosen ability", "the chosen abilities", "the chosen subtype".
fn read_chosen(p: &mut Parser) -> Option<Slot> {
    p.words("the chosen").then_some(())?;
    let word =
        p.choice(&[("ability", Word::Ability), ("abilities", Word::Ability), ("subtype", Word::Subtype)])?;
    let slot = p.refs.word(word)?;
    p.uses(slot);
    Some(slot)
}

/// "the activated abilities of one of your Jedi": chosen first, then given.
fn read_taken(p: &mut Parser) -> Option<Slot> {
    p.may_choose.then_some(())?;
    let choice = super::effect::read_taken(p)?;
    let chosen = p.step(Effect::Act(Action::Choose(choice)));
    p.before.push(chosen);
    p.words(", in addition to its own ,");
    let slot = p.refs.word(Word::Ability)?;
    p.uses(slot);
    Some(slot)
}

/// Writes what `read_chosen` reads.
fn write_chosen(w: &mut Writer, slot: Slot) -> Written {
    w.say(match w.refs.word_of(slot) {
        Some(Word::Ability) => "the chosen ability",
        Some(Word::Subtype) => "the chosen subtype",
        Some(Word::CardType | Word::Name) | None => return Err(Unwritable("this choice as a grant")),
    });
    Ok(())
}

/// "the Ground card type".
fn read_types(p: &mut Parser) -> Option<Grant> {
    p.words("the");
    let name = |p: &mut Parser| {
        p.choice(&[("space", Arena::Space), ("ground", Arena::Ground), ("character", Arena::Character)])
    };
    let mut words = name(p)?.name().to_string();
    while let Some(next) = p.attempt(|p| {
        p.words("/").then_some(())?;
        name(p)
    }) {
        words = format!("{words}/{next}");
    }
    (p.words("card type") || p.words("card types")).then_some(())?;
    Arenas::parse(&words).map(Grant::Types)
}

/// Writes what `read_grants` reads, without the explanation of X.
pub fn write_grants(w: &mut Writer, grants: &[Grant]) -> Written {
    if is_multiplied_by_list(grants) {
        return Err(Unwritable("a number before one that is multiplied"));
    }
    for (i, grant) in grants.iter().enumerate() {
        match i.checked_sub(1).map(|before| &grants[before]) {
            None => {}
            Some(before) if is_for_each(before) => w.say(", and"),
            Some(_) if i + 1 == grants.len() => w.say("and"),
            Some(_) => w.say(","),
        }
        write_grant(w, grant)?;
    }
    Ok(())
}

/// Whether the grant ends with "for each ...", which must not swallow what follows.
pub fn is_for_each(grant: &Grant) -> bool {
    number_of(grant).is_some_and(|amount| matches!(amount, Amount::Times(..)) && !is_value(amount))
}

/// Writes what `read_grant` reads.
pub fn write_grant(w: &mut Writer, grant: &Grant) -> Written {
    match grant {
        Grant::Bonus(statistic, amount) => {
            let name = statistic_name(*statistic);
            match amount {
                Amount::Number(n) => w.say(format!("{n:+} {name}")),
                Amount::Times(-1, of) if matches!(**of, Amount::X) => w.say(format!("-X {name}")),
                Amount::Times(-1, of) if matches!(&**of, Amount::Times(_, of) if **of == Amount::X) => {
                    w.say("-");
                    write_value(w, of)?;
                    w.say(name);
                }
                Amount::Times(..) if is_value(amount) => {
                    w.say("+");
                    write_value(w, amount)?;
                    w.say(name);
                }
                Amount::Times(n, each) => {
                    w.say(format!("{n:+} {name}"));
                    write_for_each(w, each)?;
                }
                other if is_value(other) => {
                    w.say("+");
                    write_value(w, other)?;
                    w.say(name);
                }
                _ => return Err(Unwritable("this bonus")),
            }
            Ok(())
        }
        Grant::Keyword(keyword) => write_keyword_ability(w, keyword),
        Grant::Ability(ability) => write_given(w, ability),
        Grant::Subtype(subtype) => {
            w.say(format!("the {subtype} subtype"));
            Ok(())
        }
        Grant::SubtypesOf(whose) => {
            w.say("the subtypes of");
            super::selector::write_pattern(w, whose, true)
        }
        Grant::Types(arenas) => {
            w.say(format!("the {arenas} card {}", if arenas.is_multi() { "types" } else { "type" }));
            Ok(())
        }
        Grant::Chosen(slot) => write_chosen(w, *slot),
        Grant::Set(..) | Grant::Name(_) | Grant::Side(_) => Err(Unwritable("this grant in a list")),
        Grant::Lose(_) => Err(Unwritable("a loss in a list of grants")),
    }
}

/// What is lost: "Stealth", "the Jedi subtype", "its game text".
pub fn read_losses(p: &mut Parser) -> Option<Vec<Loss>> {
    let both = ["its activated and triggered abilities", "their activated and triggered abilities"];
    let mut losses = if p.one_of(&both).is_some() {
        [AbilityClass::Activated, AbilityClass::Triggered].map(Loss::Abilities).to_vec()
    } else {
        vec![read_loss(p)?]
    };
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", ",", "and"])?;
        read_loss(p)
    }) {
        losses.push(next);
    }
    Some(losses)
}

fn read_loss(p: &mut Parser) -> Option<Loss> {
    if p.words("its game text")
        || p.words("his game text")
        || p.words("her game text")
        || p.words("all game text")
    {
        return Some(Loss::GameText);
    }
    if let Some(slot) = p.attempt(read_chosen) {
        return Some(Loss::Chosen(slot));
    }
    let abilities = p.attempt(|p| {
        p.one_of(&["all its", "its", "his", "her", "all"])?;
        super::activity::read_ability_class(p).filter(|class| !matches!(class, AbilityClass::Keyword(_)))
    });
    if let Some(class) = abilities {
        return Some(Loss::Abilities(class));
    }
    p.keyword().map(Loss::Keyword).or_else(|| {
        p.attempt(|p| {
            p.words("the").then_some(())?;
            let subtype = p.subtype(0)?;
            p.words("subtype").then_some(Loss::Subtype(subtype.into()))
        })
    })
}

/// Writes what `read_losses` reads, one by one.
pub fn write_loss(w: &mut Writer, loss: &Loss) -> Written {
    match loss {
        Loss::Keyword(keyword) => w.say(keyword.name()),
        Loss::Subtype(subtype) => w.say(format!("the {subtype} subtype")),
        Loss::GameText => w.say("its game text"),
        Loss::Chosen(slot) => return write_chosen(w, *slot),
        Loss::Abilities(class) => {
            w.say("its");
            w.say(super::activity::ability_class_words(class)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_grants, write_grants};
    use crate::testing::{both, reads};

    #[test]
    fn what_ends_a_list_multiplies_all_of_it() {
        for (short, long) in [
            (
                "+1 power and +2 health for each damage counter on this unit",
                "+1 power for each damage counter on this unit, and +2 health for each damage counter on this unit",
            ),
            (
                "Stealth, Fury 1 and -1 power for each Jedi in this arena",
                "Stealth, Fury 1 for each Jedi in this arena, and -1 power for each Jedi in this arena",
            ),
        ] {
            let read = reads(short, read_grants);
            assert!(read.is_some(), "{short}");
            assert_eq!(read, reads(long, read_grants), "{short}");
        }
        let apart = both("+2 power for each Jedi in this arena, and +1 health", read_grants, |w, grants| {
            write_grants(w, grants)
        });
        assert_eq!(apart[1], vocab::ability::Grant::health(1));
    }

    #[test]
    fn grants() {
        for text in [
            "+2 power",
            "-10 speed and Overkill",
            "+1 power for each damage counter on this unit",
            "+1 health, Accuracy 1 and \"Pay 1 Force -> Evade 1\"",
            "the Jedi subtype",
            "the Ground card type",
            "the Space/Ground card types",
            "-X power",
        ] {
            both(text, read_grants, |w, grants| write_grants(w, grants));
        }
    }
}
