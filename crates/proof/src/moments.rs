//! The moments that players are shown after a game: in games of a computer player, how many there are, and whether what they
//! say still holds with another seed.

use crate::contestant::Contestant;
use crate::deck_pool::DeckPool;
use crate::report;
use ai::moments::{Lesson, Moment, again, best, moment};
use engine::Game;
use engine::state::ByRole;
use std::fmt::Write as _;
use vocab::Role;

/// What all chance comes from, if nothing else is said.
const SEED: u64 = 19;
/// The seed that a moment is checked with: neither of those that found it.
const AGAIN: u64 = 7;
/// A report has at least so many games.
const ENOUGH: u64 = 50;

/// What was found in some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Count {
    /// The games.
    pub games: u64,
    /// Their decisions.
    pub decisions: u64,
    /// The moments that would be shown, by what they are about: something better, a find.
    pub shown: [u64; 2],
    /// How many of them keep their sign with another seed.
    pub kept: [u64; 2],
    /// Those that don't, in words.
    pub turned: Vec<String>,
}

/// Plays games of a player against itself, finds the moments of both sides with so many rounds, and checks each again.
pub fn count(pool: &DeckPool, player: &str, games: u64, seed: u64, rounds: usize) -> Result<Count, String> {
    let player = Contestant::read(player)?;
    let mut count = Count::default();
    for number in 0..games {
        let setup = pool.setup(&pool.game(number, seed));
        let mut seats = ByRole::from_fn(|who: Role| player.sit(seed ^ number << 8 ^ who as u64));
        let mut game = Game::new(pool.catalog.clone(), &setup).map_err(|error| error.to_string())?;
        let mut found: ByRole<Vec<(Moment, Game)>> = ByRole::from_fn(|_| Vec::new());
        let mut answers = 0;
        while let Some(ask) = game.asked() {
            let index = seats[ask.who].choose(game.seat(ask.who));
            if let Some(moment) = moment(&game, answers, index, rounds) {
                found[ask.who].push((moment, game.clone()));
            }
            game.answer(index).map_err(|error| error.to_string())?;
            game.forget_events();
            answers += 1;
        }
        count.games += 1;
        count.decisions += answers as u64;
        for who in Role::ALL {
            for shown in best(found[who].iter().map(|(moment, _)| moment.clone()).collect()) {
                let before = found[who].iter().find(|(moment, _)| *moment == shown);
                let Some((_, before)) = before else { continue };
                let place = shown.lesson as usize;
                count.shown[place] += 1;
                let ahead = again(before, &shown, AGAIN);
                if ahead.is_some_and(|ahead| ahead.mean > 0.0) {
                    count.kept[place] += 1;
                } else {
                    let label = |choice: usize| before.label(before.choices()[choice]);
                    count.turned.push(format!(
                        "game {number}, turn {}: {} or {}, {:.3}, and {ahead:?}",
                        shown.turn,
                        label(shown.chosen),
                        label(shown.other),
                        shown.gain
                    ));
                }
            }
        }
    }
    Ok(count)
}

/// `proof moments`.
pub fn command(options: &[&str]) -> Result<(), String> {
    let (mut games, mut seed, mut player, mut rounds) = (ENOUGH, SEED, "gentle", 120);
    let mut rest = options;
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` isn't a number"));
    loop {
        rest = match rest {
            [] => break,
            ["--games", n, rest @ ..] => {
                games = number(n)?;
                rest
            }
            ["--seed", n, rest @ ..] => {
                seed = number(n)?;
                rest
            }
            ["--rounds", n, rest @ ..] => {
                rounds = number(n)? as usize;
                rest
            }
            ["--player", name, rest @ ..] => {
                player = name;
                rest
            }
            [other, ..] => {
                return Err(format!(
                    "unknown option `{other}`; expected --games N, --seed S, --rounds N or --player NAME"
                ));
            }
        };
    }
    let pool = DeckPool::load()?;
    let count = count(&pool, player, games, seed, rounds)?;
    let text = text(&count, player, seed, rounds);
    print!("{text}");
    if games >= ENOUGH {
        println!("{}", report::write("moments.md", &text)?);
    }
    Ok(())
}

fn text(count: &Count, player: &str, seed: u64, rounds: usize) -> String {
    let mut text = format!(
        "# Moments to learn from\n\n\
         Written by `cargo xtask moments --games {} --seed {seed} --player {player} --rounds {rounds}`; do not edit.\n\n\
         `{player}` plays against itself with the CORE decks. Each decision is searched for a better answer; what is found is \
         compared over 200 deals and their dice with two seeds, and shown if both say so. Then it is compared with a third.\n\n\
         | | shown | keep their sign |\n|---|---|---|\n",
        count.games
    );
    for (lesson, name) in [(Lesson::Better, "another answer was better"), (Lesson::Find, "well seen")] {
        let place = lesson as usize;
        let _ = writeln!(text, "| {name} | {} | {} |", count.shown[place], count.kept[place]);
    }
    let _ = writeln!(text, "\n{} decisions in {} games.", count.decisions, count.games);
    for turned in &count.turned {
        let _ = writeln!(text, "\nTurned: {turned}.");
    }
    text
}
