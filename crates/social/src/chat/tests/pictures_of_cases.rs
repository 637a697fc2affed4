//! Pictures and other files that moderators decide on, also where they do not read.

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

fn shown(file: &StoredFile) -> Value {
    json!([{ "hash": file.hash, "mime": "image/png" }])
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
    assert_eq!((&quote["text"], &quote["files"]), (&json!("偷拍.png"), &shown(&file)));
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
    assert_eq!((&quote["removed"], &quote["files"]), (&json!(true), &shown(&file)));
    decide(&portal.admin().await, &case, "uphold").await.data();
    portal.advance(7 * 86_400);
    moderation::forget_settled(&portal.app).await.unwrap();
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

#[tokio::test]
async fn the_author_of_a_reported_picture_sees_nothing_of_it_in_their_own_files() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let file = picture(&portal, user("240102")).await;
    let body = json!({ "room": "class_01", "msg_type": "image", "file": { "hash": file.hash } });
    let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
    let own = async || {
        let files = portal.app.files.clone();
        let own = portal.app.db.read(move |read| Ok(files.owned(read, &user("240102"), 10, 0)?));
        own.await.unwrap()
    };
    let before = own().await;
    assert_eq!(before.len(), 1);
    portal.advance(60);
    report(&alice, &message, "").await.data();
    assert_eq!(own().await, before);
}

#[tokio::test]
async fn nothing_is_kept_of_a_picture_that_its_author_took_back_before_the_decision() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let file = picture(&portal, user("240102")).await;
    // Without a name a picture has no words.
    let body = json!({ "room": "private:240101:240102", "msg_type": "image", "file": { "hash": file.hash } });
    let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
    report(&alice, &message, "").await.data();
    bob.post_empty(&path(&message, "/recall")).await.data();
    let case = first(&lead, "open").await;
    let quote = opened(&lead, &case).await["quotes"][0].clone();
    assert_eq!(quote["files"], shown(&file), "it is judged all the same");
    assert!(sees(&portal, "240100", &file).await);
    decide(&lead, &case, "remove").await.data();
    assert!(!sees(&portal, "240100", &file).await);
}

#[tokio::test]
async fn whoever_moderates_only_since_a_report_sees_its_picture_once_they_open_it() {
    let portal = portal().await;
    let (_, file, case) = reported(&portal).await;
    let officer = portal.officer(&[&identity::admin::MANAGE_POSTS]).await;
    assert!(!sees(&portal, "240112", &file).await);
    opened(&officer, &case).await;
    assert!(sees(&portal, "240112", &file).await);
}
