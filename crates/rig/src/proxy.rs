//! A proxy between two programs on one machine, which cuts, holds back and delays what they say to each other.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A direction through the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From whoever connects to the other program.
    There,
    /// From the other program to whoever connected.
    Back,
}

#[derive(Default)]
struct Plan {
    /// Milliseconds that everything is on its way, in each direction.
    delay: AtomicU64,
    holds_there: AtomicBool,
    holds_back: AtomicBool,
    refuses: AtomicBool,
    /// Counts cuts: a connection from before the last one ends.
    cuts: AtomicUsize,
    /// By number, so that a connection that has ended is let go of.
    open: Mutex<HashMap<usize, TcpStream>>,
    connections: AtomicUsize,
}

/// A proxy on a port of its own.
pub struct Proxy {
    port: u16,
    plan: Arc<Plan>,
}

/// How often a thread that waits looks up.
const LOOK: Duration = Duration::from_millis(5);

impl Proxy {
    /// Starts a proxy to a port on this machine.
    pub fn to(port: u16) -> std::io::Result<Proxy> {
        Proxy::over(vec![port])
    }

    /// Starts a proxy to several ports in turn; one that nobody listens on is left out.
    pub fn over(ports: Vec<u16>) -> std::io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let own = listener.local_addr()?.port();
        let plan = Arc::<Plan>::default();
        let listening = plan.clone();
        thread::spawn(move || {
            for (turn, client) in listener.incoming().flatten().enumerate() {
                if listening.refuses.load(Ordering::SeqCst) {
                    continue;
                }
                let in_turn = (0..ports.len()).map(|next| ports[(turn + next) % ports.len()]);
                let reached = in_turn.filter_map(|port| TcpStream::connect(("127.0.0.1", port)).ok()).next();
                let Some(server) = reached else { continue };
                let born = listening.cuts.load(Ordering::SeqCst);
                // Small messages aren't held back to be sent together.
                let _ = (client.set_nodelay(true), server.set_nodelay(true));
                let mut open = listening.open.lock().unwrap_or_else(PoisonError::into_inner);
                let pairs = [(&client, &server, Way::There), (&server, &client, Way::Back)];
                for (from, to, way) in pairs {
                    let (Ok(from), Ok(to), Ok(kept)) = (from.try_clone(), to.try_clone(), from.try_clone())
                    else {
                        continue;
                    };
                    let number = listening.connections.fetch_add(1, Ordering::SeqCst);
                    open.insert(number, kept);
                    let plan = listening.clone();
                    thread::spawn(move || {
                        pass(&from, &to, way, &plan, born);
                        plan.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
                    });
                }
            }
        });
        Ok(Proxy { port: own, plan })
    }

    /// Where it listens, on the loopback address.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Everything is on its way for so long, in each direction: what is sent one after the other arrives one after the other,
    /// and nothing waits for what was sent before it. What is on its way when this is called has to wait as long, or is there
    /// at once.
    pub fn delay(&self, delay: Duration) {
        self.plan.delay.store(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX), Ordering::SeqCst);
    }

    /// Holds back what goes one way, until this is called with nothing; what was held back is passed on then.
    pub fn hold(&self, way: Option<Way>) {
        self.plan.holds_there.store(way == Some(Way::There), Ordering::SeqCst);
        self.plan.holds_back.store(way == Some(Way::Back), Ordering::SeqCst);
    }

    /// Whether new connections are closed at once.
    pub fn refuse(&self, refuses: bool) {
        self.plan.refuses.store(refuses, Ordering::SeqCst);
    }

    /// Cuts all connections; what was on the way is lost.
    pub fn cut(&self) {
        self.plan.cuts.fetch_add(1, Ordering::SeqCst);
        for (_, stream) in self.plan.open.lock().unwrap_or_else(PoisonError::into_inner).drain() {
            // One that has ended needs no cutting.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

#[cfg(test)]
impl Proxy {
    /// How many ways of connections are open.
    pub fn open(&self) -> usize {
        self.plan.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.refuse(true);
        self.cut();
    }
}

/// How many pieces are on their way at once, in one direction of a connection; whoever sends more has to wait.
const ON_THE_WAY: usize = 1024;

/// A direction of a connection.
struct Lane<'a> {
    to: &'a TcpStream,
    way: Way,
    plan: &'a Plan,
    /// How many cuts there had been when it began.
    born: usize,
}

/// Passes on what comes, as the plan says.
fn pass(mut from: &TcpStream, to: &TcpStream, way: Way, plan: &Plan, born: usize) {
    let lane = Lane { to, way, plan, born };
    thread::scope(|scope| {
        // On a long way somebody else delivers, so that nothing waits for what was sent before it.
        let mut on_the_way: Option<SyncSender<_>> = None;
        let mut bytes = [0; 16 << 10];
        loop {
            let read = match from.read(&mut bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => break,
                Ok(read) => read,
            };
            if on_the_way.is_none() && plan.delay.load(Ordering::SeqCst) > 0 {
                let (sender, receiver) = sync_channel::<(Instant, Vec<u8>)>(ON_THE_WAY);
                let lane = &lane;
                scope.spawn(move || receiver.into_iter().all(|(sent, bytes)| lane.deliver(sent, &bytes)));
                on_the_way = Some(sender);
            }
            let goes_on = match &on_the_way {
                Some(sender) => sender.send((Instant::now(), bytes[..read].to_vec())).is_ok(),
                None => lane.deliver(Instant::now(), &bytes[..read]),
            };
            if !goes_on {
                break;
            }
        }
    });
    // The other side is told that nothing more comes.
    let _ = to.shutdown(Shutdown::Write);
}

impl Lane<'_> {
    /// Hands over what was sent at a moment, when it is time; false if the connection is no more.
    fn deliver(&self, sent: Instant, bytes: &[u8]) -> bool {
        let held = match self.way {
            Way::There => &self.plan.holds_there,
            Way::Back => &self.plan.holds_back,
        };
        let is_cut = || self.plan.cuts.load(Ordering::SeqCst) != self.born;
        let is_due = || sent.elapsed() >= Duration::from_millis(self.plan.delay.load(Ordering::SeqCst));
        while (held.load(Ordering::SeqCst) || !is_due()) && !is_cut() {
            thread::sleep(LOOK);
        }
        let mut to = self.to;
        !is_cut() && to.write_all(bytes).is_ok()
    }
}
