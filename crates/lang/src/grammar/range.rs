//! Ranges of numbers: "2 or more", "at most X", "less than its power", "1, 2 or 6", "an even number".

use super::amount::{is_value, read_expression, read_value, write_expression, write_value};
use crate::parser::Parser;
use crate::token::Kind;
use crate::writer::{Writer, Written};
use vocab::ability::{Amount, Range};

/// "2 or more", "3 or less", "at least 2", "1 or 2", "exactly 2" and a bare number; "higher" and "lower" also occur.
pub fn read_range(p: &mut Parser) -> Option<Range> {
    if p.words("at least") {
        return read_value(p).map(Range::AtLeast);
    }
    if p.words("exactly") {
        return read_value(p).map(Range::Exactly);
    }
    if p.words("no more than") {
        return read_value(p).map(Range::AtMost);
    }
    if p.words("equal to or less than") || p.words("less than or equal to") {
        return read_expression(p).map(Range::AtMost);
    }
    if p.words("equal to or greater than") || p.words("greater than or equal to") {
        return read_expression(p).map(Range::AtLeast);
    }
    if p.words("more than") || p.words("greater than") || p.words("higher than") {
        return read_expression(p).map(Range::MoreThan);
    }
    if p.words("less than") || p.words("fewer than") || p.words("lower than") {
        return read_expression(p).map(Range::LessThan);
    }
    if let Some(parity) = p.choice(&[
        ("an even number", Range::Even),
        ("an odd number", Range::Odd),
        ("even number", Range::Even),
        ("odd number", Range::Odd),
    ]) {
        return Some(parity);
    }
    let value = read_value(p)?;
    if p.words("or more") || p.words("or higher") || p.words("or greater") {
        return Some(Range::AtLeast(value));
    }
    if p.words("or less") || p.words("or lower") || p.words("or fewer") {
        return Some(Range::AtMost(value));
    }
    if let Amount::Number(first) = value {
        let mut numbers = vec![first];
        while let Some(next) = p.attempt(|p| {
            p.one_of(&[", or", "or", ","])?;
            p.words("a");
            // "..., one of your units" isn't another number in the list.
            matches!(p.peek()?.kind, Kind::Number(_)).then_some(())?;
            p.number()
        }) {
            numbers.push(next);
        }
        if numbers.len() > 1 {
            return Some(Range::OneOf(numbers));
        }
    }
    Some(Range::Exactly(value))
}

/// Writes what `read_range` reads.
pub fn write_range(w: &mut Writer, range: &Range) -> Written {
    match range {
        Range::Exactly(value) => write_value(w, value),
        Range::AtLeast(value) if is_value(value) => {
            write_value(w, value)?;
            w.say("or more");
            Ok(())
        }
        Range::AtMost(value) if is_value(value) => {
            write_value(w, value)?;
            w.say("or less");
            Ok(())
        }
        Range::AtLeast(value) => {
            w.say("greater than or equal to");
            write_expression(w, value)
        }
        Range::AtMost(value) => {
            w.say("less than or equal to");
            write_expression(w, value)
        }
        Range::MoreThan(value) => {
            w.say("more than");
            write_expression(w, value)
        }
        Range::LessThan(value) => {
            w.say("less than");
            write_expression(w, value)
        }
        Range::OneOf(values) => w.list(values, "or", |w, value| {
            w.say(value.to_string());
            Ok(())
        }),
        Range::Odd => {
            w.say("an odd number");
            Ok(())
        }
        Range::Even => {
            w.say("an even number");
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read_range, write_range};
    use crate::testing::both;
    use vocab::ability::Range;

    #[test]
    fn ranges() {
        assert_eq!(both("2 or more", read_range, write_range), Range::at_least(2));
        assert_eq!(both("1 or 2", read_range, write_range), Range::OneOf(vec![1, 2]));
        assert_eq!(both("1, 2 or 6", read_range, write_range), Range::OneOf(vec![1, 2, 6]));
        both("less than this unit's speed", read_range, write_range);
    }
}
