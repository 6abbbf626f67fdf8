//! The decks of a scenario, checked by the deck rules (chapter 4) like the files of players.

use crate::position::card_type;
use crate::scenario::{Expect, Placed, Scenario, Spot, What};
use crate::verdict::{Failure, Verdict};
use cards::deck::{Deck, Entry, Fault, ZoneName};
use cards::format::Format;
use cards::set_file::Row;
use cards::{Collection, SetFile};
use vocab::{CardType, EquipmentFit, Role, RuleNumber};

/// The set that the cards of a scenario are printed in.
const SET: &str = "JUDGE";

/// A scenario in which nothing is played: its decks are checked.
pub(crate) fn look_at(scenario: &Scenario) -> Verdict {
    let mut verdict = Verdict::default();
    for step in &scenario.steps {
        let checked = match &step.what {
            What::Expect(Expect::DeckFaults(who, rules)) => check(scenario, *who, rules),
            _ => {
                Err("`start deck` plays nothing: expect `dark deck legal` or `dark deck breaks 401.4`".into())
            }
        };
        let failure = |message| Failure { line: step.line, column: 0, message };
        verdict.failures.extend(checked.err().map(failure));
    }
    verdict
}

/// The deck breaks exactly these rules.
pub(crate) fn check(scenario: &Scenario, who: Role, expected: &[RuleNumber]) -> Result<(), String> {
    let faults = faults(scenario, who)?;
    let surprises: Vec<String> =
        faults.iter().filter(|fault| !expected.contains(&fault.rule)).map(ToString::to_string).collect();
    let missing = expected.iter().find(|rule| !faults.iter().any(|fault| fault.rule == **rule));
    match (&surprises[..], missing) {
        ([], None) => Ok(()),
        ([], Some(rule)) => Err(format!("the deck doesn't break rule {rule}")),
        (surprises, _) => Err(format!("the deck is wrong: {}", surprises.join("; "))),
    }
}

/// What is wrong with what a player brings: the cards in the deck and in the supply.
fn faults(scenario: &Scenario, who: Role) -> Result<Vec<Fault>, String> {
    let mut set = SetFile::new(SET);
    let mut deck = Deck::new("scenario");
    let mut rows: Vec<(&str, Row)> = Vec::new();
    for placed in scenario.cards.iter().filter(|placed| placed.who == who) {
        let zone = match placed.spot {
            Spot::Deck => ZoneName::Deck,
            Spot::Supply => ZoneName::Supply,
            _ => continue,
        };
        let name = placed.card.name.as_str();
        if !rows.iter().any(|(known, _)| *known == name) {
            let image = format!("{SET}{}", rows.len());
            rows.push((name, row(placed, scenario, &image)?));
        }
        deck.add(&zone, Entry::named(name), 1);
    }
    rows.into_iter().for_each(|(_, row)| set.push(row));
    let (collection, findings) = Collection::new([&set]);
    match findings.first() {
        Some(finding) => Err(finding.to_string()),
        None => Ok(cards::deck::check(&deck.resolve(&collection), &collection, &Format::open()).faults),
    }
}

/// A card of a scenario as a row of a set file.
fn row(placed: &Placed, scenario: &Scenario, image: &str) -> Result<Row, String> {
    let line = &placed.card;
    let kind = card_type(placed, scenario)?;
    let side = crate::position::side(placed);
    let (speed, power, health) = line.values.unwrap_or_default();
    let number = |n: i16| if kind.is_unit() { n.to_string() } else { String::new() };
    let fits = match kind {
        CardType::Unit(_) => String::new(),
        CardType::Equipment(Some(EquipmentFit::Location)) => "Location".to_string(),
        other => other.arenas().map(|arenas| arenas.to_string()).unwrap_or_default(),
    };
    let subtypes = match (fits.as_str(), line.subtypes.as_str()) {
        ("", subtypes) => subtypes.to_string(),
        (fits, "") => fits.to_string(),
        (fits, subtypes) => format!("{fits} - {subtypes}"),
    };
    let cost = if kind.is_built() { line.cost.to_string() } else { String::new() };
    Row::new([
        &line.name,
        SET,
        image,
        side.letter(),
        &kind.name(),
        &subtypes,
        &cost,
        &number(speed),
        &number(power),
        &number(health),
        "C",
        "",
        "",
        &line.text,
        "",
        "",
        "",
    ])
}
