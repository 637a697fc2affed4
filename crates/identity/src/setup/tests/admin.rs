//! The list after the setup.

use kernel::user::UserId;

use super::*;

const PATH: &str = "/api/admin/pre-records";

/// A portal with a saved list whose 240101 and class admin have registered.
async fn portal_with(variables: &[(&str, &str)]) -> TestPortal {
    let portal = TestPortal::with(&[], variables).await;
    let body = json!({ "cohort": "24", "pre_records": { "class01": [
        { "real_name": "实名240100", "is_class_admin": true }, { "real_name": "实名240101" }, { "real_name": "李四" },
    ]}});
    save(&portal, &body).await.data();
    portal.class_admin().await;
    portal.register("240101").await;
    portal
}

async fn portal() -> TestPortal {
    portal_with(&[]).await
}

#[tokio::test]
async fn only_a_system_admin_sees_and_changes_the_list() {
    let portal = portal().await;
    let others = [
        portal.client_of(UserId::parse("240100").unwrap()).await,
        portal.officer(&[]).await,
        portal.member().await,
    ];
    for client in others {
        assert_eq!(client.get(PATH).await.refusal(), "403 无权限执行此操作");
        assert_eq!(client.put(PATH, &list_of(&["甲"])).await.refusal(), "403 无权限执行此操作");
    }
    assert_eq!(portal.anonymous().get(PATH).await.refusal(), "401 未登录");
    assert_eq!(portal.anonymous().put(PATH, &list_of(&["甲"])).await.refusal(), "401 未登录");
    assert_eq!(stored(&portal).await.len(), 3);
}

#[tokio::test]
async fn the_list_shows_who_has_registered() {
    let portal = portal().await;
    let list = portal.admin().await.get(PATH).await.data();
    assert_eq!(
        list,
        json!({
            "cohort": "24",
            "pre_records": { "class01": [
                { "real_name": "实名240100", "user_id": "240100", "gender": "", "is_class_admin": true, "registered": true },
                { "real_name": "实名240101", "user_id": "240101", "gender": "", "is_class_admin": false, "registered": true },
                { "real_name": "李四", "user_id": "240102", "gender": "", "is_class_admin": false, "registered": false },
            ]},
            "admin_user_ids": [],
        })
    );
}

#[tokio::test]
async fn what_is_shown_can_be_sent_back() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let shown = admin.get(PATH).await.data();
    let before = stored(&portal).await;
    admin.put(PATH, &shown_without_admins(&shown)).await.data();
    assert_eq!(stored(&portal).await, before);
}

/// The admin of these tests is one by the test's own hand and no saved one.
fn shown_without_admins(shown: &Value) -> Value {
    let mut body = shown.clone();
    body.as_object_mut().unwrap().remove("admin_user_ids");
    body
}

#[tokio::test]
async fn registered_members_keep_their_numbers_and_others_get_free_ones() {
    let portal = portal().await;
    let body = json!({ "pre_records": { "class01": [
        { "real_name": "甲" }, { "real_name": "李四" }, { "real_name": "实名240101" }, { "real_name": "实名240100" },
    ]}});
    let saved = portal.admin().await.put(PATH, &body).await.data();
    assert_eq!(saved, json!({ "cohort": "24", "classes": 1, "total_records": 4, "admin_user_ids": [] }));
    let expected = [("实名240100", "240100"), ("实名240101", "240101"), ("甲", "240102"), ("李四", "240103")];
    assert_eq!(stored(&portal).await, pairs(&expected));
}

#[tokio::test]
async fn a_registered_members_row_may_go_but_their_number_is_nobody_elses() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let with = |row: Value| json!({ "cohort": "24", "pre_records": { "class01": [row], "class02": [{ "real_name": "丁" }] } });
    let cases = [
        (
            json!({ "real_name": "甲", "user_id": "240101" }),
            "400 class01 第 1 行：学号 240101 已由其他成员注册",
        ),
        (
            json!({ "real_name": "甲", "is_class_admin": true }),
            "400 class01 第 1 行：学号 240100 已由其他成员注册",
        ),
        (
            json!({ "real_name": "实名240101", "user_id": "240109" }),
            "400 class01 第 1 行：该成员已注册为 240101，学号与班级不能更改",
        ),
        (
            json!({ "real_name": "实名240101", "is_class_admin": true }),
            "400 class01 第 1 行：该成员已注册为 240101，学号与班级不能更改",
        ),
    ];
    for (row, refusal) in cases {
        assert_eq!(admin.put(PATH, &with(row)).await.refusal(), refusal);
    }
    let moved = json!({ "pre_records": { "class02": [{ "real_name": "实名240101" }] } });
    assert_eq!(
        admin.put(PATH, &moved).await.refusal(),
        "400 class02 第 1 行：该成员已注册为 240101，学号与班级不能更改"
    );
    assert_eq!(stored(&portal).await.len(), 3);

    admin.put(PATH, &with(json!({ "real_name": "甲" }))).await.data();
    assert_eq!(stored(&portal).await, pairs(&[("甲", "240102"), ("丁", "240201")]));
    let member = portal.client_of(UserId::parse("240101").unwrap()).await;
    assert_eq!(member.get("/api/user/profile").await.data()["user_id"], "240101");
}

#[tokio::test]
async fn a_preview_shows_and_saves_nothing() {
    let portal = portal().await;
    let mut body = list_of(&["甲"]);
    body["preview"] = json!(true);
    let shown = portal.admin().await.put(PATH, &body).await.data();
    assert_eq!(shown["pre_records"]["class01"][0]["user_id"], "240102");
    assert_eq!((&shown["previous_count"], &shown["new_count"]), (&json!(3), &json!(1)));
    assert_eq!(stored(&portal).await.len(), 3);
}

#[tokio::test]
async fn the_guard_holds_after_the_setup_too() {
    let portal = portal().await;
    let admin = portal.admin().await;
    admin.put(PATH, &list_of_length(20)).await.data();
    assert_eq!(admin.put(PATH, &list_of_length(9)).await.status, 400);
    assert_eq!(stored(&portal).await.len(), 20);
    let mut forced = list_of_length(9);
    forced["force"] = json!(true);
    admin.put(PATH, &forced).await.data();
    assert_eq!(stored(&portal).await.len(), 9);
    assert_eq!(json_of(file_of(&portal, "pre-records.json"))["class01"].as_array().unwrap().len(), 9);
}

#[tokio::test]
async fn new_admins_are_admins_at_once_and_nobody_removes_himself() {
    let portal = portal_with(&[("ADMIN_USER_IDS", "240001")]).await;
    let admin = portal.register("240001").await;
    portal
        .app
        .write({
            let app = portal.app.clone();
            move |tx| Ok(crate::user::settle_admins(tx, &crate::setup::effective_admin_ids(&app))?)
        })
        .await
        .unwrap();
    let member = portal.client_of(UserId::parse("240101").unwrap()).await;
    assert_eq!(member.get(PATH).await.status, 403);

    let mut body = list_of(&["实名240101", "李四"]);
    body["admin_user_ids"] = json!(["240101"]);
    assert_eq!(admin.put(PATH, &body).await.data()["admin_user_ids"], json!(["240101"]));
    assert_eq!(member.get(PATH).await.data()["admin_user_ids"], json!(["240101"]));

    body["admin_user_ids"] = json!([]);
    assert_eq!(member.put(PATH, &body).await.refusal(), "400 不能移除自己的管理员权限");
    assert_eq!(member.get(PATH).await.status, 200);
    admin.put(PATH, &body).await.data();
    assert_eq!(member.get(PATH).await.status, 403);
    assert_eq!(admin.get(PATH).await.status, 200, "ADMIN_USER_IDS stays");
}

#[tokio::test]
async fn claim_codes_are_made_once_and_shown_to_the_admin_while_they_count() {
    let portal = portal_with(&[("CLAIM_CODES", "1")]).await;
    let admin = portal.admin().await;
    let codes = |list: &Value| -> Vec<Value> {
        list["pre_records"]["class01"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["claim_code"].clone())
            .collect()
    };
    let first = codes(&admin.get(PATH).await.data());
    assert_eq!((&first[0], &first[1]), (&Value::Null, &Value::Null), "these have registered");
    assert_eq!(first[2].as_str().unwrap().len(), 9);

    admin.put(PATH, &list_of(&["甲", "李四"])).await.data();
    let second = codes(&admin.get(PATH).await.data());
    assert_eq!(second[1], first[2], "李四 keeps the code that was printed");
    assert!(second[0].is_string() && second[0] != second[1]);
    assert_eq!(json!(code_of(&portal, "李四").await), first[2]);

    let portal = portal.restart(&[("CLAIM_CODES", "0")]).await;
    let admin = portal.client_of(UserId::parse("240000").unwrap()).await;
    let admins = [UserId::parse("240000").unwrap()];
    portal.app.write(move |tx| Ok(crate::user::settle_admins(tx, &admins)?)).await.unwrap();
    assert_eq!(codes(&admin.get(PATH).await.data()), [Value::Null, Value::Null]);
}

#[tokio::test]
async fn rows_from_before_claim_codes_get_theirs_at_the_next_start() {
    let portal = TestPortal::new(&[]).await;
    save(&portal, &list_of(&["张三"])).await.data();
    let portal = portal.restart(&[("CLAIM_CODES", "1")]).await;
    let first = code_of(&portal, "张三").await;
    assert!(first.is_some());
    let portal = portal.restart(&[]).await;
    assert_eq!(code_of(&portal, "张三").await, first);
}

async fn code_of(portal: &TestPortal, name: &'static str) -> Option<String> {
    let record = portal.app.db.read(move |read| Ok(crate::setup::find_record(read, name)?)).await;
    record.unwrap().unwrap().claim_code
}

#[tokio::test]
async fn who_is_on_the_list_may_take_their_row_along() {
    let portal = portal().await;
    let export = super::super::FEATURE.export_user;
    let row =
        portal.app.db.read(move |read| Ok(export(read, &UserId::parse("240101").unwrap())?)).await.unwrap();
    assert_eq!(row, Some(json!({ "real_name": "实名240101", "user_id": "240101", "gender": "" })));
}

#[test]
fn a_real_name_has_one_spelling() {
    let spelled = |raw: &str| crate::setup::normalise_name(raw).map_err(|error| error.slug());
    assert_eq!(spelled(" Ａnn　Lee "), Ok("Ann Lee".to_owned()));
    for raw in ["", "  ", "a\u{200b}b", "a\u{202e}b", "a\nb", &"x".repeat(21)] {
        assert_eq!(spelled(raw), Err("real_name_invalid"), "{raw:?}");
    }
}
