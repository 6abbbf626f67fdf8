//! Decks beside each other and on paper, and cards that could take each other's place: over the CORE set.

use dejarik_cards::deck::{Change, Paper, ZoneName};
use dejarik_cards::similar::similar;
use dejarik_cards::{Collection, Deck, PrintingId, core_set};

fn deck(text: &str) -> Deck {
    Deck::read("Mine", text.as_bytes()).expect("a list").deck
}

fn change(zone: ZoneName, card: &str, before: u32, after: u32) -> Change {
    Change { zone, card: card.into(), before, after }
}

#[test]
fn changes_are_told_by_zone_and_card() {
    let plugin = core_set::plugin();
    let changes = |older: &str, newer: &str| deck(older).changes(&deck(newer), &plugin.collection);
    let older = "4 Arrowhead Starfighter\n2 Archive Adept\n1 Spear\n\nSupply\n1 Arms Race";
    let newer = "3 Arrowhead Starfighter\n2 Archive Adept\n4 Cell Saboteur\n1 Arms Race";
    assert_eq!(
        changes(older, newer),
        [
            change(ZoneName::Deck, "Arms Race", 0, 1),
            change(ZoneName::Deck, "Arrowhead Starfighter", 4, 3),
            change(ZoneName::Deck, "Cell Saboteur", 0, 4),
            change(ZoneName::Deck, "Spear", 1, 0),
            change(ZoneName::Supply, "Arms Race", 1, 0),
        ]
    );
    // The same cards in other words, and in another order.
    assert_eq!(changes("4 archive adept\n1 Spear", "1 Spear\n3 Archive Adept\n1 ARCHIVE ADEPT"), []);
    assert_eq!(changes("", "").len(), 0);
    let one = &changes("2 Spear", "5 Spear")[0];
    assert_eq!((one.difference(), changes("5 Spear", "2 Spear")[0].difference()), (3, -3));
}

#[test]
fn a_deck_on_paper_has_every_card_once_and_its_numbers() {
    let plugin = core_set::plugin();
    let list =
        deck("3 Archive Adept\n2 Arrowhead Starfighter\n4 Anvil Bomber\n1 <b>Spear & Co</b>\n2 Calm Reply");
    let paper = Paper::of(&list, &plugin.collection);
    let groups: Vec<(&str, u32)> = paper.groups.iter().map(|group| (&*group.title, group.cards)).collect();
    assert_eq!(groups, [("Space", 6), ("Character", 3), ("Battle", 2), ("Not known here", 1)]);
    // Both cost 4.
    let space: Vec<(&str, u32)> =
        paper.groups[0].lines.iter().map(|line| (&*line.name, line.count)).collect();
    assert_eq!(space, [("Anvil Bomber", 4), ("Arrowhead Starfighter", 2)]);
    assert_eq!(paper.arenas, [("Space", 6), ("Ground", 0), ("Character", 3)]);
    let text = paper.text();
    for part in [
        "Mine\n11 cards, 9 units, 11 Light\n",
        "\nSpace, 6\n",
        "  3 Archive Adept",
        "<b>Spear & Co</b>",
        "Units by arena\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let picture = paper.picture();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(
        picture.contains("&lt;b&gt;Spear &amp; Co&lt;/b&gt;") && !picture.contains("<b>"),
        "a name is a text"
    );
    for name in ["Anvil Bomber", "Arrowhead Starfighter", "Archive Adept", "Calm Reply"] {
        assert_eq!(picture.matches(name).count(), 1, "{name}");
    }
    let empty = Paper::of(&deck(""), &plugin.collection);
    assert!(empty.groups.is_empty() && empty.picture().contains("0 cards, 0 units"));
}

#[test]
fn a_picture_is_well_formed_whatever_a_deck_is_called() {
    let plugin = core_set::plugin();
    let long = "x".repeat(300);
    for name in ["<script>alert(1)</script>", "\u{202e}\u{7}\u{ffff}", "Ewoks \"&\" Co’s", &long] {
        let mut list = deck(&format!("1 {name}\n4 Anvil Bomber"));
        list.name = name.to_string();
        let picture = Paper::of(&list, &plugin.collection).picture();
        let ends = picture.matches("</").count() + picture.matches("/>").count();
        let starts = picture.matches('<').count() - picture.matches("</").count();
        assert_eq!(starts, ends, "{picture}");
        assert!(!picture.contains("<script") && !picture.contains('\u{7}') && !picture.contains("&#65535;"));
    }
}

#[test]
fn similar_cards_are_of_the_same_kind_and_side() {
    let plugin = core_set::plugin();
    let cards: &Collection = &plugin.collection;
    let id = |name: &str| cards.resolve(name).printing().unwrap_or_else(|| panic!("{name}"));
    let names = |found: Vec<PrintingId>| -> Vec<String> {
        found.into_iter().map(|id| cards.get(id).name.full().to_string()).collect()
    };
    let versions = names(similar(cards, id("Taro Quill (A)"), 1, |_| true));
    assert_eq!(versions, ["Taro Quill (B)"], "another version comes first");
    let fighters = similar(cards, id("Arrowhead Starfighter"), 5, |_| true);
    assert_eq!(fighters.len(), 5);
    for other in fighters {
        let other = cards.get(other);
        assert!(other.card_type.is_unit_of(vocab::Arena::Space), "{}", other.name.full());
        assert_ne!(other.side, Some(vocab::Side::Dark), "{}", other.name.full());
    }
    for (own, card) in cards.printings() {
        let found = similar(cards, own, 3, |_| true);
        assert!(!found.contains(&own), "{} is like itself", card.name.full());
    }
    let none = similar(cards, id("Calm Reply"), 9, |_| false);
    assert!(none.is_empty(), "only wanted ones");
}
