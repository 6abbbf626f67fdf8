//! The last attack as the lane shows it, gathered from the events.

use engine::state::Slot;
use engine::{Event, Game, Mode, What};
use odds::Odds;
use vocab::{Keyword, RuleNumber};

/// A die of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// Its natural number.
    pub natural: u8,
    /// What it was before it was rolled again.
    pub was: Option<u8>,
}

/// From which natural number on a die hits, and why.
fn need(game: &Game, attacker: Slot, defender: Slot) -> (i16, Vec<String>) {
    let (own, other) = (game.now(attacker), game.now(defender));
    let (accuracy, armor) = (own.value(Keyword::Accuracy), other.has(Keyword::Armor));
    let mut why = Vec::new();
    if armor {
        why.push("Armor 5+".to_string());
    }
    if accuracy != 0 {
        why.push(format!("Accuracy {accuracy:+}"));
    }
    let shields = other.value(Keyword::Shields);
    if shields != 0 {
        why.push(format!("Shields {shields}"));
    }
    // 1707.1: 5 or more against Armor, otherwise 4 (rule 1107.9).
    (if armor { 5 } else { 4 } - accuracy, why)
}

/// An attack, going on or just over.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The number of the attack in the game.
    pub number: u16,
    /// Who attacks.
    pub attacker: Slot,
    /// Who defends.
    pub defender: Slot,
    /// What both were called when the attack was declared: one of them may be back in a hand since.
    pub names: [String; 2],
    /// How.
    pub mode: Mode,
    /// The natural number from which on a die hits.
    pub need: i16,
    /// Why it is not 4: words.
    pub need_why: Vec<String>,
    /// The power that it attacks with.
    pub power: i16,
    /// The dice.
    pub dice: Vec<Die>,
    /// Hits, once they are counted.
    pub hits: Option<u8>,
    /// What was pending at most.
    pub pending: Option<u8>,
    /// What keywords did: name and value.
    pub keywords: Vec<(Keyword, i16)>,
    /// What was prevented.
    pub prevented: u8,
    /// What was placed on the defender.
    pub placed: u8,
    /// Whether the defender was discarded.
    pub discarded: bool,
    /// Whether the attack is over.
    pub over: bool,
    /// The odds before the roll.
    pub odds: Option<Odds>,
    rolling: bool,
    rerolled: usize,
}

impl Lane {
    /// An attack that was declared.
    pub fn new(game: &Game, number: u16, attacker: Slot, defender: Slot, mode: Mode) -> Lane {
        let (need, need_why) = need(game, attacker, defender);
        Lane {
            number,
            attacker,
            defender,
            names: [game.name_of(attacker), game.name_of(defender)],
            mode,
            need,
            need_why,
            power: game.attack_power(attacker, mode),
            dice: Vec::new(),
            hits: None,
            pending: None,
            keywords: Vec::new(),
            prevented: 0,
            placed: 0,
            discarded: false,
            over: false,
            odds: None,
            rolling: false,
            rerolled: 0,
        }
    }

    /// Another unit is attacked instead (rule 1106.2).
    pub fn turn_to(&mut self, game: &Game, defender: Slot) {
        self.defender = defender;
        self.names[1] = game.name_of(defender);
        (self.need, self.need_why) = need(game, self.attacker, defender);
        // The odds were those of the other unit.
        self.odds = None;
    }

    /// Takes an event of the attack in.
    pub fn take(&mut self, event: &Event) {
        match event.what {
            What::Rolled { .. } => self.rolling = self.hits.is_none(),
            What::Die { natural } if self.rolling => self.dice.push(Die { natural, was: None }),
            What::Rerolled { from, to } if self.hits.is_none() => {
                // The die that showed the old number and has not been rolled again.
                let die = self.dice.iter_mut().find(|die| die.natural == from && die.was.is_none());
                if let Some(die) = die {
                    *die = Die { natural: to, was: Some(from) };
                    self.rerolled += 1;
                }
            }
            What::Hits { hits, .. } => {
                self.hits = Some(hits);
                self.rolling = false;
            }
            What::Pending { to, amount, .. } if to == self.defender => {
                self.pending = Some(self.pending.unwrap_or(0).max(amount));
            }
            What::Keyword { keyword, value, .. } => self.keywords.push((keyword, value)),
            What::Prevented { to, amount, .. } if to == self.defender => {
                self.prevented = self.prevented.saturating_add(amount);
            }
            What::Damaged { unit, amount, .. } if unit == self.defender => {
                self.placed = self.placed.saturating_add(amount);
            }
            What::Discarded { card, .. } if card == self.defender => self.discarded = true,
            What::AttackEnded { attacker, .. } if attacker == self.attacker => self.over = true,
            _ => {}
        }
    }

    /// The step of the attack that is going on, by its rule, from what has been seen of it.
    pub const fn step(&self) -> RuleNumber {
        if self.over {
            RuleNumber::new(1112, 1)
        } else if self.placed > 0 || self.discarded {
            RuleNumber::new(1110, 1)
        } else if self.pending.is_some() {
            RuleNumber::new(1109, 1)
        } else if self.hits.is_some() {
            RuleNumber::new(1108, 1)
        } else if self.dice.is_empty() {
            RuleNumber::new(1106, 1)
        } else {
            RuleNumber::new(1107, 1)
        }
    }
}
