//! The statements: what the traits promise, in PostgreSQL.

use super::link::Lane;
use super::{id, signed};
use crate::game::{
    Created, GameId, Head, Invitation, Invited, Listed, NewGame, Number, Pocket, Redaction, StoreError,
    Stored, role_of, role_word,
};
use crate::kept::{LISTED, pocket_id, promised};
use crate::packed::{pack, unpack};
use crate::{GONE, LEASE};
use fair::hex;
use table::{Row, Step};
use tokio_postgres::Transaction;
use vocab::Role;

/// Keeps a new game, unless there is one of its name.
pub async fn create(db: &Transaction<'_>, game: &NewGame) -> Result<Created, StoreError> {
    let Head { note, over, due, asks, wakes, at } = &game.head;
    let asks = asks.map(role_word);
    let promise = game.promised.as_ref().map(|promised| hex(&promised.promise));
    let pocket = match &game.pocket {
        Some(pocket) => Some(keep_pocket(db, pocket).await?),
        None => None,
    };
    let (name, steps) = (&*game.id, i32::try_from(game.rows.len()).unwrap_or(i32::MAX));
    let made = db
        .execute(
            "INSERT INTO games (id, made, steps, note, over, due, changed, promise, pocket, asks, wakes) \
             VALUES ($1, $2, $3, $4, $5, $6, $2, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING",
            &[&name, at, &steps, note, over, due, &promise, &pocket, &asks, wakes],
        )
        .await?;
    if made == 0 {
        return Ok(Created::Already);
    }
    db.execute("INSERT INTO setups (game, setup) VALUES ($1, $2)", &[&name, &game.setup]).await?;
    if let Some(promised) = &game.promised {
        db.execute(
            "INSERT INTO secrets (game, server_secret) VALUES ($1, $2)",
            &[&name, &hex(&promised.secret)],
        )
        .await?;
    }
    add(db, name, &game.rows).await?;
    if let Some(invitation) = &game.invitation {
        invite(db, &game.id, invitation).await?;
    }
    Ok(Created::New)
}

/// The first steps of a game.
async fn add(db: &Transaction<'_>, game: &str, rows: &[Row]) -> Result<(), StoreError> {
    let insert = db
        .prepare(
            "INSERT INTO steps (game, number, kind, role, value, extra, at, request, trail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .await?;
    for (number, row) in (0_i32..).zip(rows) {
        // The bits of a request are kept, not its size.
        let (request, trail) = (row.request.cast_signed(), row.trail.map(u64::cast_signed));
        let (role, value) = (row.role.map(role_word), i64::from(row.value));
        db.execute(
            &insert,
            &[&game, &number, &row.kind, &role, &value, &row.extra, &row.at, &request, &trail],
        )
        .await?;
        if let Ok(Step::Sit { seat, holder, .. }) = row.step() {
            db.execute(
                "INSERT INTO seats (game, seat, holder) VALUES ($1, $2, $3)",
                &[&game, &role_word(seat), &holder],
            )
            .await?;
        }
    }
    Ok(())
}

/// Keeps the cards of a game, unless they are there.
async fn keep_pocket(db: &Transaction<'_>, pocket: &Pocket) -> Result<String, StoreError> {
    let id = pocket_id(pocket);
    if db.query_opt("SELECT 1 FROM pockets WHERE id = $1", &[&id]).await?.is_none() {
        db.execute(
            "INSERT INTO pockets (id, digest, source, readings) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
            &[&id, &pocket.digest, &pack(&pocket.source)?, &pack(&pocket.readings)?],
        )
        .await?;
    }
    Ok(id)
}

/// A pocket from three columns: digest, source, readings.
pub fn pocket_of(row: &tokio_postgres::Row, first: usize) -> Result<Pocket, StoreError> {
    let (source, readings): (&[u8], &[u8]) = (row.get(first + 1), row.get(first + 2));
    Ok(Pocket { digest: row.get(first), source: unpack(source)?, readings: unpack(readings)? })
}

/// The steps from a number on, up to another.
pub async fn rows(
    lane: &Lane,
    game: &GameId,
    from: Number,
    until: Option<i32>,
) -> Result<Vec<Row>, StoreError> {
    let from = i32::try_from(from).unwrap_or(i32::MAX);
    let read = lane
        .ask(
            "SELECT kind, role, value, extra, at, request, trail FROM steps \
             WHERE game = $1 AND number >= $2 AND number < $3 ORDER BY number",
            &[&&**game, &from, &until.unwrap_or(i32::MAX)],
        )
        .await?;
    let row = |row: &tokio_postgres::Row| -> Result<Row, StoreError> {
        let unreadable = || StoreError::Value(format!("a step of game {game}"));
        let value = u32::try_from(row.get::<_, i64>(2)).map_err(|_| unreadable())?;
        Ok(Row {
            kind: row.get(0),
            role: row.get::<_, Option<&str>>(1).and_then(role_of),
            value,
            extra: row.get(3),
            at: row.get(4),
            request: row.get::<_, i64>(5).cast_unsigned(),
            trail: row.get::<_, Option<i64>>(6).map(i64::cast_unsigned),
        })
    };
    read.iter().map(row).collect()
}

/// A game with its log and invitation. The log is read as far as the game's row counts it, and no step ever changes: all of
/// it is from one moment.
pub async fn load(lane: &Lane, game: &GameId) -> Result<Option<Stored>, StoreError> {
    let read = lane
        .ask(
            "SELECT g.steps, s.setup, g.note, g.over, g.due, g.changed, g.promise, c.server_secret, \
                 i.seat, i.digest, i.secret, p.digest, p.source, p.readings, g.asks, g.wakes \
             FROM games g JOIN setups s ON s.game = g.id LEFT JOIN secrets c ON c.game = g.id \
             LEFT JOIN pockets p ON p.id = g.pocket \
             LEFT JOIN invitations i ON i.game = g.id AND NOT i.used \
             WHERE g.id = $1 ORDER BY i.seat LIMIT 1",
            &[&&**game],
        )
        .await?;
    let Some(row) = read.first() else { return Ok(None) };
    let asks = row.get::<_, Option<&str>>(14).and_then(role_of);
    let head = Head {
        note: row.get(2),
        over: row.get(3),
        due: row.get(4),
        asks,
        wakes: row.get(15),
        at: row.get(5),
    };
    let promised = match row.get::<_, Option<&str>>(6) {
        Some(promise) => Some(promised(game, promise, row.get(7))?),
        None => None,
    };
    let invitation = match row.get::<_, Option<&str>>(8) {
        Some(seat) => {
            Some(Invitation { seat: seat_of(game, seat)?, digest: row.get(9), secret: row.get(10) })
        }
        None => None,
    };
    let pocket = match row.get::<_, Option<&str>>(11) {
        Some(_) => Some(pocket_of(row, 11)?),
        None => None,
    };
    let rows = rows(lane, game, 0, Some(row.get(0))).await?;
    Ok(Some(Stored { setup: row.get(1), rows, head, invitation, promised, pocket }))
}

fn seat_of(game: &str, seat: &str) -> Result<Role, StoreError> {
    role_of(seat).ok_or_else(|| StoreError::Value(format!("seat {seat} of game {game}")))
}

/// The names of all games from after a name on.
pub async fn all(lane: &Lane, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let read = lane
        .ask(
            "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
            &[&after.map_or("", |id| id), &signed(limit)],
        )
        .await?;
    Ok(read.iter().map(|row| id(row.get(0))).collect())
}

/// The names of the games that aren't over, from after a name on.
pub async fn running(lane: &Lane, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let read = lane
        .ask(
            "SELECT id FROM games WHERE NOT over AND id > $1 ORDER BY id LIMIT $2",
            &[&after.map_or("", |id| id), &signed(limit)],
        )
        .await?;
    Ok(read.iter().map(|row| id(row.get(0))).collect())
}

/// Games that wait for the server, unless another goes on with them.
pub async fn due(lane: &Lane, node: &str, now: i64, limit: usize) -> Result<Vec<GameId>, StoreError> {
    let read = lane
        .ask(
            "SELECT id FROM games WHERE (due OR (wakes IS NOT NULL AND wakes <= $3)) \
                 AND (driver IS NULL OR driver = $1 OR driver_until < now()) \
             ORDER BY changed, id LIMIT $2",
            &[&node, &signed(limit), &now],
        )
        .await?;
    Ok(read.iter().map(|row| id(row.get(0))).collect())
}

/// Takes it upon a server to go on with a game, unless another does. The clock is the database's: those of servers differ.
pub async fn claim(lane: &Lane, node: &str, game: &GameId) -> Result<bool, StoreError> {
    let claimed = lane
        .ask(
            "UPDATE games SET driver = $2, driver_until = now() + make_interval(secs => $3) \
             WHERE id = $1 AND (driver IS NULL OR driver = $2 OR driver_until < now()) RETURNING 1",
            &[&&**game, &node, &LEASE.as_secs_f64()],
        )
        .await?;
    Ok(!claimed.is_empty())
}

/// How long logs are.
pub async fn lengths(lane: &Lane, games: &[GameId]) -> Result<Vec<(GameId, Number)>, StoreError> {
    let names: Vec<&str> = games.iter().map(|game| &**game).collect();
    let read = lane.ask("SELECT id, steps FROM games WHERE id = ANY($1)", &[&names]).await?;
    Ok(read.iter().map(|row| (id(row.get(0)), row.get::<_, i32>(1).try_into().unwrap_or(0))).collect())
}

/// Says that a server is there, forgets those that have long been gone, and gives back the rules of the others.
pub async fn present(lane: &Lane, node: &str, rules: u32) -> Result<Vec<u32>, StoreError> {
    let own = i32::try_from(rules).unwrap_or(i32::MAX);
    let read = lane
        .ask(
            "WITH own AS (INSERT INTO nodes (node, seen, rules) VALUES ($1, now(), $2) \
                 ON CONFLICT (node) DO UPDATE SET seen = now(), rules = $2), \
             gone AS (DELETE FROM nodes WHERE node <> $1 AND seen < now() - interval '1 day') \
             SELECT rules FROM nodes WHERE node <> $1 AND seen > now() - make_interval(secs => $3)",
            &[&node, &own, &GONE.as_secs_f64()],
        )
        .await?;
    Ok(read.iter().map(|row| row.get::<_, i32>(0).try_into().unwrap_or(0)).collect())
}

/// Keeps the film of a game.
pub async fn keep_film(db: &Transaction<'_>, game: &GameId, film: &str) -> Result<(), StoreError> {
    let name = &**game;
    let known = db.query_opt("SELECT 1 FROM games WHERE id = $1", &[&name]).await?;
    known.ok_or(StoreError::Missing)?;
    db.execute(
        "INSERT INTO films (game, film) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING",
        &[&name, &pack(film)?],
    )
    .await?;
    Ok(())
}

/// The film of a game.
pub async fn film(lane: &Lane, game: &GameId) -> Result<Option<String>, StoreError> {
    let read = lane.ask("SELECT film FROM films WHERE game = $1", &[&&**game]).await?;
    read.first().map(|row| unpack(row.get(0))).transpose()
}

/// The games of a holder.
pub async fn games_of(lane: &Lane, holder: &str) -> Result<Vec<Listed>, StoreError> {
    let read = lane
        .ask(
            "SELECT id, min(seat), note, over, asks FROM games JOIN seats ON game = id WHERE holder = $1 \
             GROUP BY id ORDER BY changed DESC, id LIMIT $2",
            &[&holder, &signed(LISTED)],
        )
        .await?;
    let listed = |row: &tokio_postgres::Row| {
        let game = id(row.get(0));
        let role = seat_of(&game, row.get(1))?;
        let asks = row.get::<_, Option<&str>>(4).and_then(role_of);
        Ok(Listed { game, role, note: row.get(2), over: row.get(3), asks })
    };
    read.iter().map(listed).collect()
}

/// The names of all games of a holder.
pub async fn held(lane: &Lane, holder: &str) -> Result<Vec<GameId>, StoreError> {
    let read =
        lane.ask("SELECT DISTINCT game FROM seats WHERE holder = $1 ORDER BY game", &[&holder]).await?;
    Ok(read.iter().map(|row| id(row.get(0))).collect())
}

/// Writes over what names somebody in a game.
pub async fn redact(db: &Transaction<'_>, game: &GameId, redaction: &Redaction) -> Result<(), StoreError> {
    let (name, Redaction { setup, sits, note, film }) = (&**game, redaction);
    if db.execute("UPDATE games SET note = $2 WHERE id = $1", &[&name, note]).await? == 0 {
        return Err(StoreError::Missing);
    }
    db.execute("UPDATE setups SET setup = $2 WHERE game = $1", &[&name, setup]).await?;
    for (number, row) in sits {
        let number = i32::try_from(*number).unwrap_or(i32::MAX);
        db.execute(
            "UPDATE steps SET extra = $3 WHERE game = $1 AND number = $2 AND kind = 'sit'",
            &[&name, &number, &row.extra],
        )
        .await?;
    }
    if let Some(film) = film {
        db.execute(
            "INSERT INTO films (game, film) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET film = excluded.film",
            &[&name, &pack(film)?],
        )
        .await?;
    }
    Ok(())
}

/// Keeps an invitation in place of earlier ones. Of two at once the second waits for the first.
pub async fn invite(db: &Transaction<'_>, game: &GameId, invitation: &Invitation) -> Result<(), StoreError> {
    let (name, seat) = (&**game, role_word(invitation.seat));
    let known = db.query_opt("SELECT 1 FROM games WHERE id = $1 FOR UPDATE", &[&name]).await?;
    known.ok_or(StoreError::Missing)?;
    db.execute("DELETE FROM invitations WHERE game = $1 AND seat = $2", &[&name, &seat]).await?;
    db.execute(
        "INSERT INTO invitations (digest, game, seat, secret) VALUES ($1, $2, $3, $4)",
        &[&invitation.digest, &name, &seat, &invitation.secret],
    )
    .await?;
    Ok(())
}

/// What a digest invites to.
pub async fn invited(lane: &Lane, digest: &str) -> Result<Option<Invited>, StoreError> {
    let read = lane.ask("SELECT game, seat, used FROM invitations WHERE digest = $1", &[&digest]).await?;
    let Some(row) = read.first() else { return Ok(None) };
    let game = id(row.get(0));
    let seat = seat_of(&game, row.get(1))?;
    Ok(Some(Invited { game, seat, used: row.get(2) }))
}

/// The invitation to a seat.
pub async fn invitation(lane: &Lane, game: &GameId, seat: Role) -> Result<Option<Invitation>, StoreError> {
    let read = lane
        .ask(
            "SELECT digest, secret FROM invitations WHERE game = $1 AND seat = $2 AND NOT used",
            &[&&**game, &role_word(seat)],
        )
        .await?;
    Ok(read.first().map(|row| Invitation { seat, digest: row.get(0), secret: row.get(1) }))
}
