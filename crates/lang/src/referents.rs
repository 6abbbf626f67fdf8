//! What a text has already mentioned. Reader and writer keep the same list, so pronouns work in both directions.

use std::sync::OnceLock;
use vocab::ability::{
    Action, ArenaRef, CardAction, Cause, Choosable, Class, CombatAction, CounterAction, DamageAction,
    Destination, DiceAction, Effect, Event, Filter, Noun, Pattern, Place, Player, Quality, Quantity,
    Reference, Rule, Selector, Slot, UnitAction,
};

/// The slot of a step whose result is never used.
pub const UNUSED: Slot = Slot(u8::MAX);

/// Something that was mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referent {
    /// How the model points to it.
    pub reference: Reference,
    /// The words used for it; empty for "this unit" and other references.
    pub classes: Vec<Class>,
    /// Whether it was chosen by "choose ...".
    pub chosen: bool,
    /// Whether it means several cards.
    pub plural: bool,
    /// Whose the text said it was.
    pub control: Option<Player>,
    /// Whose piles it belongs to, as far as its place or its controller tells.
    pub owner: Option<Player>,
}

/// The lists, with the latest mention last.
#[derive(Clone, Debug, Default)]
pub struct Referents {
    lists: Lists,
    /// Which list each thing was added to, in order, so that going back can take it off again.
    written: Vec<List>,
    /// Whether the text says what happens each time something else does, for a while: its arena was chosen earlier.
    pub each_time: bool,
    /// The part of the cost that was a roll: "Roll a die -> If you roll a 6, ...".
    rolled: Option<u8>,
}

/// What a reader can take back. Only [`Referents::write`] writes here, one thing at a time.
#[derive(Clone, Debug, Default)]
struct Lists {
    list: Vec<Referent>,
    arenas: Vec<ArenaRef>,
    /// Where units are when the text didn't say: "that arena" if it mentioned no other.
    implied: Vec<ArenaRef>,
    /// Arenas that were named, for "that arena" if no other was mentioned.
    named: Vec<ArenaRef>,
    /// The piles that were looked at: "a Battle card from it".
    piles: Vec<Place>,
    /// What the steps did, for "... this way".
    done: Vec<(Slot, Done)>,
    /// Abilities, subtypes and types that were chosen: "the chosen ability".
    words: Vec<(Slot, Word)>,
    /// Cards that are somewhere: "if there are any Jedi there, discard one of them".
    there: Vec<(Filter, usize)>,
    /// What the parts of the cost did, for "... this way" if no step did that.
    paid: Vec<(u8, Done)>,
    /// Events that the text waits for: "that much" is then a number of theirs.
    events: Vec<()>,
}

/// One of the lists.
#[derive(Clone, Copy, Debug)]
enum List {
    Spoken,
    Arenas,
    Implied,
    Named,
    Piles,
    Done,
    Words,
    There,
    Paid,
    Events,
}

/// Things that can be chosen but aren't cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// "the chosen ability".
    Ability,
    /// "the chosen subtype".
    Subtype,
    /// "the chosen type".
    CardType,
    /// "the named card".
    Name,
}

/// What a step did, where it can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// "counter removed this way".
    CountersRemoved,
    /// "counter put this way".
    CountersPut,
    /// "damage prevented this way".
    DamagePrevented,
    /// "damage done this way".
    DamageDealt,
    /// "card discarded this way".
    CardsDiscarded,
    /// "unit tapped this way".
    UnitsTapped,
    /// "unit retreated this way".
    UnitsRetreated,
    /// "card removed this way": from the game.
    CardsRemoved,
    /// "card revealed this way".
    CardsRevealed,
    /// "the number rolled".
    DiceRolled,
    /// Cards were revealed until one was found; the others are still in the deck.
    RevealedUntil,
    /// Cards were looked at: "the rest" are the ones not taken.
    Looked,
    /// Nothing that can be counted.
    Other,
}

impl Done {
    /// The noun and the participle of "counter removed this way".
    pub const fn words(self) -> Option<(&'static str, &'static str)> {
        match self {
            Done::CountersRemoved => Some(("counter", "removed")),
            Done::CountersPut => Some(("counter", "put")),
            Done::DamagePrevented => Some(("damage", "prevented")),
            Done::DamageDealt => Some(("damage", "done")),
            Done::CardsDiscarded => Some(("card", "discarded")),
            Done::UnitsTapped => Some(("unit", "tapped")),
            Done::UnitsRetreated => Some(("unit", "retreated")),
            Done::CardsRemoved => Some(("card", "removed")),
            Done::CardsRevealed => Some(("card", "revealed")),
            Done::DiceRolled | Done::RevealedUntil | Done::Looked | Done::Other => None,
        }
    }
}

/// A point in the lists to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl Referents {
    /// Where the lists end now.
    #[inline]
    pub const fn mark(&self) -> Mark {
        Mark(self.written.len())
    }

    /// Forgets what was added since.
    #[inline]
    pub fn back_to(&mut self, mark: Mark) {
        if self.written.len() > mark.0 {
            self.forget(mark);
        }
    }

    #[inline(never)]
    fn forget(&mut self, mark: Mark) {
        let Lists { list, arenas, implied, named, piles, done, words, there, paid, events } = &mut self.lists;
        for written in self.written.drain(mark.0..) {
            match written {
                List::Spoken => drop(list.pop()),
                List::Arenas => drop(arenas.pop()),
                List::Implied => drop(implied.pop()),
                List::Named => drop(named.pop()),
                List::Piles => drop(piles.pop()),
                List::Done => drop(done.pop()),
                List::Words => drop(words.pop()),
                List::There => drop(there.pop()),
                List::Paid => drop(paid.pop()),
                List::Events => drop(events.pop()),
            }
        }
    }

    /// The lists, for adding one thing to this one.
    fn write(&mut self, list: List) -> &mut Lists {
        self.written.push(list);
        &mut self.lists
    }

    /// "this unit", "that unit": mentioned again.
    pub fn mention(&mut self, reference: Reference) {
        let known = self.lists.list.iter().rev().find(|referent| referent.reference == reference);
        let referent = known.cloned().unwrap_or(Referent {
            reference,
            classes: Vec::new(),
            chosen: false,
            plural: false,
            control: None,
            owner: None,
        });
        self.write(List::Spoken).list.push(referent);
    }

    /// Something new, described by a filter.
    pub fn introduce(&mut self, reference: Reference, filter: &Filter, chosen: bool, plural: bool) {
        let place = filter.place;
        let (classes, control) = (filter.classes.clone(), filter.control);
        let owner = owner_of(filter);
        self.write(List::Spoken).list.push(Referent { reference, classes, chosen, plural, control, owner });
        let of = ArenaRef::Of(reference);
        match place {
            Some(Place::Arena(ArenaRef::Any)) => self.write(List::Arenas).arenas.push(of),
            Some(Place::Arena(ArenaRef::Named(arenas))) if arenas.is_multi() => {
                self.write(List::Arenas).arenas.push(of);
            }
            None if !plural && filter.classes.iter().all(is_unit) => {
                self.write(List::Implied).implied.push(of);
            }
            None | Some(_) => {}
        }
    }

    /// Something known by other means, with a word for it.
    pub fn introduce_plain(&mut self, reference: Reference, class: Class) {
        let classes = vec![class];
        let one = Referent { reference, classes, chosen: false, plural: false, control: None, owner: None };
        self.write(List::Spoken).list.push(one);
    }

    /// An arena that was chosen.
    pub fn introduce_arena(&mut self, arena: ArenaRef) {
        self.write(List::Arenas).arenas.push(arena);
    }

    /// An arena was named.
    pub fn name_arena(&mut self, arena: ArenaRef) {
        self.write(List::Named).named.push(arena);
    }

    /// The arena that was named, if it was the same one every time.
    pub fn named_arena(&self) -> Option<ArenaRef> {
        let (first, rest) = self.lists.named.split_first()?;
        rest.iter().all(|other| other == first).then_some(*first)
    }

    /// "that arena": the last one mentioned; "the chosen arena": the last one chosen.
    pub fn arena(&self, chosen: bool) -> Option<ArenaRef> {
        let fits = |arena: &&ArenaRef| !chosen || matches!(arena, ArenaRef::Chosen(_));
        let mentioned = self.lists.arenas.iter().rev().find(fits);
        mentioned.or_else(|| self.lists.implied.last().filter(|_| !chosen)).copied()
    }

    /// Whether nothing has been mentioned.
    pub fn is_empty(&self) -> bool {
        self.lists.list.is_empty() && self.lists.done.is_empty()
    }

    /// What the trigger is about, if it was given this name: "when Ilara Venn attacks, untap Ilara Venn".
    pub fn subject_named(&self, class: &Class) -> Option<Reference> {
        let is_it = |referent: &&Referent| {
            referent.reference == Reference::Subject && referent.classes[..] == [class.clone()]
        };
        self.lists.list.iter().rev().find(is_it).map(|referent| referent.reference)
    }

    /// "it", "him", "them": the last thing mentioned.
    pub fn pronoun(&self, plural: bool) -> Option<Reference> {
        self.lists
            .list
            .iter()
            .rev()
            .find(|referent| referent.plural == plural)
            .map(|referent| referent.reference)
    }

    /// "him", "her" after a card that is nobody: whoever was mentioned before; `None` if the last thing is somebody.
    pub fn person(&self) -> Option<Reference> {
        let is_thing = |referent: &Referent| {
            let plain = |class: &Class| class.noun == Noun::Card && class.adjectives.is_empty();
            !referent.classes.is_empty() && referent.classes.iter().all(plain)
        };
        let mut single = self.lists.list.iter().rev().filter(|referent| !referent.plural);
        is_thing(single.next()?)
            .then(|| single.find(|referent| !is_thing(referent)))?
            .map(|one| one.reference)
    }

    /// "if that unit card is Ilara Venn": whether it was found in a pile, where there are no units (rule 204.2).
    pub fn is_card(&self, reference: Reference) -> bool {
        let is_card = |class: &Class| matches!(class.noun, Noun::UnitCard | Noun::Card);
        self.find(reference)
            .is_some_and(|known| !known.classes.is_empty() && known.classes.iter().all(is_card))
    }

    /// Whose "its stack" is: a card that was just discarded or removed has none.
    pub fn stacked(&self) -> Option<Reference> {
        let is_card = |class: &Class| matches!(class.noun, Noun::Card | Noun::UnitCard);
        let has_one = |referent: &&Referent| {
            !matches!(referent.reference, Reference::Result(_)) || !referent.classes.iter().all(is_card)
        };
        let mut single = self.lists.list.iter().rev().filter(|referent| !referent.plural);
        single.find(has_one).map(|referent| referent.reference)
    }

    /// "it" where it can't be this: the last other thing mentioned.
    pub fn pronoun_but(&self, but: Reference) -> Option<Reference> {
        let mut others = self.lists.list.iter().rev().filter(|referent| !referent.plural);
        others.find(|referent| referent.reference != but).map(|referent| referent.reference)
    }

    /// "that Jedi", "the chosen unit", "those cards": the last thing called that, or else the last that could be.
    pub fn called(&self, class: &Class, chosen: bool, plural: bool) -> Option<Reference> {
        let candidates = |each: bool| {
            self.lists.list.iter().rev().filter(move |referent| {
                (!chosen || referent.chosen)
                    && referent.plural == plural
                    && !referent.classes.is_empty()
                    && (referent.reference == Reference::Each) == each
            })
        };
        // The subject of the sentence is meant only if nothing before it was called that.
        [false, true].into_iter().find_map(|each| {
            candidates(each)
                .find(|referent| referent.classes.contains(class))
                .or_else(|| candidates(each).find(|r| r.classes.iter().any(|own| can_be(own, class))))
                .map(|referent| referent.reference)
        })
    }

    /// "your chosen unit", "your opponent's unit": that player's last one that fits the words.
    pub fn whose(&self, class: &Class, whose: Player, chosen: bool) -> Option<Reference> {
        let mut fitting = self.lists.list.iter().rev().filter(|referent| {
            (!chosen || referent.chosen)
                && !referent.plural
                && referent.control == Some(whose)
                && referent.reference != Reference::Each
        });
        fitting
            .find(|referent| referent.classes.iter().any(|own| own == class || can_be(own, class)))
            .map(|referent| referent.reference)
    }

    /// "both units": the last two that were chosen, one after the other.
    pub fn both_chosen(&self) -> Option<(Reference, Reference)> {
        let mut chosen: Vec<Reference> = Vec::new();
        for referent in self.lists.list.iter().filter(|referent| referent.chosen && !referent.plural) {
            if !chosen.contains(&referent.reference) {
                chosen.push(referent.reference);
            }
        }
        match chosen[..] {
            [.., first, second] => Some((first, second)),
            _ => None,
        }
    }

    /// "from it": the last pile that was looked at.
    pub fn pile(&self) -> Option<Place> {
        self.lists.piles.last().copied()
    }

    /// "the rest": what was looked at two steps ago, and what the last step took from it.
    pub fn rest(&self) -> Option<(Slot, Slot)> {
        match self.lists.done[..] {
            [
                ..,
                (all, Done::Looked | Done::CardsRevealed),
                (taken, Done::Other | Done::CardsDiscarded | Done::CardsRemoved),
            ] => Some((all, taken)),
            _ => None,
        }
    }

    /// The last step, if it looked at cards or revealed some.
    pub fn seen(&self) -> Option<Slot> {
        match self.lists.done.last() {
            Some((slot, Done::Looked | Done::CardsRevealed)) => Some(*slot),
            _ => None,
        }
    }

    /// The last step that was read.
    pub fn last_step(&self) -> Option<Slot> {
        self.lists.done.last().map(|(slot, _)| *slot)
    }

    /// The step that revealed cards until one was found.
    pub fn revealed_until(&self) -> Option<Slot> {
        self.this_way(Done::RevealedUntil)
    }

    /// The part of the cost that was a roll.
    pub const fn rolled(&self) -> Option<u8> {
        self.rolled
    }

    /// "... this way": the last step that did that.
    pub fn this_way(&self, done: Done) -> Option<Slot> {
        self.lists.done.iter().rev().find(|(_, other)| *other == done).map(|(slot, _)| *slot)
    }

    /// "... this way" in a cost: the last part that did that.
    pub fn paid_way(&self, done: Done) -> Option<u8> {
        self.lists.paid.iter().rev().find(|(_, other)| *other == done).map(|(item, _)| *item)
    }

    /// Whether the text waits for something to happen.
    pub fn has_event(&self) -> bool {
        !self.lists.events.is_empty()
    }

    /// "that much" where nothing is waited for: what the last step that can be counted came to, or else the last such
    /// part of the cost. "Remove all counters from a card and discard it. Gain that many ...": counters and damage come
    /// before cards.
    pub fn counted(&self) -> Option<Result<Slot, u8>> {
        let is_amount = |done: Done| match done.words() {
            Some((noun, _)) => noun == "counter" || noun == "damage",
            None => done == Done::DiceRolled,
        };
        let is_number = |done: Done| done.words().is_some();
        let step = |is: &dyn Fn(Done) -> bool| self.lists.done.iter().rev().find(|(_, done)| is(*done));
        let paid = |is: &dyn Fn(Done) -> bool| self.lists.paid.iter().rev().find(|(_, done)| is(*done));
        let step = step(&is_amount).or_else(|| step(&is_number)).map(|(slot, _)| Ok(*slot));
        step.or_else(|| paid(&is_amount).or_else(|| paid(&is_number)).map(|(item, _)| Err(*item)))
    }

    /// What a part of the cost did, if nothing has done the same since.
    pub fn paid_done(&self, item: u8) -> Option<Done> {
        let done = self.lists.paid.iter().rev().find(|(other, _)| *other == item).map(|(_, done)| *done)?;
        (self.this_way(done).is_none() && self.paid_way(done) == Some(item)).then_some(done)
    }

    /// What the step that wrote this slot did, if it was the last to do that.
    pub fn done(&self, slot: Slot) -> Option<Done> {
        let done = self.lists.done.iter().rev().find(|(other, _)| *other == slot).map(|(_, done)| *done)?;
        (self.this_way(done) == Some(slot)).then_some(done)
    }

    /// "the chosen ability": the last choice of such a word.
    pub fn word(&self, word: Word) -> Option<Slot> {
        self.lists.words.iter().rev().find(|(_, other)| *other == word).map(|(slot, _)| *slot)
    }

    /// What sort of word was chosen in a slot, if it's the last of its sort.
    pub fn word_of(&self, slot: Slot) -> Option<Word> {
        let word = self.lists.words.iter().rev().find(|(other, _)| *other == slot).map(|(_, word)| *word)?;
        (self.word(word) == Some(slot)).then_some(word)
    }

    /// Cards were said to be in a pile.
    pub fn found_there(&mut self, filter: Filter) {
        let mentioned = self.lists.list.len();
        self.write(List::There).there.push((filter, mentioned));
    }

    /// "one of them": one of the cards that are there.
    pub fn there(&self) -> Option<&Filter> {
        let (filter, said) = self.lists.there.last()?;
        // Unless several others have been mentioned since.
        let since = self.lists.list.get(*said..).unwrap_or_default();
        (!since.iter().any(|referent| referent.plural)).then_some(filter)
    }

    /// Something that the text called by these words.
    pub fn find(&self, reference: Reference) -> Option<&Referent> {
        self.lists.list.iter().rev().find(|referent| referent.reference == reference)
    }

    /// What an event mentions (see `Event` for subject and object).
    pub fn after_event(&mut self, event: &Event) {
        self.write(List::Events).events.push(());
        let (subject, object) = parties(event);
        if let Some(Pattern::Any(filter)) = subject {
            // "When you deploy this unit to the Space arena": it wasn't called a card.
            let is_this = filter.with.contains(&Quality::Among(Reference::This));
            let of_this = is_this.then(|| Filter { classes: Filter::units().classes, ..filter.clone() });
            self.introduce(Reference::Subject, of_this.as_ref().unwrap_or(filter), false, false);
        }
        if let Some(Pattern::Any(filter)) = object {
            self.introduce(Reference::Object, filter, false, false);
        }
        // "When damage from a Sith causes a Jedi to be discarded, ... in that arena": where the Jedi was; who did it may be
        // elsewhere.
        let is_done_to = matches!(event, Event::Discarded { .. } | Event::IsAttacked { .. });
        let of_subject = ArenaRef::Of(Reference::Subject);
        if is_done_to && self.lists.implied.contains(&of_subject) {
            self.write(List::Implied).implied.push(of_subject);
        }
        // "Whenever this unit attacks a Rebel, it gets +2 power", "causes a Jedi to be discarded, untap it": whoever
        // does it, not whom it is done to.
        let doer = match event {
            Event::Attacks { attacker, .. } => Some((attacker, Reference::Subject)),
            Event::Discarded {
                cause: Cause::DamageFrom(source) | Cause::AttackDamageFrom(source), ..
            } => Some((&**source, Reference::Object)),
            _ => None,
        };
        match doer {
            Some((Pattern::Known(known), _)) => self.mention(*known),
            Some((Pattern::Any(_), party)) => self.mention(party),
            Some((Pattern::OneOf(_), _)) | None => {}
        }
        // "When you deploy or move this unit into an arena, ... in that arena".
        if let Event::Enters { what, arena, .. } = event {
            let of = match what {
                Pattern::Known(known) => *known,
                Pattern::Any(_) | Pattern::OneOf(_) => Reference::Subject,
            };
            match arena {
                ArenaRef::Any => self.write(List::Arenas).arenas.push(ArenaRef::Of(of)),
                ArenaRef::Named(arenas) if arenas.is_multi() => {
                    self.write(List::Arenas).arenas.push(ArenaRef::Of(of));
                }
                ArenaRef::Named(_) | ArenaRef::Of(_) | ArenaRef::Chosen(_) => {}
            }
        }
    }

    /// What a step chose.
    pub fn after_step(&mut self, effect: &Effect, slot: Slot) {
        let reference = Reference::Result(slot);
        self.write(List::Done).done.push((slot, done(effect)));
        if let Effect::Act(Action::Cards(CardAction::LookAt(_, Selector::Each(filter)))) = effect
            && let Some(place) = filter.place
        {
            self.write(List::Piles).piles.push(place);
        }
        match effect {
            Effect::Act(Action::Choose(Choosable::Arena(..))) => {
                return self.introduce_arena(ArenaRef::Chosen(slot));
            }
            Effect::Act(Action::Choose(Choosable::Ability(_, of, _))) => {
                self.write(List::Words).words.push((slot, Word::Ability));
                // The unit whose ability it is can be referred to as well.
                if let Some((filter, plural)) = described(of) {
                    self.introduce(reference, filter, false, plural);
                }
                return;
            }
            Effect::Act(Action::Choose(Choosable::Subtype(_))) => {
                return self.write(List::Words).words.push((slot, Word::Subtype));
            }
            Effect::Act(Action::Choose(Choosable::CardType(_))) => {
                return self.write(List::Words).words.push((slot, Word::CardType));
            }
            Effect::Act(Action::Choose(Choosable::Name(..))) => {
                return self.write(List::Words).words.push((slot, Word::Name));
            }
            _ => {}
        }
        // A Subordinate that was taken: "that Subordinate gets ...".
        if let Effect::Act(Action::Cards(CardAction::Create(amount, _, Destination::Arena(..)))) = effect {
            let one = Filter::class(Class::new(Noun::Subordinate));
            return self.introduce(reference, &one, false, *amount != 1.into());
        }
        let chosen = matches!(effect, Effect::Act(Action::Choose(_)));
        if let Some((filter, plural)) = objects(effect) {
            self.introduce(reference, filter, chosen, plural);
        }
    }

    /// What a cost was paid with.
    pub fn after_payment(&mut self, action: &Action, index: u8) {
        if matches!(action, Action::Dice(DiceAction::Roll(..))) {
            self.rolled = Some(index);
        }
        let did = done(&Effect::Act(action.clone()));
        self.write(List::Paid).paid.push((index, did));
        if let Some((filter, plural)) = action_objects(action) {
            let chosen = matches!(action, Action::Choose(_));
            self.introduce(Reference::Paid(index), filter, chosen, plural);
        }
    }
}

/// Whose cards a description means, judged by who controls them or where they are.
pub fn owner_of(filter: &Filter) -> Option<Player> {
    filter.control.or_else(|| owner_of_place(filter.place?))
}

/// Whose cards are in a place.
pub const fn owner_of_place(place: Place) -> Option<Player> {
    match place {
        Place::Hand(who)
        | Place::Deck(who)
        | Place::TopOfDeck(who)
        | Place::DiscardPile(who)
        | Place::Supply(who)
        | Place::BuildZone(who) => Some(who),
        Place::InPlay
        | Place::Arena(_)
        | Place::ArenaOrBuildZone(..)
        | Place::Stack(_)
        | Place::StackedWith(_)
        | Place::Beneath(_) => None,
    }
}

/// Whether cards of this class are in arenas.
const fn is_unit(class: &Class) -> bool {
    matches!(class.noun, Noun::Unit | Noun::Subordinate)
}

/// Whether something described as one class can be called the other: "that unit" for a Jedi.
fn can_be(own: &Class, called: &Class) -> bool {
    let noun = match called.noun {
        Noun::Card => true,
        Noun::Unit => matches!(own.noun, Noun::Unit | Noun::Subordinate | Noun::UnitCard),
        other => other == own.noun,
    };
    let own_type = own.adjectives.iter().any(|quality| matches!(quality, Quality::Type(_)));
    noun && called
        .adjectives
        .iter()
        .all(|quality| own.adjectives.contains(quality) || (matches!(quality, Quality::Type(_)) && !own_type))
}

/// Subject and object of an event.
fn parties(event: &Event) -> (Option<&Pattern>, Option<&Pattern>) {
    match event {
        Event::Discarded {
            what, cause: Cause::DamageFrom(source) | Cause::AttackDamageFrom(source), ..
        } => (Some(what), Some(source)),
        Event::Deploys { what, .. }
        | Event::Completes { what, .. }
        | Event::Plays { what, .. }
        | Event::Enters { what, .. }
        | Event::Discarded { what, .. } => (Some(what), None),
        Event::Moves(what)
        | Event::Leaves(what)
        | Event::Works(what, _)
        | Event::Retreats(what)
        | Event::AttackEnds(what)
        | Event::Taps(what)
        | Event::Untaps(what)
        | Event::Disrupted(what)
        | Event::Uses(what, _) => (Some(what), None),
        Event::Attacks { attacker, defender, .. } => (Some(attacker), defender.as_ref()),
        Event::IsAttacked { defender, attacker } => (Some(defender), attacker.as_ref()),
        Event::Damage { source, target, .. } => (target.as_ref(), source.as_ref()),
        Event::Prevents { target, .. } => (Some(target), None),
        Event::Counters { on, .. } => (Some(on), None),
        Event::Attached(subject, object) | Event::Stacked(_, subject, object) => {
            (Some(subject), Some(object))
        }
        Event::Stage(..)
        | Event::BuildRoll
        | Event::Pool { .. }
        | Event::Draws(_)
        | Event::Searches(_)
        | Event::GainsArena(..) => (None, None),
    }
}

/// The description of what a step chooses, and whether it chooses several.
fn objects(effect: &Effect) -> Option<(&Filter, bool)> {
    match effect {
        Effect::Act(action) => action_objects(action),
        Effect::Lasting(lasting) => match &lasting.rule {
            Rule::Cards { who, .. } => described(who),
            Rule::Players { .. } => None,
        },
        Effect::Named(_, inner) => objects(inner),
        Effect::Sequence(_)
        | Effect::Keyword(..)
        | Effect::Do { .. }
        | Effect::If { .. }
        | Effect::ChooseOne(..)
        | Effect::Unless { .. }
        | Effect::Pay(..)
        | Effect::Table(..)
        | Effect::ForEach(..)
        | Effect::Delayed(..)
        | Effect::Meanwhile(..)
        | Effect::ByHand => None,
    }
}

fn action_objects(action: &Action) -> Option<(&Filter, bool)> {
    static DRAWN: OnceLock<Filter> = OnceLock::new();
    if let Action::Cards(CardAction::Draw(_, quantity)) = action {
        return Some((DRAWN.get_or_init(Filter::cards), several(quantity)));
    }
    if let Action::Cards(CardAction::Search { find, .. } | CardAction::RevealUntil(_, find)) = action {
        return Some((&find.of, several(&find.quantity)));
    }
    described(acted_on(action)?)
}

/// What an action is done to.
pub fn acted_on(action: &Action) -> Option<&Selector> {
    let selector = match action {
        Action::Damage(DamageAction::Do { to, .. } | DamageAction::Prevent { to, .. }) => to,
        Action::Damage(DamageAction::DoThatTo(to)) => to,
        Action::Damage(
            DamageAction::PreventThat(_) | DamageAction::AddToThat(_) | DamageAction::MultiplyThat(_),
        ) => return None,
        Action::Counters(CounterAction::Put { on, .. } | CounterAction::Until { on, .. }) => on,
        Action::Counters(CounterAction::Remove { from, .. } | CounterAction::AllBut { from, .. }) => from,
        Action::Counters(CounterAction::Move { to, .. }) => to,
        Action::Cards(cards) => match cards {
            CardAction::Reveal(what)
            | CardAction::LookAt(_, what)
            | CardAction::Put(what, _)
            | CardAction::Move(what, _)
            | CardAction::Discard(what)
            | CardAction::Detach(what)
            | CardAction::Complete(what, _)
            | CardAction::Play(what, _) => what,
            CardAction::Draw(..)
            | CardAction::RevealUntil(..)
            | CardAction::Search { .. }
            | CardAction::Shuffle(_)
            | CardAction::Create(..) => return None,
        },
        Action::Units(units) => match units {
            UnitAction::Tap(what)
            | UnitAction::Untap(what)
            | UnitAction::SkipNextUntap(what)
            | UnitAction::Retreat(what)
            | UnitAction::GainControl { what, .. } => what,
        },
        Action::Combat(CombatAction::Attack { defender: what, .. } | CombatAction::ChangeDefender(what)) => {
            what
        }
        Action::Choose(Choosable::Objects(what)) => what,
        Action::Combat(CombatAction::EndAttack | CombatAction::MoreDamage(_) | CombatAction::Disrupt(_))
        | Action::Dice(_)
        | Action::Steps(_)
        | Action::Gain(..)
        | Action::Lose(..)
        | Action::Choose(_)
        | Action::EndGame(..) => return None,
    };
    Some(selector)
}

fn described(selector: &Selector) -> Option<(&Filter, bool)> {
    match selector {
        Selector::Choose(choice) => Some((&choice.of, several(&choice.quantity))),
        Selector::Each(filter) => Some((filter, true)),
        Selector::Known(_) | Selector::Together(_) => None,
    }
}

fn several(quantity: &Quantity) -> bool {
    *quantity != Quantity::Exactly(1.into())
}

fn done(effect: &Effect) -> Done {
    match effect {
        Effect::Act(Action::Counters(CounterAction::Remove { .. } | CounterAction::AllBut { .. })) => {
            Done::CountersRemoved
        }
        Effect::Act(Action::Counters(CounterAction::Put { .. })) => Done::CountersPut,
        Effect::Act(Action::Damage(DamageAction::Prevent { .. } | DamageAction::PreventThat(_))) => {
            Done::DamagePrevented
        }
        Effect::Act(Action::Damage(DamageAction::Do { .. })) => Done::DamageDealt,
        Effect::Act(Action::Cards(CardAction::Discard(_))) => Done::CardsDiscarded,
        Effect::Act(Action::Units(UnitAction::Tap(_))) => Done::UnitsTapped,
        Effect::Act(Action::Units(UnitAction::Retreat(_))) => Done::UnitsRetreated,
        Effect::Act(Action::Cards(CardAction::Put(_, Destination::RemovedFromGame))) => Done::CardsRemoved,
        Effect::Act(Action::Cards(CardAction::Reveal(_))) => Done::CardsRevealed,
        Effect::Act(Action::Cards(CardAction::RevealUntil(..))) => Done::RevealedUntil,
        Effect::Act(Action::Cards(CardAction::LookAt(..))) => Done::Looked,
        Effect::Act(Action::Dice(_)) => Done::DiceRolled,
        _ => Done::Other,
    }
}
