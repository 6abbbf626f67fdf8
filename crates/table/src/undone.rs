//! Takebacks of a player at the table while texts are carried out by hand (rule 1316): to every answer within.

use crate::log::fold;
use crate::setup::{GameSetup, Hand};
use crate::step::Row;
use crate::{By, Step, Table};
use engine::{Catalog, Why};
use std::sync::Arc;
use vocab::{Completeness, Library, Role};

/// Two units, each with a text that nobody reads.
fn catalog() -> Arc<Catalog> {
    let plain = crate::log::tests::catalog();
    let sings = plain.library().iter().map(|(_, card)| {
        let mut card = card.clone();
        card.completeness = Completeness::of(vec!["Sing aloud.".into()]);
        card
    });
    let library = Library::new(sings.collect()).expect("a library");
    Arc::new(Catalog::new(library).expect("a catalog"))
}

fn setup() -> GameSetup {
    let mut setup = crate::log::tests::setup();
    (setup.dark.by_hand, setup.light.by_hand) = (Hand::Used, Hand::Used);
    setup
}

/// A table with its log, and the state after every answer.
struct Played {
    table: Table,
    rows: Vec<Row>,
    hashes: Vec<u64>,
}

impl Played {
    fn new() -> Played {
        let table = Table::new(catalog(), setup(), &[]).expect("a table");
        let hashes = vec![table.game.whole().stable_hash()];
        Played { table, rows: Vec::new(), hashes }
    }

    fn take(&mut self, step: &Step) {
        self.table.apply(step).expect("it fits");
        self.rows.push(step.to_row(0, 0));
    }

    fn answer(&mut self, choice: usize) {
        self.take(&Step::Answer { choice: u16::try_from(choice).expect("few"), by: By::Person });
        self.hashes.push(self.table.game.whole().stable_hash());
    }

    fn place(&self, words: &str) -> Option<usize> {
        let game = &self.table.game;
        game.choices().iter().position(|choice| game.label(*choice).ends_with(words))
    }

    fn say(&mut self, words: &str) {
        let place = self.place(words).unwrap_or_else(|| panic!("`{words}` isn't offered"));
        self.answer(place);
    }

    fn why(&self) -> Option<Why> {
        self.table.game.asked().map(|ask| ask.why)
    }

    /// Goes back to where so many answers had been given.
    fn back(&mut self, to: usize) {
        self.take(&Step::Back { to: u32::try_from(to).expect("few") });
        self.hashes.truncate(to + 1);
        assert_eq!(self.table.answers.len(), to);
        assert_eq!(self.table.game.whole().stable_hash(), self.hashes[to], "as it was after answer {to}");
    }

    /// Plays on until somebody can begin a text, and begins it; who that is, and the answers before.
    fn begin(&mut self) -> (Role, usize) {
        self.begin_of(None)
    }

    /// The same, for a text of this player.
    fn begin_of(&mut self, who: Option<Role>) -> (Role, usize) {
        let is_other = |asked: Option<Role>| who.is_some() && asked != who;
        while self.place("uses its text by hand").is_none() || is_other(self.table.asked()) {
            // In setup as many units as there are points for.
            self.answer(self.place("to the Ground arena").unwrap_or(0));
        }
        let before = (self.table.asked().expect("somebody"), self.table.answers.len());
        self.say("uses its text by hand");
        while self.why() != Some(Why::ByHand) {
            self.say("pass");
        }
        before
    }

    /// Gains Force by hand.
    fn gain(&mut self) {
        for words in ["gain or lose Force or build points", "you gain Force", "2"] {
            self.say(words);
        }
        assert_eq!(self.why(), Some(Why::ByHand));
    }

    /// The log leads to the same game.
    fn holds(&self) {
        let again = fold(catalog(), setup(), None, &self.rows).expect("it fits");
        assert_eq!(again.game.whole().stable_hash(), self.table.game.whole().stable_hash());
        assert_eq!(again.game.choices(), self.table.game.choices());
    }
}

#[test]
fn every_answer_within_a_text_can_be_taken_back() {
    let mut played = Played::new();
    let (who, before) = played.begin();
    let force = |played: &Played| played.table.game.whole().players[who].force;
    let had = force(&played);
    played.gain();
    played.gain();
    assert_eq!(force(&played), had + 4);
    // From the end to the beginning: each time as it was, and playable from there.
    for to in (before..played.table.answers.len()).rev() {
        played.back(to);
        played.holds();
        let choices = played.table.game.choices().len();
        assert!(choices > 0, "somebody is asked after answer {to}");
    }
    assert_eq!(force(&played), had);
    assert_eq!(played.table.game.whole().hands.plays[who], 0, "1316.7: what is undone was never begun");
    // Another way from there.
    played.begin();
    played.gain();
    played.say("done");
    played.say("yes");
    assert_eq!(force(&played), had + 2);
    played.holds();
}

#[test]
fn who_is_done_can_take_that_back_before_the_opponent_has_agreed() {
    let mut played = Played::new();
    let (who, _) = played.begin();
    played.gain();
    let open = played.table.answers.len();
    played.say("done");
    assert_eq!((played.why(), played.table.asked()), (Some(Why::Agree), Some(who.other())));
    played.back(open);
    assert_eq!(
        (played.why(), played.table.asked()),
        (Some(Why::ByHand), Some(who)),
        "the text is open again"
    );
    played.gain();
    played.say("done");
    // The opponent says no to all of it, and takes that back.
    let asked = played.table.answers.len();
    played.say("no");
    assert_ne!(played.why(), Some(Why::Agree));
    played.back(asked);
    assert_eq!(played.why(), Some(Why::Agree), "1316.5: asked again");
    played.say("yes");
    played.holds();
}

#[test]
fn who_always_agrees_is_asked_again_once_that_is_taken_back() {
    let mut played = Played::new();
    let (who, _) = played.begin();
    played.gain();
    played.say("done");
    let asked = played.table.answers.len();
    played.say("always agree");
    let agrees = |played: &Played| played.table.game.whole().hands.agrees[who.other()];
    assert!(agrees(&played));
    played.begin_of(Some(who));
    played.gain();
    let done = played.table.answers.len();
    played.say("done");
    assert_ne!(played.why(), Some(Why::Agree), "1316.5: not asked");
    // Into the second text: the opponent agrees as before.
    played.back(done);
    assert!(agrees(&played));
    played.say("done");
    assert_ne!(played.why(), Some(Why::Agree));
    // To before the word was given: it isn't.
    played.back(asked);
    assert!(!agrees(&played) && played.why() == Some(Why::Agree));
    played.say("yes");
    played.begin_of(Some(who));
    played.gain();
    played.say("done");
    assert_eq!(played.why(), Some(Why::Agree), "1316.5: nobody agrees always");
    played.holds();
}
