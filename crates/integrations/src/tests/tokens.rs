//! `/api/integrations/tokens`.

use kernel::audit::{self, log::Filter};
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{Program, portal, wanted};

#[tokio::test]
async fn an_integration_is_issued_listed_changed_and_revoked() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let mut body = wanted(" 作业助手 ", &["read:message", "data:write"]);
    body["webhookUrl"] = json!("https://tracker.example/hook");
    body["ttlDays"] = json!(7);

    let issued = head.post("/api/integrations/tokens", &body).await.data();
    assert_eq!(
        (issued["token"].as_str().unwrap().len(), issued["secret"].as_str().unwrap().len()),
        (64, 128)
    );
    assert_eq!(issued["name"], "作业助手");
    assert_eq!(issued["scopes"], json!(["data:write", "message:read"]));
    assert_eq!(issued["origins"], json!(["https://tracker.example"]));
    assert_eq!(issued["expiresAt"], "2026-09-08T00:00:00.000Z");
    assert_eq!(issued["owner"]["user_id"], "240100");

    let path = format!("/api/integrations/tokens/{}", issued["id"]);
    let shown = head.get(&path).await.data();
    assert_eq!(shown["secret"], Value::Null, "shown at issue alone");
    assert_eq!(
        (&shown["webhookUrl"], &shown["active"]),
        (&json!("https://tracker.example/hook"), &json!(true))
    );
    assert_eq!(head.get("/api/integrations/tokens").await.data()["integrations"][0], shown);

    let change = json!({ "scopes": ["data:write"], "origins": [], "name": "新名字", "webhookUrl": "", "active": false });
    let changed = head.put(&path, &change).await.data();
    assert_eq!((&changed["name"], &changed["scopes"]), (&json!("新名字"), &json!(["data:write"])));
    assert_eq!((&changed["origins"], &changed["webhookUrl"]), (&json!([]), &json!("")));
    assert_eq!(changed["active"], false);
    assert_eq!(head.put(&path, &json!({})).await.status, 400, "nothing to change");

    assert_eq!(head.delete(&path).await.data(), Value::Null);
    assert_eq!(head.get(&path).await.data()["status"], "revoked");
    assert_eq!(head.put(&path, &json!({ "active": true })).await.status, 404, "it never becomes valid again");
    assert_eq!(head.delete(&path).await.status, 404);
}

#[tokio::test]
async fn bad_input_is_refused_by_name_and_nothing_is_issued() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let with = |field: &str, value: Value| {
        let mut body = wanted("a", &["data:read"]);
        body[field] = value;
        body
    };
    for (body, slug) in [
        (with("name", json!(" ")), "integration_name_invalid"),
        (with("name", json!("a".repeat(41))), "integration_name_invalid"),
        (with("name", json!("a\u{202e}b")), "integration_name_invalid"),
        (with("scopes", json!([])), "integration_scopes_missing"),
        (with("scopes", json!(["read:users"])), "integration_scope_unknown"),
        (with("scopes", json!("data:read")), "field_invalid"),
        (with("origins", json!(["https://a.example/x"])), "integration_origin_invalid"),
        (with("origins", json!(["null"])), "integration_origin_invalid"),
        (with("origins", json!(["https://*.example"])), "integration_origin_invalid"),
        (with("origins", json!(["https://%2A.example"])), "integration_origin_invalid"),
        (with("webhookUrl", json!("javascript:alert(1)")), "integration_webhook_url_invalid"),
        (with("ttlDays", json!(0)), "integration_ttl_invalid"),
        (with("ttlDays", json!(3651)), "integration_ttl_invalid"),
    ] {
        let answer = head.post("/api/integrations/tokens", &body).await;
        assert_eq!((answer.status.as_u16(), answer.json()["slug"].as_str().unwrap()), (400, slug), "{body}");
    }
    assert_eq!(head.get("/api/integrations/tokens").await.data()["total"], 0);
}

#[tokio::test]
async fn class_admins_see_those_of_their_class_and_change_none_of_an_admin() {
    let portal = portal().await;
    let (admin, head, other) =
        (portal.admin().await, portal.class_admin().await, portal.register("240200").await);
    let of_admin = Program::issue(&admin, &["data:read"]).await;
    let own = Program::issue(&head, &["data:read"]).await;

    assert_eq!(admin.get("/api/integrations/tokens").await.data()["total"], 2);
    for (reader, may_change) in [(&head, true), (&admin, true)] {
        assert_eq!(reader.get(&own.path()).await.data()["may_change"], may_change);
    }
    assert_eq!(head.get("/api/integrations/tokens").await.data()["total"], 1);
    assert_eq!(other.get("/api/integrations/tokens").await.data()["total"], 0);
    assert_eq!(other.get(&own.path()).await.status, 404);
    assert_eq!(other.put(&own.path(), &json!({ "active": false })).await.status, 404);

    let widen = json!({ "scopes": ["message:write"] });
    assert_eq!(head.put(&of_admin.path(), &widen).await.status, 404);
    assert_eq!(head.post_empty(&format!("{}/regenerate-secret", of_admin.path())).await.status, 404);
    assert_eq!(admin.put(&own.path(), &widen).await.data()["scopes"], json!(["message:write"]));
    assert_eq!(own.client(&portal).put(&own.path(), &widen).await.status, 403, "not with its own secret");
}

#[tokio::test]
async fn a_class_admin_changes_nothing_of_an_admin_in_the_class_and_does_not_learn_the_token() {
    let portal = portal().await;
    let (head, admin) = (portal.class_admin().await, portal.register("240105").await);
    let admins = [UserId::parse("240105").unwrap()];
    portal.app.write(move |tx| Ok(identity::user::settle_admins(tx, &admins)?)).await.unwrap();
    let program = Program::issue(&admin, &["data:read"]).await;

    let shown = head.get(&program.path()).await.data();
    assert_eq!((&shown["token"], &shown["may_change"]), (&json!(""), &json!(false)));
    assert_eq!(head.put(&program.path(), &json!({ "scopes": ["message:write"] })).await.status, 403);
    assert_eq!(head.post_empty(&format!("{}/regenerate-secret", program.path())).await.status, 403);
    assert_eq!(head.delete(&program.path()).await.status, 403);
}

#[tokio::test]
async fn a_new_secret_takes_the_place_of_the_old_one_at_once_or_after_the_overlap() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let first = Program::issue(&head, &["user:read"]).await;
    let regenerate = format!("{}/regenerate-secret", first.path());
    let opens = |program: &Program| {
        let client = program.client(&portal);
        async move { client.get("/api/user/profile").await.status.as_u16() }
    };

    let second = Program::of(&head.post_empty(&regenerate).await.data());
    assert_eq!((opens(&first).await, opens(&second).await), (401, 200));

    let answer = head.post(&regenerate, &json!({ "overlap_hours": 24 })).await.data();
    let third = Program::of(&answer);
    assert_eq!(answer["previousSecretUntil"], "2026-09-02T00:00:00.000Z");
    assert_eq!((opens(&second).await, opens(&third).await), (200, 200));
    portal.advance(24 * 60 * 60);
    assert_eq!((opens(&second).await, opens(&third).await), (401, 200));

    assert_eq!(head.post(&regenerate, &json!({ "overlap_hours": 25 })).await.status, 400);
}

#[tokio::test]
async fn a_secret_opens_nothing_when_the_integration_is_off_expired_revoked_or_its_owner_banned() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["user:read"]).await;
    let client = program.client(&portal);
    let profile = || async { client.get("/api/user/profile").await.status.as_u16() };

    assert_eq!(profile().await, 200);
    head.put(&program.path(), &json!({ "active": false })).await.data();
    assert_eq!(profile().await, 401);
    head.put(&program.path(), &json!({ "active": true })).await.data();
    assert_eq!(profile().await, 200);

    portal.ban("240100", Some(kernel::user::Ban::default())).await;
    let banned = client.get("/api/user/profile").await;
    assert_eq!((banned.status.as_u16(), banned.json()["slug"].as_str()), (403, Some("account_disabled")));
    portal.ban("240100", None).await;
    assert_eq!(profile().await, 200);

    portal.advance(30 * 24 * 60 * 60);
    assert_eq!(profile().await, 401);
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    let extended = head.put(&program.path(), &json!({ "ttlDays": 7 })).await.data();
    assert_eq!(extended["expiresAt"], "2026-10-08T00:00:00.000Z", "from now on");
    assert_eq!(profile().await, 200);
}

#[tokio::test]
async fn integrations_hold_after_a_restart() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["user:read"]).await;
    let portal = portal.restart(&[("RATE_LIMIT_WEBHOOK", "0")]).await;
    assert_eq!(program.client(&portal).get("/api/user/profile").await.data()["user_id"], "240100");
}

#[tokio::test]
async fn every_act_stands_in_the_operation_log_without_a_secret() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["user:read"]).await;
    head.put(&program.path(), &json!({ "scopes": ["data:read"] })).await.data();
    let secret =
        head.post_empty(&format!("{}/regenerate-secret", program.path())).await.data()["secret"].clone();
    head.delete(&program.path()).await.data();

    let rows = audit::log::after(&portal.app.db, &Filter::default(), 0, 100).await.unwrap();
    let actions: Vec<_> = rows.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(
        actions,
        ["issue_integration", "update_integration", "regenerate_integration_secret", "revoke_integration"]
    );
    let log = format!("{rows:?}");
    assert!(!log.contains(&program.secret) && !log.contains(secret.as_str().unwrap()));
    assert!(
        rows[1].detail.contains(r#""added":["data:read"],"removed":["user:read"]"#),
        "{}",
        rows[1].detail
    );
}

#[tokio::test]
async fn members_see_the_origins_of_what_holds_and_nothing_else() {
    let portal = portal().await;
    let (head, member) = (portal.class_admin().await, portal.member().await);
    let program = Program::issue(&head, &["data:read"]).await;
    assert_eq!(
        member.get("/api/integrations/origins").await.data()["origins"],
        json!(["https://tracker.example"])
    );
    head.put(&program.path(), &json!({ "active": false })).await.data();
    assert_eq!(member.get("/api/integrations/origins").await.data()["origins"], json!([]));
    assert_eq!(member.get("/api/integrations/tokens").await.status, 403);
}

#[tokio::test]
async fn an_erased_owner_takes_the_integration_along() {
    let portal = portal().await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    let program = Program::issue(&head, &["user:read", "data:write"]).await;
    program.send(&portal, "data.set", &json!({ "key": "a", "value": 1 })).await.data();
    admin.delete("/api/admin/users/240100").await.data();
    assert_eq!(program.client(&portal).get("/api/user/profile").await.status, 401);
    assert_eq!(program.send(&portal, "data.set", &json!({ "key": "a", "value": 1 })).await.status, 401);
    assert_eq!(admin.get("/api/integrations/tokens").await.data()["total"], 0);
}
