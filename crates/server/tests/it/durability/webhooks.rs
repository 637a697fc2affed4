//! Webhooks while the server is killed: what a sink has received against the messages that a restarted server shows
//! (`interface 6.4`). Each is received at least once, in their order, and nothing that was not said.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::place::TestDir;
use super::server::{Account, Server};

/// How long the deliveries may take after the last restart.
const SETTLED: Duration = Duration::from_secs(60);

#[test]
fn events_reach_a_sink_in_their_order_over_three_kills() {
    kills("events_reach_a_sink_in_their_order_over_three_kills", 3);
}

#[test]
#[ignore = "runs for a minute; `cargo xtask torture`"]
fn torture_events_reach_a_sink_in_their_order_over_twenty_kills() {
    kills("torture_events_reach_a_sink_in_their_order_over_twenty_kills", 20);
}

/// What came in a webhook: the delivery's ID, and the message's.
type Received = Arc<Mutex<Vec<(String, String)>>>;

fn kills(test: &str, count: u64) {
    // On PostgreSQL another node might still send, so a restarted one waits for the lease of the killed one.
    let place = TestDir::sqlite();
    let mut variables = place.variables();
    variables.extend([("EGRESS_ALLOW", "127.0.0.0/8"), ("ADMIN_USER_IDS", "250101")]);
    let start = || Server::start(place.folder.path(), &variables, &[]);
    let received = Received::default();
    let sink = sink(received.clone());

    let mut server = start();
    let people = server.register(2);
    let [owner, speaker] = &people[..] else { panic!("two people") };
    let wanted =
        json!({ "name": "记录", "scopes": ["message:read"], "webhookUrl": format!("http://{sink}/") });
    let issued = connect(&server, owner).call("POST", "/api/integrations/tokens", &wanted).unwrap().ok();
    for kill in 0..count {
        // Between half a second and three: deliveries are made a second after their cause.
        let after = Duration::from_millis(500 + (kill * 977) % 2500);
        println!("{test}: kill {kill} after {after:?}");
        std::thread::scope(|scope| {
            scope.spawn(|| speak(server.address, speaker, kill));
            std::thread::sleep(after);
            server.kill();
        });
        server = start();
    }
    speak_once(&server, speaker);
    settle(&server, owner, issued.data()["id"].as_i64().unwrap());
    compare(&said(&server, owner), &received.lock().unwrap());
}

fn connect(server: &Server, account: &Account) -> Client {
    Client::connect(server.address, &account.token).expect("the port answers")
}

/// Says something until the server is gone.
fn speak(server: SocketAddr, speaker: &Account, round: u64) {
    let Ok(mut client) = Client::connect(server, &speaker.token) else { return };
    for n in 0.. {
        let message = json!({ "room": "public", "content": format!("{round}/{n}") });
        if client.call("POST", "/api/chat/messages", &message).is_err() {
            return;
        }
    }
}

fn speak_once(server: &Server, speaker: &Account) {
    let message = json!({ "room": "public", "content": "end" });
    connect(server, speaker).call("POST", "/api/chat/messages", &message).unwrap().ok();
}

/// Waits until the last message was delivered.
fn settle(server: &Server, owner: &Account, integration: i64) {
    let mut client = connect(server, owner);
    let begun = Instant::now();
    loop {
        let list =
            client.get(&format!("/api/integrations/tokens/{integration}/deliveries?limit=1")).unwrap().ok();
        let newest = &list.data()["deliveries"][0];
        let is_last = newest["body"].as_str().is_some_and(|body| body.contains(r#""content":"end""#));
        if is_last && newest["status"] == "delivered" {
            return;
        }
        assert!(begun.elapsed() < SETTLED, "not delivered: {newest}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The IDs of all messages, oldest first.
fn said(server: &Server, reader: &Account) -> Vec<String> {
    let mut client = connect(server, reader);
    let (mut ids, mut after) = (Vec::new(), 0);
    loop {
        let page =
            client.get(&format!("/api/chat/messages?room=public&limit=100&after={after}")).unwrap().ok();
        let messages = page.data()["messages"].as_array().unwrap().clone();
        let Some(last) = messages.last() else { return ids };
        after = last["seq"].as_i64().unwrap();
        ids.extend(messages.iter().map(|message| message["id"].as_str().unwrap().to_owned()));
    }
}

/// Each message at least once, the first time in the order of the messages, and always under the same delivery.
fn compare(said: &[String], received: &[(String, String)]) {
    let mut deliveries = HashMap::new();
    let mut first = Vec::new();
    for (delivery, message) in received {
        match deliveries.get(message) {
            None => {
                deliveries.insert(message, delivery);
                first.push(message.clone());
            }
            Some(known) => assert_eq!(*known, delivery, "{message} came under two ids"),
        }
    }
    println!("{} said, {} received", said.len(), received.len());
    assert!(said.len() > 20, "hardly anything was said");
    assert_eq!(first, said);
}

/// Receives webhooks for as long as the test runs.
fn sink(received: Received) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serve = move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let received = received.clone();
            std::thread::Builder::new().spawn(move || receive(stream, &received)).unwrap();
        }
    };
    std::thread::Builder::new().spawn(serve).unwrap();
    address
}

/// Answers the requests of one connection.
fn receive(mut stream: TcpStream, received: &Received) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some((delivery, body)) = request(&mut reader) {
        let event: Value = serde_json::from_slice(&body).unwrap();
        let message = event["data"]["id"].as_str().unwrap().to_owned();
        received.lock().unwrap().push((delivery, message));
        if stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").is_err() {
            return;
        }
    }
}

/// The header `webhook-id` and the body of a request; `None` when the connection ends.
fn request(reader: &mut BufReader<TcpStream>) -> Option<(String, Vec<u8>)> {
    let (mut delivery, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("webhook-id", value)) => value.clone_into(&mut delivery),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?
            }
            Some(_) => {}
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((delivery, body))
}
