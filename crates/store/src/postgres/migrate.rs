//! Migrations of the database: numbered files, applied once, all in one transaction.

use super::link::Link;
use crate::game::StoreError;
use crate::migration::{Migration, is_known};

/// All migrations. The first makes at once what took a data folder seven.
const ALL: [Migration; 8] = [
    Migration { number: 7, name: "games", text: include_str!("../../migrations/postgres/0007_games.sql") },
    Migration {
        number: 8,
        name: "learned",
        text: include_str!("../../migrations/postgres/0008_learned.sql"),
    },
    Migration { number: 9, name: "decks", text: include_str!("../../migrations/postgres/0009_decks.sql") },
    Migration { number: 10, name: "asks", text: include_str!("../../migrations/postgres/0010_asks.sql") },
    Migration {
        number: 11,
        name: "conduct",
        text: include_str!("../../migrations/postgres/0011_conduct.sql"),
    },
    Migration { number: 12, name: "lobby", text: include_str!("../../migrations/postgres/0012_lobby.sql") },
    Migration { number: 13, name: "people", text: include_str!("../../migrations/postgres/0013_people.sql") },
    Migration {
        number: 14,
        name: "deck cards",
        text: include_str!("../../migrations/postgres/0014_deck_cards.sql"),
    },
];

/// Two servers that start at once take turns: whoever has this lock migrates.
const LOCK: i64 = 0x0064_656a_6172_696b;

/// The oldest PostgreSQL that will do.
const OLDEST: i32 = 14;

/// The schema of a database; nothing for an empty one.
pub async fn found(db: &impl tokio_postgres::GenericClient) -> Result<Option<u32>, StoreError> {
    let there = db.query_one("SELECT to_regclass('schema') IS NOT NULL", &[]).await?;
    if !there.get::<_, bool>(0) {
        return Ok(None);
    }
    let found: Option<i32> = db.query_one("SELECT max(number) FROM schema", &[]).await?.get(0);
    Ok(found.and_then(|number| number.try_into().ok()))
}

/// Whether this program knows a schema that was found.
pub fn is_ours(found: u32) -> Result<(), StoreError> {
    is_known(&ALL, found)
}

/// Brings a database up to date.
pub async fn run(link: &mut Link) -> Result<(), StoreError> {
    let version =
        link.client.query_one("SELECT current_setting('server_version_num')::int / 10000", &[]).await?;
    let version: i32 = version.get(0);
    if version < OLDEST {
        return Err(StoreError::Address(format!(
            "the database is PostgreSQL {version}; games need version {OLDEST} or newer"
        )));
    }
    // Tables that are long already take longer than a step.
    link.client.batch_execute("SET statement_timeout = 0").await?;
    let db = link.client.transaction().await?;
    db.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let before = found(&db).await?.unwrap_or(0);
    is_ours(before)?;
    db.batch_execute(
        "CREATE TABLE IF NOT EXISTS schema (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied TIMESTAMPTZ NOT NULL)",
    )
    .await?;
    for migration in ALL {
        let number = i32::try_from(migration.number).unwrap_or(i32::MAX);
        if migration.number <= before {
            let applied = db.query_one("SELECT digest FROM schema WHERE number = $1", &[&number]).await?;
            migration.was(applied.get(0))?;
            continue;
        }
        tracing::info!(number, name = migration.name, "migrating the database");
        db.batch_execute(migration.text).await?;
        db.execute(
            "INSERT INTO schema (number, name, digest, applied) VALUES ($1, $2, $3, now())",
            &[&number, &migration.name, &migration.digest()],
        )
        .await?;
    }
    db.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use crate::game::{GameId, Head};
    use crate::postgres::Postgres;
    use crate::{Games, People, TokenKind};
    use rig::or_skip;
    use table::{By, Step};
    use vocab::Role;

    /// A database as the first migration left it, with a game that goes on, one that is over, and whose they are.
    const KEPT: &str = "\
        INSERT INTO visitors VALUES ('gero', 3, 'kept'), ('ida', 4, 'guest');
        INSERT INTO tokens VALUES ('digest', 'gero', 'cookie', 5);
        INSERT INTO games (id, made, steps, note, over, due, changed)
            VALUES ('goeson2222', 5, 2, 'turn 4, build', false, true, 9), ('over222222', 5, 1, 'over', true, false, 8);
        INSERT INTO setups VALUES ('goeson2222', '{\"one\": 1}'), ('over222222', '{}');
        INSERT INTO steps (game, number, kind, role, value, extra, at, request, trail) VALUES
            ('goeson2222', 0, 'answer', NULL, 3, NULL, 5, 7, NULL), ('goeson2222', 1, 'answer', NULL, 1, NULL, 6, -9, 12),
            ('over222222', 0, 'answer', NULL, 0, NULL, 8, 1, NULL);
        INSERT INTO seats VALUES ('goeson2222', 'light', 'gero'), ('over222222', 'dark', 'gero'), ('over222222', 'light', 'ida');
        INSERT INTO invitations VALUES ('invited', 'goeson2222', 'dark', 'secret', false)";

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn games_of_the_first_schema_go_on_under_the_newest() {
        let Some(postgres) = or_skip("the tests of the PostgreSQL store", rig::Postgres::shared()) else {
            return;
        };
        let url = postgres.database("upgraded").expect("a database");
        let sql = |statement: &str| postgres.sql_in("upgraded", statement).expect("done");
        sql(ALL[0].text);
        sql(&format!(
            "CREATE TABLE schema (number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, \
             applied TIMESTAMPTZ NOT NULL); INSERT INTO schema VALUES (7, 'games', '{}', now())",
            ALL[0].digest()
        ));
        sql(KEPT);
        let before = sql("SELECT * FROM steps ORDER BY game, number");
        // Two servers of the new version start at once.
        let (one, other) = tokio::join!(Postgres::open(&url), Postgres::open(&url));
        let (store, other) = (one.expect("a store"), other.expect("a store"));
        assert_eq!(sql("SELECT max(number) FROM schema"), ALL[ALL.len() - 1].number.to_string());
        assert_eq!(sql("SELECT count(*) FROM schema"), ALL.len().to_string(), "each once");
        assert_eq!(sql("SELECT * FROM steps ORDER BY game, number"), before, "no step has changed");
        let id = GameId::from("goeson2222");
        let stored = store.load(&id).await.expect("read").expect("there");
        let first = Step::Answer { choice: 3, by: By::Person };
        assert_eq!((stored.setup.as_str(), stored.rows.len()), ("{\"one\": 1}", 2));
        assert_eq!((stored.rows[0].step(), stored.rows[1].trail), (Ok(first), Some(12)));
        assert_eq!(
            (stored.head.note.as_str(), stored.head.due, stored.head.asks),
            ("turn 4, build", true, None)
        );
        assert!(stored.invitation.is_some_and(|open| open.seat == Role::Dark), "the invitation is open");
        assert_eq!(store.games_of("gero").await.expect("read").len(), 2);
        assert!(store.due(20, 10).await.expect("read").contains(&id), "the computer goes on with it");
        // It goes on, with what is new.
        let head = Head { asks: Some(Role::Light), wakes: Some(99), at: 10, ..Head::default() };
        let row = Step::Answer { choice: 2, by: By::Person }.to_row(10, 11);
        other.append(&id, 2, vec![row], head).await.expect("written");
        let stored = store.load(&id).await.expect("read").expect("there");
        assert_eq!((stored.rows.len(), stored.head.asks), (3, Some(Role::Light)));
        let whose = store.whose("digest", TokenKind::Cookie).await.expect("read");
        assert!(whose.is_some_and(|visitor| &*visitor.id == "gero"), "nobody is signed out");
        store.learn(&"gero".into(), "L01".into(), "done".into()).await.expect("kept");
        let checked = Postgres::check(&url).await.expect("checked");
        assert_eq!((checked.games, checked.over, checked.steps, checked.faults.len()), (2, 1, 4, 0));
    }
}
