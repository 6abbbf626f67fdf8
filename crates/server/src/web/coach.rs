//! What a lesson adds to the page of its table: the coach's lines, what there is to do, and the card that glows.

use crate::lesson::{Scene, Taught};
use crate::owner::Coached;
use crate::pages::table::lesson::{Page, Shown, Todo};
use dejarik::judge::lesson::Panel;
use engine::Choice;
use engine::state::Slot;
use table::Table;
use table::lesson::{Lesson, Place};
use table::setup::Kind;
use vocab::{Arena, Role};

/// What a page shows of the lesson of a table. Without a lesson of that name, or with one that has changed, there's no way on.
pub fn page(
    taught: Option<&Taught>,
    next: Option<&Taught>,
    laid: &Lesson,
    table: &Table,
    coached: &Coached,
) -> Page {
    if !table.is_scripted() {
        let own = taught.filter(|_| !decided_since(table, laid.script.len()) && !table.is_over());
        return Page { last_word: own.map(|taught| taught.lesson.done.clone()), ..Page::default() };
    }
    let number = laid.id.trim_start_matches(['L', '0']);
    let title = format!("Lesson {number}: {}", laid.name);
    let (goal, hide) = match taught {
        Some(taught) => (taught.lesson.goal.clone(), hidden(taught, table)),
        None => Default::default(),
    };
    let coached = coached.now(table.number);
    let own = |lines: Vec<&str>| lines.into_iter().map(str::to_string).collect::<Vec<_>>();
    let (mut help, mut look) = (None, None);
    let (lines, todo) = match taught.map_or(Scene::Changed, |taught| taught.scene(table)) {
        Scene::Says(lines) => (own(lines), Todo::GoOn),
        Scene::Asks(lines, question) => {
            let buttons = question.buttons().into_iter().map(str::to_string).collect();
            (own(lines), Todo::Answer(question.words.clone(), buttons))
        }
        Scene::Decides(lines, right) => {
            let choice = table.game.choices().get(usize::from(right.choice));
            if coached.misses() >= 2 {
                look = choice.and_then(|choice| target(*choice).or(choice.card()));
            }
            if coached.misses() >= 3 || (coached.misses() == 2 && look.is_none()) {
                help = Some(right.words.clone());
            }
            (own(lines), Todo::Decide)
        }
        Scene::Plays(_) => (Vec::new(), Todo::Watch),
        Scene::Back(lines, _) => (own(lines), Todo::Back),
        Scene::Done(word) => {
            (vec![word.to_string()], Todo::Next(next.map(|next| next.lesson.scenario.id.clone())))
        }
        Scene::Changed => {
            let words = "This lesson has changed since you began it.";
            (vec![words.to_string()], Todo::Again(laid.id.clone()))
        }
    };
    let said = coached.said().map(str::to_string);
    // What is said to an answer takes the place of what was said before it: never more than two lines.
    let lines = if said.is_some() { Vec::new() } else { lines };
    Page {
        shown: Some(Shown { title, goal, lines, said, todo, help, hide, place: table.answers.len() }),
        last_word: None,
        look,
    }
}

/// Whether the learner has decided something since the script ended.
fn decided_since(table: &Table, script: usize) -> bool {
    let person = |role: Role| table.setup.player(role).kind == Kind::Person;
    table.answers.iter().skip(script).any(|(who, _)| person(*who))
}

/// The unit that a choice attacks.
const fn target(choice: Choice) -> Option<Slot> {
    match choice {
        Choice::Attack(target, _) => Some(target),
        _ => None,
    }
}

/// What isn't shown yet: panels, and the arenas in which the position has no card.
fn hidden(taught: &Taught, table: &Table) -> String {
    let mut words: Vec<&str> = Vec::new();
    for panel in &taught.lesson.hide {
        match panel {
            Panel::Speed => words.push("speed"),
            Panel::Force => words.push("force"),
            Panel::BuildPoints => words.push("build"),
            Panel::Hand => words.push("hand"),
            Panel::Deck => words.push("deck"),
            Panel::OtherArenas => {
                let cards = table.setup.lesson.iter().flat_map(|lesson| &lesson.cards);
                let used: Vec<Place> = cards.map(|lain| lain.place).collect();
                let free = |arena: &Arena| !used.contains(&Place::in_arena(*arena));
                words.extend(Arena::ALL.into_iter().filter(free).map(|arena| match arena {
                    Arena::Space => "space",
                    Arena::Ground => "ground",
                    Arena::Character => "character",
                }));
            }
        }
    }
    words.join(" ")
}
