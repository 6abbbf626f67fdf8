//! Cases whose units have texts: power and keywords that depend on the other unit, read by the real compiler.

use super::{Case, unit};
use crate::numbers::Numbers;
use dejarik::Cards;
use lang::Setting;
use vocab::ability::Uniqueness;
use vocab::{Definition, Side};

/// How many there are.
const CASES: u64 = 50;

const SUBTYPES: [&str; 4] = ["Droid", "Jedi", "Creature", "Spy"];

/// Texts of attacking units: `{S}` stands for a subtype and `{N}` for a number.
const OF_ATTACKERS: [&str; 12] = [
    "This unit gets +{N} power when attacking a {S}.",
    "This unit gets +{N} power when attacking a {S} or a unique unit.",
    "This unit gets Critical Hit {N} when attacking a {S}.",
    "This unit gets Accuracy 1 when attacking a {S}.",
    "This unit gets Fury {N} and +1 power when attacking a {S}.",
    "This unit gets Lucky {N} when attacking a non-{S}.",
    "This unit gets Ferocity when attacking a non-unique unit.",
    "This unit gets +{N} power when attacking a Dark Side unit.",
    "This unit gets Double Damage when attacking a unit with Armor.",
    "Each of your units gets +1 power.",
    "Accuracy 1",
    "Critical Hit {N}",
];

/// Texts of defending units.
const OF_DEFENDERS: [&str; 10] = [
    "This unit gets Parry {N} when being attacked by a {S}.",
    "This unit gets Shields {N} when being attacked by a non-{S}.",
    "This unit gets Armor when being attacked by a unique unit.",
    "This unit gets Riposte {N} when being attacked by a {S}.",
    "Each unit gets Backfire {N} when attacking this unit.",
    "Each {S} gets -1 power when attacking this unit.",
    "Each of your opponent's units gets Accuracy -1.",
    "Armor",
    "Lucky {N}",
    "Pay 1 Force -> Evade {N}",
];

/// The cases: always the same.
pub fn cases(cards: &Cards) -> Result<Vec<Case>, String> {
    (0..CASES).map(|number| case(number, cards)).collect()
}

fn case(number: u64, cards: &Cards) -> Result<Case, String> {
    let mut numbers = Numbers::new(7_000 + number);
    let power = 2 + numbers.below(5) as i16;
    let (attacker, hitting) = written("Attacker", power, &OF_ATTACKERS, &mut numbers, cards)?;
    let (defender, defending) = written("Defender", 1, &OF_DEFENDERS, &mut numbers, cards)?;
    let words = format!("power {power}, {hitting} against {defending}");
    Ok(Case { number, attacker, defender, words })
}

/// A unit with up to three of the texts, and its words.
fn written(
    name: &str,
    power: i16,
    of: &[&str],
    numbers: &mut Numbers,
    cards: &Cards,
) -> Result<(Definition, String), String> {
    let mut definition = unit(name, power, Vec::new());
    let subtype = SUBTYPES[numbers.below(SUBTYPES.len())];
    definition.subtypes = subtype.into();
    definition.side = [Side::Dark, Side::Light][numbers.below(2)];
    definition.uniqueness = [Uniqueness::Unique, Uniqueness::NonUnique][numbers.below(2)];
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..3 {
        let text = of[numbers.below(of.len())];
        let text = text.replace("{S}", SUBTYPES[numbers.below(SUBTYPES.len())]);
        texts.push(text.replace("{N}", &(1 + numbers.below(3)).to_string()));
    }
    let setting = Setting::new(definition.card_type, name, cards.lexicon());
    definition.abilities = lang::whole_text(&texts.join(" | "), &setting, cards.lexicon())?;
    let uniqueness = match definition.uniqueness {
        Uniqueness::Unique => "unique",
        Uniqueness::NonUnique => "non-unique",
    };
    let words = format!("{uniqueness} {} {subtype}: {}", definition.side.name(), texts.join(" "));
    Ok((definition, words))
}

#[cfg(test)]
mod tests {
    use super::cases;
    use crate::agreement::compare;
    use dejarik::Cards;
    use odds::card::{Neighbours, meet};

    #[test]
    fn the_engine_agrees_with_the_exact_odds_of_texts_about_the_other_unit() {
        let cards = Cards::core();
        let (mut stronger, mut idle) = (0, 0);
        for case in cases(&cards).unwrap() {
            let found = compare(&case, 2_000).unwrap();
            assert!(found.agrees(), "{found}");
            let bare = i32::from(case.attacker.power.value().unwrap());
            match meet(&case.attacker, &case.defender, Neighbours::None).attacker.power == bare {
                true => idle += 1,
                false => stronger += 1,
            }
        }
        assert!(stronger >= 15 && idle >= 10, "{stronger} cases with another power, {idle} without");
    }
}
