//! Who asks: the visitor's token in a cookie, and what of it is kept.

use super::App;
use super::settings::{self, Settings};
use crate::accept::network;
use crate::secret;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use std::convert::Infallible;
use std::net::SocketAddr;

/// The name of the cookie.
const COOKIE_NAME: &str = "dejarik";

/// Somebody who asks for a page.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The digest of the token, for a visitor who has one.
    pub holder: Option<String>,
    /// The network address that the visitor comes from, for limits.
    pub origin: String,
    /// Whether that is this computer.
    pub local: bool,
    /// Whether the visitor comes by https.
    pub secure: bool,
    /// What the visitor's browser keeps of the visitor's wishes.
    pub settings: Settings,
    /// Whether the page's own script asks, and wants a part of the page.
    pub script: bool,
}

impl Visitor {
    /// By what the visitor is counted: the network address, which nobody can make up. Visitors from this computer, or
    /// through a proxy on it, all have the same one; they are counted by their cookies.
    pub fn counted_as(&self) -> &str {
        match &self.holder {
            Some(holder) if self.local => holder,
            _ => &self.origin,
        }
    }

    /// The digest of the visitor's token, and the cookie to set for one who had none.
    pub fn seated(&self) -> Result<(String, Option<HeaderValue>), getrandom::Error> {
        if let Some(holder) = &self.holder {
            return Ok((holder.clone(), None));
        }
        let token = secret::token()?;
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE_NAME}={token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax{secure}");
        Ok((secret::digest(&token), HeaderValue::from_str(&cookie).ok()))
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Infallible> {
        let socket = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(addr)| addr.ip());
        let from = app.door.client(&parts.headers).or(socket).map(network);
        let local = from.is_none_or(|address| address.is_loopback());
        let origin = from.map_or_else(|| "unknown".to_string(), |address| address.to_string());
        let script = parts.headers.get("x-part").is_some();
        let settings = cookie(&parts.headers, settings::NAME).map_or_else(Settings::default, Settings::read);
        let holder = token(&parts.headers).map(secret::digest);
        let secure = app.door.is_secure();
        Ok(Visitor { holder, origin, local, settings, script, secure })
    }
}

/// The token of a request, if it has a wellformed one.
fn token(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE_NAME).filter(|value| value.len() == 32 && secret::is_wellformed(value))
}

/// The value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
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
