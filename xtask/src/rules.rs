//! Which rule of chapters 5 to 17 which scenario or test cites: what nothing cites needs a reason.

use crate::boundaries::{cited_rules, sources_of};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The chapters that are played.
const CHAPTERS: std::ops::RangeInclusive<u16> = 5..=17;

/// The crates whose tests play by the rules, read the phrases of chapter 16 or count dice by them.
const TESTED: [&str; 5] = [
    "crates/engine/src",
    "crates/engine/tests",
    "crates/judge/tests",
    "crates/lang/src",
    "crates/odds/tests",
];

const SCENARIOS: &str = "crates/judge/scenarios";
const RULEBOOK: &str = "docs/RULEBOOK.md";
const REASONS: &str = "xtask/rules_without_test.txt";

/// At most this part of the numbers may be without a test: one in that many.
const ONE_IN: usize = 10;

/// A rule number in order: section and rule.
type Number = (u16, u8);

/// What is known of the citations.
struct Citations {
    /// Every number with the places that cite it.
    cited: BTreeMap<Number, Vec<String>>,
    /// The numbers that need no test, with the reason.
    reasons: BTreeMap<Number, String>,
    /// What is wrong with the list of reasons.
    faults: Vec<String>,
}

/// Prints every number with what cites it, the numbers without, and what the test command says to that.
pub fn show(root: &Path) -> Result<(), String> {
    let citations = Citations::gather(root)?;
    for (number, places) in &citations.cited {
        let places = match citations.reasons.get(number) {
            _ if !places.is_empty() => places.join(", "),
            Some(reason) => format!("- ({reason})"),
            None => "-".to_string(),
        };
        println!("{}\t{places}", written(*number));
    }
    println!();
    for chapter in CHAPTERS {
        let of_it: Vec<_> =
            citations.cited.iter().filter(|((section, _), _)| section / 100 == chapter).collect();
        let without = of_it.iter().filter(|(_, places)| places.is_empty()).count();
        println!("chapter {chapter}: {} numbers, {without} without a test", of_it.len());
    }
    let without = citations.cited.values().filter(|places| places.is_empty()).count();
    println!("all: {} numbers, {without} without a test", citations.cited.len());
    citations.verdict()
}

/// What the test command asks: no reason is stale, few numbers have no test, and each of these has a reason.
pub fn check(root: &Path) -> Result<(), String> {
    Citations::gather(root)?.verdict()
}

impl Citations {
    fn gather(root: &Path) -> Result<Citations, String> {
        let rulebook = read(&root.join(RULEBOOK))?;
        let mut cited: BTreeMap<Number, Vec<String>> =
            numbers(&rulebook).map(|number| (number, Vec::new())).collect();
        let mut cite = |number: Number, place: &str| {
            let places = cited.entry(number).or_default();
            if places.last().is_none_or(|last| last != place) {
                places.push(place.to_string());
            }
        };
        for file in scenarios(&root.join(SCENARIOS))? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().to_string();
            for number in scenario_rules(&read(&file)?) {
                cite(number, &name);
            }
        }
        for folder in TESTED {
            for file in sources_of(root, folder)? {
                let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
                for number in test_rules(&name, &read(&file)?) {
                    cite(number, &name);
                }
            }
        }
        // What is cited and does not exist is a fault of its own (boundaries, and the tests of the judge).
        let known: Vec<Number> = numbers(&rulebook).collect();
        cited.retain(|number, _| known.contains(number));
        let (reasons, faults) = reasons(&read(&root.join(REASONS))?, &cited);
        Ok(Citations { cited, reasons, faults })
    }

    /// A fault if more than one number in [`ONE_IN`] has no test.
    fn too_many(&self) -> Option<String> {
        let without = self.cited.values().filter(|places| places.is_empty()).count();
        (without * ONE_IN > self.cited.len()).then(|| {
            format!("{without} of {} numbers have no test: more than one in {ONE_IN}", self.cited.len())
        })
    }

    fn verdict(&self) -> Result<(), String> {
        let mut faults = self.faults.clone();
        let without: Vec<Number> =
            self.cited.iter().filter(|(_, places)| places.is_empty()).map(|(number, _)| *number).collect();
        let unexplained: Vec<String> =
            without.iter().filter(|number| !self.reasons.contains_key(number)).map(|n| written(*n)).collect();
        if !unexplained.is_empty() {
            faults.push(format!(
                "no scenario or test cites, and no reason is given for, {}",
                unexplained.join(", ")
            ));
        }
        faults.extend(self.too_many());
        if faults.is_empty() { Ok(()) } else { Err(format!("rules:\n  {}", faults.join("\n  "))) }
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn written((section, rule): Number) -> String {
    format!("{section}.{rule}")
}

fn number(word: &str) -> Option<Number> {
    let (section, rule) = word.split_once('.')?;
    Some((section.parse().ok()?, rule.parse().ok()?))
}

/// The numbers of the chapters that are played.
fn numbers(rulebook: &str) -> impl Iterator<Item = Number> + '_ {
    let listed = rulebook.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("** "));
    listed.filter_map(|(word, _)| number(word)).filter(|(section, _)| CHAPTERS.contains(&(section / 100)))
}

/// The scenarios that hold; those that wait prove nothing.
fn scenarios(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    Ok(files)
}

fn scenario_rules(text: &str) -> Vec<Number> {
    let lines =
        text.lines().filter_map(|line| line.strip_prefix("rule")?.trim_start_matches('s').strip_prefix(' '));
    lines.flat_map(cited_rules).filter_map(|word| number(&word)).collect()
}

/// The numbers in a file of tests, or behind the `#[cfg(test)]` of a source file: in comments, messages and names.
fn test_rules(name: &str, text: &str) -> Vec<Number> {
    let is_test_file = name.contains("/tests/") || name.ends_with("/tests.rs");
    let tests = match text.find("#[cfg(test)]\nmod tests {") {
        _ if is_test_file => text,
        Some(at) => &text[at..],
        None => return Vec::new(),
    };
    // A name such as `fn rule_1107_9_...` cites as well.
    let named = tests.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")).flat_map(|line| {
        let name = line.split('(').next().unwrap_or(line);
        let words: Vec<&str> = name.split('_').collect();
        words.windows(2).flat_map(|pair| cited_rules(&pair.join("."))).collect::<Vec<_>>()
    });
    cited_rules(tests).into_iter().chain(named).filter_map(|word| number(&word)).collect()
}

/// `601.1 reason` lines; a number that does not exist, is cited, or stands twice is a fault.
fn reasons(text: &str, cited: &BTreeMap<Number, Vec<String>>) -> (BTreeMap<Number, String>, Vec<String>) {
    let mut reasons = BTreeMap::new();
    let mut faults = Vec::new();
    for (line, entry) in
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        let mut fault = |what: &str| faults.push(format!("{REASONS}:{line}: {what}"));
        let Some((Some(number), reason)) = entry.split_once(' ').map(|(word, reason)| (number(word), reason))
        else {
            fault("expected a rule number and a reason, such as `601.1 a heading`");
            continue;
        };
        match cited.get(&number) {
            None => fault(&format!("there is no rule {} in chapters 5 to 17", written(number))),
            Some(places) if !places.is_empty() => {
                fault(&format!(
                    "{} is cited by {}: it needs no reason any more",
                    written(number),
                    places.join(", ")
                ));
            }
            Some(_) if reasons.insert(number, reason.trim().to_string()).is_some() => {
                fault(&format!("{} stands twice", written(number)));
            }
            Some(_) => {}
        }
    }
    (reasons, faults)
}

#[cfg(test)]
mod tests {
    use super::{Citations, number, numbers, reasons, scenario_rules, test_rules};
    use std::collections::BTreeMap;

    #[test]
    fn numbers_are_read_from_rulebook_scenarios_and_tests() {
        let rulebook = "- **401.1** a\n- **601.1** b\n- **1707.2** c\ntext 602.1\n- **1801.1** d\n";
        assert_eq!(numbers(rulebook).collect::<Vec<_>>(), [(601, 1), (1707, 2)]);
        assert_eq!(scenario_rules("T1 a\nrules 601.1, 1707.2\nexpect 703.1\n"), [(601, 1), (1707, 2)]);
        let source = "// 601.1\n#[cfg(test)]\nmod tests {\n    // 602.1\n    fn rule_603_2_holds() {}\n}\n";
        assert_eq!(test_rules("crates/a/src/a.rs", source), [(602, 1), (603, 2)]);
        assert_eq!(test_rules("crates/a/tests/a.rs", "// 601.1\n"), [(601, 1)]);
        assert_eq!(test_rules("crates/a/src/b.rs", "// 601.1\n"), []);
        assert_eq!((number("1107.9"), number("x.9"), number("11079")), (Some((1107, 9)), None, None));
    }

    #[test]
    fn reasons_go_stale() {
        let cited = BTreeMap::from([
            ((601, 1), Vec::new()),
            ((601, 2), vec!["T1".to_string()]),
            ((601, 3), Vec::new()),
        ]);
        let text = "# why\n601.1 a heading\n601.1 again\n601.2 a heading\n601.9 a heading\nno number\n";
        let (found, faults) = reasons(text, &cited);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [((601, 1), "again".to_string())]);
        assert_eq!(faults.len(), 4, "{faults:?}");
    }

    #[test]
    fn what_has_neither_test_nor_reason_is_a_fault_and_so_are_too_many_reasons() {
        let some = |n: u8| (1..=n).map(|rule| ((601, rule), vec!["T1".to_string()]));
        let verdict = |cited: BTreeMap<_, _>, reasons: BTreeMap<_, _>| {
            Citations { cited, reasons, faults: Vec::new() }.verdict().err().unwrap_or_default()
        };
        let all: BTreeMap<_, _> = some(20).collect();
        assert_eq!(verdict(all.clone(), BTreeMap::new()), "");
        let mut two = all;
        two.insert((602, 1), Vec::new());
        let reason = BTreeMap::from([((602, 1), "a heading".to_string())]);
        assert!(verdict(two.clone(), BTreeMap::new()).contains("602.1"));
        assert_eq!(verdict(two.clone(), reason.clone()), "");
        let few: BTreeMap<_, _> = two.into_iter().skip(18).collect();
        assert!(verdict(few, reason).contains("more than one in 10"));
    }
}
