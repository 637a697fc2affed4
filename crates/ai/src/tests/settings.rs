//! How members set the chat up.

use serde_json::json;

use super::*;

const SETTINGS: &str = "/api/ai-chat/settings";

#[tokio::test]
async fn settings_are_kept_field_by_field_and_the_preferred_model_is_listed() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    add(&admin, remote("one")).await;
    add(&admin, remote("two")).await;
    let empty = member.get(SETTINGS).await.data();
    assert_eq!(
        empty,
        json!({ "system_prompt": "", "pinned_conversations": [], "model": "", "policy_id": "default" })
    );
    let pinned = member.post("/api/ai-chat/conversations", &json!({})).await.data()["id"].clone();
    member
        .put(SETTINGS, &json!({ "system_prompt": "说中文", "pinned_conversations": [pinned] }))
        .await
        .data();
    let set = member.put(SETTINGS, &json!({ "model": "two" })).await.data();
    assert_eq!((&set["system_prompt"], &set["pinned_conversations"]), (&json!("说中文"), &json!([pinned])));
    assert_eq!(member.get("/api/ai-chat/models").await.data()["user_model"], "two");
    member.delete(&format!("/api/ai-chat/conversations/{}", pinned.as_str().unwrap())).await.data();
    assert_eq!(
        member.get(SETTINGS).await.data()["pinned_conversations"],
        json!([]),
        "it went with the conversation"
    );
    let none = member.put(SETTINGS, &json!({ "model": null })).await.data();
    assert_eq!(none["model"], "");
}

#[tokio::test]
async fn a_model_that_is_not_available_cannot_be_preferred() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    add(&admin, remote("one")).await;
    let refused = member.put(SETTINGS, &json!({ "model": "nine", "system_prompt": "x" })).await;
    assert_eq!(refused.refusal(), "400 该模型当前不可用");
    assert_eq!(member.get(SETTINGS).await.data()["system_prompt"], "", "nothing of it is kept");
    member.put(SETTINGS, &json!({ "model": "one" })).await.data();
    admin.put(&format!("{MODELS}/one/toggle"), &json!({})).await.data();
    assert_eq!(member.get("/api/ai-chat/models").await.data()["user_model"], json!(null));
}

#[tokio::test]
async fn bad_settings_are_refused() {
    let portal = portal().await;
    let member = portal.member().await;
    for (body, slug) in [
        (json!({ "system_prompt": "x".repeat(4001) }), "ai_prompt_invalid"),
        (json!({ "system_prompt": "a\u{1}b" }), "ai_prompt_invalid"),
        (json!({ "pinned_conversations": ["1"] }), "field_invalid"),
    ] {
        assert_eq!(member.put(SETTINGS, &body).await.json()["slug"], slug);
    }
}
