//! Texts laid flat: every ability, effect, action, cost and selector gets a number, so that frames stay small.

use super::kind::kinds_of_event;
use super::parts::{
    changes_in, costs_of, effect_of, grants_in, grants_of, is_identity, is_of_build_steps, keyword_of,
    keyword_of_change, moment_of, preventable_of, quoted_in, quoted_in_changes, selectors_of,
};
use super::{AbilityId, ActionId, CatalogError, CostId, NodeId, SelectorId, discount};
use crate::facts::chances::{Chances, Sort};
use crate::facts::keywords::{insert, meditate};
use crate::facts::now::reach;
use crate::records::kind::{EventKind, EventKinds};
use crate::records::topics::Topics;
use std::borrow::Cow;
use vocab::ability::{
    Ability, AbilityKind, Action, CardAction, Costs, DamageAction, Effect, Grant, Pattern, Payment, Place,
    PlayOnly, Preventable, Reach, Rule, Selector, Tense, UnitAction, Wrapper,
};
use vocab::keyword::Nature;
use vocab::{Keyword, KeywordSet};

/// All texts of a catalog, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub abilities: Vec<Entry>,
    pub briefs: Vec<Brief>,
    pub nodes: Vec<Node>,
    pub actions: Vec<ActionEntry>,
    pub costs: Vec<CostEntry>,
    pub selectors: Vec<Selector>,
    /// The places that are searched for what a selector chooses, in the order of the selectors.
    pub searched: Vec<(SelectorId, Vec<Place>)>,
    /// The descriptions of the cards that alone prevent some damage, each once.
    pub preventers: Vec<Pattern>,
    /// Whether a text takes game text or abilities.
    pub takes_text: bool,
    /// Whether a text changes what cards are called or counted as.
    pub identity: bool,
}

/// An ability and the numbers of what stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub ability: Ability,
    /// Quoted abilities, in written order.
    pub inner: Vec<AbilityId>,
    /// Its effect.
    pub root: Option<NodeId>,
    /// Its costs: one list, for Upkeep one for each alternative.
    pub costs: Vec<CostId>,
    /// What its changes are about.
    pub topics: Topics,
    /// What it is for, as far as its timing goes.
    pub sort: Sort,
    /// The kinds of chances into which it can fit if it is played.
    pub chances: Chances,
}

/// What is asked of an ability all the time, close together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    /// What its changes are about, and those of quoted abilities.
    pub deep: Topics,
    /// Whether a card has it as it stands: it wraps no texts that it gives in its place.
    pub is_plain: bool,
    /// Whether it is a keyword that a text gives: its value is counted with the grant.
    pub is_grant: bool,
    /// Where it works: the numbers of the sorts of places as bits, first for units, then for other cards.
    pub works: [u16; 2],
    /// Whether it works there on a card that lies face-down as well.
    pub works_face_down: bool,
}

/// What somebody may wait for in texts: chances to play something, events.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hooks {
    /// The kinds of chances in which something of it can be played.
    pub plays: Chances,
    /// The kinds of events that it waits for.
    pub events: EventKinds,
    /// The kinds of events that it steps in before (rule 1310).
    pub would: EventKinds,
}

/// A part of an effect and the numbers of what stands in it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub effect: Effect,
    /// The effects within it, in written order.
    pub kids: Vec<NodeId>,
    /// What it does, if it does one thing.
    pub action: Option<ActionId>,
    /// Its costs, in written order.
    pub costs: Vec<CostId>,
    /// Whether something follows only if all of it was done: "you may A and B. If you do, ..." (rule 102.4).
    pub is_condition: bool,
    /// Whom a lasting effect concerns.
    pub selector: Option<SelectorId>,
    /// Quoted abilities, in written order.
    pub inner: Vec<AbilityId>,
    /// What its changes are about.
    pub topics: Topics,
    /// What it is for, as far as its timing goes: what its first telling part is for.
    pub sort: Sort,
    /// What the quoted abilities say.
    pub given: Hooks,
    /// The keywords that it gives while it lasts, quoted abilities included.
    pub mentions: KeywordSet,
}

/// An action and the numbers of its selectors, in the order in which they are resolved.
#[derive(Clone, Debug)]
pub(crate) struct ActionEntry {
    pub action: Action,
    pub selectors: Vec<SelectorId>,
    /// The part that lasts, for what is done for a while.
    pub lasts: Option<NodeId>,
}

/// A list of costs and the numbers of what stands in it.
#[derive(Clone, Debug)]
pub(crate) struct CostEntry {
    pub costs: Costs,
    /// For every payment its action.
    pub actions: Vec<Option<ActionId>>,
    /// For every payment its alternatives.
    pub options: Vec<Vec<CostId>>,
}

impl Node {
    /// A part of an effect before anything in it has a number.
    fn of(effect: &Effect) -> Node {
        Node {
            effect: effect.clone(),
            kids: Vec::new(),
            action: None,
            costs: Vec::new(),
            is_condition: false,
            selector: None,
            inner: Vec::new(),
            topics: Topics::of_effect(effect),
            sort: Sort::Other,
            given: Hooks::default(),
            mentions: KeywordSet::default(),
        }
    }
}

/// The next number of a table.
fn number(len: usize) -> Result<u16, CatalogError> {
    u16::try_from(len).map_err(|_| CatalogError::TooManyAbilities)
}

impl Tables {
    /// Gives an ability and everything in it numbers.
    pub fn ability(&mut self, ability: &Ability) -> Result<AbilityId, CatalogError> {
        self.note_preventers(changes_in(&ability.kind).iter().filter_map(preventable_of));
        self.identity |= grants_in(&ability.kind).into_iter().any(is_identity);
        let mut inner = Vec::new();
        for quoted in quoted_in(&ability.kind) {
            inner.push(self.quoted(&quoted, matches!(quoted, Cow::Owned(_)))?);
        }
        let root = match effect_of(&ability.kind) {
            Some(effect) => Some(self.node(effect)?),
            None => None,
        };
        let mut costs = Vec::new();
        for list in costs_of(&ability.kind) {
            costs.push(self.cost(list)?);
        }
        let id = AbilityId::new(number(self.abilities.len())?).ok_or(CatalogError::TooManyAbilities)?;
        let topics = Topics::of_ability(&ability.kind);
        self.takes_text |= topics.meets(Topics::TEXT);
        let (sort, chances) = self.timing(&ability.kind, root);
        let quoted = self.topics(&inner, |_| true);
        self.briefs.push(Brief {
            deep: topics.or(quoted),
            is_plain: !matches!(
                ability.kind,
                AbilityKind::Wrapper(
                    Wrapper::Insert(_) | Wrapper::Reserves(_) | Wrapper::Switch(_) | Wrapper::Adapt(_)
                )
            ),
            is_grant: false,
            works: [true, false].map(|is_unit| reach::places(ability, is_unit)),
            works_face_down: reach::is_stated(ability),
        });
        self.abilities.push(Entry { ability: ability.clone(), inner, root, costs, topics, sort, chances });
        Ok(id)
    }

    /// The same for an ability that another text gives.
    fn quoted(&mut self, quoted: &Ability, is_grant: bool) -> Result<AbilityId, CatalogError> {
        let id = self.ability(quoted)?;
        self.briefs[id.place()].is_grant = is_grant;
        Ok(id)
    }

    /// Gives the cards that alone prevent some damage a number.
    fn note_preventers<'a>(&mut self, texts: impl Iterator<Item = &'a Preventable>) {
        for text in texts {
            if let Preventable::OnlyFrom(cards) = text
                && !self.preventers.contains(cards)
            {
                self.preventers.push((**cards).clone());
            }
        }
    }

    /// What an ability is for, and the kinds of chances into which it can fit; of several modes into which one can.
    fn timing(&self, kind: &AbilityKind, root: Option<NodeId>) -> (Sort, Chances) {
        let own = match kind {
            AbilityKind::Activated(play) | AbilityKind::OneShot(play) => &play.timing.only[..],
            _ => &[],
        };
        let root = root.map(|root| &self.nodes[root.place()]);
        let sort = match (kind, root) {
            (AbilityKind::Keyword(keyword), _) => Sort::Keyword(keyword.keyword()),
            (_, Some(root)) => root.sort,
            (_, None) => Sort::Other,
        };
        let Some((Effect::ChooseOne(_, modes), kids)) = root.map(|root| (&root.effect, &root.kids)) else {
            return (sort, Chances::fitting(sort, &own.iter().collect::<Vec<_>>()));
        };
        let of_mode = modes.iter().zip(kids).map(|(mode, kid)| {
            let only: Vec<&PlayOnly> = own.iter().chain(&mode.timing.only).collect();
            Chances::fitting(self.nodes[kid.place()].sort, &only)
        });
        (sort, of_mode.fold(Chances::default(), Chances::or))
    }

    fn node(&mut self, effect: &Effect) -> Result<NodeId, CatalogError> {
        let mut node = Node::of(effect);
        match effect {
            Effect::Sequence(steps) => {
                for step in steps {
                    node.kids.push(self.node(step)?);
                }
            }
            Effect::Named(_, inner) | Effect::ForEach(_, inner) | Effect::Delayed(_, inner) => {
                node.kids.push(self.node(inner)?);
            }
            Effect::Act(action) => node.action = Some(self.action(action)?),
            Effect::Keyword(..) | Effect::ByHand => {}
            Effect::Lasting(lasting) => {
                if let Rule::Cards { who, changes, .. } = &lasting.rule {
                    self.note_preventers(changes.iter().filter_map(preventable_of));
                    node.selector = Some(self.selector(who)?);
                    self.identity |= grants_of(changes).any(is_identity);
                    self.takes_text |= node.topics.meets(Topics::TEXT);
                    for quoted in quoted_in_changes(changes) {
                        node.inner.push(self.quoted(&quoted, matches!(quoted, Cow::Owned(_)))?);
                    }
                }
            }
            Effect::Do { what, then, otherwise, .. } => {
                let kid = self.node(what)?;
                self.nodes[kid.place()].is_condition = then.is_some() || otherwise.is_some();
                node.kids.push(kid);
                for inner in [then, otherwise].into_iter().flatten() {
                    node.kids.push(self.node(inner)?);
                }
            }
            Effect::If { then, otherwise, .. } => {
                node.kids.push(self.node(then)?);
                if let Some(otherwise) = otherwise {
                    node.kids.push(self.node(otherwise)?);
                }
            }
            Effect::ChooseOne(_, modes) => {
                for mode in modes {
                    node.costs.push(self.cost(&mode.costs)?);
                    node.kids.push(self.node(&mode.effect)?);
                }
            }
            Effect::Unless { costs, effect, .. } => {
                node.costs.push(self.cost(costs)?);
                node.kids.push(self.node(effect)?);
            }
            Effect::Pay(_, costs) => node.costs.push(self.cost(costs)?),
            Effect::Table(_, rows) => {
                for row in rows {
                    node.kids.push(self.node(&row.effect)?);
                }
            }
            Effect::Meanwhile(ability, _) => node.inner.push(self.ability(ability)?),
        }
        let within = node.kids.iter().map(|kid| self.nodes[kid.place()].sort);
        let first = || within.clone().find(|sort| *sort != Sort::Other);
        node.sort = Sort::of(effect).or_else(first).unwrap_or(Sort::Other);
        node.given = self.hooks(&node.inner);
        let changes = match effect {
            Effect::Lasting(lasting) => match &lasting.rule {
                Rule::Cards { changes, .. } => &changes[..],
                Rule::Players { .. } => &[],
            },
            _ => &[],
        };
        node.mentions = self.mentions(&node.inner);
        let named = changes.iter().filter_map(keyword_of_change);
        named.for_each(|keyword| node.mentions.insert(keyword.in_play()));
        let id = NodeId::new(number(self.nodes.len())?);
        self.nodes.push(node);
        Ok(id)
    }

    fn cost(&mut self, costs: &Costs) -> Result<CostId, CatalogError> {
        let mut entry = CostEntry { costs: costs.clone(), actions: Vec::new(), options: Vec::new() };
        for payment in &costs.0 {
            let (mut action, mut options) = (None, Vec::new());
            match payment {
                Payment::Act(act) => action = Some(self.action(act)?),
                Payment::OneOf(_, lists) => {
                    for list in lists {
                        options.push(self.cost(list)?);
                    }
                }
                Payment::TapThis | Payment::Force(_) | Payment::BuildPoints(_) => {}
            }
            entry.actions.push(action);
            entry.options.push(options);
        }
        let id = CostId::new(number(self.costs.len())?);
        self.costs.push(entry);
        Ok(id)
    }

    fn action(&mut self, action: &Action) -> Result<ActionId, CatalogError> {
        if let Action::Damage(DamageAction::Do { preventable, .. }) = action {
            self.note_preventers(std::iter::once(preventable));
        }
        let mut selectors = Vec::new();
        for selector in selectors_of(action) {
            selectors.push(self.selector(&selector)?);
        }
        if let (Action::Cards(CardAction::Search { places, .. }), Some(find)) = (action, selectors.first()) {
            self.searched.push((*find, places.clone()));
        }
        let id = ActionId::new(number(self.actions.len())?);
        let mut lasts = None;
        if let Action::Units(UnitAction::GainControl { .. }) = action {
            let effect = Effect::Act(action.clone());
            lasts = Some(NodeId::new(number(self.nodes.len())?));
            self.nodes.push(Node { action: Some(id), ..Node::of(&effect) });
        }
        self.actions.push(ActionEntry { action: action.clone(), selectors, lasts });
        Ok(id)
    }

    fn selector(&mut self, selector: &Selector) -> Result<SelectorId, CatalogError> {
        let id = SelectorId::new(number(self.selectors.len())?);
        self.selectors.push(selector.clone());
        Ok(id)
    }

    /// Calls `f` with these abilities and everything quoted in them.
    fn visit(&self, ids: &[AbilityId], f: &mut dyn FnMut(&Entry)) {
        for id in ids {
            let entry = &self.abilities[id.place()];
            f(entry);
            self.visit(&entry.inner, f);
        }
    }

    /// What these abilities say, and everything quoted in them.
    pub fn hooks(&self, ids: &[AbilityId]) -> Hooks {
        let mut plays = Chances::default();
        self.visit(ids, &mut |entry| {
            if is_played(&entry.ability.kind) {
                plays = plays.or(entry.chances);
            }
        });
        Hooks { plays, events: self.events(ids), would: self.would(ids) }
    }

    /// What static rules among these abilities give to others.
    pub fn given(&self, ids: &[AbilityId]) -> Hooks {
        let mut quoted = Vec::new();
        self.visit(ids, &mut |entry| {
            if let AbilityKind::Static(_) = entry.ability.kind {
                quoted.extend_from_slice(&entry.inner);
            }
        });
        self.hooks(&quoted)
    }

    /// The kinds of events that abilities wait for.
    fn events(&self, ids: &[AbilityId]) -> EventKinds {
        let mut kinds = EventKinds::NONE;
        self.visit(ids, &mut |entry| {
            let trigger = match &entry.ability.kind {
                AbilityKind::Triggered(triggered) => Some(&triggered.trigger),
                AbilityKind::Trap(trap) => Some(&trap.trigger),
                AbilityKind::Wrapper(Wrapper::LastStand(_)) => {
                    kinds = kinds.with(EventKind::Discarded);
                    None
                }
                AbilityKind::Wrapper(_)
                | AbilityKind::Keyword(_)
                | AbilityKind::Static(_)
                | AbilityKind::Activated(_)
                | AbilityKind::Replacement(_)
                | AbilityKind::Equipped(_)
                | AbilityKind::OneShot(_)
                | AbilityKind::ToComplete(_) => None,
            };
            if let Some(trigger) = trigger {
                trigger.events.iter().for_each(|event| kinds = kinds.or(kinds_of_event(event)));
            }
        });
        kinds
    }

    /// The kinds of events that abilities step in before (rule 1310).
    fn would(&self, ids: &[AbilityId]) -> EventKinds {
        let mut kinds = EventKinds::NONE;
        self.visit(ids, &mut |entry| {
            let trigger = match &entry.ability.kind {
                AbilityKind::Replacement(text) => Some(&text.trigger),
                AbilityKind::Trap(trap) if trap.tense == Tense::Would => Some(&trap.trigger),
                AbilityKind::Trap(_)
                | AbilityKind::Triggered(_)
                | AbilityKind::Wrapper(_)
                | AbilityKind::Keyword(_)
                | AbilityKind::Static(_)
                | AbilityKind::Activated(_)
                | AbilityKind::Equipped(_)
                | AbilityKind::OneShot(_)
                | AbilityKind::ToComplete(_) => None,
            };
            let events = trigger.into_iter().flat_map(|trigger| &trigger.events);
            events.for_each(|event| kinds = kinds.or(kinds_of_event(event)));
        });
        kinds
    }

    /// The kinds of events directly after which abilities are played (rule 1601.2), stages among them if that is a build
    /// step (rule 603.6).
    pub fn moments(&self, ids: &[AbilityId]) -> EventKinds {
        let mut kinds = EventKinds::NONE;
        self.visit(ids, &mut |entry| {
            if let AbilityKind::Activated(play) | AbilityKind::OneShot(play) = &entry.ability.kind {
                let modes = if let Effect::ChooseOne(_, modes) = &play.effect { &modes[..] } else { &[] };
                let timings = modes.iter().map(|mode| &mode.timing).chain([&play.timing]);
                for only in timings.flat_map(|timing| &timing.only) {
                    kinds = moment_of(only).map(kinds_of_event).map_or(kinds, |more| kinds.or(more));
                    if is_of_build_steps(only) {
                        kinds = kinds.with(EventKind::Stage);
                    }
                }
            }
        });
        kinds
    }

    /// The keywords that abilities give to other cards, or to the top card of a stack: not those that they are.
    pub fn gives(&self, ids: &[AbilityId]) -> KeywordSet {
        let given = |id: &AbilityId| {
            let entry = &self.abilities[id.place()];
            let mut set = self.mentions(&entry.inner);
            let grants = grants_in(&entry.ability.kind).into_iter().filter_map(keyword_of);
            grants.for_each(|keyword| set.insert(keyword.in_play()));
            set
        };
        ids.iter().map(given).fold(KeywordSet::default(), KeywordSet::union)
    }

    /// The keywords that abilities have or give.
    pub fn mentions(&self, ids: &[AbilityId]) -> KeywordSet {
        let mut set = KeywordSet::default();
        let mut note = |keyword: Keyword| set.insert(keyword.in_play());
        self.visit(ids, &mut |entry| match &entry.ability.kind {
            AbilityKind::Keyword(keyword) => note(keyword.keyword()),
            AbilityKind::Wrapper(wrapper) => {
                note(wrapper.keyword());
                let grants: Vec<&Grant> = match wrapper {
                    Wrapper::Pilot(pilot) => pilot.gets.iter().collect(),
                    Wrapper::Switch(lists) | Wrapper::Adapt(lists) => lists.iter().flatten().collect(),
                    _ => Vec::new(),
                };
                grants.into_iter().filter_map(keyword_of).for_each(&mut note);
            }
            AbilityKind::Static(Rule::Cards { changes, .. }) => {
                changes.iter().filter_map(keyword_of_change).for_each(&mut note);
            }
            AbilityKind::Equipped(equipped) => {
                equipped.changes.iter().filter_map(keyword_of_change).for_each(&mut note);
            }
            // What is played for a price is looked for where it is offered, but for what a card in a discard pile has.
            AbilityKind::Activated(_) if meditate::is_meditate(&entry.ability) => note(Keyword::Meditate),
            AbilityKind::Static(Rule::Players { .. })
            | AbilityKind::Activated(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::OneShot(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => {}
        });
        set
    }

    /// What the changes of some of the abilities are about.
    pub fn topics(&self, ids: &[AbilityId], counts: impl Fn(&AbilityKind) -> bool) -> Topics {
        let mut found = Topics::default();
        self.visit(ids, &mut |entry| {
            if counts(&entry.ability.kind) {
                found = found.or(entry.topics);
            }
        });
        found
    }

    /// The most by which the abilities make cards cheaper.
    pub fn discount(&self, ids: &[AbilityId]) -> u8 {
        let of = |id: &AbilityId| {
            let place = id.place();
            discount::of_ability(&self.abilities[place].ability.kind, &self.briefs[place])
        };
        ids.iter().map(of).fold(0, u8::saturating_add)
    }

    /// Abilities as they are printed, then what those among them that are INSERT effects give (rule 1732.2).
    pub fn by_itself(&self, ids: &[AbilityId]) -> Vec<AbilityId> {
        let entry = |id: &AbilityId| &self.abilities[id.place()];
        let given = ids.iter().map(entry).filter(|entry| insert::is_insert(&entry.ability.kind));
        ids.iter().chain(given.flat_map(|entry| &entry.inner)).copied().collect()
    }

    /// Whether one of the abilities works outside of play.
    pub fn works_elsewhere(&self, ids: &[AbilityId]) -> bool {
        let mut found = false;
        // 1314.4: Meditate works in the discard pile.
        self.visit(ids, &mut |entry| {
            found |= entry.ability.reach != Reach::Usual || meditate::is_meditate(&entry.ability);
        });
        found
    }
}

/// Whether an ability can be played: on a Battle card, or activated (rules 206.1, 1304.1).
pub(crate) fn is_played(kind: &AbilityKind) -> bool {
    match kind {
        AbilityKind::Activated(_) | AbilityKind::OneShot(_) => true,
        AbilityKind::Keyword(keyword) => keyword.keyword().row().nature == Nature::Activated,
        AbilityKind::Wrapper(_)
        | AbilityKind::Static(_)
        | AbilityKind::Triggered(_)
        | AbilityKind::Replacement(_)
        | AbilityKind::Equipped(_)
        | AbilityKind::Trap(_)
        | AbilityKind::ToComplete(_) => false,
    }
}
