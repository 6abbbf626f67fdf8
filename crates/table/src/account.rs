//! What an attack came to, in one sentence; and the attack that decided a finished game.

use crate::seen::{Finished, Seen};
use crate::story::Line;
use engine::state::{Outcome, Slot};
use engine::{DiscardCause, Mode, What};
use std::ops::Range;
use std::sync::Arc;
use vocab::Role;

/// What is known of an attack.
#[derive(Default)]
struct Account {
    attacker: Option<(Slot, String)>,
    /// Who was attacked, and who took the attack instead.
    defenders: Vec<(Slot, String)>,
    mode: &'static str,
    hits: Option<u8>,
    damage: u32,
    prevented: u32,
    is_destroyed: bool,
    /// Damage that came back.
    back: u32,
    is_attacker_destroyed: bool,
    /// Whoever else was destroyed.
    others: Vec<String>,
}

/// "once", "twice", "3 times".
fn times(number: u8) -> String {
    match number {
        1 => "once".into(),
        2 => "twice".into(),
        more => format!("{more} times"),
    }
}

impl Account {
    fn take(&mut self, line: &Line, name: impl Fn(usize) -> String) {
        let is = |unit: Slot, of: Option<&(Slot, String)>| of.is_some_and(|(slot, _)| *slot == unit);
        let (attacker, defender) = (self.attacker.as_ref(), self.defenders.last());
        match line.what {
            What::Attacks { attacker, defender, mode } => {
                self.attacker = Some((attacker, name(0)));
                self.defenders = vec![(defender, name(1))];
                self.mode = match mode {
                    Mode::Normal => "",
                    Mode::Bombard => " with Bombard",
                    Mode::Barrage => " with Barrage",
                    Mode::IonCannon => " with Ion Cannon",
                };
            }
            What::IsAttacked { defender, .. } => self.defenders.push((defender, name(0))),
            What::Hits { attacker: unit, hits, .. } if is(unit, attacker) => self.hits = Some(hits),
            What::Prevented { to, amount, .. } if is(to, defender) => self.prevented += u32::from(amount),
            What::Damaged { unit, amount, .. } if is(unit, defender) => self.damage += u32::from(amount),
            What::Damaged { unit, amount, .. } if is(unit, attacker) => self.back += u32::from(amount),
            What::Discarded { card, cause, .. } => {
                let by_damage = matches!(
                    cause,
                    DiscardCause::Damage(_) | DiscardCause::AttackDamage(_) | DiscardCause::Health
                );
                if !by_damage {
                } else if is(card, defender) {
                    self.is_destroyed = true;
                } else if is(card, attacker) {
                    self.is_attacker_destroyed = true;
                } else {
                    self.others.push(name(0));
                }
            }
            _ => {}
        }
    }

    /// One sentence, without its full stop.
    fn sentence(&self) -> Option<String> {
        let (attacker, [first, rest @ ..]) = (&self.attacker.as_ref()?.1, &self.defenders[..]) else {
            return None;
        };
        // "Guard steps in for Scout: Raider hits it twice".
        let (before, to) = match rest.last() {
            Some(last) if last.0 != first.0 => (format!("{} steps in for {}: ", last.1, first.1), "it"),
            _ => (String::new(), first.1.as_str()),
        };
        let mode = self.mode;
        let mut text = match (self.hits, self.is_destroyed) {
            (None | Some(0), true) => format!("{before}{attacker} attacks{mode} and destroys {to}"),
            (None, false) => format!("{before}{attacker} attacks {to}{mode}"),
            (Some(0), false) => format!("{before}{attacker} misses {to}{mode}"),
            (Some(hits), true) => {
                format!("{before}{attacker} hits {to} {}{mode} and destroys it", times(hits))
            }
            (Some(hits), false) => format!("{before}{attacker} hits {to} {}{mode}", times(hits)),
        };
        match (self.is_destroyed, self.damage, self.prevented) {
            (true, ..) | (false, 0, 0) => {}
            (false, 0, _) => text.push_str(", but all damage is prevented"),
            (false, damage, 0) => text.push_str(&format!(": {damage} damage")),
            (false, damage, prevented) => text.push_str(&format!(": {damage} damage, {prevented} prevented")),
        }
        if self.is_attacker_destroyed {
            text.push_str(&format!(
                "; {attacker} is destroyed{}",
                if self.is_destroyed { ", too" } else { "" }
            ));
        } else if self.back > 0 {
            text.push_str(&format!("; {attacker} takes {} damage back", self.back));
        }
        for other in &self.others {
            text.push_str(&format!("; {other} is destroyed{}", if self.is_destroyed { ", too" } else { "" }));
        }
        Some(text)
    }
}

impl Seen<'_> {
    /// What an attack came to so far, in one sentence about its lines; a token in braces is a card. `None` if the lines
    /// are about no attack.
    pub fn account(self, lines: &[Arc<Line>]) -> Option<String> {
        // 1715.1: what Cunning hides isn't told here either.
        let hides = self.sight().view().attack.is_some_and(|attack| attack.hidden);
        let lane = self.lane().map(|lane| lane.number).filter(|_| hides);
        let mut account = Account::default();
        for line in lines {
            let Some(marked) = line.marked(self.viewer()) else { continue };
            if lane.is_some()
                && line.attack == lane
                && !matches!(line.what, What::Attacks { .. } | What::IsAttacked { .. })
            {
                continue;
            }
            let name = |place| marked.name(place, self.sight().catalog()).unwrap_or_else(|| "a card".into());
            account.take(line, name);
        }
        account.sentence().map(|text| format!("{text}."))
    }

    /// The attack that decided a finished game, and what it came to in one sentence.
    pub fn decided(self) -> Option<(Decisive, String)> {
        let decisive = self.finished()?.decisive()?;
        let account = self.account(&self.lines()[decisive.lines.clone()])?;
        Some((decisive, account))
    }
}

/// The attack that moved the chance to win the most towards the player who won.
#[derive(Clone, Debug, PartialEq)]
pub struct Decisive {
    /// Its lines, as places in the story.
    pub lines: Range<usize>,
    /// The answer after which it was over.
    pub answer: usize,
    /// The turn.
    pub turn: u16,
    /// How much the winner's chance rose by it.
    pub swing: f32,
}

impl Finished<'_> {
    /// The decisive attack; `None` in a draw, after a concession, and if no attack did the winner any good.
    pub fn decisive(self) -> Option<Decisive> {
        let outcome = self.sight().outcome()?;
        let (Outcome::Won(winner, _), None) = (outcome, outcome.ending()) else { return None };
        let weights = &self.tally().weights;
        let chance = |light: f32| if winner == Role::Light { light } else { 1.0 - light };
        // What the chance was after so many answers.
        let after = |answer: usize| {
            let place = weights.partition_point(|weight| weight.answer <= answer);
            weights[..place].last().map(|weight| (chance(weight.light), weight.turn))
        };
        let lines = self.lines();
        let mut best: Option<Decisive> = None;
        let mut start = 0;
        while start < lines.len() {
            let attack = lines[start].attack;
            let end = start + lines[start..].iter().take_while(|line| line.attack == attack).count();
            if attack.is_some() {
                let (first, last) = (lines[start].answer, lines[end - 1].answer);
                if let (Some((before, _)), Some((now, turn))) = (after(first.saturating_sub(1)), after(last))
                {
                    let swing = now - before;
                    if swing > 0.0 && best.as_ref().is_none_or(|best| swing >= best.swing) {
                        best = Some(Decisive { lines: start..end, answer: last, turn, swing });
                    }
                }
            }
            start = end;
        }
        best
    }
}
