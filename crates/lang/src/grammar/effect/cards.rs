//! Cards drawn, shown, put, returned, discarded, removed, attached.

use super::destination::{
    owner_of, read_destination, read_destination_of, read_whose, write_destination, write_destination_of,
};
use super::{create, imperative, say_verb, search, verb};
use crate::grammar::amount::{read_amount_of, read_for_each, read_where_x, write_amount_of, write_value};
use crate::grammar::place::{read_place, read_place_name, write_place};
use crate::grammar::player::{read_owner, write_owner};
use crate::grammar::reference::{read_reference, write_reference};
use crate::grammar::selector::{read_selector, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{
    CardAction, Choice, Chooser, Class, Destination, End, Filter, Noun, Place, Player, Quality, Quantity,
    Reference, Selector, Slot, Together,
};

const CARDS: [(&str, ()); 2] = [("cards", ()), ("card", ())];

/// One action with cards.
pub fn read(p: &mut Parser) -> Option<CardAction> {
    if verb(p, "draw", "draws") {
        return read_draw(p);
    }
    // Whoever discards gets to choose anyway.
    if verb(p, "discard", "discards") || verb(p, "choose and discard", "chooses and discards") {
        if let Some(pile) = p.attempt(read_whole_pile) {
            return Some(CardAction::Discard(Selector::Each(pile)));
        }
        return p
            .attempt(read_top)
            .or_else(|| p.attempt(read_giver_from))
            .or_else(|| p.attempt(read_known_at))
            .or_else(|| read_selector(p).map(|what| from_hand(p, what)))
            .map(CardAction::Discard);
    }
    if verb(p, "take", "takes") {
        return p.attempt(read_take_from_piles).or_else(|| read_take(p));
    }
    // "add that card to your hand".
    if verb(p, "add", "adds") {
        let what = read_selector(p)?;
        return read_destination_of(p, &what)
            .filter(|to| matches!(to, Destination::Hand | Destination::HandOf(_)))
            .map(|to| CardAction::Put(what, to));
    }
    if verb(p, "detach", "detaches") {
        return p.attempt(read_giver_from).or_else(|| read_selector(p)).map(CardAction::Detach);
    }
    if p.words("look at") {
        let what = p
            .attempt(read_top)
            .or_else(|| p.attempt(read_whole_pile).map(Selector::Each))
            .or_else(|| p.attempt(read_looked_at))?;
        return Some(CardAction::LookAt(p.actor, what));
    }
    if verb(p, "return", "returns") {
        let what = p.attempt(read_known_at).or_else(|| read_selector(p))?;
        let _ = p.attempt(read_with_stack);
        // ", and all cards stacked with it, to your hand".
        let _ = matches!(what, Selector::Together(_)) && p.words(",");
        return read_destination_of(p, &what).map(|to| CardAction::Put(what, to));
    }
    if verb(p, "remove", "removes") {
        let what = p
            .attempt(read_giver_from)
            .or_else(|| p.attempt(read_known_at))
            .or_else(|| p.attempt(read_top))
            .or_else(|| read_selector(p))?;
        return p.words("from the game").then_some(CardAction::Put(what, Destination::RemovedFromGame));
    }
    if verb(p, "put", "puts") {
        let what = p
            .attempt(read_giver)
            .or_else(|| p.attempt(read_known_at))
            .or_else(|| p.attempt(read_rest))
            .or_else(|| p.attempt(read_top))
            .or_else(|| read_selector(p))?;
        let what = of_those_seen(p, what);
        let to = read_destination_of(p, &what)?;
        // "on the top of your deck in any order": each that is chosen goes on top of those before, or beneath them.
        let ordered = p.is_after_word("order") && matches!(to, Destination::Deck(End::Top | End::Bottom));
        let what = if ordered { in_order(p, what)? } else { what };
        return Some(match (&what, to) {
            // "put that unit beneath it": nothing lies beneath itself.
            (Selector::Known(itself), Destination::Beneath(Selector::Known(on), face)) if *itself == on => {
                let on = p.refs.pronoun_but(on)?;
                p.refs.mention(on);
                CardAction::Put(what, Destination::Beneath(on.into(), face))
            }
            (_, to) => CardAction::Put(what, to),
        });
    }
    if let Some(until) = p.attempt(read_reveal_until) {
        return Some(until);
    }
    if verb(p, "reveal", "reveals") || verb(p, "show", "shows") {
        let what = p
            .attempt(read_known_at)
            .or_else(|| p.attempt(read_top))
            .or_else(|| p.attempt(read_whole_pile).map(Selector::Each))
            .or_else(|| read_selector(p))?;
        let what = of_those_seen(p, what);
        p.words("to your opponent");
        return Some(CardAction::Reveal(what));
    }
    // "equip ... without paying": attached by an effect (rule 1002.7).
    let equips = p.words("equip");
    if equips || p.words("attach") {
        let mut what = p.attempt(read_known_at).or_else(|| read_selector(p))?;
        p.words("to").then_some(())?;
        own_equipment(p, &mut what);
        let to = match (&what, p.attempt(|p| p.one_of(&["it", "him", "her"]))) {
            // Nothing is attached to itself.
            (Selector::Known(own), Some(_)) => Selector::Known(p.refs.pronoun_but(*own)?),
            (_, Some(_)) => Selector::Known(p.refs.pronoun(false)?),
            (_, None) => read_selector(p)?,
        };
        if let Selector::Known(Reference::Result(slot)) = to {
            p.uses(slot);
        }
        let free = read_free(p).is_some();
        (free || !equips).then_some(())?;
        return Some(CardAction::Put(what, Destination::AttachedTo(to)));
    }
    if verb(p, "shuffle", "shuffles") {
        let deck = p.attempt(|p| {
            let who = read_owner(p)?;
            p.words("deck").then_some(CardAction::Shuffle(who))
        });
        return deck.or_else(|| p.attempt(read_shuffled_in));
    }
    if p.words("move") {
        let what =
            p.attempt(read_giver_from).or_else(|| p.attempt(read_known_at)).or_else(|| read_selector(p))?;
        let to = read_destination(p)?;
        return matches!(to, Destination::Arena(..)).then_some(CardAction::Move(what, to));
    }
    None
}

/// "Discard a card": from the hand of whoever does it (rule 1602.6), or from the pile that was just looked at.
fn from_hand(p: &Parser, mut what: Selector) -> Selector {
    if let Selector::Choose(choice) = &mut what
        && choice.of.place.is_none()
        && choice.of.control.is_none()
        && !choice.of.with.iter().any(|quality| matches!(quality, Quality::Among(_) | Quality::On(..)))
    {
        let is_in_hand = |class: &Class| match class.noun {
            Noun::Card | Noun::UnitCard | Noun::BattleCard | Noun::Mission | Noun::Trap => true,
            Noun::Unit
            | Noun::Subordinate
            | Noun::Pilot
            | Noun::Equipment
            | Noun::Location
            | Noun::Campaign
            | Noun::Resource
            | Noun::Event => false,
        };
        let hand = choice.of.classes.iter().all(is_in_hand).then(|| Place::Hand(p.doer()));
        choice.of.place = p.refs.pile().or(hand);
    }
    what
}

/// "reveal cards from the top of your deck until you reveal a Jedi unit card".
fn read_reveal_until(p: &mut Parser) -> Option<CardAction> {
    let who = p.actor;
    verb(p, "reveal", "reveals").then_some(())?;
    p.words("cards from the top of").then_some(())?;
    (read_owner(p)? == who && p.words("deck until")).then_some(())?;
    let again = p.attempt(crate::grammar::player::read_player)?;
    (again == who && (p.words("reveal") || p.words("reveals"))).then_some(())?;
    let find = crate::grammar::selector::read_choice(p)?;
    find.of.place.is_none().then_some(CardAction::RevealUntil(who, find))
}

/// "shuffle a card from your hand into your deck": always that of its owner (rule 105.3).
fn read_shuffled_in(p: &mut Parser) -> Option<CardAction> {
    // Cards that were revealed until another was are still in the deck.
    let revealed = p.refs.revealed_until().is_some()
        && p.one_of(&[
            "the rest into your deck",
            "the other revealed cards into your deck",
            "the remaining revealed cards back into your deck",
            "the remaining revealed cards into your deck",
        ])
        .is_some();
    if revealed {
        return Some(CardAction::Shuffle(p.actor));
    }
    let what = p.attempt(read_known_at).or_else(|| p.attempt(read_rest)).or_else(|| read_selector(p))?;
    p.words("into").then_some(())?;
    read_whose(p)?;
    p.words("deck").then_some(CardAction::Put(what, Destination::Deck(End::Shuffled)))
}

fn read_draw(p: &mut Parser) -> Option<CardAction> {
    let who = p.actor;
    if p.words("a card") || p.words("another card") {
        let amount = read_for_each(p, 1.into());
        return Some(CardAction::Draw(who, Quantity::Exactly(amount)));
    }
    let up_to = p.words("up to");
    // An extra card comes on top of the one drawn at the start of the build step (rule 603.2).
    let extra = p.attempt(|p| {
        let n = p.number()?;
        p.one_of(&["extra card", "extra cards", "additional card", "additional cards"]).map(|_| n.into())
    });
    let amount = match extra {
        Some(amount) => amount,
        None => read_amount_of(p, &CARDS)?.0,
    };
    read_where_x(p);
    Some(CardAction::Draw(who, if up_to { Quantity::UpTo(amount) } else { Quantity::Exactly(amount) }))
}

/// Attaching by an effect is free anyway (rule 1002.7).
pub fn read_free(p: &mut Parser) -> Option<()> {
    p.attempt(|p| {
        p.words("without paying").then_some(())?;
        p.one_of(&["its", "the", "their"])?;
        p.one_of(&[
            "build cost or equip cost",
            "build or equip costs",
            "build or equip cost",
            "equip costs",
            "equip cost",
            "costs",
            "cost",
        ])
        .map(|_| ())
    })
}

/// "take a Jedi unit card from your discard pile and put it into your hand"; Subordinates come from the supply.
fn read_take(p: &mut Parser) -> Option<CardAction> {
    let mut what = p.attempt(read_top).or_else(|| read_selector(p))?;
    if let Selector::Choose(choice) = &mut what
        && choice.of.place.is_none()
        && choice.of.classes.iter().all(|class| class.noun == Noun::Subordinate)
    {
        choice.of.place = Some(Place::Supply(p.actor));
    }
    let placed = matches!(&what, Selector::Choose(choice) if choice.of.place.is_some());
    placed.then_some(())?;
    // A card in a pile isn't a unit yet (rule 204.2).
    if let Selector::Choose(choice) = &mut what
        && let Some(Place::Supply(_) | Place::Hand(_) | Place::Deck(_) | Place::DiscardPile(_)) =
            choice.of.place
    {
        for class in choice.of.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
            class.noun = Noun::UnitCard;
        }
    }
    if let Some(to) = p.attempt(|p| read_destination_of(p, &what)) {
        return Some(CardAction::Put(what, to));
    }
    p.one_of(&[", and", "and", ",", "."])?;
    if verb(p, "discard", "discards") {
        p.one_of(&["it", "them", "that card", "those cards"])?;
        return Some(CardAction::Discard(what));
    }
    if p.one_of(&["stack it beneath", "stack it under"]).is_some() {
        return read_selector(p).map(|on| CardAction::Put(what, Destination::Stack(on)));
    }
    if p.words("attach") {
        p.one_of(&["it", "them", "that card"])?;
        p.words("to").then_some(())?;
        let to = read_selector(p)?;
        read_free(p);
        return Some(CardAction::Put(what, Destination::AttachedTo(to)));
    }
    verb(p, "put", "puts").then_some(())?;
    p.one_of(&["it", "them", "that card", "that unit card", "those cards"])?;
    read_destination_of(p, &what).map(|to| CardAction::Put(what, to))
}

/// "take a Jedi unit card from your hand or discard pile, show it to your opponent, and put it into your build zone": looked
/// for in both.
fn read_take_from_piles(p: &mut Parser) -> Option<CardAction> {
    let mut find = crate::grammar::selector::read_choice(p)?;
    let first =
        find.of.place.take().filter(|place| matches!(place, Place::Hand(_) | Place::DiscardPile(_)))?;
    p.words("or").then_some(())?;
    let (Place::Hand(who) | Place::DiscardPile(who)) = first else { return None };
    let _ = p.attempt(|p| read_owner(p).filter(|owner| *owner == who));
    let second = p.choice(&[("discard pile", Place::DiscardPile(who)), ("hand", Place::Hand(who))])?;
    (first != second).then_some(())?;
    search::read_found_in(p, vec![first, second], find)
}

/// "the partially built cards in your opponent's build zone", "a card in your opponent's hand".
pub fn read_looked_at(p: &mut Parser) -> Option<Selector> {
    p.words("the");
    let what = read_selector(p)?;
    let placed = match &what {
        Selector::Each(filter) => filter.place.is_some(),
        Selector::Choose(choice) => choice.of.place.is_some(),
        Selector::Known(_) | Selector::Together(_) => false,
    };
    placed.then_some(what)
}

/// "attach an Equipment to ...": one's own, where nothing else is said (rule 1002.1).
fn own_equipment(p: &Parser, what: &mut Selector) {
    if let Selector::Choose(choice) = what
        && choice.of.control.is_none()
        && choice.of.place.is_none()
        && choice.of.with.is_empty()
        && choice.of.classes.iter().all(|class| class.noun == Noun::Equipment)
    {
        choice.of.control = Some(p.doer());
    }
}

/// "Ion Grenade from this unit": the card that gives the ability, which is attached there.
fn read_giver_from(p: &mut Parser) -> Option<Selector> {
    (read_reference(p)? == Reference::Giver && p.words("from")).then_some(())?;
    (read_reference(p)? == Reference::This).then_some(Selector::Known(Reference::Giver))
}

/// "put Han Solo into your build zone" in a text that Han Solo gives: that card.
fn read_giver(p: &mut Parser) -> Option<Selector> {
    (read_reference(p)? == Reference::Giver && p.sees(|p| p.words("into"))).then_some(Reference::Giver.into())
}

/// ", and all cards stacked with it,": the stack goes with its unit anyway (rule 1602.4).
fn read_with_stack(p: &mut Parser) -> Option<()> {
    (p.words(", and") || p.words("and")).then_some(())?;
    p.words("all cards stacked with").then_some(())?;
    let _ = p.attempt(read_reference)?;
    p.words(",");
    Some(())
}

/// What each player does: "his or her hand" is both hands. Cards at random would have to be drawn for each of them,
/// which is done only where each of them may decide.
pub fn read_of_both(p: &mut Parser) -> Option<CardAction> {
    let mut action = read(p)?;
    let (CardAction::Discard(what) | CardAction::Reveal(what) | CardAction::Put(what, _)) = &mut action
    else {
        return Some(action);
    };
    if p.actor == Player::Each {
        match what {
            Selector::Each(filter) => filter.place = filter.place.map(of_each),
            Selector::Choose(choice) => match choice.of.place {
                Some(top @ Place::TopOfDeck(_)) => choice.of.place = Some(of_each(top)),
                Some(place) if !p.bare && choice.chooser == Chooser::Random && of_each(place) != place => {
                    return None;
                }
                _ => {}
            },
            Selector::Known(_) | Selector::Together(_) => {}
        }
    }
    Some(action)
}

/// The pile of each player in place of "that player's".
fn of_each(place: Place) -> Place {
    match place {
        Place::Hand(Player::That) => Place::Hand(Player::Each),
        Place::Deck(Player::That) => Place::Deck(Player::Each),
        Place::DiscardPile(Player::That) => Place::DiscardPile(Player::Each),
        Place::TopOfDeck(Player::That) => Place::TopOfDeck(Player::Each),
        other => other,
    }
}

/// "your hand": all cards in it.
fn read_whole_pile(p: &mut Parser) -> Option<Filter> {
    match read_place_name(p)? {
        place @ (Place::Hand(_) | Place::Deck(_) | Place::DiscardPile(_)) => Some(Filter::cards().at(place)),
        _ => None,
    }
}

/// "the top 3 cards of your deck".
fn read_top(p: &mut Parser) -> Option<Selector> {
    // "3 cards from the top of your deck".
    let counted = p.attempt(|p| {
        let number = if p.words("a card") { 1.into() } else { read_amount_of(p, &CARDS)?.0 };
        p.words("from the top of").then_some(number)
    });
    let number = match counted {
        Some(number) => number,
        None => {
            p.words("the top").then_some(())?;
            let bare = p.sees(|p| p.words("of") && read_owner(p).is_some());
            let number = if bare || p.words("card") { 1.into() } else { read_amount_of(p, &CARDS)?.0 };
            (p.words("of") || p.words("from")).then_some(number)?
        }
    };
    let whose = if p.words("the deck") { Some(p.actor) } else { None };
    if let Some(who) = whose {
        return Some(Selector::some(Quantity::Exactly(number), Filter::cards().at(Place::TopOfDeck(who))));
    }
    let who = read_owner(p)?;
    p.words("deck").then_some(())?;
    Some(Selector::some(Quantity::Exactly(number), Filter::cards().at(Place::TopOfDeck(who))))
}

/// "this unit from the Character arena": something known, if it is there.
pub fn read_known_at(p: &mut Parser) -> Option<Selector> {
    let what = read_reference(p)?;
    let place = read_place(p)?;
    Some(Selector::Each(Filter::cards().at(place).with(Quality::Among(what))))
}

/// "put each Jedi unit card into your hand" after cards were looked at or revealed: among those.
fn of_those_seen(p: &mut Parser, mut what: Selector) -> Selector {
    let filter = match &mut what {
        Selector::Each(filter) => filter,
        Selector::Choose(choice) => &mut choice.of,
        Selector::Known(_) | Selector::Together(_) => return what,
    };
    let bare = filter.place.is_none()
        && filter.control.is_none()
        && !filter.with.iter().any(|quality| matches!(quality, Quality::Among(_)))
        && filter.classes.iter().all(|class| matches!(class.noun, Noun::Card | Noun::UnitCard));
    if let Some(slot) = p.refs.seen().filter(|_| bare) {
        p.uses(slot);
        filter.with.push(Quality::Among(Reference::Result(slot)));
    }
    what
}

/// "the rest": whatever was looked at and not taken by the step before.
fn read_rest(p: &mut Parser) -> Option<Selector> {
    p.one_of(&["the rest", "the other cards", "the other revealed cards", "the other card", "the other"])?;
    p.words("of the cards");
    let (all, taken) = p.refs.rest()?;
    p.uses(all);
    p.uses(taken);
    Some(rest(all, taken))
}

fn rest(all: Slot, taken: Slot) -> Selector {
    Selector::Each(
        Filter::cards()
            .with(Quality::Among(Reference::Result(all)))
            .with(Quality::Among(Reference::Result(taken)).negated()),
    )
}

/// All of these cards, one after another as their player likes. Cards that were chosen before keep their order.
fn in_order(p: &Parser, what: Selector) -> Option<Selector> {
    let of = match what {
        Selector::Each(filter) => filter,
        Selector::Known(known) => Filter::cards().with(Quality::Among(known)),
        Selector::Choose(_) => return Some(what),
        Selector::Together(_) => return None,
    };
    let (chooser, quantity, together) = (Chooser::By(p.actor), Quantity::All, Some(Together::InOrder));
    Some(Selector::Choose(Box::new(Choice { chooser, quantity, of, together })))
}

/// The cards that `in_order` was made of.
fn without_order(what: &Selector) -> Option<Selector> {
    let Selector::Choose(choice) = what else { return None };
    (choice.together == Some(Together::InOrder)).then_some(())?;
    Some(match &choice.of.with[..] {
        [Quality::Among(known)] if choice.of == Filter::cards().with(Quality::Among(*known)) => {
            Selector::Known(*known)
        }
        _ => Selector::Each(choice.of.clone()),
    })
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &CardAction) -> Written {
    match action {
        CardAction::Draw(who, quantity) => {
            if *who != w.actor {
                return Err(Unwritable("a draw of somebody else"));
            }
            say_verb(w, "draw", "draws");
            match quantity {
                Quantity::Exactly(amount) if *amount == 1.into() => {
                    w.say("a card");
                    Ok(())
                }
                Quantity::Exactly(amount) => write_amount_of(w, amount, "card", "cards"),
                Quantity::UpTo(amount) => {
                    w.say("up to");
                    write_value(w, amount)?;
                    w.say(if *amount == 1.into() { "card" } else { "cards" });
                    Ok(())
                }
                Quantity::Between(..) | Quantity::AnyNumber | Quantity::All => {
                    Err(Unwritable("a draw of so many"))
                }
            }
        }
        CardAction::Search { places, find, shown, to } => search::write(w, places, find, *shown, to),
        CardAction::Create(amount, token, to) => create::write(w, amount, token, to),
        CardAction::Discard(what) => {
            say_verb(w, "discard", "discards");
            write_cards(w, what)
        }
        CardAction::LookAt(who, what) => {
            if *who != w.actor {
                return Err(Unwritable("a look of somebody else"));
            }
            w.say("look at");
            write_cards(w, what)
        }
        CardAction::RevealUntil(who, find) => {
            if *who != w.actor {
                return Err(Unwritable("cards revealed by somebody else"));
            }
            say_verb(w, "reveal", "reveals");
            w.say("cards from the top of");
            write_owner(w, *who)?;
            w.say("deck until");
            crate::grammar::player::write_player(w, *who)?;
            say_verb(w, "reveal", "reveals");
            crate::grammar::selector::write_choice(w, find)
        }
        CardAction::Reveal(what) => {
            say_verb(w, "reveal", "reveals");
            write_cards(w, what)
        }
        CardAction::Put(what, Destination::RemovedFromGame) => {
            say_verb(w, "remove", "removes");
            write_cards(w, what)?;
            w.say("from the game");
            Ok(())
        }
        CardAction::Put(what, Destination::AttachedTo(to)) => {
            imperative(w)?;
            w.say("attach");
            write_selector(w, what)?;
            w.say("to");
            write_selector(w, to)
        }
        CardAction::Put(what, to @ Destination::Deck(End::Shuffled)) => {
            say_verb(w, "shuffle", "shuffles");
            let owner = owner_of(w, what);
            write_cards(w, what)?;
            write_destination_of(w, to, owner)
        }
        CardAction::Put(what, to) => {
            say_verb(w, "put", "puts");
            let owner = owner_of(w, what);
            let plain = without_order(what);
            write_cards(w, plain.as_ref().unwrap_or(what))?;
            write_destination_of(w, to, owner)?;
            if plain.is_some() {
                w.say("in any order");
            }
            Ok(())
        }
        CardAction::Move(what, to) => {
            imperative(w)?;
            w.say("move");
            write_cards(w, what)?;
            write_destination(w, to)
        }
        CardAction::Shuffle(who) => {
            say_verb(w, "shuffle", "shuffles");
            write_owner(w, *who)?;
            w.say("deck");
            Ok(())
        }
        CardAction::Complete(..) | CardAction::Play(..) => super::playing::write(w, action),
        CardAction::Detach(what) => {
            say_verb(w, "detach", "detaches");
            write_selector(w, what)
        }
    }
}

/// Piles, top cards and "the rest" have words of their own.
pub fn write_cards(w: &mut Writer, what: &Selector) -> Written {
    match what {
        Selector::Each(filter) => {
            if let Some((all, taken)) = w.refs.rest()
                && *what == rest(all, taken)
            {
                w.say("the rest");
                return Ok(());
            }
            if let (Some(place), [Quality::Among(known)]) = (filter.place, &filter.with[..])
                && *filter == Filter::cards().at(place).with(Quality::Among(*known))
            {
                write_reference(w, *known)?;
                return write_place(w, place);
            }
            match filter.place {
                Some(place @ (Place::Hand(_) | Place::Deck(_) | Place::DiscardPile(_)))
                    if *filter == Filter::cards().at(place) =>
                {
                    crate::grammar::place::write_place_name(w, place)
                }
                _ => write_selector(w, what),
            }
        }
        Selector::Choose(choice) => match (choice.of.place, &choice.quantity) {
            (Some(Place::TopOfDeck(who)), Quantity::Exactly(amount)) if choice.of.with.is_empty() => {
                w.say("the top");
                if *amount == 1.into() {
                    w.say("card");
                } else {
                    write_amount_of(w, amount, "card", "cards")?;
                }
                w.say("of");
                write_owner(w, who)?;
                w.say("deck");
                Ok(())
            }
            _ => write_selector(w, what),
        },
        Selector::Known(_) | Selector::Together(_) => write_selector(w, what),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn actions() {
        for text in [
            "Draw a card",
            "Draw 2 cards",
            "Draw 1 card for each Jedi you have in any arena",
            "Discard a card in your hand",
            "Discard your hand",
            "Look at the top 3 cards of your deck",
            "Look at your opponent's hand",
            "Put a Jedi unit card in your discard pile into your hand",
            "Remove a unit card in your discard pile from the game",
            "Attach this unit to one of your Jedi",
            "Detach an Equipment attached to this unit",
            "Reveal the top card of your deck",
            "Put a Droid Subordinate in your supply into any arena",
            "Shuffle a unit card in your discard pile into your deck",
            "Move this unit in the Space arena into the Ground arena tapped",
        ] {
            both(text, read, write);
        }
    }
}
