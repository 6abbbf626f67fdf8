//! Playing cards and abilities: what can be played when, costs, disrupt (rules 1304, 1306, 1308).

mod announce;
mod chances;
mod fit;
mod offers;
mod stages;
mod uses;

pub(crate) use announce::announced;
pub(crate) use chances::{Chances, Sort};
pub(crate) use fit::{may_be_chosen, may_be_completed, prevents};
pub(crate) use offers::{begin, can_be_played, may_offer, notice_moment, offers, play_card};
pub(crate) use uses::{Period, Used, count_use, hand_over, notice, period_ends, turn_ends, uses};

use crate::catalog::AbilityId;
use crate::change::By;
use crate::decision::{Ask, Choice};
use crate::event::What;
use crate::frame::{self, Flow};
use crate::game::Game;
use crate::pop::{self, Chance};
use crate::state::{Register, Slot};
use crate::trigger::{self, About};
use vocab::Role;

/// What is tried and can be disrupted (rule 1308.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tried {
    /// Nothing.
    #[default]
    Nothing,
    /// An attack by this unit (rule 1105.4).
    Attack(Slot),
    /// A Battle card, a Mission or another card that is played or completed.
    Card(Slot),
    /// The deployment of this unit (rule 704.3).
    Deployment(Slot),
    /// An activated ability of this card; an Equip is one (rule 1002.5).
    Ability(Slot, AbilityId),
    /// A disrupt by this card (rule 1308.4).
    Disrupt(Slot),
}

/// Something that is tried, and whether it was disrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Try {
    /// What.
    pub what: Tried,
    /// By whom.
    pub who: Role,
    /// Whether it was disrupted (rule 1308.2).
    pub disrupted: bool,
}

impl Default for Try {
    fn default() -> Try {
        Try { what: Tried::Nothing, who: Role::Dark, disrupted: false }
    }
}

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

/// Ends the disrupt chance: what became of it is left in the register.
pub(crate) fn close(game: &mut Game) {
    let disrupted = game.state.tries.pop().is_some_and(|tried| tried.disrupted);
    game.state.register = if disrupted { Register::Disrupted } else { Register::Empty };
}

/// Whether what was tried has been disrupted: read once, by the frame that opened the chance.
pub(crate) fn was_disrupted(game: &mut Game) -> bool {
    std::mem::take(&mut game.state.register) == Register::Disrupted
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

/// A stage of playing something (rule 1306.1); what is played is in the last context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// X is chosen (rule 1304.8).
    X(Chance),
    /// A mode is chosen (rule 1306.4).
    Mode(Chance),
    /// The Enhance texts are declared one after another (rule 1722.3).
    Enhance(u8),
    /// Everything that the text tells to choose, one choice after another.
    Targets(u8),
    /// What was chosen is kept.
    Keep(u8),
    /// The costs are paid, one list after another.
    Pay(u8),
    /// The disrupt chance is over.
    Tried,
    /// It resolves, one text after another.
    Resolve(u8),
    /// It has been dealt with.
    Finish,
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
