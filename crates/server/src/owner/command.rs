//! What people can do at a table, and which steps come of it.

use super::message::{Order, Refusal};
use store::{Invitation, Number};
use table::stops::Wishes;
use table::{Misfit, Row, Step, Table};
use vocab::Role;

/// What somebody can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Answer with a run of choices.
    Answer(Vec<u16>),
    /// Pass everything until the next attack.
    Hold,
    /// Take the own last answer back, or ask for it.
    Undo,
    /// Agree to a takeback, or decline.
    Agree(bool),
    /// Take a free seat, under a name.
    Sit(Role, String),
    /// Invite to a free seat.
    Invite(Invitation),
    /// Wishes for all games.
    Wishes(Wishes),
    /// Wishes that a browser kept: for a player who has not said anything else here.
    Prefer(Wishes),
    /// The other player has the shared screen now.
    Screen(Role),
    /// Say something to the other player.
    Say(String),
}

/// What a command comes to.
pub enum Planned {
    /// It was done before.
    Done,
    /// Steps to append.
    Steps(Vec<Step>),
    /// Nothing that is stored in the log.
    Aside,
}

/// The seat that somebody acts for: at a shared screen the one that is asked and has the screen.
pub fn acting(table: &Table, by: Option<&str>) -> Result<Role, Refusal> {
    match table.seats_of(by)[..] {
        [] => Err(Refusal::NoSeat),
        [one] => Ok(one),
        [..] => match (table.asked(), table.screen) {
            (Some(asked), Some(screen)) if asked == screen => Ok(asked),
            (Some(_), _) => Err(Refusal::HandOver),
            (None, screen) => Ok(screen.unwrap_or(Role::Light)),
        },
    }
}

/// What a command comes to at a table. `recent` are the last rows of the log, the first of which has number `from`.
pub fn plan(table: &Table, order: &Order, recent: &[Row], from: Number) -> Result<Planned, Refusal> {
    let by = order.by.as_deref();
    // Strangers learn nothing, not even the number of the step.
    if table.seats_of(by).is_empty() && !matches!(order.command, Command::Sit(..)) {
        return Err(Refusal::NoSeat);
    }
    if let Some(number) = order.number
        && number != table.number
    {
        let row = number.checked_sub(from).and_then(|place| recent.get(place as usize));
        return match row {
            Some(row) if is_repeated(order, row) => Ok(Planned::Done),
            _ => Err(Refusal::Stale),
        };
    }
    if order.number.is_none() && order.request != 0 && recent.iter().any(|row| row.request == order.request) {
        return Ok(Planned::Done);
    }
    match &order.command {
        Command::Answer(path) => {
            let who = acting(table, by)?;
            table.run(who, path).map(Planned::Steps).map_err(refusal)
        }
        Command::Hold => {
            let who = acting(table, by)?;
            if table.asked() == Some(who) { Ok(Planned::Aside) } else { Err(Refusal::NotAsked) }
        }
        Command::Undo => {
            let role = acting(table, by)?;
            let to = u32::try_from(table.back_to(role).ok_or(Refusal::NothingBack)?).unwrap_or(u32::MAX);
            let asks =
                table.setup.is_for_two() && table.is_taken(role.other()) && table.seats_of(by).len() == 1;
            Ok(Planned::Steps(vec![if asks { Step::AskBack { role, to } } else { Step::Back { to } }]))
        }
        Command::Agree(yes) => {
            let role = acting(table, by)?;
            match table.take_back {
                Some((asks, to)) if asks != role => {
                    let to = u32::try_from(to).unwrap_or(u32::MAX);
                    Ok(Planned::Steps(vec![if *yes {
                        Step::Back { to }
                    } else {
                        Step::DeclineBack { role }
                    }]))
                }
                _ => Err(Refusal::NobodyAsks),
            }
        }
        Command::Sit(seat, name) => {
            let Some(holder) = &order.by else { return Err(Refusal::NoSeat) };
            if table.seats[*seat].as_ref() == Some(holder) {
                return Ok(Planned::Done);
            }
            if table.is_taken(*seat) {
                return Err(Refusal::Taken);
            }
            if table.seats_of(by).contains(&seat.other()) {
                return Err(Refusal::SitsAlready);
            }
            Ok(Planned::Steps(vec![Step::Sit {
                seat: *seat,
                holder: holder.clone(),
                name: Some(name.clone()),
            }]))
        }
        Command::Invite(invitation) => match table.seats_of(by)[..] {
            [role] if role != invitation.seat && table.setup.is_for_two() => {
                if table.is_taken(invitation.seat) { Err(Refusal::Taken) } else { Ok(Planned::Aside) }
            }
            [] => Err(Refusal::NoSeat),
            [..] => Err(Refusal::Taken),
        },
        Command::Wishes(_) => acting(table, by).map(|_| Planned::Aside),
        Command::Prefer(_) => match table.seats_of(by)[..] {
            [] => Err(Refusal::NoSeat),
            [..] => Ok(Planned::Aside),
        },
        Command::Screen(role) => {
            if table.seats_of(by).contains(role) {
                Ok(Planned::Aside)
            } else {
                Err(Refusal::NoSeat)
            }
        }
        Command::Say(_) => match table.seats_of(by)[..] {
            [_] if table.setup.is_for_two() => Ok(Planned::Aside),
            [_] => Err(Refusal::Alone),
            [..] => Err(Refusal::NoSeat),
        },
    }
}

/// Whether a row of the log is what an order asks for: the same request, and for an answer the same choice.
fn is_repeated(order: &Order, row: &Row) -> bool {
    let same = order.request != 0 && row.request == order.request;
    match &order.command {
        Command::Answer(path) => same && path.first().is_some_and(|choice| u32::from(*choice) == row.value),
        _ => same,
    }
}

/// Why a step that doesn't fit is refused.
pub fn refusal(misfit: Misfit) -> Refusal {
    match misfit {
        Misfit::Taken => Refusal::Taken,
        Misfit::NotAsked => Refusal::NotAsked,
        Misfit::Refused(_) => Refusal::NoSuchChoice,
        Misfit::NothingBack => Refusal::NothingBack,
        Misfit::Replay(error) => Refusal::Unreadable(error.to_string()),
    }
}
