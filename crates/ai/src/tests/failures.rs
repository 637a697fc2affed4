//! Providers that refuse, hang and break off, and the models that stand in for them.

use axum::http::StatusCode;
use serde_json::json;

use super::reading::Reading;
use super::*;

/// Reads an answer while time passes, so that waits end.
async fn read(scene: &Scene, question: &Value) -> Reading {
    let asking = async {
        let reading = Reading::ask(&scene.member, question).await;
        reading.read_to_end().await
    };
    while_time_passes(&scene.portal, asking).await
}

#[tokio::test]
async fn what_a_provider_does_wrong_is_an_error_that_people_understand_and_then_the_end() {
    for (model, words) in [
        ("stub?status=402", "模型服务的余额已用完，请联系管理员"),
        ("stub?status=401&echo_key=1", "模型服务不接受密钥，请联系管理员"),
        ("stub?status=429", "模型服务太忙了，请稍等片刻再试"),
        ("stub?status=500", "模型服务出错（500），请稍后再试"),
        ("stub?tokens=3&hang_after=0", "模型太久没有回应，请稍后再试"),
        ("stub?tokens=3&garble_after=0", "模型服务的回答无法识别"),
        ("stub?tokens=3&end_after=0", "模型的回答中断了，请重试"),
        ("stub?tokens=0", "模型没有给出回答，请换个说法再试"),
        ("stub?tokens=3&break_after=0", "模型的回答中断了，请重试"),
    ] {
        let scene = Scene::new(&[model]).await;
        let reading = read(&scene, &scene.question("x")).await;
        let errors = reading.with("error");
        assert_eq!(errors.len(), 1, "{model}: {:?}", reading.events);
        assert_eq!(errors[0]["error"], words, "{model}");
        assert_eq!(reading.events.last().unwrap().1, json!({ "done": true }));
        let kept = scene.detail().await;
        assert_eq!(kept["messages"].as_array().unwrap().len(), 1, "the question is kept: {model}");
        assert!(!kept.to_string().contains(KEY));
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_kept_and_never_continued_by_another_model() {
    for model in [
        "stub?tokens=9&break_after=4",
        "stub?tokens=9&garble_after=4",
        "stub?tokens=9&end_after=4",
        "stub?tokens=9&hang_after=4",
    ] {
        let scene = Scene::new(&[model, "stub?tokens=2"]).await;
        let mut question = scene.question("x");
        question["model"] = json!("m0");
        let reading = read(&scene, &question).await;
        assert_eq!(reading.content(), "t0 t1 t2 t3 ", "{model}");
        assert_eq!((reading.with("error").len(), reading.with("fallback").len()), (1, 0), "{model}");
        let kept = scene.answer().await;
        assert_eq!((&kept["content"], &kept["partial"]), (&json!("t0 t1 t2 t3 "), &json!(true)));
        assert_eq!(scene.provider.stub.received().len(), 1);
    }
}

#[tokio::test]
async fn what_may_pass_is_tried_again_before_anything_was_shown() {
    for model in ["stub?tokens=2&status=503&first=2", "stub?tokens=2&status=429&retry_after=3&first=1"] {
        let scene = Scene::new(&[model]).await;
        let reading = read(&scene, &scene.question("x")).await;
        assert_eq!((reading.content().as_str(), reading.with("error").len()), ("t0 t1 ", 0), "{model}");
    }
    let scene = Scene::new(&["stub?status=503"]).await;
    read(&scene, &scene.question("x")).await;
    assert_eq!(scene.provider.stub.received().len(), 3, "two retries");
    let scene = Scene::new(&["stub?status=402"]).await;
    read(&scene, &scene.question("x")).await;
    assert_eq!(scene.provider.stub.received().len(), 1, "no money comes by waiting");
}

#[tokio::test]
async fn another_model_stands_in_labelled_and_within_the_policy() {
    let scene = Scene::new(&["stub?status=402", "stub?tokens=2", "stub?tokens=3"]).await;
    let reading = read(&scene, &scene.question("x")).await;
    assert_eq!(reading.with("fallback")[0], &json!({ "fallback": true, "model": "m1", "model_label": "m1" }));
    assert_eq!(reading.content(), "t0 t1 ");
    assert_eq!(scene.answer().await["model"], "m1");

    let policy = json!({ "label": "two", "model_ids": ["m0", "m2"] });
    let policy = scene.admin.post("/api/ai-chat/admin/policies", &policy).await.data();
    let apply = json!({ "user_ids": ["240111"], "policy_id": policy["id"] });
    scene.admin.post("/api/ai-chat/admin/apply-policy", &apply).await.data();
    let chat = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    assert_eq!(
        (&chat["fallback"], &chat["model"], &chat["content"]),
        (&json!(true), &json!("m2"), &json!("t0 t1 t2 "))
    );

    let alone = json!({ "model_ids": ["m0"] });
    let path = format!("/api/ai-chat/admin/policies/{}", policy["id"].as_str().unwrap());
    scene.admin.put(&path, &alone).await.data();
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.status, StatusCode::PAYMENT_REQUIRED, "no other model is admitted");
    let asked = scene.provider.stub.received().len();
    scene.admin.put(&path, &json!({ "model_ids": ["gone"] })).await.data();
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.json()["slug"], "ai_no_model_allowed");
    assert_eq!(scene.provider.stub.received().len(), asked, "nobody was asked");
}

#[tokio::test]
async fn a_model_whose_key_does_not_open_is_stood_in_for() {
    let scene = Scene::new(&["stub?tokens=1", "stub?tokens=2"]).await;
    let spoiled = scene.portal.app.write(|tx| {
        let mut row = crate::store::models::find(tx, "m0")?.unwrap();
        row.api_key = Some("of another DATA_KEY".into());
        Ok(crate::store::models::update(tx, &row)?)
    });
    spoiled.await.unwrap();
    let chat = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    assert_eq!((&chat["fallback"], &chat["model"]), (&json!(true), &json!("m1")));
    scene.admin.put(&format!("{MODELS}/m1/toggle"), &json!({})).await.data();
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.json()["slug"], "ai_upstream_key_unreadable");
}

#[tokio::test]
async fn a_model_that_the_policy_excludes_never_answers() {
    let scene = Scene::new(&["stub?tokens=1", "stub?tokens=2"]).await;
    let default = json!({ "model_ids": ["m1"] });
    scene.admin.put("/api/ai-chat/admin/policies/default", &default).await.data();
    let mut question = scene.question("x");
    question["model"] = json!("m0");
    let chat = scene.member.post("/api/ai-chat/chat", &question).await.data();
    assert_eq!(chat["model"], "m1");
    let stream = read(&scene, &question).await;
    assert_eq!(stream.events[0].1["model"], "m1");
}

#[tokio::test]
async fn a_provider_that_redirects_into_the_network_is_not_followed() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let target = scene.provider.url.clone();
    let router = axum::Router::new().fallback(move || {
        std::future::ready(axum::response::Redirect::temporary(&format!("{target}/chat/completions")))
    });
    scene.portal.app.tasks.spawn("redirecting", |mut stop| async move {
        let ended = async move { stop.asked().await };
        axum::serve(listener, router).with_graceful_shutdown(ended).await.unwrap();
    });
    add(
        &scene.admin,
        json!({ "id": "moved", "label": "moved", "api_url": url, "api_key": KEY, "model": "stub" }),
    )
    .await;
    scene.admin.put("/api/ai-chat/admin/policies/default", &json!({ "model_ids": ["moved"] })).await.data();
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.status, StatusCode::BAD_GATEWAY);
    assert!(scene.provider.stub.received().is_empty());
}
