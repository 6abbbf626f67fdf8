//! Invitations: taking a seat at a friend's table.

use super::conditions::{Told, conditions};
use super::start::options;
use super::{hand, kept, page};
use crate::world::Offer;
use axum::response::Html;
use dejarik::HandText;
use maud::{Markup, html};
use store::ListedDeck;

/// An invitation as its guest sees it.
pub struct Invitation<'a> {
    /// What the guest is called.
    pub name: Option<&'a str>,
    /// The host, and the name of the host's deck.
    pub host: (&'a str, &'a str),
    /// The deck that the guest is offered, if it is legal in the format of the table.
    pub deck: Option<&'a str>,
    /// What opens the seat.
    pub secret: &'a str,
    /// The conditions.
    pub told: Told,
    /// The texts that are carried out by hand: those of the offered deck, and those of the host's.
    pub texts: Option<&'a [(&'a str, Vec<HandText>); 2]>,
    /// Whether the guest may bring another deck.
    pub own: bool,
    /// The decks of the server that are legal there.
    pub known: Vec<&'a Offer>,
}

/// The page of an invitation. Whoever sits down agrees to the texts that are carried out by hand, if there are any.
pub fn join(decks: &[ListedDeck], invitation: &Invitation) -> Html<String> {
    let Invitation { name, host: (host, theirs), deck, secret, told, texts, own, known } = invitation;
    page(
        "Invitation",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Invitation" }
                h1 { (host) " wants to play with you." }
                p.lead { (host) " plays " b { (theirs) } ". The link works once: the first to sit down gets the seat." }
                form.join method="post" action={ "/join/" (secret) } data-drop {
                    div.field { label for="name" { "Your name" } input id="name" name="name" maxlength="24" value=(name.unwrap_or("Guest")) autocomplete="nickname"; }
                    @if *own { (choice(decks, known, *deck, told)) } @else if let Some(deck) = deck { p { "You play " b { (deck) } "." } }
                    @if texts.is_none() { button.btn.main.play { "Sit down" } }
                    @else { button.btn.main.play name="hands" value="agreed" { "Agree and sit down" } }
                }
                h2.later { "Conditions" }
                (conditions(told))
            } }
            @if let Some([mine, theirs]) = texts {
                h2 { "Some texts are carried out by hand" }
                (hand::meaning())
                div.hand-grid.later { (hand::both([(mine.0, &mine.1), (theirs.0, &theirs.1)])) }
            }
        },
    )
}

/// Which deck a guest plays: the one that lies there, another of the server's, or a list.
fn choice(decks: &[ListedDeck], known: &[&Offer], offered: Option<&str>, told: &Told) -> Markup {
    html! {
        div.field { label for="deck" { "Your deck" } select id="deck" name="deck" {
            @match offered {
                Some(offered) => option value="" selected { (offered) ", ready to play" },
                None => option value="" selected { "Choose one" },
            }
            (kept::options(decks))
            (options(known.iter().copied(), None))
        } }
        @if let Some(format) = &told.conditions.format { p.eyebrow { "Your deck is checked for " (format) " before you sit down." } }
        details { summary { "Bring a deck of your own" }
            div.field { label for="deck-name" { "Its name" } input id="deck-name" name="deck_name" maxlength="60" placeholder="My deck"; }
            div.field { label for="deck-list" { "Paste a list or a .dek file, or drop the file here" }
                textarea id="deck-list" name="list" rows="8" placeholder="4 Name of a card\n3 Another card" {} }
            p.eyebrow { "Your opponent doesn’t see the list." }
        }
    }
}

/// What a guest agrees to who brings a deck, or meets one, with texts that aren't enforced. `fields` is the form that
/// brought it.
pub fn brings(secret: &str, decks: [(&str, &[HandText]); 2], fields: &[(&str, &str)]) -> Html<String> {
    page(
        "By hand",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Before the game" }
                h1 { "Some texts are carried out by hand." }
                (hand::meaning())
                p.lead { "The host sees the texts of your deck, too, and agrees before the game begins." }
            } }
            div.hand-grid { (hand::both(decks)) }
            form.btns.later method="post" action={ "/join/" (secret) } {
                @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
                button.btn.main name="brought" value="agreed" { "Agree and sit down" }
                a.btn.line href={ "/join/" (secret) } { "Choose another deck" }
            }
        },
    )
}

/// The page with the link that invites.
pub fn invite(game: &str, link: Option<&str>, told: &Told) -> Html<String> {
    page(
        "Invite",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Your table is ready" }
                h1 { "Send this link to your friend." }
                @if let Some(link) = link {
                    p.lead { "It works once: the first to sit down gets the seat, with the deck that lies there or with their own." }
                    p.invite { input.code type="text" readonly value=(link) aria-label="Invitation link" data-select;
                        button.btn.line type="button" data-copy=(link) { "Copy" } }
                } @else { p.lead { "Only you had the old link. Make a new one to see it here." } }
                form.btns method="post" action={ "/t/" (game) "/invite" } {
                    a.btn.main href={ "/t/" (game) } { "Go to the table" }
                    button.btn.line title="The old link stops working" { "Make a new link" }
                }
                h2.later { "Conditions" }
                (conditions(told))
            } }
        },
    )
}
