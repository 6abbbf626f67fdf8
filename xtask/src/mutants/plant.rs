//! Plants mutants in the copy of the tree, each behind its number.

use super::find::{Change, Mutant, Part};
use super::write_if_changed;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// The variable that says which mutant is on.
pub const VARIABLE: &str = "DEJARIK_MUTANT";

/// Where a mutant lies in the copy.
pub struct Planted {
    number: usize,
    file: String,
    /// Bytes of the file in the copy.
    range: Range<usize>,
}

/// The mutant whose changed words are at this byte of a file of the copy; the innermost if they lie in each other.
pub fn at(planted: &[Planted], file: &str, byte: usize) -> Option<usize> {
    let here = planted.iter().filter(|one| one.file == file && one.range.contains(&byte));
    here.min_by_key(|one| one.range.len()).map(|one| one.number)
}

/// Writes the mutated files and the switch of each crate.
pub fn plant(root: &Path, tree: &Path, drawn: &[Mutant], crates: &[&str]) -> Result<Vec<Planted>, String> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in (1..).zip(drawn) {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let mut planted = Vec::new();
    for (file, mutants) in &by_file {
        let source = read(file)?;
        let mut writer = Writer { source: &source, mutants, out: String::new(), planted: Vec::new() };
        writer.write(0..source.len(), &[]);
        let Writer { out, planted: ranges, .. } = writer;
        planted.extend(ranges.into_iter().map(|(number, range)| Planted {
            number,
            file: (*file).to_string(),
            range,
        }));
        write_if_changed(&tree.join(file), out.as_bytes())?;
    }
    for folder in crates {
        let file = format!("{folder}/src/lib.rs");
        let switch = format!(
            "{}\n/// Which mutant is on.\npub mod mutant {{\n    static NUMBER: std::sync::LazyLock<usize> = \
             std::sync::LazyLock::new(|| std::env::var(\"{VARIABLE}\").ok().and_then(|n| n.parse().ok())\
             .unwrap_or(0));\n    /// Whether it is this one.\n    pub fn on(number: usize) -> bool {{ *NUMBER == \
             number }}\n}}\n",
            read(&file)?
        );
        write_if_changed(&tree.join(&file), switch.as_bytes())?;
    }
    Ok(planted)
}

struct Writer<'a> {
    source: &'a str,
    mutants: &'a [(usize, &'a Mutant)],
    out: String,
    planted: Vec<(usize, Range<usize>)>,
}

impl Writer<'_> {
    /// Writes a part of the source with all mutants in it, except those that are being written.
    fn write(&mut self, range: Range<usize>, done: &[usize]) {
        let mut at = range.start;
        while let Some(next) = self.next(at..range.end, done) {
            match next {
                Next::Body(start, bodies) => {
                    self.out.push_str(&self.source[at..start]);
                    for (number, result) in &bodies {
                        let from = self.out.len();
                        self.out.push_str(&format!(" if crate::mutant::on({number}) {{ return {result}; }}"));
                        self.planted.push((*number, from..self.out.len()));
                    }
                    at = start;
                    let rest = at..range.end;
                    let done: Vec<usize> =
                        done.iter().copied().chain(bodies.iter().map(|(n, _)| *n)).collect();
                    self.write(rest, &done);
                    return;
                }
                Next::Expression(own, numbers) => {
                    self.out.push_str(&self.source[at..own.start]);
                    let inside: Vec<usize> = done.iter().copied().chain(numbers.iter().copied()).collect();
                    self.out.push('(');
                    for number in &numbers {
                        let from = self.out.len();
                        self.out.push_str(&format!("if crate::mutant::on({number}) {{ "));
                        for part in self.parts(*number) {
                            match part {
                                Part::Words(words) => self.out.push_str(&words),
                                Part::Source(source) => self.write(source, &inside),
                            }
                        }
                        self.out.push_str(" } else ");
                        self.planted.push((*number, from..self.out.len()));
                    }
                    // In parentheses, for an expression that begins with `if` would be taken for a statement.
                    self.out.push_str("{ (");
                    self.write(own.clone(), &inside);
                    self.out.push_str(") })");
                    at = own.end;
                }
            }
        }
        self.out.push_str(&self.source[at..range.end]);
    }

    fn parts(&self, number: usize) -> Vec<Part> {
        let found = self.mutants.iter().find(|(own, _)| *own == number);
        match found.map(|(_, mutant)| &mutant.change) {
            Some(Change::Expression(_, parts)) => parts.clone(),
            Some(Change::Body(..)) | None => Vec::new(),
        }
    }

    /// The first mutants in a part of the source, the outermost of those that begin together.
    fn next(&self, range: Range<usize>, done: &[usize]) -> Option<Next> {
        let open = self.mutants.iter().filter(|(number, _)| !done.contains(number));
        let inside = open.filter(|(_, mutant)| match &mutant.change {
            Change::Body(start, _) => range.contains(start),
            Change::Expression(own, _) => range.start <= own.start && own.end <= range.end,
        });
        let inside: Vec<&(usize, &Mutant)> = inside.collect();
        let key = |mutant: &Mutant| match &mutant.change {
            Change::Body(start, _) => (*start, 0),
            Change::Expression(own, _) => (own.start, usize::MAX - own.end),
        };
        let first = inside.iter().map(|(_, mutant)| key(mutant)).min()?;
        let same = inside.iter().filter(|(_, mutant)| key(mutant) == first);
        let mut bodies = Vec::new();
        let mut numbers = Vec::new();
        let mut range = None;
        for (number, mutant) in same {
            match &mutant.change {
                Change::Body(_, result) => bodies.push((*number, *result)),
                Change::Expression(own, _) => {
                    numbers.push(*number);
                    range = Some(own.clone());
                }
            }
        }
        Some(match range {
            None => Next::Body(first.0, bodies),
            Some(range) => Next::Expression(range, numbers),
        })
    }
}

enum Next {
    /// Functions that return at once, at the beginning of a body.
    Body(usize, Vec<(usize, &'static str)>),
    /// Mutants of one expression.
    Expression(Range<usize>, Vec<usize>),
}
