//! Countdowns while the server is killed: what one member has sent, what was answered, and what may
//! therefore be there.

use std::collections::HashMap;
use std::net::SocketAddr;

use kernel::events::Event;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::kills::{self, Witness};
use super::server::Account;

/// Members who write at the same time.
const WRITERS: usize = 16;

#[test]
fn what_was_acknowledged_outlives_five_kills() {
    kills::five_kills::<Writer>("what_was_acknowledged_outlives_five_kills", WRITERS);
}

#[test]
#[ignore = "runs for a minute; `cargo xtask torture`"]
fn torture_what_was_acknowledged_outlives_any_kill() {
    kills::any_kill::<Writer>("torture_what_was_acknowledged_outlives_any_kill", WRITERS);
}

/// Kept below the portal's own limit of 100, so that no write is refused.
const MOST: usize = 80;
const DATE: &str = "2027-06-07";

/// What is known of one countdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Sent, not answered: whole or absent.
    Sent,
    /// Acknowledged: present.
    Created,
    /// Its deletion was sent and not answered: whole or absent.
    Deleting,
    /// Its deletion was acknowledged: absent.
    Deleted,
}

/// One countdown.
#[derive(Debug)]
struct Item {
    /// Given by the client.
    id: String,
    /// As far as the client knows.
    state: State,
    /// The first answer.
    first: Option<Value>,
}

/// A member who makes countdowns.
struct Writer {
    account: Account,
    /// Every countdown ever sent.
    items: Vec<Item>,
}

impl Witness for Writer {
    fn new(account: Account) -> Self {
        Self { account, items: Vec::new() }
    }

    fn write(&mut self, server: SocketAddr) {
        // On a busy machine the kill may come before this thread.
        let Ok(mut client) = Client::connect(server, &self.account.token) else { return };
        while self.write_one(&mut client).is_some() {}
    }

    fn verify(&mut self, server: SocketAddr) {
        let mut client = self.connect(server);
        let shown = self.shown(&mut client);
        for item in &self.items {
            let row = shown.get(&item.id);
            match (item.state, row) {
                (State::Created, None) => panic!("acknowledged and lost: {item:?}"),
                (State::Deleted, Some(_)) => panic!("deleted and back: {item:?}"),
                (_, Some(row)) => assert_whole(row, &item.id),
                (_, None) => {}
            }
            // The first answer is what is stored, to the millisecond.
            if let (Some(first), Some(row)) = (&item.first, row) {
                assert_eq!(first, row);
            }
        }
        let known = |id: &String| self.items.iter().any(|item| item.id == *id);
        assert!(shown.keys().all(known), "a countdown that nobody sent");
        self.retry(&mut client, &shown);
    }

    /// What the log says of every countdown is what the rows say.
    fn verify_log(all: &[Self], events: &[Event]) -> usize {
        let mut told: HashMap<&str, [usize; 2]> = HashMap::new();
        for event in events.iter().filter(|event| event.feature == "countdown") {
            let [created, deleted] = told.entry(&event.subject_id).or_default();
            match event.kind.as_str() {
                "created" => *created += 1,
                "deleted" => *deleted += 1,
                other => panic!("nobody sent {other}"),
            }
        }
        for item in all.iter().flat_map(|writer| &writer.items) {
            let expected = match item.state {
                State::Created => [1, 0],
                // Sent and deleted: created once or, when the creation was never stored, not at all.
                State::Deleted => [1, 1],
                State::Sent | State::Deleting => panic!("unsettled: {item:?}"),
            };
            assert_eq!(told.remove(item.id.as_str()), Some(expected), "[created, deleted] of {item:?}");
        }
        assert!(told.is_empty(), "events of countdowns that nobody sent: {told:?}");
        all.iter().map(|writer| writer.items.len()).sum()
    }
}

impl Writer {
    fn connect(&self, server: SocketAddr) -> Client {
        Client::connect(server, &self.account.token).expect("the port answers")
    }

    fn write_one(&mut self, client: &mut Client) -> Option<()> {
        let live = self.items.iter().filter(|item| item.state == State::Created).count();
        if live >= MOST {
            let oldest = self.items.iter_mut().find(|item| item.state == State::Created)?;
            oldest.state = State::Deleting;
            client.call("DELETE", &path(&oldest.id), &Value::Null).ok()?.ok();
            oldest.state = State::Deleted;
            return Some(());
        }
        let id = self.next_id();
        self.items.push(Item { id: id.clone(), state: State::Sent, first: None });
        let answer = client.call("POST", "/api/countdown", &body(&id)).ok()?.ok();
        self.acknowledge(self.items.len() - 1, &answer);
        Some(())
    }

    /// A UUID that nobody else makes.
    fn next_id(&self) -> String {
        format!("{:08x}-0000-7000-8000-000000{}", self.items.len(), self.account.user_id)
    }

    fn acknowledge(&mut self, at: usize, answer: &Answer) {
        self.items[at].state = State::Created;
        self.items[at].first = Some(answer.data().clone());
    }

    fn shown(&self, client: &mut Client) -> HashMap<String, Value> {
        let answer = client.get("/api/countdown?limit=100").expect("an answer").ok();
        let rows = answer.data()["countdowns"].as_array().expect("a list").clone();
        rows.into_iter().map(|row| (row["id"].as_str().unwrap_or_default().to_owned(), row)).collect()
    }

    /// Sends again what was not answered, and the last acknowledged one with another title: what
    /// is stored already answers as it did the first time.
    fn retry(&mut self, client: &mut Client, shown: &HashMap<String, Value>) {
        let acknowledged = self.items.iter().rposition(|item| item.state == State::Created);
        for at in 0..self.items.len() {
            let (id, state) = (self.items[at].id.clone(), self.items[at].state);
            let stored = shown.get(&id);
            match state {
                State::Deleting if stored.is_none() => self.items[at].state = State::Deleted,
                State::Deleting => self.items[at].state = State::Created,
                State::Sent => {
                    let answer = client.call("POST", "/api/countdown", &body(&id)).expect("an answer").ok();
                    stored.inspect(|stored| assert_eq!(answer.data(), *stored));
                    self.acknowledge(at, &answer);
                }
                State::Created if Some(at) == acknowledged => {
                    let mut other = body(&id);
                    other["title"] = json!("another title");
                    let answer = client.call("POST", "/api/countdown", &other).expect("an answer").ok();
                    assert_eq!(Some(answer.data()), stored);
                }
                _ => {}
            }
        }
    }
}

fn path(id: &str) -> String {
    format!("/api/countdown/{id}")
}

/// Everything follows from the id, so that half a row would show.
fn body(id: &str) -> Value {
    json!({ "id": id, "title": format!("title of {id}"), "target_date": DATE, "note": id.repeat(8) })
}

#[track_caller]
fn assert_whole(row: &Value, id: &str) {
    for (field, sent) in body(id).as_object().expect("an object") {
        assert_eq!(&row[field], sent, "{field} of {id}");
    }
}
