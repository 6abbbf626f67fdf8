//! The builder: a deck beside a search. Every button sends the whole form; with a script the answer takes its place
//! without a page load, and typing searches.

use super::conditions::formats;
use super::decks::bars;
use super::{face, hand, page, rule};
use crate::world::World;
use axum::response::Html;
use cards::deck::{Entry, Kind, Report, Stats, check};
use cards::format::legality;
use cards::search::Query;
use cards::similar::similar;
use cards::{Format, Legality, Printing, PrintingId};
use maud::{Markup, html};
use vocab::{Arena, Stat};

/// How many cards a search shows.
const SHOWN: usize = 100;
/// How many copies a button can put into the deck.
const COPIES: u32 = 4;
/// How many cards like one are shown.
const ALIKE: usize = 24;

/// What is being built.
pub struct Built<'a> {
    /// The list.
    pub list: &'a cards::Deck,
    /// What is searched for.
    pub query: &'a str,
    /// The card whose like are shown instead, if there is one.
    pub like: &'a str,
    /// The format that the deck is for.
    pub format: &'a str,
    /// The address of the kept deck that is being changed; empty for a new one.
    pub id: &'a str,
}

/// The page.
pub fn builder(world: &World, built: &Built) -> Html<String> {
    page("Builder", "/decks", &html! { h1 { "Builder" } (form(world, built)) })
}

/// The part that changes.
pub fn form(world: &World, built: &Built) -> Markup {
    let Built { list, query, like, format, id } = built;
    let text = String::from_utf8_lossy(&list.grouped().write(Kind::List)).into_owned();
    html! {
        form.builder method="post" action="/decks/build" data-builder {
            // The first button of a form is the one that Enter presses.
            button.vh tabindex="-1" aria-hidden="true" { "Update" }
            input type="hidden" name="kept" value=(id);
            input type="hidden" name="like" value=(like);
            section.box aria-label="The deck" {
                div.two {
                    div.field { label for="name" { "Name" } input id="name" name="name" value=(list.name) maxlength="60"; }
                    div.field { label for="format" { "Format" } select id="format" name="format" {
                        @for known in formats(world) { option value=(known) selected[known == *format] { (known) } }
                    } }
                }
                (standing(world, built))
                (entries(world, list))
                details { summary { "As text" } div.field { textarea name="list" rows="14" aria-label="The list" { (text) } } }
                div.btns {
                    button.btn.main formaction="/decks/save" { "Save" }
                    button.btn.line formaction="/decks/own" { "Check and play" }
                    button.btn.line formaction="/decks/chances" { "Draws, setups, test hands" }
                    button.btn.line type="button" data-undo hidden { "Undo" }
                }
            }
            section.box aria-label="Cards" {
                div.field { label for="q" { "Search" } input id="q" type="search" name="q" value=(query) placeholder="ewok, t:character cost<=4" autocomplete="off"; }
                (results(world, built))
            }
        }
    }
}

fn format_of(world: &World, name: &str) -> Format {
    world.cards.formats().iter().find(|format| format.name == name).cloned().unwrap_or_else(Format::open)
}

/// Whether the deck may be played, and what it is made of.
fn standing(world: &World, built: &Built) -> Markup {
    let resolved = built.list.resolve(world.cards.collection());
    let report: Report = check(&resolved, world.cards.collection(), &format_of(world, built.format));
    let stats = Stats::of(&resolved, world.cards.collection());
    let arenas = Arena::ALL.map(|arena| (arena.name().to_string(), stats.by_arena[arena]));
    let curve: Vec<(String, u32)> =
        stats.curve.iter().map(|step| (step.cost.to_string(), step.units + step.others)).collect();
    html! {
        p.standing role="status" {
            b { (stats.cards) @if stats.cards == 1 { " card" } @else { " cards" } } ", " (stats.units) @if stats.units == 1 { " unit. " } @else { " units. " }
            @if report.is_legal() { span.good { "Legal in " (report.format) "." } }
            @else { span.bad { (report.faults.len()) @if report.faults.len() == 1 { " fault" } @else { " faults" } " in " (report.format) "." } }
        }
        @if !report.is_legal() { details.faults-of { summary { (report.faults.first().map(|fault| fault.what.clone()).unwrap_or_default()) }
            ul.faults { @for fault in report.faults.iter().take(12) { li { (fault.what) " " (rule(fault.rule)) br; span.good { (fault.cure) } } } }
        } }
        @if stats.cards > 0 { div.two.charts { div { (bars("Units by arena", &arenas)) } div { (bars("Build costs", &curve)) } } }
    }
}

/// The cards of the deck by type, each with its number.
fn entries(world: &World, list: &cards::Deck) -> Markup {
    let mut lines: Vec<(&Entry, u32, Option<&Printing>)> = Vec::new();
    for zone in &list.zones {
        for (entry, count) in zone.counted() {
            let id = world.cards.collection().resolve(&entry.name).printing();
            lines.push((entry, count, id.map(|id| world.cards.collection().get(id))));
        }
    }
    lines.sort_by_cached_key(|(entry, _, card)| {
        let cost = card.and_then(|card| card.cost.points());
        (card.map(|card| card.card_type.to_string()), cost, entry.name.clone())
    });
    html! { ul.builder-list.in-deck { @for (entry, count, card) in lines {
        li data-region={ "in-" (entry.name) } {
            button.mini name="drop" value=(entry.name) aria-label={ "One fewer " (entry.name) } { "−" }
            b { (count) }
            button.mini name="add" value=(entry.name) aria-label={ "One more " (entry.name) } { "+" }
            span { a href=(super::cards::address(&entry.name)) { (entry.name) } " " small { (card.map(summary).unwrap_or_default()) } " " (marked(world, &entry.name)) }
            @if card.is_some() { (alike(&entry.name)) }
        }
    } } }
}

/// A card in a few words: its type, its cost and its numbers.
fn summary(card: &Printing) -> String {
    let cost = card.cost.points().map(|cost| format!(", {cost}")).unwrap_or_default();
    let numbers = [card.speed, card.power, card.health].map(|stat| match stat {
        Stat::Value(number) => Some(number.to_string()),
        _ => None,
    });
    let numbers = match numbers {
        [Some(speed), Some(power), Some(health)] => format!(", {speed}/{power}/{health}"),
        _ => String::new(),
    };
    format!("{}{cost}{numbers}", card.type_line())
}

/// The button that shows cards like one.
fn alike(name: &str) -> Markup {
    html! { button.mini.alike name="alike" value=(name) title="Cards like it" aria-label={ "Cards like " (name) } { "≈" } }
}

/// The cards like the one that is asked for, of those that the format allows; nothing if there is no such card.
fn suggested(world: &World, built: &Built) -> Option<Vec<PrintingId>> {
    let collection = world.cards.collection();
    let own = collection.resolve(built.like).printing()?;
    let format = format_of(world, built.format);
    let allowed = |id: PrintingId| match legality(collection, collection.card_of(id), &format) {
        Legality::Legal(_) | Legality::Restricted(..) => true,
        Legality::NotInFormat | Legality::Banned(_) => false,
    };
    Some(similar(collection, own, ALIKE, allowed))
}

/// What a search finds, or what is like a card, with a button for each number of copies.
fn results(world: &World, built: &Built) -> Markup {
    let collection = world.cards.collection();
    let alike_ones = suggested(world, built);
    let is_search = alike_ones.is_none();
    let found = match (alike_ones, Query::parse(built.query)) {
        (Some(alike), _) => alike,
        (None, Ok(query)) => query.run(collection),
        (None, Err(error)) => return html! { p.bad { (error.to_string()) } },
    };
    let copies = |name: &str| -> u32 {
        let counted = built.list.zones.iter().flat_map(|zone| zone.counted());
        counted.filter(|(entry, _)| entry.name == name).map(|(_, count)| count).sum()
    };
    html! {
        @if !is_search { p.alike-to { "Cards like " b { (built.like) } ", allowed in " (built.format) " " button.mini name="find" value="1" { "Back to the search" } } }
        p.eyebrow role="status" {
            @match found.len() {
                0 => "No card fits.",
                1 => "1 card",
                all if all > SHOWN => { (all) " cards; here are the first " (SHOWN) },
                all => { (all) " cards" },
            }
        }
        ul.builder-list.found { @for id in found.iter().take(SHOWN) {
            @let card = collection.get(*id);
            @let (name, has) = (card.name.full(), copies(card.name.full()));
            li.unit data-region={ "found-" (name) } data-side=(card.side.map_or("N", vocab::Side::letter)) {
                a.card href=(super::cards::address(name)) { (face_of(world, card)) }
                span.copies role="group" aria-label={ "Copies of " (name) } {
                    @for number in 1..=COPIES {
                        button.mini.on[has == number] name="set" value={ (number) " " (name) } aria-label={ (number) " of " (name) } aria-pressed=(if has == number { "true" } else { "false" }) { (number) }
                    }
                    @if has > 0 { button.mini name="set" value={ "0 " (name) } aria-label={ "No " (name) } { "×" } }
                    (marked(world, name))
                    (alike(name))
                }
            }
        } }
    }
}

/// A card with its text.
fn face_of(world: &World, card: &Printing) -> Markup {
    let text = card.text.replace("->", "→").replace(" | ", "\n");
    match world.definition(card.name.full()) {
        Some(id) => face::plain(world.catalog.definition(id), Some(&text)),
        None => html! {
            span.cap { span.name { (card.name.full()) } @if let Some(cost) = card.cost.points() { span.cost { (cost) } } }
            span.type { (card.type_line()) }
            span.text { (text) }
        },
    }
}

/// The mark of a card by its name.
fn marked(world: &World, name: &str) -> Markup {
    match world.definition(name) {
        Some(id) => hand::note(&hand::of_card(world, id)),
        None => html! { span.bad { "unknown" } },
    }
}
