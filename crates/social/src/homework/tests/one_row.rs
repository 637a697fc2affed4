//! A card is an announcement of the type homework: one row, one number.

use identity::exam_digest::send_due;
use kernel::app::iso;

use super::*;

#[tokio::test]
async fn an_announcement_that_is_homework_is_a_card_with_what_members_did() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let body = json!({ "type": "homework", "title": "预习", "content": "第三课", "due_date": "2026-09-02",
                       "requires_ack": true });
    let made = lead.post(ANNOUNCEMENTS, &body).await.data();
    let path = format!("/api/announcements/{}", made["id"]);
    alice.post_empty(&format!("{path}/acknowledge")).await.data();

    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!(
        (&card["id"], &card["title"], &card["content"]),
        (&made["id"], &json!("预习"), &json!("第三课"))
    );
    assert_eq!((&card["read"], &card["requires_ack"]), (&json!(true), &json!(true)));
    assert!(card["acknowledged_at"].is_string(), "{card}");
    assert_eq!((&card["subject"], &card["due_time"]), (&json!(""), &Value::Null));
    assert_eq!((&card["hand_in"], &card["pictures"]), (&json!(false), &json!([])));
    assert_eq!(card["due_at"], "2026-09-02T15:59:59.999Z", "the end of the day at school");
    assert_eq!(events(&portal, "announcements", "published").await.len(), 1);

    let edited =
        lead.patch(&staff(&made, ""), &json!({ "subject": "语文", "due_time": "07:40" })).await.data();
    assert_eq!((&edited["revision"], &edited["due_at"]), (&json!(2), &json!("2026-09-01T23:40:00.000Z")));
    let card = alice.get(&member(&made, "")).await.data();
    assert!(
        card["acknowledged_at"].is_string() && card["read"] == true,
        "a small correction asks nobody again"
    );
    assert_eq!(events(&portal, "announcements", "updated").await.len(), 1);
}

#[tokio::test]
async fn a_card_that_is_made_here_is_an_announcement_and_is_told_once() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let picture = picture(&portal, "240100", 1).await;
    let more = self::picture(&portal, "240100", 2).await;
    let made = write(&lead, json!({ "content": "", "pictures": [picture], "due_date": "2026-09-02" })).await;
    assert_eq!((&made["title"], &made["content"]), (&json!("数学作业"), &json!("")));

    let list = alice.get("/api/announcements").await.data();
    let shown = &list["announcements"][0];
    assert_eq!((&shown["id"], &shown["type"]), (&made["id"], &json!("homework")));
    assert_eq!((&shown["title"], &shown["content"]), (&json!("数学作业"), &json!("见图片")));
    assert_eq!(shown["due_date"], "2026-09-02");
    let told = events(&portal, "announcements", "published").await;
    assert_eq!((told.len(), told[0].audience.as_str()), (1, "class:01"));
    let inbox = alice.get("/api/notifications").await.data();
    let item = &inbox["notifications"][0];
    assert_eq!(item["title"], "新作业");
    assert_eq!(item["link"], json!({ "app": "homework", "path": made["id"].to_string() }));

    let english = lead.clone().with("accept-language", "en");
    let seen = json!({ "subject": "", "content": "", "pictures": [more], "hand_in": true });
    let other = write(&english, seen).await;
    assert_eq!(other["title"], "作业", "the class reads it, whatever the author reads");
    let without_subject = json!({ "subject": "", "content": "\n- **带**一张\t一寸照片\n- 交班费" });
    assert_eq!(write(&lead, without_subject).await["title"], "带一张 一寸照片");
    let long = json!({ "subject": "", "content": "长".repeat(41) });
    assert_eq!(write(&lead, long).await["title"], format!("{}…", "长".repeat(39)));
}

#[tokio::test]
async fn after_an_exam_new_homework_is_counted_apart_from_announcements() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let until = iso(portal.app.clock.now_ms() + 60 * 60_000);
    lead.put("/api/admin/exam-mode", &json!({ "from": null, "until": until })).await.data();
    portal.advance(60);
    for subject in ["数学", "语文"] {
        write(&lead, json!({ "subject": subject })).await;
    }
    let notice = json!({ "type": "notice", "title": "放学", "content": "五点放学" });
    lead.post(ANNOUNCEMENTS, &notice).await.data();
    portal.settle().await;
    portal.advance(60 * 60);
    send_due(&portal.app).await.unwrap();
    let inbox = alice.get("/api/notifications").await.data();
    assert_eq!(inbox["notifications"][0]["text"], "期间收到：公告 1 · 作业 2");
}

#[tokio::test]
async fn what_becomes_a_notice_is_no_card_and_becomes_the_same_card_again() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let picture = picture(&portal, "240100", 1).await;
    let made = write(&lead, json!({ "pictures": [picture], "hand_in": true })).await;
    tick(&alice, &made, true).await;
    assert!(reads(&portal, "240111", &picture).await);

    lead.put(&announced(&made, ""), &json!({ "type": "notice" })).await.data();
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert_eq!(alice.put(&member(&made, "/done"), &json!({ "done": false })).await.status.as_u16(), 404);
    for rest in ["", "/progress"] {
        assert_eq!(lead.get(&staff(&made, rest)).await.status.as_u16(), 404, "{rest}");
    }
    assert_eq!(lead.patch(&staff(&made, ""), &json!({ "subject": "x" })).await.status.as_u16(), 404);
    assert!(subjects(&alice.get("/api/homework").await.data()).is_empty());
    assert!(!reads(&portal, "240111", &picture).await, "nor its pictures");

    lead.put(&announced(&made, ""), &json!({ "type": "homework" })).await.data();
    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!((&card["subject"], &card["hand_in"]), (&json!("数学"), &json!(true)));
    assert_eq!(card["pictures"][0]["hash"], json!(picture));
    assert!(card["done_at"].is_string() && reads(&portal, "240111", &picture).await);
}

#[tokio::test]
async fn what_is_deleted_hides_its_pictures_and_is_gone_for_good_after_a_day() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let (board, sheet) = (picture(&portal, "240100", 1).await, picture(&portal, "240111", 2).await);
    let made = write(&lead, json!({ "pictures": [board], "hand_in": true })).await;
    let handed = json!({ "files": [{ "hash": sheet }] });
    alice.put(&member(&made, "/submission"), &handed).await.data();
    lead.delete(&announced(&made, "")).await.data();
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert!(!reads(&portal, "240111", &board).await);

    lead.post_empty(&announced(&made, "/restore")).await.data();
    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!(card["submission"]["files"][0]["hash"], json!(sheet));
    assert!(reads(&portal, "240111", &board).await);

    lead.delete(&announced(&made, "")).await.data();
    portal.advance(24 * 3600 + 1);
    let lead = portal.client_of(id("240100")).await;
    while lead.get(&announced(&made, "")).await.status.as_u16() != 404 {
        portal.advance(5);
        tokio::task::yield_now().await;
    }
    for user in ["240100", "240111"] {
        let user = id(user);
        let export = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap();
        assert_eq!(export, None, "ticks, submissions and pictures are gone");
    }
    assert!(!reads(&portal, "240111", &sheet).await, "the upload's own day is over");
    assert!(!reads(&portal, "240100", &board).await);
}

#[tokio::test]
async fn a_planned_card_shows_its_pictures_when_its_time_comes() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let picture = picture(&portal, "240100", 1).await;
    let made = write(&lead, json!({ "pictures": [picture], "publish_at": "2026-09-01T01:00:00Z" })).await;
    assert_eq!((&made["state"], &made["assigned_on"]), (&json!("scheduled"), &json!("2026-09-01")));
    assert_eq!(alice.get(&member(&made, "")).await.status.as_u16(), 404);
    assert!(!reads(&portal, "240111", &picture).await);
    portal.advance(3600);
    while alice.get(&member(&made, "")).await.status.as_u16() != 200 {
        portal.app.clock.advance(std::time::Duration::from_millis(500));
        tokio::task::yield_now().await;
    }
    assert!(reads(&portal, "240111", &picture).await);
    assert_eq!(events(&portal, "announcements", "published").await.len(), 1);
}
