//! The notation and the runner, with a compiler that knows nothing but keywords.

use judge::{parse, run};
use vocab::Keyword;
use vocab::ability::{Ability, KeywordAbility};

fn keywords(line: &judge::scenario::CardLine, _: vocab::CardType) -> Result<Vec<Ability>, String> {
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
