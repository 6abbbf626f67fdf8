//! Information-set Monte Carlo tree search: every round deals the hidden cards anew and walks down one common tree.
//!
//! A node stands for the choices that led to it and the question that is asked there, not for a state: the cards and dice
//! behind it differ from round to round. Choices are joined by what they are ([`Likeness`]), so that equal copies share
//! their tries and a card is the same card wherever a deal puts it. Only what is offered in a round can be chosen in it,
//! and every choice counts how often it was offered.

use crate::gain;
use crate::hands;
use crate::likeness::{self, Likeness};
use crate::luck::{Attacks, Price};
use crate::policy;
use crate::quick::{best, seed};
use crate::strike;
use crate::value::win_chance;
use crate::waste;
use engine::state::{Chance, Moment, Seed, Stream};
use engine::{Ask, Choice, Game, Seat, Viewer};
use std::time::{Duration, Instant};
use vocab::Role;

/// How long a search goes on: until the first of its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// At most this many rounds. A search that only this limits is the same each time.
    pub iterations: usize,
    /// At most this long.
    pub time: Option<Duration>,
}

impl Budget {
    /// This many rounds, however long they take.
    pub const fn iterations(iterations: usize) -> Budget {
        Budget { iterations, time: None }
    }

    /// As many rounds as fit into this time.
    pub const fn time(time: Duration) -> Budget {
        Budget { iterations: usize::MAX, time: Some(time) }
    }

    /// The same rounds, but no more than that many.
    #[must_use]
    pub const fn at_most(mut self, iterations: usize) -> Budget {
        self.iterations = iterations;
        self
    }
}

/// How much untried choices are worth trying.
const EXPLORATION: f32 = 0.25;
/// How flat first impressions become as chances to try a choice.
const TEMPERATURE: f32 = 0.7;
/// What an untried choice is thought to lose against what is known of its parent.
const CAUTION: f32 = 0.04;
/// How often a walk to the end of the turn answers at random, in a hundred.
const SLIPS: usize = 8;
/// A round ends at the latest after this many answers.
const LONGEST: usize = 400;

/// How far rounds of a battle decision look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// To the end of the battle step: what happens in other arenas is noise to a short search.
    #[default]
    Step,
    /// To the end of the turn.
    Turn,
}

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How long.
    pub budget: Budget,
    /// How far.
    pub reach: Reach,
}

impl Plan {
    /// Whether it ends before so many rounds.
    pub(crate) const fn is_shorter_than(self, rounds: usize) -> bool {
        self.budget.iterations < rounds
    }

    /// The same search, of at least that many rounds.
    #[must_use]
    pub(crate) fn at_least(mut self, rounds: usize) -> Plan {
        self.budget.iterations = self.budget.iterations.max(rounds);
        self
    }

    /// A search of this many rounds.
    pub const fn rounds(rounds: usize) -> Plan {
        Plan { budget: Budget::iterations(rounds), reach: Reach::Step }
    }
}

/// A choice that was made somewhere in the tree.
#[derive(Clone, Debug)]
struct Edge {
    choice: Likeness,
    prior: f32,
    visits: u32,
    offered: u32,
    /// The sum of the chances that the Dark Side player wins.
    dark: f32,
    /// The sum of the Dark Side's luck, less the Light Side's.
    luck: f32,
    /// The questions that have followed it, and their nodes.
    below: Vec<(Likeness, usize)>,
}

impl Edge {
    /// The sum of the chances that the Dark Side player wins, had the dice been neither kind nor unkind.
    fn without_luck(&self, price: f32) -> f32 {
        self.dark - price * self.luck
    }
}

/// The choices of a question that was reached in one way.
type Node = Vec<Edge>;

/// What is known of a choice after a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    /// How often it was tried.
    pub visits: u32,
    /// The mean chance of the searching player to win after it.
    pub win_chance: f32,
}

/// What a player knows about its own hand; at a table, everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Everything.
    #[default]
    Hand,
    /// Nothing, which measures what the hand is worth.
    Blind,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The choice that is tried most: rounds that cannot change it are left out.
    Answer,
    /// What is known of every choice that may be worth its cost.
    Estimates,
    /// What is known of every choice, even of those that seem to bring nothing: to check that they don't.
    All,
}

/// How good a game is for the Dark Side player where a round ends, between 0 and 1.
type Judge<'a> = &'a dyn Fn(&Game) -> f32;

struct Search<'a> {
    seat: Seat<'a>,
    judge: Judge<'a>,
    knowledge: Knowledge,
    nodes: Vec<Node>,
    /// The edges of this round: node and place in it.
    path: Vec<(usize, usize)>,
    scores: Vec<f32>,
    /// What the choices that are offered come to; those of the first question.
    likes: Vec<Likeness>,
    first: Vec<Likeness>,
    /// What the deals come from. The n-th try of every choice has the n-th deal: choices are compared over the same
    /// hidden cards and dice, so that luck does not decide between them.
    deals: Vec<Seed>,
    /// Chance of the round: slips.
    slips: Chance,
    chance: &'a mut Chance,
    /// The attacks of this round, and what luck in them is worth by all rounds.
    attacks: Attacks,
    price: Price,
    horizon: Horizon,
}

/// How far a round looks ahead.
#[derive(Clone, Copy, Debug)]
enum Horizon {
    /// To the end of the battle step.
    Step(Moment),
    /// To the end of the turn with this number.
    Turn(u16),
}

impl Horizon {
    fn of(seat: Seat<'_>, reach: Reach) -> Horizon {
        match (seat.moment(), reach) {
            (step @ Moment::BattleStep(_), Reach::Step) => Horizon::Step(step),
            _ => Horizon::Turn(seat.turn().max(1)),
        }
    }

    fn is_reached(self, game: &Game) -> bool {
        match self {
            Horizon::Step(step) => game.whole().moment != step,
            Horizon::Turn(turn) => game.whole().turn > turn,
        }
    }
}

/// Searches the question that waits; what is known of each of its choices afterwards. Choices that bring nothing beyond
/// their cost are left out.
pub(crate) fn search(
    seat: Seat<'_>,
    knowledge: Knowledge,
    limits: (Plan, Aim),
    chance: &mut Chance,
) -> Vec<Known> {
    search_by(seat, knowledge, limits, &|game| win_chance(game, Role::Dark), chance)
}

/// What a search for an aim of one's own has found out about a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// How often it was tried.
    pub visits: u32,
    /// The mean of what came of it, between 0 and 1.
    pub value: f32,
}

/// Searches the question that waits for the best way to an aim of one's own: `reached` says, where a round ends, how far
/// the seat has reached it, between 0 and 1. The opponent plays against it. What is known of each choice afterwards.
pub fn search_for(seat: Seat<'_>, plan: Plan, seed: u64, reached: &dyn Fn(&Game) -> f32) -> Vec<Tried> {
    let dark = |game: &Game| match seat.who() {
        Role::Dark => reached(game),
        Role::Light => 1.0 - reached(game),
    };
    let mut chance = Chance::new(Seed([seed, 0xA1F]));
    let known = search_by(seat, Knowledge::Hand, (plan, Aim::All), &dark, &mut chance);
    known.into_iter().map(|known| Tried { visits: known.visits, value: known.win_chance }).collect()
}

fn search_by(
    seat: Seat<'_>,
    knowledge: Knowledge,
    (plan, aim): (Plan, Aim),
    judge: Judge<'_>,
    chance: &mut Chance,
) -> Vec<Known> {
    let started = Instant::now();
    let Plan { budget, reach } = plan;
    let mut search = Search {
        seat,
        judge,
        knowledge,
        nodes: vec![Vec::new()],
        path: Vec::new(),
        scores: Vec::new(),
        likes: Vec::new(),
        first: Vec::new(),
        deals: Vec::new(),
        slips: *chance,
        chance,
        attacks: Attacks::default(),
        price: Price::default(),
        horizon: Horizon::of(seat, reach),
    };
    let Some(ask) = seat.asked() else { return Vec::new() };
    search.begin(&ask, aim);
    for round in 0..budget.iterations {
        if round > 0 && budget.time.is_some_and(|time| started.elapsed() >= time) {
            break;
        }
        if aim == Aim::Answer && search.lead() > budget.iterations - round {
            break;
        }
        search.round(&ask);
    }
    search.known()
}

impl Search<'_> {
    /// Lays out the first question: what the seat is offered doesn't depend on what it can't see.
    fn begin(&mut self, ask: &Ask, aim: Aim) {
        let game = self.deal(0);
        self.offer(0, &game, ask);
        if aim == Aim::All {
            self.first = std::mem::take(&mut self.likes);
            return;
        }
        let mut useless = gain::useless(self.seat);
        for (useless, choice) in useless.iter_mut().zip(self.seat.choices()) {
            *useless |= waste::of(&game, ask, *choice).is_some();
        }
        self.first = std::mem::take(&mut self.likes);
        let first = &self.first;
        let is_useful = |edge: &Edge| {
            let own = first.iter().zip(&useless).filter(|(like, _)| **like == edge.choice);
            own.into_iter().any(|(_, useless)| !useless)
        };
        self.nodes[0].retain(is_useful);
    }

    /// Deals, walks down the tree, on to the horizon, and notes the result on the way back.
    fn round(&mut self, ask: &Ask) {
        self.likes.clone_from(&self.first);
        self.nodes[0].iter_mut().for_each(|edge| edge.offered += 1);
        let Some((edge, index)) = self.pick(0, ask) else { return };
        let mut game = self.deal(self.nodes[0][edge].visits as usize);
        self.path.clear();
        self.path.push((0, edge));
        self.attacks.clear();
        self.attacks.note(&game, ask, index);
        if game.answer(index).is_err() {
            return;
        }
        let mut at = Some((0, edge));
        let mut answers = 1;
        while let Some(ask) = game.asked()
            && !self.horizon.is_reached(&game)
            && answers < LONGEST
        {
            let picked = at.and_then(|above| self.below(above, &game, &ask)).and_then(|node| {
                self.offer(node, &game, &ask);
                self.pick(node, &ask).map(|(edge, index)| (node, edge, index))
            });
            let index = match picked {
                Some((node, edge, index)) => {
                    self.path.push((node, edge));
                    at = Some((node, edge));
                    index
                }
                None => {
                    at = None;
                    self.walk(&game, &ask)
                }
            };
            self.attacks.note(&game, &ask, index);
            if game.answer(index).is_err() {
                break;
            }
            answers += 1;
        }
        let dark = (self.judge)(&game);
        let luck = self.attacks.luck(game.take_events().into_iter().map(|event| event.what));
        self.price.add(luck, dark);
        for (node, edge) in &self.path {
            let edge = &mut self.nodes[*node][*edge];
            edge.visits += 1;
            edge.dark += dark;
            edge.luck += luck;
        }
    }

    /// How much more often than all others the choice was tried that was tried most.
    fn lead(&self) -> usize {
        let (mut first, mut second) = (0, 0);
        for edge in &self.nodes[0] {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        (first - second) as usize
    }

    /// A game that the seat cannot tell from the real one: the deal with this number.
    fn deal(&mut self, number: usize) -> Game {
        while self.deals.len() <= number {
            let next = seed(self.chance);
            self.deals.push(next);
        }
        let from = self.deals[number];
        self.slips = Chance::new(from);
        let mut game = match self.knowledge {
            Knowledge::Hand => self.seat.determinise(from),
            Knowledge::Blind => self.seat.determinise_blind(from, seed(&mut self.slips)),
        };
        game.forget_events();
        game
    }

    /// Chooses one of the edges of a node that are offered: the edge and the index of its choice.
    fn pick(&self, node: usize, ask: &Ask) -> Option<(usize, usize)> {
        let edges = &self.nodes[node];
        let price = self.price.slope();
        let offered = |edge: &Edge| self.likes.iter().position(|like| *like == edge.choice);
        let mut wide: Vec<(usize, usize)> = edges
            .iter()
            .enumerate()
            .filter_map(|(at, edge)| offered(edge).map(|index| (at, index)))
            .collect();
        let visits: u32 = wide.iter().map(|(at, _)| edges[*at].visits).sum();
        let dark: f32 = wide.iter().map(|(at, _)| edges[*at].without_luck(price)).sum();
        let sign = |dark: f32| if ask.who == Role::Dark { dark } else { 1.0 - dark };
        let parent = if visits == 0 { 0.5 } else { sign(dark / visits as f32) };
        // The more often a node was seen, the more of its choices are worth looking at, the likely ones first.
        let width = 3 + (visits as f32).sqrt() as usize;
        if wide.len() > width {
            wide.sort_by(|a, b| edges[b.0].prior.total_cmp(&edges[a.0].prior).then(a.0.cmp(&b.0)));
            wide.truncate(width);
        }
        let promise = |edge: &Edge| {
            let tried = edge.visits as f32;
            let mean =
                if edge.visits == 0 { parent - CAUTION } else { sign(edge.without_luck(price) / tried) };
            mean + EXPLORATION * edge.prior * (edge.offered as f32).sqrt() / (1.0 + tried)
        };
        let mut chosen: Option<(f32, usize, usize)> = None;
        for (at, index) in wide {
            let value = promise(&edges[at]);
            if chosen.is_none_or(|(best, ..)| value > best) {
                chosen = Some((value, at, index));
            }
        }
        chosen.map(|(_, at, index)| (at, index))
    }

    /// The node of the question that follows an edge; none below an edge that is tried for the first time.
    fn below(&mut self, (node, edge): (usize, usize), game: &Game, ask: &Ask) -> Option<usize> {
        let next = self.nodes.len();
        let edge = &mut self.nodes[node][edge];
        if edge.visits == 0 {
            return None;
        }
        let question = likeness::of_question(game, ask);
        if let Some((_, node)) = edge.below.iter().find(|(known, _)| *known == question) {
            return Some(*node);
        }
        edge.below.push((question, next));
        self.nodes.push(Vec::new());
        Some(next)
    }

    /// Adds the choices that are new at a node, with a first impression, and counts that all of them were offered.
    fn offer(&mut self, node: usize, game: &Game, ask: &Ask) {
        self.likes.clear();
        self.likes.extend(game.choices().iter().map(|choice| likeness::of_choice(game, ask.who, *choice)));
        let is_known = |like: &Likeness, edges: &[Edge]| edges.iter().any(|edge| edge.choice == *like);
        if self.likes.iter().any(|like| !is_known(like, &self.nodes[node])) {
            // The first question is judged once, so it is judged exactly.
            let judge = if node == 0 { strike::exact } else { strike::near };
            policy::scores(game, ask, judge, &mut self.scores);
            let top = self.scores.iter().copied().fold(f32::MIN, f32::max);
            let weigh = |score: f32| ((score - top) / TEMPERATURE).exp();
            let total: f32 = self.scores.iter().map(|score| weigh(*score)).sum();
            for (index, like) in self.likes.iter().enumerate() {
                let choice = game.choices()[index];
                let is_out = choice == Choice::Back
                    || hands::is_left_alone(game.sight(Viewer::Seat(ask.who)), ask.why, choice);
                if !is_out && !is_known(like, &self.nodes[node]) {
                    let prior = weigh(self.scores[index]) / total;
                    let (visits, offered, dark, luck) = (0, 0, 0.0, 0.0);
                    let (choice, below) = (*like, Vec::new());
                    self.nodes[node].push(Edge { choice, prior, visits, offered, dark, luck, below });
                }
            }
        }
        for edge in &mut self.nodes[node] {
            if self.likes.contains(&edge.choice) {
                edge.offered += 1;
            }
        }
    }

    /// One answer beyond the tree: the first impression, now and then anything.
    fn walk(&mut self, game: &Game, ask: &Ask) -> usize {
        if self.slips.below(Stream::Choice, 100) < SLIPS {
            return hands::any(game.sight(Viewer::Seat(ask.who)), &mut self.slips);
        }
        policy::scores(game, ask, strike::near, &mut self.scores);
        best(&self.scores)
    }

    fn known(&self) -> Vec<Known> {
        let price = self.price.slope();
        let sign = |dark: f32| if self.seat.who() == Role::Dark { dark } else { 1.0 - dark };
        let known = |like: &Likeness| {
            let edge = self.nodes[0].iter().find(|edge| edge.choice == *like && edge.visits > 0);
            edge.map_or(Known { visits: 0, win_chance: 0.0 }, |edge| Known {
                visits: edge.visits,
                win_chance: sign(edge.without_luck(price) / edge.visits as f32).clamp(0.0, 1.0),
            })
        };
        self.first.iter().map(known).collect()
    }
}

/// Whether a choice spends a card, Force or something else.
pub(crate) const fn spends(choice: Choice) -> bool {
    matches!(choice, Choice::Use(..) | Choice::Play(_) | Choice::PlayBy(..))
}

/// How much better than passing a play has to be: less is a matter of luck.
const MARGIN: f32 = 0.003;

/// The choice that was tried most often; of equal ones the better. A tie never goes to a play: one that isn't better than
/// passing by more than a margin gives way.
pub(crate) fn most_tried(known: &[Known], choices: &[Choice]) -> usize {
    let better = |best: usize, (index, own): (usize, &Known)| {
        let other = &known[best];
        if (own.visits, own.win_chance) > (other.visits, other.win_chance) { index } else { best }
    };
    let best = known.iter().enumerate().fold(0, better);
    let pass = choices.iter().position(|choice| gain::is_passing(*choice));
    match pass {
        Some(pass)
            if choices.get(best).is_some_and(|choice| spends(*choice))
                && known[pass].visits > 0
                && known[pass].win_chance + MARGIN >= known[best].win_chance =>
        {
            pass
        }
        _ => best,
    }
}
