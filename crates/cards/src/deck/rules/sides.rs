//! The side of a deck and of what comes with it (rules 103.6, 103.7, 401.7, 402.1).

use super::permission::may_be_supplied;
use super::{Code, Fault, Group, Table, plural};
use vocab::{RuleNumber, Side};

/// The sides that a deck can have besides Neutral.
const PRIMARY: [Side; 3] = [Side::Light, Side::Dark, Side::YuuzhanVong];

/// The side of the deck: the one that the fewest cards don't belong to; Neutral if all cards are (103.6).
///
/// If two fit equally well, it's the one with more cards of its own.
pub(super) fn primary(table: &Table<'_>) -> Side {
    if table.main.iter().all(|group| neutral_or_none(table, group)) {
        return Side::Neutral;
    }
    let strange = |side| {
        table.main.iter().filter(|group| !fits(table, group, side)).map(|group| group.count).sum::<u32>()
    };
    let own = |side| table.count(|card| card.side == Some(side));
    let best = PRIMARY.into_iter().min_by_key(|side| (strange(*side), std::cmp::Reverse(own(*side))));
    best.unwrap_or(Side::Neutral)
}

pub(super) fn check(table: &Table<'_>, side: Side, faults: &mut Vec<Fault>) {
    let wrong: Vec<&Group> = table.main.iter().filter(|group| !fits(table, group, side)).collect();
    if !wrong.is_empty() {
        faults.push(Fault {
            code: Code::Side,
            rule: RuleNumber::new(401, 7),
            what: format!("a {side} deck with {} of another side: {}", number(&wrong), sides(table, &wrong)),
            cure: format!("remove {}", table.list(&wrong)),
        });
    }
    let outside = |group: &&Group| !fits(table, group, side) && !supplied(table, group);
    let wrong: Vec<&Group> = table.outside.iter().filter(outside).collect();
    if !wrong.is_empty() {
        let what =
            format!("{} of another side outside a {side} deck: {}", number(&wrong), sides(table, &wrong));
        let cure = format!("remove {}", table.list(&wrong));
        faults.push(Fault { code: Code::Side, rule: RuleNumber::new(402, 1), what, cure });
    }
}

/// A card without a side is a Reminder, which is a fault by its type.
fn neutral_or_none(table: &Table<'_>, group: &Group) -> bool {
    matches!(table.printing(group).side, Some(Side::Neutral) | None)
}

/// 401.7: of the side, or Neutral, or (103.7) a card that says it may be in a Yuuzhan Vong deck.
fn fits(table: &Table<'_>, group: &Group, side: Side) -> bool {
    table.printing(group).side == Some(side)
        || neutral_or_none(table, group)
        || (side == Side::YuuzhanVong && table.vong.contains(&group.card))
}

/// 102.2: a card of the deck may say that certain cards of another side can be in the supply.
fn supplied(table: &Table<'_>, group: &Group) -> bool {
    let card = table.printing(group);
    table.main.iter().any(|giver| may_be_supplied(card, &table.printing(giver).text))
}

fn number(groups: &[&Group]) -> String {
    plural(groups.iter().map(|group| group.count).sum(), "card")
}

/// `2 Dark, 1 Yuuzhan Vong`.
fn sides(table: &Table<'_>, groups: &[&Group]) -> String {
    let count = |side| -> u32 {
        let of_side = groups.iter().filter(|group| table.printing(group).side == Some(side));
        of_side.map(|group| group.count).sum()
    };
    let all = Side::ALL.into_iter().map(|side| (side, count(side))).filter(|(_, count)| *count > 0);
    all.map(|(side, count)| format!("{count} {side}")).collect::<Vec<_>>().join(", ")
}
