//! The game as the player who is asked sees it, with the cards to put it in words.

use crate::source::Cards;
use engine::state::Slot;
use engine::{AbilityId, Choice, Decision, Game, SeenCard, Sight, View, Viewer};
use vocab::ability::Ability;
use vocab::{Counter, Definition, Role};

/// One player's sight of the table.
pub struct Seat<'a> {
    /// The cards.
    pub source: &'a Cards,
    /// The game, which is looked at through [`Seat::sight`].
    pub game: &'a Game,
    /// What this player sees of it.
    pub view: View,
    /// The player.
    pub who: Role,
}

impl<'a> Seat<'a> {
    /// The table as this player sees it.
    pub fn new(source: &'a Cards, game: &'a Game, who: Role) -> Seat<'a> {
        Seat { source, game, view: game.view(Viewer::Seat(who)), who }
    }

    /// What the player sees.
    pub fn sight(&self) -> Sight<'a> {
        self.game.sight(Viewer::Seat(self.who))
    }

    /// A choice in the referee's words.
    pub fn label(&self, choice: Choice) -> String {
        self.sight().label(choice).unwrap_or_default()
    }

    /// A card that the player sees.
    pub fn card(&self, card: Slot) -> Option<&SeenCard> {
        self.view.cards.iter().find(|seen| seen.slot == card)
    }

    /// The counters of a kind on a card.
    pub fn counters(&self, card: Slot, kind: Counter) -> u8 {
        let counters = self.card(card).map_or(&[][..], |seen| &seen.counters);
        counters.iter().filter(|(own, _)| *own == kind).map(|(_, number)| *number).sum()
    }

    /// What a card is, if the player knows it.
    pub fn definition(&self, card: Slot) -> Option<&'a Definition> {
        self.sight().card(card).map(|id| self.sight().catalog().definition(id))
    }

    /// The name of a card.
    pub fn name(&self, card: Slot) -> String {
        self.sight().name(card).unwrap_or_else(|| "a face-down card".into())
    }

    /// An ability of a card in card English.
    pub fn ability(&self, card: Slot, ability: AbilityId) -> Option<String> {
        let asking = || self.sight().asking().filter(|(own, _)| *own == card).and(self.sight().asking_card());
        let id = self.sight().card(card).or_else(asking)?;
        self.source.ability_in_words(id, ability, self.sight().catalog())
    }

    /// A clause of the card that asks, without the keyword that stands before it.
    pub fn clause(&self, decision: &Decision, clause: Ability) -> Option<String> {
        let asking = || decision.source.and_then(|card| self.sight().card(card));
        let definition = self.sight().catalog().definition(self.sight().asking_card().or_else(asking)?);
        let text = self.source.abilities_in_words(definition, &[clause])?;
        let bare = text.strip_prefix("Upkeep: ").or_else(|| text.strip_prefix("Adapt: ")).unwrap_or(&text);
        Some(bare.trim_end_matches('.').replace("->", "→"))
    }
}
