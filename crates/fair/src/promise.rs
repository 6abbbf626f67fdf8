//! What is promised before a game, and what is locked before its key exists.

use crate::hash::{Digest, hash};

/// The server's promise: shown before anybody sits down, it binds the server to its secret.
pub fn promise(game: &str, secret: &Digest) -> Digest {
    hash(&[b"dejarik/2 promise", game.as_bytes(), secret])
}

/// A seat's commitment: it binds the seat to its secret, and tells nobody what it is.
pub fn commitment(game: &str, seat: u8, entropy: &Digest) -> Digest {
    hash(&[b"dejarik/2 seat", game.as_bytes(), &[seat], entropy])
}

/// The secret of a player who types words or dice.
pub fn entropy_of_words(words: &str) -> Digest {
    hash(&[b"dejarik/2 words", words.as_bytes()])
}

/// The secret of a seat where nobody sits but the computer. It follows from the server's.
pub fn server_entropy(secret: &Digest, seat: u8) -> Digest {
    hash(&[b"dejarik/2 server seat", secret, &[seat]])
}

/// What the game is played with: nothing in it changes once it is locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the game.
    pub game: String,
    /// The server's promise.
    pub promise: Digest,
    /// The seats' commitments.
    pub commitments: [Digest; 2],
    /// The decks of the seats, as text.
    pub decks: [String; 2],
    /// The pocket: the cards as they are played, as text or its digest.
    pub pocket: String,
    /// The version of the rules.
    pub rules: u32,
    /// The rules that were chosen, as text.
    pub options: String,
}

impl Terms {
    /// The transcript: one hash of all of it. Decks and cards go in under the server's secret, which is promised
    /// already; a plain hash of a list would let the other side try out known lists.
    pub fn transcript(&self, secret: &Digest) -> Digest {
        let Terms { game, promise, commitments, decks, pocket, rules, options } = self;
        let deck =
            |seat: u8| hash(&[b"dejarik/2 deck", secret, &[seat], decks[usize::from(seat)].as_bytes()]);
        let pocket = hash(&[b"dejarik/2 pocket", secret, pocket.as_bytes()]);
        hash(&[
            b"dejarik/2 table",
            game.as_bytes(),
            promise,
            &commitments[0],
            &commitments[1],
            &deck(0),
            &deck(1),
            &pocket,
            &rules.to_le_bytes(),
            options.as_bytes(),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::{Terms, commitment, entropy_of_words, promise, server_entropy};
    use crate::hash::hex;

    const GAME: &str = "abcdefghij";

    #[test]
    fn the_vectors_of_the_documentation_hold() {
        assert_eq!(
            hex(&promise(GAME, &[1; 32])),
            "c1f25f05d417de6a16a3cdd981daef25fb18535fc9eda78b109afb6a2dd45a28"
        );
        assert_eq!(
            hex(&commitment(GAME, 0, &[2; 32])),
            "c8b1cbc788a879813eb91910b7baceff7fbeb3cba595bb9d5a86417575d85cc4"
        );
        assert_eq!(
            hex(&commitment(GAME, 1, &[3; 32])),
            "2a1de6d974232f9d9450e25862f4e89c03833be4cabe5f9f9d3bc447c4637ddc"
        );
    }

    #[test]
    fn a_transcript_depends_on_everything_in_it() {
        let terms = Terms {
            game: GAME.into(),
            promise: [9; 32],
            commitments: [[1; 32], [2; 32]],
            decks: ["a".into(), "b".into()],
            pocket: "p".into(),
            rules: 3,
            options: "o".into(),
        };
        let changed = [
            Terms { game: "x".into(), ..terms.clone() },
            Terms { promise: [8; 32], ..terms.clone() },
            Terms { commitments: [[2; 32], [1; 32]], ..terms.clone() },
            Terms { decks: ["b".into(), "a".into()], ..terms.clone() },
            Terms { pocket: "q".into(), ..terms.clone() },
            Terms { rules: 4, ..terms.clone() },
            Terms { options: "n".into(), ..terms.clone() },
        ];
        let secret = [5; 32];
        for other in changed {
            assert_ne!(other.transcript(&secret), terms.transcript(&secret), "{other:?}");
        }
        assert_ne!(terms.transcript(&[6; 32]), terms.transcript(&secret));
        assert_ne!(server_entropy(&secret, 0), server_entropy(&secret, 1));
        assert_ne!(entropy_of_words("4 6 1"), entropy_of_words("4 61"));
    }
}
