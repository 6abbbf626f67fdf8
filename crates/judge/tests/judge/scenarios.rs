//! The rulings as scenarios: every file can be read, is named after its id and cites rules that exist.

use dejarik_judge::{Scenario, parse};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("scenarios"), root.join("cards")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let entries = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Scenario {
    let text = std::fs::read_to_string(path).unwrap();
    parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_scenario_is_named_after_its_id() {
    let mut seen = BTreeSet::new();
    for path in files() {
        let scenario = read(&path);
        assert_eq!(Some(scenario.id.as_str()), path.file_stem().and_then(|stem| stem.to_str()));
        assert!(seen.insert(scenario.id.clone()), "{} stands twice", scenario.id);
        assert!(!scenario.cards.is_empty(), "{} has no position", scenario.id);
        assert!(!scenario.steps.is_empty(), "{} has no script", scenario.id);
    }
    assert!(!seen.is_empty());
}

#[test]
fn every_cited_rule_exists() {
    for path in files() {
        let scenario = read(&path);
        for number in scenario.rules {
            assert!(vocab::rulebook::rule(number).is_some(), "{}: there is no rule {number}", scenario.id);
        }
    }
}

#[test]
fn cards_lie_on_cards_of_the_scenario() {
    use dejarik_judge::scenario::Spot;
    for path in files() {
        let scenario = read(&path);
        let mut names = BTreeSet::new();
        for placed in &scenario.cards {
            if let Spot::Under(host) | Spot::Pilot(host) | Spot::On(host) | Spot::Beneath(host) = &placed.spot
            {
                assert!(
                    names.contains(host),
                    "{}: `{host}` is not laid down before line {}",
                    scenario.id,
                    placed.line
                );
            }
            names.insert(placed.card.name.clone());
        }
    }
}

#[test]
fn expectations_speak_of_cards_of_the_scenario() {
    use dejarik_judge::scenario::{Expect, What};
    for path in files() {
        let scenario = read(&path);
        for step in &scenario.steps {
            let (What::Expect(expect) | What::ExpectNow(expect)) = &step.what else { continue };
            let name = match expect {
                Expect::Counters(name, ..)
                | Expect::Tapped(name)
                | Expect::Untapped(name)
                | Expect::In(name, _)
                | Expect::FaceDown(name)
                | Expect::Sees(_, _, name)
                | Expect::Value(name, ..) => name,
                Expect::Force(..)
                | Expect::BuildPoints(..)
                | Expect::HandSize(..)
                | Expect::DeckSize(..)
                | Expect::Asked(_)
                | Expect::DeckFaults(..)
                | Expect::SeesDice(..)
                | Expect::Rolled(_)
                | Expect::Turn(_)
                | Expect::Winner(_)
                | Expect::NoWinner
                | Expect::Draw => continue,
            };
            let is_there = scenario.cards.iter().any(|placed| placed.card.name == *name);
            assert!(is_there, "{}: there is no `{name}` (line {})", scenario.id, step.line);
        }
    }
}
