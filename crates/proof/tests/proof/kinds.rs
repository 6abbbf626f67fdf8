//! Every kind of effect, cost, trigger, condition and amount comes up in a scenario, and the scenarios hold.

use dejarik_proof::kinds;
use std::path::Path;

#[test]
fn every_kind_of_the_ability_model_comes_up_in_a_scenario() {
    let found = kinds::look(None).unwrap();
    assert!(found.kinds.len() > 300, "the ability model was not found: {} kinds", found.kinds.len());
    found.verdict().unwrap_or_else(|faults| panic!("{faults}"));
}

#[test]
fn real_cards_have_scenarios_and_rulings_are_stated() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let found = kinds::look(Some(Path::new(&folder))).unwrap();
    found.verdict().unwrap_or_else(|faults| panic!("{faults}"));
    assert!(found.real.len() >= 150, "scenarios of {} real cards", found.real.len());
    assert!(found.rulings.len() >= 100, "{} scenarios state a ruling", found.rulings.len());
}
