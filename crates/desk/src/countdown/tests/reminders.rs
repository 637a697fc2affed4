//! Reminders: on which mornings they are told, to whom, and that they are told once.

use std::collections::BTreeMap;

use ::calendar::MANAGE_CALENDAR;
use futures_util::future::join_all;
use identity::testing::TestPortal;
use kernel::events::FeatureEvent as _;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::create;
use crate::countdown::{CountdownEvent, FEATURE, reached, remind};

const DAY: u64 = 86_400;

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, FEATURE]).await
}

/// Tells what is due, beside the task, which does the same.
async fn tell(portal: &TestPortal) {
    remind::tell(&portal.app, portal.app.today()).await.unwrap();
}

async fn inbox(client: &Client) -> Vec<Value> {
    let list = client.get("/api/notifications").await.data();
    let all = list["notifications"].as_array().unwrap().iter();
    all.filter(|one| one["kind"] == "countdown_reminder").cloned().collect()
}

/// What was told since a place in the log, as countdown and day.
struct Told {
    reminded: Vec<(String, String)>,
    reached: Vec<(String, String)>,
    /// The new place.
    last: i64,
}

async fn told_since(portal: &TestPortal, after: i64) -> Told {
    portal.settle().await;
    let events =
        portal.app.db.read(move |read| Ok(kernel::events::after(read, after, 10_000)?)).await.unwrap();
    let last = events.last().map_or(after, |event| event.seq);
    let mut told = Told { reminded: Vec::new(), reached: Vec::new(), last };
    for event in events {
        match CountdownEvent::read(&event) {
            Some(CountdownEvent::Reminded { date }) => told.reminded.push((event.subject_id, date)),
            Some(CountdownEvent::Reached { date }) => told.reached.push((event.subject_id, date)),
            _ => {}
        }
    }
    told
}

fn path(made: &Value) -> String {
    format!("/api/countdown/{}", made["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_reminder_is_told_at_seven_once_over_a_restart_and_says_what_holds_when_it_is_read() {
    let portal = portal().await;
    let alice = portal.member().await;
    // It is 08:00 on 1 September.
    let body = json!({ "title": "月考", "target_date": "2026-09-03", "reminders": [1, 0, 2, 1] });
    let made = create(&alice, body).await;
    assert_eq!(made["reminders"], json!([0, 1, 2]));
    tell(&portal).await;
    assert!(inbox(&alice).await.is_empty(), "the morning of today was over when it was made");

    portal.advance(23 * 3600 - 1);
    tell(&portal).await;
    assert!(inbox(&alice).await.is_empty());
    portal.advance(1);
    tell(&portal).await;
    let told = inbox(&alice).await;
    assert_eq!((&told[0]["title"], &told[0]["text"]), (&json!("月考"), &json!("还有 1 天（9月3日）")));
    assert_eq!(told[0]["link"], json!({ "app": "countdown", "path": made["id"] }));
    let english = alice.clone().with("accept-language", "en");
    assert_eq!(inbox(&english).await[0]["text"], "1 day more to go (3 Sep)");

    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    tell(&portal).await;
    assert_eq!(inbox(&alice).await.len(), 1, "not again after a restart");
    portal.advance(DAY);
    tell(&portal).await;
    let texts: Vec<_> = inbox(&alice).await.iter().map(|one| one["text"].clone()).collect();
    assert_eq!(texts, [json!("就是今天"), json!("就是今天")], "words hold when they are read");

    alice.delete(&path(&made)).await.data();
    assert!(inbox(&alice).await.is_empty(), "nothing is said of what is gone");
}

#[tokio::test]
async fn many_that_look_at_once_tell_once() {
    let portal = portal().await;
    let alice = portal.member().await;
    create(&alice, json!({ "title": "月考", "target_date": "2026-09-03", "reminders": [1] })).await;
    portal.advance(23 * 3600);
    let today = portal.app.today();
    for told in join_all((0..8).map(|_| remind::tell(&portal.app, today))).await {
        assert!(told.unwrap());
    }
    assert_eq!(inbox(&alice).await.len(), 1);
}

#[tokio::test]
async fn what_was_missed_is_told_late_on_the_same_day_and_dropped_after_it() {
    let portal = portal().await;
    let alice = portal.member().await;
    create(&alice, json!({ "title": "昨天的", "target_date": "2026-09-02", "reminders": [0] })).await;
    create(&alice, json!({ "title": "今天的", "target_date": "2026-09-03", "reminders": [0] })).await;
    portal.app.stop().await;
    portal.advance(2 * DAY + 12 * 3600);
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    tell(&portal).await;
    let titles: Vec<_> = inbox(&alice).await.iter().map(|one| one["title"].clone()).collect();
    assert_eq!(titles, [json!("今天的")], "it is 20:00 on 3 September");
}

#[tokio::test]
async fn a_class_is_reminded_and_who_has_chosen_to_hear_nothing_is_not() {
    let portal = portal().await;
    let (officer, alice) = (portal.officer(&[&MANAGE_CALENDAR]).await, portal.register("240101").await);
    let (bob, stranger) = (portal.register("240102").await, portal.register("240201").await);
    let put =
        bob.put("/api/notifications/preferences", &json!({ "modes": { "countdown_reminder": "off" } })).await;
    assert_eq!(put.status, 200, "{}", put.text());
    let body = json!({ "title": "运动会", "target_date": "2026-09-02", "reminders": [0], "for_class": true });
    create(&officer, body).await;
    portal.advance(23 * 3600);
    tell(&portal).await;
    let mut counts = Vec::new();
    for client in [&officer, &alice, &bob, &stranger] {
        counts.push(inbox(client).await.len());
    }
    assert_eq!(counts, [1, 1, 0, 0]);
}

#[tokio::test]
async fn a_change_neither_repeats_a_reminder_nor_keeps_what_does_not_hold() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "title": "月考", "target_date": "2026-09-03", "reminders": [1] });
    let made = create(&alice, body).await;
    portal.advance(23 * 3600);
    tell(&portal).await;
    alice.patch(&path(&made), &json!({ "title": "改" })).await.data();
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    tell(&portal).await;
    assert_eq!(inbox(&alice).await[0]["title"], "改");
    assert_eq!(inbox(&alice).await.len(), 1);
    alice.patch(&path(&made), &json!({ "target_date": "2026-09-05" })).await.data();
    assert!(inbox(&alice).await.is_empty(), "it leads to another day now");
    portal.advance(2 * DAY);
    tell(&portal).await;
    assert_eq!(inbox(&alice).await.len(), 1);
    alice.patch(&path(&made), &json!({ "reminders": [] })).await.data();
    portal.advance(DAY);
    tell(&portal).await;
    assert_eq!(inbox(&alice).await.len(), 1);
}

#[tokio::test]
async fn a_year_of_countdowns_tells_each_day_and_each_reminder_once() {
    let portal = portal().await;
    let alice = portal.member().await;
    let mut wanted = BTreeMap::<(String, String), usize>::new();
    let mut want = |made: &Value, days: &[&str], times: usize| {
        for day in days {
            wanted.insert((made["id"].as_str().unwrap().to_owned(), (*day).to_owned()), times);
        }
    };
    let body = |title: &str, date: &str, repeat: &str, reminders: Value| json!({ "title": title, "target_date": date, "repeat_type": repeat, "reminders": reminders });
    let monthly = create(&alice, body("值日", "2026-08-31", "monthly", json!([0, 3]))).await;
    let months = [
        "2026-09-30",
        "2026-10-31",
        "2026-11-30",
        "2026-12-31",
        "2027-01-31",
        "2027-02-28",
        "2027-03-31",
        "2027-04-30",
        "2027-05-31",
        "2027-06-30",
        "2027-07-31",
        "2027-08-31",
    ];
    want(&monthly, &months, 2);
    let leap = create(&alice, body("生日", "2024-02-29", "yearly", json!([0, 100]))).await;
    want(&leap, &["2027-02-28"], 2);
    let once = create(&alice, body("高考", "2027-06-07", "none", json!([0, 1, 7, 30, 100]))).await;
    want(&once, &["2027-06-07"], 5);
    let plain = create(&alice, body("没有提醒", "2026-09-01", "monthly", json!([]))).await;
    let mut days: Vec<(String, String)> = wanted.keys().cloned().collect();
    days.extend((2..=12).map(|month| (plain["id"].as_str().unwrap().to_owned(), first_of(8 + month))));
    days.sort();

    portal.advance(23 * 3600);
    let (mut told, mut come, mut place) = (BTreeMap::<(String, String), usize>::new(), Vec::new(), 0);
    // From 2 September to 31 August.
    for _ in 0..364 {
        tell(&portal).await;
        reached::tell(&portal.app, portal.app.today()).await.unwrap();
        let new = told_since(&portal, place).await;
        place = new.last;
        for one in new.reminded {
            *told.entry(one).or_default() += 1;
        }
        come.extend(new.reached);
        portal.advance(DAY);
    }
    assert_eq!(told, wanted);
    come.sort();
    assert_eq!(come, days, "each day has come once");
}

/// The first day of a month, counted from January 2026.
fn first_of(month: u32) -> String {
    format!("{}-{:02}-01", 2026 + (month - 1) / 12, (month - 1) % 12 + 1)
}
