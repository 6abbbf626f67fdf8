//! The attack lane: who attacks whom, the dice, the sum, what lands, and what the chances were.

use super::sight::Sight;
use crate::pages::{face, histogram, means, percent};
use engine::Mode;
use engine::state::Where;
use maud::{Markup, html};
use table::lane::Lane;
use vocab::{Arena, Counter};

const STEPS: [(u16, &str); 6] = [
    (1106, "Before the roll"),
    (1107, "Dice"),
    (1108, "Damage"),
    (1109, "Prevention"),
    (1110, "Damage lands"),
    (1112, "End"),
];

/// Whether the last attack is shown in this arena: there, or from there.
pub fn belongs(sight: &Sight, arena: Arena) -> bool {
    let Some(lane) = sight.seen.lane() else { return false };
    let there = |slot| sight.card(slot).is_some_and(|card| card.place == Where::Arena(arena));
    let attack = sight.view.attack.as_ref();
    let declared = attack.is_some_and(|attack| attack.from == Where::Arena(arena));
    declared || there(lane.attacker) || there(lane.defender) || lane.discarded
}

/// The lane of the last attack.
pub fn lane(sight: &Sight) -> Markup {
    let Some(lane) = sight.seen.lane() else { return html! {} };
    let hidden = sight.dice_hidden();
    let how = match lane.mode {
        Mode::Normal => "attacks",
        Mode::Bombard => "bombards",
        Mode::Barrage => "barrages",
        Mode::IonCannon => "fires its ion cannon at",
    };
    let [attacker, defender] = &lane.names;
    let step = lane.step().section;
    html! {
        section.lane.over[lane.over] tabindex="0" data-tips=".need, .sum dl > div, .pending, .odds" aria-labelledby="lane-h" {
            div.lane-title {
                h3 id="lane-h" {
                    span class=(sight.side_of(lane.attacker)) { (attacker) } " " i { (how) } " "
                    span class=(sight.side_of(lane.defender)) { (defender) }
                }
                @if lane.over { p.eyebrow { "last attack" } } @else {
                    ol.steps aria-label="Steps of the attack" {
                        @for (section, name) in STEPS { li aria-current=[(section == step).then_some("step")] { (name) } }
                    }
                }
            }
            p.need title=(means::need(lane.power, lane.need.clamp(1, 7))) {
                b { (lane.power.max(0)) " power, hit on " (lane.need.clamp(1, 7)) "+" }
                @for why in &lane.need_why { " " span { (why) } }
            }
            (dice(lane, hidden))
            (sum(lane, hidden))
            (odds(sight, lane, hidden))
        }
    }
}

fn dice(lane: &Lane, hidden: bool) -> Markup {
    html! {
        ol.dice aria-label="Dice of the attack" {
            @for die in &lane.dice {
                @if hidden { li { span.die.blank {} span.vh { "hidden" } } } @else {
                    @let hit = i16::from(die.natural) >= lane.need;
                    li {
                        span.die.hit[hit] data-n=(die.natural) {}
                        span.vh { (die.natural) @if hit { ", hit" } @else { ", miss" } }
                        @if let Some(was) = die.was { span { s { (was) } span.vh { " rerolled" } } }
                    }
                }
            }
            @if lane.dice.is_empty() && !lane.over { li.none { "not rolled yet" } }
        }
    }
}

fn sum(lane: &Lane, hidden: bool) -> Markup {
    if hidden {
        return html! { div.sum { p.pending { "hidden by Cunning" } } };
    }
    let Some(hits) = lane.hits else { return html! { div.sum {} } };
    html! {
        div.sum {
            dl {
                div title=(means::HITS) { dt { "Hits" } dd { (hits) } }
                @for (keyword, value) in lane.keywords.iter().rev().take(2) { @if *value != 0 { div title=(means::keyword(*keyword, keyword.name())) { dt { (keyword.name()) } dd { (value) } } } }
                @if lane.prevented > 0 { div title=(means::PREVENTED) { dt { "Prevented" } dd { "−" (lane.prevented) } } }
            }
            @if lane.over || lane.placed > 0 {
                p.pending title=(means::LANDS) { b { (lane.placed) } @if lane.discarded { "damage, destroyed" } @else { "damage" } }
            } @else if let Some(pending) = lane.pending {
                p.pending title=(means::LANDS) { b { (pending.saturating_sub(lane.prevented)) } "damage coming" }
            }
        }
    }
}

fn odds(sight: &Sight, lane: &Lane, hidden: bool) -> Markup {
    let Some(odds) = &lane.odds else { return html! { div.odds {} } };
    let chances: Vec<f64> = odds.damage.chances().iter().copied().take(12).collect();
    let defender = sight.card(lane.defender);
    let left = defender.and_then(|card| card.values).map(|(_, _, health)| health);
    let damage = defender.map_or(0, |card| face::counters(card, Counter::Damage));
    let before = i16::from(damage) - i16::from(lane.placed);
    let mark = left.and_then(|health| usize::try_from(health - before).ok()).filter(|_| !lane.discarded);
    let here = lane.over.then_some(usize::from(lane.placed)).filter(|_| !hidden);
    html! {
        div.odds title=(means::ODDS) {
            (histogram(&chances, mark, here))
            span { @if lane.over { "was " } @match odds.destroyed { Some(chance) => { (percent(chance)) " destroyed" }, None => { (super::super::decimal(odds.damage.mean())) " damage on average" } } }
            @let uncounted = super::offer::uncounted(sight, lane.attacker, lane.defender);
            @if !uncounted.is_empty() { span.eyebrow title=(uncounted.join("\n")) { (without(uncounted.len())) } }
        }
    }
}

/// How many texts the odds don't count.
pub fn without(texts: usize) -> String {
    if texts == 1 { "1 text isn’t counted".into() } else { format!("{texts} texts aren’t counted") }
}
