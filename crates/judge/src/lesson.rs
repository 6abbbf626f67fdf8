//! Lessons: scenarios with directions for whoever teaches them, in lines that begin with `#:`. The judge takes those for
//! comments, so a lesson is a scenario like any other; docs/SCENARIOS.md has the notation.

use crate::parse::{ParseError, parse};
use crate::scenario::Scenario;
use vocab::Role;

/// What begins a direction.
const MARK: &str = "#:";

/// The lessons that come with the program, in their order, and their branches: `crates/judge/lessons`.
pub const FILES: [(&str, &str); 15] = [
    ("L01", include_str!("../lessons/L01.txt")),
    ("L01x", include_str!("../lessons/L01x.txt")),
    ("L02", include_str!("../lessons/L02.txt")),
    ("L02x", include_str!("../lessons/L02x.txt")),
    ("L03", include_str!("../lessons/L03.txt")),
    ("L04", include_str!("../lessons/L04.txt")),
    ("L04x", include_str!("../lessons/L04x.txt")),
    ("L05", include_str!("../lessons/L05.txt")),
    ("L06", include_str!("../lessons/L06.txt")),
    ("L06x", include_str!("../lessons/L06x.txt")),
    ("L07", include_str!("../lessons/L07.txt")),
    ("L07x", include_str!("../lessons/L07x.txt")),
    ("L08", include_str!("../lessons/L08.txt")),
    ("L09", include_str!("../lessons/L09.txt")),
    ("L10", include_str!("../lessons/L10.txt")),
];

/// A lesson as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The position, the ideal line and what comes of it.
    pub scenario: Scenario,
    /// The learner's role.
    pub you: Role,
    /// What to reach.
    pub goal: String,
    /// What is new in it.
    pub new: Vec<String>,
    /// What isn't shown yet.
    pub hide: Vec<Panel>,
    /// What is offered afterwards.
    pub unlock: Option<String>,
    /// Who plays on when the script ends: the name of a computer player.
    pub opponent: Option<String>,
    /// What the coach says and asks, and what becomes of wrong answers, in the order of the file.
    pub cues: Vec<Cue>,
    /// The idea in a sentence, at the end.
    pub done: String,
}

impl Lesson {
    /// What it is called: the words of the title between `Lesson 1,` and the colon.
    pub fn name(&self) -> &str {
        let title = &self.scenario.title;
        let name = title.split_once(", ").map_or(title.as_str(), |(_, name)| name);
        name.split_once(':').map_or(name, |(name, _)| name)
    }
}

/// What comes of a wrong answer: a line of its own that is played out and taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The same position, with the wrong answer in its script.
    pub scenario: Scenario,
    /// What the coach says meanwhile.
    pub cues: Vec<Cue>,
    /// What is said when it is taken back.
    pub back: String,
}

/// A file with directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// One with `#: you`.
    Lesson(Box<Lesson>),
    /// One with `#: back`.
    Branch(Box<Branch>),
}

impl Written {
    /// The scenario in it.
    pub fn scenario(&self) -> &Scenario {
        match self {
            Written::Lesson(lesson) => &lesson.scenario,
            Written::Branch(branch) => &branch.scenario,
        }
    }
}

/// A part of the table that a lesson can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The speed of units, and the bar that shows who acts when.
    Speed,
    /// Force.
    Force,
    /// Build points.
    BuildPoints,
    /// The hands.
    Hand,
    /// The decks.
    Deck,
    /// The arenas that the lesson isn't about.
    OtherArenas,
}

impl Panel {
    /// All of them.
    pub const ALL: [Panel; 6] =
        [Panel::Speed, Panel::Force, Panel::BuildPoints, Panel::Hand, Panel::Deck, Panel::OtherArenas];

    /// Its words in a file.
    pub const fn words(self) -> &'static str {
        match self {
            Panel::Speed => "speed",
            Panel::Force => "Force",
            Panel::BuildPoints => "build points",
            Panel::Hand => "hand",
            Panel::Deck => "deck",
            Panel::OtherArenas => "other arenas",
        }
    }
}

/// A direction, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The line of the file.
    pub line: u32,
    /// Where its words begin, counted from 0.
    pub column: usize,
    /// It comes before the step of the script with this number.
    pub before: usize,
    /// What it says.
    pub what: Coach,
}

/// What a direction says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coach {
    /// The coach says something.
    Say(String),
    /// The coach asks something that has no effect on the game.
    Ask(Question),
    /// The learner may answer the next question of the game with these words, and this follows.
    If(String, Reply),
}

/// A question of the coach with its buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub words: String,
    /// The answer.
    pub answer: String,
    /// The other buttons, with what the coach says to them.
    pub others: Vec<(String, String)>,
}

impl Question {
    /// All buttons, in an order that doesn't give the answer away.
    pub fn buttons(&self) -> Vec<&str> {
        let mut buttons: Vec<&str> = self.others.iter().map(|(words, _)| words.as_str()).collect();
        buttons.push(&self.answer);
        buttons.sort_by_key(|words| (words.parse::<u32>().ok(), words.to_lowercase()));
        buttons
    }
}

/// What follows a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The coach says something, and the question stays.
    Say(String),
    /// The branch of this name is played out, then taken back.
    Play(String),
}

/// Reads a lesson or a branch.
pub fn read(text: &str) -> Result<Written, ParseError> {
    let scenario = parse(text)?;
    let mut found = Found::default();
    let mut last = (1, text.lines().next().unwrap_or_default());
    for (line, whole) in (1..).zip(text.lines()) {
        last = (line, whole);
        let Some(direction) = whole.trim_start().strip_prefix(MARK) else { continue };
        let before = scenario.steps.iter().filter(|step| step.line < line).count();
        Direction { line, whole }.read(direction.trim(), before, &mut found)?;
    }
    let end = Direction { line: last.0, whole: last.1 };
    if let Some(question) = found.cues.iter().find(|cue| is_alone(&cue.what)) {
        let whole = text.lines().nth(question.line as usize - 1).unwrap_or_default();
        let message = "a question needs another answer to choose from: write `#: if WORDS = TEXT` below it";
        return Err(Direction { line: question.line, whole }.error(whole.trim(), message));
    }
    let missing =
        |what: &str| end.error(end.whole.trim(), format!("the file ends without a `#: {what}` line"));
    match (found.you, found.back) {
        (Some(you), None) => Ok(Written::Lesson(Box::new(Lesson {
            you,
            goal: found.goal.ok_or_else(|| missing("goal"))?,
            new: found.new,
            hide: found.hide,
            unlock: found.unlock,
            opponent: found.opponent,
            done: found.done.ok_or_else(|| missing("done"))?,
            cues: found.cues,
            scenario,
        }))),
        (None, Some(back)) => Ok(Written::Branch(Box::new(Branch { scenario, cues: found.cues, back }))),
        (None, None) => Err(missing("you")),
        (Some(_), Some(_)) => {
            Err(end.error(end.whole.trim(), "a lesson has `#: you`, a branch `#: back`; this file has both"))
        }
    }
}

/// Whether it is a question with one button.
fn is_alone(what: &Coach) -> bool {
    matches!(what, Coach::Ask(question) if question.others.is_empty())
}

/// What has been found in a file so far.
#[derive(Default)]
struct Found {
    you: Option<Role>,
    goal: Option<String>,
    new: Vec<String>,
    hide: Vec<Panel>,
    unlock: Option<String>,
    opponent: Option<String>,
    done: Option<String>,
    back: Option<String>,
    cues: Vec<Cue>,
}

/// A line with a direction.
#[derive(Clone, Copy)]
struct Direction<'a> {
    line: u32,
    whole: &'a str,
}

impl<'a> Direction<'a> {
    fn column(&self, part: &str) -> usize {
        let before = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        self.whole.get(..before).map_or(0, |before| before.chars().count())
    }

    fn error(&self, part: &str, message: impl Into<String>) -> ParseError {
        let (line, column, text) = (self.line, self.column(part), self.whole.to_string());
        ParseError { line, column, text, message: message.into() }
    }

    /// Text that must not be missing.
    fn some(&self, word: &str, rest: &'a str) -> Result<String, ParseError> {
        if rest.is_empty() {
            return Err(self.error(word, format!("expected something after `{word}`")));
        }
        Ok(rest.to_string())
    }

    /// `WORDS = TEXT`.
    fn pair(&self, rest: &'a str) -> Result<(&'a str, &'a str), ParseError> {
        match rest.split_once(" = ") {
            Some((words, text)) if !words.trim().is_empty() && !text.trim().is_empty() => {
                Ok((words.trim(), text.trim()))
            }
            _ => Err(self.error(rest, "expected two parts with ` = ` between them")),
        }
    }

    fn read(&self, direction: &'a str, before: usize, found: &mut Found) -> Result<(), ParseError> {
        let (word, rest) =
            direction.split_once(' ').map_or((direction, ""), |(word, rest)| (word, rest.trim()));
        let cue = |what: Coach| Cue { line: self.line, column: self.column(rest), before, what };
        let list = || rest.split(',').map(str::trim).filter(|part| !part.is_empty());
        match word {
            "you" => {
                let role = match rest {
                    "dark" => Role::Dark,
                    "light" => Role::Light,
                    _ => return Err(self.error(rest, "expected `dark` or `light`")),
                };
                self.once(word, found.you.replace(role).is_none())
            }
            "goal" => self.once(word, found.goal.replace(self.some(word, rest)?).is_none()),
            "done" => self.once(word, found.done.replace(self.some(word, rest)?).is_none()),
            "back" => self.once(word, found.back.replace(self.some(word, rest)?).is_none()),
            "unlock" => self.once(word, found.unlock.replace(self.some(word, rest)?).is_none()),
            "opponent" => self.once(word, found.opponent.replace(self.some(word, rest)?).is_none()),
            "new" => {
                found.new.extend(list().map(str::to_string));
                Ok(())
            }
            "hide" => {
                for part in list() {
                    let panel = Panel::ALL.into_iter().find(|panel| panel.words().eq_ignore_ascii_case(part));
                    let all = Panel::ALL.map(Panel::words).join(", ");
                    found.hide.push(panel.ok_or_else(|| self.error(part, format!("expected some of: {all}")))?);
                }
                Ok(())
            }
            "say" => {
                found.cues.push(cue(Coach::Say(self.some(word, rest)?)));
                Ok(())
            }
            "ask" => {
                let (words, answer) = self.pair(rest)?;
                let question = Question { words: words.into(), answer: answer.into(), others: Vec::new() };
                found.cues.push(cue(Coach::Ask(question)));
                Ok(())
            }
            "if" => {
                let (words, text) = self.pair(rest)?;
                // Below a question of the coach it is one of its buttons, otherwise an answer of the game.
                if let Some(Cue { what: Coach::Ask(question), before: at, .. }) = found.cues.last_mut()
                    && *at == before
                {
                    question.others.push((words.into(), text.into()));
                    return Ok(());
                }
                let reply = match text.strip_prefix("play ") {
                    Some(branch) => Reply::Play(branch.trim().into()),
                    None => Reply::Say(text.into()),
                };
                found.cues.push(cue(Coach::If(words.into(), reply)));
                Ok(())
            }
            _ => Err(self.error(
                word,
                "expected `you`, `goal`, `new`, `hide`, `unlock`, `opponent`, `say`, `ask`, `if`, `back` or `done`",
            )),
        }
    }

    fn once(&self, word: &str, is_first: bool) -> Result<(), ParseError> {
        if is_first { Ok(()) } else { Err(self.error(word, format!("there is one `{word}` already"))) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Coach, Panel, Reply, Written, read};

    const LESSON: &str = "L1 Lesson 1, One shot: power is dice
rules 1107.9
#: you light
#: goal Hit it.
#: hide speed, Force
light space: Scout 40/2/2
dark space: Target 10/1/2
start battle space
#: say Shoot.
#: if pass = Don't wait.
#: if attack Other = play L1x
Scout attacks Target
dice 5 5
#: ask How many hits? = 2
#: if 1 = Count again.
expect Target discarded
#: done Two hits.";

    #[test]
    fn directions_are_read_with_their_places() {
        let Ok(Written::Lesson(lesson)) = read(LESSON) else { panic!("a lesson") };
        assert_eq!((lesson.name(), lesson.hide.as_slice()), ("One shot", &[Panel::Speed, Panel::Force][..]));
        let places: Vec<(u32, usize)> = lesson.cues.iter().map(|cue| (cue.line, cue.before)).collect();
        assert_eq!(places, [(9, 0), (10, 0), (11, 0), (14, 2)]);
        assert_eq!(lesson.cues[2].what, Coach::If("attack Other".into(), Reply::Play("L1x".into())));
        let Coach::Ask(question) = &lesson.cues[3].what else { panic!("a question") };
        assert_eq!(question.buttons(), ["1", "2"]);
    }

    #[test]
    fn errors_point_at_line_and_word() {
        for (old, new, line, column, says) in [
            ("#: you light", "#: you nobody", 3, 7, "`dark` or `light`"),
            ("#: hide speed", "#: hide spead", 5, 8, "expected some of: speed, Force"),
            ("#: say Shoot.", "#: shout Shoot.", 9, 3, "expected `you`"),
            ("#: if pass = Don't wait.", "#: if pass", 10, 6, "` = `"),
            ("\n#: if 1 = Count again.", "", 14, 0, "another answer"),
            ("\n#: done Two hits.", "", 16, 0, "`#: done`"),
            ("#: goal Hit it.", "#: goal Hit it.\n#: goal Again.", 5, 3, "one `goal` already"),
            ("#: goal Hit it.", "#: goal Hit it.\n#: back Again.", 18, 0, "both"),
        ] {
            let error = read(&LESSON.replace(old, new)).expect_err(new);
            assert_eq!((error.line, error.column), (line, column), "{error}");
            assert!(error.message.contains(says), "{error}");
        }
    }
}
