//! Tests of providers, and lists of what they have.

use serde_json::json;

use super::*;

const TEST: &str = "/api/ai-chat/admin/models/test";

#[tokio::test]
async fn a_configuration_is_tried_before_it_is_stored_and_a_stored_one_with_its_own_key() {
    let portal = portal().await;
    let (admin, provider) = (portal.admin().await, Provider::start(&portal).await);
    let unsaved = json!({ "api_url": provider.url, "api_key": "sk-unsaved", "model": "stub" });
    let tried = admin.post(TEST, &unsaved).await.data();
    assert_eq!((&tried["ok"], &tried["message"]), (&json!(true), &json!("连接成功")));
    add(&admin, provider.model("one", "stub")).await;
    assert_eq!(admin.post(TEST, &json!({ "id": "one", "api_key": "" })).await.data()["ok"], true);
    let keys: Vec<_> = provider.stub.received().into_iter().map(|received| received.key).collect();
    assert_eq!(keys, ["sk-unsaved", KEY]);
}

#[tokio::test]
async fn a_stored_key_is_never_tried_at_another_host() {
    let portal = portal().await;
    let (admin, provider) = (portal.admin().await, Provider::start(&portal).await);
    add(&admin, remote("one")).await;
    for key_source in ["id", "reuse_key_from"] {
        let test = json!({ key_source: "one", "api_url": provider.url, "model": "stub" });
        for path in [TEST, "/api/ai-chat/admin/models/provider-models"] {
            assert_eq!(admin.post(path, &test).await.json()["slug"], "ai_key_needed");
        }
    }
    assert!(provider.stub.received().is_empty());
}

#[tokio::test]
async fn what_went_wrong_is_told_in_words_without_the_key() {
    let portal = portal().await;
    let (admin, provider) = (portal.admin().await, Provider::start(&portal).await);
    for (model, beginning) in [
        ("stub?status=401&echo_key=1", "服务商不接受这个密钥"),
        ("stub?status=402", "服务商账户的余额已用完"),
        ("stub?status=429", "模型服务太忙了"),
        ("stub?status=500", "模型服务出错（500）"),
        ("unknown", "服务商没有这个模型，或接口地址不对"),
    ] {
        let tried = admin.post(TEST, &provider.model("x", model)).await;
        let data = tried.data();
        assert_eq!(data["ok"], false, "{model}");
        assert!(data["message"].as_str().unwrap().starts_with(beginning), "{data}");
        assert!(!tried.text().contains(KEY), "{data}");
    }
    let nobody = json!({ "api_url": "http://127.0.0.1:9999/v1", "model": "stub" });
    assert_eq!(admin.post(TEST, &nobody).await.data()["ok"], false);
}

#[tokio::test]
async fn a_provider_that_hangs_is_given_up_after_15_seconds() {
    let portal = portal().await;
    let (admin, provider) = (portal.admin().await, Provider::start(&portal).await);
    let body = provider.model("x", "stub?hang_after=0");
    let (tried, ()) = tokio::join!(admin.post(TEST, &body), async {
        wait_for("the request", || provider.stub.open() == 1).await;
        portal.advance(15);
    });
    assert_eq!(tried.data()["message"], "模型太久没有回应，请稍后再试");
}

#[tokio::test]
async fn an_address_inside_of_the_network_is_not_reached_unless_the_operator_names_it() {
    let provider_portal = portal().await;
    let provider = Provider::start(&provider_portal).await;
    let portal = portal_with(&[("EGRESS_ALLOW", "")]).await;
    let tried = portal.admin().await.post(TEST, &provider.model("x", "stub")).await.data();
    assert!(tried["message"].as_str().unwrap().starts_with("门户不能访问该地址"), "{tried}");
    assert!(provider.stub.received().is_empty());

    let named =
        [("EGRESS_ALLOW", ""), ("AI_API_URL", &provider.url), ("AI_API_KEY", KEY), ("AI_MODEL", "stub")];
    let portal = portal_with(&named).await;
    assert_eq!(portal.admin().await.post(TEST, &json!({ "id": "stub" })).await.data()["ok"], true);
    assert_eq!(provider.stub.received()[0].key, KEY);
}

#[tokio::test]
async fn the_list_of_a_provider_is_fetched_with_the_key() {
    let portal = portal().await;
    let (admin, provider) = (portal.admin().await, Provider::start(&portal).await);
    let path = "/api/ai-chat/admin/models/provider-models";
    let listed = admin.post(path, &json!({ "api_url": provider.url, "api_key": KEY })).await.data();
    assert_eq!(listed["models"][0], "stub");
    let relay = provider.url.replace("/v1", "/relay");
    assert_eq!(admin.post(path, &json!({ "api_url": relay })).await.json()["slug"], "ai_no_model_list");
    let nowhere = json!({ "api_url": provider.url.replace("/v1", "/v2") });
    let nowhere = admin.post(path, &nowhere).await.data();
    assert_eq!((&nowhere["ok"], &nowhere["models"]), (&json!(false), &json!([])));
}
