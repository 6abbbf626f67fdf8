//! From a question of a game to the file of a puzzle, or to the sieve that it falls through.

use super::line::{Line, NoLine, Verdict, follow};
use super::picture::{Picture, Question, spoken, written};
use super::sieve::{Counts, Sieve};
use super::stake;
use super::watch::{Asked, Watched, walk, watch};
use super::words::{About, Idea, Kind, chance, keywords, units};
use crate::check::check;
use crate::file::{Worth, read};
use crate::goal::{Aim, Goal, Until, Wanted};
use crate::searched::{self, Lead};
use crate::solve::{NODES, Solver, Unsolved, still_to_act};
use ai::{Level, Player};
use dejarik::Cards;
use engine::state::{Moment, Outcome, Seed, Slot, Where};
use engine::{Choice, Game, Viewer};
use odds::Fraction;
use serde::{Deserialize, Serialize};
use sim::Batch;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use vocab::ability::Reach;
use vocab::{CardType, Role};

/// A first impression that is surer than this needs no puzzle.
const SURE: f32 = 0.8;
/// As many units can still act at most where a whole turn is counted.
const ACTING: usize = 4;
/// So many answers are tried before anything is looked at a second time.
const CHEAP: u64 = 20_000;
/// A glance has so many rounds.
const GLANCE: usize = 100;
/// Choices that a glance has tried so often say something.
const TRIED: u32 = 5;
/// Answers that differ by less at a glance are equal.
const LEVEL: f32 = 0.03;
/// After so many rounds a search is given up in which nothing leads by a third of the gap.
const EARLY: usize = 500;
/// How often hidden cards are dealt anew, and in how many of these deals the same answer must be best.
const DEALS: (u64, u64) = (64, 61);
/// In the others it may be so much worse.
const DEAL_GAP: f64 = 0.03;
/// As many units and keywords may be in a picture.
const CROWD: (usize, usize) = (9, 7);
/// How many other answers a file lists.
const OTHERS: usize = 4;
/// A search's value may move by so much when a card is taken away.
const SEARCH_NEAR: f64 = 0.03;
/// What stands for the number of a puzzle until it has one.
const NAME: &str = "P0";

/// How much is tried for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Answers, where values are counted.
    pub nodes: u64,
    /// Rounds, where they are searched; 0 leaves those positions out.
    pub rounds: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: NODES, rounds: searched::ROUNDS }
    }
}

/// A puzzle that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The file, but for its number.
    pub text: String,
}

impl Found {
    /// The file under a name.
    pub fn named(&self, name: &str) -> String {
        self.text.replacen(NAME, name, 1)
    }

    /// What makes it this puzzle: whose it is, the goal, the position and the way to the question.
    pub fn key(&self) -> String {
        let lines = self.text.lines().skip(1).take_while(|line| *line != "#: from here");
        let counts = |line: &&str| {
            let words = line.strip_prefix("#: ").map(|direction| direction.split(' ').next());
            words.is_none_or(|word| matches!(word, Some("you" | "goal")))
        };
        lines.filter(counts).collect::<Vec<_>>().join("\n")
    }

    /// Which kind it is, by its themes.
    pub fn kind(&self) -> Option<Kind> {
        let themes = self.text.lines().find_map(|line| line.strip_prefix("#: themes "))?;
        Kind::ALL.into_iter().find(|kind| themes.split(", ").any(|theme| theme == kind.word()))
    }
}

/// What came of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mined {
    /// How many positions there were, and what became of them.
    pub counts: Counts,
    /// The puzzles, in order.
    pub puzzles: Vec<Found>,
}

/// Finds puzzles in games.
#[derive(Clone, Copy, Debug)]
pub struct Miner<'a> {
    cards: &'a Cards,
    limits: Limits,
}

/// The best answer of a question and what the next is worth, counted or searched.
#[derive(Clone, Debug)]
struct Judged {
    best: usize,
    value: Worth,
    next: Worth,
}

impl<'a> Miner<'a> {
    /// A miner over these cards.
    pub const fn new(cards: &'a Cards, limits: Limits) -> Miner<'a> {
        Miner { cards, limits }
    }

    /// Plays a game of a batch and looks at each of its questions; nothing if it was stopped.
    pub fn game(
        &self,
        batch: &Batch,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Mined>, engine::SetupError> {
        let mut mined = Mined::default();
        let from = batch.seed_of(number);
        let watched = watch(batch, number, stop, &mut |asked| self.look(asked, from, &mut mined))?;
        mined.counts.games = 1;
        Ok((watched == Watched::Whole).then_some(mined))
    }

    /// Goes through a recorded game, whose answers `next` gives, and looks at each of its questions; nothing if it was
    /// stopped.
    pub fn recorded(
        &self,
        game: Game,
        next: &mut dyn FnMut(&mut Game) -> Option<usize>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Mined> {
        let mut mined = Mined::default();
        let watched = walk(game, next, stop, &mut |asked| self.look(asked, seed, &mut mined));
        mined.counts.games = 1;
        (watched == Watched::Whole).then_some(mined)
    }

    fn look(&self, asked: &Asked<'_>, from: u64, mined: &mut Mined) {
        mined.counts.positions += 1;
        let seed = from ^ mined.counts.positions.rotate_left(40);
        match self.position(asked, seed) {
            Ok((kind, found)) => {
                mined.counts.found[kind as usize] += 1;
                mined.puzzles.push(found);
            }
            Err(sieve) => mined.counts.remove(sieve),
        }
    }

    /// Steps 1 and 2: the cheap sieve. Of several goals the first that makes a puzzle counts, otherwise the one that came
    /// farthest.
    fn position(&self, asked: &Asked<'_>, seed: u64) -> Result<(Kind, Found), Sieve> {
        let game = asked.game;
        let who = game.asked().ok_or(Sieve::OneAnswer)?.who;
        if !stake::is_choice(game, who) {
            return Err(Sieve::OneAnswer);
        }
        if !matches!(game.whole().moment, Moment::BattleStep(_)) {
            return Err(Sieve::Early);
        }
        let seen = game.seat(who).determinise(Seed::from(seed));
        if ai::shares(&seen).into_iter().any(|share| share > SURE) {
            return Err(Sieve::Obvious);
        }
        let useless = ai::known_useless(game.seat(who));
        let passes = |choice: &Choice| matches!(choice, Choice::Pass | Choice::Done | Choice::No);
        if game.choices().iter().zip(&useless).all(|(choice, useless)| *useless || passes(choice)) {
            return Err(Sieve::Equal);
        }
        let mut farthest = Sieve::Idle;
        for goal in stake::goals(game, who) {
            match self.goal(asked, &goal, seed) {
                Ok(found) => return Ok(found),
                Err(sieve) => farthest = farthest.max(sieve),
            }
        }
        Err(farthest)
    }

    /// Steps 3 and 4: counted where that can be done, otherwise searched.
    fn goal(&self, asked: &Asked<'_>, goal: &Goal, seed: u64) -> Result<(Kind, Found), Sieve> {
        let game = asked.game;
        let can_count = goal.until == Until::Step || still_to_act(game).len() <= ACTING;
        let count = |limit: u64| {
            let mut solver = Solver::new(game, *goal, limit.min(self.limits.nodes)).in_a_hurry();
            solver.answers(game).map(|values| (values, solver))
        };
        // A glance costs as much as a small position, so those are counted at once.
        let is_small = can_count && still_to_act(game).len() <= ACTING;
        let mut counted = if is_small { count(CHEAP) } else { Err(Unsolved::TooLarge(0)) };
        if let Err(unsolved) = &counted {
            if self.is_level(game, goal, seed) {
                return Err(Sieve::Level);
            }
            if can_count && matches!(unsolved, Unsolved::TooLarge(_)) {
                counted = count(self.limits.nodes);
            }
        }
        match counted {
            Ok((values, solver)) => {
                let verdict =
                    Verdict::of(game, goal, &values).filter(Verdict::is_clear).ok_or(Sieve::Close)?;
                self.counted(asked, goal, &verdict, solver, seed)
            }
            Err(_) => self.searched(asked, goal, seed),
        }
    }

    /// Whether at a glance all answers reach the goal equally often.
    fn is_level(&self, game: &Game, goal: &Goal, seed: u64) -> bool {
        let tried = searched::search(game, goal, GLANCE, seed);
        let known: Vec<f32> =
            tried.iter().filter(|tried| tried.visits >= TRIED).map(|tried| tried.value).collect();
        let (low, high) =
            (known.iter().copied().fold(1.0, f32::min), known.iter().copied().fold(0.0, f32::max));
        high - low < LEVEL
    }

    /// Steps 5 to 9 for values that were counted.
    fn counted(
        &self,
        asked: &Asked<'_>,
        goal: &Goal,
        verdict: &Verdict,
        mut solver: Solver<'_>,
        seed: u64,
    ) -> Result<(Kind, Found), Sieve> {
        let game = asked.game;
        // What can be told at once comes first, the deals last: they cost as much as all that was counted, many times.
        if verdict.is_decided() {
            return Err(Sieve::Decided);
        }
        let only = verdict.next == Fraction::ZERO && aims_at_goal(game, goal, verdict.best);
        if only || is_shown(game, goal, verdict.best) {
            return Err(Sieve::Trivial);
        }
        let line = followed(follow(&mut solver, game, goal))?;
        if self.is_found_at_once(goal, &line, seed) {
            return Err(Sieve::Trivial);
        }
        if !self.is_best_in_other_deals(game, goal, verdict, solver.nodes(), seed) {
            return Err(Sieve::Hidden);
        }
        let judged = Judged {
            best: verdict.best,
            value: Worth::Exact(verdict.value),
            next: Worth::Exact(verdict.next),
        };
        // With fewer cards there is less to count; what takes more than before isn't smaller.
        let limit = (2 * solver.nodes()).max(CHEAP).min(self.limits.nodes);
        let small = self.small(asked, goal, &judged, &mut |game, goal| {
            let values = Solver::new(game, *goal, limit).in_a_hurry().answers(game).ok()?;
            let verdict = Verdict::of(game, goal, &values).filter(Verdict::is_clear)?;
            Some(Judged {
                best: verdict.best,
                value: Worth::Exact(verdict.value),
                next: Worth::Exact(verdict.next),
            })
        })?;
        let (picture, game, goal, wanted) = small;
        let mut solver = Solver::new(&game, goal, limit);
        let values = solver.answers(&game).map_err(|_| Sieve::Unwritten)?;
        let line = followed(follow(&mut solver, &game, &goal))?;
        let kind = if line.verdict.is_forced() { Kind::Forced } else { Kind::Exact };
        let mut script = Vec::new();
        for step in &line.steps {
            script.extend(spoken(self.cards, &step.game, step.answer, &step.dice));
        }
        let values: Vec<Option<Worth>> = values.into_iter().map(|value| value.map(Worth::Exact)).collect();
        let outcome = Some(line.end.as_ref());
        let dry = line.steps.iter().all(|step| step.dice.is_empty());
        let puzzle = Draft {
            picture,
            wanted,
            kind,
            decisions: line.decisions(),
            values,
            script,
            end: expected(&goal, &game, outcome),
            dry,
            loses: loses_own(&line, goal.who),
        };
        self.write(&game, &goal, &puzzle, seed)
    }

    /// Step 5: with other hidden cards the same answer is best, or nearly.
    fn is_best_in_other_deals(
        &self,
        game: &Game,
        goal: &Goal,
        verdict: &Verdict,
        nodes: u64,
        seed: u64,
    ) -> bool {
        // Decks don't come into what is counted: nobody draws in it.
        if !has_hidden(game, goal.who) {
            return true;
        }
        let (deals, same) = DEALS;
        let choice = game.choices()[verdict.best];
        let limit = (8 * nodes).max(CHEAP).min(self.limits.nodes);
        let mut others = 0;
        // Deals that come to the same are counted once.
        let mut known: BTreeMap<Vec<(bool, u16, u8)>, bool> = BTreeMap::new();
        for deal in 0..deals {
            let dealt = game.seat(goal.who).determinise(Seed([seed, 0xDEA1 + deal]));
            let held = what_counts(&dealt, goal.who.other());
            if let Some(is_best) = known.get(&held) {
                others += u64::from(!is_best);
                if others > deals - same {
                    return false;
                }
                continue;
            }
            let Some(place) = dealt.choices().iter().position(|other| *other == choice) else { return false };
            let Ok(values) = Solver::new(&dealt, *goal, limit).in_a_hurry().answers(&dealt) else {
                return false;
            };
            let best = values.iter().flatten().max().copied().unwrap_or(Fraction::ZERO);
            let own = values[place].unwrap_or(Fraction::ZERO);
            known.insert(held, own == best);
            if own < best {
                others += 1;
                if best.value() - own.value() > DEAL_GAP || others > deals - same {
                    return false;
                }
            }
        }
        true
    }

    /// Step 7: whether players of the lower levels find the whole line.
    fn is_found_at_once(&self, goal: &Goal, line: &Line, seed: u64) -> bool {
        let finds = |level: Level, seed: u64| {
            let mut player = Player::new(level, seed);
            line.steps.iter().filter(|step| step.decides).all(|step| {
                let choice = player.choose(step.game.seat(goal.who));
                ai::are_alike(
                    &step.game,
                    goal.who,
                    step.game.choices()[choice],
                    step.game.choices()[step.answer],
                )
            })
        };
        finds(Level::Skilled, seed)
            && (0..5).filter(|one| finds(Level::Casual, seed ^ (0xCA5 + one))).count() >= 4
    }

    /// Step 4 and what follows for values that are searched: one decision, for the rest of the line isn't known.
    fn searched(&self, asked: &Asked<'_>, goal: &Goal, seed: u64) -> Result<(Kind, Found), Sieve> {
        let (game, rounds) = (asked.game, self.limits.rounds);
        let lead = self.lead(game, goal, seed).ok_or(Sieve::Unclear)?;
        // Step 5: a search deals hidden cards anew in each of its rounds.
        // Step 7.
        let finds = |level: Level, seed: u64| {
            let choice = Player::new(level, seed).choose(game.seat(goal.who));
            ai::are_alike(game, goal.who, game.choices()[choice], game.choices()[lead.choice])
        };
        let by_players = finds(Level::Skilled, seed)
            && (0..5).filter(|one| finds(Level::Casual, seed ^ (0xCA5 + one))).count() >= 4;
        if lead.best < 0.10 || lead.next > 0.90 {
            return Err(Sieve::Decided);
        }
        let only = lead.next == 0.0 && aims_at_goal(game, goal, lead.choice);
        if only || is_shown(game, goal, lead.choice) || by_players {
            return Err(Sieve::Trivial);
        }
        let judged = |lead: Lead| Judged {
            best: lead.choice,
            value: Worth::Searched(lead.best),
            next: Worth::Searched(lead.next),
        };
        let (picture, game, goal, wanted) = self
            .small(asked, goal, &judged(lead), &mut |game, goal| self.lead(game, goal, seed).map(judged))?;
        let tried = searched::search(&game, &goal, rounds, seed);
        let value = |tried: &ai::Tried| (tried.visits > 0).then_some(Worth::Searched(tried.value.into()));
        let lead = self.lead(&game, &goal, seed).ok_or(Sieve::Unclear)?;
        let mut values: Vec<Option<Worth>> = tried.iter().map(value).collect();
        values[lead.choice] = Some(Worth::Searched(lead.best));
        let mut script = spoken(self.cards, &game, lead.choice, &[]);
        script.push("dice any".into());
        let puzzle = Draft {
            picture,
            wanted,
            kind: Kind::Searched,
            decisions: 1,
            values,
            script,
            end: None,
            dry: false,
            loses: false,
        };
        self.write(&game, &goal, &puzzle, seed)
    }

    /// What leads in two searches beyond doubt; the values are those of the first.
    fn lead(&self, game: &Game, goal: &Goal, seed: u64) -> Option<Lead> {
        let rounds = self.limits.rounds;
        if rounds == 0 {
            return None;
        }
        let early = searched::search(game, goal, EARLY.min(rounds), seed);
        let first = searched::leading(&early)?;
        let tried = |place: usize| early[place].visits >= TRIED && place != first;
        let near = (0..early.len()).filter(|place| tried(*place)).map(|place| early[place].value);
        if near.fold(0.0, f32::max) > early[first].value - searched::GAP as f32 / 3.0 {
            return None;
        }
        let [one, other] =
            [seed, !seed].map(|seed| searched::lead(game, goal, &searched::search(game, goal, rounds, seed)));
        let (one, other) = (one?, other?);
        let choices = game.choices();
        ai::are_alike(game, goal.who, choices[one.choice], choices[other.choice]).then_some(one)
    }

    /// Step 8: the picture without everything that changes neither the best answer, nor the next, nor their values.
    fn small(
        &self,
        asked: &Asked<'_>,
        goal: &Goal,
        judged: &Judged,
        judge: &mut dyn FnMut(&Game, &Goal) -> Option<Judged>,
    ) -> Result<(Picture, Game, Goal, Wanted), Sieve> {
        let wanted = written(asked.game, goal).ok_or(Sieve::Unwritten)?;
        let question = Question::of(self.cards, asked.game).ok_or(Sieve::Unwritten)?;
        let picture = Picture::of(self.cards, asked).ok_or(Sieve::Unwritten)?;
        let best = &question.words[judged.best];
        let mut same = |game: &Game| {
            let mut is_same = || {
                let goal = wanted.in_game(game, goal.who).ok()?;
                let now = judge(game, &goal)?;
                // What is left must not give the answer away.
                if is_shown(game, &goal, now.best) {
                    return None;
                }
                let words = Question::of(self.cards, game)?.words;
                let near = |one: Worth, other: Worth| match (one, other) {
                    (Worth::Exact(one), Worth::Exact(other)) => one == other,
                    (one, other) => (one.value() - other.value()).abs() <= SEARCH_NEAR,
                };
                // Of several answers that are next best any may be the first.
                let next = near(now.next, judged.next);
                Some(words[now.best] == *best && near(now.value, judged.value) && next)
            };
            is_same() == Some(true)
        };
        let whole = picture.reach(self.cards).ok_or(Sieve::Unwritten)?;
        if !same(&whole) {
            return Err(Sieve::Unwritten);
        }
        let picture = picture.make_small(self.cards, &question, &mut same);
        let game = picture.reach(self.cards).ok_or(Sieve::Unwritten)?;
        let goal = wanted.in_game(&game, goal.who).map_err(|_| Sieve::Unwritten)?;
        let (most_units, most_keywords) = CROWD;
        if units(&game) > most_units || keywords(&game).len() > most_keywords {
            return Err(Sieve::Crowded);
        }
        Ok((picture, game, goal, wanted))
    }

    /// Step 9: the file. It is solved once more as it stands.
    fn write(&self, game: &Game, goal: &Goal, draft: &Draft, seed: u64) -> Result<(Kind, Found), Sieve> {
        let words = self.cards.choices_in_words(game);
        let said = |place: usize| spoken(self.cards, game, place, &[]).first().cloned().unwrap_or_default();
        let mut places: Vec<usize> =
            (0..words.len()).filter(|place| draft.values[*place].is_some()).collect();
        let value = |place: usize| draft.values[place].map_or(0.0, Worth::value);
        places.sort_by(|one, other| value(*other).total_cmp(&value(*one)).then(one.cmp(other)));
        let best = *places.first().ok_or(Sieve::Unwritten)?;
        // Answers that read alike are one.
        let mut others: Vec<usize> = Vec::new();
        for place in places.into_iter().skip(1) {
            if said(place) != said(best) && others.iter().all(|other| said(*other) != said(place)) {
                others.push(place);
            }
        }
        let second = *others.first().ok_or(Sieve::Unwritten)?;
        let worth = |place: usize| draft.values[place].unwrap_or(Worth::Exact(Fraction::ZERO));
        let idea = if draft.loses { Idea::Sacrifice } else { Idea::of(game, best) };
        let about = About {
            game,
            goal,
            best: (best, said(best), worth(best)),
            second: (second, said(second), worth(second)),
            idea,
        };
        let themes = about.themes(draft.kind, draft.decisions);
        let rating = self.rating(game, goal, best, idea, draft, seed);
        let side = if goal.who == Role::Dark { "dark" } else { "light" };
        let mut head = format!("{NAME} Puzzle, {}\n", about.title());
        if draft.end.is_some() {
            let rules = match goal.aim {
                Aim::Win | Aim::DoNotLose => "1502.2, 1501.1, 1104.1",
                Aim::Keep(_) | Aim::Destroy(_) => "1207.1, 1104.1",
            };
            let _ = writeln!(head, "rules {rules}");
        }
        let _ = writeln!(head, "\n#: you {side}\n#: goal {}\n#: ask {}", draft.wanted, about.ask());
        let mut list = |word: &str, place: usize| {
            // A bare yes says too little.
            let is_bare = matches!(game.choices()[place], Choice::Yes | Choice::No);
            let (words, plays) = match about.phrase(place).filter(|_| is_bare) {
                Some(phrase) => (phrase, format!("#: plays {}\n", said(place))),
                None => (said(place), String::new()),
            };
            let _ = write!(head, "#: {word} {words} = {}\n{plays}", worth(place));
        };
        list("best", best);
        others.into_iter().take(OTHERS).for_each(|other| list("other", other));
        let _ =
            writeln!(head, "#: themes {}\n#: rating {rating}\n#: why {}\n", themes.join(", "), about.why());
        let position = draft.picture.position();
        let before: String = draft.picture.script().iter().map(|line| format!("{line}\n")).collect();
        let mut text = format!("{head}{position}\n{before}#: from here\n{}\n", draft.script.join("\n"));
        for line in draft.end.iter().flatten() {
            let _ = writeln!(text, "{line}");
        }
        let puzzle = read(&text).map_err(|_| Sieve::Unwritten)?;
        check(self.cards, &puzzle, self.limits.nodes).map_err(|_| Sieve::Unwritten)?;
        Ok((draft.kind, Found { text }))
    }

    /// The rating to start from.
    fn rating(&self, game: &Game, goal: &Goal, best: usize, idea: Idea, draft: &Draft, seed: u64) -> u16 {
        let choices = game.choices();
        let prefers = |doubling: &u32| {
            let tried = searched::search(game, goal, 25 << doubling, seed);
            let leads = searched::leading(&tried);
            leads.is_some_and(|leads| ai::are_alike(game, goal.who, choices[leads], choices[best]))
        };
        let depth = (0..8).find(prefers).unwrap_or(8);
        let keywords = u32::try_from(keywords(game).len()).unwrap_or(0).max(1);
        let decisions = u32::try_from(draft.decisions).unwrap_or(1).max(1);
        let quiet = if idea.is_quiet() { 150 } else { 0 };
        let dry = if draft.kind == Kind::Forced && draft.dry { 100 } else { 0 };
        let rating = 900 + 150 * (decisions - 1) + 100 * depth + 60 * (keywords - 1) + quiet - dry;
        u16::try_from(rating).unwrap_or(u16::MAX).clamp(400, 3000)
    }
}

/// A puzzle before it has words.
struct Draft {
    picture: Picture,
    wanted: Wanted,
    kind: Kind,
    decisions: usize,
    values: Vec<Option<Worth>>,
    script: Vec<String>,
    end: Option<Vec<String>>,
    /// No dice fall on its line.
    dry: bool,
    /// The first answer costs a unit of one's own.
    loses: bool,
}

fn followed(line: Result<Line, NoLine>) -> Result<Line, Sieve> {
    line.map_err(|no| match no {
        NoLine::Sieve(sieve) => sieve,
        NoLine::Unsolved(_) => Sieve::Branching,
    })
}

/// Whether there are cards that a player doesn't know, besides the decks.
fn has_hidden(game: &Game, who: Role) -> bool {
    let (state, sight) = (game.whole(), game.sight(Viewer::Seat(who)));
    let in_play = |slot: &Slot| !matches!(state.card(*slot).place, Where::Nowhere | Where::Deck);
    state.slots().filter(in_play).any(|slot| sight.card(slot).is_none())
}

/// What a player holds that can come into a battle: cards in the build zone with their counters, Battle cards and whatever
/// else has a text that works from the hand. Of the others in the hand their number is enough: they can only be discarded.
fn what_counts(game: &Game, who: Role) -> Vec<(bool, u16, u8)> {
    let state = game.whole();
    let mut held: Vec<(bool, u16, u8)> = state
        .slots()
        .map(|slot| state.card(slot))
        .filter(|card| {
            card.owner == who && matches!(card.place, Where::Hand | Where::BuildZone | Where::Beneath(_))
        })
        .map(|card| {
            let definition = game.catalog().definition(card.definition);
            let is_quiet = match definition.card_type {
                CardType::Unit(_)
                | CardType::Mission
                | CardType::Campaign
                | CardType::Location(_)
                | CardType::Resource => {
                    definition.abilities.iter().all(|ability| ability.reach == Reach::Usual)
                }
                CardType::Subordinate(_)
                | CardType::Battle
                | CardType::Trap
                | CardType::Equipment(_)
                | CardType::Event
                | CardType::Reminder => false,
            };
            let is_in_hand = card.place == Where::Hand;
            (is_in_hand, if is_quiet && is_in_hand { 0 } else { card.definition.0 + 1 }, card.build)
        })
        .collect();
    held.sort_unstable();
    held
}

/// Whether the answer is the only attack that can be made, or the one whose button shows the largest chance to destroy the
/// unit that is to be destroyed.
fn is_shown(game: &Game, goal: &Goal, best: usize) -> bool {
    let attacks: Vec<usize> = (0..game.choices().len())
        .filter(|place| matches!(game.choices()[*place], Choice::Attack(..)))
        .collect();
    let Choice::Attack(target, mode) = game.choices()[best] else { return false };
    if attacks.len() == 1 {
        return true;
    }
    if goal.aim != Aim::Destroy(target) {
        return false;
    }
    let own = chance(game, target, mode);
    attacks.into_iter().all(|place| match game.choices()[place] {
        Choice::Attack(other, mode) => chance(game, other, mode) <= own,
        _ => true,
    })
}

/// Whether the answer attacks the very unit that is to be destroyed. Where nothing else can destroy it, nobody has to think.
fn aims_at_goal(game: &Game, goal: &Goal, answer: usize) -> bool {
    matches!(game.choices()[answer], Choice::Attack(target, _) if goal.aim == Aim::Destroy(target))
}

/// Whether a unit of one's own has gone when the first answer has done its work.
fn loses_own(line: &Line, who: Role) -> bool {
    let Some(first) = line.steps.first() else { return false };
    let after = line.steps.get(1).map_or(&line.end, |step| &step.game);
    let state = first.game.whole();
    state.slots().any(|slot| {
        let card = state.card(slot);
        let was_there = card.controller == who && matches!(card.place, Where::Arena(_));
        was_there && after.whole().card(slot).place == Where::DiscardPile
    })
}

/// What the file expects in the end.
fn expected(goal: &Goal, game: &Game, end: Option<&Game>) -> Option<Vec<String>> {
    let end = end?;
    let side = |who: Role| if who == Role::Dark { "dark" } else { "light" };
    let winner = match end.outcome() {
        Some(Outcome::Won(who, _)) => Some(format!("expect {} wins", side(who))),
        Some(Outcome::Draw(_)) => Some("expect a draw".into()),
        Some(Outcome::Stopped) | None => None,
    };
    let of_unit = |unit| {
        let name = game.name_of(unit);
        match end.whole().card(unit).place {
            Where::DiscardPile => Some(format!("expect {name} discarded")),
            Where::Removed => Some(format!("expect {name} removed")),
            Where::Arena(arena) => Some(format!("expect {name} in {}", arena.name().to_lowercase())),
            Where::BuildZone => Some(format!("expect {name} in build zone")),
            Where::Nowhere
            | Where::Deck
            | Where::Hand
            | Where::Supply
            | Where::EventZone
            | Where::Stacked(_)
            | Where::Piloting(_)
            | Where::Attached(_)
            | Where::Beneath(_) => None,
        }
    };
    match goal.aim {
        Aim::Win | Aim::DoNotLose => Some(vec![winner.unwrap_or_else(|| "expect nobody wins".into())]),
        Aim::Keep(unit) | Aim::Destroy(unit) => of_unit(unit).map(|line| vec![line]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Miner, aims_at_goal, is_shown};
    use crate::check::{check, pose};
    use crate::file::{Worth, read};
    use crate::goal::{Aim, Goal, Until, Wish};
    use crate::mine::sieve::Sieve;
    use crate::mine::watch::Asked;
    use crate::mine::words::Kind;
    use crate::solve::NODES;
    use dejarik::Cards;
    use engine::Game;
    use vocab::Role;

    const LIMITS: Limits = Limits { nodes: NODES, rounds: 0 };

    fn reach(cards: &Cards, text: &str) -> Game {
        cards.reach(&judge::parse(text).expect("a position")).expect("a question")
    }

    fn goal(game: &Game, who: Role, aim: Aim) -> Goal {
        let state = game.whole();
        Goal { who, aim, until: Until::Turn, turn: state.turn, moment: state.moment }
    }

    /// The mine that is better left alone (P06), among cards that have nothing to do with it.
    const MINE: &str = "dark space: @Talon Fighter
dark character: @Infantry Automaton tapped
dark hand: @Torpedo Spread
dark deck: 3 @Infantry Automaton
light space: @Drifting Mine
light ground: @Dune Skimmer tapped; @Hill Rangers tapped
light discard: @Arrowhead Starfighter
start battle space
";

    #[test]
    fn a_position_becomes_a_file_without_what_has_nothing_to_do_with_it() {
        let cards = Cards::core();
        let game = reach(&cards, MINE);
        let asked = Asked { game: &game, begun: &game, since: &[] };
        let goal = goal(&game, Role::Dark, Aim::Win);
        let (kind, found) = Miner::new(&cards, LIMITS).goal(&asked, &goal, 5).expect("a puzzle");
        assert_eq!((kind, found.kind()), (Kind::Exact, Some(Kind::Exact)));
        let text = found.named("P700");
        let puzzle = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((puzzle.id(), &puzzle.goal.what, puzzle.you), ("P700", &Wish::Win, Role::Dark));
        assert_eq!(
            (puzzle.best.words.as_str(), puzzle.best.worth.to_string()),
            ("pass", "1/2".into()),
            "{text}"
        );
        assert_eq!(puzzle.others[0].worth.to_string(), "19/108", "{text}");
        for gone in ["Torpedo Spread", "Arrowhead Starfighter", "deck", "Hill Rangers"] {
            assert!(!puzzle.scenario.cards.iter().any(|placed| placed.card.name == gone), "{gone}: {text}");
        }
        assert_eq!(puzzle.scenario.cards.len(), 3, "{text}");
        assert!(puzzle.themes.contains(&"not attacking".to_string()), "{text}");
        check(&cards, &puzzle, NODES).unwrap_or_else(|failures| panic!("{failures:?}\n{text}"));
        assert!(matches!(puzzle.best.worth, Worth::Exact(_)));
    }

    #[test]
    fn no_puzzle_that_was_found_is_given_away_by_its_buttons() {
        let cards = Cards::core();
        for (name, text) in
            crate::FILES.iter().filter(|(name, text)| name.len() == 4 && crate::is_puzzle(text))
        {
            let puzzle = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let posed = pose(&cards, &puzzle).unwrap_or_else(|failures| panic!("{name}: {failures:?}"));
            let answer = posed.answer().choice;
            assert!(!is_shown(posed.game(), &posed.goal, answer), "{name}");
            let only = puzzle.others.iter().all(|other| other.worth.value() == 0.0);
            assert!(!only || !aims_at_goal(posed.game(), &posed.goal, answer), "{name}");
        }
    }

    #[test]
    fn what_is_no_puzzle_falls_through_the_sieve_that_says_why() {
        let cards = Cards::core();
        let miner = Miner::new(&cards, LIMITS);
        for (old, new, sieve) in [
            // Nobody can win with one arena.
            ("dark character: @Infantry Automaton tapped\n", "", Sieve::Close),
            // The only attack there is.
            ("light space: @Drifting Mine", "light space: @Scout Wing damage 1", Sieve::Trivial),
        ] {
            let text = MINE.replace(old, new);
            assert_ne!(text, MINE);
            let game = reach(&cards, &text);
            let asked = Asked { game: &game, begun: &game, since: &[] };
            let goal = goal(&game, Role::Dark, Aim::Win);
            assert_eq!(miner.goal(&asked, &goal, 5).map(|(kind, _)| kind), Err(sieve), "{new}");
        }
    }
}
