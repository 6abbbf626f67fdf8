//! Laws that every reading obeys: what a misreading looks like, found by machine over all compiled cards.
//!
//! The laws look at abilities as data. A card that breaks one is named in `EXCEPT` with the reason, or its reading is
//! cured; an exception that is not needed any more fails as well.

use crate::laws_of_steps::look_at_steps;
use cards::plugin::{Playtest, Plugin};
use cards::{Collection, Printing, core_set};
use dejarik_lang::{Lexicon, compile_card};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use vocab::CardType;

/// Cards that break a law and are read rightly: law, card, reason.
const EXCEPT: [(&str, &str, &str); 11] = [
    ("a description that no card fits", "Durge (B)", "it treats itself as a Speeder Equipment"),
    ("a description that no card fits", "General Grievous (N)", "it makes Separatists of Pirates"),
    ("a description that no card fits", "The Living Waters", "there are no Apostates yet"),
    (
        "another unit than a card that is none",
        "Knight of the Ancient Order of Independent Regencies",
        "its other clause isn't read, so nobody plays it",
    ),
    (
        "a description that no card fits",
        "Jariah Syn (B)",
        "there is no such Equipment of the Yuuzhan Vong yet",
    ),
    ("a description that no card fits", "Jariah Syn (B) (Promo)", "the same text"),
    ("the attacked unit made stronger", "Doctor Mandible (A)", "the text says \"that unit\""),
    ("a price in things of anybody", "Anthan Prime Dockyard", "the text says \"any Location\""),
    ("a state on one of several classes", "Boba Fett (S)", "a Character is Neutral, or it is a Yuuzhan Vong"),
    (
        "a state on one of several classes",
        "Lorian Nod (A)",
        "Dark Side Characters, and all with counters on them",
    ),
    ("a type on the last of several classes", "Commodex Tahn (A)", "\"Diplomats\" is a noun itself"),
];

/// The breaches of all laws by one card's abilities.
pub fn breaches(abilities: &Value) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let of = Card { text: abilities.to_string() };
    for ability in abilities.as_array().into_iter().flatten() {
        walk(ability, Way::default(), &of, &mut found);
    }
    let slots = |value: &Value, keys: &[&str]| {
        let mut all = BTreeSet::new();
        collect(value, keys, &mut all);
        all
    };
    if !slots(abilities, &["Result", "Chosen"]).is_subset(&slots(abilities, &["Named"])) {
        found.insert("a reference to something that no step produced");
    }
    found
}

/// All that is looked at in a card as a whole.
struct Card {
    text: String,
}

/// How a value was come to.
#[derive(Clone, Copy, Default)]
struct Way {
    /// A step whose result is referred to.
    named: bool,
    /// Part of a price.
    price: bool,
}

fn walk(value: &Value, way: Way, card: &Card, found: &mut BTreeSet<&'static str>) {
    match value {
        Value::Object(fields) => {
            look(fields, way, card, found);
            for (key, inner) in fields {
                let price = way.price || matches!(key.as_str(), "costs" | "AlternativeCost" | "Costs");
                // A named step is a number and the step.
                let named = key == "Named"
                    && matches!(inner, Value::Array(pair) if pair.len() == 2 && pair[0].is_u64());
                match inner {
                    Value::Array(pair) if named => walk(&pair[1], Way { named, price }, card, found),
                    _ => walk(inner, Way { named: false, price }, card, found),
                }
            }
        }
        Value::Array(items) => {
            if multiplies_the_last(items) {
                found.insert("a multiplication on the last of several grants");
            }
            for item in items {
                walk(item, Way { named: false, ..way }, card, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn look(fields: &Map<String, Value>, way: Way, card: &Card, found: &mut BTreeSet<&'static str>) {
    look_at_steps(fields, found);
    let chooses = fields.get("Act").and_then(|act| act.get("Choose"));
    if chooses.is_some() && !way.named && !(way.price && card.text.contains("\"Paid\":")) {
        found.insert("a choice that nothing uses");
    }
    for verb in ["Discard", "Put", "Move", "Reveal"] {
        let Some(filter) = fields.get(verb).and_then(filter_of) else { continue };
        if is_anywhere(filter)
            && filter["place"].is_null()
            && classes(filter).all(|class| is_card(&class["noun"]))
        {
            found.insert("cards of which no place is said");
        }
    }
    if fields
        .get("Search")
        .is_some_and(|search| classes(&search["find"]["of"]).any(|class| class["noun"] == "Unit"))
    {
        found.insert("a unit looked for where there are none");
    }
    let attached = fields.get("Put").filter(|put| put[1].get("AttachedTo").is_some());
    if attached.and_then(filter_of).is_some_and(|filter| is_anywhere(filter) && filter["place"].is_null()) {
        found.insert("Equipment of anybody attached");
    }
    if fields.get("Search").is_some_and(|search| search["places"].as_array().is_some_and(Vec::is_empty)) {
        found.insert("cards of which no place is said");
    }
    for verb in ["Tap", "Retreat", "Discard", "Put", "Move", "Detach"] {
        let Some(filter) = fields.get(verb).and_then(filter_of).filter(|_| way.price) else { continue };
        let place = &filter["place"];
        let in_play = place.is_null()
            || place == "InPlay"
            || place.get("Arena").is_some()
            || place.get("ArenaOrBuildZone").is_some();
        if is_anywhere(filter) && in_play {
            found.insert("a price in things of anybody");
        }
    }
    if let Some(classes) = fields.get("classes").and_then(Value::as_array) {
        look_at_classes(classes, found);
    }
    if may_be_none(fields) {
        found.insert("counters compared where there may be none");
    }
    let others = fields.get("with").and_then(Value::as_array).into_iter().flatten();
    if fields.get("control").is_some_and(|whose| whose == "Opponent")
        && others.clone().any(|quality| quality["OtherThan"] == "This")
    {
        found.insert("the opponent's units other than one's own");
    }
    if fields.get("kind").is_some() && fields.get("reach").is_some_and(|reach| reach == "Usual") {
        let there = json!(["This", { "place": { "DiscardPile": "You" } }]);
        let is_there = |value: &Value| {
            value.get("Is").is_some_and(|is| is[0] == there[0] && is[1]["place"] == there[1]["place"])
        };
        if fields.values().any(|inner| any(inner, &is_there)) {
            found.insert("something that is said of the discard pile and works elsewhere");
        }
    }
    if let Some(kind) = fields.get("kind") {
        crate::plays::look(kind, fields.get("x").unwrap_or(&Value::Null), found);
    }
    for happens in ["OneShot", "Activated"].iter().filter_map(|kind| fields.get(*kind)) {
        let whose = |place: &Value, whose: &str| {
            place.as_object().is_some_and(|place| place.len() == 1 && place.values().any(|of| of == whose))
        };
        // Where each player may do something, that player is known.
        let is_lost = |value: &Value| whose(&value["place"], "That") && value["control"] != "That";
        if any(happens, &is_lost) && !any(happens, &|value| value.get("May").is_some_and(|who| who == "Each"))
        {
            found.insert("cards of a player whom nobody named");
        }
    }
    let changes = fields.get("Lasting").map(|lasting| &lasting["rule"]["Cards"]["changes"]);
    if changes.and_then(Value::as_array).is_some_and(Vec::is_empty) {
        found.insert("a duration with nothing to last");
    }
    if let Some(triggered) = fields.get("Triggered") {
        look_at_trigger(triggered, found);
    }
    if let Some(rule) = fields.get("kind").and_then(|kind| kind.get("Static")) {
        look_at_static(&rule["Cards"], &fields["reach"], found);
    }
    if let Some([what, to]) = fields.get("Put").and_then(Value::as_array).map(Vec::as_slice)
        && what.get("Known").is_some()
        && to.get("Beneath").is_some_and(|beneath| beneath[0] == *what)
    {
        found.insert("something put beneath itself");
    }
    if fields.get("IsAttacked").is_some_and(|event| holds(&event["attacker"], "Known", "Attacker")) {
        found.insert("a unit compared with itself");
    }
}

/// "With corruption counters on it equal to its build cost": a card without any has none equal to a cost of 0.
fn may_be_none(fields: &Map<String, Value>) -> bool {
    let ranges = || {
        let qualities = fields.get("with").and_then(Value::as_array).into_iter().flatten();
        qualities.filter_map(|quality| quality["Counters"].get(1))
    };
    let some = |range: &Value| range["AtLeast"]["Number"].as_i64().is_some_and(|least| least > 0);
    let compares =
        |range: &Value| ["AtLeast", "Exactly"].iter().any(|how| range[*how].get("Measure").is_some());
    ranges().any(compares) && !ranges().any(some)
}

/// What a trigger does to those that it speaks of.
fn look_at_trigger(triggered: &Value, found: &mut BTreeSet<&'static str>) {
    let events = || triggered["trigger"]["events"].as_array().into_iter().flatten();
    let effect = &triggered["effect"];
    if events().any(|event| event["Attacks"]["attacker"]["Known"] == "This") && strengthens(effect, "Object")
    {
        found.insert("the attacked unit made stronger");
    }
    let discarded = events().all(|event| event.get("Discarded").is_some());
    let done = |verb: &str| holds_value(effect, verb, &json!({ "Known": "Subject" }));
    if discarded && (done("Untap") || done("Tap")) {
        found.insert("a discarded unit tapped or untapped");
    }
    let of_players = |event: &Value| event.get("Stage").is_none() && event != "BuildRoll";
    let condition = &triggered["condition"];
    let anybody = holds(condition, "control", "Any")
        || condition.get("Controls").is_some_and(|controls| controls[0] == "Any");
    if anybody && !events().any(of_players) {
        found.insert("a player of whom it is not known who it is");
    }
}

/// What a card says of its own completion works where it is built.
fn look_at_static(rule: &Value, reach: &Value, found: &mut BTreeSet<&'static str>) {
    let is_of_building = |change: &Value| {
        change["Gets"]["Keyword"]["keyword"] == "Hidden Cost"
            || ["Deploy", "Complete"].iter().any(|charge| change["Cost"]["charge"] == *charge)
    };
    let own = rule["who"]["Known"] == "This";
    let changes = rule["changes"].as_array();
    if own && reach["Only"] != "BuildZone" && changes.is_some_and(|all| all.iter().any(is_of_building)) {
        found.insert("a price of its own where nobody pays it");
    }
}

/// Whether an effect adds to a unit's numbers or gives it a keyword.
fn strengthens(effect: &Value, whom: &str) -> bool {
    let adds = |change: &Value| {
        let bonus = &change["Gets"]["Bonus"][1]["Number"];
        bonus.as_i64().is_some_and(|number| number > 0) || change["Gets"].get("Keyword").is_some()
    };
    any(effect, &|value| {
        let rule = &value["rule"]["Cards"];
        rule["who"]["Known"] == whom && rule["changes"].as_array().is_some_and(|all| all.iter().any(adds))
    })
}

/// Whether a value or something in it is so.
pub fn any(value: &Value, is_so: &dyn Fn(&Value) -> bool) -> bool {
    is_so(value)
        || match value {
            Value::Object(fields) => fields.values().any(|inner| any(inner, is_so)),
            Value::Array(items) => items.iter().any(|inner| any(inner, is_so)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
}

fn holds(value: &Value, key: &str, word: &str) -> bool {
    any(value, &|inner| inner.get(key).is_some_and(|found| found == word))
}

fn holds_value(value: &Value, key: &str, wanted: &Value) -> bool {
    any(value, &|inner| inner.get(key) == Some(wanted))
}

/// Whether nothing says whose the cards are, and they are not those of something that was spoken of.
fn is_anywhere(filter: &Value) -> bool {
    let control = &filter["control"];
    let related = |quality: &Value| quality.get("Among").is_some() || quality.get("On").is_some();
    (control.is_null() || control == "Any") && !filter["with"].as_array().into_iter().flatten().any(related)
}

/// The description of what is chosen or of all that is meant; the objects of an action stand first.
fn filter_of(object: &Value) -> Option<&Value> {
    let selector = object.get(0).unwrap_or(object);
    let chosen = selector.get("Choose").and_then(|choice| choice.get("of"));
    chosen.or_else(|| selector.get("Each")).filter(|filter| filter.get("classes").is_some())
}

pub fn classes(filter: &Value) -> impl Iterator<Item = &Value> {
    filter["classes"].as_array().into_iter().flatten()
}

fn is_card(noun: &Value) -> bool {
    ["Card", "UnitCard", "BattleCard", "Mission", "Trap"].iter().any(|card| noun == card)
}

fn look_at_classes(classes: &[Value], found: &mut BTreeSet<&'static str>) {
    let adjectives = |class: &Value| class["adjectives"].as_array().cloned().unwrap_or_default();
    for class in classes {
        let own = adjectives(class);
        let typed = own.last().is_some_and(|quality| quality.get("Type").is_some());
        if class["noun"] == "Card" && typed {
            found.insert("a card of an arena that needn't be a unit card");
        }
        if class["noun"] == "Unit" && own.iter().any(|quality| quality == "PartiallyBuilt") {
            found.insert("a unit that is partially built");
        }
    }
    let Some((first, rest)) = classes.split_first() else { return };
    let own = adjectives(first);
    let lead = own.iter().take_while(|quality| is_state(quality)).count();
    let stateless = |class: &Value| !adjectives(class).iter().any(is_state);
    if lead > 0 && lead < own.len() && rest.iter().any(stateless) {
        found.insert("a state on one of several classes");
    }
    let is_type = |quality: &Value| quality.get("Type").is_some();
    let typed_last =
        |class: &Value| adjectives(class).len() > 1 && adjectives(class).last().is_some_and(is_type);
    let untyped =
        !own.is_empty() && !own.iter().any(|quality| is_type(quality) || quality.get("AnyOf").is_some());
    let named = own.last().is_some_and(|quality| quality.get("Name").is_some());
    // "a Ground or Space Location".
    let thing = |class: &Value| class["noun"] == "Location" || class["noun"] == "Equipment";
    let mixed = |class: &Value| thing(class) && adjectives(class).iter().any(is_type);
    if own.last().is_some_and(is_type) && first["noun"] == "Unit" && rest.iter().any(mixed) {
        found.insert("units in a list of other cards");
    }
    if rest.iter().any(typed_last) && untyped && !named && first["noun"] == "Unit" {
        found.insert("a type on the last of several classes");
    }
}

fn is_state(quality: &Value) -> bool {
    let plain = [
        "Tapped",
        "Untapped",
        "Damaged",
        "Undamaged",
        "PartiallyBuilt",
        "FaceUp",
        "FaceDown",
        "Piloted",
        "Stacked",
    ];
    let keyed = ["Uniqueness", "Side", "Not"].iter().any(|key| quality.get(key).is_some());
    let fights = ["Attacking", "Defending"].iter().any(|key| quality.get(key).is_some_and(Value::is_null));
    keyed || fights || plain.iter().any(|state| quality == state)
}

/// "+1 power and +1 health for each ..." must not multiply the health alone.
fn multiplies_the_last(items: &[Value]) -> bool {
    let numbers = items.iter().filter_map(|item| {
        let grant = item.get("Gets").unwrap_or(item);
        grant.get("Bonus").and_then(|bonus| bonus.get(1)).or_else(|| grant.get("Keyword")?.get("value"))
    });
    let is_multiplied = |number: &Value| number.get("Times").is_some_and(|times| times[1] != "X");
    let mut plain = false;
    for number in numbers {
        if plain && is_multiplied(number) {
            return true;
        }
        plain |= number.get("Number").is_some();
    }
    false
}

/// The numbers of slots under these keys.
pub fn collect(value: &Value, keys: &[&str], into: &mut BTreeSet<u64>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                if keys.contains(&key.as_str()) {
                    into.extend(inner.as_u64().or_else(|| inner.get(0)?.as_u64()));
                }
                collect(inner, keys, into);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, keys, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a text, but for the abilities that it gives, speaks of units other than the card itself.
fn is_other(value: &Value) -> bool {
    let is_unit = |class: &Value| class["noun"] == "Unit";
    match value {
        Value::Object(fields) => {
            let others = fields.get("with").and_then(Value::as_array).into_iter().flatten();
            let mut others = others.filter(|quality| quality["OtherThan"] == "This");
            (others.next().is_some() && classes(value).all(is_unit))
                || fields.iter().any(|(key, inner)| key != "Ability" && key != "abilities" && is_other(inner))
        }
        Value::Array(items) => items.iter().any(is_other),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Every breach by what is read of a card: law and card.
fn all_breaches(collection: &Collection) -> BTreeSet<(&'static str, String)> {
    let lexicon = Lexicon::of(collection);
    let mut world = World::new(collection);
    let mut all = BTreeSet::new();
    for (_, printing) in collection.printings() {
        let compiled = compile_card(printing, &lexicon);
        let abilities = serde_json::to_value(compiled.abilities()).expect("abilities are data");
        let mut found = breaches(&abilities);
        if !matches!(printing.card_type, CardType::Unit(_) | CardType::Subordinate(_)) && is_other(&abilities)
        {
            found.insert("another unit than a card that is none");
        }
        world.look(&abilities, &mut found);
        all.extend(found.into_iter().map(|law| (law, printing.name.full().to_string())));
    }
    all
}

/// The cards that texts speak of.
struct World<'a> {
    cards: Vec<&'a Printing>,
    /// The names of unique units.
    unique: BTreeSet<String>,
    /// Whether any card fits a description.
    known: HashMap<String, bool>,
}

impl World<'_> {
    fn new(collection: &Collection) -> World<'_> {
        let cards: Vec<&Printing> = collection.printings().map(|(_, printing)| printing).collect();
        let unique = cards.iter().filter(|card| card.name.is_unique());
        let unique = unique.map(|card| card.name.base().to_string()).collect();
        World { cards, unique, known: HashMap::new() }
    }

    fn look(&mut self, value: &Value, found: &mut BTreeSet<&'static str>) {
        match value {
            Value::Object(fields) => {
                if let (Some(noun), Some(Value::Array(adjectives))) =
                    (fields.get("noun"), fields.get("adjectives"))
                {
                    self.look_at_class(noun, adjectives, found);
                }
                fields.values().for_each(|inner| self.look(inner, found));
            }
            Value::Array(items) => items.iter().for_each(|inner| self.look(inner, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn look_at_class(&mut self, noun: &Value, adjectives: &[Value], found: &mut BTreeSet<&'static str>) {
        let words = |key: &str| -> Vec<&str> {
            adjectives.iter().filter_map(|quality| quality.get(key)?.as_str()).collect()
        };
        let (subtypes, names) = (words("Subtype"), words("Name"));
        if subtypes.len() > 1
            && subtypes.len() == adjectives.len()
            && self.unique.contains(&subtypes.join(" "))
        {
            found.insert("a name read as a description");
        }
        let cards = &self.cards;
        let fits = |card: &&Printing| {
            let kind = match noun.as_str() {
                Some("Unit" | "Subordinate" | "Pilot") => {
                    matches!(card.card_type, CardType::Unit(_) | CardType::Subordinate(_))
                }
                Some("UnitCard") => matches!(card.card_type, CardType::Unit(_)),
                Some("Equipment") => matches!(card.card_type, CardType::Equipment(_)),
                Some("Location") => matches!(card.card_type, CardType::Location(_)),
                _ => true,
            };
            kind && names.iter().all(|name| card.name.base() == *name)
                && subtypes.iter().all(|subtype| card.has_subtype(subtype))
        };
        let key = format!("{noun} {names:?} {subtypes:?}");
        let is_known = *self.known.entry(key).or_insert_with(|| cards.iter().any(fits));
        if !is_known && !cards.is_empty() {
            found.insert("a description that no card fits");
        }
    }
}

#[test]
fn core_obeys_the_laws() {
    let breaches = all_breaches(&core_set::plugin().collection);
    assert!(breaches.is_empty(), "{breaches:#?}");
}

#[test]
fn every_compiled_card_of_the_folder_obeys_the_laws() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let plugin = Plugin::load(Path::new(&folder), Playtest::Load).expect("the folder loads");
    let found = all_breaches(&plugin.collection);
    let excepted: BTreeSet<(&str, String)> =
        EXCEPT.iter().map(|(law, card, _)| (*law, (*card).to_string())).collect();
    let unexcused: Vec<_> = found.difference(&excepted).collect();
    assert!(unexcused.is_empty(), "{unexcused:#?}");
    let idle: Vec<_> = excepted.difference(&found).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:#?}");
}

/// Texts that break each law, written as data: a law that finds nothing wrong here finds nothing anywhere.
#[test]
fn every_law_finds_what_it_forbids() {
    use vocab::ability::{
        Ability, Action, ArenaRef, CardAction, Change, Choosable, Class, Costs, Duration, Effect, Filter,
        Grant, Noun, Player, Quality, Reference, Rule, Selector, Slot, UnitAction,
    };
    let activated = |costs: Costs, effect: Effect| Ability::activated(costs, effect);
    let choose = Action::Choose(Choosable::Arena(Player::You, ArenaRef::Any));
    let draw = || Effect::from(CardAction::you_draw(1));
    let two =
        |first: Class| Filter::class(first).or(Class::new(Noun::Unit).adjective(Quality::subtype("Droid")));
    let jedi = || Class::new(Noun::Unit).adjective(Quality::subtype("Jedi"));
    let typed = jedi().adjective(Quality::Type(vocab::Arena::Ground));
    let tap = |filter: Filter| Effect::from(UnitAction::Tap(Selector::one(filter)));
    let each = vocab::ability::Amount::count(Filter::units());
    let cases = [
        ("a choice that nothing uses", activated(Costs::free(), choose.into())),
        (
            "cards of which no place is said",
            activated(Costs::free(), CardAction::Discard(Selector::one(Filter::cards())).into()),
        ),
        (
            "a price in things of anybody",
            activated(Costs::act(UnitAction::Tap(Selector::one(Filter::units()))), draw()),
        ),
        (
            "a multiplication on the last of several grants",
            Ability::static_rule(Rule::gets(
                Reference::This,
                [Grant::power(1), Grant::health(each.for_each(1))],
            )),
        ),
        (
            "a state on one of several classes",
            activated(
                Costs::free(),
                tap(two(Class::new(Noun::Unit)
                    .adjective(Quality::Untapped)
                    .adjective(Quality::subtype("Jedi")))),
            ),
        ),
        (
            "a type on the last of several classes",
            activated(Costs::free(), tap(Filter::class(jedi()).or(typed))),
        ),
        (
            "a reference to something that no step produced",
            activated(Costs::free(), UnitAction::Tap(Selector::result(Slot(0))).into()),
        ),
        (
            "a duration with nothing to last",
            activated(
                Costs::free(),
                Effect::lasting(Rule::changes(Selector::THIS, Vec::<Change>::new()), Duration::EndOfTurn),
            ),
        ),
    ];
    for (law, ability) in cases {
        let abilities = serde_json::to_value([ability]).expect("abilities are data");
        assert_eq!(breaches(&abilities), BTreeSet::from([law]));
    }
}

/// The laws about triggers, own prices and lists, each with a text as the data that it was once read as.
#[test]
fn every_law_about_bindings_finds_what_it_forbids() {
    let subject = json!({ "Known": "Subject" });
    let triggered = |event: Value, effect: Value| json!([{ "kind": { "Triggered": { "trigger": { "events": [event] }, "effect": effect } } }]);
    let unit = |quality: Value, noun: &str| json!({ "adjectives": [quality], "noun": noun });
    let cases = [
        (
            "the attacked unit made stronger",
            triggered(
                json!({ "Attacks": { "attacker": { "Known": "This" }, "defender": { "Any": {} } } }),
                json!({ "Lasting": { "rule": { "Cards": {
                    "who": { "Known": "Object" },
                    "changes": [{ "Gets": { "Bonus": ["Power", { "Number": 2 }] } }],
                } } } }),
            ),
        ),
        (
            "a discarded unit tapped or untapped",
            triggered(json!({ "Discarded": {} }), json!({ "Act": { "Units": { "Untap": subject } } })),
        ),
        (
            "a player of whom it is not known who it is",
            json!([{ "kind": { "Triggered": {
                "trigger": { "events": [{ "Stage": ["End", "Turn"] }] },
                "condition": { "Controls": ["Any", "Any"] },
                "effect": {},
            } } }]),
        ),
        ("something put beneath itself", json!([{ "Put": [subject, { "Beneath": [subject, "Down"] }] }])),
        (
            "a unit compared with itself",
            triggered(
                json!({ "IsAttacked": { "attacker": { "than": { "Known": "Attacker" } } } }),
                json!({}),
            ),
        ),
        (
            "a price of its own where nobody pays it",
            json!([{ "reach": "Usual", "kind": { "Static": { "Cards": {
                "who": { "Known": "This" },
                "changes": [{ "Cost": { "charge": "Deploy", "by": { "Number": -2 } } }],
            } } } }]),
        ),
        (
            "cards of a player whom nobody named",
            json!([{ "OneShot": { "effect": { "Discard": { "Each": { "place": { "Hand": "That" } } } } } }]),
        ),
        (
            "a unit looked for where there are none",
            json!([{ "Search": { "places": [{ "Deck": "You" }], "find": { "of": { "classes": [{ "noun": "Unit" }] } } } }]),
        ),
        (
            "Equipment of anybody attached",
            json!([{ "Put": [{ "Choose": { "of": { "classes": [{ "noun": "Equipment" }] } } }, { "AttachedTo": subject }] }]),
        ),
        (
            "counters compared where there may be none",
            json!([{ "with": [{ "Counters": [{ "One": "Redemption" }, { "AtLeast": { "Measure": [{ "BuildCost": "Total" }, { "Known": "Each" }] } }] }] }]),
        ),
        (
            "units in a list of other cards",
            json!([{ "classes": [unit(json!({ "Type": "Ground" }), "Unit"), unit(json!({ "Type": "Space" }), "Location")] }]),
        ),
    ];
    for (law, abilities) in cases {
        assert_eq!(breaches(&abilities), BTreeSet::from([law]));
    }
}

#[test]
fn another_unit_is_not_held_against_a_card_that_is_none() {
    let other = |than: Value| json!({ "classes": [{ "noun": "Unit" }], "with": [{ "OtherThan": than }] });
    assert!(is_other(&json!([{ "Count": other(json!("This")) }])));
    assert!(!is_other(&json!([{ "Count": other(json!({ "Result": 0 })) }])));
    // In an ability that is given, it's the unit that gets it.
    assert!(!is_other(&json!([{ "Gets": { "Ability": { "Count": other(json!("This")) } } }])));
}

#[test]
fn descriptions_are_held_against_the_cards() {
    let collection = core_set::plugin().collection;
    let mut world = World::new(&collection);
    let mut found = BTreeSet::new();
    world.look(&json!({ "noun": "Unit", "adjectives": [{ "Subtype": "Jedi" }] }), &mut found);
    assert!(found.is_empty(), "{found:?}");
    world.look(&json!({ "noun": "Location", "adjectives": [{ "Subtype": "Jedi Master" }] }), &mut found);
    assert!(found.contains("a description that no card fits"));
    world.unique.insert("Rebel Squadron".into());
    let squadron = json!([{ "Subtype": "Rebel" }, { "Subtype": "Squadron" }]);
    world.look(&json!({ "noun": "Unit", "adjectives": squadron }), &mut found);
    assert!(found.contains("a name read as a description"));
}
