//! Games between computer players, with each question as it came up.

use ai::Player;
use engine::state::{ByRole, Moment};
use engine::{Event, Game, What};
use sim::Batch;
use std::sync::atomic::{AtomicBool, Ordering};
use vocab::Role;

/// A question of a game, with what led to it since its step began.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The game at the question.
    pub game: &'a Game,
    /// The game at the first question of the step.
    pub begun: &'a Game,
    /// What was answered since, in a battle step.
    pub since: &'a [Given],
}

/// An answer that was given.
#[derive(Clone, Debug)]
pub struct Given {
    /// The game before it.
    pub game: Game,
    /// The answer.
    pub answer: usize,
    /// The dice that were rolled after it; nothing if some of them weren't told.
    pub dice: Option<Vec<u8>>,
}

/// How a game ended that was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// It was played to its end.
    Whole,
    /// Somebody stopped it.
    Stopped,
}

/// Plays a game of a batch and shows every question to `look` before it is answered.
pub fn watch(
    batch: &Batch,
    number: u64,
    stop: &AtomicBool,
    look: &mut dyn FnMut(&Asked<'_>),
) -> Result<Watched, engine::SetupError> {
    let game = Game::new(batch.catalog.clone(), &batch.setup(number))?;
    let (dark, seed) = (batch.dark(number), batch.seed_of(number));
    let mut players = ByRole::from_fn(|role| {
        let of = if role == Role::Dark { dark } else { dark.other() };
        Player::new(batch.of(of).player, seed ^ (0x5EED + of as u64))
    });
    let mut answers = |game: &mut Game| {
        let who = game.asked()?.who;
        Some(players[who].choose(game.seat(who)))
    };
    Ok(walk(game, &mut answers, stop, look))
}

/// Goes through a game and shows every question to `look` before `next` answers it, for as long as it does.
pub fn walk(
    mut game: Game,
    next: &mut dyn FnMut(&mut Game) -> Option<usize>,
    stop: &AtomicBool,
    look: &mut dyn FnMut(&Asked<'_>),
) -> Watched {
    let mut now: Option<(u16, Moment)> = None;
    let (mut begun, mut since) = (game.clone(), Vec::new());
    while game.asked().is_some() {
        if stop.load(Ordering::Relaxed) {
            return Watched::Stopped;
        }
        game.forget_events();
        let moment = (game.whole().turn, game.whole().moment);
        if now != Some(moment) {
            now = Some(moment);
            begun = game.clone();
            since.clear();
        }
        look(&Asked { game: &game, begun: &begun, since: &since });
        let before = matches!(moment.1, Moment::BattleStep(_)).then(|| game.clone());
        let Some(answer) = next(&mut game) else { break };
        // Dice that lay ready are rolled like others.
        let rolled = |game: &Game| i64::from(game.dice_by_chance()) - game.laid_dice() as i64;
        let until = rolled(&game);
        if game.answer(answer).is_err() {
            break;
        }
        if let Some(before) = before {
            let rolled = rolled(&game) - until;
            since.push(Given { game: before, answer, dice: dice(&game.take_events(), rolled) });
        }
    }
    Watched::Whole
}

/// The dice of these events, if they tell all that were rolled.
fn dice(events: &[Event], rolled: i64) -> Option<Vec<u8>> {
    let told = |again: bool| -> Vec<u8> {
        let one = |event: &Event| match event.what {
            What::Die { natural } => Some(natural),
            What::Rerolled { to, .. } if again => Some(to),
            _ => None,
        };
        events.iter().filter_map(one).collect()
    };
    [true, false].into_iter().map(told).find(|dice| dice.len() as i64 == rolled)
}
