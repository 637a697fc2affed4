//! Officers.

use futures_util::future::join_all;

use super::*;
use crate::admin::{MANAGE_APP_CONTROL, MANAGE_OFFICERS};

const OFFICERS: &str = "/api/admin/officers";
const CANDIDATES: &str = "/api/admin/available-officers";

fn appointment(user: &str, permissions: &[&str]) -> Value {
    json!({ "user_id": user, "title": "<i>学委</i>", "permissions": permissions })
}

#[tokio::test]
async fn an_officer_is_appointed_changed_and_removed() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let made = head
        .post(OFFICERS, &appointment("240111", &["manage_app_control", "manage_users", "manage_app_control"]))
        .await
        .data();
    let expected = json!({
        "user_id": "240111", "net_name": "net-240111", "real_name": "实名240111", "role": "officer",
        "officer_permissions": ["manage_users", "manage_app_control"], "officer_title": "<i>学委</i>",
        "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(made, expected);
    assert_eq!(head.get(OFFICERS).await.data(), json!([expected]));
    let detail = json!({ "permissions": ["manage_users", "manage_app_control"] });
    assert_eq!(newest(&portal).await, ("240100".into(), "set_officer".into(), "240111".into(), detail));
    let info = alice.get("/api/user/profile").await.data();
    assert_eq!(
        (&info["role"], &info["officer_permissions"]),
        (&json!("officer"), &json!("[\"manage_users\",\"manage_app_control\"]"))
    );

    let path = format!("{OFFICERS}/240111");
    let changed = head.patch(&path, &json!({ "permissions": [] })).await.data();
    assert_eq!(
        (&changed["officer_permissions"], &changed["officer_title"]),
        (&json!([]), &json!("<i>学委</i>"))
    );
    let changed = head.patch(&path, &json!({ "title": "" })).await.data();
    assert_eq!((&changed["officer_title"], &changed["role"]), (&json!(""), &json!("officer")));
    let detail = json!({ "fields": ["title"], "permissions": [] });
    assert_eq!(
        newest(&portal).await,
        ("240100".into(), "update_officer_perms".into(), "240111".into(), detail)
    );

    assert_eq!(head.delete(&path).await.data(), Value::Null);
    assert_eq!(newest(&portal).await.1, "remove_officer");
    assert_eq!(head.get(OFFICERS).await.data(), json!([]));
    assert_eq!(alice.get(USERS).await.status, 403, "the rights are gone at once");
    assert_eq!(head.delete(&path).await.refusal(), "404 该成员不是班干部");
    assert_eq!(head.patch(&path, &json!({ "title": "x" })).await.refusal(), "404 该成员不是班干部");
}

#[tokio::test]
async fn a_right_of_a_feature_that_is_gone_stays_until_it_is_taken_away() {
    let portal = TestPortal::new(&[]).await;
    let (_, head) = (portal.member().await, portal.class_admin().await);
    head.post(OFFICERS, &appointment("240111", &["manage_users"])).await.data();
    let office = crate::user::Office { title: String::new(), permissions: vec!["manage_zoo".into()] };
    let member = UserId::parse("240111").unwrap();
    let stored = portal.app.write(move |tx| Ok(crate::user::set_office(tx, member, Some(&office))?));
    stored.await.unwrap();

    let path = format!("{OFFICERS}/240111");
    let kept = head.patch(&path, &json!({ "permissions": ["manage_zoo", "manage_users"] })).await.data();
    assert_eq!(kept["officer_permissions"], json!(["manage_users", "manage_zoo"]));
    let taken = head.patch(&path, &json!({ "permissions": ["manage_users"] })).await.data();
    assert_eq!(taken["officer_permissions"], json!(["manage_users"]));
    let given = head.patch(&path, &json!({ "permissions": ["manage_zoo"] })).await;
    assert_eq!(given.refusal(), "400 未知的权限“manage_zoo”", "nobody can give it");
}

#[tokio::test]
async fn nobody_gives_a_right_that_they_do_not_hold() {
    let portal = TestPortal::new(&[]).await;
    portal.member().await;
    let officer = portal.officer(&[&MANAGE_OFFICERS, &MANAGE_APP_CONTROL]).await;
    let answer =
        officer.post(OFFICERS, &appointment("240111", &["manage_app_control", "manage_users"])).await;
    assert_eq!(answer.refusal(), "403 不能授予自己没有的权限“manage_users”");
    assert_eq!(officer.get(OFFICERS).await.data().as_array().unwrap().len(), 1);
    let made = officer.post(OFFICERS, &appointment("240111", &["manage_app_control"])).await.data();
    assert_eq!(made["officer_permissions"], json!(["manage_app_control"]));
    // Of the same tier now.
    assert_eq!(officer.delete(&format!("{OFFICERS}/240111")).await.refusal(), "403 无权限执行此操作");
    assert_eq!(
        officer
            .patch(&format!("{OFFICERS}/240112"), &json!({ "permissions": ["manage_app_control"] }))
            .await
            .status,
        403
    );
}

#[tokio::test]
async fn wrong_appointments_are_refused_and_change_nothing() {
    let portal = TestPortal::new(&[]).await;
    let (_, _, head) = (portal.member().await, portal.register("240201").await, portal.class_admin().await);
    let before = log(&portal).await;
    for (body, refusal) in [
        (json!({ "title": "x", "permissions": [] }), "400 缺少字段“user_id”"),
        (json!({ "user_id": "240111" }), "400 缺少字段“permissions”"),
        (appointment("240111", &["manage_users", "is_admin"]), "400 未知的权限“is_admin”"),
        (json!({ "user_id": "240111", "permissions": "all" }), "400 字段“permissions”的格式不正确"),
        (
            json!({ "user_id": "240111", "permissions": [], "title": "长".repeat(21) }),
            "400 职务最多 20 个字符，且不能包含控制字符",
        ),
        (appointment("240199", &[]), "404 请求的内容不存在"),
        (appointment("x", &[]), "404 请求的内容不存在"),
        (appointment("240201", &[]), "403 无权限执行此操作"),
        (appointment("240100", &[]), "403 无权限执行此操作"),
    ] {
        assert_eq!(head.post(OFFICERS, &body).await.refusal(), refusal);
    }
    assert_eq!(head.patch(&format!("{OFFICERS}/240111"), &json!({})).await.refusal(), "400 没有要修改的内容");
    assert_eq!(head.get(OFFICERS).await.data(), json!([]));
    assert_eq!(log(&portal).await, before);
}

#[tokio::test]
async fn candidates_are_active_members_of_the_own_class_without_an_office() {
    let portal = TestPortal::new(&[]).await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let officer = portal.officer(&[&MANAGE_OFFICERS]).await;
    for user in ["240101", "240102", "240103", "240201"] {
        portal.register(user).await;
    }
    portal.ban("240103", Some(kernel::user::Ban::default())).await;
    for (client, expected) in [
        (&head, vec!["240101", "240102"]),
        (&officer, vec!["240101", "240102"]),
        (&admin, vec!["240101", "240102", "240201"]),
    ] {
        let list = client.get(CANDIDATES).await.data();
        let ids: Vec<_> =
            list["users"].as_array().unwrap().iter().map(|user| user["user_id"].as_str().unwrap()).collect();
        assert_eq!((ids, &list["total"]), (expected.clone(), &json!(expected.len())));
    }
    assert_eq!(
        head.get(&format!("{CANDIDATES}?search=02&limit=1")).await.data()["users"][0]["user_id"],
        "240102"
    );
}

#[tokio::test]
async fn of_fifty_appointments_and_removals_at_once_the_last_in_the_log_stands() {
    let portal = TestPortal::new(&[]).await;
    portal.member().await;
    let (head, permissions) = (portal.class_admin().await, portal.permissions());
    let act = |number: usize| {
        let (head, permissions) = (&head, &permissions);
        async move {
            if number.is_multiple_of(2) {
                let right = permissions[number % permissions.len()].id;
                head.post(OFFICERS, &appointment("240111", &[right])).await.status.as_u16()
            } else {
                head.delete(&format!("{OFFICERS}/240111")).await.status.as_u16()
            }
        }
    };
    let answers = join_all((0..50).map(act)).await;
    assert!(answers.iter().all(|status| [200, 404].contains(status)));
    let (_, action, _, detail) = newest(&portal).await;
    let stands = head.get(OFFICERS).await.data();
    match action.as_str() {
        "remove_officer" => assert_eq!(stands, json!([])),
        _ => assert_eq!(stands[0]["officer_permissions"], detail["permissions"]),
    }
    assert!(chain_is_whole(&portal).await);
}
