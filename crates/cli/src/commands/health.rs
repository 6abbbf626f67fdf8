//! `dejarik health`: asks a running table whether it's healthy, for containers and monitors that have no other client.

use super::{Answer, Done, bad_input};
use crate::output::Out;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(4);
/// The answer is a short line; a server that says more isn't ours.
const LONGEST: u64 = 16 * 1024;

pub fn run(out: &mut Out, address: &str) -> Done {
    let host = host(address).ok_or_else(|| {
        bad_input(format!("`{address}` isn't an address like http://127.0.0.1:7777 (https isn't supported)"))
    })?;
    match ask(host) {
        Ok(reply) if is_well(&reply) => {
            out.line("The table is healthy.")?;
            Ok(Answer::Yes)
        }
        Ok(reply) => {
            let status = reply.lines().next().unwrap_or("nothing").to_string();
            out.line(format!("The table isn't healthy. It answered: {status}"))?;
            Ok(Answer::No)
        }
        Err(error) => {
            out.line(format!("The table at {host} doesn't answer: {error}"))?;
            Ok(Answer::No)
        }
    }
}

/// `127.0.0.1:7777`, with or without `http://` and a slash behind it.
fn host(address: &str) -> Option<&str> {
    let host = address.strip_prefix("http://").unwrap_or(address).trim_end_matches('/');
    let (name, port) = host.rsplit_once(':')?;
    (!name.is_empty() && !name.contains(['/', ' ']) && port.parse::<u16>().is_ok()).then_some(host)
}

fn ask(host: &str) -> io::Result<String> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return talk(stream, host),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn talk(mut stream: TcpStream, host: &str) -> io::Result<String> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut reply = Vec::new();
    stream.take(LONGEST).read_to_end(&mut reply)?;
    Ok(String::from_utf8_lossy(&reply).into_owned())
}

fn is_well(reply: &str) -> bool {
    reply.lines().next().is_some_and(|line| line.starts_with("HTTP/1.1 200 "))
}

#[cfg(test)]
mod tests {
    use super::{host, is_well};

    #[test]
    fn addresses_are_understood_as_people_write_them() {
        for good in ["http://127.0.0.1:7777", "http://localhost:80/", "127.0.0.1:7777", "[::1]:7777"] {
            assert!(host(good).is_some(), "{good}");
        }
        for bad in ["", "https://example.org", "http://example.org/x:1", "http://:7777", "http://a:99999"] {
            assert!(host(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn only_a_plain_yes_counts() {
        assert!(is_well("HTTP/1.1 200 OK\r\n\r\n{\"ok\":true}"));
        assert!(!is_well("HTTP/1.1 503 Service Unavailable\r\n\r\n{\"ok\":false}"));
        assert!(!is_well(""));
    }
}
