//! What is published after a game, and whether it keeps what was promised.

use crate::hash::{Digest, Hex};
use crate::key::Keys;
use crate::promise::{Terms, commitment, promise};
use crate::receipt::{Entry, first_receipt, receipt};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What is published after a game, so that anybody can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The name of the game.
    pub game: String,
    /// What the server promised before anybody sat.
    pub promise: Hex,
    /// The secret that it promised.
    pub secret: Hex,
    /// What the seats committed to.
    pub commitments: [Hex; 2],
    /// The secrets of the seats.
    pub entropy: [Hex; 2],
    /// What was locked, as one hash.
    pub transcript: Hex,
    /// The decks of the seats.
    pub decks: [String; 2],
    /// The digest of the cards.
    pub pocket: String,
    /// The version of the rules.
    pub rules: u32,
    /// The rules that were chosen.
    pub options: String,
    /// The number of the first step that has a receipt.
    pub from: u32,
    /// All steps.
    pub log: Vec<Entry>,
}

/// What a browser keeps of a game, so that its player doesn't have to trust anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the game.
    pub game: String,
    /// The seat.
    pub seat: u8,
    /// The promise that was shown.
    pub promise: Hex,
    /// The transcript that was shown.
    #[serde(default)]
    pub transcript: Option<Hex>,
    /// The secret of the seat.
    #[serde(default)]
    pub entropy: Option<Hex>,
    /// The last receipt, with the number of steps before it.
    #[serde(default)]
    pub receipt: Option<(u32, Hex)>,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The secret isn't the promised one.
    #[error("the server’s secret isn’t the one that it promised")]
    Promise,
    /// A seat's secret isn't the one that was committed to.
    #[error("the secret of seat {0} isn’t the one that it committed to")]
    Commitment(u8),
    /// The locked table isn't this one.
    #[error("decks, cards, rules or seats aren’t the ones that were locked")]
    Transcript,
    /// A file of another game.
    #[error("the promise file is of another game ({0})")]
    OtherGame(String),
    /// The player was shown another promise.
    #[error("the player was promised something else before the game")]
    OtherPromise,
    /// The player was shown another transcript.
    #[error("the player was shown other terms when the table was locked")]
    OtherTranscript,
    /// The player's secret was left out.
    #[error("the player’s own secret isn’t the one in the file")]
    OtherEntropy,
    /// The player has a receipt that isn't on the chain.
    #[error("the player’s receipt after step {0} doesn’t fit: a step was dropped or altered")]
    Receipt(u32),
}

impl Proof {
    /// Checks the promise, the commitments and the transcript; the keys of the game.
    pub fn keys(&self) -> Result<Keys, Fault> {
        let (game, secret) = (&self.game, &self.secret.0);
        if promise(game, secret) != self.promise.0 {
            return Err(Fault::Promise);
        }
        for seat in [0, 1] {
            let place = usize::from(seat);
            if commitment(game, seat, &self.entropy[place].0) != self.commitments[place].0 {
                return Err(Fault::Commitment(seat));
            }
        }
        let terms = Terms {
            game: game.clone(),
            promise: self.promise.0,
            commitments: self.commitments.map(|own| own.0),
            decks: self.decks.clone(),
            pocket: self.pocket.clone(),
            rules: self.rules,
            options: self.options.clone(),
        };
        if terms.transcript(secret) != self.transcript.0 {
            return Err(Fault::Transcript);
        }
        Ok(Keys::new(secret, &self.entropy.map(|own| own.0), &self.transcript.0))
    }

    /// The receipts in order, each with the number of steps before it.
    pub fn receipts(&self) -> impl Iterator<Item = (u32, Digest)> + '_ {
        let mut last = first_receipt(&self.transcript.0);
        let numbered = (0_u32..).zip(&self.log).skip(self.from as usize);
        let first = std::iter::once((self.from, last));
        first.chain(numbered.map(move |(number, entry)| {
            last = receipt(&last, &self.secret.0, number, entry);
            (number + 1, last)
        }))
    }

    /// Compares what a browser kept with what is published.
    pub fn agrees_with(&self, kept: &Kept) -> Result<(), Fault> {
        if kept.game != self.game {
            return Err(Fault::OtherGame(kept.game.clone()));
        }
        if kept.promise != self.promise {
            return Err(Fault::OtherPromise);
        }
        if kept.transcript.is_some_and(|shown| shown != self.transcript) {
            return Err(Fault::OtherTranscript);
        }
        let own = self.entropy.get(usize::from(kept.seat));
        if kept.entropy.is_some_and(|entropy| own != Some(&entropy)) {
            return Err(Fault::OtherEntropy);
        }
        if let Some((number, receipt)) = kept.receipt
            && !self.receipts().any(|(own, other)| own == number && other == receipt.0)
        {
            return Err(Fault::Receipt(number));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Kept, Proof};
    use crate::hash::Hex;
    use crate::promise::{Terms, commitment, promise};
    use crate::receipt::Entry;

    fn proof() -> Proof {
        let (game, secret, entropy) = ("abcdefghij", [1; 32], [[2; 32], [3; 32]]);
        let commitments = [commitment(game, 0, &entropy[0]), commitment(game, 1, &entropy[1])];
        let terms = Terms {
            game: game.into(),
            promise: promise(game, &secret),
            commitments,
            decks: ["one".into(), "other".into()],
            pocket: "p".into(),
            rules: 1,
            options: "current".into(),
        };
        let answer = |value| Entry { kind: "answer".into(), seat: None, value, text: String::new() };
        Proof {
            game: game.into(),
            promise: Hex(terms.promise),
            secret: Hex(secret),
            commitments: commitments.map(Hex),
            entropy: entropy.map(Hex),
            transcript: Hex(terms.transcript(&secret)),
            decks: terms.decks,
            pocket: terms.pocket,
            rules: 1,
            options: terms.options,
            from: 1,
            log: vec![answer(9), answer(0), answer(1), answer(2)],
        }
    }

    #[test]
    fn a_swapped_secret_deck_or_commitment_is_found() {
        let honest = proof();
        assert!(honest.keys().is_ok());
        let swapped = Proof { secret: Hex([7; 32]), ..honest.clone() };
        assert_eq!(swapped.keys().err(), Some(Fault::Promise));
        // Whoever changes the promise too is caught by the player's file.
        let both = Proof { promise: Hex(promise(&honest.game, &[7; 32])), ..swapped };
        assert_eq!(both.keys().err(), Some(Fault::Transcript));
        let kept = Kept {
            game: honest.game.clone(),
            seat: 1,
            promise: honest.promise,
            transcript: Some(honest.transcript),
            entropy: Some(honest.entropy[1]),
            receipt: honest.receipts().nth(2).map(|(number, receipt)| (number, Hex(receipt))),
        };
        assert_eq!(honest.agrees_with(&kept), Ok(()));
        assert_eq!(both.agrees_with(&kept), Err(Fault::OtherPromise));
        let entropy = [honest.entropy[0], Hex([8; 32])];
        assert_eq!(Proof { entropy, ..honest.clone() }.keys().err(), Some(Fault::Commitment(1)));
        let decks = ["one".to_string(), "better".to_string()];
        assert_eq!(Proof { decks, ..honest.clone() }.keys().err(), Some(Fault::Transcript));
        // A step that the player has a receipt for can't be altered or dropped; later ones can.
        assert_eq!(kept.receipt.map(|(number, _)| number), Some(3));
        for place in [1, 2] {
            let mut altered = honest.clone();
            altered.log[place].value += 1;
            assert_eq!(altered.agrees_with(&kept), Err(Fault::Receipt(3)), "step {place}");
        }
        let mut later = honest.clone();
        later.log[3].value += 1;
        assert_eq!(later.agrees_with(&kept), Ok(()));
        later.log.truncate(2);
        assert_eq!(later.agrees_with(&kept), Err(Fault::Receipt(3)));
        assert!(matches!(
            honest.agrees_with(&Kept { game: "other".into(), ..kept }),
            Err(Fault::OtherGame(_))
        ));
    }
}
