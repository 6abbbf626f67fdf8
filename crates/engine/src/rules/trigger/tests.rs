//! Replacements, which cards may not bring yet: only here they are on a table.

use crate::facts::catalog::Catalog;
use crate::facts::game::Game;
use crate::records::decision::Choice;
use crate::rules::pop::{self, Chance};
use crate::state::{Options, Where};
use std::sync::Arc;
use vocab::ability::{
    Ability, CardAction, Costs, Event, Filter, Outcome, Pattern, Player, Replacement, Selector, Uniqueness,
    UnitAction,
};
use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Library, Role, Side, Stat};

fn unit(name: &str, abilities: Vec<Ability>) -> Definition {
    Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type: CardType::Unit(Arenas::one(Arena::Ground)),
        subtypes: "".into(),
        cost: Cost::Points(1),
        speed: Stat::Value(10),
        power: Stat::Value(1),
        health: Stat::Value(1),
        abilities,
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

#[test]
fn t132_a_cost_that_was_replaced_was_not_paid() {
    // 1304.9: the unit retreats instead of being discarded; nothing is drawn, but the ability counts as played.
    let escapes = Ability::new(Replacement {
        trigger: Event::discarded(Pattern::THIS).into(),
        condition: None,
        outcome: Outcome::Instead(UnitAction::Retreat(Selector::THIS).into()),
    });
    let others = Filter::units().of(Player::You).other();
    let ability =
        Ability::activated(Costs::act(CardAction::Discard(Selector::one(others))), CardAction::you_draw(1));
    let library = Library::new(vec![unit("Cruel", vec![ability]), unit("Slippery", vec![escapes])]);
    let catalog = Catalog::new(library.expect("names that differ")).expect("few cards");
    let ids: Vec<_> = catalog.library().iter().map(|(id, _)| id).collect();
    let mut game = Game::table(Arc::new(catalog), 1.into(), Options::default());
    let ground = Where::Arena(Arena::Ground);
    let cruel = game.bring(ids[0], Role::Dark, ground).expect("room");
    let slippery = game.bring(ids[1], Role::Dark, ground).expect("room");
    game.bring(ids[1], Role::Dark, Where::Deck);
    game.push(pop::Frame::new(Chance::General).into());
    game.run();
    let offered = |game: &Game| {
        game.choices().iter().position(|choice| matches!(choice, Choice::Use(card, _) if *card == cruel))
    };
    let place = offered(&game).expect("an ability to use");
    game.answer(place).expect("an offered choice");
    assert_eq!(game.state.card(slippery).place, Where::BuildZone);
    assert_eq!(game.state.zone(Role::Dark, Where::Hand).count(), 0);
    assert_eq!(offered(&game), None);
}
