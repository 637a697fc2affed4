//! Sockets alone: what one says, all hear; no store, no members. Nothing over WebSockets is cheaper
//! in this stack without gathering.

use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// What waits for a slow reader, in messages.
const BACKLOG: usize = 16 * 1024;
/// As the server has them.
const BUFFER: usize = 4096;

pub async fn serve() -> Result<()> {
    let listener = super::listen().await?;
    let (said, _) = broadcast::channel::<Utf8Bytes>(BACKLOG);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let said = said.clone();
        tokio::spawn(async move {
            // The load hangs up when it has measured enough.
            let _ = converse(stream, said).await;
        });
    }
}

async fn converse(stream: tokio::net::TcpStream, said: broadcast::Sender<Utf8Bytes>) -> Result<()> {
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
    let socket = tokio_tungstenite::accept_async_with_config(stream, Some(config)).await?;
    let (mut sink, mut stream) = socket.split();
    let mut heard = said.subscribe();
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => drop(said.send(text)),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Ok(()),
            },
            text = heard.recv() => sink.send(Message::Text(text?)).await?,
        }
    }
}
