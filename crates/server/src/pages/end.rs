//! The end of a game: who won by which rule, how it turned, the dice and their proof.

use super::{page, rule};
use crate::secret;
use crate::table::Table;
use crate::table::tally::{Count, Weight};
use axum::response::Html;
use engine::state::Outcome;
use engine::{What, control};
use maud::{Markup, html};
use vocab::{Arena, Role};

/// The page.
pub fn end(table: &Table, id: &str, own: Option<Role>) -> Html<String> {
    let names = [&table.setup.dark.name, &table.setup.light.name];
    let (title, reason) = match table.game.outcome() {
        Some(Outcome::Won(who, number)) => {
            let title = if own == Some(who) {
                "You win.".to_string()
            } else {
                format!("{} wins.", names[who as usize])
            };
            let arenas =
                Arena::ALL.into_iter().filter(|arena| control(&table.game, *arena) == Some(who)).count();
            let turn = table.game.state().turn;
            let reason = if arenas >= 2 {
                format!(
                    "{arenas} of three arenas are {} at the end of turn {turn}.",
                    if own == Some(who) {
                        "yours".to_string()
                    } else {
                        format!("{}’s", names[who as usize])
                    }
                )
            } else {
                vocab::rulebook::rule(number).map(|found| found.text.clone()).unwrap_or_default()
            };
            (title, Some((reason, number)))
        }
        Some(Outcome::Draw(number)) => {
            ("A draw.".to_string(), vocab::rulebook::rule(number).map(|found| (found.text.clone(), number)))
        }
        Some(Outcome::Stopped) => ("The game was stopped.".to_string(), None),
        None => ("The game is still going on.".to_string(), None),
    };
    page(
        &title,
        "",
        &html! {
            section.verdict aria-labelledby="v-h" {
                div {
                    p.eyebrow { "After " (table.game.state().turn) @if table.game.state().turn == 1 { " turn, " } @else { " turns, " } (table.answers.len()) " decisions" }
                    h1 id="v-h" { (title) }
                    @if let Some((text, number)) = reason { p.lead { (text) " " (rule(number)) } }
                    ul.arenas-won { @for arena in Arena::ALL {
                        @let who = control(&table.game, arena);
                        li data-side=[who.map(letter)] { (arena.name()) ", " (who.map_or("nobody’s".to_string(), |who| if own == Some(who) { "yours".into() } else { format!("{}’s", names[who as usize]) })) }
                    } }
                }
                div.btns {
                    form method="post" action={ "/t/" (id) "/again" } { button.btn.main { "Rematch" } }
                    form method="post" action={ "/t/" (id) "/again" } { button.btn.line name="swap" value="1" { "Swap sides" } }
                    a.btn.line href={ "/r/" (id) "/file" } { "Download replay" }
                    a.btn.line href={ "/r/" (id) "?at=0" } { "Watch again" }
                }
            }
            div.end-grid {
                section.box aria-labelledby="w-h" {
                    h2 id="w-h" { "How the game turned" }
                    (chart(table, own))
                    (points(table, id, own))
                }
                (dice(table, id, own))
                (numbers(table, own))
            }
        },
    )
}

const fn letter(role: Role) -> &'static str {
    match role {
        Role::Dark => "D",
        Role::Light => "L",
    }
}

/// The chance to win, answer by answer.
fn chart(table: &Table, own: Option<Role>) -> Markup {
    let weights = &table.tally.weights;
    let last = weights.last().map_or(1, |weight| weight.answer.max(1)) as f32;
    let near = own.unwrap_or(Role::Light);
    let x = |weight: &Weight| weight.answer as f32 / last * 700.0;
    let y = |weight: &Weight| 200.0 - of(near, weight.light) * 200.0;
    let path: String = weights
        .iter()
        .enumerate()
        .map(|(i, weight)| format!("{}{:.0} {:.1}", if i == 0 { "M" } else { "L" }, x(weight), y(weight)))
        .collect();
    let filled = format!("{path}L700 100L0 100Z");
    let name =
        if own.is_some() { "Your".to_string() } else { format!("{}’s", table.setup.player(near).name) };
    html! {
        figure.chart {
            div.plot {
                svg viewBox="0 0 700 200" preserveAspectRatio="none" role="img" {
                    title { (name) " chance to win, answer by answer" }
                    clipPath id="up" { rect width="700" height="100" {} }
                    clipPath id="dn" { rect y="100" width="700" height="100" {} }
                    path.grid d="M0 0H700M0 200H700" {}
                    path.half d="M0 100H700" {}
                    path.you clip-path="url(#up)" d=(filled) {}
                    path.foe clip-path="url(#dn)" d=(filled) {}
                    path.curve d=(path) {}
                    @for (weight, _) in table.tally.turning_points() {
                        path.turn-point d=(format!("M{:.0} {:.1}v28", x(&weight), (y(&weight) - 14.0).clamp(0.0, 172.0))) {}
                    }
                }
            }
            ol.ticks-y aria-hidden="true" { li { "100%" } li { "50%" } li { "0%" } }
            figcaption.ticks-x { (name) " chance to win, at first sight and with all cards open. The marks are the turning points below." }
        }
    }
}

/// A player's share of a chance that is Light's.
fn of(role: Role, light: f32) -> f32 {
    match role {
        Role::Light => light,
        Role::Dark => 1.0 - light,
    }
}

fn points(table: &Table, id: &str, own: Option<Role>) -> Markup {
    let viewer = own.map_or(engine::Viewer::Public, engine::Viewer::Seat);
    let names = [table.setup.dark.name.as_str(), table.setup.light.name.as_str()];
    html! { ol.points-list { @for (place, (weight, swing)) in table.tally.turning_points().into_iter().enumerate() {
        @let towards = if swing > 0.0 { Role::Light } else { Role::Dark };
        @let good = own.is_none_or(|own| own == towards);
        @let told: Vec<String> = table.log.iter()
            .filter(|line| line.answer == weight.answer && matches!(line.what, What::Attacks { .. } | What::Damaged { .. } | What::Discarded { .. } | What::Deployed { .. } | What::Played { .. }))
            .filter_map(|line| line.told(viewer, names)).take(3).collect();
        li {
            h3 { span.n { (place + 1) } "Turn " (weight.turn) span.swing.good[good].bad[!good] { (format!("{:+.0}%", (of(own.unwrap_or(Role::Light), 0.5 + swing / 2.0) - 0.5) * 200.0)) } }
            p { (told.join(". ")) @if !told.is_empty() { "." } }
            form method="post" action={ "/r/" (id) "/continue" } {
                input type="hidden" name="at" value=(weight.answer.saturating_sub(1));
                button.linklike { "Continue from here" } " · " a href={ "/r/" (id) "?at=" (weight.answer) } { "Look" }
            }
        }
    } } }
}

fn dice(table: &Table, id: &str, own: Option<Role>) -> Markup {
    let order = match own {
        Some(role) => [role, role.other()],
        None => [Role::Light, Role::Dark],
    };
    let seed = table.setup.seed;
    html! {
        section.box aria-labelledby="d-h" {
            h2 id="d-h" { "The dice" }
            div.faces {
                span {} @for face in 1..=6 { span.die.hit[face >= 4] data-n=(face) { } }
                @for role in order {
                    @let count: &Count = &table.tally.counts[role];
                    span { (table.setup.player(role).name) }
                    @for face in count.faces { span.b data-side=(letter(role)) {
                        svg viewBox="0 0 26 40" width="26" height="40" aria-hidden="true" { rect x="0" y=(40 - face.min(40)) width="26" height=(face.min(40)) {} }
                        (face) } }
                }
            }
            dl.pairs { @for role in order {
                @let faces = table.tally.counts[role].faces;
                @let all: u16 = faces.iter().sum();
                @let high: u16 = faces[3..].iter().sum();
                div { dt { (table.setup.player(role).name) ": 4 or more" } dd { (high) " of " (all) ", expected " (all / 2) } }
            } }
            h3.later { "Check it yourself" }
            dl.pairs {
                div { dt { "Shown before the game" } dd.code { (short(&secret::commitment(seed))) } }
                div { dt { "Seed, now revealed" } dd.code { (short(&secret::seed_in_words(seed))) } }
                div { dt { "Hash of the seed" } dd.code { (short(&secret::commitment(seed))) } }
            }
            p.code { "dejarik replay game-" (id) ".json --verify" }
            div.btns { a.btn.line href={ "/r/" (id) "/verify" } { "Verify now" } a.btn.line href={ "/t/" (id) "/log" } { "All rolls" } }
        }
    }
}

/// The first signs of a long number, in fours.
fn short(hex: &str) -> String {
    let four: Vec<String> =
        hex.as_bytes().chunks(4).take(4).map(|four| String::from_utf8_lossy(four).into_owned()).collect();
    four.join(" ")
}

fn numbers(table: &Table, own: Option<Role>) -> Markup {
    let order = match own {
        Some(role) => [role, role.other()],
        None => [Role::Light, Role::Dark],
    };
    type Get = fn(&Count) -> u16;
    let rows: [(&str, Get); 6] = [
        ("Attacks", |count| count.attacks),
        ("Damage placed", |count| count.damage),
        ("Damage prevented", |count| count.prevented),
        ("Units lost", |count| count.lost),
        ("Force spent", |count| count.force),
        ("Build points unspent", |count| count.unspent),
    ];
    html! {
        section.box.nums-box aria-labelledby="s-h" {
            h2.eyebrow id="s-h" { "In numbers, " span class=(letter(order[0])) { (table.setup.player(order[0]).name) } " and " span class=(letter(order[1])) { (table.setup.player(order[1]).name) } }
            dl.nums { @for (name, get) in rows {
                div { dt { (name) } dd { span class=(letter(order[0])) { (get(&table.tally.counts[order[0]])) } " " span.vh { "to" } " " span class=(letter(order[1])) { (get(&table.tally.counts[order[1]])) } } }
            } }
        }
    }
}

/// The result of checking a finished game.
pub fn verified(table: &Table, id: &str, result: &Result<(), String>) -> Html<String> {
    let seed = table.setup.seed;
    page(
        "Verify",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Game " (id) }
                @match result {
                    Ok(()) => { h1 { "Verified." } p.ok { "Every card and every roll of all " (table.answers.len()) " answers follows from the seed." } }
                    Err(reason) => { h1 { "Not verified." } p.lead.bad { (reason) } }
                }
                p.lead { "Anybody can repeat this with the downloaded file: " }
                p.code { "dejarik replay game-" (id) ".json --verify" }
                dl.pairs {
                    div { dt { "Seed" } dd.code { (secret::seed_in_words(seed)) } }
                    div { dt { "SHA-256 of “dejarik ” and the seed, shown before the game" } dd.code { (secret::commitment(seed)) } }
                }
                p.btns { a.btn.line href={ "/t/" (id) "/end" } { "Back to the summary" } a.btn.line href={ "/r/" (id) "/file" } { "Download" } }
            } }
        },
    )
}
