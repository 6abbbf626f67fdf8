//! Information-set Monte Carlo tree search: every round deals the hidden cards anew and walks down one common tree.
//!
//! A node stands for the choices that led to it, not for a state: the cards and dice behind it differ from round to
//! round. Only what is offered in a round can be chosen in it, and every choice counts how often it was offered.

use crate::policy;
use crate::quick::{best, seed};
use crate::strike;
use crate::value::win_chance;
use engine::state::{Chance, Stream};
use engine::{Ask, Choice, Game};
use std::time::{Duration, Instant};
use vocab::Role;

/// How long a search goes on: until the first of its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// At most so many rounds. A search that only this limits is the same each time.
    pub iterations: usize,
    /// At most so long.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many rounds, however long they take.
    pub const fn iterations(iterations: usize) -> Budget {
        Budget { iterations, time: None }
    }

    /// As many rounds as fit into this time.
    pub const fn time(time: Duration) -> Budget {
        Budget { iterations: usize::MAX, time: Some(time) }
    }
}

/// How much untried choices are worth trying.
const EXPLORATION: f32 = 0.5;
/// How flat first impressions become as chances to try a choice.
const TEMPERATURE: f32 = 0.5;
/// What an untried choice is thought to lose against what is known of its parent.
const CAUTION: f32 = 0.04;
/// How often a walk to the end of the turn answers at random, in a hundred.
const SLIPS: usize = 8;
/// A round ends at the latest after so many answers.
const LONGEST: usize = 400;
/// How many turns a round looks ahead beyond the present one.
const TURNS: u16 = 1;

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
pub(crate) struct Known {
    /// How often it was tried.
    pub visits: u32,
    /// The mean chance of the searching player to win after it.
    pub win_chance: f32,
}

/// What a player may know of the own hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// Everything, as at a table.
    #[default]
    Hand,
    /// Nothing: to measure what the hand is worth.
    Blind,
}

struct Search<'a> {
    game: &'a Game,
    seat: Role,
    sight: Sight,
    nodes: Vec<Vec<Edge>>,
    /// The edges of this round: node and place in it.
    path: Vec<(usize, usize)>,
    scores: Vec<f32>,
    chance: &'a mut Chance,
    last_turn: u16,
}

/// Searches the question that waits; what is known of each of its choices afterwards.
pub(crate) fn search(
    game: &Game,
    seat: Role,
    sight: Sight,
    budget: Budget,
    chance: &mut Chance,
) -> Vec<Known> {
    let started = Instant::now();
    let last_turn = game.state().turn.max(1) + TURNS;
    let mut search = Search {
        game,
        seat,
        sight,
        nodes: vec![Vec::new()],
        path: Vec::new(),
        scores: Vec::new(),
        chance,
        last_turn,
    };
    for round in 0..budget.iterations {
        if round > 0 && budget.time.is_some_and(|time| started.elapsed() >= time) {
            break;
        }
        search.round();
    }
    search.known()
}

impl Search<'_> {
    /// Deals, walks down the tree, on to the horizon, and notes the result on the way back.
    fn round(&mut self) {
        let mut game = self.deal();
        self.path.clear();
        let mut node = Some(0);
        let mut answers = 0;
        while let Some(ask) = game.asked()
            && game.state().turn < self.last_turn
            && answers < LONGEST
        {
            let index = match node {
                Some(at) => {
                    let (index, below) = self.descend(at, &game, &ask);
                    node = below;
                    index
                }
                None => self.walk(&game, &ask),
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

    /// A game that the seat cannot tell from the real one.
    fn deal(&mut self) -> Game {
        let mut game = match self.sight {
            Sight::Hand => self.game.determinise(self.seat, seed(self.chance)),
            // What the opponent sees of it knows nothing of the own hand either.
            Sight::Blind => {
                let other = self.game.determinise(self.seat.other(), seed(self.chance));
                other.determinise(self.seat, seed(self.chance))
            }
        };
        game.take_events();
        game
    }

    /// Chooses an edge of a node; the node below it, unless it is tried for the first time.
    fn descend(&mut self, node: usize, game: &Game, ask: &Ask) -> (usize, Option<usize>) {
        self.offer(node, game, ask);
        let edges = &self.nodes[node];
        let offered = |edge: &Edge| {
            let place = game.choices().iter().position(|choice| *choice == edge.choice);
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
        let Some((_, at, index)) = chosen else { return (0, None) };
        self.path.push((node, at));
        let edge = &mut self.nodes[node][at];
        if edge.visits == 0 {
            return (index, None);
        }
        if edge.node == 0 {
            let below = self.nodes.len();
            self.nodes[node][at].node = below;
            self.nodes.push(Vec::new());
            return (index, Some(below));
        }
        (index, Some(edge.node))
    }

    /// Adds the choices that are new at a node, with a first impression, and counts that all of them were offered.
    fn offer(&mut self, node: usize, game: &Game, ask: &Ask) {
        let is_known = |choice: &Choice, edges: &[Edge]| {
            edges.iter().any(|edge| edge.who == ask.who && edge.choice == *choice)
        };
        if !game.choices().iter().all(|choice| is_known(choice, &self.nodes[node])) {
            // The first question is judged once, so it is judged exactly.
            let judge = if node == 0 { strike::exact } else { strike::near };
            policy::scores(game, ask, judge, &mut self.scores);
            let top = self.scores.iter().copied().fold(f32::MIN, f32::max);
            let weigh = |score: f32| ((score - top) / TEMPERATURE).exp();
            let total: f32 = self.scores.iter().map(|score| weigh(*score)).sum();
            for (choice, score) in game.choices().iter().zip(&self.scores) {
                if !is_known(choice, &self.nodes[node]) {
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
        if self.chance.below(Stream::Choice, 100) < SLIPS {
            return self.chance.below(Stream::Choice, choices);
        }
        policy::scores(game, ask, strike::near, &mut self.scores);
        best(&self.scores)
    }

    fn known(&self) -> Vec<Known> {
        let sign = |dark: f32| if self.seat == Role::Dark { dark } else { 1.0 - dark };
        let known = |choice: &Choice| {
            let edge = self.nodes[0].iter().find(|edge| edge.choice == *choice && edge.visits > 0);
            edge.map_or(Known { visits: 0, win_chance: 0.0 }, |edge| Known {
                visits: edge.visits,
                win_chance: sign(edge.dark / edge.visits as f32),
            })
        };
        self.game.choices().iter().map(known).collect()
    }
}

/// The choice that was tried most often; of equal ones the better.
pub(crate) fn most_tried(known: &[Known]) -> usize {
    let better = |best: usize, (index, own): (usize, &Known)| {
        let other = &known[best];
        if (own.visits, own.win_chance) > (other.visits, other.win_chance) { index } else { best }
    };
    known.iter().enumerate().fold(0, better)
}
