//! A table as one viewer sees it: all that pages get of a game. Lists of cards and the seed aren't in it.

use crate::click;
use crate::fairness::Fairness;
use crate::lane::Lane;
use crate::lesson::Lesson;
use crate::setup::{Kind, Undo};
use crate::stops::{Wishes, is_by_hand};
use crate::story::Line;
use crate::tally::Tally;
use crate::token::{Token, Tokens};
use crate::{GameSetup, Stage, Table};
use engine::state::{Seed, Slot};
use engine::{Face, Sight, Spot, View, Viewer};
use std::ops::Deref;
use std::sync::Arc;
use vocab::Role;

/// A table as one viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    table: &'a Table,
    viewer: Viewer,
}

/// What everybody knows about a player.
#[derive(Clone, Copy, Debug)]
pub struct Person<'a> {
    /// What the player is called.
    pub name: &'a str,
    /// Who decides.
    pub kind: &'a Kind,
    /// The name of the deck; its list is the player's own.
    pub deck: &'a str,
}

impl Table {
    /// The table as somebody sees it.
    pub const fn seen(&self, viewer: Viewer) -> Seen<'_> {
        Seen { table: self, viewer }
    }

    /// The table of a finished game, with what is open only then; `None` while it goes on.
    pub fn finished(&self, viewer: Viewer) -> Option<Finished<'_>> {
        self.is_over().then(|| Finished(self.seen(viewer)))
    }
}

impl<'a> Seen<'a> {
    /// The same, with what is open when a game is over; `None` while it goes on.
    pub fn finished(self) -> Option<Finished<'a>> {
        self.table.game.outcome().is_some().then_some(Finished(self))
    }

    /// Who looks.
    pub const fn viewer(self) -> Viewer {
        self.viewer
    }

    /// The game as the viewer sees it.
    pub const fn sight(self) -> Sight<'a> {
        self.table.game.sight(self.viewer)
    }

    /// What lies where, in an order that tells nothing: as cards came to their places, and those that the viewer can't
    /// tell apart and that came together by their tokens.
    pub fn view(self) -> View {
        let mut view = self.sight().view();
        let table = self.table;
        let after = |arrived: u16| table.serials.partition_point(|serial| *serial < arrived);
        view.cards.sort_by_cached_key(|card| {
            let among = match card.face {
                Face::Known(_) => (false, u32::from(card.arrived)),
                Face::Unknown => (true, self.token(card.slot).number()),
            };
            (after(card.arrived), among)
        });
        if let Some(decision) = &mut view.decision {
            let order = shown_order(&table.tokens, self.sight());
            decision.choices = order.iter().map(|place| decision.choices[*place]).collect();
        }
        view
    }

    /// The numbers that can be chosen right after the choice at this place of the view's question.
    pub fn numbers_after(self, place: usize) -> Vec<(usize, u8)> {
        let order = shown_order(&self.table.tokens, self.sight());
        order.get(place).map_or_else(Vec::new, |choice| self.sight().numbers_after(*choice))
    }

    /// The place at which the viewer is shown the choice that has this place in the engine's order.
    pub fn shown_at(self, place: usize) -> Option<usize> {
        shown_order(&self.table.tokens, self.sight()).iter().position(|own| *own == place)
    }

    /// Where a card can go that the choice at this place of the view's question completes, with the place of each choice.
    /// The viewer's own cards keep their places in the order that is shown.
    pub fn destinations(self, card: Slot, place: usize) -> Vec<(u16, Spot)> {
        let (Viewer::Seat(who), Ok(place)) = (self.viewer, u16::try_from(place)) else { return Vec::new() };
        click::destinations(&self.table.game, who, card, &[place])
    }

    /// What completes a card that has been paid for by this run, and brings it where it belongs, if that is clear.
    pub fn completed(self, card: Slot, path: &[u16]) -> Vec<u16> {
        let Viewer::Seat(who) = self.viewer else { return Vec::new() };
        click::completed(&self.table.game, who, card, path)
    }

    /// For each choice of the view's question, whether it's known to bring nothing beyond its cost.
    pub fn useless(self) -> Vec<bool> {
        let Viewer::Seat(who) = self.viewer else { return Vec::new() };
        if self.sight().asked().is_none() {
            return Vec::new();
        }
        let useless = ai::known_useless(self.table.game.seat(who));
        // Nobody but the player knows what a text by hand brings.
        let by_hand = |place: &usize| is_by_hand(&self.table.game, self.table.game.choices()[*place]);
        let is_useless =
            |place: &usize| useless.get(*place).is_some_and(|useless| *useless) && !by_hand(place);
        shown_order(&self.table.tokens, self.sight()).iter().map(is_useless).collect()
    }

    /// The seat of the viewer, if the viewer has one.
    pub(crate) fn seat(self, who: Role) -> Option<engine::Seat<'a>> {
        (self.viewer == Viewer::Seat(who)).then(|| self.table.game.seat(who))
    }

    /// What the viewer's pages call a card.
    pub fn token(self, card: Slot) -> Token {
        self.table.tokens.of(self.viewer, card)
    }

    /// The card that the viewer's pages call so now, if the viewer sees it.
    pub fn slot(self, token: Token) -> Option<Slot> {
        let cards = self.sight().view().cards;
        cards.iter().map(|card| card.slot).find(|slot| self.token(*slot) == token)
    }

    /// The number of the next step.
    pub const fn number(self) -> u32 {
        self.table.number
    }

    /// How many answers there have been.
    pub const fn answers(self) -> usize {
        self.table.answers.len()
    }

    /// The lesson that is played here, if it is one.
    pub const fn lesson(self) -> Option<&'a Lesson> {
        self.table.setup.lesson.as_ref()
    }

    /// A player.
    pub fn player(self, role: Role) -> Person<'a> {
        let player = self.table.setup.player(role);
        Person { name: &player.name, kind: &player.kind, deck: &player.deck }
    }

    /// The names of both, Dark first.
    pub fn names(self) -> [&'a str; 2] {
        [&self.table.setup.dark.name, &self.table.setup.light.name]
    }

    /// The edition of the rules.
    pub fn edition(self) -> &'a str {
        &self.table.setup.edition
    }

    /// Whether the game has texts that players carry out by hand (rule 1316.1).
    pub fn has_hands(self) -> bool {
        self.table.setup.has_hands()
    }

    /// Whether the viewer is asked something that a standing wish of the viewer's answers in a moment.
    pub fn passes(self) -> bool {
        self.sight().asked().is_some() && !self.table.is_scripted() && self.table.is_passed()
    }

    /// Whether the script of a lesson says what happens.
    pub fn is_scripted(self) -> bool {
        self.table.is_scripted()
    }

    /// Whether a choice of the viewer's question begins a text that is carried out by hand.
    pub fn is_by_hand(self, choice: engine::Choice) -> bool {
        is_by_hand(&self.table.game, choice)
    }

    /// Whether both players are people.
    pub fn is_for_two(self) -> bool {
        self.table.setup.is_for_two()
    }

    /// Whether somebody sits there, or the computer does.
    pub fn is_taken(self, role: Role) -> bool {
        self.table.is_taken(role)
    }

    /// The story so far.
    pub fn lines(self) -> &'a [Arc<Line>] {
        &self.table.log
    }

    /// A sentence of the story as the viewer reads it.
    pub fn told(self, line: &Line) -> Option<String> {
        line.told(self.viewer, self.names(), self.table.game.catalog())
    }

    /// The number of the log after the last takeback; 0 if there was none.
    pub(crate) const fn went_back(self) -> u32 {
        self.table.went_back
    }

    /// The number that the log had after the viewer's last answer; those who watch have given none.
    pub fn last_answer(self) -> Option<u32> {
        match self.viewer {
            Viewer::Seat(role) => Some(self.table.last_answer(role)),
            Viewer::Public => None,
        }
    }

    /// The last attack.
    pub const fn lane(self) -> Option<&'a Lane> {
        self.table.lane.as_ref()
    }

    /// What a player wants; the opponent's wishes are private.
    pub fn wishes(self, role: Role) -> Wishes {
        if self.viewer == Viewer::Seat(role) { self.table.wishes[role] } else { Wishes::default() }
    }

    /// Who asks to take a move back.
    pub fn asks_back(self) -> Option<Role> {
        self.table.take_back.map(|(role, _)| role)
    }

    /// Who offers a draw.
    pub const fn offers_draw(self) -> Option<Role> {
        self.table.draw
    }

    /// Whether the viewer can end the game: with a concession, or with an offer of a draw.
    pub fn can_end(self) -> bool {
        matches!(self.viewer, Viewer::Seat(_))
            && self.table.stage() == Stage::Begun
            && self.table.game.outcome().is_none()
            && !self.table.is_scripted()
    }

    /// Whether two people play, each at a screen of their own.
    pub fn is_between_two(self) -> bool {
        let [dark, light] = Role::ALL.map(|role| self.table.seats[role].as_ref());
        self.table.setup.is_for_two() && dark != light
    }

    /// What the players agreed on besides the rules.
    pub const fn conditions(self) -> &'a crate::conditions::Conditions {
        &self.table.setup.conditions
    }

    /// How the match stands that the game is part of, if it is.
    pub fn stands(self) -> Option<crate::series::Stands> {
        self.table.stands()
    }

    /// Whether the game is over and its match isn't.
    pub fn match_goes_on(self) -> bool {
        self.table.match_goes_on()
    }

    /// Whether a player would like to play again.
    pub fn asks_again(self, role: Role) -> bool {
        self.table.again[role]
    }

    /// Where the players went on, for those who play.
    pub fn moved_on(self) -> Option<&'a str> {
        self.table.moved_on.as_deref().filter(|_| matches!(self.viewer, Viewer::Seat(_)))
    }

    /// Whether the game can still be ended without a result.
    pub fn may_abort(self) -> bool {
        self.table.may_abort()
    }

    /// Whether the viewer may offer a draw now.
    pub fn may_offer_draw(self) -> bool {
        matches!(self.viewer, Viewer::Seat(role) if self.can_end() && self.table.may_offer_draw(role))
    }

    /// Whether the viewer has something to take back.
    pub fn can_go_back(self) -> bool {
        match self.viewer {
            Viewer::Seat(role) => self.table.setup.undo != Undo::Never && self.table.back_to(role).is_some(),
            Viewer::Public => false,
        }
    }
}

/// The order in which a viewer is shown the choices of a question: the engine's, but that cards which the viewer can't
/// tell apart are ordered by their tokens, not by their slots.
pub(crate) fn shown_order(tokens: &Tokens, sight: Sight) -> Vec<usize> {
    let choices = sight.choices();
    let mut order: Vec<usize> = (0..choices.len()).collect();
    let unknown = |place: &usize| choices[*place].card().filter(|card| sight.card(*card).is_none());
    let places: Vec<usize> = order.iter().copied().filter(|place| unknown(place).is_some()).collect();
    let mut sorted = places.clone();
    sorted.sort_by_key(|place| (unknown(place).map(|card| tokens.of(sight.viewer(), card)), *place));
    for (place, choice) in places.into_iter().zip(sorted) {
        order[place] = choice;
    }
    order
}

/// The engine's place of a choice that a viewer was shown at another.
pub(crate) fn meant(tokens: &Tokens, sight: Sight, shown: usize) -> usize {
    // A place beyond the choices is refused by the game.
    shown_order(tokens, sight).get(shown).copied().unwrap_or(shown)
}

/// The engine's place of a choice of the viewer's question.
pub(crate) fn meant_by(seen: Seen<'_>, shown: usize) -> usize {
    meant(&seen.table.tokens, seen.sight(), shown)
}

/// A finished game, with everything open.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a>(Seen<'a>);

impl<'a> Deref for Finished<'a> {
    type Target = Seen<'a>;

    fn deref(&self) -> &Seen<'a> {
        &self.0
    }
}

impl<'a> Finished<'a> {
    /// What was promised and revealed, in a game that was promised.
    pub const fn fairness(self) -> Option<&'a Fairness> {
        self.0.table.fairness.as_ref()
    }

    /// What chance came from.
    pub const fn seed(self) -> Seed {
        self.0.table.setup.seed
    }

    /// The numbers of the game.
    pub const fn tally(self) -> &'a Tally {
        &self.0.table.tally
    }

    /// Who played what.
    pub const fn setup(self) -> &'a GameSetup {
        &self.0.table.setup
    }
}
