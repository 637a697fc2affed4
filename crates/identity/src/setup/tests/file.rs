//! The list file: what is written, what a start reads, and what health says of it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn write(portal: &TestPortal, text: &str) {
    std::fs::create_dir_all(portal.folder().join("data")).unwrap();
    std::fs::write(file_of(portal, "pre-records.json"), text).unwrap();
}

/// A portal whose list came from this file.
async fn portal_with_file(text: &str) -> TestPortal {
    let portal = TestPortal::new(&[]).await;
    write(&portal, text);
    portal.restart(&[]).await
}

const TWO: &str = r#"{ "class01": [
    { "real_name": "张三", "user_id": "240101", "gender": "男" },
    { "real_name": "李四", "user_id": "240102", "gender": "女" }
] }"#;

#[tokio::test]
async fn a_save_writes_the_file_for_the_owner_alone() {
    let portal = TestPortal::new(&[]).await;
    let mut body = list_of(&["张三", "李四"]);
    body["pre_records"]["class02"] =
        json!([{ "real_name": "王老师", "gender": "女", "is_class_admin": true }]);
    save(&portal, &body).await.data();
    let file = file_of(&portal, "pre-records.json");
    assert_eq!(
        json_of(file.clone()),
        json!({
            "class01": [
                { "real_name": "张三", "user_id": "240101", "gender": "" },
                { "real_name": "李四", "user_id": "240102", "gender": "" },
            ],
            "class02": [{ "real_name": "王老师", "user_id": "240200", "gender": "女" }],
        })
    );
    assert_eq!(mode(&file), 0o600);
    assert_eq!(unfinished(&portal), 0);
    assert_eq!(health(&portal), ("ok", String::new()));
}

/// Files that wait for their place.
fn unfinished(portal: &TestPortal) -> usize {
    let names =
        std::fs::read_dir(portal.folder().join("data")).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with("pre-records.new")).count()
}

#[tokio::test]
async fn when_the_file_cannot_be_written_nothing_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let portal = TestPortal::with(&[], &[("PRE_RECORDS_PATH", &folder.path().to_string_lossy())]).await;
    assert_eq!(health(&portal).0, "warning");
    assert_eq!(save(&portal, &list_of(&["张三"])).await.refusal(), "503 名单文件无法写入，未保存任何内容");
    assert!(stored(&portal).await.is_empty());
    assert_eq!(portal.anonymous().get("/api/setup/status").await.data()["initialized"], false);
}

#[tokio::test]
async fn the_days_first_backup_is_kept() {
    let portal = portal_with_file(TWO).await;
    save(&portal, &list_of(&["甲"])).await.data();
    let first = file_of(&portal, "pre-records.bak-2026-09-01.json");
    assert_eq!(std::fs::read_to_string(&first).unwrap(), TWO);
    assert_eq!(mode(&first), 0o600);

    let admin = portal.admin().await;
    admin.put("/api/admin/pre-records", &list_of(&["乙"])).await.data();
    assert_eq!(std::fs::read_to_string(&first).unwrap(), TWO, "the first of the day is not overwritten");

    // 16 hours later it is the next day in Shanghai.
    portal.advance(16 * 3600);
    admin.put("/api/admin/pre-records", &list_of(&["丙"])).await.data();
    let second = json_of(file_of(&portal, "pre-records.bak-2026-09-02.json"));
    assert_eq!(second["class01"][0]["real_name"], "乙");
    assert_eq!(std::fs::read_to_string(&first).unwrap(), TWO);
}

#[tokio::test]
async fn a_first_save_has_nothing_to_back_up() {
    let portal = TestPortal::new(&[]).await;
    save(&portal, &list_of(&["甲"])).await.data();
    assert!(!file_of(&portal, "pre-records.bak-2026-09-01.json").exists());
}

#[tokio::test]
async fn a_start_takes_a_changed_file_over_and_hides_it_from_others() {
    let portal = portal_with_file(TWO).await;
    assert_eq!(stored(&portal).await, pairs(&[("张三", "240101"), ("李四", "240102")]));
    assert_eq!(health(&portal), ("ok", String::new()));
    assert_eq!(mode(&file_of(&portal, "pre-records.json")), 0o600);

    let other = r#"{ "note": "x", "class": [], "class01": [{ "real_name": "李四", "user_id": "240101", "phone": "1" }],
                     "class02": [], "classXX": 7, "class03": [{ "real_name": "王五", "user_id": "240301" }] }"#;
    write(&portal, &format!("\u{feff}{other}"));
    let portal = portal.restart(&[]).await;
    assert_eq!(stored(&portal).await, pairs(&[("李四", "240101"), ("王五", "240301")]));
}

#[tokio::test]
async fn two_people_may_swap_their_numbers_in_the_file() {
    let portal = portal_with_file(TWO).await;
    write(&portal, &TWO.replace("240101", "24010x").replace("240102", "240101").replace("24010x", "240102"));
    let portal = portal.restart(&[]).await;
    assert_eq!(stored(&portal).await, pairs(&[("李四", "240101"), ("张三", "240102")]));
}

#[tokio::test]
async fn an_unchanged_file_is_not_taken_over_again() {
    let portal = portal_with_file(TWO).await;
    let events = |portal: &TestPortal| *portal.app.events.head().borrow();
    let before = events(&portal);
    let portal = portal.restart(&[]).await;
    assert_eq!(events(&portal), before);
    assert_eq!(health(&portal), ("ok", String::new()));
}

#[tokio::test]
async fn a_file_that_is_missing_broken_or_empty_keeps_the_rows_and_shows_in_health() {
    let stays = "继续使用数据库中的名单";
    let cases = [
        ("{ \"class01\": [", "请求内容不是有效的 JSON"),
        ("", "名单为空"),
        ("{}", "名单为空"),
        ("{ \"class01\": [] }", "名单为空"),
        ("{ \"classes\": [{ \"real_name\": \"张三\" }] }", "名单为空"),
        ("[]", "请求内容的结构或取值不对"),
        ("{ \"class01\": 7 }", "class01 第 1 行：格式不正确"),
        (
            "{ \"class01\": [{ \"real_name\": \"甲\", \"user_id\": \"240101\" }, 7] }",
            "class01 第 2 行：格式不正确",
        ),
        (
            "{ \"class01\": [{ \"real_name\": \"甲\", \"user_id\": \"24\" }] }",
            "class01 第 1 行：“24”不是可用的六位学号",
        ),
        ("{ \"class02\": [{ \"real_name\": \"甲\" }] }", "class02 第 1 行：缺少年级（cohort），无法分配学号"),
        ("{ \"class01\": [], \"class01\": [] }", "请求内容中的字段“class01”重复"),
    ];
    let mut portal = portal_with_file(TWO).await;
    for (text, why) in cases {
        write(&portal, text);
        portal = portal.restart(&[]).await;
        assert_eq!(health(&portal), ("warning", format!("名单文件有误（{why}），{stays}")), "{text}");
        assert_eq!(stored(&portal).await.len(), 2, "{text}");
    }
    std::fs::remove_file(file_of(&portal, "pre-records.json")).unwrap();
    portal = portal.restart(&[]).await;
    assert_eq!(health(&portal), ("warning", format!("名单文件不存在，{stays}")));
    assert_eq!(stored(&portal).await.len(), 2);

    write(&portal, TWO);
    portal = portal.restart(&[]).await;
    assert_eq!(health(&portal).0, "ok");
}

#[tokio::test]
async fn a_fresh_portal_misses_no_file() {
    let portal = TestPortal::new(&[]).await;
    assert_eq!(health(&portal), ("not_configured", String::new()));
}

#[tokio::test]
async fn rows_without_a_number_get_one_when_the_cohort_is_known() {
    let portal = portal_with_file(r#"{ "class01": [{ "real_name": "张三" }] }"#).await;
    assert_eq!(health(&portal).0, "warning");
    let portal = portal.restart(&[("COHORT", "24")]).await;
    assert_eq!(health(&portal).0, "ok");
    assert_eq!(stored(&portal).await, pairs(&[("张三", "240101")]));
}

#[tokio::test]
async fn rows_that_collide_are_left_out_and_counted() {
    let portal = TestPortal::with(&[], &[("COHORT", "24")]).await;
    portal.register("240103").await;
    write(
        &portal,
        r#"{ "class01": [
        { "real_name": "张三", "user_id": "240101" }, { "real_name": "张三", "user_id": "240109" },
        { "real_name": "李四", "user_id": "240101" }, { "real_name": "王五", "user_id": "240103" },
        { "real_name": "实名240103", "user_id": "240107" }, { "real_name": "赵六" }, { "real_name": "孙七" }
    ] }"#,
    );
    let portal = portal.restart(&[]).await;
    let kept = [("张三", "240101"), ("赵六", "240102"), ("实名240103", "240103"), ("孙七", "240104")];
    assert_eq!(stored(&portal).await, pairs(&kept));
    let warning = ("warning", "名单文件中有 3 行与其他行或已注册成员冲突，未采用".to_owned());
    assert_eq!(health(&portal), warning);
    assert_eq!(health(&portal.restart(&[]).await), warning, "still, while the file is the same");
}

#[tokio::test]
async fn a_row_that_was_left_out_comes_in_when_nothing_stands_against_it_any_more() {
    let portal = TestPortal::with(&[], &[("COHORT", "24"), ("ADMIN_USER_IDS", "240000")]).await;
    portal.register("240102").await;
    portal.register("240103").await;
    let rows = r#"{ "class01": [{ "real_name": "张三" }, { "real_name": "王五", "user_id": "240102" }, { "real_name": "孙七" }] }"#;
    write(&portal, rows);
    let portal = portal.restart(&[]).await;
    assert_eq!(stored(&portal).await, pairs(&[("张三", "240101"), ("孙七", "240104")]));
    assert_eq!(health(&portal).0, "warning");

    let events = |portal: &TestPortal| *portal.app.events.head().borrow();
    let before = events(&portal);
    let portal = portal.restart(&[]).await;
    assert_eq!(events(&portal), before, "as long as it stands, a start writes nothing");
    assert_eq!(health(&portal).0, "warning");

    let admin = portal.admin().await;
    for gone in ["240102", "240103"] {
        admin.delete(&format!("/api/admin/users/{gone}")).await.data();
    }
    let portal = portal.restart(&[]).await;
    let all = [("张三", "240101"), ("王五", "240102"), ("孙七", "240104")];
    assert_eq!(stored(&portal).await, pairs(&all), "and nobody else's number changes");
    assert_eq!(health(&portal).0, "ok");
}

#[tokio::test]
async fn a_start_finishes_what_a_crash_after_the_commit_left_open() {
    let portal = portal_with_file(TWO).await;
    save(&portal, &list_of(&["甲"])).await.data();
    let file = file_of(&portal, "pre-records.json");
    // As if the process had ended between the commit and the renaming.
    let new = std::fs::read_to_string(&file).unwrap();
    let hash = super::super::list_file::hash(new.as_bytes());
    let waiting = file_of(&portal, &format!("pre-records.new-{hash}.json"));
    std::fs::rename(&file, &waiting).unwrap();
    write(&portal, TWO);

    let portal = portal.restart(&[]).await;
    assert_eq!(std::fs::read_to_string(&file).unwrap(), new);
    assert!(!waiting.exists());
    assert_eq!(stored(&portal).await, pairs(&[("甲", "240101")]));
}

#[tokio::test]
async fn a_start_forgets_what_a_crash_before_the_commit_left_behind() {
    let portal = portal_with_file(TWO).await;
    let waiting = file_of(&portal, "pre-records.new-12ab.json");
    std::fs::write(&waiting, r#"{ "class01": [{ "real_name": "甲", "user_id": "240101" }] }"#).unwrap();
    let portal = portal.restart(&[]).await;
    assert!(!waiting.exists());
    assert_eq!(std::fs::read_to_string(file_of(&portal, "pre-records.json")).unwrap(), TWO);
    assert_eq!(stored(&portal).await.len(), 2);
}

#[tokio::test]
async fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (link, target) = (folder.path().join("link.json"), folder.path().join("target.json"));
    std::fs::write(&target, TWO).unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let portal = TestPortal::with(&[], &[("PRE_RECORDS_PATH", &link.to_string_lossy())]).await;
    save(&portal, &list_of(&["甲"])).await.data();
    assert!(link.is_symlink());
    assert_eq!(json_of(target)["class01"][0]["real_name"], "甲");
    assert!(folder.path().join("pre-records.bak-2026-09-01.json").exists());
}

#[tokio::test]
async fn another_nodes_change_reaches_this_nodes_file_and_settings() {
    use kernel::testing::TestSetup;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pre-records.json");
    let portal = TestPortal::with(&[], &[("TIMEZONE", "")]).await;
    let variables = [("PRE_RECORDS_PATH", &*path.to_string_lossy()), ("TIMEZONE", "")];
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &variables };
    let second = portal.second_node(setup).await;

    let mut body = list_of(&["张三"]);
    body["settings"] = json!({ "timezone": "Asia/Tokyo" });
    save(&portal, &body).await.data();
    // The second node looks every half second of the tests' clock; its disk takes real time.
    let real = kernel::clock::Clock::system();
    while !(path.exists() && second.app.timezone().iana_name() == Some("Asia/Tokyo")) {
        portal.advance(1);
        real.sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(json_of(path), json_of(file_of(&portal, "pre-records.json")));
    assert_eq!(second.app.timezone().iana_name(), Some("Asia/Tokyo"));
    let status = second.anonymous().get("/api/setup/status").await.data();
    assert_eq!(status["initialized"], true);
    second.app.stop().await;
}

#[tokio::test]
async fn two_thousand_rows_are_taken_over_once() {
    let classes: serde_json::Map<String, Value> = (1..=40)
        .map(|class| {
            let row = |n: u32| json!({ "real_name": format!("{class}-{n}"), "user_id": format!("24{class:02}{n:02}") });
            (format!("class{class:02}"), (1..=50).map(row).collect())
        })
        .collect();
    let portal = portal_with_file(&Value::Object(classes).to_string()).await;
    assert_eq!(stored(&portal).await.len(), 2000);
    let before = *portal.app.events.head().borrow();
    (super::super::FEATURE.start)(portal.app.clone()).await.unwrap();
    assert_eq!(*portal.app.events.head().borrow(), before, "the same file is no news");
    assert_eq!(stored(&portal).await.len(), 2000);
}
