//! What a save refuses, and that nothing is written then.

use super::*;

async fn refusal(body: &Value) -> String {
    let portal = TestPortal::new(&[]).await;
    let answer = save(&portal, body).await;
    assert!(stored(&portal).await.is_empty());
    assert!(!file_of(&portal, "pre-records.json").exists());
    let preview = portal.anonymous().post("/api/setup/preview", body).await;
    assert_eq!(preview.refusal(), answer.refusal());
    answer.refusal()
}

fn rows(rows: Value) -> Value {
    json!({ "cohort": "24", "pre_records": { "class01": [{ "real_name": "张三", "user_id": "240101" }], "class02": rows } })
}

#[tokio::test]
async fn every_wrong_row_is_refused_by_class_and_row() {
    let cases = [
        (json!([]), "400 class02 的名单为空"),
        (json!([{ "real_name": 7 }]), "400 字段“pre_records.class02[0].real_name”的格式不正确"),
        (json!("李四"), "400 字段“pre_records.class02”的格式不正确"),
        (json!([{ "real_name": "李四" }, {}]), "400 class02 第 2 行：缺少姓名"),
        (json!([{ "real_name": " \u{3000}" }]), "400 class02 第 1 行：缺少姓名"),
        (
            json!([{ "real_name": "李\u{200b}四" }]),
            "400 class02 第 1 行：姓名须为 1–20 个字符，且不能包含控制字符或不可见字符",
        ),
        (
            json!([{ "real_name": "李\u{202e}四" }]),
            "400 class02 第 1 行：姓名须为 1–20 个字符，且不能包含控制字符或不可见字符",
        ),
        (
            json!([{ "real_name": "一".repeat(21) }]),
            "400 class02 第 1 行：姓名须为 1–20 个字符，且不能包含控制字符或不可见字符",
        ),
        (json!([{ "real_name": "李四" }, { "real_name": " 张三" }]), "400 class02 第 2 行：姓名“张三”重复"),
        (json!([{ "real_name": "Ａnn" }, { "real_name": "Ann" }]), "400 class02 第 2 行：姓名“Ann”重复"),
        (
            json!([{ "real_name": "李四", "gender": "一二三四五六七八九十一" }]),
            "400 class02 第 1 行：性别最多 10 个字符",
        ),
    ];
    for (given, expected) in cases {
        assert_eq!(refusal(&rows(given)).await, expected);
    }
}

#[tokio::test]
async fn every_wrong_number_is_refused_by_class_and_row() {
    let cases = [
        (
            json!([{ "real_name": "李四", "user_id": "24020" }]),
            "400 class02 第 1 行：“24020”不是可用的六位学号",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "２４０２０１" }]),
            "400 class02 第 1 行：“２４０２０１”不是可用的六位学号",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "999999" }]),
            "400 class02 第 1 行：“999999”不是可用的六位学号",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "240101" }]),
            "400 class02 第 1 行：学号 240101 不属于该班级或年级",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "230201" }]),
            "400 class02 第 1 行：学号 230201 不属于该班级或年级",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "240201" }, { "real_name": "王五", "user_id": "240201" }]),
            "400 class02 第 2 行：学号 240201 重复",
        ),
        (
            json!([{ "real_name": "李四", "user_id": "240201", "is_class_admin": true }]),
            "400 class02 第 1 行：班级管理员的学号须以 00 结尾",
        ),
        (
            json!([{ "real_name": "李四", "is_class_admin": true }, { "real_name": "王五", "user_id": "240200" }]),
            "400 class02 第 2 行：每个班级只能有一位班级管理员",
        ),
    ];
    for (given, expected) in cases {
        assert_eq!(refusal(&rows(given)).await, expected);
    }
}

#[tokio::test]
async fn every_wrong_field_is_refused() {
    let with = |change: Value| {
        let mut body = list_of(&["张三"]);
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    let cases = [
        (json!({ "pre_records": {} }), "400 名单为空"),
        (json!({ "pre_records": null }), "400 字段“pre_records”的格式不正确"),
        (
            json!({ "pre_records": { "class1": [{ "real_name": "张三" }] } }),
            "400 “class1”不是有效的班级，请使用 class01 到 class99",
        ),
        (
            json!({ "pre_records": { "class00": [{ "real_name": "张三" }] } }),
            "400 “class00”不是有效的班级，请使用 class01 到 class99",
        ),
        (
            json!({ "pre_records": { "Class01": [{ "real_name": "张三" }] } }),
            "400 “Class01”不是有效的班级，请使用 class01 到 class99",
        ),
        (
            json!({ "pre_records": { "class01": [{ "real_name": "张三" }], "01": [{ "real_name": "李四" }] } }),
            "400 class01 重复出现",
        ),
        (json!({ "cohort": "2024" }), "400 年级（cohort）须为两位数字，例如 24"),
        (json!({ "cohort": "二四" }), "400 年级（cohort）须为两位数字，例如 24"),
        (json!({ "cohort": "" }), "400 class01 第 1 行：缺少年级（cohort），无法分配学号"),
        (json!({ "admin_user_ids": ["24010"] }), "400 管理员“24010”不是六位数字的学号"),
        (json!({ "settings": { "timezone": "Mars/Olympus" } }), "400 时区“Mars/Olympus”不存在"),
        (
            json!({ "settings": { "admin_claim_code": "x".repeat(65) } }),
            "400 字段“admin_claim_code”最多 64 个字符",
        ),
        (
            json!({ "settings": { "deny_common_passwords": "yes" } }),
            "400 字段“settings.deny_common_passwords”的格式不正确",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(refusal(&with(change)).await, expected);
    }
    assert_eq!(refusal(&json!({ "cohort": "24" })).await, "400 缺少字段“pre_records”");
}

#[tokio::test]
async fn a_class_has_ninety_nine_numbers_and_a_class_admin() {
    let mut full = list_of_length(99);
    full["pre_records"]["class01"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "real_name": "王老师", "is_class_admin": true }));
    let portal = TestPortal::new(&[]).await;
    assert_eq!(save(&portal, &full).await.data()["total_records"], 100);

    let over = list_of_length(100);
    assert_eq!(refusal(&over).await, "400 class01 第 100 行：该班级的学号 01–99 已用完");
}

#[tokio::test]
async fn more_than_five_thousand_rows_are_refused() {
    let classes: serde_json::Map<String, Value> = (1..=99)
        .map(|class| {
            let rows: Vec<Value> = (1..=51).map(|n| json!({ "real_name": format!("{class}-{n}") })).collect();
            (format!("class{class:02}"), rows.into())
        })
        .collect();
    let body = json!({ "cohort": "24", "pre_records": classes });
    assert_eq!(refusal(&body).await, "400 名单最多 5000 人");
}

#[tokio::test]
async fn the_shrink_guard_asks_for_force_below_half_of_a_list_of_ten() {
    let portal = TestPortal::new(&[]).await;
    let file = |length: usize| {
        let rows: Vec<Value> = (1..=length)
            .map(|n| json!({ "real_name": format!("旧{n}"), "user_id": format!("2401{n:02}") }))
            .collect();
        std::fs::create_dir_all(portal.folder().join("data")).unwrap();
        std::fs::write(file_of(&portal, "pre-records.json"), json!({ "class01": rows }).to_string()).unwrap();
    };
    file(11);
    let portal = portal.restart(&[]).await;
    assert_eq!(stored(&portal).await.len(), 11);

    let preview = portal.anonymous().post("/api/setup/preview", &list_of_length(5)).await.data();
    assert_eq!(
        (&preview["previous_count"], &preview["new_count"], &preview["needs_force"]),
        (&json!(11), &json!(5), &json!(true))
    );
    let refused = save(&portal, &list_of_length(5)).await;
    assert_eq!(
        refused.refusal(),
        "400 原名单有 11 人，新名单只有 5 人，减少超过一半。确认无误后请选择强制保存"
    );
    assert_eq!(
        (refused.json()["old_count"].clone(), refused.json()["new_count"].clone()),
        (json!(11), json!(5))
    );
    assert_eq!(stored(&portal).await.len(), 11);

    let mut forced = list_of_length(5);
    forced["force"] = json!(true);
    assert_eq!(save(&portal, &forced).await.data()["total_records"], 5);
    let in_order = kernel::statements().into_iter().find(|statement| statement.name == "IN_ORDER").unwrap();
    let rows: Vec<kernel::audit::Entry> =
        portal.app.db.all(in_order, kernel::p![0_i64, 10_i64]).await.unwrap();
    let row = rows.iter().find(|row| row.action == "setup").unwrap();
    let detail: Value = serde_json::from_str(&row.detail).unwrap();
    assert_eq!(
        (&detail["previous"], &detail["removed"], &detail["forced"]),
        (&json!(11), &json!(11), &json!(true))
    );
}

#[tokio::test]
async fn the_shrink_guard_lets_half_pass_and_short_lists() {
    use super::super::model::shrinks;
    assert!(!shrinks(10, 5) && shrinks(10, 4));
    assert!(!shrinks(11, 6) && shrinks(11, 5));
    assert!(!shrinks(9, 1) && !shrinks(0, 0));
    assert!(!shrinks(100, 50) && shrinks(100, 49));
}
