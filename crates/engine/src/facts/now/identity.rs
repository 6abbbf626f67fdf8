//! What a card is called and counted as: subtypes, names, sides and types, with everything that changes them.

use super::gather::{DEEPEST, Given, Query, may_have};
use super::reach;
use crate::facts::catalog::name as names;
use crate::facts::game::Game;
use crate::facts::text::{Scope, condition, filter, is_in_play};
use crate::records::state::Slot;
use crate::records::topics::Topics;
use crate::records::word::Word;
use vocab::ability::{AbilityKind, Change, Grant, Loss, Pattern, Reference, Rule};
use vocab::{Arena, Arenas, Side, subtype};

/// Whether a card has a subtype (rules 203.2, 203.4, 203.5): printed or given, unless it is lost.
pub(crate) fn has_subtype(game: &Game, card: Slot, word: &str, depth: u8) -> bool {
    let definition = game.state.card(card).definition;
    let mut has = game.catalog.facts(definition).has_subtype(word);
    let (mut given, mut lost) = (Vec::<Box<str>>::new(), Vec::<Box<str>>::new());
    let mut shared = false;
    let ranked = subtype::ranked(word);
    let is_about =
        |line: &str| subtype::has(line, word) || ranked.is_some_and(|(_, rank)| subtype::has(line, rank));
    each_grant(game, card, depth, &mut |grant, scope| match grant {
        Grant::Subtype(line) if is_about(line) => given.push((**line).into()),
        // Two cards that have each other's subtypes ask no further than the depth allows.
        Grant::SubtypesOf(whose) if !has => {
            let cards = scope.map(|scope| filter::cards_of(scope, whose)).unwrap_or_default();
            shared |=
                cards.into_iter().any(|other| other != card && has_subtype(game, other, word, depth + 1));
        }
        Grant::Chosen(slot) => {
            let words = scope.map(|scope| game.state.words(scope.words(*slot))).unwrap_or_default();
            for chosen in &*words {
                if let Word::Subtype(number) = chosen {
                    given.push(game.catalog.subtype(*number).into());
                }
            }
        }
        Grant::Lose(Loss::Subtype(taken)) => lost.push((**taken).into()),
        _ => {}
    });
    let lost: Vec<&str> = lost.iter().map(|taken| &**taken).collect();
    has = match &lost[..] {
        [] => has,
        lost => subtype::has_beside(&game.catalog.definition(definition).subtypes, word, lost),
    };
    let is_lost = |word: &str| lost.iter().any(|taken| taken.eq_ignore_ascii_case(word));
    has || (shared && !is_lost(word))
        || given.iter().any(|line| subtype::has_beside(line, word, &lost))
        || ranked.is_some_and(|(order, rank)| {
            let has_rank = given.iter().any(|line| subtype::has_beside(line, rank, &lost));
            has_rank && !is_lost(word) && has_subtype(game, card, order, depth)
        })
}

/// Whether a card has a name (rule 202.4).
pub(crate) fn has_name(game: &Game, card: Slot, name: &str, depth: u8) -> bool {
    let definition = game.catalog.definition(game.state.card(card).definition);
    let mut has = names::is_same_word(&definition.name, name);
    each_grant(game, card, depth, &mut |grant, _| {
        has |= matches!(grant, Grant::Name(given) if names::is_same_word(given, name));
    });
    has
}

/// Whether a card is of a side (rule 103.5).
pub(crate) fn has_side(game: &Game, card: Slot, side: Side, depth: u8) -> bool {
    let definition = game.catalog.definition(game.state.card(card).definition);
    let mut has = definition.side == side;
    each_grant(game, card, depth, &mut |grant, _| {
        has |= matches!(grant, Grant::Side(given) if *given == side);
    });
    has
}

/// The arenas that are the types of a unit card.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Types([bool; Arena::ALL.len()]);

impl Types {
    fn add(&mut self, arenas: &Arenas) {
        arenas.iter().for_each(|arena| self.0[arena as usize] = true);
    }

    /// Whether this is one of them.
    pub const fn has(self, arena: Arena) -> bool {
        self.0[arena as usize]
    }

    /// Whether there are several (rule 205.2).
    pub fn are_several(self) -> bool {
        self.0.into_iter().filter(|is_one| *is_one).count() > 1
    }
}

/// The types of a unit card (rule 205.1).
pub(crate) fn arenas(game: &Game, card: Slot, depth: u8) -> Types {
    let mut types = Types::default();
    if let Some(printed) = game.catalog.arenas(game.state.card(card).definition) {
        types.add(&printed);
    }
    each_grant(game, card, depth, &mut |grant, _| {
        if let Grant::Types(given) = grant {
            types.add(given);
        }
    });
    types
}

/// Hands out what may change the identity of a card: in play everything, elsewhere its own texts that work there and
/// rules about cards.
fn each_grant(game: &Game, card: Slot, depth: u8, f: &mut dyn FnMut(&Grant, Option<Scope>)) {
    if depth > DEEPEST || !game.catalog.changes_identity() || !may_have(game, card, Topics::IDENTITY) {
        return;
    }
    let query = Query::new(game, Topics::IDENTITY).at(depth + 1);
    if is_in_play(game, card) {
        query.everything(card, &mut |given| {
            if let Given::Grant(grant, scope, _) = given {
                f(grant, Some(scope));
            }
        });
        return;
    }
    // "Each of your Gungan unit cards gets ...".
    query.elsewhere(card, &mut |given| {
        if let Given::Grant(grant, scope, _) = given {
            f(grant, Some(scope));
        }
    });
    // 1314.3: "treat this card as ..." works everywhere.
    for id in &game.catalog.facts(game.state.card(card).definition).by_itself {
        let rule = match &game.catalog.ability(*id).kind {
            AbilityKind::Static(rule) if reach::works(game, card, *id) => rule,
            _ => continue,
        };
        let scope = Scope::of_card(game, card, depth + 1).looking_at(card);
        if let Rule::Cards { who: Pattern::Known(Reference::This), changes, condition: only } = rule
            && only.as_ref().is_none_or(|only| condition::holds(scope, only))
        {
            for change in changes {
                if let Change::Gets(grant) = change {
                    f(grant, Some(scope));
                }
            }
        }
    }
}
