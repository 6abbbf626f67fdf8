//! A wording of our own forgets nothing: every number, keyword, arena and subtype of the print occurs in what is read
//! instead of it, or is listed here with a reason.

use cards::Printing;
use cards::plugin::{Playtest, Plugin};
use dejarik_lang::{Lexicon, compile_card};
use std::collections::BTreeSet;
use std::path::Path;
use vocab::{Arena, Keyword};

/// What a wording leaves out of its print: card, word, reason.
const LEFT_OUT: [(&str, &str, &str); 4] = [
    ("Darth Krayt (G)", "Overload", "its power and its damage stand there instead"),
    ("Reb Squadron (C)", "Pilot", "\"is piloting\" says it"),
    ("Reb Squadron (C) (LEGO)", "Pilot", "\"is piloting\" says it"),
    ("Scramble the Garrison", "Pilot", "\"can pilot\" says it"),
];

/// The words of a text that something hangs on, but for those of the card's own name.
fn weighty(text: &str, name: &str, lexicon: &Lexicon) -> BTreeSet<String> {
    let text = text.replace('\u{2019}', "'");
    let is_word = |c: char| c.is_alphanumeric() || c == '\'';
    let own: BTreeSet<&str> = name.split(|c: char| !is_word(c)).collect();
    let mut found = BTreeSet::new();
    for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty() && !own.contains(word)) {
        let word = word.trim_end_matches("'s");
        let single = word.strip_suffix('s').unwrap_or(word);
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            found.insert(word.to_string());
        } else if word.starts_with(char::is_uppercase) {
            let is_arena = Arena::ALL.iter().any(|arena| arena.name() == single);
            let known = [word, single].into_iter().find(|word| lexicon.is_subtype_word(word) || is_arena);
            found.extend(
                known
                    .filter(|known| !own.contains(known))
                    .map(|known| known.trim_end_matches('s').to_string()),
            );
        }
    }
    let has = |keyword: &Keyword| {
        text.match_indices(keyword.name()).any(|(at, found)| {
            !text[at + found.len()..].starts_with(is_word) && !text[..at].ends_with(is_word)
        })
    };
    found.extend(Keyword::all().filter(has).map(|keyword| keyword.name().to_string()));
    found
}

/// What the wording of a printing leaves out of its print.
fn left_out(printing: &Printing, lexicon: &Lexicon) -> BTreeSet<String> {
    let compiled = compile_card(printing, lexicon);
    if !compiled.corrected {
        return BTreeSet::new();
    }
    let name = printing.name.base();
    let (print, wording) = (weighty(&printing.text, name, lexicon), weighty(&compiled.text, "", lexicon));
    print.difference(&wording).cloned().collect()
}

#[test]
fn no_wording_forgets_what_is_printed() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let lexicon = Lexicon::of(&plugin.collection);
    let mut found = BTreeSet::new();
    for (_, printing) in plugin.collection.printings() {
        for word in left_out(printing, &lexicon) {
            found.insert((printing.name.full().to_string(), word));
        }
    }
    let listed: BTreeSet<(String, String)> =
        LEFT_OUT.iter().map(|(card, word, _)| ((*card).to_string(), (*word).to_string())).collect();
    let forgotten: Vec<_> = found.difference(&listed).collect();
    assert!(forgotten.is_empty(), "{} words are left out: {forgotten:#?}", forgotten.len());
    let idle: Vec<_> = listed.difference(&found).collect();
    assert!(idle.is_empty(), "listed, and not left out: {idle:#?}");
}

#[test]
fn what_a_wording_leaves_out_is_seen() {
    let lexicon = Lexicon::of(&cards::core_set::plugin().collection);
    let words = |text: &str| weighty(text, "Old Guard", &lexicon);
    let print = words("Pay 2 Force -> Old Guard gets Evade 3 in the Space arena. Deflect 1");
    let wording = words("Pay 2 Force -> This unit gets Evade 3 in any arena");
    let missing: Vec<&String> = print.difference(&wording).collect();
    assert_eq!(missing, ["1", "Deflect", "Space"]);
}
