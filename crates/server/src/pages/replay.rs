//! A replay: the table after so many answers, with everything open.

use super::table::sight::Sight;
use super::table::{self, Extra};
use crate::world::World;
use ::table::Table;
use axum::response::Html;
use engine::Viewer;
use vocab::Role;

/// The page of a finished game after `at` of its answers, seen from one side.
pub fn replay(
    world: &World,
    shown: &Table,
    id: &str,
    of: usize,
    seat: Role,
    panel: table::Panel,
) -> Html<String> {
    let sight = Sight::still(world, shown, id, Viewer::Seat(seat));
    let extra = Extra { replay: Some((shown.answers.len(), of)), panel, ..Extra::default() };
    table::page(&sight, &extra)
}
