//! The tasks: one keeps the connection and passes messages both ways, one watches the list of nodes.
//!
//! The connection is made anew by ourselves when it is lost, not by the client: what it would keep
//! in its queue meanwhile is stale, and every beginning is the same (subscribe, announce, read).

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use tokio::sync::{Notify, watch};

use super::message::{self, Content, Message, Refused, Seal};
use super::roster::{ANNOUNCE, Order};
use super::{Link, NodeId, address};
use crate::app::App;
use crate::db::Tx;
use crate::ephemeral::{Listener, Received};
use crate::error::{ApiError, Result};
use crate::random::Random;

/// The setting that names the database among all that use one NATS.
const CLUSTER: &str = "cluster_id";
/// After a connection failed or was lost.
const RETRY: Duration = Duration::from_secs(1);
/// The client asks for a sign of life this often, and gives up after two without.
const PING: Duration = Duration::from_secs(5);
/// Messages that wait for this node at most; more are dropped, and read from the log.
const INBOX: usize = 512;
/// For a goodbye to leave.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);
/// The list of nodes is looked over this often.
const SWEEP: Duration = Duration::from_secs(1);

/// Joins the other nodes, when NATS_URL is set. Never waits for NATS.
///
/// # Errors
/// When NATS_URL is no address, or the database is away.
pub(crate) async fn start(app: &App) -> Result<()> {
    let Some(list) = address(&app.config) else { return Ok(()) };
    let servers = servers(list).map_err(|_| {
        ApiError::internal("NATS_URL: is not a list of addresses like nats://user:password@host:4222")
    })?;
    let subject = format!("classportal.{}", cluster(app).await?);
    app.nodes.set_link(Link::Away);
    // Before the first signal of a feature can be published.
    let signals = app.ephemeral.listen();
    let committed = app.events.committed();
    let seal = Seal::new(&app.config.jwt_secret);
    let link = LinkTask { app: app.clone(), servers, subject, seal, number: 0, signals, committed };
    app.tasks.spawn("nodes", |mut stop| async move {
        let mut link = link;
        let clock = link.app.clock.clone();
        let mut client = None;
        tokio::select! {
            () = stop.asked() => {}
            () = link.run(&mut client) => {}
        }
        if let Some(client) = client {
            // Without it the others notice a little later.
            let _ = clock.timeout(LEAVE_TIMEOUT, link.publish_leaving(&client)).await;
        }
    });
    let watcher = app.clone();
    app.tasks.spawn("nodes-roster", |mut stop| async move {
        while stop.sleep(&watcher.clock, SWEEP).await {
            watcher.nodes.0.roster.sweep(watcher.clock.monotonic());
        }
    });
    Ok(())
}

/// The name of this database, made by whichever node comes first. A copy of the database keeps it:
/// a portal that runs on a copy needs another NATS account, or another JWT_SECRET.
async fn cluster(app: &App) -> Result<String> {
    if let Some(known) = app.settings.text(CLUSTER) {
        return Ok(known);
    }
    // Not the app's own randomness: two databases differ, even where tests seed it.
    let (settings, name) = (app.settings.clone(), Random::system().id(&app.clock));
    app.db.write(move |tx: &mut Tx| Ok(settings.claim(tx, CLUSTER, &name)?)).await?;
    // Another node may have been first.
    app.settings.reload(&app.db).await?;
    app.settings.text(CLUSTER).ok_or_else(|| ApiError::internal("the setting cluster_id is gone"))
}

fn servers(list: &str) -> std::io::Result<Vec<ServerAddr>> {
    let one = |address: &str| {
        let server: ServerAddr = address.trim().parse()?;
        let named = !server.host().is_empty();
        named.then_some(server).ok_or_else(|| std::io::ErrorKind::InvalidInput.into())
    };
    list.split(',').map(one).collect()
}

/// The client does not read what an address says of user and password.
fn with_credentials(options: ConnectOptions, servers: &[ServerAddr]) -> ConnectOptions {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let named = servers.iter().find_map(|server| Some((server.username()?, server.password())));
    match named {
        Some((user, Some(password))) => options.user_and_password(plain(user), plain(password)),
        Some((token, None)) => options.token(plain(token)),
        None => options,
    }
}

/// What keeps this node connected to the others.
struct LinkTask {
    app: App,
    servers: Vec<ServerAddr>,
    subject: String,
    seal: Seal,
    /// Messages published so far.
    number: u64,
    signals: Listener,
    committed: watch::Receiver<i64>,
}

/// A connection, and a sign when it is lost.
struct Session {
    client: Client,
    inbox: Subscriber,
    lost: Arc<Notify>,
}

impl LinkTask {
    /// Connects, and again whenever the connection is lost. `open` holds the client of this moment.
    async fn run(&mut self, open: &mut Option<Client>) {
        // Reported once per outage, not once per attempt.
        let mut reported = false;
        loop {
            match self.connect().await {
                Ok(session) => {
                    reported = false;
                    tracing::info!("connected to NATS");
                    *open = Some(session.client.clone());
                    self.app.nodes.set_link(Link::Up);
                    let ended = self.exchange(session).await;
                    *open = None;
                    self.app.nodes.set_link(Link::Away);
                    tracing::warn!(
                        reason = ended,
                        "connection to NATS lost, will reconnect; the event log is read twice a second meanwhile"
                    );
                }
                Err(error) if !reported => {
                    reported = true;
                    tracing::warn!(%error, "NATS not reachable, will retry; the event log is read twice a second meanwhile");
                }
                Err(_) => {}
            }
            self.app.clock.sleep(RETRY).await;
        }
    }

    async fn connect(&self) -> std::result::Result<Session, async_nats::Error> {
        let lost = Arc::new(Notify::new());
        let sign = lost.clone();
        let options = ConnectOptions::new()
            .name("classportal")
            .no_echo()
            .subscription_capacity(INBOX)
            .ping_interval(PING)
            // Each server once; see the head of this file.
            .max_reconnects(self.servers.len())
            .event_callback(move |event| {
                let sign = sign.clone();
                async move {
                    match event {
                        async_nats::Event::Disconnected | async_nats::Event::Closed => sign.notify_one(),
                        async_nats::Event::ServerError(error) => tracing::warn!(%error, "NATS reported an error"),
                        _ => {}
                    }
                }
            });
        let client = with_credentials(options, &self.servers).connect(self.servers.as_slice()).await?;
        let inbox = client.subscribe(self.subject.clone()).await?;
        client.flush().await?;
        Ok(Session { client, inbox, lost })
    }

    /// Passes messages both ways until the connection is lost; answers why.
    async fn exchange(&mut self, session: Session) -> &'static str {
        let Session { client, mut inbox, lost } = session;
        // What was published while there was no connection reached nobody, in both directions.
        self.app.events.read_now();
        self.committed.mark_changed();
        let mut announce_at = Duration::ZERO;
        loop {
            let now = self.app.clock.monotonic();
            if now >= announce_at {
                announce_at = now + ANNOUNCE;
                if self.publish(&client, Content::Here).await.is_err() {
                    return "the connection is closed";
                }
            }
            let what = tokio::select! {
                () = lost.notified() => return "disconnected",
                message = inbox.next() => match message {
                    None => return "the connection is closed",
                    Some(message) => self.handle(&message.payload),
                },
                changed = self.committed.changed() => match changed {
                    // The app is gone.
                    Err(_) => return "stopped",
                    Ok(()) => Some(Content::Wake(*self.committed.borrow_and_update())),
                },
                received = self.signals.next() => self.outgoing(&received),
                () = self.app.clock.sleep(announce_at.saturating_sub(now)) => None,
            };
            if let Some(what) = what
                && self.publish(&client, what).await.is_err()
            {
                return "the connection is closed";
            }
        }
    }

    /// What the others should receive of this node's signals.
    fn outgoing(&self, received: &Received) -> Option<Content> {
        match received {
            Received::Signal(signal) if signal.node == self.app.nodes.id() => Some(Content::signal(signal)),
            Received::Signal(_) => None,
            Received::Missed(count) => {
                tracing::warn!(count, "signals to other nodes dropped: more than the connection carries");
                None
            }
        }
    }

    async fn publish(
        &mut self,
        client: &Client,
        what: Content,
    ) -> std::result::Result<(), async_nats::PublishError> {
        self.number += 1;
        let message = Message { node: self.app.nodes.id(), number: self.number, what };
        client.publish(self.subject.clone(), self.seal.close(&message).into()).await
    }

    async fn publish_leaving(&mut self, client: &Client) {
        // Nobody to tell when the connection is gone as well.
        if self.publish(client, Content::Leaving).await.is_ok() {
            let _ = client.flush().await;
        }
    }

    /// Handles a message; answers what to publish in return.
    fn handle(&self, bytes: &[u8]) -> Option<Content> {
        match self.seal.open(bytes) {
            Err(Refused::Strange) => self.app.nodes.note_foreign_message(),
            Err(Refused::Unknown) => tracing::debug!("message of a node of another version ignored"),
            Ok(message) if message.node != self.app.nodes.id() => return self.apply(message),
            Ok(_) => {}
        }
        None
    }

    fn apply(&self, message: Message) -> Option<Content> {
        let Message { node, number, what } = message;
        let roster = &self.app.nodes.0.roster;
        let order = roster.note(node, number, self.app.clock.monotonic());
        match what {
            // In whatever order it comes. The number is a reason to look, not a place to go to.
            Content::Wake(seq) if seq > self.app.events.followed() => self.app.events.read_now(),
            Content::Leaving if order != Order::Stale => {
                roster.leave(node);
                return None;
            }
            Content::Signal { kind, audience, data } if order != Order::Stale => {
                self.forward_signal(node, kind, &audience, data);
            }
            _ => {}
        }
        // So that a new one need not wait to know us.
        (order == Order::New).then_some(Content::Here)
    }

    fn forward_signal(&self, node: NodeId, kind: String, audience: &str, data: serde_json::Value) {
        match message::signal(node, kind, audience, data) {
            Some(signal) => self.app.ephemeral.deliver(signal),
            None => tracing::debug!("signal for an unknown audience ignored"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_or_several_and_of_nats() {
        let hosts = |list: &str| {
            servers(list).map(|all| all.iter().map(|server| server.host().to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(hosts("nats://one:4222, tls://two").unwrap(), ["one", "two"]);
        for list in ["http://one", "nats://", "nats://one,,nats://two:99999", "://"] {
            assert!(hosts(list).is_err(), "{list}");
        }
    }
}
