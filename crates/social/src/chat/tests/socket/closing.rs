//! What a client says before it goes counts, however soon it goes (RFC 6455, 5.5.1).

use super::*;

/// As many as one hurried client may have under way, in one piece.
fn sentences(who: &str) -> (Vec<String>, Vec<u8>) {
    let words: Vec<String> = (0..20).map(|n| format!("{who} {n}")).collect();
    let frame = |words: &String| {
        masked(1, json!({ "type": "text", "content": words, "temp_id": words }).to_string().as_bytes())
    };
    let frames = words.iter().flat_map(frame).collect();
    (words, frames)
}

/// What was acknowledged, until the connection closes or ends, and how it does.
async fn acknowledged(socket: &mut SocketClient) -> (Vec<String>, Received) {
    let mut acknowledged = Vec::new();
    loop {
        match socket.read_frame().await {
            Received::Frame(frame) if frame["type"] == "message_sent" => {
                acknowledged.push(frame["temp_id"].as_str().unwrap().to_owned());
            }
            Received::Frame(_) | Received::Ping => {}
            end => return (acknowledged, end),
        }
    }
}

async fn stored(client: &Client) -> Vec<String> {
    let page = client.get("/api/chat/messages?room=public&limit=100").await.data();
    let all = page["messages"].as_array().unwrap();
    all.iter().map(|message| message["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_was_said_before_a_close_is_done_before_that_is_answered() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let mut socket = server.connect(&one).await;
    let (said, frames) = sentences("closes");
    let close = masked(8, &1000_u16.to_be_bytes());
    let late = masked(1, json!({ "type": "text", "content": "too late" }).to_string().as_bytes());
    socket.stream.write_all(&[frames, close, late].concat()).await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said.clone(), Received::Closed(1000)));
    assert_eq!(socket.read_frame().await, Received::Gone);
    assert_eq!(stored(&one).await, said);
    server.sockets(0).await;
}

#[tokio::test]
async fn what_was_said_before_a_client_stops_sending_is_done_and_answered() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let mut socket = server.connect(&one).await;
    let (said, frames) = sentences("stops");
    socket.stream.write_all(&frames).await.unwrap();
    socket.stream.shutdown().await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said.clone(), Received::Gone));
    assert_eq!(stored(&one).await, said);
    server.sockets(0).await;
}

#[tokio::test]
async fn what_was_said_before_a_client_vanishes_is_done() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut socket = server.connect(&one).await;
    // Something that it never reads: its end is a reset then, and no orderly one.
    two.post("/api/chat/messages", &json!({ "room": "public", "content": "hello" })).await.data();
    server.settle().await;
    socket.stream.readable().await.unwrap();
    let (said, frames) = sentences("vanishes");
    socket.stream.write_all(&frames).await.unwrap();
    drop(socket);
    server.sockets(0).await;
    assert_eq!(stored(&two).await[1..], said);
}

#[tokio::test]
async fn a_client_may_sign_in_speak_and_close_in_one_breath() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut socket, _) = server.handshake("/", "").await;
    let connect = json!({ "type": "connect", "token": one.token().unwrap() }).to_string();
    let (said, frames) = sentences("hurries");
    let close = masked(8, &1000_u16.to_be_bytes());
    socket.stream.write_all(&[masked(1, connect.as_bytes()), frames, close].concat()).await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said, Received::Closed(1000)));
    server.sockets(0).await;
}

#[tokio::test]
async fn a_ban_ends_what_was_said_and_not_yet_done() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let mut socket = server.connect(&one).await;
    server.ban("240101", Some(kernel::user::Ban::default())).await;
    server.settle().await;
    let (_, frames) = sentences("banned");
    // It may have closed already.
    let _ = socket.stream.write_all(&[frames, masked(8, &1000_u16.to_be_bytes())].concat()).await;
    assert_eq!(acknowledged(&mut socket).await, (Vec::new(), Received::Closed(4003)));
    server.sockets(0).await;
}
