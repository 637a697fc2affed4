//! A small HTTP/1.1 keep-alive client: as little work as possible per answer, because it shares
//! the machine's cores with the server it measures.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Enough for the head of any answer, and for most bodies at once.
const BUFFER: usize = 64 * 1024;
/// An answer that takes longer is a failure of the run.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Where an answer's head ends, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    status: u16,
    /// Bytes up to and with the empty line.
    end: usize,
    /// Bytes of the body.
    body: usize,
    /// The line that says so, and where it stands.
    length: (usize, Vec<u8>),
}

impl Head {
    /// `None` while the head is not complete.
    fn parse(bytes: &[u8]) -> Result<Option<Self>> {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4) else {
            return Ok(None);
        };
        let text = std::str::from_utf8(&bytes[..end])?;
        let status = text.get(9..12).and_then(|status| status.parse().ok()).context("no status line")?;
        let named = |line: &&str| {
            line.split_once(':').is_some_and(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        };
        let (body, length) = match text.lines().find(named) {
            Some(line) => (line[15..].trim().parse()?, line),
            None if status == 204 || status == 304 => (0, ""),
            None => bail!("an answer without Content-Length: {text}"),
        };
        let length = (text.find(length).unwrap_or(0), length.as_bytes().to_vec());
        Ok(Some(Self { status, end, body, length }))
    }

    /// Whether another answer has a head of the same layout: most have, and then nothing needs to
    /// be searched for. The load should cost little beside what it measures.
    fn fits(&self, bytes: &[u8]) -> bool {
        let (at, line) = &self.length;
        bytes.len() >= self.end
            && self.status == 200
            && &bytes[9..12] == b"200"
            && bytes[self.end - 4..].starts_with(b"\r\n\r\n")
            && bytes[*at..].starts_with(line)
    }
}

/// One connection of the load.
pub struct Connection {
    stream: tokio::net::TcpStream,
    buffer: Vec<u8>,
    /// Of the last answer.
    head: Option<Head>,
}

impl Connection {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = tokio::net::TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: vec![0; BUFFER], head: None })
    }

    /// Sends a request and reads the whole answer; answers its status.
    pub async fn call(&mut self, request: &[u8]) -> Result<u16> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let head = loop {
            let read = self.stream.read(&mut self.buffer[filled..]).await?;
            ensure!(read > 0, "the server closed a connection");
            filled += read;
            let bytes = &self.buffer[..filled];
            if let Some(head) = self.head.take().filter(|head| head.fits(bytes)) {
                break head;
            }
            if let Some(head) = Head::parse(bytes)? {
                break head;
            }
        };
        let mut missing = (head.end + head.body).checked_sub(filled).context("more than one answer")?;
        while missing > 0 {
            let room = missing.min(self.buffer.len());
            let read = self.stream.read(&mut self.buffer[..room]).await?;
            ensure!(read > 0, "the server closed a connection in an answer");
            missing -= read;
        }
        let status = head.status;
        self.head = Some(head);
        Ok(status)
    }

    /// The body of the last answer, when the whole answer fit into the buffer.
    pub fn body(&self) -> Option<&[u8]> {
        let head = self.head.as_ref()?;
        self.buffer.get(head.end..head.end + head.body)
    }
}

/// An answer kept whole.
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The envelope's `data` of a success.
    pub fn data(&self) -> Result<Value> {
        let envelope: Value = serde_json::from_slice(&self.body)?;
        ensure!(self.status == 200, "{} {}", self.status, envelope["message"]);
        Ok(envelope["data"].clone())
    }
}

/// A blocking connection for preparations, and for a probe that must wake up on time.
pub struct Caller {
    stream: TcpStream,
    address: SocketAddr,
}

impl Caller {
    /// Connects.
    pub fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self { stream, address })
    }

    /// Sends a request and keeps the answer.
    pub fn call(&mut self, request: &[u8]) -> Result<Answer> {
        self.stream.write_all(request)?;
        let mut bytes = Vec::new();
        let mut piece = [0; 8192];
        loop {
            let read = self.stream.read(&mut piece)?;
            ensure!(read > 0, "the server closed a connection");
            bytes.extend_from_slice(&piece[..read]);
            if let Some(head) = Head::parse(&bytes)?
                && bytes.len() >= head.end + head.body
            {
                return Ok(Answer { status: head.status, body: bytes.split_off(head.end) });
            }
        }
    }

    /// GET without anything.
    pub fn get(&mut self, path: &str) -> Result<Answer> {
        self.call(&get(self.address, path, &[]))
    }

    /// POST of a JSON body; answers the envelope's `data`.
    pub fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        let request = send(self.address, "POST", path, None, &body.to_string());
        self.call(&request)?.data().with_context(|| format!("POST {path}"))
    }
}

/// The bytes of a GET.
pub fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n").into_bytes()
}

/// The bytes of a request with a JSON body.
pub fn send(address: SocketAddr, method: &str, path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let content = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{token}{content}Content-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_when_it_is_complete() {
        let answer = b"HTTP/1.1 200 OK\r\nX: 1\r\ncontent-length: 5\r\n\r\nhello";
        assert_eq!(Head::parse(&answer[..30]).unwrap(), None);
        let head = Head::parse(answer).unwrap().unwrap();
        assert_eq!((head.status, head.body), (200, 5));
        assert_eq!(&answer[head.end..], b"hello");
    }

    #[test]
    fn only_a_head_of_the_same_layout_fits() {
        let head = |answer: &[u8]| Head::parse(answer).unwrap().unwrap();
        let first = head(b"HTTP/1.1 200 OK\r\nX: 1\r\ncontent-length: 5\r\n\r\nhello");
        assert!(first.fits(b"HTTP/1.1 200 OK\r\nX: 2\r\ncontent-length: 5\r\n\r\nworld"));
        assert!(!first.fits(b"HTTP/1.1 200 OK\r\nX: 2\r\ncontent-length: 6\r\n\r\nworlds"));
        assert!(!first.fits(b"HTTP/1.1 200 OK\r\nX: 10\r\ncontent-length: 5\r\n\r\nworld"));
        assert!(!first.fits(b"HTTP/1.1 503 No\r\nX: 2\r\ncontent-length: 5\r\n\r\nworld"));
        assert!(!first.fits(b"HTTP/1.1 200 OK\r\n"));
    }

    #[test]
    fn an_answer_of_unknown_length_is_refused() {
        assert!(Head::parse(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
        assert!(Head::parse(b"HTTP/1.1 304 Not Modified\r\n\r\n").unwrap().is_some());
    }
}
