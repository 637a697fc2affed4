//! What days are, what is on now, and what differs on single days.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{create, day, new, portal, subjects};

#[tokio::test]
async fn a_day_says_its_lessons_with_teacher_and_room() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let tuesday = day(&head, "2026-09-01").await;
    assert_eq!(tuesday["lessons"][0]["teacher"], "王老师");
    assert_eq!(
        (&tuesday["week"], &tuesday["weeks"], &tuesday["kind"]),
        (&json!(1), &json!("odd"), &json!("lessons"))
    );
    assert_eq!(tuesday["timetable_id"], made["id"]);
    let many = head.get("/api/timetable/days?from=2026-09-01&until=2026-11-02").await;
    assert_eq!(many.refusal(), "400 “until”不能早于“from”，且最多 62 天");
    assert_eq!(
        head.get("/api/timetable/days?from=2026-09-02&until=2026-09-01").await.status,
        StatusCode::BAD_REQUEST
    );
    let month = head.get("/api/timetable/days?from=2026-09-01&until=2026-11-01").await.data();
    assert_eq!(month["days"].as_array().unwrap().len(), 62);
}

#[tokio::test]
async fn what_is_on_follows_the_portals_clock() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    // The portal's clock stands at 08:00 in Shanghai.
    let now = head.get("/api/timetable/now").await.data();
    assert_eq!(
        (&now["state"], &now["current"]["subject"], &now["minutes_left"]),
        (&json!("lesson"), &json!("语文"), &json!(40))
    );
    assert_eq!(now["next"]["starts_at"], "2026-09-01T00:50:00.000Z");
    portal.advance(45 * 60);
    let now = head.get("/api/timetable/now").await.data();
    assert_eq!((&now["state"], &now["next"]["lesson"]["subject"]), (&json!("break"), &json!("数学")));
    assert_eq!(now["current"], Value::Null);
}

#[tokio::test]
async fn days_change_together_and_the_answer_undoes_them() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let swapped = json!({ "plan": "lessons", "lessons": [
        { "subject": "数学", "start": "08:00", "end": "08:40" },
        { "subject": "班会", "start": "08:50", "end": "09:30" },
    ]});
    let body = json!({ "days": [
        { "date": "2026-09-02", "change": swapped },
        { "date": "2026-09-03", "change": { "plan": "off", "note": "运动会" } },
    ]});
    let changed = head.put("/api/timetable/days", &body).await.data();
    assert_eq!(subjects(&changed["days"][0]), ["数学", "班会"]);
    assert_eq!((&changed["days"][1]["kind"], &changed["days"][1]["note"]), (&json!("off"), &json!("运动会")));
    assert_eq!(changed["before"][0], json!({ "date": "2026-09-02", "change": null }));

    let again = json!({ "days": [{ "date": "2026-09-03", "change": { "plan": "as_day", "day": 1 } }] });
    let changed_again = head.put("/api/timetable/days", &again).await.data();
    assert_eq!(changed_again["before"][0]["change"]["plan"], "off");
    head.put("/api/timetable/days", &json!({ "days": changed_again["before"] })).await.data();
    assert_eq!(day(&head, "2026-09-03").await["kind"], "off");
    head.put("/api/timetable/days", &json!({ "days": changed["before"] })).await.data();
    assert_eq!(subjects(&day(&head, "2026-09-02").await), ["语文", "数学"]);
    assert_eq!(subjects(&day(&head, "2026-09-03").await), ["语文", "数学"]);
}

#[tokio::test]
async fn one_bad_day_leaves_all_of_them_as_they_were() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let change = |second: Value| json!({ "days": [{ "date": "2026-09-02", "change": { "plan": "off" } }, { "date": "2026-09-03", "change": second }] });
    let lesson = |start: &str, end: &str| json!({ "subject": "数学", "start": start, "end": end });
    let overlapping =
        json!({ "plan": "lessons", "lessons": [lesson("08:00", "09:00"), lesson("08:30", "09:30")] });
    let cases = [
        (change(overlapping), "400 第 2 节“数学”：与同一天的另一节课时间重叠"),
        (change(json!({ "plan": "as_day", "day": 8 })), "400 课程表里没有第 8 天"),
        (
            change(json!({ "plan": "usual", "from": "12:00", "until": "11:00" })),
            "400 半天的结束时间须晚于开始时间",
        ),
        (change(json!({ "plan": "off", "note": "长".repeat(81) })), "400 说明须为一行，最多 80 个字符"),
    ];
    for (body, refusal) in cases {
        assert_eq!(head.put("/api/timetable/days", &body).await.refusal(), refusal);
    }
    let twice = json!({ "days": [{ "date": "2026-09-02", "change": null }, { "date": "2026-09-02", "change": null }] });
    assert_eq!(head.put("/api/timetable/days", &twice).await.refusal(), "400 同一天 2026-09-02 出现了两次");
    assert_eq!(head.put("/api/timetable/days", &json!({ "days": [] })).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(subjects(&day(&head, "2026-09-02").await), ["语文", "数学"]);
}

#[tokio::test]
async fn a_members_own_lessons_stand_in_the_members_days_alone() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let pupil = portal.register("240101").await;
    let mut own = new("self");
    own["timetable"] = json!({ "subjects": [{ "name": "走班物理" }], "schedules": [{ "days": [3], "lessons": [
        { "subject": "走班物理", "start": "08:50", "end": "09:30" }] }] });
    create(&pupil, own).await;
    let wednesday = day(&pupil, "2026-09-02").await;
    assert_eq!(subjects(&wednesday), ["语文", "走班物理"]);
    assert_eq!(wednesday["lessons"][1]["own"], true);
    let path = "/api/timetable/days?from=2026-09-02&until=2026-09-02&of=class";
    assert_eq!(subjects(&pupil.get(path).await.data()["days"][0]), ["语文", "数学"]);
    assert_eq!(subjects(&day(&head, "2026-09-02").await), ["语文", "数学"]);
}

#[tokio::test]
async fn a_day_that_somebody_changed_meanwhile_is_refused() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let off = json!({ "plan": "off" });
    let put = |change: &Value, seen: &Value| json!({ "days": [{ "date": "2026-09-02", "change": change, "seen": seen }] });
    head.put("/api/timetable/days", &put(&off, &Value::Null)).await.data();
    let late = head.put("/api/timetable/days", &put(&json!({ "plan": "usual" }), &Value::Null)).await;
    assert_eq!((late.status, &late.json()["data"]["date"]), (StatusCode::CONFLICT, &json!("2026-09-02")));
    assert_eq!(day(&head, "2026-09-02").await["kind"], "off");
    head.put("/api/timetable/days", &put(&Value::Null, &off)).await.data();
    assert_eq!(day(&head, "2026-09-02").await["kind"], "lessons");
}

#[tokio::test]
async fn a_weekend_does_not_end_the_streak_of_school_days_and_a_missed_lesson_day_does() {
    let portal = portal().await;
    portal.member().await;
    // A token of its own each day, because one ends within the week.
    let alice = || portal.client_of(kernel::user::UserId::parse("240111").unwrap());
    let streaks = async || {
        let info = alice().await.post_empty("/api/level/daily-login").await.data();
        (info["school_day_streak"].as_i64().unwrap(), info["streak"].as_i64().unwrap())
    };
    // 1 September 2026 is a Tuesday; the class has no timetable, so Monday to Friday are school days.
    let day = 24 * 3600;
    assert_eq!(streaks().await, (1, 1));
    for days in 2..=4 {
        portal.advance(day);
        assert_eq!(streaks().await, (days, days));
    }
    portal.advance(3 * day);
    assert_eq!(streaks().await, (5, 1), "Monday goes on where Friday ended");
    portal.advance(2 * day);
    assert_eq!(streaks().await, (1, 1), "Tuesday was missed");
    assert_eq!(alice().await.get("/api/level/info").await.data()["school_day_streak"], 1);
}

async fn notices(client: &kernel::testing::Client) -> Vec<String> {
    let list = client.get("/api/notifications").await.data();
    let all = list["notifications"].as_array().unwrap().iter();
    all.map(|one| format!("{} {}", one["title"].as_str().unwrap(), one["text"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn the_class_is_told_once_of_each_day_near_that_differs_and_no_more_when_it_does_not() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (alice, stranger) = (portal.member().await, portal.register("240201").await);
    create(&head, new("class")).await;
    let off = |date: &str, note: &str| json!({ "date": date, "change": { "plan": "off", "note": note } });
    let set =
        async |days: Value| drop(head.put("/api/timetable/days", &json!({ "days": days })).await.data());

    set(json!([off("2026-09-02", "运动会"), off("2026-12-01", "远足")])).await;
    assert_eq!(notices(&alice).await, ["明天的课有变化 运动会，不上课"], "what is months away is not told");
    set(json!([off("2026-09-02", "校运会"), off("2026-09-03", "")])).await;
    let both =
        BTreeSet::from(["明天的课有变化 校运会，不上课".to_owned(), "9月3日的课有变化 不上课".to_owned()]);
    let told: BTreeSet<String> = notices(&alice).await.into_iter().collect();
    assert_eq!(told, both, "a correction takes its place");
    set(json!([{ "date": "2026-09-02", "change": null }])).await;
    assert_eq!(notices(&alice).await, ["9月3日的课有变化 不上课"], "an undo takes back its own day alone");
    assert!(notices(&head).await.is_empty() && notices(&stranger).await.is_empty());
}

#[tokio::test]
async fn a_changed_day_names_its_cancelled_and_changed_lessons_to_its_readers() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let alice = portal.member().await;
    create(&head, new("class")).await;
    let lessons = json!([{ "start": "08:00", "end": "08:40", "subject": "数学" }]);
    let change = json!({ "plan": "lessons", "lessons": lessons });
    let days = json!({ "days": [{ "date": "2026-09-02", "change": change }] });
    assert_eq!(head.put("/api/timetable/days", &days).await.status, StatusCode::OK);
    assert_eq!(notices(&alice).await, ["明天的课有变化 08:00 语文 改为 数学，08:50 数学 取消"]);
    let changed = day(&alice, "2026-09-02").await;
    assert_eq!(changed["lessons"][0]["instead_of"], "语文");
    let cancelled = &changed["cancelled"][0];
    assert_eq!((&cancelled["subject"], &cancelled["start"]), (&json!("数学"), &json!("08:50")));
}
