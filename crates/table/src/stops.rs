//! Kinds of play-or-pass chances, and which of them a player wants to be asked about.

use engine::state::{Moment, Slot, SlotSet};
use engine::{Chance, Choice, Game};
use vocab::CardType;
use vocab::ability::{AbilityKind, Play, PlayOnly};

/// A kind of play-or-pass chance as players set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Between attacks and at the start and end of steps (rule 1307.3).
    General,
    /// When an attack is declared (rule 1106.1).
    Attack,
    /// After dice were rolled (rule 1107.7).
    Dice,
    /// Before damage is placed (rule 1109.1).
    Prevention,
    /// At the end of an attack (rule 1112.6).
    AttackEnd,
    /// When something can be disrupted (rule 1308.1).
    Disrupt,
}

impl Stop {
    /// All kinds.
    pub const ALL: [Stop; 6] =
        [Stop::General, Stop::Attack, Stop::Dice, Stop::Prevention, Stop::AttackEnd, Stop::Disrupt];

    /// The kind of a chance.
    pub const fn of(chance: Chance) -> Stop {
        match chance {
            Chance::General
            | Chance::At(..)
            | Chance::Just
            | Chance::BuildStep
            | Chance::WouldAttack(_)
            | Chance::Entered => Stop::General,
            Chance::Attack => Stop::Attack,
            Chance::AddDice | Chance::Reroll | Chance::ChangeDice => Stop::Dice,
            Chance::Prevention | Chance::WouldBeDiscarded => Stop::Prevention,
            Chance::AttackEnd => Stop::AttackEnd,
            Chance::Disrupt => Stop::Disrupt,
        }
    }

    /// Its word in settings.
    pub const fn word(self) -> &'static str {
        match self {
            Stop::General => "general",
            Stop::Attack => "attack",
            Stop::Dice => "dice",
            Stop::Prevention => "prevention",
            Stop::AttackEnd => "attack-end",
            Stop::Disrupt => "disrupt",
        }
    }

    /// What it is, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::General => "Between attacks, and at the start and end of steps",
            Stop::Attack => "When an attack is declared",
            Stop::Dice => "After dice are rolled",
            Stop::Prevention => "Before damage lands",
            Stop::AttackEnd => "At the end of an attack",
            Stop::Disrupt => "When I can disrupt something",
        }
    }
}

/// When a player is asked about texts that are carried out by hand, where there is nothing else to play (rule 1316.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hands {
    /// Not before the player asks for it.
    #[default]
    Quiet,
    /// In the next chance.
    Next,
    /// In every chance.
    Always,
}

/// Whether a choice begins a text that is carried out by hand.
pub fn is_by_hand(game: &Game, choice: Choice) -> bool {
    let catalog = game.catalog();
    match choice {
        Choice::Use(_, id) => catalog.is_by_hand(id),
        Choice::Play(card) | Choice::PlayBy(card, _) => {
            let abilities = &catalog.facts(game.whole().card(card).definition).abilities;
            abilities.iter().any(|id| catalog.is_by_hand(*id))
        }
        _ => false,
    }
}

/// Whether a choice is a text that its player may carry out by hand at almost any time. One that waits for a moment of
/// its own comes up at that moment, like any other text.
pub fn is_any_time_by_hand(game: &Game, choice: Choice) -> bool {
    let catalog = game.catalog();
    let waits = |play: &Play| {
        let waits = |only: &PlayOnly| match only {
            PlayOnly::At(..) | PlayOnly::When(_) | PlayOnly::WhenWould(_) | PlayOnly::WouldAttack(_) => true,
            PlayOnly::During(_)
            | PlayOnly::NoUnitAttacking
            | PlayOnly::Before(_)
            | PlayOnly::If(_)
            | PlayOnly::AnyTime => false,
        };
        play.timing.only.iter().any(waits)
    };
    match choice {
        Choice::Use(_, id) if catalog.is_by_hand(id) => match &catalog.ability(id).kind {
            AbilityKind::Activated(play) | AbilityKind::OneShot(play) => !waits(play),
            _ => false,
        },
        // A Battle card comes up where Battle cards do (rule 1307.6), and not whenever dice are rolled.
        Choice::Play(card) => {
            let usual = matches!(game.chance(), Some(Chance::General | Chance::Attack | Chance::BuildStep));
            let definition = game.whole().card(card).definition;
            let first = catalog.facts(definition).abilities.first();
            let played = first.filter(|_| catalog.card_type(definition) == CardType::Battle);
            !usual
                && played.is_some_and(|id| match &catalog.ability(*id).kind {
                    AbilityKind::OneShot(play) => catalog.is_by_hand(*id) && !waits(play),
                    _ => false,
                })
        }
        _ => false,
    }
}

/// Whether a question offers nothing but texts that can be carried out by hand at almost any time.
pub fn is_only_by_hand(game: &Game, choices: &[Choice]) -> bool {
    let mut others = choices.iter().filter(|choice| **choice != Choice::Pass).peekable();
    others.peek().is_some() && others.all(|choice| is_any_time_by_hand(game, *choice))
}

/// Until when everything is passed, as a player says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Until the next attack.
    Attack,
    /// Until the end of this step.
    Step,
    /// Until the end of this turn.
    Turn,
    /// Until something is aimed at the player.
    Aimed,
    /// Until setup ends: the table places the player's units.
    Setup,
}

impl Hold {
    /// All of them.
    pub const ALL: [Hold; 5] = [Hold::Attack, Hold::Step, Hold::Turn, Hold::Aimed, Hold::Setup];
    /// Those that pass chances.
    pub const PASSING: [Hold; 4] = [Hold::Attack, Hold::Step, Hold::Turn, Hold::Aimed];

    /// Its word in forms.
    pub const fn word(self) -> &'static str {
        match self {
            Hold::Attack => "attack",
            Hold::Step => "step",
            Hold::Turn => "turn",
            Hold::Aimed => "aimed",
            Hold::Setup => "setup",
        }
    }

    /// What it is, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Hold::Attack => "the next attack",
            Hold::Step => "this step ends",
            Hold::Turn => "this turn ends",
            Hold::Aimed => "something is aimed at me",
            Hold::Setup => "setup ends",
        }
    }
}

/// The same, as it was meant when it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// As long as this many attacks have been made.
    Attack(u16),
    /// As long as it is this turn and step.
    Step(u16, Moment),
    /// As long as it is this turn.
    Turn(u16),
    /// As long as nothing is aimed at the player; it ends with the player's next own answer.
    Aimed,
    /// The table places the player's units in setup, as long as the player doesn't.
    Setup,
}

/// For how long a player isn't asked about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// For the rest of this step.
    Step,
    /// For the rest of this turn.
    Turn,
    /// For the rest of this game.
    Game,
}

impl Span {
    /// All of them.
    pub const ALL: [Span; 3] = [Span::Step, Span::Turn, Span::Game];

    /// Its word in forms.
    pub const fn word(self) -> &'static str {
        match self {
            Span::Step => "step",
            Span::Turn => "turn",
            Span::Game => "game",
        }
    }

    /// What it is, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Span::Step => "this step",
            Span::Turn => "this turn",
            Span::Game => "this game",
        }
    }
}

/// Cards that a player isn't asked about, and until when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Silenced {
    step: Option<(u16, Moment, SlotSet)>,
    turn: Option<(u16, SlotSet)>,
    game: SlotSet,
}

/// The bit of `passed` that asks everywhere; the others are those of the stops.
const ALL: u8 = 1 << 7;

/// What one player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Kinds of chances that are passed for the player, one bit each.
    passed: u8,
    /// All chances are passed until then.
    pub until: Option<Until>,
    /// Cards whose plays the player isn't asked about.
    silenced: Silenced,
    /// Whether new kinds of decisions are explained.
    pub coach: bool,
    /// When to ask about texts that are carried out by hand.
    pub hands: Hands,
    /// Whether the player has not said anything yet.
    fresh: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            passed: 0,
            until: None,
            silenced: Silenced::default(),
            coach: true,
            hands: Hands::Quiet,
            fresh: true,
        }
    }
}

impl Wishes {
    /// Wishes that a browser has kept.
    pub fn kept(passed: u8, coach: bool, hands: Hands) -> Wishes {
        Wishes { passed, until: None, silenced: Silenced::default(), coach, hands, fresh: false }
    }

    /// Wishes for all games, with what holds for this game alone.
    pub const fn new(all: Wishes, here: Wishes) -> Wishes {
        Wishes { until: here.until, silenced: here.silenced, ..all }
    }

    /// Whether the player wants to be asked even where no answer makes a difference.
    pub const fn asks_all(self) -> bool {
        self.passed & ALL != 0
    }

    /// Asks everywhere, or only where it matters.
    pub fn ask_all(&mut self, all: bool) {
        self.fresh = false;
        self.passed = if all { self.passed | ALL } else { self.passed & !ALL };
    }

    /// Whether the player isn't asked about a card in this turn and step.
    pub fn is_silenced(self, card: Slot, turn: u16, moment: Moment) -> bool {
        let Silenced { step, turn: in_turn, game } = self.silenced;
        game.contains(card)
            || in_turn.is_some_and(|(when, cards)| when == turn && cards.contains(card))
            || step.is_some_and(|(when, then, cards)| (when, then) == (turn, moment) && cards.contains(card))
    }

    /// Whether there are cards that the player isn't asked about.
    pub fn silences(self) -> bool {
        self.silenced != Silenced::default()
    }

    /// Doesn't ask about a card any more for a while that begins in this turn and step.
    pub fn silence(&mut self, card: Slot, span: Span, turn: u16, moment: Moment) {
        match span {
            Span::Step => {
                let before = self.silenced.step.filter(|(when, then, _)| (*when, *then) == (turn, moment));
                let mut cards = before.map_or_else(SlotSet::default, |(.., cards)| cards);
                cards.insert(card);
                self.silenced.step = Some((turn, moment, cards));
            }
            Span::Turn => {
                let before = self.silenced.turn.filter(|(when, _)| *when == turn);
                let mut cards = before.map_or_else(SlotSet::default, |(_, cards)| cards);
                cards.insert(card);
                self.silenced.turn = Some((turn, cards));
            }
            Span::Game => self.silenced.game.insert(card),
        }
    }

    /// Asks about all cards again.
    pub fn unsilence(&mut self) {
        self.silenced = Silenced::default();
    }

    /// The kinds of chances that are passed, one bit each.
    pub const fn passed(self) -> u8 {
        self.passed
    }

    /// Whether the player has not said anything yet.
    pub const fn is_fresh(self) -> bool {
        self.fresh
    }

    /// The same without what holds for the next attack alone; from now on the player has said it.
    pub fn for_all_games(&mut self) -> Wishes {
        self.fresh = false;
        Wishes { until: None, silenced: Silenced::default(), ..*self }
    }

    /// Whether the player wants to be asked at this kind of chance.
    pub const fn stops_at(self, stop: Stop) -> bool {
        self.passed & (1 << stop as u8) == 0
    }

    /// Asks at this kind of chance, or passes it.
    pub fn set(&mut self, stop: Stop, asked: bool) {
        let bit = 1 << stop as u8;
        self.fresh = false;
        self.passed = if asked { self.passed & !bit } else { self.passed | bit };
    }
}

#[cfg(test)]
mod tests {
    use super::{Stop, Wishes};

    #[test]
    fn a_player_is_asked_until_that_kind_of_chance_is_switched_off() {
        let mut wishes = Wishes::default();
        assert!(Stop::ALL.into_iter().all(|stop| wishes.stops_at(stop)));
        wishes.set(Stop::Dice, false);
        assert!(!wishes.stops_at(Stop::Dice) && wishes.stops_at(Stop::Attack));
        wishes.set(Stop::Dice, true);
        assert!(wishes.stops_at(Stop::Dice));
    }
}
