//! The audit of the reader: cards drawn at random, their print beside their reading, and the verdicts of those who compared them.
//!
//! The seed is the hash of the commit before the draw, so that nobody can choose the cards; the first draw counts. What
//! is printed stays on the screen: a file of verdicts holds names, sets and reasons in words of our own.

use crate::numbers::Numbers;
use dejarik::{Cards, Playtest};
use lang::{Lexicon, Setting, compile_card, library_name, render};
use serde_json::Value;
use sim::wilson;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// As many cards as an audit looks at unless it says otherwise.
const COUNT: usize = 200;

/// At most this many of them may be read wrongly.
const WRONG: usize = 2;

const USAGE: &str = "proof audit FOLDER --seed COMMIT [--count N] [--verdicts FILE]";

/// Runs the command with these words behind its name.
pub fn command(options: &[&str]) -> Result<(), String> {
    let [folder, options @ ..] = options else { return Err(USAGE.into()) };
    let (mut seed, mut count, mut verdicts) = (None, COUNT, None);
    for pair in options.chunks(2) {
        match pair {
            ["--seed", commit] => seed = Some(*commit),
            ["--count", n] => count = n.parse().map_err(|_| format!("`{n}` isn't a number"))?,
            ["--verdicts", file] => verdicts = Some(*file),
            _ => return Err(USAGE.into()),
        }
    }
    let seed = seed.ok_or("name the commit before the draw with --seed")?;
    let cards = Cards::folder_with(folder, Playtest::Load).map_err(|error| error.to_string())?;
    let all = compiled(&cards)?;
    let drawn = draw(&all, seed, count);
    match verdicts {
        None => print!("{}", sheet(&cards, &drawn)),
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let verdicts = Verdicts::read(&text)?;
            verdicts.check(&drawn)?;
            println!(
                "{}",
                crate::report::write("audit.md", &verdicts.report(seed, all.len(), &earlier(file)?))?
            );
            verdicts.outcome()?;
        }
    }
    Ok(())
}

/// The other draws beside a file of verdicts: seed, wrong, all.
fn earlier(file: &str) -> Result<Vec<(String, usize, usize)>, String> {
    let file = Path::new(file);
    let folder = file.parent().unwrap_or(Path::new("."));
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path != file && path.extension().is_some_and(|kind| kind == "tsv") {
            let verdicts = Verdicts::read(&std::fs::read_to_string(&path).map_err(fault)?)?;
            let seed = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((seed, verdicts.count(Verdict::Wrong), verdicts.0.len()));
        }
    }
    found.sort();
    Ok(found)
}

/// A card that is compiled and carried out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawn {
    /// Its full name.
    pub name: String,
    /// The set of the printing that is read.
    pub set: String,
}

/// All cards that are read whole and carried out, by name.
fn compiled(cards: &Cards) -> Result<Vec<Drawn>, String> {
    let catalog = cards.compile().map_err(|error| error.to_string())?;
    let collection = cards.collection();
    let mut all: Vec<Drawn> = Vec::new();
    for card in collection.cards() {
        let printing = collection.get(collection.shown(card));
        let found = catalog.library().find(&library_name(&printing.name), printing.name.version);
        if found.is_some_and(|id| catalog.check(id).is_ok()) {
            all.push(Drawn { name: printing.name.full().into(), set: printing.set.to_string() });
        }
    }
    all.sort();
    Ok(all)
}

/// This many of them, each at most once.
pub fn draw(all: &[Drawn], seed: &str, count: usize) -> Vec<Drawn> {
    // FNV-1a: every letter of the hash counts.
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let mut numbers = Numbers::new(seed.bytes().fold(0xCBF2_9CE4_8422_2325, mix));
    let mut left = all.to_vec();
    let mut drawn: Vec<Drawn> =
        (0..count.min(all.len())).map(|_| left.swap_remove(numbers.below(left.len()))).collect();
    drawn.sort();
    drawn
}

/// The cards to compare: what is printed, what was read, in canonical English and as data.
fn sheet(cards: &Cards, drawn: &[Drawn]) -> String {
    let lexicon = cards.lexicon();
    let mut text = String::new();
    for (place, card) in (1..).zip(drawn) {
        let Ok(printing) = cards.card(&card.name) else { continue };
        let _ = writeln!(text, "## {place}. {} [{}]", card.name, card.set);
        let _ = writeln!(text, "{}", printing.type_line());
        let _ = writeln!(text, "print: {}", printing.text);
        for ruling in &printing.usage.rulings {
            let _ = writeln!(text, "ruling: {ruling}");
        }
        readings(&mut text, printing, lexicon);
        text.push('\n');
    }
    text
}

fn readings(text: &mut String, printing: &cards::Printing, lexicon: &Lexicon) {
    let compiled = compile_card(printing, lexicon);
    let setting = Setting::of(printing, lexicon);
    if compiled.corrected {
        let _ = writeln!(text, "corrected: {}", compiled.text);
    }
    for repair in &compiled.repairs {
        let _ = writeln!(text, "repaired: {repair}");
    }
    for clause in &compiled.clauses {
        let Ok(abilities) = &clause.outcome else { continue };
        let english = render(abilities, &setting, lexicon).unwrap_or_else(|reason| reason.to_string());
        let _ = writeln!(text, "  = {english}");
        for ability in abilities {
            let tree = serde_json::to_value(ability).unwrap_or_default();
            let _ = writeln!(text, "      {}", line(&tree));
        }
    }
}

/// A value on one line; what says nothing is left out.
fn line(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(word) => word.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let says =
                |inner: &Value| !inner.is_null() && inner.as_array().is_none_or(|items| !items.is_empty());
            let part = |(name, inner): (&String, &Value)| match inner {
                // A variant that is alone says something though nothing is in it.
                inner if says(inner) => Some(format!("{name}: {}", line(inner))),
                _ => (fields.len() == 1).then(|| name.clone()),
            };
            let parts: Vec<String> = fields.iter().filter_map(part).collect();
            match &parts[..] {
                [one] => one.clone(),
                parts => format!("{{{}}}", parts.join(", ")),
            }
        }
    }
}

/// What was found of each card.
#[derive(Debug)]
struct Verdicts(Vec<Row>);

#[derive(Debug)]
struct Row {
    card: Drawn,
    verdict: Verdict,
    reason: String,
}

/// Whether a card is read as it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    /// The print can be read in two ways; the reason says which was taken.
    Doubtful,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Doubtful => "doubtful",
        }
    }
}

impl Verdicts {
    /// Reads a file of rows: name, set, verdict, reason, with tabs between.
    fn read(text: &str) -> Result<Verdicts, String> {
        let mut rows = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
            let [name, set, word, reason] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(format!(
                    "line {number}: expected name, set, verdict and reason with tabs between"
                ));
            };
            let all = [Verdict::Right, Verdict::Wrong, Verdict::Doubtful];
            let verdict = all.into_iter().find(|verdict| verdict.word() == word);
            let verdict = verdict.ok_or(format!("line {number}: `{word}` isn't right, wrong or doubtful"))?;
            if verdict != Verdict::Right && reason.is_empty() {
                return Err(format!("line {number}: a reading that is {word} needs a reason"));
            }
            let card = Drawn { name: name.into(), set: set.into() };
            rows.push(Row { card, verdict, reason: reason.into() });
        }
        Ok(Verdicts(rows))
    }

    /// Every card of the draw has a verdict, and no other card.
    fn check(&self, drawn: &[Drawn]) -> Result<(), String> {
        let judged: BTreeSet<&Drawn> = self.0.iter().map(|row| &row.card).collect();
        let drawn: BTreeSet<&Drawn> = drawn.iter().collect();
        match (drawn.difference(&judged).next(), judged.difference(&drawn).next()) {
            (Some(card), _) => Err(format!("{} [{}] has no verdict", card.name, card.set)),
            (None, Some(card)) => Err(format!("{} [{}] wasn't drawn", card.name, card.set)),
            (None, None) if judged.len() < self.0.len() => Err("a card has two verdicts".into()),
            (None, None) => Ok(()),
        }
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.0.iter().filter(|row| row.verdict == verdict).count()
    }

    fn report(&self, seed: &str, all: usize, earlier: &[(String, usize, usize)]) -> String {
        let (wrong, cards) = (self.count(Verdict::Wrong), self.0.len());
        let interval = wilson(wrong as f64, cards as u64);
        let mut text = format!(
            "# An audit of the reader\n\n\
             Written by `cargo xtask audit FOLDER --seed COMMIT --verdicts FILE`; the \
             verdicts of all draws are in docs/reports/audit, named after their seeds. {cards} cards were drawn from the {all} that can be read and played, with the commit \
             before the draw as the seed (`{seed}`); each card's print was compared with its reading, clause by clause.\n\n\
             | verdict | cards |\n|---|---:|\n"
        );
        for verdict in [Verdict::Right, Verdict::Doubtful, Verdict::Wrong] {
            let _ = writeln!(text, "| {} | {} |", verdict.word(), self.count(verdict));
        }
        let _ = write!(
            text,
            "\nRead wrongly: {:.1} % (95 % interval {:.1} to {:.1}).\n\n",
            100.0 * wrong as f64 / cards.max(1) as f64,
            100.0 * interval.low,
            100.0 * interval.high,
        );
        for (seed, wrong, cards) in earlier {
            let _ = writeln!(text, "Another draw, seed {seed}: {wrong} of {cards} wrong.\n");
        }
        text.push_str("| card | set | verdict | reason |\n|---|---|---|---|\n");
        for Row { card, verdict, reason } in &self.0 {
            let _ = writeln!(text, "| {} | {} | {} | {reason} |", card.name, card.set, verdict.word());
        }
        text
    }

    fn outcome(&self) -> Result<(), String> {
        match self.count(Verdict::Wrong) {
            wrong if wrong > WRONG => Err(format!("{wrong} cards are read wrongly; at most {WRONG} may be")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Drawn, Verdicts, draw};

    fn cards(n: usize) -> Vec<Drawn> {
        (0..n).map(|i| Drawn { name: format!("Card {i:03}"), set: "XMP".into() }).collect()
    }

    #[test]
    fn a_draw_follows_from_its_seed_and_holds_no_card_twice() {
        let all = cards(500);
        let once = draw(&all, "0123abc", 200);
        assert_eq!(once, draw(&all, "0123abc", 200));
        assert_ne!(once, draw(&all, "0123abd", 200));
        let mut distinct = once.clone();
        distinct.dedup();
        assert_eq!(distinct.len(), 200);
        assert_eq!(draw(&all, "0", 600).len(), 500, "no more than there are");
    }

    #[test]
    fn verdicts_are_those_of_the_draw() {
        let drawn = cards(3);
        let rows = |words: &[&str]| {
            let lines: Vec<String> =
                words.iter().enumerate().map(|(i, word)| format!("Card {i:03}\tXMP\t{word}\twhy")).collect();
            Verdicts::read(&lines.join("\n"))
        };
        let judged = rows(&["right", "wrong", "doubtful"]).expect("three rows");
        judged.check(&drawn).expect("the same cards");
        judged.outcome().expect("one is wrong");
        assert!(judged.report("0123abc", 9, &[]).contains("Read wrongly: 33.3 %"));
        assert!(rows(&["wrong"; 3]).expect("three rows").outcome().is_err());
        assert!(rows(&["right"; 2]).expect("two rows").check(&drawn).is_err());
        assert!(rows(&["right"; 4]).expect("four rows").check(&drawn).is_err());
        assert!(rows(&["fine"]).is_err());
        assert!(Verdicts::read("Card 000\tXMP\twrong\t").is_err(), "why is it wrong?");
    }
}
