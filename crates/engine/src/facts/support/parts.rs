//! The small languages of card text: references, filters, amounts, conditions, events, timing.

use crate::records::effect::{PAID, RESULTS};
use crate::records::lasting;
use std::cell::RefCell;
use vocab::ability::{
    Amount, ArenaRef, Cause, Choice, Chooser, Class, Condition, Event, Filter, Pattern, Place, PlayOnly,
    Player, Quality, Quantity, Range, Reference, Relation, Selector, Span, Stage, Timing, Together,
};
use vocab::{Keyword, Library};

/// What is refused, if anything.
pub(super) type Refusal = Result<(), String>;

/// Refuses a construct.
pub(super) fn no(construct: &str) -> Refusal {
    Err(construct.to_string())
}

/// What is there to be disrupted when a text resolves (rules 1307.6, 1308.7).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Disrupts {
    /// Whatever is being tried: the text is played in a disrupt chance.
    Tried,
    /// The attack that the text is about.
    Attack,
    /// Nothing: what the text is about has happened.
    Nothing,
}

impl Disrupts {
    /// What a text can disrupt that these events trigger, or before which it steps in.
    pub fn after(events: &[Event], would: bool) -> Disrupts {
        if events.iter().all(|event| matches!(event, Event::Attacks { .. } | Event::IsAttacked { .. })) {
            Disrupts::Attack
        } else if would && events.iter().all(|event| matches!(event, Event::Completes { .. })) {
            // 1310.1: texts step in while the completion is being tried.
            Disrupts::Tried
        } else {
            Disrupts::Nothing
        }
    }
}

/// What is known while a text is looked through.
#[derive(Clone, Copy)]
pub(super) struct Check<'a> {
    /// Where Subordinates are looked up.
    pub library: Option<&'a Library>,
    /// Whether X means something.
    pub x: bool,
    /// Whether X is a number of each card that something is done to.
    pub x_of_each: bool,
    /// Whether the part is read when the effect is over: results and payments are forgotten then.
    pub later: bool,
    /// Whether the part is read when a delayed effect resolves: only the cards of results are remembered.
    pub delayed: bool,
    /// Whether nothing may point back to an earlier step.
    pub alone: bool,
    /// Whether nothing may point at a card.
    pub nameless: bool,
    /// Whether amounts of grants were fixed before.
    pub amounts_fixed: bool,
    /// Whether the part is what each player may do.
    pub by_each: bool,
    /// Whether the part stands within "for each".
    pub in_round: bool,
    /// Whether the text steps in before damage: "that damage" is known then.
    pub in_damage: bool,
    /// Whether what is given is given to the card itself.
    pub to_itself: bool,
    /// Whether nobody gives the part: a price that a text puts on a card outside of play.
    pub giverless: bool,
    /// Whether the card costs X.
    pub costs_x: bool,
    /// Whether the effect is the whole of what is played.
    pub root: bool,
    /// What can be disrupted.
    pub disrupts: Disrupts,
    /// Whether the card of the text has been discarded when it resolves, and its Pilots with it (rule 904.1).
    pub departed: bool,
    /// The results that are cards which can be meditated, one bit each.
    pub meditable: u8,
    /// Where the events that a text looks back on are noted.
    pub asked: Option<&'a RefCell<Vec<(Event, Span)>>>,
}

impl<'a> Check<'a> {
    pub const fn new(library: Option<&'a Library>) -> Check<'a> {
        Check {
            library,
            x: false,
            x_of_each: false,
            later: false,
            delayed: false,
            alone: false,
            nameless: false,
            amounts_fixed: false,
            by_each: false,
            in_round: false,
            in_damage: false,
            to_itself: false,
            giverless: false,
            costs_x: false,
            root: false,
            disrupts: Disrupts::Tried,
            departed: false,
            meditable: 0,
            asked: None,
        }
    }

    /// A text within the text: nothing is known yet.
    pub const fn within(&self) -> Check<'a> {
        let mut check = Check::new(self.library);
        check.asked = self.asked;
        check
    }

    /// Something that the text looks back on.
    fn past(&self, event: &Event, span: Span) -> Refusal {
        if let Some(asked) = self.asked {
            asked.borrow_mut().push((event.clone(), span));
        }
        self.event(event)
    }

    /// What follows is read later; the answer is for `end_later`.
    pub const fn begin_later(&mut self) -> (bool, bool) {
        let before = (self.later, self.delayed);
        self.later = true;
        before
    }

    pub const fn end_later(&mut self, before: (bool, bool)) {
        (self.later, self.delayed) = before;
    }

    pub fn reference(&self, reference: Reference) -> Refusal {
        match reference {
            _ if self.nameless => no("a card that is pointed at"),
            Reference::Paid(_) | Reference::Result(_) if self.alone => no("an earlier step"),
            Reference::Paid(place) if usize::from(place) >= PAID => no("the third item of a cost"),
            Reference::Paid(1..) if self.later => no("what the second item of a cost was paid with, later"),
            Reference::Paid(_) if self.delayed => no("what a cost was paid with, in a delayed effect"),
            Reference::Result(slot) if usize::from(slot.0) >= RESULTS => no("more than three results"),
            Reference::Result(slot)
                if self.later && !self.delayed && usize::from(slot.0) >= lasting::PAID =>
            {
                no("the third result, later")
            }
            Reference::Giver if self.giverless => no("whoever gives a price to a card outside of play"),
            Reference::This
            | Reference::Giver
            | Reference::Attacker
            | Reference::Defender
            | Reference::Subject
            | Reference::Object
            | Reference::Paid(_)
            | Reference::Result(_)
            | Reference::Each => Ok(()),
        }
    }

    pub fn player(&self, player: Player) -> Refusal {
        match player {
            Player::ControllerOf(reference) | Player::OwnerOf(reference) => self.reference(reference),
            Player::That if self.nameless => no("a player who is pointed at"),
            Player::You
            | Player::Opponent
            | Player::Each
            | Player::Any
            | Player::That
            | Player::InRole(_) => Ok(()),
        }
    }

    /// A player who is asked, pays or rolls: only one can.
    pub fn one_player(&self, player: Player) -> Refusal {
        match player {
            Player::Each | Player::Any => no("something that each player is asked"),
            _ => self.player(player),
        }
    }

    pub fn arena(&self, arena: ArenaRef) -> Refusal {
        match arena {
            ArenaRef::Any | ArenaRef::Named(_) => Ok(()),
            ArenaRef::Of(reference) => self.reference(reference),
            ArenaRef::Chosen(_) if self.alone || self.nameless => no("an earlier step"),
            ArenaRef::Chosen(_) => Ok(()),
        }
    }

    pub fn place(&self, place: Place) -> Refusal {
        match place {
            Place::Arena(arena) => self.arena(arena),
            Place::ArenaOrBuildZone(arena, player) => {
                self.arena(arena)?;
                self.player(player)
            }
            Place::Stack(reference) | Place::StackedWith(reference) | Place::Beneath(reference) => {
                self.reference(reference)
            }
            Place::BuildZone(player)
            | Place::Hand(player)
            | Place::Deck(player)
            | Place::TopOfDeck(player)
            | Place::DiscardPile(player)
            | Place::Supply(player) => self.player(player),
            Place::InPlay => Ok(()),
        }
    }

    pub fn pattern(&self, pattern: &Pattern) -> Refusal {
        match pattern {
            Pattern::Known(reference) => self.reference(*reference),
            Pattern::Any(filter) => self.filter(filter),
            Pattern::OneOf(patterns) => patterns.iter().try_for_each(|pattern| self.pattern(pattern)),
        }
    }

    pub fn class(&self, class: &Class) -> Refusal {
        class.adjectives.iter().try_for_each(|quality| self.quality(quality))
    }

    pub fn filter(&self, filter: &Filter) -> Refusal {
        filter.classes.iter().try_for_each(|class| self.class(class))?;
        filter.control.iter().try_for_each(|player| self.player(*player))?;
        filter.place.iter().try_for_each(|place| self.place(*place))?;
        filter.with.iter().try_for_each(|quality| match quality {
            Quality::Extreme(..) => Ok(()),
            other => self.quality(other),
        })
    }

    fn quality(&self, quality: &Quality) -> Refusal {
        match quality {
            Quality::Chosen(_) if self.alone || self.nameless => no("an earlier step"),
            Quality::Chosen(_) => Ok(()),
            Quality::Extreme(..) => no("\"the highest\" of a part of a list"),
            Quality::AttackableBy(_) if self.later => no("\"can attack\" in a lasting rule"),
            Quality::SameName(pattern) | Quality::SameExpansion(pattern) => self.pattern(pattern),
            Quality::TextContains(_) => Ok(()),
            Quality::AttackableBy(reference) | Quality::OtherThan(reference) | Quality::Among(reference) => {
                self.reference(*reference)
            }
            Quality::Attacking(whom) | Quality::Defending(whom) => {
                whom.iter().try_for_each(|whom| self.pattern(whom))
            }
            Quality::Keyword(_, range) => range.iter().try_for_each(|range| self.range(range)),
            Quality::Measure(_, range) | Quality::Counters(_, range) => self.range(range),
            Quality::On(Relation::Piloting | Relation::Beneath, on)
                if self.departed && **on == Pattern::THIS =>
            {
                no("the Pilots of a unit that has been discarded, or what lay beneath it")
            }
            Quality::Has(_, pattern) | Quality::On(_, pattern) => self.pattern(pattern),
            Quality::Not(not) => self.quality(not),
            Quality::AnyOf(any) => any.iter().try_for_each(|one| self.quality(one)),
            Quality::Subtype(_)
            | Quality::Type(_)
            | Quality::MultiArena
            | Quality::Name(_)
            | Quality::NameContains(_)
            | Quality::Side(_)
            | Quality::CanPilot(_)
            | Quality::Kind(_)
            | Quality::Uniqueness(_)
            | Quality::Tapped
            | Quality::Untapped
            | Quality::Damaged
            | Quality::Undamaged
            | Quality::PartiallyBuilt
            | Quality::FaceUp
            | Quality::FaceDown
            | Quality::Piloted
            | Quality::Stacked
            | Quality::Cornered
            | Quality::Using(Keyword::Bombard | Keyword::Barrage | Keyword::IonCannon) => Ok(()),
            Quality::Using(_) => no("an attack with another keyword"),
        }
    }

    pub fn amount(&self, amount: &Amount) -> Refusal {
        if self.amounts_fixed {
            return Ok(());
        }
        match amount {
            Amount::Number(_) => Ok(()),
            Amount::X if self.x => Ok(()),
            Amount::X => no("an X that nothing explains"),
            Amount::Count(filter) => self.filter(filter),
            Amount::Counters(_, pattern) | Amount::Measure(_, pattern) => self.pattern(pattern),
            Amount::ForceTotal(player) => self.player(*player),
            Amount::ThatMuch | Amount::NaturalDice(_) => Ok(()),
            Amount::Paid(place) if usize::from(*place) < PAID && !self.later => Ok(()),
            Amount::Paid(_) => no("what a cost came to, later"),
            Amount::Result(slot) if usize::from(slot.0) < RESULTS && !self.later => Ok(()),
            Amount::Result(_) => no("what a step came to, later"),
            Amount::Sum(parts) => parts.iter().try_for_each(|part| self.amount(part)),
            Amount::Minus(from, what) | Amount::Difference(from, what) => {
                self.amount(from)?;
                self.amount(what)
            }
            Amount::Times(_, of) | Amount::Half(of, _) | Amount::AtMost(of, _) => self.amount(of),
        }
    }

    pub fn range(&self, range: &Range) -> Refusal {
        match range {
            Range::Exactly(of)
            | Range::AtLeast(of)
            | Range::AtMost(of)
            | Range::MoreThan(of)
            | Range::LessThan(of) => self.amount(of),
            Range::OneOf(_) | Range::Odd | Range::Even => Ok(()),
        }
    }

    pub fn condition(&self, condition: &Condition) -> Refusal {
        match condition {
            Condition::Compare(amount, range) => {
                self.amount(amount)?;
                self.range(range)
            }
            Condition::Is(reference, filter) => {
                self.reference(*reference)?;
                self.filter(filter)
            }
            Condition::Controls(player, arena) => {
                self.player(*player)?;
                self.arena(*arena)
            }
            Condition::During(_) | Condition::UnitAttacking => Ok(()),
            Condition::Happened(event, span, range) => {
                self.past(event, *span)?;
                self.range(range)
            }
            Condition::All(all) | Condition::Any(all) => all.iter().try_for_each(|one| self.condition(one)),
            Condition::Not(not) => self.condition(not),
        }
    }

    pub fn selector(&self, selector: &Selector) -> Refusal {
        match selector {
            Selector::Known(reference) => self.reference(*reference),
            Selector::Each(filter) => self.filter(filter),
            Selector::Choose(choice) => self.choice(choice),
            Selector::Together(parts) => {
                let choices = parts.iter().filter(|part| matches!(part, Selector::Choose(_))).count();
                let nested = parts.iter().any(|part| matches!(part, Selector::Together(_)));
                if choices > 1 || nested {
                    return no("several choices at once");
                }
                parts.iter().try_for_each(|part| self.selector(part))
            }
        }
    }

    pub fn choice(&self, choice: &Choice) -> Refusal {
        match choice.chooser {
            Chooser::By(Player::Each) if self.by_each || choice.of.control == Some(Player::That) => {}
            Chooser::By(player) => self.one_player(player)?,
            Chooser::Random => {}
        }
        if choice.of.place == Some(Place::TopOfDeck(Player::Any)) {
            return no("the top cards of whichever deck");
        }
        match &choice.quantity {
            Quantity::Exactly(of) => self.amount(of)?,
            _ if matches!(choice.of.place, Some(Place::TopOfDeck(_))) => {
                return no("a choice among the top cards of a deck");
            }
            Quantity::UpTo(of) => self.amount(of)?,
            Quantity::Between(..) | Quantity::AnyNumber | Quantity::All => {}
        }
        if let Some(Together::Total(_, range)) = &choice.together {
            self.range(range)?;
        }
        self.filter(&choice.of)
    }

    pub fn timing(&self, timing: &Timing) -> Refusal {
        timing.only.iter().try_for_each(|only| match only {
            // Only what has a chance can be played then (rules 603.8, 1307.3, 1307.5, 1307.9).
            PlayOnly::At(_, stage) => match stage {
                Stage::BattlePhase | Stage::BattleStep(_) | Stage::BuildStep(_) => Ok(()),
                Stage::Setup | Stage::Turn | Stage::RetreatStep(_) => no("a play at this time"),
            },
            PlayOnly::During(stage) => match stage {
                Stage::Turn | Stage::BattlePhase | Stage::BattleStep(_) | Stage::BuildStep(_) => Ok(()),
                Stage::Setup | Stage::RetreatStep(_) => no("a play at this time"),
            },
            PlayOnly::NoUnitAttacking | PlayOnly::AnyTime => Ok(()),
            PlayOnly::WouldAttack(who) => self.pattern(who),
            PlayOnly::If(condition) => self.condition(condition),
            PlayOnly::When(event) => match &**event {
                // The card isn't there any more when the chance comes.
                Event::Discarded { .. } | Event::Leaves(_) => no("a play directly after a card has left"),
                _ => self.event(event),
            },
            PlayOnly::WhenWould(event) => match &**event {
                // The choice that "that unit" means is made when the play is announced.
                Event::Discarded { what: Pattern::Known(Reference::Result(_)), .. } => Ok(()),
                Event::Discarded { .. } | Event::Damage { .. } => self.event(event),
                _ => no("\"play only when\" this would happen"),
            },
            PlayOnly::Before(event) => self.past(event, Span::ThisTurn),
        })
    }

    pub fn event(&self, event: &Event) -> Refusal {
        let patterns: Vec<&Pattern> = match event {
            Event::GainsArena(who, arena) => {
                self.player(*who)?;
                self.arena(*arena)?;
                Vec::new()
            }
            Event::Draws(who) | Event::Searches(who) | Event::Pool { who, .. } => {
                self.player(*who)?;
                Vec::new()
            }
            Event::Stage(..) | Event::BuildRoll => Vec::new(),
            Event::Deploys { who, what, .. }
            | Event::Completes { who, what }
            | Event::Plays { who, what }
            | Event::Enters { who, what, .. } => {
                self.player(*who)?;
                vec![what]
            }
            Event::Moves(what)
            | Event::Leaves(what)
            | Event::Retreats(what)
            | Event::AttackEnds(what)
            | Event::Taps(what)
            | Event::Untaps(what)
            | Event::Uses(what, _)
            | Event::Works(what, _)
            | Event::Disrupted(what) => vec![what],
            Event::Discarded { what, from, cause } => {
                from.iter().try_for_each(|place| self.place(*place))?;
                match cause {
                    Cause::DamageFrom(source) | Cause::AttackDamageFrom(source) => vec![what, source],
                    Cause::By(player) => {
                        self.player(*player)?;
                        vec![what]
                    }
                    Cause::Any => vec![what],
                }
            }
            Event::Attacks { attacker, defender, .. } => std::iter::once(attacker).chain(defender).collect(),
            Event::IsAttacked { defender, attacker } => std::iter::once(defender).chain(attacker).collect(),
            Event::Damage { source, target, .. } => source.iter().chain(target).collect(),
            Event::Prevents { target, attacker, .. } => std::iter::once(target).chain(attacker).collect(),
            Event::Counters { who, on, .. } => {
                who.iter().try_for_each(|who| self.player(*who))?;
                vec![on]
            }
            Event::Attached(what, on) | Event::Stacked(_, what, on) => {
                vec![what, on]
            }
        };
        patterns.into_iter().try_for_each(|pattern| self.pattern(pattern))
    }
}
