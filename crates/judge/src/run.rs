//! Running a scenario: answers are taken by their words, everything else is passed.

use crate::decks;
use crate::expect;
use crate::names::{Names, nearest};
use crate::offer::{self, Found, Offer, is_order};
use crate::place::step_in_words;
use crate::position::{self, Compile, Sources, Table, lay};
use crate::scenario::{Expect, Scenario, Stage, Step, What};
use crate::verdict::{Entry, Failure, Verdict, role};
use crate::words::{Known, Sort};
use engine::state::{Moment, Seed};
use engine::{Choice, Game, Position, Told, What as Happened, Why};
use vocab::Role;
use vocab::ability::Ability;

/// More passes than this in a row mean that a scenario waits for something that never comes.
const MOST_PASSES: usize = 400;

/// Dice that aren't given must not matter: a scenario that leaves some to chance is played with each of these.
const SEEDS: [u64; 3] = [1, 2, 5];

/// Runs a scenario with a compiler for the texts of its cards.
pub fn run(scenario: &Scenario, compile: &Compile<'_>) -> Verdict {
    let printed = &|name: &str| Err(format!("`{name}`: no folder of cards is open"));
    run_with(scenario, Sources { compile, printed, write: &|_, _| None })
}

/// The same with a folder for the cards that it names.
pub fn run_with(scenario: &Scenario, sources: Sources<'_>) -> Verdict {
    let [first, others @ ..] = SEEDS;
    let played = play(scenario, sources, Seed::from(first), |position| position);
    if !played.verdict.holds() || !played.by_chance || scenario.is_question() {
        return played.verdict;
    }
    for seed in others {
        let mut again = play(scenario, sources, Seed::from(seed), |position| position).verdict;
        if !again.holds() {
            for failure in &mut again.failures {
                failure.message = format!("it depends on dice that aren't given: {}", failure.message);
            }
            return again;
        }
    }
    played.verdict
}

/// The same, and also which abilities came up: were offered, triggered or applied.
pub fn watch(scenario: &Scenario, sources: Sources<'_>) -> (Verdict, Vec<Ability>) {
    let played = play(scenario, sources, Seed::from(SEEDS[0]), Position::watched);
    let seen = played.game.map(|game| game.catalog().seen().cloned().collect());
    (played.verdict, seen.unwrap_or_default())
}

/// The game that a scenario leads to: where its script ends. There is none if it fails or is about decks alone.
pub fn reach(scenario: &Scenario, sources: Sources<'_>) -> Option<Game> {
    let played = play(scenario, sources, Seed::from(SEEDS[0]), |position| position);
    played.game.filter(|_| played.verdict.holds())
}

/// The same, with all that was told on the way.
pub fn reach_told(scenario: &Scenario, sources: Sources<'_>) -> Option<(Game, Vec<Told>)> {
    let played = play(scenario, sources, Seed::from(SEEDS[0]), Position::heard);
    let told = played.told;
    played.game.filter(|_| played.verdict.holds()).map(|game| (game, told))
}

/// A scenario that was played once; there is no game if it's about decks alone or its cards can't be laid down.
struct Played {
    verdict: Verdict,
    game: Option<Game>,
    /// What was told on the way, if somebody listened.
    told: Vec<Told>,
    /// Whether dice were left to chance.
    by_chance: bool,
}

fn play(
    scenario: &Scenario,
    sources: Sources<'_>,
    seed: Seed,
    prepare: impl FnOnce(Position) -> Position,
) -> Played {
    let without_game = |verdict| Played { verdict, game: None, told: Vec::new(), by_chance: false };
    let Some(begin) = position::begin(scenario.start) else {
        return without_game(decks::look_at(scenario));
    };
    let Table { position, names } = match lay(scenario, sources, seed) {
        Ok(table) => table,
        Err(failure) => return without_game(Verdict::failed(failure)),
    };
    let mut position = prepare(position);
    let first: Vec<&Step> =
        scenario.steps.iter().take_while(|step| matches!(step.what, What::Dice(_))).collect();
    let mut laid = Vec::new();
    for step in &first {
        if let What::Dice(rolls) = &step.what {
            position.dice(rolls);
            laid.push((step.line, rolls.len()));
        }
    }
    let game = position.play_on(begin);
    let mut run = Run::new(scenario, sources, game, names);
    (run.dice.laid, run.dice.used) = (laid, first.len());
    if scenario.steps.iter().take(first.len() + 1).any(|step| matches!(step.what, What::DiceAny)) {
        run.dice.any = true;
    }
    run.script(scenario);
    run.verdict.open = offer::open(&run.game, sources.write);
    let by_chance = run.dice.by_chance > 0;
    Played { by_chance, verdict: run.verdict, told: run.told, game: Some(run.game) }
}

/// An answer of a scenario that was played.
pub(crate) struct Taken {
    /// The step of the script that was being carried out.
    pub place: usize,
    /// Whether that step says it; otherwise it was passed on the way.
    pub named: bool,
    pub who: Role,
    pub choice: usize,
    /// The choice in words.
    pub words: String,
    /// The dice that were laid ready since the answer before.
    pub dice: Vec<u8>,
    /// The game before it.
    pub game: Game,
}

/// A scenario that was played, with all its answers.
pub(crate) struct Trace {
    pub verdict: Verdict,
    pub taken: Vec<Taken>,
    pub names: Names,
}

/// Plays a scenario and takes every answer down; nothing if it's about decks alone.
pub(crate) fn trace(scenario: &Scenario, sources: Sources<'_>) -> Option<Trace> {
    let begin = position::begin(scenario.start)?;
    let Table { position, names } = match lay(scenario, sources, Seed::from(SEEDS[0])) {
        Ok(table) => table,
        Err(failure) => {
            let (taken, names) = (Vec::new(), Names::default());
            return Some(Trace { verdict: Verdict::failed(failure), taken, names });
        }
    };
    let mut run = Run::new(scenario, sources, position.play_on(begin), names);
    run.tracing = Some(Tracing::default());
    run.script(scenario);
    let taken = run.tracing.take().map(|tracing| tracing.taken).unwrap_or_default();
    Some(Trace { verdict: run.verdict, taken, names: run.names })
}

/// What is taken down while a scenario is played.
#[derive(Default)]
struct Tracing {
    place: usize,
    dice: Vec<u8>,
    named: bool,
    taken: Vec<Taken>,
}

/// The dice of a run.
struct Dice {
    /// The dice of the first roll since dice were laid ready.
    rolled: Option<u8>,
    /// The lines whose dice are laid ready and not checked yet, and how many each has.
    laid: Vec<(u32, usize)>,
    /// The steps up to this one have had their dice laid.
    used: usize,
    /// How many dice the game has rolled by chance.
    by_chance: u32,
    /// Whether dice that aren't given are rolled at random.
    any: bool,
}

pub(crate) struct Run<'a> {
    pub(crate) game: Game,
    pub(crate) names: Names,
    sources: Sources<'a>,
    dice: Dice,
    /// Whether something is still to be passed before an expectation is looked at.
    unfinished: bool,
    verdict: Verdict,
    tracing: Option<Tracing>,
    /// What was told so far, if somebody listens.
    told: Vec<Told>,
}

/// What went wrong in a line: at which letter of its words, and what.
type Wrong = (Option<usize>, String);

impl<'a> Run<'a> {
    fn new(scenario: &Scenario, sources: Sources<'a>, game: Game, names: Names) -> Run<'a> {
        let dice =
            Dice { rolled: None, laid: Vec::new(), used: 0, by_chance: 0, any: scenario.is_question() };
        let verdict = Verdict::default();
        Run { game, names, sources, dice, unfinished: true, verdict, tracing: None, told: Vec::new() }
    }
}

impl Run<'_> {
    fn script(&mut self, scenario: &Scenario) {
        let start = self.note_events();
        if let Err(message) = start {
            let line = scenario.steps.first().map_or(0, |step| step.line);
            self.verdict.failures.push(Failure { line, column: 0, message });
            return;
        }
        for (place, step) in scenario.steps.iter().enumerate() {
            if let Err((at, message)) = self.step(scenario, place, step) {
                let column = at.map_or(0, |at| step.column + at + 1);
                self.verdict.failures.push(Failure { line: step.line, column, message });
                // What comes after a line that failed is about another game.
                if !matches!(step.what, What::Expect(_) | What::ExpectNow(_)) {
                    return;
                }
            }
        }
        self.check_dice();
    }

    fn step(&mut self, scenario: &Scenario, place: usize, step: &Step) -> Result<(), Wrong> {
        let following = &scenario.steps[place + 1..];
        if let Some(tracing) = &mut self.tracing {
            tracing.place = place;
        }
        let whole = |message: String| (None, message);
        if matches!(step.what, What::Answer(_) | What::IfAsked(_)) {
            self.unfinished = true;
        }
        match &step.what {
            // Dice are laid ready before the answer that they follow.
            What::Dice(_) if place < self.dice.used => Ok(()),
            What::Dice(_) => Err(whole("dice are written after the line that leads to the roll".to_string())),
            What::DiceAny => {
                self.dice.any = true;
                Ok(())
            }
            What::Answer(words) => self.answer(words, place, following),
            What::IfAsked(words) => self.if_asked(words),
            What::Offered(words) => self.offered(words, place, following),
            What::Refused(words) => self.refused(words),
            What::Never(words) => self.never(words, place, following),
            What::Finish => {
                self.lay_dice(place, following);
                self.finish().map_err(whole)
            }
            What::Until(stage) => {
                self.lay_dice(place, following);
                self.until(*stage).map_err(whole)
            }
            What::ExpectNow(expect) => self.expect(scenario, expect).map_err(whole),
            What::Expect(expect) => {
                if std::mem::take(&mut self.unfinished) {
                    self.finish().map_err(whole)?;
                }
                self.expect(scenario, expect).map_err(whole)
            }
        }
    }

    fn expect(&self, scenario: &Scenario, expect: &Expect) -> Result<(), String> {
        match expect {
            Expect::DeckFaults(who, rules) => decks::check(scenario, *who, rules),
            Expect::Rolled(n) => expect::same("dice rolled", self.dice.rolled.unwrap_or_default(), *n),
            other => expect::check(&self.game, &self.names, other),
        }
    }

    /// Takes the choice with these words, passing until it's offered.
    fn answer(&mut self, words: &str, place: usize, following: &[Step]) -> Result<(), Wrong> {
        let index = self.wait_for(words)?;
        self.lay_dice(place, following);
        self.take_named(index)
    }

    /// Passes until these words are offered; they aren't taken.
    fn offered(&mut self, words: &str, place: usize, following: &[Step]) -> Result<(), Wrong> {
        self.lay_dice(place, following);
        self.wait_for(words).map(drop)
    }

    /// Passes until these words are offered, at most to the first question after the present step.
    fn wait_for(&mut self, words: &str) -> Result<usize, Wrong> {
        let began = self.now();
        let mut seen: Vec<Offer> = Vec::new();
        for _ in 0..MOST_PASSES {
            let offers = self.offers();
            match offer::find(words, &self.game, &offers, &self.names) {
                Found::One(index) => return Ok(index),
                Found::Several(several) => return Err((Some(0), several_fit(words, &several))),
                Found::None => {}
            }
            // "Hunter attacks Bunker" also says which of several tied units acts (rule 1103.3).
            let attacker = words.split_once(" attacks ").map(|(unit, _)| unit);
            let is_tie = self.game.asked().is_some_and(|asked| asked.why == Why::NextUnit);
            if let Some(unit) = attacker.filter(|_| is_tie)
                && let Found::One(index) = offer::find(unit, &self.game, &offers, &self.names)
            {
                self.take(index).map_err(|message| (None, message))?;
                continue;
            }
            for offer in offers {
                if !seen.contains(&offer) {
                    seen.push(offer);
                }
            }
            match self.passing().filter(|_| self.now() == began) {
                Some(index) => self.take(index).map_err(|message| (None, message))?,
                None => break,
            }
        }
        Err(self.not_offered(words, began, &seen))
    }

    /// The turn and the step.
    fn now(&self) -> (u16, Moment) {
        (self.game.whole().turn, self.game.whole().moment)
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        offer::offers(&self.game, self.sources.write)
    }

    /// Takes the choice with exactly these words if the open question has it. The dice that follow it have been
    /// laid ready with the answer before it, which may be the last that's asked.
    fn if_asked(&mut self, words: &str) -> Result<(), Wrong> {
        self.known(words)?;
        match offer::find_whole(words, &self.game, &self.offers(), &self.names) {
            Found::One(index) => self.take_named(index),
            Found::Several(several) => Err((Some(0), several_fit(words, &several))),
            Found::None => Ok(()),
        }
    }

    /// Takes a choice that the script says.
    fn take_named(&mut self, index: usize) -> Result<(), Wrong> {
        if let Some(tracing) = &mut self.tracing {
            tracing.named = true;
        }
        self.take(index).map_err(|message| (None, message))
    }

    /// Lays ready the dice that the following lines give, up to the next answer that must be given.
    fn lay_dice(&mut self, place: usize, following: &[Step]) {
        let belongs = |step: &&Step| match step.what {
            What::Dice(_)
            | What::DiceAny
            | What::IfAsked(_)
            | What::Offered(_)
            | What::Refused(_)
            | What::Never(_)
            | What::ExpectNow(_) => true,
            What::Answer(_) | What::Finish | What::Until(_) | What::Expect(_) => false,
        };
        let following = &following[self.dice.used.saturating_sub(place + 1).min(following.len())..];
        let place = place.max(self.dice.used.saturating_sub(1));
        if following.iter().take_while(belongs).any(|step| matches!(step.what, What::Dice(_))) {
            self.check_dice();
        }
        for (after, step) in following.iter().take_while(belongs).enumerate() {
            match &step.what {
                What::Dice(rolls) => {
                    if let Some(tracing) = &mut self.tracing {
                        tracing.dice.extend(rolls);
                    }
                    self.game.script_dice(rolls);
                    self.dice.laid.push((step.line, rolls.len()));
                    self.dice.rolled = None;
                }
                What::DiceAny => self.dice.any = true,
                _ => {}
            }
            self.dice.used = self.dice.used.max(place + 2 + after);
        }
    }

    /// Dice that were laid earlier must have been rolled by now: the line whose dice are left over is wrong.
    fn check_dice(&mut self) {
        let mut left = self.game.laid_dice();
        for (line, count) in std::mem::take(&mut self.dice.laid).into_iter().rev() {
            let unused = left.min(count);
            left -= unused;
            if unused > 0 {
                let message = match unused {
                    1 => "the last die of this line is never rolled".to_string(),
                    all if all == count => "the dice of this line are never rolled".to_string(),
                    n => format!("the last {n} dice of this line are never rolled"),
                };
                self.verdict.failures.push(Failure { line, column: 0, message });
            }
        }
    }

    /// These words name one known thing.
    fn known(&self, words: &str) -> Result<(), Wrong> {
        let known = Known { game: &self.game, names: &self.names, write: self.sources.write };
        known.check(words).map_err(|nameless| (Some(nameless.at), nameless.message))
    }

    /// Passes as `finish` does; these words must not be offered on the way, nor at its end.
    fn never(&mut self, words: &str, place: usize, following: &[Step]) -> Result<(), Wrong> {
        self.lay_dice(place, following);
        self.known(words)?;
        for _ in 0..MOST_PASSES {
            self.not_now(words)?;
            match self.passing().filter(|_| !self.is_main()) {
                Some(index) => self.take(index).map_err(|message| (None, message))?,
                None => return Ok(()),
            }
        }
        Err((None, "passing doesn't bring the game to a rest".into()))
    }

    /// These words are known and aren't offered by the open question.
    fn refused(&self, words: &str) -> Result<(), Wrong> {
        self.known(words)?;
        if !self.could_offer(words) {
            let open = offer::open(&self.game, self.sources.write);
            let open = open.map_or_else(|| "the game is over".to_string(), |open| open.to_string());
            return Err((Some(0), format!("`{words}` proves nothing here: {open}")));
        }
        self.not_now(words)
    }

    /// Whether the open question is one that offers such things.
    fn could_offer(&self, words: &str) -> bool {
        let Some(ask) = self.game.asked() else { return false };
        let sort = Sort::of(words, &self.names);
        let is_sort = |choice: &Choice| sort == Sort::of(&offer::base(&self.game, *choice), &self.names);
        let asks_for = match sort {
            Sort::Attack => ask.why == Why::Act,
            Sort::Play | Sort::Use => matches!(ask.why, Why::PlayOrPass | Why::Build | Why::Act),
            Sort::Put => {
                matches!(ask.why, Why::Build | Why::Destination | Why::SetupBuild | Why::SetupPartial)
            }
            Sort::Word => true,
            Sort::Card | Sort::Number | Sort::Option | Sort::Die => false,
        };
        asks_for || self.game.choices().iter().any(is_sort)
    }

    fn not_now(&self, words: &str) -> Result<(), Wrong> {
        match offer::find_whole(words, &self.game, &self.offers(), &self.names) {
            Found::None => Ok(()),
            Found::One(_) => Err((Some(0), format!("`{words}` is offered, but shouldn't be"))),
            Found::Several(several) => Err((Some(0), several_fit(words, &several))),
        }
    }

    /// Passes until the next unit acts or the next step asks for something of its own.
    fn finish(&mut self) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let Some(index) = self.passing().filter(|_| !self.is_main()) else { return Ok(()) };
            self.take(index)?;
        }
        Err("passing doesn't bring the game to a rest".into())
    }

    /// Passes until this step asks something.
    fn until(&mut self, stage: Stage) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let (turn, moment) = self.now();
            let is_there = match stage {
                Stage::Turn(n) => turn >= n,
                Stage::Step(wanted) => moment == wanted,
                Stage::Battle => matches!(moment, Moment::BattlePhase | Moment::BattleStep(_)),
            };
            if is_there {
                return Ok(());
            }
            let Some(index) = self.passing() else { break };
            self.take(index)?;
        }
        let open = offer::open(&self.game, self.sources.write);
        Err(match open {
            Some(open) => format!("passing doesn't lead to this step: {open}"),
            None => "this step never comes: the game is over".into(),
        })
    }

    /// Whether a unit is about to act, or a step asks for something of its own.
    fn is_main(&self) -> bool {
        // What comes before a step's own questions is passed over with the rest.
        let is_before = |why: Why| matches!(why, Why::SetupPartial | Why::BuildStepStart);
        self.game.asked().is_none_or(|ask| ask.why.is_of_step() && !is_before(ask.why))
    }

    fn take(&mut self, index: usize) -> Result<(), String> {
        if let (Some(ask), Some(offer)) = (self.game.asked(), self.offers().get(index)) {
            let entry = Entry { who: Some(ask.who), words: offer.full.clone(), rule: ask.rule };
            self.verdict.timeline.push(entry);
            if let Some(Tracing { place, dice, named, taken }) = &mut self.tracing {
                let (named, dice) = (std::mem::take(named), std::mem::take(dice));
                let (place, words, game) = (*place, offer.full.clone(), self.game.clone());
                taken.push(Taken { place, named, who: ask.who, choice: index, words, dice, game });
            }
        }
        self.game.answer(index).map_err(|refused| refused.to_string())?;
        self.note_events()
    }

    /// Notes what has happened; dice that were rolled and not laid are wrong, but for the roll for build points.
    fn note_events(&mut self) -> Result<(), String> {
        let mut build_rolls = 0;
        let mut before_roll = self.dice.rolled;
        let told = self.game.take_heard();
        let events = match &told {
            Some(told) => told.iter().map(|told| told.event).collect(),
            None => self.game.take_events(),
        };
        self.told.extend(told.unwrap_or_default());
        for event in events {
            match event.what {
                Happened::Rolled { dice, .. } => {
                    before_roll = self.dice.rolled;
                    self.dice.rolled = self.dice.rolled.or(Some(dice));
                }
                // 602.7: this roll comes every turn, whatever a scenario is about.
                Happened::BuildRoll(_) => {
                    self.dice.rolled = before_roll;
                    build_rolls += 1;
                }
                _ => {}
            }
            let entry = Entry { who: None, words: self.game.tell(&event), rule: event.rule };
            self.verdict.timeline.push(entry);
        }
        let before = std::mem::replace(&mut self.dice.by_chance, self.game.dice_by_chance());
        let unlaid = (self.dice.by_chance - before).saturating_sub(build_rolls);
        match unlaid {
            0 => Ok(()),
            _ if self.dice.any => Ok(()),
            1 => {
                Err("a die is rolled here that isn't given: write `dice` and what it shows, or `dice any`"
                    .into())
            }
            n => Err(format!(
                "{n} dice are rolled here that aren't given: write `dice` and what they show, or `dice any`"
            )),
        }
    }

    fn passing(&self) -> Option<usize> {
        passing(&self.game)
    }

    /// What was offered instead, and the nearest words to it.
    fn not_offered(&self, words: &str, began: (u16, Moment), seen: &[Offer]) -> Wrong {
        // A word that nothing here has is the matter, unless the words are a part of something that is offered.
        if let Err(nameless) = self.known(words)
            && (nameless.0 > Some(0) || self.nearest(words, seen).is_none())
        {
            return nameless;
        }
        let hint = match (self.nearest(words, seen), self.later(words, began)) {
            (_, Some(lines)) => format!(" It comes later: write {} before it.", lines.join(" and ")),
            (Some(near), None) => format!(" Did you mean `{near}`?"),
            (None, None) => String::new(),
        };
        let message = match offer::open(&self.game, self.sources.write) {
            None => format!("`{words}` isn't offered, and the game is over.{hint}"),
            Some(open) if self.now() == began => format!("`{words}` isn't offered.{hint} {open}"),
            Some(open) => {
                let other = |offer: &&Offer| !open.choices.contains(&offer.full);
                let seen: Vec<&str> = seen.iter().filter(other).map(|offer| offer.full.as_str()).collect();
                let step = step_in_words(began.1);
                let seen = match &seen[..] {
                    [] => String::new(),
                    seen => format!(" Until then: {}.", seen.join(" | ")),
                };
                format!("`{words}` isn't offered before {step} ends.{hint}{seen} Now {open}")
            }
        };
        (Some(0), message)
    }

    /// The lines that pass to the step in which these words are offered after all, if they ever are.
    fn later(&self, words: &str, began: (u16, Moment)) -> Option<Vec<String>> {
        let (turn, moment) = began;
        let mut game = self.game.clone();
        for _ in 0..MOST_PASSES {
            let offers = offer::offers(&game, self.sources.write);
            if let Found::One(_) = offer::find(words, &game, &offers, &self.names) {
                let step = match game.whole().moment {
                    Moment::BuildStep(who) => format!("build {}", role(who)),
                    Moment::RetreatStep(who) => format!("retreat {}", role(who)),
                    Moment::BattlePhase => "battle".into(),
                    Moment::BattleStep(arena) => format!("battle {arena}"),
                    Moment::Preparation | Moment::Setup | Moment::Ready | Moment::TurnEnd => String::new(),
                };
                let then = game.whole().turn;
                let is_same = (then, game.whole().moment) == (turn, moment);
                let mut lines = Vec::new();
                if then > turn && (game.whole().moment == moment || step.is_empty()) {
                    lines.push(format!("`until turn {then}`"));
                }
                if !step.is_empty() && !is_same {
                    lines.push(format!("`until {}`", step.to_lowercase()));
                }
                return Some(lines).filter(|lines| !lines.is_empty());
            }
            game.answer(passing(&game)?).ok()?;
        }
        None
    }

    fn nearest(&self, words: &str, seen: &[Offer]) -> Option<String> {
        let choices = seen.iter().map(|offer| offer.full.as_str()).filter(|full| full.len() > 4);
        let words =
            words.split_once(" attacks ").map_or(words.to_string(), |(_, unit)| format!("attack {unit}"));
        nearest(&words, choices)
    }
}

/// The choice that does nothing; where an order must be chosen, the first; of bids the lowest.
fn passing(game: &Game) -> Option<usize> {
    let nothing = [Choice::Pass, Choice::Done, Choice::No]
        .into_iter()
        .find_map(|nothing| game.choices().iter().position(|choice| *choice == nothing));
    let no_bid = || game.choices().iter().position(|choice| *choice == Choice::Number(0));
    match game.asked()?.why {
        // What is done by hand is written down, to its end; who says nothing to it agrees.
        Why::ByHand => None,
        Why::Agree => Some(0),
        Why::Bid => nothing.or_else(no_bid),
        why if is_order(why) => nothing.or(Some(0)),
        _ => nothing,
    }
}

fn several_fit(words: &str, several: &[String]) -> String {
    let several: Vec<String> = several.iter().map(|full| format!("`{full}`")).collect();
    format!("`{words}` fits several choices: {}", several.join(" or "))
}
