//! The judge's desk in a real browser, by mouse and by keyboard, and with questions that mean harm.

use crate::browser::{self, Browser, Page};
use crate::hostile::status;
use crate::served::Served;

/// Waits until the desk shows the answer to what was asked last.
fn until(browser: &mut Browser, page: &Page, expression: &str) {
    browser.until(page, &format!("document.readyState === 'complete' && {expression}"), expression);
}

#[test]
fn a_position_is_set_by_clicks_asked_stepped_through_and_shared() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.open(&page, &format!("{}/judge", served.address));

    // A search, and a click on what it found.
    browser.eval(
        &page,
        "{ document.querySelector('#who').value = 'light'; document.querySelector('#find').value = 'mistveil sc'; \
         [...document.querySelectorAll('button')].find((one) => one.textContent === 'Find').click(); }",
    );
    until(&mut browser, &page, "document.querySelector('[name=add]')");
    browser.eval(&page, "document.querySelector('[name=add]').click()");
    until(&mut browser, &page, "document.querySelector('#q').value.includes('@Mistveil Scouts')");
    let text = browser.text(&page, "document.querySelector('#q').value");
    assert!(
        text.lines().any(|line| line.starts_with("light ") && line.contains("@Mistveil Scouts")),
        "{text}"
    );
    assert!(text.contains("Hunter attacks Bunker"), "the script is kept: {text}");

    // The open question is answered by a click, which adds a line to the script.
    until(&mut browser, &page, "document.querySelector('.timeline + p + .found a')");
    let choice = browser.text(&page, "document.querySelector('.timeline + p + .found a').textContent");
    browser.eval(&page, "document.querySelector('.timeline + p + .found a').click()");
    let ends = format!("document.querySelector('#q').value.trim().endsWith({})", serde_json::json!(choice));
    until(&mut browser, &page, &ends);
    let text = browser.text(&page, "document.querySelector('#q').value");
    assert_eq!(text.trim().lines().last(), Some(&*choice), "{text}");

    // Step by step, and to the end again.
    let shown = "document.querySelectorAll('.timeline > li').length";
    let all = browser.eval(&page, shown).as_u64().expect("a number");
    assert!(all > 5, "{all} steps");
    browser.eval(&page, "document.querySelector('[rel=prev]').click()");
    until(&mut browser, &page, &format!("{shown} === {}", all - 1));
    assert!(
        browser.holds(&page, "document.querySelector('.timeline > li:last-child').ariaCurrent === 'step'")
    );
    assert!(
        !browser.holds(&page, "document.querySelector('.timeline + p')"),
        "what comes later isn't shown yet"
    );
    browser.eval(&page, "document.querySelector('[rel=next]').click()");
    until(&mut browser, &page, &format!("{shown} === {all}"));

    // Somebody else opens the link and sees the same.
    let link = browser.text(
        &page,
        "[...document.querySelectorAll('a')].find((one) => one.textContent === 'Link to this question').href",
    );
    let story = browser.text(&page, "document.querySelector('.timeline').innerText");
    let other = browser.page(1024, 768);
    browser.open(&other, &link);
    until(&mut browser, &other, &format!("{shown} === {all}"));
    assert_eq!(browser.text(&other, "document.querySelector('#q').value"), text);
    let theirs = browser.text(&other, "document.querySelector('.timeline').innerText");
    assert_eq!(theirs, story, "dice that nobody laid fall the same for everybody");
}

#[test]
fn the_desk_is_used_by_keyboard_alone() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(1440, 900);
    browser.open(&page, &format!("{}/judge", served.address));
    let name = "document.activeElement.id || document.activeElement.textContent.trim()";
    let mut stops = Vec::new();
    for _ in 0..40 {
        browser.press(&page, "Tab");
        stops.push(browser.text(&page, name));
    }
    let wanted = ["q", "What happens?", "Start over", "who", "place", "find", "Find", "Start", "Back"];
    let mut places = wanted.map(|wanted| stops.iter().position(|stop| stop == wanted)).to_vec();
    assert!(places.iter().all(Option::is_some), "{wanted:?} in {stops:?}");
    places.dedup();
    assert!(places.is_sorted(), "in the order of the page: {stops:?}");
    browser.eval(&page, "document.querySelector('#find').focus()");
    for letter in ["m", "i", "s", "t"] {
        browser.press(&page, letter);
    }
    browser.eval(
        &page,
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Find').focus()",
    );
    browser.press(&page, "Enter");
    until(&mut browser, &page, "document.querySelector('[name=add]')");
}

#[test]
fn faults_in_a_question_are_pointed_at() {
    let Some(program) = browser::program() else { return };
    let (served, mut browser) = (Served::start(), Browser::start(&program));
    let page = browser.page(390, 844);
    for (question, words) in [
        ("dark space: @No%20Such%20Card%0Astart%20battle%20space", "isn't among the open cards"),
        ("dark space: Hunter 40/4/3 %22Sing aloud.%22%0Astart battle space", "was not understood"),
        ("dark space: 99 Hunter 40/4/3%0Astart battle space", "line 1"),
        ("dark space: Hunter 40/4/3%0Astart battle space%0AHunter attacks Nobody", "Nobody"),
    ] {
        browser.open(&page, &format!("{}/judge?q={}", served.address, question.replace(' ', "%20")));
        until(&mut browser, &page, "document.querySelector('.fault[role=alert]')");
        let told = browser.text(&page, "document.querySelector('.fault').textContent");
        assert!(told.contains(words) && !told.contains("--cards"), "{question}: {told}");
        let wide = browser.eval(&page, "document.documentElement.scrollWidth");
        assert!(wide.as_u64() <= Some(390), "{question}: {wide} wide");
    }
}

#[test]
fn questions_that_mean_harm_are_answered_and_soon() {
    let served = Served::start();
    let position = "dark%20space%3A%20Hunter%2040%2F4%2F3%0Alight%20space%3A%20Bunker%2010%2F1%2F6%0Astart%20battle%20space%0A";
    let nested = "INSERT%3A%20".repeat(300);
    let questions = [
        (format!("{position}{}", "until%20turn%20400%0A".repeat(150)), 200),
        (format!("{position}{}", "finish%0A".repeat(190)), 200),
        (
            format!("dark%20space%3A%20Hunter%2040%2F4%2F3%20%22{nested}Armor%22%0Astart%20battle%20space"),
            200,
        ),
        (format!("dark%20space%3A%20Hunter%2040%2F4%2F3%20%22{}%22", "(".repeat(2500)), 200),
        ("%00%01%F0%9F%8E%B2%3Cscript%3Ealert(1)%3C%2Fscript%3E".to_string(), 200),
        // Bytes that are no letters are read as such, and named in the answer.
        ("%FF%FE".to_string(), 200),
        ("x".repeat(7000), 400),
        ("%0A".repeat(300), 400),
    ];
    for (question, wanted) in questions {
        let answer = served.request("GET", &format!("/judge?q={question}"), "", "");
        let start: String = question.chars().take(80).collect();
        assert_eq!(status(&answer), wanted, "{start}: {}", answer.lines().next().unwrap_or_default());
        assert!(!answer.contains("<script>alert"), "{start}");
    }
    // Nobody else waits for them: the desk is still there.
    assert_eq!(status(&served.request("GET", "/judge", "", "")), 200);
}
