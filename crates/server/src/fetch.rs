//! Lists from other servers: the only requests that a server sends, and only where it was told that it may.
//!
//! A request goes to a public address alone, follows no redirects, takes five seconds at most and no more than a deck has.

#[cfg(feature = "fetch")]
mod request;

use axum::http::Uri;

/// Whether lists come from other servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fetch {
    /// This server asks nobody for anything.
    #[default]
    Off,
    /// From public addresses.
    #[cfg(feature = "fetch")]
    Public,
    /// From everywhere: the tests have servers of their own.
    #[cfg(all(test, feature = "fetch"))]
    Anywhere,
}

/// A list that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The name of its file, if it has one.
    pub name: String,
    /// What the file says.
    pub list: String,
}

impl Fetch {
    /// Fetching, where this build can.
    #[cfg(feature = "fetch")]
    pub const fn on() -> Result<Fetch, String> {
        Ok(Fetch::Public)
    }

    /// Fetching, where this build can.
    #[cfg(not(feature = "fetch"))]
    pub fn on() -> Result<Fetch, String> {
        Err("this build can't fetch decks. Build it with `cargo build --release --features fetch`".into())
    }

    /// The list at an address, or why there is none.
    pub async fn list(self, address: &Uri) -> Result<Fetched, String> {
        match self {
            Fetch::Off => Err(format!(
                "this server asks nothing of others, so not of {} either. Copy the list from there, or drop its file here",
                address.host().unwrap_or("it")
            )),
            #[cfg(feature = "fetch")]
            Fetch::Public => request::list(address, request::is_public).await,
            #[cfg(all(test, feature = "fetch"))]
            Fetch::Anywhere => request::list(address, |_| true).await,
        }
    }
}

#[cfg(all(test, feature = "fetch"))]
mod tests;
