//! `dejarik play`: a game in the terminal by numbers, as a screen or as plain lines that a screen reader can follow.

mod choices;
mod screen;
mod seat;

use self::seat::Seat;
use super::{Answer, Done, Failure, bad_input, card, replay};
use crate::board;
use crate::output::{BOLD, FAINT, Out, count, paint};
use crate::source::Cards;
use ai::{Budget, Level, Player};
use dejarik::{HandText, Unplayable, UnplayableCard};
use engine::state::{Agreement, ByHand, ByRole, Moment, Options, Outcome, Seed};
use engine::{Decision, Game, Names, Setup, Viewer};
use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal};
use std::str::FromStr;
use std::time::Duration;
use table::Table;
use table::setup::{self, GameSetup, Kind};
use table::stops::Hands;
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

/// Which side is meant.
pub fn side(text: &str) -> Result<Role, String> {
    match text.to_ascii_lowercase().as_str() {
        "dark" => Ok(Role::Dark),
        "light" => Ok(Role::Light),
        _ => Err("say light or dark".into()),
    }
}

/// What is played.
pub struct Wanted {
    /// The deck in the Dark Side role.
    pub dark: String,
    /// The deck in the Light Side role.
    pub light: String,
    /// Which of them is played by whoever types.
    pub side: Role,
    /// Who plays the other.
    pub opponent: Opponent,
    /// The seed of all shuffles and dice; a new one if none is given.
    pub seed: Option<u64>,
    /// Which keyword wordings to play by.
    pub edition: Edition,
    /// Plain lines, even on a terminal.
    pub plain: bool,
    /// Ask even where no answer makes a difference.
    pub ask_all: bool,
    /// Whether the players carry out by hand what isn't enforced.
    pub by_hand: bool,
}

impl Wanted {
    /// What each player makes of texts that aren't enforced (rules 1316.1, 1316.9).
    fn agreement(&self) -> Agreement {
        Agreement(ByRole::from_fn(|who| match (self.by_hand, self.opponent) {
            (false, _) => ByHand::Refused,
            (true, Opponent::Computer(_)) if who != self.side => ByHand::Unused,
            (true, Opponent::Computer(_) | Opponent::Person) => ByHand::Used,
        }))
    }
}

/// A seed that nobody knows, short enough to be typed again.
fn new_seed() -> Result<u64, Failure> {
    let seed = getrandom::u32()
        .map_err(|error| bad_input(format!("no random seed: {error}; give one with --seed")))?;
    Ok(seed.into())
}

/// The players by their parts.
const NAMES: [&str; 2] = ["Dark Side", "Light Side"];

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
    let number = match wanted.seed {
        Some(number) => number,
        None => new_seed()?,
    };
    let setup = Setup {
        dark: deck(&dark.deck, Role::Dark)?,
        light: deck(&light.deck, Role::Light)?,
        seed: Seed::from(number),
        options,
    };
    let game = Game::with_listener(catalog.clone(), &setup, None).map_err(bad_input)?;
    out.line(paint(
        FAINT,
        &format!("Shuffles and dice of seed {number}; --seed {number} plays them again."),
    ))?;
    out.line(paint(FAINT, HELP))?;
    let is_screen = !wanted.plain && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut play = Play {
        source,
        table: table_of(game, wanted, number),
        wanted,
        heard: 0,
        log: Vec::new(),
        told: 0,
        is_screen,
        shown: None,
    };
    play.run(out, number)
}

/// A table for the game: it tells the story in whole sentences.
fn table_of(mut game: Game, wanted: &Wanted, seed: u64) -> Table {
    let told = game.take_told();
    let player = |role: Role| setup::Player {
        name: NAMES[role as usize].into(),
        kind: match wanted.opponent {
            Opponent::Computer(level) if role != wanted.side => Kind::Computer(level.name().into()),
            Opponent::Computer(_) | Opponent::Person => Kind::Person,
        },
        deck: String::new(),
        cards: Names::default(),
        by_hand: Default::default(),
    };
    let setup = GameSetup {
        edition: wanted.edition.name().into(),
        seed: Seed::from(seed),
        chance: Default::default(),
        roles: Default::default(),
        rules: 0,
        pocket: None,
        dark: player(Role::Dark),
        light: player(Role::Light),
        pace: Default::default(),
        undo: Default::default(),
        passing: Default::default(),
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    };
    let mut table = Table::around(game, told, setup);
    if wanted.by_hand {
        for role in Role::ALL {
            table.wishes[role].hands = Hands::Always;
        }
    }
    table
}

/// What can be typed.
const HELP: &str = "Type the number of a choice. c 3 reads the card of choice 3, c and a name any card; \
                    t shows the table, l the log, h a hint, ? this; q stops.";

/// How many lines of the log are shown at once.
const LOG: usize = 40;

/// When the table was shown, and to whom.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    who: Role,
    turn: u16,
    moment: Moment,
    /// The cards in hand: whoever draws wants to see them.
    hand: u8,
}

/// A game that is being played.
struct Play<'a> {
    source: &'a Cards,
    table: Table,
    wanted: &'a Wanted,
    /// How many lines of the table's story have been put in words.
    heard: usize,
    /// What happened, in words, with the rule.
    log: Vec<String>,
    /// How much of it has been shown.
    told: usize,
    /// Whether the table is drawn anew for every question.
    is_screen: bool,
    /// Whom the table was shown last, and when.
    shown: Option<Shown>,
}

impl Play<'_> {
    fn run(&mut self, out: &mut Out, seed: u64) -> Done {
        let mut computer = match self.wanted.opponent {
            Opponent::Person => None,
            Opponent::Computer(level) => Some(Player::new(level, seed)),
        };
        let mut input = io::stdin().lock().lines();
        loop {
            self.listen();
            let Some(decision) = self.table.game.decision() else { break };
            if let (true, Some(computer)) = (decision.who != self.wanted.side, &mut computer) {
                let index = computer.choose(self.table.game.seat(decision.who));
                self.answer(index).map_err(bad_input)?;
                continue;
            }
            if self.is_screen
                && computer.is_none()
                && self.shown.is_some_and(|shown| shown.who != decision.who)
            {
                screen::clear(out)?;
                out.prompt(&format!(
                    "{}, it's your turn to answer. Press Enter. ",
                    NAMES[decision.who as usize]
                ))?;
                if input.next().is_none() {
                    return Ok(Answer::No);
                }
            }
            if let Some((choice, _)) = self.table.settled().filter(|_| !self.wanted.ask_all) {
                self.answer(choice.into()).map_err(bad_input)?;
                continue;
            }
            self.show(out, &decision)?;
            if !self.answered(out, &decision, &mut input)? {
                return Ok(Answer::No);
            }
        }
        self.tell(out)?;
        let result = match self.table.game.outcome() {
            Some(Outcome::Won(who, rule)) => format!("{} wins (rule {rule}).", NAMES[who as usize]),
            Some(Outcome::Draw(rule)) => format!("The game is a draw (rule {rule})."),
            Some(Outcome::Stopped) | None => "The game was stopped.".to_string(),
        };
        out.line(paint(BOLD, &result))?;
        Ok(Answer::Yes)
    }

    /// Notes what has happened, in the words of whoever types. Two people at one keyboard read what the public sees.
    fn listen(&mut self) {
        let viewer = match self.wanted.opponent {
            Opponent::Person => Viewer::Public,
            Opponent::Computer(_) => Viewer::Seat(self.wanted.side),
        };
        let seen = self.table.seen(viewer);
        let (told, cards) = (seen.told_from(self.heard), seen.cards_told(self.heard));
        for (place, (shown, lines)) in told.iter().enumerate() {
            // Of a step in which nothing happens nothing is said.
            let is_empty = shown.kind == "step" && told.get(place + 1).is_some_and(|(next, _)| next.group);
            if is_empty {
                continue;
            }
            let mut words = String::new();
            for (text, card) in table::parts(&shown.text) {
                words.push_str(text);
                if let Some(card) = card {
                    let known = cards.get(card).map(|id| seen.sight().catalog().definition(*id).to_string());
                    words.push_str(known.as_deref().unwrap_or("a card"));
                }
            }
            let rule = lines.clone().last().and_then(|line| seen.lines().get(line)).map(|line| line.rule);
            let rule = rule.map_or(String::new(), |rule| format!(" {}", paint(FAINT, &format!("[{rule}]"))));
            self.log.push(if shown.group { paint(BOLD, &words) } else { format!("  {words}{rule}") });
        }
        self.heard = seen.lines().len();
    }

    fn answer(&mut self, choice: usize) -> Result<(), engine::Refused> {
        self.table.answer(u16::try_from(choice).unwrap_or(u16::MAX))
    }

    /// What happened since it was told last.
    fn tell(&mut self, out: &mut Out) -> io::Result<()> {
        for line in self.log.get(self.told..).unwrap_or_default() {
            out.line(line)?;
        }
        self.told = self.log.len();
        Ok(())
    }

    /// The table, what happened, and the question. Plain lines have the table once a step.
    fn show(&mut self, out: &mut Out, decision: &Decision) -> io::Result<()> {
        let seat = Seat::new(self.source, &self.table.game, decision.who);
        let hand = seat.view.players[decision.who].hand;
        let now = Shown { who: decision.who, turn: seat.view.turn, moment: seat.view.moment, hand };
        let is_new =
            self.shown.replace(now).is_none_or(|last| Shown { hand, ..last } != now || last.hand < hand);
        if self.is_screen {
            screen::clear(out)?;
            screen::draw(out, &seat, &title(&seat), NAMES)?;
            out.gap()?;
            let lines = self.log.get(self.told..).unwrap_or_default();
            for line in &lines[lines.len().saturating_sub(LOG / 4)..] {
                out.line(line)?;
            }
            self.told = self.log.len();
        } else {
            for line in self.log.get(self.told..).unwrap_or_default() {
                out.line(line)?;
            }
            self.told = self.log.len();
            if is_new {
                table(out, &seat)?;
            }
        }
        out.gap()?;
        question(out, &seat, decision)
    }

    /// Reads until the question is answered; `false` if the player stops.
    fn answered(
        &mut self,
        out: &mut Out,
        decision: &Decision,
        input: &mut impl Iterator<Item = io::Result<String>>,
    ) -> Result<bool, Failure> {
        loop {
            if self.is_screen {
                out.prompt("> ")?;
            }
            let Some(line) = input.next() else { return Ok(false) };
            let line = line.map_err(Failure::Output)?;
            let typed = line.trim();
            let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
            let seat = Seat::new(self.source, &self.table.game, decision.who);
            match word.to_ascii_lowercase().as_str() {
                "q" | "quit" => return Ok(false),
                "h" | "hint" => hint(out, &seat, decision)?,
                "?" | "help" => out.hanging("", "", HELP)?,
                "t" | "table" => {
                    table(out, &seat)?;
                    question(out, &seat, decision)?;
                }
                "l" | "log" => {
                    for line in &self.log[self.log.len().saturating_sub(LOG)..] {
                        out.line(line)?;
                    }
                }
                "c" | "card" => read_card(out, &seat, decision, rest.trim())?,
                _ => match typed.parse::<usize>() {
                    Ok(number @ 1..) if self.answer(number - 1).is_ok() => return Ok(true),
                    _ => out.line(format!(
                        "Answer with a number from 1 to {}, c and a number to read its card, h for a hint, or q to stop.",
                        decision.choices.len()
                    ))?,
                },
            }
        }
    }
}

/// Turn and step.
fn title(seat: &Seat) -> String {
    let step = replay::moment(seat.view.moment, &NAMES.map(String::from));
    match seat.view.turn {
        0 => format!("Before the first turn, {step}"),
        turn => format!("Turn {turn}, {step}"),
    }
}

/// The table in plain lines.
fn table(out: &mut Out, seat: &Seat) -> io::Result<()> {
    out.gap()?;
    out.line(paint(BOLD, &title(seat)))?;
    board::show(out, seat.game, &seat.view, NAMES)
}

/// Shows a card: that of a choice, one by name that the player sees, or any other.
fn read_card(out: &mut Out, seat: &Seat, decision: &Decision, which: &str) -> Result<(), Failure> {
    let of_choice = |number: usize| {
        let choice = decision.choices.get(number.checked_sub(1)?)?;
        Some(seat.definition(choice.card().or(decision.source)?)?.to_string())
    };
    let name = match which.parse::<usize>() {
        Ok(number) => match of_choice(number) {
            Some(name) => name,
            None => {
                out.line(format!("Choice {which} is about no card that you can see."))?;
                return Ok(());
            }
        },
        Err(_) if which.is_empty() => {
            out.line("Type c and the number of a choice, or c and a name.")?;
            return Ok(());
        }
        Err(_) => {
            let wanted = which.to_lowercase();
            let seen =
                seat.view.cards.iter().filter_map(|card| seat.definition(card.slot)).map(ToString::to_string);
            let fitting: BTreeSet<String> =
                seen.filter(|name| name.to_lowercase().contains(&wanted)).collect();
            match fitting.len() {
                1 => fitting.into_iter().next().unwrap_or_default(),
                _ => which.to_string(),
            }
        }
    };
    card::run(out, seat.source, &[name], false).map(drop)
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

/// The best choices, with their chances and reasons.
fn hint(out: &mut Out, seat: &Seat, decision: &Decision) -> io::Result<()> {
    let lines = choices::lines(seat, decision);
    for hint in ai::hint(seat.game.seat(decision.who), Budget::time(HINT).at_most(HINT_ROUNDS)).iter().take(3)
    {
        let choice = lines.get(hint.index).map_or("", String::as_str);
        let chance = 100.0 * hint.win_chance;
        let text = format!("{}. {choice}: {chance:.0} % to win; {}", hint.index + 1, hint.reason);
        out.hanging("  Hint: ", "    ", &text)?;
    }
    Ok(())
}

/// The question with its choices.
fn question(out: &mut Out, seat: &Seat, decision: &Decision) -> io::Result<()> {
    let about = decision.source.map_or(String::new(), |card| format!(" ({})", seat.name(card)));
    let who = NAMES[decision.who as usize];
    let text = format!("{who}: {}{about} [rule {}]", decision.why.words(), decision.rule);
    out.line(paint(BOLD, &text))?;
    for (number, line) in (1..).zip(choices::lines(seat, decision)) {
        out.hanging(&format!("{number:>3}. "), "     ", &line)?;
    }
    Ok(())
}
