//! Information-set Monte Carlo tree search: every round deals the hidden cards anew and walks down one common tree.
//!
//! A node stands for the choices that led to it, not for a state: the cards and dice behind it differ from round to
//! round. Only what is offered in a round can be chosen in it, and every choice counts how often it was offered.

use super::policy;
use super::quick::{best, seed};
use super::strike;
use super::value::win_chance;
use engine::state::{Chance, Moment, Seed, Stream};
use engine::{Ask, Choice, Game, Seat};
use vocab::Role;

/// How much untried choices are worth trying.
const EXPLORATION: f32 = 0.25;
/// How flat first impressions become as chances to try a choice.
const TEMPERATURE: f32 = 0.7;
/// What an untried choice is thought to lose against what is known of its parent.
const CAUTION: f32 = 0.04;
/// How often a walk to the end of the turn answers at random, in a hundred.
const SLIPS: usize = 8;
/// A round ends at the latest after so many answers.
const LONGEST: usize = 400;

/// A choice that was made somewhere in the tree.
#[derive(Clone, Debug)]
struct Edge {
    who: Role,
    choice: Choice,
    prior: f32,
    visits: u32,
    offered: u32,
    /// The sum of the chances that the Dark Side player wins.
    dark: f32,
    node: usize,
}

/// What is known of a choice after a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    /// How often it was tried.
    pub visits: u32,
    /// The mean chance of the searching player to win after it.
    pub win_chance: f32,
}

struct Search<'a> {
    seat: Seat<'a>,
    nodes: Vec<Vec<Edge>>,
    /// The edges of this round: node and place in it.
    path: Vec<(usize, usize)>,
    scores: Vec<f32>,
    /// What the deals come from. The n-th try of every choice has the n-th deal: choices are compared over the same
    /// hidden cards and dice, so that luck does not decide between them.
    deals: Vec<Seed>,
    /// Chance of the round: slips.
    slips: Chance,
    chance: &'a mut Chance,
    horizon: Horizon,
}

/// How far a round looks ahead.
#[derive(Clone, Copy, Debug)]
enum Horizon {
    /// To the end of the battle step: what happens in other arenas would be noise.
    Step(Moment),
    /// To the end of the turn with this number.
    Turn(u16),
}

impl Horizon {
    fn of(seat: Seat<'_>) -> Horizon {
        match seat.moment() {
            step @ Moment::BattleStep(_) => Horizon::Step(step),
            Moment::Preparation
            | Moment::Setup
            | Moment::Ready
            | Moment::BuildStep(_)
            | Moment::RetreatStep(_)
            | Moment::BattlePhase
            | Moment::TurnEnd => Horizon::Turn(seat.turn().max(1)),
        }
    }

    fn is_reached(self, game: &Game) -> bool {
        match self {
            Horizon::Step(step) => game.whole().moment != step,
            Horizon::Turn(turn) => game.whole().turn > turn,
        }
    }
}

/// Searches the question that waits; what is known of each of its choices afterwards.
pub(super) fn search(seat: Seat<'_>, rounds: usize, chance: &mut Chance) -> Vec<Known> {
    let mut search = Search {
        seat,
        nodes: vec![Vec::new()],
        path: Vec::new(),
        scores: Vec::new(),
        deals: Vec::new(),
        slips: *chance,
        chance,
        horizon: Horizon::of(seat),
    };
    for round in 0..rounds {
        if search.lead() > rounds - round {
            break;
        }
        search.round();
    }
    search.known()
}

impl Search<'_> {
    /// Deals, walks down the tree, on to the horizon, and notes the result on the way back.
    fn round(&mut self) {
        let Some(ask) = self.seat.asked() else { return };
        // What the seat is offered does not depend on what it cannot see.
        if self.nodes[0].is_empty() {
            let game = self.deal(0);
            self.offer(0, &game, &ask);
        } else {
            self.nodes[0].iter_mut().for_each(|edge| edge.offered += 1);
        }
        let Some((edge, index)) = self.pick(0, self.seat.choices(), &ask) else { return };
        let mut game = self.deal(self.nodes[0][edge].visits as usize);
        self.path.clear();
        let mut node = self.follow(0, edge);
        if game.answer(index).is_err() {
            return;
        }
        let mut answers = 1;
        while let Some(ask) = game.asked()
            && !self.horizon.is_reached(&game)
            && answers < LONGEST
        {
            let picked = node.and_then(|at| {
                self.offer(at, &game, &ask);
                self.pick(at, game.choices(), &ask).map(|(edge, index)| (at, edge, index))
            });
            let index = match picked {
                Some((at, edge, index)) => {
                    node = self.follow(at, edge);
                    index
                }
                None => {
                    node = None;
                    self.walk(&game, &ask)
                }
            };
            if game.answer(index).is_err() {
                break;
            }
            answers += 1;
        }
        let dark = win_chance(&game, Role::Dark);
        for (node, edge) in &self.path {
            let edge = &mut self.nodes[*node][*edge];
            edge.visits += 1;
            edge.dark += dark;
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
        let mut game = self.seat.determinise(from);
        game.forget_events();
        game
    }

    /// Chooses one of the edges of a node that are offered: the edge and the index of its choice.
    fn pick(&self, node: usize, choices: &[Choice], ask: &Ask) -> Option<(usize, usize)> {
        let edges = &self.nodes[node];
        let offered = |edge: &Edge| {
            let place = choices.iter().position(|choice| *choice == edge.choice);
            place.filter(|_| edge.who == ask.who)
        };
        let here =
            || edges.iter().enumerate().filter_map(|(at, edge)| offered(edge).map(|index| (at, index)));
        let visits: u32 = here().map(|(at, _)| edges[at].visits).sum();
        let dark: f32 = here().map(|(at, _)| edges[at].dark).sum();
        let sign = |dark: f32| if ask.who == Role::Dark { dark } else { 1.0 - dark };
        let parent = if visits == 0 { 0.5 } else { sign(dark / visits as f32) };
        // The more often a node was seen, the more of its choices are worth looking at, the likely ones first.
        let width = 3 + (visits as f32).sqrt() as usize;
        let mut wide: Vec<(usize, usize)> = here().collect();
        if wide.len() > width {
            wide.sort_by(|a, b| edges[b.0].prior.total_cmp(&edges[a.0].prior).then(a.0.cmp(&b.0)));
            wide.truncate(width);
        }
        let promise = |edge: &Edge| {
            let tried = edge.visits as f32;
            let mean = if edge.visits == 0 { parent - CAUTION } else { sign(edge.dark / tried) };
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

    /// Goes along an edge; the node below it, unless it is tried for the first time.
    fn follow(&mut self, node: usize, edge: usize) -> Option<usize> {
        self.path.push((node, edge));
        let next = self.nodes.len();
        let edge = &mut self.nodes[node][edge];
        if edge.visits == 0 {
            return None;
        }
        if edge.node == 0 {
            edge.node = next;
            self.nodes.push(Vec::new());
            return Some(next);
        }
        Some(edge.node)
    }

    /// Adds the choices that are new at a node, with a first impression, and counts that all of them were offered.
    fn offer(&mut self, node: usize, game: &Game, ask: &Ask) {
        let is_known = |choice: &Choice, edges: &[Edge]| {
            edges.iter().any(|edge| edge.who == ask.who && edge.choice == *choice)
        };
        let is_new = |choice: &Choice, edges: &[Edge]| *choice != Choice::Back && !is_known(choice, edges);
        if game.choices().iter().any(|choice| is_new(choice, &self.nodes[node])) {
            // The first question is judged once, so it is judged exactly.
            let judge = if node == 0 { strike::exact } else { strike::near };
            policy::scores(game, ask, judge, &mut self.scores);
            let top = self.scores.iter().copied().fold(f32::MIN, f32::max);
            let weigh = |score: f32| ((score - top) / TEMPERATURE).exp();
            let total: f32 = self.scores.iter().map(|score| weigh(*score)).sum();
            for (choice, score) in game.choices().iter().zip(&self.scores) {
                if is_new(choice, &self.nodes[node]) {
                    let prior = weigh(*score) / total;
                    let (who, choice) = (ask.who, *choice);
                    self.nodes[node].push(Edge {
                        who,
                        choice,
                        prior,
                        visits: 0,
                        offered: 0,
                        dark: 0.0,
                        node: 0,
                    });
                }
            }
        }
        for edge in &mut self.nodes[node] {
            if edge.who == ask.who && game.choices().contains(&edge.choice) {
                edge.offered += 1;
            }
        }
    }

    /// One answer beyond the tree: the first impression, now and then anything.
    fn walk(&mut self, game: &Game, ask: &Ask) -> usize {
        let choices = game.choices().len();
        if self.slips.below(Stream::Choice, 100) < SLIPS {
            return self.slips.below(Stream::Choice, choices);
        }
        policy::scores(game, ask, strike::near, &mut self.scores);
        best(&self.scores)
    }

    fn known(&self) -> Vec<Known> {
        let sign = |dark: f32| if self.seat.who() == Role::Dark { dark } else { 1.0 - dark };
        let known = |choice: &Choice| {
            let edge = self.nodes[0].iter().find(|edge| edge.choice == *choice && edge.visits > 0);
            edge.map_or(Known { visits: 0, win_chance: 0.0 }, |edge| Known {
                visits: edge.visits,
                win_chance: sign(edge.dark / edge.visits as f32),
            })
        };
        self.seat.choices().iter().map(known).collect()
    }
}

/// The choice that was tried most often; of equal ones the better.
pub(super) fn most_tried(known: &[Known]) -> usize {
    let better = |best: usize, (index, own): (usize, &Known)| {
        let other = &known[best];
        if (own.visits, own.win_chance) > (other.visits, other.win_chance) { index } else { best }
    };
    known.iter().enumerate().fold(0, better)
}
