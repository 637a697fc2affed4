//! Models as admins manage and members see them.

use axum::http::StatusCode;
use serde_json::json;

use super::*;

#[tokio::test]
async fn a_model_is_added_listed_with_a_masked_key_changed_and_removed() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let body = json!({ "label": "通义千问", "api_url": "https://api.provider.example/v1", "api_key": KEY,
                       "model": "Qwen Max/2026", "input_price": 2.4, "supports_thinking": true });
    let id = add(&admin, body).await;
    assert_eq!(id, "qwen-max-2026", "made from what the provider calls it");

    let listed = admin.get(MODELS).await.data();
    let model = &listed["models"][0];
    assert_eq!(model["effective_url"], "https://api.provider.example/v1/chat/completions");
    assert_eq!((&model["api_key_masked"], &model["has_key"]), (&json!("sk-t****cdef"), &json!(true)));
    assert_eq!((&model["key_from_env"], &model["builtin"]), (&json!(false), &json!(false)));
    assert_eq!((&model["input_price"], &model["color"]), (&json!(2.4), &json!("#6366f1")));
    assert_eq!(listed["default_model"], json!(id), "the first model becomes the default");
    assert!(!listed.to_string().contains(KEY));

    let change = json!({ "label": "千问", "api_key": "", "reasoning_effort": "high", "sort_order": 3 });
    let changed = admin.put(&format!("{MODELS}/{id}"), &change).await.data();
    assert_eq!((&changed["label"], &changed["reasoning_effort"]), (&json!("千问"), &json!("high")));
    assert_eq!(changed["api_key_masked"], "sk-t****cdef", "an empty key keeps the stored one");

    let unset = admin.put(&format!("{MODELS}/{id}"), &json!({ "reasoning_effort": null })).await.data();
    assert_eq!((&unset["reasoning_effort"], &unset["label"]), (&json!(null), &json!("千问")));

    assert_eq!(admin.delete(&format!("{MODELS}/{id}")).await.status, StatusCode::OK);
    assert_eq!(admin.put(&format!("{MODELS}/{id}"), &change).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn members_see_neither_keys_nor_addresses_and_only_admins_manage() {
    let portal = portal().await;
    let admin = portal.admin().await;
    add(&admin, remote("one")).await;
    let others =
        [portal.member().await, portal.officer(&portal.permissions()).await, portal.class_admin().await];
    for (other, can_manage) in others.iter().zip([false, false, true]) {
        let list = other.get("/api/ai-chat/models").await;
        assert!(!list.text().contains("provider.example") && !list.text().contains("sk-"));
        assert_eq!(list.data()["can_manage"], can_manage, "a class admin manages policies");
        assert_eq!(other.get(MODELS).await.refusal(), "403 无权限执行此操作");
        assert_eq!(other.post(MODELS, &remote("two")).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(admin.get("/api/ai-chat/models").await.data()["can_manage"], true);
    assert_eq!(portal.anonymous().get("/api/ai-chat/models").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn another_host_needs_the_key_again() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let id = add(&admin, remote("one")).await;
    let path = format!("{MODELS}/{id}");
    for moved in [
        "https://evil.example/v1",
        "http://api.provider.example/v1",
        "https://api.provider.example:8443/v1",
        "https://api.provider.example.evil.example/v1",
    ] {
        let refused = admin.put(&path, &json!({ "api_url": moved, "api_key": "" })).await;
        assert!(refused.refusal().starts_with("400 密钥只会发给"), "{moved}");
    }
    let elsewhere = json!({ "api_url": "https://api.provider.example/v2" });
    assert_eq!(admin.put(&path, &elsewhere).await.data()["has_key"], true, "the same host, another path");
    let moved = json!({ "api_url": "https://other.example/v1", "api_key": "sk-other-0987654321fedcba" });
    assert_eq!(admin.put(&path, &moved).await.data()["api_key_masked"], "sk-o****dcba");
}

#[tokio::test]
async fn the_key_of_another_model_is_reused_for_the_same_host_alone() {
    let portal = portal().await;
    let admin = portal.admin().await;
    add(&admin, remote("one")).await;
    let reusing = |url: &str| json!({ "api_url": url, "model": "two", "reuse_key_from": "one" });
    let id = add(&admin, reusing("https://api.provider.example/v1")).await;
    let listed = admin.get(MODELS).await.data();
    let two =
        listed["models"].as_array().unwrap().iter().find(|model| model["id"] == json!(id)).unwrap().clone();
    assert_eq!(two["api_key_masked"], "sk-t****cdef");
    let refused = admin.post(MODELS, &reusing("https://evil.example/v1")).await;
    assert_eq!(refused.json()["slug"], "ai_key_not_reusable");
}

#[tokio::test]
async fn the_default_moves_on_when_its_model_is_disabled_or_removed() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for id in ["one", "two", "three"] {
        add(&admin, remote(id)).await;
    }
    let default = || async { admin.get(MODELS).await.data()["default_model"].clone() };
    admin.put(&format!("{MODELS}/default"), &json!({ "id": "two" })).await.data();
    assert_eq!(default().await, "two");
    let off = admin.put(&format!("{MODELS}/two/toggle"), &json!({})).await.data();
    assert_eq!((&off["enabled"], &off["default_model"]), (&json!(false), &json!("one")));
    assert_eq!(
        admin.put(&format!("{MODELS}/default"), &json!({ "id": "two" })).await.status,
        StatusCode::CONFLICT
    );
    admin.delete(&format!("{MODELS}/one")).await.data();
    assert_eq!(default().await, "three");
    admin.put(&format!("{MODELS}/three/toggle"), &json!({})).await.data();
    assert_eq!(default().await, json!(null), "none is enabled");
    admin.put(&format!("{MODELS}/two/toggle"), &json!({})).await.data();
    assert_eq!(default().await, "two");
}

#[tokio::test]
async fn a_batch_is_added_whole_or_not_at_all_and_says_which_line_is_wrong() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let line =
        |model: &str| json!({ "api_url": "https://api.provider.example", "api_key": KEY, "model": model });
    let batch = |lines: Vec<Value>| json!({ "models": lines });
    let path = format!("{MODELS}/batch");
    let mut wrong = line("b");
    wrong["color"] = json!("red");
    let refused = admin.post(&path, &batch(vec![line("a"), wrong])).await;
    assert_eq!((refused.status, &refused.json()["line"]), (StatusCode::BAD_REQUEST, &json!(2)));
    assert_eq!(admin.get(MODELS).await.data()["models"], json!([]));

    let mut reusing = line("b");
    (reusing["api_key"], reusing["reuse_key_from"]) = (json!(""), json!("a"));
    let added = admin.post(&path, &batch(vec![line("a"), reusing, line("a")])).await.data();
    assert_eq!((&added["ids"], &added["created"]), (&json!(["a", "b", "a-2"]), &json!(3)));
    assert_eq!(ids(&admin.get(MODELS).await.data()["models"]), ["a", "b", "a-2"]);
    for size in [0, 51] {
        let lines = (0..size).map(|n| line(&format!("m{n}"))).collect();
        assert_eq!(admin.post(&path, &batch(lines)).await.json()["slug"], "ai_batch_size");
    }
}

#[tokio::test]
async fn a_class_admin_adds_batches_and_reuses_own_keys_alone() {
    let portal = portal().await;
    let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
    add(&admin, remote("theirs")).await;
    let path = format!("{MODELS}/batch");
    let own = json!({ "models": [{ "id": "own", "api_url": "https://api.provider.example/v1", "api_key": KEY, "model": "m" }] });
    class_admin.post(&path, &own).await.data();
    let reusing = |from: &str| json!({ "models": [{ "api_url": "https://api.provider.example/v1", "model": "m2", "reuse_key_from": from }] });
    let stolen = class_admin.post(&path, &reusing("theirs")).await;
    assert_eq!(stolen.json()["slug"], "ai_key_not_reusable");
    assert_eq!(class_admin.post(&path, &reusing("own")).await.data()["created"], 1);
}

#[tokio::test]
async fn bad_fields_are_named_and_nothing_is_stored() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for (field, value, slug) in [
        ("id", json!("Übung"), "ai_model_id_invalid"),
        ("id", json!("batch"), "ai_model_id_invalid"),
        ("label", json!("x".repeat(31)), "ai_model_label_invalid"),
        ("api_url", json!("ftp://a.test"), "ai_model_url_invalid"),
        ("api_url", json!("https://user:pass@a.test"), "ai_model_url_invalid"),
        ("api_key", json!("clé secrète"), "ai_model_key_invalid"),
        ("model", json!(" "), "ai_model_name_invalid"),
        ("color", json!("#12345g"), "ai_model_color_invalid"),
        ("max_context_tokens", json!(200_001), "ai_model_number_invalid"),
        ("sort_order", json!(-1), "ai_model_number_invalid"),
        ("output_price", json!(-0.5), "ai_model_price_invalid"),
    ] {
        let mut body = remote("one");
        body[field] = value;
        let refused = admin.post(MODELS, &body).await;
        assert_eq!(
            (refused.status, &refused.json()["slug"]),
            (StatusCode::BAD_REQUEST, &json!(slug)),
            "{field}"
        );
    }
    assert_eq!(admin.get(MODELS).await.data()["models"], json!([]));
    add(&admin, remote("one")).await;
    assert_eq!(admin.post(MODELS, &remote("one")).await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn the_models_of_the_environment_come_and_go_with_it_and_keep_what_an_admin_has_set() {
    let variables = [
        ("AI_API_URL", "http://127.0.0.1:9/v1"),
        ("AI_API_KEY", KEY),
        ("AI_MODEL", "deepseek-v3"),
        ("AI_AVAILABLE_MODELS", "deepseek-reasoner, deepseek-v3"),
    ];
    let portal = portal_with(&variables).await;
    let admin = portal.admin().await;
    let listed = admin.get(MODELS).await.data();
    assert_eq!(ids(&listed["models"]), ["deepseek-v3", "deepseek-reasoner"], "in the order of the variables");
    let first = &listed["models"][0];
    assert_eq!((&first["builtin"], &first["key_from_env"]), (&json!(true), &json!(true)));
    assert_eq!(
        (&listed["default_model"], &first["api_key_masked"]),
        (&json!("deepseek-v3"), &json!("sk-t****cdef"))
    );

    let path = format!("{MODELS}/deepseek-reasoner");
    admin.put(&path, &json!({ "label": "推理", "supports_thinking": true })).await.data();
    for refused in
        [json!({ "api_url": "https://evil.example/v1" }), json!({ "api_key": "x" }), json!({ "model": "y" })]
    {
        assert_eq!(admin.put(&path, &refused).await.json()["slug"], "ai_model_builtin");
    }
    assert_eq!(admin.delete(&path).await.status, StatusCode::CONFLICT);

    let portal = portal
        .restart(&[
            ("AI_MODEL", "deepseek-v4"),
            ("AI_AVAILABLE_MODELS", "deepseek-reasoner"),
            ("ADMIN_USER_IDS", "240000"),
        ])
        .await;
    let admin = portal.client_of(kernel::user::UserId::parse("240000").unwrap()).await;
    let listed = admin.get(MODELS).await.data();
    let mut now = ids(&listed["models"]);
    now.sort_unstable();
    assert_eq!(now, ["deepseek-reasoner", "deepseek-v4"]);
    let models = listed["models"].as_array().unwrap();
    assert!(models.iter().any(|model| model["label"] == "推理"));
    assert_ne!(listed["default_model"], json!(null));
}

#[tokio::test]
async fn requests_draw_from_the_limit_of_the_ai_chat_alone() {
    let portal = portal_with(&[("RATE_LIMIT_AI", "2/60")]).await;
    let member = portal.member().await;
    for _ in 0..2 {
        let answer = member.get("/api/ai-chat/models").await;
        assert_eq!((answer.status, answer.header("x-ratelimit-name").as_str()), (StatusCode::OK, "ai"));
    }
    assert_eq!(member.get("/api/ai-chat/models").await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_key_is_in_no_row_and_no_log() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let id = add(&admin, remote("one")).await;
    admin.put(&format!("{MODELS}/{id}"), &json!({ "api_key": "sk-second-1234567890" })).await.data();
    let rows = portal.app.db.read(|read| Ok(crate::store::models::list(read)?)).await.unwrap();
    let sealed = rows[0].api_key.clone().unwrap();
    assert!(sealed.starts_with("v1:") && !sealed.contains("sk-"));
    let log = admin.get("/api/admin/logs").await.text();
    assert!(log.contains("update_ai_model") && !log.contains("sk-second") && !log.contains(KEY));
}

#[tokio::test]
async fn the_models_of_a_class_admin_are_for_the_own_class_and_never_the_default_of_all() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    let own =
        json!({ "models": [{ "id": "own", "api_url": "https://api.provider.example/v1", "model": "m" }] });
    class_admin.post(&format!("{MODELS}/batch"), &own).await.data();
    let (here, there) = (portal.register("240111").await, portal.register("240211").await);
    assert_eq!((offered(&here).await, offered(&there).await), (vec!["own".to_owned()], Vec::new()));
    assert_eq!(admin.get(MODELS).await.data()["default_model"], json!(null));
    let refused = admin.put(&format!("{MODELS}/default"), &json!({ "id": "own" })).await;
    assert_eq!(refused.json()["slug"], "ai_model_of_class", "the default is for all");
    assert_eq!(offered(&there).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_class_admin_changes_and_removes_the_models_that_they_have_added_and_no_others() {
    const OWN: &str = "/api/ai-chat/admin/own-models";
    let portal = portal().await;
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    add(&admin, remote("other")).await;
    let batch = json!({ "models": [remote("own")] });
    class_admin.post(&format!("{MODELS}/batch"), &batch).await.data();
    let list = class_admin.get(OWN).await.data();
    assert_eq!(ids(&list["models"]), ["own"]);
    assert_eq!(
        (&list["models"][0]["api_key_masked"], &list["has_search"]),
        (&json!("sk-t****cdef"), &json!(false))
    );
    let path = format!("{OWN}/own");
    let changed = class_admin.put(&path, &json!({ "label": "老师的", "enabled": false })).await.data();
    assert_eq!((&changed["label"], &changed["enabled"]), (&json!("老师的"), &json!(false)));
    let rotated = class_admin.put(&path, &json!({ "api_key": "sk-another-1234567890" })).await.data();
    assert_eq!(rotated["api_key_masked"], "sk-a****7890");
    assert_eq!(ids(&class_admin.get(OWN).await.data()["models"]), ["own"], "it stays theirs");
    for (path, body, status) in [
        (path.as_str(), json!({ "is_default": true }), StatusCode::FORBIDDEN),
        (path.as_str(), json!({ "reuse_key_from": "other" }), StatusCode::NOT_FOUND),
        ("/api/ai-chat/admin/own-models/other", json!({ "label": "x" }), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(class_admin.put(path, &body).await.status, status, "{body}");
    }
    assert_eq!(class_admin.delete(&format!("{OWN}/other")).await.status, StatusCode::NOT_FOUND);
    let member = portal.member().await;
    assert_eq!(member.get(OWN).await.status, StatusCode::FORBIDDEN);
    class_admin.delete(&path).await.data();
    assert_eq!(ids(&admin.get(MODELS).await.data()["models"]), ["other"]);
}

#[tokio::test]
async fn a_key_that_an_admin_has_entered_is_no_class_admins_to_reuse() {
    let portal = portal().await;
    let (admin, class_admin) = (portal.admin().await, portal.class_admin().await);
    let path = format!("{MODELS}/batch");
    let own = json!({ "models": [{ "id": "own", "api_url": "https://api.provider.example/v1", "api_key": KEY, "model": "m" }] });
    class_admin.post(&path, &own).await.data();
    admin.put(&format!("{MODELS}/own"), &json!({ "api_key": "sk-of-the-admin-123456" })).await.data();
    let reusing = json!({ "models": [{ "api_url": "https://api.provider.example/v1", "model": "n", "reuse_key_from": "own" }] });
    assert_eq!(class_admin.post(&path, &reusing).await.json()["slug"], "ai_key_not_reusable");
}

#[tokio::test]
async fn a_removed_model_is_not_followed_by_another_under_its_id() {
    let portal = portal().await;
    let admin = portal.admin().await;
    add(&admin, remote("one")).await;
    let policy = json!({ "label": "p", "model_ids": ["one"] });
    admin.post("/api/ai-chat/admin/policies", &policy).await.data();
    admin.delete(&format!("{MODELS}/one")).await.data();
    assert_eq!(admin.post(MODELS, &remote("one")).await.json()["slug"], "ai_model_id_taken");
    let mut nameless = remote("one");
    nameless["id"] = json!(null);
    assert_eq!(add(&admin, nameless).await, "one-2");
}

#[tokio::test]
async fn a_class_admin_sees_which_models_a_policy_may_name() {
    let portal = portal().await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    add(&admin, remote("one")).await;
    admin.put(&format!("{MODELS}/one/toggle"), &json!({})).await.data();
    let models = head.get("/api/ai-chat/admin/policies").await.data()["models"].clone();
    assert_eq!(models, json!([{ "id": "one", "label": "one", "enabled": false }]));
}
