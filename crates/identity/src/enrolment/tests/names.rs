//! Names that somebody spells in another way than the list.

use super::*;

#[tokio::test]
async fn a_name_is_found_however_its_separator_and_blanks_are_typed() {
    let portal = TestPortal::with(&[], &[]).await;
    let body = json!({
        "cohort": "24",
        "pre_records": { "class01": [
            { "real_name": "王·老师", "is_class_admin": true }, { "real_name": "阿里•买买提" },
            { "real_name": "张 三" }, { "real_name": "李梓涵(大)" }, { "real_name": "李梓涵(小)" },
            { "real_name": "张伟1" }, { "real_name": "王小明" },
        ] },
        "enrolment_hours": 24,
        "account": registration("王 • 老师", "老王", ""),
    });
    portal.anonymous().post("/api/setup/save", &body).await.data();
    let school = portal.anonymous();
    register(&school, "阿里·买买提", "").await.data();
    assert_eq!(register(&school, "阿里．买买提", "").await.status, 409, "it is the same person");
    register(&school, "张三", "").await.data();
    for account in ["阿里·买买提", "阿里・买买提", "阿里•买买提", "张三", "张　三"] {
        let form = json!({ "account": account, "password": PASSWORD });
        school.post("/api/auth/login", &form).await.data();
    }
    let mut squatter = registration("王小明", "王.老师", "");
    let refused = school.post("/api/auth/register", &squatter).await;
    assert_eq!(refused.status, 409, "a net name that is another spelling of a class admin's");
    squatter["net_name"] = json!("阿里.买买提");
    school.post("/api/auth/register", &squatter).await.data();
    let form = json!({ "account": "阿里.买买提", "password": PASSWORD });
    let signed_in = school.post("/api/auth/login", &form).await.data();
    assert_eq!(signed_in["user_info"]["real_name"], "王小明", "the net name comes first");
    let form = json!({ "account": "阿里.买买提", "password": "another 1 password" });
    let refused = school.post("/api/auth/login", &form).await;
    assert!(refused.refusal().contains("多个账号"), "its owner is tried as well: {}", refused.refusal());
    let stranger = json!({ "account": "阿里买买提", "password": PASSWORD });
    assert_eq!(school.post("/api/auth/login", &stranger).await.status, 401);

    let namesakes = "400 名单上有同名的人，名字后面加了区分的字，请照认领单或名单上的写法填写";
    assert_eq!(register(&school, "李梓涵", "").await.refusal(), namesakes);
    assert_eq!(register(&school, "张伟", "").await.refusal(), namesakes);
    let unknown = "400 该姓名不在预注册名单中";
    assert_eq!(register(&school, "王", "").await.refusal(), unknown, "the start of a name tells of nobody");
    assert_eq!(register(&school, "王小", "").await.refusal(), unknown);
    register(&school, "李梓涵（小）", "").await.data();
    register(&school, "李梓涵大", "").await.data();
}

#[tokio::test]
async fn a_list_that_comes_again_in_another_spelling_keeps_members_numbers_and_codes() {
    let (portal, teacher) = enrolling(&[], json!({ "claim_codes": true })).await;
    let list = |names: [&str; 2]| {
        json!({ "pre_records": { "class02": [
            { "real_name": "李老师", "is_class_admin": true }, { "real_name": names[0] }, { "real_name": names[1] },
        ] }, "force": true })
    };
    teacher.put("/api/admin/pre-records", &list(["阿里·买买提", "张三"])).await.data();
    let before = [member(&teacher, "阿里·买买提").await, member(&teacher, "张三").await];
    register(&portal.anonymous(), "阿里·买买提", before[0]["claim_code"].as_str().unwrap()).await.data();

    teacher.put("/api/admin/pre-records", &list(["阿里•买买提", "张 三"])).await.data();
    let after = [member(&teacher, "阿里·买买提").await, member(&teacher, "张 三").await];
    assert_eq!((&after[0]["registered"], &after[0]["user_id"]), (&json!(true), &before[0]["user_id"]));
    assert_eq!(after[1]["claim_code"], before[1]["claim_code"], "the slip is printed");
    let twice = teacher.put("/api/admin/pre-records", &list(["张三", "张 三"])).await;
    assert_eq!(twice.status, 400, "nobody could tell them apart");
}
