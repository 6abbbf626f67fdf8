//! The puzzles: the one of the day, one that suits you, a run against the clock, and all of them by theme.

use super::page;
use crate::learned::Learned;
use crate::puzzle::{First, Known, STORM_MISSES, STORM_TIME, Storm, first_try, rating};
use axum::response::Html;
use maud::html;
use puzzles::{Puzzle, Worth};
use std::collections::BTreeMap;

/// A value as people read it.
pub fn chance(worth: Worth) -> String {
    match worth.value() {
        0.0 => "0 %".into(),
        1.0 => "100 %".into(),
        value if value < 0.0005 => "less than 0.1 %".into(),
        value if value > 0.9995 => "more than 99.9 %".into(),
        value => format!("{:.1} %", 100.0 * value),
    }
}

/// How hard a puzzle is, and how long.
pub fn level_and_length(puzzle: &Puzzle, level: &str) -> String {
    let decisions = puzzle.themes.iter().find(|theme| theme.contains(" decision"));
    match decisions {
        Some(decisions) => format!("{level}, {decisions}"),
        None => level.to_string(),
    }
}

/// The list. `date` is today; `theme` chooses some.
pub fn list(all: &[Known], learned: &Learned, date: &str, theme: &str) -> Html<String> {
    let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
    for word in all.iter().flat_map(|known| &known.puzzle.themes).filter(|theme| !theme.contains(" decision"))
    {
        *themes.entry(word).or_default() += 1;
    }
    let shown: Vec<&Known> = all
        .iter()
        .filter(|known| theme.is_empty() || known.puzzle.themes.iter().any(|own| own == theme))
        .collect();
    let tried: Vec<First> = all.iter().filter_map(|known| first_try(learned, known.id())).collect();
    let found = tried.iter().filter(|first| **first == First::Found).count();
    let own = rating(learned);
    page(
        "Puzzles",
        "/puzzles",
        &html! {
            h1 { "Puzzles" }
            p.lead { "A position, a goal, and one answer that’s clearly best. The chances are counted to the last die, so nobody has to guess who’s right." }
            @if !tried.is_empty() {
                p.lead { "You found " b { (found) " of " (tried.len()) } " at the first try. Your rating: " b { (format!("{:.0}", own.rating)) } @if own.deviation > 150.0 { " (still settling)" } "." }
            }
            div.btns {
                a.btn.main href="/puzzles/next" { "A puzzle for me" }
                a.btn.line href={ "/puzzles/daily?day=" (date) } { "Puzzle of the day" }
                a.btn.line href="/puzzles/storm" { "Storm: " (STORM_TIME / 60_000) " minutes" }
                a.btn.line href="/learn/practice" { "Drills" }
            }
            form.search method="get" action="/puzzles" {
                label { "About " select name="theme" {
                    option value="" { "everything (" (all.len()) ")" }
                    @for (word, number) in &themes { option value=(word) selected[*word == theme] { (word) " (" (number) ")" } }
                } }
                " " button.btn.line { "Show" }
            }
            @if shown.is_empty() { p { "No puzzle is about that. " a href="/puzzles" { "Show all" } } }
            ol.stones.puzzle-list { @for known in shown {
                @let first = first_try(learned, known.id());
                li.box.done[first == Some(First::Found)] {
                    p.eyebrow { (known.id()) " · " (level_and_length(&known.puzzle, known.level())) " · " (format!("{:.0}", known.now().rating.rating))
                        @match first { Some(First::Found) => b.good { " · found" }, Some(First::Missed) => b.bad { " · missed" }, None => {} } }
                    h2 { a href={ "/puzzles/" (known.id()) } { (known.puzzle.name()) } }
                    p { (known.puzzle.ask) }
                }
            } }
        },
    )
}

/// The run against the clock: what it is, and how the last one went.
pub fn storm(all: &[Known], learned: &Learned, now: i64) -> Html<String> {
    let last = Storm::of(learned);
    let on = last.filter(|storm| storm.is_on(now, all));
    let best = Storm::best(learned);
    page(
        "Storm",
        "/puzzles",
        &html! {
            section.verdict { div {
                p.eyebrow { "Puzzles against the clock" }
                @match (on, last) {
                    (Some(_), _) => h1 { "Your storm is on." },
                    (None, Some(last)) => h1 { @if last.found == 1 { "1 puzzle found." } @else { (last.found) " puzzles found." } },
                    (None, None) => h1 { "Storm" },
                }
                @if let (None, Some(last)) = (on, last) {
                    p.lead { (ended(last, now)) @if best == Some(last.found) && last.found > 0 { " That’s your best." } @else if let Some(best) = best { " Your best: " (best) "." } }
                }
                p.lead { (STORM_TIME / 60_000) " minutes, the easy ones first, and it’s over after " (STORM_MISSES) " misses. Your rating stays out of it." }
                div.btns {
                    @if let Some(known) = on.and_then(|storm| storm.now(all)) { a.btn.main href={ "/puzzles/" (known.id()) "?at=0&storm=1" } { "Go on" } }
                    form method="post" action="/puzzles/storm" { button.btn.main[on.is_none()].line[on.is_some()] { @if last.is_some() { "Start again" } @else { "Start" } } }
                    a.btn.line href="/puzzles" { "All puzzles" }
                }
            } }
        },
    )
}

/// Why a run ended.
fn ended(last: Storm, now: i64) -> &'static str {
    if last.missed >= STORM_MISSES {
        "Three misses ended it."
    } else if last.left(now) == 0 {
        "The time was up."
    } else {
        "There were no more puzzles."
    }
}
