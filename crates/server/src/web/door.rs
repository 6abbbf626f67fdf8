//! The door: under which name the table may be asked for, and whom a proxy asks for.

use axum::http::HeaderMap;
use std::net::IpAddr;

/// How the table is reached from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Door {
    /// The address that people open, `https://table.example.org`; without one, this computer's name and bare addresses.
    pub public_url: Option<String>,
    /// The header in which the proxy in front names the visitor's address.
    pub proxy_header: Option<String>,
}

/// The name in a `Host` header or an address, without its port.
fn name(host: &str) -> &str {
    if let Some(end) = host.find(']').filter(|_| host.starts_with('[')) {
        return &host[1..end];
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

impl Door {
    /// The name in the public address.
    fn public_name(&self) -> Option<&str> {
        let (_, rest) = self.public_url.as_deref()?.split_once("://")?;
        Some(name(rest.split('/').next().unwrap_or(rest)))
    }

    /// Whether a request may ask under this name. A page elsewhere can make a name of its own point here; it can't do
    /// that with a bare address.
    pub fn knows(&self, host: Option<&str>) -> bool {
        // A client that names no host isn't a browser.
        let Some(host) = host.map(name) else { return true };
        let host = host.to_ascii_lowercase();
        host == "localhost"
            || host.ends_with(".localhost")
            || host.parse::<IpAddr>().is_ok()
            || self.public_name().is_some_and(|own| own.eq_ignore_ascii_case(&host))
    }

    /// Whether the table is reached by https.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The start of links to the table.
    pub fn link(&self, headers: &HeaderMap) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_string(),
            None => {
                let host = headers.get("host").and_then(|host| host.to_str().ok());
                format!("http://{}", host.unwrap_or("127.0.0.1:7777"))
            }
        }
    }

    /// Whom the proxy asks for: the last address of its header, which the proxy itself has written.
    pub fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let header = headers.get_all(self.proxy_header.as_deref()?).iter().next_back()?;
        header.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Door;
    use axum::http::{HeaderMap, HeaderValue};

    #[test]
    fn names_of_others_are_not_known() {
        let plain = Door::default();
        for host in ["localhost:7777", "127.0.0.1:7777", "192.168.1.4", "[::1]:7777", "a.localhost"] {
            assert!(plain.knows(Some(host)), "{host}");
        }
        for host in ["evil.example", "evil.example:7777", "127.0.0.1.evil.example", "table.example.org"] {
            assert!(!plain.knows(Some(host)), "{host}");
        }
        let named = Door { public_url: Some("https://Table.example.org/".into()), ..Door::default() };
        assert!(named.knows(Some("table.example.org")) && named.knows(Some("table.example.org:443")));
        assert!(!named.knows(Some("evil.example")) && named.is_secure() && !plain.is_secure());
    }

    #[test]
    fn the_last_address_of_the_proxys_header_counts() {
        let door = Door { proxy_header: Some("x-forwarded-for".into()), ..Door::default() };
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 192.0.2.9"));
        assert_eq!(door.client(&headers), "192.0.2.9".parse().ok());
        assert_eq!(Door::default().client(&headers), None);
        headers.insert("x-forwarded-for", HeaderValue::from_static("nonsense"));
        assert_eq!(door.client(&headers), None);
    }
}
