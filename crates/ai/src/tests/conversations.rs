//! Conversations: who has them, and how they change.

use axum::http::StatusCode;
use serde_json::json;

use super::*;

const CONVERSATIONS: &str = "/api/ai-chat/conversations";

#[tokio::test]
async fn a_conversation_is_begun_renamed_found_and_removed() {
    let scene = Scene::new(&["stub?tokens=2"]).await;
    let made = scene.member.post(CONVERSATIONS, &json!({ "title": "物理" })).await.data();
    let path = format!("{CONVERSATIONS}/{}", made["id"].as_str().unwrap());
    let changed = scene.member.patch(&path, &json!({ "title": "化学", "persona": "老师" })).await.data();
    assert_eq!((&changed["title"], &changed["persona"]), (&json!("化学"), &json!("老师")));
    scene.member.post("/api/ai-chat/chat", &scene.question("什么是熵？")).await.data();
    let found = |text: &str| {
        let (client, target) = (scene.member.clone(), format!("{CONVERSATIONS}?search={text}"));
        async move { client.get(&target).await.data().as_array().unwrap().len() }
    };
    assert_eq!(
        (found("化学").await, found("%E7%86%B5").await, found("T1").await, found("%25").await),
        (1, 1, 1, 0)
    );
    assert_eq!(scene.member.delete(&path).await.data(), json!(null));
    assert_eq!(scene.member.delete(&path).await.status, StatusCode::OK, "gone is gone");
    assert_eq!(scene.member.get(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn nobody_sees_or_changes_the_conversations_of_others() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let other = scene.portal.register("240102").await;
    for client in [&other, &scene.admin] {
        assert_eq!(client.get(&scene.path()).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.patch(&scene.path(), &json!({ "title": "x" })).await.status, StatusCode::NOT_FOUND);
        let replace = json!({ "messages": [] });
        assert_eq!(
            client.put(&format!("{}/messages", scene.path()), &replace).await.status,
            StatusCode::NOT_FOUND
        );
        assert_eq!(client.delete(&scene.path()).await.status, StatusCode::OK, "as if it were gone");
        assert_eq!(client.get(CONVERSATIONS).await.data(), json!([]));
    }
    assert_eq!(scene.member.get(&scene.path()).await.status, StatusCode::OK);
}

#[tokio::test]
async fn messages_are_replaced_whole_and_only_by_whoever_has_read_them_last() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    let path = format!("{}/messages", scene.path());
    let revision = scene.detail().await["revision"].as_i64().unwrap();
    let messages = json!([{ "role": "user", "content": "y" }, { "role": "assistant", "content": "z", "reasoning": "r" }]);
    let stale = json!({ "messages": messages, "revision": revision - 1 });
    let refused = scene.member.put(&path, &stale).await;
    assert_eq!(
        (refused.status, &refused.json()["data"]["revision"]),
        (StatusCode::CONFLICT, &json!(revision))
    );
    let replaced =
        scene.member.put(&path, &json!({ "messages": messages, "revision": revision })).await.data();
    assert_eq!(replaced["revision"], json!(revision + 1));
    let kept = scene.detail().await["messages"].clone();
    assert_eq!((&kept[0]["content"], &kept[1]["reasoning"]), (&json!("y"), &json!("r")));
    scene.member.put(&path, &json!({ "messages": [] })).await.data();
    assert_eq!(scene.detail().await["messages"], json!([]));
}

#[tokio::test]
async fn what_was_cleared_or_replaced_unread_is_restored_for_a_day() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let restore = || async { scene.member.post_empty(&format!("{}/restore", scene.path())).await };
    assert_eq!(restore().await.status, StatusCode::NOT_FOUND, "nothing was replaced");
    scene.member.post("/api/ai-chat/chat", &scene.question("一")).await.data();
    let texts = || async {
        let messages = scene.detail().await["messages"].clone();
        let texts = messages.as_array().unwrap().iter().map(|m| m["content"].as_str().unwrap().to_owned());
        texts.collect::<Vec<_>>()
    };
    let path = format!("{}/messages", scene.path());
    let replaced = json!({ "messages": [{ "role": "user", "content": "二" }] });
    scene.member.put(&path, &replaced).await.data();
    let revision = scene.detail().await["revision"].as_i64().unwrap();
    assert_eq!(restore().await.data()["revision"], json!(revision + 1));
    assert_eq!(texts().await, ["一", "t0 "]);
    restore().await.data();
    assert_eq!(texts().await, ["二"], "and back again");
    for n in 0..5 {
        let replaced = json!({ "messages": [{ "role": "user", "content": format!("v{n}") }] });
        scene.portal.advance(1);
        scene.member.put(&path, &replaced).await.data();
    }
    let kept = scene.member.get(&format!("{}/replaced", scene.path())).await.data();
    assert_eq!((kept.as_array().unwrap().len(), &kept[0]["count"]), (5, &json!(1)), "the newest five");
    let oldest = json!({ "replaced_id": kept[4]["id"] });
    scene.member.post(&format!("{}/restore", scene.path()), &oldest).await.data();
    assert_eq!(texts().await, ["二"]);
    scene.portal.advance(1);
    scene.member.patch(&scene.path(), &json!({ "clear_messages": true })).await.data();
    restore().await.data();
    assert_eq!(texts().await, ["二"]);
    let other = scene.portal.register("240102").await;
    assert_eq!(other.post_empty(&format!("{}/restore", scene.path())).await.status, StatusCode::NOT_FOUND);

    scene.member.patch(&scene.path(), &json!({ "clear_messages": true })).await.data();
    scene.portal.advance(24 * 3600 + 1);
    assert_eq!(restore().await.status, StatusCode::NOT_FOUND, "a day has gone");
    scene.member.delete(&scene.path()).await.data();
    let orphans = scene.portal.app.db.read(|read| Ok(crate::store::conversations::count_messages(read)?));
    assert_eq!(orphans.await.unwrap(), 0);
}

#[tokio::test]
async fn what_a_question_takes_the_place_of_is_restored_also_after_a_failed_answer() {
    let scene = Scene::new(&["stub?tokens=1", "stub?status=402"]).await;
    for message in ["一", "二"] {
        scene.member.post("/api/ai-chat/chat", &scene.question(message)).await.data();
    }
    let before = scene.detail().await["messages"].clone();
    scene.admin.put("/api/ai-chat/admin/policies/default", &json!({ "model_ids": ["m1"] })).await.data();
    let mut instead = scene.question("三");
    instead["replace_from"] = json!(0);
    let refused = scene.member.post("/api/ai-chat/chat", &instead).await;
    assert_eq!(refused.status, StatusCode::PAYMENT_REQUIRED);
    assert_eq!(scene.detail().await["messages"].as_array().unwrap().len(), 1, "the question is kept");
    scene.member.post_empty(&format!("{}/restore", scene.path())).await.data();
    assert_eq!(scene.detail().await["messages"], before);
}

#[tokio::test]
async fn a_search_finds_a_text_as_it_was_written() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question("求 ΔH 与 pH")).await.data();
    for text in ["%CE%94H", "PH", "ph"] {
        let found = scene.member.get(&format!("{CONVERSATIONS}?search={text}")).await.data();
        assert_eq!(found.as_array().unwrap().len(), 1, "{text}");
    }
}

#[tokio::test]
async fn what_a_message_says_of_its_model_and_sources_is_one_line_each() {
    let scene = Scene::new(&[]).await;
    let path = format!("{}/messages", scene.path());
    let source = json!([{ "title": "a\nb", "url": "https://a.test/" }]);
    let files = json!([{ "hash": "0".repeat(64), "name": "a.png" }]);
    for (field, value) in [
        ("model", json!("a\u{1b}b")),
        ("model_label", json!("a\nb")),
        ("sources", source),
        ("attachments", files),
    ] {
        let mut message = json!({ "role": "assistant", "content": "x" });
        message[field] = value;
        let refused = scene.member.put(&path, &json!({ "messages": [message] })).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}");
    }
}

#[tokio::test]
async fn nobody_writes_messages_of_the_system() {
    let scene = Scene::new(&[]).await;
    let path = format!("{}/messages", scene.path());
    let message = |role: &str, content: &str| json!({ "messages": [{ "role": role, "content": content }] });
    for role in ["system", "tool", "developer", "User"] {
        assert_eq!(
            scene.member.put(&path, &message(role, "x")).await.status,
            StatusCode::BAD_REQUEST,
            "{role}"
        );
    }
    assert_eq!(scene.member.put(&path, &message("user", "\u{1b}[2J")).await.status, StatusCode::BAD_REQUEST);
    let large: Vec<Value> =
        (0..30).map(|_| json!({ "role": "user", "content": "x".repeat(90_000) })).collect();
    assert_eq!(scene.member.put(&path, &json!({ "messages": large })).await.status, StatusCode::BAD_REQUEST);
    let full: Vec<Value> =
        (0..20).map(|_| json!({ "role": "user", "content": "x".repeat(100_000) })).collect();
    assert_eq!(scene.member.put(&path, &json!({ "messages": full })).await.status, StatusCode::OK, "2 MB");
}

#[tokio::test]
async fn clearing_takes_the_messages_and_keeps_the_rest() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question("题目")).await.data();
    scene.member.patch(&scene.path(), &json!({ "clear_messages": true })).await.data();
    let kept = scene.detail().await;
    assert_eq!((&kept["messages"], &kept["title"]), (&json!([]), &json!("题目")));
}

#[tokio::test]
async fn a_removed_conversation_ends_its_answer() {
    let scene = Scene::new(&["stub?tokens=500&rate=50"]).await;
    let mut reading = super::reading::Reading::ask(&scene.member, &scene.question("x")).await;
    reading.until(|event| event["content"].is_string()).await;
    let replace = scene.member.put(&format!("{}/messages", scene.path()), &json!({ "messages": [] })).await;
    assert_eq!(replace.json()["slug"], "ai_answer_running");
    scene.member.delete(&scene.path()).await.data();
    reading.read_to_end().await;
    wait_for("the end of the request", || scene.provider.stub.open() == 0).await;
    assert_eq!(scene.member.get(&scene.path()).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_export_of_a_member_has_their_conversations_and_erasure_takes_them() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question("导出我")).await.data();
    let user = kernel::user::UserId::parse("240111").unwrap();
    let export = move |read: &mut kernel::db::Read| Ok(crate::store::export(read, &user)?);
    let exported = scene.portal.app.db.read(export).await.unwrap().unwrap();
    assert_eq!(exported["conversations"][0]["messages"][0]["content"], "导出我");
    assert_eq!((&exported["usage"][0]["messages"], &exported["policy"]), (&json!(1), &json!("默认")));
    scene.portal.app.write(move |tx| Ok(crate::store::erase(tx, &user)?)).await.unwrap();
    assert_eq!(scene.portal.app.db.read(export).await.unwrap(), None);
}

#[tokio::test]
async fn a_conversation_goes_on_in_another_direction_as_a_copy() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.patch(&scene.path(), &json!({ "persona": "老师" })).await.data();
    for message in ["a", "b"] {
        scene.member.post("/api/ai-chat/chat", &scene.question(message)).await.data();
    }
    let copy = json!({ "copy_of": scene.conversation_id, "copied_messages": 2 });
    let made = scene.member.post(CONVERSATIONS, &copy).await.data();
    assert_eq!((&made["title"], &made["persona"]), (&json!("a"), &json!("老师")));
    let path = format!("{CONVERSATIONS}/{}", made["id"].as_str().unwrap());
    let question = scene.question_in(made["id"].as_str().unwrap(), "c");
    scene.member.post("/api/ai-chat/chat", &question).await.data();
    let texts = |detail: &Value| {
        let messages = detail["messages"].as_array().unwrap();
        messages.iter().map(|message| message["content"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&scene.member.get(&path).await.data()), ["a", "t0 ", "c", "t0 "]);
    assert_eq!(texts(&scene.detail().await), ["a", "t0 ", "b", "t0 "], "the original stays");
    let other = scene.portal.register("240102").await;
    assert_eq!(other.post(CONVERSATIONS, &copy).await.status, StatusCode::NOT_FOUND);
}
