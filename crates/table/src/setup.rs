//! The setup of a game: who plays what, by which rules, from which seed. It never changes.

use crate::conditions::Conditions;
use crate::lesson::Lesson;
use engine::state::{Agreement, ByHand, ByRole, DeckOut, Options, Passes, Seed};
use engine::{Catalog, Names, Replay, ReplayError, Setup};
use fair::Hex;
use serde::{Deserialize, Serialize};
use vocab::{Edition, Role};

/// The setup of a game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// `current` or `sheets`.
    pub edition: String,
    /// The seed of chance, where chance comes from one; secret until the game is over.
    pub seed: Seed,
    /// Where chance comes from.
    #[serde(default)]
    pub chance: Source,
    /// How the players come by their roles.
    #[serde(default)]
    pub roles: Roles,
    /// The version of the rules that the game began with; 0 in games from before rules had versions.
    #[serde(default)]
    pub rules: u32,
    /// The digest of the cards that the game can touch, as they were when it was set up.
    #[serde(default)]
    pub pocket: Option<String>,
    /// The Dark Side player.
    pub dark: Player,
    /// The Light Side player.
    pub light: Player,
    /// How fast the computer goes on.
    #[serde(default)]
    pub pace: Pace,
    /// Who may take answers back.
    #[serde(default)]
    pub undo: Undo,
    /// What becomes of chances in which a player can only pass.
    #[serde(default)]
    pub passing: Passing,
    /// The game and answer that this game goes on from.
    #[serde(default)]
    pub from: Option<(String, usize)>,
    /// A card of the lab that is part of the game.
    #[serde(default)]
    pub scratch: Option<Scratch>,
    /// Who may watch, and how late.
    #[serde(default)]
    pub watching: Watching,
    /// The position of a lesson, which the game begins with instead of two decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// What the players have agreed on besides.
    #[serde(default, skip_serializing_if = "Conditions::is_usual")]
    pub conditions: Conditions,
}

/// Where chance comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The seed, which the server chose: games from before there were promises.
    #[default]
    Seed,
    /// The secrets of the server and of both seats, promised before anybody sat.
    Promise,
    /// The key of a finished game, which everybody knows: for study.
    Key(Hex),
}

/// How the players come by their roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roles {
    /// By the sides of their decks (rule 103.3).
    #[default]
    Fixed,
    /// By chance, when the game begins (rule 103.4).
    ByChance,
}

/// A card of the lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scratch {
    /// Its name.
    pub name: String,
    /// Its arenas, as set files write them.
    pub card_type: String,
    /// Its text.
    pub text: String,
    /// Cost, speed, power and health.
    pub numbers: [u8; 4],
    /// Which other cards the game has.
    #[serde(default)]
    pub cards: Reach,
}

/// Which cards a game with a card of the lab has besides it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// All cards of the server, as in games of version 0.1.
    #[default]
    All,
    /// Those that the game can ever touch.
    Pocket,
}

/// A player and what the player brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// Who decides.
    pub kind: Kind,
    /// The name of the deck.
    pub deck: String,
    /// The cards.
    pub cards: Names,
    /// What becomes of texts that aren't enforced.
    #[serde(default, skip_serializing_if = "Hand::is_usual")]
    pub by_hand: Hand,
}

/// What a player makes of texts that aren't enforced (rule 1316.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hand {
    /// No deck of the game has one.
    #[default]
    Refused,
    /// The player carries none out: the computer, or a card of the lab.
    Unused,
    /// The player carries them out, and has agreed that the opponent does.
    Used,
}

impl Hand {
    fn is_usual(&self) -> bool {
        *self == Hand::default()
    }

    /// Its word where rules are locked.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Hand::Refused => "refused",
            Hand::Unused => "unused",
            Hand::Used => "used",
        }
    }
}

impl From<Hand> for ByHand {
    fn from(hand: Hand) -> ByHand {
        match hand {
            Hand::Refused => ByHand::Refused,
            Hand::Unused => ByHand::Unused,
            Hand::Used => ByHand::Used,
        }
    }
}

/// Who decides for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A person.
    Person,
    /// The computer, with the name of its level.
    Computer(String),
}

/// How fast the computer goes on, so that a person can follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// With a short pause before each attack.
    #[default]
    Calm,
    /// As fast as it can.
    Instant,
}

/// Who may take answers back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Undo {
    /// Each player, if the opponent agrees; the computer always does.
    #[default]
    Agreed,
    /// Nobody.
    Never,
}

/// What becomes of a chance in which a player with hidden cards can only pass (rule 1307.10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Passing {
    /// It is passed at once, by which the opponent may tell that there was nothing to play.
    #[default]
    AtOnce,
    /// The player is asked all the same.
    Asked,
}

/// Who may watch a game while it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Watching {
    /// Whoever has its address, as it happens.
    #[default]
    Open,
    /// Whoever has its address, so many seconds later: nobody can tell a player anything in time.
    Later(u16),
    /// The players alone.
    Nobody,
}

impl GameSetup {
    /// One of the players.
    pub const fn player(&self, role: Role) -> &Player {
        match role {
            Role::Dark => &self.dark,
            Role::Light => &self.light,
        }
    }

    /// One of the players, to change.
    pub const fn player_mut(&mut self, role: Role) -> &mut Player {
        match role {
            Role::Dark => &mut self.dark,
            Role::Light => &mut self.light,
        }
    }

    /// Whether both players are people.
    pub fn is_for_two(&self) -> bool {
        Role::ALL.into_iter().all(|role| self.player(role).kind == Kind::Person)
    }

    /// The game as the engine starts it.
    pub fn engine_setup(&self, catalog: &Catalog) -> Result<Setup, ReplayError> {
        self.replay(Vec::new()).setup(catalog)
    }

    /// The game as a replay file without hashes.
    pub fn replay(&self, answers: Vec<u16>) -> Replay {
        Replay {
            format: 1,
            edition: self.edition.clone(),
            deck_out: self.options().deck_out == DeckOut::Loses,
            asks_always: self.options().passes == Passes::Asked,
            by_hand: self.options().by_hand.into(),
            seed: self.seed,
            dark: self.dark.cards.clone(),
            light: self.light.cards.clone(),
            answers,
            hashes: Vec::new(),
        }
    }

    /// The rules of the game.
    pub fn options(&self) -> Options {
        let edition = self.edition.parse().unwrap_or(Edition::Current);
        let passes = match self.passing {
            Passing::AtOnce => Passes::Skipped,
            Passing::Asked => Passes::Asked,
        };
        let by_hand = Agreement(ByRole::from_fn(|role| self.player(role).by_hand.into()));
        Options { edition, passes, by_hand, ..Options::default() }
    }

    /// Whether a deck of the game has texts that players carry out by hand.
    pub fn has_hands(&self) -> bool {
        Role::ALL.into_iter().any(|role| self.player(role).by_hand == Hand::Used)
    }
}
