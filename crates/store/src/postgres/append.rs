//! Appending: whatever waits is one statement, and so one transaction and one flush of the disk.

use super::link::{Lane, Lost};
use super::reach::Reach;
use super::{Pulse, id};
use crate::LEASE;
use crate::game::{AppendError, GameId, Head, Number, StoreError, role_word};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use table::{Row, Step};
use tokio::sync::{mpsc, oneshot};

/// How many appends share a statement at most.
const TOGETHER: usize = 256;

/// A group is planned once and always finds its games by their names, however few games the database thinks it has: a plan
/// that was made when there were none must not read all of them ever after.
pub(super) const PLANNED: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

/// The counter of a game says whether an append fits: one that doesn't changes nothing and harms nobody beside it. Rows are
/// locked in the order of their names, so two servers never wait for each other in a circle. What was locked carries what
/// is wanted of it: joined with the list once more, every append of a group would be compared with every other.
pub(super) const APPEND: &str = "\
WITH locked AS MATERIALIZED (
    SELECT w.* FROM games g JOIN unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bool[], $6::bool[], $7::bigint[],
        $22::text[], $23::bigint[]) AS w(id, at, more, note, over, due, changed, asks, wakes) USING (id)
    ORDER BY g.id FOR UPDATE OF g),
fits AS (
    UPDATE games g SET steps = g.steps + w.more, note = w.note, over = w.over, due = w.due, changed = w.changed,
        asks = w.asks, wakes = w.wakes,
        driver = $20, driver_until = now() + make_interval(secs => $21)
    FROM locked w WHERE g.id = w.id AND g.steps = w.at RETURNING g.id),
added AS (
    INSERT INTO steps (game, number, kind, role, value, extra, at, request, trail)
    SELECT s.* FROM unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::bigint[], $13::text[], $14::bigint[],
        $15::bigint[], $16::bigint[]) AS s(game, number, kind, role, value, extra, at, request, trail)
    JOIN fits ON fits.id = s.game),
seated AS (
    INSERT INTO seats (game, seat, holder)
    SELECT s.* FROM unnest($17::text[], $18::text[], $19::text[]) AS s(game, seat, holder)
    JOIN fits ON fits.id = s.game RETURNING game, seat),
used AS (
    UPDATE invitations i SET used = true FROM seated WHERE i.game = seated.game AND i.seat = seated.seat)
SELECT id FROM fits";

/// An append that waits.
struct Append {
    game: GameId,
    at: Number,
    rows: Vec<Row>,
    head: Head,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// The connections that append.
pub struct Appenders {
    lanes: Vec<mpsc::UnboundedSender<Append>>,
}

impl Appenders {
    /// Starts as many as are wanted.
    pub fn start(reach: &Reach, number: usize, node: &Arc<str>, health: &Pulse) -> Appenders {
        let start = || {
            let (jobs, waiting) = mpsc::unbounded_channel();
            let (lane, health) = (Lane::with(reach.clone(), PLANNED), health.clone());
            let appender = Appender { lane, node: node.clone(), health };
            tokio::spawn(appender.run(waiting));
            jobs
        };
        Appenders { lanes: (0..number).map(|_| start()).collect() }
    }

    /// Appends steps to a game: always over the same connection, so that appends of one server keep their order.
    pub async fn append(
        &self,
        game: GameId,
        at: Number,
        rows: Vec<Row>,
        head: Head,
    ) -> Result<(), AppendError> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let lane = &self.lanes[hasher.finish() as usize % self.lanes.len()];
        let (done, answer) = oneshot::channel();
        let stopped = || AppendError::Failed(StoreError::Stopped);
        lane.send(Append { game, at, rows, head, done }).map_err(|_| stopped())?;
        answer.await.map_err(|_| AppendError::Doubt(StoreError::Stopped))?
    }
}

/// The games of a group that was written to which nothing was added, and why.
type Missed = HashMap<GameId, AppendError>;

struct Appender {
    lane: Lane,
    /// The server whose appends these are: it goes on with the games.
    node: Arc<str>,
    health: Pulse,
}

impl Appender {
    async fn run(self, mut jobs: mpsc::UnboundedReceiver<Append>) {
        let mut waiting = VecDeque::new();
        loop {
            if waiting.is_empty() {
                let Some(first) = jobs.recv().await else { return };
                waiting.push_back(first);
            }
            while let Ok(next) = jobs.try_recv() {
                waiting.push_back(next);
            }
            self.together(group(&mut waiting)).await;
        }
    }

    /// Appends a group. If the server refuses it as a whole, each is tried alone: one that can't be harms no other.
    async fn together(&self, group: Vec<Append>) {
        match self.write(&group).await {
            Err(AppendError::Failed(_)) if group.len() > 1 => {
                for append in group {
                    let written = self.write(std::slice::from_ref(&append)).await;
                    tell(vec![append], &written);
                }
            }
            written => tell(group, &written),
        }
    }

    /// Writes a group.
    async fn write(&self, group: &[Append]) -> Result<Missed, AppendError> {
        let found = |lost: bool, words: &str| {
            if lost {
                self.health.found(Some(words.to_string()));
            }
        };
        let link = self.lane.link().await.map_err(|error| {
            found(true, &error.to_string());
            AppendError::Failed(error)
        })?;
        let lost = |lost: Lost| match lost {
            Lost::Refused(code, words) => {
                // Values that don't fit say nothing about the database.
                found(!code.starts_with("22") && !code.starts_with("23"), &words);
                AppendError::Failed(StoreError::Database(words))
            }
            Lost::Doubt(words) => {
                found(true, &words);
                AppendError::Doubt(StoreError::Database(words))
            }
        };
        let columns = Columns::of(group);
        let written = match columns.write(&link, &self.node).await {
            Ok(written) => written,
            Err(error) => {
                if matches!(error, Lost::Doubt(_)) {
                    self.lane.give_up(&link).await;
                }
                return Err(lost(error));
            }
        };
        self.health.found(None);
        let written: HashSet<GameId> = written.into_iter().collect();
        let others: Vec<&str> =
            group.iter().map(|append| &*append.game).filter(|game| !written.contains(*game)).collect();
        if others.is_empty() {
            return Ok(Missed::new());
        }
        // The group is written: whoever didn't fit in is told how long the log is.
        let lengths = link.ask("SELECT id, steps FROM games WHERE id = ANY($1)", &[&others]).await;
        let unfit = match &lengths {
            Ok(_) => AppendError::Failed(StoreError::Missing),
            Err(Lost::Refused(_, words) | Lost::Doubt(words)) => {
                AppendError::Failed(StoreError::Database(words.clone()))
            }
        };
        let mut missed: Missed = others.iter().map(|game| (GameId::from(*game), unfit.clone())).collect();
        for row in lengths.iter().flatten() {
            let now = row.get::<_, i32>(1).try_into().unwrap_or(0);
            missed.insert(id(row.get(0)), AppendError::Conflict { now });
        }
        Ok(missed)
    }
}

/// The first append of each game that waits; the others stay.
fn group(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let (mut games, mut group, mut later) = (HashSet::new(), Vec::new(), VecDeque::new());
    while group.len() < TOGETHER
        && let Some(append) = waiting.pop_front()
    {
        if games.insert(append.game.clone()) {
            group.push(append);
        } else {
            later.push_back(append);
        }
    }
    later.append(waiting);
    *waiting = later;
    group
}

/// Tells everybody in a group what became of it.
fn tell(group: Vec<Append>, written: &Result<Missed, AppendError>) {
    for append in group {
        let answer = match written {
            Err(error) => Err(error.clone()),
            Ok(missed) => match missed.get(&append.game) {
                None => Ok(()),
                Some(unfit) => Err(unfit.clone()),
            },
        };
        // Somebody who no longer waits needs no answer.
        let _ = append.done.send(answer);
    }
}

/// A group as the database takes it: one list for each column.
#[derive(Default)]
struct Columns<'a> {
    games: Vec<&'a str>,
    at: Vec<i32>,
    more: Vec<i32>,
    notes: Vec<&'a str>,
    over: Vec<bool>,
    due: Vec<bool>,
    changed: Vec<i64>,
    asks: Vec<Option<&'static str>>,
    wakes: Vec<Option<i64>>,
    step_games: Vec<&'a str>,
    numbers: Vec<i32>,
    kinds: Vec<&'a str>,
    roles: Vec<Option<&'static str>>,
    values: Vec<i64>,
    extras: Vec<Option<&'a str>>,
    times: Vec<i64>,
    requests: Vec<i64>,
    trails: Vec<Option<i64>>,
    seat_games: Vec<&'a str>,
    seats: Vec<&'static str>,
    holders: Vec<String>,
}

impl<'a> Columns<'a> {
    fn of(group: &'a [Append]) -> Columns<'a> {
        let mut columns = Columns::default();
        for Append { game, at, rows, head, .. } in group {
            columns.games.push(game);
            columns.at.push(number(*at));
            columns.more.push(i32::try_from(rows.len()).unwrap_or(i32::MAX));
            columns.notes.push(&head.note);
            columns.over.push(head.over);
            columns.due.push(head.due);
            columns.changed.push(head.at);
            columns.asks.push(head.asks.map(role_word));
            columns.wakes.push(head.wakes);
            for (place, row) in (*at..).zip(rows) {
                columns.add(game, place, row);
            }
        }
        columns
    }

    /// One step.
    fn add(&mut self, game: &'a str, place: Number, row: &'a Row) {
        self.step_games.push(game);
        self.numbers.push(number(place));
        self.kinds.push(&row.kind);
        self.roles.push(row.role.map(role_word));
        self.values.push(row.value.into());
        self.extras.push(row.extra.as_deref());
        self.times.push(row.at);
        // The bits of a request are kept, not its size.
        self.requests.push(row.request.cast_signed());
        self.trails.push(row.trail.map(u64::cast_signed));
        if let Ok(Step::Sit { seat, holder, .. }) = row.step() {
            self.seat_games.push(game);
            self.seats.push(role_word(seat));
            self.holders.push(holder);
        }
    }

    /// The games whose append fitted.
    async fn write(&self, link: &super::Link, node: &str) -> Result<Vec<GameId>, Lost> {
        let rows = link
            .ask(
                APPEND,
                &[
                    &self.games,
                    &self.at,
                    &self.more,
                    &self.notes,
                    &self.over,
                    &self.due,
                    &self.changed,
                    &self.step_games,
                    &self.numbers,
                    &self.kinds,
                    &self.roles,
                    &self.values,
                    &self.extras,
                    &self.times,
                    &self.requests,
                    &self.trails,
                    &self.seat_games,
                    &self.seats,
                    &self.holders,
                    &node,
                    &LEASE.as_secs_f64(),
                    &self.asks,
                    &self.wakes,
                ],
            )
            .await?;
        Ok(rows.iter().map(|row| id(row.get(0))).collect())
    }
}

/// A number of a step for the database. One that is too large fits no log.
fn number(number: Number) -> i32 {
    i32::try_from(number).unwrap_or(-1)
}
