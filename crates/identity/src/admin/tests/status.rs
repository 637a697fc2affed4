//! Bans of one member.

use futures_util::future::join_all;
use kernel::connections::Ended;

use super::*;

fn path(user: &str) -> String {
    format!("{USERS}/{user}/status")
}

#[tokio::test]
async fn a_ban_with_end_and_reason_holds_until_its_end() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let ban = json!({ "status": "disabled", "ban_expires_at": "2026-09-01 09:00:00", "ban_reason": " <b>旷课</b> " });
    let answer = head.patch(&path("240111"), &ban).await.data();
    assert_eq!(
        (&answer["status"], &answer["ban_expires_at"]),
        (&json!("disabled"), &json!("2026-09-01 09:00:00"))
    );
    assert_eq!(answer["ban_reason"], "<b>旷课</b>", "as written");

    let refused = alice.get("/api/user/profile").await;
    assert_eq!(refused.refusal(), "403 该账号已被禁用");
    assert_eq!(refused.json()["ban_expires_at"], "2026-09-01 09:00:00");
    assert_eq!(refused.json()["ban_reason"], "<b>旷课</b>");
    let detail = json!({ "ban_expires_at": "2026-09-01T01:00:00.000Z" });
    assert_eq!(newest(&portal).await, ("240100".into(), "disable_user".into(), "240111".into(), detail));

    portal.advance(3600);
    assert_eq!(alice.get("/api/user/profile").await.data()["status"], "active");
}

#[tokio::test]
async fn a_ban_ends_what_is_open_and_is_lifted_by_hand() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let mut socket = portal.app.connections.open(id("240111"), "any");
    assert_eq!(disable(&head, "240111").await.status, 200);
    assert_eq!(socket.ended().await, Ended::Disabled);
    assert_eq!(alice.get("/api/user/profile").await.status, 403);

    // What it says of a ban does not matter then.
    let active = json!({ "status": "active", "ban_expires_at": "whenever" });
    let answer = head.patch(&path("240111"), &active).await.data();
    assert_eq!((&answer["status"], &answer["ban_reason"]), (&json!("active"), &Value::Null));
    assert_eq!(newest(&portal).await.1, "enable_user");
    assert_eq!(alice.get("/api/user/profile").await.status, 200);
}

#[tokio::test]
async fn the_row_number_names_a_member_too_and_an_existing_user_id_wins() {
    let portal = TestPortal::new(&[]).await;
    let admin = portal.admin().await;
    portal.register("000001").await;
    portal.register("240111").await;
    let row = admin.get(&format!("{USERS}?search=240111")).await.data()["users"][0]["id"].clone();
    assert_eq!(disable(&admin, &row.to_string()).await.data()["user_id"], "240111");
    assert_eq!(disable(&admin, "000001").await.data()["user_id"], "000001", "and not the row 1");
    assert_eq!(disable(&admin, "000003").await.data()["user_id"], "240111", "nobody has this user ID");
    for wrong in ["99", "240999", "abc", "-1", "+3", "3.0", "0", "99999999999999999999", "%20", "3%20"] {
        assert_eq!(disable(&admin, wrong).await.refusal(), "404 请求的内容不存在", "{wrong}");
    }
}

#[tokio::test]
async fn wrong_bans_are_refused_and_change_nothing() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let before = log(&portal).await;
    for (body, refusal) in [
        (json!({}), "400 缺少字段“status”"),
        (json!({ "status": "gone" }), "400 字段“status”的格式不正确"),
        (json!({ "status": null }), "400 字段“status”的格式不正确"),
        (
            json!({ "status": "disabled", "ban_expires_at": "2026-09-01 08:00:00" }),
            "400 封禁截止时间须晚于现在",
        ),
        (
            json!({ "status": "disabled", "ban_expires_at": "2027-01-01" }),
            "400 封禁截止时间须为 YYYY-MM-DD HH:mm:ss",
        ),
        (json!({ "status": "disabled", "ban_expires_at": "" }), "400 封禁截止时间须为 YYYY-MM-DD HH:mm:ss"),
        (json!({ "status": "disabled", "ban_expires_at": 5 }), "400 字段“ban_expires_at”的格式不正确"),
        (
            json!({ "status": "disabled", "ban_reason": "长".repeat(201) }),
            "400 封禁原因最多 200 个字符，且不能包含控制字符",
        ),
        (
            json!({ "status": "disabled", "ban_reason": "a\u{7}" }),
            "400 封禁原因最多 200 个字符，且不能包含控制字符",
        ),
    ] {
        assert_eq!(head.patch(&path("240111"), &body).await.refusal(), refusal);
    }
    assert_eq!(alice.get("/api/user/profile").await.data()["status"], "active");
    assert_eq!(log(&portal).await, before);
}

#[tokio::test]
async fn of_fifty_conflicting_changes_the_last_in_the_log_is_the_one_that_stands() {
    let portal = TestPortal::new(&[]).await;
    portal.member().await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let before = log(&portal).await.len();
    let change = |number: usize| {
        let actor = if number.is_multiple_of(3) { &admin } else { &head };
        let status = if number.is_multiple_of(2) { "disabled" } else { "active" };
        let body = json!({ "status": status, "ban_reason": number.to_string() });
        async move { actor.patch(&path("240111"), &body).await.status }
    };
    let answers = join_all((0..50).map(change)).await;
    assert!(answers.iter().all(|status| *status == 200));
    let log = log(&portal).await;
    assert_eq!(log.len(), before + 50);
    let stands = admin.get(&format!("{USERS}?search=240111")).await.data()["users"][0]["status"].clone();
    let last = if log.last().unwrap().action == "disable_user" { "disabled" } else { "active" };
    assert_eq!(stands, last);
    assert!(chain_is_whole(&portal).await);
}
