//! Answers that come piece by piece, and what becomes of them when somebody leaves.

use axum::http::StatusCode;
use serde_json::json;

use super::reading::{Reading, ask};
use super::*;

/// The text of so many tokens of the stub.
fn tokens(count: usize) -> String {
    (0..count).map(|n| format!("t{n} ")).collect()
}

#[tokio::test]
async fn an_answer_comes_piece_by_piece_with_usage_and_an_end_and_is_kept() {
    let scene = Scene::new(&["stub?tokens=5&usage=deepseek"]).await;
    let reading = Reading::ask(&scene.member, &scene.question("你好，世界")).await.read_to_end().await;
    let first = &reading.events[0].1;
    assert_eq!((&first["model"], &first["title"]), (&json!("m0"), &json!("你好，世界")));
    assert_eq!(reading.content(), tokens(5));
    let usage =
        json!({ "prompt_tokens": 100, "cached_tokens": 60, "completion_tokens": 5, "total_tokens": 105 });
    assert_eq!(reading.with("usage")[0]["usage"], usage);
    assert_eq!(reading.events.last().unwrap().1, json!({ "done": true }));

    let kept = scene.detail().await;
    assert_eq!((&kept["title"], &kept["generation"]), (&json!("你好，世界"), &json!(null)));
    let messages = &kept["messages"];
    assert_eq!((&messages[0]["role"], &messages[0]["content"]), (&json!("user"), &json!("你好，世界")));
    assert_eq!((&messages[1]["role"], &messages[1]["content"]), (&json!("assistant"), &json!(tokens(5))));
    assert_eq!((&messages[1]["model_label"], &messages[1]["partial"]), (&json!("m0"), &json!(null)));
}

#[tokio::test]
async fn thoughts_are_one_channel_whatever_the_provider_does_with_them() {
    for model in ["stub?tokens=3&thinking=2", "stub?tokens=3&thinking=2&reasoning=think&bytes=1"] {
        let scene = Scene::new(&[model]).await;
        let reading = Reading::ask(&scene.member, &scene.question("想想")).await.read_to_end().await;
        assert_eq!((reading.reasoning().as_str(), reading.content()), ("想0 想1 ", tokens(3)), "{model}");
        assert_eq!(scene.detail().await["messages"][1]["reasoning"], "想0 想1 ");
    }
}

#[tokio::test]
async fn thinking_is_asked_for_where_the_model_can_alone() {
    let scene = Scene::new(&["stub?tokens=1", "stub?tokens=1&n=2"]).await;
    let deepseek = json!({ "supports_thinking": true, "api_style": "deepseek", "reasoning_effort": "high" });
    scene.admin.put(&format!("{MODELS}/m1"), &deepseek).await.data();
    for (model, thinking) in [("m0", true), ("m1", true), ("m1", false)] {
        let mut question = scene.question("x");
        (question["model"], question["thinking"]) = (json!(model), json!(thinking));
        Reading::ask(&scene.member, &question).await.read_to_end().await;
    }
    let asked: Vec<Value> = scene
        .provider
        .stub
        .received()
        .iter()
        .map(|got| json!([got.body["thinking"], got.body["reasoning_effort"]]))
        .collect();
    let expected =
        [json!([null, null]), json!([{ "type": "enabled" }, "high"]), json!([{ "type": "disabled" }, null])];
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_broken_line_is_resumed_without_a_lost_or_doubled_character() {
    let scene = Scene::new(&["stub?tokens=60&rate=200&thinking=5"]).await;
    let mut question = scene.question("接着说");
    question["resumable"] = json!(true);
    let mut first = Reading::ask(&scene.member, &question).await;
    assert!(first.until(|event| event["content"].as_str().is_some_and(|text| text.contains("t7"))).await);
    let (generation, offset) = (first.generation(), first.offset());
    assert_eq!(scene.detail().await["generation"]["id"], json!(generation), "a second device finds it");
    let (begun, thought) = (first.content(), first.reasoning());
    drop(first);
    let resumed = Reading::resume(&scene.member, &generation, offset).await;
    let whole = Reading::resume(&scene.member, &generation, 0).await;
    let (resumed, whole) = tokio::join!(resumed.read_to_end(), whole.read_to_end());
    assert_eq!(begun + &resumed.content(), tokens(60));
    assert_eq!(thought, "想0 想1 想2 想3 想4 ");
    assert_eq!((whole.content(), whole.reasoning()), (tokens(60), thought));
    assert_eq!(scene.detail().await["messages"][1]["content"], json!(tokens(60)));
}

#[tokio::test]
async fn nobody_else_reads_or_stops_an_answer() {
    let scene = Scene::new(&["stub?tokens=50&rate=100"]).await;
    let mut reading = Reading::ask(&scene.member, &scene.question("x")).await;
    reading.until(|event| event["content"].is_string()).await;
    let other = scene.portal.register("240102").await;
    let path = format!("/api/ai-chat/generations/{}", reading.generation());
    assert_eq!(other.get(&format!("{path}/stream")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.delete(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(reading.read_to_end().await.content(), tokens(50));
}

#[tokio::test]
async fn a_stopped_answer_is_kept_as_far_as_it_came() {
    let scene = Scene::new(&["stub?tokens=500&rate=100"]).await;
    let mut reading = Reading::ask(&scene.member, &scene.question("x")).await;
    reading.until(|event| event["content"].as_str().is_some_and(|text| text.contains("t9"))).await;
    scene.member.delete(&format!("/api/ai-chat/generations/{}", reading.generation())).await.data();
    let reading = reading.read_to_end().await;
    assert_eq!(reading.events.last().unwrap().1, json!({ "done": true }));
    let kept = scene.detail().await["messages"][1].clone();
    assert_eq!((&kept["content"], &kept["partial"]), (&json!(reading.content()), &json!(true)));
    assert_eq!(kept["partial_reason"], "stopped");
    wait_for("the end of the request", || scene.provider.stub.open() == 0).await;
}

#[tokio::test]
async fn an_answer_that_is_cut_short_says_so() {
    let scene = Scene::new(&["stub?tokens=3&cut=length"]).await;
    let reading = Reading::ask(&scene.member, &scene.question("x")).await.read_to_end().await;
    let last: Vec<&Value> = reading.events.iter().rev().take(2).map(|(_, event)| event).collect();
    assert_eq!(last, [&json!({ "done": true }), &json!({ "partial_reason": "length" })]);
    let kept = scene.detail().await["messages"][1].clone();
    assert_eq!((&kept["partial"], &kept["partial_reason"]), (&json!(true), &json!("length")));
    let answer = scene.member.post("/api/ai-chat/chat", &scene.question("y")).await.data();
    assert_eq!(answer["partial_reason"], "length");
    let scene = Scene::new(&["stub?tokens=3&cut=filter"]).await;
    let answer = scene.member.post("/api/ai-chat/chat", &scene.question("y")).await.data();
    assert_eq!(answer["partial_reason"], "filtered");
    assert_eq!(scene.detail().await["messages"][1]["partial_reason"], "filtered");
}

#[tokio::test]
async fn a_client_that_leaves_while_its_question_is_stored_leaves_no_question_without_an_answer() {
    let scene = Scene::new(&["stub?tokens=3"]).await;
    let mut stored = 0;
    for polls in 1..12 {
        let conversation = scene.conversation().await;
        let mut question = scene.question_in(&conversation, "x");
        question["resumable"] = json!(true);
        let mut asking = Box::pin(ask(&scene.member, &question));
        for _ in 0..polls {
            if futures_util::poll!(&mut asking).is_ready() {
                break;
            }
            pause().await;
        }
        drop(asking);
        let path = format!("/api/ai-chat/conversations/{conversation}");
        let messages =
            || async { scene.member.get(&path).await.data()["messages"].as_array().unwrap().len() };
        wait_for("the end", || scene.portal.app.state::<crate::generations::Generations>().is_idle()).await;
        let count = messages().await;
        assert!(count == 0 || count == 2, "{count} messages after {polls} polls");
        stored += usize::from(count == 2);
    }
    assert!(stored > 0, "some leave late enough");
}

#[tokio::test]
async fn an_answer_has_a_few_readers_at_once() {
    let scene = Scene::new(&["stub?hang_after=1&tokens=9"]).await;
    let mut first = Reading::ask(&scene.member, &scene.question("x")).await;
    first.until(|event| event["content"].is_string()).await;
    let mut readers = Vec::new();
    for _ in 0..7 {
        readers.push(Reading::resume(&scene.member, &first.generation(), 0).await);
    }
    let path = format!("/api/ai-chat/generations/{}/stream", first.generation());
    assert_eq!(scene.member.get(&path).await.status, StatusCode::TOO_MANY_REQUESTS);
    drop(readers.pop());
    let mut again = Reading::resume(&scene.member, &first.generation(), 0).await;
    assert!(again.until(|event| event["content"].is_string()).await);
}

#[tokio::test]
async fn a_client_that_leaves_ends_the_request_and_the_partial_answer_is_kept() {
    let scene = Scene::new(&["stub?tokens=5000&rate=100"]).await;
    let mut reading = Reading::ask(&scene.member, &scene.question("x")).await;
    reading.until(|event| event["content"].as_str().is_some_and(|text| text.contains("t9"))).await;
    let read = reading.content();
    drop(reading);
    wait_for("the end of the request", || scene.provider.stub.open() == 0).await;
    let kept = scene.answer().await;
    assert!(kept["content"].as_str().unwrap().starts_with(&read) && kept["partial"] == true);
}

#[tokio::test]
async fn an_answer_that_can_be_resumed_goes_on_for_a_minute_without_a_reader() {
    let scene = Scene::new(&["stub?tokens=5000&rate=100"]).await;
    let mut question = scene.question("x");
    question["resumable"] = json!(true);
    let mut reading = Reading::ask(&scene.member, &question).await;
    reading.until(|event| event["content"].is_string()).await;
    drop(reading);
    for _ in 0..59 {
        scene.portal.advance(1);
        pause().await;
    }
    assert_eq!(scene.provider.stub.open(), 1);
    wait_for("the end of the request", || {
        scene.portal.advance(1);
        scene.provider.stub.open() == 0
    })
    .await;
    assert_eq!(scene.answer().await["partial"], true);
}

#[tokio::test]
async fn a_member_has_two_answers_at_once_and_a_conversation_one() {
    let scene = Scene::new(&["stub?hang_after=1&tokens=9"]).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let conversation = scene.conversation().await;
        let mut reading = Reading::ask(&scene.member, &scene.question_in(&conversation, "x")).await;
        reading.until(|event| event["content"].is_string()).await;
        let again = ask(&scene.member, &scene.question_in(&conversation, "y")).await;
        assert_eq!(again.status(), StatusCode::CONFLICT);
        open.push(reading);
    }
    let third = ask(&scene.member, &scene.question("z")).await;
    assert_eq!(third.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(third.headers().contains_key("retry-after"));
    assert_eq!(scene.detail().await["messages"], json!([]), "nothing of it is stored");
    let other = scene.portal.register("240102").await;
    let theirs = other.post("/api/ai-chat/conversations", &json!({})).await.data();
    let theirs = scene.question_in(theirs["id"].as_str().unwrap(), "hello");
    assert_eq!(ask(&other, &theirs).await.status(), StatusCode::OK, "others are not held up");
}

#[tokio::test]
async fn of_many_questions_at_once_in_a_conversation_one_is_answered_and_none_is_lost() {
    let scene = Scene::new(&["stub?tokens=3&delay=50"]).await;
    let asked = (0..100).map(|n| {
        let (client, question) = (scene.member.clone(), scene.question(&format!("q{n}")));
        async move { client.post("/api/ai-chat/chat", &question).await.status }
    });
    let answered = futures_util::future::join_all(asked).await;
    let count = answered.iter().filter(|status| **status == StatusCode::OK).count();
    assert!(answered.iter().all(|status| [StatusCode::OK, StatusCode::CONFLICT].contains(status)));
    let messages = scene.detail().await["messages"].as_array().unwrap().len();
    assert!(count >= 1 && messages == 2 * count, "{count} answered, {messages} messages");
}

#[tokio::test]
async fn what_a_crash_leaves_open_is_kept_up_to_what_was_saved() {
    let scene = Scene::new(&["stub?tokens=20&hang_after=20"]).await;
    let mut question = scene.question("x");
    question["resumable"] = json!(true);
    let mut reading = Reading::ask(&scene.member, &question).await;
    reading.until(|event| event["content"].as_str().is_some_and(|text| text.contains("t19"))).await;
    scene.portal.advance(1);
    assert!(reading.until(|event| event["saved"].is_u64()).await);
    assert_eq!(reading.events.last().unwrap().1["saved"], json!(tokens(20).len()));
    // The rows as they would be found after a crash: the tables are read by what runs at the next start.
    let rows =
        scene.portal.app.db.read(|read| Ok(crate::store::generations::stale(read, i64::MAX)?)).await.unwrap();
    assert_eq!(rows.len(), 1);
    let closed = scene.portal.app.write(move |tx| crate::generations::close(tx, &rows[0])).await;
    closed.unwrap();
    let kept = scene.detail().await;
    assert_eq!((&kept["generation"], &kept["messages"][1]["content"]), (&json!(null), &json!(tokens(20))));
    assert_eq!(kept["messages"][1]["partial_reason"], "interrupted");
    // Whoever still writes it is told by a later look, and adds nothing.
    while_time_passes(&scene.portal, reading.until(|event| event["done"] == true)).await;
    assert_eq!(scene.detail().await["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_start_closes_what_the_last_run_has_left_open() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let conversation = scene.conversation_id.clone();
    let row = crate::store::generations::GenerationRow {
        id: "left-open".into(),
        conversation_id: conversation,
        user_id: "240111".into(),
        model: "m0".into(),
        model_label: "m0".into(),
        // Much too young for another node: where there are several, it would be closed after 15 seconds.
        created_at: scene.portal.app.clock.now_ms() + 60_000,
        alive_at: 0,
        prompt_tokens: 7,
        ended_at: None,
    };
    let written = scene.portal.app.write(move |tx| {
        crate::store::generations::insert(tx, &row)?;
        Ok(crate::store::generations::insert_piece(tx, &row.id, 0, r#"[["content","half an answer"]]"#)?)
    });
    written.await.unwrap();
    let is_alone = scene.portal.app.db.engine_name() == "sqlite";
    let path = scene.path();
    let portal = scene.portal.restart(&[]).await;
    let member = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    if !is_alone {
        portal.advance(76);
        for _ in 0..2000 {
            if member.get(&path).await.data()["generation"].is_null() {
                break;
            }
            pause().await;
        }
    }
    let kept = member.get(&path).await.data();
    assert_eq!(
        (&kept["generation"], &kept["messages"][0]["content"]),
        (&json!(null), &json!("half an answer"))
    );
}
