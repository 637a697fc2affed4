//! The enrolment feature through `HttpApp`.

mod lockouts;
mod names;

use kernel::testing::Client;
use serde_json::{Value, json};

use crate::testing::{PASSWORD, TestPortal};

/// As the portal is delivered, with a class of 45 and its teacher, who set it up and enrols for a day.
async fn enrolling(variables: &[(&str, &str)], settings: Value) -> (TestPortal, Client) {
    let portal = TestPortal::with(&[], variables).await;
    let mut rows = vec![json!({ "real_name": "王老师", "is_class_admin": true })];
    rows.extend((1..=45).map(|number| json!({ "real_name": format!("学生{number}") })));
    let body = json!({
        "cohort": "24",
        "pre_records": { "class01": rows, "class02": [{ "real_name": "外班" }, { "real_name": "李老师", "is_class_admin": true }] },
        "settings": settings,
        "enrolment_hours": 24,
        "account": registration("王老师", "老王", ""),
    });
    let saved = portal.anonymous().post("/api/setup/save", &body).await.data();
    let teacher = portal.anonymous().bearing(saved["token"].as_str().unwrap());
    (portal, teacher)
}

fn registration(real_name: &str, net_name: &str, claim_code: &str) -> Value {
    json!({
        "real_name": real_name, "net_name": net_name, "claim_code": claim_code,
        "password": PASSWORD, "confirm_password": PASSWORD,
    })
}

async fn register(client: &Client, real_name: &str, claim_code: &str) -> kernel::testing::Answer {
    let form = registration(real_name, &format!("网名{real_name}"), claim_code);
    client.post("/api/auth/register", &form).await
}

const LIMITS: [(&str, &str); 3] =
    [("RATE_LIMIT_REGISTER", "5/3600"), ("RATE_LIMIT_ENROLMENT", "120/600"), ("RATE_LIMIT_LOGIN", "10/60")];

#[tokio::test]
async fn a_class_behind_one_address_registers_and_signs_in_while_the_window_is_open() {
    let (portal, teacher) = enrolling(&LIMITS, json!({})).await;
    let school = portal.anonymous();
    for number in 1..=10 {
        assert_eq!(register(&school, &format!("学生甲{number}"), "").await.status, 400, "a mistyped name");
    }
    for number in 1..=45 {
        register(&school, &format!("学生{number}"), "").await.data();
    }
    let sign_ins = (1..=45).map(|number| {
        let body = json!({ "account": format!("学生{number}"), "password": PASSWORD });
        let school = school.clone();
        async move { school.post("/api/auth/login", &body).await }
    });
    for answer in futures_util::future::join_all(sign_ins).await {
        answer.data();
    }
    let seen = teacher.get("/api/admin/enrolment").await.data();
    assert_eq!((&seen["classes"][0]["registered"], &seen["classes"][0]["total"]), (&json!(46), &json!(46)));
}

#[tokio::test]
async fn refused_registrations_draw_from_the_enrolment_limit_and_good_ones_give_back() {
    let (portal, _) = enrolling(&[("RATE_LIMIT_ENROLMENT", "3/600")], json!({})).await;
    let school = portal.anonymous();
    assert_eq!(register(&school, "没有的人", "").await.status, 400);
    assert_eq!(register(&school, "没有的人", "").await.status, 400);
    register(&school, "学生1", "").await.data();
    register(&school, "学生2", "").await.data();
    assert_eq!(register(&school, "没有的人", "").await.status, 400);
    let refused = register(&school, "学生3", "").await;
    assert_eq!((refused.status.as_u16(), refused.header("x-ratelimit-name").as_str()), (429, "enrolment"));
    portal.advance(200);
    register(&school, "学生3", "").await.data();
}

#[tokio::test]
async fn failed_sign_ins_draw_from_their_limit_while_the_window_is_open() {
    let (portal, _) = enrolling(&[("RATE_LIMIT_LOGIN", "3/60")], json!({})).await;
    let school = portal.anonymous();
    let sign_in = async |account: &str, password: &str| {
        school.post("/api/auth/login", &json!({ "account": account, "password": password })).await
    };
    for _ in 0..5 {
        sign_in("王老师", PASSWORD).await.data();
    }
    assert_eq!(sign_in("王老师", "wrong pass 1").await.status, 401);
    assert_eq!(sign_in("nobody", "wrong pass 1").await.status, 401);
    assert_eq!(school.post("/api/auth/login", &json!("not an object")).await.status, 400);
    assert_eq!(sign_in("王老师", PASSWORD).await.status, 429, "too many failures from there");
    portal.advance(20);
    sign_in("王老师", PASSWORD).await.data();
}

#[tokio::test]
async fn outside_the_window_the_limits_are_those_of_the_contract() {
    let (portal, teacher) =
        enrolling(&[("RATE_LIMIT_REGISTER", "2/3600"), ("RATE_LIMIT_LOGIN", "2/60")], json!({})).await;
    let school = portal.anonymous();
    portal.advance(24 * 3600);
    assert_eq!(portal.anonymous().get("/api/setup/portal").await.data()["enrolment_open"], false);
    register(&school, "学生1", "").await.data();
    register(&school, "学生2", "").await.data();
    let refused = register(&school, "学生3", "").await;
    assert_eq!((refused.status.as_u16(), refused.header("x-ratelimit-name").as_str()), (429, "register"));
    let body = json!({ "account": "学生1", "password": PASSWORD });
    for _ in 0..2 {
        school.post("/api/auth/login", &body).await.data();
    }
    assert_eq!(school.post("/api/auth/login", &body).await.status, 429);

    let until =
        |hours: i64| json!({ "open_until": kernel::app::iso(portal.app.clock.now_ms() + hours * 3_600_000) });
    let opened = teacher.put("/api/admin/enrolment", &until(2)).await.data();
    assert!(opened["open_until"].is_string());
    register(&school, "学生3", "").await.data();
    let closed = teacher.put("/api/admin/enrolment", &json!({ "open_until": null })).await.data();
    assert_eq!(closed["open_until"], Value::Null);
    assert_eq!(register(&school, "学生4", "").await.status, 429);
}

#[tokio::test]
async fn a_window_that_is_no_time_over_or_too_long_is_refused() {
    let (portal, teacher) = enrolling(&[], json!({})).await;
    let now = portal.app.clock.now_ms();
    for (open_until, refusal) in [
        ("tonight".to_owned(), "400 集中注册的结束时间格式不正确"),
        (kernel::app::iso(now), "400 集中注册的结束时间已经过去"),
        (kernel::app::iso(now + 73 * 3_600_000), "400 集中注册最多开放 72 小时"),
    ] {
        let answer = teacher.put("/api/admin/enrolment", &json!({ "open_until": open_until })).await;
        assert_eq!(answer.refusal(), refusal);
    }
    assert_eq!(
        teacher.put("/api/admin/enrolment", &json!({})).await.status,
        400,
        "nobody closes it by a slip"
    );
    assert!(teacher.get("/api/admin/enrolment").await.data()["open_until"].is_string());
}

#[tokio::test]
async fn class_admins_see_their_own_class_and_members_nothing() {
    let (portal, _) =
        enrolling(&[], json!({ "claim_codes": true, "class_names": { "02": "高一（2）班" } })).await;
    let other =
        portal.app.db.read(|read| Ok(crate::setup::find_record(read, "李老师")?)).await.unwrap().unwrap();
    let signed_in = register(&portal.anonymous(), "李老师", &other.claim_code.unwrap()).await.data();
    let class_admin = portal.anonymous().bearing(signed_in["token"].as_str().unwrap());

    let seen = class_admin.get("/api/admin/enrolment").await.data();
    assert_eq!(seen["class_count"], 2, "the window holds for both");
    let classes = seen["classes"].clone();
    assert_eq!(classes.as_array().unwrap().len(), 1);
    assert_eq!((&classes[0]["class"], &classes[0]["name"]), (&json!("02"), &json!("高一（2）班")));
    let members = classes[0]["members"].as_array().unwrap();
    let teacher = members.iter().find(|member| member["real_name"] == "李老师").unwrap();
    let pupil = members.iter().find(|member| member["real_name"] == "外班").unwrap();
    assert_eq!((&teacher["registered"], teacher.get("claim_code")), (&json!(true), None));
    assert!(pupil["claim_code"].as_str().unwrap().len() > 8);

    let code = pupil["claim_code"].as_str().unwrap().to_owned();
    let pupil = register(&portal.anonymous(), "外班", &code).await.data();
    let pupil = portal.anonymous().bearing(pupil["token"].as_str().unwrap());
    assert_eq!(pupil.get("/api/admin/enrolment").await.status, 403);
    assert_eq!(pupil.put("/api/admin/enrolment", &json!({ "open_until": null })).await.status, 403);
}

#[tokio::test]
async fn the_code_of_a_future_system_admin_is_for_system_admins_alone() {
    let (portal, admin) =
        enrolling(&[("ADMIN_USER_IDS", "240100,240201")], json!({ "claim_codes": true })).await;
    let listed = portal.app.db.read(|read| Ok(crate::setup::listed(read)?)).await.unwrap();
    let code = |name: &str| {
        listed.iter().find(|record| record.real_name == name).unwrap().claim_code.clone().unwrap()
    };
    let future = listed.iter().find(|record| record.user_id.as_str() == "240201").unwrap().real_name.clone();
    let signed_in = register(&portal.anonymous(), "李老师", &code("李老师")).await.data();
    let class_admin = portal.anonymous().bearing(signed_in["token"].as_str().unwrap());

    assert_eq!(
        codes_of(&class_admin, &future).await,
        Value::Null,
        "with it, a class admin would take all rights"
    );
    assert_eq!(codes_of(&admin, &future).await, json!(code(&future)));
}

#[tokio::test]
async fn no_slip_carries_a_code_in_place_of_which_the_admins_code_is_asked() {
    let (_portal, admin) =
        enrolling(&[("ADMIN_CLAIM_CODE", "only-for-staff")], json!({ "claim_codes": true })).await;
    assert_eq!(codes_of(&admin, "李老师").await, Value::Null);
    assert!(codes_of(&admin, "外班").await.is_string());
}

/// The claim code that somebody sees beside a name; null when there is none.
async fn codes_of(client: &Client, name: &str) -> Value {
    member(client, name).await["claim_code"].clone()
}

#[tokio::test]
async fn everybody_who_looks_after_a_class_is_told_of_registrations_and_of_the_window() {
    let (portal, teacher) = enrolling(&[], json!({})).await;
    register(&portal.anonymous(), "学生7", "").await.data();
    teacher.put("/api/admin/enrolment", &json!({ "open_until": null })).await.data();
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let events: Vec<_> = events.into_iter().map(std::sync::Arc::new).collect();
    let shown = kernel::events::render(&portal.app, &events).await.unwrap();
    let told: Vec<Value> = shown
        .iter()
        .map(|frame| serde_json::from_str(&frame.json).unwrap())
        .filter(|frame: &Value| frame["type"] == "enrolment_changed")
        .collect();
    let class = |class: Value| json!({ "type": "enrolment_changed", "class": class });
    // Class admins of other classes get it too, so it says nobody's name or ID.
    assert_eq!(told, [class(json!("01")), class(json!("01")), class(Value::Null)]);
}

#[tokio::test]
async fn the_address_that_the_teacher_has_opened_is_the_one_to_project() {
    let (_portal, teacher) = enrolling(&[("HOST", "192.168.1.5"), ("PORT", "9001")], json!({})).await;
    let urls = async |host: &'static str| {
        let seen = teacher.clone().with("host", host).get("/api/admin/enrolment").await.data();
        let addresses = seen["addresses"].as_array().unwrap().clone();
        addresses.into_iter().map(|address| address["url"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        urls("class.school.example").await,
        ["http://class.school.example", "http://192.168.1.5:9001"]
    );
    assert_eq!(urls("192.168.1.5:9001").await, ["http://192.168.1.5:9001"]);
    assert_eq!(urls("localhost:9001").await, ["http://192.168.1.5:9001"], "nobody else reaches localhost");
    let qr = teacher.get("/api/admin/enrolment").await.data()["addresses"][0]["qr"].clone();
    assert_eq!(qr, json!(kernel::qr::QrCode::of("http://192.168.1.5:9001/#/register").unwrap()));
}

#[tokio::test]
async fn whoever_registered_in_a_classmates_name_and_was_erased_knows_no_code_of_theirs() {
    let (portal, teacher) = enrolling(&[], json!({ "claim_codes": true })).await;
    let code = async || {
        let seen = teacher.get("/api/admin/enrolment").await.data();
        let members = seen["classes"][0]["members"].as_array().unwrap();
        let row = members.iter().find(|row| row["real_name"] == "学生7").unwrap();
        (row["claim_code"].as_str().unwrap().to_owned(), row["user_id"].as_str().unwrap().to_owned())
    };
    let (first, id) = code().await;
    register(&portal.anonymous(), "学生7", &first).await.data();
    teacher.delete(&format!("/api/admin/users/{id}")).await.data();
    let (second, _) = code().await;
    assert_ne!(second, first);
    assert_eq!(register(&portal.anonymous(), "学生7", &first).await.status, 400);
    register(&portal.anonymous(), "学生7", &second).await.data();
}

/// What somebody sees of a name on the list.
async fn member(client: &Client, name: &str) -> Value {
    let classes = client.get("/api/admin/enrolment").await.data()["classes"].as_array().unwrap().clone();
    let mut members = classes.iter().flat_map(|class| class["members"].as_array().unwrap());
    members.find(|member| member["real_name"] == name).unwrap().clone()
}
