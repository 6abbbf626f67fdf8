//! The glossary, both editions side by side.

use super::{page, rule};
use axum::response::Html;
use maud::html;
use vocab::{Edition, Keyword, RuleNumber};

/// The page.
pub fn keywords() -> Html<String> {
    page(
        "Keywords",
        "/keywords",
        &html! {
            h1 { "Keywords" }
            p.lead { "All " (Keyword::all().count()) " as people play them today, next to the older sheets where those differ." }
            p.search { input type="search" data-filter=".glossary > li" placeholder="Filter by any word" aria-label="Filter the keywords"; }
            ol.glossary { @for keyword in Keyword::all() {
                @let current = keyword.definition(Edition::Current).unwrap_or_default();
                @let sheets = keyword.definition(Edition::Sheets);
                li.box id=(keyword.name().to_lowercase().replace(' ', "-")) {
                    h2 { (keyword.heading()) " " (rule(RuleNumber::new(keyword.row().section, 1))) }
                    div.editions {
                        div { h3.eyebrow { "Current" } p { (current) } }
                        div { h3.eyebrow { "Sheets" } p { @match sheets {
                            None => { "The older sheets don’t have it." }
                            Some(text) if text == current => { "The same." }
                            Some(text) => (text),
                        } } }
                    }
                    @if !keyword.rulings().is_empty() { details { summary { (keyword.rulings().len()) " rulings" }
                        ol.rulings { @for ruling in keyword.rulings() { li { p { (ruling.text) " " (rule(ruling.number))
                            @if let Some(row) = keyword.replaced(ruling.number, Edition::Sheets) { " Not on the older sheets: " (rule(row)) }
                        } } } } } }
                }
            } }
        },
    )
}
