//! The calculator: the odds of one attack. The address holds its state.

use super::{decimal, histogram, page, percent};
use axum::response::Html;
use maud::{Markup, html};
use odds::{Attack, Prevention, PreventionKind, Refusal, Retaliate, Roller};
use std::collections::HashMap;
use vocab::Keyword;

/// A number of the form.
type Number = (&'static str, &'static str, fn(&mut Attack, i32));
/// A word of the form.
type Word = (&'static str, &'static str, fn(&mut Attack));

fn whole(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn prevents(attack: &mut Attack, kind: PreventionKind, amount: i32) {
    if amount > 0 {
        attack.defender.preventions.push(Prevention { kind, amount: whole(amount), force: 0 });
    }
}

const ATTACKER: [Number; 9] = [
    ("power", "Power", |attack, x| attack.attacker.power = x),
    ("accuracy", "Accuracy", |attack, x| attack.attacker.accuracy = x),
    ("crit", "Critical Hit", |attack, x| attack.attacker.critical_hit = whole(x)),
    ("fury", "Fury", |attack, x| attack.attacker.fury = whole(x)),
    ("aLucky", "Lucky", |attack, x| attack.attacker.lucky = whole(x)),
    ("overload", "Overload", |attack, x| attack.attacker.overload = whole(x)),
    ("backfire", "Backfire", |attack, x| attack.attacker.backfire = whole(x)),
    ("focus", "Focus", |attack, x| attack.attacker.focus = whole(x)),
    ("ahealth", "Health left", |attack, x| attack.attacker.health = (x > 0).then(|| whole(x))),
];
const DEFENDER: [Number; 9] = [
    ("health", "Health left", |attack, x| attack.defender.health = (x > 0).then(|| whole(x))),
    ("shields", "Shields", |attack, x| attack.defender.shields = whole(x)),
    ("parry", "Parry", |attack, x| attack.defender.parry = whole(x)),
    ("dLucky", "Lucky", |attack, x| attack.defender.lucky = whole(x)),
    ("riposte", "Riposte", |attack, x| attack.defender.riposte = whole(x)),
    ("evade", "Evade", |attack, x| prevents(attack, PreventionKind::Evade, x)),
    ("absorb", "Absorb", |attack, x| prevents(attack, PreventionKind::Absorb, x)),
    ("deflect", "Deflect", |attack, x| prevents(attack, PreventionKind::Deflect, x)),
    ("retaliate", "Retaliate", |attack, x| {
        if x > 0 {
            attack.defender.retaliates.push(Retaliate { dice: whole(x), force: 0 });
        }
    }),
];
const WORDS: [Word; 5] = [
    ("armor", "Defender has Armor", |attack| attack.defender.keywords.insert(Keyword::Armor)),
    ("fortitude", "Defender has Fortitude", |attack| attack.defender.keywords.insert(Keyword::Fortitude)),
    ("doubledamage", "Double Damage", |attack| attack.attacker.keywords.insert(Keyword::DoubleDamage)),
    ("cunning", "Cunning", |attack| attack.attacker.keywords.insert(Keyword::Cunning)),
    ("ferocity", "Ferocity", |attack| attack.attacker.keywords.insert(Keyword::Ferocity)),
];

/// The page for an address.
pub fn odds(query: &HashMap<String, String>) -> Html<String> {
    let (attack, wrong) = read(query);
    let result = attack.odds();
    let value = |name: &str, usual: i32| query.get(name).cloned().unwrap_or_else(|| usual.to_string());
    let field = |(name, label, _): &Number| {
        html! { div.field { label for=(name) { (label) } input id=(name) name=(name) type="number" min="-9" max="60" value=(value(name, if *name == "power" { 5 } else { 0 })); } }
    };
    page(
        "Odds",
        "/odds",
        &html! {
            h1 { "Odds of an attack" }
            form.odds-form method="get" action="/odds" data-auto {
                fieldset.box { legend { "Attacker" } div.fields { @for number in &ATTACKER { (field(number)) } } }
                fieldset.box { legend { "Defender" } div.fields { @for number in &DEFENDER { (field(number)) } } }
                fieldset.box { legend { "Keywords" }
                    @for (name, label, _) in WORDS { label.check { input type="checkbox" name=(name) value="1" checked[query.get(name).is_some_and(|value| value == "1")]; (label) } }
                    label.check { input type="checkbox" name="luckyOrder" value="d" checked[query.get("luckyOrder").is_some_and(|value| value == "d")]; "The defender rerolls first" }
                    div.btns { button.btn.main { "Work it out" } a.btn.line href="/odds" { "Reset" } }
                }
            }
            @for name in wrong { p.bad role="alert" { "“" (name) "” isn’t a whole number" } }
            div data-results { (answer(&attack, &result)) }
        },
    )
}

fn read(query: &HashMap<String, String>) -> (Attack, Vec<String>) {
    let mut attack = Attack::of_power(5);
    let mut wrong = Vec::new();
    for (name, label, set) in ATTACKER.iter().chain(&DEFENDER) {
        let Some(text) = query.get(*name).map(|text| text.trim()).filter(|text| !text.is_empty()) else {
            continue;
        };
        match text.parse::<i32>() {
            Ok(number) => set(&mut attack, number.clamp(-99, 99)),
            Err(_) => wrong.push(format!("{label}: {}", text.chars().take(20).collect::<String>())),
        }
    }
    for (name, _, set) in WORDS {
        if query.get(name).is_some_and(|value| value == "1") {
            set(&mut attack);
        }
    }
    if query.get("luckyOrder").is_some_and(|value| value == "d") {
        attack.first = Roller::Defender;
    }
    (attack, wrong)
}

fn answer(attack: &Attack, result: &Result<odds::Odds, Refusal>) -> Markup {
    let odds = match result {
        Ok(odds) => odds,
        Err(refusal) => return html! { p.lead.bad role="status" { (refusal) } },
    };
    let exact = attack.exact().ok().flatten();
    let mark = attack.defender.health.map(|health| health as usize);
    html! {
        section.box aria-labelledby="res" {
            h2 id="res" { (odds.dice) " dice: " (format!("{:.2}", odds.damage.mean())) " damage on average" @if let Some(exact) = &exact { small.eyebrow { " exactly " (exact.mean) } } }
            div.odds-grid { div {
            div.big-hist { (histogram(odds.damage.chances(), mark, None)) }
            dl.nums {
                div { dt { "Hits" } dd { (decimal(odds.hits.mean())) } }
                @if let Some(chance) = odds.destroyed { div { dt { "Destroyed" } dd { (percent(chance)) } } }
                div { dt { "At least 1 damage" } dd { (percent(odds.damage.at_least(1))) } }
                div { dt { "Damage back" } dd { (decimal(odds.back.mean())) } }
                div { dt { "A natural 6" } dd { (percent(odds.six)) } }
                div { dt { "A natural 1" } dd { (percent(odds.one)) } }
            }
            }
            table.plain-table { caption.vh { "Chances of damage" } thead { tr { th { "Damage" } th { "Exactly" } th { "At least" } } }
                tbody { @for (number, chance) in odds.damage.chances().iter().enumerate() { tr.kill[mark.is_some_and(|mark| number >= mark)] { th scope="row" { (number) } td { (format!("{:.2} %", chance * 100.0)) } td { (format!("{:.2} %", odds.damage.at_least(number) * 100.0)) } } } } } }
        }
    }
}
