//! The calculator: the odds of one attack, by numbers or by two cards. The address holds its state.

mod fields;

use super::{decimal, page, percent};
use crate::world::World;
use axum::response::Html;
use fields::{
    ATTACKER, ATTACKER_WORDS, Asked, DEFENDER, DEFENDER_WORDS, Number, PLAYED, PREVENT, REROLL, THEIR_REROLL,
    Word, read,
};
use maud::{Markup, html};
use odds::{Attack, Distribution, Odds, Refusal, Sequence, SequenceOdds, StrikeKind};
use std::collections::{BTreeSet, HashMap};
use vocab::Keyword;

/// More names than this would make the page heavy; search knows all of them.
const MOST_NAMES: usize = 600;

/// The page for an address.
pub fn odds(world: &World, query: &HashMap<String, String>) -> Html<String> {
    let asked = read(world, query);
    let form = Form { query, asked: &asked };
    page(
        "Odds",
        "/odds",
        &html! {
            h1 { "Odds of an attack" }
            p.lead { "Two cards by name, or numbers of your own. Whatever you fill in replaces what a card says." }
            form.odds-form method="get" action="/odds" data-auto {
                div.versus.box {
                    (form.card("attacker", "Attacker"))
                    span.eyebrow { "attacks" }
                    (form.card("defender", "Defender"))
                    (names(world))
                    div.btns { button.btn.main { "Work it out" } a.btn.line href="/odds" { "Reset" } }
                }
                div data-results {
                    @for wrong in &asked.wrong { p.bad role="alert" { (wrong) } }
                    (answer(&asked.attack))
                    @if !asked.left_out.is_empty() {
                        section.box aria-labelledby="left" { h2 id="left" { "Not counted" } ul.left-out { @for left in &asked.left_out {
                            li { b { (left.card) } ": " (left.clause) " " span.eyebrow { "(" (left.reason) ")" } }
                        } } }
                    }
                }
                fieldset.box { legend { "Attacker" }
                    div.fields { @for number in &ATTACKER { (form.number(number, &asked.cards.attacker)) } }
                    div.checks { @for word in &ATTACKER_WORDS { (form.word(word)) } }
                    div.fields.wide {
                        (form.plain("overkill", "Overkill onto health", "–"))
                        (form.choice("reroll", "Lucky rerolls", &REROLL))
                    }
                }
                fieldset.box { legend { "Defender" }
                    div.fields { @for number in &DEFENDER { (form.number(number, &asked.cards.defender)) } }
                    div.checks { @for word in &DEFENDER_WORDS { (form.word(word)) } }
                    p.eyebrow { "Played in the attack, each with its price in Force" } div.fields.wide { @for (name, label) in PLAYED { (form.played(name, label)) } }
                    div.checks { (form.check("elsewhere", "Deflect at another unit")) (form.order()) }
                    div.fields.wide {
                        (form.plain("force", "Force to spend", "enough"))
                        (form.choice("prevent", "Pays for prevention", &PREVENT))
                        (form.choice("theirReroll", "Lucky rerolls", &THEIR_REROLL))
                    }
                }
            }
        },
    )
}

/// The names of all units, to choose from while typing.
fn names(world: &World) -> Markup {
    let units = world.cards.collection().printings().filter(|(_, card)| card.card_type.is_unit());
    let names: BTreeSet<&str> = units.map(|(_, card)| card.name.full()).take(MOST_NAMES + 1).collect();
    html! { @if names.len() <= MOST_NAMES { datalist id="units" { @for name in &names { option value=(name) {} } } } }
}

/// The form with what the address says.
struct Form<'a> {
    query: &'a HashMap<String, String>,
    asked: &'a Asked,
}

impl Form<'_> {
    fn value(&self, name: &str) -> &str {
        self.query.get(name).map_or("", |text| text.trim())
    }

    fn card(&self, name: &str, label: &str) -> Markup {
        html! { div.field { label for=(name) { (label) ", by name" }
        input id=(name) name=(name) list="units" maxlength="80" autocomplete="off" placeholder="A card, or leave it empty" value=(self.value(name)); } }
    }

    fn number<U>(&self, number: &Number<U>, card: &U) -> Markup {
        let usual = number.of(card).to_string();
        self.plain(number.name, number.label, &usual)
    }

    fn plain(&self, name: &str, label: &str, usual: &str) -> Markup {
        html! { div.field { label for=(name) { (label) } input id=(name) name=(name) type="number" min="-9" max="60" placeholder=(usual) value=(self.value(name)); } }
    }

    /// A keyword with its price.
    fn played(&self, name: &str, label: &str) -> Markup {
        let price = format!("{name}For");
        html! { div.field { label for=(name) { (label) }
        div.pair { input id=(name) name=(name) type="number" min="0" max="60" placeholder="X" value=(self.value(name));
            input id=(price) name=(price) type="number" min="0" max="60" placeholder="for 0" aria-label={ (label) ": price in Force" } value=(self.value(&price)); } } }
    }

    fn check(&self, name: &str, label: &str) -> Markup {
        html! { label.check { input type="checkbox" name=(name) value="1" checked[self.value(name) == "1"]; (label) } }
    }

    fn word(&self, word: &Word) -> Markup {
        let printed = self.asked.is_cards && word.is_in(&self.asked.cards);
        html! { label.check { input type="checkbox" name=(word.name) value="1" checked[printed || self.value(word.name) == "1"] disabled[printed]; (word.label) } }
    }

    fn order(&self) -> Markup {
        html! { label.check { input type="checkbox" name="luckyOrder" value="d" checked[self.value("luckyOrder") == "d"]; "The defender rerolls first" } }
    }

    fn choice(&self, name: &str, label: &str, all: &[(&str, &str)]) -> Markup {
        html! { div.field { label for=(name) { (label) } select id=(name) name=(name) {
            @for (place, (word, words)) in all.iter().enumerate() { option value=(if place == 0 { "" } else { word }) selected[self.value(name) == *word] { (words) } }
        } } }
    }
}

fn answer(attack: &Attack) -> Markup {
    let odds = match attack.odds() {
        Ok(odds) => odds,
        Err(refusal) => return refused(&refusal),
    };
    let exact = attack.exact().ok().flatten();
    let left = attack.defender.health.map(|health| health.saturating_sub(attack.defender.counters).max(1));
    html! {
        section.box aria-labelledby="res" {
            h2 id="res" { (odds.dice) @if odds.dice == 1 { " die: " } @else { " dice: " } (format!("{:.2}", odds.damage.mean())) " damage on average" @if let Some(exact) = &exact { small.eyebrow { " exactly " (exact.mean) } } }
            div.odds-grid { div { (chart(&odds.damage, left)) (numbers(attack, &odds)) } (table(&odds.damage, left)) }
        }
        @if attack.attacker.tenacity > 0 || attack.attacker.has(Keyword::DoubleStrike) {
            (several(attack, left))
        }
    }
}

fn refused(refusal: &Refusal) -> Markup {
    html! { p.lead.bad role="status" { (refusal) } }
}

/// What the keywords do beside the damage: only what there is.
fn numbers(attack: &Attack, odds: &Odds) -> Markup {
    let (attacker, defender) = (&attack.attacker, &attack.defender);
    let mut rows = vec![("Hits", decimal(odds.hits.mean()))];
    if let Some(chance) = odds.destroyed {
        rows.push(("Destroyed", percent(chance)));
    }
    rows.push(("At least 1 damage", percent(odds.damage.at_least(1))));
    if odds.back.mean() > 0.0 {
        rows.push(("Damage back", decimal(odds.back.mean())));
    }
    if let Some(chance) = odds.attacker_destroyed.filter(|chance| *chance > 0.0) {
        rows.push(("Attacker destroyed", percent(chance)));
    }
    if odds.force > 0.0 {
        rows.push(("Force they spend", decimal(odds.force)));
    }
    for (is_there, name, chance) in [
        (attacker.stun > 0, "Stun works", odds.damaged),
        (attacker.focus > 0, "Focus works", odds.focused),
        (true, "A natural 6", odds.six),
        (true, "A natural 1", odds.one),
    ] {
        if is_there {
            rows.push((name, percent(chance)));
        }
    }
    let plays = |keyword: Keyword| defender.preventions.iter().any(|played| played.kind.keyword() == keyword);
    if plays(Keyword::Persuade) {
        rows.push(("Power they take by Persuade", decimal(odds.persuaded)));
    }
    if plays(Keyword::Absorb) {
        rows.push(("Power they gain by Absorb", decimal(odds.absorbed)));
    }
    if let Some(neighbour) = &odds.neighbour {
        rows.push(("Overkill damage", decimal(neighbour.damage.mean())));
        if let Some(chance) = neighbour.destroyed {
            rows.push(("Other unit destroyed", percent(chance)));
        }
    }
    html! { dl.nums { @for (name, value) in rows { div { dt { (name) } dd { (value) } } } } }
}

/// Tenacity and Double Strike: everything that follows from one attack.
fn several(attack: &Attack, left: Option<u32>) -> Markup {
    let sequence = Sequence {
        attackers: vec![attack.attacker.clone()],
        defender: attack.defender.clone(),
        first: attack.first,
    };
    let odds: SequenceOdds = match sequence.odds() {
        Ok(odds) => odds,
        Err(refusal) => return refused(&refusal),
    };
    html! {
        section.box aria-labelledby="all" {
            h2 id="all" { "With all attacks: " (format!("{:.2}", odds.damage.mean())) " damage on average" }
            div.odds-grid { div {
                (chart(&odds.damage, left))
                dl.nums {
                    @if let Some(chance) = odds.destroyed { div { dt { "Destroyed" } dd { (percent(chance)) } } }
                    @for strike in &odds.strikes { div { dt { (match strike.kind {
                        StrikeKind::Turn => "First attack",
                        StrikeKind::Tenacity => "Tenacity",
                        StrikeKind::DoubleStrike => "Double Strike",
                    }) " happens" } dd { (percent(strike.chance)) } } }
                }
            } (table(&odds.damage, left)) }
        }
    }
}

fn table(damage: &Distribution, left: Option<u32>) -> Markup {
    let left = left.map(|left| left as usize);
    html! {
        table.plain-table { caption.vh { "Chances of damage" } thead { tr { th { "Damage" } th { "Exactly" } th { "At least" } } }
            tbody { @for (number, chance) in damage.chances().iter().enumerate() { tr.kill[left.is_some_and(|left| number >= left)] { th scope="row" { (number) } td { (format!("{:.2} %", chance * 100.0)) } td { (format!("{:.2} %", damage.at_least(number) * 100.0)) } } } } }
    }
}

/// The chances as bars, with both axes named. What destroys the unit is red.
fn chart(damage: &Distribution, left: Option<u32>) -> Markup {
    let chances = damage.chances();
    let left = left.map(|left| left as usize);
    let most = chances.iter().copied().fold(0.0_f64, f64::max).max(0.01);
    // The axis ends at a round number above the highest bar.
    let step = [0.02, 0.05, 0.1, 0.2, 0.25].into_iter().find(|step| most / step <= 4.0).unwrap_or(0.25);
    let ticks = (most / step).ceil().max(1.0);
    let top = ticks * step;
    let (width, height, from) = (560.0, 190.0, 46.0);
    let bar = ((width - from) / chances.len().max(1) as f64).min(84.0);
    let y = |chance: f64| 12.0 + (height - 12.0) * (1.0 - chance / top);
    html! {
        svg.chart viewBox="0 0 560 240" role="img" {
            title { "Chances of damage: " @for (number, chance) in chances.iter().enumerate() { (number) " " (percent(*chance)) ", " } }
            @for tick in 0..=(ticks as u32) {
                @let chance = f64::from(tick) * step;
                line.grid x1="46" x2="560" y1=(format!("{:.1}", y(chance))) y2=(format!("{:.1}", y(chance))) {}
                text.y x="40" y=(format!("{:.1}", y(chance) + 4.0)) { (format!("{:.0}%", chance * 100.0)) }
            }
            @for (number, chance) in chances.iter().enumerate() {
                @let x = from + bar * number as f64;
                rect.kill[left.is_some_and(|left| number >= left)] x=(format!("{:.1}", x + bar * 0.1)) width=(format!("{:.1}", bar * 0.8)) y=(format!("{:.1}", y(*chance).min(height - 1.0))) height=(format!("{:.1}", (height - y(*chance)).max(1.0))) {}
                @if bar >= 17.0 || number % 2 == 0 { text.x x=(format!("{:.1}", x + bar / 2.0)) y="206" { (number) } }
            }
            text.axis x="46" y="232" { "Damage" @if left.is_some() { "; red: the defender is destroyed" } }
            text.axis.up x="46" y="8" { "Chance" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fields::{ATTACKER, DEFENDER, PLAYED, read};
    use super::odds;
    use crate::pages::table::tests::world;
    use odds::{PreventionKind, Retaliate, Roller};
    use std::collections::HashMap;
    use vocab::Keyword;

    fn query(text: &str) -> HashMap<String, String> {
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, value)| (name.to_string(), value.replace('+', " "))).collect()
    }

    #[test]
    fn two_cards_by_name_meet_and_what_is_filled_in_goes_first() {
        let world = world();
        let asked = read(&world, &query("attacker=ulesse+dral+a&defender=ilara+venn+a"));
        let matchup = world.cards.matchup("Ulesse Dral (A)", "Ilara Venn (A)").expect("two units");
        assert_eq!(asked.wrong, Vec::<String>::new());
        assert_eq!(
            (&asked.attack.attacker, &asked.attack.defender),
            (&matchup.attack.attacker, &matchup.attack.defender)
        );
        assert_eq!(asked.attack.first, Roller::Attacker, "1738.5: Dark rerolls first");
        assert!(asked.is_cards);
        let other = read(&world, &query("attacker=ulesse+dral+a&defender=ilara+venn+a&power=9&health=7"));
        assert_eq!((other.attack.attacker.power, other.attack.defender.health), (9, Some(7)));
        assert_eq!(other.cards, asked.attack, "the fields show what the cards say");
        // The names are said back, and what is empty shows the card's number.
        let page = odds(&world, &query("attacker=ulesse+dral+a&defender=ilara+venn+a")).0;
        let power = format!("placeholder=\"{}\"", matchup.attack.attacker.power);
        assert!(page.contains(&power) && page.contains("value=\"ulesse dral a\""), "{page}");
    }

    #[test]
    fn a_name_that_fits_several_cards_or_none_is_asked_back() {
        let world = world();
        for (text, expected) in [
            ("attacker=ilara+venn&defender=ulesse+dral+a", "Which “ilara venn”? Ilara Venn (A)"),
            ("attacker=ulesse+dral+a&defender=Qqqqq+Zzzz", "There’s no card called “Qqqqq Zzzz” here."),
            ("attacker=ulesse+dral+a", "Name the card that defends, too."),
            ("attacker=The+Long+Negotiation&defender=ulesse+dral+a", "only units fight"),
            ("power=x", "Power: “x” isn’t a whole number."),
        ] {
            let asked = read(&world, &query(text));
            assert!(asked.wrong.iter().any(|wrong| wrong.contains(expected)), "{text}: {:?}", asked.wrong);
        }
    }

    #[test]
    fn every_keyword_of_the_command_line_has_a_field() {
        let world = world();
        let numbers: Vec<String> = ATTACKER
            .iter()
            .map(|field| field.name)
            .chain(DEFENDER.iter().map(|field| field.name))
            .chain(PLAYED.iter().map(|(name, _)| *name))
            .enumerate()
            .map(|(place, name)| format!("{name}={}", place % 3 + 1))
            .collect();
        let words =
            "doubledamage=1&doublestrike=1&ferocity=1&cunning=1&aarmor=1&armor=1&fortitude=1&elsewhere=1";
        let text = format!(
            "{}&{words}&overkill=3&evadeFor=2&retaliateFor=1&force=4&prevent=saves&luckyOrder=d",
            numbers.join("&")
        );
        let attack = read(&world, &query(&text)).attack;
        let (attacker, defender) = (&attack.attacker, &attack.defender);
        for (place, field) in ATTACKER.iter().enumerate() {
            assert_eq!(field.of(attacker), i32::try_from(place % 3 + 1).expect("small"), "{}", field.name);
        }
        for (place, field) in DEFENDER.iter().enumerate() {
            let place = place + ATTACKER.len();
            assert_eq!(field.of(defender), i32::try_from(place % 3 + 1).expect("small"), "{}", field.name);
        }
        for keyword in [
            Keyword::DoubleDamage,
            Keyword::DoubleStrike,
            Keyword::Ferocity,
            Keyword::Cunning,
            Keyword::Armor,
            Keyword::Overkill,
        ] {
            assert!(attacker.has(keyword), "{keyword}");
        }
        assert!(defender.has(Keyword::Armor) && defender.has(Keyword::Fortitude));
        let played: Vec<PreventionKind> = defender.preventions.iter().map(|played| played.kind).collect();
        assert_eq!(played.len(), PreventionKind::ALL.len(), "{played:?}");
        assert_eq!(defender.preventions[0].force, 2, "Evade for 2 Force");
        assert!(matches!(defender.retaliates[..], [Retaliate { force: 1, .. }]));
        assert_eq!((defender.force, attack.first), (Some(4), Roller::Defender));
    }

    #[test]
    fn the_force_that_can_be_spent_limits_what_is_prevented() {
        let world = world();
        let mean = |force: &str| {
            let text = format!("power=6&health=9&evade=2&evadeFor=2{force}");
            read(&world, &query(&text)).attack.odds().expect("odds").damage.mean()
        };
        assert!(mean("&force=1") > mean("&force=2"), "one Force doesn’t pay for it");
        assert!((mean("&force=2") - mean("")).abs() < 1e-9, "an empty field is enough Force");
    }

    #[test]
    fn the_chart_names_its_axes_and_several_attacks_are_added_up() {
        let page = odds(&world(), &query("power=4&health=3&doublestrike=1")).0;
        for expected in [
            "Chance</text>",
            "Damage; red: the defender is destroyed</text>",
            "With all attacks:",
            "Double Strike happens",
        ] {
            assert!(page.contains(expected), "{expected}");
        }
    }
}
