//! Tests of the whole table against the rulebook, and of look-up and sets.

use super::{Combination, Keyword, KeywordSet, Limit, Lookup, Nature, Parameter, Places, Step};
use crate::Edition;
use crate::rulebook;

/// The keywords that a rule lists after its colon: `Absorb, Adapt, ... (28)`.
fn listed(section: u16, number: u8) -> Vec<Keyword> {
    let rule = rulebook::rule(super::rule(section, number)).expect("the rule");
    let names = rule.text.rsplit(": ").next().expect("a list");
    let (names, count) = names.split_once(" (").expect("a list that ends with its number");
    let found: Vec<Keyword> =
        names.split(", ").map(|name| Keyword::from_name(name).unwrap_or_else(|| panic!("{name}"))).collect();
    assert!(count.starts_with(&format!("{})", found.len())), "{} says {count}", rule.number);
    found
}

/// The heading of a section, taken apart: `Absorb X (L, activated)` is `Absorb X` and `L, activated`.
fn heading(keyword: Keyword) -> (&'static str, &'static str) {
    let title = &rulebook::section(keyword.row().section).expect("a section").title;
    let (name, kind) = title.rsplit_once(" (").expect("class and nature in brackets");
    (name, kind.trim_end_matches(')'))
}

fn with(fits: impl Fn(Keyword) -> bool) -> Vec<Keyword> {
    Keyword::all().filter(|keyword| fits(*keyword)).collect()
}

#[test]
fn the_table_is_in_the_order_of_the_names_and_of_chapter_17() {
    for (i, keyword) in Keyword::all().enumerate() {
        assert_eq!(keyword as usize, i, "{keyword}");
        assert_eq!(usize::from(keyword.row().section), 1701 + i, "{keyword}");
    }
    let names: Vec<String> = Keyword::all().map(|keyword| keyword.name().to_lowercase()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

/// Rules 1801.1 and 1801.3.
#[test]
fn there_are_61_keywords_today_and_33_on_the_older_sheets() {
    assert_eq!(Keyword::of(Edition::Current).count(), 61);
    assert_eq!(Keyword::of(Edition::Sheets).count(), 33);
    assert_eq!(with(|keyword| keyword.row().sheets.is_none()), listed(1801, 3));
    assert_eq!(listed(1801, 3).len(), 28);
}

/// Rule 1801.4. Retaliate is one of the twelve although table 1802 notes its other arrow sign (1802.33).
#[test]
fn twelve_keywords_are_the_same_in_both_editions() {
    let same = listed(1801, 4);
    assert_eq!(same.len(), 12);
    for keyword in same {
        assert_eq!(keyword.definition(Edition::Sheets), keyword.definition(Edition::Current), "{keyword}");
        let rules: Vec<String> = keyword.differences().iter().map(|d| d.rule.to_string()).collect();
        let expected: &[&str] = if keyword == Keyword::Retaliate { &["1802.33"] } else { &[] };
        assert_eq!(rules, expected, "{keyword}");
    }
}

/// Rule 1801.4: what is not one of the twelve differs by at least one row of table 1802.
#[test]
fn every_other_keyword_of_the_sheets_names_its_differences() {
    let same = listed(1801, 4);
    for keyword in Keyword::of(Edition::Sheets).filter(|keyword| !same.contains(keyword)) {
        assert!(!keyword.differences().is_empty(), "{keyword}");
        let changes_play = keyword.differences().iter().any(|d| !d.in_play.starts_with("Nothing"));
        let own = keyword.definition(Edition::Sheets) != keyword.definition(Edition::Current);
        assert!(own || !changes_play, "{keyword}: what differs in play needs its own older definition");
    }
}

/// Table 1802, whose second column names the keywords: `Bombard`, `Elude / Precision`, `Bombard, Ion Cannon`.
#[test]
fn every_row_of_table_1802_is_attached_to_the_keywords_it_names() {
    let table = &rulebook::section(1802).expect("the table").rules;
    assert_eq!(table.len(), 33);
    for row in table {
        let cell =
            row.text.strip_prefix("Keyword: ").and_then(|text| text.split("; ").next()).expect("a keyword");
        let mut named: Vec<Keyword> =
            cell.split([',', '/']).map(|name| Keyword::from_name(name.trim()).expect(name)).collect();
        named.sort();
        let attached = with(|keyword| keyword.differences().iter().any(|d| d.rule == row.number));
        assert_eq!(attached, named, "{}", row.number);
    }
}

#[test]
fn every_difference_is_a_rule_of_its_own_and_says_something_in_each_column() {
    for keyword in Keyword::all() {
        let differences = keyword.differences();
        assert!(differences.is_sorted_by(|a, b| a.rule < b.rule), "{keyword}");
        for difference in differences {
            assert!(rulebook::rule(difference.rule).is_some(), "{keyword}: {}", difference.rule);
            for text in [difference.sheets, difference.current, difference.in_play] {
                assert_well_written(text, keyword);
            }
        }
    }
}

/// The name, class and nature are those of the heading: `Adapt: [A/B/...] (L, static with a trigger)`.
#[test]
fn name_class_and_nature_agree_with_the_heading_of_the_section() {
    for keyword in Keyword::all() {
        let row = keyword.row();
        let (name, kind) = heading(keyword);
        assert!(name.starts_with(row.name), "{name}");
        let kind = kind.split(';').next().expect("at least one part");
        let (class, nature) =
            kind.split_once(", ").map_or((None, kind), |(class, nature)| (Some(class), nature));
        let letters = row.class.map(|class| match class {
            Combination::Cumulative => "C",
            Combination::Isolated => "I",
            Combination::Layered => "L",
            Combination::Selective => "Se",
        });
        assert_eq!(letters, class, "{keyword}");
        let words = match row.nature {
            Nature::Static => "static",
            Nature::StaticWithTrigger => "static with a trigger",
            Nature::Activated => "activated",
            Nature::Triggered => "triggered",
        };
        assert_eq!(words, nature, "{keyword}");
    }
}

/// Rule 1302.8: Deploy and Last Stand have no class and work instance by instance.
#[test]
fn only_deploy_and_last_stand_have_no_class() {
    assert_eq!(with(|keyword| keyword.row().class.is_none()), [Keyword::Deploy, Keyword::LastStand]);
    assert_eq!(Keyword::Deploy.combination(), Combination::Layered);
}

#[test]
fn the_parameter_agrees_with_the_form_of_the_heading() {
    for keyword in Keyword::all() {
        let (title, _) = heading(keyword);
        let form = title.strip_prefix(keyword.name()).expect("the name first");
        let expected = match keyword.row().parameter {
            Parameter::None => &[""][..],
            Parameter::Number => &[" X"],
            Parameter::SignedNumber => &[" X / -X", " +/-X"],
            Parameter::Effect => &[": [effect]", ": [bonus]"],
            Parameter::Text => &[": [effect]"],
            Parameter::Ability => &[": [ability]"],
            Parameter::Cost => &[": [cost]"],
            Parameter::CostAndEffect => &[": [cost -> effect]"],
            Parameter::NumberAndCondition => &[" X: [condition]"],
            Parameter::CardList => &[": [list]"],
            Parameter::Alternatives => &[": [A/B/...]"],
            Parameter::OnePerArena => &[": [A/B/C]"],
            // Its subtypes come before the name (rule 901.1), so the heading shows the name alone.
            Parameter::SubtypesAndAbilities => &[""],
        };
        assert!(expected.contains(&form), "{title}: {:?}", keyword.row().parameter);
    }
    assert_eq!(with(|keyword| keyword.row().parameter == Parameter::SubtypesAndAbilities), [Keyword::Pilot]);
    assert_eq!(with(|keyword| keyword.row().parameter == Parameter::Text), [Keyword::Insert]);
}

fn assert_well_written(text: &str, keyword: Keyword) {
    assert!(!text.is_empty(), "{keyword}: nothing is said");
    assert!(text.ends_with('.'), "{keyword}: `{text}` does not end with a period");
    assert!(!text.contains("  ") && text == text.trim(), "{keyword}: stray blanks in `{text}`");
    assert!(text.is_ascii(), "{keyword}: `{text}` has signs that not every terminal shows");
}

#[test]
fn every_definition_is_whole_and_speaks_of_a_value_if_the_keyword_has_one() {
    for keyword in Keyword::all() {
        let has_number = matches!(
            keyword.row().parameter,
            Parameter::Number | Parameter::SignedNumber | Parameter::NumberAndCondition
        );
        for edition in Edition::ALL {
            let Some(definition) = keyword.definition(edition) else { continue };
            assert_well_written(definition, keyword);
            let names_it = definition.split(|c: char| !c.is_alphanumeric()).any(|word| word == "X");
            assert_eq!(names_it, has_number, "{keyword} ({edition}): {definition}");
        }
    }
}

#[test]
fn every_keyword_has_rulings() {
    for keyword in Keyword::all() {
        assert!(!keyword.rulings().is_empty(), "{keyword}");
        assert!(keyword.rulings().iter().all(|rule| rule.number.section == keyword.row().section));
    }
}

/// Rule 1314.2 and, beyond its list: Deploy (1718.2), Enhance (704.2, 1722.3), Equip (1001.1, 1002.1).
#[test]
fn only_the_keywords_that_a_rule_names_work_in_the_build_zone() {
    let rule = rulebook::rule(super::rule(1314, 2)).expect("the rule");
    let list = rule.text.split(": ").nth(1).expect("a list").replace(" (granting)", "");
    let mut expected: Vec<Keyword> = list.split(", ").filter_map(Keyword::from_name).collect();
    assert_eq!(expected.len(), 9, "{list}");
    // Deploying to the build zone counts; a built card is completed from there, Enhance cost included;
    // Equipment that isn't attached is there.
    expected.extend([Keyword::Deploy, Keyword::Enhance, Keyword::Equip]);
    expected.sort();
    assert_eq!(with(|keyword| keyword.row().works_in.include(Places::BUILD_ZONE)), expected);
}

/// Rules 1314.4 (discard pile), 1718.2 and 1732.1 (stack), 1744 and 1760.4 (piloting), 1002.1 (attached).
#[test]
fn the_other_places_are_for_few_keywords() {
    let place = |place| with(|keyword| keyword.row().works_in.include(place));
    assert_eq!(place(Places::DISCARD_PILE), [Keyword::Meditate]);
    assert_eq!(place(Places::UNDER_TOP), [Keyword::Deploy, Keyword::Insert]);
    assert_eq!(place(Places::PILOTING), [Keyword::Pilot, Keyword::Upkeep]);
    assert_eq!(place(Places::ATTACHED), [Keyword::Equip]);
    // Played or completed from the hand: rules 1704.4, 1722.1, 1748.2.
    assert_eq!(place(Places::HAND), [Keyword::AlternativeCost, Keyword::Enhance, Keyword::ReducedCost]);
    // Not in an arena at all: cards that are still to be played, Equipment, and Reserves (1749.1).
    let elsewhere = with(|keyword| !keyword.row().works_in.include(Places::ARENA));
    assert_eq!(
        elsewhere,
        [
            Keyword::AlternativeCost,
            Keyword::Enhance,
            Keyword::Equip,
            Keyword::HiddenCost,
            Keyword::Meditate,
            Keyword::ReducedCost,
            Keyword::Reserves,
        ]
    );
}

/// Rules 1733.2 and 1735.2; 1758.6; 1723.1; 1704.1 and 1731.12.
#[test]
fn limits_are_those_of_the_rulings() {
    let limited = |limit| with(|keyword| keyword.row().limits.contains(&limit));
    assert_eq!(limited(Limit::UniqueOnly), [Keyword::Inspiration, Keyword::Intimidation]);
    assert_eq!(limited(Limit::MultiArenaOnly), [Keyword::Switch]);
    assert_eq!(limited(Limit::EquipmentOnly), [Keyword::Equip]);
    assert_eq!(limited(Limit::BuiltCardsOnly), [Keyword::AlternativeCost, Keyword::HiddenCost]);
}

/// Rules 1112.1 (attack end), 1107.11 (predictions), 1113.1 (Tenacity) and 1712.1 (Bounty).
#[test]
fn what_is_set_up_in_one_step_and_happens_in_another_names_both() {
    let later = |step| with(|keyword| keyword.row().resolves == Some(step));
    assert_eq!(
        later(Step::AttackEnd),
        [Keyword::Avenge, Keyword::Backfire, Keyword::Overload, Keyword::Retaliate, Keyword::Riposte]
    );
    assert_eq!(later(Step::Hits), [Keyword::Foresight, Keyword::Forewarning]);
    assert_eq!(later(Step::AfterAttack), [Keyword::Tenacity]);
    assert_eq!(later(Step::BuildStepStart), [Keyword::Bounty]);
    assert_eq!(with(|keyword| keyword.row().resolves.is_some()).len(), 9);
    for keyword in Keyword::all() {
        let row = keyword.row();
        // Bounty alone waits for the next turn.
        assert!(row.resolves.is_none_or(|later| later > row.step) || keyword == Keyword::Bounty, "{keyword}");
    }
}

/// Rule 1204.3 names the abilities of the prevention POP; 1106.1 those of the attack POP.
#[test]
fn activated_keywords_act_in_the_chance_that_the_rules_name() {
    let activated =
        |step| with(|keyword| keyword.row().nature == Nature::Activated && keyword.row().step == step);
    assert_eq!(
        activated(Step::Prevention),
        [Keyword::Absorb, Keyword::Deflect, Keyword::Evade, Keyword::Persuade, Keyword::Protect]
    );
    assert_eq!(activated(Step::AttackPop), [Keyword::Intercept, Keyword::Redirect, Keyword::Retaliate]);
}

/// Rule 1721.1.
#[test]
fn elude_is_played_as_precision() {
    assert_eq!(Keyword::Elude.in_play(), Keyword::Precision);
    assert_eq!(with(|keyword| keyword.in_play() != keyword), [Keyword::Elude]);
}

fn found(typed: &str) -> Keyword {
    Keyword::find(typed).exact().unwrap_or_else(|| panic!("{typed}: {:?}", Keyword::find(typed)))
}

fn near(typed: &str) -> Vec<Keyword> {
    match Keyword::find(typed) {
        Lookup::Found(keyword) => panic!("{typed} is certainly {keyword}"),
        Lookup::Near(keywords) => keywords,
    }
}

#[test]
fn every_keyword_is_found_by_its_name_its_heading_and_its_name_in_one_word() {
    for keyword in Keyword::all() {
        let name = keyword.name();
        for typed in [name, &name.to_uppercase(), &name.replace(' ', ""), &keyword.heading()] {
            assert_eq!(found(typed), keyword, "{typed}");
        }
    }
}

#[test]
fn values_colons_and_case_do_not_matter() {
    assert_eq!(found("Evade 2"), Keyword::Evade);
    assert_eq!(found("evade"), Keyword::Evade);
    assert_eq!(found("EVADE X"), Keyword::Evade);
    assert_eq!(found("  evade   2. "), Keyword::Evade);
    assert_eq!(found("Reserves:"), Keyword::Reserves);
    assert_eq!(found("accuracy -1"), Keyword::Accuracy);
    assert_eq!(found("Resilience +2"), Keyword::Resilience);
    assert_eq!(found("elude"), Keyword::Elude);
    assert_eq!(found("insert"), Keyword::Insert);
}

#[test]
fn a_keyword_is_found_in_the_text_of_a_card() {
    assert_eq!(found("Bounty: Gain 1 Force"), Keyword::Bounty);
    assert_eq!(found("Reserves: Pay 1 Force -> Evade 2"), Keyword::Reserves);
    assert_eq!(found("Pay 1 Force -> Evade 2"), Keyword::Evade);
    assert_eq!(found("Starfighter Pilot. The Starfighter gets: Lucky 1"), Keyword::Pilot);
    assert_eq!(near("Evade 2 and Parry 1"), [Keyword::Evade, Keyword::Parry]);
}

#[test]
fn beginnings_and_initials_are_enough_if_only_one_keyword_has_them() {
    assert_eq!(found("crit"), Keyword::CriticalHit);
    assert_eq!(found("dam con"), Keyword::DamageControl);
    assert_eq!(found("dd"), Keyword::DoubleDamage);
    assert_eq!(found("ds"), Keyword::DoubleStrike);
    assert_eq!(found("damage"), Keyword::DamageControl);
    assert_eq!(found("overkil"), Keyword::Overkill);
    assert_eq!(found("cannon"), Keyword::IonCannon);
}

#[test]
fn what_fits_several_keywords_gives_them_all() {
    assert_eq!(near("fo"), [Keyword::Focus, Keyword::Foresight, Keyword::Forewarning, Keyword::Fortitude]);
    assert_eq!(near("double"), [Keyword::DoubleDamage, Keyword::DoubleStrike]);
    assert_eq!(near("cost"), [Keyword::AlternativeCost, Keyword::HiddenCost, Keyword::ReducedCost]);
}

#[test]
fn a_slip_of_the_fingers_gives_the_nearest_name_first() {
    for typed in ["ovrekill", "overkilll", "overskill"] {
        assert_eq!(near(typed).first(), Some(&Keyword::Overkill), "{typed}");
    }
    assert_eq!(near("stelth").first(), Some(&Keyword::Stealth));
    assert_eq!(near("armour").first(), Some(&Keyword::Armor));
}

#[test]
fn nonsense_gives_nothing() {
    for typed in ["", "   ", "X", "2", ":", "-> [] .", "qwertzuiop", "lightsaber", "\u{1F43A}"] {
        assert_eq!(near(typed), [], "{typed}");
    }
}

#[test]
fn a_set_holds_what_was_put_into_it_in_alphabetical_order() {
    let mut set: KeywordSet = [Keyword::Velocity, Keyword::Absorb].into_iter().collect();
    set.insert(Keyword::Armor);
    set.insert(Keyword::Armor);
    assert_eq!(set.iter().collect::<Vec<_>>(), [Keyword::Absorb, Keyword::Armor, Keyword::Velocity]);
    assert_eq!(set.len(), 3);
    assert!(set.contains(Keyword::Armor) && !set.contains(Keyword::Avenge));
    assert!(KeywordSet::EMPTY.is_empty() && !set.is_empty());
    assert_eq!(set.union(Keyword::all().collect()).len(), 61);
}
