//! Views: what one seat, or the public, may see. Built up from nothing, so that nothing hidden can slip through.

use crate::facts::faces::{Face, Viewer};
use crate::facts::game::Game;
use crate::records::attack::{Fact, Mode};
use crate::records::decision::Decision;
use crate::records::state::{ByRole, Mark, Moment, Outcome, Slot, State, Where};
use vocab::{Counter, Role};

/// A card on the table or in an open zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCard {
    /// Its slot, by which other parts of the view mean it. Slots are numbered in the order of the deck, and a card that
    /// is hidden keeps its slot: what leaves the program names cards by something else.
    pub slot: Slot,
    /// What is seen of it.
    pub face: Face,
    /// Its owner.
    pub owner: Role,
    /// Its controller.
    pub controller: Role,
    /// Where it is.
    pub place: Where,
    /// When it came there: later cards have larger numbers.
    pub arrived: u16,
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
    /// Points spent in setup (rule 503.2).
    pub spent: u8,
    /// Whether the player has stopped building in setup (rule 504.5).
    pub stopped: bool,
    /// The bid for a contested unit (rule 806.2).
    pub bid: u8,
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
    /// Where it attacks from.
    pub from: Where,
    /// Whether its dice are hidden from the viewer, rolled or not (rule 1715.1).
    pub hidden: bool,
    /// How many dice lie there.
    pub count: u8,
    /// What they show; `None` if they are hidden from the viewer (rule 1715.1).
    pub dice: Option<Vec<u8>>,
}

/// Damage that is pending (rule 1202.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenDamage {
    /// The unit that it is done to.
    pub to: Slot,
    /// What does it.
    pub from: Slot,
    /// Who controls the unit.
    pub who: Role,
    /// How much.
    pub amount: u8,
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
    /// Every card that the viewer knows to be somewhere: open zones, the viewer's own hand, face-down cards on the table.
    pub cards: Vec<SeenCard>,
    /// The attack that is going on.
    pub attack: Option<SeenAttack>,
    /// The damage that is pending, in the order in which questions number it; nothing while it comes from dice that
    /// the viewer does not see (rule 1715.1).
    pub pending: Vec<SeenDamage>,
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
            pending: self.seen_damage(viewer),
            decision: decision.filter(|decision| viewer == Viewer::Seat(decision.who)),
            asked,
            outcome: state.outcome,
        }
    }

    fn seen_attack(&self, viewer: Viewer) -> Option<SeenAttack> {
        let attack = self.state().attack()?;
        let hidden = self.hides_dice(viewer);
        Some(SeenAttack {
            attacker: attack.attacker,
            defender: attack.defender,
            mode: attack.mode,
            from: attack.from,
            hidden,
            count: attack.dice.len() as u8,
            dice: (!hidden || attack.dice.is_empty()).then(|| attack.dice.iter().copied().collect()),
        })
    }

    fn seen_damage(&self, viewer: Viewer) -> Vec<SeenDamage> {
        if self.hides_dice(viewer) {
            return Vec::new();
        }
        let seen = self.state().instances().iter().map(|instance| SeenDamage {
            to: instance.to,
            from: instance.from,
            who: instance.who,
            amount: instance.amount,
        });
        seen.collect()
    }

    /// Whether the dice of the attack are the attacker's secret.
    fn hides_dice(&self, viewer: Viewer) -> bool {
        self.state().attack().is_some_and(|attack| {
            let attacker = self.state().card(attack.attacker).controller;
            attack.facts.has(Fact::Hidden) && viewer != Viewer::Seat(attacker)
        })
    }

    /// Whether a viewer sees the dice of the attack that is going on (rule 1715.1); `None` before they are rolled.
    pub fn sees_dice(&self, viewer: Viewer) -> Option<bool> {
        self.state().attack().filter(|attack| !attack.dice.is_empty())?;
        Some(!self.hides_dice(viewer))
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
            arrived: card.arrived,
            tapped: card.is_tapped(),
            face_down: card.marks.has(Mark::FaceDown),
            counters: Counter::ALL
                .into_iter()
                .map(|kind| (kind, self.state.counters(slot, kind)))
                .filter(|(_, n)| *n > 0)
                .collect(),
            values,
        })
    }
}

fn seen_player(state: &State, who: Role) -> SeenPlayer {
    let player = &state.players[who];
    SeenPlayer {
        force: player.force,
        build: player.build,
        hand: state.zone(who, Where::Hand).count() as u8,
        deck: player.deck.len() as u8,
        spent: player.spent,
        stopped: player.steps.stopped,
        bid: state.bids[who],
    }
}
