//! What stands on the table, each in one sentence: numbers, counters, keywords and zones, with the numbers of the moment.
//! Pages have them as titles; the script shows them under the mouse, at the focus, and under a finger that stays.

use engine::state::Moment;
use vocab::{Arena, Counter, Keyword, Role};

/// `1 die`, `3 dice`.
fn counted(number: i64, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Speed, power and health, with the damage on the unit.
pub fn stats([speed, power, health]: [i16; 3], damage: u8) -> [String; 3] {
    let left = (i64::from(health) - i64::from(damage)).max(0);
    [
        format!("Speed {speed}: the fastest unit acts first; at equal speed Dark’s does."),
        format!(
            "Power {power}: it attacks with {}; each 4 or more is a hit.",
            counted(power.max(0).into(), "die", "dice")
        ),
        match damage {
            0 => format!("Health {health}: {health} damage destroys it."),
            damage => format!("Health {health}, {damage} damage: {left} more destroys it."),
        },
    ]
}

/// The pips of a unit.
pub fn damage(on: u8, pending: u8) -> String {
    match (on, pending) {
        (0, 0) => "No damage. What a unit takes stays on it, turn after turn.".into(),
        (on, 0) => format!("{on} damage, which stays on it, turn after turn."),
        (on, pending) => format!("{on} damage, and {pending} more is coming unless somebody stops it."),
    }
}

/// What a card costs to build.
pub fn cost(points: u8) -> String {
    format!(
        "Build cost {points}: it’s finished when {} paid.",
        counted(points.into(), "point is", "points are")
    )
}

/// What has been paid for a card that is being built.
pub fn built(paid: u8, cost: u8) -> String {
    match cost.saturating_sub(paid) {
        0 => format!("All {} paid: it can be brought out.", counted(cost.into(), "point is", "points are")),
        rest => {
            format!("{paid} of {} paid, {rest} to go.", counted(cost.into(), "build point", "build points"))
        }
    }
}

/// A counter of a kind.
pub const fn counter(kind: Counter) -> &'static str {
    match kind {
        Counter::Build => "Build counters: the points paid so far for a card that’s being built.",
        Counter::Damage => "Damage stays on a unit; as much as its health destroys it.",
        Counter::Resource => "Resource counters: the card’s text says what they do and how they’re spent.",
        Counter::Corruption => "Corruption counters do nothing alone; other cards ask for them.",
        Counter::Captivity => "Captivity counters do nothing alone; other cards ask for them.",
        Counter::Mastery => "Mastery counters do nothing alone; other cards ask for them.",
        Counter::Redemption => "Redemption counters do nothing alone; other cards ask for them.",
        Counter::Credit => "Credit counters do nothing alone; other cards ask for them.",
    }
}

/// A keyword, by the words of a chip.
pub fn keyword(keyword: Keyword, chip: &str) -> String {
    format!("{chip}: {}", keyword.row().plain)
}

/// A unit of several cards.
pub fn stack(cards: usize) -> String {
    format!("{cards} cards stacked as one unit: each one below adds 10 speed, 1 power and 1 health.")
}

/// A price on a button.
pub fn price(number: u16, force: bool) -> String {
    let number = i64::from(number);
    if force {
        format!("Costs {number} Force.")
    } else {
        format!("Costs {}.", counted(number, "build point", "build points"))
    }
}

/// Force.
pub const FORCE: &str = "Force pays for special moves. You gain 4 each turn and keep what you don’t use.";
/// Build points.
pub const BUILD: &str = "Build points pay for cards in the build step. What’s left when it ends is gone.";
/// Cards in hand.
pub const HAND: &str = "Cards in hand: only their owner sees them.";
/// Cards in the deck.
pub const DECK: &str = "Cards left in the deck. Each player draws one in their build step.";
/// The discard pile.
pub const DISCARD: &str = "The discard pile: cards that were destroyed or used up, for both to see.";
/// The build zone.
pub const BUILD_ZONE: &str =
    "The build zone: cards are built here and units wait here, and nobody can attack them.";
/// A card face down.
pub const FACE_DOWN: &str = "A face-down card that’s being built, with the build points paid so far.";
/// Cards that are out of the usual places.
pub const ELSEWHERE: &str = "Cards that lie elsewhere, and that you can choose now.";
/// The order in which units act.
pub const ORDER: &str =
    "Who acts when: the fastest first, at equal speed Dark’s. Those that have acted are dim.";
/// A Location.
pub const LOCATION: &str = "A Location: its text changes the arena it lies in.";
/// The hits of an attack.
pub const HITS: &str = "Each hit is 1 damage.";
/// Prevented damage.
pub const PREVENTED: &str = "Damage that was stopped before it landed.";
/// Damage of an attack.
pub const LANDS: &str = "What lands on the defender unless it’s prevented.";
/// The odds of an attack.
pub const ODDS: &str = "How likely each amount of damage was before the roll; red destroys the defender.";

/// How many dice an attack has, and what hits.
pub fn need(power: i16, from: i16) -> String {
    format!(
        "{} rolled; each die that shows {from} or more is a hit.",
        counted(power.max(0).into(), "die is", "dice are")
    )
}

/// An arena.
pub const fn arena(arena: Arena) -> &'static str {
    match arena {
        Arena::Space => {
            "Space: ships fight here. Hold two of the three arenas when a turn ends, and you win."
        }
        Arena::Ground => {
            "Ground: tanks and squads fight here. Hold two of the three arenas when a turn ends, and you win."
        }
        Arena::Character => {
            "Character: heroes and soldiers fight here. Hold two of the three arenas when a turn ends, and you win."
        }
    }
}

/// Who holds an arena.
pub const HELD: &str = "You hold an arena when you have a unit there and the other player has none.";

const fn side(who: Role) -> &'static str {
    match who {
        Role::Dark => "Dark",
        Role::Light => "Light",
    }
}

/// A step of the turn.
pub fn step(moment: Moment) -> String {
    match moment {
        Moment::Preparation => "Before the game: Events, Resources and the first hand.".into(),
        Moment::Setup => "Both players place 30 points of units.".into(),
        Moment::Ready => {
            "Everything untaps, both players gain 4 Force, and one die gives both build points.".into()
        }
        Moment::BuildStep(who) => format!("{} draws a card, pays for cards and brings units out.", side(who)),
        Moment::RetreatStep(who) => format!("{} may pull units back to the build zone.", side(who)),
        Moment::BattlePhase => "The battles: Space, Ground, Character.".into(),
        Moment::BattleStep(arena) => format!("The units in the {arena} arena act, fastest first."),
        Moment::TurnEnd => "Whoever holds two arenas now wins.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{built, cost, damage, need, price, stats};

    #[test]
    fn numbers_agree_with_their_words() {
        assert_eq!(stats([50, 1, 3], 2)[1], "Power 1: it attacks with 1 die; each 4 or more is a hit.");
        assert_eq!(stats([50, 1, 3], 2)[2], "Health 3, 2 damage: 1 more destroys it.");
        assert_eq!(damage(1, 2), "1 damage, and 2 more is coming unless somebody stops it.");
        assert_eq!(cost(1), "Build cost 1: it’s finished when 1 point is paid.");
        assert_eq!(built(2, 4), "2 of 4 build points paid, 2 to go.");
        assert_eq!(built(4, 4), "All 4 points are paid: it can be brought out.");
        assert_eq!(price(1, false), "Costs 1 build point.");
        assert_eq!(need(-1, 5), "0 dice are rolled; each die that shows 5 or more is a hit.");
    }
}
