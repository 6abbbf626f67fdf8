//! How players end a game that the rules wouldn't have ended yet, and how they go on at another table.

use crate::clock::Clock;
use crate::live::{Misfit, Stage, Table};
use crate::step::Step;
use engine::state::Ending;
use vocab::Role;

impl Table {
    /// A player gives the match up.
    pub(crate) fn give_up(&mut self, role: Role) -> Result<(), Misfit> {
        if self.setup.conditions.series.is_none() || self.gave_up.is_some() {
            return Err(Misfit::Untimely);
        }
        self.gave_up = Some(role);
        Ok(())
    }

    /// A player offers a draw.
    pub(crate) fn offer_draw(&mut self, role: Role, turn: u32) {
        self.draw = Some(role);
        self.offered[role] = Some(turn);
    }

    /// A player would like to play again. Whoever asks first names the next table.
    pub(crate) fn ask_again(&mut self, role: Role, game: &str) {
        self.again[role] = true;
        self.next.get_or_insert_with(|| game.to_string());
    }

    /// The name of the next table, if both players want one; for the next game of a match one of them is enough.
    pub fn agreed_again(&self) -> Option<&str> {
        let both = Role::ALL.into_iter().all(|role| self.again[role]);
        self.next.as_deref().filter(|_| both || self.match_goes_on())
    }

    /// Whether the game can still be ended without a result: until both players have answered once, and never in the
    /// middle of a match.
    pub fn may_abort(&self) -> bool {
        let has_answered = |role: Role| self.own_answer(role).is_some();
        let is_ended = self.game.outcome().is_some() || self.abandoned || self.is_scripted();
        !is_ended && !self.is_within_match() && !Role::ALL.into_iter().all(has_answered)
    }

    /// Whether a player may offer a draw: to another person, when none is offered, and again after two turns.
    pub fn may_offer_draw(&self, role: Role) -> bool {
        let turn = u32::from(self.game.whole().turn);
        self.draw.is_none()
            && self.setup.is_for_two()
            && self.is_taken(role.other())
            && self.offered[role].is_none_or(|last| turn >= last + 2)
    }

    /// Whether two people sit there, each with a screen of their own: either may leave it.
    fn two_sit_apart(&self) -> bool {
        let [dark, light] = Role::ALL.map(|role| self.seats[role].as_ref());
        self.setup.is_for_two() && dark.is_some() && light.is_some() && dark != light
    }

    /// Whether it matters that a player is asked and isn't there: the other waits at the table, and not for days.
    pub fn waits_for(&self) -> Option<Role> {
        let is_slow = self.setup.conditions.clock.is_some_and(Clock::is_slow);
        let goes_on = self.stage() == Stage::Begun && !self.is_over() && !self.abandoned;
        self.asked().filter(|_| goes_on && !is_slow && self.two_sit_apart())
    }

    /// Whether a player was asked and wasn't there, and hasn't come back since.
    pub fn is_away(&self, role: Role) -> bool {
        self.away[role]
    }

    /// Whether a player may claim the game as soon as the other has been away for long enough (rule 1502.14): on a clock
    /// of minutes.
    pub fn may_claim(&self, role: Role) -> bool {
        self.setup.conditions.clock.is_some_and(|clock| !clock.is_slow()) && self.is_away(role.other())
    }

    /// A player is found to be away, or is there again.
    pub(crate) fn come_or_go(&mut self, step: &Step) -> Result<(), Misfit> {
        match step {
            Step::Away { role, .. } if self.setup.is_for_two() => self.away[*role] = true,
            Step::Here { role } => self.away[*role] = false,
            _ => return Err(Misfit::Untimely),
        }
        Ok(())
    }

    /// A player claims the game, and the log has this number after it.
    pub(crate) fn claim(&mut self, role: Role, step: u32) -> Result<(), Misfit> {
        if !self.may_claim(role) {
            return Err(Misfit::Untimely);
        }
        self.end(Ending::Absence(role.other()), step)
    }

    /// The players end the game, with the step after which the log has this number.
    pub(crate) fn end(&mut self, ending: Ending, step: u32) -> Result<(), Misfit> {
        if self.stage() != Stage::Begun || self.game.outcome().is_some() {
            return Err(Misfit::Untimely);
        }
        self.be_over(ending, step);
        Ok(())
    }

    /// The game is over; the log has this number after it.
    pub(crate) fn be_over(&mut self, ending: Ending, step: u32) {
        self.game.end(ending);
        self.ended = Some((ending, step));
        (self.draw, self.take_back) = (None, None);
        self.listen(step, None, 0);
        // It isn't an answer: cards lie as they lay after the last one.
        self.serials.pop();
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::{Clock, PRESETS};
    use crate::conditions::Conditions;
    use crate::log::tests::{begun, catalog, promised, sealed};
    use crate::{By, GameSetup, Misfit, Record, Row, Step, Table, fold};
    use engine::state::Ending;
    use vocab::Role;

    const AWAY: Step = Step::Away { role: Role::Light, millis: 20_000 };
    const CLAIM: Step = Step::Claim { role: Role::Dark };

    fn on(clock: Option<Clock>) -> (GameSetup, Vec<Row>, Table) {
        let setup = GameSetup { conditions: Conditions { clock, ..Conditions::default() }, ..sealed() };
        let (rows, table) = begun(&setup);
        (setup, rows, table)
    }

    #[test]
    fn only_the_game_of_somebody_who_is_away_is_claimed_and_only_on_a_clock_of_minutes() {
        let quick = PRESETS[0].1;
        // Each after the step before.
        for (clock, steps, is_won) in [
            (Some(quick), vec![AWAY, CLAIM], true),
            (Some(quick), vec![CLAIM], false),
            (Some(quick), vec![Step::Away { role: Role::Dark, millis: 0 }, CLAIM], false),
            (Some(quick), vec![AWAY, Step::Here { role: Role::Light }, CLAIM], false),
            // An answer of somebody else says nothing of who is away.
            (Some(quick), vec![AWAY, Step::Answer { choice: 0, by: By::Person }, CLAIM], true),
            (Some(PRESETS[2].1), vec![AWAY, CLAIM], false),
            (None, vec![AWAY, CLAIM], false),
        ] {
            let (setup, mut rows, mut table) = on(clock);
            let (last, before) = steps.split_last().expect("steps");
            for step in before {
                table.apply(step).expect("it fits");
                rows.push(step.to_row(0, 0));
            }
            let taken = table.apply(last);
            rows.push(last.to_row(0, 0));
            let again = fold(catalog(), setup.clone(), Some(promised()), &rows);
            if !is_won {
                assert!(matches!(taken, Err(Misfit::Untimely)), "{clock:?} {steps:?}");
                assert!(again.is_err(), "{clock:?} {steps:?}");
                continue;
            }
            taken.expect("it fits");
            // 1502.14.
            let won = Some(Ending::Absence(Role::Light).outcome());
            assert_eq!(table.game.outcome(), won, "{steps:?}");
            assert_eq!(again.expect("it fits").game.outcome(), won);
            let record = Record::of(setup, &promised(), &rows, None).expect("steps").expect("it began");
            assert_eq!(record.verify(catalog()).expect("it follows").game.outcome(), won);
        }
    }

    #[test]
    fn who_is_away_stays_so_in_every_copy_of_the_table() {
        let (_, _, mut table) = on(Some(PRESETS[0].1));
        for step in [Step::Answer { choice: 0, by: By::Person }, AWAY] {
            table.apply(&step).expect("it fits");
        }
        assert!(table.rewound(0).expect("it fits").is_away(Role::Light));
        table.apply(&Step::Back { to: 0 }).expect("it fits");
        assert!(table.is_away(Role::Light) && !table.is_away(Role::Dark));
    }

    #[test]
    fn nobody_is_waited_for_before_both_sit_or_in_a_game_of_days() {
        let (_, _, mut table) = on(None);
        assert_eq!(table.waits_for(), None, "nobody sits there");
        table.seats[Role::Dark] = Some("a".into());
        table.seats[Role::Light] = Some("a".into());
        assert_eq!(table.waits_for(), None, "one screen");
        table.seats[Role::Light] = Some("b".into());
        assert_eq!(table.waits_for(), table.asked());
        table.apply(&Step::Concede { role: Role::Dark }).expect("it fits");
        assert_eq!(table.waits_for(), None, "it is over");
        let (_, _, mut table) = on(Some(PRESETS[2].1));
        table.seats[Role::Dark] = Some("a".into());
        table.seats[Role::Light] = Some("b".into());
        assert_eq!(table.waits_for(), None, "for days");
    }
}
