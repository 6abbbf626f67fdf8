//! Talk at a table: what is said, what can be said with one click, and what to do about somebody who is rude.

use super::page;
use super::table::request;
use super::table::sight::Sight;
use super::table::{Extra, Said, Talk, With};
use crate::web::talk::PHRASES;
use axum::response::Html;
use maud::{Markup, html};
use store::Reason;

/// What was said. It ends with the visit: nothing is stored.
pub fn words(talk: &Talk) -> Markup {
    let empty = match talk.with {
        With::Opponent { muted: true, .. } => "You don’t see what your opponent writes.",
        With::Opponent { muted: false, .. } => "Nothing yet. Only the two of you can read this.",
        With::Watchers => "Nothing yet. Those who watch can read this; the players can’t.",
    };
    html! {
        ol.chat data-region="chat" role="log" aria-live="polite" tabindex="0" aria-label="What was said" {
            @for Said { own, name, text } in &talk.said { li.own[*own] { b { @if *own { "You" } @else { (name) } } " " span { (text) } } }
            @if talk.said.is_empty() { li.eyebrow { (empty) } }
        }
    }
}

/// The fields to say something with.
fn fields(sight: &Sight, talk: &Talk) -> Markup {
    let to = match talk.with {
        With::Opponent { .. } => format!("Say to {}", sight.seen.player(sight.near().other()).name),
        With::Watchers => "Say to the others who watch".into(),
    };
    if matches!(talk.with, With::Opponent { phrases: true, .. }) {
        return html! { div.phrases { @for (word, text) in PHRASES { button.btn.quiet name="phrase" value=(word) { (text) } } } };
    }
    html! {
        input id="say-line" name="line" maxlength="200" required autocomplete="off" aria-label=(to) placeholder="Say something";
        button.btn { "Send" }
        details.phrases { summary { "Phrases" }
            div { @for (word, text) in PHRASES { button.btn.quiet name="phrase" value=(word) formnovalidate { (text) } } }
        }
    }
}

/// The way to muting and more.
fn more(sight: &Sight, talk: &Talk) -> Markup {
    html! { @if matches!(talk.with, With::Opponent { .. }) {
        p.eyebrow { a href={ "/t/" (sight.id) "/opponent" } { "Mute, block, report" } }
    } }
}

/// The form of the table, and what goes with it.
pub fn form(sight: &Sight, talk: &Talk) -> Markup {
    html! {
        form.say id="say" method="post" action={ "/t/" (sight.id) "/say" } { (fields(sight, talk)) }
        (more(sight, talk))
    }
}

/// The talk of a table as text.
pub fn as_text(sight: &Sight, extra: &Extra, talk: &Talk) -> Markup {
    html! {
        (words(talk))
        form.say method="post" action={ "/t/" (sight.id) "/say?text=1" } {
            input type="hidden" name="request" value=(request(sight, extra, "say"));
            (fields(sight, talk))
        }
        (more(sight, talk))
    }
}

/// What a player can do about the other.
pub struct About<'a> {
    /// The game.
    pub game: &'a str,
    /// What the other is called.
    pub name: &'a str,
    /// Whether the player doesn't see what the other writes here.
    pub muted: bool,
    /// Whether the player has blocked the other.
    pub blocked: bool,
    /// Whether somebody looks at reports.
    pub reports: bool,
}

/// What a reason is called.
pub const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Insults => "Insults or threats",
        Reason::Cheating => "Cheating",
        Reason::Leaving => "Leaves games, or plays for time",
        Reason::Other => "Something else",
    }
}

/// The page of it.
pub fn about(about: &About) -> Html<String> {
    let About { game, name, muted, blocked, reports } = *about;
    let button = |what: &str, words: &str| {
        html! { form.btns method="post" action={ "/t/" (game) "/opponent" } { button.btn.line name="do" value=(what) { (words) } } }
    };
    page(
        "Your opponent",
        "",
        &html! {
            h1 { (name) }
            p.lead { "They aren’t told about any of this. " a href={ "/t/" (game) } { "Back to the table" } }
            section.box aria-labelledby="m-h" {
                h2 id="m-h" { "Mute" }
                p { @if muted { "You don’t see what they write at this table." } @else { "Hide what they write at this table." } }
                @if !blocked { @if muted { (button("unmute", "Show it again")) } @else { (button("mute", "Mute")) } }
            }
            section.box.later aria-labelledby="b-h" {
                h2 id="b-h" { "Block" }
                p { @if blocked { "You’ve blocked this player: you won’t meet again, and you don’t see what they write." }
                    @else { "You won’t meet again: neither by an invitation nor for a rematch. You won’t see what they write either. This game goes on." } }
                @if blocked { (button("unblock", "Unblock")) } @else { (button("block", "Block")) }
            }
            @if reports { section.box.later aria-labelledby="r-h" {
                h2 id="r-h" { "Report" }
                form.join method="post" action={ "/t/" (game) "/opponent" } {
                    div.field { label for="reason" { "What is it about?" } select id="reason" name="reason" {
                        @for known in Reason::ALL { option value=(known.word()) { (reason(known)) } }
                    } }
                    div.field { label for="words" { "What happened?" } textarea id="words" name="words" maxlength="500" rows="4" {} }
                    p.eyebrow { "Whoever runs this table gets it, with what you two wrote here." }
                    button.btn.main name="do" value="report" { "Send the report" }
                }
            } }
        },
    )
}

/// A report has been kept.
pub fn reported(game: &str) -> Html<String> {
    page(
        "Reported",
        "",
        &html! {
            section.verdict { div {
                h1 { "Thank you." }
                p.lead { "Whoever runs this table will look at it. If you’d rather not meet this player again, block them." }
                p.btns { a.btn.main href={ "/t/" (game) } { "Back to the table" } a.btn.line href={ "/t/" (game) "/opponent" } { "Mute or block" } }
            } }
        },
    )
}

/// How long something still lasts.
pub fn how_long(millis: i64) -> String {
    let minutes = millis.max(0) / 60_000;
    let (number, unit) = match minutes {
        0..=1 => return "a minute".into(),
        2..120 => (minutes, "minutes"),
        120..2880 => (minutes / 60, "hours"),
        _ => (minutes / 1440, "days"),
    };
    format!("{number} {unit}")
}

#[cfg(test)]
mod tests {
    use super::how_long;

    #[test]
    fn times_are_told_in_the_largest_unit_of_which_there_are_two() {
        let hour = 3_600_000;
        for (millis, told) in
            [(-1, "a minute"), (90_000, "a minute"), (hour, "60 minutes"), (2 * hour, "2 hours")]
        {
            assert_eq!(how_long(millis), told);
        }
        assert_eq!(how_long(7 * 24 * hour), "7 days");
    }
}
