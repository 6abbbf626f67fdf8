//! Solving a puzzle again: its line holds, and every answer that it lists is worth what the file says.

use crate::file::{Puzzle, Worth};
use crate::goal::Goal;
use crate::searched::{self, ROUNDS};
use crate::solve::{Solver, Unsolved};
use dejarik::Cards;
use engine::Game;
use judge::Failure;
use judge::stop::{Answered, Played, Said};
use odds::Fraction;

/// A puzzle whose question has come up.
#[derive(Debug)]
pub struct Posed {
    /// The scenario with all its answers.
    pub played: Played,
    /// The place of the answer that the solver gives first.
    pub first: usize,
    /// The goal in that game.
    pub goal: Goal,
}

impl Posed {
    /// The game at the question.
    pub fn game(&self) -> &Game {
        &self.played.answers[self.first].game
    }

    /// The answer of the file to the question.
    pub fn answer(&self) -> &Answered {
        &self.played.answers[self.first]
    }

    /// The answers of the file from the question on, as long as the goal is open.
    pub fn line(&self) -> &[Answered] {
        let line = &self.played.answers[self.first..];
        let end = line.iter().position(|answer| !self.goal.is_open(&answer.game));
        &line[..end.unwrap_or(line.len())]
    }
}

/// A puzzle that was solved again.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answers to its question, in words and with their values, the best first.
    pub answers: Vec<(String, Worth)>,
    /// How many answers were tried, or how many rounds were searched.
    pub nodes: u64,
}

/// Plays a puzzle up to its question.
pub fn pose(cards: &Cards, puzzle: &Puzzle) -> Result<Posed, Vec<Failure>> {
    let played = cards.played(&puzzle.scenario)?;
    let own = |answer: &Answered| answer.named && answer.line > puzzle.from && answer.who == puzzle.you;
    let Some(first) = played.answers.iter().position(own) else {
        let message = "the script gives no answer of the solver after this line".into();
        return Err(vec![Failure { line: puzzle.from, column: 0, message }]);
    };
    let goal = puzzle.goal.in_game(&played.answers[first].game, puzzle.you);
    let goal = goal.map_err(|message| vec![Failure { line: puzzle.goal_line, column: 0, message }])?;
    Ok(Posed { played, first, goal })
}

/// What a search of a puzzle is started from, so that it isn't the one that found it.
const SEEDS: [u64; 2] = [0x5EC0, 0x5EC1];
/// How far a value that was searched may be from the one in the file.
const NEAR: f64 = 0.1;

/// Solves a puzzle again: exactly if its values are fractions, by searches with other seeds if they are decimals.
pub fn check(cards: &Cards, puzzle: &Puzzle, limit: u64) -> Result<Solved, Vec<Failure>> {
    match puzzle.best.worth {
        Worth::Exact(_) => check_exact(cards, puzzle, limit),
        Worth::Searched(stated) => check_searched(cards, puzzle, stated),
    }
}

/// Searches a puzzle twice more: each time the same answer leads, as far ahead as it must be, and near what the file says.
fn check_searched(cards: &Cards, puzzle: &Puzzle, stated: f64) -> Result<Solved, Vec<Failure>> {
    let posed = pose(cards, puzzle)?;
    let (game, answer) = (posed.game(), posed.answer());
    let fail = |message: String| {
        Err(vec![Failure { line: puzzle.best.line, column: puzzle.best.column + 1, message }])
    };
    let words = cards.choices_in_words(game);
    let mut answers = Vec::new();
    for seed in SEEDS {
        let tried = searched::search(game, &posed.goal, ROUNDS, seed);
        let Some(lead) = searched::lead(game, &posed.goal, &tried) else {
            return fail(format!("with {ROUNDS} rounds from seed {seed} no answer leads beyond doubt"));
        };
        if !ai::are_alike(game, puzzle.you, game.choices()[lead.choice], game.choices()[answer.choice]) {
            return fail(format!("a search finds `{}`, worth {:.3}", words[lead.choice], lead.best));
        }
        if (lead.best - stated).abs() > NEAR {
            return fail(format!("a search finds that it is worth {:.3}, not {stated:.3}", lead.best));
        }
        answers = tried.iter().map(|tried| Worth::Searched(tried.value.into())).collect();
    }
    let mut answers: Vec<(String, Worth)> = words.into_iter().zip(answers).collect();
    answers.sort_by(|(_, one), (_, other)| other.value().total_cmp(&one.value()));
    Ok(Solved { answers, nodes: (SEEDS.len() * ROUNDS) as u64 })
}

/// Solves a puzzle again and compares: the value of the position, the values of all answers that it lists, and whether the
/// solver's answers in its script are best wherever they are given. At most so many answers are tried.
fn check_exact(cards: &Cards, puzzle: &Puzzle, limit: u64) -> Result<Solved, Vec<Failure>> {
    let posed = pose(cards, puzzle)?;
    let game = posed.game();
    let speech = |game: &Game, words: &str| cards.said(&posed.played, words, game);
    let mut solver = Solver::new(game, posed.goal, limit).hearing(&speech);
    let at = |line: u32, unsolved: Unsolved| {
        vec![Failure { line, column: 0, message: format!("it has no exact value: {unsolved}") }]
    };
    let values = solver.answers(game).map_err(|unsolved| at(puzzle.best.line, unsolved))?;
    let best = values.iter().flatten().copied().max().unwrap_or(Fraction::ZERO);
    let mut failures = Vec::new();
    let mut fail =
        |line: u32, column: usize, message: String| failures.push(Failure { line, column, message });
    for listed in puzzle.listed() {
        // The first answer must be there; later ones are waited for.
        match cards.said(&posed.played, &listed.plays[0], game) {
            Said::Choice(_) | Said::Toward(_) => {}
            Said::Nothing => {
                let open = cards.choices_in_words(game).join(" | ");
                let words = &listed.plays[0];
                let message = format!(
                    "`{words}` isn't offered: write the answers below it, as `#: plays ...`, in the words of {open}"
                );
                fail(listed.line, listed.column + 1, message);
                continue;
            }
            Said::Several(several) => {
                fail(listed.line, listed.column + 1, format!("this could be {}", several.join(" or ")));
                continue;
            }
        }
        let value = solver.line(game, &listed.plays).map_err(|unsolved| at(listed.line, unsolved))?;
        match listed.worth {
            Worth::Exact(stated) if stated == value => {}
            Worth::Exact(stated) => {
                fail(listed.line, listed.column + 1, format!("it is worth {value}, not {stated}"));
            }
            Worth::Searched(_) => fail(
                listed.line,
                listed.column + 1,
                format!("it can be counted, so its value is exact: {value}"),
            ),
        }
        let is_best = listed.line == puzzle.best.line;
        if is_best && value != best {
            fail(listed.line, listed.column + 1, format!("another answer is worth more: {best}"));
        }
        if !is_best && value == best {
            fail(listed.line, listed.column + 1, "this answer is as good as the best one".into());
        }
    }
    // Wherever the script lets the solver answer, there is nothing better.
    for answer in posed.line().iter().filter(|answer| answer.who == puzzle.you) {
        let values = solver.answers(&answer.game).map_err(|unsolved| at(answer.line, unsolved))?;
        let given = values.get(answer.choice).copied().flatten();
        let best = values.iter().flatten().copied().max();
        if given != best {
            let worth = |value: Option<Fraction>| value.map_or("nothing".into(), |value| value.to_string());
            let message =
                format!("`{}` is worth {}, another answer {}", answer.words, worth(given), worth(best));
            fail(answer.line, 0, message);
        }
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    let mut answers: Vec<(String, Worth)> = cards
        .choices_in_words(game)
        .into_iter()
        .zip(values)
        .filter_map(|(words, value)| Some((words, Worth::Exact(value?))))
        .collect();
    answers.sort_by(|(_, one), (_, other)| other.value().total_cmp(&one.value()));
    Ok(Solved { answers, nodes: solver.nodes() })
}
