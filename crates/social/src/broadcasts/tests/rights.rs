//! Who may say what to whom, and who sees it.

use super::*;
use crate::announcements::MANAGE_ANNOUNCEMENTS;
use crate::broadcasts::MANAGE_BROADCASTS;

#[tokio::test]
async fn each_tier_speaks_to_those_it_manages() {
    let portal = portal().await;
    portal.register("240200").await;
    let officer = portal.officer(&[&MANAGE_BROADCASTS]).await;
    let class_admin = portal.class_admin().await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    let audiences = [
        Value::Null,
        json!({ "classes": ["01"] }),
        json!({ "classes": ["01"], "role": "officers" }),
        json!({ "classes": ["02"] }),
        json!({ "classes": ["01", "02"] }),
        json!({ "classes": [] }),
        json!({ "role": "class_admins" }),
    ];
    for (name, client, expected) in [
        ("member", &member, [403; 7]),
        ("officer", &officer, [200, 200, 200, 403, 403, 403, 403]),
        ("class admin", &class_admin, [200, 200, 200, 403, 403, 403, 403]),
        ("admin", &admin, [200; 7]),
    ] {
        for (number, (audience, status)) in audiences.iter().zip(expected).enumerate() {
            let body = json!({ "content": format!("{name} {number}"), "audience": audience });
            let answer = client.post("/api/admin/broadcasts", &body).await;
            assert_eq!(answer.status.as_u16(), status, "{name} to {audience}");
        }
    }
}

#[tokio::test]
async fn an_officer_without_the_right_only_looks() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let admin = portal.admin().await;
    send(&admin, json!({ "content": "a" })).await;
    assert_eq!(
        officer.post("/api/admin/broadcasts", &json!({ "content": "b" })).await.refusal(),
        "403 无权限执行此操作"
    );
    let list = officer.get("/api/admin/broadcasts").await.data();
    assert_eq!((&list["total"], &list["broadcasts"][0]["manageable"]), (&json!(1), &json!(false)));
}

#[tokio::test]
async fn nobody_of_another_class_or_office_sees_any_of_it() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let (stranger, their_admin) = (portal.register("240201").await, portal.register("240200").await);
    let sent = send(&admin, json!({ "content": "一班", "audience": { "classes": ["01"] } })).await;
    send(&admin, json!({ "content": "班委", "audience": { "classes": ["01"], "role": "officers" } })).await;

    assert_eq!(newest(&alice).await.len(), 1, "no officer, no word to officers");
    assert!(newest(&stranger).await.is_empty());
    assert_eq!(stranger.post_empty(&seen(&sent)).await.status.as_u16(), 404);
    assert_eq!(their_admin.get("/api/admin/broadcasts").await.data()["total"], 0);
    let end = format!("/api/admin/broadcasts/{}/end", sent["id"].as_str().unwrap());
    assert_eq!(their_admin.post_empty(&end).await.refusal(), "403 无权限执行此操作");
    assert_eq!(admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0]["reached"], 0);
}

#[tokio::test]
async fn nobody_takes_back_what_someone_above_them_said() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_BROADCASTS]).await;
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    let to_class = |content: &str| json!({ "content": content, "audience": { "classes": ["01"] } });
    let end = async |client: &Client, sent: &Value| {
        let path = format!("/api/admin/broadcasts/{}/end", sent["id"].as_str().unwrap());
        client.post_empty(&path).await.status.as_u16()
    };
    let by_admin = send(&admin, to_class("a")).await;
    let by_class_admin = send(&class_admin, to_class("b")).await;
    let by_officer = send(&officer, to_class("c")).await;
    assert_eq!([end(&officer, &by_admin).await, end(&officer, &by_class_admin).await], [403, 403]);
    assert_eq!(end(&class_admin, &by_admin).await, 403);
    assert_eq!([end(&class_admin, &by_officer).await, end(&officer, &by_officer).await], [200, 200]);
    assert_eq!([end(&admin, &by_class_admin).await, end(&class_admin, &by_class_admin).await], [200, 200]);
}
