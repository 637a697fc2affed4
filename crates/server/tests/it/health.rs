//! The health answer of the real portal, where it depends on more than one crate.

use serde_json::{Value, json};

use crate::portal::Portal;
use crate::socket::open_at;

const PASSWORD: &str = "a password for tests 1";

#[test]
fn health_tells_how_the_chat_is_and_how_many_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[("DEV_PASSWORD", PASSWORD)]);
    let websocket = || {
        let answer = portal.get("/api/system/health");
        let body = answer.strip_prefix("HTTP/1.1 200").and_then(|rest| rest.split_once("\r\n\r\n"));
        let (_, body) = body.unwrap_or_else(|| panic!("{answer}"));
        let body: Value = serde_json::from_str(body.trim()).unwrap_or_else(|_| panic!("{answer}"));
        body["data"]["checks"]["websocket"].clone()
    };
    assert_eq!(websocket(), json!({ "status": "ok", "online_count": 0 }));

    // Two devices of one member; who is there is told within a second.
    let target = format!("/?token={}", portal.token_of_developer(PASSWORD));
    let devices = [(); 2].map(|()| open_at(&portal, &target));
    while websocket() != json!({ "status": "ok", "online_count": 1 }) {}

    let mut admin = portal.developer(PASSWORD);
    let mut turn = |to: &str| {
        let path = format!("/api/admin/process/chat/{to}");
        drop(admin.call("POST", &path, &Value::Null).unwrap().ok());
    };
    turn("stop");
    while websocket() != json!({ "status": "warning", "online_count": 0 }) {}
    turn("start");
    assert_eq!(websocket(), json!({ "status": "ok", "online_count": 0 }));
    drop(devices);
}
