//! Derived values: printed, stack, INSERT, Pilots, Equipment, Switch, Adapt, static rules, keywords (1302, 1313, 1314).

use crate::text::*;
use dejarik_engine::Mode;
use dejarik_engine::state::{Mark, Where};
use vocab::ability::{
    Ability, Amount, ArenaRef, Change, Class, Condition, Equipped, Filter, Grant, Loss, Noun, Pilot, Player,
    Quality, Reference, Rule, Statistic, Wrapper,
};
use vocab::{Arena, Arenas, CardType, Keyword};

fn insert(ability: Ability) -> Ability {
    Ability::new(Wrapper::Insert(Box::new(ability)))
}

#[test]
fn a_stack_adds_ten_one_one_and_its_inserts() {
    // 804.2, 1732.1, 1732.5: cumulative keywords of several INSERTs add up.
    let accuracy = || insert(Ability::keyword(number(Keyword::Accuracy, 1)));
    let mut table = table(vec![
        unit("Top", "40/3/4", "", vec![accuracy()]),
        unit("Below", "10/1/1", "", vec![accuracy(), has(Keyword::Armor)]),
    ]);
    let top = lay(&mut table, Dark, "Top", GROUND);
    lay(&mut table, Dark, "Below", Where::Stacked(top));
    let game = table.offer(dejarik_engine::Chance::General);
    let now = game.now(top);
    assert_eq!((now.speed, now.power, now.health), (50, 4, 5));
    assert_eq!(now.value(Keyword::Accuracy), 2);
    assert!(!now.has(Keyword::Armor), "804.1: only the top card's text counts");
}

#[test]
fn pilots_give_to_the_unit_that_fits() {
    // 902.3, 901.1: Starfighters only.
    let pilot = Wrapper::Pilot(Pilot {
        of: vec![Class::new(Noun::Unit).adjective(Quality::subtype("Speeder"))],
        gets: vec![Grant::power(2), plain(Keyword::Armor).into()],
    });
    let mut table = table(vec![
        unit("Driver", "30/1/1", "", vec![Ability::new(pilot), has(Keyword::Stealth)]),
        unit("Bike", "60/2/2", "Speeder", vec![]),
        unit("Walker", "20/5/5", "", vec![]),
    ]);
    let bike = lay(&mut table, Dark, "Bike", GROUND);
    let walker = lay(&mut table, Dark, "Walker", GROUND);
    lay(&mut table, Dark, "Driver", Where::Piloting(bike));
    lay(&mut table, Dark, "Driver", Where::Piloting(walker));
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!(game.now(bike).power, 4);
    assert!(game.now(bike).has(Keyword::Armor) && !game.now(bike).has(Keyword::Stealth));
    assert_eq!(game.now(walker).power, 5);
}

#[test]
fn equipment_gives_what_fits_its_host() {
    // 1001.3, 1001.4.
    let equipped = Equipped {
        who: Filter::units().subtype("Jedi"),
        changes: vec![Change::Gets(Grant::power(1)), Change::Gets(number(Keyword::Accuracy, 1).into())],
        condition: None,
    };
    let mut table = table(vec![
        equipment("Blade", vec![Ability::new(equipped)]),
        unit("Knight", "40/3/4", "Jedi", vec![]),
        unit("Guard", "40/3/4", "", vec![]),
    ]);
    let knight = lay(&mut table, Dark, "Knight", GROUND);
    let guard = lay(&mut table, Dark, "Guard", GROUND);
    lay(&mut table, Dark, "Blade", Where::Attached(knight));
    lay(&mut table, Dark, "Blade", Where::Attached(guard));
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!((game.now(knight).power, game.now(knight).value(Keyword::Accuracy)), (4, 1));
    assert_eq!(game.now(guard).power, 3);
}

#[test]
fn switch_and_adapt_have_one_text_at_a_time() {
    // 1758.1, 1758.3, 1703.2.
    let texts = || vec![vec![Grant::power(1)], vec![Grant::health(5)]];
    let mut both = unit("Both", "40/3/4", "", vec![Ability::new(Wrapper::Switch(texts()))]);
    both.card_type = CardType::Unit(Arenas::parse("Space/Ground").expect("arenas"));
    let adapts = unit("Adapts", "40/3/4", "", vec![Ability::new(Wrapper::Adapt(texts()))]);
    let mut table = table(vec![both, adapts]);
    let space = lay(&mut table, Dark, "Both", SPACE);
    let ground = lay(&mut table, Dark, "Both", GROUND);
    let away = lay(&mut table, Dark, "Both", Where::BuildZone);
    let adapts = lay(&mut table, Dark, "Adapts", GROUND);
    table.state_mut().adapt(adapts, 2).unwrap();
    let game = table.offer(dejarik_engine::Chance::General);
    let values = |unit| (game.now(unit).power, game.now(unit).health);
    assert_eq!(
        [values(space), values(ground), values(away), values(adapts)],
        [(4, 4), (3, 9), (3, 4), (3, 9)]
    );
}

#[test]
fn static_rules_hold_while_their_unit_is_in_its_arena() {
    // 1303.1, 1303.3, 1303.4: "each of your Jedi" includes itself; "other" does not.
    let jedi = || yours().subtype("Jedi");
    let all = Ability::static_rule(Rule::gets(jedi(), [Grant::power(1)]));
    let others = Ability::static_rule(Rule::gets(jedi().other(), [Grant::speed(10)]));
    let mut table = table(vec![
        unit("Master", "40/3/4", "Jedi", vec![all, others]),
        unit("Padawan", "20/1/2", "Jedi", vec![]),
    ]);
    let master = lay(&mut table, Dark, "Master", GROUND);
    let padawan = lay(&mut table, Dark, "Padawan", GROUND);
    let enemy = lay(&mut table, Light, "Padawan", GROUND);
    lay(&mut table, Dark, "Master", Where::BuildZone);
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!((game.now(master).power, game.now(master).speed), (4, 40));
    assert_eq!((game.now(padawan).power, game.now(padawan).speed), (2, 30));
    assert_eq!(game.now(enemy).power, 1);
}

#[test]
fn conditions_counts_and_set_values() {
    // 201.4, 1313.1: a set value comes before the stack and before additions.
    let count = Amount::count(yours().in_arena(ArenaRef::THIS));
    let mut star = unit(
        "Swarm",
        "30/0/3",
        "",
        vec![
            Ability::static_rule(Rule::gets(Reference::This, [Grant::Set(Statistic::Power, count)])),
            Ability::static_rule(
                Rule::gets(Reference::This, [Grant::power(2)])
                    .when(Condition::is(Reference::This, Quality::Tapped)),
            ),
        ],
    );
    star.power = vocab::Stat::Star;
    let mut table = table(vec![star]);
    let first = lay(&mut table, Dark, "Swarm", GROUND);
    let second = lay(&mut table, Dark, "Swarm", GROUND);
    lay(&mut table, Dark, "Swarm", Where::Stacked(first));
    table.mark(second, Mark::Tapped);
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!(game.now(first).power, 2 + 1);
    assert_eq!(game.now(second).power, 2 + 2);
}

#[test]
fn inspiration_helps_others_and_is_for_unique_cards() {
    // 1733.1, 1733.2, 1733.4.
    let mut table = table(vec![
        unique(unit("Hero", "40/3/4", "", vec![has(Keyword::Inspiration)])),
        unit("Clone", "40/3/4", "", vec![has(Keyword::Inspiration)]),
    ]);
    let hero = lay(&mut table, Dark, "Hero", GROUND);
    let clone = lay(&mut table, Dark, "Clone", GROUND);
    let enemy = lay(&mut table, Light, "Clone", GROUND);
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!(game.now(clone).power, 4);
    assert_eq!(game.now(hero).power, 3);
    assert_eq!(game.now(enemy).power, 3);
    assert!(!game.now(clone).has(Keyword::Inspiration));
}

#[test]
fn intimidation_and_resilience_change_values() {
    // 1735, 1750.2.
    let mut table = table(vec![
        unique(unit("Giant", "20/4/6", "", vec![has(Keyword::Intimidation)])),
        unit(
            "Hurt",
            "40/3/9",
            "",
            vec![
                Ability::keyword(number(Keyword::Resilience, 3)),
                Ability::keyword(number(Keyword::Resilience, -1)),
            ],
        ),
    ]);
    let giant = lay(&mut table, Dark, "Giant", GROUND);
    let hurt = lay(&mut table, Light, "Hurt", GROUND);
    let fresh = lay(&mut table, Light, "Hurt", GROUND);
    table.damage(hurt, 2);
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!((game.now(giant).speed, game.now(giant).power, game.now(giant).health), (40, 6, 8));
    assert_eq!((game.now(hurt).power, game.now(fresh).power), (5, 3));
}

#[test]
fn what_is_lost_cannot_be_gained() {
    // 1753.5.
    let lose =
        Ability::static_rule(Rule::gets(Filter::units(), [Grant::Lose(Loss::Keyword(Keyword::Armor))]));
    let give = Ability::static_rule(Rule::gets(Filter::units(), [plain(Keyword::Armor).into()]));
    let mut table = table(vec![
        unit("A", "1/1/1", "", vec![lose, has(Keyword::Armor)]),
        unit("B", "1/1/1", "", vec![give]),
    ]);
    let a = lay(&mut table, Dark, "A", GROUND);
    let b = lay(&mut table, Dark, "B", GROUND);
    let game = table.offer(dejarik_engine::Chance::General);
    assert!(!game.now(a).has(Keyword::Armor) && !game.now(b).has(Keyword::Armor));
}

#[test]
fn given_subtypes_count_for_other_rules() {
    // 202.8, 203.5.
    let treat = Ability::static_rule(Rule::gets(Reference::This, [Grant::Subtype("Jedi".into())]));
    let bonus =
        Ability::static_rule(Rule::gets(Filter::units().subtype("Jedi").of(Player::You), [Grant::power(1)]));
    let mut table =
        table(vec![unit("Odd", "1/1/1", "", vec![treat]), unit("Head", "1/1/1", "", vec![bonus])]);
    let odd = lay(&mut table, Dark, "Odd", GROUND);
    let head = lay(&mut table, Dark, "Head", GROUND);
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!((game.now(odd).power, game.now(head).power), (2, 1));
}

#[test]
fn bombard_replaces_the_printed_power_and_keeps_changes() {
    // 1107.1, 804.3.
    let mut table =
        table(vec![unit("Cannon", "20/6/4", "", vec![Ability::keyword(number(Keyword::Bombard, 2))])]);
    let cannon = lay(&mut table, Dark, "Cannon", Where::Arena(Arena::Space));
    lay(&mut table, Dark, "Cannon", Where::Stacked(cannon));
    let game = table.offer(dejarik_engine::Chance::General);
    assert_eq!(game.attack_power(cannon, Mode::Bombard), 3);
}

#[test]
fn texts_that_look_at_themselves_come_to_an_end() {
    // Values within values are looked up a few times, never for ever.
    let power = || Amount::power_of(Reference::Each);
    let strong = Quality::Measure(
        vocab::ability::Measure::Statistic(Statistic::Power, vocab::ability::Reading::Bare),
        vocab::ability::Range::at_least(2),
    );
    let armored = Filter::units().with(Quality::Keyword(Keyword::Armor, None)).with(strong.clone());
    let equipped =
        Equipped { who: armored.clone(), changes: vec![Change::Gets(Grant::power(1))], condition: None };
    let controls = Condition::Controls(Player::You, ArenaRef::Any);
    let itself = Amount::power_of(Reference::This);
    let cards = vec![
        equipment("Mirror", vec![Ability::new(equipped)]),
        unit(
            "Echo",
            "1/1/9",
            "",
            vec![
                Ability::static_rule(Rule::gets(armored, [Grant::Bonus(Statistic::Power, power())])),
                Ability::static_rule(
                    Rule::gets(Filter::units().with(strong), [plain(Keyword::Armor).into()])
                        .when(controls.clone()),
                ),
                Ability::static_rule(
                    Rule::cant(Filter::units(), vocab::ability::Activity::CountTowardControl(ArenaRef::Any))
                        .when(controls.clone()),
                ),
                Ability::static_rule(Rule::Players {
                    who: Player::Any,
                    modality: vocab::ability::Modality::Cant,
                    activity: vocab::ability::PlayerActivity::ControlArena(ArenaRef::Any),
                    condition: Some(controls),
                }),
                Ability::keyword(number(Keyword::Accuracy, Amount::X)).where_x(vocab::ability::X::Is(itself)),
                Ability::static_rule(Rule::gets(
                    Filter::units().subtype("Jedi"),
                    [
                        Grant::Subtype("Jedi".into()),
                        Grant::Bonus(Statistic::Speed, Amount::count(yours().subtype("Jedi"))),
                    ],
                )),
            ],
        ),
    ];
    let mut table = table(cards);
    let units: Vec<_> = (0..4).map(|_| lay(&mut table, Dark, "Echo", GROUND)).collect();
    lay(&mut table, Dark, "Mirror", Where::Attached(units[0]));
    let game = table.offer(dejarik_engine::Chance::General);
    assert!(units.iter().all(|unit| game.now(*unit).health == 9));
}
