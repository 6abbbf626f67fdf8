//! The forms in which a deck can be taken along: as a file, as text, as a picture, for paper.

use super::problem::Problem;
use crate::pages;
use crate::world::World;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use cards::Deck;
use cards::deck::{Kind, Paper};

/// A form of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A file for other programs.
    File(Kind),
    /// A text to read.
    Text,
    /// A picture to show around.
    Picture,
    /// A page to print.
    Print,
}

impl Form {
    /// The form that the last word of an address names.
    pub fn of(word: &str) -> Result<Form, Problem> {
        match word {
            "text" => Ok(Form::Text),
            "picture" => Ok(Form::Picture),
            "print" => Ok(Form::Print),
            word => {
                let kind = Kind::ALL.into_iter().find(|kind| kind.extension() == word);
                let unknown =
                    || Problem::not_found("A deck comes as text, dek, txt, json, picture or print.");
                kind.map(Form::File).ok_or_else(unknown)
            }
        }
    }

    /// A deck in this form.
    pub fn answer(self, world: &World, deck: &Deck) -> Response {
        let all = world.cards.collection();
        match self {
            Form::Text => {
                let text = Paper::of(deck, all).text();
                ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
            }
            Form::Picture => {
                let picture = Paper::of(deck, all).picture();
                ([(CONTENT_TYPE, "image/svg+xml")], picture).into_response()
            }
            Form::Print => pages::decks::printed(&Paper::of(deck, all)).into_response(),
            Form::File(kind) => {
                let name = pages::decks::file_name(&deck.name, kind);
                let headers = [
                    (CONTENT_TYPE, "application/octet-stream".to_string()),
                    (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
                ];
                (headers, deck.filled(all).write(kind)).into_response()
            }
        }
    }
}
