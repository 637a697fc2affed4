//! `/api/integration-data`.

use serde_json::{Value, json};

use super::{Program, portal};

#[tokio::test]
async fn an_integration_keeps_data_that_no_other_and_no_member_sees() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let scopes = ["data:read", "data:write"];
    let (one, other) = (Program::issue(&head, &scopes).await, Program::issue(&head, &scopes).await);
    let (one, other) = (one.client(&portal), other.client(&portal));

    let set = one.put("/api/integration-data/homework.today", &json!({ "数学": ["第 3 题"] })).await.data();
    assert_eq!(one.get("/api/integration-data/homework.today").await.data(), set);
    assert_eq!(other.get("/api/integration-data/homework.today").await.status, 404);
    assert_eq!(
        head.get("/api/integration-data/homework.today").await.status,
        403,
        "not even its owner's session"
    );
    one.put("/api/integration-data/a", &Value::Null).await.data();
    let list = one.get("/api/integration-data?limit=1").await.data();
    assert_eq!(
        (&list["entries"][0]["key"], &list["has_more"], &list["total"]),
        (&json!("a"), &json!(true), &json!(2))
    );
    let rest = one.get("/api/integration-data?after=a").await.data();
    assert_eq!((&rest["entries"][0]["key"], &rest["has_more"]), (&json!("homework.today"), &json!(false)));
    one.delete("/api/integration-data/a").await.data();
    assert_eq!(one.delete("/api/integration-data/a").await.status, 404);
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_changes_nothing() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["data:read", "data:write"]).await;
    let client = program.client(&portal);
    let half = "x".repeat(60_000);
    for n in 0..17 {
        client.put(&format!("/api/integration-data/k{n}"), &json!(half)).await.data();
    }
    let full = client.put("/api/integration-data/k17", &json!(half)).await;
    assert_eq!((full.status.as_u16(), full.json()["slug"].as_str()), (409, Some("integration_data_full")));
    assert_eq!(client.get("/api/integration-data").await.data()["total"], 17);
    client.put("/api/integration-data/k0", &json!("small")).await.data();
    client.put("/api/integration-data/k17", &json!(half)).await.data();

    assert_eq!(client.put("/api/integration-data/large", &json!("x".repeat(70_000))).await.status, 400);
    for key in ["a%20b", "a%2Fb", "%E4%BD%9C", &"k".repeat(101)] {
        assert_eq!(client.put(&format!("/api/integration-data/{key}"), &json!(1)).await.status, 400, "{key}");
    }
}
