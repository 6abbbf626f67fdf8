//! The ready phase: start of the turn, untapping, the roll for build points (rule 602).

use crate::facts::game::Game;
use crate::facts::now::permission;
use crate::records::event::What;
use crate::records::state::{Mark, Moment, Slot, SlotSet, Where};
use crate::rules::change::By;
use crate::rules::{check, effect, history};
use vocab::ability::Pool;
use vocab::{Arena, Role, RuleNumber};

/// A turn begins: what is counted per turn starts anew (rule 602.1).
pub(super) fn start(game: &mut Game) {
    game.state.turn = game.state.turn.saturating_add(1);
    history::turn_starts(game);
    game.state.idle_turns = game.state.idle_turns.saturating_add(1);
    for card in game.state.on_the_table() {
        // 1002.2: an Equip cost can be paid once per turn.
        [Mark::Paid, Mark::Attacked].into_iter().for_each(|mark| game.unmark(card, mark));
    }
    for who in Role::ALL {
        game.state.players[who].steps.build_started = false;
        game.state.players[who].steps.build_continues = false;
    }
    game.begin(Moment::Ready, By::rule(602, 1));
    check::settle(game);
}

/// "Doesn't untap during the next untap step unless you pay 2 Force": what was put off until now waits to resolve, for
/// units that are still tapped and would untap (rule 602.9).
pub(super) fn ask_prices(game: &mut Game) {
    for delayed in game.state.delayed.iter().copied().collect::<Vec<_>>() {
        if !effect::is_untap_price(game, delayed.node) {
            continue;
        }
        game.state.delayed.retain(|other| *other != delayed);
        let would_untap = |card: &Slot| {
            let record = game.state.card(*card);
            let stays = record.marks.has(Mark::SkipsUntap) || !permission::untaps(game, *card);
            !record.place.is_out_of_play() && record.is_tapped() && !stays
        };
        if effect::kept_tapped(game, &delayed).iter().any(would_untap) {
            game.wait(delayed.waiting);
        }
    }
}

/// Untaps a player's cards, as far as they untap and cannot stay tapped by choice (rules 602.2, 602.3).
pub(super) fn untap(game: &mut Game, who: Role) {
    for card in tapped(game, who) {
        let skips = game.state.card(card).marks.has(Mark::SkipsUntap);
        if !skips && permission::untaps(game, card) && !permission::may_stay_tapped(game, card) {
            game.untap(card, By::rule(602, 2));
        }
    }
}

/// The next card, after this one, that its controller may untap or leave tapped (rule 602.2).
pub(super) fn undecided(game: &Game, who: Role, after: Option<Slot>) -> Option<Slot> {
    let may = |card: &Slot| {
        let skips = game.state.card(*card).marks.has(Mark::SkipsUntap);
        !skips && permission::untaps(game, *card) && permission::may_stay_tapped(game, *card)
    };
    tapped(game, who).iter().filter(|card| Some(*card) > after).find(may)
}

/// A player's tapped cards in arenas and the build zone, Pilots included (rules 303.3, 902.6).
fn tapped(game: &Game, who: Role) -> SlotSet {
    let piloting = game.state.everywhere_like(Where::Piloting(Slot::default()));
    let own = game.state.laid_out().or(piloting).and(game.state.controlled_by(who));
    own.iter().filter(|card| game.state.card(*card).is_tapped()).collect()
}

/// The untap step is over: whatever kept units from untapping is used up (rule 602.3).
pub(super) fn untapped(game: &mut Game) {
    for card in game.state.on_the_table() {
        game.unmark(card, Mark::SkipsUntap);
    }
}

/// The roll for build points (rule 602.5).
pub(super) fn roll(game: &mut Game) {
    let rolled = game.roll(Role::Light, 1, By::rule(602, 5));
    game.state.build_roll = rolled.first().copied().unwrap_or(0);
}

/// Both players gain what was rolled, and 1 more with units in all three arenas (rules 602.5, 602.6).
pub(super) fn give_out(game: &mut Game) {
    let rolled = game.state.build_roll;
    for who in Role::ALL {
        game.gain(who, Pool::BuildPoints, u16::from(rolled), By::rule(602, 5));
    }
    give_out_more(game);
    game.note(What::BuildRoll(rolled), RuleNumber::new(602, 7), None);
}

/// 1 more with units in all three arenas (rule 602.6).
pub(super) fn give_out_more(game: &mut Game) {
    for who in Role::ALL {
        if Arena::ALL.into_iter().all(|arena| game.units_of(who, arena).next().is_some()) {
            game.gain(who, Pool::BuildPoints, 1, By::rule(602, 6));
        }
    }
}
