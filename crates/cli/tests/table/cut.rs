//! Requests that are cut off, sent twice or crossed, and servers that are killed: nothing acknowledged is lost, nothing
//! happens twice, no game is stuck. `FAULT_CUTS` and `FAULT_KILLS` say how often.

use crate::hostile::{FORM, cookie, deal, header, join, status};
use crate::served::Served;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

fn times(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Two friends at a table.
pub struct Friends {
    pub game: String,
    pub cookies: [String; 2],
}

/// Asks for a page, again if the visitor has to slow down.
pub fn get(served: &Served, path: &str, cookie: &str) -> String {
    loop {
        let answer = served.request("GET", path, &format!("Cookie: {cookie}\r\n"), "");
        if status(&answer) != 429 {
            return answer;
        }
    }
}

/// Sends a form, again if the visitor has to slow down.
pub fn post(served: &Served, path: &str, cookie: &str, body: &str) -> String {
    loop {
        let answer = served.request("POST", path, &format!("{FORM}Cookie: {cookie}\r\n"), body);
        if status(&answer) != 429 {
            return answer;
        }
        thread::sleep(Duration::from_millis(200));
    }
}

pub fn invited(served: &Served) -> (String, String, String) {
    let answer = post(served, "/play", "", "mine=diplomats&theirs=droid-army&way=friend");
    let game = header(&answer, "location:").split('/').nth(2).expect("a game").to_string();
    let host = cookie(&answer);
    let link = link(served, &game, &host);
    (game, host, link)
}

fn link(served: &Served, game: &str, host: &str) -> String {
    let page = get(served, &format!("/t/{game}/invite"), host);
    let after = page.split("/join/").nth(1).unwrap_or_else(|| panic!("a link in {page}"));
    after.chars().take_while(char::is_ascii_alphanumeric).collect()
}

impl Friends {
    pub fn sit(served: &Served) -> Friends {
        let (game, host, link) = invited(served);
        let (answer, guest) = join(served, &link, "Gero");
        assert_eq!(status(&answer), 303, "{answer}");
        deal(served, &game, &host);
        deal(served, &game, &guest);
        Friends { game, cookies: [host, guest] }
    }

    /// Whether their game is over.
    pub fn is_over(&self, served: &Served) -> bool {
        get(served, &format!("/t/{}", self.game), &self.cookies[0]).contains("The game is over")
    }

    /// Who is asked, with the fields of the form and the choices.
    pub fn asked(&self, served: &Served) -> (usize, Form) {
        let begun = Instant::now();
        loop {
            for (place, cookie) in self.cookies.iter().enumerate() {
                let page = get(served, &format!("/t/{}", self.game), cookie);
                if let Some(form) = Form::read(&page) {
                    return (place, form);
                }
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "nobody is asked");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The question of a page.
pub struct Form {
    pub n: u32,
    request: String,
    pub choices: Vec<String>,
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(inside, _)| inside)
}

impl Form {
    pub fn read(page: &str) -> Option<Form> {
        if !page.contains("data-asked=\"yes\"") {
            return None;
        }
        let n = between(page, "name=\"n\" value=\"", "\"")?.parse().ok()?;
        let request = between(page, "name=\"request\" value=\"", "\"")?.to_string();
        // Every group of choices: one that never sees "Done building" builds for ever.
        let prompt = between(page, "id=\"prompt\"", "id=\"stage\"")?;
        let choices = prompt
            .split("form=\"answer\" name=\"a\" value=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next().map(str::to_string))
            .collect();
        Some(Form { n, request, choices })
    }

    pub fn body(&self, choice: usize) -> String {
        format!("n={}&request={}&a={}", self.n, self.request, self.choices[choice % self.choices.len()])
    }

    /// How many steps a choice makes, and how many the form has made in a game.
    pub fn steps(&self, served: &Served, game: &str, choice: usize) -> (i64, i64) {
        let path = &self.choices[choice % self.choices.len()];
        let request: u64 = self.request.parse().expect("a number");
        (path.split(',').count() as i64, effects(served, game, request))
    }

    /// A choice without the request's own number.
    fn choice(&self, choice: usize) -> String {
        format!("n={}&a={}", self.n, self.choices[choice % self.choices.len()])
    }
}

fn number(served: &Served, game: &str, cookie: &str) -> u32 {
    let page = get(served, &format!("/t/{game}"), cookie);
    between(&page, "data-number=\"", "\"").and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{page}"))
}

/// Waits until nothing is under way: a request that was cut off is still carried out, and the disk may be slow. What
/// comes later through the same mailbox comes after it.
fn quiet(served: &Served, game: &str, cookie: &str) {
    for _ in 0..2 {
        thread::sleep(Duration::from_millis(100));
        assert_eq!(status(&post(served, &format!("/t/{game}/wishes"), cookie, ALL_STOPS)), 303);
    }
}

/// Asked at every chance.
const ALL_STOPS: &str = "general=on&attack=on&dice=on&prevention=on&attack-end=on&disrupt=on";

/// Where a request ends that is cut off.
#[derive(Clone, Copy, Debug)]
enum Until {
    /// In its first line.
    Line,
    /// In a header.
    Head,
    /// Before the blank line is whole.
    Blank,
    /// Before the form.
    Form,
    /// In the middle of the form.
    Half,
    /// Before the last byte.
    Last,
    /// After the last byte.
    Whole,
}

impl Until {
    const ALL: [Until; 7] =
        [Until::Line, Until::Head, Until::Blank, Until::Form, Until::Half, Until::Last, Until::Whole];

    /// Every other request is whole; the others end in all places in turn.
    fn of(round: usize) -> Until {
        if round.is_multiple_of(2) { Until::Whole } else { Until::ALL[(round / 2) % 6] }
    }

    /// How many bytes are sent of a request with such a form.
    fn bytes(self, text: &str, form: &str) -> usize {
        let whole = text.len();
        match self {
            Until::Line => 9,
            Until::Head => (whole - form.len()) / 2,
            Until::Blank => whole - form.len() - 2,
            Until::Form => whole - form.len(),
            Until::Half => whole - form.len() / 2 - 1,
            Until::Last => whole - 1,
            Until::Whole => whole,
        }
    }
}

/// Sends a form and leaves after a moment: before the answer has come, or with the answer unread.
fn cut(served: &Served, path: &str, cookie: &str, body: &str, after: Duration, until: Until) {
    let host = served.address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).expect("a connection");
    let text = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Part: 1\r\n{FORM}Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(&text.as_bytes()[..until.bytes(&text, body)]);
    thread::sleep(after);
    // With an answer unread in it the system resets the connection; otherwise it is closed in peace.
    drop(stream);
}

#[test]
fn requests_that_are_cut_freeze_and_lose_nothing() {
    let served = Served::start();
    let mut friends = Friends::sit(&served);
    for round in 0..times("FAULT_CUTS", 60) {
        let game = friends.game.clone();
        if friends.is_over(&served) {
            friends = Friends::sit(&served);
            continue;
        }
        let (who, form) = friends.asked(&served);
        let own = &friends.cookies[who];
        let after = Duration::from_micros((round as u64 * 379) % 5000);
        let before = number(&served, &game, own);
        let (path, body) = match round % 6 {
            // Take a move back, and let the other agree.
            4 => ("undo", format!("n={before}&request={}", round * 2 + 1)),
            5 => ("again", format!("request={}", round * 2 + 1)),
            _ => ("answer", form.body(round)),
        };
        cut(&served, &format!("/t/{game}/{path}"), own, &body, after, Until::of(round / 6));
        if path == "undo" {
            let other = &friends.cookies[1 - who];
            let body = format!("agree=yes&request={}", round * 2 + 100_001);
            cut(&served, &format!("/t/{game}/agree"), other, &body, after, Until::of(round / 6 + 1));
            quiet(&served, &game, own);
        }
        // Whatever became of it: the same form again has the same effect, once.
        if path == "answer" {
            let again = post(&served, &format!("/t/{game}/answer"), own, &body);
            assert_eq!(status(&again), 303, "round {round}: {again}");
            let steps = body.rsplit('=').next().expect("a choice").split(',').count();
            let now = number(&served, &game, own);
            assert!(now >= before + steps as u32, "round {round}: the answer has its effect");
            let third = post(&served, &format!("/t/{game}/answer"), own, &body);
            assert_eq!(status(&third), 303, "round {round}: repeating is harmless");
            assert_eq!(number(&served, &game, own), now, "round {round}: and does nothing more");
        }
    }
    println!(
        "report: {} cuts of answers, takebacks, agreements and rematches: no game frozen or lost",
        times("FAULT_CUTS", 60)
    );
    if friends.is_over(&served) {
        friends = Friends::sit(&served);
    }
    let served = served.kill_and_start();
    let (_, form) = friends.asked(&served);
    assert!(!form.choices.is_empty(), "the game goes on after a restart");
}

#[test]
fn of_clicks_that_cross_one_counts_and_the_others_are_told() {
    let served = Served::start();
    let friends = Friends::sit(&served);
    for _ in 0..4 {
        let (who, form) = friends.asked(&served);
        let own = &friends.cookies[who];
        let before = form.n;
        let barrier = Barrier::new(12);
        let answers: Vec<(usize, u16)> = thread::scope(|scope| {
            let clicks: Vec<_> = (0..12)
                .map(|click| {
                    // Each browser tab has a request of its own.
                    let body = form.body(click).replace(&form.request, &format!("{}", 7_000 + click));
                    let (served, friends, barrier) = (&served, &friends, &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        (click, status(&post(served, &format!("/t/{}/answer", friends.game), own, &body)))
                    })
                })
                .collect();
            clicks.into_iter().map(|click| click.join().expect("an answer")).collect()
        });
        let done = answers.iter().filter(|(_, status)| *status == 303).count();
        assert_eq!(done, 1, "{answers:?}");
        assert!(answers.iter().all(|(_, status)| matches!(*status, 303 | 409 | 403 | 400)), "{answers:?}");
        assert!(number(&served, &friends.game, own) > before);
    }
}

/// How many steps of a game a request has made.
fn effects(served: &Served, game: &str, request: u64) -> i64 {
    let db = rusqlite::Connection::open(served.folder().join("games.sqlite")).expect("the database");
    db.busy_timeout(Duration::from_secs(30)).expect("set");
    let sql = "SELECT count(*) FROM steps WHERE game = ?1 AND request = ?2";
    db.query_row(sql, rusqlite::params![game, request.cast_signed()], |row| row.get(0)).expect("read")
}

/// Something that a browser sends: the deed, its cookie, its request and the rest of its form.
type Deed<'a> = (&'a str, &'a str, u64, String);

/// Two browsers send something at the same moment. Exactly one of it happens, once, and the other browser is told; which
/// one happened.
fn crossed(served: &Served, game: &str, round: usize, deeds: &[Deed; 2]) -> usize {
    let barrier = Barrier::new(2);
    let send = |place: usize| {
        let (deed, cookie, request, form) = &deeds[place];
        barrier.wait();
        // Now the one is a little earlier, now the other.
        if round % 2 == place {
            thread::sleep(Duration::from_micros((round as u64 * 137) % 1500));
        }
        post(served, &format!("/t/{game}/{deed}"), cookie, &format!("{form}&request={request}"))
    };
    let answers = thread::scope(|scope| {
        let clicks = [0, 1].map(|place| scope.spawn(move || send(place)));
        clicks.map(|click| click.join().expect("an answer"))
    });
    let happened: Vec<usize> = (0..2).filter(|place| status(&answers[*place]) == 303).collect();
    let [one] = happened[..] else { panic!("round {round}: {deeds:?}: {answers:?}") };
    let (done, refused) = (deeds[one].2, deeds[1 - one].2);
    assert!(effects(served, game, done) > 0, "round {round}: {deeds:?}");
    assert_eq!(effects(served, game, refused), 0, "round {round}: {deeds:?}");
    let told = &answers[1 - one];
    let words = ["The game has moved on", "nothing to take back", "Nobody has asked"];
    assert!(
        status(told) == 409 && words.iter().any(|words| told.contains(words)),
        "round {round}: {deeds:?}: {told}"
    );
    one
}

/// What a seat is asked, once it is; nothing if the game is over.
fn question(served: &Served, game: &str, cookie: &str) -> Option<Form> {
    let begun = Instant::now();
    loop {
        let page = get(served, &format!("/t/{game}"), cookie);
        if let Some(form) = Form::read(&page) {
            return Some(form);
        }
        if page.contains("The game is over") {
            return None;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody is asked: {page}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn of_takebacks_and_answers_that_cross_one_happens_and_the_other_is_told() {
    let served = Served::start();
    let rounds = times("FAULT_CUTS", 60) / 3;
    // Between friends a takeback is asked for and agreed to; each of that crosses an answer.
    let mut friends = Friends::sit(&served);
    let mut back = [0; 3];
    for round in 0..rounds {
        if friends.is_over(&served) {
            friends = Friends::sit(&served);
        }
        let (who, form) = friends.asked(&served);
        let [own, other] = [who, 1 - who].map(|place| friends.cookies[place].as_str());
        let request = |number: u64| 1_000_000 + round as u64 * 10 + number;
        let bound = format!("n={}", form.n);
        let asks = [("answer", own, request(1), form.choice(round)), ("undo", other, request(2), bound)];
        if crossed(&served, &friends.game, round, &asks) == 1 {
            back[0] += 1;
            let (again, form) = friends.asked(&served);
            assert_eq!(again, who, "round {round}: the question stays");
            let agrees = [
                ("answer", own, request(3), form.choice(round)),
                ("agree", own, request(4), "agree=yes".to_string()),
            ];
            back[1] += crossed(&served, &friends.game, round, &agrees);
        }
    }
    // Who asks again and again has asked once: the log doesn't grow by it.
    let mut ask = None;
    for round in 0..200 {
        if friends.is_over(&served) {
            friends = Friends::sit(&served);
        }
        let (who, form) = friends.asked(&served);
        let (own, other) = (&friends.cookies[who], &friends.cookies[1 - who]);
        let asks = |request: u64| {
            let body = format!("n={}&request={request}", number(&served, &friends.game, other));
            status(&post(&served, &format!("/t/{}/undo", friends.game), other, &body))
        };
        if asks(5_000_000 + round) == 303 {
            let before = number(&served, &friends.game, other);
            assert!((0..3).all(|again| asks(6_000_000 + round * 10 + again) == 303));
            ask = Some((before, number(&served, &friends.game, other)));
            break;
        }
        // Somebody who hasn't answered yet has nothing to take back.
        let answered = post(&served, &format!("/t/{}/answer", friends.game), own, &form.body(0));
        assert_eq!(status(&answered), 303, "{answered}");
    }
    assert!(ask.is_some_and(|(before, after)| before == after), "{ask:?}");
    // Against the computer a takeback happens at once.
    let start = || {
        let form = "mine=diplomats&theirs=underworld&pace=instant&level=random";
        let answer = post(&served, "/play", "", form);
        let game = header(&answer, "location:").trim_start_matches("/t/").to_string();
        deal(&served, &game, &cookie(&answer));
        (game, cookie(&answer))
    };
    let (mut game, mut own) = start();
    for round in 0..rounds {
        let Some(form) = question(&served, &game, &own) else {
            (game, own) = start();
            continue;
        };
        let request = |number: u64| 1_000_000 + round as u64 * 10 + number;
        let undo = ("undo", own.as_str(), request(2), format!("n={}", form.n));
        let deeds = [("answer", own.as_str(), request(1), form.choice(round)), undo];
        back[2] += crossed(&served, &game, round, &deeds);
    }
    println!(
        "report: {rounds} times between friends and {rounds} times against the computer a takeback crossed an answer: one \
         of the two each time; {back:?} times the takeback"
    );
    // The games go on, here and after a restart.
    let served = served.kill_and_start();
    if !friends.is_over(&served) {
        assert!(!friends.asked(&served).1.choices.is_empty());
    }
    let over = question(&served, &game, &own).is_none_or(|form| !form.choices.is_empty());
    assert!(over, "the game goes on");
}

#[test]
fn of_twenty_guests_one_sits_and_a_double_click_lays_one_table() {
    let served = Served::start();
    let (game, host, first) = invited(&served);
    // Looking at the link changes nothing; asking for a new one does.
    assert_eq!(link(&served, &game, &host), first);
    assert_eq!(status(&post(&served, &format!("/t/{game}/invite"), &host, "")), 303);
    let second = link(&served, &game, &host);
    assert_ne!(first, second);
    assert_eq!(status(&get(&served, &format!("/join/{first}"), "")), 404);
    let barrier = Barrier::new(20);
    let answers: Vec<u16> = thread::scope(|scope| {
        let guests: Vec<_> = (0..20)
            .map(|guest| {
                let (served, second, barrier) = (&served, &second, &barrier);
                scope.spawn(move || {
                    let first = post(served, &format!("/join/{second}"), "", "");
                    let own = cookie(&first);
                    barrier.wait();
                    status(&post(served, &format!("/join/{second}"), &own, &format!("name=Guest{guest}")))
                })
            })
            .collect();
        guests.into_iter().map(|guest| guest.join().expect("an answer")).collect()
    });
    assert_eq!(answers.iter().filter(|status| **status == 303).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|status| matches!(status, 303 | 404 | 409)), "{answers:?}");

    // The same form twice is one table.
    let body = "mine=diplomats&theirs=droid-army&way=hotseat&request=77";
    let tables: Vec<String> =
        (0..2).map(|_| header(&post(&served, "/play", &host, body), "location:")).collect();
    assert_eq!(tables[0], tables[1]);
    assert_ne!(header(&post(&served, "/play", &host, &body.replace("77", "78")), "location:"), tables[0]);
}

/// A guest who clicks twice, or whose browser sends the form again, sits once and is told so each time: what is on the
/// disk already may not be shown yet when the second form arrives.
#[test]
fn a_guest_who_sits_down_several_times_at_once_is_let_in_each_time() {
    let served = Served::start();
    let rounds = times("FAULT_CUTS", 60) / 10;
    for round in 0..rounds {
        let (game, _, link) = invited(&served);
        let path = format!("/join/{link}");
        let own = cookie(&post(&served, &path, "", "name=Gero"));
        let barrier = Barrier::new(4);
        let answers: Vec<(u16, String)> = thread::scope(|scope| {
            let forms: Vec<_> = (0..4)
                .map(|form| {
                    let (served, path, own, barrier) = (&served, &path, &own, &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        thread::sleep(Duration::from_micros(form * 400));
                        let answer = if form == 3 {
                            get(served, path, own)
                        } else {
                            post(served, path, own, "name=Gero")
                        };
                        (status(&answer), header(&answer, "location:"))
                    })
                })
                .collect();
            forms.into_iter().map(|form| form.join().expect("an answer")).collect()
        });
        let page = (200, String::new());
        let table = (303, format!("/t/{game}"));
        assert!(answers[..3].iter().all(|answer| *answer == table), "round {round}: {answers:?}");
        assert!(answers[3] == table || answers[3] == page, "round {round}: {answers:?}");
    }
    println!("report: {} forms of guests who sit down three times at once: let in each time", rounds * 3);
}

/// Of a guest whose request is cut off while sitting down either nothing was heard, or the browser holds the seat's
/// token and the same link leads to the table.
#[test]
fn a_guest_who_is_cut_off_while_sitting_down_finds_the_seat() {
    let served = Served::start();
    for round in 0..times("FAULT_CUTS", 60) / 6 {
        let (game, _, link) = invited(&served);
        let path = format!("/join/{link}");
        let after = Duration::from_micros((round as u64 * 379) % 5000);
        // Cut before there is a token: the link is as good as before.
        cut(&served, &path, "", "name=Gero", after, Until::of(round));
        let own = cookie(&post(&served, &path, "", "name=Gero"));
        // Cut while sitting: whatever became of it, the same form and the link lead to the seat.
        cut(&served, &path, &own, "name=Gero", after, Until::of(round + 1));
        let again = post(&served, &path, &own, "name=Gero");
        assert_eq!(
            (status(&again), header(&again, "location:")),
            (303, format!("/t/{game}")),
            "round {round}"
        );
        let link = get(&served, &path, &own);
        assert_eq!((status(&link), header(&link, "location:")), (303, format!("/t/{game}")), "round {round}");
        assert_eq!(status(&get(&served, &path, "")), 404, "nobody else gets in");
    }
    println!("report: {} cuts of guests who sit down: no seat lost", times("FAULT_CUTS", 60) / 6 * 2);
}

/// Kills a server during play, again and again.
fn killed(mut served: Served, kills: usize, place: &str) -> Served {
    let mut friends = Friends::sit(&served);
    let (mut acknowledged, mut longest) = (0, Duration::ZERO);
    for round in 0..kills {
        let mut last = 0;
        for click in 0..3 {
            if friends.is_over(&served) {
                (friends, last) = (Friends::sit(&served), 0);
            }
            let (who, form) = friends.asked(&served);
            let own = &friends.cookies[who];
            let answer =
                post(&served, &format!("/t/{}/answer", friends.game), own, &form.body(round + click));
            if status(&answer) == 303 {
                acknowledged += 1;
                last = number(&served, &friends.game, own);
            }
        }
        // One more is on its way when the server dies.
        if friends.is_over(&served) {
            (friends, last) = (Friends::sit(&served), 0);
        }
        let (who, form) = friends.asked(&served);
        let (path, own) = (format!("/t/{}/answer", friends.game), friends.cookies[who].clone());
        cut(&served, &path, &own, &form.body(round), Duration::from_micros(300), Until::Whole);
        let begun = Instant::now();
        served = served.kill_and_start();
        assert!(number(&served, &friends.game, &friends.cookies[0]) >= last, "round {round}");
        longest = longest.max(begun.elapsed());
    }
    println!(
        "report: {kills} times kill -9 during play, games in {place}: none of {acknowledged} acknowledged answers lost; from the kill to the \
         first page {:.1} s at most",
        longest.as_secs_f64()
    );
    assert!(acknowledged > kills, "{acknowledged} answers");
    served
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    killed(Served::start(), times("FAULT_KILLS", 6), "a folder");
}

/// The same with a database, which lives on: what the dead server had begun may still be written.
#[cfg(feature = "postgres")]
#[test]
fn nothing_acknowledged_is_lost_when_a_server_with_a_database_is_killed() {
    use rig::{Postgres, or_skip};
    let Some(postgres) = or_skip("the tests of servers with a PostgreSQL database", Postgres::shared())
    else {
        return;
    };
    let url = postgres.database("killed_often").expect("a database");
    let served = killed(Served::with(&["--store", &url]), times("FAULT_KILLS", 4), "PostgreSQL");
    drop(served);
    let twice = "SELECT count(*) FROM (SELECT game FROM steps GROUP BY game HAVING max(number) + 1 <> count(*)) AS torn";
    assert_eq!(postgres.sql_in("killed_often", twice).expect("counted"), "0", "no log has a gap");
}

#[test]
fn a_second_server_on_the_folder_is_refused_and_the_first_goes_on() {
    let served = Served::start();
    let friends = Friends::sit(&served);
    let second = served.second();
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8_lossy(&second.stderr);
    assert!(told.contains("another server is using the data folder"), "{told}");
    let (who, form) = friends.asked(&served);
    let answer = post(&served, &format!("/t/{}/answer", friends.game), &friends.cookies[who], &form.body(0));
    assert_eq!(status(&answer), 303);
}

#[test]
fn hints_and_swapped_decks_are_refused_between_two_people() {
    let served = Served::start();
    let friends = Friends::sit(&served);
    let (who, _) = friends.asked(&served);
    let game = &friends.game;
    assert_eq!(status(&post(&served, &format!("/t/{game}/hint"), &friends.cookies[who], "")), 403);
    assert_eq!(status(&post(&served, &format!("/t/{game}/again"), &friends.cookies[who], "swap=1")), 409);
    assert_eq!(status(&post(&served, &format!("/t/{game}/again"), "", "request=5")), 403);
}

/// A table's page says its promise; the log says what was kept of it.
fn kept(served: &Served, game: &str, kind: &str) -> i64 {
    let db = rusqlite::Connection::open(served.folder().join("games.sqlite")).expect("the database");
    db.busy_timeout(Duration::from_secs(30)).expect("set");
    let sql = "SELECT count(*) FROM steps WHERE game = ?1 AND kind = ?2";
    db.query_row(sql, [game, kind], |row| row.get(0)).expect("read")
}

/// Whatever is cut off of commitments and reveals, at whichever byte: repeating it is harmless, the first secret counts,
/// and the game begins once, with what was promised.
#[test]
fn a_promise_that_is_cut_off_anywhere_is_kept_once() {
    let mut served = Served::start();
    for round in 0..times("FAULT_CUTS", 60) / 20 {
        let (game, host, link) = invited(&served);
        let guest = join(&served, &link, "Gero").1;
        let after = Duration::from_micros((round as u64 * 379) % 5000);
        let attribute = |served: &Served, cookie: &str, name: &str| {
            let page = get(served, &format!("/t/{game}"), cookie);
            between(&page, &format!("{name}=\""), "\"").unwrap_or_else(|| panic!("{page}")).to_string()
        };
        let promise = attribute(&served, &host, "data-promise");
        let seats = [&host, &guest].map(|cookie| (cookie, attribute(&served, cookie, "data-seats")));
        for what in ["commit", "reveal"] {
            for (place, (cookie, seat)) in seats.iter().enumerate() {
                let path = format!("/t/{game}/{what}");
                let secret = |byte: u8| [byte + place as u8; 32];
                let value = |secret: [u8; 32]| match what {
                    "commit" => fair::hex(&fair::commitment(&game, u8::from(seat == "light"), &secret)),
                    _ => fair::hex(&secret),
                };
                let body = format!("{seat}={}", value(secret(7)));
                for until in Until::ALL {
                    cut(&served, &path, cookie, &body, after, until);
                }
                // Whether or not one of them has arrived: the same form has its effect, and has it once.
                for time in 0..2 {
                    let again = post(&served, &path, cookie, &body);
                    assert_eq!(status(&again), 303, "round {round}: {what} by {seat}, {time}: {again}");
                }
                let begun = place == 1 && what == "reveal";
                let other = post(&served, &path, cookie, &format!("{seat}={}", value(secret(70))));
                // The last reveal begins the game, and from then on any other is one too many.
                let wanted = if begun { 303 } else { 409 };
                assert_eq!(status(&other), wanted, "round {round}: another secret: {other}");
                let page = get(&served, &format!("/t/{game}"), cookie);
                assert_eq!(page.contains("id=\"hand\""), begun, "round {round}: {what} by {seat}");
                if round == 0 && place == 0 {
                    served = served.kill_and_start();
                }
            }
        }
        for (kind, number) in [("sit", 2), ("commit", 2), ("lock", 1), ("reveal", 2)] {
            assert_eq!(kept(&served, &game, kind), number, "round {round}: {kind}");
        }
        for cookie in [&host, &guest] {
            assert_eq!(attribute(&served, cookie, "data-promise"), promise, "round {round}");
        }
    }
    let cuts = times("FAULT_CUTS", 60) / 20 * 4 * Until::ALL.len();
    println!("report: {cuts} cuts of commitments and reveals: every game began once, with what was promised");
}

/// A table that is laid, or laid again, by a request that is cut off anywhere: the same form leads to one table.
#[test]
fn a_table_that_is_laid_by_a_cut_request_is_one_table() {
    let served = Served::start();
    let body = "mine=diplomats&theirs=droid-army&way=hotseat";
    let first = post(&served, "/play", "", &format!("{body}&request=5"));
    let (host, table) = (cookie(&first), header(&first, "location:"));
    for round in 0..times("FAULT_CUTS", 60) / 20 {
        let after = Duration::from_micros((round as u64 * 379) % 5000);
        for (path, form) in [("/play".to_string(), body), (format!("{table}/again"), "")] {
            let form = format!("{form}&request={}", 1000 + round * 2 + form.len() % 2);
            for until in Until::ALL {
                cut(&served, &path, &host, &form, after, until);
            }
            let tables: Vec<String> =
                (0..2).map(|_| header(&post(&served, &path, &host, &form), "location:")).collect();
            assert!(tables[0].starts_with("/t/") && tables[0] != table, "round {round}: {tables:?}");
            assert_eq!(tables[0], tables[1], "round {round}: {path}");
            assert_eq!(status(&get(&served, &tables[0], &host)), 200, "round {round}: {path}");
        }
    }
    let cuts = times("FAULT_CUTS", 60) / 20 * 2 * Until::ALL.len();
    println!("report: {cuts} cuts of requests that lay a table: one table each");
}
