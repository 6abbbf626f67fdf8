//! Asking a card: whether an expression holds for a printing.

use super::Expr;
use super::needle::{in_ascii, in_name, in_text, is_name};
use super::term::{Has, Is, Measure, Op, Operand, Term, TypeWord};
use super::value::Measured;
use crate::script::Command;
use crate::usage::MarkKind;
use crate::{Collection, Printing, PrintingId};
use vocab::{Arenas, CardType, Keyword, Stat};

/// Whether an expression holds for a printing.
pub(super) fn holds(expr: &Expr, collection: &Collection, id: PrintingId) -> bool {
    match expr {
        Expr::And(list) => list.iter().all(|part| holds(part, collection, id)),
        Expr::Or(list) => list.iter().any(|part| holds(part, collection, id)),
        Expr::Not(inner) => !holds(inner, collection, id),
        Expr::Term(term) => fits(term, collection, id),
    }
}

fn fits(term: &Term, collection: &Collection, id: PrintingId) -> bool {
    let card = collection.get(id);
    match term {
        Term::Name(words) => in_name(card.name.full(), words),
        Term::ExactName(name) => is_name(&card.name, name),
        Term::Text(words) => in_text(&card.text, words),
        Term::Type(word) => is_type(*word, card.card_type),
        Term::Arena(arena) => card.card_type.arenas().is_some_and(|arenas| arenas.contains(*arena)),
        Term::Subtype(wanted) => has_subtype(card, wanted),
        Term::Side(side) => card.side == Some(*side),
        Term::Keyword(keyword) => has_keyword(card, *keyword),
        Term::Set(code) => card.set.eq_ignore_ascii_case(code),
        Term::Rarity(rarity) => *card.rarity == *rarity.letter(),
        Term::Tag(tag) => card.has_tag(tag),
        Term::Version(version) => card.name.version == Some(*version),
        Term::Is(property) => is(*property, collection, id),
        Term::Has(thing) => has(*thing, card),
        Term::Marked(kind, format) => card.usage.is_marked(*kind, format),
        Term::Compare(measure, op, operand) => compares(card, *measure, *op, *operand),
    }
}

fn is_type(word: TypeWord, card_type: CardType) -> bool {
    match word {
        // 215.1: a Subordinate is a unit.
        TypeWord::Unit => card_type.is_unit(),
        TypeWord::UnitOf(arena) => card_type.is_unit_of(arena),
        TypeWord::Exactly(arenas) => {
            card_type.unit_arenas().is_some_and(|own| own.as_slice() == arenas.as_slice())
        }
        TypeWord::Multi => is_multi(card_type),
        TypeWord::Battle => card_type == CardType::Battle,
        TypeWord::Mission => card_type.is_mission(),
        TypeWord::Trap => card_type == CardType::Trap,
        TypeWord::Campaign => card_type == CardType::Campaign,
        TypeWord::Location => matches!(card_type, CardType::Location(_)),
        TypeWord::Equipment => matches!(card_type, CardType::Equipment(_)),
        TypeWord::Resource => card_type == CardType::Resource,
        TypeWord::Event => card_type == CardType::Event,
        TypeWord::Subordinate => matches!(card_type, CardType::Subordinate(_)),
        TypeWord::Reminder => card_type == CardType::Reminder,
    }
}

fn is_multi(card_type: CardType) -> bool {
    card_type.unit_arenas().as_ref().is_some_and(Arenas::is_multi)
}

/// The matching rule takes a line apart; most lines do not even hold the letters.
fn has_subtype(card: &Printing, wanted: &str) -> bool {
    let may_have = !card.subtypes.is_ascii() || in_ascii(card.subtypes.as_bytes(), wanted.as_bytes());
    may_have && card.has_subtype(wanted)
}

fn has_keyword(card: &Printing, keyword: Keyword) -> bool {
    // 1721.1: Elude is the former name of Precision.
    card.keywords.contains(keyword)
        || (keyword == Keyword::Precision && card.keywords.contains(Keyword::Elude))
}

fn is(property: Is, collection: &Collection, id: PrintingId) -> bool {
    let card = collection.get(id);
    match property {
        Is::Unique => card.name.is_unique(),
        Is::Nonunique => !card.name.is_unique(),
        Is::Promo => card.name.printing.is_some(),
        Is::Banned => has_mark(card, MarkKind::Banned),
        Is::Restricted => has_mark(card, MarkKind::Restricted),
        Is::Multi => is_multi(card.card_type),
        Is::Vanilla => card.text.is_empty(),
        Is::Unit => card.card_type.is_unit(),
        Is::Star => [card.speed, card.power, card.health].contains(&Stat::Star),
        Is::Pilot => card.keywords.contains(Keyword::Pilot),
        Is::Reprint => collection.printings_of(collection.card_of(id)).len() > 1,
        Is::Enforced => collection.is_by_hand(id) == Some(false),
        Is::ByHand => collection.is_by_hand(id) == Some(true),
    }
}

fn has_mark(card: &Printing, kind: MarkKind) -> bool {
    card.usage.marks.iter().any(|mark| mark.kind == kind)
}

fn has(thing: Has, card: &Printing) -> bool {
    match thing {
        Has::Text => !card.text.is_empty(),
        Has::Ruling => !card.usage.rulings.is_empty(),
        Has::Script => !card.script.is_empty(),
        Has::Subordinate => {
            let spawns = |command: &Command| matches!(command, Command::Spawn(_));
            card.script.iter().any(|button| button.commands.iter().any(spawns))
        }
    }
}

/// A card that lacks one of the values satisfies no comparison.
fn compares(card: &Printing, measure: Measure, op: Op, operand: Operand) -> bool {
    let own = measure.of(card);
    let other = match operand {
        Operand::Number(number) => Measured::Number(number),
        Operand::Measure(other) => other.of(card),
        Operand::Variable => return is_variable(own, op),
    };
    match (own, other) {
        (Measured::Number(own), Measured::Number(other)) => op.allows(own.cmp(&other)),
        (Measured::Variable | Measured::Missing, _) | (_, Measured::Variable | Measured::Missing) => false,
    }
}

fn is_variable(own: Measured, op: Op) -> bool {
    match own {
        Measured::Number(_) => op == Op::NotEqual,
        Measured::Variable => op == Op::Equal,
        Measured::Missing => false,
    }
}
