//! Words for puzzles that were found: titles, questions, themes and reasons from patterns.

use crate::file::Worth;
use crate::goal::{Aim, Goal};
use engine::state::{Moment, Slot, Where};
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
    /// Something more can be had at a price, or not.
    Extra,
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
            Idea::Extra => "what it costs",
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
            Some(Why::Keyword(_))
                if matches!(choice, Choice::Yes | Choice::No | Choice::Option(_) | Choice::Number(_)) =>
            {
                Idea::Extra
            }
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
            | Idea::SpendingForce
            | Idea::Extra => false,
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
        value => format!("{:.1} %", 100.0 * value),
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
            (Idea::Extra, _) => "what it costs".into(),
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
            (Some(Why::Keyword(keyword)), Some(unit)) if self.is_yes_or_no() => {
                format!("Does {unit} use {}?", keyword.name())
            }
            (Some(Why::Keyword(keyword)), _) => format!("What do you do with {}?", keyword.name()),
            (Some(Why::Choose), Some(card)) => format!("What do you choose for {card}?"),
            (Some(Why::PayOrNot | Why::Pay), _) => "Do you pay?".into(),
            (Some(Why::Order), _) => "What comes first?".into(),
            (_, _) => "What do you do?".into(),
        };
        format!("{stake} {question}")
    }

    /// Why the best answer is best: what the table looks like, its value beside that of the next, and what the idea says.
    pub fn why(&self) -> String {
        let (best, second) = (&self.best, &self.second);
        // Two units of one name are told apart by the words of the notation.
        let phrases = [best, second].map(|(answer, _, _)| self.phrase(*answer));
        let is_same = phrases[0] == phrases[1];
        let [one, other] = [best, second].map(|(answer, said, _)| {
            self.phrase(*answer).filter(|_| !is_same).unwrap_or_else(|| said.clone())
        });
        let values = format!("{one}: {}. {other}: {}.", percent(best.2), percent(second.2));
        let idea = match (self.idea, self.button(best.0), self.button(second.0)) {
            (Idea::Target, Some((one, a)), Some((other, b))) if a < b && one != other => format!(
                "The button shows more for {other} ({b:.0} % against {a:.0} %), but {one} is the one that's in the way."
            ),
            (Idea::Target, Some((one, a)), Some((other, b))) if one != other => {
                format!(
                    "{one} goes down {a:.0} % of the time, {other} {b:.0} %, and what's left falls to the others."
                )
            }
            (Idea::Target, _, _) => {
                "Look at who still acts after this, and take away what hurts most.".into()
            }
            (Idea::NotAttacking, _, _) => {
                "Nothing has to be shot down here, and an attack would give something back.".into()
            }
            (Idea::SavingForce, _, _) => match self.force() {
                0 => "It does more later on.".into(),
                force => format!("You have {force} Force. What you spend now is missing when it counts."),
            },
            (Idea::SpendingForce, _, _) => "Later is too late, so pay now.".into(),
            (Idea::Extra, _, _) => "It has its price: count both sides.".into(),
            (Idea::Reroll, _, _) => {
                "Count what the attack still needs, then roll the dice that don't give it.".into()
            }
            (Idea::Order, _, _) => "Who acts first takes away what would have come back.".into(),
            (Idea::Division, _, _) => "Give each just what it needs, and count what they can stop.".into(),
            (Idea::Retreat, _, _) => "Count who holds the arena when the turn ends.".into(),
            (Idea::Sacrifice, _, _) => "One unit less, but you get there.".into(),
            (Idea::Timing, _, _) => {
                "It's the moment that counts: later it would be too late, or too little.".into()
            }
        };
        [self.danger(), Some(values), Some(idea)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn is_yes_or_no(&self) -> bool {
        self.game.choices().iter().all(|choice| matches!(choice, Choice::Yes | Choice::No | Choice::Back))
    }

    /// How much Force there is to spend.
    fn force(&self) -> u16 {
        self.game.whole().players[self.goal.who].force
    }

    /// An answer as one friend says it to another.
    pub fn phrase(&self, answer: usize) -> Option<String> {
        let name = |slot| self.game.name_of(slot);
        let keyword = match self.game.asked().map(|ask| ask.why) {
            Some(Why::Keyword(keyword)) => Some(keyword.name()),
            Some(_) | None => None,
        };
        match self.game.choices()[answer] {
            Choice::Yes => Some(keyword.map_or("Yes".into(), |keyword| format!("With {keyword}"))),
            Choice::No => Some(keyword.map_or("No".into(), |keyword| format!("Without {keyword}"))),
            Choice::Pass | Choice::Done => Some("Pass".into()),
            Choice::Card(card) => Some(name(card)),
            Choice::Attack(target, Mode::Normal) => Some(format!("Attack {}", name(target))),
            Choice::Play(card) => Some(format!("Play {}", name(card))),
            _ => None,
        }
    }

    /// What is on its way: damage, or the units that haven't acted yet.
    fn danger(&self) -> Option<String> {
        let (game, state) = (self.game, self.game.whole());
        let left = |unit: Slot| i32::from(game.now(unit).health) - i32::from(state.card(unit).damage);
        let coming = state.instances().iter().find(|instance| instance.amount > 0 && left(instance.to) > 0);
        if let Some(instance) = coming {
            let (amount, unit) = (instance.amount, instance.to);
            return Some(format!(
                "{amount} damage is coming at {}, with {} health left.",
                game.name_of(unit),
                left(unit)
            ));
        }
        let Moment::BattleStep(arena) = state.moment else { return None };
        let side = match self.goal.aim {
            Aim::Win | Aim::Destroy(_) => self.goal.who,
            Aim::DoNotLose | Aim::Keep(_) => self.goal.who.other(),
        };
        let acts = |unit: &Slot| !state.card(*unit).is_tapped();
        let dice = |unit: Slot| match game.attack_power(unit, Mode::Normal).max(0) {
            1 => format!("{} (1 die)", game.name_of(unit)),
            dice => format!("{} ({dice} dice)", game.name_of(unit)),
        };
        let units: Vec<String> = game.units_of(side, arena).filter(acts).map(dice).collect();
        let (last, others) = units.split_last()?;
        let all = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
        let verb = if others.is_empty() { "hasn't" } else { "haven't" };
        Some(format!("{all} {verb} acted yet."))
    }

    /// The chance that an attack's button shows: whom it is against, and how often that unit is destroyed, in percent.
    pub fn button(&self, answer: usize) -> Option<(String, f64)> {
        let Choice::Attack(target, mode) = self.game.choices()[answer] else { return None };
        let chance = chance(self.game, target, mode)?;
        Some((self.game.name_of(target), 100.0 * chance))
    }
}

/// How often the acting unit destroys another one, as buttons show it.
pub fn chance(game: &Game, target: Slot, mode: Mode) -> Option<f64> {
    let attacker = game.asked()?.source?;
    let attack = ai::attack(game.sight(Viewer::Public), attacker, target, mode)?;
    attack.odds().ok()?.destroyed
}
