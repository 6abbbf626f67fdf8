//! The ways to complete a card: counters, Hidden Cost, Alternative Cost, Meditate; what they take and where they lead.

use super::price::Bill;
use super::{cost, price, spot, stack};
use crate::facts::catalog::Facts;
use crate::facts::game::Game;
use crate::facts::keywords::meditate::is_meditate;
use crate::facts::now::gather::{Given, Query, Rules};
use crate::facts::now::{gather, permission, restriction, summary};
use crate::records::build::Way;
use crate::records::decision::{Choice, Spot};
use crate::records::frame;
use crate::records::id::{AbilityId, CostId};
use crate::records::state::{Slot, Text, Where};
use crate::records::topics::Topics;
use crate::rules::change::By;
use crate::rules::keywords::{alternative_cost, enhance, hidden_cost};
use crate::rules::{effect, play};
use std::cell::OnceCell;
use std::ops::ControlFlow;
use vocab::ability::{Ability, AbilityKind, PlayOnly, Pool, ToComplete};
use vocab::{CardType, Keyword, Role};

impl Way {
    /// The keyword that it is done by.
    pub(crate) const fn keyword(self) -> Option<Keyword> {
        match self {
            Way::Counters | Way::Trap | Way::Bought | Way::Free => None,
            Way::Hidden => Some(Keyword::HiddenCost),
            Way::Alternative(_) | Way::GivenAlternative(_) => Some(Keyword::AlternativeCost),
            Way::Meditate(_) | Way::GivenMeditate(_) => Some(Keyword::Meditate),
        }
    }
}

/// Lists the completions of a player's build step.
pub(super) fn offers(game: &Game, who: Role, choices: &mut Vec<Choice>) {
    let [hand, build, discarded] =
        [Where::Hand, Where::BuildZone, Where::DiscardPile].map(|place| game.state.everywhere_like(place));
    let sieve = Sieve::of(game, who);
    let may_be_hidden = hidden_cost::may_have(game);
    let is_given =
        |keyword: Keyword| summary::texts(game).keywords.contains(keyword) || game.may_last(keyword);
    let is_given = [Keyword::AlternativeCost, Keyword::Meditate].map(is_given);
    // 1739.1: cards with Meditate work in the discard pile; whatever is given one has it there, too.
    let discarded =
        if is_given[1] { discarded } else { discarded.and(game.state.places.with(Text::Elsewhere)) };
    for card in hand.or(build).or(discarded).and(game.state.controlled_by(who)) {
        let record = game.state.card(card);
        let facts = game.catalog.facts(record.definition);
        if record.place != Where::DiscardPile {
            if !sieve.lets_through(game, card) {
                debug_assert!(
                    !can(game, who, card, Way::Counters),
                    "the sieve holds back what can be completed"
                );
            } else if sieve.can(game, who, card, Way::Counters) {
                choices.push(Choice::Play(card));
            }
            if may_be_hidden.contains(card) && sieve.can(game, who, card, Way::Hidden) {
                choices.push(Choice::PlayBy(card, Keyword::HiddenCost));
            }
        }
        if facts.has_own_ways || is_given != [false; 2] {
            for keyword in [Keyword::AlternativeCost, Keyword::Meditate] {
                if ways(game, who, card, keyword).next().is_some() {
                    choices.push(Choice::PlayBy(card, keyword));
                }
            }
        }
    }
}

/// What is looked at once for all cards of a list: most have too few counters, whatever texts say.
struct Sieve<'a> {
    /// The static rules that change costs.
    charging: Rules<'a>,
    /// The most by which texts on the table make a card cheaper.
    discount: u8,
    /// The names of the player's units, which cards can join for 1 counter (rule 803.2).
    names: stack::Names,
    /// Whether cards of other names may be stacked.
    stacks_others: bool,
}

impl Sieve<'_> {
    fn of(game: &Game, who: Role) -> Sieve<'_> {
        let own = game.state.laid_out().and(game.state.controlled_by(who));
        let facts = |card: Slot| game.catalog.facts(game.state.card(card).definition);
        let lists = |card: Slot| game.may_have(card, Keyword::Stack);
        Sieve {
            charging: permission::charging(game),
            discount: cost::most_discount(game),
            names: own.iter().filter_map(|card| facts(card).unit).collect(),
            stacks_others: own.iter().any(lists) || gather::has_rules_about(game, Topics::STACK),
        }
    }

    /// Whether a card may have counters enough (rules 703.1, 703.5); never no wrongly.
    fn lets_through(&self, game: &Game, card: Slot) -> bool {
        let record = game.state.card(card);
        let facts = game.catalog.facts(record.definition);
        let own_text = facts.changes.meets(Topics::COSTS);
        let least = if self.may_join(facts) { facts.least_cost.min(1) } else { facts.least_cost };
        own_text || least <= record.build.saturating_add(self.discount)
    }

    /// Whether a card may join a stack; never no wrongly.
    fn may_join(&self, facts: &Facts) -> bool {
        self.stacks_others
            || facts.changes.meets(Topics::STACK)
            || facts.unit.is_some_and(|name| self.names.may_have(name))
    }

    /// Whether a player can complete a card in this way now.
    fn can(&self, game: &Game, who: Role, card: Slot, way: Way) -> bool {
        let may_join = self.may_join(game.catalog.facts(game.state.card(card).definition));
        let is_possible = can_by(game, who, card, way, &self.charging, may_join);
        debug_assert_eq!(
            is_possible,
            can(game, who, card, way),
            "the sieve says it may join no stack, but it may"
        );
        is_possible
    }
}

/// The ways in which a keyword lets a player complete a card now.
pub(super) fn ways(game: &Game, who: Role, card: Slot, keyword: Keyword) -> impl Iterator<Item = Way> + '_ {
    let facts = game.catalog.facts(game.state.card(card).definition);
    let of_text = facts.by_itself.iter().zip(0_u8..).filter_map(move |(id, nth)| {
        let ability = game.catalog.ability(*id);
        match keyword {
            Keyword::AlternativeCost if alternative_cost::is_it(ability) => Some(Way::Alternative(nth)),
            Keyword::Meditate if is_meditate(ability) => Some(Way::Meditate(nth)),
            _ => None,
        }
    });
    let hidden = (keyword == Keyword::HiddenCost).then_some(Way::Hidden);
    let given = given(game, card, keyword).into_iter().filter_map(move |id| match keyword {
        Keyword::AlternativeCost => Some(Way::GivenAlternative(id)),
        Keyword::Meditate => Some(Way::GivenMeditate(id)),
        _ => None,
    });
    hidden.into_iter().chain(of_text).chain(given).filter(move |way| can(game, who, card, *way))
}

/// The Alternative Costs or Meditates that texts give to a card that isn't in play, each a way of its own (rules 1314.3,
/// 1704.7).
pub(super) fn given(game: &Game, card: Slot, keyword: Keyword) -> Vec<AbilityId> {
    let is: fn(&Ability) -> bool = match keyword {
        Keyword::AlternativeCost => alternative_cost::is_it,
        Keyword::Meditate => is_meditate,
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    if game.may_have(card, keyword) {
        Query::new(game, Topics::ABILITIES).by_others(card, &mut |given| {
            if let Given::Ability(id, _) = given
                && is(game.catalog.ability(id))
                && !found.contains(&id)
            {
                game.catalog.see(id);
                found.push(id);
            }
        });
    }
    found
}

/// What completing a card in this way asks for besides counters and the Force of a Hidden Cost: an Alternative Cost or
/// Meditate, then the extra prices of its text, then that of its Enhance (rules 207.4, 1704.1, 1722.4, 1739.1).
pub(super) fn bills(game: &Game, card: Slot, way: Way) -> Vec<Bill> {
    let listed = match way {
        Way::Alternative(nth) | Way::Meditate(nth) => price::ability_id(game, card, nth),
        Way::GivenAlternative(id) | Way::GivenMeditate(id) => Some(id),
        Way::Counters | Way::Hidden | Way::Trap | Way::Bought | Way::Free => None,
    };
    let more = enhance::paid_for(game, card);
    let facts = game.catalog.facts(game.state.card(card).definition);
    if listed.is_none() && more.is_none() && !facts.has_extra_price {
        return Vec::new();
    }
    let is_extra = |ability: &Ability| matches!(ability.kind, AbilityKind::ToComplete(_));
    let extra = price::abilities(game, card, is_extra).filter_map(|nth| price::ability_id(game, card, nth));
    listed.into_iter().chain(extra).chain(more).map(Bill::of).collect()
}

/// The lists of costs that are paid for a card after this many (rule 704.2).
pub(crate) fn due_after(game: &Game, card: Slot, way: Way, paid: u8) -> Vec<CostId> {
    let left = bills(game, card, way).into_iter().skip(usize::from(paid));
    left.filter_map(|bill| price::list(game, bill)).collect()
}

/// Whether the Enhance text of a Mission that is completed can be paid for besides everything else (rules 102.6, 1722.4).
pub(super) fn can_enhance(game: &Game, who: Role, card: Slot, way: Way) -> bool {
    let Some(text) = enhance::of_mission(game, card).and_then(|id| enhance::text(game, id)) else {
        return false;
    };
    let only = text.timing.only.iter().all(|only| match only {
        PlayOnly::If(condition) => effect::holds(game, card, who, condition),
        // `support` lets nothing else pass.
        PlayOnly::During(_)
        | PlayOnly::At(..)
        | PlayOnly::NoUnitAttacking
        | PlayOnly::WouldAttack(_)
        | PlayOnly::When(_)
        | PlayOnly::WhenWould(_)
        | PlayOnly::Before(_)
        | PlayOnly::AnyTime => false,
    });
    let holds = text.condition.as_ref().is_none_or(|only| effect::holds(game, card, who, only));
    let more = enhance::of_mission(game, card).map(Bill::of);
    let bills: Vec<Bill> = bills(game, card, way).into_iter().chain(more).collect();
    only && holds && price::can_pay_all(game, who, card, &bills, 0, &permission::charging(game))
}

/// Pays the extra price of a Trap in this place (rule 207.4): `None` if there is none, else the frame that pays it.
pub(crate) fn pay_extra(game: &mut Game, who: Role, card: Slot, place: u8) -> Option<Option<frame::Frame>> {
    let bill = *bills(game, card, Way::Trap).get(usize::from(place))?;
    Some(price::pay(game, who, card, bill, By::card(card, 207, 4)))
}

/// Whether a player can complete a card in this way now.
pub(crate) fn can(game: &Game, who: Role, card: Slot, way: Way) -> bool {
    can_by(game, who, card, way, &permission::charging(game), true)
}

/// The same where costs are changed by these rules, and where the card may join a stack or may not.
fn can_by(game: &Game, who: Role, card: Slot, way: Way, charging: &Rules, may_join: bool) -> bool {
    if !is_in_place(game, card, way) {
        return false;
    }
    let terms = Terms::of(game, who, card, way, charging);
    terms.has_enough(may_join)
        && is_allowed(game, who, card)
        && conditions_hold(game, who, card)
        && terms.can_be_met()
}

/// Whether no text forbids that this player completes the card (rule 1312.1).
fn is_allowed(game: &Game, who: Role, card: Slot) -> bool {
    let is_unit = game.catalog.card_type(game.state.card(card).definition).is_unit();
    let may = if is_unit {
        restriction::can_be_deployed(game, who, card)
    } else {
        restriction::may_play(game, who, card)
    };
    may && has_room_for_copy(game, who, card)
}

/// Whether a card whose text limits its copies in play may have one more (rule 211.3).
fn has_room_for_copy(game: &Game, who: Role, card: Slot) -> bool {
    let name = |card: Slot| game.catalog.facts(game.state.card(card).definition).name;
    permission::copy_limit(game, card).is_none_or(|most| {
        let own = |other: &Slot| {
            *other != card
                && name(*other) == name(card)
                && game.state.card(*other).controller == who
                && effect::is_in_play(game, *other)
        };
        game.state.slots().filter(own).count() < usize::from(most)
    })
}

/// Whether a Trap has counters enough to be completed when its moment comes (rule 212.2).
pub(crate) fn trap_is_ready(game: &Game, who: Role, card: Slot) -> bool {
    can(game, who, card, Way::Trap)
}

/// Whether the card is where this way of completing takes it from, and is of a kind that is completed so.
fn is_in_place(game: &Game, card: Slot, way: Way) -> bool {
    let record = game.state.card(card);
    let kind = game.catalog.card_type(record.definition);
    let is_started = record.place == Where::BuildZone && record.is_face_down();
    let is_trap = kind == CardType::Trap;
    let place = match way {
        // 702.4: a card that costs nothing may come from the hand; 212.2: Traps wait for their moment.
        Way::Counters | Way::Alternative(_) | Way::GivenAlternative(_) => {
            (is_started || record.place == Where::Hand) && !is_trap
        }
        Way::Hidden => is_started && !is_trap && hidden_cost::is_kind(game, kind),
        Way::Meditate(_) | Way::GivenMeditate(_) => record.place == Where::DiscardPile && !is_trap,
        Way::Trap => is_started && is_trap,
        Way::Bought | Way::Free => true,
    };
    place && kind.is_built()
}

/// The places that a card can be completed to in this way, as far as they can be paid for.
pub(super) fn open_spots(game: &Game, who: Role, card: Slot, way: Way) -> Vec<Spot> {
    let charging = permission::charging(game);
    let terms = Terms::of(game, who, card, way, &charging);
    spot::spots(game, who, card).into_iter().filter(|spot| terms.are_met(*spot)).collect()
}

/// What completing a card in one way takes, wherever it goes.
struct Terms<'a> {
    game: &'a Game,
    who: Role,
    card: Slot,
    way: Way,
    charging: &'a Rules<'a>,
    /// Worked out where the way asks for it.
    cost: OnceCell<cost::Current>,
    bills: Vec<Bill>,
}

impl Terms<'_> {
    fn of<'a>(game: &'a Game, who: Role, card: Slot, way: Way, charging: &'a Rules<'a>) -> Terms<'a> {
        let bills = bills(game, card, way);
        Terms { game, who, card, way, charging, cost: OnceCell::new(), bills }
    }

    fn cost(&self) -> cost::Current {
        *self.cost.get_or_init(|| cost::Current::of(self.game, self.who, self.card, self.charging))
    }

    /// Whether there are counters enough for the cheapest place.
    fn has_enough(&self, may_join: bool) -> bool {
        let counters = self.game.state.card(self.card).build;
        match self.way {
            Way::Counters | Way::Trap => counters >= self.cost().least(may_join),
            Way::Hidden => hidden_cost::price(self.game, self.card, self.cost().least(may_join)).is_some(),
            Way::Alternative(_)
            | Way::GivenAlternative(_)
            | Way::Meditate(_)
            | Way::GivenMeditate(_)
            | Way::Bought
            | Way::Free => true,
        }
    }

    /// Whether there is a place to which the card can be completed.
    fn can_be_met(&self) -> bool {
        let mut look = |spot: Spot| {
            if self.are_met(spot) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        spot::each(self.game, self.who, self.card, &mut look).is_break()
    }

    /// Whether the card can be completed to this place.
    fn are_met(&self, spot: Spot) -> bool {
        let cost = || self.cost().at(self.game, spot);
        match self.way {
            Way::Counters | Way::Trap => self.game.state.card(self.card).build >= cost() && self.can_pay(0),
            // 1731.6: no Pilot onto a unit.
            Way::Hidden => {
                !matches!(spot, Spot::Pilot(_))
                    && hidden_cost::price(self.game, self.card, cost())
                        .is_some_and(|force| self.can_pay(force))
            }
            Way::Bought => {
                let due = u16::from(cost().saturating_sub(self.game.state.card(self.card).build));
                due <= self.game.pool(self.who, Pool::BuildPoints) && self.can_pay(0)
            }
            Way::Alternative(nth) => {
                price::ability_id(self.game, self.card, nth).is_none_or(|id| self.leads(id, spot))
                    && self.can_pay(0)
            }
            Way::GivenAlternative(id) => self.leads(id, spot) && self.can_pay(0),
            Way::Meditate(_) | Way::GivenMeditate(_) | Way::Free => self.can_pay(0),
        }
    }

    /// Whether an Alternative Cost lets the card go to this place.
    fn leads(&self, id: AbilityId, spot: Spot) -> bool {
        let onto = if let Spot::Pilot(unit) = spot { Some(unit) } else { None };
        alternative_cost::leads_to(self.game, self.card, id, onto)
    }

    fn can_pay(&self, force: u8) -> bool {
        let force = u16::from(force);
        price::can_pay_all(self.game, self.who, self.card, &self.bills, force, self.charging)
    }
}

/// Whether the conditions of a card for completing it hold (rule 207.2).
fn conditions_hold(game: &Game, who: Role, card: Slot) -> bool {
    let facts = game.catalog.facts(game.state.card(card).definition);
    facts.by_itself.iter().all(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::ToComplete(ToComplete { condition: Some(condition), .. }) => {
            game.catalog.see(*id);
            effect::holds(game, card, who, condition)
        }
        AbilityKind::OneShot(text) => play::may_be_completed(game, who, card, &text.timing),
        AbilityKind::ToComplete(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Static(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_) => true,
    })
}
