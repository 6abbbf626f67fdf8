//! What a scenario is: a position, a script, and what is expected.

use engine::state::{Agreement, Moment, Passes};
use vocab::{Arena, Counter, Edition, Role, RuleNumber, Side};

/// A scenario as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id, such as `T120`.
    pub id: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The rules it follows from.
    pub rules: Vec<RuleNumber>,
    /// The ruling on a card that it shows, in words of our own.
    pub ruling: Option<String>,
    /// Whose keyword wordings are played.
    pub edition: Edition,
    /// What becomes of a chance in which a player can only pass.
    pub passes: Passes,
    /// What the players make of texts that aren't enforced.
    pub by_hand: Agreement,
    /// The cards, in the order they are laid down.
    pub cards: Vec<Placed>,
    /// Force and build points.
    pub pools: Vec<Pools>,
    /// Where play begins.
    pub start: Start,
    /// What happens then.
    pub steps: Vec<Step>,
}

impl Scenario {
    /// A position and a script that cite no rule and expect nothing ask what happens.
    pub fn is_question(&self) -> bool {
        self.rules.is_empty() && !self.steps.iter().any(Step::is_claim)
    }
}

/// A card of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The line of the file.
    pub line: u32,
    /// Whose card it is.
    pub who: Role,
    /// Where it lies.
    pub spot: Spot,
    /// What card it is.
    pub card: CardLine,
    /// Damage counters.
    pub damage: u8,
    /// Build counters.
    pub build: u8,
    /// Counters of other kinds.
    pub others: Vec<(Counter, u8)>,
    /// Whether it is tapped.
    pub tapped: bool,
}

/// Where a card lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In an arena.
    Arena(Arena),
    /// Face-up in the build zone.
    BuildZone,
    /// Face-down in the build zone.
    Building,
    /// In the hand.
    Hand,
    /// In the deck; later cards are drawn first.
    Deck,
    /// In the discard pile.
    DiscardPile,
    /// In the supply.
    Supply,
    /// Under the card of this name.
    Under(String),
    /// Piloting the card of this name.
    Pilot(String),
    /// Attached to the card of this name.
    On(String),
    /// Face-down beneath the card of this name, not in its stack.
    Beneath(String),
    /// Removed from the game.
    Removed,
    /// In the Event zone.
    EventZone,
}

/// A card written in a line: `Hunter (A) 40/4/3 cost 5 Rebel Pilot "Accuracy 1 | Armor"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardLine {
    /// Its name, with its version if it has one.
    pub name: String,
    /// Whether it is the card of this name in the open folder: `@Hunter (A)`.
    pub printed: bool,
    /// Its side, if it is not the side of the player's role.
    pub side: Option<Side>,
    /// Its type if the place does not say it: `battle`, `mission`, `ground/character`, `space equipment`...
    pub card_type: Option<String>,
    /// Speed, power and health.
    pub values: Option<(i16, i16, i16)>,
    /// Its build cost; none is 0.
    pub cost: u8,
    /// Whether it costs X (rule 201.3).
    pub costs_x: bool,
    /// Its subtypes.
    pub subtypes: String,
    /// Its text.
    pub text: String,
}

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pools {
    /// Who.
    pub who: Role,
    /// Force.
    pub force: u16,
    /// Build points.
    pub build: u16,
}

/// Where play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Before the game: decks are looked at, nothing is played.
    Deck,
    /// The preparation: Events, Resources, opening hands, the mulligan.
    Preparation,
    /// Setup building with 30 build points each.
    Setup,
    /// The start of a turn.
    Turn,
    /// A player's build step.
    BuildStep(Role),
    /// A player's retreat step.
    RetreatStep(Role),
    /// The battle phase.
    BattlePhase,
    /// The battle step of an arena.
    BattleStep(Arena),
}

/// One line of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line of the file.
    pub line: u32,
    /// Where its words begin, counted from 0.
    pub column: usize,
    /// What it says.
    pub what: What,
}

impl Step {
    /// Whether it says how things must be, rather than what is done.
    pub(crate) const fn is_claim(&self) -> bool {
        match self.what {
            What::Offered(_) | What::Refused(_) | What::Never(_) | What::Expect(_) | What::ExpectNow(_) => {
                true
            }
            What::Dice(_)
            | What::DiceAny
            | What::Answer(_)
            | What::IfAsked(_)
            | What::Finish
            | What::Until(_) => false,
        }
    }
}

/// A step to pass to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A turn, counted from the one in which the scenario starts.
    Turn(u16),
    /// A build step, a retreat step or the battle step of an arena.
    Step(Moment),
    /// The battle phase.
    Battle,
}

/// What a line of the script says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The next rolls.
    Dice(Vec<u8>),
    /// From here on, dice that aren't given are rolled at random.
    DiceAny,
    /// An answer: the choice whose words are these is taken as soon as it is offered.
    Answer(String),
    /// The same if it is offered now; otherwise nothing.
    IfAsked(String),
    /// A choice with these words is offered, now or after passing; it is not taken.
    Offered(String),
    /// A choice with these words is not offered now.
    Refused(String),
    /// A choice with these words is not offered from now to the next unit or step, that question included.
    Never(String),
    /// Everything is passed until the next unit acts or the next step asks for something of its own.
    Finish,
    /// Everything is passed until this step asks something.
    Until(Stage),
    /// Something is true once everything in the way has been passed.
    Expect(Expect),
    /// Something is true now, while a question is open.
    ExpectNow(Expect),
}

/// Something that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// This many counters on a card.
    Counters(String, Counter, u8),
    /// A card is tapped.
    Tapped(String),
    /// A card is untapped.
    Untapped(String),
    /// A card is there: `in discard`, `in space`, `in hand`...
    In(String, Spot),
    /// A player has this much Force.
    Force(Role, u16),
    /// A player has this many build points.
    BuildPoints(Role, u16),
    /// A player has this many cards in hand.
    HandSize(Role, u8),
    /// A player has this many cards in the deck.
    DeckSize(Role, u8),
    /// A player is asked something.
    Asked(Role),
    /// A card lies face-down.
    FaceDown(String),
    /// `dark sees Wall`: whether a player knows which card it is.
    Sees(Role, bool, String),
    /// `dark sees dice`: whether a player knows what the attack dice show (rule 1715.1).
    SeesDice(Role, bool),
    /// A player's deck and supply break these deck rules and no others.
    DeckFaults(Role, Vec<RuleNumber>),
    /// A unit's speed, power or health now.
    Value(String, Statistic, i16),
    /// The first roll after the last line of dice had this many dice.
    Rolled(u8),
    /// A player has won.
    Winner(Role),
    /// It is this turn, counted from the one in which the scenario starts.
    Turn(u16),
    /// The game has ended without a winner (rules 1502.6, 1502.11).
    Draw,
    /// The game goes on.
    NoWinner,
}

/// A value of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// Speed.
    Speed,
    /// Power.
    Power,
    /// Health.
    Health,
}
