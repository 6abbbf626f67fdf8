//! Card faces, drawn by us: what a card is, and what is true of it now.

use super::drawn::Draw;
use super::means;
use super::table::sight::{Offered, Sight};
use super::table::{hand, why_not};
use engine::state::{Slot, Where};
use engine::{Catalog, Face, SeenCard};
use maud::{Markup, html};
use vocab::ability::{AbilityKind, Amount, Effect, KeywordAbility};
use vocab::{Counter, Definition, Keyword, Side};

/// The counters of a kind on a card.
pub fn counters(card: &SeenCard, kind: Counter) -> u8 {
    card.counters.iter().find(|(counter, _)| *counter == kind).map_or(0, |(_, number)| *number)
}

/// Pips: filled, pending, empty.
pub fn pips(of: u8, on: u8, wait: u8, class: &str) -> Markup {
    let (of, on) = (of.min(30), on.min(30));
    let wait = wait.min(of.saturating_sub(on));
    html! {
        span class={ "pips " (class) } aria-hidden="true" {
            @for _ in 0..on { i.on {} }
            @for _ in 0..wait { i.wait {} }
            @for _ in on.saturating_add(wait)..of { i {} }
        }
    }
}

/// The line under the name: type and subtypes.
pub fn type_line(definition: &Definition) -> String {
    let name = definition.card_type.name();
    if definition.subtypes.is_empty() { name } else { format!("{name}, {}", definition.subtypes) }
}

/// A keyword as a chip shows it.
fn chip(keyword: &KeywordAbility) -> String {
    match keyword.value() {
        None => keyword.keyword().name().to_string(),
        Some(Amount::Number(number)) => format!("{} {number}", keyword.keyword()),
        Some(_) => format!("{} X", keyword.keyword()),
    }
}

/// The keywords printed on a card, those behind a price too.
pub fn printed_chips(definition: &Definition) -> Vec<(Keyword, String)> {
    let chips = definition.abilities.iter().filter_map(|ability| match &ability.kind {
        AbilityKind::Keyword(keyword) => Some((keyword.keyword(), chip(keyword))),
        AbilityKind::Activated(play) => match &play.effect {
            Effect::Keyword(keyword, _) => Some((keyword.keyword(), chip(keyword))),
            _ => None,
        },
        AbilityKind::Wrapper(wrapper) => Some((wrapper.keyword(), wrapper.keyword().name().to_string())),
        _ => None,
    });
    chips.collect()
}

/// The chips of a unit now: keyword, text and whether something else gives it.
fn chips_now(sight: &Sight, card: &SeenCard, definition: &Definition) -> Vec<(Keyword, String, bool)> {
    let Some(now) = sight.seen.sight().now(card.slot) else { return Vec::new() };
    let printed = printed_chips(definition);
    let mut chips: Vec<(Keyword, String, bool)> = printed
        .iter()
        .filter(|(keyword, _)| !now.has(*keyword))
        .map(|(keyword, chip)| (*keyword, chip.clone(), false))
        .collect();
    let mut held: Vec<Keyword> =
        Keyword::all().filter(|keyword| keyword.in_play() == *keyword && now.has(*keyword)).collect();
    held.dedup();
    for keyword in held {
        let value = now.value(keyword);
        let text = if value == 0 { keyword.name().to_string() } else { format!("{keyword} {value}") };
        let own = printed.iter().any(|(own, chip)| *own == keyword && (*chip == text || value == 0));
        chips.push((keyword, text, !own));
    }
    chips
}

/// The printed chips of a card that has no others.
fn printed_as_now(definition: &Definition) -> Vec<(Keyword, String, bool)> {
    printed_chips(definition).into_iter().map(|(keyword, chip)| (keyword, chip, false)).collect()
}

/// Speed, power and health: now, and how they compare with what is printed.
fn stats(now: [i16; 3], printed: [i16; 3], damage: u8) -> Markup {
    let told = means::stats(now, damage);
    let icons = ["i i-speed", "i i-power", "i i-health"];
    html! { span.stats {
        @for i in 0..3 {
            span.up[now[i] > printed[i]].low[now[i] < printed[i]] title=(told[i]) { i class=(icons[i]) {} (now[i]) }
        }
    } }
}

/// A card that is only its definition: in the hand, in lists, in the deck builder.
pub fn plain(definition: &Definition, text: Option<&str>) -> Markup {
    let printed =
        [definition.speed, definition.power, definition.health].map(|stat| stat.value().unwrap_or(0));
    html! {
        span.cap { span.name { (definition.to_string()) } @if let Some(cost) = definition.cost.points() { span.cost title=(means::cost(cost)) { (cost) } } }
        span.type { (type_line(definition)) }
        @let chips = printed_chips(definition);
        @if !chips.is_empty() { span.keys { @for (keyword, chip) in chips.iter().take(4) { span.key title=(means::keyword(*keyword, chip)) { (chip) } } } }
        @if let Some(text) = text { span.text { (text) } }
        @if definition.card_type.is_unit() { span.foot { (stats(printed, printed, 0)) } }
    }
}

fn catalog_of<'a>(sight: &Sight<'a>) -> &'a Catalog {
    sight.seen.sight().catalog()
}

/// What a card is, for screen readers.
pub fn spoken(sight: &Sight, card: &SeenCard) -> String {
    let Face::Known(id) = card.face else {
        return "Face-down card.".into();
    };
    let definition = catalog_of(sight).definition(id);
    let mut words = format!("{definition}. {} {}.", definition.side, type_line(definition));
    if let Some(cost) = definition.cost.points() {
        words.push_str(&format!(" Costs {cost}."));
    }
    let printed = [definition.speed, definition.power, definition.health].map(vocab::Stat::value);
    match (card.values, printed) {
        (Some((speed, power, health)), _) | (None, [Some(speed), Some(power), Some(health)])
            if definition.card_type.is_unit() =>
        {
            words.push_str(&format!(" Speed {speed}, power {power}, health {health}."));
        }
        _ => {}
    }
    for (counter, number) in &card.counters {
        words.push_str(&format!(" {number} {}.", counter.name()));
    }
    let pending = sight.pending(card.slot);
    if pending > 0 {
        words.push_str(&format!(" {pending} damage coming."));
    }
    let chips = match card.values {
        Some(_) => chips_now(sight, card, definition),
        None => printed_as_now(definition),
    };
    if !chips.is_empty() {
        let chips: Vec<String> = chips.into_iter().map(|(_, chip, _)| chip).collect();
        words.push_str(&format!(" {}.", chips.join(", ")));
    }
    for under in sight.on(card.slot) {
        let what = match under.place {
            Where::Piloting(_) => "Pilot",
            Where::Attached(_) => "Equipment",
            Where::Stacked(_) => "Stacked under it",
            _ => "Under it",
        };
        words.push_str(&format!(" {what}: {}.", sight.name(under)));
    }
    if let Some(printing) = sight.world.printing(definition).filter(|printing| !printing.text.is_empty()) {
        words.push_str(&format!(" Text: {}", printing.text.replace(" | ", " ").replace("->", ":")));
        if !words.ends_with(['.', '!', '"']) {
            words.push('.');
        }
    }
    if !catalog_of(sight).by_hand(id).is_empty() {
        words.push_str(" Has a text that is carried out by hand.");
    }
    if card.tapped {
        words.push_str(" Tapped.");
    }
    if sight.party(card.slot) == Some("attacking") {
        words.push_str(" Attacking.");
    }
    if sight.party(card.slot) == Some("defending") {
        words.push_str(" Defending.");
    }
    match sight.offers_of(card.slot).count() {
        0 => {}
        1 => words.push_str(" You can pick it."),
        several => words.push_str(&format!(" {several} choices.")),
    }
    words
}

/// How a card is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// In an arena.
    Arena,
    /// In the hand.
    Hand,
    /// In the viewer's own build zone.
    Zone,
}

/// Cards as a list of regions with this name.
pub fn cards(sight: &Sight, draw: &Draw, list: &str, cards: &[&SeenCard], form: Form) -> Markup {
    let region = |seen: &&SeenCard| {
        let name = format!("{list}-{}", sight.token(seen.slot));
        let element = card(sight, seen, form, &name);
        (name, element)
    };
    draw.list(list, cards.iter().map(region).collect())
}

/// A card on the table as one seat sees it.
fn card(sight: &Sight, card: &SeenCard, form: Form, region: &str) -> Markup {
    let Face::Known(id) = card.face else { return back(sight, card, Some(region)) };
    let catalog = sight.seen.sight().catalog();
    let definition = catalog.definition(id);
    let offers: Vec<&Offered> = sight.offers_of(card.slot).collect();
    let stack = sight.on(card.slot).filter(|under| matches!(under.place, Where::Stacked(_))).count();
    let building = card.place == Where::BuildZone && card.face_down;
    let reason = why_not(sight, card);
    let face = html! {
        span.cap {
            span.name { (definition.to_string()) }
            @if let Some(cost) = definition.cost.points() { span.cost title=(means::cost(cost)) { (cost) } }
        }
        span.type { (type_line(definition)) }
        (chips(sight, card, definition, stack))
        (super::hand::mark(&hand::texts(sight, card.slot)))
        @if form != Form::Arena && card.values.is_none() && !definition.card_type.is_unit() {
            @if let Some(printing) = sight.world.printing(definition) { span.text { (shortened(&printing.text)) } }
        }
        span.foot {
            @match card.values {
                Some((speed, power, health)) => {
                    @let facts = catalog.facts(id);
                    @let damage = counters(card, Counter::Damage);
                    (stats([speed, power, health], [facts.speed, facts.power, facts.health], damage))
                    @if form == Form::Arena || damage > 0 {
                        @let pending = sight.pending(card.slot);
                        span title=(means::damage(damage, pending)) { (pips(u8::try_from(health.clamp(0, 30)).unwrap_or(0), damage, pending, "")) }
                    }
                }
                None => {
                    @if definition.card_type.is_unit() {
                        @let printed = [definition.speed, definition.power, definition.health].map(|stat| stat.value().unwrap_or(0));
                        (stats(printed, printed, 0))
                    }
                    @if building {
                        @let cost = definition.cost.points().unwrap_or(0);
                        @let built = counters(card, Counter::Build);
                        span.prog title=(means::built(built, cost)) { (pips(cost.max(built).min(14), built, 0, "built")) (built) "/" (cost) }
                    }
                }
            }
        }
        @if form == Form::Hand { @if let Some((why, number)) = &reason {
            span.why { (why) " " span.rule { (number) } } } }
    };
    let label = match &reason {
        Some((why, number)) if form != Form::Arena => {
            format!("{} {why}, rule {number}.", spoken(sight, card))
        }
        _ => spoken(sight, card),
    };
    let party = sight.party(card.slot);
    let single = match offers[..] {
        [only] => Some(only),
        _ => None,
    };
    html! {
        li.unit.tapped[card.tapped].can[!offers.is_empty()].known[building].stacked[stack > 0].look[sight.look == Some(card.slot)]
            .attacking[party == Some("attacking")].defending[party == Some("defending")].acting[party == Some("acting")]
            .{ "s" (stack.min(3) + 1) } data-side=(super::side(definition.side)) data-token=(sight.token(card.slot)) data-region=(region) {
            @match single {
                Some(only) => button.card form="answer" name="a" value=(only.path) aria-label={ (label) " " (only.title) "." } data-card=(sight.token(card.slot)) { (face) },
                None => a.card href={ "?card=" (sight.token(card.slot)) "#desk" } aria-label=(label) data-card=(sight.token(card.slot)) { (face) },
            }
            (attached(sight, card.slot))
            @if let Some(party) = party { span.tag aria-hidden="true" { (match party { "attacking" => "attacks", "defending" => "defends", _ => "acts" }) } }
            @if offers.len() > 1 { span.acts { @for offer in offers.iter().take(4) {
                button.go[offer.go] form="answer" name="a" value=(offer.path) title=(offer.title) {
                    (offer.short) span.vh { ": " (offer.title) } }
            } } }
        }
    }
}

fn chips(sight: &Sight, card: &SeenCard, definition: &Definition, stack: usize) -> Markup {
    let chips = match card.values {
        Some(_) => chips_now(sight, card, definition),
        None => printed_as_now(definition),
    };
    let other: Vec<&(Counter, u8)> = card
        .counters
        .iter()
        .filter(|(counter, _)| !matches!(counter, Counter::Damage | Counter::Build))
        .collect();
    if chips.is_empty() && other.is_empty() && stack == 0 {
        return html! {};
    }
    html! { span.keys {
        @if stack > 0 { span.key title=(means::stack(stack + 1)) { (stack + 1) " cards" } }
        @for (keyword, chip, given) in &chips { span.key.given[*given] title=(means::keyword(*keyword, chip)) { (chip) } }
        @for (counter, number) in other { span.ctr.(counter.name()) title=(means::counter(*counter)) { (number) " " (counter.name()) } }
    } }
}

fn attached(sight: &Sight, host: Slot) -> Markup {
    // A Pilot may carry the Equipment that makes it one.
    let on: Vec<&SeenCard> = sight
        .on(host)
        .flat_map(|card| std::iter::once(card).chain(sight.on(card.slot)))
        .filter(|card| matches!(card.place, Where::Piloting(_) | Where::Attached(_) | Where::Beneath(_)))
        .collect();
    if on.is_empty() {
        return html! {};
    }
    html! { ul.att { @for card in on {
        @let pilot = matches!(card.place, Where::Piloting(_));
        @let offers: Vec<&Offered> = sight.offers_of(card.slot).collect();
        li.pilot[pilot].can[!offers.is_empty()] data-side=(sight.side(card)) {
            span.vh { @if pilot { "Pilot " } @else { "Equipment " } }
            a href={ "?card=" (sight.token(card.slot)) "#desk" } data-card=(sight.token(card.slot)) { (sight.name(card)) }
            @for offer in offers { " " button.mini form="answer" name="a" value=(offer.path) title=(offer.title) { (offer.short) span.vh { ": " (offer.title) } } }
        }
    } } }
}

/// A card face-down, of which its counters are seen.
pub fn back(sight: &Sight, card: &SeenCard, region: Option<&str>) -> Markup {
    let built = counters(card, Counter::Build);
    html! { li.back data-side=(super::side(Side::Neutral)) data-token=(sight.token(card.slot)) data-region=[region] title=(means::FACE_DOWN) {
        span.vh { "Face-down card," } b { (built) span.vh { " build counters" } }
    } }
}

/// The first words of a text, for a small face.
pub fn shortened(text: &str) -> String {
    let text = text.replace(" | ", " · ").replace("->", "→");
    if text.chars().count() <= 74 {
        return text;
    }
    let short: String = text.chars().take(70).collect();
    format!("{}…", short.rsplit_once(' ').map_or(short.as_str(), |(start, _)| start))
}
