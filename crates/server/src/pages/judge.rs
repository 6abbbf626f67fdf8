//! The judge's desk: a position, a script and what the referee makes of them. The address holds everything.

use super::{encoded, page, rule};
use crate::world::World;
use axum::response::Html;
use dejarik::judge::{Entry, Verdict};
use maud::{Markup, html};
use vocab::{CardType, Role};

/// What the desk begins with.
const EXAMPLE: &str = "dark space: Hunter 40/4/3\nlight space: Bunker 10/1/6 \"Armor\"\nstart battle space\n\nHunter attacks Bunker\n";

/// Where a card can be put: the word of the notation and its label.
const PLACES: [(&str, &str); 9] = [
    ("", "Where it belongs"),
    ("space", "Space arena"),
    ("ground", "Ground arena"),
    ("character", "Character arena"),
    ("build zone", "Build zone"),
    ("building", "Being built"),
    ("hand", "Hand"),
    ("discard", "Discard pile"),
    ("deck", "Deck"),
];

/// How many cards a search shows.
const MOST: usize = 12;

/// What the address says.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The position and the script.
    pub q: Option<String>,
    /// A card that is looked for.
    find: String,
    /// A card that is put into the position.
    add: String,
    /// Whose it is.
    who: String,
    /// Where it goes.
    place: String,
    /// A line that is added to the script.
    take: String,
    /// How much of the timeline is shown.
    at: Option<usize>,
}

impl Asked {
    /// Whether it is longer than any question.
    pub fn is_too_long(&self) -> bool {
        // Every line may pass up to the end of a step.
        self.q.as_ref().is_some_and(|text| text.len() > 6000 || text.lines().count() > 200)
            || [&self.find, &self.add, &self.who, &self.place, &self.take].iter().any(|word| word.len() > 300)
    }

    fn text(&self, world: &World) -> String {
        let mut text = self.q.clone().unwrap_or_else(|| EXAMPLE.to_string()).replace('\r', "");
        if !self.add.is_empty() {
            let who = if self.who == "light" { "light" } else { "dark" };
            text = put(&text, who, place(world, &self.place, &self.add), &self.add);
        }
        if !self.take.is_empty() {
            text = format!("{}\n{}\n", text.trim_end(), self.take.replace('\n', " "));
        }
        text
    }
}

/// Where a card goes: the place that was chosen, or the first arena of its type line, or the hand.
fn place<'a>(world: &World, chosen: &'a str, name: &str) -> &'a str {
    if let Some((known, _)) = PLACES.iter().find(|(known, _)| !known.is_empty() && *known == chosen) {
        return known;
    }
    let cards::Found::One(id) = world.cards.collection().find(name) else { return "hand" };
    match world.cards.collection().get(id).card_type {
        CardType::Unit(arenas) => match arenas.iter().next() {
            Some(vocab::Arena::Space) => "space",
            Some(vocab::Arena::Ground) => "ground",
            Some(vocab::Arena::Character) => "character",
            None => "hand",
        },
        _ => "hand",
    }
}

/// The text with one more card in its position: in the line of its place, or in a new line before the start.
fn put(text: &str, who: &str, place: &str, name: &str) -> String {
    let head = format!("{who} {place}:");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    match lines.iter_mut().find(|line| line.starts_with(&head)) {
        Some(line) => line.push_str(&format!("; @{name}")),
        None => {
            let start = lines.iter().position(|line| line.starts_with("start ")).unwrap_or(lines.len());
            lines.insert(start, format!("{head} @{name}"));
        }
    }
    lines.join("\n") + "\n"
}

/// The address of a desk.
fn address(text: &str, more: &str) -> String {
    format!("/judge?q={}{more}", encoded(text))
}

/// The page.
pub fn desk(world: &World, asked: &Asked) -> Html<String> {
    let text = asked.text(world);
    let verdict = world.cards.judge(&text);
    page(
        "Judge",
        "/judge",
        &html! {
            h1 { "The judge’s desk" }
            p.lead { "Set up a position, say who does what, and see what follows, with the rule for every step. The address holds the whole question, so you can share it as a link." }
            div.lab-grid {
                form.box method="get" action="/judge" {
                    h2 { "Position and script" }
                    div.field { label for="q" { "Cards by place, a start, then one action per line" }
                        textarea id="q" name="q" rows="14" maxlength="6000" spellcheck="false" { (text) } }
                    div.btns { button.btn.main { "What happens?" } a.btn.line href="/judge" { "Start over" } a.btn.line href=(address(&text, "")) { "Link to this question" } a.btn.line href=(table_address(&text, None)) { "See it as a table" } }
                    (notation())
                    (search(world, asked))
                }
                section.box aria-labelledby="t-h" {
                    @match &verdict {
                        Ok(verdict) => (timeline(verdict, &text, asked.at)),
                        Err(error) => { h2 id="t-h" { "This can’t be read" } (fault(&error.to_string())) },
                    }
                }
            }
        },
    )
}

/// The notation in a few lines.
fn notation() -> Markup {
    html! {
        details.notation {
            summary { "How to write it" }
            dl {
                div { dt { code { "dark ground: Hunter 40/4/3" } } dd { "Whose, where, then cards: name, speed/power/health, and in quotation marks what they say. Several are parted by semicolons; “@Name” is a card of the collection." } }
                div { dt { code { "light force 3 build 2" } } dd { "What a player has." } }
                div { dt { code { "start battle ground" } } dd { "Where it begins: “start turn”, “start build dark”, “start battle”, “start retreat light”." } }
                div { dt { code { "Hunter attacks Bunker" } } dd { "What is done, a line each: an attack, or the words of any choice that is offered. “finish” passes until the next unit acts." } }
                div { dt { code { "dice 4 5 6" } } dd { "The dice that come next; without it they are rolled." } }
                div { dt { code { "expect Bunker damage 2" } } dd { "What you think is true then. With expectations, begin with a title and “rules 1107.9”." } }
            }
        }
    }
}

/// Cards by name, each with a button that puts it into the position.
fn search(world: &World, asked: &Asked) -> Markup {
    let words = asked.find.trim().to_lowercase();
    let all = world.cards.collection();
    let mut found: Vec<&str> = Vec::new();
    if !words.is_empty() {
        for (_, printing) in all.printings() {
            let name = printing.name.full();
            if found.len() < MOST && name.to_lowercase().contains(&words) && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    html! {
        fieldset.add {
            legend { "Add a card" }
            div.fields {
                div.field { label for="who" { "Whose" } select id="who" name="who" {
                    option value="dark" selected[asked.who != "light"] { "Dark Side" }
                    option value="light" selected[asked.who == "light"] { "Light Side" }
                } }
                div.field { label for="place" { "Where" } select id="place" name="place" {
                    @for (word, label) in PLACES { option value=(word) selected[asked.place == word] { (label) } }
                } }
                div.field { label for="find" { "Name" } input id="find" name="find" type="search" value=(asked.find) maxlength="60"; }
            }
            div.btns { button.btn.line { "Find" } }
            @if !words.is_empty() && found.is_empty() { p.eyebrow { "No card has that in its name." } }
            @if !found.is_empty() { ul.found { @for name in &found {
                li { button.btn.line name="add" value=(name) { "+ " (name) } }
            } } }
        }
    }
}

/// What is wrong, with the line it is in as it was written.
fn fault(words: &str) -> Markup {
    html! { p.fault.bad role="alert" { (words.replace("; `--cards FOLDER` opens some", "")) } }
}

/// What happened, step by step, what isn't as expected, and the question that is open.
fn timeline(verdict: &Verdict, text: &str, at: Option<usize>) -> Markup {
    let last = verdict.timeline.len();
    let shown = at.unwrap_or(last).min(last);
    let step = |to: usize| address(text, &format!("&at={to}"));
    html! {
        h2 id="t-h" { "What happens" }
        nav.btns aria-label="Steps of the timeline" {
            @if shown > 0 { a.btn.line href=(step(0)) { "Start" } a.btn.line href=(step(shown - 1)) rel="prev" { "Back" } }
            @if shown < last { a.btn.line href=(step(shown + 1)) rel="next" { "Next" } a.btn.line href=(address(text, "")) { "End" } }
            span.eyebrow { (shown) " of " (last) }
        }
        @if shown == last { @for failure in &verdict.failures { (fault(&failure.to_string())) } }
        ol.timeline { @for (place, entry) in verdict.timeline.iter().take(shown).enumerate() { (line(entry, place + 1 == shown)) } }
        @if shown == last {
            @match &verdict.open {
                Some(open) => {
                    p { b { (name(open.who)) } " is asked to " (open.why) " " (rule(open.rule)) }
                    ul.found { @for choice in &open.choices {
                        li { a.btn.line href=(address(text, &format!("&take={}", encoded(choice)))) { (choice) } }
                    } }
                }
                None if verdict.holds() => p.eyebrow { "Nobody is asked anything." },
                None => {}
            }
        }
    }
}

fn line(entry: &Entry, is_last: bool) -> Markup {
    html! { li.answer[entry.who.is_some()] aria-current=[is_last.then_some("step")] {
        @if let Some(who) = entry.who { b { (name(who)) ": " } }
        (entry.words) " " (rule(entry.rule))
    } }
}

const fn name(who: Role) -> &'static str {
    match who {
        Role::Dark => "Dark",
        Role::Light => "Light",
    }
}

/// The address of a position as a table.
pub fn table_address(text: &str, seat: Option<Role>) -> String {
    let seat = seat.map_or_else(String::new, |seat| format!("&seat={}", store::role_word(seat)));
    format!("/judge/table?q={}{seat}", encoded(text))
}

#[cfg(test)]
mod tests {
    use super::put;

    #[test]
    fn a_card_joins_the_line_of_its_place_or_gets_one_before_the_start() {
        let text = "dark space: Hunter 40/4/3\nstart battle space\n\nHunter attacks Bunker\n";
        let text = put(text, "dark", "space", "Ace");
        let text = put(&text, "light", "ground", "Wall (A)");
        assert_eq!(
            text,
            "dark space: Hunter 40/4/3; @Ace\nlight ground: @Wall (A)\nstart battle space\n\nHunter attacks Bunker\n"
        );
    }
}
