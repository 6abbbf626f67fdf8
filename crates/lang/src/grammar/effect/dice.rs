//! Dice on the table: added, changed, rolled in a different number.

use super::{say_verb, verb};
use crate::grammar::amount::{read_value, write_value};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{Amount, Dice, DiceAction, Quantity, Reference};

/// "attack dice": those of the present attack, never the roll for build points (rule 1201.2).
const ATTACK: Dice = Dice::OfAttackBy(Reference::Attacker);

/// "roll 1 more attack die", "change 1 die to a 6", "add 1 to each attack die", "roll only 2 attack dice".
pub fn read(p: &mut Parser) -> Option<DiceAction> {
    if let Some(action) = p.attempt(|p| {
        verb(p, "roll", "rolls").then_some(())?;
        let only = p.words("only");
        let dice = read_value(p)?;
        (only || p.words("more")).then_some(())?;
        (p.words("attack dice") || p.words("attack die")).then_some(())?;
        if only {
            let _ = p.words("for this attack") || p.words("for that attack");
            return Some(DiceAction::RollOnly(ATTACK, dice));
        }
        Some(DiceAction::Add(ATTACK, dice))
    }) {
        return Some(action);
    }
    if let Some(action) = p.attempt(|p| {
        verb(p, "change", "changes").then_some(())?;
        let up_to = p.words("up to");
        let count = if p.words("one") { 1.into() } else { read_value(p)? };
        let which = if p.words("attack") { ATTACK } else { Dice::Any };
        (p.words("dice") || p.words("die")).then_some(())?;
        p.one_of(&["to a", "to"])?;
        let to = u8::try_from(p.number()?).ok().filter(|to| (1..=6).contains(to))?;
        let quantity = if up_to { Quantity::UpTo(count) } else { Quantity::Exactly(count) };
        Some(DiceAction::Change(which, quantity, to))
    }) {
        return Some(action);
    }
    p.attempt(|p| {
        let sign =
            if verb(p, "add", "adds") { 1 } else { verb(p, "subtract", "subtracts").then_some(-1_i16)? };
        let number = p.number()?;
        p.words(if sign == 1 { "to each attack die" } else { "from each attack die" }).then_some(())?;
        Some(DiceAction::Modify(ATTACK, Amount::Number(sign * number)))
    })
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &DiceAction) -> Written {
    let dice = |amount: &Amount| if *amount == 1.into() { "attack die" } else { "attack dice" };
    match action {
        DiceAction::Add(ATTACK, of) => {
            say_verb(w, "roll", "rolls");
            write_value(w, of)?;
            w.say("more");
            w.say(dice(of));
        }
        DiceAction::RollOnly(ATTACK, of) => {
            say_verb(w, "roll", "rolls");
            w.say("only");
            write_value(w, of)?;
            w.say(dice(of));
        }
        DiceAction::Change(which @ (ATTACK | Dice::Any), quantity, to) => {
            say_verb(w, "change", "changes");
            let of = match quantity {
                Quantity::Exactly(of) => of,
                Quantity::UpTo(of) => {
                    w.say("up to");
                    of
                }
                Quantity::Between(..) | Quantity::AnyNumber | Quantity::All => {
                    return Err(Unwritable("a change of so many dice"));
                }
            };
            write_value(w, of)?;
            let plain = if *of == 1.into() { "die" } else { "dice" };
            w.say(if *which == ATTACK { dice(of) } else { plain });
            w.say(format!("to a {to}"));
        }
        DiceAction::Modify(ATTACK, Amount::Number(n)) => {
            if *n < 0 {
                say_verb(w, "subtract", "subtracts");
                w.say(format!("{} from each attack die", -n));
            } else {
                say_verb(w, "add", "adds");
                w.say(format!("{n} to each attack die"));
            }
        }
        DiceAction::Add(..)
        | DiceAction::RollOnly(..)
        | DiceAction::Change(..)
        | DiceAction::Modify(..)
        | DiceAction::Roll(..)
        | DiceAction::Reroll(..) => return Err(Unwritable("this change of dice")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn changes_of_dice() {
        for text in [
            "Roll 1 more attack die",
            "Roll 2 more attack dice",
            "Roll only 1 attack die",
            "Change 1 attack die to a 6",
            "Change 1 die to a 6",
            "Change up to 2 attack dice to a 1",
            "Add 1 to each attack die",
            "Subtract 1 from each attack die",
        ] {
            both(text, read, write);
        }
    }
}
