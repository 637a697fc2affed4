//! Who may write to whom, who may change what, and who sees it.

use axum::http::Method;

use super::*;
use crate::announcements::MANAGE_ANNOUNCEMENTS;

const TO_CLASS: &str = r#"{ "classes": ["01"] }"#;

fn to_class() -> Value {
    json!({ "audience": serde_json::from_str::<Value>(TO_CLASS).unwrap() })
}

#[tokio::test]
async fn each_tier_writes_to_those_it_manages() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let (class_admin, admin, member) =
        (portal.class_admin().await, portal.admin().await, portal.member().await);
    let audiences = [
        Value::Null,
        json!({ "classes": ["01"], "role": "class_admins" }),
        json!({ "classes": ["02"] }),
        json!({ "classes": ["01", "02"] }),
        json!({ "classes": [] }),
    ];
    for (name, client, expected) in [
        ("member", &member, [403; 5]),
        ("officer", &officer, [200, 200, 403, 403, 403]),
        ("class admin", &class_admin, [200, 200, 403, 403, 403]),
        ("admin", &admin, [200; 5]),
    ] {
        for (audience, status) in audiences.iter().zip(expected) {
            let answer = client.post(STAFF, &notice(json!({ "audience": audience }))).await;
            assert_eq!(answer.status.as_u16(), status, "{name} to {audience}");
        }
    }
}

/// What can be done to one: method, rest of the path, body.
fn acts() -> [(Method, &'static str, Option<Value>); 7] {
    [
        (Method::PUT, "", Some(json!({ "title": "改" }))),
        (Method::PATCH, "/pin", Some(json!({ "pinned": true }))),
        (Method::GET, "/history", None),
        (Method::GET, "/acknowledgements", None),
        (Method::POST, "/remind", None),
        (Method::DELETE, "", None),
        (Method::POST, "/restore", None),
    ]
}

#[tokio::test]
async fn nobody_changes_what_someone_above_or_elsewhere_wrote() {
    let portal = portal().await;
    portal.member().await;
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    let (stranger, their_admin) = (portal.register("240201").await, portal.register("240200").await);
    // Columns: written to class 01 by its officer, its class admin, an admin; to all by an admin.
    for (name, client, expected) in [
        ("officer", &officer, [200, 403, 403, 403]),
        ("class admin", &class_admin, [200, 200, 403, 403]),
        ("admin", &admin, [200, 200, 200, 200]),
        ("class admin of another class", &their_admin, [404, 404, 404, 403]),
        ("member of another class", &stranger, [403; 4]),
    ] {
        for ((author, to_all), status) in
            [(&officer, false), (&class_admin, false), (&admin, false), (&admin, true)]
                .into_iter()
                .zip(expected)
        {
            let mut more = if to_all { json!({ "audience": {} }) } else { to_class() };
            more["requires_ack"] = json!(true);
            let made = write(author, more).await;
            for (method, rest, body) in acts() {
                let answer = client.send(method.clone(), &staff(&made, rest), body.as_ref()).await;
                assert_eq!(answer.status.as_u16(), status, "{method} {rest} by {name}");
            }
        }
    }
}

#[tokio::test]
async fn a_member_of_another_class_never_learns_of_it() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let (stranger, their_admin) = (portal.register("240201").await, portal.register("240200").await);
    let mut more = to_class();
    more["requires_ack"] = json!(true);
    let made = write(&admin, more).await;
    assert_eq!((titles(&alice).await.len(), waiting(&alice).await), (1, (1, 1)));

    for client in [&stranger, &their_admin] {
        assert_eq!((titles(client).await.len(), waiting(client).await), (0, (0, 0)));
        for rest in ["/read", "/acknowledge"] {
            assert_eq!(client.post_empty(&member(&made, rest)).await.status.as_u16(), 404);
        }
        assert_eq!(client.get(&member(&made, "")).await.refusal(), "404 请求的内容不存在");
    }
    assert_eq!(their_admin.get(STAFF).await.data()["total"], 0);
    assert_eq!(their_admin.get(&staff(&made, "")).await.status.as_u16(), 404);
    assert_eq!(admin.get(&staff(&made, "")).await.data()["read_count"], 0);
    assert_eq!(events(&portal, "published").await[0].audience, "class:01");
    let tab = stranger.post_empty("/api/realtime/poll/register").await.data();
    stranger.post("/api/realtime/publish", &json!({ "event": "wake" })).await.data();
    let path = format!("/api/realtime/poll?poll_id={}&since_seq=0", tab["poll_id"].as_str().unwrap());
    let heard = stranger.get(&path).await.data();
    assert!(!heard.to_string().contains("announcement"), "{heard}");
}

#[tokio::test]
async fn words_to_an_office_reach_that_office() {
    let portal = portal().await;
    let officer = portal.officer(&[]).await;
    let (class_admin, admin, alice) =
        (portal.class_admin().await, portal.admin().await, portal.member().await);
    write(&admin, json!({ "title": "o", "audience": { "classes": ["01"], "role": "officers" } })).await;
    write(&admin, json!({ "title": "a", "audience": { "role": "class_admins" } })).await;
    assert!(titles(&alice).await.is_empty());
    assert_eq!(titles(&officer).await, ["o"]);
    assert_eq!(titles(&class_admin).await, ["a", "o"]);
    let list = officer.get(STAFF).await.data();
    assert_eq!((&list["total"], &list["announcements"][0]["manageable"]), (&json!(1), &json!(false)));
}

#[tokio::test]
async fn what_is_prepared_is_shown_to_those_who_may_manage_it() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let class_admin = portal.class_admin().await;
    let later = json!({ "publish_at": "2026-09-02T00:00:00Z" });
    let by_officer = write(&officer, later.clone()).await;
    let by_class_admin = write(&class_admin, later).await;
    assert_eq!(officer.get(STAFF).await.data()["total"], 1);
    assert_eq!(class_admin.get(STAFF).await.data()["total"], 2);
    assert_eq!(officer.get(&staff(&by_class_admin, "")).await.status.as_u16(), 404);
    let office = identity::user::Office { title: String::new(), permissions: Vec::new() };
    portal
        .app
        .write(move |tx| Ok(identity::user::set_office(tx, id("240112"), Some(&office))?))
        .await
        .unwrap();
    assert_eq!(officer.get(STAFF).await.data()["total"], 1, "one's own stays in sight");
    assert_eq!(officer.put(&staff(&by_officer, ""), &json!({ "title": "x" })).await.status.as_u16(), 403);
}
