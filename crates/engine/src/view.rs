//! Views: what one seat, or the public, may see. Built up from nothing, so that nothing hidden can slip through.

use crate::facts::game::Game;
use crate::facts::now::restriction;
use crate::records::attack::{Fact, Mode};
use crate::records::decision::Decision;
use crate::records::state::{ByRole, Card, Mark, Moment, Outcome, Slot, State, Where};
use vocab::{Counter, DefinitionId, Role};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Role),
    /// Somebody who watches.
    Public,
}

/// What is seen of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Which card it is.
    Known(DefinitionId),
    /// Only that it is there.
    Unknown,
}

/// A card on the table or in an open zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCard {
    /// Its slot: slots of hidden cards say nothing, because shuffling deals them anew.
    pub slot: Slot,
    /// What is seen of it.
    pub face: Face,
    /// Its owner.
    pub owner: Role,
    /// Its controller.
    pub controller: Role,
    /// Where it is.
    pub place: Where,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it lies face-down.
    pub face_down: bool,
    /// Its counters, all kinds that it has (rule 106.1).
    pub counters: Vec<(Counter, u8)>,
    /// Speed, power and health now, for units whose face is known.
    pub values: Option<(i16, i16, i16)>,
}

/// What is seen of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenPlayer {
    /// Force.
    pub force: u16,
    /// Build points.
    pub build: u16,
    /// The number of cards in the hand.
    pub hand: u8,
    /// The number of cards in the deck.
    pub deck: u8,
}

/// What is seen of the attack that is going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenAttack {
    /// The unit that attacks.
    pub attacker: Slot,
    /// The unit that it attacks.
    pub defender: Slot,
    /// How it attacks.
    pub mode: Mode,
    /// How many dice lie there.
    pub count: u8,
    /// What they show; `None` if they are hidden from the viewer (rule 1715.1).
    pub dice: Option<Vec<u8>>,
}

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The turn.
    pub turn: u16,
    /// The step.
    pub moment: Moment,
    /// The players.
    pub players: ByRole<SeenPlayer>,
    /// Every card that the viewer knows to be somewhere: open zones, the own hand, face-down cards on the table.
    pub cards: Vec<SeenCard>,
    /// The attack that is going on.
    pub attack: Option<SeenAttack>,
    /// The question, for the player who is asked; others see only who is asked.
    pub decision: Option<Decision>,
    /// Who is asked.
    pub asked: Option<Role>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// What a viewer sees (rules 106.1 to 106.4).
    pub fn view(&self, viewer: Viewer) -> View {
        let state = self.state();
        let cards = state.slots().filter_map(|slot| self.seen(viewer, slot)).collect();
        let decision = self.decision();
        let asked = decision.as_ref().map(|decision| decision.who);
        View {
            viewer,
            turn: state.turn,
            moment: state.moment,
            players: ByRole::from_fn(|who| seen_player(state, who)),
            cards,
            attack: self.seen_attack(viewer),
            decision: decision.filter(|decision| viewer == Viewer::Seat(decision.who)),
            asked,
            outcome: state.outcome,
        }
    }

    /// What a viewer sees of a card; `None` if not even that it is there.
    pub fn face_of(&self, card: Slot, viewer: Viewer) -> Option<Face> {
        self.face(viewer, self.state().card(card))
    }

    fn seen_attack(&self, viewer: Viewer) -> Option<SeenAttack> {
        let attack = self.state().attack()?;
        let is_seen = self.sees_dice(viewer).unwrap_or(true);
        Some(SeenAttack {
            attacker: attack.attacker,
            defender: attack.defender,
            mode: attack.mode,
            count: attack.dice.len() as u8,
            dice: is_seen.then(|| attack.dice.iter().copied().collect()),
        })
    }

    /// Whether a viewer sees the dice of the attack that is going on (rule 1715.1); `None` before they are rolled.
    pub fn sees_dice(&self, viewer: Viewer) -> Option<bool> {
        let attack = self.state().attack().filter(|attack| !attack.dice.is_empty())?;
        let attacker = self.state().card(attack.attacker).controller;
        Some(!attack.facts.has(Fact::Hidden) || viewer == Viewer::Seat(attacker))
    }

    fn seen(&self, viewer: Viewer, slot: Slot) -> Option<SeenCard> {
        let card = self.state().card(slot);
        let face = self.face(viewer, card)?;
        let values = match face {
            Face::Known(_) if self.is_unit(slot) => {
                let now = self.now(slot);
                Some((now.speed, now.power, now.health))
            }
            Face::Known(_) | Face::Unknown => None,
        };
        Some(SeenCard {
            slot,
            face,
            owner: card.owner,
            controller: card.controller,
            place: card.place,
            tapped: card.is_tapped(),
            face_down: card.marks.has(Mark::FaceDown),
            counters: Counter::ALL
                .into_iter()
                .map(|kind| (kind, card.counters(kind)))
                .filter(|(_, n)| *n > 0)
                .collect(),
            values,
        })
    }
}

impl Game {
    /// What a viewer sees of a card; a hand that must be played revealed, and what is built face-up, is open to
    /// everybody.
    fn face(&self, viewer: Viewer, card: &Card) -> Option<Face> {
        let is_open = match card.place {
            Where::Hand => restriction::reveals_hand(self, card.owner),
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
        // 106.2: hand and supply are the owner's own.
        Where::Hand | Where::Supply => {
            if own(card.owner) {
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

fn seen_player(state: &State, who: Role) -> SeenPlayer {
    let player = &state.players[who];
    SeenPlayer {
        force: player.force,
        build: player.build,
        hand: state.zone(who, Where::Hand).count() as u8,
        deck: player.deck.len() as u8,
    }
}
