//! The suite: what every store promises.

use crate::people::COOKIES;
use crate::{
    AppendError, Created, DeckVersion, GameId, Head, Health, Invitation, Invited, KeptDeck, Measure, NewGame,
    Outcome, Pairing, Pocket, REST, Rated, Reason, Redaction, Report, SOMEBODY, Scored, Seek, Side, Store,
    StoreError, Taken, Token, TokenKind, Visitor, VisitorId, VisitorKind, copy_games,
};
use std::future::Future;
use std::sync::Arc;
use table::{By, Promised, Row, Step};
use vocab::Role;

fn answer(choice: u16, request: u64) -> Row {
    Step::Answer { choice, by: By::Person }.to_row(5, request)
}

fn sit(seat: Role, holder: &str) -> Row {
    Step::Sit { seat, holder: holder.into(), name: Some("Mira\u{1F680}".into()) }.to_row(1, 0)
}

fn head(note: &str, at: i64) -> Head {
    Head { note: note.into(), at, ..Head::default() }
}

fn game(id: &str, rows: Vec<Row>) -> NewGame {
    NewGame {
        id: Arc::from(id),
        setup: "{}".into(),
        rows,
        head: head("new", 1),
        invitation: None,
        promised: None,
        pocket: None,
    }
}

fn invitation(digest: &str, secret: &str) -> Invitation {
    Invitation { seat: Role::Dark, digest: digest.into(), secret: Some(secret.into()) }
}

/// Runs the whole suite, each part on a store of its own.
pub async fn run<S: Store + 'static, F: Future<Output = S>>(make: impl Fn() -> F) {
    appends_are_in_order_and_whole(&make().await).await;
    twenty_writers_race(Arc::new(make().await)).await;
    games_are_made_once(&make().await).await;
    seats_use_invitations_up(&make().await).await;
    lists_are_sorted(&make().await).await;
    tokens_say_who_it_is(&make().await).await;
    decks_are_kept_with_all_versions(&make().await).await;
    reports_are_settled_once(&make().await).await;
    nobody_gets_two_games(Arc::new(make().await)).await;
    ratings_follow_from_results(&make().await).await;
    no_two_have_names_that_look_alike(&make().await).await;
    outcomes_are_kept_once(&make().await).await;
    who_is_forgotten_leaves_games_without_a_name(&make().await).await;
    games_are_copied(&make().await, &make().await).await;
}

async fn welcomed<S: Store>(store: &S, names: [&str; 2]) -> [VisitorId; 2] {
    for id in names {
        let visitor = Visitor { id: id.into(), kind: VisitorKind::Guest, made: 1 };
        store.welcome(visitor, Vec::new()).await.expect("kept");
    }
    names.map(VisitorId::from)
}

fn report(id: &str, game: &str, by: &str, at: i64) -> Report {
    Report {
        id: id.into(),
        game: Arc::from(game),
        by: by.into(),
        about: "mira".into(),
        reason: Reason::Insults,
        words: "rude \u{1F680}".into(),
        said: "Mira: boo\n".into(),
        at,
    }
}

fn measure(id: &str, report: Option<&str>, measure: Measure, at: i64) -> Taken {
    let report = report.map(str::to_string);
    Taken {
        id: id.into(),
        report,
        about: "mira".into(),
        measure,
        who: "operator".into(),
        why: "it’s so".into(),
        at,
    }
}

async fn reports_are_settled_once<S: Store>(store: &S) {
    let [gero, mira] = welcomed(store, ["gero", "mira"]).await;
    // Blocks: one way, once, and no longer.
    assert_eq!(store.block(&"nobody".into(), &mira, 3).await, Err(StoreError::Missing));
    for at in [3, 9] {
        store.block(&gero, &mira, at).await.expect("kept");
    }
    store.block(&gero, &"ida".into(), 4).await.expect("kept");
    assert_eq!(store.blocked_by(&gero).await, Ok(vec![("ida".into(), 4), ("mira".into(), 3)]));
    assert_eq!(store.blocked_by(&mira).await, Ok(vec![]));
    store.unblock(&gero, &mira).await.expect("done");
    assert_eq!(store.blocked_by(&gero).await, Ok(vec![("ida".into(), 4)]));
    // Reports: the oldest first, one for each game and reporter.
    let (first, second) = (report("r2", "g1", "gero", 5), report("r1", "g2", "gero", 7));
    for made in [second.clone(), first.clone(), report("r3", "g1", "gero", 8), report("r1", "g9", "ida", 2)] {
        store.report(made).await.expect("kept");
    }
    assert_eq!(store.reports(true, 9).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.reports(true, 1).await, Ok(vec![first.clone()]));
    assert_eq!(store.silence(&mira).await, Ok(None));
    // A measure settles its report, once.
    let silenced = measure("m1", Some("r2"), Measure::Silenced { until: 50 }, 10);
    assert_eq!(
        store.settle(measure("m0", Some("r9"), Measure::Dismissed, 10)).await,
        Err(StoreError::Missing)
    );
    for _ in 0..2 {
        store.settle(silenced.clone()).await.expect("the same again is the same");
    }
    let late = measure("m2", Some("r2"), Measure::Dismissed, 11);
    assert_eq!(store.settle(late).await, Err(StoreError::Missing), "somebody else was first");
    assert_eq!(store.reports(true, 9).await, Ok(vec![second.clone()]));
    assert_eq!(store.reports(false, 9).await, Ok(vec![first, second]));
    let dismissed = measure("m3", Some("r1"), Measure::Dismissed, 12);
    store.settle(dismissed.clone()).await.expect("kept");
    // A dismissal lifts nothing; a release does, and the next measure counts again.
    assert_eq!(store.silence(&mira).await, Ok(Some(silenced.clone())));
    let released = measure("m4", None, Measure::Released, 13);
    store.settle(released.clone()).await.expect("kept");
    assert_eq!(store.silence(&mira).await, Ok(None));
    assert_eq!(store.silence(&gero).await, Ok(None));
    assert_eq!(store.measures(9).await, Ok(vec![released, dismissed, silenced.clone()]));
    let again = measure("m5", None, Measure::Silenced { until: 99 }, 14);
    store.settle(again.clone()).await.expect("kept");
    assert_eq!(store.silence(&mira).await, Ok(Some(again)));
}

fn seek(id: &str, visitor: &str, at: i64) -> Seek {
    Seek { id: id.into(), visitor: visitor.into(), wants: "{}".into(), at, seen: at, game: None }
}

fn pairing(game: &str, one: &str, other: &str, at: i64) -> Pairing {
    Pairing { game: Arc::from(game), seeks: [one.into(), other.into()], listed: true, at }
}

async fn open_seeks<S: Store>(store: &S) -> Vec<String> {
    store.seeks().await.expect("read").into_iter().map(|seek| seek.id).collect()
}

/// However many servers bring seekers together at once, each seeker gets one game.
async fn nobody_gets_two_games<S: Store + 'static>(store: Arc<S>) {
    welcomed(&*store, ["gero", "mira"]).await;
    let [ida, ole] = welcomed(&*store, ["ida", "ole"]).await;
    assert_eq!(store.seek(seek("s0", "nobody", 1)).await, Err(StoreError::Missing));
    for (id, who, at) in [("s2", "mira", 5), ("s1", "gero", 3), ("s3", "ida", 5), ("s4", "ole", 9)] {
        store.seek(seek(id, who, at)).await.expect("kept");
    }
    assert_eq!(open_seeks(&*store).await, ["s1", "s2", "s3", "s4"], "the longest waiting first");
    // Another seek takes the place of the earlier one; nobody takes back somebody else's.
    store.seek(seek("s5", "ole", 11)).await.expect("kept");
    store.withdraw(&ole, "s3").await.expect("nothing");
    assert_eq!(open_seeks(&*store).await, ["s1", "s2", "s3", "s5"]);
    assert_eq!(store.pair(pairing("g0", "s1", "s9", 20)).await, Ok(false));
    assert_eq!(store.pair(pairing("g0", "s1", "s1", 20)).await, Ok(false));
    // Six pairings of four seekers at once: of those of one seeker, one comes about.
    let all = [("s1", "s2"), ("s1", "s3"), ("s1", "s5"), ("s2", "s3"), ("s2", "s5"), ("s3", "s5")];
    let tries: Vec<_> = all
        .iter()
        .enumerate()
        .map(|(number, (one, other))| {
            let (store, pairing) = (store.clone(), pairing(&format!("g{number}"), one, other, 20));
            tokio::spawn(async move { (store.pair(pairing.clone()).await, pairing) })
        })
        .collect();
    let mut made = Vec::new();
    for tried in tries {
        let (paired, pairing) = tried.await.expect("no panic");
        if paired.expect("an answer") {
            made.push(pairing);
        }
    }
    let mut taken: Vec<&String> = made.iter().flat_map(|pairing| &pairing.seeks).collect();
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), made.len() * 2, "nobody has two games: {made:?}");
    assert_eq!((made.len(), open_seeks(&*store).await.len()), (2, 0));
    for Pairing { game, seeks, .. } in &made {
        for id in seeks {
            assert_eq!(store.found(id).await.expect("read").expect("there").game.as_ref(), Some(game));
        }
    }
    assert_eq!(store.found("s9").await, Ok(None));
    // Who has found a game may look for another, and what was found isn't taken back.
    store.withdraw(&ida, "s3").await.expect("nothing");
    assert!(store.found("s3").await.expect("read").is_some());
    store.seek(seek("s6", "ida", 30)).await.expect("kept");
    assert_eq!(open_seeks(&*store).await, ["s6"]);
    // Their games wait to be laid, and then can be watched while they go on.
    let waiting = |since| {
        let store = store.clone();
        async move { store.unlaid(since).await.expect("read").len() }
    };
    assert_eq!((waiting(20).await, waiting(21).await), (2, 0));
    let id = made[0].game.clone();
    store.create(NewGame { id: id.clone(), ..game("x", Vec::new()) }).await.expect("made");
    assert_eq!(store.unlaid(0).await, Ok(vec![made[1].clone()]));
    let listed = store.public_games().await.expect("read");
    assert_eq!(listed.iter().map(|game| (&game.game, &*game.note)).collect::<Vec<_>>(), [(&id, "new")]);
    store.append(&id, 0, vec![answer(1, 1)], Head { over: true, ..head("over", 40) }).await.expect("added");
    assert_eq!(store.public_games().await, Ok(vec![]));
    // Of whoever is no longer seen, nothing is kept.
    store.are_there(&["s6".into(), "s9".into()], 50).await.expect("kept");
    store.are_there(&["s6".into()], 45).await.expect("later is later");
    assert_eq!(store.found("s6").await.expect("read").expect("there").seen, 50);
    store.tidy_lobby(50).await.expect("done");
    assert_eq!((open_seeks(&*store).await, store.found("s3").await), (vec!["s6".to_string()], Ok(None)));
    // Nor of the pairing whose game is over, nor of the one whose table was never laid.
    assert_eq!(store.unlaid(0).await, Ok(vec![]));
    let (ola, uli) = (seek("s7", "gero", 60), seek("s8", "mira", 60));
    for seek in [ola, uli] {
        store.seek(seek).await.expect("kept");
    }
    assert_eq!(store.pair(pairing("g9", "s7", "s8", 60)).await, Ok(true));
    store.create(game("g9", Vec::new())).await.expect("made");
    store.tidy_lobby(1000).await.expect("done");
    let goes_on = store.public_games().await.expect("read");
    assert_eq!(
        goes_on.iter().map(|game| &*game.game).collect::<Vec<_>>(),
        ["g9"],
        "a game that goes on stays"
    );
}

async fn no_two_have_names_that_look_alike<S: Store>(store: &S) {
    let [gero, mira] = welcomed(store, ["gero", "mira"]).await;
    assert_eq!(store.call(&"nobody".into(), Some("Nobody".into())).await, Err(StoreError::Missing));
    assert_eq!((store.name_of(&mira).await, store.name_of(&"nobody".into()).await), (Ok(None), Ok(None)));
    assert_eq!(store.call(&mira, Some("Mira".into())).await, Ok(true));
    for alike in ["Mira", "MIRA", "M1ra", "mi ra!"] {
        assert_eq!(store.call(&gero, Some(alike.into())).await, Ok(false), "{alike}");
        assert_eq!(store.named(alike).await, Ok(Some(mira.clone())), "{alike}");
    }
    assert_eq!(store.name_of(&gero).await, Ok(None));
    // One's own name can be written differently, or be given away.
    assert_eq!(store.call(&mira, Some("MIRA".into())).await, Ok(true));
    assert_eq!(store.name_of(&mira).await, Ok(Some("MIRA".into())));
    assert_eq!(store.call(&mira, None).await, Ok(true));
    assert_eq!(store.call(&gero, Some("Mira".into())).await, Ok(true));
    assert_eq!(store.named("mira").await, Ok(Some(gero)));
}

fn outcome(game: &str, dark: Option<&str>, light: Option<&str>, at: i64) -> Outcome {
    let side = |holder: Option<&str>| Side {
        holder: holder.map(str::to_string),
        name: holder.unwrap_or("Vesper").into(),
        deck: "Diplomats\u{1F680}".into(),
        level: holder.is_none().then(|| "casual".to_string()),
    };
    Outcome { game: Arc::from(game), at, score: 0.5, rated: at == 5, dark: side(dark), light: side(light) }
}

async fn outcomes_are_kept_once<S: Store>(store: &S) {
    let all = [
        outcome("g1", Some("gero"), Some("mira"), 5),
        outcome("g2", None, Some("gero"), 7),
        outcome("g3", Some("mira"), None, 6),
        outcome("g4", Some("gero"), None, 7),
    ];
    for outcome in &all {
        store.keep_outcome(outcome.clone()).await.expect("kept");
    }
    store.keep_outcome(Outcome { score: 1.0, ..all[0].clone() }).await.expect("kept already");
    assert_eq!(store.outcome(&Arc::from("g1")).await, Ok(Some(all[0].clone())));
    assert_eq!(store.outcome(&Arc::from("g9")).await, Ok(None));
    let of = |who: &'static str, before: Option<(i64, &str)>, limit| {
        let before = before.map(|(at, game)| (at, GameId::from(game)));
        async move {
            let listed = store.outcomes_of(who, before, limit).await.expect("read");
            listed.iter().map(|outcome| outcome.game.to_string()).collect::<Vec<_>>()
        }
    };
    assert_eq!(of("gero", None, 9).await, ["g4", "g2", "g1"], "the last first");
    assert_eq!(of("gero", None, 2).await, ["g4", "g2"]);
    assert_eq!(of("gero", Some((7, "g4")), 9).await, ["g2", "g1"]);
    assert_eq!(of("gero", Some((7, "g2")), 9).await, ["g1"]);
    assert_eq!(of("mira", None, 9).await, ["g3", "g1"]);
    assert!(of("nobody", None, 9).await.is_empty());
}

/// Whoever is forgotten is a stranger, and games stay with somebody.
async fn who_is_forgotten_leaves_games_without_a_name<S: Store>(store: &S) {
    let [gero, mira] = welcomed(store, ["gero", "mira"]).await;
    let token = |digest: &str, kind| Token { digest: digest.into(), kind, made: 9 };
    store.issue(&mira, token("c1", TokenKind::Cookie)).await.expect("kept");
    store.issue(&mira, token("k1", TokenKind::Recovery)).await.expect("kept");
    store.call(&mira, Some("Mira".into())).await.expect("called");
    store.save_deck(&mira, "d1", version("Ewoks", "1 Ewok", 4)).await.expect("kept");
    store.save_deck(&gero, "d2", version("Ewoks", "1 Ewok", 4)).await.expect("kept");
    store.seek(seek("s1", "mira", 5)).await.expect("kept");
    store.learn(&mira, "L01".into(), "done".into()).await.expect("kept");
    store.block(&gero, &mira, 3).await.expect("kept");
    store.block(&mira, &gero, 3).await.expect("kept");
    store.report(report("r1", "g1", "gero", 5)).await.expect("kept");
    store.score(scored("g1", "mira", "gero", 1.0, 7)).await.expect("kept");
    store.keep_outcome(outcome("g1", Some("mira"), Some("gero"), 7)).await.expect("kept");
    let rows = vec![sit(Role::Dark, "mira"), sit(Role::Light, "gero"), answer(1, 1)];
    store.create(game("g1", rows.clone())).await.expect("made");
    store.create(game("g0", vec![sit(Role::Dark, "mira"), sit(Role::Light, "mira")])).await.expect("made");
    store.keep_film(&Arc::from("g1"), "Mira won".into()).await.expect("kept");
    assert_eq!(store.held("mira").await, Ok(vec![Arc::from("g0"), Arc::from("g1")]));
    assert_eq!(store.held("gero").await, Ok(vec![Arc::from("g1")]));

    for _ in 0..2 {
        store.forget(&mira).await.expect("twice is once");
    }
    assert_eq!(store.whose("c1", TokenKind::Cookie).await, Ok(None));
    assert_eq!(store.whose("k1", TokenKind::Recovery).await, Ok(None));
    assert_eq!(store.issue(&mira, token("c2", TokenKind::Cookie)).await, Err(StoreError::Missing));
    assert_eq!((store.named("Mira").await, store.deck("d1").await), (Ok(None), Ok(None)));
    assert!(store.deck("d2").await.expect("read").is_some() && open_seeks(store).await.is_empty());
    assert_eq!((store.learned(&mira).await, store.blocked_by(&gero).await), (Ok(vec![]), Ok(vec![])));
    assert_eq!(store.ratings(std::slice::from_ref(&mira)).await, Ok(vec![Rated::NEW]));
    // What others have a right to stays: how their games came out, and what was reported.
    assert_eq!(
        (store.scores().await.expect("read").len(), store.reports(false, 9).await.expect("read").len()),
        (1, 1)
    );
    let kept = store.outcome(&Arc::from("g1")).await.expect("read").expect("there");
    assert_eq!((&*kept.dark.name, &*kept.light.name, kept.score), (SOMEBODY, "gero", 0.5));
    assert_eq!(store.everybody(None, 9).await.expect("read").len(), 1);

    // The game is written over where it names them, and nowhere else.
    let anew =
        Step::Sit { seat: Role::Dark, holder: "mira".into(), name: Some(SOMEBODY.into()) }.to_row(1, 0);
    let redaction = Redaction {
        setup: "{\"a\":1}".into(),
        // The third step seats nobody: it stays as it is.
        sits: vec![(0, anew.clone()), (2, anew.clone())],
        note: "Somebody won".into(),
        film: None,
    };
    let id: GameId = Arc::from("g1");
    store.redact(&id, redaction.clone()).await.expect("done");
    let stored = store.load(&id).await.expect("read").expect("there");
    assert_eq!((&*stored.setup, &*stored.head.note), ("{\"a\":1}", "Somebody won"));
    assert_eq!(stored.rows, [anew, rows[1].clone(), rows[2].clone()]);
    assert_eq!(store.film(&id).await, Ok(Some("Mira won".into())));
    store
        .redact(&id, Redaction { film: Some("Somebody won".into()), ..redaction.clone() })
        .await
        .expect("done");
    assert_eq!(store.film(&id).await, Ok(Some("Somebody won".into())));
    store.keep_film(&id, "Mira won".into()).await.expect("one is there");
    assert_eq!(store.film(&id).await, Ok(Some("Somebody won".into())));
    assert_eq!(store.redact(&Arc::from("nowhere"), redaction).await, Err(StoreError::Missing));
}

fn scored(game: &str, dark: &str, light: &str, score: f64, at: i64) -> Scored {
    Scored { game: Arc::from(game), dark: dark.into(), light: light.into(), score, at }
}

async fn ratings_follow_from_results<S: Store>(store: &S) {
    let names = ["gero", "mira", "ida"].map(VisitorId::from);
    assert_eq!(store.ratings(&names[..1]).await, Ok(vec![Rated::NEW]));
    let results = [
        scored("g1", "gero", "mira", 1.0, 5),
        scored("g2", "mira", "ida", 0.5, 6),
        scored("g3", "ida", "gero", 0.0, 6 + 2 * REST),
    ];
    for result in &results {
        assert_eq!(store.score(result.clone()).await, Ok(true));
        assert_eq!(store.score(result.clone()).await, Ok(false), "each game once");
    }
    assert_eq!(store.scores().await, Ok(results.to_vec()));
    // Worked out by hand, in the order of the games.
    let [gero, mira] = Rated::after(Rated::NEW, Rated::NEW, 1.0, 5);
    let [mira, ida] = Rated::after(mira, Rated::NEW, 0.5, 6);
    let [ida, gero] = Rated::after(ida, gero, 0.0, 6 + 2 * REST);
    let wanted = vec![gero, mira, ida];
    assert_eq!(store.ratings(&names).await, Ok(wanted.clone()));
    assert_eq!((wanted[0].games, wanted[1].games, wanted[2].games), (2, 2, 2));
    assert_eq!(store.rebuild_ratings().await, Ok(3));
    assert_eq!(store.ratings(&names).await, Ok(wanted), "to the last bit");
}

fn version(name: &str, list: &str, at: i64) -> DeckVersion {
    let cards = format!("{name}\t{at:x}\n");
    DeckVersion { name: name.into(), list: list.into(), at, cards }
}

async fn decks_are_kept_with_all_versions<S: Store>(store: &S) {
    let [gero, mira] = ["gero", "mira"].map(VisitorId::from);
    let first = version("Ewoks \u{1F680}", "4 Ewok\n", 5);
    let unknown = store.save_deck(&gero, "d1", first.clone()).await;
    assert_eq!(unknown, Err(StoreError::Missing), "nobody keeps a deck who isn't known");
    for id in [&gero, &mira] {
        let visitor = Visitor { id: id.clone(), kind: VisitorKind::Guest, made: 1 };
        store.welcome(visitor, Vec::new()).await.expect("kept");
    }
    assert_eq!(store.deck("d1").await, Ok(None));
    assert_eq!(store.save_deck(&gero, "d1", first.clone()).await, Ok(1));
    let second = version("Ewoks", "3 Ewok\n", 9);
    assert_eq!(store.save_deck(&gero, "d1", second.clone()).await, Ok(2));
    assert_eq!(store.save_deck(&gero, "d0", version("Old", "", 7)).await, Ok(1));
    let versions = vec![first, second.clone()];
    let kept = KeptDeck { owner: gero.clone(), shared: false, versions };
    assert_eq!(store.deck("d1").await, Ok(Some(kept.clone())));
    let listed = store.decks_of(&gero).await.expect("a list");
    assert_eq!(
        listed.iter().map(|deck| (&*deck.id, deck.versions)).collect::<Vec<_>>(),
        [("d1", 2), ("d0", 1)]
    );
    assert_eq!((listed[0].last.clone(), listed[0].shared), (second.clone(), false));
    // Nobody else changes it.
    assert_eq!(store.save_deck(&mira, "d1", second).await, Err(StoreError::Missing));
    assert_eq!(store.share_deck(&mira, "d1", true).await, Err(StoreError::Missing));
    assert_eq!(store.forget_deck(&mira, "d1").await, Err(StoreError::Missing));
    assert_eq!(store.decks_of(&mira).await, Ok(vec![]));
    assert_eq!(store.share_deck(&gero, "d1", true).await, Ok(()));
    assert_eq!(store.deck("d1").await, Ok(Some(KeptDeck { shared: true, ..kept })));
    assert_eq!(store.forget_deck(&gero, "d1").await, Ok(()));
    assert_eq!(store.deck("d1").await, Ok(None));
    assert_eq!(store.forget_deck(&gero, "d1").await, Err(StoreError::Missing));
}

async fn appends_are_in_order_and_whole<S: Store>(store: &S) {
    let id: GameId = Arc::from("game");
    assert_eq!(store.load(&id).await, Ok(None));
    assert_eq!(
        store.append(&id, 0, vec![answer(1, 1)], head("", 2)).await,
        Err(AppendError::Failed(StoreError::Missing))
    );
    store.create(game("game", vec![sit(Role::Light, "a")])).await.expect("made");
    let largest = Row { trail: Some(u64::MAX), ..answer(u16::MAX, u64::MAX) };
    store.append(&id, 1, vec![largest.clone(), answer(2, 7)], head("turn 1", 2)).await.expect("added");
    for at in [0, 2, 9] {
        let refused = store.append(&id, at, vec![answer(9, 9)], head("wrong", 3)).await;
        assert_eq!(refused, Err(AppendError::Conflict { now: 3 }), "at {at}");
    }
    let stored = store.load(&id).await.expect("read").expect("there");
    assert_eq!(stored.rows, [sit(Role::Light, "a"), largest.clone(), answer(2, 7)]);
    assert_eq!((stored.setup.as_str(), stored.head), ("{}", head("turn 1", 2)));
    assert_eq!(store.tail(&id, 1).await, Ok(vec![largest, answer(2, 7)]));
    assert_eq!(store.tail(&id, 3).await, Ok(Vec::new()));
    assert_eq!(*store.health().borrow(), Health::Well);
}

/// Everybody wants the same number: one gets it, and the log has no gap.
async fn twenty_writers_race<S: Store + 'static>(store: Arc<S>) {
    let id: GameId = Arc::from("race");
    store.create(game("race", Vec::new())).await.expect("made");
    for at in 0..10 {
        let writers: Vec<_> = (1..=20_u64)
            .map(|writer| {
                let (store, id) = (store.clone(), id.clone());
                tokio::spawn(async move { store.append(&id, at, vec![answer(1, writer)], head("", 2)).await })
            })
            .collect();
        let mut won = 0;
        for writer in writers {
            match writer.await.expect("no panic") {
                Ok(()) => won += 1,
                Err(AppendError::Conflict { now }) => assert_eq!(now, at + 1),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(won, 1, "number {at}");
    }
    assert_eq!(store.load(&id).await.expect("read").expect("there").rows.len(), 10);
}

async fn games_are_made_once<S: Store>(store: &S) {
    assert_eq!(store.create(game("one", vec![answer(1, 1)])).await, Ok(Created::New));
    assert_eq!(store.create(game("one", vec![answer(2, 2)])).await, Ok(Created::Already));
    let stored = store.load(&Arc::from("one")).await.expect("read").expect("there");
    assert_eq!(stored.rows, [answer(1, 1)]);
    // What is promised is kept with the game, and by the same rule: once.
    let promised = |byte| Promised { game: "two".into(), secret: [byte; 32], promise: [byte + 1; 32] };
    for byte in [3, 5] {
        let made = NewGame { promised: Some(promised(byte)), ..game("two", Vec::new()) };
        store.create(made).await.expect("made");
    }
    let stored = store.load(&Arc::from("two")).await.expect("read").expect("there");
    assert_eq!(stored.promised, Some(promised(3)));
    // So are its cards.
    let pocket = |digest: &str| Pocket {
        digest: digest.into(),
        source: "pocket 1\nset XMP\n".into(),
        readings: "Mira\t0\n".into(),
    };
    for (id, digest) in [("three", "a"), ("four", "a"), ("five", "b")] {
        store.create(NewGame { pocket: Some(pocket(digest)), ..game(id, Vec::new()) }).await.expect("made");
        let stored = store.load(&Arc::from(id)).await.expect("read").expect("there");
        assert_eq!(stored.pocket, Some(pocket(digest)));
    }
    assert_eq!(store.load(&Arc::from("two")).await.expect("read").expect("there").pocket, None);
    // A film is kept once.
    let id: GameId = Arc::from("two");
    assert_eq!(store.film(&id).await, Ok(None));
    for film in ["as it was", "as it never was"] {
        store.keep_film(&id, film.into()).await.expect("kept");
    }
    assert_eq!(store.film(&id).await, Ok(Some("as it was".into())));
    assert_eq!(store.keep_film(&Arc::from("nowhere"), String::new()).await, Err(StoreError::Missing));
}

async fn seats_use_invitations_up<S: Store>(store: &S) {
    let id: GameId = Arc::from("friend");
    let made = NewGame {
        invitation: Some(invitation("d1", "s1")),
        ..game("friend", vec![sit(Role::Light, "host")])
    };
    store.create(made).await.expect("made");
    let invited = |used| Invited { game: id.clone(), seat: Role::Dark, used };
    assert_eq!(store.invited("d1").await, Ok(Some(invited(false))));
    assert_eq!(store.invitation(&id, Role::Dark).await, Ok(Some(invitation("d1", "s1"))));
    assert_eq!(store.invitation(&id, Role::Light).await, Ok(None));
    // A new link replaces the old one.
    store.invite(&id, invitation("d2", "s2")).await.expect("invited");
    assert_eq!(store.invited("d1").await, Ok(None));
    // An append that is refused seats nobody and uses nothing up.
    assert!(store.append(&id, 7, vec![sit(Role::Dark, "late")], head("", 2)).await.is_err());
    assert_eq!(store.invited("d2").await, Ok(Some(invited(false))));
    store.append(&id, 1, vec![sit(Role::Dark, "guest")], head("", 3)).await.expect("seated");
    // It leads whoever sat down back to the game, and is shown to nobody.
    assert_eq!(store.invited("d2").await, Ok(Some(invited(true))));
    assert_eq!(store.invitation(&id, Role::Dark).await, Ok(None));
    assert_eq!(store.load(&id).await.expect("read").expect("there").invitation, None);
    assert_eq!(store.games_of("guest").await.expect("read").len(), 1);
    assert!(store.games_of("late").await.expect("read").is_empty());
    assert!(store.invite(&Arc::from("nowhere"), invitation("d3", "s3")).await.is_err());
}

async fn lists_are_sorted<S: Store>(store: &S) {
    for (id, at, due) in [("a", 3, true), ("b", 1, true), ("c", 2, false)] {
        let seats = vec![sit(Role::Dark, "me"), sit(Role::Light, "me")];
        let made = NewGame { head: Head { due, ..head(id, at) }, ..game(id, seats) };
        store.create(made).await.expect("made");
    }
    let mine = store.games_of("me").await.expect("read");
    let names: Vec<&str> = mine.iter().map(|listed| &*listed.game).collect();
    assert_eq!(names, ["a", "c", "b"], "the last changed first");
    assert!(mine.iter().all(|listed| listed.role == Role::Dark));
    assert!(mine.iter().all(|listed| listed.asks.is_none()));
    let due = store.due(0, 10).await.expect("read");
    assert_eq!(due.iter().map(|id| &**id).collect::<Vec<_>>(), ["b", "a"], "the longest waiting first");
    assert_eq!(store.due(0, 1).await.expect("read").len(), 1);
    store.append(&Arc::from("b"), 2, vec![answer(0, 0)], head("b", 9)).await.expect("added");
    assert_eq!(store.due(0, 10).await.expect("read").len(), 1, "it no longer waits");
    // Who is asked stands in the list, and a game is opened when its time has come.
    let slow = Head { asks: Some(Role::Light), wakes: Some(5_000_000_000_000), ..head("c", 4) };
    store.append(&Arc::from("c"), 2, vec![answer(0, 0)], slow.clone()).await.expect("added");
    let mine = store.games_of("me").await.expect("read");
    let asked: Vec<_> = mine.iter().map(|listed| (&*listed.game, listed.asks)).collect();
    assert_eq!(asked, [("b", None), ("c", Some(Role::Light)), ("a", None)]);
    let due = |now: i64| async move { store.due(now, 10).await.expect("read").iter().any(|id| &**id == "c") };
    assert!(!due(4_999_999_999_999).await && due(5_000_000_000_000).await);
    let stored = store.load(&Arc::from("c")).await.expect("read").expect("there");
    assert_eq!(stored.head, slow);
    store.append(&Arc::from("c"), 3, vec![answer(0, 0)], head("c", 5)).await.expect("added");
    assert!(!due(5_000_000_000_000).await, "and no longer");
    let made = NewGame {
        head: Head { asks: Some(Role::Dark), wakes: Some(7), ..head("d", 6) },
        ..game("d", Vec::new())
    };
    store.create(made).await.expect("made");
    assert_eq!(store.load(&Arc::from("d")).await.expect("read").expect("there").head.wakes, Some(7));
    assert!(store.due(7, 10).await.expect("read").iter().any(|id| &**id == "d"));
    let all = store.all(None, 2).await.expect("read");
    assert_eq!(all.iter().map(|id| &**id).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(store.all(all.last(), 9).await.expect("read").len(), 2);
    let over = Head { over: true, ..head("c", 8) };
    store.append(&Arc::from("c"), 4, vec![answer(0, 0)], over).await.expect("added");
    let running = store.running(None, 2).await.expect("read");
    assert_eq!(running.iter().map(|id| &**id).collect::<Vec<_>>(), ["a", "b"]);
    let rest = store.running(running.last(), 9).await.expect("read");
    assert_eq!(rest.iter().map(|id| &**id).collect::<Vec<_>>(), ["d"], "c is over");
}

async fn tokens_say_who_it_is<S: Store>(store: &S) {
    let visitor = |id: &str| Visitor { id: id.into(), kind: VisitorKind::Guest, made: 7 };
    let token = |digest: &str, kind| Token { digest: digest.into(), kind, made: 9 };
    let cookie = |digest: &str| token(digest, TokenKind::Cookie);
    assert_eq!(store.whose("c1", TokenKind::Cookie).await, Ok(None), "made up by somebody");
    store.welcome(visitor("mira"), vec![cookie("c1")]).await.expect("kept");
    store.welcome(visitor("gero"), vec![cookie("c2")]).await.expect("kept");
    // The same again changes nothing, and a known visitor gets no token this way.
    store.welcome(visitor("mira"), vec![cookie("c9")]).await.expect("known");
    assert_eq!(store.whose("c9", TokenKind::Cookie).await, Ok(None));
    assert_eq!(store.whose("c1", TokenKind::Cookie).await, Ok(Some(visitor("mira"))));
    assert_eq!(store.whose("c1", TokenKind::Recovery).await, Ok(None), "a cookie is no key");
    // A key keeps the visitor; a new one takes its place.
    for digest in ["k1", "k2"] {
        store.issue(&"mira".into(), token(digest, TokenKind::Recovery)).await.expect("kept");
    }
    let kept = Visitor { kind: VisitorKind::Kept, ..visitor("mira") };
    assert_eq!(store.whose("k1", TokenKind::Recovery).await, Ok(None));
    assert_eq!(store.whose("k2", TokenKind::Recovery).await, Ok(Some(kept.clone())));
    assert_eq!(store.whose("k2", TokenKind::Cookie).await, Ok(None), "a key is no cookie");
    // A second browser, and then only that one.
    store.issue(&"mira".into(), cookie("c3")).await.expect("kept");
    assert_eq!(store.whose("c3", TokenKind::Cookie).await, Ok(Some(kept.clone())));
    assert_eq!(store.sign_out(&"mira".into(), "c3").await, Ok(1));
    assert_eq!(store.whose("c1", TokenKind::Cookie).await, Ok(None));
    assert_eq!(store.whose("c2", TokenKind::Cookie).await, Ok(Some(visitor("gero"))), "others keep theirs");
    assert_eq!(store.issue(&"nobody".into(), cookie("c4")).await, Err(StoreError::Missing));
    let all = vec![
        (visitor("gero"), vec![cookie("c2")]),
        (kept, vec![cookie("c3"), token("k2", TokenKind::Recovery)]),
    ];
    assert_eq!(store.everybody(None, 9).await, Ok(all.clone()));
    assert_eq!(store.everybody(Some(&"gero".into()), 9).await, Ok(all[1..].to_vec()));
    assert_eq!(store.everybody(None, 1).await, Ok(all[..1].to_vec()));
    // What somebody has learned is kept by its word, and belongs to that visitor alone.
    let pair = |what: &str, value: &str| (what.to_string(), value.to_string());
    assert_eq!(store.learned(&"gero".into()).await, Ok(vec![]));
    for (what, value) in [pair("evade", "1.2"), pair("L01", "done"), pair("evade", "2.5")] {
        assert_eq!(store.learn(&"gero".into(), what, value).await, Ok(()));
    }
    assert_eq!(store.learned(&"gero".into()).await, Ok(vec![pair("L01", "done"), pair("evade", "2.5")]));
    assert_eq!(store.learned(&"mira".into()).await, Ok(vec![]));
    // What is known under a word can be asked of everybody at once.
    assert_eq!(store.learn(&"mira".into(), "evil".into(), "1".into()).await, Ok(()));
    assert_eq!(store.learn(&"mira".into(), "L01".into(), "won".into()).await, Ok(()));
    let of_all = [pair("L01", "done"), pair("L01", "won"), pair("evade", "2.5"), pair("evil", "1")];
    assert_eq!(store.learned_by_all("").await, Ok(of_all.to_vec()));
    assert_eq!(store.learned_by_all("ev").await, Ok(of_all[2..].to_vec()));
    assert_eq!(store.learned_by_all("L01").await, Ok(of_all[..2].to_vec()));
    assert_eq!(store.learned_by_all("e%").await, Ok(vec![]));
    let stranger = store.learn(&"nobody".into(), "L01".into(), "done".into()).await;
    assert_eq!(stranger, Err(StoreError::Missing));
    // Of very many browsers the oldest is forgotten.
    for number in 0..40 {
        let token = Token { made: 100 + number, ..cookie(&format!("b{number}")) };
        store.issue(&"gero".into(), token).await.expect("kept");
    }
    let (_, tokens) = store.everybody(None, 1).await.expect("read").remove(0);
    assert_eq!(tokens.len(), COOKIES);
    assert!(store.whose("b8", TokenKind::Cookie).await.expect("read").is_some());
    assert_eq!(store.whose("b7", TokenKind::Cookie).await, Ok(None));
}

async fn games_are_copied<S: Store>(from: &S, to: &S) {
    for number in 0..450 {
        let made = NewGame {
            invitation: (number == 7).then(|| invitation("d", "s")),
            pocket: (number % 3 == 0).then(|| Pocket {
                digest: "d".into(),
                source: "pocket 1\n".into(),
                readings: String::new(),
            }),
            promised: (number % 2 == 0).then(|| Promised {
                game: format!("g{number:03}"),
                secret: [1; 32],
                promise: [2; 32],
            }),
            ..game(&format!("g{number:03}"), vec![answer(number, 1)])
        };
        from.create(made).await.expect("made");
    }
    to.create(game("g003", vec![answer(999, 1)])).await.expect("made");
    for number in 0..250 {
        let visitor =
            Visitor { id: format!("v{number:03}"), kind: VisitorKind::Kept, made: i64::from(number) };
        let key = Token { digest: format!("k{number}"), kind: TokenKind::Recovery, made: 1 };
        from.welcome(visitor, vec![key]).await.expect("kept");
    }
    from.learn(&"v003".into(), "L01".into(), "done".into()).await.expect("kept");
    for (list, at) in [("1 Ewok", 4), ("2 Ewok", 6)] {
        from.save_deck(&"v003".into(), "deck", version("Ewoks", list, at)).await.expect("kept");
    }
    from.share_deck(&"v003".into(), "deck", true).await.expect("shared");
    from.score(scored("g003", "v003", "v004", 1.0, 7)).await.expect("kept");
    from.block(&"v003".into(), &"v004".into(), 8).await.expect("kept");
    for (who, name) in [("v003", "Mira"), ("v004", "Gero")] {
        from.call(&who.into(), Some(name.into())).await.expect("called");
    }
    let there = Visitor { id: "v000".into(), kind: VisitorKind::Kept, made: 0 };
    let key = Token { digest: "k0".into(), kind: TokenKind::Recovery, made: 1 };
    to.welcome(there, vec![key]).await.expect("kept");
    to.call(&"v000".into(), Some("MIRA".into())).await.expect("called");
    from.keep_outcome(outcome("g003", Some("v003"), None, 7)).await.expect("kept");
    from.report(report("r1", "g003", "v003", 5)).await.expect("kept");
    from.settle(measure("m1", Some("r1"), Measure::Silenced { until: 9 }, 6)).await.expect("kept");
    assert_eq!(copy_games(from, to).await, Ok(449), "what is there is left alone");
    assert_eq!(to.scores().await, from.scores().await);
    let id: GameId = Arc::from("g003");
    assert_eq!(to.outcome(&id).await, from.outcome(&id).await);
    assert_eq!(to.name_of(&"v004".into()).await, Ok(Some("Gero".into())));
    assert_eq!(to.name_of(&"v003".into()).await, Ok(None), "somebody there has it");
    let rated = ["v003".to_string(), "v004".to_string()];
    assert_eq!(to.ratings(&rated).await, from.ratings(&rated).await);
    assert_eq!(to.blocked_by(&"v003".into()).await, Ok(vec![("v004".into(), 8)]));
    assert_eq!(to.reports(false, 9).await, from.reports(false, 9).await);
    assert_eq!(to.measures(9).await, from.measures(9).await);
    assert!(to.reports(true, 9).await.expect("read").is_empty());
    assert_eq!(to.learned(&"v003".into()).await, Ok(vec![("L01".into(), "done".into())]));
    assert_eq!(to.deck("deck").await, from.deck("deck").await);
    assert!(to.deck("deck").await.expect("read").is_some_and(|deck| deck.shared && deck.versions.len() == 2));
    assert_eq!(from.everybody(None, 1000).await, to.everybody(None, 1000).await);
    to.learn(&"v003".into(), "L01".into(), "won".into()).await.expect("kept");
    assert_eq!(copy_games(from, to).await, Ok(0));
    assert_eq!(to.learned(&"v003".into()).await, Ok(vec![("L01".into(), "won".into())]));
    from.keep_film(&Arc::from("g003"), "a film".into()).await.expect("kept");
    for id in from.all(None, 1000).await.expect("read").iter().filter(|id| &***id != "g003") {
        assert_eq!(from.load(id).await, to.load(id).await);
    }
}
