//! A year of a class, half a day at a time: every reminder of every time of every event is told exactly once.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime, date};
use jiff::{ToSpan as _, Zoned};
use serde_json::{Value, json};

use super::reminders::{reminded, told};
use super::{create, days, portal};

/// Half a day.
const STEP: u64 = 12 * 3600;
/// The first moment after the events were made, and the last one of the year.
const FROM: &str = "2026-09-01T08:00";
const STEPS: usize = 740;

/// An event, and the days on which it is by a rule that is written down once more here.
struct Written {
    body: Value,
    time: &'static str,
    is_on: fn(Date) -> bool,
}

fn written() -> Vec<Written> {
    let event = |title: &str, starts: &str, rule: &str, reminders: Value| json!({ "title": title, "starts": starts, "rule": rule, "reminders": reminders });
    let whole = |title: &str, starts: &str, rule: &str, reminders: Value| json!({ "title": title, "all_day": true, "starts": starts, "rule": rule, "reminders": reminders });
    vec![
        Written {
            body: event("早读", "2026-09-01T07:20", "FREQ=DAILY", json!([10])),
            time: "07:20",
            is_on: |_| true,
        },
        Written {
            body: event("升旗", "2026-09-07T07:40", "FREQ=WEEKLY;BYDAY=MO", json!([0, 60])),
            time: "07:40",
            is_on: |day| day >= date(2026, 9, 7) && day.weekday().to_monday_one_offset() == 1,
        },
        Written {
            body: event(
                "双周例会",
                "2026-09-02T16:00",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR",
                json!([30, 1440]),
            ),
            time: "16:00",
            is_on: |day| {
                let weeks = (day - date(2026, 8, 31)).get_days().div_euclid(7);
                day >= date(2026, 9, 2)
                    && weeks % 2 == 0
                    && matches!(day.weekday().to_monday_one_offset(), 3 | 5)
            },
        },
        Written {
            body: event("交表", "2026-08-31T12:00", "FREQ=MONTHLY;BYMONTHDAY=31", json!([5])),
            time: "12:00",
            is_on: |day| day.day() == 31,
        },
        Written {
            body: whole("生日", "2024-02-29", "FREQ=YEARLY", json!([0])),
            time: "00:00",
            is_on: |day| (day.month(), day.day()) == (2, 29),
        },
        Written {
            body: whole("校庆", "2020-10-18", "FREQ=YEARLY", json!([-480, 4320])),
            time: "00:00",
            is_on: |day| (day.month(), day.day()) == (10, 18),
        },
        Written {
            body: event("限次", "2026-12-01T20:00", "FREQ=DAILY;COUNT=10", json!([1])),
            time: "20:00",
            is_on: |day| (date(2026, 12, 1)..=date(2026, 12, 10)).contains(&day),
        },
        Written {
            body: event("一次", "2027-01-05T00:00", "", json!([0, 15])),
            time: "00:00",
            is_on: |day| day == date(2027, 1, 5),
        },
    ]
}

fn instant(at: DateTime) -> i64 {
    at.in_tz("Asia/Shanghai").map(|at: Zoned| at.timestamp().as_millisecond()).unwrap()
}

/// What must be told of an event until an instant: the beginning of each time, as often as it has reminders.
fn expected(one: &Written, id: &str, until: i64) -> Vec<(String, i64)> {
    let from = instant(FROM.parse().unwrap());
    let mut all = Vec::new();
    for day in date(2026, 8, 1).series(1.day()).take(420).filter(|day| (one.is_on)(*day)) {
        let starts_at = instant(format!("{day}T{}", one.time).parse().unwrap());
        for minutes in one.body["reminders"].as_array().unwrap() {
            let due = starts_at - minutes.as_i64().unwrap() * 60_000;
            if due > from && due <= until {
                all.push((id.to_owned(), starts_at));
            }
        }
    }
    all
}

#[tokio::test]
async fn in_a_year_every_reminder_of_every_time_is_told_exactly_once() {
    let mut portal = portal().await;
    let head = portal.class_admin().await;
    let all = written();
    let mut ids = Vec::new();
    for one in &all {
        let mut body = one.body.clone();
        body["owner"] = json!("class");
        ids.push(create(&head, body).await["id"].as_str().unwrap().to_owned());
    }
    let mut found: BTreeMap<(String, i64), usize> = BTreeMap::new();
    let mut place = 0;
    for step in 0..STEPS {
        portal.advance(STEP);
        told(&portal).await;
        if step % 10 == 9 {
            let (more, last) = reminded(&portal, place).await;
            place = last;
            for one in more {
                *found.entry(one).or_default() += 1;
            }
        }
        if step == STEPS / 2 {
            portal = portal.restart(&[]).await;
        }
    }
    let until = portal.app.clock.now_ms();
    let mut wanted: BTreeMap<(String, i64), usize> = BTreeMap::new();
    for (one, id) in all.iter().zip(&ids) {
        for told in expected(one, id, until) {
            *wanted.entry(told).or_default() += 1;
        }
    }
    assert_eq!(found, wanted);
    assert!(wanted.len() > 450, "{}", wanted.len());

    let head = portal.client_of(kernel::user::UserId::parse("240100").unwrap()).await;
    let next = days(&head, "2028-02-01", "2028-02-29").await;
    let leap = next.iter().filter(|day| *day == "2028-02-29").count();
    assert_eq!(leap, 2, "the daily one and that of the leap day");
}
