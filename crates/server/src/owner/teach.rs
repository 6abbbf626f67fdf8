//! A lesson at a table: the owner gives the answers of the course that aren't the learner's, and
//! remembers wrong ones.

use super::command::Planned;
use super::drive::Thinking;
use super::run::Owner;
use crate::learned::{Learned, Taken};
use crate::lesson::{Answered, Scene, Taught, steps};
use std::time::Duration;
use table::setup::Pace;
use table::{By, Step};

/// How long the table waits before it gives an answer of the course, so that people can follow.
const PAUSE: Duration = Duration::from_millis(800);

/// What the coach has to say to wrong answers. After a restart it is forgotten; how far the learner has come isn't.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coached {
    /// After which step of the log.
    number: u32,
    /// What the coach said to the last wrong answer.
    said: Option<String>,
    /// How many wrong answers there were to this question.
    misses: u8,
}

impl Coached {
    /// The same, if nothing has happened since.
    pub fn now(&self, number: u32) -> Coached {
        if self.number == number { self.clone() } else { Coached { number, ..Coached::default() } }
    }

    /// What the coach said to the last wrong answer.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// How many wrong answers there were to this question.
    pub const fn misses(&self) -> u8 {
        self.misses
    }
}

impl Owner {
    /// The lesson of the table.
    fn lesson(&self) -> Option<&Taught> {
        let id = &self.table.setup.lesson.as_ref()?.id;
        self.node.world.lessons().iter().find(|taught| taught.lesson.scenario.id == *id)
    }

    /// The answer that the table gives now, after a pause; nothing while the learner is to do something.
    pub(super) fn taught(&self) -> Option<Thinking> {
        let Scene::Plays(own) = self.lesson()?.scene(&self.table) else { return None };
        let (choice, calm) = (own.choice, self.table.setup.pace == Pace::Calm && self.shared.is_watched());
        let answer = Box::pin(async move {
            if calm {
                tokio::time::sleep(PAUSE).await;
            }
            choice
        });
        Some(Thinking { number: self.table.number, answer })
    }

    /// The steps of an answer that the table gives.
    pub(super) fn prepared(&self, choice: u16) -> Vec<Step> {
        let scene = self.lesson().filter(|_| self.table.is_scripted()).map(|own| own.scene(&self.table));
        match scene {
            Some(Scene::Plays(own)) => steps(own, By::Computer),
            _ => vec![Step::Answer { choice, by: By::Computer }],
        }
    }

    /// What becomes of answers of the learner's.
    pub(super) fn learned(&mut self, given: Vec<Step>) -> Planned {
        let mut tried = self.table.clone();
        let mut taken = Vec::new();
        let mut said = None;
        if let Some(taught) = self.lesson() {
            for step in given {
                let Step::Answer { choice, .. } = step else { continue };
                let (own, goes_on) = match taught.answered(&tried, choice) {
                    Answered::Right(steps) => (steps, true),
                    Answered::Detour(steps) => (steps, false),
                    Answered::Said(text) => {
                        said = Some(text.to_string());
                        break;
                    }
                };
                if own.iter().any(|step| tried.apply(step).is_err()) {
                    break;
                }
                taken.extend(own);
                if !goes_on {
                    break;
                }
            }
        }
        // Of several answers in one click either all are right, or none is given.
        if let Some(said) = said {
            let before = self.coached.now(self.table.number);
            self.coached = Coached { said: Some(said), misses: before.misses.saturating_add(1), ..before };
            return Planned::Aside;
        }
        Planned::Steps(taken)
    }

    /// The learner goes on, or answers the coach.
    pub(super) fn went_on(&mut self, words: &str) -> Planned {
        let Some(taught) = self.lesson() else { return Planned::Done };
        match taught.scene(&self.table) {
            Scene::Says(_) => Planned::Steps(vec![Step::Heard]),
            Scene::Asks(_, question) if question.answer == words => Planned::Steps(vec![Step::Heard]),
            Scene::Asks(_, question) => {
                let said = question.others.iter().find(|(other, _)| other == words);
                let said = said.map(|(_, text)| text.clone());
                let before = self.coached.now(self.table.number);
                self.coached = Coached { said, misses: before.misses.saturating_add(1), ..before };
                Planned::Aside
            }
            Scene::Back(_, to) => {
                let to = u32::try_from(to).unwrap_or(u32::MAX);
                Planned::Steps(vec![Step::Back { to }])
            }
            Scene::Decides(..) | Scene::Plays(_) | Scene::Done(_) | Scene::Changed => Planned::Done,
        }
    }

    /// Keeps in the learner's record that the lesson was taken to its end.
    pub(super) fn learn(&self) {
        let (Some(lesson), Some((role, taken))) = (&self.table.setup.lesson, Taken::at(&self.table)) else {
            return;
        };
        let Some(holder) = self.table.seats[role].clone() else { return };
        let (store, game, what) = (self.node.store.clone(), self.game.clone(), lesson.id.clone());
        // If it can't be kept now, it is when the game is opened next.
        tokio::spawn(async move {
            let known = Learned::of(&*store, &holder).await;
            if known.as_ref().is_ok_and(|known| known.lesson(&what) >= Some(taken)) {
                return;
            }
            if let Err(error) = store.learn(&holder, what, taken.word().into()).await {
                tracing::warn!(game = &*game, %error, "what was learned can't be saved");
            }
        });
    }
}
