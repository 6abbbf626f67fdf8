//! What a table does with a lesson: its ideal line, played once, as a list of answers with the dice that follow them, what
//! the coach says before each, and what becomes of the wrong answers that it lists.
//!
//! The place in a course is the number of answers that have been given, so nothing but a game's log has to be kept.

use crate::lesson::{Branch, Coach, Cue, Lesson, Question, Reply};
use crate::offer::{self, Found};
use crate::position::Sources;
use crate::run::{Taken, Trace, trace};
use crate::scenario::What;
use crate::verdict::Failure;
use vocab::Role;

/// A lesson, ready to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The answers of the ideal line.
    pub moves: Vec<Move>,
    /// What the coach says and asks after the last of them.
    pub end: Vec<Beat>,
}

/// An answer of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who is asked.
    pub who: Role,
    /// The place of the choice among all choices.
    pub choice: u16,
    /// The choice in words.
    pub words: String,
    /// The dice that are laid ready before it.
    pub dice: Vec<u8>,
    /// Whether the learner gives it; otherwise the table does.
    pub by_learner: bool,
    /// What the coach says and asks before it.
    pub beats: Vec<Beat>,
    /// The wrong answers that the lesson lists.
    pub wrong: Vec<Wrong>,
}

/// What the coach does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Says something.
    Say(String),
    /// Asks something.
    Ask(Question),
}

/// A wrong answer, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The place of the choice among all choices.
    pub choice: u16,
    /// What becomes of it.
    pub then: Then,
}

/// What becomes of a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// The coach says this, and the question stays.
    Say(String),
    /// It is played out and taken back.
    Play(Detour),
}

/// A wrong answer that is played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour {
    /// The answers: the wrong one, and what follows it.
    pub moves: Vec<Move>,
    /// What the coach says after the last.
    pub end: Vec<Beat>,
    /// What the coach says when it is taken back.
    pub back: String,
}

/// Plays a lesson once. `branch` finds the branches that it names. Everything that doesn't hold is a failure: the lesson
/// itself, a wrong answer that isn't offered, a branch that fails or leads elsewhere.
pub fn course(
    lesson: &Lesson,
    branch: &dyn Fn(&str) -> Result<Branch, String>,
    sources: Sources<'_>,
) -> Result<Course, Vec<Failure>> {
    let traced = played(&lesson.scenario, sources)?;
    let mut failures = Vec::new();
    let (mut moves, end) = laid_out(&traced, &lesson.cues, Some(lesson.you));
    for cue in &lesson.cues {
        let Coach::If(words, reply) = &cue.what else { continue };
        let mut fail = |message: String| {
            failures.push(Failure { line: cue.line, column: cue.column + 1, message });
        };
        let own = |taken: &Taken| taken.named && taken.who == lesson.you;
        let Some(place) = traced.taken.iter().position(|taken| taken.place >= cue.before && own(taken))
        else {
            fail("the learner is asked nothing after this line".into());
            continue;
        };
        let taken = &traced.taken[place];
        let offers = offer::offers(&taken.game, sources.write);
        let choice = match offer::find(words, &taken.game, &offers, &traced.names) {
            Found::One(choice) if choice == taken.choice => {
                fail(format!("`{words}` is the answer of the lesson itself"));
                continue;
            }
            Found::One(choice) => choice,
            Found::None => {
                let open: Vec<String> = offers.into_iter().map(|offer| offer.full).collect();
                fail(format!("`{words}` isn't offered there: {}", open.join(" | ")));
                continue;
            }
            Found::Several(several) => {
                fail(format!("`{words}` fits several choices: {}", several.join(" or ")));
                continue;
            }
        };
        let then = match reply {
            Reply::Say(text) => Then::Say(text.clone()),
            Reply::Play(name) => match detour(name, branch, sources, &traced, (place, choice)) {
                Ok(detour) => Then::Play(detour),
                Err(message) => {
                    fail(message);
                    continue;
                }
            },
        };
        moves[place].wrong.push(Wrong { choice: number(choice), then });
    }
    if failures.is_empty() { Ok(Course { moves, end }) } else { Err(failures) }
}

/// A scenario that holds, with its answers.
fn played(scenario: &crate::Scenario, sources: Sources<'_>) -> Result<Trace, Vec<Failure>> {
    let whole = |line: u32, message: &str| vec![Failure { line, column: 0, message: message.into() }];
    if let Some(step) = scenario.steps.first().filter(|step| matches!(step.what, What::Dice(_))) {
        return Err(whole(step.line, "the dice of a lesson come after an answer"));
    }
    let traced =
        trace(scenario, sources).ok_or_else(|| whole(0, "a lesson is about a game, not about decks"))?;
    if traced.verdict.holds() { Ok(traced) } else { Err(traced.verdict.failures) }
}

/// A branch from the question of a lesson that it leaves at.
fn detour(
    name: &str,
    branch: &dyn Fn(&str) -> Result<Branch, String>,
    sources: Sources<'_>,
    lesson: &Trace,
    (place, choice): (usize, usize),
) -> Result<Detour, String> {
    let branch = branch(name)?;
    let in_it = |failures: Vec<Failure>| {
        let told: Vec<String> = failures.iter().map(ToString::to_string).collect();
        format!("{name}: {}", told.join("; "))
    };
    let traced = played(&branch.scenario, sources).map_err(in_it)?;
    let same = |(own, other): (&Taken, &Taken)| (own.who, own.choice) == (other.who, other.choice);
    let before = lesson.taken.iter().take(place);
    if traced.taken.len() <= place || !before.zip(&traced.taken).all(same) {
        return Err(format!("{name} doesn't begin like the lesson up to this question"));
    }
    if traced.taken[place].choice != choice {
        return Err(format!("{name} answers this question in another way"));
    }
    // What the branch has laid ready up to here, and the lesson hasn't, is rolled after the wrong answer.
    let dice = |taken: &[Taken]| taken.iter().flat_map(|taken| taken.dice.clone()).collect::<Vec<u8>>();
    let (rolled, laid) = (dice(&lesson.taken[..place]), dice(&traced.taken[..=place]));
    let fresh = laid
        .strip_prefix(&rolled[..])
        .ok_or_else(|| format!("{name} rolls other dice before this question"))?;
    let (mut all, end) = laid_out(&traced, &branch.cues, None);
    let mut moves = all.split_off(place);
    if let Some(first) = moves.first_mut() {
        first.dice = fresh.to_vec();
        first.beats.clear();
    }
    Ok(Detour { moves, end, back: branch.back })
}

/// The answers of a scenario with what the coach says before each, and after the last.
fn laid_out(traced: &Trace, cues: &[Cue], learner: Option<Role>) -> (Vec<Move>, Vec<Beat>) {
    let as_move = |taken: &Taken| Move {
        who: taken.who,
        choice: number(taken.choice),
        words: taken.words.clone(),
        dice: taken.dice.clone(),
        by_learner: taken.named && Some(taken.who) == learner,
        beats: Vec::new(),
        wrong: Vec::new(),
    };
    let mut moves: Vec<Move> = traced.taken.iter().map(as_move).collect();
    let mut end = Vec::new();
    for cue in cues {
        let beat = match &cue.what {
            Coach::Say(text) => Beat::Say(text.clone()),
            Coach::Ask(question) => Beat::Ask(question.clone()),
            Coach::If(..) => continue,
        };
        // What is passed on the way to a line of the script happens before the coach speaks.
        let first = traced.taken.iter().position(|taken| taken.place >= cue.before);
        let place = first.map(|first| {
            let step = traced.taken[first].place;
            let named = traced.taken.iter().position(|taken| taken.place == step && taken.named);
            named.unwrap_or(first)
        });
        match place {
            Some(place) => moves[place].beats.push(beat),
            None => end.push(beat),
        }
    }
    (moves, end)
}

fn number(choice: usize) -> u16 {
    u16::try_from(choice).unwrap_or(u16::MAX)
}
