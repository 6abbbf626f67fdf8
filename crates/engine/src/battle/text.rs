//! Adapt and Velocity, chosen when the battle step of their arena starts (rules 1703 and 1761).

use super::Frame;
use crate::decision::{Ask, Choice, Why};
use crate::event::What;
use crate::frame::Flow;
use crate::game::Game;
use crate::state::Slot;
use crate::trigger;
use vocab::ability::{AbilityKind, Wrapper};
use vocab::{Arena, Keyword, Role, RuleNumber};

/// The choices of a unit, in this order: Velocity while its speed is unchanged, then Adapt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Velocity,
    Adapt,
}

/// Goes on with the next unit that has something to choose; then with what else triggers (rule 1102.1).
pub(super) fn next(game: &mut Game, arena: Arena, who: Role, after: Option<Slot>) -> Flow {
    match (undecided(game, arena, who, after), who) {
        (Some(_), _) => Flow::Ask,
        (None, Role::Dark) => Flow::next(Frame::Texts(arena, Role::Light, None)),
        (None, Role::Light) => Flow::push(Frame::StepChance(arena), trigger::Frame::Resolve),
    }
}

/// The next unit of a player, after this one, that has Adapt or Velocity. A unit with both adapts first.
fn undecided(game: &Game, arena: Arena, who: Role, after: Option<Slot>) -> Option<(Slot, Text)> {
    let mut units = game.units_of(who, arena);
    units.find_map(|unit| {
        let adapts = adapt_options(game, unit) > 0 && game.state.card(unit).adapted == 0;
        let has_velocity = game.now(unit).has(Keyword::Velocity);
        match Some(unit) > after {
            true if adapts => Some((unit, Text::Adapt)),
            true if has_velocity => Some((unit, Text::Velocity)),
            _ => None,
        }
    })
}

/// How many texts a unit can choose from by Adapt.
fn adapt_options(game: &Game, unit: Slot) -> usize {
    let facts = game.catalog.facts(game.state.card(unit).definition);
    let options = facts.abilities.iter().filter_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Wrapper(Wrapper::Adapt(texts)) => Some(texts.len()),
        _ => None,
    });
    options.max().unwrap_or(0)
}

pub(super) fn ask(
    game: &Game,
    arena: Arena,
    who: Role,
    after: Option<Slot>,
    choices: &mut Vec<Choice>,
) -> Option<Ask> {
    let (unit, text) = undecided(game, arena, who, after)?;
    match text {
        Text::Adapt => {
            choices.extend((0..adapt_options(game, unit) as u8).map(Choice::Option));
            Some(Ask::new(who, Why::Keyword(Keyword::Adapt), 1703, 1).about(unit))
        }
        Text::Velocity => {
            // Option 0 is faster, option 1 slower; 1761.2: slower only without Stealth.
            choices.extend([Choice::Pass, Choice::Option(0)]);
            if !game.now(unit).has(Keyword::Stealth) {
                choices.push(Choice::Option(1));
            }
            Some(Ask::new(who, Why::Keyword(Keyword::Velocity), 1761, 1).about(unit))
        }
    }
}

/// The unit has the chosen text, or its speed is changed, until end of turn (rules 1703.2, 1761.1).
pub(super) fn chosen(game: &mut Game, arena: Arena, who: Role, after: Option<Slot>, choice: Choice) -> Flow {
    let Some((unit, text)) = undecided(game, arena, who, after) else { return Flow::Ask };
    let rule = |section: u16| RuleNumber::new(section, 1);
    match (text, choice) {
        (Text::Adapt, Choice::Option(option)) => {
            game.state.card_mut(unit).adapted = option + 1;
            let what = What::Keyword { unit, keyword: Keyword::Adapt, value: i16::from(option) };
            game.note(what, rule(1703), Some(unit));
            // Velocity of the same unit comes next.
            return Flow::next(Frame::Texts(arena, who, after));
        }
        (Text::Velocity, Choice::Option(option)) => {
            let value = game.now(unit).value(Keyword::Velocity) * if option == 0 { 1 } else { -1 };
            game.state.card_mut(unit).velocity = i8::try_from(value).unwrap_or(0);
            let what = What::Keyword { unit, keyword: Keyword::Velocity, value };
            game.note(what, rule(1761), Some(unit));
        }
        _ => {}
    }
    Flow::next(Frame::Texts(arena, who, Some(unit)))
}
