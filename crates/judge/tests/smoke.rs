//! The notation and the runner, with a compiler that knows nothing but keywords.

use dejarik_judge::{parse, run};
use vocab::Keyword;
use vocab::ability::{Ability, KeywordAbility};

fn keywords(line: &dejarik_judge::scenario::CardLine, _: vocab::CardType) -> Result<Vec<Ability>, String> {
    line.text
        .split(" | ")
        .map(|clause| {
            let (name, value) =
                clause.rsplit_once(' ').map_or((clause, None), |(name, n)| (name, n.parse::<i16>().ok()));
            let keyword = Keyword::from_name(name).ok_or_else(|| format!("`{clause}` is no keyword"))?;
            KeywordAbility::new(keyword, value.map(Into::into))
                .map(Ability::keyword)
                .map_err(|misfit| misfit.to_string())
        })
        .collect()
}

#[test]
fn armor_is_hit_on_five_or_more() {
    let text = "\
T158 Armor is hit on five or more
rules 1707.1, 1107.9
dark space: Hunter 40/4/3
light space: Bunker 10/1/6 \"Armor\"
start battle space
Hunter attacks Bunker
dice 4 5 6 1
expect Bunker damage 2
expect Hunter tapped
";
    let verdict = run(&parse(text).unwrap(), &keywords);
    assert_eq!(verdict.failures, [], "{}", verdict.timeline.join("\n"));
    assert!(
        verdict.timeline.iter().any(|line| line.contains("Hunter attacks Bunker [1105.1]")),
        "{:?}",
        verdict.timeline
    );
}

#[test]
fn a_wrong_expectation_is_named_with_its_line() {
    let text = "T1 x\nrules 1707.1\ndark space: A 40/1/3\nlight space: B 10/1/6\nstart battle space\nA attacks B\ndice 6\nexpect B damage 2\n";
    let verdict = run(&parse(text).unwrap(), &keywords);
    assert_eq!(verdict.failures[0].to_string(), "line 8: damage counters on B: 1, expected 2");
}

#[test]
fn decks_are_looked_at_and_not_played() {
    let failures = |steps: &str| {
        let text = format!("T1 x\nrules 401.1\ndark deck: 4 space A 30/1/1\nstart deck\n{steps}");
        let verdict = run(&parse(&text).unwrap(), &keywords);
        verdict.failures.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(failures("expect dark deck breaks 401.1, 401.2, 401.3, 401.4\n"), [] as [&str; 0]);
    assert_eq!(
        failures("expect dark deck breaks 401.1, 401.2, 401.3, 401.4, 401.5\n"),
        ["line 5: the deck does not break rule 401.5"]
    );
    let [wrong] = &failures("expect dark deck breaks 401.1, 401.2, 401.3\n")[..] else { panic!("one fault") };
    assert!(wrong.starts_with("line 5: the deck is wrong: BALANCE (401.4)"), "{wrong}");
    let [refused] = &failures("A attacks B\n")[..] else { panic!("one fault") };
    assert!(refused.contains("`start deck` plays nothing"), "{refused}");
}

#[test]
fn who_is_asked_and_what_lies_face_down_is_seen() {
    let text = "T1 x\nrules 503.1\ndark hand: ground A 30/1/1 cost 2\nlight hand: 2 ground B 30/1/1 cost 2\n\
        start setup\nexpect light asked\nexpect A face-down\nA to the Ground arena\nexpect light asked\n\
        expect dark deck 1\n";
    let verdict = run(&parse(text).unwrap(), &keywords);
    let failures: Vec<String> = verdict.failures.iter().map(ToString::to_string).collect();
    assert_eq!(
        failures,
        [
            "line 6: Dark is asked to put a card, or stop building",
            "line 7: A face-down: false, expected true",
            "line 10: cards in the deck: 0, expected 1",
        ]
    );
}
