//! How a text sees the table: who "you" is, what "this unit" and "that unit" mean.

use crate::facts::attack;
use crate::facts::game::Game;
use crate::facts::now::source;
use crate::records::bindings::{Bindings, carries_bindings};
use crate::records::effect::{Bound, Context, Objects};
use crate::records::lasting;
use crate::records::lasting::{BOUND, VALUES};
use crate::records::state::{Slot, Slot0, SlotSet, Where};
use crate::records::word::Words;
use vocab::ability::{ArenaRef, Player, Reference};
use vocab::{Arena, Role};

/// The cards that a word of a text means.
#[derive(Clone, Copy)]
pub(crate) enum Cards {
    Few(Objects),
    Many(SlotSet),
}

impl Cards {
    /// Whether this is one of them.
    pub fn contains(&self, card: Slot) -> bool {
        match self {
            Cards::Few(cards) => cards.contains(&Some(card)),
            Cards::Many(cards) => cards.contains(card),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        match self {
            Cards::Few(cards) => cards.is_empty(),
            Cards::Many(cards) => cards.is_empty(),
        }
    }

    /// Whether something is true of each of them.
    pub fn all(&self, mut is: impl FnMut(Slot) -> bool) -> bool {
        match self {
            Cards::Few(cards) => cards.iter().flatten().all(|card| is(*card)),
            Cards::Many(cards) => cards.iter().all(is),
        }
    }

    /// All of them, in order.
    pub fn to_vec(self) -> Vec<Slot> {
        match self {
            Cards::Few(cards) => cards.iter().copied().flatten().collect(),
            Cards::Many(cards) => cards.iter().collect(),
        }
    }
}

/// Where a text is read: the game, its card, its trigger and its results.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub game: &'a Game,
    /// What its words stand for.
    pub bindings: Bindings,
    /// The card that is looked at, or that "for each" is at.
    pub each: Slot0,
    pub context: Option<&'a Context>,
    /// Results and payments that a lasting effect remembers, where no context does.
    pub bound: [Slot0; BOUND],
    /// What the steps before an ability that works for a while came to, where no context does.
    pub numbers: [i8; VALUES],
    /// The card that something happened to before, and where it was then.
    pub past: Option<(Slot, Option<Arena>)>,
    /// How deep values are looked up within values: beyond a bound only printed values count.
    pub depth: u8,
    /// Whether the words for units and other cards mean the cards wherever they are: where a text is about deploying
    /// or completing them (rules 204.2, 703.2).
    pub as_cards: bool,
}

carries_bindings!(Scope<'_>);

impl<'a> Scope<'a> {
    /// The text of a card.
    pub fn of_card(game: &'a Game, card: Slot, depth: u8) -> Scope<'a> {
        let you = game.state.card(card).controller;
        Scope::of_bindings(game, Bindings::of(Some(card), you), depth)
    }

    /// A text whose words stand for this.
    pub fn of_bindings(game: &'a Game, bindings: Bindings, depth: u8) -> Scope<'a> {
        Scope {
            game,
            bindings,
            each: None,
            context: None,
            bound: [None; BOUND],
            numbers: [0; VALUES],
            past: None,
            depth,
            as_cards: false,
        }
    }

    /// The text of an effect that resolves.
    pub fn of_context(game: &'a Game, context: &'a Context) -> Scope<'a> {
        let scope = Scope::of_bindings(game, context.bindings, 0);
        Scope { each: context.each, context: Some(context), ..scope }
    }

    /// What an effect of this text would know as it begins; of one that resolves what it knows.
    pub fn to_context(self) -> Context {
        let fresh = Context { bindings: self.bindings, each: self.each, ..Context::default() };
        self.context.copied().unwrap_or(fresh)
    }

    /// The same text while a card is looked at.
    pub fn looking_at(mut self, card: Slot) -> Scope<'a> {
        self.each = Some(card);
        self
    }

    /// The same text where it is about cards that are deployed or completed.
    pub fn as_cards(mut self) -> Scope<'a> {
        self.as_cards = true;
        self
    }

    /// The same text, given by another card.
    pub fn given_by(mut self, giver: Slot) -> Scope<'a> {
        self.giver = Some(giver);
        self
    }

    /// Whether a text looks back on something that happened to this card.
    pub fn looks_back_on(&self, card: Slot) -> bool {
        self.past.is_some_and(|(past, _)| past == card)
    }

    /// The same text where it speaks of a source of damage: one that has left is seen where it was.
    pub fn seeing(mut self, source: Slot) -> Scope<'a> {
        if self.game.state.card(source).place.is_out_of_play() {
            // Where it was is remembered for a turn, that it was in play for good.
            self.past = Some((source, self.game.state.left(source).and_then(|left| left.arena)));
        }
        self
    }

    /// The same text where it speaks of a card that has just retreated: its place is the one that it has left.
    pub fn leaving(mut self, card: Slot) -> Scope<'a> {
        if let (None, Some(left)) = (self.past, self.game.state.left(card)) {
            self.past = Some((card, left.arena));
        }
        self
    }

    /// The arena that a card is in; of a card that a text looks back on the one that it was in.
    pub fn arena_of(&self, card: Slot) -> Option<Arena> {
        match self.past {
            Some((past, arena)) if past == card => arena,
            _ => arena_of(self.game, card),
        }
    }

    /// The cards that a reference means.
    pub fn objects(&self, reference: Reference) -> Cards {
        let bound = self.context.and_then(|context| match reference {
            Reference::Paid(place) => context.paid.get(usize::from(place)),
            Reference::Result(slot) => context.results.get(usize::from(slot.0)),
            _ => None,
        });
        match bound.filter(|bound| !bound.crowd.is_none()) {
            Some(bound) => Cards::Many(self.game.state.crowd(bound.crowd)),
            None => Cards::Few(self.few(reference)),
        }
    }

    fn few(&self, reference: Reference) -> Objects {
        let one = |card: Slot0| {
            let mut list = Objects::default();
            // A list for a few has room for one.
            let _ = card.map(|card| list.push(Some(card)));
            list
        };
        match reference {
            Reference::This => one(self.this),
            Reference::Giver => one(self.giver),
            Reference::Attacker => one(attack::parties(self.game).map(|(attacker, _)| attacker)),
            Reference::Defender => one(attack::parties(self.game).map(|(_, defender)| defender)),
            Reference::Subject => one(self.subject),
            Reference::Object => one(self.object),
            Reference::Each => one(self.each),
            Reference::Paid(place) => match self.context {
                Some(context) => objects(context.paid.get(usize::from(place))),
                None if place == 0 => one(self.bound[lasting::PAID]),
                None => Objects::default(),
            },
            Reference::Result(slot) => match self.context {
                Some(context) => objects(context.results.get(usize::from(slot.0))),
                None => one(self.bound[..lasting::PAID].get(usize::from(slot.0)).copied().flatten()),
            },
        }
    }

    /// The words that a step chose.
    pub fn words(&self, slot: vocab::ability::Slot) -> Words {
        let bound = self.context.and_then(|context| context.results.get(usize::from(slot.0)));
        bound.map_or(self.words, |bound| bound.words)
    }

    /// The first card that a reference means.
    pub fn object(&self, reference: Reference) -> Slot0 {
        self.few(reference).first().copied().flatten()
    }

    /// The arena of a card that a text points to. A card that was paid with, or that something happened to, may have left:
    /// what counts is where it was. A text of a card in a build zone is in no arena (rule 1314.1).
    fn known_arena(&self, reference: Reference, card: Slot) -> Option<Arena> {
        let is_gone = self.game.state.card(card).place.is_out_of_play();
        let is_own = matches!(reference, Reference::This | Reference::Giver | Reference::Each);
        let left = self.game.state.left(card).filter(|_| is_gone || !is_own);
        arena_of(self.game, card).or_else(|| left.and_then(|left| left.arena))
    }

    /// The players that a text means, DS first (rule 102.1).
    pub fn players(&self, player: Player) -> impl Iterator<Item = Role> + use<> {
        let found = Role::ALL.map(|role| self.is_player(player, role).then_some(role));
        found.into_iter().flatten()
    }

    /// Whether a text means this player.
    pub fn is_player(&self, player: Player, role: Role) -> bool {
        match player {
            Player::Each if self.is_by_each() => self.that == Some(role),
            Player::Each | Player::Any => true,
            Player::You => role == self.you,
            Player::Opponent => role == self.you.other(),
            Player::That => self.that == Some(role),
            Player::InRole(named) => role == named,
            Player::ControllerOf(reference) => {
                self.object(reference).is_some_and(|card| source::controller(self.game, card) == role)
            }
            Player::OwnerOf(reference) => {
                self.object(reference).is_some_and(|card| self.game.state.card(card).owner == role)
            }
        }
    }

    /// Whether the text is what each player may do, one after another.
    fn is_by_each(&self) -> bool {
        self.context.is_some_and(|context| context.by_each)
    }

    /// The one player that a text means; the controller of the effect where it means nobody in particular.
    pub fn player(&self, player: Player) -> Role {
        match player {
            Player::Each if self.is_by_each() => self.that.unwrap_or(self.you),
            Player::Each | Player::Any => self.you,
            _ => self.players(player).next().unwrap_or(self.you),
        }
    }

    /// Whether a text means this arena.
    pub fn is_arena(&self, named: ArenaRef, arena: Arena) -> bool {
        match named {
            ArenaRef::Any => true,
            ArenaRef::Named(arenas) => arenas.contains(arena),
            ArenaRef::Of(reference) => {
                self.object(reference).and_then(|card| self.known_arena(reference, card)) == Some(arena)
            }
            ArenaRef::Chosen(slot) => {
                let bound = self.context.and_then(|context| context.results.get(usize::from(slot.0)));
                bound.map_or(self.arena, |bound| bound.arena) == Some(arena)
            }
        }
    }
}

fn objects(bound: Option<&Bound>) -> Objects {
    bound.map_or_else(Objects::default, |bound| bound.objects)
}

/// The arena that a card is in, by itself or on another card.
pub(crate) fn arena_of(game: &Game, card: Slot) -> Option<Arena> {
    let mut card = card;
    // A Pilot may be a stack and carry Equipment: three steps at most.
    for _ in 0..4 {
        card = match game.state.card(card).place {
            Where::Arena(arena) => return Some(arena),
            // 301.4: what lies beneath a unit is not in play, and so in no arena.
            Where::Beneath(_) => return None,
            place => place.host()?,
        };
    }
    None
}

/// Whether a card is in play: face-up on the table (rule 301.2).
pub(crate) fn is_in_play(game: &Game, card: Slot) -> bool {
    let record = game.state.card(card);
    match record.place {
        Where::Arena(_) | Where::BuildZone | Where::EventZone => !record.is_face_down(),
        Where::Stacked(_) | Where::Piloting(_) | Where::Attached(_) => true,
        Where::Nowhere
        | Where::Deck
        | Where::Hand
        | Where::DiscardPile
        | Where::Removed
        | Where::Supply
        | Where::Beneath(_) => false,
    }
}
