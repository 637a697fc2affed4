//! Answers of the AI chat while the server is killed: each conversation has its question, and of the answer at least
//! what its reader was told to be saved (`interface 4.8`).

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::place::TestDir;
use super::provider::{Stub, events};
use super::server::{Account, Server};

/// Answers that are written when the server is killed.
const STREAMS: usize = 50;
/// Answers of one member at once.
const PER_MEMBER: usize = 2;
/// Tokens of an answer, far more than are written before the kill, and how many come in a second.
const TOKENS: usize = 4000;
const RATE: usize = 50;
/// How long it may take until each reader has been told that something is saved.
const SAVED: Duration = Duration::from_secs(30);

#[test]
fn a_kill_during_fifty_answers_leaves_each_conversation_whole_up_to_what_was_saved() {
    kills("a_kill_during_fifty_answers_leaves_each_conversation_whole_up_to_what_was_saved", 1);
}

#[test]
#[ignore = "runs for a minute; `cargo xtask torture`"]
fn torture_kills_during_fifty_answers_leave_each_conversation_whole_up_to_what_was_saved() {
    kills("torture_kills_during_fifty_answers_leave_each_conversation_whole_up_to_what_was_saved", 12);
}

/// What a reader has seen of an answer.
#[derive(Default)]
struct Seen {
    content: String,
    saved: usize,
}

fn kills(test: &str, count: u64) {
    // On PostgreSQL another node might still write them, so a restarted one waits.
    let place = TestDir::sqlite();
    let mut variables = place.variables();
    variables.extend([("EGRESS_ALLOW", "127.0.0.0/8"), ("ADMIN_USER_IDS", "250101"), ("RATE_LIMIT_AI", "0")]);
    let stub = Stub::start();
    let mut server = Server::start(place.folder.path(), &variables, &[]);
    let people = server.register(STREAMS / PER_MEMBER);
    let model = json!({ "id": "m", "api_url": stub.url, "api_key": "none",
                        "model": format!("stub?tokens={TOKENS}&rate={RATE}") });
    connect(&server, &people[0]).call("POST", "/api/ai-chat/admin/models", &model).unwrap().ok();
    for kill in 0..count {
        let asked: Vec<_> = (0..STREAMS).map(|n| ask(&server, &people[n / PER_MEMBER])).collect();
        let after = Duration::from_millis(kill * 337 % 2000);
        println!("{test}: kill {kill} {after:?} after all are saved");
        let told = AtomicUsize::new(0);
        let seen: Vec<Seen> = std::thread::scope(|scope| {
            let readers: Vec<_> = asked
                .iter()
                .map(|(account, id)| scope.spawn(|| read(server.address, account, id, &told)))
                .collect();
            let begun = Instant::now();
            while told.load(Ordering::SeqCst) < STREAMS && begun.elapsed() < SAVED {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(after);
            // Whatever has come of it: the readers go on until then.
            server.kill();
            readers.into_iter().map(|reader| reader.join().unwrap()).collect()
        });
        assert_eq!(told.into_inner(), STREAMS, "each reader is told that something is saved");
        server = Server::start(place.folder.path(), &variables, &[]);
        for ((account, id), seen) in asked.iter().zip(&seen) {
            compare(&conversation(&server, account, id), seen);
        }
    }
    place.assert_whole();
}

fn connect(server: &Server, account: &Account) -> Client {
    Client::connect(server.address, &account.token).expect("the port answers")
}

/// A conversation of the member.
fn ask<'a>(server: &Server, account: &'a Account) -> (&'a Account, String) {
    let made = connect(server, account).call("POST", "/api/ai-chat/conversations", &json!({})).unwrap().ok();
    (account, made.data()["id"].as_str().unwrap().to_owned())
}

/// Asks, and reads the answer until the server is gone.
fn read(server: SocketAddr, account: &Account, conversation: &str, told: &AtomicUsize) -> Seen {
    let question = json!({ "conversation_id": conversation, "message": "hello", "resumable": true });
    let mut seen = Seen::default();
    for event in events(server, account, "POST", "/api/ai-chat/chat/stream", &question) {
        seen.content.push_str(event["content"].as_str().unwrap_or_default());
        if let Some(saved) = event["saved"].as_u64() {
            if seen.saved == 0 {
                told.fetch_add(1, Ordering::SeqCst);
            }
            seen.saved = usize::try_from(saved).unwrap();
        }
    }
    seen
}

fn conversation(server: &Server, account: &Account, id: &str) -> Value {
    let path = format!("/api/ai-chat/conversations/{id}");
    connect(server, account).get(&path).unwrap().ok().data().clone()
}

/// The texts have no character of more than one byte, and nothing but texts stands in the answer: a place is a length.
fn compare(kept: &Value, seen: &Seen) {
    assert_eq!(kept["generation"], Value::Null);
    let messages = kept["messages"].as_array().unwrap();
    assert_eq!(
        (messages.len(), &messages[0]["content"], &messages[1]["partial"]),
        (2, &json!("hello"), &json!(true))
    );
    let answer = messages[1]["content"].as_str().unwrap();
    assert!(answer.len() >= seen.saved && seen.saved > 0, "{} of {} are kept", answer.len(), seen.saved);
    let both = answer.len().min(seen.content.len());
    assert_eq!(answer[..both], seen.content[..both], "it goes on as it was read");
}
