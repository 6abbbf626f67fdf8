//! Joining: which events of the engine are one event for people. "Pays 1 Force", "uses Evade" and "2 damage prevented" is
//! one thing that happened. Events are joined only within a step, so what is told doesn't depend on who asks when.

use engine::What;
use engine::state::Moment;
use std::ops::Range;
use vocab::ability::{Entry, Flow, Pool};
use vocab::{Counter, Keyword};

/// The kinds of events that people are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A turn starts.
    Turn,
    /// A step starts.
    Step,
    /// Somebody gains, loses or pays Force or build points.
    Pool,
    /// The roll for build points, or another one outside attacks.
    Roll,
    /// Somebody draws.
    Draw,
    /// Build counters are put.
    Build,
    /// Other counters are put or removed.
    Counter,
    /// A card is shown: completed, or revealed by something else.
    Reveal,
    /// A unit comes into an arena, onto another card, or into the build zone.
    Deploy,
    /// A unit retreats.
    Retreat,
    /// A card is played from the hand.
    Play,
    /// An attack is declared.
    Attack,
    /// Another unit is attacked instead.
    Redirect,
    /// An ability or a keyword does something.
    Use,
    /// The dice of an attack.
    Dice,
    /// A die is rolled again.
    Reroll,
    /// Hits and the damage that comes of them.
    Sum,
    /// Damage is prevented.
    Prevent,
    /// Damage lands.
    Damage,
    /// A card is discarded.
    Discard,
    /// An arena is won.
    Control,
    /// The game is over.
    Over,
    /// Everything else: a sentence.
    Note,
}

impl Kind {
    /// Its word in batches.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Step => "step",
            Kind::Pool => "pool",
            Kind::Roll => "roll",
            Kind::Draw => "draw",
            Kind::Build => "build",
            Kind::Counter => "counter",
            Kind::Reveal => "reveal",
            Kind::Deploy => "deploy",
            Kind::Retreat => "retreat",
            Kind::Play => "play",
            Kind::Attack => "attack",
            Kind::Redirect => "redirect",
            Kind::Use => "use",
            Kind::Dice => "dice",
            Kind::Reroll => "reroll",
            Kind::Sum => "sum",
            Kind::Prevent => "prevent",
            Kind::Damage => "damage",
            Kind::Discard => "discard",
            Kind::Control => "control",
            Kind::Over => "over",
            Kind::Note => "note",
        }
    }
}

/// A told event, as far as joining looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The step that made it happen.
    pub step: u32,
    /// Whether it belongs to an attack.
    pub in_attack: bool,
    /// What happened.
    pub what: What,
}

/// Joins events: each is in exactly one of the ranges, which follow each other without a gap.
pub fn join(all: &[Told]) -> Vec<(Kind, Range<usize>)> {
    let mut joined = Vec::new();
    let mut at = 0;
    while let Some(first) = all.get(at) {
        let step = all[at..].iter().take_while(|told| told.step == first.step).count();
        let (kind, length) = next(&all[at..at + step]);
        joined.push((kind, at..at + length));
        at += length;
    }
    joined
}

/// How many events at the start of `rest` a test holds for.
fn run(rest: &[Told], test: impl Fn(What) -> bool) -> usize {
    rest.iter().take_while(|told| test(told.what)).count()
}

const fn gains(what: What, of: Pool) -> bool {
    matches!((what, of), (What::Pool { flow: Flow::Gain, pool: Pool::Force, .. }, Pool::Force))
        || matches!(
            (what, of),
            (What::Pool { flow: Flow::Gain, pool: Pool::BuildPoints, .. }, Pool::BuildPoints)
        )
}

const fn pays(what: What) -> bool {
    matches!(what, What::Pool { flow: Flow::Pay, .. })
}

/// What a use is paid with.
const fn is_price(what: What) -> bool {
    pays(what) || matches!(what, What::RemovedCounters { .. })
}

/// The first event of a rest that is all of one step: its kind, and how many events it takes. The rest isn't empty.
fn next(rest: &[Told]) -> (Kind, usize) {
    let what = rest[0].what;
    let at = |place: usize| rest.get(place).map(|told| told.what);
    match what {
        What::Started(Moment::Ready) => (Kind::Turn, 1),
        What::Started(_) | What::Ended(_) => (Kind::Step, 1),
        What::Pool { .. } => pool(rest),
        What::Rolled { .. } if !rest[0].in_attack => {
            let gained = run(&rest[1..], |what| gains(what, Pool::BuildPoints));
            let named = usize::from(matches!(at(1 + gained), Some(What::BuildRoll(_))));
            (Kind::Roll, if named == 1 { 2 + gained } else { 1 })
        }
        What::BuildRoll(_) => (Kind::Roll, 1),
        What::Rolled { .. } => (Kind::Dice, 1),
        What::Rerolled { .. } => (Kind::Reroll, 1),
        What::Drew { who, .. } => {
            (Kind::Draw, run(rest, |what| matches!(what, What::Drew { who: other, .. } if other == who)))
        }
        What::PutCounters { kind: Counter::Build, .. } => (Kind::Build, 1),
        What::PutCounters { kind: Counter::Damage, card, .. } => match at(1) {
            Some(What::Damaged { unit, .. }) if unit == card => (Kind::Damage, 2),
            _ => (Kind::Counter, 1),
        },
        What::PutCounters { .. } => (Kind::Counter, 1),
        What::RemovedCounters { .. } => used(rest).unwrap_or((Kind::Counter, 1)),
        What::Revealed(card) => {
            let paid = run(&rest[1..], pays);
            let is_taken = |what: What| matches!(what, What::RemovedCounters { card: other, kind: Counter::Build, .. } if other == card);
            let taken = run(&rest[1 + paid..], is_taken);
            // Hidden Cost: shown, paid for and deployed in one go (rule 1731.1).
            if let Some(What::Deployed { card: deployed, using: Some(_), .. }) = at(1 + paid + taken)
                && deployed == card
            {
                return (Kind::Deploy, 2 + paid + taken);
            }
            match (at(1), at(1 + paid)) {
                (_, Some(What::Played { card: played, .. })) if played == card => (Kind::Play, 2 + paid),
                (Some(What::RemovedCounters { card: other, kind: Counter::Build, .. }), _)
                    if other == card =>
                {
                    (Kind::Reveal, 2)
                }
                _ => (Kind::Reveal, 1),
            }
        }
        What::Entered { .. } | What::Deployed { .. } => (Kind::Deploy, 1),
        What::NewTop { .. } | What::Stacked { .. } => (Kind::Deploy, stacked(rest)),
        What::Retreated(_) => (Kind::Retreat, 1),
        What::Played { .. } => (Kind::Play, 1),
        What::Attacks { .. } => (Kind::Attack, 1),
        What::IsAttacked { .. } => (Kind::Redirect, 1),
        What::Used { .. } | What::Keyword { .. } => used(rest).unwrap_or((Kind::Use, 1)),
        What::Hits { defender, .. } => {
            let worked = run(&rest[1..], |what| matches!(what, What::Keyword { .. }));
            match at(1 + worked) {
                Some(What::Pending { to, .. }) if to == defender => (Kind::Sum, 2 + worked),
                _ => (Kind::Sum, 1),
            }
        }
        What::Pending { .. } => (Kind::Sum, 1),
        What::Prevented { .. } => (Kind::Prevent, 1),
        What::Damaged { .. } => (Kind::Damage, 1),
        What::Discarded { .. } => (Kind::Discard, 1),
        What::GainedArena { .. } => (Kind::Control, 1),
        What::Over(_) => (Kind::Over, 1),
        What::Moved { .. }
        | What::Shuffled(_)
        | What::Searched(_)
        | What::LookedAt { .. }
        | What::Completed { .. }
        | What::Tapped(_)
        | What::Untapped(_)
        | What::Die { .. }
        | What::AttackEnded { .. }
        | What::Disrupted(_)
        | What::Predicted { .. }
        | What::Attached { .. }
        | What::Detached { .. }
        | What::Controlled { .. }
        | What::ChainEnded(_)
        | What::ByHand { .. }
        | What::Agreed { .. }
        | What::TakenBack { .. }
        | What::Bid { .. } => (Kind::Note, 1),
    }
}

/// An event that begins with Force or build points: what they are paid for, or what both players gain.
fn pool(rest: &[Told]) -> (Kind, usize) {
    for of in [Pool::Force, Pool::BuildPoints] {
        let gained = run(rest, |what| gains(what, of));
        if gained > 0 {
            return (Kind::Pool, gained);
        }
    }
    let paid = run(rest, pays);
    match rest.get(paid).map(|told| told.what) {
        Some(What::PutCounters { kind: Counter::Build, .. }) if paid > 0 => (Kind::Build, paid + 1),
        Some(What::Entered { by: Entry::Put, .. }) if paid > 0 => {
            (Kind::Deploy, paid + 1 + replaced(rest, paid + 1))
        }
        Some(What::NewTop { .. } | What::Stacked { .. }) if paid > 0 => {
            (Kind::Deploy, paid + stacked(&rest[paid..]))
        }
        Some(What::Played { .. }) if paid > 0 => (Kind::Play, paid + 1),
        _ => used(rest).unwrap_or((Kind::Pool, 1)),
    }
}

/// Whether a card is drawn for the one that was just put down (rule 503.1).
fn replaced(rest: &[Told], at: usize) -> usize {
    match (rest.first().map(|told| told.what), rest.get(at).map(|told| told.what)) {
        (Some(What::Pool { who, .. }), Some(What::Drew { who: other, .. })) if who == other => 1,
        _ => 0,
    }
}

/// A card that joins a stack: on top or under it, and its deployment.
fn stacked(rest: &[Told]) -> usize {
    let top = run(rest, |what| matches!(what, What::NewTop { .. }));
    let joins = run(&rest[top..], |what| matches!(what, What::Stacked { .. }));
    let deployed = run(&rest[top + joins..], |what| matches!(what, What::Deployed { .. })).min(1);
    (top + joins + deployed).max(1)
}

/// A price, what is used for it, and what comes of it at once.
fn used(rest: &[Told]) -> Option<(Kind, usize)> {
    let paid = run(rest, is_price);
    let mut length = paid;
    let mut card = None;
    if let Some(What::Used { card: used, .. }) = rest.get(length).map(|told| told.what) {
        (card, length) = (Some(used), length + 1);
    } else if paid > 0 {
        return None;
    }
    let mut kind = Kind::Use;
    match rest.get(length).map(|told| told.what) {
        Some(What::Keyword { unit, keyword, .. }) if card.is_none_or(|card| card == unit) => {
            length += 1;
            if turns_an_attack(keyword)
                && matches!(rest.get(length), Some(Told { what: What::IsAttacked { .. }, .. }))
            {
                return Some((Kind::Redirect, length + 1));
            }
        }
        Some(What::Attached { equipment, .. }) if card == Some(equipment) => return Some((kind, length + 1)),
        _ => {}
    }
    let prevented =
        run(&rest[length..], |what| matches!(what, What::Prevented { by, .. } if card == Some(by)));
    if prevented > 0 {
        (kind, length) = (Kind::Prevent, length + prevented);
    }
    (length > 0).then_some((kind, length))
}

const fn turns_an_attack(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Intercept | Keyword::Redirect)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Told, join};
    use engine::What;
    use engine::state::{Moment, Slot, Where};
    use engine::{AbilityId, DiscardCause, Mode};
    use vocab::ability::{Entry, Flow, Pool};
    use vocab::{Counter, Keyword, Role};

    fn slots() -> (Slot, Slot) {
        (Slot::new(1).expect("a slot"), Slot::new(2).expect("a slot"))
    }

    fn pool(flow: Flow, pool: Pool, amount: u16) -> What {
        What::Pool { who: Role::Dark, flow, pool, amount }
    }

    /// The kinds of what happened in one step, and how many events each takes.
    fn kinds(all: &[What]) -> Vec<(Kind, usize)> {
        let told: Vec<Told> = all.iter().map(|what| Told { step: 7, in_attack: true, what: *what }).collect();
        let joined = join(&told);
        let places: Vec<usize> = joined.iter().flat_map(|(_, range)| range.clone()).collect();
        assert_eq!(places, (0..all.len()).collect::<Vec<_>>(), "each in exactly one");
        joined.into_iter().map(|(kind, range)| (kind, range.len())).collect()
    }

    #[test]
    fn a_price_its_use_and_what_it_prevents_are_one_event() {
        let (a, b) = slots();
        let used = What::Used { card: a, ability: AbilityId::default() };
        let prevented =
            What::Prevented { to: a, amount: 2, by: a, using: Some(Keyword::Evade), attack: Some(b) };
        let pay = pool(Flow::Pay, Pool::Force, 1);
        assert_eq!(kinds(&[pay, used, prevented]), [(Kind::Prevent, 3)]);
        assert_eq!(kinds(&[pay, used]), [(Kind::Use, 2)]);
        assert_eq!(kinds(&[pay]), [(Kind::Pool, 1)], "a price alone");
        assert_eq!(kinds(&[pool(Flow::Lose, Pool::Force, 1)]), [(Kind::Pool, 1)], "no price at all");
        let keyword = What::Keyword { unit: a, keyword: Keyword::Intercept, value: 0 };
        let instead = What::IsAttacked { defender: a, attacker: b };
        assert_eq!(kinds(&[pay, used, keyword, instead]), [(Kind::Redirect, 4)]);
        let spent = What::RemovedCounters { card: a, kind: Counter::Resource, amount: 2, who: Role::Dark };
        assert_eq!(
            kinds(&[spent, used, pool(Flow::Gain, Pool::BuildPoints, 1)]),
            [(Kind::Use, 2), (Kind::Pool, 1)]
        );
    }

    #[test]
    fn an_attack_is_declared_rolled_summed_landed_and_ended_by_a_departure() {
        let (a, b) = slots();
        let all = [
            What::Attacks { attacker: a, defender: b, mode: Mode::Normal },
            What::Rolled { who: Role::Dark, dice: 2 },
            What::Rerolled { from: 2, to: 6 },
            What::Hits { attacker: a, defender: b, hits: 2 },
            What::Keyword { unit: a, keyword: Keyword::CriticalHit, value: 1 },
            What::Pending { to: b, from: a, amount: 3 },
            What::PutCounters { card: b, kind: Counter::Damage, amount: 3, who: Role::Dark },
            What::Damaged { unit: b, from: a, amount: 3, using: None },
            What::Discarded { card: b, from: Where::Deck, cause: DiscardCause::AttackDamage(a) },
        ];
        let expected = [
            (Kind::Attack, 1),
            (Kind::Dice, 1),
            (Kind::Reroll, 1),
            (Kind::Sum, 3),
            (Kind::Damage, 2),
            (Kind::Discard, 1),
        ];
        assert_eq!(kinds(&all), expected);
    }

    #[test]
    fn the_ready_phase_is_a_turn_the_force_of_both_and_a_roll() {
        let (force, points) = (pool(Flow::Gain, Pool::Force, 4), pool(Flow::Gain, Pool::BuildPoints, 5));
        let all = [
            What::Started(Moment::Ready),
            force,
            force,
            What::Rolled { who: Role::Light, dice: 1 },
            points,
            points,
            What::BuildRoll(5),
            What::Started(Moment::BuildStep(Role::Dark)),
        ];
        let told: Vec<Told> =
            all.iter().map(|what| Told { step: 1, in_attack: false, what: *what }).collect();
        let kinds: Vec<(Kind, usize)> =
            join(&told).into_iter().map(|(kind, range)| (kind, range.len())).collect();
        assert_eq!(kinds, [(Kind::Turn, 1), (Kind::Pool, 2), (Kind::Roll, 4), (Kind::Step, 1)]);
    }

    #[test]
    fn cards_are_built_shown_and_played_in_one_event_each() {
        let (a, b) = slots();
        let counters = What::PutCounters { card: a, kind: Counter::Build, amount: 3, who: Role::Dark };
        assert_eq!(kinds(&[pool(Flow::Pay, Pool::BuildPoints, 3), counters]), [(Kind::Build, 2)]);
        let removed = What::RemovedCounters { card: a, kind: Counter::Build, amount: 3, who: Role::Dark };
        assert_eq!(kinds(&[What::Revealed(a), removed]), [(Kind::Reveal, 2)]);
        let (pay, played) = (pool(Flow::Pay, Pool::Force, 2), What::Played { who: Role::Dark, card: a });
        assert_eq!(kinds(&[What::Revealed(a), pay, pay, played]), [(Kind::Play, 4)]);
        assert_eq!(kinds(&[What::Revealed(b), pay, played]), [(Kind::Reveal, 1), (Kind::Play, 2)]);
        let put = What::Entered { who: Role::Dark, unit: a, arena: vocab::Arena::Space, by: Entry::Put };
        let drew = What::Drew { who: Role::Dark, card: a };
        assert_eq!(kinds(&[pool(Flow::Pay, Pool::BuildPoints, 3), put, drew]), [(Kind::Deploy, 3)]);
        let (top, joins) = (What::NewTop { unit: a, top: b }, What::Stacked { card: b, unit: a });
        assert_eq!(kinds(&[pay, top, joins, drew]), [(Kind::Deploy, 3), (Kind::Draw, 1)]);
        assert_eq!(kinds(&[joins]), [(Kind::Deploy, 1)]);
        let other = What::Drew { who: Role::Light, card: b };
        assert_eq!(kinds(&[drew, drew, other]), [(Kind::Draw, 2), (Kind::Draw, 1)]);
    }

    #[test]
    fn what_happens_in_two_steps_is_not_joined() {
        let (a, _) = slots();
        let used =
            Told { step: 1, in_attack: true, what: What::Used { card: a, ability: AbilityId::default() } };
        let prevented = What::Prevented { to: a, amount: 2, by: a, using: None, attack: None };
        let later = Told { step: 2, in_attack: true, what: prevented };
        assert_eq!(join(&[used, later]), [(Kind::Use, 0..1), (Kind::Prevent, 1..2)]);
    }
}
