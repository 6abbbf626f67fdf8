//! Dice by what they do: faces that nothing in an attack can tell apart are one class, and rolls are counted by classes.

use engine::Game;
use engine::state::{Slot, Where};
use serde_json::Value;
use std::collections::HashMap;
use vocab::ability::{Ability, AbilityKind, Wrapper};
use vocab::{CardType, DefinitionId, Keyword};

/// The six faces in classes: for each face the number of its class, in order of their lowest faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Faces([u8; 6]);

/// A roll: one face for each die, in order of their classes, and how many rolls of that many dice do the same.
pub type Roll = (Vec<u8>, u128);

/// What tells single faces apart, by the words of an ability when it is written down as data, and whose pile it belongs to:
/// that of the attacker or that of the defender.
const MARKS: [(Keyword, u8, Whose); 6] = [
    // 1742.1
    (Keyword::Parry, 1, Whose::Defender),
    // 1752.1
    (Keyword::Riposte, 2, Whose::Defender),
    // 1709.1
    (Keyword::Backfire, 3, Whose::Attacker),
    // 1730.1
    (Keyword::Fury, 4, Whose::Attacker),
    // 1726.1
    (Keyword::Focus, 5, Whose::Attacker),
    // 1714.1
    (Keyword::CriticalHit, 6, Whose::Attacker),
];

/// Texts that look at dice in ways of their own, by their names in the ability model: after them every face counts.
const LOOKS: [&str; 5] = ["NaturalDice", "Modify", "Roll", "Table", "ByHand"];

/// Whose keyword it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Attacker,
    Defender,
}

impl Faces {
    /// Every face by itself.
    pub const fn all() -> Faces {
        Faces([0, 1, 2, 3, 4, 5])
    }

    /// Faces with the same label are one class.
    fn by<L: PartialEq>(label: impl Fn(u8) -> L) -> Faces {
        let mut classes: Vec<L> = Vec::new();
        Faces(std::array::from_fn(|place| {
            let own = label(place as u8 + 1);
            let known = classes.iter().position(|other| *other == own);
            known.unwrap_or_else(|| {
                classes.push(own);
                classes.len() - 1
            }) as u8
        }))
    }

    /// The lowest face of each class, and how many faces it has.
    fn classes(self) -> Vec<(u8, u128)> {
        let mut classes: Vec<(u8, u128)> = Vec::new();
        for (face, class) in (1..).zip(self.0) {
            match classes.get_mut(usize::from(class)) {
                Some((_, size)) => *size += 1,
                None => classes.push((face, 1)),
            }
        }
        classes
    }

    /// All rolls of this many dice.
    pub fn rolls(self, dice: usize) -> Vec<Roll> {
        let mut all = Vec::new();
        fill(&self.classes(), dice, &mut Vec::with_capacity(dice), 1, &mut all);
        all
    }
}

fn fill(classes: &[(u8, u128)], left: usize, roll: &mut Vec<u8>, ways: u128, all: &mut Vec<Roll>) {
    let Some(((face, size), others)) = classes.split_first() else {
        if left == 0 {
            all.push((roll.clone(), ways));
        }
        return;
    };
    for count in if others.is_empty() { left..=left } else { 0..=left } {
        let chosen = choose(left as u128, count as u128) * size.pow(count as u32);
        roll.extend(std::iter::repeat_n(*face, count));
        fill(others, left - count, roll, ways * chosen, all);
        roll.truncate(roll.len() - count);
    }
}

/// How many ways there are to choose so many of so many.
fn choose(of: u128, many: u128) -> u128 {
    (0..many).fold(1, |ways, place| ways * (of - place) / (place + 1))
}

/// What can tell faces apart in the attacks of one unit, or in those of a whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marked {
    /// The faces that a keyword of an attacker or of a defender looks at, one bit each.
    faces: [u8; 2],
    /// Whether there is Armor.
    armor: bool,
    /// How far Accuracy can go down and up.
    accuracy: [i16; 2],
}

impl Marked {
    fn add(&mut self, other: Marked) {
        for (own, more) in self.faces.iter_mut().zip(other.faces) {
            *own |= more;
        }
        self.armor |= other.armor;
        for (own, more) in self.accuracy.iter_mut().zip(other.accuracy) {
            *own += more;
        }
    }

    /// What a text can come to; nothing if every face counts after it.
    fn of(ability: &Ability) -> Option<Marked> {
        let json = serde_json::to_value(ability).ok()?;
        let text = json.to_string();
        let says = |word: &str| text.contains(&format!("\"{word}\""));
        if LOOKS.into_iter().any(says) {
            return None;
        }
        let mut own = Marked { armor: says(Keyword::Armor.name()), ..Marked::default() };
        for (keyword, face, whose) in MARKS {
            if says(keyword.name()) {
                own.faces[whose as usize] |= 1 << face;
            }
        }
        if says(Keyword::Accuracy.name()) {
            // What is played can be played again, and nobody knows how often.
            let is_there = matches!(
                ability.kind,
                AbilityKind::Keyword(_)
                    | AbilityKind::Wrapper(_)
                    | AbilityKind::Static(_)
                    | AbilityKind::Equipped(_)
            );
            let numbers = accuracies(&json).filter(|_| is_there)?;
            own.accuracy =
                [i16::min, i16::max].map(|least| numbers.iter().map(|number| least(*number, 0)).sum());
        }
        Some(own)
    }

    /// The classes of an attack with this.
    fn attack(self) -> Faces {
        let [low, high] = self.accuracy;
        let marks = self.faces[0] | self.faces[1];
        Faces::by(|face| {
            let mark = if marks & 1 << face == 0 { 0 } else { face };
            // 1107.9: a 4 hits, against Armor only a 5; 1702.3: Accuracy is added to what a die shows.
            let reaches = |needed: i16| (low..=high).map(move |more| i16::from(face) + more >= needed);
            let hits: Vec<bool> = reaches(4).chain(reaches(5).filter(|_| self.armor)).collect();
            (mark, hits)
        })
    }
}

/// The numbers of Accuracy in a text; nothing if one of them isn't a plain number.
fn accuracies(json: &Value) -> Option<Vec<i16>> {
    let mut found = Vec::new();
    match json {
        Value::Array(all) => {
            for one in all {
                found.extend(accuracies(one)?);
            }
        }
        Value::Object(fields) => {
            if fields.get("keyword").and_then(Value::as_str) == Some(Keyword::Accuracy.name()) {
                let number = fields.get("value")?.get("Number")?.as_i64()?;
                found.push(i16::try_from(number).ok()?);
            } else {
                for one in fields.values() {
                    found.extend(accuracies(one)?);
                }
            }
        }
        // The word by itself: some other way to speak of it.
        Value::String(word) if word == Keyword::Accuracy.name() => return None,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    Some(found)
}

/// Whether what an ability gives stays in the pile of its own card: with the card itself, the card on top of it, the unit
/// that it pilots or lies on.
fn is_of_pile(ability: &Ability) -> bool {
    match &ability.kind {
        AbilityKind::Keyword(_) | AbilityKind::Equipped(_) => true,
        AbilityKind::Wrapper(wrapper) => match wrapper {
            Wrapper::Adapt(_) | Wrapper::Switch(_) | Wrapper::Pilot(_) => true,
            // What is inserted may itself be about others.
            Wrapper::Insert(inner) => matches!(inner.kind, AbilityKind::Keyword(_)),
            Wrapper::AlternativeCost(_)
            | Wrapper::Bounty(_)
            | Wrapper::Deploy(_)
            | Wrapper::Enhance(_)
            | Wrapper::Foresight(_)
            | Wrapper::Forewarning(_)
            | Wrapper::LastStand(_)
            | Wrapper::ReducedCost(..)
            | Wrapper::Reserves(_)
            | Wrapper::Stack(_)
            | Wrapper::Upkeep(_) => false,
        },
        AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => false,
    }
}

/// Which faces count in which attack of a game.
#[derive(Clone, Debug)]
pub struct Dice {
    /// Whether every face counts everywhere.
    all: bool,
    /// What can come to every attack.
    everywhere: Marked,
    /// What a card brings to the pile that it lies in.
    own: HashMap<DefinitionId, Marked>,
    /// Whether there is Armor anywhere.
    armor: bool,
}

impl Dice {
    /// Every face by itself.
    pub fn die_by_die() -> Dice {
        Dice { all: true, everywhere: Marked::default(), own: HashMap::new(), armor: true }
    }

    /// The dice of a game: whatever a text in it could look at counts, even if that text never comes up.
    pub fn of(game: &Game) -> Dice {
        let state = game.whole();
        let mut dice = Dice { all: false, armor: false, ..Dice::die_by_die() };
        let mut others: HashMap<DefinitionId, Marked> = HashMap::new();
        for slot in state.slots() {
            let card = state.card(slot);
            // What lies in a deck comes into no game that is counted: nobody draws in it.
            if matches!(card.place, Where::Deck | Where::Nowhere) {
                continue;
            }
            let definition = game.catalog().definition(card.definition);
            let other = match others.get(&card.definition) {
                Some(other) => *other,
                None => {
                    let (mut own, mut other) = (Marked::default(), Marked::default());
                    for ability in &definition.abilities {
                        let Some(marked) = Marked::of(ability) else { return Dice::die_by_die() };
                        dice.armor |= marked.armor;
                        (if is_of_pile(ability) { &mut own } else { &mut other }).add(marked);
                    }
                    dice.own.insert(card.definition, own);
                    others.insert(card.definition, other);
                    other
                }
            };
            dice.everywhere.add(other);
            // Equipment that isn't on a unit yet may come onto any.
            let is_unit = matches!(definition.card_type, CardType::Unit(_) | CardType::Subordinate(_));
            if card.place.host().is_none() && !is_unit {
                dice.everywhere.add(dice.own[&card.definition]);
            }
        }
        dice
    }

    /// What the cards of a unit's pile bring to it, and what it has now.
    fn pile(&self, game: &Game, unit: Slot) -> Marked {
        let state = game.whole();
        let mut pile = Marked::default();
        for slot in std::iter::once(unit).chain(state.on(unit)) {
            match self.own.get(&state.card(slot).definition) {
                Some(own) => pile.add(*own),
                // A card that wasn't there.
                None => pile.add(Marked { faces: [0xFF; 2], armor: true, accuracy: [-6, 6] }),
            }
        }
        let now = game.now(unit);
        for (keyword, face, whose) in MARKS {
            if now.has(keyword) {
                pile.faces[whose as usize] |= 1 << face;
            }
        }
        pile.armor |= now.has(Keyword::Armor);
        let accuracy = now.value(Keyword::Accuracy);
        pile.accuracy = [pile.accuracy[0].min(accuracy), pile.accuracy[1].max(accuracy)];
        pile
    }

    /// The classes of the dice of an attack.
    pub fn attack(&self, game: &Game, attacker: Slot, defender: Slot) -> Faces {
        if self.all {
            return Faces::all();
        }
        let (own, theirs) = (self.pile(game, attacker), self.pile(game, defender));
        let faces = [own.faces[Whose::Attacker as usize], theirs.faces[Whose::Defender as usize]];
        let mut marked = Marked { faces, armor: theirs.armor, accuracy: own.accuracy };
        marked.add(self.everywhere);
        marked.attack()
    }

    /// The classes of dice of damage (rule 1203.1): keywords of attacks don't come into them, Armor does.
    pub fn damage(&self) -> Faces {
        match self.all {
            true => Faces::all(),
            false => Marked { armor: self.armor, ..Marked::default() }.attack(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dice, Faces};
    use dejarik::Cards;
    use engine::Game;
    use engine::state::Slot;

    #[test]
    fn rolls_of_classes_add_up_to_all_rolls() {
        for labels in [[0; 6], [0, 0, 0, 1, 1, 1], [0, 1, 1, 2, 2, 3], [0, 1, 0, 2, 1, 2], [0, 1, 2, 3, 4, 5]]
        {
            let faces = Faces::by(|face| labels[usize::from(face) - 1]);
            for dice in 0..9 {
                let rolls = faces.rolls(dice);
                assert_eq!(rolls.iter().map(|(_, ways)| ways).sum::<u128>(), 6_u128.pow(dice as u32));
                assert!(rolls.iter().all(|(roll, _)| roll.len() == dice));
            }
        }
        assert_eq!(Faces::all().rolls(3).len(), 56);
    }

    fn unit(game: &Game, name: &str) -> Slot {
        game.whole().slots().find(|slot| game.name_of(*slot) == name).unwrap_or_else(|| panic!("no {name}"))
    }

    /// The classes of attacks between units with these texts, while others have texts of their own.
    #[test]
    fn only_what_an_attack_looks_at_tells_its_faces_apart() {
        let text = "dark space: Hunter 40/4/3; Ace 40/2/2 \"Critical Hit 1\"; Sharp 40/2/2 \"Accuracy 1\"\n\
                    light space: Bunker 10/1/6; Plate 10/1/6 \"Armor\"; Guard 10/1/6 \"Parry 1\"\nstart battle space\n";
        let reach = |more: &str| {
            let scenario = judge::parse(&format!("{more}{text}")).expect("a position");
            Cards::core().reach(&scenario).expect("a question")
        };
        let game = reach("");
        let faces = |game: &Game, attacker: &str, defender: &str| {
            Dice::of(game).attack(game, unit(game, attacker), unit(game, defender)).0
        };
        assert_eq!(faces(&game, "Hunter", "Bunker"), [0, 0, 0, 1, 1, 1]);
        assert_eq!(faces(&game, "Ace", "Bunker"), [0, 0, 0, 1, 1, 2]);
        assert_eq!(faces(&game, "Sharp", "Bunker"), [0, 0, 1, 2, 2, 2]);
        assert_eq!(faces(&game, "Hunter", "Plate"), [0, 0, 0, 1, 2, 2]);
        assert_eq!(faces(&game, "Hunter", "Guard"), [0, 1, 1, 2, 2, 2]);
        // Whose attack it is counts: a defender's Critical Hit and an attacker's Parry do nothing.
        assert_eq!(faces(&game, "Bunker", "Ace"), [0, 0, 0, 1, 1, 1]);
        assert_eq!(faces(&game, "Guard", "Hunter"), [0, 0, 0, 1, 1, 1]);
        assert_eq!(Dice::of(&game).damage().0, [0, 0, 0, 1, 2, 2]);
        // What somebody may give to any unit counts for all.
        let game = reach("dark ground: Chief 10/1/1 \"Each of your Space units gets Critical Hit 1.\"\n");
        assert_eq!(faces(&game, "Hunter", "Bunker"), [0, 0, 0, 1, 1, 2]);
        let game = reach(
            "dark hand: battle Luck \"Pay 1 Force -> One of your units gets Accuracy 1 for this attack.\"\n",
        );
        assert_eq!(faces(&game, "Hunter", "Bunker"), [0, 1, 2, 3, 4, 5]);
    }
}
