//! What the database does to write a group of appends, counted: as much for each of them, however many there are.

use super::Postgres;
use super::append::{APPEND, PLANNED};
use crate::Games;
use crate::game::{Head, NewGame};
use rig::or_skip;
use serde_json::Value;

/// A list of texts or numbers as SQL has it.
fn array(of: &str, games: usize, one: impl Fn(usize) -> String) -> String {
    format!("ARRAY[{}]::{of}[]", (0..games).map(one).collect::<Vec<_>>().join(","))
}

/// Prepares an append of one step to each of so many games at a number, and has the database say what it does.
fn explained(append: &str, games: usize, at: usize) -> String {
    let ids = || array("text", games, |game| format!("'g{game:04}'"));
    let all = |of: &str, value: &str| array(of, games, |_| value.to_string());
    let none = "ARRAY[]::text[]".to_string();
    let parameters = [
        ids(),
        all("int", &at.to_string()),
        all("int", "1"),
        all("text", "'turn 4'"),
        all("bool", "false"),
        all("bool", "false"),
        all("bigint", "5"),
        ids(),
        all("int", &at.to_string()),
        all("text", "'answer'"),
        all("text", "NULL"),
        all("bigint", "3"),
        all("text", "NULL"),
        all("bigint", "5"),
        all("bigint", "7"),
        all("bigint", "NULL"),
        none.clone(),
        none.clone(),
        none,
        "'node'".into(),
        "10".into(),
        all("text", "NULL"),
        all("bigint", "NULL"),
    ];
    let parameters = parameters.join(",");
    format!(
        "{PLANNED}; PREPARE append AS {append}; EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE append({parameters})"
    )
}

/// How many rows all parts of a plan have looked at.
fn rows(plan: &Value) -> f64 {
    let number = |name: &str| plan[name].as_f64().unwrap_or(0.0);
    let removed = number("Rows Removed by Join Filter") + number("Rows Removed by Filter");
    let own = (number("Actual Rows") + removed) * number("Actual Loops");
    own + plan["Plans"].as_array().into_iter().flatten().map(rows).sum::<f64>()
}

/// The rows that an append of one step to each of so many games looks at, in a database with that many games.
fn looked_at(postgres: &rig::Postgres, database: &str, append: &str, games: usize, at: usize) -> f64 {
    let said = postgres.sql_in(database, &explained(append, games, at)).expect("a plan");
    let plan: Value = serde_json::from_str(&said).expect("JSON");
    rows(&plan[0]["Plan"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_of_appends_costs_as_much_for_each_however_many_there_are() {
    let Some(postgres) = or_skip("the tests of the PostgreSQL store", rig::Postgres::shared()) else {
        return;
    };
    let url = postgres.database("plans").expect("a database");
    let store = Postgres::open(&url).await.expect("a store");
    for game in 0..256 {
        let new = NewGame {
            id: format!("g{game:04}").into(),
            setup: "{}".into(),
            rows: Vec::new(),
            head: Head::default(),
            invitation: None,
            promised: None,
            pocket: None,
        };
        store.create(new).await.expect("made");
    }
    let few = looked_at(postgres, "plans", APPEND, 32, 0) / 32.0;
    let steps = || postgres.sql_in("plans", "SELECT count(*) FROM steps").expect("counted");
    assert_eq!(steps(), "32", "it is the statement that writes");
    postgres.sql_in("plans", "UPDATE games SET steps = 1").expect("all at one number");
    let many = looked_at(postgres, "plans", APPEND, 256, 1) / 256.0;
    assert_eq!(steps(), "288");
    assert!(many < 40.0 && many < few * 2.0, "rows looked at for each of 32: {few}, of 256: {many}");
    // What it was like when the list was joined a second time: every append was compared with every other.
    let again = "FROM locked l JOIN unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bool[], $6::bool[], \
        $7::bigint[], $22::text[], $23::bigint[]) AS w(id, at, more, note, over, due, changed, asks, wakes) \
        USING (id) WHERE g.id = w.id AND g.steps = w.at";
    let worse = APPEND.replace("FROM locked w WHERE g.id = w.id AND g.steps = w.at", again);
    assert_ne!(worse, APPEND);
    let worse = looked_at(postgres, "plans", &worse, 256, 2) / 256.0;
    assert!(worse > 100.0, "this would be noticed: {worse}");
}
