//! Questions in words: what is asked, what to know, and a line of coaching for somebody new to it.

use super::explain;
use super::sight::Sight;
use engine::{Chance, Choice, Decision, Tried, Why};
use vocab::{Keyword, Role, RuleNumber};

/// A question for people.
pub struct Question {
    /// Which kind of decision it is.
    pub kind: &'static str,
    /// The question.
    pub title: String,
    /// What to know before answering.
    pub detail: String,
    /// For somebody who meets this question for the first time.
    pub coach: &'static str,
}

/// The rule of a question. A chance has a rule of its own kind, which says more than that there is a chance.
pub fn rule_of(sight: &Sight, decision: &Decision) -> RuleNumber {
    let (section, rule) = match sight.seen.sight().chance() {
        Some(Chance::Attack) => (1106, 1),
        Some(Chance::AddDice | Chance::Reroll | Chance::ChangeDice) => (1107, 7),
        Some(Chance::Prevention) => (1109, 1),
        Some(Chance::WouldBeDiscarded) => (1110, 4),
        Some(Chance::AttackEnd) => (1112, 6),
        Some(Chance::Disrupt) => (1308, 1),
        Some(Chance::Entered) => (1705, 3),
        Some(Chance::Just) => (1601, 2),
        Some(Chance::General | Chance::BuildStep | Chance::WouldAttack(_) | Chance::At(..)) | None => {
            return decision.rule;
        }
    };
    RuleNumber::new(section, rule)
}

/// The question that the viewer is asked, with the words of the ability that asks it.
pub fn question(sight: &Sight, decision: &Decision) -> Question {
    let mut question = plain_question(sight, decision);
    if let Some(words) = explain::words(sight, decision) {
        question.detail =
            if question.detail.is_empty() { words } else { format!("{} {words}", question.detail) };
    }
    question
}

/// The only card that can be chosen, if there is just one.
fn only_card(sight: &Sight, decision: &Decision) -> Option<String> {
    let mut cards = decision.choices.iter().filter_map(|choice| match choice {
        Choice::Card(card) => Some(sight.name_of(*card)),
        _ => None,
    });
    let first = cards.next()?;
    cards.all(|other| other == first).then_some(first)
}

/// `1 build point`, `3 build points`.
fn counted(number: u16, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        number => format!("{number} {what}s"),
    }
}

fn plain_question(sight: &Sight, decision: &Decision) -> Question {
    let about = sight
        .subject(decision)
        .map(ToString::to_string)
        .or_else(|| decision.source.map(|card| sight.name_of(card)));
    let it = about.clone().unwrap_or_else(|| "this card".into());
    let player = &sight.view.players[decision.who];
    let q = |kind, title: String, detail: String, coach| Question { kind, title, detail, coach };
    match decision.why {
        Why::PlayEvent => q(
            "Preparation",
            only_card(sight, decision)
                .map_or_else(|| "Start with an Event?".into(), |card| format!("Start with {card}?")),
            String::new(),
            "An Event is a house rule for this whole game.",
        ),
        Why::PullResource => q(
            "Preparation",
            only_card(sight, decision).map_or_else(
                || "Take a Resource into your hand?".into(),
                |card| format!("Take {card} into your hand?"),
            ),
            String::new(),
            "You pay for it in setup, and it helps you all game.",
        ),
        Why::Mulligan => q(
            "Preparation",
            "Swap any of these?".into(),
            "Pick cards that aren’t units; you draw as many new ones.".into(),
            "You can do this once. Units are what you need first.",
        ),
        Why::SetupBuild => q(
            "Setup",
            "Place your first units".into(),
            setup_points(sight, decision),
            "One unit in each arena first. Two arenas held at the end of a turn win the game.",
        ),
        Why::SetupPartial => q(
            "Setup",
            "Start one more unit with what’s left?".into(),
            format!("You have {}. You can finish it later.", counted(player.build, "point")),
            "You can pay for a card over several turns.",
        ),
        Why::BuildCounters => q(
            "Build step",
            format!("How many points for {it}?"),
            format!("You have {}.", counted(player.build, "build point")),
            "A card is finished once you’ve paid its whole cost.",
        ),
        Why::BuildStepStart => q(
            "Build step",
            "Which one first?".into(),
            "They all happen now, before you build.".into(),
            "If one brings Force, take it before one that costs Force.",
        ),
        Why::Build => q(
            "Your build step",
            if player.build > 0 { "Spend your build points".into() } else { "Anything else to do?".into() },
            "Pay for cards now. Points you don’t spend are gone.".into(),
            "Start cards from your hand, complete what’s finished, move units between their arenas.",
        ),
        Why::Destination => q(
            "Completing",
            format!("Where should {it} go?"),
            String::new(),
            "A unit can wait in the build zone and come out later.",
        ),
        Why::Retreat => q(
            "Retreat step",
            "Pull anyone back?".into(),
            "A unit in the build zone can’t be attacked.".into(),
            "Save a unit that won’t get to shoot. But don’t leave them an arena for free.",
        ),
        Why::PlayOrPass => chance(sight, decision),
        Why::NextUnit => q(
            "Speed order",
            "Which of your units acts first?".into(),
            speed_of_choices(sight, decision).map_or_else(
                || "They’re equally fast.".into(),
                |speed| format!("They’re equally fast: speed {speed}."),
            ),
            "Faster units act first. When yours are equally fast, you choose.",
        ),
        Why::Act => q(
            "Attack",
            format!("Who should {it} attack?"),
            "Chances before any cards or abilities.".into(),
            "Units act in order of speed, fastest first, whoever owns them. Each acts once a turn.",
        ),
        Why::Bid => bid(sight, decision, &it),
        Why::Order => q(
            "Order",
            "Which one first?".into(),
            "They all happen now.".into(),
            "If one brings Force, take it before one that costs Force.",
        ),
        Why::Optional => q(
            "Your choice",
            about.map_or_else(|| "Use it?".into(), |name| format!("Use {name}?")),
            String::new(),
            "It’s up to you.",
        ),
        Why::PayOrNot => q(
            "Price",
            about.map_or_else(|| "Pay for it?".into(), |name| format!("Pay for {name}?")),
            String::new(),
            "If you don’t pay, it doesn’t happen.",
        ),
        Why::Keyword(keyword) => q(
            keyword.name(),
            keyword_title(keyword, &it),
            keyword.definition(vocab::Edition::Current).map(first_sentence).unwrap_or_default(),
            "The rule number opens the whole rule.",
        ),
        Why::Choose => q(
            "Choose",
            about.map_or_else(|| "Which one?".into(), |name| format!("{name}: which one?")),
            String::new(),
            "Cards you can pick glow.",
        ),
        Why::Mode => {
            q("Choose one", format!("What should {it} do?"), String::new(), "Only one of these happens.")
        }
        Why::X => q(
            "Number",
            format!("How much is X for {it}?"),
            String::new(),
            "X sets both what you pay and what you get.",
        ),
        Why::Pay => q(
            "Price",
            format!("How do you want to pay for {it}?"),
            String::new(),
            "You pay first, then it happens.",
        ),
        Why::Prevent => q(
            "Damage prevention",
            match sight.view.pending.iter().find(|damage| damage.amount > 0) {
                Some(damage) => format!("Prevent how much of {}’s damage?", sight.name_of(damage.to)),
                None => "Prevent how much damage?".into(),
            },
            sight.view.pending.iter().find(|damage| damage.amount > 0).map_or_else(String::new, |damage| {
                let left = sight.health_left(damage.to).max(0);
                format!("{} damage, {left} health left.", damage.amount)
            }),
            "Your unit takes the rest.",
        ),
        Why::Divide => {
            q("Divide", format!("How much damage to {it}?"), String::new(), "Split it any way you like.")
        }
        Why::Equip => q(
            "Equipment",
            format!("Who gets {it}?"),
            String::new(),
            "You can move it to another unit on a later turn, for the same price.",
        ),
        Why::Untap => q(
            "Ready phase",
            format!("Untap {it}?"),
            format!("{it} may stay tapped."),
            "A tapped unit doesn’t attack.",
        ),
        Why::ByHand => q(
            "By hand",
            format!("Carry out the text of {it}"),
            "Do what it says, one thing after another. Choose “Done” when you’re through.".into(),
            "The referee can’t carry this text out, so you do. Your opponent sees every step.",
        ),
        Why::Agree => q(
            "By hand",
            format!("Is that what {it} does?"),
            "Agree, or have all of it taken back.".into(),
            "Your opponent carried out a text that the program doesn’t enforce.",
        ),
    }
}

/// What is left in setup and how far to go (rules 503.2, 504.5).
fn setup_points(sight: &Sight, decision: &Decision) -> String {
    let players = &sight.view.players;
    let them = sight.seen.player(decision.who.other()).name;
    let (own, other) = (&players[decision.who], &players[decision.who.other()]);
    let left = counted(30_u16.saturating_sub(own.spent.into()), "point");
    if other.stopped {
        format!("{left} left. {them} has stopped: go on as long as you like.")
    } else if own.spent == 0 && other.spent == 0 {
        format!("{left}. Place one unit, then it’s {them}’s turn.")
    } else {
        format!("{left} left. Keep going until you’ve spent more than {them}.")
    }
}

fn bid(sight: &Sight, decision: &Decision, unit: &str) -> Question {
    let bid = |who: Role| sight.view.players[who].bid;
    let them = sight.seen.player(decision.who.other()).name;
    let force = sight.view.players[decision.who].force;
    Question {
        kind: "Contested unit",
        title: format!("You both have {unit}. How much Force to keep yours?"),
        detail: format!(
            "Bids so far: you {}, {them} {}. You have {force} Force.",
            bid(decision.who),
            bid(decision.who.other())
        ),
        coach: "Your bid plus the unit’s build cost decides; Dark wins ties. Only the winner pays.",
    }
}

/// The speed that all units to choose from have.
fn speed_of_choices(sight: &Sight, decision: &Decision) -> Option<i16> {
    let card = decision.choices.iter().find_map(|choice| choice.card())?;
    sight.card(card)?.values.map(|(speed, ..)| speed)
}

/// What a keyword asks about a unit.
fn keyword_title(keyword: Keyword, it: &str) -> String {
    match keyword {
        Keyword::Redirect => format!("Who takes the attack instead of {it}?"),
        Keyword::Surge => format!("Use {it}’s Surge?"),
        Keyword::DamageControl => format!("Remove how much damage from {it}?"),
        Keyword::Overload => format!("Use {it}’s Overload?"),
        Keyword::Overkill => format!("Move {it}’s Overkill damage to whom?"),
        Keyword::AreaDamage => format!("Who takes {it}’s Area Damage first?"),
        Keyword::Upkeep => format!("Pay the Upkeep of {it}?"),
        Keyword::Velocity => format!("Change {it}’s speed?"),
        Keyword::Adapt => format!("What should {it} adapt to?"),
        Keyword::Lucky => format!("Which dice should {it} reroll?"),
        Keyword::Parry => format!("Prevent how much damage with {it}’s Parry?"),
        Keyword::Enhance => format!("Pay more to enhance {it}?"),
        Keyword::Tenacity => format!("Should {it} attack again?"),
        Keyword::DoubleStrike => format!("Who should {it} strike next?"),
        Keyword::Foresight | Keyword::Forewarning => format!("How many hits does {it} foresee?"),
        Keyword::Deflect => format!("Who gets the damage {it} deflects?"),
        // The rest prevent damage, and ask which.
        keyword => format!("{it}: {keyword} against which damage?"),
    }
}

fn first_sentence(text: &str) -> String {
    text.split_inclusive(". ").next().unwrap_or_default().trim().to_string()
}

fn chance(sight: &Sight, decision: &Decision) -> Question {
    let named = |slot| {
        let own = sight.card(slot).is_some_and(|card| card.controller == decision.who);
        if own { format!("your {}", sight.name_of(slot)) } else { sight.name_of(slot) }
    };
    let parties = sight.view.attack.as_ref().map(|attack| (named(attack.attacker), named(attack.defender)));
    let against = || match &parties {
        Some((attacker, defender)) => super::offer::capital(&format!("{attacker} attacks {defender}.")),
        None => String::new(),
    };
    let q = |kind, title: String, detail: String, coach| Question { kind, title, detail, coach };
    let chance = sight.seen.sight().chance().unwrap_or(Chance::General);
    match chance {
        Chance::Attack => q(
            "Before the roll",
            format!("{} Do anything first?", against()).trim().into(),
            String::new(),
            "After the roll it’s too late for Intercept and Retaliate.",
        ),
        Chance::AddDice => {
            q("Dice", "Add dice?".into(), against(), "First more dice, then rerolls, then changes.")
        }
        Chance::Reroll => {
            q("Dice", "Reroll dice?".into(), against(), "Roll misses again, unless you need a 6.")
        }
        Chance::ChangeDice => {
            q("Dice", "Change a die?".into(), against(), "This is your last chance to change the roll.")
        }
        Chance::Prevention => prevention(sight, decision),
        Chance::WouldBeDiscarded => q(
            "Discard",
            decision
                .source
                .map_or_else(|| "Save it?".into(), |card| format!("Save {}?", sight.name_of(card))),
            against(),
            "If you don’t, it’s discarded.",
        ),
        Chance::AttackEnd => q(
            "End of the attack",
            "Anything before the next unit acts?".into(),
            against(),
            "This attack is over. If you both say no, the battle goes on.",
        ),
        Chance::Disrupt => disrupt(sight, decision),
        Chance::Entered => q(
            "Ambush",
            decision.source.map_or_else(
                || "Ambush the unit that just came?".into(),
                |card| format!("Ambush {}?", sight.name_of(card)),
            ),
            String::new(),
            "A unit has just come into the arena.",
        ),
        Chance::General | Chance::BuildStep | Chance::WouldAttack(_) | Chance::At(..) | Chance::Just => {
            let battle = sight.battle().is_some();
            q(
                if battle { "Between attacks" } else { "Play or pass" },
                if battle {
                    "Anything before the next unit acts?"
                } else {
                    "Anything before the game goes on?"
                }
                .into(),
                format!("If you both say no, the {} goes on.", if battle { "battle" } else { "game" }),
                "Usually no: save your Force. You can turn this question off under Stops.",
            )
        }
    }
}

/// What can be disrupted, who does it, and what it would do.
fn disrupt(sight: &Sight, decision: &Decision) -> Question {
    let coach = "A disrupted card or ability does nothing, and its price stays paid.";
    let Some((who, tried, id)) = sight.seen.sight().tried() else {
        return Question { kind: "Disrupt", title: "Disrupt it?".into(), detail: String::new(), coach };
    };
    let definition = sight.seen.sight().catalog().definition(id);
    let (own, name) = (who == decision.who, sight.seen.player(who).name);
    let does = |you: &str, they: &str| if own { format!("You {you}") } else { format!("{name} {they}") };
    let done = match tried {
        Tried::Attack(_) => does("attack with", "attacks with"),
        Tried::Deployment(_) => does("deploy", "deploys"),
        Tried::Ability(..) => does("use", "uses"),
        Tried::Nothing | Tried::Card(_) | Tried::Disrupt(_) => does("play", "plays"),
    };
    let text = sight.world.printing(definition).map_or_else(String::new, |printing| {
        format!(": {}", printing.text.replace("->", "→").replace(" | ", " · "))
    });
    let detail = match tried {
        Tried::Attack(_) | Tried::Deployment(_) => format!("{done} {definition}."),
        Tried::Nothing | Tried::Card(_) | Tried::Ability(..) | Tried::Disrupt(_) => {
            format!("{done} {definition}{text}")
        }
    };
    Question { kind: "Disrupt", title: format!("Disrupt {definition}?"), detail, coach }
}

fn prevention(sight: &Sight, decision: &Decision) -> Question {
    let own = sight.view.pending.iter().find(|damage| damage.who == decision.who && damage.amount > 0);
    let coach = "Stop it now or never: prevention comes before damage lands.";
    match own {
        Some(damage) => {
            let name = sight.name_of(damage.to);
            let left = sight.health_left(damage.to).max(0);
            let fate = if i16::from(damage.amount) >= left {
                format!("Stop it, or {name} is destroyed.")
            } else {
                format!("{name} would survive.")
            };
            Question {
                kind: "Damage prevention",
                title: format!("Prevent damage to {name}?"),
                detail: format!("{} damage, {left} health left. {fate}", damage.amount),
                coach,
            }
        }
        None => Question {
            kind: "Damage prevention",
            title: "Prevent damage?".into(),
            detail: "The damage hasn’t landed yet.".into(),
            coach,
        },
    }
}
