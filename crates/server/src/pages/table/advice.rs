//! What the coach could say to a question: one line for each idea that is new to somebody who meets it, the rarest first.

use super::sight::Sight;
use super::words::Question;
use crate::pages::face;
use engine::state::{Slot, Where};
use engine::{Chance, Choice, Decision, SeenCard, Spot, Why};
use vocab::{Arena, CardType, Counter, Keyword, Role};

/// What a line is about: each is said once, dangers once a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// The game would be lost at the end of this turn.
    LosesNow,
    /// An arena is about to be left to the other side.
    Leaves,
    /// Build points are about to be lost.
    Wastes,
    /// A sort of question.
    Kind(u8),
    /// What both players gain at the start of a turn.
    Ready,
    /// A unit in each arena.
    Everywhere,
    /// A card that has been paid for.
    Paid,
    /// A unit that would be hit before it acts.
    Wounded,
    /// The other side's first attack.
    Theirs,
    /// Two arenas are held.
    HoldsTwo,
    /// The other side holds two.
    TheyHoldTwo,
    /// A Battle card before the roll.
    BattleCard,
    /// Cards that share a spot.
    Stack,
    /// A keyword.
    Keyword(Keyword),
    /// The coach takes its leave.
    Goodbye,
}

impl Idea {
    /// The bit under which it is kept; they never change.
    pub fn bit(self) -> u8 {
        match self {
            Idea::Kind(kind) => kind.min(49),
            Idea::LosesNow => 50,
            Idea::Leaves => 51,
            Idea::Wastes => 52,
            Idea::Ready => 53,
            Idea::Everywhere => 54,
            Idea::Paid => 55,
            Idea::Wounded => 56,
            Idea::Theirs => 57,
            Idea::HoldsTwo => 58,
            Idea::TheyHoldTwo => 59,
            Idea::BattleCard => 60,
            Idea::Stack => 61,
            Idea::Goodbye => 79,
            Idea::Keyword(keyword) => {
                80 + Keyword::all().position(|other| other == keyword).unwrap_or(0) as u8
            }
        }
    }

    /// Which danger it is, if it is one.
    pub const fn danger(self) -> Option<u8> {
        match self {
            Idea::LosesNow => Some(0),
            Idea::Leaves => Some(1),
            Idea::Wastes => Some(2),
            Idea::Kind(_)
            | Idea::Ready
            | Idea::Everywhere
            | Idea::Paid
            | Idea::Wounded
            | Idea::Theirs
            | Idea::HoldsTwo
            | Idea::TheyHoldTwo
            | Idea::BattleCard
            | Idea::Stack
            | Idea::Keyword(_)
            | Idea::Goodbye => None,
        }
    }
}

/// A line of the coach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub idea: Idea,
    /// The line.
    pub words: String,
}

/// The number of a sort of question; they never change.
const fn kind(why: Why, chance: Option<Chance>) -> Option<u8> {
    Some(match why {
        Why::PlayEvent => 0,
        Why::PullResource => 1,
        Why::Mulligan => 2,
        Why::SetupBuild => 3,
        Why::SetupPartial => 4,
        Why::BuildCounters => 5,
        Why::BuildStepStart => 6,
        Why::Build => 7,
        Why::Destination => 8,
        Why::Retreat => 9,
        Why::NextUnit => 10,
        Why::Act => 11,
        Why::Bid => 12,
        Why::Order => 13,
        Why::Optional => 14,
        Why::PayOrNot => 15,
        // The sentence of the keyword says more.
        Why::Keyword(_) => return None,
        Why::Choose => 16,
        Why::Mode => 17,
        Why::X => 18,
        Why::Pay => 19,
        Why::Prevent => 20,
        Why::Divide => 21,
        Why::Equip => 22,
        Why::Untap => 23,
        Why::ByHand => 24,
        Why::Agree => 25,
        Why::PlayOrPass => match chance {
            Some(Chance::Attack) => 30,
            Some(Chance::AddDice) => 31,
            Some(Chance::Reroll) => 32,
            Some(Chance::ChangeDice) => 33,
            Some(Chance::Prevention) => 34,
            Some(Chance::WouldBeDiscarded) => 35,
            Some(Chance::AttackEnd) => 36,
            Some(Chance::Disrupt) => 37,
            Some(Chance::Entered) => 38,
            Some(
                Chance::General | Chance::BuildStep | Chance::WouldAttack(_) | Chance::At(..) | Chance::Just,
            )
            | None => 39,
        },
    })
}

fn said(idea: Idea, words: impl Into<String>) -> Line {
    Line { idea, words: words.into() }
}

fn listed(arenas: &[Arena]) -> String {
    arenas.iter().map(|arena| arena.name()).collect::<Vec<_>>().join(" and ")
}

/// What the coach could say to a question, the rarest first.
pub fn lines(sight: &Sight, decision: &Decision, question: &Question) -> Vec<Line> {
    let mut lines = Vec::new();
    dangers(sight, decision, &mut lines);
    building(sight, decision, &mut lines);
    fighting(sight, decision, &mut lines);
    if let Some(number) = kind(decision.why, sight.seen.sight().chance()) {
        lines.push(said(Idea::Kind(number), question.coach));
    }
    keywords(sight, decision, &mut lines);
    lines
}

/// The arenas that a player holds.
fn held(sight: &Sight, who: Role) -> Vec<Arena> {
    Arena::ALL.into_iter().filter(|arena| sight.seen.sight().control(*arena) == Some(who)).collect()
}

fn units<'a>(sight: &'a Sight<'_>, who: Role, arena: Arena) -> Vec<&'a SeenCard> {
    sight.at(who, Where::Arena(arena)).filter(|card| card.values.is_some()).collect()
}

fn is_fighting(sight: &Sight, decision: &Decision) -> bool {
    sight.battle().is_some() || decision.why == Why::Retreat
}

fn dangers(sight: &Sight, decision: &Decision, lines: &mut Vec<Line>) {
    let (own, other) = (decision.who, decision.who.other());
    let theirs = held(sight, other);
    if is_fighting(sight, decision) && theirs.len() >= 2 && sight.view.turn > 0 {
        let words = format!(
            "{} holds {}. Take one back, or you lose when this turn ends.",
            sight.called(other),
            listed(&theirs)
        );
        lines.push(said(Idea::LosesNow, words));
    }
    if decision.why == Why::Retreat {
        let alone = Arena::ALL.into_iter().find_map(|arena| match units(sight, own, arena)[..] {
            [unit]
                if !units(sight, other, arena).is_empty() && sight.offers_of(unit.slot).next().is_some() =>
            {
                Some((unit, arena))
            }
            _ => None,
        });
        if let Some((unit, arena)) = alone {
            let words = format!(
                "{} is your only unit in {arena}: pull it back, and they hold that arena.",
                sight.name(unit)
            );
            lines.push(said(Idea::Leaves, words));
        }
    }
    let points = sight.view.players[own].build;
    let pays = |choice: &Choice| matches!(choice, Choice::Card(_) | Choice::Put(_, Spot::BuildZone));
    if decision.why == Why::Build && points >= 3 && decision.choices.iter().any(pays) {
        lines.push(said(
            Idea::Wastes,
            format!("{points} points to spend: what’s left when you’re done building is gone."),
        ));
    }
}

fn building(sight: &Sight, decision: &Decision, lines: &mut Vec<Line>) {
    if decision.why != Why::Build {
        return;
    }
    let own = decision.who;
    let on_top = |choice: &Choice| matches!(choice, Choice::Put(_, Spot::OnTop(_) | Spot::Under(_)));
    if decision.choices.iter().any(on_top) {
        let words = "Versions of one hero share a spot: +10 speed, +1 power, +1 health for each card below.";
        lines.push(said(Idea::Stack, words));
    }
    let paid = sight.at(own, Where::BuildZone).find(|card| {
        let cost = sight.definition(card).and_then(|definition| definition.cost.points());
        card.face_down && cost.is_some_and(|cost| face::counters(card, Counter::Build) >= cost)
    });
    if let Some(card) = paid {
        let words = format!(
            "{} is paid for. Bring it out when you like; it doesn’t have to be today.",
            sight.name(card)
        );
        lines.push(said(Idea::Paid, words));
    }
    if sight.view.turn > 0 && Arena::ALL.into_iter().all(|arena| !units(sight, own, arena).is_empty()) {
        lines.push(said(
            Idea::Everywhere,
            "You have a unit in every arena: that’s 1 extra build point each turn.",
        ));
    }
    if sight.view.turn > 0 {
        lines.push(said(
            Idea::Ready,
            "Each turn both of you gain 4 Force, and one die gives both the same build points.",
        ));
    }
}

fn fighting(sight: &Sight, decision: &Decision, lines: &mut Vec<Line>) {
    let (own, other) = (decision.who, decision.who.other());
    if decision.why == Why::Retreat
        && let Some(unit) = wounded(sight, decision)
    {
        let words = format!(
            "{} may not get to shoot before it’s hit. Retreat keeps it for next turn.",
            sight.name_of(unit)
        );
        lines.push(said(Idea::Wounded, words));
    }
    let chance = sight.seen.sight().chance().filter(|_| decision.why == Why::PlayOrPass);
    let battle_card = decision.choices.iter().find_map(|choice| match choice {
        Choice::Play(card) => {
            let is_battle = sight.known(*card).is_some_and(|own| own.card_type == CardType::Battle);
            is_battle.then_some(*card)
        }
        _ => None,
    });
    if let (Some(Chance::Attack), Some(card)) = (chance, battle_card) {
        let words = format!("{} works before the roll. After it, it’s too late.", sight.name_of(card));
        lines.push(said(Idea::BattleCard, words));
    }
    if let (Some(Chance::Attack), Some(attack)) = (chance, &sight.view.attack)
        && let Some(attacker) = sight.card(attack.attacker).filter(|card| card.controller == other)
        && let Some((speed, ..)) = attacker.values
    {
        let name = sight.name(attacker);
        let words = format!(
            "{name} has speed {speed}. The fastest unit acts first, whoever owns it; Dark wins ties."
        );
        lines.push(said(Idea::Theirs, words));
    }
    if is_fighting(sight, decision) && sight.view.turn > 0 {
        if held(sight, own).len() >= 2 {
            lines
                .push(said(Idea::HoldsTwo, "You hold two arenas. Just don’t lose one before the turn ends."));
        }
        let theirs = held(sight, other);
        if theirs.len() >= 2 {
            let words = format!(
                "They hold {}. Get a unit into either, or win one, before the turn ends.",
                listed(&theirs)
            );
            lines.push(said(Idea::TheyHoldTwo, words));
        }
    }
}

/// A unit that may retreat, has 1 health left, and faces a faster enemy that can still act.
fn wounded(sight: &Sight, decision: &Decision) -> Option<Slot> {
    decision.choices.iter().filter_map(|choice| choice.card()).find(|unit| {
        let Some(card) = sight.card(*unit) else { return false };
        let (Where::Arena(arena), Some((speed, ..))) = (card.place, card.values) else { return false };
        let is_faster =
            |enemy: &&SeenCard| !enemy.tapped && enemy.values.is_some_and(|(other, ..)| other > speed);
        sight.health_left(*unit) == 1 && units(sight, decision.who.other(), arena).iter().any(is_faster)
    })
}

/// The keywords that matter to the question: that of the question, those that are offered, those of the units that fight.
fn keywords(sight: &Sight, decision: &Decision, lines: &mut Vec<Line>) {
    let mut add = |keyword: Keyword, name: Option<String>| {
        if lines.iter().all(|line| line.idea != Idea::Keyword(keyword)) {
            let of = name.map_or_else(String::new, |name| format!(" ({name})"));
            lines.push(said(
                Idea::Keyword(keyword),
                format!("{}{of}: {}", keyword.name(), keyword.row().plain),
            ));
        }
    };
    if let Why::Keyword(keyword) = decision.why {
        add(keyword, decision.source.map(|card| sight.name_of(card)));
    }
    let offered = decision.choices.iter().filter_map(|choice| choice.card());
    let fight = sight.view.attack.as_ref().map(|attack| [attack.attacker, attack.defender]);
    let about: Vec<Slot> =
        decision.source.into_iter().chain(fight.into_iter().flatten()).chain(offered).collect();
    for slot in about.into_iter().take(12) {
        let Some(card) = sight.card(slot).filter(|card| matches!(card.place, Where::Arena(_))) else {
            continue;
        };
        let Some(now) = sight.seen.sight().now(slot) else { continue };
        let printed = sight.definition(card).map(face::printed_chips).unwrap_or_default();
        let held = Keyword::all().filter(|keyword| keyword.in_play() == *keyword && now.has(*keyword));
        let all: Vec<Keyword> = printed.into_iter().map(|(keyword, _)| keyword).chain(held).collect();
        all.into_iter().for_each(|keyword| add(keyword, Some(sight.name(card))));
    }
}
