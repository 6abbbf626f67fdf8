//! A puzzle that somebody tries: the questions of its best line in which an answer can be wrong, with what every answer to
//! them is worth.

use crate::check::{Posed, pose};
use crate::file::{Puzzle, Worth};
use crate::solve::Solver;
use dejarik::Cards;
use engine::{Choice, Game, Told};
use judge::stop::Said;
use judge::{Failure, Scenario};
use odds::Fraction;
use vocab::Role;

/// A puzzle, ready to be tried.
#[derive(Debug)]
pub struct Trial {
    you: Role,
    line: Vec<Point>,
    mistake: Option<Mistake>,
}

/// A question of the best line.
#[derive(Debug)]
pub struct Point {
    /// The game.
    pub game: Game,
    /// What was told on the way here.
    pub told: Vec<Told>,
    /// What each of its choices is worth; nothing where that isn't known, or where a choice leads nowhere.
    pub worth: Vec<Option<Worth>>,
    /// The choice that the line goes on with.
    pub choice: usize,
    who: Role,
    standing: Vec<Standing>,
}

/// How good a choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// As good as any.
    Best,
    /// There's a better one.
    Worse,
    /// It only leads back.
    Back,
    /// It isn't the solver's.
    Theirs,
}

/// The mistake that a file plays out.
#[derive(Debug)]
pub struct Mistake {
    place: usize,
    choice: usize,
    /// What happens after it, in words.
    pub told: Vec<String>,
}

/// What comes of answers to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// They are as good as any. There's another question, in this place of the line.
    Right(usize),
    /// They are as good as any, and nothing can go wrong any more.
    Solved,
    /// In this place of the line there was something better than this choice.
    Missed(usize, usize),
}

impl Point {
    /// Whether an answer to it can be wrong.
    fn matters(&self) -> bool {
        self.standing.contains(&Standing::Worse)
    }
}

impl Trial {
    /// Plays a puzzle's line and finds out what the answers to its questions are worth, trying at most so many answers.
    /// `mistake` is the scenario in which its mistake is made, if it has one.
    pub fn of(
        cards: &Cards,
        puzzle: &Puzzle,
        mistake: Option<&Scenario>,
        limit: u64,
    ) -> Result<Trial, Vec<Failure>> {
        let posed = pose(cards, puzzle)?;
        let mut line = match puzzle.best.worth {
            Worth::Exact(_) => counted(&posed, puzzle, limit)?,
            Worth::Searched(_) => searched(cards, &posed, puzzle),
        };
        for (point, answer) in line.iter_mut().zip(posed.line()) {
            if point.who == puzzle.you && point.matters() {
                let mut before = puzzle.scenario.clone();
                before.steps.retain(|step| step.line < answer.line);
                point.told = cards.reach_told(&before).map(|(_, told)| told).unwrap_or_default();
            }
        }
        let mistake = mistake.and_then(|scenario| made(cards, &posed, puzzle, scenario));
        Ok(Trial { you: puzzle.you, line, mistake })
    }

    /// The mistake of the file, if this is it.
    pub fn mistake(&self, place: usize, choice: usize) -> Option<&Mistake> {
        self.mistake.as_ref().filter(|own| (own.place, own.choice) == (place, choice))
    }

    /// The place of the first question.
    pub fn first(&self) -> Option<usize> {
        self.from(0)
    }

    /// The next place from this one on where an answer can be wrong.
    fn from(&self, place: usize) -> Option<usize> {
        (place..self.line.len()).find(|place| self.question(*place).is_some())
    }

    /// The question in a place of the line, if it is one in which an answer can be wrong.
    pub fn question(&self, place: usize) -> Option<&Point> {
        self.line.get(place).filter(|point| point.who == self.you && point.matters())
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        (0..self.line.len()).filter(|place| self.question(*place).is_some()).count()
    }

    /// What comes of choices that are made one after the other from a question on.
    pub fn tried(&self, place: usize, choices: &[usize]) -> Tried {
        let mut place = place;
        for choice in choices {
            // Whoever answers as well as the line and otherwise has left it: what follows isn't asked any more.
            let Some(point) = self.line.get(place).filter(|point| point.who == self.you) else {
                return Tried::Solved;
            };
            match point.standing.get(*choice) {
                Some(Standing::Best) if point.choice == *choice => place += 1,
                Some(Standing::Best | Standing::Theirs) => return Tried::Solved,
                Some(Standing::Back) => break,
                Some(Standing::Worse) | None => return Tried::Missed(place, *choice),
            }
        }
        self.from(place).map_or(Tried::Solved, Tried::Right)
    }
}

/// The line with values that are counted.
fn counted(posed: &Posed, puzzle: &Puzzle, limit: u64) -> Result<Vec<Point>, Vec<Failure>> {
    let mut solver = Solver::new(posed.game(), posed.goal, limit);
    let mut line = Vec::new();
    for answer in posed.line() {
        let own = answer.who == puzzle.you;
        let values = match own {
            true => solver.answers(&answer.game).map_err(|unsolved| {
                let message = format!("it has no exact value: {unsolved}");
                vec![Failure { line: answer.line, column: 0, message }]
            })?,
            false => vec![None; answer.game.choices().len()],
        };
        let best: Option<Fraction> = values.iter().flatten().copied().max();
        line.push(Point {
            game: answer.game.clone(),
            told: Vec::new(),
            standing: values.iter().map(|value| standing(*value, best, own)).collect(),
            worth: values.into_iter().map(|value| value.map(Worth::Exact)).collect(),
            choice: answer.choice,
            who: answer.who,
        });
    }
    Ok(line)
}

/// The one question of a puzzle that was searched, with the values that its file has.
fn searched(cards: &Cards, posed: &Posed, puzzle: &Puzzle) -> Vec<Point> {
    let (game, answer) = (posed.game(), posed.answer());
    let choices = game.choices();
    let alike = |choice: usize, other: usize| {
        choice == other || ai::are_alike(game, puzzle.you, choices[choice], choices[other])
    };
    let mut worth: Vec<Option<Worth>> = vec![None; choices.len()];
    for listed in puzzle.listed() {
        if let Said::Choice(own) = cards.said(&posed.played, &listed.plays[0], game) {
            (0..choices.len())
                .filter(|choice| alike(*choice, own))
                .for_each(|choice| worth[choice] = Some(listed.worth));
        }
    }
    let standing = |choice: usize| match choices[choice] {
        _ if alike(choice, answer.choice) => Standing::Best,
        Choice::Back => Standing::Back,
        _ => Standing::Worse,
    };
    let standing = (0..choices.len()).map(standing).collect();
    vec![Point {
        game: game.clone(),
        told: Vec::new(),
        worth,
        choice: answer.choice,
        who: answer.who,
        standing,
    }]
}

fn standing(value: Option<Fraction>, best: Option<Fraction>, own: bool) -> Standing {
    match value {
        _ if !own => Standing::Theirs,
        None => Standing::Back,
        Some(_) if value == best => Standing::Best,
        Some(_) => Standing::Worse,
    }
}

/// The mistake of a file beside the puzzle: where it leaves the line, and what follows in words.
fn made(cards: &Cards, posed: &Posed, puzzle: &Puzzle, scenario: &Scenario) -> Option<Mistake> {
    let played = cards.played(scenario).ok()?;
    let others = played.answers.get(posed.first..)?;
    let (place, other) = others
        .iter()
        .enumerate()
        .zip(posed.line())
        .map(|((place, other), own)| (place, other, own))
        .find(|(_, other, own)| other.who == puzzle.you && other.choice != own.choice)
        .map(|(place, other, _)| (place, other))?;
    // What was told before the answer is what the shorter script tells.
    let mut before = scenario.clone();
    before.steps.retain(|step| step.line < other.line);
    let known = cards.judge_scenario(&before).timeline.len();
    let whole = cards.judge_scenario(scenario).timeline;
    let follows = whole.into_iter().skip(known).filter(|entry| entry.who.is_none());
    let told = follows.map(|entry| entry.words).collect();
    Some(Mistake { place, choice: other.choice, told })
}
