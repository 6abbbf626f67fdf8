//! Prices of the build step: Equip, Upkeep, Alternative Cost, Meditate, extra prices (rules 102.6, 701.2).
//!
//! Force, build points and tapping are paid here at once; costs that are actions are paid by the effects.

use crate::facts::game::Game;
use crate::facts::now::gather::Rules;
use crate::facts::now::permission::Charges;
use crate::facts::now::{self, permission};
use crate::facts::text::{Scope, filter};
use crate::records::frame;
use crate::records::id::AbilityId;
use crate::records::id::CostId;
use crate::records::state::{Slot, Slot0};
use crate::rules::change::By;
use crate::rules::effect;
use crate::rules::keywords::alternative_cost;
use vocab::ability::{
    Ability, AbilityKind, Amount, Charge, Costs, Effect, Pattern, Payment, Pool, Upkeep, Wrapper, X,
};
use vocab::{Keyword, Role};

/// What plain costs come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Price {
    force: u16,
    build: u16,
    taps: u8,
}

/// The cost that an ability asks for; `option` counts the alternatives of an Upkeep (rule 1760.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bill {
    /// The ability.
    pub ability: AbilityId,
    /// Which of its costs.
    pub option: u8,
    /// The card that an Equipment is to be attached to.
    pub host: Slot0,
}

impl Bill {
    /// The one cost of an ability.
    pub(crate) const fn of(ability: AbilityId) -> Bill {
        Bill { ability, option: 0, host: None }
    }

    /// The same for an Equipment on that card.
    pub(crate) const fn onto(self, host: Slot) -> Bill {
        Bill { host: Some(host), ..self }
    }
}

/// The number of the ability with this place in a card's text.
pub(crate) fn ability_id(game: &Game, card: Slot, nth: u8) -> Option<AbilityId> {
    game.catalog.facts(game.state.card(card).definition).by_itself.get(usize::from(nth)).copied()
}

/// The ability with this place in a card's text.
pub(crate) fn ability(game: &Game, card: Slot, nth: u8) -> Option<&Ability> {
    ability_id(game, card, nth).map(|id| game.catalog.ability(id))
}

/// The places of the abilities in a card's text that are such.
pub(crate) fn abilities(
    game: &Game,
    card: Slot,
    fits: impl Fn(&Ability) -> bool,
) -> impl Iterator<Item = u8> {
    let count = game.catalog.facts(game.state.card(card).definition).by_itself.len() as u8;
    (0..count).filter(move |nth| ability(game, card, *nth).is_some_and(&fits))
}

/// What a bill is for.
pub(crate) fn costs(game: &Game, bill: Bill) -> Option<&Costs> {
    match &game.catalog.ability(bill.ability).kind {
        AbilityKind::Wrapper(Wrapper::Upkeep(Upkeep::Costs(options))) => {
            options.get(usize::from(bill.option))
        }
        AbilityKind::Wrapper(Wrapper::AlternativeCost(costs)) => Some(costs),
        AbilityKind::Wrapper(Wrapper::Enhance(text)) => Some(&text.costs),
        AbilityKind::Activated(play) => Some(&play.costs),
        AbilityKind::ToComplete(extra) => Some(&extra.costs),
        AbilityKind::Wrapper(_)
        | AbilityKind::Keyword(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_) => None,
    }
}

/// Whether a player can pay a bill of a card in full.
pub(crate) fn can_pay(game: &Game, who: Role, card: Slot, bill: Bill) -> bool {
    can_pay_by(game, who, card, bill, &permission::charging(game))
}

/// The same, as far as costs are changed by these rules.
pub(crate) fn can_pay_by(game: &Game, who: Role, card: Slot, bill: Bill, charging: &Rules) -> bool {
    can_pay_all(game, who, card, &[bill], 0, charging)
}

/// Whether a player can pay several bills and this much Force besides, all in full (rule 102.6).
pub(super) fn can_pay_all(
    game: &Game,
    who: Role,
    card: Slot,
    bills: &[Bill],
    force: u16,
    charging: &Rules,
) -> bool {
    let mut sum = Price { force, ..Price::default() };
    for bill in bills {
        match priced(game, card, *bill, charging) {
            Some(Some(price)) => {
                sum.force += price.force;
                sum.build += price.build;
                sum.taps += price.taps;
            }
            // Some of them are actions: whether all can be paid is planned together.
            Some(None) => {
                let lists: Vec<CostId> = bills.iter().filter_map(|bill| list(game, *bill)).collect();
                let x = bills.iter().find_map(|bill| x_of(game, card, *bill)).unwrap_or(0);
                return lists.len() == bills.len() && effect::can_pay(game, card, who, &lists, force, x);
            }
            None => return false,
        }
    }
    let taps = sum.taps == 0 || (sum.taps == 1 && !game.state.card(card).is_tapped());
    taps && sum.force <= game.pool(who, Pool::Force) && sum.build <= game.pool(who, Pool::BuildPoints)
}

/// The list of costs that a bill is for.
pub(super) fn list(game: &Game, bill: Bill) -> Option<CostId> {
    game.catalog.entry(bill.ability).costs.get(usize::from(bill.option)).copied()
}

/// Pays a bill that can be paid; the frame that does what is more than Force, build points and tapping.
pub(crate) fn pay(game: &mut Game, who: Role, card: Slot, bill: Bill, by: By) -> Option<frame::Frame> {
    let Some(price) = priced(game, card, bill, &permission::charging(game)).flatten() else {
        return effect::pay(game, card, who, bill.ability, bill.option);
    };
    // A bill is offered only if it can be paid.
    let _ = game.pay(who, Pool::Force, price.force, by);
    let _ = game.pay(who, Pool::BuildPoints, price.build, by);
    if price.taps > 0 {
        game.tap(card, by);
    }
    None
}

/// What a bill of a card comes to; `None` inside if some of it is more than Force, build points and tapping. The Force of
/// an Equip cost may be changed by texts (rules 1002.1, 1304.5).
fn priced(game: &Game, card: Slot, bill: Bill, charging: &Rules) -> Option<Option<Price>> {
    let is_equip = match &game.catalog.ability(bill.ability).kind {
        AbilityKind::Activated(play) => {
            matches!(&play.effect, Effect::Keyword(keyword, _) if keyword.keyword() == Keyword::Equip)
        }
        _ => false,
    };
    let host = bill.host;
    let changes = |pool: Pool| {
        if !is_equip {
            return Charges::default();
        }
        permission::charges(charging, card, &|charge, scope| match charge {
            Charge::Equip(of, to) => {
                let is_there = |to: &Pattern| host.is_some_and(|host| filter::is_meant(scope, to, host));
                *of == pool && to.as_deref().is_none_or(is_there)
            }
            Charge::Deploy | Charge::DeployTo(_) | Charge::Complete | Charge::Play | Charge::Activate(_) => {
                false
            }
        })
    };
    let changed = |price: Price| {
        let on = |pool, cost: u16| changes(pool).on(i16::try_from(cost).unwrap_or(i16::MAX)).unsigned_abs();
        Price { force: on(Pool::Force, price.force), build: on(Pool::BuildPoints, price.build), ..price }
    };
    costs(game, bill).map(|costs| price(costs, x_of(game, card, bill)).map(changed))
}

/// What X is in a bill whose text says so: "Pay X Force, where X is this unit's printed build cost".
fn x_of(game: &Game, card: Slot, bill: Bill) -> Option<i16> {
    let says = matches!(game.catalog.ability(bill.ability).x, X::Is(_));
    says.then(|| now::x_of(Scope::of_card(game, card, 0), bill.ability))
}

/// The sum of plain costs; `None` if some of them are actions or worked out in another way than X.
fn price(costs: &Costs, x: Option<i16>) -> Option<Price> {
    costs.0.iter().try_fold(Price::default(), |price, payment| {
        let number = |amount: &Amount| match amount {
            Amount::Number(n) => u16::try_from(*n).ok(),
            Amount::X => x.and_then(|x| u16::try_from(x).ok()),
            _ => None,
        };
        Some(match payment {
            Payment::TapThis => Price { taps: price.taps + 1, ..price },
            Payment::Force(amount) => Price { force: price.force + number(amount)?, ..price },
            Payment::BuildPoints(amount) => Price { build: price.build + number(amount)?, ..price },
            // Where the card goes isn't a price.
            Payment::Act(_) if alternative_cost::boards(payment).is_some() => price,
            Payment::Act(_) | Payment::OneOf(..) => return None,
        })
    })
}
