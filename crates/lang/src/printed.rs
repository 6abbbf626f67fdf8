//! Printed cards at the reader's door: what it needs to know of a collection and of a printing, as plain facts.
//!
//! This file, our readings (`reading.rs`), and those that work on whole collections (`library.rs`, `coverage.rs`,
//! `ledger.rs`), are all that know card files. The rest reads and writes text; the test command checks it.

use crate::compile::{Compiled, compile_text};
use crate::departure::{Departure, respelt};
use crate::lexicon::{CardWords, Lexicon, own_names};
use crate::parser::Setting;
use crate::reading::reading_of;
use cards::{Collection, Printing, Reading};

impl Lexicon {
    /// All names and subtypes of a collection.
    pub fn of(collection: &Collection) -> Lexicon {
        let printings = collection.printings().map(|(_, printing)| printing);
        let cards: Vec<CardWords<'_>> = printings
            .map(|printing| CardWords {
                name: printing.name.base(),
                is_unique: printing.name.is_unique(),
                subtypes: &printing.subtypes,
                card_type: printing.card_type,
            })
            .collect();
        Lexicon::new(&cards)
    }
}

impl Setting {
    /// The setting of a card.
    pub fn of(printing: &Printing, lexicon: &Lexicon) -> Setting {
        Setting {
            card_type: printing.card_type,
            name: printing.name.base().into(),
            own_names: own_names(printing.name.base(), printing.name.is_unique(), lexicon),
        }
    }
}

/// Compiles the text of a card, or the reading that stands for it.
pub fn compile_card(printing: &Printing, lexicon: &Lexicon) -> Compiled {
    let reading = reading_of(printing);
    let text = reading.map_or(&*printing.text, |reading| &reading.text);
    let compiled = compile_text(text, &Setting::of(printing, lexicon), lexicon);
    Compiled { corrected: reading.is_some(), ..compiled }
}

/// Everything that is read of a card: its name, its subtypes, its text, and the reading that stands for it.
pub fn texts(printing: &Printing) -> Vec<&str> {
    let printed = [printing.name.base(), &printing.subtypes, &printing.text];
    printed.into_iter().chain(reading_of(printing).map(|reading| reading.text.as_str())).collect()
}

/// What is read on a card differently from its print.
pub fn departures(printing: &Printing, compiled: &Compiled) -> Vec<Departure> {
    match reading_of(printing) {
        Some(Reading { why, text, .. }) => {
            vec![Departure::Reworded { why: why.clone(), text: text.clone() }]
        }
        None => respelt(&printing.text, compiled),
    }
}
