//! What follows "with" and "without" in a description of cards.

use super::amount::{read_measure, read_range, write_measure, write_range};
use super::class::article;
use super::counter::{read_counter_kind, write_counter_kind};
use super::filter::{read_classes, write_filter};
use super::reference::{read_reference, write_reference};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Amount, Extreme, Filter, Noun, Pattern, Quality, Range, Relation};
use vocab::keyword::Parameter;

/// "with power 3 or more", "with Stealth", "without Armor"; several joined by "and".
pub fn read_with(p: &mut Parser) -> Option<Vec<Quality>> {
    if p.words("without the") {
        let subtype = p.subtype(0)?;
        return p.words("subtype").then(|| vec![Quality::subtype(subtype).negated()]);
    }
    if p.words("without") {
        return p.keyword().map(|keyword| vec![Quality::Keyword(keyword, None).negated()]);
    }
    (p.words("with") || p.words("that has") || p.words("that have")).then_some(())?;
    let mut qualities = vec![read_item(p)?];
    while let Some(next) = p.attempt(|p| {
        p.words("and").then_some(())?;
        p.words("with");
        read_item(p)
    }) {
        qualities.push(next);
    }
    Some(qualities)
}

/// One thing that is had.
pub fn read_item(p: &mut Parser) -> Option<Quality> {
    p.attempt(read_name_part)
        .or_else(|| p.attempt(read_extreme))
        .or_else(|| p.attempt(read_counters))
        .or_else(|| p.attempt(read_has))
        .or_else(|| p.attempt(read_keyword))
        .or_else(|| p.attempt(read_measured))
        .or_else(|| {
            p.attempt(|p| {
                p.words("the same name as").then_some(())?;
                read_reference(p).map(Quality::SameName)
            })
        })
}

/// "'Vader' in its name".
fn read_name_part(p: &mut Parser) -> Option<Quality> {
    let words = p.quoted_words()?;
    p.words("in").then_some(())?;
    (p.words("its") || p.words("their") || p.words("the") || p.words("his or her")).then_some(())?;
    (p.words("name") || p.words("names")).then_some(())?;
    Some(Quality::NameContains(words.into()))
}

/// "the highest power".
fn read_extreme(p: &mut Parser) -> Option<Quality> {
    p.words("the").then_some(())?;
    let extreme = p.choice(&[
        ("highest", Extreme::Highest),
        ("most", Extreme::Highest),
        ("lowest", Extreme::Lowest),
        ("least", Extreme::Lowest),
    ])?;
    read_measure(p).map(|measure| Quality::Extreme(extreme, measure))
}

/// "2 or more damage counters on it", "no counters on it", "a build counter on it".
fn read_counters(p: &mut Parser) -> Option<Quality> {
    let range = if p.words("no") {
        Range::NONE
    } else if p.words("a") || p.words("an") || p.words("any") {
        Range::SOME
    } else {
        read_range(p)?
    };
    let kind = read_counter_kind(p)?;
    p.words("on").then_some(())?;
    p.one_of(&["it", "them", "him", "her"])?;
    Some(Quality::Counters(kind, range))
}

/// "a Lightsaber attached", "a Pilot", "a Jedi in its stack", "no Equipment attached".
fn read_has(p: &mut Parser) -> Option<Quality> {
    let none = p.words("no");
    if !none && p.lower() != "equipment" {
        p.one_of(&["a", "an", "any"])?;
    }
    let mut filter = Filter { classes: read_classes(p)?, control: None, place: None, with: Vec::new() };
    let relation = match filter.classes.first().map(|class| class.noun) {
        Some(Noun::Pilot) => {
            p.words("attached");
            Relation::Piloting
        }
        _ if p.words("attached") => {
            let _ = p.words("to it") || p.words("to him") || p.words("to her");
            for class in &mut filter.classes {
                if class.noun == Noun::Unit {
                    class.noun = Noun::Equipment;
                }
            }
            Relation::Attached
        }
        _ if p.words("in its stack") || p.words("in his stack") || p.words("in her stack") => {
            Relation::InStack
        }
        _ if p.words("beneath it") => Relation::Beneath,
        _ => return None,
    };
    let has = Quality::Has(relation, Box::new(Pattern::Any(filter)));
    Some(if none { has.negated() } else { has })
}

/// "Stealth", "Shields 2 or more", "the Stack ability" is not read.
fn read_keyword(p: &mut Parser) -> Option<Quality> {
    let keyword = p.keyword()?;
    let numbered = matches!(keyword.row().parameter, Parameter::Number | Parameter::SignedNumber);
    let range = if numbered { p.attempt(read_range) } else { None };
    Some(Quality::Keyword(keyword, range))
}

/// "power 3 or more", "printed build cost 4 or less", "at least 3 power", "a build cost of 4 or less".
fn read_measured(p: &mut Parser) -> Option<Quality> {
    p.attempt(|p| {
        let _ = p.words("a") || p.words("an");
        let measure = read_measure(p)?;
        p.words("of");
        Some(Quality::Measure(measure, read_range(p)?))
    })
    .or_else(|| {
        p.attempt(|p| {
            let range = read_range(p)?;
            let measure = read_measure(p)?;
            Some(Quality::Measure(measure, range))
        })
    })
}

/// Whether the quality is written behind "with".
pub fn is_with(quality: &Quality) -> bool {
    match quality {
        Quality::Keyword(..)
        | Quality::Measure(..)
        | Quality::Extreme(..)
        | Quality::Counters(..)
        | Quality::Has(..)
        | Quality::NameContains(_)
        | Quality::SameName(_) => true,
        Quality::Not(inner) => {
            matches!(**inner, Quality::Keyword(_, None) | Quality::Has(..) | Quality::Subtype(_))
        }
        _ => false,
    }
}

/// Writes one quality behind "with", or behind the "and" of a list of them.
pub fn write_with(w: &mut Writer, quality: &Quality, continues: bool) -> Written {
    let without = matches!(quality, Quality::Not(inner) if !matches!(**inner, Quality::Has(..)));
    w.say(match (without, continues) {
        (true, _) => "without",
        (false, true) => "and",
        (false, false) => "with",
    });
    match quality {
        Quality::NameContains(words) => {
            w.say(format!("\"{words}\""));
            w.say("in its name");
        }
        Quality::Extreme(extreme, measure) => {
            w.say(match extreme {
                Extreme::Highest => "the highest",
                Extreme::Lowest => "the lowest",
            });
            write_measure(w, *measure);
        }
        Quality::Counters(kind, range) => {
            if *range == Range::NONE {
                w.say("no");
            } else {
                write_range(w, range)?;
            }
            let one = matches!(range, Range::Exactly(Amount::Number(1)));
            write_counter_kind(w, kind, !one)?;
            w.say("on it");
        }
        Quality::Has(relation, of) => write_has(w, *relation, of, false)?,
        Quality::Not(inner) => match &**inner {
            Quality::Keyword(keyword, None) => w.say(keyword.name()),
            Quality::Subtype(subtype) => w.say(format!("the {subtype} subtype")),
            Quality::Has(relation, of) => write_has(w, *relation, of, true)?,
            _ => return Err(Unwritable("the opposite of this quality")),
        },
        Quality::Keyword(keyword, range) => {
            w.say(keyword.name());
            if let Some(range) = range {
                write_range(w, range)?;
            }
        }
        Quality::Measure(measure, range) => {
            write_measure(w, *measure);
            write_range(w, range)?;
        }
        Quality::SameName(of) => {
            w.say("the same name as");
            write_reference(w, *of)?;
        }
        _ => return Err(Unwritable("this quality behind `with`")),
    }
    Ok(())
}

fn write_has(w: &mut Writer, relation: Relation, of: &Pattern, none: bool) -> Written {
    let Pattern::Any(filter) = of else { return Err(Unwritable("a known card on another")) };
    write_with_article(w, filter, none)?;
    w.say(match relation {
        Relation::Attached => "attached",
        Relation::Piloting => "",
        Relation::InStack => "in its stack",
        Relation::Beneath => "beneath it",
    });
    Ok(())
}

/// "a Jedi", "an Equipment", "no Pilot".
pub fn write_with_article(w: &mut Writer, filter: &Filter, none: bool) -> Written {
    if none {
        w.say("no");
        return write_filter(w, filter, false);
    }
    let mut ahead = Writer::new(w.lexicon, w.setting);
    ahead.refs = w.refs.clone();
    write_filter(&mut ahead, filter, false)?;
    let lower = ahead.text().to_ascii_lowercase();
    w.say(article(&lower));
    write_filter(w, filter, false)
}

#[cfg(test)]
mod tests {
    use super::{read_with, write_with};
    use crate::testing::both;

    #[test]
    fn qualities() {
        for text in [
            "with power 3 or more",
            "with printed build cost 4 or less",
            "with 2 or more damage counters on it",
            "with no damage counters on it",
            "with Stealth",
            "with Shields 2 or more",
            "without Armor",
            "with the highest power",
            "with a Lightsaber attached",
            "with no Equipment attached",
            "with a Pilot",
            "with \"Venn\" in its name",
        ] {
            both(text, read_with, |w, qualities| {
                qualities.iter().try_for_each(|quality| write_with(w, quality, false))
            });
        }
    }
}
