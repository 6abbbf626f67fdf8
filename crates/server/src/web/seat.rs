//! Who asks: the visitor whose issued token is in the cookie.

use super::App;
use super::problem::Problem;
use super::settings::{self, Settings};
use crate::accept::network;
use crate::learned::{self, Learned};
use crate::people::Fresh;
use crate::secret;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use std::net::SocketAddr;
use store::{VisitorId, VisitorKind};

/// The name of the cookie, and the one that browsers take over https alone.
const COOKIE_NAME: &str = "dejarik";
const SECURE_NAME: &str = "__Host-dejarik";

/// Both.
pub const COOKIE_NAMES: [&str; 2] = [COOKIE_NAME, SECURE_NAME];

/// Kept visitors are counted on their own from this age on, so that nobody makes many of them to be counted less.
const SETTLED: i64 = 24 * 60 * 60 * 1000;

/// Somebody who asks for a page.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Under which name the visitor holds seats, for a visitor with a token that the server has issued.
    pub holder: Option<VisitorId>,
    /// The digest of that token.
    pub token: Option<String>,
    /// Whether the visitor can come back from another browser.
    pub kept: bool,
    /// Whether that has been so for a while.
    pub settled: bool,
    /// The network address that the visitor comes from, for limits.
    pub origin: String,
    /// Whether that is this computer.
    pub local: bool,
    /// Whether the visitor comes by https.
    pub secure: bool,
    /// What the visitor's browser keeps of the visitor's wishes.
    pub settings: Settings,
    /// What it keeps of what the visitor has learned.
    pub learned: Learned,
    /// Whether the page's own script asks, and wants a part of the page.
    pub script: bool,
}

/// Who will sit, and what a visitor who was a stranger gets.
#[derive(Clone, Debug)]
pub struct Seated {
    /// Under which name the seat is held.
    pub holder: VisitorId,
    /// The new visitor, who has to be kept before the seat is.
    pub fresh: Option<Fresh>,
    /// The cookie for the new visitor.
    pub cookie: Option<HeaderValue>,
}

impl Visitor {
    /// What the visitor is counted by: the network address, which can't be made up. Visitors from this computer, or
    /// through a proxy on it, all have the same one; they are counted by the tokens that were issued to them, and so
    /// are kept visitors, whom no stranger at the same address can slow down.
    pub fn counted_as(&self) -> &str {
        match &self.holder {
            Some(holder) if self.local || self.settled => holder,
            _ => &self.origin,
        }
    }

    /// How much more than others the visitor may ask for.
    pub const fn share(&self) -> f64 {
        if self.settled { 2.0 } else { 1.0 }
    }

    /// The visitor who will sit: this one, or a new guest.
    pub fn seated(&self, at: i64) -> Result<Seated, getrandom::Error> {
        if let Some(holder) = &self.holder {
            return Ok(Seated { holder: holder.clone(), fresh: None, cookie: None });
        }
        let fresh = Fresh::guest(at)?;
        let cookie = self.cookie(&fresh.secret);
        Ok(Seated { holder: fresh.visitor.id.clone(), fresh: Some(fresh), cookie })
    }

    /// The cookie that holds a token.
    pub fn cookie(&self, token: &str) -> Option<HeaderValue> {
        let (name, secure) = if self.secure { (SECURE_NAME, "; Secure") } else { (COOKIE_NAME, "") };
        let cookie = format!("{name}={token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Problem> {
        // Every request is looked at by the guard first: whose token it is, is asked once.
        if let Some(visitor) = parts.extensions.get::<Visitor>() {
            return Ok(visitor.clone());
        }
        let socket = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(addr)| addr.ip());
        let from = app.door.client(&parts.headers).or(socket).map(network);
        let local = from.is_none_or(|address| address.is_loopback());
        let origin = from.map_or_else(|| "unknown".to_string(), |address| address.to_string());
        let script = parts.headers.get("x-part").is_some();
        let settings = cookie(&parts.headers, settings::NAME).map_or_else(Settings::default, Settings::read);
        let learned = cookie(&parts.headers, learned::NAME).map_or_else(Learned::default, Learned::read);
        let token = token(&parts.headers).map(secret::digest);
        let known = match &token {
            Some(digest) => app.people.whose(digest).await?,
            None => None,
        };
        let token = token.filter(|_| known.is_some());
        let kept = known.as_ref().is_some_and(|known| known.kind == VisitorKind::Kept);
        let settled = kept && known.as_ref().is_some_and(|known| app.people.now() - known.made >= SETTLED);
        let holder = known.map(|known| known.id);
        let secure = app.door.is_secure();
        let visitor =
            Visitor { holder, token, kept, settled, origin, local, settings, learned, script, secure };
        parts.extensions.insert(visitor.clone());
        Ok(visitor)
    }
}

/// The token of a request, if it has a well-formed one. Cookies from before the table had https still count.
fn token(headers: &HeaderMap) -> Option<&str> {
    let found = cookie(headers, SECURE_NAME).or_else(|| cookie(headers, COOKIE_NAME));
    found.filter(|value| value.len() == 32 && secret::is_wellformed(value))
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(own, _)| *own == name)
        .map(|(_, value)| value)
}

/// Whether a form was sent by a page of ours: browsers say where a request comes from.
pub fn is_own_form(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => match (text("origin"), text("host")) {
            (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
            // Not a browser: nobody's cookies are used without their knowledge.
            _ => true,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{is_own_form, token};
    use axum::http::header::{COOKIE, HeaderMap, HeaderValue};

    #[test]
    fn a_token_is_taken_from_its_cookie_alone() {
        let mut headers = HeaderMap::new();
        let good = "abcdefghijkmnpqrstuvwxyz23456789";
        headers.insert(COOKIE, HeaderValue::from_str(&format!("a=1; dejarik={good}; b=2")).unwrap());
        assert_eq!(token(&headers), Some(good));
        headers.insert(COOKIE, HeaderValue::from_static("dejarik=short; xdejarik=1"));
        assert_eq!(token(&headers), None);
        let secure = "abcdefghijkmnpqrstuvwxyz22222222";
        let both = format!("dejarik={good}; __Host-dejarik={secure}");
        headers.insert(COOKIE, HeaderValue::from_str(&both).unwrap());
        assert_eq!(token(&headers), Some(secure));
    }

    #[test]
    fn forms_of_other_pages_are_recognised() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            pairs
                .iter()
                .for_each(|(name, value)| drop(headers.insert(*name, HeaderValue::from_static(value))));
            headers
        };
        assert!(is_own_form(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(!is_own_form(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(is_own_form(&headers(&[("origin", "http://a:1"), ("host", "a:1")])));
        assert!(!is_own_form(&headers(&[("origin", "http://evil"), ("host", "a:1")])));
        assert!(is_own_form(&headers(&[])));
    }
}
