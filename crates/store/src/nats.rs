//! Notices over a NATS server: for many servers, which would otherwise keep the database busy with them.

use crate::bus::{Bus, GATHER, Notice, WAITING, latest, messages, read};
use crate::game::{GameId, Number, StoreError};
use async_nats::{Client, ConnectOptions, ServerAddr};
use futures_util::StreamExt as _;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// What the servers listen to. Games of other tables on the same queue are nobody's here, and so nobody listens.
const SUBJECT: &str = "dejarik.live";
/// How long a message may take before it is given up: by then servers have looked for themselves.
const PATIENCE: Duration = Duration::from_secs(5);
/// How soon a lost connection is opened again.
const AGAIN: Duration = Duration::from_millis(500);

/// Notices over a NATS server.
pub struct Nats {
    told: mpsc::UnboundedSender<Notice>,
    heard: broadcast::Sender<Notice>,
    tasks: [AbortHandle; 2],
}

impl Nats {
    /// Begins to tell and to listen. A NATS server that isn't there yet is waited for, and notices are lost meanwhile; they
    /// are hints. An address that can't be one is refused.
    pub async fn connect(url: &str) -> Result<Nats, StoreError> {
        let refused = |error: &dyn std::fmt::Display| StoreError::Database(format!("the bus: {error}"));
        let address: ServerAddr = url.parse().map_err(|error| refused(&error))?;
        let options = ConnectOptions::new()
            .name("dejarik")
            .no_echo()
            .retry_on_initial_connect()
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(|event| async move { tracing::info!(%event, "bus") });
        let client = options.connect(address).await.map_err(|error| refused(&error))?;
        let mut notices = client.subscribe(SUBJECT).await.map_err(|error| refused(&error))?;
        let heard = broadcast::Sender::new(WAITING);
        let hearing = heard.clone();
        let listening = tokio::spawn(async move {
            while let Some(message) = notices.next().await {
                for notice in std::str::from_utf8(&message.payload).into_iter().flat_map(read) {
                    // Nobody may be there to hear it.
                    let _ = hearing.send(notice);
                }
            }
        });
        let (told, telling) = mpsc::unbounded_channel();
        let tasks = [listening.abort_handle(), tokio::spawn(tell(client, telling)).abort_handle()];
        Ok(Nats { told, heard, tasks })
    }
}

async fn tell(client: Client, mut telling: mpsc::UnboundedReceiver<Notice>) {
    while let Some(first) = telling.recv().await {
        sleep(GATHER).await;
        for message in messages(&latest(first, &mut telling)) {
            // What can't be told in time is old by now.
            let _ = timeout(PATIENCE, client.publish(SUBJECT, message.into())).await;
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

impl Bus for Nats {
    fn publish(&self, game: &GameId, number: Number) {
        // The task that sends it ends with this.
        let _ = self.told.send((game.clone(), number));
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::Nats;
    use crate::Bus;
    use crate::game::GameId;
    use rig::{Proxy, Way, or_skip};
    use std::time::Duration;

    /// Tells until it is heard: a notice may get lost, the way doesn't.
    async fn reaches(from: &Nats, to: &Nats, name: &str) {
        let (id, mut heard) = (GameId::from(name), to.subscribe());
        for number in 1.. {
            from.publish(&id, number);
            let waited = tokio::time::timeout(Duration::from_millis(200), heard.recv()).await;
            if let Ok(Ok((game, heard))) = waited
                && game == id
            {
                assert!((1..=number).contains(&heard));
                return;
            }
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn servers_hear_of_steps_over_nats_and_again_after_it_was_away() {
        let Some(mut nats) = or_skip("the bus over NATS", rig::Nats::start()) else { return };
        let (one, other) = (Nats::connect(&nats.url()).await, Nats::connect(&nats.url()).await);
        let (one, other) = (one.expect("a bus"), other.expect("a bus"));
        let mut own = one.subscribe();
        reaches(&one, &other, "first").await;
        assert!(own.try_recv().is_err(), "one's own notices don't come back");
        nats.kill();
        nats.start_again().expect("started");
        reaches(&other, &one, "second").await;
        assert!(Nats::connect("nats://[nonsense").await.is_err());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_bus_that_is_cut_held_back_or_slow_loses_notices_and_finds_its_way_back() {
        let Some(nats) = or_skip("the bus over NATS", rig::Nats::start()) else { return };
        let proxy = Proxy::to(nats.port()).expect("a proxy");
        let one = Nats::connect(&format!("nats://127.0.0.1:{}", proxy.port())).await.expect("a bus");
        let other = Nats::connect(&nats.url()).await.expect("a bus");
        reaches(&one, &other, "before").await;
        proxy.cut();
        reaches(&one, &other, "cut").await;
        for way in [Way::There, Way::Back] {
            proxy.hold(Some(way));
            // Nobody waits for a notice, wherever it is.
            (0..100).for_each(|number| one.publish(&GameId::from("held"), number));
            proxy.hold(None);
            // What was told in the round before may still be on its way.
            reaches(&one, &other, &format!("there{way:?}")).await;
            reaches(&other, &one, &format!("back{way:?}")).await;
        }
        proxy.delay(Duration::from_millis(300));
        reaches(&one, &other, "slow").await;
    }
}
