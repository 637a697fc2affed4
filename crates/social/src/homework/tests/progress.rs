//! Who has done it and who has not, and a word to those alone.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn progress_names_each_member_it_addresses() {
    let portal = portal().await;
    let (lead, alice, _bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    portal.register("240201").await;
    let due = json!({ "hand_in": true, "due_date": "2026-09-01", "due_time": "09:00" });
    let made = write(&lead, due).await;
    portal.advance(1);
    let late = portal.register("240102").await;
    portal.advance(2 * 3600);
    let sheet = upload(&portal, "240111", b"answer").await;
    alice.post_empty(&format!("/api/announcements/{}/read", made["id"])).await.data();
    alice.put(&member(&made, "/submission"), &json!({ "files": [{ "hash": sheet }] })).await.data();
    tick(&late, &made, true).await;

    let progress = lead.get(&staff(&made, "/progress")).await.data();
    let bob = json!({ "user_id": "240101", "name": "实名240101", "done_at": null, "handed_in_at": null,
                      "late": false, "files": 0, "read": false });
    assert_eq!(progress["members"][0], bob);
    let first = &progress["members"][1];
    assert_eq!((&first["user_id"], &first["late"]), (&json!("240111"), &json!(true)));
    assert_eq!((&first["files"], &first["read"]), (&json!(1), &json!(true)));
    assert!(first["done_at"].is_string() && first["handed_in_at"].is_string());
    let counted = ["done", "handed_in", "total"].map(|name| progress[name].as_i64().unwrap());
    assert_eq!(counted, [1, 1, 2], "neither the class admin nor who came later nor another class");
    assert_eq!(progress["reminded_at"], Value::Null);
    let tally = lead.get(&staff(&made, "")).await.data()["progress"].clone();
    assert_eq!(tally, json!({ "members": 2, "done": 1, "handed_in": 1 }));
}

#[tokio::test]
async fn exactly_those_who_are_missing_are_reminded_and_not_too_often() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let made = write(&lead, json!({ "hand_in": true })).await;
    alice.put(&member(&made, "/submission"), &json!({ "text": "交" })).await.data();
    tick(&bob, &made, true).await;
    let remind = staff(&made, "/remind");
    let answers = join_all((0..50).map(|_| lead.post_empty(&remind))).await;
    let done: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!((done.len(), &done[0].data()), (1, &json!({ "reminded": 1 })), "a tick is not handed in");
    let again = lead.post_empty(&remind).await;
    assert_eq!(
        (again.refusal(), again.header("retry-after")),
        ("429 刚刚已提醒过，请在 600 秒后重试".into(), "600".into())
    );
    assert_eq!(headlines(&bob).await, ["作业还没有提交", "新作业"]);
    assert_eq!(headlines(&alice).await, ["新作业"]);
    let inbox = bob.get("/api/notifications").await.data();
    let item = &inbox["notifications"][0];
    assert_eq!(
        (&item["kind"], &item["topic"], &item["text"]),
        (&json!("homework"), &json!("reminder"), &json!("数学作业"))
    );
    assert_eq!(item["link"], json!({ "app": "homework", "path": made["id"].to_string() }));
    assert!(lead.get(&staff(&made, "/progress")).await.data()["reminded_at"].is_string());

    let logs = lead.get("/api/admin/logs?limit=100").await.data();
    let row = logs["logs"].as_array().unwrap().iter().find(|log| log["action"] == "remind_homework").unwrap();
    assert!(
        row["details"].to_string().contains("reminded") || row["detail"].to_string().contains("reminded"),
        "{row}"
    );

    portal.advance(600);
    bob.put(&member(&made, "/submission"), &json!({ "text": "交" })).await.data();
    assert_eq!(lead.post_empty(&remind).await.refusal(), "409 所有人都已完成");
}

#[tokio::test]
async fn a_card_of_an_announcement_is_reminded_of_by_its_ticks() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let body = json!({ "type": "homework", "title": "预习", "content": "第三课" });
    let made = lead.post(ANNOUNCEMENTS, &body).await.data();
    tick(&alice, &made, true).await;
    assert_eq!(lead.post_empty(&staff(&made, "/remind")).await.data()["reminded"], 1);
    assert_eq!(headlines(&bob).await, ["作业还没有完成", "新作业"]);
    assert_eq!(lead.post_empty(&staff(&made, "/remind")).await.status.as_u16(), 429, "that it was is kept");

    lead.delete(&announced(&made, "")).await.data();
    assert!(headlines(&bob).await.is_empty());
    assert_eq!(lead.post_empty(&staff(&made, "/remind")).await.refusal(), "409 作业未在发布期内");
    let planned = write(&lead, json!({ "publish_at": "2026-09-02T00:00:00Z" })).await;
    assert_eq!(lead.post_empty(&staff(&planned, "/remind")).await.refusal(), "409 作业未在发布期内");
}
