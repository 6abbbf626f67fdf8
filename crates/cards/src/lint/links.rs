//! What cards say about other cards: Subordinates, printings of one card, version letters.

use crate::collection::{Collection, Resolved};
use crate::finding::{Finding, Place};
use crate::plugin::Plugin;
use crate::printing::Printing;
use crate::reading::{FILE as READINGS, PrintMark};
use vocab::CardType;

/// Checks the links between cards.
pub fn check(plugin: &Plugin, findings: &mut Vec<Finding>) {
    let all = &plugin.collection;
    for (_, card) in all.printings() {
        spawn_targets(all, card, findings);
        values(card, findings);
    }
    printings_agree(all, findings);
    for alias in all.aliases().iter() {
        if all.resolve(&alias.new).printing().is_none() {
            findings.push(Finding::error(
                Place::file(crate::alias::FILE),
                "alias-unknown",
                format!("`{}` is renamed to `{}`, which doesn't exist", alias.old, alias.new),
                "write the name it has now",
            ));
        }
    }
    readings(all, findings);
}

/// A reading stands for a print that is there.
fn readings(all: &Collection, findings: &mut Vec<Finding>) {
    for reading in all.readings().iter() {
        let place = Place::line(READINGS, reading.line);
        let Some(card) = all.card(&reading.card()) else {
            let message = format!("there's no card called `{}`", reading.name);
            let cure = "write its name with the version letter, without the mark of a printing";
            findings.push(Finding::error(place, "reading-unknown", message, cure));
            continue;
        };
        let printings = all.printings_of(card).iter();
        let prints: Vec<PrintMark> = printings.map(|id| PrintMark::of(&all.get(*id).text)).collect();
        for mark in reading.prints.iter().filter(|mark| !prints.contains(mark)) {
            findings.push(Finding::warning(
                place.clone(),
                "reading-print",
                format!("no printing of `{}` has a text with the mark {mark}: it has changed", reading.name),
                format!("compare the reading with the print, then write `dejarik cards reading '{}'` for its mark", reading.name),
            ));
        }
    }
}

fn place(card: &Printing) -> Place {
    Place::line(format!("sets/{}.txt", card.set), card.line)
}

/// `/spawn` is the best link from a card to its Subordinates (FORMATS.md 6).
fn spawn_targets(all: &Collection, card: &Printing, findings: &mut Vec<Finding>) {
    for name in card.spawned() {
        match all.resolve(name) {
            Resolved::Exact(_) | Resolved::OtherCase(_) => {}
            Resolved::Renamed(id, _) => findings.push(Finding::warning(
                place(card),
                "spawn-renamed",
                format!("`{}`: the script puts `{name}` on the table, an old name", card.name.full()),
                format!("write `{}`", all.get(id).name.full()),
            )),
            Resolved::Unknown(near) => {
                let cure = match near.first() {
                    Some(id) => format!("did you mean `{}`?", all.get(*id).name.full()),
                    None => "write the name of a card that exists".to_string(),
                };
                let message = format!(
                    "`{}`: the script puts `{name}` on the table, which doesn't exist",
                    card.name.full()
                );
                findings.push(Finding::error(place(card), "spawn-unknown", message, cure));
            }
        }
    }
}

fn values(card: &Printing, findings: &mut Vec<Finding>) {
    let name = card.name.full();
    if card.speed.value().is_some_and(|speed| speed % 10 != 0) {
        let message = format!("`{name}`: speed {} isn't a multiple of 10", card.speed);
        findings.push(Finding::warning(place(card), "odd-speed", message, "write the printed speed"));
    }
    if !matches!(&*card.rarity, "" | "C" | "U" | "R" | "P" | "S" | "L") {
        let message = format!("`{name}`: `{}` isn't a rarity", card.rarity);
        findings.push(Finding::warning(place(card), "unknown-rarity", message, "one of C U R P S L"));
    }
    if card.image.is_empty() {
        let message = format!("`{name}`: no image file, so decks can't name the printing");
        findings.push(Finding::error(
            place(card),
            "no-image",
            message,
            "write the name of its image without .jpg",
        ));
    }
    if card.tags.iter().any(|tag| tag.contains(' ')) {
        let message = format!("`{name}`: the tags in Classification aren't separated by commas");
        findings.push(Finding::warning(place(card), "tag-list", message, "separate them with commas"));
    }
    if card.card_type == CardType::Reminder && !card.name.full().starts_with('{') {
        let message = format!("`{name}`: a Reminder card without braces around its name");
        findings.push(Finding::note(place(card), "reminder-name", message, "write {Name}"));
    }
}

/// Printings that count as one card should have the same numbers and type (rule 401.5).
fn printings_agree(all: &Collection, findings: &mut Vec<Finding>) {
    for card in all.cards() {
        let ids = all.printings_of(card);
        let first = all.get(ids[0]);
        let facts =
            |card: &Printing| (card.side, card.card_type, card.cost, card.speed, card.power, card.health);
        for other in ids[1..].iter().map(|id| all.get(*id)).filter(|other| facts(other) != facts(first)) {
            findings.push(Finding::warning(
                place(other),
                "printings-differ",
                format!(
                    "`{}` differs from its other printing sets/{}.txt:{} in side, type, cost or statistics",
                    other.name.full(),
                    first.set,
                    first.line
                ),
                "make them agree, or give one of them a set tag if they are two cards",
            ));
        }
    }
}
