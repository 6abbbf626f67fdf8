//! The visitor's own page: the recovery key, made and used.

use super::page;
use super::talk::how_long;
use axum::response::Html;
use maud::{Markup, html};
use store::VisitorId;

fn use_form(key: Option<&str>) -> Markup {
    html! {
        form.join method="post" action="/me/use" {
            @if let Some(key) = key { input type="hidden" name="key" value=(key); }
            @else { div.field { label for="key" { "Your eight words" }
                input id="key" name="key" required maxlength="120" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="bafim-…"; } }
            button.btn.main { "Use this key here" }
        }
    }
}

/// A key and its link, to be written down.
fn shown(key: &str, link: &str) -> Markup {
    html! {
        ol.key-words { @for word in key.split('-') { li { (word) } } }
        p.eyebrow { "All in one line:" }
        p.invite { input.code type="text" readonly value=(key) aria-label="Recovery key" data-select;
            button.btn.line type="button" data-copy=(key) { "Copy" } }
        p.eyebrow { "Or as a link:" }
        p.invite { input.code type="text" readonly value=(link) aria-label="Link with the key" data-select;
            button.btn.line type="button" data-copy=(link) { "Copy" } }
    }
}

/// Whom the visitor has blocked. Nobody has a name here, but everybody knows when it was.
fn blocked_by(blocked: &[(VisitorId, i64)], now: i64) -> Markup {
    html! { @if !blocked.is_empty() { section.box.narrow.later aria-labelledby="b-h" {
        h2 id="b-h" { "Blocked" }
        ul { @for (whom, at) in blocked { li {
            form.btns method="post" action="/me/unblock" { "Somebody, " (how_long(now - at)) " ago "
                button.btn.quiet name="whom" value=(whom) { "Unblock" } }
        } } }
    } } }
}

/// The page of a visitor.
pub fn me(known: bool, kept: bool, games: usize, blocked: &[(VisitorId, i64)], now: i64) -> Html<String> {
    page(
        "You",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "You" }
                @if kept { h1 { "You can come back from anywhere." } }
                @else if known { h1 { "This browser holds your seats." } }
                @else { h1 { "You’re new here." } }
                p.lead {
                    @if kept { "Your recovery key opens your games on any device. We can’t show it again; if it’s lost, make a new one, and the old one stops working." }
                    @else if known { "You have " (games) @if games == 1 { " game" } @else { " games" } " here. Make a recovery key to go on playing on another device, or after this browser forgets its cookies. No name, no email address, no password." }
                    @else { "Play a game, and this browser will hold your seat. If you have a recovery key from another device, use it here." }
                }
                @if known { form.btns method="post" action="/me/key" {
                    button.btn.main { @if kept { "Make a new key" } @else { "Make a recovery key" } }
                    @if kept { button.btn.line formaction="/me/others" { "Sign out my other browsers" } }
                } }
            } }
            section.box.narrow aria-labelledby="k-h" {
                h2 id="k-h" { "I have a key" }
                (use_form(None))
            }
            (blocked_by(blocked, now))
        },
    )
}

/// A new key: shown this once.
pub fn key(key: &str, link: &str) -> Html<String> {
    page(
        "Your key",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Your recovery key" }
                h1 { "Write these eight words down." }
                p.lead { "Whoever has them has your seats. You see them this once; nobody, not even the server, can show them again." }
                (shown(key, link))
                p.btns { a.btn.main href="/" { "Done" } }
            } }
        },
    )
}

/// A link with a key was opened.
pub fn use_link(key: &str, games: usize) -> Html<String> {
    page(
        "Use a key",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Recovery key" }
                h1 { "Go on with your games here?" }
                p.lead { "This browser will hold the seats that belong to this key."
                    @if games > 0 { " It already has games of its own: you’ll get a key for those, so nothing is lost." } }
                (use_form(Some(key)))
            } }
        },
    )
}

/// The browser belongs to another visitor now; the key to what it had.
pub fn left(key: &str, link: &str) -> Html<String> {
    page(
        "Your other games",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Welcome back" }
                h1 { "This browser had games of its own." }
                p.lead { "They’re under another key now. Write it down if you want to go on with them; you see it this once." }
                (shown(key, link))
                p.btns { a.btn.main href="/" { "To my games" } }
            } }
        },
    )
}
