//! The list of members.

use super::*;

async fn listed(client: &Client, query: &str) -> Vec<String> {
    let list = client.get(&format!("{USERS}?{query}")).await.data();
    list["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["user_id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn an_item_is_the_user_info_with_row_and_policy() {
    let portal = TestPortal::new(&[]).await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    let contacts =
        json!({ "info": { "qq": "1", "wechat": "w", "phone": "2", "address": "a", "email": "e@x" } });
    let mut expected = alice.patch("/api/user/profile", &contacts).await.data();
    expected["id"] = json!(1);
    expected["ai_policy"] = Value::Null;
    let list = admin.get(&format!("{USERS}?search=240111")).await.data();
    assert_eq!(list, json!({ "users": [expected], "total": 1, "page": 1, "limit": 20 }));
}

#[tokio::test]
async fn an_admin_sees_all_and_everyone_else_their_own_class() {
    let portal = TestPortal::new(&[]).await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    let (officer, member) = (portal.officer(&[]).await, portal.member().await);
    portal.register("240201").await;
    portal.register("230101").await;
    let own = ["230101", "240100", "240111", "240112"];
    assert_eq!(listed(&admin, "").await, ["230101", "240000", "240100", "240111", "240112", "240201"]);
    assert_eq!(listed(&head, "").await, own);
    assert_eq!(listed(&officer, "").await, own);
    assert_eq!(listed(&head, "class=02").await, [""; 0]);
    assert_eq!(listed(&admin, "class=02").await, ["240201"]);
    assert_eq!(member.get(USERS).await.refusal(), "403 无权限执行此操作");
    assert_eq!(portal.anonymous().get(USERS).await.refusal(), "401 未登录");
}

#[tokio::test]
async fn officers_see_no_contact_data_and_nobody_sees_a_hash() {
    let portal = TestPortal::new(&[]).await;
    let (alice, officer, head) =
        (portal.member().await, portal.officer(&portal.permissions()).await, portal.class_admin().await);
    let contacts = json!({ "info": { "qq": "10001", "wechat": "wx", "phone": "139", "address": "校内", "email": "e@x", "signature": "s", "birthday": "2009" } });
    alice.patch("/api/user/profile", &contacts).await.data();
    let query = format!("{USERS}?search=240111");
    let seen = officer.get(&query).await;
    assert_eq!(seen.data()["users"][0]["info"], json!({ "signature": "s" }));
    assert!(!seen.text().contains("2009") && !seen.text().contains("e@x"));
    let answered = officer.patch(&format!("{USERS}/240111"), &json!({ "gender": "女" })).await.data();
    assert_eq!(answered["info"], seen.data()["users"][0]["info"]);
    let all = head.get(&query).await;
    assert_eq!(all.data()["users"][0]["info"]["phone"], "139");
    assert!(!all.text().contains("argon2") && !all.text().contains("password"));
}

#[tokio::test]
async fn a_search_finds_parts_of_names_and_numbers_in_any_case() {
    let portal = TestPortal::new(&[]).await;
    let admin = portal.admin().await;
    for (user, name) in
        [("240101", "Straße_1"), ("240102", "ÉCLAIR"), ("240103", "50%茶"), ("240104", "a\\b")]
    {
        let client = portal.register(user).await;
        client.patch("/api/user/profile", &json!({ "net_name": name })).await.data();
    }
    for (search, found) in [
        ("STRASSE", vec!["240101"]),
        ("%C3%A9clair", vec!["240102"]),
        ("Ｓ", vec!["240101"]),
        ("实名24010", vec!["240101", "240102", "240103", "240104"]),
        ("240103", vec!["240103"]),
        ("_", vec!["240101"]),
        ("%25", vec!["240103"]),
        ("%5C", vec!["240104"]),
        ("'%20or%201=1", vec![]),
        ("%20%20", vec!["240000", "240101", "240102", "240103", "240104"]),
    ] {
        assert_eq!(listed(&admin, &format!("search={search}")).await, found, "{search}");
    }
    let list = admin.get(&format!("{USERS}?search=net")).await.data();
    assert_eq!(list["total"], 1, "a changed name is found by the new one alone");
}

#[tokio::test]
async fn filters_and_pages_go_together() {
    let portal = TestPortal::new(&[]).await;
    let admin = portal.admin().await;
    for number in 11..=15 {
        portal.register(&format!("2401{number}")).await;
    }
    portal.class_admin().await;
    appoint(&portal, "240115", &[]).await;
    portal.ban("240111", Some(kernel::user::Ban::default())).await;
    assert_eq!(listed(&admin, "status=disabled").await, ["240111"]);
    assert_eq!(listed(&admin, "role=admin").await, ["240000", "240100"]);
    assert_eq!(listed(&admin, "role=officer").await, ["240115"]);
    assert_eq!(listed(&admin, "role=user&status=active&class=01").await, ["240112", "240113", "240114"]);
    let page = admin.get(&format!("{USERS}?class=01&limit=4&page=2")).await.data();
    assert_eq!((&page["total"], &page["page"], &page["limit"]), (&json!(6), &json!(2), &json!(4)));
    assert_eq!(page["users"].as_array().unwrap().len(), 2);
    assert_eq!(listed(&admin, "page=99").await, [""; 0]);
    assert_eq!(admin.get(&format!("{USERS}?limit=10000&search=")).await.data()["limit"], 200);
    assert_eq!(listed(&admin, "page=4294967295&limit=200").await, [""; 0]);
}

#[tokio::test]
async fn a_filter_that_is_none_is_refused() {
    let portal = TestPortal::new(&[]).await;
    let admin = portal.admin().await;
    for (query, refusal) in [
        ("status=gone", "400 字段“status”的格式不正确"),
        ("role=root", "400 字段“role”的格式不正确"),
        ("class=1", "400 字段“class”的格式不正确"),
        ("class=0x", "400 字段“class”的格式不正确"),
        ("page=-1", "400 查询参数格式不正确"),
        ("limit=x", "400 查询参数格式不正确"),
    ] {
        assert_eq!(admin.get(&format!("{USERS}?{query}")).await.refusal(), refusal);
    }
    let long = admin.get(&format!("{USERS}?search={}", "x".repeat(41))).await;
    assert_eq!(long.refusal(), "400 字段“search”最多 40 个字符");
}
