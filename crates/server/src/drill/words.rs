//! The 61 keywords by spaced repetition: five boxes, whose keywords come again after 1, 3, 7, 16 and 40 days.

use crate::learned::Learned;
use crate::world::World;
use engine::state::{Chance, Seed, Stream};
use odds::{Attack, Attacker, Defender};
use std::collections::BTreeMap;
use vocab::{Edition, Keyword};

/// After how many days a keyword of each box comes again.
pub const DAYS: [i64; 5] = [1, 3, 7, 16, 40];
/// From this box on a keyword is known.
pub const KNOWN: u8 = 4;
/// So many questions are asked in a day, and so many of them about new keywords.
pub const QUESTIONS: u16 = 10;
pub const NEW: u16 = 2;
/// An answer within so many milliseconds is quick.
pub const QUICK: i64 = 6_000;
/// How many answers there are to choose from.
const ANSWERS: usize = 4;

/// Keywords that people mix up.
const GROUPS: [&[Keyword]; 12] = [
    &[Keyword::Evade, Keyword::Absorb, Keyword::Persuade, Keyword::Protect, Keyword::Deflect],
    &[Keyword::Parry, Keyword::Riposte],
    &[Keyword::Fury, Keyword::Focus, Keyword::Backfire],
    &[Keyword::Retaliate, Keyword::Riposte, Keyword::Avenge, Keyword::Ambush],
    &[Keyword::Bombard, Keyword::Barrage, Keyword::IonCannon],
    &[Keyword::Intercept, Keyword::Redirect, Keyword::Precision],
    &[Keyword::CriticalHit, Keyword::DoubleDamage, Keyword::Overkill, Keyword::AreaDamage],
    &[Keyword::HiddenCost, Keyword::AlternativeCost, Keyword::ReducedCost, Keyword::Meditate],
    &[Keyword::Adapt, Keyword::Switch],
    &[Keyword::Stack, Keyword::Consume, Keyword::Insert],
    &[Keyword::Surge, Keyword::Resilience, Keyword::Stun],
    &[Keyword::Foresight, Keyword::Forewarning],
];

/// The name of a keyword in addresses.
pub fn slug(keyword: Keyword) -> String {
    keyword.name().to_lowercase().replace(' ', "-")
}

/// The keyword with this name in addresses.
pub fn of_slug(word: &str) -> Option<Keyword> {
    Keyword::all().find(|keyword| slug(*keyword) == word)
}

/// Where somebody has a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// The box, from 1 to 5.
    pub stage: u8,
    /// The day on which it comes again, counted from 1 January 1970.
    pub due: i64,
}

fn key(keyword: Keyword) -> String {
    format!("k-{}", slug(keyword))
}

/// Where somebody has a keyword, if they have met it.
pub fn card(learned: &Learned, keyword: Keyword) -> Option<Card> {
    let (stage, due) = learned.word(&key(keyword))?.split_once('-')?;
    let card = Card { stage: stage.parse().ok()?, due: due.parse().ok()? };
    let fits = (1..=DAYS.len()).contains(&usize::from(card.stage)) && (0..1_000_000).contains(&card.due);
    fits.then_some(card)
}

fn put(learned: &mut Learned, keyword: Keyword, card: Card) {
    learned.set(&key(keyword), &format!("{}-{}", card.stage, card.due));
}

/// How many questions were asked today, and how many of them about new keywords.
pub fn today(learned: &Learned, day: i64) -> (u16, u16) {
    let read = || {
        let mut parts = learned.word("k-today")?.split('-').map(|part| part.parse::<i64>().ok());
        let (of, asked, new) = (parts.next()??, parts.next()??, parts.next()??);
        (of == day).then_some((u16::try_from(asked).ok()?, u16::try_from(new).ok()?))
    };
    read().unwrap_or_default()
}

/// Keeps an answer: right, one box up; wrong, back to the first, and again today.
pub fn answered(learned: &mut Learned, keyword: Keyword, is_right: bool, is_quick: bool, day: i64) {
    let before = card(learned, keyword);
    let (asked, new) = today(learned, day);
    let new = new + u16::from(before.is_none());
    learned.set("k-today", &format!("{day}-{}-{new}", asked.saturating_add(1)));
    let stage = match (before, is_right) {
        (_, false) => 1,
        // What is known from the start has been met once.
        (None, true) => 1,
        (Some(card), true) => (card.stage + 1).min(DAYS.len() as u8),
    };
    let due = if is_right { day + DAYS[usize::from(stage) - 1] } else { day };
    put(learned, keyword, Card { stage, due });
    if is_right && is_quick {
        // Whoever is sure of one tells it from its neighbours: the strongest of them can wait a day.
        let neighbours = neighbours(keyword).into_iter();
        let strongest = neighbours
            .filter_map(|other| card(learned, other).map(|card| (other, card)))
            .max_by_key(|(other, card)| (card.stage, std::cmp::Reverse(slug(*other))));
        if let Some((other, card)) = strongest {
            put(learned, other, Card { due: card.due.max(day) + 1, ..card });
        }
    }
}

/// Keywords that are mixed up with one.
fn neighbours(keyword: Keyword) -> Vec<Keyword> {
    let groups = GROUPS.iter().filter(|group| group.contains(&keyword));
    let mut found: Vec<Keyword> = Vec::new();
    for other in groups.flat_map(|group| group.iter().copied()) {
        if other != keyword && !found.contains(&other) {
            found.push(other);
        }
    }
    found
}

/// All keywords, those that most cards have first.
pub fn order(world: &World) -> Vec<Keyword> {
    let mut counts: BTreeMap<Keyword, usize> = BTreeMap::new();
    for (_, printing) in world.cards.collection().printings() {
        for keyword in Keyword::all().filter(|keyword| printing.keywords.contains(*keyword)) {
            *counts.entry(keyword).or_default() += 1;
        }
    }
    let mut all: Vec<Keyword> = Keyword::all().collect();
    all.sort_by_key(|keyword| std::cmp::Reverse(counts.get(keyword).copied().unwrap_or(0)));
    all
}

/// The keyword that is asked next on a day: one that is due, those waiting longest first; otherwise a new one. Nothing if
/// that is enough for today.
pub fn next(learned: &Learned, order: &[Keyword], day: i64) -> Option<Keyword> {
    let (asked, new) = today(learned, day);
    if asked >= QUESTIONS {
        return None;
    }
    let card = |keyword: Keyword| card(learned, keyword);
    let due = order
        .iter()
        .copied()
        .filter_map(|keyword| card(keyword).filter(|card| card.due <= day).map(|card| (keyword, card)));
    // What was missed today is asked once more when everything else has been.
    let (missed, waiting): (Vec<_>, Vec<_>) = due.partition(|(_, card)| card.due == day && card.stage == 1);
    let longest =
        waiting.into_iter().min_by_key(|(_, card)| (card.due, card.stage)).map(|(keyword, _)| keyword);
    let fresh = || order.iter().copied().find(|keyword| card(*keyword).is_none()).filter(|_| new < NEW);
    longest.or_else(fresh).or_else(|| missed.first().map(|(keyword, _)| *keyword))
}

/// A question about a keyword.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub words: String,
    /// The sentence or the attack that it's about.
    pub about: String,
    /// The answers to choose from.
    pub answers: Vec<String>,
    /// The place of the right one.
    pub right: usize,
}

/// What is asked about a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Which keyword does this?
    Which,
    /// What does it do?
    What,
    /// How much does it change the odds?
    Odds,
}

/// An attack of so much power with a keyword against so much health; `None` if the odds of one attack don't know it.
fn with(keyword: Keyword, value: u32, power: i32, health: u32) -> Option<Attack> {
    let attacker = Attacker { power, ..Attacker::default() };
    let mut defender = Defender { health: Some(health), ..Defender::default() };
    let attacker = match keyword {
        Keyword::Accuracy => Attacker { accuracy: 1, ..attacker },
        Keyword::CriticalHit => Attacker { critical_hit: value, ..attacker },
        Keyword::Fury => Attacker { fury: value, ..attacker },
        Keyword::Lucky => Attacker { lucky: value, ..attacker },
        Keyword::DoubleDamage => {
            let mut attacker = attacker;
            attacker.keywords.insert(keyword);
            attacker
        }
        Keyword::Armor => {
            defender.keywords.insert(keyword);
            attacker
        }
        Keyword::Shields => {
            defender.shields = value;
            attacker
        }
        Keyword::Parry => {
            defender.parry = value;
            attacker
        }
        _ => return None,
    };
    Some(Attack { attacker, defender, ..Attack::default() })
}

fn percent(chance: f64) -> i64 {
    (100.0 * chance).round() as i64
}

/// A question about a keyword; the same seed asks the same.
pub fn question(keyword: Keyword, seed: u64) -> Question {
    let mut chance = Chance::new(Seed::from(seed));
    let mut any = |below: usize| chance.below(Stream::Choice, below);
    let form = match any(3) {
        0 => Form::Which,
        1 => Form::What,
        _ => Form::Odds,
    };
    if form == Form::Odds {
        let (value, power, health) = (1 + any(2) as u32, 2 + any(4) as i32, 1 + any(4) as u32);
        if let Some(question) = by_odds(keyword, value, power, health, any(ANSWERS)) {
            return question;
        }
    }
    let mut others = neighbours(keyword);
    let all: Vec<Keyword> = Keyword::all().filter(|other| *other != keyword).collect();
    while others.len() < ANSWERS - 1 {
        let other = all[any(all.len())];
        if !others.contains(&other) {
            others.push(other);
        }
    }
    while others.len() > ANSWERS - 1 {
        others.remove(any(others.len()));
    }
    let right = any(ANSWERS);
    others.insert(right, keyword);
    let row = keyword.row();
    match form {
        Form::What => Question {
            words: format!("What does {} do?", keyword.heading()),
            about: String::new(),
            answers: others.iter().map(|other| other.row().plain.to_string()).collect(),
            right,
        },
        Form::Which | Form::Odds => Question {
            words: "Which keyword is this?".into(),
            about: row.plain.into(),
            answers: others.iter().map(|other| other.name().to_string()).collect(),
            right,
        },
    }
}

/// What a keyword makes of the chance to destroy a unit.
fn by_odds(keyword: Keyword, value: u32, power: i32, health: u32, right: usize) -> Option<Question> {
    let bare = Attack {
        attacker: Attacker { power, ..Attacker::default() },
        defender: Defender { health: Some(health), ..Defender::default() },
        ..Attack::default()
    };
    let chance = |attack: &Attack| attack.odds().ok()?.destroyed.map(percent);
    let (before, after) = (chance(&bare)?, chance(&with(keyword, value, power, health)?)?);
    // A question about nothing is none.
    if (before - after).abs() < 5 {
        return None;
    }
    let mut answers = vec![before];
    let step = ((after - before) / 2).abs().max(4);
    for near in
        [after + step, after - step, after + 2 * step, after - 2 * step, after + 3 * step, after - 3 * step]
    {
        if (0..=100).contains(&near)
            && near != after
            && !answers.contains(&near)
            && answers.len() < ANSWERS - 1
        {
            answers.push(near);
        }
    }
    answers.sort_unstable();
    let right = right.min(answers.len());
    answers.insert(right, after);
    let heading = match keyword.row().parameter {
        vocab::keyword::Parameter::Number if keyword == Keyword::Accuracy => format!("{keyword} 1"),
        vocab::keyword::Parameter::Number => format!("{keyword} {value}"),
        _ => keyword.name().to_string(),
    };
    let whose = if matches!(keyword, Keyword::Armor | Keyword::Shields | Keyword::Parry) {
        "defender"
    } else {
        "attacker"
    };
    Some(Question {
        words: format!("And if the {whose} has {heading}?"),
        about: format!("Power {power} against health {health}: destroyed {before} % of the time."),
        answers: answers.into_iter().map(|answer| format!("{answer} %")).collect(),
        right,
    })
}

/// The whole definition, for whoever wants to read on.
pub fn definition(keyword: Keyword) -> String {
    keyword.definition(Edition::Current).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::{Card, DAYS, answered, card, next, of_slug, question, slug, today};
    use crate::learned::Learned;
    use crate::pages::table::tests::world;
    use std::collections::BTreeSet;
    use vocab::Keyword;

    #[test]
    fn every_keyword_has_questions_with_one_right_answer() {
        for keyword in Keyword::all() {
            assert_eq!(of_slug(&slug(keyword)), Some(keyword));
            let mut forms = BTreeSet::new();
            for seed in 0..40 {
                let question = question(keyword, seed);
                let different: BTreeSet<&String> = question.answers.iter().collect();
                assert_eq!(different.len(), question.answers.len(), "{keyword}: {question:?}");
                assert!(question.answers.len() >= 3 && question.right < question.answers.len());
                forms.insert(question.words.clone());
            }
            assert!(forms.len() >= 2, "{keyword}: {forms:?}");
        }
        // Power 4 against health 3 is 31 %, and against Armor 11 %: LEARN's table of sample questions.
        let asks = |question: &super::Question| question.about.starts_with("Power 4 against health 3");
        let armor = (0..4000).map(|seed| question(Keyword::Armor, seed)).find(asks).expect("one of them");
        assert!(armor.about.ends_with("31 % of the time."), "{}", armor.about);
        assert_eq!(armor.answers[armor.right], "11 %");
    }

    #[test]
    fn a_keyword_goes_up_box_by_box_and_back_to_the_first() {
        let mut learned = Learned::default();
        let mut day = 20_000;
        for (place, days) in DAYS.into_iter().enumerate() {
            answered(&mut learned, Keyword::Armor, true, false, day);
            let now = card(&learned, Keyword::Armor).expect("met");
            assert_eq!(now, Card { stage: place as u8 + 1, due: day + days });
            day = now.due;
        }
        answered(&mut learned, Keyword::Armor, true, false, day);
        assert_eq!(card(&learned, Keyword::Armor), Some(Card { stage: 5, due: day + 40 }));
        answered(&mut learned, Keyword::Armor, false, false, day);
        assert_eq!(card(&learned, Keyword::Armor), Some(Card { stage: 1, due: day }));
        // A quick answer puts off the strongest neighbour.
        answered(&mut learned, Keyword::Riposte, true, false, day);
        answered(&mut learned, Keyword::Parry, true, true, day);
        assert_eq!(card(&learned, Keyword::Riposte), Some(Card { stage: 1, due: day + 2 }));
        for nonsense in ["9-1", "0-5", "x-y", "2", "2-99999999999"] {
            learned.set("k-fury", nonsense);
            assert_eq!(card(&learned, Keyword::Fury), None, "{nonsense}");
        }
    }

    #[test]
    fn a_day_has_ten_questions_two_new_keywords_and_missed_ones_again_at_its_end() {
        let order: Vec<Keyword> = Keyword::all().collect();
        let mut learned = Learned::default();
        let mut met = BTreeSet::new();
        // Nobody misses anything: all of them are met in a month and a bit.
        for day in 20_000..20_032 {
            let mut asked = 0;
            while let Some(keyword) = next(&learned, &order, day) {
                met.insert(keyword);
                answered(&mut learned, keyword, true, false, day);
                asked += 1;
                assert!(asked <= 10, "{asked} questions on one day");
            }
            let (questions, new) = today(&learned, day);
            assert!(questions == asked && new <= 2, "{questions} {new}");
        }
        assert!(met.len() >= 55, "{} keywords in 32 days", met.len());
        let mut learned = Learned::default();
        let first = next(&learned, &order, 20_000).expect("a keyword");
        answered(&mut learned, first, false, false, 20_000);
        let second = next(&learned, &order, 20_000).expect("another");
        assert_ne!(second, first);
        answered(&mut learned, second, true, false, 20_000);
        assert_eq!(next(&learned, &order, 20_000), Some(first), "missed, and asked again at the end");
        answered(&mut learned, first, true, false, 20_000);
        assert_eq!(next(&learned, &order, 20_000), None);
    }

    #[test]
    fn what_most_cards_have_comes_first() {
        let world = world();
        let order = super::order(&world);
        assert_eq!(order.len(), 61);
        let count = |keyword: Keyword| {
            world.cards.collection().printings().filter(|(_, one)| one.keywords.contains(keyword)).count()
        };
        assert!(order.windows(2).all(|pair| count(pair[0]) >= count(pair[1])));
    }
}
