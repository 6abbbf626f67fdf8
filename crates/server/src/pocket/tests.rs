//! Pockets over the CORE set, whose files the tests change as players do.

use super::{Pinned, check, of, open, pinned, same};
use crate::world::World;
use dejarik::Cards;
use engine::Names;
use engine::state::Seed;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::Table;
use table::setup::{GameSetup, Kind, Pace, Passing, Player, Reach, Scratch, Undo};

/// A folder with the CORE set, changed.
fn folder(change: impl Fn(&str) -> String) -> Arc<World> {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), change);
    let cards = Cards::folder(folder.path()).expect("the cards");
    Arc::new(World::new(cards, &[]).expect("a world"))
}

fn write(folder: &Path, change: impl Fn(&str) -> String) {
    fs::create_dir_all(folder.join("sets")).expect("a folder");
    fs::create_dir_all(folder.join("decks")).expect("a folder");
    for set in &cards::core_set::plugin().sets {
        let text = String::from_utf8(set.write()).expect("text");
        fs::write(folder.join(format!("sets/{}.txt", set.code)), change(&text)).expect("written");
    }
    for (name, text) in cards::core_set::DECKS {
        fs::write(folder.join(format!("decks/{name}.dek")), text).expect("written");
    }
}

fn core() -> Arc<World> {
    folder(str::to_string)
}

fn setup(world: &World) -> GameSetup {
    let (light, dark) = world.suggested().expect("two decks");
    let player = |offer: &crate::world::Offer, kind: Kind| {
        let deck = offer.playable.as_ref().expect("playable");
        let name = |id: &vocab::DefinitionId| world.catalog.definition(*id).to_string();
        let cards = Names {
            cards: deck.cards.iter().map(name).collect(),
            supply: deck.supply.iter().map(name).collect(),
        };
        Player {
            name: offer.name.clone(),
            kind,
            deck: offer.name.clone(),
            cards,
            by_hand: Default::default(),
        }
    };
    GameSetup {
        edition: "current".into(),
        seed: Seed::from(3),
        chance: Default::default(),
        roles: Default::default(),
        rules: engine::RULES,
        pocket: None,
        dark: player(dark, Kind::Person),
        light: player(light, Kind::Person),
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

/// The same answers at two tables, which must lead to the same places.
fn same_game(one: &Pinned, other: &Pinned, setup: &GameSetup) {
    let [mut one, mut other] = [one, other].map(|pinned| {
        let catalog = pinned.world.catalog_of(setup).expect("a catalog");
        Table::new(catalog, setup.clone(), &[]).expect("a table")
    });
    for number in 0..300_usize {
        let choices = one.game.choices().len();
        assert_eq!(choices, other.game.choices().len(), "after {number} answers");
        if choices == 0 {
            break;
        }
        let answer = u16::try_from(number * 7 % choices).expect("few choices");
        one.answer(answer).expect("an answer");
        other.answer(answer).expect("an answer");
        assert_eq!(one.kept_trail(), other.kept_trail(), "after {number} answers");
    }
    assert_eq!(one.note(), other.note());
}

#[test]
fn a_game_keeps_its_cards_when_a_file_changes_and_the_players_are_told() {
    let before = core();
    let mut setup = setup(&before);
    let pocket = of(&before, &setup).expect("a pocket");
    setup.pocket = Some(pocket.digest.clone());
    let as_today = same(&before, Some(&pocket)).expect("nothing has changed");
    assert_eq!(as_today.in_words(), None);
    assert!(Arc::ptr_eq(&as_today.world, &before), "no second copy of the cards");
    // One card of the light deck fights better, another is gone; a card that nobody plays has changed too.
    let titles: Vec<String> = setup.light.cards.cards.clone();
    let unit = titles
        .iter()
        .find(|title| before.definition(title).is_some_and(|id| before.catalog.card_type(id).is_unit()));
    let unit = unit.expect("a unit").clone();
    let gone = titles.iter().find(|title| **title != unit).expect("another card").clone();
    let touched = before.touched(&setup);
    let elsewhere = before.catalog.library().iter().find(|(id, _)| !touched.contains(id));
    let elsewhere = elsewhere.expect("a card that nobody plays").1.to_string();
    let after = folder(|text| {
        let changed = text.lines().filter(|line| !line.starts_with(&format!("{gone}\t"))).map(|line| {
            let own = |title: &str| line.starts_with(&format!("{title}\t"));
            if own(&unit) || own(&elsewhere) {
                let mut fields: Vec<&str> = line.split('\t').collect();
                fields[13] = "Armor";
                return format!("{}\n", fields.join("\t"));
            }
            format!("{line}\n")
        });
        changed.collect()
    });
    assert!(same(&after, Some(&pocket)).is_none());
    let now = pinned(&after, &setup, Some(&pocket)).expect("the cards as they were");
    let mut changed = [unit.clone(), gone];
    changed.sort();
    assert_eq!((now.changed.as_slice(), now.reread.as_slice()), (&changed[..], &[][..]));
    let told = now.in_words().expect("something to tell");
    assert!(told.contains(&unit) && told.contains("goes on with the cards as they were"), "{told}");
    same_game(&as_today, &now, &setup);
    // Pages show the text that the game is played with.
    let text = |world: &World| {
        let id = world.definition(&unit).expect("the card");
        world.printing(world.catalog.definition(id)).expect("printed").text.to_string()
    };
    assert_eq!(text(&now.world), text(&before));
    assert_eq!(text(&after), "Armor");
    // Two games with the same cards share them; what is kept of them is the same again.
    let again = pinned(&after, &setup, Some(&pocket)).expect("the cards as they were");
    assert!(Arc::ptr_eq(&again.world, &now.world));
    assert_eq!(of(&now.world, &setup), Some(pocket));
}

#[test]
fn new_cards_change_nothing_for_a_game_even_where_they_bring_words() {
    let before = core();
    let mut setup = setup(&before);
    let pocket = of(&before, &setup).expect("a pocket");
    setup.pocket = Some(pocket.digest.clone());
    let after = folder(|text| {
        let first = text.lines().nth(1).expect("a row");
        let mut fields: Vec<String> = first.split('\t').map(str::to_string).collect();
        (fields[0], fields[2]) = ("Unit Force".into(), "CORE999".into());
        format!("{text}{}\n", fields.join("\t"))
    });
    let now = pinned(&after, &setup, Some(&pocket)).expect("the cards");
    assert_eq!(now.in_words(), None);
    same_game(&pinned(&before, &setup, Some(&pocket)).expect("the cards"), &now, &setup);
}

#[test]
fn another_reading_is_told_and_another_pocket_is_refused() {
    let world = core();
    let mut setup = setup(&world);
    let pocket = of(&world, &setup).expect("a pocket");
    setup.pocket = Some(pocket.digest.clone());
    // As a program would have left it that read one card differently.
    let title = setup.dark.cards.cards[0].clone();
    let own = world.row(&title).map(|(id, _)| world.facts(id).reading.clone()).expect("the card");
    let old = pocket.readings.replace(&format!("{title}\t{own}"), &format!("{title}\t0000000000000000"));
    assert_ne!(old, pocket.readings);
    let other = store::Pocket { readings: old, ..pocket.clone() };
    let now = pinned(&world, &setup, Some(&other)).expect("the cards");
    assert_eq!((now.changed.as_slice(), now.reread.as_slice()), (&[][..], &[title.clone()][..]));
    assert!(now.in_words().is_some_and(|told| told.contains(&format!("reads {title} differently"))));
    // Other cards than the locked ones are no cards of this game.
    let swapped = store::Pocket { source: pocket.source.replace("\t4\t", "\t5\t"), ..pocket.clone() };
    assert!(pinned(&world, &setup, Some(&swapped)).is_err());
    assert!(check(&setup, None).is_err());
    assert!(check(&GameSetup { pocket: None, ..setup.clone() }, Some(&pocket)).is_err());
    let broken = store::Pocket { source: "pocket 9".into(), ..pocket };
    assert!(open(&world, &broken).is_err());
}

#[test]
fn a_lab_table_keeps_its_text_and_the_words_of_it() {
    let before = core();
    let mut setup = setup(&before);
    let named = before.catalog.library().iter().map(|(_, card)| card.name.to_string());
    let elsewhere = named.filter(|name| !setup.light.cards.cards.contains(name)).last().expect("a card");
    let scratch = Scratch {
        name: "Lab Subject".into(),
        card_type: "Ground".into(),
        text: format!("Each Rebel gets +10 speed. | When this unit attacks, draw a card. | {elsewhere}"),
        numbers: [4, 40, 4, 4],
        cards: Reach::Pocket,
    };
    setup.light.cards.cards[0] = scratch.name.clone();
    setup.scratch = Some(scratch);
    let pocket = of(&before, &setup).expect("a pocket");
    setup.pocket = Some(pocket.digest.clone());
    let after = folder(|text| text.replace("Bombard 4", "Bombard 3"));
    let now = open(&after, &pocket).expect("the cards as they were");
    let card = |world: &Arc<World>| {
        let catalog = world.catalog_of(&setup).expect("a catalog");
        let id = catalog.library().find_by_title("Lab Subject").expect("the card");
        catalog.definition(id).clone()
    };
    assert_eq!(card(&before), card(&now.world));
}
