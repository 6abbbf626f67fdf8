//! The table as plain text: headings, lists and one form, for screen readers and small devices.

use super::desk::sentence;
use super::ends::{self, Way};
use super::sight::{Offered, Price, Sight};
use super::track::wishes;
use super::words::{question, rule_of};
use super::{Extra, Stopped, bound, hand, request};
use crate::pages::talk::as_text;
use crate::pages::{decimal, face, page, percent, rule};
use axum::response::Html;
use engine::state::Where;
use engine::{Viewer, Why};
use maud::{Markup, html};
use table::stops::Hold;
use vocab::{Arena, Role};

/// The page.
pub fn text(sight: &Sight, extra: &Extra) -> Html<String> {
    page(
        "Table as text",
        "",
        &html! {
            h1 { "Turn " (sight.view.turn) ", as text" }
            p.lead { (super::track::spoken(sight)) " " a href={ "/t/" (sight.id) "?drawn=1" } { "See the drawn table" } }
            p.vh id="asked" role="status" {}
            section.box aria-labelledby="q" {
                @if let Some(told) = &extra.refused { p role="status" { b { (told) } } }
                @match (&sight.decision, extra.curtain) {
                    (decision, None) if extra.lesson.is_some() => @if let Some(shown) = &extra.lesson {
                        @let offered = decision.as_ref().map(|decision| (question(sight, decision).title, answers(sight, extra)));
                        (super::lesson::text(sight, extra, shown, offered))
                    },
                    (_, Some(role)) => { h2 id="q" { "Hand the screen to " (sight.seen.player(role).name) }
                        form method="post" action={ "/t/" (sight.id) "/screen?text=1" } { button.btn.main name="role" value=(store::role_word(role)) { "Show my cards" } } }
                    (Some(decision), None) => {
                        @let asked = question(sight, decision);
                        h2 id="q" { (asked.title) " " (rule(rule_of(sight, decision))) }
                        p { (asked.detail) }
                        @if matches!(decision.why, Why::ByHand | Why::Agree) { (hand::story(sight, decision)) }
                        @if let Some(hint) = &extra.hint { p.gold role="status" { (hint) } }
                        @if let Some(word) = &extra.last_word { p { (word) } }
                        @if let Some(line) = &extra.coach { p { (line) } }
                        (answers(sight, extra))
                    }
                    (None, None) if sight.view.outcome.is_some() => { h2 id="q" { "The game is over" } @if let Some(stands) = ends::stands(sight) { p { (stands) } } p { a href={ "/t/" (sight.id) "/end" } { "Summary" } } }
                    (None, None) if extra.stopped.is_some() => { h2 id="q" { "This game has stopped" } @if can_abandon(sight, extra) { p { "Undo to play on from here, or end it without a result." } } p { a href="/" { "Start page" } } }
                    (None, None) => { h2 id="q" { "Not your turn to decide" } p { a href={ "/t/" (sight.id) "/text" } { "Look again" } } }
                }
            }
            (actions(sight, extra))
            (last(sight, extra))
            @for role in [sight.near(), sight.near().other()] { (player(sight, extra, role)) }
            @if let Some(chat) = &extra.chat { section.box { h2 { "Chat" } (as_text(sight, extra, chat)) } }
            @if let Viewer::Seat(role) = sight.viewer { details.box { summary { "Your settings" }
                form.sheet-text method="post" action={ "/t/" (sight.id) "/wishes?text=1" } { (wishes(sight, role, extra)) } } }
        },
    )
}

/// The choices, as a form.
fn answers(sight: &Sight, extra: &Extra) -> Markup {
    html! {
        form method="post" action={ "/t/" (sight.id) "/answer?text=1" } {
            (bound(sight, extra, "answer"))
            ol.text-choices { @for offer in sight.offers.iter().filter(|offer| offer.listed || offer.price.is_some()) {
                li { button.btn.line name="a" value=(offer.path) { (offer.title) (price(offer)) @if let Some(also) = &offer.also { ", " (also) } } " " @for told in &offer.results { b { (told.words) ". " } } @if offer.idle { "No effect now. " } @for line in &offer.body { span { (line) " " } } (odds(offer)) }
            } }
        }
    }
}

/// How many sentences the page has of what happened.
const SENTENCES: usize = 14;

/// What happened last. The list is always there, and the script puts only new sentences into it, which are read out.
fn last(sight: &Sight, extra: &Extra) -> Markup {
    let first = sight.seen.lines().len().saturating_sub(SENTENCES * 4);
    let told = sight.seen.told_from(first);
    let last = told.len().saturating_sub(SENTENCES);
    html! {
        section.box { h2 { "What happened last" }
            div role="log" aria-live="polite" aria-label="What happened last" { ol id="happened" data-version=(extra.version) data-game=(sight.id) data-live=[sight.live.then_some("yes")] {
                @for (shown, _) in &told[last..] { li data-n=(shown.n) { (sentence(sight, first, &shown.text)) @if let Some(why) = &shown.why { " " (why) } } }
            } }
        }
    }
}

/// What a choice costs, in words.
fn price(offer: &Offered) -> String {
    match offer.price {
        Some(Price::Force(number)) => format!(", {number} Force"),
        Some(Price::Build(1)) => ", 1 build point".into(),
        Some(Price::Build(number)) => format!(", {number} build points"),
        None => String::new(),
    }
}

/// The odds of an attack, in words.
fn odds(offer: &Offered) -> Markup {
    let Some(odds) = &offer.odds else { return html! {} };
    html! { span {
        (odds.dice) @if odds.dice == 1 { " die, " } @else { " dice, " } (decimal(odds.damage.mean())) " damage on average"
        @if let Some(chance) = odds.destroyed { ", destroyed in " (percent(chance)) }
        @if let Some(back) = odds.attacker_destroyed.filter(|back| *back > 0.0) { ", you lose the attacker in " (percent(back)) }
        "."
    } }
}

/// Whether the game can't simply go on, and the viewer can end it.
fn can_abandon(sight: &Sight, extra: &Extra) -> bool {
    let stuck = matches!(extra.stopped, Some(Stopped::Stuck | Stopped::StuckAfterwards));
    stuck && matches!(sight.viewer, Viewer::Seat(_))
}

/// What else a player can do: pass for a while, go back, ask for a hint, agree.
fn actions(sight: &Sight, extra: &Extra) -> Markup {
    let form = |action: &str, label: &str| html! { form method="post" action={ "/t/" (sight.id) "/" (action) "?text=1" } { (bound(sight, extra, action)) button.btn.line { (label) } } };
    let Viewer::Seat(role) = sight.viewer else { return html! {} };
    html! { div.btns.later {
        @if let Some(decision) = &sight.decision {
            @if decision.why == Why::PlayOrPass && !sight.seen.is_scripted() { form method="post" action={ "/t/" (sight.id) "/hold?text=1" } {
                (bound(sight, extra, "hold")) button.btn.line { "Pass until the next attack" } } }
            @if decision.why == Why::SetupBuild && !sight.seen.is_scripted() { form method="post" action={ "/t/" (sight.id) "/hold?text=1" } {
                (bound(sight, extra, "hold")) button.btn.line name="until" value=(Hold::Setup.word()) { "Place the rest for me" } } }
            @if !sight.seen.is_scripted() && !sight.seen.is_between_two() { (form("hint", "Hint")) }
        }
        (hand::wish(sight))
        @if sight.seen.can_go_back() && (extra.stopped.is_none() || can_abandon(sight, extra)) { (form("undo", "Undo")) }
        @if can_abandon(sight, extra) { (form("abandon", "End without a result")) }
        (ends::offered(sight, Way::Text))
        (ends::away(sight, extra, Way::Text))
        (ends::ways(sight, extra, Way::Text))
        @match sight.seen.asks_back() {
            Some(by) if by != role => form method="post" action={ "/t/" (sight.id) "/agree?text=1" } {
                input type="hidden" name="request" value=(request(sight, extra, "agree"));
                b { (sight.called(by)) " would like to take the last move back." } " "
                button.btn.line name="agree" value="yes" { "Agree" } " " button.btn.line name="agree" value="no" { "Decline" } },
            Some(_) => p { "You’ve asked to take your last move back." },
            None => {}
        }
    } }
}

fn player(sight: &Sight, extra: &Extra, role: Role) -> Markup {
    let player = &sight.view.players[role];
    let list = |title: &str, place: Where| {
        let cards: Vec<_> = sight.at(role, place).collect();
        html! { @if !cards.is_empty() { h3 { (title) } ul { @for card in cards { li { (face::spoken(sight, card)) } } } } }
    };
    html! {
        section.box {
            h2 { (sight.called(role)) (ends::games_won(sight, role)) }
            p { "Force " (player.force) ", build points " (player.build) ", cards in hand " (player.hand) ", in the deck " (player.deck) }
            @if let Some(time) = &extra.time { p { "Time left when the question was put: " (super::clock::words(time.left[role as usize])) } }
            @for arena in Arena::ALL { (list(&format!("{} arena", arena.name()), Where::Arena(arena))) }
            (list("Build zone", Where::BuildZone))
            (list("Event zone", Where::EventZone))
            (list("Discard pile", Where::DiscardPile))
            (list("Removed from the game", Where::Removed))
            (list("Hand", Where::Hand))
        }
    }
}
