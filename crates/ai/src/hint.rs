//! A hint for a seat: the best choices with their win chance and a reason in one line.

use crate::search::{self, Aim, Budget, Knowledge, Plan, Reach};
use crate::strike;
use engine::state::{Chance, Seed};
use engine::{Ask, Choice, Game, Seat, Spot, Why};
use vocab::Role;

/// What is said of one choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The choice, by its index.
    pub index: usize,
    /// The chance to win after it, between 0 and 1, as far as the search saw.
    pub win_chance: f32,
    /// How much of the search looked at it, between 0 and 1.
    pub share: f32,
    /// Why, in one line.
    pub reason: String,
}

/// The choices of the question that waits, the best first; none if another seat is asked.
///
/// A hint knows what the seat knows and nothing more.
pub fn hint(seat: Seat<'_>, budget: Budget) -> Vec<Hint> {
    let Some(ask) = seat.asked() else { return Vec::new() };
    let mut chance = Chance::new(Seed([u64::from(seat.turn()), 0x417]));
    let plan = Plan { budget, reach: Reach::Step };
    let known = search::search(seat, Knowledge::Hand, (plan, Aim::Estimates), &mut chance);
    // Reasons speak of a game in which everything hidden is dealt anew.
    let seen = seat.determinise(Seed([u64::from(seat.turn()), 0x418]));
    let rounds: u32 = known.iter().map(|known| known.visits).sum();
    let tried = known.iter().enumerate().filter(|(_, known)| known.visits > 0);
    let mut hints: Vec<Hint> = tried
        .map(|(index, known)| Hint {
            index,
            win_chance: known.win_chance,
            share: known.visits as f32 / rounds.max(1) as f32,
            reason: reason(&seen, &ask, seat.choices()[index]),
        })
        .collect();
    // The best first; what the search has hardly looked at, of which it knows little, comes after the rest.
    let is_known = |hint: &Hint| hint.share >= KNOWN;
    hints.sort_by(|a, b| is_known(b).cmp(&is_known(a)).then(b.win_chance.total_cmp(&a.win_chance)));
    hints
}

/// A choice that got less of the search than this is a guess.
const KNOWN: f32 = 0.05;

/// `1 unit`, `2 units`.
fn units(n: usize) -> String {
    if n == 1 { "1 unit".into() } else { format!("{n} units") }
}

/// What a choice does, in words and numbers that the asked player knows.
fn reason(game: &Game, ask: &Ask, choice: Choice) -> String {
    let percent = |chance: f32| format!("{:.0} %", 100.0 * chance);
    match (ask.why, choice) {
        (Why::Act, Choice::Attack(target, mode)) => match ask.source {
            Some(unit) => {
                let strike = strike::exact(game, unit, target, mode);
                let back = if strike.dies >= 0.005 {
                    format!(", and is destroyed itself {} of the time", percent(strike.dies))
                } else {
                    String::new()
                };
                let often = percent(strike.destroys);
                format!("destroys {} {often} of the time{back}", game.name_of(target))
            }
            None => "attacks".into(),
        },
        (Why::Act, Choice::Pass) => "it does nothing this turn".into(),
        (Why::SetupBuild | Why::Destination | Why::Build, Choice::Put(card, Spot::Arena(arena))) => {
            let there = |who: Role| game.units_of(who, arena).count();
            format!(
                "with {} you'd have {} against {} in the {arena} arena",
                game.name_of(card),
                units(there(ask.who) + 1),
                there(ask.who.other())
            )
        }
        (Why::Build, Choice::Put(card, Spot::BuildZone) | Choice::Card(card)) => {
            let record = game.whole().card(card);
            let cost = game.catalog().facts(record.definition).cost;
            format!("{} of {cost} paid for {} so far", record.build, game.name_of(card))
        }
        (Why::Build, Choice::Play(card)) => format!("{} is complete", game.name_of(card)),
        (Why::Build, Choice::Done) => match game.whole().players[ask.who].build {
            0 => "you've spent all your build points".into(),
            1 => "you'd lose 1 build point".into(),
            points => format!("you'd lose {points} build points"),
        },
        (Why::PlayOrPass, Choice::Pass) => "keeps cards and Force for later".into(),
        (Why::Retreat, Choice::Done) => "everyone stays and fights".into(),
        (Why::Retreat, Choice::Card(unit)) => {
            let health = game.now(unit).health;
            let damage = game.whole().card(unit).damage;
            format!("saves {}: {damage} damage, {health} health", game.name_of(unit))
        }
        (_, choice) => game.label(choice),
    }
}
