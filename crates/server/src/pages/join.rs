//! Invitations: taking a seat at a friend's table.

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
                h1 { (host) " wants to play with you." }
                p.lead { "You play " b { (deck) } ". The link works once: the first to sit down gets the seat." }
                form.join method="post" action={ "/join/" (secret) } {
                    div.field { label for="name" { "Your name" } input id="name" name="name" maxlength="24" value="Guest" autocomplete="nickname"; }
                    button.btn.main.play { "Sit down" }
                }
            } }
        },
    )
}

/// The page with the link that invites.
pub fn invite(game: &str, link: Option<&str>) -> Html<String> {
    page(
        "Invite",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Your table is ready" }
                h1 { "Send this link to your friend." }
                @if let Some(link) = link {
                    p.lead { "It works once: the first to sit down gets the seat." }
                    p.invite { input.code type="text" readonly value=(link) aria-label="Invitation link" data-select;
                        button.btn.line type="button" data-copy=(link) { "Copy" } }
                } @else { p.lead { "Only you had the old link. Make a new one to see it here." } }
                form.btns method="post" action={ "/t/" (game) "/invite" } {
                    a.btn.main href={ "/t/" (game) } { "Go to the table" }
                    button.btn.line title="The old link stops working" { "Make a new link" }
                }
            } }
        },
    )
}
