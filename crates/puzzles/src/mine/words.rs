//! Words for puzzles that were found: titles, questions, themes and reasons from patterns.

use crate::file::Worth;
use crate::goal::{Aim, Goal, Until};
use engine::state::{Moment, Where};
use engine::{Choice, Game, Mode, Viewer, Why};
use std::collections::BTreeSet;
use vocab::{Arena, Keyword, Role};

/// What kind of puzzle it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The best answer is certain, and no other is.
    Forced,
    /// Counted.
    Exact,
    /// Searched.
    Searched,
}

impl Kind {
    /// All.
    pub const ALL: [Kind; 3] = [Kind::Forced, Kind::Exact, Kind::Searched];

    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Forced => "forced",
            Kind::Exact => "exact",
            Kind::Searched => "searched",
        }
    }
}

/// The idea of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// Which unit to attack.
    Target,
    /// What comes first.
    Order,
    /// When something is played.
    Timing,
    /// Force is kept for later.
    SavingForce,
    /// The best attack is none.
    NotAttacking,
    /// A unit of one's own goes.
    Sacrifice,
    /// A die that already hit is rolled again, or one that missed.
    Reroll,
    /// A number is divided.
    Division,
    /// A unit leaves the battle.
    Retreat,
    /// Force is spent now.
    SpendingForce,
}

impl Idea {
    /// As a theme.
    pub const fn theme(self) -> &'static str {
        match self {
            Idea::Target => "target choice",
            Idea::Order => "order",
            Idea::Timing => "timing",
            Idea::SavingForce => "saving Force",
            Idea::NotAttacking => "not attacking",
            Idea::Sacrifice => "sacrifice",
            Idea::Reroll => "reroll",
            Idea::Division => "division",
            Idea::Retreat => "retreat",
            Idea::SpendingForce => "paying now",
        }
    }

    /// The idea of an answer to a question.
    pub fn of(game: &Game, answer: usize) -> Idea {
        let (choice, why) = (game.choices()[answer], game.asked().map(|ask| ask.why));
        let passes = matches!(choice, Choice::Pass | Choice::Done | Choice::No);
        match why {
            Some(Why::Act) if passes => Idea::NotAttacking,
            Some(Why::Act) if matches!(choice, Choice::Use(..) | Choice::Play(_)) => Idea::Timing,
            Some(Why::Act) => Idea::Target,
            Some(Why::NextUnit | Why::Order | Why::BuildStepStart) => Idea::Order,
            Some(Why::Retreat) => Idea::Retreat,
            Some(Why::Keyword(Keyword::Lucky)) => Idea::Reroll,
            Some(Why::PlayOrPass) if matches!(choice, Choice::Card(_)) => Idea::Reroll,
            Some(Why::Divide | Why::Keyword(Keyword::Overkill)) => Idea::Division,
            Some(Why::PlayOrPass | Why::Prevent | Why::PayOrNot | Why::Pay | Why::X) if passes => {
                Idea::SavingForce
            }
            Some(Why::PlayOrPass | Why::Prevent | Why::PayOrNot | Why::Pay | Why::X) => Idea::SpendingForce,
            Some(Why::Choose | Why::Keyword(_) | Why::Equip) => Idea::Target,
            Some(
                Why::PlayEvent
                | Why::PullResource
                | Why::Mulligan
                | Why::SetupBuild
                | Why::SetupPartial
                | Why::BuildCounters
                | Why::Build
                | Why::Destination
                | Why::Bid
                | Why::Optional
                | Why::Mode
                | Why::Untap
                | Why::ByHand
                | Why::Agree,
            )
            | None => Idea::Timing,
        }
    }

    /// Whether people rather do something than this.
    pub const fn is_quiet(self) -> bool {
        match self {
            Idea::SavingForce | Idea::NotAttacking | Idea::Sacrifice | Idea::Retreat => true,
            Idea::Target
            | Idea::Order
            | Idea::Timing
            | Idea::Reroll
            | Idea::Division
            | Idea::SpendingForce => false,
        }
    }
}

/// A puzzle as far as words are about it.
pub struct About<'a> {
    /// The game at the question.
    pub game: &'a Game,
    /// The goal.
    pub goal: &'a Goal,
    /// The best answer and the next, in words and with their values.
    pub best: (usize, String, Worth),
    /// The next best.
    pub second: (usize, String, Worth),
    /// The idea.
    pub idea: Idea,
}

/// The keywords of the units and cards that are in the picture.
pub fn keywords(game: &Game) -> BTreeSet<&'static str> {
    let state = game.whole();
    let mut found = BTreeSet::new();
    for slot in state.slots() {
        let card = state.card(slot);
        if !card.place.is_on_the_table() && card.place != Where::Hand {
            continue;
        }
        if matches!(card.place, Where::Arena(_)) && game.is_unit(slot) {
            let now = game.now(slot);
            found.extend(Keyword::all().filter(|keyword| now.has(*keyword)).map(Keyword::name));
        }
        let abilities = &game.catalog().definition(card.definition).abilities;
        if let Ok(text) = serde_json::to_string(abilities) {
            found.extend(
                Keyword::all().map(Keyword::name).filter(|name| text.contains(&format!("\"{name}\""))),
            );
        }
    }
    found
}

/// How many units are in the picture.
pub fn units(game: &Game) -> usize {
    let state = game.whole();
    state
        .slots()
        .filter(|slot| matches!(state.card(*slot).place, Where::Arena(_)) && game.is_unit(*slot))
        .count()
}

/// A value as people say it.
pub fn percent(worth: Worth) -> String {
    match worth.value() {
        0.0 => "never".into(),
        1.0 => "always".into(),
        value => format!("{:.1} % of the time", 100.0 * value),
    }
}

fn arenas(game: &Game, who: Role) -> Vec<Arena> {
    Arena::ALL.into_iter().filter(|arena| engine::control(game, *arena) == Some(who)).collect()
}

fn listed(arenas: &[Arena]) -> String {
    match arenas {
        [] => "nothing".into(),
        [one] => one.name().into(),
        [one, other] => format!("{} and {}", one.name(), other.name()),
        [..] => "all three arenas".into(),
    }
}

impl About<'_> {
    /// The themes: the idea, the keywords, where, what kind, how long.
    pub fn themes(&self, kind: Kind, decisions: usize) -> Vec<String> {
        let mut themes = vec![self.idea.theme().to_string()];
        if matches!(self.goal.aim, Aim::Win | Aim::DoNotLose) {
            themes.push("arena control".into());
        }
        themes.extend(keywords(self.game).into_iter().map(str::to_string));
        let arenas: Vec<&str> = Arena::ALL
            .into_iter()
            .filter(|arena| self.game.units_in(*arena).any(|unit| !self.game.whole().card(unit).is_tapped()))
            .map(Arena::name)
            .collect();
        themes.push(match arenas[..] {
            [only] => only.into(),
            [..] => "several arenas".into(),
        });
        themes.push(kind.word().into());
        let number = ["no", "one", "two", "three", "four"].get(decisions).copied().unwrap_or("many");
        themes.push(format!("{number} decision{}", if decisions == 1 { "" } else { "s" }));
        themes
    }

    fn acting(&self) -> Option<String> {
        self.game.asked()?.source.map(|unit| self.game.name_of(unit))
    }

    /// The title.
    pub fn title(&self) -> String {
        let name = |unit| self.game.name_of(unit);
        let what = match self.goal.aim {
            Aim::Win => "Win it now".to_string(),
            Aim::DoNotLose => "Still in the game".to_string(),
            Aim::Keep(unit) => format!("Save {}", name(unit)),
            Aim::Destroy(unit) => format!("Down with {}", name(unit)),
        };
        let how = match (self.idea, self.acting()) {
            (Idea::Target | Idea::NotAttacking, Some(unit)) => format!("{unit} aims"),
            (Idea::SavingForce | Idea::SpendingForce, _) => "now or later".into(),
            (Idea::Reroll, _) => "which dice".into(),
            (Idea::Order, _) => "who goes first".into(),
            (Idea::Division, _) => "share it out".into(),
            (Idea::Retreat, _) => "stay or go".into(),
            (Idea::Sacrifice, _) => "one for all".into(),
            (Idea::Target | Idea::NotAttacking | Idea::Timing, _) => "what now".into(),
        };
        format!("{what}: {how}")
    }

    /// The question.
    pub fn ask(&self) -> String {
        let name = |unit| self.game.name_of(unit);
        let you = self.goal.who;
        let (own, theirs) = (arenas(self.game, you), arenas(self.game, you.other()));
        let place = match self.game.whole().moment {
            Moment::BattleStep(arena) => arena.name(),
            Moment::Preparation
            | Moment::Setup
            | Moment::Ready
            | Moment::BuildStep(_)
            | Moment::RetreatStep(_)
            | Moment::BattlePhase
            | Moment::TurnEnd => "the battle",
        };
        let stake = match self.goal.aim {
            Aim::Win => {
                format!("You hold {}; hold two arenas when this turn ends and you win.", listed(&own))
            }
            Aim::DoNotLose => {
                format!(
                    "They hold {}; if they hold two arenas when this turn ends, you lose.",
                    listed(&theirs)
                )
            }
            Aim::Keep(unit) => {
                format!("The battle in {place} isn't over, and {} must live through it.", name(unit))
            }
            Aim::Destroy(unit) => format!("Destroy {} before the battle in {place} is over.", name(unit)),
        };
        let question = match (self.game.asked().map(|ask| ask.why), self.acting()) {
            (Some(Why::Act), Some(unit)) => format!("{unit} acts. Who should it attack?"),
            (Some(Why::Prevent), _) => "How much do you prevent?".into(),
            (Some(Why::Keyword(Keyword::Lucky)), _) => "Which die do you roll again?".into(),
            (Some(Why::NextUnit), _) => "Which of your units acts first?".into(),
            (Some(Why::PlayOrPass), _) => "Do something now, or pass?".into(),
            (_, _) => "What do you do?".into(),
        };
        format!("{stake} {question}")
    }

    /// Why the best answer is best: its value beside that of the next, and what the idea says.
    pub fn why(&self) -> String {
        let (best, second) = (&self.best, &self.second);
        let first = format!("`{}` works {}, `{}` {}.", best.1, percent(best.2), second.1, percent(second.2));
        let button = |answer: usize| self.button(answer);
        let idea = match (self.idea, button(best.0), button(second.0)) {
            (Idea::Target, Some((one, a)), Some((other, b))) if a < b => format!(
                "The button shows more for {other} ({b:.0} % against {a:.0} %), but {one} is the one that's in the way."
            ),
            (Idea::Target, Some((one, a)), Some((other, b))) => format!(
                "{one} goes down {a:.0} % of the time, {other} {b:.0} %; what's left has to be dealt with by the others."
            ),
            (Idea::Target, _, _) => {
                "Look at who still acts after this, and take away what hurts most.".into()
            }
            (Idea::NotAttacking, _, _) => {
                "An attack would only give something back. Nothing has to be shot down here.".into()
            }
            (Idea::SavingForce, _, _) => "Force that is spent now is missing when it counts. Wait.".into(),
            (Idea::SpendingForce, _, _) => "Waiting costs more than the price: pay now.".into(),
            (Idea::Reroll, _, _) => {
                "Count what the attack still needs, then roll the dice that don't give it.".into()
            }
            (Idea::Order, _, _) => "Who acts first takes away what would have come back.".into(),
            (Idea::Division, _, _) => "Give each just what it needs, and count what they can stop.".into(),
            (Idea::Retreat, _, _) => "Count who holds the arena when the turn ends.".into(),
            (Idea::Sacrifice, _, _) => "One unit less, but the goal is reached.".into(),
            (Idea::Timing, _, _) => {
                "It's the moment that counts: later it would be too late, or too little.".into()
            }
        };
        let until = match (self.goal.aim, self.goal.until) {
            (Aim::Win | Aim::DoNotLose, _) | (_, Until::Turn) => "until the turn ends",
            (Aim::Keep(_) | Aim::Destroy(_), Until::Step) => "until the step ends",
        };
        format!("{first} {idea} Counted {until}, with everybody's best answers.")
    }

    /// The chance that an attack's button shows: whom it is against, and how often that unit is destroyed, in percent.
    pub fn button(&self, answer: usize) -> Option<(String, f64)> {
        let Choice::Attack(target, mode) = self.game.choices()[answer] else { return None };
        let chance = chance(self.game, target, mode)?;
        Some((self.game.name_of(target), 100.0 * chance))
    }
}

/// How often the acting unit destroys another one, as buttons show it.
pub fn chance(game: &Game, target: engine::state::Slot, mode: Mode) -> Option<f64> {
    let attacker = game.asked()?.source?;
    let attack = ai::attack(game.sight(Viewer::Public), attacker, target, mode)?;
    attack.odds().ok()?.destroyed
}
