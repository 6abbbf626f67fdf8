//! The end of a game: who won by which rule, how it turned, the dice and their proof.

use super::{page, rule};
use crate::secret;
use axum::response::Html;
use engine::What;
use engine::state::Outcome;
use maud::{Markup, html};
use table::Finished;
use table::series::Stands;
use table::tally::{Count, Weight};
use vocab::{Arena, Role};

/// The page.
pub fn end(game: Finished, id: &str, own: Option<Role>) -> Html<String> {
    let (names, sight) = (game.names(), game.sight());
    let (title, number) = match sight.outcome() {
        Some(Outcome::Won(who, number)) => {
            let title = if own == Some(who) {
                "You win!".to_string()
            } else {
                format!("{} wins.", names[who as usize])
            };
            (title, Some(number))
        }
        Some(Outcome::Draw(number)) => ("A draw.".to_string(), Some(number)),
        Some(Outcome::Stopped) => ("The game stopped.".to_string(), None),
        None => match game.lesson() {
            Some(lesson) => (format!("{}: done.", lesson.name), None),
            None => ("The game is still going on.".to_string(), None),
        },
    };
    let lesson = game.lesson();
    page(
        &title,
        "",
        &html! {
            section.verdict aria-labelledby="v-h" {
                div {
                    p.eyebrow { "After " (sight.turn()) @if sight.turn() == 1 { " turn, " } @else { " turns, " } (game.answers()) " decisions" }
                    h1 id="v-h" { (title) }
                    @if let Some(stands) = game.stands() { p { b { (of_match(game, stands, own)) } } }
                    @if let Some(reason) = game.reason() { p.lead { (reason) @if let Some(number) = number { " " (rule(number)) } } }
                    (decisive(game, id))
                    ul.arenas-won { @for arena in Arena::ALL {
                        @let who = sight.control(arena);
                        li data-side=[who.map(letter)] { (arena.name()) ", " (who.map_or("no one’s".to_string(), |who| if own == Some(who) { "yours".into() } else { format!("{}’s", names[who as usize]) })) }
                    } }
                }
                div.btns {
                    @if let Some(lesson) = lesson {
                        a.btn.main href="/learn" { "All lessons" }
                        form method="post" action={ "/learn/" (lesson.id) } { button.btn.line { "Take it again" } }
                    } @else { form method="post" action={ "/t/" (id) "/again" } { button.btn.main { @if game.match_goes_on() { "The next game of the match" } @else { "Rematch" } } } }
                    // Between two people swapping sides would show each the other's deck.
                    @if lesson.is_none() && !game.match_goes_on() && !(game.is_for_two() && own.is_some()) {
                        form method="post" action={ "/t/" (id) "/again" } { button.btn.line name="swap" value="1" { "Swap sides" } } }
                    a.btn.line href={ "/r/" (id) "/file" } { "Download replay" }
                    a.btn.line href={ "/r/" (id) "?at=0" } { "Watch again" }
                }
            }
            div.end-grid {
                section.box aria-labelledby="w-h" {
                    h2 id="w-h" { "How the game turned" }
                    (chart(game, id, own))
                    (points(game, id, own))
                    @if own.is_some() && lesson.is_none() { p.btns.later { a.btn.line href={ "/t/" (id) "/moments" } { "What could I have done better?" } } p.eyebrow { "Looks at your decisions apart from the dice; it takes a few seconds." } }
                }
                (dice(game, id, own))
                (numbers(game, own))
            }
        },
    )
}

/// How the match stands after the game.
fn of_match(game: Finished, stands: Stands, own: Option<Role>) -> String {
    let [dark, light] = stands.won;
    let score = match own {
        Some(Role::Light) => format!("{light} to {dark}"),
        _ => format!("{dark} to {light}"),
    };
    match stands.winner {
        Some(role) if own == Some(role) => format!("You’ve won the match, {score}."),
        Some(role) => format!("{} has won the match, {score}.", game.names()[role as usize]),
        None => format!("The match stands {score}."),
    }
}

/// The attack that decided the game, with the replay of it.
fn decisive(game: Finished, id: &str) -> Markup {
    let Some((decisive, account)) = game.decided() else { return html! {} };
    let names = game.cards_told(decisive.lines.start);
    let catalog = game.sight().catalog();
    html! {
        p.decisive { b { "The decisive attack" } ", turn " (decisive.turn) ": "
            @for (words, card) in table::parts(&account) { (words) @if let Some(card) = card {
                @match names.get(card).map(|id| catalog.definition(*id)) {
                    Some(definition) => span class=(definition.side.letter()) { (definition.to_string()) },
                    None => "a card",
                }
            } }
            " " a href={ "/r/" (id) "?at=" (decisive.answer) } { "Look" } }
    }
}

const fn letter(role: Role) -> &'static str {
    match role {
        Role::Dark => "D",
        Role::Light => "L",
    }
}

/// Where things are on the chart, in hundredths of its width and height.
struct Scale {
    last: f32,
    near: Role,
}

impl Scale {
    fn x(&self, answer: usize) -> f32 {
        answer as f32 / self.last * 100.0
    }

    fn y(&self, weight: &Weight) -> f32 {
        100.0 - of(self.near, weight.light) * 100.0
    }
}

/// The chance to win, answer by answer.
fn chart(game: Finished, id: &str, own: Option<Role>) -> Markup {
    let weights = &game.tally().weights;
    let last = weights.last().map_or(1, |weight| weight.answer.max(1));
    let scale = Scale { last: last as f32, near: own.unwrap_or(Role::Light) };
    let path: String = weights
        .iter()
        .enumerate()
        .map(|(i, weight)| {
            format!("{}{:.2} {:.2}", if i == 0 { "M" } else { "L" }, scale.x(weight.answer), scale.y(weight))
        })
        .collect();
    let filled = format!("{path}L100 50L0 50Z");
    // Where each turn starts; the setup has no number.
    let mut turns: Vec<&Weight> = Vec::new();
    for weight in weights.iter().filter(|weight| weight.turn > 0) {
        if turns.last().is_none_or(|turn| turn.turn != weight.turn) {
            turns.push(weight);
        }
    }
    let name =
        if own.is_some() { "Your".to_string() } else { format!("{}’s", game.player(scale.near).name) };
    let percent = |part: f32| format!("{part:.2}%");
    html! {
        figure.chart {
            div.plot {
                svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" {
                    title { (name) " chance to win, decision by decision" }
                    clipPath id="up" { rect width="100" height="50" {} }
                    clipPath id="dn" { rect y="50" width="100" height="50" {} }
                    path.grid d="M0 0H100M0 100H100" {}
                    @for turn in &turns { path.grid d=(format!("M{:.2} 0V100", scale.x(turn.answer))) {} }
                    path.half d="M0 50H100" {}
                    path.you clip-path="url(#up)" d=(filled) {}
                    path.foe clip-path="url(#dn)" d=(filled) {}
                    path.curve d=(path) {}
                }
                // Any point opens the game there; by keyboard the turning points below do.
                svg.marks aria-hidden="true" {
                    @for pair in weights.windows(2) {
                        a href={ "/r/" (id) "?at=" (pair[1].answer) } tabindex="-1" {
                            rect.spot x=(percent(scale.x(pair[0].answer))) width=(percent(scale.x(pair[1].answer) - scale.x(pair[0].answer))) height="100%" {}
                        }
                    }
                    @for (place, (weight, _)) in game.tally().turning_points().iter().enumerate() {
                        @let (x, y) = (percent(scale.x(weight.answer).clamp(1.4, 98.6)), percent(scale.y(weight).clamp(5.0, 95.0)));
                        circle cx=(x) cy=(y) r="10" {}
                        text x=(x) y=(y) dy="4" { (place + 1) }
                    }
                }
            }
            ol.ticks-y aria-hidden="true" { li { "100%" } li { "50%" } li { "0%" } }
            svg.ticks-x aria-hidden="true" { @for (place, turn) in turns.iter().enumerate() {
                @let end = turns.get(place + 1).map_or(last, |next| next.answer);
                @if scale.x(end) - scale.x(turn.answer) > 5.0 {
                    text x=(percent(f32::midpoint(scale.x(turn.answer), scale.x(end)))) y="13" { (if turns.len() > 8 { turn.turn.to_string() } else { format!("Turn {}", turn.turn) }) } }
            } }
            figcaption { (name) " chance to win, estimated with all cards open. Pick any point to look at the game there and play on." }
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

fn points(game: Finished, id: &str, own: Option<Role>) -> Markup {
    html! { ol.points-list { @for (place, (weight, swing)) in game.tally().turning_points().into_iter().enumerate() {
        @let towards = if swing > 0.0 { Role::Light } else { Role::Dark };
        @let good = own.unwrap_or(Role::Light) == towards;
        @let told: Vec<String> = game.lines().iter()
            .filter(|line| line.answer == weight.answer && matches!(line.what, What::Attacks { .. } | What::Damaged { .. } | What::Discarded { .. } | What::Deployed { .. } | What::Played { .. }))
            .filter_map(|line| game.told(line)).take(3).collect();
        @let told = if told.is_empty() { game.lines().iter().filter(|line| line.answer == weight.answer).filter_map(|line| game.told(line)).take(2).collect() } else { told };
        li {
            h3 { span.n { (place + 1) } span { "Turn " (weight.turn) } span.swing.good[good].bad[!good] { (format!("{:+.0}%", (of(own.unwrap_or(Role::Light), 0.5 + swing / 2.0) - 0.5) * 200.0)) } }
            p { (told.join(". ")) @if !told.is_empty() { "." } }
            form method="post" action={ "/r/" (id) "/continue" } {
                input type="hidden" name="at" value=(weight.answer.saturating_sub(1));
                button.linklike { "Continue from here" } " · " a href={ "/r/" (id) "?at=" (weight.answer) } { "Look" }
            }
        }
    } } }
}

fn dice(game: Finished, id: &str, own: Option<Role>) -> Markup {
    let order = match own {
        Some(role) => [role, role.other()],
        None => [Role::Light, Role::Dark],
    };
    let seed = game.seed();
    let most =
        Role::ALL.into_iter().flat_map(|role| game.tally().counts[role].faces).max().unwrap_or(0).max(1);
    html! {
        section.box aria-labelledby="d-h" {
            h2 id="d-h" { "The dice" }
            div.faces {
                span {} @for face in 1..=6 { span.die.hit[face >= 4] data-n=(face) { } }
                @for role in order {
                    @let count: &Count = &game.tally().counts[role];
                    span { (game.player(role).name) }
                    @for face in count.faces { span.b data-side=(letter(role)) {
                        @let height = u32::from(face) * 30 / u32::from(most);
                        svg viewBox="0 0 26 30" width="26" height="30" aria-hidden="true" { rect x="0" y=(30 - height) width="26" height=(height) {} }
                        (face) } }
                }
            }
            dl.pairs { @for role in order {
                @let faces = game.tally().counts[role].faces;
                @let all: u16 = faces.iter().sum();
                @let high: u16 = faces[3..].iter().sum();
                div { dt { (game.player(role).name) ": 4 or more" } dd { (high) " of " (all) ", expected " (all / 2) } }
            } }
            h3.later { "Check it yourself" }
            @if game.lesson().is_some() { p { "This was a lesson: the dice of its script were laid. Its file has them." } }
            @else { (super::fair::published(game.fairness(), &secret::seed_in_words(seed))) }
            p.code.later { "dejarik verify game-" (id) ".json" @if game.fairness().is_some() { " --promise promise-" (id) ".json" } }
            div.btns.later { a.btn.line href={ "/r/" (id) "/verify" } { "Verify now" } a.btn.line href={ "/t/" (id) "/log" } { "All rolls" } }
        }
    }
}

fn numbers(game: Finished, own: Option<Role>) -> Markup {
    let order = match own {
        Some(role) => [role, role.other()],
        None => [Role::Light, Role::Dark],
    };
    type Get = fn(&Count) -> u16;
    let rows: [(&str, Get); 6] = [
        ("Attacks", |count| count.attacks),
        ("Damage dealt", |count| count.damage),
        ("Damage prevented", |count| count.prevented),
        ("Units lost", |count| count.lost),
        ("Force spent", |count| count.force),
        ("Build points unspent", |count| count.unspent),
    ];
    html! {
        section.box.nums-box aria-labelledby="s-h" {
            h2.eyebrow id="s-h" { "In numbers: " span class=(letter(order[0])) { (game.player(order[0]).name) } " and " span class=(letter(order[1])) { (game.player(order[1]).name) } }
            dl.nums { @for (name, get) in rows {
                div { dt { (name) } dd { span class=(letter(order[0])) { (get(&game.tally().counts[order[0]])) } " " span.vh { "to" } " " span class=(letter(order[1])) { (get(&game.tally().counts[order[1]])) } } }
            } }
        }
    }
}

/// The result of checking a lesson: how many answers it has, or what doesn't hold.
pub fn verified_lesson(id: &str, result: &Result<usize, String>) -> Html<String> {
    page(
        "Verify",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Lesson " (id) }
                @match result {
                    Ok(answers) => { h1 { "Verified." } p.ok { "It comes to its end from its position with all " (answers) " decisions." } }
                    Err(reason) => { h1 { "Not verified." } p.lead.bad { (reason) } }
                }
                p.lead { "Anyone can repeat this with the downloaded file: " }
                p.code { "dejarik verify game-" (id) ".json" }
                p.btns { a.btn.line href={ "/t/" (id) "/end" } { "Back to the summary" } a.btn.line href={ "/r/" (id) "/file" } { "Download" } }
            } }
        },
    )
}

/// The result of checking a finished game.
pub fn verified(game: Finished, id: &str, result: &Result<(), String>) -> Html<String> {
    let seed = game.seed();
    page(
        "Verify",
        "",
        &html! {
            section.verdict { div {
                p.eyebrow { "Game " (id) }
                @match result {
                    Ok(()) => { h1 { "Verified." } p.ok { "Every card and every roll in all " (game.answers()) " decisions follows from the seed." }
                        p.lead { "The seed’s promise was not stored: this game is from before there were promises, and the server might have chosen it." } }
                    Err(reason) => { h1 { "Not verified." } p.lead.bad { (reason) } }
                }
                p.lead { "Anyone can repeat this with the downloaded file: " }
                p.code { "dejarik verify game-" (id) ".json" }
                dl.pairs { div { dt { "Seed" } dd.code { (secret::seed_in_words(seed)) } } }
                p.btns { a.btn.line href={ "/t/" (id) "/end" } { "Back to the summary" } a.btn.line href={ "/r/" (id) "/file" } { "Download" } }
            } }
        },
    )
}
