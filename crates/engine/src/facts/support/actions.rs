//! Which actions can be played.

use super::parts::{Check, Disrupts, Refusal, no};
use crate::records::word::WORDS;
use vocab::Library;
use vocab::ability::{
    AbilityClass, Action, Amount, CardAction, Choosable, CombatAction, CounterAction, CounterKind, Damage,
    DamageAction, Destination, Dice, DiceAction, Disruptable, Filter, Noun, Place, Portion, Quality,
    Quantity, Reference, Selector, StepAction, Token, UnitAction,
};

pub(super) fn action(check: &Check, text: &Action) -> Refusal {
    match text {
        Action::Damage(text) => damage(check, text),
        Action::Counters(text) => counters(check, text),
        Action::Cards(text) => cards(check, text),
        Action::Units(text) => match text {
            UnitAction::Tap(what)
            | UnitAction::Untap(what)
            | UnitAction::SkipNextUntap(what)
            | UnitAction::Retreat(what) => check.selector(what),
            UnitAction::GainControl { who, what, duration } => {
                check.one_player(*who)?;
                super::of_duration(&mut check.clone(), duration)?;
                check.selector(what)
            }
        },
        Action::Combat(text) => match text {
            CombatAction::Attack { attacker, defender } => {
                check.selector(attacker)?;
                check.selector(defender)
            }
            CombatAction::ChangeDefender(to) => check.selector(to),
            CombatAction::MoreDamage(of) => check.amount(of),
            CombatAction::Disrupt(what) => match (check.disrupts, what) {
                (Disrupts::Tried, _) | (Disrupts::Attack, Disruptable::Attack { .. }) => {
                    disruptable(check, what)
                }
                (Disrupts::Attack | Disrupts::Nothing, _) => no("a disrupt of what has already happened"),
            },
            CombatAction::EndAttack => Ok(()),
        },
        Action::Dice(text) => dice(check, text),
        Action::Steps(StepAction::Battle(arena)) => check.arena(*arena),
        Action::Steps(StepAction::Build(who)) => check.player(*who),
        Action::Gain(who, _, of) | Action::Lose(who, _, of) => {
            check.player(*who)?;
            check.amount(of)
        }
        Action::Choose(text) => match text {
            Choosable::Objects(what) => check.selector(what),
            Choosable::Arena(who, arena) => {
                check.one_player(*who)?;
                check.arena(*arena)
            }
            Choosable::Number(who, ..) => check.one_player(*who),
            Choosable::Subtype(who) | Choosable::CardType(who) | Choosable::Name(who, _) => {
                check.one_player(*who)
            }
            Choosable::Ability(class, of, each) => {
                super::rules::ability_class(check, class)?;
                let most = |many: &Quantity| match many {
                    Quantity::Exactly(Amount::Number(n)) | Quantity::UpTo(Amount::Number(n)) => Some(*n),
                    Quantity::Between(_, most) => Some(*most),
                    Quantity::Exactly(_) | Quantity::UpTo(_) | Quantity::AnyNumber | Quantity::All => None,
                };
                let cards = match of {
                    Selector::Known(_) => Some(1),
                    Selector::Choose(choice) => most(&choice.quantity),
                    Selector::Each(_) | Selector::Together(_) => None,
                };
                let fits = match (cards, each) {
                    (Some(1), Quantity::All) => true,
                    (Some(1), of) => most(of).is_some_and(|n| n <= WORDS as i16),
                    (Some(n), of) => *of == Quantity::Exactly(1.into()) && n <= WORDS as i16,
                    (None, _) => false,
                };
                if !fits {
                    return no("a choice of so many abilities");
                }
                check.selector(of)
            }
        },
        Action::EndGame(who, _) => check.one_player(*who),
    }
}

/// What can be disrupted is looked for before anything is paid: no X is known then.
fn disruptable(check: &Check, what: &Disruptable) -> Refusal {
    let before = check.within();
    match what {
        Disruptable::Attack { by, against } => {
            by.iter().chain(against).try_for_each(|who| before.pattern(who))
        }
        Disruptable::Card(which) | Disruptable::Deployment(which) => before.pattern(which),
        // 1305.7: no chance opens before what has triggered resolves.
        Disruptable::Ability(AbilityClass::Triggered, _) => no("a disrupt of what has triggered"),
        Disruptable::Ability(_, whose) => whose.iter().try_for_each(|who| before.pattern(who)),
        Disruptable::Disrupt => Ok(()),
        Disruptable::OneOf(all) => all.iter().try_for_each(|one| disruptable(check, one)),
    }
}

fn dice(check: &Check, text: &DiceAction) -> Refusal {
    let of_dice = |dice: Dice| match dice {
        // 1107.4: whose dice they are must be known before the play is offered.
        Dice::OfAttackBy(Reference::Result(_)) if !check.later => no("dice of a unit that the play chooses"),
        Dice::OfAttackBy(unit) => check.reference(unit),
        Dice::OfPlayer(player) => check.one_player(player),
        Dice::Any | Dice::BuildRoll => Ok(()),
    };
    match text {
        DiceAction::Roll(who, of) => {
            check.one_player(*who)?;
            check.amount(of)
        }
        DiceAction::Reroll(dice, quantity) | DiceAction::Change(dice, quantity, _) => {
            of_dice(*dice)?;
            match quantity {
                Quantity::Exactly(of) | Quantity::UpTo(of) => check.amount(of),
                Quantity::Between(..) | Quantity::AnyNumber | Quantity::All => Ok(()),
            }
        }
        DiceAction::Add(Dice::BuildRoll, _) | DiceAction::RollOnly(Dice::BuildRoll, _) => {
            no("another number of dice for build points")
        }
        DiceAction::Add(dice, of) | DiceAction::Modify(dice, of) | DiceAction::RollOnly(dice, of) => {
            of_dice(*dice)?;
            check.amount(of)
        }
    }
}

fn damage(check: &Check, text: &DamageAction) -> Refusal {
    let part = |portion: &Portion| match portion {
        Portion::Exactly(of) | Portion::UpTo(of) | Portion::AllBut(of) => check.amount(of),
        Portion::All => Ok(()),
    };
    match text {
        DamageAction::Do { source, damage, to, share: _, preventable } => {
            super::rules::preventability(check, preventable)?;
            check.reference(*source)?;
            let (Damage::Points(of) | Damage::Dice(of)) = damage;
            check.amount(of)?;
            // A Pilot isn't a unit (rule 902.1): nothing says how damage to it is dealt with.
            if mentions_pilots(to) {
                return no("damage to a Pilot");
            }
            check.selector(to)
        }
        DamageAction::Prevent { portion, to, from } => {
            from.iter().try_for_each(|from| check.pattern(from))?;
            part(portion)?;
            check.selector(to)
        }
        DamageAction::PreventThat(_)
        | DamageAction::AddToThat(_)
        | DamageAction::MultiplyThat(_)
        | DamageAction::DoThatTo(_)
            if !check.in_damage =>
        {
            no("\"that damage\" where none would be done")
        }
        DamageAction::PreventThat(portion) => part(portion),
        DamageAction::AddToThat(of) => check.amount(of),
        DamageAction::MultiplyThat(_) => Ok(()),
        DamageAction::DoThatTo(to) => check.selector(to),
    }
}

fn mentions_pilots(selector: &Selector) -> bool {
    let of = |filter: &Filter| filter.classes.iter().any(|class| class.noun == Noun::Pilot);
    match selector {
        Selector::Known(_) => false,
        Selector::Each(filter) => of(filter),
        Selector::Choose(choice) => of(&choice.of),
        Selector::Together(parts) => parts.iter().any(mentions_pilots),
    }
}

fn counters(check: &Check, text: &CounterAction) -> Refusal {
    let quantity = |quantity: &Quantity| match quantity {
        Quantity::Exactly(of) | Quantity::UpTo(of) => check.amount(of),
        Quantity::Between(..) | Quantity::AnyNumber | Quantity::All => Ok(()),
    };
    match text {
        CounterAction::Until { way: _, on, health: _ } => check.selector(on),
        // Of several kinds together it would have to be asked which ones stay.
        CounterAction::AllBut { kind, from, left: _ } => match kind {
            CounterKind::One(_) => check.selector(from),
            CounterKind::Any | CounterKind::AnyOne | CounterKind::OneOf(_) | CounterKind::AllBut(_) => {
                no("all but so many counters of several kinds")
            }
        },
        CounterAction::Put { quantity: Quantity::All, .. } => {
            no("all counters that there are, put on a card")
        }
        CounterAction::Put { kind: _, quantity: many, on, share: _ } => {
            quantity(many)?;
            check.selector(on)
        }
        CounterAction::Remove { kind: _, quantity: many, from, share: _ } => {
            quantity(many)?;
            check.selector(from)
        }
        CounterAction::Move { kind: _, quantity: many, from, to } => {
            quantity(many)?;
            check.selector(from)?;
            check.selector(to)
        }
    }
}

fn cards(check: &Check, text: &CardAction) -> Refusal {
    match text {
        CardAction::Draw(who, Quantity::Exactly(of)) => {
            check.player(*who)?;
            check.amount(of)
        }
        CardAction::Draw(who, Quantity::UpTo(of)) => {
            check.one_player(*who)?;
            check.amount(of)
        }
        CardAction::Draw(who, Quantity::Between(..) | Quantity::AnyNumber) => check.one_player(*who),
        CardAction::Draw(who, Quantity::All) => check.player(*who),
        CardAction::Search { places, find, to, shown: _ } => {
            places.iter().try_for_each(|place| match place {
                Place::Deck(who) | Place::DiscardPile(who) | Place::Hand(who) | Place::Supply(who) => {
                    check.player(*who)
                }
                // The language searches piles of cards alone.
                Place::InPlay
                | Place::Arena(_)
                | Place::BuildZone(_)
                | Place::ArenaOrBuildZone(..)
                | Place::TopOfDeck(_)
                | Place::Stack(_)
                | Place::StackedWith(_)
                | Place::Beneath(_) => no("a search of this place"),
            })?;
            check.selector(&find.clone().into())?;
            destination(check, to)
        }
        CardAction::RevealUntil(who, find) => {
            check.one_player(*who)?;
            if !matches!(find.quantity, Quantity::Exactly(Amount::Number(1..=6))) || find.together.is_some() {
                return no("cards revealed until others are");
            }
            check.filter(&find.of)
        }
        CardAction::Reveal(what)
        | CardAction::Discard(what)
        | CardAction::Detach(what)
        | CardAction::Complete(what, _)
        | CardAction::Play(what, _) => check.selector(what),
        CardAction::LookAt(who, what) => {
            check.one_player(*who)?;
            check.selector(what)
        }
        CardAction::Put(what, to) | CardAction::Move(what, to) => {
            if is_boundless(what) {
                return no("all cards of a kind, wherever they are");
            }
            check.selector(what)?;
            destination(check, to)
        }
        CardAction::Shuffle(who) => check.player(*who),
        CardAction::Create(of, token, to) => {
            check.amount(of)?;
            check.library.map_or(Ok(()), |library| is_known(token, library))?;
            destination(check, to)
        }
    }
}

/// Whether a selector means cards in every place, decks and hands included: "each Imperial unit card" without a place is
/// one of those that a step before looked at, without saying so.
fn is_boundless(what: &Selector) -> bool {
    match what {
        Selector::Each(filter) => {
            filter.place.is_none()
                && !filter.with.iter().any(|quality| matches!(quality, Quality::Among(_)))
                && filter.classes.iter().any(|class| matches!(class.noun, Noun::Card | Noun::UnitCard))
        }
        Selector::Together(parts) => parts.iter().any(is_boundless),
        Selector::Known(_) | Selector::Choose(_) => false,
    }
}

fn destination(check: &Check, to: &Destination) -> Refusal {
    match to {
        Destination::BuildZone { counters, .. } => check.amount(counters),
        Destination::Arena(arena, _) => check.arena(*arena),
        Destination::Stack(on)
        | Destination::Beneath(on, _)
        | Destination::AttachedTo(on)
        | Destination::Piloting(on) => check.selector(on),
        Destination::HandOf(player) => check.one_player(*player),
        Destination::Hand
        | Destination::Deck(_)
        | Destination::DiscardPile
        | Destination::Discarded
        | Destination::RemovedFromGame
        | Destination::Supply => Ok(()),
    }
}

/// Whether a Subordinate is among the cards as the text describes it (rule 215.2).
fn is_known(token: &Token, library: &Library) -> Refusal {
    let found = library.versions(&token.name).first().and_then(|id| library.get(*id));
    let same = found.is_some_and(|card| {
        let stats = [card.speed, card.power, card.health].map(vocab::Stat::value);
        stats == [Some(token.speed), Some(token.power), Some(token.health)]
            && card.abilities == token.abilities
    });
    if !same {
        return no("a Subordinate that is not among the cards as its text describes it");
    }
    Ok(())
}
