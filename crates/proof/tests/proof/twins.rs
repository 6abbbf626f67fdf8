//! Twin games: two games that differ only in what a seat can't see, by construction and not by `determinise`, driven by
//! the same answers. Whatever the seat gets of them must be the same: views, choices, labels, events, hints and the
//! answers of computer players.

use ai::{Budget, Level, Player};
use dejarik_proof::{DeckPool, Numbers};
use engine::state::{Agreement, ByHand, Mark, Options, Passes, Seed, Slot, Where};
use engine::{Begin, Choice, Game, Position, Spot, Viewer, Why};
use vocab::ability::{Ability, KeywordAbility, Uniqueness};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Definition, DefinitionId, Keyword, Role, Side, Stat,
};

/// What a seat is told of a game, to be compared with its twin.
fn told(game: &mut Game, seat: Role) -> Vec<String> {
    let events = game.take_told();
    let told = |told: &engine::Told| {
        let words = game.seat(seat).retell(told)?;
        Some(format!("{words} [{}]", told.event.rule))
    };
    events.iter().filter_map(told).collect()
}

/// Compares everything that a seat gets of two games.
fn compare(twins: &mut [Game; 2], seat: Role, think: bool, when: &str) {
    let [a, b] = twins;
    assert_eq!(told(a, seat), told(b, seat), "events, {when}");
    let [a, b] = [a.seat(seat), b.seat(seat)];
    assert_eq!(a.view(), b.view(), "views, {when}");
    assert_eq!(a.choices(), b.choices(), "choices, {when}");
    assert_eq!((a.asked(), a.outcome()), (b.asked(), b.outcome()), "questions, {when}");
    for choice in a.choices() {
        assert_eq!(a.label(*choice), b.label(*choice), "labels, {when}");
        if let Choice::Option(option) = choice {
            assert_eq!(a.option(*option), b.option(*option), "options, {when}");
        }
    }
    for seed in 1..=2 {
        let [one, other] = [a, b].map(|seat| seat.determinise(Seed::from(seed)));
        assert!(one.whole() == other.whole(), "what is dealt anew, {when}");
    }
    if think && a.asked().is_some() {
        let budget = Budget::iterations(2);
        assert_eq!(ai::hint(a, budget), ai::hint(b, budget), "hints, {when}");
        for level in [Level::Skilled, Level::Gentle, Level::Learner] {
            let answer = |seat| Player::new(level, 11).choose(seat);
            assert_eq!(answer(a), answer(b), "the answer of a {level:?} player, {when}");
        }
    }
}

/// Whether a card that differs has come to light, as the rules say (106.1): from there on the games may differ.
fn is_revealed([a, b]: &[Game; 2]) -> bool {
    a.whole().slots().any(|slot| {
        let (own, other) = (a.whole().card(slot), b.whole().card(slot));
        let is_open = match own.place {
            Where::Nowhere | Where::Deck | Where::Hand | Where::Supply => false,
            Where::BuildZone | Where::Beneath(_) => !own.is_face_down(),
            Where::DiscardPile
            | Where::Removed
            | Where::EventZone
            | Where::Arena(_)
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_) => true,
        };
        is_open && own.definition != other.definition
    })
}

/// Whether a choice of the other player tells nothing of hidden cards: it is about cards that lie open, or puts a card
/// or counters down face-down.
fn is_silent(game: &Game, seat: Role, choice: Choice) -> bool {
    let is_open = |card: Slot| game.seat(seat).card(card).is_some();
    let builds = game.asked().is_some_and(|ask| matches!(ask.why, Why::Build | Why::BuildCounters));
    match choice {
        Choice::Put(_, Spot::BuildZone) | Choice::Card(_) if builds => true,
        other => other.card().is_none_or(is_open),
    }
}

/// Whether what is done by hand may show a hidden card: from there on the seat may know more.
fn shows(game: &Game, choice: Choice) -> bool {
    matches!(game.label(choice).as_str(), "show or look at cards" | "discard a card")
}

/// Drives both games by the same answers and compares them at every question; how many questions there were, and how
/// many of them the seat was asked itself.
fn drive(mut twins: [Game; 2], seat: Role, turns: u16, seed: u64) -> (usize, usize) {
    twins.iter_mut().for_each(Game::listen);
    let mut numbers = Numbers::new(seed);
    let (mut questions, mut own) = (0, 0);
    for step in 0..400 {
        if is_revealed(&twins) {
            break;
        }
        let when = format!("seed {seed}, answer {step}");
        compare(&mut twins, seat, own % 4 == 0, &when);
        let [a, b] = &mut twins;
        let Some(ask) = a.asked().filter(|_| a.whole().turn <= turns) else { break };
        questions += 1;
        own += usize::from(ask.who == seat);
        let common: Vec<Choice> = a
            .choices()
            .iter()
            .copied()
            .filter(|choice| b.choices().contains(choice))
            .filter(|choice| ask.who == seat || is_silent(a, seat, *choice) && is_silent(b, seat, *choice))
            .filter(|choice| ask.why != Why::ByHand || !shows(a, *choice))
            .collect();
        if common.is_empty() {
            break;
        }
        let choice = common[numbers.below(common.len())];
        for game in [a, b] {
            let index = game.choices().iter().position(|own| *own == choice).unwrap();
            game.answer(index).unwrap();
        }
    }
    (questions, own)
}

/// Where the hidden cards of the other player lie.
struct Hidden {
    hand: Vec<DefinitionId>,
    building: Vec<DefinitionId>,
    beneath: DefinitionId,
    deck: Vec<DefinitionId>,
}

/// A table of CORE cards in the midst of a game; the Light Side player's hidden cards are these.
fn table(pool: &DeckPool, open: &[Vec<DefinitionId>; 2], own: &Hidden, other: &Hidden, begin: Begin) -> Game {
    let options = Options { passes: Passes::Asked, ..Options::default() };
    let mut position = Position::on(pool.catalog.clone(), Seed::from(5), options);
    for (who, hidden) in [(Role::Dark, own), (Role::Light, other)] {
        let mut host = None;
        for card in &open[usize::from(who == Role::Light)] {
            let arena = pool.catalog.arenas(*card).and_then(|arenas| arenas.iter().next());
            let slot = position.lay(who, *card, Where::Arena(arena.expect("a unit"))).unwrap();
            host = host.or(Some(slot));
        }
        for card in &hidden.deck {
            position.lay(who, *card, Where::Deck).unwrap();
        }
        for card in &hidden.hand {
            position.lay(who, *card, Where::Hand).unwrap();
        }
        for card in &hidden.building {
            let slot = position.lay(who, *card, Where::BuildZone).unwrap();
            position.mark(slot, Mark::FaceDown);
            position.build(slot, 1);
        }
        let beneath = position.lay(who, hidden.beneath, Where::Beneath(host.expect("a unit"))).unwrap();
        position.mark(beneath, Mark::FaceDown);
        position.pools(who, 6, 0);
    }
    position.play_on(begin)
}

/// The cards of a deck as units in play and hidden cards. The hidden ones are dealt in the order of `turned`: the same
/// cards, each somewhere else, with something to build in the hand and face-down.
fn deal(pool: &DeckPool, deck: usize, turned: usize) -> (Vec<DefinitionId>, Hidden) {
    let cards = pool.decks()[deck].1.cards.clone();
    let is_unit = |card: &DefinitionId| pool.catalog.card_type(*card).is_unit();
    let (units, others): (Vec<_>, Vec<_>) = cards.into_iter().partition(is_unit);
    let mut open: Vec<DefinitionId> = Vec::new();
    let mut built: Vec<DefinitionId> = Vec::new();
    for (place, unit) in units.into_iter().enumerate() {
        let is_there = open.iter().any(|own| pool.catalog.facts(*own).name == pool.catalog.facts(unit).name);
        if place % 3 == 0 && open.len() < 6 && !is_there { open.push(unit) } else { built.push(unit) }
    }
    built.rotate_left(turned);
    let mut rest: Vec<DefinitionId> = others;
    let building = built.drain(..2).collect();
    let mut hand: Vec<DefinitionId> = built.drain(..3).collect();
    rest.append(&mut built);
    rest.rotate_left(turned);
    let beneath = rest.remove(0);
    hand.extend(rest.drain(..4));
    (open, Hidden { hand, building, beneath, deck: rest })
}

#[test]
fn a_seat_cannot_tell_twins_apart_that_differ_in_the_other_players_hidden_cards() {
    let pool = DeckPool::load().unwrap();
    let (mut questions, mut own) = (0, 0);
    for seed in 0..8 {
        let (dark, mine) = deal(&pool, seed as usize % 2, 0);
        let (light, _) = deal(&pool, 1 - seed as usize % 2, 0);
        let open = [dark, light];
        let begin = [Begin::Turn, Begin::BattlePhase][seed as usize / 2 % 2];
        let twin = |turned: usize| {
            let (_, hidden) = deal(&pool, 1 - seed as usize % 2, turned);
            table(&pool, &open, &mine, &hidden, begin)
        };
        let twins = [twin(0), twin(5)];
        let differ = |place: fn(&Where) -> bool| {
            let state = twins[0].whole();
            state.slots().any(|slot| {
                let other = twins[1].whole().card(slot);
                let own = state.card(slot);
                own.owner == Role::Light && place(&own.place) && own.definition != other.definition
            })
        };
        assert!(differ(|place| *place == Where::Hand), "the hands are the same");
        assert!(differ(|place| *place == Where::Deck), "the decks are the same");
        assert!(differ(|place| *place == Where::BuildZone), "what is built is the same");
        assert!(differ(|place| matches!(place, Where::Beneath(_))), "what lies beneath is the same");
        let (all, asked) = drive(twins, Role::Dark, 2, seed);
        questions += all;
        own += asked;
    }
    assert!(questions > 200 && own > 80, "only {questions} questions, {own} of them to the seat");
}

#[test]
fn a_seat_cannot_tell_twins_apart_that_differ_in_the_order_of_its_own_deck() {
    let pool = DeckPool::load().unwrap();
    let (dark, mine) = deal(&pool, 0, 0);
    let (light, hidden) = deal(&pool, 1, 0);
    let open = [dark, light];
    // Cards that went back into the deck lie anywhere in it.
    let twin = |turned: usize| {
        let mut deck = mine.deck.clone();
        deck.rotate_left(turned);
        let mine = Hidden { deck, hand: mine.hand.clone(), building: mine.building.clone(), ..mine };
        table(&pool, &open, &mine, &hidden, Begin::BattlePhase)
    };
    let (questions, own) = drive([twin(0), twin(3)], Role::Dark, 1, 9);
    assert!(questions > 10 && own > 5, "only {questions} questions, {own} of them to the seat");
}

fn unit(name: &str, keywords: &[Keyword]) -> Definition {
    let ability = |keyword: &Keyword| Ability::keyword(KeywordAbility::new(*keyword, None).unwrap());
    Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type: CardType::Unit(Arenas::one(Arena::Space)),
        subtypes: "Starfighter".into(),
        cost: Cost::Points(2),
        speed: Stat::Value(40),
        power: Stat::Value(3),
        health: Stat::Value(5),
        abilities: keywords.iter().map(ability).collect(),
        expansion: "".into(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

#[test]
fn a_seat_cannot_tell_twins_apart_that_differ_in_hidden_dice() {
    let twin = |dice: &[u8]| {
        let options = Options { passes: Passes::Asked, ..Options::default() };
        let cards = vec![unit("Schemer", &[Keyword::Cunning]), unit("Bunker", &[])];
        let mut position = Position::new(cards, Seed::from(1), options).unwrap();
        position.put(Role::Dark, "Schemer", Where::Arena(Arena::Space)).unwrap();
        for place in [Where::Arena(Arena::Space), Where::Hand] {
            position.put(Role::Light, "Bunker", place).unwrap();
        }
        for who in Role::ALL {
            position.put(who, "Bunker", Where::Deck).unwrap();
        }
        position.dice(dice);
        position.play_on(Begin::BattlePhase)
    };
    let mut twins = [twin(&[6, 6, 1]), twin(&[2, 4, 4])];
    twins.iter_mut().for_each(Game::listen);
    let mut hidden = 0;
    for step in 0..40 {
        match twins[0].sees_dice(Viewer::Seat(Role::Light)) {
            Some(true) => break,
            Some(false) => hidden += 1,
            None => {}
        }
        compare(&mut twins, Role::Light, true, &format!("answer {step}"));
        let attack = twins[0].choices().iter().position(|choice| matches!(choice, Choice::Attack(..)));
        for game in &mut twins {
            game.answer(attack.unwrap_or(0)).unwrap();
        }
    }
    assert!(hidden > 0, "Light was never asked about hidden dice");
}

#[test]
fn a_seat_cannot_tell_twins_apart_when_texts_are_carried_out_by_hand() {
    let sings = |name: &str| Definition {
        completeness: Completeness::of(vec!["Sing aloud.".into()]),
        ..unit(name, &[])
    };
    let twin = |hidden: [&str; 2]| {
        let by_hand = Agreement::both(ByHand::Used);
        let options = Options { passes: Passes::Asked, by_hand, ..Options::default() };
        let cards = vec![sings("Singer"), sings("Piper"), sings("Drummer"), unit("Bunker", &[])];
        let mut position = Position::new(cards, Seed::from(1), options).unwrap();
        for who in Role::ALL {
            for _ in 0..2 {
                position.put(who, "Singer", Where::Arena(Arena::Space)).unwrap();
            }
            let names = if who == Role::Dark { ["Bunker", "Singer"] } else { hidden };
            for place in [Where::Hand, Where::Hand, Where::Deck, Where::Deck, Where::Deck, Where::Deck] {
                for name in names {
                    position.put(who, name, place).unwrap();
                }
            }
            position.pools(who, 4, 3);
        }
        position.play_on(Begin::Turn)
    };
    let (mut questions, mut own) = (0, 0);
    for seed in 0..12 {
        let (all, asked) =
            drive([twin(["Piper", "Drummer"]), twin(["Drummer", "Piper"])], Role::Dark, 3, seed);
        questions += all;
        own += asked;
    }
    assert!(questions > 300 && own > 150, "only {questions} questions, {own} of them to the seat");
}
