//! The prompt: the question, its rule, and the choices as buttons.

use super::advice;
use super::ends::{self, Way};
use super::sight::{Group, Offered, Price, Sight, Told, Tone};
use super::words::{Question, question, rule_of};
use super::{Extra, Replay, Stopped, bound, hand, request};
use crate::pages::{decimal, face, means, percent, rule, side};
use engine::state::{Outcome, Slot};
use engine::{Chance, Choice, Decision, Viewer, What, Why};
use maud::{Markup, html};
use table::stops::{Hold, Span};
use vocab::ability::Pool;
use vocab::{Role, RuleNumber};

/// The prompt.
pub fn prompt(sight: &Sight, extra: &Extra) -> Markup {
    if let Some(point) = &extra.replay {
        return replay(sight, extra, point);
    }
    if let Some(role) = extra.curtain {
        return curtain(sight, role);
    }
    if let Some(why) = extra.stopped {
        return stopped(sight, extra, why);
    }
    if let Some(shown) = &extra.puzzle {
        let offered = sight
            .decision
            .as_ref()
            .map(|decision| (question(sight, decision).title, offered(sight, extra, decision)));
        return section(false, &super::puzzle::prompt(shown, offered));
    }
    if let Some(shown) = &extra.lesson {
        let question = sight.decision.as_ref().map(|decision| (question(sight, decision), decision));
        let offered = question.map(|(words, decision)| (words.title, offered(sight, extra, decision)));
        return section(false, &super::lesson::prompt(sight, extra, shown, offered));
    }
    match (&sight.decision, sight.view.outcome) {
        (_, Some(outcome)) => over(sight, extra, outcome),
        (Some(decision), None) => ask(sight, extra, decision),
        (None, None) => wait(sight, extra),
    }
}

/// The choices of a question as it lists them.
fn offered(sight: &Sight, extra: &Extra, decision: &Decision) -> Markup {
    if decision.why == Why::Build { groups(sight, extra) } else { choices(sight, extra, decision) }
}

fn section(waiting: bool, inner: &Markup) -> Markup {
    html! { section.prompt.wait[waiting] data-region="prompt" id="prompt" tabindex="-1" aria-labelledby="ask-h" { (inner) } }
}

fn ask(sight: &Sight, extra: &Extra, decision: &Decision) -> Markup {
    let asked = question(sight, decision);
    let again = if extra.position.is_none() {
        again(sight, decision, &asked)
    } else {
        html! {}
    };
    let Question { kind, title, detail, .. } = asked;
    let building = decision.why == Why::Build;
    let role = decision.who;
    let counts = matches!(decision.why, Why::Build | Why::SetupBuild | Why::SetupPartial);
    let inner = html! {
        div.ask {
            div.crumbs { span.more { "Your turn to decide" } " " span { (kind) } " " (rule(rule_of(sight, decision))) " " (again)
                a.can href={ "/t/" (sight.id) "/moves" } data-moves data-key="w" { "What can I do?" } kbd.more { "W" } }
            h2 id="ask-h" tabindex="-1" { (title) }
            p { (detail) @if let Some(refused) = &extra.refused { " " b.bad { (refused) } } @if let Some(hint) = &extra.hint { " " b.gold { (hint) } } }
            @if counts { (coach(sight, extra)) }
        }
        (subject(sight, decision))
        @if let Some(word) = &extra.last_word { div.lesson-lines { p { (word) } } }
        @if counts { (points(sight, role)) }
        @else { (coach(sight, extra)) }
        @if let Some(by) = sight.seen.asks_back() { @if by != role { (wish(sight, by)) } }
        (ends::offered(sight, Way::Table))
        (ends::away(sight, extra, Way::Table))
        @match decision.why {
            Why::ByHand => { (hand::story(sight, decision)) (hand::deeds(sight)) },
            Why::Agree => { (hand::story(sight, decision)) (choices(sight, extra, decision)) },
            _ if building => { (groups(sight, extra)) (hand::wish(sight)) },
            _ => { (choices(sight, extra, decision)) (hand::wish(sight)) },
        }
    };
    section(false, &inner)
}

/// What the coach says now.
fn coach(sight: &Sight, extra: &Extra) -> Markup {
    html! { @if let Some(line) = &extra.coach { p.coach { (line) " "
    button form="coach" { "Turn the coach off" } form.vh id="coach" method="post" action={ "/t/" (sight.id) "/coach" } {} } } }
}

/// What the coach says to such a question, for whoever wants to hear it again.
fn again(sight: &Sight, decision: &Decision, asked: &Question) -> Markup {
    let mut lines = advice::lines(sight, decision, asked);
    lines.truncate(MOST_AGAIN);
    html! { @if !lines.is_empty() { details.coach-again id={ "coach-" (sight.seen.number()) } {
        summary title="What the coach says to this" aria-label="What the coach says to this" { "?" }
        ul { @for line in lines { li { (line.words) } } }
    } } }
}

/// As many lines of the coach are told again.
const MOST_AGAIN: usize = 4;

fn wish(sight: &Sight, by: Role) -> Markup {
    html! { form.wish id="agree" method="post" action={ "/t/" (sight.id) "/agree" } {
        b { (sight.called(by)) " would like to take the last move back." } " "
        button.btn name="agree" value="yes" { "Agree" } " " button.btn.quiet name="agree" value="no" { "Decline" }
    } }
}

fn points(sight: &Sight, role: Role) -> Markup {
    let build = sight.view.players[role].build;
    html! { p.points tabindex="0" title=(means::BUILD) { b { (build) span.vh { " build points left" } } " "
    span.keys aria-hidden="true" { @for _ in 0..build.min(30) { i.i.i-build {} } }
    " " small { "build points" @if let Some(roll) = rolled(sight, role) { ": " (roll) } } } }
}

/// How the build points of this turn came about (rules 602.5, 602.6).
fn rolled(sight: &Sight, role: Role) -> Option<String> {
    let lines = sight.seen.lines();
    let at = lines.iter().rposition(|line| matches!(line.what, What::BuildRoll(_)))?;
    let What::BuildRoll(rolled) = lines[at].what else { return None };
    let begun = lines[..at].iter().rposition(|line| matches!(line.what, What::Rolled { .. })).unwrap_or(0);
    let more = lines[begun..at].iter().any(|line| {
        let own = matches!(line.what, What::Pool { who, pool: Pool::BuildPoints, .. } if who == role);
        own && line.rule == RuleNumber::new(602, 6)
    });
    Some(format!("rolled {rolled}{}", if more { ", 1 more for a unit in each arena" } else { "" }))
}

/// The card that the question is about, to be read: one that was just played, or whose text asks.
fn subject(sight: &Sight, decision: &Decision) -> Markup {
    let asks = match decision.why {
        Why::PlayOrPass => matches!(
            sight.seen.sight().chance(),
            Some(Chance::Disrupt | Chance::WouldBeDiscarded | Chance::Entered)
        ),
        Why::Optional
        | Why::PayOrNot
        | Why::Keyword(_)
        | Why::Choose
        | Why::Mode
        | Why::X
        | Why::Pay
        | Why::Divide
        | Why::Equip
        | Why::Destination
        | Why::Bid
        | Why::Untap
        | Why::BuildCounters => true,
        Why::PlayEvent
        | Why::PullResource
        | Why::Mulligan
        | Why::SetupBuild
        | Why::SetupPartial
        | Why::BuildStepStart
        | Why::Build
        | Why::Retreat
        | Why::NextUnit
        | Why::Act
        | Why::Order
        | Why::Prevent
        | Why::ByHand
        | Why::Agree => false,
    };
    let Some(definition) = sight.subject(decision).filter(|_| asks) else {
        return html! {};
    };
    let text = sight
        .world
        .printing(definition)
        .map(|printing| printing.text.replace("->", "→").replace(" | ", " · "));
    html! { div.subject data-side=(side(definition.side)) aria-hidden="true" { div.card { (face::plain(definition, text.as_deref())) } } }
}

fn price(price: Option<Price>) -> Markup {
    match price {
        Some(Price::Force(number)) => {
            html! { span.cost.force title=(means::price(number, true)) { i.i.i-force {} (number) span.more { " Force" } } }
        }
        Some(Price::Build(number)) => {
            html! { span.cost.build title=(means::price(number, false)) { (number) " " i.i.i-build {} span.vh { @if number == 1 { " build point" } @else { " build points" } } } }
        }
        None => html! {},
    }
}

/// What a choice costs, in words.
pub fn price_words(offer: &Offered) -> Option<String> {
    let price = match offer.price? {
        Price::Force(number) => format!("{number} Force"),
        Price::Build(1) => "1 build point".into(),
        Price::Build(number) => format!("{number} build points"),
    };
    Some(match &offer.also {
        Some(also) => format!("{price} and {also}"),
        None => price,
    })
}

fn is_quiet(choice: Choice) -> bool {
    matches!(choice, Choice::Pass | Choice::Done | Choice::No | Choice::Back)
}

/// The keys after 9: 0, then the letters that stand for nothing else at the table.
const LATER: [&str; 13] = ["0", "A", "D", "F", "J", "K", "M", "N", "Q", "T", "V", "X", "Z"];

/// The key of a choice: numbers in order, then letters; P for passing, E for ending.
fn key(choice: Choice, number: &mut usize) -> Option<String> {
    match choice {
        Choice::Pass => Some("P".into()),
        Choice::Done => Some("E".into()),
        Choice::Back => Some("Esc".into()),
        _ => {
            *number += 1;
            nth_key(*number)
        }
    }
}

/// The key of the nth choice, counted from 1, if there are keys for so many.
pub(super) fn nth_key(number: usize) -> Option<String> {
    match number.checked_sub(10) {
        None => Some(number.to_string()),
        Some(later) => LATER.get(later).map(ToString::to_string),
    }
}

fn button(sight: &Sight, extra: &Extra, offer: &Offered, key: Option<&str>, line: bool) -> Markup {
    let hinted = extra.hinted.is_some_and(|place| {
        offer.path.split(',').next().and_then(|first| first.parse().ok()) == Some(place)
    });
    html! {
        button.choice.line[line].hinted[hinted].pass[is_quiet(offer.choice)] form="answer" name="a" value=(offer.path)
            data-key=[key.map(str::to_lowercase)] data-card=[offer.about.map(|card| sight.token(card))] {
            @if let Some(key) = key { kbd { (key) } }
            span.title { (offer.title) }
            (price(offer.price))
            @if let Some(also) = offer.also.as_ref().filter(|also| line || *also == "tap") { span.also { @if offer.price.is_some() { "and " } (also) } }
            @if line && offer.idle { span.body { span { "No effect now." } } }
            @if line { @for told in &offer.results { span.body { (result(told)) } } }
            @if !line && (!offer.body.is_empty() || offer.odds.is_some() || !offer.results.is_empty() || offer.idle) {
                span.body {
                    @for told in &offer.results { (result(told)) }
                    @if offer.idle { span.bad { "No effect now: nothing would change but what you pay (rule 102.4)." } }
                    @for text in &offer.body { span { (text) } }
                    @if let Some(odds) = &offer.odds {
                        @match odds.destroyed {
                            Some(destroyed) => span.sure { b.good { (percent(destroyed)) } ": destroyed" },
                            None => span.end { b { (decimal(odds.damage.mean())) } " damage on average" },
                        }
                        @if let Some(back) = odds.attacker_destroyed.filter(|back| *back > 0.0) { span { b.bad { (percent(back)) } ": you lose the attacker" } }
                        @if !offer.uncounted.is_empty() { span title=(offer.uncounted.join("\n")) { (super::lane::without(offer.uncounted.len())) } }
                    }
                }
            }
        }
    }
}

fn result(told: &Told) -> Markup {
    html! { span.result.good[told.tone == Tone::Good].bad[told.tone == Tone::Bad] { (told.words) } }
}

fn choices(sight: &Sight, extra: &Extra, decision: &Decision) -> Markup {
    let listed: Vec<&Offered> = sight.offers.iter().filter(|offer| offer.listed).collect();
    let many = super::offer::is_list(&sight.offers);
    let mut number = 0;
    html! {
        ol.choices.many[many] aria-label="Choices" {
            @for offer in listed {
                @let key = key(offer.choice, &mut number);
                li { (button(sight, extra, offer, key.as_deref(), many)) }
            }
            // In a lesson every question is one to look at.
            @if decision.why == Why::PlayOrPass && sight.live && !sight.seen.is_scripted() { (passing(sight)) }
            @if decision.why == Why::SetupBuild && sight.live && !sight.seen.is_scripted() { li {
                button.choice.pass.line form="hold" name="until" value=(Hold::Setup.word()) data-key="h" { kbd { "H" } span.title { "Place the rest for me" } } } }
        }
    }
}

/// Passing more than this once: until something happens, or whatever a card could do.
fn passing(sight: &Sight) -> Markup {
    let mut cards: Vec<Slot> = sight.offers.iter().filter_map(|offer| offer.choice.card()).collect();
    cards.sort_unstable();
    cards.dedup();
    html! {
        li.hold {
            button.choice.pass.line form="hold" name="until" value="attack" data-key="h" { kbd { "H" } span.title { "Pass until the next attack" } }
            details.until {
                summary { "More ways to pass" }
                ul {
                    @for hold in Hold::PASSING { @if hold != Hold::Attack { li { button.linklike form="hold" name="until" value=(hold.word()) { "Pass until " (hold.name()) } } } }
                    @for card in cards { li { "Don’t ask about " (sight.name_of(card)) " again in: " @for span in Span::ALL { button.linklike form="silence" name=(span.word()) value=(sight.token(card)) { (span.name()) } " " } } }
                }
            }
        }
    }
}

/// Other numbers of counters for the same card.
fn amounts(offer: &Offered) -> Markup {
    html! { @if !offer.amounts.is_empty() { span.amounts role="group" aria-label={ "Pay another number: " (offer.title) } {
        @for (number, path) in &offer.amounts { button.mini form="answer" name="a" value=(path) title={ "Pay " (number) } { (number) } }
    } } }
}

fn groups(sight: &Sight, extra: &Extra) -> Markup {
    let all = [
        (Group::Complete, "Complete"),
        (Group::Build, "Build"),
        (Group::Move, "Move, equip, stack or play"),
        (Group::Hand, "By hand"),
        (Group::Done, "Done"),
    ];
    let mut number = 0;
    html! {
        div.choices.groups {
            @for (group, name) in all {
                @let listed: Vec<&Offered> = sight.offers.iter().filter(|offer| offer.listed && offer.group == group).collect();
                @if !listed.is_empty() {
                    section.wide[listed.len() > 3] { h3.eyebrow { (name) } ol {
                        @for offer in listed {
                            @let key = key(offer.choice, &mut number);
                            li { (button(sight, extra, offer, key.as_deref(), true)) (amounts(offer)) }
                        }
                    } }
                }
            }
        }
    }
}

fn wait(sight: &Sight, extra: &Extra) -> Markup {
    let asked = sight.view.asked;
    let who = asked.map_or("no one", |role| sight.called(role));
    let (free, passes) = (extra.invitation.is_some(), sight.seen.passes());
    let inner = html! {
        div.ask {
            p.crumbs { @if matches!(sight.viewer, Viewer::Public) { span { "You’re watching" } } @else { span { "Not your turn to decide" } } }
            h2 id="ask-h" tabindex="-1" { @if free { "Waiting for your friend" } @else if passes { "The game goes on" } @else { "Waiting for " (who) } }
            p { @if free { "Nobody has taken the other seat yet." } @else { "Look around while you wait." } @if let Some(refused) = &extra.refused { " " b.bad { (refused) } } }
        }
        @if let Some(invitation) = &extra.invitation {
            ol.choices { li { a.choice href=(invitation) data-key="1" { kbd { "1" } span.title { "Invite someone with a link" } } } }
        }
        (hand::wish(sight))
        (ends::offered(sight, Way::Table))
        (ends::away(sight, extra, Way::Table))
        @if let Some(by) = sight.seen.asks_back() {
            @if let Viewer::Seat(role) = sight.viewer { @if by == role { p.wish { "You’ve asked to take your last move back." } } @else { (wish(sight, by)) } }
        }
    };
    section(true, &inner)
}

/// A game that has stopped before it was over: why, and what can be done about it.
fn stopped(sight: &Sight, extra: &Extra, why: Stopped) -> Markup {
    let seated = matches!(sight.viewer, Viewer::Seat(_));
    let is_stuck = matches!(why, Stopped::Stuck | Stopped::StuckAfterwards);
    let (kind, title) = match why {
        Stopped::Stuck => ("Stopped", "This game can’t simply go on"),
        Stopped::StuckAfterwards => ("Over", "This game can’t be played again as it was"),
        Stopped::Ended | Stopped::MadeRoom => ("Over", "This game has ended"),
    };
    let link = |to: &str, words: &str| html! { li { a.choice href=(to) { span.title { (words) } } } };
    let inner = html! {
        div.ask {
            p.crumbs { span { (kind) } }
            h2 id="ask-h" tabindex="-1" { (title) }
            @if let Some(told) = &extra.refused { p { (told) } }
        }
        ol.choices {
            @if why == Stopped::StuckAfterwards { (link(&format!("/r/{}", sight.id), "See it as it was")) }
            @if is_stuck && seated {
                @if sight.seen.can_go_back() { li { button.choice form="undo" { span.title { "Undo, and play on from here" } } } }
                li { form method="post" action={ "/t/" (sight.id) "/abandon" } { (bound(sight, extra, "abandon"))
                    button.choice { span.title { "End it without a result" } } } }
            }
            @if why == Stopped::MadeRoom { (link("/lab", "To the lab")) }
            @if !is_stuck || !seated { (link("/", "Start page")) }
        }
        @if let Some(by) = sight.seen.asks_back() {
            @if let Viewer::Seat(role) = sight.viewer && is_stuck { @if by == role { p.wish { "You’ve asked to take your last move back." } } @else { (wish(sight, by)) } }
        }
    };
    section(!seated, &inner)
}

fn curtain(sight: &Sight, role: Role) -> Markup {
    let name = sight.seen.player(role).name;
    let inner = html! {
        div.ask {
            p.crumbs { span { "Two players, one screen" } }
            h2 id="ask-h" tabindex="-1" { "Hand the screen to " (name) }
            p { "No peeking: the cards stay hidden until then." }
        }
        ol.choices { li { form method="post" action={ "/t/" (sight.id) "/screen" } {
            button.choice data-key="1" name="role" value=(store::role_word(role)) { kbd { "1" } span.title { "I’m " (name) ". Show my cards" } } } } }
    };
    section(false, &inner)
}

fn over(sight: &Sight, extra: &Extra, outcome: Outcome) -> Markup {
    let (title, number) = match outcome {
        Outcome::Won(who, number) if sight.viewer == Viewer::Seat(who) => {
            ("You win!".to_string(), Some(number))
        }
        Outcome::Won(who, number) => (format!("{} wins.", sight.called(who)), Some(number)),
        Outcome::Draw(number) => ("The game is a draw.".into(), Some(number)),
        Outcome::Stopped => ("The game stopped: it grew too large for the table.".into(), None),
    };
    let inner = html! {
        div.ask {
            p.crumbs { span { "The game is over" } @if let Some(number) = number { " " (rule(number)) } }
            h2 id="ask-h" tabindex="-1" { (title) }
            @if let Some(stands) = ends::stands(sight) { p { b { (stands) } } }
            p { @if let Some(reason) = sight.seen.reason() { (reason) " " } @if let Some((_, account)) = sight.seen.decided() { "The decisive attack: " (super::desk::sentence(sight, 0, &account)) } }
        }
        ol.choices {
            li { a.choice href={ "/t/" (sight.id) "/end" } data-key="1" { kbd { "1" } span.title { "Summary" } } }
            li { a.choice href={ "/r/" (sight.id) } data-key="2" { kbd { "2" } span.title { "Watch it again" } } }
            @if sight.seen.lesson().is_some() { li { a.choice href="/learn" data-key="3" { kbd { "3" } span.title { "All lessons" } } } }
            @else { (ends::again(sight, extra)) }
        }
        (ends::give_up(sight))
    };
    section(false, &inner)
}

fn replay(sight: &Sight, extra: &Extra, point: &Replay) -> Markup {
    let (at, of, open) = (point.at, point.of, point.open.is_some());
    let step = |to: usize| format!("/r/{}?at={to}{}", sight.id, if open { "&open=1" } else { "" });
    let hands = format!("/r/{}?at={at}{}", sight.id, if open { "" } else { "&open=1" });
    let inner = html! {
        div.ask {
            p.crumbs { span { "Replay" } }
            h2 id="ask-h" tabindex="-1" { "After " (at) " of " (of) " decisions" }
        }
        form.slider method="get" action={ "/r/" (sight.id) } data-slider {
            label for="at" { "Decision" }
            input id="at" type="range" name="at" min="0" max=(of) value=(at);
            @if open { input type="hidden" name="open" value="1"; }
            button.btn { "Show" }
        }
        ol.choices {
            li { a.choice.line href=(step(0)) { span.title { "Start" } } }
            li { a.choice.line href=(step(at.saturating_sub(1))) data-key="arrowleft" { span.title { "One back" } } }
            li { a.choice.line href=(step((at + 1).min(of))) data-key="arrowright" { span.title { "One forward" } } }
            li { a.choice.line href=(step(of)) { span.title { "End" } } }
            li { a.choice.line href=(hands) data-open { span.title { (match (open, sight.viewer) { (false, _) => "Open both hands", (true, Viewer::Seat(_)) => "Hide the other hand", (true, Viewer::Public) => "Hide both hands" }) } } }
            li { form method="post" action={ "/r/" (sight.id) "/continue" } {
                input type="hidden" name="at" value=(at);
                input type="hidden" name="request" value=(request(sight, extra, &format!("continue {at}")));
                button.choice.line { span.title { "Play on from here" } span.vh { ": with the same cards and dice to come" } } } }
        }
    };
    section(true, &inner)
}
