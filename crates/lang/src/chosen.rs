//! Where English leaves two meanings open and the rulebook has chosen one: which, and by which rule.

use vocab::RuleNumber;

/// A choice between readings that a clause shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// What was chosen, for players.
    pub meaning: &'static str,
    /// The rule that says so.
    pub rule: RuleNumber,
}

/// A test of a clause in lower case, the meaning that was chosen, and the rule.
type Choice = (fn(&str) -> bool, &'static str, (u16, u8));

const CHOICES: [Choice; 9] = [
    (discards_from_nowhere, "a card that is discarded comes from the hand of whoever discards it", (1602, 6)),
    (multiplies_several, "“for each” multiplies every bonus in front of it, not just the last", (1313, 1)),
    (
        has_a_shared_adjective,
        "the adjective is said of every kind in the list, not just the first",
        (1604, 1),
    ),
    (has_a_bare_value, "a value without “printed” is the total in play", (1313, 3)),
    (has_a_bare_cost, "a build cost without “printed” is the total one for units in play", (1313, 4)),
    (
        reaches_those_in_play,
        "it reaches the units that are in play when it happens, not newcomers",
        (1309, 9),
    ),
    (includes_itself, "“each of your” includes this unit if it is of that kind", (1303, 3)),
    (
        costs_points_at_no_time,
        "what costs build points and names no time is played in its player's build step",
        (1307, 11),
    ),
    (lasts_for_the_turn, "without a stated duration it lasts until end of turn", (1309, 8)),
];

/// What was chosen in reading a clause.
pub fn chosen(clause: &str) -> Vec<Chosen> {
    let clause = clause.to_lowercase();
    let fits = CHOICES.iter().filter(|(fits, ..)| fits(&clause));
    fits.map(|(_, meaning, (section, rule))| Chosen { meaning, rule: RuleNumber::new(*section, *rule) })
        .collect()
}

/// The words after each place where one of these stands.
fn after<'a>(clause: &'a str, words: &'a [&str]) -> impl Iterator<Item = &'a str> {
    words
        .iter()
        .flat_map(move |word| clause.match_indices(word).map(|(at, found)| &clause[at + found.len()..]))
}

fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The words up to the end of the sentence.
fn sentence(text: &str) -> &str {
    text.split(['.', ',', ';']).next().unwrap_or(text)
}

fn discards_from_nowhere(clause: &str) -> bool {
    let cards = ["discard a card", "discards a card", "discard 1 card", "discard 2 cards", "discard 3 cards"];
    after(clause, &cards).any(|rest| !has_any(sentence(rest), &[" from ", " of ", " in "]))
}

fn multiplies_several(clause: &str) -> bool {
    clause.match_indices(" for each ").any(|(at, _)| {
        let before = clause[..at].rsplit(['.', '>']).next().unwrap_or_default();
        before.matches('+').count() + before.matches(" -").count() > 1
    })
}

fn has_a_shared_adjective(clause: &str) -> bool {
    let adjectives = ["untapped ", "tapped ", "undamaged ", "damaged ", "non-unique ", "unique ", "face-up "];
    after(clause, &adjectives).any(|rest| {
        let words: Vec<&str> = rest.split_whitespace().take(4).collect();
        let or = words.iter().position(|word| *word == "or");
        // "a tapped unit or a Jedi" begins anew.
        or.is_some_and(|at| {
            at > 0 && words.get(at + 1).is_some_and(|next| !["a", "an", "one"].contains(next))
        })
    })
}

fn has_a_bare_value(clause: &str) -> bool {
    ["power ", "speed ", "health "].iter().any(|word| {
        clause.match_indices(word).any(|(at, found)| {
            let is_said =
                ["printed ", "total ", "remaining "].iter().any(|said| clause[..at].ends_with(said));
            let rest = &clause[at + found.len()..];
            let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            !is_said
                && number.len() < rest.len()
                && has_any(number, &[" or less", " or more"])
                && number.starts_with(" or ")
        })
    })
}

fn has_a_bare_cost(clause: &str) -> bool {
    clause.match_indices("build cost ").any(|(at, found)| {
        let is_said = ["printed ", "total "].iter().any(|said| clause[..at].ends_with(said));
        !is_said && clause[at + found.len()..].starts_with(|c: char| c.is_ascii_digit())
    })
}

fn reaches_those_in_play(clause: &str) -> bool {
    after(clause, &["each of your "]).any(|rest| {
        let own = sentence(rest);
        // An arena that a player chooses counts from then on, whoever comes (1309.10).
        let is_chosen = clause.contains("choose an arena") && own.contains("in that arena");
        own.contains(" gets ") && !is_chosen && has_any(own, &["until end of turn", "this turn"])
    })
}

fn includes_itself(clause: &str) -> bool {
    !clause.contains("->")
        && after(clause, &["each of your "]).any(|rest| {
            let own = sentence(rest);
            own.contains(" gets ") && !own.starts_with("other ") && !has_any(own, &["until", "this turn"])
        })
}

fn costs_points_at_no_time(clause: &str) -> bool {
    let Some((price, effect)) = clause.split_once("->") else { return false };
    let timed =
        [" when ", " during ", "build step", "this attack", "any time", "equip", "meditate", "prevent"];
    has_any(price, &["build point"]) && !has_any(effect, &timed)
}

fn lasts_for_the_turn(clause: &str) -> bool {
    let Some((_, effect)) = clause.split_once("->") else { return false };
    let durations = [
        "until",
        "for this attack",
        "for that attack",
        "for its next",
        "as long as",
        "this turn",
        "when ",
        "next turn",
    ];
    let first = sentence(effect);
    has_any(first, &[" gets +", " gets -"]) && !has_any(effect, &durations)
}

#[cfg(test)]
mod tests {
    use super::chosen;

    fn rules(clause: &str) -> Vec<String> {
        chosen(clause).iter().map(|chosen| chosen.rule.to_string()).collect()
    }

    #[test]
    fn a_clause_says_which_meanings_were_chosen() {
        for (clause, rule) in [
            ("Discard a card -> Gain 2 Force", "1602.6"),
            ("This unit gets +1 power and +1 health for each of your Jedi.", "1313.1"),
            ("Tap one of your untapped Villagers or Farmers.", "1604.1"),
            ("Discard one of your opponent's units with health 3 or less.", "1313.3"),
            ("Discard a unit with build cost 4 or less.", "1313.4"),
            ("Pay 1 Force -> Each of your Droids gets +1 power until end of turn.", "1309.9"),
            ("Each of your Droids gets +1 power.", "1303.3"),
            ("Pay 1 Force -> This unit gets +2 power.", "1309.8"),
            ("Pay 1 build point -> Draw a card.", "1307.11"),
        ] {
            assert_eq!(rules(clause), [rule], "{clause}");
        }
    }

    #[test]
    fn a_plain_clause_says_nothing() {
        for clause in [
            "Armor",
            "Discard a card from your hand -> Draw a card.",
            "This unit gets +1 power for each of your Jedi.",
            "Tap an untapped unit or a Jedi.",
            "Discard a unit with printed health 3 or less.",
            "Each of your other Droids gets +1 power.",
            "Pay 1 Force -> This unit gets +2 power for this attack.",
            "Pay 1 build point -> Draw a card. Play only during your build step.",
        ] {
            assert!(rules(clause).is_empty(), "{clause}: {:?}", rules(clause));
        }
    }
}
