//! Visitors and their tokens, in PostgreSQL.

use super::link::Lane;
use super::signed;
use crate::game::StoreError;
use crate::people::{COOKIES, Token, TokenKind, Visitor, VisitorId, VisitorKind};
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
