//! The opponent's line.

use super::Extra;
use super::clock::clock;
use super::ends;
use super::sight::Sight;
use crate::computer;
use crate::pages::{face, means};
use engine::Face;
use engine::state::Where;
use maud::{Markup, html};
use table::Tone;
use table::setup::Kind;
use vocab::{Counter, DefinitionId, Role};

/// The side letter of a role, for dots.
pub const fn letter(role: Role) -> &'static str {
    match role {
        Role::Dark => "D",
        Role::Light => "L",
    }
}

/// Numbers of a player.
pub fn tally(sight: &Sight, role: Role) -> Markup {
    let player = &sight.view.players[role];
    let discard = sight.at(role, Where::DiscardPile).count();
    let side = sight.seen.side(role);
    html! {
        dl.tally tabindex="0" data-tips="div" aria-label={ (sight.called(role)) ": numbers" } {
            div.big.force.none[player.force == 0] data-pool={ (side) "-force" } title=(means::FORCE) { dt { "Force" } dd { (player.force) } }
            div.big.build.none[player.build == 0] data-pool={ (side) "-build" } title=(means::BUILD) { dt { "Build" } dd { (player.build) } }
            @if sight.near() != role { div data-pool={ (side) "-hand" } title=(means::HAND) { dt { "Hand" } dd { (player.hand) } } }
            div data-pool={ (side) "-deck" } title=(means::DECK) { dt { "Deck" } dd { (player.deck) } }
            div data-pool={ (side) "-discard" } title=(means::DISCARD) { dt { @if sight.id.is_empty() { "Discard" } @else { a href={ "/t/" (sight.id) "/pile/" (store::role_word(role)) } { "Discard" } } } dd { (discard) } }
        }
    }
}

/// The opponent's line.
pub fn them(sight: &Sight, extra: &Extra) -> Markup {
    let role = sight.near().other();
    let player = sight.seen.player(role);
    html! {
        section.bar.them.panel data-region="them" aria-label={ "Opponent: " (player.name) } {
            p.who { span.dot data-side=(letter(role)) {} (player.name) (ends::games_won(sight, role)) " "
                small { @match player.kind { Kind::Computer(level) => (computer::described(level)), Kind::Person => (player.deck) } }
                @if extra.absence.is_some_and(|absent| absent.absence.role == role) { " " span.absent { "away" } }
            }
            (clock(extra, role, false))
            (tally(sight, role))
            (verdict(sight))
            (open_hand(sight, extra, role))
            (zone(sight, role))
        }
    }
}

/// A player's hand that the viewer doesn't see as cards, in a replay with open hands.
pub fn open_hand(sight: &Sight, extra: &Extra, role: Role) -> Markup {
    let Some(hands) = extra.replay.as_ref().and_then(|replay| replay.open.as_ref()) else { return html! {} };
    let (cards, catalog): (&[DefinitionId], _) = (&hands[role as usize], sight.seen.sight().catalog());
    html! {
        ul.open-hand aria-label={ (sight.seen.player(role).name) ": hand" } {
            li.eyebrow aria-hidden="true" { "Hand" }
            @for card in cards { @let definition = catalog.definition(*card);
                li data-side=(definition.side.letter()) { a href=(crate::pages::cards::address(&definition.to_string())) { (definition.to_string()) } } }
        }
    }
}

/// The class of what is good or bad for who looks.
pub const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Win => "win",
        Tone::Risk => "risk",
        Tone::Even => "",
    }
}

fn verdict(sight: &Sight) -> Markup {
    if sight.view.turn == 0 || sight.view.outcome.is_some() {
        return html! {};
    }
    let standing = sight.seen.standing(sight.seen.held());
    let (tone, words) = (tone(standing.tone), standing.words);
    html! { p class={ "verdict-chip " (tone) } title="Who alone has units in two arenas at the end of a turn wins." { (words) } }
}

fn zone(sight: &Sight, role: Role) -> Markup {
    let cards: Vec<_> = sight.at(role, Where::BuildZone).chain(sight.at(role, Where::EventZone)).collect();
    html! {
        ul.zone data-pool={ (sight.seen.side(role)) "-zone" } tabindex="0" data-tips=":scope > li" aria-label={ (sight.seen.player(role).name) ": build zone" } {
            li.eyebrow aria-hidden="true" title=(means::BUILD_ZONE) { "Build zone" }
            @for card in cards {
                @match card.face {
                    Face::Unknown => (face::back(sight, card, None)),
                    Face::Known(_) => {
                        @let offers: Vec<_> = sight.offers_of(card.slot).collect();
                        li.plate.can[!offers.is_empty()] data-side=(sight.side(card)) data-token=(sight.token(card.slot)) {
                            @match offers[..] {
                                [only] => button.name form="answer" name="a" value=(only.path) data-card=(sight.token(card.slot)) { (sight.name(card)) },
                                _ => a.name href={ "?card=" (sight.token(card.slot)) "#desk" } data-card=(sight.token(card.slot)) { (sight.name(card)) },
                            }
                            @for (counter, number) in &card.counters {
                                @if !matches!(counter, Counter::Build) { span.ctr.(counter.name()) title=(means::counter(*counter)) { (number) " " (counter.name()) } }
                            }
                            @if let Some((speed, power, health)) = card.values { span.eyebrow title=(means::stats([speed, power, health], face::counters(card, Counter::Damage)).join(" ")) { (speed) "/" (power) "/" (health) } }
                        }
                    }
                }
            }
        }
    }
}
