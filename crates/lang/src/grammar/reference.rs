//! Words that refer back: "this unit", the card's own name, "that Jedi", "the chosen unit", "it", "those cards".

use super::class::{read_class, write_class};
use super::first::{POINTER, REFERENCE};
use crate::parser::{Parser, Scope};
use crate::writer::{Unwritable, Writer, Written};
use vocab::CardType;
use vocab::ability::{Class, Noun, Player, Quality, Reference};

/// Something already known.
pub fn read_reference(p: &mut Parser) -> Option<Reference> {
    p.may_begin(REFERENCE).then_some(())?;
    let reference = p.attempt(read_known)?;
    if let Reference::Result(slot) = reference {
        p.uses(slot);
    }
    p.refs.mention(reference);
    Some(reference)
}

fn read_known(p: &mut Parser) -> Option<Reference> {
    // A name such as "It's Over" begins with a pronoun.
    if matches!(p.written(), "It" | "He" | "She" | "The")
        && let Some(own) = own_name(p)
    {
        return Some(own);
    }
    if !p.may_begin(POINTER) {
        return read_name(p).or_else(|| p.attempt(read_subject_by_name));
    }
    // "Discard a card from your hand. If you do, return him to your hand": a card is no "him".
    if p.sees(|p| p.one_of(&["him", "he", "she", "her"]).is_some())
        && let Some(person) = p.refs.person()
    {
        p.advance(1);
        return Some(person);
    }
    if let Some(plural) = p.choice(&[
        ("it", false),
        ("itself", false),
        ("himself", false),
        ("herself", false),
        ("him or her", false),
        ("him", false),
        ("he", false),
        ("she", false),
        ("her", false),
        ("each of them", true),
        ("both of them", true),
        ("all of them", true),
        ("them", true),
        ("they", true),
    ]) {
        return p
            .refs
            .pronoun(plural)
            .or_else(|| itself(p, plural))
            // "until they are discarded", about one card that isn't a "he" or "she".
            .or_else(|| if p.sees(|p| p.words("are")) { p.refs.pronoun(false) } else { None });
    }
    if p.words("the attacking") {
        let class = read_class(p)?;
        // "If that Sith has ...": the same word means the same card; "that unit" is more likely another one.
        if !class.adjectives.is_empty() || p.refs.called(&class, false, false).is_none() {
            p.refs.introduce_plain(Reference::Attacker, class);
        }
        return Some(Reference::Attacker);
    }
    if p.words("the defending") {
        return read_class(p).map(|_| Reference::Defender);
    }
    // A Bounty is paid for a unit that was discarded (rule 1712.1).
    if p.in_bounty
        && p.one_of(&[
            "the unit discarded to trigger this bounty",
            "the unit that was discarded to trigger this bounty",
            "the unit that it gained bounty for",
            "the discarded unit",
            "the discarded character",
        ])
        .is_some()
    {
        return Some(Reference::Subject);
    }
    if let Some((chosen, plural)) = p.choice(&[
        ("each of the chosen", (true, true)),
        ("each chosen", (true, true)),
        ("the chosen", (true, false)),
        ("that", (false, false)),
        ("each of those", (false, true)),
        ("both of those", (false, true)),
        ("those", (false, true)),
        ("the retreated", (false, false)),
        ("each revealed", (false, true)),
        ("the discarded", (false, false)),
        ("the revealed", (false, false)),
        ("the tapped", (false, false)),
        ("the removed", (false, false)),
    ]) {
        let class = read_class(p)?;
        // "that unit of yours": the last one that was said to be.
        let yours = p.words("of yours") && !plural;
        let yours = if yours { p.refs.whose(&class, Player::You, chosen) } else { None };
        if let Some(reference) = yours.or_else(|| p.refs.called(&class, chosen, plural)) {
            read_other_words(p, reference);
            return Some(reference);
        }
        return p
            .refs
            .called(&class, chosen, plural)
            .or_else(|| {
                // "that unit card": the unit that was discarded.
                let unit = Class { noun: Noun::Unit, ..class.clone() };
                if class.noun == Noun::UnitCard { p.refs.called(&unit, chosen, plural) } else { None }
            })
            .or_else(|| {
                // "the chosen units".
                if chosen { p.refs.called(&class, true, true) } else { None }
            });
    }
    let the = p.at("the");
    let done = if the { p.attempt(read_done_to) } else { None };
    let done = done.or_else(|| p.attempt(read_whose));
    if let Some(done) = done.or_else(|| if the { p.attempt(read_the_one) } else { None }) {
        return Some(done);
    }
    if p.words("this") {
        return read_this(p);
    }
    let name = if the {
        p.attempt(|p| {
            p.words("the");
            read_name(p)
        })
        .or_else(|| p.attempt(read_piloted))
    } else {
        read_name(p)
    };
    name.or_else(|| p.attempt(read_subject_by_name))
}

/// The card's own name, or the name of the card that gets the ability.
fn read_name(p: &mut Parser) -> Option<Reference> {
    own_name(p).or_else(|| (p.scope == Scope::Given && p.bearer_name()).then_some(Reference::This))
}

/// "When Ilara Venn attacks, untap Ilara Venn": what the trigger is about, named again.
fn read_subject_by_name(p: &mut Parser) -> Option<Reference> {
    p.refs.find(Reference::Subject)?;
    let class = Class::new(Noun::Unit).adjective(Quality::Name(p.card_name()?.into()));
    p.refs.subject_named(&class)
}

/// "that Squadron, Starfighter, or Transport": the rest of the words that described it.
fn read_other_words(p: &mut Parser, reference: Reference) {
    while p
        .attempt(|p| {
            p.one_of(&[", or", "or", ","])?;
            let class = read_class(p)?;
            p.refs.find(reference)?.classes.contains(&class).then_some(())
        })
        .is_some()
    {}
}

/// "your chosen unit", "your opponent's unit": something mentioned, identified by whose it is.
fn read_whose(p: &mut Parser) -> Option<Reference> {
    let whose = p.choice(&[("your opponent's", Player::Opponent), ("your", Player::You)])?;
    let chosen = p.words("chosen");
    // "your tapped Droid": the one that was.
    let _ = !chosen && p.sees(|p| p.words("tapped")) && p.words("tapped");
    let class = read_class(p)?;
    // "your Jedi" could mean all of them.
    (chosen || p.is_after_singular()).then_some(())?;
    p.refs.whose(&class, whose, chosen)
}

/// "the unit you tapped", "the Jedi discarded this way": what an earlier step or the cost was about.
fn read_done_to(p: &mut Parser) -> Option<Reference> {
    p.words("the").then_some(())?;
    let class = read_class(p)?;
    if p.words("you") {
        p.one_of(&["tapped", "discarded", "removed", "retreated", "returned", "revealed", "chose"])?;
        p.words("this way");
    } else {
        p.one_of(&["tapped", "discarded", "removed from the game", "removed", "retreated", "revealed"])?;
        p.words("this way").then_some(())?;
    }
    p.refs.called(&class, false, false)
}

/// "if the Jedi is tapped": the one called that earlier, as a condition would say it.
fn read_the_one(p: &mut Parser) -> Option<Reference> {
    p.words("the").then_some(())?;
    let class = read_class(p)?;
    let subtype = matches!(class.adjectives[..], [Quality::Subtype(_)]) && class.noun == Noun::Unit;
    (subtype && p.piloted.is_empty() && p.sees(|p| p.words("is"))).then_some(())?;
    p.refs.called(&class, false, false).filter(|known| *known != Reference::Each)
}

/// "As long as it's attacking, this unit ...": nothing else was mentioned, so "it" is the unit itself.
fn itself(p: &Parser, plural: bool) -> Option<Reference> {
    let unit = matches!(p.setting.card_type, CardType::Unit(_) | CardType::Subordinate(_));
    let begins = p.place() <= 4;
    (unit && begins && !plural && p.scope == Scope::Own && p.refs.is_empty()).then_some(Reference::This)
}

fn own_name(p: &mut Parser) -> Option<Reference> {
    p.own_name().then_some(match p.scope {
        Scope::Own => Reference::This,
        Scope::Given => Reference::Giver,
    })
}

/// "this unit", "this Location", "this Trait": the card itself; in a given ability, the unit that got it.
fn read_this(p: &mut Parser) -> Option<Reference> {
    let class = read_class(p)?;
    let unit = matches!(class.noun, Noun::Unit | Noun::Subordinate);
    // "Equipped Jedi gets +X power, where X is the number of counters on this unit".
    if matches!((p.scope, p.setting.card_type), (Scope::Own, CardType::Equipment(_)))
        && class == Class::new(Noun::Unit)
    {
        return p.refs.pronoun(false).filter(|bearer| *bearer == Reference::Each);
    }
    let fits = match p.scope {
        Scope::Given => unit,
        Scope::Own => match p.setting.card_type {
            CardType::Unit(_) | CardType::Subordinate(_) => {
                unit || matches!(class.noun, Noun::Card | Noun::UnitCard)
            }
            _ => !unit || !class.adjectives.is_empty(),
        },
    };
    fits.then_some(Reference::This)
}

/// "the Starfighter" in a Pilot list.
fn read_piloted(p: &mut Parser) -> Option<Reference> {
    p.words("the").then_some(())?;
    let class = read_class(p)?;
    p.piloted.contains(&class).then_some(Reference::This)
}

/// "its", "this unit's", "that Jedi's": whose.
pub fn read_owner_reference(p: &mut Parser) -> Option<Reference> {
    p.attempt(|p| {
        let pronoun = p.choice(&[("its", false), ("his", false), ("her", false), ("their", true)]);
        if let Some(plural) = pronoun {
            let each = || p.refs.pronoun(false).filter(|each| plural && *each == Reference::Each);
            let reference = p.refs.pronoun(plural).or_else(each).or_else(|| itself(p, plural))?;
            if let Reference::Result(slot) = reference {
                p.uses(slot);
            }
            return Some(reference);
        }
        let reference = read_reference(p)?;
        (p.words("'s") || p.words("'")).then_some(reference)
    })
}

/// Writes what `read_owner_reference` reads.
pub fn write_owner_reference(w: &mut Writer, reference: Reference) -> Written {
    if reference == Reference::Each {
        if w.refs.pronoun(false) != Some(Reference::Each) {
            return Err(Unwritable("`its` here"));
        }
        w.say("its");
        return Ok(());
    }
    write_reference(w, reference)?;
    w.say("'s");
    Ok(())
}

/// Writes what `read_reference` reads.
pub fn write_reference(w: &mut Writer, reference: Reference) -> Written {
    match reference {
        Reference::This => w.say(this_words(w.scope, w.setting.card_type)),
        Reference::Giver => {
            if w.scope == Scope::Own || w.setting.name.is_empty() {
                return Err(Unwritable("the giver outside a given ability"));
            }
            w.say(w.setting.name.clone());
        }
        Reference::Attacker => w.say("the attacking unit"),
        Reference::Defender => w.say("the defending unit"),
        Reference::Each => {
            if w.refs.pronoun(false) != Some(Reference::Each) {
                return Err(Unwritable("`it` here"));
            }
            w.say("it");
        }
        Reference::Subject if w.in_bounty => w.say("the discarded unit"),
        Reference::Subject | Reference::Object | Reference::Paid(_) | Reference::Result(_) => {
            write_mentioned(w, reference)?;
        }
    }
    w.refs.mention(reference);
    Ok(())
}

fn write_mentioned(w: &mut Writer, reference: Reference) -> Written {
    let Some(referent) = w.refs.find(reference) else { return Err(Unwritable("something never named")) };
    let (chosen, plural, class) = (referent.chosen, referent.plural, referent.classes.first().cloned());
    let control = referent.control;
    if let Some(class) = class {
        if w.refs.called(&class, false, plural) == Some(reference) && !chosen {
            w.say(if plural { "those" } else { "that" });
            return write_class(w, &class, plural);
        }
        let resolved = w.refs.called(&class, true, false).or_else(|| w.refs.called(&class, true, true));
        if chosen && resolved == Some(reference) {
            w.say("the chosen");
            return write_class(w, &class, plural);
        }
    }
    if w.refs.pronoun(plural) == Some(reference) {
        w.say(if plural { "them" } else { "it" });
        return Ok(());
    }
    let unit = Class::new(Noun::Unit);
    if let Some(whose @ (Player::You | Player::Opponent)) = control
        && w.refs.whose(&unit, whose, chosen) == Some(reference)
    {
        w.say(if whose == Player::You { "your" } else { "your opponent's" });
        w.say(if chosen { "chosen unit" } else { "unit" });
        return Ok(());
    }
    Err(Unwritable("something named before something like it"))
}

/// How a card refers to itself.
fn this_words(scope: Scope, card_type: CardType) -> &'static str {
    if scope == Scope::Given {
        return "this unit";
    }
    match card_type {
        CardType::Unit(_) | CardType::Subordinate(_) => "this unit",
        CardType::Battle | CardType::Reminder => "this card",
        CardType::Mission => "this Mission",
        CardType::Trap => "this Trap",
        CardType::Campaign => "this Campaign",
        CardType::Location(_) => "this Location",
        CardType::Equipment(_) => "this Equipment",
        CardType::Resource => "this Resource",
        CardType::Event => "this Event",
    }
}

#[cfg(test)]
mod tests {
    use super::{read_reference, write_reference};
    use crate::testing::{both, reads};
    use vocab::ability::Reference;

    #[test]
    fn references() {
        assert_eq!(both("this unit", read_reference, |w, r| write_reference(w, *r)), Reference::This);
        assert_eq!(
            both("the attacking unit", read_reference, |w, r| write_reference(w, *r)),
            Reference::Attacker
        );
        assert_eq!(reads("Testa", read_reference), Some(Reference::This));
        assert_eq!(reads("that unit", read_reference), None);
    }
}
