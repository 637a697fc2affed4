//! The days before a day, the progress towards it, and what is said of a countdown beside its day.

use axum::http::StatusCode;
use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::{Ban, UserId};
use serde_json::{Value, json};

use super::{create, exam, portal};

const DAY: u64 = 86_400;

async fn days(client: &Client, made: &Value) -> Value {
    client.get(&format!("/api/countdown/{}/days", made["id"].as_str().unwrap())).await.data()
}

async fn check_in(client: &Client) {
    client.post_empty("/api/level/daily-login").await.data();
}

/// The day of this date.
fn on<'a>(days: &'a Value, date: &str) -> &'a Value {
    days["days"].as_array().unwrap().iter().find(|day| day["date"] == date).unwrap()
}

fn day(date: &str, checked_in: Value, of: Value, own: Value) -> Value {
    json!({ "date": date, "checked_in": checked_in, "of": of, "own": own })
}

async fn again(portal: &TestPortal, id: &str) -> Client {
    portal.client_of(UserId::parse(id).unwrap()).await
}

#[tokio::test]
async fn each_check_in_of_the_class_is_counted_on_its_day_without_names() {
    let portal = portal().await;
    let (head, alice, bob) =
        (portal.class_admin().await, portal.register("240101").await, portal.register("240102").await);
    let stranger = portal.register("240201").await;
    let made =
        create(&head, json!({ "title": "期中考试", "target_date": "2026-10-01", "for_class": true })).await;
    for client in [&alice, &bob, &stranger] {
        check_in(client).await;
    }
    check_in(&alice).await;
    portal.advance(DAY);
    let (alice, bob) = (again(&portal, "240101").await, again(&portal, "240102").await);
    check_in(&bob).await;

    let seen = days(&alice, &made).await;
    assert_eq!((&seen["class"], &seen["total"]), (&json!("01"), &json!(3)));
    let all = seen["days"].as_array().unwrap();
    assert_eq!(
        (all.len(), &all[0]["date"], &all[99]["date"]),
        (100, &json!("2026-06-23"), &json!("2026-09-30"))
    );
    assert_eq!(*on(&seen, "2026-08-31"), day("2026-08-31", json!(0), json!(3), json!(false)));
    assert_eq!(*on(&seen, "2026-09-01"), day("2026-09-01", json!(2), json!(3), json!(true)));
    assert_eq!(*on(&seen, "2026-09-02"), day("2026-09-02", json!(1), json!(3), json!(false)));
    assert_eq!(*on(&seen, "2026-09-03"), day("2026-09-03", Value::Null, Value::Null, Value::Null));
    assert_eq!(on(&days(&bob, &made).await, "2026-09-02")["own"], true);
    let text = seen.to_string();
    assert!(!text.contains("240101") && !text.contains("net-"), "nobody is named");
}

#[tokio::test]
async fn who_is_disabled_or_erased_is_not_counted() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let made = create(&alice, json!({ "title": "x", "target_date": "2026-10-01" })).await;
    check_in(&alice).await;
    check_in(&bob).await;
    let today = |checked_in: i64, of: i64| day("2026-09-01", json!(checked_in), json!(of), json!(true));
    assert_eq!(*on(&days(&alice, &made).await, "2026-09-01"), today(2, 2), "of one's own those of the class");
    portal.ban("240102", Some(Ban::default())).await;
    portal.settle().await;
    assert_eq!(*on(&days(&alice, &made).await, "2026-09-01"), today(1, 1));
}

#[tokio::test]
async fn without_a_class_one_sees_ones_own_check_ins_alone() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = create(&admin, json!({ "title": "x", "target_date": "2026-09-20" })).await;
    check_in(&admin).await;
    check_in(&alice).await;
    let seen = days(&admin, &made).await;
    assert_eq!((&seen["class"], &seen["total"]), (&Value::Null, &json!(0)));
    assert_eq!(*on(&seen, "2026-09-01"), day("2026-09-01", Value::Null, Value::Null, json!(true)));
    let path = format!("/api/countdown/{}/days", made["id"].as_str().unwrap());
    assert_eq!(alice.get(&path).await.status, StatusCode::NOT_FOUND, "another's own");
}

#[tokio::test]
async fn what_repeats_has_the_days_since_the_occurrence_before_and_what_is_over_the_last_hundred() {
    let portal = portal().await;
    let alice = portal.member().await;
    let of = async |body: Value| {
        let all = days(&alice, &create(&alice, body).await).await["days"].as_array().unwrap().clone();
        (all.len(), all[0]["date"].clone(), all[all.len() - 1]["date"].clone())
    };
    let monthly = json!({ "title": "x", "target_date": "2026-08-10", "repeat_type": "monthly" });
    assert_eq!(of(monthly).await, (31, json!("2026-08-10"), json!("2026-09-09")));
    let yearly = json!({ "title": "x", "target_date": "2020-10-01", "repeat_type": "yearly" });
    assert_eq!(of(yearly).await, (100, json!("2026-06-23"), json!("2026-09-30")));
    let over = json!({ "title": "x", "target_date": "2026-06-07" });
    assert_eq!(of(over).await, (100, json!("2026-02-27"), json!("2026-06-06")));
}

#[tokio::test]
async fn progress_runs_from_the_day_that_is_named_or_on_which_it_was_made() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = create(&alice, json!({ "title": "x", "target_date": "2026-09-11" })).await;
    assert_eq!((&made["started_on"], &made["progress"]), (&json!("2026-09-01"), &json!(0.0)));
    let path = format!("/api/countdown/{}", made["id"].as_str().unwrap());
    let earlier = alice.patch(&path, &json!({ "started_on": "2026-08-22" })).await.data();
    assert_eq!((&earlier["started_on"], &earlier["progress"]), (&json!("2026-08-22"), &json!(0.5)));
    portal.advance(3 * DAY);
    let alice = again(&portal, "240111").await;
    assert_eq!(alice.get(&path).await.data()["progress"], 0.65);
    portal.advance(10 * DAY);
    let alice = again(&portal, "240111").await;
    assert_eq!(alice.get(&path).await.data()["progress"], 1.0, "never more");
    let yearly = json!({ "title": "生日", "target_date": "2000-03-15", "repeat_type": "yearly", "started_on": "2026-01-01" });
    assert_eq!(create(&alice, yearly).await["progress"], 0.5, "since the birthday before");
    let later = json!({ "title": "x", "target_date": "2026-12-01", "started_on": "2027-01-01" });
    assert_eq!(create(&alice, later).await["progress"], 1.0, "there is nothing to wait for");
}

#[tokio::test]
async fn category_reminders_and_start_are_checked_and_default_to_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let plain = create(&alice, exam()).await;
    let of = |field: &str| plain[field].clone();
    assert_eq!((of("category"), of("reminders"), of("suggestion")), (json!("other"), json!([]), Value::Null));
    let path = format!("/api/countdown/{}", plain["id"].as_str().unwrap());
    let changed = alice.patch(&path, &json!({ "category": "exam", "reminders": [30, 0] })).await.data();
    assert_eq!((&changed["category"], &changed["reminders"]), (&json!("exam"), &json!([0, 30])));
    for (change, refusal) in [
        (json!({ "category": "party" }), "400 字段“category”的格式不正确"),
        (json!({ "reminders": [366] }), "400 最多 5 个提醒，每个须为提前 0–365 天"),
        (json!({ "reminders": [-1] }), "400 最多 5 个提醒，每个须为提前 0–365 天"),
        (json!({ "reminders": [0, 1, 2, 3, 4, 5] }), "400 最多 5 个提醒，每个须为提前 0–365 天"),
        (json!({ "started_on": "2026-2-3" }), "400 日期须为 1900–2199 年间的 YYYY-MM-DD"),
    ] {
        assert_eq!(alice.patch(&path, &change).await.refusal(), refusal);
    }
    assert_eq!(alice.get(&path).await.data(), changed);
}
