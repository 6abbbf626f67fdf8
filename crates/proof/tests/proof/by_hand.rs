//! Every card of the players' folder can be brought to a table: what isn't enforced is carried out by hand (rule 1316).

use ai::{Budget, Level, Player};
use dejarik::Cards;
use engine::invariants::Watch;
use engine::state::{Agreement, ByHand, Options, Outcome, Seed, Where};
use engine::{Begin, Choice, Deck, Event, Game, Position, Setup, What, Why};
use vocab::ability::Uniqueness;
use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, DefinitionId, Role, Side, Stat};

/// A small generator of our own: the test needs no more than this.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// How many cards of a deck have texts by hand; the rest are enforced.
const BY_HAND: usize = 45;

/// How many answers of a game are looked at.
const ANSWERS: usize = 1200;

/// The answer of a player who does something by hand now and then, and sometimes has it taken back.
fn answer(game: &Game, why: Why, numbers: &mut Numbers) -> usize {
    let choices = game.choices();
    let nothing = choices.iter().position(|choice| matches!(choice, Choice::Done | Choice::Pass));
    match nothing {
        Some(nothing) if why == Why::PlayOrPass && numbers.below(3) > 0 => nothing,
        Some(nothing) if numbers.below(4) == 0 => nothing,
        _ => numbers.below(choices.len()),
    }
}

/// Whether a card is a unit with printed health: in setup no text gives one (rule 503.6).
fn is_plain_unit(card: &Definition) -> bool {
    matches!(card.card_type, CardType::Unit(_)) && matches!(card.health, Stat::Value(1..))
}

#[test]
fn every_card_of_the_players_comes_to_a_table() {
    let Ok(folder) = std::env::var("DEJARIK_CARDS") else {
        return eprintln!("skipped: DEJARIK_CARDS is not set");
    };
    let cards = Cards::folder(folder).expect("a folder of cards");
    let catalog = cards.catalog().expect("a catalog");
    let all: Vec<DefinitionId> = catalog.library().iter().map(|(id, _)| id).collect();
    let refused = all.iter().filter(|id| catalog.check_for(**id, ByHand::Used).is_err()).count();
    assert_eq!(refused, 0, "1316.1");
    // Nor is any card of a format, nor a deck of the folder: by names, as the players write them.
    let accepted = cards.acceptance().expect("the cards compile");
    assert!(accepted.cards.all() > 5000 && accepted.cards.by_hand > 0, "{:?}", accepted.cards);
    assert_eq!(accepted.cards.refused, 0, "{:?}", accepted.cards);
    assert_eq!(accepted.formats.len(), cards.formats().iter().count());
    for (format, counts) in &accepted.formats {
        assert!(counts.all() > 0 && counts.refused == 0, "{format}: {counts:?}");
    }
    assert_eq!(accepted.decks.all(), cards.decks().len(), "every deck can be read");
    assert_eq!(accepted.decks.refused, 0, "{:?}", accepted.decks);
    let in_deck = |id: &DefinitionId| catalog.card_type(*id).may_be_in_deck();
    let (mut by_hand, enforced): (Vec<DefinitionId>, Vec<DefinitionId>) =
        all.iter().copied().filter(in_deck).partition(|id| catalog.check(*id).is_err());
    let units: Vec<DefinitionId> =
        enforced.into_iter().filter(|id| is_plain_unit(catalog.definition(*id))).collect();
    let mut numbers = Numbers(14);
    // An even number of decks: the last is filled up with cards that have been played already.
    while !by_hand.len().is_multiple_of(2 * BY_HAND) {
        by_hand.push(by_hand[numbers.below(by_hand.len())]);
    }
    let decks: Vec<&[DefinitionId]> = by_hand.chunks(BY_HAND).collect();
    let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
    for (game, pair) in decks.chunks(2).enumerate() {
        let [dark, light] = [pair[0], pair[1]].map(|some| {
            let mut cards = some.to_vec();
            cards.extend((0..20).map(|_| units[numbers.below(units.len())]));
            Deck { cards, supply: Vec::new() }
        });
        let setup = Setup { dark, light, seed: (game as u64).into(), options };
        let mut game_of = Game::new(catalog.clone(), &setup).expect("1316.1: both have agreed");
        let mut watch = Watch::default();
        for step in 0..ANSWERS {
            let Some(decision) = game_of.decision() else { break };
            assert_eq!(watch.check(&game_of), Ok(()), "game {game}, answer {step}");
            let chosen = answer(&game_of, decision.why, &mut numbers);
            game_of.answer(chosen).expect("every offered choice is accepted");
            watch.see(&game_of.take_events());
        }
        assert_ne!(game_of.outcome(), Some(Outcome::Stopped), "game {game}");
    }
}

/// The seed of the random decks; `cargo xtask hands` plays 200 of each format with the same.
const SEED: u64 = 14;

#[test]
fn random_decks_of_every_format_play_whole_games_with_texts_by_hand() {
    let Ok(folder) = std::env::var("DEJARIK_CARDS") else {
        return eprintln!("skipped: DEJARIK_CARDS is not set");
    };
    let cards = Cards::folder(folder).expect("a folder of cards");
    let (mut decks, mut texts) = (0, 0);
    for format in cards.formats().iter() {
        let found = dejarik_proof::hands::format(&cards, format, 8, SEED).expect("the cards compile");
        assert_eq!(found.broken, [], "{}", found.format);
        decks += found.decks.0;
        texts += found.tally.all().begun;
    }
    assert!(decks >= 8 && texts > 0, "{decks} decks, {texts} texts by hand");
}

/// Two Singers and a Battle card with texts by hand for both players, in the turn of this number.
fn concert(begin: Begin) -> Game {
    let plain = |name: &str, card_type: CardType| Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type,
        subtypes: "".into(),
        cost: Cost::Points(2),
        speed: Stat::Value(30),
        power: Stat::Value(2),
        health: Stat::Value(4),
        abilities: Vec::new(),
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::of(vec!["Sing aloud.".into()]),
    };
    let singer = plain("Singer", CardType::Unit(Arenas::one(Arena::Ground)));
    let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
    let cards = vec![singer, plain("Serenade", CardType::Battle)];
    let mut position = Position::new(cards, Seed::from(7), options).expect("a catalog");
    for who in Role::ALL {
        for _ in 0..2 {
            position.put(who, "Singer", Where::Arena(Arena::Ground)).expect("room");
            position.put(who, "Serenade", Where::Hand).expect("room");
            position.put(who, "Singer", Where::Deck).expect("room");
        }
        position.pools(who, 4, 4);
    }
    position.play_on(begin)
}

#[test]
fn a_computer_that_sits_in_for_a_person_does_nothing_by_hand() {
    for level in Level::ALL {
        for begin in [Begin::Turn, Begin::BattleStep(Arena::Ground)] {
            let (mut game, mut player) = (concert(begin), Player::new(level, 3));
            let mut offered = 0;
            for _ in 0..24 {
                let Some(ask) = game.asked() else { break };
                let is_by_hand = |choice: &Choice| matches!(choice, Choice::Use(..) | Choice::Play(_));
                offered += game.choices().iter().filter(|choice| is_by_hand(choice)).count();
                let answer = player.choose(game.seat(ask.who));
                game.answer(answer).expect("an answer that is offered");
                let begun = |event: &Event| matches!(event.what, What::ByHand { .. } | What::Played { .. });
                assert!(!game.take_events().iter().any(begun), "1316.9: {level:?}");
            }
            assert!(offered > 0, "{level:?} was never tempted");
        }
    }
}

#[test]
fn hints_leave_texts_by_hand_alone_and_whoever_sits_in_brings_them_to_an_end() {
    let mut game = concert(Begin::BattleStep(Arena::Ground));
    let who = game.asked().expect("a question").who;
    for hint in ai::hint(game.seat(who), Budget::iterations(40)) {
        let choice = game.choices()[hint.index];
        assert!(!matches!(choice, Choice::Use(..) | Choice::Play(_)), "1316.9: {}", hint.reason);
    }
    // The person has begun, and has gone into a group of actions.
    for words in ["Singer uses its text by hand", "tap or untap"] {
        let found = game.choices().iter().position(|choice| game.label(*choice).contains(words));
        game.answer(found.expect(words)).expect("it is offered");
        while game.asked().is_some_and(|ask| ask.why == Why::PlayOrPass) {
            let pass = game.choices().iter().position(|choice| *choice == Choice::Pass);
            game.answer(pass.expect("a chance can be passed")).expect("it is offered");
        }
    }
    for level in Level::ALL {
        let mut game = game.clone();
        let mut player = Player::new(level, 5);
        for _ in 0..2 {
            assert_eq!(game.asked().map(|ask| ask.why), Some(Why::ByHand));
            let answer = player.choose(game.seat(who));
            assert!(matches!(game.choices()[answer], Choice::Back | Choice::Done), "1316.9: {level:?}");
            game.answer(answer).expect("it is offered");
        }
        assert_ne!(game.asked().map(|ask| ask.why), Some(Why::ByHand), "{level:?} is done");
    }
}
