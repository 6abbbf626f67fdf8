//! How hard a deck is to play for somebody new: its keywords, and its heroes in several versions, which are stacked.

/// How hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// For a first game.
    First,
    /// Easy.
    Easy,
    /// Neither.
    Medium,
    /// Hard.
    Hard,
}

impl Difficulty {
    /// How hard a deck is with so many different keywords and so many cards in several versions: a stack counts as much as
    /// two keywords.
    pub const fn of(keywords: u32, stacks: u32) -> Difficulty {
        match keywords + 2 * stacks {
            ..=8 => Difficulty::First,
            9..=14 => Difficulty::Easy,
            15..=22 => Difficulty::Medium,
            23.. => Difficulty::Hard,
        }
    }

    /// In a word or two.
    pub const fn words(self) -> &'static str {
        match self {
            Difficulty::First => "for a first game",
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Difficulty;
    use crate::pages::table::tests::world;

    #[test]
    fn the_light_decks_are_for_a_first_game_and_full_ones_are_not() {
        let world = world();
        let of = |slug: &str| world.known(slug).expect("a deck").difficulty();
        assert_eq!((of("open-sky"), of("steel-tide")), (Difficulty::First, Difficulty::First));
        assert!(of("diplomats") > Difficulty::Easy && of("droid-army") > Difficulty::Easy);
        // A stack is as much to think of as two keywords.
        assert_eq!(Difficulty::of(8, 0), Difficulty::First);
        assert_eq!(Difficulty::of(6, 2), Difficulty::Easy);
    }
}
