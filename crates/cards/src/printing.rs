//! A printing: one row of a set file with its fields understood.

use crate::bytes::fold;
use crate::finding::{Finding, Place};
use crate::mentions::keywords_in;
use crate::name::CardName;
use crate::reading::Reading;
use crate::script::{self, Button};
use crate::set_file::{Column, Row};
use crate::subtype_spelling;
use crate::usage::Usage;
use vocab::{Arenas, CardType, Cost, EquipmentFit, KeywordSet, Side, Stat, subtype};

/// One printing of a card.
#[derive(Clone, Debug)]
pub struct Printing {
    /// The name, taken apart.
    pub name: CardName,
    /// The set code.
    pub set: Box<str>,
    /// The image name: identity of the printing and `id` in deck files; never taken apart.
    pub image: Box<str>,
    /// The side; Reminder cards have none.
    pub side: Option<Side>,
    /// The type.
    pub card_type: CardType,
    /// The subtype words, without the arenas that Subordinates, Locations and Equipment carry there.
    pub subtypes: Box<str>,
    /// The printed build cost.
    pub cost: Cost,
    /// The printed speed.
    pub speed: Stat,
    /// The printed power.
    pub power: Stat,
    /// The printed health.
    pub health: Stat,
    /// `C U R P S L`, or nothing.
    pub rarity: Box<str>,
    /// The number in the set; not unique.
    pub number: Option<u16>,
    /// Marks and rulings.
    pub usage: Usage,
    /// The game text, trimmed.
    pub text: Box<str>,
    /// What its players read in place of the text.
    pub reading: Option<Box<Reading>>,
    /// The buttons of the table program.
    pub script: Vec<Button>,
    /// Era and format tags.
    pub tags: Vec<Box<str>>,
    /// Used by pack definitions.
    pub draft_rarity: Box<str>,
    /// The keywords that the text mentions.
    pub keywords: KeywordSet,
    /// The line in its set file.
    pub line: u32,
}

impl Printing {
    /// Understands a row. `None`, with an error among the findings, if it cannot be a card.
    pub fn read(row: &Row, set: &str, findings: &mut Vec<Finding>) -> Option<Printing> {
        Reader { row, place: Place::line(format!("sets/{set}.txt"), row.number()), findings }.read(set)
    }

    /// The subtypes, with words that belong together kept together.
    pub fn subtype_list(&self) -> Vec<&str> {
        subtype::split(&self.subtypes)
    }

    /// Whether the card has a subtype (rule 203.4).
    pub fn has_subtype(&self, wanted: &str) -> bool {
        subtype::has(&self.subtypes, wanted)
    }

    /// The type line as people read it: `Character - Rebel Pilot`, `Location - Space Star System`.
    pub fn type_line(&self) -> String {
        let mut line = self.card_type.name();
        let where_it_fits = match self.card_type {
            CardType::Unit(_) => None,
            CardType::Equipment(Some(EquipmentFit::Location)) => Some("Location".to_string()),
            other => other.arenas().map(|arenas| arenas.to_string()),
        };
        if let Some(place) = where_it_fits {
            line.push_str(&format!(" {place}"));
        }
        if !self.subtypes.is_empty() {
            line.push_str(" - ");
            line.push_str(&self.subtypes);
        }
        line
    }

    /// The cards that its script puts on the table.
    pub fn spawned(&self) -> Vec<&str> {
        script::spawned(&self.script)
    }

    /// Whether the card carries an era or format tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own.eq_ignore_ascii_case(tag))
    }
}

/// The state of reading one row.
struct Reader<'a> {
    row: &'a Row,
    place: Place,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn read(mut self, set: &str) -> Option<Printing> {
        let (name, irregular) = CardName::parse(self.row.get(Column::Name), set);
        if name.full().is_empty() {
            self.error("no-name", "the card has no name".into(), "write its name into the first column");
            return None;
        }
        for fault in irregular {
            let (what, cure) = fault.explain();
            self.warn("irregular-name", format!("`{}`: {what}", self.row.get(Column::Name)), cure);
        }
        let (card_type, subtypes) = self.type_line(name.full())?;
        let (subtypes, misspelt) = subtype_spelling::mended(&subtypes);
        for (wrong, right) in misspelt {
            let message = format!("`{}`: the subtype `{wrong}` is misspelt", name.full());
            self.warn("misspelt-subtype", message, &format!("write {right}"));
        }
        let side = self.side(name.full(), card_type)?;
        self.blanks(Column::Type);
        if fold(self.row.get(Column::Set)) != set {
            let message = format!("`{}`: the row says set `{}`", name.full(), self.row.get(Column::Set));
            self.warn("wrong-set", message, &format!("the file is {set}.txt; write {set}"));
        }
        let text = self.row.get(Column::Text).trim();
        self.text(name.full(), text);
        let printing = Printing {
            set: set.into(),
            image: self.row.get(Column::ImageFile).trim().into(),
            side,
            card_type,
            subtypes: subtypes.into(),
            cost: self.value(Column::Cost, Cost::parse, Cost::None, "a number, X or nothing"),
            speed: self.value(Column::Speed, Stat::parse, Stat::None, "a number, * or nothing"),
            power: self.value(Column::Power, Stat::parse, Stat::None, "a number, * or nothing"),
            health: self.value(Column::Health, Stat::parse, Stat::None, "a number, * or nothing"),
            rarity: self.row.get(Column::Rarity).trim().into(),
            number: self.value(Column::Number, number, None, "a number or nothing"),
            usage: self.usage(),
            text: text.into(),
            reading: None,
            script: self.script(name.full()),
            tags: tags(self.row.get(Column::Classification)),
            draft_rarity: self.row.get(Column::DraftRarity).trim().into(),
            keywords: keywords_in(text),
            line: self.row.number(),
            name,
        };
        self.statistics(&printing);
        Some(printing)
    }

    /// The type, and the subtype words that are left when its arenas are taken out of the subtype field.
    fn type_line(&mut self, name: &str) -> Option<(CardType, String)> {
        let raw = fold(self.row.get(Column::Type));
        let words: Vec<&str> = raw.split(['-', ' ']).filter(|word| !word.is_empty()).collect();
        let field = fold(self.row.get(Column::Subtype));
        let plain = |card_type| Some((card_type, field.to_string()));
        match words[..] {
            ["Battle"] => plain(CardType::Battle),
            ["Event"] => plain(CardType::Event),
            ["Resource"] => plain(CardType::Resource),
            ["Reminder"] => plain(CardType::Reminder),
            ["Mission"] => plain(CardType::Mission),
            ["Mission", "Trap"] => plain(CardType::Trap),
            ["Mission", "Campaign"] => plain(CardType::Campaign),
            ["Subordinate"] => {
                let (arenas, words) = self.in_arenas(name, &field);
                Some((CardType::Subordinate(arenas), words))
            }
            ["Location"] => {
                let (arenas, words) = self.in_arenas(name, &field);
                Some((CardType::Location(arenas), words))
            }
            ["Equipment"] => match head_and_words(&field) {
                ("Location", words) => {
                    Some((CardType::Equipment(Some(EquipmentFit::Location)), words.to_string()))
                }
                _ => {
                    let (arenas, words) = self.in_arenas(name, &field);
                    Some((CardType::Equipment(arenas.map(EquipmentFit::Units)), words))
                }
            },
            _ => match Arenas::parse(&raw) {
                Some(arenas) => plain(CardType::Unit(arenas)),
                None => {
                    self.error(
                        "unknown-type",
                        format!("`{name}`: `{raw}` isn't a card type"),
                        "one of Space, Ground, Character (or several with /), Battle, Mission, Location, \
                         Equipment, Resource, Event, Subordinate, Reminder",
                    );
                    None
                }
            },
        }
    }

    /// The arenas at the start of the subtype field, and the words after them: `Ground/Character - Scout`.
    fn in_arenas(&mut self, name: &str, field: &str) -> (Option<Arenas>, String) {
        let (head, words) = head_and_words(field);
        if let Some(arenas) = Arenas::parse(head) {
            return (Some(arenas), words.to_string());
        }
        let message = match field {
            "" => format!("`{name}`: no subtype, so no arena"),
            field => format!("`{name}`: the subtype `{field}` doesn't begin with arenas and a dash"),
        };
        let cure = "write it like `Ground/Character - Scout`";
        // Tolerated: the dash is missing or another sign, so the first word alone names the arenas.
        let (first, rest) = field.split_once(' ').unwrap_or((field, ""));
        let arenas = Arenas::parse(first.trim_end_matches('-'));
        if arenas.is_some() {
            self.warn("subtype-shape", message, cure);
            let words = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
            return (arenas, words.to_string());
        }
        self.error("no-arena", message, cure);
        (None, field.to_string())
    }

    fn side(&mut self, name: &str, card_type: CardType) -> Option<Option<Side>> {
        let letter = self.row.get(Column::Side).trim();
        match (Side::from_letter(letter), card_type) {
            (Some(side), _) => Some(Some(side)),
            (None, CardType::Reminder) => Some(None),
            (None, _) => {
                self.error("unknown-side", format!("`{name}`: `{letter}` isn't a side"), "one of L, D, N, Y");
                None
            }
        }
    }

    fn value<T>(&mut self, column: Column, parse: fn(&str) -> Option<T>, empty: T, expected: &str) -> T {
        let field = self.row.get(column).trim();
        parse(field).unwrap_or_else(|| {
            let name = fold(self.row.get(Column::Name));
            let message = format!("`{name}`: {} is `{field}`", column.name());
            self.warn("bad-number", message, &format!("expected {expected}; read as nothing"));
            empty
        })
    }

    fn usage(&mut self) -> Usage {
        let usage = Usage::parse(self.row.get(Column::Usage));
        if usage.irregular_mark {
            self.warn(
                "irregular-mark",
                format!("`{}`: a legality mark written out", fold(self.row.get(Column::Name))),
                "write it like *BANNED:Vintage",
            );
        }
        usage
    }

    fn script(&mut self, name: &str) -> Vec<Button> {
        let field = self.row.get(Column::Script);
        script::parse(field).unwrap_or_else(|| {
            let message = format!("`{name}`: the Script column holds no buttons: `{}`", shortened(field));
            self.warn(
                "junk-script",
                message,
                "empty the column, or write <s><l>label</l><f>/command</f></s>",
            );
            Vec::new()
        })
    }

    /// Faults of the game text that the reader lives with.
    fn text(&mut self, name: &str, text: &str) {
        if let Some(c) = text.chars().find(|c| c.is_control()) {
            let message = format!("`{name}`: a control character (U+{:04X}) in the text", c as u32);
            self.warn("control-character", message, "delete it");
        }
        if text.matches('"').count() % 2 == 1 {
            self.warn(
                "odd-quotes",
                format!("`{name}`: an odd number of quotation marks"),
                "close (or open) the quoted ability",
            );
        }
        if let Some(c) = text.chars().find(|c| !c.is_ascii() && !c.is_control()) {
            let message = format!("`{name}`: the character {c:?} in the text");
            self.warn(
                "non-ascii",
                message,
                "use the plain ASCII form; the table program shows nothing for it",
            );
        }
    }

    fn blanks(&mut self, column: Column) {
        let raw = self.row.get(column);
        if fold(raw) != raw {
            let message = format!("{} `{raw}` has stray blanks", column.name());
            self.warn("stray-blanks", message, &format!("write `{}`", fold(raw)));
        }
    }

    /// Units have three statistics, built cards a cost (rules 201.1, 201.2).
    fn statistics(&mut self, printing: &Printing) {
        let name = printing.name.full();
        if printing.card_type.is_unit() {
            let stats = [("speed", printing.speed), ("power", printing.power), ("health", printing.health)];
            let missing: Vec<&str> =
                stats.iter().filter(|(_, stat)| *stat == Stat::None).map(|(name, _)| *name).collect();
            if !missing.is_empty() {
                let message = format!("`{name}`: a unit without {}", missing.join(" and "));
                self.error("missing-statistic", message, "write the printed value, or * if the text sets it");
            }
        }
        if printing.card_type.is_built() && printing.cost == Cost::None {
            let message = format!("`{name}`: no build cost; it counts as 0 (rule 201.2)");
            self.warn("missing-cost", message, "write the cost");
        }
    }

    fn error(&mut self, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::error(self.place.clone(), code, message, cure));
    }

    fn warn(&mut self, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::warning(self.place.clone(), code, message, cure));
    }
}

/// `Ground/Character - Scout` is head and words; without a dash all is head.
fn head_and_words(field: &str) -> (&str, &str) {
    match field.split_once(" - ") {
        Some((head, words)) => (head.trim(), words.trim()),
        None => (field, ""),
    }
}

fn number(field: &str) -> Option<Option<u16>> {
    if field.is_empty() { Some(None) } else { field.parse().ok().map(Some) }
}

fn tags(field: &str) -> Vec<Box<str>> {
    field.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(Into::into).collect()
}

/// The first characters of a long field, for messages.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
