//! The listener over real sockets.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http::Listener;
use crate::tests::{Gate, TestKernel, until};

async fn listening(kernel: &TestKernel) -> SocketAddr {
    let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let address = listener.address().unwrap();
    let (http, stopping) = (kernel.http.clone(), kernel.app.tasks.stopping());
    kernel.app.tasks.spawn("listener", |_| listener.serve(http, stopping));
    address
}

/// Sends bytes and reads until the other side closes.
async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The other side may have refused before all of it was sent.
    let _ = stream.write_all(request.as_bytes()).await;
    rest(&mut stream).await
}

async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset after the answer is as good as an end.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads until `end` has come.
async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    let mut buffer = [0; 4096];
    while !text.contains(end) {
        let length = stream.read(&mut buffer).await.unwrap();
        assert!(length > 0, "closed after: {text}");
        text += &String::from_utf8_lossy(&buffer[..length]);
    }
    text
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: portal\r\n\r\n")
}

/// The same as the last on its connection.
fn last(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n")
}

fn statuses(answer: &str) -> Vec<&str> {
    answer
        .match_indices("HTTP/1.1 ")
        .map(|(at, mark)| &answer[at + mark.len()..at + mark.len() + 3])
        .collect()
}

#[tokio::test]
async fn the_peers_address_reaches_the_features() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let token = kernel.token("240111");
    let request = format!(
        "GET /api/test/caller HTTP/1.1\r\nHost: portal\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    let answer = exchange(address, &request).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""address":"127.0.0.1""#), "{answer}");
}

#[tokio::test]
async fn requests_on_one_connection_are_answered_in_order() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let all: String = ["/api/test/item/1", "/api/none", "/api/test/panic"].map(get).concat();
    let answer = exchange(address, &(all + &last("/api/test/item/2"))).await;
    assert_eq!(statuses(&answer), ["200", "404", "500", "200"]);
    assert!(answer.find(r#""data":1"#).unwrap() < answer.find(r#""data":2"#).unwrap());
}

#[tokio::test]
async fn a_client_that_goes_away_in_the_middle_harms_nobody() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    for part in [
        "",
        "G",
        "GET /api/test/item/1 HTTP/1.1\r\nHo",
        "POST /api/test/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(!answer.contains(" 200 "), "{answer}");
    }
    assert!(exchange(address, &last("/api/test/item/1")).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    for (path, status) in [("/api/test/item/1", "200"), ("/api/none", "404")] {
        let head = exchange(address, &last(path).replace("GET", "HEAD")).await;
        assert_eq!(statuses(&head), [status]);
        assert!(head.ends_with("\r\n\r\n") && head.to_lowercase().contains("content-length: "), "{head}");
    }
}

#[tokio::test]
async fn nothing_is_smuggled_behind_an_ambiguous_length() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let head = "POST /api/test/echo HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n";
    let behind = get("/api/test/panic");
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n");
    for lengths in
        ["Content-Length: 6\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 6"]
    {
        for (before, body) in [("", "0\r\n\r\n"), ("", "2\r\n{}\r\n0\r\n\r\n"), ("", ""), (&chunked, "")] {
            let request = format!("{before}{head}{lengths}\r\n\r\n{body}{behind}");
            // Each as it would come alone: what is read together is judged together.
            let mut stream = TcpStream::connect(address).await.unwrap();
            if !before.is_empty() {
                stream.write_all(before.as_bytes()).await.unwrap();
                read_until(&mut stream, "{}}").await;
            }
            let _ = stream.write_all(&request.as_bytes()[before.len()..]).await;
            let answer = rest(&mut stream).await;
            assert_eq!(statuses(&answer), ["400"], "{request}: {answer}");
            assert!(answer.contains("不能同时有"), "{answer}");
        }
    }
    for lengths in [
        "Content-Length: 1\r\nContent-Length: 2",
        "Content-Length: +1",
        "Content-Length: 0x1",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding : chunked",
    ] {
        let answer = exchange(address, &format!("{head}{lengths}\r\n\r\n1\r\n\r\n{behind}")).await;
        assert_eq!(statuses(&answer), ["400"], "{lengths}: {answer}");
    }
}

#[tokio::test]
async fn headers_beyond_measure_are_431_and_strange_lines_400() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let large = format!("GET / HTTP/1.1\r\nHost: a\r\nX-Large: {}\r\n\r\n", "x".repeat(256 * 1024));
    let many = format!("GET / HTTP/1.1\r\nHost: a\r\n{}\r\n", "X-Many: x\r\n".repeat(200));
    let refused = exchange(address, &large).await;
    assert!(
        statuses(&refused) == ["431"] || refused.is_empty(),
        "the rest may come after the close: {refused}"
    );
    for (request, status) in [
        (many.as_str(), "431"),
        ("GET\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nbad header\r\n\r\n", "400"),
        ("\x16\x03\x01\x02\x00\x01", "400"),
    ] {
        let answer = exchange(address, request).await;
        assert_eq!(statuses(&answer), [status], "{:.60}", request);
    }
    assert!(exchange(address, &last("/page")).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn other_forms_of_a_target_do_no_harm() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    for (line, status) in [
        ("OPTIONS *", "404"),
        ("GET http://portal/api/test/item/1", "200"),
        ("CONNECT portal:443", "404"),
        ("GET /api/test/../test/item/1", "404"),
        ("GET //api/test/item/1", "404"),
        ("GET /api/test/item/1#part", "200"),
    ] {
        let answer =
            exchange(address, &format!("{line} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n")).await;
        assert_eq!(statuses(&answer), [status], "{line}: {answer}");
    }
}

#[tokio::test]
async fn a_stop_answers_what_is_open_and_closes_what_is_idle() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let mut idle = TcpStream::connect(address).await.unwrap();
    idle.write_all(get("/api/test/item/1").as_bytes()).await.unwrap();
    read_until(&mut idle, r#""data":1}"#).await;
    let mut open = TcpStream::connect(address).await.unwrap();
    open.write_all(get("/api/test/slow").as_bytes()).await.unwrap();
    let gate = kernel.app.state::<Gate>();
    gate.entered.acquire().await.unwrap().forget();

    kernel.app.ask_to_stop();
    assert_eq!(rest(&mut idle).await, "", "the idle one is closed at once");
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    gate.open.add_permits(1);
    let answer = rest(&mut open).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("slow"), "{answer}");
    until(|| !kernel.app.tasks.running().contains(&"listener")).await;
}

#[tokio::test]
async fn what_does_not_end_is_cut_off_after_the_drain_time() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let mut open = TcpStream::connect(address).await.unwrap();
    open.write_all(get("/api/test/slow").as_bytes()).await.unwrap();
    kernel.app.state::<Gate>().entered.acquire().await.unwrap().forget();
    kernel.app.ask_to_stop();
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    crate::tests::idle().await;
    assert!(kernel.app.tasks.running().contains(&"listener"));
    kernel.advance(10);
    assert_eq!(rest(&mut open).await, "");
    until(|| !kernel.app.tasks.running().contains(&"listener")).await;
}

#[tokio::test]
async fn a_taken_port_is_an_error() {
    let first = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    assert!(Listener::bind(first.address().unwrap()).await.is_err());
}

#[tokio::test]
async fn a_stream_that_fails_midway_is_not_mistaken_for_a_whole_one() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let answer = exchange(address, &last("/api/test/stream")).await;
    assert!(!answer.ends_with("0\r\n\r\n"), "{answer}");
    assert!(exchange(address, &last("/page")).await.starts_with("HTTP/1.1 200"));
}

/// A connection that has been answered once.
async fn kept(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    asked(&mut stream).await;
    stream
}

/// Asks on an open connection and reads the whole answer.
async fn asked(stream: &mut TcpStream) {
    stream.write_all(get("/api/test/item/1").as_bytes()).await.unwrap();
    read_until(stream, r#""data":1}"#).await;
}

#[tokio::test]
async fn a_head_has_ten_seconds_and_a_served_connection_seventy_five() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET /api/test/item/1 HTTP/1.1\r\nHost: por").await.unwrap();
    // Empty lines before a request are none of it, however many.
    let mut empty = TcpStream::connect(address).await.unwrap();
    empty.write_all(b"\r\n\r\n\n").await.unwrap();
    let mut idle = kept(address).await;
    for _ in 0..9 {
        kernel.advance(1);
        crate::tests::idle().await;
    }
    slow.write_all(b"t").await.unwrap();
    empty.write_all(b"\r\n").await.unwrap();
    // Pauses below, at and above the ten seconds that end a head, and up to the idle time.
    for pause in [9, 10, 11, 12, 60, 74] {
        kernel.advance(pause);
        crate::tests::idle().await;
        asked(&mut idle).await;
    }
    for cut in [&mut silent, &mut slow, &mut empty] {
        assert_eq!(rest(cut).await, "", "long since closed");
    }

    // Nor do they keep what was served.
    idle.write_all(b"\r\n\r\n").await.unwrap();
    crate::tests::idle().await;
    kernel.advance(77);

    assert_eq!(rest(&mut idle).await, "");
}

#[tokio::test]
async fn a_request_that_waits_for_its_answer_is_not_idle() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    let mut open = TcpStream::connect(address).await.unwrap();
    open.write_all(last("/api/test/slow").as_bytes()).await.unwrap();
    let gate = kernel.app.state::<Gate>();
    gate.entered.acquire().await.unwrap().forget();
    kernel.advance(200);
    crate::tests::idle().await;
    gate.open.add_permits(1);
    let answer = rest(&mut open).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_request_names_exactly_one_host() {
    let kernel = TestKernel::new().await;
    let address = listening(&kernel).await;
    for (head, status) in [
        ("HTTP/1.1\r\nHost: portal", "200"),
        ("HTTP/1.1\r\nHost: [::1]:9001", "200"),
        ("HTTP/1.1\r\nHost:", "200"),
        ("HTTP/1.0", "200"),
        ("HTTP/1.1\r\nX-None: x", "400"),
        ("HTTP/1.1\r\nHost: a\r\nHost: b", "400"),
        ("HTTP/1.1\r\nHost: a\r\nhost: a", "400"),
        ("HTTP/1.0\r\nHost: a\r\nHost: b", "400"),
        ("HTTP/1.1\r\nHost: a b", "400"),
        ("HTTP/1.1\r\nHost: a; script-src *", "400"),
        ("HTTP/1.1\r\nHost: user@portal", "400"),
        ("HTTP/1.1\r\nHost: a/b", "400"),
    ] {
        let request = format!("GET /api/test/item/1 {head}\r\nConnection: close\r\n\r\n");
        let answer = exchange(address, &request).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{head}: {answer}");
    }
}
