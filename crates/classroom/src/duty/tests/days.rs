//! What members see of duty: days, their own turns, the history and the counts; ticking; the calendar.

use axum::http::StatusCode;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{create, go_to, kept, numbers, range, roster, stand_in, turn, with};
use crate::duty::FEATURE;
use crate::tests::portal;

#[tokio::test]
async fn this_week_is_answered_by_default_and_today_says_when_the_caller_is_next() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let pupil = portal.register("240105").await;
    let mut body = roster();
    body["groups"][1]["members"][0]["task"] = json!("扫地");
    let id = create(&head, body).await;
    let week = pupil.get("/api/duty").await.data();
    assert_eq!((&week["days"][0]["date"], week["days"].as_array().unwrap().len()), (&json!("2026-08-31"), 7));
    assert_eq!((&week["may_manage"], &week["today"]), (&json!(false), &json!("2026-09-01")));
    assert_eq!(&week["mine"].as_array().unwrap()[..3], ["2026-09-02", "2026-09-07", "2026-09-10"]);
    let today = pupil.get("/api/duty/today").await.data();
    assert_eq!((&today["date"], &today["turns"][0]["group"]), (&json!("2026-09-01"), &json!("一组")));
    assert_eq!(
        today["next"],
        json!({ "date": "2026-09-02", "roster_id": id, "roster": "教室卫生", "task": "扫地" })
    );
    let far = pupil.get("/api/duty?from=2026-09-01&until=2026-11-02").await;
    assert_eq!(far.refusal(), "400 “until”不能早于“from”，且最多 62 天");
    let far = pupil.get("/api/duty?from=2030-09-01").await;
    assert_eq!(far.refusal(), "400 最多可以看今后 400 天");
}

#[tokio::test]
async fn a_turn_is_ticked_by_those_on_duty_and_the_staff_for_a_week() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (on_duty, other) = (portal.register("240101").await, portal.register("240105").await);
    let id = create(&head, roster()).await;
    let path = |date: &str| format!("/api/duty/turns/{id}/{date}");
    let done = json!({ "done": true, "note": "很干净" });
    let refused = other.put(&path("2026-09-01"), &done).await;
    assert_eq!(refused.refusal(), "403 只有当天值日的同学和管理者可以登记");
    let ticked = on_duty.put(&path("2026-09-01"), &done).await.data();
    assert_eq!((&ticked["done_by_name"], &ticked["note"]), (&json!("实名240101"), &json!("很干净")));
    assert_eq!(ticked["done_at"], "2026-09-01T00:00:00.000Z");
    let again = head.put(&path("2026-09-01"), &json!({ "done": true })).await.data();
    assert_eq!(again["done_by_name"], "实名240101", "the first tick counts");
    let taken_back = head.put(&path("2026-09-01"), &json!({ "done": false })).await.data();
    assert_eq!((&taken_back["done_at"], &taken_back["note"]), (&Value::Null, &json!("很干净")));
    let early = head.put(&path("2026-09-02"), &done).await;
    assert_eq!(early.refusal(), "409 只能登记今天和过去 7 天的值日");
    assert_eq!(head.put(&path("2026-08-31"), &done).await.status, StatusCode::NOT_FOUND);
    let long = head.put(&path("2026-09-01"), &json!({ "note": "长".repeat(201) })).await;
    assert_eq!(long.refusal(), "400 “note”最多 200 个字符");
    go_to(&portal, "2026-09-09T08:00");
    let head = super::again(&portal, "240100").await;
    assert_eq!(head.put(&path("2026-09-01"), &done).await.status, StatusCode::CONFLICT);
    assert_eq!(head.put(&path("2026-09-02"), &done).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_history_is_the_newest_first_and_counts_have_stand_ins() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    stand_in(&head, &id, "2026-09-01", "240101", Some("240112")).await;
    head.put(&format!("/api/duty/turns/{id}/2026-09-01"), &json!({ "done": true })).await.data();
    head.post("/api/duty/changes", &json!({ "roster_id": id, "date": "2026-09-02", "off": true }))
        .await
        .data();
    go_to(&portal, "2026-09-08T08:00");
    kept(&portal).await;
    let head = super::again(&portal, "240100").await;
    let history = head.get(&format!("/api/duty/history?roster_id={id}&limit=2")).await.data();
    assert_eq!(history["total"], 5);
    let dates: Vec<_> =
        history["turns"].as_array().unwrap().iter().map(|turn| turn["date"].clone()).collect();
    assert_eq!(dates, ["2026-09-07", "2026-09-04"]);
    assert_eq!(head.get("/api/duty/history?roster_id=none").await.data()["total"], 0);

    let counts = head.get("/api/duty/counts?from=2026-09-01&until=2026-09-07").await.data();
    let of = |number: &str| {
        let all = counts["counts"].as_array().unwrap();
        let one = all.iter().find(|one| one["number"] == number).unwrap();
        (one["turns"].as_i64().unwrap(), one["done"].as_i64().unwrap())
    };
    // 1, 4: the first group; 2 was called off, 7: the second; 3: the third.
    assert_eq!((of("240101"), of("240112")), ((1, 0), (2, 1)));
    assert_eq!((of("240102"), of("240105"), of("240109")), ((2, 1), (1, 0), (1, 0)));
}

#[tokio::test]
async fn the_calendar_shows_the_own_days_of_duty_alone() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let pupil = portal.register("240105").await;
    create(&head, roster()).await;
    let shown = async |client: &kernel::testing::Client| {
        let range = client.get("/api/calendar?from=2026-09-01&until=2026-09-08").await.data();
        let entries = range["entries"].as_array().unwrap().clone();
        let of_duty = entries.into_iter().filter(|entry| entry["kind"] == "duty");
        of_duty.map(|entry| entry["date"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&pupil).await, ["2026-09-02", "2026-09-07"]);
    assert!(shown(&head).await.is_empty());
}

#[tokio::test]
async fn several_rosters_stand_in_the_order_in_which_they_were_made() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, with(roster(), json!({ "name": "走廊" }))).await;
    portal.advance(1);
    create(&head, with(roster(), json!({ "name": "黑板", "first_group": 1 }))).await;
    for date in ["2026-09-01", "2026-09-02"] {
        let day = range(&head, date, date).await["days"][0].clone();
        let names: Vec<_> =
            day["turns"].as_array().unwrap().iter().map(|turn| turn["roster"].clone()).collect();
        assert_eq!(names, ["走廊", "黑板"]);
    }
}

#[tokio::test]
async fn a_member_takes_turns_and_swaps_along_and_an_erased_one_is_named_nowhere() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (one, five) = (portal.register("240101").await, portal.register("240105").await);
    let id = create(&head, roster()).await;
    one.put(&format!("/api/duty/turns/{id}/2026-09-01"), &json!({ "done": true })).await.data();
    let swap = json!({ "roster_id": id, "date": "2026-09-04", "with_number": "240105", "message": "有事" });
    one.post("/api/duty/swaps", &swap).await.data();
    let export = async |number: &str| {
        let user = UserId::parse(number).unwrap();
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
    };
    let taken = export("240101").await.unwrap();
    assert_eq!(
        (&taken["turns"][0]["date"], &taken["turns"][0]["group"]),
        (&json!("2026-09-01"), &json!("一组"))
    );
    assert_eq!(
        (&taken["swaps"][0]["message"], &taken["swaps"][0]["asked_by_me"]),
        (&json!("有事"), &json!(true))
    );
    assert_eq!(export("240105").await.unwrap()["swaps"][0]["asked_by_me"], false);
    assert_eq!(export("240112").await, None);

    let user = UserId::parse("240101").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    assert!(five.get("/api/duty/swaps").await.data()["swaps"].as_array().unwrap().is_empty());
    let today = turn(&head, "2026-09-01").await;
    assert_eq!((&today["done_by_name"], numbers(&today)[0]), (&Value::Null, "240101"));
}
