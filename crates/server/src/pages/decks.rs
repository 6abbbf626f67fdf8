//! Decks: their faults and cures, their numbers, their keyword sheet.

use super::conditions::format_field;
use super::{encoded, face, hand, kept, page, percent, rule, start};
use crate::world::{Offer, World};
use axum::response::Html;
use cards::deck::{Kind, Paper, ReadDeck, Report, Stats, check};
use cards::sheet::Sheet;
use cards::{Finding, Format};
use maud::{Markup, html};
use store::ListedDeck;
use vocab::{Arena, Edition};

/// The list of decks, and a form to bring your own.
pub fn decks(world: &World, own: &[ListedDeck], now: i64, notice: &Markup) -> Html<String> {
    page(
        "Decks",
        "/decks",
        &html! {
            h1 { "Decks" }
            (notice)
            (kept::own(own, now))
            ul.deck-list { @for offer in &world.decks {
                li.box data-side=(offer.side.letter()) {
                    h2 { a href={ "/decks/" (offer.slug) } { (offer.name) } }
                    p { span class=(offer.side.letter()) { (offer.side) } ", " (offer.list.len()) " cards" }
                    p { "To play: " b { (offer.difficulty().words()) } ", " (offer.keywords) " keywords" @if offer.stacks > 0 { ", " (offer.stacks) @if offer.stacks == 1 { " stack" } @else { " stacks" } } }
                    (standing(offer))
                }
            } }
            (bring("", ""))
        },
    )
}

/// Whether a deck is enforced, played by hand in part, or refused.
fn standing(offer: &Offer) -> Markup {
    html! { @match (&offer.playable, hand::cards(&offer.texts)) {
        (Err(reason), _) => p.bad { "Refused: " (reason) },
        (Ok(_), 0) => p.good { "Enforced" },
        (Ok(_), cards) => p { span.by-hand { "by hand" } " " (cards) @if cards == 1 { " card" } @else { " cards" } },
    } }
}

/// The form for a list of one's own.
fn bring(list: &str, name: &str) -> Markup {
    html! { section.box id="bring" aria-labelledby="b-h" {
        h2 id="b-h" { "Bring your deck" }
        form method="post" action="/decks/own" data-drop {
            div.field { label for="deck-name" { "Name" } input id="deck-name" name="name" value=(name) maxlength="60" placeholder="My deck"; }
            div.field { label for="deck-list" { "Paste a list or a .dek file, or drop the file here" }
                textarea id="deck-list" name="list" rows="12" placeholder="4 Name of a card\n3 Another card" { (list) } }
            div.field { label for="deck-address" { "Or the address of a deck" } input id="deck-address" name="address" maxlength="500" placeholder="/decks/diplomats" autocomplete="off"; }
            p.btns { button.btn.main { "Check it" } button.btn.line formaction="/decks/build" { "Open in the builder" } }
        }
    } }
}

/// A deck that was read or refused.
pub fn own(world: &World, read: &ReadDeck, text: &str) -> Html<String> {
    let offer = world.offer(read.deck.clone());
    page(
        &offer.name,
        "/decks",
        &html! {
            (deck(world, &offer, &read.findings, text, None))
            (bring(text, &offer.name))
        },
    )
}

/// A deck of the server.
pub fn known(world: &World, offer: &Offer) -> Html<String> {
    let text = String::from_utf8_lossy(&offer.list.write(Kind::List)).into_owned();
    page(
        &offer.name,
        "/decks",
        &html! {
            (deck(world, offer, &[], &text, Some(&Address { path: format!("/decks/{}", offer.slug), version: None })))
        },
    )
}

/// Where a deck is found that has an address of its own.
pub struct Address {
    /// Its path.
    pub path: String,
    /// Which version, if it isn't the last.
    pub version: Option<usize>,
}

impl Address {
    /// The address of a form of it.
    fn of(&self, form: &str) -> String {
        let version = self.version.map_or_else(String::new, |number| format!("?v={number}"));
        format!("{}/{form}{version}", self.path)
    }
}

/// The forms that a deck can be taken along in.
const FORMS: [(&str, &str); 6] = [
    ("text", "Text"),
    ("picture", "Picture"),
    ("print", "For print"),
    ("dek", ".dek"),
    ("txt", ".txt"),
    ("json", "JSON"),
];

fn tools(offer: &Offer, text: &str, address: Option<&Address>) -> Markup {
    html! { section.box aria-labelledby="t-h" { h2 id="t-h" { "Try it" } form.btns.tools method="post" {
        input type="hidden" name="list" value=(text); input type="hidden" name="name" value=(offer.name);
        button.btn.line formaction="/decks/chances" { "Draws, setups, test hands" }
        button.btn.line formaction="/decks/matchups" { "Against the server’s decks" }
        button.btn.line formaction="/decks/build" { "Builder" }
        button.btn.line formaction="/decks/save" { "Keep it" }
        h2 { "Take it with you" }
        @for (form, name) in FORMS {
            @match address {
                Some(address) => a.btn.line href=(address.of(form)) { (name) },
                None => button.btn.line formaction={ "/decks/file?as=" (form) } { (name) },
            }
        }
        button.btn.line formaction="/decks/sheet" { "Keyword sheet" }
        button.btn.line formaction="/decks/sheet?edition=sheets" { "Sheet, older edition" }
    } } }
}

/// A deck on paper.
pub fn printed(paper: &Paper) -> Html<String> {
    page(
        &paper.name,
        "/decks",
        &html! {
            article.paper.deck-paper {
                h1 { (paper.name) }
                p.eyebrow { (paper.about) " " button.btn.line.screen-only type="button" data-print { "Print" } }
                p.player { span { "Player" } span { "Event" } span { "Date" } }
                div.columns { @for group in &paper.groups { section {
                    h2 { (group.title) ", " (group.cards) }
                    ul { @for line in &group.lines { li { b { (line.count) "×" } span { (line.name) } i { (line.cost) } } } }
                } } }
                div.two {
                    div { (bars("Units by arena", &paper.arenas.map(|(name, number)| (name.to_string(), number)))) }
                    div { (bars("Build costs", &paper.curve)) }
                }
            }
        },
    )
}

fn play(world: &World, offer: &Offer, text: &str) -> Markup {
    let theirs =
        world.suggested().map(|(mine, theirs)| if offer.side == theirs.side { mine } else { theirs });
    html! { section.box aria-labelledby="p-h" {
        h2 id="p-h" { "Play it" }
        @match &offer.playable {
            Err(reason) => p.bad { "Refused: " (reason) },
            Ok(_) => form method="post" action="/play" {
                input type="hidden" name="mine_list" value=(text); input type="hidden" name="mine_name" value=(offer.name);
                div.field { label for="theirs" { "Against" } select id="theirs" name="theirs" { (start::deck_options(world, theirs.map(|deck| deck.slug.as_str()))) } }
                (format_field(world, "d-"))
                (start::rules_fields("d-"))
                div.btns { button.btn.main name="way" value="computer" { "Play the computer" } button.btn.line name="way" value="friend" { "Play a friend" }
                    button.btn.line name="way" value="alone" title="Your opponent puts first units down and then does nothing" { "Play alone" } }
            }
        }
    } }
}

/// Everything about a deck.
pub(super) fn deck(
    world: &World,
    offer: &Offer,
    findings: &[Finding],
    text: &str,
    address: Option<&Address>,
) -> Markup {
    let resolved = offer.list.resolve(world.cards.collection());
    let reports: Vec<Report> = std::iter::once(Format::open())
        .chain(world.cards.formats().iter().filter(|format| format.name != "Open").cloned())
        .map(|format| check(&resolved, world.cards.collection(), &format))
        .collect();
    let stats = Stats::of(&resolved, world.cards.collection());
    html! {
        h1 { (offer.name) }
        p.lead { span class=(offer.side.letter()) { (offer.side) } ", " (stats.cards) " cards, " (stats.different) " different, " (stats.units) " units" }
        div.deck-grid {
            div.stackv {
            section.box aria-labelledby="f-h" {
                h2 id="f-h" { "Legality" }
                @for (place, report) in reports.iter().enumerate() {
                    @if report.is_legal() { p.ok { (report.format) ": legal" } }
                    @else if place == 0 { h3 { (report.format) ": " (report.faults.len()) " faults" } (faults(report)) }
                    @else { details { summary { (report.format) ": " (report.faults.len()) " faults" } (faults(report)) } }
                }
                @for finding in findings.iter().take(12) { p.eyebrow { (finding.to_string()) } }
                @for unknown in &resolved.unknown { @if !unknown.near.is_empty() { p.eyebrow { "For “" (unknown.entry.name) "”: "
                    @for near in unknown.near.iter().take(3) { (world.cards.collection().get(*near).name.full()) " " } } } }
            }
            (by_hand(world, offer))
            (keyword_box(&stats))
            }
            section.box aria-labelledby="n-h" {
                h2 id="n-h" { "In numbers" }
                (bars("Units by arena", &Arena::ALL.map(|arena| (arena.name().to_string(), stats.by_arena[arena]))))
                (bars("Build costs", &stats.curve.iter().map(|step| (step.cost.to_string(), step.units + step.others)).collect::<Vec<_>>()))
                dl.pairs {
                    @if let Some(cost) = stats.unit_cost { div { dt { "Average unit cost" } dd { (format!("{cost:.2}")) } } }
                    @if let Some(units) = stats.setup_units { div { dt { "Units in setup" } dd { "about " (format!("{units:.1}")) } } }
                    @for arena in Arena::ALL { div { dt { "Opening hand with a " (arena.name()) " unit" } dd { (percent(stats.opening.by_arena[arena])) } } }
                    div { dt { "… with units for all three arenas" } dd { (percent(stats.opening.every_arena)) } }
                }
            }
            div.stackv { (play(world, offer, text)) (tools(offer, text, address)) }
        }
        @for zone in &offer.list.zones { @if !zone.cards.is_empty() {
            h2.later { (zone.name.name()) ", " (zone.cards.len()) }
            ul.card-list { @for (entry, count) in zone.counted() { (copies(world, &entry.name, count)) } }
        } }
    }
}

/// What of the deck is enforced, and what the players carry out.
fn by_hand(world: &World, offer: &Offer) -> Markup {
    html! { section.box aria-labelledby="h-h" {
        h2 id="h-h" { "Enforced or by hand" }
        @if offer.texts.is_empty() && offer.playable.is_ok() { p.ok { "Every text is enforced." } }
        @else if !offer.texts.is_empty() { p { (hand::count(&offer.texts)) ": " (rule(hand::RULE)) } (hand::list_with_others(world, &offer.texts)) }
        @if let Err(reason) = &offer.playable { p.bad { "Refused: " (reason) } }
    } }
}

/// Why decks can't be played at a table: they aren't legal in its format.
pub fn illegal(reports: &[(Report, String)]) -> Html<String> {
    let format = reports.first().map_or("", |(report, _)| &report.format);
    page(
        "Not legal here",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Nobody sat down, and no game was started" }
                h1 { "Not legal in " (format) }
                p.btns { button.btn.main type="button" data-back { "Choose another deck" } a.btn.line href="/decks" { "Decks" } }
            } }
            @for (report, name) in reports {
                h2.later { (name) ": " (report.faults.len()) @if report.faults.len() == 1 { " fault" } @else { " faults" } }
                (faults(report))
                @if report.faults.len() > 12 { p.eyebrow { "These are the first twelve." } }
            }
        },
    )
}

fn faults(report: &Report) -> Markup {
    html! { ul.faults { @for fault in report.faults.iter().take(12) { li { b { (fault.code.word()) } " " (fault.what) " " (rule(fault.rule)) br; span.good { (fault.cure) } } } } }
}

fn keyword_box(stats: &Stats) -> Markup {
    html! { section.box aria-labelledby="k-h" {
        h2 id="k-h" { "Keywords" }
        p.keys { @for (keyword, number) in &stats.by_keyword { a.key href={ "/keywords#" (keyword.name().to_lowercase().replace(' ', "-")) } { (keyword.name()) " ×" (number) } } }
    } }
}

fn copies(world: &World, name: &str, count: u32) -> Markup {
    let id = world.definition(name);
    let definition = id.map(|id| world.catalog.definition(id));
    let texts = id.map(|id| hand::of_card(world, id)).unwrap_or_default();
    html! { li.unit data-side=(definition.map_or("N", |definition| definition.side.letter())) {
        a.card href=(super::cards::address(name)) {
            span.count { (hand::mark(&texts)) " " (count) "×" }
            @match definition { Some(definition) => (face::plain(definition, None)), None => { span.name { (name) } span.type.bad { "unknown" } } }
        }
    } }
}

pub(super) fn bars(title: &str, rows: &[(String, u32)]) -> Markup {
    let most = rows.iter().map(|(_, number)| *number).max().unwrap_or(1).max(1);
    html! { h3.eyebrow { (title) } ul.bars { @for (name, number) in rows {
        li { span { (name) } svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" { rect x="0" y="0" width=(number * 100 / most) height="10" {} } b { (number) } }
    } } }
}

/// The keyword sheet of a deck, made for paper.
pub fn sheet(world: &World, list: &cards::Deck, edition: Edition) -> Html<String> {
    let resolved = list.resolve(world.cards.collection());
    let sheet = Sheet::new(&list.name, resolved.keywords(world.cards.collection()), edition);
    page(
        &format!("Keywords of {}", list.name),
        "/decks",
        &html! {
            article.paper {
                h1 { (sheet.deck) }
                p.eyebrow { (sheet.source) ", " (sheet.entries.len()) " keywords" " " button.btn.line.screen-only type="button" data-print { "Print" } }
                dl { @for entry in &sheet.entries { div { dt { (entry.heading) } dd { (entry.definition) @if let Some(note) = &entry.note { " " i { (note) } } } } } }
            }
        },
    )
}

/// The name of an exported file.
pub fn file_name(name: &str, kind: Kind) -> String {
    let slug = crate::world::slug(name);
    let slug: String = slug.chars().filter(char::is_ascii).take(60).collect();
    format!("{}.{}", if slug.is_empty() { encoded("deck") } else { slug }, kind.extension())
}
