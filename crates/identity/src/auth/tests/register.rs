//! Registering.

use axum::http::StatusCode;
use futures_util::future::join_all;
use kernel::App;
use kernel::http::Origin;
use kernel::testing::TestSetup;
use kernel::texts::Language;
use kernel::user::UserId;

use super::super::register::{Applicant, Prepared};
use super::*;

#[tokio::test]
async fn a_listed_name_becomes_a_member_with_the_lists_id_and_is_signed_in() {
    let portal = portal().await;
    let answer = portal.anonymous().post("/api/auth/register", &registration(" 张三 ", "三石")).await;

    let info = answer.data()["user_info"].clone();
    assert_eq!(
        (&info["user_id"], &info["real_name"], &info["net_name"]),
        (&json!("240101"), &json!("张三"), &json!("三石"))
    );
    assert_eq!(
        (&info["role"], &info["is_admin"], &info["is_class_admin"]),
        (&json!("user"), &json!(0), &json!(false))
    );
    assert_eq!((&info["officer_permissions"], &info["officer_title"]), (&json!("[]"), &json!("")));
    assert_eq!(
        (&info["status"], &info["gender"], &info["info"]),
        (&json!("active"), &json!("男"), &json!({}))
    );
    assert_eq!(
        (&info["created_at"], &info["last_login"]),
        (&json!("2026-09-01T00:00:00.000Z"), &json!("2026-09-01T00:00:00.000Z"))
    );
    assert_eq!((&info["ban_expires_at"], &info["ban_reason"]), (&Value::Null, &Value::Null));

    let token = answer.data()["token"].as_str().unwrap().to_owned();
    assert_eq!(answer.set_cookie(), format!("token={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800"));
    let status = portal.anonymous().with_cookie(&token).get("/api/auth/check-status").await.data();
    assert_eq!(status["user_info"], info);
}

#[tokio::test]
async fn the_class_admin_of_the_list_is_one() {
    let portal = portal().await;
    let teacher = register(&portal, "王老师", "teacher").await;
    let info = teacher.get("/api/user/profile").await.data();
    assert_eq!(
        (&info["user_id"], &info["is_class_admin"], &info["role"]),
        (&json!("240100"), &json!(true), &json!("admin"))
    );
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["admin_count"], 1);
}

#[tokio::test]
async fn every_wrong_registration_is_refused_with_its_reason() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    let cases = [
        (json!({ "real_name": "" }), "400 请填写real_name"),
        (json!({ "net_name": "   " }), "400 请填写net_name"),
        (json!({ "password": null }), "400 请填写password"),
        (json!({ "confirm_password": "other" }), "400 两次输入的密码不一致"),
        (
            json!({ "password": "short1", "confirm_password": "short1" }),
            "400 密码须为 8–128 位（一个汉字算 3 位）",
        ),
        (
            json!({ "password": "lettersonly", "confirm_password": "lettersonly" }),
            "400 密码须同时包含字母和数字",
        ),
        (
            json!({ "net_name": "abcd1234", "password": "ABCD1234", "confirm_password": "ABCD1234" }),
            "400 密码不能与姓名、网名或学号相同",
        ),
        (json!({ "real_name": "无名氏" }), "400 该姓名不在预注册名单中"),
        (json!({ "real_name": "张三" }), "409 该姓名已注册，如非本人操作请联系管理员"),
        (json!({ "net_name": "三石" }), "409 该网名已被使用"),
        (json!({ "net_name": "123456" }), "400 网名不能是六位数字"),
        (json!({ "net_name": "１２３４５６" }), "400 网名不能是六位数字"),
        (json!({ "net_name": "小李[02]" }), "400 网名不能以 [班级] 标记结尾"),
        (json!({ "net_name": "a\u{200b}b" }), "400 网名须为 1–20 个字符，且不能包含控制字符或不可见字符"),
        (json!({ "net_name": "a\u{202e}b" }), "400 网名须为 1–20 个字符，且不能包含控制字符或不可见字符"),
        (json!({ "net_name": "王老师" }), "409 该网名与名单中的姓名相同，请换一个"),
        (json!({ "net_name": 7 }), "400 字段“net_name”的格式不正确"),
    ];
    for (change, refusal) in cases {
        let mut form = registration("李四", "四木");
        form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = portal.anonymous().post("/api/auth/register", &form).await;
        assert_eq!(answer.refusal(), refusal, "{change}");
        assert_eq!(answer.set_cookie(), "");
    }
    let members = portal.app.db.read(|read| Ok(crate::user::registered(read)?)).await.unwrap();
    assert_eq!(members.len(), 1, "nothing was written");
}

#[tokio::test]
async fn names_that_look_alike_are_one_name() {
    let portal = portal().await;
    register(&portal, "张三", "paypal").await;
    for twin in ["PayPal", "раураl", "ｐａｙｐａｌ"] {
        let answer = portal.anonymous().post("/api/auth/register", &registration("李四", twin)).await;
        assert_eq!(answer.refusal(), "409 该网名已被使用", "{twin}");
    }
}

#[tokio::test]
async fn another_members_listed_name_is_free_unless_the_portal_says_otherwise() {
    let portal = portal().await;
    register(&portal, "张三", "李四").await;

    let strict = TestPortal::new(&[]).await;
    let mut list = class_list();
    list["settings"] = json!({ "names_unique_across": true, "deny_common_passwords": true });
    strict.anonymous().post("/api/setup/save", &list).await.data();
    let answer = strict.anonymous().post("/api/auth/register", &registration("张三", "李四")).await;
    assert_eq!(answer.refusal(), "409 该网名与名单中的姓名相同，请换一个");
    let mut common = registration("张三", "三石");
    common["password"] = json!("woaini1314");
    common["confirm_password"] = json!("woaini1314");
    let answer = strict.anonymous().post("/api/auth/register", &common).await;
    assert_eq!(answer.refusal(), "400 这个密码太常见，请换一个");
}

#[tokio::test]
async fn of_fifty_registrations_of_one_name_one_succeeds() {
    let portal = portal().await;
    let forms: Vec<_> = (0..50).map(|n| registration("张三", &format!("net{n}"))).collect();
    let client = portal.anonymous();
    let answers = join_all(forms.iter().map(|form| client.post("/api/auth/register", form))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    assert!(answers.iter().all(|a| [200, 409].contains(&a.status.as_u16())));
}

#[tokio::test]
async fn privileged_rows_ask_for_the_admin_claim_code_when_one_is_set() {
    let portal = portal_with(&[("ADMIN_CLAIM_CODE", "only the teacher knows")]).await;
    let mut form = registration("王老师", "teacher");
    let refused = "400 注册管理员账号需要正确的管理员认领码";
    assert_eq!(portal.anonymous().post("/api/auth/register", &form).await.refusal(), refused);
    form["claim_code"] = json!("guess");
    assert_eq!(portal.anonymous().post("/api/auth/register", &form).await.refusal(), refused);
    form["claim_code"] = json!("only the teacher knows");
    portal.anonymous().post("/api/auth/register", &form).await.data();
    register(&portal, "张三", "三石").await;
}

#[tokio::test]
async fn with_claim_codes_each_row_asks_for_its_own_the_teachers_too() {
    let portal = portal_with(&[("CLAIM_CODES", "1")]).await;
    for name in ["王老师", "张三"] {
        let owned = name.to_owned();
        let record = portal
            .app
            .db
            .read(move |read| Ok(crate::setup::find_record(read, &owned)?))
            .await
            .unwrap()
            .unwrap();
        let mut form = registration(name, &format!("net {}", record.user_id));
        let refused = "400 请输入正确的认领码（由管理员发放）";
        assert_eq!(portal.anonymous().post("/api/auth/register", &form).await.refusal(), refused);
        let code = record.claim_code.unwrap();
        form["claim_code"] = json!(code[..5]);
        let unfinished = portal.anonymous().post("/api/auth/register", &form).await;
        assert_eq!(unfinished.refusal(), "400 认领码有 8 位，请照认领单补全");
        form["claim_code"] = json!("AAAA-AAAA");
        let wrong = portal.anonymous().post("/api/auth/register", &form).await;
        assert_eq!(wrong.refusal(), "400 认领码不对，还可以再试 9 次", "an unfinished code is no guess");
        // As an input method of full-width characters types it.
        let wide = code.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap());
        form["claim_code"] = json!(wide.collect::<String>().to_lowercase());
        portal.anonymous().post("/api/auth/register", &form).await.data();
        form["claim_code"] = json!("AAAA-AAAA");
        let again = portal.anonymous().post("/api/auth/register", &form).await;
        assert_eq!(again.status, 409, "the code of somebody who has registered is asked for no more");
    }
}

#[tokio::test]
async fn unknown_keys_give_nobody_more_than_they_are_due() {
    let portal = portal().await;
    let mut form = registration("张三", "三石");
    for (key, value) in [("is_admin", json!(1)), ("role", json!("admin")), ("user_id", json!("240100"))] {
        form[key] = value;
    }
    let info = portal.anonymous().post("/api/auth/register", &form).await.data()["user_info"].clone();
    assert_eq!(
        (&info["user_id"], &info["is_admin"], &info["role"]),
        (&json!("240101"), &json!(0), &json!("user"))
    );
}

#[tokio::test]
async fn an_id_among_the_admins_is_admin_on_registration_and_after_each_start() {
    let portal = portal_with(&[("ADMIN_USER_IDS", "240101")]).await;
    let admin = register(&portal, "张三", "三石").await;
    assert_eq!(admin.get("/api/user/profile").await.data()["is_admin"], 1);

    let portal = portal.restart(&[("ADMIN_USER_IDS", "")]).await;
    let token = admin.token().unwrap();
    let info = portal.anonymous().bearing(&token).get("/api/user/profile").await.data();
    assert_eq!(
        (&info["is_admin"], &info["role"]),
        (&json!(0), &json!("user")),
        "the store decides, not the token"
    );
}

#[tokio::test]
async fn claiming_an_office_stands_in_the_log_and_registering_does_not() {
    let portal = portal().await;
    let before = kernel::audit::log::Filter::default();
    let rows = async || kernel::audit::log::after(&portal.app.db, &before, 0, 100).await.unwrap();
    let setup = rows().await.len();
    register(&portal, "张三", "三石").await;
    assert_eq!(rows().await.len(), setup);
    register(&portal, "王老师", "teacher").await;
    let row = rows().await.pop().unwrap();
    assert_eq!(
        (row.action.as_str(), row.admin_id.as_str(), row.target.as_str()),
        ("register_admin", "240100", "240100")
    );
    assert!(!row.ip.is_empty() && !row.request_id.is_empty() && !row.detail.contains("王"));
}

/// Someone in the middle of registering: nothing stood against it, and the password is hashed.
async fn half_way(app: &App, form: Value) -> Prepared {
    let applicant = Applicant::parse(serde_json::from_value(form).unwrap(), false).unwrap();
    applicant.prepare(app).await.unwrap()
}

/// The new member's ID, or what stood against it.
async fn enrolled(app: &App, prepared: Prepared) -> String {
    let origin =
        Origin { address: [192, 0, 2, 1].into(), request_id: "request".into(), may_be_developer: false };
    match prepared.enrol(app, origin).await {
        Ok(newcomer) => newcomer.user_id.to_string(),
        Err(refusal) => format!("{} {}", refusal.status().as_u16(), refusal.localized(Language::Chinese)),
    }
}

#[tokio::test]
async fn a_registration_that_a_change_of_the_list_overtakes_goes_by_the_new_list() {
    let portal = portal_with(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = portal.admin().await;
    let gone = half_way(&portal.app, registration("张三", "三石")).await;
    let moved = half_way(&portal.app, registration("李四", "四木")).await;

    // 张三 leaves, and 李四 gets the number that was theirs.
    let mut list = class_list();
    list["pre_records"]["class01"] = json!([{ "real_name": "李四", "user_id": "240101", "gender": "女" }]);
    list.as_object_mut().unwrap().remove("admin_user_ids");
    admin.put("/api/admin/pre-records", &list).await.data();

    assert_eq!(enrolled(&portal.app, gone).await, "400 该姓名不在预注册名单中");
    assert_eq!(enrolled(&portal.app, moved).await, "240101");
    let members = portal.app.db.read(|read| Ok(crate::user::registered(read)?)).await.unwrap();
    let named = |id: &str, name: &str| (UserId::parse(id).unwrap(), name.to_owned());
    assert_eq!(members, [named("240000", "实名240000"), named("240101", "李四")]);
}

#[tokio::test]
async fn a_registration_that_a_change_of_the_admins_overtakes_has_the_rights_of_the_new_ones() {
    let variables = [("ADMIN_USER_IDS", "240000")];
    let portal = portal_with(&variables).await;
    let admin = portal.admin().await;
    let settle = async |change: Value| admin.patch("/api/admin/settings", &change).await.data();
    settle(json!({ "admin_user_ids": ["240101"] })).await;
    // Another node, which has not heard of what follows.
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &variables };
    let second = portal.second_node(setup).await;
    let was = half_way(&second.app, registration("张三", "三石")).await;
    let becomes = half_way(&second.app, registration("李四", "四木")).await;
    let leads = half_way(&second.app, registration("王老师", "teacher")).await;

    settle(json!({ "admin_user_ids": ["240102"] })).await;
    assert_eq!(enrolled(&second.app, was).await, "240101");
    assert_eq!(enrolled(&second.app, becomes).await, "240102");
    settle(json!({ "settings": { "admin_claim_code": "sesame" } })).await;
    assert_eq!(enrolled(&second.app, leads).await, "400 注册管理员账号需要正确的管理员认领码");

    for (id, is_admin) in [("240101", false), ("240102", true)] {
        let facts = second.app.accounts().load(UserId::parse(id).unwrap()).await.unwrap().unwrap();
        assert_eq!(facts.is_admin, is_admin, "{id}");
    }
    let all = kernel::audit::log::Filter::default();
    let rows = kernel::audit::log::after(&portal.app.db, &all, 0, 100).await.unwrap();
    let claimed: Vec<_> = rows.iter().filter(|row| row.action == "register_admin").collect();
    assert_eq!(claimed.iter().map(|row| row.target.as_str()).collect::<Vec<_>>(), ["240102"]);
    second.app.stop().await;
}
