//! The deck rules (RULEBOOK.md chapter 4): one legal deck, and what is wrong with decks derived from it.

use dejarik_cards::deck::{Code, Deck, Entry, PulledResource, Report, Stats, ZoneName, check};
use dejarik_cards::format::{Format, Formats};
use dejarik_cards::set_file::Row;
use dejarik_cards::{Collection, SetFile};
use vocab::{Arena, RuleNumber, Side, rulebook};

const FORMATS: &str = "<formatdefinitions>\n\
    <format><label>Vintage</label><set>XMP</set></format>\n\
    <format><label>NEW - New Cards</label><set>NEWER</set><set>XMP</set></format>\n\
    </formatdefinitions>\n";

/// A made-up card: name, set, side, type, subtype, usage, text, tags.
#[derive(Clone, Copy)]
struct Card<'a> {
    name: &'a str,
    set: &'a str,
    side: &'a str,
    kind: &'a str,
    subtype: &'a str,
    usage: &'a str,
    text: &'a str,
}

const PLAIN: Card<'_> =
    Card { name: "", set: "XMP", side: "L", kind: "Battle", subtype: "", usage: "", text: "" };

/// Cards that show a single rule; the ordinary ones are generated.
const SPECIAL: &[Card<'_>] = &[
    Card { name: "Nola Brask (A)", kind: "Character", ..PLAIN },
    Card { name: "Nola Brask (A) (Promo)", kind: "Character", ..PLAIN },
    Card { name: "Nola Brask (B)", kind: "Character", ..PLAIN },
    Card { name: "Nola Brask (C)", kind: "Character", ..PLAIN },
    Card { name: "Nola Brask (D)", kind: "Character", ..PLAIN },
    Card { name: "Old Frigate", side: "N", kind: "Space", ..PLAIN },
    Card { name: "Old Frigate (XMP)", side: "N", kind: "Space", ..PLAIN },
    Card { name: "Reef Glider", side: "N", kind: "Space/Ground", ..PLAIN },
    Card { name: "Mud Walker", side: "N", kind: "Ground/Character", ..PLAIN },
    Card { name: "Toll House", side: "N", kind: "Resource", ..PLAIN },
    Card { name: "Long Winter", side: "N", kind: "Event", ..PLAIN },
    Card { name: "Deck Hand", kind: "Subordinate", subtype: "Character - Mechanic", ..PLAIN },
    Card { name: "{Ready Phase}", side: "", kind: "Reminder", ..PLAIN },
    Card { name: "Slow Fuse", side: "N", usage: "*RESTRICTED", ..PLAIN },
    Card { name: "Quick Fuse", side: "N", usage: "", ..PLAIN },
    Card { name: "Quick Fuse (Promo)", side: "N", usage: "*RESTRICTED", ..PLAIN },
    Card { name: "Loaded Dice", side: "N", usage: "*BANNED", ..PLAIN },
    Card { name: "Marked Cards", side: "N", usage: "*BANNED:Vintage", ..PLAIN },
    Card { name: "Short Straw", side: "N", usage: "*RESTRICTED:NEW", ..PLAIN },
    Card { name: "Foreign Coin", side: "N", set: "FAR", ..PLAIN },
    Card { name: "Home Coin", side: "N", set: "FAR", ..PLAIN },
    Card { name: "Home Coin (Starter)", side: "N", ..PLAIN },
    Card { name: "Far Hand", set: "FAR", kind: "Subordinate", subtype: "Ground - Mechanic", ..PLAIN },
    Card {
        name: "Ruk Tal (A)",
        side: "D",
        kind: "Character",
        text: "Armor | This card may be put in a Yuuzhan Vong deck.",
        ..PLAIN
    },
    Card {
        name: "Sen Ul (A)",
        side: "L",
        kind: "Character",
        text: "Sen Ul cards can be put in a Yuuzhan Vong deck. | Evade 2",
        ..PLAIN
    },
    Card { name: "Sen Ul (B)", side: "L", kind: "Character", ..PLAIN },
    Card {
        name: "Mirl Dorn (A)",
        kind: "Character",
        text: "While Mirl is in your deck, you may put Dark Equipment cards with the Character subtype in \
               your Supply.",
        ..PLAIN
    },
    Card { name: "Dark Blade", side: "D", kind: "Equipment", subtype: "Character - Weapon", ..PLAIN },
    Card { name: "Dark Anchor", side: "D", kind: "Equipment", subtype: "Space - Device", ..PLAIN },
];

/// `Light Space 1` to `Yuuzhan Vong Character 7`, and `Ploy 1` to `Ploy 9` of the Neutral side.
fn collection() -> Collection {
    let mut names: Vec<(String, &str, &str)> = Vec::new();
    for side in Side::ALL {
        for arena in Arena::ALL {
            names.extend((1..=7).map(|n| (format!("{side} {arena} {n}"), side.letter(), arena.name())));
        }
    }
    names.extend((1..=9).map(|n| (format!("Ploy {n}"), "N", "Mission")));
    let ordinary = names.iter().map(|(name, side, kind)| Card { name, side, kind, ..PLAIN });
    let mut sets = ["XMP", "FAR"].map(SetFile::new);
    for (i, card) in ordinary.chain(SPECIAL.iter().copied()).enumerate() {
        let unit = Arena::from_name(card.kind.split('/').next().unwrap()).is_some();
        let stat = if unit || card.kind == "Subordinate" { "3" } else { "" };
        let cost =
            if matches!(card.kind, "Battle" | "Event" | "Subordinate" | "Reminder") { "" } else { "4" };
        let image = format!("{}{i:03}", card.set);
        let row = Row::new([
            card.name,
            card.set,
            &image,
            card.side,
            card.kind,
            card.subtype,
            cost,
            stat,
            stat,
            stat,
            "C",
            "",
            card.usage,
            card.text,
            "",
            "",
            "",
        ]);
        let place = sets.iter().position(|set| set.code == card.set).unwrap();
        sets[place].push(row.unwrap());
    }
    let (collection, findings) = Collection::new(&sets);
    assert_eq!(findings, []);
    collection
}

/// 36 units of a side, 12 in each arena, and 24 Neutral missions.
fn base(side: Side) -> Deck {
    let mut deck = Deck::new("Base");
    for arena in Arena::ALL {
        for n in 1..=3 {
            add(&mut deck, &format!("{side} {arena} {n}"), 4);
        }
    }
    for n in 1..=6 {
        add(&mut deck, &format!("Ploy {n}"), 4);
    }
    deck
}

fn add(deck: &mut Deck, name: &str, count: usize) {
    deck.add(&ZoneName::Deck, Entry::named(name), count);
}

fn bring(deck: &mut Deck, name: &str) {
    deck.add(&ZoneName::Supply, Entry::named(name), 1);
}

fn remove(deck: &mut Deck, name: &str, count: usize) {
    for _ in 0..count {
        let cards = deck.zone_mut(&ZoneName::Deck);
        let place = cards.iter().position(|card| card.name == name).expect("the base deck has the card");
        cards.remove(place);
    }
}

fn swap(deck: &mut Deck, from: &str, to: &str, count: usize) {
    remove(deck, from, count);
    add(deck, to, count);
}

fn report(deck: &Deck, format: &str) -> Report {
    let (formats, findings) = Formats::read(FORMATS).unwrap();
    assert_eq!(findings, []);
    let collection = collection();
    check(&deck.resolve(&collection), &collection, formats.get(format).unwrap())
}

/// A deck derived from the base deck, and what is wrong with it.
struct Case {
    /// The ruling, with the rule that it follows from.
    ruling: &'static str,
    /// The faults as `CODE rule`, in order; nothing for a legal deck.
    faults: &'static str,
    change: fn(&mut Deck),
    side: Side,
    format: &'static str,
}

const fn case(ruling: &'static str, faults: &'static str, change: fn(&mut Deck)) -> Case {
    Case { ruling, faults, change, side: Side::Light, format: "Open" }
}

const fn of(side: Side, ruling: &'static str, faults: &'static str, change: fn(&mut Deck)) -> Case {
    Case { side, ..case(ruling, faults, change) }
}

const fn within(
    format: &'static str,
    ruling: &'static str,
    faults: &'static str,
    change: fn(&mut Deck),
) -> Case {
    Case { format, ..case(ruling, faults, change) }
}

impl Case {
    fn report(&self) -> Report {
        let mut deck = base(self.side);
        (self.change)(&mut deck);
        report(&deck, self.format)
    }
}

const ILLEGAL: &[Case] = &[
    case("401.1: a deck has at least 60 cards", "SIZE 401.1", |d| remove(d, "Ploy 1", 1)),
    case("401.1: 58 cards are too few even with a Resource outside the deck", "SIZE 401.1", |d| {
        remove(d, "Ploy 1", 2);
        bring(d, "Toll House");
    }),
    case("401.1: a Resource in the deck does not lower the number", "SIZE 401.1", |d| {
        remove(d, "Ploy 1", 2);
        add(d, "Toll House", 1);
    }),
    case("401.2: a unit of two types counts once toward the 36 units", "UNITS 401.2", |d| {
        remove(d, "Light Space 1", 4);
        remove(d, "Light Ground 1", 4);
        add(d, "Reef Glider", 4);
        add(d, "Ploy 7", 4);
    }),
    case("401.3: at least 12 Space units", "ARENA 401.3", |d| swap(d, "Light Space 1", "Light Ground 4", 1)),
    case("401.3: at least 12 Ground units", "ARENA 401.3", |d| {
        swap(d, "Light Ground 1", "Light Character 4", 1);
    }),
    case("401.3: at least 12 Character units", "ARENA 401.3", |d| {
        swap(d, "Light Character 1", "Light Space 4", 1);
    }),
    case("401.3: too few units in an arena are too few units in all", "UNITS 401.2, ARENA 401.3", |d| {
        swap(d, "Light Character 1", "Ploy 7", 2);
    }),
    case("401.4: 25 units are more than twice 12, in two arenas", "BALANCE 401.4, BALANCE 401.4", |d| {
        (4..=6).for_each(|n| add(d, &format!("Light Ground {n}"), 4));
        add(d, "Light Ground 7", 1);
    }),
    case("401.4: 25 units are more than twice 12, but not more than twice 13", "BALANCE 401.4", |d| {
        (4..=6).for_each(|n| add(d, &format!("Light Ground {n}"), 4));
        add(d, "Light Ground 7", 1);
        add(d, "Light Space 4", 1);
    }),
    case("401.4: a unit of two types counts in the balance of both", "BALANCE 401.4", |d| {
        (4..=6).for_each(|n| add(d, &format!("Light Ground {n}"), 3));
        add(d, "Mud Walker", 4);
    }),
    case("401.5: at most four copies", "COPIES 401.5", |d| add(d, "Ploy 1", 1)),
    case("401.5: printings are one card", "COPIES 401.5", |d| {
        add(d, "Nola Brask (A)", 3);
        add(d, "Nola Brask (A) (Promo)", 2);
    }),
    case("401.5: each card with too many copies is a fault of its own", "COPIES 401.5, COPIES 401.5", |d| {
        add(d, "Ploy 1", 1);
        add(d, "Nola Brask (B)", 6);
    }),
    case("401.6: a set tag makes another card, which has its own limit", "COPIES 401.5", |d| {
        add(d, "Old Frigate", 4);
        add(d, "Old Frigate (XMP)", 5);
    }),
    case("401.7: no Dark card in a Light deck", "SIDE 401.7", |d| {
        swap(d, "Light Space 1", "Dark Space 1", 1);
    }),
    of(Side::Dark, "401.7: no Light card in a Dark deck", "SIDE 401.7", |d| add(d, "Light Space 1", 2)),
    case("401.7: cards of two wrong sides are one fault", "SIDE 401.7", |d| {
        add(d, "Dark Space 1", 1);
        add(d, "Yuuzhan Vong Space 1", 1);
    }),
    case(
        "103.7: a Dark card that may be in a Yuuzhan Vong deck stays Dark in a Light deck",
        "SIDE 401.7",
        |d| add(d, "Ruk Tal (A)", 1),
    ),
    of(
        Side::YuuzhanVong,
        "103.7: a Dark card that does not say so may not be in a Yuuzhan Vong deck",
        "SIDE 401.7",
        |d| add(d, "Dark Character 1", 1),
    ),
    case("401.8: one copy of a restricted card", "RESTRICTED 401.8", |d| add(d, "Slow Fuse", 2)),
    case("401.8: a mark on one printing restricts the card", "RESTRICTED 401.8", |d| {
        add(d, "Quick Fuse", 1);
        add(d, "Quick Fuse (Promo)", 1);
    }),
    case("401.8: five copies of a restricted card are one fault", "RESTRICTED 401.8", |d| {
        add(d, "Slow Fuse", 5);
    }),
    within(
        "New",
        "403.2: a restriction in a format is found by the format's short code",
        "RESTRICTED 401.8",
        |d| add(d, "Short Straw", 2),
    ),
    case("401.8: no copy of a banned card in the deck", "BANNED 401.8", |d| add(d, "Loaded Dice", 5)),
    case("402.1: no banned card outside the deck", "BANNED 402.1", |d| bring(d, "Loaded Dice")),
    within("vintage", "403.2: a ban in Vintage holds in Vintage", "BANNED 401.8", |d| {
        add(d, "Marked Cards", 1);
    }),
    case("401.9: an Event is never in the deck", "TYPE 401.9", |d| add(d, "Long Winter", 1)),
    case(
        "401.9: a Subordinate in the deck fills neither the deck nor an arena",
        "SIZE 401.1, UNITS 401.2, ARENA 401.3, TYPE 401.9",
        |d| swap(d, "Light Character 1", "Deck Hand", 1),
    ),
    case("217.1: a Reminder is never in the deck", "TYPE 217.1", |d| add(d, "{Ready Phase}", 1)),
    case("217.1: a Reminder is not brought along either", "TYPE 217.1", |d| bring(d, "{Ready Phase}")),
    case("402.1: no Dark card outside a Light deck", "SIDE 402.1", |d| bring(d, "Dark Space 1")),
    of(Side::Neutral, "402.1: only Neutral cards outside a Neutral deck", "SIDE 402.1", |d| {
        bring(d, "Light Space 1");
    }),
    case("402.1: a zone that the game does not know is outside the deck", "SIDE 402.1", |d| {
        d.add(&ZoneName::Other("Maybe".into()), Entry::named("Dark Space 1"), 1);
    }),
    case("102.2: a text that opens the supply to some cards does not open it to others", "SIDE 402.1", |d| {
        add(d, "Mirl Dorn (A)", 1);
        bring(d, "Dark Blade");
        bring(d, "Dark Anchor");
    }),
    case("102.2: such a text does nothing outside the deck", "SIDE 402.1", |d| {
        bring(d, "Mirl Dorn (A)");
        bring(d, "Dark Blade");
    }),
    within("Vintage", "403.1: a card of a set that the format does not list", "FORMAT 403.1", |d| {
        add(d, "Foreign Coin", 1);
    }),
    within("Vintage", "403.1: cards outside the deck belong to the format too", "FORMAT 403.1", |d| {
        bring(d, "Foreign Coin");
    }),
    case("403.1: a name that no card has is legal nowhere, but fills the deck", "UNKNOWN 403.1", |d| {
        swap(d, "Ploy 1", "Ploi 1", 1);
    }),
    case("403.1: an unknown card outside the deck is a fault too", "UNKNOWN 403.1", |d| {
        bring(d, "Nobody (A)");
    }),
    case(
        "401: an empty deck lacks everything",
        "SIZE 401.1, UNITS 401.2, ARENA 401.3, ARENA 401.3, ARENA 401.3",
        |d| d.zone_mut(&ZoneName::Deck).clear(),
    ),
    within(
        "Vintage",
        "401: all faults are told at once, in the order of the codes",
        "COPIES 401.5, RESTRICTED 401.8, BANNED 401.8, SIDE 401.7, SIDE 402.1, TYPE 401.9, FORMAT 403.1, UNKNOWN 403.1",
        |d| {
            add(d, "Nobody (A)", 1);
            bring(d, "Long Winter");
            bring(d, "Foreign Coin");
            add(d, "Long Winter", 1);
            add(d, "Dark Space 1", 1);
            add(d, "Marked Cards", 1);
            add(d, "Slow Fuse", 2);
            add(d, "Ploy 1", 1);
            bring(d, "Dark Space 2");
        },
    ),
];

const LEGAL: &[Case] = &[
    within("Vintage", "401.7: a Light deck with Neutral cards", "", |_| {}),
    of(Side::Dark, "401.7: a Dark deck", "", |_| {}),
    of(Side::YuuzhanVong, "401.7: a Yuuzhan Vong deck", "", |_| {}),
    of(Side::Neutral, "103.6: a deck of Neutral cards", "", |_| {}),
    case("401.1: 59 cards with a Resource outside the deck", "", |d| {
        remove(d, "Ploy 1", 1);
        bring(d, "Toll House");
    }),
    case("401.1: no maximum", "", |d| add(d, "Ploy 7", 4)),
    case("401.3: a unit of two types counts toward each of its types", "", |d| {
        remove(d, "Light Space 1", 4);
        add(d, "Reef Glider", 4);
    }),
    case("401.4: exactly twice is not more than twice", "", |d| {
        (4..=6).for_each(|n| add(d, &format!("Light Ground {n}"), 4));
    }),
    case("401.5: four each of versions A to D", "", |d| {
        (1..=3).for_each(|n| remove(d, &format!("Light Character {n}"), 4));
        "ABCD".chars().for_each(|v| add(d, &format!("Nola Brask ({v})"), 4));
    }),
    case("401.6: four each of two cards of one name with different set tags", "", |d| {
        add(d, "Old Frigate", 4);
        add(d, "Old Frigate (XMP)", 4);
    }),
    case("402.2: any number of cards outside the deck, also of a card that is in it", "", |d| {
        add(d, "Slow Fuse", 1);
        (0..5).for_each(|_| bring(d, "Deck Hand"));
        (0..5).for_each(|_| bring(d, "Slow Fuse"));
        bring(d, "Long Winter");
    }),
    case("401.8: one restricted card", "", |d| add(d, "Slow Fuse", 1)),
    case("403.2: a ban in Vintage is none in Open", "", |d| add(d, "Marked Cards", 4)),
    within("Vintage", "403.1: a printing in an allowed set makes every printing legal", "", |d| {
        add(d, "Home Coin", 4);
    }),
    within(
        "Vintage",
        "215.1: a Subordinate of a set outside the format comes with the card that creates it",
        "",
        |d| bring(d, "Far Hand"),
    ),
    of(Side::YuuzhanVong, "103.7: cards that say so may be in a Yuuzhan Vong deck and outside it", "", |d| {
        add(d, "Ruk Tal (A)", 4);
        add(d, "Sen Ul (A)", 4);
        add(d, "Sen Ul (B)", 4);
        bring(d, "Ruk Tal (A)");
    }),
    case("102.2: a card of the deck may open the supply to cards of another side", "", |d| {
        add(d, "Mirl Dorn (A)", 1);
        bring(d, "Dark Blade");
    }),
];

#[test]
fn every_illegal_deck_has_exactly_the_faults_of_its_ruling() {
    for case in ILLEGAL {
        let report = case.report();
        let faults: Vec<String> =
            report.faults.iter().map(|fault| format!("{} {}", fault.code, fault.rule)).collect();
        assert_eq!(faults.join(", "), case.faults, "{}: {:#?}", case.ruling, report.faults);
        assert!(!report.is_legal());
        for fault in &report.faults {
            assert!(!fault.what.is_empty() && !fault.cure.is_empty(), "{}: {fault}", case.ruling);
        }
    }
    assert!(ILLEGAL.len() >= 25);
}

#[test]
fn every_legal_deck_has_no_fault_and_its_side() {
    for case in LEGAL {
        let report = case.report();
        assert!(report.is_legal(), "{}: {:#?}", case.ruling, report.faults);
        assert_eq!(report.side, case.side, "{}", case.ruling);
    }
}

#[test]
fn every_ruling_and_every_fault_cites_a_rule_of_the_rulebook() {
    for case in ILLEGAL.iter().chain(LEGAL) {
        let (cited, _) = case.ruling.split_once(": ").expect("a ruling begins with its rule");
        match cited.parse::<RuleNumber>() {
            Ok(number) => assert!(rulebook::rule(number).is_some(), "{cited}"),
            Err(_) => assert!(rulebook::section(cited.parse().unwrap()).is_some(), "{cited}"),
        }
        for fault in case.faults.split(", ").filter(|fault| !fault.is_empty()) {
            let (_, rule) = fault.split_once(' ').unwrap();
            assert!(rulebook::rule(rule.parse().unwrap()).is_some(), "{rule}");
        }
    }
    for code in Code::ALL {
        assert!(ILLEGAL.iter().any(|case| case.faults.contains(code.word())), "no deck shows {code}");
    }
}

/// The only fault of a changed deck, as text.
fn only_fault(change: fn(&mut Deck)) -> String {
    let mut deck = base(Side::Light);
    change(&mut deck);
    match &report(&deck, "Vintage").faults[..] {
        [fault] => fault.to_string(),
        faults => panic!("{faults:#?}"),
    }
}

#[test]
fn a_fault_says_what_is_wrong_and_how_to_cure_it() {
    assert_eq!(
        only_fault(|deck| remove(deck, "Ploy 1", 2)),
        "SIZE (401.1): 58 cards, but a deck needs at least 60; add 2 cards; one fewer is enough if you bring a Resource outside \
         the deck"
    );
    assert_eq!(
        only_fault(|deck| swap(deck, "Light Space 1", "Light Ground 4", 3)),
        "ARENA (401.3): 9 units in Space, but a deck needs at least 12; add 3 units that fight in Space"
    );
    assert_eq!(
        only_fault(|deck| {
            add(deck, "Nola Brask (A)", 3);
            add(deck, "Nola Brask (A) (Promo)", 2);
        }),
        "COPIES (401.5): 5 copies of Nola Brask (A), at most 4 (printings are one card); remove 1 of 5 Nola Brask \
         (A): Nola Brask (A) x3, Nola Brask (A) (Promo) x2"
    );
    assert_eq!(
        only_fault(|deck| {
            add(deck, "Dark Space 1", 2);
            add(deck, "Yuuzhan Vong Space 1", 1);
        }),
        "SIDE (401.7): a Light deck with 3 cards of another side: 2 Dark, 1 Yuuzhan Vong; remove Dark Space 1 x2, \
         Yuuzhan Vong Space 1 x1"
    );
    assert_eq!(
        only_fault(|deck| add(deck, "Marked Cards", 1)),
        "BANNED (401.8): Marked Cards is banned: *BANNED:Vintage; remove Marked Cards x1"
    );
    assert_eq!(
        only_fault(|deck| add(deck, "Foreign Coin", 1)),
        "FORMAT (403.1): Foreign Coin is not in Vintage: printed in FAR; remove Foreign Coin x1, or play another \
         format"
    );
    assert_eq!(
        only_fault(|deck| add(deck, "Long Winer", 1)),
        "UNKNOWN (403.1): no card is called `Long Winer` (x1 in Deck); did you mean `Long Winter`?"
    );
}

#[test]
fn unknown_cards_are_named_where_units_are_missing() {
    let mut deck = base(Side::Light);
    swap(&mut deck, "Light Space 1", "Light Spaec 1", 4);
    let faults: Vec<String> = report(&deck, "Open").faults.iter().map(|fault| fault.what.clone()).collect();
    assert_eq!(faults[0], "32 units (4 unknown cards not counted), but a deck needs at least 36");
    assert_eq!(faults[1], "8 units in Space (4 unknown cards not counted), but a deck needs at least 12");
}

#[test]
fn a_report_is_data_for_scripts() {
    let mut deck = base(Side::Light);
    remove(&mut deck, "Ploy 1", 1);
    let json = serde_json::to_value(report(&deck, "Open")).unwrap();
    assert_eq!(json["faults"][0]["code"], "SIZE");
    assert_eq!(json["faults"][0]["rule"], "401.1");
    assert_eq!(json["side"], "Light");
}

#[test]
fn statistics_are_facts_of_the_deck() {
    let mut deck = base(Side::Light);
    swap(&mut deck, "Light Space 1", "Reef Glider", 4);
    add(&mut deck, "Nola Brask (A)", 2);
    add(&mut deck, "Nola Brask (B)", 1);
    bring(&mut deck, "Ruk Tal (A)");
    bring(&mut deck, "Toll House");
    let collection = collection();
    let stats = Stats::of(&deck.resolve(&collection), &collection);
    assert_eq!((stats.cards, stats.outside, stats.different, stats.units), (63, 2, 17, 39));
    let arenas: Vec<u32> = stats.by_arena.iter().map(|(_, count)| *count).collect();
    assert_eq!((arenas, stats.multi_arena), (vec![12, 16, 15], 4));
    assert_eq!(stats.by_type, [("Unit", 39), ("Mission", 24)]);
    assert_eq!(stats.by_side, [(Side::Light, 35), (Side::Neutral, 28)]);
    assert_eq!((stats.curve.len(), stats.curve[0].units, stats.curve[0].others), (1, 39, 24));
    assert_eq!((stats.unit_cost, stats.setup_units), (Some(4.0), Some(7.5)));
    assert_eq!((stats.unique, stats.versions[0].versions, stats.versions[0].cards), (3, 2, 3));
    // The keywords are those of all zones; the counts are those of the deck.
    assert_eq!(stats.keywords.iter().map(vocab::Keyword::name).collect::<Vec<_>>(), ["Armor"]);
    assert_eq!(stats.by_keyword, []);
    // 502.6: six cards beside the Resource from outside.
    assert_eq!(
        (stats.opening.resource, stats.opening.drawn, stats.opening.from),
        (PulledResource::Outside, 6, 63)
    );
    assert!((stats.opening.units - 6.0 * 39.0 / 63.0).abs() < 1e-12);
    assert!((stats.opening.unit_cost - 4.0 * stats.opening.units).abs() < 1e-12);
    let empty = Stats::of(&Deck::new("").resolve(&collection), &collection);
    assert_eq!((empty.cards, empty.unit_cost, empty.opening.drawn), (0, None, 0));
}

#[test]
fn a_format_can_be_made_by_hand() {
    let collection = collection();
    let deck = base(Side::Light).resolve(&collection);
    assert!(check(&deck, &collection, &Format::open()).is_legal());
    assert!(check(&deck, &collection, &Format::new("House rules", &["xmp"])).is_legal());
    assert!(!check(&deck, &collection, &Format::new("House rules", &["FAR"])).is_legal());
}
