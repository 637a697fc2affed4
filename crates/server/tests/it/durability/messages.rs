//! Messages said over the socket while the server is killed: the speakers' own journal of
//! acknowledgements against what a restarted server shows (`interface 10.1`).

use std::collections::HashMap;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use kernel::events::Event;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::client::Client;
use super::kills::{self, Witness};
use super::server::Account;

/// Members who speak at the same time, all of them in the public room.
const SENDERS: usize = 12;
/// Messages of one page of history.
const PAGE: usize = 100;

#[test]
fn what_was_said_outlives_five_kills() {
    kills::five_kills::<Sender>("what_was_said_outlives_five_kills", SENDERS);
}

#[test]
#[ignore = "runs for a minute; `cargo xtask torture`"]
fn torture_what_was_said_outlives_any_kill() {
    kills::any_kill::<Sender>("torture_what_was_said_outlives_any_kill", SENDERS);
}

/// Something said.
struct SentMessage {
    words: String,
    /// The message's ID, once the server has acknowledged it.
    acknowledged: Option<String>,
}

/// A member who speaks.
struct Sender {
    account: Account,
    sent: Vec<SentMessage>,
}

impl Witness for Sender {
    fn new(account: Account) -> Self {
        Self { account, sent: Vec::new() }
    }

    fn write(&mut self, server: SocketAddr) {
        let Some(mut socket) = self.open(server) else { return };
        loop {
            let words = format!("{} says {}", self.account.user_id, self.sent.len());
            self.sent.push(SentMessage { words, acknowledged: None });
            let Some(id) = send_message(&mut socket, self.sent.last().map_or("", |sent| &sent.words)) else {
                return;
            };
            if let Some(sent) = self.sent.last_mut() {
                sent.acknowledged = Some(id);
            }
        }
    }

    fn verify(&mut self, server: SocketAddr) {
        let mut socket = self.open(server).expect("a restarted server takes a socket");
        let shown = self.shown(server);
        for sent in &mut self.sent {
            match (&sent.acknowledged, shown.get(&sent.words)) {
                (Some(id), Some(shown)) => assert_eq!(shown, &vec![id.clone()], "{}", sent.words),
                (Some(id), None) => panic!("acknowledged as {id} and lost: {}", sent.words),
                // Whole or absent, and said again it is the same message.
                (None, stored) => {
                    let id = send_message(&mut socket, &sent.words).expect("an acknowledgement");
                    if let Some(stored) = stored {
                        assert_eq!(stored, &vec![id.clone()], "{}", sent.words);
                    }
                    sent.acknowledged = Some(id);
                }
            }
        }
        let shown = self.shown(server);
        assert_eq!(shown.len(), self.sent.len(), "messages of {} that were never said", self.account.user_id);
        assert!(shown.values().all(|ids| ids.len() == 1), "something was stored twice");
    }

    /// Every message has the one event that made it.
    fn verify_log(all: &[Self], events: &[Event]) -> usize {
        let mut events_of: HashMap<&str, usize> = HashMap::new();
        for event in events.iter().filter(|event| event.name() == "chat.message_created") {
            *events_of.entry(&event.subject_id).or_default() += 1;
        }
        let sent: Vec<_> = all
            .iter()
            .flat_map(|speaker| &speaker.sent)
            .filter_map(|sent| sent.acknowledged.as_deref())
            .collect();
        assert_eq!(events_of.len(), sent.len(), "events of messages");
        assert!(sent.iter().all(|id| events_of.get(id) == Some(&1)), "a message without its one event");
        sent.len()
    }
}

impl Sender {
    /// `None` when the server is gone already.
    fn open(&self, server: SocketAddr) -> Option<WebSocket<TcpStream>> {
        let stream = TcpStream::connect(server).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        stream.set_nodelay(true).ok()?;
        let address = format!("ws://{server}/ws?token={}", self.account.token);
        let (mut socket, _) = tungstenite::client(address, stream).ok()?;
        until(&mut socket, |frame| (frame["type"] == "connected").then_some(()))?;
        Some(socket)
    }

    /// The IDs of everything this member has said, by the words, over the whole history.
    fn shown(&self, server: SocketAddr) -> HashMap<String, Vec<String>> {
        let mut client = Client::connect(server, &self.account.token).expect("the port answers");
        let (mut shown, mut after) = (HashMap::<_, Vec<_>>::new(), 0);
        loop {
            let path = format!("/api/chat/messages?room=public&limit={PAGE}&after={after}");
            let answer = client.get(&path).expect("an answer").ok();
            let page = answer.data()["messages"].as_array().expect("a list").clone();
            let text = |message: &Value, field: &str| message[field].as_str().unwrap_or_default().to_owned();
            for message in page.iter().filter(|message| message["sender_id"] == *self.account.user_id) {
                shown.entry(text(message, "content")).or_default().push(text(message, "id"));
            }
            let Some(last) = page.last() else { return shown };
            let newest = last["seq"].as_i64().expect("a number");
            assert!(newest > after, "a page that does not go on");
            after = newest;
        }
    }
}

/// Says something under an id of the client's that follows from the words; answers the message's
/// ID when the server acknowledges it, `None` when the server is gone.
fn send_message(socket: &mut WebSocket<TcpStream>, words: &str) -> Option<String> {
    let temp_id = words.replace(' ', "-");
    let frame = json!({ "type": "text", "content": words, "temp_id": temp_id });
    socket.send(Message::text(frame.to_string())).ok()?;
    until(socket, |frame| {
        assert_ne!(frame["type"], "error", "{frame}");
        let is_mine = frame["type"] == "message_sent" && frame["temp_id"] == *temp_id;
        is_mine.then(|| frame["message_id"].as_str().expect("an ID").to_owned())
    })
}

/// Reads frames until one is wanted; `None` when the server is gone.
fn until<T>(socket: &mut WebSocket<TcpStream>, wanted: impl Fn(&Value) -> Option<T>) -> Option<T> {
    loop {
        let Message::Text(text) = socket.read().ok()? else { continue };
        let frame = serde_json::from_str(&text).expect("frames are JSON");
        if let Some(found) = wanted(&frame) {
            return Some(found);
        }
    }
}
