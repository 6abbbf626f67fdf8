//! Whether something that happened is what a text waits for.

use crate::facts::text::amount::{in_range, kinds};
use crate::facts::text::condition::is_stage;
use crate::facts::text::filter::{is_at, is_meant};
use crate::facts::text::{Scope, arena_of};
use crate::records::attack::Mode;
use crate::records::decision::Spot;
use crate::records::event::{DiscardCause, Event, What};
use crate::records::state::{Moment, Slot, Slot0, Where};
use vocab::ability::{
    self, AbilityClass, AbilityKind, Amount, Cause, CounterChange, Edge, Effect, Entry, Joining, Noun,
    Pattern, Place, Range, Stage,
};
use vocab::{Keyword, Role};

/// What an event means to the text that waits for it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parties {
    pub subject: Slot0,
    pub object: Slot0,
    pub that: Option<Role>,
    pub that_much: i16,
}

impl Parties {
    fn of(subject: Slot) -> Parties {
        Parties { subject: Some(subject), ..Parties::default() }
    }

    fn and(mut self, object: Slot) -> Parties {
        self.object = Some(object);
        self
    }

    fn by(mut self, who: Role) -> Parties {
        self.that = Some(who);
        self
    }

    fn much(mut self, number: i16) -> Parties {
        self.that_much = number;
        self
    }
}

fn any(scope: Scope, pattern: Option<&Pattern>, card: Slot) -> bool {
    pattern.is_none_or(|pattern| is_meant(scope, pattern, card))
}

fn within(scope: Scope, range: Option<&Range>, number: i16) -> bool {
    range.is_none_or(|range| is_x(range) || in_range(scope, number, range))
}

/// "X Force": the number of the event, whatever it is.
fn is_x(range: &Range) -> bool {
    *range == Range::Exactly(Amount::X)
}

/// Whether an event says what X is ("gain X Force").
pub(crate) fn binds_x(event: &ability::Event) -> bool {
    use ability::Event as E;
    match event {
        E::Damage { amount, .. } | E::Counters { amount, .. } | E::Pool { amount, .. } => {
            amount.as_ref().is_some_and(is_x)
        }
        // 201.3: the X of its own cost.
        E::Completes { what, .. } => *what == Pattern::THIS,
        E::Stage(..)
        | E::BuildRoll
        | E::Deploys { .. }
        | E::Plays { .. }
        | E::Enters { .. }
        | E::Moves(_)
        | E::Leaves(_)
        | E::Retreats(_)
        | E::Attacks { .. }
        | E::IsAttacked { .. }
        | E::AttackEnds(_)
        | E::Prevents { .. }
        | E::Discarded { .. }
        | E::Taps(_)
        | E::Untaps(_)
        | E::Attached(..)
        | E::Stacked(..)
        | E::Uses(..)
        | E::Works(..)
        | E::Draws(_)
        | E::Searches(_)
        | E::Disrupted(_)
        | E::GainsArena(..) => false,
    }
}

/// Whether an attack of this mode uses a keyword.
fn uses(using: Option<Keyword>, mode: Mode) -> bool {
    using.is_none_or(|keyword| match mode {
        Mode::Normal => false,
        Mode::Bombard => keyword == Keyword::Bombard,
        Mode::Barrage => keyword == Keyword::Barrage,
        Mode::IonCannon => keyword == Keyword::IonCannon,
    })
}

/// The parties of an event if it is the one that a text waits for.
pub(crate) fn matches(scope: Scope, wanted: &ability::Event, event: &Event) -> Option<Parties> {
    use ability::Event as E;
    let whom = |player, role| scope.is_player(player, role);
    // 802.4: a card that was deployed into a stack or onto a unit isn't a unit of its own.
    let cards = scope.as_cards();
    match (wanted, &event.what) {
        (E::Stage(edge, stage), What::Started(moment)) => is_edge(scope, *edge, *stage, *moment, Edge::Start),
        (E::Stage(edge, stage), What::Ended(moment)) => is_edge(scope, *edge, *stage, *moment, Edge::End),
        (E::BuildRoll, What::BuildRoll(roll)) => Some(Parties::default().much(i16::from(*roll))),
        (E::Deploys { who, what, using }, What::Deployed { who: role, card, using: by, .. }) => {
            // 902.1: a card that was deployed as a Pilot is no unit in the arena.
            let is_beside = matches!(scope.game.state.card(*card).place, Where::Piloting(_))
                && is_of_units_in_arena(what);
            (whom(*who, *role)
                && !is_beside
                && is_meant(cards, what, *card)
                && (using.is_none() || using == by))
                .then(|| Parties::of(*card).by(*role))
        }
        (E::Completes { who, what }, What::Completed { who: role, card, x }) => (whom(*who, *role)
            && is_meant(cards, what, *card))
        .then(|| Parties::of(*card).by(*role).much(i16::from(*x))),
        (E::Plays { who, what }, What::Played { who: role, card }) => {
            (whom(*who, *role) && is_meant(cards, what, *card)).then(|| Parties::of(*card).by(*role))
        }
        (E::Enters { who, what, arena, by }, What::Entered { who: role, unit, arena: place, by: way }) => (by
            .contains(way)
            && whom(*who, *role)
            && is_meant(scope, what, *unit)
            && scope.is_arena(*arena, *place))
        .then(|| Parties::of(*unit).by(*role)),
        // 802.4, 802.7: what is deployed into a stack is deployed into its arena, though no unit comes (rule 1705.6).
        (
            E::Enters { who, what, arena, by },
            What::Deployed { who: role, card, spot: Spot::OnTop(_) | Spot::Under(_), .. },
        ) => {
            let is_there = arena_of(scope.game, *card).is_some_and(|place| scope.is_arena(*arena, place));
            (is_there && by.contains(&Entry::Deployed) && whom(*who, *role) && is_meant(cards, what, *card))
                .then(|| Parties::of(*card).by(*role))
        }
        (E::Leaves(what), What::Moved { card, from: Where::Arena(from), to })
            if *to != Where::Arena(*from) =>
        {
            is_meant(scope, what, *card).then(|| Parties::of(*card))
        }
        (E::Moves(what), What::Moved { card, from: Where::Arena(_), to: Where::Arena(_) })
        | (E::Taps(what), What::Tapped(card))
        | (E::Untaps(what), What::Untapped(card))
        | (E::Disrupted(what), What::Disrupted(card)) => {
            is_meant(scope, what, *card).then(|| Parties::of(*card))
        }
        (E::Retreats(what), What::Retreated(card)) => {
            is_meant(scope.leaving(*card), what, *card).then(|| Parties::of(*card))
        }
        (
            E::Attacks { attacker, defender, using },
            What::Attacks { attacker: unit, defender: against, mode },
        ) => (is_meant(scope, attacker, *unit)
            && any(scope, defender.as_ref(), *against)
            && uses(*using, *mode))
        .then(|| Parties::of(*unit).and(*against)),
        (E::IsAttacked { defender, attacker }, What::IsAttacked { defender: unit, attacker: by }) => {
            (is_meant(scope, defender, *unit) && any(scope, attacker.as_ref(), *by))
                .then(|| Parties::of(*unit).and(*by))
        }
        (E::AttackEnds(what), What::AttackEnded { attacker, defender }) => {
            is_meant(scope, what, *attacker).then(|| Parties::of(*attacker).and(*defender))
        }
        (
            E::Damage { source, target, amount, using },
            What::Damaged { unit, from, amount: much, using: by },
        ) => {
            let much = i16::from(*much);
            (any(scope.seeing(*from), source.as_ref(), *from)
                && any(scope, target.as_ref(), *unit)
                && within(scope, amount.as_ref(), much)
                && (using.is_none() || using == by))
                .then(|| Parties::of(*unit).and(*from).much(much))
        }
        (
            E::Prevents { who, target, attacker, using },
            What::Prevented { to, amount, by, using: with, attack },
        ) => {
            let preventer = scope.game.state.card(*by).controller;
            let is_of = |attacker: &Pattern| attack.is_some_and(|unit| is_meant(scope, attacker, unit));
            (who.is_none_or(|who| whom(who, preventer))
                && is_meant(scope, target, *to)
                && attacker.as_ref().is_none_or(is_of)
                && (using.is_none() || using == with))
                .then(|| Parties::of(*to).and(*by).much(i16::from(*amount)))
        }
        (E::Discarded { what, from, cause }, What::Discarded { card, from: _, cause: why }) => {
            // Noticed while the card is still there: its place is where it is discarded from.
            (is_meant(scope, what, *card)
                && from.is_none_or(|place| is_at(scope, place, *card))
                && is_cause(scope, cause, *why))
            .then(|| {
                let parties = Parties::of(*card);
                match why {
                    DiscardCause::Damage(source) | DiscardCause::AttackDamage(source) => parties.and(*source),
                    DiscardCause::Player(role) => parties.by(*role),
                    DiscardCause::Health | DiscardCause::Uniqueness | DiscardCause::Rule => parties,
                }
            })
        }
        (
            E::Counters { change: CounterChange::Put, who, kind, on, amount },
            What::PutCounters { card, kind: put, amount: much, who: role },
        )
        | (
            E::Counters { change: CounterChange::Removed, who, kind, on, amount },
            What::RemovedCounters { card, kind: put, amount: much, who: role },
        ) => {
            let much = i16::from(*much);
            (who.is_none_or(|who| whom(who, *role))
                && kinds(kind).contains(put)
                && is_meant(scope, on, *card)
                && within(scope, amount.as_ref(), much))
            .then(|| Parties::of(*card).by(*role).much(much))
        }
        (E::Attached(what, on), What::Attached { equipment: card, host }) => (is_meant(scope, what, *card)
            && is_meant(scope, on, *host))
        .then(|| Parties::of(*card).and(*host)),
        // A card that comes on top is the unit from then on.
        (E::Stacked(how, what, on), What::Stacked { card, unit: host }) => ((*how == Joining::Anywhere
            || card != host)
            && is_meant(scope, what, *card)
            && is_meant(scope, on, *host))
        .then(|| Parties::of(*card).and(*host)),
        (
            E::Pool { who, flow, pool, amount },
            What::Pool { who: role, flow: way, pool: of, amount: much },
        ) => {
            let much = i16::try_from(*much).unwrap_or(i16::MAX);
            (whom(*who, *role) && flow == way && pool == of && within(scope, amount.as_ref(), much))
                .then(|| Parties { that: Some(*role), that_much: much, ..Parties::default() })
        }
        // What was stored is told again when it is dealt (rule 1112.1): it triggered before.
        // 603.2: a Bounty is gained when the build step starts, not when it is earned; its unit may have left.
        (E::Works(what, Keyword::Bounty), What::Keyword { unit, keyword: Keyword::Bounty, .. }) => {
            (event.rule == vocab::RuleNumber::new(603, 2) && is_meant(scope.seeing(*unit), what, *unit))
                .then(|| Parties::of(*unit))
        }
        (E::Works(what, keyword), What::Keyword { unit, keyword: own, .. }) => {
            (own == keyword && event.rule != vocab::RuleNumber::new(1112, 1) && is_meant(scope, what, *unit))
                .then(|| Parties::of(*unit))
        }
        (E::Uses(what, class), What::Used { card, ability }) => {
            (is_meant(scope, what, *card) && is_of_class(scope, class, *ability)).then(|| Parties::of(*card))
        }
        (E::Draws(who), What::Drew { who: role, .. }) | (E::Searches(who), What::Searched(role)) => {
            whom(*who, *role).then(|| Parties::default().by(*role))
        }
        (E::GainsArena(who, arena), What::GainedArena { who: role, arena: place }) => {
            (whom(*who, *role) && scope.is_arena(*arena, *place)).then(|| Parties::default().by(*role))
        }
        _ => None,
    }
}

/// Whether a text speaks of units in an arena.
fn is_of_units_in_arena(what: &Pattern) -> bool {
    match what {
        Pattern::Any(such) => {
            matches!(such.place, Some(Place::Arena(_)))
                && such.classes.iter().all(|class| class.noun == Noun::Unit)
        }
        Pattern::Known(_) => false,
        Pattern::OneOf(several) => several.iter().any(is_of_units_in_arena),
    }
}

/// Whether an ability is of a class (rules 1301.2, 1301.6).
pub(crate) fn is_of_class(scope: Scope, class: &AbilityClass, id: crate::records::id::AbilityId) -> bool {
    let kind = &scope.game.catalog.ability(id).kind;
    let force = || match kind {
        AbilityKind::Activated(play) => play.costs.0.iter().find_map(|payment| match payment {
            // "Pay X Force" costs what was chosen for X.
            ability::Payment::Force(of) => {
                let play = scope.game.state.contexts.iter().rev().find(|context| context.ability == id);
                let scope = play.map_or(scope, |context| Scope::of_context(scope.game, context));
                Some(crate::facts::text::amount::amount(scope, of))
            }
            _ => None,
        }),
        _ => None,
    };
    let activated = match kind {
        AbilityKind::Activated(_) => true,
        AbilityKind::Keyword(keyword) => keyword.keyword().row().nature == vocab::keyword::Nature::Activated,
        _ => false,
    };
    match class {
        AbilityClass::Any => true,
        AbilityClass::Activated => activated,
        AbilityClass::ForceActivated(range) => {
            force().is_some_and(|cost| within(scope, range.as_ref(), cost))
        }
        AbilityClass::Triggered => matches!(kind, AbilityKind::Triggered(_)),
        AbilityClass::Keyword(keyword) => match kind {
            AbilityKind::Keyword(own) => own.keyword().in_play() == keyword.in_play(),
            AbilityKind::Activated(play) => {
                let playing = scope.context.filter(|context| context.ability == id);
                let state = &scope.game.state;
                let open = || state.contexts.iter().rev().find(|context| context.ability == id);
                let mode = playing.or_else(open).map_or(0, |context| context.mode);
                is_use_of(&play.effect, *keyword, mode)
            }
            AbilityKind::Wrapper(own) => own.keyword().in_play() == keyword.in_play(),
            _ => false,
        },
    }
}

/// Whether what is played is a use of a keyword, alone or among other things: "Evade 2 and Persuade 1". Of several modes
/// the chosen one tells; before one is chosen all of them must be such a use (rule 1306.4).
pub(crate) fn is_use_of(effect: &Effect, keyword: Keyword, mode: u8) -> bool {
    match (effect, mode.checked_sub(1)) {
        (Effect::ChooseOne(_, modes), Some(mode)) => {
            modes.get(usize::from(mode)).is_some_and(|mode| is_use_of(&mode.effect, keyword, 0))
        }
        (Effect::ChooseOne(_, modes), None) => modes.iter().all(|mode| is_use_of(&mode.effect, keyword, 0)),
        _ => used_keywords(effect).any(|own| own.keyword().in_play() == keyword.in_play()),
    }
}

/// The keywords that an effect uses, those of all its modes.
pub(crate) fn used_keywords(effect: &Effect) -> Box<dyn Iterator<Item = &ability::KeywordAbility> + '_> {
    match effect {
        Effect::Keyword(own, _) => Box::new(std::iter::once(own)),
        Effect::Sequence(steps) => Box::new(steps.iter().flat_map(used_keywords)),
        Effect::Named(_, inner) => used_keywords(inner),
        Effect::ChooseOne(_, modes) => Box::new(modes.iter().flat_map(|mode| used_keywords(&mode.effect))),
        _ => Box::new(std::iter::empty()),
    }
}

fn is_cause(scope: Scope, cause: &Cause, why: DiscardCause) -> bool {
    match (cause, why) {
        (Cause::Any, _) => true,
        (Cause::DamageFrom(who), DiscardCause::Damage(source) | DiscardCause::AttackDamage(source))
        | (Cause::AttackDamageFrom(who), DiscardCause::AttackDamage(source)) => {
            is_meant(scope.seeing(source), who, source)
        }
        (Cause::By(player), DiscardCause::Player(role)) => scope.is_player(*player, role),
        (Cause::DamageFrom(_) | Cause::AttackDamageFrom(_) | Cause::By(_), _) => false,
    }
}

/// Whether the start or end of a moment is the edge that a text means. A turn starts with its ready phase and ends
/// when the end of the turn begins (rules 602.1, 605.2).
fn is_edge(scope: Scope, edge: Edge, stage: Stage, moment: Moment, happens: Edge) -> Option<Parties> {
    let fits = match stage {
        Stage::Turn => {
            happens == Edge::Start
                && match edge {
                    Edge::Start => moment == Moment::Ready,
                    Edge::End => moment == Moment::TurnEnd,
                }
        }
        Stage::BattlePhase => edge == happens && moment == Moment::BattlePhase,
        Stage::Setup | Stage::BuildStep(_) | Stage::RetreatStep(_) | Stage::BattleStep(_) => {
            edge == happens && is_stage(scope, stage, moment)
        }
    };
    let that = match moment {
        Moment::BuildStep(role) | Moment::RetreatStep(role) => Some(role),
        _ => None,
    };
    fits.then(|| Parties { that, ..Parties::default() })
}
