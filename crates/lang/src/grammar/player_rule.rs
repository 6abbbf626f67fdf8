//! What is true of players: "your opponent can't gain Force", "your opponent plays with their hand revealed".

use super::activity::write_player_activity;
use super::condition::{read_condition, write_condition};
use super::place::read_arena;
use super::player::{read_player, write_player};
use super::rule::modality_word;
use super::who::Who;
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{Activity, Condition, Filter, Modality, Place, Player, PlayerActivity, Rule};

/// The ways to say that a player's hand stays revealed; the canonical words come first.
const HAND_REVEALED: [&str; 6] = [
    "plays with their hand revealed",
    "plays with his or her hand revealed",
    "plays his or her hand revealed",
    "plays with his or her hand face-up",
    "plays with their hand face-up",
    "play with your hand revealed",
];

/// The ways to say that a player's cards can be seen while they're built; the canonical words come first.
pub const BUILT_FACE_UP: [&str; 8] = [
    "builds cards face-up",
    "builds all cards face-up",
    "builds each of his or her cards face-up",
    "builds his or her cards face-up",
    "builds their cards face-up",
    "build all cards face-up",
    "build his or her cards face-up",
    "build cards face-up",
];

/// "Your opponent can't gain Force as long as ...".
pub fn read<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    let who = read_player(p)?;
    if let Some(rule) = p.attempt(|p| read_retreat_from(p, who)) {
        return Some(rule);
    }
    if p.one_of(&HAND_REVEALED).is_some() {
        let activity = PlayerActivity::RevealHand;
        let condition = p.attempt(read_player_condition);
        return Some(Rule::Players { who, modality: Modality::Must, activity, condition });
    }
    if p.one_of(&BUILT_FACE_UP).is_some() {
        // They still count as face-down cards.
        p.words(". the cards are still considered \" face-down \"");
        let activity = PlayerActivity::RevealBuild;
        let condition = p.attempt(read_player_condition);
        return Some(Rule::Players { who, modality: Modality::Must, activity, condition });
    }
    let modality =
        p.choice(&[("can't", Modality::Cant), ("must", Modality::Must), ("can", Modality::Can)])?;
    let activity = if let Some(filter) = p.attempt(|p| {
        (p.words("play") || p.words("deploy")).then_some(())?;
        super::filter::read_filter(p)
    }) {
        PlayerActivity::Play(filter)
    } else if p.words("look at") {
        match super::place::read_place_name(p)? {
            place @ Place::Hand(_) => PlayerActivity::LookAt(place),
            _ => return None,
        }
    } else if p.words("control") {
        PlayerActivity::ControlArena(read_arena(p)?)
    } else {
        p.choice(&[
            ("gain force", PlayerActivity::GainForce),
            ("draw cards", PlayerActivity::Draw),
            ("search a deck", PlayerActivity::Search),
            ("retreat units", PlayerActivity::Retreat),
            ("win the game", PlayerActivity::Win),
            ("lose the game", PlayerActivity::Lose),
        ])?
    };
    activity.takes(modality).then_some(())?;
    let condition = p.attempt(read_player_condition);
    Some(Rule::Players { who, modality, activity, condition })
}

fn read_player_condition(p: &mut Parser) -> Option<Condition> {
    (p.words("as long as") || p.words("if")).then_some(())?;
    read_condition(p)
}

/// "Your opponent can't retreat units from the Space arena": your opponent's units there can't retreat.
fn read_retreat_from<S: Who>(p: &mut Parser, who: Player) -> Option<Rule<S>> {
    p.words("can't retreat").then_some(())?;
    let _ = p.words("any") || p.words("his or her") || p.words("their") || p.words("your");
    let filter = super::filter::read_filter(p)?;
    let plain = filter == Filter::units();
    (!plain && filter.control.is_none()).then_some(())?;
    let _ = p.attempt(|p| {
        p.words("during").then_some(())?;
        super::player::read_owner(p)?;
        p.words("retreat step").then_some(())
    });
    Some(Rule::cant(S::each(filter.of(who)), Activity::Retreat))
}

/// Writes what `read` reads.
pub fn write(
    w: &mut Writer,
    who: Player,
    modality: Modality,
    activity: &PlayerActivity,
    condition: Option<&Condition>,
) -> Written {
    write_player(w, who)?;
    match (modality, activity) {
        (Modality::Must, PlayerActivity::RevealHand) => w.say(HAND_REVEALED[0]),
        (Modality::Must, PlayerActivity::RevealBuild) => w.say(BUILT_FACE_UP[0]),
        _ => {
            w.say(modality_word(modality)?);
            write_player_activity(w, activity)?;
        }
    }
    if let Some(condition) = condition {
        w.say("as long as");
        write_condition(w, condition)?;
    }
    Ok(())
}
