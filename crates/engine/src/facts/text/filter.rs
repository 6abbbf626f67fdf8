//! Descriptions of cards: whether a card fits, and which cards do.

use crate::facts::catalog::spelling;
use crate::facts::keywords::pilot;
use crate::facts::matching::used_keywords;
use crate::facts::now::reach::inserted;
use crate::facts::now::source;
use crate::facts::now::{identity, permission};
use crate::facts::text::amount::{amount, counters_on, in_range, measure};
use crate::facts::text::scope::{Scope, is_in_play};
use crate::facts::text::word;
use crate::facts::{attack, now};
use crate::records::state::{Slot, SlotSet, Where};
use vocab::ability::{
    AbilityKind, Activity, Change, Charge, Class, Extreme, Filter, Grant, Noun, Pattern, Place, Quality,
    Range, Reference, Relation, Uniqueness, Wrapper,
};
use vocab::{CardType, Role};

/// All cards that fit a description.
pub(crate) fn matching(scope: Scope, filter: &Filter) -> SlotSet {
    let among = candidates(scope, filter);
    let of = |who: Role| among.and(scope.game.state.controlled_by(who));
    let among = filter
        .control
        .map_or(among, |player| scope.players(player).map(of).fold(SlotSet::default(), SlotSet::or));
    among.iter().filter(|card| fits(scope, filter, *card)).collect()
}

/// The cards among which those are that fit a description: where it says they are, or in play.
fn candidates(scope: Scope, filter: &Filter) -> SlotSet {
    let state = &scope.game.state;
    let names_cards = |class: &Class| match class.noun {
        Noun::Card | Noun::UnitCard | Noun::BattleCard => true,
        Noun::Unit
        | Noun::Subordinate
        | Noun::Pilot
        | Noun::Equipment
        | Noun::Location
        | Noun::Mission
        | Noun::Campaign
        | Noun::Trap
        | Noun::Resource
        | Noun::Event => false,
    };
    match filter.place {
        Some(Place::InPlay | Place::Arena(_) | Place::ArenaOrBuildZone(..) | Place::Beneath(_)) => {
            state.on_the_table()
        }
        // Also after they have left play together.
        Some(Place::Stack(unit)) if !has_left(scope, unit) => state.on_the_table(),
        Some(Place::Stack(_)) => state.slots().collect(),
        Some(Place::StackedWith(_)) => state.slots().collect(),
        Some(Place::BuildZone(_)) => state.everywhere_like(Where::BuildZone),
        Some(Place::Hand(_)) => state.everywhere_like(Where::Hand),
        Some(Place::Deck(_) | Place::TopOfDeck(_)) => state.everywhere_like(Where::Deck),
        Some(Place::DiscardPile(_)) => state.everywhere_like(Where::DiscardPile),
        Some(Place::Supply(_)) => state.everywhere_like(Where::Supply),
        None if filter.classes.is_empty() || filter.classes.iter().any(names_cards) => {
            state.slots().collect()
        }
        None => state.on_the_table(),
    }
}

/// Whether a reference means a card that is out of play.
fn has_left(scope: Scope, reference: Reference) -> bool {
    scope.object(reference).is_some_and(|card| !is_in_play(scope.game, card))
}

/// All cards that a pattern means.
pub(crate) fn cards_of(scope: Scope, pattern: &Pattern) -> Vec<Slot> {
    match pattern {
        Pattern::Known(reference) => scope.objects(*reference).to_vec(),
        Pattern::Any(filter) => matching(scope, filter).into_iter().collect(),
        Pattern::OneOf(patterns) => {
            let mut cards = Vec::new();
            for card in patterns.iter().flat_map(|pattern| cards_of(scope, pattern)) {
                if !cards.contains(&card) {
                    cards.push(card);
                }
            }
            cards
        }
    }
}

/// Whether a pattern means this card.
pub(crate) fn is_meant(scope: Scope, pattern: &Pattern, card: Slot) -> bool {
    match pattern {
        Pattern::Known(reference) => scope.objects(*reference).contains(card),
        Pattern::Any(filter) => fits(scope, filter, card),
        Pattern::OneOf(patterns) => patterns.iter().any(|pattern| is_meant(scope, pattern, card)),
    }
}

/// Whether a card fits a description.
pub(crate) fn fits(scope: Scope, filter: &Filter, card: Slot) -> bool {
    let record = scope.game.state.card(card);
    let controller =
        if scope.looks_back_on(card) { source::controller(scope.game, card) } else { record.controller };
    if filter.control.is_some_and(|player| !scope.is_player(player, controller)) {
        return false;
    }
    if filter.place.is_some_and(|place| !is_at(scope, place, card)) {
        return false;
    }
    // "If Champion Racer isn't in play": one that pilots or lies in a stack is in play as well (rule 301.2).
    let is_called = |class: &Class| {
        class.noun == Noun::Unit
            && filter.place == Some(Place::InPlay)
            && matches!(class.adjectives[..], [Quality::Name(_)])
    };
    let as_cards = matches!(
        filter.place,
        Some(
            Place::Hand(_)
                | Place::Deck(_)
                | Place::TopOfDeck(_)
                | Place::DiscardPile(_)
                | Place::Stack(_)
                | Place::StackedWith(_)
                | Place::Beneath(_)
        )
    );
    let in_class = |class: &Class| {
        // There are no units in a hand, a deck or a discard pile, nor beneath another card: their cards are meant (rules
        // 204.2, 801.2).
        let noun = if class.noun == Noun::Unit && as_cards { Noun::UnitCard } else { class.noun };
        (is_called(class) || is_noun(scope, noun, filter.place.is_some(), card))
            && class.adjectives.iter().all(|quality| is(scope, quality, card))
    };
    if !filter.classes.is_empty() && !filter.classes.iter().any(in_class) {
        return false;
    }
    filter.with.iter().all(|quality| match quality {
        Quality::Extreme(end, what) => is_extreme(scope, filter, *end, *what, card),
        other => is(scope, other, card),
    })
}

/// Whether a card has the most or least of something among all that fit the rest of the description (rule 1311.9).
fn is_extreme(
    scope: Scope,
    filter: &Filter,
    end: Extreme,
    what: vocab::ability::Measure,
    card: Slot,
) -> bool {
    let mut rest = filter.clone();
    rest.with.retain(|quality| !matches!(quality, Quality::Extreme(..)));
    let own = measure(scope, what, card);
    matching(scope, &rest).into_iter().all(|other| match end {
        Extreme::Highest => measure(scope, what, other) <= own,
        Extreme::Lowest => measure(scope, what, other) >= own,
    })
}

/// Whether changes concern cards that are deployed, completed or put, so that their words mean cards that are not in
/// play yet as well (rules 204.2, 703.2, 802.7).
pub(crate) fn apply_to_cards(changes: &[Change]) -> bool {
    changes.iter().any(|change| match change {
        // 204.1: what has an activated ability is a unit in play.
        Change::Cost { charge, .. } => match charge {
            Charge::Activate(_) => false,
            Charge::Play | Charge::Deploy | Charge::DeployTo(_) | Charge::Complete | Charge::Equip(..) => {
                true
            }
        },
        Change::Modal(_, activity) => match activity {
            Activity::BeDisrupted
            | Activity::BeOnTop
            | Activity::BeStackedBeneath(_)
            | Activity::BeDeployed => true,
            Activity::Attack(_)
            | Activity::BeAttacked(_)
            | Activity::HaveAttackDisrupted
            | Activity::HaveAbilityDisrupted(_)
            | Activity::Retreat
            | Activity::WinTies
            | Activity::AttackFirst(_)
            | Activity::Move
            | Activity::MoveBetween(..)
            | Activity::Untap
            | Activity::StayTapped
            | Activity::BeDiscarded(_)
            | Activity::Use(_)
            | Activity::GainStatistic(_)
            | Activity::LoseStatistic(_)
            | Activity::GainAbility(_)
            | Activity::LoseAbility(_)
            | Activity::CountTowardControl(_)
            | Activity::BePiloted(_)
            | Activity::BePilotedAs(_)
            | Activity::BeInDeck(_)
            | Activity::BeInSupply
            | Activity::BeAttached(_) => false,
        },
        Change::Gets(Grant::Ability(ability)) => {
            matches!(ability.kind, AbilityKind::Wrapper(Wrapper::AlternativeCost(_)))
        }
        Change::Gets(_)
        | Change::Unless { .. }
        | Change::Prevent { .. }
        | Change::DamageFrom(_)
        | Change::Limit(..) => false,
    })
}

/// Whether a card is of a noun. Without a place, units and the cards beside them are meant in play.
fn is_noun(scope: Scope, noun: Noun, is_place_said: bool, card: Slot) -> bool {
    let game = scope.game;
    let record = game.state.card(card);
    let of_type = |fits: fn(&CardType) -> bool| {
        let anywhere = is_place_said || scope.as_cards || scope.looks_back_on(card);
        fits(&game.catalog.card_type(record.definition)) && (anywhere || is_in_play(game, card))
    };
    match noun {
        Noun::Card => true,
        Noun::Unit if !scope.as_cards && !scope.looks_back_on(card) => game.is_unit(card),
        // 204.2: face-up in the build zone it's a unit.
        Noun::UnitCard if record.place == Where::BuildZone && !record.is_face_down() && !scope.as_cards => {
            false
        }
        Noun::Unit | Noun::UnitCard => game.catalog.card_type(record.definition).is_unit(),
        Noun::Subordinate => of_type(|kind| matches!(kind, CardType::Subordinate(_))),
        // 901.1: what is deployed is a Pilot if it can be one.
        Noun::Pilot if scope.as_cards => pilot::is_pilot(game, card),
        Noun::Pilot => matches!(record.place, Where::Piloting(_)),
        Noun::Equipment => of_type(|kind| matches!(kind, CardType::Equipment(_))),
        Noun::Location => of_type(|kind| matches!(kind, CardType::Location(_))),
        Noun::Mission => of_type(CardType::is_mission),
        Noun::Campaign => of_type(|kind| matches!(kind, CardType::Campaign)),
        Noun::Trap => of_type(|kind| matches!(kind, CardType::Trap)),
        Noun::BattleCard => matches!(game.catalog.card_type(record.definition), CardType::Battle),
        Noun::Resource => of_type(|kind| matches!(kind, CardType::Resource)),
        Noun::Event => of_type(|kind| matches!(kind, CardType::Event)),
    }
}

/// Whether a card is in a place.
pub(crate) fn is_at(scope: Scope, place: Place, card: Slot) -> bool {
    let game = scope.game;
    let record = game.state.card(card);
    let owned = |player, zone| record.place == zone && scope.is_player(player, record.owner);
    match place {
        Place::InPlay => is_in_play(game, card) || scope.looks_back_on(card),
        Place::Arena(arena) => scope.arena_of(card).is_some_and(|place| scope.is_arena(arena, place)),
        Place::BuildZone(player) => {
            record.place == Where::BuildZone && scope.is_player(player, record.controller)
        }
        Place::ArenaOrBuildZone(arena, player) => {
            is_at(scope, Place::Arena(arena), card) || is_at(scope, Place::BuildZone(player), card)
        }
        // 105.7: the hand that it is in need not be its owner's.
        Place::Hand(player) => record.place == Where::Hand && scope.is_player(player, record.controller),
        Place::Deck(player) => owned(player, Where::Deck),
        Place::TopOfDeck(player) => scope
            .players(player)
            .any(|role| game.state.players[role].deck.last().copied().flatten() == Some(card)),
        Place::DiscardPile(player) => owned(player, Where::DiscardPile),
        Place::Supply(player) => owned(player, Where::Supply),
        Place::Stack(reference) => {
            let is_equipment = matches!(game.catalog.card_type(record.definition), CardType::Equipment(_));
            // 807.3: a stack that has left play is the cards that left together, as long as they lie there.
            let is_there = matches!(record.place, Where::DiscardPile | Where::Supply) && !is_equipment;
            scope.object(reference).is_some_and(|unit| {
                if is_in_play(game, unit) {
                    card == unit || record.place == Where::Stacked(unit)
                } else {
                    is_there && (card == unit || record.left_with == Some(unit))
                }
            })
        }
        Place::StackedWith(reference) => scope.object(reference).is_some_and(|unit| {
            let is_on_it = matches!(record.place, Where::Stacked(on) | Where::Attached(on) if on == unit);
            is_on_it || (!is_in_play(game, unit) && record.left_with == Some(unit))
        }),
        Place::Beneath(reference) => {
            scope.object(reference).is_some_and(|unit| record.place == Where::Beneath(unit))
        }
    }
}

/// Whether something is true of a card.
pub(crate) fn is(scope: Scope, quality: &Quality, card: Slot) -> bool {
    let game = scope.game;
    let record = game.state.card(card);
    // "each Equipment attached to it": not to the Equipment that is looked at, but to the unit that has the text.
    let of_it = scope;
    let scope = scope.looking_at(card);
    let definition = game.catalog.definition(record.definition);
    match quality {
        Quality::Subtype(word) => identity::has_subtype(game, card, word, scope.depth),
        Quality::Type(arena) => match definition.card_type {
            // "a Ground Location", "a Space Equipment": the arenas on its type line (rules 208.1, 1001.2).
            CardType::Location(_) | CardType::Equipment(_) => {
                definition.card_type.arenas().is_some_and(|arenas| arenas.contains(*arena))
            }
            _ => identity::arenas(game, card, scope.depth).has(*arena),
        },
        Quality::MultiArena => identity::arenas(game, card, scope.depth).are_several(),
        Quality::Name(name) => identity::has_name(game, card, name, scope.depth),
        Quality::NameContains(part) => spelling::contains(&definition.name, part),
        Quality::TextContains(word) => definition.words.contains(&*word.to_lowercase()),
        Quality::SameName(pattern) => cards_of(scope, pattern).into_iter().any(|other| {
            let other = game.state.card(other).definition;
            game.catalog.facts(other).name == game.catalog.facts(record.definition).name
        }),
        Quality::SameExpansion(pattern) => cards_of(scope, pattern).into_iter().any(|other| {
            let other = game.catalog.definition(game.state.card(other).definition);
            !definition.expansion.is_empty() && other.expansion == definition.expansion
        }),
        Quality::CanPilot(class) => pilot::names(game, card, class),
        Quality::Side(side) => identity::has_side(game, card, *side, scope.depth),
        // The printed type decides, wherever the card is.
        Quality::Kind(Noun::Unit) => game.catalog.card_type(record.definition).is_unit(),
        Quality::Kind(noun) => is_noun(scope, *noun, true, card),
        Quality::Uniqueness(wanted) => {
            game.catalog.is_unique(record.definition) == (*wanted == Uniqueness::Unique)
        }
        Quality::Chosen(slot) => word::is_chosen(scope, scope.words(*slot), card),
        Quality::Tapped => record.is_tapped(),
        Quality::Untapped => !record.is_tapped(),
        Quality::Damaged => record.damage > 0,
        Quality::Undamaged => record.damage == 0,
        Quality::Attacking(whom) => attack::parties(game).is_some_and(|(attacker, defender)| {
            attacker == card && whom.as_ref().is_none_or(|whom| is_meant(scope, whom, defender))
        }),
        Quality::Using(keyword) => {
            attack::parties(game).is_some_and(|(attacker, _)| attacker == card)
                && attack::manner(game) == Some(*keyword)
        }
        Quality::Defending(whom) => attack::parties(game).is_some_and(|(attacker, defender)| {
            defender == card && whom.as_ref().is_none_or(|whom| is_meant(scope, whom, attacker))
        }),
        Quality::PartiallyBuilt => record.place == Where::BuildZone && record.is_face_down(),
        Quality::FaceUp => !record.is_face_down(),
        Quality::FaceDown => record.is_face_down(),
        Quality::Piloted => game.state.at(Where::Piloting(card)).next().is_some(),
        Quality::Cornered => !permission::can_retreat(game, card),
        Quality::Stacked => game.state.at(Where::Stacked(card)).next().is_some(),
        Quality::Keyword(keyword, range) => has_keyword(scope, *keyword, range.as_ref(), card),
        Quality::Measure(what, range) => in_range(scope, measure(scope, *what, card), range),
        // Said of a class alone it compares with every unit; `support` allows it behind the list only.
        Quality::Extreme(end, what) => is_extreme(scope, &Filter::units(), *end, *what, card),
        Quality::Counters(kind, range) => {
            in_range(scope, i16::from(counters_on(&game.state, card, kind)), range)
        }
        Quality::Has(relation, pattern) => {
            on_it(scope, *relation, card).into_iter().any(|other| is_meant(scope, pattern, other))
        }
        Quality::On(relation, pattern) => under_it(scope, *relation, card)
            .is_some_and(|other| other != card && is_meant(of_it, pattern, other)),
        Quality::AttackableBy(reference) => {
            scope.object(*reference).is_some_and(|unit| permission::is_target(game, unit, card))
        }
        Quality::OtherThan(reference) => !scope.objects(*reference).contains(card),
        Quality::Among(reference) => scope.objects(*reference).contains(card),
        Quality::Not(not) => !is(scope, not, card),
        Quality::AnyOf(any) => any.iter().any(|one| is(scope, one, card)),
    }
}

fn has_keyword(scope: Scope, keyword: vocab::Keyword, range: Option<&Range>, card: Slot) -> bool {
    // A card in a deck, a hand or a pile has what is printed on it (rule 204.2).
    if !is_in_play(scope.game, card) {
        return prints_keyword(scope, keyword, range, card);
    }
    let now = scope.game.now_at(card, scope.depth + 1);
    let activated = || now::activated_keyword(scope.game, card, keyword, scope.depth + 1);
    match range {
        None => now.has(keyword) || activated().is_some(),
        Some(range) if now.has(keyword) => in_range(scope, now.value(keyword), range),
        Some(range) => activated().is_some_and(|value| in_range(scope, value, range)),
    }
}

fn prints_keyword(scope: Scope, keyword: vocab::Keyword, range: Option<&Range>, card: Slot) -> bool {
    let definition = scope.game.catalog.definition(scope.game.state.card(card).definition);
    let is_it = |own: &vocab::ability::KeywordAbility| {
        let fits = |range: &Range| own.value().is_some_and(|of| in_range(scope, amount(scope, of), range));
        own.keyword().in_play() == keyword.in_play() && range.is_none_or(fits)
    };
    // 1732.2: by itself it has what its INSERT effect gives.
    let by_itself =
        definition.abilities.iter().flat_map(|printed| std::iter::once(printed).chain(inserted(printed)));
    by_itself.into_iter().any(|printed| match &printed.kind {
        AbilityKind::Keyword(own) => is_it(own),
        AbilityKind::Activated(play) => used_keywords(&play.effect).any(is_it),
        AbilityKind::Wrapper(own) => range.is_none() && own.keyword().in_play() == keyword.in_play(),
        AbilityKind::OneShot(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => false,
    })
}

/// The cards that are on a card in this way.
fn on_it(scope: Scope, relation: Relation, card: Slot) -> Vec<Slot> {
    let state = &scope.game.state;
    match relation {
        Relation::Attached => state.at(Where::Attached(card)).collect(),
        Relation::Piloting => state.at(Where::Piloting(card)).collect(),
        Relation::InStack => std::iter::once(card).chain(state.at(Where::Stacked(card))).collect(),
        Relation::Beneath => state.at(Where::Beneath(card)).collect(),
    }
}

/// The card that a card is on in this way; of Equipment whose unit has left play, that unit (rule 1004.1).
fn under_it(scope: Scope, relation: Relation, card: Slot) -> Option<Slot> {
    let record = scope.game.state.card(card);
    let has_left = |host: &Slot| !is_in_play(scope.game, *host);
    let detached = || record.left_with.filter(|host| record.place == Where::BuildZone && has_left(host));
    match (relation, record.place) {
        (Relation::Attached, Where::BuildZone) => detached(),
        (Relation::Attached, Where::Attached(host))
        | (Relation::Piloting, Where::Piloting(host))
        | (Relation::InStack, Where::Stacked(host))
        | (Relation::Beneath, Where::Beneath(host)) => Some(host),
        (Relation::Attached | Relation::Piloting | Relation::InStack | Relation::Beneath, _) => None,
    }
}

/// Whether a card fits one class of a list.
pub(crate) fn is_of_class(scope: Scope, class: &Class, card: Slot) -> bool {
    is_noun(scope, class.noun, true, card) && class.adjectives.iter().all(|quality| is(scope, quality, card))
}
