//! Erasing members.

use futures_util::future::join_all;
use kernel::connections::Ended;

use super::*;
use crate::testing::PASSWORD;

/// The features that hold something of someone, but for the class list.
async fn left(portal: &TestPortal, user: &str) -> Vec<&'static str> {
    let (features, user) = (portal.app.features.clone(), id(user));
    let holding = portal.app.db.read(move |read| {
        let mut holding = Vec::new();
        for feature in features.iter().filter(|feature| feature.name != "setup") {
            holding.extend((feature.export_user)(read, &user)?.map(|_| feature.name));
        }
        Ok(holding)
    });
    holding.await.unwrap()
}

/// A listed class of two, of whom one has registered and left traces.
async fn portal() -> (TestPortal, Client) {
    let portal = TestPortal::new(&[]).await;
    let list = json!({ "cohort": "24", "pre_records": { "class01": [{ "real_name": "张三", "user_id": "240111" }, { "real_name": "李四" }] } });
    portal.anonymous().post("/api/setup/save", &list).await.data();
    let member = register(&portal).await;
    member.put("/api/user/settings", &json!({ "theme": "dark" })).await.data();
    member.post_empty("/api/level/daily-login").await.data();
    (portal, member)
}

async fn register(portal: &TestPortal) -> Client {
    let form = json!({ "real_name": "张三", "net_name": "小张", "password": PASSWORD, "confirm_password": PASSWORD });
    let answer = portal.anonymous().post("/api/auth/register", &form).await.data();
    portal.anonymous().bearing(answer["token"].as_str().unwrap())
}

#[tokio::test]
async fn an_erased_member_leaves_a_tombstone_and_may_come_again() {
    let (portal, member) = portal().await;
    let head = portal.class_admin().await;
    assert_eq!(left(&portal, "240111").await, ["user", "auth", "level"]);
    let reset = head.post_empty(&format!("{USERS}/240111/reset-password")).await.data();
    let mut socket = portal.app.connections.open(id("240111"), "any");

    assert_eq!(head.delete(&format!("{USERS}/240111")).await.data(), Value::Null);
    assert_eq!(left(&portal, "240111").await, [""; 0]);
    assert_eq!(socket.ended().await, Ended::Session);
    assert_eq!(member.get("/api/user/profile").await.refusal(), "401 登录已过期");
    assert_eq!(head.delete(&format!("{USERS}/240111")).await.status, 404);
    assert_eq!(newest(&portal).await, ("240100".into(), "delete_user".into(), "240111".into(), json!({})));
    let erased = portal.app.db.read(|read| Ok(crate::admin::erased_at(read, id("240111"))?)).await.unwrap();
    assert_eq!(erased, Some(portal.app.clock.now_ms()));
    assert!(chain_is_whole(&portal).await);

    let again = register(&portal).await;
    assert_eq!(again.get("/api/user/profile").await.data()["user_id"], "240111");
    assert_eq!(again.get("/api/level/info").await.data()["exp"], 0);
    assert_eq!(member.get("/api/user/profile").await.refusal(), "401 登录已过期", "the old token stays dead");
    let form = json!({ "account": "240111", "code": reset["code"], "new_password": "quite another 1", "confirm_password": "quite another 1" });
    assert_eq!(
        portal.anonymous().post("/api/auth/reset-password", &form).await.status,
        401,
        "nor does the code"
    );
}

#[tokio::test]
async fn others_keep_what_is_theirs() {
    let (portal, _) = portal().await;
    let (bob, head) = (portal.register("240102").await, portal.class_admin().await);
    bob.put("/api/user/settings", &json!({ "theme": "dark" })).await.data();
    head.delete(&format!("{USERS}/240111")).await.data();
    assert_eq!(bob.get("/api/user/settings").await.data()["theme"], "dark");
}

#[tokio::test]
async fn fifty_deletions_edits_and_bans_at_once_erase_once_and_leave_nothing_half() {
    let (portal, _) = portal().await;
    let head = portal.class_admin().await;
    let act = |number: usize| {
        let (head, path) = (&head, format!("{USERS}/240111"));
        async move {
            match number % 4 {
                0 => ("delete", head.delete(&path).await.status.as_u16()),
                1 => ("edit", head.patch(&path, &json!({ "gender": "女" })).await.status.as_u16()),
                2 => ("ban", disable(head, "240111").await.status.as_u16()),
                _ => ("code", head.post_empty(&format!("{path}/reset-password")).await.status.as_u16()),
            }
        }
    };
    let answers = join_all((0..50).map(act)).await;
    assert_eq!(answers.iter().filter(|answer| **answer == ("delete", 200)).count(), 1);
    assert!(answers.iter().all(|(_, status)| [200, 404].contains(status)), "{answers:?}");
    assert_eq!(left(&portal, "240111").await, [""; 0]);
    assert!(chain_is_whole(&portal).await);
}
