//! Notices through the database, beside all appends: within one, a notice would make every commit wait for every other.

use super::reach::Reach;
use crate::bus::{Bus, GATHER, Notice, WAITING, latest, messages, read};
use crate::game::{GameId, Number};
use std::future::poll_fn;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

/// What the servers listen to.
const CHANNEL: &str = "dejarik";
/// How long a message may take before the connection is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// When a lost connection is opened again.
const AGAIN: Duration = Duration::from_millis(500);

/// Notices over a connection of their own.
pub struct Notices {
    told: mpsc::UnboundedSender<Notice>,
    heard: broadcast::Sender<Notice>,
    task: AbortHandle,
}

impl Notices {
    /// Starts to listen. As long as there is no connection, notices are lost.
    pub fn start(reach: &Reach) -> Notices {
        let (told, mut telling) = mpsc::unbounded_channel();
        let heard = broadcast::Sender::new(WAITING);
        let (reach, hearing) = (reach.clone(), heard.clone());
        let task = tokio::spawn(async move {
            loop {
                if let Err(error) = connected(&reach, &hearing, &mut telling).await {
                    tracing::warn!(error, "no notices from other servers for a moment");
                }
                sleep(AGAIN).await;
                // What nobody could be told is old by now: servers look for themselves every few seconds.
                while telling.try_recv().is_ok() {}
            }
        });
        Notices { told, heard, task: task.abort_handle() }
    }
}

impl Drop for Notices {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Bus for Notices {
    fn publish(&self, game: &GameId, number: Number) {
        // The task that sends it ends with this.
        let _ = self.told.send((game.clone(), number));
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}

/// Listens and tells until the connection is lost.
async fn connected(
    reach: &Reach,
    heard: &broadcast::Sender<Notice>,
    telling: &mut mpsc::UnboundedReceiver<Notice>,
) -> Result<(), String> {
    let slow = |_| "the database doesn't answer".to_string();
    let words = |error: tokio_postgres::Error| error.to_string();
    let (client, mut connection) =
        timeout(PATIENCE, reach.config.connect(reach.tls.clone())).await.map_err(slow)?.map_err(words)?;
    let heard = heard.clone();
    let listening = tokio::spawn(async move {
        loop {
            match poll_fn(|context| connection.poll_message(context)).await {
                Some(Ok(AsyncMessage::Notification(notice))) => {
                    for notice in read(notice.payload()) {
                        // Nobody may be there to hear it.
                        let _ = heard.send(notice);
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return tracing::warn!(%error, "the connection for notices was lost"),
                None => return,
            }
        }
    });
    let told = tell(&client, telling).await;
    listening.abort();
    told
}

async fn tell(client: &Client, telling: &mut mpsc::UnboundedReceiver<Notice>) -> Result<(), String> {
    let slow = |_| "the database doesn't answer".to_string();
    let words = |error: tokio_postgres::Error| error.to_string();
    // A notice that a crash loses is no loss.
    let hello = format!("SET synchronous_commit = off; SET statement_timeout = 5000; LISTEN {CHANNEL}");
    timeout(PATIENCE, client.batch_execute(&hello)).await.map_err(slow)?.map_err(words)?;
    let notify = timeout(PATIENCE, client.prepare("SELECT pg_notify($1, $2)")).await;
    let notify = notify.map_err(slow)?.map_err(words)?;
    loop {
        let first = tokio::select! {
            first = telling.recv() => first.ok_or("the server stops")?,
            // A lost connection is noticed even if there is nothing to tell.
            () = sleep(PATIENCE) => {
                timeout(PATIENCE, client.simple_query("")).await.map_err(slow)?.map_err(words)?;
                continue;
            }
        };
        sleep(GATHER).await;
        for message in messages(&latest(first, telling)) {
            timeout(PATIENCE, client.execute(&notify, &[&CHANNEL, &message]))
                .await
                .map_err(slow)?
                .map_err(words)?;
        }
    }
}
