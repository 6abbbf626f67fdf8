//! The visitor's own page: the recovery key, made and used.

use super::talk::how_long;
use super::{lobby, page};
use axum::response::Html;
use maud::{Markup, html};
use store::{LONGEST_NAME, VisitorId};
use table::glicko::Rating;

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

/// Somebody as their own page shows them.
pub struct Me<'a> {
    /// Whether the browser has a token of ours.
    pub known: bool,
    /// Whether the visitor has a recovery key.
    pub kept: bool,
    /// What they’re called.
    pub name: Option<&'a str>,
    /// How many games they have.
    pub games: usize,
    /// Their rating, and the games it follows from.
    pub rating: Option<(Rating, u32)>,
    /// Whom they have blocked.
    pub blocked: &'a [(VisitorId, i64)],
}

/// What a visitor is called.
fn named(me: &Me) -> Markup {
    html! { section.box.narrow aria-labelledby="n-h" {
        h2 id="n-h" { "Your name" }
        @if me.kept {
            form.join method="post" action="/me/name" {
                div.field { label for="own-name" { "Your name at tables and in the lobby" }
                    input id="own-name" name="name" value=[me.name] maxlength=(LONGEST_NAME) autocomplete="nickname" spellcheck="false" placeholder="Guest"; }
                p.eyebrow { "Nobody else gets a name that looks like it. Leave it empty to be a guest." }
                button.btn.line { "Keep this name" }
            }
        } @else { p { "Make a recovery key, and a name of your own is kept with it. Until then you say at each table what you’re called." } }
    } }
}

/// What there is about the visitor.
fn about(me: &Me) -> Markup {
    html! { section.box.narrow.later aria-labelledby="a-h" {
        h2 id="a-h" { "Your games" }
        @match me.rating {
            Some((own, games)) if games > 0 => p { "Your rating: " b { (lobby::rating(own)) } ", after " (games) @if games == 1 { " game." } @else { " games." } },
            _ => p.eyebrow { "You haven’t played a rated game." },
        }
        ul.ways {
            li { a href="/me/games" { span { "My games" } small { "Results by deck and by opponent" } span.go aria-hidden="true" { "›" } } }
            li { a href="/me/data" download { span { "My data" } small { "All that’s stored about you, as one file" } span.go aria-hidden="true" { "›" } } }
            li { a href="/me/forget" { span { "Forget me" } small { "Delete your name, decks and keys" } span.go aria-hidden="true" { "›" } } }
        }
    } }
}

/// The page of a visitor.
pub fn me(me: &Me, now: i64) -> Html<String> {
    let Me { known, kept, games, blocked, name, .. } = *me;
    page(
        "You",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "You" @if let Some(name) = name { ", " (name) } }
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
            @if known { (named(me)) (about(me)) }
            section.box.narrow.later[known] aria-labelledby="k-h" {
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
