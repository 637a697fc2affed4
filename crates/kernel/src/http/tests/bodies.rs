//! JSON bodies: what is read, and each way of being wrong.

use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use futures_util::{FutureExt, poll};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::http::{BodyChunks, MAX_JSON, parse_json};
use crate::testing::Answer;
use crate::tests::{MANAGE_POSTS, MANAGE_USERS};
use crate::tests::{TestKernel, user};
use crate::user::{Ban, Permission, UserFacts};

const JSON: &str = "application/json";

async fn send(kernel: &TestKernel, path: &str, body: impl Into<Vec<u8>>, content_type: &str) -> Answer {
    kernel.anonymous().send_raw(Method::POST, path, Some((body.into(), content_type))).await
}

async fn refusal(kernel: &TestKernel, body: impl Into<Vec<u8>>) -> String {
    send(kernel, "/api/test/echo", body, JSON).await.refusal()
}

#[tokio::test]
async fn json_is_read_as_it_was_written() {
    let kernel = TestKernel::new().await;
    let body = json!({
        "text": "表\u{1F393}\n\u{7f}", "int": i64::MIN, "big": u64::MAX, "float": -0.5, "list": [null, true, {}],
        "": "an empty key", "z": 1, "a": 2,
    });
    assert_eq!(kernel.anonymous().post("/api/test/echo", &body).await.data(), body);
    assert_eq!(send(&kernel, "/api/test/echo", "  [1]\n", JSON).await.data(), json!([1]));
    assert_eq!(send(&kernel, "/api/test/echo", r#""\ud83c\udf93""#, JSON).await.data(), "\u{1F393}");
}

#[tokio::test]
async fn a_body_needs_a_json_type_and_none_needs_none() {
    let kernel = TestKernel::new().await;
    for json in [JSON, "application/json; charset=utf-8", "Application/JSON", "application/problem+json"] {
        assert_eq!(send(&kernel, "/api/test/echo", "1", json).await.data(), 1, "{json}");
    }
    for other in [
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "json",
        "",
        "text/plain, application/json",
    ] {
        let refused = send(&kernel, "/api/test/echo", "{}", other).await.refusal();
        assert_eq!(refused, "415 请求内容类型必须是 application/json", "{other}");
        assert_eq!(send(&kernel, "/api/test/echo", "", other).await.refusal(), "400 缺少请求内容");
    }
    assert_eq!(kernel.anonymous().post_empty("/api/test/echo").await.refusal(), "400 缺少请求内容");
}

#[tokio::test]
async fn what_is_no_json_is_400() {
    let kernel = TestKernel::new().await;
    for body in [
        "{",
        "{}{}",
        "{} x",
        "nul",
        "'a'",
        "{a:1}",
        "[1,]",
        "{\"a\":1,}",
        "\u{feff}{}",
        "NaN",
        "1e999",
        "01",
        "\"\n\"",
        " ",
    ] {
        assert_eq!(refusal(&kernel, body).await, "400 请求内容不是有效的 JSON", "{body}");
    }
    for bytes in [&b"\"\xff\xfe\""[..], b"\"\xc0\xaf\"", b"\"\xed\xa0\x80\"", b"{\"\xff\":1}", b"\xff"] {
        assert_eq!(refusal(&kernel, bytes).await, "400 请求内容不是有效的 JSON", "{bytes:?}");
    }
    for surrogate in [r#""\ud800""#, r#""\udc00""#, r#""\ud800\ud800""#, r#"{"\ud800":1}"#, r#""\ud83cx""#] {
        assert_eq!(refusal(&kernel, surrogate).await, "400 请求内容不是有效的 JSON", "{surrogate}");
    }
}

#[tokio::test]
async fn nul_is_refused_in_values_and_keys_at_any_depth() {
    let kernel = TestKernel::new().await;
    for body in [r#""\u0000""#, r#"{"a":"x\u0000"}"#, r#"{"a\u0000":1}"#, r#"[{"a":["\u0000"]}]"#] {
        assert_eq!(refusal(&kernel, body).await, "400 请求内容包含无法保存的字符", "{body}");
    }
}

#[tokio::test]
async fn a_key_stands_once_at_every_level() {
    let kernel = TestKernel::new().await;
    for body in [
        r#"{"a":1,"a":2}"#,
        r#"{"a":1,"b":2,"a":1}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"x":{"a":1,"a":1}}"#,
        r#"[[{"a":{},"a":{}}]]"#,
    ] {
        assert_eq!(refusal(&kernel, body).await, "400 请求内容中的字段“a”重复", "{body}");
    }
    let long = format!(r#"{{"{0}":1,"{0}":2}}"#, "长".repeat(200));
    assert_eq!(refusal(&kernel, long).await, format!("400 请求内容中的字段“{}”重复", "长".repeat(60)));
}

#[tokio::test]
async fn thirty_two_levels_are_read_and_the_thirty_third_is_refused() {
    let kernel = TestKernel::new().await;
    let nested = |open: &str, core: &str, close: &str, levels: usize| {
        open.repeat(levels) + core + &close.repeat(levels)
    };
    for (open, core, close) in [("[", "", "]"), ("[", "1", "]"), ("{\"a\":", "1", "}")] {
        let deepest = nested(open, core, close, 32);
        assert_eq!(send(&kernel, "/api/test/echo", deepest.clone(), JSON).await.data().to_string(), deepest);
        for levels in [33, 127, 129, 100_000] {
            assert_eq!(
                refusal(&kernel, nested(open, core, close, levels)).await,
                "400 请求内容嵌套过深",
                "{levels}"
            );
        }
    }
    assert_eq!(refusal(&kernel, nested("{\"a\":", "{}", "}", 32)).await, "400 请求内容嵌套过深");
}

#[tokio::test]
async fn nothing_is_smuggled_past_these_checks_in_serdes_own_wrapping() {
    let kernel = TestKernel::new().await;
    for inner in [r#"{\"a\":1,\"a\":2}"#, r#"\"\\u0000\""#, "[[1]]"] {
        let body = format!(r#"{{"x":{{"$serde_json::private::RawValue":"{inner}"}}}}"#);
        assert_eq!(refusal(&kernel, body).await, "400 请求内容不是有效的 JSON");
    }
}

#[tokio::test]
async fn a_mebibyte_is_read_and_one_byte_more_is_413() {
    let kernel = TestKernel::new().await;
    let body = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    let answer = send(&kernel, "/api/test/echo", body(MAX_JSON), JSON).await;
    assert_eq!(answer.data().as_str().unwrap().len(), MAX_JSON - 2);
    assert_eq!(refusal(&kernel, body(MAX_JSON + 1)).await, "413 请求内容过大");

    let endless = stream::repeat(Ok::<_, std::convert::Infallible>(Bytes::from_static(&[b' '; 65_536])));
    let request =
        Request::post("/api/test/echo").header("content-type", JSON).body(Body::from_stream(endless));
    let answer = kernel.http.handle(request.unwrap(), [192, 0, 2, 1].into()).await;
    assert_eq!(answer.status(), 413, "without reading to an end that never comes");
}

#[tokio::test]
async fn a_wrong_field_is_named_and_an_unknown_one_ignored() {
    let kernel = TestKernel::new().await;
    let send = |body: Value| {
        let client = kernel.anonymous();
        async move { client.post("/api/test/typed", &body).await }
    };
    let known = json!({ "name": "x", "count": 2, "parts": [{ "size": 1 }], "is_admin": 1, "parts2": [] });
    assert_eq!(send(known).await.data(), json!(["x", 2, [1]]));
    for (body, words) in [
        (json!({}), "400 缺少字段“name”"),
        (json!({ "name": null }), "400 字段“name”的格式不正确"),
        (json!({ "name": 1 }), "400 字段“name”的格式不正确"),
        (json!({ "name": "x", "count": "2" }), "400 字段“count”的格式不正确"),
        (json!({ "name": "x", "count": 1.5 }), "400 字段“count”的格式不正确"),
        (json!({ "name": "x", "parts": [{ "size": 1 }, {}] }), "400 缺少字段“parts[1].size”"),
        (json!({ "name": "x", "parts": [{ "size": 256 }] }), "400 字段“parts[0].size”的格式不正确"),
        (json!({ "name": "x", "parts": {} }), "400 字段“parts”的格式不正确"),
        (json!([]), "400 请求内容的结构或取值不对"),
        (json!("x"), "400 请求内容的结构或取值不对"),
    ] {
        assert_eq!(send(body).await.refusal(), words);
    }
}

#[test]
fn a_refusal_never_quotes_the_value_that_was_sent() {
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only refused here")]
    struct Login {
        password: String,
        choice: Option<Choice>,
    }
    #[derive(Debug, serde::Deserialize)]
    enum Choice {}
    for body in
        [r#"{"password":99887766}"#, r#"{"password":"x","choice":"99887766"}"#, r#""99887766""#, "99887766"]
    {
        let refused = parse_json::<Login>(body.as_bytes()).unwrap_err();
        assert!(!format!("{refused:?} {refused}").contains("99887766"), "{refused:?}");
    }
}

/// Posts JSON that begins with a list of spaces and comes piece by piece: one of so many bytes every so many
/// seconds. Answers the status, and when it came.
async fn dripped(kernel: &TestKernel, bytes: usize, seconds: u64) -> (u16, u64) {
    let (pieces, arriving) = tokio::sync::mpsc::unbounded_channel::<Vec<u8>>();
    let body = stream::unfold(arriving, |mut arriving| async {
        arriving.recv().await.map(|piece| (Ok::<_, std::io::Error>(piece), arriving))
    });
    let request =
        Request::post("/api/test/echo").header("content-type", JSON).body(Body::from_stream(body.boxed()));
    let mut answer = pin!(kernel.http.handle(request.unwrap(), [192, 0, 2, 1].into()));
    let mut passed = 0;
    loop {
        let _ = pieces.send(vec![b' '; bytes]);
        // What has come is taken before time goes on.
        for _ in 0..3 {
            if let Poll::Ready(answer) = poll!(&mut answer) {
                return (answer.status().as_u16(), passed);
            }
            // Gives the runtime its turn: a task that never does so is told of nothing any more.
            tokio::task::yield_now().await;
        }
        passed += seconds;
        kernel.app.clock.advance(Duration::from_secs(seconds));
    }
}

#[tokio::test]
async fn a_body_that_stops_arriving_or_comes_byte_by_byte_is_given_up() {
    let kernel = TestKernel::new().await;
    for (bytes, seconds, given_up) in [
        // Silence.
        (1, 30, 30),
        // A byte now and then, as a slow attack sends them.
        (1, 11, 33),
        (1, 1, 30),
        (900, 1, 30),
        // Fast enough for a file, not for one JSON body.
        (1200, 1, 60),
        (16 * 1024, 1, 60),
    ] {
        assert_eq!(dripped(&kernel, bytes, seconds).await, (408, given_up), "{bytes} bytes each {seconds} s");
    }
    assert_eq!(dripped(&kernel, 32 * 1024, 1).await, (413, 32), "as fast as it may be, it is only too large");
}

#[tokio::test]
async fn the_pieces_of_a_file_may_come_for_hours_as_long_as_they_come() {
    let kernel = TestKernel::new().await;
    let clock = kernel.app.clock.clone();
    let hours = stream::unfold(clock, |clock| async {
        clock.advance(Duration::from_secs(1));
        Some((Ok::<_, std::io::Error>(vec![0; 1024]), clock))
    });
    let mut pieces = BodyChunks::new(Body::from_stream(hours.boxed()), &kernel.app.clock);
    for _ in 0..7200 {
        assert_eq!(pieces.next().await.unwrap().map(|piece| piece.len()), Some(1024));
    }
}

/// A request whose last byte comes after `meanwhile`; its status.
async fn held_back(kernel: &TestKernel, path: &str, meanwhile: impl FnOnce()) -> u16 {
    let (pieces, arriving) = tokio::sync::mpsc::unbounded_channel::<&str>();
    let body = stream::unfold(arriving, |mut arriving| async {
        arriving.recv().await.map(|piece| (Ok::<_, std::io::Error>(piece), arriving))
    });
    let request = Request::post(path)
        .header("content-type", JSON)
        .header("authorization", format!("Bearer {}", kernel.token("240111")))
        .body(Body::from_stream(body.boxed()));
    let mut answer = pin!(kernel.http.handle(request.unwrap(), [192, 0, 2, 1].into()));
    pieces.send(" ").unwrap();
    assert!(poll!(&mut answer).is_pending());
    meanwhile();
    pieces.send("1").unwrap();
    drop(pieces);
    answer.await.status().as_u16()
}

#[tokio::test]
async fn whoever_holds_a_body_back_acts_with_the_rights_of_its_end() {
    const PATH: &str = "/api/test/posted";
    let kernel = TestKernel::new().await;
    let accounts = kernel.accounts();
    let appoint = |permissions: &[&Permission]| {
        let permissions: Vec<_> = permissions.iter().map(|permission| permission.id.to_owned()).collect();
        accounts.member(user("240111"));
        accounts.change("240111", |facts| {
            facts.is_officer = true;
            facts.permissions = permissions;
        });
    };
    appoint(&[&MANAGE_POSTS]);
    assert_eq!(held_back(&kernel, PATH, || ()).await, 200);
    assert_eq!(held_back(&kernel, PATH, || appoint(&[&MANAGE_USERS, &MANAGE_POSTS])).await, 200);
    assert_eq!(held_back(&kernel, PATH, || appoint(&[&MANAGE_POSTS])).await, 403);
    assert_eq!(
        held_back(&kernel, PATH, || accounts.change("240111", |facts| facts.is_officer = false)).await,
        403
    );
    let promote = |facts: &mut UserFacts| {
        facts.is_admin = true;
        facts.permissions.clear();
    };
    appoint(&[&MANAGE_POSTS]);
    assert_eq!(held_back(&kernel, PATH, || accounts.change("240111", promote)).await, 200);
    accounts.change("240111", |facts| facts.is_admin = false);
    appoint(&[&MANAGE_POSTS]);
    assert_eq!(
        held_back(&kernel, PATH, || accounts.change("240111", |facts| facts.token_version += 1)).await,
        401
    );
    let ban = || Some(Ban { reason: None, expires_at: None });
    assert_eq!(held_back(&kernel, PATH, || accounts.change("240111", |facts| facts.ban = ban())).await, 403);
    accounts.change("240111", |facts| facts.ban = None);
    assert_eq!(held_back(&kernel, PATH, || accounts.remove("240111")).await, 401);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_400() {
    let kernel = TestKernel::new().await;
    let body = stream::iter([Ok("{\"a\":"), Err(std::io::Error::other("reset"))]);
    let request = Request::post("/api/test/echo").header("content-type", JSON).body(Body::from_stream(body));
    assert_eq!(kernel.http.handle(request.unwrap(), [192, 0, 2, 1].into()).await.status(), 400);
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_json::<Value>(&bytes);
    }

    #[test]
    fn what_serde_writes_is_read_back(text in "\\PC{0,20}", number in any::<i64>(), eighths in -9999..9999_i32) {
        let value = json!({ "text": text, "list": [number, f64::from(eighths) / 8.0, null, true], "inner": { "a": {}, "b": [] } });
        prop_assert_eq!(parse_json::<Value>(value.to_string().as_bytes()).unwrap(), value);
    }
}

#[tokio::test]
async fn parts_of_a_body_that_come_one_by_one_are_put_together() {
    let kernel = TestKernel::new().await;
    let pieces = r#"{"a":"表"}"#.as_bytes().chunks(1).map(|byte| Ok::<_, std::io::Error>(byte.to_vec()));
    let body = Body::from_stream(stream::iter(pieces.collect::<Vec<_>>()));
    let request = Request::post("/api/test/echo").header("content-type", JSON).body(body).unwrap();
    let answer = kernel.http.handle(request, [192, 0, 2, 1].into()).now_or_never().unwrap();
    assert_eq!(answer.status(), 200);
}

#[test]
fn an_array_of_fields_is_no_object() {
    #[derive(Debug, serde::Deserialize)]
    struct Change {
        title: Option<String>,
        #[serde(default)]
        pinned: bool,
    }
    for body in [r#"["a"]"#, r#"["a", true]"#, "[]", "[null]"] {
        let refused = crate::http::parse_json::<Change>(body.as_bytes());
        assert_eq!(refused.unwrap_err().status(), 400, "{body}");
    }
    let change: Change = crate::http::parse_json(br#"{"title":"a"}"#).unwrap();
    assert_eq!((change.title.as_deref(), change.pinned), (Some("a"), false));
    assert_eq!(crate::http::parse_json::<Vec<i64>>(b"[1,2]").unwrap(), [1, 2]);
}
