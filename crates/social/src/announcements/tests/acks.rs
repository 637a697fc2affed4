//! Acknowledging, who is missing, and a word to those alone.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn an_acknowledgement_counts_once_and_names_who_is_missing() {
    let portal = portal().await;
    let (class_admin, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    portal.register("240201").await;
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

    portal.advance(60);
    let first = alice.get(&member(&made, "")).await.data()["acknowledged_at"].clone();
    alice.post_empty(&acknowledge).await.data();
    assert_eq!(alice.get(&member(&made, "")).await.data()["acknowledged_at"], first, "the first time stands");

    portal.ban("240101", Some(kernel::user::Ban::default())).await;
    assert_eq!(
        class_admin.get(&staff(&made, "/acknowledgements")).await.data()["total"],
        0,
        "nobody waits for the banned"
    );
    drop(bob);
}

#[tokio::test]
async fn only_those_who_are_missing_are_reminded_and_not_too_often() {
    let portal = portal().await;
    let (class_admin, alice) = (portal.class_admin().await, portal.member().await);
    portal.register("240101").await;
    portal.register("240102").await;
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    alice.post_empty(&member(&made, "/acknowledge")).await.data();

    let remind = staff(&made, "/remind");
    assert_eq!(class_admin.post_empty(&remind).await.data()["reminded"], 2);
    let told = events(&portal, "reminded").await;
    assert_eq!(told[0].audience, "user:240101|user:240102");
    let again = class_admin.post_empty(&remind).await;
    assert_eq!(
        (again.refusal(), again.header("retry-after")),
        ("429 刚刚已提醒过，请在 600 秒后重试".into(), "600".into())
    );
    portal.advance(600);
    assert_eq!(class_admin.post_empty(&remind).await.data()["reminded"], 2);

    let answers = {
        portal.advance(600);
        join_all((0..50).map(|_| class_admin.post_empty(&remind))).await
    };
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let logs = class_admin.get("/api/admin/logs?limit=100").await.data();
    let logged = logs["logs"].as_array().unwrap().iter().filter(|log| log["action"] == "remind_announcement");
    assert_eq!(logged.count(), 3);
}

#[tokio::test]
async fn what_asks_nobody_is_neither_acknowledged_nor_reminded_of() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
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

#[tokio::test]
async fn what_was_confirmed_is_the_text_that_was_on_the_screen() {
    let portal = portal().await;
    let (class_admin, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    let seen = |revision: i64| json!({ "revision": revision });
    // It changes, and is asked again, between the look and the tap.
    let change = json!({ "content": "改到七点", "ask_again": true });
    class_admin.put(&staff(&made, ""), &change).await.data();
    for act in ["/read", "/acknowledge"] {
        let answer = alice.post(&member(&made, act), &seen(1)).await.data();
        assert_eq!((&answer["read"], &answer["acknowledged_at"]), (&json!(false), &Value::Null), "{act}");
        assert_eq!((&answer["revision"], &answer["content"]), (&json!(2), &json!("改到七点")));
    }
    assert_eq!(waiting(&alice).await, (1, 1));
    let state = class_admin.get(&staff(&made, "/acknowledgements")).await.data();
    assert_eq!((&state["read_count"], &state["ack_count"]), (&json!(0), &json!(0)));

    portal.advance(60);
    let answer = alice.post(&member(&made, "/acknowledge"), &seen(2)).await.data();
    assert_eq!(
        (&answer["read"], &answer["acknowledged_at"]),
        (&json!(true), &json!("2026-09-01T00:01:00.000Z"))
    );
    // A late word about the old text takes nothing back.
    alice.post(&member(&made, "/acknowledge"), &seen(1)).await.data();
    alice.post(&member(&made, "/read"), &seen(1)).await.data();
    assert_eq!(waiting(&alice).await, (0, 0));

    for wrong in [0, 3, -1] {
        let refused = alice.post(&member(&made, "/read"), &seen(wrong)).await;
        assert_eq!(refused.refusal(), "400 字段“revision”的格式不正确", "{wrong}");
    }
    let exported = alice.get("/api/user/export").await.data()["announcements"]["read"].clone();
    let done = "2026-09-01T00:01:00.000Z";
    assert_eq!(exported, json!([{ "title": "春游", "read_at": done, "acknowledged_at": done }]));
}

#[tokio::test]
async fn a_change_that_asks_nobody_again_leaves_a_confirmation_standing_whenever_it_arrives() {
    let portal = portal().await;
    let (class_admin, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    let path = member(&made, "/acknowledge");
    alice.post(&path, &json!({ "revision": 1 })).await.data();
    class_admin.put(&staff(&made, ""), &json!({ "title": "春游！" })).await.data();
    bob.post(&path, &json!({ "revision": 1 })).await.data();
    for reader in [&alice, &bob] {
        assert_eq!(waiting(reader).await, (0, 0));
    }
}

#[tokio::test]
async fn whoever_registers_later_reads_it_and_owes_no_confirmation_until_everyone_is_asked_again() {
    let portal = portal().await;
    let (class_admin, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&class_admin, json!({ "requires_ack": true })).await;
    portal.advance(1);
    let late = portal.register("240101").await;

    assert_eq!((waiting(&alice).await, waiting(&late).await), ((1, 1), (1, 0)));
    let asked = async |client: &Client| client.get(&member(&made, "")).await.data()["requires_ack"].clone();
    assert_eq!((asked(&alice).await, asked(&late).await), (json!(true), json!(false)));
    let listed = late.get("/api/announcements").await.data()["announcements"][0]["requires_ack"].clone();
    assert_eq!(listed, json!(false), "the list says the same");
    assert_eq!(late.post_empty(&member(&made, "/acknowledge")).await.refusal(), "400 该公告不需要确认");
    late.post_empty(&member(&made, "/read")).await.data();
    assert_eq!(waiting(&late).await, (0, 0));
    let state = class_admin.get(&staff(&made, "/acknowledgements")).await.data();
    assert_eq!(
        (&state["audience_size"], &state["read_count"], &state["missing"][0]["user_id"], &state["total"]),
        (&json!(1), &json!(0), &json!("240111"), &json!(1))
    );
    assert_eq!(class_admin.post_empty(&staff(&made, "/remind")).await.data()["reminded"], 1);

    class_admin.put(&staff(&made, ""), &json!({ "title": "春游！" })).await.data();
    assert_eq!(waiting(&late).await, (0, 0), "a correction asks nobody");
    let change = json!({ "content": "改到七点", "ask_again": true });
    class_admin.put(&staff(&made, ""), &change).await.data();
    assert_eq!((waiting(&late).await, asked(&late).await), ((1, 1), json!(true)));
    let state = class_admin.get(&staff(&made, "/acknowledgements")).await.data();
    assert_eq!((&state["audience_size"], &state["total"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn a_planned_announcement_asks_whoever_has_registered_by_its_time() {
    let portal = portal().await;
    let class_admin = portal.class_admin().await;
    let made =
        write(&class_admin, json!({ "requires_ack": true, "publish_at": "2026-09-01T01:00:00Z" })).await;
    portal.advance(60);
    let alice = portal.member().await;
    assert_eq!(class_admin.get(&staff(&made, "")).await.data()["audience_size"], 1);
    portal.advance(3600);
    until_published(&portal, 1).await;
    assert_eq!(waiting(&alice).await, (1, 1));
}
