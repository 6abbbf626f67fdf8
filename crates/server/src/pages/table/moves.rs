//! What can I do? Everything that the question allows, sorted by kind, the likeliest first; and what isn't possible now,
//! with the reason and when it will be.

use super::prompt::price_words;
use super::sight::{Offered, Sight};
use super::why_not;
use crate::pages::rule;
use engine::state::Where;
use engine::{Choice, SeenCard, Spot};
use maud::{Markup, html};

/// A kind of thing to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Attack,
    Force,
    Cards,
    Build,
    Units,
    Choose,
    Nothing,
}

impl Kind {
    const ALL: [(Kind, &'static str); 7] = [
        (Kind::Attack, "Attack"),
        (Kind::Force, "Abilities"),
        (Kind::Cards, "Cards"),
        (Kind::Build, "Build and place"),
        (Kind::Units, "Move and stack"),
        (Kind::Choose, "Choose"),
        (Kind::Nothing, "Nothing more"),
    ];

    fn of(sight: &Sight, choice: Choice) -> Kind {
        match choice {
            Choice::Attack(..) => Kind::Attack,
            Choice::Use(..) | Choice::Keyword(..) => Kind::Force,
            Choice::Play(card) | Choice::PlayBy(card, _) => {
                let is_built = sight.card(card).is_some_and(|card| card.place == Where::BuildZone);
                if is_built { Kind::Build } else { Kind::Cards }
            }
            Choice::Put(_, Spot::BuildZone) => Kind::Build,
            Choice::Put(card, _) if sight.card(card).is_some_and(|card| card.place == Where::Hand) => {
                Kind::Build
            }
            Choice::Put(..) => Kind::Units,
            Choice::Card(_) if sight.is_building() => Kind::Build,
            Choice::Pass | Choice::Done | Choice::No | Choice::Back => Kind::Nothing,
            _ => Kind::Choose,
        }
    }
}

/// How likely an attack destroys its target, without a number.
const fn likely(destroyed: f64) -> &'static str {
    match destroyed {
        chance if chance >= 0.95 => "almost surely destroyed",
        chance if chance > 0.6 => "likely destroyed",
        chance if chance >= 0.4 => "a toss-up",
        chance if chance > 0.05 => "unlikely to be destroyed",
        _ => "hardly ever destroyed",
    }
}

/// What a choice brings, in a few words.
fn use_of(offer: &Offered) -> String {
    if offer.idle {
        return "no effect now".into();
    }
    if let Some(destroyed) = offer.odds.as_ref().and_then(|odds| odds.destroyed) {
        return likely(destroyed).into();
    }
    let results: Vec<&str> = offer.results.iter().map(|told| &*told.words).collect();
    if !results.is_empty() {
        return results.join(", ");
    }
    // A title that is the text already says it.
    let text = offer.body.first().cloned().unwrap_or_default();
    let effect = text.split_once('→').map_or(&*text, |(_, effect)| effect.trim());
    let is_said = offer.title.contains(effect.trim_end_matches('…'));
    if is_said { String::new() } else { text }
}

/// The list; `shares` says how good each choice looks at first sight, in the order of the question.
pub fn moves(sight: &Sight, shares: &[f32]) -> Markup {
    let share = |offer: &Offered| {
        let place = offer.path.split(',').next().and_then(|first| first.parse::<usize>().ok());
        place.and_then(|place| shares.get(place)).copied().unwrap_or(0.0)
    };
    let mut offers: Vec<&Offered> = sight.offers.iter().filter(|offer| offer.listed).collect();
    offers.sort_by(|one, other| one.idle.cmp(&other.idle).then(share(other).total_cmp(&share(one))));
    let later = not_now(sight);
    html! { article.moves aria-labelledby="can-h" {
        h3 id="can-h" { "What can I do?" }
        @if sight.decision.is_none() { p { "You aren’t asked anything right now. You can look at every card and read the log." } }
        @for (kind, name) in Kind::ALL {
            @let own: Vec<&&Offered> = offers.iter().filter(|offer| Kind::of(sight, offer.choice) == kind).collect();
            @if !own.is_empty() { section { h4 { (name) } ul { @for offer in own { li {
                button.linklike form="answer" name="a" value=(offer.path) { (offer.title) }
                @if let Some(price) = price_words(offer) { " (" (price) ")" }
                @let told = use_of(offer);
                @if !told.is_empty() { ": " (told) }
            } } } } }
        }
        @if !later.is_empty() { section.later-on { h4 { "Not now" } ul { @for (name, (why, number)) in &later { li { b { (name) } ". " (why) ". " (rule(*number)) } } } } }
    } }
}

/// What isn't possible now: of the viewer's own cards, and of the units that could be attacked another time.
fn not_now(sight: &Sight) -> Vec<(String, why_not::Reason)> {
    let Some(decision) = &sight.decision else { return Vec::new() };
    let is_near = |card: &&SeenCard| card.controller == decision.who || matches!(card.place, Where::Arena(_));
    let mut told: Vec<(String, why_not::Reason)> = Vec::new();
    for card in sight.view.cards.iter().filter(is_near) {
        for (name, reason) in why_not::all(sight, card) {
            // Nobody wonders why a friend isn't a target.
            let is_plain =
                reason.1 == engine::Refusal::OwnSide.rule() || reason.1 == engine::Refusal::NotAUnit.rule();
            if !is_plain && told.iter().all(|(other, own)| *other != name || *own != reason) {
                told.push((name, reason));
            }
        }
    }
    told
}
