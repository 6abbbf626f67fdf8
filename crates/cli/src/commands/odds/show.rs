//! The answers for people: a histogram, means, chances.

use super::{Question, Reply, words};
use crate::commands::{Answer, Done};
use crate::output::{BOLD, Cell, FAINT, Out, TERM, WARN, count, paint};
use odds::{Distribution, Fraction, Odds, Roller, SequenceOdds, StrikeKind};
use serde_json::json;
use std::io;
use vocab::Keyword;

/// Shows the answers.
pub fn show(out: &mut Out, question: &Question, reply: &Reply) -> io::Result<()> {
    heading(out, question)?;
    out.gap()?;
    let exact = reply.exact.as_ref();
    if let Some(sequence) = &reply.sequence {
        show_sequence(out, question, sequence)?;
    } else {
        let fractions = exact.map_or(&[][..], |exact| &exact.damage[..]);
        histogram(out, "Damage", &reply.attack.damage, exact.map(|exact| exact.mean), fractions)?;
        out.gap()?;
        facts(out, question, reply)?;
    }
    if !question.left_out.is_empty() {
        out.gap()?;
        out.line(paint(WARN, "Left out"))?;
        for left in &question.left_out {
            out.hanging(
                "  ",
                "    ",
                &format!("{}: {} {}", left.card, left.clause, paint(FAINT, &format!("({})", left.reason))),
            )?;
        }
    }
    Ok(())
}

fn heading(out: &mut Out, question: &Question) -> io::Result<()> {
    let (attack, defender) = (&question.attack, &question.attack.defender);
    let (attacker_name, defender_name) = match &question.names {
        Some([attacker, defender]) => (attacker.as_str(), defender.as_str()),
        None => (question.title.as_deref().unwrap_or("Attacker"), "Defender"),
    };
    let mut lines = vec![(attacker_name, words::attacker(&attack.attacker))];
    lines.extend(
        question.later.iter().map(|(name, unit)| (name.as_deref().unwrap_or("then"), words::attacker(unit))),
    );
    lines.push((defender_name, words::defender(defender)));
    for (name, text) in lines {
        out.hanging("", "  ", &format!("{}: {text}", paint(BOLD, name)))?;
    }
    let mut lucky = Vec::new();
    if question.attack.attacker.lucky > 0 || question.later.iter().any(|(_, unit)| unit.lucky > 0) {
        lucky.push(format!("the attacker {}", words::reroll(Roller::Attacker, attack.attacker.reroll)));
    }
    if defender.lucky > 0 {
        lucky.push(format!("the defender {}", words::reroll(Roller::Defender, defender.reroll)));
    }
    if lucky.len() == 2 && attack.first == Roller::Defender {
        lucky.reverse();
    }
    if !lucky.is_empty() {
        out.line(paint(FAINT, &format!("Lucky: {}", lucky.join(", then "))))?;
    }
    Ok(())
}

fn facts(out: &mut Out, question: &Question, reply: &Reply) -> io::Result<()> {
    let (odds, exact) = (&reply.attack, reply.exact.as_ref());
    let (attacker, defender) = (&question.attack.attacker, &question.attack.defender);
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    if let Some(destroyed) = odds.destroyed {
        fact("destroyed", with_fraction(percent(destroyed), exact.and_then(|exact| exact.destroyed)));
    }
    fact("hits", with_fraction(decimal(odds.hits.mean()), exact.map(|exact| exact.mean_hits)));
    if (odds.pending.mean() - odds.damage.mean()).abs() > 1e-12 {
        fact("damage before prevention", decimal(odds.pending.mean()));
    }
    if attacker.has(Keyword::DoubleDamage) {
        fact("damage counters", decimal(odds.counters.mean()));
    }
    if attacker.critical_hit > 0 {
        fact("a natural 6", percent(odds.six));
    }
    if defender.parry > 0 {
        fact("a natural 1", percent(odds.one));
    }
    if let Some(best) = reply.best.filter(|best| (best - odds.damage.mean()).abs() > 1e-9) {
        fact("best play by both", format!("{} damage", decimal(best)));
    }
    facts.extend(consequences(question, odds));
    for (name, value) in facts {
        out.line(format!("{name:<26}{value}"))?;
    }
    Ok(())
}

/// What the attack costs, and what it leaves behind.
fn consequences(question: &Question, odds: &Odds) -> Vec<(String, String)> {
    let attacker = &question.attack.attacker;
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    if odds.force > 0.0 {
        fact("Force spent", decimal(odds.force));
    }
    if odds.back.mean() > 0.0 {
        let fallen =
            odds.attacker_destroyed.map_or(String::new(), |chance| format!(", destroys {}", percent(chance)));
        fact("damage to the attacker", format!("{}{fallen}", decimal(odds.back.mean())));
    }
    if let Some(neighbour) = &odds.neighbour {
        let fallen =
            neighbour.destroyed.map_or(String::new(), |chance| format!(", destroys {}", percent(chance)));
        fact("Overkill", format!("{}{fallen}", decimal(neighbour.damage.mean())));
    }
    if attacker.stun > 0 {
        fact(&format!("Stun {}", attacker.stun), percent(odds.damaged));
    }
    if attacker.focus > 0 {
        fact(&format!("Focus {}", attacker.focus), percent(odds.focused));
    }
    if odds.persuaded > 0.0 {
        fact("its next power", format!("-{}", decimal(odds.persuaded)));
    }
    if odds.absorbed > 0.0 {
        fact("defender's next power", format!("+{}", decimal(odds.absorbed)));
    }
    facts
}

fn show_sequence(out: &mut Out, question: &Question, odds: &SequenceOdds) -> io::Result<()> {
    histogram(out, "Damage of all attacks", &odds.damage, None, &[])?;
    out.gap()?;
    let name = |attacker: usize| match (attacker, &question.names) {
        (0, Some([name, _])) => name.clone(),
        (0, None) => question.title.clone().unwrap_or_else(|| "Attacker".to_string()),
        (later, _) => {
            question.later.get(later - 1).and_then(|(name, _)| name.clone()).unwrap_or_else(|| "then".into())
        }
    };
    let rows: Vec<Vec<Cell>> = odds
        .strikes
        .iter()
        .map(|strike| {
            let kind = match strike.kind {
                StrikeKind::Turn => "",
                StrikeKind::Tenacity => " (Tenacity)",
                StrikeKind::DoubleStrike => " (Double Strike)",
            };
            vec![
                Cell::new(format!("{}{kind}", name(strike.attacker))),
                Cell::number(percent(strike.chance)),
                Cell::number(decimal(strike.damage)),
                Cell::number(percent(strike.destroys)),
            ]
        })
        .collect();
    out.table(&["attack", "happens", "damage", "destroys"], &rows)?;
    out.gap()?;
    if let Some(destroyed) = odds.destroyed {
        out.line(format!("{:<26}{}", "destroyed", percent(destroyed)))?;
    }
    if odds.force > 0.0 {
        out.line(format!("{:<26}{}", "Force spent", decimal(odds.force)))?;
    }
    for (attacker, back) in odds.back.iter().enumerate().filter(|(_, back)| **back > 0.0) {
        let fallen = odds.attackers_destroyed[attacker]
            .map_or(String::new(), |chance| format!(", destroys {}", percent(chance)));
        out.line(format!("{:<26}{}{fallen}", format!("damage to {}", name(attacker)), decimal(*back)))?;
    }
    Ok(())
}

/// A bar for every number that can happen, with its chance and the chance of at least that much.
fn histogram(
    out: &mut Out,
    title: &str,
    distribution: &Distribution,
    mean: Option<Fraction>,
    fractions: &[Fraction],
) -> io::Result<()> {
    let mean = with_fraction(decimal(distribution.mean()), mean);
    out.line(format!("{}  mean {mean}", paint(BOLD, title)))?;
    out.line(paint(FAINT, &format!("{:>5} {:>9} {:>9}", "", "exactly", "or more")))?;
    let short = fractions.iter().all(|fraction| fraction.is_short());
    let fraction = |number: usize| {
        fractions
            .get(number)
            .filter(|fraction| short && fraction.numerator() > 0)
            .map_or(String::new(), Fraction::to_string)
    };
    let widest = (0..distribution.chances().len()).map(|number| fraction(number).len()).max().unwrap_or(0);
    let largest = distribution.chances().iter().copied().fold(0.0, f64::max);
    let room = out.width.saturating_sub(30 + widest).max(10);
    for (number, chance) in distribution.chances().iter().enumerate() {
        let length = (chance / largest * room as f64).round() as usize;
        let bar = "\u{2588}".repeat(length.max(usize::from(*chance > 0.005)));
        let (exactly, more) = (percent(*chance), percent(distribution.at_least(number)));
        out.line(format!(
            "{number:>5} {exactly:>9} {more:>9}  {:<widest$}  {}",
            fraction(number),
            paint(TERM, &bar)
        ))?;
    }
    Ok(())
}

/// Shows the damage of dice of damage.
pub fn damage_dice(out: &mut Out, dice: u32, damage: &Distribution, as_json: bool) -> Done {
    if as_json {
        out.json(&json!({ "damage_dice": dice, "mean": damage.mean(), "damage": damage.chances() }))?;
    } else {
        histogram(out, &format!("{} of damage", count(dice as usize, "die", "dice")), damage, None, &[])?;
    }
    Ok(Answer::Yes)
}

fn with_fraction(text: String, fraction: Option<Fraction>) -> String {
    match fraction {
        Some(fraction) if fraction.is_short() && fraction.denominator() > 1 => format!("{text} = {fraction}"),
        Some(_) | None => text,
    }
}

fn decimal(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A chance; what is not quite certain is not shown as certain.
fn percent(chance: f64) -> String {
    let text = format!("{:.2} %", chance * 100.0);
    match text.as_str() {
        "100.00 %" if chance < 1.0 - 1e-12 => "> 99.99 %".to_string(),
        "0.00 %" if chance > 1e-12 => "< 0.01 %".to_string(),
        "100.00 %" => "100 %".to_string(),
        "0.00 %" | "-0.00 %" => "0 %".to_string(),
        _ => text,
    }
}
