//! The table in the browser: pages and live games.
//!
//! A request comes through `web` (routes, seats, limits). It looks at the shot that the game's owner has published, or
//! sends the owner a command (`owner`: one task for each awake game, each step in the store before anybody sees it). The
//! answer is a page from `pages` (templates; everything is escaped). `world` holds what all games share, `pool` does the
//! thinking.
//!
//! ```no_run
//! use dejarik_server::{Config, Door, Limits, serve};
//!
//! let config = Config {
//!     addr: ([127, 0, 0, 1], 7777).into(),
//!     store: dejarik_server::Address::Folder("dejarik-data".into()),
//!     bus: None,
//!     cards: dejarik::Cards::core(),
//!     folders: Vec::new(),
//!     limits: Limits::default(),
//!     door: Door::default(),
//!     site: dejarik_server::Site::default(),
//!     fetch: dejarik_server::Fetch::default(),
//!     metrics: None,
//!     drain: std::time::Duration::ZERO,
//! };
//! serve(config, |address| println!("Open http://{address}"))?;
//! # Ok::<(), dejarik_server::ServerError>(())
//! ```
//!
//! # Where to go next
//!
//! - docs/SERVER.md: how a click reaches the disk, and how that is proved
//! - [`Config`] and [`serve`]: running a table; [`Limits`]: how much one visitor may ask for; [`Door`]: tables behind a
//!   proxy

mod accept;
mod chances;
mod changed;
mod coach;
mod computer;
mod difficulty;
mod drill;
mod fetch;
mod forget;
mod learned;
mod lesson;
mod lobby;
mod matchups;
mod metrics;
mod moments;
mod owner;
mod pages;
mod people;
mod pictures;
mod pocket;
mod pool;
mod pulse;
mod puzzle;
mod record;
mod secret;
mod web;
mod world;

pub use computer::computer_answer;
pub use pocket::digest as pocket_digest;
pub use secret::{commitment, seed_in_words};
pub use table::GameSetup;
pub use web::download::Download;

use dejarik::Cards;
use owner::{Node, Others, Registry};
use pool::Pool;
use pulse::Pulse;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Bus, Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use web::App;
use world::World;

pub use accept::Connections;
pub use fetch::Fetch;
pub use store::Address;
pub use web::door::Door;
pub use web::limit::Limits;
pub use web::site::Site;

/// What to serve and where.
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// Where games are kept.
    pub store: Address,
    /// The NATS server over which servers tell each other of steps; without one the store does it.
    pub bus: Option<String>,
    /// The cards, and the decks on offer.
    pub cards: Cards,
    /// Plugin folders of the players that may hold pictures.
    pub folders: Vec<PathBuf>,
    /// How much one visitor may ask for.
    pub limits: Limits,
    /// How the table is reached from outside.
    pub door: Door,
    /// What is switched on for the public.
    pub site: Site,
    /// Whether decks may come from addresses elsewhere.
    pub fetch: Fetch,
    /// Where counts for Prometheus are served, if they are.
    pub metrics: Option<SocketAddr>,
    /// How long games may still go on after the server was asked to stop.
    pub drain: Duration,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The cards cannot be used.
    #[error("the cards: {0}")]
    Cards(String),
    /// The storage cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something of the system failed.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}

/// The way to the other servers.
async fn bus(address: Option<&str>, store: &dyn Store) -> Result<Arc<dyn Bus>, StoreError> {
    match address {
        None => Ok(store.bus()),
        #[cfg(feature = "nats")]
        Some(url) => Ok(Arc::new(store::Nats::connect(url).await?)),
        #[cfg(not(feature = "nats"))]
        Some(_) => Err(StoreError::Database(
            "this build has no bus over NATS. Build it with `cargo build --release --features farm,postgres`"
                .into(),
        )),
    }
}

/// Serves until the process is asked to stop. `ready` is told the address once it listens.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServerError> {
    let system = |what: String| move |error| ServerError::System { what, error };
    let world = World::new(config.cards, &config.folders).map_err(ServerError::Cards)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(system("the runtime cannot start".into()))?;
    let served = runtime.block_on(async {
        let store = store::open(&config.store).await?;
        let listener = TcpListener::bind(config.addr)
            .await
            .map_err(system(format!("cannot listen on {}", config.addr)))?;
        let addr = listener.local_addr().map_err(system("no address".into()))?;
        let pool = Arc::new(Pool::default());
        let node = Node {
            world: Arc::new(world),
            bus: bus(config.bus.as_deref(), &*store).await?,
            store,
            rules: engine::RULES,
            others: Others::default(),
            thinkers: pool.clone(),
            metrics: Arc::default(),
            clock: now,
            awake: config.limits.live,
            #[cfg(test)]
            hasty: false,
            #[cfg(test)]
            stumbles: None,
        };
        let registry = Registry::new(Arc::new(node));
        // A game that others play under newer rules isn't opened here, not even in the first moment.
        registry.present().await;
        tokio::spawn(registry.clone().look_after());
        let pulse = Arc::<Pulse>::default();
        tokio::spawn(pulse.clone().beat(registry.node().metrics.clone()));
        let (stopping, stopped) = tokio::sync::watch::channel(false);
        if let Some(address) = config.metrics {
            let listener =
                TcpListener::bind(address).await.map_err(system(format!("cannot listen on {address}")))?;
            tracing::info!(%address, "metrics");
            tokio::spawn(accept::serve(
                listener,
                web::metrics(registry.clone(), pool.clone()),
                config.limits.connections,
                std::future::pending(),
            ));
        }
        let (drain, leaving) = (config.drain, registry.clone());
        let app = App::new(registry, pool, pulse, config.limits, config.door, config.site, stopped);
        let app = App { fetch: config.fetch, ..app };
        if app.site.public {
            tokio::spawn(lobby::matcher::look_after(app.clone()));
        }
        tokio::spawn(changed::look_after(app.clone(), config.folders));
        let app = web::router(app);
        tracing::info!(%addr, "listening");
        ready(addr);
        let connections = config.limits.connections;
        accept::serve(listener, app, connections, async move {
            asked_to_stop().await;
            drained(&leaving, drain).await;
            // Live connections would last for ever: they are told to end.
            stopping.send_replace(true);
        })
        .await;
        Ok(())
    });
    // Owners that still append get a moment; what isn't acknowledged by then was not promised to anybody.
    runtime.shutdown_timeout(LAST_APPENDS);
    tracing::info!("stopped");
    served
}

/// Lets the games of a server that will stop come to their ends, for a while: it says that it isn't ready, so that nobody
/// new is sent to it, and sets up no new tables. Asked again, it stops at once.
async fn drained(registry: &Registry, drain: Duration) {
    registry.node().others.drain();
    let over = async {
        while registry.running() > 0 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::select! {
        () = over => {}
        () = tokio::time::sleep(drain) => {}
        () = asked_to_stop() => {}
    }
}

/// How long owners may still append after the last request was answered.
const LAST_APPENDS: Duration = Duration::from_secs(5);

/// Milliseconds since 1970.
fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
}

/// Waits for Ctrl-C or the system's request to stop.
async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            }
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
