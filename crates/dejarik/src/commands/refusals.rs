//! The second half of `dejarik cards coverage`: what the referee does not carry out of the cards that are read.

use super::{Answer, Done};
use crate::output::{BOLD, Cell, Out, count, paint};
use cards::plugin::Plugin;
use engine::support::unsupported;
use lang::{Lexicon, define};
use std::collections::BTreeMap;
use vocab::{CardType, Completeness};

/// How many names are shown for a construct.
const NAMES: usize = 3;

/// Shows which constructs are refused and how many cards each blocks, most first.
pub fn show(out: &mut Out, plugin: &Plugin) -> Done {
    let lexicon = Lexicon::new(&plugin.collection);
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut read, mut carried_out) = (0_usize, 0_usize);
    for card in plugin.collection.cards() {
        let card = define(plugin.collection.get(plugin.collection.shown(card)), &lexicon);
        // What stops a card that is not read was shown before; Reminder cards are not part of a game (rule 217.1).
        if card.completeness != Completeness::Exact || card.card_type == CardType::Reminder {
            continue;
        }
        read += 1;
        match unsupported(&card) {
            Some(construct) => refused.entry(construct).or_default().push(card.to_string()),
            None => carried_out += 1,
        }
    }
    out.gap()?;
    let read = count(read, "card that is read", "cards that are read");
    out.line(paint(BOLD, &format!("The referee carries out {carried_out} of {read}")))?;
    let mut rows: Vec<(String, Vec<String>)> = refused.into_iter().collect();
    rows.sort_by(|one, other| other.1.len().cmp(&one.1.len()).then_with(|| one.0.cmp(&other.0)));
    if !rows.is_empty() {
        let cells: Vec<Vec<Cell>> = rows
            .iter()
            .map(|(construct, names)| {
                let shown: Vec<&str> = names.iter().take(NAMES).map(String::as_str).collect();
                vec![
                    Cell::number(names.len()),
                    Cell::new(construct.as_str()),
                    Cell::new(shown.join("; ").as_str()),
                ]
            })
            .collect();
        out.table(&["cards", "refused", "such as"], &cells)?;
    }
    Ok(Answer::Yes)
}
