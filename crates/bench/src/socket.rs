//! A WebSocket client as small as a load needs: it masks with zeros, keeps no message, and reads
//! many frames with one call, because it shares the machine's cores with the server it measures.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Mutex;

/// What most frames fit into; ten thousand sockets have one each.
const BUFFER: usize = 1024;
/// The sample nonce of RFC 6455, section 1.3: nothing here depends on its being random.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// The half that speaks; clones share one socket.
#[derive(Clone)]
pub struct Sender(Arc<Mutex<OwnedWriteHalf>>);

impl Sender {
    /// Sends a text frame.
    pub async fn text(&self, text: &str) -> Result<()> {
        self.frame(TEXT, text.as_bytes()).await
    }

    async fn frame(&self, opcode: u8, payload: &[u8]) -> Result<()> {
        let mut bytes = Vec::with_capacity(payload.len() + 14);
        bytes.push(0x80 | opcode);
        match u16::try_from(payload.len()).context("a frame of the load is short")? {
            short @ 0..=125 => bytes.push(0x80 | short as u8),
            long => {
                bytes.push(0x80 | 126);
                bytes.extend(long.to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        self.0.lock().await.write_all(&bytes).await.context("a socket does not take a frame")
    }
}

/// The half that listens.
pub struct Receiver {
    stream: OwnedReadHalf,
    /// Answers pings.
    sender: Sender,
    buffer: Vec<u8>,
    filled: usize,
}

/// Opens a socket at `path`, which carries the token.
pub async fn open(address: SocketAddr, path: &str) -> Result<(Sender, Receiver)> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut buffer = vec![0; BUFFER];
    let (mut filled, end) = (0, b"\r\n\r\n");
    let head = loop {
        let read = stream.read(&mut buffer[filled..]).await?;
        ensure!(read > 0, "no upgrade: {}", String::from_utf8_lossy(&buffer[..filled]));
        filled += read;
        if let Some(at) = buffer[..filled].windows(end.len()).position(|four| four == end) {
            break at + end.len();
        }
    };
    ensure!(buffer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&buffer[..head]));
    buffer.copy_within(head..filled, 0);
    let (stream, writer) = stream.into_split();
    let sender = Sender(Arc::new(Mutex::new(writer)));
    Ok((sender.clone(), Receiver { stream, sender, buffer, filled: filled - head }))
}

impl Receiver {
    /// Reads until `wanted` has said yes to a text frame.
    pub async fn until(&mut self, mut wanted: impl FnMut(&[u8]) -> bool) -> Result<()> {
        let mut found = false;
        // What came with the answer to the upgrade is looked at before anything is read.
        self.take_frames(|text| found |= wanted(text)).await?;
        while !found {
            self.read(|text| found |= wanted(text)).await?;
        }
        Ok(())
    }

    /// Reads what there is, at least once, and hands over each whole text frame.
    pub async fn read(&mut self, each: impl FnMut(&[u8])) -> Result<()> {
        if self.filled == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let read = self.stream.read(&mut self.buffer[self.filled..]).await?;
        ensure!(read > 0, "the server closed a socket");
        self.filled += read;
        self.take_frames(each).await
    }

    async fn take_frames(&mut self, mut each: impl FnMut(&[u8])) -> Result<()> {
        let (mut at, mut pings) = (0, Vec::new());
        while let Some(frame) = Frame::parse(&self.buffer[at..self.filled]) {
            let payload = &self.buffer[at + frame.head..at + frame.head + frame.payload];
            match frame.opcode {
                TEXT => each(payload),
                PING => pings.push(payload.to_vec()),
                CLOSE => bail!("the server closed a socket: {:?}", payload.get(..2)),
                opcode => bail!("a frame of opcode {opcode} was not expected"),
            }
            at += frame.head + frame.payload;
        }
        self.buffer.copy_within(at..self.filled, 0);
        self.filled -= at;
        for ping in pings {
            self.sender.frame(PONG, &ping).await?;
        }
        Ok(())
    }
}

/// A frame that is wholly there.
struct Frame {
    opcode: u8,
    head: usize,
    payload: usize,
}

impl Frame {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (&first, &second) = (bytes.first()?, bytes.get(1)?);
        // A server does not mask.
        let (head, payload) = match second {
            126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
            short => (2, usize::from(short)),
        };
        (bytes.len() >= head + payload).then_some(Self { opcode: first & 15, head, payload })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_when_it_is_complete() {
        let long = [&[0x81, 126, 1, 0][..], &[7; 256]].concat();
        assert!(Frame::parse(&long[..200]).is_none());
        let frame = Frame::parse(&long).unwrap();
        assert_eq!((frame.opcode, frame.head, frame.payload), (TEXT, 4, 256));
        let short = Frame::parse(&[0x89, 2, b'h', b'i', 0x81]).unwrap();
        assert_eq!((short.opcode, short.head, short.payload), (PING, 2, 2));
    }
}
