//! What a card counts as: "treat this unit as a Republic Soldier", "treat it as a Light Side unit".

use super::class::article;
use super::who::Who;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Side;
use vocab::ability::{Change, Grant, Rule};

/// "Treat this unit as a Jedi".
pub fn read_treated<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("treat").then_some(())?;
    let who = S::read(p)?;
    p.words("as").then_some(())?;
    // "as if her name is Ilara Venn".
    let named = p.attempt(|p| {
        p.words("if").then_some(())?;
        p.one_of(&["its name", "his name", "her name"])?;
        p.one_of(&["is", "were"])?;
        p.card_name().map(|name| Grant::Name(name.into()))
    });
    if let Some(name) = named {
        return Some(Rule::gets(who, [name]));
    }
    let _ = p.words("a") || p.words("an");
    let mut grants = vec![read_identity(p)?];
    // "a Republic Soldier": both of them.
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", and", "and", ","]);
        let _ = p.words("a") || p.words("an");
        read_identity(p)
    }) {
        grants.push(next);
    }
    p.words("unit");
    Some(Rule::gets(who, grants))
}

fn read_identity(p: &mut Parser) -> Option<Grant> {
    if let Some(side) =
        p.choice(&[("light side", Side::Light), ("dark side", Side::Dark), ("neutral", Side::Neutral)])
    {
        return Some(Grant::Side(side));
    }
    if let Some(name) = p.card_name() {
        return Some(Grant::Name(name.into()));
    }
    p.subtype(0).map(|subtype| Grant::Subtype(subtype.into()))
}

/// "Treat this unit as a Jedi": whether the rule is of that sort. The caller knows whether it works everywhere.
pub fn write_treated<S: Who>(w: &mut Writer, rule: &Rule<S>) -> Written {
    let Rule::Cards { who, changes, condition: None } = rule else {
        return Err(Unwritable("this rule in every zone"));
    };
    w.say("treat");
    who.write(w)?;
    w.say("as");
    w.list(changes, "and", |w, change| match change {
        Change::Gets(Grant::Subtype(word) | Grant::Name(word)) => {
            w.say(article(&word.to_ascii_lowercase()));
            w.say(&**word);
            Ok(())
        }
        Change::Gets(Grant::Side(side)) => {
            w.say(match side {
                Side::Light => "a Light Side",
                Side::Dark => "a Dark Side",
                Side::Neutral => "a Neutral",
                Side::YuuzhanVong => return Err(Unwritable("this side")),
            });
            Ok(())
        }
        _ => Err(Unwritable("this identity")),
    })
}
