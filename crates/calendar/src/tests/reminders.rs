//! Reminders: when they are told, to whom, and that they are told once.

use identity::testing::TestPortal;
use kernel::events::FeatureEvent as _;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{create, path, portal, rehearsal, with};
use crate::CalendarEvent;
use crate::remind::send_reminder;
use crate::store::events;
use crate::store::reminders::{self, Reminder};

/// Lets the task tell what is due: it runs beside the test, and may begin to wait after the test has moved the clock.
pub(super) async fn told(portal: &TestPortal) {
    loop {
        let now = portal.app.clock.now_ms();
        let due = portal.app.db.read(move |read| Ok(reminders::due(read, now, 1)?)).await.unwrap();
        if due.is_empty() {
            return;
        }
        portal.advance(5);
        tokio::task::yield_now().await;
    }
}

/// What was told since a place in the log, as event and beginning; and the new place.
pub(super) async fn reminded(portal: &TestPortal, after: i64) -> (Vec<(String, i64)>, i64) {
    portal.settle().await;
    let events =
        portal.app.db.read(move |read| Ok(kernel::events::after(read, after, 10_000)?)).await.unwrap();
    let last = events.last().map_or(after, |event| event.seq);
    let all = events.into_iter().filter_map(|event| match CalendarEvent::read(&event)? {
        CalendarEvent::Reminded { starts_at } => Some((event.subject_id, starts_at)),
        _ => None,
    });
    (all.collect(), last)
}

async fn inbox(client: &Client) -> Vec<Value> {
    let list = client.get("/api/notifications").await.data();
    let all = list["notifications"].as_array().unwrap().iter();
    all.filter(|one| one["kind"] == "calendar_reminder").cloned().collect()
}

#[tokio::test]
async fn a_reminder_is_told_at_its_time_and_once_over_a_restart() {
    let portal = portal().await;
    let alice = portal.member().await;
    // It is 08:00 on 1 September.
    let body = with(
        rehearsal(),
        json!({ "starts": "2026-09-01T09:00", "ends": "2026-09-01T10:00", "reminders": [30] }),
    );
    let event = create(&alice, body).await;
    portal.advance(29 * 60 + 59);
    told(&portal).await;
    assert!(inbox(&alice).await.is_empty());
    portal.advance(1);
    told(&portal).await;
    let inbox_now = inbox(&alice).await;
    assert_eq!((&inbox_now[0]["title"], &inbox_now[0]["text"]), (&json!("合唱排练"), &json!("09:00 开始")));
    let link =
        json!({ "app": "calendar", "path": format!("{}?day=2026-09-01", event["id"].as_str().unwrap()) });
    assert_eq!(inbox_now[0]["link"], link);
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    portal.advance(60);
    told(&portal).await;
    assert_eq!(inbox(&alice).await.len(), 1);
    alice.delete(&path(&event)).await.data();
    assert!(inbox(&alice).await.is_empty(), "nothing is said of what is gone");
}

#[tokio::test]
async fn what_fell_due_while_nothing_ran_is_told_late_for_a_day() {
    let portal = portal().await;
    let alice = portal.member().await;
    let at = |time: &str| with(rehearsal(), json!({ "starts": time, "ends": null, "reminders": [0] }));
    let old = create(&alice, at("2026-09-01T09:00")).await;
    let recent = create(&alice, at("2026-09-02T20:00")).await;
    portal.app.stop().await;
    portal.advance(40 * 3600);
    let portal = portal.restart(&[]).await;
    told(&portal).await;
    let (all, _) = reminded(&portal, 0).await;
    let ids: Vec<_> = all.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, [recent["id"].as_str().unwrap()], "not {}", old["id"]);
}

#[tokio::test]
async fn a_class_is_reminded_and_who_has_chosen_to_hear_nothing_is_not() {
    let portal = portal().await;
    let (head, alice, bob) =
        (portal.class_admin().await, portal.register("240101").await, portal.register("240102").await);
    let other = portal.register("240201").await;
    let preference = json!({ "modes": { "calendar_reminder": "off" } });
    let put = bob.put("/api/notifications/preferences", &preference).await;
    assert_eq!(put.status, 200, "{}", put.text());
    let body = json!({ "title": "春游", "owner": "class", "all_day": true, "starts": "2026-09-02", "reminders": [-480] });
    create(&head, body).await;
    portal.advance(24 * 3600);
    told(&portal).await;
    assert_eq!(inbox(&alice).await[0]["text"], "9月2日（全天）");
    let english = alice.clone().with("accept-language", "en");
    assert_eq!(inbox(&english).await[0]["text"], "2 Sep, all day");
    assert_eq!((inbox(&head).await.len(), inbox(&bob).await.len(), inbox(&other).await.len()), (1, 0, 0));
}

#[tokio::test]
async fn a_change_of_an_event_neither_loses_nor_repeats_its_reminders() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = with(
        rehearsal(),
        json!({ "starts": "2026-09-01T08:30", "ends": null, "rule": "FREQ=DAILY", "reminders": [10] }),
    );
    let event = create(&alice, body).await;
    portal.advance(25 * 60);
    told(&portal).await;
    alice.patch(&path(&event), &json!({ "revision": 1, "title": "改" })).await.data();
    portal.advance(60);
    told(&portal).await;
    assert_eq!(reminded(&portal, 0).await.0.len(), 1, "not again because of the change");
    // Moved to the afternoon: it is told again, for another time.
    alice.patch(&path(&event), &json!({ "revision": 2, "starts": "2026-09-01T15:00" })).await.data();
    portal.advance(7 * 3600);
    told(&portal).await;
    assert_eq!(reminded(&portal, 0).await.0.len(), 2);
    alice.patch(&path(&event), &json!({ "revision": 3, "reminders": [] })).await.data();
    portal.advance(20 * 3600);
    told(&portal).await;
    assert_eq!(reminded(&portal, 0).await.0.len(), 2);
}

#[tokio::test]
async fn two_local_times_at_one_instant_do_not_end_the_reminders() {
    let portal = portal().await;
    let alice = portal.member().await;
    // In Santiago the clocks go from 00:00 to 01:00 on 6 September.
    let file = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:夜\r\nDTSTART;TZID=America/Santiago:20260903T000000\r\n\
                RRULE:FREQ=DAILY;BYHOUR=0,1\r\nBEGIN:VALARM\r\nTRIGGER:PT0M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let file = Some((file.as_bytes().to_vec(), "text/calendar"));
    alice.send_raw(axum::http::Method::POST, "/api/calendar/import", file).await.data();
    for _ in 0..20 {
        portal.advance(12 * 3600);
        told(&portal).await;
    }
    // From 3 to 10 September twice a night, but once on the 6th.
    assert_eq!(reminded(&portal, 0).await.0.len(), 15);
}

#[tokio::test]
async fn what_was_missed_long_ago_is_not_gone_through_one_by_one() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body =
        json!({ "title": "早读", "starts": "2026-07-01T07:20", "rule": "FREQ=DAILY", "reminders": [0] });
    let event_id = create(&alice, body).await["id"].as_str().unwrap().to_owned();
    let next = portal.app.write(move |tx| {
        let starts_at = tx.now() - 30 * 86_400_000 - 40 * 60_000;
        let missed = Reminder { event_id: event_id.clone(), due_at: starts_at, starts_at };
        reminders::set(tx, &missed)?;
        send_reminder(tx, &missed, &|_| Vec::new())?;
        Ok(reminders::find(tx, &event_id)?.unwrap().due_at - tx.now())
    });
    // It is 08:00: that of today is still told.
    assert_eq!(next.await.unwrap(), -40 * 60_000);
}

#[tokio::test]
async fn a_reminder_that_cannot_be_read_does_not_keep_the_others_back() {
    let portal = portal().await;
    let alice = portal.member().await;
    let at = |title: &str| {
        with(
            rehearsal(),
            json!({ "title": title, "starts": "2026-09-01T09:00", "ends": null, "reminders": [0] }),
        )
    };
    let bad = create(&alice, at("坏")).await["id"].as_str().unwrap().to_owned();
    let good = create(&alice, at("好")).await["id"].as_str().unwrap().to_owned();
    let spoilt = bad.clone();
    // The search reads what is new before it is spoilt.
    portal.settle().await;
    portal.app.write(move |tx| Ok(events::spoil(tx, &spoilt)?)).await.unwrap();
    portal.advance(3600);
    told(&portal).await;
    let (all, _) = reminded(&portal, 0).await;
    assert_eq!(all.iter().map(|(id, _)| id).collect::<Vec<_>>(), [&good]);
    let left = portal.app.db.read(move |read| Ok(reminders::find(read, &bad)?)).await.unwrap();
    assert!(left.is_none());
}

#[tokio::test]
async fn the_class_is_told_once_of_a_new_event_that_is_not_over_and_not_of_files_or_own_events() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let stranger = portal.register("240201").await;
    let told = async |client: &Client| {
        let list = client.get("/api/notifications").await.data();
        let all = list["notifications"].as_array().unwrap().iter();
        let all = all.filter(|one| one["kind"] == "calendar_event");
        all.map(|one| format!("{}: {}", one["title"].as_str().unwrap(), one["text"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    let class = |day: &str| {
        with(
            rehearsal(),
            json!({ "owner": "class", "starts": format!("{day}T09:00"), "ends": format!("{day}T10:00") }),
        )
    };
    let event = create(&head, class("2026-09-04")).await;
    create(&head, class("2026-08-04")).await;
    create(&alice, rehearsal()).await;
    let title = event["title"].as_str().unwrap();
    assert_eq!(told(&alice).await, [format!("{title}: 班级新日程：9月4日")]);
    assert!(told(&head).await.is_empty() && told(&stranger).await.is_empty());
    let revision = &event["revision"];
    head.patch(&path(&event), &json!({ "revision": revision, "location": "礼堂" })).await.data();
    assert_eq!(told(&alice).await.len(), 1, "a change is no new event");
    head.delete(&path(&event)).await;
    assert!(told(&alice).await.is_empty());
}
