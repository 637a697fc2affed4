//! The lists of members and of the staff.

use super::*;

#[tokio::test]
async fn a_week_is_listed_by_the_day_of_publishing_at_school() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    write(&lead, json!({ "subject": "数学" })).await;
    // 17:00 in UTC is the next day at school.
    portal.advance(9 * 3600);
    write(&lead, json!({ "subject": "语文" })).await;
    portal.advance(8 * 3600);
    write(&lead, json!({ "subject": "英语" })).await;

    let week = alice.get("/api/homework").await.data();
    assert_eq!(subjects(&week), ["英语", "语文", "数学"], "the newest first");
    assert_eq!(week["total"], 3);
    let on = async |day: &str| {
        let list = alice.get(&format!("/api/homework?from={day}&until={day}")).await.data();
        subjects(&list).join(" ")
    };
    assert_eq!(on("2026-09-01").await, "语文 数学");
    assert_eq!(on("2026-09-02").await, "英语");
    assert_eq!(on("2026-09-03").await, "");
    let piece = alice.get("/api/homework?limit=1&page=2").await.data();
    assert_eq!((subjects(&piece), &piece["total"]), (vec!["语文"], &json!(3)));
    let filtered = alice.get("/api/homework?subject=%E6%95%B0%E5%AD%A6").await.data();
    assert_eq!(subjects(&filtered), ["数学"]);
    for query in ["from=2026-09-02&until=2026-09-01", "from=2026-01-01&until=2026-09-01", "from=morgen"] {
        let answer = alice.get(&format!("/api/homework?{query}")).await;
        assert_eq!(answer.refusal(), "400 日期须为 YYYY-MM-DD，先后有序，且最多 62 天");
    }
    assert_eq!(alice.get("/api/homework/subjects").await.data()["subjects"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn what_is_open_is_ordered_by_when_it_is_due() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    for (subject, due) in [
        ("物理", json!({})),
        ("数学", json!({ "due_date": "2026-09-03" })),
        ("语文", json!({ "due_date": "2026-09-01", "due_time": "21:00" })),
        ("英语", json!({ "due_date": "2026-09-02" })),
    ] {
        let mut more = due;
        more["subject"] = json!(subject);
        write(&lead, more).await;
    }
    let done = write(&lead, json!({ "subject": "化学", "due_date": "2026-09-01" })).await;
    tick(&alice, &done, true).await;

    let open = alice.get("/api/homework?open=true").await.data();
    assert_eq!(subjects(&open), ["语文", "英语", "数学", "物理"]);
    let left = alice.get("/api/homework/left").await.data();
    assert_eq!((&left["tonight"], &left["open"]), (&json!(2), &json!(4)), "what is due until tomorrow's end");
    assert_eq!(left["next_due_at"], "2026-09-01T13:00:00.000Z");
    assert_eq!(left["cards"].as_array().unwrap().len(), 4);

    let alice = days_later(&portal, 15, "240111").await;
    let open = alice.get("/api/homework?open=true").await.data();
    assert_eq!(subjects(&open), ["英语", "数学", "物理"], "two weeks after it was due it is listed no more");
    let left = alice.get("/api/homework/left").await.data();
    assert_eq!(
        (&left["tonight"], &left["next_due_at"]),
        (&json!(2), &Value::Null),
        "what is overdue is left too"
    );
    let alice = days_later(&portal, 16, "240111").await;
    assert_eq!(alice.get("/api/homework/left").await.data()["open"], 0);
}

#[tokio::test]
async fn the_staff_list_what_is_planned_and_what_they_see() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (lead, other, alice) =
        (portal.class_admin().await, portal.register("240200").await, portal.member().await);
    let now = write(&lead, json!({})).await;
    write(&lead, json!({ "subject": "语文", "publish_at": "2026-09-03T00:00:00Z" })).await;
    write(&lead, json!({ "subject": "英语", "publish_at": "2026-10-08T00:00:00Z" })).await;
    let week = lead.get(STAFF).await.data();
    assert_eq!((subjects(&week), &week["total"]), (vec!["语文", "数学"], &json!(2)));
    let planned = lead.get(&format!("{STAFF}?state=scheduled")).await.data();
    assert_eq!(subjects(&planned), ["英语", "语文"], "of all days");
    assert_eq!(planned["homework"][1]["assigned_on"], "2026-09-03");
    let some = lead.get(&format!("{STAFF}?state=scheduled&from=2026-09-01&until=2026-09-30")).await.data();
    assert_eq!(subjects(&some), ["语文"]);
    assert!(subjects(&other.get(STAFF).await.data()).is_empty(), "another class");
    assert_eq!(alice.get(STAFF).await.status.as_u16(), 403);
    assert_eq!(subjects(&alice.get("/api/homework").await.data()), ["数学"]);

    assert_eq!(
        (&now["manageable"], &now["audience"]),
        (&json!(true), &json!({ "classes": ["01"], "role": "all" }))
    );
    lead.delete(&announced(&now, "")).await.data();
    assert_eq!(subjects(&lead.get(STAFF).await.data()), ["语文"]);
}
