//! A hint for a seat: the best choices with their win chance and a reason in one line.

use crate::search::{self, Aim, Budget, Sight};
use crate::strike;
use engine::state::{Chance, Seed};
use engine::{Ask, Choice, Game, Spot, Why};
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
pub fn hint(game: &Game, seat: Role, budget: Budget) -> Vec<Hint> {
    let Some(ask) = game.asked().filter(|ask| ask.who == seat) else { return Vec::new() };
    let mut chance = Chance::new(Seed([u64::from(game.state().turn), 0x417]));
    let known = search::search(game, seat, Sight::Hand, (budget, Aim::Estimates), &mut chance);
    let rounds: u32 = known.iter().map(|known| known.visits).sum();
    let tried = known.iter().enumerate().filter(|(_, known)| known.visits > 0);
    let mut hints: Vec<Hint> = tried
        .map(|(index, known)| Hint {
            index,
            win_chance: known.win_chance,
            share: known.visits as f32 / rounds.max(1) as f32,
            reason: reason(game, &ask, game.choices()[index]),
        })
        .collect();
    hints.sort_by(|a, b| b.share.total_cmp(&a.share).then(b.win_chance.total_cmp(&a.win_chance)));
    hints
}

/// What a choice does, in words and numbers that the asked player knows.
fn reason(game: &Game, ask: &Ask, choice: Choice) -> String {
    let percent = |chance: f32| format!("{:.0} %", 100.0 * chance);
    match (ask.why, choice) {
        (Why::Act, Choice::Attack(target, mode)) => match ask.source {
            Some(unit) => {
                let strike = strike::exact(game, unit, target, mode);
                let back = if strike.dies >= 0.005 {
                    format!(", and is lost itself in {}", percent(strike.dies))
                } else {
                    String::new()
                };
                format!("destroys {} in {}{back}", game.name_of(target), percent(strike.destroys))
            }
            None => "attacks".into(),
        },
        (Why::Act, Choice::Pass) => "the unit does nothing this turn".into(),
        (Why::SetupBuild | Why::Destination | Why::Build, Choice::Put(card, Spot::Arena(arena))) => {
            let there = |who: Role| game.units_of(who, arena).count();
            format!(
                "{} joins {} of your units against {} in the {arena} arena",
                game.name_of(card),
                there(ask.who),
                there(ask.who.other())
            )
        }
        (Why::Build, Choice::Put(card, Spot::BuildZone) | Choice::Card(card)) => {
            let record = game.state().card(card);
            let cost = game.catalog().facts(record.definition).cost;
            format!("{} has {} of {cost} build counters", game.name_of(card), record.build)
        }
        (Why::Build, Choice::Play(card)) => format!("{} is complete", game.name_of(card)),
        (Why::Build, Choice::Done) => {
            format!("ends the build step; {} build points are lost", game.state().players[ask.who].build)
        }
        (Why::PlayOrPass, Choice::Pass) => "keeps cards and Force for later".into(),
        (Why::Retreat, Choice::Done) => "everybody stays and fights".into(),
        (Why::Retreat, Choice::Card(unit)) => {
            let health = game.now(unit).health;
            format!("saves {} with {} damage of {health}", game.name_of(unit), game.state().card(unit).damage)
        }
        (_, choice) => game.label(choice),
    }
}
