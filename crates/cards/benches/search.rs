//! The speed of searching: all cards of the folder in `DEJARIK_CARDS`, or 10,000 made-up ones.

use dejarik_cards::search::Query;
use dejarik_cards::{Collection, SetFile, set_file::Row};
use divan::Bencher;
use std::path::Path;
use std::sync::LazyLock;

const QUERIES: [&str; 6] = [
    "",
    "vader",
    "\"gets +\" \"your opponent\"",
    "sub:jedi or sub:\"bounty hunter\"",
    "power>=cost health>=5 -order:power",
    "t:character side:dark power>=6 kw:evade cost<=5 is:unique \"gets +\" -sub:sith (a or b) order:cost",
];

static ALL: LazyLock<Collection> = LazyLock::new(|| match std::env::var_os("DEJARIK_CARDS") {
    Some(folder) => folder_of_cards(Path::new(&folder)),
    None => made_up(),
});

fn folder_of_cards(folder: &Path) -> Collection {
    let (mut all, mut findings) = (Collection::default(), Vec::new());
    for entry in folder.join("sets").read_dir().expect("a folder of cards") {
        let path = entry.expect("an entry").path();
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let data = std::fs::read(&path).expect("a set file");
        all.add_set(&SetFile::read(code, &data).0, &mut findings);
    }
    all
}

/// Cards with texts of some 300 letters, of the words that cards use.
fn made_up() -> Collection {
    let words =
        ["unit", "gets", "+1", "power", "Evade 2", "your", "opponent", "Pay 2 Force ->", "for", "each", "of"];
    let mut set = SetFile::new("XMP");
    for i in 0..10_000_usize {
        let name = format!(
            "{} {} ({})",
            ["Nola", "Vader", "Orra", "Mud"][i % 4],
            i / 7,
            char::from(b'A' + (i % 26) as u8)
        );
        let text: Vec<&str> = (0..45).map(|k| words[(i * 31 + k * k * 7 + k) % words.len()]).collect();
        let (text, cost, power) = (text.join(" "), (i % 9).to_string(), (i % 8).to_string());
        let subtypes = ["Rebel Pilot", "Dark Jedi Master - Sith Lord", "Bounty Hunter", "Droid"][i % 4];
        let card_type = ["Character", "Space", "Ground/Character"][i % 3];
        set.push(
            Row::new([
                &name,
                "XMP",
                &name,
                ["L", "D", "N"][i % 3],
                card_type,
                subtypes,
                &cost,
                "30",
                &power,
                "4",
                "C",
                "",
                "",
                &text,
                "",
                "STAND",
                "",
            ])
            .expect("a plain row"),
        );
    }
    Collection::new([&set]).0
}

#[divan::bench(args = QUERIES)]
fn run(bencher: Bencher<'_, '_>, text: &str) {
    let query = Query::parse(text).expect("a query");
    let all = &*ALL;
    bencher.bench(|| query.run(all));
}

#[divan::bench(args = QUERIES)]
fn parse(text: &str) -> Result<Query, dejarik_cards::search::QueryError> {
    Query::parse(divan::black_box(text))
}

fn main() {
    divan::main();
}
