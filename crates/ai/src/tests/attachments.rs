//! Files of questions.

use axum::http::StatusCode;
use kernel::user::UserId;
use serde_json::json;

use super::*;

/// The hash of a file that a member has uploaded.
async fn upload(scene: &Scene, user: &str, bytes: &[u8]) -> String {
    let app = &scene.portal.app;
    let owner = UserId::parse(user).unwrap();
    let mut upload = app.files.begin(&app.random, 10 << 20).await.unwrap();
    upload.write(bytes).await.unwrap();
    upload.finish(app, owner, "", |_, _, _| Ok(())).await.unwrap().hash
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n0000000000000000";
const ASK: &str = "/api/ai-chat/chat";

fn with_files(mut question: Value, files: &[(&str, &str)]) -> Value {
    let files: Vec<Value> = files.iter().map(|(hash, name)| json!({ "hash": hash, "name": name })).collect();
    question["attachments"] = json!(files);
    question
}

async fn sees(scene: &Scene, model: &str) {
    scene.admin.put(&format!("{MODELS}/{model}"), &json!({ "supports_images": true })).await.data();
}

/// The last message of the last request.
fn asked(scene: &Scene) -> Value {
    let asked = scene.provider.stub.received().last().unwrap().body["messages"].clone();
    asked.as_array().unwrap().last().unwrap()["content"].clone()
}

#[tokio::test]
async fn a_picture_goes_to_a_model_that_reads_pictures_and_stays_with_the_question() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let picture = upload(&scene, "240111", PNG).await;
    let question = with_files(scene.question("这是什么？"), &[(&picture, "题目")]);
    let refused = scene.member.post(ASK, &question).await;
    assert_eq!(refused.json()["slug"], "ai_images_not_read");
    sees(&scene, "m0").await;
    scene.member.post(ASK, &question).await.data();
    let parts = asked(&scene);
    assert_eq!(parts[0]["text"].as_str().unwrap().lines().next(), Some("这是什么？"));
    let url = parts[1]["image_url"]["url"].as_str().unwrap();
    assert!(url.starts_with("data:image/png;base64,iVBORw0KGgo"), "{url}");
    let kept = scene.detail().await["messages"][0]["attachments"][0].clone();
    assert_eq!((&kept["hash"], &kept["name"]), (&json!(picture), &json!("题目.png")));
    assert_eq!(kept["url"], json!(format!("/api/cloud/files/{picture}.png")));
    // The next question is still about it.
    scene.member.post(ASK, &scene.question("为什么？")).await.data();
    let messages = scene.provider.stub.received().last().unwrap().body["messages"].clone();
    assert_eq!(messages[0]["content"][1]["type"], "image_url");
}

#[tokio::test]
async fn a_model_that_reads_no_pictures_does_not_stand_in_for_one_that_does() {
    let scene = Scene::new(&["stub?status=402", "stub?tokens=1", "stub?tokens=2"]).await;
    sees(&scene, "m0").await;
    let picture = upload(&scene, "240111", PNG).await;
    let mut question = with_files(scene.question("x"), &[(&picture, "a.png")]);
    question["model"] = json!("m0");
    let refused = scene.member.post(ASK, &question).await;
    assert_eq!(refused.status, StatusCode::PAYMENT_REQUIRED, "nobody else has seen the picture");
    sees(&scene, "m2").await;
    let answer = scene.member.post(ASK, &question).await.data();
    assert_eq!((&answer["fallback"], &answer["model"]), (&json!(true), &json!("m2")));
    assert_eq!(scene.detail().await["messages"][2]["fallback"], true);
}

#[tokio::test]
async fn a_text_is_read_by_every_model() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let text = upload(&scene, "240111", "第一行\n第二行".as_bytes()).await;
    scene.member.post(ASK, &with_files(scene.question("总结"), &[(&text, "笔记")])).await.data();
    let asked = asked(&scene);
    assert!(
        asked.as_str().unwrap().starts_with("（文件 笔记.txt）\n第一行\n第二行\n（文件结束）\n\n总结"),
        "{asked}"
    );
}

#[tokio::test]
async fn nobody_asks_about_a_file_of_somebody_else_and_bad_files_store_nothing() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    sees(&scene, "m0").await;
    let foreign = upload(&scene, "240102", PNG).await;
    let large = upload(&scene, "240111", &[PNG, &[0; 2 << 20]].concat()).await;
    let archive = upload(&scene, "240111", b"PK\x03\x040000000000000000000000").await;
    let unknown = "0".repeat(64);
    for (hash, status) in [
        (&foreign, StatusCode::NOT_FOUND),
        (&unknown, StatusCode::NOT_FOUND),
        (&large, StatusCode::BAD_REQUEST),
        (&archive, StatusCode::BAD_REQUEST),
    ] {
        let refused = scene.member.post(ASK, &with_files(scene.question("x"), &[(hash, "f")])).await;
        assert_eq!(refused.status, status);
    }
    let five: Vec<_> = (0..5).map(|_| (large.as_str(), "f")).collect();
    let refused = scene.member.post(ASK, &with_files(scene.question("x"), &five)).await;
    assert_eq!(refused.json()["slug"], "ai_attachments_too_many");
    assert_eq!(scene.detail().await["messages"], json!([]));
}

#[tokio::test]
async fn a_file_is_kept_as_long_as_its_conversation() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let text = upload(&scene, "240111", b"plain words").await;
    scene.member.post(ASK, &with_files(scene.question("x"), &[(&text, "f")])).await.data();
    let member = UserId::parse("240111").unwrap();
    let may_read = || {
        let (app, hash) = (scene.portal.app.clone(), text.clone());
        async move {
            let files = app.files.clone();
            let reader =
                kernel::files::Reader { user: member, memberships: kernel::events::Memberships::default() };
            app.db.read(move |read| Ok(files.may_read(read, &hash, &reader)?)).await.unwrap()
        }
    };
    // The upload by itself is its owner's for a day.
    scene.portal.advance(25 * 3600);
    assert!(may_read().await);
    // Written anew, the question keeps it.
    let kept = scene.detail().await["messages"].clone();
    let replace =
        json!({ "messages": [{ "role": "user", "content": "y", "attachments": kept[0]["attachments"] }] });
    scene.member.put(&format!("{}/messages", scene.path()), &replace).await.data();
    assert_eq!(scene.detail().await["messages"][0]["attachments"], kept[0]["attachments"]);
    scene.member.patch(&scene.path(), &json!({ "clear_messages": true })).await.data();
    assert!(may_read().await, "what was cleared can be restored for a day");
    for _ in 0..2000 {
        scene.portal.advance(600);
        pause().await;
        if !may_read().await {
            return;
        }
    }
    panic!("whoever clears a conversation has removed its files");
}
