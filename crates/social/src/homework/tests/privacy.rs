//! Who sees cards, and who reads what was handed in: its member, and whoever manages the card.

use super::*;
use crate::announcements::MANAGE_ANNOUNCEMENTS;

/// A card with a picture and a submission with a file, and their hashes.
async fn scene(portal: &TestPortal) -> (Value, String, String) {
    portal.list_classes(&["01", "02"]).await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let (board, sheet) = (picture(portal, "240100", 1).await, picture(portal, "240111", 2).await);
    let made = write(&lead, json!({ "pictures": [board], "hand_in": true })).await;
    let handed = json!({ "text": "我的答案", "files": [{ "hash": sheet, "name": "答案.png" }] });
    alice.put(&member(&made, "/submission"), &handed).await.data();
    (made, board, sheet)
}

#[tokio::test]
async fn a_submission_is_read_by_its_member_and_by_whoever_manages_the_card() {
    let portal = portal().await;
    let (made, _, sheet) = scene(&portal).await;
    let (alice, lead) = (portal.client_of(id("240111")).await, portal.client_of(id("240100")).await);
    let (admin, officer) = (portal.admin().await, portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await);
    let one = staff(&made, "/submissions/240111");
    let file = format!("{one}/files/{sheet}");

    for reader in [&lead, &admin] {
        let read = reader.get(&one).await.data();
        assert_eq!((&read["user_id"], &read["name"]), (&json!("240111"), &json!("实名240111")));
        assert_eq!((&read["text"], &read["files"][0]["url"]), (&json!("我的答案"), &json!(file)));
        let sent = reader.get(&file).await;
        assert_eq!((sent.status.as_u16(), sent.header("content-type")), (200, "image/png".into()));
        assert!(sent.header("content-disposition").starts_with("inline"));
    }
    assert_eq!(officer.get(&one).await.status.as_u16(), 403, "the card is from somebody above the officer");
    assert_eq!(officer.get(&file).await.status.as_u16(), 403);

    assert_eq!(alice.get(&member(&made, "")).await.data()["submission"]["text"], "我的答案");
    assert!(reads(&portal, "240111", &sheet).await);
    for nobody in ["240100", "240000", "240112"] {
        assert!(!reads(&portal, nobody, &sheet).await, "{nobody}: by the path that asks for the right alone");
    }
}

#[tokio::test]
async fn classmates_and_other_classes_and_officers_without_the_right_read_nothing_of_it() {
    let portal = portal().await;
    let (made, board, sheet) = scene(&portal).await;
    let (bob, carol) = (portal.register("240101").await, portal.register("240201").await);
    let (officer, other_lead) = (portal.officer(&[]).await, portal.register("240200").await);
    let one = staff(&made, "/submissions/240111");
    let paths = [one.clone(), format!("{one}/files/{sheet}"), staff(&made, "/progress"), staff(&made, "")];
    for path in &paths {
        for client in [&bob, &carol, &officer] {
            assert_eq!(client.get(path).await.status.as_u16(), 403, "{path}");
        }
        assert_eq!(other_lead.get(path).await.status.as_u16(), 404, "another class: {path}");
        assert_eq!(portal.anonymous().get(path).await.status.as_u16(), 401, "{path}");
    }
    assert_eq!(other_lead.post_empty(&staff(&made, "/remind")).await.status.as_u16(), 404);
    assert_eq!(other_lead.patch(&staff(&made, ""), &json!({ "subject": "x" })).await.status.as_u16(), 404);
    assert_eq!(officer.post(STAFF, &homework(json!({}))).await.status.as_u16(), 403);

    let card = bob.get(&member(&made, "")).await.data();
    assert_eq!(
        (&card["submission"], &card["progress"], &card["manageable"]),
        (&Value::Null, &Value::Null, &json!(false))
    );
    for who in ["240101", "240201", "240112", "240200"] {
        assert!(!reads(&portal, who, &sheet).await, "{who}");
    }
    for (who, may) in [("240101", true), ("240112", true), ("240201", false), ("240200", false)] {
        assert_eq!(reads(&portal, who, &board).await, may, "{who}");
    }
    assert_eq!(carol.get(&member(&made, "")).await.status.as_u16(), 404);
    assert_eq!(carol.put(&member(&made, "/done"), &json!({ "done": true })).await.status.as_u16(), 404);
    let handed = json!({ "text": "x" });
    assert_eq!(carol.put(&member(&made, "/submission"), &handed).await.status.as_u16(), 404);
    assert!(subjects(&carol.get("/api/homework").await.data()).is_empty());
}

#[tokio::test]
async fn an_officer_reads_what_is_handed_in_for_their_own_cards_as_long_as_they_hold_the_right() {
    let portal = portal().await;
    let (officer, alice) = (portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await, portal.member().await);
    let made = write(&officer, json!({ "hand_in": true })).await;
    let sheet = upload(&portal, "240111", b"answer").await;
    alice.put(&member(&made, "/submission"), &json!({ "files": [{ "hash": sheet }] })).await.data();
    let file = staff(&made, &format!("/submissions/240111/files/{sheet}"));
    let sent = officer.get(&file).await;
    assert_eq!((sent.status.as_u16(), sent.text()), (200, "answer".into()));
    assert!(sent.header("content-disposition").starts_with("attachment"));
    assert!(sent.header("content-security-policy").contains("sandbox"));
    for (path, status) in [
        (staff(&made, "/submissions/240102"), 404),
        (staff(&made, "/submissions/nobody"), 404),
        (staff(&made, &format!("/submissions/240111/files/{}", "0".repeat(64))), 404),
    ] {
        assert_eq!(officer.get(&path).await.status.as_u16(), status, "{path}");
    }

    portal.promote("240112", &[]).await;
    let officer = portal.client_of(id("240112")).await;
    assert_eq!(officer.get(&file).await.status.as_u16(), 403);
    assert!(!reads(&portal, "240112", &sheet).await);
}
