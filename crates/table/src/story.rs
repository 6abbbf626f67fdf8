//! The story of a game in sentences: one for each event worth telling, worded for each viewer.

use crate::token::{Token, Tokens};
use engine::state::{Moment, Slot, Where};
use engine::{Catalog, Event, Game, Told, Viewer, What};
use vocab::{DefinitionId, Role, RuleNumber};

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
    /// The sentence for Dark, Light and everybody else.
    told: [Option<Wording>; 3],
    /// Dice that were rolled.
    pub dice: Vec<u8>,
    /// Force and build points of both players after it, Dark first.
    pub pools: [[u16; 2]; 2],
    /// Damage and build counters on the card that it is about, after it.
    pub counters: [u8; 2],
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
}

/// A sentence as one viewer reads it.
#[derive(Clone, Debug)]
struct Wording {
    /// The engine's sentence; a card that the viewer's page shows is its token in braces.
    text: Box<str>,
    /// Which cards those are.
    cards: Box<[(Token, DefinitionId)]>,
    /// The first two cards of the event, where the viewer's page shows them.
    about: [Option<Token>; 2],
}

impl Wording {
    fn new(game: &Game, tokens: &Tokens, told: &Told, viewer: Viewer) -> Option<Wording> {
        // Cards in hands and decks of others have no place on the page. A token for one of them would tell when it came.
        let pointed = |slot: Slot| game.face_of(slot, viewer).is_some().then(|| tokens.of(viewer, slot));
        let knows = |slot: Slot| {
            told.cards.iter().flatten().any(|card| card.slot == slot && card.knowers.has(viewer.place()))
        };
        let text = game.retell_with(told, viewer, &|slot, definition| match definition {
            Some(definition) => match pointed(slot).filter(|_| knows(slot)) {
                Some(token) => format!("{{{token}}}"),
                None => game.catalog().definition(definition).to_string(),
            },
            None => "a card".into(),
        })?;
        let mut cards: Vec<(Token, DefinitionId)> = Vec::new();
        for card in told.cards.iter().flatten().filter(|card| card.knowers.has(viewer.place())) {
            if let Some(token) = pointed(card.slot)
                && cards.iter().all(|(own, _)| *own != token)
            {
                cards.push((token, card.definition));
            }
        }
        let [first, second, ..] = told.cards.map(|card| card.and_then(|card| pointed(card.slot)));
        Some(Wording { text: text.into(), cards: cards.into(), about: [first, second] })
    }
}

/// A sentence with its cards marked, for one viewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked<'a> {
    wording: &'a Wording,
    viewer: Viewer,
}

impl<'a> Marked<'a> {
    /// The sentence; a card that the viewer's page shows is its token in braces.
    pub(crate) fn text(self, names: [&str; 2]) -> String {
        // Nobody is called by braces: they mark cards.
        let plain = names.map(|name| name.replace(['{', '}'], "|"));
        named(&self.wording.text, self.viewer, [&plain[0], &plain[1]])
    }

    /// The marked cards.
    pub(crate) const fn cards(self) -> &'a [(Token, DefinitionId)] {
        &self.wording.cards
    }

    /// The first two cards of the event, where the viewer's page shows them.
    pub(crate) const fn about(self) -> [Option<Token>; 2] {
        self.wording.about
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
            told: Viewer::ALL.map(|viewer| Wording::new(game, tokens, told, viewer)),
            dice: Vec::new(),
            pools: told.pools,
            counters: told.counters,
        }
    }

    /// The sentence for somebody who looks; players are called by these names, in the order of the roles.
    pub fn told(&self, viewer: Viewer, names: [&str; 2], catalog: &Catalog) -> Option<String> {
        let wording = self.told[viewer.place()].as_ref()?;
        let mut text = wording.text.to_string();
        for (token, definition) in &wording.cards {
            text = text.replace(&format!("{{{token}}}"), &catalog.definition(*definition).to_string());
        }
        Some(named(&text, viewer, names))
    }

    /// The sentence with its cards marked.
    pub(crate) fn marked(&self, viewer: Viewer) -> Option<Marked<'_>> {
        self.told[viewer.place()].as_ref().map(|wording| Marked { wording, viewer })
    }
}

/// Whether an event is worth a line: what another line says already is left out.
pub fn is_told(event: &Event) -> bool {
    match event.what {
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
                | (Where::Hand | Where::Arena(_), Where::BuildZone)
        ),
        What::Started(moment) => !matches!(moment, Moment::Preparation | Moment::BattlePhase),
        What::Ended(_)
        | What::IsAttacked { .. }
        | What::AttackEnded { .. }
        | What::Entered { .. }
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
    let verb = if verb.ends_with("ches") || verb.ends_with("sses") {
        verb.trim_end_matches("es")
    } else {
        verb.strip_suffix('s').unwrap_or(verb)
    };
    if tail.is_empty() { verb.to_string() } else { format!("{verb} {tail}") }
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
        assert_eq!(named("DS's build step starts", light, names), "Kestrel's build step starts");
        assert_eq!(named("LS's build step starts", light, names), "Your build step starts");
        assert_eq!(named("DSR-1 taps", light, names), "DSR-1 taps", "a card's name");
    }
}
