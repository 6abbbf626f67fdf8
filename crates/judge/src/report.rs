//! A position of a game as a scenario: the cards, what was done in the present step, and what came of it, as far as one
//! viewer may know it. Whoever finds a ruling wrong changes what came of it into what should have.

use crate::offer;
use crate::position::Write;
use engine::state::{ByHand, Moment, Passes, Slot, Where};
use engine::{Choice, Event, Game, Viewer, What};
use std::fmt::Write as _;
use vocab::{Counter, DefinitionId, Edition, Role, RuleNumber};

/// What a card is called that the viewer doesn't know.
const HIDDEN: &str = "Hidden Card";
/// How such a card is written: nobody can complete it.
const HIDDEN_CARD: &str = "neutral ground Hidden Card 10/1/1 cost 40";
/// How many expectations a report has.
const MOST: usize = 24;

/// A report that is being written.
pub struct Report<'a> {
    viewer: Viewer,
    /// What the viewer has seen, by slots.
    known: Vec<Option<DefinitionId>>,
    /// How a card of a folder is written: `@Hunter (A)`.
    card: &'a dyn Fn(&Game, DefinitionId) -> String,
    write: &'a Write<'a>,
    position: String,
    script: Vec<String>,
    rule: Option<RuleNumber>,
    before: Vec<Card>,
    /// Cards that were drawn when the step began, which the judge draws again.
    drawn: Vec<Slot>,
}

/// What can be expected of a card.
#[derive(Clone, PartialEq, Eq)]
struct Card {
    name: String,
    place: Where,
    tapped: bool,
    counters: Vec<(Counter, u8)>,
}

impl<'a> Report<'a> {
    /// Begins with the position at the first question of a step, to which `events` led. `known` are the cards, by their
    /// slots, that the viewer has seen since.
    pub fn begin(
        begun: &Game,
        events: &[Event],
        known: Vec<Option<DefinitionId>>,
        viewer: Viewer,
        card: &'a dyn Fn(&Game, DefinitionId) -> String,
        write: &'a Write<'a>,
    ) -> Report<'a> {
        let mut report = Report {
            viewer,
            known,
            card,
            write,
            position: String::new(),
            script: Vec::new(),
            rule: None,
            before: Vec::new(),
            drawn: drawn(events),
        };
        report.before = report.cards(begun);
        report.position = report.laid(begun);
        report
    }

    /// Takes down an answer, before it is given.
    pub fn answer(&mut self, game: &Game, index: usize) {
        let (Some(choice), Some(offer)) =
            (game.choices().get(index), offer::offers(game, self.write).into_iter().nth(index))
        else {
            return;
        };
        let mut words = offer.full;
        for slot in [choice.card(), target(*choice)].into_iter().flatten() {
            if !self.is_known(slot) {
                words = words.replace(&game.name_of(slot), HIDDEN);
            }
        }
        // An order is written by its place, which is a word of the notation wherever something comes first.
        if game.asked().is_some_and(|ask| offer::is_order(ask.why)) {
            words = format!("order {}", index + 1);
        }
        self.rule = game.asked().map(|ask| ask.rule);
        self.script.push(words);
    }

    /// Takes down what came of it: the dice, and the rule of what happened last.
    pub fn happened(&mut self, events: &[Event]) {
        let dice: Vec<String> = events
            .iter()
            .filter_map(|event| match event.what {
                What::Die { natural } => Some(natural.to_string()),
                _ => None,
            })
            .collect();
        if !dice.is_empty() {
            self.script.push(format!("dice {}", dice.join(" ")));
        }
        self.rule = events.last().map(|event| event.rule).or(self.rule);
    }

    /// The report: its head, the story so far as comments, and what is true now.
    pub fn finish(self, present: &Game, told: &[String]) -> String {
        let mut text = String::new();
        let rule =
            self.rule.or_else(|| present.asked().map(|ask| ask.rule)).unwrap_or(RuleNumber::new(101, 1));
        let _ = writeln!(text, "REPORT What happened at the table, and what should have");
        let _ = writeln!(text, "rules {rule}\n");
        for line in told {
            let _ = writeln!(text, "# {}", line.replace('\n', " "));
        }
        let lasting = present.whole().lasting.len();
        if lasting > 0 {
            let _ = writeln!(text, "# Effects that last from earlier steps aren't part of this position.");
        }
        let _ = write!(text, "\n{}", self.position);
        // 1715.1: dice that the viewer doesn't see aren't told here either.
        let hidden = present.sight(self.viewer).view().attack.is_some_and(|attack| attack.hidden);
        if hidden {
            let _ = writeln!(text, "dice any");
        }
        for line in self.script.iter().filter(|line| !(hidden && line.starts_with("dice "))) {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "\n# This is what happened. Change it to what should have.");
        for line in self.expectations(present) {
            let _ = writeln!(text, "expect now {line}");
        }
        text
    }

    /// The position and the script alone, for whoever writes the rest.
    pub fn into_parts(self) -> (String, Vec<String>) {
        (self.position, self.script)
    }

    fn is_known(&self, slot: Slot) -> bool {
        self.known.get(slot.index()).is_some_and(Option::is_some)
    }

    /// What a card is called here.
    fn name(&self, game: &Game, slot: Slot) -> String {
        if self.is_known(slot) { game.name_of(slot) } else { HIDDEN.into() }
    }

    /// The head of the position, the cards, the pools and the start.
    fn laid(&self, game: &Game) -> String {
        let state = game.whole();
        let mut text = String::new();
        if state.options.edition == Edition::Sheets {
            text.push_str("edition sheets\n");
        }
        if state.options.passes == Passes::Asked {
            text.push_str("passes asked\n");
        }
        match Role::ALL.map(|who| state.options.by_hand.0[who]) {
            [ByHand::Used, ByHand::Used] => text.push_str("by hand\n"),
            [ByHand::Used, _] => text.push_str("by hand dark\n"),
            [_, ByHand::Used] => text.push_str("by hand light\n"),
            [_, _] => {}
        }
        // Cards with others on them come first: a name means the first card that has it.
        let has_others = |slot: &Slot| !state.slots().any(|on| state.card(on).place.host() == Some(*slot));
        let mut order: Vec<Slot> = state.slots().collect();
        order.sort_by_key(|slot| (depth(game, *slot), has_others(slot), state.card(*slot).arrived));
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        for slot in order.into_iter().filter(|slot| !self.drawn.contains(slot)) {
            let Some(place) = place(self, game, slot) else { continue };
            // What lies outside the game and isn't known doesn't matter here.
            if place == "supply" && !self.is_known(slot) {
                continue;
            }
            let (head, line) =
                (format!("{} {place}", side(state.card(slot).controller)), self.line(game, slot));
            match lines.iter_mut().find(|(own, _)| *own == head) {
                Some((_, cards)) => cards.push(line),
                None => lines.push((head, vec![line])),
            }
        }
        for (head, cards) in lines {
            let _ = writeln!(text, "{head}: {}", counted(cards));
        }
        for who in Role::ALL {
            let drawn = self.drawn.iter().rev().filter(|slot| state.card(**slot).owner == who);
            let deck = state.players[who].deck.iter().flatten().chain(drawn);
            let cards: Vec<String> = deck.map(|slot| self.line(game, *slot)).collect();
            if !cards.is_empty() {
                let _ = writeln!(text, "{} deck: {}", side(who), counted(cards));
            }
            let player = &state.players[who];
            let _ = writeln!(text, "{} force {} build {}", side(who), player.force, player.build);
        }
        let _ = writeln!(text, "start {}\n", start(state.moment));
        text
    }

    /// A card with what lies on it.
    fn line(&self, game: &Game, slot: Slot) -> String {
        let mut line = match self.known.get(slot.index()).copied().flatten() {
            Some(definition) => (self.card)(game, definition),
            None => HIDDEN_CARD.into(),
        };
        let (state, card) = (game.whole(), game.whole().card(slot));
        if card.place.is_on_the_table() {
            for kind in Counter::ALL {
                let word = if kind == Counter::Build { "counters" } else { kind.name() };
                match state.counters(slot, kind) {
                    0 => {}
                    number => line.push_str(&format!(" {word} {number}")),
                }
            }
            if card.is_tapped() {
                line.push_str(" tapped");
            }
        }
        line
    }

    /// The cards on the table that the viewer knows.
    fn cards(&self, game: &Game) -> Vec<Card> {
        let state = game.whole();
        let card = |slot: Slot| {
            let card = state.card(slot);
            let counters = Counter::ALL.map(|kind| (kind, state.counters(slot, kind))).to_vec();
            Card { name: self.name(game, slot), place: card.place, tapped: card.is_tapped(), counters }
        };
        state.slots().map(card).collect()
    }

    /// What has changed for cards whose names mean one card, and what the players have.
    fn expectations(&self, present: &Game) -> Vec<String> {
        let now = self.cards(present);
        let is_one = |card: &Card| {
            card.name != HIDDEN && now.iter().filter(|other| other.name == card.name).count() == 1
        };
        let mut lines = Vec::new();
        for (before, card) in self.before.iter().zip(&now).filter(|(_, card)| is_one(card)) {
            let name = &card.name;
            if before.tapped != card.tapped && card.place.is_on_the_table() {
                lines.push(format!("{name} {}", if card.tapped { "tapped" } else { "untapped" }));
            }
            for (own, (kind, number)) in before.counters.iter().zip(&card.counters) {
                if own.1 != *number && card.place.is_on_the_table() {
                    lines.push(format!("{name} {} {number}", kind.name()));
                }
            }
            if before.place != card.place {
                lines.extend(expected_place(card.place).map(|place| format!("{name} {place}")));
            }
        }
        lines.truncate(MOST);
        for who in Role::ALL {
            let player = &present.whole().players[who];
            lines.push(format!("{} force {}", side(who), player.force));
            let hand = present.whole().zone(who, Where::Hand).count();
            lines.push(format!("{} hand {hand}", side(who)));
        }
        if let Some(ask) = present.asked() {
            lines.push(format!("{} asked", side(ask.who)));
        }
        lines
    }
}

/// The cards that were drawn since the last step began, in that order.
fn drawn(events: &[Event]) -> Vec<Slot> {
    let begun = events.iter().rposition(|event| matches!(event.what, What::Started(_)));
    let since = begun.map_or(&[][..], |begun| &events[begun..]);
    let drawn = since.iter().filter_map(|event| match event.what {
        What::Moved { card, from: Where::Deck, to: Where::Hand } => Some(card),
        _ => None,
    });
    drawn.collect()
}

/// Cards of a line, equal neighbours counted.
fn counted(cards: Vec<String>) -> String {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for card in cards {
        match counted.last_mut() {
            Some((last, copies)) if *last == card && *copies < 60 => *copies += 1,
            _ => counted.push((card, 1)),
        }
    }
    let line = |(card, copies): (String, usize)| if copies == 1 { card } else { format!("{copies} {card}") };
    counted.into_iter().map(line).collect::<Vec<_>>().join("; ")
}

/// A player in the notation.
const fn side(who: Role) -> &'static str {
    match who {
        Role::Dark => "dark",
        Role::Light => "light",
    }
}

/// The card that another one is put on.
const fn target(choice: Choice) -> Option<Slot> {
    use engine::Spot;
    match choice {
        Choice::Put(_, Spot::OnTop(host) | Spot::Under(host) | Spot::Pilot(host) | Spot::Attach(host)) => {
            Some(host)
        }
        _ => None,
    }
}

/// How many cards lie under a card that lies on another.
fn depth(game: &Game, slot: Slot) -> usize {
    let hosts = std::iter::successors(Some(slot), |slot| game.whole().card(*slot).place.host());
    hosts.take(8).count()
}

/// Where a card lies, in the words of the notation; decks are written apart, in their order.
fn place(report: &Report, game: &Game, slot: Slot) -> Option<String> {
    let card = game.whole().card(slot);
    let on = |word: &str, host: Slot| Some(format!("{word} {}", report.name(game, host)));
    match card.place {
        Where::Nowhere | Where::Deck => None,
        Where::Hand => Some("hand".into()),
        Where::DiscardPile => Some("discard".into()),
        Where::Removed => Some("removed".into()),
        Where::Supply => Some("supply".into()),
        Where::EventZone => Some("event zone".into()),
        Where::BuildZone if card.is_face_down() => Some("building".into()),
        Where::BuildZone => Some("build zone".into()),
        Where::Arena(arena) => Some(arena.name().to_lowercase()),
        Where::Stacked(host) => on("under", host),
        Where::Piloting(host) => on("pilot", host),
        Where::Attached(host) => on("on", host),
        Where::Beneath(host) => on("beneath", host),
    }
}

/// Where a card is expected that has moved.
fn expected_place(place: Where) -> Option<String> {
    match place {
        Where::DiscardPile => Some("discarded".into()),
        Where::Removed => Some("removed".into()),
        Where::Hand => Some("in hand".into()),
        Where::BuildZone => Some("in build zone".into()),
        Where::Arena(arena) => Some(format!("in {}", arena.name().to_lowercase())),
        Where::Nowhere
        | Where::Deck
        | Where::Supply
        | Where::EventZone
        | Where::Stacked(_)
        | Where::Piloting(_)
        | Where::Attached(_)
        | Where::Beneath(_) => None,
    }
}

/// Where play begins so that it comes to the first question of a step.
fn start(moment: Moment) -> String {
    match moment {
        Moment::Preparation => "preparation".into(),
        Moment::Setup => "setup".into(),
        Moment::Ready => "turn".into(),
        Moment::BuildStep(who) => format!("build {}", side(who)),
        Moment::RetreatStep(who) => format!("retreat {}", side(who)),
        Moment::BattlePhase | Moment::TurnEnd => "battle".into(),
        Moment::BattleStep(arena) => format!("battle {}", arena.name().to_lowercase()),
    }
}

/// A report that runs: lines that the judge doesn't follow become comments, which say why. `run` is the judge.
pub fn runnable(text: &str, run: impl Fn(&str) -> Result<Vec<(u32, String)>, (u32, String)>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..lines.len() + 1 {
        let text = lines.join("\n") + "\n";
        let failures = match run(&text) {
            Ok(failures) if failures.is_empty() => return text,
            Ok(failures) => failures,
            Err(failure) => vec![failure],
        };
        let Some((line, message)) = failures.first() else { return text };
        let at = (*line as usize).saturating_sub(1).min(lines.len().saturating_sub(1));
        let why = message.lines().next().unwrap_or_default().to_string();
        let is_expectation = lines.get(at).is_some_and(|line| line.starts_with("expect "));
        // After a step that the judge doesn't follow the game is another one.
        let until = if is_expectation { at + 1 } else { lines.len() };
        for line in
            lines.iter_mut().take(until).skip(at).filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            *line = format!("# {line}");
        }
        lines.insert(at, format!("# The judge sees this differently: {why}"));
        // Without an expectation a scenario asks, and cites no rule.
        if !lines.iter().any(|line| line.starts_with("expect ")) {
            lines.retain(|line| !line.starts_with("rules "));
        }
    }
    lines.retain(|line| line.starts_with('#'));
    lines.join("\n") + "\n"
}
