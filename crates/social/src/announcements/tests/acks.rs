//! Acknowledging, who is missing, and a word to those alone.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn an_acknowledgement_counts_once_and_names_who_is_missing() {
    let house = house().await;
    let (class_admin, alice, bob) =
        (house.class_admin().await, house.member().await, house.person("240101").await);
    house.person("240201").await;
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    let (acknowledge, answers) = (member(&made, "/acknowledge"), 50);
    join_all((0..answers).map(|_| alice.post_empty(&acknowledge)))
        .await
        .iter()
        .for_each(|answer| drop(answer.data()));

    let state = class_admin.get(&staff(&made, "/acknowledgements")).await.data();
    assert_eq!(
        (&state["audience_size"], &state["ack_count"], &state["total"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let missing = json!([{ "user_id": "240101", "net_name": "net-240101", "real_name": "实名240101" }]);
    assert_eq!(state["missing"], missing, "neither the author nor another class");

    house.advance(60);
    let first = alice.get(&member(&made, "")).await.data()["acknowledged_at"].clone();
    alice.post_empty(&acknowledge).await.data();
    assert_eq!(alice.get(&member(&made, "")).await.data()["acknowledged_at"], first, "the first time stands");

    house.ban("240101", Some(kernel::user::Ban::default())).await;
    assert_eq!(
        class_admin.get(&staff(&made, "/acknowledgements")).await.data()["total"],
        0,
        "nobody waits for the banned"
    );
    drop(bob);
}

#[tokio::test]
async fn only_those_who_are_missing_are_reminded_and_not_too_often() {
    let house = house().await;
    let (class_admin, alice) = (house.class_admin().await, house.member().await);
    house.person("240101").await;
    house.person("240102").await;
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    alice.post_empty(&member(&made, "/acknowledge")).await.data();

    let remind = staff(&made, "/remind");
    assert_eq!(class_admin.post_empty(&remind).await.data()["reminded"], 2);
    let told = events(&house, "system.announcement_reminder").await;
    assert_eq!(told[0].audience, "user:240101|user:240102");
    let again = class_admin.post_empty(&remind).await;
    assert_eq!(
        (again.refusal(), again.header("retry-after")),
        ("429 刚刚已提醒过，请在 600 秒后重试".into(), "600".into())
    );
    house.advance(600);
    assert_eq!(class_admin.post_empty(&remind).await.data()["reminded"], 2);

    let answers = {
        house.advance(600);
        join_all((0..50).map(|_| class_admin.post_empty(&remind))).await
    };
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let logs = class_admin.get("/api/admin/logs?limit=100").await.data();
    let logged = logs["logs"].as_array().unwrap().iter().filter(|log| log["action"] == "remind_announcement");
    assert_eq!(logged.count(), 3);
}

#[tokio::test]
async fn what_asks_nobody_is_neither_acknowledged_nor_reminded_of() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
    let plain = write(&admin, json!({})).await;
    assert_eq!(alice.post_empty(&member(&plain, "/acknowledge")).await.refusal(), "400 该公告不需要确认");
    assert_eq!(admin.post_empty(&staff(&plain, "/remind")).await.refusal(), "400 该公告不需要确认");
    let asked = write(&admin, json!({ "requires_ack": true, "publish_at": "2026-09-02T00:00:00Z" })).await;
    assert_eq!(alice.post_empty(&member(&asked, "/acknowledge")).await.status.as_u16(), 404);
    assert_eq!(admin.post_empty(&staff(&asked, "/remind")).await.refusal(), "409 公告未在发布期内");
    let done = write(&admin, json!({ "requires_ack": true })).await;
    alice.post_empty(&member(&done, "/acknowledge")).await.data();
    assert_eq!(admin.post_empty(&staff(&done, "/remind")).await.refusal(), "409 所有成员都已确认");
}
