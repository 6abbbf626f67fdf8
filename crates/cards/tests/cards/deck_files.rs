//! Deck files and lists: round trips, tolerance, messages, limits; with DEJARIK_CARDS also the starter decks.

use dejarik_cards::deck::{Deck, DeckError, Entry, Kind, NoticeReason, ReadDeck, Zone, ZoneName, check};
use dejarik_cards::format::{Formats, legality};
use dejarik_cards::set_file::Row;
use dejarik_cards::{Aliases, Collection, Format, SetFile};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const REGULAR: &str = "<deck version=\"0.8\">\n\t<meta>\n\t\t<game>starwars</game>\n\t\t<note>A &amp; B\n two</note>\n\
    \t</meta>\n\t<superzone name=\"Deck\">\n\
    \t\t<card><name id=\"XMP0\">Nola Brask (B)</name><set>XMP</set></card>\n\
    \t\t<card><name id=\"XMP0\">Nola Brask (B)</name><set>XMP</set></card>\n\
    \t\t<card><name id=\"XMP1\">Brask&apos;s &quot;Skiff&quot;</name><set>XMP</set></card>\n\
    \t</superzone>\n\t<superzone name=\"Supply\">\n\t</superzone>\n</deck>\n";

/// A set of cards with these names; `set:name` puts one into another set.
fn collection(names: &[&str]) -> Collection {
    let mut sets = ["XMP", "FAR"].map(SetFile::new);
    for (i, name) in names.iter().enumerate() {
        let (set, name) = name.split_once(':').unwrap_or(("XMP", name));
        let mut fields = [""; 17];
        let image = format!("{set}{i}");
        (fields[0], fields[1], fields[2], fields[3], fields[4]) = (name, set, &image, "L", "Battle");
        let place = sets.iter().position(|file| file.code == set).unwrap();
        sets[place].push(Row::new(fields).unwrap());
    }
    Collection::new(&sets).0
}

fn read(file: &str, text: &str) -> ReadDeck {
    Deck::read(file, text.as_bytes()).unwrap()
}

fn error(file: &str, text: &str) -> String {
    Deck::read(file, text.as_bytes()).unwrap_err().to_string()
}

fn names(deck: &Deck, zone: &ZoneName) -> Vec<String> {
    deck.zone(zone).iter().map(|card| card.name.clone()).collect()
}

fn findings(read: &ReadDeck) -> Vec<(u32, &str)> {
    read.findings.iter().map(|finding| (finding.place.line.unwrap_or(0), finding.code)).collect()
}

#[test]
fn a_regular_file_is_written_as_it_was_read() {
    for text in [REGULAR.to_string(), REGULAR.replace('\n', "\r\n")] {
        let read = read("Some deck.dek", &text);
        assert_eq!((read.kind, read.findings.len()), (Kind::Dek, 0));
        assert_eq!(read.deck.name, "Some deck");
        assert_eq!(String::from_utf8(read.deck.write(Kind::Dek)).unwrap(), text);
    }
}

#[test]
fn the_writer_groups_equal_cards_and_keeps_the_order_of_the_first() {
    let mut deck = Deck::new("d");
    for name in ["B", "A", "B", "C", "A"] {
        deck.add(&ZoneName::Deck, Entry::named(name), 1);
    }
    let again = Deck::read("d.dek", &deck.write(Kind::Dek)).unwrap().deck;
    assert_eq!(names(&again, &ZoneName::Deck), ["B", "B", "A", "A", "C"]);
    assert_eq!(again, deck.grouped());
}

#[test]
fn other_programs_headers_comments_and_escapes_are_accepted() {
    let text = "\u{feff}<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE deck SYSTEM \"deck.dtd\">\n\
        <deck version=\"0.8\"><!-- mine --><meta><title> My deck </title><author>me</author></meta>\n\
        <superzone name=\"deck\"><card><name id='x'> R&D &#65;&#x42; &lt;&gt;&amp;&quot;&apos; </name></card>\n\
        <shiny/></superzone></deck>";
    let read = read("x.dek", text);
    assert_eq!(read.deck.name, "My deck");
    assert_eq!(read.deck.meta("author"), Some("me"));
    assert_eq!(names(&read.deck, &ZoneName::Deck), ["R&D AB <>&\"'"]);
    assert_eq!(findings(&read), [(5, "ignored-element")]);
    let windows = [
        b"<deck><superzone name=\"Deck\"><card><name>Padm".as_slice(),
        &[0xe9],
        b"</name></card></superzone></deck>",
    ]
    .concat();
    let deck = Deck::read("x.dek", &windows).unwrap().deck;
    assert_eq!(names(&deck, &ZoneName::Deck), ["Padm\u{e9}"]);
    assert!(deck.write(Kind::Dek).is_ascii(), "written with numeric references");
}

#[test]
fn an_unknown_zone_is_kept_and_reported() {
    let text = REGULAR.replace("Supply", "Maybe");
    let read = read("x.dek", &text);
    assert_eq!(findings(&read), [(12, "unknown-zone")]);
    assert_eq!(read.deck.zones[1].name, ZoneName::Other("Maybe".into()));
    assert_eq!(read.deck.write(Kind::Dek), text.as_bytes());
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    assert_eq!(
        error("x.dek", "<deck>\n<superzone>\n</superzone></deck>").split(';').next().unwrap(),
        "line 2: a <superzone> without a name"
    );
    let card = |inner: &str| format!("<deck>\n<superzone name=\"Deck\">\n{inner}</superzone></deck>");
    assert!(
        error("x.dek", &card("<card><set>XMP</set></card>"))
            .starts_with("line 3: a <card> without <name>; expected")
    );
    assert!(
        error("x.dek", &card("\n<card><name/></card>"))
            .starts_with("line 4: a <card> without a name; expected")
    );
    assert_eq!(error("x.dek", "<deck>\n<meta>"), "line 2: <meta> of line 2 isn't closed");
    assert_eq!(error("x.dek", "<plugin/>"), "line 1: the file begins with <plugin>; expected <deck>");
    assert_eq!(error("x.dek", "4 Nola Brask"), "line 1: text outside of any element");
    assert_eq!(
        error("x.json", "{\"deck\":\n[{\"name\": 3}]}"),
        "line 2: invalid type: integer `3`, expected a string"
    );
    assert!(error("x.txt", "\nhello\n").starts_with("line 2: no line of this file is a card; expected"));
    assert!(error("x.txt", "1\tA\n2001\tB").starts_with("line 2: 2001 copies"));
    assert!(error("x.txt", "99999999999999999999999999\tB").starts_with("line 1: "));
    assert!(error("x.txt", "1\tA\n\0").starts_with("line 2: a zero byte"));
}

#[test]
fn limits_hold_for_every_kind() {
    let large = vec![b' '; (1 << 20) + 1];
    assert_eq!(Deck::read("x.dek", &large), Err(DeckError::TooLarge));
    let cards = |n: usize| {
        format!(
            "<deck><superzone name=\"Deck\">{}</superzone></deck>",
            "<card><name>A</name></card>".repeat(n)
        )
    };
    assert_eq!(read("x.dek", &cards(2_000)).deck.len(), 2_000);
    assert_eq!(Deck::read("x.dek", cards(2_001).as_bytes()), Err(DeckError::TooManyCards));
    assert_eq!(Deck::read("x.txt", b"1500\tA\n501\tB"), Err(DeckError::TooManyCards));
    let json =
        "{\"deck\": [{\"name\": \"A\", \"count\": 18446744073709551615}, {\"name\": \"A\", \"count\": 2}]}";
    assert_eq!(Deck::read("x.json", json.as_bytes()), Err(DeckError::TooManyCards));
    assert_eq!(error("x.dek", &cards(2_001)), "more than 2000 cards, which is more than a deck may have");
}

#[test]
fn hostile_files_end_in_a_message_or_a_harmless_deck() {
    let bomb = "<!DOCTYPE deck [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<deck>\
        <superzone name=\"Deck\"><card><name>&b;</name></card></superzone></deck>";
    assert_eq!(names(&read("x.dek", bomb).deck, &ZoneName::Deck), ["&b;"]);
    assert!(error("x.dek", &"<deck>".repeat(50_000)).contains("nested more than"));
    assert!(error("x.json", &format!("{{\"deck\":{}", "[".repeat(50_000))).starts_with("line 1: "));
    assert!(error("x.json", &format!("{{\"other\":{}", "{\"a\":".repeat(50_000))).starts_with("line 1: "));
}

#[test]
fn two_thousand_unknown_names_do_not_cost_two_thousand_searches() {
    let cards = collection(&["Nola Brask (B)", "Old Mill"]);
    let text: String = (0..1_999).map(|i| format!("1\tOld Mil{i}\n")).collect::<String>() + "1\told mill";
    let resolved = read("x.txt", &text).deck.resolve(&cards);
    assert_eq!((resolved.unknown.len(), resolved.len()), (1_999, 1));
    assert!(!resolved.unknown[0].near.is_empty() && resolved.unknown[1_998].near.is_empty());
}

#[test]
fn a_list_is_read_with_all_its_spellings() {
    let text = "\u{feff}# my deck\r\n// of spring\r\n\r\n4\tNola Brask (B)\r\n3 Brask's Skiff\r\n2x Old Mill\r\n\
        Far Coin x2\r\n1\tNew Mill [XMP]\r\n1 Ploy (B2)\r\n99 Skiffs x2\r\n1\tOld Mill x4\r\nDeck:\r\n1\tLast\r\n\r\n\
        SUPPLY:\r\n1\tDeck Hand\r\nsideboard:\r\n2\tBurn\r\nOutside the Game:\r\n1\tGone\r\nZone: Maybe\r\n1\tPerhaps\r\n";
    let read = read("spring.txt", text);
    assert_eq!((read.kind, &*read.deck.name), (Kind::List, "spring"));
    assert_eq!(findings(&read), [(21, "unknown-zone")]);
    let counted: Vec<(String, u32)> =
        read.deck.zones[0].counted().into_iter().map(|(card, count)| (card.name.clone(), count)).collect();
    let expected = [
        ("Nola Brask (B)", 4),
        ("Brask's Skiff", 3),
        ("Old Mill", 2),
        ("Far Coin", 2),
        ("New Mill", 1),
        ("Ploy (B2)", 1),
        ("99 Skiffs", 2),
        ("Old Mill x4", 1),
        ("Last", 1),
    ];
    assert_eq!(counted, expected.map(|(name, count)| (name.to_string(), count)));
    assert_eq!(read.deck.zone(&ZoneName::Deck)[11].set, "XMP");
    assert_eq!(names(&read.deck, &ZoneName::Supply), ["Deck Hand"]);
    assert_eq!(names(&read.deck, &ZoneName::Sideboard), ["Burn", "Burn"]);
    assert_eq!(names(&read.deck, &ZoneName::Outside), ["Gone"]);
    assert_eq!(names(&read.deck, &ZoneName::Other("Maybe".into())), ["Perhaps"]);
}

#[test]
fn every_ignored_line_of_a_list_is_reported() {
    let read = read("x.txt", "My deck\n4\tA\nCharacters:\n0\tB\n4xC\n\n2\tD\n\n1\tE\n");
    assert_eq!(
        findings(&read),
        [
            (1, "ignored-line"),
            (3, "ignored-line"),
            (4, "ignored-line"),
            (5, "ignored-line"),
            (7, "blank-line")
        ]
    );
    // The first blank line ends the deck, even without a header.
    assert_eq!(names(&read.deck, &ZoneName::Deck), ["A"; 4]);
    assert_eq!(names(&read.deck, &ZoneName::Supply), ["D", "D", "E"]);
}

#[test]
fn a_list_is_written_with_tabs_and_headers_of_filled_zones() {
    let mut deck = Deck::new("d");
    deck.add(&ZoneName::Sideboard, Entry::named("Burn"), 2);
    deck.add(&ZoneName::Deck, Entry::named("Nola Brask (B)"), 4);
    deck.add(&ZoneName::Supply, Entry::named("Deck Hand"), 1);
    let text = "4\tNola Brask (B)\n\nSupply:\n1\tDeck Hand\nSideboard:\n2\tBurn\n";
    assert_eq!(String::from_utf8(deck.write(Kind::List)).unwrap(), text);
}

#[test]
fn content_decides_the_kind_before_the_ending() {
    assert_eq!(read("x.txt", REGULAR).kind, Kind::Dek);
    assert_eq!(read("x.dek", "{}").kind, Kind::Json);
    assert_eq!(read("x.txt", "{Ready Phase} x2").kind, Kind::List);
    assert_eq!(read("x", "1 A").kind, Kind::List);
    assert_eq!(Kind::of_name("a/b/Deck.DEK"), Some(Kind::Dek));
    assert!(read("x.txt", "").deck.is_empty());
}

#[test]
fn json_has_the_shape_of_the_specification_and_takes_the_deck_sites() {
    let deck = read("Some deck.dek", REGULAR).deck;
    let json = String::from_utf8(deck.write(Kind::Json)).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["metadata"]["name"], "Some deck");
    assert_eq!(
        value["deck"][0],
        serde_json::json!({"id": "XMP0", "name": "Nola Brask (B)", "set": "XMP", "count": 2})
    );
    assert_eq!(value["supply"], serde_json::json!([]));
    let site = "{\"name\": \"Site deck\", \"pool\": null, \"cards\": [{\"count\": 2, \"name\": \"A\", \"setCode\": \"XMP\"}],
        \"supply\": null, \"owner_username\": \"me\"}";
    let deck = read("x.json", site).deck;
    assert_eq!((&*deck.name, deck.len(), &*deck.zones[0].cards[0].set), ("Site deck", 2, "XMP"));
    let odd = read(
        "x.json",
        "{\"metadata\": {\"a b\": \"c\", \"year\": 3}, \"deck\": [{\"count\": 3}, {\"id\": \"XMP0\"}]}",
    );
    assert_eq!(
        odd.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
        ["metadata-key", "ignored-card"]
    );
    assert_eq!((odd.deck.meta("year"), odd.deck.len()), (Some("3"), 1));
}

#[test]
fn renamed_cards_load_with_a_notice() {
    let mut cards = collection(&["Brask's Skiff (A)", "Old Mill"]);
    cards.add_aliases(Aliases::read("Old Skiff (A)\tBrask's Skiff (A)\t2025-03-01\n").0);
    let deck = read("x.txt", "2\told skiff (a)\n1\tOLD MILL\n1\tOld Mill\n").deck;
    let resolved = deck.resolve(&cards);
    assert_eq!((resolved.len(), resolved.unknown.len()), (4, 0));
    let notices: Vec<String> = resolved.notices.iter().map(|notice| notice.message(&cards)).collect();
    assert_eq!(
        notices,
        [
            "`old skiff (a)` has been called `Brask's Skiff (A)` since 2025-03-01",
            "`OLD MILL` is read as `Old Mill`"
        ]
    );
    assert_eq!(resolved.zones[0].cards.iter().map(|copies| copies.count).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(names(&deck.filled(&cards), &ZoneName::Deck)[0], "Brask's Skiff (A)");
}

#[test]
fn unknown_cards_get_suggestions_and_none_is_chosen() {
    let cards = collection(&["Nola Brask (A)", "Nola Brask (B)", "Old Mill"]);
    let text =
        REGULAR.replace("Nola Brask (B)", "Nola Brsak (B)").replace("XMP1", "XMP9").replace("XMP0", "XMP2");
    let resolved = read("x.dek", &text).deck.resolve(&cards);
    let unknown = &resolved.unknown[0];
    assert_eq!((unknown.count, &unknown.zone), (2, &ZoneName::Deck));
    // The card that has the id today is suggested first.
    assert_eq!(unknown.cure(&cards), "did you mean `Old Mill` or `Nola Brask (B)` or `Nola Brask (A)`?");
    assert_eq!(resolved.unknown[1].cure(&cards), "check the spelling, or load the set of this card");
    assert!(resolved.is_empty());
}

#[test]
fn a_set_picks_among_equal_names_and_is_otherwise_only_compared() {
    let cards = collection(&["Old Mill", "FAR:Old Mill", "Mill (FAR)", "Mill"]);
    let set_of = |line: &str| {
        let resolved = read("x.txt", line).deck.resolve(&cards);
        let printing = cards.get(resolved.main().next().expect("known").printing);
        let notice = resolved.notices.first().map(|notice| notice.reason.clone());
        (format!("{} {}", printing.name.full(), printing.set), notice)
    };
    assert_eq!(set_of("1\tOld Mill"), ("Old Mill XMP".into(), None));
    assert_eq!(set_of("1\tOld Mill [FAR]"), ("Old Mill FAR".into(), None));
    assert_eq!(set_of("1\tOld Mill (FAR)"), ("Old Mill FAR".into(), None));
    // A name with the bracket comes before a set in brackets.
    assert_eq!(set_of("1\tMill (FAR)"), ("Mill (FAR) XMP".into(), None));
    assert_eq!(set_of("1\tMill [FAR]"), ("Mill XMP".into(), Some(NoticeReason::OtherSet)));
    assert_eq!(read("x.txt", "1\tMill (XXX)").deck.resolve(&cards).unknown.len(), 1);
}

#[test]
fn a_deck_survives_the_way_through_a_list() {
    let cards = collection(&["Nola Brask (B)", "Brask's \"Skiff\"", "Mill (FAR)"]);
    let mut deck = read("x.dek", REGULAR).deck;
    deck.add(&ZoneName::Outside, Entry::named("Mill (FAR)"), 2);
    deck.add(&ZoneName::Other("Maybe".into()), Entry::named("Nola Brask (B)"), 1);
    let deck = deck.filled(&cards);
    let list = Deck::read("x.txt", &deck.write(Kind::List)).unwrap().deck.filled(&cards);
    let filled: Vec<&Zone> = deck.zones.iter().filter(|zone| !zone.cards.is_empty()).collect();
    assert_eq!(list.zones.iter().collect::<Vec<_>>(), filled);
}

/// The folder of real cards, if the tester has one.
fn real() -> Option<(PathBuf, Collection)> {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS").filter(|folder| !folder.is_empty()) else {
        println!("skipped: DEJARIK_CARDS is not set");
        return None;
    };
    let folder = PathBuf::from(folder);
    let sets: Vec<SetFile> = files(&folder.join("sets"), "txt")
        .iter()
        .map(|path| {
            SetFile::read(path.file_stem().unwrap().to_str().unwrap(), &std::fs::read(path).unwrap()).0
        })
        .collect();
    Some((folder, Collection::new(&sets).0))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|own| own == ending)).collect();
    files.sort();
    files
}

#[test]
fn the_starter_decks_load_are_legal_and_survive_every_way() {
    let Some((folder, cards)) = real() else { return };
    let decks = files(&folder.join("decks"), "dek");
    let mut total = 0;
    for path in &decks {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let read = Deck::read(name, &bytes).unwrap();
        assert_eq!(read.findings, [], "{name}");
        assert_eq!(read.deck.write(Kind::Dek), bytes, "{name}: not the same bytes");
        let resolved = read.deck.resolve(&cards);
        assert_eq!((&resolved.unknown[..], &resolved.notices[..]), (&[][..], &[][..]), "{name}");
        total += resolved.len();
        let report = check(&resolved, &cards, &Format::open());
        assert!(report.is_legal(), "{name}: {:#?}", report.faults);
        let deck = read.deck.filled(&cards);
        for kind in Kind::ALL {
            let file = format!("x.{}", kind.extension());
            let again = Deck::read(&file, &deck.write(kind)).unwrap().deck.filled(&cards);
            let zones = |deck: &Deck| -> Vec<Zone> {
                deck.zones.iter().filter(|zone| !zone.cards.is_empty()).cloned().collect()
            };
            assert_eq!(zones(&again), zones(&deck), "{name} as {kind:?}");
        }
    }
    assert_eq!((decks.len(), total), (13, 780));
}

#[test]
fn the_legality_of_every_card_in_every_format_can_be_told() {
    let Some((folder, cards)) = real() else { return };
    let text = std::fs::read_to_string(folder.join("formats.txt")).unwrap();
    let (formats, findings) = Formats::read(&text).unwrap();
    assert_eq!(findings, []);
    assert_eq!(formats.iter().len(), 11, "ten formats and Open");
    for format in formats.iter() {
        for card in cards.cards() {
            assert!(!legality(&cards, card, format).explain(&cards, format).is_empty());
        }
    }
    let again = Formats::read(&formats.write()).unwrap().0;
    assert!(
        again
            .iter()
            .zip(formats.iter())
            .all(|(a, b)| (&a.name, &a.sets, &a.source) == (&b.name, &b.sets, &b.source))
    );
}

/// A name as a set file may have it: no control characters, no stray blanks, no square brackets.
fn name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9\u{e9}\u{2019}&<>\"'(){}#/:!-]{1,8}( [A-Za-z0-9&'(){}#:-]{1,6}){0,3}"
}

fn deck() -> impl Strategy<Value = Deck> {
    let card = (name(), "[A-Z0-9]{0,4}", "[A-Za-z0-9_&']{0,8}", 1_usize..4)
        .prop_map(|(name, set, id, count)| (Entry { name, set, id }, count));
    let zone = prop_oneof![
        4 => (0_usize..4).prop_map(|i| ZoneName::KNOWN[i].clone()),
        1 => "[A-Z][a-z]{1,5}( [a-z&]{1,3})?".prop_map(|name| ZoneName::from_name(&name)),
    ];
    let zones = prop::collection::vec((zone, prop::collection::vec(card, 0..6)), 0..5);
    let meta = prop::collection::vec(("[a-z]{1,6}", "[ -~\u{e9}\n]{0,12}"), 0..3);
    (zones, meta, name()).prop_map(|(zones, meta, name)| {
        let mut deck = Deck::new(name.clone());
        deck.zones.clear();
        // The title is the name of a deck, and `name` is its key in JSON.
        deck.meta
            .extend(meta.into_iter().filter(|(key, _)| key != "title" && key != "name" && key != "game"));
        deck.meta.push(("title".into(), name));
        for (zone, cards) in zones {
            deck.zone_mut(&zone);
            cards.into_iter().for_each(|(card, count)| deck.add(&zone, card, count));
        }
        deck.grouped()
    })
}

/// Zones in the order of the writers that sort them, empty ones left out if asked.
fn sorted(deck: &Deck) -> Vec<Zone> {
    let place = |zone: &Zone| ZoneName::KNOWN.iter().position(|name| *name == zone.name).unwrap_or(4);
    let mut zones = deck.zones.clone();
    zones.sort_by_key(place);
    zones
}

proptest! {
    #[test]
    fn no_bytes_stop_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..300), ending in "dek|txt|json") {
        let _ = Deck::read(&format!("x.{ending}"), &bytes);
    }

    #[test]
    fn no_text_of_tags_stops_the_reader(parts in prop::collection::vec(
        prop_oneof![
            Just("<deck>"), Just("</deck>"), Just("<superzone name=\"Deck\">"), Just("</superzone>"), Just("<card>"),
            Just("</card>"), Just("<name id=\"x\">"), Just("</name>"), Just("&"), Just("&#0;"), Just("<![CDATA["),
            Just("]]>"), Just("<!--"), Just("\n"), Just("4x"), Just("Supply:"), Just("{\"deck\":["), Just("x4"),
        ], 0..20)) {
        let _ = Deck::read("x.dek", parts.concat().as_bytes());
    }

    #[test]
    fn writing_and_reading_a_dek_gives_the_same_deck(deck in deck()) {
        let bytes = deck.write(Kind::Dek);
        let again = Deck::read("x.dek", &bytes).unwrap().deck;
        prop_assert_eq!(&again, &deck);
        prop_assert_eq!(again.write(Kind::Dek), bytes);
    }

    #[test]
    fn writing_and_reading_json_gives_the_same_deck(deck in deck()) {
        let again = Deck::read("x.json", &deck.write(Kind::Json)).unwrap().deck;
        prop_assert_eq!(sorted(&again), sorted(&deck));
        prop_assert_eq!((&again.name, &again.meta), (&deck.name, &deck.meta));
    }

    #[test]
    fn writing_and_reading_a_list_gives_the_same_names_in_the_same_zones(deck in deck()) {
        let again = Deck::read("x.txt", &deck.write(Kind::List)).unwrap().deck;
        let named = |deck: &Deck| -> Vec<(ZoneName, Vec<String>)> {
            let zones = deck.zones.iter().filter(|zone| !zone.cards.is_empty());
            let mut zones: Vec<_> = zones.map(|zone| (zone.name.clone(), names(deck, &zone.name))).collect();
            zones.sort_by_key(|(name, _)| *name != ZoneName::Deck);
            zones
        };
        prop_assert_eq!(named(&again), named(&deck));
    }
}
