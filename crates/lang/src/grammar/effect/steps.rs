//! Steps added to the turn: "There is another Ground battle step this turn".

use super::imperative;
use crate::grammar::place::{read_arena, write_arena};
use crate::grammar::player::{read_owner, write_owner};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Arena;
use vocab::ability::{ArenaRef, Player, StepAction};

/// Another battle step, or a build step that continues.
pub fn read(p: &mut Parser) -> Option<StepAction> {
    (p.actor == Player::You && !p.bare).then_some(())?;
    if p.words("there is another") {
        let named = p.choice(&[
            ("space battle step", Arena::Space),
            ("ground battle step", Arena::Ground),
            ("character battle step", Arena::Character),
        ]);
        let arena = match named {
            Some(arena) => ArenaRef::the(arena),
            None => {
                p.words("battle step in").then_some(())?;
                read_arena(p)?
            }
        };
        p.words("this turn");
        return Some(StepAction::Battle(arena));
    }
    let who = read_owner(p)?;
    p.words("build step continues after").then_some(())?;
    let other = read_owner(p)?;
    let pair = matches!((who, other), (Player::You, Player::Opponent) | (Player::Opponent, Player::You));
    (pair && p.words("build step")).then_some(StepAction::Build(who))
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &StepAction) -> Written {
    imperative(w)?;
    match action {
        StepAction::Battle(arena) => {
            w.say("there is another battle step in");
            write_arena(w, *arena)?;
            w.say("this turn");
        }
        StepAction::Build(who) => {
            let other = match who {
                Player::You => Player::Opponent,
                Player::Opponent => Player::You,
                _ => return Err(Unwritable("the build step of this player")),
            };
            write_owner(w, *who)?;
            w.say("build step continues after");
            write_owner(w, other)?;
            w.say("build step");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn further_steps() {
        for text in [
            "There is another battle step in the Ground arena this turn",
            "Your build step continues after your opponent's build step",
        ] {
            both(text, read, write);
        }
    }
}
