//! The chat port against RFC 6455, case by case with its section, by raw bytes. A client of another project
//! speaks with it in `interop/test_chat_socket.py`.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use crate::portal::Portal;

/// A client frame: first byte, payload, masked.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | u8::try_from(short).unwrap()),
        medium @ 126..=0xffff => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(medium).unwrap().to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    let mask = [0x12, 0x34, 0x56, 0x78];
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

fn text(words: &str) -> Vec<u8> {
    frame(0x81, words.as_bytes())
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    frame(0x88, &[&code.to_be_bytes(), reason].concat())
}

/// What a socket is expected to do.
#[derive(Clone, Debug, PartialEq)]
enum Then {
    /// Answers with an `error` frame of its own language: the socket lives.
    Lives,
    /// A pong with these bytes.
    Pong(Vec<u8>),
    /// Closes with this code.
    Closes(u16),
    /// Answers with an `error` frame, and then closes with this code.
    LivesThenCloses(u16),
    /// Closes without a code.
    ClosesBare,
    /// The connection ends.
    Ends,
}

fn open(portal: &Portal) -> TcpStream {
    open_at(portal, "/any/path")
}

/// A connection that is a socket from now on; it has heard the answer.
pub(crate) fn open_at(portal: &Portal, target: &str) -> TcpStream {
    let mut stream = portal.connect_chat();
    let head = "Host: portal\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                Sec-WebSocket-Extensions: permessage-deflate";
    stream.write_all(format!("GET {target} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes()).unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.push(byte[0]);
    }
    let answer = String::from_utf8(answer).unwrap().to_lowercase();
    assert!(answer.starts_with("http/1.1 101"), "4.2.2: {answer}");
    assert!(answer.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "1.3: {answer}");
    assert!(!answer.contains("sec-websocket-extensions"), "9.1: nothing negotiated");
    stream
}

fn read_frame(stream: &mut TcpStream) -> Then {
    let mut head = [0; 2];
    if stream.read_exact(&mut head).is_err() {
        return Then::Ends;
    }
    assert_eq!(head[1] & 0x80, 0, "5.1: a server does not mask");
    let mut length = u64::from(head[1]);
    if head[1] == 126 {
        let mut long = [0; 2];
        stream.read_exact(&mut long).unwrap();
        length = u64::from(u16::from_be_bytes(long));
    }
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    stream.read_exact(&mut payload).unwrap();
    match head[0] {
        0x81 => Then::Lives,
        0x8a => Then::Pong(payload),
        0x88 if payload.is_empty() => Then::ClosesBare,
        0x88 => Then::Closes(u16::from_be_bytes([payload[0], payload[1]])),
        other => panic!("first byte {other:x}"),
    }
}

/// Section, what is sent, what is heard.
type Case = (&'static str, Vec<Vec<u8>>, Then);

fn framing() -> Vec<Case> {
    let limit = vec![b' '; 64 << 10];
    let mut unmasked = text("{}");
    unmasked[1] &= 0x7f;
    let wide = [&[0x81, 0x80 | 126, 0, 2][..], &frame(0x81, b"{}")[2..]].concat();
    vec![
        ("5.2 text", vec![text("{}")], Then::Lives),
        ("5.2 empty text", vec![text("")], Then::Lives),
        ("5.2 a length in more bytes than needed is read", vec![wide], Then::Lives),
        ("5.2 16-bit length", vec![frame(0x81, &[b' '; 126])], Then::Lives),
        ("5.2 64-bit length at the limit", vec![frame(0x81, &limit)], Then::Lives),
        ("5.2 byte by byte", text("{}").into_iter().map(|byte| vec![byte]).collect(), Then::Lives),
        ("5.2 RSV1", vec![frame(0xc1, b"{}")], Then::Closes(1002)),
        ("5.2 RSV2", vec![frame(0xa1, b"{}")], Then::Closes(1002)),
        ("5.2 RSV3", vec![frame(0x91, b"{}")], Then::Closes(1002)),
        ("5.2 reserved opcode 3", vec![frame(0x83, b"{}")], Then::Closes(1002)),
        ("5.2 reserved opcode 7", vec![frame(0x87, b"{}")], Then::Closes(1002)),
        ("5.5 reserved control opcode B", vec![frame(0x8b, b"")], Then::Closes(1002)),
        ("5.5 reserved control opcode F", vec![frame(0x8f, b"")], Then::Closes(1002)),
        ("5.1 an unmasked frame", vec![unmasked], Then::Closes(1002)),
    ]
}

fn fragments() -> Vec<Case> {
    let words = "{\"type\":\"ping\",\"x\":\"你好\"}".as_bytes();
    // Within a character.
    let (one, two) = words.split_at(21);
    vec![
        ("5.4 two fragments", vec![frame(0x01, one), frame(0x80, two)], Then::Lives),
        (
            "5.4 an empty fragment between",
            vec![frame(0x01, one), frame(0x00, b""), frame(0x80, two)],
            Then::Lives,
        ),
        (
            "5.4 a ping between fragments",
            vec![frame(0x01, one), frame(0x89, b"in"), frame(0x80, two)],
            Then::Pong(b"in".to_vec()),
        ),
        ("5.4 a continuation of nothing", vec![frame(0x80, b"{}")], Then::Closes(1002)),
        ("5.4 a new message inside another", vec![frame(0x01, one), text("{}")], Then::Closes(1002)),
        ("5.5 a fragmented ping", vec![frame(0x09, b"x")], Then::Closes(1002)),
        ("5.5 a ping of 126 bytes", vec![frame(0x89, &[0; 126])], Then::Closes(1002)),
        ("5.5.2 ping", vec![frame(0x89, b"hello")], Then::Pong(b"hello".to_vec())),
        ("5.5.2 empty ping", vec![frame(0x89, b"")], Then::Pong(Vec::new())),
        ("5.5.2 a ping of 125 bytes", vec![frame(0x89, &[7; 125])], Then::Pong(vec![7; 125])),
        ("5.5.3 an unasked pong is ignored", vec![frame(0x8a, b"x"), text("{}")], Then::Lives),
    ]
}

fn contents() -> Vec<Case> {
    let limit = vec![b' '; 64 << 10];
    vec![
        ("5.6 binary is no kind of ours", vec![frame(0x82, b"{}")], Then::Closes(1003)),
        ("5.6 fragmented binary", vec![frame(0x02, b"{"), frame(0x80, b"}")], Then::Closes(1003)),
        ("8.1 broken UTF-8", vec![frame(0x81, b"{\"\xff\"}")], Then::Closes(1007)),
        ("8.1 an overlong spelling", vec![frame(0x81, b"\xc0\xaf")], Then::Closes(1007)),
        ("8.1 a surrogate", vec![frame(0x81, b"\xed\xa0\x80")], Then::Closes(1007)),
        ("8.1 a character that never ends", vec![frame(0x81, b"\xe4\xbd")], Then::Closes(1007)),
        ("8.1 broken across fragments", vec![frame(0x01, b"\xe4"), frame(0x80, b"\x41")], Then::Closes(1007)),
        (
            "7.4.1 beyond the limit in one frame",
            vec![frame(0x81, &vec![b' '; (64 << 10) + 1])],
            Then::Closes(1009),
        ),
        ("7.4.1 beyond it in fragments", vec![frame(0x01, &limit), frame(0x80, b" ")], Then::Closes(1009)),
        (
            "7.4.1 a length beyond all memory",
            vec![vec![0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]],
            Then::Closes(1009),
        ),
    ]
}

fn closing() -> Vec<Case> {
    vec![
        ("5.5.1 close is answered", vec![close(1000, b"")], Then::Closes(1000)),
        ("5.5.1 close with a reason", vec![close(1001, "再见".as_bytes())], Then::Closes(1001)),
        ("5.5.1 a bare close", vec![frame(0x88, b"")], Then::ClosesBare),
        ("5.5.1 a close of one byte", vec![frame(0x88, b"\x03")], Then::Closes(1002)),
        ("5.5.1 a reason that is no UTF-8", vec![close(1000, b"\xff")], Then::Closes(1007)),
        ("7.4.2 an application's code", vec![close(4999, b"")], Then::Closes(4999)),
        ("7.4.1 1005 never travels", vec![close(1005, b"")], Then::Closes(1002)),
        ("7.4.1 1006 never travels", vec![close(1006, b"")], Then::Closes(1002)),
        ("7.4.2 999", vec![close(999, b"")], Then::Closes(1002)),
        ("7.4.2 1016 is reserved", vec![close(1016, b"")], Then::Closes(1002)),
        ("5.5.1 nothing after a close counts", vec![close(1000, b""), text("{}")], Then::Closes(1000)),
        (
            "5.5.1 what was whole before a close, in one piece with it, counts",
            vec![[text("{}"), close(1000, b""), text("{}")].concat()],
            Then::LivesThenCloses(1000),
        ),
        (
            "5.5.1 what was not whole before a close does not",
            vec![[frame(0x01, b"{"), close(1000, b"")].concat()],
            Then::Closes(1000),
        ),
    ]
}

#[test]
fn the_chat_port_keeps_rfc_6455() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);
    let mut broken = Vec::new();
    for (section, sent, expected) in [framing(), fragments(), contents(), closing()].concat() {
        let mut stream = open(&portal);
        for piece in &sent {
            // It may have closed before all is written.
            let _ = stream.write_all(piece);
        }
        let mut heard = read_frame(&mut stream);
        if heard == Then::Lives && matches!(expected, Then::LivesThenCloses(_)) {
            heard = match read_frame(&mut stream) {
                Then::Closes(code) => Then::LivesThenCloses(code),
                other => other,
            };
        }
        if heard != expected {
            broken.push(format!("{section}: {heard:?}, not {expected:?}"));
            continue;
        }
        if let Then::Closes(code) = expected {
            let _ = stream.write_all(&close(code, b""));
        }
        if matches!(expected, Then::Closes(_) | Then::LivesThenCloses(_) | Then::ClosesBare) {
            let _ = stream.shutdown(Shutdown::Write);
            assert_eq!(read_frame(&mut stream), Then::Ends, "7.1.1, after {section}");
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn a_client_that_only_stops_sending_is_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);
    // RFC 6455, 7.1.7: an end without a closing handshake.
    let mut half = open(&portal);
    half.shutdown(Shutdown::Write).unwrap();
    assert_eq!(read_frame(&mut half), Then::Ends);
    // What it had said before is answered, for it may still listen.
    let mut half = open(&portal);
    half.write_all(&[text("{}"), text("{}")].concat()).unwrap();
    half.shutdown(Shutdown::Write).unwrap();
    assert_eq!([(); 3].map(|()| read_frame(&mut half)), [Then::Lives, Then::Lives, Then::Ends]);
}

#[test]
fn the_socket_of_the_one_port_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);
    let mut stream = portal.connect();
    let request = "GET /ws HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    portal.terminate();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    let rest = String::from_utf8_lossy(&rest);
    assert!(rest.contains("server_shutting_down"), "{rest}");
    assert!(portal.ended_well());
}

#[test]
fn an_admin_stops_the_chat_and_starts_it_again_on_its_port() {
    let folder = tempfile::tempdir().unwrap();
    // The sockets are counted until the count is right, however often that takes.
    let variables = [("DEV_PASSWORD", "a password for tests 1"), ("RATE_LIMIT_USER", "0")];
    let portal = Portal::start(folder.path(), &variables);
    let mut admin = portal.developer("a password for tests 1");
    let mut open_sockets = || {
        let stats = admin.get("/api/admin/server-stats").unwrap().ok();
        stats.data()["connections"]["websocket"].as_u64().unwrap()
    };
    let mut stream = open(&portal);
    // Counted a moment after the answer.
    while open_sockets() != 1 {}

    let mut turn = |to: &str| {
        let path = format!("/api/admin/process/chat/{to}");
        admin.call("POST", &path, &serde_json::Value::Null).unwrap().ok().data()["state"].clone()
    };
    assert_eq!(turn("stop"), "stopped");
    assert_eq!(read_frame(&mut stream), Then::Lives, "it is told");
    assert_eq!(read_frame(&mut stream), Then::Closes(1001));
    assert!(TcpStream::connect(portal.chat()).is_err(), "the port is closed");
    let asked = "GET /ws HTTP/1.1\r\nHost: portal\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let mut refused = portal.connect();
    refused.write_all(format!("{asked}\r\n").as_bytes()).unwrap();
    let mut answer = [0; 12];
    refused.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 503", "nor by the one port");

    assert_eq!(turn("start"), "running");
    while TcpStream::connect(portal.chat()).is_err() {}
    let mut stream = open(&portal);
    assert_eq!(turn("restart"), "running");
    assert_eq!(read_frame(&mut stream), Then::Lives);
    assert_eq!(read_frame(&mut stream), Then::Closes(1001));
    while TcpStream::connect(portal.chat()).is_err() {}
    drop(open(&portal));
}
