//! A position as the lines of a scenario, and the same with fewer cards.

use crate::goal::{Aim, Goal, Until, Wanted, Wish};
use crate::mine::watch::{Asked, Given};
use dejarik::Cards;
use engine::state::{Slot, Where};
use engine::{Ask, Choice, Game, Why};
use std::fmt::Write as _;

/// As many passes may lead from the start of a step to the question.
const PASSES: usize = 12;

/// A position, and what is done until the question comes up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Rules that were chosen.
    options: Vec<String>,
    /// The cards, each with whose it is and where it lies.
    cards: Vec<(String, String)>,
    /// Force and build points.
    pools: Vec<String>,
    /// Where play begins.
    start: String,
    /// Answers and dice up to the question.
    script: Vec<String>,
}

/// A question in words: who is asked, why, about which card, and what can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    ask: (vocab::Role, Why, Option<String>),
    /// The choices.
    pub words: Vec<String>,
}

impl Question {
    /// The open question of a game.
    pub fn of(cards: &Cards, game: &Game) -> Option<Question> {
        let Ask { who, why, source, .. } = game.asked()?;
        let ask = (who, why, source.map(|source| game.name_of(source)));
        Some(Question { ask, words: cards.choices_in_words(game) })
    }

    /// Whether the same is asked and the same can be answered, in whatever order.
    fn is_same(&self, other: &Question) -> bool {
        let sorted = |question: &Question| {
            let mut words = question.words.clone();
            words.sort_unstable();
            words
        };
        self.is_like(other) && sorted(self) == sorted(other)
    }

    /// Whether the same is asked of the same player, whatever can be answered.
    fn is_like(&self, other: &Question) -> bool {
        self.ask == other.ask
    }
}

impl Picture {
    /// The position of a question: as it is now, if that says everything, otherwise as it was when the step began, with what
    /// was done since. Nothing if no scenario leads to the question.
    pub fn of(cards: &Cards, asked: &Asked<'_>) -> Option<Picture> {
        let wanted = Question::of(cards, asked.game)?;
        let is_between = asked.game.whole().attack().is_none() && asked.game.whole().sequences.is_empty();
        let now = is_between.then(|| Picture::now(cards, asked.game, &wanted)).flatten();
        now.or_else(|| Picture::since(cards, asked, &wanted))
    }

    /// As it is now: passing leads from the start of the step to the question.
    fn now(cards: &Cards, game: &Game, wanted: &Question) -> Option<Picture> {
        let mut picture = Picture::laid(cards, game);
        let mut reached = picture.reach(cards)?;
        for _ in 0..PASSES {
            let question = Question::of(cards, &reached)?;
            if question.is_same(wanted) {
                return Some(picture);
            }
            if reached.whole().moment != game.whole().moment {
                return None;
            }
            let pass = reached.choices().iter().position(|choice| *choice == Choice::Pass)?;
            picture.script.push("pass".into());
            reached.answer(pass).ok()?;
        }
        None
    }

    /// As it was when the step began.
    fn since(cards: &Cards, asked: &Asked<'_>, wanted: &Question) -> Option<Picture> {
        let mut picture = Picture::laid(cards, asked.begun);
        for Given { game, answer, dice } in asked.since {
            picture.script.extend(spoken(cards, game, *answer, dice.as_deref()?));
        }
        let reached = picture.reach(cards)?;
        Question::of(cards, &reached)?.is_same(wanted).then_some(picture)
    }

    fn laid(cards: &Cards, game: &Game) -> Picture {
        let (position, _) = cards.position((game, &[]), |_| {});
        let mut picture = Picture {
            options: Vec::new(),
            cards: Vec::new(),
            pools: Vec::new(),
            start: String::new(),
            script: Vec::new(),
        };
        for line in position.lines().filter(|line| !line.is_empty()) {
            match line.split_once(": ") {
                Some((head, list)) => {
                    for item in list.split("; ") {
                        let counted = item
                            .split_once(' ')
                            .and_then(|(number, card)| Some((number.parse().ok()?, card)));
                        let (number, card): (usize, &str) = counted.unwrap_or((1, item));
                        let one = (head.to_string(), card.to_string());
                        picture.cards.extend(std::iter::repeat_n(one, number));
                    }
                }
                None if line.starts_with("start ") => picture.start = line.into(),
                None if line.contains(" force ") => picture.pools.push(line.into()),
                None => picture.options.push(line.into()),
            }
        }
        picture
    }

    /// The lines of the position.
    pub fn position(&self) -> String {
        let mut text = String::new();
        for line in &self.options {
            let _ = writeln!(text, "{line}");
        }
        let mut heads: Vec<(&str, Vec<(&str, usize)>)> = Vec::new();
        for (head, card) in &self.cards {
            match heads.iter_mut().find(|(own, _)| own == head) {
                Some((_, cards)) => match cards.last_mut() {
                    Some((last, copies)) if last == card => *copies += 1,
                    _ => cards.push((card, 1)),
                },
                None => heads.push((head, vec![(card, 1)])),
            }
        }
        for (head, cards) in heads {
            let one = |(card, copies): &(&str, usize)| match copies {
                1 => (*card).to_string(),
                _ => format!("{copies} {card}"),
            };
            let cards: Vec<String> = cards.iter().map(one).collect();
            let _ = writeln!(text, "{head}: {}", cards.join("; "));
        }
        for line in self.pools.iter().chain([&self.start]) {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The lines that lead to the question.
    pub fn script(&self) -> &[String] {
        &self.script
    }

    /// The game at the question, if the judge follows.
    pub fn reach(&self, cards: &Cards) -> Option<Game> {
        let text = format!("{}\n{}\n", self.position(), self.script.join("\n"));
        let mut game = cards.reach(&judge::parse(&text).ok()?)?;
        game.forget_dice();
        game.forget_events();
        Some(game)
    }

    /// The game at the same question, without what another position had; nothing if something else is asked.
    fn reach_like(&self, cards: &Cards, wanted: &Question) -> Option<Game> {
        let game = self.reach(cards)?;
        Question::of(cards, &game)?.is_like(wanted).then_some(game)
    }

    /// Takes cards away as long as `same` says that the question is worth the same: those outside of play together, then what
    /// lies in one place, then one after the other, the last first, so that what lies on a card goes before it; then Force and
    /// build points.
    pub fn make_small(
        mut self,
        cards: &Cards,
        wanted: &Question,
        same: &mut dyn FnMut(&Game) -> bool,
    ) -> Picture {
        let is_outside =
            |head: &str| ["deck", "discard", "removed", "supply"].iter().any(|place| head.ends_with(place));
        let mut keep = |smaller: Picture, own: &mut Picture| {
            if smaller != *own && smaller.reach_like(cards, wanted).is_some_and(|game| same(&game)) {
                *own = smaller;
            }
        };
        // What lies together goes together first: after that there is less to count for each single card.
        let mut heads: Vec<String> = Vec::new();
        for (head, _) in self.cards.iter().rev() {
            if !heads.contains(head) {
                heads.push(head.clone());
            }
        }
        let is_in_arena =
            |head: &str| ["space", "ground", "character"].iter().any(|arena| head.ends_with(arena));
        let groups: [&dyn Fn(&str) -> bool; 3] =
            [&is_outside, &|head| head.ends_with("hand") || head.ends_with("building"), &|head| {
                !is_in_arena(head)
            }];
        for group in groups {
            let mut smaller = self.clone();
            smaller.cards.retain(|(head, _)| !group(head));
            keep(smaller, &mut self);
        }
        for head in heads {
            let mut smaller = self.clone();
            smaller.cards.retain(|(own, _)| *own != head);
            keep(smaller, &mut self);
        }
        for place in (0..self.cards.len()).rev() {
            if place < self.cards.len() {
                let mut smaller = self.clone();
                smaller.cards.remove(place);
                keep(smaller, &mut self);
            }
        }
        for place in (0..self.pools.len()).rev() {
            let mut smaller = self.clone();
            smaller.pools.remove(place);
            keep(smaller, &mut self);
        }
        self
    }
}

/// An answer and the dice after it as lines of a script. An order is written by its place.
pub fn spoken(cards: &Cards, game: &Game, answer: usize, dice: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    let is_order = game.asked().is_some_and(|ask| matches!(ask.why, Why::Order | Why::BuildStepStart));
    match cards.choices_in_words(game).into_iter().nth(answer) {
        Some(_) if is_order => lines.push(format!("order {}", answer + 1)),
        Some(words) => lines.push(words),
        None => {}
    }
    if !dice.is_empty() {
        let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
        lines.push(format!("dice {}", dice.join(" ")));
    }
    lines
}

/// A goal as it is written; nothing if the unit that it is about shares its name.
pub fn written(game: &Game, goal: &Goal) -> Option<Wanted> {
    let name = |unit: Slot| {
        let name = game.name_of(unit);
        let state = game.whole();
        let is_alike = |slot: &Slot| {
            let is_there = matches!(state.card(*slot).place, Where::Arena(_));
            is_there && game.is_unit(*slot) && game.name_of(*slot) == name
        };
        (state.slots().filter(is_alike).count() == 1).then_some(name)
    };
    let what = match goal.aim {
        Aim::Win => Wish::Win,
        Aim::DoNotLose => Wish::DoNotLose,
        Aim::Keep(unit) => Wish::Keep(name(unit)?),
        Aim::Destroy(unit) => Wish::Destroy(name(unit)?),
    };
    let until = match goal.aim {
        Aim::Win | Aim::DoNotLose => Until::Turn,
        Aim::Keep(_) | Aim::Destroy(_) => goal.until,
    };
    Some(Wanted { what, until })
}
