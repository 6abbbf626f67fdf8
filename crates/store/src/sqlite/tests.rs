//! The database keeps the promises of every store, and those of its folder.

use super::{FILE, Sqlite};
use crate::game::{AppendError, Head, Health, StoreError};
use crate::{Games, Invitations, NewGame, Store, suite};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use table::{By, Step};
use tempfile::TempDir;
use vocab::Role;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn game(id: &str) -> NewGame {
    let rows = vec![Step::Answer { choice: 4, by: By::Person }.to_row(1, 2)];
    NewGame {
        id: Arc::from(id),
        setup: "{}".into(),
        rows,
        head: Head::default(),
        invitation: None,
        promised: None,
        pocket: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_keeps_the_promises_of_every_store() {
    // The folders outlive their stores.
    let folders = std::sync::Mutex::new(Vec::new());
    suite::run(|| {
        let folder = folder();
        let store = Sqlite::open(folder.path()).expect("a store");
        folders.lock().expect("no panic").push(folder);
        std::future::ready(store)
    })
    .await;
}

#[tokio::test]
async fn memory_keeps_the_promises_of_every_store() {
    suite::run(|| std::future::ready(crate::Memory::default())).await;
}

#[tokio::test]
async fn what_was_written_is_there_when_the_database_is_opened_again() {
    let folder = folder();
    let store = Sqlite::open(folder.path()).expect("a store");
    store.create(game("kept")).await.expect("made");
    let before = store.load(&Arc::from("kept")).await.expect("read").expect("there");
    store.close();
    let again = Sqlite::open(folder.path()).expect("a store");
    assert_eq!(again.load(&Arc::from("kept")).await, Ok(Some(before)));
}

#[test]
fn a_second_server_is_refused_and_told_who_was_first() {
    let folder = folder();
    let first = Sqlite::open(folder.path()).expect("a store");
    let second = Sqlite::open(folder.path()).err();
    assert_eq!(second, Some(StoreError::Locked(std::process::id().to_string())));
    drop(first);
    assert!(Sqlite::open(folder.path()).is_ok(), "the folder is free again");
}

#[cfg(unix)]
#[test]
fn data_files_are_readable_by_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let base = folder();
    let folder = base.path().join("data");
    let store = Sqlite::open(&folder).expect("a store");
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("read").flatten() {
        assert_eq!(mode(&entry.path()), 0o600, "{:?}", entry.file_name());
        files += 1;
    }
    assert!(files >= 2, "the database and the lock");
    drop(store);
}

#[test]
fn data_of_a_newer_program_are_refused_with_both_numbers() {
    let folder = folder();
    drop(Sqlite::open(folder.path()).expect("a store"));
    let db = Connection::open(folder.path().join(FILE)).expect("the file");
    db.execute("INSERT INTO schema VALUES (99, 'later', '', 0)", []).expect("written");
    assert_eq!(
        Sqlite::open(folder.path()).err(),
        Some(StoreError::Newer { found: 99, known: super::migrate::known() })
    );
    db.execute("DELETE FROM schema WHERE number = 99", []).expect("written");
    db.execute("UPDATE schema SET digest = 'other'", []).expect("written");
    assert_eq!(Sqlite::open(folder.path()).err(), Some(StoreError::Migration(1)));
}

#[tokio::test]
async fn check_finds_a_gap_and_a_backup_can_be_opened() {
    let folder = folder();
    let store = Sqlite::open(folder.path()).expect("a store");
    for id in ["one", "two"] {
        store.create(game(id)).await.expect("made");
    }
    // While a server uses the folder.
    let checked = Sqlite::check(folder.path()).expect("checked");
    assert_eq!((checked.games, checked.steps, checked.faults.len()), (2, 2, 0));
    let (restored, backup) = (tempfile::tempdir().expect("a folder"), folder.path().join("copy"));
    Sqlite::back_up(folder.path(), &backup).expect("copied");
    assert!(Sqlite::back_up(folder.path(), &backup).is_err(), "nothing is overwritten");
    Sqlite::restore(&backup, restored.path()).expect("restored");
    assert!(Sqlite::restore(&backup, restored.path()).is_err(), "nothing is overwritten");
    store.close();
    let again = Sqlite::open(restored.path()).expect("a store");
    assert!(again.load(&Arc::from("two")).await.expect("read").is_some());
    let db = Connection::open(folder.path().join(FILE)).expect("the file");
    db.execute("DELETE FROM steps WHERE game = 'two'", []).expect("written");
    let checked = Sqlite::check(folder.path()).expect("checked");
    assert_eq!(checked.faults.len(), 1, "{:?}", checked.faults);
    // A secret that isn't the promised one is found.
    db.execute("UPDATE games SET promise = ?1 WHERE id = 'one'", ["ab".repeat(32)]).expect("written");
    db.execute("INSERT INTO secrets VALUES ('one', ?1)", ["cd".repeat(32)]).expect("written");
    let checked = Sqlite::check(folder.path()).expect("checked");
    assert_eq!(checked.faults.len(), 2, "{:?}", checked.faults);
}

/// A disk without room: SQLite is told that the file may not grow.
#[tokio::test]
async fn a_full_disk_is_told_as_surely_not_written_and_ends_when_there_is_room() {
    let folder = folder();
    let store = Sqlite::open(folder.path()).expect("a store");
    store.create(game("full")).await.expect("made");
    let id = Arc::from("full");
    let limit = |pages: &str| {
        let sql = format!("PRAGMA max_page_count = {pages}");
        store.writer.write(move |db| db.query_row(&sql, [], |_| Ok(())).map_err(StoreError::from))
    };
    limit("1").await.expect("set");
    let row = |at: u32| {
        let long = "x".repeat(200_000);
        let step = Step::Sit { seat: Role::Dark, holder: long, name: None };
        let answer = Step::Answer { choice: 1, by: By::Person };
        if at == 1 { step.to_row(1, 1) } else { answer.to_row(1, 1) }
    };
    let refused = store.append(&id, 1, vec![row(1)], Head::default()).await;
    assert!(matches!(refused, Err(AppendError::Failed(_))), "{refused:?}");
    assert_eq!(store.load(&id).await.expect("read").expect("there").rows.len(), 1);
    limit("1000000").await.expect("set");
    store.append(&id, 1, vec![row(1)], Head::default()).await.expect("written");
    assert_eq!(store.tail(&id, 1).await.expect("read").len(), 1);
    assert_eq!(store.invited("nothing").await, Ok(None));
}

/// A database that becomes readable only, and writable again: SQLite is told that this connection may only look.
#[tokio::test]
async fn a_database_that_becomes_readable_only_is_ill_until_it_can_be_written_again() {
    let folder = folder();
    let store = Sqlite::open(folder.path()).expect("a store");
    store.create(game("kept")).await.expect("made");
    let id = Arc::from("kept");
    let only_look = |looks: &str| {
        let sql = format!("PRAGMA query_only = {looks}");
        store.writer.write(move |db| db.execute_batch(&sql).map_err(StoreError::from))
    };
    let is_ill = || matches!(&*store.health().borrow(), Health::Ill(why) if why.contains("readonly"));
    let row = |request: u64| vec![Step::Answer { choice: 1, by: By::Person }.to_row(1, request)];
    only_look("ON").await.expect("set");
    for request in 1..4 {
        let refused = store.append(&id, 1, row(request), Head::default()).await;
        assert!(matches!(refused, Err(AppendError::Failed(_))), "{refused:?}");
        assert!(is_ill(), "{:?}", store.health().borrow());
        // What finds nothing to write says nothing about writing.
        let late = store.append(&id, 0, row(request), Head::default()).await;
        assert!(late.is_err(), "{late:?}");
        assert_eq!(store.invited("nothing").await, Ok(None), "reading goes on");
        assert!(is_ill(), "{:?}", store.health().borrow());
    }
    only_look("OFF").await.expect("set");
    let mut health = store.health();
    // It finds out by itself.
    let well = health.wait_for(|health| *health == Health::Well);
    let well = tokio::time::timeout(std::time::Duration::from_secs(60), well).await;
    well.expect("in time").expect("the store runs");
    store.append(&id, 1, row(9), Head::default()).await.expect("written");
    assert_eq!(store.tail(&id, 1).await.expect("read"), row(9), "once, and nothing of what was refused");
}
