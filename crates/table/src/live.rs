//! A game that is going on: the engine's game, its story so far, and what its players have wished for.

use crate::lane::Lane;
use crate::seen::meant;
use crate::setup::{GameSetup, Kind, Undo};
use crate::step::{By, Holder, Step};
use crate::stops::{Stop, Wishes};
use crate::story::{self, Line};
use crate::tally::Tally;
use crate::token::Tokens;
use engine::state::{ByRole, Outcome};
use engine::{Catalog, Choice, EVERY, Game, Replay, ReplayError, Viewer, What, Why};
use std::sync::Arc;
use thiserror::Error;
use vocab::Role;

/// A live game.
#[derive(Clone, Debug)]
pub struct Table {
    /// Who plays what.
    pub setup: GameSetup,
    /// The game.
    pub game: Game,
    catalog: Arc<Catalog>,
    /// The answers so far, with who gave them.
    pub answers: Vec<(Role, u16)>,
    /// The story so far. Lines are shared between copies of the table.
    pub log: Vec<Arc<Line>>,
    /// The last attack.
    pub lane: Option<Lane>,
    /// The numbers of the summary.
    pub tally: Tally,
    /// What the players want.
    pub wishes: ByRole<Wishes>,
    /// Who holds the seats.
    pub seats: ByRole<Option<Holder>>,
    /// The number of the next step: the version of the game.
    pub number: u32,
    /// How many answers of the log come after the last that fits: the cards or the rules have changed since.
    pub beyond: usize,
    /// Who asks to go back to which answer.
    pub take_back: Option<(Role, usize)>,
    /// Which player has the screen, at a table with one screen.
    pub screen: Option<Role>,
    pub(crate) tokens: Tokens,
    /// How many moves of cards there had been after each answer.
    pub(crate) serials: Vec<u16>,
    attacks: Vec<u16>,
    attacks_seen: u16,
    met: ByRole<Vec<Sort>>,
}

/// Why a step can't be taken.
#[derive(Debug, Error)]
pub enum Misfit {
    /// The seat is taken.
    #[error("the seat is taken")]
    Taken,
    /// Somebody else is asked, or nobody is.
    #[error("somebody else is asked")]
    NotAsked,
    /// The game doesn't take the answer.
    #[error("{0}")]
    Refused(#[from] engine::Refused),
    /// There are no such answers to take back.
    #[error("there is nothing to take back")]
    NothingBack,
    /// The earlier answers don't fit any more.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A sort of question, as the coach tells them apart: what for, and at which kind of chance.
type Sort = (Why, Option<Stop>);

impl Table {
    /// Starts a game and plays the answers that it has already.
    pub fn new(catalog: Arc<Catalog>, setup: GameSetup, answers: &[u16]) -> Result<Table, ReplayError> {
        let game = Game::heard(catalog.clone(), &setup.engine_setup(&catalog)?, None)?;
        let tokens = Tokens::new(setup.seed);
        let mut table = Table {
            setup,
            game,
            catalog,
            answers: Vec::new(),
            log: Vec::new(),
            lane: None,
            tally: Tally::default(),
            wishes: ByRole::default(),
            seats: ByRole::default(),
            number: 0,
            beyond: 0,
            take_back: None,
            screen: None,
            tokens,
            serials: Vec::new(),
            attacks: Vec::new(),
            attacks_seen: 0,
            met: ByRole::default(),
        };
        table.listen();
        for (i, answer) in answers.iter().enumerate() {
            table.answer(*answer).map_err(|reason| ReplayError::Answer { number: i + 1, reason })?;
        }
        Ok(table)
    }

    /// Takes the next step of the log. A step that doesn't fit may leave the table half changed: apply steps to a copy.
    pub fn apply(&mut self, step: &Step) -> Result<(), Misfit> {
        match step {
            Step::Sit { seat, holder, name } => {
                if self.seats[*seat].is_some() {
                    return Err(Misfit::Taken);
                }
                self.seats[*seat] = Some(holder.clone());
                if let Some(name) = name {
                    self.setup.player_mut(*seat).name.clone_from(name);
                }
            }
            Step::Answer { choice, .. } => self.answer(*choice)?,
            Step::AskBack { role, to } => self.take_back = Some((*role, self.earlier(*to)?)),
            Step::DeclineBack { .. } => self.take_back = None,
            Step::Back { to } => *self = self.rewound(self.earlier(*to)?)?,
        }
        self.number += 1;
        Ok(())
    }

    /// The number of answers that a takeback leaves, if it takes one back.
    fn earlier(&self, to: u32) -> Result<usize, Misfit> {
        let to = to as usize;
        if to < self.answers.len() + self.beyond { Ok(to) } else { Err(Misfit::NothingBack) }
    }

    /// The steps for a run of choices of one player, if the game takes all of them.
    pub fn run(&self, who: Role, path: &[u16]) -> Result<Vec<Step>, Misfit> {
        let mut tried = self.game.clone();
        let mut steps = Vec::with_capacity(path.len());
        for choice in path {
            match tried.decision() {
                Some(decision) if decision.who == who => {}
                _ => return Err(Misfit::NotAsked),
            }
            // The player means a choice of the page, which is in an order of its own.
            let choice = meant(&self.tokens, tried.sight(Viewer::Seat(who)), usize::from(*choice));
            tried.answer(choice)?;
            let choice = u16::try_from(choice).unwrap_or(u16::MAX);
            steps.push(Step::Answer { choice, by: By::Person });
        }
        Ok(steps)
    }

    /// The seats that somebody holds.
    pub fn seats_of(&self, holder: Option<&str>) -> Vec<Role> {
        let holds = |role: &Role| holder.is_some() && self.seats[*role].as_deref() == holder;
        Role::ALL.into_iter().filter(holds).collect()
    }

    /// Whether somebody sits there, or the computer does.
    pub fn is_taken(&self, role: Role) -> bool {
        self.seats[role].is_some() || self.setup.player(role).kind != Kind::Person
    }

    /// Answers the question that waits.
    pub fn answer(&mut self, answer: u16) -> Result<(), engine::Refused> {
        let who = self.asked();
        let choice = self.game.choices().get(usize::from(answer)).copied();
        let attack = match (choice, self.game.decision().and_then(|decision| decision.source)) {
            (Some(Choice::Attack(target, mode)), Some(attacker)) => {
                Some((Lane::new(&self.game, 0, attacker, target, mode), attacker, target, mode))
            }
            _ => None,
        };
        let odds = attack.as_ref().and_then(|(_, attacker, target, mode)| {
            ai::attack(self.game.sight(Viewer::Public), *attacker, *target, *mode)?.odds().ok()
        });
        let sort = self.sort();
        self.game.answer(usize::from(answer))?;
        if let Some(who) = who {
            self.answers.push((who, answer));
            if let Some(sort) = sort.filter(|sort| !self.met[who].contains(sort)) {
                self.met[who].push(sort);
            }
        }
        self.take_back = None;
        let before = self.attacks_seen;
        self.listen_with(attack.map(|(lane, ..)| lane));
        if let Some(lane) = self.lane.as_mut().filter(|lane| lane.number == before + 1) {
            lane.odds = odds;
        }
        Ok(())
    }

    fn listen(&mut self) {
        self.listen_with(None);
    }

    /// Takes the events in: the log, the lane, the numbers. `declared` is the attack as it was before its dice.
    fn listen_with(&mut self, mut declared: Option<Lane>) {
        let answer = self.answers.len();
        for told in self.game.take_told() {
            let event = told.event;
            self.tokens.take(&self.game, &told);
            if let What::Attacks { attacker, defender, mode } = event.what {
                self.attacks_seen += 1;
                self.attacks.push(self.attacks_seen);
                let mut lane = declared
                    .take()
                    .filter(|lane| lane.attacker == attacker && lane.defender == defender)
                    .unwrap_or_else(|| Lane::new(&self.game, 0, attacker, defender, mode));
                lane.number = self.attacks_seen;
                self.lane = Some(lane);
            }
            if let Some(lane) = &mut self.lane {
                lane.take(&event);
            }
            self.tally.take(&self.game, &event);
            match event.what {
                What::Die { natural } => {
                    if let Some(rolled) =
                        self.log.iter_mut().rev().find(|line| matches!(line.what, What::Rolled { .. }))
                    {
                        Arc::make_mut(rolled).dice.push(natural);
                    }
                }
                _ if story::is_told(&event) => {
                    let line = Line::new(&self.game, &told, answer, self.attacks.last().copied());
                    self.log.push(Arc::new(line));
                }
                _ => {}
            }
            if let What::AttackEnded { .. } = event.what {
                self.attacks.pop();
            }
        }
        self.serials.push(self.game.whole().serial);
        self.tally.weigh(&self.game, answer);
    }

    /// The sort of the question that waits.
    fn sort(&self) -> Option<Sort> {
        Some((self.game.decision()?.why, self.game.chance().map(Stop::of)))
    }

    /// Whether the player who is asked meets this sort of question for the first time in this game.
    pub fn is_new(&self) -> bool {
        let sort = self.sort();
        self.asked().zip(sort).is_some_and(|(who, sort)| !self.met[who].contains(&sort))
    }

    /// Who is asked.
    pub fn asked(&self) -> Option<Role> {
        self.game.decision().map(|decision| decision.who)
    }

    /// The level of the computer that is asked.
    pub fn computer_asked(&self) -> Option<(Role, &str)> {
        let who = self.asked()?;
        match &self.setup.player(who).kind {
            Kind::Computer(level) => Some((who, level)),
            Kind::Person => None,
        }
    }

    /// The answer that a person's wishes give, if they give one.
    pub fn wished(&self) -> Option<u16> {
        let decision = self.game.decision()?;
        if self.setup.player(decision.who).kind != Kind::Person || decision.why != Why::PlayOrPass {
            return None;
        }
        let wishes = self.wishes[decision.who];
        let until = wishes.until == Some(self.game.whole().attacks_made);
        let stops = self.game.chance().is_none_or(|chance| wishes.stops_at(Stop::of(chance)));
        if stops && !until {
            return None;
        }
        let pass = decision.choices.iter().position(|choice| *choice == Choice::Pass)?;
        u16::try_from(pass).ok()
    }

    /// How many answers would be left if a player took back the player's own last one.
    pub fn back_to(&self, who: Role) -> Option<usize> {
        if self.setup.undo == Undo::Never || self.game.outcome().is_some() {
            return None;
        }
        if self.beyond > 0 {
            return Some(self.answers.len());
        }
        self.answers.iter().rposition(|(by, _)| *by == who)
    }

    /// The same game after fewer answers.
    pub fn rewound(&self, answers: usize) -> Result<Table, ReplayError> {
        let kept: Vec<u16> = self.answers.iter().take(answers).map(|(_, answer)| *answer).collect();
        let mut table = Table::new(self.catalog.clone(), self.setup.clone(), &kept)?;
        table.wishes = self.wishes;
        table.screen = self.screen;
        table.seats = self.seats.clone();
        table.number = self.number;
        Ok(table)
    }

    /// The answers as numbers.
    pub fn numbers(&self) -> Vec<u16> {
        self.answers.iter().map(|(_, answer)| *answer).collect()
    }

    /// The replay with its hashes, to be checked by anybody.
    pub fn replay(&self) -> Result<Replay, ReplayError> {
        let mut replay = self.setup.replay(self.numbers());
        let mut game = Game::new(self.catalog.clone(), &replay.setup(&self.catalog)?)?;
        for (i, answer) in replay.answers.iter().enumerate() {
            let number = i + 1;
            game.answer(usize::from(*answer)).map_err(|reason| ReplayError::Answer { number, reason })?;
            if number.is_multiple_of(EVERY) {
                replay.hashes.push(game.whole().stable_hash());
            }
        }
        replay.hashes.push(game.whole().stable_hash());
        Ok(replay)
    }

    /// What lists of games say about this one.
    pub fn note(&self) -> String {
        let [dark, light] = [&self.setup.dark, &self.setup.light];
        let turn = self.game.whole().turn;
        let game = format!("{} against {}", dark.deck, light.deck);
        match self.game.outcome() {
            Some(Outcome::Won(who, _)) => {
                format!("{game}: {} won in turn {turn}", self.setup.player(who).name)
            }
            Some(Outcome::Draw(_)) => format!("{game}: a draw"),
            Some(Outcome::Stopped) => format!("{game}: stopped"),
            None if turn == 0 => format!("{game}, setup"),
            None => format!("{game}, turn {turn}"),
        }
    }
}
