//! How to play: the game on one page, with a picture, whose words are `docs/HOW_TO_PLAY.md`; and the list of lessons.

use super::page;
use crate::learned::{Learned, Taken};
use crate::lesson::Taught;
use axum::response::Html;
use maud::{Markup, html};
use store::Listed;

/// The words of the page.
const WORDS: &str = include_str!("../../../../docs/HOW_TO_PLAY.md");

/// What the picture shows, for those who don't see it.
const PICTURE: &str = "Three arenas side by side. In Space both sides have units, so nobody holds it. On the Ground only you have units, so it’s yours. In the Character arena only they have units, so it’s theirs. Whoever holds two at the end of a turn wins. Below, a unit with speed 50, power 3 and health 3; three dice that show 5, 2 and 4 make two hits; and the steps of a turn.";

/// The page.
pub fn how_to_play() -> Html<String> {
    let blocks: Vec<&str> = WORDS.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).collect();
    page(
        "How to play",
        "/learn/page",
        &html! {
            div.how {
                div.how-words { @for block in blocks { (self::block(block)) }
                    p.btns.screen-only { a.btn.main href="/learn" { "Learn by playing" } a.btn.line href="/" { "Play" } a.btn.line href="/keywords" { "All keywords" } a.btn.line href="/rules" { "The whole rulebook" } }
                }
                figure.how-picture {
                    input.vh type="checkbox" id="still";
                    (picture())
                    figcaption.screen-only { label.btn.line for="still" { "Stop or start the picture" } }
                }
            }
        },
    )
}

/// How long a lesson takes.
const fn minutes(taught: &Taught) -> &'static str {
    if taught.lesson.opponent.is_some() { "about 15 minutes" } else { "2 to 4 minutes" }
}

/// Whether a game is a lesson; its note begins with the lesson's id.
pub fn is_lesson(game: &Listed) -> bool {
    let id = game.note.split(',').next().unwrap_or_default();
    id.len() == 3 && id.starts_with('L') && id[1..].bytes().all(|letter| letter.is_ascii_digit())
}

/// The first lesson that hasn't been taken.
pub fn next<'a>(lessons: &'a [Taught], learned: &Learned) -> Option<&'a Taught> {
    lessons.iter().find(|taught| learned.lesson(&taught.lesson.scenario.id).is_none())
}

/// The lessons in a row, with what the visitor has learned and the games that were left in the middle of one.
pub fn lessons(lessons: &[Taught], learned: &Learned, games: &[Listed], request: u64) -> Html<String> {
    let next = next(lessons, learned).map(|taught| &taught.lesson.scenario.id);
    let taken = lessons.iter().filter(|taught| learned.lesson(&taught.lesson.scenario.id).is_some()).count();
    let running = |id: &str| {
        games.iter().find(|game| !game.over && is_lesson(game) && game.note.starts_with(&format!("{id},")))
    };
    page(
        "Learn",
        "/learn",
        &html! {
            h1 { "Learn by playing" }
            p.lead { "Ten short lessons at the real table. Wrong answers are free: you take them back and try again. "
                @if taken > 0 { b { (taken) " of " (lessons.len()) " done." } } @else { "Start anywhere you like." } }
            ol.stones { @for (place, taught) in lessons.iter().enumerate() {
                @let id = &taught.lesson.scenario.id;
                @let done = learned.lesson(id);
                li.box.done[done.is_some()] aria-current=[(next == Some(id)).then_some("step")] {
                    p.eyebrow { "Lesson " (place + 1) ", " (minutes(taught))
                        @match done { Some(Taken::Done) => b.good { " · done" }, Some(Taken::Won) => b.good { " · won ★" }, None => {} } }
                    h2 { (taught.lesson.name()) }
                    p { (taught.lesson.goal) }
                    p.eyebrow { "New: " (taught.lesson.new.join(", ")) }
                    div.btns {
                        @if let Some(game) = running(id) { a.btn.main href={ "/t/" (game.game) } { "Continue" } }
                        form method="post" action={ "/learn/" (id) } {
                            input type="hidden" name="request" value=(request ^ place as u64);
                            @let main = next == Some(id) && running(id).is_none();
                            button.btn.main[main].line[!main] { @if done.is_some() || running(id).is_some() { "Start again" } @else { "Start" } span.vh { ": " (taught.lesson.name()) } } }
                    }
                }
            } }
            p { "Between two games: " a href="/learn/practice" { "drills" } " of three minutes, and " a href="/puzzles" { "puzzles" } "." }
            p { "Rather read first? " a href="/learn/page" { "How to play" } " is one page. Know the game already? " a href="/" { "Play now." } }
        },
    )
}

/// A heading, a numbered list or a paragraph.
fn block(text: &str) -> Markup {
    let items: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(". ")).map(|(_, item)| item).collect();
    html! {
        @if let Some(title) = text.strip_prefix("# ") { h1 { (title) } }
        @else if text.starts_with("1. ") { ol { @for item in items { li { (marked(item)) } } } }
        @else { p { (marked(text)) } }
    }
}

/// Words with `**bold**` and `*italic*` parts.
fn marked(text: &str) -> Markup {
    html! { @for (place, part) in text.split("**").enumerate() {
        @if place % 2 == 1 { b { (part) } }
        @else { @for (place, part) in part.split('*').enumerate() {
            @if place % 2 == 1 { i { (part) } } @else { (part) }
        } }
    } }
}

/// The arenas with how many units each side has there, and who holds them.
const ARENAS: [(&str, usize, usize, &str, &str); 3] =
    [("Space", 2, 1, "nobody’s", ""), ("Ground", 0, 2, "yours", "L"), ("Character", 3, 0, "theirs", "D")];

const STEPS: [&str; 6] = ["Ready", "Build", "Retreat", "Space", "Ground", "Character"];

fn picture() -> Markup {
    html! {
        svg viewBox="0 0 480 470" role="img" aria-label=(PICTURE) {
            text.soft x="0" y="40" { "Them" } text.soft x="0" y="138" { "You" }
            @for (place, (name, theirs, yours, held, side)) in ARENAS.iter().enumerate() {
                @let left = 56 + place * 144;
                rect.arena x=(left) y="1" width="136" height="166" rx="8" {}
                text.mid.strong x=(left + 68) y="88" { (name) }
                @for unit in 0..*theirs { (chip("D", left + 68, *theirs, unit, 20)) }
                @for unit in 0..*yours { (chip("L", left + 68, *yours, unit, 104)) }
                text.mid.held.{ "at" (place) }.L[*side == "L"].D[*side == "D"] x=(left + 68) y="190" { (held) }
            }
            path.rule-line d="M0 208H480" {}
            rect.unit-face x="1" y="224" width="150" height="84" rx="8" {}
            rect.band x="1" y="224" width="150" height="5" rx="2" {}
            text.strong x="14" y="254" { "Arrowhead" }
            text.big x="14" y="292" { "50 / 3 / 3" }
            @for (place, (number, what, means)) in [("50", "speed", "who goes first"), ("3", "power", "how many dice it rolls"), ("3", "health", "how much damage it takes")].iter().enumerate() {
                @let y = 244 + place * 28;
                text.strong.right x="196" y=(y) { (number) }
                text x="206" y=(y) { tspan.strong { (what) } ": " (means) }
            }
            path.rule-line d="M0 326H480" {}
            text.soft x="0" y="362" { "3 dice" }
            @for (place, face) in [5, 2, 4].into_iter().enumerate() { (die(60 + place * 44, face, place)) }
            text.step3.strong x="202" y="362" { "2 hits" }
            text.step4 x="258" y="362" { "2 damage" }
            @for pip in 0..3 { circle.pip.lost[pip < 2].{ "pip" (pip) } cx=(346 + pip * 25) cy="357" r="9" {} }
            text.step4.soft x="418" y="362" { "1 left" }
            path.rule-line d="M0 392H480" {}
            @for (place, step) in STEPS.iter().enumerate() {
                @let x = place * 80;
                rect.pill.{ "pill" (place) } x=(x + 1) y="404" width="74" height="26" rx="13" {}
                text.mid.small x=(x + 38) y="422" { (step) }
            }
            text.mid.win x="240" y="460" { "Two arenas held now? You win." }
        }
    }
}

/// A unit in an arena: one of several in a row.
fn chip(side: &str, middle: usize, of: usize, number: usize, y: usize) -> Markup {
    let left = middle - of * 19 + number * 38 + 3;
    html! { rect.chip.{ (side) } x=(left) y=(y) width="32" height="44" rx="5" {} }
}

/// A die with its pips; from 4 on it is a hit.
fn die(left: usize, face: u8, place: usize) -> Markup {
    let spots: &[(usize, usize)] = match face {
        2 => &[(10, 26), (26, 10)],
        4 => &[(10, 10), (26, 10), (10, 26), (26, 26)],
        _ => &[(10, 10), (26, 10), (18, 18), (10, 26), (26, 26)],
    };
    html! { g.roll.hit[face >= 4].{ "roll" (place) } {
        rect x=(left) y="339" width="36" height="36" rx="7" {}
        @for (x, y) in spots { circle cx=(left + x) cy=(339 + y) r="3.6" {} }
    } }
}

#[cfg(test)]
mod tests {
    use super::{WORDS, how_to_play};

    /// What a newcomer must be able to find out, and the sentence that says it.
    const QUESTIONS: [(&str, &str); 10] = [
        ("When do I win?", "Hold two of the three when a turn ends, and you win."),
        (
            "Who holds an arena in which both of us have units?",
            "You hold an arena when you have at least one unit there and the other player has none.",
        ),
        ("A unit shows 40 / 2 / 3. How many dice does it roll?", "Power is how many dice it rolls."),
        ("I roll 6, 4, 3. How many hits?", "Every 4, 5 or 6 is a hit."),
        (
            "My unit has 3 health and 2 damage. Is the damage gone next turn?",
            "Each hit does 1 damage, and damage stays.",
        ),
        ("Two units have speed 50. Who goes first?", "At equal speed, Dark goes first."),
        ("Can a unit act twice in a turn?", "Each unit acts once."),
        ("I have 3 build points left. Do I keep them?", "Points you don't spend are gone."),
        ("And Force?", "You keep what you don't use."),
        ("Where is a wounded unit safe?", "Nobody can attack them there, and they can return next turn."),
    ];

    #[test]
    fn the_page_is_short_and_answers_what_a_newcomer_asks() {
        let plain = WORDS.replace('*', "");
        let words = plain.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
        assert!((300..=350).contains(&words), "{words} words");
        let page = how_to_play().0;
        let shown = page.replace("<i>", "").replace("</i>", "").replace("<b>", "").replace("</b>", "");
        for (question, answer) in QUESTIONS {
            assert!(shown.contains(answer), "“{question}” is answered by “{answer}”");
        }
    }

    #[test]
    fn the_picture_has_words_and_no_style_of_its_own() {
        let page = how_to_play().0;
        assert!(page.contains("role=\"img\" aria-label=\"Three arenas side by side."));
        assert!(!page.contains("style="));
    }
}
