//! `dejarik odds`: the exact odds of an attack, from flags, cards or a query of the community's calculator.

mod flags;
mod from_cards;
mod json;
mod show;
mod words;

use super::{Answer, Done, Failure, bad_input};
use crate::cli::odds::Odds as Flags;
use crate::output::Out;
use crate::source::Cards;
use cards::{Found, Printing};
use from_cards::{LeftOut, Reader};
use odds::card::Neighbours;
use odds::{Aim, Attack, Attacker, Odds, Refusal, Reroll, Roller, Sequence, SequenceOdds, calculator};
use vocab::{Keyword, KeywordSet, Side};

/// What was asked, understood.
pub struct Question {
    /// The title, if it has one.
    title: Option<String>,
    /// The first attack.
    attack: Attack,
    /// The attackers after the first, and their names.
    later: Vec<(Option<String>, Attacker)>,
    /// What the cards say beside.
    left_out: Vec<LeftOut>,
    names: Option<[String; 2]>,
}

/// The answers.
pub struct Reply {
    /// The first attack by itself.
    attack: Odds,
    /// All attacks, if there can be several.
    sequence: Option<SequenceOdds>,
    exact: Option<odds::Exact>,
    /// What best play for damage by both would give, if it is not what was asked.
    best: Option<f64>,
}

/// A card that was not found for certain.
struct Unclear {
    typed: String,
    candidates: Vec<String>,
}

/// Answers a question about dice. The cards are loaded only if they are needed.
pub fn run(out: &mut Out, cards: &dyn Fn() -> Result<Cards, Failure>, flags: &Flags) -> Done {
    if let Some(dice) = flags.damage_dice {
        let armor: KeywordSet =
            if flags.defender.armor { [Keyword::Armor].into_iter().collect() } else { KeywordSet::EMPTY };
        let damage = odds::damage_dice(dice, armor).map_err(bad_input)?;
        return show::damage_dice(out, dice, &damage, flags.json.json);
    }
    let question = match understand(cards, flags)? {
        Ok(question) => question,
        Err(unclear) => return not_found(out, &unclear, flags.json.json),
    };
    let reply = question.reply().map_err(bad_input)?;
    if flags.json.json {
        out.json(&json::value(&question, &reply))?;
    } else {
        show::show(out, &question, &reply)?;
    }
    Ok(Answer::Yes)
}

fn understand(
    cards: &dyn Fn() -> Result<Cards, Failure>,
    flags: &Flags,
) -> Result<Result<Question, Unclear>, Failure> {
    let query = match (&flags.url, &flags.cards[..]) {
        (Some(url), _) => Some(url),
        (None, [only]) if only.contains('=') => Some(only),
        (None, [only]) => {
            return Err(bad_input(format!(
                "{only}: name the attacking and the defending card, or use flags"
            )));
        }
        (None, _) => None,
    };
    let mut question = match query {
        Some(query) => {
            let read = calculator::read(query).map_err(bad_input)?;
            Question::of(read.attack, read.name)
        }
        None if flags.cards.is_empty() => Question::of(Attack::default(), None),
        None => match of_cards(&cards()?, flags)? {
            Ok(question) => question,
            Err(unclear) => return Ok(Err(unclear)),
        },
    };
    if query.is_none() && flags.cards.is_empty() && flags.attacker.power.is_none() {
        return Err(bad_input("say who attacks: --power N, two card names, or --url URL"));
    }
    flags.attacker.put_on(&mut question.attack.attacker);
    flags.defender.put_on(&mut question.attack.defender);
    for (_, later) in &mut question.later {
        later.reroll = question.attack.attacker.reroll;
    }
    question.attack.neighbour = flags.attacker.neighbour();
    if let Some(first) = flags.first {
        question.attack.first = first.into();
    }
    for query in &flags.then {
        let read = calculator::read(query).map_err(|refusal| bad_input(format!("--then: {refusal}")))?;
        if read.attack.defender != odds::Defender::default() {
            return Err(bad_input(
                "--then: only the attacker's parameters: power, accuracy, crit, fury, aLucky",
            ));
        }
        // A later attacker comes after those before it, whatever their speed.
        question
            .later
            .push((read.name, Attacker { reroll: question.attack.attacker.reroll, ..read.attack.attacker }));
    }
    Ok(Ok(question))
}

/// The last card defends, the others attack in the order of their speed.
fn of_cards(source: &Cards, flags: &Flags) -> Result<Result<Question, Unclear>, Failure> {
    let mut found: Vec<&Printing> = Vec::new();
    for typed in &flags.cards {
        match source.collection().find(typed) {
            Found::One(id) => found.push(source.collection().get(id)),
            Found::Several(ids) | Found::Near(ids) => {
                let names =
                    ids.iter().take(10).map(|id| source.collection().get(*id).name.full().to_string());
                return Ok(Err(Unclear { typed: typed.clone(), candidates: names.collect() }));
            }
        }
    }
    let Some((last, attacking)) = found.split_last() else {
        return Err(bad_input("name the attacking and the defending card"));
    };
    let neighbours = if flags.attacker.overkill.is_some() { Neighbours::Named } else { Neighbours::None };
    let mut reader = Reader::new(source);
    let (units, defender) = reader.meet(attacking, last, neighbours)?;
    let mut attackers: Vec<(&str, Attacker)> =
        attacking.iter().map(|card| card.name.full()).zip(units).collect();
    // 1103.1: the highest speed acts first; 1103.3: equal ones as their player likes, so as they were named.
    attackers.sort_by_key(|(_, unit)| std::cmp::Reverse(unit.speed));
    let mut attackers = attackers.into_iter();
    let Some((name, attacker)) = attackers.next() else {
        return Err(bad_input("name the attacking and the defending card"));
    };
    let rank = |card: &Printing| card.side.map_or(0, Side::role_rank);
    // 1738.5: DS first; 103.3: the higher side has that role. Equal sides leave it to the attacker.
    let first = match attacking.first() {
        Some(card) if rank(card) < rank(last) => Roller::Defender,
        Some(_) | None => Roller::Attacker,
    };
    Ok(Ok(Question {
        title: None,
        attack: Attack { attacker, defender, neighbour: None, first },
        names: Some([name.to_string(), last.name.full().to_string()]),
        later: attackers.map(|(name, unit)| (Some(name.to_string()), unit)).collect(),
        left_out: reader.left_out,
    }))
}

impl Question {
    fn of(attack: Attack, title: Option<String>) -> Question {
        Question { title, attack, later: Vec::new(), left_out: Vec::new(), names: None }
    }

    /// All attacks, if there can be more than one.
    fn sequence(&self) -> Option<Sequence> {
        let first = &self.attack.attacker;
        let several = !self.later.is_empty() || first.tenacity > 0 || first.has(Keyword::DoubleStrike);
        several.then(|| {
            let later = self.later.iter().map(|(_, unit)| unit.clone());
            // The order is settled; equal speeds keep it.
            let attackers =
                std::iter::once(first.clone()).chain(later).map(|unit| Attacker { speed: 0, ..unit });
            Sequence {
                attackers: attackers.collect(),
                defender: self.attack.defender.clone(),
                first: self.attack.first,
            }
        })
    }

    fn reply(&self) -> Result<Reply, Refusal> {
        let attack = self.attack.odds()?;
        let sequence = self.sequence();
        if sequence.is_some() && self.attack.neighbour.is_some() {
            return Err(Refusal::OverkillInSequence);
        }
        let simple = |lucky: u32, reroll: Reroll| lucky > 0 && reroll == Reroll::Simple;
        let (attacker, defender) = (&self.attack.attacker, &self.attack.defender);
        let best = if simple(attacker.lucky, attacker.reroll) || simple(defender.lucky, defender.reroll) {
            let mut best = self.attack.clone();
            (best.attacker.reroll, best.defender.reroll) =
                (Reroll::Best(Aim::Damage), Reroll::Best(Aim::Damage));
            Some(best.odds()?.damage.mean())
        } else {
            None
        };
        Ok(Reply {
            attack,
            sequence: sequence.map(|all| all.odds()).transpose()?,
            exact: self.attack.exact()?,
            best,
        })
    }
}

fn not_found(out: &mut Out, unclear: &Unclear, as_json: bool) -> Done {
    if as_json {
        out.json(
            &serde_json::json!({ "found": null, "typed": unclear.typed, "candidates": unclear.candidates }),
        )?;
    } else if unclear.candidates.is_empty() {
        out.line(format!("There's no card `{}`.", unclear.typed))?;
    } else {
        out.line(format!("`{}` could be:", unclear.typed))?;
        out.paragraph("  ", &unclear.candidates.join(", "))?;
    }
    Ok(Answer::No)
}
