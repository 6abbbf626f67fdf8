//! The solver against plain enumeration: every die by itself, nothing remembered, nothing merged.

use dejarik::Cards;
use dejarik_puzzles::{Goal, NODES, Solver, Wanted};
use engine::{Choice, Game};
use odds::Fraction;
use proptest::prelude::*;
use std::sync::OnceLock;
use vocab::Role;

/// The cards, opened once.
pub fn cards() -> &'static Cards {
    static CARDS: OnceLock<Cards> = OnceLock::new();
    CARDS.get_or_init(Cards::core)
}

/// More answers than these take too long one by one; a few positions in a hundred need them.
const PATIENCE: u32 = 100_000;

/// The chance to win (or not to lose) this turn, by trying every answer and every face of every die; nothing if that takes
/// more than the answers that are left.
fn brute(game: &Game, who: Role, goal: &str, left: &mut u32) -> Option<Fraction> {
    if game.outcome().is_some() || game.whole().turn > 1 {
        let won = |role: Role| matches!(game.outcome(), Some(engine::state::Outcome::Won(winner, _)) if winner == role);
        let reached = if goal == "win this turn" { won(who) } else { !won(who.other()) };
        return Some(if reached { Fraction::ONE } else { Fraction::ZERO });
    }
    let asked = game.asked().expect("somebody is asked");
    let all = game.choices().iter().enumerate().filter(|(_, choice)| **choice != Choice::Back);
    let values: Option<Vec<Fraction>> =
        all.map(|(index, _)| every_die(game, index, &mut Vec::new(), who, goal, left)).collect();
    let values = values?.into_iter();
    Some(if asked.who == who { values.max() } else { values.min() }.expect("a choice"))
}

fn every_die(
    game: &Game,
    index: usize,
    dice: &mut Vec<u8>,
    who: Role,
    goal: &str,
    left: &mut u32,
) -> Option<Fraction> {
    *left = left.checked_sub(1)?;
    let mut next = game.clone();
    let before = next.dice_by_chance();
    next.script_dice(dice);
    next.answer(index).expect("an answer");
    // The turn after it begins with a roll of its own.
    if next.dice_by_chance() == before || next.whole().turn > 1 && next.dice_by_chance() == before + 1 {
        return brute(&next, who, goal, left);
    }
    let mut sum = Fraction::ZERO;
    for face in 1..=6 {
        dice.push(face);
        let part =
            every_die(game, index, dice, who, goal, left)?.times(Fraction::new(1, 6).expect("a sixth"));
        sum = sum.plus(part.expect("small")).expect("small");
        dice.pop();
    }
    Some(sum)
}

/// Keywords that make a die or an answer matter.
const TEXTS: [&str; 14] = [
    "",
    "Armor",
    "Accuracy 1",
    "Critical Hit 1",
    "Parry 1",
    "Shields 1",
    "Fury 1",
    "Backfire 1",
    "Riposte 1",
    "Lucky 1",
    "Focus 1",
    "Pay 1 Force -> Evade 1",
    "Pay 1 Force -> Retaliate 1",
    "Stun 1",
];

fn unit() -> impl Strategy<Value = (u16, u8, u8, usize, usize, u8)> {
    (10_u16..60, 0_u8..3, 1_u8..4, 0..TEXTS.len(), 0..TEXTS.len(), 0_u8..2)
}

fn line(name: &str, (speed, power, health, one, other, damage): (u16, u8, u8, usize, usize, u8)) -> String {
    let mut texts: Vec<&str> =
        [TEXTS[one], TEXTS[other]].into_iter().filter(|text| !text.is_empty()).collect();
    texts.dedup();
    let damage = if damage < health { damage } else { 0 };
    let text = if texts.is_empty() { String::new() } else { format!(" \"{}\"", texts.join(" | ")) };
    format!("{name} {}/{power}/{health}{text} damage {damage}", speed / 10 * 10)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Space decides: who holds it holds two arenas.
    #[test]
    fn classes_of_dice_and_memory_change_no_value(
        one in unit(), other in unit(), third in unit(), crowd in 0_u8..2, force in 0_u16..2, win in 0_u8..2,
    ) {
        let more = if crowd == 1 { format!("; {}", line("Third", (third.0, third.1.min(1), third.2, third.3, 0, third.5))) } else { String::new() };
        let text = format!(
            "dark space: {}\nlight space: {}{more}\ndark ground: Hauler 10/1/4 tapped\nlight character: Soldier 40/3/3 tapped\n\
             dark force {force}\nlight force {force}\nstart battle space\n",
            line("Hunter", one), line("Runner", other),
        );
        let scenario = judge::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // Where nobody can act, there is no question in this turn.
        let first = cards().reach(&scenario).unwrap_or_else(|| panic!("{text}"));
        if first.asked().is_none() || first.whole().turn > 1 {
            return Ok(());
        }
        let words = if win == 1 { "win this turn" } else { "do not lose this turn" };
        for who in Role::ALL {
            let goal: Goal = Wanted::read(words).expect("a goal").in_game(&first, who).expect("a goal");
            let value = Solver::new(&first, goal, NODES).value(&first);
            if let Some(plain) = brute(&first, who, words, &mut { PATIENCE }) {
                let die_by_die = Solver::die_by_die(&first, goal, NODES).value(&first);
                prop_assert_eq!(&value, &die_by_die, "{}", text);
                prop_assert_eq!(value, Ok(plain), "{}", text);
            }
        }
    }
}
