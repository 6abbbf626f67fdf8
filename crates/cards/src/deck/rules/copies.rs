//! Copies of a card (rules 401.5, 401.6), restricted and banned cards (rule 401.8).
//!
//! Copies are counted in the deck only: 401.5 and the first half of 401.8 are about the deck, the number of cards
//! outside isn't limited by any rule (402.2), and the supply of Subordinates is unlimited (215.1). A ban applies
//! everywhere, because 401.8 and 402.1 say so.

use super::{Code, Fault, Group, Table};
use crate::format::{Legality, legality, written};
use vocab::RuleNumber;

/// Rule 401.5.
const COPIES: u32 = 4;

pub(super) fn check(table: &Table<'_>, faults: &mut Vec<Fault>) {
    for group in &table.main {
        match legality(table.collection, group.card, table.format) {
            Legality::Banned(mark) => {
                let what = format!("{} is banned: {}", table.title(group), written(&mark));
                faults.push(Fault {
                    code: Code::Banned,
                    rule: RuleNumber::new(401, 8),
                    what,
                    cure: format!("remove {}", table.list(&[group])),
                });
            }
            Legality::Restricted(mark, _) => {
                let why = format!("restricted: {}", written(&mark));
                too_many(table, group, 1, &why, (Code::Restricted, RuleNumber::new(401, 8)), faults);
            }
            Legality::Legal(_) | Legality::NotInFormat => {
                let rule = RuleNumber::new(401, 5);
                too_many(table, group, COPIES, "printings are one card", (Code::Copies, rule), faults);
            }
        }
    }
    for group in &table.outside {
        if let Legality::Banned(mark) = legality(table.collection, group.card, table.format) {
            faults.push(Fault {
                code: Code::Banned,
                rule: RuleNumber::new(402, 1),
                what: format!("{} outside the deck is banned: {}", table.title(group), written(&mark)),
                cure: format!("remove {}", table.list(&[group])),
            });
        }
    }
}

fn too_many(
    table: &Table<'_>,
    group: &Group,
    most: u32,
    why: &str,
    (code, rule): (Code, RuleNumber),
    faults: &mut Vec<Fault>,
) {
    // A card that is never in a deck (401.9) is a fault of its own, however many there are.
    if group.count <= most || !table.printing(group).card_type.may_be_in_deck() {
        return;
    }
    let (count, title) = (group.count, table.title(group));
    faults.push(Fault {
        code,
        rule,
        what: format!("{count} copies of {title}, at most {most} ({why})"),
        cure: format!("remove {} of {count} {title}: {}", count - most, table.list(&[group])),
    });
}
