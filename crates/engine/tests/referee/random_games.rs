//! Random games of random decks: every offered choice is accepted, cards are conserved, games end.

use crate::table::{card, of, unit, with};
use dejarik_engine::invariants::Watch;
use dejarik_engine::state::{Options, Outcome, State};
use dejarik_engine::{Catalog, Choice, Deck, Game, Setup, Why};
use std::collections::BTreeSet;
use std::sync::Arc;
use vocab::ability::{
    Ability, Class, Costs, Effect, Grant, KeywordAbility, Noun, Pilot, Quality, Upkeep, Wrapper,
};
use vocab::{Arenas, CardType, Definition, DefinitionId, Edition, EquipmentFit, Keyword, Library};

/// A small generator of our own: the test needs no more than this.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

const ARENAS: [&str; 5] = ["Space", "Ground", "Character", "Space/Ground", "Ground/Character"];

/// Units of all arenas without text, unique and not.
fn vanilla() -> Vec<Definition> {
    let mut cards = Vec::new();
    for (i, arena) in ARENAS.iter().cycle().take(30).enumerate() {
        let stats = format!("{}/{}/{}", 20 + 10 * (i % 5), 1 + i % 6, 1 + i % 5);
        let plain = unit(&format!("Unit {i}"), &stats, arena, (1 + i % 7) as u8);
        cards.push(of(["Starfighter", "Droid Starfighter", "Clone"][i % 3], plain));
    }
    for (i, arena) in ARENAS.iter().cycle().take(10).enumerate() {
        for version in ["A", "B", "C"] {
            let stats = format!("{}/{}/{}", 30 + 10 * (i % 4), 2 + i % 4, 2 + i % 4);
            cards.push(unit(&format!("Hero {i} ({version})"), &stats, arena, (2 + i % 6) as u8));
        }
    }
    cards
}

/// Cards with the texts of building: Pilots, Equipment, Stack, Hidden Cost and the like, and the other types.
fn texts() -> Vec<Definition> {
    let class = |word: &str| vec![Class::new(Noun::Unit).adjective(Quality::subtype(word))];
    let pilot = || Ability::new(Wrapper::Pilot(Pilot { of: class("Starfighter"), gets: Vec::new() }));
    let number = |keyword, n: i16| Ability::keyword(KeywordAbility::number(keyword, n).unwrap());
    let plain = |keyword| Effect::keyword(KeywordAbility::plain(keyword).unwrap());
    let upkeep = Wrapper::Upkeep(Upkeep::Costs(vec![Costs::force(1), Costs::tap()]));
    let armor = Grant::Keyword(KeywordAbility::plain(Keyword::Armor).unwrap());
    let adapt = Wrapper::Adapt(vec![vec![armor], vec![Grant::power(1)]]);
    let ground = Arenas::parse("Ground");
    let gear = |name: &str, fit| {
        let equip = Ability::activated(Costs::force(1), plain(Keyword::Equip));
        with(equip, card(name, CardType::Equipment(Some(fit)), 1))
    };
    let fits = |arenas: &str| EquipmentFit::Units(Arenas::parse(arenas).unwrap());
    vec![
        with(pilot(), unit("Ace", "30/2/2", "Character", 2)),
        with(pilot(), unit("Wedge (A)", "30/2/2", "Character", 3)),
        with(pilot(), unit("Wedge (B)", "30/2/2", "Character", 2)),
        with(Ability::new(Wrapper::Stack(class("Clone"))), unit("Leader (A)", "30/3/3", "Ground", 3)),
        unit("Leader (B)", "30/3/3", "Ground", 3),
        with(number(Keyword::HiddenCost, 2), unit("Sneak", "50/3/2", "Character", 5)),
        with(number(Keyword::HiddenCost, 1), card("Plot", CardType::Mission, 3)),
        with(Ability::new(Wrapper::AlternativeCost(Costs::force(3))), unit("Exile", "30/2/2", "Ground", 6)),
        with(
            Ability::activated(Costs::force(2), plain(Keyword::Meditate)),
            unit("Ghost", "30/2/2", "Character", 4),
        ),
        with(number(Keyword::Velocity, 20), unit("Racer", "40/2/3", "Space", 3)),
        with(number(Keyword::DamageControl, 2), unit("Cruiser", "40/2/9", "Space/Ground", 2)),
        with(Ability::new(adapt), unit("Changer", "40/2/4", "Ground", 3)),
        with(
            number(Keyword::DamageControl, 1),
            with(Ability::new(upkeep), unit("Debtor", "40/4/9", "Ground", 2)),
        ),
        gear("Blade", fits("Character")),
        gear("Crown (A)", fits("Ground/Character")),
        gear("Banner", EquipmentFit::Location),
        card("Errand", CardType::Mission, 0),
        card("Crusade", CardType::Campaign, 1),
        card("Mine", CardType::Resource, 2),
        card("Pit", CardType::Trap, 1),
        card("Trick", CardType::Battle, 0),
        card("Valley", CardType::Location(ground), 2),
        card("Canyon", CardType::Location(ground), 1),
    ]
}

/// 60 cards, 36 of them units without text.
fn deck(numbers: &mut Numbers, all: usize) -> Deck {
    let mut cards: Vec<usize> = (0..36).map(|_| numbers.below(60)).collect();
    cards.extend((0..24).map(|_| all - 1 - numbers.below(23)));
    Deck { cards: cards.into_iter().map(|id| DefinitionId(id as u16)).collect(), supply: Vec::new() }
}

/// The answer of a player who builds more often than not.
fn answer(game: &Game, why: Why, numbers: &mut Numbers) -> usize {
    let choices = game.choices();
    let done = choices.iter().position(|choice| matches!(choice, Choice::Done | Choice::Back));
    let rarely = match why {
        Why::SetupBuild | Why::Act => 20,
        Why::Build => 8,
        Why::Retreat => 2,
        _ => 4,
    };
    match done {
        Some(done) if numbers.below(rarely) == 0 => done,
        _ => numbers.below(choices.len()),
    }
}

fn start(seed: u64, edition: Edition, numbers: &mut Numbers) -> Game {
    let cards: Vec<Definition> = vanilla().into_iter().chain(texts()).collect();
    let all = cards.len();
    let catalog = Arc::new(Catalog::new(Library::new(cards).unwrap()).unwrap());
    let (dark, light) = (deck(numbers, all), deck(numbers, all));
    let options = Options { edition, ..Options::default() };
    Game::new(catalog, &Setup { dark, light, seed: seed.into(), options }).unwrap()
}

/// Plays a game with random answers: the reasons that were asked for, the answers and the last state.
fn play(seed: u64, edition: Edition) -> (BTreeSet<String>, Vec<usize>, State) {
    let mut numbers = Numbers(seed);
    let mut game = start(seed, edition, &mut numbers);
    let (mut answers, mut reasons) = (Vec::new(), BTreeSet::new());
    let mut watch = Watch::default();
    while let Some(decision) = game.decision() {
        assert!(decision.choices.len() > 1, "a question with one answer is not asked");
        assert_eq!(watch.check(&game), Ok(()));
        reasons.insert(format!("{:?}", decision.why));
        let before = *game.whole();
        assert!(game.answer(decision.choices.len()).is_err());
        assert_eq!(*game.whole(), before, "a refused answer changes nothing");
        let answer = answer(&game, decision.why, &mut numbers);
        game.answer(answer).expect("every offered choice is accepted");
        answers.push(answer);
        assert!(answers.len() < 100_000, "games end");
        watch.see(&game.take_events());
    }
    assert!(matches!(game.outcome(), Some(Outcome::Won(..) | Outcome::Draw(_))), "{:?}", game.outcome());
    (reasons, answers, *game.whole())
}

#[test]
fn random_games_end_in_both_editions() {
    let mut reasons = BTreeSet::new();
    let mut turns = 0;
    for seed in 0..30 {
        for edition in Edition::ALL {
            let (asked, _, state) = play(seed, edition);
            reasons.extend(asked);
            turns += usize::from(state.turn);
        }
    }
    assert!(turns > 120, "the games are real games: {turns} turns in all");
    let expected = [
        "Act",
        "Bid",
        "Build",
        "BuildCounters",
        "BuildStepStart",
        "Destination",
        "Equip",
        "Keyword(Adapt)",
        "Keyword(DamageControl)",
        "Keyword(Upkeep)",
        "Keyword(Velocity)",
        "Mulligan",
        "NextUnit",
        "PlayOrPass",
        "PullResource",
        "Retreat",
        "SetupBuild",
        "SetupPartial",
    ];
    let missing: Vec<&str> = expected.into_iter().filter(|why| !reasons.contains(*why)).collect();
    assert!(missing.is_empty(), "never asked: {missing:?}");
}

#[test]
fn a_copy_with_the_same_answers_comes_to_the_same_state() {
    for seed in 100..103 {
        let (_, answers, last) = play(seed, Edition::Current);
        let mut game = start(seed, Edition::Current, &mut Numbers(seed));
        for (i, answer) in answers.iter().enumerate() {
            if i == answers.len() / 2 {
                game = game.clone();
            }
            game.answer(*answer).unwrap();
        }
        assert_eq!(*game.whole(), last);
    }
}
