//! Who of the players is there. Somebody who is asked and isn't is found to be away, which is a step of the log: the other
//! sees it, and may claim the game after a minute on a clock of minutes (rule 1502.14).
//!
//! A player may have the table open at another server on the same store. Whichever server sees the player writes that
//! somebody who was called away is there, so a claim comes through only if no server does.

use super::append::Taken;
use super::message::Condition;
use super::run::Owner;
use engine::state::ByRole;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{Row, Step};
use tokio::time::Instant;
use vocab::Role;

/// A player of whom nothing was seen for so long is away: a page that is loaded again is back in a moment.
const AWAY: Duration = Duration::from_secs(20);
/// After so long in all the other may claim the game (rule 1502.14).
const CLAIM: Duration = Duration::from_secs(60);
/// Who was called away here and seen at another server isn't called away again for so long.
const ELSEWHERE: Duration = Duration::from_secs(40);

/// What is seen of a player.
#[derive(Clone, Copy, Debug)]
struct Sign {
    /// The live connections.
    streams: usize,
    /// Whether anything was seen since the game was opened here.
    seen: bool,
    /// When the last connection ended or the last request came, or else when the game was opened.
    last: Instant,
    /// Until when the player is taken to be at another server.
    elsewhere: Instant,
}

/// What is seen of both players.
#[derive(Debug)]
pub struct Signs(Mutex<ByRole<Sign>>);

impl Signs {
    /// Nobody is there when a game is opened, and nobody has been gone for long.
    pub fn new() -> Signs {
        let last = Instant::now();
        Signs(Mutex::new(ByRole::from_fn(|_| Sign { streams: 0, seen: false, last, elsewhere: last })))
    }

    fn lock(&self) -> MutexGuard<'_, ByRole<Sign>> {
        // Every change is one number.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A live connection more.
    pub fn comes(&self, role: Role) {
        let sign = &mut self.lock()[role];
        (sign.streams, sign.seen) = (sign.streams + 1, true);
    }

    /// One less.
    pub fn goes(&self, role: Role) {
        let sign = &mut self.lock()[role];
        sign.streams = sign.streams.saturating_sub(1);
        sign.last = sign.last.max(Instant::now());
    }

    /// A request came.
    pub fn asks(&self, role: Role) {
        let sign = &mut self.lock()[role];
        (sign.seen, sign.last) = (true, Instant::now());
    }

    /// Another server has seen the player.
    fn is_elsewhere(&self, role: Role) {
        self.lock()[role].elsewhere = Instant::now() + ELSEWHERE;
    }

    /// Whether a player has a live connection.
    fn has_stream(&self, role: Role) -> bool {
        self.lock()[role].streams > 0
    }

    /// Since when nothing was seen of a player; nothing while there is a live connection.
    fn unseen_since(&self, role: Role) -> Option<Instant> {
        let sign = self.lock()[role];
        (sign.streams == 0).then_some(sign.last.max(sign.elsewhere))
    }

    /// Whether a player is there.
    pub(super) fn is_here(&self, role: Role) -> bool {
        let sign = self.lock()[role];
        sign.streams > 0 || (sign.seen && sign.last.elapsed() < AWAY)
    }
}

/// Somebody who is away, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// Who.
    pub role: Role,
    /// When the other may claim the game, in milliseconds since 1970, on a clock of minutes.
    pub claim_from: Option<i64>,
    /// Whether that is so by now.
    pub may_claim: bool,
}

/// Since when the players that the log says are away have been so.
pub type Gone = ByRole<Option<Instant>>;

/// Since when players have been away by the rows of a log, as the wall clock has it, but not for so long that they couldn't
/// come back before the game is claimed: perhaps there was no server to come back to.
pub fn gone(rows: &[Row], now: i64) -> Gone {
    let since = |row: &Row| {
        let millis = u64::try_from(now - row.at).unwrap_or(0) + u64::from(row.value);
        let moment = Instant::now();
        moment.checked_sub(Duration::from_millis(millis).min(CLAIM - AWAY)).unwrap_or(moment)
    };
    ByRole::from_fn(|role| {
        let last =
            rows.iter().rev().find(|row| row.role == Some(role) && matches!(&*row.kind, "away" | "here"));
        last.filter(|row| row.kind == "away").map(since)
    })
}

impl Owner {
    /// Rows that are in the log now may have called somebody away, or found somebody.
    pub(super) fn was_noticed(&mut self, rows: &[Row]) {
        for row in rows {
            let Some(role) = row.role else { continue };
            match &*row.kind {
                "away" => self.gone[role] = gone(std::slice::from_ref(row), row.at)[role],
                "here" => {
                    self.gone[role] = None;
                    if !self.shared.signs.is_here(role) {
                        self.shared.signs.is_elsewhere(role);
                    }
                }
                _ => {}
            }
        }
    }

    /// What a command of somebody who was called away begins with: whoever acts is there.
    pub(super) fn came_back(&self, by: Option<&str>) -> Option<Step> {
        let away = |role: &Role| self.table.is_away(*role) && !self.table.is_over();
        self.table.seats_of(by).into_iter().find(away).map(|role| Step::Here { role })
    }

    /// Whether a player may claim the game now.
    pub(super) fn may_claim(&self, role: Role) -> bool {
        let long = self.gone[role.other()].is_some_and(|since| since.elapsed() >= CLAIM);
        long && self.table.may_claim(role) && !self.shared.signs.is_here(role.other())
    }

    /// Notices who has left and who is there again.
    pub(super) async fn keep_presence(&mut self) {
        if self.condition != Condition::Well || self.table.is_over() || self.table.abandoned {
            return;
        }
        let signs = &self.shared.signs;
        let back = Role::ALL.into_iter().find(|role| self.table.is_away(*role) && signs.is_here(*role));
        let step = match (back, self.leaves()) {
            (Some(role), _) => Step::Here { role },
            (None, Some((role, since))) if since.elapsed() >= AWAY => {
                let millis = u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX);
                Step::Away { role, millis }
            }
            (None, _) => return self.tell_claim(),
        };
        if let Taken::No(refusal) = self.take(&[step], 0).await {
            tracing::warn!(game = &*self.game, ?refusal, "can't say who is there");
        }
    }

    /// Who is asked, isn't there and hasn't been called away yet, while the other waits; and since when.
    fn leaves(&self) -> Option<(Role, Instant)> {
        let signs = &self.shared.signs;
        let role = self.table.waits_for().filter(|role| !self.table.is_away(*role))?;
        let since = signs.unseen_since(role)?;
        signs.has_stream(role.other()).then_some((role, since))
    }

    /// As soon as the game may be claimed, that is shown.
    fn tell_claim(&mut self) {
        let may = Role::ALL.into_iter().any(|role| self.may_claim(role));
        if self.claimable != may {
            self.claimable = may;
            self.tell();
        }
    }

    /// When to look again.
    pub(super) fn presence_bell(&self) -> Option<Instant> {
        if self.condition != Condition::Well || self.table.is_over() || self.table.abandoned {
            return None;
        }
        let leaves = self.leaves().map(|(_, since)| since + AWAY);
        let gone = |role: Role| self.gone[role].filter(|_| self.table.may_claim(role.other()));
        let claimed = Role::ALL.into_iter().find_map(gone).filter(|_| !self.claimable);
        let next = leaves.into_iter().chain(claimed.map(|since| since + CLAIM)).min()?;
        // A step that can't be written now is tried again after a moment.
        Some(next.max(Instant::now() + Duration::from_millis(250)))
    }

    /// Who is away, as it is shown.
    pub(super) fn absence(&self) -> Option<Absence> {
        let role = Role::ALL.into_iter().find(|role| self.table.is_away(*role) && !self.table.is_over())?;
        let claim_from = self.gone[role].filter(|_| self.table.may_claim(role.other())).map(|since| {
            let ahead = (since + CLAIM).saturating_duration_since(Instant::now());
            (self.node.clock)().saturating_add(i64::try_from(ahead.as_millis()).unwrap_or(i64::MAX))
        });
        Some(Absence { role, claim_from, may_claim: self.may_claim(role.other()) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{AtOnce, CLOCK, Sim, alone, answer, lay, setup, world};
    use super::super::{Command, Handle, Order, Refusal, Registry};
    use super::Absence;
    use engine::state::Ending;
    use std::sync::Arc;
    use std::time::Duration;
    use store::{GameId, Games, Memory};
    use table::clock::{Clock, PRESETS};
    use table::conditions::Conditions;
    use table::{GameSetup, Step};
    use tokio::time::sleep;
    use vocab::Role;

    const QUICK: Clock = PRESETS[0].1;

    /// Two servers on one store, and the ways to a game of two people, who both sit: one for each server.
    async fn opened(store: &Memory, clock: Option<Clock>) -> (GameId, [Arc<Registry>; 2], [Handle; 2]) {
        let nodes = [0, 1].map(|_| Sim::with(store, false, engine::RULES, Arc::new(AtOnce)).0);
        let conditions = Conditions { clock, ..Conditions::default() };
        let game = lay(store, "there22222", GameSetup { conditions, ..setup(&world(), 5, false) }, "a").await;
        let sit = Command::Sit(Role::Dark, "Gero".into());
        let order = Order { by: Some("b".into()), number: None, request: 3, command: sit };
        nodes[0].order(&game, order).await.expect("seated");
        let handles = nodes.each_ref().map(|node| node.handle(&game).expect("awake"));
        (game, nodes, handles)
    }

    /// Who is asked, and who holds that seat.
    async fn asked(node: &Arc<Registry>, game: &GameId) -> (Role, Option<String>) {
        let shot = node.look(game).await.expect("a table");
        let role = shot.table.asked().expect("a question");
        (role, shot.table.seats[role].clone())
    }

    async fn absence(node: &Arc<Registry>, game: &GameId) -> Option<Absence> {
        node.look(game).await.expect("a table").absence
    }

    async fn claims(node: &Arc<Registry>, game: &GameId, role: Role) -> Result<(), Refusal> {
        let by = node.look(game).await?.table.seats[role].clone();
        let order = Order { by, number: None, request: 0, command: Command::Claim };
        node.order(game, order).await.map(drop)
    }

    async fn kinds(store: &Memory, game: &GameId) -> Vec<String> {
        let stored = store.load(game).await.expect("read").expect("there");
        let all = stored.rows.into_iter().map(|row| row.kind);
        all.filter(|kind| matches!(&**kind, "away" | "here" | "claim")).collect()
    }

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn whoever_leaves_is_away_after_a_while_and_after_a_minute_the_other_may_claim_the_game() {
        alone(async {
            CLOCK.set(1_000_000);
            let store = Memory::default();
            let (game, [node, _], [handle, _]) = opened(&store, Some(QUICK)).await;
            let (role, _) = asked(&node, &game).await;
            handle.shared.player_comes(Role::Dark);
            handle.shared.player_comes(Role::Light);
            sleep(secs(90)).await;
            assert_eq!(absence(&node, &game).await, None, "thinking isn't leaving");
            handle.shared.player_goes(role);
            sleep(secs(19)).await;
            assert_eq!(absence(&node, &game).await, None, "a page that is loaded again is back soon");
            sleep(secs(2)).await;
            let away = absence(&node, &game).await.expect("away");
            assert_eq!((away.role, away.may_claim), (role, false));
            let ahead = away.claim_from.expect("a moment") - 1_000_000;
            assert!((38_000..=40_100).contains(&ahead), "{ahead}");
            assert_eq!(claims(&node, &game, role.other()).await, Err(Refusal::Untimely), "too early");
            assert_eq!(claims(&node, &game, role).await, Err(Refusal::Untimely), "the wrong one");
            sleep(secs(38)).await;
            assert_eq!(absence(&node, &game).await.map(|away| away.may_claim), Some(false));
            sleep(secs(2)).await;
            assert_eq!(absence(&node, &game).await.map(|away| away.may_claim), Some(true), "said by itself");
            claims(&node, &game, role.other()).await.expect("a claim");
            // Asked again it is done already, and nothing is written twice.
            claims(&node, &game, role.other()).await.expect("done before");
            let shot = node.look(&game).await.expect("a table");
            assert_eq!(shot.table.game.outcome(), Some(Ending::Absence(role).outcome()));
            assert_eq!(shot.absence, None);
            assert_eq!(kinds(&store, &game).await, ["away", "claim"]);
        });
    }

    #[test]
    fn whoever_comes_back_or_does_something_is_there_again() {
        alone(async {
            let store = Memory::default();
            let (game, [node, _], [handle, _]) = opened(&store, Some(QUICK)).await;
            let (role, by) = asked(&node, &game).await;
            handle.shared.player_comes(role.other());
            sleep(secs(70)).await;
            assert_eq!(absence(&node, &game).await.map(|away| away.may_claim), Some(true));
            handle.shared.player_comes(role);
            sleep(secs(1)).await;
            assert_eq!(absence(&node, &game).await, None, "back");
            assert_eq!(claims(&node, &game, role.other()).await, Err(Refusal::Untimely));
            handle.shared.player_goes(role);
            sleep(secs(25)).await;
            assert!(absence(&node, &game).await.is_some(), "{:?}", kinds(&store, &game).await);
            // Without a live connection: a request is a sign, too.
            let shot = node.look(&game).await.expect("a table");
            node.order(&game, Order { by, ..answer(&shot, 9) }).await.expect("an answer");
            assert_eq!(absence(&node, &game).await, None);
            assert_eq!(kinds(&store, &game).await, ["away", "here", "away", "here"]);
        });
    }

    #[test]
    fn whoever_was_called_away_answers_the_question_of_the_page_and_once() {
        alone(async {
            let store = Memory::default();
            let (game, [node, _], [handle, _]) = opened(&store, None).await;
            let (role, by) = asked(&node, &game).await;
            handle.shared.player_comes(role.other());
            // A page without a live connection still shows this step when its player is called away.
            let shot = node.look(&game).await.expect("a table");
            let choice = Order { by, ..answer(&shot, 9) };
            sleep(secs(25)).await;
            assert!(absence(&node, &game).await.is_some());
            let answers = |node: Arc<Registry>, order: Order| {
                let game = game.clone();
                async move { node.order(&game, order).await.map(|shot| shot.table.answers.len()) }
            };
            let after = answers(node.clone(), choice.clone()).await.expect("an answer");
            assert!(after > shot.table.answers.len());
            assert_eq!(kinds(&store, &game).await, ["away", "here"]);
            // The same form again, because the reply got lost.
            assert_eq!(answers(node.clone(), choice.clone()).await, Ok(after), "it was done");
            let other = Order { request: 10, ..choice };
            assert_eq!(answers(node, other).await, Err(Refusal::Stale), "another click comes too late");
        });
    }

    #[test]
    fn nobody_is_called_away_while_nobody_waits_or_where_days_are_given() {
        alone(async {
            for (clock, waits) in [(Some(QUICK), false), (Some(PRESETS[2].1), true), (None, true)] {
                let store = Memory::default();
                let (game, [node, _], [handle, _]) = opened(&store, clock).await;
                let (role, _) = asked(&node, &game).await;
                if waits {
                    handle.shared.player_comes(role.other());
                }
                // Not asked: whether that player is there doesn't matter.
                handle.shared.player_comes(role);
                sleep(secs(1)).await;
                assert_eq!(kinds(&store, &game).await, Vec::<String>::new());
                handle.shared.player_goes(role);
                sleep(secs(100)).await;
                let away = absence(&node, &game).await;
                // Without a clock the other sees it and can't claim.
                assert_eq!(away.is_some(), waits && clock.is_none(), "{clock:?}");
                assert!(away.is_none_or(|away| away.claim_from.is_none() && !away.may_claim));
                assert_eq!(claims(&node, &game, role.other()).await, Err(Refusal::Untimely));
            }
        });
    }

    #[test]
    fn whoever_has_the_table_open_at_another_server_isnt_away() {
        alone(async {
            let store = Memory::default();
            let (game, [one, two], [here, there]) = opened(&store, Some(QUICK)).await;
            let (role, _) = asked(&one, &game).await;
            two.look(&game).await.expect("open at both");
            here.shared.player_comes(role.other());
            there.shared.player_comes(role);
            // The other server hears of it by asking how long the log is: there is no bus.
            let watch = tokio::spawn(two.clone().look_after());
            for _ in 0..300 {
                sleep(secs(1)).await;
                assert_eq!(claims(&one, &game, role.other()).await, Err(Refusal::Untimely));
                let away = absence(&one, &game).await;
                assert!(away.is_none_or(|away| !away.may_claim), "{away:?}");
            }
            let written = kinds(&store, &game).await;
            assert!(written.len() <= 12, "{written:?}");
            // Gone from there as well.
            there.shared.player_goes(role);
            sleep(secs(130)).await;
            claims(&one, &game, role.other()).await.expect("a claim");
            watch.abort();
        });
    }

    #[test]
    fn a_started_server_knows_who_was_away_and_gives_them_time_to_come_back() {
        alone(async {
            CLOCK.set(1_000_000);
            let store = Memory::default();
            let (game, [node, other], [handle, _]) = opened(&store, Some(QUICK)).await;
            let (role, _) = asked(&node, &game).await;
            handle.shared.player_comes(role.other());
            sleep(secs(25)).await;
            assert!(absence(&node, &game).await.is_some());
            // The log of a game whose server has gone, an hour later.
            CLOCK.set(CLOCK.get() + 3_600_000);
            let fresh = Sim::with(&store, false, engine::RULES, Arc::new(AtOnce)).0;
            let again = absence(&fresh, &game).await.expect("still away");
            assert_eq!(
                (again.role, again.may_claim),
                (role, false),
                "nobody could come back to a server that was gone"
            );
            let handle = fresh.handle(&game).expect("awake");
            handle.shared.player_comes(role.other());
            sleep(secs(21)).await;
            claims(&fresh, &game, role.other()).await.expect("a claim");
            let stored = store.load(&game).await.expect("read").expect("there");
            assert!(stored.rows.iter().any(|row| matches!(row.step(), Ok(Step::Claim { .. }))));
            drop(other);
        });
    }
}
