//! The lab: type a card's text and see how the game reads it, or which words it doesn't understand.

use super::{inspect, page};
use crate::world::World;
use axum::response::Html;
use lang::{Setting, compile_text};
use maud::html;
use vocab::{Arena, Arenas, CardType, EquipmentFit};

/// The types that a text can be on.
pub const TYPES: [&str; 17] = [
    "Character",
    "Ground",
    "Space",
    "Ground/Character",
    "Space/Ground",
    "Battle",
    "Mission",
    "Trap",
    "Campaign",
    "Location Space",
    "Location Ground",
    "Location Character",
    "Equipment Space",
    "Equipment Ground",
    "Equipment Character",
    "Resource",
    "Event",
];

/// Cost, speed, power and health: names, labels and usual values.
const NUMBERS: [(&str, &str, &str); 4] =
    [("cost", "Cost", "4"), ("speed", "Speed", "40"), ("power", "Power", "4"), ("health", "Health", "4")];

const EXAMPLE: &str =
    "Accuracy 1 | Pay 2 Force -> Evade 2 | Each of your other Jedi in this arena gets +10 speed.";

/// The type that a word means; a Character if it means none.
pub fn card_type(word: &str) -> CardType {
    match word {
        "Battle" => CardType::Battle,
        "Mission" => CardType::Mission,
        "Trap" | "Mission - Trap" => CardType::Trap,
        "Campaign" | "Mission - Campaign" => CardType::Campaign,
        "Resource" => CardType::Resource,
        "Event" => CardType::Event,
        other => {
            let (kind, arenas) = other.split_once(' ').unwrap_or((other, ""));
            match kind {
                "Location" => CardType::Location(Arenas::parse(arenas)),
                "Equipment" => CardType::Equipment(Arenas::parse(arenas).map(EquipmentFit::Units)),
                unit => CardType::Unit(Arenas::parse(unit).unwrap_or(Arenas::one(Arena::Character))),
            }
        }
    }
}

/// The page for a text.
pub fn lab(world: &World, text: Option<&str>, word: &str, error: Option<&str>) -> Html<String> {
    let text = text.unwrap_or(EXAMPLE);
    let setting = Setting::new(card_type(word), "", world.cards.lexicon());
    let compiled = compile_text(text, &setting, world.cards.lexicon());
    let read = compiled.clauses.iter().filter(|clause| clause.outcome.is_ok()).count();
    let kind = card_type(word);
    let fields: &[(&str, &str, &str)] = match kind {
        CardType::Unit(_) => &NUMBERS,
        _ if kind.is_built() => &NUMBERS[..1],
        _ => &[],
    };
    page(
        "Lab",
        "/lab",
        &html! {
            h1 { "Lab" }
            p.lead { "Type what a card might say. The game reads a clause whole or not at all." }
            @if let Some(error) = error { p.bad role="alert" { (error) } }
            div.lab-grid {
                form.box method="get" action="/lab" data-auto {
                    div.field { label for="type" { "Type" } select id="type" name="type" { @for known in TYPES { option selected[known == word] { (known) } } } }
                    div.field { label for="text" { "Text, with | between clauses" } textarea id="text" name="text" rows="8" maxlength="2000" { (text) } }
                    button.btn.main { "Read it" }
                }
                section.box aria-labelledby="r-h" data-results {
                    h2 id="r-h" { (read) " of " (compiled.clauses.len()) " clauses understood" }
                    @for repair in &compiled.repairs { p.eyebrow { "Repaired: " (repair.to_string()) } }
                    ol.clauses.large { (inspect::readings(&compiled, &setting, world)) }
                    @if compiled.is_exact() {
                        form.try method="post" action="/lab/table" {
                            input type="hidden" name="text" value=(text); input type="hidden" name="type" value=(word);
                            h3 { "Try it on a scratch table" }
                            p.eyebrow { @match kind {
                                CardType::Event => "A game against the computer, with this as your Event.",
                                CardType::Unit(_) => "A game against the computer, with a dozen copies in place of units in your deck.",
                                _ => "A game against the computer, with a dozen copies in place of other cards in your deck.",
                            } }
                            div.fields {
                                @for (name, label, usual) in fields {
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

#[cfg(test)]
mod tests {
    use super::{TYPES, card_type};

    #[test]
    fn every_type_of_the_list_is_a_type_of_its_own() {
        let kinds: Vec<_> = TYPES.iter().map(|word| card_type(word)).collect();
        for (place, kind) in kinds.iter().enumerate() {
            assert!(!kinds[..place].contains(kind), "{}", TYPES[place]);
        }
    }
}
