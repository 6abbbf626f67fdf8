//! Damage done and prevented.

use super::imperative;
use crate::grammar::amount::{
    is_value, read_expression, read_value, read_where_x, write_expression, write_value,
};
use crate::grammar::reference::{read_reference, write_reference};
use crate::grammar::selector::{read_pattern, read_selector, write_pattern, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Action, Amount, CombatAction, Damage, DamageAction, Effect, Optional, Player, Portion, Preventable,
    Reference, Selector, Share, X,
};

/// "this unit does 2 damage to ...", "do 3 dice of damage to ...", "prevent 2 damage to ...".
pub fn read(p: &mut Parser) -> Option<DamageAction> {
    (p.actor == Player::You).then_some(())?;
    if p.words("prevent") {
        return read_prevent(p);
    }
    if p.in_damage
        && let Some(change) = p.attempt(read_change)
    {
        return Some(change);
    }
    let source = if p.words("do") {
        Reference::This
    } else {
        let source = read_reference(p)?;
        (p.words("does") || p.words("do")).then_some(source)?
    };
    read_done_by(p, source)
}

/// "that unit may do 2 damage to ...": you decide.
pub fn read_may_do(p: &mut Parser) -> Option<Effect> {
    let source = read_reference(p)?;
    // "it may attack another unit in this arena": you decide.
    let attack = p.attempt(|p| {
        // A played card permits it for a while.
        (p.unstated.is_none() && p.words("may attack")).then_some(())?;
        let defender = read_selector(p).filter(|defender| matches!(defender, Selector::Choose(_)))?;
        p.sees(|p| p.words(".") || p.words(",") || p.at_end()).then_some(())?;
        let attacker = Selector::Known(source);
        let defender = super::combat::opposing(&attacker, defender);
        Some(CombatAction::Attack { attacker, defender })
    });
    if let Some(attack) = attack {
        let what = Box::new(p.step(attack.into()));
        return Some(Effect::Do { optional: Optional::May(Player::You), what, then: None, otherwise: None });
    }
    p.words("may do").then_some(())?;
    let action = read_done_by(p, source)?;
    let what = Box::new(p.step(action.into()));
    Some(Effect::Do { optional: Optional::May(Player::You), what, then: None, otherwise: None })
}

/// Writes what `read_may_do` reads of damage; `false` if it is something else.
pub fn write_may_do(w: &mut Writer, what: &Effect) -> Result<bool, Unwritable> {
    let Effect::Act(Action::Damage(DamageAction::Do { source, damage, to, share, preventable })) = what
    else {
        return Ok(false);
    };
    if *source == Reference::This {
        return Ok(false);
    }
    write_reference(w, *source)?;
    w.say("may do");
    write_done(w, damage, to, *share, preventable)?;
    w.step(what, None);
    Ok(true)
}

/// What follows "this unit does": how much, to whom.
pub fn read_done_by(p: &mut Parser, source: Reference) -> Option<DamageAction> {
    let (damage, preventable) = read_amount(p)?;
    let divided =
        p.one_of(&[", divided as you choose", "divided as you choose", "divided up as you choose"]).is_some();
    if divided {
        p.one_of(&["between", "among", ", between", ", among", "to"])?;
    } else {
        p.words("to").then_some(())?;
    }
    let to = read_selector(p)?;
    read_where_x(p);
    let share = if divided { Share::Divided } else { Share::Each };
    Some(DamageAction::Do { source, damage, to, share, preventable })
}

/// "double that damage", "it does 1 more damage", "do that damage to this unit": about damage that would be done.
fn read_change(p: &mut Parser) -> Option<DamageAction> {
    if p.words("double that damage") {
        return Some(DamageAction::MultiplyThat(2));
    }
    if p.words("do that damage to") {
        return read_selector(p).map(DamageAction::DoThatTo);
    }
    if p.words("increase that damage by") {
        return read_value(p).map(DamageAction::AddToThat);
    }
    read_reference(p)?;
    p.words("does").then_some(())?;
    let more = read_value(p)?;
    p.words("more damage").then_some(DamageAction::AddToThat(more))
}

/// "2 damage", "3 dice of damage", "damage equal to ...", "a die of damage", "2 unpreventable damage".
fn read_amount(p: &mut Parser) -> Option<(Damage, Preventable)> {
    let unpreventable = p.words("unpreventable");
    if p.words("damage equal to") {
        let preventable = if unpreventable { Preventable::No } else { Preventable::Yes };
        return read_expression(p).map(|amount| (Damage::Points(amount), preventable));
    }
    // "a number of dice of damage equal to her power": X dice.
    let counted = p.attempt(|p| {
        p.words("a number of dice of damage equal to").then_some(())?;
        (*p.x() == X::Chosen && !p.saw_x).then_some(())?;
        let amount = read_expression(p)?;
        p.saw_x = true;
        p.explain_x(X::Is(amount));
        Some(Damage::Dice(Amount::X))
    });
    if let Some(dice) = counted {
        return Some((dice, if unpreventable { Preventable::No } else { Preventable::Yes }));
    }
    let amount = if p.words("a") || p.words("an") { 1.into() } else { read_value(p)? };
    let preventable = if p.words("unpreventable") { Preventable::No } else { Preventable::Yes };
    if p.words("dice of damage") || p.words("die of damage") {
        return Some((Damage::Dice(amount), preventable));
    }
    p.words("damage").then_some((Damage::Points(amount), preventable))
}

fn read_prevent(p: &mut Parser) -> Option<DamageAction> {
    if p.words("that damage") || p.words("all of that damage") || p.words("all that damage") {
        return Some(DamageAction::PreventThat(Portion::All));
    }
    let of_that = p.attempt(|p| {
        let portion = read_portion(p)?;
        p.words("of that damage").then_some(DamageAction::PreventThat(portion))
    });
    if of_that.is_some() {
        return of_that;
    }
    let portion = read_portion(p)?;
    p.words("damage to").then_some(())?;
    let to = read_selector(p)?;
    let from = p.attempt(|p| {
        p.words("from").then_some(())?;
        read_pattern(p)
    });
    // Preventing for a while is a rule, not an action.
    (!p.sees(|p| p.words("until") || p.words("this turn"))).then_some(())?;
    read_where_x(p);
    Some(DamageAction::Prevent { portion, to, from })
}

fn read_portion(p: &mut Parser) -> Option<Portion> {
    if p.words("all but") {
        return read_value(p).map(Portion::AllBut);
    }
    if p.words("all") {
        return Some(Portion::All);
    }
    if p.words("up to") {
        return read_value(p).map(Portion::UpTo);
    }
    read_value(p).map(Portion::Exactly)
}

/// Writes what `read` reads; "can't be prevented" is a sentence of its own.
pub fn write(w: &mut Writer, action: &DamageAction) -> Written {
    imperative(w)?;
    match action {
        DamageAction::Do { source, damage, to, share, preventable } => {
            if *source == Reference::This {
                w.say("do");
            } else {
                write_reference(w, *source)?;
                w.say("does");
            }
            write_done(w, damage, to, *share, preventable)
        }
        DamageAction::Prevent { portion, to, from } => {
            w.say("prevent");
            write_portion(w, portion)?;
            w.say("damage to");
            write_selector(w, to)?;
            if let Some(from) = from {
                w.say("from");
                write_pattern(w, from, false)?;
            }
            Ok(())
        }
        DamageAction::PreventThat(Portion::All) => {
            w.say("prevent that damage");
            Ok(())
        }
        DamageAction::PreventThat(portion) => {
            w.say("prevent");
            write_portion(w, portion)?;
            w.say("of that damage");
            Ok(())
        }
        DamageAction::AddToThat(amount) => {
            w.say("increase that damage by");
            write_value(w, amount)
        }
        DamageAction::MultiplyThat(2) => {
            w.say("double that damage");
            Ok(())
        }
        DamageAction::MultiplyThat(_) => Err(Unwritable("this change of damage")),
        DamageAction::DoThatTo(to) => {
            w.say("do that damage to");
            write_selector(w, to)
        }
    }
}

/// What follows "does".
pub fn write_done(
    w: &mut Writer,
    damage: &Damage,
    to: &Selector,
    share: Share,
    preventable: &Preventable,
) -> Written {
    let unpreventable = if *preventable == Preventable::No { "unpreventable" } else { "" };
    match damage {
        Damage::Points(amount) if is_value(amount) => {
            write_value(w, amount)?;
            w.say(unpreventable);
            w.say("damage");
        }
        Damage::Points(amount) => {
            w.say(unpreventable);
            w.say("damage equal to");
            write_expression(w, amount)?;
        }
        Damage::Dice(amount) => {
            write_value(w, amount)?;
            w.say(unpreventable);
            w.say(if *amount == 1.into() { "die of damage" } else { "dice of damage" });
        }
    }
    w.say(match share {
        Share::Each => "to",
        Share::Divided => "divided as you choose among",
    });
    write_selector(w, to)
}

fn write_portion(w: &mut Writer, portion: &Portion) -> Written {
    match portion {
        Portion::Exactly(amount) => write_value(w, amount),
        Portion::UpTo(amount) => {
            w.say("up to");
            write_value(w, amount)
        }
        Portion::All => {
            w.say("all");
            Ok(())
        }
        Portion::AllBut(amount) => {
            w.say("all but");
            write_value(w, amount)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn damage() {
        for text in [
            "Do 2 damage to one of your opponent's units",
            "Do 3 dice of damage to the attacking unit",
            "The defending unit does 1 damage to the attacking unit",
            "Do 4 damage divided as you choose among any number of your opponent's units",
            "Prevent up to 3 damage to one of your Characters",
            "Prevent all damage to this unit from a Jedi",
            "Prevent 1 of that damage",
            "Prevent that damage",
            "Do 2 unpreventable damage to this unit",
        ] {
            both(text, read, write);
        }
    }

    #[test]
    fn damage_that_would_be_done() {
        for text in ["Double that damage", "Increase that damage by 2", "Do that damage to this unit"] {
            both(
                text,
                |p| {
                    p.in_damage = true;
                    read(p)
                },
                write,
            );
        }
    }
}
