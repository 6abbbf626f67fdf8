//! Whole games drawn for both seats and the public: nothing panics, nothing hidden is drawn, values have their reasons.

use super::advice;
use super::offer::is_list;
use super::prompt::nth_key;
use super::sight::{Offered, Sight};
use super::track::KEYS;
use super::{Extra, body, question, text};
use crate::coach::{Asked, speak};
use crate::learned::Learned;
use crate::world::World;
use engine::state::{Chance, Seed, Stream, Where};
use engine::{Choice, Viewer, What, Why};
use table::setup::{GameSetup, Hand, Kind, Pace, Passing, Player, Source, Undo};
use table::stops::Hands;
use table::{Broken, By, Promised, Record, Row, Step, Table};
use vocab::ability::Statistic;
use vocab::{Arena, Role};

pub(crate) fn world() -> World {
    World::new(dejarik::Cards::core(), &[]).expect("the CORE set")
}

pub(crate) fn setup(world: &World, seed: u64) -> GameSetup {
    let (light, dark) = world.suggested().expect("two playable decks");
    let player = |offer: &crate::world::Offer| Player {
        name: format!("<{}>", offer.name),
        kind: Kind::Person,
        deck: offer.name.clone(),
        cards: world.names_of(offer).expect("playable"),
        by_hand: Default::default(),
    };
    GameSetup {
        edition: "current".into(),
        seed: Seed::from(seed),
        chance: Default::default(),
        roles: Default::default(),
        rules: 0,
        pocket: None,
        dark: player(dark),
        light: player(light),
        pace: Pace::Instant,
        undo: Undo::Agreed,
        passing: Passing::AtOnce,
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    }
}

/// The names that a viewer may not read: hidden cards of others, as far as no open card has the same name.
fn hidden(table: &Table, viewer: Viewer) -> Vec<String> {
    let state = table.game.whole();
    let open =
        |slot| table.game.face_of(slot, viewer) == Some(engine::Face::Known(state.card(slot).definition));
    let known: Vec<String> =
        state.slots().filter(|slot| open(*slot)).map(|slot| table.game.name_of(slot)).collect();
    let told: Vec<String> =
        table.log.iter().filter_map(|line| line.told(viewer, ["a", "b"], table.game.catalog())).collect();
    state
        .slots()
        .filter(|slot| !open(*slot) && state.card(*slot).place != Where::Nowhere)
        .map(|slot| table.game.name_of(slot))
        .filter(|name| !known.contains(name) && !told.iter().any(|line| line.contains(name)))
        .collect()
}

fn check(world: &World, table: &Table) {
    for viewer in [Viewer::Seat(Role::Dark), Viewer::Seat(Role::Light), Viewer::Public] {
        let sight = Sight::new(world, table.seen(viewer), "abcdefghij");
        let page = body(&sight, &Extra::default()).into_string();
        assert!(
            !page.contains("<<") && !page.contains("style="),
            "names are escaped, no style stands in the page"
        );
        let words = text::text(&sight, &Extra::default()).0;
        for name in hidden(table, viewer) {
            let name = name.replace('&', "&amp;");
            assert!(!page.contains(&name) && !words.contains(&name), "{viewer:?} reads {name}");
        }
    }
    // Whatever is revealed to one is revealed to all, even if it was hidden again at once.
    for line in table.log.iter().filter(|line| matches!(line.what, What::Revealed(_))) {
        let told = Viewer::ALL
            .map(|viewer| line.told(viewer, ["a", "b"], table.game.catalog()).expect("a sentence"));
        assert!(told[0] == told[1] && told[1] == told[2] && !told[0].starts_with("A card"), "{told:?}");
    }
    for arena in Arena::ALL {
        for unit in table.game.units_in(arena) {
            let (now, reasons) = (table.game.now(unit), table.game.reasons(unit));
            let sum = |statistic| -> i16 {
                reasons
                    .iter()
                    .filter(|reason| reason.statistic == statistic)
                    .map(|reason| reason.amount)
                    .sum()
            };
            assert_eq!(sum(Statistic::Power), now.power, "{}", table.game.name_of(unit));
            assert_eq!(sum(Statistic::Health), now.health, "{}", table.game.name_of(unit));
            assert_eq!(sum(Statistic::Speed).max(0), now.speed, "{}", table.game.name_of(unit));
        }
    }
}

#[test]
fn games_are_drawn_for_every_viewer_without_a_hidden_name() {
    let world = world();
    for seed in 1..=2 {
        let mut table = Table::new(world.catalog.clone(), setup(&world, seed), &[]).expect("a game");
        let mut chance = Chance::new(Seed::from(seed ^ 0xD1CE));
        for answer in 0..400 {
            let Some(asked) = table.asked() else { break };
            if answer % 9 == 0 {
                check(&world, &table);
            }
            assert_eq!(
                Sight::new(&world, table.seen(Viewer::Seat(asked.other())), "abcdefghij").offers.len(),
                0
            );
            let choices = table.game.choices().len();
            let choice = chance.below(Stream::Choice, choices);
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
        check(&world, &table);
        let replay = table.replay().expect("a replay");
        assert!(replay.play(world.catalog.clone(), usize::MAX).is_ok(), "the replay holds");
        let again = table.rewound(table.answers.len()).expect("the same game");
        assert_eq!(again.game.whole().stable_hash(), table.game.whole().stable_hash());
        assert_eq!(again.log.len(), table.log.len());
    }
}

/// Cards with a text that nobody can read, and a deck of them for each side.
fn singers() -> (tempfile::TempDir, World) {
    let folder = tempfile::tempdir().expect("a folder");
    let [sets, decks] = ["sets", "decks"].map(|name| folder.path().join(name));
    std::fs::create_dir_all(&sets).expect("a folder");
    std::fs::create_dir_all(&decks).expect("a folder");
    let mut rows = format!("{}\n", cards::set_file::HEADER);
    for (side, word) in [("L", "Bard"), ("D", "Fiddler")] {
        let mut list = String::new();
        for (number, arena) in ["Space", "Ground", "Character"].iter().cycle().take(15).enumerate() {
            let name = format!("{arena} {word} of {number:02}");
            rows.push_str(&format!(
                "{name}\tHND\t{word}{number}\t{side}\t{arena}\tRebel Singer\t2\t30\t2\t6\tC\t1\t\tPay 1 Force -> Sing verse {number} aloud.\t\tHND\t\n"
            ));
            list.push_str(&format!("4 {name}\n"));
        }
        std::fs::write(decks.join(format!("{word}s.txt")), list).expect("written");
    }
    std::fs::write(sets.join("HND.txt"), rows).expect("written");
    let cards = dejarik::Cards::folder(folder.path()).expect("the cards");
    let world = World::new(cards, &[]).expect("a world");
    (folder, world)
}

#[test]
fn a_list_of_many_choices_tells_the_text_of_each_from_its_arrow_on() {
    let (_folder, world) = singers();
    let mut setup = setup(&world, 0);
    let deck = |slug: &str| world.names_of(world.known(slug).expect("a deck")).expect("playable");
    for (player, slug) in [(&mut setup.light, "bards"), (&mut setup.dark, "fiddlers")] {
        (player.cards, player.by_hand) = (deck(slug), Hand::Used);
    }
    let mut table = Table::new(world.catalog.clone(), setup, &[]).expect("a table");
    for role in Role::ALL {
        table.wishes[role].hands = Hands::Always;
    }
    let (mut chance, mut lists) = (Chance::new(Seed::from(14)), 0);
    for _ in 0..600 {
        let Some(who) = table.asked() else { break };
        let sight = Sight::new(&world, table.seen(Viewer::Seat(who)), "");
        let by_hand: Vec<&Offered> = sight
            .offers
            .iter()
            .filter(|offer| matches!(offer.choice, Choice::Use(..)) && sight.seen.is_by_hand(offer.choice))
            .collect();
        if is_list(&sight.offers) && by_hand.len() > 1 {
            lists += 1;
            for offer in by_hand {
                let name = sight.name_of(offer.about.expect("a card"));
                let number = name.split("of ").last().expect("a number").trim_start_matches('0');
                let number = if number.is_empty() { "0" } else { number };
                let wanted = format!("{name}: Sing verse {number} aloud.");
                assert!(offer.title.starts_with(&wanted), "{} for {wanted}", offer.title);
            }
        }
        let choice = chance.below(Stream::Choice, table.game.choices().len());
        table.answer(u16::try_from(choice).expect("few choices")).expect("an answer");
    }
    assert!(lists > 3, "{lists} long lists");
}

#[test]
fn a_game_with_texts_by_hand_is_verified_and_what_was_agreed_is_locked() {
    let (_folder, world) = singers();
    let mut setup = setup(&world, 0);
    let deck = |slug: &str| world.names_of(world.known(slug).expect("a deck")).expect("playable");
    (setup.seed, setup.chance, setup.rules) = (Seed([0, 0]), Source::Promise, engine::RULES);
    for (player, slug) in [(&mut setup.light, "bards"), (&mut setup.dark, "fiddlers")] {
        (player.cards, player.by_hand) = (deck(slug), Hand::Used);
        // The server commits for a computer, and answers come from here.
        player.kind = Kind::Computer("random".into());
    }
    let (game, secret) = ("abcdefghij".to_string(), [4; 32]);
    let promised = Promised { promise: fair::promise(&game, &secret), game, secret };
    let mut table =
        Table::laid(world.catalog.clone(), setup.clone(), Some(promised.clone())).expect("a table");
    let (mut rows, mut chance): (Vec<Row>, Chance) = (Vec::new(), Chance::new(Seed::from(14)));
    let mut steps = table.with_consequences(table.server_commitments()).expect("they fit");
    loop {
        for step in steps.drain(..) {
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        }
        if table.computer_asked().is_none() {
            break;
        }
        let choice = chance.below(Stream::Choice, table.game.choices().len());
        let choice = u16::try_from(choice).expect("few choices");
        steps.push(Step::Answer { choice, by: By::Computer });
    }
    let log = || table.log.iter().map(|line| line.what);
    assert!(log().any(|what| matches!(what, What::Agreed { .. })), "something was done by hand");
    assert!(log().any(|what| matches!(what, What::TakenBack { .. })), "something was taken back");
    let record = Record::of(setup, &promised, &rows, None).expect("rows").expect("a game");
    let record = record.with_dice(world.catalog.clone());
    let file = serde_json::to_string(&record).expect("a file");
    let record: Record = serde_json::from_str(&file).expect("the same");
    let end = record.verify(world.catalog.clone()).expect("it keeps its promise");
    assert_eq!(end.game.whole().stable_hash(), table.game.whole().stable_hash());
    let mut other = record.clone();
    other.setup.dark.by_hand = Hand::Unused;
    assert!(matches!(other.verify(world.catalog.clone()), Err(Broken::Setup)), "what was agreed is locked");
    let mut other = record;
    other.dice.pop();
    assert!(matches!(other.verify(world.catalog.clone()), Err(Broken::Dice)), "every die is looked at");
}

#[test]
fn the_coach_says_a_line_once_and_never_more_than_four_in_a_turn() {
    let world = world();
    let (mut learned, mut heard) = (Learned::default(), Vec::new());
    for (game, seed) in [("aaaaaaaaaa", 3), ("bbbbbbbbbb", 4)] {
        let mut table = Table::new(world.catalog.clone(), setup(&world, seed), &[]).expect("a game");
        let mut chance = Chance::new(Seed::from(seed));
        let mut turns = std::collections::BTreeMap::<u16, usize>::new();
        for _ in 0..160 {
            let Some(who) = table.asked() else { break };
            let sight = Sight::new(&world, table.seen(Viewer::Seat(who)), game);
            let decision = sight.decision.clone().expect("a question");
            let lines = advice::lines(&sight, &decision, &question(&sight, &decision));
            let attack = sight.seen.lane().map_or(0, |lane| lane.number);
            let asked = Asked { game, answers: sight.seen.answers(), turn: sight.view.turn, attack };
            let told = speak(&mut learned, asked, &lines);
            assert_eq!(speak(&mut learned, asked, &lines), told, "the same page says the same");
            let extra = Extra { coach: told.clone(), ..Extra::default() };
            assert_eq!(body(&sight, &extra).0.contains("class=\"coach\""), told.is_some());
            for line in &lines {
                let words = line.words.split_whitespace().count();
                assert!(words <= 26, "{words} words: {}", line.words);
            }
            if let Some(told) = told {
                *turns.entry(sight.view.turn).or_default() += 1;
                let idea = lines.iter().find(|line| line.words == told).expect("one of the lines").idea;
                assert!(idea.danger().is_some() || !heard.contains(&idea), "{told} is said twice");
                heard.push(idea);
            }
            let choice = chance.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
        assert!(turns.values().all(|lines| *lines <= 4), "{turns:?}");
    }
    assert!(heard.len() > 12, "{heard:?}");
}

#[test]
fn what_the_coach_says_is_what_the_rules_say() {
    // The rule, the question, and the words that it needs.
    let says = [
        (Why::PullResource, "into your hand?"),          // 502.5
        (Why::PullResource, "You pay for it in setup"),  // 503.4
        (Why::Mulligan, "Pick cards that aren’t units"), // 502.7
        (Why::SetupBuild, "Two arenas held at the end of a turn win the game."), // 1502.2
        (Why::Retreat, "don’t leave them an arena for free"), // 1501.1
        (Why::Act, "whoever owns them"),                 // 1103.1
        (Why::Equip, "move it to another unit on a later turn"), // 1002.1, 1002.2
    ];
    let world = world();
    let mut missing = says.to_vec();
    let decks: Vec<&str> = world.decks.iter().map(|deck| deck.slug.as_str()).collect();
    let pairs = decks.iter().flat_map(|dark| decks.iter().map(move |light| (*dark, *light)));
    for (seed, (dark, light)) in (1..).zip(pairs) {
        let offer = |slug| world.decks.iter().find(|deck| deck.slug == slug).expect("a deck");
        let mut setup = setup(&world, seed);
        setup.dark.cards = world.names_of(offer(dark)).expect("playable");
        setup.light.cards = world.names_of(offer(light)).expect("playable");
        let Ok(mut table) = Table::new(world.catalog.clone(), setup, &[]) else { continue };
        let mut chance = Chance::new(Seed::from(seed));
        for _ in 0..200 {
            let (Some(who), Some(asked)) = (table.asked(), table.game.decision()) else { break };
            if missing.iter().any(|(why, _)| *why == asked.why) {
                let sight = Sight::new(&world, table.seen(Viewer::Seat(who)), "abcdefghij");
                let page = body(&sight, &Extra::default()).into_string();
                for (why, words) in says.iter().filter(|(why, _)| *why == asked.why) {
                    assert!(page.contains(words), "{why:?} says “{words}”");
                }
                missing.retain(|(why, _)| *why != asked.why);
            }
            let choice = chance.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("never asked: {missing:?}");
}

#[test]
fn whoever_can_only_pass_is_asked_where_the_game_says_so() {
    // 1307.10: a quick pass would tell the opponent that nothing in the hand can be played.
    let world = world();
    let questions = |passing: Passing| {
        let setup = GameSetup { passing, ..setup(&world, 7) };
        let engine_setup = setup.engine_setup(&world.catalog).expect("a game");
        let mut game = engine::Game::new(world.catalog.clone(), &engine_setup).expect("a game");
        let mut only_passes = 0;
        while let Some(decision) = game.decision().filter(|_| only_passes == 0 && game.whole().turn < 4) {
            only_passes += usize::from(decision.choices.len() == 1);
            game.answer(decision.choices.len() - 1).expect("an answer");
        }
        only_passes
    };
    assert_eq!(questions(Passing::AtOnce), 0);
    assert_eq!(questions(Passing::Asked), 1);
}

#[test]
fn every_choice_has_a_key_that_stands_for_nothing_else() {
    let keys: Vec<String> = (1..).map_while(nth_key).collect();
    assert!(keys.len() > 20, "{keys:?}");
    let others = KEYS[1..].iter().flat_map(|(keys, _)| keys.split(' '));
    for (place, key) in keys.iter().enumerate() {
        assert!(!keys[..place].contains(key), "{key}");
        assert!(others.clone().all(|other| other != key), "{key}");
    }
}

#[test]
fn a_game_that_was_won_has_a_reason_and_a_decisive_attack() {
    let world = world();
    let (mut won, mut decided) = (0, 0);
    for seed in 1..=6 {
        let mut table = Table::new(world.catalog.clone(), setup(&world, seed), &[]).expect("a table");
        let mut chance = Chance::new(Seed::from(seed ^ 0xD1CE));
        while table.game.outcome().is_none() && table.answers.len() < 1500 {
            let choice = chance.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
        let Some(finished) = table.finished(Viewer::Public) else { continue };
        let reason = finished.reason().expect("a finished game");
        let engine::state::Outcome::Won(winner, _) = table.game.outcome().expect("it is over") else {
            continue;
        };
        won += 1;
        assert!(reason.contains(finished.player(winner).name), "{reason}");
        // Whoever comes last to two arenas wins without an attack, too.
        let Some((decisive, told)) = finished.decided() else { continue };
        decided += 1;
        let lines = &finished.lines()[decisive.lines.clone()];
        assert!(matches!(lines[0].what, What::Attacks { .. }) && decisive.swing > 0.0);
        assert!(lines.iter().all(|line| line.attack == lines[0].attack) && told.ends_with('.'), "{told}");
    }
    assert!(won >= 3 && decided >= 2, "of {won} games {decided} were decided by an attack");
}

/// The opening tags of a page, in their order.
fn tags(page: &str) -> Vec<&str> {
    page.split('<')
        .skip(1)
        .filter_map(|tag| tag.split('>').next())
        .filter(|tag| !tag.starts_with('/'))
        .collect()
}

/// What of a page's numbers, counters, keywords and zones has no sentence under the mouse, or none at the focus; and the
/// kinds that were there.
fn without_a_sentence(page: &str) -> (Vec<String>, std::collections::BTreeSet<&'static str>) {
    let (mut missing, mut met) = (Vec::new(), std::collections::BTreeSet::new());
    let tags = tags(page);
    let has_class = |tag: &str, class: &str| {
        let classes = tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next());
        classes.is_some_and(|classes| classes.split(' ').any(|own| own == class))
    };
    for (place, tag) in tags.iter().enumerate() {
        let before = place.checked_sub(1).map_or("", |before| tags[before]);
        let kind = match tag {
            tag if has_class(before, "stats") => Some(("a number", tag.contains("title=\"Speed "))),
            tag if tag.starts_with("span") && has_class(tag, "key") => {
                Some(("a keyword", tag.contains("title=")))
            }
            tag if has_class(tag, "ctr") => Some(("a counter", tag.contains("title="))),
            tag if has_class(tag, "back") => Some(("a face-down card", tag.contains("title="))),
            tag if has_class(tag, "cost") => Some(("a cost", tag.contains("title="))),
            tag if has_class(tag, "pips") => Some(("pips", before.contains("title="))),
            tag if has_class(tag, "points") => {
                Some(("build points", tag.contains("title=") && tag.contains("tabindex")))
            }
            tag if tag.starts_with("div") && tag.contains("data-pool=") => {
                let pool = ["force", "build", "hand", "deck", "discard"];
                let pool = pool.into_iter().find(|pool| tag.contains(&format!("-{pool}\"")));
                pool.map(|pool| (pool, tag.contains("title=")))
            }
            tag if tag.starts_with("h2 id=\"a-") => Some(("an arena", tag.contains("title="))),
            tag if before.starts_with("h2 id=\"a-") && tag.starts_with("span") => {
                Some(("control", tag.contains("title=")))
            }
            tag if ["z-h", "h-h"].iter().any(|id| tag.contains(&format!("id=\"{id}\""))) => {
                Some(("a zone", tag.contains("title=") && tag.contains("tabindex=\"0\"")))
            }
            tag if has_class(before, "phases") => Some(("a step", tag.contains("title="))),
            tag if before.contains("id=\"order-h\"") => {
                Some(("the speed order", tag.contains("title=") && tag.contains("tabindex")))
            }
            tag if has_class(tag, "need") => Some(("what hits", tag.contains("title="))),
            // What is reached with the keyboard says what its parts mean.
            tag if has_class(tag, "tally")
                || has_class(tag, "phases")
                || has_class(tag, "arena")
                || has_class(tag, "lane") =>
            {
                Some(("a group", tag.contains("tabindex=\"0\"") && tag.contains("data-tips=")))
            }
            _ => None,
        };
        if let Some((kind, is_said)) = kind {
            met.insert(kind);
            if !is_said {
                missing.push(format!("{kind}: {tag}"));
            }
        }
    }
    (missing, met)
}

#[test]
fn every_keyword_number_counter_and_zone_has_its_sentence() {
    let world = world();
    let (mut met, mut last) = (std::collections::BTreeSet::new(), String::new());
    for seed in 1..=3 {
        let mut table = Table::new(world.catalog.clone(), setup(&world, seed), &[]).expect("a game");
        let mut chance = Chance::new(Seed::from(seed ^ 0xD1CE));
        for answer in 0..260 {
            let Some(who) = table.asked() else { break };
            if answer % 5 == 0 {
                let sight = Sight::new(&world, table.seen(Viewer::Seat(who)), "abcdefghij");
                let page = body(&sight, &Extra::default()).into_string();
                let (missing, kinds) = without_a_sentence(&page);
                assert!(missing.is_empty(), "{missing:?}");
                if kinds.contains("a keyword") && kinds.contains("pips") {
                    last = page;
                }
                met.extend(kinds);
                // The desk says it too: that's what the keyboard and a finger reach on a card.
                for card in sight.view.cards.iter().filter(|card| sight.definition(card).is_some()).take(6) {
                    let desk = crate::pages::inspect::inspect(&sight, Some(sight.token(card.slot)), false).0;
                    let shown = desk.contains("class=\"means\"");
                    assert!(shown && (card.values.is_none() || desk.contains("Speed ")), "{desk}");
                }
            }
            let choice = chance.below(Stream::Choice, table.game.choices().len());
            table.answer(u16::try_from(choice).expect("few choices")).expect("an offered choice");
        }
    }
    let wanted = [
        "a number",
        "a keyword",
        "a cost",
        "pips",
        "build points",
        "force",
        "build",
        "hand",
        "deck",
        "discard",
        "an arena",
        "control",
        "a zone",
        "a step",
        "the speed order",
        "what hits",
        "a group",
        "a face-down card",
    ];
    let unmet: Vec<&&str> = wanted.iter().filter(|kind| !met.contains(**kind)).collect();
    assert!(unmet.is_empty(), "never on the page: {unmet:?}");
    // A page without its sentences is noticed, kind by kind.
    let (missing, kinds) = without_a_sentence(&last.replace("title=", "data-none="));
    for kind in kinds.into_iter().filter(|kind| *kind != "a group") {
        assert!(missing.iter().any(|told| told.starts_with(kind)), "{kind}");
    }
}
