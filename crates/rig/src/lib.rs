//! What tests and trials start beside the program, and throw away afterwards.
//!
//! - [`Postgres`]: a database server of its own, from the system's package, stopped even if the test panics or is killed
//! - [`Nats`]: a queue of its own, likewise
//! - [`Proxy`]: stands between two programs and cuts, holds back or delays what they say to each other
//! - [`or_skip`]: what a test does that lacks something

mod nats;
mod postgres;
mod proxy;

pub use nats::Nats;
pub use postgres::Postgres;
pub use proxy::{Proxy, Way};

/// What a test lacks to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub String);

impl std::fmt::Display for Missing {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a test needs, or nothing if it has to be skipped; then it says so. Where `DEJARIK_NO_SKIP` is set, nothing may be
/// skipped, and the test fails instead.
///
/// # Panics
///
/// If something is missing and nothing may be skipped.
pub fn or_skip<T>(tests: &str, found: Result<T, Missing>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(Missing(what)) => {
            assert!(std::env::var_os("DEJARIK_NO_SKIP").is_none(), "{tests}: {what}");
            eprintln!("skipped: {tests}. Missing: {what}");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Nats, Postgres, Proxy, Way, or_skip};
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};

    #[test]
    fn a_database_is_started_restarted_and_gone() {
        let Some(mut postgres) = or_skip("a private PostgreSQL", Postgres::start()) else { return };
        let reaches = |port| TcpStream::connect(("127.0.0.1", port)).is_ok();
        let (port, folder) = (postgres.port(), postgres.folder().to_path_buf());
        assert!(reaches(port) && folder.is_dir());
        postgres.kill();
        assert!(!reaches(port), "killed");
        postgres.start_again().expect("started");
        assert!(reaches(port));
        drop(postgres);
        assert!(!reaches(port) && !folder.exists(), "nothing is left");
    }

    #[test]
    fn a_queue_is_started_restarted_and_gone() {
        let Some(mut nats) = or_skip("a private NATS server", Nats::start()) else { return };
        let reaches = |port| TcpStream::connect(("127.0.0.1", port)).is_ok();
        let (port, folder) = (nats.port(), nats.folder().to_path_buf());
        assert!(reaches(port) && folder.is_dir());
        nats.kill();
        assert!(!reaches(port), "killed");
        nats.start_again().expect("started");
        assert!(reaches(port));
        nats.stop();
        assert!(!reaches(port), "stopped");
        nats.start_again().expect("started");
        drop(nats);
        assert!(!reaches(port) && !folder.exists(), "nothing is left");
    }

    /// Sends back whatever it gets.
    fn echo() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || {
                    let mut to = stream.try_clone().expect("a stream");
                    let _ = std::io::copy(&mut { stream }, &mut to);
                });
            }
        });
        port
    }

    #[test]
    fn a_proxy_over_several_leaves_out_who_isnt_there() {
        let gone = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let proxy = Proxy::over(vec![gone.expect("a port").port(), echo()]).expect("a proxy");
        for byte in 1..5 {
            let mut stream = TcpStream::connect(("127.0.0.1", proxy.port())).expect("a connection");
            let mut back = [0];
            stream.write_all(&[byte]).expect("sent");
            stream.read_exact(&mut back).expect("passed on");
            assert_eq!(back[0], byte);
        }
        // Connections that have ended are let go of.
        while proxy.open() > 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_proxy_passes_on_holds_back_delays_and_cuts() {
        let proxy = Proxy::to(echo()).expect("a proxy");
        let stream = TcpStream::connect(("127.0.0.1", proxy.port())).expect("a connection");
        let send = |byte: u8| (&stream).write_all(&[byte]).expect("sent");
        let hear = |wait: u64| {
            stream.set_read_timeout(Some(Duration::from_millis(wait))).expect("set");
            let mut back = [0];
            (&stream).read_exact(&mut back).map(|()| back[0])
        };
        send(1);
        assert_eq!(hear(10_000).expect("passed on"), 1);
        proxy.delay(Duration::from_millis(150));
        let begun = Instant::now();
        send(2);
        assert_eq!(hear(10_000).expect("later"), 2);
        assert!(begun.elapsed() >= Duration::from_millis(300), "in both directions");
        // Ten one after the other arrive as far apart as they were sent: it's a long way, not a narrow one.
        let begun = Instant::now();
        for byte in 10..20 {
            send(byte);
            std::thread::sleep(Duration::from_millis(10));
        }
        for byte in 10..20 {
            assert_eq!(hear(10_000).expect("later"), byte);
        }
        let took = begun.elapsed();
        assert!((Duration::from_millis(390)..Duration::from_millis(1400)).contains(&took), "{took:?}");
        proxy.delay(Duration::ZERO);
        for way in [Way::Back, Way::There] {
            proxy.hold(Some(way));
            send(3);
            assert!(hear(200).is_err(), "{way:?} is held back");
            proxy.hold(None);
            assert_eq!(hear(10_000).expect("passed on afterwards"), 3);
        }
        proxy.cut();
        assert!(hear(10_000).is_err());
    }
}
