//! `dejarik play`: a game in the terminal by numbers, as plain text that a screen reader can follow.

use super::{Answer, Done, Failure, bad_input};
use crate::output::{BOLD, FAINT, Out, paint};
use crate::source::Cards;
use crate::table;
use ai::{Budget, Level, Player};
use engine::state::{Options, Outcome, Seed};
use engine::{Face, Game, Setup, View, Viewer};
use std::io::{self, BufRead};
use std::str::FromStr;
use std::time::Duration;
use vocab::{Arena, Edition, Role};

/// Who sits at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Two people at one keyboard.
    Person,
    /// A computer player.
    Computer(Level),
}

impl FromStr for Opponent {
    type Err = String;
    fn from_str(text: &str) -> Result<Opponent, String> {
        if text.eq_ignore_ascii_case("person") {
            return Ok(Opponent::Person);
        }
        let level = text.parse::<Level>().map_err(|error| format!("{error}, or person"))?;
        Ok(Opponent::Computer(level))
    }
}

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(700);

/// What is played.
pub struct Wanted {
    /// The deck in the Dark Side role.
    pub dark: String,
    /// The deck in the Light Side role.
    pub light: String,
    /// Who plays the Dark Side; a person plays the Light Side.
    pub opponent: Opponent,
    /// What chance comes from.
    pub seed: u64,
    /// Whose keyword wordings are played.
    pub edition: Edition,
}

/// Plays a game to its end, or until the input ends.
pub fn run(out: &mut Out, source: Cards, wanted: &Wanted) -> Done {
    let (source, dark) = source.with_deck(&wanted.dark)?;
    let (source, light) = source.with_deck(&wanted.light)?;
    let catalog = table::catalog(&source)?;
    let options = Options { edition: wanted.edition, ..Options::default() };
    let setup = Setup {
        dark: table::deck(&dark.deck, &source, &catalog)?,
        light: table::deck(&light.deck, &source, &catalog)?,
        seed: Seed::from(wanted.seed),
        options,
    };
    let mut game = Game::new(catalog, &setup).map_err(bad_input)?;
    let mut computer = match wanted.opponent {
        Opponent::Person => None,
        Opponent::Computer(level) => Some(Player::new(level, wanted.seed)),
    };
    let mut input = io::stdin().lock().lines();
    loop {
        // Two people at one keyboard see what the public sees; a person against the computer the own hand too.
        let viewer = match wanted.opponent {
            Opponent::Person => Viewer::Public,
            Opponent::Computer(_) => Viewer::Seat(Role::Light),
        };
        for event in game.take_events() {
            if let Some(told) = game.tell_to(&event, viewer) {
                out.line(format!("  {told} {}", paint(FAINT, &format!("[{}]", event.rule))))?;
            }
        }
        let Some(decision) = game.decision() else { break };
        if let (Role::Dark, Some(computer)) = (decision.who, &mut computer) {
            let index = computer.choose(&game, Role::Dark);
            game.answer(index).map_err(bad_input)?;
            continue;
        }
        show(out, &game, &game.view(Viewer::Seat(decision.who)))?;
        let Some(line) = input.next() else { return Ok(Answer::No) };
        match line.map_err(Failure::Output)?.trim() {
            "q" | "quit" => return Ok(Answer::No),
            "h" | "hint" => hint(out, &game, decision.who)?,
            answer => match answer.parse::<usize>() {
                Ok(number @ 1..) if game.answer(number - 1).is_ok() => {}
                _ => out.line(format!(
                    "Answer with a number from 1 to {}, h for a hint, or q to stop.",
                    decision.choices.len()
                ))?,
            },
        }
    }
    let result = match game.outcome() {
        Some(Outcome::Won(who, rule)) => format!("{who:?} Side wins (rule {rule})."),
        Some(Outcome::Draw(rule)) => format!("The game is a draw (rule {rule})."),
        Some(Outcome::Stopped) | None => "The game was stopped.".to_string(),
    };
    out.line(paint(BOLD, &result))?;
    Ok(Answer::Yes)
}

/// The best choices for a seat, with their chances and reasons.
fn hint(out: &mut Out, game: &Game, who: Role) -> io::Result<()> {
    let hints = ai::hint(game, who, Budget::time(HINT));
    for hint in hints.iter().take(3) {
        let choice = game.choices().get(hint.index).map(|choice| game.label(*choice)).unwrap_or_default();
        let chance = 100.0 * hint.win_chance;
        let text = format!("{}. {choice}: {chance:.0} % to win; {}", hint.index + 1, hint.reason);
        out.hanging("  Hint: ", "    ", &text)?;
    }
    Ok(())
}

/// The table as one seat sees it, and the question.
fn show(out: &mut Out, game: &Game, view: &View) -> io::Result<()> {
    out.gap()?;
    let Some(decision) = &view.decision else { return Ok(()) };
    for who in Role::ALL {
        let player = &view.players[who];
        out.line(format!(
            "{who:?} Side: Force {}, build points {}, {} cards in hand, {} in the deck",
            player.force, player.build, player.hand, player.deck
        ))?;
        for arena in Arena::ALL {
            let units: Vec<String> = view
                .cards
                .iter()
                .filter(|card| card.controller == who && card.place == engine::state::Where::Arena(arena))
                .map(|card| unit(game, card))
                .collect();
            if !units.is_empty() {
                out.hanging(&format!("  {arena}: "), "    ", &units.join("; "))?;
            }
        }
    }
    let about = decision.source.map_or(String::new(), |card| format!(" ({})", game.name_of(card)));
    let question =
        format!("{:?} Side: {}{about} [rule {}]", decision.who, decision.why.words(), decision.rule);
    out.line(paint(BOLD, &question))?;
    for (number, choice) in (1..).zip(&decision.choices) {
        out.line(format!("  {number}. {}", game.label(*choice)))?;
    }
    Ok(())
}

fn unit(game: &Game, card: &engine::SeenCard) -> String {
    let name = match card.face {
        Face::Known(id) => game.catalog().definition(id).to_string(),
        Face::Unknown => "a face-down card".into(),
    };
    let mut text = name;
    if let Some((speed, power, health)) = card.values {
        text.push_str(&format!(" {speed}/{power}/{health}"));
    }
    for (counter, n) in &card.counters {
        text.push_str(&format!(", {n} {}", counter.name()));
    }
    if card.tapped {
        text.push_str(", tapped");
    }
    text
}
