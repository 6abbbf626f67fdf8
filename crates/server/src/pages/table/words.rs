//! Questions in words: what is asked, why, and a hint for those who meet it for the first time.

use super::explain;
use super::sight::Sight;
use engine::{Chance, Decision, Why};
use vocab::RuleNumber;

/// A question for people.
pub struct Question {
    /// What kind of decision.
    pub kind: &'static str,
    /// The question.
    pub title: String,
    /// What should be known to answer it.
    pub detail: String,
    /// For somebody who is asked this for the first time.
    pub coach: &'static str,
}

/// The rule of a question: for a chance that of its own kind, which says more than that there is one.
pub fn rule_of(sight: &Sight, decision: &Decision) -> RuleNumber {
    let (section, rule) = match sight.table.game.chance() {
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

fn plain_question(sight: &Sight, decision: &Decision) -> Question {
    let about = decision.source.map(|card| sight.name_of(card));
    let it = about.clone().unwrap_or_else(|| "it".into());
    let player = &sight.view.players[decision.who];
    let spent = sight.table.game.state().players[decision.who].spent;
    let q = |kind, title: String, detail: String, coach| Question { kind, title, detail, coach };
    match decision.why {
        Why::PlayEvent => q(
            "Preparation",
            "Put an Event into play?".into(),
            String::new(),
            "Events wait outside the deck. One may start the game in play.",
        ),
        Why::PullResource => q(
            "Preparation",
            "Pull a Resource?".into(),
            String::new(),
            "A Resource starts in your build zone and gives you something every turn.",
        ),
        Why::Mulligan => q(
            "Preparation",
            "Exchange cards you do not want".into(),
            "Choose non-unit cards; you draw as many new ones.".into(),
            "You start with units in every arena. Cards that are no units can be exchanged once.",
        ),
        Why::SetupBuild => q(
            "Setup",
            "Put your first units".into(),
            format!("{spent} of 30 points spent. Players take turns; you can stop at any time."),
            "Everything you put now costs nothing later. Spread over the arenas: two of the three win the game.",
        ),
        Why::SetupPartial => q(
            "Setup",
            "Start one more unit with what is left?".into(),
            format!("{} points are left.", player.build),
            "A card can be built over several turns.",
        ),
        Why::BuildCounters => q(
            "Build step",
            format!("How many build counters on {it}?"),
            format!("You have {} build points.", player.build),
            "A card is ready when it has as many counters as it costs.",
        ),
        Why::BuildStepStart => q(
            "Build step",
            "What comes first?".into(),
            "Upkeep, Damage Control and the like come before building.".into(),
            "The order is yours.",
        ),
        Why::Build => q(
            "Your build step",
            if player.build > 0 {
                "Spend your build points".into()
            } else {
                "Anything else in your build step?".into()
            },
            "Any order, as often as you like. What you do not spend is lost.".into(),
            "Start cards from your hand, complete what is ready, move units between their arenas.",
        ),
        Why::Destination => q(
            "Completing",
            format!("Where does {it} go?"),
            String::new(),
            "A unit can wait in the build zone and come out later.",
        ),
        Why::Retreat => q(
            "Retreat step",
            "Which of your units retreat?".into(),
            "A unit that retreats goes to the build zone and cannot be attacked there.".into(),
            "Save a unit that would not survive; an arena without units is lost.",
        ),
        Why::PlayOrPass => chance(sight, decision),
        Why::NextUnit => q(
            "Speed order",
            "Which of your units acts first?".into(),
            "They have the same speed.".into(),
            "Faster units act first; of equally fast ones you choose.",
        ),
        Why::Act => q(
            "Attack",
            format!("Whom does {it} attack?"),
            "The chances are exact, before anything is played.".into(),
            "Your fastest unit attacks first. Pick its target.",
        ),
        Why::Bid => q(
            "Contested unit",
            format!("Bid for {it}"),
            format!("You have {} Force. The higher bid keeps the unit.", player.force),
            "Both of you have it in play; only one may.",
        ),
        Why::Order => q(
            "Order",
            "Which comes first?".into(),
            String::new(),
            "Several things happen at once; you say in which order.",
        ),
        Why::Optional => q(
            "Your choice",
            about.map_or_else(|| "Use it?".into(), |name| format!("{name}: use it?")),
            String::new(),
            "You may; you need not.",
        ),
        Why::PayOrNot => q(
            "Price",
            about.map_or_else(|| "Pay?".into(), |name| format!("{name}: pay?")),
            String::new(),
            "Without the price it does not happen.",
        ),
        Why::Keyword(keyword) => q(
            "Keyword",
            format!("{keyword}: {it}"),
            keyword.definition(vocab::Edition::Current).map(first_sentence).unwrap_or_default(),
            "The rule number opens the whole rule.",
        ),
        Why::Choose => q(
            "Choose",
            about.map_or_else(|| "Choose".into(), |name| format!("Choose for {name}")),
            String::new(),
            "Cards that can be chosen glow.",
        ),
        Why::Mode => q("Choose one", format!("What does {it} do?"), String::new(), "One of them happens."),
        Why::X => q(
            "Number",
            format!("How much is X for {it}?"),
            String::new(),
            "The price and the effect both use it.",
        ),
        Why::Pay => q(
            "Price",
            format!("How do you pay for {it}?"),
            String::new(),
            "The price is paid before anything happens.",
        ),
        Why::Prevent => q(
            "Damage prevention",
            "How much damage do you prevent?".into(),
            String::new(),
            "What is not prevented is placed on the unit.",
        ),
        Why::Divide => q("Divide", format!("How much to {it}?"), String::new(), "You divide it as you like."),
        Why::Equip => q(
            "Equipment",
            format!("What gets {it}?"),
            String::new(),
            "Equipment stays with the unit until it is discarded.",
        ),
        Why::Untap => q(
            "Ready phase",
            format!("Does {it} untap?"),
            "It may stay tapped.".into(),
            "A tapped unit does not attack.",
        ),
    }
}

fn first_sentence(text: &str) -> String {
    text.split_inclusive(". ").next().unwrap_or_default().trim().to_string()
}

fn chance(sight: &Sight, decision: &Decision) -> Question {
    let state = sight.table.game.state();
    let parties =
        state.attack().map(|attack| (sight.name_of(attack.attacker), sight.name_of(attack.defender)));
    let against = || match &parties {
        Some((attacker, defender)) => format!("{attacker} attacks {defender}."),
        None => String::new(),
    };
    let q = |kind, title: String, detail: String, coach| Question { kind, title, detail, coach };
    let chance = sight.table.game.chance().unwrap_or(Chance::General);
    match chance {
        Chance::Attack => q(
            "Attack chance",
            "Respond to the attack?".into(),
            against(),
            "The dice are not rolled yet: this is the time to change the attack.",
        ),
        Chance::AddDice => {
            q("Dice", "Add dice?".into(), against(), "More dice first, then rerolls, then changes.")
        }
        Chance::Reroll => q("Dice", "Reroll dice?".into(), against(), "Each Lucky works once in an attack."),
        Chance::ChangeDice => {
            q("Dice", "Change a die?".into(), against(), "The last chance before hits are counted.")
        }
        Chance::Prevention => prevention(sight, decision),
        Chance::WouldBeDiscarded => q("Discard", "Save it?".into(), against(), "It would be discarded now."),
        Chance::AttackEnd => q(
            "End of the attack",
            "Play something, or pass?".into(),
            against(),
            "The attack is over; this is the last chance before the next unit acts.",
        ),
        Chance::Disrupt => q(
            "Disrupt",
            "Disrupt it?".into(),
            decision.source.map_or(String::new(), |card| sight.name_of(card)),
            "What is disrupted does not happen, but its price is paid.",
        ),
        Chance::Entered => {
            q("Entered", "Ambush it?".into(), String::new(), "A unit has come into the arena.")
        }
        Chance::General | Chance::BuildStep | Chance::WouldAttack(_) | Chance::At(..) | Chance::Just => q(
            "Chance",
            "Play something, or pass?".into(),
            "When both pass in a row, the game goes on.".into(),
            "Pass if you keep your Force for later. Stops in the menu passes such chances for you.",
        ),
    }
}

fn prevention(sight: &Sight, decision: &Decision) -> Question {
    let game = &sight.table.game;
    let own = game.state().sequences.last().and_then(|sequence| {
        let own =
            sequence.instances.iter().find(|instance| instance.who == decision.who && instance.amount > 0);
        own.copied()
    });
    let coach = "Nothing is placed yet: prevent it now or never.";
    match own {
        Some(instance) if !sight.dice_hidden() => {
            let (name, now) = (sight.name_of(instance.to), game.now(instance.to));
            let left = (now.health - i16::from(game.state().card(instance.to).damage)).max(0);
            let fate =
                if i16::from(instance.amount) >= left { "it would be discarded" } else { "it would survive" };
            Question {
                kind: "Damage prevention",
                title: format!("Prevent damage to {name}?"),
                detail: format!("{} damage pending, {left} health left: {fate}.", instance.amount),
                coach,
            }
        }
        _ => Question {
            kind: "Damage prevention",
            title: "Prevent damage?".into(),
            detail: "Nothing is placed yet.".into(),
            coach,
        },
    }
}
