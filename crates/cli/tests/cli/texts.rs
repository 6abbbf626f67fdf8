//! Texts that no ruling is about, by the real compiler and the real engine: small scenarios in place.

use lang::{Lexicon, Setting};

/// Runs a scenario; it must hold.
fn holds(text: &str) {
    let lexicon = Lexicon::of(&cards::core_set::plugin().collection);
    let scenario = judge::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let verdict = judge::run(&scenario, &|line, card_type| {
        let setting = Setting::new(card_type, &line.name, &lexicon);
        lang::whole_text(&line.text, &setting, &lexicon)
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
refused play Screen
play Shell
Bunker if asked
expect Bunker damage 1\n",
    );
}

#[test]
fn x_of_what_may_be_done_is_chosen_with_it() {
    holds(
        "B1 X of an effect\nrules 1313.6\n
dark hand: character Clerk 10/1/1; character Cook 10/1/1; character Guide 10/1/1
dark building: ground Baron 20/1/2 cost 1 \"When you deploy this unit, you may discard X cards from your hand. If you do, gain X Force.\" counters 1
dark force 0
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start build dark\n
play Baron
Baron to the Ground arena
2
Clerk
Cook
expect dark force 2
expect dark hand 1\n",
    );
}

#[test]
fn x_of_counters_is_chosen_when_the_ability_is_played() {
    holds(
        "B2 X counters\nrules 1304.8\n
dark build zone: resource Vault resource 4 \"Remove X counters -> Gain X Force. Play only during your build step.\"
dark force 0
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start build dark\n
Vault uses its ability
3
expect dark force 3
expect Vault resource 1\n",
    );
}

#[test]
fn each_player_may_do_something() {
    holds(
        "B3 Each player may\nrules 102.1\n
dark building: mission Feast cost 0 \"Each player may draw a card.\" counters 1
dark deck: character Clerk 10/1/1; character Groom 10/1/1; character Page 10/1/1
light deck: character Cook 10/1/1; character Guide 10/1/1
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start build dark\n
play Feast
no
yes
expect dark hand 1
expect light hand 1\n",
    );
}

#[test]
fn a_unit_is_given_a_bounty_an_upkeep_and_a_rule_about_itself() {
    holds(
        "B4 Given\nrules 1712.1, 1760.1\n
dark space: Prince 10/1/9 \"Each of your other units gets \"This unit gets +1 power for each mastery counter on it.\"\"; Hunter 60/2/9 mastery 3
light space: Bunker 10/1/9
start battle space\n
expect Hunter power 5\n",
    );
}

#[test]
fn an_effect_lasts_while_its_unit_attacks_the_chosen_one() {
    holds(
        "B5 That unit, later\nrules 1309.2\n
dark space: Hunter 60/2/9
dark hand: battle Snare \"Pay 1 Force -> Choose one of your opponent's units. Each of your units gets +2 power when attacking that unit until end of turn.\"
dark force 1
light space: Bunker 10/1/9; Wall 10/1/9
start battle space\n
play Snare
Bunker
Hunter attacks Bunker
dice 4 4 4 4
expect Bunker damage 4\n",
    );
}

#[test]
fn something_is_played_when_the_roll_for_build_points_is_made() {
    holds(
        "B6 The roll\nrules 1601.2, 602.7\n
dark build zone: resource Bank resource 2 \"Remove 1 counter -> Gain 1 Force. Play only when the roll for build points is made.\"
dark force 0
dark ground: Sentry 20/1/9
light ground: Wall 10/1/9
start turn\n
Bank uses its ability
expect dark force 5
expect Bank resource 1\n",
    );
}

#[test]
fn what_is_given_in_the_build_zone_can_be_used_there() {
    holds(
        "B7 Reserves\nrules 1749.1\n
dark build zone: ground Reserve 20/1/2
dark ground: Camp 10/1/9 \"Each of your other Ground units gets \"Reserves: [tap] -> Gain 2 Force. Play only during your build step.\"\"
dark force 0
light ground: Wall 10/1/9
start build dark\n
Reserve uses its ability
expect dark force 2
expect Reserve tapped\n",
    );
}

#[test]
fn a_text_steps_in_before_a_trap_is_completed() {
    for (answer, damage) in [("yes", 0), ("no", 2)] {
        holds(&format!(
            "B8 A Trap would be completed\nrules 1310.1, 212.3\n
dark character: Raider 60/2/9; Agent 10/1/9 \"Whenever your opponent would complete a Trap, disrupt that card unless your opponent pays 2 Force.\"
light character: Monk 20/1/9
light force 2
light building: trap Ward cost 1 \"When one of your Characters would be damaged, prevent that damage\" counters 1
start battle character\n
Raider attacks Monk
dice 4 4
play Ward
{answer}
expect Ward discarded
expect Monk damage {damage}\n"
        ));
    }
}

#[test]
fn a_card_that_says_so_cannot_be_disrupted() {
    holds(
        "B9 Not disrupted\nrules 1308.5\n
dark space: Raider 60/2/9
dark hand: battle Order \"Order can't be disrupted. | Pay 1 Force -> One of your units gets +3 power until end of turn.\"
dark force 2
light space: Bunker 10/1/9
light hand: battle Veto \"Pay 0 Force -> Disrupt a Battle card.\"
start battle space\n
play Order
never play Veto
expect dark force 1\n",
    );
}
