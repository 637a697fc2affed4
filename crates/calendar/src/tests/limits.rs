//! What one member can ask of everybody: how far rules are walked, and how much is kept for undo.

use axum::http::{Method, StatusCode};
use kernel::testing::Client;
use serde_json::{Value, json};

use super::expansion::{event, shanghai};
use super::{create, path, portal, rehearsal, undo, with};
use crate::model::content::Content;
use crate::model::expand::{ExpandError, expand};
use crate::model::walk::Steps;
use crate::store::changes;

/// Years of eight times a day, long ago: walked from their beginning, they take 280,000 steps and store nothing.
const LONG_AGO: &str = "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7";

fn long_ago(end: &str) -> Content {
    event("1900-01-01T00:00", "1900-01-01T00:10", "Asia/Shanghai", &format!("{LONG_AGO}{end}"))
}

#[test]
fn a_rule_of_long_ago_takes_few_steps_for_the_days_of_today() {
    let (from, until) = (jiff::civil::date(2026, 9, 1), jiff::civil::date(2026, 9, 30));
    let mut steps = Steps::of(100);
    let over = long_ago(";UNTIL=19950101");
    let over = expand(&over, from, until, &shanghai(), &mut steps).unwrap();
    assert_eq!((over.occurrences.len(), over.from_start, over.to_end), (0, false, true));
    let monthly = event("1900-01-31T00:00", "1900-01-31T00:10", "Asia/Shanghai", "FREQ=MONTHLY");
    let monthly = expand(&monthly, from, until, &shanghai(), &mut steps).unwrap();
    assert_eq!(monthly.occurrences.len(), 0);
    let yearly = event("1904-02-29T00:00", "1904-02-29T00:10", "Asia/Shanghai", "FREQ=YEARLY");
    let leap = (jiff::civil::date(2028, 2, 1), jiff::civil::date(2028, 3, 1));
    assert_eq!(expand(&yearly, leap.0, leap.1, &shanghai(), &mut steps).unwrap().occurrences.len(), 1);
    // Of eight times a day a year and a half before the days.
    let endless = expand(&long_ago(""), from, until, &shanghai(), &mut Steps::default()).unwrap();
    assert_eq!((endless.occurrences.len(), endless.from_start, endless.to_end), (240, false, false));
}

#[test]
fn steps_that_are_spent_are_an_error_and_no_shorter_answer() {
    let days = (jiff::civil::date(2026, 9, 1), jiff::civil::date(2026, 9, 30));
    let daily = event("2026-01-01T08:00", "2026-01-01T08:10", "Asia/Shanghai", "FREQ=DAILY;COUNT=5000");
    let spent = expand(&daily, days.0, days.1, &shanghai(), &mut Steps::of(200));
    assert!(matches!(spent, Err(ExpandError::TooLong)));
    // After its first time it yields nothing for 28 years.
    let rare = event(
        "2024-02-29T08:00",
        "2024-02-29T08:10",
        "Asia/Shanghai",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=7;BYDAY=TH",
    );
    let mut steps = Steps::of(2000);
    assert!(expand(&rare, days.0, days.1, &shanghai(), &mut steps).is_ok());
    let late = Content { rule: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=WE".into(), ..rare };
    assert!(late.checked().is_err(), "the first time comes in 2040");
}

async fn import(client: &Client, events: &str) -> kernel::testing::Answer {
    let file = format!("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}END:VCALENDAR\r\n", events.replace('\n', "\r\n"));
    client.send_raw(Method::POST, "/api/calendar/import", Some((file.into_bytes(), "text/calendar"))).await
}

#[tokio::test]
async fn a_file_of_rules_that_take_long_is_refused_and_one_of_old_birthdays_is_not() {
    let portal = portal().await;
    let alice = portal.member().await;
    let series = |number: usize, starts: &str, rule: &str| {
        format!("BEGIN:VEVENT\nUID:{number}\nSUMMARY:{number}\nDTSTART:{starts}\nRRULE:{rule}\nEND:VEVENT\n")
    };
    let many = |count: usize, starts: &str, rule: &str| -> String {
        (0..count).map(|number| series(number, starts, rule)).collect()
    };
    let counted = "FREQ=DAILY;COUNT=5000";
    let refused = import(&alice, &many(60, "19000101T080000", counted)).await;
    assert_eq!(refused.refusal(), "409 这些重复规则推算起来太费时，请分几次导入，或让重复从较近的日期开始");
    assert!(super::days(&alice, "1900-01-01", "1900-01-10").await.is_empty(), "all or nothing");
    let birthdays = import(&alice, &many(500, "19000101T080000", "FREQ=YEARLY")).await;
    assert_eq!(birthdays.data()["events"], 500);
    let over =
        import(&alice, &many(500, "19000101T000000", &format!("{LONG_AGO};UNTIL=19950101T000000Z"))).await;
    assert_eq!(over.data()["events"], 500);
}

#[tokio::test]
async fn of_a_calendar_so_many_changes_are_kept_and_what_they_can_bring_back() {
    let portal = portal().await;
    let alice = portal.member().await;
    let long = "长".repeat(4000);
    let first = create(&alice, with(rehearsal(), json!({ "description": long }))).await;
    let gone = alice.delete(&path(&first)).await.data();
    let event = create(&alice, with(rehearsal(), json!({ "description": long }))).await;
    let mut last = Value::Null;
    for revision in 1..=720 {
        portal.advance(61);
        let body = json!({ "revision": revision, "title": format!("第 {revision} 次") });
        let changed = alice.patch(&path(&event), &body).await;
        assert_eq!(changed.status, StatusCode::OK, "{}", changed.text());
        last = changed.data();
    }
    let sizes = portal.app.db.read(|read| Ok(changes::sizes(read, "240111")?)).await.unwrap();
    assert_eq!(sizes.len(), 500);
    assert!(sizes.iter().map(|change| change.bytes).sum::<i64>() <= 8 << 20);
    let deleted =
        portal.app.db.read(|read| Ok(crate::store::events::deleted(read, "240111")?)).await.unwrap();
    assert!(deleted.is_empty(), "nothing can bring it back");
    let path = format!("/api/calendar/changes/{}/undo", gone["change_id"].as_str().unwrap());
    assert_eq!(alice.post_empty(&path).await.status, StatusCode::NOT_FOUND);
    undo(&alice, &last).await;
}
