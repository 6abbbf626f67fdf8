//! The scenarios of the tables hold, and none of them holds with its sign turned round.

use dejarik::Cards;
use dejarik_proof::generated::{self, Case};

fn cases() -> Vec<Case> {
    let tables = generated::tables().unwrap();
    tables.iter().flat_map(|table| table.cases().unwrap()).collect()
}

#[test]
fn every_scenario_of_the_tables_holds() {
    let cards = Cards::core();
    let wrong: Vec<String> =
        cases().iter().filter_map(|case| case.play(&cards).err()).map(|wrong| wrong.to_string()).collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_sign_that_is_turned_round_is_noticed() {
    let cards = Cards::core();
    let wrong: Vec<String> = cases()
        .iter()
        .filter_map(|case| case.play_turned(&cards).err())
        .map(|wrong| wrong.to_string())
        .collect();
    assert!(wrong.is_empty(), "{} prove nothing:\n{}", wrong.len(), wrong.join("\n"));
}
