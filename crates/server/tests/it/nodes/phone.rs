//! A chat socket of a member, at one node or another.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use crate::durability::server::{Account, Server};

/// A chat socket of a member.
pub(super) struct SocketClient {
    socket: WebSocket<TcpStream>,
    /// What it was told first.
    pub(super) greeting: Value,
}

impl SocketClient {
    pub(super) fn connect(node: &Server, who: &Account) -> Self {
        Self::connect_at(node, who, "")
    }

    /// One that goes on after this number.
    pub(super) fn resume(node: &Server, who: &Account, seq: i64) -> Self {
        Self::connect_at(node, who, &format!("&since_seq={seq}"))
    }

    fn connect_at(node: &Server, who: &Account, query: &str) -> Self {
        let stream = TcpStream::connect(node.address).expect("the port answers");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        let address = format!("ws://{}/ws?token={}{query}", node.address, who.token);
        let (socket, _) = tungstenite::client(address, stream).expect("a socket");
        let mut phone = Self { socket, greeting: Value::Null };
        phone.greeting = phone.next();
        assert_eq!(phone.greeting["type"], "connected", "{}", phone.greeting);
        phone
    }

    pub(super) fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a frame") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// Everything up to the first frame of this type that is about this member, which is the last.
    pub(super) fn until(&mut self, name: &str, user: &Account) -> Vec<Value> {
        let mut received = Vec::new();
        loop {
            let frame = self.next();
            let about = if name == "user_typing" { &frame["from_user_id"] } else { &frame["user_id"] };
            let found = frame["type"] == name && *about == *user.user_id;
            received.push(frame);
            if found {
                return received;
            }
        }
    }

    /// The code with which the server closes it; frames before that are passed over.
    pub(super) fn closed(mut self) -> u16 {
        loop {
            if let Message::Close(Some(close)) = self.socket.read().expect("a frame") {
                return close.code.into();
            }
        }
    }

    pub(super) fn send(&mut self, frame: &Value) {
        self.socket.send(Message::text(frame.to_string())).expect("it takes it");
    }

    /// Everything up to now.
    pub(super) fn drain(&mut self) -> Vec<Value> {
        self.send(&json!({ "type": "ping", "request_id": "drained" }));
        let mut received = Vec::new();
        loop {
            let frame = self.next();
            if frame["request_id"] == "drained" {
                return received;
            }
            received.push(frame);
        }
    }
}
