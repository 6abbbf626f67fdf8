//! How a deck does against the decks of the server, as a table that fills while somebody looks.

use super::{page, percent, waiting_page};
use crate::computer;
use crate::matchups::{GAMES, LEVEL, Shown};
use axum::response::Html;
use maud::{Markup, html};
use sim::Share;

/// The page.
pub fn matchups(shown: &Shown) -> Html<String> {
    let title = format!("{} against the decks here", shown.name);
    let body = html! {
        p.eyebrow { "Against the server’s decks" }
        h1 { (shown.name) }
        p.lead { (GAMES) " games against each, both sides played by the computer (" (computer::title(LEVEL)) "), sides by the decks. How well people would do is another matter." }
        p role="status" { @if shown.is_done() { "All " (shown.games) " games are played." } @else { (shown.played) " of " (shown.games) " games. They go on while this page is open." } }
        progress.matchup-progress max=(shown.games) value=(shown.played) aria-label="Games played" {}
        div.scroll { table.chances.matchups {
            thead { tr { th scope="col" { "Against" } th scope="col" { "Rate" } th scope="col" { "Likely between" } th scope="col" { "Games" } th scope="col" { "Won" } th scope="col" { "Drawn" } th scope="col" { "Turns" } } }
            tbody {
                @for row in &shown.rows { tr {
                    th scope="row" { a class=(row.side.letter()) href={ "/decks/" (row.slug) } { (row.name) } }
                    @match &row.refused {
                        Some(reason) => td.bad colspan="6" { (reason) },
                        None => { (numbers(row.share)) td { @if row.share.games > 0 { (format!("{:.1}", row.turns as f64 / row.share.games as f64)) } } },
                    }
                } }
                tr.all { th scope="row" { "All of them" } (numbers(shown.total())) td {} }
            }
        } }
        form.btns.later method="post" action="/decks/own" {
            input type="hidden" name="list" value=(shown.list); input type="hidden" name="name" value=(shown.name);
            button.btn.line { "Back to the deck" }
        }
    };
    if shown.is_done() { page(&title, "/decks", &body) } else { waiting_page(&title, "/decks", &body) }
}

/// A share in numbers, with its interval as a picture.
fn numbers(share: Share) -> Markup {
    let interval = share.interval();
    let (low, width) = (interval.low * 100.0, (interval.high - interval.low) * 100.0);
    html! {
        @if share.games == 0 { td {} td {} } @else {
            td { b { (percent(share.rate())) } }
            td { (percent(interval.low)) " and " (percent(interval.high))
                svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" { line.half x1="50" x2="50" y1="0" y2="4" {} rect x=(format!("{low:.0}")) width=(format!("{width:.0}")) height="4" {} } }
        }
        td { (share.games) } td { (share.wins) } td { (share.draws) }
    }
}
