//! Policies and whose they are.

use axum::http::StatusCode;
use serde_json::json;

use super::*;

const POLICIES: &str = "/api/ai-chat/admin/policies";
const APPLY: &str = "/api/ai-chat/admin/apply-policy";

async fn policy(admin: &Client, label: &str, models: &[&str]) -> String {
    let made = admin.post(POLICIES, &json!({ "label": label, "model_ids": models })).await.data();
    made["id"].as_str().unwrap().to_owned()
}

async fn apply(admin: &Client, users: &[&str], policy: &str) -> Value {
    admin.post(APPLY, &json!({ "user_ids": users, "policy_id": policy })).await.data()
}

#[tokio::test]
async fn a_policy_limits_what_a_member_is_offered_and_its_removal_brings_the_default_back() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    for id in ["m1", "m2", "m3"] {
        add(&admin, remote(id)).await;
    }
    assert_eq!(offered(&member).await, ["m1", "m2", "m3"]);
    let id = policy(&admin, "初一", &["m2", "m3"]).await;
    assert_eq!(apply(&admin, &["240111"], &id).await, json!({ "applied": 1, "policy_id": id }));
    let list = member.get("/api/ai-chat/models").await.data();
    assert_eq!(
        (ids(&list["models"]), &list["default_model"]),
        (vec!["m2".to_owned(), "m3".to_owned()], &json!("m2"))
    );
    assert_eq!(member.get("/api/ai-chat/settings").await.data()["policy_id"], json!(id));
    let map = admin.get("/api/ai-chat/admin/user-policies").await.data();
    assert_eq!(map["map"], json!({ "240111": id }));

    admin.delete(&format!("{POLICIES}/{id}")).await.data();
    assert_eq!(offered(&member).await.len(), 3);
    assert_eq!(member.get("/api/ai-chat/settings").await.data()["policy_id"], "default");
}

#[tokio::test]
async fn a_policy_whose_models_are_all_gone_admits_none() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    add(&admin, remote("m1")).await;
    add(&admin, remote("m2")).await;
    let id = policy(&admin, "限二", &["m2"]).await;
    apply(&admin, &["240111"], &id).await;
    admin.delete(&format!("{MODELS}/m2")).await.data();
    let list = member.get("/api/ai-chat/models").await.data();
    assert_eq!((&list["models"], &list["default_model"]), (&json!([]), &json!(null)));
    apply(&admin, &["240111"], "").await;
    assert_eq!(offered(&member).await, ["m1"]);
}

#[tokio::test]
async fn the_default_policy_holds_for_whoever_has_none_and_cannot_be_removed() {
    let portal = portal().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    add(&admin, remote("m1")).await;
    add(&admin, remote("m2")).await;
    let default = admin.get(POLICIES).await.data()["default_policy"].as_str().unwrap().to_owned();
    let path = format!("{POLICIES}/{default}");
    admin.put(&path, &json!({ "model_ids": ["m1"] })).await.data();
    assert_eq!(offered(&member).await, ["m1"]);
    assert_eq!(admin.delete(&path).await.json()["slug"], "ai_policy_default");
    let other = policy(&admin, "新默认", &["m2"]).await;
    admin.put(&format!("{POLICIES}/{other}"), &json!({ "is_default": true })).await.data();
    assert_eq!(offered(&member).await, ["m2"]);
    assert_eq!(admin.delete(&path).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_class_admin_manages_the_policies_and_members_of_the_own_class() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
    portal.register("240111").await;
    portal.register("240211").await;
    let own = policy(&class_admin, "一班", &[]).await;
    let of_portal = policy(&admin, "全校", &[]).await;
    let list = class_admin.get(POLICIES).await.data();
    let changeable = |id: &str| {
        list["policies"].as_array().unwrap().iter().find(|policy| policy["id"] == json!(id)).unwrap()["may_change"].clone()
    };
    assert_eq!(
        (changeable(&own), changeable(&of_portal), changeable("default")),
        (json!(true), json!(false), json!(false))
    );
    let rename = json!({ "label": "改名" });
    assert_eq!(
        class_admin.put(&format!("{POLICIES}/{of_portal}"), &rename).await.status,
        StatusCode::FORBIDDEN
    );
    let default = json!({ "is_default": true });
    assert_eq!(class_admin.put(&format!("{POLICIES}/{own}"), &default).await.status, StatusCode::FORBIDDEN);

    assert_eq!(apply(&class_admin, &["240111"], &of_portal).await["applied"], 1);
    let reaching = json!({ "user_ids": ["240111", "240211"], "policy_id": own });
    assert_eq!(class_admin.post(APPLY, &reaching).await.status, StatusCode::FORBIDDEN);
    assert_eq!(admin.post(APPLY, &reaching).await.status, StatusCode::CONFLICT, "a policy of another class");
    let map = class_admin.get("/api/ai-chat/admin/user-policies").await.data();
    assert_eq!(map["map"], json!({ "240111": of_portal }));
}

#[tokio::test]
async fn nobody_sets_the_policy_of_themself_a_peer_or_somebody_above() {
    let portal = portal().await;
    let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
    portal.member().await;
    let id = policy(&class_admin, "宽松", &[]).await;
    for (client, user) in [(&class_admin, "240100"), (&class_admin, "240000"), (&admin, "240000")] {
        let both = json!({ "user_ids": ["240111", user], "policy_id": id });
        assert_eq!(client.post(APPLY, &both).await.status, StatusCode::FORBIDDEN, "{user}");
    }
    let map = admin.get("/api/ai-chat/admin/user-policies").await.data();
    assert_eq!(map["map"], json!({}), "all or none");
    apply(&admin, &["240100"], &id).await;
    let path = format!("{POLICIES}/{id}");
    let lift = json!({ "message_budget": 0 });
    assert_eq!(class_admin.put(&path, &lift).await.status, StatusCode::FORBIDDEN, "the own limits");
    assert_eq!(class_admin.delete(&path).await.status, StatusCode::FORBIDDEN);
    let listed = admin.get("/api/admin/users?limit=200").await.data();
    let policies = listed["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| (user["user_id"].as_str().unwrap().to_owned(), user["ai_policy"].clone()));
    let policies: std::collections::BTreeMap<_, _> = policies.collect();
    assert_eq!((&policies["240100"], &policies["240111"]), (&json!(id), &json!(null)));
}

#[tokio::test]
async fn members_and_officers_have_no_access_to_policies() {
    let portal = portal().await;
    for client in [portal.member().await, portal.officer(&portal.permissions()).await] {
        assert_eq!(client.get(POLICIES).await.status, StatusCode::FORBIDDEN);
        let apply = json!({ "user_ids": ["240111"], "policy_id": "" });
        assert_eq!(client.post(APPLY, &apply).await.status, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn bad_applications_are_refused_whole() {
    let portal = portal().await;
    let admin = portal.admin().await;
    portal.member().await;
    let id = policy(&admin, "方案", &[]).await;
    let with = |users: Vec<String>, policy: &str| json!({ "user_ids": users, "policy_id": policy });
    for (body, slug) in [
        (with(vec![], &id), "ai_apply_size"),
        (with((0..201).map(|n| format!("2401{n:02}")).collect(), &id), "ai_apply_size"),
        (with(vec!["240111".into(), "240177".into()], &id), "ai_user_unknown"),
        (with(vec!["240111".into()], "nothing"), "not_found"),
    ] {
        assert_eq!(admin.post(APPLY, &body).await.json()["slug"], slug);
    }
    assert_eq!(admin.get("/api/ai-chat/admin/user-policies").await.data()["map"], json!({}));
    let long = json!({ "label": "很".repeat(21) });
    assert_eq!(admin.post(POLICIES, &long).await.json()["slug"], "ai_policy_label_invalid");
}
