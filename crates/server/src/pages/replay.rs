//! A replay: the table after so many answers, with everything open.

use super::table::sight::Sight;
use super::table::{self, Extra};
use crate::world::World;
use ::table::Seen;
use axum::response::Html;

/// The page of a finished game after `at` of its answers, seen from one side.
pub fn replay(world: &World, shown: Seen, id: &str, of: usize, extra: Extra) -> Html<String> {
    let sight = Sight::still(world, shown, id);
    let extra = Extra { replay: Some((shown.answers(), of)), ..extra };
    table::page(&sight, &extra)
}
