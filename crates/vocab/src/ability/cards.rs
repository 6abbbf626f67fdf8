//! Cards drawn, searched, shown, put, discarded, played and created (rule 1602).

use super::{Ability, Amount, ArenaRef, Choice, Place, Player, Quantity, Selector, Text};
use serde::Serialize;

/// Something done with cards; the cards involved are the result of the step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CardAction {
    /// "Draw 2 cards" (rule 1602.15).
    Draw(Player, Quantity),
    /// "Search your deck for a Droid unit card, show it to your opponent and put it into your hand. Shuffle your deck."
    ///
    /// A searched deck is shuffled afterwards (rule 106.5).
    Search {
        /// "your deck and discard pile".
        places: Vec<Place>,
        /// What is looked for; the chooser searches and may fail to find.
        find: Choice,
        /// Whether it is shown.
        shown: Shown,
        /// Where it is put.
        to: Destination,
    },
    /// "Reveal cards from the top of your deck until you reveal a Jedi": what was looked for is the result (rule 1602.16).
    RevealUntil(Player, Choice),
    /// "Reveal a card from your hand", "show it to your opponent" (rule 1602.16).
    Reveal(Selector),
    /// "Look at your opponent's hand": only that player sees (rule 1602.16).
    LookAt(Player, Selector),
    /// "Put that card into your hand", "return it to its owner's hand" (rules 1602.2, 1602.4).
    Put(Selector, Destination),
    /// "Move that unit to the Ground arena" (rule 1602.3).
    Move(Selector, Destination),
    /// "Discard that unit", "discard a card from your hand" (rules 1602.5, 1602.6).
    Discard(Selector),
    /// "Shuffle your deck."
    Shuffle(Player),
    /// "Detach that Equipment" (rule 1004.3).
    Detach(Selector),
    /// "Complete that card", "you may deploy it" (rule 1602.1).
    Complete(Selector, CostTerms),
    /// "Play that card as if it were in your hand" (rule 1602.26).
    Play(Selector, CostTerms),
    /// "Take 2 30/2/2 Trooper Subordinates with '...' and put them into the Ground arena." (rule 215.1)
    Create(Amount, Box<Token>, Destination),
}

/// Where a card is put: its owner's pile (rule 105.3) unless the text names a hand, the controller's half or build zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Destination {
    /// "into your hand".
    Hand,
    /// "a card from your opponent's hand ... into your hand": it's that player's to play (rule 105.7).
    HandOf(Player),
    /// "on the top of your deck".
    Deck(End),
    /// "into your discard pile": not discarding (rule 1602.5).
    DiscardPile,
    /// "search your opponent's deck for a card and discard it" (rule 1602.5).
    Discarded,
    /// "remove it from the game" (rule 302.4).
    RemovedFromGame,
    /// "into your supply" (rule 302.5).
    Supply,
    /// "into your build zone with 2 build counters on it".
    BuildZone {
        /// Face-down means partially built.
        face: Face,
        /// The build counters it comes with.
        counters: Amount,
    },
    /// "into the Ground arena", "into one of its arenas" (rules 1602.2, 205.2).
    Arena(ArenaRef, TapState),
    /// "stack it beneath that unit" (rule 802.3).
    Stack(Selector),
    /// "put it face-down beneath this unit" (rule 301.4).
    Beneath(Selector, Face),
    /// "attach it to that unit" (rule 1002.7).
    AttachedTo(Selector),
    /// "onto that unit as its Pilot" (rule 903.3).
    Piloting(Selector),
}

/// Which way up a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Face {
    /// "face-up".
    Up,
    /// "face-down".
    Down,
}

/// One end of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum End {
    /// "on the top", in an order the player chooses.
    Top,
    /// "on the bottom", in an order the player chooses.
    Bottom,
    /// "shuffle it into your deck" (rule 106.5).
    Shuffled,
}

/// The state in which a unit enters an arena (rules 204.6, 1602.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum TapState {
    /// Not stated: untapped, or as it was in the build zone.
    #[default]
    Unstated,
    /// "tapped".
    Tapped,
    /// "untapped".
    Untapped,
}

/// Whether a found card is shown (rule 106.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Shown {
    /// "show it to your opponent", "reveal it".
    ToOpponent,
    /// Not stated, as for "a card".
    ToNobody,
}

/// What a card costs when an effect lets a player complete or play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum CostTerms {
    /// Its cost is paid.
    Paid,
    /// "without paying its cost".
    Waived,
}

/// A Subordinate as the text that creates it describes it; types and subtypes come from its card (rule 215.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Token {
    /// Its name, by which its card is found.
    pub name: Text,
    /// Its speed.
    pub speed: i16,
    /// Its power.
    pub power: i16,
    /// Its health.
    pub health: i16,
    /// "with '...'".
    pub abilities: Vec<Ability>,
}

impl CardAction {
    /// "Draw n cards."
    pub fn you_draw(n: impl Into<Amount>) -> CardAction {
        CardAction::Draw(Player::You, Quantity::Exactly(n.into()))
    }
}

impl Destination {
    /// "into the Ground arena", without a word about tapping.
    pub const fn arena(arena: ArenaRef) -> Destination {
        Destination::Arena(arena, TapState::Unstated)
    }
}
