//! Texts that no ruling is about, by the real compiler and the real engine: small scenarios in place.

use lang::{Lexicon, Setting};

/// Runs a scenario; it must hold.
fn holds(text: &str) {
    let lexicon = Lexicon::new(&cards::core_set::plugin().collection);
    let scenario = judge::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let verdict = judge::run(&scenario, &|line, card_type| {
        let setting = Setting::new(card_type, &line.name, &lexicon);
        let compiled = lang::compile_text(&line.text, &setting, &lexicon);
        match compiled.unread().next() {
            Some((clause, _)) => Err(format!("`{}` was not understood", clause.text)),
            None => Ok(compiled.abilities()),
        }
    });
    assert!(
        verdict.failures.is_empty(),
        "{}\n{:#?}\n{:#?}",
        scenario.title,
        verdict.failures,
        verdict.timeline
    );
}

#[test]
fn before_the_first_attack_in_an_arena_but_not_after_it() {
    for (script, ending) in [
        ("play Spur\nRaider if asked", "expect Raider speed 80"),
        ("Raider attacks Bunker\ndice 1\nnever play Spur", "expect Bunker damage 0"),
    ] {
        holds(&format!(
            "A1 Play only before any unit attacks\nrules 1601.6\n
dark space: Raider 60/1/9; Escort 20/1/9
dark hand: battle Spur \"One of your units gets +20 speed until end of turn. Play only before any unit in the Space arena attacks.\"
light space: Bunker 10/1/9
start battle space\n
{script}
{ending}\n"
        ));
    }
}

#[test]
fn a_card_looks_back_on_what_was_deployed_this_turn() {
    for (deployed, force) in [
        ("play Probe\nProbe to the Ground arena\nplay Guard\nGuard to the Ground arena", 1),
        ("play Probe\nProbe to the Ground arena", 0),
    ] {
        holds(&format!(
            "A2 Two Droids this turn\nrules 704.9\n
dark building: ground Probe 20/1/2 Droid cost 1 counters 1; ground Guard 20/1/2 Droid cost 1 counters 1
dark build zone: campaign Foundry \"When your build step ends, if you deployed 2 or more Droids this turn, gain 1 Force.\"
dark force 0
light ground: Bunker 10/1/9
light force 0
start build dark\n
{deployed}
finish
expect dark force {force}\n"
        ));
    }
}

#[test]
fn a_unit_that_attacked_last_turn_is_remembered() {
    holds(
        "A3 Last turn\nrules 1105.5\n
dark space: Raider 60/1/9 \"When your build step starts, if this unit attacked last turn, gain 3 Force.\"
dark force 0
light space: Bunker 10/1/9 tapped
start battle space\n
Raider attacks Bunker
dice 1
expect dark force 7\n",
    );
}

#[test]
fn gaining_control_of_an_arena_triggers() {
    holds(
        "A4 Control\nrules 1501.4\n
dark space: Raider 60/1/9 \"Whenever you gain control of an arena, gain 2 Force.\"; Escort 10/1/9
dark force 0
dark ground: Sentry 20/1/9
light space: Bunker 10/1/1
light ground: Wall 10/1/9
start battle space\n
Raider attacks Bunker
dice 4
# The next turn has begun: 4 Force come in.
expect dark force 6\n",
    );
}

#[test]
fn x_is_chosen_when_a_card_that_costs_x_is_completed() {
    holds(
        "A5 X\nrules 201.3\n
dark building: mission Levy cost X \"Gain X Force.\" counters 3
dark force 0
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start build dark\n
play Levy
2
expect dark force 2
expect Levy discarded\n",
    );
}

#[test]
fn what_a_player_would_gain_is_replaced() {
    holds(
        "A6 Force into counters\nrules 1310.1\n
dark build zone: resource Idol \"Whenever you would gain X Force, add X counters to this Resource instead.\"; campaign Well \"When your build step starts, gain 2 Force.\"
dark force 1
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start build dark\n
expect dark force 1
expect Idol resource 2\n",
    );
}

#[test]
fn prevention_of_damage_from_one_source_leaves_other_damage() {
    holds(
        "A7 From a source\nrules 1204.1\n
dark space: Raider 60/2/9 Droid
light space: Bunker 10/1/9
light hand: battle Screen \"Pay 0 Force -> Prevent 5 damage to one of your units from a Jedi.\"; battle Shell \"Pay 0 Force -> Prevent 1 damage to one of your units from a Droid.\"
start battle space\n
Raider attacks Bunker
dice 4 4
play Screen
Bunker if asked
play Shell
Bunker if asked
expect Bunker damage 1\n",
    );
}
