//! Handing in, replacing, withdrawing, late and too late.

use super::*;

#[tokio::test]
async fn what_is_handed_in_ticks_is_replaced_and_is_taken_back() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({ "hand_in": true, "due_date": "2026-09-02" })).await;
    let (sheet, note) = (picture(&portal, "240111", 1).await, upload(&portal, "240111", b"my answer").await);
    let path = member(&made, "/submission");
    let files = json!([{ "hash": sheet, "name": "第一页.exe" }, { "hash": note, "name": "说明.txt" }]);
    let card = alice.put(&path, &json!({ "text": "做完了", "files": files })).await.data();
    let handed = &card["submission"];
    assert_eq!(
        (&handed["text"], &handed["late"], &handed["revision"]),
        (&json!("做完了"), &json!(false), &json!(1))
    );
    assert_eq!(
        (&handed["files"][0]["name"], &handed["files"][1]["name"]),
        (&json!("第一页.exe.png"), &json!("说明.txt"))
    );
    assert_eq!(handed["files"][0]["url"], format!("/api/cloud/files/{sheet}.png"));
    assert!(card["done_at"].is_string());
    let untick = alice.put(&member(&made, "/done"), &json!({ "done": false })).await;
    assert_eq!(untick.refusal(), "409 已经提交，请先撤回提交");

    let stale = alice.put(&path, &json!({ "text": "又", "revision": 0 })).await;
    assert_eq!((stale.status.as_u16(), &stale.json()["data"]), (409, &json!({ "revision": 1 })));
    let replaced = alice.put(&path, &json!({ "files": [{ "hash": note }], "revision": 1 })).await.data();
    assert_eq!(
        (&replaced["submission"]["text"], &replaced["submission"]["revision"]),
        (&json!(""), &json!(2))
    );

    let back = alice.delete(&path).await.data();
    assert_eq!((&back["submission"], &back["done_at"]), (&Value::Null, &Value::Null));
    let told = events(&portal, "homework", "changed").await.len();
    alice.delete(&path).await.data();
    assert_eq!(events(&portal, "homework", "changed").await.len(), told, "repeating it has no effect");
    portal.advance(25 * 3600);
    for hash in [&sheet, &note] {
        assert!(!reads(&portal, "240111", hash).await, "nothing keeps the file any more");
    }
}

#[tokio::test]
async fn it_is_late_after_it_was_due_and_closed_14_days_later() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let due = json!({ "hand_in": true, "due_date": "2026-09-01", "due_time": "21:00" });
    let made = write(&lead, due).await;
    let (path, text) = (member(&made, "/submission"), json!({ "text": "迟了" }));
    portal.advance(13 * 3600);
    assert_eq!(alice.put(&path, &text).await.data()["submission"]["late"], false, "in time to the second");
    portal.advance(1);
    assert_eq!(alice.put(&path, &text).await.data()["submission"]["late"], true);

    let lead = portal.client_of(id("240100")).await;
    lead.patch(&staff(&made, ""), &json!({ "due_date": "2026-09-03" })).await.data();
    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!(card["submission"]["late"], false, "there is more time now");

    let alice = days_later(&portal, 15, "240111").await;
    portal.advance(24 * 3600 - 1);
    assert_eq!(alice.put(&path, &text).await.data()["submission"]["late"], true);
    portal.advance(1);
    for answer in [alice.put(&path, &text).await, alice.delete(&path).await] {
        assert_eq!(answer.refusal(), "409 截止已超过 14 天，不能再提交或撤回");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_submission_is_named() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({ "hand_in": true })).await;
    let plain = write(&lead, json!({ "subject": "语文" })).await;
    let foreign = picture(&portal, "240100", 1).await;
    let path = member(&made, "/submission");
    let many: Vec<_> = (0..10).map(|n| json!({ "hash": n.to_string() })).collect();
    for (body, refusal) in [
        (json!({}), "400 请填写文字或添加文件"),
        (json!({ "text": " \n" }), "400 请填写文字或添加文件"),
        (json!({ "text": "长".repeat(10_001) }), "400 文字最多 10000 个字符，且不能包含控制字符"),
        (json!({ "files": many }), "400 最多可提交 9 个不同的文件"),
        (json!({ "files": [{ "hash": "a" }, { "hash": "a" }] }), "400 最多可提交 9 个不同的文件"),
        (json!({ "files": [{ "hash": "0".repeat(64) }] }), "400 文件不存在"),
        (json!({ "files": [{ "hash": foreign }] }), "400 文件不存在"),
    ] {
        assert_eq!(alice.put(&path, &body).await.refusal(), refusal, "{body}");
    }
    let nothing = alice.put(&member(&plain, "/submission"), &json!({ "text": "x" })).await;
    assert_eq!(nothing.refusal(), "400 这项作业不需要提交");
    assert_eq!(alice.get(&member(&made, "")).await.data()["submission"], Value::Null);
}

#[tokio::test]
async fn what_is_to_be_handed_in_is_open_until_it_was_handed_in_and_a_tick_does_not_count() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({ "hand_in": true, "due_date": "2026-09-02" })).await;
    tick(&alice, &made, true).await;
    let open = async || alice.get("/api/homework/left").await.data()["open"].clone();
    let done = async || lead.get(&staff(&made, "/progress")).await.data()["done"].clone();
    assert_eq!((open().await, done().await), (json!(1), json!(0)));
    alice.put(&member(&made, "/submission"), &json!({ "text": "交" })).await.data();
    assert_eq!((open().await, done().await), (json!(0), json!(1)));
}
