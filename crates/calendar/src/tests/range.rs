//! What a range of days shows.

use kernel::user::UserId;
use serde_json::json;

use super::{create, days, portal, range, rehearsal, with};
use crate::store::{events, occurrences};
use crate::{CalendarView, DaySource, FEATURE, SourceDay, schedule};
use identity::testing::TestPortal;

#[tokio::test]
async fn a_range_has_each_day_with_its_lunar_day_and_public_holiday() {
    let portal = portal().await;
    let alice = portal.member().await;
    let data = range(&alice, "2026-09-20", "2026-10-10").await;
    let days = data["days"].as_array().unwrap();
    assert_eq!(
        (days.len(), &data["today"], &data["zone"]),
        (21, &json!("2026-09-01"), &json!("Asia/Shanghai"))
    );
    let on = |date: &str| days.iter().find(|day| day["date"] == date).unwrap();
    assert_eq!(on("2026-09-20")["public_day"]["off"], false, "a Sunday on which people work");
    assert_eq!(on("2026-10-01")["public_day"]["off"], true);
    assert_eq!(on("2026-09-25")["lunar"]["festival"], json!({ "zh": "中秋节", "en": "Mid-Autumn Festival" }));
    assert_eq!(on("2026-09-23")["lunar"]["solar_term"]["en"], "Autumn Equinox");
    for (range, refusal) in [
        ("from=2026-09-01&until=2026-11-02", "400 “until”不能早于“from”，且最多 62 天"),
        ("from=2026-09-02&until=2026-09-01", "400 “until”不能早于“from”，且最多 62 天"),
        ("from=2026-9-1&until=2026-09-02", "400 “from”须为 1900–2199 年间的 YYYY-MM-DD"),
    ] {
        assert_eq!(alice.get(&format!("/api/calendar?{range}")).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn days_far_away_show_what_repeats_until_then() {
    let portal = portal().await;
    let alice = portal.member().await;
    let mondays = json!({ "title": "升旗", "starts": "2026-09-07T07:30", "rule": "FREQ=WEEKLY;INTERVAL=2" });
    create(&alice, mondays).await;
    let old = json!({ "title": "每月", "starts": "2001-01-31T07:30", "rule": "FREQ=MONTHLY" });
    create(&alice, old).await;
    create(&alice, with(rehearsal(), json!({ "starts": "2150-03-03T10:00", "ends": "2150-03-03T11:00" })))
        .await;
    assert_eq!(
        days(&alice, "2002-02-01", "2002-03-31").await,
        ["2002-03-31"],
        "months without a 31st are passed over"
    );
    let far = days(&alice, "2150-02-20", "2150-03-10").await;
    assert_eq!(far, ["2150-02-23", "2150-03-03", "2150-03-09"]);
}

#[tokio::test]
async fn as_time_passes_what_repeats_without_end_goes_on() {
    let portal = portal().await;
    let alice = portal.member().await;
    create(&alice, with(rehearsal(), json!({ "rule": "FREQ=DAILY" }))).await;
    for _ in 0..4 {
        portal.advance(300 * 86_400);
        let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
        let today: jiff::civil::Date = portal.app.today();
        let later = today.saturating_add(jiff::Span::new().days(60));
        assert_eq!(days(&alice, &today.to_string(), &later.to_string()).await.len(), 61);
    }
}

#[tokio::test]
async fn an_event_that_cannot_be_read_does_not_keep_the_others_from_going_on() {
    let portal = portal().await;
    let alice = portal.member().await;
    let daily = with(rehearsal(), json!({ "rule": "FREQ=DAILY" }));
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(create(&alice, daily.clone()).await["id"].as_str().unwrap().to_owned());
    }
    // The search reads what is new before it is spoilt.
    portal.settle().await;
    let (lost, spoilt, good) = (ids[0].clone(), ids[1].clone(), ids[2].clone());
    portal
        .app
        .write(move |tx| {
            let mut event = events::find(tx, &lost)?.unwrap();
            event.content.zone = "Mars/Olympus".into();
            events::update(tx, &event)?;
            for id in [&lost, &spoilt, &good] {
                occurrences::replace(tx, id, &event.owner, &[])?;
                events::set_expanded(tx, id, "", "2026-09-02", "Asia/Shanghai")?;
            }
            Ok(events::spoil(tx, &spoilt)?)
        })
        .await
        .unwrap();
    schedule::catch_up(&portal.app, portal.app.today()).await.unwrap();
    let count = portal.app.db.read(|read| Ok(occurrences::count(read, "240111")?)).await.unwrap();
    assert_eq!(count, 800, "of the one that can be read");
}

fn festival_of(
    _: &mut kernel::db::Read,
    _: &kernel::App,
    view: &CalendarView<'_>,
    from: jiff::civil::Date,
    _: jiff::civil::Date,
) -> kernel::db::DbResult<Vec<SourceDay>> {
    Ok(vec![SourceDay {
        date: from,
        title: view.viewer.net_name.clone(),
        id: view.viewer.user_id.to_string(),
        color: None,
    }])
}

#[tokio::test]
async fn other_features_show_their_days_unless_they_are_switched_off() {
    static SOURCE: DaySource = DaySource { kind: "birthday", app: "calendar", days: festival_of };
    const OTHER: kernel::Feature =
        kernel::Feature { name: "birthdays", provides: &[&SOURCE], ..kernel::Feature::EMPTY };
    let portal = TestPortal::new(&[search::FEATURE, FEATURE, OTHER]).await;
    let alice = portal.member().await;
    let data = range(&alice, "2026-09-20", "2026-09-20").await;
    let entry = json!([{ "kind": "birthday", "date": "2026-09-20", "title": "net-240111", "id": "240111", "color": null }]);
    assert_eq!(data["entries"], entry);
}

#[tokio::test]
async fn the_countdowns_are_told_what_asks_to_be_shown_there() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let body = json!({ "title": "月考", "owner": "class", "all_day": true, "starts": "2026-08-20",
                       "rule": "FREQ=MONTHLY", "show_in_countdown": true });
    create(&head, body).await;
    create(&head, rehearsal()).await;
    let app = portal.app.clone();
    let facts = kernel::testing::facts("240101");
    let found = portal
        .app
        .db
        .read(move |read| {
            let view = CalendarView { viewer: &facts, class: Some("01") };
            Ok(crate::countdown_events(read, &app, &view)?)
        })
        .await
        .unwrap();
    let found: Vec<_> = found.iter().map(|event| (&*event.title, event.date.to_string())).collect();
    assert_eq!(found, [("月考", "2026-09-20".to_owned())]);
}
