//! Where a table's dice come from: the server's promise, the seats' commitments, the lock, the reveals; and the receipts
//! that every step gets from then on.

use crate::live::Misfit;
use crate::setup::{GameSetup, Hand, Kind, Passing, Roles, Undo};
use crate::step::Step;
use engine::Names;
use engine::state::{ByRole, Seed};
use fair::{Digest, Keys, Terms, commitment, first_receipt, hash, hex, receipt, server_entropy};
use std::fmt;
use vocab::Role;

/// What a store keeps for a game that was promised: both were written before anybody saw the table.
#[derive(Clone, PartialEq, Eq)]
pub struct Promised {
    /// The name of the game.
    pub game: String,
    /// The server's secret.
    pub secret: Digest,
    /// The promise that was shown. It is never computed again: that would prove nothing.
    pub promise: Digest,
}

impl fmt::Debug for Promised {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Promised({}, {})", self.game, hex(&self.promise))
    }
}

/// How far a table's promise has come. Seats are those of the table as it was set up.
#[derive(Clone, Debug)]
pub struct Fairness {
    promised: Promised,
    commitments: ByRole<Option<Digest>>,
    entropy: ByRole<Option<Digest>>,
    transcript: Option<Digest>,
    /// The number of the first step that has a receipt.
    from: u32,
    receipt: Option<Digest>,
}

/// The byte by which hashes name a seat.
const fn byte(seat: Role) -> u8 {
    seat as u8
}

/// A deck as text: its cards, and what is kept outside of it.
fn deck_text(deck: &Names) -> String {
    format!("{}\n--\n{}", deck.cards.join("\n"), deck.supply.join("\n"))
}

/// The rules that a setup chose, as text.
fn options_text(setup: &GameSetup) -> String {
    let kind = |role: Role| match &setup.player(role).kind {
        Kind::Person => "person".to_string(),
        Kind::Computer(level) => format!("computer {level}"),
    };
    let passing = match setup.passing {
        Passing::AtOnce => "at-once",
        Passing::Asked => "asked",
    };
    let undo = match setup.undo {
        Undo::Agreed => "agreed",
        Undo::Never => "never",
    };
    let roles = match setup.roles {
        Roles::Fixed => "fixed",
        Roles::ByChance => "by-chance",
    };
    let [dark, light] = Role::ALL.map(kind);
    let edition = &setup.edition;
    let rules = format!("edition={edition} passing={passing} undo={undo} roles={roles} seats={dark},{light}");
    // Games without texts that are carried out by hand, and without conditions, have the terms that they have always had.
    let by_hand = match Role::ALL.map(|role| setup.player(role).by_hand) {
        [Hand::Refused, Hand::Refused] => String::new(),
        [dark, light] => format!(" by-hand={},{}", dark.word(), light.word()),
    };
    format!("{rules}{by_hand}{}", setup.conditions.locked())
}

/// What is locked before the game: decks, cards, rules. The setup is the one before the roles were given out.
pub fn terms(setup: &GameSetup) -> ([String; 2], String, u32, String) {
    let decks = Role::ALL.map(|seat| deck_text(&setup.player(seat).cards));
    (decks, setup.pocket.clone().unwrap_or_default(), setup.rules, options_text(setup))
}

impl Fairness {
    /// A promise that nobody has answered yet.
    pub fn new(promised: Promised) -> Fairness {
        Fairness {
            promised,
            commitments: ByRole::default(),
            entropy: ByRole::default(),
            transcript: None,
            from: 0,
            receipt: None,
        }
    }

    /// The promise as it was shown.
    pub const fn promise(&self) -> &Digest {
        &self.promised.promise
    }

    /// What was locked.
    pub const fn transcript(&self) -> Option<&Digest> {
        self.transcript.as_ref()
    }

    /// The receipt after the last step.
    pub const fn receipt(&self) -> Option<&Digest> {
        self.receipt.as_ref()
    }

    /// What a seat has committed to.
    pub fn commitment(&self, seat: Role) -> Option<&Digest> {
        self.commitments[seat].as_ref()
    }

    /// The secret of a seat, known to that seat alone until the game is over.
    pub fn entropy(&self, seat: Role) -> Option<&Digest> {
        self.entropy[seat].as_ref()
    }

    /// The server's secret, shown to nobody until the game is over.
    pub const fn secret(&self) -> &Digest {
        &self.promised.secret
    }

    /// The number of the first step that has a receipt.
    pub const fn from(&self) -> u32 {
        self.from
    }

    /// The commitment of a seat where only the computer sits.
    pub fn server_commitment(&self, seat: Role) -> Digest {
        commitment(&self.promised.game, byte(seat), &server_entropy(&self.promised.secret, byte(seat)))
    }

    /// The secret of a seat where only the computer sits.
    pub fn server_entropy(&self, seat: Role) -> Digest {
        server_entropy(&self.promised.secret, byte(seat))
    }

    /// The commitment that a secret makes.
    pub fn commitment_of(&self, seat: Role, entropy: &Digest) -> Digest {
        commitment(&self.promised.game, byte(seat), entropy)
    }

    /// What cards are called on pages follows from this: nobody may guess it during the game.
    pub fn token_seed(&self) -> Seed {
        seed_of(&hash(&[b"dejarik/2 tokens", &self.promised.secret]))
    }

    /// The transcript, once both seats have committed.
    pub fn to_lock(&self, setup: &GameSetup) -> Option<Digest> {
        let [Some(dark), Some(light)] = Role::ALL.map(|seat| self.commitments[seat]) else { return None };
        let (decks, pocket, rules, options) = terms(setup);
        let Promised { game, secret, promise } = &self.promised;
        let terms = Terms {
            game: game.clone(),
            promise: *promise,
            commitments: [dark, light],
            decks,
            pocket,
            rules,
            options,
        };
        Some(terms.transcript(secret))
    }

    /// Takes a step of the promise.
    pub fn take(&mut self, setup: &GameSetup, step: &Step, number: u32) -> Result<(), Misfit> {
        match step {
            Step::Commit { seat, digest } => {
                if self.commitments[*seat].is_some() {
                    return Err(Misfit::Committed);
                }
                self.commitments[*seat] = Some(*digest);
            }
            Step::Lock { transcript } => {
                if self.transcript.is_some() || self.to_lock(setup) != Some(*transcript) {
                    return Err(Misfit::Terms);
                }
                self.transcript = Some(*transcript);
                self.from = number + 1;
                self.receipt = Some(first_receipt(transcript));
            }
            Step::Reveal { seat, entropy } => {
                let committed = Some(self.commitment_of(*seat, entropy));
                if self.entropy[*seat].is_some() || self.commitments[*seat] != committed {
                    return Err(Misfit::Revealed);
                }
                self.entropy[*seat] = Some(*entropy);
            }
            Step::Sit { .. }
            | Step::Answer { .. }
            | Step::AskBack { .. }
            | Step::DeclineBack { .. }
            | Step::Back { .. }
            | Step::Renew { .. }
            | Step::Carried { .. }
            | Step::Abandon
            | Step::Concede { .. }
            | Step::GiveUp { .. }
            | Step::OfferDraw { .. }
            | Step::DeclineDraw { .. }
            | Step::AgreeDraw { .. }
            | Step::Spent { .. }
            | Step::AskAnew { .. }
            | Step::RunOut { .. }
            | Step::Away { .. }
            | Step::Here { .. }
            | Step::Claim { .. }
            | Step::AskAgain { .. }
            | Step::MoveOn { .. }
            | Step::Dice { .. }
            | Step::Heard => {}
        }
        Ok(())
    }

    /// Gives a step its receipt.
    pub fn note(&mut self, step: &Step, number: u32) {
        if let Some(before) = self.receipt.filter(|_| number >= self.from) {
            self.receipt = Some(receipt(&before, &self.promised.secret, number, &step.entry()));
        }
    }

    /// The keys of the game, once everything is revealed.
    pub fn keys(&self) -> Option<Keys> {
        let [Some(dark), Some(light)] = Role::ALL.map(|seat| self.entropy[seat]) else { return None };
        Some(Keys::new(&self.promised.secret, &[dark, light], self.transcript.as_ref()?))
    }
}

/// A seed from the first bytes of a key.
pub fn seed_of(key: &Digest) -> Seed {
    let number =
        |from: usize| key[from..from + 8].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    Seed([number(0), number(8)])
}
