//! What a table does for its visitors besides the game: wishes that survive, words between friends, pictures, the lab,
//! filters. All of it over the protocol, without a browser.

use crate::hostile::{FORM, cookie, deal, header, join, start, status, until_asked};
use crate::served::Served;
use std::fs;

fn get(served: &Served, path: &str, cookie: &str) -> String {
    served.request("GET", path, &format!("Cookie: {cookie}\r\n"), "")
}

fn post(served: &Served, path: &str, cookie: &str, body: &str) -> String {
    served.request("POST", path, &format!("{FORM}Cookie: {cookie}\r\n"), body)
}

/// Whether a checkbox of a page is set.
fn is_set(page: &str, name: &str) -> bool {
    page.contains(&format!("name=\"{name}\" checked"))
}

#[test]
fn wishes_survive_in_the_browser_for_other_games() {
    let served = Served::start();
    let (game, seat) = start(&served);
    let table = get(&served, &format!("/t/{game}"), &seat);
    assert!(is_set(&table, "dice") && is_set(&table, "coach") && !is_set(&table, "still"), "{table}");
    let kept = post(&served, &format!("/t/{game}/wishes"), &seat, "general=on&attack=on&still=on");
    assert_eq!(status(&kept), 303);
    assert!(kept.to_lowercase().contains("httponly; samesite=lax"), "{kept}");
    let wishes = header(&kept, "set-cookie:").split(';').next().unwrap_or_default().to_string();

    // Another game of the same browser, on another server even: the wishes hold there from the start.
    let served = served.kill_and_start();
    let (other, seat) = start(&served);
    let page = get(&served, &format!("/t/{other}"), &format!("{seat}; {wishes}"));
    assert!(is_set(&page, "general") && is_set(&page, "still"), "{page}");
    assert!(!is_set(&page, "dice") && !is_set(&page, "coach"));
    assert!(page.contains("data-still"));
    // Wishes of nobody aren't wishes.
    let page = get(&served, &format!("/t/{other}"), &format!("{seat}; dejarik-wishes=<script>.9"));
    assert_eq!(status(&page), 200);
}

#[test]
fn who_wants_text_gets_text_and_can_play_there() {
    let served = Served::start();
    let (game, seat) = start(&served);
    let kept = post(&served, &format!("/t/{game}/wishes?text=1"), &seat, "general=on&text=on");
    assert_eq!(header(&kept, "location:"), format!("/t/{game}/text"));
    let wishes = header(&kept, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let both = format!("{seat}; {wishes}");
    assert_eq!(header(&get(&served, &format!("/t/{game}"), &both), "location:"), format!("/t/{game}/text"));
    assert_eq!(status(&get(&served, &format!("/t/{game}?drawn=1"), &both)), 200);
    let text = until_asked(&served, &game, &both);
    for part in ["/undo?text=1", "/hint?text=1", "/wishes?text=1", "/answer?text=1"] {
        // There is nothing to take back before the first answer.
        assert!(part.starts_with("/undo") || text.contains(part), "{part} in {text}");
    }
}

#[test]
fn friends_talk_and_nobody_else_hears_it() {
    let served = Served::start();
    let answer = served.request("POST", "/play", FORM, "mine=diplomats&theirs=underworld&way=friend");
    let host = header(&answer, "set-cookie:").split(';').next().unwrap_or_default().to_string();
    let game = header(&answer, "location:").trim_end_matches("/invite").trim_start_matches("/t/").to_string();
    let invitation = get(&served, &format!("/t/{game}/invite"), &host);
    let token = invitation.split("/join/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let (_, guest) = join(&served, token, "Mira");
    deal(&served, &game, &host);
    deal(&served, &game, &guest);

    let say = |cookie: &str, line: &str| {
        status(&post(&served, &format!("/t/{game}/say"), cookie, &format!("line={line}")))
    };
    assert_eq!(say(&host, "Hello+%3Cscript%3Ealert(1)%3C%2Fscript%3E"), 303);
    for part in ["", "/text"] {
        let heard = get(&served, &format!("/t/{game}{part}"), &guest);
        assert!(heard.contains("Hello &lt;script&gt;alert(1)"), "{heard}");
        assert!(!heard.contains("<script>alert"));
        assert!(
            !get(&served, &format!("/t/{game}{part}"), "").contains("alert(1)"),
            "somebody else reads it"
        );
    }
    // Those who watch talk among themselves, and the players don't hear it.
    assert_eq!(say("", "I+watch"), 303);
    assert!(get(&served, &format!("/t/{game}/text"), "").contains("I watch"));
    for seat in [&host, &guest] {
        assert!(!get(&served, &format!("/t/{game}/text"), seat).contains("I watch"));
    }
    assert_eq!(say(&host, ""), 400);
    assert_eq!(say(&host, &"long".repeat(60)), 400);
    let many: Vec<u16> = (0..10).map(|_| say(&guest, "spam")).collect();
    assert!(many.contains(&303) && many.contains(&429), "{many:?}");
    // There is nobody to talk to at a table with the computer.
    let (alone, seat) = start(&served);
    assert_eq!(status(&post(&served, &format!("/t/{alone}/say"), &seat, "line=hello")), 409);
}

#[test]
fn pictures_come_from_the_players_folder_and_from_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core/sets/CORE.txt"))
        .expect("the CORE set");
    let (head, row) = (set.lines().next().expect("a head"), set.lines().nth(1).expect("a card"));
    let fields: Vec<&str> = row.split('\t').collect();
    let row = [&["Painted Scout", "XMP", "XMP001_Scout"], &fields[3..]].concat().join("\t");
    let pictures = folder.path().join("sets/setimages/XMP");
    fs::create_dir_all(&pictures).expect("folders");
    fs::write(folder.path().join("sets/XMP.txt"), format!("{head}\r\n{row}\r\n")).expect("a set");
    fs::write(pictures.join("XMP001_Scout.jpg"), "a picture").expect("a picture");
    fs::write(folder.path().join("secret.txt"), "a secret").expect("a secret");
    let served = Served::with(&["--cards", folder.path().to_str().expect("a path"), "--playtest"]);

    let page = get(&served, "/card?name=Painted+Scout", "");
    assert!(page.contains("src=\"/picture/XMP/XMP001_Scout\""), "{page}");
    let picture = get(&served, "/picture/XMP/XMP001_Scout", "");
    assert_eq!(status(&picture), 200);
    assert!(picture.contains("image/jpeg") && picture.ends_with("a picture"));
    assert!(get(&served, "/cards?q=painted", "").contains("/picture/XMP/"));
    // Those who want cards drawn get them drawn.
    assert!(!get(&served, "/cards?q=painted", "dejarik-wishes=0.8").contains("/picture/XMP/"));
    for path in [
        "/picture/XMP/XMP002",
        "/picture/..%2F..%2F/secret",
        "/picture/XMP/..%2F..%2F..%2Fsecret.txt",
        "/picture/%2Fetc/passwd",
    ] {
        let answer = get(&served, path, "");
        assert!(status(&answer) == 404 && !answer.contains("a secret"), "{path}: {answer}");
    }
}

#[test]
fn the_lab_puts_every_type_of_card_on_a_scratch_table() {
    let served = Served::start();
    for (card_type, text, numbers) in [
        ("Character", "Armor", "&cost=3&speed=40&power=4&health=4"),
        ("Battle", "Draw+a+card.", ""),
        ("Mission", "Draw+a+card.", "&cost=2"),
        ("Location+Ground", "Each+unit+in+this+arena+gets+%2B1+power.", "&cost=2"),
        ("Equipment+Character", "Pay+1+Force+-%3E+Equip+%7C+Equipped+Character+gets+%2B1+power.", "&cost=1"),
        ("Event", "When+each+turn+starts%2C+each+player+gains+1+Force.", ""),
    ] {
        let page = get(&served, &format!("/lab?type={card_type}&text={text}"), "");
        let body =
            format!("type={card_type}&text={text}&name=Subject+{}{numbers}", card_type.replace('+', ""));
        let answer = served.request("POST", "/lab/table", FORM, &body);
        assert!(page.contains("action=\"/lab/table\""), "{card_type}: {page}");
        assert_eq!(status(&answer), 303, "{card_type}: {answer}");
    }
    let bad = served.request(
        "POST",
        "/lab/table",
        FORM,
        "type=Character&text=Armor&name=A&cost=99&speed=1&power=1&health=1",
    );
    assert_eq!(status(&bad), 400);
    let unread =
        served.request("POST", "/lab/table", FORM, "type=Battle&text=Juggle+seven+frogs.&name=Juggler");
    assert_eq!(status(&unread), 400, "{unread}");
}

/// A visitor has two lab tables at once. A third takes the place of the oldest, which ends, says why, and stays ended.
#[test]
fn a_third_lab_table_makes_the_oldest_end() {
    let served = Served::start();
    let lay = |cookie: &str, name: &str| {
        let body =
            format!("type=Character&text=Armor&name={name}&cost=3&speed=40&power=4&health=4&request=0");
        let answer = post(&served, "/lab/table", cookie, &body);
        assert_eq!(status(&answer), 303, "{answer}");
        let own = if cookie.is_empty() { crate::hostile::cookie(&answer) } else { cookie.to_string() };
        let table = header(&answer, "location:");
        deal(&served, table.trim_start_matches("/t/"), &own);
        (table, own)
    };
    let ended = |served: &Served, table: &str, cookie: &str| {
        get(served, table, cookie).contains("made room for a newer one")
    };
    let (first, own) = lay("", "Subject+A");
    let (others, other) = lay("", "Subject+X");
    let (second, _) = lay(&own, "Subject+B");
    assert!(!ended(&served, &first, &own) && !ended(&served, &second, &own), "two are fine");
    until_asked(&served, first.trim_start_matches("/t/"), &own);
    let (third, _) = lay(&own, "Subject+C");
    assert!(ended(&served, &first, &own), "{}", get(&served, &first, &own));
    for (table, cookie) in [(&second, &own), (&third, &own), (&others, &other)] {
        assert!(!ended(&served, table, cookie), "{table}");
    }
    // Nothing leads back, and it is off the list of games that go on.
    let page = get(&served, &first, &own);
    let number = page.split("data-number=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a step");
    assert!(page.contains("This game has ended") && !page.contains("data-asked"), "{page}");
    let text = get(&served, &format!("{first}/text"), &own);
    assert!(text.contains("made room") && !text.contains("/answer?text=1"), "{text}");
    for (deed, form) in [("answer", "&a=0"), ("undo", ""), ("hold", "")] {
        let answer = post(&served, &format!("{first}/{deed}"), &own, &format!("n={number}&request=5{form}"));
        assert_eq!(status(&answer), 409, "{deed}: {answer}");
        assert!(answer.contains("ended without a result"), "{deed}: {answer}");
    }
    let text = until_asked(&served, second.trim_start_matches("/t/"), &own);
    assert!(text.contains("/answer?text=1"), "the newer ones go on: {text}");
    // A table like it again is a lab table, too.
    let again = post(&served, &format!("{third}/again"), &own, "request=9");
    assert_eq!(status(&again), 303, "{again}");
    assert!(ended(&served, &second, &own) && !ended(&served, &third, &own));
    let served = served.kill_and_start();
    assert!(ended(&served, &first, &own) && !ended(&served, &third, &own), "also after a restart");
}

#[test]
fn filters_narrow_a_search() {
    let served = Served::start();
    let number = |path: &str| {
        let page = get(&served, path, "");
        let status = page.split("role=\"status\">").nth(1).unwrap_or_default();
        status.split(' ').next().and_then(|word| word.parse::<usize>().ok()).expect("a number")
    };
    let (all, dark) = (number("/cards"), number("/cards?side=dark"));
    let (space, both) =
        (number("/cards?side=dark&type=space"), number("/cards?q=cost%3C%3D3&side=dark&type=space"));
    assert!(all > dark && dark > space && space > both && both > 0, "{all} {dark} {space} {both}");
    assert_eq!(number("/cards?q=side%3Adark+t%3Aspace"), space);
    assert!(get(&served, "/cards?page=999", "").contains("page 4 of 4") || all < 181);
}

#[test]
fn the_players_own_folder_is_served() {
    let Ok(folder) = std::env::var("DEJARIK_CARDS") else {
        eprintln!("skipped: DEJARIK_CARDS names no folder of cards");
        return;
    };
    let served = Served::with(&["--cards", &folder]);
    assert!(get(&served, "/health", "").contains("\"ok\":true"));
    for path in ["/", "/decks", "/cards", "/cards?q=t%3Aspace&page=2"] {
        assert_eq!(status(&get(&served, path, "")), 200, "{path}");
    }
    // The built-in decks are played beside it.
    start(&served);
}

/// The recovery key that a page shows.
fn key_of(page: &str) -> String {
    let after = page.split("aria-label=\"Recovery key\"").next().unwrap_or_default();
    let value = after.rsplit("value=\"").next().unwrap_or_default();
    value.split('"').next().unwrap_or_default().to_string()
}

#[test]
fn a_recovery_key_leads_a_second_device_to_the_seats_and_nobody_loses_one() {
    let served = Served::start();
    let holds = |game: &str, cookie: &str| get(&served, &format!("/t/{game}"), cookie).contains("/wishes\"");
    // A stranger has nothing to keep.
    assert_eq!(status(&post(&served, "/me/key", "", "")), 409);
    let (game, first) = start(&served);
    assert!(get(&served, "/me", &first).contains("1 game here"));
    let made = post(&served, "/me/key", &first, "");
    let key = key_of(&made);
    assert!(key.split('-').count() == 8 && made.contains(&format!("/key/{key}")), "{made}");
    assert!(get(&served, "/me", &first).contains("come back from anywhere"));
    // The second device has a game of its own; it gets the key to that one before it becomes somebody else.
    let (own, second) = start(&served);
    assert!(!holds(&game, &second) && holds(&own, &second));
    assert!(get(&served, &format!("/key/{key}"), &second).contains("It already has games of its own"));
    assert!(!holds(&game, &second), "looking at the link changes nothing");
    let typed = key.to_uppercase().replace('-', "+");
    let used = post(&served, "/me/use", &second, &format!("key={typed}"));
    let now = cookie(&used);
    assert!(now.starts_with("dejarik=") && now != second, "{used}");
    assert!(holds(&game, &now) && holds(&game, &first), "both devices sit there");
    let back = post(&served, "/me/use", "", &format!("key={}", key_of(&used)));
    assert_eq!(status(&back), 303, "{back}");
    assert!(holds(&own, &cookie(&back)), "the other game has its key too");
    // A new key takes the place of the old one; other browsers can be signed out.
    let newer = key_of(&post(&served, "/me/key", &now, ""));
    assert_eq!(status(&post(&served, "/me/use", "", &format!("key={key}"))), 404);
    assert_eq!(status(&post(&served, "/me/others", &now, "")), 303);
    assert!(holds(&game, &now) && !holds(&game, &first));
    let served = served.kill_and_start();
    let third = cookie(&post(&served, "/me/use", "", &format!("key={newer}")));
    assert!(get(&served, &format!("/t/{game}"), &third).contains("/wishes\""), "also after a restart");
    for wrong in ["", "eight", "key=bafim-bafim"] {
        let answer = post(&served, "/me/use", "", wrong);
        assert!(matches!(status(&answer), 404 | 422), "{answer}");
    }
}
