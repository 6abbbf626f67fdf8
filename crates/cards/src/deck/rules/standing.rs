//! Whether each card may be there at all: its type (rules 217.1, 401.9) and its format (rule 403.1).

use super::{Code, Fault, Table, unknown_fault};
use crate::format::{Legality, legality};
use vocab::{CardType, RuleNumber};

pub(super) fn check(table: &Table<'_>, faults: &mut Vec<Fault>) {
    types(table, faults);
    formats(table, faults);
    faults.extend(table.unknown.iter().map(|unknown| unknown_fault(unknown, table.collection)));
}

fn types(table: &Table<'_>, faults: &mut Vec<Fault>) {
    for group in &table.main {
        let card_type = table.printing(group).card_type;
        if !card_type.may_be_in_deck() {
            // 214.1, 215.1: Events and Subordinates are kept in the supply.
            let (rule, cure) = if card_type == CardType::Reminder {
                (RuleNumber::new(217, 1), "remove")
            } else {
                (RuleNumber::new(401, 9), "move to the Supply:")
            };
            faults.push(Fault {
                code: Code::Type,
                rule,
                what: format!("{} is of type {card_type}, never part of a deck", table.title(group)),
                cure: format!("{cure} {}", table.list(&[group])),
            });
        }
    }
    for group in &table.outside {
        if table.printing(group).card_type == CardType::Reminder {
            faults.push(Fault {
                code: Code::Type,
                rule: RuleNumber::new(217, 1),
                what: format!("{} is a Reminder, never part of a game", table.title(group)),
                cure: format!("remove {}", table.list(&[group])),
            });
        }
    }
}

fn formats(table: &Table<'_>, faults: &mut Vec<Fault>) {
    for (group, place) in table
        .main
        .iter()
        .map(|group| (group, ""))
        .chain(table.outside.iter().map(|group| (group, " outside")))
    {
        // A Subordinate comes with the card that creates it (215.1), whatever set its own card is in.
        let created = matches!(table.printing(group).card_type, CardType::Subordinate(_));
        let legality = legality(table.collection, group.card, table.format);
        if legality == Legality::NotInFormat && !created {
            faults.push(Fault {
                code: Code::Format,
                rule: RuleNumber::new(403, 1),
                what: format!(
                    "{}{place} is not in {}: {}",
                    table.title(group),
                    table.format.name,
                    table.printing_sets(group)
                ),
                cure: format!("remove {}, or play another format", table.list(&[group])),
            });
        }
    }
}
