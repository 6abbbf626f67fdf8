//! The reader: its place in the tokens, what has been mentioned, and how far any attempt got.
//!
//! Parsers are functions `read_...(&mut Parser) -> Option<T>`: on `None` the reader is back where it was, if the caller
//! used [`Parser::attempt`]. Every step burns fuel, and a text gets fuel in proportion to its length: time is linear.

mod names;
mod probe;
mod words;

pub use probe::{Choice, Line, Probe};

use crate::grammar::first::First;
use crate::lexicon::Lexicon;
use crate::referents::{Mark, Referent, Referents, UNUSED};
use crate::token::{Kind, Source, Token};
use std::panic::Location;
use std::rc::Rc;
use vocab::CardType;
use vocab::ability::{Class, Duration, Effect, Enhancement, Noun, Player, Reference, Slot, X};

/// The card whose text is read or written.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its type, which decides what a bare sentence is.
    pub card_type: CardType,
    /// Its name without the version.
    pub name: Box<str>,
    /// The names by which it refers to itself, longest first, in lower case.
    pub own_names: Vec<Vec<Box<str>>>,
}

/// Whose ability is being read: the card's own, or one that the card gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The card's own: its name means "this unit".
    Own,
    /// Given in quotation marks or by a Pilot list: the card's name means the giver.
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
    /// What has been mentioned.
    pub refs: Referents,
    /// Whose ability it is.
    pub scope: Scope,
    /// What "the Starfighter" is in a Pilot list: the unit that gets the ability.
    pub piloted: Vec<Class>,
    /// What X was said to be in this ability; the last statement counts.
    explained: Vec<X>,
    /// Whether X was read: only then can it be explained.
    pub saw_x: bool,
    /// Whether the cost is any number, which "that many" then means.
    pub paid_x: bool,
    /// Who does what is being read: "their hand" is that player's.
    pub actor: Player,
    /// Who "he or she" is while you act: your opponent, or the player of a trigger.
    pub third: Player,
    /// What "lower speed" compares with: the unit that attacks, if it is this one.
    pub versus: Option<Reference>,
    /// The names of the card that gets the ability: in it, they mean "this unit".
    pub bearer: Vec<Vec<Box<str>>>,
    /// The player you chose, if "that player" can be either: the text is read for both.
    pub picked: Option<Player>,
    /// Whether this is a Bounty: its text can refer to the discarded unit.
    pub in_bounty: bool,
    /// Whether what is given may be chosen first: "it gets an ability of ...".
    pub may_choose: bool,
    /// What must be chosen before the effect being read.
    pub before: Vec<Effect>,
    /// Whether verbs take no ending although somebody else acts: "your opponent may discard".
    pub bare: bool,
    /// The duration of effects that state none (rule 1309.8).
    pub unstated: Option<Duration>,
    /// How long the effect that an Enhance text adds to lasts (rule 1722.6).
    pub normal: Option<Duration>,
    /// "also" or "instead" in an Enhance text, once seen.
    pub enhancement: Option<Enhancement>,
    /// Whether this is an Enhance text.
    pub in_enhance: bool,
    /// Whether the effect is about damage that would be done.
    pub in_damage: bool,
    /// How deeply phrases are nested.
    pub depth: u32,
    /// Whether anybody wants to know what could have come next.
    pub is_asked_why: bool,
    noting: bool,
    steps: u8,
    used: Vec<u8>,
    reads: u8,
    plan: Option<Vec<u8>>,
    fuel: usize,
    /// The first place not reached yet; while noting what could have come next, the last place reached.
    noted_from: usize,
    expected: Vec<&'static str>,
    /// Looks for other readings.
    probe: Option<Rc<Probe>>,
    /// The number of this reader's first token in the whole text.
    base: usize,
}

/// Nobody reads a longer list of what could have come next.
const MAX_EXPECTED: usize = 24;

/// No card nests its phrases deeper; malicious texts do.
const MAX_DEPTH: u32 = 60;

/// A place to go back to. Thousands are made and few are used, so it holds only lengths and small values.
#[derive(Clone, Copy)]
struct Saved {
    pos: usize,
    refs: Mark,
    steps: u8,
    used: usize,
    before: usize,
    explained: usize,
    paid_x: bool,
    actor: Player,
    third: Player,
    bare: bool,
    enhancement: Option<Enhancement>,
    /// How many choices the probe had seen.
    taken: usize,
}

/// What a reader knows at the end of a whole reading.
pub struct State {
    pos: usize,
    refs: Referents,
    steps: u8,
    used: Vec<u8>,
}

/// Where reading stopped and what could have come next.
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
            explained: Vec::new(),
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
            noted_from: 0,
            expected: Vec::new(),
            probe: None,
            base: 0,
        }
    }

    /// Reads under a probe.
    pub fn with_probe(mut self, probe: Option<&Rc<Probe>>) -> Parser<'a> {
        self.probe = probe.cloned();
        self
    }

    /// Reads part of another reader's text, from this token on, under the same probe.
    pub fn within(mut self, outer: &Parser, start: usize) -> Parser<'a> {
        self.base = outer.base + start;
        self.with_probe(outer.probe.as_ref())
    }

    /// The same reader on another text: it keeps what has been mentioned, and the plan of slots.
    pub fn continued(source: &'a Source, before: &Parser<'a>) -> Parser<'a> {
        let mut next = Parser::new(source, before.lexicon, before.setting);
        next.refs = before.refs.clone();
        next.steps = before.steps;
        next.normal.clone_from(&before.normal);
        next.used.clone_from(&before.used);
        next.plan.clone_from(&before.plan);
        next.in_bounty = before.in_bounty;
        next.within(before, before.source.tokens.len())
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

    /// How many slots were read: shows whether something refers to an earlier step.
    pub fn used_count(&self) -> (usize, u8) {
        (self.used.len(), self.reads)
    }

    /// The furthest place that reading reached.
    pub fn stop(&self) -> Stop {
        let at = self.source.tokens.get(self.noted_from).map_or(self.source.text.len(), |token| token.start);
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

    /// Everything known up to here.
    pub fn state(&self) -> State {
        State { pos: self.pos, refs: self.refs.clone(), steps: self.steps, used: self.used.clone() }
    }

    /// Goes on from an earlier state of the same reader.
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
            explained: self.explained.len(),
            paid_x: self.paid_x,
            actor: self.actor,
            third: self.third,
            bare: self.bare,
            enhancement: self.enhancement,
            taken: 0,
        }
    }

    #[inline]
    fn restore(&mut self, saved: &Saved) {
        self.pos = saved.pos;
        self.steps = saved.steps;
        self.paid_x = saved.paid_x;
        self.actor = saved.actor;
        self.third = saved.third;
        self.bare = saved.bare;
        self.enhancement = saved.enhancement;
        self.refs.back_to(saved.refs);
        if (self.used.len(), self.before.len(), self.explained.len())
            != (saved.used, saved.before, saved.explained)
        {
            self.forget(saved);
        }
    }

    /// Takes off what was added to the lists since.
    #[inline(never)]
    fn forget(&mut self, saved: &Saved) {
        self.used.truncate(saved.used);
        self.before.truncate(saved.before);
        self.explained.truncate(saved.explained);
    }

    /// What X is in this ability.
    pub fn x(&self) -> &X {
        self.explained.last().unwrap_or(&X::Chosen)
    }

    /// From now on, X is this.
    pub fn explain_x(&mut self, x: X) {
        self.explained.push(x);
    }

    /// What X is in the ability just read; the next one has an X of its own.
    pub fn take_x(&mut self) -> X {
        let x = self.x().clone();
        if x != X::Chosen {
            self.explain_x(X::Chosen);
        }
        x
    }

    /// Reads something, or goes back to where it started.
    ///
    /// There are hundreds of copies of this, one for each phrase, so all they share is in `enter` and `leave`,
    /// which are compiled once.
    #[track_caller]
    pub fn attempt<T, F: FnOnce(&mut Self) -> Option<T>>(&mut self, read: F) -> Option<T> {
        let line = Location::caller();
        let saved = self.enter(line)?;
        let found = read(self);
        self.leave(&saved, found.is_some());
        if found.is_some() && self.probe.is_some() {
            let choice = Choice { line, words: "", at: self.base + saved.pos };
            self.take(choice, std::any::type_name::<F>());
        }
        found
    }

    /// Shows the probe a choice that was made.
    #[cold]
    fn take(&self, choice: Choice, name: &'static str) {
        if let Some(probe) = &self.probe {
            probe.take(choice, name);
        }
    }

    /// Where an attempt starts, unless phrases are nested too deeply.
    #[inline(never)]
    fn enter(&mut self, line: Line) -> Option<Saved> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        let mut saved = self.save();
        if let Some(probe) = &self.probe {
            if probe.refuses(Choice { line, words: "", at: self.base + self.pos }) {
                return None;
            }
            saved.taken = probe.count();
        }
        self.depth += 1;
        Some(saved)
    }

    /// Ends an attempt, back where it started if nothing was found.
    #[inline(never)]
    fn leave(&mut self, saved: &Saved, found: bool) {
        self.depth -= 1;
        if !found {
            self.restore(saved);
            if let Some(probe) = &self.probe {
                probe.forget(saved.taken);
            }
        }
    }

    /// Checks whether something could be read here, without reading it.
    pub fn sees(&mut self, read: impl FnOnce(&mut Self) -> bool) -> bool {
        let saved = self.save();
        let found = read(self);
        self.restore(&saved);
        found
    }

    /// Notes that this could have come next.
    #[inline]
    pub fn expect(&mut self, what: &'static str) {
        if self.is_noted_here() {
            self.note(what);
        }
    }

    /// Records that something was looked for here; returns whether to note what.
    #[inline]
    fn is_noted_here(&mut self) -> bool {
        if self.pos < self.noted_from {
            return false;
        }
        if !self.noting {
            self.noted_from = self.pos + 1;
        }
        self.noting
    }

    #[cold]
    fn note(&mut self, what: &'static str) {
        if self.pos > self.noted_from {
            self.noted_from = self.pos;
            self.expected.clear();
        }
        let is_known = self.expected.iter().any(|other| std::ptr::eq(*other, what));
        if self.expected.len() < MAX_EXPECTED && !is_known {
            self.expected.push(what);
        }
    }

    /// Whether this reading notes what could have come next: only after nothing could be read.
    pub const fn is_noting(&self) -> bool {
        self.noting
    }

    /// Reads once more, noting what could have come next at the furthest place.
    pub fn noting<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.noting = true;
        self.noted_from = self.noted_from.saturating_sub(1);
        let found = read(self);
        self.noting = false;
        found
    }

    /// The token here, if fuel is left.
    pub fn peek(&mut self) -> Option<Token> {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.pos >= self.end {
            return None;
        }
        Some(self.source.tokens[self.pos])
    }

    /// Whether such a phrase can begin here, judging by its first word. A reading that notes what could have come next
    /// tries it anyway.
    #[inline]
    pub fn may_begin(&mut self, phrase: First) -> bool {
        (self.pos < self.end && self.source.firsts[self.pos].has(phrase)) || self.is_noted_here()
    }

    /// Whether there is an arrow anywhere ahead.
    pub fn has_arrow(&self) -> bool {
        self.source.tokens[self.pos..self.end].iter().any(|token| token.kind == Kind::Arrow)
    }

    /// Whether a full stop comes directly before, perhaps inside quotation marks that end here.
    pub fn is_after_stop(&self) -> bool {
        let text = |back: usize| {
            let token = self.pos.checked_sub(back).and_then(|i| self.source.tokens.get(i));
            token.map_or("", |token| self.source.text(*token))
        };
        text(1) == "." || (text(1) == "\"" && text(2) == ".")
    }

    /// Whether the word directly before is clearly singular: "unit", "Starfighter", not "units" or "Jedi".
    pub fn is_after_singular(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.source.tokens.get(i));
        let word = before.map_or("", |token| self.source.text(*token));
        !word.ends_with('s') && crate::lexicon::plural(word) != word
    }

    /// Whether the word directly before is a noun for cards: "unit", "cards", "Location".
    pub fn is_after_noun(&self) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.source.tokens.get(i));
        before.is_some_and(|token| crate::grammar::class::is_noun_word(self.source.lower(*token)))
    }

    /// Whether this word stands directly before.
    pub fn is_after_word(&self, word: &str) -> bool {
        let before = self.pos.checked_sub(1).and_then(|i| self.source.tokens.get(i));
        before.is_some_and(|token| self.source.lower(*token) == word)
    }

    /// Whether these words stand between a place and here.
    pub fn has_said(&self, from: usize, words: &[&str]) -> bool {
        let said = self.source.tokens.get(from..self.pos).unwrap_or_default();
        let is_it = |(token, word): (&Token, &&str)| self.source.lower(*token) == *word;
        said.windows(words.len()).any(|here| here.iter().zip(words).all(is_it))
    }

    /// Whether the word directly before looks like a plural.
    pub fn is_after_plural(&self) -> bool {
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

    /// Skips tokens.
    pub fn advance(&mut self, tokens: usize) {
        self.pos = (self.pos + tokens).min(self.end);
    }

    /// Who "he or she" and "their" mean: whoever acts, or somebody other than you.
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

    /// Whose things are used by what is being read: the player who does it.
    pub const fn doer(&self) -> Player {
        match self.actor {
            Player::You => Player::You,
            _ => self.other(),
        }
    }

    /// Whether "this" is a unit, or something that stays in an arena like a unit.
    pub fn is_on_unit(&self) -> bool {
        use vocab::CardType;
        self.scope == Scope::Given
            || matches!(
                self.setting.card_type,
                CardType::Unit(_) | CardType::Subordinate(_) | CardType::Location(_) | CardType::Equipment(_)
            )
    }

    /// What "other" is other than: this unit, or on a card that isn't a unit, whatever was mentioned last.
    pub fn others(&mut self) -> Reference {
        let on_unit = self.scope == Scope::Given
            || matches!(self.setting.card_type, CardType::Unit(_) | CardType::Subordinate(_));
        // "Whenever one of your Jedi attacks, each of your other Jedi ...": other than the one that attacks.
        let is_own = |subject: &Referent| subject.control == Some(Player::You) && !subject.plural;
        if on_unit {
            let subject = self.refs.find(Reference::Subject).is_some_and(is_own);
            return if subject { Reference::Subject } else { Reference::This };
        }
        let unit = Class::new(Noun::Unit);
        let Some(other) = self.refs.called(&unit, false, false).filter(|other| *other != Reference::Each)
        else {
            return Reference::This;
        };
        if let Reference::Result(slot) = other {
            self.uses(slot);
        }
        other
    }

    /// The same of things of these classes: "removes a card from its stack ... another card from its stack".
    pub fn others_of(&mut self, classes: &[Class]) -> Reference {
        let is_card = |class: &Class| class.noun == Noun::Card && class.adjectives.is_empty();
        let card = self.refs.called(&Class::new(Noun::Card), false, false);
        match card {
            Some(before @ Reference::Result(slot)) if classes.iter().all(is_card) => {
                self.uses(slot);
                before
            }
            _ => self.others(),
        }
    }

    /// Charges for work that another reader did on part of the text.
    pub fn charge(&mut self, bytes: usize) {
        self.fuel = self.fuel.saturating_sub(20 * bytes);
    }

    /// Another reader stopped inside the part that begins at this token.
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

    /// A step has been read: its result can be referred to from now on, and if it is, it gets a slot.
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

    /// A slot is read: in the first pass it's the number of a step, which puts that step into the plan.
    pub fn uses(&mut self, slot: Slot) {
        self.reads = self.reads.wrapping_add(1);
        if self.plan.is_none() {
            self.used.push(slot.0);
        }
    }
}
