//! Invitations: taking a seat at a friend's table.

use super::{hand, page};
use axum::response::Html;
use dejarik::HandText;
use maud::html;

/// The page of an invitation. Whoever sits down agrees to the texts that are carried out by hand, if there are any: those
/// of the visitor's own deck, and those of the host's.
pub fn join(
    host: &str,
    deck: &str,
    secret: &str,
    texts: Option<&[(&str, Vec<HandText>); 2]>,
) -> Html<String> {
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
                    @if texts.is_none() { button.btn.main.play { "Sit down" } }
                    @else { button.btn.main.play name="hands" value="agreed" { "Agree and sit down" } }
                }
            } }
            @if let Some([mine, theirs]) = texts {
                h2 { "Some texts are carried out by hand" }
                (hand::meaning())
                div.hand-grid.later { (hand::both([(mine.0, &mine.1), (theirs.0, &theirs.1)])) }
            }
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
