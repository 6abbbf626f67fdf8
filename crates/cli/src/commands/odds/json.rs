//! The answers for programs; stable.

use super::{Question, Reply, words};
use odds::{Distribution, Exact, Fraction, Odds, Roller, SequenceOdds, StrikeKind};
use serde_json::{Value, json};

/// Everything that is known.
pub fn value(question: &Question, reply: &Reply) -> Value {
    let left_out: Vec<Value> = question
        .left_out
        .iter()
        .map(|left| json!({ "card": left.card, "clause": left.clause, "reason": left.reason }))
        .collect();
    json!({
        "title": question.title,
        "attackers": names(question),
        "defender": question.names.as_ref().map(|[_, defender]| defender),
        "attacker_has": words::attacker(&question.attack.attacker),
        "defender_has": words::defender(&question.attack.defender),
        "rerolls_first": match question.attack.first {
            Roller::Attacker => "attacker",
            Roller::Defender => "defender",
        },
        "attack": attack(&reply.attack),
        "exact": reply.exact.as_ref().map(exact),
        "best_play_damage": reply.best,
        "sequence": reply.sequence.as_ref().map(sequence),
        "left_out": left_out,
    })
}

fn names(question: &Question) -> Vec<Option<&str>> {
    let first = question.names.as_ref().map(|[attacker, _]| attacker.as_str());
    std::iter::once(first).chain(question.later.iter().map(|(name, _)| name.as_deref())).collect()
}

fn distribution(distribution: &Distribution) -> Value {
    json!({ "mean": distribution.mean(), "chances": distribution.chances() })
}

fn attack(odds: &Odds) -> Value {
    json!({
        "dice": odds.dice,
        "hits": distribution(&odds.hits),
        "damage_before_prevention": distribution(&odds.pending),
        "damage": distribution(&odds.damage),
        "counters": distribution(&odds.counters),
        "destroyed": odds.destroyed,
        "damaged": odds.damaged,
        "force_spent": odds.force,
        "damage_to_attacker": distribution(&odds.back),
        "attacker_destroyed": odds.attacker_destroyed,
        "natural_six": odds.six,
        "natural_one": odds.one,
        "focused": odds.focused,
        "persuaded": odds.persuaded,
        "absorbed": odds.absorbed,
        "overkill": odds.neighbour.as_ref().map(|neighbour| json!({
            "damage": distribution(&neighbour.damage),
            "destroyed": neighbour.destroyed,
        })),
    })
}

fn exact(exact: &Exact) -> Value {
    let all = |fractions: &[Fraction]| fractions.iter().map(Fraction::to_string).collect::<Vec<_>>();
    json!({
        "mean_damage": exact.mean.to_string(),
        "damage": all(&exact.damage),
        "mean_hits": exact.mean_hits.to_string(),
        "hits": all(&exact.hits),
        "destroyed": exact.destroyed.map(|fraction| fraction.to_string()),
    })
}

fn sequence(odds: &SequenceOdds) -> Value {
    let strikes: Vec<Value> = odds
        .strikes
        .iter()
        .map(|strike| {
            json!({
                "attacker": strike.attacker,
                "kind": match strike.kind {
                    StrikeKind::Turn => "turn",
                    StrikeKind::Tenacity => "tenacity",
                    StrikeKind::DoubleStrike => "double strike",
                },
                "happens": strike.chance,
                "damage": strike.damage,
                "destroys": strike.destroys,
            })
        })
        .collect();
    json!({
        "damage": distribution(&odds.damage),
        "counters": distribution(&odds.counters),
        "destroyed": odds.destroyed,
        "force_spent": odds.force,
        "damage_to_attackers": odds.back,
        "attackers_destroyed": odds.attackers_destroyed,
        "attacks": strikes,
    })
}
