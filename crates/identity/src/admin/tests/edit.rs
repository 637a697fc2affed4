//! Edits and reset codes.

use super::*;
use crate::admin::MANAGE_USERS;
use crate::testing::PASSWORD;

fn path(user: &str) -> String {
    format!("{USERS}/{user}")
}

#[tokio::test]
async fn names_gender_and_profile_change_and_nothing_else_does() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let forged = json!({
        "net_name": "<b>新名</b>", "real_name": " 王　小明 ", "gender": "女", "info": { "qq": "5", "browser_enabled": true },
        "is_admin": 1, "role": "admin", "user_id": "240100", "officer_permissions": ["manage_users"], "status": "disabled",
        "password_hash": "x", "id": 99, "token_version": 9,
    });
    let changed = head.patch(&path("240111"), &forged).await.data();
    assert_eq!((&changed["net_name"], &changed["real_name"]), (&json!("<b>新名</b>"), &json!("王 小明")));
    assert_eq!((&changed["gender"], &changed["info"]), (&json!("女"), &json!({ "qq": "5" })));
    assert_eq!((&changed["is_admin"], &changed["role"]), (&json!(0), &json!("user")));
    assert_eq!((&changed["user_id"], &changed["status"]), (&json!("240111"), &json!("active")));
    assert_eq!(
        alice.get("/api/user/profile").await.data()["net_name"],
        "<b>新名</b>",
        "at once, with the same token"
    );
    let detail = json!({ "fields": ["net_name", "real_name", "gender", "qq"] });
    assert_eq!(newest(&portal).await, ("240100".into(), "edit_user".into(), "240111".into(), detail));

    let changed = head.patch(&path("240111"), &json!({ "info": { "qq": "" } })).await.data();
    assert_eq!((&changed["info"], &changed["net_name"]), (&json!({}), &json!("<b>新名</b>")));
}

#[tokio::test]
async fn wrong_edits_are_refused_and_change_nothing() {
    let portal = TestPortal::new(&[]).await;
    let row = json!({ "cohort": "24", "pre_records": { "class01": [
        { "real_name": "王老师", "is_class_admin": true }, { "real_name": "张三", "user_id": "240130" }] } });
    portal.anonymous().post("/api/setup/save", &row).await.data();
    let (_, _, head) = (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let before = (log(&portal).await, head.get(&format!("{USERS}?search=240111")).await.data());
    for (body, refusal) in [
        (json!({}), "400 没有要修改的内容"),
        (json!({ "is_admin": 1 }), "400 没有要修改的内容"),
        (json!({ "net_name": "NET-240102" }), "409 该网名已被使用"),
        (json!({ "net_name": "王老师" }), "409 该网名与名单中的姓名相同，请换一个"),
        (json!({ "net_name": "240102" }), "400 网名不能是六位数字"),
        (json!({ "real_name": "实名240102" }), "409 该姓名已由其他成员使用"),
        (json!({ "real_name": "张三" }), "409 名单中该姓名属于其他学号"),
        (json!({ "real_name": "" }), "400 姓名须为 1–20 个字符，且不能包含控制字符或不可见字符"),
        (json!({ "gender": "x".repeat(11) }), "400 性别最多 10 个字符，且不能包含控制字符"),
        (json!({ "info": { "phone": "1".repeat(31) } }), "400 资料“phone”最多 30 个字符，且不能包含控制字符"),
        (json!({ "info": "x" }), "400 字段“info”的格式不正确"),
    ] {
        assert_eq!(head.patch(&path("240111"), &body).await.refusal(), refusal, "{body}");
    }
    assert_eq!(head.patch(&path("240177"), &json!({ "gender": "女" })).await.status, 404);
    let after = (log(&portal).await, head.get(&format!("{USERS}?search=240111")).await.data());
    assert_eq!(after, before);
}

#[tokio::test]
async fn officers_do_not_change_what_they_do_not_see() {
    let portal = TestPortal::new(&[]).await;
    let (_, officer) = (portal.member().await, portal.officer(&[&MANAGE_USERS]).await);
    for field in ["birthday", "email", "phone", "address", "wechat", "qq"] {
        let answer = officer.patch(&path("240111"), &json!({ "info": { field: "" } })).await;
        assert_eq!(answer.refusal(), "403 班干部不能修改成员的生日和联系方式");
    }
    let answer = officer.patch(&path("240111"), &json!({ "info": { "signature": "好" } })).await;
    assert_eq!(answer.data()["info"], json!({ "signature": "好" }));
}

#[tokio::test]
async fn a_member_sets_the_new_password_with_the_code_and_nobody_else_learns_either() {
    let portal = TestPortal::new(&[]).await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let made = head.post_empty(&format!("{}/reset-password", path("240111"))).await.data();
    assert_eq!(made["expires_at"], "2026-09-01T00:15:00.000Z");
    assert!(made["url"].as_str().is_some_and(|url| url.starts_with("http")), "{made}");
    let code = made["code"].as_str().unwrap();
    assert_eq!(newest(&portal).await, ("240100".into(), "reset_password".into(), "240111".into(), json!({})));
    assert!(log(&portal).await.iter().all(|row| !row.detail.contains(code)));
    assert_eq!(alice.get("/api/user/profile").await.refusal(), "401 登录已过期", "at once");
    let login = |password: &str| json!({ "account": "240111", "password": password });
    assert_eq!(portal.anonymous().post("/api/auth/login", &login(PASSWORD)).await.status, 401);

    let new = "quite another 1";
    let form = json!({ "account": "240111", "code": code, "new_password": new, "confirm_password": new });
    portal.anonymous().post("/api/auth/reset-password", &form).await.data();
    assert_eq!(portal.anonymous().post("/api/auth/login", &login(PASSWORD)).await.status, 401);
    assert_eq!(portal.anonymous().post("/api/auth/login", &login(new)).await.status, 200);
    assert_eq!(portal.anonymous().post("/api/auth/reset-password", &form).await.status, 401, "once");
}
