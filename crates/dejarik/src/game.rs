//! A game in words: questions, answers, and what happens.

use crate::deck::{Deck, Unplayable};
use crate::open::{Cards, CompileError};
use ai::{Budget, Hint, Player};
use engine::state::{Options, Outcome, Seed};
use engine::{Decision, Event, Refused, SetupError, View, Viewer};
use std::fmt;
use thiserror::Error;
use vocab::{Edition, Role, RuleNumber};

/// A game about to start: two decks and what else you choose.
#[derive(Clone, Debug)]
#[must_use = "a game starts with `start`"]
pub struct Setup<'a> {
    cards: &'a Cards,
    dark: &'a Deck,
    light: &'a Deck,
    seed: Seed,
    options: Options,
}

/// A game that can't start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The cards can't be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A deck has cards that can't be played.
    #[error(transparent)]
    Deck(#[from] Unplayable),
    /// The referee can't hold the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Cards {
    /// Sets up a game: the first deck has the Dark Side role, the second the Light Side role.
    pub fn game<'a>(&'a self, dark: &'a Deck, light: &'a Deck) -> Setup<'a> {
        Setup { cards: self, dark, light, seed: Seed::from(0), options: Options::default() }
    }
}

impl Setup<'_> {
    /// What chance comes from: the same seed and the same answers give the same game. It's 0 if you don't say.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Seed::from(seed);
        self
    }

    /// Whose wording of the keywords is played.
    pub fn edition(mut self, edition: Edition) -> Self {
        self.options.edition = edition;
        self
    }

    /// The rules that a table can choose, the edition among them.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Starts the game and runs it to its first question.
    pub fn start(self) -> Result<Game, StartError> {
        let catalog = self.cards.catalog()?;
        let setup = engine::Setup {
            dark: self.cards.playable_for(&self.dark.list, &catalog, self.options.by_hand.0[Role::Dark])?,
            light: self.cards.playable_for(
                &self.light.list,
                &catalog,
                self.options.by_hand.0[Role::Light],
            )?,
            seed: self.seed,
            options: self.options,
        };
        Ok(Game { referee: engine::Game::with_listener(catalog, &setup, None)?, earlier: Vec::new() })
    }
}

/// A game: it asks, you answer, and it tells what happened.
///
/// ```
/// use dejarik::{Cards, Viewer};
///
/// let cards = Cards::core();
/// let (dark, light) = (cards.deck("Underworld")?, cards.deck("Diplomats")?);
/// let mut game = cards.game(&dark, &light).seed(3).start()?;
/// let question = game.question().expect("the game has begun");
/// println!("{question}");
///
/// assert!(game.answer(99).unwrap_err().to_string().starts_with("there is no choice 99"));
/// let words = question.choices[0].clone();
/// game.answer_with(&words)?;
/// for happened in game.events(Viewer::Public) {
///     println!("{happened}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    referee: engine::Game,
    /// What happened before anybody listened.
    earlier: Vec<Event>,
}

/// A question of the game, in words. It prints as the question and its numbered choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who is asked.
    pub who: Role,
    /// What's asked.
    pub words: String,
    /// The card that it's about.
    pub about: Option<String>,
    /// The rule that asks.
    pub rule: RuleNumber,
    /// What can be answered; an answer is an index into it.
    pub choices: Vec<String>,
}

/// Something that happened. It prints as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The sentence, without its rule.
    pub words: String,
    /// The event itself.
    pub event: Event,
}

/// Words that no choice of the question has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSuchAnswer {
    /// The game is over.
    #[error("the game is over: there's nothing to answer")]
    GameOver,
    /// None of the choices is called that.
    #[error("`{words}` isn't a choice; the choices are: {}", .choices.join(", "))]
    NotOffered {
        /// The words.
        words: String,
        /// The choices that there are.
        choices: Vec<String>,
    },
}

impl Game {
    /// The question that waits for an answer; `None` when the game is over.
    pub fn question(&self) -> Option<Question> {
        let Decision { who, why, rule, source, choices } = self.referee.decision()?;
        Some(Question {
            who,
            words: why.words().to_string(),
            about: source.map(|card| self.referee.name_of(card)),
            rule,
            choices: choices.into_iter().map(|choice| self.referee.label(choice)).collect(),
        })
    }

    /// Answers with the choice of this index. What isn't offered is refused, and nothing changes.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        self.referee.answer(index)
    }

    /// Answers with the choice that has these words, in any case.
    pub fn answer_with(&mut self, words: &str) -> Result<(), NoSuchAnswer> {
        let question = self.question().ok_or(NoSuchAnswer::GameOver)?;
        let index = question.choices.iter().position(|choice| choice.eq_ignore_ascii_case(words.trim()));
        match index.map(|index| self.referee.answer(index)) {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => {
                Err(NoSuchAnswer::NotOffered { words: words.to_string(), choices: question.choices })
            }
        }
    }

    /// Lets a computer player answer the question that waits. It sees what the asked player sees.
    pub fn answer_as(&mut self, player: &mut Player) -> Result<(), Refused> {
        let who = self.referee.asked().ok_or(Refused::GameOver)?.who;
        let index = player.choose(self.referee.seat(who));
        self.referee.answer(index)
    }

    /// The best choices for the asked player, the best first, each with its chance to win and a reason.
    pub fn hints(&self, budget: Budget) -> Vec<Hint> {
        self.referee.asked().map(|ask| ai::hint(self.referee.seat(ask.who), budget)).unwrap_or_default()
    }

    /// Lets two computer players finish the game.
    pub fn play_out(&mut self, dark: &mut Player, light: &mut Player) -> Outcome {
        while let Some(ask) = self.referee.asked() {
            let player = match ask.who {
                Role::Dark => &mut *dark,
                Role::Light => &mut *light,
            };
            let index = player.choose(self.referee.seat(ask.who));
            if self.referee.answer(index).is_err() {
                break;
            }
        }
        self.referee.outcome().unwrap_or(Outcome::Stopped)
    }

    /// What happened since the last call, as this viewer could see it when it happened.
    pub fn events(&mut self, viewer: Viewer) -> Vec<Happened> {
        let (earlier, told) = (std::mem::take(&mut self.earlier), self.referee.take_told());
        let game = &self.referee;
        let earlier = earlier
            .into_iter()
            .filter_map(|event| Some(Happened { words: game.tell_to(&event, viewer)?, event }));
        let told = told
            .iter()
            .filter_map(|told| Some(Happened { words: game.retell_to(told, viewer)?, event: told.event }));
        earlier.chain(told).collect()
    }

    /// What one viewer sees of the table.
    pub fn view(&self, viewer: Viewer) -> View {
        self.referee.view(viewer)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.referee.outcome()
    }

    /// The referee, for everything that isn't here.
    pub fn referee(&self) -> &engine::Game {
        &self.referee
    }

    /// The referee, to be changed.
    pub fn referee_mut(&mut self) -> &mut engine::Game {
        &mut self.referee
    }
}

impl From<engine::Game> for Game {
    fn from(mut referee: engine::Game) -> Game {
        let earlier = referee.take_events();
        referee.listen();
        Game { referee, earlier }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} Side: {}", self.who, self.words)?;
        if let Some(card) = &self.about {
            write!(f, " ({card})")?;
        }
        write!(f, " [{}]", self.rule)?;
        for (number, choice) in self.choices.iter().enumerate() {
            write!(f, "\n  {number}. {choice}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.words.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        write!(f, "{first}{}. [{}]", letters.as_str(), self.event.rule)
    }
}
