//! The rulebook by number.

use super::page;
use axum::response::Html;
use maud::{Markup, html};
use vocab::{RuleNumber, rulebook};

/// The page; with words, only the rules that have all of them.
pub fn rules(words: &str) -> Html<String> {
    let wanted: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let fits = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    };
    let found: usize = rulebook::sections()
        .iter()
        .map(|section| section.rules.iter().filter(|rule| fits(&rule.text)).count())
        .sum();
    page(
        "Rules",
        "/rules",
        &html! {
            h1 { "Rules" }
            form.search method="get" action="/rules" role="search" {
                input type="search" name="q" value=(words) placeholder="A number or words" aria-label="Search the rules";
                button.btn.line { "Search" }
                @if !wanted.is_empty() { p.eyebrow role="status" { (found) " rules" } }
            }
            div.rules-grid {
            @if wanted.is_empty() { (contents()) }
            div { @for section in rulebook::sections() {
                @let rules: Vec<_> = section.rules.iter().filter(|rule| wanted.is_empty() || fits(&rule.text) || fits(&rule.number.to_string())).collect();
                @if !rules.is_empty() {
                    section.rules-section {
                        h2 id=(section.number) { (section.number) " " (section.title) }
                        dl { @for rule in rules { div id=(rule.number) { dt { a.rule href={ "#" (rule.number) } { (rule.number) } } dd { (linked(&rule.text)) } } } }
                    }
                }
            } }
            }
        },
    )
}

/// One rule, for the desk of a table.
pub fn one(number: RuleNumber) -> Option<Markup> {
    let (rule, section) = (rulebook::rule(number)?, rulebook::section(number.section)?);
    Some(html! { article.inspect aria-labelledby="rule-h" {
        p.eyebrow { (section.number) " " (section.title) }
        h3 id="rule-h" { "Rule " (rule.number) }
        p { (linked_to("/rules", &rule.text)) }
        p.eyebrow { a href={ "/rules#" (rule.number) } { "In the rulebook" } }
    } })
}

/// The sections by chapter, for the side of the page.
fn contents() -> Markup {
    let chapters = rulebook::sections().chunk_by(|a, b| a.number / 100 == b.number / 100);
    html! { nav.contents aria-label="Sections" { @for chapter in chapters {
        details { summary { (chapter_title(chapter[0].number / 100)) }
            ol { @for section in chapter { li { a href={ "#" (section.number) } { (section.number) " " (section.title) } } } } }
    } } }
}

/// `5. Preparation and setup`.
fn chapter_title(number: u16) -> String {
    let heading = format!("# Chapter {number}. ");
    let title = rulebook::TEXT.lines().find_map(|line| line.strip_prefix(&heading)).unwrap_or_default();
    format!("{number}. {title}")
}

/// The text of a rule with the numbers in it as links.
fn linked(text: &str) -> Markup {
    linked_to("", text)
}

fn linked_to(page: &str, text: &str) -> Markup {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    html! { @for word in words {
        @let bare = word.trim_matches(|c: char| !c.is_ascii_digit());
        @match bare.parse::<RuleNumber>() {
            Ok(number) if rulebook::rule(number).is_some() => {
                @let (before, after) = word.split_once(bare).unwrap_or((word, ""));
                (before) a href={ (page) "#" (number) } { (bare) } (after)
            }
            _ => (word),
        }
    } }
}
