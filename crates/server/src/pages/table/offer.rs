//! Choices as the page offers them: on which card, in what words, at what price, with what odds.

use super::sight::{Group, Offered, Price, Sight};
use super::{explain, hand, result};
use crate::pages::face;
use engine::state::{Slot, Where};
use engine::{AbilityId, Choice, Decision, Mode, Spot, Why};
use vocab::ability::AbilityKind;
use vocab::{Counter, Keyword};

/// The choices of the question that the viewer is asked.
pub fn offers(sight: &Sight) -> Vec<Offered> {
    let Some(decision) = &sight.decision else { return Vec::new() };
    let same_card = is_about_one_card(decision);
    let idle = sight.seen.useless();
    let mut offers = Vec::with_capacity(decision.choices.len());
    for (place, choice) in decision.choices.iter().enumerate() {
        let mut offered = Offered {
            path: place.to_string(),
            choice: *choice,
            about: about(*choice, same_card),
            short: short(sight, *choice),
            title: title(sight, decision, *choice),
            price: None,
            also: None,
            results: result::of(sight, decision, place, *choice),
            body: Vec::new(),
            idle: is_play(*choice) && idle.get(place).is_some_and(|idle| *idle),
            odds: None,
            uncounted: Vec::new(),
            group: group(sight, decision.why, *choice),
            go: matches!(choice, Choice::Play(_)),
            amounts: Vec::new(),
            listed: true,
        };
        match choice {
            Choice::Use(card, ability) => {
                let text = ability_text(sight, *card, *ability);
                (offered.price, offered.also) = costs(&text);
                offered.body.push(text.replace("->", "→"));
            }
            Choice::Play(card) | Choice::PlayBy(card, _) => {
                if let Some(printing) = sight
                    .card(*card)
                    .and_then(|card| sight.definition(card))
                    .and_then(|definition| sight.world.printing(definition))
                {
                    if place_of(sight, *card) != Some(Where::BuildZone) {
                        (offered.price, offered.also) = costs(&printing.text);
                    }
                    offered.body.push(face::shortened(&printing.text));
                }
                if decision.why == Why::Build && matches!(choice, Choice::Play(_)) {
                    let ways = deployed(sight, place, *card, &offered);
                    if !ways.is_empty() {
                        offers.extend(ways);
                        continue;
                    }
                }
            }
            Choice::Attack(target, mode) => {
                if let Some(attacker) = decision.source {
                    let attack = ai::attack(sight.seen.sight(), attacker, *target, *mode);
                    offered.odds = attack.and_then(|attack| attack.odds().ok());
                    offered.uncounted = uncounted(sight, attacker, *target);
                }
            }
            Choice::Yes => {
                offered.price = match sight.seen.spends(place) {
                    Some((0, 0)) | None => None,
                    Some((0, points)) => Some(Price::Build(points)),
                    Some((force, _)) => Some(Price::Force(force)),
                };
            }
            Choice::Put(card, _) if decision.why == Why::SetupBuild => {
                offered.price = build_cost(sight, *card).map(|cost| Price::Build(cost.into()));
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
    if is_list(&offers) {
        for offered in &mut offers {
            if let Choice::Use(card, ability) = offered.choice
                && let Some(told) = use_in_list(sight, card, ability)
            {
                offered.title = told;
            }
        }
    }
    tell_apart(sight, &mut offers);
    // What brings nothing comes after the rest; passing and finishing come last.
    offers.sort_by_key(|offer| {
        let ends = matches!(offer.choice, Choice::Pass | Choice::Done | Choice::Back | Choice::No);
        (ends, offer.idle)
    });
    offers
}

/// Whether there are so many choices that each is a line without a text below.
pub fn is_list(offers: &[Offered]) -> bool {
    offers.iter().filter(|offer| offer.listed).count() > 6
}

/// What an ability without a name of its own is called in a list, which has no room for its text below: the text, from the
/// arrow on.
fn use_in_list(sight: &Sight, card: Slot, ability: AbilityId) -> Option<String> {
    let name = ability_name(sight, ability);
    if name != "Use" && name != BY_HAND {
        return None;
    }
    let text = ability_text(sight, card, ability);
    // Card English has one arrow, the words of a text that is carried out by hand the other.
    let cost = text.split_once("->").or_else(|| text.split_once('→'));
    let effect = cost.map_or(text.as_str(), |(_, effect)| effect.trim());
    Some(format!("{}: {}", sight.name_of(card), face::shortened(effect)))
}

/// Whether a choice plays something.
const fn is_play(choice: Choice) -> bool {
    matches!(choice, Choice::Use(..) | Choice::Play(_) | Choice::PlayBy(..))
}

/// What sets a card apart from others of its name: where it is, how it's hurt, what it carries.
fn apart(sight: &Sight, card: Slot) -> Vec<String> {
    let Some(seen) = sight.card(card) else { return Vec::new() };
    let mut words = Vec::new();
    match seen.place {
        Where::Arena(arena) => words.push(arena.name().to_string()),
        Where::BuildZone => words.push("build zone".into()),
        Where::Hand => words.push("hand".into()),
        Where::DiscardPile => words.push("discard pile".into()),
        Where::Stacked(host) | Where::Piloting(host) | Where::Attached(host) | Where::Beneath(host) => {
            words.push(format!("on {}", sight.name_of(host)));
        }
        Where::Nowhere | Where::Deck | Where::Removed | Where::Supply | Where::EventZone => {}
    }
    match face::counters(seen, Counter::Damage) {
        0 if seen.values.is_some() => words.push("unhurt".into()),
        0 => {}
        damage => words.push(format!("{damage} damage")),
    }
    if seen.tapped {
        words.push("tapped".into());
    }
    words.extend(sight.on(card).map(|on| format!("with {}", sight.name(on))));
    words
}

/// Choices about different cards of one name say which card is meant; where nothing sets the cards apart, which of them.
fn tell_apart(sight: &Sight, offers: &mut [Offered]) {
    let titles: Vec<String> = offers.iter().map(|offer| offer.title.clone()).collect();
    for place in 0..offers.len() {
        let same = |other: &usize| offers[*other].listed && titles[*other] == titles[place];
        let all: Vec<usize> = (0..offers.len()).filter(same).collect();
        let Some(card) = offers[place].about.filter(|_| offers[place].listed && all.len() > 1) else {
            continue;
        };
        let own = apart(sight, card);
        let others = all.iter().filter(|other| **other != place).filter_map(|other| offers[*other].about);
        let others: Vec<Vec<String>> = others.map(|other| apart(sight, other)).collect();
        let mut words: Vec<String> =
            own.iter().filter(|word| !others.iter().all(|other| other.contains(word))).cloned().collect();
        if others.contains(&own) {
            let nth = all.iter().filter(|other| **other <= place).count();
            words.push(format!("{nth} of {}", all.len()));
        }
        if !words.is_empty() {
            offers[place].title = format!("{} ({})", titles[place], words.join(", "));
        }
    }
}

/// The build cost of a card that the viewer knows.
fn build_cost(sight: &Sight, card: Slot) -> Option<u8> {
    let seen = sight.seen.sight();
    seen.card(card).map(|definition| seen.catalog().facts(definition).cost)
}

/// Copies of a card in hand have the same choices: the prompt lists them once, each card keeps its own.
fn list_equal_cards_once(sight: &Sight, offers: &mut [Offered]) {
    let in_hand =
        |offer: &Offered| offer.about.is_some_and(|card| place_of(sight, card) == Some(Where::Hand));
    for place in 1..offers.len() {
        let (before, rest) = offers.split_at_mut(place);
        let offer = &mut rest[0];
        let is_same = |other: &Offered| other.title == offer.title && other.body == offer.body;
        let seen = before.iter().any(|other| other.listed && in_hand(other) && is_same(other));
        if offer.listed && in_hand(offer) && seen {
            offer.listed = false;
        }
    }
}

/// A card that is completed, for each place where it can go: one button for both answers.
fn deployed(sight: &Sight, at: usize, card: Slot, offered: &Offered) -> Vec<Offered> {
    let places = sight.seen.destinations(card, at);
    let name = sight.name_of(card);
    let way = |(to, spot): &(u16, Spot)| {
        let to_there = destination(sight, *spot);
        Offered {
            path: format!("{at},{to}"),
            short: if places.len() > 1 { to_there.clone() } else { offered.short.clone() },
            title: format!("Complete {name}: {}", small(&to_there)),
            ..offered.clone()
        }
    };
    places.iter().map(way).collect()
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
    let path = |place: usize| format!("{at},{place}");
    let paid = |number: u8, place: usize| {
        let ready = number == need;
        Offered {
            path: path(place),
            short: if ready { format!("+{number} ✓") } else { format!("+{number}") },
            title: if ready {
                format!("{name}: pay {number}, finished")
            } else {
                format!("{name}: pay {number}, {} to go", need.saturating_sub(number))
            },
            price: Some(Price::Build(number.into())),
            group: Group::Build,
            ..offered.clone()
        }
    };
    let place_of = |number: u8| numbers.iter().find(|(_, own)| *own == number).map(|(place, _)| *place);
    let Some(place) = place_of(fill).filter(|_| need > 0 || built == 0) else { return Vec::new() };
    let mut list = Vec::new();
    if fill != 1 {
        list.extend(place_of(1).map(|place| Offered { listed: false, ..paid(1, place) }));
    }
    let mut whole = paid(fill, place);
    // Where the place is clear, it's paid, completed and deployed at once.
    let run = [at, place].map(|place| u16::try_from(place).unwrap_or(u16::MAX));
    let rest = if fill == need { sight.seen.completed(card, &run) } else { Vec::new() };
    if !rest.is_empty() {
        list.push(Offered { listed: false, ..paid(fill, place) });
        let rest: Vec<String> = rest.iter().map(u16::to_string).collect();
        whole.path = format!("{},{}", path(place), rest.join(","));
        whole.short = format!("+{fill}, deploy");
        whole.title = format!("{name}: pay {fill} and deploy");
        whole.go = true;
    }
    // More than is needed would only lie there.
    let others = numbers.iter().filter(|(_, number)| *number != fill && *number <= need);
    whole.amounts = others.map(|(place, number)| (*number, path(*place))).collect();
    list.push(whole);
    list
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

/// Where a card goes, with what is there.
fn destination(sight: &Sight, spot: Spot) -> String {
    match spot {
        Spot::Arena(arena) => format!("To {arena}"),
        Spot::BuildZone => "Wait in the build zone".into(),
        Spot::OnTop(unit) => format!("On top of {}", sight.name_of(unit)),
        Spot::Under(unit) => format!("Under {}", sight.name_of(unit)),
        Spot::Pilot(unit) => format!("Pilot {}", sight.name_of(unit)),
        Spot::Attach(unit) => format!("Onto {}", sight.name_of(unit)),
    }
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
        Choice::Pass if matches!(decision.why, Why::PlayEvent | Why::PullResource) => "No, thanks".into(),
        Choice::Pass if matches!(decision.why, Why::Keyword(Keyword::Velocity)) => "Keep its speed".into(),
        Choice::Pass if matches!(decision.why, Why::Keyword(_)) => "Don’t guess".into(),
        Choice::Pass => "Pass".into(),
        Choice::Done if building => match sight.view.players[decision.who].build {
            0 => "Done building".into(),
            1 => "Done: lose 1 build point".into(),
            points => format!("Done: lose {points} build points"),
        },
        Choice::Done => match decision.why {
            Why::SetupBuild => "Stop placing units".into(),
            Why::Mulligan => "Keep these".into(),
            Why::PlayEvent | Why::PullResource => "No, thanks".into(),
            Why::Retreat => "Everyone stays".into(),
            Why::SetupPartial => "No, thanks".into(),
            Why::Keyword(Keyword::Deflect | Keyword::Overkill) => "Nobody".into(),
            Why::Keyword(Keyword::DoubleStrike) => "Don’t attack".into(),
            _ => "Done".into(),
        },
        Choice::Back => "Back".into(),
        Choice::Play(card) => match place_of(sight, card) {
            Some(Where::BuildZone) => format!("Complete {}", sight.name_of(card)),
            _ => format!("Play {}", sight.name_of(card)),
        },
        Choice::Use(card, ability) => {
            let told = building.then(|| use_in_list(sight, card, ability)).flatten();
            told.unwrap_or_else(|| format!("{}: {}", sight.name_of(card), ability_name(sight, ability)))
        }
        Choice::Number(number) => decision.why.number(number),
        Choice::Yes => match decision.why {
            Why::PayOrNot => "Pay".into(),
            Why::Untap => "Untap it".into(),
            Why::Keyword(keyword) => {
                let now = decision.source.and_then(|unit| sight.seen.sight().now(unit));
                match now.map_or(0, |now| now.value(keyword)) {
                    0 => format!("Use {keyword}"),
                    value => format!("Use {keyword} {value}"),
                }
            }
            Why::Optional => optional(sight).unwrap_or_else(|| "Yes".into()),
            _ => "Yes".into(),
        },
        Choice::No => match decision.why {
            Why::PayOrNot => "Don’t pay".into(),
            Why::Untap => "Leave it tapped".into(),
            Why::Keyword(keyword) => format!("Don’t use {keyword}"),
            _ => "No".into(),
        },
        Choice::Card(card) if decision.why == Why::Retreat => format!("Pull back {}", sight.name_of(card)),
        Choice::Card(card) if decision.why == Why::PlayOrPass => {
            format!("{}: use Lucky", sight.name_of(card))
        }
        Choice::Attack(target, mode) => {
            let how = match mode {
                Mode::Normal => "",
                Mode::Bombard => "Bombard ",
                Mode::Barrage => "Barrage ",
                Mode::IonCannon => "Ion Cannon: ",
            };
            format!("{how}{}", sight.name_of(target))
        }
        Choice::Arena(arena) => format!("The {arena} arena"),
        Choice::Ability(card, ability) => {
            let text = ability_text(sight, card, ability).replace("->", "→");
            format!("{}: {}", sight.name_of(card), face::shortened(&text))
        }
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
pub fn ability_name(sight: &Sight, ability: AbilityId) -> String {
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
    let known = sight.known(card).or_else(|| {
        let asking = sight.seen.sight().asking().is_some_and(|(own, _)| own == card);
        let id = sight.seen.sight().asking_card().filter(|_| asking)?;
        Some(sight.seen.sight().catalog().definition(id))
    });
    let Some(definition) = known else { return ability_name(sight, ability) };
    if let Some(words) = hand::words(sight, card, ability) {
        return words;
    }
    let list = std::slice::from_ref(sight.seen.sight().catalog().ability(ability));
    sight.world.cards.abilities_in_words(definition, list).unwrap_or_else(|| ability_name(sight, ability))
}

/// What happens if a text that says "you may" is used: "Retreat this unit".
fn optional(sight: &Sight) -> Option<String> {
    let (card, ability) = sight.seen.sight().asking()?;
    let text = ability_text(sight, card, ability);
    let mut parts = text.split("you may ");
    let (_, deed) = (parts.next()?, parts.next()?);
    // With two of them the text doesn't say which one it is.
    if parts.next().is_some() {
        return None;
    }
    let deed = deed.split(['.', '|']).next()?.trim().trim_end_matches('.');
    (!deed.is_empty() && deed.len() <= 70).then(|| capital(deed))
}

/// The texts of two units that the odds of an attack don't count, with the reason.
pub fn uncounted(sight: &Sight, attacker: Slot, defender: Slot) -> Vec<String> {
    let words = |(unit, place, reason): (Slot, usize, odds::card::Reason)| {
        let definition = sight.known(unit)?;
        let list = definition.abilities.get(place..=place)?;
        let text = sight.world.cards.abilities_in_words(definition, list)?;
        Some(format!("{definition}: {text} ({reason})"))
    };
    ai::left_out(sight.seen.sight(), attacker, defender).into_iter().filter_map(words).collect()
}

/// The price of a card that is played from the hand.
pub fn price_of_card(sight: &Sight, definition: &vocab::Definition) -> Option<Price> {
    costs(&sight.world.printing(definition)?.text).0
}

/// The price of an ability.
pub fn price_of(sight: &Sight, card: Slot, ability: AbilityId) -> Option<Price> {
    costs(&ability_text(sight, card, ability)).0
}

/// What stands before the arrow: the part in Force or build points, and the rest in words.
fn costs(text: &str) -> (Option<Price>, Option<String>) {
    let Some((cost, _)) = text.split_once("->") else { return (None, None) };
    let mut price = None;
    let mut rest: Vec<String> = Vec::new();
    for part in cost.split(", ").map(str::trim).filter(|part| !part.is_empty()) {
        match (points(part), part) {
            (Some(points), _) if price.is_none() => price = Some(points),
            (_, "[tap]" | "Tap") => rest.push("tap".into()),
            (_, words) => rest.push(small(words)),
        }
    }
    (price, (!rest.is_empty()).then(|| rest.join(", ")))
}

/// `Pay 2 Force`, `pay 1 build point`.
fn points(part: &str) -> Option<Price> {
    let rest = part.strip_prefix("Pay ").or_else(|| part.strip_prefix("pay "))?;
    let (number, what) = rest.split_once(' ')?;
    let number = number.parse().ok()?;
    match what {
        "Force" => Some(Price::Force(number)),
        "build point" | "build points" => Some(Price::Build(number)),
        _ => None,
    }
}

/// The text with a small first letter.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{Price, capital, costs};

    #[test]
    fn a_price_is_read_from_card_english_with_all_that_belongs_to_it() {
        let words = |text: &str| Some(text.to_string());
        assert_eq!(costs("Pay 2 Force -> Evade 2"), (Some(Price::Force(2)), None));
        assert_eq!(costs("Pay 1 build point -> Draw a card."), (Some(Price::Build(1)), None));
        assert_eq!(costs("[tap], pay 3 Force -> Draw a card."), (Some(Price::Force(3)), words("tap")));
        let discard = words("discard a card from your hand");
        assert_eq!(costs("Discard a card from your hand -> Draw a card."), (None, discard));
        assert_eq!(costs("Armor"), (None, None));
        assert_eq!(capital("pass"), "Pass");
    }
}
