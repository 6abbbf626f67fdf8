//! Puzzles as files: scenarios whose lines that begin with `#:` say whose puzzle it is, what is asked, which answer is best
//! and what the others are worth. docs/PUZZLES.md has the notation.

use crate::goal::{self, Wanted};
use judge::{ParseError, Scenario, parse};
use odds::Fraction;
use std::fmt;
use vocab::Role;

/// What begins a direction.
const MARK: &str = "#:";

/// A puzzle as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position, the line to the question, the best line after it, and what comes of it.
    pub scenario: Scenario,
    /// Whose puzzle it is.
    pub you: Role,
    /// What is to be reached.
    pub goal: Wanted,
    /// The line of the goal.
    pub goal_line: u32,
    /// The question in words.
    pub ask: String,
    /// The best answer.
    pub best: Listed,
    /// Others: at least the second best.
    pub others: Vec<Listed>,
    /// What it is about.
    pub themes: Vec<String>,
    /// How hard it is, on the scale of solvers.
    pub rating: u16,
    /// Why the best answer is best.
    pub why: String,
    /// The line from which on the solver answers.
    pub from: u32,
}

/// An answer that a puzzle lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its line.
    pub line: u32,
    /// Where its words begin, counted from 0.
    pub column: usize,
    /// The answer in words.
    pub words: String,
    /// What it is worth.
    pub worth: Worth,
    /// What is said beside that.
    pub says: Option<String>,
    /// The answers that it stands for, in the words of the notation.
    pub plays: Vec<String>,
}

/// What an answer is worth: the chance to reach the goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Counted.
    Exact(Fraction),
    /// Found by search.
    Searched(f64),
}

impl Worth {
    /// As a number between 0 and 1.
    pub fn value(self) -> f64 {
        match self {
            Worth::Exact(fraction) => fraction.value(),
            Worth::Searched(value) => value,
        }
    }

    fn read(text: &str) -> Option<Worth> {
        let whole = |part: &str| part.trim().parse::<u128>().ok();
        let worth = match (text.split_once('/'), text.contains('.')) {
            (Some((over, under)), _) => Worth::Exact(Fraction::new(whole(over)?, whole(under)?)?),
            (None, true) => Worth::Searched(text.trim().parse().ok()?),
            (None, false) => Worth::Exact(Fraction::new(whole(text)?, 1)?),
        };
        (0.0..=1.0).contains(&worth.value()).then_some(worth)
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Exact(fraction) => write!(f, "{fraction}"),
            Worth::Searched(value) => write!(f, "{value:.3}"),
        }
    }
}

impl Puzzle {
    /// Its id: `P01`.
    pub fn id(&self) -> &str {
        &self.scenario.id
    }

    /// What it is called: the words of the title after `Puzzle,`.
    pub fn name(&self) -> &str {
        let title = &self.scenario.title;
        title.split_once(", ").map_or(title.as_str(), |(_, name)| name)
    }

    /// All answers that it lists, the best one first.
    pub fn listed(&self) -> impl Iterator<Item = &Listed> {
        std::iter::once(&self.best).chain(&self.others)
    }
}

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Puzzle, ParseError> {
    let scenario = parse(text)?;
    let mut found = Found::default();
    let mut last = Line { number: 1, whole: text.lines().next().unwrap_or_default() };
    for (number, whole) in (1..).zip(text.lines()) {
        last = Line { number, whole };
        if let Some(direction) = whole.trim_start().strip_prefix(MARK) {
            found.read(last, direction.trim())?;
        }
    }
    let missing =
        |what: &str| last.error(last.whole.trim(), format!("the file ends without a `#: {what}` line"));
    if found.others.is_empty() {
        return Err(missing("other"));
    }
    let (goal_line, goal) = found.goal.ok_or_else(|| missing("goal"))?;
    Ok(Puzzle {
        you: found.you.ok_or_else(|| missing("you"))?,
        goal,
        goal_line,
        ask: found.ask.ok_or_else(|| missing("ask"))?,
        best: found.best.ok_or_else(|| missing("best"))?,
        others: found.others,
        themes: found.themes.ok_or_else(|| missing("themes"))?,
        rating: found.rating.ok_or_else(|| missing("rating"))?,
        why: found.why.ok_or_else(|| missing("why"))?,
        from: found.from.ok_or_else(|| missing("from here"))?,
        scenario,
    })
}

/// Whether a text has the directions of a puzzle.
pub fn is_puzzle(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim_start().strip_prefix(MARK).is_some_and(|rest| rest.trim().starts_with("best ")))
}

/// A line of a file.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u32,
    whole: &'a str,
}

impl Line<'_> {
    /// An error at a part of the line.
    fn error(&self, part: &str, message: impl Into<String>) -> ParseError {
        let (line, column, text) = (self.number, self.column(part), self.whole.to_string());
        ParseError { line, column, text, message: message.into() }
    }

    /// Where a part of the line begins, counted from 0.
    fn column(&self, part: &str) -> usize {
        let before = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        self.whole.get(..before).map_or(0, |before| before.chars().count())
    }
}

/// What has been found in a file so far.
#[derive(Default)]
struct Found {
    you: Option<Role>,
    goal: Option<(u32, Wanted)>,
    ask: Option<String>,
    best: Option<Listed>,
    others: Vec<Listed>,
    themes: Option<Vec<String>>,
    rating: Option<u16>,
    why: Option<String>,
    from: Option<u32>,
    /// Whether the last answer that was listed is the best one.
    after_best: bool,
}

impl Found {
    fn read(&mut self, line: Line<'_>, direction: &str) -> Result<(), ParseError> {
        let (word, rest) =
            direction.split_once(' ').map_or((direction, ""), |(word, rest)| (word, rest.trim()));
        let once = |is_first: bool| match is_first {
            true => Ok(()),
            false => Err(line.error(word, format!("there is one `{word}` already"))),
        };
        if rest.is_empty() {
            let known = WORDS.contains(&word);
            let expected = if known { format!("expected something after `{word}`") } else { expected() };
            return Err(line.error(word, expected));
        }
        match word {
            "you" => {
                let role = match rest {
                    "dark" => Role::Dark,
                    "light" => Role::Light,
                    _ => return Err(line.error(rest, "expected `dark` or `light`")),
                };
                once(self.you.replace(role).is_none())
            }
            "goal" => {
                let goal = Wanted::read(rest)
                    .ok_or_else(|| line.error(rest, format!("expected {}", goal::WORDS)))?;
                once(self.goal.replace((line.number, goal)).is_none())
            }
            "ask" => once(self.ask.replace(rest.into()).is_none()),
            "why" => once(self.why.replace(rest.into()).is_none()),
            "best" => {
                self.after_best = true;
                once(self.best.replace(listed(line, rest)?).is_none())
            }
            "other" => {
                self.after_best = false;
                self.others.push(listed(line, rest)?);
                Ok(())
            }
            "plays" => {
                let own = if self.after_best { self.best.as_mut() } else { self.others.last_mut() };
                let own = own.ok_or_else(|| {
                    line.error(word, "`plays` stands below the `best` or `other` whose answers it gives")
                })?;
                let parts = rest.split(';').map(str::trim);
                own.plays = parts.filter(|part| !part.is_empty()).map(str::to_string).collect();
                Ok(())
            }
            "themes" => {
                let themes = rest.split(',').map(str::trim).filter(|theme| !theme.is_empty());
                once(self.themes.replace(themes.map(str::to_string).collect()).is_none())
            }
            "rating" => {
                let rating = rest.parse().ok().filter(|rating| (400..=3000).contains(rating));
                let rating =
                    rating.ok_or_else(|| line.error(rest, "expected a rating between 400 and 3000"))?;
                once(self.rating.replace(rating).is_none())
            }
            "from" if rest == "here" => once(self.from.replace(line.number).is_none()),
            _ => Err(line.error(word, expected())),
        }
    }
}

/// The words that a direction can begin with.
const WORDS: [&str; 10] =
    ["you", "goal", "ask", "best", "other", "plays", "themes", "rating", "why", "from here"];

fn expected() -> String {
    let words: Vec<String> = WORDS.iter().map(|word| format!("`{word}`")).collect();
    format!("expected one of: {}", words.join(", "))
}

/// `WORDS = VALUE`, and perhaps a comma with words of explanation.
fn listed(line: Line<'_>, rest: &str) -> Result<Listed, ParseError> {
    const FORM: &str = "expected an answer and its value with ` = ` between them, such as `pass = 15/16`";
    let (words, value) = rest.rsplit_once(" = ").ok_or_else(|| line.error(rest, FORM))?;
    let (number, says) =
        value.split_once(',').map_or((value, None), |(number, says)| (number, Some(says.trim())));
    let worth = Worth::read(number.trim()).ok_or_else(|| {
        line.error(
            value,
            "expected a value from 0 to 1: a fraction such as 21/32 if it is counted, a decimal such as 0.62 if it is searched",
        )
    })?;
    let words = words.trim();
    if words.is_empty() {
        return Err(line.error(rest, FORM));
    }
    Ok(Listed {
        line: line.number,
        column: line.column(words),
        words: words.into(),
        worth,
        says: says.filter(|says| !says.is_empty()).map(str::to_string),
        plays: vec![words.into()],
    })
}

#[cfg(test)]
mod tests {
    use super::{Worth, read};
    use odds::Fraction;

    const PUZZLE: &str = "P90 Puzzle, Which one: power is dice
rules 1107.9
#: you light
#: goal destroy Target this turn
#: ask Which one?
#: best Scout attacks Target = 1/2, a coin
#: other wait and see = 0
#: plays pass; pass
#: themes target choice, one decision
#: rating 950
#: why Two dice.
light space: Scout 40/1/2
dark space: Target 10/1/1
start battle space
#: from here
Scout attacks Target
dice 5
expect Target discarded";

    #[test]
    fn directions_are_read_with_their_places() {
        let puzzle = read(PUZZLE).expect("a puzzle");
        assert_eq!(
            (puzzle.id(), puzzle.name(), puzzle.rating, puzzle.from),
            ("P90", "Which one: power is dice", 950, 15)
        );
        assert_eq!(puzzle.best.worth, Worth::Exact(Fraction::new(1, 2).expect("a half")));
        assert_eq!((puzzle.best.says.as_deref(), puzzle.best.line), (Some("a coin"), 6));
        assert_eq!(puzzle.others[0].plays, ["pass", "pass"]);
        assert_eq!(puzzle.themes, ["target choice", "one decision"]);
        let searched = read(&PUZZLE.replace("1/2, a coin", "0.62")).expect("a puzzle");
        assert_eq!(searched.best.worth, Worth::Searched(0.62));
    }

    #[test]
    fn errors_point_at_line_and_word() {
        for (old, new, line, column, says) in [
            ("#: you light", "#: you nobody", 3, 7, "`dark` or `light`"),
            ("destroy Target this turn", "dance", 4, 8, "`win this turn`"),
            ("= 1/2, a coin", "= many", 6, 31, "expected a value"),
            ("= 1/2, a coin", "= 7/2", 6, 31, "expected a value"),
            ("wait and see = 0", "wait and see", 7, 9, "` = `"),
            ("#: other wait and see = 0\n", "", 17, 0, "`#: other`"),
            ("#: other wait and see = 0\n#: plays pass; pass\n", "", 16, 0, "`#: other`"),
            ("#: rating 950", "#: rating hard", 10, 10, "between 400 and 3000"),
            ("#: why Two dice.", "#: why Two dice.\n#: why Three.", 12, 3, "one `why` already"),
            ("#: why Two dice.", "#: whi Two dice.", 11, 3, "expected one of"),
            ("\n#: from here", "", 17, 0, "`#: from here`"),
        ] {
            let error = read(&PUZZLE.replace(old, new)).expect_err(new);
            assert_eq!((error.line, error.column), (line, column), "{error}");
            assert!(error.message.contains(says), "{error}");
        }
    }
}
