//! Two nodes in one process on one PostgreSQL and a real NATS, with a clock that stands still: what
//! arrives came by a wake-up, because the interval never passes.

use std::io::Write as _;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use serde_json::json;

use super::message::{Content, Message, Seal};
use super::*;
use crate::app::App;
use crate::ephemeral::{Listener, Received, Signal};
use crate::events::Audience;
use crate::tests::{TestKernel, event, idle, until};

/// Where NATS is, when this run has a PostgreSQL and a NATS.
#[expect(clippy::disallowed_methods, reason = "the test runner says where NATS is by a variable")]
fn nats(test: &str) -> Option<String> {
    let nats = std::env::var("TEST_NATS_URL").ok().filter(|_| std::env::var("TEST_DATABASE_URL").is_ok());
    if nats.is_none() {
        // Not `eprintln!`, which the test runner catches.
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED nodes::{test}: TEST_DATABASE_URL or TEST_NATS_URL is not set\n"
        );
    }
    nats
}

async fn linked(nats: &str) -> (TestKernel, TestKernel) {
    let one = TestKernel::with(&[("NATS_URL", nats)]).await;
    let two = one.second(&[("NATS_URL", nats)]).await;
    for kernel in [&one, &two] {
        up(kernel).await;
    }
    until(|| [&one, &two].iter().all(|kernel| others(kernel).len() == 1)).await;
    (one, two)
}

/// Waits for the link. A busy machine may need a second attempt, which the clock must reach.
async fn up(kernel: &TestKernel) {
    while kernel.app.nodes.lock().link != Link::Up {
        let mut turns = 0..20_000;
        until(|| turns.next().is_none() || kernel.app.nodes.lock().link == Link::Up).await;
        kernel.app.clock.advance(Duration::from_millis(100));
    }
}

fn others(kernel: &TestKernel) -> BTreeSet<NodeId> {
    kernel.app.nodes.others().borrow().clone()
}

async fn append(app: &App) -> i64 {
    let owned = app.clone();
    app.db.write(move |tx| Ok(owned.events.append(tx, event("test", "made"))?)).await.unwrap()
}

async fn next(listener: &mut Listener) -> Signal {
    let Received::Signal(signal) = listener.next().await else { panic!("something was missed") };
    Signal::clone(&signal)
}

/// Someone who may speak on NATS and is no node.
struct Outsider {
    client: async_nats::Client,
    subject: String,
    seal: Seal,
}

impl Outsider {
    async fn new(nats: &str, app: &App) -> Self {
        let subject = format!("classportal.{}", app.settings.text("cluster_id").unwrap());
        Self {
            client: async_nats::connect(nats).await.unwrap(),
            subject,
            seal: Seal::new(&app.config.jwt_secret),
        }
    }

    async fn send(&self, bytes: Vec<u8>) {
        self.client.publish(self.subject.clone(), bytes.into()).await.unwrap();
        self.client.flush().await.unwrap();
    }

    async fn publish(&self, node: u64, number: u64, what: Content) {
        self.send(self.seal.close(&Message { node: NodeId(node), number, what })).await;
    }
}

fn signal(number: i64) -> Content {
    Content::Signal { kind: "test.made".into(), audience: "all".into(), data: json!(number) }
}

#[tokio::test]
async fn what_one_node_commits_wakes_the_other() {
    let Some(nats) = nats("what_one_node_commits_wakes_the_other") else { return };
    let (one, two) = linked(&nats).await;
    for number in 1..=20 {
        let here = if number % 2 == 0 { &one } else { &two };
        assert_eq!(append(&here.app).await, number);
        until(|| [&one, &two].iter().all(|kernel| kernel.app.events.followed() == number)).await;
    }
    for kernel in [&one, &two] {
        assert_eq!(kernel.seen_events(), (1..=20).collect::<Vec<_>>());
        until(|| kernel.app.events.remote_wakeups() > 0).await;
        let health = kernel.app.nodes.health();
        assert_eq!(health.status, "ok");
        assert!(health.details.unwrap().starts_with("other nodes: 1; "));
    }
}

#[tokio::test]
async fn a_signal_is_heard_once_on_every_node() {
    let Some(nats) = nats("a_signal_is_heard_once_on_every_node") else { return };
    let (one, two) = linked(&nats).await;
    let (mut here, mut there) = (one.app.ephemeral.listen(), two.app.ephemeral.listen());
    let group = Audience::Group("0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60".into());
    for number in 0..100 {
        one.app.ephemeral.publish("test.typing", group.clone(), json!(number)).unwrap();
    }
    two.app.ephemeral.publish("test.answer", Audience::All, json!("last")).unwrap();
    for number in 0..100 {
        let expected = Signal {
            node: one.app.nodes.id(),
            kind: "test.typing".into(),
            audience: group.clone(),
            data: json!(number),
        };
        assert_eq!(next(&mut here).await, expected);
        // Its own answer may come anywhere between.
        let mut heard = next(&mut there).await;
        if heard.kind == "test.answer" {
            heard = next(&mut there).await;
        }
        assert_eq!(heard, expected);
    }
    let answer = next(&mut here).await;
    assert_eq!((answer.node, answer.data), (two.app.nodes.id(), json!("last")));
    assert_eq!(here.next().now_or_never(), None);
}

#[tokio::test]
async fn garbage_replays_and_lies_change_nothing() {
    let Some(nats) = nats("garbage_replays_and_lies_change_nothing") else { return };
    let (one, two) = linked(&nats).await;
    let outsider = Outsider::new(&nats, &one.app).await;
    let mut overheard = outsider.client.subscribe(outsider.subject.clone()).await.unwrap();
    outsider.client.flush().await.unwrap();
    let mut there = two.app.ephemeral.listen();

    for bytes in [vec![], vec![0; 31], vec![b'{'; 900_000], b"WAKE 99".to_vec()] {
        outsider.send(bytes).await;
    }
    until(|| two.app.nodes.health().status == "warning").await;
    // Sealed with our key, and wrong: a place far ahead, one behind, a node that names us.
    outsider.publish(9, 1, Content::Wake(i64::MAX)).await;
    outsider.publish(9, 2, Content::Wake(i64::MIN)).await;
    outsider.publish(two.app.nodes.id().0, 99, signal(-1)).await;
    outsider.publish(9, 4, signal(4)).await;
    outsider.publish(9, 3, signal(3)).await;
    outsider.publish(9, 4, signal(4)).await;
    outsider.publish(9, 5, signal(5)).await;
    assert_eq!([next(&mut there).await.data, next(&mut there).await.data], [json!(4), json!(5)]);

    // Everything that is said from here on is said twice.
    let echo = async {
        let mut said = std::collections::HashSet::new();
        while let Some(message) = overheard.next().await {
            if said.insert(message.payload.clone()) {
                outsider.send(message.payload.to_vec()).await;
            }
        }
    };
    let work = async {
        for number in 1..=10 {
            one.app.ephemeral.publish("test.made", Audience::All, json!(number)).unwrap();
            assert_eq!(append(&one.app).await, number);
            until(|| two.seen_events().len() == usize::try_from(number).unwrap()).await;
            assert_eq!(next(&mut there).await.data, json!(number));
        }
    };
    tokio::select! {
        () = echo => unreachable!("the outsider hears on"),
        () = work => {}
    }
    assert_eq!(two.seen_events(), (1..=10).collect::<Vec<_>>());
    assert_eq!(two.app.events.followed(), 10);
}

#[tokio::test]
async fn nodes_of_another_secret_or_database_are_not_heard() {
    let Some(nats) = nats("nodes_of_another_secret_or_database_are_not_heard") else { return };
    let (one, two) = linked(&nats).await;
    let elsewhere = TestKernel::with(&[("NATS_URL", &nats)]).await;
    let stranger = [("NATS_URL", nats.as_str()), ("JWT_SECRET", "another secret, of thirty-two bytes")];
    let stranger = one.second(&stranger).await;
    up(&stranger).await;
    up(&elsewhere).await;
    let warned =
        |kernel: &TestKernel| kernel.app.nodes.health().details.is_some_and(|why| why.contains("JWT_SECRET"));
    while ![&one, &two, &stranger].into_iter().all(warned) || others(&one).len() + others(&two).len() != 2 {
        // Until each has announced itself to the others.
        one.app.clock.advance(Duration::from_millis(100));
        let mut turns = 0..20_000;
        until(|| turns.next().is_none()).await;
    }
    assert_eq!((others(&stranger).len(), others(&elsewhere).len()), (0, 0));
    assert_eq!(elsewhere.app.nodes.health().status, "ok");
}

#[tokio::test]
async fn a_node_that_stops_is_off_the_list_and_so_is_one_that_falls_silent() {
    let Some(nats) = nats("a_node_that_stops_is_off_the_list_and_so_is_one_that_falls_silent") else {
        return;
    };
    let (one, two) = linked(&nats).await;
    two.app.stop().await;
    until(|| others(&one).is_empty()).await;

    let outsider = Outsider::new(&nats, &one.app).await;
    outsider.publish(9, 1, Content::Here).await;
    until(|| others(&one).contains(&NodeId(9))).await;
    while !others(&one).is_empty() {
        one.app.clock.advance(Duration::from_millis(500));
        idle().await;
    }
    assert!(one.app.tasks.running().contains(&"nodes"));
    one.app.stop().await;
    assert_eq!(one.app.tasks.running(), Vec::<&str>::new());
}

#[tokio::test]
async fn without_an_answer_of_nats_a_node_starts_and_reads_the_log_by_interval() {
    let name = "without_an_answer_of_nats_a_node_starts_and_reads_the_log_by_interval";
    if nats(name).is_none() {
        return;
    }
    // Nobody listens on a port that was just free.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let away = format!("nats://user:p%40ss@127.0.0.1:{port}");
    let one = TestKernel::with(&[("NATS_URL", &away)]).await;
    let two = one.second(&[("NATS_URL", &away)]).await;
    let health = one.app.nodes.health();
    assert_eq!((health.name, health.status), ("nodes", "warning"));
    let mut here = one.app.ephemeral.listen();
    one.app.ephemeral.publish("test.made", Audience::All, json!(1)).unwrap();
    assert_eq!(next(&mut here).await.data, json!(1), "this node hears itself");

    append(&one.app).await;
    while two.seen_events().is_empty() {
        one.app.clock.advance(Duration::from_millis(50));
        idle().await;
    }
    assert_eq!((two.seen_events(), two.app.events.remote_wakeups()), (vec![1], 0));
}

#[tokio::test]
async fn a_node_that_is_alone_needs_no_nats() {
    let kernel = TestKernel::new().await;
    let health = kernel.app.nodes.health();
    assert_eq!((health.status, health.details), ("not_configured", None));
    assert!(!kernel.app.tasks.running().contains(&"nodes"));
}

#[test]
fn a_name_is_read_as_it_is_spelt_and_nothing_else_is_one() {
    let name: NodeId = "00000000000000a1".parse().unwrap();
    assert_eq!((name, name.to_string().as_str()), (NodeId(0xa1), "00000000000000a1"));
    for raw in ["", "a1", "00000000000000A1", "+0000000000000a1", "00000000000000a10", "000000000000000é"] {
        assert_eq!(raw.parse::<NodeId>(), Err(NotANodeId), "{raw}");
    }
}
