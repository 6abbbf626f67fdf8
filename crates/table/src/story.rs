//! The story of a game in sentences: one for each event worth telling, worded for each viewer.

use crate::standing::Held;
use crate::token::{Token, Tokens};
use engine::state::{Moment, Slot, Where};
use engine::{Catalog, Event, Game, Knowers, Told, Viewer, What, Witnessed};
use vocab::ability::Entry;
use vocab::{Arena, DefinitionId, Role, RuleNumber};

/// A sentence of the story.
#[derive(Clone, Debug)]
pub struct Line {
    /// The step that made it happen: the number of the log after it.
    pub step: u32,
    /// After how many answers it was told.
    pub answer: usize,
    /// The attack that it belongs to, counted in this game.
    pub attack: Option<u16>,
    /// The rule that made it happen.
    pub rule: RuleNumber,
    /// What happened.
    pub what: What,
    /// How it is told.
    telling: Telling,
    /// Dice that were rolled.
    pub dice: Vec<u8>,
    /// Force and build points of both players after it, Dark first.
    pub pools: [[u16; 2]; 2],
    /// Damage and build counters on the card that it is about, after it.
    pub counters: [u8; 2],
    /// Whether a player did it by hand (rule 1316.3).
    pub by_hand: bool,
    /// In an attack: from which natural number on a die hits, and with how many dice it is made.
    pub aim: Option<Aim>,
    /// Who holds what after it: of a turn that starts, and of an arena that is won.
    pub held: Option<Held>,
    /// Cards that were tapped or untapped just before it, or after the last line of a step.
    turned: Vec<(Pointed, bool)>,
}

/// What an attack needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The natural number from which on a die hits.
    pub need: i16,
    /// The power that it is made with.
    pub power: i16,
}

/// When a line was told.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The number of the log after its step.
    pub step: u32,
    /// After how many answers.
    pub answer: usize,
    /// In which attack.
    pub attack: Option<u16>,
    /// Whether a player did it by hand (rule 1316.3).
    pub by_hand: bool,
}

/// An event as each viewer reads it. What several read alike is kept once: a thousand games tell a great deal.
#[derive(Clone, Debug)]
struct Telling {
    /// The engine's sentences. A card that the reader's page shows is its place in `cards`, in braces.
    sentences: Box<[Box<str>]>,
    /// Which of them Dark, Light and everybody else read.
    read: [Option<u8>; 3],
    /// The cards of the event.
    cards: Box<[Option<Pointed>]>,
}

/// A card of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointed {
    definition: DefinitionId,
    /// Who knows which card it is.
    knowers: Knowers,
    /// Who read its name when it happened: whoever knew it before it went saw it go.
    read: [bool; 3],
    /// What the pages of each viewer call it, where they show it.
    tokens: [Option<Token>; 3],
}

impl Telling {
    fn new(game: &Game, tokens: &Tokens, told: &Told) -> Telling {
        let pointed = |card: Witnessed| Pointed::new(game, tokens, told, card);
        let last = told.cards.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let cards: Box<[Option<Pointed>]> = told.cards[..last].iter().map(|card| card.map(pointed)).collect();
        let mut sentences: Vec<Box<str>> = Vec::new();
        let read = Viewer::ALL.map(|viewer| {
            let marked = |slot: Slot| {
                let is_it = |card: &Option<Witnessed>| card.is_some_and(|card| card.slot == slot);
                let place = told.cards.iter().position(is_it)?;
                cards[place]?.marked(viewer).map(|_| place)
            };
            let text = game.retell_with(told, viewer, &|slot, definition| match definition {
                Some(definition) => match marked(slot) {
                    Some(place) => format!("{{{place}}}"),
                    None => game.catalog().definition(definition).to_string(),
                },
                None => "a card".into(),
            })?;
            let known = sentences.iter().position(|sentence| **sentence == *text);
            let place = known.unwrap_or_else(|| {
                sentences.push(text.into());
                sentences.len() - 1
            });
            u8::try_from(place).ok()
        });
        Telling { sentences: sentences.into(), read, cards }
    }

    /// The sentence for a viewer, its cards in these words.
    fn sentence(&self, viewer: Viewer, words: impl Fn(Pointed) -> Option<String>) -> Option<String> {
        let mut text = self.sentences.get(usize::from(self.read[viewer.place()]?))?.to_string();
        for (place, card) in self.cards.iter().enumerate() {
            if let Some(words) = card.and_then(&words) {
                text = text.replace(&format!("{{{place}}}"), &words);
            }
        }
        Some(text)
    }
}

impl Pointed {
    pub(crate) fn new(game: &Game, tokens: &Tokens, told: &Told, card: Witnessed) -> Pointed {
        Pointed {
            definition: card.definition,
            knowers: card.knowers,
            read: Viewer::ALL.map(|viewer| told.card(card.slot, viewer.place()).is_some()),
            // Cards in hands and decks of others have no place on the page. A token for one of them would tell when it
            // came.
            tokens: Viewer::ALL.map(|viewer| {
                game.face_of(card.slot, viewer).is_some().then(|| tokens.of(viewer, card.slot))
            }),
        }
    }

    /// What a viewer's sentence calls it, if it is marked there.
    fn marked(self, viewer: Viewer) -> Option<Token> {
        self.tokens[viewer.place()].filter(|_| self.knowers.has(viewer.place()))
    }
}

/// A sentence with its cards marked, for one viewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked<'a> {
    telling: &'a Telling,
    viewer: Viewer,
}

impl Marked<'_> {
    /// The sentence; a card that the viewer's page shows is its token in braces.
    pub(crate) fn text(self, names: [&str; 2]) -> String {
        // Nobody is called by braces: they mark cards.
        let plain = names.map(|name| name.replace(['{', '}'], "|"));
        let marks = |card: Pointed| card.marked(self.viewer).map(|token| format!("{{{token}}}"));
        let text = self.telling.sentence(self.viewer, marks).unwrap_or_default();
        named(&text, self.viewer, [&plain[0], &plain[1]])
    }

    /// The marked cards.
    pub(crate) fn cards(self) -> impl Iterator<Item = (Token, DefinitionId)> {
        let cards = self.telling.cards.iter().flatten();
        cards.filter_map(move |card| Some((card.marked(self.viewer)?, card.definition)))
    }

    /// The first two cards of the event, where the viewer's page shows them.
    pub(crate) fn about(self) -> [Option<Token>; 2] {
        [0, 1].map(|place| self.telling.cards.get(place).copied()??.tokens[self.viewer.place()])
    }

    /// A card of the event in a sentence: its token in braces, its name, or nothing that the viewer doesn't know.
    pub(crate) fn name(self, place: usize, catalog: &Catalog) -> Option<String> {
        let card = self.telling.cards.get(place).copied()??;
        match card.marked(self.viewer) {
            Some(token) => Some(format!("{{{token}}}")),
            None if card.read[self.viewer.place()] => Some(catalog.definition(card.definition).to_string()),
            None => None,
        }
    }
}

impl Line {
    /// An event in sentences.
    pub fn new(game: &Game, tokens: &Tokens, told: &Told, when: When) -> Line {
        Line {
            step: when.step,
            answer: when.answer,
            attack: when.attack,
            rule: told.event.rule,
            what: told.event.what,
            telling: Telling::new(game, tokens, told),
            dice: Vec::new(),
            pools: told.pools,
            counters: told.counters,
            by_hand: when.by_hand,
            aim: None,
            held: held(game, told.event.what),
            turned: Vec::new(),
        }
    }

    /// A card was tapped or untapped with it.
    pub(crate) fn turn(&mut self, turned: (Pointed, bool)) {
        self.turned.push(turned);
    }

    /// The cards that were tapped or untapped with it, where the viewer's page shows them.
    pub(crate) fn turned(&self, viewer: Viewer) -> impl Iterator<Item = (Token, bool)> {
        self.turned.iter().filter_map(move |(card, tapped)| Some((card.tokens[viewer.place()]?, *tapped)))
    }

    /// The sentence for somebody who looks; players are called by these names, in the order of the roles.
    pub fn told(&self, viewer: Viewer, names: [&str; 2], catalog: &Catalog) -> Option<String> {
        let name = |card: Pointed| Some(catalog.definition(card.definition).to_string());
        let text = self.telling.sentence(viewer, name)?;
        Some(as_done(self.by_hand, named(&text, viewer, names)))
    }

    /// The sentence with its cards marked.
    pub(crate) fn marked(&self, viewer: Viewer) -> Option<Marked<'_>> {
        self.telling.read[viewer.place()].map(|_| Marked { telling: &self.telling, viewer })
    }
}

/// Who holds what, where an event is about that.
fn held(game: &Game, what: What) -> Option<Held> {
    matches!(what, What::Started(Moment::Ready) | What::GainedArena { .. })
        .then(|| Arena::ALL.map(|arena| game.sight(Viewer::Public).control(arena)))
}

/// A sentence about what was done by hand says so.
pub(crate) fn as_done(by_hand: bool, sentence: String) -> String {
    match sentence.strip_prefix("You") {
        _ if !by_hand => sentence,
        Some(rest) if rest.starts_with([' ', 'r']) => format!("By hand: you{rest}"),
        _ => format!("By hand: {sentence}"),
    }
}

/// Whether an event is worth a line: what another line says already is left out. Of what is done by hand everything is
/// told (rule 1316.3).
pub fn is_told(event: &Event, by_hand: bool) -> bool {
    match event.what {
        What::Tapped(_) | What::Untapped(_) if by_hand => true,
        What::Moved { from, to, .. } => !matches!(
            (from, to),
            (
                _,
                Where::Nowhere
                    | Where::DiscardPile
                    | Where::Arena(_)
                    | Where::Attached(_)
                    | Where::Stacked(_)
            ) | (Where::Deck, Where::Hand)
                | (Where::Hand | Where::Arena(_) | Where::BuildZone, Where::BuildZone)
        ),
        What::Started(moment) => !matches!(moment, Moment::Preparation | Moment::BattlePhase),
        // A deployment says where the unit goes; a unit that is put or moved has no other line.
        What::Entered { by, .. } => by != Entry::Deployed,
        // 1106.2: another unit is attacked instead. Otherwise the attack says it.
        What::IsAttacked { .. } => event.rule == RuleNumber::new(1106, 2),
        What::Ended(_)
        | What::AttackEnded { .. }
        | What::Tapped(_)
        | What::Untapped(_)
        | What::Completed { .. }
        | What::Die { .. } => false,
        What::Drew { .. }
        | What::Shuffled(_)
        | What::Searched(_)
        | What::Revealed(_)
        | What::LookedAt { .. }
        | What::Deployed { .. }
        | What::Retreated(_)
        | What::PutCounters { .. }
        | What::RemovedCounters { .. }
        | What::Pool { .. }
        | What::Rolled { .. }
        | What::Rerolled { .. }
        | What::Attacks { .. }
        | What::Hits { .. }
        | What::Pending { .. }
        | What::Prevented { .. }
        | What::Damaged { .. }
        | What::Discarded { .. }
        | What::Used { .. }
        | What::Played { .. }
        | What::Disrupted(_)
        | What::Keyword { .. }
        | What::Predicted { .. }
        | What::Attached { .. }
        | What::Detached { .. }
        | What::Stacked { .. }
        | What::NewTop { .. }
        | What::Controlled { .. }
        | What::BuildRoll(_)
        | What::GainedArena { .. }
        | What::ChainEnded(_)
        | What::ByHand { .. }
        | What::Agreed { .. }
        | What::TakenBack { .. }
        | What::Bid { .. }
        | What::Over(_) => true,
    }
}

/// The engine's sentence with the names of the players; the player who looks is "you".
pub fn named(sentence: &str, viewer: Viewer, names: [&str; 2]) -> String {
    let mut text = sentence.to_string();
    for (role, short) in [(Role::Dark, "DS"), (Role::Light, "LS")] {
        let own = viewer == Viewer::Seat(role);
        let name = names[role as usize];
        let Some(rest) = text.strip_prefix(short) else { continue };
        text = match (rest.strip_prefix(' '), rest.strip_prefix("'s ")) {
            (Some(does), _) if own => format!("you {}", second_person(does)),
            (_, Some(step)) if own => format!("your {step}"),
            (Some(_), _) | (_, Some(_)) => format!("{name}{rest}"),
            (None, None) => continue,
        };
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// "draws a card" as "draw a card".
fn second_person(rest: &str) -> String {
    let (verb, tail) = rest.split_once(' ').unwrap_or((rest, ""));
    let verb = match verb.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if verb == "has" => "have".into(),
        None if verb.ends_with("ches") || verb.ends_with("sses") => verb.trim_end_matches("es").into(),
        None => verb.strip_suffix('s').unwrap_or(verb).to_string(),
    };
    if tail.is_empty() { verb } else { format!("{verb} {tail}") }
}

#[cfg(test)]
mod tests {
    use super::named;
    use engine::Viewer;
    use vocab::Role;

    #[test]
    fn players_are_called_by_their_names_and_the_reader_is_you() {
        let names = ["Kestrel", "Mira"];
        let light = Viewer::Seat(Role::Light);
        assert_eq!(named("DS draws a card", light, names), "Kestrel draws a card");
        assert_eq!(named("LS draws a card", light, names), "You draw a card");
        assert_eq!(named("LS searches a deck", light, names), "You search a deck");
        assert_eq!(named("LS loses 2 Force", light, names), "You lose 2 Force");
        assert_eq!(named("LS carries out a text", light, names), "You carry out a text");
        assert_eq!(named("LS has it taken back", light, names), "You have it taken back");
        assert_eq!(named("DS's build step starts", light, names), "Kestrel's build step starts");
        assert_eq!(named("LS's build step starts", light, names), "Your build step starts");
        assert_eq!(named("DSR-1 taps", light, names), "DSR-1 taps", "a card's name");
    }
}
