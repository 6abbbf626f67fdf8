//! Visitors and their tokens, in PostgreSQL.

use super::link::Lane;
use super::signed;
use crate::game::StoreError;
use crate::outcomes::SOMEBODY;
use crate::people::{COOKIES, Token, TokenKind, Visitor, VisitorId, VisitorKind, looks_like};
use tokio_postgres::Transaction;

/// Keeps a visitor, unless known already.
pub async fn welcome(db: &Transaction<'_>, visitor: &Visitor, tokens: &[Token]) -> Result<(), StoreError> {
    let made = db
        .execute(
            "INSERT INTO visitors (id, made, kind) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
            &[&visitor.id, &visitor.made, &visitor.kind.word()],
        )
        .await?;
    if made == 1 {
        for token in tokens {
            add(db, &visitor.id, token).await?;
        }
    }
    Ok(())
}

async fn add(db: &Transaction<'_>, visitor: &VisitorId, token: &Token) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO tokens (digest, visitor, kind, made) VALUES ($1, $2, $3, $4)",
        &[&token.digest, visitor, &token.kind.word(), &token.made],
    )
    .await?;
    Ok(())
}

fn visitor_of(id: String, made: i64, kind: &str) -> Result<Visitor, StoreError> {
    let kind = VisitorKind::of(kind).ok_or_else(|| StoreError::Value(format!("a visitor of kind {kind}")))?;
    Ok(Visitor { id, kind, made })
}

/// Whose token it is.
pub async fn whose(lane: &Lane, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError> {
    let found = lane
        .ask(
            "SELECT id, visitors.made, visitors.kind FROM tokens JOIN visitors ON id = visitor \
             WHERE digest = $1 AND tokens.kind = $2",
            &[&digest, &kind.word()],
        )
        .await?;
    found.first().map(|row| visitor_of(row.get(0), row.get(1), row.get(2))).transpose()
}

/// Keeps a token of a visitor. Of two at once the second waits for the first.
pub async fn issue(db: &Transaction<'_>, visitor: &VisitorId, token: &Token) -> Result<(), StoreError> {
    let known = db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[visitor]).await?;
    known.ok_or(StoreError::Missing)?;
    match token.kind {
        TokenKind::Recovery => {
            db.execute(
                "DELETE FROM tokens WHERE visitor = $1 AND kind = $2",
                &[visitor, &TokenKind::Recovery.word()],
            )
            .await?;
            db.execute("UPDATE visitors SET kind = $2 WHERE id = $1", &[visitor, &VisitorKind::Kept.word()])
                .await?;
        }
        TokenKind::Cookie => {
            db.execute(
                "DELETE FROM tokens WHERE visitor = $1 AND kind = $2 AND digest NOT IN (SELECT digest FROM tokens \
                 WHERE visitor = $1 AND kind = $2 ORDER BY made DESC, digest LIMIT $3)",
                &[visitor, &TokenKind::Cookie.word(), &signed(COOKIES - 1)],
            )
            .await?;
        }
    }
    add(db, visitor, token).await
}

/// Forgets all cookies of a visitor but one.
pub async fn sign_out(db: &Transaction<'_>, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
    let forgotten = db
        .execute(
            "DELETE FROM tokens WHERE visitor = $1 AND kind = $2 AND digest <> $3",
            &[visitor, &TokenKind::Cookie.word(), &but],
        )
        .await?;
    Ok(forgotten)
}

/// Keeps that a visitor has learned something.
pub async fn learn(
    db: &Transaction<'_>,
    visitor: &VisitorId,
    what: &str,
    value: &str,
) -> Result<(), StoreError> {
    let known = db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[visitor]).await?;
    known.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO learned (visitor, what, value) VALUES ($1, $2, $3) \
         ON CONFLICT (visitor, what) DO UPDATE SET value = excluded.value",
        &[visitor, &what, &value],
    )
    .await?;
    Ok(())
}

/// What a visitor has learned.
pub async fn learned(lane: &Lane, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError> {
    let rows =
        lane.ask("SELECT what, value FROM learned WHERE visitor = $1 ORDER BY what", &[visitor]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// What all visitors have learned under words that begin like this.
pub async fn learned_by_all(lane: &Lane, begins: &str) -> Result<Vec<(String, String)>, StoreError> {
    let rows = lane
        .ask(
            "SELECT what, value FROM learned WHERE starts_with(what, $1) \
             ORDER BY what COLLATE \"C\", visitor COLLATE \"C\"",
            &[&begins],
        )
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// What a visitor is called.
pub async fn name_of(lane: &Lane, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
    let rows = lane.ask("SELECT name FROM visitors WHERE id = $1", &[visitor]).await?;
    Ok(rows.first().and_then(|row| row.get(0)))
}

/// Gives a visitor a name, or takes it away. Of two who want the same at once the second is told that it's taken.
pub async fn call(
    db: &Transaction<'_>,
    visitor: &VisitorId,
    name: Option<String>,
) -> Result<bool, StoreError> {
    db.execute("SELECT pg_advisory_xact_lock($1)", &[&NAMES]).await?;
    let known = db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[visitor]).await?;
    known.ok_or(StoreError::Missing)?;
    let key = name.as_deref().map(looks_like);
    let taken =
        db.query_opt("SELECT 1 FROM visitors WHERE name_key = $1 AND id <> $2", &[&key, visitor]).await?;
    if taken.is_some() {
        return Ok(false);
    }
    db.execute("UPDATE visitors SET name = $2, name_key = $3 WHERE id = $1", &[visitor, &name, &key]).await?;
    Ok(true)
}

/// Who has a name that looks like this one.
pub async fn named(lane: &Lane, name: &str) -> Result<Option<VisitorId>, StoreError> {
    let rows = lane.ask("SELECT id FROM visitors WHERE name_key = $1", &[&looks_like(name)]).await?;
    Ok(rows.first().map(|row| row.get(0)))
}

/// Forgets a visitor.
pub async fn forget(db: &Transaction<'_>, visitor: &VisitorId) -> Result<(), StoreError> {
    // Whoever gives the visitor something at the same moment waits, and then finds nobody.
    db.query_opt("SELECT 1 FROM visitors WHERE id = $1 FOR UPDATE", &[visitor]).await?;
    for sql in FORGET {
        db.execute(sql, &[visitor]).await?;
    }
    for side in ["dark", "light"] {
        let sql = format!("UPDATE outcomes SET {side}_name = $2 WHERE {side}_holder = $1");
        db.execute(&sql, &[visitor, &SOMEBODY]).await?;
    }
    Ok(())
}

/// Names are given one after the other.
const NAMES: i64 = 0x0064_656a_6e61_6d65;

/// What a visitor has, in the order in which nothing points to what is gone.
const FORGET: [&str; 9] = [
    "DELETE FROM tokens WHERE visitor = $1",
    "DELETE FROM learned WHERE visitor = $1",
    "DELETE FROM deck_versions WHERE deck IN (SELECT id FROM decks WHERE owner = $1)",
    "DELETE FROM decks WHERE owner = $1",
    "DELETE FROM seeks WHERE visitor = $1",
    "DELETE FROM blocks WHERE visitor = $1",
    "DELETE FROM blocks WHERE whom = $1",
    "DELETE FROM ratings WHERE visitor = $1",
    "DELETE FROM visitors WHERE id = $1",
];

/// Visitors with their tokens, from after one on, all from one moment.
pub async fn everybody(
    lane: &Lane,
    after: Option<&VisitorId>,
    limit: usize,
) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError> {
    let rows = lane
        .ask(
            "SELECT v.id, v.made, v.kind, t.digest, t.kind, t.made \
             FROM (SELECT * FROM visitors WHERE id > $1 ORDER BY id LIMIT $2) v \
             LEFT JOIN tokens t ON t.visitor = v.id ORDER BY v.id, t.digest",
            &[&after.map_or("", |id| id), &signed(limit)],
        )
        .await?;
    let mut people: Vec<(Visitor, Vec<Token>)> = Vec::new();
    for row in rows {
        let id: String = row.get(0);
        if people.last().is_none_or(|(last, _)| last.id != id) {
            people.push((visitor_of(id, row.get(1), row.get(2))?, Vec::new()));
        }
        let (Some((_, issued)), Some(digest)) = (people.last_mut(), row.get::<_, Option<String>>(3)) else {
            continue;
        };
        let kind: &str = row.get(4);
        let kind = TokenKind::of(kind).ok_or_else(|| StoreError::Value(format!("a token of kind {kind}")))?;
        issued.push(Token { digest, kind, made: row.get(5) });
    }
    Ok(people)
}
