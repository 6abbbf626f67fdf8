//! Limits of cards: "an extra Pilot", "up to 6 cards in its stack".

use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Change, Limit, LimitOf};

/// "'s stack can have 1 extra card in it".
pub fn read_roomy_stack(p: &mut Parser) -> Option<Vec<Change>> {
    p.words("stack can have").then_some(())?;
    let n = u8::try_from(p.number()?).ok()?;
    p.one_of(&["extra card in it", "extra cards in it"])?;
    Some(vec![Change::Limit(LimitOf::StackedCards, Limit::Extra(n))])
}

/// "an extra Pilot", "up to 2 Pilots", "up to 6 cards in its stack".
pub fn read(p: &mut Parser) -> Option<Change> {
    if p.words("only one copy in a stack") {
        return Some(Change::Limit(LimitOf::CopiesInStack, Limit::UpTo(1)));
    }
    if p.one_of(&[
        "more than 4 cards in its stack",
        "more than 4 cards in his stack",
        "more than 4 cards in her stack",
    ])
    .is_some()
    {
        return Some(Change::Limit(LimitOf::StackedCards, Limit::None));
    }
    let limit = if p.words("an extra") || p.words("an additional") {
        Limit::Extra(1)
    } else if p.words("any number of") {
        Limit::None
    } else if let Some(extra) = p.attempt(|p| {
        let n = u8::try_from(p.number()?).ok()?;
        p.words("extra").then_some(n)
    }) {
        Limit::Extra(extra)
    } else {
        p.words("up to").then_some(())?;
        let n = u8::try_from(p.number()?).ok()?;
        if p.words("extra") { Limit::Extra(n) } else { Limit::UpTo(n) }
    };
    let of = p.choice(&[
        ("pilots", LimitOf::Pilots),
        ("pilot", LimitOf::Pilots),
        ("cards in its stack", LimitOf::StackedCards),
        ("card in its stack", LimitOf::StackedCards),
        ("card in his stack", LimitOf::StackedCards),
        ("card in her stack", LimitOf::StackedCards),
        ("cards in his stack", LimitOf::StackedCards),
        ("cards in her stack", LimitOf::StackedCards),
        ("cards in their stack", LimitOf::StackedCards),
    ])?;
    // "on it" adds nothing: Pilots are always on a unit.
    let _ = of == LimitOf::Pilots && p.words("on it");
    Some(Change::Limit(of, limit))
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, of: LimitOf, limit: Limit) -> Written {
    if (of, limit) == (LimitOf::CopiesInStack, Limit::UpTo(1)) {
        w.say("only one copy in a stack");
        return Ok(());
    }
    let one = matches!(limit, Limit::Extra(1));
    w.say(match limit {
        Limit::UpTo(n) => format!("up to {n}"),
        Limit::Extra(1) => "an extra".to_string(),
        Limit::Extra(n) => format!("up to {n} extra"),
        Limit::None => "any number of".to_string(),
    });
    w.say(match of {
        LimitOf::Pilots if one => "Pilot",
        LimitOf::Pilots => "Pilots",
        LimitOf::StackedCards if one => "card in its stack",
        LimitOf::StackedCards => "cards in its stack",
        LimitOf::Copies | LimitOf::CopiesInStack => return Err(Unwritable("copies among other limits")),
    });
    Ok(())
}
