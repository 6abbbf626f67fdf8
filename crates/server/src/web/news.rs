//! What a page that is open gets: the events since the step that it shows, and the regions that it doesn't have.

use super::assets;
use crate::owner::Shot;
use crate::pages::drawn::Drawn;
use crate::pages::spot;
use axum::extract::Query;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use table::{Batch, Shown};

/// More hashes than this no page has.
const MOST: usize = 256;

/// What a page says that it shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The step.
    pub after: u32,
    /// The hashes of its regions.
    have: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Asked {
    after: u32,
    #[serde(default)]
    have: String,
}

impl Known {
    /// What the address says; nothing unless a page asks that can take the answer.
    pub fn read(address: &Uri) -> Option<Known> {
        let Query(asked) = Query::<Asked>::try_from_uri(address).ok()?;
        let have = asked.have.split(',').filter(|hash| !hash.is_empty()).take(MOST);
        Some(Known { after: asked.after, have: have.map(str::to_string).collect() })
    }
}

/// The answer.
#[derive(Serialize)]
struct News<'a> {
    game: &'a str,
    /// The version that it leads to: the step, and the count of what isn't a step.
    version: String,
    #[serde(flatten)]
    batch: Batch,
    /// The cards that are shown large, by token.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    faces: BTreeMap<String, String>,
    /// The attributes of the body.
    body: BTreeMap<&'static str, &'a str>,
    /// The whole page, for those who have another frame, and what it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    have: Option<String>,
    /// Regions by name: hash and element.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parts: BTreeMap<&'a str, [Cow<'a, str>; 2]>,
    /// The names in each list of regions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    lists: BTreeMap<&'a str, &'a [String]>,
    /// The scripts of this server.
    script: &'static str,
}

/// The cards of a batch that somebody shows: played, completed, or put into an arena.
fn faces(shot: &Shot, batch: &Batch) -> BTreeMap<String, String> {
    let large = |event: &&Shown| matches!(event.kind, "reveal" | "play" | "deploy");
    let cards = batch.events.iter().filter(large).filter_map(|event| event.card.clone());
    let face = |card: String| {
        let definition = shot.table.game.catalog().definition(*batch.definitions.get(&card)?);
        Some((card, spot::spot(&shot.world, definition).into_string()))
    };
    cards.filter_map(face).collect()
}

/// What somebody who knows this much needs to show what was drawn; `version` names a position of the past.
pub fn news(known: &Known, shot: &Shot, drawn: &Drawn, batch: Batch, version: Option<String>) -> Response {
    let new_frame = !known.have.contains(&drawn.hash);
    let changed = drawn.regions.iter().filter(|region| !new_frame && !known.have.contains(&region.hash));
    let news = News {
        game: &shot.game,
        version: version.unwrap_or_else(|| shot.version()),
        faces: faces(shot, &batch),
        batch,
        body: drawn.attributes.iter().map(|(name, value)| (*name, value.as_str())).collect(),
        whole: new_frame.then(|| drawn.content()),
        have: new_frame.then(|| drawn.have()),
        parts: changed
            .map(|region| (&*region.name, [region.hash.as_str().into(), region.element()]))
            .collect(),
        lists: if new_frame { BTreeMap::new() } else { drawn.lists().collect() },
        script: assets::build(),
    };
    match serde_json::to_string(&news) {
        Ok(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => {
            tracing::error!(game = &*shot.game, %error, "a batch can't be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
