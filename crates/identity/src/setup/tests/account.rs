//! The account of whoever sets the portal up, made with the list.

use super::*;
use crate::testing::PASSWORD;

fn with_account(real_name: &str) -> Value {
    let mut body = list_of(&["张三", "王老师"]);
    body["account"] = json!({
        "real_name": real_name, "net_name": "老王", "password": PASSWORD, "confirm_password": PASSWORD,
    });
    body
}

#[tokio::test]
async fn the_wizard_ends_with_its_own_account_signed_in_as_system_admin() {
    let portal = TestPortal::new(&[]).await;
    let mut body = with_account("王老师");
    body["settings"] = json!({ "claim_codes": true, "admin_claim_code": "sesame" });
    body["enrolment_hours"] = json!(24);
    let answer = save(&portal, &body).await;
    let saved = answer.data();
    assert_eq!(saved["admin_user_ids"], json!(["240102"]));
    let info = &saved["user_info"];
    assert_eq!(
        (&info["user_id"], &info["is_admin"], &info["role"]),
        (&json!("240102"), &json!(1), &json!("admin"))
    );
    assert!(answer.set_cookie().starts_with("token="));

    let admin = portal.anonymous().bearing(saved["token"].as_str().unwrap());
    assert_eq!(admin.get("/api/auth/check-status").await.data()["user_info"], *info);
    let list = admin.get("/api/admin/pre-records").await.data()["pre_records"]["class01"].clone();
    assert!(list[0]["claim_code"].is_string(), "the others have codes");
    assert_eq!((&list[1]["registered"], list[1].get("claim_code")), (&json!(true), None));
    let status = async |path| portal.anonymous().get(path).await.data();
    assert_eq!(status("/api/setup/status").await, json!({ "initialized": true, "admin_count": 1 }));
    assert_eq!(status("/api/setup/portal").await["enrolment_open"], true);
    let in_order = kernel::statements().into_iter().find(|statement| statement.name == "IN_ORDER").unwrap();
    let rows: Vec<kernel::audit::Entry> =
        portal.app.db.all(in_order, kernel::p![0_i64, 10_i64]).await.unwrap();
    let row = rows.iter().find(|row| row.action == "setup").unwrap();
    assert_eq!(row.admin_id, "240102", "who was first is no secret to whoever runs the portal");
    assert!(!row.ip.is_empty() && row.detail.contains("open_until"), "{row:?}");
}

#[tokio::test]
async fn the_rule_about_common_passwords_that_is_saved_holds_for_whoever_saves_it() {
    let portal = TestPortal::new(&[]).await;
    let mut body = with_account("王老师");
    body["account"]["password"] = json!("abc12345");
    body["account"]["confirm_password"] = json!("abc12345");
    body["settings"] = json!({ "deny_common_passwords": true });
    assert_eq!(save(&portal, &body).await.refusal(), "400 这个密码太常见，请换一个");
    body["settings"] = json!({ "deny_common_passwords": false });
    save(&portal, &body).await.data();
}

#[tokio::test]
async fn a_fault_of_the_account_saves_nothing() {
    let portal = TestPortal::new(&[]).await;
    let faulty = |field: &str, value: Value| {
        let mut body = with_account("王老师");
        body["account"][field] = value;
        body
    };
    for (body, refusal) in [
        (with_account("不在名单"), "400 您的姓名不在名单中，请把自己加进名单"),
        (faulty("net_name", json!("")), "400 请填写net_name"),
        (faulty("confirm_password", json!("another 1")), "400 两次输入的密码不一致"),
        (faulty("password", json!("short")), "400 两次输入的密码不一致"),
    ] {
        assert_eq!(save(&portal, &body).await.refusal(), refusal);
        assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);
    }
}

#[tokio::test]
async fn an_enrolment_window_of_the_wizard_has_a_length_that_makes_sense() {
    let portal = TestPortal::new(&[]).await;
    for hours in [0, 73] {
        let mut body = list_of(&["张三"]);
        body["enrolment_hours"] = json!(hours);
        assert_eq!(save(&portal, &body).await.refusal(), "400 集中注册可以开放 1–72 小时");
    }
    save(&portal, &list_of(&["张三"])).await.data();
    assert_eq!(portal.anonymous().get("/api/setup/portal").await.data()["enrolment_open"], false);
}

#[tokio::test]
async fn an_admin_who_saves_a_list_makes_no_account() {
    let portal = TestPortal::with(&[], &[("ADMIN_USER_IDS", "240000")]).await;
    save(&portal, &list_of(&["张三"])).await.data();
    let admin = portal.admin().await;
    admin.put("/api/admin/pre-records", &with_account("王老师")).await.data();
    let status = portal.anonymous().get("/api/setup/status").await.data();
    assert_eq!(status["admin_count"], 1);
}
