//! The first configuration.

use futures_util::future::join_all;
use kernel::audit::Entry;
use kernel::p;
use kernel::testing::TestSetup;
use kernel::user::UserId;

use super::*;

#[tokio::test]
async fn a_fresh_portal_is_not_set_up_and_a_saved_one_is() {
    let portal = TestPortal::new(&[]).await;
    let status = portal.anonymous().get("/api/setup/status").await.data();
    assert_eq!(status, json!({ "initialized": false, "admin_count": 0 }));

    let saved = save(&portal, &list_of(&["张三", "李四"])).await.data();
    assert_eq!(saved, json!({ "cohort": "24", "classes": 1, "total_records": 2, "admin_user_ids": [] }));

    let status = portal.anonymous().get("/api/setup/status").await.data();
    assert_eq!(status, json!({ "initialized": true, "admin_count": 0 }));
    let again = save(&portal, &list_of(&["王五"])).await;
    assert_eq!(again.refusal(), "403 系统已完成初始化，不能再次设置");
    let preview = portal.anonymous().post("/api/setup/preview", &list_of(&["王五"])).await;
    assert_eq!(preview.refusal(), "403 系统已完成初始化，不能再次设置");
}

#[tokio::test]
async fn a_registered_member_makes_it_set_up_and_a_list_file_alone_does_not() {
    let portal = TestPortal::new(&[]).await;
    std::fs::create_dir_all(portal.folder().join("data")).unwrap();
    std::fs::write(
        file_of(&portal, "pre-records.json"),
        r#"{"class01":[{"real_name":"张三","user_id":"240101"}]}"#,
    )
    .unwrap();
    let portal = portal.restart(&[]).await;
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);

    portal.class_admin().await;
    let status = portal.anonymous().get("/api/setup/status").await.data();
    assert_eq!(status, json!({ "initialized": true, "admin_count": 1 }));
    assert_eq!(save(&portal, &list_of(&["王五"])).await.status, 403);
    assert_eq!(stored(&portal).await, pairs(&[("张三", "240101")]));
}

#[tokio::test]
async fn the_bots_account_and_the_developers_are_no_members() {
    let portal = TestPortal::with(&[], &[("BOT_USER_ID", "249901"), ("DEV_PASSWORD", "developer 1")]).await;
    portal.register("249901").await;
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);
    save(&portal, &list_of(&["张三"])).await.data();
}

#[tokio::test]
async fn numbers_are_made_for_rows_without_one() {
    let portal = TestPortal::new(&[]).await;
    let body = json!({ "cohort": "24", "pre_records": {
        "class01": [
            { "real_name": "甲" },
            { "real_name": "乙", "user_id": "240102" },
            { "real_name": "王老师", "is_class_admin": true, "gender": "女" },
            { "real_name": "丙", "user_id": "" },
        ],
        "class12": [{ "real_name": "丁", "user_id": null, "gender": null }],
    }});
    assert_eq!(save(&portal, &body).await.data()["classes"], 2);
    let expected =
        [("王老师", "240100"), ("甲", "240101"), ("乙", "240102"), ("丙", "240103"), ("丁", "241201")];
    assert_eq!(stored(&portal).await, pairs(&expected));
}

#[tokio::test]
async fn a_preview_shows_the_numbers_and_writes_nothing() {
    let portal = TestPortal::new(&[]).await;
    let body = json!({ "cohort": "24", "pre_records": {
        "class01": [{ "real_name": " 张三 ", "gender": "男" }, { "real_name": "王老师", "is_class_admin": true }],
    }});
    let preview = portal.anonymous().post("/api/setup/preview", &body).await.data();
    assert_eq!(
        preview,
        json!({
            "pre_records": { "class01": [
                { "real_name": "张三", "user_id": "240101", "gender": "男", "is_class_admin": false },
                { "real_name": "王老师", "user_id": "240100", "gender": "", "is_class_admin": true },
            ]},
            "previous_count": 0, "new_count": 2, "needs_force": false,
        })
    );
    assert!(stored(&portal).await.is_empty());
    assert!(!file_of(&portal, "pre-records.json").exists());
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);
}

#[tokio::test]
async fn other_spellings_are_understood_and_unknown_keys_ignored() {
    let portal = TestPortal::new(&[]).await;
    let body = json!({
        "cohort": "24", "weatherLocation": "1,2", "is_admin": true, "settings": { "initialised": "x", "theme": "dark" },
        "records": { "01": [{ "real_name": "张三", "password": "x", "claim_code": "AAAA" }] },
        "adminIds": ["240100", "240100"],
    });
    let saved = save(&portal, &body).await.data();
    assert_eq!(
        saved,
        json!({ "cohort": "24", "classes": 1, "total_records": 1, "admin_user_ids": ["240100"] })
    );
    assert_eq!(stored(&portal).await, pairs(&[("张三", "240101")]));
    assert_eq!(portal.app.settings.text("theme"), None);
    let record =
        portal.app.db.read(|read| Ok(crate::setup::find_record(read, "张三")?)).await.unwrap().unwrap();
    assert_eq!((record.claim_code, record.is_class_admin), (None, false));
}

#[tokio::test]
async fn the_cohort_is_the_given_one_or_the_variables_or_what_all_ids_share() {
    let portal = TestPortal::with(&[], &[("COHORT", "2023")]).await;
    let body = json!({ "pre_records": { "class01": [{ "real_name": "张三" }] } });
    assert_eq!(save(&portal, &body).await.data()["cohort"], "23");
    assert_eq!(stored(&portal).await, pairs(&[("张三", "230101")]));

    let portal = TestPortal::new(&[]).await;
    let body = json!({ "pre_records": { "class01": [{ "real_name": "张三", "user_id": "220105" }] } });
    assert_eq!(save(&portal, &body).await.data()["cohort"], "22");

    let portal = TestPortal::new(&[]).await;
    let body = json!({ "pre_records": {
        "class01": [{ "real_name": "张三", "user_id": "220105" }, { "real_name": "李四", "user_id": "230105" }],
    }});
    assert_eq!(save(&portal, &body).await.data()["cohort"], Value::Null);
}

#[tokio::test]
async fn settings_and_admins_take_effect_at_once() {
    let portal = TestPortal::with(&[], &[("TIMEZONE", ""), ("ADMIN_USER_IDS", "240000")]).await;
    let mut body = list_of(&["张三"]);
    body["admin_user_ids"] = json!(["240101", "240000"]);
    body["settings"] = json!({
        "timezone": "asia/urumqi", "deny_common_passwords": true, "names_unique_across": false,
        "admin_claim_code": " open sesame ",
    });
    save(&portal, &body).await.data();

    let settings = &portal.app.settings;
    assert_eq!(settings.text("timezone").as_deref(), Some("Asia/Urumqi"));
    assert_eq!(portal.app.timezone().iana_name(), Some("Asia/Urumqi"));
    assert!(settings.is_on("deny_common_passwords") && !settings.is_on("names_unique_across"));
    let hash = settings.text("admin_claim_code").unwrap();
    assert!(hash.len() == 64 && !hash.contains("sesame"));
    let admins = crate::setup::effective_admin_ids(&portal.app);
    assert_eq!(admins, ["240000", "240101"].map(|id| UserId::parse(id).unwrap()));
}

#[tokio::test]
async fn an_empty_admin_claim_code_means_none() {
    let portal = TestPortal::new(&[]).await;
    let mut body = list_of(&["张三"]);
    body["settings"] = json!({ "admin_claim_code": "" });
    save(&portal, &body).await.data();
    assert_eq!(portal.app.settings.text("admin_claim_code").as_deref(), Some(""));
}

#[tokio::test]
async fn a_save_leaves_one_audit_row_and_one_event_without_names() {
    let portal = TestPortal::new(&[]).await;
    save(&portal, &list_of(&["张三", "李四"])).await.data();
    let in_order = kernel::statements().into_iter().find(|statement| statement.name == "IN_ORDER").unwrap();
    let rows: Vec<Entry> = portal.app.db.all(in_order, p![0_i64, 10_i64]).await.unwrap();
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!(
        (row.admin_id.as_str(), row.action.as_str(), row.target.as_str()),
        ("system", "setup", "pre_records")
    );
    assert!(row.detail.contains("\"rows\":2") && !row.detail.contains("张三"), "{}", row.detail);
    assert!(!row.detail.contains("previous") && !row.detail.contains("forced"), "{}", row.detail);
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 10)?)).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].name().as_str(), events[0].data.as_str()), ("setup.list_changed", "{\"rows\":2}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_fifty_parallel_saves_one_succeeds() {
    let portal = TestPortal::new(&[]).await;
    let attempts = (0..50).map(|number| {
        let (client, name) = (portal.anonymous(), format!("学生{number}"));
        async move { (client.post("/api/setup/save", &list_of(&[&name])).await.status.as_u16(), name) }
    });
    let answers = join_all(attempts).await;
    let winners: Vec<_> = answers.iter().filter(|(status, _)| *status == 200).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(answers.iter().filter(|(status, _)| *status == 403).count(), 49);
    assert_eq!(stored(&portal).await, pairs(&[(&winners[0].1, "240101")]));
    assert_eq!(json_of(file_of(&portal, "pre-records.json"))["class01"][0]["real_name"], winners[0].1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_saves_on_two_nodes_one_succeeds_and_its_file_stays() {
    let portal = TestPortal::new(&[]).await;
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &[] };
    let second = portal.second_node(setup).await;
    let attempts = (0..20).map(|number| {
        let client = if number % 2 == 0 { portal.anonymous() } else { second.anonymous() };
        let name = format!("学生{number}");
        async move { (client.post("/api/setup/save", &list_of(&[&name])).await.status.as_u16(), name) }
    });
    let answers = join_all(attempts).await;
    let winners: Vec<_> = answers.iter().filter(|(status, _)| *status == 200).collect();
    assert_eq!(winners.len(), 1, "{answers:?}");
    assert_eq!(stored(&portal).await, pairs(&[(&winners[0].1, "240101")]));
    assert_eq!(json_of(file_of(&portal, "pre-records.json"))["class01"][0]["real_name"], winners[0].1);
    second.app.stop().await;
}

#[tokio::test]
async fn the_setup_code_is_asked_for_when_it_is_required() {
    let portal = TestPortal::with(&[], &[("SETUP_CODE_REQUIRED", "1")]).await;
    let code = portal.app.state::<super::super::change::ClassList>().setup_code.get().unwrap().clone();
    let refusal = "403 设置码不正确，请输入服务器启动时显示的设置码";
    let mut body = list_of(&["张三"]);
    assert_eq!(save(&portal, &body).await.refusal(), refusal);
    body["setup_code"] = json!("AAAA-AAAA");
    assert_eq!(save(&portal, &body).await.refusal(), refusal);
    assert_eq!(portal.anonymous().post("/api/setup/preview", &body).await.refusal(), refusal);
    assert!(stored(&portal).await.is_empty());

    body["setup_code"] = json!(format!(" {} ", code.to_lowercase()));
    portal.anonymous().post("/api/setup/preview", &body).await.data();
    save(&portal, &body).await.data();
    assert_eq!(save(&portal, &body).await.refusal(), "403 系统已完成初始化，不能再次设置");

    let portal = portal.restart(&[]).await;
    assert!(portal.app.state::<super::super::change::ClassList>().setup_code.get().is_none());
}

#[tokio::test]
async fn guesses_at_the_setup_code_are_slowed_for_each_address_and_for_all_together() {
    let variables = [("SETUP_CODE_REQUIRED", "1"), ("RATE_LIMIT_LOGIN", "10/60")];
    let portal = TestPortal::with(&[], &variables).await;
    let code = portal.app.state::<super::super::change::ClassList>().setup_code.get().unwrap().clone();
    let mut body = list_of(&["张三"]);
    let preview = async |body: &Value, from: &str| {
        portal.anonymous().from(from).post("/api/setup/preview", body).await.status.as_u16()
    };
    for _ in 0..10 {
        assert_eq!(preview(&body, "192.0.2.9").await, 403, "no code is no guess");
    }
    assert_eq!(preview(&body, "192.0.2.9").await, 429, "one address");
    body["setup_code"] = json!("AAAA-AAAA");
    for n in 0..10 {
        assert_eq!(preview(&body, &format!("198.51.100.{n}")).await, 403);
    }
    assert_eq!(preview(&body, "198.51.100.99").await, 429, "all together");
    body["setup_code"] = json!(code);
    assert_eq!(preview(&body, "203.0.113.1").await, 429, "nobody learns whether it was right");
    portal.advance(1);
    assert_eq!(preview(&body, "203.0.113.1").await, 200);
}

#[tokio::test]
async fn a_save_that_cannot_be_stored_is_no_setup() {
    let portal = TestPortal::new(&[]).await;
    portal.app.db.close();
    assert_eq!(save(&portal, &list_of(&["张三"])).await.refusal(), "503 服务暂时不可用，请稍后重试");
    assert!(!file_of(&portal, "pre-records.json").exists());

    let portal = portal.restart(&[]).await;
    let left =
        std::fs::read_dir(portal.folder().join("data")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with("pre-records")));
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);
    save(&portal, &list_of(&["张三"])).await.data();
}
