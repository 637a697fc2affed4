//! Readers that are slower than what is told: who moves is kept, and whoever is cut loses nothing.

use kernel::user::UserId;

use super::*;

/// Frames in memory, in bytes; as `realtime` keeps them.
const MEMORY: usize = 8 << 20;
/// What the system holds of a connection at most, in bytes. By itself it takes megabytes, and more of them the busier
/// the machine is; a test that has to fill it would send for minutes then.
const SYSTEM: usize = 128 << 10;

/// A portal whose chat has a port, of whose sockets the system holds little.
async fn holding_little() -> SocketServer {
    let features: Vec<_> = realtime::FEATURES.iter().copied().chain([moderation::FEATURE, FEATURE]).collect();
    let portal = TestPortal::with(&features, &[("RATE_LIMIT_CHAT", "0")]).await;
    SocketServer::holding_at_most(portal, SYSTEM).await
}

fn seqs_of(frames: &[Value]) -> Vec<i64> {
    frames.iter().map(|frame| frame["message"]["seq"].as_i64().unwrap()).collect()
}

/// The numbers of all messages, as the log has them.
async fn said(server: &SocketServer, after: i64) -> Vec<i64> {
    let all = server.app.db.read(move |read| Ok(kernel::events::after(read, after, 10_000)?)).await.unwrap();
    all.iter().filter(|event| event.name() == "chat.message_created").map(|event| event.seq).collect()
}

/// Sends until a member's socket takes nothing more, and answers since when. It is read once: what is read again may be
/// 0, because a socket that has paused for a moment takes on.
async fn stall(server: &SocketServer, sender: &Client, user: &UserId) -> u32 {
    loop {
        match server.stalled_since(user) {
            0 => forward(sender).await,
            since => return since,
        }
    }
}

#[tokio::test]
async fn a_reader_that_falls_out_of_memory_is_told_to_resume_and_finds_everything() {
    let server = holding_little().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let seen = server.app.events.followed();
    let mut slow = server.connect(&two).await;
    let mut heard = Vec::new();
    let code = 'cut: loop {
        // More than a connection holds, and then more than memory and the system do: a connection that had only paused
        // takes on. One that was cut meanwhile stalls no more.
        while server.open_sockets() > 0 && !server.is_any_stalled() {
            forward(&one).await;
        }
        for _ in 0..(MEMORY + SYSTEM) / 30_000 + 10 {
            forward(&one).await;
        }
        server.settle().await;
        // A connection that had only paused brings everything; then it is filled again.
        let all = said(&server, seen).await.len();
        while heard.len() < all {
            match slow.read_frame().await {
                Received::Frame(frame) if frame["type"] == "new_message" => heard.push(frame),
                Received::Frame(_) | Received::Ping => {}
                Received::Closed(code) => break 'cut code,
                Received::Gone => panic!("gone without a word"),
            }
        }
    };
    assert_eq!(code, 1013);
    let all = said(&server, seen).await;
    assert!(!heard.is_empty() && heard.len() < all.len(), "{} of {}", heard.len(), all.len());
    let last = heard.last().unwrap()["seq"].clone();
    let (mut again, _) = server.connect_fast_at(&two, &format!("&since_seq={last}")).await;
    while heard.len() < all.len() {
        heard.push(again.next_of("new_message").await);
    }
    assert_eq!(seqs_of(&heard), all);
}

#[tokio::test]
async fn a_reader_of_a_few_kilobytes_a_second_moves() {
    // More than its system holds, so that the rest must come meanwhile.
    const TAKEN: usize = 48 << 10;
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut slow = server.connect(&two).await;
    let user = UserId::parse("240102").unwrap();
    let stalled_since = || server.stalled_since(&user);
    let mut taken = vec![0; TAKEN];
    for _ in 0..5 {
        let before = stall(&server, &one, &user).await;
        slow.stream.read_exact(&mut taken).await.unwrap();
        server.advance(11);
        // Whoever looks after the sockets may have been at work when the time was moved: it moves on slowly. A
        // socket that is taken for one that stopped is cut, and missing at the end.
        while stalled_since() == before {
            for _ in 0..1_000 {
                tokio::task::yield_now().await;
            }
            server.advance(1);
        }
    }
    server.sockets(1).await;
}

#[tokio::test]
async fn a_reader_that_is_slow_but_moves_is_kept_and_one_that_stops_is_cut() {
    let server = holding_little().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let three = server.register("240103").await;
    let seen = server.app.events.followed();
    let (mut slow, stopped) = (server.connect(&two).await, server.connect(&three).await);
    let user = UserId::parse("240102").unwrap();
    let stalled_since = || server.stalled_since(&user);
    let mut heard = Vec::new();
    // Half a minute, of which it may take nothing for ten seconds.
    for _ in 0..5 {
        let before = stall(&server, &one, &user).await;
        server.advance(6);
        while stalled_since() == before {
            heard.push(slow.next_of("new_message").await);
        }
    }
    let all = said(&server, seen).await;
    while heard.len() < all.len() {
        heard.push(slow.next_of("new_message").await);
    }
    assert_eq!(seqs_of(&heard), all);
    // The other one is told to go when nothing more goes out to it for ten seconds, and does not agree. What went out
    // may have made room since, in its system: so it is sent more until that is full as well.
    while server.open_sockets() > 1 {
        forward(&one).await;
        slow.next_of("new_message").await;
        server.advance(1);
        assert_eq!(slow.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
    drop(stopped);
}
