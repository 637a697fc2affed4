//! A keep-alive client that tells an answer from a connection that was cut.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// One connection, with the token of whoever speaks.
pub(crate) struct Client {
    stream: TcpStream,
    token: String,
}

/// An answer that arrived whole.
#[derive(Debug)]
pub(crate) struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The envelope.
    pub envelope: Value,
}

impl Answer {
    /// The envelope's `data`.
    pub(crate) fn data(&self) -> &Value {
        &self.envelope["data"]
    }

    /// The same answer, which must be a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{}", self.envelope);
        self
    }
}

impl Client {
    pub(crate) fn connect(address: SocketAddr, token: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(Self { stream, token: token.to_owned() })
    }

    /// Sends a request and reads the whole answer; an error means that there was none.
    pub(crate) fn call(&mut self, method: &str, path: &str, body: &Value) -> Result<Answer> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, "application/json", body.as_bytes())
    }

    /// The same with bytes of a type.
    pub(crate) fn send(&mut self, method: &str, path: &str, kind: &str, body: &[u8]) -> Result<Answer> {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: portal\r\nContent-Length: {}\r\n", body.len());
        if !body.is_empty() {
            head.push_str(&format!("Content-Type: {kind}\r\n"));
        }
        if !self.token.is_empty() {
            head.push_str(&format!("Authorization: Bearer {}\r\n", self.token));
        }
        self.stream.write_all(&[format!("{head}\r\n").as_bytes(), body].concat())?;
        self.answer()
    }

    /// GET.
    pub(crate) fn get(&mut self, path: &str) -> Result<Answer> {
        self.call("GET", path, &Value::Null)
    }

    fn answer(&mut self) -> Result<Answer> {
        let broken = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
        let (mut bytes, mut piece) = (Vec::new(), [0; 16 * 1024]);
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            self.read(&mut bytes, &mut piece)?;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status =
            head.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(|| broken("status"))?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
        let length: usize = length.ok_or_else(|| broken("an answer without its length"))?;
        while bytes.len() < end + length {
            self.read(&mut bytes, &mut piece)?;
        }
        let envelope = serde_json::from_slice(&bytes[end..]).map_err(|_| broken("no JSON"))?;
        Ok(Answer { status, envelope })
    }

    fn read(&mut self, bytes: &mut Vec<u8>, piece: &mut [u8]) -> Result<()> {
        match self.stream.read(piece)? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            read => {
                bytes.extend_from_slice(&piece[..read]);
                Ok(())
            }
        }
    }
}
