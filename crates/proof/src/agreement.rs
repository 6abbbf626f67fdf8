//! The exact odds against the engine: mixed cases, many attacks each, means within their 99.9 % interval.

mod written;

use crate::numbers::Numbers;
use dejarik::Cards;
use engine::state::{Chance, Options, Seed, Slot, Where};
use engine::{Choice, Game, Mode, Position, Why};
use odds::{Attack, Odds, Roller};
use std::fmt::{self, Write as _};
use vocab::ability::{Ability, Costs, Effect, KeywordAbility, Uniqueness};
use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Keyword, Role, Side, Stat};

/// How many cases there are.
const CASES: u64 = 50;
/// As many damage counters as no attack brings: nobody is discarded, so all damage is counted.
const HEALTH: i16 = 99;
/// The normal quantile of a two-sided 99.9 % interval.
const Z: f64 = 3.290_526_731_491_7;
/// Force for everything.
const FORCE: u16 = 99;

/// Two units that fight, as cards.
#[derive(Clone, Debug)]
pub struct Case {
    number: u64,
    attacker: Definition,
    defender: Definition,
    words: String,
}

/// What the engine did against what the odds say.
#[derive(Clone, Debug)]
pub struct Found {
    words: String,
    attacks: u64,
    /// Mean damage counters on the defender: of the engine, exact, and the half of its interval.
    damage: [f64; 3],
    /// Mean damage to the attacker: the same.
    back: [f64; 3],
}

impl Found {
    /// Whether both means lie within their intervals.
    pub fn agrees(&self) -> bool {
        // A certain result has no interval; what adds up to it has the error of adding.
        [self.damage, self.back].iter().all(|[mean, exact, half]| (mean - exact).abs() <= half + 1e-9)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, exact, half] = self.damage;
        let [back, exact_back, half_back] = self.back;
        let verdict = if self.agrees() { "agrees" } else { "DISAGREES" };
        write!(
            f,
            "{verdict}: {} attacks, {}: damage {mean:.4} ({exact:.4} ± {half:.4}), back {back:.4} ({exact_back:.4} ± {half_back:.4})",
            self.attacks, self.words
        )
    }
}

/// The comparison as a report.
pub fn report(found: &[Found]) -> String {
    let mut text = "# The exact odds and the referee\n\n\
        Written by `cargo xtask odds`; do not edit. Two units are put into an arena of the referee and one attacks, over \
        and over, with new dice each time; both players answer by the simple rules. The mean number of damage counters \
        must lie within the 99.9 % interval around the exact mean. The cases are drawn at random, always the same.\n\n"
        .to_string();
    let agreeing = found.iter().filter(|found| found.agrees()).count();
    let attacks: u64 = found.iter().map(|found| found.attacks).sum();
    let _ = write!(text, "{agreeing} of {} cases agree, {attacks} attacks in all.\n\n", found.len());
    text.push_str("| attack | damage, referee | exact | interval | damage back, referee | exact | interval | agrees |\n");
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for case in found {
        let [mean, exact, half] = case.damage;
        let [back, exact_back, half_back] = case.back;
        let verdict = if case.agrees() { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {} | {mean:.4} | {exact:.4} | ± {half:.4} | {back:.4} | {exact_back:.4} | ± {half_back:.4} | {verdict} |",
            case.words
        );
    }
    text
}

/// The cases with plain keywords: always the same.
pub fn cases() -> impl Iterator<Item = Case> {
    (0..CASES).map(case)
}

/// The cases with texts about the other unit: always the same.
pub fn written_cases() -> Result<Vec<Case>, String> {
    written::cases(&Cards::core())
}

const OF_ATTACKERS: [Keyword; 7] = [
    Keyword::Accuracy,
    Keyword::CriticalHit,
    Keyword::Fury,
    Keyword::Lucky,
    Keyword::DoubleDamage,
    Keyword::Backfire,
    Keyword::Armor,
];
const OF_DEFENDERS: [Keyword; 6] =
    [Keyword::Armor, Keyword::Parry, Keyword::Shields, Keyword::Riposte, Keyword::Lucky, Keyword::Evade];

fn case(number: u64) -> Case {
    let mut numbers = Numbers::new(1_000 + number);
    let power = 2 + numbers.below(6) as i16;
    let mut words = format!("power {power}");
    let mut abilities = |of: &[Keyword], words: &mut String| -> Vec<Ability> {
        let mut own = Vec::new();
        for keyword in of {
            if numbers.below(3) > 0 {
                continue;
            }
            let value = 1 + numbers.below(3) as i16;
            let value = if *keyword == Keyword::Accuracy && numbers.below(3) == 0 { -1 } else { value };
            let Ok(ability) =
                KeywordAbility::plain(*keyword).or_else(|_| KeywordAbility::number(*keyword, value))
            else {
                continue;
            };
            words.push_str(&format!(", {keyword}"));
            if ability.value().is_some() {
                words.push_str(&format!(" {value}"));
            }
            own.push(match keyword {
                Keyword::Evade => Ability::activated(Costs::force(1), Effect::keyword(ability)),
                _ => Ability::keyword(ability),
            });
        }
        own
    };
    let hitting = abilities(&OF_ATTACKERS, &mut words);
    words.push_str(" against ");
    let before = words.len();
    let defending = abilities(&OF_DEFENDERS, &mut words);
    match words.split_off(before).strip_prefix(", ") {
        Some(own) => words.push_str(own),
        None => words.push_str("nothing"),
    }
    Case {
        number,
        attacker: unit("Attacker", power, hitting),
        defender: unit("Defender", 1, defending),
        words,
    }
}

fn unit(name: &str, power: i16, abilities: Vec<Ability>) -> Definition {
    Definition {
        name: name.into(),
        version: None,
        uniqueness: Uniqueness::NonUnique,
        side: Side::Neutral,
        card_type: CardType::Unit(Arenas::one(Arena::Character)),
        subtypes: "".into(),
        cost: Cost::Points(1),
        speed: Stat::Value(30),
        power: Stat::Value(power),
        health: Stat::Value(HEALTH),
        abilities,
        expansion: Box::default(),
        words: "".into(),
        completeness: Completeness::Exact,
    }
}

/// Compares the engine with the odds: in even cases the Dark Side player attacks, in odd ones the Light Side player.
pub fn compare(case: &Case, attacks: u64) -> Result<Found, String> {
    let odds = exact(case)?;
    let table = Table::set(case)?;
    let mut sums = [0.0; 2];
    for number in 0..attacks {
        let done = table.attack(Seed([case.number, number]))?;
        sums[0] += f64::from(done[0]);
        sums[1] += f64::from(done[1]);
    }
    let n = attacks as f64;
    let interval = |sum: f64, of: &odds::Distribution| {
        let mean = of.mean();
        let squares = of.chances().iter().enumerate().map(|(x, p)| p * (x as f64 - mean).powi(2));
        [sum / n, mean, Z * (squares.sum::<f64>() / n).sqrt()]
    };
    Ok(Found {
        words: case.words.clone(),
        attacks,
        damage: interval(sums[0], &odds.counters),
        back: interval(sums[1], &odds.back),
    })
}

fn exact(case: &Case) -> Result<Odds, String> {
    let met = odds::card::meet(&case.attacker, &case.defender, odds::card::Neighbours::None);
    if let Some((_, _, reason)) = met.left_out.first() {
        return Err(format!("{}: {reason}", case.words));
    }
    // 1738.5: the Dark Side player rerolls first.
    let first = if attacker_of(case) == Role::Dark { Roller::Attacker } else { Roller::Defender };
    let attack = Attack { attacker: met.attacker, defender: met.defender, neighbour: None, first };
    attack.odds().map_err(|refusal| refusal.to_string())
}

const fn attacker_of(case: &Case) -> Role {
    if case.number.is_multiple_of(2) { Role::Dark } else { Role::Light }
}

/// The two units in an arena.
struct Table {
    position: Position,
    attacker: Slot,
    defender: Slot,
}

impl Table {
    fn set(case: &Case) -> Result<Table, String> {
        let who = attacker_of(case);
        let definitions = vec![case.attacker.clone(), case.defender.clone()];
        let position = Position::new(definitions, Seed::from(0), Options::default());
        let mut position = position.map_err(|error| error.to_string())?;
        let place = Where::Arena(Arena::Character);
        let attacker = position.put(who, "Attacker", place).ok_or("no room")?;
        let defender = position.put(who.other(), "Defender", place).ok_or("no room")?;
        position.pools(who.other(), FORCE, 0);
        Ok(Table { position, attacker, defender })
    }

    /// One attack, played as the odds assume: the counters on the defender and on the attacker afterwards.
    fn attack(&self, seed: Seed) -> Result<[u8; 2], String> {
        let mut position = self.position.clone();
        position.state_mut().chance = Chance::new(seed);
        let mut game = position.attacks(&[(self.attacker, self.defender, Mode::Normal)]);
        while let Some(ask) = game.asked() {
            let index = answer(&game, ask.why, ask.who, self.attacker);
            game.answer(index).map_err(|refused| refused.to_string())?;
        }
        Ok([self.defender, self.attacker].map(|unit| game.whole().card(unit).damage))
    }
}

/// The simple rules: reroll misses, 1s first, or hits, 6s first; prevent as much as possible.
fn answer(game: &Game, why: Why, who: Role, attacker: Slot) -> usize {
    let choices = game.choices();
    let find = |wanted: &dyn Fn(Choice) -> bool| choices.iter().position(|choice| wanted(*choice));
    let place = match why {
        Why::PlayOrPass => {
            let mut instances = game.whole().instances().iter();
            let pending = instances.any(|instance| instance.amount > 0 && instance.who == who);
            find(&|choice| matches!(choice, Choice::Card(_)))
                .or_else(|| find(&|choice| pending && matches!(choice, Choice::Use(..))))
        }
        Why::Keyword(Keyword::Lucky) => die(game, who == game.whole().card(attacker).controller),
        // 1742.9: the controller of a Parry may prevent less.
        Why::Prevent | Why::Keyword(Keyword::Parry) => {
            choices.iter().enumerate().max_by_key(|(_, choice)| amount(**choice)).map(|(i, _)| i)
        }
        _ => None,
    };
    let quiet = || find(&|choice| matches!(choice, Choice::Pass | Choice::Done));
    place.or_else(quiet).unwrap_or(0)
}

fn amount(choice: Choice) -> u8 {
    if let Choice::Number(number) = choice { number } else { 0 }
}

/// The next die to reroll, if there is one.
fn die(game: &Game, own: bool) -> Option<usize> {
    let attack = game.whole().attack()?;
    let defender = game.now(attack.defender);
    let accuracy = attack.values.accuracy;
    let armor = defender.has(Keyword::Armor);
    let hits = |natural: u8| {
        // 1107.9, 1707.1: what counts is the number after Accuracy, but for Armor.
        let shown = i16::from(natural) + accuracy;
        shown >= if armor { 5 } else { 4 }
    };
    let mut wanted: Option<(usize, u8)> = None;
    for (index, choice) in game.choices().iter().enumerate() {
        let Choice::Die(die) = choice else { continue };
        let Some(natural) = attack.dice.get(usize::from(*die)).copied() else { continue };
        if hits(natural) == own {
            continue;
        }
        let better = |best: u8| if own { natural < best } else { natural > best };
        if wanted.is_none_or(|(_, best)| better(best)) {
            wanted = Some((index, natural));
        }
    }
    wanted.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::{cases, compare};

    #[test]
    fn the_engine_agrees_with_the_exact_odds() {
        let mut cases_with_damage = 0;
        for case in cases() {
            let found = compare(&case, 4_000).unwrap();
            assert!(found.agrees(), "{found}");
            cases_with_damage += u32::from(found.damage[1] > 0.0);
        }
        assert!(cases_with_damage >= 45, "mixed cases that do something");
    }
}
