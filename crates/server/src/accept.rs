//! The accept loop: timeouts for slow clients, limits for greedy ones, and an end that comes.

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::collections::HashMap;
use std::io::{self, ErrorKind, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::time::{Sleep, sleep};
use tower::ServiceExt as _;

/// How long a client may take to send the head of a request, also the first one and after a pause.
const HEAD: Duration = Duration::from_secs(10);
/// How long a client may leave an answer unread.
const UNREAD: Duration = Duration::from_secs(30);
/// How long open requests may still take when the server stops.
const LAST: Duration = Duration::from_secs(5);

/// How many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// In all.
    pub all: usize,
    /// From one network address; connections of this computer aren't counted, they may be a proxy's.
    pub each: usize,
}

/// The open connections by network address.
#[derive(Default)]
struct Open {
    of: HashMap<IpAddr, usize>,
    all: usize,
}

/// A connection that counts until it is dropped.
struct Place {
    open: Arc<Mutex<Open>>,
    from: IpAddr,
}

impl Place {
    fn take(open: &Arc<Mutex<Open>>, from: IpAddr, limits: Connections) -> Option<Place> {
        let from = network(from);
        let mut now = open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = now.of.get(&from).copied().unwrap_or(0);
        if now.all >= limits.all || (own >= limits.each && !from.is_loopback()) {
            return None;
        }
        now.all += 1;
        *now.of.entry(from).or_default() += 1;
        Some(Place { open: open.clone(), from })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut now = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        now.all -= 1;
        if let Some(own) = now.of.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                now.of.remove(&self.from);
            }
        }
    }
}

/// A connection whose client has to read what is sent: whoever takes nothing for a while is cut off, and the place is free
/// for somebody else.
struct Reader<S> {
    stream: S,
    unread: Option<Pin<Box<Sleep>>>,
}

impl<S> Reader<S> {
    const fn new(stream: S) -> Reader<S> {
        Reader { stream, unread: None }
    }

    /// What became of a write: one that waits doesn't wait for ever.
    fn waited<T>(&mut self, write: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.unread = None;
            return write;
        }
        let unread = self.unread.get_or_insert_with(|| Box::pin(sleep(UNREAD)));
        unread.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Reader<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Reader<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.waited(write, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.waited(write, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flush = Pin::new(&mut self.stream).poll_flush(context);
        self.waited(flush, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let end = Pin::new(&mut self.stream).poll_shutdown(context);
        self.waited(end, context)
    }
}

/// What counts as one network address: of IPv6 the first half, because a household has all of the second.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) if !long.is_loopback() => {
            let mut parts = long.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        other => other,
    }
}

/// Serves until `stop` comes, and then as long as open requests need, but not for ever.
pub async fn serve(listener: TcpListener, app: Router, limits: Connections, stop: impl Future<Output = ()>) {
    let open: Arc<Mutex<Open>> = Arc::default();
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (stream, from) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, or a client that left at once: a moment later it works again.
                    tracing::warn!(%error, "a connection was not accepted");
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let Some(place) = Place::take(&open, from.ip(), limits) else {
            tracing::debug!(%from, "too many connections");
            continue;
        };
        let app = app.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(from));
            app.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(Reader::new(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%from, %error, "a connection ended");
            }
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(LAST) => tracing::warn!("some requests were cut off"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Connections, Open, Place, Reader, UNREAD, network};
    use std::future::poll_fn;
    use std::io::{self, ErrorKind};
    use std::net::IpAddr;
    use std::pin::Pin;
    use std::sync::{Arc, Mutex};
    use std::task::{Context, Poll, ready};
    use std::time::Duration;
    use tokio::io::AsyncWrite;
    use tokio::time::{Instant, Sleep, sleep};

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_household_is_one_address() {
        assert_eq!(network(address("2001:db8:1:2:3:4:5:6")), network(address("2001:db8:1:2::9")));
        assert_ne!(network(address("2001:db8:1:2::9")), network(address("2001:db8:1:3::9")));
        assert_eq!(network(address("::ffff:192.0.2.7")), address("192.0.2.7"));
        assert_ne!(network(address("192.0.2.7")), network(address("192.0.2.8")));
        assert!(network(address("::1")).is_loopback());
    }

    #[test]
    fn places_are_limited_for_one_address_and_for_all_and_come_back() {
        let (open, limits) = (Arc::<Mutex<Open>>::default(), Connections { all: 4, each: 2 });
        let take = |text: &str| Place::take(&open, address(text), limits);
        let (one, two) = (take("192.0.2.1"), take("192.0.2.1"));
        assert!(one.is_some() && two.is_some() && take("192.0.2.1").is_none());
        let others = [take("192.0.2.2"), take("127.0.0.1")];
        assert!(others.iter().all(Option::is_some) && take("192.0.2.3").is_none(), "all places are taken");
        drop(one);
        assert!(take("192.0.2.1").is_some());
    }
    /// A client that takes a byte now and then.
    struct Slow {
        pause: Duration,
        taken: Pin<Box<Sleep>>,
    }

    impl AsyncWrite for Slow {
        fn poll_write(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            _: &[u8],
        ) -> Poll<io::Result<usize>> {
            ready!(self.taken.as_mut().poll(context));
            self.taken = Box::pin(sleep(self.pause));
            Poll::Ready(Ok(1))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_is_cut_off_and_who_reads_slowly_is_not() {
        let send = async |pause: Duration, bytes: usize| {
            let mut reader = Reader::new(Slow { pause, taken: Box::pin(sleep(pause)) });
            for _ in 0..bytes {
                poll_fn(|context| Pin::new(&mut reader).poll_write(context, b"x")).await?;
            }
            Ok::<(), io::Error>(())
        };
        let begun = Instant::now();
        let cut = send(Duration::from_secs(3600), 1).await.expect_err("nobody reads");
        assert_eq!((cut.kind(), begun.elapsed().as_secs()), (ErrorKind::TimedOut, UNREAD.as_secs()));
        assert!(send(Duration::from_secs(20), 30).await.is_ok(), "slow, but read");
    }
}
