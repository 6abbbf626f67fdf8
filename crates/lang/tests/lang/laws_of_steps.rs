//! Laws about what steps refer to and lead to: part of the laws that every reading obeys (`laws.rs`).

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use vocab::Keyword;
use vocab::keyword::Nature;

/// The breaches by what is said here.
pub fn look_at_steps(fields: &Map<String, Value>, found: &mut BTreeSet<&'static str>) {
    if let Some(unless) = fields.get("Unless") {
        let is_spared = |slot: &Value| any(&unless["effect"], &|value| value["Named"][0] == *slot);
        if any(&unless["costs"], &|value| value.get("Result").is_some_and(is_spared)) {
            found.insert("a price paid with what it would spare");
        }
    }
    if let Some(used) = fields.get("Uses").and_then(|uses| uses[1]["Keyword"].as_str()) {
        let nature = Keyword::from_name(used).map(|keyword| keyword.row().nature);
        if nature != Some(Nature::Activated) {
            found.insert("the use of a keyword that nobody plays");
        }
    }
    if let Some(triggered) = fields.get("Triggered") {
        let never = |value: &Value| are_apart(&triggered["condition"], &value["If"]["condition"]);
        if any(&triggered["effect"], &never) {
            found.insert("a condition that rules out what follows");
        }
        let mut events = triggered["trigger"]["events"].as_array().into_iter().flatten();
        if events.all(|event| event.get("Stage").is_some())
            && any(&triggered["effect"], &|value| *value == "ThatMuch")
        {
            found.insert("that much of a moment, which has no number");
        }
    }
    if let Some(rule) = fields.get("Cards")
        && rule["condition"].get("During").is_some()
        && any(&rule["changes"], &|value| {
            value["Modal"][0] == "Can" && value["Modal"][1].get("BeAttached").is_some()
        })
    {
        found.insert("Equipment allowed when nobody equips");
    }
    if let Some(kind) = fields.get("kind") {
        look_at_cards(kind, found);
    }
}

/// What an ability does to cards that are no units.
fn look_at_cards(kind: &Value, found: &mut BTreeSet<&'static str>) {
    let in_hand = |value: &Value| {
        let choice = &value["Discard"]["Choose"];
        choice["chooser"]["By"] == "You" && choice["of"]["place"]["Hand"] == "Opponent"
    };
    let shows = |value: &Value| value.get("LookAt").is_some() || value.get("Reveal").is_some();
    if any(kind, &in_hand) && !any(kind, &shows) {
        found.insert("a card chosen from a hand that nobody has seen");
    }
    let is_found = |slot: &Value| {
        let of_cards = |value: &Value| {
            value["of"]["classes"].as_array().is_some_and(|classes| are_all(classes, "UnitCard"))
        };
        any(kind, &|value| value["Named"][0] == *slot && any(&value["Named"][1], &of_cards))
    };
    let as_unit = |value: &Value| {
        let classes = value["Is"][1]["classes"].as_array();
        value["Is"][0].get("Result").is_some_and(is_found)
            && classes.is_some_and(|classes| are_all(classes, "Unit"))
    };
    if any(kind, &as_unit) {
        found.insert("a card that is asked whether it is a unit");
    }
}

fn are_all(classes: &[Value], noun: &str) -> bool {
    !classes.is_empty() && classes.iter().all(|class| class["noun"] == noun)
}

/// Whether two conditions about the same number can't both hold.
fn are_apart(one: &Value, other: &Value) -> bool {
    let (one, other) = (&one["Compare"], &other["Compare"]);
    let bound = |value: &Value, end: &str| value[1][end]["Number"].as_i64();
    let below = |low: &Value, high: &Value| {
        bound(low, "AtMost").zip(bound(high, "AtLeast")).is_some_and(|(most, least)| most < least)
    };
    one.is_array() && one[0] == other[0] && (below(one, other) || below(other, one))
}

/// Whether something within it is so.
fn any(value: &Value, is_so: &dyn Fn(&Value) -> bool) -> bool {
    is_so(value)
        || match value {
            Value::Object(fields) => fields.values().any(|inner| any(inner, is_so)),
            Value::Array(items) => items.iter().any(|item| any(item, is_so)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
}

/// Each law with a text as the data that it was once read as.
#[test]
fn every_law_about_steps_finds_what_it_forbids() {
    let hand = |range: Value| json!({ "Compare": [{ "Count": { "place": { "Hand": "Opponent" } } }, range] });
    let cases = [
        (
            "a price paid with what it would spare",
            json!({ "Unless": { "costs": [{ "Put": { "on": { "Result": 0 } } }], "effect": { "Named": [0, {}] } } }),
        ),
        ("the use of a keyword that nobody plays", json!({ "Uses": [{}, { "Keyword": "Overload" }] })),
        (
            "a condition that rules out what follows",
            json!({ "Triggered": {
                "condition": hand(json!({ "AtLeast": { "Number": 6 } })),
                "effect": { "Sequence": [{ "If": { "condition": hand(json!({ "AtMost": { "Number": 5 } })) } }] },
            } }),
        ),
        (
            "that much of a moment, which has no number",
            json!({ "Triggered": {
                "trigger": { "events": [{ "Stage": ["End", "BattlePhase"] }] },
                "effect": { "Lose": ["Opponent", "Force", "ThatMuch"] },
            } }),
        ),
        (
            "Equipment allowed when nobody equips",
            json!({ "Cards": { "condition": { "During": "BattlePhase" }, "changes": [{ "Modal": ["Can", { "BeAttached": {} }] }] } }),
        ),
        (
            "a card chosen from a hand that nobody has seen",
            json!({ "kind": { "Discard": { "Choose": { "chooser": { "By": "You" }, "of": { "place": { "Hand": "Opponent" } } } } } }),
        ),
        (
            "a card that is asked whether it is a unit",
            json!({ "kind": [
                { "Named": [0, { "Search": { "find": { "of": { "classes": [{ "noun": "UnitCard" }] } } } }] },
                { "Is": [{ "Result": 0 }, { "classes": [{ "noun": "Unit" }] }] },
            ] }),
        ),
    ];
    for (law, said) in cases {
        let mut found = BTreeSet::new();
        look_at_steps(said.as_object().expect("an object"), &mut found);
        assert_eq!(found, BTreeSet::from([law]));
    }
}
