//! Questions: what is asked, what the model is shown, and answers that come at once.

use axum::http::StatusCode;
use serde_json::json;

use super::reading::Reading;
use super::*;

#[tokio::test]
async fn a_question_is_answered_at_once_with_the_title_it_makes() {
    let scene = Scene::new(&["stub?tokens=2&thinking=1"]).await;
    let chat = scene.member.post("/api/ai-chat/chat", &scene.question("第一个问题")).await.data();
    assert_eq!((&chat["content"], &chat["reasoning"]), (&json!("t0 t1 "), &json!("想0 ")));
    assert_eq!(
        (&chat["title"], &chat["model"], &chat["model_label"]),
        (&json!("第一个问题"), &json!("m0"), &json!("m0"))
    );
    assert_eq!((&chat["fallback"], &chat["usage"]["completion_tokens"]), (&json!(null), &json!(3)));
    let again = scene.member.post("/api/ai-chat/chat", &scene.question("第二个问题")).await.data();
    assert_eq!(again["title"], json!(null));
    assert_eq!(scene.detail().await["messages"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn the_model_is_shown_prompt_persona_history_and_time() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    scene.member.put("/api/ai-chat/settings", &json!({ "system_prompt": "只用中文" })).await.data();
    scene.member.patch(&scene.path(), &json!({ "persona": "你是物理老师" })).await.data();
    scene.member.post("/api/ai-chat/chat", &scene.question("一")).await.data();
    let mut question = scene.question("二");
    question["system_prompt"] = json!("用英文");
    scene.member.post("/api/ai-chat/chat", &question).await.data();
    let received = scene.provider.stub.received();
    let texts: Vec<&str> = received[1].body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["content"].as_str().unwrap())
        .collect();
    assert_eq!(texts[..3], ["用英文\n\n你是物理老师", "一", "t0 "]);
    assert!(texts[3].starts_with("二\n\n（现在是 2026-09-01"), "{}", texts[3]);
    let first = received[0].body["messages"][0]["content"].as_str().unwrap();
    assert!(first.starts_with("只用中文\n\n"));
    assert_eq!(scene.detail().await["messages"][2]["content"], "二", "the time is not kept");
}

#[tokio::test]
async fn bad_questions_are_refused_and_nothing_is_stored() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let other = scene.portal.register("240102").await;
    let theirs = other.post("/api/ai-chat/conversations", &json!({})).await.data()["id"].clone();
    for path in ["/api/ai-chat/chat", "/api/ai-chat/chat/stream"] {
        for (body, status) in [
            (json!({ "message": "x" }), 400),
            (json!({ "conversation_id": scene.conversation_id }), 400),
            (scene.question("  "), 400),
            (scene.question("bell\u{7}"), 400),
            (scene.question(&"很".repeat(20_000)), 400),
            (scene.question(&"x".repeat(2 << 20)), 413),
            (json!({ "conversation_id": theirs, "message": "x" }), 404),
            (json!({ "conversation_id": "nothing", "message": "x" }), 404),
        ] {
            assert_eq!(scene.member.post(path, &body).await.status.as_u16(), status);
        }
    }
    assert!(scene.provider.stub.received().is_empty());
    assert_eq!(scene.detail().await["messages"], json!([]));
    assert_eq!(
        scene.portal.anonymous().post("/api/ai-chat/chat", &scene.question("x")).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn without_a_model_a_question_is_refused() {
    let scene = Scene::new(&[]).await;
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.refusal(), "503 还没有可用的 AI 模型");
}

#[tokio::test]
async fn a_search_is_shown_with_its_sources_and_its_answer_takes_the_place_of_what_came_before() {
    let scene = Scene::with(&["stub?search=once&before=2&tokens=3"], true).await;
    scene.admin.put(&format!("{MODELS}/m0"), &json!({ "supports_search": true })).await.data();
    let reading = Reading::ask(&scene.member, &scene.question("明天天气")).await.read_to_end().await;
    let searching = reading.with("searching");
    assert_eq!(searching[0]["searching"], true);
    assert!(searching[0]["query"].as_str().unwrap().starts_with("明天天气"));
    assert_eq!(
        (&searching[1]["searching"], &searching[1]["sources"][0]["url"]),
        (&json!(false), &json!("https://example.com/1"))
    );
    let replaced = reading.with("action");
    assert_eq!((replaced.len(), &replaced[0]["action"]), (1, &json!("replace")));
    assert_eq!(reading.content(), "t0 t1 t2 ");
    let kept = scene.answer().await;
    assert_eq!((&kept["content"], kept["sources"].as_array().unwrap().len()), (&json!("t0 t1 t2 "), 3));
    let asked = scene.provider.stub.received();
    let results = asked[1].body["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&results["role"], &results["tool_call_id"]), (&json!("tool"), &json!("call_1")));

    let mut question = scene.question("不要搜索");
    question["search"] = json!(false);
    Reading::ask(&scene.member, &question).await.read_to_end().await;
    assert_eq!(scene.provider.stub.received().last().unwrap().body["tools"], json!(null));
}

#[tokio::test]
async fn a_model_that_never_stops_searching_has_said_nothing() {
    let scene = Scene::with(&["stub?search=always&before=1"], true).await;
    scene.admin.put(&format!("{MODELS}/m0"), &json!({ "supports_search": true })).await.data();
    let reading = Reading::ask(&scene.member, &scene.question("天气")).await.read_to_end().await;
    assert_eq!(reading.with("searching").len(), 4, "two searches begin and end");
    assert_eq!(scene.provider.stub.received().len(), 3);
    // It has said a word before each search, which is no answer.
    assert_eq!(scene.answer().await["content"], "t0 ");
    let scene = Scene::with(&["stub?search=always"], true).await;
    let reading = Reading::ask(&scene.member, &scene.question("天气")).await.read_to_end().await;
    assert_eq!(
        reading.with("error")[0]["error"],
        "模型没有给出回答，请换个说法再试",
        "nobody asked for a search"
    );
}

#[tokio::test]
async fn what_searches_find_leaves_the_request_as_small_as_the_model_needs_it() {
    let scene = Scene::with(&["stub?search=once&tokens=3"], true).await;
    let small = json!({ "supports_search": true, "max_context_tokens": 120, "max_output_tokens": 20 });
    scene.admin.put(&format!("{MODELS}/m0"), &small).await.data();
    Reading::ask(&scene.member, &scene.question("天气")).await.read_to_end().await;
    let asked = scene.provider.stub.received();
    let tokens = crate::conversations::context::tokens_of(&asked[1].body["messages"]);
    assert!((20..=100).contains(&tokens), "{tokens} of 100");
}

#[tokio::test]
async fn an_answer_without_an_end_is_cut_where_a_conversation_can_still_be_written_again() {
    let scene = Scene::new(&["stub?tokens=200000"]).await;
    let answer = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    let length = answer["content"].as_str().unwrap().len();
    assert_eq!(answer["partial_reason"], "length");
    assert!((400 << 10..401 << 10).contains(&length), "{length}");
}

#[tokio::test]
async fn without_a_search_no_model_offers_one() {
    for has_search in [false, true] {
        let scene = Scene::with(&["stub"], has_search).await;
        scene.admin.put(&format!("{MODELS}/m0"), &json!({ "supports_search": true })).await.data();
        let offered = scene.member.get("/api/ai-chat/models").await.data();
        assert_eq!(offered["models"][0]["supports_search"], json!(has_search));
        let managed = scene.admin.get(MODELS).await.data();
        assert_eq!(managed["models"][0]["supports_search"], true, "what the model can is another matter");
    }
}

#[tokio::test]
async fn a_full_or_changed_conversation_is_refused_before_anybody_is_asked() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    let mut stale = scene.question("x");
    stale["revision"] = json!(99);
    let refused = scene.member.post("/api/ai-chat/chat", &stale).await;
    assert_eq!(refused.json()["slug"], "ai_conversation_changed");
    let large: Vec<Value> =
        (0..16).map(|_| json!({ "role": "user", "content": "x".repeat(100_000) })).collect();
    scene.member.put(&format!("{}/messages", scene.path()), &json!({ "messages": large })).await.data();
    let refused = scene.member.post("/api/ai-chat/chat", &scene.question("x")).await;
    assert_eq!(refused.json()["slug"], "ai_conversation_full");
    assert!(scene.provider.stub.received().is_empty());
}

#[tokio::test]
async fn what_an_answer_takes_is_counted_by_day_member_and_model() {
    let scene = Scene::new(&["stub?tokens=10"]).await;
    let prices = json!({ "input_price": 2, "cached_price": 0.5, "output_price": 8 });
    scene.admin.put(&format!("{MODELS}/m0"), &prices).await.data();
    for _ in 0..2 {
        scene.member.post("/api/ai-chat/chat", &scene.question("x")).await.data();
    }
    let rows: Vec<(String, i64, i64, i64)> =
        scene.portal.app.db.read(|read| Ok(crate::store::usage::all(read)?)).await.unwrap();
    // 40 · 2 + 60 · 0.5 + 10 · 8 millionths, twice.
    assert_eq!(rows, [("2026-09-01".to_owned(), 2, 220, 380)]);
}

#[tokio::test]
async fn a_stopped_answer_is_counted_as_far_as_it_came() {
    let scene = Scene::new(&["stub?tokens=500&rate=100&usage=none"]).await;
    let mut reading = Reading::ask(&scene.member, &scene.question("x")).await;
    reading.until(|event| event["content"].as_str().is_some_and(|text| text.contains("t9"))).await;
    scene.member.delete(&format!("/api/ai-chat/generations/{}", reading.generation())).await.data();
    let reading = reading.read_to_end().await;
    let usage = &reading.with("usage")[0]["usage"];
    assert!(
        usage["completion_tokens"].as_i64().unwrap() >= 7 && usage["prompt_tokens"].as_i64().unwrap() > 0,
        "{usage}"
    );
    let rows = scene.portal.app.db.read(|read| Ok(crate::store::usage::all(read)?)).await.unwrap();
    assert_eq!(rows[0].1, 1);
}

#[tokio::test]
async fn a_model_finds_a_title_when_it_is_asked_to() {
    let scene = Scene::new(&["stub?tokens=3&thinking=1&reasoning=think"]).await;
    scene.member.post("/api/ai-chat/chat", &scene.question("熵是什么")).await.data();
    let path = format!("{}/title", scene.path());
    assert_eq!(scene.member.post_empty(&path).await.data()["title"], "t0 t1 t2");
    assert_eq!(scene.detail().await["title"], "t0 t1 t2");
    let other = scene.portal.register("240102").await;
    assert_eq!(other.post_empty(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_long_conversation_is_summarised_and_the_model_is_shown_the_summary_and_the_rest() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    for n in 0..9 {
        scene.member.post("/api/ai-chat/chat", &scene.question(&format!("question {n}"))).await.data();
    }
    let mut detail = scene.detail().await;
    for _ in 0..2000 {
        if detail["summary"] != "" {
            break;
        }
        pause().await;
        detail = scene.detail().await;
    }
    assert_eq!((&detail["summary"], detail["summary_at"].is_string()), (&json!("t0"), true));
    assert_eq!(detail["messages"].as_array().unwrap().len(), 18, "all of it stays readable");
    scene.member.post("/api/ai-chat/chat", &scene.question("now")).await.data();
    let last = scene.provider.stub.received().last().unwrap().body["messages"].clone();
    let texts: Vec<&str> = last.as_array().unwrap().iter().map(|m| m["content"].as_str().unwrap()).collect();
    assert_eq!(
        texts[..4],
        ["（此前对话的摘要，仅供参考：t0）\n\nquestion 7", "t0 ", "question 8", "t0 "],
        "no word of the summary is an instruction"
    );
    assert_eq!(last[0]["role"], "user");
}

#[tokio::test]
async fn a_question_takes_the_place_of_an_earlier_one_and_of_all_behind_it_or_nothing_changes() {
    let scene = Scene::new(&["stub?tokens=1"]).await;
    for message in ["a", "b"] {
        scene.member.post("/api/ai-chat/chat", &scene.question(message)).await.data();
    }
    let instead = |message: &str, from: usize, revision: i64| {
        let mut question = scene.question(message);
        (question["replace_from"], question["revision"]) = (json!(from), json!(revision));
        question
    };
    let revision = scene.detail().await["revision"].as_i64().unwrap();
    let path = "/api/ai-chat/chat";
    let stale = scene.member.post(path, &instead("c", 2, revision - 1)).await;
    assert_eq!((stale.status, &stale.json()["data"]["revision"]), (StatusCode::CONFLICT, &json!(revision)));
    assert_eq!(
        scene.member.post(path, &instead("c", 1, revision)).await.status,
        StatusCode::BAD_REQUEST,
        "an answer"
    );
    scene.admin.put(&format!("{MODELS}/m0/toggle"), &json!({})).await.data();
    assert_eq!(
        scene.member.post(path, &instead("c", 0, revision)).await.status,
        StatusCode::SERVICE_UNAVAILABLE
    );
    assert_eq!(
        scene.detail().await["messages"].as_array().unwrap().len(),
        4,
        "a refused question takes nothing away"
    );
    scene.admin.put(&format!("{MODELS}/m0/toggle"), &json!({})).await.data();
    scene.member.post(path, &instead("c", 2, revision)).await.data();
    let kept = scene.detail().await["messages"].clone();
    let texts: Vec<&str> = kept.as_array().unwrap().iter().map(|m| m["content"].as_str().unwrap()).collect();
    assert_eq!(texts, ["a", "t0 ", "c", "t0 "]);
    let shown = scene.provider.stub.received().last().unwrap().body["messages"].as_array().unwrap().len();
    assert_eq!(shown, 3, "the model is shown nothing of what went");
}
