//! Cursors: nothing lost, nothing doubled, and a plain word when something is.

use futures_util::join;
use identity::testing::TestPortal;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::*;

#[tokio::test]
async fn two_events_of_one_millisecond_both_arrive_with_since() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    portal.app.clock.advance(std::time::Duration::from_millis(1));
    let mut since = tab.server_time;
    for name in ["one", "two", "three"] {
        publish(&alice, name).await; // the clock stands still
        let answer = tab.poll_since(since).await;
        assert_eq!(names(&answer), [name]);
        let (ts, server_time) =
            (answer["events"][0]["ts"].as_i64().unwrap(), answer["server_time"].as_i64().unwrap());
        assert!(ts > since && server_time >= ts);
        since = server_time;
    }
    // The time of an event is a cursor as well: by it each comes once.
    let all = tab.poll_since(0).await;
    let times: Vec<i64> =
        all["events"].as_array().unwrap().iter().map(|event| event["ts"].as_i64().unwrap()).collect();
    assert_eq!(names(&tab.poll_since(times[0]).await), ["two", "three"]);
    assert_eq!(names(&tab.poll_since(times[1]).await), ["three"]);
}

#[tokio::test]
async fn the_time_of_an_event_and_that_of_an_answer_are_never_the_same_place() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    let mut since = tab.server_time;
    // The clock stands still: each event would have the time that the answer before it handed out.
    for name in ["one", "two", "three"] {
        publish(&alice, name).await;
        let answer = tab.poll_since(since).await;
        assert_eq!(names(&answer), [name]);
        since = answer["events"][0]["ts"].as_i64().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_event_comes_once_by_the_last_time_of_either_kind_while_ten_publish() {
    const EACH: usize = 20;
    let portal = portal().await;
    let mut writers = Vec::new();
    for number in 21..31 {
        writers.push(portal.register(&format!("2401{number}")).await);
    }
    let (by_event, by_answer) = (register(&writers[0]).await, register(&writers[1]).await);
    let publishing =
        futures_util::future::join_all(writers.iter().enumerate().map(|(n, writer)| async move {
            for number in 0..EACH {
                publish(writer, &format!("e{n}-{number}")).await;
            }
        }));
    let all = writers.len() * EACH;
    let follow = async |tab: &Tab, next: fn(&Value) -> Option<i64>| {
        let (mut since, mut seen) = (tab.server_time, Vec::new());
        let mut polls = 0;
        while seen.len() < all {
            polls += 1;
            assert!(polls <= 20 * all, "{} of {all} events came", seen.len());
            let answer = tab.poll_since(since).await;
            seen.extend(names(&answer).into_iter().map(str::to_owned));
            since = next(&answer).unwrap_or(since);
        }
        let met = seen.len();
        seen.sort_unstable();
        seen.dedup();
        (met, seen.len())
    };
    let (seen_by_event, seen_by_answer, _) = join!(
        follow(&by_event, |answer| answer["events"].as_array()?.last()?["ts"].as_i64()),
        follow(&by_answer, |answer| answer["server_time"].as_i64()),
        publishing
    );
    assert_eq!((seen_by_event, seen_by_answer), ((all, all), (all, all)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_after_an_acknowledged_publish_includes_it() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    // Something to answer with stands there already, so that no poll waits for the newest.
    shown(&portal, publish(&alice, "first").await).await;
    for number in 0..50 {
        publish(&alice, &format!("e{number}")).await;
        let answer = tab.poll_after(tab.seq).await;
        assert_eq!(names(&answer).len(), number + 2);
    }
}

#[tokio::test]
async fn an_answer_that_was_lost_is_had_again() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    publish(&alice, "one").await;
    let first = tab.poll_since(tab.server_time).await;
    shown(&portal, publish(&alice, "two").await).await;
    let time = first["server_time"].as_i64().unwrap();
    for _ in 0..2 {
        assert_eq!(names(&tab.poll_since(time).await), ["two"]);
        assert_eq!(names(&tab.poll_after(last_seq(&first)).await), ["two"]);
    }
    assert_eq!(names(&tab.poll_since(tab.server_time).await), ["one", "two"]);
}

#[tokio::test]
async fn since_seq_wins_over_since() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    let first = publish(&alice, "one").await;
    shown(&portal, publish(&alice, "two").await).await;
    let answer = alice.get(&tab.at(&format!("since=0&since_seq={first}"))).await.data();
    assert_eq!(names(&answer), ["two"]);
}

#[tokio::test]
async fn a_clock_set_back_an_hour_loses_and_doubles_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    portal.advance(1);
    publish(&alice, "before").await;
    let first = tab.poll_since(tab.server_time).await;
    let before = portal.now();
    portal.app.clock.set_wall(before - jiff::SignedDuration::from_hours(1));

    publish(&alice, "after").await;
    let second = tab.poll_since(first["server_time"].as_i64().unwrap()).await;
    assert_eq!(names(&second), ["after"]);
    let times = [&first, &second].map(|answer| answer["server_time"].as_i64().unwrap());
    assert!(times[1] >= times[0] && second["events"][0]["ts"].as_i64() > first["events"][0]["ts"].as_i64());
    shown(&portal, publish(&alice, "last").await).await;
    assert_eq!(names(&tab.poll_since(times[1]).await), ["last"]);
    assert_eq!(names(&tab.poll_after(tab.seq).await), ["before", "after", "last"]);
}

#[tokio::test]
async fn a_cursor_from_before_a_restart_goes_on_from_the_log() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    publish(&alice, "one").await;
    let seen = tab.poll().await;
    portal.advance(1);
    let last = publish(&alice, "two").await;
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(publish(&alice, "three").await, last + 1, "the numbers go on");
    shown(&portal, last + 1).await;

    let time = seen["server_time"].as_i64().unwrap();
    for query in [format!("since_seq={}", last_seq(&seen)), format!("since={time}")] {
        let fresh = register(&alice).await;
        let answer = alice.get(&fresh.at(&query)).await.data();
        assert_eq!(names(&answer), ["two"], "what the log has comes first");
        assert_eq!(names(&fresh.poll().await), ["three"], "then what is in memory");
    }
    // The registration itself goes on when its poll says where it stands, and only then.
    let old = Tab { client: alice.clone(), ..tab };
    assert_eq!(alice.get(&old.at("")).await.status.as_u16(), 401);
    assert_eq!(names(&old.poll_after(last).await), ["three"]);
    publish(&alice, "four").await;
    assert_eq!(names(&old.poll().await), ["four"]);
}

#[tokio::test]
async fn an_old_cursor_reads_past_a_long_stretch_of_others_events() {
    let portal = portal().await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    for name in ["class:02", "role:admin"].into_iter().cycle().take(1100) {
        publish_to(&admin, name, name).await;
    }
    publish(&admin, "hers").await;
    let portal = portal.restart(&[]).await;
    let (alice, _) = (portal.anonymous().bearing(&alice.token().unwrap()), admin);
    let tab = register(&alice).await;
    assert_eq!(names(&tab.poll_after(0).await), ["hers"]);
}

#[tokio::test]
async fn a_cursor_older_than_the_log_is_told_to_reload_and_goes_on() {
    let portal = TestPortal::with(&[FEATURE], &[("EVENT_RETENTION_DAYS", "1")]).await;
    let alice = portal.member().await;
    let first = publish(&alice, "old").await;
    portal.advance(2 * 86_400);
    let kept = publish(&alice, "new").await;
    let oldest = || portal.app.db.read(|read| Ok(kernel::events::oldest(read)?));
    while oldest().await.unwrap().is_none_or(|(seq, _)| seq < kept) {
        // Durable consumers handle an event before the log forgets it.
        portal.advance(60);
        tokio::task::yield_now().await;
    }
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    for query in [format!("since_seq={}", first - 1), "since_seq=0".into(), "since=0".into()] {
        let tab = register(&alice).await;
        let answer = alice.get(&tab.at(&query)).await.data();
        assert_eq!((&answer["reset"], &answer["events"]), (&json!(true), &json!([])), "{query}");
        let seq = publish(&alice, "next").await;
        shown(&portal, seq).await;
        let next = tab.poll_since(answer["server_time"].as_i64().unwrap()).await;
        assert_eq!((names(&next), last_seq(&next)), (vec!["next"], seq), "{query}");
    }
    let tab = register(&alice).await;
    assert_eq!(names(&tab.poll_after(first).await), ["new"], "it has seen all that is gone");

    // What was published leaves with its event.
    portal.advance(3600);
    let id = UserId::parse("240111").unwrap();
    let exported = || portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?));
    while exported().await.unwrap().unwrap().as_array().unwrap().iter().any(|event| event["event"] == "old") {
        portal.advance(3600);
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_cursor_newer_than_the_log_is_told_to_reload() {
    let portal = portal().await;
    let alice = portal.member().await;
    let seq = publish(&alice, "one").await;
    shown(&portal, seq).await;
    let ahead = portal.app.clock.now_ms() + 60_000;
    for query in
        [format!("since_seq={}", seq + 1), format!("since_seq={}", i64::MAX), format!("since={ahead}")]
    {
        let tab = register(&alice).await;
        let answer = alice.get(&tab.at(&query)).await.data();
        assert_eq!(
            (&answer["reset"], &answer["events"], last_seq(&answer)),
            (&json!(true), &json!([]), seq),
            "{query}"
        );
    }
}

#[tokio::test]
async fn bad_cursors_are_refused_by_name() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    for (query, refusal) in [
        ("since=x", "400 字段“since”的格式不正确"),
        ("since=-1", "400 字段“since”的格式不正确"),
        ("since=1.5", "400 字段“since”的格式不正确"),
        ("since=99999999999999999999", "400 字段“since”的格式不正确"),
        ("since_seq=0x1", "400 字段“since_seq”的格式不正确"),
        ("since_seq=%E4%B8%80", "400 字段“since_seq”的格式不正确"),
        ("since=1&since=2", "400 查询参数“since”重复"),
    ] {
        assert_eq!(tab.ask(query).await.refusal(), refusal, "{query}");
    }
}

/// Reads pages until `wanted` events have come, each page by what the last one said.
async fn pages(tab: &Tab, wanted: usize, next: impl Fn(&Value) -> String) -> (Vec<String>, usize) {
    let (mut seen, mut pages) = (Vec::new(), 0);
    let mut query = "since_seq=0".to_owned();
    while seen.len() < wanted {
        let answer = tab.ask(&query).await.data();
        seen.extend(names(&answer).into_iter().map(str::to_owned));
        pages += 1;
        query = next(&answer);
    }
    (seen, pages)
}

#[tokio::test]
async fn many_events_come_in_pages_each_once_by_every_cursor() {
    let portal = portal().await;
    let alice = portal.member().await;
    let named: Vec<String> = (0..450).map(|n| format!("e{n}")).collect();
    let mut last = 0;
    for name in &named {
        last = publish(&alice, name).await;
    }
    shown(&portal, last).await;
    let portal = {
        for _ in ["memory"] {
            read_by_every_cursor(&register(&alice).await, &named).await;
        }
        portal.restart(&[]).await
    };
    let alice = portal.anonymous().bearing(&alice.token().unwrap());
    read_by_every_cursor(&register(&alice).await, &named).await;
    let tab = register(&alice).await;
    let (answer, ()) = join!(tab.poll_after(last), async {
        parked(&portal, 1).await;
        publish(&alice, "next").await;
    });
    assert_eq!(names(&answer), ["next"]);
}

async fn read_by_every_cursor(tab: &Tab, wanted: &[String]) {
    let by_seq = |answer: &Value| format!("since_seq={}", answer["last_seq"]);
    let by_time = |answer: &Value| format!("since={}", answer["server_time"]);
    let by_event =
        |answer: &Value| format!("since={}", answer["events"].as_array().unwrap().last().unwrap()["ts"]);
    let own = |_: &Value| String::new();
    let cursors: [&dyn Fn(&Value) -> String; 4] = [&by_seq, &by_time, &by_event, &own];
    for (number, cursor) in cursors.into_iter().enumerate() {
        let (seen, pages) = pages(tab, wanted.len(), cursor).await;
        assert!(seen == wanted && pages == 3, "cursor {number}: {} events in {pages} pages", seen.len());
    }
}
