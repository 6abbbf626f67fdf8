//! What a visitor has learned: a word and a value for each thing, kept in the visitor's record and in a cookie. Either is
//! enough, so progress outlives a guest's record and a browser's cookies.

use crate::coach;
use axum::http::HeaderValue;
use engine::state::Outcome;
use std::collections::BTreeMap;
use store::{Store, StoreError, VisitorId};
use table::Table;
use table::setup::Kind;
use vocab::Role;

/// The name of the cookie.
pub const NAME: &str = "dejarik-learned";

/// The longest cookie that is read or written: browsers refuse longer ones.
const LONGEST: usize = 3800;

/// How far somebody has come with a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taken {
    /// It was taken to its end.
    Done,
    /// It was a whole game, and the learner won it.
    Won,
}

impl Taken {
    /// The word that is kept.
    pub const fn word(self) -> &'static str {
        match self {
            Taken::Done => "done",
            Taken::Won => "won",
        }
    }

    /// How far the learner of a table has come, and who that is; nothing while the lesson goes on.
    pub fn at(table: &Table) -> Option<(Role, Taken)> {
        let lesson = table.setup.lesson.as_ref().filter(|_| table.is_over())?;
        let person = |role: &Role| table.setup.player(*role).kind == Kind::Person;
        let learner = Role::ALL.into_iter().find(person)?;
        let won = matches!(table.game.outcome(), Some(Outcome::Won(who, _)) if who == learner);
        Some((learner, if won && lesson.goes_on { Taken::Won } else { Taken::Done }))
    }

    fn of(word: &str) -> Option<Taken> {
        [Taken::Done, Taken::Won].into_iter().find(|taken| taken.word() == word)
    }
}

/// What somebody has learned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    things: BTreeMap<String, String>,
}

fn is_plain(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    !text.is_empty() && text.len() <= 40 && text.bytes().all(fits)
}

impl Learned {
    /// Reads the value of a cookie; what is malformed in it is left out.
    pub fn read(value: &str) -> Learned {
        let mut learned = Learned::default();
        if value.len() <= LONGEST {
            let pairs = value.split('~').filter_map(|pair| pair.split_once(':'));
            pairs.for_each(|(what, value)| learned.keep(what, value));
        }
        learned
    }

    /// Everything that a record has.
    pub async fn of(store: &dyn Store, visitor: &VisitorId) -> Result<Learned, StoreError> {
        let mut learned = Learned::default();
        store.learned(visitor).await?.iter().for_each(|(what, value)| learned.keep(what, value));
        Ok(learned)
    }

    /// The cookie.
    pub fn cookie(&self) -> Option<HeaderValue> {
        let pairs: Vec<String> = self.things.iter().map(|(what, value)| format!("{what}:{value}")).collect();
        let value = pairs.join("~");
        if value.len() > LONGEST {
            return None;
        }
        let cookie = format!("{NAME}={value}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax");
        HeaderValue::from_str(&cookie).ok()
    }

    /// Keeps something, unless what is known of it says more.
    pub fn keep(&mut self, what: &str, value: &str) {
        if is_plain(what) && is_plain(value) {
            let joined =
                self.word(what).filter(|_| what == coach::HEARD).map(|known| coach::joined(known, value));
            let value = joined.as_deref().unwrap_or(value);
            let says_more = |known: &String| Taken::of(known) > Taken::of(value);
            if !self.things.get(what).is_some_and(says_more) {
                self.things.insert(what.to_string(), value.to_string());
            }
        }
    }

    /// Keeps something in place of what was known of it.
    pub fn set(&mut self, what: &str, value: &str) {
        if is_plain(what) && is_plain(value) {
            self.things.insert(what.to_string(), value.to_string());
        }
    }

    /// What is kept under a word.
    pub fn word(&self, what: &str) -> Option<&str> {
        self.things.get(what).map(String::as_str)
    }

    /// What is kept here and wasn't kept so before.
    pub fn since<'a>(&'a self, before: &'a Learned) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.things.iter().map(|(what, value)| (what.as_str(), value.as_str()));
        all.filter(|(what, value)| before.word(what) != Some(value))
    }

    /// The same with what another source knows.
    #[must_use]
    pub fn with(mut self, other: &Learned) -> Learned {
        other.things.iter().for_each(|(what, value)| self.keep(what, value));
        self
    }

    /// How far somebody has come with a lesson.
    pub fn lesson(&self, id: &str) -> Option<Taken> {
        self.things.get(id).and_then(|word| Taken::of(word))
    }
}

#[cfg(test)]
mod tests {
    use super::{Learned, NAME, Taken};

    #[test]
    fn what_was_learned_survives_in_a_cookie_and_is_joined() {
        let mut learned = Learned::default();
        learned.keep("L01", "done");
        learned.keep("L10", "won");
        // A game that was lost later takes nothing away.
        learned.keep("L10", "done");
        let cookie = learned.cookie().unwrap();
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        let read = Learned::read(value.strip_prefix(&format!("{NAME}=")).unwrap());
        assert_eq!(read, learned);
        assert_eq!(
            (read.lesson("L01"), read.lesson("L10"), read.lesson("L02")),
            (Some(Taken::Done), Some(Taken::Won), None)
        );
        let both = read.with(&Learned::read("L02:done~L10:done"));
        assert_eq!((both.lesson("L02"), both.lesson("L10")), (Some(Taken::Done), Some(Taken::Won)));
    }

    #[test]
    fn a_cookie_of_somebody_else_teaches_nothing() {
        let long = "x".repeat(5000);
        for value in ["", "L01", "L01:", ":done", "L01:do ne", "<b>:done", &long] {
            assert_eq!(Learned::read(value), Learned::default(), "{value}");
        }
    }
}
