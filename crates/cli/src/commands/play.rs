//! `dejarik play`: a game in the terminal by numbers, as plain text that a screen reader can follow.

use super::{Answer, Done, Failure, bad_input};
use crate::board;
use crate::output::{BOLD, FAINT, Out, count, paint};
use crate::source::Cards;
use ai::{Budget, Level, Player};
use dejarik::{HandText, Unplayable, UnplayableCard};
use engine::state::{Agreement, ByHand, ByRole, Options, Outcome, Seed};
use engine::{Game, Setup, View, Viewer};
use std::io::{self, BufRead};
use std::str::FromStr;
use std::time::Duration;
use vocab::{Edition, Role};

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

/// How long the computer thinks about a hint.
const HINT: Duration = Duration::from_millis(700);

/// How many rounds it searches at most: on an idle machine it's the same each time.
const HINT_ROUNDS: usize = 1_600;

/// What is played.
pub struct Wanted {
    /// The deck in the Dark Side role.
    pub dark: String,
    /// The deck in the Light Side role.
    pub light: String,
    /// Who plays the Dark Side; a person plays the Light Side.
    pub opponent: Opponent,
    /// The seed of all shuffles and dice.
    pub seed: u64,
    /// Which keyword wordings to play by.
    pub edition: Edition,
    /// Whether the players carry out by hand what isn't enforced.
    pub by_hand: bool,
}

impl Wanted {
    /// What each player makes of texts that aren't enforced (rules 1316.1, 1316.9).
    fn agreement(&self) -> Agreement {
        Agreement(ByRole::from_fn(|who| match (self.by_hand, who, self.opponent) {
            (false, ..) => ByHand::Refused,
            (true, Role::Dark, Opponent::Computer(_)) => ByHand::Unused,
            (true, Role::Dark | Role::Light, _) => ByHand::Used,
        }))
    }
}

/// Plays a game to its end, or until the input ends.
pub fn run(out: &mut Out, source: &Cards, wanted: &Wanted) -> Done {
    let dark = source.read_deck(&wanted.dark)?;
    let light = source.read_deck(&wanted.light)?;
    let catalog = source.catalog().map_err(bad_input)?;
    let by_hand = wanted.agreement();
    let options = Options { edition: wanted.edition, by_hand, ..Options::default() };
    let deck = |list: &cards::Deck, who: Role| {
        source
            .playable_for(list, &catalog, by_hand.0[who])
            .map_err(|unplayable| refused(&unplayable, "with --by-hand you carry out such texts yourself"))
    };
    if wanted.by_hand {
        for list in [&dark.deck, &light.deck] {
            tell_by_hand(out, &list.name, &source.texts_by_hand(list, &catalog))?;
        }
    }
    let setup = Setup {
        dark: deck(&dark.deck, Role::Dark)?,
        light: deck(&light.deck, Role::Light)?,
        seed: Seed::from(wanted.seed),
        options,
    };
    let mut game = Game::with_listener(catalog.clone(), &setup, None).map_err(bad_input)?;
    let mut computer = match wanted.opponent {
        Opponent::Person => None,
        Opponent::Computer(level) => Some(Player::new(level, wanted.seed)),
    };
    let mut input = io::stdin().lock().lines();
    loop {
        // Two people at one keyboard see what the public sees; against the computer you see your own hand too.
        let viewer = match wanted.opponent {
            Opponent::Person => Viewer::Public,
            Opponent::Computer(_) => Viewer::Seat(Role::Light),
        };
        for told in game.take_told() {
            if let Some(words) = game.retell_to(&told, viewer) {
                out.line(format!("  {words} {}", paint(FAINT, &format!("[{}]", told.event.rule))))?;
            }
        }
        let Some(decision) = game.decision() else { break };
        if let (Role::Dark, Some(computer)) = (decision.who, &mut computer) {
            let index = computer.choose(game.seat(Role::Dark));
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

/// Why a deck can't be played, and what would help if only texts by hand are in its way (rule 1316.1).
pub fn refused(unplayable: &Unplayable, help: &str) -> Failure {
    let is_by_hand = |card: &UnplayableCard| matches!(card, UnplayableCard::Refused(_));
    let by_hand = !unplayable.cards.is_empty() && unplayable.cards.iter().all(is_by_hand);
    bad_input(if by_hand { format!("{unplayable}; {help}") } else { unplayable.to_string() })
}

/// Lists the texts of a deck that its player carries out by hand (rule 1316.1).
pub fn tell_by_hand(out: &mut Out, deck: &str, texts: &[HandText]) -> io::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let many = count(texts.len(), "text", "texts");
    out.line(format!("{}: {many} to carry out by hand", paint(BOLD, deck)))?;
    for text in texts {
        out.hanging("  ", "    ", &text.to_string())?;
    }
    Ok(())
}

/// The best choices for a seat, with their chances and reasons.
fn hint(out: &mut Out, game: &Game, who: Role) -> io::Result<()> {
    let hints = ai::hint(game.seat(who), Budget::time(HINT).at_most(HINT_ROUNDS));
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
    board::show(out, game, view, ["Dark Side", "Light Side"])?;
    let about = decision.source.map_or(String::new(), |card| format!(" ({})", game.name_of(card)));
    let question =
        format!("{:?} Side: {}{about} [rule {}]", decision.who, decision.why.words(), decision.rule);
    out.line(paint(BOLD, &question))?;
    for (number, choice) in (1..).zip(&decision.choices) {
        out.line(format!("  {number}. {}", game.label(*choice)))?;
    }
    Ok(())
}
