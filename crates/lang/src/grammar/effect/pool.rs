//! Force and build points gained and lost.

use super::{say_verb, verb};
use crate::grammar::amount::{read_amount_of, read_where_x, write_amount_of};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Action, Amount, Player, Pool};

const NOUNS: [(&str, Pool); 3] =
    [("force", Pool::Force), ("build points", Pool::BuildPoints), ("build point", Pool::BuildPoints)];

/// "gain 2 Force", "loses 1 build point", "gain Force equal to ...".
pub fn read(p: &mut Parser) -> Option<Action> {
    p.attempt(|p| {
        let gets = verb(p, "get", "gets")
            && p.sees(|p| p.words("+") || p.words("-") || p.words("a number of build points"));
        let less = gets && p.words("-");
        let gain = !less && (gets || verb(p, "gain", "gains"));
        if !gain && !less {
            verb(p, "lose", "loses").then_some(())?;
        }
        p.words("+");
        if !gain
            && !gets
            && p.one_of(&[
                "all of his or her force",
                "all their force",
                "all of their force",
                "all his or her force",
                "all of your force",
            ])
            .is_some()
        {
            let whose = if p.actor == Player::Each { Player::That } else { p.actor };
            return Some(Action::Lose(p.actor, Pool::Force, Amount::ForceTotal(whose)));
        }
        let (amount, pool) = read_amount_of(p, &NOUNS)?;
        read_where_x(p);
        // Build points only last for this turn anyway (rule 104.3).
        if pool == Pool::BuildPoints {
            p.words("this turn");
        }
        let who = p.actor;
        Some(if gain { Action::Gain(who, pool, amount) } else { Action::Lose(who, pool, amount) })
    })
}

/// "... and 1 Force": the same action with the other pool.
pub fn read_second(p: &mut Parser, first: &Action) -> Option<Action> {
    (p.words("and") || p.words(", and")).then_some(())?;
    let (amount, pool) = read_amount_of(p, &NOUNS)?;
    match first {
        Action::Gain(who, other, _) if *other != pool => Some(Action::Gain(*who, pool, amount)),
        Action::Lose(who, other, _) if *other != pool => Some(Action::Lose(*who, pool, amount)),
        _ => None,
    }
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &Action) -> Written {
    let (who, pool, amount) = match action {
        Action::Gain(who, pool, amount) => {
            say_verb(w, "gain", "gains");
            (*who, *pool, amount)
        }
        Action::Lose(who, pool, amount) => {
            say_verb(w, "lose", "loses");
            (*who, *pool, amount)
        }
        _ => return Err(Unwritable("this as a gain")),
    };
    if who != w.actor {
        return Err(Unwritable("a gain of somebody else"));
    }
    let (one, many) = match pool {
        Pool::Force => ("Force", "Force"),
        Pool::BuildPoints => ("build point", "build points"),
    };
    write_amount_of(w, amount, one, many)
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn gains() {
        for text in [
            "Gain 2 Force",
            "Lose 1 build point",
            "Gain 1 Force for each Jedi you have in any arena",
            "Gain Force equal to the number of cards in your hand",
        ] {
            both(text, read, write);
        }
    }
}
