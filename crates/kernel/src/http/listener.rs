//! The accept loop. Ours, because axum's cannot set a time limit for headers.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONNECTION, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode, Version};
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use super::HttpApp;
use super::admission::{Connection, Permit};
use super::client_stream::{ClientStream, HeadFault};
use crate::config::TRUSTED_PROXIES;
use crate::error::{ApiError, Result};

/// Open requests are answered within this time after a stop was asked for.
const DRAIN: Duration = Duration::from_secs(10);
/// Connections that the system holds until they are accepted. One that finds no room there tries again a
/// second later.
const WAITING: u32 = 4096;
/// The accept loop logs what keeps happening again after this time, not each time.
const LOG_AGAIN: Duration = Duration::from_secs(60);

/// A bound port.
pub struct Listener(TcpListener);

impl Listener {
    /// Binds the port; 0 picks a free one.
    ///
    /// # Errors
    /// When the port is taken or not ours to open.
    pub async fn bind(address: SocketAddr) -> std::io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A restart takes the port over from connections that are still being forgotten.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING).map(Self)
    }

    /// Limits what the system holds of each connection that is accepted from now on, in bytes; the system takes twice as
    /// much. Without this the system takes megabytes, of its own choice.
    ///
    /// # Errors
    /// When the system refuses.
    #[cfg(any(test, feature = "testing"))]
    pub fn limit_send_buffers(&self, bytes: usize) -> std::io::Result<()> {
        socket2::SockRef::from(&self.0).set_send_buffer_size(bytes)
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }

    /// Serves until `stop` becomes true, then lets open requests end.
    pub async fn serve(self, http: HttpApp, mut stop: watch::Receiver<bool>) {
        let Self(listener) = self;
        let clock = http.app().clock.clone();
        let (mut refusals, mut failures) = (Seldom::default(), Seldom::default());
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let accepted = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                accepted = accept(&listener, &http) => accepted,
            };
            match accepted {
                Ok((stream, peer, Ok(permit))) => {
                    connections.spawn(serve_connection(stream, peer, permit, http.clone(), stop.clone()));
                }
                Ok((stream, peer, Err(refusal))) => {
                    refuse(&stream, &refusal);
                    if refusals.is_due(clock.monotonic()) {
                        tracing::warn!(slug = refusal.slug(), address = %peer.ip(), "connection refused");
                    }
                }
                Err(error) => {
                    if failures.is_due(clock.monotonic()) {
                        tracing::warn!(%error, "connection not accepted, will retry");
                    }
                    // Out of file descriptors: spinning on accept would only make it worse.
                    clock.sleep(Duration::from_millis(100)).await;
                }
            }
            while connections.try_join_next().is_some() {}
        }
        // Whoever comes now is refused at once instead of waiting for a port that answers no more.
        drop(listener);
        let drained = clock.timeout(DRAIN, async { while connections.join_next().await.is_some() {} }).await;
        if drained.is_err() {
            tracing::warn!(open = connections.len(), "open connections closed after the time for draining");
        }
    }
}

/// When a line that could come with every connection was last logged, in monotonic time.
#[derive(Default)]
struct Seldom(Option<Duration>);

impl Seldom {
    /// Whether the line is to be logged now.
    fn is_due(&mut self, now: Duration) -> bool {
        let is_due = self.0.is_none_or(|then| now.saturating_sub(then) >= LOG_AGAIN);
        if is_due {
            self.0 = Some(now);
        }
        is_due
    }
}

/// The next connection, and its place or why there is none.
async fn accept(
    listener: &TcpListener,
    http: &HttpApp,
) -> std::io::Result<(TcpStream, SocketAddr, Result<Permit>)> {
    let (stream, peer) = listener.accept().await?;
    // Chunks of an event stream must not wait for the next one.
    stream.set_nodelay(true)?;
    let app = http.app();
    let address = peer.ip().to_canonical();
    let is_proxy = TRUSTED_PROXIES.of(&app.config).iter().any(|network| network.contains(&address));
    let permit = app.admission.admit(address, is_proxy);
    Ok((stream, peer, permit))
}

/// Says why, as far as the system takes it at once, and closes: a place is what there is none of.
fn refuse(stream: &TcpStream, refusal: &ApiError) {
    let body = refusal.envelope(crate::texts::Language::Chinese).to_string();
    let (status, length) = (refusal.status(), body.len());
    let seconds = refusal.retry_after_seconds().unwrap_or(1);
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         retry-after: {seconds}\r\nconnection: close\r\n\r\n{body}"
    );
    // Who has gone already need not be told.
    let _ = stream.try_write(answer.as_bytes());
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    permit: Permit,
    http: HttpApp,
    mut stop: watch::Receiver<bool>,
) {
    let connection = permit.connection().clone();
    let wire = ClientStream::new(stream, http.app().clock.clone(), permit);
    let (ambiguity, stopping) = (wire.ambiguity(), stop.clone());
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let (http, connection, stop) = (http.clone(), connection.clone(), stopping.clone());
        connection.began();
        let fault = if ambiguity.is_seen() { Some(HeadFault::TwoLengths) } else { host_fault(&request) };
        if let Some(fault) = fault {
            request.extensions_mut().insert(fault);
        }
        request.extensions_mut().insert(connection.clone());
        async move {
            let mut answer = http.handle(request.map(Body::new), peer.ip()).await;
            let is_socket = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
            // The connection may not have heard of the stop yet; whoever is answered is not to send more on it.
            if *stop.borrow() && !is_socket {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            let connection = Some(connection).filter(|_| !is_socket);
            Ok::<_, std::convert::Infallible>(answer.map(|body| Answer { body, connection }))
        }
    });
    // Times of a head and of idleness are the business of `ClientStream` and `Admission`: the parser's own limit
    // counts from the last answer, and would end what a proxy keeps while its next request is on the way.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(wire), service)
        .with_upgrades();
    tokio::pin!(connection);
    let stopped = tokio::select! {
        ended = connection.as_mut() => Some(ended),
        // Mapped to `()`: the guard it answers must not live across the next wait.
        () = async { stop.wait_for(|stop| *stop).await.map(drop).unwrap_or_default() } => None,
    };
    let ended = match stopped {
        Some(ended) => ended,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // Clients vanish all the time; this is for someone who looks.
        tracing::debug!(%error, %peer, "connection ended");
    }
}

/// HTTP/1.1 names exactly one host; an older client may name none.
fn host_fault(request: &hyper::Request<hyper::body::Incoming>) -> Option<HeadFault> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let is_well = match (hosts.next(), hosts.next()) {
        (Some(host), None) => {
            // Empty for a target without a host; a user's name has no place there.
            let authority = Authority::try_from(host.as_bytes());
            host.is_empty() || authority.is_ok_and(|authority| !authority.as_str().contains('@'))
        }
        (None, _) => request.version() < Version::HTTP_11,
        (Some(_), Some(_)) => false,
    };
    (!is_well).then_some(HeadFault::Host)
}

/// An answer's body, at whose end the connection waits for its next request.
struct Answer {
    body: Body,
    /// `None` when the connection becomes a socket.
    connection: Option<Arc<Connection>>,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            connection.answered();
        }
    }
}
