//! What happens by itself: stored turns, and who is told in the morning.

use serde_json::{Value, json};

use super::{
    again, create, go_to, groups, inbox, kept, numbers, pairs, path, roster, stand_in, told, turn, with,
};
use crate::tests::portal;

#[tokio::test]
async fn those_on_duty_are_told_at_seven_once_over_a_restart() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let mut body = roster();
    body["groups"][1]["members"][0]["task"] = json!("扫地");
    let id = create(&head, body).await;
    portal.register("240109").await;
    let (five, six) = (portal.register("240105").await, portal.register("240106").await);
    // The turn is stored at night: waiting for the task moves the clock.
    go_to(&portal, "2026-09-02T01:00");
    kept(&portal).await;
    go_to(&portal, "2026-09-02T06:59:59");
    tokio::task::yield_now().await;
    assert_eq!(told(&five, "duty").await, 0);
    go_to(&portal, "2026-09-02T07:00");
    kept(&portal).await;
    assert_eq!(inbox(&five).await, [("duty".into(), "今天值日：教室卫生".into(), "扫地".into())]);
    assert_eq!(inbox(&six).await[0].2, "二组");
    let portal = portal.restart(&[]).await;
    portal.advance(3600);
    kept(&portal).await;
    let (head, five, nine) =
        (again(&portal, "240100").await, again(&portal, "240105").await, again(&portal, "240109").await);
    assert_eq!((told(&five, "duty").await, told(&nine, "duty").await), (1, 0));
    head.delete(&path(&id)).await.data();
    assert!(inbox(&five).await.is_empty(), "nothing is said of what is gone");
}

#[tokio::test]
async fn a_roster_made_during_the_day_tells_those_of_today_and_so_does_a_late_stand_in() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (one, twelve) = (portal.register("240101").await, portal.register("240112").await);
    let id = create(&head, roster()).await;
    kept(&portal).await;
    assert_eq!(told(&one, "duty").await, 1);
    stand_in(&head, &id, "2026-09-01", "240101", Some("240112")).await;
    assert_eq!(told(&twelve, "duty").await, 1);
    assert_eq!(told(&one, "duty").await, 0, "who is not on duty any more reads nothing of it");
    let undo = turn(&head, "2026-09-01").await["people"][0]["change_id"].as_str().unwrap().to_owned();
    head.delete(&format!("/api/duty/changes/{undo}")).await.data();
    assert_eq!((told(&one, "duty").await, told(&twelve, "duty").await), (1, 0));
    let off = json!({ "roster_id": id, "date": "2026-09-01", "off": true });
    head.post("/api/duty/changes", &off).await.data();
    assert_eq!(told(&one, "duty").await, 0, "there is no duty any more");
}

#[tokio::test]
async fn nobody_is_told_of_a_day_that_is_called_off() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (five, nine) = (portal.register("240105").await, portal.register("240109").await);
    let id = create(&head, roster()).await;
    head.post("/api/duty/changes", &json!({ "roster_id": id, "date": "2026-09-02", "off": true }))
        .await
        .data();
    go_to(&portal, "2026-09-02T08:00");
    kept(&portal).await;
    assert_eq!((told(&five, "duty").await, told(&nine, "duty").await), (0, 0));
}

#[tokio::test]
async fn days_on_which_the_server_was_off_are_stored_and_told_to_nobody() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, roster()).await;
    for number in ["240101", "240105", "240109"] {
        portal.register(number).await;
    }
    kept(&portal).await;
    portal.app.stop().await;
    go_to(&portal, "2026-09-08T10:00");
    let portal = portal.restart(&[]).await;
    kept(&portal).await;
    let head = again(&portal, "240100").await;
    let (one, five, nine) =
        (again(&portal, "240101").await, again(&portal, "240105").await, again(&portal, "240109").await);
    let expected = pairs(&[
        ("09-01", "一组"),
        ("09-02", "二组"),
        ("09-03", "三组"),
        ("09-04", "一组"),
        ("09-07", "二组"),
        ("09-08", "三组"),
    ]);
    assert_eq!(groups(&head, "2026-09-01", "2026-09-08").await, expected);
    assert_eq!((told(&one, "duty").await, told(&five, "duty").await), (1, 0));
    assert_eq!(told(&nine, "duty").await, 1, "today is told late");
}

#[tokio::test]
async fn a_day_off_that_is_said_later_shifts_turns_to_come_and_not_those_that_were() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, roster()).await;
    go_to(&portal, "2026-09-03T08:00");
    kept(&portal).await;
    let off = |date: &str| json!({ "date": date, "change": { "plan": "off", "note": "运动会" } });
    let days = json!({ "days": [off("2026-09-02"), off("2026-09-04")] });
    head.put("/api/timetable/days", &days).await.data();
    let expected = pairs(&[("09-01", "一组"), ("09-02", "二组"), ("09-03", "三组"), ("09-07", "一组")]);
    assert_eq!(groups(&head, "2026-09-01", "2026-09-07").await, expected);
    let friday = super::range(&head, "2026-09-04", "2026-09-04").await["days"][0].clone();
    assert_eq!((&friday["is_school_day"], &friday["reason"]), (&json!(false), &json!("运动会")));
}

#[tokio::test]
async fn a_day_that_turns_out_to_be_off_has_no_duty_and_its_group_has_the_next_turn() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let five = portal.register("240105").await;
    go_to(&portal, "2026-09-02T07:30");
    kept(&portal).await;
    assert_eq!(told(&five, "duty").await, 1);
    let say = async |plan: Value| {
        let days = json!({ "days": [{ "date": "2026-09-02", "change": plan }] });
        head.put("/api/timetable/days", &days).await.data();
    };
    say(json!({ "plan": "off" })).await;
    let today = head.get("/api/duty/today").await.data();
    assert_eq!((&today["is_school_day"], &today["turns"]), (&json!(false), &json!([])));
    kept(&portal).await;
    assert_eq!(told(&five, "duty").await, 0, "nobody reads of a duty that there is not");
    let expected = pairs(&[("09-01", "一组"), ("09-03", "二组"), ("09-04", "三组")]);
    assert_eq!(groups(&head, "2026-09-01", "2026-09-04").await, expected);

    // There is school after all.
    say(Value::Null).await;
    kept(&portal).await;
    assert_eq!(told(&five, "duty").await, 1);
    let expected = pairs(&[("09-01", "一组"), ("09-02", "二组"), ("09-03", "三组")]);
    assert_eq!(groups(&head, "2026-09-01", "2026-09-03").await, expected);

    // What was done before the day was called off stays done.
    five.put(&format!("/api/duty/turns/{id}/2026-09-02"), &json!({ "done": true })).await.data();
    say(json!({ "plan": "off" })).await;
    kept(&portal).await;
    assert_eq!(groups(&head, "2026-09-01", "2026-09-03").await[1], expected[1]);
    assert_eq!(told(&five, "duty").await, 1);
}

#[tokio::test]
async fn a_roster_that_gets_the_weekday_of_today_has_duty_from_its_next_day_on() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    // It is Tuesday.
    let id = create(&head, with(roster(), json!({ "weekdays": [1, 5] }))).await;
    kept(&portal).await;
    let wider = json!({ "revision": 1, "weekdays": [1, 2, 3, 5] });
    head.patch(&path(&id), &wider).await.data();
    kept(&portal).await;
    assert_eq!(groups(&head, "2026-09-01", "2026-09-03").await, pairs(&[("09-02", "一组")]));
}

#[tokio::test]
async fn the_timetable_of_the_class_decides_where_there_is_one() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, roster()).await;
    let week = json!({ "subjects": [{ "name": "语文" }], "schedules": [{ "days": [2, 4], "lessons": [
        { "subject": "语文", "start": "08:00", "end": "08:40" }] }] });
    let term = json!({ "owner": "class", "name": "高一上", "from": "2026-09-01", "until": "2026-09-30", "timetable": week });
    head.post("/api/timetable", &term).await.data();
    let found = groups(&head, "2026-09-01", "2026-10-10").await;
    assert_eq!(found[..3], pairs(&[("09-01", "一组"), ("09-03", "二组"), ("09-08", "三组")]));
    assert_eq!(found.last().unwrap().0, "09-29", "there is no school after the term");
}

#[tokio::test]
async fn a_roster_that_began_before_it_was_written_down_has_the_turns_since() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, with(roster(), json!({ "starts_on": "2026-08-27" }))).await;
    let expected = pairs(&[("08-27", "一组"), ("08-28", "二组"), ("08-31", "三组"), ("09-01", "一组")]);
    assert_eq!(groups(&head, "2026-08-24", "2026-09-01").await, expected);
    let shown = turn(&head, "2026-08-28").await;
    assert_eq!((&shown["past"], &shown["done_at"], numbers(&shown).len()), (&json!(true), &Value::Null, 4));
}
