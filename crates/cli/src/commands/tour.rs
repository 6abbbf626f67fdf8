//! `dejarik tour`: what it can do, shown on the built-in cards.

use super::{Answer, Done, card, deck, keyword, rule, search};
use crate::output::{BOLD, FAINT, Out, TERM, count, paint};
use crate::source::Cards;
use vocab::{Edition, Keyword, rulebook};

/// Shows each kind of question with its real answer.
pub fn run(out: &mut Out) -> Done {
    let cards = Cards::core();
    let rules: usize = rulebook::sections().iter().map(|section| section.rules.len()).sum();
    out.line(paint(BOLD, &format!("Dejarik {}", env!("CARGO_PKG_VERSION"))))?;
    out.paragraph(
        "",
        &format!(
            "The Star Wars Trading Card Game, with every rule enforced. It comes with {} of its own, {}, {} in two \
             editions and {rules} numbered rules. Add `--cards DIR` to any command to use your own cards too.",
            count(cards.collection().len(), "card", "cards"),
            count(cards.decks().len(), "deck", "decks"),
            count(Keyword::all().len(), "keyword", "keywords"),
        ),
    )?;
    say(out, "Find cards by what they are and do", "search t:space side:light power>=3 order:cost")?;
    search::run(out, &cards, &words("t:space side:light power>=3 order:cost"), Some(5), false)?;
    say(out, "Look at one; part of its name will do", "card ilara c")?;
    card::run(out, &cards, &words("ilara c"), false)?;
    say(out, "Ask what a keyword means", "keyword overkill")?;
    keyword::define(out, Keyword::Overkill, Edition::Current)?;
    say(out, "See the rule behind it", "rule 1740.3")?;
    rule::run(out, &words("1740.3"), 0, false)?;
    say(out, "Pick a deck", "deck list")?;
    deck::list::run(out, &cards, false)?;
    say(out, "Is it legal?", "deck check Underworld")?;
    deck::check::run(out, &cards, &words("Underworld"), "Open", false)?;
    out.gap()?;
    out.line(paint(BOLD, "More to try"))?;
    for (command, what) in [
        ("odds \"ulesse dral a\" \"ilara venn a\"", "the exact odds of an attack"),
        ("deck sheet Diplomats --as html --out sheet.html", "a keyword sheet to print"),
        ("deck stats Rebel_Scum", "costs, arenas, opening hands"),
        ("deck convert my.txt my.dek", "from one deck format to another"),
        ("cards lint DIR", "what's wrong with a card folder, and how to fix it"),
        ("help", "all commands"),
    ] {
        let command = format!("dejarik {command:<49}");
        out.line(format!("  {} {}", paint(TERM, &command), paint(FAINT, what)))?;
    }
    Ok(Answer::Yes)
}

fn say(out: &mut Out, what: &str, command: &str) -> std::io::Result<()> {
    out.gap()?;
    out.line(paint(BOLD, what))?;
    out.line(paint(TERM, &format!("$ dejarik {command}")))?;
    out.gap()
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_string).collect()
}
