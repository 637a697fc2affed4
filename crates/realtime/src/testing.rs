//! Sockets for tests: a portal with a socket port, and a client small enough to send odd frames.

#![expect(clippy::unwrap_used, reason = "what a test asks of its harness fails the test")]

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;

use identity::testing::TestPortal;
use kernel::apps::Apps;
use kernel::feature;
use kernel::frames::FrameSource;
use kernel::http::{Caller, HttpApp, Listener};
use kernel::scope::Scope;
use kernel::testing::Client;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Feature};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub use crate::socket::registry::{MAX_OF_USER, MAX_WITH_CLOSING};

use crate::Hub;
use crate::socket::Sockets;

/// A portal with a socket port.
pub struct SocketServer {
    /// The portal.
    pub portal: TestPortal,
    /// The port.
    pub port: SocketAddr,
}

impl Deref for SocketServer {
    type Target = TestPortal;

    fn deref(&self) -> &TestPortal {
        &self.portal
    }
}

impl SocketServer {
    /// A portal with these features beside those of accounts, and these variables.
    pub async fn with(features: &[Feature], variables: &[(&str, &str)]) -> Self {
        let features: Vec<Feature> = crate::FEATURES.iter().chain(features).copied().collect();
        Self::of(TestPortal::with(&features, variables).await).await
    }

    /// The same of a portal that runs already.
    ///
    /// # Panics
    /// When no port can be opened.
    pub async fn of(portal: TestPortal) -> Self {
        Self::serve(portal, Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap())
    }

    /// The same, where the system holds no more than this of what a socket is sent, in bytes.
    ///
    /// # Panics
    /// When no port can be opened.
    pub async fn holding_at_most(portal: TestPortal, bytes: usize) -> Self {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        // The system takes twice as much.
        listener.limit_send_buffers(bytes / 2).unwrap();
        Self::serve(portal, listener)
    }

    fn serve(portal: TestPortal, listener: Listener) -> Self {
        let port = listener.address().unwrap();
        let http = HttpApp::new(portal.app.clone(), axum::Router::new().fallback(crate::open_socket));
        let stopping = portal.app.tasks.stopping();
        portal.app.tasks.spawn("listener", |_| listener.serve(http, stopping));
        Self { portal, port }
    }

    /// A socket that has not signed in, asked for with these headers, and the answer to the request.
    ///
    /// # Panics
    /// When the port does not answer.
    pub async fn handshake(&self, target: &str, headers: &str) -> (SocketClient, String) {
        self.handshake_with(target, headers, SMALL).await
    }

    async fn handshake_with(&self, target: &str, headers: &str, buffer: u32) -> (SocketClient, String) {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(buffer).unwrap();
        let mut stream = socket.connect(self.port).await.unwrap();
        let request = format!(
            "GET {target} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await.unwrap());
        }
        let plain = self.app.features.iter().filter(|feature| feature.render.is_none());
        let rows = plain.map(|feature| feature.name).collect();
        let frames = feature::frames(&self.app.features).map(|frame| (frame.name, frame.source)).collect();
        (SocketClient { stream, frames, rows, early: VecDeque::new() }, String::from_utf8(answer).unwrap())
    }

    /// A socket of a member, after the first frame.
    pub async fn connect(&self, client: &Client) -> SocketClient {
        self.connect_at(client, "").await.0
    }

    /// The same with more in the address (`&since_seq=0`), and the first frame.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn connect_at(&self, client: &Client, query: &str) -> (SocketClient, Value) {
        self.connect_with(client, query, SMALL).await
    }

    /// The same for a reader of megabytes, which a small buffer would make wait for each of its pieces.
    pub async fn connect_fast_at(&self, client: &Client, query: &str) -> (SocketClient, Value) {
        self.connect_with(client, query, LARGE).await
    }

    async fn connect_with(&self, client: &Client, query: &str, buffer: u32) -> (SocketClient, Value) {
        let target = format!("/?token={}{query}", client.token().unwrap());
        let (mut socket, _) = self.handshake_with(&target, "", buffer).await;
        let greeting = socket.next().await;
        assert_eq!(greeting["type"], "connected", "{greeting}");
        (socket, greeting)
    }

    /// Turns an app off or on for everybody.
    pub async fn switch(&self, admin: &Client, name: &'static str, enabled: bool) {
        self.switch_in(Scope::Portal, admin, name, enabled).await;
    }

    /// Turns an app off or on in a scope.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn switch_in(&self, scope: Scope, admin: &Client, name: &'static str, enabled: bool) {
        let (app, token) = (self.app.clone(), admin.token().unwrap());
        let caller = Caller::of_token(&app, &token, &kernel::testing::origin()).await.unwrap();
        let turn = self.app.write(move |tx| Apps::set(tx, &caller, &scope, name, enabled));
        assert!(turn.await.unwrap());
    }

    /// The number of open sockets.
    pub fn open_sockets(&self) -> usize {
        self.app.state::<Sockets>().open.count()
    }

    /// Waits until so many sockets are open.
    pub async fn sockets(&self, count: usize) {
        while self.open_sockets() != count {
            tokio::task::yield_now().await;
        }
    }

    /// Whether a socket takes nothing of what it is sent.
    pub fn is_any_stalled(&self) -> bool {
        self.app.state::<Sockets>().open.is_any_stalled()
    }

    /// Since when a member's one socket takes nothing; 0 while it does. A member whose socket was cut ends the test,
    /// which would wait for that socket to stall for as long as it may run.
    ///
    /// # Panics
    /// When the member has no socket.
    pub fn stalled_since(&self, user: &UserId) -> u32 {
        self.app.state::<Sockets>().open.stalled_since(user).expect("the member's socket is open")
    }

    /// Whether new sockets are refused.
    pub fn is_closed(&self) -> bool {
        self.app.state::<Sockets>().open.is_closed()
    }

    /// Lets fewer sockets of one address wait for their sign-in, so that a test need not open hundreds.
    pub fn limit_pending_to(&self, max: usize) {
        self.app.state::<Sockets>().limit_pending_to(max);
    }
}

/// Whether clients are shown everything up to this number.
#[must_use]
pub fn is_shown(app: &App, seq: i64) -> bool {
    app.state::<Hub>().feed.shown().seq >= seq
}

/// The receive buffer of a client, in bytes: small, so that a reader that takes nothing is soon full.
const SMALL: u32 = 16 << 10;
/// That of a client that reads much.
const LARGE: u32 = 1 << 20;

/// The client's side of a socket.
pub struct SocketClient {
    /// The connection.
    pub stream: TcpStream,
    /// All frames that the server may send, but for those of events that have none of their own.
    frames: HashMap<&'static str, FrameSource>,
    /// The features whose events are shown as their rows.
    rows: Vec<&'static str>,
    /// What came while an answer was waited for.
    early: VecDeque<Value>,
}

/// Something from the server.
#[derive(Debug, PartialEq)]
pub enum Received {
    /// A text frame.
    Frame(Value),
    /// A ping.
    Ping,
    /// A close frame, with its code.
    Closed(u16),
    /// The connection has ended.
    Gone,
}

/// A frame of a client, as bytes.
pub fn masked(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode];
    match u16::try_from(payload.len()) {
        Ok(short) if short < 126 => frame.push(0x80 | payload.len() as u8),
        Ok(medium) => {
            frame.push(0x80 | 126);
            frame.extend(medium.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    let mask = [7, 1, 3, 9];
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

impl SocketClient {
    /// Sends a frame of any kind.
    pub async fn raw(&mut self, opcode: u8, payload: &[u8]) {
        // The server may have closed before all is written.
        let _ = self.stream.write_all(&masked(opcode, payload)).await;
    }

    /// Sends a text frame.
    pub async fn send(&mut self, frame: Value) {
        self.raw(1, frame.to_string().as_bytes()).await;
    }

    /// The next thing from the server.
    pub async fn read_frame(&mut self) -> Received {
        let Ok(first) = self.stream.read_u8().await else { return Received::Gone };
        let length = match self.stream.read_u8().await.unwrap() {
            126 => u64::from(self.stream.read_u16().await.unwrap()),
            127 => self.stream.read_u64().await.unwrap(),
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut payload).await.unwrap();
        match first {
            0x81 => {
                let frame: Value = serde_json::from_slice(&payload).unwrap();
                let is_numbered = frame["seq"].is_i64();
                match self.frames.get(frame["type"].as_str().unwrap()) {
                    Some(source) if is_numbered => {
                        assert!(source.is_event() || *source == FrameSource::Server)
                    }
                    Some(source) => assert_ne!(*source, FrameSource::Event, "without a number: {frame}"),
                    None => assert!(is_numbered && self.is_row(&frame), "not in the list: {frame}"),
                }
                Received::Frame(frame)
            }
            0x88 => Received::Closed(u16::from_be_bytes([payload[0], payload[1]])),
            0x89 => Received::Ping,
            other => panic!("opcode {other:x}"),
        }
    }

    /// Whether this is the row of an event, of a feature that has no frames for its events.
    fn is_row(&self, frame: &Value) -> bool {
        let name = frame["type"].as_str().unwrap();
        self.rows.iter().any(|feature| name.starts_with(&format!("{feature}_")))
    }

    /// The next frame.
    pub async fn next(&mut self) -> Value {
        match self.early.pop_front() {
            Some(frame) => frame,
            None => self.receive().await,
        }
    }

    /// The next frame that comes, whatever came before.
    pub async fn receive(&mut self) -> Value {
        loop {
            match self.read_frame().await {
                Received::Frame(frame) => return frame,
                Received::Ping => self.raw(10, b"").await,
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next frame of this type.
    pub async fn next_of(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == name {
                return frame;
            }
        }
    }

    /// Everything up to the answer to a ping.
    pub async fn drain(&mut self) -> Vec<Value> {
        self.send(json!({ "type": "ping", "request_id": "drained" })).await;
        let mut all = Vec::new();
        loop {
            let frame = self.next().await;
            if frame["request_id"] == "drained" {
                return all;
            }
            all.push(frame);
        }
    }

    /// Sends a frame and waits for its answer.
    pub async fn ask(&mut self, mut frame: Value) -> Value {
        frame["request_id"] = json!("asked");
        self.send(frame).await;
        loop {
            let frame = self.receive().await;
            if frame["request_id"] == "asked" {
                return frame;
            }
            self.early.push_back(frame);
        }
    }

    /// The close code, after whatever else comes.
    pub async fn closed(&mut self) -> u16 {
        loop {
            match self.read_frame().await {
                Received::Closed(code) => {
                    self.raw(8, &code.to_be_bytes()).await;
                    return code;
                }
                Received::Gone => panic!("gone without a word"),
                _ => {}
            }
        }
    }
}

/// The frames of one feature that a member gets, from the beginning of the log.
///
/// # Panics
/// When the log cannot be read.
pub async fn frames_for(app: &App, facts: &UserFacts, feature: &str) -> Vec<Value> {
    let events = app.db.read(|read| Ok(kernel::events::after(read, 0, 10_000)?)).await.unwrap();
    let events: Vec<_> = events.into_iter().filter(|event| event.feature == feature).map(Arc::new).collect();
    let frames = crate::frame::build(app, &events).await.unwrap();
    let mine = frames.iter().filter(|frame| frame.to.include(facts));
    mine.map(|frame| serde_json::from_str::<Value>(frame.json().get()).unwrap()["event"].clone()).collect()
}
