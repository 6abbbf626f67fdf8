//! The exact solver: all dice by what they do, the best answers of one side, the worst of the other, on the real referee.
//!
//! It knows all cards of the game that it gets. Where chance decides something that no die shows (a shuffle, a draw), or
//! where somebody must answer without seeing dice that were rolled, there is no exact value, and it says so.

use crate::dice::{Dice, Faces, Roll};
use crate::goal::{Goal, Reached};
use engine::state::{Card, Slot, Where};
use engine::{Choice, Event, Fact, Game, What};
use judge::stop::Said;
use odds::Fraction;
use std::collections::HashMap;
use std::rc::Rc;

/// How many answers are tried at most, unless somebody says otherwise.
pub const NODES: u64 = 2_000_000;
/// The section of the rules about the dice of an attack.
const ATTACK_DICE: u16 = 1107;
/// A game is followed for at most this many answers.
const DEEPEST: usize = 300;

/// Why a position has no exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// There is too much to count.
    #[error("more than {0} answers would have to be tried")]
    TooLarge(u64),
    /// It goes on and on.
    #[error("it goes on for more than {DEEPEST} answers")]
    TooDeep,
    /// Something hidden comes into it.
    #[error("a card is drawn, or a deck is shuffled or looked at")]
    Deck,
    /// A random choice comes into it.
    #[error("something is chosen at random")]
    Random,
    /// Dice are hidden from somebody who must answer.
    #[error("somebody must answer without seeing the dice")]
    HiddenDice,
    /// The referee stopped the game.
    #[error("the referee can't play it to its end")]
    Stopped,
    /// The numbers don't fit.
    #[error("the fraction has too many digits")]
    Digits,
}

/// What words mean at a question of a game.
pub type Speech<'a> = dyn Fn(&Game, &str) -> Said + 'a;

/// A solver for one goal from one position on.
pub struct Solver<'a> {
    goal: Goal,
    dice: Dice,
    rolls: HashMap<(Faces, usize), Rc<[Roll]>>,
    /// Values of questions that came up, by the game and by how much of the line is still to be said.
    known: HashMap<(u64, usize), Fraction>,
    /// How often chance was asked when the position came up: for dice, and besides.
    asked: (u32, u32),
    nodes: u64,
    limit: u64,
    /// Whether it gives up as soon as the limit is out of sight.
    patience: Patience,
    /// How many answers had been tried when it was last asked for values.
    begun: u64,
    /// How much has been looked at since then, where each question gives its answers equal shares.
    done: f64,
    /// The share of what is being looked at.
    share: f64,
    /// Games to try answers on.
    spare: Vec<Box<Game>>,
    speech: Option<&'a Speech<'a>>,
}

/// How long a solver goes on that won't come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    /// To the limit.
    ToTheLimit,
    /// Until it can be seen that the limit comes long before the end.
    WhileThereIsHope,
}

/// So many answers are tried before anybody asks how far they have led.
const GLIMPSE: u64 = 8_192;
/// There is no hope if at this pace the limit would have to be so many times as large. What is known already makes the rest
/// quicker than the beginning, so it's a large number.
const HOPE: f64 = 100.0;

/// More dice than these after one answer are too many to be laid.
const MOST_DICE: usize = 60;

/// What can come of an answer.
#[derive(Debug)]
pub struct Outcome {
    /// The dice that fall.
    pub dice: Vec<u8>,
    /// The game after it.
    pub next: Box<Game>,
    /// Whether that decides the goal.
    pub decided: bool,
}

/// What came of an answer.
enum Came {
    /// The goal is decided.
    Decided(Reached),
    /// This many dice are rolled that aren't given yet, with these classes of faces.
    Dice(usize, Faces),
    /// Somebody is asked something.
    Question,
}

impl<'a> Solver<'a> {
    /// A solver for positions that follow from this one.
    pub fn new(game: &Game, goal: Goal, limit: u64) -> Solver<'a> {
        Solver::with_dice(game, goal, limit, Dice::of(game))
    }

    /// The same with all six faces apart: slower, and the same values.
    pub fn die_by_die(game: &Game, goal: Goal, limit: u64) -> Solver<'a> {
        Solver::with_dice(game, goal, limit, Dice::die_by_die())
    }

    fn with_dice(game: &Game, goal: Goal, limit: u64, dice: Dice) -> Solver<'a> {
        Solver {
            goal,
            dice,
            rolls: HashMap::new(),
            known: HashMap::new(),
            asked: asked(game),
            nodes: 0,
            limit,
            patience: Patience::ToTheLimit,
            begun: 0,
            done: 0.0,
            share: 1.0,
            spare: Vec::new(),
            speech: None,
        }
    }

    /// The same, understanding words.
    #[must_use]
    pub fn hearing(mut self, speech: &'a Speech<'a>) -> Solver<'a> {
        self.speech = Some(speech);
        self
    }

    /// The same, giving up as soon as it can be seen that the limit won't do: where nothing depends on one position, because
    /// there are many others.
    #[must_use]
    pub fn in_a_hurry(mut self) -> Solver<'a> {
        self.patience = Patience::WhileThereIsHope;
        self
    }

    /// How many answers have been tried.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The chance to reach the goal, if everybody answers as well as possible.
    pub fn value(&mut self, game: &Game) -> Result<Fraction, Unsolved> {
        self.begin(game);
        self.question(game, &[], 0)
    }

    /// The same after each of the choices of the open question; going back is none.
    pub fn answers(&mut self, game: &Game) -> Result<Vec<Option<Fraction>>, Unsolved> {
        let mut values: Vec<Option<Fraction>> = vec![None; game.choices().len()];
        let all = Self::choices(game);
        self.begin(game);
        for index in &all {
            self.share = 1.0 / all.len() as f64;
            values[*index] = Some(self.after(game, *index, &[], 0)?);
        }
        for (index, choice) in game.choices().iter().enumerate() {
            if values[index].is_none() && *choice != Choice::Back {
                values[index] = all
                    .iter()
                    .find(|other| Self::is_same(game, index, **other))
                    .and_then(|other| values[*other]);
            }
        }
        Ok(values)
    }

    /// The same if whoever has the goal says these words as soon as they are offered, passing until then, and answers as
    /// well as possible afterwards.
    pub fn line(&mut self, game: &Game, words: &[String]) -> Result<Fraction, Unsolved> {
        // What is known is known for the words of one line.
        self.known.retain(|(_, left), _| *left == 0);
        self.begin(game);
        self.question(game, words, 0)
    }

    /// What is likeliest to come of an answer among all that lets the goal be reached; if nothing does, what is likeliest.
    pub fn likeliest(&mut self, game: &Game, index: usize) -> Result<Outcome, Unsolved> {
        self.begin(game);
        let mut best = None;
        self.outcomes(game, index, &mut Vec::new(), Fraction::ONE, &mut best)?;
        best.map(|(_, outcome)| outcome).ok_or(Unsolved::Stopped)
    }

    /// Whatever has been rolled until now is past.
    fn begin(&mut self, game: &Game) {
        self.asked = asked(game);
        (self.begun, self.done, self.share) = (self.nodes, 0.0, 1.0);
    }

    fn outcomes(
        &mut self,
        game: &Game,
        index: usize,
        dice: &mut Vec<u8>,
        weight: Fraction,
        best: &mut Option<([Fraction; 2], Outcome)>,
    ) -> Result<(), Unsolved> {
        let mut next = Box::new(game.clone());
        next.forget_events();
        next.script_dice(dice);
        next.answer(index).map_err(|_| Unsolved::Stopped)?;
        let (value, decided) = match self.came(game, &mut next, dice.len())? {
            Came::Decided(Reached::Yes) => (Fraction::ONE, true),
            Came::Decided(Reached::No) => (Fraction::ZERO, true),
            Came::Decided(Reached::Unknown) => return Err(Unsolved::Stopped),
            Came::Question => (self.question(&next, &[], 1)?, false),
            Came::Dice(count, faces) => {
                for (roll, ways) in self.rolls(faces, count).iter() {
                    let before = dice.len();
                    dice.extend(roll);
                    let share = share(*ways, count).and_then(|share| share.times(weight));
                    self.outcomes(game, index, dice, share.ok_or(Unsolved::Digits)?, best)?;
                    dice.truncate(before);
                }
                return Ok(());
            }
        };
        let hope = [value.times(weight).ok_or(Unsolved::Digits)?, weight];
        if best.as_ref().is_none_or(|(known, _)| hope > *known) {
            *best = Some((hope, Outcome { dice: dice.clone(), next, decided }));
        }
        Ok(())
    }

    fn question(&mut self, game: &Game, line: &[String], depth: usize) -> Result<Fraction, Unsolved> {
        let Some(ask) = game.asked() else { return Err(Unsolved::Stopped) };
        if depth > DEEPEST {
            return Err(Unsolved::TooDeep);
        }
        let key = (game.whole().stable_hash(), line.len());
        if let Some(value) = self.known.get(&key) {
            self.done += self.share;
            return Ok(*value);
        }
        let own = ask.who == self.goal.who;
        let value = match self.said(game, line).filter(|_| own) {
            Some((index, left)) => self.after(game, index, left, depth)?,
            None => {
                let mut best: Option<Fraction> = None;
                let all = Self::choices(game);
                let share = self.share / all.len() as f64;
                for (place, index) in all.iter().enumerate() {
                    self.share = share;
                    let value = self.after(game, *index, line, depth)?;
                    let better = best.is_none_or(|best| if own { value > best } else { value < best });
                    if better {
                        best = Some(value);
                    }
                    // Nothing is better than certain.
                    if best == Some(if own { Fraction::ONE } else { Fraction::ZERO }) {
                        self.done += share * (all.len() - place - 1) as f64;
                        break;
                    }
                }
                best.ok_or(Unsolved::Stopped)?
            }
        };
        self.known.insert(key, value);
        Ok(value)
    }

    /// The choices that are worth trying: going back leads nowhere new, and of those that come to the same one is enough.
    fn choices(game: &Game) -> Vec<usize> {
        let all = game.choices();
        let mut worth: Vec<usize> = Vec::with_capacity(all.len());
        for place in 0..all.len() {
            let is_new = match all[place] {
                Choice::Back => all.len() == 1,
                _ => !worth.iter().any(|other| Self::is_same(game, place, *other)),
            };
            if is_new {
                worth.push(place);
            }
        }
        worth
    }

    /// Whether two choices come to the same: dice that show the same, or copies of a card in a hand. What is in play may have
    /// a history that tells it apart.
    fn is_same(game: &Game, one: usize, other: usize) -> bool {
        let copies = |one: Slot, other: Slot| {
            let [one, other] = [one, other].map(|slot| game.whole().card(slot));
            let in_hand = |card: &Card| card.place == Where::Hand;
            in_hand(one) && in_hand(other) && (one.definition, one.owner) == (other.definition, other.owner)
        };
        match (game.choices()[one], game.choices()[other]) {
            (Choice::Die(one), Choice::Die(other)) => {
                let own = shown(game, one);
                own.is_some() && own == shown(game, other)
            }
            (Choice::Card(one), Choice::Card(other)) | (Choice::Play(one), Choice::Play(other)) => {
                copies(one, other)
            }
            _ => false,
        }
    }

    /// The choice that a line says here, and what is left of the line.
    fn said<'l>(&self, game: &Game, line: &'l [String]) -> Option<(usize, &'l [String])> {
        let (first, left) = line.split_first()?;
        match self.speech.map(|speech| speech(game, first))? {
            Said::Choice(index) => Some((index, left)),
            Said::Toward(index) => Some((index, line)),
            Said::Nothing | Said::Several(_) => {
                let passes = [Choice::Pass, Choice::Done, Choice::No];
                let pass =
                    passes.into_iter().find_map(|pass| game.choices().iter().position(|own| *own == pass));
                pass.map(|pass| (pass, line))
            }
        }
    }

    fn after(
        &mut self,
        game: &Game,
        index: usize,
        line: &[String],
        depth: usize,
    ) -> Result<Fraction, Unsolved> {
        self.rolled(game, index, &mut Vec::new(), line, depth)
    }

    /// The value of an answer after which these dice fall, and then whatever falls.
    fn rolled(
        &mut self,
        game: &Game,
        index: usize,
        dice: &mut Vec<u8>,
        line: &[String],
        depth: usize,
    ) -> Result<Fraction, Unsolved> {
        if self.nodes >= self.limit {
            return Err(Unsolved::TooLarge(self.limit));
        }
        if dice.len() > MOST_DICE {
            return Err(Unsolved::TooDeep);
        }
        self.nodes += 1;
        let tried = self.nodes - self.begun;
        if tried.is_multiple_of(GLIMPSE)
            && self.patience == Patience::WhileThereIsHope
            && self.done * self.limit as f64 * HOPE < tried as f64
        {
            return Err(Unsolved::TooLarge(self.limit));
        }
        let mut next = match self.spare.pop() {
            Some(mut spare) => {
                spare.as_mut().clone_from(game);
                spare
            }
            None => Box::new(game.clone()),
        };
        next.forget_events();
        next.script_dice(dice);
        next.answer(index).map_err(|_| Unsolved::Stopped)?;
        let value = match self.came(game, &mut next, dice.len())? {
            Came::Decided(reached @ (Reached::Yes | Reached::No)) => {
                self.done += self.share;
                Ok(if reached == Reached::Yes { Fraction::ONE } else { Fraction::ZERO })
            }
            Came::Decided(Reached::Unknown) => Err(Unsolved::Stopped),
            Came::Question => self.question(&next, line, depth + 1),
            Came::Dice(count, faces) => {
                let mut sum = Fraction::ZERO;
                let rolls = self.rolls(faces, count);
                let part_of = self.share / rolls.len() as f64;
                for (roll, ways) in rolls.iter() {
                    self.share = part_of;
                    let before = dice.len();
                    dice.extend(roll);
                    let value = self.rolled(game, index, dice, line, depth)?;
                    dice.truncate(before);
                    let weight = share(*ways, count).ok_or(Unsolved::Digits)?;
                    let part = value.times(weight).ok_or(Unsolved::Digits)?;
                    sum = sum.plus(part).ok_or(Unsolved::Digits)?;
                }
                Ok(sum)
            }
        };
        self.spare.push(next);
        value
    }

    fn rolls(&mut self, faces: Faces, dice: usize) -> Rc<[Roll]> {
        self.rolls.entry((faces, dice)).or_insert_with(|| faces.rolls(dice).into()).clone()
    }

    /// The classes of dice that are rolled at this event; `before` is the game before the answer that led to it.
    fn faces(&self, before: &Game, events: &[Event], at: usize) -> Faces {
        // 1107.1: the dice of an attack. Others are dice of damage; dice that are rolled again may be either.
        if matches!(events[at].what, What::Rolled { .. }) && events[at].rule.section != ATTACK_DICE {
            return self.dice.damage();
        }
        let attacked = events[..at].iter().rev().find_map(|event| match event.what {
            What::IsAttacked { defender, attacker } => Some((attacker, defender)),
            _ => None,
        });
        let on = || before.whole().attack().map(|attack| (attack.attacker, attack.defender));
        match attacked.or_else(on) {
            Some((attacker, defender)) => self.dice.attack(before, attacker, defender),
            None => Faces::all(),
        }
    }

    /// What came of an answer for which so many dice were given.
    fn came(&self, before: &Game, game: &mut Game, given: usize) -> Result<Came, Unsolved> {
        let events = game.take_events();
        let decided =
            events.iter().enumerate().find_map(|(at, event)| Some((at, self.goal.decided_by(event)?)));
        let until = decided.map_or(events.len(), |(at, _)| at);
        let by_chance = (game.dice_by_chance() - self.asked.0) as usize;
        let unrolled = match by_chance {
            0 => None,
            _ => Some(unrolled(&events, given, given - game.laid_dice() + by_chance)),
        };
        match (decided, unrolled) {
            (Some((at, reached)), Some(Unrolled::At(dice, _))) if at < dice => {
                return self.certain(game, &events[..until], Came::Decided(reached));
            }
            (Some((_, reached)), None) => {
                return self.certain(game, &events[..until], Came::Decided(reached));
            }
            (_, Some(Unrolled::At(at, dice))) => {
                return Ok(Came::Dice(dice, self.faces(before, &events, at)));
            }
            // Dice that no event tells of: somebody has rolled hidden ones again.
            (Some(_), Some(Unrolled::Somewhere)) => return Err(Unsolved::HiddenDice),
            (None, Some(Unrolled::Somewhere)) => return Ok(Came::Dice(1, Faces::all())),
            (None, None) => {}
        }
        let Some(ask) = game.asked() else { return Err(Unsolved::Stopped) };
        let hidden = game.whole().attack().filter(|attack| attack.facts.has(Fact::Hidden));
        if hidden.is_some_and(|attack| game.whole().card(attack.attacker).controller != ask.who) {
            return Err(Unsolved::HiddenDice);
        }
        self.certain(game, &events, Came::Question)
    }

    /// What came of it, unless something came into it that no die shows.
    fn certain(&self, game: &Game, events: &[Event], came: Came) -> Result<Came, Unsolved> {
        let is_hidden = |event: &Event| {
            matches!(
                event.what,
                What::Drew { .. }
                    | What::Shuffled(_)
                    | What::Searched(_)
                    | What::LookedAt { .. }
                    | What::BuildRoll(_)
            )
        };
        if events.iter().any(is_hidden) {
            return Err(Unsolved::Deck);
        }
        if game.whole().chance.asked_besides() != self.asked.1 {
            return Err(Unsolved::Random);
        }
        Ok(came)
    }
}

/// Where the first dice are rolled that weren't given.
enum Unrolled {
    /// At this event, this many together.
    At(usize, usize),
    /// The events don't say.
    Somewhere,
}

/// Finds them among events: rolls are told with their number of dice, and dice that are rolled again each by itself.
fn unrolled(events: &[Event], given: usize, rolled: usize) -> Unrolled {
    let mut groups: Vec<(usize, usize, bool)> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event.what {
            What::Rolled { dice, .. } => groups.push((at, dice.into(), false)),
            // Dice that are rolled again together are told one after the other.
            What::Rerolled { .. } => match groups.last_mut() {
                Some((last, dice, true)) if *last + *dice == at => *dice += 1,
                _ => groups.push((at, 1, true)),
            },
            _ => {}
        }
    }
    let count = |again: bool| -> usize {
        groups.iter().filter(|group| !group.2 || again).map(|(_, dice, _)| dice).sum()
    };
    // Dice that were turned are told like those that were rolled again.
    let again = match rolled {
        all if all == count(true) => true,
        all if all == count(false) => false,
        _ => return Unrolled::Somewhere,
    };
    let mut so_far = 0;
    for (at, dice, _) in groups.into_iter().filter(|group| !group.2 || again) {
        so_far += dice;
        if so_far > given {
            return Unrolled::At(at, so_far - given);
        }
    }
    Unrolled::Somewhere
}

/// How often chance has been asked in a game: for dice, and besides.
fn asked(game: &Game) -> (u32, u32) {
    (game.dice_by_chance(), game.whole().chance.asked_besides())
}

/// So many of all rolls of that many dice.
fn share(ways: u128, dice: usize) -> Option<Fraction> {
    Fraction::new(ways, 6_u128.checked_pow(u32::try_from(dice).ok()?)?)
}

/// What a die shows that can be picked.
fn shown(game: &Game, die: u8) -> Option<u8> {
    let state = game.whole();
    // Dice of damage that lie on the table come before those of the attack.
    let damage = state.sequences.last().map(|sequence| &sequence.dice[..]).filter(|dice| !dice.is_empty());
    let dice = damage.or_else(|| state.attack().map(|attack| &attack.dice[..]))?;
    dice.get(usize::from(die)).copied()
}

/// The units of a game that can still act in this turn, from the step in which it is on.
pub fn still_to_act(game: &Game) -> Vec<Slot> {
    use engine::state::Moment;
    use vocab::Arena;
    let state = game.whole();
    let is_to_come = |arena: Arena| match state.moment {
        Moment::BattleStep(now) => arena as u8 >= now as u8,
        Moment::TurnEnd => false,
        Moment::Preparation
        | Moment::Setup
        | Moment::Ready
        | Moment::BuildStep(_)
        | Moment::RetreatStep(_)
        | Moment::BattlePhase => true,
    };
    let acts = |slot: &Slot| match state.card(*slot).place {
        Where::Arena(arena) => game.is_unit(*slot) && !state.card(*slot).is_tapped() && is_to_come(arena),
        _ => false,
    };
    state.slots().filter(acts).collect()
}
