//! A proxy between two programs on one machine, which cuts, holds back and delays what they say to each other.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

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
    /// Milliseconds that everything takes longer, each way.
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

    /// Everything takes longer, each way.
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

/// Passes on what comes, as the plan says.
fn pass(mut from: &TcpStream, mut to: &TcpStream, way: Way, plan: &Plan, born: usize) {
    let (held, mut bytes) = (
        match way {
            Way::There => &plan.holds_there,
            Way::Back => &plan.holds_back,
        },
        [0; 16 << 10],
    );
    let is_cut = || plan.cuts.load(Ordering::SeqCst) != born;
    loop {
        let read = match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        thread::sleep(Duration::from_millis(plan.delay.load(Ordering::SeqCst)));
        while held.load(Ordering::SeqCst) && !is_cut() {
            thread::sleep(LOOK);
        }
        if is_cut() || to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    // The other side is told that nothing more comes.
    let _ = to.shutdown(Shutdown::Write);
}
