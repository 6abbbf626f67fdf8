//! A judge's position as a table: what either player would see, with choices that lead on. The address holds everything.

use super::settings::Settings;
use crate::pages::inspect;
use crate::pages::judge::table_address;
use crate::pages::table::sight::Sight;
use crate::pages::table::{Extra, Panel, page};
use crate::world::World;
use axum::response::Html;
use engine::state::Seed;
use engine::{Names, Viewer};
use table::setup::{GameSetup, Kind, Player};
use table::{Step, Table};
use vocab::Role;

/// What the address says.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The position and the script.
    q: String,
    /// Who looks: whoever is asked, unless it says so.
    seat: String,
    /// A card to look at.
    card: String,
    /// An answer: places of choices, one after the other.
    a: String,
}

impl Asked {
    /// Whether it is longer than any question.
    pub fn is_too_long(&self) -> bool {
        self.q.len() > 6000
            || self.q.lines().count() > 200
            || self.card.len() + self.a.len() + self.seat.len() > 100
    }
}

/// What comes of it.
pub enum Shown {
    /// A page, or a part of one.
    Page(Html<String>),
    /// The address of the position after the answer.
    Next(String),
    /// It can't be read: why.
    Unread(String),
}

/// A setup of two people without decks: the cards of a position are laid by its script.
pub fn setup(edition: &str) -> GameSetup {
    let player = |name: &str| Player {
        name: name.into(),
        kind: Kind::Person,
        deck: String::new(),
        cards: Names::default(),
        by_hand: Default::default(),
    };
    GameSetup {
        edition: edition.into(),
        seed: Seed::from(1),
        chance: Default::default(),
        roles: Default::default(),
        rules: 0,
        pocket: None,
        dark: player("Dark Side"),
        light: player("Light Side"),
        pace: Default::default(),
        undo: Default::default(),
        passing: Default::default(),
        from: None,
        scratch: None,
        watching: Default::default(),
        lesson: None,
        conditions: Default::default(),
    }
}

/// The text with an answer to its open question at its end; `None` if it isn't one that is offered.
fn answered(world: &World, text: &str, table: &Table, path: &str) -> Option<String> {
    let numbers: Vec<u16> = path.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let steps = table.run(table.asked()?, &numbers).ok()?;
    let mut text = text.trim_end().to_string();
    for step in steps {
        let Step::Answer { choice, .. } = step else { return None };
        let open = world.cards.judge(&text).ok()?.open?;
        text = format!("{text}\n{}", open.choices.get(usize::from(choice))?);
    }
    Some(text + "\n")
}

/// The position.
pub fn position(world: &World, asked: &Asked, settings: Settings, part: bool) -> Shown {
    let text = asked.q.replace('\r', "");
    let scenario = match dejarik::judge::parse(&text) {
        Ok(scenario) => scenario,
        Err(error) => return Shown::Unread(error.to_string()),
    };
    let edition = format!("{:?}", scenario.edition).to_lowercase();
    let Some((game, told)) = world.cards.reach_told(&scenario) else {
        let verdict = world.cards.judge_scenario(&scenario);
        let why = verdict.failures.first().map_or_else(|| "It has no table.".into(), ToString::to_string);
        return Shown::Unread(why);
    };
    let mut table = Table::around(game, told, setup(&edition));
    for who in Role::ALL {
        table.wishes[who].coach = false;
    }
    let seat = match asked.seat.as_str() {
        "dark" => Role::Dark,
        "light" => Role::Light,
        _ => table.asked().unwrap_or(Role::Light),
    };
    if !asked.a.is_empty() {
        return match answered(world, &text, &table, &asked.a) {
            Some(text) => Shown::Next(table_address(&text, None)),
            None => Shown::Unread("That isn’t offered here.".into()),
        };
    }
    let sight = Sight { live: false, ..Sight::new(world, table.seen(Viewer::Seat(seat)), "") };
    let card = (!asked.card.is_empty()).then(|| asked.card.parse().ok());
    if let (Some(card), true) = (card, part) {
        return Shown::Page(Html(inspect::inspect(&sight, card, !settings.drawn).into_string()));
    }
    let panel = card.map_or(Panel::Log, Panel::Card);
    Shown::Page(page(&sight, &Extra { panel, settings, position: Some(text), ..Extra::default() }))
}
