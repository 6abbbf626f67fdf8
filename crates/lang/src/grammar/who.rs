//! Who a rule is about: a pattern in static text, a selector in an effect.

use super::selector::{read_selector, write_pattern, write_selector};
use crate::parser::Parser;
use crate::referents::Referents;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Filter, Pattern, Place, Reference, Selector};

/// Who a rule is about: a pattern in static text, a selector in an effect.
pub trait Who: Clone + PartialEq {
    /// Whether it's determined once, when an effect resolves (rule 1309.9).
    const ONCE: bool;
    /// Reads it.
    fn read(p: &mut Parser) -> Option<Self>;
    /// Writes it before its verb.
    fn write(&self, w: &mut Writer) -> Written;
    /// The card itself, if it is known.
    fn known(&self) -> Option<Reference>;
    /// Every card that fits.
    fn each(filter: Filter) -> Self;
    /// The description, if it's a description.
    fn described(&mut self) -> Option<&mut Filter>;

    /// The same, in a place.
    fn placed(mut self, place: Place) -> Option<Self> {
        let filter = self.described().filter(|filter| filter.place.is_none())?;
        filter.place = Some(place);
        Some(self)
    }

    /// From now on, "it" means each card that the rule is about.
    fn introduce(&self, refs: &mut Referents) {
        if self.known().is_none() {
            match self.clone().described() {
                Some(filter) => refs.introduce(Reference::Each, filter, false, false),
                None => refs.mention(Reference::Each),
            }
        }
    }
}

impl Who for Pattern {
    const ONCE: bool = false;

    fn read(p: &mut Parser) -> Option<Pattern> {
        // "A Jedi can have ...": any Jedi.
        let generic = p.sees(|p| p.words("a") || p.words("an"));
        match read_selector(p)? {
            Selector::Known(reference) => Some(Pattern::Known(reference)),
            Selector::Each(filter) => Some(Pattern::Any(filter)),
            Selector::Choose(choice) if generic && choice.together.is_none() => Some(Pattern::Any(choice.of)),
            Selector::Choose(_) => None,
            Selector::Together(parts) => {
                let parts: Option<Vec<Pattern>> = parts
                    .into_iter()
                    .map(|part| match part {
                        Selector::Known(reference) => Some(Pattern::Known(reference)),
                        Selector::Each(filter) => Some(Pattern::Any(filter)),
                        Selector::Choose(_) | Selector::Together(_) => None,
                    })
                    .collect();
                parts.map(Pattern::OneOf)
            }
        }
    }

    fn write(&self, w: &mut Writer) -> Written {
        match self {
            Pattern::OneOf(parts) => match &parts[..] {
                [first, second] => {
                    write_pattern(w, first, true)?;
                    w.say("and");
                    write_pattern(w, second, true)
                }
                _ => Err(Unwritable("a rule for more than two")),
            },
            other => write_pattern(w, other, true),
        }
    }

    fn known(&self) -> Option<Reference> {
        match self {
            Pattern::Known(reference) => Some(*reference),
            Pattern::Any(_) | Pattern::OneOf(_) => None,
        }
    }

    fn each(filter: Filter) -> Pattern {
        Pattern::Any(filter)
    }

    fn described(&mut self) -> Option<&mut Filter> {
        match self {
            Pattern::Any(filter) => Some(filter),
            Pattern::Known(_) | Pattern::OneOf(_) => None,
        }
    }
}

impl Who for Selector {
    const ONCE: bool = true;

    fn read(p: &mut Parser) -> Option<Selector> {
        read_selector(p)
    }

    fn write(&self, w: &mut Writer) -> Written {
        write_selector(w, self)
    }

    fn known(&self) -> Option<Reference> {
        match self {
            Selector::Known(reference) => Some(*reference),
            Selector::Each(_) | Selector::Choose(_) | Selector::Together(_) => None,
        }
    }

    fn each(filter: Filter) -> Selector {
        Selector::Each(filter)
    }

    fn described(&mut self) -> Option<&mut Filter> {
        match self {
            Selector::Each(filter) => Some(filter),
            Selector::Choose(choice) => Some(&mut choice.of),
            Selector::Known(_) | Selector::Together(_) => None,
        }
    }
}
