//! The owner's loop: one message after the other, and what goes on by itself.

use super::append::Taken;
use super::clock::Waits;
use super::command::{self, Command, Planned};
use super::drive::Thinking;
use super::message::{Condition, Message, Order, Refusal, Shot, State};
use super::presence::{self, Gone};
use super::registry::Shared;
use super::talk::Talk;
use super::{Coached, Node, REST, RETRY, ended};
use crate::pocket::{self, Pinned};
use crate::world::World;
use engine::state::Outcome;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, Health, Number, Pocket, Scored};
use table::setup::Watching;
use table::stops::Wishes;
use table::{GameSetup, Misfit, Promised, Row, Stage, Step, Table};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use vocab::Role;

/// How many of the last rows are remembered, to know requests again.
const REMEMBERED: usize = 64;
/// How long the next game of a match waits for somebody who doesn't come, in milliseconds.
const COMES: i64 = 5 * 60 * 1000;
/// How many shots wait for those who watch.
const BEHIND: usize = 512;
/// So often it is said at most how many watch.
const RECOUNT: Duration = Duration::from_secs(1);
/// How often a command is looked at again because the log has grown meanwhile.
const TRIES: usize = 4;

/// The owner of one game.
pub struct Owner {
    pub(super) game: GameId,
    /// The cards that the game is played with.
    world: Arc<World>,
    pub(super) node: Arc<Node>,
    pub(super) shared: Arc<Shared>,
    pub(super) table: Table,
    pub(super) condition: Condition,
    /// What the players are told about changed rules.
    pub(super) told: Option<String>,
    pub(super) thinking: Option<Thinking>,
    /// Whether this server goes on with the game, as far as is known.
    pub(super) leads: bool,
    /// Whether the game is played under newer rules elsewhere.
    pub(super) leaves: bool,
    /// What the coach of a lesson said to wrong answers.
    pub(super) coached: Coached,
    /// How long the question that waits has waited.
    pub(super) waits: Waits,
    /// Since when players have been away.
    pub(super) gone: Gone,
    /// Whether somebody may claim the game, as it was last shown.
    pub(super) claimable: bool,
    /// The last rows, the last at the end.
    recent: Vec<Row>,
    /// Whether the film of the finished game has been seen to.
    filmed: bool,
    pub(super) talk: Talk,
    told_aside: u64,
    /// Whether the game was over before the rules changed.
    was_over: bool,
    /// How many people watch, as it was last shown.
    watchers: usize,
    /// What those who watch will see, and when.
    behind: VecDeque<(Instant, Arc<Shot>)>,
}

/// Opens a game and owns it until it rests.
pub async fn run(game: GameId, node: Arc<Node>, shared: Arc<Shared>, mut inbox: mpsc::Receiver<Message>) {
    // Whatever holds a copy of the table for a moment is put on the heap for that moment: in the task itself it would
    // take five times the room of the table for as long as the game is awake.
    let opened = Box::pin(open(game.clone(), node, shared.clone())).await;
    match opened {
        Ok(mut owner) => owner.work(&mut inbox).await,
        Err(refusal) => {
            shared.end(Some(&refusal));
            inbox.close();
            while let Ok(message) = inbox.try_recv() {
                message.refuse(&refusal);
            }
        }
    }
}

async fn open(game: GameId, node: Arc<Node>, shared: Arc<Shared>) -> Result<Box<Owner>, Refusal> {
    let stored = node.store.load(&game).await.map_err(|error| {
        tracing::error!(game = &*game, %error, "a game can't be loaded");
        Refusal::NotDone
    })?;
    let stored = stored.ok_or(Refusal::Missing)?;
    let unreadable = |error: String| {
        tracing::error!(game = &*game, error, "a stored game can't be opened");
        Refusal::Unreadable(error)
    };
    let setup: GameSetup =
        serde_json::from_str(&stored.setup).map_err(|error| unreadable(error.to_string()))?;
    let pinned = pinned(&game, &node, &setup, stored.pocket).await?;
    let catalog = pinned.world.catalog_of(&setup).map_err(&unreadable)?;
    // With another secret it would be another game: nobody plays on as if nothing had happened.
    if let Some(Promised { game, secret, promise }) = &stored.promised
        && fair::promise(game, secret) != *promise
    {
        return Err(unreadable(fair::Fault::Promise.to_string()));
    }
    let earlier = earlier(&node, &catalog, &setup, stored.promised.as_ref(), &stored.rows);
    let (table, misfit) = table::fold_as_far(catalog, setup, stored.promised, &stored.rows)
        .map_err(|error| unreadable(error.to_string()))?;
    // A game that was over and isn't any more has been rewritten by other rules.
    let is_other = stored.head.over && !table.is_over() && !table.abandoned;
    let frozen = misfit.is_some() || is_other || table.abandoned;
    let other_rules = table.rules != 0 && table.rules != node.rules;
    // Of two programs side by side the newer one keeps what it has taken over. Alone, an older one may take it back.
    if table.rules > node.rules {
        let others = node.store.present(node.rules).await.map_err(|error| {
            tracing::error!(game = &*game, %error, "can't ask for other servers");
            Refusal::NotDone
        })?;
        node.others.are(&others);
        if node.others.know(table.rules) {
            return Err(Refusal::Elsewhere);
        }
    }
    let told = if table.abandoned {
        Some(ended(&table).to_string())
    } else if frozen {
        Some(
            [Some(changed(&table, misfit.as_ref())), pinned.in_words()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" "),
        )
    } else if !table.is_over() {
        pinned.in_words()
    } else {
        None
    };
    // A running game that means the same under other rules goes on, and says so.
    let carry = other_rules && !frozen && !table.is_over() && table.stage() == Stage::Begun;
    if frozen {
        tracing::warn!(
            game = &*game,
            answers = table.answers.len(),
            ?misfit,
            "the log no longer fits: the game is frozen"
        );
    }
    let node_clock = node.clock;
    let mut waits = Waits::since(&stored.rows, node_clock());
    waits.fault = frozen;
    tracing::info!(game = &*game, steps = stored.rows.len(), "opened");
    let mut owner = Box::new(Owner {
        game,
        world: pinned.world,
        node,
        shared,
        table,
        condition: if frozen { Condition::Frozen } else { Condition::Well },
        told,
        thinking: None,
        leads: false,
        leaves: false,
        coached: Coached::default(),
        waits,
        gone: presence::gone(&stored.rows, node_clock()),
        claimable: false,
        recent: Vec::new(),
        filmed: false,
        talk: Talk::default(),
        told_aside: 0,
        was_over: is_other,
        watchers: 0,
        behind: VecDeque::new(),
    });
    owner.remember(stored.rows);
    owner.learn_blocks().await;
    if carry {
        let carried = format!(
            "The rules have changed since this game began ({}, now version {}). Everything played so far still holds, \
             so the game goes on.",
            version(owner.table.rules),
            owner.node.rules
        );
        owner.told =
            Some([Some(carried), owner.told.take()].into_iter().flatten().collect::<Vec<_>>().join(" "));
        // If it can't be written now, the next opening tries again.
        let _ = owner.take(&[Step::Carried { rules: owner.node.rules }], 0).await;
    }
    if let Some(earlier) = earlier {
        let shot = Shot { table: earlier, ..owner.taken() };
        owner.shared.public.send_replace(State::Open(Arc::new(shot)));
    } else {
        owner.shared.public.send_replace(State::Open(Arc::new(owner.taken())));
    }
    owner.publish();
    Ok(owner)
}

/// The table as it was when those who watch may see it, where that is another one than now: what is newer than their
/// delay is held back, whatever the server did meanwhile.
fn earlier(
    node: &Node,
    catalog: &Arc<engine::Catalog>,
    setup: &GameSetup,
    promised: Option<&Promised>,
    rows: &[Row],
) -> Option<Table> {
    let Watching::Later(seconds) = setup.watching else { return None };
    let until = (node.clock)() - i64::from(seconds) * 1000;
    let shown = rows.iter().take_while(|row| row.at <= until).count();
    if shown == rows.len() {
        return None;
    }
    let folded = table::fold_as_far(catalog.clone(), setup.clone(), promised.cloned(), &rows[..shown]);
    folded.ok().map(|(table, _)| table)
}

/// The rules of a game, as players are told about them.
fn version(rules: u32) -> String {
    if rules == 0 { "an older version".to_string() } else { format!("version {rules}") }
}

/// The cards of a game as they were when it was laid. Those that have changed since are read beside the tasks that answer
/// requests.
async fn pinned(
    game: &GameId,
    node: &Arc<Node>,
    setup: &GameSetup,
    kept: Option<Pocket>,
) -> Result<Pinned, Refusal> {
    let unreadable = |error: String| {
        tracing::error!(game = &**game, error, "the cards of a game can't be read");
        Refusal::Unreadable(error)
    };
    pocket::check(setup, kept.as_ref()).map_err(unreadable)?;
    if let Some(pinned) = pocket::same(&node.world, kept.as_ref()) {
        return Ok(pinned);
    }
    let Some(kept) = kept else { return Err(Refusal::Unreadable("there are no cards".into())) };
    let pinned = node.thinkers.pin(game, node.world.clone(), kept).await;
    let pinned = pinned.ok_or(Refusal::Busy)?.map_err(unreadable)?;
    let (changed, reread) = (pinned.changed.len(), pinned.reread.len());
    tracing::warn!(game = &**game, changed, reread, "cards have changed since the table was set up");
    Ok(pinned)
}

/// Why a game doesn't go on: since when, and what can be done.
fn changed(table: &Table, misfit: Option<&Misfit>) -> String {
    let shown = table.answers.len();
    let wherever = match misfit {
        Some(Misfit::Trail { answer }) => format!("answer {answer} had another effect then"),
        Some(_) => format!("answer {} isn’t possible any more", shown + 1),
        None => "it wouldn’t be over now".to_string(),
    };
    let versions = match table.rules {
        engine::RULES => String::new(),
        earlier => format!(" ({}, now version {})", version(earlier), engine::RULES),
    };
    let held = match shown {
        0 => "You see the game as it began.".to_string(),
        shown => format!("You see the game up to answer {shown}, where it still holds."),
    };
    format!("The cards or rules have changed since this was played{versions}: {wherever}. {held}")
}

/// What the owner's loop woke up for.
enum Woken {
    Message(Option<Message>),
    Thought(Number, u16),
    Retry,
    Idle,
    /// Those who watch may see more.
    Later,
    /// Somebody has come to watch, or has left.
    Looked,
    /// It is time to say how many watch.
    Recount,
    /// Somebody's time may have run out, or somebody has come or left.
    Bell,
}

impl Owner {
    async fn work(&mut self, inbox: &mut mpsc::Receiver<Message>) {
        let mut health = self.node.store.health();
        let mut rest = Instant::now() + REST;
        let mut retry = Instant::now() + RETRY;
        let mut recount = None;
        let shared = self.shared.clone();
        loop {
            Box::pin(self.drive()).await;
            self.film();
            let ill = matches!(self.condition, Condition::Stalled | Condition::Doubtful);
            let bell = self.bell().into_iter().chain(self.presence_bell()).min();
            let woken = tokio::select! {
                biased;
                message = inbox.recv() => Woken::Message(message),
                (number, choice) = answer(&mut self.thinking) => Woken::Thought(number, choice),
                () = well_again(&mut health), if ill => Woken::Retry,
                () = sleep_until(retry), if ill => Woken::Retry,
                () = at(self.behind.front().map(|(due, _)| *due)) => Woken::Later,
                () = shared.looked.notified(), if recount.is_none() => Woken::Looked,
                () = at(recount) => Woken::Recount,
                () = shared.met.notified() => Woken::Bell,
                () = at(bell) => Woken::Bell,
                () = sleep_until(rest) => Woken::Idle,
            };
            match woken {
                // The registry always holds a sender: without one the server has stopped.
                Woken::Message(None) => return,
                Woken::Message(Some(Message::Do(order, reply))) => {
                    rest = Instant::now() + REST;
                    let done = Box::pin(self.carry_out(order)).await;
                    // Whoever no longer waits will see it all the same.
                    let _ = reply.send(done);
                }
                Woken::Message(Some(Message::Behind(number))) => {
                    if number > self.table.number {
                        let _ = Box::pin(self.catch_up()).await;
                    }
                }
                Woken::Message(Some(Message::Unname(holder))) => self.unname(&holder),
                // What goes on comes first in the next round.
                Woken::Bell => {}
                Woken::Message(Some(Message::Due)) => {
                    if self.thinking.is_none() && !self.runs() {
                        let _ = Box::pin(self.catch_up()).await;
                    }
                }
                Woken::Thought(number, choice) => Box::pin(self.thought(number, choice)).await,
                Woken::Retry => {
                    // Whether it is well or not: the next try is later.
                    let _ = Box::pin(self.catch_up()).await;
                }
                Woken::Later => self.show_later(),
                Woken::Looked => recount = Some(Instant::now() + RECOUNT),
                Woken::Recount => {
                    recount = None;
                    self.recount();
                }
                Woken::Idle if self.is_busy() => rest = Instant::now() + REST,
                Woken::Idle => break,
            }
            if self.leaves {
                self.shared.end(Some(&Refusal::Elsewhere));
                break;
            }
            retry = Instant::now() + RETRY;
        }
        inbox.close();
        let refusal = if self.leaves { Refusal::Elsewhere } else { Refusal::Resting };
        while let Ok(message) = inbox.try_recv() {
            message.refuse(&refusal);
        }
        tracing::info!(game = &*self.game, "at rest");
    }

    /// Films a game that is over, once: whatever becomes of the rules, it can be shown as it was.
    fn film(&mut self) {
        if self.filmed || self.condition != Condition::Well || !self.table.is_over() {
            return;
        }
        self.filmed = true;
        self.score();
        self.keep_outcome();
        self.learn();
        let (node, game, table) = (self.node.clone(), self.game.clone(), self.table.clone());
        // A film that isn't kept now is made when the game is opened next.
        tokio::spawn(async move {
            if !matches!(node.store.film(&game).await, Ok(None)) {
                return;
            }
            let Some(film) = node.thinkers.film(&game, table).await else { return };
            if let Err(error) = node.store.keep_film(&game, film).await {
                tracing::warn!(game = &*game, %error, "a film can't be saved");
            }
        });
    }

    /// Keeps the result of a rated game. However often it is kept, it counts once.
    fn score(&self) {
        let table = &self.table;
        let [Some(dark), Some(light)] = Role::ALL.map(|role| table.seats[role].clone()) else { return };
        let score = match table.game.outcome() {
            Some(Outcome::Won(Role::Dark, _)) => 1.0,
            Some(Outcome::Won(Role::Light, _)) => 0.0,
            Some(Outcome::Draw(_)) => 0.5,
            // 1502.15: nobody has won or lost.
            Some(Outcome::Stopped) | None => return,
        };
        if !table.setup.conditions.rated || dark == light {
            return;
        }
        let (node, at) = (self.node.clone(), (self.node.clock)());
        let scored = Scored { game: self.game.clone(), dark, light, score, at };
        // A result that can't be kept now is kept when the game is opened next.
        tokio::spawn(async move {
            if let Err(error) = node.store.score(scored.clone()).await {
                tracing::warn!(game = &*scored.game, %error, "the result of a rated game can't be saved");
            }
        });
    }

    /// Whether somebody looks, or something is to be done.
    fn is_busy(&self) -> bool {
        self.shared.is_watched()
            || self.thinking.is_some()
            || self.runs()
            || matches!(self.condition, Condition::Stalled | Condition::Doubtful)
    }

    /// Carries a command out, or says why not.
    async fn carry_out(&mut self, order: Order) -> Result<Arc<Shot>, Refusal> {
        let arrived = Instant::now();
        for _ in 0..TRIES {
            let ahead = order.number.is_some_and(|number| number > self.table.number);
            if self.condition == Condition::Doubtful || ahead {
                self.catch_up().await?;
            }
            let plays_on = matches!(
                order.command,
                Command::Answer(_)
                    | Command::Hold(_)
                    | Command::Silence(_)
                    | Command::Concede
                    | Command::ConcedeMatch
                    | Command::ClaimMatch
                    | Command::OfferDraw
                    | Command::AnswerDraw(_)
                    | Command::Claim
            );
            let takes_back = matches!(order.command, Command::Undo | Command::Agree(_));
            if self.table.abandoned && (plays_on || takes_back) {
                return Err(Refusal::Ended);
            }
            if self.condition == Condition::Frozen && plays_on {
                return Err(Refusal::Frozen);
            }
            // Only a game that can't simply go on is ended without a result.
            let abandons = matches!(order.command, Command::Abandon);
            if abandons && self.condition != Condition::Frozen && !self.table.abandoned {
                return Err(Refusal::Untimely);
            }
            if let (Command::Claim, Ok(role)) =
                (&order.command, command::acting(&self.table, order.by.as_deref()))
                && self.table.may_claim(role)
                && !self.may_claim(role)
            {
                return Err(Refusal::Untimely);
            }
            if matches!(order.command, Command::ClaimMatch) && !self.may_claim_match(order.by.as_deref()) {
                return Err(Refusal::Untimely);
            }
            let from = self.table.number - u32::try_from(self.recent.len()).unwrap_or(0);
            let planned = match command::plan(&self.table, &order, &self.recent, from)? {
                Planned::Steps(steps) if self.table.is_scripted() && plays_on => self.learned(steps),
                Planned::Aside if self.table.setup.lesson.is_some() => match &order.command {
                    Command::GoOn(words) => self.went_on(words),
                    _ => Planned::Aside,
                },
                planned => planned,
            };
            match planned {
                Planned::Done => return Ok(self.shot()),
                Planned::Aside => {
                    self.aside(&order).await?;
                    return Ok(self.shot());
                }
                Planned::Steps(steps) => {
                    let mut steps = self.with_time(steps, arrived);
                    if let Some(here) = self.came_back(order.by.as_deref()) {
                        steps.insert(0, here);
                    }
                    let sits = matches!(order.command, Command::Sit(..) | Command::SitWithDeck(..));
                    match self.take(&steps, order.request).await {
                        Taken::Yes if sits => {
                            self.learn_blocks().await;
                            return Ok(self.shot());
                        }
                        Taken::Yes => return Ok(self.shot()),
                        Taken::Again => {}
                        Taken::No(refusal) => return Err(refusal),
                    }
                }
            }
        }
        Err(Refusal::Busy)
    }

    /// What isn't in the log: wishes, the screen, talk, invitations.
    async fn aside(&mut self, order: &Order) -> Result<(), Refusal> {
        let by = order.by.as_deref();
        match &order.command {
            Command::Hold(hold) => {
                let who = command::acting(&self.table, by)?;
                self.table.wishes[who].until = Some(self.table.until(*hold));
            }
            Command::Silence(card) => {
                let who = command::acting(&self.table, by)?;
                match card {
                    Some((token, span)) => {
                        let seen = self.table.seen(engine::Viewer::Seat(who));
                        let card = seen.slot(*token).ok_or(Refusal::NotAsked)?;
                        let (turn, moment) = (self.table.game.whole().turn, self.table.game.whole().moment);
                        self.table.wishes[who].silence(card, *span, turn, moment);
                    }
                    None => self.table.wishes[who].unsilence(),
                }
            }
            Command::Wishes(wishes) => {
                let who = command::acting(&self.table, by)?;
                self.table.wishes[who] = Wishes::new(*wishes, self.table.wishes[who]);
            }
            Command::Prefer(wishes) => {
                for role in self.table.seats_of(by) {
                    if self.table.wishes[role].is_fresh() {
                        self.table.wishes[role] = *wishes;
                    }
                }
            }
            Command::Screen(role) => self.table.screen = Some(*role),
            Command::Say(line) => {
                let role = match self.table.seats_of(by)[..] {
                    [role] => Some(role),
                    _ => None,
                };
                if !self.talk.say(role, order.request, line) {
                    return Ok(());
                }
            }
            Command::Remark(line) => {
                if self.talk.remark(by.unwrap_or_default(), order.request, line) {
                    self.show_again();
                }
                return Ok(());
            }
            Command::Mute(muted) => {
                let [role] = self.table.seats_of(by)[..] else { return Err(Refusal::NoSeat) };
                if !self.talk.mute(role, *muted) {
                    return Ok(());
                }
            }
            Command::Invite(invitation) => {
                self.node.store.invite(&self.game, invitation.clone()).await.map_err(|error| {
                    tracing::error!(game = &*self.game, %error, "an invitation can't be saved");
                    Refusal::NotDone
                })?;
            }
            Command::Answer(_)
            | Command::GoOn(_)
            | Command::Undo
            | Command::Agree(_)
            | Command::Again(_)
            | Command::MoveOn(_)
            | Command::Sit(..)
            | Command::SitWithDeck(..)
            | Command::Commit(_)
            | Command::Reveal(_)
            | Command::Words(_)
            | Command::Concede
            | Command::ConcedeMatch
            | Command::ClaimMatch
            | Command::OfferDraw
            | Command::AnswerDraw(_)
            | Command::Abort
            | Command::Claim
            | Command::Abandon
            | Command::MakeRoom => {}
        }
        self.tell();
        Ok(())
    }

    /// Shows what isn't a step.
    pub(super) fn tell(&mut self) {
        self.told_aside += 1;
        self.publish();
    }

    /// Whether a player has waited long enough for the other to come to the next game of their match, and the other
    /// isn't there.
    fn may_claim_match(&self, by: Option<&str>) -> bool {
        let waited = self.recent.first().map_or(0, |row| (self.node.clock)() - row.at);
        let [role] = self.table.seats_of(by)[..] else { return false };
        waited >= COMES && !self.shared.signs.is_here(role.other())
    }

    /// When the game changed last.
    pub(super) fn last_at(&self) -> i64 {
        self.recent.last().map_or_else(|| (self.node.clock)(), |row| row.at)
    }

    /// Remembers rows that are in the log now.
    pub(super) fn remember(&mut self, rows: Vec<Row>) {
        self.recent.extend(rows);
        let old = self.recent.len().saturating_sub(REMEMBERED);
        self.recent.drain(..old);
    }

    /// Changes how the table is, and shows it.
    pub(super) fn set(&mut self, condition: Condition) {
        if self.condition != condition {
            tracing::warn!(
                game = &*self.game,
                number = self.table.number,
                ?condition,
                "the table's condition"
            );
            self.condition = condition;
            self.waits.fault |= condition != Condition::Well;
            self.tell();
        }
    }

    fn shot(&self) -> Arc<Shot> {
        match &*self.shared.state.borrow() {
            State::Open(shot) => shot.clone(),
            State::Opening | State::Ended(_) => Arc::new(self.taken()),
        }
    }

    fn taken(&self) -> Shot {
        Shot {
            game: self.game.clone(),
            world: self.world.clone(),
            table: self.table.clone(),
            chat: self.talk.players(),
            muted: self.talk.muted(),
            remarks: Arc::default(),
            heard: 0,
            coached: self.coached.clone(),
            condition: self.condition,
            told: self.told.clone(),
            talk: self.told_aside,
            was_over: self.was_over,
            watchers: self.watchers,
            time: self.time(),
            absence: self.absence(),
        }
    }

    /// Shows the table as it is: everything in it is on the disk. Those who watch may see it later.
    pub(super) fn publish(&mut self) {
        let shot = Arc::new(self.taken());
        self.shared.state.send_replace(State::Open(shot.clone()));
        match self.table.setup.watching {
            Watching::Open | Watching::Nobody => self.show_watchers(&shot),
            Watching::Later(seconds) => {
                let due = Instant::now() + Duration::from_secs(seconds.into());
                // Of very many shots those who watch see some.
                if self.behind.len() >= BEHIND {
                    self.behind.remove(1);
                }
                self.behind.push_back((due, shot));
            }
        }
    }

    /// Shows those who watch what they may see now.
    fn show_later(&mut self) {
        let now = Instant::now();
        let due = self.behind.iter().take_while(|(due, _)| *due <= now).count();
        let last = self.behind.drain(..due).next_back();
        if let Some((_, shot)) = last {
            self.show_watchers(&shot);
        }
    }

    /// Shows those who watch a table.
    fn show_watchers(&self, shot: &Arc<Shot>) {
        self.shared.public.send_replace(State::Open(self.talk.for_watchers(shot)));
    }

    /// Shows those who watch the table that they see once more, with what was said since.
    fn show_again(&self) {
        let State::Open(shown) = self.shared.public.borrow().clone() else { return };
        self.show_watchers(&shown);
    }

    /// Says how many watch.
    fn recount(&mut self) {
        let now = self.shared.watchers();
        if self.watchers != now {
            self.watchers = now;
            self.tell();
        }
    }
}

/// Waits for a moment, if there is one; otherwise for ever.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// The answer of a thought, if there is one; otherwise never.
async fn answer(thinking: &mut Option<Thinking>) -> (Number, u16) {
    match thinking {
        Some(thinking) => (thinking.number, (&mut thinking.answer).await),
        None => std::future::pending().await,
    }
}

/// Waits until the store turns well.
async fn well_again(health: &mut watch::Receiver<Health>) {
    loop {
        if health.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        if *health.borrow_and_update() == Health::Well {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Owner, run};

    #[test]
    fn an_awake_game_takes_little_more_than_its_table() {
        fn task<A, B, C, D, Task>(_: impl Fn(A, B, C, D) -> Task) -> usize {
            size_of::<Task>()
        }
        let (task, owner) = (task(run), size_of::<Owner>());
        assert!(10 * task < owner, "{task} bytes for the task, {owner} for its game");
    }
}
