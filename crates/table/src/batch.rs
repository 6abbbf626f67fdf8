//! Batches: what happened between two steps, as one viewer is shown it. docs/PROTOCOL.md says what the fields mean.

use crate::seen::Seen;
use crate::story::Line;
use engine::state::{Moment, Outcome};
use engine::{Spot, Viewer, What};
use serde::Serialize;
use std::collections::BTreeMap;
use vocab::ability::{Flow, Pool};
use vocab::{Arena, Counter, Role};

/// More events than this are left out: whoever is so far behind takes the page as it is.
pub const MOST: usize = 200;

/// Numbers of events within one step are below this.
const EACH: u64 = 4096;

/// What happened between two steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Batch {
    /// The number of the log that it leads from.
    pub from: u32,
    /// The number of the log that it leads to: the version of the position after it.
    pub to: u32,
    /// Whether a move was taken back in between: what was told of it before isn't so any more.
    #[serde(skip_serializing_if = "is_false")]
    pub undo: bool,
    /// Whether the events were left out, because there are too many of them.
    #[serde(skip_serializing_if = "is_false")]
    pub skipped: bool,
    /// What happened, in order.
    pub events: Vec<Shown>,
    /// What the cards that sentences point at are called.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cards: BTreeMap<String, String>,
}

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
    /// How much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// Of what: `force` or `build`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<&'static str>,
    /// In which arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<&'static str>,
    /// The dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
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
    Counters {
        /// Damage counters.
        damage: u8,
        /// Build counters.
        build: u8,
    },
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
const fn side(viewer: Viewer, who: Role) -> &'static str {
    match (viewer, who) {
        (Viewer::Seat(Role::Dark), Role::Dark) | (Viewer::Seat(Role::Light), Role::Light) => "you",
        (Viewer::Seat(_), _) => "them",
        (Viewer::Public, Role::Dark) => "dark",
        (Viewer::Public, Role::Light) => "light",
    }
}

impl Seen<'_> {
    /// What happened after the step `after`, up to now. A number that the log hasn't reached is taken for the present.
    pub fn batch(self, after: u32) -> Batch {
        let to = self.number();
        let from = after.min(to);
        let lines = self.lines();
        let lines = &lines[lines.partition_point(|line| line.step <= from)..];
        let undo = self.went_back() > from;
        let mut batch = Batch { from, to, undo, skipped: false, events: Vec::new(), cards: BTreeMap::new() };
        if lines.len() > MOST {
            batch.skipped = true;
            return batch;
        }
        // 1715.1: dice that Cunning hides are hidden here, too.
        let hides = self.sight().view().attack.is_some_and(|attack| attack.hidden);
        let lane = self.lane().map(|lane| lane.number).filter(|_| hides);
        let (mut step, mut place) = (0, 0);
        for line in lines {
            let Some(marked) = line.marked(self.viewer()) else { continue };
            if line.step != step {
                (step, place) = (line.step, 0);
            }
            place += 1;
            let is_hidden = lane.is_some() && line.attack == lane;
            let mut shown = self.shown(line, marked.about(), is_hidden);
            shown.n = u64::from(step) * EACH + place;
            shown.text = match line.what {
                What::Hits { .. } | What::Pending { .. } | What::Rerolled { .. } if is_hidden => {
                    "Hidden by Cunning".into()
                }
                _ => marked.text(self.names()),
            };
            for (token, definition) in marked.cards() {
                let name = || self.sight().catalog().definition(definition).to_string();
                batch.cards.entry(token.to_string()).or_insert_with(name);
            }
            batch.events.push(shown);
        }
        if undo {
            let step = self.went_back();
            let at = batch.events.partition_point(|event| event.step < step);
            let (n, text) = (u64::from(step) * EACH, "A move was taken back.".into());
            batch.events.insert(at, Shown { n, step, kind: "note", text, ..Shown::default() });
        }
        batch
    }

    /// An event without its number and its sentence.
    fn shown(self, line: &Line, [first, second]: [Option<crate::Token>; 2], is_hidden: bool) -> Shown {
        let viewer = self.viewer();
        let (first, second) = (first.map(|card| card.to_string()), second.map(|card| card.to_string()));
        let mut shown = Shown {
            step: line.step,
            rule: line.rule.to_string(),
            attack: line.attack,
            kind: "note",
            ..Shown::default()
        };
        if !is_hidden {
            shown.dice.clone_from(&line.dice);
        }
        let counters = |shown: &mut Shown| {
            if let Some(card) = &first {
                let [damage, build] = line.counters;
                shown
                    .after
                    .entry("cards")
                    .or_default()
                    .insert(card.clone(), After::Counters { damage, build });
            }
        };
        match line.what {
            What::Started(moment) => {
                shown.kind = if moment == Moment::Ready { "turn" } else { "step" };
                shown.group = true;
                if let Moment::BuildStep(who) | Moment::RetreatStep(who) = moment {
                    shown.by = Some(side(viewer, who));
                }
                if let Moment::BattleStep(arena) = moment {
                    shown.arena = Some(word(arena));
                }
            }
            What::Pool { who, flow, pool, amount } => {
                shown.kind = "pool";
                shown.by = Some(side(viewer, who));
                shown.amount = Some(match flow {
                    Flow::Gain => i32::from(amount),
                    Flow::Lose | Flow::Pay => -i32::from(amount),
                });
                let place = match pool {
                    Pool::Force => 0,
                    Pool::BuildPoints => 1,
                };
                let name = ["force", "build"][place];
                shown.what = Some(name);
                let points = After::Points(line.pools[who as usize][place]);
                shown.after.entry(side(viewer, who)).or_default().insert(name.into(), points);
            }
            What::BuildRoll(roll) => {
                (shown.kind, shown.amount) = ("roll", Some(i32::from(roll)));
            }
            What::Rolled { who, .. } => {
                shown.kind = if line.attack.is_some() { "dice" } else { "roll" };
                shown.by = Some(side(viewer, who));
            }
            What::Rerolled { .. } => shown.kind = "reroll",
            What::Drew { who, .. } => {
                (shown.kind, shown.by, shown.card) = ("draw", Some(side(viewer, who)), first);
            }
            What::PutCounters { kind, amount, who, .. } => {
                shown.by = Some(side(viewer, who));
                shown.amount = Some(i32::from(amount));
                if kind == Counter::Build {
                    shown.kind = "build";
                }
                counters(&mut shown);
                shown.card = first;
            }
            What::RemovedCounters { amount, who, .. } => {
                shown.by = Some(side(viewer, who));
                shown.amount = Some(-i32::from(amount));
                counters(&mut shown);
                shown.card = first;
            }
            What::Revealed(_) => (shown.kind, shown.card) = ("reveal", first),
            What::Deployed { who, spot, .. } => {
                (shown.kind, shown.by, shown.card) = ("deploy", Some(side(viewer, who)), first);
                match spot {
                    Spot::Arena(arena) => shown.arena = Some(word(arena)),
                    Spot::OnTop(_) | Spot::Under(_) | Spot::Pilot(_) | Spot::Attach(_) => shown.to = second,
                    Spot::BuildZone => {}
                }
            }
            What::Played { who, .. } => {
                (shown.kind, shown.by, shown.card) = ("play", Some(side(viewer, who)), first);
            }
            What::Attacks { .. } => (shown.kind, shown.from, shown.to) = ("attack", first, second),
            What::Used { .. } => (shown.kind, shown.card) = ("use", first),
            What::Keyword { value, .. } => {
                (shown.kind, shown.card, shown.amount) = ("use", first, Some(i32::from(value)));
            }
            What::Hits { hits, .. } => {
                (shown.kind, shown.from, shown.to) = ("sum", first, second);
                shown.amount = (!is_hidden).then_some(i32::from(hits));
            }
            What::Pending { amount, .. } => {
                (shown.kind, shown.to, shown.from) = ("sum", first, second);
                shown.amount = (!is_hidden).then_some(i32::from(amount));
            }
            What::Prevented { amount, .. } => {
                (shown.kind, shown.card, shown.amount) = ("prevent", first, Some(i32::from(amount)));
            }
            What::Damaged { amount, .. } => {
                (shown.kind, shown.amount, shown.from) = ("damage", Some(i32::from(amount)), second);
                counters(&mut shown);
                shown.card = first;
            }
            What::Discarded { .. } => (shown.kind, shown.card) = ("discard", first),
            What::GainedArena { who, arena } => {
                (shown.kind, shown.by, shown.arena) = ("control", Some(side(viewer, who)), Some(word(arena)));
            }
            What::Over(outcome) => {
                shown.kind = "over";
                if let Outcome::Won(who, _) = outcome {
                    shown.by = Some(side(viewer, who));
                }
            }
            What::Shuffled(who) | What::Searched(who) => shown.by = Some(side(viewer, who)),
            What::LookedAt { who, .. } => (shown.by, shown.card) = (Some(side(viewer, who)), first),
            What::Bid { who, amount } => {
                (shown.by, shown.amount) = (Some(side(viewer, who)), Some(i32::from(amount)));
            }
            What::Controlled { who, .. }
            | What::ByHand { who, .. }
            | What::Agreed { who, .. }
            | What::TakenBack { who, .. } => (shown.by, shown.card) = (Some(side(viewer, who)), first),
            What::Attached { .. } | What::Stacked { .. } => (shown.card, shown.to) = (first, second),
            What::Detached { .. } => (shown.card, shown.from) = (first, second),
            What::NewTop { .. } => (shown.from, shown.card) = (first, second),
            What::Predicted { hits, .. } => (shown.card, shown.amount) = (first, Some(i32::from(hits))),
            What::Moved { .. } | What::Retreated(_) | What::Disrupted(_) | What::ChainEnded(_) => {
                shown.card = first;
            }
            // These have no line of their own.
            What::Ended(_)
            | What::IsAttacked { .. }
            | What::AttackEnded { .. }
            | What::Entered { .. }
            | What::Tapped(_)
            | What::Untapped(_)
            | What::Completed { .. }
            | What::Die { .. } => {}
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::{After, EACH, MOST};
    use crate::log::tests::{begun, catalog, promised, sealed};
    use crate::{By, Step, Table, fold};
    use engine::Viewer;
    use std::collections::BTreeMap;

    fn answer() -> Step {
        Step::Answer { choice: 0, by: By::Person }
    }

    /// All batches of a game that is followed step by step, and the log at its end.
    #[test]
    fn batches_lead_without_a_gap_from_the_first_step_to_the_last() {
        let (mut rows, mut table) = begun(&sealed());
        let mut tables = vec![table.clone()];
        for answers in 0..80 {
            let step = match answers {
                // A takeback is a step like any other.
                30 => Step::Back { to: 20 },
                _ => answer(),
            };
            if table.apply(&step).is_err() {
                break;
            }
            rows.push(step.to_row(0, 0));
            tables.push(table.clone());
        }
        assert!(tables.len() > 40, "{} steps", tables.len());
        for viewer in Viewer::ALL {
            let (mut last, mut at) = (0, tables[0].number);
            let mut pools: BTreeMap<&'static str, BTreeMap<String, After>> = BTreeMap::new();
            for table in &tables[1..] {
                let batch = table.seen(viewer).batch(at);
                assert_eq!((batch.from, batch.to), (at, table.number), "no gap");
                assert_eq!(batch.undo, batch.events.iter().any(|event| event.text.contains("taken back")));
                for event in &batch.events {
                    assert!(event.n > last && event.step > batch.from && event.step <= batch.to);
                    assert_eq!(event.n / EACH, u64::from(event.step));
                    last = event.n;
                    for (whose, values) in event.after.iter().filter(|(whose, _)| **whose != "cards") {
                        pools.entry(*whose).or_default().extend(values.clone());
                    }
                }
                at = batch.to;
            }
            // What events say is true afterwards is true at the end.
            let players = tables.last().expect("a table").seen(viewer).view().players;
            let called = match viewer {
                Viewer::Seat(vocab::Role::Dark) => ["you", "them"],
                Viewer::Seat(vocab::Role::Light) => ["them", "you"],
                Viewer::Public => ["dark", "light"],
            };
            for (role, name) in vocab::Role::ALL.into_iter().zip(called) {
                let Some(force) = pools.get(name).and_then(|points| points.get("force")) else { continue };
                assert_eq!(*force, After::Points(players[role].force), "{viewer:?}: {name}");
            }
            assert!(!pools.is_empty(), "somebody has gained something");
            // One batch over everything has what the page of now has, whatever was lost on the way.
            let table = tables.last().expect("a table");
            let from = tables[0].number;
            let whole = table.seen(viewer).batch(from);
            let since = table.log.iter().filter(|line| line.step > from).count();
            assert_eq!(whole.skipped, since > MOST);
            if !whole.skipped {
                assert_eq!(whole.events.len(), since + 1, "every line, and the takeback");
            }
        }
        // A server that opens the game from its log tells the same.
        let again = fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits");
        for viewer in Viewer::ALL {
            for after in [0, 5, 20, 33, 50, again.number] {
                assert_eq!(again.seen(viewer).batch(after), table.seen(viewer).batch(after), "after {after}");
            }
        }
    }

    #[test]
    fn a_batch_after_the_present_is_empty_and_one_from_far_back_has_no_events() {
        let (_, mut table) = begun(&sealed());
        let seen = |table: &Table, after| table.seen(Viewer::Public).batch(after);
        let ahead = seen(&table, table.number + 7);
        assert_eq!((ahead.from, ahead.to, ahead.events.len()), (table.number, table.number, 0));
        while table.log.len() <= MOST + 20 && table.apply(&answer()).is_ok() {}
        assert!(table.log.len() > MOST, "{} lines", table.log.len());
        let far = seen(&table, 0);
        assert!(far.skipped && far.events.is_empty() && far.to == table.number);
    }
}
