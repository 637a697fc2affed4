//! Whole back ends, written as those of games and bridges are.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plugin_host::{Call, Limits, PublicUser, Source};
use serde_json::{Value, json};

use crate::support::{FakePortal, TestBackEnd, event_of, json as body, member, package, posting, request};

const GOMOKU: &str = include_str!("../fixtures/gomoku.js");
const GOMOKU_TABLES: &str = include_str!("../fixtures/gomoku.sql");
const CHESS: &str = include_str!("../fixtures/chess.js");
const BRIDGE: &str = include_str!("../fixtures/page-bridge.js");

fn portal() -> Arc<FakePortal> {
    let portal = FakePortal::default();
    for id in ["250101", "250102", "250103"] {
        let user =
            PublicUser { user_id: id.to_owned(), net_name: format!("net{id}"), ..PublicUser::default() };
        portal.users.lock().unwrap().push(user);
    }
    portal.revision.store(1, Ordering::SeqCst);
    Arc::new(portal)
}

async fn run(code: &str, schema: &str) -> TestBackEnd {
    let source = Source { schema: schema.to_owned(), ..package(&[("backend/routes.js", code)]) };
    TestBackEnd::start_on(source, Limits::default(), portal(), Arc::default()).await.unwrap()
}

async fn get_as(running: &TestBackEnd, url: &str, user: &str) -> (u16, Value) {
    let answer = running.call(Call { user: Some(member(user)), ..request("GET", url) }).await.unwrap();
    (answer.status, body(&answer))
}

#[tokio::test]
async fn a_board_game_is_played_to_its_end() {
    let running = run(GOMOKU, GOMOKU_TABLES).await;
    assert_eq!(running.answer("GET", "/rooms").await.status, 401);
    assert_eq!(running.answer("GET", "/relay/ping").await.status, 404);
    let (status, made) = running.post("/rooms", json!({"size": 9}), Some("250101")).await;
    assert_eq!((status, &made["code"]), (201, &json!(200)));
    assert!(made["server_time"].as_i64().unwrap() > 0, "res.json was wrapped");
    let code = made["data"]["room_code"].as_str().unwrap().to_owned();
    assert_eq!(running.post("/rooms", json!({"size": 99}), Some("250101")).await.0, 400);
    let (_, joined) = running.post(&format!("/rooms/{code}/join"), json!({}), Some("250102")).await;
    assert_eq!(joined["data"]["members"][1]["net_name"], "net250102");
    let (_, watching) = running.post(&format!("/rooms/{code}/join"), json!({}), Some("250103")).await;
    assert_eq!(watching["data"]["members"][2]["role"], "watcher");
    let moves = format!("/rooms/{code}/moves");
    assert_eq!(running.post(&moves, json!({"row": 0, "col": 0}), Some("250102")).await.0, 409);
    assert_eq!(running.post(&moves, json!({"row": 0, "col": 0}), Some("250103")).await.0, 403);
    let mut last = json!(null);
    for step in 0..5 {
        last = running.post(&moves, json!({"row": 4, "col": step}), Some("250101")).await.1;
        if step < 4 {
            assert_eq!(running.post(&moves, json!({"row": 5, "col": step}), Some("250102")).await.0, 200);
        }
    }
    assert_eq!(last["data"]["game"]["winner"], "black");
    assert_eq!(running.post(&moves, json!({"row": 8, "col": 8}), Some("250102")).await.0, 409);
    let events = running.store.published.lock().unwrap().clone();
    assert_eq!(events.len(), 3 + 9);
    assert_eq!(events[11].user_ids, ["250101", "250102", "250103"]);
    assert_eq!(event_of(&events[11])["payload"]["state"]["game"]["status"], "finished");
    let delete =
        |user: &str| Call { user: Some(member(user)), ..request("DELETE", &format!("/rooms/{code}")) };
    assert_eq!(running.call(delete("250102")).await.unwrap().status, 403);
    assert_eq!(body(&running.call(delete("250101")).await.unwrap())["data"]["deleted"], 1);
    assert_eq!(get_as(&running, &format!("/rooms/{code}"), "250101").await.0, 404);
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let running = run(GOMOKU, GOMOKU_TABLES).await;
    let (_, made) = running.post("/rooms", json!({}), Some("250101")).await;
    let url = format!("/rooms/{}", made["data"]["room_code"].as_str().unwrap());
    running.post(&format!("{url}/join"), json!({}), Some("250102")).await;
    running.post(&format!("{url}/moves"), json!({"row": 7, "col": 7}), Some("250101")).await;
    let before = get_as(&running, &url, "250101").await.1;
    let (portal, store) = running.stop().await;
    let source = Source { schema: GOMOKU_TABLES.to_owned(), ..package(&[("backend/routes.js", GOMOKU)]) };
    let again = TestBackEnd::start_on(source, Limits::default(), portal, store).await.unwrap();
    let after = get_as(&again, &url, "250101").await.1;
    assert_eq!(before["data"]["game"], after["data"]["game"]);
    assert_eq!(after["data"]["game"]["board"].as_array().unwrap().len(), 225);
}

#[tokio::test]
async fn a_game_with_an_engine_that_is_not_there_tells_clients_to_use_their_own() {
    let running = run(CHESS, "").await;
    let (status, answer) = running.post("/ai-move", json!({}), None).await;
    assert_eq!((status, &answer["fallback"]), (503, &json!(true)));
    let (one, two) =
        tokio::join!(running.post("/analyse", json!({}), None), running.post("/analyse", json!({}), None));
    for (status, answer) in [one, two] {
        assert_eq!((status, &answer["fallback"]), (503, &json!(true)));
    }
    assert!(running.log().contains("no engine at /portal/apps/sample/backend/engine/stockfish"));
}

#[tokio::test]
async fn a_game_makes_its_tables_adds_columns_and_tells_its_members() {
    let running = run(CHESS, "").await;
    let (status, made) = running.post("/rooms", json!({}), Some("250102")).await;
    assert_eq!((status, &made["data"]["clock_ms"]), (201, &json!(600000)));
    assert_eq!(made["data"]["members"][0]["name"], "net250102");
    let url = format!("/rooms/{}/messages", made["data"]["code"].as_str().unwrap());
    assert_eq!(running.post(&url, json!({"text": " "}), Some("250102")).await.0, 400);
    assert_eq!(running.post("/rooms/0/messages", json!({"text": "x"}), Some("250102")).await.0, 404);
    let (_, sent) = running.post(&url, json!({"text": "好棋"}), Some("250102")).await;
    assert_eq!(sent["data"]["id"], 1);
    let published = running.store.published.lock().unwrap().clone();
    assert_eq!(event_of(&published[0])["payload"]["message"]["text"], "好棋");
    let broken = running.answer("GET", "/broken").await;
    assert_eq!(
        (broken.status, body(&broken)),
        (500, json!({"code": 500, "message": "服务器内部错误", "data": null}))
    );
    let (portal, store) = running.stop().await;
    let again =
        TestBackEnd::start_on(package(&[("backend/routes.js", CHESS)]), Limits::default(), portal, store)
            .await
            .unwrap();
    assert_eq!(again.post(&url, json!({"text": "再来"}), Some("250102")).await.1["data"]["id"], 2);
}

#[tokio::test]
async fn a_bridge_for_pages_opens_sessions_and_passes_events() {
    let running = run(BRIDGE, "").await;
    let channels = running.get("/channels").await;
    assert_eq!(channels["data"]["protocolVersion"], "1.1");
    assert_eq!(running.post("/handshake", json!({"page": "nope"}), Some("250101")).await.0, 400);
    let (_, opened) =
        running.post("/handshake", json!({"page": "https://page.example/x?y"}), Some("250101")).await;
    assert_eq!(opened["data"]["origin"], "https://page.example");
    let event = |channel: &str, token: &str| Call {
        headers: vec![
            ("Content-Type".to_owned(), "text/plain;charset=UTF-8".to_owned()),
            ("X-Page-Token".to_owned(), token.to_owned()),
        ],
        body: b"{\"muted\":true}".to_vec(),
        ..request("POST", &format!("/events/{channel}"))
    };
    let token = opened["data"]["token"].as_str().unwrap();
    assert_eq!(running.call(event("request-mute", token)).await.unwrap().status, 204);
    assert_eq!(running.call(event("unknown", token)).await.unwrap().status, 400);
    assert_eq!(running.call(event("ping", "0")).await.unwrap().status, 401);
    assert_eq!(event_of(&running.store.published.lock().unwrap()[0])["payload"], json!({"muted": true}));
    let sessions =
        running.call(Call { user: Some(member("250101")), ..posting("/sessions", json!(null), None) });
    assert_eq!(sessions.await.unwrap().status, 404);
    assert_eq!(get_as(&running, "/sessions", "250101").await.0, 403);
}
