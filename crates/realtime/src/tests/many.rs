//! Many at once.

use futures_util::future::join_all;
use futures_util::join;
use serde_json::json;

use super::*;

const PUBLISHERS: usize = 50;
const EACH: usize = 4;
const POLLERS: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_poller_sees_every_event_of_fifty_publishers_once_and_in_order() {
    let portal = portal().await;
    let people =
        join_all((1..=5).map(|n| portal.register(["240101", "240102", "240203", "240204", "240305"][n - 1])))
            .await;
    let tabs = join_all((0..POLLERS).map(|n| register(&people[n % people.len()]))).await;

    let publisher = |number: usize| {
        let client = &people[number % people.len()];
        async move {
            for round in 0..EACH {
                publish(client, &format!("p{number}.{round}")).await;
            }
        }
    };
    let poller = |tab: Tab, number: usize| async move {
        let (mut seen, mut query) = (Vec::new(), format!("since_seq={}", tab.seq));
        while seen.len() < PUBLISHERS * EACH {
            let answer = tab.ask(&query).await.data();
            assert!(answer["reset"].is_null());
            let event = |event: &serde_json::Value| {
                (event["seq"].as_i64().unwrap(), event["event"]["event"].to_string())
            };
            seen.extend(answer["events"].as_array().unwrap().iter().map(event));
            // Each way of saying where one stands.
            query = match number % 3 {
                0 => format!("since_seq={}", last_seq(&answer)),
                1 => format!("since={}", answer["server_time"]),
                _ => String::new(),
            };
        }
        seen
    };
    let pollers = join_all(tabs.into_iter().enumerate().map(|(number, tab)| poller(tab, number)));
    let (seen, _) = join!(pollers, join_all((0..PUBLISHERS).map(publisher)));

    for one in &seen {
        assert_eq!(one.len(), PUBLISHERS * EACH);
        assert!(one.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order, none twice");
        assert_eq!(one, &seen[0]);
    }
}

#[tokio::test]
async fn events_come_at_once_when_it_is_quiet_and_gathered_when_answers_are_many() {
    let portal = portal().await;
    let people = join_all(
        (1..=6).map(|n| portal.register(["240101", "240102", "240103", "240104", "240105", "240106"][n - 1])),
    )
    .await;
    let tabs = join_all((0..120).map(|n| register(&people[n % people.len()]))).await;
    let poll_all = || join_all(tabs.iter().map(Tab::poll));

    let (first, ()) = join!(poll_all(), async {
        parked(&portal, 120).await;
        publish(&people[0], "one").await;
    });
    assert!(first.iter().all(|answer| names(answer) == ["one"]));

    // 120 answers are worth almost seven milliseconds, in which what is published is gathered.
    let (second, ()) = join!(poll_all(), async {
        parked(&portal, 120).await;
        for name in ["two", "three"] {
            publish(&people[0], name).await;
        }
        portal.settle().await;
        until(|| hub(&portal).feed.is_holding()).await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(hub(&portal).polls.count().1, 120);
        portal.app.clock.advance(std::time::Duration::from_millis(7));
    });
    assert!(second.iter().all(|answer| names(answer) == ["two", "three"]));
    assert_eq!(second[0]["reset"], json!(null));
}

#[tokio::test]
async fn a_thousand_events_for_nobody_here_leave_memory_as_it_is() {
    let portal = portal().await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    let tab = register(&alice).await;
    let payload = "x".repeat(10_000);
    let body = json!({ "event": "big", "payload": payload, "audience": "class:02" });
    for _ in 0..1000 {
        admin.post("/api/realtime/publish", &body).await.data();
    }
    let seq = publish(&admin, "hers").await;
    shown(&portal, seq).await;
    assert!(hub(&portal).feed.bytes() <= 8 << 20);
    assert_eq!(names(&tab.poll().await), ["hers"], "what left memory is read from the log");
}
