//! The public holidays, built in and as an admin enters them.

use axum::http::StatusCode;
use serde_json::json;

use super::{create, day, new, portal, subjects};

#[tokio::test]
async fn holidays_are_built_in_and_an_admin_enters_what_is_announced_later() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let national_day = day(&head, "2026-10-01").await;
    assert_eq!(national_day["kind"], "off");
    assert!(national_day["note"].as_str().unwrap().contains("国庆"));
    assert_eq!(day(&head, "2026-09-20").await["make_up"], true, "a Sunday on which people work");

    assert_eq!(head.get("/api/timetable/public-days?year=2027").await.data()["source"], "none");
    let days = json!({ "days": [
        { "date": "2027-01-04", "name": "元旦", "off": true },
        { "date": "2027-01-01", "name": "元旦", "off": true },
    ]});
    let path = "/api/timetable/public-days/2027";
    assert_eq!(head.put(path, &days).await.status, StatusCode::FORBIDDEN, "they are everybody's");
    let admin = portal.admin().await;
    let set = admin.put(path, &days).await.data();
    assert_eq!((&set["source"], &set["days"][0]["date"]), (&json!("own"), &json!("2027-01-01")));
    assert_eq!(day(&head, "2027-01-04").await["kind"], "off");
    let reset = admin.delete(path).await.data();
    assert_eq!(reset["source"], "none");
    assert_eq!(subjects(&day(&head, "2027-01-04").await), ["语文", "数学"]);
}

#[tokio::test]
async fn a_day_of_another_year_or_a_day_twice_is_refused() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let one = |date: &str| json!({ "date": date, "name": "元旦", "off": true });
    let path = "/api/timetable/public-days/2027";
    let other = admin.put(path, &json!({ "days": [one("2026-01-01")] })).await;
    assert_eq!(other.refusal(), "400 2026-01-01 不在 2027 年内，或名称不合规");
    let twice = admin.put(path, &json!({ "days": [one("2027-01-01"), one("2027-01-01")] })).await;
    assert_eq!(twice.refusal(), "400 同一天 2027-01-01 出现了两次");
    assert_eq!(admin.get("/api/timetable/public-days?year=1999").await.status, StatusCode::BAD_REQUEST);
}
