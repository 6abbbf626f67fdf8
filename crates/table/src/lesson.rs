//! A lesson at a table: a game that begins with a position instead of two decks, and whose dice are laid by steps of the log.
//! What is taught with it is no business of the table's.

use crate::live::Table;
use engine::state::{Mark, Options, Seed, Where};
use engine::{Begin, Catalog, Position, ReplayError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use vocab::{Arena, Role};

/// The position of a lesson, and which lesson it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// Its id, such as `L01`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The cards, in the order they are laid down.
    pub cards: Vec<Lain>,
    /// Force and build points of Dark and Light.
    pub pools: [(u16, u16); 2],
    /// Where play begins.
    pub begin: Start,
    /// The answers of its script. As long as they aren't given, nothing is answered for the players, and the computer
    /// doesn't think.
    pub script: Vec<u16>,
    /// Whether the game goes on after the script.
    pub goes_on: bool,
}

/// A card of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lain {
    /// Its title.
    pub card: String,
    /// Whose it is.
    pub who: Player,
    /// Where it lies.
    pub place: Place,
    /// Damage counters.
    #[serde(default)]
    pub damage: u8,
    /// Build counters.
    #[serde(default)]
    pub build: u8,
    /// Whether it is tapped.
    #[serde(default)]
    pub tapped: bool,
}

/// A player, as setups write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Player {
    /// The Dark Side player.
    Dark,
    /// The Light Side player.
    Light,
}

impl From<Role> for Player {
    fn from(role: Role) -> Player {
        match role {
            Role::Dark => Player::Dark,
            Role::Light => Player::Light,
        }
    }
}

impl From<Player> for Role {
    fn from(player: Player) -> Role {
        match player {
            Player::Dark => Role::Dark,
            Player::Light => Role::Light,
        }
    }
}

/// Where a card of a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In the Space arena.
    Space,
    /// In the Ground arena.
    Ground,
    /// In the Character arena.
    Character,
    /// Face-up in the build zone.
    BuildZone,
    /// Face-down in the build zone.
    Building,
    /// In the hand.
    Hand,
    /// In the deck.
    Deck,
    /// In the discard pile.
    DiscardPile,
}

impl Place {
    /// The place in an arena.
    pub const fn in_arena(arena: Arena) -> Place {
        match arena {
            Arena::Space => Place::Space,
            Arena::Ground => Place::Ground,
            Arena::Character => Place::Character,
        }
    }

    const fn to_where(self) -> Where {
        match self {
            Place::Space => Where::Arena(Arena::Space),
            Place::Ground => Where::Arena(Arena::Ground),
            Place::Character => Where::Arena(Arena::Character),
            Place::BuildZone | Place::Building => Where::BuildZone,
            Place::Hand => Where::Hand,
            Place::Deck => Where::Deck,
            Place::DiscardPile => Where::DiscardPile,
        }
    }
}

/// Where play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// The preparation.
    Preparation,
    /// Setup building.
    Setup,
    /// The start of a turn.
    Turn,
    /// A player's build step.
    BuildStep(Player),
    /// A player's retreat step.
    RetreatStep(Player),
    /// The battle phase.
    BattlePhase,
    /// The battle step of an arena, and those after it.
    Battle(Place),
}

impl Start {
    fn begin(self) -> Begin {
        match self {
            Start::Preparation => Begin::Preparation,
            Start::Setup => Begin::Setup,
            Start::Turn => Begin::Turn,
            Start::BuildStep(who) => Begin::BuildStep(who.into()),
            Start::RetreatStep(who) => Begin::RetreatStep(who.into()),
            Start::BattlePhase => Begin::BattlePhase,
            Start::Battle(Place::Space) => Begin::BattleStep(Arena::Space),
            Start::Battle(Place::Ground) => Begin::BattleStep(Arena::Ground),
            Start::Battle(_) => Begin::BattleStep(Arena::Character),
        }
    }
}

impl Lesson {
    /// The cards of a player by name: what the game can touch.
    pub fn cards_of(&self, role: Role) -> Vec<String> {
        let own = self.cards.iter().filter(|lain| Role::from(lain.who) == role);
        own.map(|lain| lain.card.clone()).collect()
    }

    /// Where play begins.
    pub(crate) fn begin(&self) -> Begin {
        self.begin.begin()
    }

    /// Lays the position.
    pub(crate) fn lay(
        &self,
        catalog: &Arc<Catalog>,
        seed: Seed,
        options: Options,
    ) -> Result<Position, ReplayError> {
        let mut position = Position::on(catalog.clone(), seed, options);
        for lain in &self.cards {
            let unknown = || ReplayError::UnknownCard(lain.card.clone());
            let card = catalog.library().find_by_title(&lain.card).ok_or_else(unknown)?;
            let slot = position.lay(lain.who.into(), card, lain.place.to_where()).ok_or_else(unknown)?;
            if lain.tapped {
                position.mark(slot, Mark::Tapped);
            }
            if lain.place == Place::Building {
                position.mark(slot, Mark::FaceDown);
            }
            position.counters(slot, lain.damage, lain.build);
        }
        for (role, (force, build)) in Role::ALL.into_iter().zip(self.pools) {
            position.pools(role, force, build);
        }
        Ok(position)
    }
}

/// Where a table is in its lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// On the way of the script, after so many answers.
    On(usize),
    /// Another answer was given after so many.
    Off(usize),
    /// All answers of the script have been given.
    Done,
}

impl Table {
    /// Where the table is in its lesson, if it is one.
    pub fn progress(&self) -> Option<Progress> {
        let script = &self.setup.lesson.as_ref()?.script;
        let same = self.answers.iter().zip(script).take_while(|((_, given), own)| given == *own).count();
        Some(match (same, self.answers.len()) {
            (same, _) if same == script.len() => Progress::Done,
            (same, given) if same < given => Progress::Off(same),
            (same, _) => Progress::On(same),
        })
    }

    /// How many stops of the coach the learner has left behind since the last answer. After a take-back it's all of them:
    /// nobody has to read the same twice.
    pub const fn heard(&self) -> usize {
        self.heard
    }

    /// Whether the game is over: it has a result, or it is a lesson that ends with its script.
    pub fn is_over(&self) -> bool {
        let is_done = || self.is_scripted() && self.progress() == Some(Progress::Done);
        self.game.outcome().is_some() || is_done()
    }

    /// Whether a script says what happens: until it ends, and for good where the game doesn't go on.
    pub fn is_scripted(&self) -> bool {
        let goes_on = self.setup.lesson.as_ref().is_some_and(|lesson| lesson.goes_on);
        self.progress().is_some_and(|progress| progress != Progress::Done || !goes_on)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lain, Lesson, Place, Player, Progress, Start};
    use crate::log::tests::{catalog, setup};
    use crate::setup::GameSetup;
    use crate::{By, Row, Step, Table, fold};
    use vocab::Role;

    fn lesson() -> GameSetup {
        let lain = |card: &str, who| Lain {
            card: card.into(),
            who,
            place: Place::Ground,
            damage: 0,
            build: 0,
            tapped: false,
        };
        let lesson = Lesson {
            id: "L01".into(),
            name: "One shot".into(),
            cards: vec![lain("Light Walker", Player::Light), lain("Dark Walker", Player::Dark)],
            pools: [(0, 0); 2],
            begin: Start::Battle(Place::Ground),
            script: vec![0, 0],
            goes_on: false,
        };
        GameSetup { lesson: Some(lesson), ..setup() }
    }

    /// A table after steps, and the rows that lead there.
    fn after(steps: &[Step]) -> (Table, Vec<Row>) {
        let mut table = Table::laid(catalog(), lesson(), None).expect("a position");
        let mut rows = Vec::new();
        for step in steps {
            table.apply(step).expect("it fits");
            rows.push(Row { trail: table.kept_trail(), ..step.to_row(0, 0) });
        }
        (table, rows)
    }

    fn dice(rolls: &[u8]) -> Step {
        Step::Dice { rolls: rolls.to_vec() }
    }

    const fn answer(choice: u16) -> Step {
        Step::Answer { choice, by: By::Person }
    }

    fn damage(table: &Table) -> Vec<u8> {
        let units = table.game.units_in(vocab::Arena::Ground);
        units.into_iter().map(|unit| table.game.whole().card(unit).damage).collect()
    }

    #[test]
    fn a_lesson_begins_with_its_position_and_rolls_what_was_laid() {
        let (table, _) = after(&[]);
        // 102.1: at equal speed the Dark Side acts first.
        assert_eq!((table.asked(), table.progress()), (Some(Role::Dark), Some(Progress::On(0))));
        assert_eq!(table.settled(), None, "nothing is answered for anybody");
        let (table, rows) = after(&[dice(&[4, 1, 6]), answer(0)]);
        assert_eq!((damage(&table), table.progress()), (vec![2, 0], Some(Progress::On(1))));
        let again = fold(catalog(), lesson(), None, &rows).expect("it fits");
        assert_eq!(again.game.whole().stable_hash(), table.game.whole().stable_hash());
        let mut walked = Vec::new();
        table.walk(|game| walked.push(game.whole().stable_hash())).expect("it fits");
        assert_eq!(walked.last(), Some(&table.game.whole().stable_hash()));
        assert_eq!(table.rewound(1).expect("it fits").log.len(), table.log.len());
    }

    #[test]
    fn a_wrong_answer_is_played_out_with_its_own_dice_and_taken_back() {
        let pass = 1;
        let steps = [answer(pass), dice(&[6, 6, 6]), answer(0)];
        let (table, _) = after(&steps);
        assert_eq!((damage(&table), table.progress()), (vec![0], Some(Progress::Off(0))), "one is left");
        let back =
            [&steps[..], &[Step::Back { to: 0 }, dice(&[5, 5, 1]), answer(0), dice(&[1, 1, 1]), answer(0)]];
        let (table, rows) = after(&back.concat());
        assert_eq!((damage(&table), table.progress()), (vec![2, 0], Some(Progress::Done)));
        assert!(table.note().ends_with("One shot: done"));
        let again = fold(catalog(), lesson(), None, &rows).expect("it fits");
        assert_eq!(again.game.whole().stable_hash(), table.game.whole().stable_hash());
    }

    #[test]
    fn dice_are_laid_in_lessons_alone() {
        let mut table = Table::laid(catalog(), setup(), None).expect("a game");
        assert!(table.apply(&dice(&[6])).is_err());
        assert!(fold(catalog(), setup(), None, &[dice(&[6]).to_row(0, 0)]).is_err());
        // A setup without a lesson is written as it always was.
        assert!(!serde_json::to_string(&setup()).expect("text").contains("lesson"));
        let text = serde_json::to_string(&lesson()).expect("text");
        assert_eq!(serde_json::from_str::<GameSetup>(&text).expect("a setup"), lesson());
    }
}
