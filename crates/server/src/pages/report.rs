//! A report of a wrong ruling: the position as a scenario, to change, to try and to keep.

use super::page;
use axum::response::Html;
use maud::html;

/// The longest question that the judge's desk takes.
const DESK: (usize, usize) = (6000, 200);

/// The page.
pub fn report(game: &str, text: &str) -> Html<String> {
    let fits = text.len() <= DESK.0 && text.lines().count() <= DESK.1;
    page(
        "Report a ruling",
        "",
        &html! {
            h1 { "Was that wrong?" }
            p.lead { "This is the position as a scenario: the cards as you know them, what was done in this step, and what came of it. Change the last lines to what should have happened, and keep the file: the judge runs it. "
                a href={ "/t/" (game) } { "Back to the table" } }
            form.box.later method="post" action={ "/t/" (game) "/report" } {
                div.field { label for="expected" { "What should have happened, in a sentence" } input id="expected" name="expected" maxlength="400" autocomplete="off"; }
                div.field { label for="q" { "The scenario" } textarea id="q" name="q" rows="26" spellcheck="false" { (text) } }
                p.btns {
                    button.btn.main { "Download" }
                    @if fits { button.btn.line formaction="/judge" formmethod="get" { "Try it at the judge’s desk" } }
                    a.btn.line href={ "/t/" (game) } { "Back" }
                }
                p.eyebrow.later { "Run it with " code { "dejarik judge FILE" } ", with your card folder if it names cards of it: " code { "dejarik --cards FOLDER judge FILE" } }
            }
        },
    )
}
