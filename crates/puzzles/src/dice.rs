//! Dice by what they do: faces that nothing in a game can tell apart are one class, and rolls are counted by classes.

use engine::Game;
use engine::state::Where;
use vocab::Keyword;

/// The six faces in classes, each with a face that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// Lowest face of each class, and how many faces it has.
    classes: Vec<(u8, u128)>,
}

/// A roll: one face for each die, in order of their classes, and how many rolls of that many dice do the same.
pub type Roll = (Vec<u8>, u128);

/// What tells single faces apart, by the words of an ability when it is written down as data.
const MARKS: [(Keyword, u8); 6] = [
    // 1742.1
    (Keyword::Parry, 1),
    // 1752.1
    (Keyword::Riposte, 2),
    // 1709.1
    (Keyword::Backfire, 3),
    // 1730.1
    (Keyword::Fury, 4),
    // 1726.1
    (Keyword::Focus, 5),
    // 1714.1
    (Keyword::CriticalHit, 6),
];

/// Texts that look at dice in ways of their own, by their names in the ability model: after them every face counts.
const LOOKS: [&str; 5] = ["NaturalDice", "Modify", "Roll", "Table", "ByHand"];

impl Faces {
    /// Every face by itself.
    pub fn all() -> Faces {
        Faces { classes: (1..=6).map(|face| (face, 1)).collect() }
    }

    /// The classes of a game: whatever a text in it could look at is a class of its own, even if that text never comes up.
    pub fn of(game: &Game) -> Faces {
        let state = game.whole();
        let (mut marked, mut armored) = ([false; 7], false);
        let mut seen = Vec::new();
        for slot in state.slots() {
            let card = state.card(slot);
            let definition = card.definition;
            // What lies in a deck comes into no game that is counted: nobody draws in it.
            if matches!(card.place, Where::Deck | Where::Removed) || seen.contains(&definition) {
                continue;
            }
            seen.push(definition);
            let Ok(text) = serde_json::to_string(&game.catalog().definition(definition).abilities) else {
                return Faces::all();
            };
            let says = |word: &str| text.contains(&format!("\"{word}\""));
            if says(Keyword::Accuracy.name()) || LOOKS.into_iter().any(says) {
                return Faces::all();
            }
            armored |= says(Keyword::Armor.name());
            for (keyword, face) in MARKS {
                marked[usize::from(face)] |= says(keyword.name());
            }
        }
        // 1107.9: a 4 hits, against Armor only a 5.
        let hits = |face: u8| u8::from(face >= 4) + u8::from(armored && face >= 5);
        let label = |face: u8| (if marked[usize::from(face)] { face } else { 0 }, hits(face));
        let mut classes: Vec<(u8, u128)> = Vec::new();
        for face in 1..=6 {
            match classes.iter_mut().find(|(other, _)| label(*other) == label(face)) {
                Some((_, size)) => *size += 1,
                None => classes.push((face, 1)),
            }
        }
        Faces { classes }
    }

    /// All rolls of this many dice.
    pub fn rolls(&self, dice: usize) -> Vec<Roll> {
        let mut all = Vec::new();
        self.fill(0, dice, &mut Vec::with_capacity(dice), 1, &mut all);
        all
    }

    fn fill(&self, class: usize, left: usize, roll: &mut Vec<u8>, ways: u128, all: &mut Vec<Roll>) {
        let Some((face, size)) = self.classes.get(class).copied() else {
            if left == 0 {
                all.push((roll.clone(), ways));
            }
            return;
        };
        let is_last = class + 1 == self.classes.len();
        for count in if is_last { left..=left } else { 0..=left } {
            let chosen = choose(left as u128, count as u128) * size.pow(count as u32);
            roll.extend(std::iter::repeat_n(face, count));
            self.fill(class + 1, left - count, roll, ways * chosen, all);
            roll.truncate(roll.len() - count);
        }
    }
}

/// How many ways there are to choose so many of so many.
fn choose(of: u128, many: u128) -> u128 {
    (0..many).fold(1, |ways, place| ways * (of - place) / (place + 1))
}

#[cfg(test)]
mod tests {
    use super::Faces;

    #[test]
    fn rolls_of_classes_add_up_to_all_rolls() {
        let classes = [vec![(1, 6)], vec![(1, 3), (4, 3)], vec![(1, 1), (2, 2), (4, 2), (6, 1)]];
        for faces in classes.map(|classes| Faces { classes }).into_iter().chain([Faces::all()]) {
            for dice in 0..9 {
                let rolls = faces.rolls(dice);
                assert_eq!(rolls.iter().map(|(_, ways)| ways).sum::<u128>(), 6_u128.pow(dice as u32));
                assert!(rolls.iter().all(|(roll, _)| roll.len() == dice));
            }
        }
        assert_eq!(Faces::all().rolls(3).len(), 56);
    }
}
