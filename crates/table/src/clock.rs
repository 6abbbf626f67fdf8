//! The clock of a game: what each player has, what the log says was used up of it, and what is left.

use crate::live::{Misfit, Stage, Table};
use crate::setup::Kind;
use serde::{Deserialize, Serialize};
use vocab::Role;

/// A clock, in seconds. This game asks often, and in the opponent's turn too: small questions and a slow connection cost
/// nothing, because each answer has some time for free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// What each player has from the start.
    pub bank: u32,
    /// How long each answer may take for nothing.
    pub free: u32,
    /// What each player gets when a turn begins.
    pub bonus: u32,
}

/// The clocks that people choose from, with their words in forms.
pub const PRESETS: [(&str, Clock); 3] = [
    ("quick", Clock { bank: 15 * MINUTE, free: 4, bonus: 10 }),
    ("usual", Clock { bank: 30 * MINUTE, free: 6, bonus: 20 }),
    ("slow", Clock { bank: 7 * DAY, free: DAY, bonus: 0 }),
];

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;
/// The most that any of the numbers may be: what is used up is written in milliseconds.
const MOST: u32 = 30 * DAY;

impl Clock {
    /// A clock with these numbers, if they make sense: somebody must have some time.
    pub fn new(bank: u32, free: u32, bonus: u32) -> Option<Clock> {
        let fits = [bank, free, bonus].into_iter().all(|part| part <= MOST);
        (fits && (bank > 0 || free > 0)).then_some(Clock { bank, free, bonus })
    }

    /// Whether the game goes on for days: nobody waits at the table, and nobody claims it.
    pub const fn is_slow(self) -> bool {
        self.free >= HOUR
    }

    /// The clock in words.
    pub fn in_words(self) -> String {
        let mut words = match self.bank {
            0 => String::new(),
            bank => format!("{} each, ", span(bank)),
        };
        words.push_str(&match self.free {
            0 => "every second counts".to_string(),
            free => format!("{} free for each answer", span(free)),
        });
        if self.bonus > 0 {
            words.push_str(&format!(", {} more with each turn", span(self.bonus)));
        }
        words
    }
}

/// A span of time in words.
pub fn span(seconds: u32) -> String {
    let (number, unit) = match seconds {
        day if day >= 2 * DAY && day % DAY == 0 => (day / DAY, "day"),
        hour if hour >= HOUR && hour % HOUR == 0 => (hour / HOUR, "hour"),
        minute if minute >= MINUTE && minute % MINUTE == 0 => (minute / MINUTE, "minute"),
        second => (second, "second"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

impl Table {
    /// Takes time from a player.
    pub(crate) fn spend(&mut self, role: Role, millis: u32) -> Result<(), Misfit> {
        if self.setup.conditions.clock.is_none() {
            return Err(Misfit::Untimely);
        }
        self.spent[role] += u64::from(millis);
        Ok(())
    }

    /// What a player has left besides the time that is free, in milliseconds, where there is a clock. The bonus belongs to
    /// its turn: a takeback into an earlier turn takes it back, and what was used up stays so.
    pub fn left(&self, role: Role) -> Option<u64> {
        let Clock { bank, bonus, .. } = self.setup.conditions.clock?;
        let given = u64::from(bank) + u64::from(bonus) * u64::from(self.game.whole().turn);
        Some((given * 1000).saturating_sub(self.spent[role]))
    }

    /// Whose time is being used up: the person's who is asked, at a table with a clock.
    pub fn uses_time(&self) -> Option<(Role, Clock)> {
        let clock = self.setup.conditions.clock?;
        let goes_on = self.stage() == Stage::Begun && !self.is_over() && !self.abandoned;
        let asked = self.asked().filter(|_| goes_on)?;
        (self.setup.player(asked).kind == Kind::Person).then_some((asked, clock))
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, PRESETS, span};
    use crate::conditions::Conditions;
    use crate::log::tests::{begun, catalog, promised, sealed};
    use crate::{By, GameSetup, Record, Step, fold};
    use vocab::Role;

    fn timed(clock: Clock) -> GameSetup {
        GameSetup { conditions: Conditions { clock: Some(clock), ..Conditions::default() }, ..sealed() }
    }

    #[test]
    fn what_is_left_follows_from_the_log_and_a_takeback_gives_nothing_back() {
        let setup = timed(Clock { bank: 60, free: 4, bonus: 10 });
        let (mut rows, mut table) = begun(&setup);
        let left = |table: &crate::Table| Role::ALL.map(|role| table.left(role));
        assert_eq!(left(&table), [Some(60_000); 2]);
        let asked = table.asked().expect("a question");
        for step in [Step::Spent { role: asked, millis: 12_345 }, Step::Answer { choice: 0, by: By::Person }]
        {
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        }
        assert_eq!((table.left(asked), table.left(asked.other())), (Some(47_655), Some(60_000)));
        while table.game.whole().turn < 2 {
            let step = Step::Answer { choice: 0, by: By::Person };
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        }
        assert_eq!(table.left(asked), Some(67_655), "a bonus for each of two turns");
        for step in [Step::AskAnew { free: 20_000 }, Step::Back { to: 0 }] {
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        }
        assert_eq!(table.left(asked), Some(47_655), "what was used up stays used up");
        let again = fold(catalog(), setup.clone(), Some(promised()), &rows).expect("it fits");
        assert_eq!(left(&again), left(&table));
        // It runs out, and the file of the game proves it.
        let step = Step::RunOut { role: asked };
        table.apply(&step).expect("it fits");
        rows.push(step.to_row(0, 0));
        assert_eq!(table.uses_time(), None);
        let record = Record::of(setup, &promised(), &rows, None).expect("steps").expect("it began");
        assert_eq!(left(&record.verify(catalog()).expect("it follows")), left(&table));
        // Where there is no clock nobody can use it up.
        let (_, mut other) = begun(&sealed());
        assert!(other.apply(&Step::Spent { role: asked, millis: 1 }).is_err());
        assert_eq!((other.left(asked), other.uses_time()), (None, None));
    }

    #[test]
    fn the_clock_is_locked_with_the_rules_and_games_without_one_have_the_terms_they_had() {
        let clock = Clock { bank: 60, free: 4, bonus: 10 };
        let [plain, timed] = [sealed(), timed(clock)].map(|setup| crate::terms(&setup).3);
        assert_eq!(timed, format!("{plain} clock=60+4+10"));
        assert!(!serde_json::to_string(&sealed()).expect("text").contains("conditions"));
    }

    #[test]
    fn clocks_have_words() {
        let words: Vec<String> = PRESETS.iter().map(|(_, clock)| clock.in_words()).collect();
        assert_eq!(
            words,
            [
                "15 minutes each, 4 seconds free for each answer, 10 seconds more with each turn",
                "30 minutes each, 6 seconds free for each answer, 20 seconds more with each turn",
                "7 days each, 24 hours free for each answer",
            ]
        );
        assert_eq!([span(1), span(90), span(3600)], ["1 second", "90 seconds", "1 hour"]);
        assert!(Clock::new(0, 0, 5).is_none() && Clock::new(u32::MAX, 1, 0).is_none());
        assert!(Clock::new(0, 3, 0).is_some_and(|clock| !clock.is_slow()));
        assert!(PRESETS[2].1.is_slow());
    }
}
