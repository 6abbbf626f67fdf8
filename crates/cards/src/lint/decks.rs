//! The decks in the folder: do they name cards that exist?

use crate::bytes;
use crate::deck::{self, Deck, Zone};
use crate::finding::{Finding, Place};
use crate::plugin::Plugin;

/// Checks every deck of the folder.
pub fn check(plugin: &Plugin, findings: &mut Vec<Finding>) {
    for path in plugin.decks() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let file = format!("decks/{name}");
        let read = bytes::read_limited(&path, deck::MAX_BYTES as u64)
            .map_err(|error| error.to_string())
            .and_then(|data| Deck::read(name, &data).map_err(|error| error.to_string()));
        match read {
            Ok(mut read) => {
                read.findings.iter_mut().for_each(|finding| finding.place.file.clone_from(&file));
                findings.append(&mut read.findings);
                names(plugin, &read.deck, &file, findings);
            }
            Err(reason) => {
                findings.push(Finding::error(
                    Place::file(file),
                    "unreadable-deck",
                    reason,
                    "repair the file",
                ));
            }
        }
    }
}

fn names(plugin: &Plugin, deck: &Deck, file: &str, findings: &mut Vec<Finding>) {
    let all = &plugin.collection;
    let mut seen = Vec::new();
    for (card, _) in deck.zones.iter().flat_map(Zone::counted) {
        if seen.contains(&card) {
            continue;
        }
        seen.push(card);
        let Some(id) = all.resolve(&card.name).printing() else {
            let cure = "write a name that exists; `dejarik deck check` has suggestions";
            let message = format!("`{}` doesn't exist", card.name);
            findings.push(Finding::error(Place::file(file), "deck-unknown-card", message, cure));
            continue;
        };
        let image = &all.get(id).image;
        if !card.id.is_empty() && *card.id != **image {
            let message = format!("`{}` has the id `{}`", card.name, card.id);
            let cure = format!("the image file is now `{image}`");
            findings.push(Finding::note(Place::file(file), "deck-stale-id", message, cure));
        }
    }
}
