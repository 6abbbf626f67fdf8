//! An invitation: sit down at a friend's table.

use super::page;
use axum::response::Html;
use maud::html;

/// The page of an invitation.
pub fn join(host: &str, deck: &str, secret: &str) -> Html<String> {
    page(
        "Invitation",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Invitation" }
                h1 { (host) " invites you to play." }
                p.lead { "You play " b { (deck) } ". The link works once: whoever sits down first has the seat." }
                form.join method="post" action={ "/join/" (secret) } {
                    div.field { label for="name" { "Your name" } input id="name" name="name" maxlength="24" value="Guest" autocomplete="nickname"; }
                    button.btn.main.play { "Sit down" }
                }
            } }
        },
    )
}

/// The page with the link that invites.
pub fn invite(game: &str, link: &str) -> Html<String> {
    page(
        "Invite",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Your table is ready" }
                h1 { "Send this link to your friend." }
                p.lead { "It gives the other seat to whoever sits down first, and works once. A new visit to this page makes a new link." }
                p.invite { input.code type="text" readonly value=(link) aria-label="Invitation link" data-select;
                    button.btn.line type="button" data-copy=(link) { "Copy" } }
                p.btns { a.btn.main href={ "/t/" (game) } { "To the table" } }
            } }
        },
    )
}
