//! Helpers for the examples in the grammar's files.

use crate::lexicon::{Lexicon, own_names};
use crate::parser::{Parser, Setting};
use crate::token::Source;
use crate::writer::{Writer, Written};
use cards::core_set;
use std::fmt::Debug;
use std::sync::OnceLock;
use vocab::{Arena, Arenas, CardType};

/// The words of the CORE set.
pub fn lexicon() -> &'static Lexicon {
    static CORE: OnceLock<Lexicon> = OnceLock::new();
    CORE.get_or_init(|| Lexicon::of(&core_set::plugin().collection))
}

/// A unique Character called Testa Dorran.
pub fn setting() -> Setting {
    Setting {
        card_type: CardType::Unit(Arenas::one(Arena::Character)),
        name: "Testa Dorran".into(),
        own_names: own_names("Testa Dorran", true, lexicon()),
    }
}

/// What a parser makes of a whole text.
pub fn reads<T>(text: &str, read: impl Fn(&mut Parser) -> Option<T>) -> Option<T> {
    let (source, setting) = (Source::new(text), setting());
    let mut p = Parser::new(&source, lexicon(), &setting);
    let found = read(&mut p);
    found.filter(|_| p.at_end())
}

/// Reads a text and writes it again: it must come out unchanged.
pub fn both<T: Debug + PartialEq>(
    text: &str,
    read: impl Fn(&mut Parser) -> Option<T>,
    write: impl Fn(&mut Writer, &T) -> Written,
) -> T {
    let (source, setting) = (Source::new(text), setting());
    let mut p = Parser::new(&source, lexicon(), &setting);
    let found = read(&mut p).filter(|_| p.at_end());
    let found = found.unwrap_or_else(|| panic!("`{text}` is not read: {:?}", p.stop()));
    let mut w = Writer::new(lexicon(), &setting);
    write(&mut w, &found).unwrap_or_else(|error| panic!("{text}: {error}: {found:?}"));
    assert_eq!(w.text().to_ascii_lowercase(), text.to_ascii_lowercase(), "{found:?}");
    found
}
