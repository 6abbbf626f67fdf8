//! Visitors and their tokens, in SQL.

use crate::game::StoreError;
use crate::outcomes::SOMEBODY;
use crate::people::{COOKIES, Token, TokenKind, Visitor, VisitorId, VisitorKind, looks_like};
use rusqlite::{Connection, OptionalExtension, params};

/// Keeps a visitor, unless known already.
pub fn welcome(db: &Connection, visitor: &Visitor, tokens: &[Token]) -> Result<(), StoreError> {
    let made = db.execute(
        "INSERT INTO visitors (id, made, kind) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
        params![visitor.id, visitor.made, visitor.kind.word()],
    )?;
    if made == 1 {
        tokens.iter().try_for_each(|token| add(db, &visitor.id, token))?;
    }
    Ok(())
}

fn add(db: &Connection, visitor: &VisitorId, token: &Token) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO tokens (digest, visitor, kind, made) VALUES (?1, ?2, ?3, ?4)",
        params![token.digest, visitor, token.kind.word(), token.made],
    )?;
    Ok(())
}

fn visitor_of(id: String, made: i64, kind: &str) -> Result<Visitor, StoreError> {
    let kind = VisitorKind::of(kind).ok_or_else(|| StoreError::Value(format!("a visitor of kind {kind}")))?;
    Ok(Visitor { id, kind, made })
}

/// Whose token it is.
pub fn whose(db: &Connection, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT id, visitors.made, visitors.kind FROM tokens JOIN visitors ON id = visitor \
         WHERE digest = ?1 AND tokens.kind = ?2",
    )?;
    let found = query
        .query_row(params![digest, kind.word()], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?))
        })
        .optional()?;
    found.map(|(id, made, kind)| visitor_of(id, made, &kind)).transpose()
}

/// Keeps a token of a visitor.
pub fn issue(db: &Connection, visitor: &VisitorId, token: &Token) -> Result<(), StoreError> {
    let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [visitor], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    if token.kind == TokenKind::Recovery {
        db.execute(
            "DELETE FROM tokens WHERE visitor = ?1 AND kind = ?2",
            params![visitor, TokenKind::Recovery.word()],
        )?;
        db.execute(
            "UPDATE visitors SET kind = ?2 WHERE id = ?1",
            params![visitor, VisitorKind::Kept.word()],
        )?;
    }
    if token.kind == TokenKind::Cookie {
        db.execute(
            "DELETE FROM tokens WHERE visitor = ?1 AND kind = ?2 AND digest NOT IN (SELECT digest FROM tokens \
             WHERE visitor = ?1 AND kind = ?2 ORDER BY made DESC, digest LIMIT ?3)",
            params![visitor, TokenKind::Cookie.word(), COOKIES - 1],
        )?;
    }
    add(db, visitor, token)
}

/// Forgets all cookies of a visitor but one.
pub fn sign_out(db: &Connection, visitor: &VisitorId, but: &str) -> Result<u64, StoreError> {
    let forgotten = db.execute(
        "DELETE FROM tokens WHERE visitor = ?1 AND kind = ?2 AND digest <> ?3",
        params![visitor, TokenKind::Cookie.word(), but],
    )?;
    Ok(forgotten as u64)
}

/// Keeps that a visitor has learned something.
pub fn learn(db: &Connection, visitor: &VisitorId, what: &str, value: &str) -> Result<(), StoreError> {
    let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [visitor], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO learned (visitor, what, value) VALUES (?1, ?2, ?3) \
         ON CONFLICT (visitor, what) DO UPDATE SET value = excluded.value",
        params![visitor, what, value],
    )?;
    Ok(())
}

/// What a visitor has learned.
pub fn learned(db: &Connection, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError> {
    let mut query = db.prepare_cached("SELECT what, value FROM learned WHERE visitor = ?1 ORDER BY what")?;
    let read = query.query_map([visitor], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// What all visitors have learned under words that begin like this.
pub fn learned_by_all(db: &Connection, begins: &str) -> Result<Vec<(String, String)>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT what, value FROM learned WHERE substr(what, 1, length(?1)) = ?1 ORDER BY what, visitor",
    )?;
    let read = query.query_map([begins], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// What a visitor is called.
pub fn name_of(db: &Connection, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
    let found =
        db.query_row("SELECT name FROM visitors WHERE id = ?1", [visitor], |row| row.get(0)).optional()?;
    Ok(found.flatten())
}

/// Gives a visitor a name, or takes it away.
pub fn call(db: &Connection, visitor: &VisitorId, name: Option<&str>) -> Result<bool, StoreError> {
    let known = db.query_row("SELECT 1 FROM visitors WHERE id = ?1", [visitor], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    if let Some(name) = name
        && named(db, name)?.is_some_and(|who| who != *visitor)
    {
        return Ok(false);
    }
    db.execute(
        "UPDATE visitors SET name = ?2, name_key = ?3 WHERE id = ?1",
        params![visitor, name, name.map(looks_like)],
    )?;
    Ok(true)
}

/// Who has a name that looks like this one.
pub fn named(db: &Connection, name: &str) -> Result<Option<VisitorId>, StoreError> {
    let key = looks_like(name);
    Ok(db.query_row("SELECT id FROM visitors WHERE name_key = ?1", [key], |row| row.get(0)).optional()?)
}

/// Forgets a visitor.
pub fn forget(db: &Connection, visitor: &VisitorId) -> Result<(), StoreError> {
    for sql in FORGET {
        db.execute(sql, [visitor])?;
    }
    for side in ["dark", "light"] {
        let sql = format!("UPDATE outcomes SET {side}_name = ?2 WHERE {side}_holder = ?1");
        db.execute(&sql, params![visitor, SOMEBODY])?;
    }
    Ok(())
}

/// What a visitor has, in the order in which nothing points to what is gone.
const FORGET: [&str; 9] = [
    "DELETE FROM tokens WHERE visitor = ?1",
    "DELETE FROM learned WHERE visitor = ?1",
    "DELETE FROM deck_versions WHERE deck IN (SELECT id FROM decks WHERE owner = ?1)",
    "DELETE FROM decks WHERE owner = ?1",
    "DELETE FROM seeks WHERE visitor = ?1",
    "DELETE FROM blocks WHERE visitor = ?1",
    "DELETE FROM blocks WHERE whom = ?1",
    "DELETE FROM ratings WHERE visitor = ?1",
    "DELETE FROM visitors WHERE id = ?1",
];

/// Visitors with their tokens, from after one on.
pub fn everybody(
    db: &Connection,
    after: Option<&VisitorId>,
    limit: usize,
) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError> {
    let moment = db.unchecked_transaction()?;
    let mut query =
        moment.prepare_cached("SELECT id, made, kind FROM visitors WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let read = query.query_map(params![after.map_or("", |id| id), limit], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?))
    })?;
    let mut tokens =
        moment.prepare_cached("SELECT digest, kind, made FROM tokens WHERE visitor = ?1 ORDER BY digest")?;
    let mut people = Vec::new();
    for line in read {
        let (id, made, kind) = line?;
        let own = tokens
            .query_map([&id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?)))?;
        let mut issued = Vec::new();
        for token in own {
            let (digest, kind, made) = token?;
            let kind =
                TokenKind::of(&kind).ok_or_else(|| StoreError::Value(format!("a token of kind {kind}")))?;
            issued.push(Token { digest, kind, made });
        }
        people.push((visitor_of(id, made, &kind)?, issued));
    }
    Ok(people)
}
