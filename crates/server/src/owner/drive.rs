//! What goes on by itself: the computer's answers, and the chances that players let pass.

use super::PAUSE;
use super::append::Taken;
use super::message::Condition;
use super::run::Owner;
use crate::pool::Thought;
use engine::Why;
use futures_util::future::BoxFuture;
use store::Number;
use table::setup::Pace;
use table::{By, Step};

/// A thought of the computer, and the step that it answers.
pub struct Thinking {
    /// The step.
    pub number: Number,
    /// The answer, when it comes.
    pub answer: BoxFuture<'static, u16>,
}

/// How many chances are passed before messages are looked at again.
pub const PASSES: usize = 32;

impl Owner {
    /// Starts what goes on by itself, as far as it isn't under way.
    pub(super) async fn drive(&mut self) {
        for _ in 0..PASSES {
            if self.condition != Condition::Well {
                self.thinking = None;
                return;
            }
            if self.table.is_scripted() {
                self.thinking = self.thinking.take().filter(|thinking| thinking.number == self.table.number);
                if self.thinking.is_none() {
                    self.thinking = self.taught();
                }
                return;
            }
            let Some((choice, _)) = self.table.settled() else { break };
            let step = Step::Answer { choice, by: By::Wish };
            match self.take(&[step], 0).await {
                Taken::Yes | Taken::Again => {}
                Taken::No(refusal) => {
                    tracing::warn!(game = &*self.game, ?refusal, "a player's standing pass was refused");
                }
            }
        }
        Box::pin(self.keep_time()).await;
        Box::pin(self.keep_presence()).await;
        let number = self.table.number;
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            return;
        }
        self.thinking = None;
        if self.table.computer_asked().is_none() || !self.leads().await {
            return;
        }
        let Some((who, level)) = self.table.computer_asked() else { return };
        let thought = Thought {
            of: self.game.to_string(),
            level: level.to_string(),
            game: self.table.game.clone(),
            who,
            seed: self.table.computer_seed(),
            answers: self.table.answers.len(),
        };
        let attacks = self.table.game.decision().is_some_and(|decision| decision.why == Why::Act);
        let pause = self.table.setup.pace == Pace::Calm && attacks && self.shared.is_watched();
        let thinkers = self.node.thinkers.clone();
        let answer = Box::pin(async move {
            if pause {
                tokio::time::sleep(PAUSE).await;
            }
            thinkers.think(thought).await
        });
        self.thinking = Some(Thinking { number, answer });
    }

    /// Whether this server goes on with the game. Where another does, the store says so, or says when it no longer does.
    pub(super) async fn leads(&mut self) -> bool {
        if !self.leads {
            match self.node.store.claim(&self.game).await {
                Ok(claimed) => self.leads = claimed,
                Err(error) => {
                    tracing::warn!(game = &*self.game, %error, "nobody knows who goes on with a game");
                }
            }
        }
        self.leads
    }

    /// The computer has an answer.
    pub(super) async fn thought(&mut self, number: Number, choice: u16) {
        self.thinking = None;
        if number != self.table.number || self.condition != Condition::Well {
            return;
        }
        let steps = self.prepared(choice);
        if let Taken::No(refusal) = self.take(&steps, 0).await {
            tracing::warn!(game = &*self.game, ?refusal, "the computer's answer was refused");
        }
    }
}
