//! One request to another server.

use super::Fetched;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_DISPOSITION, HOST, USER_AGENT};
use axum::http::{Request, Response, Uri};
use cards::deck::{Kind, MAX_BYTES};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// How long a request may take, with everything.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many are under way at once.
static PLACES: Semaphore = Semaphore::const_new(4);

/// Whether an address belongs to the public network: nobody looks around in the server's own by bringing a deck.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            let is_special = matches!(
                (a, b, c),
                (0 | 10 | 127 | 224..=255, _, _)
                    | (100, 64..=127, _)
                    | (169, 254, _)
                    | (172, 16..=31, _)
                    | (192, 0, 0 | 2)
                    | (192, 88, 99)
                    | (192, 168, _)
                    | (198, 18 | 19, _)
                    | (198, 51, 100)
                    | (203, 0, 113)
            );
            !is_special
        }
        // Global unicast alone, without what stands for addresses of version 4 or for examples.
        IpAddr::V6(ip) => is_global(ip),
    }
}

fn is_global(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let is_tunnel = first == 0x2002 || (first == 0x2001 && second < 0x0200);
    first & 0xe000 == 0x2000 && !is_tunnel && !(first == 0x2001 && second == 0x0db8)
}

/// The list at an address, from a server whose network addresses are all allowed.
pub async fn list(address: &Uri, allowed: fn(IpAddr) -> bool) -> Result<Fetched, String> {
    let asked = async {
        let _place = PLACES.acquire().await.map_err(|error| error.to_string())?;
        asked(address, allowed).await
    };
    timeout(PATIENCE, asked).await.unwrap_or_else(|_| Err("it takes longer than five seconds".into()))
}

async fn asked(address: &Uri, allowed: fn(IpAddr) -> bool) -> Result<Fetched, String> {
    let secure = match address.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err("it doesn’t begin with https://".into()),
    };
    let authority = address.authority().ok_or("it names no server")?;
    if authority.as_str().contains('@') {
        return Err("it has a name or a password in it".into());
    }
    let host = authority.host();
    let port = authority.port_u16().unwrap_or(if secure { 443 } else { 80 });
    if !matches!(port, 80 | 443 | 1024..) {
        return Err(format!("port {port} isn’t one of a web server"));
    }
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found = lookup_host((bare, port)).await.map_err(|_| format!("there’s no server called {host}"))?;
    let found: Vec<SocketAddr> = found.collect();
    let first = *found.first().ok_or("there’s no such server")?;
    if !found.iter().all(|addr| allowed(addr.ip())) {
        return Err(format!("{host} isn’t a server that everybody can reach"));
    }
    let failed = |error: &dyn std::fmt::Display| format!("{host} can’t be asked: {error}");
    let stream = TcpStream::connect(first).await.map_err(|error| failed(&error))?;
    let response = if secure {
        let name = ServerName::try_from(bare.to_string()).map_err(|error| failed(&error))?;
        let tls =
            TlsConnector::from(config()?).connect(name, stream).await.map_err(|error| failed(&error))?;
        answer(address, tls).await
    } else {
        answer(address, stream).await
    };
    let response = response.map_err(|error| failed(&error))?;
    let status = response.status();
    if status.is_redirection() {
        return Err("it leads to another address. Open it and use the one that it leads to".into());
    }
    if !status.is_success() {
        return Err(format!("{host} says {status}"));
    }
    let name = name(address, &response);
    let body = to_bytes(response.into_body(), MAX_BYTES).await;
    let body = body.map_err(|_| "what’s there is larger than a deck, or was cut off".to_string())?;
    Ok(Fetched { name, list: String::from_utf8_lossy(&body).into_owned() })
}

/// What the server answers.
async fn answer(
    address: &Uri,
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
) -> Result<Response<Body>, hyper::Error> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends when the answer has been read, or nobody wants it any more.
    tokio::spawn(async move { drop(connection.await) });
    let path = address.path_and_query().map_or("/", |path| path.as_str());
    let host = address.authority().map_or("", |authority| authority.as_str());
    let request = Request::get(path)
        .header(HOST, host)
        .header(USER_AGENT, concat!("dejarik/", env!("CARGO_PKG_VERSION")))
        .body(Body::empty())
        .unwrap_or_default();
    Ok(sender.send_request(request).await?.map(Body::new))
}

/// What the list is called: as its server calls the file, or as the address ends.
fn name(address: &Uri, response: &Response<Body>) -> String {
    let given = response.headers().get(CONTENT_DISPOSITION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.split_once("filename=")).map(|(_, name)| name.trim_matches('"'));
    let last = address.path().rsplit('/').next().unwrap_or_default();
    let file = given.unwrap_or(last);
    match (Kind::of_name(file), file.rsplit_once('.')) {
        (Some(_), Some((stem, _))) => stem.replace(['_', '-'], " "),
        _ => String::new(),
    }
}

/// The certificates that this computer trusts.
fn config() -> Result<Arc<ClientConfig>, String> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(config.clone());
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("this server has no certificates to know others by".into());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| error.to_string())?;
    Ok(CONFIG.get_or_init(|| Arc::new(builder.with_root_certificates(roots).with_no_client_auth())).clone())
}
