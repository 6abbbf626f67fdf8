//! The coach in games: says one line the first time something happens in somebody's life, and then is silent. Which lines
//! somebody has heard is kept with what they have learned: in their record, and in a cookie.

use crate::learned::Learned;
use crate::pages::table::advice::{Idea, Line};
use std::collections::BTreeSet;

/// Under which word the lines are kept that somebody has heard, as bits.
pub const HEARD: &str = "coach";
/// Where the coach spoke last.
const AT: &str = "coach-at";
/// How many games there were, and how many of them in a row without a new line.
const GAMES: &str = "coach-games";
/// As many lines in a turn, at most.
const IN_A_TURN: u8 = 4;
/// In so many games danger is told each time.
const DANGEROUS: u16 = 5;
/// After so many games without a new line the coach takes its leave.
const QUIET: u16 = 3;

/// What the coach says when it takes its leave.
const GOODBYE: &str = "I’ll be quiet now. Open the ? beside a question when you want me.";

/// The bits of a word that was kept; hexadecimal, the lowest first.
fn bits(word: &str) -> BTreeSet<u8> {
    let digits = word.bytes().take(40).enumerate();
    let of = |(place, digit): (usize, u8)| {
        let value = (digit as char).to_digit(16).unwrap_or(0) as u8;
        (0..4).filter(move |bit| value & (1 << bit) != 0).map(move |bit| place as u8 * 4 + bit)
    };
    digits.flat_map(of).collect()
}

/// The word for some bits.
fn word(bits: &BTreeSet<u8>) -> String {
    let digits = usize::from(bits.last().copied().unwrap_or(0)) / 4 + 1;
    let mut values = vec![0_u8; digits.min(40)];
    for bit in bits {
        if let Some(value) = values.get_mut(usize::from(bit / 4)) {
            *value |= 1 << (bit % 4);
        }
    }
    values.into_iter().filter_map(|value| char::from_digit(value.into(), 16)).collect()
}

/// What two sources know together of the lines that somebody has heard.
pub fn joined(one: &str, other: &str) -> String {
    word(&bits(one).union(&bits(other)).copied().collect())
}

/// Where the coach spoke last, or was silent last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct At {
    game: String,
    answers: usize,
    turn: u16,
    /// How many lines there have been in this turn.
    said: u8,
    /// The bits of the dangers that were told in this turn.
    dangers: u8,
    /// The last attack with a line.
    attack: u16,
    /// The bit of the line at this step.
    line: Option<u8>,
}

impl At {
    fn read(learned: &Learned) -> At {
        let read = || {
            let mut parts = learned.word(AT)?.split('.');
            let game = parts.next()?.to_string();
            let mut number = || parts.next()?.parse::<u32>().ok();
            let (answers, turn, said) = (number()?, number()?, number()?);
            let (dangers, attack, line) = (number()?, number()?, number()?);
            Some(At {
                game,
                answers: usize::try_from(answers).ok()?,
                turn: u16::try_from(turn).ok()?,
                said: u8::try_from(said).ok()?,
                dangers: u8::try_from(dangers).ok()?,
                attack: u16::try_from(attack).ok()?,
                line: u8::try_from(line).ok().filter(|line| *line < NO_LINE),
            })
        };
        read().unwrap_or_default()
    }

    fn keep(&self, learned: &mut Learned) {
        let At { game, answers, turn, said, dangers, attack, line } = self;
        let line = line.unwrap_or(NO_LINE);
        learned.set(AT, &format!("{game}.{answers}.{turn}.{said}.{dangers}.{attack}.{line}"));
    }
}

/// What stands for no line.
const NO_LINE: u8 = 200;

fn games(learned: &Learned) -> (u16, u16) {
    let read = || {
        let (games, quiet) = learned.word(GAMES)?.split_once('.')?;
        Some((games.parse().ok()?, quiet.parse().ok()?))
    };
    read().unwrap_or_default()
}

/// A question, as far as the coach must know it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The game.
    pub game: &'a str,
    /// How many answers there have been.
    pub answers: usize,
    /// The turn.
    pub turn: u16,
    /// The number of the attack that goes on; 0 if there is none.
    pub attack: u16,
}

/// What the coach says to a question, if it says something: one of these lines, the rarest of which come first.
pub fn speak(learned: &mut Learned, asked: Asked<'_>, lines: &[Line]) -> Option<String> {
    let mut at = At::read(learned);
    if at.game == asked.game && at.answers == asked.answers {
        // The same question, drawn again.
        let now = at.line?;
        if now == Idea::Goodbye.bit() {
            return Some(GOODBYE.into());
        }
        return lines.iter().find(|line| line.idea.bit() == now).map(|line| line.words.clone());
    }
    let (mut played, mut quiet) = games(learned);
    let is_new_game = at.game != asked.game;
    if is_new_game {
        (played, quiet) = (played.saturating_add(1), quiet.saturating_add(1));
        at = At { game: asked.game.into(), ..At::default() };
    }
    if at.turn != asked.turn {
        (at.turn, at.said, at.dangers) = (asked.turn, 0, 0);
    }
    let mut heard = learned.word(HEARD).map(bits).unwrap_or_default();
    let is_off = heard.contains(&Idea::Goodbye.bit());
    let may_speak = !is_off && at.said < IN_A_TURN && (asked.attack == 0 || asked.attack != at.attack);
    let line = lines.iter().find(|line| match line.idea.danger() {
        Some(danger) => played <= DANGEROUS && at.dangers & (1 << danger) == 0,
        None => !heard.contains(&line.idea.bit()),
    });
    let mut said = None;
    at.answers = asked.answers;
    at.line = None;
    if let Some(line) = line.filter(|_| may_speak) {
        at.line = Some(line.idea.bit());
        at.said += 1;
        match line.idea.danger() {
            Some(danger) => at.dangers |= 1 << danger,
            None => {
                quiet = 0;
                heard.insert(line.idea.bit());
            }
        }
        if asked.attack > 0 {
            at.attack = asked.attack;
        }
        said = Some(line.words.clone());
    } else if !is_off && line.is_none() && quiet > QUIET {
        heard.insert(Idea::Goodbye.bit());
        at.line = Some(Idea::Goodbye.bit());
        said = Some(GOODBYE.into());
    }
    // Nothing is kept of a question to which nothing is said.
    if said.is_none() && !is_new_game {
        return None;
    }
    at.keep(learned);
    learned.set(GAMES, &format!("{played}.{quiet}"));
    learned.set(HEARD, &word(&heard));
    said
}

/// Forgets what was said, so that everything is said again.
pub fn begin_again(learned: &mut Learned) {
    learned.set(HEARD, "0");
    learned.set(AT, "0");
    learned.set(GAMES, "0.0");
}

#[cfg(test)]
mod tests {
    use super::{Asked, begin_again, bits, joined, speak, word};
    use crate::learned::Learned;
    use crate::pages::table::advice::{Idea, Line};
    use vocab::Keyword;

    fn line(idea: Idea, words: &str) -> Line {
        Line { idea, words: words.into() }
    }

    fn asked(game: &str, answers: usize, turn: u16, attack: u16) -> Asked<'_> {
        Asked { game, answers, turn, attack }
    }

    #[test]
    fn a_line_is_said_once_and_again_when_the_same_question_is_drawn_again() {
        let mut learned = Learned::default();
        let lines = [line(Idea::Stack, "stack"), line(Idea::Kind(3), "kind")];
        assert_eq!(speak(&mut learned, asked("one", 5, 1, 0), &lines).as_deref(), Some("stack"));
        assert_eq!(speak(&mut learned, asked("one", 5, 1, 0), &lines).as_deref(), Some("stack"));
        assert_eq!(speak(&mut learned, asked("one", 6, 1, 0), &lines).as_deref(), Some("kind"));
        assert_eq!(speak(&mut learned, asked("one", 7, 1, 0), &lines), None);
        assert_eq!(speak(&mut learned, asked("two", 1, 1, 0), &lines), None, "in no other game either");
        // A browser that lost its cookie knows it from the record, and the other way round.
        let cookie = learned.cookie().expect("a cookie");
        let value = cookie.to_str().expect("text").split_once('=').expect("a value").1;
        let mut read = Learned::read(value.split(';').next().expect("a value"));
        assert_eq!(speak(&mut read, asked("three", 1, 1, 0), &lines), None);
        begin_again(&mut read);
        assert_eq!(speak(&mut read, asked("three", 2, 1, 0), &lines).as_deref(), Some("stack"));
    }

    #[test]
    fn there_are_four_lines_in_a_turn_and_one_in_an_attack() {
        let mut learned = Learned::default();
        let lines: Vec<Line> = (0..12).map(|kind| line(Idea::Kind(kind), "kind")).collect();
        let mut said = |turn, attacks: &[u16]| {
            let mut step = usize::from(turn) * 100;
            let spoke = attacks.iter().filter(|attack| {
                step += 1;
                speak(&mut learned, asked("one", step, turn, **attack), &lines).is_some()
            });
            spoke.count()
        };
        assert_eq!(said(1, &[0; 9]), 4);
        assert_eq!(said(2, &[7, 7, 7, 8, 8]), 2);
    }

    #[test]
    fn danger_is_told_each_turn_in_five_games_and_goodbye_is_said_after_three_quiet_ones() {
        let mut learned = Learned::default();
        let danger = [line(Idea::LosesNow, "danger")];
        let mut step = 0;
        let mut at = |learned: &mut Learned, game: &str, turn: u16| {
            step += 1;
            speak(learned, asked(game, step, turn, 0), &danger)
        };
        for game in ["a", "b", "c"] {
            assert_eq!(at(&mut learned, game, 1).as_deref(), Some("danger"), "{game}");
            assert_eq!(at(&mut learned, game, 1), None, "once in a turn");
            assert_eq!(at(&mut learned, game, 2).as_deref(), Some("danger"));
        }
        // The fourth game begins after three without a new line.
        assert_eq!(at(&mut learned, "d", 1).as_deref(), Some("danger"));
        let bye = speak(&mut learned, asked("d", 900, 1, 0), &[]).expect("goodbye");
        assert!(bye.contains("quiet"), "{bye}");
        assert_eq!(at(&mut learned, "e", 3), None);
        assert_eq!(speak(&mut learned, asked("e", 901, 3, 0), &[line(Idea::Stack, "stack")]), None);
    }

    #[test]
    fn what_was_heard_fits_in_a_cookie_and_two_sources_are_joined() {
        let all: std::collections::BTreeSet<u8> =
            Keyword::all().map(|keyword| Idea::Keyword(keyword).bit()).collect();
        assert_eq!(all.len(), 61);
        assert!(word(&all).len() <= 40 && bits(&word(&all)) == all);
        assert_eq!(joined("3", "04"), "34");
        assert_eq!(bits("zz"), Default::default());
        let mut learned = Learned::read("coach:3");
        learned.keep("coach", "4");
        assert_eq!(learned.word("coach"), Some("7"));
    }
}
