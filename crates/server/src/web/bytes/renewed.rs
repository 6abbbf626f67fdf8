//! Cards that go out of sight and come back: a viewer who lost sight of a card never hears of it by the same name again.
//! In games of the CORE decks that is rare, so these are played with cards that do little else.

use super::{GAME, Server, is_open, player_of, setup, tokens, wanted};
use crate::world::World;
use axum::http::StatusCode;
use cards::plugin::Plugin;
use cards::{Collection, SetFile};
use engine::Viewer;
use engine::state::{Chance, Seed, Slot, Stream, Where};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use table::Table;
use table::setup::Hand;

/// Units that go back into hands and decks, for both sides, with one more clause.
fn world(more: &str) -> Arc<World> {
    static WORLDS: [OnceLock<Arc<World>>; 2] = [OnceLock::new(), OnceLock::new()];
    let world = WORLDS[usize::from(!more.is_empty())].get_or_init(|| {
        let mut text = format!("{}\n", cards::set_file::HEADER);
        let texts = [
            "Pay 1 Force -> Return this unit to its owner's hand.",
            "Pay 1 Force -> Shuffle this unit into its owner's deck.",
            "When you deploy this unit, return another unit to its owner's hand.",
        ];
        for (side, name) in [("D", "Shade"), ("L", "Drifter")] {
            for (number, words) in texts.iter().enumerate() {
                text += &format!(
                    "{name} {number}\tXRT\tXRT{side}{number}\t{side}\tGround\tTrooper\t1\t40\t1\t4\tC\t1\t\t{words}{more}\t\t\t\n"
                );
            }
        }
        let (set, mut findings) = SetFile::read("XRT", text.as_bytes());
        let mut collection = Collection::default();
        collection.add_set(&set, &mut findings);
        let plugin = Plugin { sets: vec![set], collection, findings, ..Plugin::default() };
        Arc::new(World::new(plugin.into(), &[]).expect("a world"))
    });
    world.clone()
}

/// What a viewer's pages have called cards.
#[derive(Default)]
struct Called {
    /// Every name that was ever used.
    used: BTreeSet<String>,
    /// Where each card lay when it was last looked at.
    places: BTreeMap<usize, Where>,
    /// The cards that have had a name, and those that have gone out of sight since.
    named: BTreeSet<usize>,
    lost: BTreeSet<usize>,
}

impl Called {
    /// Looks at a position: a card that has moved to where the viewer can't see its face is lost, and what is lost comes
    /// back under a name that was never used. Says how many have come back, and the names of now.
    fn look(&mut self, table: &Table, viewer: Viewer) -> (usize, BTreeSet<String>) {
        let state = table.game.whole();
        for slot in state.slots() {
            let card = state.card(slot);
            let moved =
                self.places.insert(slot.index(), card.place).is_some_and(|before| before != card.place);
            let sees_own = viewer == Viewer::Seat(card.owner) && card.place != Where::Deck;
            if moved && !sees_own && !is_open(table, slot) {
                self.lost.insert(slot.index());
            }
        }
        let seen = table.seen(viewer);
        let (mut back, mut now) = (0, BTreeSet::new());
        let view = seen.view();
        // Whoever searches a deck or looks at a hand is shown cards that lie there, for that question.
        let asked =
            view.decision.iter().flat_map(|decision| &decision.choices).filter_map(|choice| choice.card());
        let shown: BTreeSet<Slot> = view.cards.iter().map(|card| card.slot).chain(asked).collect();
        for slot in shown {
            let (place, name) = (slot.index(), seen.token(slot).to_string());
            if self.lost.remove(&place) && self.named.contains(&place) {
                assert!(!self.used.contains(&name), "{viewer:?} knows the card {name} again");
                back += 1;
            }
            self.named.insert(place);
            now.insert(name);
        }
        self.used.extend(now.iter().cloned());
        (back, now)
    }
}

#[tokio::test]
async fn a_card_that_was_out_of_sight_comes_back_under_a_new_name() {
    play("", Hand::Refused, 1).await;
}

#[tokio::test]
async fn so_does_one_that_was_moved_by_hand_and_taken_back() {
    play(" | Sing aloud.", Hand::Used, 8).await;
}

/// Plays games until enough was looked at: a part of what is wanted.
async fn play(more: &str, hand: Hand, part: usize) {
    let (mut responses, mut back, mut seed) = (0, 0, 0);
    while (responses * part < wanted() || back * part < 20) && seed < 400 {
        seed += 1;
        let mut setup = setup(seed);
        (setup.dark, setup.light) = (player_of("Shade"), player_of("Drifter"));
        (setup.dark.by_hand, setup.light.by_hand) = (hand, hand);
        let server = Server::with(world(more), setup).await;
        let (mut called, mut chance) =
            ([0; 3].map(|_| Called::default()), Chance::new(Seed::from(seed ^ 0x70)));
        for turn in 0..300 {
            let shot = server.shot().await;
            let Some(who) = shot.table.asked() else { break };
            for viewer in Viewer::ALL {
                let (again, now) = called[viewer.place()].look(&shot.table, viewer);
                back += again;
                if turn % 4 != viewer.place() {
                    continue;
                }
                let page = server.get(viewer, &format!("/t/{GAME}?x=1&part")).await;
                responses += 1;
                let strange: Vec<String> = tokens(&page.body).difference(&now).cloned().collect();
                assert!(strange.is_empty(), "{viewer:?} is told of {strange:?}: seed {seed}");
            }
            let choices = shot.table.game.choices().len();
            let reply = server.answer(who, chance.below(Stream::Choice, choices)).await;
            assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
        }
    }
    eprintln!("{responses} responses, {back} cards came back, {seed} games");
    assert!(back * part >= 20, "only {back} cards came back");
}
