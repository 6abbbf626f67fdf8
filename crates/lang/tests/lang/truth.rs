//! Canonical English is true: whose hand, deck, pile or zone it speaks of, and who does what "if you do" asks for, is so
//! in the abilities that it stands for.
//!
//! That it's read as the same abilities again doesn't prove this: the words could be wrong in both directions.

use cards::plugin::{Playtest, Plugin};
use cards::{Collection, core_set};
use dejarik_lang::{Lexicon, Setting, compile_card, render};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Piles and zones of players: as data and as a word.
const PILES: [(&str, &str); 12] = [
    ("Hand", "hand"),
    ("Deck", "deck"),
    ("TopOfDeck", "deck"),
    ("DiscardPile", "discard pile"),
    ("BuildZone", "build zone"),
    ("ArenaOrBuildZone", "build zone"),
    ("HandOf", "hand"),
    ("Shuffle", "deck"),
    ("RevealUntil", "deck"),
    ("Searches", "deck"),
    ("BeInSupply", "supply"),
    ("Supply", "supply"),
];

/// What is said of whom, as data or in words.
#[derive(Debug, Default)]
struct Claims {
    /// Piles of yours.
    yours: BTreeSet<&'static str>,
    /// Piles of the opponent's.
    theirs: BTreeSet<&'static str>,
    /// Piles of somebody else who is named, or where a card goes, which is its owner's.
    others: BTreeSet<&'static str>,
    /// How often something follows if you did something.
    yours_if_done: usize,
}

impl Claims {
    fn of_data(abilities: &Value) -> Claims {
        let mut claims = Claims::default();
        claims.look(abilities);
        claims
    }

    fn look(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, inner) in fields {
                    if let Some((_, pile)) = PILES.iter().find(|(name, _)| name == key) {
                        // Of several parts, one is the player.
                        let is = |who: &str| {
                            inner == who
                                || inner.as_array().is_some_and(|all| all.iter().any(|part| part == who))
                        };
                        let whose = if is("You") {
                            &mut self.yours
                        } else if is("Opponent") {
                            &mut self.theirs
                        } else {
                            &mut self.others
                        };
                        whose.insert(pile);
                    }
                    self.look(inner);
                }
                if let Some(step) = fields.get("Do")
                    && (!step["then"].is_null() || !step["otherwise"].is_null())
                    && !is_of_another(step)
                {
                    self.yours_if_done += 1;
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.look(item)),
            Value::String(word) => {
                let pile = PILES.iter().find(|(name, _)| name == word);
                self.others.extend(pile.map(|(_, pile)| *pile));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn of_english(english: &str) -> Claims {
        let english = english.to_lowercase();
        let mut claims = Claims::default();
        for (_, pile) in PILES {
            let is_whole = |at: usize| !english[at + pile.len()..].starts_with(|c: char| c.is_alphabetic());
            for (at, _) in english.match_indices(pile).filter(|(at, _)| is_whole(*at)) {
                // The last owner before the pile: "your hand, deck, or discard pile".
                let before = &english[..at];
                let last = |words: &str| before.rfind(words);
                let yours = last("your ").filter(|_| before.len() - last("your ").unwrap_or(0) < 40);
                let theirs = last("opponent's ");
                let others =
                    ["his or her ", "their ", "'s ", "owner's ", "a player's "].map(last).into_iter().max();
                let of_others = others.flatten();
                match (yours, theirs) {
                    (Some(you), _) if of_others.is_none_or(|other| other < you) => claims.yours.insert(pile),
                    (_, Some(they)) if of_others.is_none_or(|other| other <= they + 8) => {
                        claims.theirs.insert(pile)
                    }
                    _ => claims.others.insert(pile),
                };
            }
        }
        claims.yours_if_done = english.matches("if you do,").count();
        claims
    }
}

/// Whether what is done first is done by somebody else than you.
fn is_of_another(step: &Value) -> bool {
    let who = match &step["optional"] {
        Value::Object(may) => may.get("May").cloned().unwrap_or_default(),
        _ => acts(&step["what"]),
    };
    who != "You" && !who.is_null()
}

/// Who acts in a step, as far as the step says so.
fn acts(step: &Value) -> Value {
    match step {
        Value::Object(fields) => {
            let named = ["Draw", "Pay", "LookAt", "Shuffle", "RevealUntil"]
                .iter()
                .find_map(|verb| fields.get(*verb)?.get(0).cloned());
            let by = fields.get("by").cloned();
            named
                .or(by)
                .unwrap_or_else(|| fields.values().map(acts).find(|who| !who.is_null()).unwrap_or_default())
        }
        Value::Array(items) => items.iter().map(acts).find(|who| !who.is_null()).unwrap_or_default(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Value::Null,
    }
}

/// What the English says that the abilities don't.
fn falsehoods(abilities: &Value, english: &str) -> Vec<String> {
    let (meant, said) = (Claims::of_data(abilities), Claims::of_english(english));
    let mut found = Vec::new();
    for pile in &said.yours {
        if !meant.yours.contains(pile) && !meant.others.contains(pile) {
            found.push(format!("your {pile}"));
        }
    }
    for pile in &said.theirs {
        if !meant.theirs.contains(pile) && !meant.others.contains(pile) {
            found.push(format!("your opponent's {pile}"));
        }
    }
    for pile in &meant.theirs {
        if !said.theirs.contains(pile) && !said.others.contains(pile) {
            found.push(format!("nothing of your opponent's {pile}"));
        }
    }
    if said.yours_if_done > meant.yours_if_done {
        found.push("if you do".into());
    }
    found
}

/// Every clause whose English is false: the card, the falsehoods, the English.
fn faults(collection: &Collection) -> Vec<String> {
    let lexicon = Lexicon::of(collection);
    let mut faults = Vec::new();
    for (_, printing) in collection.printings() {
        let setting = Setting::of(printing, &lexicon);
        for clause in &compile_card(printing, &lexicon).clauses {
            let Ok(abilities) = &clause.outcome else { continue };
            let Ok(english) = render(abilities, &setting, &lexicon) else { continue };
            let abilities = serde_json::to_value(abilities).expect("abilities are data");
            let found = falsehoods(&abilities, &english);
            if !found.is_empty() {
                faults.push(format!("{}: {}: {english}", printing.name.full(), found.join(", ")));
            }
        }
    }
    faults
}

#[test]
fn the_english_of_core_is_true() {
    let faults = faults(&core_set::plugin().collection);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_english_of_every_card_of_the_folder_is_true() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let faults = faults(&plugin.collection);
    assert!(faults.is_empty(), "{} faults\n{faults:#?}", faults.len());
}

#[test]
fn what_is_false_is_found() {
    let search = |whose: &str| json!([{ "Search": { "places": [{ "Deck": whose }] } }]);
    let none: Vec<String> = Vec::new();
    assert_eq!(falsehoods(&search("You"), "Search your deck for a card."), none);
    assert_eq!(falsehoods(&search("Opponent"), "Search your opponent's deck for a card."), none);
    assert_eq!(falsehoods(&search("You"), "Search your opponent's deck."), ["your opponent's deck"]);
    assert_eq!(
        falsehoods(&search("Opponent"), "Search your deck."),
        ["your deck", "nothing of your opponent's deck"]
    );
    let after = |who: &str| json!([{ "Do": { "optional": { "May": who }, "what": {}, "then": {} } }]);
    assert_eq!(falsehoods(&after("You"), "You may tap. If you do, untap."), none);
    assert_eq!(falsehoods(&after("Opponent"), "Your opponent may tap. If you do, untap."), ["if you do"]);
    let must = json!([{ "Do": { "optional": "Must", "what": { "Draw": ["Opponent", 1] }, "then": {} } }]);
    assert_eq!(falsehoods(&must, "Your opponent draws a card. If you do, untap."), ["if you do"]);
}
