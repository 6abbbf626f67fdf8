//! The three arenas and the ordered list of arenas on a type line (rules 101.2, 205, 1758.6).

use serde::Serialize;
use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the three arenas, in battle order (rule 1101.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Arena {
    /// Fought first.
    Space,
    /// Fought second.
    Ground,
    /// Fought third.
    Character,
}

impl Arena {
    /// All arenas in battle order.
    pub const ALL: [Arena; 3] = [Arena::Space, Arena::Ground, Arena::Character];

    /// The word on the card.
    pub const fn name(self) -> &'static str {
        match self {
            Arena::Space => "Space",
            Arena::Ground => "Ground",
            Arena::Character => "Character",
        }
    }

    /// Reads the word on the card, ignoring case.
    pub fn from_name(word: &str) -> Option<Arena> {
        Arena::ALL.into_iter().find(|arena| arena.name().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The arenas of a type line: one to three different ones, in printed order, which Switch follows (rule 1758.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arenas {
    list: [Arena; 3],
    len: u8,
}

impl Arenas {
    /// A unit of one arena.
    pub const fn one(arena: Arena) -> Arenas {
        Arenas { list: [arena; 3], len: 1 }
    }

    /// Reads `Space`, `Ground/Character` and the like; `None` if a word isn't an arena or occurs twice.
    pub fn parse(text: &str) -> Option<Arenas> {
        let mut words = text.split('/').map(|word| Arena::from_name(word.trim()));
        let mut arenas = Arenas::one(words.next()??);
        for arena in words {
            arenas = arenas.with(arena?)?;
        }
        Some(arenas)
    }

    /// The list with one more arena at its end; `None` if it has it.
    pub fn with(mut self, arena: Arena) -> Option<Arenas> {
        if self.contains(arena) {
            return None;
        }
        self.list[usize::from(self.len)] = arena;
        self.len += 1;
        Some(self)
    }

    /// The arenas in printed order.
    pub fn as_slice(&self) -> &[Arena] {
        &self.list[..usize::from(self.len)]
    }

    /// The arenas in printed order, by value.
    pub fn iter(&self) -> impl Iterator<Item = Arena> + '_ {
        self.as_slice().iter().copied()
    }

    /// Whether the list names this arena.
    pub fn contains(&self, arena: Arena) -> bool {
        self.as_slice().contains(&arena)
    }

    /// Whether more than one arena is named (rule 205.1).
    pub const fn is_multi(&self) -> bool {
        self.len > 1
    }
}

impl fmt::Display for Arenas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, arena) in self.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            f.write_str(arena.name())?;
        }
        Ok(())
    }
}

impl Serialize for Arenas {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

/// One value for each arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByArena<T>([T; 3]);

impl<T> ByArena<T> {
    /// Builds the three values in battle order.
    pub fn from_fn(mut f: impl FnMut(Arena) -> T) -> ByArena<T> {
        ByArena(Arena::ALL.map(&mut f))
    }

    /// The values with their arenas, in battle order.
    pub fn iter(&self) -> impl Iterator<Item = (Arena, &T)> {
        Arena::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Arena> for ByArena<T> {
    type Output = T;
    fn index(&self, arena: Arena) -> &T {
        &self.0[arena as usize]
    }
}

impl<T> IndexMut<Arena> for ByArena<T> {
    fn index_mut(&mut self, arena: Arena) -> &mut T {
        &mut self.0[arena as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, Arenas};

    #[test]
    fn printed_order_is_kept() {
        let arenas = Arenas::parse("Ground/Character").unwrap();
        assert_eq!(arenas.as_slice(), [Arena::Ground, Arena::Character]);
        assert_eq!(arenas.to_string(), "Ground/Character");
        assert!(arenas.is_multi());
        let three = Arenas::parse("Space / ground/Character").unwrap();
        assert_eq!(three.as_slice().len(), 3);
    }

    #[test]
    fn what_is_no_list_of_arenas_is_refused() {
        for text in ["", "Sea", "Space/", "Space/Space", "Space/Ground/Character/Space"] {
            assert_eq!(Arenas::parse(text), None, "{text:?}");
        }
    }
}
