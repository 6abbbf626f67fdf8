//! The reader: a place in the tokens, what was spoken of, and how far anything got.
//!
//! Parsers are functions `read_...(&mut Parser) -> Option<T>`: `None` leaves the place as it was, if the caller
//! asked through [`Parser::attempt`]. Every step costs fuel in proportion to the length, so time is linear.

use crate::lexicon::Lexicon;
use crate::referents::{Mark, Referents, UNUSED};
use crate::token::{Kind, Source, Token};
use vocab::ability::{Class, Duration, Effect, Enhancement, Player, Reference, Slot, X};
use vocab::{CardType, Keyword};

/// The card whose text is read or written.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its type, which decides what a bare sentence is.
    pub card_type: CardType,
    /// Its name without the version.
    pub name: Box<str>,
    /// The words by which it calls itself, longest first, in lower case.
    pub own_names: Vec<Vec<Box<str>>>,
}

/// Whose ability is read: that of the card, or one that the card gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The card's own: its name is "this unit".
    Own,
    /// Given by quotation or Pilot list: its name is the giver.
    Given,
}

/// A reader in the middle of its work.
pub struct Parser<'a> {
    source: &'a Source,
    pos: usize,
    end: usize,
    /// Names and subtypes.
    pub lexicon: &'a Lexicon,
    /// The card.
    pub setting: &'a Setting,
    /// What was spoken of.
    pub refs: Referents,
    /// Whose ability it is.
    pub scope: Scope,
    /// What "the Starfighter" is in a Pilot list: the unit that gets the ability.
    pub piloted: Vec<Class>,
    /// What X is in this ability.
    pub x: X,
    /// Whether X was read: only then it can be explained.
    pub saw_x: bool,
    /// Whether the price is any number, which "that many" means from then on.
    pub paid_x: bool,
    /// Who does what is being read: "their hand" is his.
    pub actor: Player,
    /// Who "he or she" is while you act: your opponent, or the player of a trigger.
    pub third: Player,
    /// What "lower speed" compares with: the unit that attacks, if it is this one.
    pub versus: Option<Reference>,
    /// The names of the card that gets the ability: in it, they mean "this unit".
    pub bearer: Vec<Vec<Box<str>>>,
    /// Whether "that player" is one of both, whom you choose: the text is read for either of them.
    pub picked: Option<Player>,
    /// Whether a Bounty is read: its text can speak of the discarded unit.
    pub in_bounty: bool,
    /// Whether what is given may be chosen first: "it gets an ability of ...".
    pub may_choose: bool,
    /// What must be chosen before the effect that is being read.
    pub before: Vec<Effect>,
    /// Whether verbs have no ending although somebody else acts: "your opponent may discard".
    pub bare: bool,
    /// The duration of what has none (rule 1309.8).
    pub unstated: Option<Duration>,
    /// How long the effect lasts that an Enhance text adds to (rule 1722.6).
    pub normal: Option<Duration>,
    /// "also" or "instead" of an Enhance text, once seen.
    pub enhancement: Option<Enhancement>,
    /// Whether an Enhance text is read.
    pub in_enhance: bool,
    /// Whether the effect is about damage that would be done.
    pub in_damage: bool,
    /// How deep phrases stand within phrases.
    pub depth: u32,
    /// Whether it is noted what would have fitted: only once nothing could be read.
    pub noting: bool,
    /// Whether anybody asks what would have fitted.
    pub is_asked_why: bool,
    steps: u8,
    used: Vec<u8>,
    reads: u8,
    plan: Option<Vec<u8>>,
    fuel: usize,
    furthest: usize,
    expected: Vec<&'static str>,
}

/// Nobody reads a longer list of what would have fitted.
const MAX_EXPECTED: usize = 24;

/// No card nests its phrases deeper; hostile texts do.
const MAX_DEPTH: u32 = 60;

/// A place to go back to.
struct Saved {
    pos: usize,
    refs: Mark,
    steps: u8,
    used: usize,
    before: usize,
    x: X,
    paid_x: bool,
    actor: Player,
    third: Player,
    bare: bool,
    enhancement: Option<Enhancement>,
}

/// What a reader has found out behind a whole reading.
pub struct State {
    pos: usize,
    refs: Referents,
    steps: u8,
    used: Vec<u8>,
}

/// Where reading stopped and what would have fitted there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The place in bytes.
    pub at: usize,
    /// What was expected.
    pub expected: Vec<&'static str>,
}

impl<'a> Parser<'a> {
    /// A reader at the start of a text.
    pub fn new(source: &'a Source, lexicon: &'a Lexicon, setting: &'a Setting) -> Parser<'a> {
        Parser {
            end: source.tokens.len(),
            fuel: 20_000 + 3_000 * source.tokens.len(),
            source,
            pos: 0,
            lexicon,
            setting,
            refs: Referents::default(),
            scope: Scope::Own,
            piloted: Vec::new(),
            x: X::Chosen,
            saw_x: false,
            paid_x: false,
            actor: Player::You,
            third: Player::Opponent,
            versus: None,
            bearer: Vec::new(),
            picked: None,
            in_bounty: false,
            may_choose: false,
            before: Vec::new(),
            bare: false,
            unstated: None,
            normal: None,
            enhancement: None,
            in_enhance: false,
            in_damage: false,
            depth: 0,
            noting: false,
            is_asked_why: true,
            steps: 0,
            used: Vec::new(),
            reads: 0,
            plan: None,
            furthest: 0,
            expected: Vec::new(),
        }
    }

    /// The same reader on a further text: what was spoken of is kept, and so is the plan of slots.
    pub fn continued(source: &'a Source, before: &Parser<'a>) -> Parser<'a> {
        let mut next = Parser::new(source, before.lexicon, before.setting);
        next.refs = before.refs.clone();
        next.steps = before.steps;
        next.normal.clone_from(&before.normal);
        next.used.clone_from(&before.used);
        next.plan.clone_from(&before.plan);
        next.in_bounty = before.in_bounty;
        next
    }

    /// Reads with a plan: only these steps get slots, in this order.
    pub fn with_plan(mut self, plan: Vec<u8>) -> Parser<'a> {
        self.plan = Some(plan);
        self
    }

    /// The steps that were referred to, in order.
    pub fn used_steps(&self) -> Vec<u8> {
        let mut used = self.used.clone();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// How often a slot was read: whether something speaks of an earlier step.
    pub fn used_count(&self) -> (usize, u8) {
        (self.used.len(), self.reads)
    }

    /// Where the reading got to at most.
    pub fn stop(&self) -> Stop {
        let at = self.source.tokens.get(self.furthest).map_or(self.source.text.len(), |token| token.start);
        let mut expected: Vec<&'static str> = Vec::new();
        for what in &self.expected {
            if !expected.contains(what) {
                expected.push(what);
            }
        }
        Stop { at, expected }
    }

    /// Whether nothing is left.
    pub fn at_end(&mut self) -> bool {
        if self.pos < self.end {
            self.expect("the end");
        }
        self.pos >= self.end
    }

    /// The place in the tokens.
    pub fn place(&self) -> usize {
        self.pos
    }

    /// Everything that was found out up to here.
    pub fn state(&self) -> State {
        State { pos: self.pos, refs: self.refs.clone(), steps: self.steps, used: self.used.clone() }
    }

    /// Goes on from a state of the same reader.
    pub fn resume(&mut self, state: State) {
        self.pos = state.pos;
        self.refs = state.refs;
        self.steps = state.steps;
        self.used = state.used;
    }

    #[inline]
    fn save(&self) -> Saved {
        Saved {
            pos: self.pos,
            refs: self.refs.mark(),
            steps: self.steps,
            used: self.used.len(),
            before: self.before.len(),
            x: self.x.clone(),
            paid_x: self.paid_x,
            actor: self.actor,
            third: self.third,
            bare: self.bare,
            enhancement: self.enhancement,
        }
    }

    #[inline]
    fn restore(&mut self, saved: Saved) {
        self.pos = saved.pos;
        self.refs.back_to(saved.refs);
        self.steps = saved.steps;
        self.used.truncate(saved.used);
        self.before.truncate(saved.before);
        self.x = saved.x;
        self.paid_x = saved.paid_x;
        self.actor = saved.actor;
        self.third = saved.third;
        self.bare = saved.bare;
        self.enhancement = saved.enhancement;
    }

    /// Reads something, or goes back to where it was.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        let saved = self.save();
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        if found.is_none() {
            self.restore(saved);
        }
        found
    }

    /// Looks whether something could be read here, without reading it.
    pub fn sees(&mut self, read: impl FnOnce(&mut Self) -> bool) -> bool {
        let saved = self.save();
        let found = read(self);
        self.restore(saved);
        found
    }

    /// This would have fitted here.
    #[inline]
    pub fn expect(&mut self, what: &'static str) {
        if self.noting {
            self.note(what);
        }
    }

    #[cold]
    fn note(&mut self, what: &'static str) {
        if self.pos > self.furthest {
            self.furthest = self.pos;
            self.expected.clear();
        }
        let known = |expected: &[&'static str]| expected.iter().any(|other| std::ptr::eq(*other, what));
        if self.pos == self.furthest && self.expected.len() < MAX_EXPECTED && !known(&self.expected) {
            self.expected.push(what);
        }
    }

    /// The token here, if fuel is left.
    pub fn peek(&mut self) -> Option<Token> {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.pos >= self.end {
            return None;
        }
        Some(self.source.tokens[self.pos])
    }

    /// Whether an arrow stands anywhere ahead.
    pub fn has_arrow(&self) -> bool {
        self.source.tokens[self.pos..self.end].iter().any(|token| token.kind == Kind::Arrow)
    }

    /// Whether a full stop stands directly before, perhaps within quotation marks that end here.
    pub fn is_behind_stop(&self) -> bool {
        let text = |back: usize| {
            let token = self.pos.checked_sub(back).and_then(|i| self.source.tokens.get(i));
            token.map_or("", |token| self.source.text(*token))
        };
        text(1) == "." || (text(1) == "\"" && text(2) == ".")
    }

    /// Whether the word directly before is one thing by its form: "unit", "Starfighter", not "units" or "Jedi".
    pub fn is_behind_single(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.source.tokens.get(i));
        let word = before.map_or("", |token| self.source.text(*token));
        !word.ends_with('s') && crate::lexicon::plural(word) != word
    }

    /// Whether the word directly before is in the plural by its form.
    pub fn is_behind_plural(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.source.tokens.get(i));
        before.is_some_and(|token| self.source.text(*token).ends_with('s'))
    }

    /// The token here in lower case.
    pub fn lower(&mut self) -> &'a str {
        let source = self.source;
        self.peek().map_or("", |token| source.lower(token))
    }

    /// The token here as written.
    pub fn written(&mut self) -> &'a str {
        let source = self.source;
        self.peek().map_or("", |token| source.text(token))
    }

    /// Goes over tokens.
    pub fn advance(&mut self, tokens: usize) {
        self.pos = (self.pos + tokens).min(self.end);
    }

    /// These words, in any case, one blank between them; `'s` may hang on a word. All or none.
    #[inline]
    pub fn words(&mut self, words: &'static str) -> bool {
        let initial = self.initial();
        self.words_after(initial, words)
    }

    #[inline]
    fn words_after(&mut self, initial: u8, words: &'static str) -> bool {
        // Most phrases differ in their first letter.
        if words.as_bytes().first() == Some(&initial) {
            return self.stands(words);
        }
        self.expect(words);
        false
    }

    /// The first byte of the token here in lower case, if fuel is left.
    #[inline]
    fn initial(&mut self) -> u8 {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.pos >= self.end { 0 } else { self.source.initials[self.pos] }
    }

    /// Goes over these words if all of them stand here; they are expected where they stop to fit.
    #[inline(never)]
    fn stands(&mut self, words: &'static str) -> bool {
        let start = self.pos;
        let mut rest = words;
        loop {
            let token = self.lower();
            let mut behind = rest.strip_prefix(token).filter(|_| !token.is_empty());
            if let Some(hanging) = behind.and_then(|behind| behind.strip_prefix("'s")) {
                self.pos += 1;
                behind = (self.lower() == "'s").then_some(hanging);
            }
            match behind.map(|behind| (behind, behind.strip_prefix(' '))) {
                Some(("", _)) => {
                    self.pos += 1;
                    return true;
                }
                Some((_, Some(next))) => {
                    self.pos += 1;
                    rest = next;
                }
                // Another word begins like this one.
                Some((_, None)) | None => {
                    self.expect(words);
                    self.pos = start;
                    return false;
                }
            }
        }
    }

    /// One of these phrases: its place in the list.
    pub fn one_of(&mut self, phrases: &[&'static str]) -> Option<usize> {
        let initial = self.initial();
        phrases.iter().position(|phrase| self.words_after(initial, phrase))
    }

    /// The value of the first phrase that stands here.
    pub fn choice<T: Clone>(&mut self, phrases: &[(&'static str, T)]) -> Option<T> {
        let initial = self.initial();
        let found = phrases.iter().find(|(phrase, _)| self.words_after(initial, phrase));
        found.map(|(_, value)| value.clone())
    }

    /// A token of this kind.
    pub fn kind(&mut self, kind: Kind, name: &'static str) -> bool {
        let fits = self.peek().is_some_and(|token| token.kind == kind);
        if fits {
            self.pos += 1;
        } else {
            self.expect(name);
        }
        fits
    }

    /// A number in digits or as a word.
    pub fn number(&mut self) -> Option<i16> {
        const WORDS: [&str; 11] =
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let token = self.peek()?;
        let number = match token.kind {
            Kind::Number(number) => Some(number),
            _ => {
                let lower = self.source.lower(token);
                WORDS.iter().position(|word| *word == lower).map(|n| n as i16)
            }
        };
        match number {
            Some(_) => self.pos += 1,
            None => self.expect("a number"),
        }
        number
    }

    /// A keyword by its name, with its capital letters.
    pub fn keyword(&mut self) -> Option<Keyword> {
        let source = self.source;
        let token = self.peek()?;
        let first = source.text(token);
        if !first.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.expect("a keyword");
            return None;
        }
        let initial = first.as_bytes()[0];
        let found =
            Keyword::all().filter(|keyword| keyword.name().as_bytes()[0] == initial).find(|keyword| {
                let mut words = keyword.name().split(' ').zip(self.pos..);
                words.all(|(word, i)| {
                    i < self.end
                        && self.source.tokens.get(i).is_some_and(|token| {
                            let written = source.text(*token);
                            written == word || (word == "INSERT" && written.eq_ignore_ascii_case(word))
                        })
                })
            });
        match found {
            Some(keyword) => self.pos += keyword.name().split(' ').count(),
            None => self.expect("a keyword"),
        }
        found
    }

    /// Who "he or she" and "their" are: who acts, or somebody else than you.
    pub const fn other(&self) -> Player {
        if let (Player::You, Some(picked)) = (self.actor, self.picked) {
            return picked;
        }
        match self.actor {
            Player::You => self.third,
            Player::Each => Player::That,
            other => other,
        }
    }

    /// Whether "this" is a unit, or something that lies in an arena as a unit does.
    pub fn is_on_unit(&self) -> bool {
        use vocab::CardType;
        self.scope == Scope::Given
            || matches!(
                self.setting.card_type,
                CardType::Unit(_) | CardType::Subordinate(_) | CardType::Location(_) | CardType::Equipment(_)
            )
    }

    /// What "other" is other than: this unit, or on a card that is none what was spoken of last.
    pub fn others(&mut self) -> Reference {
        let on_unit = self.scope == Scope::Given
            || matches!(self.setting.card_type, CardType::Unit(_) | CardType::Subordinate(_));
        if on_unit {
            return Reference::This;
        }
        let unit = Class::new(vocab::ability::Noun::Unit);
        let Some(other) = self.refs.called(&unit, false, false).filter(|other| *other != Reference::Each)
        else {
            return Reference::This;
        };
        if let Reference::Result(slot) = other {
            self.uses(slot);
        }
        other
    }

    /// One of the card's own names.
    pub fn own_name(&mut self) -> bool {
        let tokens = self.name_length(&self.setting.own_names);
        // "Ilara's Signet" is another card than Ilara.
        let written_as_name = |n: usize| {
            self.source.tokens[self.pos..self.pos + n].iter().all(|token| {
                let word = self.source.text(*token);
                word.len() < 4 || !word.starts_with(|c: char| c.is_lowercase())
            })
        };
        let longer = self
            .lexicon
            .name_at(self.source, self.pos)
            .is_some_and(|(_, longer)| longer > tokens && written_as_name(longer));
        let found = tokens > 0 && !longer && tokens > self.name_length(&self.bearer);
        self.pos += if found { tokens } else { 0 };
        found
    }

    /// One of the names of the card that gets the ability.
    pub fn bearer_name(&mut self) -> bool {
        let tokens = self.name_length(&self.bearer);
        self.pos += tokens;
        tokens > 0
    }

    /// How many tokens the first of these names that stands here has.
    fn name_length(&self, names: &[Vec<Box<str>>]) -> usize {
        let first = self.source.tokens.get(self.pos).filter(|_| self.pos < self.end);
        let written = first.map_or("", |token| self.source.text(*token));
        if !written.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
            return 0;
        }
        let found = names.iter().find(|name| {
            name.iter().zip(self.pos..).all(|(word, i)| {
                i < self.end
                    && self.source.tokens.get(i).is_some_and(|token| self.source.lower(*token) == &**word)
            })
        });
        found.map_or(0, Vec::len)
    }

    /// The name of a card of the collection.
    pub fn card_name(&mut self) -> Option<&'a str> {
        self.peek()?;
        let (name, tokens) = self.lexicon.name_at(self.source, self.pos)?;
        if self.pos + tokens > self.end {
            return None;
        }
        self.pos += tokens;
        Some(name)
    }

    /// A subtype, perhaps behind a few letters of the token ("non-").
    pub fn subtype(&mut self, behind: usize) -> Option<&'a str> {
        self.peek()?;
        let Some((subtype, tokens)) = self.lexicon.subtype_at(self.source, self.pos, behind) else {
            self.expect("a subtype");
            return None;
        };
        if self.pos + tokens > self.end {
            return None;
        }
        self.pos += tokens;
        Some(subtype)
    }

    /// The words between quotation marks, as they are.
    pub fn quoted_words(&mut self) -> Option<&'a str> {
        let Kind::Open(close) = self.peek()?.kind else {
            self.expect("words in quotation marks");
            return None;
        };
        if close > self.end || close == self.pos + 1 {
            return None;
        }
        let tokens = &self.source.tokens[self.pos + 1..close];
        let words = &self.source.text[tokens.first()?.start..tokens.last()?.end];
        self.pos = (close + 1).min(self.end);
        Some(words)
    }

    /// The sign before an item of a list: `*`, or `-` where no number follows.
    pub fn bullet(&mut self) -> bool {
        let found = self.is_bullet(self.pos);
        if found {
            self.pos += 1;
        } else {
            self.expect("*");
        }
        found
    }

    fn is_bullet(&self, at: usize) -> bool {
        let text = |i: usize| {
            let token = self.source.tokens.get(i).filter(|_| i < self.end);
            token.map_or("", |token| self.source.text(*token))
        };
        match text(at) {
            "*" => true,
            "-" => text(at + 1).starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '"' | '[')),
            _ => false,
        }
    }

    /// The words up to the next separator (`*` is any bullet) outside quotation marks, as they are.
    pub fn up_to(&mut self, separator: &str) -> Option<&'a str> {
        let first = self.peek()?;
        let mut close = self.pos;
        while close < self.end {
            let token = self.source.tokens[close];
            match token.kind {
                Kind::Open(partner) => close = partner.min(self.end),
                Kind::Sign if separator == "*" && self.is_bullet(close) => break,
                Kind::Sign if separator != "*" && self.source.text(token) == separator => break,
                _ => {}
            }
            close += 1;
        }
        let close = close.min(self.end);
        let last = self.source.tokens.get(close.checked_sub(1)?)?;
        self.pos = close;
        (last.end > first.start).then(|| &self.source.text[first.start..last.end])
    }

    /// Work done on a part of the text by another reader.
    pub fn charge(&mut self, bytes: usize) {
        self.fuel = self.fuel.saturating_sub(20 * bytes);
    }

    /// Another reader stopped within the part that begins at this token.
    pub fn stopped_within(&mut self, start: usize, stop: &Stop) {
        let Some(first) = self.source.tokens.get(start) else { return };
        let at = first.start + stop.at;
        let place = self.source.tokens.partition_point(|token| token.start < at);
        let before = std::mem::replace(&mut self.pos, place);
        for what in &stop.expected {
            self.expect(what);
        }
        self.pos = before;
    }

    /// A step has been read: its result can be spoken of from now on; it gets a slot if it is.
    pub fn step(&mut self, effect: Effect) -> Effect {
        let number = self.steps;
        self.steps = self.steps.saturating_add(1);
        let slot = match &self.plan {
            None => Slot(number),
            Some(plan) => plan.iter().position(|step| *step == number).map_or(UNUSED, |i| Slot(i as u8)),
        };
        self.refs.after_step(&effect, slot);
        if self.plan.is_some() && slot != UNUSED { effect.named(slot) } else { effect }
    }

    /// A slot is read: in the first pass it is the number of a step, which so comes into the plan.
    pub fn uses(&mut self, slot: Slot) {
        self.reads = self.reads.wrapping_add(1);
        if self.plan.is_none() {
            self.used.push(slot.0);
        }
    }
}
