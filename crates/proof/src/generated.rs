//! Scenarios that are put together from tables: every row with every column.
//!
//! A table (`crates/proof/generated/*.txt`) is data: the parts of its scenarios, and for each row and column whether
//! the rulebook says `+` (it works), `-` (it doesn't) or `.` (there is no such case, and `why` says why). Nothing of it
//! is taken from what the referee does, but for `!`: it works, and the referee refuses such a card by name instead of
//! playing it wrongly. A part may differ between `+` and `-`; so a sign that is turned round makes another scenario,
//! which must fail.

use dejarik::Cards;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// What the rulebook says about a row and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It works.
    Works,
    /// It doesn't.
    Idle,
    /// It works, and the referee refuses the card.
    Refused,
}

impl Sign {
    fn turned(self) -> Sign {
        match self {
            Sign::Works | Sign::Refused => Sign::Idle,
            Sign::Idle => Sign::Works,
        }
    }

    fn letter(self) -> char {
        match self {
            Sign::Works | Sign::Refused => '+',
            Sign::Idle => '-',
        }
    }
}

/// The parts of a row or a column by their names; a name that begins with `+` or `-` is for that sign alone.
type Parts = BTreeMap<String, String>;

/// A named row or column.
#[derive(Debug)]
struct Entry {
    name: String,
    parts: Parts,
    line: usize,
}

/// A table of scenarios.
#[derive(Debug)]
pub struct Table {
    /// The name of its file.
    pub name: String,
    template: String,
    default: Entry,
    columns: Vec<Entry>,
    rows: Vec<Entry>,
}

/// One scenario of a table.
#[derive(Debug)]
pub struct Case {
    /// Table, row and column.
    pub name: String,
    /// What the table says.
    pub sign: Sign,
    right: String,
    turned: String,
}

/// A scenario that isn't as its table says.
#[derive(Debug)]
pub struct Wrong {
    /// Table, row and column, with the sign.
    pub name: String,
    /// The scenario.
    pub text: String,
    /// What the judge says.
    pub verdict: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}\n{}", self.name, self.text, self.verdict)
    }
}

/// Where the tables are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("generated")
}

/// All tables.
pub fn tables() -> Result<Vec<Table>, String> {
    let folder = folder();
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).map_err(wrong)?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(file).map_err(wrong)?;
            read(&name, &text).map_err(|error| format!("{}: {error}", file.display()))
        })
        .collect()
}

/// Reads a table: sections `template`, `default`, `column NAME`, `row NAME`; in them `name: words`, or `name:` and indented lines.
fn read(name: &str, text: &str) -> Result<Table, String> {
    let mut table = Table {
        name: name.to_string(),
        template: String::new(),
        default: Entry { name: "default".into(), parts: Parts::new(), line: 0 },
        columns: Vec::new(),
        rows: Vec::new(),
    };
    let mut open: Option<(Kind, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        let own = line.trim_start();
        if own.starts_with('#') || own.is_empty() {
            continue;
        }
        let at = |what: &str| format!("line {number}: {what}: {line}");
        let entry = |name: &str| Entry { name: name.trim().into(), parts: Parts::new(), line: number };
        if line == "template" {
            open = Some((Kind::Template, String::new()));
        } else if line == "default" {
            open = Some((Kind::Default, String::new()));
        } else if let Some(name) = line.strip_prefix("column ") {
            table.columns.push(entry(name));
            open = Some((Kind::Column, String::new()));
        } else if let Some(name) = line.strip_prefix("row ") {
            table.rows.push(entry(name));
            open = Some((Kind::Row, String::new()));
        } else {
            let (kind, key) = open.as_mut().ok_or_else(|| at("outside a section"))?;
            let entry = match kind {
                Kind::Template => {
                    table.template.push_str(own);
                    table.template.push('\n');
                    continue;
                }
                Kind::Default => Some(&mut table.default),
                Kind::Column => table.columns.last_mut(),
                Kind::Row => table.rows.last_mut(),
            };
            let parts = &mut entry.ok_or_else(|| at("outside a section"))?.parts;
            if line.starts_with("    ") {
                let part = parts.get_mut(key.as_str()).ok_or_else(|| at("no part is open"))?;
                if !part.is_empty() {
                    part.push('\n');
                }
                part.push_str(own);
            } else {
                let (name, words) = own.split_once(':').ok_or_else(|| at("no `name:`"))?;
                if parts.insert(name.trim().to_string(), words.trim().to_string()).is_some() {
                    return Err(at("is there twice"));
                }
                *key = name.trim().to_string();
            }
        }
    }
    Ok(table)
}

enum Kind {
    Template,
    Default,
    Column,
    Row,
}

impl Table {
    /// Every case of the table.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for row in &self.rows {
            let at = |what: &str| format!("{}: line {}: {}: {what}", self.name, row.line, row.name);
            let signs = row.parts.get("cells").ok_or_else(|| at("no `cells`"))?;
            let signs: Vec<&str> = signs.split_whitespace().collect();
            if signs.len() != self.columns.len() {
                return Err(at(&format!("{} cells, {} columns", signs.len(), self.columns.len())));
            }
            for (column, sign) in self.columns.iter().zip(signs) {
                let sign = match sign {
                    "+" => Sign::Works,
                    "-" => Sign::Idle,
                    "!" => Sign::Refused,
                    "." if row.parts.contains_key("why") || column.parts.contains_key("why") => continue,
                    "." => return Err(at("a `.` needs a `why`")),
                    other => return Err(at(&format!("`{other}` isn't a sign"))),
                };
                let [right, turned] = [sign, sign.turned()].map(|sign| self.text(row, column, sign));
                let name = format!("{}: {}, {}", self.name, row.name, column.name);
                cases.push(Case { name, sign, right: right?, turned: turned? });
            }
        }
        Ok(cases)
    }

    /// The scenario of a row and a column.
    fn text(&self, row: &Entry, column: &Entry, sign: Sign) -> Result<String, String> {
        let names =
            [("row", row.name.clone()), ("column", column.name.clone()), ("rules", rules(row, column))];
        let mut text = self.template.clone();
        // What a part holds may name other parts.
        for _ in 0..200 {
            let Some(start) = text.find('{') else { return Ok(tidy(&text)) };
            let end = text[start..].find('}').map(|end| start + end);
            let end = end.ok_or_else(|| format!("{}, {}: `{{` without `}}`", row.name, column.name))?;
            let key = &text[start + 1..end];
            let own = format!("{}{key}", sign.letter());
            let known = names.iter().find(|(name, _)| *name == key).map(|(_, words)| words.as_str());
            let part = [own.as_str(), key].iter().find_map(|key| {
                let of = |entry: &Entry| entry.parts.get(*key).cloned();
                of(row).or_else(|| of(column)).or_else(|| of(&self.default))
            });
            let part = known.map(str::to_string).or(part).unwrap_or_default();
            text.replace_range(start..=end, &part);
        }
        Err(format!("{}, {}: a part names itself", row.name, column.name))
    }
}

/// The rules of a row and those of its column.
fn rules(row: &Entry, column: &Entry) -> String {
    let of = |entry: &Entry| entry.parts.get("rules").cloned();
    [of(row), of(column)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Without the lines, the places and the texts that stayed empty.
fn tidy(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.replace(" | \"", "\"").replace("\" | ", "\"").replace(" \"\"", "");
        let line = line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let line = line.join("; ").trim().to_string();
        if !line.is_empty() && !line.ends_with(':') {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

impl Case {
    /// The scenario as the table says it.
    pub fn text(&self) -> &str {
        &self.right
    }

    /// Plays it as the table says.
    pub fn play(&self, cards: &Cards) -> Result<(), Wrong> {
        let played = self.judge(cards, &self.right, self.sign);
        match (self.sign, played) {
            (Sign::Works | Sign::Idle, played) => played,
            (Sign::Refused, Err(wrong)) if wrong.verdict.contains("can't be played: the referee") => Ok(()),
            (Sign::Refused, Err(wrong)) => Err(wrong),
            (Sign::Refused, Ok(())) => Err(Wrong {
                name: format!("{} can be played now: change its sign from `!` to `+`", self.name),
                text: self.right.clone(),
                verdict: String::new(),
            }),
        }
    }

    /// Plays it as the table doesn't say; that must fail.
    pub fn play_turned(&self, cards: &Cards) -> Result<(), Wrong> {
        match self.judge(cards, &self.turned, self.sign.turned()) {
            Err(_) => Ok(()),
            Ok(()) => Err(Wrong {
                name: format!("{} also holds with the other sign", self.name),
                text: self.turned.clone(),
                verdict: String::new(),
            }),
        }
    }

    fn judge(&self, cards: &Cards, text: &str, sign: Sign) -> Result<(), Wrong> {
        let wrong = |verdict: String| Wrong {
            name: format!("{} ({})", self.name, sign.letter()),
            text: text.to_string(),
            verdict,
        };
        let verdict = cards.judge(text).map_err(|error| wrong(error.to_string()))?;
        if verdict.holds() { Ok(()) } else { Err(wrong(verdict.to_string())) }
    }
}
