//! Visitors and the tokens that were issued to them.

use crate::StoreError;
use async_trait::async_trait;

/// The name of a visitor. It is never shown, but it isn't a secret either: seats are held under it.
pub type VisitorId = String;

/// What is known of a visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The visitor's name.
    pub id: VisitorId,
    /// Whether the visitor can come back from another browser.
    pub kind: VisitorKind,
    /// When the visitor first came: milliseconds since 1970.
    pub made: i64,
}

/// Whether a visitor can come back from another browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitorKind {
    /// Known by a cookie alone.
    Guest,
    /// Has made a recovery key.
    Kept,
}

impl VisitorKind {
    /// The word that stores keep.
    pub const fn word(self) -> &'static str {
        match self {
            VisitorKind::Guest => "guest",
            VisitorKind::Kept => "kept",
        }
    }

    /// The kind that a word means.
    pub fn of(word: &str) -> Option<VisitorKind> {
        [VisitorKind::Guest, VisitorKind::Kept].into_iter().find(|kind| kind.word() == word)
    }
}

/// How many browsers a visitor can have.
pub const COOKIES: usize = 32;

/// A token: a secret that the server has issued, of which it keeps the digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The digest of the secret.
    pub digest: String,
    /// What it is for.
    pub kind: TokenKind,
    /// When it was issued: milliseconds since 1970.
    pub made: i64,
}

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenKind {
    /// A browser's cookie.
    Cookie,
    /// The key by which a visitor comes back from another browser. A visitor has one at most.
    Recovery,
}

impl TokenKind {
    /// The word that stores keep.
    pub const fn word(self) -> &'static str {
        match self {
            TokenKind::Cookie => "cookie",
            TokenKind::Recovery => "recovery",
        }
    }

    /// The kind that a word means.
    pub fn of(word: &str) -> Option<TokenKind> {
        [TokenKind::Cookie, TokenKind::Recovery].into_iter().find(|kind| kind.word() == word)
    }
}

/// How many letters a name has at least, and at most.
pub const SHORTEST_NAME: usize = 3;
/// How many letters a name has at most.
pub const LONGEST_NAME: usize = 24;

/// A name as it looks at a glance: two that look alike are the same. Marks, blanks and case are left out, and letters and
/// digits stand for those that they are taken for.
pub fn looks_like(name: &str) -> String {
    let alike = |c: char| match c {
        '0' | 'о' | 'ο' | 'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        '1' | 'l' | 'і' | 'ι' | 'ì'..='ï' | 'ī' | 'ı' | 'ł' => 'i',
        '5' | 'ѕ' | 'š' | 'ś' | 'ş' => 's',
        'а' | 'α' | 'à'..='å' | 'ā' | 'ą' => 'a',
        'е' | 'ё' | 'ε' | 'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'с' | 'ç' | 'ć' | 'č' => 'c',
        'ñ' | 'ń' | 'ň' | 'η' => 'n',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'υ' => 'u',
        'р' | 'ρ' => 'p',
        'у' | 'ý' | 'ÿ' => 'y',
        'х' | 'χ' => 'x',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'т' | 'τ' | 'ť' => 't',
        'ž' | 'ź' | 'ż' => 'z',
        'ř' | 'г' => 'r',
        other => other,
    };
    name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).map(alike).collect()
}

/// The visitors of a server.
#[async_trait]
pub trait People: Send + Sync {
    /// Keeps a visitor with tokens: all of it or nothing. A visitor who is known already is left alone.
    async fn welcome(&self, visitor: Visitor, tokens: Vec<Token>) -> Result<(), StoreError>;

    /// Whose token has this digest, if one was issued. A token of another kind doesn't count.
    async fn whose(&self, digest: &str, kind: TokenKind) -> Result<Option<Visitor>, StoreError>;

    /// Keeps a token of a visitor. A recovery key takes the place of an earlier one, and makes the visitor a kept one.
    /// Of more than `COOKIES` cookies the oldest goes.
    async fn issue(&self, visitor: &VisitorId, token: Token) -> Result<(), StoreError>;

    /// Forgets all cookies of a visitor but one: every other browser is a stranger again. Says how many there were.
    async fn sign_out(&self, visitor: &VisitorId, but: &str) -> Result<u64, StoreError>;

    /// Keeps that a visitor has learned something, in place of what was known of it.
    async fn learn(&self, visitor: &VisitorId, what: String, value: String) -> Result<(), StoreError>;

    /// What a visitor has learned, by its words.
    async fn learned(&self, visitor: &VisitorId) -> Result<Vec<(String, String)>, StoreError>;

    /// What all visitors have learned under words that begin like this: word and value, by word and visitor.
    async fn learned_by_all(&self, begins: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// What a visitor is called, if they have a name.
    async fn name_of(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError>;

    /// Gives a visitor a name, or takes it away; whether nobody else has one that looks like it. A visitor who isn't
    /// known is missing.
    async fn call(&self, visitor: &VisitorId, name: Option<String>) -> Result<bool, StoreError>;

    /// Who has a name that looks like this one.
    async fn named(&self, name: &str) -> Result<Option<VisitorId>, StoreError>;

    /// Forgets a visitor: tokens, name, decks, seeks, blocks, what was learned, the rating, and the name in outcomes. What
    /// stays are seats under a number that is nobody's any more, results that others' ratings follow from, and what was
    /// reported and decided. Somebody who isn't known is forgotten already.
    async fn forget(&self, visitor: &VisitorId) -> Result<(), StoreError>;

    /// All visitors with their tokens, by id, from after one on.
    async fn everybody(
        &self,
        after: Option<&VisitorId>,
        limit: usize,
    ) -> Result<Vec<(Visitor, Vec<Token>)>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn names_that_look_alike_are_the_same_and_others_arent() {
        for (one, other) in [
            ("Mira", "MIRA"),
            ("Mira", "M\u{456}ra"),
            ("Obi Wan", "0bi-Wan"),
            ("Zoë", "zoe"),
            ("Bill", "Biii"),
        ] {
            assert_eq!(looks_like(one), looks_like(other), "{one} {other}");
        }
        for (one, other) in [("Mira", "Mara"), ("Gero", "Gera"), ("Ann", "An")] {
            assert_ne!(looks_like(one), looks_like(other), "{one} {other}");
        }
        assert_eq!(looks_like("¡¿ !?"), "");
    }
}
