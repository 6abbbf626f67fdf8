//! The desk: the log, the card under focus, and the odds, in one place.

use super::sight::Sight;
use super::{Extra, Said, request};
use crate::pages::{decimal, histogram, inspect, page, percent, rule};
use axum::response::Html;
use engine::What;
use maud::{Markup, html};
use table::Token;
use table::story::Line;

/// What the desk shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// The log.
    #[default]
    Log,
    /// A card; none if what was asked for isn't one.
    Card(Option<Token>),
}

/// How many lines of the log a table shows.
const LINES: usize = 60;

/// The desk.
pub fn desk(sight: &Sight, extra: &Extra) -> Markup {
    let card = match extra.panel {
        Panel::Log => None,
        Panel::Card(card) => Some(card),
    };
    html! {
        aside.desk.panel id="desk" aria-label="Log, card and odds" {
            div.desk-head role="group" aria-label="Shown here" {
                button type="button" data-panel="log" aria-pressed=(if card.is_none() { "true" } else { "false" }) { "Log" }
                button type="button" data-panel="card" aria-pressed=(if card.is_some() { "true" } else { "false" }) { "Card" }
                button type="button" data-panel="odds" aria-pressed="false" { "Odds" }
                @if let Some(chat) = &extra.chat {
                    button type="button" data-panel="chat" aria-pressed="false" { "Chat" @if chat.last().is_some_and(|said| !said.own) { span.news { " •" } span.vh { ", your opponent wrote last" } } }
                }
                @if sight.decision.is_some() { form.hint-form method="post" action={ "/t/" (sight.id) "/hint" } { button data-key="i" { "Hint" } } }
            }
            div.log role="log" aria-live="polite" tabindex="0" aria-label="Log of the game" data-panel-of="log" hidden[card.is_some()] {
                div { (log(sight, LINES)) }
            }
            div.inspect-box data-panel-of="card" hidden[card.is_none()] {
                @match card { Some(card) => (inspect::inspect(sight, card, !extra.settings.drawn)), None => p.eyebrow { "Point at a card, or reach it with the Tab key." } }
            }
            div.inspect-box role="region" aria-label="Odds of the attack" tabindex="0" data-panel-of="odds" hidden { (odds(sight)) }
            @if let Some(chat) = &extra.chat { div.inspect-box data-panel-of="chat" hidden { (talk(sight, extra, chat, "")) } }
        }
    }
}

/// What the players say to each other. It ends with the visit: nothing is stored.
pub fn talk(sight: &Sight, extra: &Extra, chat: &[Said], asked: &str) -> Markup {
    html! {
        ol.chat role="log" aria-live="polite" tabindex="0" aria-label="What was said" {
            @for said in chat { li.own[said.own] { b { @if said.own { "You" } @else { (said.name) } } " " span { (said.text) } } }
            @if chat.is_empty() { li.eyebrow { "Nothing yet. Only the two of you can read this." } }
        }
        form.say method="post" action={ "/t/" (sight.id) "/say" (asked) } {
            input type="hidden" name="request" value=(request(sight, extra, "say"));
            input id="say-line" name="line" maxlength="200" required autocomplete="off" aria-label={ "Say to " (sight.seen.player(sight.near().other()).name) } placeholder="Say something";
            button.btn { "Send" }
        }
    }
}

fn dice(line: &Line) -> Markup {
    html! { @for natural in &line.dice { " " span.die.small.hit[*natural >= 4] data-n=(natural) {} span.vh { (natural) } } }
}

fn entry(sight: &Sight, line: &Line, new: bool) -> Markup {
    let Some(told) = sight.seen.told(line) else { return html! {} };
    let hidden = sight.dice_hidden() && Some(line.attack) == sight.seen.lane().map(|lane| Some(lane.number));
    let told =
        if hidden && matches!(line.what, What::Hits { .. } | What::Pending { .. } | What::Rerolled { .. }) {
            "Hidden by Cunning".to_string()
        } else {
            told
        };
    html! { li.ev.new[new] { span { (told) @if !hidden { (dice(line)) } } (rule(line.rule)) } }
}

/// The last lines, attacks folded.
fn log(sight: &Sight, most: usize) -> Markup {
    let lines = sight.seen.lines();
    let lines = &lines[lines.len().saturating_sub(most)..];
    let last = sight.seen.answers();
    let mut groups: Vec<(Option<u16>, Vec<&Line>)> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some((attack, group)) if *attack == line.attack => group.push(line),
            _ => groups.push((line.attack, vec![line])),
        }
    }
    let count = groups.len();
    html! {
        @for (place, (attack, group)) in groups.iter().enumerate() {
            @let is_new = |line: &Line| line.answer == last;
            @match (attack, group.first()) {
                (Some(_), Some(first)) => {
                    details open[place + 2 >= count] {
                        summary { (sight.seen.told(first).unwrap_or_default()) (result(group)) }
                        ol { @for line in group.iter().skip(1) { (entry(sight, line, is_new(line))) } }
                    }
                }
                _ => ol.plain { @for line in group {
                    @if let What::Started(_) = line.what {
                        li.stage { (sight.seen.told(line).unwrap_or_default()) }
                    } @else { (entry(sight, line, is_new(line))) }
                } },
            }
        }
    }
}

/// What became of an attack, for its folded line.
fn result(group: &[&Line]) -> Markup {
    let damage: u16 = group
        .iter()
        .map(|line| match line.what {
            What::Damaged { amount, .. } => u16::from(amount),
            _ => 0,
        })
        .sum();
    let lost = group
        .iter()
        .any(|line| matches!(line.what, What::Discarded { from: engine::state::Where::Arena(_), .. }));
    html! { span.result { @if lost { b.bad { "destroyed" } } @else if damage > 0 { b { (damage) } } @else { "0" } } }
}

/// The whole log as a page.
pub fn whole_log(sight: &Sight) -> Html<String> {
    page(
        "Log",
        "",
        &html! {
            h1 { "The log" }
            p.lead { a href={ "/t/" (sight.id) } { "Back to the table" } }
            section.box.log-page { (log(sight, usize::MAX)) }
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
