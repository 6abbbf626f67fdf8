//! The card search, in the words of a player, on made-up cards.

use dejarik_cards::search::{Expr, Query};
use dejarik_cards::set_file::{Column, Row};
use dejarik_cards::{Collection, PrintingId, SetFile};
use proptest::prelude::{Strategy, any, prop_assert_eq, prop_oneof, proptest};
use std::sync::LazyLock;

/// Name; set; side; type; subtypes; cost, speed, power and health; rarity and number; usage; text.
const CARDS: &str = r#"
Nola Brask (A); XMP; L; Character; Rebel Pilot; 4 40 3 4; R1; ; Accuracy 1 | Pay 2 Force -> Evade 2
Nola Brask (B2); XMP; L; Character; Jedi Knight; 6 50 6 5; R2; It counts once.; Armor | Critical Hit 1 | Evade 3
Nola Brask (B2) (Promo); XPR; L; Character; Jedi Knight; 6 50 6 5; P7; ; Armor | Critical Hit 1 | Evade 3
Brask's Y-wing; XMP; N; Space; Rebel Starfighter; 3 30 2 3; C3; ;
Brask's Skiff; XMP; N; Space/Ground; Transport; 5 30 2 5; U4; ; Switch: Shields 1/Armor
Mud Strider; XMP; D; Ground/Character; Beast; 2 10 * 3; U5; ; Its power is the number of  your Locations.
Vex Orlo (A); XMP; D; Character; Dark Jedi Master - Sith Lord; 5 60 7 6; R6; ; It gets +1 power. | Evade 3
Kesh Dur (C); XMP; D; Character; Bounty Hunter; 5 40 6 4; R7; ; One of your units gets +2 power. | Evade 1
Orra Vale (A); XMP; D; Character; Imperial Officer; 3 30 6 2; U8; ; It gets +1 health. | Evade 1
Emergency Burn; XMP; L; Battle; ; - - - -; C60; *RESTRICTED:Vintage; Pay 3 Force -> One of your units says "go".
Long March; XMP; N; Mission; ; X - - -; C61; ; Draw X cards.
Pit Trap; XMP; D; Mission - Trap; ; 2 - - -; C62; *BANNED; Tap a unit.
Slow War; XMP; N; Mission - Campaign; ; 3 - - -; R63; ; Wait.
Old Mill; XMP; N; Location; Ground - Village; - - - -; C64; ; Nothing grinds here.
Shipyard; XMP; N; Location; Space; 4 - - -; R65; *BANNED:Vintage | See the sheet.; Take 1 20/1/1 Deck Hand Subordinate.
Beam Pike; XMP; N; Equipment; Character - Weapon; 1 - - -; C66; ; Equipped unit gains Precision.
Ghost Cloak; XMP; N; Equipment; Space/Ground/Character - Trait; 2 - - -; U67; ; Equipped unit gains Elude.
Grain Store; XMP; L; Resource; ; 4 - - -; U68; ; Remove a counter.
First Frost; XMP; N; Event; ; - - - -; R69; ; Units do not move.
Deck Hand; XMP; L; Subordinate; Character - Rebel Mechanic; - 20 1 1; S; ;
Razor Swarm; XPR; Y; Space; Yuuzhan Vong Starfighter; 4 50 4 3; L1; ; Lucky 1
Tovin Rask (A); XPR; L; Character; Rebel; 3 30 2 3; C2; ; [Pilot] Starfighter Pilot. The Starfighter gets: *Lucky 1
{Ready Phase}; HELP; ; Reminder; ; - - - -; ; ; Untap.
"#;

static ALL: LazyLock<Collection> = LazyLock::new(|| {
    let mut sets = ["XMP", "XPR", "HELP"].map(SetFile::new);
    for line in CARDS.trim().lines() {
        let row = row(line);
        let set = sets.iter_mut().find(|set| set.code == row.get(Column::Set)).unwrap();
        set.push(row);
    }
    let (collection, findings) = Collection::new(&sets);
    assert!(findings.iter().all(|finding| finding.code == "missing-cost"), "{findings:?}");
    collection
});

fn row(line: &str) -> Row {
    let card: Vec<&str> = line.split(';').map(str::trim).collect();
    let [name, set, side, card_type, subtypes, numbers, rarity, usage, text] = card[..] else {
        panic!("{line}")
    };
    let mut fields = [""; 17];
    (fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]) =
        (name, set, name, side, card_type, subtypes);
    for (field, number) in fields[6..10].iter_mut().zip(numbers.split(' ')) {
        *field = if number == "-" { "" } else { number };
    }
    (fields[10], fields[11]) = rarity.split_at(rarity.len().min(1));
    (fields[12], fields[13]) = (usage, text);
    if name == "Shipyard" {
        fields[14] = "<s><l>Hand</l><f>/spawn Deck Hand</f></s>";
    }
    if name.starts_with("Nola") {
        fields[15] = "REB, STAND";
    }
    Row::new(fields).unwrap()
}

fn query(text: &str) -> Query {
    Query::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The names that a query finds, in its order.
fn find(text: &str) -> Vec<&'static str> {
    query(text).run(&ALL).into_iter().map(name).collect()
}

fn name(id: PrintingId) -> &'static str {
    ALL.get(id).name.full()
}

fn error(text: &str) -> String {
    Query::parse(text).expect_err(text).to_string()
}

const BOTH_NOLAS: [&str; 2] = ["Nola Brask (A)", "Nola Brask (B2)"];

#[test]
fn the_example_of_the_manual() {
    let wanted = "t:character side:dark power>=6 kw:evade cost<=5 set:XMP is:unique \"gets +\" -sub:sith \
                  (vale or dur) order:cost";
    assert_eq!(find(wanted), ["Orra Vale (A)", "Kesh Dur (C)"]);
    assert_eq!(find(&wanted.replace("-sub:sith (vale or dur)", "").to_uppercase()).len(), 3, "in any case");
}

#[test]
fn words_are_looked_for_in_the_name_as_people_spell_it() {
    assert_eq!(find("brasks"), ["Brask's Skiff", "Brask's Y-wing"]);
    assert_eq!(find("y wing"), ["Brask's Y-wing"]);
    assert_eq!(find("Y-WING"), ["Brask's Y-wing"]);
    assert_eq!(find("nola b2"), ["Nola Brask (B2)"]);
    assert_eq!(find("n:\"nola brask b2\""), ["Nola Brask (B2)"]);
    assert_eq!(find("name:skiff or name:mill"), ["Brask's Skiff", "Old Mill"]);
    assert_eq!(find("name:or side:d"), ["Orra Vale (A)", "Vex Orlo (A)"], "behind a colon it joins nothing");
}

#[test]
fn an_exact_name_is_the_name_with_or_without_its_version() {
    assert_eq!(find("!\"nola brask\""), BOTH_NOLAS);
    assert_eq!(find("!\"Nola Brask (B2)\" unique:prints"), ["Nola Brask (B2)", "Nola Brask (B2) (Promo)"]);
    assert_eq!(find("!\"Nola Brask (B2) (Promo)\""), ["Nola Brask (B2) (Promo)"]);
    assert_eq!(find("!shipyard"), ["Shipyard"]);
    assert_eq!(find("!ship"), [""; 0]);
}

#[test]
fn quoted_words_are_looked_for_in_the_text() {
    assert_eq!(find("\"NUMBER of your   locations\""), ["Mud Strider"]);
    assert_eq!(find("o:grinds"), ["Old Mill"]);
    assert_eq!(find("text:\"one of your\" t:unit"), ["Kesh Dur (C)"]);
    assert_eq!(find("\"says \\\"go\\\"\""), ["Emergency Burn"]);
    assert_eq!(find("\u{201C}nothing grinds\u{201D}"), ["Old Mill"], "phones write curly marks");
}

#[test]
fn a_unit_is_found_under_each_of_its_arenas() {
    // 205.1: a unit of several arenas is of each of its types.
    assert_eq!(find("t:ground"), ["Brask's Skiff", "Mud Strider"]);
    assert_eq!(find("t:space"), ["Brask's Skiff", "Brask's Y-wing", "Razor Swarm"]);
    assert_eq!(find("type:space/ground"), ["Brask's Skiff"]);
    assert_eq!(find("t:ground/space"), [""; 0], "in this order");
    assert_eq!(find("t:multi"), ["Brask's Skiff", "Mud Strider"]);
    // 215.1: a Subordinate is a unit.
    assert_eq!(find("t:character sub:mechanic"), ["Deck Hand"]);
}

#[test]
fn every_type_has_its_word() {
    // 211.5: "Mission" includes Campaigns and Traps.
    assert_eq!(find("t:mission"), ["Long March", "Pit Trap", "Slow War"]);
    assert_eq!(find("t:trap or t:campaign"), ["Pit Trap", "Slow War"]);
    assert_eq!(find("t:battle or t:event"), ["Emergency Burn", "First Frost"]);
    assert_eq!(find("t:location"), ["Old Mill", "Shipyard"]);
    assert_eq!(find("t:equipment"), ["Beam Pike", "Ghost Cloak"]);
    assert_eq!(find("t:resource or t:reminder"), ["Grain Store", "{Ready Phase}"]);
    assert_eq!(find("t:subordinate"), ["Deck Hand"]);
}

#[test]
fn an_arena_is_that_of_any_card() {
    assert_eq!(find("arena:ground"), ["Brask's Skiff", "Ghost Cloak", "Mud Strider", "Old Mill"]);
    assert_eq!(find("arena:space -t:unit"), ["Ghost Cloak", "Shipyard"]);
}

#[test]
fn subtypes_follow_the_matching_rule() {
    // 203.4: a Dark Jedi is a Jedi.
    assert_eq!(find("sub:jedi"), ["Nola Brask (B2)", "Vex Orlo (A)"]);
    assert_eq!(find("s:\"bounty  hunter\""), ["Kesh Dur (C)"]);
    assert_eq!(find("sub:hunter"), [""; 0]);
    assert_eq!(find("subtype:STARFIGHTER"), ["Brask's Y-wing", "Razor Swarm"]);
}

#[test]
fn sides_have_names_and_letters() {
    assert_eq!(find("side:vong"), ["Razor Swarm"]);
    assert_eq!(find("side:Y"), find("side:\"Yuuzhan Vong\""));
    assert_eq!(find("side:d"), ["Kesh Dur (C)", "Mud Strider", "Orra Vale (A)", "Pit Trap", "Vex Orlo (A)"]);
    assert_eq!(find("side:l or side:d or side:n or side:y").len() + 1, find("").len(), "a Reminder has none");
}

#[test]
fn keywords_are_found_as_people_type_them() {
    assert_eq!(find("kw:crit"), ["Nola Brask (B2)"]);
    assert_eq!(find("keyword:ARMOR"), ["Brask's Skiff", "Nola Brask (B2)"]);
    // 1721.1: Elude is the former name of Precision.
    assert_eq!(find("kw:precision"), ["Beam Pike", "Ghost Cloak"]);
    assert_eq!(find("kw:elude"), ["Ghost Cloak"]);
}

#[test]
fn sets_rarities_tags_and_versions() {
    assert_eq!(find("e:xpr"), ["Nola Brask (B2) (Promo)", "Razor Swarm", "Tovin Rask (A)"]);
    assert_eq!(find("r:lego or rarity:S"), ["Deck Hand", "Razor Swarm"]);
    assert_eq!(find("tag:stand"), BOTH_NOLAS);
    assert_eq!(find("version:b2"), ["Nola Brask (B2)"]);
    assert_eq!(find("v:C"), ["Kesh Dur (C)"]);
}

#[test]
fn properties_of_cards() {
    assert_eq!(find("is:unique side:light"), ["Nola Brask (A)", "Nola Brask (B2)", "Tovin Rask (A)"]);
    assert_eq!(find("is:unit is:nonunique side:light"), ["Deck Hand"]);
    assert_eq!(find("is:promo"), ["Nola Brask (B2) (Promo)"]);
    assert_eq!(find("is:reprint"), ["Nola Brask (B2)"]);
    assert_eq!(find("is:multi"), ["Brask's Skiff", "Mud Strider"]);
    assert_eq!(find("is:vanilla"), ["Brask's Y-wing", "Deck Hand"]);
    assert_eq!(find("is:star"), ["Mud Strider"]);
    assert_eq!(find("is:pilot"), ["Tovin Rask (A)"]);
    assert_eq!(find("has:text side:y"), ["Razor Swarm"]);
    assert_eq!(find("has:ruling"), ["Nola Brask (B2)", "Shipyard"]);
    assert_eq!(find("has:script"), ["Shipyard"]);
    assert_eq!(find("has:subordinate"), ["Shipyard"]);
}

#[test]
fn what_is_enforced_is_known_when_somebody_has_said_it() {
    assert_eq!(find("is:enforced or is:byhand"), Vec::<&str>::new(), "nobody has compiled these cards");
    let all = ALL.clone();
    let shipyard = query("shipyard").run(&all)[0];
    all.leave_to_players([all.card_of(shipyard)]);
    let found = |text: &str| -> Vec<PrintingId> { query(text).run(&all) };
    assert_eq!(found("is:byhand"), [shipyard]);
    let played = found("-t:reminder").len();
    assert_eq!(found("is:enforced").len() + 1, played, "1316.1: a card is one or the other");
    assert!(query("-(is:byhand t:space)").asks_what_is_enforced());
    assert!(!query("is:unique").asks_what_is_enforced());
}

#[test]
fn marks_hold_in_their_formats() {
    assert_eq!(find("is:banned"), ["Pit Trap", "Shipyard"]);
    assert_eq!(find("ban:vintage"), ["Pit Trap", "Shipyard"]);
    assert_eq!(find("banned:Standard"), ["Pit Trap"], "a mark without a format holds everywhere");
    assert_eq!(find("restricted:vintage"), ["Emergency Burn"]);
    assert_eq!(find("is:restricted"), ["Emergency Burn"]);
}

#[test]
fn numbers_are_compared() {
    assert_eq!(find("cost>=6"), ["Nola Brask (B2)"]);
    assert_eq!(find("pow:7"), ["Vex Orlo (A)"]);
    assert_eq!(find("spd < 20"), ["Mud Strider"], "blanks around the sign do no harm");
    assert_eq!(find("hp>=6 or hp=1"), ["Deck Hand", "Vex Orlo (A)"]);
    assert_eq!(find("number>=68"), ["First Frost", "Grain Store"]);
    assert_eq!(find("keywords>=3"), ["Brask's Skiff", "Nola Brask (B2)"]);
    assert_eq!(find("cost=0"), ["Old Mill"], "201.2: a missing cost counts as 0 where a card is built");
}

#[test]
fn numbers_of_one_card_are_compared_with_each_other() {
    assert_eq!(find("power>cost"), ["Kesh Dur (C)", "Orra Vale (A)", "Vex Orlo (A)"]);
    assert_eq!(find("health>=power side:d"), [""; 0]);
    assert_eq!(find("power=health"), ["Deck Hand"]);
}

#[test]
fn a_card_without_the_number_satisfies_no_comparison() {
    assert_eq!(
        find("power!=2 side:d"),
        ["Kesh Dur (C)", "Orra Vale (A)", "Vex Orlo (A)"],
        "not the * of Mud Strider"
    );
    assert_eq!(find("cost!=3 t:mission"), ["Pit Trap"], "not the X of Long March");
    assert_eq!(find("cost:X"), ["Long March"]);
    assert_eq!(find("power:*"), ["Mud Strider"]);
    assert_eq!(find("power!=* side:y"), ["Razor Swarm"]);
}

#[test]
fn or_binds_less_than_side_by_side_and_not_binds_most() {
    assert_eq!(find("side:y or side:n t:battle or mill"), ["Old Mill", "Razor Swarm"]);
    assert_eq!(find("(side:y or side:n) t:space"), ["Brask's Skiff", "Brask's Y-wing", "Razor Swarm"]);
    assert_eq!(find("-side:n t:space"), ["Razor Swarm"]);
    assert_eq!(find("t:space AND not side:n"), ["Razor Swarm"]);
    assert_eq!(find("t:space -(side:n OR side:d)"), ["Razor Swarm"]);
    assert_eq!(find("--side:y"), ["Razor Swarm"]);
    assert!(matches!(query("a (b (c d)) (e or (f or g))").expr(), Expr::And(parts) if parts.len() == 5));
}

#[test]
fn the_order_is_by_name_and_version_unless_one_is_asked_for() {
    assert_eq!(find("brask"), ["Brask's Skiff", "Brask's Y-wing", "Nola Brask (A)", "Nola Brask (B2)"]);
    assert_eq!(
        find("brask -order:name"),
        ["Nola Brask (B2)", "Nola Brask (A)", "Brask's Y-wing", "Brask's Skiff"]
    );
    assert_eq!(find("t:mission order:cost"), ["Pit Trap", "Slow War", "Long March"], "X behind the numbers");
    assert_eq!(find("t:mission order:cost dir:desc"), ["Slow War", "Pit Trap", "Long March"]);
    assert_eq!(find("side:d -order:power")[..2], ["Vex Orlo (A)", "Kesh Dur (C)"]);
    assert_eq!(find("side:d -order:power")[3..], ["Mud Strider", "Pit Trap"], "* and then nothing");
    assert_eq!(find("side:y or hp<=1 order:set"), ["Deck Hand", "Razor Swarm"]);
    assert_eq!(find("set:xmp t:unit order:set")[..2], BOTH_NOLAS, "in a set by number");
    assert_eq!(find("t:mission order:rarity"), ["Long March", "Pit Trap", "Slow War"]);
    assert_eq!(find("t:location direction:desc order:number"), ["Shipyard", "Old Mill"]);
    assert_eq!(find("t:space order:keywords")[2], "Brask's Skiff");
    assert_eq!(find("t:space order:speed")[2], "Razor Swarm");
    assert_eq!(find("t:space order:health")[2], "Brask's Skiff");
}

#[test]
fn a_card_is_shown_once_unless_printings_are_asked_for() {
    assert_eq!(find("v:b2"), ["Nola Brask (B2)"]);
    assert_eq!(find("v:b2 unique:cards set:xpr"), ["Nola Brask (B2) (Promo)"], "the first that fits");
    assert_eq!(find("v:b2 unique:prints"), ["Nola Brask (B2)", "Nola Brask (B2) (Promo)"]);
    assert_eq!((find("").len(), find("unique:prints").len()), (22, 23));
}

#[test]
fn an_error_points_at_the_place() {
    assert_eq!(
        error("t:unit powr>=6 side:dark"),
        "unknown field `powr`\n  t:unit powr>=6 side:dark\n         ^^^^\nhelp: did you mean `power`?"
    );
    assert_eq!(
        error("\u{201C}padm\u{e9}\u{201D} cost>=many"),
        "`many` isn't a number\n  \u{201C}padm\u{e9}\u{201D} cost>=many\n                ^^^^\n\
         help: a number, `x`, or one of cost, power, speed, health, number, keywords"
    );
    assert_eq!(
        error("t:spaceship"),
        "`spaceship` isn't a card type\n  t:spaceship\n    ^^^^^^^^^\nhelp: one of unit, character, ground, space, \
         multi, battle, mission, trap, campaign, location, equipment, resource, event, subordinate, reminder"
    );
    assert_eq!(
        error("t:locaton"),
        "`locaton` isn't a card type\n  t:locaton\n    ^^^^^^^\nhelp: did you mean `location`?"
    );
    assert_eq!(
        error("kw:fo"),
        "`fo` could be several keywords, or none\n  kw:fo\n     ^^\n\
         help: did you mean `Focus` or `Foresight` or `Forewarning` or `Fortitude`?"
    );
}

#[test]
fn what_is_open_must_be_closed() {
    assert_eq!(
        error("mill \"gets +1"),
        "this quotation mark isn't closed\n  mill \"gets +1\n       ^\nhelp: write another `\"` at the end of the words"
    );
    assert_eq!(
        error("a (b or c"),
        "this parenthesis isn't closed\n  a (b or c\n    ^\nhelp: add a `)` for it"
    );
    assert_eq!(error("a) b"), "no parenthesis is open here\n  a) b\n   ^");
    assert_eq!(error("a ( ) b"), "the parentheses are empty\n  a ( ) b\n    ^^^");
}

#[test]
fn signs_and_joining_words_need_something_beside_them() {
    assert_eq!(
        error("t:unit >=3"),
        "there's no field before this sign\n  t:unit >=3\n         ^^\nhelp: write one, such as `cost>=3`"
    );
    assert_eq!(error("cost>="), "no value follows `cost>=`\n  cost>=\n  ^^^^^^");
    assert_eq!(
        error("sub:(jedi or sith)"),
        "no value follows `sub:`\n  sub:(jedi or sith)\n  ^^^^\nhelp: repeat the field inside: `(sub:... or sub:...)`"
    );
    for text in ["or a", "a or", "a or or b", "(a or) b", "and a", "a and", "a and and b", "a or and b", "or"]
    {
        assert!(error(text).contains("needs a term on both sides"), "{text}");
    }
    for text in ["-", "a - b", "not", "(not) a", "not or a", "-)"] {
        assert!(error(text).starts_with("nothing follows `"), "{text}");
    }
    for text in ["!", "a !(b)"] {
        assert!(error(text).starts_with("no name follows `!`"), "{text}");
    }
}

#[test]
fn values_that_mean_nothing_are_refused() {
    let starts = [
        ("side!=dark", "`side` can't be compared with `!=`"),
        ("kw>3", "`kw` can't be compared with `>`"),
        ("cost>x", "`x` is neither larger nor smaller than a number"),
        ("power:x", "`x` isn't a number"),
        ("cost:99999999999", "`99999999999` isn't a number"),
        ("version:A1", "`A1` isn't a version"),
        ("t:space/space", "`space/space` isn't a list of arenas"),
        ("kw:\"evade 2\"", "`kw:` finds Evade with any value"),
        ("side:left", "`left` isn't a side"),
        ("r:x", "`x` isn't a rarity"),
        ("is:good", "`good` isn't a word of `is:`"),
        ("has:legs", "`legs` isn't a word of `has:`"),
        ("name:\"()\"", "there are no letters to look for"),
        ("\" \"", "there are no letters to look for"),
        ("order:colour", "`colour` isn't an order"),
        ("order:cost order:name", "`order:` is given twice"),
        ("-order:cost dir:asc", "`direction:` is given twice"),
        ("(order:cost)", "this says how to show the cards, not which ones"),
        ("-unique:prints", "this says how to show the cards, not which ones"),
    ];
    for (text, start) in starts {
        assert!(error(text).starts_with(start), "{text}: {}", error(text));
    }
    assert!(
        error("kw:\"evade 2\"")
            .ends_with("help: write `kw:evade`, or `\"evade 2\"` for the words of the text")
    );
    assert!(error("kw>3").ends_with("help: write `keywords` for how many keywords a card has"));
}

#[test]
fn long_and_deep_queries_are_refused() {
    let nested = |depth: usize| format!("{}mill{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(find(&nested(64)), ["Old Mill"]);
    assert!(error(&nested(65)).starts_with("nested more than 64 deep"));
    assert!(error(&"-".repeat(4000)).starts_with("nested more than 64 deep"));
    let long = "mill ".repeat(1000);
    assert_eq!(
        error(&long),
        format!("the query is longer than 4 KiB\n  ...{}\n  {}^", &long[4036..4096], " ".repeat(63))
    );
    let far = format!("{}powr>1 {}", "mill ".repeat(100), "mill ".repeat(100));
    let shown = error(&far);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1].find("powr"), lines[2].find('^'), "{shown}");
    assert!(lines[1].len() < 140);
}

#[test]
fn a_query_has_one_canonical_spelling() {
    let spellings = [
        ("  Vader   AND (t:char) ", "vader t:character"),
        ("n:\"Y-wing\" NOT side:L", "name:\"y wing\" -side:light"),
        ("(a b) or ((c))", "a b or c"),
        ("a (b or c) -(d e)", "a (b or c) -(d e)"),
        ("kw:dd cost:3 power:*", "kw:\"double damage\" cost=3 power=*"),
        ("-order:cost unique:prints", "order:cost dir:desc unique:prints"),
        ("name:or \"say \\\"x\\\"\"", "name:or \"say \\\"x\\\"\""),
    ];
    for (typed, canonical) in spellings {
        assert_eq!(query(typed).to_string(), canonical);
    }
}

/// Pieces of queries, so that random ones are often right.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![
            "t:", "unit", "side:", "dark", "power", ">=", "<", "!=", ":", "=", "6", "*", "x", "kw:evade", "cost", "\"",
            "gets +", "-", "(", ")", "or", "and", "not", "!", "sub:", "order:", "dir:desc", "is:unique", "vader",
            "y-wing", "name:", "\\", "\u{201C}", "\u{e9}", "space/ground", "ban:", "set:", "'", "v:b2", "r:c",
        ]).prop_map(str::to_string),
        1 => any::<String>(),
    ];
    let blank = proptest::sample::select(vec!["", " ", " ", "\t"]);
    proptest::collection::vec((piece, blank), 0..14)
        .prop_map(|parts| parts.into_iter().map(|(piece, blank)| piece + blank).collect())
}

/// Queries without a fault.
fn sound() -> impl Strategy<Value = String> {
    let terms = [
        "skiff",
        "y-wing",
        "name:or",
        "n:\"a 'b\"",
        "!\"Old Mill\"",
        "\"gets \\\"+\"",
        "o:x",
        "t:char",
        "t:ground/space",
        "t:multi",
        "arena:space",
        "sub:\"sith lord\"",
        "side:Y",
        "kw:dd",
        "e:xmp",
        "r:l",
        "tag:\"a b\"",
        "v:b2",
        "is:non-unique",
        "has:ruling",
        "ban:\"old one\"",
        "restricted:x",
        "cost!=X",
        "pow>=cost",
        "hp:-1",
        "keywords<2",
    ];
    let leaf = proptest::sample::select(terms.to_vec());
    leaf.prop_map(str::to_string).prop_recursive(5, 24, 3, |inner| {
        let joint = proptest::sample::select(vec![" ", " and ", " or ", ") (", ") or not (", " -"]);
        let sign = proptest::sample::select(vec!["", "-", "not ", "--"]);
        (sign, inner.clone(), joint, inner).prop_map(|(sign, a, joint, b)| format!("{sign}({a}{joint}{b})"))
    })
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_text_is_too_much(text in any::<String>(), pieces in pieces()) {
        for text in [text, pieces] {
            match Query::parse(&text) {
                Ok(query) => drop(query.run(&ALL)),
                Err(error) => {
                    assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                    assert!(error.to_string().contains('^'));
                }
            }
        }
    }

    #[test]
    fn a_sound_query_is_read_and_written_down_and_read_again(text in sound()) {
        let query = query(&text);
        prop_assert_eq!(&query, &self::query(&query.to_string()));
        let not = self::query(&format!("unique:prints -({text})"));
        for (id, _) in ALL.printings() {
            prop_assert_eq!(query.matches(&ALL, id), !not.matches(&ALL, id));
        }
    }

    #[test]
    fn a_query_written_down_and_read_again_is_the_same(text in pieces()) {
        if let Ok(query) = Query::parse(&text) {
            let written = query.to_string();
            let again = Query::parse(&written);
            prop_assert_eq!(again.as_ref(), Ok(&query), "{}", written);
        }
    }
}

#[test]
fn what_was_found_on_the_real_cards_adds_up() {
    let Ok(folder) = std::env::var("DEJARIK_CARDS") else { return };
    let mut all = Collection::default();
    for entry in std::fs::read_dir(format!("{folder}/sets")).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap();
        all.add_set(&SetFile::read(code, &std::fs::read(&path).unwrap()).0, &mut Vec::new());
    }
    let count = |text: &str| query(&format!("unique:prints {text}")).run(&all).len();
    assert_eq!(count(""), all.len());
    for text in [
        "t:unit",
        "sub:jedi",
        "\"gets +\"",
        "power>cost",
        "kw:evade",
        "is:promo",
        "vader",
        "side:dark or cost<3",
    ] {
        assert!(count(text) > 0, "{text}");
        assert_eq!(count(text) + count(&format!("-({text})")), all.len(), "{text}");
    }
    for words in ["gets +", "your opponent", "e", "[tap]", "pay 2 force ->"] {
        let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let plain = all.printings().filter(|(_, card)| folded(&card.text).contains(words)).count();
        assert_eq!(count(&format!("\"{words}\"")), plain, "{words}");
    }
    for words in ["jedi", "bounty hunter", "republic"] {
        let plain = all.printings().filter(|(_, card)| card.has_subtype(words)).count();
        assert_eq!(count(&format!("sub:\"{words}\"")), plain, "{words}");
    }
}
