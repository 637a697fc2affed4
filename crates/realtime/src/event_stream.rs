//! Event streams over HTTP (server-sent events), for answers that come piece by piece.
//!
//! The work that makes the events runs inside the answer's body: it goes on while the client takes what it is
//! sent, rests while the client takes nothing, and is dropped when the client leaves. Nothing of it goes through
//! the event log.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use axum::Extension;
use axum::http::header::CACHE_CONTROL;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::stream::unfold;
use kernel::connections::{Connection, Ended};
use kernel::http::{Caller, LongPolled};
use kernel::texts::Language;
use kernel::{ApiError, App, Result};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::texts;

/// A comment goes out after so long without an event, so that proxies keep the connection, and a client that
/// has gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Events that wait for the client; the work rests when there are more.
const WAITING: usize = 16;

/// Where the work of a stream puts its events.
pub struct EventSender(Sender<Event>);

/// The client has gone, or its session has ended; the work can stop.
#[derive(Debug)]
pub struct StreamEnded;

impl EventSender {
    /// Sends a `data:` line with this JSON, and waits while the client takes nothing.
    ///
    /// # Errors
    /// When nobody listens any more.
    pub async fn send(&self, data: &impl Serialize) -> std::result::Result<(), StreamEnded> {
        self.send_event(Event::default(), data).await
    }

    /// The same with an `id:` line, from which a client may come back.
    ///
    /// # Errors
    /// When nobody listens any more.
    pub async fn send_with_id(&self, id: u64, data: &impl Serialize) -> std::result::Result<(), StreamEnded> {
        self.send_event(Event::default().id(id.to_string()), data).await
    }

    async fn send_event(&self, event: Event, data: &impl Serialize) -> std::result::Result<(), StreamEnded> {
        let event = event.json_data(data).map_err(|_| StreamEnded)?;
        self.0.send(event).await.map_err(|_| StreamEnded)
    }
}

/// Answers with the events that `work` sends, until it is done, the client leaves, or the caller's session ends;
/// then the last event is `{"error": …}` in the caller's language.
///
/// # Errors
/// 401 or 403 when the session has ended already.
pub async fn event_stream<F>(
    app: &App,
    caller: &Caller,
    language: Language,
    work: impl FnOnce(EventSender) -> F,
) -> Result<Response>
where
    F: Future<Output = ()> + Send + 'static,
{
    let connection = app.connections.open(caller.facts.user_id, caller.token_id());
    // Registered first, asked then: no ban falls between the two.
    caller.current_facts(app).await?;
    Ok(stream_on(app, connection, language, work))
}

/// The same for a caller who is no member: until the work is done, the client leaves or the server stops. What else
/// ends the right to read is for the work to look at.
pub fn stream_without_session<F>(
    app: &App,
    language: Language,
    work: impl FnOnce(EventSender) -> F,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    stream_on(app, app.connections.open_without_session(), language, work)
}

fn stream_on<F>(
    app: &App,
    connection: Connection,
    language: Language,
    work: impl FnOnce(EventSender) -> F,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, events) = channel(WAITING);
    let stream = Stream {
        app: app.clone(),
        connection,
        events,
        work: Some(Box::pin(work(EventSender(sender)))),
        language,
        quiet_since: app.clock.monotonic(),
        heartbeat: sleep(app, HEARTBEAT),
        is_over: false,
    };
    let headers = [(CACHE_CONTROL.as_str(), "no-store"), ("x-accel-buffering", "no")];
    (Extension(LongPolled), headers, Sse::new(unfold(stream, next))).into_response()
}

struct Stream {
    app: App,
    connection: Connection,
    events: Receiver<Event>,
    work: Option<BoxFuture<'static, ()>>,
    language: Language,
    /// When the last event went out.
    quiet_since: Duration,
    /// When it is next looked whether a heartbeat is due: one timer for many events.
    heartbeat: BoxFuture<'static, ()>,
    is_over: bool,
}

fn sleep(app: &App, duration: Duration) -> BoxFuture<'static, ()> {
    let clock = app.clock.clone();
    Box::pin(async move { clock.sleep(duration).await })
}

/// What happens next.
enum Next {
    Event(Option<Event>),
    Worked,
    Ended(Ended),
    Quiet,
}

async fn worked(work: Option<&mut BoxFuture<'static, ()>>) {
    match work {
        Some(work) => work.await,
        None => pending().await,
    }
}

async fn next(mut stream: Stream) -> Option<(std::result::Result<Event, Infallible>, Stream)> {
    if stream.is_over {
        return None;
    }
    loop {
        let next = tokio::select! {
            biased;
            why = stream.connection.ended() => Next::Ended(why),
            event = stream.events.recv() => Next::Event(event),
            () = worked(stream.work.as_mut()) => Next::Worked,
            () = &mut stream.heartbeat => Next::Quiet,
        };
        let event = match next {
            Next::Event(event) => event?,
            Next::Worked => {
                // Events that it has left behind come first; then its sender is gone, which ends the stream.
                stream.work = None;
                continue;
            }
            Next::Ended(why) => {
                (stream.is_over, stream.work) = (true, None);
                let error = reason(why).localized(stream.language);
                Event::default().data(json!({ "error": error }).to_string())
            }
            Next::Quiet => {
                let quiet = stream.app.clock.monotonic().saturating_sub(stream.quiet_since);
                let left = HEARTBEAT.saturating_sub(quiet);
                stream.heartbeat = sleep(&stream.app, if left.is_zero() { HEARTBEAT } else { left });
                if !left.is_zero() {
                    continue;
                }
                Event::default().comment("")
            }
        };
        stream.quiet_since = stream.app.clock.monotonic();
        return Some((Ok(event), stream));
    }
}

fn reason(why: Ended) -> ApiError {
    match why {
        Ended::Disabled => kernel::texts::ACCOUNT_DISABLED.err(),
        Ended::Session => kernel::texts::LOGIN_EXPIRED.err(),
        Ended::Stopping => texts::SOCKETS_CLOSED.err(),
    }
}
