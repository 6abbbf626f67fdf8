//! The crate as others use it: files, decks, search, the CORE set, and the players' folder if it is there.

mod community;
mod core_set;
mod deck_files;
mod deck_pages;
mod deck_rules;
mod manifest;
mod robust;
mod search;
mod search_doc;
