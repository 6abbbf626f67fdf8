//! The numbers of a game for its summary: dice, attacks, damage, and how the chance to win moved.

use engine::state::{ByRole, Card};
use engine::{Event, Game, What};
use vocab::Role;
use vocab::ability::{Flow, Pool};

/// One player's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Dice by face.
    pub faces: [u16; 6],
    /// Attacks declared.
    pub attacks: u16,
    /// Damage counters placed on the opponent's units.
    pub damage: u16,
    /// Damage to own units that was prevented.
    pub prevented: u16,
    /// Own units discarded.
    pub lost: u16,
    /// Force paid.
    pub force: u16,
    /// Build points lost unspent.
    pub unspent: u16,
}

/// The chance to win after an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// After how many answers.
    pub answer: usize,
    /// The turn.
    pub turn: u16,
    /// Light's chance to win, between 0 and 1, at first sight and with all cards open.
    pub light: f32,
}

/// The numbers of a game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Each player's.
    pub counts: ByRole<Count>,
    /// How the chance moved.
    pub weights: Vec<Weight>,
    roller: Option<Role>,
}

impl Tally {
    /// Takes an event in.
    pub fn take(&mut self, game: &Game, event: &Event) {
        let owner = |slot| -> &Card { game.whole().card(slot) };
        match event.what {
            What::Rolled { who, .. } => self.roller = Some(who),
            What::Die { natural } => {
                if let (Some(who), Some(face)) = (self.roller, usize::from(natural).checked_sub(1)) {
                    self.counts[who].faces[face.min(5)] += 1;
                }
            }
            What::Attacks { attacker, .. } => self.counts[owner(attacker).controller].attacks += 1,
            What::Damaged { unit, amount, .. } => {
                self.counts[owner(unit).controller.other()].damage += u16::from(amount);
            }
            What::Prevented { to, amount, .. } => {
                self.counts[owner(to).controller].prevented += u16::from(amount);
            }
            What::Discarded { card, from: engine::state::Where::Arena(_), .. } => {
                self.counts[owner(card).owner].lost += 1;
            }
            What::Pool { who, flow: Flow::Pay, pool: Pool::Force, amount } => {
                self.counts[who].force += amount;
            }
            What::Pool { who, flow: Flow::Lose, pool: Pool::BuildPoints, amount } => {
                self.counts[who].unspent += amount;
            }
            _ => {}
        }
    }

    /// Notes the chance to win. It looks at all cards, so it is for the summary alone.
    pub fn weigh(&mut self, game: &Game, answer: usize) {
        let (light, turn) = (ai::win_chance(game, Role::Light), game.whole().turn);
        if self.weights.last().is_none_or(|last| (last.light - light).abs() > 0.002 || last.turn != turn) {
            self.weights.push(Weight { answer, turn, light });
        }
    }

    /// The three largest moves of the chance to win, in the order in which they happened.
    pub fn turning_points(&self) -> Vec<(Weight, f32)> {
        // The end itself isn't a turning point: what led to it is.
        let moves = self
            .weights
            .windows(2)
            .filter(|pair| pair[1].turn > 0 && (0.001..0.999).contains(&pair[1].light));
        let mut moves: Vec<(Weight, f32)> =
            moves.map(|pair| (pair[1], pair[1].light - pair[0].light)).collect();
        moves.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        moves.truncate(3);
        moves.sort_by_key(|(weight, _)| weight.answer);
        moves
    }
}
