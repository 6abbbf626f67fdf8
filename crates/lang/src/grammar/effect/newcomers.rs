//! "..., newcomers included": for the one Mission whose ruling says so (rule 1309.9).

use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Lasting, Newcomers, Rule, Selector};

/// After the duration of an effect on "each of your units"; without it, rules 1309.9 and 1309.10 apply.
pub fn read_newcomers(p: &mut Parser, rule: &Rule<Selector>) -> Option<Newcomers> {
    (concerns_each(rule) && p.words(", newcomers included")).then_some(Newcomers::Included)
}

/// Writes it if it departs from the rules.
pub fn write_newcomers(w: &mut Writer, lasting: &Lasting, usual: Newcomers) -> Written {
    match (lasting.newcomers, usual) {
        (own, usual) if own == usual => Ok(()),
        (Newcomers::Included, Newcomers::Excluded) if concerns_each(&lasting.rule) => {
            w.say(", newcomers included");
            Ok(())
        }
        (_, _) => Err(Unwritable("an effect on such newcomers")),
    }
}

fn concerns_each(rule: &Rule<Selector>) -> bool {
    matches!(rule, Rule::Cards { who: Selector::Each(_), .. })
}
