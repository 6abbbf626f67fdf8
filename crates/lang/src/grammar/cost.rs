//! Costs: "[tap], pay 1 Force", "discard a card from your hand", "remove 2 counters".

use super::amount::{read_value, write_value};
use super::effect::{actor, read_action, write_action};
use super::player::{read_player, write_player};
use crate::parser::Parser;
use crate::token::Kind;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    Action, Amount, ArenaRef, CardAction, Choice, Class, Costs, CounterAction, Filter, Pattern, Payment,
    Place, Player, Pool, Quality, Quantity, Reference, Selector, UnitAction, X,
};

/// Everything before the arrow, in the order written.
pub fn read_costs(p: &mut Parser) -> Option<Costs> {
    if let Some(options) = p.attempt(read_either) {
        return Some(Costs(vec![Payment::OneOf(Player::You, options)]));
    }
    read_joined(p, &[", and", ",", "and"])
}

/// "Discard a card from your hand or tap one of your units ->": one of them.
fn read_either(p: &mut Parser) -> Option<Vec<Costs>> {
    let read = |p: &mut Parser| {
        let payments = read_payments(p, false, 0)?;
        payments.iter().all(|payment| matches!(payment, Payment::Act(_))).then_some(Costs(payments))
    };
    let mut options = vec![read(p)?];
    while p.words("or") {
        options.push(read(p)?);
    }
    (options.len() > 1 && p.sees(|p| p.kind(Kind::Arrow, "->"))).then_some(options)
}

/// One of several alternatives: a comma starts the next one, so only "and" joins what is paid together.
pub fn read_alternative(p: &mut Parser) -> Option<Costs> {
    read_joined(p, &["and"])
}

fn read_joined(p: &mut Parser, joints: &[&'static str]) -> Option<Costs> {
    let mut payments = match p.attempt(read_two_counters) {
        Some(both) => both,
        None => read_payments(p, false, 0)?,
    };
    while let Some(next) = p.attempt(|p| {
        // Some cards forget the comma.
        let verb = |p: &mut Parser| p.kind(Kind::Tap, "[tap]") || p.words("discard a card");
        (p.one_of(joints).is_some() || p.sees(verb)).then_some(())?;
        let money = matches!(payments.last(), Some(Payment::Force(_) | Payment::BuildPoints(_)));
        read_payments(p, money, payments.len())
    }) {
        payments.extend(next);
    }
    // "Tap 2 of your units in each arena": one arena after another.
    if let Some(Payment::Act(last)) = payments.last()
        && let Action::Units(UnitAction::Tap(Selector::Choose(choice))) = &**last
        && choice.of.place.is_none()
        && p.words("in each arena")
    {
        let choice = choice.clone();
        payments.pop();
        payments.extend(vocab::Arena::ALL.map(|arena| {
            let mut there = (*choice).clone();
            there.of.place = Some(Place::Arena(ArenaRef::the(arena)));
            Payment::Act(Box::new(UnitAction::Tap(there.into()).into()))
        }));
    }
    Some(Costs(payments))
}

/// "put 1 damage counter and 1 redemption counter on this unit": two items.
fn read_two_counters(p: &mut Parser) -> Option<Vec<Payment>> {
    let (first, second) = super::effect::read_two_counters(p)?;
    let on = crate::referents::acted_on(&first)?.clone();
    p.refs.after_payment(&first, 0);
    let on = match on {
        Selector::Choose(_) => Selector::Known(Reference::Paid(0)),
        same @ (Selector::Known(_) | Selector::Each(_)) => same,
        Selector::Together(_) => return None,
    };
    let second = super::effect::counters_onto(second, on);
    Some(vec![Payment::Act(Box::new(first)), Payment::Act(Box::new(second.into()))])
}

/// One item, or one for each of several units given by name.
fn read_payments(p: &mut Parser, paying: bool, index: usize) -> Option<Vec<Payment>> {
    p.attempt(|p| read_named_units(p, index))
        .or_else(|| read_payment(p, paying, index).map(|payment| vec![payment]))
}

/// "Tap Ilara Venn and Jessa Korr": one of the payer's units of each name; "Ilara Venn or Jessa Korr": either.
fn read_named_units(p: &mut Parser, index: usize) -> Option<Vec<Payment>> {
    let act: fn(Selector) -> Action = p.choice::<fn(Selector) -> Action>(&[
        ("tap", |what| UnitAction::Tap(what).into()),
        ("retreat", |what| UnitAction::Retreat(what).into()),
        ("discard", |what| CardAction::Discard(what).into()),
    ])?;
    let name = |p: &mut Parser| match p.attempt(super::reference::read_reference) {
        // A card's own name means the card itself.
        Some(known) => Some(Err(known)),
        None => super::class::read_class(p).filter(super::class::is_name).map(Ok),
    };
    let mut names = vec![name(p)?];
    let mut either = false;
    while let Some((next, or)) = p.attempt(|p| {
        let or = p.choice(&[(", or", true), (", and", false), ("or", true), ("and", false), (",", false)])?;
        Some((name(p)?, or))
    }) {
        names.push(next);
        either |= or;
    }
    names.iter().any(Result::is_ok).then_some(())?;
    let place = p.attempt(super::place::read_place);
    let owner = Some(p.doer());
    let one_of = |classes: Vec<Class>| Selector::one(Filter { classes, control: owner, place, with: vec![] });
    let selectors = if either {
        vec![one_of(names.into_iter().map(Result::ok).collect::<Option<_>>()?)]
    } else {
        let one =
            |name: Result<Class, Reference>| name.map_or_else(Selector::Known, |name| one_of(vec![name]));
        names.into_iter().map(one).collect()
    };
    let mut payments = Vec::with_capacity(selectors.len());
    for what in selectors {
        let action = act(what);
        p.refs.after_payment(&action, u8::try_from(index + payments.len()).ok()?);
        payments.push(Payment::Act(Box::new(action)));
    }
    Some(payments)
}

/// What is tapped, discarded, retreated, moved or put somewhere to pay is the payer's own, unless the text says
/// "any"; so is a unit given by name, and it must be there.
pub fn own(mut action: Action, payer: Player) -> Action {
    let (what, always) = match &mut action {
        Action::Units(UnitAction::Tap(what) | UnitAction::Retreat(what))
        | Action::Cards(
            CardAction::Discard(what)
            | CardAction::Put(what, _)
            | CardAction::Move(what, _)
            | CardAction::Detach(what),
        ) => (what, true),
        Action::Counters(
            CounterAction::Put { on: what, .. }
            | CounterAction::Remove { from: what, .. }
            | CounterAction::AllBut { from: what, .. },
        ) => (what, false),
        _ => return action,
    };
    if let Selector::Each(filter) = what
        && filter.control.is_none()
        && filter.with.is_empty()
        && let [class] = &filter.classes[..]
        && super::class::is_name(class)
    {
        *what = Selector::one(filter.clone().of(payer));
        return action;
    }
    if let Selector::Choose(choice) = what
        && (always || choice.of.classes.iter().all(super::class::is_name))
        && choice.of.control.is_none()
        && matches!(
            choice.of.place,
            None | Some(Place::InPlay | Place::Arena(_) | Place::ArenaOrBuildZone(..))
        )
        && !choice.of.with.iter().any(|quality| matches!(quality, Quality::Among(_) | Quality::On(..)))
    {
        choice.of.control = Some(payer);
    }
    action
}

/// Whether X is paid and depends on something that is chosen only when it has been paid.
pub fn is_priced_by_result(costs: &Costs, x: &X) -> bool {
    let is_later = match x {
        X::Is(Amount::Result(_)) => true,
        X::Is(Amount::Measure(_, of) | Amount::Counters(_, of)) => {
            matches!(**of, Pattern::Known(Reference::Result(_)))
        }
        X::Is(_) | X::Chosen | X::ChosenUpTo(_) => false,
    };
    let is_x =
        |payment: &Payment| matches!(payment, Payment::Force(Amount::X) | Payment::BuildPoints(Amount::X));
    is_later && costs.0.iter().any(is_x)
}

/// One item. After a payment, "pay" isn't repeated: "Pay 1 build point, 2 Force".
fn read_payment(p: &mut Parser, paying: bool, index: usize) -> Option<Payment> {
    if p.kind(Kind::Tap, "[tap]") {
        return Some(Payment::TapThis);
    }
    if p.attempt(read_bare_tap).is_some() {
        return Some(Payment::TapThis);
    }
    if let Some((who, options)) = p.attempt(read_alternatives).or_else(|| p.attempt(read_gained)) {
        return Some(Payment::OneOf(who, options));
    }
    p.attempt(|p| {
        let said = p.words("pay");
        (said || paying).then_some(())?;
        read_money(p)
    })
    .or_else(|| {
        // An old master puts the verb last.
        p.attempt(|p| {
            let amount = read_value(p)?;
            p.words("force pay").then_some(Payment::Force(amount))
        })
    })
    .or_else(|| p.attempt(read_tapped_force))
    .or_else(|| p.attempt(read_resource_counters))
    .or_else(|| {
        p.attempt(|p| {
            let any = p.sees(|p| p.words("discard any") || p.words("tap any"));
            let action = p.attempt(read_action_of_another).or_else(|| {
                let action = read_action(p)?;
                Some(if any { action } else { own(action, Player::You) })
            })?;
            p.refs.after_payment(&action, u8::try_from(index).ok()?);
            Some(Payment::Act(Box::new(action)))
        })
    })
}

/// "Each player gains 1 Force", "your opponent draws a card": what others do can be a cost as well.
fn read_action_of_another(p: &mut Parser) -> Option<Action> {
    let who = read_player(p)?;
    p.actor = who;
    let action = read_action(p);
    p.actor = Player::You;
    action
}

/// "Tap 1 Force ->": Force is paid; nothing of that name can be tapped.
fn read_tapped_force(p: &mut Parser) -> Option<Payment> {
    p.words("tap").then_some(())?;
    let amount = read_value(p)?;
    p.words("force").then_some(())?;
    p.sees(|p| p.kind(Kind::Arrow, "->") || p.words(",")).then_some(Payment::Force(amount))
}

/// "Tap ->" and "Tap, ...": the card itself.
fn read_bare_tap(p: &mut Parser) -> Option<()> {
    p.words("tap").then_some(())?;
    let alone = p.sees(|p| p.kind(Kind::Arrow, "->") || p.words(","));
    alone.then_some(())
}

/// "2 Force", "1 build point", "X Force, up to 3".
fn read_money(p: &mut Parser) -> Option<Payment> {
    if *p.x() == X::Chosen && p.one_of(&["any number of", "any amount of"]).is_some() {
        // Whatever is paid is X; "that many" refers to it.
        p.saw_x = true;
        p.paid_x = true;
        return p.choice(&[
            ("force", Payment::Force(Amount::X)),
            ("build points", Payment::BuildPoints(Amount::X)),
        ]);
    }
    // "Pay up to 3 Force": X, at most 3.
    let most = p.attempt(|p| {
        (*p.x() == X::Chosen && !p.in_enhance).then_some(())?;
        p.words("up to").then_some(())?;
        let most = p.number()?;
        p.words("force").then_some(most)
    });
    if let Some(most) = most {
        p.saw_x = true;
        p.paid_x = true;
        p.explain_x(X::ChosenUpTo(most.into()));
        return Some(Payment::Force(Amount::X));
    }
    let amount = read_value(p)?;
    if p.in_enhance {
        let _ = p.words("more") || p.words("additional");
    }
    let build = p
        .choice(&[
            ("force", false),
            ("build points", true),
            ("build point", true),
            ("more force", false),
            ("additional force", false),
        ])
        .or_else(|| {
            // "Pay 2 ->" means Force, "Pay 1 build ->" build points.
            let build = p.words("build");
            p.sees(|p| p.kind(Kind::Arrow, "->")).then_some(build)
        })?;
    if amount == Amount::X && *p.x() == X::Chosen {
        read_bound(p);
    }
    if amount == Amount::X && *p.x() == X::Chosen {
        let most = p.attempt(|p| {
            (p.words(", up to") || p.words("( up to")).then_some(())?;
            let most = p.number()?;
            p.words(")");
            Some(most)
        });
        if let Some(most) = most {
            p.explain_x(X::ChosenUpTo(most.into()));
        } else {
            super::amount::read_where_x(p);
        }
    }
    Some(if build { Payment::BuildPoints(amount) } else { Payment::Force(amount) })
}

/// ", where X is 3 or less": your choice, up to 3.
fn read_bound(p: &mut Parser) {
    let most = p.attempt(|p| {
        p.words(",");
        p.words("where x is").then_some(())?;
        let most = p.number()?;
        (p.words("or less") || p.words("or fewer")).then_some(most)
    });
    if let Some(most) = most {
        p.explain_x(X::ChosenUpTo(most.into()));
    }
}

/// "Add 2 counters", "Remove 4 counters": this Resource's counters (rule 213.4).
fn read_resource_counters(p: &mut Parser) -> Option<Payment> {
    let add = p.choice(&[("add", true), ("remove", false)])?;
    let amount = read_value(p)?;
    (p.words("counters") || p.words("counter")).then_some(())?;
    p.sees(|p| p.kind(Kind::Arrow, "->") || p.words(",")).then_some(())?;
    let counter = vocab::Counter::Resource;
    let action = if add {
        CounterAction::put(amount, counter, Selector::THIS)
    } else {
        CounterAction::remove(amount, counter, Selector::THIS)
    };
    Some(Payment::Act(Box::new(action.into())))
}

/// "Choose one: Pay 2 Force. Or: Discard a card from your hand."
fn read_alternatives(p: &mut Parser) -> Option<(Player, Vec<Costs>)> {
    let who =
        p.choice(&[("choose one :", Player::You), ("your opponent chooses one :", Player::Opponent)])?;
    let mut options = vec![read_costs(p)?];
    p.words(".");
    let mut closed = false;
    while p.words("or :") {
        options.push(read_costs(p)?);
        closed = p.words(".");
    }
    // "Choose one: A. Or: B -> C": the cost belongs to the second option only.
    (options.len() > 1 && closed).then_some((who, options))
}

/// "your opponent chooses to gain 2 Force or 2 build points": your opponent gets something, and chooses what.
fn read_gained(p: &mut Parser) -> Option<(Player, Vec<Costs>)> {
    p.words("your opponent chooses to gain").then_some(())?;
    let gained = |p: &mut Parser| {
        let amount = read_value(p)?;
        let pool = p.choice(&[
            ("force", Pool::Force),
            ("build points", Pool::BuildPoints),
            ("build point", Pool::BuildPoints),
        ])?;
        Some(Costs::act(Action::Gain(Player::Opponent, pool, amount)))
    };
    let mut options = vec![gained(p)?];
    while p.words("or") {
        options.push(gained(p)?);
    }
    (options.len() > 1).then_some((Player::Opponent, options))
}

/// "2 Force", "1 build point": what follows "pay" in a sentence.
pub fn read_amount_paid(p: &mut Parser) -> Option<Costs> {
    let mut payments = vec![read_money(p)?];
    while let Some(next) = p.attempt(|p| {
        (p.words("and") || p.words(",")).then_some(())?;
        read_money(p)
    }) {
        payments.push(next);
    }
    Some(Costs(payments))
}

/// Writes what `read_amount_paid` reads.
pub fn write_amount_paid(w: &mut Writer, costs: &Costs) -> Written {
    w.list(&costs.0, "and", |w, payment| write_money(w, payment, false))
}

/// What another player pays: "your opponent pays 2 Force", "discards a card from their hand".
pub fn read_paid_by(p: &mut Parser, who: Player) -> Option<Costs> {
    let first = read_one_paid_by(p, who)?;
    let mut options = vec![first];
    while let Some(next) = p.attempt(|p| {
        (p.words(", or") || p.words("or")).then_some(())?;
        read_one_paid_by(p, who)
    }) {
        options.push(next);
    }
    match options.len() {
        1 => options.pop(),
        _ => Some(Costs(vec![Payment::OneOf(Player::You, options)])),
    }
}

fn read_one_paid_by(p: &mut Parser, who: Player) -> Option<Costs> {
    if p.words(if who == Player::You { "pay" } else { "pays" }) {
        return read_money(p).map(|payment| Costs(vec![payment]));
    }
    let before = std::mem::replace(&mut p.actor, who);
    let action = p.attempt(read_action).map(|action| own(action, p.doer()));
    p.actor = before;
    action.map(|action| Costs(vec![Payment::Act(Box::new(action))]))
}

/// Writes what `read_paid_by` reads.
pub fn write_paid_by(w: &mut Writer, who: Player, costs: &Costs) -> Written {
    match &costs.0[..] {
        [payment @ (Payment::Force(_) | Payment::BuildPoints(_))] => {
            w.say(if who == Player::You { "pay" } else { "pays" });
            write_money(w, payment, false)
        }
        [Payment::Act(action)] => {
            let before = std::mem::replace(&mut w.actor, who);
            let written = write_action(w, action);
            w.actor = before;
            written
        }
        [Payment::OneOf(Player::You, options)] => {
            for (i, option) in options.iter().enumerate() {
                if i > 0 {
                    w.say("or");
                }
                write_paid_by(w, who, option)?;
            }
            Ok(())
        }
        _ => Err(Unwritable("this price")),
    }
}

/// Writes what `read_costs` reads; an Enhance text says `more`.
pub fn write_costs(w: &mut Writer, costs: &Costs, x: &X, more: bool) -> Written {
    write_joined(w, costs, ",", x, more)
}

/// Writes what `read_alternative` reads.
pub fn write_alternative(w: &mut Writer, costs: &Costs, x: &X) -> Written {
    if costs.0.len() > 2 {
        return Err(Unwritable("an alternative of more than two payments"));
    }
    write_joined(w, costs, "and", x, false)
}

fn write_joined(w: &mut Writer, costs: &Costs, joint: &'static str, x: &X, more: bool) -> Written {
    let mut index = 0;
    w.list(&costs.0, joint, |w, payment| {
        match payment {
            Payment::TapThis => w.say("[Tap]"),
            Payment::Force(amount) | Payment::BuildPoints(amount) => {
                w.say("pay");
                write_money(w, payment, more)?;
                if let (Amount::X, X::ChosenUpTo(Amount::Number(most))) = (amount, x) {
                    w.say(format!(", up to {most}"));
                }
            }
            Payment::Act(action) => {
                if !write_resource_counters(w, action)? {
                    let who = actor(action);
                    if who != Player::You {
                        write_player(w, who)?;
                        w.actor = who;
                    }
                    let written = match anybodys(action) {
                        Some((verb, filter)) => {
                            w.say(verb);
                            super::filter::write_kind(w, filter, false)
                                .and_then(|()| super::filter::write_said_of_all(w, filter))
                        }
                        None => write_action(w, action),
                    };
                    w.actor = Player::You;
                    written?;
                    w.refs.after_payment(action, index);
                }
            }
            Payment::OneOf(who, options) => {
                w.say(match who {
                    Player::You => "choose one:",
                    Player::Opponent => "your opponent chooses one:",
                    _ => return Err(Unwritable("a price that this player chooses")),
                });
                for (i, option) in options.iter().enumerate() {
                    if i > 0 {
                        w.say("Or:");
                    }
                    w.capital();
                    write_costs(w, option, x, more)?;
                    w.stop();
                }
            }
        }
        index += 1;
        Ok(())
    })
}

/// "discard any Location": one that need not be the payer's.
fn anybodys(action: &Action) -> Option<(&'static str, &Filter)> {
    let (verb, what) = match action {
        Action::Cards(CardAction::Discard(what)) => ("discard any", what),
        Action::Units(UnitAction::Tap(what)) => ("tap any", what),
        _ => return None,
    };
    let Selector::Choose(choice) = what else { return None };
    let one = **choice == Choice::new(Quantity::Exactly(1.into()), choice.of.clone());
    (one && own(action.clone(), Player::You) != *action).then_some((verb, &choice.of))
}

fn write_money(w: &mut Writer, payment: &Payment, more: bool) -> Written {
    let (amount, one, many) = match payment {
        Payment::Force(amount) => (amount, "Force", "Force"),
        Payment::BuildPoints(amount) => (amount, "build point", "build points"),
        Payment::TapThis | Payment::Act(_) | Payment::OneOf(..) => return Err(Unwritable("this as money")),
    };
    write_value(w, amount)?;
    w.say(if more { "more" } else { "" });
    w.say(if *amount == Amount::Number(1) { one } else { many });
    Ok(())
}

fn write_resource_counters(w: &mut Writer, action: &Action) -> Result<bool, Unwritable> {
    use vocab::ability::{CounterKind, Quantity, Share};
    let kind = CounterKind::One(vocab::Counter::Resource);
    let amount = match action {
        Action::Counters(CounterAction::Put {
            kind: own,
            quantity: Quantity::Exactly(amount),
            on: Selector::THIS,
            share: Share::Each,
        }) if *own == kind => {
            w.say("add");
            amount
        }
        Action::Counters(CounterAction::Remove {
            kind: own,
            quantity: Quantity::Exactly(amount),
            from: Selector::THIS,
            share: Share::Each,
        }) if *own == kind => {
            w.say("remove");
            amount
        }
        _ => return Ok(false),
    };
    write_value(w, amount)?;
    w.say(if *amount == Amount::Number(1) { "counter" } else { "counters" });
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{read_costs, write_costs};
    use crate::testing::{both, reads};
    use vocab::ability::{Costs, X};

    fn costs_of(text: &str) -> Costs {
        reads(text, read_costs).unwrap_or_else(|| panic!("`{text}` is not read"))
    }

    #[test]
    fn a_price_is_paid_with_the_payers_own_things() {
        for (short, long) in [
            // 1602.6: "a card" is in the hand.
            ("Discard a card", "Discard a card in your hand"),
            ("Discard 2 cards, pay 1 Force", "Discard 2 cards in your hand, pay 1 Force"),
            ("Tap a Padawan", "Tap one of your Padawans"),
            ("Tap 2 Droids in any arena", "Tap 2 of your Droids in any arena"),
            ("Discard a Location", "Discard one of your Locations"),
            ("Tap Ilara Venn", "Tap one of your Ilara Venn"),
            ("Tap Ilara Venn and Jessa Korr", "Tap one of your Ilara Venn, tap one of your Jessa Korr"),
            ("Tap Ilara Venn or Jessa Korr", "Tap one of your Ilara Venn or Jessa Korr"),
            (
                "Remove 1 damage counter from Ilara Venn",
                "Remove 1 damage counter from one of your Ilara Venn",
            ),
        ] {
            assert_eq!(costs_of(short), costs_of(long), "{short}");
        }
        // Counters can be on anybody's units, and "any" means anybody's.
        assert_ne!(costs_of("Discard any Location"), costs_of("Discard a Location"));
        let counters = costs_of("Remove 1 damage counter from a Jedi");
        assert_ne!(counters, costs_of("Remove 1 damage counter from one of your Jedi"));
        // A card's own name means the card itself.
        let [own, other] = &costs_of("Tap Testa and Ilara Venn").0[..] else { panic!("two payments") };
        assert_eq!(costs_of("Tap this unit").0, std::slice::from_ref(own));
        assert_eq!(costs_of("Tap Ilara Venn").0, std::slice::from_ref(other));
    }

    #[test]
    fn costs() {
        for text in [
            "Pay 2 Force",
            "[Tap], pay 1 build point",
            "Discard a card in your hand",
            "Tap one of your Jedi",
            "Pay 1 Force, tap one of your units",
            "Remove 2 mastery counters from this unit",
            "Choose one: Pay 2 Force. Or: Discard a card in your hand.",
        ] {
            both(text, read_costs, |w, costs| write_costs(w, costs, &X::Chosen, false));
        }
    }
}
