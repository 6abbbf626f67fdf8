//! Options: "choose one: A. Or: B.", who chooses, and their own costs and timing.

use super::sentence::{join, read_effect, read_phrases, write_effect};
use crate::grammar::amount::read_value;
use crate::grammar::clause::write_where_x_after;
use crate::grammar::condition::read_condition;
use crate::grammar::cost::{read_costs, write_costs};
use crate::grammar::counter::read_counter_kind;
use crate::grammar::duration::read_duration;
use crate::grammar::grant::read_grant;
use crate::grammar::player::{read_player, write_player};
use crate::grammar::selector::read_selector;
use crate::grammar::timing::{read_timing, write_timing};
use crate::parser::Parser;
use crate::token::Kind;
use crate::writer::{Writer, Written};
use vocab::ability::{
    Action, CardAction, Costs, CounterAction, Destination, Duration, Effect, Grant, KeywordAbility, Mode,
    PlayOnly, Player, Pool, Rule, Timing, UnitAction, X,
};

/// "choose one: ...", "your opponent chooses one: ...", and "choose one: ..." after "may".
pub fn read_choose_one(p: &mut Parser) -> Option<Effect> {
    let who = p
        .attempt(|p| {
            let who = read_player(p)?;
            p.words("chooses one").then_some(who)
        })
        .or_else(|| {
            let verb = if p.actor == Player::You || p.bare { "choose one" } else { "chooses one" };
            p.words(verb).then_some(p.actor)
        })?;
    p.one_of(&[":", "-"])?;
    if let Some(modes) = p.attempt(read_either_grant) {
        return Some(Effect::ChooseOne(who, modes));
    }
    if let Some(modes) = p.attempt(read_inline_modes) {
        return Some(Effect::ChooseOne(who, modes));
    }
    let start = p.refs.mark();
    let mut modes = vec![read_mode(p)?];
    while p.words("or :") || p.words(", or :") {
        // Only one of them happens, so that none speaks of what another did.
        p.refs.back_to(start);
        modes.push(read_mode(p)?);
    }
    (modes.len() > 1).then_some(Effect::ChooseOne(who, modes))
}

/// "Choose a player. That player ...": one option for each of them.
pub fn read_choose_player(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && p.picked.is_none()).then_some(())?;
    p.words("choose a player").then_some(())?;
    p.one_of(&[". then ,", ". then", ".", ", then", ","])?;
    let (mut modes, mut after) = (Vec::new(), None);
    for player in [Player::You, Player::Opponent] {
        let start = p.state();
        p.picked = Some(player);
        let mode = p.attempt(read_mode);
        p.picked = None;
        modes.push(mode?);
        after = Some(p.state());
        p.resume(start);
    }
    p.resume(after?);
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "tap or untap that unit", "put or remove 1 damage counter on it": one or the other.
pub fn read_either(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let modes = if p.words("tap or untap") {
        let what = read_selector(p)?;
        [UnitAction::Tap(what.clone()).into(), UnitAction::Untap(what).into()]
    } else {
        (p.words("put or remove") || p.words("add or remove")).then_some(())?;
        let amount = if p.words("a") || p.words("an") { 1.into() } else { read_value(p)? };
        let kind = read_counter_kind(p)?;
        p.one_of(&["from", "on", "to"])?;
        let on = read_selector(p)?;
        [
            CounterAction::put(amount.clone(), kind.clone(), on.clone()).into(),
            CounterAction::remove(amount, kind, on).into(),
        ]
    };
    let mut modes: Vec<Mode> = modes.into_iter().map(|mode: Effect| Mode::new(mode)).collect();
    read_timing_of_all(p, &mut modes);
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "put it into the Space arena or, if Phantom is in any arena, stack it beneath Phantom": one option for each place.
pub fn read_put_or_stacked(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let CardAction::Create(amount, token, to @ Destination::Arena(..)) = super::create::read(p)? else {
        return None;
    };
    p.words("or").then_some(())?;
    let only = p.attempt(|p| {
        p.words(", if").then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    p.one_of(&["stack it beneath", "stack it under"])?;
    let stack = Destination::Stack(read_selector(p)?);
    let mut modes =
        [to, stack].map(|to| Mode::new(CardAction::Create(amount.clone(), token.clone(), to))).to_vec();
    read_timing_of_all(p, &mut modes);
    modes[1].timing.only.extend(only.map(|only| PlayOnly::If(Box::new(only))));
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "gain any amount of Force and build points up to a combined total of 3": one option for each way to divide it.
pub fn read_combined(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let mut kinds = Vec::new();
    loop {
        let kind = p.choice(&[
            ("gain any amount of force", Some(Pool::Force)),
            ("gain any amount of build points", Some(Pool::BuildPoints)),
            ("any amount of force", Some(Pool::Force)),
            ("any amount of build points", Some(Pool::BuildPoints)),
            ("draw any number of cards", None),
            ("build points", Some(Pool::BuildPoints)),
            ("force", Some(Pool::Force)),
        ])?;
        kinds.push(kind);
        if p.one_of(&[", and", "and", ","]).is_none() {
            break;
        }
    }
    p.one_of(&["up to a combined total of", ", up to a combined total of"])?;
    let total = p.number().filter(|total| (1..=6).contains(total))?;
    let [one, other] = kinds[..] else { return None };
    (one != other).then_some(())?;
    let gain = |kind: Option<Pool>, n: i16| match kind {
        Some(pool) => Effect::from(Action::Gain(Player::You, pool, n.into())),
        None => Effect::from(CardAction::you_draw(n)),
    };
    let mut modes = Vec::new();
    for sum in (1..=total).rev() {
        for n in (0..=sum).rev() {
            let parts = [(one, n), (other, sum - n)].into_iter().filter(|(_, n)| *n > 0);
            let steps: Vec<Effect> = parts.map(|(kind, n)| gain(kind, n)).collect();
            modes.push(Mode::new(join(steps)?));
        }
    }
    read_timing_of_all(p, &mut modes);
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "give it Critical Hit X and Parry Y until end of turn, where X and Y equal a combined total of 4": the same.
pub fn read_combined_grants(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && p.words("give")).then_some(())?;
    let who = read_selector(p)?;
    let first = p.keyword()?;
    p.words("x and").then_some(())?;
    let second = p.keyword()?;
    p.words("y").then_some(())?;
    let duration = read_duration(p)?;
    p.words(", where x and y equal a combined total of").then_some(())?;
    let total = p.number().filter(|total| (1..=6).contains(total))?;
    let keyword = |keyword, n: i16| KeywordAbility::number(keyword, n).ok().map(Grant::Keyword);
    let mut modes = Vec::new();
    for n in (0..=total).rev() {
        let mut grants = Vec::new();
        for (which, n) in [(first, n), (second, total - n)] {
            if n > 0 {
                grants.push(keyword(which, n)?);
            }
        }
        modes.push(Mode::new(Effect::lasting(Rule::gets(who.clone(), grants), duration.clone())));
    }
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "put 1 captivity counter or 1 damage counter on it", "remove 1 counter from this unit or one of your Jedi": one or the
/// other.
pub fn read_either_counters(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You).then_some(())?;
    let modes = super::counters::read_either(p)?;
    let mut modes: Vec<Mode> = modes.into_iter().map(Mode::new).collect();
    read_timing_of_all(p, &mut modes);
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "the attacking unit gets -2 power or +2 power for this attack": one or the other.
pub fn read_gets_either(p: &mut Parser) -> Option<Effect> {
    (p.actor == Player::You && !p.bare).then_some(())?;
    read_either_grant(p).map(|modes| Effect::ChooseOne(Player::You, modes))
}

/// "gain 1 Force or put 1 counter on a Jedi": one or the other, after the first has been read.
pub fn read_or_else(p: &mut Parser, first: &Effect) -> Option<Effect> {
    (p.actor == Player::You && !p.bare && matches!(first, Effect::Act(_))).then_some(())?;
    p.one_of(&[", or", "or"])?;
    (!p.sees(|p| p.words(":"))).then_some(())?;
    let second = read_phrases(p).filter(|second| matches!(second, Effect::Act(_)))?;
    p.sees(|p| p.words(".") || p.at_end()).then_some(())?;
    let mut modes = vec![Mode::new(first.clone()), Mode::new(second)];
    read_timing_of_all(p, &mut modes);
    Some(Effect::ChooseOne(Player::You, modes))
}

/// "Play only ..." after a choice in one sentence applies to each of its options.
fn read_timing_of_all(p: &mut Parser, modes: &mut [Mode]) {
    let timing = p.attempt(|p| {
        p.words(".");
        read_timing(p).filter(|timing| *timing != Timing::usual())
    });
    if let Some(timing) = timing {
        for mode in modes {
            mode.timing.clone_from(&timing);
        }
    }
}

/// "this unit gets Accuracy 1 or Lucky 2 until end of turn": one option for each.
fn read_either_grant(p: &mut Parser) -> Option<Vec<Mode>> {
    let who = read_selector(p)?;
    (p.words("gets") || p.words("get")).then_some(())?;
    p.words("either");
    let mut grants = vec![read_grant(p)?];
    while let Some(next) = p.attempt(|p| {
        p.one_of(&[", or", "or", ","])?;
        read_grant(p)
    }) {
        grants.push(next);
    }
    (grants.len() > 1).then_some(())?;
    let duration = read_duration(p)?;
    p.words(".");
    let gets = |grant: Grant| Effect::lasting(Rule::gets(who.clone(), [grant]), duration.clone());
    let mut modes: Vec<Mode> = grants.into_iter().map(|grant| Mode::new(gets(grant))).collect();
    read_timing_of_all(p, &mut modes);
    // What follows could refer to the choice.
    p.sees(Parser::at_end).then_some(modes)
}

/// "choose one: gain 1 Force, or this unit gets +2 power until end of turn": options in one sentence. A duration after
/// the last one applies to all.
fn read_inline_modes(p: &mut Parser) -> Option<Vec<Mode>> {
    let own = p.unstated.take();
    let shared = [None, Some(Duration::EndOfTurn), Some(Duration::EndOfBattle), Some(Duration::ThisAttack)];
    let found = shared.into_iter().find_map(|duration| p.attempt(|p| read_options(p, duration.as_ref())));
    p.unstated = own;
    found
}

/// The options. All but the last may leave out how long they last.
fn read_options(p: &mut Parser, duration: Option<&Duration>) -> Option<Vec<Mode>> {
    let mut modes = Vec::new();
    let last = loop {
        let whole = p.attempt(|p| {
            let effect = read_phrases(p)?;
            p.sees(|p| p.at_end() || p.one_of(&[", or", "or", "."]).is_some()).then_some(effect)
        });
        let effect = whole.or_else(|| {
            p.unstated = duration.cloned();
            let effect = p.attempt(|p| {
                let effect = read_phrases(p)?;
                p.sees(|p| p.one_of(&[", or", "or"]).is_some()).then_some(effect)
            });
            p.unstated = None;
            effect
        })?;
        if p.one_of(&[", or", "or"]).is_none() {
            break effect;
        }
        (!p.sees(|p| p.words(":"))).then_some(())?;
        modes.push(Mode::new(effect));
    };
    let says =
        |effect: &Effect| matches!(effect, Effect::Lasting(lasting) if duration == Some(&lasting.duration));
    (!modes.is_empty() && (duration.is_none() || says(&last))).then_some(())?;
    modes.push(Mode::new(last));
    (p.words(".") || p.sees(Parser::at_end)).then_some(())?;
    read_timing_of_all(p, &mut modes);
    p.sees(Parser::at_end).then_some(modes)
}

fn read_mode(p: &mut Parser) -> Option<Mode> {
    let costs = p.attempt(|p| {
        let costs = read_costs(p)?;
        p.kind(Kind::Arrow, "->").then_some(costs)
    });
    let effect = p.attempt(read_effect)?;
    let timing = read_timing(p)?;
    Some(Mode { costs: costs.unwrap_or_default(), effect, timing })
}

/// Writes what `read_choose_one` reads.
pub fn write_choose_one(w: &mut Writer, who: Player, modes: &[Mode]) -> Written {
    if who == w.actor && (w.bare || who == Player::You) {
        w.say("choose one:");
    } else {
        write_player(w, who)?;
        w.say("chooses one:");
    }
    w.bare = false;
    let start = w.refs.mark();
    for (i, mode) in modes.iter().enumerate() {
        if i > 0 {
            w.refs.back_to(start);
            w.stop();
            w.say("Or:");
        }
        w.capital();
        if mode.costs != Costs::free() {
            write_costs(w, &mode.costs, &X::Chosen, false)?;
            w.say("->");
            w.capital();
        }
        write_effect(w, &mode.effect)?;
        // Before "Play only ...".
        if i + 1 == modes.len() && mode.timing != Timing::usual() {
            write_where_x_after(w)?;
        }
        write_timing(w, &mode.timing)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sentence::{read_effect, write_effect};
    use crate::testing::{both, reads};

    #[test]
    fn options() {
        for text in [
            "Choose one: Gain 1 Force. Or: Draw a card.",
            "You may choose one: Gain 1 Force. Or: Draw a card.",
            "Your opponent chooses one: Gain 1 Force. Or: Your opponent gains 1 Force.",
            "You may pay 1 Force. If you do, choose one: Gain 1 build point. Or: Draw a card.",
        ] {
            both(text, read_effect, write_effect);
        }
        let either = reads("Tap or untap this unit.", read_effect);
        assert_eq!(either, reads("Choose one: Tap this unit. Or: Untap this unit.", read_effect));
        let either =
            reads("Choose one: This unit gets Accuracy 1 or Lucky 2 until end of turn.", read_effect);
        assert!(either.is_some());
        assert!(reads("Choose one: Gain 1 Force.", read_effect).is_none(), "one option isn't a choice");
    }
}
