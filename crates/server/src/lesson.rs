//! Lessons at a table: what the coach does now, what the table plays by itself, and what becomes of an answer. All of it
//! follows from the course and the answers that the log has.

use dejarik::Cards;
use dejarik::judge::course::{Beat, Course, Move, Then};
use dejarik::judge::lesson::{Branch, FILES, Lesson, Question, Written, read};
use dejarik::judge::scenario::{Placed, Spot, Start};
use engine::state::Seed;
use table::lesson::{self, Lain, Place, Progress};
use table::{By, Step, Table};
use vocab::{Arena, Role};

/// What chance comes from where a lesson leaves something to it: the same as when its course was played.
pub const SEED: Seed = Seed([1, !1]);

/// What the coach says to an answer that the lesson doesn't speak of.
pub const ANOTHER: &str = "You could do that, but it isn’t what this lesson is about. Try another way.";

/// At most so many lines of the coach are shown at once.
const LINES: usize = 2;

/// A lesson with its course.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The lesson as it was written.
    pub lesson: Lesson,
    /// Its answers, dice and words.
    pub course: Course,
}

/// The lessons that come with the program, in their order; or why one doesn't hold.
pub fn all(cards: &Cards) -> Result<Vec<Taught>, String> {
    let branch = |name: &str| -> Result<Branch, String> {
        let file = FILES.iter().find(|(known, _)| *known == name);
        let (_, text) = file.ok_or_else(|| format!("there’s no file {name}"))?;
        match read(text).map_err(|error| error.to_string())? {
            Written::Branch(branch) => Ok(*branch),
            Written::Lesson(_) => Err(format!("{name} is a lesson of its own")),
        }
    };
    let mut taught = Vec::new();
    for (name, text) in FILES {
        if let Written::Lesson(lesson) = read(text).map_err(|error| format!("{name}: {error}"))? {
            let course = cards.course(&lesson, &branch);
            let course = course.map_err(|faults| format!("{name}: {faults:?}"))?;
            taught.push(Taught { lesson: *lesson, course });
        }
    }
    Ok(taught)
}

/// What happens now in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene<'a> {
    /// The coach says something, and waits until the learner goes on.
    Says(Vec<&'a str>),
    /// The coach asks something.
    Asks(Vec<&'a str>, &'a Question),
    /// The learner is asked by the game.
    Decides(Vec<&'a str>, &'a Move),
    /// The table gives this answer.
    Plays(&'a Move),
    /// A wrong answer has been played out: the game goes back to so many answers as soon as the learner goes on.
    Back(Vec<&'a str>, usize),
    /// The lesson is over.
    Done(&'a str),
    /// The lesson has another script than when it was begun: it can't go on.
    Changed,
}

/// What becomes of an answer of the learner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered<'a> {
    /// The answer counts.
    Right(Vec<Step>),
    /// It is played out, and taken back later.
    Detour(Vec<Step>),
    /// The coach says this, and the question stays.
    Said(&'a str),
}

/// Lines of the coach that are shown together, and the question below them.
struct Stop<'a> {
    lines: Vec<&'a str>,
    question: Option<&'a Question>,
}

fn stops(beats: &[Beat]) -> Vec<Stop<'_>> {
    let mut stops: Vec<Stop<'_>> = Vec::new();
    for beat in beats {
        let is_open = |stop: &Stop<'_>| stop.question.is_none();
        match beat {
            Beat::Say(line) => match stops.last_mut() {
                Some(stop) if is_open(stop) && stop.lines.len() < LINES => stop.lines.push(line),
                _ => stops.push(Stop { lines: vec![line], question: None }),
            },
            Beat::Ask(question) => match stops.last_mut() {
                Some(stop) if is_open(stop) => stop.question = Some(question),
                _ => stops.push(Stop { lines: Vec::new(), question: Some(question) }),
            },
        }
    }
    stops
}

fn shown(stop: Stop<'_>) -> Scene<'_> {
    match stop.question {
        Some(question) => Scene::Asks(stop.lines, question),
        None => Scene::Says(stop.lines),
    }
}

/// The steps of an answer: its dice, and the answer.
pub fn steps(own: &Move, by: By) -> Vec<Step> {
    let dice = (!own.dice.is_empty()).then(|| Step::Dice { rolls: own.dice.clone() });
    dice.into_iter().chain([Step::Answer { choice: own.choice, by }]).collect()
}

impl Taught {
    /// Whether this is the lesson that a table was laid for, and not another one of the same name.
    fn is_of(&self, table: &Table) -> bool {
        let own = self.course.moves.iter().map(|own| own.choice);
        table.setup.lesson.as_ref().is_some_and(|lesson| lesson.script.iter().copied().eq(own))
    }

    /// What happens at a table.
    pub fn scene<'a>(&'a self, table: &Table) -> Scene<'a> {
        self.scene_after(table, table.heard())
    }

    /// The same, if the learner has left so many stops of the coach behind since the last answer.
    fn scene_after<'a>(&'a self, table: &Table, heard: usize) -> Scene<'a> {
        let Some(progress) = table.progress().filter(|_| self.is_of(table)) else { return Scene::Changed };
        match progress {
            Progress::On(place) => {
                let own = &self.course.moves[place];
                let mut stops = stops(&own.beats);
                // The last lines stand above the question of the game.
                let above = match stops.pop() {
                    Some(last) if own.by_learner && last.question.is_none() => last.lines,
                    last => {
                        stops.extend(last);
                        Vec::new()
                    }
                };
                match stops.into_iter().nth(heard) {
                    Some(stop) => shown(stop),
                    None if own.by_learner => Scene::Decides(above, own),
                    None => Scene::Plays(own),
                }
            }
            Progress::Off(place) => {
                let given = table.answers.get(place).map(|(_, choice)| *choice);
                let wrong = self.course.moves[place].wrong.iter().find(|wrong| Some(wrong.choice) == given);
                let Some(Then::Play(detour)) = wrong.map(|wrong| &wrong.then) else {
                    // An answer that the course no longer speaks of: the only way is back.
                    return Scene::Back(vec![ANOTHER], place);
                };
                match detour.moves.get(table.answers.len() - place) {
                    Some(own) => stops(&own.beats).into_iter().nth(heard).map_or(Scene::Plays(own), shown),
                    None => {
                        let mut lines = Vec::new();
                        for stop in stops(&detour.end) {
                            lines.extend(stop.lines);
                        }
                        lines.push(&detour.back);
                        Scene::Back(lines, place)
                    }
                }
            }
            Progress::Done => match stops(&self.course.end).into_iter().nth(heard) {
                Some(stop) => shown(stop),
                None => Scene::Done(&self.lesson.done),
            },
        }
    }

    /// What becomes of an answer to the question that the learner is asked now.
    pub fn answered(&self, table: &Table, choice: u16) -> Answered<'_> {
        let progress = table.progress().filter(|_| self.is_of(table));
        let Some(Progress::On(place)) = progress else { return Answered::Said(ANOTHER) };
        let own = &self.course.moves[place];
        if own.choice == choice {
            return Answered::Right(steps(own, By::Person));
        }
        match own.wrong.iter().find(|wrong| wrong.choice == choice).map(|wrong| &wrong.then) {
            Some(Then::Say(text)) => Answered::Said(text),
            Some(Then::Play(detour)) => match detour.moves.first() {
                Some(first) => Answered::Detour(steps(first, By::Person)),
                None => Answered::Said(&detour.back),
            },
            None => Answered::Said(ANOTHER),
        }
    }

    /// The lesson as setups keep it: its position, and the answers of its script. A position that a table can't be set up
    /// with is refused by name.
    pub fn position(&self) -> Result<lesson::Lesson, String> {
        let scenario = &self.lesson.scenario;
        let cards = scenario.cards.iter().map(lain).collect::<Result<_, String>>()?;
        let pools = Role::ALL.map(|role| {
            let own = scenario.pools.iter().rfind(|pools| pools.who == role);
            own.map_or((0, 0), |pools| (pools.force, pools.build))
        });
        let begin = match scenario.start {
            Start::Preparation => lesson::Start::Preparation,
            Start::Turn => lesson::Start::Turn,
            Start::BuildStep(who) => lesson::Start::BuildStep(who.into()),
            Start::RetreatStep(who) => lesson::Start::RetreatStep(who.into()),
            Start::BattlePhase => lesson::Start::BattlePhase,
            Start::BattleStep(arena) => lesson::Start::Battle(Place::in_arena(arena)),
            Start::Setup | Start::Deck => return Err("a lesson at the table doesn’t begin there".into()),
        };
        Ok(lesson::Lesson {
            id: scenario.id.clone(),
            name: self.lesson.name().to_string(),
            cards,
            pools,
            begin,
            script: self.course.moves.iter().map(|own| own.choice).collect(),
            goes_on: self.lesson.opponent.is_some(),
        })
    }
}

fn lain(placed: &Placed) -> Result<Lain, String> {
    let name = &placed.card.name;
    let place = match &placed.spot {
        Spot::Arena(Arena::Space) => Place::Space,
        Spot::Arena(Arena::Ground) => Place::Ground,
        Spot::Arena(Arena::Character) => Place::Character,
        Spot::BuildZone => Place::BuildZone,
        Spot::Building => Place::Building,
        Spot::Hand => Place::Hand,
        Spot::Deck => Place::Deck,
        Spot::DiscardPile => Place::DiscardPile,
        Spot::Supply
        | Spot::Under(_)
        | Spot::Pilot(_)
        | Spot::On(_)
        | Spot::Beneath(_)
        | Spot::Removed
        | Spot::EventZone => return Err(format!("{name} can’t be laid there in a lesson at the table")),
    };
    if !placed.card.printed || !placed.others.is_empty() {
        return Err(format!("{name}: a lesson at the table has cards of the set, without special counters"));
    }
    Ok(Lain {
        card: name.clone(),
        who: placed.who.into(),
        place,
        damage: placed.damage,
        build: placed.build,
        tapped: placed.tapped,
    })
}

#[cfg(test)]
mod tests {
    use super::{Answered, SEED, Scene, Taught, all, steps};
    use crate::pages::table::tests::{setup, world};
    use crate::world::World;
    use table::setup::GameSetup;
    use table::{By, Row, Step, Table, fold};

    fn lesson_setup(world: &World, taught: &Taught) -> GameSetup {
        let position = taught.position().expect("a position");
        let mut setup = GameSetup { seed: SEED, ..setup(world, 1) };
        for role in vocab::Role::ALL {
            setup.player_mut(role).cards.cards = position.cards_of(role);
        }
        GameSetup { lesson: Some(position), ..setup }
    }

    /// A learner at a table, and the log.
    struct Learner<'a> {
        taught: &'a Taught,
        table: Table,
        rows: Vec<Row>,
        told: Vec<String>,
    }

    impl Learner<'_> {
        fn take(&mut self, steps: &[Step]) {
            for step in steps {
                self.table.apply(step).expect("it fits");
                self.rows.push(Row { trail: self.table.kept_trail(), ..step.to_row(0, 0) });
            }
        }

        /// Goes on to the next question of the game, or to the end.
        fn go_on(&mut self) -> bool {
            for _ in 0..200 {
                let taught = self.taught;
                match taught.scene(&self.table) {
                    Scene::Says(lines) | Scene::Asks(lines, _) => {
                        assert!(lines.len() <= 2);
                        self.told.extend(lines.iter().map(ToString::to_string));
                        self.take(&[Step::Heard]);
                    }
                    Scene::Plays(own) => {
                        assert_eq!(self.table.asked(), Some(own.who), "{}", own.words);
                        let label = self.table.game.label(self.table.game.choices()[usize::from(own.choice)]);
                        assert!(
                            own.words.starts_with(&label) || own.words.contains("uses Lucky"),
                            "{label}: {}",
                            own.words
                        );
                        self.take(&steps(own, By::Computer));
                    }
                    Scene::Back(lines, to) => {
                        self.told.extend(lines.iter().map(ToString::to_string));
                        self.take(&[Step::Back { to: u32::try_from(to).expect("small") }]);
                    }
                    Scene::Decides(lines, own) => {
                        assert_eq!(self.table.asked(), Some(own.who));
                        self.told.extend(lines.iter().map(ToString::to_string));
                        return true;
                    }
                    Scene::Done(word) => {
                        self.told.push(word.into());
                        return false;
                    }
                    Scene::Changed => panic!("the lesson is the one that was laid"),
                }
            }
            panic!("the lesson doesn't come to an end");
        }
    }

    #[test]
    fn every_lesson_is_played_to_its_end_with_every_wrong_answer() {
        let world = world();
        let taught = all(&world.cards).expect("lessons");
        assert_eq!(taught.len(), 10);
        for taught in &taught {
            let setup = lesson_setup(&world, taught);
            let table = Table::laid(world.catalog.clone(), setup.clone(), None).expect("a position");
            let mut learner = Learner { taught, table, rows: Vec::new(), told: Vec::new() };
            let (mut decided, mut detours) = (0, 0);
            while learner.go_on() {
                let Scene::Decides(_, own) = taught.scene(&learner.table) else { panic!("a question") };
                let before = learner.table.game.whole().stable_hash();
                for choice in 0..learner.table.game.choices().len() {
                    let choice = u16::try_from(choice).expect("few choices");
                    match taught.answered(&learner.table, choice) {
                        Answered::Right(_) => assert_eq!(choice, own.choice),
                        Answered::Said(text) => assert!(!text.is_empty()),
                        Answered::Detour(steps) => {
                            learner.take(&steps);
                            assert!(learner.go_on(), "the same question again");
                            assert_eq!(learner.table.game.whole().stable_hash(), before);
                            detours += 1;
                        }
                    }
                }
                let Answered::Right(steps) = taught.answered(&learner.table, own.choice) else {
                    panic!("right")
                };
                learner.take(&steps);
                decided += 1;
                // Whoever opens the table again finds the same.
                let again = fold(world.catalog.clone(), setup.clone(), None, &learner.rows).expect("it fits");
                assert_eq!(again.game.whole().stable_hash(), learner.table.game.whole().stable_hash());
                assert_eq!(taught.scene(&again), taught.scene(&learner.table));
            }
            let name = taught.lesson.name();
            let listed = taught.course.moves.iter().flat_map(|own| &own.wrong);
            let played = listed.filter(|wrong| matches!(wrong.then, super::Then::Play(_))).count();
            assert_eq!(detours, played, "{name}");
            assert_eq!(decided, taught.course.moves.iter().filter(|own| own.by_learner).count(), "{name}");
            // The tenth is a whole game, which has only begun.
            let is_over = taught.lesson.opponent.is_none();
            assert_eq!((learner.table.is_over(), learner.table.is_scripted()), (is_over, is_over), "{name}");
            assert_eq!(learner.table.note().ends_with(": done"), is_over, "{name}: {}", learner.table.note());
            // Every word of the coach is heard.
            for cue in &taught.lesson.cues {
                if let dejarik::judge::lesson::Coach::Say(line) = &cue.what {
                    assert!(learner.told.contains(line), "{name}: {line}");
                }
            }
        }
    }
}
