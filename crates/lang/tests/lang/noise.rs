//! Every word counts: a text with one word less means something else, or nothing, unless the word is noise.

use cards::plugin::{Playtest, Plugin};
use cards::{Collection, core_set};
use dejarik_lang::{Lexicon, Setting, compile_card, compile_text};
use std::collections::BTreeMap;
use std::path::Path;

/// Words that are read and thrown away, each with the reason. In a phrase the word stands in brackets.
const NOISE: [(&str, &str); 127] = [
    ("a", "an article says no more than its noun"),
    ("an", "an article says no more than its noun"),
    ("the", "an article says no more than its noun"),
    ("and", "the comma before it joins as well"),
    ("or", "the comma before it joins as well"),
    ("also", "what is added is added anyway"),
    ("then", "sentences happen in their order"),
    ("either", "\"or\" says it"),
    ("now", "a change of the defending unit is at once"),
    ("extra", "what is drawn is drawn besides"),
    ("back", "cards that were looked at are where they were"),
    ("pay 1 [force]", "a bare number before the arrow is Force"),
    ("pay 2 [force]", "a bare number before the arrow is Force"),
    ("pay 3 [force]", "a bare number before the arrow is Force"),
    ("pay 4 [force]", "a bare number before the arrow is Force"),
    ("pay 5 [force]", "a bare number before the arrow is Force"),
    ("pay 6 [force]", "a bare number before the arrow is Force"),
    ("pay 7 [force]", "a bare number before the arrow is Force"),
    ("pay 8 [force]", "a bare number before the arrow is Force"),
    ("pay 9 [force]", "a bare number before the arrow is Force"),
    ("pay 0 [force]", "a bare number before the arrow is Force"),
    ("pay 10 [force]", "a bare number before the arrow is Force"),
    ("pay x [force]", "a bare number before the arrow is Force"),
    ("build [point]", "what is paid in \"build\" is build points"),
    ("build [points]", "what is paid in \"build\" is build points"),
    ("printed [build] cost", "a card has one cost that is printed"),
    ("total [build] cost", "a unit has one cost that is added up"),
    ("fewer [build] counter", "only build counters are a cost"),
    ("less [build] counter", "only build counters are a cost"),
    ("more [build] counter", "only build counters are a cost"),
    ("[gets] +", "a bonus is got"),
    ("[gets] + ", "a bonus is got"),
    ("[get] +", "a bonus is got"),
    ("play [only] ", "\"play during\" names the times as well"),
    ("and [only] ", "\"and during\" goes on with the same list"),
    ("[for] this attack", "\"this attack\" is the duration"),
    ("[for] that attack", "\"that attack\" is the duration"),
    ("[each] ", "a bare description is of all that fit"),
    ("[all] ", "a bare description is of all that fit"),
    ("one [of] your opponent's", "one is one of them"),
    ("1 [of] your opponent's", "one is one of them"),
    ("2 [of] your opponent's", "so many are so many of them"),
    ("[of] your opponent's", "so many are so many of them"),
    ("[of] your attack dice", "so many are so many of them"),
    ("put [it] into", "what was taken is put"),
    ("put [them] into", "what was taken is put"),
    ("put [her] into", "what was taken is put"),
    ("put [him] into", "what was taken is put"),
    ("shuffle [it]", "what was searched is shuffled"),
    ("show it [to] your opponent", "nobody else is there to see it"),
    ("show them [to] your opponent", "nobody else is there to see it"),
    ("reveal it [to] your opponent", "nobody else is there to see it"),
    ("during [your] build step", "a build step without a name is one's own"),
    ("from [your] hand", "a pile without a name is one's own"),
    ("into [your] hand", "a pile without a name is one's own"),
    ("in [your] hand", "a pile without a name is one's own"),
    ("from [your] deck", "a pile without a name is one's own"),
    ("in [your] build zone", "a zone without a name is one's own"),
    ("into [your] build zone", "a zone without a name is one's own"),
    ("into [your] discard pile", "a pile without a name is one's own"),
    ("from [your] discard pile", "a pile without a name is one's own"),
    ("[you] gain ", "without a subject it is you"),
    ("[you] get ", "without a subject it is you"),
    ("[you] win ", "without a subject it is you"),
    ("[you] draw ", "without a subject it is you"),
    ("[would] be ", "\"be\" without an ending is what would happen"),
    ("as long as you [have] ", "what you have is there"),
    (" is [in] the ", "a unit is in an arena, nowhere else"),
    ("the space [arena]", "the word that names an arena"),
    ("the ground [arena]", "the word that names an arena"),
    ("the character [arena]", "the word that names an arena"),
    ("in that [arena]", "the word that names an arena"),
    ("the space [battle] step", "only battles have a step for each arena"),
    ("the ground [battle] step", "only battles have a step for each arena"),
    ("the character [battle] step", "only battles have a step for each arena"),
    ("in the [chosen] arena", "the arena is the one that was chosen"),
    ("in the [same] arena", "the arena is the one that was spoken of"),
    ("mission [card]", "a Mission is a card"),
    ("mission [cards]", "a Mission is a card"),
    ("unit [card] in your build zone", "what is partially built is a card, no unit yet"),
    ("unit [cards] in your build zone", "what is partially built is a card, no unit yet"),
    ("location [card]", "a Location is a card"),
    ("equipment [card]", "an Equipment is a card"),
    ("battle or mission [card]", "a Mission is a card"),
    ("battle or mission [cards]", "a Mission is a card"),
    ("corruption [counter]", "nothing else has such a name"),
    ("each [damage] counter put this way", "the counters that were put are known"),
    ("each [location] discarded this way", "the cards that were discarded are known"),
    ("[more] damage counter", "one more is one besides those before"),
    ("[more] force", "one more is one besides that before"),
    ("when the [next] turn starts", "what waits for a turn waits for the next"),
    ("your [opponent's] next untap step", "a unit untaps in its controller's step"),
    ("[face-down] in your build zone with", "a card with build counters is face-down"),
    ("you [may] pay 2 force. if you do", "a misprint that is corrected"),
    ("that [imperial] droid", "the unit that was spoken of"),
    ("that imperial [droid]", "the unit that was spoken of"),
    ("the defending [unit]", "only a unit defends"),
    ("the attacking [unit]", "only a unit attacks"),
    ("starfighter [pilot].", "the sign before it says Pilot"),
    ("capital ship [pilot].", "the sign before it says Pilot"),
    ("[pilot]. the", "the sign before it says Pilot"),
    ("space or ground [arena]", "the word that names an arena"),
    ("lowest [build] cost", "a card has one cost"),
    ("with a [build] cost", "a card has one cost"),
    ("with [build] cost", "a card has one cost"),
    ("the top [card] of", "a pile has nothing but cards"),
    ("jedi [character] or sith character unit", "the type is said once for both"),
    ("point, 2 [force]", "a bare number before the arrow is Force"),
    ("points, 2 [force]", "a bare number before the arrow is Force"),
    ("pay x+2 [force]", "a bare number before the arrow is Force"),
    ("more [force]", "what costs more costs more of the same"),
    ("from the [chosen] arena", "the arena is the one that was chosen"),
    ("and [it] can't", "the sentence goes on about the same unit"),
    ("tapped [in] this way", "\"this way\" says it"),
    ("half [of] ", "half a number is half of it"),
    ("one [of] your ", "one is one of them"),
    ("cost [of] ", "the number is the cost"),
    ("[would] damage", "\"after damage prevention\" says that it does"),
    ("[any] one ", "any one is one of them"),
    ("any [one] ", "any one is one of them"),
    ("each [captivity] counter removed this way", "the counters that were removed are known"),
    ("than you [do],", "what one has is compared"),
    ("[is] deployed", "a unit doesn't deploy by itself"),
    ("have [any] ", "who doesn't have any has none"),
    ("equal [to] ", "what is equal is equal to it"),
    ("[unit]", "a subtype stands for its units"),
    ("[units]", "a subtype stands for its units"),
];

/// Clauses of a folder that are looked at: more take longer and show the same words.
const SAMPLE: usize = 900;

/// A small generator of its own, so that the sample is the same everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A word of a clause: where its letters begin and end.
fn words(clause: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (i, c) in clause.char_indices().chain([(clause.len(), ' ')]) {
        let inside = c.is_alphabetic() || (start.is_some() && matches!(c, '\'' | '-'));
        match (start, inside) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                words.push((from, i));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether it is the word of "search your deck for a Droid unit [card]": a pile has no units, so a unit card is meant.
fn is_found(before: &str, word: &str) -> bool {
    let sentence = before.rsplit(['.', '>', ':']).next().unwrap_or(before);
    matches!(word, "card" | "cards") && sentence.trim_end().ends_with(" unit") && sentence.contains("search ")
}

/// Whether the word at this place is one of the table, alone or in its phrase.
fn is_noise(before: &str, word: &str, after: &str) -> bool {
    let (before, word, after) = (before.to_lowercase(), word.to_lowercase(), after.to_lowercase());
    is_found(&before, &word)
        || NOISE.iter().any(|(noise, _)| match noise.split_once('[') {
            None => *noise == word,
            Some((left, rest)) => {
                let (inside, right) = rest.split_once(']').expect("a bracket is closed");
                inside == word && before.trim_end().ends_with(left.trim_end()) && after.starts_with(right)
            }
        })
}

/// Words that can be taken out without a change, with how often and an example.
fn idle(collection: &Collection, sample: usize) -> BTreeMap<String, (usize, String)> {
    let lexicon = Lexicon::of(collection);
    let printings: Vec<_> = collection.printings().map(|(_, printing)| printing).collect();
    let mut draw = Draw(20_260_101);
    let mut idle: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut looked = 0;
    let mut tries = 0;
    while looked < sample && tries < sample * 20 {
        tries += 1;
        let printing = printings[draw.below(printings.len())];
        let compiled = compile_card(printing, &lexicon);
        if compiled.clauses.is_empty() || !compiled.is_exact() {
            continue;
        }
        // What Enhance adds to is said in the clause before it, so such a text is looked at as a whole.
        let place = draw.below(compiled.clauses.len());
        let clause = match compiled.text.contains("Enhance:") {
            true => &compiled.text,
            false => &compiled.clauses[place].text,
        };
        let setting = Setting::of(printing, &lexicon);
        let read = |text: &str| {
            let compiled = compile_text(text, &setting, &lexicon);
            compiled.is_exact().then(|| compiled.abilities())
        };
        let Some(whole) = read(clause) else { continue };
        looked += 1;
        for (from, to) in words(clause) {
            let (before, word, after) = (&clause[..from], &clause[from..to], &clause[to..]);
            let without = format!("{}{}", before.trim_end(), after);
            let without = if before.is_empty() { after.trim_start().to_string() } else { without };
            // A card calls itself by any part of its name.
            let is_own = setting.name.to_lowercase().contains(&word.to_lowercase());
            if !is_own && !is_noise(before, word, after) && read(&without).as_ref() == Some(&whole) {
                let entry = idle.entry(word.to_lowercase()).or_insert_with(|| (0, String::new()));
                entry.0 += 1;
                let around: String =
                    before.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
                if entry.0 <= 6 {
                    entry.1.push_str(&format!(
                        "\n      {around}[{word}]{}",
                        after.chars().take(30).collect::<String>()
                    ));
                }
            }
        }
    }
    idle
}

fn assert_none(idle: &BTreeMap<String, (usize, String)>) {
    let list: Vec<String> =
        idle.iter().map(|(word, (n, examples))| format!("{word} ({n}){examples}")).collect();
    assert!(list.is_empty(), "words that change nothing:\n{}", list.join("\n"));
}

#[test]
fn every_word_of_core_counts() {
    assert_none(&idle(&core_set::plugin().collection, 150));
}

#[test]
fn every_word_of_the_folder_counts() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    assert_none(&idle(&plugin.collection, SAMPLE));
}
