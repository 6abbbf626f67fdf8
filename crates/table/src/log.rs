//! From a log to a table: the fold over all steps.

use crate::{GameSetup, Misfit, Promised, Row, RowError, Step, Table};
use engine::state::Ending;
use engine::{Catalog, ReplayError};
use std::sync::Arc;
use thiserror::Error;

/// Why a stored game can't be opened.
#[derive(Debug, Error)]
pub enum FoldError {
    /// The game itself can't start.
    #[error(transparent)]
    Start(#[from] ReplayError),
    /// A row isn't a step.
    #[error("step {number}: {error}")]
    Row {
        /// Its place in the log.
        number: usize,
        /// What is wrong with it.
        error: RowError,
    },
    /// A step or an answer doesn't fit the position: the cards or the rules have changed.
    #[error("step {number}: {error}")]
    Misfit {
        /// Its place in the log, or among the answers.
        number: usize,
        /// Why it doesn't fit.
        error: Misfit,
    },
}

/// Opens a game from its setup, what was promised, and its log.
pub fn fold(
    catalog: Arc<Catalog>,
    setup: GameSetup,
    promised: Option<Promised>,
    rows: &[Row],
) -> Result<Table, FoldError> {
    match fold_as_far(catalog, setup, promised, rows)? {
        (table, None) => Ok(table),
        (table, Some(error)) => Err(FoldError::Misfit { number: table.answers.len(), error }),
    }
}

/// Opens a game as far as its answers fit today's cards and rules, and says why the rest doesn't. Answers that
/// were taken back are never played: whether they fit doesn't matter.
pub fn fold_as_far(
    catalog: Arc<Catalog>,
    setup: GameSetup,
    promised: Option<Promised>,
    rows: &[Row],
) -> Result<(Table, Option<Misfit>), FoldError> {
    let mut table = Table::laid(catalog, setup, promised)?;
    let (mut answers, mut asks_back, mut fate, mut ended) = (Vec::new(), None, 0, None);
    let (mut dice, mut heard) = (Vec::new(), 0_usize);
    for (number, row) in rows.iter().enumerate() {
        let misfit = |error| FoldError::Misfit { number, error };
        let step = row.step().map_err(|error| FoldError::Row { number, error })?;
        match step.clone() {
            Step::Sit { .. } | Step::Commit { .. } | Step::Lock { .. } | Step::Reveal { .. } => {
                table.apply(&step).map_err(misfit)?;
                continue;
            }
            Step::Renew { fate: next } => fate = next,
            Step::Carried { rules } => table.rules = rules,
            Step::Abandon => table.abandoned = true,
            Step::Answer { choice, .. } => {
                answers.push((choice, fate, row.trail, table.number + 1, std::mem::take(&mut dice)));
                (asks_back, heard) = (None, 0);
            }
            Step::Dice { .. } | Step::Heard if table.setup.lesson.is_none() => {
                return Err(misfit(Misfit::Untimely));
            }
            Step::Dice { rolls } => dice = rolls,
            Step::Heard => heard = heard.saturating_add(1),
            Step::AskBack { role, to } => asks_back = Some((role, to as usize)),
            Step::DeclineBack { .. } => asks_back = None,
            Step::Back { to } if (to as usize) < answers.len() => {
                answers.truncate(to as usize);
                fate += 1;
                dice.clear();
                (asks_back, heard) = (None, usize::MAX);
                table.went_back = table.number + 1;
            }
            Step::Back { .. } => return Err(misfit(Misfit::NothingBack)),
            Step::OfferDraw { role, turn } => table.offer_draw(role, turn),
            Step::DeclineDraw { .. } => table.draw = None,
            Step::AskAgain { role, game } => table.ask_again(role, &game),
            Step::MoveOn { to } => table.moved_on = Some(to),
            Step::GiveUp { role } => table.give_up(role).map_err(misfit)?,
            Step::Concede { role } => ended = Some((Ending::Concession(role), number)),
            Step::AgreeDraw { .. } => ended = Some((Ending::Agreement, number)),
            Step::RunOut { role } => ended = Some((Ending::Time(role), number)),
            Step::Away { .. } | Step::Here { .. } => table.come_or_go(&step).map_err(misfit)?,
            Step::Claim { role } if table.may_claim(role) => {
                ended = Some((Ending::Absence(role.other()), number));
            }
            Step::Claim { .. } => return Err(misfit(Misfit::Untimely)),
            Step::Spent { role, millis } => table.spend(role, millis).map_err(misfit)?,
            Step::AskAnew { .. } => {}
        }
        table.passed(&step);
    }
    let (mut stopped, mut sure) = (None, 0);
    for (place, (choice, fate, trail, step, dice)) in answers.iter().enumerate() {
        let before = table.clone();
        if *fate != table.fate() {
            table.renew(*fate);
        }
        table.lay(dice);
        if let Err(refused) = table.answer_at(*choice, *step) {
            table = before;
            table.beyond = answers.len() - place;
            stopped = Some(Misfit::Refused(refused));
            break;
        }
        match trail {
            Some(trail) if table.kept_trail() != Some(*trail) => {
                stopped = Some(Misfit::Trail { answer: place + 1 });
                break;
            }
            Some(_) => sure = place + 1,
            None => {}
        }
    }
    // Where the trail is another one, what happened since it was last the same is in doubt.
    if let Some(Misfit::Trail { .. }) = stopped {
        table = table.rewound(sure)?;
        table.beyond = answers.len() - sure;
    }
    if stopped.is_none() {
        table.lay(&dice);
        table.heard = heard;
    }
    if stopped.is_none() && fate != table.fate() {
        table.renew(fate);
    }
    table.take_back = asks_back;
    if let (None, Some((ending, number))) = (&stopped, ended) {
        let step = u32::try_from(number + 1).unwrap_or(u32::MAX);
        table.end(ending, step).map_err(|error| FoldError::Misfit { number, error })?;
    }
    Ok((table, stopped))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{fold, fold_as_far};
    use crate::setup::{GameSetup, Kind, Pace, Passing, Player, Roles, Source, Undo};
    use crate::{By, Film, Misfit, Promised, Record, Row, Stage, Step, Table};
    use engine::state::{Ending, Seed};
    use engine::{Catalog, Names};
    use std::sync::Arc;
    use vocab::ability::Uniqueness;
    use vocab::{Arena, Arenas, CardType, Completeness, Cost, Definition, Library, Role, Side, Stat};

    pub fn catalog() -> Arc<Catalog> {
        let unit = |name: &str, side: Side| Definition {
            name: name.into(),
            version: None,
            uniqueness: Uniqueness::NonUnique,
            side,
            card_type: CardType::Unit(Arenas::one(Arena::Ground)),
            subtypes: "".into(),
            cost: Cost::Points(3),
            speed: Stat::Value(30),
            power: Stat::Value(3),
            health: Stat::Value(3),
            expansion: Box::default(),
            words: "".into(),
            abilities: Vec::new(),
            completeness: Completeness::of(Vec::new()),
        };
        let library = Library::new(vec![unit("Dark Walker", Side::Dark), unit("Light Walker", Side::Light)]);
        Arc::new(Catalog::new(library.expect("a library")).expect("a catalog"))
    }

    pub fn setup() -> GameSetup {
        let player = |name: &str| Player {
            name: name.into(),
            kind: Kind::Person,
            deck: name.into(),
            cards: Names { cards: vec![name.to_string(); 60], supply: Vec::new() },
            by_hand: Default::default(),
        };
        GameSetup {
            edition: "current".into(),
            seed: Seed::from(4),
            chance: Source::Seed,
            roles: Roles::Fixed,
            rules: 0,
            pocket: None,
            dark: player("Dark Walker"),
            light: player("Light Walker"),
            pace: Pace::Instant,
            undo: Undo::Agreed,
            passing: Passing::AtOnce,
            from: None,
            scratch: None,
            watching: Default::default(),
            lesson: None,
            conditions: Default::default(),
        }
    }

    fn answer(choice: u16) -> Row {
        Step::Answer { choice, by: By::Person }.to_row(0, 1)
    }

    #[test]
    fn a_log_that_no_longer_fits_is_opened_as_far_as_it_does_and_goes_on_from_there() {
        let sit = Step::Sit { seat: Role::Dark, holder: "a".into(), name: Some("Mira".into()) }.to_row(0, 0);
        let mut rows = vec![sit, answer(0), answer(0), answer(999), answer(0)];
        assert!(fold(catalog(), setup(), None, &rows).is_err());
        let (mut table, misfit) = fold_as_far(catalog(), setup(), None, &rows).expect("opened");
        assert!(misfit.is_some());
        assert_eq!((table.answers.len(), table.beyond, table.number), (2, 2, 5));
        assert_eq!(table.setup.dark.name, "Mira");
        assert_eq!(table.back_to(Role::Light), Some(2), "everybody may go back to where it fits");
        let back = Step::Back { to: 2 };
        table.apply(&back).expect("back");
        rows.push(back.to_row(0, 2));
        // From then on the log fits as a whole: what was taken back is never played.
        let again = fold(catalog(), setup(), None, &rows).expect("it fits");
        assert_eq!((again.number, again.beyond, again.answers.len()), (6, 0, 2));
        assert_eq!(again.game.whole().stable_hash(), table.game.whole().stable_hash());
        assert!(fold(catalog(), setup(), None, &[answer(0), Step::Back { to: 1 }.to_row(0, 1)]).is_err());
    }

    pub fn promised() -> Promised {
        let (game, secret) = ("abcdefghij".to_string(), [1; 32]);
        Promised { promise: fair::promise(&game, &secret), game, secret }
    }

    /// A table at which both seats commit to secrets and reveal them.
    pub fn begun(setup: &GameSetup) -> (Vec<Row>, Table) {
        let mut table = Table::laid(catalog(), setup.clone(), Some(promised())).expect("a table");
        let mut rows = Vec::new();
        let take = |table: &mut Table, rows: &mut Vec<Row>, steps: Vec<Step>| {
            for step in table.with_consequences(steps).expect("they fit") {
                table.apply(&step).expect("it fits");
                rows.push(step.to_row(0, 0));
            }
        };
        for (seat, secret) in [(Role::Dark, [2; 32]), (Role::Light, [3; 32])] {
            assert_eq!((table.stage(), table.asked()), (Stage::Laid, None));
            let digest = fair::commitment("abcdefghij", seat as u8, &secret);
            take(&mut table, &mut rows, vec![Step::Commit { seat, digest }]);
        }
        assert_eq!((table.stage(), table.asked(), table.log.len()), (Stage::Locked, None, 0));
        // Nobody can reveal a secret that isn't theirs.
        let wrong = Step::Reveal { seat: Role::Dark, entropy: [9; 32] };
        assert!(table.clone().apply(&wrong).is_err());
        for (seat, entropy) in [(Role::Light, [3; 32]), (Role::Dark, [2; 32])] {
            assert_eq!(table.stage(), Stage::Locked);
            take(&mut table, &mut rows, vec![Step::Reveal { seat, entropy }]);
        }
        assert_eq!(table.stage(), Stage::Begun);
        (rows, table)
    }

    pub fn sealed() -> GameSetup {
        GameSetup { chance: Source::Promise, ..setup() }
    }

    fn hash(table: &Table) -> u64 {
        table.game.whole().stable_hash()
    }

    #[test]
    fn a_promised_game_begins_with_the_last_reveal_and_follows_from_its_log() {
        let (rows, table) = begun(&sealed());
        assert!(table.asked().is_some());
        let again = fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits");
        assert_eq!((hash(&again), again.number), (hash(&table), table.number));
        let receipt = |table: &Table| table.fairness.as_ref().and_then(|fair| fair.receipt().copied());
        assert!(receipt(&table).is_some() && receipt(&table) == receipt(&again));
        // Another secret in the store is another game, and the terms no longer fit.
        let swapped = Promised { secret: [7; 32], ..promised() };
        assert!(fold(catalog(), sealed(), Some(swapped), &rows).is_err());
        // Another deck doesn't fit what was locked.
        let mut other = sealed();
        other.light.cards.cards.pop();
        assert!(fold(catalog(), other, Some(promised()), &rows).is_err());
    }

    #[test]
    fn a_takeback_renews_the_future_and_nothing_before_it() {
        let (mut rows, mut table) = begun(&sealed());
        let take = |table: &mut Table, rows: &mut Vec<Row>, step: Step| {
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        };
        let answer = || Step::Answer { choice: 0, by: By::Person };
        let dice =
            |table: &Table| -> Vec<u8> { table.log.iter().flat_map(|line| line.dice.clone()).collect() };
        while dice(&table).len() < 8 {
            take(&mut table, &mut rows, answer());
        }
        let (before, known) = (table.clone(), dice(&table));
        let back = table.answers.len() / 2;
        let kept = dice(&table.rewound(back).expect("it fits"));
        take(&mut table, &mut rows, Step::Back { to: u32::try_from(back).expect("small") });
        assert_eq!(dice(&table), kept, "what was rolled before it stays");
        while dice(&table).len() < known.len() {
            take(&mut table, &mut rows, answer());
        }
        assert_ne!(dice(&table)[..known.len()], known[..], "the dice after it are others");
        let again = fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits");
        assert_eq!(hash(&again), hash(&table));
        let rewound = table.rewound(table.answers.len()).expect("it fits");
        assert_eq!(hash(&rewound), hash(&table));
        // A study goes on from there with the same dice.
        let key = fair::Hex(*table.main_key().expect("a key"));
        let study = GameSetup { chance: Source::Key(key), ..table.setup.clone() };
        let first: Vec<Row> = table.first_steps(usize::MAX).iter().map(|step| step.to_row(0, 0)).collect();
        let study = fold(catalog(), study, None, &first).expect("it fits");
        assert_eq!(dice(&study), dice(&table));
        assert_ne!(hash(&before), hash(&table));
    }

    #[test]
    fn between_equals_chance_gives_out_the_roles() {
        let equal = GameSetup { roles: Roles::ByChance, ..sealed() };
        let mut seen = [false; 2];
        for number in 0_u8..16 {
            let secret = [number; 32];
            let promised = Promised { promise: fair::promise("abcdefghij", &secret), secret, ..promised() };
            let mut table = Table::laid(catalog(), equal.clone(), Some(promised)).expect("a table");
            let sit = Step::Sit { seat: Role::Dark, holder: "host".into(), name: Some("Mira".into()) };
            table.apply(&sit).expect("a free seat");
            for (seat, secret) in [(Role::Dark, [2; 32]), (Role::Light, [3; 32])] {
                let digest = fair::commitment("abcdefghij", seat as u8, &secret);
                for step in table.with_consequences(vec![Step::Commit { seat, digest }]).expect("they fit") {
                    table.apply(&step).expect("it fits");
                }
            }
            for (seat, entropy) in [(Role::Light, [3; 32]), (Role::Dark, [2; 32])] {
                table.apply(&Step::Reveal { seat, entropy }).expect("it fits");
            }
            let role = table.seats_of(Some("host"))[0];
            seen[role as usize] = true;
            assert_eq!(table.setup.player(role).name, "Mira");
            assert_eq!(table.laid_as(role), Role::Dark);
            assert_eq!(table.laid_setup().dark.name, "Mira");
            assert_eq!(hash(&table.rewound(0).expect("it fits")), hash(&table));
        }
        assert_eq!(seen, [true, true], "both come up");
    }

    /// A game of forty answers, with the trails that a server keeps.
    fn forty() -> (Vec<Row>, Table) {
        let (mut rows, mut table) = begun(&sealed());
        for _ in 0..40 {
            let step = Step::Answer { choice: 0, by: By::Person };
            table.apply(&step).expect("it fits");
            rows.push(Row { trail: table.kept_trail(), ..step.to_row(0, 0) });
        }
        (rows, table)
    }

    #[test]
    fn what_means_something_else_is_noticed_and_the_game_goes_on_from_where_it_was_sure() {
        let (rows, table) = forty();
        let trails: Vec<usize> = (0..rows.len()).filter(|place| rows[*place].trail.is_some()).collect();
        assert_eq!(trails.len(), 2, "after 16 and 32 answers");
        let again = fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits");
        assert_eq!(hash(&again), hash(&table));
        // Every answer still fits, but the second trail is another one: some rule or card means something else.
        let mut other = rows.clone();
        other[trails[1]].trail = other[trails[1]].trail.map(|trail| trail ^ 1);
        assert!(fold(catalog(), sealed(), Some(promised()), &other).is_err());
        let (opened, misfit) = fold_as_far(catalog(), sealed(), Some(promised()), &other).expect("opened");
        assert!(matches!(misfit, Some(Misfit::Trail { answer: 32 })), "{misfit:?}");
        assert_eq!((opened.answers.len(), opened.beyond), (16, 24));
        assert_eq!(opened.back_to(Role::Dark), Some(16), "both can go back to where it is sure");
        other.push(Step::Back { to: 16 }.to_row(0, 0));
        assert!(fold(catalog(), sealed(), Some(promised()), &other).is_ok(), "and play on");
        // Another field in the state, another layout in memory: trails know nothing of them, unlike hashes of states.
        let mut renewed = table.clone();
        renewed.game.renew(9);
        assert_ne!(hash(&renewed), hash(&table));
        assert_eq!(renewed.rewound(32).expect("it fits").kept_trail(), rows[trails[1]].trail);
    }

    #[test]
    fn players_end_a_game_whatever_is_going_on_and_it_follows_from_its_log() {
        for (step, ending) in [
            (Step::Concede { role: Role::Dark }, Ending::Concession(Role::Dark)),
            (Step::AgreeDraw { role: Role::Light }, Ending::Agreement),
            (Step::RunOut { role: Role::Light }, Ending::Time(Role::Light)),
        ] {
            let (mut rows, mut table) = begun(&sealed());
            let offer = Step::OfferDraw { role: Role::Dark, turn: 0 };
            for step in [Step::Answer { choice: 0, by: By::Person }, offer, step.clone()] {
                assert_eq!(table.game.outcome(), None);
                table.apply(&step).expect("it fits");
                rows.push(step.to_row(0, 0));
            }
            assert_eq!(table.game.outcome(), Some(ending.outcome()));
            assert_eq!((table.asked(), table.draw, table.back_to(Role::Dark)), (None, None, None));
            assert!(table.clone().apply(&step).is_err(), "a game ends once");
            let lines = table.log.len();
            for again in [
                fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits"),
                table.rewound(1).expect("it fits"),
                table.as_of(table.number).expect("it fits"),
            ] {
                assert_eq!((again.number, again.log.len()), (table.number, lines));
                assert_eq!((again.game.outcome(), hash(&again)), (table.game.outcome(), hash(&table)));
            }
            assert_eq!(table.rewound(0).expect("it fits").game.outcome(), None);
            assert_eq!(table.retold(1).expect("it fits").outcome(), table.game.outcome());
            // Its file proves itself, and its film shows the end.
            let record = Record::of(sealed(), &promised(), &rows, None).expect("steps").expect("it began");
            assert_eq!(record.verify(catalog()).expect("it follows").game.outcome(), table.game.outcome());
            assert_eq!(Film::of(&table).expect("a film").frames.len(), 3);
        }
        // Before there are cards there is nothing to concede.
        let mut laid = Table::laid(catalog(), sealed(), Some(promised())).expect("a table");
        assert!(matches!(laid.apply(&Step::Concede { role: Role::Dark }), Err(Misfit::Untimely)));
    }

    #[test]
    fn a_draw_is_offered_again_after_two_turns() {
        let (_, mut table) = begun(&sealed());
        table.seats[Role::Dark] = Some("a".into());
        assert!(!table.may_offer_draw(Role::Dark), "nobody sits there");
        table.seats[Role::Light] = Some("b".into());
        assert!(table.may_offer_draw(Role::Dark));
        table.apply(&Step::OfferDraw { role: Role::Dark, turn: 0 }).expect("it fits");
        assert!(!table.may_offer_draw(Role::Light), "one is offered");
        table.apply(&Step::DeclineDraw { role: Role::Light }).expect("it fits");
        assert!(table.may_offer_draw(Role::Light) && !table.may_offer_draw(Role::Dark));
        while table.game.whole().turn < 2 {
            assert!(!table.may_offer_draw(Role::Dark));
            table.apply(&Step::Answer { choice: 0, by: By::Person }).expect("it fits");
        }
        assert!(table.may_offer_draw(Role::Dark));
    }

    #[test]
    fn a_game_that_is_carried_or_abandoned_says_so_in_its_log() {
        let (mut rows, mut table) = forty();
        for step in [Step::Carried { rules: 17 }, Step::Abandon] {
            table.apply(&step).expect("it fits");
            rows.push(step.to_row(0, 0));
        }
        let again = fold(catalog(), sealed(), Some(promised()), &rows).expect("it fits");
        assert_eq!((again.rules, again.abandoned), (17, true));
        assert_eq!((table.rules, table.abandoned), (17, true));
        let back = table.rewound(8).expect("it fits");
        assert_eq!(back.rules, 17);
    }
}
