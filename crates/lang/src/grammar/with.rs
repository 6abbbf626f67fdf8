//! What follows "with" and "without" in a description of cards.

use super::amount::{read_measure, write_measure};
use super::class::{JOINTS, article};
use super::counter::{read_counter_kind, write_counter_kind};
use super::filter::{read_classes, write_filter};
use super::range::{read_range, write_range};
use super::reference::read_reference;
use crate::parser::Parser;
use crate::referents::Word;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Amount, Class, Extreme, Filter, Measure, Noun, Pattern, Quality, Range, Reference, Relation,
};
use vocab::keyword::Parameter;

/// "with power 3 or more", "with Stealth", "without Armor"; several joined by "and".
pub fn read_with(p: &mut Parser) -> Option<Vec<Quality>> {
    if p.words("without the") {
        let subtype = p.subtype(0)?;
        return p.words("subtype").then(|| vec![Quality::subtype(subtype).negated()]);
    }
    if p.words("without") {
        let denied =
            p.attempt(read_name_part).or_else(|| p.attempt(read_has)).or_else(|| p.attempt(read_keyword))?;
        return Some(vec![denied.negated()]);
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

/// One thing that a card has.
pub fn read_item(p: &mut Parser) -> Option<Quality> {
    p.attempt(read_name_part)
        .or_else(|| p.attempt(read_extreme))
        .or_else(|| p.attempt(read_counters))
        .or_else(|| p.attempt(read_has))
        .or_else(|| p.attempt(read_keyword))
        .or_else(|| p.attempt(read_chosen))
        .or_else(|| p.attempt(read_subtypes))
        .or_else(|| p.attempt(read_piloted_by_name))
        .or_else(|| p.attempt(read_compared))
        .or_else(|| p.attempt(read_own_compared))
        .or_else(|| p.attempt(read_cards_in_stack))
        .or_else(|| p.attempt(read_measured))
        .or_else(|| p.attempt(read_expansion))
        .or_else(|| {
            p.attempt(|p| {
                p.words("the same name as").then_some(())?;
                super::selector::read_pattern(p).map(|of| Quality::SameName(Box::new(of)))
            })
        })
}

/// "'Vader' in its name", "'Luke', 'Leia' or 'Han' in their names".
fn read_name_part(p: &mut Parser) -> Option<Quality> {
    let mut parts = vec![p.quoted_words()?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&JOINTS)?;
        p.quoted_words()
    }) {
        parts.push(next);
    }
    p.words("in").then_some(())?;
    p.one_of(&["its", "their", "the", "his or her", "his", "her"])?;
    let parts: Vec<vocab::ability::Text> =
        parts.into_iter().map(|part| part.trim_end_matches(',').into()).collect();
    let named = p.words("name") || p.words("names");
    let texts = if named { p.words("or game text") } else { p.words("game text") };
    (named || texts).then_some(())?;
    let names = parts.iter().filter(|_| named).cloned().map(Quality::NameContains);
    let words = parts.iter().filter(|_| texts).cloned().map(Quality::TextContains);
    one_or_any(names.chain(words).collect())
}

/// One quality, or one of several.
fn one_or_any(mut qualities: Vec<Quality>) -> Option<Quality> {
    if qualities.len() > 1 { Some(Quality::AnyOf(qualities)) } else { qualities.pop() }
}

/// "the same expansion symbol as this unit", "this unit's expansion symbol", "a different expansion symbol than it".
fn read_expansion(p: &mut Parser) -> Option<Quality> {
    let same = p.choice(&[
        ("the same expansion symbol as", true),
        ("a different expansion symbol than", false),
        ("a different expansion symbol from", false),
    ]);
    if let Some(same) = same {
        let quality = Quality::SameExpansion(Box::new(super::selector::read_pattern(p)?));
        return Some(if same { quality } else { quality.negated() });
    }
    let of = super::reference::read_owner_reference(p)?;
    p.words("expansion symbol").then(|| Quality::SameExpansion(Box::new(Pattern::Known(of))))
}

/// "the chosen subtype".
fn read_chosen(p: &mut Parser) -> Option<Quality> {
    p.words("the chosen subtype").then_some(())?;
    let slot = p.refs.word(Word::Subtype)?;
    p.uses(slot);
    Some(Quality::Chosen(slot))
}

/// "the Jedi subtype", "the Jedi or Sith subtype".
fn read_subtypes(p: &mut Parser) -> Option<Quality> {
    p.words("the");
    let mut subtypes = vec![Quality::subtype(p.subtype(0)?)];
    while let Some(next) = p.attempt(|p| {
        (p.words("or") || p.words(", or") || p.words(",")).then_some(())?;
        p.subtype(0)
    }) {
        subtypes.push(Quality::subtype(next));
    }
    p.words("subtype").then_some(())?;
    one_or_any(subtypes)
}

/// "Ilara Venn as a Pilot".
fn read_piloted_by_name(p: &mut Parser) -> Option<Quality> {
    let name = p.card_name()?;
    p.words("as a pilot").then_some(())?;
    let pilot = Class::new(Noun::Pilot).adjective(Quality::Name(name.into()));
    Some(Quality::Has(Relation::Piloting, Box::new(Filter::class(pilot).into())))
}

/// "lower speed", "a higher total build cost than that unit".
fn read_compared(p: &mut Parser) -> Option<Quality> {
    let _ = p.words("a") || p.words("an");
    let more =
        p.choice(&[("higher", true), ("more", true), ("greater", true), ("lower", false), ("less", false)])?;
    let measure = read_measure(p)?;
    let than = if p.words("than") { read_reference(p)? } else { p.versus? };
    let other = Amount::Measure(measure, Box::new(Pattern::Known(than)));
    Some(Quality::Measure(measure, if more { Range::MoreThan(other) } else { Range::LessThan(other) }))
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
    if let Some(quality) = p.attempt(read_counters_compared) {
        return Some(quality);
    }
    let range = if p.words("no") {
        Range::NONE
    } else if p.words("a") || p.words("an") || p.words("any") {
        Range::SOME
    } else {
        // "with damage counters on them": at least one.
        p.attempt(read_range).unwrap_or(Range::SOME)
    };
    let kind = read_counter_kind(p)?;
    p.words("on").then_some(())?;
    p.one_of(&["it", "them", "him", "her"])?;
    Some(Quality::Counters(kind, range))
}

/// "more captivity counters on it than its printed health", "damage counters on it equal to its power".
fn read_counters_compared(p: &mut Parser) -> Option<Quality> {
    let more = p.choice(&[("more", true), ("fewer", false), ("less", false)]);
    let kind = read_counter_kind(p)?;
    p.words("on").then_some(())?;
    p.one_of(&["it", "them", "him", "her"])?;
    let range = match more {
        Some(more) => {
            p.words("than").then_some(())?;
            let of = Amount::Measure(read_own_measure(p)?, Box::new(Pattern::Known(Reference::Each)));
            if more { Range::MoreThan(of) } else { Range::LessThan(of) }
        }
        None => {
            let build = p.choice(&[
                ("equal to or greater than", Range::AtLeast as fn(Amount) -> Range),
                ("greater than or equal to", Range::AtLeast),
                ("equal to or less than", Range::AtMost),
                ("less than or equal to", Range::AtMost),
                ("greater than", Range::MoreThan),
                ("equal to", Range::Exactly),
            ])?;
            build(Amount::Measure(read_own_measure(p)?, Box::new(Pattern::Known(Reference::Each))))
        }
    };
    Some(Quality::Counters(kind, range))
}

/// "its printed health": that of the card being described.
fn read_own_measure(p: &mut Parser) -> Option<Measure> {
    p.one_of(&["its", "his", "her", "their"])?;
    read_measure(p)
}

/// "health higher than its power": two numbers of the same card.
fn read_own_compared(p: &mut Parser) -> Option<Quality> {
    let measure = read_measure(p)?;
    let build = p.choice(&[
        ("higher than", Range::MoreThan as fn(Amount) -> Range),
        ("greater than", Range::MoreThan),
        ("more than", Range::MoreThan),
        ("lower than", Range::LessThan),
        ("less than", Range::LessThan),
        ("equal to", Range::Exactly),
    ])?;
    // If something was mentioned before, "its" means something else.
    p.refs.pronoun(false).is_none().then_some(())?;
    let own = read_own_measure(p)?;
    Some(Quality::Measure(measure, build(Amount::Measure(own, Box::new(Pattern::Known(Reference::Each))))))
}

/// Writes a range that compares with a number of the same card; returns whether it was one.
fn write_own_range(w: &mut Writer, range: &Range) -> bool {
    let (words, of) = match range {
        Range::MoreThan(of) => ("greater than", of),
        Range::LessThan(of) => ("less than", of),
        Range::AtLeast(of) => ("equal to or greater than", of),
        Range::AtMost(of) => ("equal to or less than", of),
        Range::Exactly(of) => ("equal to", of),
        Range::OneOf(_) | Range::Odd | Range::Even => return false,
    };
    let Amount::Measure(measure, pattern) = of else { return false };
    if **pattern != Pattern::Known(Reference::Each) {
        return false;
    }
    w.say(words);
    w.say("its");
    write_measure(w, *measure);
    true
}

/// "a Lightsaber attached", "a Pilot", "a Jedi in its stack", "no Equipment attached".
fn read_has(p: &mut Parser) -> Option<Quality> {
    if p.words("this equipment attached") {
        return Some(Quality::Has(Relation::Attached, Box::new(Pattern::THIS)));
    }
    let none = p.words("no");
    if !none && p.lower() != "equipment" && !p.words("1 or more") && !p.words("at least 1") {
        p.one_of(&["a", "an", "any", "one or more"])?;
    }
    let mut filter = Filter { classes: read_classes(p)?, control: None, place: None, with: Vec::new() };
    let relation = match filter.classes.first().map(|class| class.noun) {
        // "with a Pilot or Flagship": who flies it isn't a ship.
        Some(Noun::Pilot) if filter.classes.iter().any(|class| class.noun != Noun::Pilot) => return None,
        Some(Noun::Pilot) if !p.sees(|p| p.words("ability") || p.words("abilities")) => {
            p.one_of(&["attached", "on it", "on him", "on her", "on them"]);
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
        _ if p.words("as a pilot") || p.words("as its pilot") => {
            for class in filter.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
                class.noun = Noun::Pilot;
            }
            Relation::Piloting
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

/// "Stealth", "Shields 2 or more", "Stealth or Cunning", "a Pilot ability", "the Stack ability".
fn read_keyword(p: &mut Parser) -> Option<Quality> {
    let named = p.attempt(|p| {
        p.one_of(&["a", "an", "the"])?;
        let keyword = p.keyword()?;
        p.words("ability").then_some(Quality::Keyword(keyword, None))
    });
    if named.is_some() {
        return named;
    }
    let mut keywords = vec![read_keyword_had(p)?];
    while let Some(next) = p.attempt(|p| {
        (p.words("or") || p.words(", or")).then_some(())?;
        read_keyword_had(p)
    }) {
        keywords.push(next);
    }
    one_or_any(keywords)
}

fn read_keyword_had(p: &mut Parser) -> Option<Quality> {
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
            // "5 health or more".
            let range = match (range, p.choice(&[("or more", true), ("or less", false)])) {
                (range, None) => range,
                (Range::Exactly(of), Some(true)) => Range::AtLeast(of),
                (Range::Exactly(of), Some(false)) => Range::AtMost(of),
                (_, Some(_)) => return None,
            };
            Some(Quality::Measure(measure, range))
        })
    })
}

/// Whether the quality is written after "with".
pub fn is_with(quality: &Quality) -> bool {
    match quality {
        Quality::Keyword(..)
        | Quality::Measure(..)
        | Quality::Extreme(..)
        | Quality::Counters(..)
        | Quality::Has(..)
        | Quality::NameContains(_)
        | Quality::TextContains(_)
        | Quality::Subtype(_)
        | Quality::Chosen(_)
        | Quality::SameExpansion(_)
        | Quality::SameName(_) => true,
        Quality::AnyOf(qualities) => qualities.iter().all(|quality| {
            matches!(
                quality,
                Quality::NameContains(_)
                    | Quality::TextContains(_)
                    | Quality::Keyword(..)
                    | Quality::Subtype(_)
            )
        }),
        Quality::Not(inner) => {
            matches!(
                **inner,
                Quality::Keyword(_, None)
                    | Quality::SameExpansion(_)
                    | Quality::Has(..)
                    | Quality::Subtype(_)
                    | Quality::NameContains(_)
                    | Quality::TextContains(_)
            ) || matches!(&**inner, Quality::AnyOf(any) if any.iter().all(is_plain_keyword))
        }
        _ => false,
    }
}

/// Writes one quality after "with", or after the "and" in a list of them.
pub fn write_with(w: &mut Writer, quality: &Quality, continues: bool) -> Written {
    let without = matches!(quality, Quality::Not(inner) if !matches!(**inner, Quality::Has(..) | Quality::SameExpansion(_)));
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
        Quality::TextContains(words) => {
            w.say(format!("\"{words}\""));
            w.say("in its game text");
        }
        Quality::Subtype(subtype) => w.say(format!("the {subtype} subtype")),
        Quality::AnyOf(qualities) => write_any(w, qualities)?,
        Quality::Chosen(slot) => {
            if w.refs.word_of(*slot) != Some(Word::Subtype) {
                return Err(Unwritable("this choice as a quality"));
            }
            w.say("the chosen subtype");
        }
        Quality::Extreme(extreme, measure) => {
            w.say(match extreme {
                Extreme::Highest => "the highest",
                Extreme::Lowest => "the lowest",
            });
            write_measure(w, *measure);
        }
        Quality::Counters(kind, range) if is_own_range(range) => {
            let less = matches!(range, Range::LessThan(_));
            if less || matches!(range, Range::MoreThan(_)) {
                w.say(if less { "fewer" } else { "more" });
            }
            write_counter_kind(w, kind, true)?;
            w.say("on it");
            match range {
                Range::MoreThan(Amount::Measure(measure, _))
                | Range::LessThan(Amount::Measure(measure, _)) => {
                    w.say("than its");
                    write_measure(w, *measure);
                }
                range => {
                    write_own_range(w, range);
                }
            }
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
            Quality::NameContains(words) => w.say(format!("\"{words}\" in its name")),
            Quality::TextContains(words) => w.say(format!("\"{words}\" in its game text")),
            Quality::Subtype(subtype) => w.say(format!("the {subtype} subtype")),
            Quality::Has(relation, of) => write_has(w, *relation, of, true)?,
            Quality::AnyOf(any) if any.iter().all(is_plain_keyword) => write_any(w, any)?,
            Quality::SameExpansion(of) => {
                w.say("a different expansion symbol than");
                super::selector::write_pattern(w, of, false)?;
            }
            _ => return Err(Unwritable("the opposite of this quality")),
        },
        Quality::Keyword(keyword, range) => {
            w.say(keyword.name());
            if let Some(range) = range {
                write_range(w, range)?;
            }
        }
        Quality::Measure(Measure::CardsInStack, range) => {
            write_range(w, range)?;
            w.say("cards in its stack");
        }
        Quality::Measure(measure, range) if is_own_range(range) => {
            if w.refs.pronoun(false).is_some() {
                return Err(Unwritable("`its` here"));
            }
            write_measure(w, *measure);
            write_own_range(w, range);
        }
        Quality::Measure(measure, range) => {
            write_measure(w, *measure);
            write_range(w, range)?;
        }
        Quality::SameExpansion(of) => {
            w.say("the same expansion symbol as");
            super::selector::write_pattern(w, of, false)?;
        }
        Quality::SameName(of) => {
            w.say("the same name as");
            super::selector::write_pattern(w, of, false)?;
        }
        _ => return Err(Unwritable("this quality after `with`")),
    }
    Ok(())
}

fn is_plain_keyword(quality: &Quality) -> bool {
    matches!(quality, Quality::Keyword(_, None))
}

/// "4 or more cards in its stack".
fn read_cards_in_stack(p: &mut Parser) -> Option<Quality> {
    let range = read_range(p)?;
    (p.words("cards in") || p.words("card in")).then_some(())?;
    p.one_of(&["its stack", "his stack", "her stack", "their stack", "their stacks", "its stacks"])?;
    Some(Quality::Measure(Measure::CardsInStack, range))
}

/// Whether a number is compared with one of the same card.
fn is_own_range(range: &Range) -> bool {
    match range {
        Range::MoreThan(of)
        | Range::LessThan(of)
        | Range::AtLeast(of)
        | Range::AtMost(of)
        | Range::Exactly(of) => {
            matches!(of, Amount::Measure(_, pattern) if **pattern == Pattern::Known(Reference::Each))
        }
        Range::OneOf(_) | Range::Odd | Range::Even => false,
    }
}

/// "'Luke' or 'Leia' in its name", "Stealth or Cunning", "the Jedi or Sith subtype".
fn write_any(w: &mut Writer, qualities: &[Quality]) -> Written {
    let texts: Vec<&str> = qualities
        .iter()
        .filter_map(|quality| if let Quality::TextContains(word) = quality { Some(&**word) } else { None })
        .collect();
    if !texts.is_empty() {
        let names: Vec<&str> = qualities
            .iter()
            .filter_map(
                |quality| if let Quality::NameContains(word) = quality { Some(&**word) } else { None },
            )
            .collect();
        if (!names.is_empty() && names != texts) || names.len() + texts.len() != qualities.len() {
            return Err(Unwritable("these words in name and text"));
        }
        w.list(&texts, "or", |w, word| {
            w.say(format!("\"{word}\""));
            Ok(())
        })?;
        w.say(if names.is_empty() { "in its game text" } else { "in its name or game text" });
        return Ok(());
    }
    w.say(if matches!(qualities, [Quality::Subtype(_), ..]) { "the" } else { "" });
    w.list(qualities, "or", |w, quality| match quality {
        Quality::NameContains(words) => {
            w.say(format!("\"{words}\""));
            Ok(())
        }
        Quality::Subtype(subtype) => {
            w.say(&**subtype);
            Ok(())
        }
        Quality::Keyword(keyword, range) => {
            w.say(keyword.name());
            range.as_ref().map_or(Ok(()), |range| write_range(w, range))
        }
        _ => Err(Unwritable("one of these qualities")),
    })?;
    w.say(match qualities {
        [Quality::NameContains(_), ..] => "in its name",
        [Quality::Subtype(_), ..] => "subtype",
        _ => "",
    });
    Ok(())
}

fn write_has(w: &mut Writer, relation: Relation, of: &Pattern, none: bool) -> Written {
    let filter = match of {
        Pattern::Any(filter) => filter,
        Pattern::Known(Reference::This) if relation == Relation::Attached && !none => {
            w.say("this Equipment attached");
            return Ok(());
        }
        Pattern::Known(_) | Pattern::OneOf(_) => return Err(Unwritable("a known card on another")),
    };
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
            "with \"Venn\", \"Dorran\" or \"Talla\" in its name",
            "with Stealth or Cunning",
            "with the Jedi or Droid subtype",
            "with the Jedi subtype",
            "with an Ilara Venn Pilot",
            "with speed less than this unit's speed",
            "with no Pilot",
        ] {
            both(text, read_with, |w, qualities| {
                qualities.iter().try_for_each(|quality| write_with(w, quality, false))
            });
        }
    }
}
