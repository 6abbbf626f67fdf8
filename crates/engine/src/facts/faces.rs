//! Faces: who knows which card lies where (rules 106.1 to 106.4). Everything that anybody is shown starts here.

use super::game::Game;
use super::now::restriction;
use crate::records::event::Knowers;
use crate::records::state::{Card, Slot, Where};
use vocab::{DefinitionId, Role};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Role),
    /// Somebody who watches.
    Public,
}

impl Viewer {
    /// Everybody who can look.
    pub const ALL: [Viewer; 3] = [Viewer::Seat(Role::Dark), Viewer::Seat(Role::Light), Viewer::Public];

    /// The place in lists by viewer: the players in the order of their roles, then those who watch.
    pub const fn place(self) -> usize {
        match self {
            Viewer::Seat(role) => role as usize,
            Viewer::Public => 2,
        }
    }
}

/// What is seen of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Which card it is.
    Known(DefinitionId),
    /// Only that it is there.
    Unknown,
}

impl Game {
    /// What a viewer sees of a card; `None` if not even that it is there.
    pub fn face_of(&self, card: Slot, viewer: Viewer) -> Option<Face> {
        self.face(viewer, self.state.card(card))
    }

    /// Which card lies there, if the viewer knows: its face is seen, or the viewer's question shows it. Face-down cards
    /// on the table can be chosen without being shown.
    pub fn known_to(&self, card: Slot, viewer: Viewer) -> Option<DefinitionId> {
        if let Some(Face::Known(definition)) = self.face_of(card, viewer) {
            return Some(definition);
        }
        let is_shown = self.shows(card, viewer) || self.is_being_played(card);
        is_shown.then(|| self.state.card(card).definition)
    }

    /// Whether the viewer is asked to choose among cards of a hand, a deck or a supply, this one too: whoever chooses
    /// there looks at them.
    pub(crate) fn shows(&self, card: Slot, viewer: Viewer) -> bool {
        let is_asked = self.asked().is_some_and(|ask| viewer == Viewer::Seat(ask.who));
        let lies_face_down = matches!(self.state.card(card).place, Where::BuildZone | Where::Beneath(_));
        is_asked && !lies_face_down && self.choices().iter().any(|choice| choice.card() == Some(card))
    }

    /// Whether a card is set aside because it is being played: it lies face-up, and everybody sees it (rules 301.3,
    /// 1306.1).
    fn is_being_played(&self, card: Slot) -> bool {
        let record = self.state.card(card);
        record.place == Where::Nowhere
            && !record.is_face_down()
            && self.state.contexts.iter().any(|context| context.this == Some(card))
    }

    /// Who knows which card lies there.
    pub(crate) fn knowers(&self, card: Slot) -> Knowers {
        if self.is_being_played(card) {
            return Knowers::ALL;
        }
        let knows = |viewer: Viewer| matches!(self.face_of(card, viewer), Some(Face::Known(_)));
        Knowers::new(Viewer::ALL.map(knows))
    }

    /// What a viewer sees of a card; a hand that must be played revealed, and what is built face-up, is open to
    /// everybody.
    pub(crate) fn face(&self, viewer: Viewer, card: &Card) -> Option<Face> {
        let is_open = match card.place {
            Where::Hand => restriction::reveals_hand(self, card.controller),
            Where::BuildZone => card.is_face_down() && restriction::reveals_build(self, card.controller),
            _ => false,
        };
        if is_open { Some(Face::Known(card.definition)) } else { face(viewer, card) }
    }
}

/// What a viewer sees of a card; `None` if the viewer does not even see that it is there.
fn face(viewer: Viewer, card: &Card) -> Option<Face> {
    let known = Some(Face::Known(card.definition));
    let own = |who: Role| viewer == Viewer::Seat(who);
    match card.place {
        // 106.3: the deck and its order; only its size is shown.
        Where::Nowhere | Where::Deck => None,
        // 106.2: hand and supply are a player's own; a card in a hand need not be its owner's (105.7).
        Where::Hand | Where::Supply => {
            if own(card.controller) {
                known
            } else {
                None
            }
        }
        // 106.1: open to both.
        Where::DiscardPile | Where::Removed | Where::EventZone | Where::Arena(_) => known,
        Where::Stacked(_) | Where::Piloting(_) | Where::Attached(_) => known,
        // 106.2 and 106.4: face-down cards are known to those who put them there.
        Where::BuildZone | Where::Beneath(_) => {
            if !card.is_face_down() || own(card.controller) {
                known
            } else {
                Some(Face::Unknown)
            }
        }
    }
}
