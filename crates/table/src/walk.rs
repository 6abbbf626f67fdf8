//! Going through a game once more: its answers one after the other, its replay, and what lists say about it.

use crate::live::{NOT_BEGUN, Stage, Table};
use engine::state::{Outcome, Sealed};
use engine::{EVERY, Game, Replay, ReplayError};
use std::sync::Arc;

impl Table {
    /// Goes through the game once more, from its beginning to its last answer.
    pub fn walk(&self, mut look: impl FnMut(&mut Game)) -> Result<(), ReplayError> {
        let mut game = self.begun_game(self.keys().cloned().map(|keys| keys as Arc<dyn Sealed>))?;
        look(&mut game);
        for (place, (_, answer)) in self.answers.iter().enumerate() {
            self.prepare(&mut game, place);
            let refused = |reason| ReplayError::Answer { number: place + 1, reason };
            game.answer(usize::from(*answer)).map_err(refused)?;
            look(&mut game);
        }
        if let Some((ending, _)) = self.ended {
            game.end(ending);
            look(&mut game);
        }
        Ok(())
    }

    /// The engine's game after this many answers, with all its events: to tell the story to somebody.
    pub fn retold(&self, answers: usize) -> Result<Game, ReplayError> {
        let sealed = self.keys().cloned().map(|keys| keys as Arc<dyn Sealed>);
        let mut game = self.begun_game(sealed)?;
        for (place, (_, answer)) in self.answers.iter().enumerate().take(answers) {
            self.prepare(&mut game, place);
            let refused = |reason| ReplayError::Answer { number: place + 1, reason };
            game.answer(usize::from(*answer)).map_err(refused)?;
        }
        if let Some((ending, _)) = self.ended
            && answers >= self.answers.len()
        {
            game.end(ending);
        }
        Ok(game)
    }

    /// The answers as numbers.
    pub fn numbers(&self) -> Vec<u16> {
        self.answers.iter().map(|(_, answer)| *answer).collect()
    }

    /// The replay with its hashes, to be checked by anybody.
    pub fn replay(&self) -> Result<Replay, ReplayError> {
        let mut replay = self.setup.replay(self.numbers());
        let mut game =
            Game::new(self.game.shared_catalog().clone(), &replay.setup(self.game.shared_catalog())?)?;
        for (i, answer) in replay.answers.iter().enumerate() {
            let number = i + 1;
            game.answer(usize::from(*answer)).map_err(|reason| ReplayError::Answer { number, reason })?;
            if number.is_multiple_of(EVERY) {
                replay.hashes.push(game.whole().stable_hash());
            }
        }
        replay.hashes.push(game.whole().stable_hash());
        Ok(replay)
    }

    /// What lists of games say about this one.
    pub fn note(&self) -> String {
        let [dark, light] = [&self.setup.dark, &self.setup.light];
        let turn = self.game.whole().turn;
        if let Some(lesson) = &self.setup.lesson {
            return format!("{}, {}{}", lesson.id, lesson.name, if self.is_over() { ": done" } else { "" });
        }
        let game = format!("{} against {}", dark.deck, light.deck);
        match self.game.outcome() {
            Some(Outcome::Won(who, _)) => {
                format!("{game}: {} won in turn {turn}", self.setup.player(who).name)
            }
            Some(Outcome::Draw(_)) => format!("{game}: a draw"),
            Some(Outcome::Stopped) => format!("{game}: stopped"),
            None if self.stage() != Stage::Begun => format!("{game}{NOT_BEGUN}"),
            None if turn == 0 => format!("{game}, setup"),
            None => format!("{game}, turn {turn}"),
        }
    }
}
