//! The socket and its polls, through the real port.

mod ends;
mod frames;
mod limits;
mod parting;
mod polls;
mod presence;
mod resume;
mod silence;
mod slow;
mod spoofing;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::ops::Deref;

use identity::testing::House;
use kernel::apps::Apps;
use kernel::http::{Caller, FrontDoor, Listener};
use kernel::scope::Scope;
use kernel::testing::Client;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Live, SERVER_FRAMES};
use crate::chat::FEATURE;
use crate::realtime;

/// A house with a chat port.
struct Hall {
    house: House,
    port: SocketAddr,
}

impl Deref for Hall {
    type Target = House;

    fn deref(&self) -> &House {
        &self.house
    }
}

impl Hall {
    async fn with(variables: &[(&str, &str)]) -> Self {
        Self::of(House::with(&[realtime::FEATURE, FEATURE], variables).await).await
    }

    /// Where one may speak as often as one likes.
    async fn new() -> Self {
        Self::with(&[("RATE_LIMIT_CHAT", "0")]).await
    }

    async fn of(house: House) -> Self {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let port = listener.address().unwrap();
        let door = FrontDoor::new(house.app.clone(), axum::Router::new().fallback(crate::chat::open_socket));
        let stopping = house.app.tasks.stopping();
        house.app.tasks.spawn("listener", |_| listener.serve(door, stopping));
        Self { house, port }
    }

    /// A socket before it signed in, asked for with these headers.
    async fn knock(&self, target: &str, headers: &str) -> (Socket, String) {
        // Small, so that a reader that takes nothing is soon full.
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 << 10).unwrap();
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
        (Socket { stream, early: VecDeque::new() }, String::from_utf8(answer).unwrap())
    }

    /// A socket of a member, greeted.
    async fn enter(&self, client: &Client) -> Socket {
        self.enter_at(client, "").await.0
    }

    async fn enter_at(&self, client: &Client, query: &str) -> (Socket, Value) {
        let target = format!("/?token={}{query}", client.token().unwrap());
        let (mut socket, _) = self.knock(&target, "").await;
        let greeting = socket.next().await;
        assert_eq!(greeting["type"], "connected", "{greeting}");
        (socket, greeting)
    }

    /// Turns an app off or on for everybody.
    async fn switch(&self, admin: &Client, name: &'static str, enabled: bool) {
        self.switch_in(Scope::Portal, admin, name, enabled).await;
    }

    /// Turns an app off or on in a scope.
    async fn switch_in(&self, scope: Scope, admin: &Client, name: &'static str, enabled: bool) {
        let (app, token) = (self.app.clone(), admin.token().unwrap());
        let caller = Caller::of_token(&app, &token, &kernel::testing::origin()).await.unwrap();
        let turn = self.app.db.write(move |tx| Apps::set(&app, tx, &caller, (&scope, name), enabled));
        assert!(turn.await.unwrap());
    }

    /// Says something as long as a message may be, which the search has nothing to learn of.
    async fn forward(&self, client: &Client) {
        let content = json!({ "words": "！".repeat(10_000) }).to_string();
        let body = json!({ "room": "public", "msg_type": "ai_forward", "content": content });
        client.post("/api/chat/messages", &body).await.data();
    }

    fn live(&self) -> std::sync::Arc<Live> {
        self.app.state::<Live>()
    }

    /// Waits until so many sockets are open.
    async fn sockets(&self, count: usize) {
        while self.live().sockets.count() != count {
            tokio::task::yield_now().await;
        }
    }
}

/// A client small enough to say odd things.
struct Socket {
    stream: TcpStream,
    /// What came while an answer was waited for.
    early: VecDeque<Value>,
}

/// Something from the server.
#[derive(Debug, PartialEq)]
enum Heard {
    Frame(Value),
    Ping,
    Closed(u16),
    /// The connection has ended.
    Gone,
}

/// A frame of a client.
fn masked(opcode: u8, payload: &[u8]) -> Vec<u8> {
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

impl Socket {
    async fn raw(&mut self, opcode: u8, payload: &[u8]) {
        // The server may have closed before all is written.
        let _ = self.stream.write_all(&masked(opcode, payload)).await;
    }

    async fn say(&mut self, frame: Value) {
        self.raw(1, frame.to_string().as_bytes()).await;
    }

    async fn hear(&mut self) -> Heard {
        let Ok(first) = self.stream.read_u8().await else { return Heard::Gone };
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
                let own = SERVER_FRAMES.contains(&frame["type"].as_str().unwrap());
                assert!(own || frame["seq"].is_i64(), "not in the list: {frame}");
                Heard::Frame(frame)
            }
            0x88 => Heard::Closed(u16::from_be_bytes([payload[0], payload[1]])),
            0x89 => Heard::Ping,
            other => panic!("opcode {other:x}"),
        }
    }

    /// The next frame.
    async fn next(&mut self) -> Value {
        match self.early.pop_front() {
            Some(frame) => frame,
            None => self.receive().await,
        }
    }

    async fn receive(&mut self) -> Value {
        loop {
            match self.hear().await {
                Heard::Frame(frame) => return frame,
                Heard::Ping => self.raw(10, b"").await,
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next frame of this type.
    async fn next_of(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == name {
                return frame;
            }
        }
    }

    /// Everything up to the answer to a ping.
    async fn drain(&mut self) -> Vec<Value> {
        self.say(json!({ "type": "ping", "request_id": "drained" })).await;
        let mut all = Vec::new();
        loop {
            let frame = self.next().await;
            if frame["request_id"] == "drained" {
                return all;
            }
            all.push(frame);
        }
    }

    /// Says something and waits for what answers it.
    async fn ask(&mut self, mut frame: Value) -> Value {
        frame["request_id"] = json!("asked");
        self.say(frame).await;
        loop {
            let frame = self.receive().await;
            if frame["request_id"] == "asked" {
                return frame;
            }
            self.early.push_back(frame);
        }
    }

    /// The close code, after whatever else comes.
    async fn closed(&mut self) -> u16 {
        loop {
            match self.hear().await {
                Heard::Closed(code) => {
                    self.raw(8, &code.to_be_bytes()).await;
                    return code;
                }
                Heard::Gone => panic!("gone without a word"),
                _ => {}
            }
        }
    }
}
