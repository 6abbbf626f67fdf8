//! Choices as the page offers them: on which card, in what words, at what price, with what odds.

use super::sight::{Group, Offered, Price, Sight};
use super::{explain, hand};
use crate::pages::face;
use engine::state::{Slot, Where};
use engine::{AbilityId, Chance, Choice, Decision, Mode, Spot, Why};
use lang::Setting;
use vocab::Counter;
use vocab::ability::AbilityKind;

/// The choices of the question that the viewer is asked.
pub fn offers(sight: &Sight) -> Vec<Offered> {
    let Some(decision) = &sight.decision else { return Vec::new() };
    let same_card = is_about_one_card(decision);
    let mut offers = Vec::with_capacity(decision.choices.len());
    for (place, choice) in decision.choices.iter().enumerate() {
        let mut offered = Offered {
            path: place.to_string(),
            choice: *choice,
            about: about(*choice, same_card),
            short: short(sight, *choice),
            title: title(sight, decision, *choice),
            price: None,
            body: Vec::new(),
            odds: None,
            uncounted: Vec::new(),
            group: group(sight, decision.why, *choice),
            go: matches!(choice, Choice::Play(_)),
            listed: true,
        };
        match choice {
            Choice::Use(card, ability) => {
                let text = ability_text(sight, *card, *ability);
                offered.price = price(&text);
                offered.body.push(text);
            }
            Choice::Play(card) | Choice::PlayBy(card, _) => {
                if let Some(printing) = sight
                    .card(*card)
                    .and_then(|card| sight.definition(card))
                    .and_then(|definition| sight.world.printing(definition))
                {
                    if place_of(sight, *card) != Some(Where::BuildZone) {
                        offered.price = price(&printing.text);
                    }
                    offered.body.push(face::shortened(&printing.text));
                }
            }
            Choice::Pass => offered.body.extend(what_lands(sight, decision)),
            Choice::Attack(target, mode) => {
                if let Some(attacker) = decision.source {
                    let attack = ai::attack(sight.seen.sight(), attacker, *target, *mode);
                    offered.odds = attack.and_then(|attack| attack.odds().ok());
                    offered.uncounted = uncounted(sight, attacker, *target);
                }
            }
            Choice::Put(card, spot) if decision.why == Why::Build => {
                if let (Some(Where::Hand), Spot::BuildZone) = (place_of(sight, *card), spot) {
                    offers.extend(counters(sight, place, *card, &offered));
                    continue;
                }
            }
            Choice::Card(card) if decision.why == Why::Build => {
                offers.extend(counters(sight, place, *card, &offered));
                continue;
            }
            _ => {}
        }
        offers.push(offered);
    }
    list_equal_cards_once(sight, &mut offers);
    // Passing and finishing come last.
    offers
        .sort_by_key(|offer| matches!(offer.choice, Choice::Pass | Choice::Done | Choice::Back | Choice::No));
    offers
}

/// Copies of a card in hand have the same choices: the prompt lists them once, each card keeps its own.
fn list_equal_cards_once(sight: &Sight, offers: &mut [Offered]) {
    let in_hand =
        |offer: &Offered| offer.about.is_some_and(|card| place_of(sight, card) == Some(Where::Hand));
    for place in 1..offers.len() {
        let (before, rest) = offers.split_at_mut(place);
        let offer = &mut rest[0];
        let seen = before.iter().any(|other| other.listed && in_hand(other) && other.title == offer.title);
        if offer.listed && in_hand(offer) && seen {
            offer.listed = false;
        }
    }
}

/// Build counters on a card as one button: how many more it needs, and one (rules 702.1, 702.2).
fn counters(sight: &Sight, at: usize, card: Slot, offered: &Offered) -> Vec<Offered> {
    let numbers = sight.seen.numbers_after(at);
    let Some(most) = numbers.last().map(|(_, number)| *number) else { return vec![offered.clone()] };
    let seen = sight.seen.sight();
    let cost = seen.card(card).map_or(0, |definition| seen.catalog().facts(definition).cost);
    let built = sight.card(card).map_or(0, |card| face::counters(card, Counter::Build));
    let need = cost.saturating_sub(built);
    let name = sight.name_of(card);
    let fill = if need > 0 && need <= most { need } else { most };
    let mut list = Vec::new();
    let mut add = |number: u8, listed: bool| {
        if let Some((place, _)) = numbers.iter().find(|(_, own)| *own == number) {
            let ready = number == need;
            list.push(Offered {
                path: format!("{at},{place}"),
                short: if ready { format!("+{number} ✓") } else { format!("+{number}") },
                title: if ready {
                    format!("{name}: pay {number}, finished")
                } else {
                    format!("{name}: pay {number}, {} to go", need.saturating_sub(number))
                },
                price: Some(Price::Build(number.into())),
                group: Group::Build,
                listed,
                ..offered.clone()
            });
        }
    };
    if need > 0 || built == 0 {
        if fill != 1 {
            add(1, false);
        }
        add(fill, true);
    }
    list
}

/// What passing up prevention means for the viewer's unit.
fn what_lands(sight: &Sight, decision: &Decision) -> Option<String> {
    if sight.seen.sight().chance() != Some(Chance::Prevention) {
        return None;
    }
    let own = sight.view.pending.iter().find(|damage| damage.who == decision.who && damage.amount > 0)?;
    let left = sight.health_left(own.to) - i16::from(own.amount);
    let fate = if left > 0 { format!("{left} health left") } else { "destroyed".into() };
    Some(format!("Take {}: {fate}", own.amount))
}

/// Whether all choices put the same card, so that the place is what the player chooses.
fn is_about_one_card(decision: &Decision) -> bool {
    let mut cards = decision.choices.iter().filter_map(|choice| match choice {
        Choice::Put(card, _) => Some(*card),
        _ => None,
    });
    let first = cards.next();
    first.is_some() && cards.all(|card| Some(card) == first) && decision.why != Why::Build
}

fn about(choice: Choice, same_card: bool) -> Option<Slot> {
    match choice {
        Choice::Put(card, spot) if same_card => match spot {
            Spot::OnTop(unit) | Spot::Under(unit) | Spot::Pilot(unit) | Spot::Attach(unit) => Some(unit),
            Spot::Arena(_) | Spot::BuildZone => Some(card),
        },
        other => other.card(),
    }
}

fn group(sight: &Sight, why: Why, choice: Choice) -> Group {
    if why != Why::Build {
        return Group::Plain;
    }
    match choice {
        Choice::Use(..) if sight.seen.is_by_hand(choice) => Group::Hand,
        Choice::Done => Group::Done,
        Choice::Play(_) | Choice::PlayBy(..) => Group::Complete,
        Choice::Card(_) | Choice::Put(_, Spot::BuildZone) => Group::Build,
        _ => Group::Move,
    }
}

/// Where a card lies, if the viewer sees it.
fn place_of(sight: &Sight, card: Slot) -> Option<Where> {
    sight.card(card).map(|card| card.place)
}

/// A choice in the engine's words.
fn label(sight: &Sight, choice: Choice) -> String {
    capital(&sight.seen.sight().label(choice).unwrap_or_default())
}

fn short(sight: &Sight, choice: Choice) -> String {
    match choice {
        Choice::Put(_, spot) => match spot {
            Spot::Arena(arena) => format!("To {arena}"),
            Spot::BuildZone => "Build zone".into(),
            Spot::OnTop(_) => "On top".into(),
            Spot::Under(_) => "Stack under".into(),
            Spot::Pilot(unit) => format!("Pilot {}", sight.name_of(unit)),
            Spot::Attach(_) => "Attach".into(),
        },
        Choice::Use(_, ability) => ability_name(sight, ability),
        Choice::Play(card) => match place_of(sight, card) {
            Some(Where::BuildZone) => "Complete".into(),
            _ => "Play".into(),
        },
        Choice::PlayBy(_, keyword) | Choice::Keyword(_, keyword) => keyword.name().into(),
        Choice::Attack(_, mode) => match mode {
            Mode::Normal => "Attack".into(),
            Mode::Bombard => "Bombard".into(),
            Mode::Barrage => "Barrage".into(),
            Mode::IonCannon => "Ion Cannon".into(),
        },
        Choice::Card(_) => "Choose".into(),
        other => label(sight, other),
    }
}

fn title(sight: &Sight, decision: &Decision, choice: Choice) -> String {
    let building = decision.why == Why::Build;
    if let Some(title) = hand::title(decision, choice) {
        return title.into();
    }
    match choice {
        Choice::Pass if decision.why == Why::Act => "Don’t attack".into(),
        Choice::Pass => "Pass".into(),
        Choice::Done if building => "Done building".into(),
        Choice::Done => match decision.why {
            Why::SetupBuild => "Stop placing units".into(),
            Why::Mulligan => "Keep these".into(),
            Why::PlayEvent | Why::PullResource => "No, thanks".into(),
            Why::Retreat => "Everyone stays".into(),
            _ => "Done".into(),
        },
        Choice::Back => "Back".into(),
        Choice::Play(card) => match place_of(sight, card) {
            Some(Where::BuildZone) => format!("Complete {}", sight.name_of(card)),
            _ => format!("Play {}", sight.name_of(card)),
        },
        Choice::Use(card, ability) => {
            let name = match ability_name(sight, ability) {
                // Lists have no room for the text below, so the title has it, from the arrow on.
                name if building && (name == "Use" || name == BY_HAND) => {
                    let text = ability_text(sight, card, ability);
                    let effect = text.split_once("->").map_or(text.as_str(), |(_, effect)| effect.trim());
                    face::shortened(effect)
                }
                name => name,
            };
            format!("{}: {name}", sight.name_of(card))
        }
        Choice::Attack(target, Mode::Normal) => sight.name_of(target),
        Choice::Number(number) if decision.why == Why::Prevent => format!("Prevent {number}"),
        Choice::Number(number) if decision.why == Why::Bid => format!("{number} Force"),
        Choice::Die(die) => {
            let dice = sight.view.attack.as_ref().and_then(|attack| attack.dice.as_ref());
            match dice.and_then(|dice| dice.get(usize::from(die)).copied()) {
                Some(natural) => format!("Die {}: a {natural}", die + 1),
                None => format!("Die {}", die + 1),
            }
        }
        Choice::Option(number) => {
            explain::option(sight, decision, number).unwrap_or_else(|| label(sight, choice))
        }
        other => label(sight, other),
    }
}

/// What a text is called that its player carries out.
const BY_HAND: &str = "By hand";

/// A short name of an ability.
fn ability_name(sight: &Sight, ability: AbilityId) -> String {
    let catalog = sight.seen.sight().catalog();
    if catalog.is_by_hand(ability) {
        return BY_HAND.into();
    }
    match &catalog.ability(ability).kind {
        AbilityKind::Activated(play) | AbilityKind::OneShot(play) => match &play.effect {
            vocab::ability::Effect::Keyword(keyword, _) => match keyword.value() {
                Some(vocab::ability::Amount::Number(number)) => format!("{} {number}", keyword.keyword()),
                Some(_) => format!("{} X", keyword.keyword()),
                None => keyword.keyword().name().into(),
            },
            _ => "Use".into(),
        },
        AbilityKind::Keyword(keyword) => keyword.keyword().name().into(),
        AbilityKind::Wrapper(wrapper) => wrapper.keyword().name().into(),
        _ => "Use".into(),
    }
}

/// An ability in card English.
pub fn ability_text(sight: &Sight, card: Slot, ability: AbilityId) -> String {
    let Some(definition) = sight.known(card) else { return ability_name(sight, ability) };
    if let Some(words) = hand::words(sight, card, ability) {
        return words;
    }
    let list = std::slice::from_ref(sight.seen.sight().catalog().ability(ability));
    abilities_text(sight, definition, list).unwrap_or_else(|| ability_name(sight, ability))
}

/// The texts of two units that the odds of an attack don't count, with the reason.
pub fn uncounted(sight: &Sight, attacker: Slot, defender: Slot) -> Vec<String> {
    let words = |(unit, place, reason): (Slot, usize, odds::card::Reason)| {
        let definition = sight.known(unit)?;
        let text = abilities_text(sight, definition, definition.abilities.get(place..=place)?)?;
        Some(format!("{definition}: {text} ({reason})"))
    };
    ai::left_out(sight.seen.sight(), attacker, defender).into_iter().filter_map(words).collect()
}

/// Abilities of a card in words.
fn abilities_text(
    sight: &Sight,
    definition: &vocab::Definition,
    list: &[vocab::ability::Ability],
) -> Option<String> {
    let setting = sight.world.printing(definition).map_or_else(
        || Setting::new(definition.card_type, &definition.name, sight.world.cards.lexicon()),
        |printing| Setting::of(printing, sight.world.cards.lexicon()),
    );
    lang::render(list, &setting, sight.world.cards.lexicon()).ok()
}

/// The price of a card that is played from the hand.
pub fn price_of_card(sight: &Sight, definition: &vocab::Definition) -> Option<Price> {
    price(&sight.world.printing(definition)?.text)
}

/// The price before the arrow, if it is in Force or build points.
fn price(text: &str) -> Option<Price> {
    let (cost, _) = text.split_once("->")?;
    let rest = cost.trim().strip_prefix("Pay ").or_else(|| cost.split(", pay ").nth(1))?;
    let (number, what) = rest.split_once(' ')?;
    let number = number.parse().ok()?;
    if what.starts_with("Force") {
        Some(Price::Force(number))
    } else if what.starts_with("build point") {
        Some(Price::Build(number))
    } else {
        None
    }
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{Price, capital, price};

    #[test]
    fn a_price_is_read_from_card_english() {
        assert_eq!(price("Pay 2 Force -> Evade 2"), Some(Price::Force(2)));
        assert_eq!(price("Pay 1 build point -> Draw a card."), Some(Price::Build(1)));
        assert_eq!(price("[tap], pay 3 Force -> Draw a card."), Some(Price::Force(3)));
        assert_eq!(price("Discard a card from your hand -> Draw a card."), None);
        assert_eq!(price("Armor"), None);
        assert_eq!(capital("pass"), "Pass");
    }
}
