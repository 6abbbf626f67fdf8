//! Positions set up by hand: for tests, scenarios and scratch tables.

use crate::facts::catalog::{Catalog, CatalogError};
use crate::facts::game::Game;
use crate::records::attack::{Attack, Mode, Stage, Taps};
use crate::records::damage::Preventability;
use crate::records::event::What;
use crate::records::frame::Frame;
use crate::records::pop::Chance;
use crate::records::state::{Mark, Options, Seed, Slot, Where};
use crate::rules::damage::Hit;
use crate::rules::keywords::ambush;
use crate::rules::{attack, battle, build, damage, lasting, pop, setup, trigger, turn};
use std::sync::Arc;
use vocab::{Arena, Counter, Definition, DefinitionId, Library, LibraryError, Role, RuleNumber};

/// Where play begins in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The preparation, and the game after it (rule 502).
    Preparation,
    /// Setup building, and the game after it (rule 503).
    Setup,
    /// A whole turn (rule 602.1), and the turns after it.
    Turn,
    /// A player's build step alone (rule 603.2).
    BuildStep(Role),
    /// A player's retreat step alone (rule 706.1).
    RetreatStep(Role),
    /// A battle phase alone (rule 1101.1).
    BattlePhase,
    /// The battle step of an arena, and those after it (rule 1102.1).
    BattleStep(Arena),
    /// The end of the turn (rule 605.1), and the turns after it.
    TurnEnd,
}

impl From<Begin> for Frame {
    fn from(begin: Begin) -> Frame {
        match begin {
            Begin::Preparation => setup::Frame::START.into(),
            Begin::Setup => setup::Frame::Begin.into(),
            Begin::Turn => turn::Frame::Start.into(),
            Begin::BuildStep(who) => build::Frame::Start(who).into(),
            Begin::RetreatStep(who) => build::Frame::RetreatStart(who).into(),
            Begin::BattlePhase => battle::Frame::Start.into(),
            Begin::BattleStep(arena) => battle::Frame::Step(arena).into(),
            Begin::TurnEnd => turn::Frame::End.into(),
        }
    }
}

/// A table on which cards are laid before play goes on.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) game: Game,
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Two definitions have the same name and version.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A card cannot be played.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

impl Position {
    /// An empty table with these definitions.
    pub fn new(
        definitions: Vec<Definition>,
        seed: Seed,
        options: Options,
    ) -> Result<Position, PositionError> {
        let catalog = Catalog::new(Library::new(definitions)?)?;
        // 1316.1: whoever allows it may bring texts that are carried out by hand.
        let by_hand = options.by_hand.0[Role::Dark].max(options.by_hand.0[Role::Light]);
        catalog.library().iter().try_for_each(|(id, _)| catalog.check_for(id, by_hand))?;
        Ok(Position::on(Arc::new(catalog), seed, options))
    }

    /// An empty table with the definitions of a catalog; which of them can be played is the caller's business.
    pub fn on(catalog: Arc<Catalog>, seed: Seed, options: Options) -> Position {
        Position { game: Game::table(catalog, seed, options) }
    }

    /// The same table, whose catalog notes which abilities come up.
    #[must_use]
    pub fn watched(mut self) -> Position {
        self.game.catalog = Arc::new(Arc::unwrap_or_clone(self.game.catalog).watched());
        self
    }

    /// The same table, whose game is listened to: it keeps what happens for [`Game::take_told`].
    #[must_use]
    pub fn heard(mut self) -> Position {
        self.game.told = Some(Vec::new());
        self
    }

    /// Lays a card down; `None` if there is no room.
    pub fn lay(&mut self, who: Role, definition: DefinitionId, place: Where) -> Option<Slot> {
        let card = self.game.bring(definition, who, place)?;
        // 801.2: what is laid down later came later.
        self.game.state.serial += 1;
        self.game.state.card_mut(card).arrived = self.game.state.serial;
        Some(card)
    }

    /// Lays a card of this name down (without a version: the first), "Mara" or "Mara (B)"; `None` if there is no such definition or no room.
    pub fn put(&mut self, who: Role, name: &str, place: Where) -> Option<Slot> {
        let library = self.game.catalog().library();
        let definition = library.find_by_title(name).or_else(|| library.versions(name).first().copied())?;
        self.lay(who, definition, place)
    }

    /// Puts build counters on a card.
    pub fn build(&mut self, card: Slot, counters: u8) {
        self.game.state.card_mut(card).build = counters;
    }

    /// Makes a small fact true of a card.
    pub fn mark(&mut self, card: Slot, mark: Mark) {
        self.game.mark(card, mark);
    }

    /// Gives a player Force and build points.
    pub fn pools(&mut self, who: Role, force: u16, build: u16) {
        let player = &mut self.game.state.players[who];
        (player.force, player.build) = (force, build);
    }

    /// Puts damage counters on a unit.
    pub fn damage(&mut self, unit: Slot, counters: u8) {
        self.put_counters(unit, Counter::Damage, counters);
    }

    /// Puts damage and build counters on a card.
    pub fn counters(&mut self, card: Slot, damage: u8, build: u8) {
        self.put_counters(card, Counter::Damage, damage);
        self.put_counters(card, Counter::Build, build);
    }

    /// Puts counters of any kind on a card.
    pub fn put_counters(&mut self, card: Slot, kind: Counter, amount: u8) {
        if self.game.state.set_counters(card, kind, amount).is_err() {
            self.game.stop();
        }
    }

    /// Sets the next rolls of dice.
    pub fn dice(&mut self, rolls: &[u8]) {
        if self.game.state.chance.script(rolls).is_err() {
            self.game.stop();
        }
    }

    /// The state, to set whatever else the position needs.
    pub fn state_mut(&mut self) -> &mut crate::records::state::State {
        &mut self.game.state
    }

    /// Makes units attack one after the other, each by tapping, and runs to the first question.
    pub fn attacks(mut self, attacks: &[(Slot, Slot, Mode)]) -> Game {
        for (attacker, defender, mode) in attacks.iter().rev() {
            self.game.push(attack::Frame::declare(*attacker, *defender, *mode, Taps::Yes));
        }
        self.game.run();
        self.game
    }

    /// Makes a unit attack without tapping, as effects do, and runs to the first question.
    pub fn attack_untapped(mut self, attacker: Slot, defender: Slot, mode: Mode) -> Game {
        self.game.push(attack::Frame::declare(attacker, defender, mode, Taps::No));
        self.game.run();
        self.game
    }

    /// Does dice of damage to units and runs to the first question.
    pub fn dice_of_damage(mut self, from: Slot, to: &[Slot], dice: u8) -> Game {
        let frame = damage::dice(&mut self.game, from, to, dice, Preventability::YES);
        self.play(frame)
    }

    /// Does damage to a unit and runs to the first question.
    pub fn deal(mut self, from: Slot, to: Slot, amount: u8) -> Game {
        let hit = Hit { to, from, amount, preventable: Preventability::YES };
        let frame = damage::deal(&mut self.game, &[hit]);
        self.play(frame)
    }

    /// A unit has come into an arena: it may be ambushed (rule 1705.3). Runs to the first question.
    pub fn enters(mut self, unit: Slot, who: Role) -> Game {
        ambush::wait_for(&mut self.game, unit, who);
        self.play(trigger::Frame::Resolve)
    }

    /// What a unit can attack now.
    pub fn targets(&self, unit: Slot) -> Vec<(Slot, Mode)> {
        attack::targets(&self.game, unit)
    }

    /// Makes one unit attack another, with nothing of the attack done yet.
    pub fn attack(&mut self, attacker: Slot, defender: Slot) {
        let attack = Attack { attacker, defender, stage: Stage::Attacking, ..Attack::default() };
        if self.game.state.attacks.push(attack).is_err() {
            self.game.stop();
        }
    }

    /// Lets something happen, so that whoever waits for it notices.
    pub fn happens(&mut self, what: What) {
        self.game.note(what, RuleNumber::new(1305, 1), None);
    }

    /// Ends what lasts until end of turn (rule 605.1).
    pub fn turn_ends(game: &mut Game) {
        lasting::turn_ends(game);
    }

    /// Ends what lasts for the attack that is going on (rule 1112.5).
    pub fn attack_ends(game: &mut Game) {
        lasting::attack_ends(game);
        game.state.attacks.pop();
    }

    /// Starts play with a chance and runs to the first question.
    pub fn offer(self, chance: Chance) -> Game {
        self.play(pop::Frame::new(chance))
    }

    /// Starts play with the triggered effects that wait and runs to the first question.
    pub fn resolve(self) -> Game {
        self.play(trigger::Frame::Resolve)
    }

    /// Starts play in the midst of a turn and runs to the first question; the turn and those after it follow.
    pub fn play_on(mut self, begin: Begin) -> Game {
        // The first turn follows setup; everything else is in the midst of a turn.
        if !matches!(begin, Begin::Preparation | Begin::Setup) {
            self.game.state.turn = self.game.state.turn.max(1);
        }
        match begin {
            Begin::BuildStep(who) => self.play(turn::Frame::Build(who)),
            Begin::RetreatStep(who) => self.play(turn::Frame::Retreat(who)),
            Begin::BattlePhase => self.play(turn::Frame::Battle),
            Begin::BattleStep(_) => {
                self.game.push(turn::Frame::End.into());
                self.play(begin)
            }
            Begin::Preparation | Begin::Setup | Begin::Turn | Begin::TurnEnd => self.play(begin),
        }
    }

    /// Starts play with a frame and runs to the first question.
    pub fn play(mut self, frame: impl Into<Frame>) -> Game {
        self.game.push(frame.into());
        self.game.run();
        self.game
    }
}
