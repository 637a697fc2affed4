//! Swaps: with consent, in one piece, and never against what has changed meanwhile.

use axum::http::StatusCode;
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{again, create, go_to, inbox, kept, numbers, path, roster, stand_in, told, turn};
use crate::tests::portal;

/// A portal with a roster; the head, 240101 of the first group and 240105 of the second.
async fn scene() -> (TestPortal, Client, Client, Client, String) {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (one, five) = (portal.register("240101").await, portal.register("240105").await);
    let id = create(&head, roster()).await;
    (portal, head, one, five, id)
}

/// 240101 has Friday, 240105 has Monday.
fn wanted(roster: &str) -> Value {
    json!({ "roster_id": roster, "date": "2026-09-04", "with_number": "240105", "with_date": "2026-09-07", "message": "去比赛" })
}

async fn ask(client: &Client, body: &Value) -> String {
    client.post("/api/duty/swaps", body).await.data()["id"].as_str().unwrap().to_owned()
}

async fn act(client: &Client, swap: &str, what: &str) -> kernel::testing::Answer {
    client.post_empty(&format!("/api/duty/swaps/{swap}/{what}")).await
}

#[tokio::test]
async fn an_accepted_swap_changes_both_turns_and_each_step_is_told_once() {
    let (_portal, head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    let listed = five.get("/api/duty/swaps").await.data()["swaps"][0].clone();
    assert_eq!(
        (&listed["mine"], &listed["state"], &listed["message"]),
        (&json!(false), &json!("open"), &json!("去比赛"))
    );
    assert_eq!((&listed["from"]["name"], &listed["to"]["number"]), (&json!("实名240101"), &json!("240105")));
    assert_eq!(listed["expires_at"], "2026-09-03T16:00:00.000Z", "Friday begins");
    let said = ("duty_swap".into(), "实名240101 想和你换值日".into(), "教室卫生：9月4日 ↔ 9月7日".into());
    assert_eq!(inbox(&five).await, [said]);

    assert_eq!(act(&five, &swap, "accept").await.data()["state"], "accepted");
    let (friday, monday) = (turn(&head, "2026-09-04").await, turn(&head, "2026-09-07").await);
    assert_eq!(numbers(&friday), ["240105", "240102", "240103", "240104"]);
    assert_eq!(numbers(&monday), ["240101", "240106", "240107", "240108"]);
    assert_eq!(monday["people"][0]["stands_in_for"]["number"], "240105");
    assert_eq!((told(&one, "duty_swap").await, told(&five, "duty_swap").await), (1, 1));
    assert_eq!(inbox(&one).await[0].1, "实名240105 同意了换值日");
    for what in ["accept", "decline"] {
        assert_eq!(act(&five, &swap, what).await.refusal(), "409 这个换值日的请求已经结束");
    }
}

#[tokio::test]
async fn a_favour_changes_one_turn() {
    let (_portal, head, one, five, id) = scene().await;
    let mut body = wanted(&id);
    body["with_date"] = Value::Null;
    let swap = ask(&one, &body).await;
    assert_eq!(inbox(&five).await[0].1, "实名240101 请你代值日");
    act(&five, &swap, "accept").await.data();
    assert_eq!(numbers(&turn(&head, "2026-09-04").await)[0], "240105");
    assert_eq!(numbers(&turn(&head, "2026-09-07").await)[0], "240105");
}

#[tokio::test]
async fn a_swap_can_be_declined_and_taken_back_by_those_whose_part_it_is() {
    let (portal, head, one, five, id) = scene().await;
    let other = portal.register("240102").await;
    let swap = ask(&one, &wanted(&id)).await;
    let other_class = portal.register("240201").await;
    let strangers = [
        (&other, "accept"),
        (&head, "accept"),
        (&other_class, "accept"),
        (&one, "accept"),
        (&one, "decline"),
        (&five, "cancel"),
    ];
    for (client, what) in strangers {
        assert_eq!(act(client, &swap, what).await.status, StatusCode::NOT_FOUND, "{what}");
    }
    act(&five, &swap, "decline").await.data();
    assert_eq!(inbox(&one).await[0].1, "实名240105 没有同意换值日");
    let swap = ask(&one, &wanted(&id)).await;
    act(&one, &swap, "cancel").await.data();
    assert_eq!(inbox(&five).await[0].1, "实名240101 撤回了换值日的请求");
    assert_eq!(numbers(&turn(&head, "2026-09-04").await)[0], "240101");
    let states: Vec<Value> = one.get("/api/duty/swaps").await.data()["swaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|swap| swap["state"].clone())
        .collect();
    assert!(states.contains(&json!("cancelled")) && states.contains(&json!("declined")));
}

#[tokio::test]
async fn a_swap_of_turns_that_changed_meanwhile_is_refused_and_changes_nothing() {
    let (_portal, head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    stand_in(&head, &id, "2026-09-07", "240105", Some("240110")).await;
    assert_eq!(act(&five, &swap, "accept").await.refusal(), "409 值日安排已有变动，不能再换");
    assert_eq!(numbers(&turn(&head, "2026-09-04").await)[0], "240101");
    assert_eq!(five.get("/api/duty/swaps").await.data()["swaps"][0]["state"], "open");
    head.delete(&path(&id)).await.data();
    assert_eq!(act(&five, &swap, "accept").await.refusal(), "409 值日安排已有变动，不能再换");
}

#[tokio::test]
async fn a_swap_and_a_change_of_the_staff_at_once_leave_a_turn_that_one_of_them_made() {
    let (_portal, head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    let change = json!({ "roster_id": id, "date": "2026-09-04", "number": "240101", "by": "240110" });
    let (accepted, changed) =
        tokio::join!(act(&five, &swap, "accept"), head.post("/api/duty/changes", &change));
    let (friday, monday) = (turn(&head, "2026-09-04").await, turn(&head, "2026-09-07").await);
    match (accepted.status, changed.status) {
        (StatusCode::OK, StatusCode::CONFLICT) => {
            assert_eq!((numbers(&friday)[0], numbers(&monday)[0]), ("240105", "240101"));
        }
        (StatusCode::CONFLICT, StatusCode::OK) => {
            assert_eq!((numbers(&friday)[0], numbers(&monday)[0]), ("240110", "240105"));
        }
        other => panic!("one of the two comes first: {other:?}"),
    }
}

#[tokio::test]
async fn a_swap_expires_when_the_earlier_day_begins() {
    let (portal, _head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    go_to(&portal, "2026-09-03T23:59:59");
    assert_eq!(five.get("/api/duty/swaps").await.data()["swaps"][0]["state"], "open");
    go_to(&portal, "2026-09-04T00:00");
    assert_eq!(act(&five, &swap, "accept").await.refusal(), "409 这个换值日的请求已经结束");
    kept(&portal).await;
    assert_eq!(five.get("/api/duty/swaps").await.data()["swaps"][0]["state"], "expired");
    assert_eq!(told(&one, "duty_swap").await, 1);
    assert_eq!(
        inbox(&one).await.iter().find(|(kind, ..)| kind == "duty_swap").unwrap().1,
        "实名240105 没有及时回复换值日"
    );
    go_to(&portal, "2026-10-05T00:00");
    let five = again(&portal, "240105").await;
    assert!(five.get("/api/duty/swaps").await.data()["swaps"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn what_cannot_be_swapped_is_refused_in_words() {
    let (_portal, _head, one, _five, id) = scene().await;
    let cases = [
        (json!({ "with_number": "240101" }), "400 不能和自己换"),
        (json!({ "with_number": "240106" }), "409 240106 还没有注册，无法回复"),
        (json!({ "with_number": "240201", "with_date": null }), "400 班级名单里没有 240201"),
        (json!({ "date": "2026-09-01", "with_date": null }), "409 只能换明天起的值日"),
        (json!({ "date": "2026-09-07" }), "400 两次值日须在不同的日子"),
        (json!({ "date": "2026-09-02" }), "409 240101 在 2026-09-02 没有值日"),
        (json!({ "with_date": "2026-09-08" }), "409 240105 在 2026-09-08 没有值日"),
        (json!({ "with_number": "240102", "with_date": null }), "409 240102 在 2026-09-04 已经值日"),
        (json!({ "message": "长".repeat(101) }), "400 “message”最多 100 个字符"),
    ];
    for (more, refusal) in cases {
        let body = super::with(wanted(&id), more);
        assert_eq!(one.post("/api/duty/swaps", &body).await.refusal(), refusal, "{body}");
    }
    for _ in 0..5 {
        ask(&one, &wanted(&id)).await;
    }
    assert_eq!(
        one.post("/api/duty/swaps", &wanted(&id)).await.refusal(),
        "409 最多有 5 个待回复的换值日的请求"
    );
}

#[tokio::test]
async fn a_swap_whose_turns_move_to_other_days_does_not_hold_and_both_are_told() {
    let (portal, head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    act(&five, &swap, "accept").await.data();
    // Thursday is off: the group of Friday has Monday, and that of Monday has Tuesday.
    let off = json!({ "days": [{ "date": "2026-09-03", "change": { "plan": "off" } }] });
    head.put("/api/timetable/days", &off).await.data();
    kept(&portal).await;
    assert_eq!(numbers(&turn(&head, "2026-09-07").await), ["240101", "240102", "240103", "240104"]);
    assert_eq!(numbers(&turn(&head, "2026-09-08").await), ["240105", "240106", "240107", "240108"]);
    for (client, other) in [(&one, "实名240105"), (&five, "实名240101")] {
        assert_eq!(client.get("/api/duty/swaps").await.data()["swaps"][0]["state"], "void");
        let said = inbox(client).await.into_iter().find(|(kind, ..)| kind == "duty_swap").unwrap();
        assert_eq!(said.1, format!("值日安排有变动，你和{other}的换值日不再有效"));
    }
    // It does not come back with the day, and is not told again.
    let usual = json!({ "days": [{ "date": "2026-09-03", "change": null }] });
    head.put("/api/timetable/days", &usual).await.data();
    kept(&portal).await;
    assert_eq!(numbers(&turn(&head, "2026-09-04").await)[0], "240101");
    let void = inbox(&one).await.iter().filter(|said| said.1.starts_with("值日安排有变动")).count();
    assert_eq!(void, 1);
}

#[tokio::test]
async fn a_swap_holds_while_its_turns_stay_on_their_days() {
    let (portal, head, one, five, id) = scene().await;
    let swap = ask(&one, &wanted(&id)).await;
    act(&five, &swap, "accept").await.data();
    // The Friday a week later, and a stand-in of whom somebody else has put there.
    let off = json!({ "days": [{ "date": "2026-09-11", "change": { "plan": "off" } }] });
    head.put("/api/timetable/days", &off).await.data();
    stand_in(&head, &id, "2026-09-07", "240101", Some("240110")).await;
    kept(&portal).await;
    assert_eq!(one.get("/api/duty/swaps").await.data()["swaps"][0]["state"], "accepted");
    assert_eq!(numbers(&turn(&head, "2026-09-04").await)[0], "240105");
}
