//! What the desktop reads and reports for a page.

use serde_json::json;

use super::*;

#[tokio::test]
async fn the_desktop_reads_the_data_for_those_who_have_agreed() {
    let portal = portal().await;
    let (alice, carol) = (portal.member().await, portal.register("240201").await);
    let head = portal.class_admin().await;
    let program = Program::with_page(&head, &["data:read", "data:write"]).await;
    let own = program.client(&portal);
    for key in ["a", "b", "c"] {
        own.put(&format!("/api/integration-data/{key}"), &json!({ "of": key })).await.data();
    }
    let (all, one) = (program.page("/data"), program.page("/data/b"));
    let missing = (403, "integration_page_consent_missing".to_owned());
    for path in [&all, &one] {
        assert_eq!(refusal(&alice, path).await, missing);
        assert_eq!(refusal(&head, path).await, missing, "the owner agrees too");
        assert_eq!(carol.get(path).await.status, 404, "another class");
    }

    agree(&alice, &program).await;
    assert_eq!(alice.get(&one).await.data(), own.get("/api/integration-data/b").await.data());
    assert_eq!(alice.get(&program.page("/data/d")).await.data(), json!(null), "no such entry");
    assert_eq!(alice.get(&all).await.data(), own.get("/api/integration-data").await.data());
    let first = alice.get(&format!("{all}?limit=2")).await.data();
    assert_eq!((&first["entries"][1]["key"], &first["has_more"]), (&json!("b"), &json!(true)));
    let rest = alice.get(&format!("{all}?limit=2&after=b")).await.data();
    assert_eq!((&rest["entries"][0]["key"], &rest["has_more"]), (&json!("c"), &json!(false)));
    assert_eq!(rest["entries"].as_array().unwrap().len(), 1);
    assert_eq!(own.get(&all).await.status, 403, "programs have a route of their own");

    head.put(&program.path(), &json!({ "active": false })).await.data();
    assert_eq!(alice.get(&all).await.status, 404);
}

#[tokio::test]
async fn data_is_read_with_the_scope_alone() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:write", "app:read"]).await;
    let other = Program::with_page(&head, &["data:read", "data:write"]).await;
    program.client(&portal).put("/api/integration-data/a", &json!(1)).await.data();
    for program in [&program, &other] {
        agree(&alice, program).await;
    }
    for path in [program.page("/data"), program.page("/data/a")] {
        assert_eq!(refusal(&alice, &path).await, (403, "scope_missing".into()));
    }
    assert_eq!(
        alice.get(&other.page("/data/a")).await.data(),
        json!(null),
        "the data of another integration"
    );
}

#[tokio::test]
async fn what_a_desktop_has_refused_a_page_stands_in_the_log_of_its_owner() {
    let portal = portal().await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::asked_for(&alice, &head, &["data:read"]).await;
    let path = program.page("/refusals");
    let report = json!({ "code": "scope_missing", "channel": "user:info" });
    bob.post(&path, &report).await.data();
    portal.advance(1);
    bob.post(&path, &report).await.data();
    for (code, channel) in
        [("channel_unknown", format!("a\u{7}b\n{}", "字".repeat(100))), ("origin_refused", String::new())]
    {
        bob.post(&path, &json!({ "code": code, "channel": channel })).await.data();
    }
    bob.post(&path, &json!({ "code": "rate_limited" })).await.data();

    let mut log = program.log(&head).await;
    log.sort_by_key(|row| row["reason"].to_string());
    let told: Vec<_> = log
        .iter()
        .map(|row| {
            (row["reason"].as_str().unwrap(), row["event"].as_str().unwrap(), row["count"].as_i64().unwrap())
        })
        .collect();
    let cut = format!("ab{}", "字".repeat(78));
    let expected = [
        ("page_channel_unknown", cut.as_str(), 1),
        ("page_origin_refused", "", 1),
        ("page_rate_limited", "", 1),
        ("page_scope_missing", "user:info", 2),
    ];
    assert_eq!(told, expected);
    let last = &log[3];
    assert_eq!((&last["status"], &last["address"]), (&json!(403), &json!("192.0.2.1")));
    assert_eq!(last["created_at"], "2026-09-01T00:00:01.000Z");
    assert_eq!(program.log(&alice).await.len(), 4, "the requester reads it too");
    assert_eq!(bob.get(&format!("{}/log", program.path())).await.status, 404);
}

#[tokio::test]
async fn only_known_refusals_of_pages_that_one_sees_are_logged() {
    let portal = portal().await;
    let (bob, carol, head) =
        (portal.register("240102").await, portal.register("240201").await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let path = program.page("/refusals");
    for body in [
        json!({ "code": "made_up", "channel": "a" }),
        json!({ "code": "Scope_Missing" }),
        json!({ "channel": "a" }),
        json!({ "code": "rate_limited", "channel": 7 }),
        json!([]),
    ] {
        assert_eq!(bob.post(&path, &body).await.status, 400, "{body}");
    }
    let report = json!({ "code": "rate_limited", "channel": "a" });
    assert_eq!(carol.post(&path, &report).await.status, 404);
    assert_eq!(portal.anonymous().post(&path, &report).await.status, 401);
    assert_eq!(program.log(&head).await, Vec::<Value>::new());
    for code in [
        "origin_refused",
        "version_unsupported",
        "message_invalid",
        "handshake_needed",
        "channel_unknown",
        "scope_missing",
        "rate_limited",
    ] {
        bob.post(&path, &json!({ "code": code })).await.data();
    }
    assert_eq!(program.log(&head).await.len(), 7);
}

#[tokio::test]
async fn one_member_cannot_fill_the_log_with_refusals() {
    let portal = portal_with(&[("RATE_LIMIT_PAGE_REFUSAL", "2/60")]).await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let report = json!({ "code": "rate_limited", "channel": "a" });
    let mut statuses = Vec::new();
    for client in [&bob, &bob, &bob, &alice] {
        statuses.push(client.post(&program.page("/refusals"), &report).await.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 429, 200]);
    assert_eq!(program.log(&head).await[0]["count"], 3);
    assert_eq!(bob.get(PAGES).await.status, 200);
}
