//! The operator's desk: open reports, and the record of what was done.

use super::page;
use super::talk::{how_long, reason};
use axum::response::Html;
use maud::{Markup, html};
use store::{Measure, Report, Taken};

/// The way in.
pub fn sign_in() -> Html<String> {
    page(
        "Operator",
        "",
        &html! {
            section.verdict { div {
                h1 { "For whoever runs this table" }
                form.join method="post" action="/operator" {
                    div.field { label for="key" { "The operator’s key" } input id="key" name="key" type="password" required autocomplete="current-password"; }
                    button.btn.main { "Sign in" }
                }
            } }
        },
    )
}

/// The first letters of somebody's name: enough to tell people apart.
fn short(visitor: &str) -> &str {
    visitor.get(..6).unwrap_or(visitor)
}

fn ago(now: i64, at: i64) -> String {
    format!("{} ago", how_long(now - at))
}

fn report_of(report: &Report, now: i64) -> Markup {
    let Report { id, game, by, about, words, said, at, .. } = report;
    html! { li.box {
        h2 { (reason(report.reason)) }
        p { "About " b { (short(about)) } ", by " (short(by)) ", " (ago(now, *at)) ", in " a href={ "/t/" (game) } { "game " (game) } }
        @if !words.is_empty() { blockquote { (words) } }
        @if said.is_empty() { p.eyebrow { "They hadn’t written anything to each other." } }
        @else { details open { summary { "What they wrote" } pre { (said) } } }
        form.join method="post" action="/operator/settle" {
            input type="hidden" name="report" value=(id);
            div.field { label for={ "w-" (id) } { "Why (kept, and told to whoever is silenced)" } input id={ "w-" (id) } name="why" required maxlength="300"; }
            div.field { label for={ "d-" (id) } { "Days" } input id={ "d-" (id) } name="days" type="number" min="1" max="365" value="7"; }
            div.btns { button.btn.main name="do" value="silence" { "Silence" } button.btn.line name="do" value="dismiss" { "Lay aside" } }
        }
    } }
}

fn measure(taken: &Taken, now: i64) -> Markup {
    html! { li {
        @match taken.measure {
            Measure::Dismissed => { "A report about " b { (short(&taken.about)) } " was laid aside" }
            Measure::Silenced { until } if until > now => { b { (short(&taken.about)) } " can’t write for another " (how_long(until - now)) }
            Measure::Silenced { until } => { b { (short(&taken.about)) } " couldn’t write for " (how_long(until - taken.at)) }
            Measure::Released => { b { (short(&taken.about)) } " may write again" }
        }
        ", by " (taken.who) ", " (ago(now, taken.at)) ": " (taken.why)
        @if matches!(taken.measure, Measure::Silenced { until } if until > now) {
            form.btns method="post" action="/operator/settle" {
                input type="hidden" name="about" value=(taken.about);
                input name="why" required maxlength="300" placeholder="Why" aria-label="Why";
                button.btn.quiet name="do" value="release" { "Let them write again" }
            }
        }
    } }
}

/// The desk.
pub fn desk(open: &[Report], measures: &[Taken], now: i64) -> Html<String> {
    page(
        "Operator",
        "",
        &html! {
            h1 { "Reports" }
            @if open.is_empty() { p.lead { "Nothing to look at." } }
            ul.deck-list { @for report in open { (report_of(report, now)) } }
            section.box.later aria-labelledby="m-h" {
                h2 id="m-h" { "What was done" }
                @if measures.is_empty() { p { "Nothing yet." } }
                ol.versions { @for taken in measures { (measure(taken, now)) } }
            }
        },
    )
}
