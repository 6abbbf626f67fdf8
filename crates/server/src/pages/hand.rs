//! Texts that players carry out by hand, on reading pages: marks, lists, and the agreement before a game (rule 1316.1).

use super::{page, rule};
use crate::world::World;
use axum::response::Html;
use dejarik::HandText;
use maud::{Markup, html};
use vocab::{DefinitionId, RuleNumber};

/// The rule of all this.
pub const RULE: RuleNumber = RuleNumber::new(1316, 1);

/// The texts of one card, in words.
pub fn of_card(world: &World, id: DefinitionId) -> Vec<HandText> {
    world.cards.texts_of_card_by_hand(id, &world.catalog)
}

/// A quiet mark on a card with such a text; nothing on others.
pub fn mark(texts: &[HandText]) -> Markup {
    let clauses: Vec<&str> = texts.iter().map(|text| text.clause.as_str()).collect();
    html! { @if !texts.is_empty() { span.by-hand title={ "Carried out by hand: " (clauses.join(" | ")) } { "by hand" } } }
}

/// The mark with the texts beside it, where there is room for them.
pub fn note(texts: &[HandText]) -> Markup {
    html! { @if !texts.is_empty() { span.hand-note { (mark(texts)) @for text in texts { " " small { (text.clause.replace("->", "→")) } } } } }
}

/// How many cards of a list of texts there are: a card may have several.
pub fn cards(texts: &[HandText]) -> usize {
    let mut cards: Vec<&str> = texts.iter().map(|text| text.card.as_str()).collect();
    cards.dedup();
    cards.len()
}

/// "3 cards of this deck have a text that the players carry out by hand".
pub fn count(texts: &[HandText]) -> String {
    match cards(texts) {
        0 => "Every text of this deck is enforced".into(),
        1 => "1 card of this deck has a text that the players carry out by hand".into(),
        many => format!("{many} cards of this deck have a text that the players carry out by hand"),
    }
}

/// The texts, each under its card.
pub fn list(texts: &[HandText]) -> Markup {
    html! { ul.hand-texts { @for text in texts {
        li { b { a href=(super::cards::address(&text.card)) { (text.card) } } " " span { (text.clause.replace("->", "→")) } }
    } } }
}

/// The texts, each under its card, with the versions of the card that need no hand.
pub fn list_with_others(world: &World, texts: &[HandText]) -> Markup {
    html! { ul.hand-texts { @for (place, text) in texts.iter().enumerate() {
        @let others = world.enforced_instead(&text.card);
        li {
            b { a href=(super::cards::address(&text.card)) { (text.card) } } " " span { (text.clause.replace("->", "→")) }
            @if !others.is_empty() && place.checked_sub(1).is_none_or(|last| texts[last].card != text.card) {
                " " small { "Enforced in full: " @for (place, other) in others.iter().enumerate() {
                    @if place > 0 { ", " } a href=(super::cards::address(&other.to_string())) { (other) }
                } }
            }
        }
    } } }
}

/// The texts of one card, where its name stands already.
pub fn clauses(texts: &[HandText]) -> Markup {
    html! { ul.hand-texts { @for text in texts { li { span { (text.clause.replace("->", "→")) } } } } }
}

/// The texts of both decks.
pub fn both(decks: [(&str, &[HandText]); 2]) -> Markup {
    html! { @for (name, texts) in decks {
        section.box {
            h2 { (name) }
            p { (count(texts)) @if texts.is_empty() { "." } @else { ":" } }
            (list(texts))
        }
    } }
}

/// What by hand means, for whoever agrees to it.
pub fn meaning() -> Markup {
    html! { p.lead { "The referee can’t carry these texts out, so you do: tap, move, damage and so on, one thing after another. Your opponent sees each step, and agrees or has it taken back. Everything else is enforced. " (rule(RULE)) } }
}

/// The agreement before a game between two people at these tables: `fields` is the form that asked for the game.
pub fn agreement(decks: [(&str, &[HandText]); 2], fields: &[(&str, &str)], shared: bool) -> Html<String> {
    page(
        "By hand",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Before the game" }
                h1 { "Some texts are carried out by hand." }
                (meaning())
                @if shared { p.lead { "Read them together: both of you agree." } }
                @else { p.lead { "Your friend sees this list, too, and agrees by sitting down." } }
            } }
            div.hand-grid { (both(decks)) }
            form.btns.later method="post" action="/play" {
                @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
                button.btn.main name="hands" value="agreed" { @if shared { "We agree" } @else { "Agree and invite" } }
                a.btn.line href="/decks" { "Choose other decks" }
            }
        },
    )
}

/// The texts of a game that is being played.
pub fn of_game(game: &str, decks: [(&str, &[HandText]); 2]) -> Html<String> {
    page(
        "By hand",
        "",
        &html! {
            h1 { "Texts carried out by hand" }
            p.lead { a href={ "/t/" (game) } { "Back to the table" } }
            (meaning())
            div.hand-grid.later { (both(decks)) }
        },
    )
}
