//! The computer players, by level.

use ai::{Budget, Level, Player};
use engine::state::Seed;
use engine::{Choice, Game, Lists, Why};
use std::time::Duration;
use table::Table;
use table::setup::Kind;
use vocab::Role;

/// The name and the word of the opponent that a deck is tried against alone: it puts its first units down and then does
/// nothing that it doesn't have to.
pub const NOBODY: (&str, &str) = ("Nobody", "nobody");

/// How long a hint may take.
const HINT: Duration = Duration::from_millis(350);

/// How many rounds it searches at most: on an idle machine it's the same each time.
const HINT_ROUNDS: usize = 800;

/// The level with this name; the usual one for an unknown name.
pub fn level(word: &str) -> Level {
    word.parse().unwrap_or(usual())
}

/// The level when nobody chooses one.
pub const fn usual() -> Level {
    Level::Skilled
}

/// What the computer is called at the table.
pub const fn name(level: Level) -> &'static str {
    match level {
        Level::Learner => "Nemo",
        Level::Gentle => "Dove",
        Level::Casual => "Wren",
        Level::Skilled => "Kestrel",
        Level::Strong => "Corvin",
        Level::Master => "Oracle",
    }
}

/// The level's name for people.
pub fn title(level: Level) -> String {
    let mut letters = level.name().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What stands beside the name of a computer player, by the word of its level.
pub fn described(word: &str) -> String {
    if word == NOBODY.1 { "does nothing".into() } else { format!("computer, {}", title(level(word))) }
}

/// Whether a question is about setup, which nobody leaves out.
const fn is_setup(why: Why) -> bool {
    matches!(why, Why::SetupBuild | Why::SetupPartial | Why::PlayEvent | Why::PullResource)
}

/// The answer of somebody who does nothing, where doing nothing is an answer.
fn nothing(game: &Game, who: Role) -> Option<usize> {
    let seat = game.seat(who);
    // What the other player did by hand stands (rule 1316.5) as far as the usual computer agrees.
    if seat.asked().is_none_or(|ask| is_setup(ask.why) || ask.why == Why::Agree) {
        return None;
    }
    // In this order: where a step can be done with, that is less than passing once.
    let nothing = [Choice::Done, Choice::Pass, Choice::No, Choice::Number(0)];
    nothing.iter().find_map(|wanted| seat.choices().iter().position(|choice| choice == wanted))
}

/// A hint: the place of the best choice that a short search finds, and one sentence why.
pub fn hint(game: &Game, who: Role) -> Option<(usize, String)> {
    let hints = ai::hint(game.seat(who).with(Lists::Closed), Budget::time(HINT).at_most(HINT_ROUNDS));
    let best = hints.first()?;
    let choice = game.choices().get(best.index).map_or_else(String::new, |choice| game.label(*choice));
    let chance = |hint: &ai::Hint| format!("{:.0} %", hint.win_chance * 100.0);
    let next = hints.get(1).map_or_else(String::new, |next| {
        let other = game.choices().get(next.index).map_or_else(String::new, |choice| game.label(*choice));
        format!(", {} with “{other}”", chance(next))
    });
    Some((best.index, format!("Hint: {choice}. {}: {} to win{next}.", capital(&best.reason), chance(best))))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The computer's answer. It depends only on the game and the seed. It sees no hidden card, and like everybody at a table it
/// knows of the opponent's list what it has seen of it.
pub fn choose(word: &str, game: &Game, who: Role, seed: Seed, answers: usize) -> usize {
    if let Some(nothing) = (word == NOBODY.1).then(|| nothing(game, who)).flatten() {
        return nothing;
    }
    let mixed = seed.0[1].rotate_left(7) ^ (answers as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Player::new(level(word), mixed).choose(game.seat(who).with(Lists::Closed))
}

/// What the computer answers when it is asked in a game at a table, after this many answers.
pub fn computer_answer(table: &Table, game: &Game, answers: usize) -> Option<u16> {
    let who = game.asked()?.who;
    let Kind::Computer(level) = &table.setup.player(who).kind else { return None };
    u16::try_from(choose(level, game, who, table.computer_seed(), answers)).ok()
}

#[cfg(test)]
mod tests {
    use super::{NOBODY, choose, computer_answer, described};
    use crate::world::World;
    use engine::state::{Options, Outcome, Seed, Where};
    use engine::{Choice, Game, Names, Setup, Viewer};
    use table::setup::{GameSetup, Kind, Pace, Passing, Player, Roles, Source, Undo};
    use table::{Broken, By, Promised, Record, Row, Step, Table};
    use vocab::Role;

    /// The computer against itself, with one answer that isn't its own if that is wanted: the record, and after how many
    /// answers it was given.
    fn played(world: &World, forges: bool) -> (Record, Option<usize>) {
        let (light, dark) = world.suggested().expect("two decks");
        let player = |offer: &crate::world::Offer| {
            let deck = offer.playable.as_ref().expect("playable");
            let name = |id: &vocab::DefinitionId| world.catalog.definition(*id).to_string();
            let cards = Names {
                cards: deck.cards.iter().map(name).collect(),
                supply: deck.supply.iter().map(name).collect(),
            };
            let kind = Kind::Computer("random".into());
            Player {
                name: offer.name.clone(),
                kind,
                deck: offer.name.clone(),
                cards,
                by_hand: Default::default(),
            }
        };
        let setup = GameSetup {
            edition: "current".into(),
            seed: Seed([0, 0]),
            chance: Source::Promise,
            roles: Roles::Fixed,
            rules: engine::RULES,
            pocket: None,
            dark: player(dark),
            light: player(light),
            pace: Pace::Instant,
            undo: Undo::Agreed,
            passing: Passing::AtOnce,
            from: None,
            scratch: None,
            watching: Default::default(),
            lesson: None,
            conditions: Default::default(),
        };
        let (game, secret) = ("abcdefghij".to_string(), [4; 32]);
        let promised = Promised { promise: fair::promise(&game, &secret), game, secret };
        let mut table =
            Table::laid(world.catalog.clone(), setup.clone(), Some(promised.clone())).expect("a table");
        let (mut rows, mut forged): (Vec<Row>, Option<usize>) = (Vec::new(), None);
        let mut steps = table.with_consequences(table.server_commitments()).expect("they fit");
        loop {
            for step in steps.drain(..) {
                table.apply(&step).expect("it fits");
                rows.push(step.to_row(0, 0));
            }
            let Some((who, level)) = table.computer_asked() else { break };
            let (level, answers) = (level.to_string(), table.answers.len());
            let mut choice = choose(&level, &table.game, who, table.computer_seed(), answers);
            let choices = table.game.choices().len();
            if forges && forged.is_none() && answers > 20 && choices > 1 {
                (choice, forged) = ((choice + 1) % choices, Some(answers));
            }
            let choice = u16::try_from(choice).expect("few choices");
            steps.push(Step::Answer { choice, by: By::Computer });
        }
        (Record::of(setup, &promised, &rows, None).expect("rows").expect("a game"), forged)
    }

    #[test]
    fn nobody_puts_units_down_and_then_does_nothing() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (light, dark) = world.suggested().expect("two decks");
        let deck = |offer: &crate::world::Offer| offer.playable.clone().expect("playable");
        for number in 0..3 {
            let seed = Seed([number, 9]);
            let options = Options::default();
            let setup = Setup { dark: deck(dark), light: deck(light), seed, options };
            let mut game = Game::with_listener(world.catalog.clone(), &setup, None).expect("a game");
            let (mut answers, mut began) = (0, false);
            while let Some(asked) = game.asked() {
                let word = if asked.who == Role::Dark { NOBODY.1 } else { "skilled" };
                let choice = choose(word, &game, asked.who, seed, answers);
                let chosen = game.choices()[choice];
                let view = game.sight(Viewer::Seat(Role::Dark)).view();
                if view.turn > 0 && !began {
                    began = true;
                    let own = view.cards.iter().filter(|card| card.owner == Role::Dark);
                    let units = own.filter(|card| matches!(card.place, Where::Arena(_))).count();
                    assert!(units > 0, "setup is played");
                }
                if view.turn > 0 && asked.who == Role::Dark {
                    let acts = matches!(
                        chosen,
                        Choice::Attack(..) | Choice::Put(..) | Choice::Play(_) | Choice::PlayBy(..)
                    );
                    assert!(!acts, "{asked:?}: {chosen:?}");
                }
                game.answer(choice).expect("an answer");
                answers += 1;
                assert!(answers < 20_000, "the game ends");
            }
            let won = matches!(game.outcome(), Some(Outcome::Won(Role::Light, _)));
            assert!(won, "whoever does nothing loses: {:?}", game.outcome());
        }
        assert_eq!(
            (described(NOBODY.1), described("skilled")),
            ("does nothing".into(), "computer, Skilled".into())
        );
    }

    #[test]
    fn an_answer_that_the_computer_would_not_have_given_is_found() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (honest, _) = played(&world, false);
        let end = honest.verify(world.catalog.clone()).expect("it keeps its promise");
        let again = honest.recompute(&end, computer_answer);
        assert!(again.is_ok_and(|number| number == end.answers.len()));
        let (other, forged) = played(&world, true);
        let end = other.verify(world.catalog.clone()).expect("a game like others, but for one answer");
        let found = other.recompute(&end, computer_answer);
        let place = forged.expect("a choice between two") + 1;
        assert!(matches!(found, Err(Broken::Computer(at)) if at == place), "{found:?}");
    }
}
