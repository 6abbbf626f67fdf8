//! The promise on pages: the table before its game begins, the menu of a table, and what a promise is worth.

use super::drawn::{Draw, Drawn};
use super::{head, page};
use crate::web::assets::build;
use ::fair::{Proof, hex};
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};
use table::Fairness;
use vocab::Role;

/// What a viewer is shown of a promise. Everything is hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The name of the game.
    pub game: String,
    /// The seats of the viewer, as the table was set up: `dark`, `light`.
    pub seats: Vec<&'static str>,
    /// The server's promise.
    pub promise: String,
    /// What was locked, once it is.
    pub transcript: Option<String>,
    /// The number of steps, and the receipt after the last of them.
    pub receipt: Option<(u32, String)>,
}

impl Shown {
    /// The element that the script reads.
    fn data(&self, commit: &[&str], reveal: &[&str]) -> Markup {
        html! { div hidden data-fair=(self.game) data-seats=(self.seats.join(" ")) data-promise=(self.promise)
        data-transcript=[self.transcript.as_ref()] data-steps=[self.receipt.as_ref().map(|(number, _)| number)]
        data-receipt=[self.receipt.as_ref().map(|(_, receipt)| receipt)]
        data-commit=[(!commit.is_empty()).then(|| commit.join(" "))]
        data-reveal=[(!reveal.is_empty()).then(|| reveal.join(" "))] {} }
    }
}

/// The part of a table's menu.
pub fn menu(shown: &Shown, draw: &Draw) -> Markup {
    let receipt = html! {
        div.bare data-region="receipt" data-steps=[shown.receipt.as_ref().map(|(number, _)| number)]
            data-receipt=[shown.receipt.as_ref().map(|(_, receipt)| receipt)] {
            @if let Some((number, receipt)) = &shown.receipt {
                p.eyebrow { "Receipt after step " (number) }
                p.code { (receipt) }
            }
        }
    };
    html! {
        (Shown { receipt: None, ..shown.clone() }.data(&[], &[]))
        p.eyebrow { "Before you sat down, the server promised its secret. Its hash:" }
        p.code { (shown.promise) }
        @if let Some(transcript) = &shown.transcript {
            p.eyebrow { "Decks, rules and the secrets of both seats were locked under" }
            p.code { (transcript) }
        }
        (draw.region("receipt", &receipt))
        p { @if !shown.seats.is_empty() { a href={ "/t/" (shown.game) "/promise" } download={ "promise-" (shown.game) ".json" } data-promise-file { "Save my promise file" } " · " }
            a href="/fair" { "What this is worth" } }
    }
}

/// A table before its game begins: no card has been dealt.
pub struct Before<'a> {
    /// What is shown of the promise.
    pub shown: Shown,
    /// The version of the table, and the number of its next step.
    pub version: String,
    /// The number of the next step.
    pub number: u32,
    /// The names of the players, and their decks, Dark first; the decks of others are theirs to tell.
    pub players: [&'a str; 2],
    /// The seats whose secret the viewer's browser has still to commit to.
    pub commit: Vec<&'static str>,
    /// The seats whose secret the viewer's browser has still to reveal.
    pub reveal: Vec<&'static str>,
    /// Who else has still to do their part.
    pub waits_for: Vec<&'a str>,
    /// Whether a seat is still free.
    pub free: bool,
    /// Whether one person sits there alone, with the computer or at a shared screen.
    pub alone: bool,
    /// Whether this is the next game of a match that has begun.
    pub within_match: bool,
    /// Where the game goes on, for those who play it.
    pub next: Option<&'a str>,
    /// What the table says besides, if something is wrong.
    pub refused: Option<&'a str>,
}

/// The page before the game.
pub fn before(before: &Before, part: bool) -> Html<String> {
    let body = before_drawn(before).body();
    if part {
        return Html(body.into_string());
    }
    let waits = before.commit.is_empty();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (head("Before the game", &["table.css", "pages.css"]))
                @if waits { noscript { meta http-equiv="refresh" content="2"; } }
            }
            (body)
        }
    };
    Html(page.into_string())
}

/// The same, to be sent to a page that is open. It is short: it has no regions.
pub fn before_drawn(before: &Before) -> Drawn {
    let Before { shown, version, number, .. } = before;
    let attributes = vec![
        ("class", Some("page".into())),
        ("data-game", Some(shown.game.clone())),
        ("data-live", Some("yes".into())),
        ("data-number", Some(number.to_string())),
        ("data-version", Some(version.clone())),
        ("data-before", Some("yes".into())),
        ("data-next", before.next.map(str::to_string)),
        ("data-script", Some(build().into())),
    ];
    Draw::default().finish(before_body(before), attributes)
}

fn before_body(before: &Before) -> Markup {
    let Before { shown, players, commit, reveal, waits_for, free, alone, refused, within_match, .. } = before;
    let seated = !shown.seats.is_empty();
    html! {
            a.skip href="#main" { "Skip to content" }
            header.top { a.brand href="/" { span.mark {} "Dejarik" } }
            main id="main" {
                (shown.data(commit, reveal))
                section.verdict { div {
                    p.eyebrow { (players[0]) " against " (players[1]) }
                    @if *free && seated && commit.is_empty() { h1 { "Waiting for your friend." } }
                    @else if !seated { h1 { "The game hasn’t begun." } }
                    @else if !commit.is_empty() { h1 { "Both sides shuffle." } }
                    @else if let [other] = waits_for[..] { h1 { "Waiting for " (other) " to shuffle." } }
                    @else { h1 { "Dealing the cards." } }
                    p.lead id="lost" hidden { "This browser no longer has the secret that your seat committed to, so this table can’t begin. Nothing was played, so nothing is lost." }
                    @if let Some(refused) = refused { p.lead.bad { (refused) } }
                    @if !commit.is_empty() {
                        p.lead { "The cards are shuffled by the server and by you, so neither can choose them. With a script your browser does its part by itself." }
                        form.join method="post" action={ "/t/" (shown.game) "/words" } {
                            div.field { label for="words" { "Without a script, or if you’d rather: type anything, or roll some dice" }
                                input id="words" name="words" required maxlength="200" autocomplete="off" placeholder="4 6 1 1 3 5 2 6"; }
                            button.btn.main { "Shuffle and deal" }
                        }
                    }
                    @else if *free && seated { p.lead { "No card is dealt until both sides have done their part. Keep this page open." } }
                    @else if seated {
                        p.lead { "Your part is done. No card is dealt until both sides have done theirs, which takes a browser a moment: keep this page open." }
                        @if let [other] = waits_for[..] { p.lead { "If nothing happens, " (other) " may have left the page. The game begins as soon as it’s opened again." } }
                    }
                    @if seated && *within_match && waits_for.len() == 1 && commit.is_empty() && reveal.is_empty() {
                        p.lead { "If they don’t come within five minutes, you can claim the match." }
                        form.btns method="post" action={ "/t/" (shown.game) "/claim" } { button.btn.line { "Claim the match" } }
                    }
                    p.btns {
                        @if *free && seated { a.btn.main href={ "/t/" (shown.game) "/invite" } { "Show the invitation" } }
                        a.btn.line href="/" { "Start page" }
                    }
                    // Between two people a new table is a new game: setting this one up again would show both lists to one of them.
                    @if *alone { form.btns id="again" hidden method="post" action={ "/t/" (shown.game) "/again" } { button.btn.main { "Set the table up again" } } }
                    @else { p.btns id="again" hidden { a.btn.main href="/" { "Start a new game" } } }
                    details.later { summary { "Promise" } (menu_text(shown)) }
                } }
            }
    }
}

/// The promise in words, without the element that the script reads.
fn menu_text(shown: &Shown) -> Markup {
    html! {
        p.eyebrow { "The server has fixed its secret. Its hash:" }
        p.code { (shown.promise) }
        @if let Some(transcript) = &shown.transcript { p.eyebrow { "Locked under" } p.code { (transcript) } }
        p { a href="/fair" { "What this is worth" } }
    }
}

/// The first digits of a long number, in fours.
fn short(hex: &str) -> String {
    let four: Vec<String> =
        hex.as_bytes().chunks(4).take(3).map(|four| String::from_utf8_lossy(four).into_owned()).collect();
    four.join(" ")
}

/// What is published of a finished game.
pub fn published(fairness: Option<&Fairness>, seed: &str) -> Markup {
    html! { dl.pairs { @match fairness {
        Some(fairness) => {
            div { dt { "Promised before the game" } dd.code { (short(&hex(fairness.promise()))) } }
            div { dt { "The server’s secret" } dd.code { (short(&hex(fairness.secret()))) } }
            @for (name, seat) in [("The Dark seat’s secret", Role::Dark), ("The Light seat’s secret", Role::Light)] {
                @if let Some(entropy) = fairness.entropy(seat) { div { dt { (name) } dd.code { (short(&hex(entropy))) } } }
            }
            @if let Some(transcript) = fairness.transcript() { div { dt { "Locked under" } dd.code { (short(&hex(transcript))) } } }
        }
        None => {
            div { dt { "Seed" } dd.code { (short(seed)) } }
            div { dt { "Promise" } dd { "not stored" } }
        }
    } } }
}

/// The result of checking a finished game; how many answers it has.
pub fn verified(proof: &Proof, result: &Result<usize, String>) -> Html<String> {
    let game = &proof.game;
    page(
        "Verify",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Game " (game) }
                @match result {
                    Ok(answers) => { h1 { "Verified." } p.ok { "The server kept its promise, and every card and every roll in all " (answers) " decisions follows from the secrets of both sides." } }
                    Err(reason) => { h1 { "Not verified." } p.lead.bad { (reason) "." } }
                }
                p.lead { "That’s the server checking itself. With the downloaded file and the promise file that your browser kept, you don’t have to trust it:" }
                p.code { "dejarik verify game-" (game) ".json --promise promise-" (game) ".json" }
                dl.pairs {
                    div { dt { "Promise" } dd.code { (proof.promise) } }
                    div { dt { "The server’s secret" } dd.code { (proof.secret) } }
                    div { dt { "The Dark seat’s secret" } dd.code { (proof.entropy[0]) } }
                    div { dt { "The Light seat’s secret" } dd.code { (proof.entropy[1]) } }
                    div { dt { "Locked under" } dd.code { (proof.transcript) } }
                }
                p.btns { a.btn.line href={ "/t/" (game) "/end" } { "Back to the summary" } a.btn.line href={ "/r/" (game) "/file" } { "Download" }
                    a.btn.line href="/fair" { "What this is worth" } }
            } }
        },
    )
}

/// What a promise is worth.
pub fn about() -> Html<String> {
    page(
        "Fair dice",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Fair dice" }
                h1 { "Nobody chooses the cards alone." }
                p.lead { "Before you see a table, the server fixes a secret and shows its hash. Each player’s browser fixes a secret too. When both are fixed, decks and rules are locked; only then are the secrets put together, and every shuffle and roll follows from all of them. After the game everything is published, and anyone can compute it again." }
                p.lead { "During the game every step has a receipt. Your browser keeps the last one in a small promise file, which you can save at any time from the menu. With it, the check doesn’t have to trust anything the server says afterwards." }
                p.code { "dejarik verify game-NAME.json --promise promise-NAME.json" }
            } }
            section.box.narrow aria-labelledby="o-h" {
                h2 id="o-h" { "What the people who run this server can still do" }
                ul.bullets {
                    li { "See all cards while you play, and tell somebody." }
                    li { "Refuse a table, or end it once both secrets are known." }
                    li { "Serve a page whose script picks a bad secret for you. Add " code { "?own" } " to the table’s address before the game and type your own." }
                    li { "Run different rules. Then the check fails." }
                    li { "Do all of this as your opponent. No mathematics can make that honest." }
                }
                p { "What they can’t do without being caught: choose or change shuffles and dice after the promise, drop or alter an answer, or swap a deck after the lock." }
                p { "Words that you type reach the server before the other side has fixed its secret; a server and an opponent who work together could use that. A browser’s own secret has no such gap. On a shared screen, and against the computer, only one person’s secret joins the server’s; when you watch the computer play itself, there’s only the server’s." }
                p { "If you take a move back, the dice are new from there on: nobody can look at a roll and then choose differently. Games from before there were promises say so: their dice can be computed again, but the server might have chosen them." }
            }
        },
    )
}
