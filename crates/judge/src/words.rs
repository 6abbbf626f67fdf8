//! What the words of a line name. A line that says what is *not* offered proves something only if its words could be
//! offered: they must be the whole words of a choice about cards and abilities that are here.

use crate::names::{Names, Unclear, fold, nearest};
use crate::offer::{FIXED, clause};
use crate::position::Write;
use engine::state::Slot;
use engine::{AbilityId, Game};
use vocab::ability::AbilityKind;
use vocab::{Arena, Counter, Keyword};

/// Why words name nothing, or too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nameless {
    /// Which letter of the words, counted from 0.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

/// The cards and abilities that a line can speak of.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub game: &'a Game,
    pub names: &'a Names,
    pub write: &'a Write<'a>,
}

type Checked = Result<(), Nameless>;

/// Words between a card and where it goes.
const GOES: [&str; 5] = [" to the ", " on top of ", " under ", " as pilot onto ", " onto "];

/// Words before a unit that is attacked.
const ATTACKS: [&str; 4] = ["attack ", "bombard ", "barrage ", "ion cannon at "];

/// What sort of choice words are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Number,
    Option,
    Die,
    Attack,
    Play,
    Use,
    Put,
    Card,
    /// `pass`, `yes`, `Space arena` and other words.
    Word,
}

/// `option 1`, `option 1 (Pay 1 Force)`, `order 2`: not a card called Order 66.
fn is_option(words: &str) -> bool {
    let number = |rest: &str| rest.split(" (").next().is_some_and(|number| number.parse::<u16>().is_ok());
    ["option ", "order "].iter().any(|kind| words.strip_prefix(kind).is_some_and(number))
}

impl Sort {
    pub(crate) fn of(words: &str, names: &Names) -> Sort {
        let words = fold(words);
        let begins = |starts: &[&str]| starts.iter().any(|start| words.starts_with(start));
        if names.find(&words).is_ok() {
            Sort::Card
        } else if words.parse::<u16>().is_ok() {
            Sort::Number
        } else if is_option(&words) {
            Sort::Option
        } else if begins(&["die "]) {
            Sort::Die
        } else if begins(&ATTACKS) || words.contains(" attacks ") {
            Sort::Attack
        } else if begins(&["play "]) {
            Sort::Play
        } else if words.contains(" uses ") {
            Sort::Use
        } else if GOES.iter().any(|goes| words.contains(goes)) {
            Sort::Put
        } else {
            Sort::Word
        }
    }
}

impl Known<'_> {
    /// The words name exactly one thing that can be chosen.
    pub(crate) fn check(&self, words: &str) -> Checked {
        let folded = fold(words);
        let text = Text { whole: &folded, written: words };
        if self.is_fixed(&folded) || self.names.find(&folded).is_ok() || self.is_word(&folded) {
            return Ok(());
        }
        for before in ATTACKS {
            if let Some(target) = folded.strip_prefix(before) {
                return self.card(text, target).map(drop);
            }
        }
        if let Some(card) = folded.strip_prefix("play ") {
            return self.play(text, card);
        }
        if let Some((unit, target)) = folded.split_once(" attacks ") {
            self.card(text, unit)?;
            return self.card(text, target).map(drop);
        }
        if let Some((unit, ability)) = folded.split_once(" uses") {
            let units = self.card(text, unit)?;
            return self.ability(text, &units, ability.trim_start());
        }
        self.goes(text).or_else(|| self.of(text)).unwrap_or_else(|| self.nothing(text))
    }

    /// Answers that are words or numbers of their own.
    fn is_fixed(&self, words: &str) -> bool {
        let number = |rest: &str| rest.parse::<u8>().is_ok();
        FIXED.contains(&words)
            || ["draw", "what triggers at the start"].contains(&words)
            || number(words)
            || ["die ", "option ", "order "].iter().any(|kind| words.strip_prefix(kind).is_some_and(number))
            || Arena::ALL.into_iter().any(|arena| words == fold(&format!("{arena} arena")))
            || Counter::ALL.into_iter().any(|kind| words == fold(&format!("{} counter", kind.name())))
    }

    /// Subtypes, types and keywords that can be named.
    fn is_word(&self, words: &str) -> bool {
        self.game.catalog().subtypes().iter().any(|subtype| fold(subtype) == words)
            || ["unit", "battle", "mission", "location", "equipment", "resource"].contains(&words)
            || keyword(words).is_some()
    }

    /// A card's name: the cards that have it.
    fn card(&self, text: Text<'_>, name: &str) -> Result<Vec<Slot>, Nameless> {
        let written = text.written_part(name);
        self.names.find(name).map_err(|unclear| text.error(name, unclear.says(&written)))
    }

    /// `Ghost`, `Ghost by Hidden Cost`.
    fn play(&self, text: Text<'_>, rest: &str) -> Checked {
        match rest.rsplit_once(" by ").filter(|_| self.names.find(rest).is_err()) {
            Some((card, by)) => {
                self.card(text, card)?;
                match keyword(by) {
                    Some(keyword) if self.mentions(keyword) => Ok(()),
                    Some(keyword) => Err(text.error(by, format!("no card here has {keyword}"))),
                    None => Err(text.error(by, format!("`{}` isn't a keyword", text.written_part(by)))),
                }
            }
            None => self.card(text, rest).map(drop),
        }
    }

    fn mentions(&self, keyword: Keyword) -> bool {
        let mut abilities = self.every_ability().into_iter();
        abilities.any(|id| {
            self.game.ability_words(id).split(' ').next() == keyword.name().split(' ').next()
                || matches!(&self.game.catalog().ability(id).kind, AbilityKind::Wrapper(own) if own.keyword() == keyword)
        })
    }

    /// A card and where it goes.
    fn goes(&self, text: Text<'_>) -> Option<Checked> {
        let (between, at) =
            GOES.iter().find_map(|between| text.whole.find(between).map(|at| (*between, at)))?;
        let (card, place) = (&text.whole[..at], &text.whole[at + between.len()..]);
        let place = || match between {
            " to the " => {
                let is_place = place == "build zone"
                    || Arena::ALL.into_iter().any(|arena| place == fold(&format!("{arena} arena")));
                let message = "expected an arena or the build zone, such as `to the Space arena`";
                if is_place { Ok(()) } else { Err(text.error(place, message)) }
            }
            _ => self.card(text, place).map(drop),
        };
        Some(self.card(text, card).and_then(|_| place()))
    }

    /// `Upkeep of Keeper`, `Avenge of Guard`, `ability 2 of Sage`.
    fn of(&self, text: Text<'_>) -> Option<Checked> {
        let (what, card) = text.whole.split_once(" of ")?;
        let is_known = keyword(what).is_some()
            || what.strip_prefix("ability ").is_some_and(|number| number.parse::<u8>().is_ok())
            || what.rsplit_once(' ').is_some_and(|(word, _)| keyword(word).is_some());
        is_known.then(|| self.card(text, card).map(drop))
    }

    /// An ability that these units have, or that a card here can give them.
    fn ability(&self, text: Text<'_>, units: &[Slot], words: &str) -> Checked {
        let Some(unit) = units.first().copied() else { return self.nothing(text) };
        let name = self.game.name_of(unit);
        if words.is_empty() {
            let message = format!("say which ability of {name}, such as `{name} uses Evade 2`");
            return Err(Nameless { at: text.whole.chars().count(), message });
        }
        let own = self.own_abilities(unit);
        let mut fitting = self.fitting(unit, &own, words);
        if fitting.is_empty() {
            fitting = self.fitting(unit, &self.abilities_for(unit), words);
            fitting.truncate(1);
        }
        match &fitting[..] {
            [] if self.is_given(unit, words) => Ok(()),
            [] => {
                let mut all: Vec<String> = own.iter().map(|id| self.game.ability_words(*id)).collect();
                all.dedup();
                let near = nearest(words, all.iter().map(String::as_str));
                let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                let written = text.written_part(words);
                Err(text.error(
                    words,
                    format!("{name} has no ability `{written}`, and no card here gives it{hint}"),
                ))
            }
            [_] => Ok(()),
            several => {
                let several: Vec<String> =
                    several.iter().map(|full| format!("`{name} uses {full}`")).collect();
                Err(text.error(words, format!("this fits several abilities: {}", several.join(" or "))))
            }
        }
    }

    /// The abilities in full words that words fit: alone if they are whole, or all that begin with them.
    fn fitting(&self, unit: Slot, abilities: &[AbilityId], words: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for id in abilities {
            let base = self.game.ability_words(*id);
            let is_used = base != "its ability"
                || matches!(self.game.catalog().ability(*id).kind, AbilityKind::Activated(_));
            let clause = clause(self.game, self.write, unit, *id).unwrap_or_default();
            let full = format!("{base} ({clause})");
            // `Lucky 2` is offered as `uses Lucky`.
            let fits =
                fold(&base) == words || fold(&full).starts_with(words) && words.starts_with(&fold(&base));
            if is_used && fits && !found.contains(&full) {
                found.push(full);
            }
        }
        found
    }

    /// Whether a text here speaks of the ability: that of a card of the same player, or one that gives it.
    fn is_given(&self, unit: Slot, words: &str) -> bool {
        let state = self.game.whole();
        let owner = state.card(unit).owner;
        let said = |slot: Slot| {
            let card = state.card(slot);
            let text = fold(&self.game.catalog().definition(card.definition).words);
            match (words, card.owner == owner) {
                // Without a name it's something with a price.
                ("its ability", own) => own && text.contains("->"),
                (name, true) => text.contains(name),
                (name, false) => ["get ", "gets "].iter().any(|gets| text.contains(&format!("{gets}{name}"))),
            }
        };
        state.slots().any(said)
    }

    fn own_abilities(&self, unit: Slot) -> Vec<AbilityId> {
        let definition = self.game.whole().card(unit).definition;
        self.with_quoted(&self.game.catalog().facts(definition).abilities)
    }

    /// The abilities of all other cards of the unit's owner, which may join or carry it, and quoted ones of any card.
    fn abilities_for(&self, unit: Slot) -> Vec<AbilityId> {
        let state = self.game.whole();
        let owner = state.card(unit).owner;
        let mut all = Vec::new();
        for slot in state.slots() {
            let card = state.card(slot);
            let own = &self.game.catalog().facts(card.definition).abilities;
            let quoted = own.iter().flat_map(|id| self.with_quoted(self.game.catalog().inner(*id)));
            if card.owner == owner {
                all.extend(self.with_quoted(own));
            } else {
                all.extend(quoted);
            }
        }
        all
    }

    fn every_ability(&self) -> Vec<AbilityId> {
        let state = self.game.whole();
        let definitions = state.slots().map(|slot| state.card(slot).definition);
        definitions.flat_map(|id| self.with_quoted(&self.game.catalog().facts(id).abilities)).collect()
    }

    fn with_quoted(&self, abilities: &[AbilityId]) -> Vec<AbilityId> {
        let quoted = |id: &AbilityId| self.with_quoted(self.game.catalog().inner(*id));
        abilities.iter().flat_map(|id| std::iter::once(*id).chain(quoted(id))).collect()
    }

    fn nothing(&self, text: Text<'_>) -> Checked {
        let hint = match self.names.find(text.whole) {
            Err(Unclear::Versions(_)) => return self.card(text, text.whole).map(drop),
            Err(Unclear::Unknown(Some(near))) => format!("; did you mean `{near}`?"),
            Err(Unclear::Unknown(None)) | Ok(_) => {
                ": write all words of a choice, such as `attack Bunker`, `play Feint`, `Hunter uses Evade 2`"
                    .into()
            }
        };
        Err(Nameless {
            at: 0,
            message: format!("`{}` names no card, ability or choice here{hint}", text.written),
        })
    }
}

/// The keyword at the start of these words, with or without its number.
fn keyword(words: &str) -> Option<Keyword> {
    Keyword::all().find(|keyword| fold(keyword.name()) == words)
}

/// Words as they are compared and as they were written, letter by letter.
#[derive(Clone, Copy)]
struct Text<'a> {
    whole: &'a str,
    written: &'a str,
}

impl Text<'_> {
    /// How many letters stand before a part.
    fn before(self, part: &str) -> usize {
        let bytes = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        self.whole.get(..bytes).map_or(0, |before| before.chars().count())
    }

    fn written_part(self, part: &str) -> String {
        self.written.chars().skip(self.before(part)).take(part.chars().count()).collect()
    }

    fn error(self, part: &str, message: impl Into<String>) -> Nameless {
        Nameless { at: self.before(part), message: message.into() }
    }
}
