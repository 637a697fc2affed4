//! A connection as the listener sees it: it notices what the parser hides, and ends with a client that
//! takes nothing of its answer or keeps the server waiting for a request.

mod heads;

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::BoxFuture;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::admission::Permit;
use crate::clock::Clock;
use heads::Heads;

/// A client that takes nothing of its answer for this long has gone, whatever its system says.
const STALL: Duration = Duration::from_secs(30);
/// The system takes this much more than it has sent, in bytes, and asks for more below half of it. With
/// its own measure, which grows to megabytes, a slow reader and one that has stopped look the same.
const UNSENT: u32 = 64 * 1024;

/// Stands at a request whose head the parser takes and the standard does not.
#[derive(Clone, Copy)]
pub(super) enum HeadFault {
    /// Its body has two lengths.
    TwoLengths,
    /// No `Host`, several, or one that is none (RFC 9112, section 3.2).
    Host,
}

/// Whether a request of a connection has said two lengths; the parser takes one of them and says nothing.
#[derive(Clone, Default)]
pub(super) struct Ambiguity(Arc<AtomicBool>);

impl Ambiguity {
    pub(super) fn is_seen(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A connection of the listener.
pub(super) struct ClientStream {
    stream: TcpStream,
    clock: Clock,
    heads: Heads,
    ambiguity: Ambiguity,
    permit: Permit,
    /// Runs while the client takes nothing; no timer otherwise.
    stalled: Option<BoxFuture<'static, ()>>,
}

impl ClientStream {
    pub(super) fn new(stream: TcpStream, clock: Clock, permit: Permit) -> Self {
        // Without it the limit still holds, only less exactly.
        let _ = SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT);
        let (heads, ambiguity) = (Heads::default(), Ambiguity::default());
        Self { stream, clock, heads, ambiguity, permit, stalled: None }
    }

    pub(super) fn ambiguity(&self) -> Ambiguity {
        self.ambiguity.clone()
    }

    /// The connection itself, as it was before, for a socket.
    pub(super) fn into_socket(self) -> (TcpStream, Permit) {
        let _ = SockRef::from(&self.stream).set_tcp_notsent_lowat(0);
        self.permit.upgraded();
        (self.stream, self.permit)
    }

    fn moved(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let clock = &self.clock;
        let stalled = self.stalled.get_or_insert_with(|| {
            let clock = clock.clone();
            Box::pin(async move { clock.sleep(STALL).await })
        });
        match stalled.as_mut().poll(cx) {
            Poll::Ready(()) => {
                self.stalled = None;
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_pending() {
            // Asked after reading: a request that has arrived is answered, whatever the time. Nothing read
            // is an end, which the parser takes as the client's own.
            return if self.permit.connection().is_expired(cx) { Poll::Ready(Ok(())) } else { Poll::Pending };
        }
        if buffer.filled().len() > before {
            if self.heads.feed(&buffer.filled()[before..]) {
                self.ambiguity.0.store(true, Ordering::Relaxed);
            }
            let sent = self.heads.sent();
            self.permit.connection().received(sent);
        }
        read
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.moved(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.moved(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
