//! Clauses with wording of their own: secret dice, extra draws, doubled damage, costs of attacking.

use super::clause::{ability, happens_once};
use super::condition::read_condition;
use super::effect::read_effect;
use super::keyword::read_keyword_ability;
use crate::parser::Parser;
use vocab::ability::{
    Ability, Action, Activity, CardAction, Change, DamageAction, Edge, Effect, Event, Filter, Noun, Outcome,
    Pattern, Period, PlayOnly, Player, Quality, Quantity, Relation, Replacement, Rule, Stage, Timing,
    Triggered,
};

/// "Evade 2 if this unit is a Starfighter": played only then. The result of a roll is known too late for that.
pub(super) fn read_conditional_keyword(p: &mut Parser) -> Option<(Effect, Timing)> {
    let keyword = read_keyword_ability(p)?;
    p.words("if").then_some(())?;
    let rolled = p.refs.rolled().is_some();
    let condition = read_condition(p)?;
    (!rolled && (p.words(".") || p.at_end()) && p.at_end()).then_some(())?;
    Some((Effect::keyword(keyword), Timing::only(PlayOnly::If(Box::new(condition)))))
}

/// What is done first.
pub(super) fn first_step(effect: &Effect) -> &Effect {
    match effect {
        Effect::Sequence(steps) => steps.first().unwrap_or(effect),
        one => one,
    }
}

/// "Play only once per turn.", "You may do this only once per game." after what a trigger does.
pub(super) fn read_only_once(p: &mut Parser) -> Option<Period> {
    p.one_of(&[
        "play only once",
        "play this ability only once",
        "you may do this only once",
        "you may use this ability only once",
    ])?;
    let period = p.choice(&[
        ("per turn", Period::Turn),
        ("each turn", Period::Turn),
        ("per game", Period::Game),
        ("per attack", Period::Attack),
    ])?;
    (p.words(".") || p.at_end()).then_some(period)
}

/// "Draw 1 extra card during your draw step": when the build step starts (rules 603.2, 603.4).
pub(super) fn read_extra_draw(p: &mut Parser) -> Option<Vec<Ability>> {
    (!happens_once(p)).then_some(())?;
    let condition = p.attempt(|p| {
        p.words("as long as").then_some(())?;
        let condition = read_condition(p)?;
        p.words(",").then_some(condition)
    });
    let whose =
        p.choice(&[("draw", Player::You), ("you draw", Player::You), ("each player draws", Player::Each)])?;
    let n = p.number()?;
    p.one_of(&["extra card", "extra cards"])?;
    let drawer = match whose {
        Player::Each => p.words("during his or her draw step").then_some(Player::That)?,
        _ => p.words("during your draw step").then_some(Player::You)?,
    };
    let quantity = Quantity::Exactly(n.into());
    let draw = Effect::from(Action::from(CardAction::Draw(drawer, quantity)));
    let mut steps = vec![p.step(draw)];
    if p.words("and then") {
        match read_effect(p)? {
            Effect::Sequence(more) => steps.extend(more),
            one => steps.push(one),
        }
    }
    p.words(".");
    let event = Event::Stage(Edge::Start, Stage::BuildStep(whose));
    let effect = super::effect::join(steps)?;
    Some(vec![ability(p, Triggered { trigger: event.into(), condition, effect })])
}

/// "Equipped unit can only have one Medpac attached to it": another one can't be attached to it. Where others than the
/// Equipment itself count ("only one Weapon"), they can't be attached to its unit, and it can't be attached to theirs.
pub(super) fn read_only_one(p: &mut Parser) -> Option<Vec<Rule<Pattern>>> {
    p.words("equipped").then_some(())?;
    let who = super::filter::read_filter(p)?;
    p.one_of(&[
        "can't have another",
        "can only have one",
        "may only have one",
        "can have only one",
        "may have only one",
    ])?;
    // Names made up only of subtypes would be read as subtypes.
    (!p.sees(Parser::own_name) || p.sees(|p| p.card_name().is_some())).then_some(())?;
    let mut class = super::class::read_class(p)?;
    class.noun = Noun::Equipment;
    p.words("attached").then_some(())?;
    p.words("to it");
    p.words(".");
    let is_named = matches!(class.adjectives[..], [Quality::Name(_)]);
    let such = Filter::class(class);
    let with = |on: Pattern| who.clone().with(Quality::Has(Relation::Attached, Box::new(on)));
    let beside = |what: Pattern, on: Pattern| Rule::cant(what, Activity::BeAttached(with(on).into()));
    let others = Pattern::Any(such);
    Some(match is_named {
        true => vec![beside(others.clone(), others)],
        false => vec![beside(others.clone(), Pattern::THIS), beside(Pattern::THIS, others)],
    })
}

/// "Double all damage that would be done by units in this arena (before damage prevention)" (rule 1603.4).
pub(super) fn read_doubled(p: &mut Parser) -> Option<Vec<Ability>> {
    p.words("double all damage that would be done by").then_some(())?;
    let source = super::selector::read_pattern(p)?;
    p.words("( before damage prevention )");
    p.words(".");
    let event = Event::Damage { source: Some(source), target: None, amount: None, using: None };
    let outcome = Outcome::First(DamageAction::MultiplyThat(2).into());
    Some(vec![ability(p, Replacement { trigger: event.into(), condition: None, outcome })])
}

/// "Your opponent must pay 1 Force to attack this unit": otherwise their units can't (rule 1105.2).
pub(super) fn read_attack_price(p: &mut Parser) -> Option<Rule<Pattern>> {
    let who = super::player::read_player(p)?;
    p.words("must pay").then_some(())?;
    let costs = super::cost::read_amount_paid(p)?;
    (costs.0.len() == 1).then_some(())?;
    p.words("to attack").then_some(())?;
    let activity = Activity::Attack(Some(super::selector::read_pattern(p)?));
    Some(Rule::changes(Filter::units().of(who), [Change::Unless { activity, who, costs }]))
}

/// "Your opponent can't retreat any Space units": their Space units can't retreat.
pub(super) fn read_no_retreat(p: &mut Parser) -> Option<Rule<Pattern>> {
    let who = super::player::read_player(p)?;
    p.words("can't retreat").then_some(())?;
    p.words("any");
    let owned = p.words("your");
    let filter = super::filter::read_filter(p)?;
    (filter.control.is_none() && (!owned || who == Player::You)).then_some(())?;
    Some(Rule::cant(filter.of(who), Activity::Retreat))
}

/// "Your opponent can't attack this unit unless he or she pays 2 Force."
pub(super) fn read_price_of_attack(p: &mut Parser) -> Option<Rule<Pattern>> {
    let who = super::player::read_player(p)?;
    p.words("can't attack").then_some(())?;
    let activity = Activity::Attack(Some(super::selector::read_pattern(p)?));
    p.words("unless").then_some(())?;
    let payer = super::player::read_player(p)?;
    (payer == who).then_some(())?;
    let costs = super::cost::read_paid_by(p, who)?;
    Some(Rule::changes(Filter::units().of(who), [Change::Unless { activity, who, costs }]))
}
