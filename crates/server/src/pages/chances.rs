//! What a deck brings: draws by turn, setups, test hands.

use super::decks::bars;
use super::{cards, face, page, percent};
use crate::chances::{Chances, SETUPS, TURNS};
use crate::world::{Offer, World};
use axum::response::Html;
use maud::{Markup, html};
use vocab::Arena;

/// The page. The list and the seed go into the button for other hands.
pub fn chances(
    world: &World,
    mine: &Offer,
    theirs: &Offer,
    chances: &Chances,
    list: &str,
    seed: u64,
) -> Html<String> {
    page(
        &format!("Chances of {}", mine.name),
        "/decks",
        &html! {
            p.eyebrow { "What it brings" }
            h1 { (mine.name) }
            p.lead { "Draws are counted exactly; setups are played out by the referee, against " (theirs.name) "." }
            div.deck-grid {
                (setups(chances))
                (hands(world, mine, chances, list, seed))
            }
            (draws(world, chances))
        },
    )
}

fn setups(chances: &Chances) -> Markup {
    let setups = &chances.setups;
    let units: Vec<(String, u32)> =
        setups.units.iter().enumerate().map(|(units, number)| (units.to_string(), *number)).collect();
    html! { section.box aria-labelledby="s-h" {
        h2 id="s-h" { "Setup" }
        p.eyebrow { "Of " (SETUPS) " setups, played as the casual computer plays" }
        (bars("Units in arenas", &units))
        dl.pairs {
            div { dt { "Points spent, of 30" } dd { (format!("{:.1}", setups.share(setups.points))) } }
            @for arena in Arena::ALL { div { dt { "With a " (arena.name()) " unit" } dd { (percent(setups.share(setups.arenas[arena]))) } } }
            div { dt { "With a unit in every arena" } dd { (percent(setups.share(setups.everywhere))) } }
            div { dt { "Cards drawn beyond the first seven" } dd { (setups.draws()) } }
        }
    } }
}

fn hands(world: &World, mine: &Offer, chances: &Chances, list: &str, seed: u64) -> Markup {
    html! { section.box aria-labelledby="h-h" {
        h2 id="h-h" { "Test hands" }
        @for hand in &chances.hands { ol.test-hand { @for id in hand {
            @let card = world.catalog.definition(*id);
            li data-side=(card.side.letter()) { a href=(cards::address(&card.to_string())) title=(face::type_line(card)) { (card.to_string()) } }
        } } }
        form.btns method="post" action="/decks/chances" {
            input type="hidden" name="list" value=(list); input type="hidden" name="name" value=(mine.name);
            button.btn.line name="seed" value=(seed.wrapping_add(1)) { "Other hands" }
        }
    } }
}

/// The chance to have drawn each card by a turn, in words and as a bar.
fn draws(world: &World, chances: &Chances) -> Markup {
    html! { section.box.later aria-labelledby="d-h" {
        h2 id="d-h" { "Drawn by turn" }
        p.eyebrow { "The chance to have drawn at least one, with the draws of an average setup" }
        div.scroll { table.chances {
            thead { tr { th scope="col" { "Card" } th scope="col" { "Copies" } @for turn in TURNS { th scope="col" { (turn) } } } }
            tbody { @for (id, copies, by_turn) in &chances.cards { tr {
                @let card = world.catalog.definition(*id);
                th scope="row" { a class=(card.side.letter()) href=(cards::address(&card.to_string())) { (card.to_string()) } }
                td { (copies) }
                @for chance in by_turn { td { (percent(*chance))
                    svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" { rect width=(format!("{:.0}", chance * 100.0)) height="4" {} } } }
            } } }
        } }
    } }
}
