//! The detector finds what the computer of version 0.1 gave away in five games that people played against it.
//!
//! The games repeat under today's rules up to a point; `crates/proof/gifts` has them so far, by the words of every answer.
//! What was given away after that is set up as a position. A unit that was left to die is not known well enough to be set
//! up: a position of its kind is. Four of the sixteen are no longer possible, for prevention is offered only where it can
//! help (1204.3): the detector is shown them on paper, as a text that its player carries out by hand and that comes to what
//! the prevention came to.

use dejarik::Cards;
use engine::state::{Options, Seed};
use engine::{Catalog, Deck, Game, Setup};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vocab::{Cost, Definition, DefinitionId, Library, Role};

/// What some cards cost when the games were played.
const COSTS: [(&str, u8); 13] = [
    ("Beacon Corvette", 4),
    ("Cavern Grazer", 4),
    ("Corsair Blade", 3),
    ("Diplomatic Immunity", 1),
    ("Envoy Attendant", 2),
    ("Guardian Circle", 6),
    ("Hull Rat Freighter", 4),
    ("Needle Starfighter", 3),
    ("Path Seekers", 3),
    ("Rally the Cells", 2),
    ("Rift Bomber", 4),
    ("Spice Runner", 4),
    ("Temple Rampart", 5),
];

/// The cards as they were when the games were played.
fn as_it_was(catalog: &Catalog) -> Arc<Catalog> {
    let mut definitions: Vec<Definition> = catalog.library().iter().map(|(_, card)| card.clone()).collect();
    for (name, cost) in COSTS {
        let DefinitionId(id) = catalog.library().find_by_title(name).expect("a CORE card");
        definitions[usize::from(id)].cost = Cost::Points(cost);
    }
    Arc::new(Catalog::new(Library::new(definitions).expect("as before")).expect("as before"))
}

/// The folder of the games. Lists of decks that have changed since are there too.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gifts")
}

/// A CORE deck as it was when the games were played.
fn deck_as_it_was(cards: &Cards, catalog: &Arc<Catalog>, name: &str) -> Deck {
    let old = folder().join(format!("{}.dek", name.replace(' ', "_")));
    let known = || cards.decks().iter().find(|deck| deck.name == name).expect("a CORE deck");
    let list = if old.exists() { dejarik::read_deck_file(&old) } else { known().read() };
    cards.playable(&list.expect("a deck").deck, catalog).expect("playable")
}

/// After how many answers something was given away, and how.
type Given = Vec<(usize, String)>;

/// A game by the words of its answers; the gifts that are marked in it, and those that are found.
fn told(file: &str) -> (Given, Given) {
    let text = fs::read_to_string(folder().join(file)).expect("a game");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut take =
        |word: &str| lines.next().and_then(|line| line.strip_prefix(word)).expect("the game's head");
    let (dark, light) = take("decks ").split_once(" / ").expect("two decks");
    let seed: u64 = take("seed ").parse().expect("a number");
    let cards = Cards::core();
    let catalog = as_it_was(&cards.catalog().expect("the CORE set"));
    let deck = |name: &str| deck_as_it_was(&cards, &catalog, name);
    let setup =
        Setup { dark: deck(dark), light: deck(light), seed: Seed::from(seed), options: Options::default() };
    let start = Game::new(catalog.clone(), &setup).expect("a game");
    let (mut game, mut answers, mut marked) = (start.clone(), Vec::new(), Vec::new());
    for line in lines {
        if let Some(kind) = line.strip_prefix("gift ") {
            marked.push((answers.len(), kind.to_string()));
            continue;
        }
        let (who, words) = line.split_once(": ").expect("an answer");
        let asked = game.asked().expect("a question").who;
        assert_eq!(who, if asked == Role::Dark { "dark" } else { "light" }, "{file}: {line}");
        let offered: Vec<String> = game.choices().iter().map(|choice| game.label(*choice)).collect();
        let index = offered.iter().position(|label| label == words);
        let index = index.unwrap_or_else(|| panic!("{file}: `{words}` of {offered:?}"));
        answers.push(index);
        game.answer(index).expect("an offered choice");
    }
    let found = ai::gifts(&start, &answers).into_iter().filter(|gift| gift.who == Role::Dark);
    (marked, found.map(|gift| (gift.answers, gift.kind.words().to_string())).collect())
}

#[test]
fn gifts_in_games_against_version_0_1_are_found() {
    let (mut gifts, mut others) = (0, 0);
    for file in ["g1.txt", "g2.txt", "g3.txt", "g5.txt"] {
        let (marked, found) = told(file);
        for gift in &marked {
            assert!(found.contains(gift), "{file}: {gift:?} isn't among {found:?}");
        }
        gifts += marked.len();
        others += found.len() - marked.len();
    }
    assert_eq!(gifts, 7);
    assert!(others <= 1, "{others} more that nobody has complained of");
}

/// What the answers, by their words, give away in a position.
fn given(cards: &Cards, position: &str, words: &[&str]) -> Given {
    let scenario = judge::parse(position).expect("a scenario");
    let verdict = cards.judge_scenario(&scenario);
    let start = cards.reach(&scenario).unwrap_or_else(|| panic!("{verdict}"));
    let (mut game, mut answers) = (start.clone(), Vec::new());
    for words in words {
        let offered: Vec<String> = game.choices().iter().map(|choice| game.label(*choice)).collect();
        let index = offered.iter().position(|label| label == words);
        let index = index.unwrap_or_else(|| panic!("`{words}` of {offered:?}"));
        answers.push(index);
        game.answer(index).expect("an offered choice");
    }
    let found = ai::gifts(&start, &answers).into_iter();
    found.map(|gift| (gift.answers, gift.kind.words().to_string())).collect()
}

/// Whether a choice is offered in a position.
fn is_offered(cards: &Cards, position: &str, words: &str) -> bool {
    let scenario = judge::parse(position).expect("a scenario");
    let verdict = cards.judge_scenario(&scenario);
    let game = cards.reach(&scenario).unwrap_or_else(|| panic!("{verdict}"));
    game.choices().iter().any(|choice| game.label(*choice).contains(words))
}

fn nothing(place: usize) -> Given {
    vec![(place, "paid for nothing".to_string())]
}

#[test]
fn a_second_copy_of_a_unique_unit_is_a_gift() {
    let position = "G3 Sarn Vekk, again\nrules 801.4\n\n\
        dark ground: @Swoop Raiders; @Pit Devourer damage 3\ndark space: @Hunter's Gunboat damage 2\n\
        dark character: @Sarn Vekk (C)\ndark under Sarn Vekk (C): @Sarn Vekk (A)\n\
        dark building: @Sarn Vekk (A) counters 5\n\
        light character: @Guardian Circle damage 4; @Pell Arin (B)\nlight space: @Needle Starfighter damage 1\n\
        dark force 7 build 4\nlight force 9\nstart build dark\n\noption 1\noffered play Sarn Vekk (A)\n";
    let words = ["play Sarn Vekk (A)", "Sarn Vekk (A) to the Character arena"];
    assert_eq!(given(&Cards::core(), position, &words), nothing(0));
}

#[test]
fn a_unit_left_to_die_before_it_acts_is_a_gift_where_the_turn_ends_worse_for_it() {
    let position = |knight: &str, enemy: &str| {
        format!(
            "G5 Left to die\nrules 706.1\n\n\
             dark character: {knight}; Wall 20/3/9\ndark space: Raider 50/3/4\ndark ground: Tank 20/3/5\n\
             light character: {enemy}\nlight space: Wing 50/3/4\nlight ground: Walker 20/3/5\nstart retreat dark\n\n\
             offered Knight\n"
        )
    };
    let cards = Cards::core();
    let (hurt, hunter) = ("Knight 30/4/5 damage 4", "Hunter 60/6/2");
    let doomed = vec![(0, "left where it can't survive".to_string())];
    assert_eq!(given(&cards, &position(hurt, hunter), &["done"]), doomed);
    assert_eq!(given(&cards, &position(hurt, hunter), &["Knight", "done"]), vec![]);
    assert_eq!(given(&cards, &position("Knight 30/4/5", hunter), &["done"]), vec![], "it may live");
    assert_eq!(given(&cards, &position(hurt, "Cripple 10/6/2"), &["done"]), vec![], "it acts first");
}

#[test]
fn prevention_where_nothing_of_ones_own_is_damaged_is_not_offered() {
    let position = |line: &str| {
        format!(
            "G5 Stillness of Mind\n\n\
             dark ground: @Path Seekers\ndark space: @Dawn Covenant (B); @Beacon Corvette; @Needle Starfighter\n\
             dark character: @Sela Dorn (A)\ndark hand: @Stillness of Mind; @Stillness of Mind\n\
             dark discard: @Stillness of Mind\nlight space: @Arrowhead Starfighter; @Salvage Gunship\nlight ground: @Dune Skimmer\n\
             light character: @Jessa Korr (A)\n\
             dark force 5\nlight force 5\nstart battle space\n\n{line}"
        )
    };
    let cards = Cards::core();
    // Its own unit's Evade has prevented one of two, and the card the other: there's nothing left for a third.
    let twice = position(
        "Arrowhead Starfighter attacks Needle Starfighter\ndice 1 5 4\nNeedle Starfighter uses Evade 1\n1\n\
         play Stillness of Mind\n1\n",
    );
    assert!(!is_offered(&cards, &twice, "Stillness of Mind"));
    // Only the opponent's unit is being damaged.
    let theirs = position("Dawn Covenant attacks Arrowhead Starfighter\n7\ndice 6 1 5 5 6 1\n");
    assert!(!is_offered(&cards, &theirs, "Stillness of Mind"));
    // The damaged unit is no Jedi.
    let other = position("Arrowhead Starfighter attacks Beacon Corvette\n0\ndice 5 6 2\n");
    assert!(!is_offered(&cards, &other, "Stillness of Mind"));
}

/// From the first question after the roll until damage is coming.
const WAIT: &str = "pass\npass\npass\n";

/// A position with a card whose text its player carries out by hand.
fn paper(units: &str, script: &str) -> String {
    format!(
        "G6 On paper\n\nby hand dark\n{units}dark hand: battle Calm \"Quiet the waters.\"\n\
         dark force 5\nlight force 5\nstart battle space\n\n{script}"
    )
}

#[test]
fn prevention_that_can_no_longer_be_wasted_is_a_gift_on_paper() {
    let jedi = "dark ground: @Path Seekers\ndark space: @Dawn Covenant (B); @Beacon Corvette damage 1; @Needle Starfighter\n\
        light space: @Arrowhead Starfighter; @Salvage Gunship\nlight ground: @Dune Skimmer\n";
    let pilots = "dark space: Hunter 50/4/3 damage 1; Destroyer 20/6/8\nlight space: Interceptor 60/2/3; Bomber 40/3/4\n";
    let cards = Cards::core();
    let lost = ["play Calm", "done"];
    // g5, after 21: on top of an Evade that has already saved the unit.
    let saved =
        "Arrowhead Starfighter attacks Needle Starfighter\ndice 1 5 2\nNeedle Starfighter uses Evade 1\n1\n";
    assert_eq!(given(&cards, &paper(jedi, saved), &lost), nothing(0));
    // g5, after 22: while only the opponent's unit is being damaged.
    let theirs =
        paper(jedi, &format!("Dawn Covenant attacks Arrowhead Starfighter\n7\ndice 6 1 5 5 6 1\n{WAIT}"));
    // g4, after 16: the same with the players' cards.
    let fighter = paper(pilots, &format!("Hunter attacks Interceptor\ndice 4 3 1 2\npass\npass\n{WAIT}"));
    // g5, after 55: for a unit that it can't be for.
    let other = paper(jedi, &format!("Arrowhead Starfighter attacks Beacon Corvette\n0\ndice 5 6 2\n{WAIT}"));
    for position in [&theirs, &fighter, &other] {
        let game = cards.reach(&judge::parse(position).expect("a scenario")).expect("a position");
        assert!(!game.whole().instances().is_empty(), "damage is coming: {position}");
        assert_eq!(given(&cards, position, &lost), nothing(0));
    }
    // What helps is no gift: the same text, carried out so that a damage counter is gone.
    let heals =
        ["play Calm", "put or remove counters", "remove damage counters from a card", "1", "Hunter", "done"];
    assert_eq!(given(&cards, &fighter, &heals), vec![]);
}

#[test]
fn gifts_with_the_players_cards_are_found() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS names no folder");
        return;
    };
    let cards = Cards::folder_with(Path::new(&folder), dejarik::Playtest::Load).expect("a card folder");
    // High-Speed Dodge while the opponent's unit is being damaged.
    let dodge = "G4a Dodge\n\ndark space: @TIE Hunter; @Death Squadron Star Destroyer\ndark hand: @High-Speed Dodge\n\
        light space: @RZ-1 A-wing Interceptor; @Blue Squadron B-wing\ndark force 4\nlight force 4\nstart battle space\n\n\
        TIE Hunter attacks RZ-1 A-wing Interceptor\ndice 4 3\n";
    assert!(!is_offered(&cards, dodge, "High-Speed Dodge"));
    // Proton Torpedoes without a Space unit.
    let torpedoes = "G4b Torpedoes\nrules 1002.1\n\ndark ground: @Tempest One (A); @Endor Scout Walker\ndark character: @Darth Vader (W)\n\
        dark building: @Proton Torpedoes counters 1\nlight space: @Blue Squadron B-wing\n\
        light character: @Ewok Scout Leader\ndark build 0\nstart build dark\n\noffered play Proton Torpedoes\n";
    let found = given(&cards, torpedoes, &["play Proton Torpedoes"]);
    assert_eq!(found, vec![(0, "Equipment for nobody".to_string())]);
    // Proving Allegiance without a Stormtrooper.
    let allegiance = "G4c Allegiance\nrules 207.1\n\ndark ground: @Tempest One (A); @Endor Scout Walker\n\
        dark character: @Darth Vader (W)\ndark space: @TIE Fighter Escort\n\
        dark building: @Proving Allegiance counters 1\nlight space: @Blue Squadron B-wing\n\
        light character: @Ewok Scout Leader\ndark build 0\nstart build dark\n\noffered play Proving Allegiance\n";
    assert_eq!(given(&cards, allegiance, &["play Proving Allegiance"]), nothing(0));
    // An Officer for Vader, when the last enemy is gone.
    let officer = "G4d The Officer\nrules 1307.1\n\ndark character: @Snowtrooper Officer damage 2 tapped; @Darth Vader (W) damage 1 tapped\n\
        dark ground: @Tempest One (A) tapped\nlight space: @Blue Squadron B-wing tapped; @RZ-1 A-wing Interceptor tapped\n\
        dark force 11\nlight force 16\nstart battle character\n\noffered Darth Vader (W) uses its ability\n";
    let words = ["Darth Vader (W) uses its ability", "Snowtrooper Officer"];
    assert_eq!(given(&cards, officer, &words), nothing(0));
}
