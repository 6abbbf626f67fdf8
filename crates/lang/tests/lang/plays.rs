//! Laws about what is played: what must be known before it is, and what its steps come to.

use crate::laws::{any, breaches, classes, collect};
use cards::core_set;
use dejarik_lang::{Lexicon, Setting, compile_text};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vocab::{Arena, Arenas, CardType};

/// What a play breaks.
pub fn look(kind: &Value, x: &Value, found: &mut BTreeSet<&'static str>) {
    let Some(play) = ["OneShot", "Activated"].iter().find_map(|sort| kind.get(*sort)) else { return };
    if x.get("Is").is_some_and(points_ahead) && pays_x(&play["costs"]) {
        found.insert("a price that is known only later");
    }
    let waits =
        |value: &Value| ["trigger", "Delayed", "Meanwhile"].iter().any(|key| value.get(key).is_some());
    if any(play, &|value| value == "ThatMuch") && !any(play, &waits) {
        found.insert("the number of an event that nothing waits for");
    }
    let all_named = |value: &Value| {
        let is_name = |class: &Value| class["adjectives"].as_array().is_some_and(|all| is_one_name(all));
        value.get("Each").is_some_and(|each| classes(each).count() > 1 && classes(each).all(is_name))
    };
    if any(&play["effect"], &all_named) || any(&play["costs"], &all_named) {
        found.insert("several names, and all of them");
    }
    // Conditions, and the moment to attack or be discarded, are asked of what can be chosen.
    let is_later = |only: &Value| {
        ["At", "During", "When", "Before"].iter().filter_map(|when| only.get(*when)).any(points_ahead)
    };
    let timed = |value: &Value| value["only"].as_array().is_some_and(|all| all.iter().any(is_later));
    if any(play, &timed) {
        found.insert("a time that is known only later");
    }
    let unit_in_zone = |filter: &Value| {
        filter["place"].get("BuildZone").is_some() && classes(filter).any(|class| class["noun"] == "Unit")
    };
    let counted = |value: &Value| {
        let acts = ["Put", "Remove"].iter().filter_map(|verb| value.get(*verb));
        acts.filter(|act| act["kind"]["One"] == "Build")
            .any(|act| any(&act["on"], &unit_in_zone) || any(&act["from"], &unit_in_zone))
    };
    if any(play, &counted) {
        found.insert("build counters on what has been built");
    }
    if any(play, &|value| value.get("Reroll").is_some_and(|reroll| reroll[0] == "Any")) {
        found.insert("a reroll of any roll");
    }
    if any(play, &|value| value["ChooseOne"][1].as_array().is_some_and(|modes| mixes(modes))) {
        found.insert("a reference to what another option does");
    }
    if any(play, &|value| value["Sequence"].as_array().is_some_and(|steps| steps.windows(2).any(loses_sight)))
    {
        found.insert("something that stayed, discarded later");
    }
}

fn pays_x(costs: &Value) -> bool {
    let is_x = |payment: &Value| payment["Force"] == "X" || payment["BuildPoints"] == "X";
    costs.as_array().is_some_and(|all| all.iter().any(is_x))
}

fn is_one_name(adjectives: &[Value]) -> bool {
    matches!(adjectives, [only] if only.get("Name").is_some())
}

/// Whether something points to what is chosen or paid when the play has been announced.
fn points_ahead(value: &Value) -> bool {
    any(value, &|inner| inner.get("Result").is_some() || inner.get("Paid").is_some())
}

/// Whether an option speaks of what only another one does.
fn mixes(modes: &[Value]) -> bool {
    let slots = |value: &Value, keys: &[&str]| {
        let mut all = BTreeSet::new();
        collect(value, keys, &mut all);
        all
    };
    let made: Vec<BTreeSet<u64>> = modes.iter().map(|mode| slots(mode, &["Named"])).collect();
    modes.iter().enumerate().any(|(own, mode)| {
        let used = slots(mode, &["Result", "Chosen"]);
        used.iter().any(|slot| !made[own].contains(slot) && made.iter().any(|others| others.contains(slot)))
    })
}

/// "If it is a Ground card, put it into the arena. Later, discard it": whether or not it was put there.
fn loses_sight(steps: &[Value]) -> bool {
    let [first, later] = steps else { return false };
    let put = |value: &Value| value["Act"]["Cards"]["Put"][0].get("Known").cloned();
    let Some(known) = put(&first["If"]["then"]) else { return false };
    first["If"]["otherwise"].is_null()
        && later["Delayed"][1]["Act"]["Cards"]["Discard"].get("Known") == Some(&known)
}

#[test]
fn every_law_about_plays_finds_what_it_forbids() {
    let result = || json!({ "Known": { "Result": 0 } });
    let play = |fields: Value| json!([{ "kind": { "Activated": fields }, "x": "Chosen" }]);
    let act = |action: Value| play(json!({ "effect": { "Act": action } }));
    let named = |name: &str| json!({ "adjectives": [{ "Name": name }], "noun": "Unit" });
    let chosen = json!({ "Named": [0, { "Act": { "Choose": { "Objects": {} } } }] });
    let put = json!({ "Act": { "Cards": { "Put": [result(), "Hand"] } } });
    let discard = json!({ "Act": { "Cards": { "Discard": result() } } });
    let jedi_in_zone =
        json!({ "Each": { "classes": [{ "noun": "Unit" }], "place": { "BuildZone": "You" } } });
    let cases = [
        (
            "the number of an event that nothing waits for",
            act(json!({ "Gain": ["You", "Force", "ThatMuch"] })),
        ),
        (
            "several names, and all of them",
            act(json!({ "Units": { "Untap": { "Each": { "classes": [named("A"), named("B")] } } } })),
        ),
        (
            "a time that is known only later",
            play(json!({
                "effect": chosen,
                "timing": { "only": [{ "At": ["Start", { "BattleStep": { "Of": { "Result": 0 } } }] }] },
            })),
        ),
        (
            "a price that is known only later",
            json!([{
                "kind": { "Activated": { "costs": [{ "Force": "X" }], "effect": chosen } },
                "x": { "Is": { "Measure": ["RemainingHealth", result()] } },
            }]),
        ),
        (
            "build counters on what has been built",
            act(json!({ "Counters": { "Put": { "kind": { "One": "Build" }, "on": jedi_in_zone } } })),
        ),
        ("a reroll of any roll", act(json!({ "Dice": { "Reroll": ["Any", "AnyNumber"] } }))),
        (
            "a reference to what another option does",
            play(
                json!({ "effect": { "ChooseOne": ["You", [{ "effect": chosen }, { "effect": discard }]] } }),
            ),
        ),
        (
            "something that stayed, discarded later",
            play(json!({ "effect": { "Sequence": [
                { "If": { "condition": {}, "then": put } },
                { "Delayed": [[], discard] },
            ] } })),
        ),
    ];
    for (law, abilities) in cases {
        assert!(breaches(&abilities).contains(law), "{law}: {:?}", breaches(&abilities));
    }
}

/// What nobody can know or carry out isn't read: each text beside the nearest one that is.
#[test]
fn what_cannot_be_known_is_declined() {
    let lexicon = Lexicon::of(&core_set::plugin().collection);
    let setting = Setting::new(CardType::Unit(Arenas::one(Arena::Character)), "", &lexicon);
    let reads = |text: &str| compile_text(text, &setting, &lexicon).unread().next().is_none();
    let pairs = [
        (
            "[Tap], pay X Force -> Discard a Location in any arena. Draw X cards, where X is the build cost of that Location.",
            "[Tap] -> Discard a Location in any arena. Draw X cards, where X is the build cost of that Location.",
        ),
        (
            "[Tap] -> Search your opponent's deck for a unit card and put it into your discard pile.",
            "[Tap] -> Search your opponent's deck for a unit card and put it into your opponent's hand.",
        ),
        (
            "[Tap] -> Take a card from your opponent's hand and put that card into your discard pile.",
            "[Tap] -> Take a card from your opponent's hand and put that card into your opponent's discard pile.",
        ),
        (
            "[Tap] -> Move a unit in your build zone into any arena. Tap one of your units in any arena. Play only when that arena's battle step starts.",
            "[Tap] -> Tap one of your units in any arena. Play only when this arena's battle step starts.",
        ),
        ("Pay 1 Force -> Gain that much Force.", "Whenever this unit is damaged, gain that much Force."),
    ];
    for (declined, read) in pairs {
        assert!(!reads(declined), "{declined}");
        assert!(reads(read), "{read}");
    }
}
