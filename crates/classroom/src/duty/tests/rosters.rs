//! Rosters: what they may say, and what becomes of their turns when they change.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{again, create, go_to, groups, kept, pairs, path, roster, turn, with};
use crate::tests::{leave, portal};

#[tokio::test]
async fn a_roster_is_what_was_sent_with_the_names_of_the_class_list() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    portal.register("240101").await;
    let mut body = roster();
    body["groups"][0]["members"][0]["task"] = json!(" 擦黑板 ");
    let made = head.post("/api/duty/rosters", &body).await.data();
    assert_eq!(
        made["groups"][0]["members"][0],
        json!({ "number": "240101", "name": "实名240101", "user_id": "240101", "left": false, "task": "擦黑板" })
    );
    assert_eq!(made["groups"][1]["members"][0]["user_id"], Value::Null);
    assert_eq!((&made["weekdays"], &made["turn"]), (&json!([1, 2, 3, 4, 5]), &json!("day")));
    assert_eq!(head.get(&path(made["id"].as_str().unwrap())).await.data(), made);
    assert_eq!(head.get("/api/duty/rosters").await.data()["rosters"], json!([made]));
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_in_words() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let twice = json!([{ "name": "一组", "members": [{ "number": "240101" }, { "number": "240101" }] }]);
    let unknown = json!([{ "name": "一组", "members": [{ "number": "240201" }] }]);
    let same = json!([{ "name": "一组", "members": [] }, { "name": "一组", "members": [] }]);
    let task = json!([{ "name": "一组", "members": [{ "number": "240101", "task": "长".repeat(21) }] }]);
    let cases = [
        (json!({ "name": " " }), "400 名称须为 1–30 个字符，一行"),
        (json!({ "groups": [] }), "400 须有 1–20 个小组"),
        (json!({ "groups": twice }), "400 240101 出现了两次"),
        (json!({ "groups": unknown }), "400 班级名单里没有 240201"),
        (json!({ "groups": same }), "400 小组不能重名"),
        (json!({ "groups": task }), "400 任务最多 20 个字符"),
        (json!({ "weekdays": [0] }), "400 星期须为 1–7，至少一天"),
        (json!({ "first_group": 3 }), "400 没有这个起始小组"),
        (json!({ "ends_on": "2026-08-31" }), "400 结束日期不能早于开始日期"),
        (json!({ "starts_on": "2020-01-01" }), "400 开始日期须在过去 366 天到今后 400 天之间"),
        (json!({ "starts_on": "1 September" }), "400 “starts_on”须为 1900–2199 年间的 YYYY-MM-DD"),
        (json!({ "id": "mine" }), "400 编号须为 UUID"),
    ];
    for (more, refusal) in cases {
        assert_eq!(head.post("/api/duty/rosters", &with(roster(), more)).await.refusal(), refusal);
    }
    for number in 0..10 {
        create(&head, with(roster(), json!({ "name": format!("{number}") }))).await;
    }
    assert_eq!(head.post("/api/duty/rosters", &roster()).await.refusal(), "409 一个班最多 10 份值日表");
}

#[tokio::test]
async fn the_same_id_makes_one_roster_and_a_stale_revision_is_refused() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let body = with(roster(), json!({ "id": "0190c1a2-0000-7000-8000-000000000001" }));
    let (first, second) = (create(&head, body.clone()).await, create(&head, body).await);
    assert_eq!(first, second);
    let rename = |revision: i64| json!({ "revision": revision, "name": "打扫" });
    assert_eq!(head.patch(&path(&first), &rename(1)).await.data()["name"], "打扫");
    let late = head.patch(&path(&first), &rename(1)).await;
    assert_eq!((late.status, &late.json()["data"]["revision"]), (StatusCode::CONFLICT, &json!(2)));
}

#[tokio::test]
async fn a_roster_of_days_leaves_days_off_out_and_uses_up_no_group_for_them() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    // 25 September is the Mid-Autumn Festival; 26 and 27 are a weekend.
    create(&head, with(roster(), json!({ "starts_on": "2026-09-23" }))).await;
    let expected = pairs(&[
        ("09-23", "一组"),
        ("09-24", "二组"),
        ("09-28", "三组"),
        ("09-29", "一组"),
        ("09-30", "二组"),
        ("10-08", "三组"),
        ("10-09", "一组"),
    ]);
    assert_eq!(groups(&head, "2026-09-21", "2026-10-11").await, expected);
    let holiday = super::range(&head, "2026-10-01", "2026-10-01").await;
    assert_eq!(holiday["days"][0]["is_school_day"], false);
    assert!(holiday["days"][0]["reason"].as_str().unwrap().contains("国庆"));
}

#[tokio::test]
async fn a_roster_of_weeks_keeps_a_group_for_all_school_days_of_a_week() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, with(roster(), json!({ "turn": "week", "starts_on": "2026-09-23" }))).await;
    let found = groups(&head, "2026-09-23", "2026-10-12").await;
    let expected = pairs(&[
        ("09-23", "一组"),
        ("09-24", "一组"),
        ("09-28", "二组"),
        ("09-29", "二组"),
        ("09-30", "二组"),
        ("10-08", "三组"),
        ("10-09", "三组"),
        ("10-10", "三组"),
        ("10-12", "一组"),
    ]);
    assert_eq!(found, expected, "people work on Saturday, 10 October");
}

#[tokio::test]
async fn a_change_leaves_today_and_what_is_over_as_it_was() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    go_to(&portal, "2026-09-03T09:00");
    kept(&portal).await;
    let mut body = roster();
    body["groups"].as_array_mut().unwrap().remove(0);
    let change = json!({ "revision": 1, "name": "打扫", "groups": body["groups"] });
    head.patch(&path(&id), &change).await.data();
    let found = groups(&head, "2026-09-01", "2026-09-08").await;
    let expected = pairs(&[
        ("09-01", "一组"),
        ("09-02", "二组"),
        ("09-03", "三组"),
        ("09-04", "二组"),
        ("09-07", "三组"),
        ("09-08", "二组"),
    ]);
    assert_eq!(found, expected);
    assert_eq!(turn(&head, "2026-09-03").await["roster"], "教室卫生");
    assert_eq!(turn(&head, "2026-09-04").await["roster"], "打扫");
}

#[tokio::test]
async fn another_first_group_lets_the_rotation_begin_anew_after_today() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    head.patch(&path(&id), &json!({ "revision": 1, "first_group": 2 })).await.data();
    let found = groups(&head, "2026-09-01", "2026-09-04").await;
    let expected = pairs(&[("09-01", "一组"), ("09-02", "三组"), ("09-03", "一组"), ("09-04", "二组")]);
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_deleted_roster_keeps_its_history_and_its_id_brings_it_back() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let body = with(roster(), json!({ "id": "0190c1a2-0000-7000-8000-000000000001" }));
    let id = create(&head, body.clone()).await;
    go_to(&portal, "2026-09-02T09:00");
    kept(&portal).await;
    head.delete(&path(&id)).await.data();
    assert_eq!(head.get(&path(&id)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(groups(&head, "2026-09-01", "2026-09-04").await, pairs(&[("09-01", "一组")]));
    go_to(&portal, "2026-09-04T09:00");
    create(&head, body).await;
    let found = groups(&head, "2026-09-01", "2026-09-07").await;
    let expected = pairs(&[("09-01", "一组"), ("09-02", "二组"), ("09-04", "三组"), ("09-07", "一组")]);
    assert_eq!(found, expected, "there was no duty while it was deleted");
}

#[tokio::test]
async fn who_leaves_the_class_list_is_named_as_gone_and_left_out_of_turns_to_come() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    leave(&portal, &["240101", "240105"]).await;
    let shown = head.get(&path(&id)).await.data();
    let first = &shown["groups"][0]["members"][0];
    assert_eq!((&first["name"], &first["left"]), (&json!("已离开"), &json!(true)));
    assert_eq!(super::numbers(&turn(&head, "2026-09-02").await), ["240106", "240107", "240108"]);
    let today = turn(&head, "2026-09-01").await;
    assert_eq!(today["people"][0]["name"], "已离开", "today stays as it was when it began");
    // Who has left may stay in the roster when it is saved again.
    let groups = json!({ "revision": 1, "groups": roster()["groups"] });
    assert_eq!(head.patch(&path(&id), &groups).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_preview_shows_the_next_turns_and_names_the_holidays_between() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let body = json!({ "roster": with(roster(), json!({ "starts_on": "2026-09-23" })) });
    let seen = head.post("/api/duty/rosters/preview", &body).await.data();
    assert_eq!(seen["turns"].as_array().unwrap().len(), 20);
    assert_eq!(
        (&seen["turns"][2]["date"], &seen["turns"][2]["group"]),
        (&json!("2026-09-28"), &json!("三组"))
    );
    assert_eq!(seen["skipped"][0]["date"], "2026-09-25");
    assert!(seen["skipped"][0]["reason"].as_str().unwrap().contains("中秋"));
    let weekly = with(roster(), json!({ "turn": "week" }));
    let seen = head.post("/api/duty/rosters/preview", &json!({ "roster": weekly })).await.data();
    assert_eq!(
        (&seen["turns"][0]["date"], &seen["turns"][0]["until"]),
        (&json!("2026-09-01"), &json!("2026-09-04"))
    );
    assert!(head.get("/api/duty/rosters").await.data()["rosters"].as_array().unwrap().is_empty());

    let id = create(&head, roster()).await;
    let mut changed = with(roster(), json!({ "id": id }));
    changed["groups"].as_array_mut().unwrap().swap(1, 2);
    let seen = head.post("/api/duty/rosters/preview", &json!({ "roster": changed })).await.data();
    assert_eq!(
        (&seen["turns"][0]["date"], &seen["turns"][0]["group"]),
        (&json!("2026-09-02"), &json!("三组")),
        "today is stored"
    );
}

#[tokio::test]
async fn a_preview_of_a_roster_that_began_long_ago_is_as_possible_as_its_change() {
    let portal = portal().await;
    let id = create(&portal.class_admin().await, roster()).await;
    // More than the 366 days that a new roster may reach back.
    go_to(&portal, "2027-09-15T09:00");
    kept(&portal).await;
    let head = again(&portal, "240100").await;
    let preview = async |more: Value| {
        let body = json!({ "roster": with(roster(), more) });
        head.post("/api/duty/rosters/preview", &body).await
    };
    let seen = preview(json!({ "id": id, "name": "打扫" })).await.data();
    assert_eq!(seen["turns"][0]["date"], "2027-09-16", "today is stored");
    let group = seen["turns"][0]["group"].as_str().unwrap().to_owned();
    let change = json!({ "revision": 1, "name": "打扫", "starts_on": "2026-09-01" });
    assert_eq!(head.patch(&path(&id), &change).await.data()["name"], "打扫");
    assert_eq!(groups(&head, "2027-09-16", "2027-09-16").await, pairs(&[("09-16", &group)]));

    // Another first day that far back is refused by both, as that of a roster that is not saved.
    let refusal = "400 开始日期须在过去 366 天到今后 400 天之间";
    let earlier = json!({ "revision": 2, "starts_on": "2026-08-31" });
    assert_eq!(head.patch(&path(&id), &earlier).await.refusal(), refusal);
    assert_eq!(preview(json!({ "id": id, "starts_on": "2026-08-31" })).await.refusal(), refusal);
    assert_eq!(preview(json!({})).await.refusal(), refusal);
    let other = "0190c1a2-0000-7000-8000-000000000009";
    assert_eq!(preview(json!({ "id": other })).await.refusal(), refusal);
    head.delete(&path(&id)).await.data();
    assert_eq!(
        preview(json!({ "id": id })).await.refusal(),
        refusal,
        "a deleted one cannot be changed either"
    );
}
