//! Meaning, not only shape: every kind of the ability model comes up in a scenario.
//!
//! The scenarios run under watch; of the abilities that were offered, triggered or applied in them, every variant of
//! every enum is noted. The list of all variants is read from the source of the ability model, so a new one is asked
//! for as soon as it stands there.

mod model;
mod walk;

pub use walk::{Kind, kinds_of};

use cards::Collection;
use dejarik::{Cards, Playtest};
use judge::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Kinds that need no scenario, and why. One that comes up after all must not stand here.
const WITHOUT: [(&str, &str, &str); 2] = [
    ("Activity", "BeInDeck", "a rule for building decks, which nothing in a game asks about (rule 103.7)"),
    ("Activity", "BeInSupply", "a rule for building decks, which nothing in a game asks about (rule 302.5)"),
];

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// Every kind of the model, in the order of the source, with the scenarios that it comes up in.
    pub kinds: Vec<(String, String, Vec<String>)>,
    /// Scenarios that were played, with cards of our own and with real ones.
    pub played: (usize, usize),
    /// The real cards that scenarios are about.
    pub real: BTreeSet<String>,
    /// Scenarios of real cards that state a ruling.
    pub rulings: Vec<String>,
    /// What is wrong with a scenario.
    pub faults: Vec<String>,
}

/// Plays the scenarios of the repository, and with a folder of cards also those of real cards.
pub fn look(folder: Option<&Path>) -> Result<Found, String> {
    let mut found = Found::default();
    let mut met: BTreeMap<Kind, Vec<String>> = BTreeMap::new();
    let scenarios = read(&home("scenarios"))?;
    found.played.0 = scenarios.len();
    play(&Cards::core(), &scenarios, &mut met, &mut found);
    if let Some(folder) = folder {
        let cards = Cards::folder_with(folder, Playtest::Load).map_err(|error| error.to_string())?;
        let scenarios = read(&home("cards"))?;
        found.played.1 = scenarios.len();
        play(&cards, &scenarios, &mut met, &mut found);
        count_rulings(cards.collection(), &scenarios, &mut found);
    }
    for (of, name) in model::variants()? {
        let kind = met.keys().find(|(own, variant)| *own == of && *variant == name).copied();
        let scenarios = kind.and_then(|kind| met.remove(&kind)).unwrap_or_default();
        found.kinds.push((of, name, scenarios));
    }
    // Side, arena and counter are words of the game that the vocabulary has besides the ability model.
    let known: BTreeSet<&str> = found.kinds.iter().map(|(of, ..)| of.as_str()).collect();
    let unknown: Vec<String> =
        met.keys().filter(|(of, _)| known.contains(of)).map(|k| format!("{k:?}")).collect();
    match unknown.is_empty() {
        true => Ok(found),
        false => Err(format!("the source of the ability model was not read whole: {}", unknown.join(", "))),
    }
}

/// The scenarios with cards of our own.
pub fn scenarios() -> Result<Vec<Scenario>, String> {
    read(&home("scenarios"))
}

fn home(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge").join(folder)
}

fn read(folder: &Path) -> Result<Vec<Scenario>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(|error| wrong(&error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).map_err(|error| wrong(&error))?;
        judge::parse(&text).map_err(|error| format!("{}: {error}", file.display()))
    };
    files.iter().map(read).collect()
}

fn play(cards: &Cards, scenarios: &[Scenario], met: &mut BTreeMap<Kind, Vec<String>>, found: &mut Found) {
    for scenario in scenarios {
        let (verdict, seen) = cards.watch_scenario(scenario);
        found.faults.extend(verdict.failures.iter().map(|failure| format!("{}: {failure}", scenario.id)));
        let kinds: BTreeSet<Kind> = seen.iter().flat_map(kinds_of).collect();
        for kind in kinds {
            met.entry(kind).or_default().push(scenario.id.clone());
        }
    }
}

/// A scenario that states a ruling names a card whose Usage column has one.
fn count_rulings(collection: &Collection, scenarios: &[Scenario], found: &mut Found) {
    for scenario in scenarios {
        let names: BTreeSet<&str> = scenario
            .cards
            .iter()
            .filter(|placed| placed.card.printed)
            .map(|placed| &*placed.card.name)
            .collect();
        let is_ruled = collection
            .printings()
            .any(|(_, printing)| !printing.usage.rulings.is_empty() && names.contains(printing.name.full()));
        match (&scenario.ruling, is_ruled) {
            (Some(_), true) => found.rulings.push(scenario.id.clone()),
            (Some(_), false) => found.faults.push(format!("{}: no card of it has a ruling", scenario.id)),
            (None, _) => {}
        }
        found.real.extend(names.into_iter().map(ToString::to_string));
    }
}

impl Found {
    /// The kinds that come up in no scenario and need one.
    pub fn without(&self) -> impl Iterator<Item = String> {
        let missing = self.kinds.iter().filter(|(_, _, scenarios)| scenarios.is_empty());
        let missing = missing.filter(|(of, name, _)| reason(of, name).is_none());
        missing.map(|(of, name, _)| format!("{of}::{name}"))
    }

    /// Whether every kind has a scenario and every scenario holds.
    pub fn verdict(&self) -> Result<(), String> {
        let idle = WITHOUT.iter().filter(|(of, name, _)| {
            !self.kinds.iter().any(|(own, kind, places)| own == of && kind == name && places.is_empty())
        });
        let mut faults = self.faults.clone();
        faults.extend(self.without().map(|kind| format!("{kind} comes up in no scenario")));
        faults.extend(idle.map(|(of, name, _)| format!("{of}::{name} needs no exception")));
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }
}

/// Why a kind needs no scenario.
fn reason(of: &str, name: &str) -> Option<&'static str> {
    WITHOUT.iter().find(|(own, kind, _)| *own == of && *kind == name).map(|(_, _, reason)| *reason)
}

/// The table: every kind, in how many scenarios it comes up, and some of them.
pub fn report(found: &Found) -> String {
    let mut text = String::new();
    let mut last = "";
    for (of, name, scenarios) in &found.kinds {
        if last != of {
            let _ = writeln!(text, "{of}");
            last = of;
        }
        let some = scenarios.iter().take(4).map(String::as_str).collect::<Vec<_>>().join(", ");
        let some = match reason(of, name) {
            Some(reason) if scenarios.is_empty() => format!("- ({reason})"),
            _ if scenarios.is_empty() => "- NONE".to_string(),
            _ => some,
        };
        let _ = writeln!(text, "  {name:<20} {:>4}  {some}", scenarios.len());
    }
    let enums: BTreeSet<&str> = found.kinds.iter().map(|(of, ..)| of.as_str()).collect();
    let _ = writeln!(
        text,
        "\n{} kinds of {} enums, {} without a scenario; {} scenarios with cards of our own, {} with real cards: {} \
         cards, {} scenarios that state a ruling",
        found.kinds.len(),
        enums.len(),
        found.without().count(),
        found.played.0,
        found.played.1,
        found.real.len(),
        found.rulings.len(),
    );
    text
}
