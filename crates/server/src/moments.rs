//! The moments of a finished game that its player can learn from, in words: what was chosen, apart from what was rolled.

use ai::moments::{Found as Seen, Lesson, Moment, Watch, best};
use engine::state::Where;
use engine::{Choice, Game, Why};
use std::time::{Duration, Instant};
use table::Table;
use vocab::Role;

/// How many rounds are searched for a better answer.
const ROUNDS: usize = 120;
/// How long is searched at most: what comes later in the game is left out then, and the page says so.
const PATIENCE: Duration = Duration::from_secs(8);

/// A moment in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The number of answers before it.
    pub answers: usize,
    /// The turn.
    pub turn: u16,
    /// What it is about.
    pub lesson: Lesson,
    /// The idea in a few words.
    pub title: &'static str,
    /// What was done, and what was better.
    pub text: String,
    /// How many points of the chance to win that is: fewer than none, if dice took them away.
    pub points: i32,
    /// What to practise: an address and its name.
    pub practise: (&'static str, &'static str),
}

/// What was found in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The moments, those in which something was given away first.
    pub told: Vec<Told>,
    /// How many decisions there were, and how many of them were looked at.
    pub decisions: usize,
    /// See there.
    pub looked_at: usize,
}

/// Looks through the decisions of one player; why not, if the game can't be gone through again.
pub fn of(table: &Table, who: Role) -> Result<Found, String> {
    let until = Instant::now() + PATIENCE;
    let (mut place, mut found, mut watch) = (0, Found::default(), Watch::new(who, ROUNDS));
    let walked = table.walk(|game| {
        let given = table.answers.get(place).filter(|(role, _)| *role == who);
        let in_time = Instant::now() < until;
        if given.is_some() {
            found.decisions += 1;
            found.looked_at += usize::from(in_time);
        }
        let next = given.filter(|_| in_time).map(|(_, choice)| usize::from(*choice));
        watch.see(game, place, next);
        place += 1;
    });
    walked.map_err(|error| error.to_string())?;
    found.told = best(watch.found()).iter().map(in_words).collect();
    Ok(found)
}

const fn is_pass(choice: Choice) -> bool {
    matches!(choice, Choice::Pass | Choice::Done | Choice::No)
}

/// What a moment says.
fn in_words(seen: &Seen) -> Told {
    let (game, moment) = (&seen.before, &seen.moment);
    let (chosen, other) = (game.choices()[moment.chosen], game.choices()[moment.other]);
    let (title, text, practise) = match moment.lesson {
        Lesson::Better => better(game, moment.why, chosen, other),
        Lesson::Find => {
            let (own, first) = (named(game, chosen), named(game, other));
            (
                "well seen",
                format!("You chose “{own}”. What comes to mind first is “{first}”, and yours was better."),
                DRILLS,
            )
        }
        Lesson::Luck => luck(seen, moment),
    };
    Told {
        answers: moment.answers,
        turn: moment.turn,
        lesson: moment.lesson,
        title,
        text,
        points: (100.0 * moment.gain).round() as i32,
        practise,
    }
}

/// What the dice of an attack did, with the chance that they had.
fn luck(seen: &Seen, moment: &Moment) -> (&'static str, String, (&'static str, &'static str)) {
    let (game, good) = (&seen.before, moment.gain > 0.0);
    let title = if good { "those were good dice" } else { "that was dice" };
    let asked = game.asked();
    let attack = match (asked, game.choices()[moment.chosen]) {
        (Some(asked), Choice::Attack(target, mode)) => {
            asked.source.map(|unit| (asked.who, unit, target, mode))
        }
        _ => None,
    };
    let Some((who, unit, target, mode)) = attack else {
        return (title, "What was rolled decided, not what you chose.".into(), ODDS);
    };
    let (own, other) = (game.name_of(unit), game.name_of(target));
    let odds = ai::attack(*game.seat(who), unit, target, mode).and_then(|attack| attack.odds().ok());
    let chance = match odds.and_then(|odds| odds.destroyed) {
        Some(chance) => format!(", with a chance of {:.0} % to destroy it before any cards", 100.0 * chance),
        None => String::new(),
    };
    let fell =
        seen.after.as_ref().is_some_and(|after| after.whole().card(target).place == Where::DiscardPile);
    let rest = match (good, fell) {
        (true, true) => "It worked out.",
        (true, false) => "The roll was better than you could expect.",
        (false, _) => {
            "The roll was worse than you could expect. You chose well; there’s nothing to learn here."
        }
    };
    (title, format!("{own} attacked {other}{chance}. {rest}"), ODDS)
}

/// A choice as people say it.
fn named(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Pass => "pass".into(),
        Choice::Done => "done".into(),
        other => game.label(other),
    }
}

const ODDS: (&str, &str) = ("/learn/practice/sure", "what are the odds?");
const DRILLS: (&str, &str) = ("/learn/practice", "the drills");
const TARGETS: (&str, &str) = ("/learn/practice/first", "which attack first");
const SAVING: (&str, &str) = ("/puzzles?theme=saving+Force", "puzzles about saving Force");
const PAYING: (&str, &str) = ("/puzzles?theme=paying+now", "puzzles about paying now");
const RETREAT: (&str, &str) = ("/puzzles?theme=retreat", "puzzles about retreats");
const LESSONS: (&str, &str) = ("/learn", "the lessons");

/// An answer that was better than the one that was given: the idea, two sentences, and what to practise.
fn better(
    game: &Game,
    why: Why,
    chosen: Choice,
    other: Choice,
) -> (&'static str, String, (&'static str, &'static str)) {
    let name = |unit| game.name_of(unit);
    let acting = game.asked().and_then(|asked| asked.source).map_or_else(|| "Your unit".into(), name);
    let (own, rival) = (named(game, chosen), named(game, other));
    match (why, chosen, other) {
        (Why::Act, Choice::Attack(hit, _), Choice::Attack(spared, _)) if hit != spared => {
            let has_acted = |unit| game.whole().card(unit).is_tapped();
            let (hit, spared, late) = (name(hit), name(spared), has_acted(hit) && !has_acted(spared));
            let more = if late {
                format!(" {hit} had acted already, and {spared} still had its shot.")
            } else {
                String::new()
            };
            let title = if late { "shoot what shoots next" } else { "another target" };
            (title, format!("{acting} attacked {hit}.{more} Attacking {spared} was better."), TARGETS)
        }
        (Why::Act, Choice::Attack(hit, _), pass) if is_pass(pass) => {
            let hit = name(hit);
            (
                "the best shot is no shot",
                format!("{acting} attacked {hit}. Holding its fire was better."),
                TARGETS,
            )
        }
        (Why::Act, pass, Choice::Attack(spared, _)) if is_pass(pass) => {
            let spared = name(spared);
            ("take the shot", format!("{acting} held its fire. Attacking {spared} was better."), TARGETS)
        }
        (Why::Retreat, Choice::Card(unit), _) => {
            let unit = name(unit);
            (
                "stand your ground",
                format!("{unit} went back to the build zone. “{rival}” was better."),
                RETREAT,
            )
        }
        (Why::Retreat, _, Choice::Card(unit)) => {
            let unit = name(unit);
            ("pull it back", format!("{unit} stayed. Pulling it back was better."), RETREAT)
        }
        (Why::PlayOrPass | Why::Prevent | Why::PayOrNot | Why::Pay | Why::X | Why::Optional, _, pass)
            if is_pass(pass) =>
        {
            ("save it for later", format!("You chose “{own}”. Keeping what it cost was better."), SAVING)
        }
        (Why::PlayOrPass | Why::Prevent | Why::PayOrNot | Why::Pay | Why::X | Why::Optional, _, _) => {
            ("now is the time", format!("You chose “{own}”. “{rival}” was better."), PAYING)
        }
        (
            Why::Build
            | Why::BuildCounters
            | Why::BuildStepStart
            | Why::Destination
            | Why::Equip
            | Why::SetupBuild
            | Why::SetupPartial
            | Why::Mulligan
            | Why::PlayEvent
            | Why::PullResource,
            _,
            _,
        ) => ("build what decides", format!("You chose “{own}”. “{rival}” was better."), LESSONS),
        (
            Why::Act
            | Why::Retreat
            | Why::NextUnit
            | Why::Order
            | Why::Choose
            | Why::Mode
            | Why::Divide
            | Why::Bid
            | Why::Untap
            | Why::Keyword(_)
            | Why::ByHand
            | Why::Agree,
            _,
            _,
        ) => ("something better", format!("You chose “{own}”. “{rival}” was better."), DRILLS),
    }
}
