//! Subordinates: "take 2 20/2/1 Foundry Drone Subordinates with '...' and put them into the Ground arena".

use super::destination::{read_destination, write_destination};
use crate::grammar::amount::{read_value, write_value};
use crate::grammar::clause::{read_given, write_given};
use crate::grammar::keyword::read_keyword_ability;
use crate::grammar::selector::read_selector;
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{Ability, AbilityKind, Amount, CardAction, Destination, Token, Wrapper};

/// The whole creation.
pub fn read(p: &mut Parser) -> Option<CardAction> {
    super::verb(p, "take", "takes").then_some(())?;
    let amount = if p.words("a") || p.words("an") { Amount::Number(1) } else { read_value(p)? };
    let speed = p.number()?;
    p.words("/").then_some(())?;
    let power = p.number()?;
    p.words("/").then_some(())?;
    let health = p.number()?;
    let name = read_name(p)?;
    let abilities = if p.words("with") { read_abilities(p)? } else { Vec::new() };
    (p.words("and") || p.words(", and") || p.words(",")).then_some(())?;
    let to = if p.words("stack it") {
        (p.words("beneath") || p.words("under")).then_some(())?;
        Destination::Stack(read_selector(p)?)
    } else {
        p.one_of(&["put it", "put them", "put him", "put her"])?;
        let pilots = abilities.iter().any(is_pilot);
        match p.attempt(read_destination) {
            Some(to) => to,
            // "Take 1 ... Subordinate with 'Transport Pilot ...' and put it on one of your Transports".
            None if pilots && p.words("on") => {
                let on = read_selector(p)?;
                p.words("as a pilot");
                Destination::Piloting(on)
            }
            None => return None,
        }
    };
    matches!(to, Destination::Arena(..) | Destination::Piloting(_) | Destination::Stack(_)).then_some(())?;
    Some(CardAction::Create(
        amount,
        Box::new(Token { name: name.into(), speed, power, health, abilities }),
        to,
    ))
}

fn is_pilot(ability: &Ability) -> bool {
    matches!(ability.kind, AbilityKind::Wrapper(Wrapper::Pilot(_)))
}

/// The words up to "Subordinate".
fn read_name(p: &mut Parser) -> Option<String> {
    let mut name = String::new();
    for _ in 0..8 {
        if p.words("subordinates") || p.words("subordinate") {
            return (!name.is_empty()).then_some(name);
        }
        let word = p.written();
        let starts_well = word.starts_with(|c: char| c.is_alphanumeric() || c == '\'');
        if word.is_empty() || !starts_well || matches!(word, "with" | "and") {
            break;
        }
        if !name.is_empty() && word != "'s" {
            name.push(' ');
        }
        name.push_str(word);
        p.advance(1);
    }
    p.expect("`Subordinate`");
    None
}

fn read_abilities(p: &mut Parser) -> Option<Vec<Ability>> {
    let one =
        |p: &mut Parser| p.attempt(read_given).or_else(|| read_keyword_ability(p).map(Ability::keyword));
    let mut abilities = vec![one(p)?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","])?;
        one(p)
    }) {
        abilities.push(next);
    }
    Some(abilities)
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, amount: &Amount, token: &Token, to: &Destination) -> Written {
    let one = *amount == Amount::Number(1);
    super::say_verb(w, "take", "takes");
    write_value(w, amount)?;
    w.say(format!("{}", token.speed));
    w.say("/");
    w.say(format!("{}", token.power));
    w.say("/");
    w.say(format!("{}", token.health));
    w.say(&*token.name);
    w.say(if one { "Subordinate" } else { "Subordinates" });
    if !token.abilities.is_empty() {
        w.say("with");
        w.list(&token.abilities, "and", write_given)?;
    }
    w.say(if one { "and put it" } else { "and put them" });
    write_destination(w, to)
}
