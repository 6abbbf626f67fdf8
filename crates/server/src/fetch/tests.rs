//! Requests to servers that the tests run themselves.

use super::request::is_public;
use super::{Fetch, Fetched};
use axum::http::Uri;
use std::net::IpAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

#[test]
fn only_public_addresses_are_asked() {
    let public = |text: &str| is_public(text.parse::<IpAddr>().expect("an address"));
    for text in ["93.184.216.34", "1.1.1.1", "172.32.0.1", "2606:4700::1111"] {
        assert!(public(text), "{text}");
    }
    for text in [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:db8::1",
    ] {
        assert!(!public(text), "{text}");
    }
}

/// A server that gives one answer to whoever asks, and what it was asked.
async fn serve(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("somebody");
        let mut request = vec![0; 2048];
        let length = stream.read(&mut request).await.expect("a request");
        stream.write_all(answer.as_bytes()).await.expect("answered");
        String::from_utf8_lossy(&request[..length]).into_owned()
    });
    (address, asked)
}

async fn list(fetch: Fetch, address: &str) -> Result<Fetched, String> {
    fetch.list(&address.parse::<Uri>().expect("an address")).await
}

#[tokio::test]
async fn a_list_comes_with_its_name_and_everything_else_is_told() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 12\r\ncontent-disposition: attachment; filename=\"tin-men.txt\"\r\n\r\n4 Cell Spies";
    let (address, asked) = serve(answer).await;
    let fetched = list(Fetch::Anywhere, &format!("{address}/decks/tin/txt?v=2")).await;
    assert_eq!(fetched, Ok(Fetched { name: "tin men".into(), list: "4 Cell Spies".into() }));
    let request = asked.await.expect("asked");
    assert!(request.starts_with("GET /decks/tin/txt?v=2 HTTP/1.1\r\n"), "{request}");
    assert!(!request.to_lowercase().contains("cookie"), "{request}");
    for (answer, why) in [
        (
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n",
            "leads to another",
        ),
        ("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "says 404"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n", "larger than a deck"),
        ("nonsense\r\n\r\n", "can’t be asked"),
    ] {
        let (address, _) = serve(answer).await;
        let told = list(Fetch::Anywhere, &address).await.expect_err(why);
        assert!(told.contains(why), "{told}");
    }
}

#[tokio::test]
async fn whoever_may_not_be_asked_hears_nothing() {
    let (address, asked) = serve("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    assert!(list(Fetch::Public, &address).await.expect_err("not public").contains("everybody can reach"));
    assert!(list(Fetch::Off, &address).await.expect_err("off").contains("asks nothing of others"));
    for bad in ["ftp://example.org/a.dek", "http://name:word@127.0.0.1/", "http://127.0.0.1:22/"] {
        assert!(list(Fetch::Anywhere, bad).await.is_err(), "{bad}");
    }
    assert!(!asked.is_finished(), "nobody was asked");
}
