//! How often a player is asked in a game of the suggested decks, and how often the table answers instead.
//! `QUESTIONS=300 cargo test -p dejarik-server --lib questions -- --nocapture` measures 300 games.

use crate::pages::table::tests::{setup, world};
use ai::{Level, Player};
use engine::Choice;
use std::collections::BTreeMap;
use table::{By, Settled, Step, Table};
use vocab::Role;

/// Counts of one way of asking.
#[derive(Default)]
struct Asked {
    games: u32,
    turns: u32,
    questions: u32,
    by_kind: BTreeMap<String, u32>,
    settled: BTreeMap<&'static str, u32>,
}

impl Asked {
    fn play(&mut self, mut table: Table, settles: bool, seed: u64) {
        let mut player = Player::new(Level::Skilled, seed);
        while let Some(who) = table.asked() {
            let settled = if settles { table.settled() } else { None };
            let (choice, by) = match settled {
                Some((choice, why)) => {
                    check(&table, choice, why);
                    *self.settled.entry(why.words()).or_default() += u32::from(who == Role::Light);
                    (choice, By::Wish)
                }
                None => {
                    let choice = player.choose(table.game.seat(who));
                    if who == Role::Light {
                        self.questions += 1;
                        let why = table.game.decision().map(|decision| format!("{:?}", decision.why));
                        *self.by_kind.entry(why.unwrap_or_default()).or_default() += 1;
                    }
                    (u16::try_from(choice).expect("few choices"), By::Person)
                }
            };
            table.apply(&Step::Answer { choice, by }).expect("an offered choice");
        }
        self.games += 1;
        self.turns += u32::from(table.game.whole().turn);
    }

    fn report(&self, name: &str) -> f64 {
        let each = |number: u32| f64::from(number) / f64::from(self.games);
        eprintln!(
            "{name}: {:.1} questions a game, {:.1} a turn, {} games",
            each(self.questions),
            f64::from(self.questions) / f64::from(self.turns.max(1)),
            self.games
        );
        for (kind, number) in &self.by_kind {
            eprintln!("  {kind}: {:.1}", each(*number));
        }
        for (why, number) in &self.settled {
            eprintln!("  answered by the table, {why}: {:.1}", each(*number));
        }
        each(self.questions)
    }
}

/// What the table answers is one of the choices, the one that it should be, and who wants all questions gets them.
fn check(table: &Table, choice: u16, why: Settled) {
    let decision = table.game.decision().expect("a question");
    let picked = decision.choices[usize::from(choice)];
    let others = decision.choices.iter().filter(|one| **one != Choice::Back && **one != picked);
    match why {
        Settled::Only => assert_eq!(others.count(), 0, "{decision:?}"),
        Settled::Wished | Settled::Again | Settled::Dear => assert_eq!(picked, Choice::Pass),
        Settled::Useless => {
            assert!(matches!(picked, Choice::Pass | Choice::Done | Choice::No), "{decision:?}");
        }
        Settled::Attack => assert!(matches!(picked, Choice::Attack(..)), "{decision:?}"),
        Settled::Stay => assert_eq!(picked, Choice::Done),
        Settled::Free => assert_eq!(picked, Choice::Yes),
        Settled::Reroll => assert!(matches!(picked, Choice::Die(_) | Choice::Done), "{decision:?}"),
        Settled::Most => {
            let number = |choice: Choice| match choice {
                Choice::Number(number) => Some(number),
                _ => None,
            };
            assert!(others.into_iter().all(|other| number(*other) < number(picked)), "{decision:?}");
        }
        Settled::Alike | Settled::DrawFirst | Settled::Idle | Settled::Order => {
            assert_ne!(picked, Choice::Back);
        }
    }
    let mut all = table.clone();
    all.wishes[decision.who].ask_all(true);
    assert_eq!(all.settled(), None, "{decision:?}");
}

#[test]
fn a_player_is_asked_where_it_matters() {
    let games: u64 = std::env::var("QUESTIONS").ok().and_then(|games| games.parse().ok()).unwrap_or(4);
    let world = world();
    let (mut before, mut after) = (Asked::default(), Asked::default());
    for seed in 1..=games {
        for (asked, settles) in [(&mut before, false), (&mut after, true)] {
            let setup = setup(&world, seed);
            let catalog = world.catalog_of(&setup).expect("a catalog");
            let table = Table::new(catalog, setup, &[]).expect("a table");
            asked.play(table, settles, seed);
        }
    }
    before.report("asked everywhere");
    let questions = after.report("asked where it matters");
    let settled: u32 = after.settled.values().sum();
    let share = f64::from(settled) / (f64::from(settled) + questions * f64::from(after.games));
    eprintln!("the table answers {:.0} % of all questions", share * 100.0);
    assert!(share > 0.05, "{share}");
}
