//! The catalog: the definitions of a game, prepared once so that the game can point into them by small numbers.

pub(crate) mod discount;
mod enhance;
mod flatten;
mod hand;
mod kind;
pub(crate) mod name;
mod parts;
pub(crate) mod spelling;
mod subordinate;
mod topic;
mod witness;

use crate::facts::chances::{Chances, Sort};
use crate::facts::keywords::{meditate, reduced_cost};
use crate::facts::{history, support};
use crate::records::history::Asked;
use crate::records::id::{AbilityId, ActionId, CostId, NameId, NodeId, SelectorId};
use crate::records::kind::EventKinds;
use crate::records::state::{ByHand, Text, Texts};
use crate::records::topics::Topics;
pub(crate) use flatten::{ActionEntry, Brief, CostEntry, Entry, Hooks, Node, is_played};
pub use hand::Clause;
pub(crate) use kind::kinds_of_event;
pub(crate) use parts::{chooses_x, is_of_build_steps, is_quoted, moment_of, uses_x};

use thiserror::Error;
use vocab::ability::{
    Ability, AbilityKind, Costs, Deed, Event, Pattern, Place, Play, Rule, Selector, Span, Uniqueness,
    Wrapper, deeds,
};
use vocab::{Arenas, CardType, Definition, DefinitionId, Keyword, KeywordSet, Library, Stat, subtype};

/// Prepared definitions.
#[derive(Clone, Debug)]
pub struct Catalog {
    library: Library,
    facts: Vec<Facts>,
    /// What static rules and all changes of each definition are about, close together: they are asked for all the time.
    topics: Vec<About>,
    /// Every subtype that a card has, each once.
    subtypes: Vec<Box<str>>,
    tables: flatten::Tables,
    /// What players can do by hand, if a card of the library needs it.
    deeds: Vec<AbilityId>,
    witness: witness::Witness,
}

/// What a definition's text is about, quoted texts included; kept together, as it is asked most of all.
#[derive(Clone, Copy, Debug)]
struct About {
    rules: Topics,
    of_others: Topics,
    changes: Topics,
}

/// Whether a static rule affects other cards than the one that has it, or players.
fn affects_others(kind: &AbilityKind) -> bool {
    match kind {
        AbilityKind::Static(Rule::Cards { who, .. }) => *who != Pattern::THIS,
        AbilityKind::Static(Rule::Players { .. }) => true,
        AbilityKind::Keyword(_)
        | AbilityKind::Wrapper(_)
        | AbilityKind::Activated(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::OneShot(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => false,
    }
}

/// A static rule that a card has wherever it works.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainRule {
    pub id: AbilityId,
    /// What it is about.
    pub topics: Topics,
    /// Whether it affects other cards than the one that has it, or players.
    pub affects_others: bool,
}

const fn is_static(kind: &AbilityKind) -> bool {
    matches!(kind, AbilityKind::Static(_))
}

/// The static rules among abilities; `None` if one of them stands within a text that has to be opened first.
fn plain_rules(tables: &flatten::Tables, abilities: &[AbilityId]) -> Option<Vec<PlainRule>> {
    let mut found = Vec::new();
    for id in abilities {
        let entry = &tables.abilities[id.place()];
        if is_static(&entry.ability.kind) {
            let affects_others = affects_others(&entry.ability.kind);
            found.push(PlainRule { id: *id, topics: entry.topics, affects_others });
        } else if !tables.briefs[id.place()].is_plain && tables.topics(&[*id], is_static) != Topics::default()
        {
            return None;
        }
    }
    Some(found)
}

/// What the static rules within abilities of other kinds are about.
fn quoted_rules(tables: &flatten::Tables, abilities: &[AbilityId]) -> Topics {
    let others = abilities.iter().filter(|id| !is_static(&tables.abilities[id.place()].ability.kind));
    others.fold(Topics::default(), |all, id| all.or(tables.topics(&[*id], is_static)))
}

/// What is often asked of a definition, ready to be used.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its name.
    pub name: NameId,
    /// Of a unique card the name of the unit that it is a version of (rules 202.6, 802.1).
    pub(crate) unit: Option<NameId>,
    /// Printed speed; `*` is 0 until the text sets it (rule 201.4).
    pub speed: i16,
    /// Printed power.
    pub power: i16,
    /// Printed health.
    pub health: i16,
    /// Printed cost; nothing printed counts as 0 (rule 201.2), X as 0 until it is chosen.
    pub cost: u8,
    /// The least of its printed cost and its Reduced Costs, whether their conditions are met or not.
    pub(crate) least_cost: u8,
    /// What type of card it is.
    card_type: CardType,
    /// The most by which its static rules make cards cheaper.
    pub(crate) discount: u8,
    /// The numbers of its abilities, in the order of its text.
    pub abilities: Vec<AbilityId>,
    /// The same, then what its INSERT effects give: a card by itself has them (rule 1732.2).
    pub(crate) by_itself: Vec<AbilityId>,
    /// What its text waits for and can be played in, quoted texts included.
    pub(crate) hooks: Hooks,
    /// The same of what its static rules give to others.
    pub(crate) given_hooks: Hooks,
    /// The kinds of events directly after which something of its text is played.
    pub(crate) moments: EventKinds,
    /// The kinds of events that its text looks back on: this turn, last turn, this game.
    pub(crate) asks: Asked,
    /// These events, and how far it looks back.
    pub(crate) pasts: Vec<(Event, Span)>,
    /// The keywords that its text mentions.
    pub(crate) mentions: KeywordSet,
    /// The keywords that its text gives to other cards.
    pub(crate) gives: KeywordSet,
    /// What its static rules are about, quoted texts included.
    pub(crate) rules: Topics,
    /// Its static rules, if none of them stands in a text that has to be opened first (INSERT, Reserves, Switch, Adapt).
    pub(crate) plain_rules: Option<Vec<PlainRule>>,
    /// What the static rules within its other texts are about: those that it may give to a card it lies on.
    pub(crate) quoted_rules: Topics,
    /// What all changes of its text are about, quoted texts included.
    pub(crate) changes: Topics,
    /// The subtypes that it is found under, those within others included (rule 203.4).
    subtypes: Vec<Box<str>>,
    /// Whether some of its text works outside of play (rule 1314.4).
    pub(crate) works_elsewhere: bool,
    /// Whether its text has an Alternative Cost or a Meditate.
    pub(crate) has_own_ways: bool,
    /// Whether its text asks for more than counters (rule 207.4).
    pub(crate) has_extra_price: bool,
    /// Whether it is a Pilot card (rule 901.1).
    pub(crate) is_pilot: bool,
    /// Whether it is a unit card.
    pub(crate) is_unit: bool,
    /// The sorts of its text.
    pub(crate) texts: Texts,
    /// Its texts that aren't enforced.
    by_hand: Vec<Clause>,
}

impl Facts {
    /// Whether the card has this subtype printed (rule 203.2).
    pub(crate) fn has_subtype(&self, word: &str) -> bool {
        self.subtypes.iter().any(|own| own.eq_ignore_ascii_case(word))
    }

    /// Whether a card has a sort of text.
    fn has(&self, text: Text) -> bool {
        match text {
            Text::Elsewhere => self.works_elsewhere,
            Text::Waits => !self.hooks.events.or(self.hooks.would).is_empty(),
            Text::Plays => self.hooks.plays != Chances::default(),
            Text::Inspires => self.mentions.contains(Keyword::Inspiration),
            Text::Shrinks => self.changes.meets(Topics::SHRINK) || (self.is_unit && self.health <= 0),
            Text::Hides => self.mentions.contains(Keyword::HiddenCost),
            Text::Unique => self.unit.is_some(),
            Text::Counts => self.changes.meets(Topics::CONTROL),
            Text::LooksBack => !self.pasts.is_empty(),
        }
    }
}

/// Why a library can't be played with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CatalogError {
    /// A card with a clause that was not understood (law: no silent rule).
    #[error("{card} can't be played: `{clause}` isn't understood")]
    Partial {
        /// The card.
        card: String,
        /// The first such clause.
        clause: String,
    },
    /// A card with a text that the referee can't play yet (law: no silent rule).
    #[error("{card} can't be played: the referee can't handle {construct} yet")]
    Unsupported {
        /// The card.
        card: String,
        /// The first such construct.
        construct: String,
    },
    /// More abilities than there are numbers.
    #[error("the cards have more than 65,536 abilities")]
    TooManyAbilities,
}

/// A definition whose texts have their numbers.
struct Prepared {
    /// Those that it has in a game.
    abilities: Vec<AbilityId>,
    /// The events that they look back on.
    pasts: Vec<(Event, Span)>,
    /// Those that aren't enforced.
    by_hand: Vec<Clause>,
    /// The card as it is played, if not all of it is enforced.
    played: Option<Definition>,
}

/// Gives all texts numbers, and cards that aren't enforced in full abilities for what their players do by hand.
fn prepare(library: &Library, tables: &mut flatten::Tables) -> Result<Vec<Prepared>, CatalogError> {
    let mut prepared = Vec::with_capacity(library.len());
    let mut splits = Vec::new();
    for (id, definition) in library.iter() {
        let mut abilities = Vec::with_capacity(definition.abilities.len());
        for ability in &definition.abilities {
            let whole = enhance::with_choice(definition, ability);
            abilities.push(tables.ability(whole.as_ref().unwrap_or(ability))?);
        }
        let (pasts, found) = support::looked_through(definition, library);
        splits.extend(hand::Split::of(definition, library, &found).map(|split| (id, split)));
        prepared.push(Prepared { abilities, pasts, by_hand: Vec::new(), played: None });
    }
    // After all others, so that the numbers of other cards don't depend on what is understood of these.
    for (id, split) in splits {
        let card = &mut prepared[usize::from(id.0)];
        let definition = &library[id];
        let numbers = std::mem::take(&mut card.abilities);
        let enforced =
            split.enforced.iter().map(|place| (definition.abilities[*place].clone(), numbers[*place]));
        let (mut texts, mut ids): (Vec<Ability>, Vec<AbilityId>) = enforced.unzip();
        // The text that a Battle card is played for comes first (rule 206.1).
        let is_played_by_hand = !texts.iter().any(support::is_main_text);
        for (place, (ability, clause)) in split.by_hand.into_iter().enumerate() {
            let place = if is_played_by_hand { place } else { texts.len() };
            ids.insert(place, tables.ability(&ability)?);
            texts.insert(place, ability);
            card.by_hand.push(clause);
        }
        card.abilities = ids;
        let played = Definition { abilities: texts, ..definition.clone() };
        card.pasts = support::looked_through(&played, library).0;
        card.played = Some(played);
    }
    Ok(prepared)
}

impl Catalog {
    /// Prepares a library. Texts that the referee can't carry out are left to the players (rule 1316): whether they may
    /// bring such cards is settled when a game starts, not here.
    pub fn new(library: Library) -> Result<Catalog, CatalogError> {
        Catalog::with(library, deeds())
    }

    /// Prepares a library for games in which nothing is done by hand. All that players could do takes most of a megabyte,
    /// too much for a catalog that a single table has to itself.
    pub fn without_hands(library: Library) -> Result<Catalog, CatalogError> {
        Catalog::with(library, &[])
    }

    fn with(library: Library, deeds: &[Deed]) -> Result<Catalog, CatalogError> {
        let mut tables = flatten::Tables::default();
        let prepared = prepare(&library, &mut tables)?;
        let library = subordinate::typed(library);
        let has_hands = prepared.iter().any(|card| !card.by_hand.is_empty());
        let mut hands = Vec::new();
        for deed in deeds.iter().filter(|_| has_hands) {
            let text = Play::new(Costs::free(), deed.effect.clone());
            hands.push(tables.ability(&Ability::new(AbilityKind::OneShot(text)))?);
        }
        let printed = library.iter().map(|(_, definition)| &*definition.name);
        let mut names: Vec<&str> = printed.flat_map(|name| [name, name::known_as(name)]).collect();
        names.sort_unstable_by(|a, b| spelling::compare(a, b));
        names.dedup_by(|a, b| spelling::is_same(a, b));
        let mut facts = Vec::with_capacity(library.len());
        for ((_, definition), card) in library.iter().zip(prepared) {
            let Prepared { abilities: own, pasts, by_hand, played } = card;
            let card_type = definition.card_type;
            let definition = played.as_ref().unwrap_or(definition);
            let number =
                |of: &str| NameId(names.partition_point(|name| spelling::compare(name, of).is_lt()) as u16);
            let name = number(&definition.name);
            let is_unique = definition.uniqueness == Uniqueness::Unique;
            let by_itself = tables.by_itself(&own);
            let has = |is: &dyn Fn(&Ability) -> bool| {
                by_itself.iter().any(|id| is(&tables.abilities[id.place()].ability))
            };
            let value = |stat: Stat| stat.value().unwrap_or(0);
            facts.push(Facts {
                name,
                unit: is_unique.then(|| number(name::known_as(&definition.name))),
                speed: value(definition.speed),
                power: value(definition.power),
                // 1316.10: what only a text by hand would say.
                health: match definition.health {
                    Stat::Star if !by_hand.is_empty() => 1,
                    printed => value(printed),
                },
                cost: definition.cost.points().unwrap_or(0),
                least_cost: reduced_cost::least(
                    definition.cost,
                    by_itself.iter().map(|id| &tables.abilities[id.place()].ability),
                ),
                card_type,
                discount: tables.discount(&own),
                hooks: tables.hooks(&own),
                given_hooks: tables.given(&own),
                moments: tables.moments(&own),
                asks: history::asked(&pasts),
                pasts,
                mentions: tables.mentions(&own),
                gives: tables.gives(&own),
                rules: tables.topics(&own, |kind| matches!(kind, AbilityKind::Static(_))),
                plain_rules: plain_rules(&tables, &own),
                quoted_rules: quoted_rules(&tables, &own),
                changes: tables.topics(&own, |_| true),
                subtypes: subtype::all(&definition.subtypes),
                works_elsewhere: tables.works_elsewhere(&own),
                has_own_ways: has(&|text| {
                    matches!(text.kind, AbilityKind::Wrapper(Wrapper::AlternativeCost(_)))
                        || meditate::is_meditate(text)
                }),
                has_extra_price: has(&|text| matches!(text.kind, AbilityKind::ToComplete(_))),
                is_pilot: has(&|text| matches!(text.kind, AbilityKind::Wrapper(Wrapper::Pilot(_)))),
                is_unit: definition.card_type.is_unit(),
                texts: Texts::default(),
                by_hand,
                by_itself,
                abilities: own,
            });
        }
        for facts in &mut facts {
            facts.texts = Texts::new(facts.rules, |text| facts.has(text));
        }
        let about = |facts: &Facts| About {
            rules: facts.rules,
            of_others: tables.topics(&facts.abilities, affects_others),
            changes: facts.changes,
        };
        let topics = facts.iter().map(about).collect();
        let mut subtypes: Vec<Box<str>> = facts.iter().flat_map(|facts| facts.subtypes.clone()).collect();
        subtypes.sort_unstable_by_key(|word| word.to_ascii_lowercase());
        subtypes.dedup_by(|one, other| one.eq_ignore_ascii_case(other));
        let witness = witness::Witness::default();
        Ok(Catalog { library, facts, topics, subtypes, tables, deeds: hands, witness })
    }

    /// The same catalog, which notes from now on which abilities come up in its games.
    #[must_use]
    pub fn watched(self) -> Catalog {
        Catalog { witness: witness::Witness::of(self.tables.abilities.len()), ..self }
    }

    /// Notes that an ability does something, for a catalog that is watched.
    pub fn see(&self, id: AbilityId) {
        self.witness.see(id);
    }

    /// Whether an ability, or one within it, has done something since the catalog is watched.
    pub fn has_seen(&self, id: AbilityId) -> bool {
        self.witness.has_seen(id) || self.inner(id).iter().any(|inner| self.has_seen(*inner))
    }

    /// The abilities that have done something since the catalog is watched, quoted ones included.
    pub fn seen(&self) -> impl Iterator<Item = &Ability> {
        let numbers = (0..=u16::MAX).map_while(AbilityId::new).zip(&self.tables.abilities);
        numbers.filter(|(id, _)| self.has_seen(*id)).map(|(_, entry)| &entry.ability)
    }

    /// The definitions.
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Every subtype that a card has, each once, in the order of the alphabet (rule 203.2).
    pub fn subtypes(&self) -> &[Box<str>] {
        &self.subtypes
    }

    /// A subtype by its number.
    pub(crate) fn subtype(&self, number: u16) -> &str {
        self.subtypes.get(usize::from(number)).map_or("", |word| word)
    }

    /// What an ability says, quoted texts included.
    pub(crate) fn hooks(&self, id: AbilityId) -> Hooks {
        self.tables.hooks(&[id])
    }

    /// The keywords that an ability has or gives.
    pub(crate) fn mentions(&self, id: AbilityId) -> KeywordSet {
        self.tables.mentions(&[id])
    }

    /// A definition.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.library[id]
    }

    /// What is often asked of a definition.
    pub fn facts(&self, id: DefinitionId) -> &Facts {
        &self.facts[usize::from(id.0)]
    }

    /// What the static rules of a card that affect other cards are about.
    pub(crate) fn rules_of_others(&self, id: DefinitionId) -> Topics {
        self.topics[usize::from(id.0)].of_others
    }

    /// What the static rules of a card's text are about, quoted texts included.
    pub(crate) fn rules(&self, id: DefinitionId) -> Topics {
        self.topics[usize::from(id.0)].rules
    }

    /// What all changes of a card's text are about, quoted texts included.
    pub(crate) fn changes(&self, id: DefinitionId) -> Topics {
        self.topics[usize::from(id.0)].changes
    }

    /// An ability.
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.tables.abilities[id.place()].ability
    }

    /// The abilities quoted in an ability (INSERT, Reserves, Pilot, Switch, Adapt, Equipment), in written order.
    pub fn inner(&self, id: AbilityId) -> &[AbilityId] {
        &self.tables.abilities[id.place()].inner
    }

    /// An ability with the numbers of its parts.
    pub(crate) fn entry(&self, id: AbilityId) -> &Entry {
        &self.tables.abilities[id.place()]
    }

    /// What is asked of an ability all the time.
    pub(crate) fn brief(&self, id: AbilityId) -> &Brief {
        &self.tables.briefs[id.place()]
    }

    /// A part of an effect.
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.tables.nodes[id.place()]
    }

    /// An action.
    pub(crate) fn action(&self, id: ActionId) -> &ActionEntry {
        &self.tables.actions[id.place()]
    }

    /// A list of costs.
    pub(crate) fn cost(&self, id: CostId) -> &CostEntry {
        &self.tables.costs[id.place()]
    }

    /// Whether a text changes what cards are called or counted as.
    pub(crate) const fn changes_identity(&self) -> bool {
        self.tables.identity
    }

    /// Whether a text takes game text or abilities at all.
    pub(crate) const fn takes_text(&self) -> bool {
        self.tables.takes_text
    }

    /// The number of a description of the cards that alone prevent some damage (rule 1205.1).
    pub(crate) fn preventer(&self, cards: &Pattern) -> Option<u8> {
        self.tables
            .preventers
            .iter()
            .position(|other| other == cards)
            .and_then(|place| u8::try_from(place).ok().filter(|n| *n < u8::MAX))
    }

    /// The description with this number.
    pub(crate) fn preventers(&self, number: u8) -> &Pattern {
        &self.tables.preventers[usize::from(number)]
    }

    /// A selector.
    pub(crate) fn selector(&self, id: SelectorId) -> &Selector {
        &self.tables.selectors[id.place()]
    }

    /// The places that are searched for what a selector chooses; none for other choices.
    pub(crate) fn searched(&self, id: SelectorId) -> &[Place] {
        let found = self.tables.searched.binary_search_by_key(&id, |(selector, _)| *selector);
        found.map_or(&[], |index| &self.tables.searched[index].1)
    }

    /// Refuses a card with a text that isn't enforced.
    pub fn check(&self, id: DefinitionId) -> Result<(), CatalogError> {
        let card = || self.definition(id).to_string();
        match self.by_hand(id).first() {
            None => Ok(()),
            Some(Clause::Unread(words)) => {
                Err(CatalogError::Partial { card: card(), clause: words.to_string() })
            }
            Some(Clause::Unplayed(_, construct)) => {
                Err(CatalogError::Unsupported { card: card(), construct: construct.clone() })
            }
        }
    }

    /// The same for a player who has settled what becomes of such texts (rule 1316.1).
    pub fn check_for(&self, id: DefinitionId, by_hand: ByHand) -> Result<(), CatalogError> {
        match by_hand {
            ByHand::Refused => self.check(id),
            ByHand::Used if self.deeds.is_empty() => self.check(id),
            ByHand::Unused | ByHand::Used => Ok(()),
        }
    }

    /// The texts of a card that aren't enforced (rule 1316.1).
    pub fn by_hand(&self, id: DefinitionId) -> &[Clause] {
        &self.facts(id).by_hand
    }

    /// Whether an ability is a text that is carried out by hand.
    pub fn is_by_hand(&self, id: AbilityId) -> bool {
        self.entry(id).sort == Sort::ByHand
    }

    /// What players can do by hand, each with the number of its effect.
    pub(crate) fn deeds(&self) -> impl Iterator<Item = (&'static Deed, AbilityId)> {
        deeds().iter().zip(self.deeds.iter().copied())
    }

    /// Whether a card is unique (rule 202.2).
    pub fn is_unique(&self, id: DefinitionId) -> bool {
        self.facts(id).unit.is_some()
    }

    /// The arenas of a unit card or Subordinate.
    pub fn arenas(&self, id: DefinitionId) -> Option<Arenas> {
        self.card_type(id).unit_arenas()
    }

    /// The type of a card.
    pub fn card_type(&self, id: DefinitionId) -> CardType {
        self.facts(id).card_type
    }
}
