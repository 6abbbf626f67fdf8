//! The prompt of a lesson: the coach's lines, and below them a question, a button to go on, or the end; drawn, and as text.

use super::sight::Sight;
use super::{Extra, bound};
use engine::state::Slot;
use maud::{Markup, html};

/// What a lesson adds to the page of its table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The prompt, as long as the script says what happens.
    pub shown: Option<Shown>,
    /// The coach's last word, where the game goes on: until the learner's first own decision.
    pub last_word: Option<String>,
    /// The card that glows.
    pub look: Option<Slot>,
}

/// What a page shows of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The number and name of the lesson.
    pub title: String,
    /// What to reach.
    pub goal: String,
    /// What the coach says.
    pub lines: Vec<String>,
    /// What the coach said to a wrong answer.
    pub said: Option<String>,
    /// What there is to do.
    pub todo: Todo,
    /// The answer in words, after the third miss.
    pub help: Option<String>,
    /// What isn't shown yet, in words for the style sheet.
    pub hide: String,
    /// Where in the lesson: after how many answers.
    pub place: usize,
}

/// What there is to do for the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Todo {
    /// Go on.
    GoOn,
    /// Go back to the question.
    Back,
    /// Answer the coach: the question and its buttons.
    Answer(String, Vec<String>),
    /// Decide.
    Decide,
    /// Watch.
    Watch,
    /// Take the next lesson, if there is one.
    Next(Option<String>),
    /// Take the lesson again: it has changed.
    Again(String),
}

/// What the prompt asks.
fn asked(shown: &Shown, offered: Option<&str>) -> String {
    match &shown.todo {
        Todo::GoOn => "Ready?".into(),
        Todo::Back => "Back to the question?".into(),
        Todo::Answer(question, _) => question.clone(),
        Todo::Decide => offered.unwrap_or_default().into(),
        Todo::Watch => "Watch".into(),
        Todo::Next(_) => "Well done!".into(),
        Todo::Again(_) => "Start it again?".into(),
    }
}

/// What the coach says.
fn lines(shown: &Shown) -> Markup {
    html! { div.lesson-lines aria-live="polite" {
        @for line in &shown.lines { p { (line) } }
        @if let Some(said) = &shown.said { p.gold { (said) } }
        @if let Some(words) = &shown.help { p.gold { "Choose “" (words) "”." } }
    } }
}

/// The prompt. `offered` is the question of the game in words, with its choices.
pub fn prompt(sight: &Sight, extra: &Extra, shown: &Shown, offered: Option<(String, Markup)>) -> Markup {
    let go_on = |words: &str, value: &str, key: &str| {
        html! { li { button.choice form="go-on" name="words" value=(value) data-key=(key) { kbd { (key) } span.title { (words) } } } }
    };
    let start = |id: &str, words: &str| html! { li { form method="post" action={ "/learn/" (id) } { button.choice data-key="1" { kbd { "1" } span.title { (words) } } } } };
    let all =
        html! { li { a.choice href="/learn" data-key="2" { kbd { "2" } span.title { "All lessons" } } } };
    html! {
        form id="go-on" method="post" action={ "/t/" (sight.id) "/go-on" } { (bound(sight, extra, "go-on")) }
        div.ask.lesson data-place=(shown.place) {
            p.crumbs { span { (shown.title) } " " span.more { (shown.goal) } }
            (lines(shown))
            h2 id="ask-h" tabindex="-1" { (asked(shown, offered.as_ref().map(|(title, _)| title.as_str()))) }
        }
        @match &shown.todo {
            Todo::GoOn => ol.choices { (go_on("Go on", "", "1")) },
            Todo::Back => ol.choices { (go_on("Take it back", "", "1")) },
            Todo::Answer(_, buttons) => ol.choices { @for (place, words) in buttons.iter().enumerate() { (go_on(words, words, &(place + 1).to_string())) } },
            Todo::Decide => @if let Some((_, choices)) = offered { (choices) },
            Todo::Watch => {},
            Todo::Next(next) => ol.choices { @if let Some(next) = next { (start(next, "Next lesson")) } (all)
                li { a.choice href={ "/t/" (sight.id) "/end" } data-key="3" { kbd { "3" } span.title { "Summary and replay" } } } },
            Todo::Again(id) => ol.choices { (start(id, "Start it again")) (all) },
        }
    }
}

/// The same as text. `offered` is the question of the game in words, with the form of its choices.
pub fn text(sight: &Sight, extra: &Extra, shown: &Shown, offered: Option<(String, Markup)>) -> Markup {
    let go_on = |buttons: &[(&str, &str)]| {
        html! { form method="post" action={ "/t/" (sight.id) "/go-on?text=1" } { (bound(sight, extra, "go-on"))
        ol.text-choices { @for (words, value) in buttons { li { button.btn.line name="words" value=(value) { (words) } } } } } }
    };
    let start = |id: &str, words: &str| html! { form method="post" action={ "/learn/" (id) } { button.btn.line { (words) } } };
    html! {
        p.eyebrow { (shown.title) ". " (shown.goal) }
        (lines(shown))
        h2 id="q" { (asked(shown, offered.as_ref().map(|(title, _)| title.as_str()))) }
        @match &shown.todo {
            Todo::GoOn => (go_on(&[("Go on", "")])),
            Todo::Back => (go_on(&[("Take it back", "")])),
            Todo::Answer(_, buttons) => (go_on(&buttons.iter().map(|words| (words.as_str(), words.as_str())).collect::<Vec<_>>())),
            Todo::Decide => @if let Some((_, form)) = offered { (form) },
            Todo::Watch => p { a href={ "/t/" (sight.id) "/text" } { "Look again" } },
            Todo::Next(next) => { @if let Some(next) = next { (start(next, "Next lesson")) } p { a href="/learn" { "All lessons" } " · " a href={ "/t/" (sight.id) "/end" } { "Summary and replay" } } }
            Todo::Again(id) => { (start(id, "Start it again")) p { a href="/learn" { "All lessons" } } }
        }
    }
}
