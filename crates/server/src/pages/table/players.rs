//! The opponent's line.

use super::sight::Sight;
use crate::computer;
use crate::pages::face;
use engine::Face;
use engine::state::Where;
use maud::{Markup, html};
use table::setup::Kind;
use vocab::{Counter, Role};

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
    html! {
        dl.tally {
            div.big.force.none[player.force == 0] { dt { "Force" } dd { (player.force) } }
            div.big.build.none[player.build == 0] { dt { "Build" } dd { (player.build) } }
            @if sight.near() != role { div { dt { "Hand" } dd { (player.hand) } } }
            div { dt { "Deck" } dd { (player.deck) } }
            div { dt { a href={ "/t/" (sight.id) "/pile/" (store::role_word(role)) } { "Discard" } } dd { (discard) } }
        }
    }
}

/// The opponent's line.
pub fn them(sight: &Sight) -> Markup {
    let role = sight.near().other();
    let player = sight.seen.player(role);
    html! {
        section.bar.them.panel data-region="them" aria-label={ "Opponent: " (player.name) } {
            p.who { span.dot data-side=(letter(role)) {} (player.name) " "
                small { @match player.kind { Kind::Computer(level) => { "computer, " (computer::title(computer::level(level))) }, Kind::Person => (player.deck) } }
            }
            (tally(sight, role))
            (zone(sight, role))
        }
    }
}

fn zone(sight: &Sight, role: Role) -> Markup {
    let cards: Vec<_> = sight.at(role, Where::BuildZone).chain(sight.at(role, Where::EventZone)).collect();
    html! {
        ul.zone aria-label={ (sight.seen.player(role).name) ": build zone" } {
            li.eyebrow aria-hidden="true" { "Build zone" }
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
                                @if !matches!(counter, Counter::Build) { span.ctr.(counter.name()) { (number) " " (counter.name()) } }
                            }
                            @if let Some((speed, power, health)) = card.values { span.eyebrow { (speed) "/" (power) "/" (health) } }
                        }
                    }
                }
            }
        }
    }
}
