//! The lab: type a card's text and see how it is read, or which words are not understood.

use super::{inspect, page};
use crate::world::World;
use axum::response::Html;
use lang::{Setting, compile_text};
use maud::html;
use vocab::{Arena, Arenas, CardType};

/// The types that a text can be on.
pub const TYPES: [&str; 12] = [
    "Character",
    "Ground",
    "Space",
    "Ground/Character",
    "Space/Ground",
    "Battle",
    "Mission",
    "Trap",
    "Location",
    "Equipment",
    "Resource",
    "Event",
];

const EXAMPLE: &str =
    "Accuracy 1 | Pay 2 Force -> Evade 2 | Each of your other Jedi in this arena gets +10 speed.";

/// The type that a word means; a Character if it means none.
pub fn card_type(word: &str) -> CardType {
    match word {
        "Battle" => CardType::Battle,
        "Mission" => CardType::Mission,
        "Trap" => CardType::Trap,
        "Location" => CardType::Location(None),
        "Equipment" => CardType::Equipment(None),
        "Resource" => CardType::Resource,
        "Event" => CardType::Event,
        arenas => CardType::Unit(Arenas::parse(arenas).unwrap_or(Arenas::one(Arena::Character))),
    }
}

/// The page for a text.
pub fn lab(world: &World, text: Option<&str>, word: &str, error: Option<&str>) -> Html<String> {
    let text = text.unwrap_or(EXAMPLE);
    let setting = Setting::new(card_type(word), "", &world.lexicon);
    let compiled = compile_text(text, &setting, &world.lexicon);
    let read = compiled.clauses.iter().filter(|clause| clause.outcome.is_ok()).count();
    let is_unit = matches!(card_type(word), CardType::Unit(_));
    page(
        "Lab",
        "/lab",
        &html! {
            h1 { "Lab" }
            p.lead { "Type what a card could say. Every clause is read whole or not at all." }
            @if let Some(error) = error { p.bad role="alert" { (error) } }
            div.lab-grid {
                form.box method="get" action="/lab" data-auto {
                    div.field { label for="type" { "Type" } select id="type" name="type" { @for known in TYPES { option selected[known == word] { (known) } } } }
                    div.field { label for="text" { "Text, clauses separated by |" } textarea id="text" name="text" rows="8" maxlength="2000" { (text) } }
                    button.btn.main { "Read it" }
                }
                section.box aria-labelledby="r-h" data-results {
                    h2 id="r-h" { (read) " of " (compiled.clauses.len()) " clauses understood" }
                    @for repair in &compiled.repairs { p.eyebrow { "Repaired: " (repair.to_string()) } }
                    ol.clauses.large { (inspect::readings(&compiled, &setting, world)) }
                    @if compiled.is_exact() && is_unit {
                        form.try method="post" action="/lab/table" {
                            input type="hidden" name="text" value=(text); input type="hidden" name="type" value=(word);
                            h3 { "Try it on a scratch table" }
                            p.eyebrow { "A game against the computer; a dozen copies of it take the place of units in your deck." }
                            div.fields {
                                @for (name, label, usual) in [("cost", "Cost", "4"), ("speed", "Speed", "40"), ("power", "Power", "4"), ("health", "Health", "4")] {
                                    div.field { label for=(name) { (label) } input id=(name) name=(name) type="number" min="0" max="90" value=(usual); }
                                }
                                div.field { label for="lab-name" { "Name" } input id="lab-name" name="name" maxlength="30" value="Lab Subject"; }
                            }
                            button.btn.line { "Put it on the table" }
                        }
                    }
                }
            }
        },
    )
}
