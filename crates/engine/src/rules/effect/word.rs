//! Words that are chosen: a subtype, a card type, an ability (rules 203.1, 1301.4, 1311.1).

use super::{Context, Scope, filter};
use crate::facts::game::Game;
use crate::facts::text::amount::amount;
use crate::facts::text::word::Elsewhere;
use crate::records::decision::Choice;
use crate::records::id::AbilityId;
use crate::records::state::{Slot, State};
use crate::records::word::{Chosen, TypeWord, WORDS, Word, Words};
use crate::rules::trigger;
use vocab::ability::{AbilityClass, AbilityKind, Noun, Player, Quality, Quantity, Reach};
use vocab::{DefinitionId, Keyword};

impl State {
    /// A place for words that nothing refers to any more, or a new one.
    fn free_words(&mut self) -> Option<Words> {
        let in_use = |words: Words| {
            self.lasting.iter().any(|record| record.words == words)
                || self.waiting.iter().any(|waiting| waiting.words == words)
                || self.delayed.iter().any(|delayed| delayed.waiting.words == words)
                || self.contexts.iter().any(|context| {
                    context.last.words == words || context.results.iter().any(|bound| bound.words == words)
                })
        };
        let old = (1..=self.chosen.len() as u8).map(Words).find(|words| !in_use(*words));
        if let Some(old) = old {
            self.chosen[usize::from(old.0 - 1)] = Chosen::default();
            return Some(old);
        }
        self.chosen.push(Chosen::default()).ok().map(|()| Words(self.chosen.len() as u8))
    }
}

/// One more word of the step that is going on; the game is stopped where there is no room, rather than played wrongly.
pub(super) fn choose(game: &mut Game, word: Word) {
    let mut words = game.context().last.words;
    if words.is_empty() {
        let Some(free) = game.state.free_words() else { return game.stop() };
        words = free;
        game.with_context(|context| context.last.words = words);
    }
    if game.state.chosen[usize::from(words.0 - 1)].push(word).is_err() {
        game.stop();
    }
}

/// Every subtype that there is; which of them cards of this game have is not told (rule 203.2).
pub(super) fn subtypes(game: &Game) -> Vec<Choice> {
    (0..game.catalog.subtypes().len()).map(|number| Choice::Word(Word::Subtype(number as u16))).collect()
}

/// The names of a player's own cards of this noun, each once: to name any other card is to name none of them.
pub(super) fn names(scope: Scope, who: Player, noun: Noun) -> Vec<Choice> {
    let game = scope.game;
    let owner = scope.player(who);
    let is_it =
        |card: &Slot| game.state.card(*card).owner == owner && filter::is(scope, &Quality::Kind(noun), *card);
    let mut found: Vec<DefinitionId> = Vec::new();
    for card in game.state.slots().filter(is_it) {
        let definition = game.state.card(card).definition;
        let name = |id: DefinitionId| game.catalog.facts(id).name;
        if !found.iter().any(|other| name(*other) == name(definition)) {
            found.push(definition);
        }
    }
    // What lies where must not be told by the order of the names.
    found.sort_by(|a, b| game.catalog.definition(*a).name.cmp(&game.catalog.definition(*b).name));
    found.into_iter().map(|name| Choice::Word(Word::Name(name))).collect()
}

/// Every card type.
pub(super) fn types() -> Vec<Choice> {
    TypeWord::ALL.into_iter().map(|word| Choice::Word(Word::Type(word))).collect()
}

/// What can be chosen next of the abilities of the picked cards: one of each card, or several of the only one.
pub(super) fn abilities(
    game: &Game,
    context: &Context,
    class: &AbilityClass,
    each: &Quantity,
) -> Vec<Choice> {
    let chosen = game.state.words(context.last.words);
    let cards = super::act::picks(context, 0).into_iter();
    let lists = cards.map(|card| (card, abilities_of(game, context, class, card)));
    let mut lists = lists.filter(|(_, list)| !list.is_empty());
    let list = |(card, list): (Slot, Vec<AbilityId>)| {
        list.into_iter().map(|id| Choice::Ability(card, id)).collect::<Vec<_>>()
    };
    let several = match each {
        Quantity::Exactly(of) if *of == 1.into() => {
            return lists.nth(chosen.len()).map_or_else(Vec::new, list);
        }
        Quantity::All => return Vec::new(),
        Quantity::Exactly(of) | Quantity::UpTo(of) => amount(Scope::of_context(game, context), of),
        Quantity::Between(_, most) => *most,
        Quantity::AnyNumber => WORDS as i16,
    };
    let is_new =
        |choice: &Choice| matches!(choice, Choice::Ability(_, id) if !chosen.contains(&Word::Ability(*id)));
    let mut open: Vec<Choice> = lists.next().map_or_else(Vec::new, list).into_iter().filter(is_new).collect();
    if open.is_empty() || chosen.len() as i16 >= several {
        return Vec::new();
    }
    if !matches!(each, Quantity::Exactly(_)) {
        open.push(Choice::Done);
    }
    open
}

/// "Each ability on that card": all of them are chosen.
pub(super) fn take_all(game: &mut Game, class: &AbilityClass) {
    let context = game.context();
    let cards = super::act::picks(&context, 0).into_iter();
    let all: Vec<AbilityId> = cards.flat_map(|card| abilities_of(game, &context, class, card)).collect();
    all.into_iter().for_each(|id| choose(game, Word::Ability(id)));
}

/// The abilities printed on a card that a text means and that another unit can have. What says how a card is built, stacked
/// or played means nothing on a unit that is in play.
pub(crate) fn abilities_of(
    game: &Game,
    context: &Context,
    class: &AbilityClass,
    card: Slot,
) -> Vec<AbilityId> {
    let scope = Scope::of_context(game, context);
    let printed = &game.catalog.facts(game.state.card(card).definition).abilities;
    let is_meant = |id: &AbilityId| {
        let kind = &game.catalog.ability(*id).kind;
        let means_something = match kind {
            AbilityKind::Keyword(_)
            | AbilityKind::Static(_)
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_) => true,
            AbilityKind::Wrapper(wrapper) => match Elsewhere::of(wrapper) {
                Elsewhere::Works | Elsewhere::Unwraps => true,
                // 902.8: what it would give as a Pilot, if that is what the text says.
                Elsewhere::Pilots => *class == AbilityClass::Keyword(Keyword::Pilot),
                Elsewhere::Silent => false,
            },
            AbilityKind::Equipped(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => false,
        };
        means_something
            && trigger::is_of_class(scope, class, *id)
            && game.catalog.ability(*id).reach == Reach::Usual
    };
    printed.iter().copied().filter(is_meant).collect()
}
