//! Reports: a position of a game as a scenario, for whoever finds a ruling wrong.

use super::asker::{Asker, viewer};
use super::problem::Problem;
use crate::owner::Refusal;
use crate::pages;
use crate::pool::Class;
use crate::world::World;
use axum::extract::{Form, Query};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use engine::{Event, Game, Viewer};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use table::{Stage, Table};
use vocab::DefinitionId;

/// How many sentences of the story a report has.
const STORY: usize = 12;

/// The first question of the present step.
struct Begun {
    /// The game as it was then.
    game: Game,
    /// What led to that question.
    events: Vec<Event>,
    /// After how many answers it was asked.
    first: usize,
    /// The cards that the viewer has seen since, by their slots.
    known: Vec<Option<DefinitionId>>,
}

fn begun(table: &Table, who: Viewer) -> Result<Begun, Refusal> {
    let unreadable = |error: engine::ReplayError| Refusal::Unreadable(error.to_string());
    let mut moments = Vec::new();
    table.walk(|game| moments.push((game.whole().turn, game.whole().moment))).map_err(unreadable)?;
    let last = moments.last().copied();
    let first = moments.iter().rposition(|moment| Some(*moment) != last).map_or(0, |place| place + 1);
    let (mut found, mut place, mut known) = (None, 0, Vec::new());
    table
        .walk(|game| {
            let events = game.take_events();
            if place == first {
                found = Some((game.clone(), events));
            }
            if place >= first {
                let sight = game.sight(who);
                known.resize(game.whole().slots().count(), None);
                for (slot, known) in game.whole().slots().zip(&mut known) {
                    *known = known.or_else(|| sight.card(slot));
                }
            }
            place += 1;
        })
        .map_err(unreadable)?;
    let (game, events) = found.ok_or(Refusal::Missing)?;
    Ok(Begun { game, events, first, known })
}

/// How a card is written: one of the lab by its text, others by their names.
fn card(table: &Table, game: &Game, id: DefinitionId) -> String {
    let name = game.catalog().definition(id).to_string();
    match table.setup.scratch.as_ref().filter(|scratch| scratch.name == name) {
        None => format!("@{name}"),
        Some(scratch) => {
            let [cost, speed, power, health] = scratch.numbers;
            let kind = scratch.card_type.to_lowercase();
            let text = scratch.text.replace('"', "'");
            format!("{kind} {name} {speed}/{power}/{health} cost {cost} \"{text}\"")
        }
    }
}

/// The answers of the present step that led back to where they were given: to choose a card and take it back changes
/// nothing, and what was chosen can be a card that the report may not name.
fn idle(table: &Table, first: usize) -> Result<HashSet<usize>, Problem> {
    let mut marks = Vec::new();
    let walked = table.walk(|game| marks.push(game.whole().stable_hash()));
    walked.map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let (mut idle, mut place) = (HashSet::new(), first);
    while place < marks.len() {
        let again = marks.iter().rposition(|mark| *mark == marks[place]).unwrap_or(place);
        idle.extend(place..again);
        place = again + 1;
    }
    Ok(idle)
}

/// The scenario of a table's present position, as somebody may know it.
fn scenario(world: &World, table: &Table, who: Viewer) -> Result<String, Problem> {
    let Begun { game: begun, events, first, known } = begun(table, who)?;
    let seen = table.seen(who);
    let lines = seen.lines();
    let told: Vec<String> = lines[lines.len().saturating_sub(STORY)..]
        .iter()
        .filter_map(|line| seen.told(line).map(|told| format!("{told} ({})", line.rule)))
        .collect();
    let write = |game: &Game, id: DefinitionId| card(table, game, id);
    let answers = table.numbers();
    let idle = idle(table, first)?;
    let text = world.cards.report(who, (&begun, &events), (&table.game, known), &write, &told, |report| {
        let mut place = 0;
        let walked = table.walk(|game| {
            let events = game.take_events();
            if place > first {
                report.happened(&events);
            }
            if place >= first
                && !idle.contains(&place)
                && let Some(answer) = answers.get(place)
            {
                report.answer(game, usize::from(*answer));
            }
            place += 1;
        });
        // What can't be walked again has been refused above.
        debug_assert!(walked.is_ok());
    });
    Ok(text)
}

/// The position that is reported: after so many answers of a game that is over, as its replay shows it.
#[derive(Debug, Default, Deserialize)]
pub struct Reported {
    at: Option<usize>,
}

/// The report, to be looked at and changed.
pub async fn report(asker: Asker, Query(wanted): Query<Reported>) -> Result<Html<String>, Problem> {
    if asker.shot.table.stage() != Stage::Begun {
        return Err(Problem::conflict("The game hasn’t begun: there’s nothing to report."));
    }
    let (who, curtain) = viewer(&asker.shot.table, &asker.seats());
    let who = if curtain.is_some() { Viewer::Public } else { who };
    let (shot, game) = (asker.shot.clone(), asker.shot.game.clone());
    let text = asker
        .app
        .heavy(Class::Heavy, &asker.visitor, move || match wanted.at.filter(|_| shot.table.is_over()) {
            Some(at) => {
                let step = shot.table.step_of(at.min(shot.table.answers.len()));
                let unreadable = |error: engine::ReplayError| Refusal::Unreadable(error.to_string());
                scenario(&shot.world, &shot.table.as_of(step).map_err(unreadable)?, who)
            }
            None => scenario(&shot.world, &shot.table, who),
        })
        .await??;
    Ok(pages::report::report(&game, &text))
}

/// The report as a file.
pub async fn file(asker: Asker, Form(form): Form<HashMap<String, String>>) -> Result<Response, Problem> {
    let text = form.get("q").map(|text| text.replace('\r', "")).unwrap_or_default();
    if text.trim().is_empty() {
        return Err(Problem::bad("The report is empty."));
    }
    let expected = form.get("expected").map(|text| super::tidy::line(text, 400)).unwrap_or_default();
    let text = if expected.is_empty() { text } else { format!("# Expected: {expected}\n{text}") };
    let name = format!("attachment; filename=\"report-{}-{}.txt\"", asker.shot.game, asker.shot.table.number);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_string()), (CONTENT_DISPOSITION, name)], text)
        .into_response())
}

#[cfg(test)]
mod tests {
    use super::scenario;
    use crate::web::bytes::setup;
    use crate::world::World;
    use engine::Viewer;
    use engine::state::Where;
    use table::Table;
    use vocab::Role;

    #[test]
    fn a_report_of_any_position_runs_and_tells_nobody_what_they_cannot_know() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (mut reports, mut whole, mut searched) = (0, 0, 0);
        for seed in 1..=6_u64 {
            let mut table = Table::new(world.catalog.clone(), setup(seed), &[]).expect("a game");
            for answer in 0..240_usize {
                let choices = table.game.choices().len();
                if choices == 0 {
                    break;
                }
                let chosen = (answer * 7 + usize::try_from(seed).unwrap_or(0)) % choices;
                table.answer(u16::try_from(chosen).expect("few choices")).expect("an answer");
                if answer % 30 != 29 {
                    continue;
                }
                for role in Role::ALL {
                    let text =
                        scenario(&world, &table, Viewer::Seat(role)).unwrap_or_else(|_| panic!("no report"));
                    let verdict = world.cards.judge(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert!(verdict.holds(), "{verdict}\n{text}");
                    reports += 1;
                    whole += usize::from(!text.contains("sees this differently"));
                    // What only the opponent knows isn't in it.
                    let sight = table.game.sight(Viewer::Seat(role));
                    for slot in table.game.whole().zone(role.other(), Where::Hand) {
                        let name = table.game.name_of(slot);
                        let known =
                            table.game.whole().slots().any(|other| {
                                sight.card(other).is_some() && table.game.name_of(other) == name
                            });
                        let told = table.seen(Viewer::Seat(role)).lines().iter().any(|line| {
                            table.seen(Viewer::Seat(role)).told(line).is_some_and(|told| told.contains(&name))
                        });
                        if !known && !told {
                            searched += 1;
                            assert!(!text.contains(&name), "{name}\n{text}");
                        }
                    }
                }
            }
        }
        assert!(reports >= 40 && searched > 100, "{reports} reports, {searched} names");
        assert!(whole * 10 >= reports * 8, "only {whole} of {reports} reports are whole");
    }
}
