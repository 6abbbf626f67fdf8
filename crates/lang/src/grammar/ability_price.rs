//! What all of a player's abilities cost: "Each of your opponent's activated abilities costs 2 more Force to play".

use super::cost_change::{read_ability_classes, read_cost_of};
use super::player::{read_owner, write_owner};
use super::range::{read_range, write_range};
use super::who::Who;
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::ability::{AbilityClass, Activity, Amount, Change, Charge, Filter, Modality, Player, Rule};

/// A change to what abilities cost (rules 1304.5, 1304.6).
pub fn read<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.attempt(read_on_cards).or_else(|| p.attempt(read_forbidden)).or_else(|| read_of_player(p))
}

/// "Intercept abilities can't be activated", "Force-activated abilities can't be played in this arena".
fn read_forbidden<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    // An effect would have to apply to cards that arrive later as well.
    (!S::ONCE).then_some(())?;
    let classes = read_ability_classes(p)?;
    p.one_of(&["can't be activated", "can't be played", "can't be used"])?;
    let place = p.attempt(super::place::read_place);
    let who = place.map_or(Filter::cards(), |place| Filter::cards().at(place));
    let activities = classes.into_iter().map(|class| Change::Modal(Modality::Cant, Activity::Use(class)));
    Some(Rule::changes(S::each(who), activities))
}

/// "Each Intercept ability costs 1 more Force to play", "each activated ability of your opponent's units costs ...".
fn read_on_cards<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("each");
    let single = p.choice(&[
        ("activated ability", AbilityClass::Activated),
        ("force-activated ability", AbilityClass::ForceActivated(None)),
    ]);
    let classes = match single {
        Some(class) => vec![class],
        None => read_ability_classes(p)?,
    };
    let who = p.attempt(|p| {
        (p.words("on") || p.words("of")).then_some(())?;
        S::read(p)
    });
    (p.words("costs") || p.words("cost")).then_some(())?;
    let changes = read_cost_of(p, classes)?;
    Some(Rule::changes(who.unwrap_or_else(|| S::each(Filter::cards())), changes))
}

fn read_of_player<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    p.words("each of").then_some(())?;
    let who = read_owner(p)?;
    let mut class = p.choice(&[
        ("activated abilities", AbilityClass::Activated),
        ("force-activated abilities", AbilityClass::ForceActivated(None)),
    ])?;
    if p.words("that cost") {
        let range = read_range(p)?;
        p.words("force").then_some(())?;
        class = AbilityClass::ForceActivated(Some(range));
    }
    (p.words("costs") || p.words("cost")).then_some(())?;
    let number = p.number()?;
    let sign = p.choice(&[("more", 1), ("additional", 1), ("less", -1)])?;
    p.words("force to play").then_some(())?;
    let change =
        Change::Cost { charge: Charge::Activate(class), by: Amount::Number(sign * number), at_least: None };
    Some(Rule::changes(S::each(Filter::cards().of(who)), [change]))
}

/// Whose abilities change, if it's all the abilities that a player has.
pub fn player_of<S: Who>(who: &S, changes: &[Change]) -> Option<Player> {
    let filter = who.clone().described().cloned()?;
    let player = filter.control?;
    let is_price = matches!(changes, [Change::Cost { charge: Charge::Activate(_), at_least: None, .. }]);
    (is_price && filter == Filter::cards().of(player)).then_some(player)
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, player: Player, changes: &[Change]) -> Written {
    let [Change::Cost { charge: Charge::Activate(class), by: Amount::Number(by), .. }] = changes else {
        return Err(Unwritable("this price of abilities"));
    };
    w.say("each of");
    write_owner(w, player)?;
    match class {
        AbilityClass::Activated => w.say("activated abilities"),
        AbilityClass::ForceActivated(None) => w.say("Force-activated abilities"),
        AbilityClass::ForceActivated(Some(range)) => {
            w.say("activated abilities that cost");
            write_range(w, range)?;
            w.say("Force");
        }
        AbilityClass::Any | AbilityClass::Triggered | AbilityClass::Keyword(_) => {
            return Err(Unwritable("the price of such abilities"));
        }
    }
    w.say(format!("costs {} {} Force to play", by.abs(), if *by < 0 { "less" } else { "more" }));
    Ok(())
}
