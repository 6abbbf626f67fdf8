//! The table as a screen: the arenas side by side, drawn anew for every question.

use super::seat::Seat;
use crate::board;
use crate::output::{BOLD, FAINT, Out, TERM, count, cut, paint};
use engine::state::Where;
use std::borrow::Cow;
use std::io;
use unicode_width::UnicodeWidthStr;
use vocab::{Arena, Role};

/// Takes the cursor to the upper left corner of an empty screen.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Below this width the arenas stand one below the other.
const SIDE_BY_SIDE: usize = 72;

/// Empties the screen.
pub fn clear(out: &mut Out) -> io::Result<()> {
    out.raw(CLEAR)
}

/// Draws the table: the opponent above, the player below, the arenas between them.
pub fn draw(out: &mut Out, seat: &Seat, title: &str, names: [&str; 2]) -> io::Result<()> {
    out.line(paint(BOLD, title))?;
    let other = seat.who.other();
    player(out, seat, other, names[other as usize])?;
    zone(out, seat, other, Where::EventZone, "Event")?;
    zone(out, seat, other, Where::BuildZone, "Build zone")?;
    arenas(out, seat, names)?;
    zone(out, seat, seat.who, Where::BuildZone, "Build zone")?;
    zone(out, seat, seat.who, Where::EventZone, "Event")?;
    zone(out, seat, seat.who, Where::Hand, "Hand")?;
    player(out, seat, seat.who, &format!("{} (you)", names[seat.who as usize]))
}

/// A player's numbers.
fn player(out: &mut Out, seat: &Seat, who: Role, name: &str) -> io::Result<()> {
    let player = &seat.view.players[who];
    let numbers = [
        format!("{} Force", player.force),
        count(player.build.into(), "build point", "build points"),
        format!("{} in hand", count(player.hand.into(), "card", "cards")),
        format!("{} in the deck", player.deck),
    ];
    out.hanging("", "    ", &format!("{}: {}", paint(BOLD, name), numbers.join(", ")))
}

/// The cards of a zone, if there are any.
fn zone(out: &mut Out, seat: &Seat, who: Role, place: Where, label: &str) -> io::Result<()> {
    let cards = board::cards(seat.game, &seat.view, who, place);
    if cards.is_empty() {
        return Ok(());
    }
    out.hanging(&format!("  {label}: "), "    ", &cards.join("; "))
}

fn arenas(out: &mut Out, seat: &Seat, names: [&str; 2]) -> io::Result<()> {
    let arenas = [Arena::Space, Arena::Ground, Arena::Character];
    if out.width < SIDE_BY_SIDE {
        for arena in arenas {
            out.line(paint(TERM, &heading(seat, arena, names)))?;
            for who in [seat.who.other(), seat.who] {
                for unit in board::cards(seat.game, &seat.view, who, Where::Arena(arena)) {
                    out.hanging(if who == seat.who { "  > " } else { "  < " }, "      ", &unit)?;
                }
            }
        }
        return Ok(());
    }
    let width = (out.width - 4) / 3;
    let headings = arenas.map(|arena| vec![heading(seat, arena, names)]);
    rows(out, width, &headings, |text| paint(TERM, text))?;
    for who in [seat.who.other(), seat.who] {
        let cells = arenas.map(|arena| {
            let units = board::cards(seat.game, &seat.view, who, Where::Arena(arena));
            let options = textwrap::Options::new(width).subsequent_indent("  ");
            let lines = units.iter().flat_map(|unit| textwrap::wrap(unit, &options));
            lines.map(Cow::into_owned).collect::<Vec<String>>()
        });
        rows(out, width, &cells, str::to_string)?;
        if who != seat.who {
            out.line(paint(FAINT, &"─".repeat(width * 3 + 4)))?;
        }
    }
    Ok(())
}

/// The name of an arena, and who controls it.
fn heading(seat: &Seat, arena: Arena, names: [&str; 2]) -> String {
    match seat.sight().control(arena) {
        Some(who) if who == seat.who => format!("{} (yours)", arena.name()),
        Some(who) => format!("{} ({})", arena.name(), names[who as usize]),
        None => arena.name().to_string(),
    }
}

/// Three columns of lines side by side.
fn rows(
    out: &mut Out,
    width: usize,
    columns: &[Vec<String>; 3],
    style: impl Fn(&str) -> String,
) -> io::Result<()> {
    let height = columns.iter().map(Vec::len).max().unwrap_or_default();
    for row in 0..height {
        let cells = columns.iter().map(|lines| {
            let text = cut(lines.get(row).map_or("", String::as_str), width);
            let room = " ".repeat(width.saturating_sub(text.width()));
            format!("{}{room}", style(&text))
        });
        out.line(cells.collect::<Vec<String>>().join("  "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::commands::play::NAMES;
    use crate::commands::play::seat::Seat;
    use crate::output::Out;
    use crate::source::Cards;
    use engine::Game;
    use engine::state::{Options, Seed};
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};
    use unicode_width::UnicodeWidthStr;
    use vocab::Role;

    /// What was written, for whoever drew it.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, data: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").write(data)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A game in its fourth turn, drawn for a player.
    fn drawn(width: usize, who: Role) -> String {
        let cards = Cards::core();
        let catalog = cards.catalog().expect("CORE compiles");
        let deck = |name: &str| {
            let read = cards.read_deck(name).expect("a deck");
            cards.playable(&read.deck, &catalog).expect("a whole deck")
        };
        let setup = engine::Setup {
            dark: deck("Droid Army"),
            light: deck("Diplomats"),
            seed: Seed::from(3),
            options: Options::default(),
        };
        let mut game = Game::with_listener(catalog.clone(), &setup, None).expect("a game");
        let mut players = Role::ALL.map(|_| ai::Player::new(ai::Level::Skilled, 3));
        while let Some(decision) = game.decision().filter(|_| game.sight(engine::Viewer::Public).turn() < 3) {
            let choice = players[decision.who as usize].choose(game.seat(decision.who));
            game.answer(choice).expect("a choice");
        }
        let paper = Paper::default();
        let mut out = Out::plain(Box::new(paper.clone()), width);
        draw(&mut out, &Seat::new(&cards, &game, who), "Turn 3", NAMES).expect("drawn");
        let data = paper.0.lock().expect("no panic").clone();
        String::from_utf8(data).expect("UTF-8")
    }

    #[test]
    fn arenas_stand_side_by_side_where_there_is_room_and_nothing_is_too_wide() {
        for (width, is_wide) in [(132, true), (80, true), (60, false), (40, false)] {
            for who in Role::ALL {
                let text = drawn(width, who);
                let heading = text.lines().find(|line| line.starts_with("Space")).expect("a heading");
                assert_eq!(heading.contains("Ground") && heading.contains("Character"), is_wide, "{text}");
                for line in text.lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
                assert!(text.contains("  Hand: ") && text.contains("(cost "), "{text}");
                let own = format!("{} (you)", NAMES[who as usize]);
                assert!(text.lines().any(|line| line.starts_with(&own)), "{text}");
            }
        }
    }
}
