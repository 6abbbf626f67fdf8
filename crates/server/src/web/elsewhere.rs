//! A game that another server has: how a browser gets there. Whoever is told so (421) also gets a number, in a cookie that goes
//! into the proxy's choice of a server, so that the same request doesn't come to the same server again and again.

use super::problem::AtAnother;
use super::seat::cookie;
use axum::http::header::{HeaderName, HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, Method};
use axum::response::Response;

/// The name of the cookie. `packaging/Caddyfile` knows it.
pub const NAME: &str = "dejarik-elsewhere";

/// How long a browser keeps it, in seconds: longer than it takes to replace all servers.
const KEPT: u32 = 6 * 60 * 60;

/// What has brought the browser here.
pub fn tried(headers: &HeaderMap) -> u16 {
    cookie(headers, NAME).and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Sends the browser on, if the answer says that the game is elsewhere.
pub fn send_on(response: &mut Response, method: &Method, tried: u16, secure: bool) {
    if response.extensions().get::<AtAnother>().is_none() {
        return;
    }
    let (next, secure) = (tried.wrapping_add(1), if secure { "; Secure" } else { "" });
    let cookie = format!("{NAME}={next}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    // A page that was asked for comes by itself.
    if *method == Method::GET {
        response.headers_mut().insert(HeaderName::from_static("refresh"), HeaderValue::from_static("2"));
    }
}

#[cfg(test)]
mod tests {
    use super::{send_on, tried};
    use crate::owner::Refusal;
    use crate::web::problem::Problem;
    use axum::http::header::{COOKIE, HeaderMap, SET_COOKIE};
    use axum::http::{Method, StatusCode};
    use axum::response::IntoResponse;

    #[test]
    fn whoever_is_sent_on_comes_to_another_server_the_next_time() {
        let mut headers = HeaderMap::new();
        let mut seen = Vec::new();
        for _ in 0..3 {
            let mut answer = Problem::from(Refusal::Elsewhere).into_response();
            send_on(&mut answer, &Method::POST, tried(&headers), true);
            assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST);
            let set = answer.headers()[SET_COOKIE].to_str().expect("text").to_string();
            assert!(set.contains("; Secure") && answer.headers().get("refresh").is_none(), "{set}");
            let pair = set.split(';').next().expect("a pair").to_string();
            headers.insert(COOKIE, pair.parse().expect("a value"));
            seen.push(pair);
        }
        assert_eq!(seen, ["dejarik-elsewhere=1", "dejarik-elsewhere=2", "dejarik-elsewhere=3"]);
        let mut page = Problem::from(Refusal::Elsewhere).into_response();
        send_on(&mut page, &Method::GET, 0, false);
        assert_eq!(page.headers()["refresh"], "2");
        // Nobody is sent anywhere under a name that the table doesn't have, or for any other reason.
        for other in [Problem::unknown_name(), Problem::from(Refusal::Busy)] {
            let mut answer = other.into_response();
            send_on(&mut answer, &Method::GET, 0, false);
            assert!(answer.headers().get(SET_COOKIE).is_none());
        }
        headers.insert(COOKIE, "dejarik-elsewhere=99999999".parse().expect("a value"));
        assert_eq!(tried(&headers), 0);
    }
}
