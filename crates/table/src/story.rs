//! The story of a game in sentences: one for each event worth telling, worded for each viewer.

use engine::state::{Moment, Where};
use engine::{Event, Game, Told, Viewer, What};
use vocab::{Role, RuleNumber};

/// A sentence of the story.
#[derive(Clone, Debug)]
pub struct Line {
    /// After how many answers it was told.
    pub answer: usize,
    /// The attack that it belongs to, counted in this game.
    pub attack: Option<u16>,
    /// The rule that made it happen.
    pub rule: RuleNumber,
    /// What happened.
    pub what: What,
    /// The sentence for Dark, Light and everybody else.
    told: [Option<String>; 3],
    /// Dice that were rolled.
    pub dice: Vec<u8>,
}

impl Line {
    /// An event in sentences.
    pub fn new(game: &Game, told: &Told, answer: usize, attack: Option<u16>) -> Line {
        Line {
            answer,
            attack,
            rule: told.event.rule,
            what: told.event.what,
            told: Viewer::ALL.map(|viewer| game.retell_to(told, viewer)),
            dice: Vec::new(),
        }
    }

    /// The sentence for somebody who looks; players are called by these names, in the order of the roles.
    pub fn told(&self, viewer: Viewer, names: [&str; 2]) -> Option<String> {
        Some(named(self.told[viewer.place()].as_deref()?, viewer, names))
    }
}

/// Whether an event is worth a line: what another line says already is left out.
pub fn is_told(event: &Event) -> bool {
    match event.what {
        What::Moved { from, to, .. } => !matches!(
            (from, to),
            (
                _,
                Where::Nowhere
                    | Where::DiscardPile
                    | Where::Arena(_)
                    | Where::Attached(_)
                    | Where::Stacked(_)
            ) | (Where::Deck, Where::Hand)
                | (Where::Hand | Where::Arena(_), Where::BuildZone)
        ),
        What::Started(moment) => !matches!(moment, Moment::Preparation | Moment::BattlePhase),
        What::Ended(_)
        | What::IsAttacked { .. }
        | What::AttackEnded { .. }
        | What::Entered { .. }
        | What::Tapped(_)
        | What::Untapped(_)
        | What::Completed { .. }
        | What::Die { .. } => false,
        What::Drew { .. }
        | What::Shuffled(_)
        | What::Searched(_)
        | What::Revealed(_)
        | What::LookedAt { .. }
        | What::Deployed { .. }
        | What::Retreated(_)
        | What::PutCounters { .. }
        | What::RemovedCounters { .. }
        | What::Pool { .. }
        | What::Rolled { .. }
        | What::Rerolled { .. }
        | What::Attacks { .. }
        | What::Hits { .. }
        | What::Pending { .. }
        | What::Prevented { .. }
        | What::Damaged { .. }
        | What::Discarded { .. }
        | What::Used { .. }
        | What::Played { .. }
        | What::Disrupted(_)
        | What::Keyword { .. }
        | What::Predicted { .. }
        | What::Attached { .. }
        | What::Detached { .. }
        | What::Stacked { .. }
        | What::NewTop { .. }
        | What::Controlled { .. }
        | What::BuildRoll(_)
        | What::GainedArena { .. }
        | What::ChainEnded(_)
        | What::Bid { .. }
        | What::Over(_) => true,
    }
}

/// The engine's sentence with the names of the players; the player who looks is "you".
pub fn named(sentence: &str, viewer: Viewer, names: [&str; 2]) -> String {
    let mut text = sentence.to_string();
    for (role, short) in [(Role::Dark, "DS"), (Role::Light, "LS")] {
        let own = viewer == Viewer::Seat(role);
        let name = names[role as usize];
        let Some(rest) = text.strip_prefix(short) else { continue };
        text = match (rest.strip_prefix(' '), rest.strip_prefix("'s ")) {
            (Some(does), _) if own => format!("you {}", second_person(does)),
            (_, Some(step)) if own => format!("your {step}"),
            (Some(_), _) | (_, Some(_)) => format!("{name}{rest}"),
            (None, None) => continue,
        };
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// "draws a card" as "draw a card".
fn second_person(rest: &str) -> String {
    let (verb, tail) = rest.split_once(' ').unwrap_or((rest, ""));
    let verb = if verb.ends_with("ches") || verb.ends_with("sses") {
        verb.trim_end_matches("es")
    } else {
        verb.strip_suffix('s').unwrap_or(verb)
    };
    if tail.is_empty() { verb.to_string() } else { format!("{verb} {tail}") }
}

#[cfg(test)]
mod tests {
    use super::named;
    use engine::Viewer;
    use vocab::Role;

    #[test]
    fn players_are_called_by_their_names_and_the_reader_is_you() {
        let names = ["Kestrel", "Mira"];
        let light = Viewer::Seat(Role::Light);
        assert_eq!(named("DS draws a card", light, names), "Kestrel draws a card");
        assert_eq!(named("LS draws a card", light, names), "You draw a card");
        assert_eq!(named("LS searches a deck", light, names), "You search a deck");
        assert_eq!(named("LS loses 2 Force", light, names), "You lose 2 Force");
        assert_eq!(named("DS's build step starts", light, names), "Kestrel's build step starts");
        assert_eq!(named("LS's build step starts", light, names), "Your build step starts");
        assert_eq!(named("DSR-1 taps", light, names), "DSR-1 taps", "a card's name");
    }
}
