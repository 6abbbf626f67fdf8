//! Attacks, dice, choices and the end of the game.

use super::{imperative, say_verb, verb};
use crate::grammar::amount::{read_value, write_value};
use crate::grammar::place::{read_arena, read_arenas, write_arena};
use crate::grammar::player::{read_owner, write_owner};
use crate::grammar::reference::{read_owner_reference, read_reference, write_owner_reference};
use crate::grammar::selector::{read_pattern, read_selector, write_pattern, write_selector};
use crate::parser::Parser;
use crate::writer::{Unwritable, Writer, Written};
use vocab::Keyword;
use vocab::ability::{
    AbilityClass, Action, ArenaRef, Choosable, Class, CombatAction, Dice, DiceAction, Disruptable, Filter,
    Noun, Player, Quality, Quantity, Reference, Selector, Verdict,
};

/// One action with attacks, dice or choices.
pub fn read(p: &mut Parser) -> Option<Action> {
    if p.actor == Player::You
        && p.one_of(&["the attack ends", "its attack ends", "that attack ends", "this attack ends"]).is_some()
    {
        return Some(CombatAction::EndAttack.into());
    }
    p.attempt(|p| {
        if verb(p, "disrupt", "disrupts") {
            return p
                .attempt(read_several_disruptable)
                .or_else(|| read_disruptable(p))
                .map(|what| CombatAction::Disrupt(what).into());
        }
        if verb(p, "have", "has") || verb(p, "make", "makes") {
            let attacker = read_selector(p)?;
            p.words("attack").then_some(())?;
            let defender = read_selector(p)?;
            // The current attack gets another defender (rule 1106.2).
            // If the attack hasn't been made yet, "instead" applies to the whole text.
            let attacks = matches!(
                attacker,
                Selector::Known(Reference::Attacker | Reference::Subject | Reference::Object)
            );
            if !p.in_enhance && attacks && p.words("instead") {
                return Some(CombatAction::ChangeDefender(defender).into());
            }
            let defender = opposing(&attacker, defender);
            return Some(CombatAction::Attack { attacker, defender }.into());
        }
        if verb(p, "choose", "chooses") {
            return read_choosable(p).map(Action::Choose);
        }
        if verb(p, "name", "names") {
            p.words("a unit card").then_some(())?;
            return Some(Action::Choose(Choosable::Name(p.actor, Noun::UnitCard)));
        }
        if verb(p, "win the game", "wins the game") {
            return Some(Action::EndGame(p.actor, Verdict::Wins));
        }
        if verb(p, "lose the game", "loses the game") {
            return Some(Action::EndGame(p.actor, Verdict::Loses));
        }
        if verb(p, "roll", "rolls") {
            let dice = if p.words("a die") || p.words("one of your dice") || p.words("one of his or her dice")
            {
                1.into()
            } else {
                read_dice(p)?
            };
            return Some(DiceAction::Roll(p.actor, dice).into());
        }
        if verb(p, "reroll", "rerolls") {
            return read_reroll(p).map(Action::Dice);
        }
        None
    })
    .or_else(|| p.attempt(read_more_damage))
    .or_else(|| p.attempt(read_new_defender))
}

/// "it does 1 more damage": the unit that attacks, in this attack (rule 1603.3).
fn read_more_damage(p: &mut Parser) -> Option<Action> {
    // Damage that would be done is handled elsewhere.
    (p.actor == Player::You && !p.bare && !p.in_enhance).then_some(())?;
    let attacks = matches!(read_reference(p)?, Reference::This | Reference::Attacker | Reference::Subject);
    (attacks && p.words("does")).then_some(())?;
    let more = read_value(p)?;
    p.words("more damage").then_some(())?;
    let _ = p.words("for this attack") || p.words("for that attack");
    Some(CombatAction::MoreDamage(more).into())
}

/// "one of your other units becomes the defending unit" (rule 1106.2).
fn read_new_defender(p: &mut Parser) -> Option<Action> {
    (p.actor == Player::You && !p.bare).then_some(())?;
    let to = read_selector(p)?;
    // "this unit now attacks the chosen unit instead" (rule 1106.2).
    let changed = p.attempt(|p| {
        matches!(to, Selector::Known(Reference::This | Reference::Subject | Reference::Attacker))
            .then_some(())?;
        (!p.in_enhance && (p.words("now attacks") || p.words("attacks"))).then_some(())?;
        let mut defender = read_selector(p)?;
        // "The attacking unit attacks that unit instead": never itself.
        if defender == to
            && let Selector::Known(own) = to
        {
            let other = p.refs.pronoun_but(own)?;
            if let Reference::Result(slot) = other {
                p.uses(slot);
            }
            defender = Selector::Known(other);
        }
        p.words("instead").then_some(CombatAction::ChangeDefender(defender))
    });
    if let Some(changed) = changed {
        return Some(changed.into());
    }
    if matches!(
        to,
        Selector::Known(Reference::This | Reference::Result(_) | Reference::Subject | Reference::Paid(_))
    ) && !p.in_enhance
        && p.words("attacks")
    {
        let defender = opposing(&to, read_selector(p)?);
        return Some(CombatAction::Attack { attacker: to, defender }.into());
    }
    (p.words("becomes the defending unit") || p.words("is attacked instead")).then_some(())?;
    Some(CombatAction::ChangeDefender(to).into())
}

fn read_dice(p: &mut Parser) -> Option<vocab::ability::Amount> {
    let amount = read_value(p)?;
    (p.words("dice") || p.words("die")).then_some(amount)
}

fn read_reroll(p: &mut Parser) -> Option<DiceAction> {
    if p.words("it") {
        return Some(DiceAction::Reroll(Dice::BuildRoll, Quantity::Exactly(1.into())));
    }
    if p.words("that die") || p.words("that roll") || p.words("the roll") {
        return Some(DiceAction::Reroll(Dice::BuildRoll, Quantity::Exactly(1.into())));
    }
    let quantity = if p.words("up to") {
        Quantity::UpTo(read_value(p)?)
    } else if p.words("any number of") {
        Quantity::AnyNumber
    } else if p.words("all") {
        Quantity::All
    } else {
        Quantity::Exactly(read_value(p)?)
    };
    p.words("of");
    // Whoever attacks: never the roll for build points.
    let present = p.attempt(|p| {
        p.one_of(&["attack dice", "dice for this attack", "the attack dice"])
            .map(|_| Dice::OfAttackBy(Reference::Attacker))
    });
    if let Some(dice) = present {
        p.words("once");
        return Some(DiceAction::Reroll(dice, quantity));
    }
    let by = p.attempt(|p| {
        let by = read_owner_reference(p)?;
        p.words("attack dice").then_some(Dice::OfAttackBy(by))
    });
    let dice = match by {
        Some(dice) => dice,
        None => {
            let who = read_owner(p)?;
            p.words("attack dice").then_some(Dice::OfPlayer(who))?
        }
    };
    p.words("once");
    Some(DiceAction::Reroll(dice, quantity))
}

/// What can be chosen without doing anything to it.
pub fn read_choosable(p: &mut Parser) -> Option<Choosable> {
    let who = p.actor;
    p.words("either");
    let bare = p.attempt(|p| {
        let arenas = read_arenas(p)?;
        (arenas.is_multi() && p.sees(|p| p.words("."))).then_some(ArenaRef::Named(arenas))
    });
    if let Some(arenas) = bare {
        return Some(Choosable::Arena(who, arenas));
    }
    if p.sees(|p| p.words("an arena") || p.words("the") && read_arena_word(p)) {
        return read_arena(p).map(|arena| Choosable::Arena(who, arena));
    }
    if let Some(chosen) = p.attempt(read_ability_chosen) {
        return Some(chosen);
    }
    if p.words("a subtype") {
        return Some(Choosable::Subtype(who));
    }
    if p.words("a card type") {
        return Some(Choosable::CardType(who));
    }
    match read_selector(p)? {
        Selector::Choose(mut choice) => {
            // "Look at your opponent's hand and choose a card": one of those.
            let is_card =
                |class: &Class| matches!(class.noun, Noun::Card | Noun::UnitCard | Noun::BattleCard);
            let bare = choice.of.place.is_none() && choice.of.control.is_none() && choice.of.with.is_empty();
            if bare && choice.of.classes.iter().all(is_card) {
                choice.of.place = p.refs.pile();
            }
            Some(Choosable::Objects(Selector::Choose(choice)))
        }
        Selector::Known(_) | Selector::Each(_) | Selector::Together(_) => None,
    }
}

/// "an ability on another card in its stack", "one activated ability each on up to 2 of your units", "up to 2 abilities on
/// it", "each ability on it", "one of that unit's abilities".
fn read_ability_chosen(p: &mut Parser) -> Option<Choosable> {
    if let Some(owned) = p.attempt(read_abilities_of) {
        return Some(owned);
    }
    let each = if p.words("up to") {
        Quantity::UpTo(read_value(p)?)
    } else if p.words("each") {
        Quantity::All
    } else {
        p.one_of(&["an", "a", "one"])?;
        Quantity::Exactly(1.into())
    };
    let class = read_ability_class(p)?;
    p.words("each");
    p.one_of(&["on", "of", "from"])?;
    match read_selector(p)? {
        Selector::Each(_) | Selector::Together(_) => None,
        of => Some(Choosable::Ability(class, of, each)),
    }
}

/// "one of that unit's abilities", "up to 2 of its activated abilities", "each of its abilities".
pub fn read_abilities_of(p: &mut Parser) -> Option<Choosable> {
    let each = if p.words("up to") {
        Quantity::UpTo(read_value(p)?)
    } else if p.words("each") {
        Quantity::All
    } else {
        p.words("one").then_some(Quantity::Exactly(1.into()))?
    };
    p.words("of").then_some(())?;
    let of = read_owner_reference(p)?;
    Some(Choosable::Ability(read_ability_class(p)?, Selector::Known(of), each))
}

/// "ability", "activated abilities".
fn read_ability_class(p: &mut Parser) -> Option<AbilityClass> {
    let class = p
        .choice(&[
            ("activated", AbilityClass::Activated),
            ("force-activated", AbilityClass::ForceActivated(None)),
            ("triggered", AbilityClass::Triggered),
        ])
        .or_else(|| {
            p.attempt(|p| p.keyword().filter(|keyword| matches!(keyword, Keyword::Bounty | Keyword::Pilot)))
                .map(AbilityClass::Keyword)
        });
    (p.words("ability") || p.words("abilities")).then_some(class.unwrap_or(AbilityClass::Any))
}

/// "the activated abilities of one of your Jedi", "an ability on another card in its stack": what a unit gets without
/// "the chosen ability" being said.
pub fn read_taken(p: &mut Parser) -> Option<Choosable> {
    if let Some(owned) = p.attempt(read_abilities_of) {
        return Some(owned);
    }
    let each = match p.words("the") {
        true => Quantity::All,
        false if p.words("each") => Quantity::All,
        false => p.one_of(&["an", "a", "one"]).map(|_| Quantity::Exactly(1.into()))?,
    };
    let class = read_ability_class(p)?;
    p.one_of(&["of", "on", "from"])?;
    let mut of = read_selector(p)?;
    // A unit in an arena isn't piloting (rule 902.1): the keyword is meant.
    if let Selector::Choose(choice) = &mut of
        && class == AbilityClass::Keyword(Keyword::Pilot)
    {
        for one in choice.of.classes.iter_mut().filter(|one| one.noun == Noun::Pilot) {
            one.noun = Noun::Unit;
        }
        choice.of.with.push(Quality::Keyword(Keyword::Pilot, None));
    }
    let one = match &of {
        Selector::Known(_) => true,
        Selector::Choose(choice) => choice.quantity == Quantity::Exactly(1.into()),
        Selector::Each(_) | Selector::Together(_) => false,
    };
    one.then_some(Choosable::Ability(class, of, each))
}

fn read_arena_word(p: &mut Parser) -> bool {
    p.words("space") || p.words("ground") || p.words("character")
}

/// "a Battle card, Mission card, or a Resource's activated effect": one of them.
fn read_several_disruptable(p: &mut Parser) -> Option<Disruptable> {
    let cards = super::super::filter::read_filter_of_plays(p)?;
    p.one_of(&[", or", "or"])?;
    let ability = read_disruptable(p).filter(|what| matches!(what, Disruptable::Ability(..)))?;
    Some(Disruptable::OneOf(vec![Disruptable::Card(cards.into()), ability]))
}

/// "an attack against one of your units", "a Battle card", "an activated ability".
fn read_disruptable(p: &mut Parser) -> Option<Disruptable> {
    if p.words("an attack") {
        let mut by = if p.words("by") || p.words("from") { Some(read_pattern(p)?) } else { None };
        let against = if p.words("against") || p.words("on") { Some(read_pattern(p)?) } else { None };
        if by.is_none() && (p.words("from") || p.words("by")) {
            by = Some(read_pattern(p)?);
        }
        return Some(Disruptable::Attack { by, against });
    }
    if p.words("the attack") || p.words("that attack") {
        return Some(Disruptable::Attack { by: None, against: None });
    }
    if p.words("a disrupt") {
        return Some(Disruptable::Disrupt);
    }
    if let Some(class) = p.choice(&[
        ("an activated ability", AbilityClass::Activated),
        ("a force-activated ability", AbilityClass::ForceActivated(None)),
        ("a triggered ability", AbilityClass::Triggered),
        ("an activated effect", AbilityClass::Activated),
    ]) {
        let of =
            if p.words("of") || p.words("on") || p.words("from") { Some(read_pattern(p)?) } else { None };
        return Some(Disruptable::Ability(class, of));
    }
    let owned = p.attempt(|p| {
        let of = read_pattern(p)?;
        // "a Battle card, or a Resource's activated effect": only the Resource's effect is meant.
        let is_play = |class: &Class| matches!(class.noun, Noun::BattleCard | Noun::Mission);
        (!matches!(&of, vocab::ability::Pattern::Any(of) if of.classes.iter().any(is_play))).then_some(())?;
        (p.words("'s") || p.words("'")).then_some(())?;
        let class = p.choice(&[
            ("activated ability", AbilityClass::Activated),
            ("activated effect", AbilityClass::Activated),
            ("activated abilities", AbilityClass::Activated),
            ("force-activated ability", AbilityClass::ForceActivated(None)),
            ("force-activated abilities", AbilityClass::ForceActivated(None)),
        ])?;
        Some(Disruptable::Ability(class, Some(of)))
    });
    if owned.is_some() {
        return owned;
    }
    if p.words("a unit deployment") {
        return Some(Disruptable::Deployment(Filter::units().into()));
    }
    if p.words("the deployment of") {
        return read_pattern(p).map(Disruptable::Deployment);
    }
    read_pattern(p).map(Disruptable::Card)
}

/// "This unit attacks a Starfighter in this arena": one of the opponent's, as in any attack (rule 102.2).
pub(super) fn opposing(attacker: &Selector, defender: Selector) -> Selector {
    match defender {
        Selector::Choose(mut choice)
            if *attacker == Selector::THIS && matches!(choice.of.control, None | Some(Player::Opponent)) =>
        {
            choice.of.control = Some(Player::Opponent);
            choice.of.with.retain(|quality| *quality != Quality::OtherThan(Reference::This));
            Selector::Choose(choice)
        }
        defender => defender,
    }
}

/// Writes what `read` reads.
pub fn write(w: &mut Writer, action: &Action) -> Written {
    match action {
        Action::Combat(CombatAction::EndAttack) => {
            imperative(w)?;
            w.say("the attack ends");
            Ok(())
        }
        Action::Combat(CombatAction::Attack { attacker, defender }) => {
            say_verb(w, "have", "has");
            write_selector(w, attacker)?;
            w.say("attack");
            write_selector(w, defender)
        }
        Action::Combat(CombatAction::ChangeDefender(to)) => {
            if w.bare {
                w.say("have the attacking unit attack");
                write_selector(w, to)?;
                w.say("instead");
                return Ok(());
            }
            imperative(w)?;
            write_selector(w, to)?;
            w.say("becomes the defending unit");
            Ok(())
        }
        Action::Combat(CombatAction::MoreDamage(more)) => {
            imperative(w)?;
            w.say("the attacking unit does");
            write_value(w, more)?;
            w.say("more damage");
            Ok(())
        }
        Action::Combat(CombatAction::Disrupt(what)) => {
            say_verb(w, "disrupt", "disrupts");
            write_disruptable(w, what)
        }
        Action::Choose(Choosable::Objects(what)) => {
            say_verb(w, "choose", "chooses");
            write_selector(w, what)
        }
        Action::Choose(Choosable::Arena(who, arena)) if *who == w.actor => {
            say_verb(w, "choose", "chooses");
            if *arena == ArenaRef::Any {
                w.say("an arena");
                return Ok(());
            }
            write_arena(w, *arena)
        }
        Action::Choose(Choosable::Subtype(who)) if *who == w.actor => {
            say_verb(w, "choose", "chooses");
            w.say("a subtype");
            Ok(())
        }
        Action::Choose(Choosable::Ability(class, of, each)) => {
            say_verb(w, "choose", "chooses");
            let one = *each == Quantity::Exactly(1.into());
            match each {
                Quantity::UpTo(most) => {
                    w.say("up to");
                    write_value(w, most)?;
                }
                Quantity::All => w.say("each"),
                _ if one => w.say(if *class == AbilityClass::Any || *class == AbilityClass::Activated {
                    "an"
                } else {
                    "a"
                }),
                _ => return Err(Unwritable("the choice of so many abilities")),
            }
            w.say(match class {
                AbilityClass::Any => "",
                AbilityClass::Activated => "activated",
                AbilityClass::ForceActivated(None) => "Force-activated",
                AbilityClass::Triggered => "triggered",
                AbilityClass::Keyword(Keyword::Bounty) => "Bounty",
                AbilityClass::Keyword(Keyword::Pilot) => "Pilot",
                AbilityClass::ForceActivated(Some(_)) | AbilityClass::Keyword(_) => {
                    return Err(Unwritable("the choice of such an ability"));
                }
            });
            w.say(if matches!(each, Quantity::UpTo(_)) { "abilities on" } else { "ability on" });
            write_selector(w, of)
        }
        Action::Choose(Choosable::CardType(who)) if *who == w.actor => {
            say_verb(w, "choose", "chooses");
            w.say("a card type");
            Ok(())
        }
        Action::Choose(Choosable::Name(who, Noun::UnitCard)) if *who == w.actor => {
            say_verb(w, "name", "names");
            w.say("a unit card");
            Ok(())
        }
        Action::EndGame(who, verdict) if *who == w.actor => {
            match verdict {
                Verdict::Wins => say_verb(w, "win the game", "wins the game"),
                Verdict::Loses => say_verb(w, "lose the game", "loses the game"),
            }
            Ok(())
        }
        Action::Dice(dice) => write_dice(w, dice),
        _ => Err(Unwritable("this action")),
    }
}

fn write_dice(w: &mut Writer, action: &DiceAction) -> Written {
    match action {
        DiceAction::Roll(who, dice) if *who == w.actor => {
            say_verb(w, "roll", "rolls");
            if *dice == 1.into() {
                w.say("a die");
                return Ok(());
            }
            write_value(w, dice)?;
            w.say("dice");
            Ok(())
        }
        DiceAction::Reroll(Dice::BuildRoll, Quantity::Exactly(one)) if *one == 1.into() => {
            say_verb(w, "reroll", "rerolls");
            w.say("it");
            Ok(())
        }
        DiceAction::Reroll(dice @ (Dice::OfPlayer(_) | Dice::OfAttackBy(_)), quantity) => {
            say_verb(w, "reroll", "rerolls");
            match quantity {
                Quantity::UpTo(amount) => {
                    w.say("up to");
                    write_value(w, amount)?;
                    w.say("of");
                }
                Quantity::Exactly(amount) => {
                    write_value(w, amount)?;
                    w.say("of");
                }
                Quantity::AnyNumber => w.say("any number of"),
                Quantity::All => w.say("all"),
                Quantity::Between(..) => return Err(Unwritable("so many dice")),
            }
            match dice {
                Dice::OfPlayer(who) => write_owner(w, *who)?,
                Dice::OfAttackBy(by) => write_owner_reference(w, *by)?,
                Dice::Any | Dice::BuildRoll => return Err(Unwritable("these dice")),
            }
            w.say("attack dice");
            Ok(())
        }
        DiceAction::Add(..) | DiceAction::Change(..) | DiceAction::Modify(..) | DiceAction::RollOnly(..) => {
            super::dice::write(w, action)
        }
        DiceAction::Roll(..) | DiceAction::Reroll(..) => Err(Unwritable("this roll")),
    }
}

fn write_disruptable(w: &mut Writer, what: &Disruptable) -> Written {
    match what {
        Disruptable::Attack { by, against } => {
            w.say("an attack");
            if let Some(by) = by {
                w.say("by");
                write_pattern(w, by, false)?;
            }
            if let Some(against) = against {
                w.say("against");
                write_pattern(w, against, false)?;
            }
            Ok(())
        }
        Disruptable::Card(pattern) => write_pattern(w, pattern, false),
        Disruptable::Deployment(pattern) => {
            w.say("the deployment of");
            write_pattern(w, pattern, false)
        }
        Disruptable::Ability(class, of) => {
            w.say(match class {
                AbilityClass::Activated => "an activated ability",
                AbilityClass::ForceActivated(None) => "a Force-activated ability",
                AbilityClass::Triggered => "a triggered ability",
                _ => return Err(Unwritable("the disrupting of such abilities")),
            });
            if let Some(of) = of {
                w.say("of");
                write_pattern(w, of, false)?;
            }
            Ok(())
        }
        Disruptable::Disrupt => {
            w.say("a disrupt");
            Ok(())
        }
        Disruptable::OneOf(several) => match &several[..] {
            [Disruptable::Card(vocab::ability::Pattern::Any(cards)), second @ Disruptable::Ability(..)] => {
                // Not "A or B or": the last item of a list has the conjunction.
                w.say("a");
                for (i, class) in cards.classes.iter().enumerate() {
                    w.say(if i > 0 { "," } else { "" });
                    super::super::class::write_class(w, class, false)?;
                }
                w.say("or");
                write_disruptable(w, second)
            }
            _ => Err(Unwritable("one of several things to disrupt")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::both;

    #[test]
    fn actions() {
        for text in [
            "The attack ends",
            "One of your units becomes the defending unit",
            "The attacking unit does 1 more damage",
            "Disrupt an attack against one of your Diplomats",
            "Disrupt a Battle card",
            "Disrupt an activated ability of one of your opponent's units",
            "Choose an arena",
            "Choose an ability on another card in this unit's stack",
            "Choose one of your units in any arena",
            "Win the game",
            "Roll a die",
            "Reroll up to 2 of your attack dice",
            "Have this unit attack one of your opponent's units",
            "Reroll any number of this unit's attack dice",
            "Disrupt a triggered ability",
        ] {
            both(text, read, write);
        }
    }
}
