//! Players: "you", "your opponent", "each player", "its owner", and whose something is.

use super::first::PLAYER;
use super::reference::{read_owner_reference, write_owner_reference};
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::Role;
use vocab::ability::Player;

/// A player as the subject of a verb.
pub fn read_player(p: &mut Parser) -> Option<Player> {
    p.may_begin(PLAYER).then_some(())?;
    if let Some(picked) = p.picked
        && p.one_of(&["that player", "the chosen player", "he or she", "they"]).is_some()
    {
        return Some(picked).filter(|_| p.lower() != "'s");
    }
    // "If a player controls an arena, he or she ...": it may be both.
    if p.third == Player::Any && p.sees(|p| p.one_of(&["he or she", "they", "that player"]).is_some()) {
        return None;
    }
    p.choice(&[
        ("your opponent", Player::Opponent),
        ("each player", Player::Each),
        ("that player", Player::That),
        ("any player", Player::Any),
        ("a player", Player::Any),
        ("you", Player::You),
        ("he or she", p.other()),
        ("they", p.other()),
        ("the dark side player", Player::InRole(Role::Dark)),
        ("the light side player", Player::InRole(Role::Light)),
    ])
    .or_else(|| {
        // "the Dark Side gets -1 build point".
        p.attempt(|p| {
            let side = p.choice(&[("the dark side", Role::Dark), ("the light side", Role::Light)])?;
            p.sees(|p| p.one_of(&["gets", "gains", "loses"]).is_some()).then_some(Player::InRole(side))
        })
    })
    .filter(|_| p.lower() != "'s")
    .or_else(|| {
        p.attempt(|p| {
            let of = read_owner_reference(p)?;
            p.choice(&[("owner", Player::OwnerOf(of)), ("controller", Player::ControllerOf(of))])
        })
    })
}

/// Writes what `read_player` reads.
pub fn write_player(w: &mut Writer, player: Player) -> Written {
    match player {
        Player::You => w.say("you"),
        Player::Opponent => w.say("your opponent"),
        Player::Each => w.say("each player"),
        Player::Any => w.say("a player"),
        Player::That => w.say("that player"),
        Player::ControllerOf(of) => {
            write_owner_reference(w, of)?;
            w.say("controller");
        }
        Player::OwnerOf(of) => {
            write_owner_reference(w, of)?;
            w.say("owner");
        }
        Player::InRole(Role::Dark) => w.say("the Dark Side player"),
        Player::InRole(Role::Light) => w.say("the Light Side player"),
    }
    Ok(())
}

/// Whose: "your", "your opponent's", "their".
pub fn read_owner(p: &mut Parser) -> Option<Player> {
    p.may_begin(PLAYER).then_some(())?;
    if let Some(picked) = p.picked
        && p.one_of(&["that player's", "the chosen player's", "his or her", "their"]).is_some()
    {
        return Some(picked);
    }
    p.choice(&[
        ("your opponent's", Player::Opponent),
        ("your", Player::You),
        ("each player's", Player::Each),
        ("that player's", Player::That),
        ("a player's", Player::Any),
        ("any player's", Player::Any),
        ("the dark side player's", Player::InRole(Role::Dark)),
        ("the light side player's", Player::InRole(Role::Light)),
    ])
    .or_else(|| (p.words("his or her") || p.words("their")).then(|| p.other()))
    .or_else(|| {
        p.attempt(|p| {
            let of = read_owner_reference(p)?;
            let player =
                p.choice(&[("owner", Player::OwnerOf(of)), ("controller", Player::ControllerOf(of))])?;
            p.words("'s").then_some(player)
        })
    })
}

/// Writes what `read_owner` reads.
pub fn write_owner(w: &mut Writer, player: Player) -> Written {
    if w.actor == Player::Each && player == Player::That {
        w.say("their");
        return Ok(());
    }
    match player {
        Player::You => w.say("your"),
        _ => {
            write_player(w, player)?;
            w.say("'s");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_owner, read_player, write_owner, write_player};
    use crate::testing::both;

    #[test]
    fn players() {
        for text in ["you", "your opponent", "each player", "that player"] {
            both(text, read_player, |w, player| write_player(w, *player));
        }
        for text in ["your", "your opponent's", "each player's"] {
            both(text, read_owner, |w, player| write_owner(w, *player));
        }
    }
}
