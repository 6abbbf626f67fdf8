//! The table in the browser: pages, live games, storage.
//!
//! A request comes through `web` (routes, seats, limits), works on a game of the `hub` (one lock for each game, each
//! answer in the `store` before anybody sees its effect), and gets a page of `pages` (templates; everything is
//! escaped). `world` holds what all games share.

mod computer;
mod hub;
mod pages;
mod pictures;
mod secret;
mod store;
mod table;
mod web;
mod world;

pub use secret::{commitment, seed_in_words};
pub use table::setup::GameSetup;
pub use web::download::Download;

use dejarik::Cards;
use hub::Hub;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use store::Store;
use thiserror::Error;
use tokio::net::TcpListener;
use world::World;

pub use web::limit::Limits;

/// What to serve and where.
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The folder of the database.
    pub data: PathBuf,
    /// The cards, and the decks on offer.
    pub cards: Cards,
    /// Plugin folders of the players that may hold pictures.
    pub folders: Vec<PathBuf>,
    /// How much one visitor may ask for.
    pub limits: Limits,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The cards cannot be used.
    #[error("the cards: {0}")]
    Cards(String),
    /// The storage cannot be used.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// Something of the system failed.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}

/// Serves until the process is asked to stop. `ready` is told the address once it listens.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServerError> {
    let system = |what: String| move |error| ServerError::System { what, error };
    let world = World::new(config.cards, &config.folders).map_err(ServerError::Cards)?;
    let store = Store::open(&config.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(system("the runtime cannot start".into()))?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(config.addr)
            .await
            .map_err(system(format!("cannot listen on {}", config.addr)))?;
        let addr = listener.local_addr().map_err(system("no address".into()))?;
        let hub = Hub::new(world, store);
        let tidy = hub.clone();
        tokio::spawn(async move {
            let mut minutes = tokio::time::interval(Duration::from_secs(60));
            loop {
                minutes.tick().await;
                tidy.tidy();
            }
        });
        let (stopping, stopped) = tokio::sync::watch::channel(false);
        let app = web::router(hub, config.limits, stopped);
        tracing::info!(%addr, "listening");
        ready(addr);
        axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>())
            .with_graceful_shutdown(async move {
                asked_to_stop().await;
                // Live connections would last for ever: they are told to end.
                stopping.send_replace(true);
            })
            .await
            .map_err(system("the server stopped".into()))
    });
    tracing::info!("stopped");
    served
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
