//! What all games share: the cards, the card language, the decks on offer.

use crate::difficulty::Difficulty;
use crate::lesson::{self, Taught};
use crate::pages::encoded;
use crate::pictures::Pictures;
use crate::puzzle;
use cards::Printing;
use cards::deck::{Entry, Stats, ZoneName};
use dejarik::{Cards, HandText, KnownDeck};
use engine::state::ByHand;
use engine::{Catalog, Deck, Names};
use lang::{Setting, compile_text};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use table::GameSetup;
use table::setup::Reach;
use vocab::ability::Uniqueness;
use vocab::{Completeness, Cost, Definition, DefinitionId, Keyword, Library, Side, Stat};

/// Everything that does not change while the server runs.
pub struct World {
    /// All cards, formats and words.
    pub cards: Cards,
    /// The cards as the engine plays them.
    pub catalog: Arc<Catalog>,
    /// The decks on offer.
    pub decks: Vec<Offer>,
    /// Pictures of cards, where the players' folders have them.
    pub pictures: Arc<Pictures>,
    /// What is found out about each card when it is first needed.
    facts: Vec<OnceLock<Facts>>,
    /// The names of all cards in lower case.
    names: Vec<(DefinitionId, String)>,
    /// The cards of games from before the files changed, as long as somebody plays with them.
    pinned: Mutex<HashMap<String, Weak<World>>>,
    /// The lessons, once somebody wants to learn.
    lessons: OnceLock<Vec<Taught>>,
    /// The puzzles, once somebody wants to try one.
    puzzles: OnceLock<Vec<puzzle::Known>>,
    /// When it was last read how people do with them.
    pub puzzles_read: puzzle::Read,
    /// The keywords in the order in which people learn them.
    keywords: OnceLock<Vec<Keyword>>,
}

/// What is found out about a card when it is first needed.
pub struct Facts {
    /// The cards that its text names.
    mentions: Vec<DefinitionId>,
    /// How it is read, as a digest.
    pub reading: String,
}

/// A deck on offer.
#[derive(Clone)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its name in addresses.
    pub slug: String,
    /// The list.
    pub list: cards::Deck,
    /// Its side.
    pub side: Side,
    /// The deck for a game, or why it cannot be played.
    pub playable: Result<Deck, String>,
    /// Its texts that players carry out by hand (rule 1316.1).
    pub texts: Vec<HandText>,
    /// How many different keywords its cards have: the fewer, the easier it is to play.
    pub keywords: u32,
    /// How many of its cards come in several versions, which can be stacked.
    pub stacks: u32,
    /// Whether it comes with the program.
    pub is_built_in: bool,
}

impl Offer {
    /// How hard it is to play for somebody new.
    pub const fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.keywords, self.stacks)
    }
}

impl World {
    /// Prepares the cards and their decks; a deck that can't be read is skipped, and the log says so.
    pub fn new(cards: Cards, folders: &[PathBuf]) -> Result<World, String> {
        // Whoever brings cards wants to play with them: the decks of a folder come before those of the program.
        let mut known: Vec<&KnownDeck> = cards.decks().iter().collect();
        known.sort_by_key(|deck| deck.is_built_in());
        let read: Vec<_> = known.into_iter().map(|deck| (deck.read(), deck.is_built_in())).collect();
        let mut world = World::of(cards, Arc::new(Pictures::of(folders)))?;
        for (read, is_built_in) in read {
            match read {
                Ok(read) => {
                    let offer = world.offer(read.deck);
                    world.decks.push(Offer { is_built_in, ..offer });
                }
                Err(reason) => tracing::warn!("skipped: {reason}"),
            }
        }
        Ok(world)
    }

    fn of(cards: Cards, pictures: Arc<Pictures>) -> Result<World, String> {
        let catalog = cards.catalog().map_err(|error| error.to_string())?;
        // The first visitor doesn't wait for the words, nor for what is enforced.
        cards.lexicon();
        cards.say_what_is_enforced().map_err(|error| error.to_string())?;
        let library = catalog.library();
        let names = library.iter().map(|(id, definition)| (id, definition.name.to_lowercase())).collect();
        let facts = (0..library.len()).map(|_| OnceLock::new()).collect();
        let decks = Vec::new();
        Ok(World {
            cards,
            catalog,
            decks,
            pictures,
            facts,
            names,
            pinned: Mutex::default(),
            lessons: OnceLock::new(),
            puzzles: OnceLock::new(),
            puzzles_read: puzzle::Read::default(),
            keywords: OnceLock::new(),
        })
    }

    /// The lessons, in their order. They are tested with the CORE set; where its cards are missing there are none.
    pub fn lessons(&self) -> &[Taught] {
        self.lessons.get_or_init(|| {
            lesson::all(&self.cards).unwrap_or_else(|error| {
                tracing::error!(error, "the lessons don't hold");
                Vec::new()
            })
        })
    }

    /// The puzzles, by number.
    pub fn puzzles(&self) -> &[puzzle::Known] {
        self.puzzles.get_or_init(puzzle::all)
    }

    /// The keywords, those that most cards have first.
    pub fn keywords(&self) -> &[Keyword] {
        self.keywords.get_or_init(|| crate::drill::words::order(self))
    }

    /// The world of a pocket with this digest, which is opened at most once at a time.
    pub fn pinned(&self, digest: &str, open: impl FnOnce() -> Cards) -> Result<Arc<World>, String> {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pinned.get(digest).and_then(Weak::upgrade) {
            return Ok(known);
        }
        pinned.retain(|_, world| world.strong_count() > 0);
        let world = Arc::new(World::of(open(), self.pictures.clone())?);
        pinned.insert(digest.to_string(), Arc::downgrade(&world));
        Ok(world)
    }

    /// What is known about a card.
    pub fn facts(&self, id: DefinitionId) -> &Facts {
        self.facts[usize::from(id.0)].get_or_init(|| {
            let definition = self.catalog.definition(id);
            let read = self.cards.reading(definition);
            let mentions = self.named_in(&format!("{}\n{}", definition.words, read.to_lowercase()));
            let digest = fair::hash(&[b"dejarik reading", read.as_bytes()]);
            Facts { mentions, reading: fair::hex(&digest)[..16].to_string() }
        })
    }

    /// The cards that a text in lower case names.
    fn named_in(&self, text: &str) -> Vec<DefinitionId> {
        self.names.iter().filter(|(_, name)| text.contains(name.as_str())).map(|(id, _)| *id).collect()
    }

    /// A card by its title, with its row in its set file.
    pub fn row(&self, title: &str) -> Option<(DefinitionId, &str)> {
        let id = self.catalog.library().find_by_title(title)?;
        let printing = self.cards.printing_of(self.catalog.definition(id))?;
        Some((id, self.cards.row_of(printing)?))
    }

    /// The cards that a game can ever touch: those of both decks, and whatever their texts name.
    pub fn touched(&self, setup: &GameSetup) -> BTreeSet<DefinitionId> {
        let library = self.catalog.library();
        let decks = [&setup.dark.cards, &setup.light.cards];
        let named = decks.into_iter().flat_map(|deck| deck.cards.iter().chain(&deck.supply));
        let mut found: BTreeSet<DefinitionId> =
            named.filter_map(|name| library.find_by_title(name)).collect();
        let mut open: Vec<DefinitionId> = found.iter().copied().collect();
        if let Some(scratch) = &setup.scratch {
            let named = self.named_in(&scratch.text.to_lowercase());
            open.extend(named.into_iter().filter(|id| found.insert(*id)));
        }
        while let Some(id) = open.pop() {
            open.extend(self.facts(id).mentions.iter().filter(|id| found.insert(**id)));
        }
        found
    }

    /// A list as a deck on offer.
    pub fn offer(&self, list: cards::Deck) -> Offer {
        let report = self.cards.check(&list, &cards::Format::open());
        let playable = self.cards.playable_for(&list, &self.catalog, ByHand::Used);
        let playable = playable.map_err(|unplayable| unplayable.reason());
        let texts = self.cards.texts_by_hand(&list, &self.catalog);
        let stats = Stats::of(&list.resolve(self.cards.collection()), self.cards.collection());
        let several = stats.versions.iter().filter(|card| card.versions > 1).count();
        Offer {
            slug: slug(&list.name),
            name: list.name.clone(),
            side: report.side,
            list,
            playable,
            texts,
            keywords: stats.keywords.len(),
            stacks: u32::try_from(several).unwrap_or(u32::MAX),
            is_built_in: false,
        }
    }

    /// Other versions of a card that are enforced whole, of the same side and type.
    pub fn enforced_instead(&self, title: &str) -> Vec<&Definition> {
        let library = self.catalog.library();
        let Some(own) = library.find_by_title(title) else { return Vec::new() };
        let card = self.catalog.definition(own);
        let fits = |(id, other): &(DefinitionId, &Definition)| {
            *id != own
                && other.name == card.name
                && (other.side, other.card_type) == (card.side, card.card_type)
                && self.catalog.by_hand(*id).is_empty()
        };
        library.iter().filter(fits).map(|(_, other)| other).collect()
    }

    /// The deck of a setup.
    pub fn offer_of(&self, name: &str, names: &Names) -> Offer {
        let mut list = cards::Deck::new(name);
        for (zone, cards) in [(ZoneName::Deck, &names.cards), (ZoneName::Supply, &names.supply)] {
            cards.iter().for_each(|card| list.add(&zone, Entry::named(card), 1));
        }
        self.offer(list)
    }

    /// The cards of a deck by name, as setups keep them; or why it can't be played.
    pub fn names_of<'a>(&self, offer: &'a Offer) -> Result<Names, &'a str> {
        let deck = offer.playable.as_ref().map_err(String::as_str)?;
        let name = |id: &DefinitionId| self.catalog.definition(*id).to_string();
        Ok(Names {
            cards: deck.cards.iter().map(name).collect(),
            supply: deck.supply.iter().map(name).collect(),
        })
    }

    /// The texts of a deck that players carry out by hand, by the names of its cards.
    pub fn texts_of(&self, deck: &Names) -> Vec<HandText> {
        let mut cards: Vec<DefinitionId> = Vec::new();
        for name in deck.cards.iter().chain(&deck.supply) {
            cards.extend(self.catalog.library().find_by_title(name).filter(|id| !cards.contains(id)));
        }
        cards.into_iter().flat_map(|id| self.cards.texts_of_card_by_hand(id, &self.catalog)).collect()
    }

    /// The deck with this name in addresses.
    pub fn known(&self, slug: &str) -> Option<&Offer> {
        self.decks.iter().find(|offer| offer.slug == slug)
    }

    /// The definition of a card by the name of any of its printings.
    pub fn definition(&self, name: &str) -> Option<DefinitionId> {
        self.cards.definition_id(name, &self.catalog)
    }

    /// The cards of a game: everybody's, and the card of the lab if it has one.
    pub fn catalog_of(&self, setup: &GameSetup) -> Result<Arc<Catalog>, String> {
        let Some(scratch) = &setup.scratch else { return Ok(self.catalog.clone()) };
        let card_type = crate::pages::lab::card_type(&scratch.card_type);
        let setting = Setting::new(card_type, &scratch.name, self.cards.lexicon());
        let compiled = compile_text(&scratch.text, &setting, self.cards.lexicon());
        let unread = compiled.unread().map(|(clause, _)| clause.text.as_str().into()).collect();
        let [cost, speed, power, health] = scratch.numbers;
        let stat = |number: u8| if card_type.is_unit() { Stat::Value(number.into()) } else { Stat::None };
        let card = Definition {
            name: scratch.name.as_str().into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side: Side::Neutral,
            card_type,
            subtypes: "".into(),
            cost: if card_type.is_built() { Cost::Points(cost) } else { Cost::None },
            speed: stat(speed),
            power: stat(power),
            health: stat(health),
            expansion: Box::default(),
            words: scratch.text.to_lowercase().into(),
            abilities: compiled.abilities(),
            completeness: Completeness::of(unread),
        };
        let mut cards = match scratch.cards {
            Reach::All => self.catalog.library().iter().map(|(_, definition)| definition.clone()).collect(),
            Reach::Pocket => self.pocket(setup),
        };
        cards.push(card);
        let library = Library::new(cards).map_err(|error| error.to_string())?;
        Catalog::without_hands(library).map(Arc::new).map_err(|error| error.to_string())
    }

    /// The cards of a lab table's own catalog: with all cards of a large folder each would take tens of megabytes.
    fn pocket(&self, setup: &GameSetup) -> Vec<Definition> {
        self.touched(setup).into_iter().map(|id| self.catalog.definition(id).clone()).collect()
    }

    /// The printing that is shown for a definition.
    pub fn printing(&self, definition: &Definition) -> Option<&Printing> {
        self.cards.printing_of(definition)
    }

    /// The address of a printing's picture, if there is one.
    pub fn picture(&self, printing: &Printing) -> Option<String> {
        self.pictures.find(&printing.set, &printing.image)?;
        Some(format!("/picture/{}/{}", encoded(&printing.set), encoded(&printing.image)))
    }

    /// The two decks that are played when nobody chooses: of different sides, both playable, if possible enforced and out
    /// of the players' folder, and there the easiest with the one that belongs to it by its name.
    pub fn suggested(&self) -> Option<(&Offer, &Offer)> {
        let mut playable: Vec<&Offer> = self.decks.iter().filter(|offer| offer.playable.is_ok()).collect();
        playable.sort_by_key(|offer| {
            (!offer.texts.is_empty(), offer.is_built_in, if offer.is_built_in { 0 } else { offer.keywords })
        });
        let mine = playable.iter().find(|offer| offer.side == Side::Light).or(playable.first())?;
        let alike = |offer: &Offer| {
            offer.name.chars().zip(mine.name.chars()).take_while(|(own, other)| own == other).count()
        };
        let equal = |offer: &Offer| (offer.texts.is_empty(), offer.is_built_in);
        let theirs = playable
            .iter()
            .filter(|offer| offer.side == Side::Dark && equal(offer) == equal(mine))
            .rev()
            .max_by_key(|offer| alike(offer))
            .or_else(|| playable.iter().find(|offer| offer.side == Side::Dark))
            .or_else(|| playable.iter().find(|offer| offer.slug != mine.slug))
            .unwrap_or(mine);
        Some((mine, theirs))
    }
}

/// A name in addresses: small letters, digits and hyphens.
pub fn slug(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::{World, slug};
    use engine::state::Seed;
    use table::setup::{GameSetup, Kind, Pace, Passing, Player, Reach, Scratch, Undo};

    #[test]
    fn a_slug_is_safe_in_an_address() {
        assert_eq!(slug("Brask's <Skiff> (B) / 2"), "brask-s-skiff-b-2");
    }

    /// A folder with a plain unit of each arena and side, a second version of some with a text nobody can read, and decks.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let [sets, decks] = ["sets", "decks"].map(|name| folder.path().join(name));
        std::fs::create_dir_all(&sets).expect("a folder");
        std::fs::create_dir_all(&decks).expect("a folder");
        let mut rows = format!("{}\n", cards::set_file::HEADER);
        let mut lists = [String::new(), String::new(), String::new(), String::new()];
        for (place, side) in ["L", "D"].into_iter().enumerate() {
            for (number, arena) in ["Space", "Ground", "Character"].iter().cycle().take(15).enumerate() {
                for (version, text) in [("A", ""), ("B", "Sing aloud."), ("C", "Armor")] {
                    rows.push_str(&format!(
                        "{arena} Guard {side}{number:02} ({version})\tPLN\t{side}{number}{version}\t{side}\t{arena}\tRebel Guard\t2\t30\t2\t6\tC\t1\t\t{text}\t\tPLN\t\n"
                    ));
                }
                let name = |version: &str| format!("4 {arena} Guard {side}{number:02} ({version})\n");
                lists[place].push_str(&name(if number == 0 { "B" } else { "A" }));
                lists[place + 2].push_str(&name("C"));
            }
        }
        for (name, list) in ["Alone LS", "Alone DS", "Plain LS", "Plain DS"].into_iter().zip(lists) {
            std::fs::write(decks.join(format!("{name}.txt")), list).expect("written");
        }
        std::fs::write(sets.join("PLN.txt"), rows).expect("written");
        folder
    }

    #[test]
    fn decks_of_a_folder_come_first_and_whole_ones_are_suggested() {
        let folder = folder();
        let mut cards = dejarik::Cards::core();
        cards.add(dejarik::Cards::folder(folder.path()).expect("the cards"));
        let world = World::new(cards, &[]).expect("a world");
        let names: Vec<&str> = world.decks.iter().map(|offer| offer.name.as_str()).collect();
        assert_eq!(names[..5], ["Alone DS", "Alone LS", "Plain DS", "Plain LS", "Diplomats"]);
        // The plain deck is easier, but a text of it would be carried out by hand.
        let (light, dark) = world.suggested().expect("two decks");
        assert_eq!([&*light.name, &*dark.name], ["Plain LS", "Plain DS"]);
        let core = World::new(dejarik::Cards::core(), &[]).expect("a world");
        let (light, dark) = core.suggested().expect("two decks");
        assert_eq!([&*light.name, &*dark.name], ["Diplomats", "Droid Army"]);
    }

    #[test]
    fn other_versions_are_named_for_a_card_with_a_text_by_hand() {
        let folder = folder();
        let cards = dejarik::Cards::folder(folder.path()).expect("the cards");
        let world = World::new(cards, &[]).expect("a world");
        let instead = |title: &str| -> Vec<String> {
            world.enforced_instead(title).into_iter().map(ToString::to_string).collect()
        };
        assert_eq!(instead("Space Guard L00 (B)"), ["Space Guard L00 (A)", "Space Guard L00 (C)"]);
        assert_eq!(instead("Nobody"), [""; 0]);
        let alone = world.decks.iter().find(|offer| offer.name == "Alone LS").expect("a deck");
        let page = crate::pages::decks::known(&world, alone).0;
        assert!(page.contains("Enforced in full:") && page.contains("Space Guard L00 (C)"), "{page}");
    }

    fn lab_game(world: &World, text: &str, cards: Reach) -> GameSetup {
        let (light, dark) = world.suggested().expect("two decks");
        let player = |offer: &super::Offer, kind: Kind| {
            let cards = world.names_of(offer).expect("playable");
            Player {
                name: offer.name.clone(),
                kind,
                deck: offer.name.clone(),
                cards,
                by_hand: Default::default(),
            }
        };
        let numbers = [4, 40, 4, 4];
        let scratch = Scratch {
            name: "Lab Subject".into(),
            card_type: "Ground".into(),
            text: text.into(),
            numbers,
            cards,
        };
        let mut light = player(light, Kind::Person);
        light.cards.cards[0] = scratch.name.clone();
        GameSetup {
            edition: "current".into(),
            seed: Seed::from(3),
            chance: Default::default(),
            roles: Default::default(),
            rules: 0,
            pocket: None,
            dark: player(dark, Kind::Computer("random".into())),
            light,
            pace: Pace::Instant,
            undo: Undo::Agreed,
            passing: Passing::AtOnce,
            from: None,
            scratch: Some(scratch),
            watching: Default::default(),
            lesson: None,
            conditions: Default::default(),
        }
    }

    #[test]
    fn a_pocket_has_the_decks_and_what_their_texts_name_and_plays_the_same_game() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let elsewhere = world
            .catalog
            .library()
            .iter()
            .map(|(_, definition)| definition.name.to_string())
            .find(|name| {
                let setup = lab_game(&world, "Armor", Reach::Pocket);
                let catalog = world.catalog_of(&setup).expect("a catalog");
                catalog.library().versions(name).is_empty()
            })
            .expect("a card that no deck has");
        let named = lab_game(&world, &format!("When this unit attacks, {elsewhere}."), Reach::Pocket);
        assert!(!world.catalog_of(&named).expect("a catalog").library().versions(&elsewhere).is_empty());
        // The same answers lead to the same places with all cards and with those of the pocket.
        let all = lab_game(&world, "Armor | Critical Hit 2", Reach::All);
        let pocket = lab_game(&world, "Armor | Critical Hit 2", Reach::Pocket);
        let tables = [all, pocket].map(|setup| {
            let catalog = world.catalog_of(&setup).expect("a catalog");
            table::Table::new(catalog, setup, &[]).expect("a game")
        });
        let [mut one, mut other] = tables;
        for number in 0..200_usize {
            let choices = one.game.choices().len();
            assert_eq!(choices, other.game.choices().len(), "after {number} answers");
            if choices == 0 {
                break;
            }
            let answer = u16::try_from(number * 7 % choices).expect("few choices");
            one.answer(answer).expect("an answer");
            other.answer(answer).expect("an answer");
        }
        assert_eq!(one.note(), other.note());
        assert_eq!(one.game.whole().turn, other.game.whole().turn);
    }
}
