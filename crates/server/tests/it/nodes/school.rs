//! A school: two nodes, their members, and what a front end does at either.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::nats::Nats;
use crate::durability::client::{Answer, Client};
use crate::durability::place::TestDir;
use crate::durability::server::{Account, PASSWORD, Server};
use crate::durability::skip;

/// So long is waited for what must come; nothing is said about how fast it comes.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct School {
    pub(super) one: Server,
    pub(super) two: Server,
    pub(super) nats: Nats,
    /// The first one administers.
    pub(super) members: Vec<Account>,
    place: TestDir,
    second_folder: TempDir,
}

impl School {
    /// Two nodes and a NATS server; `None`, and said aloud, where this run has no PostgreSQL.
    pub(super) fn open(test: &str) -> Option<Self> {
        Self::open_with(test, Nats::start)
    }

    pub(super) fn open_with(test: &str, nats: fn() -> Option<Nats>) -> Option<Self> {
        let name = format!("nodes::{test}");
        if std::env::var_os("TEST_DATABASE_URL").is_none() {
            skip(&name, "several nodes need PostgreSQL; TEST_DATABASE_URL is not set");
            return None;
        }
        let Some(nats) = nats() else {
            skip(&name, "no nats-server (Debian: nats-server)");
            return None;
        };
        let place = TestDir::of_this_run(&name)?;
        let second_folder = tempfile::tempdir().expect("a folder");
        let one = start(&place, &nats, place.folder.path());
        let members = one.register(3);
        let two = start(&place, &nats, second_folder.path());
        Some(Self { one, two, nats, members, place, second_folder })
    }

    pub(super) fn restart_two(&mut self) {
        self.two = start(&self.place, &self.nats, self.second_folder.path());
    }

    /// Waits until each node knows of the other.
    pub(super) fn until_linked(&self) {
        until("linked", || [&self.one, &self.two].iter().all(|node| others(node) == Some(1)));
    }

    /// Waits until both nodes say this of their link.
    pub(super) fn until_both(&self, status: &str) {
        let says = |node: &Server| health(node).1["checks"]["nodes"]["status"] == status;
        until(status, || says(&self.one) && says(&self.two));
    }

    pub(super) fn call(
        &self,
        node: &Server,
        who: &Account,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let mut client = Client::connect(node.address, &who.token).expect("the port answers");
        client.call(method, path, body).expect("an answer")
    }

    /// Publishes a number for everyone.
    pub(super) fn publish(&self, node: &Server, number: usize) {
        let event = json!({ "event": "count", "app_name": "numbers", "payload": number });
        self.call(node, &self.members[2], "POST", "/api/realtime/publish", &event).ok();
    }

    /// Another session of this member.
    pub(super) fn sign_in(&self, node: &Server, who: &Account) -> Account {
        let form = json!({ "account": who.user_id, "password": PASSWORD });
        let answer = self.call(node, who, "POST", "/api/auth/login", &form).ok();
        let token = answer.data()["token"].as_str().expect("a token").to_owned();
        Account { user_id: who.user_id.clone(), net_name: who.net_name.clone(), token }
    }

    /// What a poll answers that was asked before `work` began.
    pub(super) fn while_it_waits(&self, tab: &mut Tab, work: impl FnOnce()) -> Vec<usize> {
        std::thread::scope(|scope| {
            let poll = scope.spawn(|| tab.poll());
            work();
            poll.join().expect("an answer")
        })
    }
}

fn start(place: &TestDir, nats: &Nats, folder: &std::path::Path) -> Server {
    let url = nats.url();
    let more = [
        ("NATS_URL", url.as_str()),
        ("DATA_KEY", "one key for all nodes, of thirty-two bytes"),
        ("ADMIN_USER_IDS", "250101"),
        ("RATE_LIMIT_POLL", "0"),
        ("EGRESS_ALLOW", "127.0.0.0/8"),
        ("RATE_LIMIT_AI", "0"),
    ];
    let variables: Vec<_> = place.variables().into_iter().chain(more).collect();
    Server::start(folder, &variables, &[])
}

/// The health answer: its status and its data.
pub(super) fn health(node: &Server) -> (u16, Value) {
    let answer = node.anonymous().get("/api/system/health").expect("an answer");
    (answer.status, answer.data().clone())
}

/// How many other nodes this one knows of; `None` while it is not linked.
pub(super) fn others(node: &Server) -> Option<u64> {
    counted(node, "other nodes: ")
}

/// How many reads wake-ups have brought.
pub(super) fn woken(node: &Server) -> u64 {
    counted(node, "reads brought by wake-ups: ").unwrap_or_default()
}

fn counted(node: &Server, what: &str) -> Option<u64> {
    let details = health(node).1["checks"]["nodes"]["details"].as_str()?.to_owned();
    details.split("; ").find_map(|part| part.strip_prefix(what)?.parse().ok())
}

/// Waits for what must come about.
#[track_caller]
pub(super) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "never came about: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A registration of the long poll, and how far it has read.
pub(super) struct Tab {
    client: Client,
    poll_id: String,
    seq: i64,
}

impl Tab {
    pub(super) fn register(node: &Server, token: &str) -> Self {
        let mut client = Client::connect(node.address, token).expect("the port answers");
        let made = client.call("POST", "/api/realtime/poll/register", &Value::Null).expect("an answer").ok();
        let poll_id = made.data()["poll_id"].as_str().expect("a poll id").to_owned();
        let seq = made.data()["seq"].as_i64().expect("a place");
        Self { client, poll_id, seq }
    }

    /// One poll, whatever comes of it. It gives up before the portal would answer with nothing.
    pub(super) fn ask(&mut self) -> Answer {
        let path = format!("/api/realtime/poll?poll_id={}&since_seq={}", self.poll_id, self.seq);
        self.client.get(&path).expect("an answer")
    }

    /// The numbers that the next poll brings; it must bring some, and no reason to load anew.
    pub(super) fn poll(&mut self) -> Vec<usize> {
        let answer = self.ask().ok();
        assert_eq!(answer.data()["reset"], Value::Null);
        self.seq = answer.data()["last_seq"].as_i64().expect("a place");
        let events = answer.data()["events"].as_array().expect("a list");
        assert!(!events.is_empty(), "a poll that found nothing");
        let number = |event: &Value| event["event"]["payload"].as_u64().expect("a number");
        events.iter().map(|event| usize::try_from(number(event)).expect("a small one")).collect()
    }
}
