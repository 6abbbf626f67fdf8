//! Running a scenario: answers are taken by their words, everything else is passed.

use crate::decks;
use crate::position::{self, Compile, Sources, Table, lay};
use crate::scenario::{Expect, Scenario, Spot, Statistic, Step, What};
use engine::state::{Outcome, Slot, Where};
use engine::{Choice, Face, Game, Position, Viewer, What as Happened, Why};
use vocab::ability::Ability;
use vocab::{Role, RuleNumber};

/// How a scenario went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What happened, in order.
    pub timeline: Vec<String>,
    /// What is not as expected; nothing if the scenario holds.
    pub failures: Vec<Failure>,
}

/// Something that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the file; 0 for the whole.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

/// More passes than this in a row mean that a scenario waits for something that never comes.
const MOST_PASSES: usize = 400;

/// Runs a scenario with a compiler for the texts of its cards.
pub fn run(scenario: &Scenario, compile: &Compile<'_>) -> Verdict {
    let printed = &|name: &str| Err(format!("`{name}`: no folder of cards is open"));
    run_with(scenario, Sources { compile, printed })
}

/// The same with a folder for the cards that it names.
pub fn run_with(scenario: &Scenario, sources: Sources<'_>) -> Verdict {
    carry_out(scenario, sources, |position| position).0
}

/// The same under watch: also the abilities that came up, that is were offered, triggered or applied.
pub fn watch(scenario: &Scenario, sources: Sources<'_>) -> (Verdict, Vec<Ability>) {
    let (verdict, game) = carry_out(scenario, sources, Position::watched);
    let seen = game.map(|game| game.catalog().seen().cloned().collect());
    (verdict, seen.unwrap_or_default())
}

/// Plays a scenario; there is no game if it is about decks alone or its cards cannot be laid down.
fn carry_out(
    scenario: &Scenario,
    sources: Sources<'_>,
    prepare: impl FnOnce(Position) -> Position,
) -> (Verdict, Option<Game>) {
    let Some(begin) = position::begin(scenario.start) else { return (look_at_decks(scenario), None) };
    let Table { position, names } = match lay(scenario, sources) {
        Ok(table) => table,
        Err((line, message)) => {
            return (Verdict { timeline: Vec::new(), failures: vec![Failure { line, message }] }, None);
        }
    };
    let mut position = prepare(position);
    let first = scenario.steps.iter().take_while(|step| matches!(step.what, What::Dice(_)));
    for step in first {
        if let What::Dice(rolls) = &step.what {
            position.dice(rolls);
        }
    }
    let game = position.play_on(begin);
    let verdict = Verdict { timeline: Vec::new(), failures: Vec::new() };
    let mut run = Run { game, names, rolled: None, verdict };
    run.note_events();
    let mut unfinished = true;
    for (i, step) in scenario.steps.iter().enumerate() {
        let done = match &step.what {
            // Dice are laid ready before the answer that they follow.
            What::Dice(_) => Ok(()),
            What::Answer(words) => {
                unfinished = true;
                run.answer(words, &scenario.steps[i + 1..])
            }
            What::IfAsked(words) => {
                unfinished = true;
                run.if_asked(words)
            }
            What::Offered(words) => run.offered(words),
            What::Refused(words) => run.refused(words),
            What::Never(words) => run.never(words),
            What::Finish => run.finish(),
            What::Expect(expect) => {
                let finished = if std::mem::take(&mut unfinished) { run.finish() } else { Ok(()) };
                finished.and_then(|()| match expect {
                    Expect::DeckFaults(who, rules) => check_deck(scenario, *who, rules),
                    other => run.check(other),
                })
            }
        };
        if let Err(message) = done {
            run.verdict.failures.push(Failure { line: step.line, message });
            if !matches!(step.what, What::Expect(_)) {
                break;
            }
        }
    }
    (run.verdict, Some(run.game))
}

/// A scenario in which nothing is played: its decks are checked.
fn look_at_decks(scenario: &Scenario) -> Verdict {
    let mut verdict = Verdict { timeline: Vec::new(), failures: Vec::new() };
    for step in &scenario.steps {
        let done = match &step.what {
            What::Expect(Expect::DeckFaults(who, rules)) => check_deck(scenario, *who, rules),
            _ => {
                Err("`start deck` plays nothing: expect `dark deck legal` or `dark deck breaks 401.4`".into())
            }
        };
        verdict.failures.extend(done.err().map(|message| Failure { line: step.line, message }));
    }
    verdict
}

/// The deck breaks exactly these rules.
fn check_deck(scenario: &Scenario, who: Role, expected: &[RuleNumber]) -> Result<(), String> {
    let faults = decks::faults(scenario, who)?;
    let surprises: Vec<String> =
        faults.iter().filter(|fault| !expected.contains(&fault.rule)).map(ToString::to_string).collect();
    let missing = expected.iter().find(|rule| !faults.iter().any(|fault| fault.rule == **rule));
    match (&surprises[..], missing) {
        ([], None) => Ok(()),
        ([], Some(rule)) => Err(format!("the deck does not break rule {rule}")),
        (surprises, _) => Err(format!("the deck is wrong: {}", surprises.join("; "))),
    }
}

struct Run {
    game: Game,
    names: Vec<(String, Slot)>,
    /// The dice of the first roll since dice were laid ready.
    rolled: Option<u8>,
    verdict: Verdict,
}

impl Run {
    /// Takes the choice with these words, passing until it is offered.
    fn answer(&mut self, words: &str, following: &[Step]) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            if let Some(index) = self.find(words) {
                self.lay_dice(following);
                return self.take(index);
            }
            let Some(index) = self.passing() else { return Err(self.not_offered(words)) };
            self.take(index)?;
        }
        Err(format!("`{words}` is never offered"))
    }

    /// Takes the choice with exactly these words if the present question has it. The dice that follow it have been
    /// laid ready with the answer before it, which may be the last that is asked.
    fn if_asked(&mut self, words: &str) -> Result<(), String> {
        let is_whole = |index: &usize| {
            let choice = self.game.choices().get(*index);
            choice.is_some_and(|choice| self.game.label(*choice).eq_ignore_ascii_case(words))
        };
        self.find(words).filter(is_whole).map_or(Ok(()), |index| self.take(index))
    }

    /// Lays ready the dice that the following lines give, up to the next answer that must be given.
    fn lay_dice(&mut self, following: &[Step]) {
        let belongs = |step: &&Step| matches!(step.what, What::Dice(_) | What::IfAsked(_));
        for step in following.iter().take_while(belongs) {
            if let What::Dice(rolls) = &step.what {
                self.game.script_dice(rolls);
                self.rolled = None;
            }
        }
    }

    /// Passes until these words are offered; they are not taken.
    fn offered(&mut self, words: &str) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            if self.find(words).is_some() {
                return Ok(());
            }
            let Some(index) = self.passing() else { return Err(self.not_offered(words)) };
            self.take(index)?;
        }
        Err(format!("`{words}` is never offered"))
    }

    /// Passes as `finish` does; these words must not be offered on the way, nor at its end.
    fn never(&mut self, words: &str) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            self.refused(words)?;
            match self.passing().filter(|_| !self.is_main()) {
                Some(index) => self.take(index)?,
                None => return Ok(()),
            }
        }
        Err("the game does not come to a rest by passing".into())
    }

    fn refused(&self, words: &str) -> Result<(), String> {
        match self.find(words) {
            Some(_) => Err(format!("`{words}` is offered, but should not be")),
            None => Ok(()),
        }
    }

    /// Passes until the next unit acts or the next step asks for something of its own.
    fn finish(&mut self) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let Some(index) = self.passing().filter(|_| !self.is_main()) else { return Ok(()) };
            self.take(index)?;
        }
        Err("the game does not come to a rest by passing".into())
    }

    /// Whether a unit is about to act, or a step asks for something of its own.
    fn is_main(&self) -> bool {
        let Some(decision) = self.game.decision() else { return true };
        match decision.why {
            Why::Act | Why::NextUnit | Why::Build | Why::Retreat | Why::SetupBuild | Why::Mulligan => true,
            Why::PlayEvent
            | Why::PullResource
            | Why::SetupPartial
            | Why::BuildCounters
            | Why::BuildStepStart
            | Why::Destination
            | Why::PlayOrPass
            | Why::Bid
            | Why::Order
            | Why::Optional
            | Why::PayOrNot
            | Why::Keyword(_)
            | Why::Choose
            | Why::Mode
            | Why::X
            | Why::Pay
            | Why::Prevent
            | Why::Divide
            | Why::Equip
            | Why::Untap => false,
        }
    }

    fn take(&mut self, index: usize) -> Result<(), String> {
        if let (Some(decision), Some(choice)) = (self.game.decision(), self.game.choices().get(index)) {
            let label = self.game.label(*choice);
            self.verdict.timeline.push(format!("{:?}: {label} [{}]", decision.who, decision.rule));
        }
        self.game.answer(index).map_err(|refused| refused.to_string())?;
        self.note_events();
        Ok(())
    }

    fn note_events(&mut self) {
        for event in self.game.take_events() {
            if let (Happened::Rolled { dice, .. }, None) = (event.what, self.rolled) {
                self.rolled = Some(dice);
            }
            let line = format!("  {} [{}]", self.game.tell(&event), event.rule);
            self.verdict.timeline.push(line);
        }
    }

    /// The choice with these words: all of them, or the only one that contains them.
    fn find(&self, words: &str) -> Option<usize> {
        let wanted = words.to_lowercase();
        let wanted = match wanted.split_once(" attacks ") {
            Some((unit, target)) => {
                let source = self.game.decision()?.source?;
                if self.game.name_of(source).to_lowercase() != unit {
                    return None;
                }
                format!("attack {target}")
            }
            None => wanted,
        };
        // `order 2` answers what comes first, `option 2` everything else.
        let is_order = self.game.decision().is_some_and(|decision| is_order(decision.why));
        let wanted = match wanted.strip_prefix("order ") {
            Some(number) if is_order => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                return (index < self.game.choices().len()).then_some(index);
            }
            None if is_order && wanted.starts_with("option ") => return None,
            Some(_) | None => wanted,
        };
        let labels: Vec<String> =
            self.game.choices().iter().map(|choice| self.game.label(*choice).to_lowercase()).collect();
        if let Some(exact) = labels.iter().position(|label| *label == wanted) {
            return Some(exact);
        }
        // In a chance a bare name offers the unit's Lucky (rule 1738.2).
        if let (Some((unit, _)), Why::PlayOrPass) =
            (wanted.split_once(" uses lucky"), self.game.decision()?.why)
        {
            return labels.iter().position(|label| label == unit);
        }
        if ["pass", "done", "yes", "no", "back"].contains(&&*wanted) || wanted.parse::<u8>().is_ok() {
            return None;
        }
        let mut containing = labels.iter().enumerate().filter(|(_, label)| label.contains(&wanted));
        match (containing.next(), containing.next()) {
            (Some((only, _)), None) => Some(only),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }

    /// The choice that does nothing; where an order must be chosen, the first; of bids the lowest.
    fn passing(&self) -> Option<usize> {
        let nothing = [Choice::Pass, Choice::Done, Choice::No]
            .into_iter()
            .find_map(|nothing| self.game.choices().iter().position(|choice| *choice == nothing));
        let why = self.game.decision()?.why;
        let no_bid = || self.game.choices().iter().position(|choice| *choice == Choice::Number(0));
        match why {
            Why::Bid => nothing.or_else(no_bid),
            _ if is_order(why) => nothing.or(Some(0)),
            _ => nothing,
        }
    }

    fn not_offered(&self, words: &str) -> String {
        match self.game.decision() {
            None => format!("`{words}` is not offered: the game is over"),
            Some(decision) => {
                let labels: Vec<String> =
                    decision.choices.iter().map(|choice| self.game.label(*choice)).collect();
                format!(
                    "`{words}` is not offered: {:?} is asked to {} [{}]: {}",
                    decision.who,
                    decision.why.words(),
                    decision.rule,
                    labels.join(" | ")
                )
            }
        }
    }

    fn slot(&self, name: &str) -> Result<Slot, String> {
        let found = self.names.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, slot)| *slot).ok_or_else(|| format!("there is no card called `{name}`"))
    }

    fn check(&self, expect: &Expect) -> Result<(), String> {
        let state = self.game.state();
        match expect {
            Expect::Counters(name, kind, n) => {
                let found = state.card(self.slot(name)?).counters(*kind);
                same(&format!("{} counters on {name}", kind.name()), found, *n)
            }
            Expect::Tapped(name) => {
                same(&format!("{name} tapped"), state.card(self.slot(name)?).is_tapped(), true)
            }
            Expect::Untapped(name) => {
                same(&format!("{name} tapped"), state.card(self.slot(name)?).is_tapped(), false)
            }
            Expect::In(name, spot) => {
                let place = state.card(self.slot(name)?).place;
                let fits = match (spot, place) {
                    (Spot::Arena(arena), Where::Arena(own)) => *arena == own,
                    (Spot::BuildZone | Spot::Building, Where::BuildZone)
                    | (Spot::Hand, Where::Hand)
                    | (Spot::Deck, Where::Deck)
                    | (Spot::DiscardPile, Where::DiscardPile)
                    | (Spot::Removed, Where::Removed)
                    | (Spot::EventZone, Where::EventZone)
                    | (Spot::Supply, Where::Supply) => true,
                    (Spot::Under(host), Where::Stacked(own))
                    | (Spot::Pilot(host), Where::Piloting(own))
                    | (Spot::On(host), Where::Attached(own))
                    | (Spot::Beneath(host), Where::Beneath(own)) => self.slot(host)? == own,
                    (_, _) => false,
                };
                if fits { Ok(()) } else { Err(format!("{name} is in {place:?}, expected {spot:?}")) }
            }
            Expect::Force(who, n) => same("Force", state.players[*who].force, *n),
            Expect::BuildPoints(who, n) => same("build points", state.players[*who].build, *n),
            Expect::HandSize(who, n) => {
                same("cards in hand", state.zone(*who, Where::Hand).count(), usize::from(*n))
            }
            Expect::DeckSize(who, n) => {
                same("cards in the deck", state.zone(*who, Where::Deck).count(), usize::from(*n))
            }
            Expect::Asked(who) => match self.game.decision() {
                Some(decision) if decision.who == *who => Ok(()),
                Some(decision) => Err(format!("{:?} is asked to {}", decision.who, decision.why.words())),
                None => Err("nobody is asked: the game is over".into()),
            },
            Expect::FaceDown(name) => {
                same(&format!("{name} face-down"), state.card(self.slot(name)?).is_face_down(), true)
            }
            Expect::Sees(who, known, name) => {
                let face = self.game.face_of(self.slot(name)?, Viewer::Seat(*who));
                same(&format!("{who:?} sees {name}"), matches!(face, Some(Face::Known(_))), *known)
            }
            Expect::DeckFaults(..) => Err("decks are looked at apart from the game".into()),
            Expect::Value(name, statistic, n) => {
                let now = self.game.now(self.slot(name)?);
                let found = match statistic {
                    Statistic::Speed => now.speed,
                    Statistic::Power => now.power,
                    Statistic::Health => now.health,
                };
                same(&format!("{statistic:?} of {name}"), found, *n)
            }
            Expect::Turn(n) => same("turn", state.turn, *n),
            Expect::Rolled(n) => same("dice rolled", self.rolled.unwrap_or_default(), *n),
            Expect::NoWinner => match self.game.outcome() {
                None => Ok(()),
                Some(outcome) => Err(format!("the game is over: {outcome:?}")),
            },
            Expect::Draw => match self.game.outcome() {
                Some(Outcome::Draw(_)) => Ok(()),
                other => Err(format!("the game is no draw: {other:?}")),
            },
            Expect::Winner(who) => match self.game.outcome() {
                Some(Outcome::Won(winner, _)) if winner == *who => Ok(()),
                other => Err(format!("{who:?} has not won: {other:?}")),
            },
        }
    }
}

/// Whether the question is what comes first.
const fn is_order(why: Why) -> bool {
    matches!(why, Why::Order | Why::BuildStepStart)
}

fn same<T: Copy + PartialEq + std::fmt::Display>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found}, expected {expected}")) }
}

impl Verdict {
    /// Whether everything is as expected.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

impl std::fmt::Display for Verdict {
    /// What happened, line by line, and whether the scenario holds.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.timeline {
            writeln!(f, "{line}")?;
        }
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        f.write_str(if self.holds() { "The scenario holds." } else { "The scenario fails." })
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}
