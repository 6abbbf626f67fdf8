//! The desk: the log, the card under focus, and the odds, in one place.

use super::sight::Sight;
use super::{Extra, Said, request};
use crate::pages::drawn::Draw;
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

/// How many lines of the log a table shows, and a few more: groups are shown whole.
const LINES: usize = 60;
/// How many lines between attacks are one group.
const TOGETHER: usize = 8;

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
                button type="button" data-panel="chat" aria-pressed="false" { "Chat" @if chat.last().is_some_and(|said| !said.own) { span.news { " •" } span.vh { ", your opponent wrote last" } } }
            }
            @if sight.decision.is_some() { form.hint-form method="post" action={ "/t/" (sight.id) "/hint" } { button data-key="i" { "Hint" } } }
        }
    };
    html! {
        aside.desk.panel id="desk" aria-label="Log, card and odds" {
            (draw.region("desk-head", &head))
            // What happens is read out sentence by sentence as it comes; the log beside it is there to be looked at.
            div.vh id="said" role="log" aria-live="polite" aria-label="What happens" {}
            div.log role="region" tabindex="0" aria-label="Log of the game" data-panel-of="log" hidden[card.is_some()] {
                div data-list="log" { (draw.changing("log", &log(sight, LINES))) }
            }
            div.inspect-box data-panel-of="card" hidden[card.is_none()] {
                @match card { Some(card) => (inspect::inspect(sight, card, !extra.settings.drawn)), None => p.eyebrow { "Point at a card, or reach it with the Tab key." } }
            }
            div.inspect-box role="region" aria-label="Odds of the attack" tabindex="0" data-panel-of="odds" hidden {
                (draw.region("odds", &html! { div.bare data-region="odds" { (odds(sight)) } }))
            }
            @if let Some(chat) = &extra.chat {
                div.inspect-box data-panel-of="chat" hidden {
                    (draw.region("chat", &words(chat)))
                    form.say id="say" method="post" action={ "/t/" (sight.id) "/say" } { (line(sight)) }
                }
            }
        }
    }
}

/// What the players said to each other. It ends with the visit: nothing is stored.
fn words(chat: &[Said]) -> Markup {
    html! {
        ol.chat data-region="chat" role="log" aria-live="polite" tabindex="0" aria-label="What was said" {
            @for said in chat { li.own[said.own] { b { @if said.own { "You" } @else { (said.name) } } " " span { (said.text) } } }
            @if chat.is_empty() { li.eyebrow { "Nothing yet. Only the two of you can read this." } }
        }
    }
}

fn line(sight: &Sight) -> Markup {
    html! {
        input id="say-line" name="line" maxlength="200" required autocomplete="off" aria-label={ "Say to " (sight.seen.player(sight.near().other()).name) } placeholder="Say something";
        button.btn { "Send" }
    }
}

/// The chat of the table as text.
pub fn talk(sight: &Sight, extra: &Extra, chat: &[Said]) -> Markup {
    html! {
        (words(chat))
        form.say method="post" action={ "/t/" (sight.id) "/say?text=1" } {
            input type="hidden" name="request" value=(request(sight, extra, "say"));
            (line(sight))
        }
    }
}

fn dice(line: &Line) -> Markup {
    html! { @for natural in &line.dice { " " span.die.small.hit[*natural >= 4] data-n=(natural) {} span.vh { (natural) } } }
}

/// Which lines are marked as new.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// Those of the last answer.
    Newest,
    /// None: a line stays what it is when others follow.
    None,
}

fn entry(sight: &Sight, line: &Line, marks: Marks) -> Markup {
    let Some(told) = sight.seen.told(line) else { return html! {} };
    let hidden = sight.dice_hidden() && Some(line.attack) == sight.seen.lane().map(|lane| Some(lane.number));
    let told =
        if hidden && matches!(line.what, What::Hits { .. } | What::Pending { .. } | What::Rerolled { .. }) {
            "Hidden by Cunning".to_string()
        } else {
            told
        };
    let new = marks == Marks::Newest && line.answer == sight.seen.answers();
    html! { li.ev.new[new] data-step=(line.step) { span { (told) @if !hidden { (dice(line)) } } (rule(line.rule)) } }
}

/// The lines of an attack, or those between two.
fn group(sight: &Sight, name: &str, lines: &[&Line], open: bool, marks: Marks) -> Markup {
    match lines.first() {
        Some(first) if first.attack.is_some() => html! {
            details data-region=(name) open[open] {
                summary { (sight.seen.told(first).unwrap_or_default()) (result(lines)) }
                ol { @for line in &lines[1..] { (entry(sight, line, marks)) } }
            }
        },
        _ => html! {
            ol.plain data-region=(name) { @for line in lines {
                @if let What::Started(_) = line.what {
                    li.stage data-step=(line.step) { (sight.seen.told(line).unwrap_or_default()) }
                } @else { (entry(sight, line, marks)) }
            } }
        },
    }
}

/// The last lines, attacks folded: whole groups, each with a name that it keeps, as it is shown and as it stays.
fn log(sight: &Sight, most: usize) -> Vec<(String, Markup, Markup)> {
    let mut groups: Vec<(usize, Vec<&Line>)> = Vec::new();
    for (place, line) in sight.seen.lines().iter().enumerate() {
        // Between attacks a stage begins a group, and a long group ends: what is complete never has to be sent again.
        let begins = |group: &[&Line]| {
            line.attack.is_none() && (group.len() >= TOGETHER || matches!(line.what, What::Started(_)))
        };
        match groups.last_mut() {
            Some((_, group)) if group[0].attack == line.attack && !begins(group) => group.push(line),
            _ => groups.push((place, vec![line])),
        }
    }
    let mut lines = 0;
    let from = groups.iter().rposition(|(_, group)| {
        lines += group.len();
        lines >= most
    });
    let groups = &groups[from.unwrap_or(0)..];
    let shown = groups.iter().enumerate().map(|(place, (first, lines))| {
        let attacks = groups[place..].iter().filter(|(_, group)| group[0].attack.is_some()).count();
        let (name, open) = (format!("log-{first}"), attacks <= 2);
        let shown = group(sight, &name, lines, open, Marks::Newest);
        let stays = group(sight, &name, lines, false, Marks::None);
        (name, shown, stays)
    });
    shown.collect()
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
