//! Twin games: two games that differ only in what a seat can't see, by construction and not by `determinise`, driven by
//! the same answers. Whatever the seat gets of them must be the same: views, choices, labels, events, hints and the
//! answers of computer players.

use ai::{Budget, Level, Player};
use dejarik_proof::{DeckPool, Numbers};
use engine::state::{Agreement, ByHand, Mark, Options, Passes, Seed, Slot, Where};
use engine::{Begin, Choice, Game, Position, Spot, Viewer, What, Why};
use vocab::ability::{Ability, KeywordAbility, Uniqueness};
use vocab::{
    Arena, Arenas, CardType, Completeness, Cost, Definition, DefinitionId, Keyword, Role, RuleNumber, Side,
    Stat,
};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Questions, and those among them to the seat itself.
    questions: usize,
    own: usize,
    /// Texts that were carried out by hand, that stand, and that were taken back.
    begun: usize,
    agreed: usize,
    back: usize,
    /// Copies with hidden cards dealt anew in which the opponent said no.
    refused: usize,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.questions += other.questions;
        self.own += other.own;
        self.begun += other.begun;
        self.agreed += other.agreed;
        self.back += other.back;
        self.refused += other.refused;
    }
}

/// What a seat is told of a game, to be compared with its twin.
fn told(game: &Game, events: &[engine::Told], seat: Role, counts: &mut Counts) -> Vec<String> {
    for told in events {
        match told.event.what {
            What::ByHand { .. } => counts.begun += 1,
            What::Agreed { .. } => counts.agreed += 1,
            What::TakenBack { .. } => counts.back += 1,
            _ => {}
        }
    }
    let told = |told: &engine::Told| {
        let words = game.seat(seat).retell(told)?;
        Some(format!("{words} [{}]", told.event.rule))
    };
    events.iter().filter_map(told).collect()
}

/// Compares everything that a seat gets of two games; `false` if a card that differs was revealed (rule 106.5): from there
/// on the games may differ.
fn compare(twins: &mut [Game; 2], seat: Role, think: bool, when: &str, counts: &mut Counts) -> bool {
    let [a, b] = twins;
    let events = [a.take_told(), b.take_told()];
    let is_another = |told: &engine::Told| match told.event.what {
        What::Revealed(card) => a.whole().card(card).definition != b.whole().card(card).definition,
        _ => false,
    };
    if events[0].iter().any(is_another) {
        return false;
    }
    let words = (told(a, &events[0], seat, counts), told(b, &events[1], seat, &mut Counts::default()));
    assert_eq!(words.0, words.1, "events, {when}");
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
        let [mut one, mut other] = [a, b].map(|seat| seat.determinise(Seed::from(seed)));
        assert!(one.whole() == other.whole(), "what is dealt anew, {when}");
        // What a copy would go back to holds the cards as they really lie.
        if one.asked().is_some_and(|ask| ask.why == Why::Agree) {
            for copy in [&mut one, &mut other] {
                let no = copy.choices().iter().position(|choice| *choice == Choice::No);
                copy.answer(no.expect("it may be refused")).expect("it is offered");
            }
            counts.refused += 1;
            assert!(one.whole() == other.whole(), "what is dealt anew and taken back, {when}");
        }
    }
    if think && a.asked().is_some() {
        let budget = Budget::iterations(2);
        assert_eq!(ai::hint(a, budget), ai::hint(b, budget), "hints, {when}");
        for level in [Level::Skilled, Level::Gentle, Level::Learner] {
            let answer = |seat| Player::new(level, 11).choose(seat);
            assert_eq!(answer(a), answer(b), "the answer of a {level:?} player, {when}");
        }
    }
    true
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

/// Whether the other player is asked about a Trap whose moment has come: that it is one is known then (rule 212.2).
fn asks_about_trap(game: &Game, seat: Role) -> bool {
    let is_trap = |slot: Slot| {
        let card = game.whole().card(slot);
        let is_there = card.place == Where::BuildZone && card.is_face_down() && card.owner != seat;
        is_there && game.catalog().card_type(card.definition) == CardType::Trap
    };
    game.asked().filter(|ask| ask.who != seat).is_some_and(|ask| match ask.why {
        Why::Order => game.choices().iter().any(|choice| choice.card().is_some_and(is_trap)),
        _ => ask.rule == RuleNumber::new(212, 3),
    })
}

/// Whether what is done by hand may show a hidden card: from there on the seat may know more.
fn shows(game: &Game, choice: Choice) -> bool {
    matches!(game.label(choice).as_str(), "show or look at cards" | "discard a card")
}

/// Drives both games by the same answers and compares them at every question.
fn drive(mut twins: [Game; 2], seat: Role, turns: u16, seed: u64) -> Counts {
    twins.iter_mut().for_each(Game::listen);
    let (mut numbers, mut counts) = (Numbers::new(seed), Counts::default());
    for step in 0..400 {
        if is_revealed(&twins) || twins.iter().any(|game| asks_about_trap(game, seat)) {
            break;
        }
        let when = format!("seed {seed}, answer {step}");
        if !compare(&mut twins, seat, counts.own.is_multiple_of(4), &when, &mut counts) {
            break;
        }
        let [a, b] = &mut twins;
        let Some(ask) = a.asked().filter(|_| a.whole().turn <= turns) else { break };
        counts.questions += 1;
        counts.own += usize::from(ask.who == seat);
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
    counts
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
    let mut counts = Counts::default();
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
        counts.add(drive(twins, Role::Dark, 2, seed));
    }
    let Counts { questions, own, .. } = counts;
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
    let Counts { questions, own, .. } = drive([twin(0), twin(3)], Role::Dark, 1, 9);
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
        let when = format!("answer {step}");
        assert!(compare(&mut twins, Role::Light, true, &when, &mut Counts::default()), "{when}");
        let attack = twins[0].choices().iter().position(|choice| matches!(choice, Choice::Attack(..)));
        for game in &mut twins {
            game.answer(attack.unwrap_or(0)).unwrap();
        }
    }
    assert!(hidden > 0, "Light was never asked about hidden dice");
}

/// A card with a text that isn't read.
fn sings(name: &str, card_type: CardType) -> Definition {
    let completeness = Completeness::of(vec!["Sing aloud.".into()]);
    Definition { completeness, card_type, ..unit(name, &[]) }
}

/// A table with Singers of both players. What the other player than the seat hides are cards of these names: in the hand,
/// in the deck, and one face-down in the build zone, with another on top of the deck.
fn concert(seat: Role, hand: [&str; 2], deck: [&str; 2], building: [&str; 2], seed: u64) -> Game {
    let by_hand = Agreement::both(ByHand::Used);
    let options = Options { passes: Passes::Asked, by_hand, ..Options::default() };
    let space = CardType::Unit(Arenas::one(Arena::Space));
    let plain = |name: &str, card_type: CardType| Definition { card_type, ..unit(name, &[]) };
    let cards = vec![
        sings("Singer", space),
        sings("Piper", space),
        sings("Drummer", space),
        sings("Serenade", CardType::Battle),
        sings("Snare", CardType::Trap),
        plain("Feint", CardType::Battle),
        plain("Errand", CardType::Mission),
        unit("Bunker", &[]),
    ];
    let mut position = Position::new(cards, Seed::from(seed), options).unwrap();
    for who in Role::ALL {
        for _ in 0..2 {
            position.put(who, "Singer", Where::Arena(Arena::Space)).unwrap();
        }
        let own = ["Bunker", "Singer"];
        let [hand, deck, [built, top]] =
            if who == seat { [own, own, ["Errand", "Bunker"]] } else { [hand, deck, building] };
        for _ in 0..2 {
            for (names, place) in [(hand, Where::Hand), (deck, Where::Deck), (own, Where::Deck)] {
                for name in names {
                    position.put(who, name, place).unwrap();
                }
            }
        }
        position.put(who, top, Where::Deck).unwrap();
        // 212.2: without its counters a Trap can't be completed, whatever happens.
        let slot = position.put(who, built, Where::BuildZone).unwrap();
        position.mark(slot, Mark::FaceDown);
        position.build(slot, 1);
        position.pools(who, 4, 3);
    }
    position.play_on(Begin::Turn)
}

#[test]
fn a_seat_cannot_tell_twins_apart_when_texts_are_carried_out_by_hand() {
    for seat in Role::ALL {
        let mut counts = Counts::default();
        for seed in 0..12 {
            let twins = [["Piper", "Drummer"], ["Drummer", "Piper"]];
            let twins = twins.map(|names| concert(seat, names, names, ["Errand", "Errand"], seed));
            counts.add(drive(twins, seat, 3, seed));
        }
        let Counts { questions, own, begun, agreed, back, refused } = counts;
        assert!(questions > 300 && own > 150, "{seat:?}: {counts:?}");
        assert!(begun > 40 && agreed > 10 && back > 5 && refused > 20, "{seat:?}: {counts:?}");
    }
}

#[test]
fn a_seat_cannot_tell_a_hidden_card_with_a_text_by_hand_from_a_plain_one() {
    for seat in Role::ALL {
        let mut counts = Counts::default();
        for seed in 0..12 {
            // The same cards all in all, each somewhere else.
            let (by_hand, plain) = (["Serenade", "Snare"], ["Feint", "Errand"]);
            let twins = [
                concert(seat, by_hand, plain, ["Snare", "Errand"], seed),
                concert(seat, plain, by_hand, ["Errand", "Snare"], seed),
            ];
            counts.add(drive(twins, seat, 3, seed));
        }
        let Counts { questions, own, begun, agreed, back, refused } = counts;
        assert!(questions > 300 && own > 150, "{seat:?}: {counts:?}");
        assert!(begun > 20 && agreed > 5 && back > 3 && refused > 10, "{seat:?}: {counts:?}");
    }
}
