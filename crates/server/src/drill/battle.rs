//! Drills at a position of a battle step: who goes next, and whether to pay now.

use super::{AHEAD, can_meet, player_of, share_an_arena};
use crate::world::World;
use dejarik::judge::parse;
use engine::state::{Chance as Luck, Stream};
use engine::{Chance, Choice, Game, Why};
use puzzles::{Solver, Wanted};
use std::fmt::Write as _;
use vocab::{Arena, Definition, DefinitionId, Role};

/// How many answers are tried for the question whether to pay: what takes longer is no question for a minute.
const FEW_NODES: u64 = 6_000;
/// How many units are in the question who goes next.
const FEWEST: usize = 4;
const MOST: usize = 6;

/// Units in an arena, one of which goes next.
pub struct Order<'a> {
    /// The units, each with whether it's tapped.
    pub units: Vec<(&'a Definition, bool)>,
    /// The place of the one that goes next.
    pub next: usize,
}

fn side(role: Role) -> &'static str {
    match role {
        Role::Dark => "dark",
        Role::Light => "light",
    }
}

fn at<'a>(world: &'a World, units: &[DefinitionId], place: usize) -> Option<&'a Definition> {
    units.get(place).map(|id| world.catalog.definition(*id))
}

/// The units of an address, each twice its place, and one more if it's tapped; if the referee says that just one of them
/// goes next.
pub fn order<'a>(world: &'a World, units: &[DefinitionId], places: &[usize]) -> Option<Order<'a>> {
    if !(FEWEST..=MOST).contains(&places.len()) {
        return None;
    }
    let found: Option<Vec<(&Definition, bool)>> =
        places.iter().map(|place| Some((at(world, units, place / 2)?, place % 2 == 1))).collect();
    let found = found?;
    if found.iter().any(|(unit, _)| player_of(unit.side).is_none()) {
        return None;
    }
    let differ = |place: usize| found[..place].iter().all(|(other, _)| other.name != found[place].0.name);
    if !(1..found.len()).all(differ) {
        return None;
    }
    let is_there = |arena: &Arena| found.iter().all(|(unit, _)| unit.card_type.is_unit_of(*arena));
    let arena = Arena::ALL.into_iter().find(is_there)?.name().to_lowercase();
    let mut text = String::from("D1 Who goes next\n\n");
    for role in Role::ALL {
        let own = found.iter().filter(|(unit, _)| player_of(unit.side) == Some(role));
        let own: Vec<String> =
            own.map(|(unit, tapped)| format!("@{unit}{}", if *tapped { " tapped" } else { "" })).collect();
        if own.is_empty() {
            return None;
        }
        let _ = writeln!(text, "{} {arena}: {}", side(role), own.join("; "));
    }
    let _ = writeln!(text, "start battle {arena}");
    let game = world.cards.reach(&parse(&text).ok()?)?;
    let asked = game.asked().filter(|asked| asked.why == Why::Act)?;
    let name = game.name_of(asked.source?);
    let next = found.iter().position(|(unit, _)| unit.to_string() == name)?;
    Some(Order { units: found, next })
}

/// The places of a question who goes next; every third has a tie between the two sides.
pub fn ask_order(world: &World, units: &[DefinitionId], luck: &mut Luck, tries: usize) -> Option<Vec<usize>> {
    let mut any = |below: usize| luck.below(Stream::Choice, below);
    let with_tie = any(3) == 0;
    for _ in 0..tries {
        let arena = Arena::ALL[any(Arena::ALL.len())];
        let there: Vec<usize> = (0..units.len())
            .filter(|place| at(world, units, *place).is_some_and(|unit| unit.card_type.is_unit_of(arena)))
            .collect();
        if there.len() < FEWEST {
            continue;
        }
        let number = FEWEST + any(MOST - FEWEST + 1);
        let places: Vec<usize> =
            (0..number).map(|_| 2 * there[any(there.len())] + usize::from(any(3) == 0)).collect();
        let Some(found) = order(world, units, &places) else { continue };
        let speed = |unit: &Definition| unit.speed.value();
        let next = found.units[found.next].0;
        let ties = found.units.iter().any(|(unit, tapped)| {
            !tapped && speed(unit) == speed(next) && player_of(unit.side) != player_of(next.side)
        });
        if ties || !with_tie {
            return Some(places);
        }
    }
    None
}

/// A unit that damage is coming to, and that could pay to prevent some of it.
pub struct Pay<'a> {
    /// The unit.
    pub unit: &'a Definition,
    /// Who has attacked it, and who still acts.
    pub enemies: [&'a Definition; 2],
    /// How much health it has left, and how much damage is coming.
    pub left: u8,
    /// See there.
    pub coming: u8,
    /// The Force that there is.
    pub force: u8,
    /// What it could use, by its name.
    pub ability: String,
    /// The chance that it survives the step if the player pays, and if not.
    pub lives: [f64; 2],
}

impl Pay<'_> {
    /// The better answer: 0 to pay, 1 to keep the Force.
    pub fn best(&self) -> usize {
        usize::from(self.lives[1] > self.lives[0])
    }
}

/// What is asked at a position: one ability or nothing.
fn one_ability(game: &Game) -> Option<(usize, usize)> {
    let uses = |choice: &Choice| matches!(choice, Choice::Use(..));
    let own = game.choices().iter().position(uses)?;
    let pass = game.choices().iter().position(|choice| *choice == Choice::Pass)?;
    (game.choices().len() == 2).then_some((own, pass))
}

/// A unit, two enemies, the damage on it, the damage that is coming and the Force, if paying now is clearly right or clearly
/// wrong: everything to the end of the battle step is counted.
pub fn pay<'a>(world: &'a World, units: &[DefinitionId], places: &[usize]) -> Option<Pay<'a>> {
    let [unit, first, then, damage, coming, force] = places[..] else { return None };
    let [unit, first, then] = [at(world, units, unit)?, at(world, units, first)?, at(world, units, then)?];
    let small = |number: usize, most: u8| u8::try_from(number).ok().filter(|number| *number <= most);
    let (damage, coming, force) = (small(damage, 9)?, small(coming, 6)?, small(force, 4)?);
    let arena = share_an_arena(unit, first).filter(|_| first.name != then.name && coming > 0)?;
    let is_there = |enemy: &Definition| enemy.card_type.is_unit_of(arena) && can_meet(unit, enemy);
    let is_faster = |slow: &Definition| slow.speed.value() < first.speed.value();
    if !(is_there(first) && is_there(then) && is_faster(unit) && is_faster(then)) {
        return None;
    }
    let health = u8::try_from(unit.health.value()?).ok()?;
    let power = usize::try_from(first.power.value()?).ok().filter(|power| *power >= usize::from(coming))?;
    let left = health.checked_sub(damage).filter(|left| *left > 0)?;
    let you = player_of(unit.side)?;
    let (yours, theirs, place) = (side(you), side(you.other()), arena.name().to_lowercase());
    let hits = usize::from(coming);
    let dice: Vec<&str> = (0..power).map(|die| if die < hits { "5" } else { "1" }).collect();
    let hurt = if damage > 0 { format!(" damage {damage}") } else { String::new() };
    let text = format!(
        "D2 Pay or keep\n\n{yours} {place}: @{unit}{hurt}\n{yours} force {force}\n{theirs} {place}: @{first}; @{then}\n\
         start battle {place}\n\n{first} attacks {unit}\ndice {}\n",
        dice.join(" ")
    );
    let game = world.cards.reach(&parse(&text).ok()?)?;
    let asked = game.asked().filter(|asked| asked.who == you && asked.why == Why::PlayOrPass)?;
    let is_coming: u8 = game.sight(engine::Viewer::Public).view().pending.iter().map(|one| one.amount).sum();
    let (own, pass) =
        one_ability(&game).filter(|_| game.chance() == Some(Chance::Prevention) && is_coming == coming)?;
    let goal = Wanted::read(&format!("keep {unit} this step"))?.in_game(&game, asked.who).ok()?;
    let values = Solver::new(&game, goal, FEW_NODES).answers(&game).ok()?;
    let value = |place: usize| values[place].map(odds::Fraction::value);
    let lives = [value(own)?, value(pass)?];
    let ability = game.label(game.choices()[own]);
    let is_clear = (lives[0] - lives[1]).abs() >= AHEAD && lives[0].max(lives[1]) >= 0.1;
    is_clear.then_some(Pay { unit, enemies: [first, then], left, coming, force, ability, lives })
}

/// The places of a question whether to pay; as often right as wrong.
pub fn ask_pay(world: &World, units: &[DefinitionId], luck: &mut Luck, tries: usize) -> Option<Vec<usize>> {
    let mut any = |below: usize| luck.below(Stream::Choice, below);
    let wanted = any(2);
    let unit = |place: usize| world.catalog.definition(units[place]);
    let able: Vec<usize> = (0..units.len())
        .filter(|place| {
            crate::pages::face::printed_chips(unit(*place))
                .iter()
                .any(|(keyword, _)| keyword.row().step == vocab::keyword::Step::Prevention)
        })
        .collect();
    let mut spare = None;
    for _ in 0..tries {
        if able.is_empty() {
            return None;
        }
        let own = able[any(able.len())];
        let meets = |other: &usize| {
            can_meet(unit(own), unit(*other)) && share_an_arena(unit(own), unit(*other)).is_some()
        };
        let others: Vec<usize> = (0..units.len()).filter(meets).collect();
        if others.len() < 2 {
            continue;
        }
        let health = usize::try_from(unit(own).health.value().unwrap_or(1)).unwrap_or(1).max(1);
        let places = vec![
            own,
            others[any(others.len())],
            others[any(others.len())],
            any(health),
            1 + any(3),
            1 + any(3),
        ];
        let Some(found) = pay(world, units, &places) else { continue };
        if found.best() == wanted {
            return Some(places);
        }
        spare = spare.or(Some(places));
    }
    spare
}

#[cfg(test)]
mod tests {
    use super::{order, pay};
    use crate::drill::{Drill, question, units};
    use crate::pages::table::tests::world;
    use vocab::Side;

    #[test]
    fn who_goes_next_is_the_fastest_that_is_not_tapped_and_dark_of_two() {
        let world = world();
        let units = units(&world);
        let mut ties = 0;
        for seed in 0..9 {
            let places = question(&world, Drill::Next, seed).expect("a question");
            let found = order(&world, &units, &places).expect("units");
            // 1103.1, 1103.2, from the cards alone.
            let key = |(unit, tapped): &(&vocab::Definition, bool)| {
                (!tapped).then(|| (unit.speed.value().unwrap_or(0), unit.side == Side::Dark))
            };
            let best = found.units.iter().map(key).max().flatten().expect("one that can act");
            assert_eq!(key(&found.units[found.next]), Some(best), "{places:?}");
            ties += usize::from(
                found.units.iter().filter(|unit| key(unit).map(|key| key.0) == Some(best.0)).count() > 1,
            );
        }
        assert!(ties > 0, "no tie among nine questions");
        assert!(order(&world, &units, &[0, 0, 0, 0]).is_none());
    }

    #[test]
    fn whether_to_pay_is_counted_and_never_close() {
        let world = world();
        let units = units(&world);
        for seed in 0..2 {
            let places = question(&world, Drill::Pay, seed).expect("a question");
            let found = pay(&world, &units, &places).expect("a position");
            let [pays, keeps] = found.lives;
            assert!((pays - keeps).abs() >= 0.1 && found.force > 0 && found.coming > 0, "{places:?}");
            // What isn't survived without paying must be paid for.
            if found.coming >= found.left {
                assert_eq!(found.best(), 0, "{places:?}");
            }
        }
        assert!(pay(&world, &units, &[0, 0, 0, 0, 1, 1]).is_none());
    }
}
