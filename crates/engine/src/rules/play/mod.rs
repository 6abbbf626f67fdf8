//! Playing cards and abilities: what can be played when, costs, disrupt (rules 1304, 1306, 1308).

mod announce;
mod fit;
mod later;
mod offers;
mod preventing;
mod refusal;
mod stages;
mod uses;

pub(crate) use crate::facts::chances::{Chances, Sort};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice};
use crate::records::event::What;
use crate::records::frame;
use crate::records::frame::Flow;
pub(crate) use crate::records::play::{Frame, Period, Tried, Try};
use crate::records::pop::Chance;
use crate::records::state::{Report, Slot};
use crate::records::trigger::About;
use crate::rules::change::By;
use crate::rules::{pop, trigger};
pub(crate) use announce::{announced, prices};
pub(crate) use fit::{may_be_chosen, may_be_completed, prevents};
pub(crate) use later::{keep_fitting, keep_fitting_arenas};
pub(crate) use offers::{begin, can_be_played, may_offer, notice_moment, offers, play_card};
pub(crate) use preventing::is_preventing;
pub(crate) use refusal::refused;
pub(crate) use uses::{count_use, hand_over, notice, period_ends, turn_ends, uses};

use vocab::Role;

/// Opens the disrupt chance of something that is tried; `was_disrupted` then says what became of it.
pub(crate) fn open(game: &mut Game, what: Tried, who: Role) -> frame::Frame {
    if game.state.tries.push(Try { what, who, disrupted: false }).is_err() {
        game.stop();
    }
    pop::Frame::new(Chance::Disrupt).into()
}

/// The same for a card that is completed, and what comes after it: texts step in before the chance (rule 1310.1).
pub(crate) fn open_completion(
    game: &mut Game,
    what: Tried,
    (who, card): (Role, Slot),
    after: frame::Frame,
) -> Flow {
    let chance = open(game, what, who);
    match trigger::would(game, About::Complete(who, card)) {
        Some(above) => {
            game.push(after);
            game.push(chance);
            Flow::Next(above)
        }
        None => Flow::Push(after, chance),
    }
}

/// Ends the disrupt chance, and reports what became of it.
pub(crate) fn close(game: &mut Game) {
    let disrupted = game.state.tries.pop().is_some_and(|tried| tried.disrupted);
    game.state.report = Report::Tried { disrupted };
}

/// Whether what was tried has been disrupted: read once, by the frame that opened the chance.
pub(crate) fn was_disrupted(game: &mut Game) -> bool {
    std::mem::take(&mut game.state.report) == Report::Tried { disrupted: true }
}

/// Disrupts what is being tried; whether there was something (rule 1308.2).
pub(crate) fn disrupt(game: &mut Game, by: By) -> bool {
    let Some(tried) = game.state.tries.last_mut() else { return false };
    if tried.disrupted {
        return false;
    }
    tried.disrupted = true;
    let card = match tried.what {
        Tried::Nothing => None,
        Tried::Attack(card)
        | Tried::Card(card)
        | Tried::Deployment(card)
        | Tried::Ability(card, _)
        | Tried::Disrupt(card) => Some(card),
    };
    if let Some(card) = card {
        game.note(What::Disrupted(card), by.rule, by.card);
    }
    true
}

/// Whether a chance is over before both have passed: what is to be disrupted has been disrupted (rule 1315).
pub(crate) fn is_settled(game: &Game, chance: Chance) -> bool {
    chance == Chance::Disrupt && game.state.tries.last().is_some_and(|tried| tried.disrupted)
}

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        stages::step(self, game)
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        stages::ask(self, game, choices)
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        stages::chosen(self, game, choice)
    }
}
