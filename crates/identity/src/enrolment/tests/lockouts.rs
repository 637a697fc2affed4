//! Names that wrong claim codes have locked out.

use super::*;

#[tokio::test]
async fn ten_wrong_claim_codes_lock_out_a_name_for_an_hour_and_no_other_name() {
    let (portal, _) = enrolling(&[], json!({ "claim_codes": true })).await;
    let codes = portal.app.db.read(|read| Ok(crate::setup::listed(read)?)).await.unwrap();
    let code = |name: &str| {
        codes.iter().find(|record| record.real_name == name).unwrap().claim_code.clone().unwrap()
    };
    for number in 0..10 {
        // From ten addresses: what counts is the name.
        let guesser = portal.anonymous().from(&format!("192.0.2.{number}"));
        let wrong = register(&guesser, "学生1", "AAAA-AAAA").await.refusal();
        match 9 - number {
            0 => assert_eq!(wrong, "429 这个姓名的认领码输错太多次，60 分钟后才能再试，请找老师帮忙"),
            left => assert_eq!(wrong, format!("400 认领码不对，还可以再试 {left} 次")),
        }
        let empty = register(&guesser, "学生2", "").await.refusal();
        assert_eq!(empty, "400 请输入正确的认领码（由管理员发放）", "no code is no guess");
    }
    let refused = register(&portal.anonymous(), "学生1", &code("学生1")).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after").as_str()), (429, "3600"));
    assert_eq!(refused.refusal(), "429 这个姓名的认领码输错太多次，60 分钟后才能再试，请找老师帮忙");
    let other_spelling = register(&portal.anonymous(), "学 生1", &code("学生1")).await;
    assert_eq!(other_spelling.status, 429, "another spelling has no tries of its own");
    register(&portal.anonymous(), "学生2", &code("学生2").to_lowercase().replace('-', " ")).await.data();
    portal.advance(3600);
    register(&portal.anonymous(), "学生1", &code("学生1")).await.data();
}

#[tokio::test]
async fn whoever_looks_after_the_class_sees_a_lockout_and_clears_it() {
    let (portal, teacher) = enrolling(
        &[("ADMIN_USER_IDS", "240100,240201"), ("RATE_LIMIT_ENROLMENT", "1000/600")],
        json!({ "claim_codes": true }),
    )
    .await;
    let rows = portal.app.db.read(|read| Ok(crate::setup::listed(read)?)).await.unwrap();
    let code =
        |name: &str| rows.iter().find(|row| row.real_name == name).unwrap().claim_code.clone().unwrap();
    let name_of = |id: &str| rows.iter().find(|row| row.user_id.as_str() == id).unwrap().real_name.clone();
    let future_admin = name_of("240201");
    for name in ["学生1", &future_admin] {
        for _ in 0..9 {
            assert_eq!(register(&portal.anonymous(), name, "AAAA-AAAA").await.status, 400);
        }
        assert_eq!(member(&teacher, name).await["claim_lockout"], Value::Null);
        assert_eq!(register(&portal.anonymous(), name, "AAAA-AAAA").await.status, 429);
    }
    let until = kernel::app::iso(portal.app.clock.now_ms() + 3_600_000);
    let lockout = json!({ "until": until, "may_clear": true });
    assert_eq!(member(&teacher, "学生1").await["claim_lockout"], lockout);
    assert_eq!(member(&teacher, "学生2").await.get("claim_lockout"), None);

    let signed_in = register(&portal.anonymous(), "李老师", &code("李老师")).await.data();
    let class_admin = portal.anonymous().bearing(signed_in["token"].as_str().unwrap());
    let clear = async |client: &Client, id: &str| {
        client.delete(&format!("/api/admin/enrolment/members/{id}/claim-lockout")).await
    };
    assert_eq!(member(&class_admin, &future_admin).await["claim_lockout"]["may_clear"], false);
    assert_eq!(clear(&class_admin, "240101").await.status, 403, "another class");
    assert_eq!(clear(&class_admin, "240201").await.refusal(), "403 管理员的姓名只能由系统管理员解锁");
    assert_eq!(clear(&teacher, "240199").await.status, 404, "nobody on the list");
    assert_eq!(clear(&teacher, "x").await.status, 404);

    let after = clear(&teacher, "240101").await.data();
    let pupil =
        after["classes"][0]["members"].as_array().unwrap().iter().find(|row| row["user_id"] == "240101");
    assert_eq!(pupil.unwrap().get("claim_lockout"), None);
    register(&portal.anonymous(), "学生1", &code("学生1")).await.data();
    assert_eq!(register(&portal.anonymous(), &future_admin, &code(&future_admin)).await.status, 429);
    clear(&teacher, "240201").await.data();
    clear(&teacher, "240201").await.data();
    register(&portal.anonymous(), &future_admin, &code(&future_admin)).await.data();
    let filter = kernel::audit::log::Filter::default();
    let rows = kernel::audit::log::after(&portal.app.db, &filter, 0, 100).await.unwrap();
    let cleared = rows.iter().filter(|row| row.action == "clear_claim_lockout");
    let cleared: Vec<&str> = cleared.map(|row| row.target.as_str()).collect();
    assert_eq!(cleared, ["240101", "240201"], "once for each lockout that there was");
}

#[tokio::test]
async fn a_lockout_holds_only_while_codes_are_asked_for() {
    let (portal, teacher) = enrolling(&[], json!({ "claim_codes": true })).await;
    for _ in 0..10 {
        register(&portal.anonymous(), "学生1", "AAAA-AAAA").await;
    }
    assert!(member(&teacher, "学生1").await["claim_lockout"].is_object());
    teacher.patch("/api/admin/settings", &json!({ "settings": { "claim_codes": false } })).await.data();
    assert_eq!(member(&teacher, "学生1").await.get("claim_lockout"), None);
    register(&portal.anonymous(), "学生1", "").await.data();
}
