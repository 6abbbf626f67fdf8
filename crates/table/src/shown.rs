//! Something that happened, as one viewer is shown it: the fields of an event (docs/PROTOCOL.md).

use crate::join::Kind;
use crate::seen::Seen;
use crate::story::{Line, Marked};
use crate::tell::{Teller, Words, phase};
use engine::state::{Moment, Outcome};
use engine::{Spot, Viewer, What};
use serde::Serialize;
use std::collections::BTreeMap;
use vocab::ability::{Flow, Pool};
use vocab::{Arena, Role};

/// Something that happened, as one viewer is shown it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Grows with every event of the game.
    pub n: u64,
    /// The step that made it happen: the number of the log after it.
    pub step: u32,
    /// What sort of thing it is.
    pub kind: &'static str,
    /// Whose doing it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The sentence; a token in braces is a card.
    pub text: String,
    /// A quieter half sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A few words for the list of what happened; none if it isn't worth a place there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// A word for the card that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The headline of a turn, a step, an arena that is won, the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether it happens together with the event before it.
    #[serde(skip_serializing_if = "is_false")]
    pub with: bool,
    /// The rule.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Whether it begins a part of the log.
    #[serde(skip_serializing_if = "is_false")]
    pub group: bool,
    /// The attack that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<u16>,
    /// The card that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The card that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The card that it goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The Force that was paid for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay: Option<u16>,
    /// The place of the step in the line of phases, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<u8>,
    /// The natural number from which on a die hits, and the number of dice: of an attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<[i16; 2]>,
    /// How much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// Of what: `force` or `build`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<&'static str>,
    /// In which arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<&'static str>,
    /// Who holds each arena: of a turn that starts, and of an arena that is won.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<&'static str, &'static str>,
    /// The dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Whether both players gain something.
    #[serde(skip)]
    pub(crate) both: bool,
    /// What is true afterwards: by player, and by card.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub after: BTreeMap<&'static str, BTreeMap<String, After>>,
}

/// A value that is true after an event, never a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum After {
    /// Of a player.
    Points(u16),
    /// Of a card.
    Card(OfCard),
}

/// What is true of a card after an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OfCard {
    /// Damage counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
    /// Build counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<u8>,
    /// Whether it is tapped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tapped: Option<bool>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

const fn word(arena: Arena) -> &'static str {
    match arena {
        Arena::Space => "space",
        Arena::Ground => "ground",
        Arena::Character => "character",
    }
}

/// What a player is called in batches: from the seat that looks, or by the role for those who watch.
pub(crate) const fn side(viewer: Viewer, who: Role) -> &'static str {
    match (viewer, who) {
        (Viewer::Seat(Role::Dark), Role::Dark) | (Viewer::Seat(Role::Light), Role::Light) => "you",
        (Viewer::Seat(_), _) => "them",
        (Viewer::Public, Role::Dark) => "dark",
        (Viewer::Public, Role::Light) => "light",
    }
}

impl Shown {
    /// An event without its number, told of these lines. There is at least one, and the viewer reads all of them.
    pub(crate) fn new(seen: Seen<'_>, kind: Kind, lines: &[&Line], is_hidden: bool) -> Shown {
        let viewer = seen.viewer();
        let marked: Vec<(&Line, Marked<'_>)> =
            lines.iter().filter_map(|line| Some((*line, line.marked(viewer)?))).collect();
        let first = lines[0];
        let mut shown =
            Shown { step: first.step, attack: first.attack, kind: kind.word(), ..Shown::default() };
        for (line, marked) in &marked {
            shown.take(viewer, line, marked.about().map(|card| card.map(|card| card.to_string())), is_hidden);
        }
        // The rule of what came of it, not of its price.
        shown.rule = lines
            .iter()
            .rev()
            .find(|line| !matches!(line.what, What::Pool { .. }))
            .unwrap_or(&first)
            .rule
            .to_string();
        let Words { text, why, chip, word, title } = Teller::new(seen, &marked, is_hidden).words(kind);
        Shown { text, why, chip, word, title, ..shown }
    }

    /// Notes what is true of a card afterwards.
    fn after_card(&mut self, card: &str, note: impl FnOnce(&mut OfCard)) {
        let cards = self.after.entry("cards").or_default();
        if let After::Card(of) = cards.entry(card.to_string()).or_insert(After::Card(OfCard::default())) {
            note(of);
        }
    }

    /// Takes the facts of a line in.
    fn take(&mut self, viewer: Viewer, line: &Line, [first, second]: [Option<String>; 2], is_hidden: bool) {
        for (card, tapped) in line.turned(viewer) {
            self.after_card(&card.to_string(), |of| of.tapped = Some(tapped));
        }
        if !is_hidden && !line.dice.is_empty() {
            self.dice.clone_from(&line.dice);
        }
        if matches!(line.what, What::PutCounters { .. } | What::RemovedCounters { .. } | What::Damaged { .. })
            && let Some(card) = &first
        {
            let [damage, build] = line.counters;
            self.after_card(card, |of| (of.damage, of.build) = (Some(damage), Some(build)));
        }
        for (arena, who) in Arena::ALL.into_iter().zip(line.held.unwrap_or_default()) {
            if let Some(who) = who {
                self.held.insert(word(arena), side(viewer, who));
            }
        }
        let aim = line.aim.filter(|_| !is_hidden).map(|aim| [aim.need, aim.power]);
        match line.what {
            What::Started(moment) => {
                self.group = true;
                self.phase = phase(moment);
                if let Moment::BuildStep(who) | Moment::RetreatStep(who) = moment {
                    self.by = Some(side(viewer, who));
                }
                if let Moment::BattleStep(arena) = moment {
                    self.arena = Some(word(arena));
                }
            }
            What::Pool { who, flow, pool, amount } => self.pool(viewer, line, who, flow, pool, amount),
            What::BuildRoll(roll) => self.amount = Some(i32::from(roll)),
            What::Rolled { who, .. } => (self.by, self.aim) = (Some(side(viewer, who)), aim),
            What::Rerolled { from, to } => {
                self.aim = aim;
                if !is_hidden {
                    self.dice = vec![from, to];
                }
            }
            What::Drew { who, .. } => {
                (self.by, self.card) = (Some(side(viewer, who)), first);
                self.amount = Some(self.amount.unwrap_or(0) + 1);
            }
            What::PutCounters { amount, who, .. } => {
                (self.by, self.amount) = (Some(side(viewer, who)), Some(i32::from(amount)));
                self.card = first;
            }
            What::RemovedCounters { amount, who, .. } => {
                (self.by, self.amount) = (Some(side(viewer, who)), Some(-i32::from(amount)));
                self.card = first;
            }
            What::Entered { who, arena, .. } => {
                (self.by, self.card, self.arena) = (Some(side(viewer, who)), first, Some(word(arena)));
            }
            What::Deployed { who, spot, .. } => {
                (self.by, self.card) = (Some(side(viewer, who)), first);
                match spot {
                    Spot::Arena(arena) => self.arena = Some(word(arena)),
                    Spot::OnTop(_) | Spot::Under(_) | Spot::Pilot(_) | Spot::Attach(_) => self.to = second,
                    Spot::BuildZone => {}
                }
            }
            What::Played { who, .. } => (self.by, self.card) = (Some(side(viewer, who)), first),
            What::Attacks { .. } => (self.from, self.to, self.aim) = (first, second, aim),
            What::IsAttacked { .. } => (self.to, self.from, self.aim) = (first, second, aim),
            What::Keyword { value, .. } => {
                self.card = first;
                self.amount = self.amount.or(Some(i32::from(value)));
            }
            What::Hits { hits, .. } => {
                (self.from, self.to) = (first, second);
                self.amount = (!is_hidden).then_some(i32::from(hits));
            }
            What::Pending { amount, .. } => {
                (self.to, self.from) = (first, second);
                self.amount = (!is_hidden).then_some(i32::from(amount));
            }
            What::Prevented { amount, .. } => {
                self.card = first;
                self.amount =
                    Some(self.amount.filter(|_| self.kind == "prevent").unwrap_or(0) + i32::from(amount));
            }
            What::Damaged { amount, .. } => {
                (self.card, self.from, self.amount) = (first, second, Some(i32::from(amount)));
            }
            What::GainedArena { who, arena } => {
                (self.by, self.arena) = (Some(side(viewer, who)), Some(word(arena)));
            }
            What::Over(outcome) => {
                if let Outcome::Won(who, _) = outcome {
                    self.by = Some(side(viewer, who));
                }
            }
            What::Shuffled(who) | What::Searched(who) => self.by = Some(side(viewer, who)),
            What::LookedAt { who, .. } => (self.by, self.card) = (Some(side(viewer, who)), first),
            What::Bid { who, amount } => {
                (self.by, self.amount) = (Some(side(viewer, who)), Some(i32::from(amount)));
            }
            What::Controlled { who, .. } | What::ByHand { who, .. } | What::Agreed { who, .. } => {
                (self.by, self.card) = (Some(side(viewer, who)), first);
            }
            What::TakenBack { who, .. } => {
                (self.by, self.card) = (who.map(|who| side(viewer, who)), first);
            }
            What::Attached { .. } | What::Stacked { .. } => (self.card, self.to) = (first, second),
            What::Detached { .. } => (self.card, self.from) = (first, second),
            What::NewTop { .. } => (self.from, self.card) = (first, second),
            What::Predicted { hits, .. } => (self.card, self.amount) = (first, Some(i32::from(hits))),
            What::Revealed(_)
            | What::Used { .. }
            | What::Discarded { .. }
            | What::Moved { .. }
            | What::Retreated(_)
            | What::Disrupted(_)
            | What::ChainEnded(_) => self.card = first,
            // These have no line of their own.
            What::Ended(_)
            | What::AttackEnded { .. }
            | What::Tapped(_)
            | What::Untapped(_)
            | What::Completed { .. }
            | What::Die { .. } => {}
        }
    }

    /// Force or build points: what the event is about, or its price.
    fn pool(&mut self, viewer: Viewer, line: &Line, who: Role, flow: Flow, pool: Pool, amount: u16) {
        let place = match pool {
            Pool::Force => 0,
            Pool::BuildPoints => 1,
        };
        let name = ["force", "build"][place];
        let points = After::Points(line.pools[who as usize][place]);
        self.after.entry(side(viewer, who)).or_default().insert(name.into(), points);
        if flow == Flow::Pay {
            self.by = Some(side(viewer, who));
            if self.kind != "pool" {
                if pool == Pool::Force && amount > 0 {
                    self.pay = Some(self.pay.unwrap_or(0) + amount);
                }
                return;
            }
        }
        self.what = Some(name);
        if self.kind == "pool" {
            let amount = i32::from(amount);
            let change = if flow == Flow::Gain { amount } else { -amount };
            // What both gain is told by `after` alone.
            let other = self.both || self.by.is_some_and(|by| by != side(viewer, who));
            self.both = other;
            self.by = if other { None } else { Some(side(viewer, who)) };
            self.amount = self.by.map(|_| self.amount.unwrap_or(0) + change);
        }
    }
}
