//! What a choice is worth at first sight: rules of thumb, cheap enough for every step of a search.
//!
//! The numbers only order the choices of one question; 0 is a choice that changes nothing.

use crate::gain;
use crate::hands;
use crate::quick::best;
use crate::strike::{self, Strike};
use crate::value::{Outlook, worth, worth_of_card};
use engine::state::{Moment, Seed, Slot, Where};
use engine::{Ask, Choice, Game, Mode, Seat, Spot, Viewer, Why};
use vocab::{Arena, Keyword, Role};

/// How an attack is judged: nearly or exactly.
pub(crate) type Judge = fn(&Game, Slot, Slot, Mode) -> Strike;

/// Judges every choice of the question that waits.
pub(crate) fn scores(game: &Game, ask: &Ask, judge: Judge, into: &mut Vec<f32>) {
    // What the arenas need is asked for many choices; it is worked out once.
    let needs = match ask.why {
        Why::SetupBuild | Why::Build | Why::Destination => {
            let outlook = Outlook::of(game, ask.who);
            Needs { arenas: outlook.needs(), outlook: Some(outlook) }
        }
        _ => Needs { arenas: [0.0; 3], outlook: None },
    };
    into.clear();
    into.extend(game.choices().iter().map(|choice| score(game, ask, &needs, *choice, judge)));
}

/// How flat first impressions become as shares.
const TEMPERATURE: f32 = 0.7;

/// The first impression of the choices of the question that waits, as shares that add up to 1: how sure somebody is at
/// first sight. It looks at all cards, so ask it about determinisations.
pub fn shares(game: &Game) -> Vec<f32> {
    let Some(ask) = game.asked() else { return Vec::new() };
    let mut scores = Vec::new();
    self::scores(game, &ask, strike::exact, &mut scores);
    let top = scores.iter().copied().fold(f32::MIN, f32::max);
    let weights: Vec<f32> = scores.iter().map(|score| ((score - top) / TEMPERATURE).exp()).collect();
    let total: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The best choice of the question that waits for a seat, at first sight.
pub fn at_first_sight(seat: Seat<'_>) -> usize {
    let game = seat.determinise(Seed([7, 8]));
    let mut scores = Vec::new();
    if let Some(ask) = game.asked() {
        self::scores(&game, &ask, strike::exact, &mut scores);
    }
    if scores.is_empty() { 0 } else { best(&scores) }
}

/// On how many deals a first impression is asked for.
const IMPRESSIONS: usize = 8;

/// What comes to mind first to a player who sees only the own cards: the choice that deals of the hidden ones make look best.
pub fn first(seat: Seat<'_>) -> Option<usize> {
    let mut sum = vec![0.0_f32; seat.choices().len()];
    for deal in 0..IMPRESSIONS as u64 {
        let game = seat.determinise(Seed([deal, 0x1E57]));
        for (sum, share) in sum.iter_mut().zip(shares(&game)) {
            *sum += share;
        }
    }
    (0..sum.len()).max_by(|one, other| sum[*one].total_cmp(&sum[*other]).then(other.cmp(one)))
}

/// How much each arena needs a unit.
struct Needs {
    arenas: [f32; 3],
    outlook: Option<Outlook>,
}

impl Needs {
    /// What a card adds to the chance to win as a unit in an arena.
    fn gain(&self, game: &Game, card: Slot, arena: Arena) -> f32 {
        self.outlook.as_ref().map_or(0.0, |outlook| outlook.gain(game, card, arena))
    }

    /// What is missed of a card that is no unit in the arena that needs it most, in tenths of a chance to win.
    fn lost(&self, game: &Game, card: Slot) -> f32 {
        let arenas = game.catalog().arenas(game.whole().card(card).definition);
        arenas.map_or(0.0, |arenas| {
            arenas.iter().map(|arena| 10.0 * self.gain(game, card, arena)).fold(0.0, f32::max)
        })
    }
}

fn score(game: &Game, ask: &Ask, needs: &Needs, choice: Choice, judge: Judge) -> f32 {
    if hands::is_left_alone(game.sight(Viewer::Seat(ask.who)), ask.why, choice) {
        return f32::NEG_INFINITY;
    }
    // Whoever goes back comes to the same question again, and would go back for ever.
    if choice == Choice::Back && ask.why != Why::ByHand {
        return f32::NEG_INFINITY;
    }
    match ask.why {
        Why::PlayEvent | Why::PullResource => taking(choice, 1.0),
        Why::Mulligan => mulligan(game, ask.who, choice),
        Why::SetupBuild => setup(game, ask.who, needs, choice),
        Why::SetupPartial => match choice {
            Choice::Card(card) if is_doubled(game, ask.who, card) => -1.0,
            Choice::Card(card) => 0.5 + 0.1 * worth_of_card(game, card),
            _ => 0.0,
        },
        Why::BuildCounters => counters(game, ask, choice),
        Why::Build => build(game, ask.who, needs, choice),
        Why::Destination => destination(game, ask.who, needs, choice),
        Why::Retreat => retreat(game, choice),
        Why::PlayOrPass => play(game, ask.who, choice),
        Why::NextUnit => choice.card().map_or(0.0, |unit| 0.1 * worth(game, unit)),
        Why::Act => act(game, ask, choice, judge),
        Why::Bid => bid(game, ask, choice),
        Why::Optional | Why::Untap => taking(choice, 0.5),
        // 1316.9: computer players do nothing by hand, and let stand what others did.
        Why::ByHand | Why::Agree => 1.0,
        Why::PayOrNot => taking(choice, 0.3),
        Why::Keyword(keyword) => by_keyword(game, ask, keyword, choice),
        Why::Equip => {
            choice.card().map_or(0.0, |unit| own_sign(game, ask.who, unit) * worth(game, unit) * 0.1)
        }
        // It has been paid for.
        Why::Choose if gain::is_passing(choice) => -0.1,
        Why::Choose => dice(game, ask.who, choice),
        Why::Prevent => amount(choice),
        Why::BuildStepStart | Why::Order | Why::Mode | Why::X | Why::Pay | Why::Divide => 0.0,
    }
}

/// Doing something rather than not.
fn taking(choice: Choice, gain: f32) -> f32 {
    match choice {
        Choice::Pass | Choice::Done | Choice::No => 0.0,
        _ => gain,
    }
}

fn amount(choice: Choice) -> f32 {
    match choice {
        Choice::Number(number) => f32::from(number) * 0.3,
        _ => 0.0,
    }
}

fn own_sign(game: &Game, who: Role, card: Slot) -> f32 {
    if game.whole().card(card).controller == who { 1.0 } else { -1.0 }
}

/// Units are what wins: other cards are exchanged until there are enough units (rule 502.7).
fn mulligan(game: &Game, who: Role, choice: Choice) -> f32 {
    let state = game.whole();
    let is_unit = |slot: &Slot| game.catalog().card_type(state.card(*slot).definition).is_deck_unit();
    let units = state.zone(who, Where::Hand).filter(is_unit).count();
    match choice {
        Choice::Card(_) if units < 4 => 0.5,
        Choice::Card(_) => -0.5,
        _ => 0.0,
    }
}

/// Much for the points, in the arena that needs it (rule 503.1).
fn setup(game: &Game, who: Role, needs: &Needs, choice: Choice) -> f32 {
    let Choice::Put(card, spot) = choice else { return -1.0 };
    if is_doubled(game, who, card) {
        return -2.0;
    }
    let cost = f32::from(game.catalog().facts(game.whole().card(card).definition).cost.max(1));
    let efficient = worth_of_card(game, card) / cost;
    match spot {
        Spot::Arena(arena) => 0.3 * efficient + 40.0 * needs.gain(game, card, arena) / cost,
        Spot::OnTop(_) | Spot::Under(_) => efficient + 0.3,
        Spot::BuildZone | Spot::Pilot(_) | Spot::Attach(_) => 0.4,
    }
}

/// As many as are missing, not more.
fn counters(game: &Game, ask: &Ask, choice: Choice) -> f32 {
    let (Choice::Number(number), Some(card)) = (choice, ask.source) else { return 0.0 };
    let record = game.whole().card(card);
    let cost = game.catalog().facts(record.definition).cost;
    let placed = if record.place == Where::BuildZone { record.build } else { 0 };
    let missing = cost.saturating_sub(placed).max(1);
    if number <= missing {
        2.0 * f32::from(number) / f32::from(missing)
    } else {
        -0.2 * f32::from(number - missing)
    }
}

fn build(game: &Game, who: Role, needs: &Needs, choice: Choice) -> f32 {
    let state = game.whole();
    let points = f32::from(state.players[who].build);
    match choice {
        Choice::Play(card)
        | Choice::PlayBy(card, _)
        | Choice::Card(card)
        | Choice::Put(card, Spot::BuildZone)
            if state.card(card).place != Where::DiscardPile && is_doubled(game, who, card) =>
        {
            -2.0
        }
        Choice::Play(card) => 3.0 + 0.05 * worth_of_card(game, card),
        Choice::PlayBy(card, _) => 1.0 + 0.1 * worth_of_card(game, card),
        // A started card: sooner if it can be completed now.
        Choice::Card(card) => {
            let record = state.card(card);
            let missing = f32::from(game.catalog().facts(record.definition).cost) - f32::from(record.build);
            match missing {
                m if m <= 0.0 => -1.0,
                m if m <= points => 2.4,
                _ => 1.6,
            }
        }
        Choice::Put(card, Spot::BuildZone) if state.card(card).place == Where::Hand => {
            let definition = state.card(card).definition;
            let cost = f32::from(game.catalog().facts(definition).cost.max(1));
            let soon = if cost <= points { 0.6 } else { 0.0 };
            let arenas = game.catalog().arenas(definition);
            let most = arenas.map_or(0.02, |arenas| {
                arenas.iter().map(|arena| needs.gain(game, card, arena)).fold(-1.0, f32::max)
            });
            0.6 + soon + 0.2 * worth_of_card(game, card) / cost + 25.0 * most / cost
        }
        Choice::Put(card, Spot::Arena(arena)) => match state.card(card).place {
            Where::BuildZone => {
                let health = game.now(card).health.max(1);
                let left = 1.0 - f32::from(state.card(card).damage) / f32::from(health);
                // Tapped or nearly discarded, it only gives the opponent a target.
                let ready = if state.card(card).is_tapped() { -0.4 } else { 0.8 };
                ready + left - 0.5 + 0.4 * needs.arenas[arena as usize]
            }
            Where::Arena(from) => 0.5 * (needs.arenas[arena as usize] - needs.arenas[from as usize]) - 0.4,
            _ => -0.5,
        },
        // On a ship it's no unit any more (rule 902.1).
        Choice::Put(card, Spot::Pilot(_)) => 0.4 - needs.lost(game, card),
        Choice::Put(..) => -0.5,
        Choice::Use(..) => 0.2,
        _ => 0.0,
    }
}

fn destination(game: &Game, who: Role, needs: &Needs, choice: Choice) -> f32 {
    match choice {
        Choice::Put(_, Spot::Arena(arena)) => 1.0 + needs.arenas[arena as usize],
        Choice::Put(_, Spot::OnTop(_) | Spot::Under(_)) => 1.2,
        Choice::Put(card, Spot::Pilot(_)) => 1.4 - needs.lost(game, card),
        Choice::Put(_, Spot::Attach(host)) => 1.0 + 0.05 * own_sign(game, who, host) * worth(game, host),
        _ => 0.0,
    }
}

/// A unit that is nearly discarded and alone is better kept for later; others hold their arena.
fn retreat(game: &Game, choice: Choice) -> f32 {
    let Choice::Card(unit) = choice else { return 0.0 };
    let health = f32::from(game.now(unit).health.max(1));
    let left = 1.0 - f32::from(game.whole().card(unit).damage) / health;
    if left < 0.35 { -0.1 } else { -0.8 }
}

/// Whether the player already has the same version of a unique unit on the table: another one can't stay (rule 801.4).
fn is_doubled(game: &Game, who: Role, card: Slot) -> bool {
    let state = game.whole();
    let definition = state.card(card).definition;
    let is_same = |other: Slot| {
        let other_card = state.card(other);
        other != card
            && other_card.definition == definition
            && other_card.controller == who
            && other_card.place.is_on_the_table()
    };
    game.catalog().is_unique(definition) && state.slots().any(is_same)
}

/// The acting unit attacks what it can discard and what is worth most (rule 1104.1).
fn act(game: &Game, ask: &Ask, choice: Choice, judge: Judge) -> f32 {
    match (choice, ask.source) {
        (Choice::Attack(target, mode), Some(unit)) => {
            let Strike { destroys, part, dies } = judge(game, unit, target, mode);
            let value = worth(game, target);
            let last = match game.whole().card(target).place {
                Where::Arena(arena) => game.units_of(ask.who.other(), arena).count() == 1,
                _ => false,
            };
            let control = if last { 1.5 } else { 0.0 };
            0.2 + destroys * (value + control) * 0.4 + (1.0 - destroys) * part * value * 0.15
                - dies * worth(game, unit) * 0.3
        }
        (Choice::Use(..), _) => 0.5,
        _ => 0.0,
    }
}

/// Enough to win the contest, no more (rule 806.2).
fn bid(game: &Game, ask: &Ask, choice: Choice) -> f32 {
    let theirs = game.whole().bids[ask.who.other()];
    match choice {
        Choice::Number(number) if number > theirs => 0.4 - 0.1 * f32::from(number - theirs),
        Choice::Number(number) => -0.1 * f32::from(number),
        _ => 0.0,
    }
}

/// A play-or-pass chance. Cards and Force are kept unless something is to be had for them: a tie goes to passing.
fn play(game: &Game, who: Role, choice: Choice) -> f32 {
    let state = game.whole();
    match choice {
        Choice::Use(unit, _) if is_preventing(game) => prevention(game, who, unit),
        Choice::Play(card) if is_preventing(game) => prevention(game, who, card) - 0.1,
        // Lucky costs nothing.
        Choice::Card(_) => 0.8,
        Choice::Use(..) => 0.1,
        Choice::Play(_) => {
            if state.attack().is_some() {
                0.05
            } else {
                -0.1
            }
        }
        Choice::PlayBy(card, _) => match state.moment {
            Moment::BattleStep(_) | Moment::BattlePhase => 0.3 + 0.05 * worth_of_card(game, card),
            _ => 0.1,
        },
        _ => 0.0,
    }
}

fn is_preventing(game: &Game) -> bool {
    game.whole().instances().iter().any(|i| i.amount > 0)
}

/// Force is well spent on a unit that would be discarded, and on little else.
fn prevention(game: &Game, who: Role, by: Slot) -> f32 {
    let state = game.whole();
    if state.sequences.is_empty() {
        return 0.0;
    }
    let mut best = -0.4_f32;
    for instance in state.instances().iter().filter(|i| i.amount > 0) {
        if state.card(instance.to).controller != who {
            continue;
        }
        let left = game.now(instance.to).health - i16::from(state.card(instance.to).damage);
        let amount = i16::from(instance.amount);
        let own = if instance.to == by { 0.1 } else { 0.0 };
        let spare = if state.players[who].force >= 8 { 0.3 } else { 0.0 };
        let gain = if amount >= left && amount - left < 3 {
            0.5 + 0.1 * worth(game, instance.to)
        } else if amount >= left {
            -0.1
        } else {
            -0.1 + spare + 0.3 * f32::from(amount) / f32::from(left.max(1))
        };
        best = best.max(gain + own);
    }
    best
}

/// How a keyword is used: the most of it, at the opponent; dice and predictions by what they are.
fn by_keyword(game: &Game, ask: &Ask, keyword: Keyword, choice: Choice) -> f32 {
    match (keyword, choice) {
        (Keyword::Lucky, _) => dice(game, ask.who, choice),
        (Keyword::Foresight | Keyword::Forewarning, Choice::Number(number)) => {
            let expected = game.whole().attack().map_or(2.0, |attack| {
                let power = game.attack_power(attack.attacker, attack.mode).max(0);
                f32::from(power)
                    * f32::from(strike::sixths(&game.now(attack.attacker), &game.now(attack.defender)))
                    / 6.0
            });
            -0.3 * (f32::from(number) - expected).abs()
        }
        (_, Choice::Card(unit) | Choice::Attack(unit, _)) => {
            0.2 - 0.1 * own_sign(game, ask.who, unit) * worth(game, unit)
        }
        (_, Choice::Number(_)) => amount(choice),
        (_, Choice::Yes) => 0.4,
        _ => 0.0,
    }
}

/// Dice to reroll: the attacker's misses, the opponent's hits. Other choices are as good as each other.
fn dice(game: &Game, who: Role, choice: Choice) -> f32 {
    let (Choice::Die(die), Some(attack)) = (choice, game.whole().attack()) else { return 0.0 };
    let Some(natural) = attack.dice.get(usize::from(die)) else { return 0.0 };
    let sixths = strike::sixths(&game.now(attack.attacker), &game.now(attack.defender));
    let hits = i16::from(*natural) > 6 - sixths;
    let mine = game.whole().card(attack.attacker).controller == who;
    if hits == mine { -0.5 } else { 0.5 }
}
