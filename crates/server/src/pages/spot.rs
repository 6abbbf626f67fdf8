//! A card as it is shown large while somebody plays or completes it.

use super::face;
use crate::world::World;
use maud::{Markup, html};
use vocab::Definition;

/// The card, with its whole text.
pub fn spot(world: &World, definition: &Definition) -> Markup {
    let text = world.printing(definition).map(|printing| printing.text.clone()).unwrap_or_default();
    let stats = [("speed", definition.speed), ("power", definition.power), ("health", definition.health)];
    html! {
        article.spot data-side=(definition.side.letter()) {
            header { h3 { (definition.to_string()) } @if let Some(cost) = definition.cost.points() { span.cost.build { (cost) " " i.i.i-build {} } } }
            p.type { (definition.side) ", " (face::type_line(definition)) }
            @for clause in text.split(" | ").filter(|clause| !clause.is_empty()) { p { (clause.replace("->", "→")) } }
            @if definition.card_type.is_unit() {
                p.stats { @for (icon, stat) in stats { span { i class={ "i i-" (icon) } {} (stat.value().unwrap_or(0)) small { (icon) } } } }
            }
        }
    }
}
