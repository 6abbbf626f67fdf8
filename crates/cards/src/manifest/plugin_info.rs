//! plugininfo.txt (FORMATS.md 9.1): version, player statistics, zones, phases and buttons of the table program.

use crate::finding::{Finding, Place};
use crate::manifest::tags::{self, Source, Tag, tag_line};
use crate::manifest::{Date, DateForm, ManifestError, Reading};
use crate::markup::{Element, escape};

/// The name of the file.
pub const FILE: &str = "plugininfo.txt";

/// The phases of a turn as the players' table program labels them.
pub const PHASES: [&str; 9] = [
    "Untap/Force/Build",
    "Draw/Build:Dark",
    "Draw/Build:Light",
    "Retreat:Dark",
    "Retreat:Light",
    "Battle:Space",
    "Battle:Ground",
    "Battle:Character",
    "End",
];

/// The content of plugininfo.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginInfo {
    /// The day of the release.
    pub version: Option<Date>,
    /// The name of the plugin: `starwars`.
    pub name: String,
    /// What is counted for each player: Force, Build.
    pub player_stats: Vec<String>,
    /// The parts of a deck.
    pub deck_zones: Vec<DeckZone>,
    /// The piles on the table, in order.
    pub game_zones: Vec<GameZone>,
    /// The labels of the phases, in order.
    pub phases: Vec<String>,
    /// Buttons for the whole table, as they are.
    pub general_functions: Vec<Tag>,
    /// Buttons for a card, as they are.
    pub card_functions: Vec<Tag>,
    /// Everything else, as it is.
    pub other: Vec<Tag>,
}

/// A part of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckZone {
    /// Its label.
    pub label: String,
    /// Whether it is shuffled when it is loaded.
    pub shuffle: Shuffle,
    /// The game zone where its cards go.
    pub load_to: Option<LoadTo>,
}

/// Whether a deck zone is shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shuffle {
    /// When it is loaded.
    OnLoad,
    /// It stays in order.
    #[default]
    Never,
}

/// How a deck zone names the game zone where its cards go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadTo {
    /// By its label (`<gamezonetoloadto>`).
    Label(String),
    /// By its place among the game zones, counted from 0 (`<zonetoloadto>`).
    Index(u8),
}

/// A pile on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameZone {
    /// Its label.
    pub label: String,
    /// Who sees its cards.
    pub visibility: Visibility,
}

/// Who sees the cards of a game zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nobody: the deck.
    Nobody,
    /// Its owner: the hand.
    Owner,
    /// The others, but not its owner.
    Others,
    /// Everybody: the discard pile.
    Everybody,
}

impl Visibility {
    /// The two flags of the file: its owner, the others.
    const fn flags(self) -> (&'static str, &'static str) {
        match self {
            Visibility::Nobody => ("no", "no"),
            Visibility::Owner => ("yes", "no"),
            Visibility::Others => ("no", "yes"),
            Visibility::Everybody => ("yes", "yes"),
        }
    }
}

impl PluginInfo {
    /// Reads the file.
    pub fn read(data: &[u8]) -> Reading<PluginInfo> {
        let (tree, mut source) = tags::parse(FILE, data, "plugin")?;
        let mut info = PluginInfo {
            version: source.date(&tree, "pluginversion", DateForm::Dotted),
            name: source.child_text(&tree, "pluginname"),
            ..PluginInfo::default()
        };
        let (mut versions, mut names) = (0, 0);
        for child in &tree.children {
            match child.name.as_str() {
                "pluginversion" => second(&mut source, child, &mut versions),
                "pluginname" => second(&mut source, child, &mut names),
                "playerstat" => info.player_stats.push(label_only(&mut source, child)),
                "deckzone" => info.deck_zones.push(deck_zone(&mut source, child)),
                "gamezone" => info.game_zones.push(game_zone(&mut source, child)),
                "phase" => info.phases.push(label_only(&mut source, child)),
                "generalfunction" => info.general_functions.extend(source.keep(child)),
                "cardfunction" => info.card_functions.extend(source.keep(child)),
                _ => info.other.extend(source.keep(child)),
            }
        }
        Ok((info, source.findings))
    }

    /// What a player of the game would miss: the phases, and zones that decks are loaded into.
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.phases != PHASES {
            findings.push(Finding::warning(
                Place::file(FILE),
                "phases",
                format!("these aren't the phases of a turn: {}", self.phases.join(", ")),
                PHASES.join(", "),
            ));
        }
        for zone in &self.deck_zones {
            if self.game_zone_of(zone).is_none() {
                findings.push(Finding::error(
                    Place::file(FILE),
                    "unknown-zone",
                    format!("the deck zone `{}` is loaded into no game zone", zone.label),
                    "name one of the game zones in <gamezonetoloadto>",
                ));
            }
        }
        findings
    }

    /// The game zone where the cards of a deck zone go.
    pub fn game_zone_of(&self, zone: &DeckZone) -> Option<&GameZone> {
        match zone.load_to.as_ref()? {
            LoadTo::Label(label) => self.game_zones.iter().find(|zone| zone.label == *label),
            LoadTo::Index(index) => self.game_zones.get(usize::from(*index)),
        }
    }

    /// The file as bytes, in our own layout.
    pub fn write(&self) -> Vec<u8> {
        let mut out = String::from("<plugin>\n");
        let date = self.version.map(|date| date.write(DateForm::Dotted)).unwrap_or_default();
        tag_line(&mut out, "", "pluginversion", &date);
        out.push('\n');
        tag_line(&mut out, "", "pluginname", &self.name);
        out.push('\n');
        let labels = |out: &mut String, tag: &str, labels: &[String]| {
            for label in labels {
                out.push_str(&format!("<{tag}><label>{}</label></{tag}>\n", escape(label)));
            }
            out.push('\n');
        };
        labels(&mut out, "playerstat", &self.player_stats);
        for zone in &self.deck_zones {
            write_deck_zone(&mut out, zone);
        }
        for zone in &self.game_zones {
            let (owner, others) = zone.visibility.flags();
            out.push_str("<gamezone>\n");
            tag_line(&mut out, "\t", "label", &zone.label);
            tag_line(&mut out, "\t", "visibletoowner", owner);
            tag_line(&mut out, "\t", "visibletoothers", others);
            out.push_str("</gamezone>\n");
        }
        out.push('\n');
        labels(&mut out, "phase", &self.phases);
        for group in [&self.general_functions, &self.card_functions, &self.other] {
            for tag in group {
                tag.write(&mut out);
                out.push('\n');
            }
            if !group.is_empty() {
                out.push('\n');
            }
        }
        out.truncate(out.trim_end().len());
        out.push_str("\n</plugin>\n");
        out.into_bytes()
    }
}

/// The same file with another date, every other byte as it was: what a release changes.
pub fn with_version(data: &[u8], date: Date) -> Result<Vec<u8>, ManifestError> {
    PluginInfo::read(data)?;
    const OPEN: &[u8] = b"<pluginversion>";
    let find = |from: usize, wanted: &[u8]| {
        data[from..].windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
    };
    let start = find(0, OPEN).map(|at| at + OPEN.len());
    let end = start.and_then(|start| find(start, b"</pluginversion>"));
    match (start, end) {
        (Some(start), Some(end)) => {
            Ok([&data[..start], date.write(DateForm::Dotted).as_bytes(), &data[end..]].concat())
        }
        _ => Err(ManifestError {
            place: Place::file(FILE),
            reason: "expected <pluginversion>YYYY.MM.DD</pluginversion>".into(),
        }),
    }
}

fn second(source: &mut Source, element: &Element, seen: &mut u32) {
    *seen += 1;
    if *seen > 1 {
        let message = format!("a second <{}>; the first counts", element.name);
        source.warn(element.line, "second-tag", message, "delete one of the two");
    }
}

fn label_only(source: &mut Source, element: &Element) -> String {
    source.children(element, &[], &["label"]);
    source.child_text(element, "label")
}

fn deck_zone(source: &mut Source, element: &Element) -> DeckZone {
    source.children(element, &[], &["label", "shuffle", "gamezonetoloadto", "zonetoloadto"]);
    let shuffle = match element.child("shuffle").map(|flag| yes(source, flag)) {
        Some(true) => Shuffle::OnLoad,
        Some(false) | None => Shuffle::Never,
    };
    let load_to = match (element.child("gamezonetoloadto"), element.child("zonetoloadto")) {
        (Some(label), _) => Some(LoadTo::Label(source.text(label))),
        (None, Some(index)) => {
            let parsed = index.trimmed().parse().ok();
            if parsed.is_none() {
                let message = format!("<zonetoloadto> is `{}`", index.trimmed().escape_debug());
                source.error(index.line, "bad-number", message, "the number of a game zone, counted from 0");
            }
            parsed.map(LoadTo::Index)
        }
        (None, None) => None,
    };
    DeckZone { label: source.child_text(element, "label"), shuffle, load_to }
}

fn write_deck_zone(out: &mut String, zone: &DeckZone) {
    out.push_str("<deckzone>\n");
    tag_line(out, "\t", "label", &zone.label);
    match zone.shuffle {
        Shuffle::OnLoad => tag_line(out, "\t", "shuffle", "yes"),
        Shuffle::Never => {}
    }
    match &zone.load_to {
        Some(LoadTo::Label(label)) => tag_line(out, "\t", "gamezonetoloadto", label),
        Some(LoadTo::Index(index)) => tag_line(out, "\t", "zonetoloadto", &index.to_string()),
        None => {}
    }
    out.push_str("</deckzone>\n\n");
}

fn game_zone(source: &mut Source, element: &Element) -> GameZone {
    source.children(element, &[], &["label", "visibletoowner", "visibletoothers"]);
    let mut flag = |name: &str| match element.child(name) {
        Some(flag) => yes(source, flag),
        None => {
            source.child_text(element, name);
            false
        }
    };
    let visibility = match (flag("visibletoowner"), flag("visibletoothers")) {
        (false, false) => Visibility::Nobody,
        (true, false) => Visibility::Owner,
        (false, true) => Visibility::Others,
        (true, true) => Visibility::Everybody,
    };
    GameZone { label: source.child_text(element, "label"), visibility }
}

fn yes(source: &mut Source, flag: &Element) -> bool {
    let text = source.text(flag);
    if text.eq_ignore_ascii_case("yes") {
        return true;
    }
    if !text.eq_ignore_ascii_case("no") {
        let message = format!("<{}> is `{text}`; read as no", flag.name);
        source.warn(flag.line, "bad-flag", message, "write yes or no");
    }
    false
}
