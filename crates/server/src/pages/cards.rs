//! Cards: search with the query language, and one card large.

use super::{encoded, face, hand, inspect, page, rule};
use crate::world::World;
use axum::response::Html;
use cards::format::legality;
use cards::search::Query;
use cards::{Legality, PrintingId};
use maud::{Markup, html};
use serde::Deserialize;
use vocab::Stat;

/// The address of a card's page.
pub fn address(name: &str) -> String {
    format!("/card?name={}", encoded(name))
}

/// How many results a page shows.
const MOST: usize = 60;

/// Examples of queries, each a link.
const EXAMPLES: [(&str, &str); 8] = [
    ("t:character kw:evade", "Characters with Evade"),
    ("t:space order:cost", "Space units by cost"),
    ("side:dark power>=6", "Dark, power 6 or more"),
    ("t:equipment", "Equipment"),
    ("t:battle", "Battle cards"),
    ("is:unique", "Unique cards"),
    ("speed>=60", "Fast units"),
    ("t:location", "Locations"),
];

/// What a search asks for: words of the query language, and filters for people who don't know it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Search {
    /// The words.
    pub q: String,
    side: String,
    #[serde(rename = "type")]
    card_type: String,
    text: String,
    order: String,
    page: usize,
}

/// A filter: its name in addresses, its label, its field of the query language, its values.
type Filter = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const FILTERS: [Filter; 4] = [
    (
        "side",
        "Side",
        "side",
        &[("light", "Light"), ("dark", "Dark"), ("neutral", "Neutral"), ("vong", "Yuuzhan Vong")],
    ),
    (
        "type",
        "Type",
        "t",
        &[
            ("space", "Space"),
            ("ground", "Ground"),
            ("character", "Character"),
            ("battle", "Battle"),
            ("mission", "Mission"),
            ("trap", "Trap"),
            ("location", "Location"),
            ("equipment", "Equipment"),
            ("resource", "Resource"),
            ("event", "Event"),
        ],
    ),
    ("text", "Text", "is", &[("enforced", "Enforced"), ("byhand", "By hand")]),
    (
        "order",
        "Order",
        "order",
        &[("cost", "by cost"), ("power", "by power"), ("speed", "by speed"), ("health", "by health")],
    ),
];

impl Search {
    fn filter(&self, name: &str) -> &str {
        match name {
            "side" => &self.side,
            "type" => &self.card_type,
            "text" => &self.text,
            _ => &self.order,
        }
    }

    /// The whole search in the query language. Filters that aren't on the list are left out.
    fn query(&self) -> String {
        let mut query = if self.q.trim().is_empty() { String::new() } else { format!("({})", self.q) };
        // An order can't stand inside brackets.
        if self.q.contains("order:") {
            query.clone_from(&self.q);
        }
        for (name, _, field, values) in FILTERS {
            let chosen = self.filter(name);
            if values.iter().any(|(value, _)| *value == chosen) {
                query.push_str(&format!(" {field}:{chosen}"));
            }
        }
        query
    }

    /// The address of another page of the same search.
    fn address(&self, page: usize) -> String {
        let filters = FILTERS.map(|(name, ..)| format!("&{name}={}", encoded(self.filter(name)))).concat();
        format!("/cards?q={}{filters}&page={page}", encoded(&self.q))
    }
}

/// The page of a search.
pub fn search(world: &World, search: &Search, pictures: bool) -> Html<String> {
    page(
        "Cards",
        "/cards",
        &html! {
            h1 { "Cards" }
            form.search method="get" action="/cards" role="search" data-live-search {
                input type="search" name="q" value=(search.q) placeholder="t:character side:dark power>=6 kw:evade order:cost" aria-label="Search cards";
                @for (name, label, _, values) in FILTERS {
                    select name=(name) aria-label=(label) { option value="" { (label) }
                        @for (value, word) in values { option value=(value) selected[search.filter(name) == *value] { (word) } } }
                }
                button.btn.line { "Search" }
            }
            ul.examples { @for (query, name) in EXAMPLES { li { a href={ "/cards?q=" (encoded(query)) } { (name) } } } }
            div data-results { (results(world, search, pictures)) }
            details.box { summary { "The query language" } (help()) }
        },
    )
}

/// The results alone.
pub fn results(world: &World, search: &Search, pictures: bool) -> Markup {
    let found = match Query::parse(&search.query()) {
        Ok(query) => query.run(world.cards.collection()),
        Err(error) => return html! { p.lead.bad role="status" { (error) } },
    };
    let last = found.len().saturating_sub(1) / MOST;
    let at = search.page.min(last);
    html! {
        p.eyebrow role="status" { (found.len()) @if found.len() == 1 { " card" } @else { " cards" } @if last > 0 { ", page " (at + 1) " of " (last + 1) } }
        ul.card-list { @for id in found.iter().skip(at * MOST).take(MOST) { (small(world, *id, pictures)) } }
        @if last > 0 { nav.btns aria-label="Pages of results" {
            @if at > 0 { a.btn.line href=(search.address(at - 1)) { "Previous " (MOST) } }
            @if at < last { a.btn.line href=(search.address(at + 1)) { "Next " (MOST) } }
        } }
    }
}

/// A card of a list.
fn small(world: &World, id: PrintingId, pictures: bool) -> Markup {
    let printing = world.cards.collection().get(id);
    let side = printing.side.map_or("N", vocab::Side::letter);
    let picture = world.picture(printing).filter(|_| pictures);
    html! { li.unit data-side=(side) {
        @if let Some(picture) = picture { a href=(address(printing.name.full())) { img.picture src=(picture) alt=(printing.name.full()) loading="lazy"; } } @else {
        a.card href=(address(printing.name.full())) {
            @match world.definition(printing.name.full()) {
                Some(definition) => { (face::plain(world.catalog.definition(definition), Some(&face::shortened(&printing.text)))) (hand::mark(&hand::of_card(world, definition))) }
                None => { span.name { (printing.name.full()) } span.type { (printing.type_line()) } }
            }
        } }
    } }
}

fn help() -> Markup {
    html! { dl.pairs.wide {
        @for (query, what) in [
            ("word, \"two words\"", "in the name"),
            ("t:character, t:space, t:battle …", "type"),
            ("sub:jedi", "subtype"),
            ("side:light", "side"),
            ("kw:evade", "keyword"),
            ("o:\"draw a card\"", "words in the text"),
            ("cost<=3, speed>=50, power=4, health>5", "numbers"),
            ("is:unique", "unique cards"),
            ("is:enforced, is:byhand", "all of the text is enforced, or players carry some of it out"),
            ("set:core", "set"),
            ("-side:dark, a or b, ( )", "not, or, brackets"),
            ("order:cost, order:name", "order"),
        ] { div { dt.code { (query) } dd { (what) } } }
    } }
}

/// The page of one card.
pub fn card(world: &World, id: PrintingId, pictures: bool) -> Html<String> {
    let printing = world.cards.collection().get(id);
    let card = world.cards.collection().card_of(id);
    let side = printing.side.map_or("N", vocab::Side::letter);
    let compiled = lang::compile_card(printing, world.cards.lexicon());
    let setting = lang::Setting::of(printing, world.cards.lexicon());
    let read = compiled.clauses.iter().filter(|clause| clause.outcome.is_ok()).count();
    let by_hand = world.definition(printing.name.full()).map(|id| hand::of_card(world, id));
    let stat = |stat: Stat| match stat {
        Stat::Value(value) => value.to_string(),
        Stat::Star => "*".into(),
        Stat::None => "–".into(),
    };
    let name = printing.name.full();
    page(
        name,
        "/cards",
        &html! {
            h1.vh { (name) }
            div.card-grid {
                div.stackv {
                    @if let Some(picture) = world.picture(printing).filter(|_| pictures) { img.picture.large src=(picture) alt={ "Picture of " (name) }; }
                    article.big-card data-side=(side) {
                        header.cap { span.name { (name) } @if let Some(cost) = printing.cost.points() { span.cost { (cost) " " i.i.i-build {} } } }
                        p.type { @if let Some(side) = printing.side { (side) ", " } (printing.type_line()) }
                        div.rules { @for clause in printing.text.split(" | ") { p { (clause.replace("->", "→")) } } }
                        @if printing.speed != Stat::None { p.stats {
                            @for (icon, value) in [("speed", printing.speed), ("power", printing.power), ("health", printing.health)] {
                                span { i class={ "i i-" (icon) } {} (stat(value)) small { (icon) } } } } }
                    }
                    section.box { h2 { "Printings and formats" } dl.pairs {
                        @for other in world.cards.collection().printings_of(card) { @let other = world.cards.collection().get(*other);
                            div { dt { "Set" } dd { (other.set) @if let Some(number) = other.number { " " (number) } } } }
                        @let versions = world.catalog.library().versions(printing.name.base());
                        @if versions.len() > 1 { div { dt { "Versions" } dd { @for version in versions { @let version = world.catalog.definition(*version);
                            a href=(address(&version.to_string())) { (version.version.map_or_else(String::new, |v| v.to_string())) } " " } } } }
                        @for format in world.cards.formats().iter() { div { dt { (format.name) } dd { @match legality(world.cards.collection(), card, format) {
                            Legality::Legal(_) => span.good { "legal" }, other => span.bad { (other.explain(world.cards.collection(), format)) } } } } }
                        @let decks: Vec<_> = world.decks.iter().filter(|offer| offer.list.resolve(world.cards.collection()).cards(world.cards.collection()).contains(&card)).collect();
                        @if !decks.is_empty() { div { dt { "Decks" } dd { @for offer in decks { a href={ "/decks/" (offer.slug) } { (offer.name) } " " } } } }
                    } }
                }
                div {
                    h2 { "How the game reads it " small.eyebrow { (read) " of " (compiled.clauses.len()) " clauses understood" } }
                    section.box { (inspect::departures(printing, &compiled)) ol.clauses.large { (inspect::readings(&compiled, &setting, world)) }
                        @if compiled.clauses.is_empty() { p.eyebrow { "No text." } }
                        @match by_hand.as_deref() {
                            Some([]) => p.ok { "All of it is enforced." },
                            Some(texts) => { p.later { span.by-hand { "by hand" } " The players carry out: " (rule(hand::RULE)) } (hand::clauses(texts)) },
                            None => p.bad { "The referee refuses this card." },
                        } }
                    @if !printing.usage.rulings.is_empty() { h2.later { "Rulings" } ul.rulings { @for ruling in &printing.usage.rulings { li { p { (ruling) } } } } }
                    p.later { a href={ "/lab?type=" (encoded(&printing.card_type.name())) "&text=" (encoded(&printing.text)) } { "Open its text in the lab" } }
                }
                div.stackv { @if !printing.keywords.is_empty() { section.box { h2 { "Keywords on this card" } (inspect::definitions(printing.keywords)) } } }
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::{Search, results};
    use crate::world::World;

    #[test]
    fn a_search_knows_what_is_enforced() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let found =
            |q: &str| results(&world, &Search { q: q.into(), ..Search::default() }, false).into_string();
        assert!(found("is:byhand").contains("0 cards"), "1316.1: all of the CORE set is enforced");
        let all = world.cards.collection().cards().count();
        let heading = format!("{all} cards");
        assert!(found("is:enforced").contains(&heading) && found("-is:byhand").contains(&heading));
    }

    #[test]
    fn filters_join_the_words_and_unknown_ones_are_left_out() {
        let search = |q: &str, side: &str, card_type: &str| Search {
            q: q.into(),
            side: side.into(),
            card_type: card_type.into(),
            ..Search::default()
        };
        assert_eq!(search("a or b", "dark", "space").query(), "(a or b) side:dark t:space");
        assert_eq!(search("", "dark", "x) or (y").query(), " side:dark");
        assert!(search("a&b", "", "").address(2).starts_with("/cards?q=a%26b&"));
    }
}
