//! The kinds of the ability model are found, and the scenarios in which they come up hold.

use proof::kinds;
use std::path::Path;

#[test]
fn the_kinds_of_the_ability_model_are_found_in_scenarios_that_hold() {
    let found = kinds::look(None).unwrap();
    assert!(found.kinds.len() > 300, "the ability model was not found: {} kinds", found.kinds.len());
    assert!(found.faults.is_empty(), "{:#?}", found.faults);
}

#[test]
fn real_cards_have_scenarios_and_rulings_are_stated() {
    let Some(folder) = std::env::var_os("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS is not set");
        return;
    };
    let found = kinds::look(Some(Path::new(&folder))).unwrap();
    assert!(found.faults.is_empty(), "{:#?}", found.faults);
    assert!(found.real.len() >= 150, "scenarios of {} real cards", found.real.len());
    assert!(found.rulings.len() >= 100, "{} scenarios state a ruling", found.rulings.len());
}
