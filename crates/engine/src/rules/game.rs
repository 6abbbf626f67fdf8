//! One door: `Game::new`, `decision`, `answer`. Everything else is the frames' own business.

use crate::facts::catalog::{Catalog, CatalogError};
use crate::facts::game::Game;
use crate::records::decision::{Ask, Choice, Refused, Why};
use crate::records::event::{Event, Knowers, Told, What, Witnessed};
use crate::records::frame::{Flow, Frame};
use crate::records::state::{Card, Ending, Options, Outcome, Passes, Sealed, Seed, Slot, Where};
use crate::rules::{hand, history, setup, trigger, turn};
use std::sync::Arc;
use thiserror::Error;
use vocab::{DefinitionId, Role, RuleNumber};

/// The cards that a player brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The deck.
    pub cards: Vec<DefinitionId>,
    /// What is kept outside: Events, Subordinates and the like (rule 302.5).
    pub supply: Vec<DefinitionId>,
}

/// A game before it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The deck in the Dark Side role.
    pub dark: Deck,
    /// The deck in the Light Side role.
    pub light: Deck,
    /// What chance comes from.
    pub seed: Seed,
    /// The rules that can be chosen.
    pub options: Options,
}

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A card that cannot be played.
    #[error(transparent)]
    Card(#[from] CatalogError),
    /// More cards than a game can have.
    #[error("the players bring {0} cards together; a game has room for {BROUGHT}")]
    TooManyCards(usize),
    /// A deck larger than a state can hold.
    #[error("the {0:?} Side deck has {1} cards; a deck can have at most {DECK}")]
    TooLargeDeck(Role, usize),
}

/// As many cards as players can bring; the rest of the slots is for Subordinates.
const BROUGHT: usize = 150;

/// More steps than the longest chain of effects takes without anybody being asked: it would never end (rule 1502.11).
const ENDLESS: u32 = 50_000;

/// As many cards as the list of a deck has room for, with some to spare for cards that are put into it.
const DECK: usize = 90;

impl Game {
    /// Starts a game and runs it to its first question.
    pub fn new(catalog: Arc<Catalog>, setup: &Setup) -> Result<Game, SetupError> {
        Game::table(catalog, setup.seed, setup.options).with_decks(setup)
    }

    /// Starts a game whose chance was promised before it began; the seed of the setup is not used.
    pub fn sealed(catalog: Arc<Catalog>, setup: &Setup, sealed: Arc<dyn Sealed>) -> Result<Game, SetupError> {
        let mut game = Game::table(catalog, setup.seed, setup.options);
        game.sealed = Some(sealed);
        game.with_decks(setup)
    }

    /// Starts a game that somebody listens to from the first card on ([`Game::take_told`]).
    pub fn with_listener(
        catalog: Arc<Catalog>,
        setup: &Setup,
        sealed: Option<Arc<dyn Sealed>>,
    ) -> Result<Game, SetupError> {
        let mut game = Game::table(catalog, setup.seed, setup.options);
        game.sealed = sealed;
        game.listen();
        game.with_decks(setup)
    }

    fn with_decks(mut self, setup: &Setup) -> Result<Game, SetupError> {
        let game = &mut self;
        let brought =
            [&setup.dark, &setup.light].iter().map(|deck| deck.cards.len() + deck.supply.len()).sum();
        if brought > BROUGHT {
            return Err(SetupError::TooManyCards(brought));
        }
        for (role, deck) in [(Role::Dark, &setup.dark), (Role::Light, &setup.light)] {
            if deck.cards.len() > DECK {
                return Err(SetupError::TooLargeDeck(role, deck.cards.len()));
            }
            for (cards, place) in [(&deck.cards, Where::Deck), (&deck.supply, Where::Supply)] {
                for definition in cards {
                    game.catalog.check_for(*definition, setup.options.by_hand.0[role])?;
                    game.bring(*definition, role, place);
                }
            }
        }
        game.push(setup::Frame::START.into());
        game.run();
        Ok(self)
    }

    /// Adds a physical card to the game; `None` if there is no room for more.
    pub(crate) fn bring(&mut self, definition: DefinitionId, owner: Role, place: Where) -> Option<Slot> {
        let Some(slot) = Slot::new(usize::from(self.state.used)) else {
            self.stop();
            return None;
        };
        self.state.used += 1;
        history::bring(self, definition);
        let mut card = Card::new(definition, owner);
        card.place = place;
        self.state.bring(slot, card, self.catalog.facts(definition).texts);
        if place == Where::Deck && self.state.players[owner].deck.push(Some(slot)).is_err() {
            self.stop();
        }
        Some(slot)
    }

    /// Says what card lies in a slot.
    pub(crate) fn define(&mut self, slot: Slot, definition: DefinitionId) {
        let was = std::mem::replace(&mut self.state.card_mut(slot).definition, definition);
        let [was, is] = [was, definition].map(|card| self.catalog.facts(card).texts);
        self.state.places.describe(slot, was, is);
    }

    /// Lists the choices of the waiting question again: they follow from the state alone.
    pub fn list_choices(&self, choices: &mut Vec<Choice>) {
        if let (Some(frame), Some(_)) = (self.state.frames.last(), self.ask) {
            frame.ask(self, choices);
        }
    }

    /// Answers the question; a wrong answer is refused and changes nothing.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        if self.ask.is_none() {
            return Err(Refused::GameOver);
        }
        let choices = self.choices.len();
        let choice = *self.choices.get(index).ok_or(Refused::NoSuchChoice { index, choices })?;
        let next = self.take(choice);
        self.go_on(next);
        Ok(())
    }

    /// Ends the game by the will of its players, whatever is going on in it (rules 1502.8, 1502.12).
    pub fn end(&mut self, ending: Ending) {
        self.over(ending.outcome());
        self.ask = None;
        self.choices.clear();
    }

    /// Sets the next rolls of dice, for scenarios and tables with real dice.
    pub fn script_dice(&mut self, rolls: &[u8]) {
        if self.state.chance.script(rolls).is_err() {
            self.stop();
        }
    }

    /// Forgets the dice that are set and not rolled yet.
    pub fn forget_dice(&mut self) {
        self.state.chance.forget_script();
    }

    /// How many dice are set and not rolled yet.
    pub fn laid_dice(&self) -> usize {
        self.state.chance.waiting()
    }

    /// How many dice have been rolled that nobody had set.
    pub const fn dice_by_chance(&self) -> u32 {
        self.state.chance.rolled()
    }

    /// Hands a choice to the frame that asked; what comes next.
    fn take(&mut self, choice: Choice) -> Option<Frame> {
        hand::keep(self, choice);
        let frame = self.state.frames.pop()?;
        let flow = frame.chosen(self, choice);
        self.follow(frame, flow)
    }

    /// Runs until somebody owes a decision or the game is over. Questions with one answer answer themselves.
    pub(crate) fn run(&mut self) {
        let next = self.state.frames.pop();
        self.go_on(next);
    }

    /// Goes on with this frame; it is not on the stack while it steps.
    fn go_on(&mut self, mut next: Option<Frame>) {
        self.ask = None;
        self.choices.clear();
        let mut steps = 0;
        while let Some(frame) = next {
            steps += 1;
            if steps > ENDLESS {
                self.over(Outcome::Draw(RuleNumber::new(1502, 11)));
            }
            if self.state.outcome.is_some() {
                // 1316.7: what players do by hand never stops a game.
                if self.state.outcome == Some(Outcome::Stopped) && hand::take_back_too_much(self) {
                    next = self.state.frames.pop();
                    continue;
                }
                self.push(frame);
                break;
            }
            next = match frame.step(self) {
                // What came of it ended the game: nobody is asked any more.
                Flow::Ask if self.state.outcome.is_some() => Some(frame),
                Flow::Ask if self.state.frames.push(frame).is_err() => {
                    self.stop();
                    Some(frame)
                }
                Flow::Ask => {
                    let mut choices = std::mem::take(&mut self.choices);
                    choices.clear();
                    let ask = frame.ask(self, &mut choices);
                    self.choices = choices;
                    match (ask, &self.choices[..]) {
                        (Some(ask), [only]) if !self.would_reveal(ask) => self.take(*only),
                        (Some(ask), [_, ..]) => {
                            hand::forget_over(self);
                            self.ask = Some(ask);
                            return;
                        }
                        // A frame that asks without choices would wait for ever: the game is stopped, not wrong.
                        (_, []) | (None, _) => {
                            self.stop();
                            self.state.frames.pop()
                        }
                    }
                }
                flow => self.follow(frame, flow),
            };
        }
        self.choices.clear();
    }

    /// Whether skipping a question with one answer would tell the opponent something about hidden cards: that none of
    /// them can be played or built (rule 1307.10).
    fn would_reveal(&self, ask: Ask) -> bool {
        let has_hidden = || {
            let face_down = |card: Slot| self.state.card(card).is_face_down();
            self.state.zone(ask.who, Where::Hand).next().is_some()
                || self.state.zone(ask.who, Where::BuildZone).any(face_down)
        };
        self.state.options.passes == Passes::Asked
            && matches!(ask.why, Why::PlayOrPass | Why::Build)
            && has_hidden()
    }

    /// Lists the choices of the waiting question again, after cards were dealt anew.
    pub(crate) fn refresh(&mut self) {
        if self.state.outcome.is_some() {
            return;
        }
        if let Some(frame) = self.state.frames.last().copied() {
            let mut choices = Vec::new();
            self.ask = frame.ask(self, &mut choices);
            self.choices = choices;
            self.settled = None;
        }
    }

    /// The frame that comes next; those that wait for it are on the stack.
    fn follow(&mut self, frame: Frame, flow: Flow) -> Option<Frame> {
        match flow {
            Flow::Next(next) => Some(next),
            Flow::Push(stay, above) => {
                self.push(stay);
                Some(above)
            }
            Flow::Done => self.state.frames.pop(),
            Flow::Ask => Some(frame),
        }
    }

    /// Puts a frame on top.
    pub(crate) fn push(&mut self, frame: Frame) {
        if self.state.frames.push(frame).is_err() {
            self.stop();
        }
    }

    /// Ends a game that a state cannot hold (rule 1502.15).
    pub(crate) fn stop(&mut self) {
        self.state.outcome.get_or_insert(Outcome::Stopped);
    }

    /// Ends the game.
    pub(crate) fn over(&mut self, outcome: Outcome) {
        if self.state.outcome.is_none() {
            self.state.outcome = Some(outcome);
            let rule = match outcome {
                Outcome::Won(_, rule) | Outcome::Draw(rule) => rule,
                Outcome::Stopped => RuleNumber::new(1502, 15),
            };
            self.note(What::Over(outcome), rule, None);
        }
    }

    /// Notes that something happened; triggered effects that wait for it start waiting to resolve (rule 1305.1).
    pub(crate) fn note(&mut self, what: What, rule: RuleNumber, cause: Option<Slot>) {
        // 1502.11: turns in which something happens are not idle.
        if turn::is_activity(what) {
            self.state.idle_turns = 0;
        }
        let event = Event { what, rule, cause };
        self.noted = self.noted.wrapping_add(1);
        self.events.push(event);
        if !self.kept.is_empty() {
            hand::notice(self, what);
        }
        if self.told.is_some() {
            let told = self.witness(event);
            self.told.get_or_insert_default().push(told);
        }
        trigger::notice(self, event);
    }

    /// An event with what is known of its cards now.
    fn witness(&self, event: Event) -> Told {
        let witnessed = |slot: Slot| Witnessed {
            slot,
            definition: self.state.card(slot).definition,
            knowers: self.knowers(slot),
        };
        let mut cards = event.what.cards().map(|card| card.map(witnessed));
        let shown = match event.what {
            What::Revealed(_) => Knowers::ALL,
            What::LookedAt { who, .. } | What::Drew { who, .. } => Knowers::only(who),
            _ => Knowers::default(),
        };
        if let Some(card) = &mut cards[0] {
            card.knowers = card.knowers.or(shown);
        }
        let about = cards[0].map(|card| self.state.card(card.slot));
        Told {
            event,
            cards,
            knew: Knowers::default(),
            pools: Role::ALL.map(|who| [self.state.players[who].force, self.state.players[who].build]),
            counters: about.map_or([0; 2], |card| [card.damage, card.build]),
        }
    }
}
