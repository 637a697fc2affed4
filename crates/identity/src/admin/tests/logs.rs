//! The operation log for people.

use super::*;
use crate::admin::MANAGE_USERS;

const LOGS: &str = "/api/admin/logs";

/// Acts in two classes: three by the class admin of 01, one by that of 02, one by the admin in 02,
/// one by an officer of 01.
async fn portal() -> TestPortal {
    let portal = TestPortal::new(&[]).await;
    for user in ["240101", "240102", "240201", "240100", "240200"] {
        portal.register(user).await;
    }
    officer(&portal, "240112", &[&MANAGE_USERS]).await;
    let admin = portal.admin().await;
    let of = async |user: &str| portal.client_of(id(user)).await.from("192.0.2.77");
    let head = of("240100").await;
    disable(&head, "240101").await.data();
    portal.advance(3600);
    head.patch(&format!("{USERS}/240101"), &json!({ "gender": "女" })).await.data();
    disable(&head, "240102").await.data();
    disable(&of("240200").await, "240201").await.data();
    admin.patch(&format!("{USERS}/240201"), &json!({ "gender": "女" })).await.data();
    let active = json!({ "status": "active" });
    of("240112").await.patch(&format!("{USERS}/240101/status"), &active).await.data();
    portal
}

async fn client(portal: &TestPortal, user: &str) -> Client {
    portal.client_of(id(user)).await
}

/// Who did what to whom, newest first.
async fn seen(client: &Client, query: &str) -> Vec<String> {
    let logs = client.get(&format!("{LOGS}?{query}")).await.data()["logs"].as_array().unwrap().clone();
    let line =
        |row: &Value| format!("{} {} {}", row["admin_id"], row["action"], row["target"]).replace('"', "");
    logs.iter().map(line).filter(|line| !line.contains("set_admin")).collect()
}

#[tokio::test]
async fn a_row_says_who_did_what_to_whom_when_from_where_and_in_which_request() {
    let portal = portal().await;
    let admin = client(&portal, "240000").await;
    let list = admin.get(&format!("{LOGS}?action=edit_user&actor=240100")).await.data();
    assert_eq!((&list["total"], &list["page"], &list["limit"]), (&json!(1), &json!(1), &json!(20)));
    let mut row = list["logs"][0].clone();
    assert_eq!(row["request_id"].take().as_str().unwrap().len(), 16);
    let expected = json!({
        "id": row["id"], "admin_id": "240100", "action": "edit_user", "target": "240101",
        "detail": "{\"fields\":[\"gender\"]}", "created_at": "2026-09-01T01:00:00.000Z", "ip": "192.0.2.77", "request_id": null,
        "target_label": null, "target_place": null, "target_gone": false,
    });
    assert_eq!(row, expected);
}

#[tokio::test]
async fn who_occurs_in_the_rows_has_a_name_beside_them_as_long_as_there_is_an_account() {
    let portal = portal().await;
    let names = async |user: &str| client(&portal, user).await.get(LOGS).await.data()["names"].clone();
    let seen_by_admin = names("240000").await;
    assert_eq!(seen_by_admin["240101"], "实名240101");
    assert_eq!(seen_by_admin["240201"], "实名240201");
    let seen_by_head = names("240200").await;
    assert_eq!(seen_by_head["240201"], "实名240201");
    assert_ne!(seen_by_head["240000"], "实名240000", "of another class the net name only");
    client(&portal, "240000").await.delete(&format!("{USERS}/240101")).await.data();
    assert_eq!(names("240000").await["240101"], Value::Null);
}

#[tokio::test]
async fn admins_see_all_class_admins_their_class_and_officers_their_own() {
    let portal = portal().await;
    let of_class_01 = [
        "240112 enable_user 240101",
        "240100 disable_user 240102",
        "240100 edit_user 240101",
        "240100 disable_user 240101",
    ];
    assert_eq!(seen(&client(&portal, "240100").await, "").await, of_class_01);
    let of_class_02 = ["240000 edit_user 240201", "240200 disable_user 240201"];
    assert_eq!(seen(&client(&portal, "240200").await, "").await, of_class_02);
    assert_eq!(seen(&client(&portal, "240000").await, "").await.len(), 6);
    let officer = client(&portal, "240112").await;
    assert_eq!(seen(&officer, "").await, of_class_01[..1]);
    assert_eq!(seen(&officer, "actor=240112").await.len(), 1);
    assert_eq!(seen(&officer, "actor=240100").await, [""; 0]);
    assert_eq!(client(&portal, "240101").await.get(LOGS).await.status, 403);

    let logs = client(&portal, "240200").await.get(LOGS).await.data()["logs"].clone();
    assert_eq!(
        (&logs[0]["ip"], &logs[1]["ip"]),
        (&json!(""), &json!("192.0.2.77")),
        "not where an admin sat"
    );
}

#[tokio::test]
async fn filters_pages_and_the_cursor_narrow_the_log() {
    let portal = portal().await;
    let admin = client(&portal, "240000").await;
    assert_eq!(seen(&admin, "actor=240100&action=disable_user").await.len(), 2);
    assert_eq!(seen(&admin, "to=2026-09-01T00:30:00Z").await, ["240100 disable_user 240101"]);
    assert_eq!(seen(&admin, "from=2026-09-01T00:30:00Z").await.len(), 5);
    assert_eq!(seen(&admin, "from=2026-09-01&to=2026-09-01").await.len(), 6, "a day of the portal's zone");
    assert_eq!(seen(&admin, "from=2026-09-02").await, [""; 0]);
    let first = admin.get(&format!("{LOGS}?limit=2")).await.data();
    let second = admin.get(&format!("{LOGS}?limit=2&page=2")).await.data();
    let before = admin.get(&format!("{LOGS}?limit=2&before={}", first["logs"][1]["id"])).await.data();
    assert_eq!(second["logs"], before["logs"]);
    assert_eq!(first["total"], before["total"]);
    for query in ["from=yesterday", "to=2026-02-30", "limit=x", "before=x"] {
        assert_eq!(admin.get(&format!("{LOGS}?{query}")).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn the_table_for_spreadsheets_is_whole_and_the_admins_alone() {
    let portal = portal().await;
    let path = format!("{LOGS}/export.csv");
    for user in ["240100", "240112", "240101"] {
        assert_eq!(client(&portal, user).await.get(&path).await.refusal(), "403 无权限执行此操作");
    }
    let admin = client(&portal, "240000").await;
    let answer = admin.get(&path).await;
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert!(answer.header("content-disposition").starts_with("attachment"));
    let text = answer.text();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines[0], "id,created_at,admin_id,action,target,detail,ip,request_id,hash");
    assert_eq!(lines.len(), log(&portal).await.len() + 1);
    let row = log(&portal).await.into_iter().find(|row| row.action == "edit_user").unwrap();
    let expected = format!(
        "\"{}\",\"2026-09-01T01:00:00.000Z\",\"240100\",\"edit_user\",\"240101\",\"{{\"\"fields\"\":[\"\"gender\"\"]}}\",\"192.0.2.77\",\"{}\",\"{}\"",
        row.id, row.request_id, row.hash
    );
    assert!(lines.contains(&expected.as_str()), "{text}");
    let one = admin.get(&format!("{path}?action=edit_user&actor=240100")).await.text();
    assert_eq!(one.lines().count(), 2);
    assert_eq!(admin.get(&format!("{path}?actor=nobody")).await.text().lines().count(), 1);
}

#[tokio::test]
async fn a_long_table_comes_in_pieces_without_a_gap() {
    let portal = TestPortal::new(&[]).await;
    let admin = portal.admin().await;
    let fill = portal.app.write(move |tx| {
        for number in 0..1200 {
            tx.audit(
                &kernel::audit::Actor::system(),
                &kernel::audit::Action { id: "=act", zh: "", en: "", sentence_zh: "", sentence_en: "" },
                &number.to_string(),
                &json!(null),
            )?;
        }
        Ok(())
    });
    fill.await.unwrap();
    let text = admin.get(&format!("{LOGS}/export.csv?action==act")).await.text();
    let ids: Vec<i64> =
        text.lines().skip(1).map(|line| line.split('"').nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(ids.len(), 1200);
    assert!(ids.windows(2).all(|pair| pair[1] == pair[0] + 1));
    assert!(text.contains(",\"'=act\","));
}
