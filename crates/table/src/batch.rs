//! Batches: what happened between two steps, as one viewer is shown it. docs/PROTOCOL.md says what the fields mean.

use crate::join::{Told, join};
use crate::seen::Seen;
use crate::shown::{Shown, side};
use crate::story::Line;
use engine::What;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use vocab::{DefinitionId, Role};

/// More events than this are left out: whoever is so far behind takes the page as it is.
pub const MOST: usize = 200;

/// Numbers of events within one step are below this.
pub(crate) const EACH: u64 = 4096;

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
    /// Which cards these are: pages draw the faces that are shown large.
    #[serde(skip)]
    pub definitions: BTreeMap<String, DefinitionId>,
}

/// Which lines an event is told of: their places in the story.
pub type Places = Range<usize>;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Seen<'_> {
    /// What happened after the step `after`, up to now. A number that the log hasn't reached is taken for the present.
    pub fn batch(self, after: u32) -> Batch {
        let to = self.number();
        let from = after.min(to);
        let lines = self.lines();
        let first = lines.partition_point(|line| line.step <= from);
        let undo = self.went_back() > from;
        let mut batch = Batch { from, to, undo, ..Batch::default() };
        if lines.len() - first > MOST {
            batch.skipped = true;
            return batch;
        }
        batch.events = self.told_from(first).into_iter().map(|(shown, _)| shown).collect();
        batch.definitions = self.cards_told(first);
        let catalog = self.sight().catalog();
        let name =
            |(token, id): (&String, &DefinitionId)| (token.clone(), catalog.definition(*id).to_string());
        batch.cards = batch.definitions.iter().map(name).collect();
        if undo {
            let step = self.went_back();
            let at = batch.events.partition_point(|event| event.step < step);
            let (n, text) = (u64::from(step) * EACH, "A move was taken back.".into());
            batch.events.insert(at, Shown { n, step, kind: "note", text, ..Shown::default() });
        }
        batch
    }

    /// What the viewer is told of the lines from this place on, each with the places of the lines that it tells. The
    /// place is that of the first line of a step.
    pub fn told_from(self, first: usize) -> Vec<(Shown, Places)> {
        let lines = &self.lines()[first..];
        // What a viewer isn't told at all can't be joined with anything.
        let read: Vec<usize> =
            (0..lines.len()).filter(|place| lines[*place].marked(self.viewer()).is_some()).collect();
        let told: Vec<Told> = read.iter().map(|place| told(&lines[*place])).collect();
        // 1715.1: dice that Cunning hides are hidden here, too.
        let hides = self.sight().view().attack.is_some_and(|attack| attack.hidden);
        let lane = self.lane().map(|lane| lane.number).filter(|_| hides);
        let (mut step, mut place) = (0, 0);
        let mut events: Vec<(Shown, Places)> = Vec::new();
        for (kind, range) in join(&told) {
            let part: Vec<&Line> = read[range.clone()].iter().map(|place| &*lines[*place]).collect();
            if part[0].step != step {
                (step, place) = (part[0].step, 0);
            }
            place += 1;
            let is_hidden = lane.is_some() && part[0].attack == lane;
            let mut shown = Shown::new(self, kind, &part, is_hidden);
            shown.n = u64::from(step) * EACH + place;
            // What is destroyed at the same time departs together.
            shown.with = matches!(part[0].what, What::Discarded { .. })
                && events.last().is_some_and(|(last, _)| last.kind == shown.kind && last.step == step);
            let (from, to) = (first + read[range.start], first + read[range.end - 1] + 1);
            events.push((shown, from..to));
        }
        events
    }

    /// The cards that the sentences from this place on point at.
    pub fn cards_told(self, first: usize) -> BTreeMap<String, DefinitionId> {
        let told = self.lines()[first..].iter().filter_map(|line| line.marked(self.viewer()));
        let cards = told.flat_map(|marked| marked.cards().collect::<Vec<_>>());
        cards.map(|(token, definition)| (token.to_string(), definition)).collect()
    }

    /// What a player is called in batches.
    pub const fn side(self, who: Role) -> &'static str {
        side(self.viewer(), who)
    }
}

/// A sentence in parts: words, and what they call a card.
pub fn parts(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((mark, after)) = after.split_once('}') else { break };
        parts.push((before, Some(mark)));
        rest = after;
    }
    parts.push((rest, None));
    parts
}

fn told(line: &Arc<Line>) -> Told {
    Told { step: line.step, in_attack: line.attack.is_some(), what: line.what }
}

#[cfg(test)]
mod tests {
    use super::{EACH, MOST};
    use crate::After;
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
            let told = table.seen(viewer).told_from(table.log.partition_point(|line| line.step <= from));
            if !whole.skipped {
                assert_eq!(whole.events.len(), told.len() + 1, "everything that is told, and the takeback");
            }
            // Every line is told by exactly one event.
            let places: Vec<usize> = told.iter().flat_map(|(_, places)| places.clone()).collect();
            assert_eq!(places, (table.log.len() - since..table.log.len()).collect::<Vec<_>>());
            for (shown, places) in &told {
                assert!(table.log[places.clone()].iter().all(|line| line.step == shown.step), "one step");
                assert!(shown.text.ends_with(['.', '!']), "{}", shown.text);
                let known = table.seen(viewer).cards_told(0);
                for (_, card) in super::parts(&shown.text) {
                    assert!(card.is_none_or(|card| known.contains_key(card)), "{}", shown.text);
                }
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
