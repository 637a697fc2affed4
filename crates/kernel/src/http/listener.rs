//! The accept loop. Ours, because axum's cannot set a time limit for headers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::FrontDoor;
use super::wire::{TwoLengths, Wire};

/// A client has this long to send its headers (`decisions §9`).
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Open requests are answered within this time after a stop was asked for.
const DRAIN: Duration = Duration::from_secs(10);
/// Connections at once; beyond it new ones wait in the kernel's queue.
const MAX_CONNECTIONS: usize = 20_000;

/// A bound port.
pub struct Listener(TcpListener);

impl Listener {
    /// Binds the port; 0 picks a free one.
    ///
    /// # Errors
    /// When the port is taken or not ours to open.
    pub async fn bind(address: SocketAddr) -> std::io::Result<Self> {
        TcpListener::bind(address).await.map(Self)
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }

    /// Serves until `stop` becomes true, then lets open requests end.
    pub async fn serve(self, door: FrontDoor, mut stop: watch::Receiver<bool>) {
        let Self(listener) = self;
        let clock = door.app().clock.clone();
        let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let mut connections = tokio::task::JoinSet::new();
        loop {
            let accepted = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                accepted = accept(&listener, &slots) => accepted,
            };
            match accepted {
                Ok((stream, peer, slot)) => {
                    let (door, stop) = (door.clone(), stop.clone());
                    connections.spawn(async move {
                        serve_connection(stream, peer, door, stop).await;
                        drop(slot);
                    });
                }
                Err(error) => {
                    // Out of file descriptors: spinning on accept would only make it worse.
                    tracing::warn!(%error, "accept failed");
                    clock.sleep(Duration::from_millis(100)).await;
                }
            }
            while connections.try_join_next().is_some() {}
        }
        // Whoever comes now is refused at once instead of waiting for a port that answers no more.
        drop(listener);
        let drained = clock.timeout(DRAIN, async { while connections.join_next().await.is_some() {} }).await;
        if drained.is_err() {
            tracing::warn!(open = connections.len(), "connections cut off after the drain time");
        }
    }
}

type Slot = tokio::sync::OwnedSemaphorePermit;

async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, SocketAddr, Slot)> {
    let slot = slots.clone().acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    // Chunks of an event stream must not wait for the next one.
    stream.set_nodelay(true)?;
    Ok((stream, peer, slot))
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    door: FrontDoor,
    mut stop: watch::Receiver<bool>,
) {
    let wire = Wire::new(stream, door.app().clock.clone());
    let ambiguity = wire.ambiguity();
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        let door = door.clone();
        if ambiguity.is_seen() {
            request.extensions_mut().insert(TwoLengths);
        }
        async move { Ok::<_, std::convert::Infallible>(door.answer(request.map(Body::new), peer.ip()).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
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
