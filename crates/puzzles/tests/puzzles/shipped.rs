//! The puzzles that come with the program: their lines hold, their values are exact, their mistakes are mistakes.

use dejarik::Cards;
use dejarik_puzzles::{FILES, NODES, Puzzle, Solver, Trial, Tried, Worth, check, is_puzzle, pose, read};
use judge::stop::Said;

fn puzzle(name: &str) -> Puzzle {
    let (_, text) = FILES.iter().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("no {name}"));
    read(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Those that people wrote: their numbers have two digits.
fn by_hand() -> impl Iterator<Item = Puzzle> {
    FILES.iter().filter(|(name, text)| name.len() == 3 && is_puzzle(text)).map(|(name, _)| puzzle(name))
}

#[test]
fn puzzles_written_by_hand_are_worth_what_they_say() {
    let cards = Cards::core();
    let mut faults = Vec::new();
    for puzzle in by_hand() {
        match check(&cards, &puzzle, NODES) {
            Ok(solved) => {
                assert_eq!(solved.answers[0].1, puzzle.best.worth);
                for other in &puzzle.others {
                    let gap = puzzle.best.worth.value() - other.worth.value();
                    assert!(gap >= 0.07, "{}: `{}` is only {gap} worse", puzzle.id(), other.words);
                }
            }
            Err(failures) => {
                faults.extend(failures.iter().map(|failure| format!("{}: {failure}", puzzle.id())));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(by_hand().count(), 38);
}

/// Those that were found in games.
fn found() -> impl Iterator<Item = Puzzle> {
    FILES.iter().filter(|(name, text)| name.len() > 3 && is_puzzle(text)).map(|(name, _)| puzzle(name))
}

#[test]
fn puzzles_that_were_found_say_what_they_are_and_a_sample_is_solved_again() {
    let cards = Cards::core();
    assert!(by_hand().count() + found().count() >= 100);
    for (place, puzzle) in found().enumerate() {
        let (best, second) = (puzzle.best.worth.value(), puzzle.others[0].worth.value());
        assert!(best - second >= 0.07 && best >= 1.1 * second && best >= 0.1, "{}", puzzle.id());
        let is_forced = puzzle.themes.iter().any(|theme| theme == "forced");
        assert_eq!(is_forced, puzzle.best.worth.value() == 1.0, "{}", puzzle.id());
        if place % 4 == 0 {
            let solved = check(&cards, &puzzle, NODES).unwrap_or_else(|failures| panic!("{failures:?}"));
            assert_eq!(solved.answers[0].1, puzzle.best.worth, "{}", puzzle.id());
        }
    }
}

#[test]
fn dice_by_what_they_do_and_haste_change_no_value() {
    let cards = Cards::core();
    let mut compared = 0;
    for puzzle in by_hand().step_by(2).chain(found().step_by(5)) {
        let posed = pose(&cards, &puzzle).unwrap_or_else(|failures| panic!("{failures:?}"));
        let game = posed.game();
        // Die by die there is more to count, sometimes too much for a test.
        let Ok(plain) = Solver::die_by_die(game, posed.goal, 60_000).answers(game) else { continue };
        let quick = Solver::new(game, posed.goal, NODES).in_a_hurry().answers(game);
        assert_eq!(quick, Ok(plain), "{}", puzzle.id());
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} were small enough");
}

#[test]
fn a_wrong_value_a_wrong_answer_and_a_wrong_line_are_found_with_their_place() {
    let cards = Cards::core();
    let (_, text) = FILES.iter().find(|(name, _)| *name == "P08").expect("P08");
    for (old, new, line, says) in [
        ("(A) = 1/16", "(A) = 1/8", 8, "it is worth 1/16, not 1/8"),
        ("#: best OX-90 (B) = 1", "#: best done = 1/16", 7, "another answer is worth more: 1"),
        ("#: other Taro Quill (A) = 0", "#: other Taro = 0", 9, ""),
        ("#: other Taro Quill (A) = 0", "#: other Mace = 0", 9, "`Mace` isn't offered"),
        ("#: other Taro Quill (A) = 0", "#: other OX-90 (B) = 1", 9, "as good as the best"),
        ("#: goal keep Taro", "#: goal keep Mace", 5, "no unit in an arena is called `Mace`"),
        (
            "#: from here\nOX-90 (B)\nexpect OX-90 (B) discarded",
            "#: from here\ndone\nOX-90 (B) attacks Taro Quill (A)\ndice 1 1 1 1",
            24,
            "`done` is worth 1/16",
        ),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, *text, "{old}");
        let found = check(&cards, &read(&changed).expect("a puzzle"), NODES);
        match found {
            Ok(_) => assert_eq!(says, "", "{new}"),
            Err(failures) => {
                let is_it =
                    failures.iter().any(|failure| failure.line == line && failure.message.contains(says));
                assert!(is_it, "{new}: {failures:?}");
            }
        }
    }
    let small = check(&cards, &puzzle("P07"), 50).expect_err("fifty answers aren't enough");
    assert!(small[0].message.contains("more than 50 answers"), "{small:?}");
}

/// A line that goes on after its goal is decided: what is answered there has nothing to do with the puzzle.
#[test]
fn what_is_answered_after_the_turn_does_not_count() {
    let text = "P900 Puzzle, After the turn
rules 1103.1
#: you light
#: goal keep Tracker this turn
#: ask Stay?
#: best done = 1/2
#: other Chief to the Character arena = 1/2
#: themes retreat
#: rating 900
#: why It may retreat.
light character: Tracker 40/3/2 Bounty Hunter \"Bounty: Draw a card.\"
light build zone: character Chief 10/2/5 Crime Gang
dark character: Blade 30/3/2 Imperial Soldier
start build light
#: from here
done
until battle character
Tracker attacks Blade
dice 5 4 1
expect Blade discarded
";
    let failures = check(&Cards::core(), &read(text).expect("a puzzle"), NODES).expect_err("it may retreat");
    let words: Vec<&str> = failures.iter().map(|failure| failure.message.as_str()).collect();
    assert!(words.contains(&"it is worth 1, not 1/2"), "{words:?}");
}

#[test]
fn mistakes_are_played_from_the_same_position_and_are_worth_less() {
    let cards = Cards::core();
    let mut mistakes = 0;
    for (name, text) in FILES.iter().filter(|(name, _)| name.ends_with('x')) {
        mistakes += 1;
        let puzzle = puzzle(name.trim_end_matches('x'));
        let scenario = judge::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let position = |scenario: &judge::Scenario| {
            let cards =
                scenario.cards.iter().map(|placed| (placed.card.clone(), placed.spot.clone(), placed.damage));
            (cards.collect::<Vec<_>>(), scenario.pools.clone(), scenario.start)
        };
        assert_eq!(position(&scenario), position(&puzzle.scenario), "{name}");
        let wrong = cards.played(&scenario).unwrap_or_else(|failures| panic!("{name}: {failures:?}"));
        let posed = pose(&cards, &puzzle).unwrap_or_else(|failures| panic!("{name}: {failures:?}"));
        // Up to the question both are the same; there, or later, the mistake leaves the line.
        let own = |answer: &&judge::stop::Answered| answer.who == puzzle.you;
        let line: Vec<usize> = posed.played.answers.iter().filter(own).map(|answer| answer.choice).collect();
        let other: Vec<usize> = wrong.answers.iter().filter(own).map(|answer| answer.choice).collect();
        assert_ne!(line, other, "{name} makes no mistake");
        let game = |place: usize| wrong.answers[place].game.whole().stable_hash();
        assert_eq!(game(posed.first), posed.game().whole().stable_hash(), "{name} comes to the question");
        let solved = check(&cards, &puzzle, NODES).expect("a puzzle that holds");
        assert!(matches!(solved.answers[0].1, Worth::Exact(_)));
    }
    assert_eq!(mistakes, 8);
}

#[test]
fn whoever_answers_like_the_file_solves_a_puzzle_and_its_mistakes_are_missed() {
    let cards = Cards::core();
    let (mut missed, mut played_out) = (0, 0);
    for puzzle in by_hand().chain(found().step_by(4)) {
        let id = puzzle.id().to_string();
        let mistake = FILES.iter().find(|(name, _)| *name == format!("{id}x"));
        let mistake = mistake.map(|(_, text)| judge::parse(text).expect("a scenario"));
        let trial = Trial::of(&cards, &puzzle, mistake.as_ref(), NODES);
        let trial = trial.unwrap_or_else(|failures| panic!("{id}: {failures:?}"));
        let posed = pose(&cards, &puzzle).expect("a puzzle that holds");
        let mut place = trial.first().unwrap_or_else(|| panic!("{id} asks nothing"));
        let mut asked = 0;
        loop {
            let point = trial.question(place).expect("a question");
            asked += 1;
            match trial.tried(place, &[posed.line()[place].choice]) {
                Tried::Right(next) => {
                    assert!(next > place, "{id}");
                    place = next;
                }
                Tried::Solved => break,
                Tried::Missed(..) => panic!("{id}: the line itself is missed at {place}"),
            }
            assert_eq!(point.worth.len(), point.game.choices().len(), "{id}");
        }
        assert_eq!(asked, trial.questions(), "{id}");
        // An answer that the file lists as worse is missed, with the value that it states.
        let first = trial.first().expect("a question");
        let point = trial.question(first).expect("a question");
        for other in puzzle.others.iter().filter(|other| other.plays.len() == 1) {
            let Said::Choice(choice) = cards.said(&posed.played, &other.plays[0], &point.game) else {
                continue;
            };
            assert_eq!(trial.tried(first, &[choice]), Tried::Missed(first, choice), "{id}: {}", other.words);
            assert_eq!(point.worth[choice], Some(other.worth), "{id}: {}", other.words);
            missed += 1;
            if let Some(mistake) = trial.mistake(first, choice) {
                assert!(!mistake.told.is_empty(), "{id}");
                played_out += 1;
            }
        }
    }
    assert!(missed >= 10 && played_out >= 5, "{missed} {played_out}");
}
