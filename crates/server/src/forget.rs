//! A game without the name of somebody who wants to be forgotten.

use store::{Redaction, SOMEBODY, Stored};
use table::{Film, GameSetup, Row, Step};

/// Lists say who has won.
fn unnamed(note: &str, name: &str) -> String {
    note.replacen(&format!(": {name} won in turn "), &format!(": {SOMEBODY} won in turn "), 1)
}

/// What is written over a game so that it no longer names somebody who sits there.
pub fn redacted(stored: &Stored, film: Option<&str>, holder: &str) -> Result<Redaction, serde_json::Error> {
    let mut setup: GameSetup = serde_json::from_str(&stored.setup)?;
    let mut film: Option<Film> = film.map(serde_json::from_str).transpose()?;
    let (mut sits, mut note) = (Vec::new(), stored.head.note.clone());
    for (number, row) in (0..).zip(&stored.rows) {
        let Ok(Step::Sit { seat, holder: by, name }) = row.step() else { continue };
        if by != holder {
            continue;
        }
        let called = name.clone().unwrap_or_else(|| setup.player(seat).name.clone());
        note = unnamed(&note, &called);
        if let Some(film) = &mut film {
            film.note = unnamed(&film.note, &called);
            // Chance may have given out the roles. Of two who are called the same it doesn't matter which is which.
            if let Some(player) = film.players.iter_mut().find(|player| **player == called) {
                *player = SOMEBODY.into();
            }
        }
        setup.player_mut(seat).name = SOMEBODY.into();
        let anew = Step::Sit { seat, holder: by, name: name.map(|_| SOMEBODY.into()) };
        sits.push((number, Row { trail: row.trail, ..anew.to_row(row.at, row.request) }));
    }
    let setup = serde_json::to_string(&setup)?;
    Ok(Redaction { setup, sits, note, film: film.map(|film| serde_json::to_string(&film)).transpose()? })
}
