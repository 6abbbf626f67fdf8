//! The lobby: strangers who look for a game, and how they find each other. What somebody wants is kept in the store, so any
//! of the servers that share it can bring two together; the store sees to it that nobody gets two games.

pub mod board;
pub mod matcher;

use cards::Format;
use engine::Names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Seek, VisitorId};
use table::clock::Clock;
use table::conditions::Conditions;
use table::series::Series;

/// Whoever hasn't been seen waiting for so long has left, in milliseconds.
pub const GONE: i64 = 30_000;

/// What somebody who looks for a game wants and brings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wants {
    /// What they're called.
    pub name: String,
    /// The name of their deck.
    pub deck: String,
    /// Its cards.
    pub cards: Names,
    /// Whether it has texts that are carried out by hand.
    pub has_texts: bool,
    /// Whether such texts are fine with them, their own and the other's (rule 1316.1).
    pub by_hand: bool,
    /// Whether any conditions will do that somebody else asks for.
    pub anything: bool,
    /// The conditions that they ask for.
    pub asks: Asks,
    /// The formats in which the deck is legal, for whoever takes any.
    pub legal: Vec<String>,
    /// Whether they can play rated games.
    pub kept: bool,
    /// Whether they'd like to write freely; otherwise there are phrases alone.
    pub talks: bool,
    /// Their rating.
    pub rating: f64,
    /// Whom they have blocked.
    pub blocked: Vec<VisitorId>,
}

/// The conditions of a game that strangers look for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asks {
    /// The format; any deck will do without one.
    pub format: Option<String>,
    /// The clock.
    pub clock: Option<Clock>,
    /// The length of a match.
    pub best_of: Option<u8>,
    /// Whether the game counts for the players' ratings.
    pub rated: bool,
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The seek.
    pub seek: Seek,
    /// What it says.
    pub wants: Wants,
}

impl Waiting {
    /// What a seek says; nothing if another version of the program wrote it.
    pub fn of(seek: Seek) -> Option<Waiting> {
        let wants = serde_json::from_str(&seek.wants).ok()?;
        Some(Waiting { seek, wants })
    }

    /// Whether somebody waited there at a moment.
    pub const fn is_there(&self, now: i64) -> bool {
        now - self.seek.seen < GONE
    }
}

/// What somebody who takes anything plays under somebody else's conditions, if they can.
fn takes(own: &Wants, asks: &Asks) -> bool {
    let legal = asks.format.as_ref().is_none_or(|format| own.legal.contains(format));
    own.anything && legal && (own.kept || !asks.rated)
}

/// The conditions under which two play, if they can play each other.
pub fn agreed(one: &Waiting, other: &Waiting) -> Option<Asks> {
    let (first, second) = (&one.wants, &other.wants);
    let apart = one.seek.visitor == other.seek.visitor
        || first.blocked.contains(&other.seek.visitor)
        || second.blocked.contains(&one.seek.visitor);
    let has_texts = first.has_texts || second.has_texts;
    if apart || (has_texts && !(first.by_hand && second.by_hand)) {
        return None;
    }
    let asks = match (first.anything, second.anything) {
        (true, true) => Some(Asks::default()),
        (true, false) => takes(first, &second.asks).then(|| second.asks.clone()),
        (false, true) => takes(second, &first.asks).then(|| first.asks.clone()),
        (false, false) => (first.asks == second.asks).then(|| first.asks.clone()),
    };
    // What counts for ratings is enforced by the referee alone.
    asks.filter(|asks| !(asks.rated && has_texts))
}

/// Who plays whom: the longest waiting first, each with whoever is nearest in strength. Nobody is left who fits somebody
/// else that is left.
pub fn pairs(waiting: &[Waiting]) -> Vec<(usize, usize, Asks)> {
    let mut free: BTreeMap<usize, &Waiting> = waiting.iter().enumerate().collect();
    let mut found = Vec::new();
    while let Some((first, one)) = free.pop_first() {
        let fits = free.iter().filter_map(|(place, other)| Some((*place, *other, agreed(one, other)?)));
        let far = |other: &Waiting| (other.wants.rating - one.wants.rating).abs();
        let nearest = fits.min_by(|(_, a, _), (_, b, _)| far(a).total_cmp(&far(b)));
        if let Some((second, _, asks)) = nearest {
            free.remove(&second);
            found.push((first, second, asks));
        }
    }
    found
}

impl Asks {
    /// The conditions of the game.
    pub fn conditions(&self, phrases: bool) -> Conditions {
        Conditions {
            format: self.format.clone(),
            clock: self.clock,
            series: self.best_of.map(Series::new),
            rated: self.rated,
            phrases,
        }
    }

    /// The conditions in words.
    pub fn in_words(&self) -> String {
        let format = self.format.clone().unwrap_or_else(|| "any deck".into());
        let clock = self.clock.map_or_else(|| "no clock".into(), Clock::in_words);
        let games = self.best_of.map(|games| Series::new(games).in_words().to_lowercase());
        let rated = if self.rated { "rated" } else { "not rated" };
        [Some(format), Some(clock), games, Some(rated.into())]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The names of the formats in which a deck is legal.
pub fn legal_in<'a>(
    formats: impl Iterator<Item = &'a Format>,
    is_legal: impl Fn(&Format) -> bool,
) -> Vec<String> {
    formats.filter(|format| is_legal(format)).map(|format| format.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Asks, Waiting, Wants, agreed, pairs};
    use engine::Names;
    use store::Seek;

    fn waits(id: &str, rating: f64, anything: bool, asks: Asks) -> Waiting {
        let seek =
            Seek { id: id.into(), visitor: id.into(), wants: String::new(), at: 0, seen: 0, game: None };
        let wants = Wants {
            name: id.into(),
            deck: id.into(),
            cards: Names { cards: Vec::new(), supply: Vec::new() },
            has_texts: false,
            by_hand: false,
            anything,
            asks,
            legal: vec!["Core".into()],
            kept: false,
            talks: false,
            rating,
            blocked: Vec::new(),
        };
        Waiting { seek, wants }
    }

    fn asks(format: &str) -> Asks {
        Asks { format: (!format.is_empty()).then(|| format.into()), ..Asks::default() }
    }

    #[test]
    fn conditions_have_to_be_the_same_unless_somebody_takes_any() {
        let core = waits("a", 0.0, false, asks("Core"));
        let fits = |other: &Waiting| {
            agreed(&core, other) == Some(asks("Core")) && agreed(other, &core) == Some(asks("Core"))
        };
        assert!(fits(&waits("b", 0.0, false, asks("Core"))) && fits(&waits("b", 0.0, true, Asks::default())));
        assert!(!fits(&waits("b", 0.0, false, asks(""))) && !fits(&waits("b", 0.0, false, asks("Open"))));
        assert!(!fits(&waits("a", 0.0, false, asks("Core"))), "nobody plays alone");
        // A deck that isn't legal, a rated game of a guest, a block, texts by hand that one doesn't want.
        let open = waits("a", 0.0, false, asks("Open"));
        let any = waits("b", 0.0, true, Asks::default());
        assert_eq!(agreed(&open, &any), None);
        let rated = waits("a", 0.0, false, Asks { rated: true, ..asks("") });
        assert_eq!(agreed(&rated, &any), None);
        let mut kept = any.clone();
        kept.wants.kept = true;
        assert!(agreed(&rated, &kept).is_some_and(|asks| asks.rated));
        let mut blocks = any.clone();
        blocks.wants.blocked = vec!["a".into()];
        assert!(agreed(&core, &blocks).is_none() && agreed(&blocks, &core).is_none());
        let mut texts = any.clone();
        (texts.wants.has_texts, texts.wants.by_hand) = (true, true);
        assert_eq!(agreed(&core, &texts), None);
        let mut agrees = core.clone();
        agrees.wants.by_hand = true;
        assert!(agreed(&agrees, &texts).is_some());
        // Both agree, but no rated game has texts by hand.
        let mut counts = rated.clone();
        counts.wants.by_hand = true;
        texts.wants.kept = true;
        assert_eq!(agreed(&counts, &texts), None);
        texts.wants.has_texts = false;
        assert!(agreed(&counts, &texts).is_some_and(|asks| asks.rated));
        let both = [&any, &waits("c", 0.0, true, Asks::default())];
        assert_eq!(agreed(both[0], both[1]), Some(Asks::default()));
    }

    #[test]
    fn the_longest_waiting_get_the_nearest() {
        let all = [
            waits("a", 1500.0, false, asks("")),
            waits("b", 1900.0, false, asks("")),
            waits("c", 1550.0, false, asks("")),
            waits("d", 1600.0, false, asks("Core")),
        ];
        assert_eq!(pairs(&all), [(0, 2, asks(""))]);
        assert!(pairs(&all[..1]).is_empty() && pairs(&[]).is_empty());
    }
}
