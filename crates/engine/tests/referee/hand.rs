//! Texts that are carried out by hand, in random games: whatever is done, the game stays whole (rule 1316).

use crate::table::{card, unit};
use dejarik_engine::invariants::Watch;
use dejarik_engine::state::{Agreement, ByHand, Options, Outcome, Seed};
use dejarik_engine::{Catalog, Choice, Deck, Game, Recorder, Setup, Viewer, What, Why};
use std::collections::BTreeSet;
use std::sync::Arc;
use vocab::{Arenas, CardType, Completeness, Definition, DefinitionId, EquipmentFit, Library, Role};

/// A small generator of our own: the test needs no more than this.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// A card with a text that nobody has read.
fn unread(definition: Definition) -> Definition {
    Definition { completeness: Completeness::of(vec!["Sing aloud.".into()]), ..definition }
}

/// Plain units, and a card of every type that players carry out by hand.
fn catalog() -> Arc<Catalog> {
    let arenas = ["Space", "Ground", "Character", "Space/Ground"];
    let mut cards: Vec<Definition> = Vec::new();
    for (i, arena) in arenas.iter().cycle().take(12).enumerate() {
        let stats = format!("{}/{}/{}", 20 + 10 * (i % 4), 2 + i % 4, 2 + i % 5);
        cards.push(unit(&format!("Unit {i}"), &stats, arena, (1 + i % 4) as u8));
        cards.push(unread(unit(&format!("Singer {i}"), &stats, arena, (1 + i % 3) as u8)));
    }
    let ground = Arenas::parse("Ground");
    let fits = EquipmentFit::Units(Arenas::parse("Ground").expect("an arena"));
    let others = [
        ("Song", CardType::Battle, 0),
        ("Concert", CardType::Mission, 1),
        ("Ambuscade", CardType::Trap, 1),
        ("Tour", CardType::Campaign, 1),
        ("Stage", CardType::Location(ground), 1),
        ("Lute", CardType::Equipment(Some(fits)), 1),
        ("Patron", CardType::Resource, 1),
    ];
    cards.extend(others.map(|(name, kind, cost)| unread(card(name, kind, cost))));
    Arc::new(Catalog::new(Library::new(cards).expect("names of their own")).expect("a catalog"))
}

fn setup(catalog: &Catalog, seed: u64, numbers: &mut Numbers) -> Setup {
    let all = catalog.library().len();
    let mut deck = || Deck {
        cards: (0..60).map(|_| DefinitionId(numbers.below(all) as u16)).collect(),
        supply: Vec::new(),
    };
    let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
    Setup { dark: deck(), light: deck(), seed: seed.into(), options }
}

/// The answer of a player who does something by hand now and then, and sometimes has it taken back.
fn answer(game: &Game, why: Why, numbers: &mut Numbers) -> usize {
    let choices = game.choices();
    let nothing = choices.iter().position(|choice| matches!(choice, Choice::Done | Choice::Pass));
    let rarely = match why {
        Why::PlayOrPass => 4,
        Why::ByHand => 3,
        _ => 8,
    };
    match nothing {
        Some(nothing) if why == Why::PlayOrPass && numbers.below(rarely) > 0 => nothing,
        Some(nothing) if numbers.below(rarely) == 0 => nothing,
        _ => numbers.below(choices.len()),
    }
}

/// As many games as are played.
const HOW_MANY: u64 = 60;

#[test]
fn whatever_is_done_by_hand_the_game_stays_whole() {
    let catalog = catalog();
    let (mut done, mut taken_back) = (BTreeSet::new(), 0);
    for seed in 0..HOW_MANY {
        let mut numbers = Numbers(seed);
        let setup = setup(&catalog, seed, &mut numbers);
        let mut recorder = Recorder::new(catalog.clone(), &setup).expect("1316.1: both have agreed");
        let mut watch = Watch::default();
        for step in 0..1500 {
            let Some(decision) = recorder.game().decision() else { break };
            let game = recorder.game();
            assert_eq!(watch.check(game), Ok(()), "seed {seed}, answer {step}");
            let chosen = answer(game, decision.why, &mut numbers);
            if decision.why == Why::ByHand {
                done.insert(game.label(decision.choices[chosen]));
            }
            // Players that search deal the hidden cards anew, and are asked the same.
            if step % 40 == 0 {
                let other = game.seat(decision.who).determinise(Seed::from(seed));
                assert_eq!(other.decision(), Some(decision.clone()));
                assert!(game.view(Viewer::Seat(decision.who.other())).decision.is_none());
            }
            recorder.answer(chosen).expect("every offered choice is accepted");
            let events = recorder.take_events();
            taken_back += events.iter().filter(|event| matches!(event.what, What::TakenBack { .. })).count();
            watch.see(&events);
        }
        assert_ne!(recorder.game().outcome(), Some(Outcome::Stopped), "seed {seed}");
        let replay = recorder.replay();
        let again = replay.play(catalog.clone(), usize::MAX).expect("a record plays again");
        assert_eq!(again.whole(), recorder.game().whole(), "seed {seed}");
    }
    assert!(done.len() > 60, "most of what can be done is done: {done:?}");
    assert!(taken_back > 0, "some of it is taken back");
}

#[test]
fn a_card_with_a_text_by_hand_is_refused_unless_that_was_settled() {
    let catalog = catalog();
    let mut setup = setup(&catalog, 1, &mut Numbers(1));
    assert!(Game::new(catalog.clone(), &setup).is_ok());
    setup.options = Options::default();
    assert!(Game::new(catalog, &setup).is_err(), "1316.1");
}

#[test]
fn a_computer_player_has_the_card_without_the_text() {
    let catalog = catalog();
    let mut setup = setup(&catalog, 2, &mut Numbers(2));
    setup.options.by_hand = Agreement::both(ByHand::Unused);
    let mut game = Game::new(catalog.clone(), &setup).expect("1316.9: its cards may be brought");
    let mut numbers = Numbers(2);
    for _ in 0..1500 {
        let Some(decision) = game.decision() else { break };
        assert!(!matches!(decision.why, Why::ByHand | Why::Agree), "1316.9");
        let is_by_hand = |choice: &Choice| matches!(choice, Choice::Use(_, id) if catalog.is_by_hand(*id));
        assert!(!decision.choices.iter().any(is_by_hand) || decision.why == Why::Order, "1316.9");
        let chosen = answer(&game, decision.why, &mut numbers);
        game.answer(chosen).expect("every offered choice is accepted");
    }
    assert!(Role::ALL.iter().all(|who| game.whole().hands.plays[*who] == 0));
}
