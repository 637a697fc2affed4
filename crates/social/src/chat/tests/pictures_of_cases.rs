//! Pictures that moderators decide on, also where they do not read.

use super::reports::{decide, first, report};
use super::*;

fn user(id: &str) -> UserId {
    UserId::parse(id).unwrap()
}

async fn sees(portal: &TestPortal, id: &str, file: &StoredFile) -> bool {
    let (app, hash) = (portal.app.clone(), file.hash.clone());
    let facts = identity::user::facts_of(&app, user(id)).await.unwrap().unwrap();
    let (reader, files) = (app.file_reader(&facts), app.files.clone());
    app.db.read(move |read| Ok(files.may_read(read, &hash, &reader)?)).await.unwrap()
}

/// A picture that Bob has sent to Alice, and that Alice has reported: its file, and the case.
async fn reported(portal: &TestPortal) -> (Client, StoredFile, Value) {
    let (alice, bob) = two(portal).await;
    let lead = portal.class_admin().await;
    let file = picture(portal, user("240102")).await;
    let body = json!({ "room": "private:240101:240102", "msg_type": "image",
                       "file": { "hash": file.hash, "name": "偷拍.png" } });
    let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
    assert!(!sees(portal, "240100", &file).await);
    report(&alice, &message, "").await.data();
    (lead.clone(), file, first(&lead, "open").await)
}

async fn opened(moderator: &Client, case: &Value) -> Value {
    moderator.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data()
}

#[tokio::test]
async fn moderators_see_a_reported_picture_for_as_long_as_they_decide_on_it() {
    let portal = portal().await;
    let (lead, file, case) = reported(&portal).await;
    assert!(sees(&portal, "240100", &file).await);
    let quote = opened(&lead, &case).await["quotes"][0].clone();
    assert_eq!((&quote["text"], &quote["images"]), (&json!("偷拍.png"), &json!([file.hash])));
    decide(&lead, &case, "keep").await.data();
    assert!(!sees(&portal, "240100", &file).await && sees(&portal, "240101", &file).await);
    decide(&lead, &case, "reopen").await.data();
    assert!(sees(&portal, "240100", &file).await);
    decide(&lead, &case, "remove").await.data();
    assert!(sees(&portal, "240100", &file).await && !sees(&portal, "240101", &file).await);
    decide(&lead, &case, "restore").await.data();
    assert!(!sees(&portal, "240100", &file).await && sees(&portal, "240101", &file).await);
}

#[tokio::test]
async fn a_removed_picture_is_shown_beside_the_appeal_of_its_author_and_forgotten_afterwards() {
    let portal = portal().await;
    let (lead, file, case) = reported(&portal).await;
    decide(&lead, &case, "remove").await.data();
    let bob = portal.client_of(user("240102")).await;
    let appeal = format!("/api/moderation/cases/{}/appeal", case["id"].as_str().unwrap());
    bob.post(&appeal, &json!({ "text": "是我自己" })).await.data();
    let quote = opened(&lead, &case).await["quotes"][0].clone();
    assert_eq!((&quote["removed"], &quote["images"]), (&json!(true), &json!([file.hash])));
    decide(&portal.admin().await, &case, "uphold").await.data();
    portal.advance(7 * 86_400);
    moderation::forget_removed(&portal.app).await.unwrap();
    assert!(!sees(&portal, "240100", &file).await && !sees(&portal, "240102", &file).await);
}

#[tokio::test]
async fn nothing_of_a_picture_is_kept_for_moderators_once_its_author_is_erased() {
    let portal = portal().await;
    let (_, file, _) = reported(&portal).await;
    let erase = |tx: &mut kernel::AppTx| {
        (moderation::FEATURE.erase_user)(tx, &user("240102"))?;
        Ok((FEATURE.erase_user)(tx, &user("240102"))?)
    };
    portal.app.write(erase).await.unwrap();
    assert!(!sees(&portal, "240100", &file).await);
}
