//! What one viewer sees of a table, prepared for the templates: cards, choices, and where they belong together.

use super::offer;
use crate::pages::face;
use crate::world::World;
use engine::state::{Moment, Slot, Where};
use engine::{Chance, Choice, Decision, Face, SeenCard, View, Viewer, Why};
use table::{Seen, Token};
use vocab::{Arena, Counter, Definition, Role};

/// A choice as the page offers it.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The answers it stands for: `3`, or `3,2` for two small decisions in a row.
    pub path: String,
    /// The first of its choices.
    pub choice: Choice,
    /// The card that it is on.
    pub about: Option<Slot>,
    /// Its label on the card.
    pub short: String,
    /// Its label in the prompt.
    pub title: String,
    /// What it costs.
    pub price: Option<Price>,
    /// What it costs besides.
    pub also: Option<String>,
    /// What it comes to.
    pub results: Vec<Told>,
    /// More about it, line by line.
    pub body: Vec<String>,
    /// Whether it would bring nothing beyond its cost.
    pub idle: bool,
    /// The odds of an attack.
    pub odds: Option<odds::Odds>,
    /// Texts that the odds don't count, with the reason.
    pub uncounted: Vec<String>,
    /// Where the prompt lists it.
    pub group: Group,
    /// Whether it is the obvious thing to do with its card.
    pub go: bool,
    /// Other numbers that could be paid instead, each with its answers.
    pub amounts: Vec<(u8, String)>,
    /// Whether the prompt lists it, or its card alone has it.
    pub listed: bool,
}

/// What a choice comes to, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The words.
    pub words: String,
    /// How it is for the viewer.
    pub tone: Tone,
}

/// How something is for the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good.
    Good,
    /// Neither.
    Plain,
    /// Bad.
    Bad,
}

/// A price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// In Force.
    Force(u16),
    /// In build points.
    Build(u16),
}

/// The groups of the build step's prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Everything else.
    Plain,
    /// Completing what is built.
    Complete,
    /// Putting build counters.
    Build,
    /// Moving, equipping, stacking, playing.
    Move,
    /// Carrying out a text by hand.
    Hand,
    /// Finishing.
    Done,
}

/// What one viewer sees.
pub struct Sight<'a> {
    /// What all games share.
    pub world: &'a World,
    /// The table, as the viewer sees it.
    pub seen: Seen<'a>,
    /// Its name; empty if it's no game but a judge's position.
    pub id: &'a str,
    /// Who looks.
    pub viewer: Viewer,
    /// What lies where.
    pub view: View,
    /// The question, if the viewer is asked.
    pub decision: Option<Decision>,
    /// The choices.
    pub offers: Vec<Offered>,
    /// Whether the page can be answered on: not in a replay.
    pub live: bool,
    /// In a lesson: the card that the coach points at.
    pub look: Option<Slot>,
}

impl<'a> Sight<'a> {
    /// What a viewer sees now.
    pub fn new(world: &'a World, seen: Seen<'a>, id: &'a str) -> Sight<'a> {
        let (viewer, view) = (seen.viewer(), seen.view());
        let decision = view.decision.clone().filter(|_| !seen.passes());
        let mut sight =
            Sight { world, seen, id, viewer, view, decision, offers: Vec::new(), live: true, look: None };
        sight.offers = offer::offers(&sight);
        sight
    }

    /// The same at a table where nothing can be decided, because its game has ended or doesn't fit the rules.
    pub fn stopped(self) -> Sight<'a> {
        Sight { decision: None, offers: Vec::new(), ..self }
    }

    /// The same without choices: a replay.
    pub fn still(world: &'a World, seen: Seen<'a>, id: &'a str) -> Sight<'a> {
        let (viewer, view) = (seen.viewer(), seen.view());
        Sight { world, seen, id, viewer, view, decision: None, offers: Vec::new(), live: false, look: None }
    }

    /// The seat at the bottom of the page.
    pub const fn near(&self) -> Role {
        match self.viewer {
            Viewer::Seat(role) => role,
            Viewer::Public => Role::Light,
        }
    }

    /// What a player is called here.
    pub fn called(&self, role: Role) -> &str {
        if self.viewer == Viewer::Seat(role) { "You" } else { self.seen.player(role).name }
    }

    /// The names of both, Dark first.
    pub fn names(&self) -> [&str; 2] {
        self.seen.names()
    }

    /// What the page calls a card.
    pub fn token(&self, card: Slot) -> Token {
        self.seen.token(card)
    }

    /// The choices on a card.
    pub fn offers_of(&self, slot: Slot) -> impl Iterator<Item = &Offered> {
        self.offers.iter().filter(move |offer| offer.about == Some(slot))
    }

    /// The cards in a place.
    pub fn at(&self, who: Role, place: Where) -> impl Iterator<Item = &SeenCard> {
        self.view.cards.iter().filter(move |card| card.controller == who && card.place == place)
    }

    /// The cards on a card.
    pub fn on(&self, host: Slot) -> impl Iterator<Item = &SeenCard> {
        self.view.cards.iter().filter(move |card| card.place.host() == Some(host))
    }

    /// A card by its slot, if the viewer sees it.
    pub fn card(&self, slot: Slot) -> Option<&SeenCard> {
        self.view.cards.iter().find(|card| card.slot == slot)
    }

    /// The definition of a card whose face the viewer sees.
    pub fn definition(&self, card: &SeenCard) -> Option<&'a Definition> {
        match card.face {
            Face::Known(id) => Some(self.seen.sight().catalog().definition(id)),
            Face::Unknown => None,
        }
    }

    /// The name of a card, for the viewer.
    pub fn name(&self, card: &SeenCard) -> String {
        self.definition(card).map_or_else(|| "a face-down card".into(), ToString::to_string)
    }

    /// The name of the card in a slot, for the viewer.
    pub fn name_of(&self, slot: Slot) -> String {
        match self.card(slot) {
            Some(card) => self.name(card),
            // Cards that a question shows lie in decks and hands.
            None => self.seen.sight().name(slot).unwrap_or_else(|| "a card".into()),
        }
    }

    /// The definition of the card in a slot, if the viewer knows it.
    pub fn known(&self, slot: Slot) -> Option<&'a Definition> {
        let sight = self.seen.sight();
        Some(sight.catalog().definition(sight.card(slot)?))
    }

    /// The card that a question is about: what can be disrupted, or what asks.
    pub fn subject(&self, decision: &Decision) -> Option<&'a Definition> {
        let sight = self.seen.sight();
        if decision.why == Why::PlayOrPass && sight.chance() == Some(Chance::Disrupt) {
            return sight.tried().map(|(_, _, id)| sight.catalog().definition(id));
        }
        let asks = || sight.asking_card().map(|id| sight.catalog().definition(id));
        let source = decision.source?;
        self.known(source).or_else(asks)
    }

    /// The side letter of a card, for the viewer.
    pub fn side(&self, card: &SeenCard) -> &'static str {
        self.definition(card).map_or("N", |definition| definition.side.letter())
    }

    /// The side letter of the card in a slot.
    pub fn side_of(&self, slot: Slot) -> &'static str {
        self.card(slot).map_or("N", |card| self.side(card))
    }

    /// Damage pending on a unit; not what dice that the viewer does not see will do (rule 1715.1).
    pub fn pending(&self, slot: Slot) -> u8 {
        let pending = self.view.pending.iter().filter(|damage| damage.to == slot);
        pending.map(|damage| damage.amount).fold(0, u8::saturating_add)
    }

    /// The health that a unit has left.
    pub fn health_left(&self, unit: Slot) -> i16 {
        let Some(card) = self.card(unit) else { return 0 };
        let health = card.values.map_or(0, |(_, _, health)| health);
        health - i16::from(face::counters(card, Counter::Damage))
    }

    /// Whether the dice of the attack are hidden from the viewer (rule 1715.1).
    pub fn dice_hidden(&self) -> bool {
        self.view.attack.as_ref().is_some_and(|attack| attack.hidden)
    }

    /// What a unit is doing at the moment.
    pub fn party(&self, slot: Slot) -> Option<&'static str> {
        if let Some(attack) = &self.view.attack {
            if attack.attacker == slot {
                return Some("attacking");
            }
            if attack.defender == slot {
                return Some("defending");
            }
            return None;
        }
        let decision = self.decision.as_ref()?;
        (decision.why == Why::Act && decision.source == Some(slot)).then_some("acting")
    }

    /// The arena in battle.
    pub const fn battle(&self) -> Option<Arena> {
        match self.view.moment {
            Moment::BattleStep(arena) => Some(arena),
            Moment::Preparation
            | Moment::Setup
            | Moment::Ready
            | Moment::BuildStep(_)
            | Moment::RetreatStep(_)
            | Moment::BattlePhase
            | Moment::TurnEnd => None,
        }
    }

    /// Whether cards are being placed, so that the lower half of the page is large.
    pub const fn is_building(&self) -> bool {
        matches!(self.view.moment, Moment::Preparation | Moment::Setup | Moment::BuildStep(_) | Moment::Ready)
    }
}
