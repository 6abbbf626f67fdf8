//! Packs: what is in a booster pack.
//!
//! `packs/packdefinitions.xml` (FORMATS.md 9.4).

mod criterion;
mod draw;

pub use criterion::{Criterion, Eval, Field};
pub use draw::{PackError, Problem};

use crate::finding::{Finding, Place};
use crate::manifest::tags::{self, Source, tag_line};
use crate::manifest::{At, Reading};
use crate::markup::{Element, escape};
use std::collections::HashMap;

/// The name of the file in the plugin folder.
pub const FILE: &str = "packs/packdefinitions.xml";

/// All packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackDefinitions {
    /// The version of the format: `1.0`.
    pub version: String,
    /// The packs in order.
    pub packs: Vec<Pack>,
}

/// A pack: one of its chances is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// The title.
    pub title: String,
    /// The picture on it: a set code, or nothing.
    pub image: String,
    /// `Pack`.
    pub kind: String,
    /// `Sealed`.
    pub format: String,
    /// What every card in the pack must meet.
    pub common: Vec<Criterion>,
    /// What may be in it; all chances are equal, since the file has no weights.
    pub chances: Vec<Chance>,
    /// The line in the file.
    pub at: At,
}

/// One content of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// Its kinds of cards.
    pub kinds: Vec<Kind>,
}

/// A number of cards of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// How many cards; 0 if the file doesn't say.
    pub quantity: u32,
    /// What each of them must meet.
    pub criteria: Vec<Criterion>,
}

impl PackDefinitions {
    /// Reads the file.
    pub fn read(data: &[u8]) -> Reading<PackDefinitions> {
        let (tree, mut source) = tags::parse(FILE, data, "packdefinitions")?;
        source.children(&tree, &["pack"], &[]);
        let version = tree.attribute("version").unwrap_or_default();
        let packs: Vec<Pack> = tree.all("pack").map(|element| pack(&mut source, element)).collect();
        let mut titles: HashMap<String, At> = HashMap::new();
        for pack in &packs {
            match titles.get(&pack.title.to_lowercase()) {
                Some(first) => {
                    let message = format!("the title `{}` is already in line {}", pack.title, first.0);
                    source.warn(pack.at.0, "duplicate-title", message, "give one of the two another title");
                }
                None => drop(titles.insert(pack.title.to_lowercase(), pack.at)),
            }
        }
        let version = version.chars().filter(|c| !c.is_control()).collect();
        Ok((PackDefinitions { version, packs }, source.findings))
    }

    /// The file as bytes, in the layout that most packs have.
    pub fn write(&self) -> Vec<u8> {
        let mut out = format!("<packdefinitions version=\"{}\">\n\n", escape(&self.version));
        for pack in &self.packs {
            write_pack(&mut out, pack);
        }
        out.push_str("</packdefinitions>\n");
        out.into_bytes()
    }

    /// The first pack with this title, ignoring case.
    pub fn get(&self, title: &str) -> Option<&Pack> {
        let wanted = title.trim().to_lowercase();
        self.packs.iter().find(|pack| pack.title.to_lowercase() == wanted)
    }

    /// Adds the packs of another folder; if two have the same title, the first one stays.
    pub fn merge(&mut self, other: PackDefinitions) {
        for pack in other.packs {
            if self.get(&pack.title).is_none() {
                self.packs.push(pack);
            }
        }
    }

    /// Packs that can't be opened with these cards, and why.
    pub fn check(&self, cards: &crate::Collection) -> Vec<Finding> {
        let mut findings = Vec::new();
        for pack in &self.packs {
            for problem in pack.problems(cards) {
                let message = format!("the pack `{}` can't be opened: {problem}", pack.title);
                let place = Place::line(FILE, pack.at.0);
                findings.push(Finding::error(place, problem.code(), message, problem.cure()));
            }
        }
        findings
    }
}

fn pack(source: &mut Source, element: &Element) -> Pack {
    const ONCE: [&str; 4] = ["packtitle", "packimage", "packkind", "packformat"];
    source.children(element, &["packcommoncrit", "chance"], &ONCE);
    let optional = |source: &mut Source, name: &str| match element.child(name) {
        Some(child) => source.text(child),
        None => String::new(),
    };
    Pack {
        title: source.child_text(element, "packtitle"),
        image: optional(source, "packimage"),
        kind: optional(source, "packkind"),
        format: optional(source, "packformat"),
        common: element.all("packcommoncrit").map(|crit| criterion::read(source, crit)).collect(),
        chances: element.all("chance").map(|chance| read_chance(source, chance)).collect(),
        at: At(element.line),
    }
}

fn read_chance(source: &mut Source, element: &Element) -> Chance {
    source.children(element, &["kind"], &[]);
    Chance { kinds: element.all("kind").map(|kind| read_kind(source, kind)).collect() }
}

fn read_kind(source: &mut Source, element: &Element) -> Kind {
    source.children(element, &["crit"], &["qty"]);
    let text = source.child_text(element, "qty");
    let quantity = text.parse().unwrap_or_else(|_| {
        source.error(element.line, "bad-quantity", format!("<qty> is `{text}`"), "a number of cards");
        0
    });
    Kind { quantity, criteria: element.all("crit").map(|crit| criterion::read(source, crit)).collect() }
}

fn write_pack(out: &mut String, pack: &Pack) {
    out.push_str("<pack>\n");
    tag_line(out, "\t", "packtitle", &pack.title);
    tag_line(out, "\t", "packimage", &pack.image);
    tag_line(out, "\t", "packkind", &pack.kind);
    tag_line(out, "\t", "packformat", &pack.format);
    for common in &pack.common {
        out.push('\t');
        criterion::write(out, "packcommoncrit", common);
        out.push('\n');
    }
    for chance in &pack.chances {
        out.push_str("\t<chance>\n");
        for kind in &chance.kinds {
            out.push_str(&format!("\t\t<kind><qty>{}</qty>", kind.quantity));
            for criterion in &kind.criteria {
                criterion::write(out, "crit", criterion);
            }
            out.push_str("</kind>\n");
        }
        out.push_str("\t</chance>\n");
    }
    out.push_str("</pack>\n\n");
}
