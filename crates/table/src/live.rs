//! A game that is going on: the engine's game, its story so far, and what its players have wished for.

use crate::discipline::Passed;
use crate::fairness::{Fairness, Promised, seed_of};
use crate::lane::Lane;
use crate::seen::meant;
use crate::setup::{GameSetup, Kind, Roles, Source, Undo};
use crate::step::{By, Holder, Step};
use crate::stops::{Hands, Wishes, is_by_hand};
use crate::story::{self, Aim, Line, Pointed, When};
use crate::tally::Tally;
use crate::token::Tokens;
use engine::state::{ByRole, Ending, Sealed, Seed};
use engine::{Catalog, Choice, EVERY, Game, ReplayError, Told, Trail, Viewer, What, Why};
use fair::{Digest, Keys};
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
    /// What has become of the promise, in a game that was promised.
    pub fairness: Option<Fairness>,
    /// The keys of a game whose chance is sealed, once it has begun.
    keys: Option<Arc<Keys>>,
    /// What has happened so far, as one number.
    trail: Trail,
    /// The version of the rules that the game is played under; 0 if nobody knows.
    pub rules: u32,
    /// Whether the game was ended without a result.
    pub abandoned: bool,
    /// Which of the possible futures each answer was given in, and the present one.
    fates: Vec<u32>,
    fate: u32,
    /// Whether the draw for roles made the players swap (rule 103.4).
    exchanged: bool,
    /// The story so far. Lines are shared between copies of the table.
    pub log: Vec<Arc<Line>>,
    /// The last attack.
    pub lane: Option<Lane>,
    /// The numbers of the summary.
    pub tally: Tally,
    /// What the players want.
    pub wishes: ByRole<Wishes>,
    /// What each player has passed in this step.
    pub(crate) passed_up: ByRole<Passed>,
    /// Who holds the seats.
    pub seats: ByRole<Option<Holder>>,
    /// The number of the next step: the version of the game.
    pub number: u32,
    /// The step with which each answer was given: the number of the log after it.
    given: Vec<u32>,
    /// The dice that were laid before each, in a lesson, and those that wait for the next.
    dice: Vec<Vec<u8>>,
    laid: Vec<u8>,
    /// How many stops of a lesson's coach the learner has left behind since the last answer.
    pub(crate) heard: usize,
    /// Whether each was given by the player, and not by the table for the player.
    own: Vec<bool>,
    /// The number of the log when the cards were dealt.
    dealt: u32,
    /// The number of the log after the last takeback; 0 if there was none.
    pub(crate) went_back: u32,
    /// How many answers of the log come after the last that fits: the cards or the rules have changed since.
    pub beyond: usize,
    /// Who asks to go back to which answer.
    pub take_back: Option<(Role, usize)>,
    /// Who offers a draw.
    pub draw: Option<Role>,
    /// The turn in which each player last offered one.
    pub offered: ByRole<Option<u32>>,
    /// Who would like to play again.
    pub again: ByRole<bool>,
    /// The name that the next table gets, once somebody has asked for one.
    pub next: Option<String>,
    /// Where the players went on.
    pub moved_on: Option<String>,
    /// Who is asked and isn't there.
    pub(crate) away: ByRole<bool>,
    /// What each player has used up of the clock, in milliseconds.
    pub(crate) spent: ByRole<u64>,
    /// Who has given the match up that the game is part of.
    pub(crate) gave_up: Option<Role>,
    /// How the players ended the game, and the number of the log after it.
    pub(crate) ended: Option<(Ending, u32)>,
    /// Which player has the screen, at a table with one screen.
    pub screen: Option<Role>,
    pub(crate) tokens: Tokens,
    /// How many moves of cards there had been after each answer.
    pub(crate) serials: Vec<u16>,
    attacks: Vec<u16>,
    attacks_seen: u16,
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
    /// The seat has committed already.
    #[error("the seat has committed already")]
    Committed,
    /// What is revealed isn't what was committed to.
    #[error("that isn’t the secret that the seat committed to")]
    Revealed,
    /// What is to be locked isn't this table.
    #[error("decks, cards, rules or seats aren’t the ones that were locked")]
    Terms,
    /// Something else happened than what was recorded.
    #[error("answer {answer} had another effect when it was given")]
    Trail {
        /// After how many answers the game is another one.
        answer: usize,
    },
    /// The game hasn't begun, or has begun already.
    #[error("this isn’t the time for that")]
    Untimely,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A seat is free, or has not committed yet. No card has been dealt.
    Laid,
    /// Both seats have committed, and not both have revealed. No card has been dealt.
    Locked,
    /// The game is being played.
    Begun,
}

/// What lists say about a table whose game hasn't begun.
pub const NOT_BEGUN: &str = ", not begun";

impl Table {
    /// Starts a game whose chance isn't promised, and plays the answers that it has already.
    pub fn new(catalog: Arc<Catalog>, setup: GameSetup, answers: &[u16]) -> Result<Table, ReplayError> {
        let mut table = Table::laid(catalog, setup, None)?;
        for (i, answer) in answers.iter().enumerate() {
            table.answer(*answer).map_err(|reason| ReplayError::Answer { number: i + 1, reason })?;
        }
        Ok(table)
    }

    /// A table as it is before its first step. Only one whose chance isn't promised has begun.
    pub fn laid(
        catalog: Arc<Catalog>,
        setup: GameSetup,
        promised: Option<Promised>,
    ) -> Result<Table, ReplayError> {
        let game = Game::table(catalog, setup.seed, setup.options());
        let mut table = Table::bare(game, setup, promised);
        match table.setup.chance {
            Source::Seed => table.begin(None)?,
            Source::Key(key) => table.begin(Some(Keys::from_main(key.0)))?,
            Source::Promise => {}
        }
        Ok(table)
    }

    /// A table with a game, of which nothing has been told yet.
    fn bare(game: Game, setup: GameSetup, promised: Option<Promised>) -> Table {
        let tokens = Tokens::new(setup.seed);
        Table {
            catalog: game.shared_catalog().clone(),
            rules: setup.rules,
            setup,
            game,
            answers: Vec::new(),
            fairness: promised.map(Fairness::new),
            keys: None,
            trail: Trail::default(),
            abandoned: false,
            fates: Vec::new(),
            fate: 0,
            exchanged: false,
            log: Vec::new(),
            lane: None,
            tally: Tally::default(),
            wishes: ByRole::default(),
            passed_up: ByRole::default(),
            seats: ByRole::default(),
            number: 0,
            given: Vec::new(),
            dice: Vec::new(),
            laid: Vec::new(),
            heard: 0,
            own: Vec::new(),
            dealt: 0,
            went_back: 0,
            beyond: 0,
            take_back: None,
            draw: None,
            offered: ByRole::default(),
            again: ByRole::default(),
            next: None,
            moved_on: None,
            away: ByRole::default(),
            spent: ByRole::default(),
            gave_up: None,
            ended: None,
            screen: None,
            tokens,
            serials: Vec::new(),
            attacks: Vec::new(),
            attacks_seen: 0,
        }
    }

    /// A table around a game that began somewhere else, such as a judge's position, with what it told so far.
    /// It has no steps, and nobody sits at it.
    pub fn around(game: Game, told: Vec<Told>, setup: GameSetup) -> Table {
        let mut table = Table::bare(game, setup, None);
        table.hear(told, 0, None, 0);
        table
    }

    /// The game begins: from here on there are cards.
    fn begin(&mut self, keys: Option<Keys>) -> Result<(), ReplayError> {
        if let Some(keys) = &keys
            && self.setup.roles == Roles::ByChance
            && keys.roles().below(0, 0, 2) == 1
        {
            self.exchange();
        }
        self.keys = keys.map(Arc::new);
        self.game = match &self.setup.lesson {
            Some(lesson) => {
                let position = lesson.lay(&self.catalog, self.setup.seed, self.setup.options())?;
                position.heard().play_on(lesson.begin())
            }
            None => {
                let setup = self.setup.engine_setup(&self.catalog)?;
                let sealed = self.keys.clone().map(|keys| keys as Arc<dyn Sealed>);
                Game::with_listener(self.catalog.clone(), &setup, sealed)?
            }
        };
        self.tokens = Tokens::new(self.token_seed());
        self.dealt = self.number;
        self.listen(self.number, None, 0);
        Ok(())
    }

    /// Each player gets the role of the other (rule 103.4).
    fn exchange(&mut self) {
        let GameSetup { dark, light, .. } = &mut self.setup;
        std::mem::swap(dark, light);
        if let Some(series) = &mut self.setup.conditions.series {
            series.exchange();
        }
        self.seats = ByRole::from_fn(|role| self.seats[role.other()].clone());
        self.wishes = ByRole::from_fn(|role| self.wishes[role.other()]);
        self.screen = self.screen.map(Role::other);
        self.exchanged = !self.exchanged;
    }

    /// How far the table has come.
    pub fn stage(&self) -> Stage {
        match &self.fairness {
            Some(fairness) if self.keys.is_none() => match fairness.transcript() {
                Some(_) => Stage::Locked,
                None => Stage::Laid,
            },
            Some(_) | None => Stage::Begun,
        }
    }

    /// The seat, as the table was set up, of the player who has this role now.
    pub const fn laid_as(&self, role: Role) -> Role {
        if self.exchanged { role.other() } else { role }
    }

    /// The setup as the table was set up: before chance gave out the roles.
    pub fn laid_setup(&self) -> GameSetup {
        let mut setup = self.setup.clone();
        if self.exchanged {
            std::mem::swap(&mut setup.dark, &mut setup.light);
            if let Some(series) = &mut setup.conditions.series {
                series.exchange();
            }
        }
        setup
    }

    /// The steps, and what follows from them at once: when the last seat has committed the table is locked, and where
    /// only the computer sits the server reveals.
    pub fn with_consequences(&self, mut steps: Vec<Step>) -> Result<Vec<Step>, Misfit> {
        let mut tried = self.clone();
        steps.iter().try_for_each(|step| tried.apply(step))?;
        let Some(fairness) = &tried.fairness else { return Ok(steps) };
        if let (None, Some(transcript)) = (fairness.transcript(), fairness.to_lock(&tried.setup)) {
            steps.push(Step::Lock { transcript });
            for seat in Role::ALL {
                if matches!(tried.setup.player(seat).kind, Kind::Computer(_)) {
                    steps.push(Step::Reveal { seat, entropy: fairness.server_entropy(seat) });
                }
            }
        }
        Ok(steps)
    }

    /// The commitments of the seats where only the computer sits: the first steps of a table.
    pub fn server_commitments(&self) -> Vec<Step> {
        let Some(fairness) = &self.fairness else { return Vec::new() };
        let computers =
            Role::ALL.into_iter().filter(|seat| matches!(self.setup.player(*seat).kind, Kind::Computer(_)));
        computers.map(|seat| Step::Commit { seat, digest: fairness.server_commitment(seat) }).collect()
    }

    /// What the computer's own chance comes from.
    pub fn computer_seed(&self) -> Seed {
        self.keys.as_ref().map_or(self.setup.seed, |keys| seed_of(keys.computer().bytes()))
    }

    /// What the names of cards on pages come from: nobody may guess it during the game.
    fn token_seed(&self) -> Seed {
        match (&self.fairness, &self.keys) {
            (Some(fairness), _) => fairness.token_seed(),
            (None, Some(keys)) => seed_of(keys.main()),
            (None, None) => self.setup.seed,
        }
    }

    /// The key of a sealed game: for study, once it is over.
    pub fn main_key(&self) -> Option<&Digest> {
        self.keys.as_ref().map(|keys| keys.main())
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
            Step::Commit { .. } | Step::Lock { .. } | Step::Reveal { .. } => {
                let (setup, number) = (&self.setup, self.number);
                let fairness = self.fairness.as_mut().filter(|_| self.keys.is_none());
                fairness.ok_or(Misfit::Untimely)?.take(setup, step, number)?;
            }
            Step::Renew { fate } => self.renew(*fate),
            Step::Carried { rules } => self.rules = *rules,
            Step::Abandon => self.abandoned = true,
            Step::Answer { choice, by } => {
                if *by == By::Person {
                    self.was_asked();
                    self.note_pass(*choice);
                }
                let who = self.asked();
                self.answer(*choice)?;
                if let (Some(who), Some(own)) = (who, self.own.last_mut()) {
                    *own = *by != By::Wish;
                    // Who answers is there again: what was passed until then is asked from now on.
                    if *own {
                        self.wishes[who].until = None;
                    }
                }
            }
            Step::Dice { .. } | Step::Heard if self.setup.lesson.is_none() => return Err(Misfit::Untimely),
            Step::Dice { rolls } => self.lay(rolls),
            Step::Heard => self.heard = self.heard.saturating_add(1),
            Step::AskBack { role, to } => self.take_back = Some((*role, self.earlier(*to)?)),
            Step::DeclineBack { .. } => self.take_back = None,
            Step::Back { to } => *self = self.taken_back(self.earlier(*to)?)?,
            Step::OfferDraw { role, turn } => self.offer_draw(*role, *turn),
            Step::DeclineDraw { .. } => self.draw = None,
            Step::AskAgain { role, game } => self.ask_again(*role, game),
            Step::MoveOn { to } => self.moved_on = Some(to.clone()),
            Step::GiveUp { role } => self.give_up(*role)?,
            Step::Concede { role } => self.end(Ending::Concession(*role), self.number + 1)?,
            Step::AgreeDraw { .. } => self.end(Ending::Agreement, self.number + 1)?,
            Step::RunOut { role } => self.end(Ending::Time(*role), self.number + 1)?,
            Step::Away { .. } | Step::Here { .. } => self.come_or_go(step)?,
            Step::Claim { role } => self.claim(*role, self.number + 1)?,
            Step::Spent { role, millis } => self.spend(*role, *millis)?,
            Step::AskAnew { .. } => {}
        }
        self.passed(step);
        if matches!(step, Step::Lock { .. } | Step::Reveal { .. })
            && let Some(keys) = self.fairness.as_ref().and_then(Fairness::keys)
        {
            self.begin(Some(keys))?;
        }
        Ok(())
    }

    /// Whoever wanted to be asked about texts by hand in the next chance has been.
    fn was_asked(&mut self) {
        let Some(decision) = self.game.decision() else { return };
        let wishes = &mut self.wishes[decision.who];
        let offered = decision.choices.iter().any(|choice| is_by_hand(&self.game, *choice));
        if wishes.hands == Hands::Next && decision.why == Why::PlayOrPass && offered {
            wishes.hands = Hands::Quiet;
        }
    }

    /// Counts a step, and gives it its receipt.
    pub(crate) fn passed(&mut self, step: &Step) {
        if let Some(fairness) = &mut self.fairness {
            fairness.note(step, self.number);
        }
        self.number += 1;
    }

    /// Lays dice ready for the next answer.
    pub(crate) fn lay(&mut self, rolls: &[u8]) {
        self.laid = rolls.to_vec();
    }

    /// Another future: in a sealed game chance starts anew from here.
    pub(crate) fn renew(&mut self, fate: u32) {
        self.fate = fate;
        if self.keys.is_some() {
            self.game.renew(fate);
        }
    }

    /// The same game after fewer answers, and with another future: whoever takes a move back doesn't know the dice.
    fn taken_back(&self, answers: usize) -> Result<Table, ReplayError> {
        let mut table = self.rewound(answers)?;
        table.renew(self.fate + 1);
        table.went_back = self.number + 1;
        table.heard = usize::MAX;
        Ok(table)
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

    /// Answers the question that waits, with the next step.
    pub fn answer(&mut self, answer: u16) -> Result<(), engine::Refused> {
        self.answer_at(answer, self.number + 1)
    }

    /// Answers the question that waits, with the step after which the log had this number.
    pub(crate) fn answer_at(&mut self, answer: u16, step: u32) -> Result<(), engine::Refused> {
        let dice = std::mem::take(&mut self.laid);
        self.game.script_dice(&dice);
        self.heard = 0;
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
        let why = self.game.decision().map(|decision| decision.why);
        let mut trail = self.trail;
        trail.answer(&self.game, usize::from(answer));
        // Whoever is done does nothing more by hand.
        let is_done = choice == Some(Choice::Done) && why == Some(Why::ByHand);
        let hands = if is_done { 0 } else { self.game.texts_by_hand() };
        self.game.answer(usize::from(answer))?;
        self.trail = trail;
        if let Some(who) = who {
            self.answers.push((who, answer));
            self.fates.push(self.fate);
            self.given.push(step);
            self.dice.push(dice);
            self.own.push(true);
        }
        self.take_back = None;
        let before = self.attacks_seen;
        let target = attack.as_ref().map(|(_, _, target, _)| *target);
        self.listen(step, attack.map(|(lane, ..)| lane), hands);
        let is_it = |lane: &&mut Lane| lane.number == before + 1 && Some(lane.defender) == target;
        if let Some(lane) = self.lane.as_mut().filter(is_it) {
            lane.odds = odds;
        }
        Ok(())
    }

    /// Takes the events of a step in: the log, the lane, the numbers. `declared` is the attack as it was before its dice,
    /// `hands` how many texts were being carried out by hand.
    pub(crate) fn listen(&mut self, step: u32, declared: Option<Lane>, hands: usize) {
        let all = self.game.take_told();
        self.hear(all, step, declared, hands);
    }

    fn hear(&mut self, all: Vec<Told>, step: u32, mut declared: Option<Lane>, mut hands: usize) {
        let answer = self.answers.len();
        let mut turned = Vec::new();
        for told in all {
            let event = told.event;
            self.trail.take(&event);
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
                match event.what {
                    What::IsAttacked { defender, attacker }
                        if attacker == lane.attacker && defender != lane.defender =>
                    {
                        lane.turn_to(&self.game, defender);
                    }
                    _ => lane.take(&event),
                }
            }
            self.tally.take(&self.game, &event);
            match event.what {
                What::Agreed { .. } | What::TakenBack { .. } => hands = hands.saturating_sub(1),
                // No text goes on into another step; where nothing was done, nothing else says that it's over.
                What::Started(_) | What::Ended(_) => hands = 0,
                _ => {}
            }
            // A sentence that says so itself needn't say it twice.
            let says_so = match event.what {
                What::ByHand { .. } => true,
                What::Used { ability, .. } => self.game.catalog().is_by_hand(ability),
                _ => false,
            };
            let by_hand = hands > 0 && !says_so;
            if let What::ByHand { .. } = event.what {
                hands += 1;
            }
            match event.what {
                What::Die { natural } => {
                    if let Some(rolled) =
                        self.log.iter_mut().rev().find(|line| matches!(line.what, What::Rolled { .. }))
                    {
                        Arc::make_mut(rolled).dice.push(natural);
                    }
                }
                What::Tapped(_) | What::Untapped(_) if !by_hand => {
                    let card = told.cards[0].map(|card| Pointed::new(&self.game, &self.tokens, &told, card));
                    turned.extend(card.map(|card| (card, matches!(event.what, What::Tapped(_)))));
                }
                _ if story::is_told(&event, by_hand) => {
                    let when = When { step, answer, attack: self.attacks.last().copied(), by_hand };
                    let mut line = Line::new(&self.game, &self.tokens, &told, when);
                    let lane = self.lane.as_ref().filter(|lane| when.attack == Some(lane.number));
                    line.aim = lane.map(|lane| Aim { need: lane.need, power: lane.power });
                    turned.drain(..).for_each(|card| line.turn(card));
                    self.log.push(Arc::new(line));
                }
                _ => {}
            }
            if let What::AttackEnded { .. } = event.what {
                self.attacks.pop();
            }
        }
        if let Some(last) = self.log.last_mut().filter(|line| line.step == step && !turned.is_empty()) {
            let last = Arc::make_mut(last);
            turned.drain(..).for_each(|card| last.turn(card));
        }
        self.serials.push(self.game.whole().serial);
        self.tally.weigh(&self.game, answer);
    }

    /// Who is asked.
    pub fn asked(&self) -> Option<Role> {
        self.game.decision().map(|decision| decision.who)
    }

    /// The level of the computer that is asked.
    pub fn computer_asked(&self) -> Option<(Role, &str)> {
        let who = self.asked().filter(|_| !self.is_scripted())?;
        match &self.setup.player(who).kind {
            Kind::Computer(level) => Some((who, level)),
            Kind::Person => None,
        }
    }

    /// How many answers would be left if a player took back the player's own last one.
    pub fn back_to(&self, who: Role) -> Option<usize> {
        if self.setup.undo == Undo::Never || self.is_over() {
            return None;
        }
        if self.beyond > 0 {
            return Some(self.answers.len());
        }
        self.own_answer(who)
    }

    /// The place of a player's last own answer.
    pub(crate) fn own_answer(&self, who: Role) -> Option<usize> {
        let mut answers = self.answers.iter().zip(&self.own);
        answers.rposition(|((by, _), own)| *by == who && *own)
    }

    /// The same game after fewer answers, as it was then.
    pub fn rewound(&self, answers: usize) -> Result<Table, ReplayError> {
        let mut table = Table::laid(self.catalog.clone(), self.setup.clone(), None)?;
        table.fairness = self.fairness.clone();
        if let Some(keys) = &self.keys
            && self.fairness.is_some()
        {
            // The roles are given out already.
            table.setup.roles = Roles::Fixed;
            table.number = self.dealt;
            table.begin(Some(Keys::clone(keys)))?;
            table.setup.roles = self.setup.roles;
        }
        let given = self.answers.iter().zip(&self.fates).zip(&self.given);
        for (i, (((_, answer), fate), step)) in given.take(answers).enumerate() {
            if *fate != table.fate {
                table.renew(*fate);
            }
            table.lay(&self.dice[i]);
            table
                .answer_at(*answer, *step)
                .map_err(|reason| ReplayError::Answer { number: i + 1, reason })?;
        }
        table.own = self.own[..table.answers.len()].to_vec();
        (table.rules, table.abandoned, table.gave_up) = (self.rules, self.abandoned, self.gave_up);
        (table.draw, table.offered, table.spent) = (self.draw, self.offered, self.spent);
        (table.again, table.next) = (self.again, self.next.clone());
        table.moved_on.clone_from(&self.moved_on);
        (table.exchanged, table.away) = (self.exchanged, self.away);
        table.wishes = self.wishes;
        table.screen = self.screen;
        table.seats = self.seats.clone();
        (table.number, table.went_back) = (self.number, self.went_back);
        if let Some((ending, step)) = self.ended
            && answers >= self.answers.len()
        {
            table.be_over(ending, step);
        }
        Ok(table)
    }

    /// The same game as it was after a step of the log, with the number that the log had then.
    pub fn as_of(&self, step: u32) -> Result<Table, ReplayError> {
        let answers = self.given.partition_point(|given| *given <= step);
        let mut table = self.rewound(answers)?;
        table.number = step.clamp(self.dealt, self.number);
        Ok(table)
    }

    /// How many answers had been given when the log had this number.
    pub fn answers_by(&self, step: u32) -> usize {
        self.given.partition_point(|given| *given <= step)
    }

    /// The number that the log had after so many answers.
    pub fn step_of(&self, answers: usize) -> u32 {
        answers.checked_sub(1).and_then(|place| self.given.get(place)).copied().unwrap_or(self.dealt)
    }

    /// The number that the log had after a player's last answer; when the cards were dealt if there is none.
    pub fn last_answer(&self, who: Role) -> u32 {
        self.own_answer(who).map_or(self.dealt, |place| self.given[place])
    }

    /// The first answers as steps of another game that goes on from there.
    pub fn first_steps(&self, answers: usize) -> Vec<Step> {
        let (mut steps, mut last) = (Vec::new(), 0);
        for (place, ((_, choice), fate)) in self.answers.iter().zip(&self.fates).enumerate().take(answers) {
            if *fate != last {
                steps.push(Step::Renew { fate: *fate });
                last = *fate;
            }
            let dice = &self.dice[place];
            if !dice.is_empty() {
                steps.push(Step::Dice { rolls: dice.clone() });
            }
            steps.push(Step::Answer { choice: *choice, by: By::Person });
        }
        steps
    }

    /// The trail, where one is kept: after every [`EVERY`] answers, and at the end.
    pub fn kept_trail(&self) -> Option<u64> {
        let kept = self.answers.len().is_multiple_of(EVERY) || self.is_over();
        (kept && !self.answers.is_empty()).then(|| self.trail.hash())
    }

    /// The present of the possible futures.
    pub const fn fate(&self) -> u32 {
        self.fate
    }

    /// The engine's game as it began, with these streams of chance.
    pub(crate) fn begun_game(&self, sealed: Option<Arc<dyn Sealed>>) -> Result<Game, ReplayError> {
        if let Some(lesson) = &self.setup.lesson {
            let position = lesson.lay(&self.catalog, self.setup.seed, self.setup.options())?;
            return Ok(position.play_on(lesson.begin()));
        }
        let setup = self.setup.engine_setup(&self.catalog)?;
        Ok(match sealed {
            Some(sealed) => Game::sealed(self.catalog.clone(), &setup, sealed)?,
            None => Game::new(self.catalog.clone(), &setup)?,
        })
    }

    /// The keys of a game whose chance is sealed.
    pub(crate) const fn keys(&self) -> Option<&Arc<Keys>> {
        self.keys.as_ref()
    }

    /// The game as it began, with the chance that it was played with: for those who play it again with [`Table::prepare`].
    pub fn beginning(&self) -> Result<Game, ReplayError> {
        self.begun_game(self.keys.as_ref().map(|keys| keys.clone() as Arc<dyn Sealed>))
    }

    /// Gives a game the future in which answer number `place` was given.
    pub fn prepare(&self, game: &mut Game, place: usize) {
        if self.keys.is_some() {
            game.renew(self.fates.get(place).copied().unwrap_or(self.fate));
        }
        game.script_dice(self.dice.get(place).unwrap_or(&self.laid));
    }
}
