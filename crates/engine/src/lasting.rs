//! Lasting effects: a change, whom it concerns, how long (rules 1301.5, 1309).

use crate::catalog::{AbilityId, NodeId};
use crate::change::By;
use crate::effect::{Scope, Word, Words, amount, condition, filter};
use crate::event::{Event, What};
use crate::game::Game;
use crate::state::{Slot, Slot0, State, Where};
use crate::{play, trigger};
use vocab::ability::{
    Action, Amount, Change, Duration, Effect, Grant, PlayerActivity, Rule, Selector, UnitAction,
};
use vocab::{Arena, Role};

/// A lasting effect: a part of an effect in the catalog, with what was fixed when it resolved (rule 1313.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The part of an effect that says what is true and for how long.
    pub node: NodeId,
    /// The ability that this part belongs to.
    pub ability: AbilityId,
    /// The card concerned; without one, all that fit (rule 1309.10) or players.
    pub who: Slot0,
    /// The card that has the ability.
    pub this: Slot0,
    /// The card that gives the ability.
    pub giver: Slot0,
    /// Who controls the effect.
    pub you: Role,
    /// What the triggering event happened to.
    pub subject: Slot0,
    /// The other party of the triggering event.
    pub object: Slot0,
    /// The arena that was chosen.
    pub arena: Option<Arena>,
    /// The words that were chosen.
    pub words: Words,
    /// What its text points back to: the first two results, and what the first item of the cost was paid with.
    pub bound: [Slot0; BOUND],
    /// The amounts of its first changes, as they were fixed.
    pub values: [i8; VALUES],
    /// The attack in which it was made or began, counted from 1; 0 outside of attacks.
    pub attack: u8,
    /// Whether "for its next attack" has begun (rule 1309.4).
    pub begun: bool,
    /// The turn in which it was made.
    pub turn: u16,
}

/// As many amounts as a lasting effect remembers.
pub const VALUES: usize = 4;
/// As many results and items of a cost as it points back to.
pub const BOUND: usize = 3;
/// The place of what the first item of the cost was paid with.
pub const PAID: usize = 2;

impl Default for Lasting {
    fn default() -> Lasting {
        Lasting {
            node: NodeId(0),
            ability: AbilityId(0),
            who: None,
            this: None,
            giver: None,
            you: Role::Dark,
            subject: None,
            object: None,
            arena: None,
            words: Words::default(),
            bound: [None; BOUND],
            values: [0; VALUES],
            attack: 0,
            begun: false,
            turn: 0,
        }
    }
}

impl Lasting {
    /// The abilities that were chosen.
    pub(crate) fn abilities(&self, state: &State) -> Vec<AbilityId> {
        if self.words.is_empty() {
            return Vec::new();
        }
        let words = state.words(self.words);
        words.iter().filter_map(|word| if let Word::Ability(id) = word { Some(*id) } else { None }).collect()
    }

    /// How its text sees the table.
    pub(crate) fn scope<'a>(&self, game: &'a Game, depth: u8) -> Scope<'a> {
        let mut scope = Scope::of_nobody(game, self.you, depth);
        scope.this = self.this;
        scope.giver = self.giver;
        scope.subject = self.subject;
        scope.object = self.object;
        scope.arena = self.arena;
        scope.words = self.words;
        scope.bound = self.bound;
        scope.numbers = self.values;
        scope
    }

    /// Whether it is true at the moment: begun, not over, its condition met.
    pub(crate) fn is_active(&self, game: &Game, depth: u8) -> bool {
        match duration(game, self.node) {
            Some(Duration::NextAttack) => self.begun,
            Some(Duration::NextTurn) => game.state.turn > self.turn,
            Some(Duration::AsLongAs(only)) => condition::holds(self.scope(game, depth), only),
            Some(
                Duration::ThisAttack
                | Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::EndOfNextTurn
                | Duration::EndOfGame
                | Duration::Until(_),
            ) => true,
            None => false,
        }
    }

    /// The changes that it makes to a card now.
    pub(crate) fn changes<'a>(&self, game: &'a Game, card: Slot, depth: u8) -> &'a [Change] {
        let Effect::Lasting(lasting) = &game.catalog.node(self.node).effect else { return &[] };
        let Rule::Cards { who, changes, condition } = &lasting.rule else { return &[] };
        let mut scope = self.scope(game, depth).looking_at(card);
        scope.as_cards = filter::apply_to_cards(changes);
        let concerned = match self.who {
            Some(who) => who == card,
            None => matches!(who, Selector::Each(all) if filter::fits(scope, all, card)),
        };
        let applies = concerned
            && self.is_active(game, depth)
            && condition.as_ref().is_none_or(|only| condition::holds(scope, only));
        if applies { changes } else { &[] }
    }
}

/// The amount of a grant, if it has one.
pub(crate) fn amount_of(change: &Change) -> Option<&Amount> {
    match change {
        Change::Gets(Grant::Bonus(_, amount) | Grant::Set(_, amount)) => Some(amount),
        Change::Gets(Grant::Keyword(keyword)) => keyword.value(),
        Change::Gets(
            Grant::Ability(_)
            | Grant::Subtype(_)
            | Grant::SubtypesOf(_)
            | Grant::Name(_)
            | Grant::Side(_)
            | Grant::Types(_)
            | Grant::Chosen(_)
            | Grant::Lose(_),
        )
        | Change::Modal(..)
        | Change::Unless { .. }
        | Change::Cost { .. }
        | Change::Prevent { .. }
        | Change::DamageFrom(_)
        | Change::Limit(..) => None,
    }
}

/// The amounts of changes as they are now.
pub(crate) fn fix(scope: Scope, changes: &[Change]) -> [i8; VALUES] {
    let mut values = [0; VALUES];
    for (value, number) in values.iter_mut().zip(changes.iter().filter_map(amount_of)) {
        *value = amount::amount(scope, number).clamp(-120, 120) as i8;
    }
    values
}

/// How long a lasting effect lasts.
fn duration(game: &Game, node: NodeId) -> Option<&Duration> {
    match &game.catalog.node(node).effect {
        Effect::Lasting(lasting) => Some(&lasting.duration),
        Effect::Meanwhile(_, duration)
        | Effect::Act(Action::Units(UnitAction::GainControl { duration, .. })) => Some(duration),
        Effect::Act(_)
        | Effect::Sequence(_)
        | Effect::Named(..)
        | Effect::Keyword(..)
        | Effect::Do { .. }
        | Effect::If { .. }
        | Effect::ChooseOne(..)
        | Effect::Unless { .. }
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::ForEach(..)
        | Effect::Delayed(..) => None,
    }
}

/// Ends the effects that do not go on.
fn end(game: &mut Game, ends: impl Fn(&Game, &Lasting) -> bool) {
    // What ends may end others (control that goes back is an event): so the list is looked at anew each time.
    while let Some(index) = game.state.lasting.iter().position(|lasting| ends(game, lasting)) {
        let lasting = game.state.lasting.remove(index);
        ended(game, &lasting);
    }
}

/// What happens when an effect is over: control goes back (rule 105.5).
fn ended(game: &mut Game, lasting: &Lasting) {
    let is_control = matches!(game.catalog.node(lasting.node).effect, Effect::Act(_));
    if let (true, Some(unit)) = (is_control, lasting.who) {
        let before = if lasting.values[0] == 0 { Role::Dark } else { Role::Light };
        game.take_control(unit, before, By::rule(105, 5));
    }
}

/// An attack ends: what was for this attack, or for the next attack and this was it (rules 1112.5, 1112.7).
pub(crate) fn attack_ends(game: &mut Game) {
    let attack = game.state.attacks.len() as u8;
    end(game, |game, lasting| {
        let in_it = lasting.attack == attack;
        match duration(game, lasting.node) {
            Some(Duration::ThisAttack) => in_it,
            Some(Duration::NextAttack) => in_it && lasting.begun,
            Some(
                Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::NextTurn
                | Duration::EndOfNextTurn
                | Duration::EndOfGame
                | Duration::Until(_)
                | Duration::AsLongAs(_),
            )
            | None => false,
        }
    });
    play::period_ends(game, play::Period::Attack);
}

/// The battle phase ends, and with it the turn (rule 605.1).
pub(crate) fn turn_ends(game: &mut Game) {
    let turn = game.state.turn;
    end(game, |game, lasting| match duration(game, lasting.node) {
        Some(Duration::EndOfTurn | Duration::EndOfBattle) => !is_about_winning(game, lasting.node),
        Some(Duration::ThisAttack) => true,
        Some(Duration::NextTurn | Duration::EndOfNextTurn) => turn > lasting.turn,
        Some(Duration::NextAttack | Duration::EndOfGame | Duration::Until(_) | Duration::AsLongAs(_))
        | None => false,
    });
    play::turn_ends(game);
}

/// The win check is over: what texts ruled about winning and losing this turn ends (rule 1502.5).
pub(crate) fn win_checked(game: &mut Game) {
    end(game, |game, lasting| {
        let of_turn =
            matches!(duration(game, lasting.node), Some(Duration::EndOfTurn | Duration::EndOfBattle));
        of_turn && is_about_winning(game, lasting.node)
    });
}

/// Whether an effect is about winning or losing the game: for a turn it includes the win check, with which the turn
/// ends (rules 605.4, 1502.5).
fn is_about_winning(game: &Game, node: NodeId) -> bool {
    matches!(&game.catalog.node(node).effect, Effect::Lasting(lasting)
        if matches!(lasting.rule, Rule::Players { activity: PlayerActivity::Win | PlayerActivity::Lose, .. }))
}

/// The effects on a unit go on with another top card (rule 805.3).
pub(crate) fn transfer(game: &mut Game, from: Slot, to: Slot) {
    for lasting in game.state.lasting.iter_mut().filter(|lasting| lasting.who == Some(from)) {
        lasting.who = Some(to);
    }
}

/// Looks at an event before triggers do: effects that it ends, end (rule 1309.7).
pub(crate) fn notice(game: &mut Game, event: &Event) {
    if game.state.lasting.is_empty() {
        return;
    }
    if let What::Attacks { attacker, .. } = event.what {
        let attack = game.state.attacks.len() as u8;
        for index in 0..game.state.lasting.len() {
            let lasting = game.state.lasting[index];
            let waits = matches!(duration(game, lasting.node), Some(Duration::NextAttack)) && !lasting.begun;
            if waits && lasting.who == Some(attacker) {
                game.state.lasting[index].begun = true;
                game.state.lasting[index].attack = attack;
            }
        }
    }
    end(game, |game, lasting| {
        // 304.3: a card of the hand that got something keeps it on its way to the table.
        let gone = matches!(event.what, What::Moved { card, to, .. } if lasting.who == Some(card) && !is_on_table(to));
        gone || match duration(game, lasting.node) {
            Some(Duration::Until(events)) => {
                let scope = lasting.scope(game, 0);
                events.iter().any(|until| trigger::matches(scope, until, event).is_some())
            }
            Some(Duration::AsLongAs(_)) => !lasting.is_active(game, 0),
            Some(
                Duration::ThisAttack
                | Duration::NextAttack
                | Duration::EndOfTurn
                | Duration::EndOfBattle
                | Duration::NextTurn
                | Duration::EndOfNextTurn
                | Duration::EndOfGame,
            )
            | None => false,
        }
    });
}

/// Whether a card there keeps what was done to it (rules 304.3, 1309.5).
const fn is_on_table(place: Where) -> bool {
    match place {
        Where::Arena(_)
        | Where::BuildZone
        | Where::EventZone
        | Where::Stacked(_)
        | Where::Piloting(_)
        | Where::Attached(_)
        | Where::Beneath(_) => true,
        Where::Nowhere | Where::Deck | Where::Hand | Where::DiscardPile | Where::Removed | Where::Supply => {
            false
        }
    }
}
