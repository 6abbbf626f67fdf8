//! One random game around a card: where it lies, who is there, and what is checked.

use super::company::Company;
use crate::hands::{self, Tally};
use crate::numbers::{Numbers, Temper};
use crate::soak;
use engine::invariants::Watch;
use engine::state::{Agreement, Mark, Options, Outcome, Seed, Slot, Where};
use engine::{Begin, Catalog, Choice, Event, Game, Position, Spot};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use vocab::ability::{AbilityKind, Wrapper};
use vocab::{Arena, Arenas, CardType, DefinitionId, Keyword, Role, Side};

/// A game around a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub card: DefinitionId,
    pub number: u64,
    pub seed: u64,
    pub options: Options,
}

/// As many questions as a game goes on for.
const ANSWERS: u64 = 120;

/// Plays a game; how many questions were answered and what became of the card's texts by hand, or what does not hold. A panic is a fault like others.
pub(super) fn play(catalog: &Arc<Catalog>, company: &Company, one: Around) -> Result<(u64, Tally), String> {
    match catch_unwind(AssertUnwindSafe(|| watched(catalog, company, one))) {
        Ok(result) => result,
        Err(panic) => Err(format!("panic: {}", soak::words_of(panic.as_ref()))),
    }
}

fn watched(catalog: &Arc<Catalog>, company: &Company, one: Around) -> Result<(u64, Tally), String> {
    let salt =
        u64::from(one.card.0).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ one.number ^ one.seed.rotate_left(32);
    let mut table = Table {
        position: Position::on(catalog.clone(), Seed::from(salt), one.options),
        catalog,
        company,
        one,
        numbers: Numbers::new(salt),
    };
    let hero = table.hero();
    let begin = table.lay_out(hero);
    let Table { position, mut numbers, .. } = table;
    let mut game = position.play_on(begin);
    let mut watch = Watch::default();
    let (mut answers, mut last, mut tally) = (0, Vec::new(), Tally::default());
    while !game.choices().is_empty() && answers < ANSWERS {
        // Most of the time the cheap checks, now and then all of them.
        let checked = if answers % 16 == 15 {
            soak::at_question(&game, &mut watch, salt ^ answers)
        } else {
            watch.check(&game)
        };
        checked.map_err(|what| at(&game, answers, &last, &what))?;
        let answer = answer(&game, one.card, &mut numbers);
        note_offers(&game);
        game.answer(answer).map_err(|refused| at(&game, answers, &last, &refused.to_string()))?;
        last = game.take_events();
        watch.see(&last);
        tally.see(&game, &last);
        answers += 1;
    }
    match game.outcome() {
        Some(Outcome::Stopped) => Err(at(&game, answers, &last, "the game grew beyond what a state holds")),
        Some(Outcome::Won(..) | Outcome::Draw(_)) | None => Ok((answers, tally.only(one.card))),
    }
}

/// As many events as a fault tells.
const TOLD: usize = 12;

/// What is wrong, where, and what happened directly before.
fn at(game: &Game, answers: u64, last: &[Event], what: &str) -> String {
    let why = game.asked().map(|ask| ask.why);
    let told = &last[last.len().saturating_sub(TOLD)..];
    let told: Vec<String> = told.iter().map(|event| game.tell(event)).collect();
    format!("at question {answers}, {why:?}: {what}; before: {}", told.join(", "))
}

/// What is offered has come up.
fn note_offers(game: &Game) {
    for choice in game.choices() {
        match choice {
            Choice::Use(_, ability) => game.catalog().see(*ability),
            Choice::Play(card) => note_completion(game, *card, None),
            Choice::PlayBy(card, keyword) => note_completion(game, *card, Some(*keyword)),
            Choice::Keyword(card, keyword) => note_completion(game, *card, Some(*keyword)),
            _ => {}
        }
    }
}

/// A card that can be played or completed: its price comes up, and the keyword by which it is done.
fn note_completion(game: &Game, card: Slot, by: Option<Keyword>) {
    let catalog = game.catalog();
    for id in &catalog.facts(game.whole().card(card).definition).abilities {
        let comes_up = match &catalog.ability(*id).kind {
            AbilityKind::ToComplete(_) => true,
            AbilityKind::Keyword(keyword) => Some(keyword.keyword()) == by,
            AbilityKind::Wrapper(wrapper) => Some(wrapper.keyword()) == by,
            AbilityKind::Static(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_) => false,
        };
        if comes_up {
            catalog.see(*id);
        }
    }
}

/// A random answer that likes whatever has to do with the card.
fn answer(game: &Game, card: DefinitionId, numbers: &mut Numbers) -> usize {
    let is_own = |choice: &Choice| {
        choice.card().is_some_and(|slot| game.whole().card(slot).definition == card)
            && !matches!(choice, Choice::Put(_, Spot::BuildZone))
    };
    let own: Vec<usize> = game
        .choices()
        .iter()
        .enumerate()
        .filter(|(_, choice)| is_own(choice))
        .map(|(place, _)| place)
        .collect();
    if !own.is_empty() && numbers.below(2) == 0 {
        return own[numbers.below(own.len())];
    }
    if game.whole().options.by_hand == Agreement::default() {
        numbers.answer(game, Temper::Busy)
    } else {
        hands::answer(game, numbers)
    }
}

/// A table that is being laid out.
struct Table<'a> {
    position: Position,
    catalog: &'a Catalog,
    company: &'a Company,
    one: Around,
    numbers: Numbers,
}

impl Table<'_> {
    /// Who has the card: the player of its side.
    fn hero(&self) -> Role {
        match self.catalog.definition(self.one.card).side {
            Side::Dark => Role::Dark,
            Side::Light => Role::Light,
            Side::Neutral | Side::YuuzhanVong => Role::ALL[self.one.number as usize % 2],
        }
    }

    /// Lays everything out; where play begins.
    fn lay_out(&mut self, hero: Role) -> Begin {
        let mut own_units = Vec::new();
        for who in Role::ALL {
            self.position.pools(who, 10, 4);
            for _ in 0..3 + self.numbers.below(3) {
                let unit = self.company.unit(self.one.card, who, &mut self.numbers);
                let laid = unit.and_then(|unit| self.lay_unit(who, unit));
                own_units.extend(laid.filter(|_| who == hero));
            }
            for place in [Where::Hand; 4].into_iter().chain([Where::Deck; 12]) {
                if let Some(card) = self.company.card(self.one.card, who, &mut self.numbers) {
                    self.position.lay(who, card, place);
                }
            }
        }
        self.lay_card(hero, &own_units);
        match self.one.number % 5 {
            0 | 3 => Begin::BuildStep(hero),
            1 => Begin::Turn,
            2 => Begin::BattlePhase,
            _ => Begin::BattleStep(self.arena_of(self.one.card)),
        }
    }

    fn arenas(&self, card: DefinitionId) -> Arenas {
        let arenas = match self.catalog.definition(card).card_type {
            CardType::Location(arenas) => arenas,
            other => other.unit_arenas(),
        };
        arenas.unwrap_or(Arenas::one(Arena::Character))
    }

    fn arena_of(&mut self, card: DefinitionId) -> Arena {
        let arenas = self.arenas(card);
        let place = self.numbers.below(arenas.as_slice().len());
        arenas.as_slice().get(place).copied().unwrap_or(Arena::Character)
    }

    /// Lays a unit down, mostly into one of its arenas, maybe damaged.
    fn lay_unit(&mut self, who: Role, unit: DefinitionId) -> Option<Slot> {
        let arena = self.arena_of(unit);
        let place = if self.numbers.below(5) == 0 { Where::BuildZone } else { Where::Arena(arena) };
        let laid = self.position.lay(who, unit, place)?;
        if self.catalog.facts(unit).health > 1 && self.numbers.below(3) == 0 {
            self.position.damage(laid, 1);
        }
        Some(laid)
    }

    /// Lays the card itself down, in another place in every game.
    fn lay_card(&mut self, hero: Role, own_units: &[Slot]) {
        let (card, round) = (self.one.card, self.one.number % 4);
        let host = own_units.get(self.numbers.below(own_units.len())).copied();
        let is_pilot = (self.catalog.definition(card).abilities.iter())
            .any(|text| matches!(text.kind, AbilityKind::Wrapper(Wrapper::Pilot(_))));
        match (self.catalog.definition(card).card_type, host) {
            (CardType::Battle, _) => {
                self.position.lay(hero, card, Where::Hand);
                self.position.lay(hero, card, Where::Hand);
                self.position.lay(hero, card, Where::DiscardPile);
            }
            (CardType::Event, _) => {
                self.position.lay(hero, card, Where::EventZone);
            }
            (CardType::Unit(_) | CardType::Subordinate(_), host) => match (round, host) {
                (1, Some(unit)) if is_pilot => {
                    self.position.lay(hero, card, Where::Piloting(unit));
                }
                (2, _) => {
                    self.position.lay(hero, card, Where::BuildZone);
                }
                (3, _) => self.start(hero, card),
                _ => {
                    let top = self.lay_unit(hero, card);
                    // Now and then other versions lie under it, or it lies under another.
                    let version = self.company.version(card, &mut self.numbers);
                    if let (Some(top), Some(version)) = (top, version) {
                        self.position.lay(hero, version, Where::Stacked(top));
                    }
                }
            },
            (CardType::Equipment(_), Some(host)) if round < 2 => {
                self.position.lay(hero, card, Where::Attached(host));
            }
            (CardType::Equipment(_), _) if round == 2 => {
                self.position.lay(hero, card, Where::BuildZone);
            }
            (CardType::Location(_), _) if round < 2 => {
                let arena = self.arena_of(card);
                self.position.lay(hero, card, Where::Arena(arena));
            }
            (CardType::Campaign | CardType::Resource, _) if round < 2 => {
                self.position.lay(hero, card, Where::BuildZone);
            }
            (
                CardType::Equipment(_)
                | CardType::Location(_)
                | CardType::Campaign
                | CardType::Resource
                | CardType::Mission
                | CardType::Trap,
                _,
            ) => self.start(hero, card),
            (CardType::Reminder, _) => {}
        }
    }

    /// Puts the card face-down into the build zone with all its counters, and another into the hand.
    fn start(&mut self, hero: Role, card: DefinitionId) {
        if let Some(slot) = self.position.lay(hero, card, Where::BuildZone) {
            self.position.mark(slot, Mark::FaceDown);
            self.position.build(slot, self.catalog.facts(card).cost);
        }
        self.position.lay(hero, card, Where::Hand);
    }
}
