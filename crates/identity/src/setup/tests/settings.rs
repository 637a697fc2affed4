//! What was settled beside the list, shown and changed later.

use axum::http::Method;
use futures_util::future::join_all;
use kernel::audit::Entry;
use kernel::p;
use kernel::testing::Client;
use kernel::user::UserId;

use super::*;

const PATH: &str = "/api/admin/settings";

async fn change(client: &Client, body: &Value) -> Answer {
    client.send(Method::PATCH, PATH, Some(body)).await
}

fn id(text: &str) -> UserId {
    UserId::parse(text).unwrap()
}

/// A portal of three members whose saved admins are these.
async fn portal_of(admins: &[&str]) -> TestPortal {
    let portal = TestPortal::with(&[], &[("TIMEZONE", "")]).await;
    let mut body = list_of(&["实名240101", "实名240102", "李四"]);
    body["admin_user_ids"] = json!(admins);
    body["settings"] =
        json!({ "timezone": "Asia/Shanghai", "deny_common_passwords": true, "admin_claim_code": "sesame" });
    save(&portal, &body).await.data();
    for person in ["240101", "240102"] {
        portal.register(person).await;
    }
    let ids = admins.iter().map(|one| id(one)).collect::<Vec<_>>();
    portal.app.write(move |tx| Ok(crate::user::settle_admins(tx, &ids)?)).await.unwrap();
    portal
}

#[tokio::test]
async fn what_counts_is_shown_without_the_claim_code_and_can_be_sent_back() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let shown = admin.get(PATH).await.data();
    assert_eq!(
        shown,
        json!({
            "settings": {
                "timezone": "Asia/Shanghai", "timezone_in_force": "Asia/Shanghai", "timezone_fixed": false,
                "deny_common_passwords": true, "names_unique_across": false,
                "admin_claim_code_set": true, "admin_claim_code_fixed": false,
                "claim_codes": false, "claim_codes_fixed": false, "school_name": null, "class_names": {},
            },
            "admin_user_ids": ["240101"],
            "fixed_admin_ids": [],
        })
    );
    assert_eq!(change(&admin, &shown).await.data(), shown);
}

#[tokio::test]
async fn only_a_system_admin_sees_and_changes_them() {
    let portal = portal_of(&[]).await;
    for client in [portal.class_admin().await, portal.officer(&[]).await, portal.member().await] {
        assert_eq!(client.get(PATH).await.refusal(), "403 无权限执行此操作");
        assert_eq!(
            change(&client, &json!({ "admin_user_ids": ["240102"] })).await.refusal(),
            "403 无权限执行此操作"
        );
    }
    assert_eq!(portal.app.settings.text("admin_user_ids").as_deref(), Some(""));
}

#[tokio::test]
async fn one_setting_changes_at_once_and_the_rest_stays() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let before = admin.get(PATH).await.data();
    let body = json!({ "settings": { "timezone": "asia/urumqi", "names_unique_across": true } });
    let mut expected = before.clone();
    expected["settings"]["timezone"] = json!("Asia/Urumqi");
    expected["settings"]["timezone_in_force"] = json!("Asia/Urumqi");
    expected["settings"]["names_unique_across"] = json!(true);
    assert_eq!(change(&admin, &body).await.data(), expected);
    assert_eq!(portal.app.timezone().iana_name(), Some("Asia/Urumqi"));

    let cleared = change(&admin, &json!({ "settings": { "admin_claim_code": "" } })).await.data();
    assert_eq!(cleared["settings"]["admin_claim_code_set"], false);
    let portal = portal.restart(&[]).await;
    let admin = portal.client_of(id("240101")).await;
    assert_eq!(admin.get(PATH).await.data(), cleared);
}

#[tokio::test]
async fn the_list_and_its_file_stay_untouched_also_where_a_row_fits_its_member_no_more() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let name = json!({ "real_name": "改了名字" });
    admin.send(Method::PATCH, "/api/admin/users/240102", Some(&name)).await.data();
    std::fs::write(file_of(&portal, "pre-records.json"), "an operator is editing this").unwrap();
    let before = stored(&portal).await;

    let as_shown = admin.get("/api/admin/pre-records").await.data();
    let refusal = "400 class01 第 2 行：学号 240102 已由其他成员注册";
    assert_eq!(admin.put("/api/admin/pre-records", &as_shown).await.refusal(), refusal);

    change(&admin, &json!({ "settings": { "deny_common_passwords": false } })).await.data();
    assert!(!portal.app.settings.is_on("deny_common_passwords"));
    assert_eq!(stored(&portal).await, before);
    let file = std::fs::read_to_string(file_of(&portal, "pre-records.json")).unwrap();
    assert_eq!(file, "an operator is editing this");
}

#[tokio::test]
async fn what_the_operators_variables_decide_is_shown_as_such() {
    let variables = [
        ("TIMEZONE", "Asia/Tokyo"),
        ("ADMIN_USER_IDS", "240001"),
        ("ADMIN_CLAIM_CODE", "set by the operator"),
    ];
    let portal = TestPortal::with(&[], &variables).await;
    save(&portal, &list_of(&["张三"])).await.data();
    portal.register("240001").await;
    let portal = portal.restart(&[]).await;
    let admin = portal.client_of(id("240001")).await;
    let shown = admin.get(PATH).await;
    assert!(!shown.text().contains("operator"), "{}", shown.text());
    let shown = shown.data();
    let info = portal.anonymous().get("/api/setup/portal").await.data();
    assert_eq!((&info["timezone"], &info["timezone_fixed"]), (&json!("Asia/Tokyo"), &json!(true)));
    assert_eq!(shown["fixed_admin_ids"], json!(["240001"]));
    let settings = &shown["settings"];
    assert_eq!(
        (&settings["timezone"], &settings["timezone_in_force"], &settings["timezone_fixed"]),
        (&Value::Null, &json!("Asia/Tokyo"), &json!(true))
    );
    assert_eq!(
        (&settings["admin_claim_code_set"], &settings["admin_claim_code_fixed"]),
        (&json!(false), &json!(true))
    );
    let body = json!({ "settings": { "timezone": "UTC" }, "admin_user_ids": [] });
    let changed = change(&admin, &body).await.data();
    assert_eq!(changed["settings"]["timezone_in_force"], "Asia/Tokyo");
    assert_eq!(admin.get(PATH).await.status, 200, "ADMIN_USER_IDS stays");
}

#[tokio::test]
async fn admins_come_and_go_at_once_and_nobody_removes_themselves() {
    let portal = portal_of(&["240101"]).await;
    let (admin, other) = (portal.client_of(id("240101")).await, portal.client_of(id("240102")).await);
    assert_eq!(other.get(PATH).await.status, 403);
    // One who has not registered yet is an admin once they do.
    let body = json!({ "admin_user_ids": ["240101", "240102", "240103"] });
    assert_eq!(change(&admin, &body).await.data()["admin_user_ids"], body["admin_user_ids"]);
    assert_eq!(other.get(PATH).await.status, 200);

    let without_oneself =
        json!({ "admin_user_ids": ["240102"], "settings": { "names_unique_across": true } });
    assert_eq!(change(&admin, &without_oneself).await.refusal(), "400 不能移除自己的管理员权限");
    assert_eq!(admin.get(PATH).await.data()["admin_user_ids"], body["admin_user_ids"], "nothing was written");
    assert!(!portal.app.settings.is_on("names_unique_across"));

    change(&admin, &json!({ "admin_user_ids": ["240101"] })).await.data();
    assert_eq!(other.get(PATH).await.refusal(), "403 无权限执行此操作");
}

#[tokio::test]
async fn of_two_admins_who_remove_each_other_at_once_one_stays() {
    let portal = portal_of(&["240101", "240102"]).await;
    let clients = [portal.client_of(id("240101")).await, portal.client_of(id("240102")).await];
    let bodies = [json!({ "admin_user_ids": ["240101"] }), json!({ "admin_user_ids": ["240102"] })];
    let calls = (0..50).map(|call| change(&clients[call % 2], &bodies[call % 2]));
    let answers = join_all(calls).await;
    let left = portal.app.settings.text("admin_user_ids").unwrap();
    let stays = usize::from(left == "240102");
    assert_eq!(left, ["240101", "240102"][stays]);
    for (call, answer) in answers.iter().enumerate() {
        assert_eq!(answer.status == 200, call % 2 == stays, "who saves first is who stays");
    }
}

#[tokio::test]
async fn another_nodes_change_reaches_this_one() {
    use kernel::testing::TestSetup;
    let portal = portal_of(&["240101"]).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pre-records.json");
    let variables = [("PRE_RECORDS_PATH", &*path.to_string_lossy()), ("TIMEZONE", "")];
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &variables };
    let second = portal.second_node(setup).await;

    let admin = portal.client_of(id("240101")).await;
    change(&admin, &json!({ "settings": { "timezone": "Asia/Tokyo", "deny_common_passwords": false } }))
        .await
        .data();
    let followed = || second.app.timezone().iana_name() == Some("Asia/Tokyo");
    // The second node looks every half second of the tests' clock; its database takes real time.
    let real = kernel::clock::Clock::system();
    while !followed() {
        portal.advance(1);
        real.sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(followed() && !second.app.settings.is_on("deny_common_passwords"));
    second.app.stop().await;
}

#[tokio::test]
async fn wrong_values_are_refused_and_nothing_is_written() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let before = admin.get(PATH).await.data();
    let with = |settings: Value| json!({ "settings": settings });
    let cases = [
        (
            with(json!({ "timezone": "Mars/Olympus", "names_unique_across": true })),
            "400 时区“Mars/Olympus”不存在",
        ),
        (with(json!({ "timezone": 8 })), "400 字段“settings.timezone”的格式不正确"),
        (
            with(json!({ "deny_common_passwords": "yes" })),
            "400 字段“settings.deny_common_passwords”的格式不正确",
        ),
        (with(json!({ "admin_claim_code": "x".repeat(65) })), "400 字段“admin_claim_code”最多 64 个字符"),
        (json!({ "admin_user_ids": ["240101", "24010"] }), "400 管理员“24010”不是六位数字的学号"),
        (json!({}), "400 没有要修改的内容"),
        (json!({ "admin_user_ids": "240101" }), "400 字段“admin_user_ids”的格式不正确"),
    ];
    for (body, refusal) in cases {
        assert_eq!(change(&admin, &body).await.refusal(), refusal);
    }
    assert_eq!(admin.get(PATH).await.data(), before);
}

#[tokio::test]
async fn a_change_leaves_one_audit_row_of_names_and_ids_alone() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let body = json!({ "settings": { "admin_claim_code": "open sesame" }, "admin_user_ids": ["240101"] });
    change(&admin, &body).await.data();
    let in_order = kernel::statements().into_iter().find(|statement| statement.name == "IN_ORDER").unwrap();
    let rows: Vec<Entry> = portal.app.db.all(in_order, p![0_i64, 100_i64]).await.unwrap();
    let row = rows.last().unwrap();
    assert_eq!((row.admin_id.as_str(), row.action.as_str()), ("240101", "update_settings"));
    let detail: Value = serde_json::from_str(&row.detail).unwrap();
    assert_eq!(detail["settings"], json!(["admin_claim_code"]));
    assert_eq!(detail["admin_user_ids"], json!(["240101"]));
    assert!(!row.detail.contains("sesame"));
}

#[tokio::test]
async fn names_of_school_and_classes_are_shown_before_the_sign_in_and_can_be_taken_away() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let named = json!({ "settings": { "school_name": " 第一中学 ", "class_names": { "01": "高一（1）班", "02": "二班" } } });
    change(&admin, &named).await.data();
    change(&admin, &json!({ "settings": { "class_names": { "02": "" } } })).await.data();
    let status = portal.anonymous().get("/api/setup/portal").await.data();
    assert_eq!(
        (&status["school_name"], &status["class_names"]),
        (&json!("第一中学"), &json!({ "01": "高一（1）班" }))
    );

    for (settings, refusal) in [
        (json!({ "school_name": "校".repeat(41) }), "400 字段“school_name”最多 40 个字符"),
        (json!({ "class_names": { "01": "班".repeat(21) } }), "400 字段“class_names”最多 20 个字符"),
        (json!({ "class_names": { "00": "无" } }), "400 字段“class_names”的格式不正确"),
        (json!({ "class_names": { "01": "一\u{202e}班" } }), "400 字段“class_names”的格式不正确"),
    ] {
        assert_eq!(change(&admin, &json!({ "settings": settings })).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn claim_codes_that_are_turned_on_are_made_for_everyone_who_has_not_registered() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    let waiting = async || {
        let list = admin.get("/api/admin/pre-records").await.data();
        let rows = list["pre_records"]["class01"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["real_name"] == "李四").unwrap()["claim_code"].clone()
    };
    assert!(waiting().await.is_null());
    change(&admin, &json!({ "settings": { "claim_codes": true } })).await.data();
    let code = waiting().await;
    assert!(code.is_string());
    assert_eq!(portal.anonymous().get("/api/setup/portal").await.data()["claim_codes"], true);
    change(&admin, &json!({ "settings": { "claim_codes": false } })).await.data();
    assert!(waiting().await.is_null());
    change(&admin, &json!({ "settings": { "claim_codes": true } })).await.data();
    assert_eq!(waiting().await, code, "printed slips stay right");
}

#[tokio::test]
async fn the_variable_decides_over_the_setting_of_claim_codes() {
    let portal = portal_of(&["240101"]).await;
    let admin = portal.client_of(id("240101")).await;
    change(&admin, &json!({ "settings": { "claim_codes": true } })).await.data();
    let portal = portal.restart(&[("CLAIM_CODES", "0")]).await;
    let admin = portal.client_of(id("240101")).await;
    let settings = admin.get(PATH).await.data()["settings"].clone();
    assert_eq!((&settings["claim_codes"], &settings["claim_codes_fixed"]), (&json!(false), &json!(true)));
}
