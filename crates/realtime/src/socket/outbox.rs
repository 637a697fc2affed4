//! What a socket has to send: references to bytes that all sockets share, and how far the first of
//! them has gone.

use std::collections::VecDeque;
use std::io::{ErrorKind, IoSlice, Result};

use bytes::Bytes;
use tokio::net::TcpStream;

/// Pieces of one system call.
const MAX_SLICES: usize = 64;

/// What is unsent.
#[derive(Default)]
pub(super) struct Outbox {
    queue: VecDeque<Bytes>,
    /// How much of the first piece has gone.
    sent: usize,
    bytes: usize,
}

impl Extend<Bytes> for Outbox {
    fn extend<T: IntoIterator<Item = Bytes>>(&mut self, chunks: T) {
        chunks.into_iter().for_each(|chunk| self.push(chunk));
    }
}

impl Outbox {
    pub(super) fn push(&mut self, chunk: Bytes) {
        self.bytes += chunk.len();
        self.queue.push_back(chunk);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// What is unsent.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops what has not begun; a frame that has begun must be finished.
    pub(super) fn cut(&mut self) {
        self.queue.truncate(usize::from(self.sent > 0));
        self.bytes = self.queue.front().map_or(0, |chunk| chunk.len() - self.sent);
    }

    /// Sends what the connection takes; many pieces go in one call. True when some went.
    ///
    /// # Errors
    /// When the connection is gone.
    pub(super) fn flush(&mut self, stream: &TcpStream) -> Result<bool> {
        let mut moved = false;
        while !self.queue.is_empty() {
            match self.write(stream) {
                Ok(written) => {
                    moved |= written > 0;
                    self.advance(written);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        // One that was busy once does not keep its room.
        if self.queue.is_empty() && self.queue.capacity() > MAX_SLICES {
            self.queue = VecDeque::new();
        }
        Ok(moved)
    }

    fn write(&self, stream: &TcpStream) -> Result<usize> {
        if let [only] = self.queue.as_slices().0 {
            return stream.try_write(&only[self.sent..]);
        }
        let mut slices = [IoSlice::new(&[]); MAX_SLICES];
        let mut skip = self.sent;
        let mut count = 0;
        for (slice, chunk) in slices.iter_mut().zip(&self.queue) {
            *slice = IoSlice::new(&chunk[skip..]);
            skip = 0;
            count += 1;
        }
        stream.try_write_vectored(&slices[..count])
    }

    fn advance(&mut self, mut written: usize) {
        self.bytes -= written;
        while let Some(first) = self.queue.front() {
            let left = first.len() - self.sent;
            if written < left {
                self.sent += written;
                return;
            }
            written -= left;
            self.sent = 0;
            self.queue.pop_front();
        }
    }
}
