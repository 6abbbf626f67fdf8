//! Equip: a player pays for attaching an Equipment to one of his or her cards (rules 1002 and 1723).

use crate::facts::game::Game;
use crate::facts::now::restriction::Attaching;
use crate::facts::now::{gather, permission, restriction};
use crate::records::build::Frame;
use crate::records::decision::{Ask, Choice, Spot, Why};
use crate::records::event::What;
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::play::Tried;
use crate::records::state::{Mark, Slot, Where};
use crate::records::topics::Topics;
use crate::rules::build::price::Bill;
use crate::rules::build::{attach, class, equipment_fits, price};
use crate::rules::change::By;
use crate::rules::{check, play, trigger};
use vocab::ability::{Ability, AbilityKind, Effect, Filter, PlayOnly, Stage};
use vocab::{Keyword, Role};

/// The Equip of a text: what narrows it, if anything ("Equip to a Jedi").
fn of_text(ability: &Ability) -> Option<Option<&Filter>> {
    let AbilityKind::Activated(play) = &ability.kind else { return None };
    match &play.effect {
        Effect::Keyword(keyword, filter) if keyword.keyword() == Keyword::Equip => Some(filter.as_deref()),
        _ => None,
    }
}

/// Whether an Equip is played in the battle phase, and not in the build step (rule 1002.1).
fn is_for_battle(ability: &Ability) -> bool {
    matches!(&ability.kind, AbilityKind::Activated(play)
        if play.timing.only.contains(&PlayOnly::During(Stage::BattlePhase)))
}

/// Whether an Equip that is played in the battle phase can be used now.
pub(crate) fn is_possible(game: &Game, equipment: Slot, id: AbilityId) -> bool {
    let who = game.state.card(equipment).controller;
    let is_free = !game.state.card(equipment).marks.has(Mark::Paid);
    let mut places = price::abilities(game, equipment, |ability| of_text(ability).is_some());
    let nth = places.find(|nth| price::ability_id(game, equipment, *nth) == Some(id));
    is_free && nth.is_some_and(|nth| hosts(game, who, equipment, nth).next().is_some())
}

/// Lists the Equip abilities that a player can use now (rules 1002.1, 1002.2).
pub(crate) fn offers(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    let host = Slot::default();
    let lying = [Where::BuildZone, Where::Attached(host)].map(|place| game.state.everywhere_like(place));
    for card in lying[0].or(lying[1]).and(game.state.controlled_by(who)) {
        let record = game.state.card(card);
        let is_hidden = record.place == Where::BuildZone && record.is_face_down();
        if is_hidden || record.marks.has(Mark::Paid) || gather::has_lost_text(game, card) {
            continue;
        }
        let is_offered = |ability: &Ability| of_text(ability).is_some() && !is_for_battle(ability);
        for nth in price::abilities(game, card, is_offered) {
            let can = hosts(game, who, card, nth).next().is_some();
            choices
                .extend(price::ability_id(game, card, nth).filter(|_| can).map(|id| Choice::Use(card, id)));
        }
    }
}

/// The cards that an Equipment can be attached to by one of its Equip abilities; none if it cannot be paid for.
fn hosts(game: &Game, who: Role, equipment: Slot, nth: u8) -> impl Iterator<Item = Slot> {
    let bill = price::ability_id(game, equipment, nth).map(Bill::of);
    let charging = permission::charging(game);
    // Where no text changes costs, one look says that it is too dear, wherever it goes.
    let can_be_dear = |bill: &Bill| {
        gather::may_have(game, equipment, Topics::COSTS)
            || price::can_pay_by(game, who, equipment, *bill, &charging)
    };
    let cards = bill.filter(can_be_dear).map(|_| game.state.on_the_table()).unwrap_or_default();
    let filter = price::ability(game, equipment, nth).and_then(of_text).flatten();
    let is_own = move |card: Slot| match restriction::attaching(game, equipment, card) {
        Attaching::Usual => game.state.card(card).controller == who,
        Attaching::Allowed => true,
        Attaching::Forbidden => false,
    };
    let can_be_host = move |card: &Slot| {
        game.state.card(equipment).place != Where::Attached(*card)
            && equipment_fits(game, equipment, *card)
            && filter.is_none_or(|filter| class::fits_filter(game, *card, filter))
            && is_own(*card)
            && bill.is_some_and(|bill| {
                price::can_pay_by(game, who, equipment, bill.onto(*card), &permission::charging(game))
            })
    };
    cards.iter().filter(can_be_host)
}

/// Begins equipping: which card, or by which of several costs.
pub(crate) fn begin(game: &Game, who: Role, equipment: Slot, id: AbilityId) -> Option<Frame> {
    let mut places = price::abilities(game, equipment, |ability| of_text(ability).is_some());
    let nth = places.find(|nth| price::ability_id(game, equipment, *nth) == Some(id))?;
    Some(Frame::Host(who, equipment, nth))
}

pub(crate) fn ask(
    game: &Game,
    who: Role,
    equipment: Slot,
    nth: u8,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    choices.push(Choice::Back);
    choices.extend(hosts(game, who, equipment, nth).map(|host| Choice::Put(equipment, Spot::Attach(host))));
    Some(Ask::new(who, Why::Equip, 1002, 1).about(equipment))
}

/// Pays for equipping (rule 1002.2).
pub(crate) fn commit(game: &mut Game, who: Role, equipment: Slot, nth: u8, host: Slot) -> Flow {
    let Some(ability) = price::ability_id(game, equipment, nth) else { return Flow::Done };
    let by = By::card(equipment, 1002, 1);
    game.mark(equipment, Mark::Paid);
    game.note(What::Used { card: equipment, ability }, by.rule, by.card);
    let paid = Frame::EquipPaid(who, equipment, nth, host);
    match price::pay(game, who, equipment, Bill::of(ability).onto(host), by) {
        Some(paying) => Flow::Push(paid.into(), paying),
        None => Flow::next(paid),
    }
}

/// The price is paid: now it can be disrupted (rule 1002.5).
pub(crate) fn paid(game: &mut Game, who: Role, equipment: Slot, nth: u8, host: Slot) -> Flow {
    let Some(ability) = price::ability_id(game, equipment, nth) else { return Flow::Done };
    let chance = play::open(game, Tried::Ability(equipment, ability), who);
    Flow::Push(Frame::Equipping(equipment, host).into(), chance)
}

/// Attaches the Equipment if the play was not disrupted and the card is still there.
pub(crate) fn finish(game: &mut Game, equipment: Slot, host: Slot) -> Flow {
    if !play::was_disrupted(game) && equipment_fits(game, equipment, host) {
        attach(game, equipment, host, By::card(equipment, 1002, 1));
    }
    check::settle(game);
    Flow::next(trigger::Frame::Resolve)
}
