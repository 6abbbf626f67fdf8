//! Kinds of counters: "damage counter", "counters of any type", "corruption or redemption counters".

use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::Counter;
use vocab::ability::CounterKind;

const NAMES: [(&str, Counter); 7] = [
    ("damage", Counter::Damage),
    ("build", Counter::Build),
    ("corruption", Counter::Corruption),
    ("captivity", Counter::Captivity),
    ("mastery", Counter::Mastery),
    ("redemption", Counter::Redemption),
    ("credit", Counter::Credit),
];

/// A kind with its noun. "Counters" alone are a Resource's (rule 213.3).
pub fn read_counter_kind(p: &mut Parser) -> Option<CounterKind> {
    if p.words("non-damage") {
        return read_noun(p).then_some(CounterKind::AllBut(Counter::Damage));
    }
    p.attempt(|p| {
        let first = p.choice(&NAMES);
        let Some(first) = first else {
            read_noun(p).then_some(())?;
            if p.words("of any one type") {
                return Some(CounterKind::AnyOne);
            }
            let any = p.words("of any type") || p.words("of any kind");
            return Some(if any { CounterKind::Any } else { CounterKind::One(Counter::Resource) });
        };
        let mut kinds = vec![first];
        while let Some(next) = p.attempt(|p| {
            p.one_of(&["and / or", "or", ", or", "and", ","])?;
            p.choice(&NAMES)
        }) {
            kinds.push(next);
        }
        read_noun(p).then_some(())?;
        Some(match kinds[..] {
            [one] => CounterKind::One(one),
            _ => CounterKind::OneOf(kinds),
        })
    })
}

fn read_noun(p: &mut Parser) -> bool {
    p.words("counter") || p.words("counters")
}

/// Writes what `read_counter_kind` reads.
pub fn write_counter_kind(w: &mut Writer, kind: &CounterKind, plural: bool) -> Written {
    let noun = if plural { "counters" } else { "counter" };
    match kind {
        CounterKind::One(Counter::Resource) => w.say(noun),
        CounterKind::One(counter) => w.say(format!("{} {noun}", counter.name())),
        CounterKind::Any => w.say(format!("{noun} of any type")),
        CounterKind::AnyOne => w.say(format!("{noun} of any one type")),
        CounterKind::OneOf(counters) => {
            w.list(counters, "or", |w, counter| {
                w.say(counter.name());
                Ok(())
            })?;
            w.say(noun);
        }
        CounterKind::AllBut(counter) => w.say(format!("non-{} {noun}", counter.name())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_counter_kind, write_counter_kind};
    use crate::testing::both;

    #[test]
    fn kinds() {
        for text in [
            "damage counter",
            "counter",
            "counter of any type",
            "counter of any one type",
            "corruption or redemption counter",
            "non-damage counter",
        ] {
            both(text, read_counter_kind, |w, kind| write_counter_kind(w, kind, false));
        }
    }
}
