//! How the arenas stand: who holds which, what that means for the end of the turn, and why a game was won.

use crate::seen::Seen;
use engine::Viewer;
use engine::state::{Ending, Outcome};
use vocab::{Arena, Role, RuleNumber};

/// Who holds each arena, in the order of [`Arena::ALL`].
pub type Held = [Option<Role>; 3];

/// Whether it is good or bad for who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The game may be won.
    Win,
    /// The game may be lost.
    Risk,
    /// Neither.
    Even,
}

/// How the arenas stand, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Good or bad.
    pub tone: Tone,
    /// In words, without a full stop.
    pub words: String,
}

fn listed(arenas: &[Arena], last: &str) -> String {
    let names: Vec<&str> = arenas.iter().map(|arena| arena.name()).collect();
    match names[..] {
        [] => String::new(),
        [only] => only.into(),
        [ref first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

impl Seen<'_> {
    /// Whose side the viewer looks from.
    pub const fn near(self) -> Role {
        match self.viewer() {
            Viewer::Seat(role) => role,
            Viewer::Public => Role::Light,
        }
    }

    /// Who holds what now.
    pub fn held(self) -> Held {
        Arena::ALL.map(|arena| self.sight().control(arena))
    }

    fn called(self, who: Role) -> String {
        if self.viewer() == Viewer::Seat(who) {
            "You".into()
        } else {
            self.player(who).name.replace(['{', '}'], "|")
        }
    }

    /// What it means that the arenas are held like this (rule 1502.2).
    pub fn standing(self, held: Held) -> Standing {
        let near = self.near();
        let of = |who: Option<Role>| -> Vec<Arena> {
            Arena::ALL
                .into_iter()
                .zip(held)
                .filter(|(_, held)| *held == who)
                .map(|(arena, _)| arena)
                .collect()
        };
        let (own, other, open) = (of(Some(near)), of(Some(near.other())), of(None));
        let open = listed(&open, "or");
        let seated = self.viewer() == Viewer::Seat(near);
        let (you, them) = (self.called(near), self.called(near.other()));
        let (wins, loses) = if seated { ("win", "lose") } else { ("wins", "loses") };
        let (tone, words) = match (own.len(), other.len()) {
            (2.., _) => (Tone::Win, format!("{you} {wins} if the turn ends like this")),
            (_, 2..) => (Tone::Risk, format!("{them} wins if the turn ends like this")),
            (1, 1) => (Tone::Risk, format!("Whoever holds {open} wins")),
            (0, 1) => (Tone::Risk, format!("{you} {loses} if {open} falls")),
            (1, 0) => {
                let you = if seated { "you" } else { &you };
                (Tone::Win, format!("Hold {open} too, and {you} {wins}"))
            }
            _ => (Tone::Even, "Two arenas win the game".into()),
        };
        Standing { tone, words }
    }

    /// Why the game ended as it did, in a sentence; `None` while it goes on.
    pub fn reason(self) -> Option<String> {
        let by = |rule: RuleNumber| {
            vocab::rulebook::rule(rule).map(|found| found.text.clone()).unwrap_or_default()
        };
        let outcome = self.sight().outcome()?;
        let turn = match self.sight().turn() {
            0 => "the setup".to_string(),
            turn => format!("turn {turn}"),
        };
        if let Some(ending) = outcome.ending() {
            return Some(match ending {
                Ending::Concession(loser) => format!("{} conceded in {turn}.", self.called(loser)),
                Ending::Time(loser) => format!("{} had no time left in {turn}.", self.called(loser)),
                Ending::Absence(loser) => {
                    format!("{} left in {turn}, and didn’t come back.", self.called(loser))
                }
                Ending::Agreement => "Both players agreed to it.".into(),
            });
        }
        Some(match outcome {
            Outcome::Won(who, rule) if rule == RuleNumber::new(1502, 2) => {
                let won: Vec<Arena> = Arena::ALL
                    .into_iter()
                    .zip(self.held())
                    .filter(|(_, held)| *held == Some(who))
                    .map(|(arena, _)| arena)
                    .collect();
                let holds = if self.viewer() == Viewer::Seat(who) { "hold" } else { "holds" };
                format!("{} {holds} {} at the end of {turn}.", self.called(who), listed(&won, "and"))
            }
            Outcome::Won(who, rule) if rule == RuleNumber::new(1502, 10) => {
                let other = who.other();
                let has = if self.viewer() == Viewer::Seat(other) { "have" } else { "has" };
                format!("{} {has} to draw a card and {has} none left.", self.called(other))
            }
            Outcome::Won(_, rule) if rule == RuleNumber::new(1502, 4) => {
                let last = self.lines().iter().rev().find_map(|line| match line.what {
                    engine::What::Used { .. } | engine::What::Played { .. } => self.told(line),
                    _ => None,
                });
                match last {
                    Some(told) => format!("A card’s text says so. {told}."),
                    None => "A card’s text says so.".into(),
                }
            }
            Outcome::Won(_, rule) | Outcome::Draw(rule) => by(rule),
            Outcome::Stopped => "It grew too large for the referee.".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, Tone};
    use crate::log::tests::{begun, sealed};
    use engine::Viewer;
    use vocab::Role;

    /// The words for the Light Side player, and for those who watch.
    fn words(held: Held) -> [(Tone, String); 2] {
        let table = begun(&sealed()).1;
        [Viewer::Seat(Role::Light), Viewer::Public].map(|viewer| {
            let standing = table.seen(viewer).standing(held);
            (standing.tone, standing.words)
        })
    }

    #[test]
    fn who_holds_what_is_said_with_what_it_means_for_the_end_of_the_turn() {
        let (dark, light) = (Some(Role::Dark), Some(Role::Light));
        let table = begun(&sealed()).1;
        let [dark_name, light_name] = table.seen(Viewer::Public).names();
        for (held, tone, you, public) in [
            (
                [None, None, None],
                Tone::Even,
                "Two arenas win the game".into(),
                "Two arenas win the game".into(),
            ),
            (
                [light, None, None],
                Tone::Win,
                "Hold Ground or Character too, and you win".to_string(),
                format!("Hold Ground or Character too, and {light_name} wins"),
            ),
            (
                [dark, None, None],
                Tone::Risk,
                "You lose if Ground or Character falls".into(),
                format!("{light_name} loses if Ground or Character falls"),
            ),
            (
                [dark, None, light],
                Tone::Risk,
                "Whoever holds Ground wins".into(),
                "Whoever holds Ground wins".into(),
            ),
            (
                [light, dark, light],
                Tone::Win,
                "You win if the turn ends like this".into(),
                format!("{light_name} wins if the turn ends like this"),
            ),
            (
                [dark, dark, None],
                Tone::Risk,
                format!("{dark_name} wins if the turn ends like this"),
                format!("{dark_name} wins if the turn ends like this"),
            ),
        ] {
            assert_eq!(words(held), [(tone, you), (tone, public)], "{held:?}");
        }
    }
}
