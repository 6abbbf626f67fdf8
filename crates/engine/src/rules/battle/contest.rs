//! Contested units: both players have a unit of the same unique name in arenas in the battle phase (rule 806).

use super::Frame;
use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::{DiscardCause, What};
use crate::records::frame::Flow;
use crate::records::state::{ByRole, Moment, Slot, Text};
use crate::rules::build::{cost, stack};
use crate::rules::change::By;
use crate::rules::{build, check, trigger};
use vocab::ability::Pool;
use vocab::{Arena, Role, RuleNumber};

/// The frame that solves contests, if there are any now; an attack is finished first (rules 806.1, 806.2).
pub(crate) fn contests(game: &mut Game) -> Option<Frame> {
    let in_battle = matches!(game.state.moment, Moment::BattlePhase | Moment::BattleStep(_));
    let is_free = in_battle && game.state.attacks.is_empty() && game.state.sequences.is_empty();
    let arenas = Some(game.state.places.arenas());
    if !is_free || game.looked.rivals == arenas {
        debug_assert!(!is_free || pairs(game).is_empty(), "a unit came to an arena and nobody noted it");
        return None;
    }
    if pairs(game).is_empty() {
        game.looked.rivals = arenas;
        return None;
    }
    Some(Frame::Contests)
}

/// The contested pairs: DS's unit and LS's (rule 806.1).
fn pairs(game: &Game) -> Vec<[Slot; 2]> {
    let is_unique = |unit: &Slot| game.catalog.is_unique(game.state.card(*unit).definition);
    let mut pairs = Vec::new();
    // Hardly ever are there any: a look at both players' unique units settles that.
    let unique = game.state.in_arenas().and(game.state.places.with(Text::Unique));
    let [dark, light] = Role::ALL.map(|who| unique.and(game.state.controlled_by(who)));
    if !dark.iter().any(|one| light.iter().any(|other| stack::is_same_unit(game, one, other))) {
        return pairs;
    }
    let units = |who: Role| Arena::ALL.into_iter().flat_map(move |arena| game.units_of(who, arena));
    for dark in units(Role::Dark).filter(is_unique) {
        let rivals = units(Role::Light).filter(|light| stack::is_same_unit(game, dark, *light));
        pairs.extend(rivals.map(|light| [dark, light]));
    }
    pairs
}

/// Goes on with a pair; DS chooses between several (rule 806.5).
pub(super) fn next(game: &mut Game) -> Flow {
    match pairs(game)[..] {
        [] => Flow::Done,
        [[dark, _]] => begin(game, dark),
        [..] => Flow::Ask,
    }
}

pub(super) fn ask(game: &Game, choices: &mut Vec<Choice>) -> Ask {
    choices.extend(pairs(game).into_iter().map(|[dark, _]| Choice::Card(dark)));
    Ask::new(Role::Dark, Why::Order, 806, 5)
}

/// Begins the bidding for DS's unit and its rival.
pub(super) fn begin(game: &mut Game, unit: Slot) -> Flow {
    let pair = pairs(game).into_iter().find(|[dark, _]| *dark == unit);
    let Some([dark, light]) = pair else { return Flow::Done };
    game.state.bids = ByRole::default();
    // Nobody has declined; both name a first bid.
    Flow::push(Frame::Contests, Frame::Bid(dark, light, Role::Dark, FIRST))
}

/// In the count of declines: both are still to name their first bid.
const FIRST: u8 = 8;
/// DS has named the first bid, LS has not.
const SECOND: u8 = 7;

/// Goes on bidding until both decline in succession (rule 806.2).
pub(super) fn bidding(game: &mut Game, dark: Slot, light: Slot, _who: Role, passes: u8) -> Flow {
    if passes == 2 {
        return settle(game, dark, light);
    }
    Flow::Ask
}

pub(super) fn ask_bid(game: &Game, unit: Slot, who: Role, passes: u8, choices: &mut Vec<Choice>) -> Ask {
    let most = u8::try_from(game.pool(who, Pool::Force)).unwrap_or(u8::MAX);
    if passes >= SECOND {
        choices.extend((0..=most).map(Choice::Number));
    } else {
        choices.push(Choice::Pass);
        let bid = game.state.bids[who];
        choices.extend((bid..=most).skip(1).map(Choice::Number));
    }
    Ask::new(who, Why::Bid, 806, 2).about(unit)
}

/// A player bids or declines.
pub(super) fn bid(game: &mut Game, pair: [Slot; 2], who: Role, passes: u8, choice: Choice) -> Flow {
    let passes = match (choice, passes) {
        (Choice::Number(amount), _) => {
            game.state.bids[who] = amount;
            game.note(What::Bid { who, amount: u16::from(amount) }, RuleNumber::new(806, 2), None);
            if passes == FIRST { SECOND } else { 0 }
        }
        (_, passes) => passes + 1,
    };
    let [dark, light] = pair;
    Flow::next(Frame::Bid(dark, light, who.other(), passes))
}

/// The higher sum of bid and total build cost wins, DS in a tie; the loser's unit retreats (rules 806.3, 806.4).
fn settle(game: &mut Game, dark: Slot, light: Slot) -> Flow {
    let sum = |who: Role, unit: Slot| u16::from(game.state.bids[who]) + cost::total(game, unit);
    let dark_wins = sum(Role::Dark, dark) >= sum(Role::Light, light);
    let (winner, loser) = if dark_wins { (Role::Dark, light) } else { (Role::Light, dark) };
    let by = By::rule(806, 4);
    let bid = u16::from(game.state.bids[winner]);
    let _ = game.pay(winner, Pool::Force, bid, by);
    if permission::can_retreat(game, loser) {
        build::retreat(game, loser, by);
    } else {
        // 806.7: the conflict must be solved.
        game.discard_by_rule(loser, DiscardCause::Rule, By::rule(806, 7));
    }
    check::settle(game);
    Flow::next(trigger::Frame::Resolve)
}
