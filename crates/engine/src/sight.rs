//! What one viewer sees of a game: all that pages, logs and odds are made from.
//!
//! Nothing here hands out the state. What the viewer can't see is left out ([`View`]) or put in words that don't tell it
//! ([`Sight::tell`]).

use crate::facts::catalog::Catalog;
use crate::facts::faces::Viewer;
use crate::facts::game::Game;
use crate::facts::now::{Now, Reason};
use crate::meaning::Meaning;
use crate::records::attack::Mode;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::event::{Event, Told};
use crate::records::id::AbilityId;
use crate::records::play::Tried;
use crate::records::pop::Chance;
use crate::records::state::{Moment, Outcome, Slot};
use crate::rules::battle::control;
use crate::view::View;
use vocab::{Arena, DefinitionId, Keyword, Role};

/// What one viewer sees of a game.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub(crate) game: &'a Game,
    pub(crate) viewer: Viewer,
}

impl Game {
    /// The game as somebody sees it.
    pub const fn sight(&self, viewer: Viewer) -> Sight<'_> {
        Sight { game: self, viewer }
    }
}

impl<'a> Sight<'a> {
    /// Who looks.
    pub const fn viewer(self) -> Viewer {
        self.viewer
    }

    /// The definitions; everybody knows what cards say.
    pub fn catalog(self) -> &'a Catalog {
        self.game.catalog()
    }

    /// The table as the viewer sees it.
    pub fn view(self) -> View {
        self.game.view(self.viewer)
    }

    /// The turn.
    pub const fn turn(self) -> u16 {
        self.game.state.turn
    }

    /// The step.
    pub const fn moment(self) -> Moment {
        self.game.state.moment
    }

    /// How the game ended, if it has.
    pub const fn outcome(self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The question that waits for the viewer; `None` while somebody else is asked.
    pub fn asked(self) -> Option<Ask> {
        self.game.asked().filter(|ask| self.viewer == Viewer::Seat(ask.who))
    }

    /// The choices of that question; none while somebody else is asked.
    pub fn choices(self) -> &'a [Choice] {
        if self.asked().is_some() { self.game.choices() } else { &[] }
    }

    /// What kind of chance the viewer's play-or-pass question is.
    pub fn chance(self) -> Option<Chance> {
        self.asked()?;
        self.game.chance()
    }

    /// The card and the ability whose effect asks the viewer.
    pub fn asking(self) -> Option<(Slot, AbilityId)> {
        let source = self.asked()?.source;
        let context = self.game.state.contexts.last()?;
        Some((context.this.or(source)?, context.ability))
    }

    /// The card that is being played, deployed or used, or that attacks, while it can be disrupted (rule 1308.1).
    /// Everybody has heard its name.
    pub fn tried(self) -> Option<(Role, Tried, DefinitionId)> {
        let tried = self.game.state.tries.last()?;
        let card = match tried.what {
            Tried::Nothing => return None,
            Tried::Card(card) | Tried::Disrupt(card) | Tried::Deployment(card) | Tried::Attack(card) => card,
            Tried::Ability(card, _) => card,
        };
        Some((tried.who, tried.what, self.game.state.card(card).definition))
    }

    /// The card whose effect asks the viewer: whoever hears the question knows it.
    pub fn asking_card(self) -> Option<DefinitionId> {
        let (card, _) = self.asking()?;
        Some(self.game.state.card(card).definition)
    }

    /// A choice of the viewer's question in words; `None` for any other. Face-down cards that can be chosen have no
    /// name.
    pub fn label(self, choice: Choice) -> Option<String> {
        if !self.choices().contains(&choice) {
            return None;
        }
        match choice.card().filter(|card| self.card(*card).is_none()) {
            None => Some(self.game.label(choice)),
            Some(_) => Some("a face-down card".into()),
        }
    }

    /// What an option of the viewer's question stands for.
    pub fn option(self, option: u8) -> Option<Meaning> {
        self.asked()?;
        self.game.option(option)
    }

    /// The numbers that can be chosen right after this choice, each with its place: `(place, number)`. Nothing if
    /// somebody else is asked then, or something else.
    pub fn numbers_after(self, choice: usize) -> Vec<(usize, u8)> {
        let Some(own) = self.asked() else { return Vec::new() };
        let mut tried = self.game.trial_with_choices();
        let is_taken = tried.answer(choice).is_ok();
        if !is_taken || tried.asked().is_none_or(|ask| ask.who != own.who) {
            return Vec::new();
        }
        let number = |(place, choice): (usize, &Choice)| match choice {
            Choice::Number(number) => Some((place, *number)),
            _ => None,
        };
        tried.choices().iter().enumerate().filter_map(number).collect()
    }

    /// The text that is being carried out by hand, as long as its player or the opponent is asked about it (rule 1316.3);
    /// none of a card that is played for all of its texts.
    pub fn carried_out(self) -> Option<AbilityId> {
        let ask = self.asked().filter(|ask| matches!(ask.why, Why::ByHand | Why::Agree))?;
        let context = self.game.state.contexts.last().filter(|context| context.this == ask.source)?;
        Some(context.ability).filter(|text| self.catalog().is_by_hand(*text))
    }

    /// Which card lies there, if the viewer knows.
    pub fn card(self, slot: Slot) -> Option<DefinitionId> {
        self.game.known_to(slot, self.viewer)
    }

    /// The name of a card, if the viewer knows it.
    pub fn name(self, slot: Slot) -> Option<String> {
        Some(self.catalog().definition(self.card(slot)?).to_string())
    }

    /// A unit's values and keywords now, if the viewer knows the unit.
    pub fn now(self, unit: Slot) -> Option<Now> {
        self.card(unit)?;
        self.game.is_unit(unit).then(|| self.game.now(unit))
    }

    /// Why a unit's values are what they are; nothing for a unit that the viewer doesn't know.
    pub fn reasons(self, unit: Slot) -> Vec<Reason> {
        if self.now(unit).is_some() { self.game.reasons(unit) } else { Vec::new() }
    }

    /// The values of a keyword on a unit, one by one.
    pub fn instances(self, unit: Slot, keyword: Keyword) -> Vec<i16> {
        if self.now(unit).is_some() { self.game.instances(unit, keyword) } else { Vec::new() }
    }

    /// The power with which a unit would attack.
    pub fn attack_power(self, unit: Slot, mode: Mode) -> i16 {
        if self.now(unit).is_some() { self.game.attack_power(unit, mode) } else { 0 }
    }

    /// The values of two units in an attack of one on the other, be it declared or not, and the power that it is made
    /// with; `None` if the viewer doesn't know both.
    pub fn in_attack(self, attacker: Slot, defender: Slot, mode: Mode) -> Option<(Now, Now, i16)> {
        self.now(attacker)?;
        self.now(defender)?;
        let game = self.game.supposing(attacker, defender, mode);
        Some((game.now(attacker), game.now(defender), game.attack_power(attacker, mode)))
    }

    /// The damage counters on a card.
    pub const fn damage(self, card: Slot) -> u8 {
        self.game.state.card(card).damage
    }

    /// Who controls a card that lies on the table.
    pub const fn controller(self, card: Slot) -> Role {
        self.game.state.card(card).controller
    }

    /// A player's Force.
    pub fn force(self, who: Role) -> u16 {
        self.game.state.players[who].force
    }

    /// Who controls an arena.
    pub fn control(self, arena: Arena) -> Option<Role> {
        control(self.game, arena)
    }

    /// What happened, in a sentence for this viewer with what is known now; `None` for what another event tells already.
    pub fn tell(self, event: &Event) -> Option<String> {
        self.game.tell_to(event, self.viewer)
    }

    /// What happened, in a sentence for this viewer with what was known at that moment; `None` for what another event
    /// tells already.
    pub fn retell(self, told: &Told) -> Option<String> {
        self.game.retell_to(told, self.viewer)
    }
}
