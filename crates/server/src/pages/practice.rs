//! Practice: the drills, each a picture, a question, a click and the exact answer; and the keywords in their boxes.

use super::{face, page};
use crate::drill::battle::{Order, Pay};
use crate::drill::words::{self, KNOWN, NEW, QUESTIONS, Question};
use crate::drill::{Drill, Fate, Fight, Targets, tally};
use crate::learned::Learned;
use axum::response::Html;
use maud::{Markup, html};
use vocab::{Definition, Keyword};

/// The page: the drills with what was reached in them, and all keywords.
pub fn practice(learned: &Learned, order: &[Keyword], day: i64) -> Html<String> {
    let (asked, _) = words::today(learned, day);
    let more = words::next(learned, order, day).is_some();
    let known = order.iter().filter(|keyword| stage(learned, **keyword) >= KNOWN).count();
    page(
        "Practice",
        "/learn",
        &html! {
            h1 { "Practice" }
            p.lead { "One picture, one question, one click; the answer comes with its number. No clock, no lives." }
            ol.stones {
                @for drill in Drill::ALL {
                    @let (points, number) = tally(learned, drill);
                    li.box {
                        h2 { (drill.name()) }
                        p { (drill.trains()) }
                        @if number > 0 { p.eyebrow { @match drill {
                            Drill::Sure => { (points / number) " points on average, " (number) " asked" }
                            Drill::Survive | Drill::First | Drill::Next | Drill::Pay => { (points / 100) " of " (number) " right" }
                        } } }
                        p.btns { a.btn.main href={ "/learn/practice/" (drill.word()) } { "Start" span.vh { ": " (drill.name()) } } }
                    }
                }
                li.box {
                    h2 { "The keywords" }
                    p { "All " (order.len()) ", a few a day: those that most cards have first. What you know comes back later and later." }
                    p.eyebrow { (asked) " of " (QUESTIONS) " questions today" }
                    @if more { p.btns { a.btn.main href="/learn/practice/keywords" { "Start" span.vh { ": the keywords" } } } }
                    @else { p { b.good { "Done for today." } " Come back tomorrow." } }
                }
            }
            section.box aria-labelledby="kw-h" {
                h2 id="kw-h" { "Your keywords: " (known) " of " (order.len()) " known" }
                ul.chips { @for keyword in order {
                    @let stage = stage(learned, *keyword);
                    li { a.key.met[stage > 0].known[stage >= KNOWN] href={ "/keywords#" (words::slug(*keyword)) } title=(keyword.row().plain) {
                        (keyword.name()) span.vh { @if stage >= KNOWN { ": known" } @else if stage > 0 { ": met" } @else { ": new" } } } }
                } }
                p.eyebrow { "Up to " (NEW) " new ones a day. This browser remembers where you are, and so does your " a href="/me" { "key" } "." }
            }
            p { a href="/learn" { "Lessons" } " · " a href="/puzzles" { "Puzzles" } }
        },
    )
}

fn stage(learned: &Learned, keyword: Keyword) -> u8 {
    words::card(learned, keyword).map_or(0, |card| card.stage)
}

/// A unit as it lies in the arena, with its text.
fn card(world: &crate::world::World, definition: &Definition, what: &str) -> Markup {
    let text =
        world.printing(definition).map(|printing| printing.text.replace("->", "→").replace(" | ", " · "));
    html! { figure.drill-card {
        figcaption.eyebrow { (what) }
        div.unit data-side=(definition.side.letter()) { div.card { (face::plain(definition, text.as_deref())) } }
    } }
}

/// A button that answers, with its key.
fn answer(place: usize, words: &str) -> Markup {
    let key = (place + 1).to_string();
    html! { button.btn.line name="a" value=(place) data-key=(key) { kbd { (key) } " " span { (words) } } }
}

/// The frame of a question: its picture, the question, its answers, and what came of one.
fn asked(
    drill: &str,
    address: &str,
    title: &str,
    picture: &Markup,
    form: &Markup,
    result: Option<&Markup>,
) -> Html<String> {
    page(
        title,
        "/learn",
        &html! {
            section.drill aria-labelledby="ask-h" {
                p.eyebrow { a href="/learn/practice" { "Practice" } " · " (drill) }
                (picture)
                @if let Some(result) = result { div.drill-result role="status" { (result) } }
                @else { (form) }
                @if result.is_some() { p.btns { a.btn.main href=(address) data-key="n" autofocus { "Next" } a.btn.line href="/learn/practice" { "That’s enough" } } }
            }
        },
    )
}

fn fields(places: &[usize]) -> Markup {
    let units: Vec<String> = places.iter().map(usize::to_string).collect();
    html! { input type="hidden" name="u" value=(units.join(".")); }
}

/// What was answered to a question about an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// One of the fates, or one of the targets, by its place.
    Place(usize),
    /// So many percent.
    Percent(u32),
}

/// How many points a guess is worth: 3 less for each percentage point that it is off.
pub fn points(destroyed: f64, guess: u32) -> u32 {
    let off = (100.0 * destroyed - f64::from(guess)).abs().round() as u32;
    100_u32.saturating_sub(3 * off)
}

/// A question about one attack.
pub fn fight(
    world: &crate::world::World,
    drill: Drill,
    places: &[usize],
    fight: &Fight,
    given: Option<Given>,
) -> Html<String> {
    let action = format!("/learn/practice/{}", drill.word());
    let picture = html! { div.drill-cards { (card(world, fight.attacker, "attacks")) span.drill-arrow aria-hidden="true" { "→" } (card(world, fight.defender, "is attacked")) } };
    let question = match drill {
        Drill::Sure => format!("How likely is it that {} is destroyed?", fight.defender),
        Drill::Survive | Drill::First | Drill::Next | Drill::Pay => {
            format!("Will {} survive?", fight.defender)
        }
    };
    let form = html! {
        h1 id="ask-h" { (question) }
        form.drill-form method="post" action=(action) {
            (fields(places))
            @if drill == Drill::Sure {
                label.drill-guess { span { "Your guess: " output { "50" } " %" } input type="range" name="a" min="0" max="100" value="50" data-guess; }
                button.btn.main { "That’s it" }
            } @else { @for (place, fate) in Fate::ALL.iter().enumerate() { (answer(place, fate.words())) } }
        }
    };
    let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
    let told = given.map(|given| {
        let right = match given {
            Given::Percent(guess) => points(fight.destroyed, guess) >= 70,
            Given::Place(place) => Fate::ALL.get(place) == Some(&Fate::of(fight.destroyed)),
        };
        html! {
            h1 id="ask-h" class=(if right { "good" } else { "bad" }) { @match given {
                Given::Percent(guess) => { (points(fight.destroyed, guess)) " points" }
                Given::Place(_) => { @if right { "Right!" } @else { "Not quite" } }
            } }
            p.lead { b { (percent(fight.destroyed)) } ": destroyed. " (percent(1.0 - fight.destroyed)) ": it survives." @if let Given::Percent(guess) = given { " You said " (guess) " %." } }
            ul.drill-why { @for line in &fight.why { li { (line) } } }
            p { a href={ "/odds?attacker=" (super::encoded(&fight.attacker.to_string())) "&defender=" (super::encoded(&fight.defender.to_string())) } { "Look at the whole calculation" } }
        }
    });
    asked(drill.name(), &action, drill.name(), &picture, &form, told.as_ref())
}

/// A question about two targets.
pub fn targets(
    world: &crate::world::World,
    places: &[usize],
    found: &Targets,
    given: Option<usize>,
) -> Html<String> {
    let drill = Drill::First;
    let action = format!("/learn/practice/{}", drill.word());
    let picture = html! { div.drill-cards { (card(world, found.attacker, "yours, acts first")) span.drill-arrow aria-hidden="true" { "→" }
    @for target in found.targets { (card(world, target, "theirs, still has its shot")) } } };
    let form = html! {
        h1 id="ask-h" { "Whom does " (found.attacker.to_string()) " attack, to live through this battle step?" }
        form.drill-form method="post" action=(action) { (fields(places))
            @for (place, target) in found.targets.iter().enumerate() { (answer(place, &target.to_string())) }
        }
    };
    let told = given.map(|given| {
        let (right, other) = (found.best(), 1 - found.best());
        let percent = |place: usize| format!("{:.1} %", 100.0 * found.lives[place]);
        html! {
            h1 id="ask-h" class=(if given == right { "good" } else { "bad" }) { @if given == right { "Right!" } @else { "The other one" } }
            p.lead { "After an attack on " b { (found.targets[right].to_string()) } " your " (found.attacker.to_string()) " lives through the step " b { (percent(right)) } " of the time; after one on " (found.targets[other].to_string()) " " (percent(other)) ", and without an attack " (percent(2)) "." }
            ul.drill-why { @for target in found.targets {
                li { (target.to_string()) " shoots back with " (target.power.value().unwrap_or(0)) @if target.power.value() == Some(1) { " die" } @else { " dice" } ", and " (target.health.value().unwrap_or(0)) " damage destroys it." }
            } li { "Counted to the end of the step, with every roll and everybody’s best answers." } }
        }
    });
    asked(drill.name(), &action, drill.name(), &picture, &form, told.as_ref())
}

/// A question who goes next.
pub fn order(
    world: &crate::world::World,
    places: &[usize],
    found: &Order,
    given: Option<usize>,
) -> Html<String> {
    let drill = Drill::Next;
    let action = format!("/learn/practice/{}", drill.word());
    let picture = html! { div.drill-cards.many { @for (unit, tapped) in &found.units {
        (card(world, unit, if *tapped { "tapped" } else { side_of(unit) }))
    } } };
    let form = html! {
        h1 id="ask-h" { "Who goes next?" }
        form.drill-form method="post" action=(action) { (fields(places))
            @for (place, (unit, _)) in found.units.iter().enumerate() { (answer(place, &unit.to_string())) }
        }
    };
    let told = given.map(|given| {
        let next = found.units[found.next].0;
        let is_tie = found.units.iter().any(|(unit, tapped)| !tapped && unit.speed.value() == next.speed.value() && unit.side != next.side);
        let was_tapped = found.units.get(given).is_some_and(|(_, tapped)| *tapped);
        html! {
            h1 id="ask-h" class=(if given == found.next { "good" } else { "bad" }) { @if given == found.next { "Right!" } @else { "Not that one" } }
            p.lead { b { (next.to_string()) } " goes next, with speed " (next.speed.value().unwrap_or(0)) "." }
            ul.drill-why {
                li { "The fastest unit that isn’t tapped acts, whoever owns it (rule 1103.1)." }
                @if is_tie { li { "Two sides have that speed: Dark goes first (rule 1103.2)." } }
                @if was_tapped { li { "A tapped unit has acted already." } }
            }
        }
    });
    asked(drill.name(), &action, drill.name(), &picture, &form, told.as_ref())
}

/// Whose a unit is, in a word.
const fn side_of(unit: &Definition) -> &'static str {
    match unit.side {
        vocab::Side::Dark => "Dark",
        vocab::Side::Light => "Light",
        vocab::Side::Neutral | vocab::Side::YuuzhanVong => "ready",
    }
}

/// A question whether to pay now.
pub fn pay(world: &crate::world::World, places: &[usize], found: &Pay, given: Option<usize>) -> Html<String> {
    let drill = Drill::Pay;
    let action = format!("/learn/practice/{}", drill.word());
    let [first, then] = found.enemies;
    let picture = html! { div.drill-cards { (card(world, first, "has attacked")) span.drill-arrow aria-hidden="true" { "→" }
    (card(world, found.unit, &format!("yours, {} health left", found.left))) span.drill-arrow aria-hidden="true" { "←" } (card(world, then, "theirs, still has its shot")) } };
    let form = html! {
        h1 id="ask-h" { (found.coming) " damage is coming, and you have " (found.force) " Force. Pay now?" }
        p { "You could: " (found.ability) "." }
        form.drill-form method="post" action=(action) { (fields(places)) (answer(0, "Pay now")) (answer(1, "Keep the Force")) }
    };
    let told = given.map(|given| {
        let percent = |place: usize| format!("{:.1} %", 100.0 * found.lives[place]);
        let best = found.best();
        html! {
            h1 id="ask-h" class=(if given == best { "good" } else { "bad" }) { @if given == best { "Right!" } @else { "The other way" } }
            p.lead { "Pay now, and " (found.unit.to_string()) " lives through the step " b { (percent(0)) } " of the time. Keep the Force, and it’s " b { (percent(1)) } "." }
            ul.drill-why {
                @if best == 1 { li { "It survives what’s coming. " (then.to_string()) " comes next, and the dodge may be worth more then." } }
                @else if found.coming >= found.left { li { "Without it, it’s destroyed now." } }
                @else { li { "What it takes now it lacks when " (then.to_string()) " shoots." } }
                li { "Counted to the end of the step, with every roll and everybody’s best answers." }
            }
        }
    });
    asked(drill.name(), &action, drill.name(), &picture, &form, told.as_ref())
}

/// A question about a keyword; `given` is the answer that was chosen.
pub fn keyword(
    keyword: Keyword,
    seed: u64,
    now: i64,
    question: &Question,
    given: Option<(usize, i64)>,
) -> Html<String> {
    let action = "/learn/practice/keywords";
    let picture = html! { @if !question.about.is_empty() { blockquote.drill-about { (question.about) } } };
    let form = html! {
        h1 id="ask-h" { (question.words) }
        form.drill-form.long method="post" action=(action) {
            input type="hidden" name="k" value=(words::slug(keyword));
            input type="hidden" name="s" value=(seed);
            input type="hidden" name="t" value=(now);
            @for (place, words) in question.answers.iter().enumerate() { (answer(place, words)) }
        }
    };
    let told = given.map(|(given, days)| {
        let is_right = given == question.right;
        html! {
            h1 id="ask-h" class=(if is_right { "good" } else { "bad" }) { @if is_right { "Right!" } @else { "Not this one" } }
            @if !question.about.is_empty() || !is_right { p.lead { (question.words) " " b { (question.answers[question.right]) } } }
            @if let (false, Some(chosen)) = (is_right, question.answers.get(given)) { p { "You said: " (chosen) } }
            p { b { (keyword.heading()) } ": " (keyword.row().plain) " " i { (keyword.row().example) } }
            p.eyebrow { @match days { ..=0 => "It comes again today.", 1 => "It comes again tomorrow.", days => { "It comes again in " (days) " days." } } }
            details { summary { "In full" } p { (words::definition(keyword)) } }
        }
    });
    asked("The keywords", action, "The keywords", &picture, &form, told.as_ref())
}
