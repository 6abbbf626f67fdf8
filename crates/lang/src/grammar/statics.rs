//! Static text: sentences that are simply true, one ability each.

use super::clause::{ability, happens_once, read_triggered};
use super::condition::read_condition;
use super::reach::reach_of_rule;
use super::rule::{is_of_building, read_rule, undoes_itself};
use super::shapes::{read_attack_price, read_no_retreat, read_price_of_attack};
use crate::parser::Parser;
use crate::referents::Referents;
use vocab::ability::{Ability, AbilityKind, Change, Condition, Pattern, Quality, Reference, Rule, X};

/// Sentences that are simply true, one ability each; the same subject again adds to the sentence before.
pub fn read_static(p: &mut Parser) -> Option<Vec<Ability>> {
    (!happens_once(p)).then_some(())?;
    // "As long as it's attacking a Jedi, ...": nothing else was mentioned.
    if p.is_on_unit() && p.sees(|p| p.words("as long as it")) {
        p.refs.mention(Reference::This);
    }
    let mut abilities: Vec<Ability> = Vec::new();
    while !p.sees(Parser::at_end) {
        // "... gets +1 power. When ..., ...": two abilities without a bar between them.
        if !abilities.is_empty() && p.sees(|p| p.words("when") || p.words("whenever")) {
            p.refs = Referents::default();
            abilities.extend(read_triggered(p)?);
            break;
        }
        let sentence = read_static_sentence(p)?;
        // "Each A gets B. Each A with C gets D instead.": the first is for the others.
        if p.words("instead") {
            let Some(AbilityKind::Static(before)) = abilities.last_mut().map(|last| &mut last.kind) else {
                return None;
            };
            matches!(&sentence[..], [rule] if in_place_of(before, rule)).then_some(())?;
        }
        for rule in sentence {
            if let Some(AbilityKind::Static(before)) = abilities.last_mut().map(|last| &mut last.kind)
                && *p.x() == X::Chosen
                && add_to(before, &rule)
            {
                continue;
            }
            let reach = reach_of_rule(&rule);
            abilities.push(ability(p, rule).working(reach));
        }
        (p.words(".") || p.is_after_stop() || p.at_end()).then_some(())?;
    }
    let undone = |ability: &Ability| match &ability.kind {
        AbilityKind::Static(Rule::Cards { who: Pattern::Any(who), changes, .. }) => {
            undoes_itself(who, changes)
        }
        _ => false,
    };
    (!abilities.is_empty() && !abilities.iter().any(undone))
        .then(|| abilities.into_iter().flat_map(apart).collect())
}

/// "gets Hidden Cost 5 and Armor": one works while the card is built, the other in an arena.
fn apart(ability: Ability) -> Vec<Ability> {
    let AbilityKind::Static(Rule::Cards { who: who @ Pattern::Known(Reference::This), changes, condition }) =
        &ability.kind
    else {
        return vec![ability];
    };
    let (building, others): (Vec<Change>, Vec<Change>) = changes.iter().cloned().partition(is_of_building);
    if building.is_empty() || others.is_empty() {
        return vec![ability];
    }
    let part = |changes: Vec<Change>| {
        let rule = Rule::Cards { who: who.clone(), changes, condition: condition.clone() };
        let reach = reach_of_rule(&rule);
        Ability { kind: AbilityKind::Static(rule), ..ability.clone() }.working(reach)
    };
    vec![part(building), part(others)]
}

/// "As long as A, B gets C, and D gets E": a rule for each subject, under the same condition.
fn read_static_sentence(p: &mut Parser) -> Option<Vec<Rule<Pattern>>> {
    let condition = p.attempt(|p| {
        (p.words("as long as") || p.words("if") || p.words("while")).then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    let mut rule = match p
        .attempt(read_attack_price)
        .or_else(|| p.attempt(read_price_of_attack))
        .or_else(|| p.attempt(read_no_retreat))
    {
        Some(rule) => rule,
        None => read_rule::<Pattern>(p)?,
    };
    under(&mut rule, condition.clone())?;
    // "... can't retreat during your retreat step".
    if let Some(stage) = p.attempt(|p| {
        p.words("during").then_some(())?;
        super::timing::read_stage(p)
    }) {
        under(&mut rule, Some(Condition::During(stage)))?;
    }
    let mut rules = vec![rule];
    // The text must have said by then what X is.
    while let Some(next) = p.attempt(|p| {
        (*p.x() == X::Chosen).then_some(())?;
        p.one_of(&[", and", "and"])?;
        // "A, and as long as B, C": the second has a condition of its own.
        let own = p.attempt(|p| {
            condition.is_none().then_some(())?;
            p.words("as long as").then_some(())?;
            let condition = read_condition(p)?;
            p.words(",").then_some(condition)
        });
        let mut next = read_rule::<Pattern>(p).filter(|_| *p.x() == X::Chosen)?;
        under(&mut next, own.or_else(|| condition.clone()))?;
        Some(next)
    }) {
        rules.push(next);
    }
    // "As long as it is attacking a Jedi, it gets +1 power for that attack."
    if rules.iter().all(is_of_attack) {
        let _ = p.words("for that attack") || p.words("for this attack");
    }
    Some(rules)
}

/// Limits a rule to the cards that the other one leaves out; returns whether that can be expressed.
fn in_place_of(before: &mut Rule<Pattern>, rule: &Rule<Pattern>) -> bool {
    match (before, rule) {
        (
            Rule::Cards { who, condition: first @ None, .. },
            Rule::Cards { who: same, condition: Some(only), .. },
        ) if who == same => {
            *first = Some(super::condition::opposite(only.clone()));
            true
        }
        (
            Rule::Cards { who: Pattern::Any(all), condition: None, .. },
            Rule::Cards { who: Pattern::Any(some), condition: None, .. },
        ) => super::filter::except(all, some),
        _ => false,
    }
}

/// Whether a rule holds while its unit attacks, and so for that attack.
fn is_of_attack(rule: &Rule<Pattern>) -> bool {
    let Rule::Cards { condition: Some(Condition::Is(_, filter)), .. } = rule else { return false };
    matches!(filter.with[..], [Quality::Attacking(_)])
}

/// Puts a rule under the condition before it.
fn under(rule: &mut Rule<Pattern>, before: Option<Condition>) -> Option<()> {
    let (Rule::Cards { condition: own, .. } | Rule::Players { condition: own, .. }) = rule;
    match (before, &own) {
        (Some(before), None) => *own = Some(before),
        (Some(before), Some(_)) => {
            let after = own.take()?;
            // What applies to each of them comes next to them.
            let is_each = matches!(after, Condition::Is(Reference::Each, _));
            *own = Some(Condition::All(if is_each { vec![after, before] } else { vec![before, after] }));
        }
        (None, _) => {}
    }
    Some(())
}

/// Merges the changes of two rules with the same subject, if neither has a condition.
fn add_to(before: &mut Rule<Pattern>, rule: &Rule<Pattern>) -> bool {
    match (before, rule) {
        (
            Rule::Cards { who, changes, condition: None },
            Rule::Cards { who: same, changes: more, condition: None },
        ) if who == same && !changes.iter().chain(more).any(is_special) => {
            changes.extend(more.iter().cloned());
            true
        }
        _ => false,
    }
}

fn is_special(change: &Change) -> bool {
    matches!(change, Change::Prevent { .. } | Change::DamageFrom(_))
}
