//! The desk: the log, the card under focus, and the odds, in one place.

use super::Extra;
use super::sight::Sight;
use crate::pages::drawn::Draw;
use crate::pages::{decimal, histogram, inspect, page, percent, rule, talk};
use axum::response::Html;
use maud::{Markup, html};
use table::{Places, Shown, Token};

/// What the desk shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The log.
    #[default]
    Log,
    /// A card; none if what was asked for isn't one.
    Card(Option<Token>),
}

/// How many lines of the log a table shows at least: groups are shown whole.
const LINES: usize = 60;
/// What is older goes in steps of so many lines, so that the oldest group isn't another one after every answer.
const STEP: usize = 24;
/// How many lines between attacks are one group at most.
const TOGETHER: usize = 12;

/// The desk.
pub fn desk(sight: &Sight, extra: &Extra, draw: &Draw) -> Markup {
    let card = match extra.panel {
        Panel::Log => None,
        Panel::Card(card) => Some(card),
    };
    let head = html! {
        div.desk-head data-region="desk-head" role="group" aria-label="Shown here" {
            button type="button" data-panel="log" aria-pressed=(if card.is_none() { "true" } else { "false" }) { "Log" }
            button type="button" data-panel="card" aria-pressed=(if card.is_some() { "true" } else { "false" }) { "Card" }
            button type="button" data-panel="odds" aria-pressed="false" { "Odds" }
            @if let Some(chat) = &extra.chat {
                button type="button" data-panel="chat" aria-pressed="false" { "Chat" @if chat.said.last().is_some_and(|said| !said.own) { span.news { " •" } span.vh { ", somebody else wrote last" } } }
            }
            button.sheet-close type="button" data-close aria-label="Close" { "✕" }
            @if sight.decision.is_some() && sight.live && !sight.seen.is_scripted() && !sight.seen.is_between_two() { form.hint-form method="post" action={ "/t/" (sight.id) "/hint" } { button data-key="i" { "Hint" } } }
        }
    };
    html! {
        aside.desk.panel id="desk" aria-label="Log, card and odds" data-shown=(if card.is_some() { "card" } else { "log" }) {
            (draw.region("since", &since(sight)))
            (draw.region("desk-head", &head))
            // What happens is read out sentence by sentence as it comes; the log beside it is there to be looked at.
            div.vh id="said" role="log" aria-live="polite" aria-label="What happens" {}
            div.log role="region" tabindex="0" aria-label="Log of the game" data-panel-of="log" {
                div data-list="log" { (draw.changing("log", &log(sight, LINES))) }
            }
            div.inspect-box data-panel-of="card" {
                @match card { Some(card) => (inspect::inspect(sight, card, !extra.settings.drawn)), None => p.eyebrow { "Point at a card, or reach it with the Tab key." } }
            }
            div.inspect-box role="region" aria-label="Odds of the attack" tabindex="0" data-panel-of="odds" {
                (draw.region("odds", &html! { div.bare data-region="odds" { (odds(sight)) } }))
            }
            @if let Some(chat) = &extra.chat {
                div.inspect-box data-panel-of="chat" {
                    (draw.region("chat", &talk::words(chat)))
                    (talk::form(sight, chat))
                }
            }
        }
    }
}

/// The cards that sentences point at.
struct Cards {
    names: std::collections::BTreeMap<String, vocab::DefinitionId>,
    /// What the page calls cards now. A card that was out of sight since is called something else.
    now: std::collections::BTreeSet<String>,
}

impl Cards {
    fn told(sight: &Sight, first: usize) -> Cards {
        let now = sight.view.cards.iter().map(|card| sight.token(card.slot).to_string()).collect();
        Cards { names: sight.seen.cards_told(first), now }
    }

    /// A sentence: its cards can be looked at, as long as they are in sight.
    fn words(&self, sight: &Sight, text: &str) -> Markup {
        html! { @for (words, card) in table::parts(text) {
            (words)
            @if let Some(card) = card { @match self.names.get(card) {
                Some(definition) => {
                    @let definition = sight.seen.sight().catalog().definition(*definition);
                    span class=(definition.side.letter()) data-card=[self.now.contains(card).then_some(card)] { (definition.to_string()) }
                }
                None => "a card",
            } }
        } }
    }
}

/// A sentence about cards, told of lines from the first on.
pub fn sentence(sight: &Sight, first: usize, text: &str) -> Markup {
    Cards::told(sight, first).words(sight, text)
}

/// What has happened since the viewer's last answer, in a few words each.
fn since(sight: &Sight) -> Markup {
    let from = sight.seen.last_answer().filter(|_| sight.live).unwrap_or(u32::MAX);
    let first = sight.seen.lines().partition_point(|line| line.step <= from);
    let cards = Cards::told(sight, first);
    let told = sight.seen.told_from(first);
    let chips: Vec<_> =
        told.iter().filter_map(|(shown, _)| Some((shown.by, shown.chip.as_deref()?))).collect();
    let last = chips.len().saturating_sub(CHIPS);
    html! {
        section.since data-region="since" data-from=(from) hidden[chips.is_empty()] aria-labelledby="since-h" {
            header { h2.eyebrow id="since-h" { "Since your last answer" }
                button.btn.quiet type="button" data-again hidden { "See it again" } }
            ol tabindex="0" aria-labelledby="since-h" {
                @if last > 0 { li.eyebrow { (last) " more" } }
                @for (by, chip) in &chips[last..] { li class=[by.map(|by| if matches!(by, "you" | "light") { "near" } else { "far" })] { (cards.words(sight, chip)) } }
            }
        }
    }
}

/// How many chips there are at most.
const CHIPS: usize = 9;

/// Which lines are marked as new.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// Those of the last answer.
    Newest,
    /// None: a line stays what it is when others follow.
    None,
}

/// What the log is drawn with.
struct Drawing<'a> {
    sight: &'a Sight<'a>,
    cards: Cards,
}

impl Drawing<'_> {
    fn entry(&self, (shown, places): &(Shown, Places), marks: Marks) -> Markup {
        let seen = self.sight.seen;
        let lines = &seen.lines()[places.clone()];
        let new = marks == Marks::Newest && lines.iter().any(|line| line.answer == seen.answers());
        let told = html! { (self.cards.words(self.sight, &shown.text)) @if let Some(why) = &shown.why { " " small { (why) } } };
        html! { li.ev.new[new] data-step=(shown.step) data-n=(shown.n) {
            @if places.len() > 1 {
                details.trace { summary { (told) } ol { @for line in lines { @if let Some(told) = seen.told(line) { li { (told) " " (rule(line.rule)) } } } } }
            } @else { span { (told) } }
            (rule(lines[lines.len() - 1].rule))
        } }
    }

    /// What is told of an attack, or between two.
    fn group(&self, name: &str, told: &[(Shown, Places)], open: bool, marks: Marks) -> Markup {
        match told {
            [(first, places), rest @ ..] if first.attack.is_some() && first.kind == "attack" => {
                let last = rest.last().map_or(places.end, |(_, places)| places.end);
                let lines = &self.sight.seen.lines()[places.start..last];
                let account = self.sight.seen.account(lines);
                html! {
                    details data-region=(name) open[open] {
                        summary { span { (self.cards.words(self.sight, account.as_ref().unwrap_or(&first.text))) } }
                        ol { @for one in told { (self.entry(one, marks)) } }
                    }
                }
            }
            _ => html! {
                ol.plain data-region=(name) { @for one in told {
                    @if one.0.group {
                        li.stage data-step=(one.0.step) data-n=(one.0.n) { span { (one.0.title.as_deref().unwrap_or(&one.0.text)) @if let Some(why) = &one.0.why { " " small { (why) } } } }
                    } @else { (self.entry(one, marks)) }
                } }
            },
        }
    }
}

/// The last lines, attacks folded: whole groups, each with a name that it keeps, as it is shown and as it stays.
fn log(sight: &Sight, most: usize) -> Vec<(String, Markup, Markup)> {
    let lines = sight.seen.lines();
    let mut first = lines.len().saturating_sub(most) / STEP * STEP;
    // Whole attacks, and whole steps.
    while first > 0 && lines[first].attack.is_some() && lines[first - 1].attack == lines[first].attack {
        first -= 1;
    }
    if let Some(line) = lines.get(first) {
        first = lines.partition_point(|other| other.step < line.step);
    }
    // Of a step in which nothing happens nothing is said, unless it is the one that is going on.
    let mut told = sight.seen.told_from(first);
    let empty: Vec<bool> = told
        .iter()
        .enumerate()
        .map(|(place, (one, _))| {
            one.kind == "step" && told.get(place + 1).is_some_and(|(next, _)| next.group)
        })
        .collect();
    let mut place = 0;
    told.retain(|_| {
        place += 1;
        !empty[place - 1]
    });
    let drawing = Drawing { sight, cards: Cards::told(sight, first) };
    // Where a group begins doesn't depend on where the log does.
    let begins = |(one, at): &(Shown, Places), (before, earlier): &(Shown, Places)| {
        one.attack != before.attack
            || one.group
            || (one.attack.is_none() && at.start / TOGETHER != earlier.start / TOGETHER)
    };
    let mut groups: Vec<&[(Shown, Places)]> = Vec::new();
    let mut start = 0;
    for place in 1..=told.len() {
        if place == told.len() || begins(&told[place], &told[place - 1]) {
            groups.push(&told[start..place]);
            start = place;
        }
    }
    let shown = groups.iter().enumerate().map(|(place, group)| {
        let attacks = groups[place..].iter().filter(|group| group[0].0.attack.is_some()).count();
        let (name, open) = (format!("log-{}", group[0].1.start), attacks <= 2);
        let shown = drawing.group(&name, group, open, Marks::Newest);
        let stays = drawing.group(&name, group, false, Marks::None);
        (name, shown, stays)
    });
    shown.collect()
}

/// The whole log as a page.
pub fn whole_log(sight: &Sight) -> Html<String> {
    page(
        "Log",
        "",
        &html! {
            h1 { "The log" }
            p.lead { a href={ "/t/" (sight.id) } { "Back to the table" } }
            section.box.log-page { @for (_, group, _) in log(sight, usize::MAX) { (group) } }
        },
    )
}

fn odds(sight: &Sight) -> Markup {
    let attacks: Vec<_> = sight.offers.iter().filter(|offer| offer.odds.is_some()).collect();
    html! {
        @if attacks.is_empty() { p.eyebrow { "When you pick a target, you’ll see the odds here. " a href="/odds" { "Calculator" } } }
        @for offer in attacks { @if let Some(odds) = &offer.odds {
            article.odds-of {
                h3 { (offer.title) }
                (histogram(&odds.damage.chances().iter().copied().take(14).collect::<Vec<_>>(), None, None))
                dl.pairs {
                    div { dt { "Dice" } dd { (odds.dice) } }
                    div { dt { "Hits" } dd { (decimal(odds.hits.mean())) } }
                    div { dt { "Damage" } dd { (decimal(odds.damage.mean())) } }
                    @if let Some(chance) = odds.destroyed { div { dt { "Destroyed" } dd { (percent(chance)) } } }
                    @if odds.back.mean() > 0.0 { div { dt { "Damage back" } dd { (decimal(odds.back.mean())) } } }
                    @if odds.force > 0.0 { div { dt { "Force they spend" } dd { (decimal(odds.force)) } } }
                }
                @if !offer.uncounted.is_empty() {
                    p.eyebrow { "Not counted" }
                    ul.uncounted { @for text in &offer.uncounted { li { (text) } } }
                }
            }
        } }
    }
}
