//! `/api/integrations/requests`.

use serde_json::json;

use super::{Program, inbox, portal, wanted};

#[tokio::test]
async fn a_member_asks_a_class_admin_approves_and_the_member_makes_the_secret_once() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let mut body = wanted("作业助手", &["user:read", "data:write"]);
    body["purpose"] = json!("记录每天的作业");
    let asked = alice.post("/api/integrations/requests", &body).await.data();
    assert_eq!((&asked["status"], &asked["expiresAt"]), (&json!("requested"), &json!(null)));
    let request = format!("/api/integrations/requests/{}", asked["id"]);
    assert_eq!(alice.post_empty(&format!("{request}/secret")).await.status, 409, "not before it is approved");

    let waiting = head.get("/api/integrations/requests").await.data()["to_decide"].clone();
    assert_eq!(
        (&waiting[0]["purpose"], &waiting[0]["requested_by"]["user_id"]),
        (&json!("记录每天的作业"), &json!("240111"))
    );
    assert_eq!(alice.get("/api/integrations/requests").await.data()["to_decide"], json!([]));
    assert_eq!(alice.post_empty(&format!("{request}/approve")).await.status, 403);
    let wider = json!({ "scopes": ["user:read", "message:write"] });
    assert_eq!(
        head.post(&format!("{request}/approve"), &wider).await.status,
        400,
        "no more than was asked for"
    );

    let approved = head.post(&format!("{request}/approve"), &json!({ "scopes": ["user:read"] })).await.data();
    assert_eq!(
        (&approved["owner"]["user_id"], &approved["scopes"]),
        (&json!("240100"), &json!(["user:read"]))
    );
    assert_eq!(
        (&approved["has_secret"], &approved["expiresAt"]),
        (&json!(false), &json!("2026-10-01T00:00:00.000Z"))
    );
    assert_eq!(head.post_empty(&format!("{request}/approve")).await.status, 409);

    assert_eq!(head.post_empty(&format!("{request}/secret")).await.status, 404, "the secret is the member's");
    let program = Program::of(&alice.post_empty(&format!("{request}/secret")).await.data());
    assert_eq!(alice.post_empty(&format!("{request}/secret")).await.status, 409, "once");
    assert_eq!(program.client(&portal).get("/api/user/profile").await.data()["user_id"], "240100");

    program.send(&portal, "data.set", &json!({ "key": "a", "value": 1 })).await;
    for reader in [&alice, &head] {
        assert_eq!(program.log(reader).await[0]["reason"], "scope_missing");
    }
    let bob = portal.register("240102").await;
    assert_eq!(bob.get(&format!("{}/log", program.path())).await.status, 404);
}

#[tokio::test]
async fn a_request_is_refused_or_taken_back_and_another_class_cannot_decide_it() {
    let portal = portal().await;
    let (alice, head, other) =
        (portal.member().await, portal.class_admin().await, portal.register("240200").await);
    let ask = || async {
        let asked = alice.post("/api/integrations/requests", &wanted("a", &["user:read"])).await.data();
        format!("/api/integrations/requests/{}", asked["id"])
    };
    let first = ask().await;
    assert_eq!(other.get("/api/integrations/requests").await.data()["to_decide"], json!([]));
    assert_eq!(other.post_empty(&format!("{first}/approve")).await.status, 404);
    let asks_again = alice.put(&first, &wanted("b", &["user:read"])).await;
    assert_eq!(asks_again.json()["slug"], "integration_request_not_refused", "it is read as it is approved");
    let reason = |reason: &str| json!({ "reason": reason });
    let long = head.post(&format!("{first}/refuse"), &reason(&"长".repeat(201))).await;
    assert_eq!(long.json()["slug"], "integration_refusal_reason_invalid");
    let refused = head.post(&format!("{first}/refuse"), &reason(" 权限太多 ")).await.data();
    assert_eq!((&refused["status"], &refused["refusal_reason"]), (&json!("refused"), &json!("权限太多")));
    let told = inbox(&alice).await;
    assert_eq!(told[0]["text"], "权限太多");
    assert_eq!(head.post_empty(&format!("{first}/approve")).await.status, 409);
    assert_eq!(alice.get("/api/integrations/requests").await.data()["own"][0]["status"], "refused");
    assert_eq!(other.delete(&first).await.status, 404);
    assert_eq!(other.put(&first, &wanted("b", &["user:read"])).await.status, 404);
    portal.advance(1);
    let again = alice.put(&first, &wanted("b", &["data:read"])).await.data();
    assert_eq!(
        (&again["status"], &again["name"], &again["scopes"], &again["refusal_reason"], &again["signedOnly"]),
        (&json!("requested"), &json!("b"), &json!(["data:read"]), &json!(""), &json!(true))
    );
    assert_eq!(head.get("/api/integrations/requests").await.data()["to_decide"][0]["name"], "b");
    assert_eq!(inbox(&head).await[0]["text"], "", "one line for the request as it is now");
    for act in ["approve", "refuse"] {
        let seen = json!({ "asked_at": refused["created_at"] });
        let decided = head.post(&format!("{first}/{act}"), &seen).await;
        assert_eq!(decided.json()["slug"], "integration_request_changed", "{act}: that was another one");
    }
    let seen = json!({ "asked_at": again["created_at"] });
    assert_eq!(head.post(&format!("{first}/refuse"), &seen).await.data()["refusal_reason"], "");
    alice.delete(&first).await.data();

    let second = ask().await;
    alice.delete(&second).await.data();
    assert_eq!(head.post_empty(&format!("{second}/approve")).await.status, 404);

    for _ in 0..5 {
        ask().await;
    }
    let sixth = alice.post("/api/integrations/requests", &wanted("a", &["user:read"])).await;
    assert_eq!(sixth.json()["slug"], "integration_requests_too_many");
}
