//! What people can do at a table, and which steps follow from it.

use super::message::{Order, Refusal};
use engine::state::Ending;
use fair::Digest;
use store::{Invitation, Number};
use table::setup::{Undo, Watching};
use table::stops::{Hold, Span, Wishes};
use table::{Fairness, Misfit, Row, Stage, Step, Table, Token};
use vocab::Role;

/// What somebody can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Answer with a run of choices.
    Answer(Vec<u16>),
    /// In a lesson: go on, or answer the coach's question with these words.
    GoOn(String),
    /// Pass everything until then.
    Hold(Hold),
    /// Don't be asked about a card for a while; without one, be asked about all of them again.
    Silence(Option<(Token, Span)>),
    /// Take back one's own last answer, or ask to.
    Undo,
    /// Agree to a takeback, or decline.
    Agree(bool),
    /// Concede (rule 1502.8).
    Concede,
    /// Concede the match that the game is part of, and the game with it.
    ConcedeMatch,
    /// Claim the match of somebody who doesn't come to its next game.
    ClaimMatch,
    /// Offer a draw.
    OfferDraw,
    /// Agree to a draw, or decline.
    AnswerDraw(bool),
    /// Claim the game of somebody who has left it (rule 1502.14).
    Claim,
    /// End a game that has hardly begun, without a result.
    Abort,
    /// Play again; the name that the next table gets, if nobody has asked yet.
    Again(String),
    /// Go on at another table, which is laid.
    MoveOn(String),
    /// Take a free seat, under a name.
    Sit(Role, String),
    /// Take a free seat, under a name, and go on at another table with a deck of one's own.
    SitWithDeck(Role, String, String),
    /// Commit seats to secrets.
    Commit(Vec<(Role, Digest)>),
    /// Reveal the secrets of seats.
    Reveal(Vec<(Role, Digest)>),
    /// Commit all of one's seats to a secret made from typed words, and reveal it at once.
    Words(String),
    /// End a game that doesn't fit the rules any more, without a result.
    Abandon,
    /// End a lab table, because its visitor has set up newer ones.
    MakeRoom,
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
    /// Say something to the others who watch.
    Remark(String),
    /// Don't show what the other player writes any more, or show it again.
    Mute(bool),
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
    let is_for_strangers =
        matches!(order.command, Command::Sit(..) | Command::SitWithDeck(..) | Command::Remark(_));
    if table.seats_of(by).is_empty() && !is_for_strangers {
        return Err(Refusal::NoSeat);
    }
    if let Some(number) = order.number
        && number != table.number
    {
        let place = number.checked_sub(from).map_or(usize::MAX, |place| place as usize);
        // What an answer used up of the clock stands before it, and who has come or left changes no question.
        let beside = |row: &&Row| !matches!(&*row.kind, "spent" | "away" | "here");
        match recent.iter().skip(place).find(beside) {
            Some(row) if is_repeated(order, row) => return Ok(Planned::Done),
            None if place < recent.len() => {}
            Some(_) | None => return Err(Refusal::Stale),
        }
    }
    if order.number.is_none() && order.request != 0 && recent.iter().any(|row| row.request == order.request) {
        return Ok(Planned::Done);
    }
    match &order.command {
        Command::Answer(path) => {
            let who = acting(table, by)?;
            table.run(who, path).map(Planned::Steps).map_err(refusal)
        }
        Command::Hold(_) | Command::Silence(Some(_)) if table.is_scripted() => Err(Refusal::Untimely),
        Command::Hold(_) | Command::Silence(Some(_)) => {
            let who = acting(table, by)?;
            if table.asked() == Some(who) { Ok(Planned::Aside) } else { Err(Refusal::NotAsked) }
        }
        Command::Undo if table.setup.undo == Undo::Never => Err(Refusal::NothingBack),
        Command::Undo => {
            let role = acting(table, by)?;
            let to = u32::try_from(table.back_to(role).ok_or(Refusal::NothingBack)?).unwrap_or(u32::MAX);
            let asks =
                table.setup.is_for_two() && table.is_taken(role.other()) && table.seats_of(by).len() == 1;
            // Asking again and again is asking once.
            if asks && table.take_back.is_some_and(|(asker, _)| asker == role) {
                return Ok(Planned::Done);
            }
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
        // What was done already is done, however often it is sent.
        Command::Concede | Command::Claim | Command::AnswerDraw(true)
            if is_ended(table, by, &order.command) =>
        {
            Ok(Planned::Done)
        }
        Command::Abort if table.abandoned => Ok(Planned::Done),
        Command::ConcedeMatch => {
            let role = acting(table, by)?;
            let up = Step::GiveUp { role };
            match table.stands() {
                None => Err(Refusal::Untimely),
                Some(stands) if stands.winner == Some(role.other()) => Ok(Planned::Done),
                Some(stands) if stands.winner.is_some() => Err(Refusal::Untimely),
                Some(_) if table.abandoned || table.game.outcome().is_some() => Ok(Planned::Steps(vec![up])),
                Some(_) if table.stage() == Stage::Begun => {
                    Ok(Planned::Steps(vec![Step::Concede { role }, up]))
                }
                // The next game hasn't begun, and won't.
                Some(_) => Ok(Planned::Steps(vec![up, Step::Abandon])),
            }
        }
        Command::ClaimMatch => {
            let role = acting(table, by)?;
            let fairness = before_game(table)?;
            let has_come = |seat: Role| {
                fairness.commitment(seat).is_some()
                    && (fairness.transcript().is_none() || fairness.entropy(seat).is_some())
            };
            if table.abandoned || !table.is_within_match() || !has_come(role) || has_come(role.other()) {
                return Err(Refusal::Untimely);
            }
            Ok(Planned::Steps(vec![Step::GiveUp { role: role.other() }, Step::Abandon]))
        }
        Command::Concede | Command::OfferDraw | Command::AnswerDraw(_)
            if table.stage() != Stage::Begun
                || table.game.outcome().is_some()
                || table.abandoned
                || table.is_scripted() =>
        {
            Err(Refusal::Untimely)
        }
        Command::Concede => {
            let role = acting(table, by)?;
            Ok(Planned::Steps(vec![Step::Concede { role }]))
        }
        Command::OfferDraw => {
            let role = acting(table, by)?;
            match table.draw {
                // Who offers what is offered agrees.
                Some(offers) if offers != role => Ok(Planned::Steps(vec![Step::AgreeDraw { role }])),
                Some(_) => Ok(Planned::Done),
                None if !table.setup.is_for_two() => Err(Refusal::Alone),
                None if !table.may_offer_draw(role) => Err(Refusal::Untimely),
                None => {
                    let turn = u32::from(table.game.whole().turn);
                    Ok(Planned::Steps(vec![Step::OfferDraw { role, turn }]))
                }
            }
        }
        Command::AnswerDraw(yes) => {
            let role = acting(table, by)?;
            match table.draw {
                Some(offers) if offers != role => {
                    let step = if *yes { Step::AgreeDraw { role } } else { Step::DeclineDraw { role } };
                    Ok(Planned::Steps(vec![step]))
                }
                _ => Err(Refusal::NobodyAsks),
            }
        }
        Command::Claim => {
            let role = acting(table, by)?;
            if table.game.outcome().is_some() || table.abandoned || !table.may_claim(role) {
                return Err(Refusal::Untimely);
            }
            Ok(Planned::Steps(vec![Step::Claim { role }]))
        }
        Command::Abort if !table.may_abort() => Err(Refusal::Untimely),
        Command::Abort => Ok(Planned::Steps(vec![Step::Abandon])),
        Command::Again(_) | Command::MoveOn(_) if table.game.outcome().is_none() => Err(Refusal::Untimely),
        Command::Again(game) => match table.seats_of(by)[..] {
            [role] if table.again[role] => Ok(Planned::Done),
            [role] => Ok(Planned::Steps(vec![Step::AskAgain { role, game: game.clone() }])),
            [..] => Err(Refusal::NoSeat),
        },
        Command::MoveOn(_) if table.moved_on.is_some() => Ok(Planned::Done),
        Command::MoveOn(to) => Ok(Planned::Steps(vec![Step::MoveOn { to: to.clone() }])),
        Command::Sit(seat, name) | Command::SitWithDeck(seat, name, _) => {
            let Some(holder) = &order.by else { return Err(Refusal::NoSeat) };
            if table.seats[*seat].as_ref() == Some(holder) {
                return Ok(Planned::Done);
            }
            if table.stage() != Stage::Laid && matches!(order.command, Command::SitWithDeck(..)) {
                return Err(Refusal::Untimely);
            }
            if table.is_taken(*seat) {
                return Err(Refusal::Taken);
            }
            if table.seats_of(by).contains(&seat.other()) {
                return Err(Refusal::SitsAlready);
            }
            let sit = Step::Sit { seat: *seat, holder: holder.clone(), name: Some(name.clone()) };
            Ok(Planned::Steps(match &order.command {
                // Nobody plays here any more.
                Command::SitWithDeck(_, _, to) => vec![sit, Step::MoveOn { to: to.clone() }, Step::Abandon],
                _ => vec![sit],
            }))
        }
        Command::Commit(all) => {
            let fairness = before_game(table)?;
            let own = own_seats(table, by, all)?;
            let fresh = own.filter(|(seat, digest)| fairness.commitment(*seat) != Some(digest));
            promised(table, fresh.map(|(seat, digest)| Step::Commit { seat, digest }).collect())
        }
        Command::Reveal(all) => {
            // The last reveal begins the game: repeating it is harmless.
            if table.stage() == Stage::Begun {
                return Ok(Planned::Done);
            }
            let fairness = before_game(table)?;
            let own = own_seats(table, by, all)?;
            let fresh = own.filter(|(seat, entropy)| fairness.entropy(*seat) != Some(entropy));
            promised(table, fresh.map(|(seat, entropy)| Step::Reveal { seat, entropy }).collect())
        }
        Command::Words(words) => {
            let (fairness, entropy) = (before_game(table)?, fair::entropy_of_words(words));
            let seats = table.seats_of(by).into_iter();
            let steps = seats.filter(|seat| fairness.entropy(*seat) != Some(&entropy)).flat_map(|seat| {
                let digest = fairness.commitment_of(seat, &entropy);
                [Step::Commit { seat, digest }, Step::Reveal { seat, entropy }]
            });
            promised(table, steps.collect())
        }
        Command::Abandon | Command::MakeRoom if table.abandoned => Ok(Planned::Done),
        Command::MakeRoom if table.setup.scratch.is_none() || table.game.outcome().is_some() => {
            Err(Refusal::Untimely)
        }
        Command::Abandon | Command::MakeRoom => Ok(Planned::Steps(vec![Step::Abandon])),
        Command::Invite(invitation) => match table.seats_of(by)[..] {
            [role] if role != invitation.seat && table.setup.is_for_two() => {
                if table.is_taken(invitation.seat) { Err(Refusal::Taken) } else { Ok(Planned::Aside) }
            }
            [] => Err(Refusal::NoSeat),
            [..] => Err(Refusal::Taken),
        },
        Command::GoOn(_) if table.setup.lesson.is_none() => Err(Refusal::Untimely),
        Command::GoOn(_) | Command::Wishes(_) | Command::Silence(None) => {
            acting(table, by).map(|_| Planned::Aside)
        }
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
        Command::Remark(_) => match (by, &table.seats_of(by)[..]) {
            (None, _) => Err(Refusal::NoSeat),
            (Some(_), []) if table.setup.watching == Watching::Nobody => Err(Refusal::NoSeat),
            (Some(_), []) => Ok(Planned::Aside),
            (Some(_), [..]) => Err(Refusal::Plays),
        },
        Command::Say(_) | Command::Mute(_) => match table.seats_of(by)[..] {
            [_] if table.setup.is_for_two() => Ok(Planned::Aside),
            [_] => Err(Refusal::Alone),
            [..] => Err(Refusal::NoSeat),
        },
    }
}

/// Whether somebody has ended the game in just this way.
fn is_ended(table: &Table, by: Option<&str>, command: &Command) -> bool {
    let ended = |ending: Ending| table.game.outcome() == Some(ending.outcome());
    match command {
        Command::Concede => table.seats_of(by).into_iter().any(|role| ended(Ending::Concession(role))),
        Command::Claim => table.seats_of(by).into_iter().any(|role| ended(Ending::Absence(role.other()))),
        _ => ended(Ending::Agreement),
    }
}

/// What has become of the promise of a table that hasn't begun.
fn before_game(table: &Table) -> Result<&Fairness, Refusal> {
    let waits = table.stage() != Stage::Begun && table.moved_on.is_none();
    table.fairness.as_ref().filter(|_| waits).ok_or(Refusal::Untimely)
}

/// What somebody says about seats, if the seats are theirs.
fn own_seats(
    table: &Table,
    by: Option<&str>,
    all: &[(Role, Digest)],
) -> Result<impl Iterator<Item = (Role, Digest)>, Refusal> {
    let seats = table.seats_of(by);
    if all.iter().all(|(seat, _)| seats.contains(seat)) {
        Ok(all.iter().copied())
    } else {
        Err(Refusal::NoSeat)
    }
}

/// Steps of the promise with what follows from them; nothing to do if they were done before.
fn promised(table: &Table, steps: Vec<Step>) -> Result<Planned, Refusal> {
    if steps.is_empty() {
        return Ok(Planned::Done);
    }
    table.with_consequences(steps).map(Planned::Steps).map_err(refusal)
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
        Misfit::Committed | Misfit::Revealed => Refusal::OtherSecret,
        Misfit::Terms | Misfit::Untimely => Refusal::Untimely,
        Misfit::Trail { .. } => Refusal::Frozen,
    }
}
