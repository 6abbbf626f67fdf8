//! A replay: the table after this many answers, with everything open.

use super::drawn::Drawn;
use super::table::sight::Sight;
use super::table::{self, Extra};
use crate::world::World;
use ::table::Seen;
use axum::response::Html;
use maud::html;

/// The page of a finished game after some of its answers, seen from one side.
pub fn replay(world: &World, shown: Seen, id: &str, extra: &Extra) -> Html<String> {
    table::page(&Sight::still(world, shown, id), extra)
}

/// The same in regions.
pub fn drawn(world: &World, shown: Seen, id: &str, extra: &Extra) -> Drawn {
    table::drawn(&Sight::still(world, shown, id), extra)
}

/// A finished game that today's rules can't play again, as it was.
pub fn film(game: &str, film: &::table::Film) -> Html<String> {
    super::page(
        "Film",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Game " (game) }
                h1 { (film.note) }
                p.lead { "Played under rules " (film.rules) "; this is the record as it was. Today’s rules would play it differently, so it can’t be continued from here." }
                p.btns { a.btn.line href={ "/t/" (game) } { "The table, up to where it still holds" } a.btn.line href={ "/r/" (game) "/file" } { "Download" } }
            } }
            ol.film { @for (answer, frame) in film.frames.iter().enumerate() { @if !(frame.told.is_empty() && frame.moved.is_empty()) {
                li.box {
                    p.eyebrow { @if frame.turn == 0 { "Setup" } @else { "Turn " (frame.turn) } ", after " (answer) @if answer == 1 { " answer" } @else { " answers" } }
                    @for told in &frame.told { p { (told) } }
                    @if !frame.moved.is_empty() { details { summary { (frame.moved.len()) @if frame.moved.len() == 1 { " card moved" } @else { " cards moved" } }
                        ul { @for (card, place) in &frame.moved { li { (card) ": " (place) } } } } }
                }
            } } }
        },
    )
}
