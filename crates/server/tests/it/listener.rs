//! The port: oversized and ambiguous requests, and the end.

use std::io::{Read, Write};

use crate::portal::Portal;

#[test]
fn nothing_can_be_smuggled_behind_an_ambiguous_length() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);
    let ambiguous = [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
    ];

    for lengths in ambiguous {
        let request = format!(
            "POST /api/auth/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n{lengths}\r\n\r\n\
             0\r\n\r\nGET /api/system/heartbeat HTTP/1.1\r\nHost: portal\r\n\r\n"
        );

        let answer = portal.exchange(request.as_bytes());

        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "the second request is not answered: {answer}");
    }
}

#[test]
fn lengths_that_contradict_or_do_not_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);

    for lengths in
        ["Content-Length: 5\r\nContent-Length: 6", "Transfer-Encoding: chunked, gzip", "Content-Length: +5"]
    {
        let request = format!("POST /api/auth/login HTTP/1.1\r\nHost: portal\r\n{lengths}\r\n\r\nhello");
        let answer = portal.exchange(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400"), "{lengths}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
    }
}

#[test]
fn headers_beyond_all_measure_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);

    let large = format!("GET / HTTP/1.1\r\nHost: portal\r\nX-Large: {}\r\n\r\n", "x".repeat(256 * 1024));
    let many = format!("GET / HTTP/1.1\r\nHost: portal\r\n{}\r\n", "X-Many: x\r\n".repeat(200));

    for request in [large, many] {
        let answer = portal.exchange(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 431") || answer.is_empty(), "{answer}");
    }
    assert!(portal.get("/api/system/heartbeat").starts_with("HTTP/1.1 200"), "the port lives");
}

#[test]
fn an_open_request_is_answered_before_the_portal_ends() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);
    let mut open = portal.connect();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n\
                Content-Length: 2\r\nExpect: 100-continue\r\n\r\n";
    open.write_all(head.as_bytes()).unwrap();
    // The handler asks for the body: the request is open, and not merely on its way.
    let mut go_on = [0; 25];
    open.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");

    portal.terminate();
    // The port closes at once; only what is open already goes on.
    while std::net::TcpStream::connect(open.peer_addr().unwrap()).is_ok() {}
    open.write_all(b"{}").unwrap();
    let mut answer = String::new();
    open.read_to_string(&mut answer).unwrap();

    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("connection: close"), "{answer}");
    assert!(portal.ended_well());
}
