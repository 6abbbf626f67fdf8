//! Where abilities work, and what they wrap: the one place that decides about 1314 and opens INSERT, Reserves, Switch
//! and Adapt, whoever gives them.

use super::{Given, Query, Taker};
use crate::facts::catalog::is_quoted;
use crate::facts::game::Game;
use crate::facts::keywords::{adapt, reserves, switch};
use crate::facts::lasting::amount_of;
use crate::facts::now::reach::{keyword_works, works};
use crate::facts::now::x_of;
use crate::facts::text::Scope;
use crate::records::id::AbilityId;
use crate::records::lasting::VALUES;
use crate::records::state::{Slot, Where};
use crate::records::word::Word;
use vocab::ability::{AbilityKind, Change, Grant, Wrapper};

impl<'a> Query<'a> {
    /// An ability printed on a card: it works where its kind does (rule 1314).
    pub(super) fn printed(self, card: Slot, id: AbilityId, f: Taker<'_, 'a>) {
        if self.looks_back || works(self.game, card, id) {
            self.open(card, id, card, f);
        }
    }

    /// An ability that a card is given: on a unit, or a card that pilots one, it works where such an ability works if it is
    /// printed (rules 902.2, 1314.1, 1314.2, 1732.4).
    pub(super) fn given(self, card: Slot, id: AbilityId, giver: Slot, f: Taker<'_, 'a>) {
        if self.looks_back || !self.game.state.card(card).lies_open_or_pilots() || works(self.game, card, id)
        {
            self.open(card, id, giver, f);
        }
    }

    /// Hands out an ability that works, or what it wraps: "this unit" is this card.
    pub(super) fn open(self, card: Slot, id: AbilityId, giver: Slot, f: Taker<'_, 'a>) {
        let catalog = &self.game.catalog;
        if catalog.brief(id).is_plain {
            return f(Given::Ability(id, giver));
        }
        match &catalog.ability(id).kind {
            // 1732.4: what is given works where such an effect works; of a card that isn't in play as well.
            AbilityKind::Wrapper(Wrapper::Insert(_)) => {
                for inner in catalog.inner(id) {
                    if self.looks_back || works(self.game, card, *inner) {
                        catalog.see(id);
                        self.open(card, *inner, giver, f);
                    }
                }
            }
            // 1749.1: its body works there, whatever it is.
            AbilityKind::Wrapper(Wrapper::Reserves(_)) if reserves::works(self.game, card) => {
                for inner in catalog.inner(id) {
                    self.open(card, *inner, giver, f);
                }
            }
            AbilityKind::Wrapper(Wrapper::Switch(texts)) => {
                if let Some(place) = switch::text_of(self.game, card) {
                    self.one_text(card, (id, giver), texts, place, f);
                }
            }
            AbilityKind::Wrapper(Wrapper::Adapt(_)) if self.keeps_adapts => f(Given::Ability(id, giver)),
            AbilityKind::Wrapper(Wrapper::Adapt(texts)) => {
                for place in adapt::chosen_texts(self.game, card, (id, giver), self.depth) {
                    self.one_text(card, (id, giver), texts, place, f);
                }
            }
            AbilityKind::Wrapper(_)
            | AbilityKind::Keyword(_)
            | AbilityKind::Static(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => {}
        }
    }

    /// One of several texts between slashes.
    fn one_text(
        self,
        card: Slot,
        (id, giver): (AbilityId, Slot),
        texts: &'a [Vec<Grant>],
        place: usize,
        f: Taker<'_, 'a>,
    ) {
        let Some(text) = texts.get(place) else { return };
        let before = texts[..place].iter().flatten().filter(|grant| is_quoted(grant)).count();
        self.game.catalog.see(id);
        let mut scope = Scope::of_card(self.game, card, self.depth).given_by(giver);
        scope.x = x_of(scope, id);
        self.texts(card, text, &self.game.catalog.inner(id)[before..], scope, f);
    }

    /// The grants of a Pilot, or of a text between slashes: they are abilities of the unit (rule 902.3), so that in the
    /// build zone only those work that 1314.2 names.
    pub(super) fn texts(
        self,
        card: Slot,
        grants: &'a [Grant],
        quoted: &[AbilityId],
        scope: Scope<'a>,
        f: Taker<'_, 'a>,
    ) {
        let is_off = is_unit_in_build_zone(self.game, card);
        let giver = scope.giver.unwrap_or(card);
        let mut quoted = quoted.iter();
        for grant in grants {
            let inner = if is_quoted(grant) { quoted.next() } else { None };
            match grant {
                Grant::Ability(_) => {}
                Grant::Keyword(keyword) if is_off && !keyword_works(keyword.keyword()) => {}
                Grant::Keyword(_) => f(Given::Grant(grant, scope, None)),
                _ if is_off => {}
                _ => f(Given::Grant(grant, scope, None)),
            }
            if let Some(inner) = inner {
                self.given(card, *inner, giver, f);
            }
        }
    }

    /// The changes that a text of another card makes to the card that its scope looks at.
    pub(super) fn changes(
        self,
        list: &'a [Change],
        quoted: &[AbilityId],
        giver: Slot,
        scope: Scope<'a>,
        fixed: Option<[i8; VALUES]>,
        f: Taker<'_, 'a>,
    ) {
        let Some(card) = scope.each else { return };
        let opening = self.at(scope.depth);
        let is_off = is_unit_in_build_zone(self.game, card);
        let mut quoted = quoted.iter();
        let mut fixed = fixed.into_iter().flatten();
        for change in list {
            let value = if amount_of(change).is_some() { fixed.next().map(i16::from) } else { None };
            match change {
                Change::Gets(grant) => {
                    let inner = if is_quoted(grant) { quoted.next() } else { None };
                    match grant {
                        Grant::Ability(_) => {}
                        // 1314.1: a keyword is an ability of the unit, whoever gives it.
                        Grant::Keyword(keyword) if is_off && !keyword_works(keyword.keyword()) => {}
                        Grant::Chosen(slot) => {
                            f(Given::Grant(grant, scope, None));
                            for word in self.game.state.words(scope.words(*slot)).iter() {
                                if let Word::Ability(id) = word {
                                    opening.chosen(card, *id, f);
                                }
                            }
                        }
                        _ => f(Given::Grant(grant, scope, value)),
                    }
                    if let Some(inner) = inner {
                        opening.given(card, *inner, giver, f);
                    }
                }
                Change::Modal(..)
                | Change::Unless { .. }
                | Change::Cost { .. }
                | Change::Prevent { .. }
                | Change::DamageFrom(_)
                | Change::Limit(..) => f(Given::Change(change, scope)),
            }
        }
    }

    /// Hands out an ability of another card that was chosen for this one. Of a Pilot ability the unit gets what it would
    /// get from the Pilot (rule 902.8).
    fn chosen(self, card: Slot, id: AbilityId, f: Taker<'_, 'a>) {
        let catalog = &self.game.catalog;
        match &catalog.ability(id).kind {
            AbilityKind::Wrapper(Wrapper::Pilot(text)) => {
                catalog.see(id);
                let scope = Scope::of_card(self.game, card, self.depth);
                self.texts(card, &text.gets, catalog.inner(id), scope, f);
            }
            _ => self.given(card, id, card, f),
        }
    }
}

fn is_unit_in_build_zone(game: &Game, card: Slot) -> bool {
    game.state.card(card).place == Where::BuildZone && game.is_unit(card)
}
