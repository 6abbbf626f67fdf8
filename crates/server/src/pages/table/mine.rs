//! The viewer's own cards: build zone, hand, and cards elsewhere that can be chosen.

use super::Extra;
use super::clock::clock;
use super::ends;
use super::players::{letter, open_hand, tally};
use super::sight::Sight;
use crate::pages::drawn::Draw;
use crate::pages::face::{self, Form};
use crate::pages::means;
use engine::state::Where;
use engine::{SeenCard, Viewer};
use maud::{Markup, html};

/// Build zone and hand.
pub fn mine(sight: &Sight, extra: &Extra, draw: &Draw) -> Markup {
    let near = sight.near();
    let zone: Vec<&SeenCard> =
        sight.at(near, Where::BuildZone).chain(sight.at(near, Where::EventZone)).collect();
    let hand: Vec<&SeenCard> = sight.at(near, Where::Hand).collect();
    // Cards outside the game are shown when one of them can be chosen.
    let supply: Vec<&SeenCard> = sight
        .view
        .cards
        .iter()
        .filter(|card| {
            matches!(card.place, Where::Supply | Where::DiscardPile | Where::Removed)
                && sight.offers_of(card.slot).next().is_some()
        })
        .collect();
    let seat = sight.viewer == Viewer::Seat(near);
    let bar = html! {
        div.bar data-region="bar" {
            p.who { span.dot data-side=(letter(near)) {} (sight.called(near)) (ends::games_won(sight, near)) " " small { (sight.seen.player(near).deck) } }
            (clock(extra, near, seat))
            (tally(sight, near))
        }
    };
    let zone = html! {
        section.zone.empty[zone.is_empty()] data-region="zone" data-pool={ (sight.seen.side(near)) "-zone" } aria-labelledby="z-h" {
            h2.eyebrow id="z-h" tabindex="0" title=(means::BUILD_ZONE) { @if seat { "Your build zone" } @else { "Build zone" } @if !zone.is_empty() { ", " (zone.len()) } }
            ul.cards data-list="zone-cards" { (face::cards(sight, draw, "zone-cards", &zone, Form::Zone)) }
        }
    };
    let hand = html! {
        section.hand data-region="hand" id="hand" data-pool={ (sight.seen.side(near)) "-hand" } tabindex="-1" aria-labelledby="h-h" {
            h2.eyebrow id="h-h" tabindex="0" title=(means::HAND) { @if seat { "Your hand, " } @else { "Hand, " } (sight.view.players[near].hand) }
            ul.cards.{ "n" (hand.len().clamp(1, 12)) } data-list="hand-cards" { (face::cards(sight, draw, "hand-cards", &hand, Form::Hand)) }
            @if !seat { (open_hand(sight, extra, near)) }
        }
    };
    let elsewhere = html! {
        section.hand data-region="elsewhere" hidden[supply.is_empty()] aria-labelledby="s-h" { h2.eyebrow id="s-h" tabindex="0" title=(means::ELSEWHERE) { "Elsewhere" }
            ul.cards data-list="other-cards" { (face::cards(sight, draw, "other-cards", &supply, Form::Hand)) } }
    };
    html! {
        section.mine aria-label=(sight.called(near)) {
            (draw.region("bar", &bar))
            (draw.region("zone", &zone))
            (draw.region("hand", &hand))
            (draw.region("elsewhere", &elsewhere))
        }
    }
}
