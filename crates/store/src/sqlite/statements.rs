//! The statements: what the traits promise, in SQL.

use super::id;
use crate::game::{
    Created, GameId, Head, Invitation, Invited, Listed, NewGame, Number, Pocket, Redaction, StoreError,
    Stored, role_of, role_word,
};
use crate::kept::{LISTED, pocket_id, promised};
use crate::packed::{self, pack};
use fair::hex;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};
use table::{Row, Step};
use vocab::Role;

/// Keeps a new game, unless there is one of its name.
pub fn create(db: &Connection, game: &NewGame) -> Result<Created, StoreError> {
    let Head { note, over, due, asks, wakes, at } = &game.head;
    let mut made = db.prepare_cached(
        "INSERT INTO games (id, made, steps, note, over, due, changed, promise, pocket, asks, wakes) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?2, ?7, ?8, ?9, ?10) ON CONFLICT (id) DO NOTHING",
    )?;
    let promise = game.promised.as_ref().map(|promised| hex(&promised.promise));
    let pocket = game.pocket.as_ref().map(|pocket| keep_pocket(db, pocket)).transpose()?;
    let asks = asks.map(role_word);
    let values = params![&*game.id, at, game.rows.len(), note, over, due, promise, pocket, asks, wakes];
    if made.execute(values)? == 0 {
        return Ok(Created::Already);
    }
    db.execute("INSERT INTO setups (game, setup) VALUES (?1, ?2)", params![&*game.id, game.setup])?;
    if let Some(promised) = &game.promised {
        db.execute(
            "INSERT INTO secrets (game, server_secret) VALUES (?1, ?2)",
            params![&*game.id, hex(&promised.secret)],
        )?;
    }
    add(db, &game.id, 0, &game.rows)?;
    if let Some(invitation) = &game.invitation {
        invite(db, &game.id, invitation)?;
    }
    Ok(Created::New)
}

/// Keeps the cards of a game, unless they are there.
fn keep_pocket(db: &Connection, pocket: &Pocket) -> Result<String, StoreError> {
    let id = pocket_id(pocket);
    let known = db.query_row("SELECT 1 FROM pockets WHERE id = ?1", [&id], |_| Ok(())).optional()?;
    if known.is_none() {
        db.execute(
            "INSERT INTO pockets (id, digest, source, readings) VALUES (?1, ?2, ?3, ?4)",
            params![id, pocket.digest, pack(&pocket.source)?, pack(&pocket.readings)?],
        )?;
    }
    Ok(id)
}

/// The text of a value: compressed, or as older programs wrote it.
pub fn unpack(value: ValueRef<'_>) -> Result<String, StoreError> {
    match value {
        ValueRef::Blob(bytes) => packed::unpack(bytes),
        other => other.as_str().map(str::to_string).map_err(|error| StoreError::Value(error.to_string())),
    }
}

/// A pocket from three columns: digest, source, readings.
pub fn pocket_of(row: &rusqlite::Row<'_>, first: usize) -> Result<Pocket, StoreError> {
    let (source, readings) = (row.get_ref(first + 1)?, row.get_ref(first + 2)?);
    Ok(Pocket { digest: row.get(first)?, source: unpack(source)?, readings: unpack(readings)? })
}

/// The cards of a game as they were kept.
fn pocket(db: &Connection, game: &GameId) -> Result<Option<Pocket>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT digest, source, readings FROM pockets JOIN games ON pocket = pockets.id WHERE games.id = ?1",
    )?;
    let mut rows = query.query([&**game])?;
    rows.next()?.map(|row| pocket_of(row, 0)).transpose()
}

/// Adds steps if the log is as long as expected; otherwise its length.
pub fn append(
    db: &Connection,
    game: &GameId,
    at: Number,
    rows: &[Row],
    head: &Head,
) -> Result<Option<Number>, StoreError> {
    let mut update = db.prepare_cached(
        "UPDATE games SET steps = steps + ?3, note = ?4, over = ?5, due = ?6, changed = ?7, asks = ?8, wakes = ?9 \
         WHERE id = ?1 AND steps = ?2",
    )?;
    let Head { note, over, due, asks, wakes, at: changed } = head;
    let values = params![&**game, at, rows.len(), note, over, due, changed, asks.map(role_word), wakes];
    if update.execute(values)? == 1 {
        add(db, game, at, rows)?;
        return Ok(None);
    }
    let now =
        db.query_row("SELECT steps FROM games WHERE id = ?1", [&**game], |row| row.get(0)).optional()?;
    now.map(Some).ok_or(StoreError::Missing)
}

fn add(db: &Connection, game: &GameId, at: Number, rows: &[Row]) -> Result<(), StoreError> {
    let mut insert = db.prepare_cached(
        "INSERT INTO steps (game, number, kind, role, value, extra, at, request, trail) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for (number, row) in (at..).zip(rows) {
        // SQLite has signed numbers: the bits of a request are kept, not its size.
        let request = row.request.cast_signed();
        let role = row.role.map(role_word);
        let trail = row.trail.map(u64::cast_signed);
        insert.execute(params![
            &**game, number, row.kind, role, row.value, row.extra, row.at, request, trail
        ])?;
        if let Ok(Step::Sit { seat, holder, .. }) = row.step() {
            db.execute(
                "INSERT INTO seats (game, seat, holder) VALUES (?1, ?2, ?3)",
                params![&**game, role_word(seat), holder],
            )?;
            db.execute(
                "UPDATE invitations SET used = 1 WHERE game = ?1 AND seat = ?2",
                params![&**game, role_word(seat)],
            )?;
        }
    }
    Ok(())
}

/// The steps from a number on.
pub fn rows(db: &Connection, game: &GameId, from: Number) -> Result<Vec<Row>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT kind, role, value, extra, at, request, trail FROM steps WHERE game = ?1 AND number >= ?2 ORDER BY number",
    )?;
    let read = query.query_map(params![&**game, from], |row| {
        let role: Option<String> = row.get(1)?;
        let request: i64 = row.get(5)?;
        Ok(Row {
            kind: row.get(0)?,
            role: role.as_deref().and_then(role_of),
            value: row.get(2)?,
            extra: row.get(3)?,
            at: row.get(4)?,
            request: request.cast_unsigned(),
            trail: row.get::<_, Option<i64>>(6)?.map(i64::cast_unsigned),
        })
    })?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// A game with its log and invitation, all from one moment.
pub fn load(db: &Connection, game: &GameId) -> Result<Option<Stored>, StoreError> {
    let moment = db.unchecked_transaction()?;
    let read = moment
        .query_row(
            "SELECT setup, note, over, due, changed, promise, server_secret, asks, wakes FROM games \
             JOIN setups ON setups.game = id LEFT JOIN secrets ON secrets.game = id WHERE id = ?1",
            [&**game],
            |row| {
                let head = Head {
                    note: row.get(1)?,
                    over: row.get(2)?,
                    due: row.get(3)?,
                    asks: row.get::<_, Option<String>>(7)?.as_deref().and_then(role_of),
                    wakes: row.get(8)?,
                    at: row.get(4)?,
                };
                Ok((row.get(0)?, head, row.get::<_, Option<String>>(5)?, row.get::<_, Option<String>>(6)?))
            },
        )
        .optional()?;
    let Some((setup, head, promise, secret)) = read else { return Ok(None) };
    let promised = promise.map(|promise| promised(game, &promise, secret.as_deref())).transpose()?;
    let rows = rows(&moment, game, 0)?;
    let invitation =
        Role::ALL.into_iter().find_map(|seat| invitation(&moment, game, seat).transpose()).transpose()?;
    let pocket = pocket(&moment, game)?;
    Ok(Some(Stored { setup, rows, head, invitation, promised, pocket }))
}

/// The names of all games from after a name on.
pub fn all(db: &Connection, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let mut query = db.prepare_cached("SELECT id FROM games WHERE id > ?1 ORDER BY id LIMIT ?2")?;
    let read = query.query_map(params![after.map_or("", |id| id), limit], |row| row.get(0).map(id))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// The names of the games that aren't over, from after a name on.
pub fn running(db: &Connection, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let mut query =
        db.prepare_cached("SELECT id FROM games WHERE over = 0 AND id > ?1 ORDER BY id LIMIT ?2")?;
    let read = query.query_map(params![after.map_or("", |id| id), limit], |row| row.get(0).map(id))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// Games that wait for the server.
pub fn due(db: &Connection, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT id FROM games WHERE due = 1 OR (wakes IS NOT NULL AND wakes <= ?2) ORDER BY changed, id LIMIT ?1",
    )?;
    let read = query.query_map(params![limit, now], |row| row.get(0).map(id))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// Keeps the film of a game.
pub fn keep_film(db: &Connection, game: &GameId, film: &str) -> Result<(), StoreError> {
    let known = db.query_row("SELECT 1 FROM games WHERE id = ?1", [&**game], |_| Ok(())).optional()?;
    known.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO films (game, film) VALUES (?1, ?2) ON CONFLICT (game) DO NOTHING",
        params![&**game, pack(film)?],
    )?;
    Ok(())
}

/// The film of a game.
pub fn film(db: &Connection, game: &GameId) -> Result<Option<String>, StoreError> {
    let mut query = db.prepare_cached("SELECT film FROM films WHERE game = ?1")?;
    let mut rows = query.query([&**game])?;
    rows.next()?.map(|row| unpack(row.get_ref(0)?)).transpose()
}

/// The games of a holder.
pub fn games_of(db: &Connection, holder: &str) -> Result<Vec<Listed>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT id, min(seat), note, over, asks FROM games JOIN seats ON game = id WHERE holder = ?1 \
         GROUP BY id ORDER BY changed DESC, id LIMIT ?2",
    )?;
    let read = query.query_map(params![holder, LISTED], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get(2)?,
            row.get(3)?,
            row.get::<_, Option<String>>(4)?,
        ))
    })?;
    let mut games = Vec::new();
    for line in read {
        let (game, seat, note, over, asks) = line?;
        let role = role_of(&seat).ok_or_else(|| StoreError::Value(format!("seat {seat} of game {game}")))?;
        games.push(Listed { game: id(game), role, note, over, asks: asks.as_deref().and_then(role_of) });
    }
    Ok(games)
}

/// The names of all games of a holder.
pub fn held(db: &Connection, holder: &str) -> Result<Vec<GameId>, StoreError> {
    let mut query = db.prepare_cached("SELECT DISTINCT game FROM seats WHERE holder = ?1 ORDER BY game")?;
    let read = query.query_map([holder], |row| row.get(0).map(id))?;
    Ok(read.collect::<Result<_, _>>()?)
}

/// Writes over what names somebody in a game.
pub fn redact(db: &Connection, game: &GameId, redaction: &Redaction) -> Result<(), StoreError> {
    let Redaction { setup, sits, note, film } = redaction;
    let known = db.execute("UPDATE games SET note = ?2 WHERE id = ?1", params![&**game, note])?;
    if known == 0 {
        return Err(StoreError::Missing);
    }
    db.execute("UPDATE setups SET setup = ?2 WHERE game = ?1", params![&**game, setup])?;
    for (number, row) in sits {
        db.execute(
            "UPDATE steps SET extra = ?3 WHERE game = ?1 AND number = ?2 AND kind = 'sit'",
            params![&**game, number, row.extra],
        )?;
    }
    if let Some(film) = film {
        db.execute(
            "INSERT INTO films (game, film) VALUES (?1, ?2) ON CONFLICT (game) DO UPDATE SET film = excluded.film",
            params![&**game, pack(film)?],
        )?;
    }
    Ok(())
}

/// Keeps an invitation in place of earlier ones.
pub fn invite(db: &Connection, game: &GameId, invitation: &Invitation) -> Result<(), StoreError> {
    let seat = role_word(invitation.seat);
    db.execute("DELETE FROM invitations WHERE game = ?1 AND seat = ?2", params![&**game, seat])?;
    db.execute(
        "INSERT INTO invitations (digest, game, seat, secret) VALUES (?1, ?2, ?3, ?4)",
        params![invitation.digest, &**game, seat, invitation.secret],
    )?;
    Ok(())
}

/// What a digest invites to.
pub fn invited(db: &Connection, digest: &str) -> Result<Option<Invited>, StoreError> {
    let found = db
        .query_row("SELECT game, seat, used FROM invitations WHERE digest = ?1", [digest], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?))
        })
        .optional()?;
    let Some((game, seat, used)) = found else { return Ok(None) };
    let role = role_of(&seat).ok_or_else(|| StoreError::Value(format!("seat {seat} of game {game}")))?;
    Ok(Some(Invited { game: id(game), seat: role, used }))
}

/// The invitation to a seat.
pub fn invitation(db: &Connection, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError> {
    let found = db.query_row(
        "SELECT digest, secret FROM invitations WHERE game = ?1 AND seat = ?2 AND used = 0",
        params![&**game, role_word(seat)],
        |row| Ok(Invitation { seat, digest: row.get(0)?, secret: row.get(1)? }),
    );
    Ok(found.optional()?)
}
