//! What is allowed now: can, can't and must (rule 1312), changes of costs and limits.

use super::gather::{self, DEEPEST, Given, Query, Rules};
use crate::facts::attack;
use crate::facts::game::Game;
use crate::facts::text::{Scope, amount, condition, filter};
use crate::records::damage::Preventability;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::topics::Topics;
use vocab::ability::{
    AbilityClass, AbilityKind, Activity, Amount, ArenaRef, Change, Charge, Class, Condition, Costs,
    Direction, Duration, Effect, Filter, Limit, LimitOf, Modality, Noun, Pattern, Payment, Place, Player,
    PlayerActivity, Portion, Quality, Reference, Rule, Selector,
};
use vocab::{Arena, Keyword, Role};

/// A question to the texts: does one allow, forbid or demand that this card does something.
#[derive(Clone, Copy)]
struct Asked {
    card: Slot,
    /// How deep within other values it is looked up.
    depth: u8,
    about: Topics,
    modality: Modality,
}

/// Whether a text allows, forbids or demands that this card does something.
pub(super) fn has_rule(
    game: &Game,
    card: Slot,
    about: Topics,
    modality: Modality,
    of: &dyn Fn(&Activity, Scope) -> bool,
) -> bool {
    Asked { card, depth: 0, about, modality }.has_rule(game, of)
}

impl Asked {
    #[inline]
    fn has_rule(self, game: &Game, of: &dyn Fn(&Activity, Scope) -> bool) -> bool {
        gather::may_have(game, self.card, self.about) && self.is_found(game, of)
    }

    fn is_found(self, game: &Game, of: &dyn Fn(&Activity, Scope) -> bool) -> bool {
        let mut found = false;
        Query::new(game, self.about).at(self.depth).everything(self.card, &mut |given| {
            if let Given::Change(Change::Modal(how, activity), scope) = given {
                found |= *how == self.modality && of(activity, scope.looking_at(self.card));
            }
        });
        found
    }
}

/// Whether a pattern, if there is one, means a card.
pub(super) fn means(scope: Scope, pattern: Option<&Pattern>, card: Slot) -> bool {
    pattern.is_none_or(|pattern| filter::is_meant(scope, pattern, card))
}

/// Whether no text forbids this unit to attack that one (rule 1312.1).
pub(crate) fn can_attack(game: &Game, unit: Slot, target: Slot) -> bool {
    let attacks = |activity: &Activity, scope: Scope| matches!(activity, Activity::Attack(whom) if means(scope, whom.as_ref(), target));
    let only_others = |activity: &Activity, scope: Scope| matches!(activity, Activity::Attack(whom) if !means(scope, whom.as_ref(), target));
    let attacked = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttacked(by) if means(scope, by.as_ref(), unit));
    let not_by = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttacked(by) if !means(scope, by.as_ref(), unit));
    let is_free = |card: Slot| !gather::may_have(game, card, Topics::ATTACK);
    if is_free(unit) && is_free(target) {
        return true;
    }
    !has_rule(game, unit, Topics::ATTACK, Modality::Cant, &attacks)
        && !has_rule(game, unit, Topics::ATTACK, Modality::CanOnly, &only_others)
        && !has_rule(game, target, Topics::ATTACK, Modality::Cant, &attacked)
        && !has_rule(game, target, Topics::ATTACK, Modality::CanOnly, &not_by)
}

/// Whether a text lets this unit attack that one where the basic rules wouldn't (rules 102.2, 1105.1). One about units with
/// Stealth opens no other arena than those that it names.
pub(crate) fn reaches(game: &Game, unit: Slot, target: Slot) -> bool {
    let attacks = |activity: &Activity, scope: Scope| matches!(activity, Activity::Attack(Some(whom)) if opens_arenas(whom) && filter::is_meant(scope, whom, target));
    let attacked = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeAttacked(Some(by)) if filter::is_meant(scope, by, unit));
    has_rule(game, unit, Topics::ATTACK, Modality::Can, &attacks)
        || has_rule(game, target, Topics::ATTACK, Modality::Can, &attacked)
}

/// Whether a text about units with Stealth lets this unit attack that one, which Stealth hides. What only opens another
/// arena doesn't: can't beats can (rules 1312.1, 1755.1).
pub(crate) fn sees_through_stealth(game: &Game, unit: Slot, target: Slot) -> bool {
    let attacks = |activity: &Activity, scope: Scope| matches!(activity, Activity::Attack(Some(whom)) if is_of_stealth(whom) && filter::is_meant(scope, whom, target));
    has_rule(game, unit, Topics::ATTACK, Modality::Can, &attacks)
}

/// Whether a text that allows attacks may open another arena: one about units with Stealth if it names arenas.
fn opens_arenas(whom: &Pattern) -> bool {
    let names = |such: &Filter| matches!(such.place, Some(Place::Arena(ArenaRef::Named(_))));
    match whom {
        Pattern::Known(_) => true,
        Pattern::Any(such) => names(such) || !is_of_stealth(whom),
        Pattern::OneOf(several) => several.iter().any(opens_arenas),
    }
}

/// Whether a text speaks of units with Stealth.
fn is_of_stealth(whom: &Pattern) -> bool {
    let is_it = |quality: &Quality| matches!(quality, Quality::Keyword(Keyword::Stealth, _));
    match whom {
        Pattern::Known(_) => false,
        Pattern::Any(such) => {
            such.with.iter().any(is_it) || such.classes.iter().any(|class| class.adjectives.iter().any(is_it))
        }
        Pattern::OneOf(several) => several.iter().any(is_of_stealth),
    }
}

/// Whether a text lets this unit attack that one, which is on its own side: "can attack your other units".
pub(crate) fn may_attack_own(game: &Game, unit: Slot, target: Slot) -> bool {
    let attacks = |activity: &Activity, scope: Scope| match activity {
        Activity::Attack(Some(whom @ Pattern::Any(own))) => {
            own.control == Some(Player::You) && filter::is_meant(scope, whom, target)
        }
        _ => false,
    };
    has_rule(game, unit, Topics::ATTACK, Modality::Can, &attacks)
}

/// Whether a text lets a unit be attacked that Stealth or its like would hide (rule 102.2).
pub(crate) fn may_be_attacked(game: &Game, target: Slot) -> bool {
    has_rule(game, target, Topics::ATTACK, Modality::Can, &|activity, _| {
        matches!(activity, Activity::BeAttacked(None))
    })
}

/// Whether a text says that a unit must attack, whomever (rule 1312.2).
pub(crate) fn must_attack(game: &Game, unit: Slot) -> bool {
    has_rule(game, unit, Topics::ATTACK, Modality::Must, &|activity, _| {
        matches!(activity, Activity::Attack(None))
    })
}

/// Whether a unit could attack that unit now (rule 1604.6).
pub(crate) fn is_target(game: &Game, unit: Slot, target: Slot) -> bool {
    attack::targets(game, unit).iter().any(|(to, _)| *to == target)
}

/// Whether a unit can retreat (rule 706.5).
pub(crate) fn can_retreat(game: &Game, unit: Slot) -> bool {
    !has_rule(game, unit, Topics::MOVE, Modality::Cant, &|activity, _| matches!(activity, Activity::Retreat))
        && player_can(game, game.state.card(unit).controller, &|activity, _| {
            matches!(activity, PlayerActivity::Retreat)
        })
}

/// Whether a unit counts toward controlling an arena (rule 1501.2).
pub(crate) fn counts_for_control(game: &Game, unit: Slot, arena: Arena) -> bool {
    counts_at(game, unit, arena, 0)
}

fn counts_at(game: &Game, unit: Slot, arena: Arena, depth: u8) -> bool {
    let counts = |activity: &Activity, scope: Scope| matches!(activity, Activity::CountTowardControl(named) if scope.is_arena(*named, arena));
    let asked = Asked { card: unit, depth, about: Topics::CONTROL, modality: Modality::Cant };
    !asked.has_rule(game, &counts)
}

/// Whether no text forbids a unit to untap, in the untap step or by an effect (rules 602.2, 1312.1).
pub(crate) fn untaps(game: &Game, unit: Slot) -> bool {
    !has_rule(game, unit, Topics::UNTAP, Modality::Cant, &|activity, _| matches!(activity, Activity::Untap))
}

/// Whether a player controls an arena (rule 1501.1); beyond a bound of looking up, only units count.
pub(crate) fn controls(game: &Game, who: Role, arena: Arena, depth: u8) -> bool {
    let counts = |unit: &Slot| depth > DEEPEST || counts_at(game, *unit, arena, depth + 1);
    let has = |role: Role| game.units_of(role, arena).any(|unit| counts(&unit));
    let can = |activity: &PlayerActivity, scope: Scope| matches!(activity, PlayerActivity::ControlArena(named) if scope.is_arena(*named, arena));
    has(who) && !has(who.other()) && player_can_at(game, who, depth + 1, &can)
}

/// Whether a card can be disrupted, or its attack (rule 1308.5).
pub(crate) fn can_be_disrupted(game: &Game, card: Slot, is_attack: bool) -> bool {
    let forbidden = |activity: &Activity, _: Scope| match activity {
        Activity::BeDisrupted => !is_attack,
        Activity::HaveAttackDisrupted => is_attack,
        _ => false,
    };
    !has_rule(game, card, Topics::DISRUPT, Modality::Cant, &forbidden)
        && (is_attack || !is_undisruptable(game, card))
}

/// Whether a card that is played or completed says of itself that it can't be disrupted: that is true before the text
/// resolves (rule 1308.5).
fn is_undisruptable(game: &Game, card: Slot) -> bool {
    let scope = Scope::of_card(game, card, 0);
    let is_now = |condition: &Option<Condition>| {
        condition.as_ref().is_none_or(|condition| condition::holds(scope, condition))
    };
    let lasts = |duration: &Duration| match duration {
        Duration::AsLongAs(condition) => condition::holds(scope, condition),
        _ => true,
    };
    let says_so = |effect: &Effect| {
        matches!(effect, Effect::Lasting(lasting)
        if matches!(&lasting.rule, Rule::Cards { who, changes, condition }
            if *who == Selector::THIS
                && changes.iter().any(|change| {
                    matches!(change, Change::Modal(Modality::Cant, Activity::BeDisrupted))
                })
                && is_now(condition)
                && lasts(&lasting.duration)))
    };
    let abilities = &game.catalog.facts(game.state.card(card).definition).abilities;
    let says = |id: &&AbilityId| matches!(&game.catalog.ability(**id).kind, AbilityKind::OneShot(play) if says_so(&play.effect));
    let found = abilities.iter().find(says);
    found.into_iter().for_each(|id| game.catalog.see(*id));
    found.is_some()
}

/// Whether an ability of a unit can be disrupted, if it is of one of these classes (rule 1308.5).
pub(crate) fn can_ability_be_disrupted(
    game: &Game,
    unit: Slot,
    is: &dyn Fn(&AbilityClass, Scope) -> bool,
) -> bool {
    let safe = |activity: &Activity, scope: Scope| matches!(activity, Activity::HaveAbilityDisrupted(class) if is(class, scope));
    !has_rule(game, unit, Topics::DISRUPT, Modality::Cant, &safe)
}

/// Whether a unit can use an ability of one of these classes (rule 1204.9).
pub(crate) fn can_use(game: &Game, unit: Slot, is: &dyn Fn(&AbilityClass, Scope) -> bool) -> bool {
    let uses =
        |activity: &Activity, scope: Scope| matches!(activity, Activity::Use(class) if is(class, scope));
    let uses_others =
        |activity: &Activity, scope: Scope| matches!(activity, Activity::Use(class) if !is(class, scope));
    !has_rule(game, unit, Topics::USE, Modality::Cant, &uses)
        && !has_rule(game, unit, Topics::USE, Modality::CanOnly, &uses_others)
}

/// Whether no text forbids a player something (rule 1312.1).
pub(crate) fn player_can(game: &Game, who: Role, of: &dyn Fn(&PlayerActivity, Scope) -> bool) -> bool {
    player_can_at(game, who, 0, of)
}

/// The same, looked up within other values: beyond a bound nothing is forbidden.
fn player_can_at(game: &Game, who: Role, depth: u8, of: &dyn Fn(&PlayerActivity, Scope) -> bool) -> bool {
    !player_has_rule(game, who, depth, Modality::Cant, of)
}

/// Whether a text allows, forbids or demands that this player does something.
pub(super) fn player_has_rule(
    game: &Game,
    who: Role,
    depth: u8,
    modality: Modality,
    of: &dyn Fn(&PlayerActivity, Scope) -> bool,
) -> bool {
    if depth > DEEPEST || !gather::may_be_given(game, Topics::PLAYERS) {
        return false;
    }
    let says = |rule: &RuleFor, scope: Scope| {
        *rule.modality == modality
            && scope.is_player(rule.who, who)
            && of(rule.activity, scope)
            && rule.condition.is_none_or(|only| condition::holds(scope, only))
    };
    let mut found = false;
    Query::new(game, Topics::PLAYERS).at(depth).each_rule(None, &mut |(source, id, giver)| {
        if let AbilityKind::Static(Rule::Players { who: whom, modality, activity, condition }) =
            &game.catalog.ability(id).kind
        {
            let scope = Scope::of_card(game, source, depth + 1).given_by(giver);
            let rule = RuleFor { who: *whom, modality, activity, condition: condition.as_ref() };
            if says(&rule, scope) {
                game.catalog.see(id);
                found = true;
            }
        }
    });
    for record in &*game.state.lasting {
        if let Effect::Lasting(lasting) = &game.catalog.node(record.node).effect
            && let Rule::Players { who: whom, modality, activity, condition } = &lasting.rule
        {
            let rule = RuleFor { who: *whom, modality, activity, condition: condition.as_ref() };
            found |= record.is_active(game, 0) && says(&rule, record.scope(game, 0));
        }
    }
    found
}

/// A rule for a player, as it stands in a text.
struct RuleFor<'a> {
    who: Player,
    modality: &'a Modality,
    activity: &'a PlayerActivity,
    condition: Option<&'a Condition>,
}

/// Whether a unit that untaps may be left tapped (rule 602.2).
pub(crate) fn may_stay_tapped(game: &Game, unit: Slot) -> bool {
    has_rule(game, unit, Topics::UNTAP, Modality::Can, &|activity, _| {
        matches!(activity, Activity::StayTapped)
    })
}

/// Whether a unit can move from one of its arenas to another (rule 205.3).
pub(crate) fn can_move(game: &Game, unit: Slot) -> bool {
    !has_rule(game, unit, Topics::MOVE, Modality::Cant, &|activity, _| matches!(activity, Activity::Move))
}

/// Whether a unit can move from an arena to that other one (rule 205.3).
pub(crate) fn can_move_between(game: &Game, unit: Slot, from: Arena, to: Arena) -> bool {
    let is_it = |activity: &Activity, scope: Scope| matches!(activity, Activity::MoveBetween(a, b) if scope.is_arena(*a, from) && scope.is_arena(*b, to));
    !has_rule(game, unit, Topics::MOVE, Modality::Cant, &is_it)
}

/// Whether no text forbids that a card is the top card of a stack (rule 805.5).
pub(crate) fn can_be_on_top(game: &Game, card: Slot) -> bool {
    let on_top = |activity: &Activity, _: Scope| matches!(activity, Activity::BeOnTop);
    !prints_rule(game, card, Modality::Cant, &on_top)
        && !has_rule(game, card, Topics::STACK, Modality::Cant, &on_top)
}

/// Whether a card's own text lets it lie under that unit (rule 215.6).
pub(crate) fn can_lie_under(game: &Game, card: Slot, unit: Slot) -> bool {
    let lies = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeStackedBeneath(on) if filter::is_meant(scope, on, unit));
    (prints_rule(game, card, Modality::Can, &lies)
        || has_rule(game, card, Topics::STACK, Modality::Can, &lies))
        && !must_not_lie_under(game, card, unit)
}

/// Whether a text forbids that a card lies under that unit (rule 1312.1).
pub(crate) fn must_not_lie_under(game: &Game, card: Slot, unit: Slot) -> bool {
    let lies = |activity: &Activity, scope: Scope| matches!(activity, Activity::BeStackedBeneath(on) if filter::is_meant(scope, on, unit));
    has_rule(game, card, Topics::STACK, Modality::Cant, &lies)
}

/// Whether a unit's text lets a Pilot card pilot it whose own text does not name it (rule 102.2).
pub(crate) fn may_also_be_piloted(game: &Game, unit: Slot, pilot: Slot) -> bool {
    let piloted = |activity: &Activity, scope: Scope| matches!(activity, Activity::BePiloted(Some(by)) if is_pilot_meant(scope, by, pilot));
    has_rule(game, unit, Topics::PILOT, Modality::Can, &piloted)
}

/// Whether a text means a card as a Pilot: "a Smuggler" is then a card, no unit any more (rule 902.1).
fn is_pilot_meant(scope: Scope, by: &Pattern, pilot: Slot) -> bool {
    match by {
        Pattern::Known(_) => filter::is_meant(scope, by, pilot),
        Pattern::Any(such) => {
            let mut such = such.clone();
            for class in such.classes.iter_mut().filter(|class| class.noun == Noun::Unit) {
                class.noun = Noun::Card;
            }
            filter::fits(scope, &such, pilot)
        }
        Pattern::OneOf(several) => several.iter().any(|by| is_pilot_meant(scope, by, pilot)),
    }
}

/// Whether a unit is for Pilots a unit of this class as well, because a text says so (rules 901.2, 902.3).
pub(crate) fn is_piloted_as(game: &Game, unit: Slot, class: &Class, depth: u8) -> bool {
    let passes = |activity: &Activity, scope: Scope| match activity {
        Activity::BePilotedAs(passed) => class.adjectives.iter().all(|quality| {
            passed.adjectives.contains(quality)
                || filter::fits(scope, &Filter::cards().with(quality.clone()), unit)
        }),
        _ => false,
    };
    let asked = Asked { card: unit, depth: depth + 1, about: Topics::PILOT, modality: Modality::Can };
    depth <= DEEPEST && asked.has_rule(game, &passes)
}

/// Whether a unit can be piloted by that card, as far as texts go (rule 901.2).
pub(crate) fn can_be_piloted(game: &Game, unit: Slot, pilot: Slot) -> bool {
    let by_it =
        |by: &Option<Pattern>, scope: Scope| by.as_ref().is_none_or(|by| is_pilot_meant(scope, by, pilot));
    let piloted =
        |activity: &Activity, scope: Scope| matches!(activity, Activity::BePiloted(by) if by_it(by, scope));
    let only_others =
        |activity: &Activity, scope: Scope| matches!(activity, Activity::BePiloted(by) if !by_it(by, scope));
    !has_rule(game, unit, Topics::PILOT, Modality::Cant, &piloted)
        && !has_rule(game, unit, Topics::PILOT, Modality::CanOnly, &only_others)
}

/// A limit of a card, as texts change it: the largest number named, and everything extra.
fn limit(game: &Game, card: Slot, of: LimitOf, usual: usize) -> usize {
    let (mut most, mut extra, mut endless) = (usual, 0, false);
    Query::new(game, Topics::LIMITS).everything(card, &mut |given| {
        if let Given::Change(Change::Limit(which, how), _) = given
            && *which == of
        {
            match how {
                Limit::UpTo(number) => most = most.max(usize::from(*number)),
                Limit::Extra(number) => extra += usize::from(*number),
                Limit::None => endless = true,
            }
        }
    });
    if endless { usize::MAX } else { most + extra }
}

/// How many Pilots a unit can carry (rules 901.3, 901.4).
pub(crate) fn pilot_limit(game: &Game, unit: Slot) -> usize {
    limit(game, unit, LimitOf::Pilots, 1)
}

/// How many copies of a card a player may have in play, if its own text says so (rule 211.3).
pub(crate) fn copy_limit(game: &Game, card: Slot) -> Option<u8> {
    own_limit(game, card, LimitOf::Copies)
}

/// How many copies of a card may lie in one stack, if its own text says so (rule 215.6).
pub(crate) fn copies_in_stack(game: &Game, card: Slot) -> Option<u8> {
    own_limit(game, card, LimitOf::CopiesInStack)
}

fn own_limit(game: &Game, card: Slot, of: LimitOf) -> Option<u8> {
    let definition = game.state.card(card).definition;
    if !game.catalog.rules(definition).meets(Topics::LIMITS) {
        return None;
    }
    let facts = game.catalog.facts(definition);
    facts.by_itself.iter().find_map(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Static(Rule::Cards { changes, .. }) => changes.iter().find_map(|change| match change {
            Change::Limit(what, Limit::UpTo(most)) if *what == of => {
                game.catalog.see(*id);
                Some(*most)
            }
            _ => None,
        }),
        _ => None,
    })
}

/// Whether a card's own text rules on its place in stacks in this way, wherever the card is (rules 215.6, 805.5).
fn prints_rule(game: &Game, card: Slot, modality: Modality, of: &dyn Fn(&Activity, Scope) -> bool) -> bool {
    let definition = game.state.card(card).definition;
    if !game.catalog.rules(definition).meets(Topics::STACK) {
        return false;
    }
    let scope = Scope::of_card(game, card, 0).looking_at(card);
    game.catalog.facts(definition).by_itself.iter().any(|id| match &game.catalog.ability(*id).kind {
        AbilityKind::Static(Rule::Cards {
            who: Pattern::Known(Reference::This),
            changes,
            condition: None,
        }) => {
            let says = changes.iter().any(
                |change| matches!(change, Change::Modal(how, activity) if *how == modality && of(activity, scope)),
            );
            if says {
                game.catalog.see(*id);
            }
            says
        }
        _ => false,
    })
}

/// How many cards a stack can have (rule 802.2).
pub(crate) fn stack_limit(game: &Game, unit: Slot) -> usize {
    limit(game, unit, LimitOf::StackedCards, 4)
}

/// Whether a player can control an arena, as far as texts go (rule 1501.5).
pub(crate) fn can_control(game: &Game, who: Role, arena: Arena) -> bool {
    player_can(
        game,
        who,
        &|activity, scope| matches!(activity, PlayerActivity::ControlArena(named) if scope.is_arena(*named, arena)),
    )
}

/// Whether a player can win now: nobody says that he or she can't, or that the opponent can't lose (rule 1502.5).
pub(crate) fn can_win(game: &Game, who: Role) -> bool {
    player_can(game, who, &|activity, _| matches!(activity, PlayerActivity::Win))
        && player_can(game, who.other(), &|activity, _| matches!(activity, PlayerActivity::Lose))
}

/// The Force that attacking this unit costs: "can't attack it unless you pay" (rule 1105.2).
pub(crate) fn attack_price(game: &Game, unit: Slot, target: Slot) -> u16 {
    let mut price = 0_u16;
    let mut add = |costs: &Costs, scope: Scope| {
        for payment in &costs.0 {
            if let Payment::Force(of) = payment {
                price = price.saturating_add(amount::amount(scope, of).max(0).unsigned_abs());
            }
        }
    };
    Query::new(game, Topics::PRICES).everything(target, &mut |given| {
        if let Given::Change(Change::Unless { activity: Activity::BeAttacked(by), costs, .. }, scope) = given
            && means(scope, by.as_ref(), unit)
        {
            add(costs, scope);
        }
    });
    Query::new(game, Topics::PRICES).everything(unit, &mut |given| {
        if let Given::Change(Change::Unless { activity: Activity::Attack(whom), costs, .. }, scope) = given
            && means(scope, whom.as_ref(), target)
        {
            add(costs, scope);
        }
    });
    price
}

/// Whether a unit can be damaged: no text prevents all damage to it (rule 1747.1).
pub(crate) fn can_be_damaged(game: &Game, unit: Slot) -> bool {
    let mut safe = false;
    Query::new(game, Topics::PREVENTION).everything(unit, &mut |given| {
        safe |= matches!(
            given,
            Given::Change(
                Change::Prevent {
                    portion: Portion::All,
                    direction: Direction::To | Direction::ToAndFrom,
                    other: None
                },
                _
            )
        );
    });
    !safe
}

/// Shows the texts that may prevent damage between two cards by themselves. What depends on attack dice works on damage
/// that is done by dice alone (rule 1740.4).
fn preventing(game: &Game, to: Slot, from: Slot, by_dice: bool, show: &mut dyn FnMut(&Portion, Scope)) {
    for (card, other_card) in [(to, from), (from, to)] {
        Query::new(game, Topics::PREVENTION).everything(card, &mut |given| {
            if let Given::Change(Change::Prevent { portion, direction, other }, scope) = given {
                let applies = match direction {
                    Direction::To => card == to,
                    Direction::From => card == from && to != from,
                    Direction::ToAndFrom => true,
                };
                let fits = by_dice || !depends_on_dice(portion);
                if applies && fits && means(scope.seeing(other_card), other.as_ref(), other_card) {
                    show(portion, scope);
                }
            }
        });
    }
}

/// How much of damage between two cards texts may prevent by themselves, one amount for each order of them that comes to
/// something else, the most first (rules 1109.5, 1204.2, 1204.7).
pub(crate) fn static_prevention(game: &Game, to: Slot, from: Slot, pending: u8, by_dice: bool) -> Vec<u8> {
    let mut steps = Vec::new();
    preventing(game, to, from, by_dice, &mut |portion, scope| {
        steps.push(match portion {
            Portion::Exactly(of) | Portion::UpTo(of) => Step::Less(amount::amount(scope, of).max(0)),
            Portion::All => Step::AtMost(0),
            Portion::AllBut(of) => Step::AtMost(amount::amount(scope, of).max(0)),
        });
    });
    merge(&mut steps);
    let mut left = Vec::new();
    in_every_order(i16::from(pending), &mut steps, &mut left);
    left.sort_unstable();
    left.dedup();
    left.into_iter().map(|left| pending - u8::try_from(left).unwrap_or(pending)).collect()
}

/// Which card prevents damage by such texts: the unit itself, or the card of the opponent if all of them are the
/// opponent's (rule 1204.8).
pub(crate) fn static_preventer(game: &Game, to: Slot, from: Slot, by_dice: bool) -> Slot {
    let who = game.state.card(to).controller;
    let (mut own, mut others) = (false, None);
    preventing(game, to, from, by_dice, &mut |_, scope| {
        own |= scope.you == who;
        others = others.or(scope.giver);
    });
    if own { to } else { others.unwrap_or(to) }
}

/// What one text does to pending damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Takes so much off.
    Less(i16),
    /// Leaves at most so much.
    AtMost(i16),
}

/// As many steps as are tried in every order.
const ORDERED: usize = 6;

/// Makes one step of the last of too many that only take something off.
fn merge(steps: &mut Vec<Step>) {
    while steps.len() > ORDERED {
        let last = |steps: &[Step]| steps.iter().rposition(|step| matches!(step, Step::Less(_)));
        let Some(Step::Less(one)) = last(steps).map(|place| steps.remove(place)) else { return };
        match last(steps).and_then(|place| steps.get_mut(place)) {
            Some(Step::Less(other)) => *other = other.saturating_add(one),
            Some(Step::AtMost(_)) | None => {
                steps.push(Step::Less(one));
                return;
            }
        }
    }
}

/// Notes what is left of damage after these steps, in each order of them that may matter.
fn in_every_order(pending: i16, steps: &mut Vec<Step>, left: &mut Vec<i16>) {
    let is_less = |step: &Step| matches!(step, Step::Less(_));
    // Steps of one kind come to the same in any order.
    let is_settled = steps.iter().all(is_less) || !steps.iter().any(is_less);
    for place in 0..if is_settled { 1 } else { steps.len() } {
        if place >= steps.len() {
            left.push(pending);
            return;
        }
        let step = steps.remove(place);
        let after = match step {
            Step::Less(amount) => (pending - amount).max(0),
            Step::AtMost(amount) => pending.min(amount),
        };
        in_every_order(after, steps, left);
        steps.insert(place, step);
    }
}

/// Whether how much is prevented depends on the attack dice.
fn depends_on_dice(portion: &Portion) -> bool {
    fn counts(of: &Amount) -> bool {
        match of {
            Amount::NaturalDice(_) => true,
            Amount::Sum(parts) => parts.iter().any(counts),
            Amount::Minus(from, what) | Amount::Difference(from, what) => counts(from) || counts(what),
            Amount::Times(_, of) | Amount::Half(of, _) | Amount::AtMost(of, _) => counts(of),
            Amount::Number(_)
            | Amount::X
            | Amount::Count(_)
            | Amount::Counters(..)
            | Amount::Measure(..)
            | Amount::ForceTotal(_)
            | Amount::ThatMuch
            | Amount::Paid(_)
            | Amount::Result(_) => false,
        }
    }
    match portion {
        Portion::Exactly(of) | Portion::UpTo(of) | Portion::AllBut(of) => counts(of),
        Portion::All => false,
    }
}

/// What texts say of preventing damage from a card (rule 1205.1).
pub(crate) fn preventability_from(game: &Game, source: Slot) -> Preventability {
    let mut preventable = Preventability::YES;
    Query::new(game, Topics::PREVENTION).everything(source, &mut |given| {
        if let Given::Change(Change::DamageFrom(text), _) = given {
            preventable = preventable.and(Preventability::of(&game.catalog, text));
        }
    });
    preventable
}

/// What texts add to a cost of a card, and the least to which they lower it (rules 703.1, 703.2, 1304.5).
pub(crate) fn charges(charging: &Rules, card: Slot, is: &dyn Fn(&Charge, Scope) -> bool) -> Charges {
    let mut sum = Charges::default();
    each_charge(charging, card, &mut |charge, scope, change| {
        if is(charge, scope) {
            sum = sum.and(change);
        }
    });
    sum
}

/// The static rules that change costs.
pub(crate) const fn charging(game: &Game) -> Rules<'_> {
    Rules::about(game, Topics::COSTS)
}

/// Hands out what texts add to the costs of a card, cost by cost.
pub(crate) fn each_charge(charging: &Rules, card: Slot, f: &mut dyn FnMut(&Charge, Scope, Charges)) {
    charging.each(card, &mut |given| {
        if let Given::Change(Change::Cost { charge, by, at_least }, scope) = given {
            let scope = scope.looking_at(card);
            let least = at_least.map_or(0, i16::from);
            f(charge, scope, Charges { total: amount::amount(scope, by), least });
        }
    });
}

/// A change of a cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Charges {
    /// What is added, or with a minus sign taken away.
    pub total: i16,
    /// The cost is not lowered below this.
    pub least: i16,
}

impl Charges {
    /// Both changes.
    pub fn and(self, other: Charges) -> Charges {
        Charges { total: self.total.saturating_add(other.total), least: self.least.max(other.least) }
    }

    /// What a cost comes to; one that is small already is not raised to the least.
    pub fn on(self, cost: i16) -> i16 {
        cost.saturating_add(self.total).max(self.least.min(cost)).max(0)
    }
}
