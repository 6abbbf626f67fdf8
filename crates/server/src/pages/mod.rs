//! The pages: typed templates. Everything that comes from cards, decks, names and visitors is escaped by them.

pub mod builder;
pub mod cards;
pub mod chances;
pub mod conditions;
pub mod decks;
pub mod drawn;
pub mod end;
pub mod face;
pub mod fair;
pub mod hand;
pub mod inspect;
pub mod join;
pub mod judge;
pub mod kept;
pub mod keywords;
pub mod lab;
pub mod learn;
pub mod lobby;
pub mod matchups;
pub mod me;
pub mod means;
pub mod mine;
pub mod moments;
pub mod odds;
pub mod operator;
pub mod practice;
pub mod puzzles;
pub mod replay;
pub mod report;
pub mod rules;
pub mod spot;
pub mod start;
pub mod table;
pub mod talk;

use crate::web::assets::build;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};
use vocab::{RuleNumber, Side};

/// The pages of the library, as every page links them.
const LIBRARY: [(&str, &str); 10] = [
    ("/learn", "Learn"),
    ("/puzzles", "Puzzles"),
    ("/learn/page", "How to play"),
    ("/cards", "Cards"),
    ("/decks", "Decks"),
    ("/keywords", "Keywords"),
    ("/rules", "Rules"),
    ("/odds", "Odds"),
    ("/lab", "Lab"),
    ("/judge", "Judge"),
];

/// The head of a page.
pub fn head(title: &str, sheets: &[&str]) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="dark light";
        title { (title) " · Dejarik" }
        link rel="icon" href="/assets/mark.svg";
        @for sheet in sheets { link rel="stylesheet" href={ "/assets/" (sheet) "?v=" (build()) }; }
        link rel="stylesheet" href={ "/assets/light.css?v=" (build()) };
        script src={ "/assets/theme.js?v=" (build()) } {}
        @for script in ["live.js", "morph.js", "motion.js", "sound.js", "player.js", "table.js", "replay.js", "text.js", "promise.js", "builder.js", "rooms.js"] { script src={ "/assets/" (script) "?v=" (build()) } defer {} }
    }
}

/// The themes to choose from.
pub fn themes() -> Markup {
    html! { option value="dark" { "Dark" } option value="light" { "Light" } option value="system" { "As the system" } }
}

/// A reading page.
pub fn page(title: &str, current: &str, body: &Markup) -> Html<String> {
    let links = html! { @for (address, name) in LIBRARY {
        a href=(address) aria-current=[(address == current).then_some("page")] { (name) }
    } };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { (head(title, &["table.css", "pages.css"])) }
            body.page {
                a.skip href="#main" { "Skip to content" }
                header.top {
                    a.brand href="/" { span.mark {} "Dejarik" }
                    nav aria-label="Library" { (links) }
                }
                main id="main" { (body) }
                p.toast id="toast" role="status" {}
                nav.foot-nav aria-label="Library" { (links) }
                p.kept hidden { label { "Theme " select data-keeps="theme" data-usual="dark" { (themes()) } } }
                footer.legal { "A fan project, not affiliated with the owners of Star Wars. It includes none of their cards or pictures." }
            }
        }
    };
    Html(page.into_string())
}

/// A page of somebody who waits: without a script it looks again by itself.
pub fn waiting_page(title: &str, current: &str, body: &Markup) -> Html<String> {
    let Html(page) = page(title, current, body);
    Html(page.replacen(
        "</head>",
        "<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript></head>",
        1,
    ))
}

/// A page that says what can't be done.
pub fn problem(title: &str, what: &str) -> Html<String> {
    page(
        title,
        "",
        &html! {
            section.verdict { div {
                h1 { (title) }
                p.lead { (what) }
                p.btns { button.btn.main type="button" data-back { "Back" } a.btn.line href="/" { "Start page" } }
            } }
        },
    )
}

/// A link to a rule.
pub fn rule(number: RuleNumber) -> Markup {
    html! { a.rule href={ "/rules#" (number) } { (number) } }
}

/// The letter by which style sheets know a side.
pub const fn side(side: Side) -> &'static str {
    side.letter()
}

/// A chance as people read it.
pub fn percent(chance: f64) -> String {
    let rounded = (chance * 100.0).round();
    if rounded >= 100.0 && chance < 1.0 {
        ">99%".into()
    } else if rounded <= 0.0 && chance > 0.0 {
        "<1%".into()
    } else {
        format!("{rounded:.0}%")
    }
}

/// A number with one decimal, if it needs one.
pub fn decimal(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// A text of a form, or of a file, in an address.
pub fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            other => encoded.push_str(&format!("%{other:02X}")),
        }
        encoded
    })
}

/// A bar chart of chances, with the bars from `mark` on marked and one framed.
pub fn histogram(chances: &[f64], mark: Option<usize>, here: Option<usize>) -> Markup {
    let top = chances.iter().copied().fold(0.05_f64, f64::max);
    let width = chances.len() * 11;
    html! {
        svg.hist viewBox={ "0 0 " (width) " 34" } width=(width) height="34" role="img" preserveAspectRatio="xMinYMax meet" {
            title { "Chances of damage: "
                @for (damage, chance) in chances.iter().enumerate() { (damage) " " (percent(*chance)) ", " } }
            @for (damage, chance) in chances.iter().enumerate() {
                @let height = (chance / top * 30.0).max(1.0);
                rect.kill[mark.is_some_and(|mark| damage >= mark)].here[here == Some(damage)]
                    x=(damage * 11 + 1) y=(format!("{:.1}", 33.0 - height)) width="9"
                    height=(format!("{height:.1}")) {}
            }
        }
    }
}
