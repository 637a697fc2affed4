//! The streams that panels read: each wakes when something changed that its class may see.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::app::iso;
use kernel::events::{Event, FeatureEvent as _, Memberships};
use kernel::qr::QrCode;
use kernel::{App, Result};
use realtime::event_stream::{EventSender, StreamEnded};
use serde::Serialize;
use tokio::sync::Notify;
use utoipa::ToSchema;

use super::board::{self, Board, Parts};
use super::events::PanelEvent;
use super::store::{self, PanelRow};

/// How often a stream says that it is alive, and reads the board anew: what changes by the clock, such as the day and
/// the weather, is told by no event.
const TICK: Duration = Duration::from_secs(20);
/// How soon after a reading the next one may follow: what happens meanwhile is in that one.
const APART: Duration = Duration::from_millis(500);
/// Streams of one panel, such as tabs of its browser; with one more the oldest ends.
const MAX_OF_PANEL: usize = 3;
/// How often it is kept that a panel was heard of, in milliseconds.
const SEEN_EVERY_MS: i64 = 60_000;

/// The open streams of this node.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<u64, OpenStream>>);

struct OpenStream {
    panel: String,
    /// Empty while the panel waits to be confirmed.
    class: String,
    wake: Arc<Notify>,
}

impl Streams {
    fn all(&self) -> MutexGuard<'_, HashMap<u64, OpenStream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, is_meant: impl Fn(&OpenStream) -> bool) {
        self.all().values().filter(|open| is_meant(open)).for_each(|open| open.wake.notify_one());
    }
}

/// An open stream; dropping it takes it off the list.
struct StreamGuard {
    number: u64,
    wake: Arc<Notify>,
    streams: Arc<Streams>,
}

impl StreamGuard {
    fn open(app: &App, panel: &PanelRow) -> Self {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let (streams, wake) = (app.state::<Streams>(), Arc::new(Notify::new()));
        let open = OpenStream { panel: panel.id.clone(), class: panel.class.clone(), wake: wake.clone() };
        let mut all = streams.all();
        all.insert(number, open);
        let mut own: Vec<u64> =
            all.iter().filter(|(_, open)| open.panel == panel.id).map(|(number, _)| *number).collect();
        own.sort_unstable();
        for oldest in own.iter().take(own.len().saturating_sub(MAX_OF_PANEL)) {
            if let Some(ended) = all.remove(oldest) {
                ended.wake.notify_one();
            }
        }
        drop(all);
        Self { number, wake, streams }
    }

    /// Whether newer streams of the panel have taken the place of this one.
    fn has_ended(&self) -> bool {
        !self.streams.all().contains_key(&self.number)
    }

    /// The panel may have been confirmed since.
    fn set_class(&self, class: &str) {
        if let Some(open) = self.streams.all().get_mut(&self.number) {
            class.clone_into(&mut open.class);
        }
    }
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.streams.all().remove(&self.number);
    }
}

/// Wakes the streams that an event concerns: that of the panel, or those of the classes all of whose members may see it.
pub(crate) fn follow_event(app: &App, event: &Event) {
    let streams = app.state::<Streams>();
    match PanelEvent::read(event) {
        Some(PanelEvent::Changed { .. }) => return streams.wake(|open| open.panel == event.subject_id),
        // The panel itself has reported it.
        Some(PanelEvent::Reported { .. }) => return,
        None => {}
    }
    streams
        .wake(|open| !open.class.is_empty() && Memberships::of_class(&open.class).are_among(&event.audience));
}

/// A code that a screen shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct PanelCode {
    /// The six digits that an officer enters.
    code: String,
    /// When the code runs out, ISO 8601.
    expires_at: String,
    /// The address under which members reach the portal; empty when the server does not know it.
    address: String,
    /// The QR code of the page that takes the code; null without an address.
    #[schema(required)]
    qr: Option<QrCode>,
    /// The server's time, in milliseconds since 1970.
    server_time: i64,
}

impl PanelCode {
    pub(crate) fn new(app: &App, row: PanelRow, address: &str) -> Self {
        let code = row.code.unwrap_or_default();
        let page = (!address.is_empty()).then(|| format!("{address}/#/app/admin/panels/{code}"));
        Self {
            qr: page.as_deref().and_then(QrCode::of),
            code,
            expires_at: iso(row.code_expires_at),
            address: address.to_owned(),
            server_time: app.clock.now_ms(),
        }
    }
}

/// A line of a panel's stream.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PanelLine {
    /// The screen waits to be confirmed.
    Waiting {
        /// The six digits that it shows.
        code: String,
        /// When the code runs out, ISO 8601.
        expires_at: String,
        /// The address under which members reach the portal; empty when the server does not know it.
        address: String,
        /// The QR code of the page that takes the code; null without an address.
        #[schema(required)]
        qr: Option<QrCode>,
        /// The server's time, in milliseconds since 1970.
        server_time: i64,
    },
    /// What the panel shows from now on.
    Board {
        /// The board.
        board: Box<Board>,
        /// The server's time, in milliseconds since 1970.
        server_time: i64,
    },
    /// Nothing has changed.
    Alive {
        /// The server's time, in milliseconds since 1970.
        server_time: i64,
    },
    /// The panel was removed, or its code has run out; the stream ends.
    Removed,
}

/// Sends a screen what it shows, until it leaves or the panel is removed.
pub(crate) async fn send_boards(app: App, panel: PanelRow, address: String, sender: EventSender) {
    let guard = StreamGuard::open(&app, &panel);
    let follower =
        Follower { app, sender, guard, address, revision: String::new(), code: None, parts: Parts::new() };
    // A client that has left, or whose stream a failure ended, comes back and reads everything anew.
    if let Err(Some(error)) = follower.follow(panel.id).await {
        tracing::warn!(%error, "stream of a panel ended");
    }
}

struct Follower {
    app: App,
    sender: EventSender,
    guard: StreamGuard,
    /// Where members reach the portal.
    address: String,
    /// Of the board that was sent last.
    revision: String,
    /// The code that was sent last.
    code: Option<String>,
    parts: Parts,
}

/// Why a stream ends: nothing for a client that has left.
type Over = Option<kernel::ApiError>;

fn left(_: StreamEnded) -> Over {
    None
}

impl Follower {
    async fn follow(mut self, panel: String) -> std::result::Result<(), Over> {
        let mut is_tick = false;
        while !self.guard.has_ended() {
            // Read after the stream was entered in the list, or was woken: no change falls between the two.
            let Some(row) = self.look(&panel).await.map_err(Some)? else {
                self.sender.send(&PanelLine::Removed).await.map_err(left)?;
                return Ok(());
            };
            let line = if row.is_waiting() { self.waiting(row) } else { self.board(row).await };
            let alive = || is_tick.then(|| PanelLine::Alive { server_time: self.app.clock.now_ms() });
            if let Some(line) = line.or_else(alive) {
                self.sender.send(&line).await.map_err(left)?;
            }
            self.app.clock.sleep(APART).await;
            is_tick = tokio::select! {
                () = self.guard.wake.notified() => false,
                () = self.app.clock.sleep(TICK) => true,
            };
        }
        Ok(())
    }

    /// The panel as it is now, if its code has not run out. Notes that it was heard of.
    async fn look(&self, panel: &str) -> Result<Option<PanelRow>> {
        let (id, now) = (panel.to_owned(), self.app.clock.now_ms());
        let row = self.app.db.read(move |read| Ok(store::find(read, &id)?)).await?;
        let Some(row) = row.filter(|row| !row.is_waiting() || row.code_expires_at > now) else {
            return Ok(None);
        };
        if row.seen_at.is_none_or(|at| now - at >= SEEN_EVERY_MS) {
            let id = row.id.clone();
            self.app.write(move |tx| Ok(store::set_seen(tx, &id, now)?)).await?;
        }
        Ok(Some(row))
    }

    fn waiting(&mut self, row: PanelRow) -> Option<PanelLine> {
        if self.code == row.code {
            return None;
        }
        self.code.clone_from(&row.code);
        let PanelCode { code, expires_at, address, qr, server_time } =
            PanelCode::new(&self.app, row, &self.address);
        Some(PanelLine::Waiting { code, expires_at, address, qr, server_time })
    }

    async fn board(&mut self, row: PanelRow) -> Option<PanelLine> {
        self.guard.set_class(&row.class);
        let board = board::read(&self.app, &row, &self.parts).await;
        if board.revision == self.revision {
            return None;
        }
        self.revision.clone_from(&board.revision);
        self.parts = board.clone().into_parts();
        Some(PanelLine::Board { board: Box::new(board), server_time: self.app.clock.now_ms() })
    }
}
