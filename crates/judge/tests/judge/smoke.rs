//! The notation and the runner, with a compiler that knows keywords, with or without a price in Force.

use dejarik_judge::scenario::CardLine;
use dejarik_judge::{Sources, Verdict, parse, run_with};
use vocab::ability::{Ability, AbilityKind, Costs, Effect, KeywordAbility, Payment, Play};
use vocab::{CardType, Definition, Keyword};

fn compile(line: &CardLine, _: CardType) -> Result<Vec<Ability>, String> {
    line.text.split(" | ").map(clause).collect()
}

fn clause(text: &str) -> Result<Ability, String> {
    let keyword = |text: &str| {
        let (name, value) =
            text.rsplit_once(' ').map_or((text, None), |(name, n)| (name, n.parse::<i16>().ok()));
        let keyword = Keyword::from_name(name).ok_or_else(|| format!("`{text}` was not understood"))?;
        KeywordAbility::new(keyword, value.map(Into::into)).map_err(|error| error.to_string())
    };
    match text.strip_prefix("Pay ").and_then(|rest| rest.split_once(" Force -> ")) {
        None => keyword(text).map(Ability::keyword),
        Some((price, effect)) => {
            let price: i16 = price.parse().map_err(|_| format!("`{price}` was not understood"))?;
            let effect = Effect::Keyword(keyword(effect)?, None);
            let play = Play { costs: Costs::force(price), effect, timing: Default::default() };
            Ok(Ability::new(AbilityKind::Activated(play)))
        }
    }
}

/// Writes what `clause` reads, as far as these tests need it: the price.
fn write(_: &Definition, ability: &Ability) -> Option<String> {
    match &ability.kind {
        AbilityKind::Activated(play) => match &play.costs.0[..] {
            [Payment::Force(vocab::ability::Amount::Number(n))] => Some(format!("Pay {n} Force")),
            _ => None,
        },
        _ => None,
    }
}

fn play(text: &str) -> Verdict {
    let printed = &|name: &str| Err(format!("`{name}` isn't here"));
    let scenario = parse(text).unwrap_or_else(|error| panic!("{error}"));
    run_with(&scenario, Sources { compile: &compile, printed, write: &write })
}

fn failures(text: &str) -> Vec<String> {
    play(text).failures.iter().map(ToString::to_string).collect()
}

/// A script between three ships; its first line is line 7.
fn script(lines: &str) -> Vec<String> {
    failures(&format!(
        "T1 x\nrules 1105.1\ndark space: Hunter (A) 60/2/9 \"Pay 1 Force -> Evade 1 | Lucky 1\"; Wing 40/1/9\n\
        light space: Bunker 10/1/9 \"Pay 1 Force -> Evade 2 | Pay 2 Force -> Evade 2\"\nlight force 3\n\
        start battle space\n{lines}"
    ))
}

const NOTHING: [&str; 0] = [];

#[test]
fn armor_is_hit_on_five_or_more() {
    let verdict = play(
        "T158 Armor is hit on five or more\nrules 1707.1, 1107.9\ndark space: Hunter 40/4/3\n\
        light space: Bunker 10/1/6 \"Armor\"\nstart battle space\nHunter attacks Bunker\ndice 4 5 6 1\n\
        expect Bunker damage 2\nexpect Hunter tapped\n",
    );
    assert_eq!(verdict.failures, []);
    let lines: Vec<String> = verdict.timeline.iter().map(ToString::to_string).collect();
    assert!(lines.contains(&"Dark: attack Bunker [1104.1]".to_string()), "{lines:#?}");
    assert!(lines.contains(&"  Hunter attacks Bunker [1105.1]".to_string()), "{lines:#?}");
}

#[test]
fn a_wrong_expectation_is_named_with_its_line() {
    assert_eq!(
        script(
            "Hunter attacks Bunker\ndice 6 6\nexpect Bunker damage 1\nexpect Hunter untapped\nexpect Bunker discarded"
        ),
        [
            "line 9: damage counters on Bunker: 2, expected 1",
            "line 10: Hunter is tapped",
            "line 11: Bunker is in the Space arena, expected in the discard pile",
        ]
    );
}

#[test]
fn what_is_refused_must_be_known() {
    assert_eq!(script("refused attack Wing"), NOTHING);
    assert_eq!(
        script("refused attack Bumker"),
        ["line 7, column 16: no card here is called `Bumker`; did you mean `Bunker`?"]
    );
    assert_eq!(
        script("never Hunter uses Evade 3"),
        [
            "line 7, column 19: Hunter (A) has no ability `Evade 3`, and no card here gives it; did you mean `Evade 1`?"
        ]
    );
    assert_eq!(
        script("never Bunker uses Evade 2"),
        ["line 7, column 19: this fits several abilities: `Bunker uses Evade 2 (Pay 1 Force)` or \
          `Bunker uses Evade 2 (Pay 2 Force)`"]
    );
    assert_eq!(
        script("refused on top"),
        [
            "line 7, column 9: `on top` names no card, ability or choice here: write all words of a choice, such as \
          `attack Bunker`, `play Feint`, `Hunter uses Evade 2`"
        ]
    );
    assert_eq!(
        script("never play Bunker by Hidden Cost"),
        ["line 7, column 22: no card here has Hidden Cost"]
    );
    assert_eq!(
        script("refused attack Bunker"),
        ["line 7, column 9: `attack Bunker` is offered, but shouldn't be"]
    );
}

#[test]
fn what_is_refused_must_be_a_matter_of_the_open_question() {
    assert_eq!(
        script("refused 2"),
        [
            "line 7, column 9: `2` proves nothing here: Dark is asked to choose what the unit does [1104.1]: attack Bunker | pass"
        ]
    );
    assert_eq!(
        script("refused Wing"),
        [
            "line 7, column 9: `Wing` proves nothing here: Dark is asked to choose what the unit does [1104.1]: \
          attack Bunker | pass"
        ]
    );
}

#[test]
fn choices_that_look_alike_say_what_sets_them_apart() {
    let attack = "Hunter attacks Bunker\ndice 4 4\n";
    assert_eq!(
        script(&format!("{attack}Bunker uses Evade 2\nexpect Bunker damage 0")),
        [
            "line 9, column 1: `Bunker uses Evade 2` fits several choices: `Bunker uses Evade 2 (Pay 1 Force)` or \
          `Bunker uses Evade 2 (Pay 2 Force)`"
        ]
    );
    let answer = "Bunker uses Evade 2 (Pay 2 Force)\n2 if asked\nexpect now light force 1";
    assert_eq!(script(&format!("{attack}{answer}")), NOTHING);
    let twins = "T1 x\nrules 1105.1\ndark space: Hunter 60/1/9\nlight space: Wing 10/1/9; Wing 10/1/9 damage 3\n\
        start battle space\n";
    assert_eq!(
        failures(&format!("{twins}Hunter attacks Wing\ndice 4\nexpect Hunter tapped")),
        ["line 6, column 1: `Hunter attacks Wing` fits several choices: `attack Wing (damage 0)` or \
          `attack Wing (damage 3)`"]
    );
    assert_eq!(failures(&format!("{twins}attack Wing (damage 3)\ndice 4\nexpect Hunter tapped")), NOTHING);
}

#[test]
fn dice_that_are_laid_are_rolled() {
    assert_eq!(
        script("Hunter attacks Bunker\ndice 4 4 6\nexpect now Hunter tapped"),
        ["line 8: the last die of this line is never rolled"]
    );
    assert_eq!(
        script("refused attack Wing\ndice 4 4\nexpect now Hunter untapped"),
        ["line 8: dice are written after the line that leads to the roll"]
    );
    // What is left over comes to light where the next dice are laid, and at the end.
    assert_eq!(
        script("Hunter attacks Bunker\ndice 4 4 5 6\nWing attacks Bunker\ndice 1\nexpect now Wing tapped"),
        [
            "line 8: the last 2 dice of this line are never rolled",
            "line 10: the last die of this line is never rolled"
        ]
    );
}

#[test]
fn dice_that_are_rolled_are_laid() {
    assert_eq!(
        script("Hunter attacks Bunker\nexpect Hunter tapped"),
        ["line 7: 2 dice are rolled here that aren't given: write `dice` and what they show, or `dice any`"]
    );
    assert_eq!(
        script("Hunter attacks Bunker\ndice 4\nexpect Hunter tapped"),
        ["line 7: a die is rolled here that isn't given: write `dice` and what it shows, or `dice any`"]
    );
    assert_eq!(script("Hunter attacks Bunker\ndice any\nexpect Hunter tapped"), NOTHING);
    // What is left to chance must not matter: other dice are tried as well, and no number holds for all of them.
    let tried: Vec<Vec<String>> = (0..=2)
        .map(|n| script(&format!("Hunter attacks Bunker\ndice any\nexpect Bunker damage {n}")))
        .collect();
    assert!(tried.iter().all(|fails| !fails.is_empty()), "{tried:?}");
    let by_chance =
        |fails: &Vec<String>| fails[0].contains("it depends on dice that aren't given: damage counters");
    assert_eq!(tried.iter().filter(|fails| by_chance(fails)).count(), 1, "{tried:?}");
}

#[test]
fn a_line_that_is_not_offered_fails_at_the_end_of_its_step() {
    let early = script("Hunter attacks Wing\ndice 1\nexpect Wing tapped");
    let [early] = &early[..] else { panic!("one fault: {early:?}") };
    assert!(
        early.starts_with(
            "line 7, column 1: `Hunter attacks Wing` isn't offered before the Space battle step ends. "
        ),
        "{early}"
    );
    assert!(early.contains("attack Bunker | pass"), "{early}");
    let late =
        script("Hunter attacks Bunker\ndice 1 1\nHunter attacks Bunker\ndice 1 1\nexpect Hunter tapped");
    let [late] = &late[..] else { panic!("one fault: {late:?}") };
    assert!(
        late.starts_with(
            "line 9, column 1: `Hunter attacks Bunker` isn't offered before the Space battle step ends. It comes \
             later: write `until turn 2` and `until battle space` before it."
        ),
        "{late}"
    );
    assert_eq!(
        script(
            "Hunter attacks Bunker\ndice 1 1\nuntil turn 2\nuntil battle space\nHunter attacks Bunker\ndice 6 6\n\
             expect Bunker damage 2\nexpect turn 2"
        ),
        NOTHING
    );
    assert_eq!(
        script("Hunter attacks Bumker\ndice 1\nexpect Wing tapped"),
        ["line 7, column 16: no card here is called `Bumker`; did you mean `Bunker`?"]
    );
}

#[test]
fn names_work_without_accents_and_version_letters() {
    let text = "T1 x\nrules 1105.1\ndark character: Padmé Amidala (B) 60/1/9\ndark on padme amidala: equipment Blade\n\
        light character: Maul (A) 10/1/9; Maul (B) 20/1/9\nstart battle character\n";
    assert_eq!(
        failures(&format!(
            "{text}Padme Amidala attacks Maul (A)\ndice 6\nexpect maul (a) damage 1\nexpect Blade on Padmé Amidala"
        )),
        NOTHING
    );
    assert_eq!(
        failures(&format!("{text}refused attack Maul")),
        ["line 7, column 16: `Maul` could be Maul (A) or Maul (B): write the version letter"]
    );
    assert_eq!(
        failures(&format!("{text}expect now Maul damage 0")),
        ["line 7: `Maul` could be Maul (A) or Maul (B): write the version letter"]
    );
}

#[test]
fn expectations_can_be_stated_while_a_question_is_open() {
    assert_eq!(
        script(
            "Hunter attacks Bunker\ndice 4 4\nexpect now dark asked\nexpect now Bunker damage 0\nexpect Bunker damage 2"
        ),
        NOTHING
    );
}

#[test]
fn who_sees_hidden_dice_can_be_said() {
    let text = "T1 x\nrules 1715.1\ndark space: Hunter 60/2/9 \"Cunning\"\n\
        light space: Bunker 10/1/9 \"Pay 1 Force -> Evade 2\"\nlight force 1\nstart battle space\n";
    assert_eq!(
        failures(&format!("{text}expect now dark sees dice")),
        ["line 7: no attack dice have been rolled"]
    );
    assert_eq!(
        failures(&format!(
            "{text}Hunter attacks Bunker\ndice 4 4\nexpect now dark sees dice\nexpect now light does not see dice\n\
             expect now light sees dice"
        )),
        ["line 11: Light doesn't see the dice"]
    );
}

#[test]
fn a_question_gets_a_timeline_and_stops_where_its_script_ends() {
    let asked = play(
        "dark space: Hunter 60/2/9\nlight space: Bunker 10/1/9\nstart battle space\nHunter attacks Bunker\ndice 4 1\n",
    );
    assert_eq!(asked.failures, []);
    let lines: Vec<String> = asked.timeline.iter().map(ToString::to_string).collect();
    assert!(lines.contains(&"  Bunker gets 1 damage counter [1110.1]".to_string()), "{lines:#?}");
    let open = asked.open.expect("Bunker acts next");
    assert_eq!(
        open.to_string(),
        "Light is asked to choose what the unit does [1104.1]: attack Hunter | pass"
    );
    // Dice that nobody lays are rolled by chance.
    let asked = play(
        "dark space: Hunter 60/2/9\nlight space: Bunker 10/1/9\nstart battle space\nHunter attacks Bunker\n",
    );
    assert_eq!(asked.failures, []);
}

#[test]
fn a_card_that_is_not_understood_is_named_with_its_clause() {
    assert_eq!(
        failures("T1 x\nrules 101.1\ndark space: Hunter 60/2/9 \"Juggle 3\"\nexpect Hunter tapped"),
        ["line 3: Hunter: `Juggle 3` was not understood"]
    );
    assert_eq!(
        failures("T1 x\nrules 101.1\ndark space: Hunter 60/2/9\ndark on Humter: Blade\nexpect Hunter tapped"),
        ["line 4: no card here is called `Humter`; did you mean `Hunter`?"]
    );
}

#[test]
fn decks_are_looked_at_and_not_played() {
    let failures = |steps: &str| {
        failures(&format!("T1 x\nrules 401.1\ndark deck: 4 space A 30/1/1\nstart deck\n{steps}"))
    };
    assert_eq!(failures("expect dark deck breaks 401.1, 401.2, 401.3, 401.4\n"), NOTHING);
    assert_eq!(
        failures("expect dark deck breaks 401.1, 401.2, 401.3, 401.4, 401.5\n"),
        ["line 5: the deck doesn't break rule 401.5"]
    );
    let [wrong] = &failures("expect dark deck breaks 401.1, 401.2, 401.3\n")[..] else { panic!("one fault") };
    assert!(wrong.starts_with("line 5: the deck is wrong: BALANCE (401.4)"), "{wrong}");
    let [refused] = &failures("A attacks B\nexpect dark deck breaks 401.1, 401.2, 401.3, 401.4\n")[..] else {
        panic!("one fault")
    };
    assert!(refused.contains("`start deck` plays nothing"), "{refused}");
}

#[test]
fn who_is_asked_and_what_lies_face_down_is_seen() {
    assert_eq!(
        failures(
            "T1 x\nrules 503.1\ndark hand: ground A 30/1/1 cost 2\nlight hand: 2 ground B 30/1/1 cost 2\n\
            start setup\nexpect light asked\nexpect A face-down\nA to the Ground arena\nexpect light asked\n\
            expect dark deck 1\n"
        ),
        [
            "line 6: Dark is asked to put a card, or stop building",
            "line 7: A isn't face-down",
            "line 10: cards in Dark's deck: 0, expected 1",
        ]
    );
}
