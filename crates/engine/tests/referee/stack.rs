//! Uniqueness and stacks (chapter 8).

use crate::table::{Dark, build_step, lay, of, offers, place, table, take, take_all, unit, with};
use dejarik_engine::state::{Mark, Slot, Where};
use dejarik_engine::{Choice, Game, Position, Spot};
use vocab::ability::{Ability, Class, Noun, Quality, Wrapper};
use vocab::{Arena, Definition};

const THERE: Where = Where::Arena(Arena::Character);

fn definitions() -> Vec<Definition> {
    let clones = Class::new(Noun::UnitCard).adjective(Quality::subtype("Clone"));
    let list = Ability::new(Wrapper::Stack(vec![clones]));
    let hunters = Class::new(Noun::UnitCard).adjective(Quality::subtype("Bounty Hunter"));
    let boba = Class::new(Noun::UnitCard).adjective(Quality::Name("Boba Fett".into()));
    let mut cards: Vec<Definition> =
        ["A", "B", "C", "D", "E"].map(|v| unit(&format!("Mara ({v})"), "40/5/5", "Character", 4)).into();
    cards[1].cost = vocab::Cost::Points(7);
    cards[2].health = vocab::Stat::Value(4);
    cards.extend([
        unit("Filler", "10/1/1", "Ground", 0),
        unit("Queen Amidala (A)", "30/2/2", "Character", 4),
        unit("Padmé Amidala (B)", "30/2/2", "Character", 5),
        unit("Kenobi's Spirit (A)", "30/2/2", "Character", 4),
        unit("Kenobi (A)", "30/2/2", "Character", 4),
        with(list, unit("Squad Leader (A)", "30/2/2", "Character", 4)),
        unit("Squad Leader (B)", "30/2/2", "Character", 4),
        of("Clone Trooper", unit("Clone", "30/2/2", "Character", 3)),
        of("Clone", unit("Rex (A)", "30/2/2", "Character", 3)),
        of("Clone", unit("Rex (B)", "30/2/2", "Character", 3)),
        with(Ability::new(Wrapper::Stack(vec![boba, hunters])), unit("Guild (A)", "30/2/2", "Character", 4)),
        of("Bounty Hunter", unit("Bossk (A)", "30/2/2", "Character", 4)),
    ]);
    cards
}

/// A build step with a unit in the Character arena, cards under it, and a face-down card with counters.
fn step(top: &str, under: &[&str], built: (&str, u8)) -> (Game, Slot, Vec<Slot>, Slot) {
    let mut table = table(definitions());
    let (unit, cards) = unit_of(&mut table, top, under);
    let new = face_down(&mut table, built);
    (build_step(table, Dark), unit, cards, new)
}

fn unit_of(table: &mut Position, top: &str, under: &[&str]) -> (Slot, Vec<Slot>) {
    let unit = table.put(Dark, top, THERE).unwrap();
    let cards = under.iter().map(|name| table.put(Dark, name, Where::Stacked(unit)).unwrap()).collect();
    // Something to do, so that the build step asks.
    table.put(Dark, "Filler", Where::Hand).unwrap();
    (unit, cards)
}

fn face_down(table: &mut Position, (name, counters): (&str, u8)) -> Slot {
    let card = table.put(Dark, name, Where::BuildZone).unwrap();
    table.mark(card, Mark::FaceDown);
    table.build(card, counters);
    card
}

/// Whether a face-down card can be completed there.
fn fits(game: &mut Game, card: Slot, spot: Spot) -> bool {
    if !offers(game, Choice::Play(card)) {
        return false;
    }
    let mut game = game.clone();
    take(&mut game, Choice::Play(card));
    offers(&game, Choice::Put(card, spot))
}

#[test]
fn t047_every_card_under_the_top_adds_to_it() {
    let (game, unit, ..) = step("Mara (A)", &["Mara (B)", "Mara (D)"], ("Filler", 0));
    let now = game.now(unit);
    assert_eq!((now.speed, now.power, now.health), (60, 7, 7));
}

#[test]
fn t048_understacking_costs_one() {
    let (mut game, unit, _, new) = step("Mara (B)", &[], ("Mara (A)", 1));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Under(unit))]);
    assert_eq!(place(&game, new), Where::Stacked(unit));
}

#[test]
fn t049_overstacking_costs_the_difference() {
    let (mut game, unit, _, new) = step("Mara (A)", &[], ("Mara (B)", 2));
    assert!(!fits(&mut game, new, Spot::OnTop(unit)));
    let (mut game, unit, _, new) = step("Mara (A)", &[], ("Mara (B)", 3));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::OnTop(unit))]);
    assert_eq!((place(&game, new), place(&game, unit)), (THERE, Where::Stacked(new)));
}

#[test]
fn t050_t051_a_card_that_is_not_dearer_costs_one_on_top() {
    for (top, new) in [("Mara (B)", "Mara (A)"), ("Mara (A)", "Mara (D)")] {
        let (mut game, unit, _, new) = step(top, &[], (new, 1));
        take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::OnTop(unit))]);
        assert_eq!(place(&game, new), THERE);
    }
}

#[test]
fn t052_a_fifth_card_does_not_fit() {
    let (mut game, unit, _, new) = step("Mara (A)", &["Mara (B)", "Mara (C)", "Mara (D)"], ("Mara (E)", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)) && !fits(&mut game, new, Spot::OnTop(unit)));
}

#[test]
fn t053_the_same_version_does_not_join_and_is_discarded_if_deployed() {
    let (mut game, unit, _, new) = step("Mara (A)", &["Mara (B)"], ("Mara (A)", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Arena(Arena::Character))]);
    assert_eq!((place(&game, new), place(&game, unit)), (Where::DiscardPile, THERE));
}

#[test]
fn t054_a_damaged_stack_may_die_of_reorganising() {
    let mut table = table(definitions());
    let (unit, under) = unit_of(&mut table, "Mara (A)", &["Mara (C)"]);
    table.damage(unit, 5);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Put(under[0], Spot::OnTop(unit)));
    assert_eq!([unit, under[0]].map(|card| place(&game, card)), [Where::DiscardPile; 2]);
}

#[test]
fn t055_t056_reorganising_costs_the_difference() {
    let mut table = table(definitions());
    let (unit, under) = unit_of(&mut table, "Mara (A)", &["Mara (B)"]);
    table.mark(unit, Mark::Tapped);
    table.damage(unit, 2);
    table.pools(Dark, 0, 3);
    let mut game = build_step(table, Dark);
    take(&mut game, Choice::Put(under[0], Spot::OnTop(unit)));
    let top = game.whole().card(under[0]);
    assert!(top.place == THERE && top.is_tapped() && top.damage == 2, "what is on the unit stays (805.3)");
    let old = game.whole().card(unit);
    assert!(old.place == Where::Stacked(under[0]) && !old.is_tapped() && old.damage == 0);
    assert_eq!(game.whole().players[Dark].build, 0);
    // Downward it costs nothing.
    take(&mut game, Choice::Put(unit, Spot::OnTop(under[0])));
    assert_eq!(place(&game, unit), THERE);
}

#[test]
fn t055_reorganising_needs_the_points() {
    let mut table = table(definitions());
    let (unit, under) = unit_of(&mut table, "Mara (A)", &["Mara (B)"]);
    table.pools(Dark, 0, 2);
    let game = build_step(table, Dark);
    assert!(!offers(&game, Choice::Put(under[0], Spot::OnTop(unit))));
}

#[test]
fn t062_different_names_of_one_person_are_one_unit() {
    let (mut game, unit, _, new) = step("Queen Amidala (A)", &[], ("Padmé Amidala (B)", 9));
    assert!(fits(&mut game, new, Spot::Under(unit)));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Arena(Arena::Character))]);
    assert_eq!(place(&game, new), Where::DiscardPile);
}

#[test]
fn t063_a_spirit_is_another_unit() {
    let (mut game, unit, _, new) = step("Kenobi (A)", &[], ("Kenobi's Spirit (A)", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Arena(Arena::Character))]);
    assert_eq!([unit, new].map(|card| place(&game, card)), [THERE; 2]);
}

#[test]
fn t261_listed_cards_lie_beneath() {
    let (mut game, unit, _, new) = step("Squad Leader (A)", &["Clone"], ("Clone", 1));
    assert!(!fits(&mut game, new, Spot::OnTop(unit)), "a listed card cannot be on top");
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Under(unit))]);
    assert_eq!(game.whole().at(Where::Stacked(unit)).count(), 2);
}

#[test]
fn t262_of_a_listed_unique_unit_one_version_fits() {
    let (mut game, unit, _, new) = step("Squad Leader (A)", &["Rex (A)"], ("Rex (B)", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)));
}

#[test]
fn t263_cards_that_no_longer_fit_go_to_the_discard_pile() {
    let mut table = table(definitions());
    let (unit, under) = unit_of(&mut table, "Squad Leader (A)", &["Squad Leader (B)", "Clone"]);
    let mut game = build_step(table, Dark);
    assert!(!offers(&game, Choice::Put(under[1], Spot::OnTop(unit))));
    take(&mut game, Choice::Put(under[0], Spot::OnTop(unit)));
    assert_eq!(
        [unit, under[0], under[1]].map(|card| place(&game, card)),
        [Where::Stacked(under[0]), THERE, Where::DiscardPile]
    );
}

#[test]
fn t329_a_list_of_a_name_and_a_kind() {
    let (mut game, unit, _, new) = step("Guild (A)", &[], ("Bossk (A)", 9));
    assert!(fits(&mut game, new, Spot::Under(unit)));
    let (mut game, unit, _, new) = step("Guild (A)", &[], ("Clone", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)));
}

#[test]
fn t330_versions_and_listed_cards_share_the_limit() {
    let (mut game, unit, _, new) = step("Squad Leader (A)", &["Squad Leader (B)", "Rex (A)"], ("Clone", 9));
    take_all(&mut game, [Choice::Play(new), Choice::Put(new, Spot::Under(unit))]);
    assert_eq!(game.whole().at(Where::Stacked(unit)).count(), 3);
    let (mut game, unit, _, new) =
        step("Squad Leader (A)", &["Squad Leader (B)", "Rex (A)", "Clone"], ("Clone", 9));
    assert!(!fits(&mut game, new, Spot::Under(unit)));
}

#[test]
fn t301_an_alternative_cost_is_not_lowered_by_stacking() {
    use vocab::Keyword;
    use vocab::ability::Costs;
    let mut cards = definitions();
    cards.push(with(
        Ability::new(Wrapper::AlternativeCost(Costs::force(5))),
        unit("Mara (F)", "40/5/5", "Character", 6),
    ));
    let mut table = table(cards);
    let (unit, _) = unit_of(&mut table, "Mara (A)", &[]);
    let [new] = lay(&mut table, Dark, [("Mara (F)", Where::Hand)]);
    table.pools(Dark, 5, 0);
    let mut game = build_step(table, Dark);
    take_all(&mut game, [Choice::PlayBy(new, Keyword::AlternativeCost), Choice::Put(new, Spot::OnTop(unit))]);
    assert_eq!((game.whole().players[Dark].force, place(&game, new)), (0, THERE));
}
