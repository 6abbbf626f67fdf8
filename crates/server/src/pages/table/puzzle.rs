//! The prompt of a puzzle: its goal and its question above the choices of the game; what a wrong answer was worth; the
//! values of all answers and the reason.

use super::offer::capital;
use crate::pages::puzzles::{chance, level_and_length};
use crate::puzzle::Met;
use maud::{Markup, html};
use puzzles::{Puzzle, Worth};

/// How many sentences are told of what follows a mistake.
const FOLLOWS: usize = 5;

/// What a page shows of a puzzle.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How hard it is.
    pub level: &'static str,
    /// What people have made of it.
    pub met: Met,
    /// The place of its line that is shown.
    pub at: usize,
    /// What it has come to.
    pub state: State,
    /// The run against the clock that it belongs to.
    pub run: Option<Run>,
}

/// What a puzzle has come to.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// It is asked; after a right answer a further question.
    Asked {
        /// Whether there was a right answer before.
        further: bool,
    },
    /// There was something better than this answer.
    Missed {
        /// The answer in words.
        words: String,
        /// What it is worth, if that is known.
        worth: Option<Worth>,
        /// What happens after it, in words.
        told: Vec<String>,
    },
    /// It is solved.
    Solved(Option<Rated>),
    /// Its solution is shown.
    Given,
}

/// The rating of whoever tried it, before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Before, if this was the first try.
    pub before: Option<i64>,
    /// Now.
    pub now: i64,
}

/// A run against the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// How many milliseconds are left.
    pub left: i64,
    /// How many puzzles were found.
    pub found: u16,
    /// How many were missed.
    pub missed: u16,
}

/// The form that answers.
pub fn form(shown: &Shown) -> Markup {
    html! { form id="answer" method="post" action={ "/puzzles/" (shown.puzzle.id()) } {
        input type="hidden" name="at" value=(shown.at);
        @if shown.run.is_some() { input type="hidden" name="storm" value="1"; }
    } }
}

fn link(to: &str, words: &str, key: &str) -> Markup {
    html! { li { a.choice href=(to) data-key=(key) { kbd { (key) } span.title { (words) } } } }
}

/// The values of the answers that the file lists, the best first.
fn values(puzzle: &Puzzle) -> Markup {
    html! { table.values {
        caption.vh { "What the answers are worth" }
        tbody { @for (place, listed) in puzzle.listed().enumerate() { tr.best[place == 0] {
            th scope="row" { (listed.words) @if let Some(says) = &listed.says { small { ": " (says) } } }
            td { svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" { rect width=(format!("{:.1}", (100.0 * listed.worth.value()).max(0.5))) height="10" {} } }
            td { b { (chance(listed.worth)) } }
        } } }
    } }
}

/// How others have done.
fn crowd(met: &Met) -> Markup {
    html! { @if met.tries > 0 {
        p { (met.found) " of " (met.tries) " found it at the first try. Its rating: " (format!("{:.0}", met.rating.rating)) "." }
    } }
}

/// The prompt. `offered` is the question of the game in words, with its choices.
pub fn prompt(shown: &Shown, offered: Option<(String, Markup)>) -> Markup {
    let puzzle = &shown.puzzle;
    let again = format!("/puzzles/{}?at={}", puzzle.id(), shown.at);
    let title = match &shown.state {
        State::Asked { .. } => offered.as_ref().map_or_else(String::new, |(title, _)| title.clone()),
        State::Missed { .. } => "There’s something better".into(),
        State::Solved(_) => "That’s it!".into(),
        State::Given => "The solution".into(),
    };
    html! {
        div.ask.lesson.puzzle data-state=(match &shown.state { State::Asked { .. } => "asked", State::Missed { .. } => "missed", State::Solved(_) => "solved", State::Given => "given" }) {
            p.crumbs { span { "Puzzle " (puzzle.name()) } " " span.more { (level_and_length(puzzle, shown.level)) }
                @if let Some(run) = &shown.run { " " span.more { (run.found) " found, " (run.missed) " missed, "
                    time data-left=(run.left) data-from=(run.now) { (run.left / 60_000) ":" (format!("{:02}", run.left / 1000 % 60)) } " left" } } }
            div.lesson-lines aria-live="polite" { @match &shown.state {
                State::Asked { further: false } => p { (puzzle.ask) },
                State::Asked { further: true } => { p.gold { "Right so far. And now?" } p { (puzzle.ask) } }
                State::Missed { words, worth, told } => {
                    p { @match worth {
                        Some(worth) if worth.value() == 0.0 => { "With “" (words) "” you never get there." }
                        Some(worth) => { "With “" (words) "” you get there " (chance(*worth)) " of the time." }
                        None => { "“" (words) "” is clearly worse than the best answer." }
                    } " The goal: " (puzzle.goal.to_string()) "." }
                    @if !told.is_empty() { p { "For example: " @for line in told.iter().take(FOLLOWS) { (capital(line)) ". " } } }
                }
                State::Solved(rated) => {
                    (values(puzzle)) p { (puzzle.why) }
                    @if let Some(rated) = rated { p.gold { @match rated.before {
                        Some(before) if before != rated.now => { "Your rating: " (before) " → " (rated.now) "." }
                        _ => { "Your rating: " (rated.now) ". Only the first try counts." }
                    } } }
                    (crowd(&shown.met))
                }
                State::Given => { (values(puzzle)) p { (puzzle.why) } (crowd(&shown.met)) }
            } }
            h2 id="ask-h" tabindex="-1" { (title) }
        }
        @match &shown.state {
            State::Asked { .. } => @if let Some((_, choices)) = offered { (choices) },
            State::Missed { .. } => ol.choices {
                (link(&again, "Try again", "1"))
                (link(&format!("{again}&state=given"), "Show me the answer", "2"))
                (link("/puzzles/next", "Another puzzle", "3"))
            },
            State::Solved(_) | State::Given => ol.choices {
                (link("/puzzles/next", "Next puzzle", "1"))
                (link("/puzzles", "All puzzles", "2"))
                (link(&format!("/puzzles/{}", puzzle.id()), "Look at it again", "3"))
            },
        }
    }
}
