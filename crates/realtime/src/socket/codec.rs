//! What clients send, byte by byte: RFC 6455 by `tungstenite`, fed with what was read. It never sees
//! the connection, so that its answers queue up behind frames that are half sent.

use std::io::{Error as IoError, ErrorKind, Read, Result as IoResult, Write};

use tungstenite::error::Error;
use tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Message, Utf8Bytes};

/// Largest message of a client, in one frame or in pieces (`interface 6.6`).
pub(super) const MAX_INBOUND: usize = 64 << 10;
/// What an idle socket keeps for reading.
const BUFFER: usize = 128;

/// Something that the client sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Inbound {
    /// A message.
    Text(Utf8Bytes),
    /// The client closes; the answer is among the replies.
    Closed,
    /// The connection cannot go on; close it with this code.
    Wrong(u16, &'static str),
}

/// The reading half of a socket.
pub(super) struct Codec(WebSocketContext);

impl Codec {
    pub(super) fn new() -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(MAX_INBOUND))
            .max_frame_size(Some(MAX_INBOUND));
        Self(WebSocketContext::new(Role::Server, Some(config)))
    }

    /// Reads what has arrived. After [`Inbound::Closed`] or [`Inbound::Wrong`] nothing more can be read.
    pub(super) fn decode(&mut self, bytes: &[u8], replies: &mut Vec<u8>, mut each: impl FnMut(Inbound)) {
        let mut pipe = Pipe { input: bytes, output: replies };
        loop {
            let inbound = match self.0.read(&mut pipe) {
                Ok(Message::Text(text)) => Inbound::Text(text),
                // RFC 6455, 7.4.1: a kind of data that cannot be accepted.
                Ok(Message::Binary(_)) => Inbound::Wrong(1003, "text frames only"),
                Ok(Message::Close(_)) => {
                    // Puts the answer among the replies; what it says of the end is known.
                    let _ = self.0.flush(&mut pipe);
                    Inbound::Closed
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => continue,
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return,
                Err(Error::Utf8(_)) => Inbound::Wrong(1007, "invalid UTF-8"),
                Err(Error::Capacity(_)) => Inbound::Wrong(1009, "more than 64 KiB"),
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => Inbound::Closed,
                Err(_) => Inbound::Wrong(1002, "protocol error"),
            };
            let ends = !matches!(inbound, Inbound::Text(_));
            each(inbound);
            if ends {
                return;
            }
        }
    }
}

/// What was read on one side, what is to be sent on the other.
struct Pipe<'a> {
    input: &'a [u8],
    output: &'a mut Vec<u8>,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        if self.input.is_empty() {
            Err(IoError::from(ErrorKind::WouldBlock))
        } else {
            self.input.read(buffer)
        }
    }
}

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        self.output.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// A close frame (RFC 6455, 5.5.1).
pub(super) fn close_frame(code: u16, reason: &str) -> Vec<u8> {
    debug_assert!(reason.len() <= 123, "a control frame has at most 125 bytes");
    let length = u8::try_from(reason.len() + 2).unwrap_or(2);
    let mut frame = vec![0x88, length];
    frame.extend_from_slice(&code.to_be_bytes());
    frame.extend_from_slice(reason.as_bytes());
    frame
}

/// A ping without words.
pub(super) const PING: &[u8] = &[0x89, 0];
