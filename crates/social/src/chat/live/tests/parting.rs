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
async fn acknowledged(socket: &mut Socket) -> (Vec<String>, Heard) {
    let mut acknowledged = Vec::new();
    loop {
        match socket.hear().await {
            Heard::Frame(frame) if frame["type"] == "message_sent" => {
                acknowledged.push(frame["temp_id"].as_str().unwrap().to_owned());
            }
            Heard::Frame(_) | Heard::Ping => {}
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
    let hall = Hall::new().await;
    let one = hall.person("240101").await;
    let mut socket = hall.enter(&one).await;
    let (said, frames) = sentences("closes");
    let close = masked(8, &1000_u16.to_be_bytes());
    let late = masked(1, json!({ "type": "text", "content": "too late" }).to_string().as_bytes());
    socket.stream.write_all(&[frames, close, late].concat()).await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said.clone(), Heard::Closed(1000)));
    assert_eq!(socket.hear().await, Heard::Gone);
    assert_eq!(stored(&one).await, said);
    hall.sockets(0).await;
}

#[tokio::test]
async fn what_was_said_before_a_client_stops_sending_is_done_and_answered() {
    let hall = Hall::new().await;
    let one = hall.person("240101").await;
    let mut socket = hall.enter(&one).await;
    let (said, frames) = sentences("stops");
    socket.stream.write_all(&frames).await.unwrap();
    socket.stream.shutdown().await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said.clone(), Heard::Gone));
    assert_eq!(stored(&one).await, said);
    hall.sockets(0).await;
}

#[tokio::test]
async fn what_was_said_before_a_client_vanishes_is_done() {
    let hall = Hall::new().await;
    let (one, two) = (hall.person("240101").await, hall.person("240102").await);
    let mut socket = hall.enter(&one).await;
    // Something that it never reads: its end is a reset then, and no orderly one.
    two.post("/api/chat/messages", &json!({ "room": "public", "content": "hello" })).await.data();
    hall.settle().await;
    socket.stream.readable().await.unwrap();
    let (said, frames) = sentences("vanishes");
    socket.stream.write_all(&frames).await.unwrap();
    drop(socket);
    hall.sockets(0).await;
    assert_eq!(stored(&two).await[1..], said);
}

#[tokio::test]
async fn a_client_may_sign_in_speak_and_close_in_one_breath() {
    let hall = Hall::new().await;
    let one = hall.person("240101").await;
    let (mut socket, _) = hall.knock("/", "").await;
    let connect = json!({ "type": "connect", "token": one.token().unwrap() }).to_string();
    let (said, frames) = sentences("hurries");
    let close = masked(8, &1000_u16.to_be_bytes());
    socket.stream.write_all(&[masked(1, connect.as_bytes()), frames, close].concat()).await.unwrap();
    assert_eq!(acknowledged(&mut socket).await, (said, Heard::Closed(1000)));
    hall.sockets(0).await;
}

#[tokio::test]
async fn a_ban_ends_what_was_said_and_not_yet_done() {
    let hall = Hall::new().await;
    let one = hall.person("240101").await;
    let mut socket = hall.enter(&one).await;
    hall.ban("240101", Some(kernel::user::Ban::default())).await;
    hall.settle().await;
    let (_, frames) = sentences("banned");
    // It may have closed already.
    let _ = socket.stream.write_all(&[frames, masked(8, &1000_u16.to_be_bytes())].concat()).await;
    assert_eq!(acknowledged(&mut socket).await, (Vec::new(), Heard::Closed(4003)));
    hall.sockets(0).await;
}
