//! The numbers of a deck: size, units, arenas and their balance (rules 401.1 to 401.4).

use super::{Code, Fault, Group, Table, plural, unknown_note};
use vocab::{Arena, ByArena, CardType, RuleNumber};

/// Rule 401.1.
const CARDS: u32 = 60;
/// Rule 401.2.
const UNITS: u32 = 36;
/// Rule 401.3.
const UNITS_PER_ARENA: u32 = 12;

pub(super) fn check(table: &Table<'_>, faults: &mut Vec<Fault>) {
    size(table, faults);
    let note = unknown_note(table.unknown_in_deck());
    // 401.3: a unit of several types counts once here and once toward each of its types.
    let units = table.count(|card| card.card_type.is_deck_unit());
    if units < UNITS {
        faults.push(Fault {
            code: Code::Units,
            rule: RuleNumber::new(401, 2),
            what: format!("{}{note}, but a deck needs at least {UNITS}", plural(units, "unit")),
            cure: format!("add {}", plural(UNITS - units, "unit")),
        });
    }
    let by_arena = ByArena::from_fn(|arena| {
        table.count(|card| card.card_type.is_deck_unit() && card.card_type.is_unit_of(arena))
    });
    for (arena, count) in by_arena.iter().filter(|(_, count)| **count < UNITS_PER_ARENA) {
        faults.push(Fault {
            code: Code::Arena,
            rule: RuleNumber::new(401, 3),
            what: format!(
                "{} in {arena}{note}, but a deck needs at least {UNITS_PER_ARENA}",
                plural(*count, "unit")
            ),
            cure: add_units(UNITS_PER_ARENA - count, arena),
        });
    }
    balance(&by_arena, &note, faults);
}

/// 401.1: at least 60 cards, or 59 with a Resource outside the deck.
fn size(table: &Table<'_>, faults: &mut Vec<Fault>) {
    let is_resource = |group: &Group| table.printing(group).card_type == CardType::Resource;
    let least = if table.outside.iter().any(is_resource) { CARDS - 1 } else { CARDS };
    // An unknown card counts as a card; one that is never in a deck (401.9) doesn't.
    let cards = table.count(|card| card.card_type.may_be_in_deck()) + table.unknown_in_deck();
    if cards >= least {
        return;
    }
    let misplaced = table.count(|card| !card.card_type.may_be_in_deck());
    let note = match misplaced {
        0 => String::new(),
        n => format!(" ({} of a type that doesn't count)", plural(n, "card")),
    };
    let mut cure = format!("add {}", plural(least - cards, "card"));
    if least == CARDS {
        cure.push_str("; one fewer is enough if you bring a Resource outside the deck");
    }
    faults.push(Fault {
        code: Code::Size,
        rule: RuleNumber::new(401, 1),
        what: format!("{}{note}, but a deck needs at least {least}", plural(cards, "card")),
        cure,
    });
}

/// 401.4: no arena has more than twice the units of another; one fault for each arena that has too few.
fn balance(by_arena: &ByArena<u32>, note: &str, faults: &mut Vec<Fault>) {
    for (small, count) in by_arena.iter() {
        let larger: Vec<(Arena, u32)> =
            by_arena.iter().map(|(arena, n)| (arena, *n)).filter(|(_, n)| *n > 2 * count).collect();
        let Some(most) = larger.iter().map(|(_, n)| *n).max() else { continue };
        let crowded: Vec<String> =
            larger.iter().map(|(arena, n)| format!("{} in {arena}", plural(*n, "unit"))).collect();
        let crowded = crowded.join(" and ");
        faults.push(Fault {
            code: Code::Balance,
            rule: RuleNumber::new(401, 4),
            what: match count {
                0 => format!("{crowded}, but none in {small}{note}"),
                _ => format!("{crowded}, more than twice the {count} in {small}{note}"),
            },
            cure: {
                let add = add_units(most.div_ceil(2) - count, small);
                let most = 2 * count;
                if most < UNITS_PER_ARENA {
                    add
                } else {
                    format!("{add}, or remove units until no arena has more than {most}")
                }
            },
        });
    }
}

fn add_units(count: u32, arena: Arena) -> String {
    match count {
        1 => format!("add 1 unit that fights in {arena}"),
        n => format!("add {n} units that fight in {arena}"),
    }
}
