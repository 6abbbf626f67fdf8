//! Rulings: a judge's scenario, played with the open cards.

use crate::open::Cards;
use engine::{Event, Game, Told};
use judge::course::Course;
use judge::lesson::{Branch, Lesson};
use judge::report::Report;
use judge::stop::{Played, Said};
use judge::{ParseError, Scenario, Sources, Verdict};
use lang::Setting;
use vocab::ability::Ability;

impl Cards {
    /// Runs a scenario written as docs/SCENARIOS.md says: a position, what is done, and what should come of it.
    ///
    /// ```
    /// let verdict = dejarik::Cards::core().judge(
    ///     r#"Q1 Armor is hit on 5 or more
    /// rules 1707.1
    ///
    /// dark space: Corvette 30/4/4
    /// light space: Freighter 20/1/3 "Armor"
    /// start battle space
    ///
    /// Corvette attacks Freighter
    /// dice 4 4 5 6
    /// expect Freighter damage 2"#,
    /// )?;
    /// assert!(verdict.holds(), "{verdict}");
    /// # Ok::<(), dejarik::ParseError>(())
    /// ```
    pub fn judge(&self, text: &str) -> Result<Verdict, ParseError> {
        judge::parse(text).map(|scenario| self.judge_scenario(&scenario))
    }

    /// Runs a scenario that was read before.
    pub fn judge_scenario(&self, scenario: &Scenario) -> Verdict {
        self.with_sources(|sources| judge::run_with(scenario, sources))
    }

    /// Runs a scenario and notes which abilities came up in it: were offered, triggered or applied.
    pub fn watch_scenario(&self, scenario: &Scenario) -> (Verdict, Vec<Ability>) {
        self.with_sources(|sources| judge::watch(scenario, sources))
    }

    /// Plays a lesson once: its ideal line and every wrong answer that it lists. `branch` finds the branches it names.
    pub fn course(
        &self,
        lesson: &Lesson,
        branch: &dyn Fn(&str) -> Result<Branch, String>,
    ) -> Result<Course, Vec<judge::Failure>> {
        self.with_sources(|sources| judge::course::course(lesson, branch, sources))
    }

    /// The game that a scenario leads to: where its script ends. There is none if it fails or is about decks alone.
    pub fn reach(&self, scenario: &Scenario) -> Option<Game> {
        self.with_sources(|sources| judge::reach(scenario, sources))
    }

    /// The same, with all that was told on the way.
    pub fn reach_told(&self, scenario: &Scenario) -> Option<(Game, Vec<Told>)> {
        self.with_sources(|sources| judge::reach_told(scenario, sources))
    }

    /// Plays a scenario that holds, and gives all its answers with the game before each.
    pub fn played(&self, scenario: &Scenario) -> Result<Played, Vec<judge::Failure>> {
        self.with_sources(|sources| judge::stop::played(scenario, sources))
    }

    /// The choice of an open question that words mean, in a game that a scenario led to.
    pub fn said(&self, played: &Played, words: &str, game: &Game) -> Said {
        self.with_sources(|sources| played.said(words, game, sources.write))
    }

    /// The choices of an open question in the words of the notation.
    pub fn choices_in_words(&self, game: &Game) -> Vec<String> {
        self.with_sources(|sources| judge::stop::choices_in_words(game, sources.write))
    }

    /// A position of a game with all its cards, and what was done since: the lines of a scenario without head and
    /// expectations. `begun` is the game at the first question of its step, to which `events` led; `answers` takes down
    /// what was done since.
    pub fn position(
        &self,
        (begun, events): (&Game, &[Event]),
        answers: impl FnOnce(&mut Report<'_>),
    ) -> (String, Vec<String>) {
        let known = begun.whole().slots().map(|slot| Some(begun.whole().card(slot).definition)).collect();
        let card = |game: &Game, id: vocab::DefinitionId| format!("@{}", game.catalog().definition(id));
        self.with_sources(|sources| {
            let viewer = engine::Viewer::Public;
            let mut report = Report::begin(begun, events, known, viewer, &card, sources.write);
            answers(&mut report);
            report.into_parts()
        })
    }

    /// A position of a game as a scenario that runs, with what one viewer may know: `begun` is the game at the first
    /// question of its step, to which `events` led; `known` are the cards, by slots, that the viewer has seen; `answers` takes down what was done since; `told` is the story so far.
    pub fn report<'a>(
        &'a self,
        viewer: engine::Viewer,
        (begun, events): (&Game, &[Event]),
        (present, known): (&Game, Vec<Option<vocab::DefinitionId>>),
        card: &'a dyn Fn(&Game, vocab::DefinitionId) -> String,
        told: &[String],
        answers: impl FnOnce(&mut Report<'_>),
    ) -> String {
        let text = self.with_sources(|sources| {
            let mut report = Report::begin(begun, events, known, viewer, card, sources.write);
            answers(&mut report);
            report.finish(present, told)
        });
        judge::report::runnable(&text, |text| match self.judge(text) {
            Ok(verdict) => {
                Ok(verdict.failures.into_iter().map(|failure| (failure.line, failure.message)).collect())
            }
            Err(error) => Err((error.line, error.message)),
        })
    }

    fn with_sources<T>(&self, run: impl FnOnce(Sources<'_>) -> T) -> T {
        run(Sources {
            compile: &|line, card_type| {
                let setting = Setting::new(card_type, &line.name, self.lexicon());
                lang::whole_text(&line.text, &setting, self.lexicon())
            },
            printed: &|name| lang::printed_card(name, self.collection(), self.lexicon()),
            write: &|definition, ability| {
                let setting = Setting::new(definition.card_type, &definition.name, self.lexicon());
                lang::render(std::slice::from_ref(ability), &setting, self.lexicon()).ok()
            },
        })
    }
}
