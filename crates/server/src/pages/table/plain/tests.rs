//! The prompt as it reads: every kind of question with its buttons, and somebody who knows no rules and goes by them.
//!
//! `INSTA_UPDATE=always cargo test -p dejarik-server --lib prompts_read` writes the prompts anew; read the difference.

use super::sight::Sight;
use super::tests::{setup, world};
use super::{Extra, prompt};
use crate::world::World;
use ai::{Level, Player};
use engine::state::{Chance, Outcome, Seed, Stream};
use engine::{Viewer, Why};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::setup::{GameSetup, Kind};
use table::stops::Stop;
use table::{By, Step, Table};
use vocab::Role;

/// What a page asks.
#[derive(Debug)]
struct Asked {
    /// Everything above the buttons.
    question: String,
    buttons: Vec<Button>,
}

/// A button that answers.
#[derive(Debug)]
struct Button {
    answer: String,
    words: String,
}

/// The text of a piece of a page: tags are gaps.
fn words(piece: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in piece.chars() {
        match letter {
            '<' => {
                inside = true;
                text.push(' ');
            }
            '>' => inside = false,
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    let text = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" :", ":").replace(" ,", ",")
}

fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// Reads a prompt. Whatever isn't written on it stays unknown.
fn read(page: &str) -> Asked {
    let ask = page.split_once("<div class=\"ask\">").map_or("", |(_, rest)| rest);
    let question = words(ask.split("</div>").next().unwrap_or_default());
    let mut buttons = Vec::new();
    for piece in page.split("<button ").skip(1) {
        let (tag, rest) = piece.split_once('>').unwrap_or((piece, ""));
        let tag = format!(" {tag}");
        let is_choice = value(&tag, "class").is_some_and(|class| class.contains("choice"));
        if let Some(answer) = value(&tag, "value").filter(|_| is_choice && tag.contains("name=\"a\"")) {
            let inner = rest.split("</button>").next().unwrap_or_default();
            // The key is no part of what a choice means.
            let inner = match inner.split_once("</kbd>") {
                Some((_, inner)) => inner,
                None => inner,
            };
            buttons.push(Button { answer: answer.to_string(), words: words(inner) });
        }
    }
    Asked { question, buttons }
}

fn page(world: &World, table: &Table, who: Role) -> String {
    let sight = Sight::new(world, table.seen(Viewer::Seat(who)), "abcdefghij");
    prompt::prompt(&sight, &Extra::default()).into_string()
}

/// A kind of question, as the prompts are sorted.
fn kind(table: &Table, why: Why) -> String {
    match (why, table.game.chance()) {
        (Why::PlayOrPass, Some(chance)) => format!("play or pass, {}", Stop::of(chance).word()),
        (Why::Keyword(keyword), _) => format!("keyword, {keyword}"),
        (why, _) => format!("{why:?}"),
    }
}

#[test]
fn prompts_read_as_they_should() {
    let world = world();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let decks = world.decks.iter().filter(|deck| deck.playable.is_ok()).collect::<Vec<_>>();
    for seed in 0..300_u64 {
        let mut setup = setup(&world, seed);
        let deck = |place: u64| decks[(place % decks.len() as u64) as usize];
        setup.dark.cards = world.names_of(deck(seed)).expect("playable");
        setup.light.cards = world.names_of(deck(7 * seed + 3)).expect("playable");
        (setup.dark.name, setup.light.name) = ("Kestrel".into(), "Ilara".into());
        let Ok(mut table) = Table::new(world.catalog.clone(), setup, &[]) else { continue };
        let mut chance = Chance::new(Seed::from(seed ^ 0xA5));
        for _ in 0..500 {
            let (Some(who), Some(decision)) = (table.asked(), table.game.decision()) else { break };
            let kind = kind(&table, decision.why);
            if decision.choices.len() > 1 && !found.contains_key(&kind) {
                let page = page(&world, &table, who);
                let Asked { question, buttons } = read(&page);
                let mut text = format!("{question}\n");
                for button in buttons {
                    let _ = writeln!(text, "  [{}]", button.words);
                }
                found.insert(kind, text);
            }
            let choice = chance.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
    }
    let mut all = String::new();
    for (kind, text) in &found {
        assert!(!text.to_lowercase().contains("option "), "an option without words: {text}");
        let _ = writeln!(all, "## {kind}\n{text}");
    }
    insta::assert_snapshot!("prompts", all);
}

/// The first number before a word, if there is one: `50` of `50 %: destroyed`.
fn number_before(words: &str, what: &str) -> Option<f64> {
    let before = words.split_once(what)?.0.trim_end();
    let digits: String =
        before.chars().rev().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    digits.chars().rev().collect::<String>().parse().ok()
}

/// How good a button sounds to somebody who knows no rules.
fn sounds(question: &str, words: &str, before: &BTreeMap<String, u32>) -> f64 {
    let ours = question.contains("attacks your");
    let mut score = 0.0;
    if let Some(chance) = number_before(words, " %: destroyed") {
        score += chance;
    }
    if let Some(chance) = number_before(words, " %: you lose the attacker") {
        score -= chance;
    }
    if let Some(damage) = number_before(words, " damage on average") {
        score += damage;
    }
    if let Some(chance) = number_before(words, " % destroyed") {
        score += if ours { -chance } else { chance };
    }
    if words.contains("Take") && words.contains(": destroyed") {
        score -= 60.0;
    }
    if let Some(left) = number_before(words, " health left") {
        score += 4.0 * left;
    }
    if words.contains("No effect") {
        score -= 80.0;
    }
    if let Some(lost) = number_before(words, " build point").filter(|_| words.contains("lose")) {
        score -= 10.0 * lost;
    }
    if words.contains("Stop placing") || words.contains("Don’t attack") || words.starts_with("No") {
        score -= 20.0;
    }
    // What costs Force should bring something: how much is on the button.
    if let Some(force) = number_before(words, " Force") {
        score -= 6.0 * force;
    }
    for good in ["and deploy", "Complete", "finished", "Yes", "Use ", "to go"] {
        score += if words.contains(good) { 12.0 } else { 0.0 };
    }
    if words.contains("Pull back") || words.contains("Wait in the build zone") {
        score -= 15.0;
    }
    // “One unit in each arena first.”
    for arena in ["Space", "Ground", "Character"] {
        if words.contains(&format!("the {arena} arena")) {
            score += 10.0 - 4.0 * f64::from(before.get(arena).copied().unwrap_or(0));
        }
    }
    score
}

/// A game of somebody who only reads against the player who answers at random: whether the reader won, the turns and the
/// presses of buttons.
fn read_through(world: &World, seed: u64) -> (bool, u32, u32) {
    let reader = if seed.is_multiple_of(2) { Role::Light } else { Role::Dark };
    let mut setup: GameSetup = setup(world, seed);
    setup.player_mut(reader.other()).kind = Kind::Computer("learner".into());
    let mut table = Table::new(world.catalog.clone(), setup, &[]).expect("a table");
    let mut other = Player::new(Level::Learner, seed);
    let (mut clicks, mut placed) = (0, BTreeMap::new());
    while let Some(who) = table.asked() {
        if who != reader {
            let choice = other.choose(table.game.seat(who));
            let choice = u16::try_from(choice).expect("few choices");
            table.apply(&Step::Answer { choice, by: By::Computer }).expect("an offered choice");
            continue;
        }
        if let Some((choice, _)) = table.settled() {
            table.apply(&Step::Answer { choice, by: By::Wish }).expect("an offered choice");
            continue;
        }
        let asked = read(&page(world, &table, who));
        clicks += 1;
        assert!(clicks < 2_000, "the reader goes round in circles: {asked:?}");
        let better = |best: Option<(f64, usize)>, place: usize| {
            let score = sounds(&asked.question, &asked.buttons[place].words, &placed);
            if best.is_none_or(|(most, _)| score > most) { Some((score, place)) } else { best }
        };
        let (_, best) = (0..asked.buttons.len()).fold(None, better).expect("a button");
        let button = &asked.buttons[best];
        for arena in ["Space", "Ground", "Character"] {
            if button.words.contains(&format!("the {arena} arena")) {
                *placed.entry(arena.to_string()).or_default() += 1;
            }
        }
        let path: Vec<u16> = button.answer.split(',').map(|one| one.parse().expect("a number")).collect();
        for step in table.run(who, &path).expect("a button of the page") {
            table.apply(&step).expect("it fits");
        }
    }
    let won = matches!(table.game.outcome(), Some(Outcome::Won(who, _)) if who == reader);
    (won, u32::from(table.game.whole().turn), clicks)
}

#[test]
fn whoever_only_reads_the_page_beats_chance() {
    let world = world();
    let games: u64 = std::env::var("READER").ok().and_then(|games| games.parse().ok()).unwrap_or(10);
    let (mut won, mut turns, mut clicks) = (0, 0, 0);
    for seed in 1..=games {
        let (wins, lasted, pressed) = read_through(&world, seed);
        won += u64::from(wins);
        turns += lasted;
        clicks += pressed;
    }
    let turn = f64::from(clicks) / f64::from(turns.max(1));
    eprintln!("the reader won {won} of {games} games, {turn:.1} clicks a turn");
    assert!(won * 10 >= games * 8, "{won} of {games}");
}
