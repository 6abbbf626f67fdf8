//! A deck on one page: its cards by type, its arenas and its costs, as text and as a picture.

use super::{Deck, Stats, ZoneName, shown};
use crate::collection::Collection;
use crate::markup::escape;
use crate::printing::Printing;
use std::fmt::Write;
use vocab::{Arena, CardType};

/// What a deck looks like on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The name of the deck.
    pub name: String,
    /// Its size, in words.
    pub about: String,
    /// Its cards.
    pub groups: Vec<Group>,
    /// How many units it has for each arena.
    pub arenas: [(&'static str, u32); 3],
    /// How many cards of each cost it has.
    pub curve: Vec<(String, u32)>,
}

/// Cards of one type, or of a zone outside the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are.
    pub title: String,
    /// How many.
    pub cards: u32,
    /// The different ones: by cost, then by name.
    pub lines: Vec<Line>,
    /// Its place among the groups of its zone.
    rank: usize,
}

/// A card with its copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many.
    pub count: u32,
    /// Its name.
    pub name: String,
    /// Its printed cost, or nothing.
    pub cost: String,
    /// Its type line; a card that isn't known has none.
    pub type_line: String,
}

/// A text from a file in one line, without what no document may hold.
fn plain(text: &str) -> String {
    shown(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// The heading that a card of the deck stands under.
fn heading(card: Option<&Printing>) -> String {
    let Some(card) = card else { return "Not known here".into() };
    match card.card_type.unit_arenas() {
        Some(_) => card.card_type.name(),
        None => card.card_type.word().to_string(),
    }
}

/// The place of a card's group: units by arena, those of several, Battle cards, the others, what isn't known.
fn rank(card: Option<&Printing>) -> usize {
    let Some(card) = card else { return 6 };
    match card.card_type.unit_arenas() {
        Some(arenas) if arenas.is_multi() => 3,
        Some(_) => Arena::ALL.iter().position(|arena| card.card_type.is_unit_of(*arena)).unwrap_or(3),
        None if card.card_type == CardType::Battle => 4,
        None => 5,
    }
}

impl Paper {
    /// The page of a deck.
    pub fn of(deck: &Deck, collection: &Collection) -> Paper {
        let stats = Stats::of(&deck.resolve(collection), collection);
        let mut groups: Vec<Group> = Vec::new();
        for zone in &deck.zones {
            let mut of_zone: Vec<Group> = Vec::new();
            for (entry, count) in zone.counted() {
                let printing = collection.resolve(&entry.name).printing().map(|id| collection.get(id));
                let title = match &zone.name {
                    ZoneName::Deck => heading(printing),
                    other => plain(other.name()),
                };
                let place = of_zone.iter().position(|group| group.title == title).unwrap_or_else(|| {
                    of_zone.push(Group { title, cards: 0, lines: Vec::new(), rank: rank(printing) });
                    of_zone.len() - 1
                });
                let group = &mut of_zone[place];
                let name = plain(printing.map_or(entry.name.as_str(), |card| card.name.full()));
                group.cards += count;
                match group.lines.iter_mut().find(|line| line.name == name) {
                    Some(line) => line.count += count,
                    None => group.lines.push(Line {
                        count,
                        name,
                        cost: printing
                            .and_then(|card| card.cost.points())
                            .map_or_else(String::new, |cost| cost.to_string()),
                        type_line: printing.map_or_else(String::new, Printing::type_line),
                    }),
                }
            }
            of_zone.sort_by_cached_key(|group| (group.rank, group.title.clone()));
            groups.extend(of_zone);
        }
        for group in &mut groups {
            group.lines.sort_by_cached_key(|line| {
                (line.cost.parse::<u32>().unwrap_or(u32::MAX), line.name.to_lowercase())
            });
        }
        let sides: Vec<String> =
            stats.by_side.iter().map(|(side, cards)| format!("{cards} {side}")).collect();
        let words =
            |number: u32, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let mut about = vec![words(stats.cards, "card", "cards"), words(stats.units, "unit", "units")];
        about.extend(sides);
        Paper {
            name: plain(&deck.name),
            about: about.join(", "),
            groups,
            arenas: Arena::ALL.map(|arena| (arena.name(), stats.by_arena[arena])),
            curve: stats.curve.iter().map(|step| (step.cost.to_string(), step.units + step.others)).collect(),
        }
    }

    /// The page as text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.name, self.about);
        for group in &self.groups {
            let _ = write!(text, "\n{}, {}\n", group.title, group.cards);
            for Line { count, name, cost, type_line } in &group.lines {
                let line = format!("{count:>3} {name:<40} {cost:>2}  {type_line}");
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        let arenas = self.arenas.iter().map(|(name, number)| ((*name).to_string(), *number));
        for (title, rows) in [("Units by arena", arenas.collect()), ("Build costs", self.curve.clone())] {
            if rows.iter().all(|(_, number)| *number == 0) {
                continue;
            }
            let _ = write!(text, "\n{title}\n");
            for (name, number) in rows {
                let bar = "#".repeat(number.min(60) as usize);
                let _ = writeln!(text, "{}", format!("  {name:<10} {number:>3} {bar}").trim_end());
            }
        }
        text
    }

    /// The page as a picture (SVG): black on white, in two columns.
    pub fn picture(&self) -> String {
        let rows: usize = self.groups.iter().map(|group| group.lines.len() + 2).sum();
        // A group isn't torn apart unless it's longer than a column.
        let half = rows.div_ceil(2).max(1);
        let mut columns: [Vec<Drawn<'_>>; 2] = Default::default();
        let mut column = 0;
        for group in &self.groups {
            let length = group.lines.len() + 2;
            let is_full = columns[0].len() + length / 2 > half;
            column = if is_full && !columns[0].is_empty() { 1 } else { column };
            columns[column].push(Drawn::Heading(group));
            columns[column].extend(group.lines.iter().map(Drawn::Card));
            columns[column].push(Drawn::Gap);
        }
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let charts = TOP + longest * ROW + 10;
        let height = charts + CHART + 44;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             font-family=\"Helvetica, Arial, sans-serif\" font-size=\"15\" fill=\"#111\" role=\"img\">\n\
             <title>{name}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{EDGE}\" y=\"46\" font-size=\"26\" font-weight=\"bold\">{short}</text>\n\
             <text x=\"{EDGE}\" y=\"70\" fill=\"#555\">{about}</text>\n",
            name = escape(&self.name),
            short = escape(&cut(&self.name, 52)),
            about = escape(&self.about),
        );
        for (place, column) in columns.iter().enumerate() {
            let left = EDGE + place as u32 * (COLUMN + EDGE);
            for (row, drawn) in column.iter().enumerate() {
                let y = TOP + row as u32 * ROW;
                match drawn {
                    Drawn::Gap => {}
                    Drawn::Heading(group) => {
                        let title = format!("{}, {}", group.title, group.cards);
                        let _ = writeln!(
                            svg,
                            "<text x=\"{left}\" y=\"{y}\" font-weight=\"bold\">{}</text>",
                            escape(&cut(&title, 44))
                        );
                    }
                    Drawn::Card(line) => {
                        let _ = writeln!(
                            svg,
                            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\" fill=\"#555\">{}×</text><text x=\"{}\" y=\"{y}\">{}</text>\
                             <text x=\"{}\" y=\"{y}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
                            left + 26,
                            line.count,
                            left + 34,
                            escape(&cut(&line.name, 42)),
                            left + COLUMN,
                            escape(&line.cost),
                        );
                    }
                }
            }
        }
        let arenas: Vec<(String, u32)> =
            self.arenas.iter().map(|(name, number)| ((*name).to_string(), *number)).collect();
        for (place, (title, rows)) in
            [("Units by arena", arenas), ("Build costs", self.curve.clone())].into_iter().enumerate()
        {
            chart(&mut svg, EDGE + place as u32 * (COLUMN + EDGE), charts, title, &rows);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A row of a column.
enum Drawn<'a> {
    Heading(&'a Group),
    Card(&'a Line),
    Gap,
}

const WIDTH: u32 = 880;
const EDGE: u32 = 28;
const COLUMN: u32 = (WIDTH - 3 * EDGE) / 2;
const TOP: u32 = 108;
const ROW: u32 = 21;
const CHART: u32 = 120;

/// Bars that stand side by side, each with its number and its name.
fn chart(svg: &mut String, left: u32, top: u32, title: &str, rows: &[(String, u32)]) {
    let most = rows.iter().map(|(_, number)| *number).max().unwrap_or(0).max(1);
    let step = COLUMN / (rows.len() as u32).max(1);
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{top}\" font-weight=\"bold\">{title}</text>");
    let floor = top + CHART;
    for (place, (name, number)) in rows.iter().enumerate() {
        let (width, high) = (step * 7 / 10, number * (CHART - 44) / most);
        let (x, y) = (left + place as u32 * step, floor - high);
        let middle = x + width / 2;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{high}\" fill=\"#3a6ea5\"/>\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"13\">{number}</text>\
             <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"13\" fill=\"#555\">{}</text>",
            y - 5,
            floor + 17,
            escape(name),
        );
    }
}

/// A text that fits: what is too much is left out, and dots say so.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
