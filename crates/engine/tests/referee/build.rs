//! Building and completing (chapter 7, and the card types of chapter 2).

use crate::table::{
    Dark, Light, build_step, card, lay, offers, place, table, take, take_all, unit, why, with,
};
use dejarik_engine::state::{Mark, Options, Slot, Where};
use dejarik_engine::{Choice, Game, Position, Spot, What, Why, support};
use vocab::ability::{
    Ability, AbilityKind, Action, Change, Choosable, Class, Condition, Costs, Duration, Effect, Enhance,
    Enhancement, Filter, Grant, KeywordAbility, Lasting, Newcomers, Noun, Pattern, Place, Play, PlayOnly,
    Player, Rule, Selector, Slot as Result, Timing, Wrapper,
};
use vocab::{Arena, Arenas, CardType, Definition, Edition, Keyword};

fn definitions() -> Vec<Definition> {
    let hidden = |n: i16| Ability::keyword(KeywordAbility::number(Keyword::HiddenCost, n).unwrap());
    let alternative = |n: i16| Ability::new(Wrapper::AlternativeCost(Costs::force(n)));
    let meditate = KeywordAbility::plain(Keyword::Meditate).unwrap();
    vec![
        unit("Walker", "30/2/2", "Ground", 6),
        unit("Racer", "30/2/2", "Space/Ground", 3),
        card("Errand", CardType::Mission, 0),
        card("Crusade", CardType::Campaign, 2),
        card("Valley", CardType::Location(Arenas::parse("Ground")), 2),
        card("Mine", CardType::Resource, 1),
        card("Pit", CardType::Trap, 2),
        with(hidden(4), unit("Sneak", "30/2/2", "Ground", 7)),
        with(alternative(4), unit("Exile", "30/2/2", "Character", 6)),
        with(
            Ability::activated(Costs::force(2), Effect::keyword(meditate)),
            unit("Ghost", "30/2/2", "Character", 6),
        ),
    ]
}

/// A build step of the Dark Side with these cards, face-down ones with counters, and this much Force and this many points.
fn step(cards: &[(&str, Where, u8)], force: u16, points: u16) -> (Game, Vec<Slot>) {
    let mut table = table(definitions());
    let slots = laid(&mut table, cards);
    table.pools(Dark, force, points);
    (build_step(table, Dark), slots)
}

fn laid(table: &mut Position, cards: &[(&str, Where, u8)]) -> Vec<Slot> {
    let lay = |(name, place, counters): &(&str, Where, u8)| {
        let slot = table.put(Dark, name, *place).unwrap();
        if *place == Where::BuildZone {
            table.mark(slot, Mark::FaceDown);
            table.build(slot, *counters);
        }
        slot
    };
    cards.iter().map(lay).collect()
}

const ZONE: Where = Where::BuildZone;
const GROUND: Spot = Spot::Arena(Arena::Ground);

#[test]
fn t020_a_card_is_started_with_counters() {
    let (mut game, cards) = step(&[("Walker", Where::Hand, 0)], 0, 2);
    take_all(&mut game, [Choice::Put(cards[0], Spot::BuildZone), Choice::Back]);
    assert_eq!(
        (why(&game), place(&game, cards[0])),
        (Some(Why::Build), Where::Hand),
        "nothing was committed"
    );
    take_all(&mut game, [Choice::Put(cards[0], Spot::BuildZone), Choice::Number(2)]);
    let walker = game.whole().card(cards[0]);
    assert!(walker.is_face_down() && walker.build == 2 && walker.place == ZONE);
    assert_eq!(game.whole().players[Dark].build, 0);
}

#[test]
fn t021_a_card_is_not_started_without_points() {
    let (game, _) = step(&[("Walker", Where::Hand, 0), ("Errand", Where::Hand, 0)], 0, 0);
    assert!(!game.choices().iter().any(|choice| matches!(choice, Choice::Put(..))));
}

#[test]
fn t022_completing_is_optional() {
    let (mut game, cards) = step(&[("Racer", ZONE, 4)], 0, 0);
    assert!(offers(&game, Choice::Play(cards[0])));
    take(&mut game, Choice::Done);
    assert_eq!(game.whole().card(cards[0]).build, 4);
}

#[test]
fn t023_overbuilding_refunds_nothing() {
    let (mut game, cards) = step(&[("Racer", ZONE, 3)], 0, 3);
    take_all(&mut game, [Choice::Card(cards[0]), Choice::Number(2), Choice::Play(cards[0])]);
    take(&mut game, Choice::Put(cards[0], GROUND));
    assert_eq!((game.whole().card(cards[0]).build, game.whole().players[Dark].build), (0, 1));
    assert!(game.is_unit(cards[0]) && place(&game, cards[0]) == Where::Arena(Arena::Ground));
}

#[test]
fn t024_a_unit_may_be_deployed_to_the_build_zone_and_moved_later() {
    let (mut game, cards) = step(&[("Racer", ZONE, 3)], 0, 0);
    take_all(&mut game, [Choice::Play(cards[0]), Choice::Put(cards[0], Spot::BuildZone)]);
    let racer = game.whole().card(cards[0]);
    assert!(!racer.is_face_down() && !racer.is_tapped() && racer.place == ZONE);
    take(&mut game, Choice::Put(cards[0], Spot::Arena(Arena::Space)));
    assert_eq!(place(&game, cards[0]), Where::Arena(Arena::Space));
}

#[test]
fn t027_a_unit_of_two_arenas_moves_once() {
    let mut table = table(definitions());
    let [racer] = lay(&mut table, Dark, [("Racer", Where::Arena(Arena::Space))]);
    lay(&mut table, Dark, [("Errand", Where::Hand)]);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Put(racer, GROUND));
    assert_eq!(place(&game, racer), Where::Arena(Arena::Ground));
    assert!(!offers(&game, Choice::Put(racer, Spot::Arena(Arena::Space))));
}

#[test]
fn t030_a_mission_of_cost_0_is_completed_from_the_hand() {
    let (mut game, cards) = step(&[("Errand", Where::Hand, 0)], 0, 0);
    take(&mut game, Choice::Play(cards[0]));
    assert_eq!(place(&game, cards[0]), Where::DiscardPile);
}

#[test]
fn t034_a_location_replaces_the_one_that_is_there() {
    let mut table = table(definitions());
    let [old] = lay(&mut table, Light, [("Valley", Where::Arena(Arena::Ground))]);
    let new = laid(&mut table, &[("Valley", ZONE, 2)])[0];
    let mut game = build_step(table, Dark);
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, GROUND)]);
    assert_eq!((place(&game, old), place(&game, new)), (Where::DiscardPile, Where::Arena(Arena::Ground)));
    assert!(!game.is_unit(new), "a Location isn't a unit");
}

#[test]
fn t035_a_campaign_stays_and_a_resource_replaces_the_first() {
    let (mut game, cards) = step(&[("Crusade", ZONE, 2), ("Mine", ZONE, 1), ("Mine", ZONE, 1)], 0, 0);
    take_all(&mut game, [Choice::Play(cards[0]), Choice::Play(cards[1]), Choice::Play(cards[2])]);
    let face_up = |card: Slot| place(&game, card) == ZONE && !game.whole().card(card).is_face_down();
    assert!(face_up(cards[0]) && face_up(cards[2]));
    assert_eq!(place(&game, cards[1]), Where::DiscardPile, "213.2");
}

#[test]
fn t038_a_trap_waits_for_its_moment() {
    let (game, cards) = step(&[("Pit", ZONE, 2), ("Errand", Where::Hand, 0)], 0, 0);
    assert!(!offers(&game, Choice::Play(cards[0])));
}

#[test]
fn t152_t153_an_alternative_cost_is_paid_in_full_from_the_hand() {
    let (mut game, cards) = step(&[("Exile", Where::Hand, 0)], 4, 0);
    take(&mut game, Choice::PlayBy(cards[0], Keyword::AlternativeCost));
    take(&mut game, Choice::Put(cards[0], Spot::Arena(Arena::Character)));
    assert!(game.is_unit(cards[0]));
    assert_eq!(game.whole().players[Dark].force, 0);
    let (game, cards) = step(&[("Exile", Where::Hand, 0), ("Errand", Where::Hand, 0)], 3, 0);
    assert!(!offers(&game, Choice::PlayBy(cards[0], Keyword::AlternativeCost)));
}

#[test]
fn t208_t209_t210_hidden_cost_takes_force_for_the_rest() {
    let hidden = |cards: &[Slot]| Choice::PlayBy(cards[0], Keyword::HiddenCost);
    let (mut game, cards) = step(&[("Sneak", ZONE, 4)], 3, 0);
    take_all(&mut game, [hidden(&cards), Choice::Put(cards[0], GROUND)]);
    assert_eq!((game.whole().players[Dark].force, game.is_unit(cards[0])), (0, true));

    let (game, cards) = step(&[("Sneak", ZONE, 3), ("Errand", Where::Hand, 0)], 10, 0);
    assert!(!offers(&game, hidden(&cards)));

    let (mut game, cards) = step(&[("Sneak", ZONE, 8)], 3, 0);
    take_all(&mut game, [hidden(&cards), Choice::Put(cards[0], GROUND)]);
    assert_eq!(game.whole().players[Dark].force, 3);
}

#[test]
fn the_older_sheet_asks_no_force_for_a_hidden_cost_that_is_reached() {
    let options = Options { edition: Edition::Sheets, ..Options::default() };
    let mut table = Position::new(definitions(), 1.into(), options).unwrap();
    let sneak = laid(&mut table, &[("Sneak", ZONE, 4)])[0];
    table.pools(Dark, 3, 0);
    let mut game = build_step(table, Dark);
    take_all(&mut game, [Choice::PlayBy(sneak, Keyword::HiddenCost), Choice::Put(sneak, GROUND)]);
    assert_eq!(game.whole().players[Dark].force, 3);
}

#[test]
fn t318_a_unit_is_meditated_out_of_the_discard_pile_alone() {
    let cards = [("Ghost", Where::DiscardPile, 0), ("Ghost", Where::Hand, 0)];
    let (mut game, cards) = step(&cards, 2, 0);
    let meditate = |card: Slot| Choice::PlayBy(card, Keyword::Meditate);
    assert!(!offers(&game, meditate(cards[1])), "from the discard pile alone");
    take(&mut game, meditate(cards[0]));
    take(&mut game, Choice::Put(cards[0], Spot::Arena(Arena::Character)));
    let ghost = game.whole().card(cards[0]);
    assert!(game.is_unit(cards[0]) && ghost.marks.has(Mark::Meditated));
    assert_eq!(game.whole().players[Dark].force, 0);
}

#[test]
fn a_trap_needs_a_counter_to_be_put_down() {
    // T039: even with cost 0; here any Trap.
    let (mut game, cards) = step(&[("Pit", Where::Hand, 0)], 0, 1);
    assert!(!offers(&game, Choice::Play(cards[0])));
    take_all(&mut game, [Choice::Put(cards[0], Spot::BuildZone), Choice::Number(1)]);
    assert!(game.whole().card(cards[0]).is_face_down());
}

#[test]
fn t321_t322_meditated_cards_are_removed_instead_of_discarded() {
    let mut cards = definitions();
    cards.extend(["A", "B"].map(|version| unit(&format!("Mara ({version})"), "30/2/2", "Character", 4)));
    let mut table = table(cards);
    let arena = Where::Arena(Arena::Character);
    let [single, stacked] = lay(&mut table, Dark, [("Ghost", arena), ("Mara (A)", arena)]);
    let [under] = lay(&mut table, Dark, [("Mara (B)", Where::Stacked(stacked))]);
    for unit in [single, stacked] {
        table.mark(unit, Mark::Meditated);
        table.damage(unit, 9);
    }
    let mut game = build_step(table, Dark);
    assert_eq!(
        [single, stacked, under].map(|card| place(&game, card)),
        [Where::Removed, Where::Removed, Where::DiscardPile]
    );
    let events = game.take_events();
    let discarded = |unit: Slot| {
        events.iter().any(|event| matches!(event.what, What::Discarded { card, .. } if card == unit))
    };
    assert!(!discarded(single), "it was not discarded (1739.8)");
    assert!(discarded(stacked), "the unit as such was (1739.9)");
}

#[test]
fn prices_are_paid_in_full_together() {
    // 207.4, 102.6: an extra price comes on top of an Alternative Cost.
    use vocab::ability::ToComplete;
    let exile = |force| {
        let mut cards = definitions();
        let extra = Ability::new(ToComplete { costs: Costs::force(2), condition: None });
        let alternative = Ability::new(Wrapper::AlternativeCost(Costs::force(4)));
        cards.push(with(extra, with(alternative, unit("Hermit", "30/2/2", "Character", 6))));
        let mut table = table(cards);
        let [hermit, _] = lay(&mut table, Dark, [("Hermit", Where::Hand), ("Errand", Where::Hand)]);
        table.pools(Dark, force, 0);
        (build_step(table, Dark), hermit)
    };
    let (game, hermit) = exile(5);
    assert!(!offers(&game, Choice::PlayBy(hermit, Keyword::AlternativeCost)));
    let (mut game, hermit) = exile(6);
    take(&mut game, Choice::PlayBy(hermit, Keyword::AlternativeCost));
    take(&mut game, Choice::Put(hermit, Spot::Arena(Arena::Character)));
    assert_eq!((game.whole().players[Dark].force, game.is_unit(hermit)), (0, true));
}

#[test]
fn costs_that_are_not_carried_out_for_others_are_refused_by_name() {
    // What a card costs, and what is paid beside that, is read off its print (rules 1722, 1723, 1739, 1748).
    let own = |ability: Ability| with(ability, unit("Trooper", "40/3/4", "Ground", 3));
    let given = |ability: Ability| {
        let rule = Rule::gets(Filter::units(), [Grant::Ability(Box::new(ability))]);
        own(Ability::static_rule(rule))
    };
    let carried = |ability: Ability| own(Ability::new(Wrapper::Reserves(Box::new(ability))));
    // 1732.2: a card by itself has what it inserts.
    let inserted = |ability: Ability| own(Ability::new(Wrapper::Insert(Box::new(ability))));
    let met = || Box::new(Condition::exists(Filter::units()));
    let reduced = || Ability::new(Wrapper::ReducedCost(1, met()));
    let alternative = || Ability::new(Wrapper::AlternativeCost(Costs::force(2)));
    let activated = |keyword| {
        Ability::activated(Costs::force(1), Effect::keyword(KeywordAbility::plain(keyword).unwrap()))
    };
    let equip = || activated(Keyword::Equip);
    let meditate = || activated(Keyword::Meditate);
    for (definition, construct) in [
        (given(reduced()), "an ability of this kind that is given for a while"),
        (given(equip()), "an ability of this kind that is given for a while"),
        (carried(reduced()), "a cost of a card that another text gives"),
        (carried(alternative()), "a cost of a card that another text gives"),
        (carried(meditate()), "a cost of a card that another text gives"),
    ] {
        assert_eq!(support::unsupported(&definition).as_deref(), Some(construct));
    }
    let costs = || [reduced(), alternative(), meditate()];
    for definition in costs().map(own).into_iter().chain(costs().map(inserted)).chain([given(alternative())])
    {
        assert_eq!(support::unsupported(&definition), None);
    }
}

#[test]
fn an_enhance_is_carried_out_for_battle_cards_and_missions_alone() {
    // 1722.1: it's paid for when the card is played or completed. A Mission has one such text at most.
    let enhance = || {
        Ability::new(Wrapper::Enhance(Box::new(Enhance {
            costs: Costs::force(1),
            condition: None,
            enhancement: Enhancement::Also,
            effect: Effect::gain_force(1),
            timing: Timing::usual(),
        })))
    };
    let normal = || Ability::new(AbilityKind::OneShot(Play::new(Costs::free(), Effect::gain_force(1))));
    let of = |card_type| with(enhance(), with(normal(), card("Errand", card_type, 0)));
    assert_eq!(support::unsupported(&of(CardType::Mission)), None);
    assert_eq!(support::unsupported(&of(CardType::Battle)), None);
    let elsewhere = "an Enhance of a card that is neither a Battle card nor a Mission";
    assert_eq!(support::unsupported(&of(CardType::Trap)).as_deref(), Some(elsewhere));
    let twice = with(enhance(), of(CardType::Mission));
    assert_eq!(support::unsupported(&twice).as_deref(), Some("two Enhance texts of a Mission"));
}

#[test]
fn what_could_never_be_played_in_the_build_zone_is_refused() {
    // 303.2: nothing attacks from there.
    let reserves = |only: PlayOnly| {
        let play = Play { timing: Timing::only(only), ..Play::new(Costs::force(1), Effect::gain_force(1)) };
        let inner = Ability::new(AbilityKind::Activated(play));
        with(Ability::new(Wrapper::Reserves(Box::new(inner))), unit("Camp", "30/2/2", "Ground", 3))
    };
    let refused = support::unsupported(&reserves(PlayOnly::WouldAttack(Pattern::THIS)));
    let never = "an ability for the build zone that is played when its unit would attack";
    assert_eq!(refused.as_deref(), Some(never));
    assert_eq!(support::unsupported(&reserves(PlayOnly::NoUnitAttacking)), None);
}

#[test]
fn a_meditate_is_given_to_built_cards_in_a_discard_pile_or_refused_by_name() {
    // 1739.1, 1739.2: a Battle card or a Trap is played when it fits, and that is read off its print.
    let meditate = || {
        let keyword = KeywordAbility::plain(Keyword::Meditate).unwrap();
        Grant::Ability(Box::new(Ability::activated(Costs::force(1), Effect::keyword(keyword))))
    };
    let refusal =
        |ability: Ability| support::unsupported(&with(ability, unit("Sage", "40/3/4", "Ground", 3)));
    let discarded = |noun| Filter::class(Class::new(noun)).at(Place::DiscardPile(Player::You));
    let lasting = |who: Selector| {
        let rule = Rule::Cards { who, changes: vec![Change::Gets(meditate())], condition: None };
        let (duration, newcomers) = (Duration::EndOfTurn, Newcomers::Excluded);
        Effect::Lasting(Box::new(Lasting { rule, duration, newcomers }))
    };
    let played = |effect: Effect| Ability::activated(Costs::force(1), effect);
    let chosen = |of: Filter| {
        let choice = Action::Choose(Choosable::Objects(Selector::one(of)));
        let first = Effect::Named(Result(0), Box::new(Effect::Act(choice)));
        played(Effect::Sequence(vec![first, lasting(Selector::result(Result(0)))]))
    };
    let by_text = |of: Filter| Ability::static_rule(Rule::gets(of, [meditate()]));
    let of_one = |of: Filter| played(lasting(Selector::one(of)));
    let of_each = |of: Filter| played(lasting(Selector::Each(of)));
    let ways: [&dyn Fn(Filter) -> Ability; 4] = [&by_text, &of_one, &of_each, &chosen];
    let refused = Some("a Meditate that is given to other cards than built ones in a discard pile");
    for way in ways {
        for noun in [Noun::UnitCard, Noun::Equipment, Noun::Location, Noun::Campaign, Noun::Resource] {
            assert_eq!(refusal(way(discarded(noun))), None, "{noun:?}");
        }
        for noun in [Noun::BattleCard, Noun::Trap, Noun::Mission, Noun::Card] {
            assert_eq!(refusal(way(discarded(noun))).as_deref(), refused, "{noun:?}");
        }
        // 1314.4: what a unit in play is given is gone when it's discarded.
        assert_eq!(refusal(way(Filter::units())).as_deref(), refused);
        let both = discarded(Noun::UnitCard).or(Class::new(Noun::BattleCard));
        assert_eq!(refusal(way(both)).as_deref(), refused);
    }
    assert_eq!(refusal(played(lasting(Selector::THIS))).as_deref(), refused);
}
