//! Written, read, edited, pinned, deleted, restored, erased.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn it_is_written_told_listed_and_read() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = write(&admin, json!({})).await;
    assert_eq!(
        (&made["state"], &made["type"], &made["revision"]),
        (&json!("published"), &json!("notice"), &json!(1))
    );
    write(&admin, json!({ "title": "作业", "type": "homework", "due_date": "2026-09-03", "pinned": true }))
        .await;

    assert_eq!(titles(&alice).await, ["作业", "春游"], "pinned first");
    assert_eq!(waiting(&alice).await, (2, 0));
    assert_eq!(waiting(&admin).await, (0, 0), "one's own are not news");
    let own = admin.get("/api/announcements").await.data();
    assert!(own["announcements"].as_array().unwrap().iter().all(|one| one["read"] == true), "{own}");
    let list = alice.get("/api/announcements?type=homework").await.data();
    assert_eq!((&list["total"], &list["announcements"][0]["due_date"]), (&json!(1), &json!("2026-09-03")));

    let shown = alice.get(&member(&made, "")).await.data();
    assert_eq!(
        (&shown["content"], &shown["author_name"], &shown["author_real_name"]),
        (&json!("周五 **八点** 校门口集合"), &json!("net-240000"), &json!("实名240000"))
    );
    assert_eq!(shown["read"], false, "looking is not reading");
    assert_eq!(alice.post_empty(&member(&made, "/read")).await.data()["read"], true);
    assert_eq!(waiting(&alice).await, (1, 0));
    assert_eq!(admin.get(&staff(&made, "")).await.data()["read_count"], 1);

    let told = events(&portal, "published").await;
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|event| event.audience == "all" && !event.data.contains("春游")));
}

#[tokio::test]
async fn an_edit_keeps_what_it_said_and_can_ask_again() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = write(&admin, json!({ "requires_ack": true })).await;
    alice.post_empty(&member(&made, "/acknowledge")).await.data();
    assert_eq!(waiting(&alice).await, (0, 0));

    let edited = admin.put(&staff(&made, ""), &json!({ "content": "改到九点", "revision": 1 })).await.data();
    assert_eq!((&edited["revision"], &edited["title"]), (&json!(2), &json!("春游")));
    assert_eq!(waiting(&alice).await, (0, 0), "a small correction asks nobody again");
    let late = admin.put(&staff(&made, ""), &json!({ "content": "x", "revision": 1 })).await;
    assert_eq!(
        (late.refusal(), &late.json()["data"]),
        ("409 内容已在其他设备上修改，请刷新后重试".into(), &json!({ "revision": 2 }))
    );

    admin.put(&staff(&made, ""), &json!({ "content": "取消", "ask_again": true })).await.data();
    assert_eq!(waiting(&alice).await, (1, 1));
    assert_eq!(alice.get(&member(&made, "")).await.data()["acknowledged_at"], Value::Null);
    alice.post_empty(&member(&made, "/acknowledge")).await.data();
    assert_eq!(waiting(&alice).await, (0, 0));

    let history = admin.get(&staff(&made, "/history")).await.data();
    let said: Vec<_> =
        history.as_array().unwrap().iter().map(|old| old["content"].as_str().unwrap()).collect();
    assert_eq!(said, ["改到九点", "周五 **八点** 校门口集合"]);
    assert_eq!(history[0]["editor_id"], "240000");
    assert_eq!(events(&portal, "updated").await.len(), 2);
}

#[tokio::test]
async fn of_fifty_edits_of_one_revision_one_wins() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let made = write(&admin, json!({})).await;
    let (path, change) = (staff(&made, ""), json!({ "title": "新", "revision": 1 }));
    let answers = join_all((0..50).map(|_| admin.put(&path, &change))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(admin.get(&staff(&made, "/history")).await.data().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_same_key_makes_one_announcement() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let made = join_all((0..50).map(|_| write(&admin, json!({ "key": "a-1" })))).await;
    assert!(made.iter().all(|one| one["id"] == made[0]["id"]));
    assert_eq!(titles(&alice).await.len(), 1);
    assert_eq!(events(&portal, "published").await.len(), 1);
}

#[tokio::test]
async fn a_deleted_one_can_be_restored_for_a_day() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let (made, other) =
        (write(&admin, json!({ "requires_ack": true })).await, write(&admin, json!({})).await);
    alice.post_empty(&member(&made, "/acknowledge")).await.data();
    for one in [&made, &other] {
        admin.delete(&staff(one, "")).await.data();
        admin.delete(&staff(one, "")).await.data();
    }
    assert!(titles(&alice).await.is_empty());
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert_eq!(waiting(&alice).await, (0, 0));
    assert_eq!(admin.get(STAFF).await.data()["total"], 0);
    assert_eq!(admin.get(&format!("{STAFF}?state=deleted")).await.data()["total"], 2);
    assert_eq!(
        admin.put(&staff(&made, ""), &json!({ "title": "x" })).await.refusal(),
        "409 公告已删除，请先恢复"
    );
    assert_eq!(events(&portal, "removed").await.len(), 2);

    let back = admin.post_empty(&staff(&made, "/restore")).await.data();
    assert_eq!((&back["state"], &back["ack_count"]), (&json!("published"), &json!(1)));
    assert_eq!(titles(&alice).await, ["春游"]);

    portal.advance(24 * 3600);
    while admin.get(&staff(&other, "")).await.status.as_u16() != 404 {
        portal.advance(5);
        tokio::task::yield_now().await;
    }
    assert_eq!(admin.post_empty(&staff(&other, "/restore")).await.status.as_u16(), 404, "gone for good");
}

#[tokio::test]
async fn it_is_pinned_and_put_back() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let first = write(&admin, json!({ "title": "一" })).await;
    portal.advance(1);
    write(&admin, json!({ "title": "二" })).await;
    let pin =
        async |pinned: bool| admin.patch(&staff(&first, "/pin"), &json!({ "pinned": pinned })).await.data();
    assert_eq!(titles(&alice).await, ["二", "一"]);
    assert_eq!(pin(true).await["pinned"], true);
    assert_eq!(titles(&alice).await, ["一", "二"]);
    pin(true).await;
    pin(false).await;
    assert_eq!(titles(&alice).await, ["二", "一"]);
    assert_eq!(events(&portal, "updated").await.len(), 2, "what changes nothing is not told");
}

#[tokio::test]
async fn erasing_its_author_leaves_the_announcement_and_no_name() {
    let portal = portal().await;
    let (class_admin, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&class_admin, json!({ "requires_ack": true, "key": "k" })).await;
    class_admin.put(&staff(&made, ""), &json!({ "title": "改" })).await.data();
    alice.post_empty(&member(&made, "/acknowledge")).await.data();
    let export = async |user: UserId| {
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
    };
    let (author, reader) = (id("240100"), id("240111"));
    assert_eq!(export(author).await.unwrap()["written"][0]["title"], "改");
    assert_eq!(export(reader).await.unwrap()["read"][0]["title"], "改");

    for user in [author, reader] {
        portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
        assert_eq!(export(user).await, None);
    }
    let shown = alice.get(&member(&made, "")).await.data();
    assert_eq!((&shown["author_id"], &shown["author_name"]), (&json!(""), &json!("已注销用户")));
    assert_eq!((&shown["read"], &shown["acknowledged_at"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn desktops_are_told_of_each_change_once() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let poll = alice.post_empty("/api/chat/poll/register").await.data();
    let made = write(&lead, json!({})).await;
    lead.delete(&staff(&made, "")).await.data();
    portal.settle().await;
    let (id, seq) = (poll["poll_id"].as_str().unwrap(), &poll["seq"]);
    let told = alice.get(&format!("/api/chat/poll?poll_id={id}&since_seq={seq}")).await.data();
    let all = told["events"].as_array().unwrap().iter().map(|one| one["event"]["type"].as_str().unwrap());
    let types: Vec<_> = all.filter(|name| name.starts_with("announcement_")).collect();
    assert_eq!(types, ["announcement_published", "announcement_removed"]);
}
