//! Completing a card: where it goes, paying, the disrupt chance, taking effect (rule 704).

use super::way::{bills, can_enhance, given, open_spots, ways};
use super::{cost, is_own_step, price, spot};
use crate::facts::game::Game;
use crate::records::build::{Frame, Way};
use crate::records::decision::{Ask, Choice, Spot, Why};
use crate::records::event::{DiscardCause, What};
use crate::records::frame::Flow;
use crate::records::id::AbilityId;
use crate::records::play::Tried;
use crate::records::state::{Mark, Slot, Where};
use crate::rules::change::By;
use crate::rules::keywords::{enhance, hidden_cost, meditate};
use crate::rules::{check, effect, play, trigger};
use vocab::ability::Pool;
use vocab::{Arena, CardType, Cost, Counter, Keyword, Role};

/// The frame that completes a card by a keyword.
pub(super) fn by_keyword(game: &Game, who: Role, card: Slot, keyword: Keyword) -> Option<Frame> {
    match ways(game, who, card, keyword).collect::<Vec<_>>()[..] {
        [] => None,
        [way] => Some(Frame::Destination(who, card, way)),
        [..] => Some(Frame::Ways(who, card, keyword)),
    }
}

pub(super) fn ask_ways(
    game: &Game,
    who: Role,
    card: Slot,
    keyword: Keyword,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    choices.push(Choice::Back);
    choices.extend(ways(game, who, card, keyword).filter_map(|way| match way {
        Way::Alternative(nth) | Way::Meditate(nth) => Some(Choice::Option(nth)),
        Way::GivenAlternative(id) | Way::GivenMeditate(id) => {
            place_of_given(game, card, id, keyword).map(Choice::Option)
        }
        Way::Counters | Way::Hidden | Way::Trap | Way::Bought | Way::Free => None,
    }));
    Some(Ask::new(who, Why::Pay, 1704, 7).about(card))
}

/// The number of an Alternative Cost or Meditate that the card is given: after the abilities of its text.
fn place_of_given(game: &Game, card: Slot, id: AbilityId, keyword: Keyword) -> Option<u8> {
    let own = game.catalog.facts(game.state.card(card).definition).by_itself.len();
    let nth = given(game, card, keyword).iter().position(|given| *given == id)?;
    u8::try_from(own + nth).ok()
}

/// The Alternative Cost or Meditate with this number.
pub(crate) fn numbered_way(game: &Game, card: Slot, keyword: Keyword, nth: u8) -> Option<(Way, AbilityId)> {
    let own = &game.catalog.facts(game.state.card(card).definition).by_itself;
    let printed = own.get(usize::from(nth)).copied();
    let of_given = || given(game, card, keyword).get(usize::from(nth).checked_sub(own.len())?).copied();
    let id = printed.or_else(of_given)?;
    let is_printed = printed.is_some();
    let way = match (keyword, is_printed) {
        (Keyword::AlternativeCost, true) => Way::Alternative(nth),
        (Keyword::AlternativeCost, false) => Way::GivenAlternative(id),
        (Keyword::Meditate, true) => Way::Meditate(nth),
        (Keyword::Meditate, false) => Way::GivenMeditate(id),
        _ => return None,
    };
    Some((way, id))
}

/// Goes on with the cost that was chosen.
pub(super) fn by_way(game: &Game, who: Role, card: Slot, keyword: Keyword, nth: u8) -> Flow {
    match numbered_way(game, card, keyword, nth) {
        Some((way, _)) => Flow::next(Frame::Destination(who, card, way)),
        None => Flow::Ask,
    }
}

/// Asks where a unit or Location goes; other cards have no choice.
pub(super) fn destination(game: &mut Game, who: Role, card: Slot, way: Way) -> Flow {
    match open_spots(game, who, card, way)[..] {
        [] => Flow::Done,
        [_] if asks_for_x(game, card, way) && game.state.card(card).build > 0 => {
            Flow::next(Frame::X(who, card))
        }
        [Spot::BuildZone] => commit(game, who, card, Spot::BuildZone, way),
        [..] => Flow::Ask,
    }
}

pub(super) fn ask(game: &Game, who: Role, card: Slot, way: Way, choices: &mut Vec<Choice>) -> Option<Ask> {
    // Out of the build step the play has been announced already: there is no way back into the chance.
    if is_own_step(game, who) && !matches!(way, Way::Bought | Way::Free) {
        choices.push(Choice::Back);
    }
    choices.extend(open_spots(game, who, card, way).into_iter().map(|spot| Choice::Put(card, spot)));
    Some(Ask::new(who, Why::Destination, 704, 4).about(card))
}

/// Whether X is chosen when the card is completed (rule 201.3).
fn asks_for_x(game: &Game, card: Slot, way: Way) -> bool {
    way == Way::Counters && game.catalog.definition(game.state.card(card).definition).cost == Cost::X
}

/// X is at most the number of counters on the card (rule 201.3).
pub(super) fn ask_x(game: &Game, who: Role, card: Slot, choices: &mut Vec<Choice>) -> Option<Ask> {
    choices.push(Choice::Back);
    choices.extend((0..=game.state.card(card).build).map(Choice::Number));
    Some(Ask::new(who, Why::X, 201, 3).about(card))
}

/// X counters stay on the card until it takes effect: they are what X is.
pub(super) fn choose_x(game: &mut Game, who: Role, card: Slot, x: u8) -> Flow {
    let more = game.state.card(card).build.saturating_sub(x);
    game.remove_counters(card, Counter::Build, more, who, By::card(card, 201, 3));
    let spot = open_spots(game, who, card, Way::Counters).first().copied();
    commit(game, who, card, spot.unwrap_or(Spot::BuildZone), Way::Counters)
}

/// Reveals the card and begins to pay (rule 704.2).
pub(super) fn commit(game: &mut Game, who: Role, card: Slot, spot: Spot, way: Way) -> Flow {
    let by = By::card(card, 704, 2);
    lay(game, who, card, way);
    game.note(What::Revealed(card), by.rule, by.card);
    let cost = cost::current(game, who, card, spot);
    if way == Way::Bought {
        let due = cost.saturating_sub(game.state.card(card).build);
        // Offered only if it can be paid.
        let _ = game.pay(who, Pool::BuildPoints, u16::from(due), By::card(card, 1602, 1));
    }
    let force = hidden_cost::price(game, card, cost);
    if let (Way::Hidden, Some(force)) = (way, force) {
        let _ = game.pay(who, Pool::Force, u16::from(force), By::card(card, 1731, 1));
    }
    if can_enhance(game, who, card, way) {
        return Flow::next(Frame::Enhance(who, card, spot, way));
    }
    Flow::next(Frame::Paying(who, card, spot, way, 0))
}

/// Pays what else is asked for, in the order listed; then the counters go and the completion can be disrupted.
pub(super) fn pay(game: &mut Game, who: Role, card: Slot, spot: Spot, way: Way, paid: u8) -> Flow {
    if let Some(bill) = bills(game, card, way).get(usize::from(paid)) {
        let next = Frame::Paying(who, card, spot, way, paid + 1);
        return match price::pay(game, who, card, *bill, By::card(card, 704, 2)) {
            Some(paying) => Flow::Push(next.into(), paying),
            None => Flow::next(next),
        };
    }
    if !asks_for_x(game, card, way) {
        game.remove_counters(card, Counter::Build, u8::MAX, who, By::card(card, 704, 2));
    }
    let kind = game.catalog.card_type(game.state.card(card).definition);
    let tried = if kind.is_unit() { Tried::Deployment(card) } else { Tried::Card(card) };
    let next = Frame::Completing(who, card, spot, way);
    if enhance::keeps_mission(game, card) {
        return Flow::next(next);
    }
    play::open_completion(game, tried, (who, card), next.into())
}

/// Lays the card on the table; it is neither a unit nor in play before it takes effect (rules 204.1, 301.2).
fn lay(game: &mut Game, who: Role, card: Slot, way: Way) {
    let by = By::card(card, 704, 2);
    if matches!(way, Way::Meditate(_) | Way::GivenMeditate(_)) {
        meditate::lay(game, card, Where::BuildZone, by);
    } else if game.state.card(card).place != Where::BuildZone {
        game.relocate(card, Where::BuildZone, by);
        game.give(card, who);
    }
    game.turn_down(card);
}

/// The card takes effect, or is discarded if the completion was disrupted (rules 704.3 to 704.7).
pub(super) fn finish(game: &mut Game, who: Role, card: Slot, spot: Spot, way: Way) -> Flow {
    let by = By::card(card, 704, 4);
    if play::was_disrupted(game) {
        game.discard_by_rule(card, DiscardCause::Rule, By::card(card, 704, 3));
        return Flow::next(trigger::Frame::Resolve);
    }
    let x = game.remove_counters(card, Counter::Build, u8::MAX, who, By::card(card, 704, 2));
    game.unmark(card, Mark::FaceDown);
    let kind = game.catalog.card_type(game.state.card(card).definition);
    // 208.1: what looks at the arena of a Location that is completed finds it there.
    if matches!(kind, CardType::Location(_)) {
        place(game, who, card, spot);
    }
    game.note(What::Completed { who, card, x }, by.rule, by.card);
    match kind {
        CardType::Unit(_) | CardType::Subordinate(_) => deploy(game, who, card, spot, way),
        CardType::Resource => replace_resource(game, who, card),
        CardType::Mission | CardType::Trap => {
            return match effect::resolve_card(game, card, who, i16::from(x)) {
                Some(above) => Flow::push(Frame::Resolved(card), above),
                None => Flow::next(Frame::Resolved(card)),
            };
        }
        // 211.1, 704.7: they lie face-up in the build zone.
        CardType::Campaign
        | CardType::Equipment(_)
        | CardType::Location(_)
        | CardType::Battle
        | CardType::Event
        | CardType::Reminder => {}
    }
    check::settle(game);
    // 704.2, 1705.3: triggers, then a unit that has come into an arena may be ambushed.
    Flow::next(trigger::Frame::Resolve)
}

/// A Mission that has resolved is discarded (rule 207.1).
pub(super) fn resolved(game: &mut Game, card: Slot) -> Flow {
    if game.state.card(card).place == Where::BuildZone {
        game.discard_by_rule(card, DiscardCause::Rule, By::card(card, 207, 1));
    }
    check::settle(game);
    Flow::next(trigger::Frame::Resolve)
}

/// Deploys a unit (rules 704.4 to 704.6, 802.4). A place that has gone meanwhile is the build zone.
fn deploy(game: &mut Game, who: Role, card: Slot, spot: Spot, way: Way) {
    let by = By::card(card, 704, 4);
    let is_open = spot::spots(game, who, card).contains(&spot);
    let spot = if is_open { spot } else { Spot::BuildZone };
    spot::put(game, card, spot, who, by);
    game.note(What::Deployed { who, card, spot, using: way.keyword() }, by.rule, by.card);
}

/// Places a Location; the one that was there is discarded, whoever has it (rule 208.3).
fn place(game: &mut Game, who: Role, card: Slot, spot: Spot) {
    if let Spot::Arena(arena) = spot {
        clear_for_location(game, card, arena);
    }
    spot::put(game, card, spot, who, By::card(card, 208, 1));
}

/// The Location that an arena has is discarded for another one (rule 208.3).
pub(crate) fn clear_for_location(game: &mut Game, new: Slot, arena: Arena) {
    let old: Vec<Slot> = spot::locations(game, arena).filter(|old| *old != new).collect();
    for old in old {
        game.discard_by_rule(old, DiscardCause::Rule, By::card(new, 208, 3));
    }
}

/// Each player has one Resource in play (rule 213.2).
pub(crate) fn replace_resource(game: &mut Game, who: Role, card: Slot) {
    let is_old = |other: &Slot| {
        let record = game.state.card(*other);
        *other != card
            && !record.is_face_down()
            && game.catalog.card_type(record.definition) == CardType::Resource
    };
    let old: Vec<Slot> = game.state.zone(who, Where::BuildZone).filter(is_old).collect();
    for old in old {
        game.discard_by_rule(old, DiscardCause::Rule, By::card(card, 213, 2));
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::records::decision::Spot;
    use crate::records::state::{Mark, Options, Report, Where};
    use crate::rules::build::{Frame, Way, trap_is_ready};
    use vocab::ability::Uniqueness;
    use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, EquipmentFit, Role, Side, Stat};

    fn card(name: &str, card_type: CardType) -> Definition {
        Definition {
            name: name.into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side: Side::Neutral,
            card_type,
            subtypes: "".into(),
            cost: Cost::Points(4),
            speed: Stat::Value(30),
            power: Stat::Value(2),
            health: Stat::Value(2),
            abilities: Vec::new(),
            expansion: Box::default(),
            words: "".into(),
            completeness: Completeness::Exact,
        }
    }

    fn table() -> Position {
        let ground = Arenas::one(Arena::Ground);
        let tank = card("Tank", CardType::Unit(ground));
        let plate = card("Plate", CardType::Equipment(Some(EquipmentFit::Units(ground))));
        let mut table =
            Position::new(vec![tank, plate, card("Snare", CardType::Trap)], 1.into(), Options::default())
                .unwrap();
        table.state_mut().report = Report::Tried { disrupted: true };
        table
    }

    #[test]
    fn t031_a_disrupted_completion_discards_the_card() {
        let mut table = table();
        let tank = table.put(Role::Dark, "Tank", Where::BuildZone).unwrap();
        table.mark(tank, Mark::FaceDown);
        let spot = Spot::Arena(Arena::Ground);
        let game = table.play(Frame::Completing(Role::Dark, tank, spot, Way::Counters));
        assert_eq!(game.state.card(tank).place, Where::DiscardPile);
        assert_eq!(game.state.report, Report::Nothing);
    }

    #[test]
    fn t036_t037_a_trap_with_counters_enough_is_completed_at_its_moment() {
        let mut table = table();
        table.state_mut().report = Report::Nothing;
        let traps = [4, 3].map(|counters| {
            let trap = table.put(Role::Dark, "Snare", Where::BuildZone).unwrap();
            table.mark(trap, Mark::FaceDown);
            table.build(trap, counters);
            trap
        });
        let trap = Frame::complete(Role::Dark, traps[0], Way::Trap);
        // Nothing is asked on the way: the Trap has no place to choose.
        let game = table.clone().play(trap);
        assert_eq!(game.state.card(traps[0]).place, Where::DiscardPile);
        let game = table.play(Frame::End(Role::Dark));
        assert_eq!(traps.map(|trap| trap_is_ready(&game, Role::Dark, trap)), [true, false]);
    }

    #[test]
    fn t192_a_disrupted_equip_leaves_the_equipment_where_it_was() {
        let mut table = table();
        let tank = table.put(Role::Dark, "Tank", Where::Arena(Arena::Ground)).unwrap();
        let plate = table.put(Role::Dark, "Plate", Where::BuildZone).unwrap();
        let game = table.play(Frame::Equipping(plate, tank));
        assert_eq!(game.state.card(plate).place, Where::BuildZone);
    }
}
