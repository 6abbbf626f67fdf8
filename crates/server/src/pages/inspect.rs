//! One card, large: what it is, why its values are what they are, how each clause is read.

use super::table::sight::Sight;
use super::table::{hand, why_not};
use super::{face, means, rule};
use crate::world::World;
use engine::state::{Slot, Where};
use engine::{Face, Part, SeenCard};
use lang::{Compiled, Setting, compile_card, render};
use maud::{Markup, html};
use table::Token;
use vocab::ability::{Ability, AbilityKind, Statistic};
use vocab::{Counter, Definition, Keyword, KeywordSet, RuleNumber};

/// The card that a token means, as far as the viewer knows it.
pub fn inspect(sight: &Sight, token: Option<Token>, pictures: bool) -> Markup {
    let slot = token.and_then(|token| sight.seen.slot(token));
    let Some(card) = slot.and_then(|slot| sight.card(slot)) else {
        return html! { p.eyebrow { "You can’t see that card." } };
    };
    let slot = card.slot;
    let Face::Known(id) = card.face else { return html! { p.eyebrow { "A face-down card." } } };
    let definition = sight.seen.sight().catalog().definition(id);
    let printing = sight.world.printing(definition);
    let picture = printing.filter(|_| pictures).and_then(|printing| sight.world.picture(printing));
    html! {
        article.inspect data-side=(definition.side.letter()) aria-labelledby="in-h" {
            header {
                h3 id="in-h" { a href=(super::cards::address(&definition.to_string())) { (definition.to_string()) } }
                p.type { (definition.side) ", " (face::type_line(definition)) }
                @if let Some(cost) = definition.cost.points() { span.cost.build { (cost) " " i.i.i-build {} span.vh { " build cost" } } }
            }
            (actions(sight, slot))
            @if let Some((why, number)) = why_not(sight, card) { p.why-not { "Not now. " (why) ". " (rule(number)) } }
            @if let Some(address) = picture { img.picture src=(address) alt={ "Picture of " (definition.to_string()) } loading="lazy"; }
            @if card.values.is_some() { (reasons(sight, slot)) }
            @else if definition.card_type.is_unit() {
                dl.reasons { @for (icon, name, stat) in [("speed", "Speed", definition.speed), ("power", "Power", definition.power), ("health", "Health", definition.health)] {
                    div { dt { i class={ "i i-" (icon) } {} (name) " " b { (stat.value().unwrap_or(0)) } } dd {} } } }
            }
            (clauses(sight.world, definition))
            @let by_hand = hand::texts(sight, slot);
            @if !by_hand.is_empty() { p.reads { span.by-hand { "by hand" } " The referee doesn’t enforce this; its player carries it out. " (rule(super::hand::RULE)) } (super::hand::list(&by_hand)) }
            ul.means aria-label="What the numbers mean" { @for told in meanings(sight, card, definition) { li { (told) } } }
            (keywords(sight, slot, definition))
            (story(sight, slot))
            @if let Some(printing) = printing {
                @if !printing.keywords.is_empty() { details { summary { "Keywords in full" } (definitions(printing.keywords)) } }
                @if !printing.usage.rulings.is_empty() { details open { summary { "Rulings" } ul.rulings { @for ruling in &printing.usage.rulings { li { p { (ruling) } } } } } }
            }
        }
    }
}

/// Each number and counter on a card in a sentence.
fn meanings(sight: &Sight, card: &SeenCard, definition: &Definition) -> Vec<String> {
    let damage = face::counters(card, Counter::Damage);
    let printed =
        [definition.speed, definition.power, definition.health].map(|stat| stat.value().unwrap_or(0));
    let mut told = Vec::new();
    match card.values {
        Some((speed, power, health)) => told.extend(means::stats([speed, power, health], damage)),
        None if definition.card_type.is_unit() => told.extend(means::stats(printed, 0)),
        None => {}
    }
    let pending = sight.pending(card.slot);
    if damage > 0 || pending > 0 {
        told.push(means::damage(damage, pending));
    }
    if let Some(cost) = definition.cost.points() {
        let is_being_built = card.place == Where::BuildZone && card.face_down;
        let built = face::counters(card, Counter::Build);
        told.push(if is_being_built { means::built(built, cost) } else { means::cost(cost) });
    }
    let stack = sight.on(card.slot).filter(|under| matches!(under.place, Where::Stacked(_))).count();
    if stack > 0 {
        told.push(means::stack(stack + 1));
    }
    let others = card.counters.iter().map(|(counter, _)| *counter);
    let others = others.filter(|counter| !matches!(counter, Counter::Damage | Counter::Build));
    told.extend(others.map(|counter| means::counter(counter).to_string()));
    told
}

/// What can be done with it now: on a screen that is touched, the first tap only reads.
fn actions(sight: &Sight, slot: Slot) -> Markup {
    let offers: Vec<_> = sight.offers_of(slot).collect();
    html! { @if !offers.is_empty() { p.actions { @for offer in offers {
        button.btn.main form="answer" name="a" value=(offer.path) { (offer.title) }
    } } } }
}

fn reasons(sight: &Sight, slot: Slot) -> Markup {
    let seen = sight.seen.sight();
    let Some(now) = seen.now(slot) else { return html! {} };
    let (reasons, damage) = (seen.reasons(slot), seen.damage(slot));
    let rows = [
        ("speed", "Speed", Statistic::Speed, now.speed),
        ("power", "Power", Statistic::Power, now.power),
        ("health", "Health", Statistic::Health, now.health),
    ];
    html! {
        dl.reasons { @for (icon, name, statistic, value) in rows {
            div {
                dt { i class={ "i i-" (icon) } {} (name) " " b { (value) } }
                @let only = reasons.iter().filter(|reason| reason.statistic == statistic).count() == 1;
                dd { @for (place, reason) in reasons.iter().filter(|reason| reason.statistic == statistic).enumerate() {
                    @if place > 0 { (if reason.amount < 0 { " − " } else { " + " }) }
                    @if !only { (if place > 0 { reason.amount.abs() } else { reason.amount }) " " }
                    (match reason.part {
                        Part::Printed if only => "as printed".to_string(),
                        Part::Printed => "printed".to_string(),
                        Part::Set(card) => format!("set by {}", sight.name_of(card)),
                        Part::Stack => "stack".into(),
                        Part::Card(card) => sight.name_of(card),
                        Part::Keyword(keyword) => keyword.name().into(),
                        Part::Battle => "this battle".into(),
                        Part::Company => "other units there".into(),
                    })
                } @if statistic == Statistic::Health && damage > 0 { " · " b.bad { (damage) " damage, " (now.health.saturating_sub(damage.into()).max(0)) " left" } } }
            }
        } }
    }
}

/// The clauses of a card with how each is read.
pub fn clauses(world: &World, definition: &Definition) -> Markup {
    let Some(printing) = world.printing(definition) else {
        // A card of the lab is nothing but what was read.
        let setting = Setting::new(definition.card_type, &definition.name, world.cards.lexicon());
        let text = render(&definition.abilities, &setting, world.cards.lexicon()).unwrap_or_default();
        return html! { ol.clauses { @for clause in text.split(" | ") { li { p { (clause) } } } } };
    };
    let setting = Setting::of(printing, world.cards.lexicon());
    let compiled = compile_card(printing, world.cards.lexicon());
    html! { (departures(printing, &compiled)) ol.clauses { (readings(&compiled, &setting, world)) } }
}

/// What is read differently from the print: readings and misspelt words.
pub fn departures(printing: &cards::Printing, compiled: &Compiled) -> Markup {
    html! { @for departure in lang::departures(printing, compiled) { p.reads.bad { "Not as printed: " (departure.to_string()) } } }
}

/// Each clause: its words, and its reading or where reading stopped.
pub fn readings(compiled: &Compiled, setting: &Setting, world: &World) -> Markup {
    html! { @for clause in &compiled.clauses {
        li {
            p { (clause.text.replace("->", "→")) }
            @match &clause.outcome {
                Ok(abilities) => {
                    @for ability in abilities { p.reads { (kind(ability)) @if let Some(number) = kind_rule(ability) { " " (rule(number)) } } }
                    @match render(abilities, setting, world.cards.lexicon()) {
                        Ok(english) if english.trim() != clause.text.trim() => p.reads { "Read as: " (english) },
                        _ => {}
                    }
                }
                Err(unread) => {
                    p.reads.bad { "Not understood from here on: “" (unread.words) "”" }
                    @if !unread.expected.is_empty() { p.reads { "Expected: " (unread.expected.iter().take(8).map(|words| format!("“{words}”")).collect::<Vec<_>>().join(" ")) } }
                }
            }
        }
    } }
}

/// What kind of ability it is, for people.
fn kind(ability: &Ability) -> String {
    match &ability.kind {
        AbilityKind::Keyword(keyword) => keyword.keyword().row().plain.to_string(),
        AbilityKind::Static(_) => "Always, while it’s in play.".into(),
        AbilityKind::Activated(_) => "You can use it by paying what’s before the arrow.".into(),
        AbilityKind::Triggered(_) => "Happens by itself each time.".into(),
        AbilityKind::Replacement(_) => "Happens instead of something else.".into(),
        AbilityKind::Equipped(_) => "For the unit with this Equipment.".into(),
        AbilityKind::OneShot(_) => "Happens once, when you play it.".into(),
        AbilityKind::Trap(_) => "Waits face-down until you play it.".into(),
        AbilityKind::ToComplete(_) => "You need this to complete it.".into(),
        AbilityKind::Wrapper(wrapper) => wrapper.keyword().row().plain.to_string(),
    }
}

fn kind_rule(ability: &Ability) -> Option<RuleNumber> {
    let number = match &ability.kind {
        AbilityKind::Keyword(keyword) => RuleNumber::new(keyword.keyword().row().section, 1),
        AbilityKind::Wrapper(wrapper) => RuleNumber::new(wrapper.keyword().row().section, 1),
        AbilityKind::Static(_) => RuleNumber::new(1303, 1),
        AbilityKind::Activated(_) => RuleNumber::new(1304, 1),
        AbilityKind::Triggered(_) => RuleNumber::new(1305, 1),
        AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => return None,
    };
    vocab::rulebook::rule(number).map(|_| number)
}

/// Each keyword that it has, in one sentence: those of its text, and those that something else gives it.
fn keywords(sight: &Sight, slot: Slot, definition: &Definition) -> Markup {
    let now = sight.seen.sight().now(slot);
    let printed: Vec<Keyword> =
        face::printed_chips(definition).into_iter().map(|(keyword, _)| keyword).collect();
    let held = |keyword: &Keyword| {
        keyword.in_play() == *keyword && now.as_ref().is_some_and(|now| now.has(*keyword))
    };
    let given = Keyword::all().filter(|keyword| held(keyword) && !printed.contains(keyword));
    let all: Vec<(Keyword, bool)> =
        printed.iter().map(|keyword| (*keyword, false)).chain(given.map(|keyword| (keyword, true))).collect();
    html! { @if !all.is_empty() {
        ul.words { @for (keyword, given) in all { li {
            a.key.given[given] href={ "/keywords#" (keyword.name().to_lowercase().replace(' ', "-")) } title=(keyword.row().example) { (keyword.heading()) }
            p { @if given { "From another card. " } (keyword.row().plain) " " (rule(RuleNumber::new(keyword.row().section, 1))) }
        } } }
    } }
}

/// How many sentences about a card are shown, and how many lines of the log are looked at for them.
const SENTENCES: usize = 6;
const LOOKED_AT: usize = 600;

/// What has happened to it, or what it has done, in this game.
fn story(sight: &Sight, slot: Slot) -> Markup {
    let token = sight.token(slot).to_string();
    let first = sight.seen.lines().len().saturating_sub(LOOKED_AT);
    let told = sight.seen.told_from(first);
    let is_about = |card: &Option<String>| card.as_deref() == Some(token.as_str());
    let mut sentences: Vec<_> = told
        .iter()
        .filter(|(shown, _)| [&shown.card, &shown.from, &shown.to].into_iter().any(is_about))
        .map(|(shown, _)| shown)
        .collect();
    sentences.drain(..sentences.len().saturating_sub(SENTENCES));
    html! { @if !sentences.is_empty() {
        section.in-game { h4 { "In this game" }
            ul { @for shown in sentences { li { (super::table::sentence(sight, first, &shown.text)) } } } }
    } }
}

/// The definitions of keywords.
pub fn definitions(set: KeywordSet) -> Markup {
    html! { ul.words { @for keyword in set.iter() { li {
        a.key href={ "/keywords#" (keyword.name().to_lowercase().replace(' ', "-")) } { (keyword.heading()) }
        p { (keyword.definition(vocab::Edition::Current).unwrap_or_default()) " " (rule(RuleNumber::new(keyword.row().section, 1))) }
    } } } }
}
